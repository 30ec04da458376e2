"""The schedules and brackets of simulated basketball: dates, rest, places, who goes on."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from statistics import fmean, pstdev
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from sportsframe.simulation import World
from sportsframe.simulation.basketball.season import Entry

from ..support.basketball import entries, played, season_of

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

DAY = timedelta(days=1)
SPORTS = ("NBA", "NCAABB")


@pytest.mark.parametrize("sport", SPORTS)
def test_one_game_a_day(world: World, sport: str) -> None:
    """No club plays twice on a day, nor before the first or after the last day of its season."""
    season = season_of(world, sport)
    days: dict[int, list[date]] = defaultdict(list)
    for entry in entries(world, sport):
        assert season.opens <= entry.day <= season.closes
        if entry.plan.unplayed_as is None:
            days[entry.plan.away.id].append(entry.day)
            days[entry.plan.home.id].append(entry.day)
    assert all(len(set(some)) == len(some) for some in days.values())
    assert season.postseason_from is not None
    assert all(entry.start >= season.postseason_from for entry in season.postseason())


@pytest.mark.parametrize("year", [2023, 2024])
def test_professional_slate(world: World, year: int) -> None:
    """Each of the thirty clubs plays 82 games, 41 at home, 16 in its division, 36 more in its conference."""
    season = season_of(world, "NBA", year)
    games = played(season)
    assert len(games) == 1230
    kinds: dict[int, Counter[str]] = defaultdict(Counter)
    for entry in games:
        away, home = entry.plan.away, entry.plan.home
        near = "other" if away.conference != home.conference else "own" if away.division == home.division else "conf"
        kinds[home.id]["home"] += 1
        for club in (away, home):
            kinds[club.id][near] += 1
    assert all(kind == Counter(home=41, own=16, conf=36, other=30) for kind in kinds.values())


def test_professional_calendar(world: World) -> None:
    """From about 22 October to the second Sunday of April, with a pause in February and free holidays."""
    for year in (2022, 2023, 2024):
        season = season_of(world, "NBA", year)
        days = Counter(entry.day for entry in played(season))
        assert abs((season.opens - date(year, 10, 22)).days) <= 3
        last = max(days)
        assert (last.month, last.weekday()) == (4, 6)
        assert 8 <= last.day <= 14
        assert max(days.values()) <= 15
        empty = [one for one, two in pairwise(sorted(days)) if (two - one).days >= 6]
        assert [day.month for day in empty] == [2]
        assert date(year, 12, 24) not in days
    assert Counter(entry.day for entry in played(season_of(world, "NBA")))[date(2024, 12, 6)] > 0


def test_christmas_begins_at_noon(world: World) -> None:
    """The games of Christmas are spread over afternoon and evening: the service's day of that date has some of them."""
    starts = sorted(entry.start for entry in entries(world, "NBA") if entry.day == date(2024, 12, 25))
    assert datetime(2024, 12, 25, 17, tzinfo=UTC) <= starts[0] < datetime(2024, 12, 25, 20, tzinfo=UTC)
    assert starts[-1] >= datetime(2024, 12, 26, 1, tzinfo=UTC)


@pytest.mark.parametrize("year", [2011, 2024, 2026])
def test_the_games_of_christmas_follow_one_another(world: World, year: int) -> None:
    """No two begin at the same time; the first is in the East, and the last in the West."""
    games = [entry for entry in played(season_of(world, "NBA", year)) if entry.day == date(year, 12, 25)]
    games.sort(key=lambda entry: entry.start)
    assert len(games) >= 4
    assert all(two.start - one.start >= timedelta(hours=2) for one, two in pairwise(games))
    assert games[0].plan.place.longitude > games[-1].plan.place.longitude


def test_the_january_holiday_has_matinees(world: World) -> None:
    """On the third Monday of January most games begin before the evening."""
    starts = [entry.start for entry in played(season_of(world, "NBA")) if entry.day == date(2025, 1, 20)]
    assert len(starts) > 4
    assert sum(start.hour in range(17, 23) for start in starts) > len(starts) / 2


def test_professional_rest(world: World) -> None:
    """Clubs play on two days running about 14 times, and on three days running next to never."""
    season = season_of(world, "NBA")
    days: dict[int, set[date]] = defaultdict(set)
    for entry in played(season):
        days[entry.plan.away.id].add(entry.day)
        days[entry.plan.home.id].add(entry.day)
    assert all(8 <= sum(day + DAY in some for day in some) <= 18 for some in days.values())
    assert sum(day + DAY in some and day + 2 * DAY in some for some in days.values() for day in some) <= 2


