"""Who is on the line-up card of a baseball club, with days off, and what the two games of a day share."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from itertools import pairwise, product
from math import fsum
from statistics import correlation, fmean, pstdev, quantiles
from typing import cast

import pytest

from sportsframe.simulation import World
from sportsframe.simulation._common.calendar import DAY
from sportsframe.simulation._common.careers import talent_in
from sportsframe.simulation._common.directory import profile
from sportsframe.simulation._common.injuries import LASTS, Injury
from sportsframe.simulation.baseball.abilities import LOWEST
from sportsframe.simulation.baseball.absences import AWAY, HEALS, KEPT, LONG
from sportsframe.simulation.baseball.bullpen import FRESH, Bullpen
from sportsframe.simulation.baseball.events import HITS, PITCHER
from sportsframe.simulation.baseball.lineup import LATE, NO_HITTER, Arm, Card, Hitter, Stint
from sportsframe.simulation.baseball.managers import STARS
from sportsframe.simulation.baseball.places import (
    ACTIVE,
    BENCH,
    CALLED,
    DEEP,
    DEPTH,
    FADED,
    GREEN,
    REGULARS,
    RELIEVERS,
    RELIEVING,
    SPOTS,
    STARTING,
)
from sportsframe.simulation.baseball.play import MORE, SPARED, _limit
from sportsframe.simulation.baseball.season import Game, Season

from ..support.trials import but_in_long_trials

FEWEST = 3
"""Relievers of a club in a game, at least."""


def pitchers(season: Season, game: Game) -> tuple[set[int], set[int]]:
    """Who pitches for either side of a game, batters who do so included."""
    played = season.played(game)
    found = tuple({stint.arm.id} for stint in played.starters)
    for event in played.log:
        if event[0] == PITCHER:
            found[event[1]].add(event[2].arm.id)
    return found[0], found[1]


def doubleheaders(season: Season) -> list[tuple[Game, Game]]:
    """The pairs of games that two clubs play on one day."""
    games = [game for game in season.regular() if game.unplayed_as is None]
    return [(one, two) for one, two in pairwise(sorted(games, key=lambda game: game.id)) if two.second]


@pytest.mark.parametrize("year", but_in_long_trials([2017, 2021, 2023], 2017, 2021))
def test_nobody_pitches_twice_a_day(world: World, year: int) -> None:
    """Relievers, starters and batters who pitch do so in one game of a doubleheader; both have relievers enough."""
    season = cast("Season", world.season("MLB", year))
    pairs = doubleheaders(season)
    for one, two in pairs:
        assert two.id == f"{one.id}-2"
        for mine, others in zip(pitchers(season, one), pitchers(season, two)):
            assert not mine & others
        for first, second in zip(season.cards(one), season.cards(two)):
            assert not first.spare & second.spare
            assert min(len(first.pen), len(second.pen)) >= FEWEST
            assert abs(len(first.pen) - len(second.pen)) <= 1
    assert len(pairs) > 20


def test_nobody_begins_both_games_of_a_day_as_catcher(world: World) -> None:
    """The regular catches the first game of a doubleheader, his substitute the second one."""
    season = cast("Season", world.season("MLB", 2023))
    for one, two in doubleheaders(season):
        for first, second in zip(season.cards(one), season.cards(two)):
            regular, substitute = (card.order[card.positions.index("C")] for card in (first, second))
            assert regular in second.bench
            assert substitute in first.bench


def test_a_second_game_can_be_played_alone(world: World) -> None:
    """It is the same in a world in which no other game has been played."""
    season, fresh = (cast("Season", one.season("MLB", 2023)) for one in (world, World()))
    for one, two in doubleheaders(season)[:3]:
        season.played(one)
        alone = next(game for game in fresh.regular() if game.id == two.id)
        assert pitchers(fresh, alone) == pitchers(season, two)
        assert fresh.score(alone) == season.score(two)


def test_nobody_is_in_the_bullpen_for_four_days(world: World) -> None:
    """Everybody has a day off by then, and enough are left on each."""
    season = cast("Season", world.season("MLB", 2023))
    days = defaultdict(set)
    for game in season.regular():
        if game.unplayed_as is None:
            for card in season.cards(game):
                assert len(card.pen) >= FEWEST
                for arm in card.pen:
                    days[arm.id].add(game.day)
    for own in days.values():
        assert not any(all(day + n * DAY in own for n in range(4)) for day in own)
    assert len(days) > 30 * 8


def test_days_off_come_in_time_about_doubleheaders() -> None:
    """However days of no, one and two games follow each other: nobody works on four, and enough are left."""
    days = [date(2023, 5, 1) + n * DAY for n in range(13)]
    for number, middle in enumerate(product(range(3), repeat=7)):
        games = {day: n for day, n in zip(days, (1, 1, 1, *middle, 1, 1, 1)) if n}
        bullpen = Bullpen(0, 1, number, games, days[-1])
        for rank in range(RELIEVERS):
            works = "".join(" " if rank in bullpen.off(day) else "x" for day in days)
            assert "xxxx" not in works
        for before, day in pairwise([days[0] - DAY, *days]):
            off, tired = bullpen.off(day), bullpen.tired(day)
            assert not off & tired
            assert not tired or len(off | tired) <= RELIEVERS - FRESH
            left = RELIEVERS - len(off)
            if games.get(before) == games.get(day) == 2:  # which no club has
                continue
            assert left == 0 if day not in games else games[day] * FEWEST <= left < RELIEVERS


def test_days_off_have_no_period(world: World) -> None:
    """Relievers are seldom fresh on two days running, and not bound to any later day."""
    season = cast("Season", world.season("MLB", 2023))
    worked, both = Counter[int](), Counter[int]()
    for manager in season.managers:
        days = sorted(day for day in manager.games if day <= manager.ends)
        for rank in range(1, RELIEVERS):
            mine = {day for day in days if rank not in manager.bullpen.off(day) | manager.bullpen.tired(day)}
            for n in range(1, 7):
                worked[n] += sum(day + n * DAY in manager.games for day in mine)
                both[n] += sum(day + n * DAY in mine for day in mine)
    shares = {n: both[n] / worked[n] for n in worked}
    assert shares[1] < 0.45
    assert all(0.5 < shares[n] < 0.75 for n in range(2, 7))


def test_the_best_reliever_closes(world: World) -> None:
    """Relievers are ranked by what they can do in spring; most of those with the saves of a club are its best."""
    season = cast("Season", world.season("MLB", 2023))
    rosters = season.rosters
    for club in rosters.clubs:
        able = [talent_in(club.holders.player(place, season.opens), season.year, GREEN, FADED) for place in RELIEVING]
        assert able == sorted(able, reverse=True)
        assert sorted(club.holders.slots) == list(range(len(club.holders.slots)))
    ranks = [club.holders.slots[RELIEVING.start] for club in rosters.clubs]
    assert len(set(ranks)) > 4  # not always who holds the same place


def test_a_starter_may_finish_a_no_hitter() -> None:
    """Late in the game a starter whom nobody has hit may throw more pitches; nobody else may."""
    arm = Arm(1, "Somebody", (1.0, 1.0, 1.0, 1.0), 95.0, True)
    stint = Stint(arm, 95.0, 99, (0, 0, 0, 1), True, 1.0)
    assert stint.reach == 95
    stint.outs = LATE - 1
    assert stint.reach == 95
    stint.outs = LATE
    assert stint.reach == 95 + NO_HITTER
    stint.hits = 1
    assert stint.reach == 95
    later = Stint(arm, 26.0, 3, (0, 0, 0, 1), False, 1.0)
    later.outs = LATE
    assert later.reach == 26


@pytest.mark.long
@pytest.mark.parametrize("year", [2020])
def test_hits_of_a_stint_are_those_of_the_log(world: World, year: int) -> None:
    """A starter's hits are those of the box score, and hardly one is taken out of a no-hitter after seven innings."""
    season = cast("Season", world.season("MLB", year))
    taken = finished = 0
    for game in [game for game in season.regular() if game.unplayed_as is None][::2]:
        played = season.played(game)
        for index, stint in enumerate(played.starters):
            hits = sum(one[0] in HITS and one[2] is stint for one in played.log)
            assert stint.hits == hits, index
            if not hits and stint.outs >= 21:
                taken += stint.outs < 24
                finished += stint.outs >= 24
    assert finished > taken


