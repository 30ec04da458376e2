"""The simulated soccer leagues: clubs that come and go, fixtures, boxes that add up, states by the clock, figures."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from math import log
from statistics import correlation, fmean, pstdev
from typing import Any, cast

import pytest

from sportsframe.catalog import SPORTS, answer, simulated
from sportsframe.catalog.records import fields
from sportsframe.catalog.soccer import LEAGUES, Fixture, Line, TeamStats
from sportsframe.catalog.statuses import STATUSES
from sportsframe.simulation import World
from sportsframe.simulation._common.careers import grown
from sportsframe.simulation.soccer import play
from sportsframe.simulation.soccer.box import Tally
from sportsframe.simulation.soccer.clubs import _leaning, member_ids, members, pool, ranked, scores, table
from sportsframe.simulation.soccer.play import CORNER, GOALS, PENALTIES, YELLOW, length, sent_off
from sportsframe.simulation.soccer.rosters import DEFENDER, FORWARD, GOALKEEPER, MARKET, MIDFIELDER, PRIME, STAR
from sportsframe.simulation.soccer.schedule import LEG_GAP, ROUNDS, pauses
from sportsframe.simulation.soccer.season import Game, Season

from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2040, 1, 1, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SIDES = ("away_team", "home_team")
CODES = tuple(LEAGUES)
KEEPING = {"goals_conceded", "saves", "clean_sheets", "penalties_saved", "penalties_faced"}


@pytest.fixture(scope="module", params=CODES)
def season(world: World, request: pytest.FixtureRequest) -> Season:
    """The season of 2024-25 of each league."""
    return cast("Season", world.season("SOCCER", 2024, request.param))


@pytest.fixture(scope="module")
def played(season: Season) -> list[Game]:
    """The games of the season, in order of start."""
    return sorted((game for game in season.regular() if game.played), key=lambda game: game.start)


@pytest.fixture(scope="module")
def boxes(played: list[Game]) -> list[dict[str, Any]]:
    """Finished live records of every third game."""
    return [_live(game, AFTER) for game in played[::3]]


def _live(game: Game, now: datetime) -> dict[str, Any]:
    record = game.live(now)
    assert record is not None
    return record.wire()


def test_leagues_do_not_mix(world: World) -> None:
    """[S1-08] Three leagues have three row sets, and no club of one plays in another; they share one space of ids."""
    ids = {code: {club.id for club in members(2024, code, 2024)} for code in CODES}
    assert all(len(found) == 20 for found in ids.values())
    assert len(set.union(*ids.values())) == 60
    assert set.union(*ids.values()) <= set(simulated.TEAM_IDS)
    for code in CODES:
        rows = world.season("SOCCER", 2024, code).regular()
        assert {club.id for game in rows for club in (game.row.away, game.row.home)} == ids[code]  # type: ignore[attr-defined]
    letters = [club.abbreviation for code in CODES for club in pool(2024, code)]
    names = [club.name for code in CODES for club in pool(2024, code)]
    assert len(set(letters)) == len(set(names)) == len(letters)


@pytest.mark.parametrize("league", CODES)
def test_the_window_of_winter(world: World, league: str) -> None:
    """Whatever day a season opens on, players change clubs in January only, the first of February at the latest."""
    for year in range(2000, 2041):
        opens = cast("Season", world.season("SOCCER", year, league)).opens
        first, last = (opens + MARKET[league].day(point) * DAY for point in (0.0, 1 - 1e-9))
        assert date(year + 1, 1, 1) <= first < last <= date(year + 1, 2, 1)


@pytest.mark.parametrize("league", CODES)
def test_three_go_down_and_three_come_up(league: str) -> None:
    """17 of 20 clubs stay; the last three of a table are not among the next season's; ids and names stay for ever."""
    for year in range(2000, 2026):
        before, after = (members(2024, league, y) for y in (year, year + 1))
        assert len(set(before) & set(after)) == 17
        relegated = {row[0] for row in table(2024, league, year)[-3:]}
        assert not relegated & {club.id for club in after}
    known = {club.id: club for club in pool(2024, league)}
    assert all(known[club.id] == club for club in members(2024, league, 2031))


def test_clubs_buy_the_best_of_those_that_go_down(world: World) -> None:
    """Most stars of a relegated club play in the league next season, and few of its others."""
    seen: dict[bool, list[bool]] = {True: [], False: []}
    for year in range(2016, 2023):
        before, after = (cast("Season", world.season("SOCCER", y, "EPL")) for y in (year, year + 1))
        ids = {club.id for club in after.clubs}
        there = {
            player.person.id
            for club in ids
            for players in after.squads.squad(club, after.opens).values()
            for player in players
        }
        for club in before.clubs:
            if club.id not in ids:
                for players in before.squads.squad(club.id, before.closes).values():
                    for player in players:
                        if player.person.until > year:
                            seen[player.ability > STAR + 0.3].append(player.person.id in there)
    assert fmean(seen[True]) > 0.45
    assert 0.05 < fmean(seen[False]) < 0.3


