"""People who come and go: clubs by date, injuries, suspensions, depth, and brackets by the table."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any, cast

import pytest

from sportsframe.catalog import SPORTS, simulated
from sportsframe.simulation import World
from sportsframe.simulation._common.careers import (
    Market,
    Move,
    OffSeason,
    Rosters,
    ageing,
    deals,
    grown,
    holder_of,
    rotate,
    signings,
    talent_in,
)
from sportsframe.simulation._common.injuries import HEALED, LASTS, Hazard, Injury, Ward
from sportsframe.simulation._common.people import LONGER, Person, career
from sportsframe.simulation._common.totals import Totals
from sportsframe.simulation.football.rosters import MARKET as MARKETS
from sportsframe.simulation.hockey.season import Season as HockeySeason
from sportsframe.simulation.soccer.play import MOST_BOOKED, SWAP, YELLOW
from sportsframe.simulation.soccer.season import CAUTIONS

from ..bench import availability, leagues
from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

CLUBS = tuple(range(9001, 9031))
SUMMER = OffSeason(((1, 6, 25), (1, 6, 30)), ((1, 7, 1), (1, 9, 10)), ((1, 7, 5), (1, 9, 15)))
MARKET = Market("NHL", {"C": (0, 1, 2), "D": (3, 4)}, (3, 12), 0.2, SUMMER, 0.1, (10, 100))
OPENS = date(2024, 10, 8)


def rosters(year: int = 2024) -> Rosters:
    return Rosters(2024, MARKET, CLUBS, year, date(year, 10, 8))


def everybody(league: Rosters, day: date) -> dict[int, int]:
    """Player id -> club on a day."""
    return {league.player(club, slot, day).id: club for club in CLUBS for slot in range(5)}


def test_a_day_of_any_year_is_known_alone() -> None:
    """Who is where on a day does not depend on what was asked before."""
    day = date(2024, 12, 24)
    alone = everybody(rosters(), day)
    after = rosters()
    for step in range(0, 200, 20):
        everybody(after, OPENS + timedelta(days=step))

    assert everybody(after, day) == alone


def test_nobody_is_in_two_places() -> None:
    """On every day every place has one holder and nobody holds two; ids are of the simulated world."""
    league = rosters()
    for step in (0, 50, 99, 200):
        held = everybody(league, OPENS + timedelta(days=step))
        assert len(held) == len(CLUBS) * 5
        assert all(player in simulated.PLAYER_IDS for player in held)


def test_moves_are_the_differences_between_days() -> None:
    """A club changes from one day to the next exactly by the moves of that day, within the window."""
    league = rosters()
    moves = league.moves()
    assert moves
    first, last = MARKET.window
    for move in moves:
        assert OPENS + timedelta(days=first) <= move.day <= OPENS + timedelta(days=last)
    by_player: dict[int, list[tuple[date, int]]] = defaultdict(list)
    for move in moves:
        by_player[move.player.id].append((move.day, move.new))
    before, after = everybody(league, OPENS), everybody(league, date(2025, 4, 1))
    for player, club in before.items():
        assert after[player] == (by_player[player][-1][1] if by_player[player] else club)


def test_deals_pile_up_before_the_deadline() -> None:
    """Of the deals within a season a third are made in the last tenth of the time for them, and some early."""
    first, last = MARKET.window
    waited = [
        ((move.day - date(year, 10, 8)).days - first) / (last - first + 1)
        for year in range(2005, 2025)
        for move in rosters(year).moves()
    ]
    assert len(waited) > 200
    assert 0.27 < statistics.fmean(share >= 0.9 for share in waited) < 0.4
    assert 0.03 < statistics.fmean(share < 0.3 for share in waited) < 0.08


def holders(league: Rosters, day: date) -> dict[int, int]:
    """Player id -> club on a day, also between two seasons."""
    found = ((league.holder(club, slot, day), club) for club in CLUBS for slot in range(5))
    return {player.id: club for player, club in found if player is not None}


def test_who_goes_and_comes_does_so_in_the_off_season() -> None:
    """Careers end in their days, rookies come in theirs, and the eve of a season has its first clubs."""
    league, after = rosters(), rosters(2025)
    days = [date(2025, 6, 24) + timedelta(days=n) for n in range(106)]
    held = [holders(league, day) for day in days]

    assert held[0] == holders(league, date(2025, 4, 20))
    assert held[-1] == holders(after, after.opens)
    left, came, moved = list[date](), list[date](), list[date]()
    for day, before, now in zip(days[1:], held, held[1:]):
        left += [day] * len(before.keys() - now.keys())
        came += [day] * len(now.keys() - before.keys())
        moved += [day] * sum(before[player] != now[player] for player in before.keys() & now.keys())
    assert len(left) == len(came) > 10
    assert date(2025, 6, 25) <= min(left) <= max(left) <= date(2025, 6, 30)
    assert date(2025, 7, 5) <= min(came) <= max(came) <= date(2025, 9, 15)
    assert date(2025, 7, 1) <= min(moved) <= max(moved) <= date(2025, 9, 10)
    assert len(set(moved)) > 3
    for day, now in zip(days, held):
        gone = {player.id for player, *_ in league.former(day)}
        assert not gone & now.keys()
        assert held[0].keys() - now.keys() <= gone


def rounds_of(market: Market, count: int) -> list[list[int]]:
    """The places of the rounds of many seasons of a league of so many clubs with three places each."""
    clubs, lines = tuple(range(count)), range(3 * count)
    return [places for year in range(2003, 2023) for _, places in deals(2024, market, "C", clubs, year, lines)]


def test_players_go_from_one_club_to_another() -> None:
    """No round has two places of a club, so nobody takes another place of the one that he is with."""
    rounds = rounds_of(MARKET, 5)

    assert len(rounds) > 5
    assert all(len({place // 3 for place in places}) == len(places) for places in rounds)


def test_players_are_traded_for_others_of_about_their_value() -> None:
    """In a league that looks at it, those who change places are near each other in value, and none is a star."""
    clubs, lines = tuple(range(30)), range(90)
    market = replace(MARKET, within=0.3, value=lambda person, *_: person.talent)
    near, far = list[float](), list[float]()
    for year in range(2003, 2023):
        talent = [career(2024, market.sport, n // 3, n % 3, year, span=market.span).talent for n in lines]
        far += [abs(talent[one] - talent[other]) for one, other in itertools.pairwise(lines)]
        now = list(lines)
        for _, places in deals(2024, market, "C", clubs, year, lines):
            traded = [talent[now[place]] for place in places]
            assert max(traded) < market.star
            near += [abs(one - other) for one, other in itertools.pairwise(traded)]
            rotate(now, places)
    assert statistics.fmean(near) < 0.5 * statistics.fmean(far)


def test_nobody_returns_within_a_season() -> None:
    """However often players of such a league are traded, none comes back to a club that has let him go."""
    clubs, lines = tuple(range(8)), range(24)
    market = replace(MARKET, within=2.0, value=lambda *_: 0.0)
    moves = 0
    for year in range(2003, 2013):
        now, left = list(lines), set[tuple[int, int]]()
        for _, places in deals(2024, market, "C", clubs, year, lines):
            for place, to in zip(places, [*places[1:], places[0]]):
                assert (now[place], to // 3) not in left
                left.add((now[place], place // 3))
                moves += 1
            rotate(now, places)
    assert moves > 200


def test_stars_mostly_stay_after_a_season() -> None:
    """In such a league fewer of the best change clubs in summer than of the others, but some do."""
    clubs, lines = tuple(range(30)), range(90)
    market = replace(MARKET, between=0.4, value=lambda person, *_: person.talent)
    went: dict[bool, list[bool]] = {True: [], False: []}
    for year in range(2003, 2043):
        talent = [career(2024, market.sport, n // 3, n % 3, year + 1, span=market.span).talent for n in lines]
        now = list(lines)
        for _, places in signings(2024, market, "C", clubs, year, lines):
            assert len(places) > 1
            rotate(now, places)
        for place, line in enumerate(now):
            went[talent[line] >= market.star].append(place != line)
    stars, others = (statistics.fmean(went[star]) for star in (True, False))
    assert len(went[True]) > 100
    assert 0.02 < stars < 0.4 * others


def test_ranked_players_take_places_of_their_rank() -> None:
    """In a league with a standing players go round places of one number."""
    market = replace(MARKET, standing=0.7)
    rounds = [
        places
        for year in range(2003, 2023)
        for _, places in deals(2024, market, "C", tuple(range(30)), year, range(90))
    ]
    ranks: Counter[int] = Counter()
    for places in rounds:
        (rank,) = {place % 3 for place in places}
        assert len(set(places)) == len(places) >= 3
        ranks[rank] += 1
    assert min(ranks[place] for place in range(3)) > 10
    fair = replace(market, value=lambda person, *_: person.talent)
    rounds = rounds_of(fair, 30)
    assert {places[0] % 3 for places in rounds} == {0, 1, 2}
    assert all(len({place % 3 for place in places}) == 1 for places in rounds)


def test_the_first_places_of_a_pool_have_the_better_players() -> None:
    """Places of a pool are apart as the standing says, and all its players together as they would be without it."""
    market = replace(MARKET, standing=0.8)
    years = range(2003, 2043, 4)
    talents = [
        [holder_of(2024, market, "C", place, club, year).talent for club in CLUBS for year in years]
        for place in range(3)
    ]
    first, second, third = map(statistics.fmean, talents)
    assert first - second == pytest.approx(second - third, abs=0.15)
    assert first - third == pytest.approx(0.8 * 2 * 1.5**0.5, abs=0.2)
    assert statistics.pstdev([talent for some in talents for talent in some]) == pytest.approx(1, abs=0.08)
    assert statistics.fmean(map(statistics.pstdev, talents)) == pytest.approx(0.6, abs=0.06)
    alone = replace(market, pools={"G": (9,)})
    assert alone.standing_of("G", 0) == (0.0, 1.0)


def test_players_learn_at_first_and_fade_at_the_end() -> None:
    """Of his talent a player lacks something in his first and his last seasons, or what his age takes if it is more."""
    person = Person(1, "Somebody", "USA", 1990, 2.0, 2010, 2020)
    green, faded = {0: 1.0, 1: 0.5}, {0: 0.8}
    assert [talent_in(person, year, green, faded) for year in (2010, 2011, 2012, 2019, 2020)] == [1, 1.5, 2, 2, 1.2]
    short = replace(person, until=2010)
    assert talent_in(short, 2010, green, faded) == pytest.approx(0.2)

    prime = 27.0, 6.0, 7.0
    assert talent_in(person, 2010) < talent_in(person, 2011) < talent_in(person, 2012) < talent_in(person, 2015) == 2
    assert talent_in(person, 2017) == 2 > talent_in(person, 2018) > talent_in(person, 2019) > talent_in(person, 2020)
    assert grown(person, 2017, prime) == 2
    assert grown(person, 2015, prime) == 2 + ageing(25, *prime)
    assert grown(person, 2020, prime) == talent_in(person, 2020) < 2 + ageing(30, *prime)
    assert grown(replace(person, born=1970), 2015, prime) == 2 + ageing(45, *prime)


def test_pools_have_careers_of_their_own() -> None:
    """Careers of a pool with a span of its own are no longer than that; those of the others are the league's."""
    market = replace(MARKET, spans={"D": (1, 3)})
    seasons: dict[str, Counter[int]] = {"C": Counter(), "D": Counter()}
    for year in range(2010, 2024):
        league = Rosters(2024, market, CLUBS, year, date(year, 10, 8))
        for club, (name, counts) in itertools.product(CLUBS, seasons.items()):
            counts.update(person.id for person in league.pool(club, name, league.opens))
    assert 3 < max(seasons["D"].values()) <= 3 + LONGER
    assert statistics.fmean(seasons["D"].values()) < 3 < statistics.fmean(seasons["C"].values())
    assert max(seasons["C"].values()) > 12