def test_managers_spare_starters() -> None:
    """What a starter is good for counts to about ninety pitches, and little beyond: nobody throws a hundred and ten."""
    assert [_limit(pitches) for pitches in (60.0, SPARED)] == [60.0, SPARED]
    assert SPARED < _limit(100) < _limit(120) < _limit(160) < SPARED + MORE
    assert 100 - _limit(100) < 2 < 120 - _limit(120)


def test_some_are_out_for_months(world: World) -> None:
    """A few injuries last for longer than seven weeks, none of them one that heals sooner."""
    season = cast("Season", world.season("MLB", 2023))
    days: dict[str, set[int]] = defaultdict(set)
    for roster in season.rosters.clubs:
        for n in range(5, 180, 10):
            for member in roster.members(season.opens + n * DAY):
                if member.injury is not None and member.injury.days < HEALS[0]:
                    days[member.injury.part].add(member.injury.days)
    every = [n for some in days.values() for n in some]
    assert max(every) < LONG[1]
    assert sum(n > LONG[0] for n in every) > 20
    assert sum(n < 30 for n in every) > 20
    for part, (least, most) in LASTS.items():
        assert all(least <= n <= most for n in days.get(part, ()))


def test_a_few_of_a_club_miss_the_opening(world: World) -> None:
    """About as many are out on the first day as weeks later, hurt in spring, hence in no game of the season."""
    season = cast("Season", world.season("MLB", 2023))
    hurt: dict[int, list[Injury]] = {}
    for n in (0, 45):
        members = (member for club in season.rosters.clubs for member in club.members(season.opens + n * DAY))
        hurt[n] = [member.injury for member in members if member.injury is not None]
        assert 3 * 30 < len(hurt[n]) < 7 * 30
    spring = [injury for injury in hurt[0] if injury.day < season.opens]
    assert len(spring) > 0.8 * len(hurt[0])
    assert not any(injury.in_game for injury in spring)
    assert sum(injury.days < HEALS[0] for injury in spring) > 30


