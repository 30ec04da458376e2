"""What a league would not do: days off and full days, ends of games, who qualifies."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest

import sportsframe as sf
from sportsframe.simulation import World
from sportsframe.simulation._common.calendar import holidays
from sportsframe.simulation.baseball import schedule as baseball
from sportsframe.simulation.baseball.events import HIT_BATTER, HITS, HOMER
from sportsframe.simulation.basketball import march
from sportsframe.simulation.football.log import result
from sportsframe.simulation.football.rules import EXTRA_POINT, KICKOFF, TWO_POINT, rules
from sportsframe.simulation.football.schedule_college import PLAYOFF
from sportsframe.simulation.hockey.season import PAUSES, Whole

from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through


def games_by_day(world: World, sport: str, year: int) -> Counter[date]:
    """How many games of the regular season are played on each day."""
    season: Any = world.season(sport, year)
    plans = (getattr(entry, "plan", entry) for entry in season.regular())
    return Counter(plan.day for plan in plans if plan.unplayed_as is None)


@pytest.mark.parametrize("year", [2011, 2016, 2017, 2022, 2023, 2025])
def test_christmas_of_the_nfl(world: World, year: int) -> None:
    """Three games on a Christmas that is a Sunday, a Monday or a Thursday; on a Sunday the others are on Saturday."""
    days = games_by_day(world, "NFL", year)
    assert days[date(year, 12, 25)] == 3
    if date(year, 12, 25).weekday() == 6:
        assert days[date(year, 12, 24)] > 8


@pytest.mark.parametrize(
    ("year", "count"), [(2010, 2), (2013, 0), (2015, 0), (2018, 0), (2020, 1), (2021, 2), (2024, 2), (2026, 1)]
)
def test_christmas_within_the_week_of_the_nfl(world: World, year: int, count: int) -> None:
    """Two games on a Saturday and, since 2024, on a Wednesday; one on a Friday since 2020; nobody rests too little."""
    season: Any = world.season("NFL", year)
    christmas = date(year, 12, 25)
    assert games_by_day(world, "NFL", year)[christmas] == count
    days = defaultdict(list)
    for plan in season.plans:
        if plan.unplayed_as is None:
            for club in (plan.away.id, plan.home.id):
                days[club].append(plan.day)
    around = [(later - day).days for own in days.values() for day, later in pairwise(sorted(own)) if later == christmas]
    assert all(gap >= 4 for gap in around)


@pytest.mark.parametrize(("year", "first", "black"), [(2022, 0, 0), (2023, 0, 1), (2024, 1, 1)])
def test_fridays_of_the_nfl(world: World, year: int, first: int, black: int) -> None:
    """A game on the Friday after Thanksgiving since 2023, and on that of the first week since 2024."""
    days = games_by_day(world, "NFL", year)
    assert days[min(days) + timedelta(days=1)] == first
    assert days[holidays(year)["black friday"]] == black
    assert days[holidays(year)["thanksgiving"]] == 3


@pytest.mark.parametrize(("year", "late"), [(2025, False), (2024, True), (2022, True), (2021, True)])
def test_overtime_of_the_nfl_ends_when_it_must(world: World, year: int, late: bool) -> None:
    """Nobody kicks off with a lead once both had the ball; where both must have it, one alone does not win with it."""
    season: Any = world.season("NFL", year)
    seen = 0
    for plan in season.late_plans if late else season.plans:
        if plan.unplayed_as is not None:
            continue
        plays = season.plays(plan)
        extra = [one for one in plays if one.quarter > 4]
        if not extra:
            continue
        seen += 1
        points = list(result([one for one in plays if one.quarter <= 4]).score)
        had: list[int] = []
        for n, one in enumerate(extra):
            if one.kind not in (KICKOFF, EXTRA_POINT, TWO_POINT) and one.side not in had:
                had.append(one.side)
            points[one.scorer] += one.points
            following = extra[n + 1].kind if n + 1 < len(extra) else None
            if points[0] != points[1] and len(had) == 2:
                assert following != KICKOFF
        if rules("NFL", year, late).both_possess and points[0] != points[1] and len(had) == 1:
            assert extra[-1].points == 2 or extra[-1].scorer != had[0]
    assert seen or late


@pytest.mark.parametrize("year", but_in_long_trials([2017, 2023], 2017))
def test_nobody_is_out_after_the_winning_run(world: World, year: int) -> None:
    """A game that ends with a hit ends without an out on it, and one that ends on an out has one alone."""
    season: Any = world.season("MLB", year)
    ends: Counter[str] = Counter()
    for game in season.regular():
        if game.unplayed_as is not None:
            continue
        played = season.played(game)
        if played.home <= played.away or played.innings < 9:
            continue
        if played.log[-1][0] > HIT_BATTER:  # a wild pitch, a balk or an error that let the run in
            ends["other"] += 1
            continue
        kind, batter, _, _, made, scored, _ = played.log[-1]
        home = played.cards[1]
        if not scored or batter.id not in {hitter.id for hitter in (*home.order, *home.bench)}:
            continue
        assert made == 0 if kind in HITS else made <= 1
        ends["homer" if kind == HOMER else "hit" if kind in HITS else "other"] += 1
    assert ends["hit"] > 20 < ends["homer"]


@pytest.mark.parametrize("year", but_in_long_trials(range(2010, 2027, 4), 2014, 2018, 2022))
def test_holidays_and_stands_of_baseball(world: World, year: int) -> None:
    """Most clubs play on the holidays; nobody is at home, or on the road, for more than thirteen games running."""
    days = games_by_day(world, "MLB", year)
    known = holidays(year)
    assert all(days[known[name]] >= 10 for name in ("memorial", "independence", "labor"))
    season: Any = world.season("MLB", year)
    runs: dict[int, tuple[int, bool]] = {}
    for game in sorted(season.regular(), key=lambda game: game.start):
        if game.after or game.unplayed_as is not None:
            continue
        for club, home in ((game.away, False), (game.home, True)):
            count, before = runs.get(club, (0, home))
            runs[club] = (count + 1 if before == home else 1, home)
            assert runs[club][0] <= baseball.MOST_RUN


@pytest.mark.parametrize("year", [2009, 2013, 2017, 2021, 2024, 2025])
def test_days_off_of_the_nhl(world: World, year: int) -> None:
    """Nobody plays on Thanksgiving, at Christmas, or while the nations play, which they did not in 2018 and 2022."""
    days = games_by_day(world, "NHL", year)
    assert days[holidays(year)["thanksgiving"]] == 0
    assert not any(days[date(year, 12, day)] for day in (24, 25, 26))
    off = [day for n in range(28) if not days[day := date(year + 1, 2, 1) + timedelta(days=n)]]
    if year + 1 in PAUSES:
        first, last = PAUSES[year + 1]
        assert not any(first <= day <= last for day in days)
    else:
        assert len(off) < 9


@pytest.mark.parametrize("year", [2015, 2021, 2024])
def test_the_last_day_of_the_nba(world: World, year: int) -> None:
    """Every club plays on the last day of the regular season."""
    days = games_by_day(world, "NBA", year)
    assert days[max(days)] == 15


@pytest.mark.parametrize("year", [2018, 2021, 2023])
def test_college_teams_wait_less_than_two_weeks(world: World, year: int) -> None:
    """Few college basketball teams have two weeks between games, Christmas included."""
    season: Any = world.season("NCAABB", year)
    days = defaultdict(list)
    for entry in season.regular():
        if entry.plan.unplayed_as is None:
            for club in (entry.plan.away.id, entry.plan.home.id):
                days[club].append(entry.plan.day)
    waits = [max((later - day).days for day, later in pairwise(own)) for own in map(sorted, days.values())]
    assert sum(wait >= 14 for wait in waits) < 0.2 * len(waits)


@pytest.mark.parametrize("year", [2021, 2023])
def test_who_is_chosen_has_won_more_often_than_not(world: World, year: int) -> None:
    """Beside the champions of the conferences, the committee chooses among those with a winning record."""
    season: Any = world.season("NCAABB", year)
    won: Counter[int] = Counter()
    played: Counter[int] = Counter()
    for entry in season.regular():
        if entry.plan.unplayed_as is None:
            margin = season.margin(entry.plan)
            for club, ahead in ((entry.plan.home, margin > 0), (entry.plan.away, margin < 0)):
                won[club.id] += ahead
                played[club.id] += 1
    late = [entry.plan for entry in season.postseason()]
    national = [plan for plan in late if str(plan.event_name).startswith(march.NATIONAL)]
    field = {club.id for plan in national for club in (plan.away, plan.home)}
    finals = {
        plan.home.conference: plan
        for plan in sorted(late, key=lambda plan: plan.start)
        if plan.home.conference == plan.away.conference
        and march.NATIONAL not in str(plan.event_name)
        and march.SECOND not in str(plan.event_name)
    }
    champions = {(plan.home if season.margin(plan) > 0 else plan.away).id for plan in finals.values()}
    assert len(field) == march.FIELD
    assert champions <= field
    assert min(won[club] / played[club] for club in field - champions) >= march.LEVEL


def losses_and_titles(season: Any) -> tuple[Counter[int], set[int], list[Any]]:
    """The losses of colleges before the bowls, the conference champions, and the games of the playoff."""
    titles = [plan for plan in season.late_plans if plan.season_type != "Postseason"]
    lost: Counter[int] = Counter()
    for plan in [*(plan for plan in season.plans if plan.unplayed_as is None), *titles]:
        lost[(plan.away if season.margin(plan) > 0 else plan.home).id] += 1
    champions = {(plan.home if season.margin(plan) > 0 else plan.away).id for plan in titles}
    return lost, champions, [plan for plan in season.late_plans if str(plan.event_name).startswith(PLAYOFF)]


@pytest.mark.long
def test_hardly_anybody_loses_twice_and_is_one_of_four(world: World) -> None:
    """The fields of four have champions and clubs with one loss at most; in one year of ten, some with two losses."""
    twice = 0
    for year in range(2014, 2024):
        lost, champions, games = losses_and_titles(world.season("NCAAFB", year))
        field = {club.id for plan in games for club in (plan.away, plan.home)}
        assert len(field) == 4
        assert len(field & champions) >= 2
        assert max(lost[club] for club in field) <= 2
        twice += any(lost[club] > 1 for club in field)
    assert twice <= 1


@pytest.mark.parametrize("year", [2024, 2025, 2026])
def test_an_unbeaten_champion_is_one_of_twelve(world: World, year: int) -> None:
    """The field of twelve has five champions, and with them everybody who won his conference and lost no game."""
    season: Any = world.season("NCAAFB", year)
    lost, champions, games = losses_and_titles(season)
    field = {club.id for plan in games for club in (plan.away, plan.home)}
    assert len(field) == 12
    assert len(field & champions) >= 5
    assert {club for club in champions if not lost[club]} <= field


@pytest.mark.parametrize("year", [2011, 2018, 2022, 2024])
def test_one_conference_plays_november_within_the_week(world: World, year: int) -> None:
    """Tuesdays and Wednesdays of November are for one conference alone, and most of its games are on them."""
    season: Any = world.season("NCAAFB", year)
    inside = [plan for plan in season.plans if plan.conference and plan.day.month == 11]
    nights = Counter(plan.home.group for plan in inside if plan.day.weekday() in (1, 2))
    all_of = Counter(plan.home.group for plan in inside)
    assert len(nights) == 1
    assert all(count > 0.35 * all_of[group] for group, count in nights.items())


@pytest.mark.parametrize("year", [2011, 2014, 2018, 2022, 2023, 2025])
def test_days_of_the_bowls(world: World, year: int) -> None:
    """No bowl is on a Sunday or at Christmas; three to six are on New Year's Day, the day after if that is a Sunday."""
    season: Any = world.season("NCAAFB", year)
    days = Counter(plan.day for plan in season.late_plans if plan.season_type == "Postseason")
    first = date(year + 1, 1, 1)
    great = first + timedelta(days=first.weekday() == 6)
    assert 3 <= days[great] <= 6
    assert not any(day.weekday() == 6 or (day.month, day.day) in ((12, 24), (12, 25)) for day in days)