def test_the_best_have_longer_careers() -> None:
    """The shortest and the longest career are longer in the first places than in the last, where a market says so."""
    market = replace(MARKET, pools={"C": (0, 1)}, span=(2, 12), tenure=0.4)
    assert (market.span_of("C", 0), market.span_of("C", 1)) == ((5, 11), (3, 9))
    assert {replace(market, tenure=0.0).span_of("C", place) for place in (0, 1)} == {(2, 12)}


def test_clubs_seldom_swap_players() -> None:
    """Hardly anybody who changes clubs is answered by one of his pool who goes the other way in the season."""
    answered = moved = 0
    for year in range(2015, 2025):
        moves = [(move.old, move.new) for move in rosters(year).moves()]
        moved += len(moves)
        answered += sum((new, old) in moves for old, new in moves)
    assert moved > 80
    assert answered / moved < 0.1


def test_a_share_changes_clubs_from_year_to_year() -> None:
    """About the share that the market names is elsewhere in the next season, retirements aside; ids stay."""
    before, after = everybody(rosters(2024), date(2025, 6, 1)), everybody(rosters(2025), date(2025, 10, 8))
    stayed = before.keys() & after.keys()
    moved = sum(before[player] != after[player] for player in stayed)

    assert len(stayed) / len(before) > 0.75
    assert 0.1 < moved / len(stayed) < 0.3