def test_some_do_not_come_back_before_the_end(world: World) -> None:
    """In the last week and in the postseason clubs miss players; who is on a pitchers' list stays for fifteen days."""
    season = cast("Season", world.season("MLB", 2023))
    out = Counter[date]()
    closing = [season.postseason_from.date() - DAY, season.closes - 2 * DAY]
    for roster in season.rosters.clubs:
        for day in closing:
            for member in roster.members(day):
                if member.injury is not None:
                    assert member.injury.back <= season.rosters.careers.rests or member.injury.days >= HEALS[0]
                    out[day] += 1
    assert all(out[day] > 20 for day in closing)
    assert not any(
        member.injury for roster in season.rosters.clubs for member in roster.members(season.closes + 90 * DAY)
    )


@pytest.mark.long
def test_catchers_are_hurt_most_and_pitchers_in_the_arm(world: World) -> None:
    """Regulars are out about as often at all positions, catchers more so; half of what keeps pitchers out is the arm.

    Designated hitters are hurt as well, but for those who pitch.
    """
    stints: dict[str, set[tuple[int, date]]] = defaultdict(set)
    parts: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
    for year in (2022, 2023, 2024):
        season = cast("Season", world.season("MLB", year))
        for roster in season.rosters.clubs:
            for n in range(0, 187, 6):
                for member in roster.members(season.opens + n * DAY):
                    key = member.person.id, getattr(member.injury, "day", season.opens)
                    if member.injury is not None and key not in stints[member.position]:
                        stints[member.position].add(key)
                        parts[member.position == "P"][member.injury.part] += 1
    places = Counter(plays[0] for plays, _ in (*REGULARS, *BENCH))
    often = {position: len(stints[position]) / places[position] for position in places}
    usual = fmean(often[position] for position in places if position not in ("C", "DH"))
    assert often.pop("C") > 1.1 * usual
    assert 0.4 * usual < often.pop("DH") < 0.9 * usual
    assert all(0.6 * usual < one < 1.4 * usual for one in often.values())
    arm = [sum(parts[pitches][part] for part in ("Elbow", "Shoulder", "Forearm")) for pitches in (True, False)]
    assert arm[0] > 0.5 * parts[True].total()
    assert arm[1] < 0.2 * parts[False].total()


