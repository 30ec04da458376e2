"""How far clubs travel, and how their games change places so that they travel less."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import pairwise
from random import Random
from statistics import fmean

import pytest

from sportsframe.simulation._common.calendar import DAY, spread
from sportsframe.simulation._common.clubs import clubs
from sportsframe.simulation._common.places import Place
from sportsframe.simulation._common.travel import apart, miles, shorten, strain

from ..bench import leagues

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

LONGEST = 6
FIRST = date(2024, 10, 1)
LEAGUE = clubs(2024, "NBA")
WAYS = apart([club.place for club in LEAGUE])


def slate(seed: int) -> list[tuple[date, tuple[int, int]]]:
    """Some 400 games of 20 clubs on 90 days, in no order that a traveler would choose."""
    pairs = [(away, home) for away in range(20) for home in range(20) if away != home]
    r = Random(seed)
    r.shuffle(pairs)
    return spread(pairs, [FIRST + n * DAY for n in range(90)], lambda day: 4 + day.weekday() % 3, r)


def journey(placed: list[tuple[date, tuple[int, int]]], club: int) -> int:
    """Miles of a club from home through its games and back."""
    stops = [club, *(home for _, (away, home) in sorted(placed) if club in (away, home)), club]
    return sum(WAYS[one][other] for one, other in pairwise(stops))


def days_of(placed: list[tuple[date, tuple[int, int]]], club: int) -> int:
    """The days of a club as the bits of a number."""
    return sum(1 << (day - FIRST).days + 4 for day, pair in placed if club in pair)


def strains(placed: list[tuple[date, tuple[int, int]]]) -> list[int]:
    """Games next to another, threes in three days and fours in five of all clubs."""
    found = [0, 0, 0]
    for club in range(20):
        busy = days_of(placed, club)
        for day in (n for n in range(busy.bit_length()) if busy >> n & 1):
            found = [total + one for total, one in zip(found, strain(busy & ~(1 << day), day))]
    return found


@pytest.mark.parametrize("seed", range(4))
def test_games_change_places_and_nothing_else(seed: int) -> None:
    """The same games on as many days of each weekday; no club has less rest, fixed days stay, the ways are shorter."""
    placed = slate(seed)
    fixed = (placed[0][0], placed[-1][0])
    before = sorted(placed)
    shorter = shorten(placed, WAYS[:20], Random(1), LONGEST, fixed)

    assert sorted(placed) == before
    assert Counter(pair for _, pair in shorter) == Counter(pair for _, pair in placed)
    assert Counter(day.weekday() for day, _ in shorter) == Counter(day.weekday() for day, _ in placed)
    for day in fixed:
        assert sorted(game for game in shorter if game[0] == day) == [game for game in before if game[0] == day]
    assert all(days_of(shorter, club).bit_count() == days_of(placed, club).bit_count() for club in range(20))
    assert all(new <= old for new, old in zip(strains(shorter), strains(placed)))
    old, new = (fmean(journey(games, club) for club in range(20)) for games in (placed, shorter))
    assert new < 0.9 * old


@pytest.mark.parametrize("year", [2017, 2023])
@pytest.mark.parametrize(("sport", "second"), [("NBA", 420), ("NHL", 450)])
def test_clubs_travel_like_real_ones(sport: str, second: int, year: int) -> None:
    """About 43,000 miles a club in both leagues, seldom across the continent overnight."""
    found = leagues.travelled(sport, year)

    assert len(found.clubs) in (30, 31, 32)
    assert 40_000 < fmean(found.clubs) < 50_000
    assert max(found.clubs) < 80_000
    assert fmean(found.overnight) < second
    assert sum(way > 1500 for way in found.overnight) < 0.08 * len(found.overnight)


def test_miles_are_those_of_the_sphere() -> None:
    """A degree along a meridian is 69.1 miles, half the equator 12,438; a place is nowhere else."""

    def at(latitude: float, longitude: float) -> Place:
        return Place("", "", "", "", latitude, longitude, "", "", 0, "")

    assert miles(at(10, 20), at(11, 20)) == 69
    assert miles(at(0, 0), at(0, 180)) == 12438
    assert miles(at(40, -75), at(40, -75)) == 0


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), (0, 0, 0)),
        ((1,), (1, 0, 0)),
        ((-1, 1), (2, 1, 0)),
        ((-2, -1), (1, 1, 0)),
        ((-4, -2, -1), (1, 1, 1)),
        ((-3, 2), (0, 0, 0)),
    ],
)
def test_strain_of_a_day(others: tuple[int, ...], expected: tuple[int, int, int]) -> None:
    """Of a game on a day, by the days of the other games from it."""
    assert strain(sum(1 << 10 + n for n in others), 10) == expected