SPANS = {"NBA": (2, 16), "NHL": (2, 17), "MLB": (2, 15), "NFL": (2, 12), "EPL": (3, 16), "PGA": (4, 20)}


@pytest.mark.parametrize("sport", SPANS)
def test_the_good_do_not_leave_young(sport: str) -> None:
    """Of the best tenth hardly anybody leaves in the first half of the longest career, of the others many do."""
    span = SPANS[sport]
    years = defaultdict[Person, list[int]](list)
    for group, slot, year in itertools.product(range(9001, 9041), range(20), range(2003, 2036)):
        years[career(2024, sport, group, slot, year, span=span)].append(year)
    talents = [player.talent for player, played in years.items() for _ in played]
    best = statistics.quantiles(talents, n=10)[-1]
    left: dict[bool, list[bool]] = {True: [], False: []}
    for player, played in years.items():
        if 2003 < played[0] <= played[-1] < 2035:
            left[player.talent > best].append(len(played) <= span[1] / 2)

    assert statistics.fmean(talents) == pytest.approx(0, abs=0.05)
    assert statistics.pstdev(talents) == pytest.approx(1, abs=0.05)
    assert len(left[True]) > 20
    assert statistics.fmean(left[True]) < 0.04
    assert statistics.fmean(left[False]) > 0.3