@pytest.mark.long
def test_an_operation_keeps_a_pitcher_out_for_a_year(world: World) -> None:
    """Some elbows are operated on: the pitcher is on no card for a year; some miss a season.

    In the directory he is hurt, wherever he is then.
    """
    before, season = (cast("Season", world.season("MLB", year)) for year in (2022, 2023))

    def operated(season: Season, day: date) -> dict[int, Injury]:
        members = (member for club in season.rosters.clubs for member in club.members(day))
        hurt = {member.person.id: member.injury for member in members if member.injury is not None}
        return {player: injury for player, injury in hurt.items() if injury.days >= HEALS[0]}

    late, early = operated(before, before.postseason_from.date()), operated(season, season.opens)
    assert len(late) > 10
    assert any(injury.day < before.opens for injury in late.values())
    still = {player: injury for player, injury in late.items() if injury.back > season.opens and player in early}
    assert len(still) > 5
    assert all(early[player] == injury for player, injury in still.items())
    pitched: dict[int, list[date]] = defaultdict(list)
    for game in season.regular():
        for card in season.cards(game) if game.unplayed_as is None else ():
            for arm in (card.starter, *card.pen):
                pitched[arm.id].append(game.day)
    assert all(day >= injury.back for player, injury in early.items() for day in pitched[player])
    assert any(pitched[player] for player in still)


def test_relievers_are_sent_down(world: World) -> None:
    """A club sends some ten of its last relievers to the minors for some weeks, unhurt, and none whom it trusts."""
    season = cast("Season", world.season("MLB", 2023))
    sent = []
    for club in season.rosters.clubs:
        for place in RELIEVING:
            for n, after in pairwise(range(-1, club.absences.rests)):
                filler = club.absences.filler(place, after)
                if filler != place and club.absences.filler(place, n) == place:
                    back = next(k for k in range(after, 400) if club.absences.filler(place, k) != filler)
                    if club.absences.injury(place, after) is None:
                        sent.append((place, back - after))
    assert 7 < len(sent) / len(season.clubs) < 14
    assert {place for place, _ in sent} <= set(RELIEVING[KEPT:])
    assert AWAY[0] < fmean(days for _, days in sent) < AWAY[1]


def test_some_come_up_late_in_the_season(world: World) -> None:
    """Of those who come up for others, some a third first do so in the last third of the season."""
    season = cast("Season", world.season("MLB", 2023))
    debuts = []
    for club in season.rosters.clubs:
        first: dict[int, int] = {}
        for n, place in product(range(club.absences.rests), (*ACTIVE, *STARTING, *RELIEVING)):
            first.setdefault(club.absences.filler(place, n), n)
        debuts += [n for slot, n in first.items() if slot in DEEP or slot in SPOTS or slot in CALLED]
    assert 0.25 < fmean(n >= 120 for n in debuts) < 0.4
    assert fmean(n < 30 for n in debuts) > 0.15


def test_the_best_batters_do_not_pitch(world: World) -> None:
    """Who pitches in a game that is decided bats no better than most of his club, and in the postseason nobody does."""
    season = cast("Season", world.season("MLB", 2024))
    for game in season.regular()[::7]:
        for card in season.cards(game):
            best = sorted((*card.order, *card.bench), key=lambda hitter: -hitter.value)[:STARS]
            assert not card.spare.intersection(hitter.id for hitter in best)
    assert not any(card.spare for game in season.postseason() for card in season.cards(game))


@pytest.mark.long
def test_two_way_players_rest(world: World) -> None:
    """They miss some games, the better batter of them hardly any."""
    season = cast("Season", world.season("MLB", 2022))
    starts: Counter[int] = Counter()
    rests: Counter[int] = Counter()
    for game in season.regular():
        for card in season.cards(game) if game.unplayed_as is None else ():
            starts.update(hitter.id for hitter in card.order if hitter.plays == ("DH", "P"))
            rests.update(hitter.id for hitter in card.bench if hitter.plays == ("DH", "P"))
    assert len(starts) == 2
    assert 100 < min(starts.values()) < max(starts.values()) < 161
    assert max(starts.values()) > 140
    assert all(rests[player] > 2 for player in starts)


def cards(world: World, year: int) -> list[tuple[Card, Card]]:
    """The cards of the games of a regular season."""
    season = cast("Season", world.season("MLB", year))
    return [season.cards(game) for game in season.regular() if game.unplayed_as is None]