WINDOWS = {
    2014: ((9, 1), (10, 6), (11, 10), (3, 23)),
    2017: ((8, 28), (10, 2), (11, 6), (3, 19)),
    2019: ((9, 2), (10, 7), (11, 11), (3, 23)),
    2021: ((8, 30), (10, 4), (11, 8), (3, 21)),
    2022: ((9, 19), (11, 14), (12, 17), (3, 20)),
    2023: ((9, 4), (10, 9), (11, 13), (3, 18)),
    2024: ((9, 2), (10, 7), (11, 11), (3, 17)),
    2025: ((9, 1), (10, 6), (11, 10), (3, 23)),
    2026: ((9, 21), (9, 28), (11, 9), (3, 22)),
}
"""The Mondays on which the windows of the national teams began; they last nine days."""


@pytest.mark.parametrize("league", ["EPL", "LALIGA", "SERIEA"])
@pytest.mark.parametrize("year", WINDOWS)
def test_leagues_rest_while_the_nations_play(world: World, league: str, year: int) -> None:
    """No game of a league stands in a window of the national teams, makeups and rows that were moved included."""
    season: Any = world.season("SOCCER", year, league)
    days = Counter(game.row.day for game in season.regular())
    for month, day in WINDOWS[year]:
        first = date(year + (month < 8), month, day)
        assert not any(days[first + timedelta(days=n)] for n in range(9))
    if year == 2022:
        assert not any(date(2022, 11, 14) <= day < date(2022, 12, 26) for day in days)
    assert sum(game.row.round > 0 for game in season.regular()) == 380
    assert date(year + 1, 5, 19) <= max(days) <= date(year + 1, 6, 4)