def test_no_two_quarterbacks_share_a_name() -> None:
    """Who bears the name of another player of the league plays elsewhere on the field."""
    for seed, year in itertools.product((2024, 1, 2, 3), range(2005, 2026, 4)):
        span = MARKETS["NFL"].span_of("QB", 0)
        passers = [career(seed, "NFL", club, slot, year, span=span) for club in range(9001, 9033) for slot in range(3)]
        assert len({player.name for player in passers}) == len(passers)


def test_ageing() -> None:
    """Ability is highest at the peak, and a standard deviation less the named years before and after it."""
    assert ageing(27, 27, 6, 8) == 0
    assert ageing(21, 27, 6, 8) == -1
    assert ageing(35, 27, 6, 8) == -1


HAZARD = Hazard({"C": 0.5, "": 2.0}, {"Knee": 3, "Ankle": 1}, ((0.6, 2, 10), (0.4, 20, 40)), 0.5)
GAMES = [OPENS + timedelta(days=n) for n in range(0, 180, 3)]
"""When every club plays."""


def ward(hazard: Hazard = HAZARD, fit: int = 0, year: int = 2024) -> Ward:
    games = [date(year, 10, 8) + timedelta(days=n) for n in range(0, 180, 3)]
    return Ward(2024, hazard, rosters(year), 200, {("C",): fit, ("D",): fit}, lambda _: games)


def suffered(sick: Ward) -> Iterator[tuple[int, str, int, Sequence[Injury]]]:
    """Club, position, player and his injuries at the club."""
    for club, position in itertools.product(CLUBS, MARKET.pools):
        yield from ((club, position, *one) for one in sick.injuries(club, position).items())


def test_injuries_follow_each_other() -> None:
    """Nobody is hurt while he is out; parts and lengths are those of the sport; rates are those of the position."""
    counts: Counter[str] = Counter()
    years = range(2020, 2026)
    for _, position, _, injuries in (one for year in years for one in suffered(ward(year=year))):
        counts[position] += len(injuries)
        for one, other in itertools.pairwise(injuries):
            assert one.back <= other.day
        for injury in injuries:
            assert injury.part in HAZARD.parts
            assert 1 <= injury.days <= 40
            opens = date(injury.day.year - (injury.day.month < 7), 10, 8)
            assert opens <= injury.day < opens + timedelta(days=200)
    assert counts["C"] / (3 * len(CLUBS) * len(years)) == pytest.approx(0.45, abs=0.1)
    assert counts["D"] / (2 * len(CLUBS) * len(years)) == pytest.approx(1.7, abs=0.2)