@pytest.mark.parametrize("league", CODES)
def test_table_follows_from_the_games(world: World, league: str) -> None:
    """3, 1 and 0 points; level clubs are put in order by the rule of their country."""
    season = cast("Season", world.season("SOCCER", 2023, league))
    points: Counter[int] = Counter()
    for game in season.regular():
        if game.played:
            away, home = game.score
            points[game.row.away.id] += 3 if away > home else int(away == home)
            points[game.row.home.id] += 3 if home > away else int(away == home)
    order = table(2024, league, 2023)
    assert {row[0]: row[1] for row in order} == dict(points)
    assert [row[1] for row in order] == sorted((row[1] for row in order), reverse=True)


def test_the_best_are_further_away_than_the_worst() -> None:
    """In the standard world from 2000 to 2027 no club has fewer than eleven points or allows 100 goals in a season, the
    last ones have 20 to 29 on the average, and champions 83 to 93, as in the leagues."""
    for league in CODES:
        tables = [table(2024, league, year) for year in range(2000, 2028)]
        allowed = [max(scored - difference for _, _, difference, scored in rows) for rows in tables]
        last, first = ([rows[place][1] for rows in tables] for place in (-1, 0))
        assert min(last) >= 11
        assert max(allowed) < 100
        assert 20 <= fmean(last) <= 29
        assert 83 <= fmean(first) <= 93
        assert max(first) <= 105


def test_clubs_are_drawn_apart_in_their_order() -> None:
    """Leaning keeps the order, the mean and the spread of clubs; the best is further from the mean than the worst."""
    even = [(place - 9.5) / 5.766 for place in range(20)]
    leaning = _leaning(even, 0.3)
    assert leaning == sorted(leaning)
    assert fmean(leaning) == pytest.approx(0, abs=1e-12)
    assert pstdev(leaning) == pytest.approx(1)
    assert leaning[-1] > 1.2 * -leaning[0]


def test_level_clubs() -> None:
    """England looks at goals first, Italy and Spain at the games between the clubs."""
    results = {(2, 1): (0, 2), (1, 2): (0, 1), (3, 1): (0, 1), (1, 3): (1, 0), (3, 2): (0, 5), (2, 3): (5, 0)}
    england, spain = (ranked(results, code) for code in ("EPL", "LALIGA"))
    assert [row[:2] for row in england] == [(2, 9), (1, 9), (3, 0)]
    assert [row[:2] for row in spain] == [(1, 9), (2, 9), (3, 0)]