@pytest.mark.parametrize("year", [2013, 2020, 2024])
def test_a_round_begins_after_rest(world: World, year: int) -> None:
    """No club plays on the day after a series, and none in the finals within two days of one."""
    last: dict[int, Entry] = {}
    for entry in season_of(world, "NBA", year).postseason():
        assert isinstance(entry, Entry)
        for club in (entry.plan.away, entry.plan.home):
            before = last.get(club.id)
            if before is not None and before.plan.round != entry.plan.round:
                assert entry.day - before.day > DAY * (2 if entry.plan.round == 4 else 1)
            last[club.id] = entry


@pytest.mark.parametrize("year", [2023, 2024])
def test_playoffs(world: World, year: int) -> None:
    """Six play-in games, then fifteen best of seven: four wins end a series, and no game is played after them."""
    season = season_of(world, "NBA", year)
    late = [entry for entry in season.postseason() if isinstance(entry, Entry)]
    assert sum(entry.plan.round is None for entry in late) == 6
    series: dict[tuple[int, frozenset[int]], list[Entry]] = defaultdict(list)
    for entry in late:
        if entry.plan.round is not None:
            series[entry.plan.round, frozenset((entry.plan.away.id, entry.plan.home.id))].append(entry)
    assert Counter(number for number, _ in series) == {1: 8, 2: 4, 3: 2, 4: 1}
    winners: dict[int, set[int]] = defaultdict(set)
    for (number, pair), some in series.items():
        some.sort(key=lambda entry: entry.start)
        wins = Counter((entry.plan.home if season.margin(entry.plan) > 0 else entry.plan.away).id for entry in some)
        assert max(wins.values()) == 4
        last = some[-1].plan
        winner = (last.home if season.margin(last) > 0 else last.away).id
        assert wins[winner] == 4
        winners[number].add(winner)
        assert pair <= winners[number - 1] or number == 1
        first = some[0].plan.home
        assert [entry.plan.home is first for entry in some] == [True, True, False, False, True, False, True][
            : len(some)
        ]


def test_finals_are_in_the_evening(world: World) -> None:
    """Finals begin at 20:00 or 20:30 Eastern time, no game of the playoffs before noon or after 22:30."""
    for entry in season_of(world, "NBA", 2023).postseason():
        assert isinstance(entry, Entry)
        clock = f"{entry.start.astimezone(ZoneInfo('America/New_York')):%H:%M}"
        assert "12:00" <= clock <= "22:30"
        if str(entry.plan.event_name).split(" - ")[-1] in ("Final", "Finals"):
            assert clock in ("20:00", "20:30")


def test_playoff_field(world: World) -> None:
    """Clubs better than the seventh of their conference are in the first round, and none worse than the tenth."""
    season = season_of(world, "NBA")
    late = [entry.plan for entry in season.postseason() if isinstance(entry, Entry)]
    wins = Counter((e.plan.home if season.margin(e.plan) > 0 else e.plan.away).id for e in played(season))
    for conference in {club.conference for club in season.clubs}:
        members = sorted((c.id for c in season.clubs if c.conference == conference), key=lambda c: -wins[c])
        first = {c.id for p in late if p.round == 1 for c in (p.away, p.home) if c.conference == conference}
        assert len(first) == 8
        assert min(wins[club] for club in first) >= wins[members[9]]
        safe = [club for club in members if wins[club] > wins[members[6]]]
        assert set(safe) <= first


@pytest.mark.parametrize(("sport", "share"), [
    ("NBA", {0: 0.15, 1: 0.11, 2: 0.19, 3: 0.10, 4: 0.18, 5: 0.13, 6: 0.14}),
    ("NCAABB", {0: 0.08, 1: 0.15, 2: 0.15, 3: 0.16, 4: 0.09, 5: 0.27, 6: 0.10}),
])  # fmt: skip
def test_weekdays(world: World, sport: str, share: dict[int, float]) -> None:
    """Games fall on the days of the week on which they really do, within three points."""
    days = Counter(entry.day.weekday() for entry in played(season_of(world, sport)))
    total = sum(days.values())
    assert all(days[day] / total == pytest.approx(value, abs=0.03) for day, value in share.items())


@pytest.mark.parametrize("year", [2018, 2020, 2024])
def test_no_professional_club_is_from_another_league(world: World, year: int) -> None:
    """The best club outscores its opponents by no more than 15 points a game, yet clubs differ as in the league."""
    margins: dict[int, list[int]] = defaultdict(list)
    for line in cast("Any", world.season("NBA", year))._lines():
        margins[line.club].append(line.scored - line.allowed)
    means = [fmean(club) for club in margins.values()]
    assert max(means) < 15
    assert 4.5 < pstdev(means) < 6.5