def test_injuries_last_as_their_part_does() -> None:
    """Nobody is ill for months or back from the Achilles tendon in a week; the rest is as often as the sport says."""
    hazard = Hazard({"": 9.0}, {"Knee": 2, "Illness": 1, "Achilles": 1}, HAZARD.days)
    found: dict[str, list[int]] = defaultdict(list)
    for _, _, _, injuries in suffered(ward(hazard)):
        for injury in injuries:
            found[injury.part].append(injury.days)
    assert max(found["Illness"]) <= LASTS["Illness"][1]
    assert min(found["Achilles"]) > LASTS["Achilles"][0] - 3  # the days until the game in which it is suffered
    assert max(found["Knee"]) > 30
    assert min(found["Knee"]) < 5
    assert sum(map(len, found.values())) > 60
    assert 0.3 < len(found["Knee"]) / sum(map(len, found.values())) < 0.7


def test_who_is_hurt_in_a_game_plays_it_and_misses_the_next() -> None:
    """An injury in a game is of its day; who is hurt in training, as after the last game, does not play on the day."""
    sick, day = ward(), timedelta(days=1)
    seen: Counter[bool] = Counter()
    for club, position, player, injuries in suffered(sick):
        for injury in injuries:
            seen[injury.in_game] += 1
            assert (sick.hurt(club, player, position, injury.day) is injury) == injury.in_game
            assert (sick.out(club, player, position, injury.day) is injury) != injury.in_game
            assert (sick.out(club, player, position, injury.day + day) is injury) == (injury.days > 1)
            assert sick.out(club, player, position, injury.day - day) is not injury
            assert sick.out(club, player, position, injury.back) is not injury
            assert injury.day in GAMES or not injury.in_game
    assert min(seen.values()) > 20


def test_nobody_is_traded_while_he_is_out() -> None:
    """Who changes clubs is fit on the day, and is hurt at the new club from that day on only."""
    sick = ward(Hazard({"": 9.0}, {"Knee": 1}, ((1.0, 10, 20),)))
    hurt = 0
    for move in rosters().moves():
        for position in MARKET.pools:
            before = sick.injuries(move.old, position).get(move.player.id, ())
            after = sick.injuries(move.new, position).get(move.player.id, ())
            assert not [one for one in before if one.day < move.day < one.back]
            assert not [one for one in after if one.day < move.day < one.back]
            hurt += len(before) + len(after)
    assert hurt > 20


@pytest.mark.parametrize("fit", [0, 1, 2])
def test_a_club_has_always_somebody_fit(fit: int) -> None:
    """However often players are hurt, so many of a club are fit on every day, and at times no more."""
    sick = ward(Hazard({"": 9.0}, {"Knee": 1}, ((1.0, 20, 40),)), fit)
    found = Counter(
        sum(sick.out(club, player.id, "C", day) is None for player in sick.rosters.pool(club, "C", day))
        for club in CLUBS
        for day in GAMES
    )
    assert min(found) == fit


def boxes(world: World, sport: str, year: int, step: int = 1, league: str | None = None) -> list[dict[str, Any]]:
    entries = world.season(sport, year, league).regular()
    found = (entry.live(entry.start + timedelta(days=6)) for entry in entries[::step])
    return [record.wire() for record in found if record is not None]


def test_quarterbacks_are_replaced(world: World) -> None:
    """More than forty start in a season, two play in some games, and some players have two clubs."""
    passers, clubs, together = set(), defaultdict(set), Counter[int]()
    for game in boxes(world, "NFL", 2023):
        for side in ("away_team", "home_team"):
            lines = game["player_box"][side]
            for player in lines:
                clubs[player].add(game["full_box"][side]["team_id"])
            throwing = [player for player, line in lines.items() if line.get("passing_attempts")]
            together[len(throwing)] += 1
            passers.add(max(throwing, key=lambda player: lines[player]["passing_attempts"]))

    assert 45 <= len(passers) <= 75
    assert 0.05 < together[2] / together.total() < 0.3
    assert 30 < sum(len(of) > 1 for of in clubs.values()) < 150