def slugging(hitter: Hitter) -> tuple[float, float]:
    """What a batter reaches base for, and the bases of his hits, both a time at bat."""
    _, walk, hit, *hits = hitter.weights
    times = 1 + sum(hitter.weights)
    bases = sum(base * weight for base, weight in zip((4, 1, 2, 3), hits))
    return (walk + hit + sum(hits)) / times, bases / (times - walk - hit)


def test_the_best_bat_first(world: World) -> None:
    """The first four are about as good as each other: the first reaches base, the fourth has power."""
    reach, power = [Counter[int](), Counter[int]()]
    found = cards(world, 2023)[::4]
    for card in (card for pair in found for card in pair):
        for at, hitter in enumerate(card.order):
            reached, bases = slugging(hitter)
            reach[at] += reached / len(found) / 2
            power[at] += bases / len(found) / 2
    both = [reach[at] + power[at] for at in range(9)]
    assert max(both[:4]) - min(both[:4]) < 0.08
    assert min(both[:4]) > max(both[4:]) + 0.01
    assert both[4] > both[6] > both[8]
    assert power[3] > power[0] + 0.03
    assert max(range(4), key=lambda at: reach[at] / power[at]) == 0


@pytest.mark.long
def test_regulars_play_more_than_one_position(world: World) -> None:
    """Many begin ten games or more at a second position, and catchers bat for the designated hitter.

    Who changes his position can play it.
    """
    starts: dict[Hitter, Counter[str]] = defaultdict(Counter)
    for card in (card for pair in cards(world, 2023) for card in pair):
        assert sorted(card.positions) == sorted(plays[0] for plays, _ in REGULARS)
        assert len({*card.order, *card.bench}) == len(REGULARS) + len(BENCH)
        for hitter, position in zip(card.order, card.positions):
            starts[hitter][position] += 1
            assert position in hitter.plays or position == "DH"
    by_person: dict[int, Counter[str]] = defaultdict(Counter)
    for hitter, own in starts.items():
        by_person[hitter.id] += own
    regulars = [own for own in by_person.values() if own.total() >= 100]
    several = sum(sum(count >= 10 for count in own.values()) > 1 for own in regulars)
    assert 0.3 < several / len(regulars) < 0.6
    catchers = [own for own in regulars if own["C"] >= 80]
    assert sum(own["DH"] > 0 for own in catchers) > len(catchers) / 2
    assert 1 <= sum(own["DH"] >= 100 for own in regulars) <= 15


@pytest.mark.long
def test_managers_look_at_the_arm_of_the_starter(world: World) -> None:
    """Against a left-handed one fewer bat left-handed; the sides are those of the directory."""
    sides = {arm: Counter[str]() for arm in "RL"}
    season = cast("Season", world.season("MLB", 2023))
    for pair in cards(world, 2023):
        for card, other in (pair, pair[::-1]):
            sides[other.starter.throws].update(hitter.bats for hitter in card.order)
    left, right = (sides[arm]["L"] / sides[arm].total() for arm in "LR")
    assert right - left > 0.06
    assert 0.3 < (sides["L"] + sides["R"])["L"] / (sides["L"] + sides["R"]).total() < 0.4
    hands = {}
    for club in season.rosters.clubs:
        hands |= {hitter.id: ("bats", hitter.bats) for hitter in club.hitters(season.opens)}
        hands |= {arm.id: ("throws", arm.throws) for arm in club.arms(season.opens)}
    for member in (member for club in season.clubs for member in season.members(club.id, season.opens)):
        if member.person.id in hands:
            what, side = hands[member.person.id]
            assert profile(season, member.person, member.position, season.opens)[what] == side


@pytest.mark.long
def test_most_come_at_about_twenty_four_and_few_stay_for_long(world: World) -> None:
    """A tenth are 27 or older when they first appear, hardly anybody is 20; of batters some last a season only."""
    ages: list[int] = []
    seasons: list[int] = []
    young = []
    for year in range(2008, 2016):
        season = cast("Season", world.season("MLB", year))
        people = {
            (slot, season.careers.player(club.id, slot, season.opens))
            for club in season.clubs
            for slot in range(CALLED.stop)
        }
        young.append(sum(year - person.born <= 21 for _, person in people))
        ages += [year - person.born for _, person in people if person.since == year]
        seasons += [
            person.until - person.since + 1 for slot, person in people if person.since == year and slot < STARTING.start
        ]
    assert 23.5 < fmean(ages) < 25.5
    assert 0.06 < fmean(age >= 28 for age in ages) < 0.16
    assert 1 < fmean(young) < 16  # half of them are still 20
    assert 0.09 < fmean(count == 1 for count in seasons) < 0.25
    assert 0.04 < fmean(count >= 12 for count in seasons) < 0.12