def test_each_pair_meets_once_on_either_ground(played: list[Game]) -> None:
    """380 games: each pair once in each half of the season, with grounds changed."""
    pairs = [(game.row.away.id, game.row.home.id) for game in played]
    assert len(pairs) == len(set(pairs)) == 380
    halves: list[list[frozenset[int]]] = [[], []]
    for game in played[0].season.regular():
        if game.row.round:
            halves[game.row.round > ROUNDS // 2].append(frozenset((game.row.away.id, game.row.home.id)))
    assert [len(set(half)) for half in halves] == [190, 190]


def test_home_and_away_take_turns(season: Season) -> None:
    """By the plan of rounds nobody is at home or away more than twice running."""
    turns: dict[int, list[str]] = defaultdict(list)
    for game in sorted((g for g in season.regular() if g.row.round), key=lambda g: g.row.round):
        turns[game.row.away.id].append("A")
        turns[game.row.home.id].append("H")
    assert all(len(pattern) == ROUNDS for pattern in turns.values())
    assert not any("AAA" in "".join(pattern) or "HHH" in "".join(pattern) for pattern in turns.values())


@pytest.mark.parametrize("league", CODES)
def test_neighbours(world: World, league: str) -> None:
    """Clubs of one town are never both at home in a round, and meet neither early, nor late, nor soon again."""
    seen = 0
    for year in range(2010, 2030):
        season = cast("Season", world.season("SOCCER", year, league))
        towns: dict[str, list[int]] = defaultdict(list)
        for club in season.clubs:
            towns[club.place.city].append(club.id)
        for town in (set(ids) for ids in towns.values() if len(ids) == 2):
            seen += 1
            rounds = [game for game in season.regular() if game.row.round]
            home = Counter(game.row.round for game in rounds if game.row.home.id in town)
            assert max(home.values()) == 1
            meetings = sorted(g.row.round for g in rounds if {g.row.away.id, g.row.home.id} == town)
            assert len(meetings) == 2
            assert meetings[0] > 1
            assert meetings[1] <= ROUNDS - 2
            assert meetings[1] - meetings[0] >= LEG_GAP
    assert seen >= 5


def test_clubs_have_rest(played: list[Game]) -> None:
    """Nobody plays on two days running, and nobody plays in a pause."""
    days: dict[int, list[date]] = defaultdict(list)
    closed = pauses(played[0].season.code, 2024)
    for game in played:
        for club in (game.row.away, game.row.home):
            days[club.id].append(game.day)
        if not date(2024, 12, 26) <= game.day <= date(2025, 1, 5):
            assert not any(start <= game.day <= end for start, end in closed), game
    assert min((b - a).days for found in days.values() for a, b in pairwise(found)) >= 2


WEEKDAYS = {
    "EPL": {5: 0.50, 6: 0.29, 2: 0.065, 1: 0.05, 0: 0.047, 3: 0.03, 4: 0.025},
    "SERIEA": {6: 0.46, 5: 0.30, 0: 0.105, 4: 0.08},
    "LALIGA": {6: 0.40, 5: 0.33, 4: 0.09, 0: 0.065},
}


@pytest.mark.parametrize("league", CODES)
def test_calendar(world: World, league: str) -> None:
    """Seasons begin in the middle of August and end late in May; weekdays come as often as in the real leagues.

    That of the World Cup in winter begins a week earlier, ends a week later and rests while it is played.
    """
    seen: Counter[int] = Counter()
    for year in range(2015, 2027):
        season = cast("Season", world.season("SOCCER", year, league))
        days = [game.day for game in season.regular() if game.played]
        assert season.opens <= min(days) < date(year, 8, 24)
        assert min(days) >= date(year, 8, 5 if year == 2022 else 11)
        assert date(year + 1, 5, 19) <= max(days) <= season.closes
        if year == 2022:
            assert not any(date(2022, 11, 14) <= day < date(2022, 12, 26) for day in days)
            assert date(2023, 5, 28) <= max(days) <= date(2023, 6, 4)
            assert Counter(
                Counter(
                    club for game in season.regular() if game.played for club in (game.row.away.id, game.row.home.id)
                ).values()
            ) == {38: 20}
        seen.update(day.weekday() for day in days)
    for weekday, share in WEEKDAYS[league].items():
        assert seen[weekday] / seen.total() == pytest.approx(share, abs=0.03)


def _on_the_pitch(game: Game) -> Iterator[tuple[play.Event, int, set[int]]]:
    """Each event of a game, the side of its player, and who of that side is on the pitch when it happens."""
    pitch = [{player.person.id for player in lineup} for lineup in game.match.lineups]
    for event in game.match.events:
        side = 1 - event.side if event.kind == play.OWN else event.side
        yield event, side, pitch[side]
        if event.kind == play.SWAP:
            pitch[side] ^= {event.player, event.other}
        elif event.kind == play.RED:
            pitch[side].remove(event.player)


def test_a_club_has_one_taker_of_penalties(played: list[Game]) -> None:
    """Whoever takes a penalty of a club takes them from the same others each time; few of those are defenders."""
    before: dict[int, set[tuple[int, int]]] = defaultdict(set)
    positions: Counter[str] = Counter()
    for game in played:
        clubs = game.row.away.id, game.row.home.id
        for event, side, pitch in _on_the_pitch(game):
            if event.kind in PENALTIES:
                positions[game.match.squads[side][event.player].position] += 1
                before[clubs[side]].update((event.player, other) for other in pitch - {event.player})
    assert all((other, taker) not in pairs for pairs in before.values() for taker, other in pairs)
    takers = [len({taker for taker, _ in pairs}) for pairs in before.values()]
    assert sum(takers) / len(takers) < 4
    assert not positions[GOALKEEPER]
    assert positions[DEFENDER] < 0.25 * positions.total()


@pytest.mark.parametrize("league", CODES)
def test_a_red_card_costs_points(league: str) -> None:
    """From the sides that lose a player early games bring well below a point, from those that do late a little more."""
    early, late = list[int](), list[int]()
    for year in range(2005, 2025):
        results = scores(2024, league, year)
        reds = [sent_off(2024, league, year, side) for side in (0, 1)]
        for side, found in enumerate(reds):
            for pair in found.keys() - reds[1 - side].keys():
                own, their = results[pair][side], results[pair][1 - side]
                (late if found[pair][0] else early).append(3 * (own > their) + (own == their))
    assert 0.5 < fmean(early) < 1.0
    assert fmean(early) < fmean(late) < 1.15


def test_ten_men_attack_less(played: list[Game]) -> None:
    """After a red card a side shoots less than before and is shot at more, and so it goes with goals."""
    shots = GOALS | {play.SAVED, play.WIDE}
    seen: dict[tuple[bool, bool], Counter[str]] = defaultdict(Counter)
    for match in (game.match for game in played):
        reds = [event for event in match.events if event.kind == play.RED]
        for event in match.events if len(reds) == 1 else ():
            counts = seen[event.second > reds[0].second, event.side == reds[0].side]
            counts["goals"] += event.kind in GOALS
            counts["shots"] += event.kind in shots
    for figure, most in (("shots", 0.65), ("goals", 1.0)):
        assert seen[True, True][figure] < most * seen[True, False][figure]
    assert seen[False, True]["shots"] > 0.75 * seen[False, False]["shots"]


def test_no_game_after_midnight_gmt(played: list[Game]) -> None:
    """[S2.2-02] Kick-offs stay within the GMT day of their label, the last ones at ten in the evening local time."""
    assert all(game.start.date() == game.day for game in played)


def test_english_kickoffs(world: World) -> None:
    """A third of the English games begin on Saturday at three, and the last ten all at once."""
    games = [g for g in cast("Season", world.season("SOCCER", 2024, "EPL")).regular() if g.played]
    three = [g for g in games if g.day.weekday() == 5 and g.row.clock == "15:00"]
    assert len(three) / 380 == pytest.approx(1 / 3, abs=0.05)
    assert len({g.start for g in games if g.row.round == ROUNDS}) == 1


@pytest.mark.parametrize("year", [2017, 2023, 2025])
def test_nobody_kicks_off_early_on_a_working_day(world: World, year: int) -> None:
    """The rounds about the new year are played in the afternoon on holidays and weekends only."""
    for game in cast("Season", world.season("SOCCER", year, "EPL")).regular():
        holiday = (game.day.month, game.day.day) in ((12, 26), (1, 1))
        if game.played and game.day.weekday() < 5 and not holiday and game.day.month in (12, 1):
            assert game.start.hour >= 17


def test_christmas(world: World) -> None:
    """About the new year England plays three rounds on ten days or so, not every year alike, and each club has rest."""
    seen: Counter[tuple[int, int]] = Counter()
    ways = set()
    for year in range(2005, 2030):
        games = [g for g in cast("Season", world.season("SOCCER", year, "EPL")).regular() if g.played and g.row.round]
        found = [game for game in games if date(year, 12, 26) <= game.day <= date(year + 1, 1, 5)]
        days = Counter((game.day.month, game.day.day) for game in found)
        seen.update(days)
        ways.add(tuple(days.items()))
        starts: dict[int, list[datetime]] = defaultdict(list)
        for game in sorted(found, key=lambda game: game.start):
            for club in (game.row.away, game.row.home):
                starts[club.id].append(game.start)
        assert min(b - a for found in starts.values() for a, b in pairwise(found)) >= timedelta(hours=48)
        assert min(found[-1].date() - found[0].date() for found in starts.values() if len(found) > 2) >= 5 * DAY
    assert len(ways) > 12
    for day in ((12, 26), (12, 27), (12, 28), (12, 29), (12, 30), (12, 31), (1, 1), (1, 2), (1, 3)):
        assert 1 <= seen[day] / 25 <= 8


def test_a_side_scores_eight_now_and_then() -> None:
    """In England once in two or three seasons, and eleven never."""
    most = [max(score) for year in range(2000, 2027) for score in scores(2024, "EPL", year).values()]
    assert 5 <= sum(goals >= 8 for goals in most) <= 20
    assert max(most) <= 10


def test_goalkeepers_lose_their_place(world: World) -> None:
    """In a quarter of the clubs, more or less, no goalkeeper begins thirty games."""
    for year in (2019, 2023):
        begun: dict[int, Counter[int]] = defaultdict(Counter)
        season = cast("Season", world.season("SOCCER", year, "EPL"))
        for game in season.regular():
            if game.played:
                for side, club in enumerate((game.row.away.id, game.row.home.id)):
                    begun[club][game.match.lineups[side][0].person.id] += 1
        assert 2 <= sum(max(counts.values()) < 30 for counts in begun.values()) <= 9


def test_ids(season: Season) -> None:
    """[S2.2-06] [S2.2-07] [S2.2-08] [S2.2-11] An id is day, away and home team, unique, and finds its game."""
    rows = season.regular()
    assert len({game.id for game in rows}) == len(rows)
    for game in rows:
        record = game.schedule(AFTER).wire()
        assert record["game_ID"] == f"{game.day:%Y%m%d}-{record['away_team_ID']}-{record['home_team_ID']}"
        assert season.find(record["game_ID"]) is game


SCHEDULE_KEYS = {
    "away_team", "home_team", "away_team_ID", "home_team_ID", "game_ID", "game_time", "season_type", "season", "status",
    "city", "country", "postal_code", "arena", "field", "dome", "latitude", "longitude",
}  # fmt: skip


def test_schedule_rows(season: Season) -> None:
    """[S2.3-08] [S2.3-09] The whole row: no event name, no round, no state; `replaced_by` where there is one."""
    for game in season.regular():
        row = game.schedule(AFTER).wire()
        assert set(row) - {"replaced_by"} == SCHEDULE_KEYS
        assert ("replaced_by" in row) == (row["status"] == "replaced")
        for text in ("away_team", "home_team", "season", "city", "country", "postal_code", "arena", "field"):
            assert isinstance(row[text], str)
        assert row["season"] == "2024-2025"
        assert row["season_type"] == "Regular Season"
        assert row["dome"] in (0, 1)
        assert type(row["dome"]) is type(row["away_team_ID"]) is int
        assert row["field"] in ("grass", "turf")
        assert isinstance(row["latitude"], float)
    names = {spec.name for spec in fields(Fixture)}
    assert not names & {"event_name", "round", "state"}


def test_times_on_the_wire(season: Season) -> None:
    """[S2.2-04] [S2.2-14] [S2.2-18] [S2.2-20] [S2.2-21] Instants are HTTP dates in GMT, two digits a day."""
    for game in season.regular()[::7]:
        text = game.schedule(AFTER).wire()["game_time"]
        assert re.fullmatch(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT", text)
        assert datetime.strptime(text, "%a, %d %b %Y %H:%M:%S GMT").replace(tzinfo=UTC) == game.start


def test_replaced_rows(world: World) -> None:
    """[S2.3-13] [S3-09] A replaced row points to a row of the season, moved or with grounds changed; never live."""
    replaced = total = 0
    for year in range(2020, 2026):
        for league in CODES:
            season = cast("Season", world.season("SOCCER", year, league))
            ids = {game.id for game in season.regular() if game.played}
            for game in season.regular():
                row = game.schedule(AFTER).wire()
                total += 1
                if row["status"] == "replaced":
                    replaced += 1
                    assert row["replaced_by"] in ids
                    by = cast("Game", season.find(row["replaced_by"]))
                    assert {by.row.away, by.row.home} == {game.row.away, game.row.home}
                    assert by.day != game.day or by.row.away == game.row.home
                    assert game.live(AFTER) is None
    assert 0.01 <= replaced / total <= 0.03


def test_postponed_rows(world: World) -> None:
    """[S3-04] [S3-07] A postponed game keeps its row, is never live, and is played under another within ten weeks."""
    postponed = total = 0
    for year in range(2020, 2026):
        for league in CODES:
            for game in cast("Season", world.season("SOCCER", year, league)).regular():
                total += 1
                if game.row.unplayed_as == "postponed":
                    postponed += 1
                    makeup = game.row.by
                    assert makeup is not None
                    assert timedelta(0) < makeup.day - game.day <= timedelta(weeks=10)
                    assert (makeup.away, makeup.home) == (game.row.away, game.row.home)
                    assert game.schedule(game.start - 3 * DAY).status == "scheduled"
                    assert game.schedule(game.start).status == game.schedule(AFTER).status == "postponed"
                    assert game.live(AFTER) is None
    assert 0.005 <= postponed / total <= 0.025


def test_statuses(world: World) -> None:
    """[S3-01] The words occur that soccer has use for, all of them of the list."""
    seen = set()
    for year in range(2018, 2028):
        for league in CODES:
            for game in cast("Season", world.season("SOCCER", year, league)).regular():
                timeline = game.timeline
                for now in (game.start - 9 * DAY, game.start + 15 * MINUTE, game.start + 60 * MINUTE, AFTER):
                    seen.add(timeline.status(now))
                if timeline.pause:
                    seen.add(timeline.status(timeline.pause[0] + MINUTE))
    assert seen <= set(STATUSES)
    assert seen == {"scheduled", "delayed", "inprogress", "suspended", "completed", "postponed", "replaced"}


def test_a_game_goes_one_way(played: list[Game]) -> None:
    """[S3-07] From scheduled through play to its end and never back; live from the real start on."""
    for game in played[:30]:
        states = [game.timeline.status(game.start + m * MINUTE) for m in range(-30, 3000, 3)]
        order = [state for state, before in zip(states, [None, *states]) if state != before]
        assert order[0] == "scheduled"
        assert order[-1] == "completed"
        assert len(order) == len(set(order)) or game.timeline.pause
        assert game.live(game.start - MINUTE) is None


def test_a_running_box_is_a_part_of_the_finished_one(played: list[Game]) -> None:
    """What a box says during a game is never more than what it says later: a true prefix."""
    for game in played[5:380:37]:
        before: dict[str, dict[str, int]] = {}
        for minutes in range(0, 160, 6):
            record = game.live(game.start + minutes * MINUTE)
            if record is None:
                assert not before
                continue
            now: dict[str, dict[str, int]] = {}
            for side in SIDES:
                box = record.full_box.wire()[side]
                now[side] = {**box["team_stats"], **{f"period {k}": v for k, v in box["quarter_scores"].items()}}
                for player, line in record.player_box.wire()[side].items():
                    now[player] = {k: v for k, v in line.items() if isinstance(v, int)}
            for key, figures_before in before.items():
                assert all(now[key][name] >= value for name, value in figures_before.items())
            before = now


def test_suspended_games(world: World) -> None:
    """[S3-07] A suspended game stands still over night and ends on the next day, with its own id and date."""
    found = [
        game
        for year in range(2015, 2030)
        for league in CODES
        for game in cast("Season", world.season("SOCCER", year, league)).regular()
        if game.timeline.pause
    ]
    assert found
    for game in found[:3]:
        pause = game.timeline.pause
        assert pause is not None
        first, second = (_live(game, pause[0] + hours * timedelta(hours=1)) for hours in (1, 15))
        assert first == second
        assert first["status"] == "suspended"
        assert _live(game, AFTER)["status"] == "completed"


def test_live_records(season: Season, boxes: list[dict[str, Any]]) -> None:
    """[S2.6-15] [S2.6-13] [S2.6-01] Records carry the sport's code, not the league; neither event name nor round."""
    for box in boxes:
        assert box["sport"] == "SOCCER"
        assert not {"event_name", "round"} & set(box)
        assert set(box) == {
            "sport", "game_ID", "game_time", "away_team_name", "home_team_name", "status", "game_status",
            "game_location", "season_type", "season", "full_box", "player_box",
        }  # fmt: skip
        assert box["status"] == "completed"
        assert box["game_status"] == "Final"
    assert "SOCCER" in SPORTS
    assert answer("SOCCER", "live").record.source == "assumed"


def test_box_shape(boxes: list[dict[str, Any]]) -> None:
    """[S2.8-08] [S2.6-02] [S2.6-03] Sixteen team figures; fourteen a player, five more for a goalkeeper; no groups."""
    keys = {spec.wire for spec in fields(TeamStats)}
    line_keys = {spec.wire for spec in fields(Line)}
    assert len(keys) == 16
    assert len(line_keys) == 19
    for box in boxes:
        for side in SIDES:
            assert set(box["full_box"][side]["team_stats"]) == keys
            for player, line in box["player_box"][side].items():
                assert int(player) in simulated.PLAYER_IDS
                keeper = line["position"] == "Goalkeeper"
                assert set(line) == (line_keys if keeper else line_keys - KEEPING)


def test_halves(boxes: list[dict[str, Any]]) -> None:
    """[S2.6-04] Goals stand under the halves "1" and "2", and their sum is the score."""
    for box in boxes:
        for side in SIDES:
            team = box["full_box"][side]
            assert list(team["quarter_scores"]) == ["1", "2"]
            assert sum(team["quarter_scores"].values()) == team["score"]


def test_sides_add_up(boxes: list[dict[str, Any]]) -> None:
    """[S2.8-08] Team figures are the sums of the lines; what one side commits the other one suffers."""
    for box in boxes:
        for side, other in (SIDES, SIDES[::-1]):
            own, their = box["full_box"][side]["team_stats"], box["full_box"][other]["team_stats"]
            lines, opponents = (list(box["player_box"][s].values()) for s in (side, other))
            for name in set(own) & set(lines[0]) - KEEPING:
                assert own[name] == sum(line[name] for line in lines), name
            keepers = [line for line in lines if line["position"] == "Goalkeeper"]
            assert own["saves"] == sum(line["saves"] for line in keepers)
            assert own["fouls_drawn"] == their["fouls_committed"]
            assert own["free_kicks_won"] == their["free_kicks_conceded"]
            assert own["penalty_attempts"] == their["penalties_faced"] == their["penalties_conceded"]
            assert own["penalties_scored"] <= own["penalty_attempts"]
            score, goals = box["full_box"][side]["score"], sum(line["goals"] for line in lines)
            assert goals <= score
            assert their["saves"] == own["shots_on_goal"] - goals
            assert own["shots_on_goal"] <= own["shots_attempted"]
            assert sum(line["goals_conceded"] for line in opponents if "goals_conceded" in line) == score
            assert their["clean_sheets"] == int(score == 0)
            assert sum(line["assists"] for line in lines) <= goals


def test_minutes(played: list[Game], boxes: list[dict[str, Any]]) -> None:
    """Eleven play at a time: 990 minutes a side, fewer only where somebody was sent off; one keeper plays it all."""
    for box in boxes:
        for side in SIDES:
            lines = box["player_box"][side].values()
            minutes = sum(line["minutes_played"] for line in lines)
            reds = box["full_box"][side]["team_stats"]["red_cards"]
            assert minutes == 990 if not reds else 900 <= minutes <= 990
            assert sum(line["minutes_played"] for line in lines if line["position"] == "Goalkeeper") == 90
            assert 11 <= len(lines) <= 17
            assert all(line["yellow_cards"] <= 1 and line["red_cards"] <= 1 for line in lines)


def test_only_who_is_on_the_pitch_plays(played: list[Game]) -> None:
    """Nobody does anything before he comes on or after he has left."""
    for game in played[::20]:
        assert all(event.player in pitch for event, _, pitch in _on_the_pitch(game))
        assert [event.second for event in game.match.events] == sorted(event.second for event in game.match.events)


def test_clubs_use_different_numbers_of_players(season: Season, played: list[Game]) -> None:
    """Some get along with fewer than others; among those who play are a few of 17 and 18 years."""
    used: dict[int, set[int]] = defaultdict(set)
    born: dict[int, int] = {}
    for game in played:
        for side, club in enumerate((game.row.away.id, game.row.home.id)):
            match, squad = game.match, game.match.squads[side]
            came = {event.other for event in match.events if event.kind == play.SWAP and event.side == side}
            used[club] |= {player.person.id for player in match.lineups[side]} | came
            born |= {player: squad[player].person.born for player in used[club] & squad.keys()}
    counts = [len(found) for found in used.values()]
    assert 25 <= fmean(counts) <= 29
    assert pstdev(counts) > 1.3
    assert max(counts) - min(counts) >= 5
    ages = [season.year - year for year in born.values()]
    assert min(ages) in (17, 18)
    assert sum(age < 20 for age in ages) < 0.12 * len(ages)


def test_records_of_the_clubs(played: list[Game]) -> None:
    """A record is wins, draws and losses so far, this game included once it is over."""
    last = {}
    for game in played[-40:]:
        box = _live(game, AFTER)["full_box"]
        for side in SIDES:
            last[box[side]["team_id"]] = box[side]["record"]
    for text in last.values():
        assert sum(map(int, text.split("-"))) == ROUNDS
    opening = _live(played[0], played[0].timeline.begins + MINUTE)["full_box"]
    assert opening["home_team"]["record"] == "0-0-0"


def test_display_text_is_for_people(played: list[Game]) -> None:
    """[S3-06] The display text tells minute and half, half time and the end, beside the status."""
    game = next(game for game in played if game.timeline.begins - game.start < 2 * MINUTE and not game.timeline.pause)
    begins = game.timeline.begins
    seen = [_live(game, begins + m * MINUTE)["game_status"] for m in (10, 55, 75, 180)]
    assert seen[0] == "10' 1st Half"
    assert seen[1] == "Half Time"
    assert re.fullmatch(r"5\d' 2nd Half", seen[2])
    assert seen[3] == "Final"


def test_world_is_the_same_for_everyone(played: list[Game]) -> None:
    """The same seed gives the same game, from another world object too; another seed gives another season."""
    code = played[0].season.code
    again = cast("Season", World().season("SOCCER", 2024, code)).find(played[50].id)
    assert again is not None
    assert cast("Game", again).live(AFTER) == played[50].live(AFTER)
    assert scores(1, code, 2024) != scores(2024, code, 2024)


@pytest.mark.parametrize(("year", "most"), [(2018, 3), (2023, 5)])
@pytest.mark.parametrize("code", but_in_long_trials(CODES, *CODES[1:]))
def test_no_side_changes_more_players_than_the_laws_allow(world: World, code: str, year: int, most: int) -> None:
    """A goalkeeper who is hurt is one of them: somebody else stays on."""
    used = set()
    for game in world.season("SOCCER", year, code).all():
        record = game.live(AFTER)
        if record is not None:
            for lines in record.wire()["player_box"].values():
                played = [line for line in lines.values() if line["minutes_played"]]
                keepers = sum(line["position"] == "Goalkeeper" for line in played)
                used.add((len(played) - 11, keepers))
    assert max(count for count, _ in used) == most
    assert (most, 2) in used


def test_a_side_has_eight_yellow_cards_at_most(world: World) -> None:
    """Where cautions come far more often than ever, eight players of a side are booked, none of them twice."""
    season = cast("Season", world.season("SOCCER", 2023, "EPL"))
    row = next(game.row for game in season.regular() if game.played)
    ids = row.away.id, row.home.id
    told = play._Simulator(season.seed, "EPL", 2023, (season._side(ids[0], *ids), season._side(ids[1], *ids)))
    told.style = replace(told.style, yellows=(48.0, 48.0))
    events = told.simulate((1, 1), (1.0, 1.0)).events
    for side in (0, 1):
        shown = [event.player for event in events if event.kind == play.YELLOW and event.side == side]
        assert len(shown) == 8
        assert len(set(shown)) == 8


def test_another_goalkeeper_comes_on_for_one_who_is_sent_off(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """He comes on for somebody from the field, as one of the changes; where none is left, no goalkeeper is sent off."""
    monkeypatch.setattr(play, "KEEPER_OFF", 1.0)
    season = cast("Season", world.season("SOCCER", 2023, "EPL"))
    replaced = Counter[bool]()
    for row in [game.row for game in season.regular() if game.played][:40]:
        ids = row.away.id, row.home.id
        told = play._Simulator(season.seed, "EPL", 2023, (season._side(ids[0], *ids), season._side(ids[1], *ids)))
        told.reds = [20 * 60.0, 100 * 60.0]
        match = told.simulate((1, 1), (1.0, 1.0))
        keepers = [lineup[0].person.id for lineup in match.lineups]
        for before, event in pairwise(match.events):
            if before.kind == play.RED:
                went = match.squads[before.side][before.player].position == GOALKEEPER
                replaced[went] += 1
                if went:
                    assert (event.kind, event.second, event.side) == (play.SWAP, before.second, before.side)
                    assert match.squads[event.side][event.other].position == GOALKEEPER
                    assert match.squads[event.side][event.player].position != GOALKEEPER
                    assert before.player == keepers[before.side]
        tally = Tally(match, length(match.added, match.rest), True)
        for side in (0, 1):
            assert sum(event.kind == play.SWAP and event.side == side for event in match.events) <= 5
            assert sum(tally._line(side, p).minutes_played for p in tally.figures[side]) < 990
    assert replaced[True] > replaced[False] > 0


def test_who_finds_the_goal_is_picked(season: Season) -> None:
    """Of two forwards of one talent the one with the better eye for goal plays first, whoever keeps goal aside."""
    for position, wanted in ((FORWARD, 0.25), (MIDFIELDER, 0.1)):
        eyes, rest = list[float](), list[float]()
        for club in season.clubs:
            for player in season.squads.squad(club.id, season.opens)[position]:
                eyes.append(log(player.eye))
                rest.append(player.ability - grown(player.person, season.year, PRIME))
        assert correlation(eyes, rest) > wanted


def test_who_comes_up_seldom_ends_near_the_top() -> None:
    """From 2001 to 2027 few of the clubs that have come up end among the first six."""
    ranks = [
        place
        for league in CODES
        for year in range(2001, 2028)
        for place, row in enumerate(table(2024, league, year), 1)
        if row[0] not in member_ids(2024, league, year - 1)
    ]
    assert sum(rank <= 6 for rank in ranks) / len(ranks) < 0.04
    assert 12 < fmean(ranks) < 16


@pytest.mark.parametrize("league", ["EPL", "SERIEA"])
def test_losers_press_and_are_booked(world: World, league: str) -> None:
    """Winners have no more corners than losers, losers a few more cautions; both sides have many in the same game."""
    corners: dict[int, list[int]] = defaultdict(list)
    booked: dict[int, list[int]] = defaultdict(list)
    both = []
    for year in (2016, 2018, 2021):
        season: Any = world.season("SOCCER", year, league)
        for pair, (away, home) in scores(2024, league, year).items():
            found = Counter((event.kind, event.side) for event in season.simulate(*pair).events)
            yellow, corner = ([found[kind, side] for side in (0, 1)] for kind in (YELLOW, CORNER))
            result = (home > away) - (home < away)
            corners[result].append(corner[1])
            booked[result].append(yellow[1])
            both.append(yellow)
    assert abs(fmean(corners[1]) - fmean(corners[-1])) < 0.5
    assert fmean(booked[-1]) > fmean(booked[1]) + 0.05
    assert correlation(*zip(*both)) > 0.05


def test_a_second_yellow_costs_one_game(world: World) -> None:
    """Who is sent off for a second caution misses one game, who is sent off at once up to three."""
    missed: dict[bool, set[int]] = defaultdict(set)
    season: Any = world.season("SOCCER", 2019, "SERIEA")
    for club, rows in season._played_by.items():
        for n, row in enumerate(rows[:-3]):
            side = int(row.home.id == club)
            for player, twice in season.simulate(row.away.id, row.home.id).dismissed(side).items():
                missed[twice].add(sum(player in season._banned(club, n, back) for back in (1, 2, 3)))
    assert missed == {True: {1}, False: {1, 2, 3}}