@pytest.mark.parametrize("league", ["EPL", "SERIEA", "LALIGA"])
def test_nobody_plays_while_suspended(world: World, league: str) -> None:
    """Who is sent off is not in his club's next game of the league, neither from the start nor from the bench."""
    season: Any = world.season("SOCCER", 2023, league)
    sent = 0
    for club, rows in season._played_by.items():
        for row, following in itertools.pairwise(rows):
            match, after = (season.simulate(one.away.id, one.home.id) for one in (row, following))
            side, then = int(row.home.id == club), int(following.home.id == club)
            played = {player.person.id for player in after.lineups[then]}
            played |= {event.other for event in after.events if event.kind == SWAP and event.side == then}
            sent += len(match.sent_off(side))
            assert not played & set(match.sent_off(side))
    assert sent > 20


@pytest.mark.parametrize("league", ["EPL", "SERIEA", "LALIGA"])
def test_too_many_cautions_keep_a_player_out(world: World, league: str) -> None:
    """Who gets the yellow card that is one too many misses as many games as the league says; the others may play."""
    season: Any = world.season("SOCCER", 2021, league)
    missed = free = most = 0
    moved = {move.player.id for move in season.careers.moves()}
    for club, rows in season._played_by.items():
        matches = [(season.simulate(row.away.id, row.home.id), int(row.home.id == club)) for row in rows]
        out = [season.suspended(club, row.away.id, row.home.id) for row in rows]
        cards: Counter[int] = Counter()
        for n, (match, side) in enumerate(matches):
            off = match.sent_off(side)
            shown = [event.player for event in match.events if event.kind == YELLOW and event.side == side]
            most = max(most, len(shown))
            booked = {*shown} - {*off} - moved
            cards.update(booked)
            for player in booked:
                games = sum(ban for count, last, ban in CAUTIONS[league] if cards[player] == count and n < last)
                assert all(player in one for one in out[n + 1 : n + 1 + games])
                missed += len(out[n + 1 : n + 1 + games])
            if not any(one.sent_off(own) for one, own in matches[max(0, n - 2) : n + 1]) and n + 1 < len(out):
                banned = {count for count, last, _ in CAUTIONS[league] if n < last}
                allowed = [player for player in booked if cards[player] not in banned]
                assert not out[n + 1].intersection(allowed)
                free += len(allowed)
    assert missed > 30
    assert free > 300
    assert most <= MOST_BOOKED


@pytest.mark.parametrize("league", ["SERIEA", "LALIGA"])
def test_cards_go_with_a_player_who_moves(world: World, league: str) -> None:
    """The cards that a player got at his old club count at his new one, and what he has yet to miss he misses there."""
    assert sum(cards_of_movers(world.season("SOCCER", year, league), league) for year in (2018, 2021, 2023)) > 0


def cards_of_movers(season: Any, league: str) -> int:
    """How many bans go with a player of a season from one club to another; all are found to be served."""
    moves: dict[int, list[Move]] = defaultdict(list)
    for move in season.careers.moves():
        moves[move.player.id].append(move)
    carried = 0
    for player, own in moves.items():
        bounds = [date.min, *(move.day for move in own), date.max]
        stays = zip([own[0].old, *(move.new for move in own)], itertools.pairwise(bounds))
        games = [
            (club, n, row)
            for club, (first, last) in stays
            for n, row in enumerate(season._played_by.get(club, ()))
            if first <= row.day < last
        ]
        out = [player in season.suspended(club, row.away.id, row.home.id) for club, _, row in games]
        cards, free = 0, set(range(len(games)))
        for at, (club, n, row) in enumerate(games):
            match, side = season.simulate(row.away.id, row.home.id), int(row.home.id == club)
            assert not out[at] or player not in {one.person.id for one in match.lineups[side]}
            twice = match.dismissed(side).get(player)
            missed = 0 if twice is None else 1 if twice else season._ban(player, row.away.id, row.home.id)
            if player in match.cautioned(side):
                cards += 1
                missed = sum(ban for count, last, ban in CAUTIONS[league] if cards == count and n < last)
            free -= {*range(at + 1, at + 1 + missed)}
            carried += missed > 0 and len({team for team, *_ in games[: at + 2]}) > 1
        assert [n for n, missing in enumerate(out) if not missing] == sorted(free)
    return carried


def test_goalies_rest_on_the_second_night(world: World) -> None:
    """The goalie of the first of two nights mostly rests on the second; about a hundred play in a season."""
    season: Any = world.season("NHL", 2023)
    same = pairs = 0
    for club, games in season.by_club.items():
        for one, other in itertools.pairwise(games):
            if (other.day - one.day).days == 1:
                pairs += 1
                same += one.goalies[one.home == club] == other.goalies[other.home == club]

    assert 0.04 < same / pairs < 0.2


