"""Which season a moment belongs to, and what of it the service has published.

Rules of the reference service, where the specification leaves them open:

- The season that *runs* is the one last begun at the service's clock.
- A date belongs to the season that contains it, between seasons to the one that follows.
- The latest two seasons, which a trial token reaches, are the running one and the one before.
- A season is published `PUBLISHED` before it begins; until then there is nothing to return for it.
- Games whose teams depend on other games, those of the postseason, are listed from `ANNOUNCED` before their start.
- Nothing is listed before it can be known: a makeup from the announcement that its game is postponed on, a game of a
  later round when its sides are found, a game of a series that may not be needed when it is.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from ..simulation import FIRST_YEAR, LAST_YEAR, World
from ..simulation._common.season import Entry, Season

PUBLISHED = timedelta(days=60)
ANNOUNCED = timedelta(days=3)
REACH = 2
"""Seasons that a trial token reaches."""

MARGIN = timedelta(days=2)
"""How far a game may start from its day label, and more."""


def midnight(day: date) -> datetime:
    """The instant a GMT day begins."""
    return datetime.combine(day, time(), UTC)


def season_of(world: World, sport: str, year: int, league: str | None) -> Season | None:
    """The season that starts in a year, or None outside the world's years."""
    return world.season(sport, year, league) if FIRST_YEAR <= year <= LAST_YEAR else None


def running(world: World, sport: str, league: str | None, today: date) -> int:
    """The year of the season last begun by `today`."""
    season = season_of(world, sport, today.year, league)
    return today.year - (season is not None and season.opens > today)


def belongs_to(world: World, sport: str, league: str | None, day: date) -> int:
    """The year of the season that contains `day`, between seasons of the one that follows."""
    for year in (day.year - 1, day.year):
        season = season_of(world, sport, year, league)
        if season is not None and season.closes >= day:
            return year
    return day.year + 1


def too_old(world: World, sport: str, league: str | None, year: int, today: date) -> bool:
    """Whether a season is older than the latest two."""
    return year <= running(world, sport, league, today) - REACH


def entries_of(season: Season, now: datetime, start: datetime, end: datetime) -> list[Entry]:
    """What `season` lists at `now` with a scheduled start in the half-open interval."""
    if season.opens - PUBLISHED > now.date():
        return []
    found = season.between(start, end, now + ANNOUNCED)
    return [entry for entry in found if entry.start <= now or entry.listed(now)]


def entries_on(season: Season, now: datetime, first: date, last: date) -> list[Entry]:
    """What `season` lists at `now` with these day labels, both ends included."""
    found = entries_of(season, now, midnight(first) - MARGIN, midnight(last) + MARGIN)
    return [entry for entry in found if first <= entry.day <= last]


def whole(season: Season, now: datetime) -> list[Entry]:
    """All that `season` lists at `now`."""
    return entries_of(season, now, midnight(season.opens) - MARGIN, midnight(season.closes) + MARGIN)
