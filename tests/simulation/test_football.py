"""The simulated football of both leagues: schedules, playoffs, states by the clock, overtime, calibration."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from itertools import groupby, pairwise
from math import exp
from statistics import fmean, pstdev
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from sportsframe.catalog import simulated
from sportsframe.catalog.statuses import STATUSES
from sportsframe.simulation import World
from sportsframe.simulation._common.calendar import MON, THU, holidays
from sportsframe.simulation._common.directory import profile
from sportsframe.simulation._common.rng import stream
from sportsframe.simulation.football import schedule, schedule_college
from sportsframe.simulation.football.box import DOUBLED, Book, Totals
from sportsframe.simulation.football.log import Side, result
from sportsframe.simulation.football.play import FARTHEST, Match, play
from sportsframe.simulation.football.rosters import (
    FASTEST,
    FURTHEST,
    MOST_TACKLES,
    MOST_TARGETS,
    RUNNING,
    SLOWER,
    SWIFT,
)
from sportsframe.simulation.football.rules import (
    EXTRA_POINT,
    FIELD_GOAL,
    FLAG,
    KICKOFF,
    PASS,
    PUNT,
    RUN,
    SCRIMMAGE,
    TWO_POINT,
    field_goal,
    rules,
)
from sportsframe.simulation.football.season import Entry, Season

from ..support.football import AFTER, BOTH, MINUTE, seasons_of, some_entries
from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

ROW = {
    "away_team": str, "home_team": str, "away_team_ID": int, "home_team_ID": int, "game_ID": str, "game_time": str,
    "season_type": str, "event_name": (str, type(None)), "round": (int, type(None)), "season": str, "status": str,
    "week": int, "arena": str, "city": str, "state": (str, type(None)), "country": str, "postal_code": str,
    "latitude": float, "longitude": float, "dome": int, "field": str,
}  # fmt: skip


@pytest.fixture(scope="module")
def seasons(world: World) -> dict[str, Season]:
    return seasons_of(world)


@pytest.fixture(scope="module")
def entries(seasons: dict[str, Season]) -> dict[str, list[Entry]]:
    return some_entries(seasons)


@pytest.mark.parametrize("sport", BOTH)
def test_schedule_rows(seasons: dict[str, Season], sport: str) -> None:
    """[S2.3-01] [S2.3-05] [S2.3-06] [S2.2-14] Rows have the common keys, `week` and the venue, with their types."""
    season = seasons[sport]
    seen = set()
    for entry in season.all():
        row = entry.schedule(AFTER).wire()
        assert set(row) == set(ROW)
        assert all(isinstance(row[key], kind) for key, kind in ROW.items()), row
        assert row["season"] == "2024-2025"
        assert row["season_type"] in ("Regular Season", "Playoffs", "Postseason")
        assert row["status"] in STATUSES
        assert row["dome"] in (0, 1)
        assert row["field"] in ("grass", "turf")
        assert row["game_ID"] == f"{entry.day:%Y%m%d}-{row['away_team_ID']}-{row['home_team_ID']}"
        assert row["away_team_ID"] in simulated.TEAM_IDS
        assert row["home_team_ID"] in simulated.TEAM_IDS
        seen.add(row["game_ID"])
    assert len(seen) == len(season.all())
    assert season.opens <= min(entry.day for entry in season.all())
    assert season.closes == max(entry.day for entry in season.all())


def test_round_and_event_name_belong_to_the_postseason(seasons: dict[str, Season]) -> None:
    """[S2.3-01] [S2.3-11] In the regular season both are null; rounds of the playoffs count from 1 as integers."""
    for sport, season in seasons.items():
        assert all(e.schedule(AFTER).wire()["round"] is None for e in season.regular())
        assert all(e.schedule(AFTER).wire()["event_name"] is None for e in season.regular())
        rounds = Counter(e.schedule(AFTER).wire()["round"] for e in season.postseason())
        assert {k: v for k, v in rounds.items() if k} == (
            {1: 6, 2: 4, 3: 2, 4: 1} if sport == "NFL" else {1: 4, 2: 4, 3: 2, 4: 1}
        )
        assert all(e.schedule(AFTER).wire()["event_name"] for e in season.postseason())


@pytest.mark.parametrize(("year", "count"), [(2004, 16), (2017, 16), (2020, 16), (2021, 17), (2024, 17), (2026, 17)])
def test_a_professional_season_has_its_games_and_a_bye(world: World, year: int, count: int) -> None:
    """17 games a club in 18 weeks, 16 in 17 until 2020: half of them at home, 6 in the division, one bye."""
    season = cast("Season", world.season("NFL", year))
    games = [plan for plan in season.plans if plan.unplayed_as != "postponed"]
    assert len(games) == 16 * count
    assert sorted(Counter(plan.week for plan in games)) == list(range(1, count + 2))
    assert all(13 <= number <= 16 for number in Counter(plan.week for plan in games).values())
    for club in season.clubs:
        own = [plan for plan in games if club in (plan.away, plan.home)]
        weeks = Counter(plan.week for plan in own)
        assert len(own) == count
        assert set(weeks.values()) == {1}
        assert (set(range(1, count + 2)) - set(weeks)) <= set(schedule.BYES)
        assert sum(plan.home is club for plan in own) in {count // 2, (count + 1) // 2}
        rivals = [other for plan in own if (other := plan.away if plan.home is club else plan.home).group == club.group]
        assert sorted(Counter(other.id for other in rivals).values()) == [2, 2, 2]
        assert (
            sum((plan.away if plan.home is club else plan.home).conference != club.conference for plan in own)
            == count - 12
        )
    assert all(plan.away.group == plan.home.group for plan in games if plan.week == count + 1)
    assert {plan.week for plan in season.late_plans} == set(range(count + 2, count + 6))


@pytest.mark.parametrize("year", but_in_long_trials(range(2010, 2027), *range(2011, 2019), *range(2022, 2026)))
def test_rematches_are_apart_and_short_weeks_few(world: World, year: int) -> None:
    """Nobody meets a club again in his next game; no club has more than two weeks of less than six days."""
    season = cast("Season", world.season("NFL", year))
    plans = sorted((plan for plan in season.plans if not plan.after), key=lambda plan: plan.start)
    for club in season.clubs:
        own = [plan for plan in plans if club in (plan.away, plan.home)]
        assert all({one.away, one.home} != {two.away, two.home} for one, two in pairwise(own))
        assert sum((two.day - one.day).days < schedule.FULL_WEEK for one, two in pairwise(own)) <= 2
    final = season.late_plans[-1].day
    assert final == schedule.nth_weekday(year + 1, 2, 6, 2 if year >= 2021 else 1)


@pytest.mark.parametrize("year", but_in_long_trials(range(2010, 2027), *range(2011, 2019), *range(2021, 2026)))
def test_nights_of_the_professionals_are_shared(world: World, year: int) -> None:
    """Every club plays on a Thursday, none on a third or two weeks running; at most three Mondays and six nights."""
    season = cast("Season", world.season("NFL", year))
    plans = sorted((plan for plan in season.plans if not plan.after), key=lambda plan: plan.start)
    for club in season.clubs:
        own = [plan for plan in plans if club in (plan.away, plan.home)]
        thursdays = [plan.day for plan in own if plan.day.weekday() == THU]
        nights = [plan for plan in own if plan.start.astimezone(ZoneInfo(season.zone)).hour >= 19]
        assert 1 <= len(thursdays) <= 2
        assert all((two - one).days > 7 for one, two in pairwise(thursdays))
        assert sum(plan.day.weekday() == MON for plan in own) <= 3
        assert len(nights) <= 6
        assert all((two.day - one.day).days >= 4 for one, two in pairwise(own))


def test_some_catches_lose_yards(entries: dict[str, list[Entry]]) -> None:
    """A few completed passes in a hundred end behind the line, none of them in the passer's own end zone."""
    for sport in BOTH:
        plays = [one for entry in entries[sport] for one in entry.season.plays(entry.plan)]
        caught = [one for one in plays if one.kind == PASS and one.good]
        behind = [one for one in caught if one.yards < 0]
        assert 0.02 < len(behind) / len(caught) < 0.05
        assert all(one.spot - one.yards < 100 for one in behind)