@pytest.mark.parametrize("year", [2016, 2019, 2022])
def test_nobody_can_play_more_than_a_club(world: World, year: int) -> None:
    """Who changes clubs waits at the new one where he would have more games than a club; some do, and then play."""
    season = cast(HockeySeason, world.season("NHL", year))
    waited = 0
    movers = {move.player.id for move in season.squads.rosters.moves()}
    games: Counter[int] = Counter()
    for club, own in season.by_club.items():
        for game in own:
            dressed = {skill.person.id for skill in season.squads.skaters(season.clubs[club].id, game.day)}
            games.update(dressed & movers)
            waited += sum(game.day in season.squads.waits.get(player, ()) for player in movers)

    assert waited > 20
    assert 70 < max(games.values()) <= 82


def test_doubleheaders_make_up_for_rain(world: World) -> None:
    """Most makeups are the second game of a day between the same clubs; nobody plays on more than 20 days running."""
    season: Any = world.season("MLB", 2023)
    makeups = [game for game in season.regular() if game.after]
    days = defaultdict(set)
    for game in season.regular():
        if game.unplayed_as is None:
            for club in (game.away, game.home):
                days[club].add(game.day.toordinal())

    assert sum(game.second for game in makeups) / len(makeups) > 0.6
    for own in days.values():
        run = longest = 0
        for day in range(min(own), max(own) + 1):
            run = run + 1 if day in own else 0
            longest = max(longest, run)
        assert longest <= 20


@pytest.mark.sampled
@pytest.mark.parametrize("year", range(2010, 2027, 4))
@pytest.mark.parametrize(("sport", "longest"), [("NFL", 3), ("NBA", 7), ("NHL", 7)])
def test_stands_and_trips_are_short(world: World, sport: str, longest: int, year: int) -> None:
    """Nobody is at home, or away, for more games running than his league would print, makeups aside."""
    runs: dict[int, tuple[int, bool]] = {}
    for entry in sorted(world.season(sport, year).regular(), key=lambda entry: entry.start):
        plan: Any = getattr(entry, "plan", entry)
        if plan.after:
            continue
        clubs = (plan.away, plan.home) if sport == "NHL" else (plan.away.id, plan.home.id)
        for club, home in zip(clubs, (False, True)):
            count, before = runs.get(club, (0, home))
            runs[club] = (count + 1 if before == home else 1, home)
            assert runs[club][0] <= longest


@pytest.mark.parametrize("year", but_in_long_trials([2012, 2015, 2025], 2012, 2015))
@pytest.mark.parametrize(
    ("sport", "league"),
    [("NFL", None), ("NBA", None), ("MLB", None), ("NHL", None), ("SOCCER", "EPL"), ("SOCCER", "LALIGA")],
)
def test_schedules_keep_to_what_a_league_would_print(sport: str, league: str | None, year: int) -> None:
    """Of every club: games running at home or away, days running, games in five nights and hours of rest."""
    limits = leagues.LIMITS[sport]
    clubs = leagues.listed(sport, year, league)
    assert clubs
    for games in clubs.values():
        found = leagues.extremes(games)
        assert all(one <= most for one, most in zip(found[:3], limits[:3]))
        assert found.rest >= limits.rest


def test_extremes_of_a_schedule() -> None:
    """Stands and days are those of the planned games, rest is that between games that are played."""
    first = leagues.Listed(datetime(2024, 1, 1, 20), date(2024, 1, 1), home=True)

    def at(day: int, hour: int, **how: bool) -> leagues.Listed:
        return first._replace(start=datetime(2024, 1, day, hour), day=date(2024, 1, day), **how)

    games = [first, at(2, 9, played=False), at(3, 19), at(4, 12, makeup=True), at(5, 19, home=False), at(9, 19)]
    assert leagues.extremes(games) == (3, 3, 4, 17)
    assert leagues.extremes([first, at(2, 13), at(3, 19)]) == (3, 3, 3, 17)
    assert leagues.extremes([first, at(1, 21), at(3, 19, home=False), at(4, 20, home=False)]) == (2, 2, 3, 25)


