"""PGA: where golf is played at what time of the year, and the kinds of land that tournaments are named after."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise
from random import Random

from .._common.places import (
    ARIZONA,
    CENTRAL,
    COUNTRIES,
    EASTERN,
    FAR_STATE,
    MOUNTAIN,
    PACIFIC,
    PROVINCES,
    STATES,
    Place,
    Region,
    in_region,
)
from .._common.rng import pick

ANYWHERE = "anywhere"
"""A place in one of the zones of `ROVING`."""

ROVING = {EASTERN: 0.6, CENTRAL: 0.2, PACIFIC: 0.2}
"""Zone -> share of the venues of a tournament that is at home nowhere."""

Land = tuple[tuple[str, Region], ...]
"""Stretches of land, each with its country."""

LANDS: dict[str, Land] = {
    "desert": (("USA", ("CA", PACIFIC, 33.55, 33.80, -116.30, -116.00, 1.0)),),
    "mesa": (("USA", ("AZ", ARIZONA, 33.2, 33.8, -112.4, -111.5, 1.0)),),
    "canyon": (("USA", ("CA", PACIFIC, 34.15, 34.35, -118.90, -118.50, 1.0)),),
    "coast": (("USA", ("CA", PACIFIC, 32.95, 33.25, -117.25, -117.10, 1.0)),),
    "bay": (("USA", ("CA", PACIFIC, 36.52, 36.62, -121.88, -121.78, 1.0)),),
    "sierra": (("USA", ("CA", PACIFIC, 38.2, 38.9, -120.4, -119.9, 1.0)),),
    "shoreline": (
        ("USA", ("GA", EASTERN, 31.1, 31.5, -81.50, -81.35, 2.0)),
        ("USA", ("FL", EASTERN, 28.9, 29.2, -81.10, -80.98, 1.0)),
    ),
    "prairie": tuple(("USA", region) for region in STATES if region[0] in ("TX", "OK")),
    "plains": tuple(("USA", region) for region in STATES if region[0] in ("KS", "NE", "OK", "SD", "TX")),
    "links": (
        ("Scotland", ("", "Europe/London", 56.22, 56.35, -2.85, -2.65, 2.0)),
        ("Scotland", ("", "Europe/London", 55.30, 55.60, -4.75, -4.65, 2.0)),
        ("Scotland", ("", "Europe/London", 56.00, 56.05, -2.85, -2.60, 1.0)),
        ("England", ("", "Europe/London", 53.60, 53.75, -3.05, -2.95, 3.0)),
        ("England", ("", "Europe/London", 51.25, 51.35, 1.30, 1.40, 2.0)),
    ),
    "Canada": tuple(("Canada", region) for region in PROVINCES),
    "Hawaii": (("USA", FAR_STATE),),
    **{
        zone: tuple(("USA", region) for region in STATES if region[1] == zone)
        for zone in (EASTERN, CENTRAL, MOUNTAIN, ARIZONA, PACIFIC)
    },
    **{country: ((country, (*about, 1.0)),) for country, about in COUNTRIES.items()},
}
"""Kind of land, time zone or country -> where it is."""

NORTHERNMOST = (
    (1, 30.0),
    (60, 30.0),
    (91, 34.5),
    (121, 38.0),
    (136, 43.0),
    (152, 52.0),
    (161, 60.0),
    (244, 60.0),
    (263, 46.0),
    (288, 38.0),
    (319, 34.5),
    (335, 32.0),
    (350, 30.0),
    (366, 30.0),
)
"""Days of the year, and the degrees of latitude up to which golf is played on them; in between it moves evenly."""

MILD, HIGH = {"CA": 8.0, "AZ": 8.0}, {"CO": 3.0, "ID": 3.0, "MT": 3.0, "NM": 3.0, "NV": 3.0, "UT": 3.0, "WY": 3.0}
"""State -> degrees of latitude by which its winters are milder than others, or by which its mountains are colder."""

EARLIEST, LATEST = 2, 12
"""Days of the year between which the first tournament of a year lies, whatever the year."""


def northernmost(state: str, day: int) -> float:
    """The latitude up to which golf is played in a state on a day of the year, counted from 1."""
    (begin, low), (end, high) = next(pair for pair in pairwise(NORTHERNMOST) if day <= pair[1][0])
    return low + (high - low) * (day - begin) / (end - begin) + MILD.get(state, 0.0) - HIGH.get(state, 0.0)


def playable(place: Place, day: date, days: int = 4) -> bool:
    """Whether golf is played at a place on all of some days from one on."""
    ends = (day, day + timedelta(days=days - 1))
    return all(abs(place.latitude) <= northernmost(place.state, end.timetuple().tm_yday) for end in ends)


def ground(r: Random, where: str, week: int, taken: set[str]) -> Place:
    """A place where golf is played in a week of the year.

    Parameters
    ----------
    r : random.Random
        Draws it.
    where : str
        A key of `LANDS`, or ``anywhere``.
    week : int
        Weeks after the first Thursday of the year.
    taken : set of str
        Names of places that are not free; the new one is added.
    """
    zone = pick(r, tuple(ROVING), tuple(ROVING.values())) if where == ANYWHERE else where
    ends = (EARLIEST + 7 * week, LATEST + 7 * week)
    options = [
        (country, region)
        for country, region in LANDS[zone]
        if all(region[3] <= northernmost(region[0], day) for day in ends)
    ]
    country, region = pick(r, options, [region[6] for _, region in options])
    return in_region(r, region, country, taken)