def test_days_and_hours_of_the_professionals(seasons: dict[str, Season]) -> None:
    """Sundays mostly, Saturdays from December on, three games on the November holiday, five abroad."""
    plans = [plan for plan in seasons["NFL"].plans if plan.unplayed_as is None]
    share = Counter(plan.day.weekday() for plan in plans)
    assert 0.78 < share[6] / len(plans) < 0.87
    assert all(plan.day.month in (12, 1) for plan in plans if plan.day.weekday() == 5)
    assert sum(plan.day == date(2024, 11, 28) for plan in plans) == 3
    assert sum(plan.neutral for plan in plans) == 5
    assert {plan.place.country for plan in plans if plan.neutral}.isdisjoint({"USA"})
    western = [p for p in plans if p.home.place.zone == "America/Los_Angeles" and not p.neutral]
    assert all(plan.start.hour >= 20 or plan.start.hour < 3 for plan in western if plan.day.weekday() == 6)
    assert len(seasons["NFL"].on_days(date(2024, 11, 10), date(2024, 11, 10))) >= 10
    evening = [plan for plan in plans if plan.start.date() != plan.day]
    assert evening
    assert all(plan.start.date() == plan.day + timedelta(days=1) for plan in evening)


def test_the_professional_playoffs(seasons: dict[str, Season]) -> None:
    """Seven a conference; the first seed rests; the best left meets the last left; weeks keep counting."""
    season = seasons["NFL"]
    late = season.late_plans
    assert [plan.round for plan in late] == [1] * 6 + [2] * 4 + [3] * 2 + [4]
    assert [plan.week for plan in late] == [19] * 6 + [20] * 4 + [21] * 2 + [22]
    for conference, field in season.seeds().items():
        groups = [club.group for club in field[:4]]
        assert sorted(groups) == sorted({club.group for club in season.clubs if club.conference == conference})
        place = {club.id: number for number, club in enumerate(field, 1)}
        left = set(place.values())
        for number in (1, 2, 3):
            games = [p for p in late if p.round == number and p.home.conference == conference]
            rest = left - {1} if number == 1 else left
            order = sorted(rest)
            assert {(place[p.home.id], place[p.away.id]) for p in games} == set(
                zip(order, order[::-1][: len(order) // 2])
            )
            left -= {place[(p.away if season.margin(p) > 0 else p.home).id] for p in games}
    final = late[-1]
    assert final.neutral
    assert final.away.conference != final.home.conference
    assert (final.day.month, final.day.weekday()) == (2, 6)
    assert final.event_name == schedule.ROUNDS[3]
    assert all(season.margin(plan) for plan in late), "no ties in the postseason"


@pytest.mark.parametrize("year", [2019, 2024, 2026])
def test_a_college_season(world: World, year: int) -> None:
    """134 clubs of 12 games, 8 in the conference, one or two guests at home; Saturdays mostly, rest between games."""
    season = cast("Season", world.season("NCAAFB", year))
    top = {club.id for club in season.clubs if club.division != "Lower"}
    planned = [plan for plan in season.plans if plan.successor is None]
    assert len(top) == 134
    assert len(planned) == pytest.approx(903, rel=0.03)
    games: dict[int, list[Any]] = defaultdict(list)
    for plan in planned:
        games[plan.away.id].append(plan)
        games[plan.home.id].append(plan)
    assert sum(len(games[team]) == 12 for team in top) >= 130
    assert all(11 <= len(games[team]) <= 12 for team in top)
    members = [club for club in season.clubs if club.id in top and club.conference != "Independent"]
    assert all(sum(plan.conference for plan in games[club.id]) == 8 for club in members)
    guests = [plan for plan in planned if plan.away.division == "Lower"]
    assert len(guests) == pytest.approx(1.25 * 134, abs=3)
    assert all(plan.home.division != "Lower" for plan in planned)
    played = [plan for plan in planned if plan.unplayed_as is None]
    for team in top:
        days = sorted(plan.day for plan in games[team] if plan.unplayed_as is None)
        assert min((two - one).days for one, two in pairwise(days)) >= 4
    weekdays = Counter(plan.day.weekday() for plan in played)
    assert weekdays[5] / len(played) == pytest.approx(0.82, abs=0.04)


def test_rivals_meet_in_the_last_week(world: World) -> None:
    """Nearly every college ends all its seasons against the same one of its conference, at home in turns."""
    last: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    years = range(2016, 2024)
    for year in years:
        season = cast("Season", world.season("NCAAFB", year))
        top = {club.id for club in season.clubs if club.division != "Lower" and club.conference != "Independent"}
        week = len(schedule_college.saturdays(year)) - 1
        for plan in season.plans:
            if plan.week == week and not plan.after and {plan.away.id, plan.home.id} <= top:
                last[plan.away.id].append((plan.home.id, False))
                last[plan.home.id].append((plan.away.id, True))
    faithful = [games for games in last.values() if len({rival for rival, _ in games}) == 1 and len(games) >= 7]
    assert len(faithful) > 0.9 * len(last)
    for games in faithful:
        if len(games) == len(years):
            assert all(before != after for (_, before), (_, after) in pairwise(games))


def test_colleges_of_a_conference_are_at_home_in_turns(world: World) -> None:
    """Who meets again within three years mostly does so at the other place; in time a club meets nearly all."""
    last: dict[frozenset[int], tuple[int, int]] = {}
    turns = list[bool]()
    for year in range(2012, 2024):
        season = cast("Season", world.season("NCAAFB", year))
        for plan in season.plans:
            if plan.conference and not plan.after:
                pair = frozenset((plan.away.id, plan.home.id))
                if pair in last and last[pair][0] >= year - 3:
                    turns.append(last[pair][1] != plan.home.id)
                last[pair] = year, plan.home.id
    assert sum(turns) > 0.75 * len(turns)
    known = {club.id: club for club in season.clubs}
    for club in season.clubs:
        if club.division != "Lower" and club.conference != "Independent":
            size = sum(other.group == club.group and other.division != "Lower" for other in season.clubs)
            met = sum(club.id in pair and all(known[one].group == club.group for one in pair) for pair in last)
            assert met >= size - 2 or size <= 9


def test_colleges_are_at_home_for_half_of_their_games(world: World) -> None:
    """Every club has five to seven games at home, four of eight in the conference, and no long stands nor trips."""
    runs: Counter[int] = Counter()
    for year in range(2005, 2028):
        season = cast("Season", world.season("NCAAFB", year))
        at_home: dict[int, list[Any]] = defaultdict(list)
        for plan in sorted(season.plans, key=lambda plan: plan.day):
            if not plan.after:
                at_home[plan.home.id].append((True, plan.conference))
                at_home[plan.away.id].append((False, plan.conference))
        for club in season.clubs:
            if club.division != "Lower":
                games = at_home[club.id]
                assert 5 <= sum(home for home, _ in games) <= 7, (club.name, year)
                assert sum(home for home, conference in games if conference) == 4 * (club.conference != "Independent")
                runs[max(len(list(run)) for _, run in groupby(home for home, _ in games))] += 1
        for plan in season.plans:
            if plan.neutral and plan.week <= 2:
                assert sum(home for home, _ in at_home[plan.home.id]) > 5
    assert max(runs) <= 6
    assert sum(count for run, count in runs.items() if run > 4) < 0.01 * runs.total()


@pytest.mark.parametrize("year", range(2005, 2028))
def test_college_games_within_the_week(world: World, year: int) -> None:
    """One conference plays in the middle of the week, in November alone, up to the Tuesday before Thanksgiving.

    In the weeks before that of Thanksgiving all its games are on Tuesdays or Wednesdays, but for those of which a
    side played a few days before. How many there are follows: in four or five weeks every club plays once at most.
    """
    season = cast("Season", world.season("NCAAFB", year))
    days = holidays(year)
    first, holiday = date(year, 11, 1), days["thanksgiving"]
    midweek = [plan for plan in season.plans if plan.day.weekday() in (1, 2)]
    (group,) = {plan.home.group for plan in midweek}
    members = {club.id for club in season.clubs if club.group == group and club.division != "Lower"}
    assert all({plan.away.id, plan.home.id} <= members for plan in midweek)
    assert all(first - timedelta(days=4) <= plan.day < holiday - timedelta(days=1) for plan in midweek)
    assert max(Counter(plan.week for plan in midweek if plan.successor is None).values()) <= len(members) // 2

    played = defaultdict(list)
    for plan in season.plans:
        for club in (plan.away.id, plan.home.id):
            played[club].append(plan.day)
    weeks = {number: day for number, day in enumerate(schedule_college.saturdays(year)) if first <= day < holiday}
    inside = [plan for plan in season.plans if plan.conference and plan.home.group == group and not plan.after]
    for plan in inside:
        if plan.week in weeks and plan not in midweek:
            wednesday = weeks[plan.week] - timedelta(days=3)
            before = [day for club in (plan.away.id, plan.home.id) for day in played[club] if day < plan.day]
            assert (wednesday - max(before)).days < 5


def first_days(world: World, years: range) -> Iterator[tuple[int, str, int, int, Any]]:
    """Year, position, club, place in the depth chart, and player of every member of the NFL on the first day."""
    for year in years:
        season = cast("Season", world.season("NFL", year))
        for club in season.clubs:
            for position in season.squads.rosters.market.pools:
                people = {one.id: one for one in season.squads.rosters.pool(club.id, position, season.opens)}
                for n, player in enumerate(season.squads._ranked(club.id, position, season.opens)):
                    yield year, position, club.id, n, people[player.id]


CAREERS = {"QB": 28.5, "RB": 25.7, "WR": 26.3, "CB": 26.3, "OT": 27.0, "DT": 26.7, "PK": 29.5, "P": 29.5, "LS": 29.5}
"""Position -> mean age of its players on the first day of a season."""


def test_careers_are_as_long_as_their_positions_allow(world: World) -> None:
    """Running backs leave young, kickers and punters stay, and some quarterbacks start at 40."""
    ages: dict[str, list[int]] = defaultdict(list)
    specialists: Counter[int] = Counter()
    veterans = set()
    for year, position, _, n, person in first_days(world, range(2005, 2027, 3)):
        age = year - person.born
        ages[position].append(age)
        specialists[year] += position in ("PK", "P") and age >= 38
        if position == "QB" and n == 0 and age >= 40:
            veterans.add(person.id)
    for position, mean in CAREERS.items():
        assert fmean(ages[position]) == pytest.approx(mean, abs=0.8), position
    assert max(ages["RB"]) <= 33
    assert max(max(ages[position]) for position in ("WR", "CB", "EDGE", "LB", "S")) <= 36
    assert all(1 < count < 10 for count in specialists.values())
    assert veterans


def test_starting_quarterbacks_keep_their_place(world: World) -> None:
    """Of those who are first on the first day, 60 to 70 % are so at the same club a year later."""
    first: dict[tuple[int, int], int] = {}
    for year in range(2005, 2027):
        season = cast("Season", world.season("NFL", year))
        for club in season.clubs:
            first[club.id, year] = season.squads._ranked(club.id, "QB", season.opens)[0].id
    again = [player == first[club, year + 1] for (club, year), player in first.items() if (club, year + 1) in first]
    assert 0.6 < fmean(again) < 0.72


BODIES = {
    "QB": (200, 250), "RB": (180, 245), "WR": (160, 240), "TE": (225, 280), "OT": (280, 360), "OG": (280, 360),
    "C": (275, 345), "EDGE": (228, 300), "DT": (265, 365), "LB": (208, 268), "CB": (165, 225), "S": (178, 235),
    "PK": (165, 235), "P": (178, 235), "LS": (215, 270),
}  # fmt: skip
"""Position -> the pounds between which everybody of the NFL weighs."""


def test_bodies_suit_positions(world: World) -> None:
    """A punter is no linebacker: weights and heights of the NFL by position, of everybody and in the middle."""
    season = cast("Season", world.season("NFL", 2023))
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for _, position, _, _, person in first_days(world, range(2023, 2024)):
        body = profile(season, person, position, season.opens)
        feet, inches = body["height"].rstrip('"').split("' ")
        found[position].append((12 * int(feet) + int(inches), body["weight"]))
    for position, (low, high) in BODIES.items():
        assert all(low <= weight <= high for _, weight in found[position]), position
    tall, heavy = ({position: fmean(one[k] for one in found[position]) for position in found} for k in (0, 1))
    assert 195 < heavy["PK"] < 200 < heavy["P"] < 212
    assert heavy["LB"] < 240 < heavy["TE"] < 256 < heavy["EDGE"] < 268 < heavy["C"]
    assert tall["RB"] < tall["CB"] < tall["LB"] < 74 < tall["QB"] < 75.5 < tall["TE"] < tall["OT"]


def test_college_champions_bowls_and_playoff(world: World, seasons: dict[str, Season]) -> None:
    """Nine championships, a bowl for everybody with six wins, a playoff of twelve since 2024 and of four before."""
    season = seasons["NCAAFB"]
    titles = [plan for plan in season.late_plans if plan.season_type == "Regular Season"]
    assert len(titles) == 9
    assert len({plan.event_name for plan in titles}) == 9
    assert all(plan.home.group == plan.away.group for plan in titles)
    playoff = [plan for plan in season.late_plans if plan.round]
    bowls = [plan for plan in season.late_plans if plan.season_type == "Postseason" and not plan.round]
    assert 34 <= len(bowls) <= len(schedule_college.BOWLS)
    assert all(plan.neutral and plan.event_name in schedule_college.BOWLS for plan in bowls)
    assert all(plan.neutral == (plan.round != 1) for plan in playoff)
    clubs = [club.id for plan in bowls for club in (plan.away, plan.home)]
    assert len(clubs) == len(set(clubs))
    field = {club.id for plan in playoff for club in (plan.away, plan.home)}
    assert len(field) == 12
    assert not field & set(clubs)
    wins = {club.id: season.tally(club.id, season._games_of[club.id])[0] for club in season.clubs}
    won = {club.id for club in season.clubs if club.division != "Lower" and wins[club.id] >= 6}
    assert won <= field | set(clubs)
    assert len(set(clubs) - won) <= 1
    rested = field - {club.id for plan in playoff if plan.round == 1 for club in (plan.away, plan.home)}
    champions = {(plan.home if season.margin(plan) > 0 else plan.away).id for plan in titles}
    assert len(rested) == 4
    assert rested <= champions
    assert playoff[-1].day == date(2025, 1, 20)
    assert len({plan.place.state for plan in playoff if plan.neutral}) == 7
    before = cast("Season", world.season("NCAAFB", 2022))
    assert Counter(plan.round for plan in before.late_plans if plan.round) == {1: 2, 2: 1}


def test_one_row_is_one_game(world: World) -> None:
    """[S2.2-11] A pair meets at most once a day, moved games included; what is moved has a row of its own."""
    for sport, years in (("NFL", range(2010, 2020)), ("NCAAFB", range(2020, 2024))):
        seen: Counter[str] = Counter()
        forward = 0
        for year in years:
            season = cast("Season", world.season(sport, year))
            ids = [entry.id for entry in season.regular()]
            assert len(ids) == len(set(ids))
            for plan in season.plans:
                seen[plan.unplayed_as or "played"] += 1
                if plan.successor is not None:
                    assert plan.successor in season.plans
                    assert plan.successor.unplayed_as is None
                    assert plan.unplayed_as == "postponed"
                    forward += plan.successor.day < plan.day
        total = seen.total()
        assert 0 < seen["postponed"] / total < 0.011
        assert seen["cancelled"] / total < 0.007
        assert (forward > 0) == (sport == "NCAAFB")


def test_statuses_by_the_clock(world: World) -> None:
    """[S3-04] [S3-07] From scheduled over in progress to finished; a moved game stays postponed and off live."""
    for sport in BOTH:
        season = cast("Season", world.season(sport, 2021))
        entries = cast("list[Entry]", season.regular())
        seen = set()
        for entry in [e for e in entries if e.plan.unplayed_as is None][:240]:
            words = [entry.status(entry.start + minutes * MINUTE) for minutes in range(-60, 330, 15)]
            order = [word for word, _ in pairwise([*words, ""]) if word]
            compact = [word for k, word in enumerate(order) if k == 0 or order[k - 1] != word]
            assert compact[0] == "scheduled"
            assert compact[-1] in ("final", "completed", "inprogress", "suspended")
            assert len(compact) == len(set(compact))
            assert entry.live(entry.start - MINUTE) is None
            seen.update(compact)
        assert {"final", "completed", "inprogress", "delayed"} <= seen
        moved = [e for e in entries if e.plan.unplayed_as]
        assert moved
        for entry in moved:
            assert entry.status(AFTER) == entry.plan.unplayed_as
            assert entry.live(AFTER) is None
            assert entry.status(entry.start - timedelta(days=60)) == "scheduled"


def test_a_suspended_game_goes_on_the_next_day(world: World) -> None:
    """A suspended game stands still, shows what was played, and is finished under its own id a day later."""
    for year in range(2000, 2020):
        season = cast("Season", world.season("NCAAFB", year))
        for entry in cast("list[Entry]", season.regular()):
            if (pause := entry.timeline.pause) is not None:
                halted, resumed = pause
                assert entry.status(halted) == "suspended"
                assert resumed - halted >= timedelta(hours=6)
                one, two = entry.live(halted), entry.live(resumed - MINUTE)
                assert one is not None
                assert two is not None
                assert one.wire() == two.wire()
                assert one.wire()["status"] == "suspended"
                assert entry.status(resumed + MINUTE) == "inprogress"
                assert entry.status(entry.timeline.ends) in ("final", "completed")
                return
    raise AssertionError("no suspended game in twenty seasons")


@pytest.mark.parametrize("sport", BOTH)
def test_plays_follow_the_rules(entries: dict[str, list[Entry]], sport: str) -> None:
    """Time runs forward, downs go to four, the ball stays on the field, a first down means the yards were made."""
    for entry in entries[sport]:
        plays = entry.season.plays(entry.plan)
        for one, two in pairwise(plays):
            assert one.at <= two.at
            assert (one.quarter, -one.clock) <= (two.quarter, -two.clock)
        for one in plays:
            assert one.points in (0, 1, 2, 3, 6)
            if one.kind in SCRIMMAGE:
                assert 1 <= one.down <= 4
                assert 1 <= one.spot <= 99
                assert one.yards <= one.spot
                assert one.first <= (one.yards >= one.distance)
            if one.kind == FIELD_GOAL:
                assert one.yards == one.spot + 17
            if one.kind == PASS and one.taken:
                assert not one.good
        assert plays[0].kind == KICKOFF
        assert sum(one.kind in (EXTRA_POINT, TWO_POINT) for one in plays) <= sum(one.points == 6 for one in plays) + 20


def test_no_down_begins_when_time_is_up() -> None:
    """The clock of a play is the one at its end: the next of the quarter has time left, and none ends on a penalty."""
    given, quarters = rules("NFL", 2023), 0
    for game in range(120):
        plays = [
            one for one in play(stream("time", game), given, Side(), Side()) if one.kind not in (EXTRA_POINT, TWO_POINT)
        ]
        for before, after in pairwise(plays):
            if before.quarter == after.quarter:
                assert before.clock > 0
            else:
                quarters += 1
                assert before.kind != FLAG or before.clock > 0
    assert quarters > 300


PEOPLE = {
    "passer": (Side(passers=((0.0, 1.5),)), PASS, lambda one: one.yards),
    "second passer": (Side(passers=((0.0, -1.5), (0.001, 1.5))), PASS, lambda one: one.yards),
    "runner": (Side(runner=1.5), RUN, lambda one: one.yards),
    "kicker": (Side(kicker=1.5), FIELD_GOAL, lambda one: one.good),
    "punter": (Side(punter=1.5), PUNT, lambda one: one.yards),
}
"""A side with somebody good, his kind of play, and what he does in it."""


@pytest.mark.parametrize("sport", ["NFL", "NCAAFB"])
@pytest.mark.parametrize("who", PEOPLE)
def test_better_players_have_better_numbers(sport: str, who: str) -> None:
    """Passes, carries, field goals and punts of a side with somebody good are better than those of the other."""
    side, kind, figure = PEOPLE[who]
    given = rules(sport, 2023)
    found: tuple[list[float], list[float]] = ([], [])
    for game in range(300):
        for one in play(stream("better", game), given, side, Side()):
            if one.kind == kind:
                found[one.side].append(figure(one))
    assert fmean(found[0]) > fmean(found[1]) * 1.02


@pytest.mark.parametrize("sport", ["NFL", "NCAAFB"])
def test_the_best_who_can_play_pass_run_and_kick(world: World, sport: str) -> None:
    """A side brings the abilities of those who begin for it, which are spread around 0."""
    season = cast(Season, world.season(sport, 2023))
    held: dict[str, list[float]] = defaultdict(list)
    for plan in season.plans[40:140]:
        if plan.unplayed_as is None:
            brought = season.squads.brought(Side(), plan.home.id, plan.day)
            crew = season.lineups(plan)[1].crew(1, 900, 0)
            skills = {"QB": brought.passers[0][1], "PK": brought.kicker, "P": brought.punter}
            for player in (crew.attack[0].players[0], crew.kicker, crew.punter):
                assert season.squads._skill(player) == skills[player.position]
                held[player.position].append(skills[player.position])
    for every in held.values():
        assert abs(fmean(every)) < 0.6
        assert 0.6 < pstdev(every) < 1.5


def _overtimes(sport: str, year: int, *, late: bool, count: int) -> Iterator[list[Any]]:
    given = rules(sport, year, late)
    for number in range(count):
        plays = play(stream("test", sport, year, late, number), given, Side(), Side(), must_end=late)
        if plays[-1].quarter > 4:
            yield plays


def test_quarterbacks_of_colleges_run(world: World) -> None:
    """They run oftener than professionals, so that most of them gain yards in spite of their sacks."""
    season = cast("Season", world.season("NCAAFB", 2024))
    legs = [one.legs for club in season.clubs[:60] for one in season.squads.chart(club.id, season.opens)["QB"]]
    assert max(legs) == FASTEST * RUNNING["NCAAFB"] > FASTEST * RUNNING["NFL"]


def test_nobody_runs_beyond_the_records(world: World) -> None:
    """No passer runs more often than the fastest, some as often, and the best running back is no miracle."""
    season = cast("Season", world.season("NFL", 2024))
    squads = season.squads
    people = [one for club in season.clubs for one in squads.rosters.pool(club.id, "QB", season.opens)]
    young = [squads._legs(person, person.born + SWIFT) for person in people]
    assert max(young) == FASTEST
    assert 0 < sum(legs == FASTEST for legs in young) < len(young) / 6
    for person, legs in zip(people, young):
        assert squads._legs(person, person.born + 20) == legs
        assert squads._legs(person, person.born + SWIFT + 10) == pytest.approx(legs * exp(-10 * SLOWER))
    for position, most in FURTHEST.items():
        players = [squads.chart(club.id, season.opens)[position][0] for club in season.clubs]
        for player in (*players, replace(players[0], ability=99.0)):
            assert abs(squads._skill(player)) <= most
        assert squads._skill(replace(players[0], ability=99.0)) == pytest.approx(most, rel=1e-3)


def test_no_share_is_beyond_the_records(world: World) -> None:
    """Nobody gets more of his side's passes, or makes more of its tackles, than the best of the real league."""
    season = cast("Season", world.season("NFL", 2024))
    most = Counter[str]()
    for club in season.clubs:
        crew = season.squads.sides(club.id, season.opens, season.stream).crew(1, 900, 0)
        passes = [(one.players, one.targets) for one in crew.attack], crew.attacks
        tackles = [(one.players, one.stops) for one in crew.defence], crew.defences
        for what, (lineups, until) in (("passes", passes), ("tackles", tackles)):
            shares: dict[int, float] = defaultdict(float)
            for (players, weights), often in zip(lineups, [b - a for a, b in pairwise([0.0, *until])]):
                for player, own in zip(players, [b - a for a, b in pairwise([0.0, *weights])]):
                    shares[player.id] += often * own / weights[-1]
            most[what] = max(most[what], max(shares.values()))
    assert most["passes"] == pytest.approx(MOST_TARGETS, abs=0.01)
    assert most["tackles"] == pytest.approx(MOST_TACKLES, abs=0.01)


@pytest.mark.parametrize("sport", BOTH)
def test_who_has_caught_most_is_covered_by_two(world: World, sport: str) -> None:
    """From the bound on, in catches or in yards, most passes of a professional side go to others; not before it."""
    season = cast("Season", world.season(sport, 2024))
    plan = season.plans[0]
    attack = season.lineups(plan)[0].crew(1, 900, 0).attack[0]
    star = max(range(6), key=lambda n: attack.targets[n] - attack.targets[n - 1] if n else 0.0)
    catches, yards = DOUBLED["NFL"]
    found = []
    for caught in ((0, 0), (catches - 1, yards - 1), (catches, 0), (0, yards)):
        book = Book(sport, season.lineups(plan), stream("covered"))
        book.lines[0][attack.players[star]] = Totals(receptions=caught[0], receiving_yards=caught[1])
        thrown = Counter(book._receiver(0, attack, attack.targets).id for _ in range(2000))
        assert thrown.total() == 2000
        assert attack.players[0].id not in thrown
        found.append(thrown[attack.players[star].id])
    assert found[0] == found[1] > 400
    if sport == "NFL":
        assert max(found[2:]) < 0.3 * found[0]
    else:
        assert found[2] == found[3] == found[0]


def test_professional_overtime() -> None:
    """One period that may end level; played on in the postseason; until 2024 a first touchdown ends it."""
    regular = list(_overtimes("NFL", 2023, late=False, count=900))
    assert {plays[-1].quarter for plays in regular} == {5}
    assert any(result(plays).margin == 0 for plays in regular)
    playoff = list(_overtimes("NFL", 2023, late=True, count=500))
    assert all(result(plays).margin for plays in playoff)
    for plays in regular:
        extra = [one for one in plays if one.quarter == 5]
        touchdowns = [one for one in extra if one.points == 6]
        assert len(touchdowns) <= 1
        if touchdowns:
            assert extra[-1] is touchdowns[0], "no try is played"
    answered = [
        plays
        for plays in _overtimes("NFL", 2025, late=False, count=900)
        if sum(one.points == 6 for one in plays if one.quarter == 5) == 2
    ]
    assert answered, "since 2025 a touchdown can be answered"


def test_college_overtime() -> None:
    """Possessions from the 25 in turn; two-point tries after touchdowns in the second, nothing else from the third."""
    games = list(_overtimes("NCAAFB", 2024, late=False, count=1200))
    assert games
    deep = 0
    for plays in games:
        assert result(plays).margin
        for quarter in range(5, plays[-1].quarter + 1):
            extra = [one for one in plays if one.quarter == quarter]
            assert all(one.clock == 0 for one in extra)
            if quarter >= 7:
                deep += 1
                assert {one.kind for one in extra} == {TWO_POINT}
                assert {one.side for one in extra} <= {0, 1}
            else:
                assert extra[0].spot == 25
                assert KICKOFF not in {one.kind for one in extra}
            if quarter >= 6:
                assert EXTRA_POINT not in {one.kind for one in extra}
    assert deep


def test_field_goals_get_harder_with_distance() -> None:
    """The chance falls from yard to yard, and is lower for colleges."""
    for sport in BOTH:
        chances = [field_goal(rules(sport, 2024), yards) for yards in range(18, 70)]
        assert chances == sorted(chances, reverse=True)
    assert field_goal(rules("NFL", 2024), 45) > field_goal(rules("NCAAFB", 2024), 45)


@pytest.mark.parametrize("sport", BOTH)
def test_no_field_goal_is_beyond_the_record(sport: str) -> None:
    """From as far as the record some are good, from a yard further none."""
    made = Counter[int]()
    for beyond in (0, 1):
        for number in range(400):
            match = Match(stream("far", number), rules(sport, 2024), Side(), Side(), 0.0, must_end=False)
            match.spot = FARTHEST[sport] + beyond - 17
            match._field_goal()
            made[beyond] += match.plays[-1].good
    assert made[0] > 0
    assert made[1] == 0


def test_records_count_the_games_played(seasons: dict[str, Season]) -> None:
    """Wins, losses and ties of all clubs after their last game are the games played; wins equal losses."""
    season = seasons["NFL"]
    totals = [season.tally(club.id, season._games_of[club.id]) for club in season.clubs]
    assert sum(w for w, _, _ in totals) == sum(l for _, l, _ in totals)
    assert sum(map(sum, totals)) == 2 * sum(plan.unplayed_as is None for plan in season.plans)
    last = next(entry for entry in cast("list[Entry]", season.regular()) if entry.plan.week == 18)
    record = last.live(AFTER)
    assert record is not None
    wins, losses, ties = season.tally(last.plan.home.id, season._games_of[last.plan.home.id])
    text = f"{wins}-{losses}" + (f"-{ties}" if ties else "")
    assert record.wire()["full_box"]["home_team"]["record"] == text


def test_a_game_is_played_once(world: World) -> None:
    """Its plays and its result come from the same playing, whichever is asked for first."""
    season: Any = world.season("NFL", 2011)
    one, other = season.plans[:2]
    misses = season.plays.cache_info().misses
    assert season.result(one) == result(season.plays(one))
    assert season.plays.cache_info().misses == misses + 1
    assert season.plays(other)
    assert season._results[other.id] == result(season.plays(other))
