"""The season of a date, and the games of a season that the service has published.

Rules of the reference service where the specification leaves them open:

- The *current* season is the one that started last, by the service's clock.
- A date belongs to the season that contains it; between seasons, to the next one.
- The latest two seasons, to which a trial token is limited, are the current one and the one before.
- A season is published `PUBLISHED` before it starts; until then there is no data for it.
- Games whose teams depend on other games (the postseason) are listed once their teams are known, but those that are
  known before the postseason begins not earlier than `ANNOUNCED` before their start.
- A golf tournament is listed on every date from its first round to its last, in weeks that overlap it, and on further
  dates if it is still being played. `now` means the tournaments being played, or else the next ones.
- Nothing is listed before it can be known: a makeup game once the postponement is announced, a game of a later round
  once its teams are known, an if-necessary game of a series once it is needed.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

from ..simulation import FIRST_YEAR, LAST_YEAR, World
from ..simulation._common.season import Entry, Season

PUBLISHED = timedelta(days=60)
ANNOUNCED = timedelta(days=3)
REACH = 2
"""Number of seasons available to a trial token."""

MARGIN = timedelta(days=2)
"""Upper bound for the distance between a game's start and its league date."""

OVERRUN = timedelta(days=3)
"""Upper bound for the time by which a game ends later than on its last day as scheduled."""


def midnight(day: date) -> datetime:
    """Return the start of a UTC date."""
    return datetime.combine(day, time(), UTC)


def season_of(world: World, sport: str, year: int, league: str | None) -> Season | None:
    """Return the season that starts in a year, or None outside the simulated years."""
    return world.season(sport, year, league) if FIRST_YEAR <= year <= LAST_YEAR else None


def running(world: World, sport: str, league: str | None, today: date) -> int:
    """Return the year of the current season."""
    season = season_of(world, sport, today.year, league)
    return today.year - (season is not None and season.opens > today)


def belongs_to(world: World, sport: str, league: str | None, day: date) -> int:
    """Return the year of the season that contains `day`; between seasons, of the next one."""
    for year in (day.year - 1, day.year):
        season = season_of(world, sport, year, league)
        if season is not None and season.closes >= day:
            return year
    return day.year + 1


def too_old(world: World, sport: str, league: str | None, year: int, today: date) -> bool:
    """Whether a season is older than the latest two."""
    return year <= running(world, sport, league, today) - REACH


def entries_of(season: Season, now: datetime, start: datetime, end: datetime) -> list[Entry]:
    """Return the games listed at `now` with a scheduled start in the half-open interval."""
    if season.opens - PUBLISHED > now.date():
        return []
    early = season.postseason_from is not None and now < season.postseason_from
    found = season.between(start, end, now + ANNOUNCED if early else None)
    return [entry for entry in found if entry.start <= now or entry.listed(now)]


def entries_on(season: Season, now: datetime, first: date, last: date) -> list[Entry]:
    """Return the games listed at `now` with a league date in this range, inclusive."""
    found = entries_of(season, now, midnight(first) - MARGIN, midnight(last) + MARGIN)
    return [entry for entry in found if first <= entry.day <= last]


def whole(season: Season, now: datetime) -> list[Entry]:
    """Return all games of `season` listed at `now`."""
    return entries_of(season, now, midnight(season.opens) - MARGIN, midnight(season.closes) + MARGIN)