@pytest.mark.long
def test_clubs_stay_good_for_some_years(world: World) -> None:
    """A good club is mostly good in the next season too, and less so three seasons later."""
    edges = [
        [club.edge for club in cast("Season", world.season("MLB", year)).rosters.clubs] for year in range(2012, 2021)
    ]

    def lasts(years: int) -> float:
        now, later = zip(*((a, b) for one, other in zip(edges, edges[years:]) for a, b in zip(one, other)))
        return correlation(now, later)

    assert 0.55 < lasts(1) < 0.85
    assert lasts(1) > lasts(3) + 0.1


def test_some_clubs_are_run_badly(world: World) -> None:
    """The worst club of a season is far below the average one, and not only for its people."""
    behind = []
    for year in range(2008, 2024):
        edges = [club.edge for club in cast("Season", world.season("MLB", year)).rosters.clubs]
        behind.append((fmean(edges) - min(edges)) / pstdev(edges))
    assert fmean(behind) > 1.77


def test_substitutes_bat_worse_than_regulars(world: World) -> None:
    """A regular has a batting average with which he keeps his place; who is no regular is worth an eighth less.

    He is so on any club, as what its whole side is better for is counted in its games.
    """
    season = cast("Season", world.season("MLB", 2022))
    regulars: list[Hitter] = []
    others: list[Hitter] = []
    for club in season.rosters.clubs:
        hitters = club.hitters(season.opens)
        spare, person = len(REGULARS), club.holders.on(season.opens)[len(REGULARS)]
        assert hitters[spare].weights == club.abilities.hitter(person, spare, 1.1 * club.bat).weights
        regulars += hitters[: len(REGULARS)]
        others += hitters[len(REGULARS) :]

    def average(hitter: Hitter) -> float:
        hits = fsum(hitter.weights[3:])
        return hits / (1 + hitter.weights[0] + hits)

    assert min(map(average, regulars)) > LOWEST - 0.014
    assert min(map(average, others)) < LOWEST - 0.04
    assert 0.85 < fmean(hitter.value for hitter in others) / fmean(hitter.value for hitter in regulars) < 0.88


def test_who_crowds_the_plate_is_hit(world: World) -> None:
    """Some regulars are hit by pitches four times as often as others, in every season."""
    rates: list[dict[int, float]] = []
    for year in (2021, 2022):
        clubs = cast("Season", world.season("MLB", year)).rosters.clubs
        regulars = [hitter for club in clubs for hitter in club.hitters(date(year, 6, 1))[: len(REGULARS)]]
        rates.append({hitter.id: hitter.weights[2] for hitter in regulars})
    tenths = quantiles(rates[0].values(), n=10)
    assert 3.5 < tenths[-1] / tenths[0] < 6
    both = rates[0].keys() & rates[1].keys()
    assert correlation([rates[0][id] for id in both], [rates[1][id] for id in both]) > 0.95


@pytest.mark.long
def test_corners_hit_and_the_middle_fields(world: World) -> None:
    """First basemen, corner outfielders and designated hitters bat best; the middle does not."""
    bats: dict[str, list[float]] = defaultdict(list)
    for year in (2013, 2018, 2023):
        for card in (card for pair in cards(world, year)[::9] for card in pair):
            for hitter, position in zip(card.order, card.positions):
                bats[position].append(sum(slugging(hitter)))
    worth = {position: fmean(own) for position, own in bats.items()}
    assert min(worth[x] for x in ("1B", "LF", "RF", "DH")) > max(worth[x] for x in ("C", "2B", "SS", "CF"))
    assert min(worth, key=worth.__getitem__) == "C"


def test_first_basemen_stay_on_their_side() -> None:
    """Who is listed at first base, where many throw with the left hand, plays neither second nor third."""
    for plays, _ in (*REGULARS, *BENCH, *DEPTH):
        if plays[0] in ("1B", "LF", "CF", "RF"):
            assert not {"2B", "3B", "SS", "C"} & set(plays)