@pytest.mark.long
def test_goals_of_the_leaders_of_the_nhl(world: World) -> None:
    """Whoever leads has 49 goals or more; of three seasons two at most are led with 60, and none with more than 70."""
    most = []
    for year in (2010, 2016, 2024):
        goals: Counter[int] = Counter()
        season: Any = world.season("NHL", year)
        for game in season.regular():
            if game.unplayed_as is None:
                whole = Whole(game)
                scored = (event for event in whole.game.events if event.kind in ("goal", "empty"))
                goals.update(whole.people[event.side][event.who[0]].id for event in scored)
        most.append(max(goals.values()))
    assert all(49 <= count <= 70 for count in most)
    assert sum(count >= 60 for count in most) <= 2


@pytest.mark.parametrize("year", [2016, 2021, 2023])
def test_september_of_baseball(world: World, year: int) -> None:
    """The MLB plays on every day of September, and never after the last Sunday of the season."""
    days = games_by_day(world, "MLB", year)
    last = baseball.last_day(year)
    assert max(days) == last
    assert all(days[date(year, 9, day)] for day in range(1, 31) if date(year, 9, day) <= last)


def test_rounds_of_baseball(world: World) -> None:
    """The rounds have the names by which fans know them."""
    season: Any = world.season("MLB", 2023)
    names = {game.round: str(game.event_name) for game in season.postseason()}
    ends = {1: "Wild Card Series", 2: "Division Series", 3: "Championship Series"}
    assert all(names[number].endswith(end) for number, end in ends.items())


@pytest.mark.long
@pytest.mark.parametrize("year", [2016, 2020])
def test_rebounds_of_the_leader_of_the_nba(year: int) -> None:
    """Nobody who plays a season takes more than 16 rebounds a game, and whoever leads takes 12 or more."""
    with sf.options(source="simulated", now="2026-07-01T12:00"):
        players = sf.player_stats(year, "NBA")
    whole = players[(players["part"] == "regular_season") & (players["games_played"] >= 58)]
    assert 12 <= float((whole["total_rebounds"] / whole["games_played"]).max()) <= 16
