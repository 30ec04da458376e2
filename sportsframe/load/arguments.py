"""Tell the date from the sport, in whichever order they were passed."""

from __future__ import annotations

from typing import Any

from ..catalog import SPORTS, sport_code
from ..catalog.codes import CheckedSport
from ..errors import QueryError

FOLLOWING = ("watch", "game_picker")
"""Functions whose date is today unless given."""


def is_sport(value: Any) -> bool:
    return isinstance(value, str) and bool(value) and all(code in SPORTS for code in value.split("-"))


def date_and_sport(date: Any, sport: Any, verb: str) -> tuple[Any, CheckedSport]:
    """Return a date and a sport, also if they were passed in the other order.

    Raises
    ------
    QueryError
        If one of them is missing, or the sport is unknown.
    """
    if is_sport(date):
        if sport is None and verb in FOLLOWING:
            sport = "today"
        if sport is None:
            raise QueryError(
                f'a date is required; pass it before the sport, for example {verb}("2024-06-01", "{date}").'
            )
        if not is_sport(sport):
            date, sport = sport, date
    if date is None and sport is not None:
        raise QueryError(
            f'a date is required; pass it before the sport, for example {verb}("2024-06-01", '
            f'"{required_sport(sport)}").'
        )
    if date is None:
        raise QueryError(f'a date and a sport are required, for example {verb}("2024-06-01", "MLB").')
    return date, required_sport(sport)


def season_and_sport(season: Any, sport: Any) -> tuple[Any, CheckedSport]:
    """Return a season (or an initial date) and a sport, also if they were passed in the other order."""
    if is_sport(season):
        season, sport = None if is_sport(sport) else sport, season
    return season, required_sport(sport)


def required_sport(sport: str | None) -> CheckedSport:
    if sport is None:
        raise QueryError(f"a sport is required; expected one of {', '.join(SPORTS)}.")
    return sport_code(sport)