@pytest.mark.parametrize(("sport", "year"), [("NBA", 2021), ("NBA", 2023), ("NHL", 2017)])
def test_nobody_begins_a_series_on_the_day_after_another(world: World, sport: str, year: int) -> None:
    """Between any two games of a club in the playoffs lies a day, also between two rounds."""
    days: dict[int, list[date]] = defaultdict(list)
    for entry in sorted(world.season(sport, year).postseason(), key=lambda entry: entry.start):
        row: Any = entry.schedule(entry.start)
        for club in (row.away_team_id, row.home_team_id):
            days[club].append(entry.day)
    assert min((two - one).days for own in days.values() for one, two in itertools.pairwise(own)) == 2


def test_figures_of_who_is_not_there(world: World) -> None:
    """What the trial counts in the JSON of a season is what the season itself says of its players."""
    season: Any = world.season("SOCCER", 2023, "EPL")
    found = availability.Truth("SOCCER", 2023, "EPL").figures()
    keepers, banned = set[int](), 0
    for club, rows in season._played_by.items():
        for row in rows:
            match, side = season.simulate(row.away.id, row.home.id), int(row.home.id == club)
            keepers |= {one.person.id for one in match.lineups[side] if one.position == "Goalkeeper"}
            banned += len(season.suspended(club, row.away.id, row.home.id))

    assert found["players with two clubs"] == Totals(season).movers > 0
    assert found["games missed by suspension"] == banned > 0
    assert len(keepers) <= found["goalkeepers in a season"] <= len(keepers) + 20
    assert 0 < found["games missed by injury, a club"] < 38 * 5


def test_means_beside_the_real_league(capsys: pytest.CaptureFixture[str]) -> None:
    """A line for each figure, with a star where it is not of the real size; those are counted."""
    other = availability.compared("SOCCER", "SERIEA", [2022])
    lines = capsys.readouterr().out.splitlines()

    assert other == sum(line.startswith("*") for line in lines)
    assert [line[9:49].strip() for line in lines] == [
        "players with two clubs",
        "games missed by injury, a club",
        "games missed by suspension",
        "goalkeepers in a season",
    ]
    passes: list[tuple[int, dict[str, Any]]] = [(1, {"passing_attempts": 2}), (2, {"passing_attempts": 30}), (3, {})]
    assert availability.chiefs("NFL", passes) == [2]
    assert availability.chiefs("NHL", [(1, {"position": "G"}), (2, {"position": "C"})]) == [1]
    assert availability.chiefs("MLB", passes) == []
    assert [availability.fits(values, 2, 4) for values in ([1, 2], [2, 2], [3, 5], [4, 5])] == [
        False,
        True,
        True,
        False,
    ]
    assert availability.real("NFL", None, "players with two clubs")[:2] == pytest.approx((54, 126))
    assert availability.real("SOCCER", "EPL", "games missed by suspension") == (80, 180, "general knowledge")


def test_versions_and_sports() -> None:
    """Every league with playoffs by seed has its seeding in the rule book."""
    seeded = {code for code, sport in SPORTS.items() if sport.rules.standings and sport.rules.standings.seeding}
    assert seeded == {"NFL", "NBA", "MLB", "NHL"}


@pytest.mark.parametrize("sport", ["NFL", "NBA", "NHL", "SOCCER"])
def test_who_was_hurt_can_play_when_the_next_season_begins(world: World, sport: str) -> None:
    """On the eve of a season nobody is out with an injury of the last one, however long it would have lasted."""
    season: Any = world.season(sport, 2022, "EPL" if sport == "SOCCER" else None)
    over = season.opens + timedelta(days=HEALED)
    assert over < world.season(sport, 2023, "EPL" if sport == "SOCCER" else None).opens
    later = list[bool]()
    for club in season.clubs:
        for member in season.members(club.id, season.opens + timedelta(days=120)):
            if member.injury is not None:
                assert member.injury.back <= over
                later.append(member.injury.back == over)
        assert not any(member.injury for member in season.members(club.id, over))
    assert later


def test_goalies_come_later(world: World) -> None:
    """Nobody guards a goal of the NHL before he is twenty-one, while skaters begin at nineteen."""
    season: Any = world.season("NHL", 2023)
    ages: dict[bool, list[int]] = {True: [], False: []}
    for club in season.clubs:
        for member in season.members(club.id, season.opens):
            ages[member.position == "G"].append(2023 - member.person.born)
    assert min(ages[True]) >= 21
    assert min(ages[False]) == 19
