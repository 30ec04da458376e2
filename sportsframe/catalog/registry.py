"""Registration of additional sports: validation and entry points."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from datetime import date
from importlib.metadata import EntryPoint, entry_points
from zoneinfo import ZoneInfo

from ..errors import ConfigError, SportsframeWarning, quoted
from .grammar import Sport
from .resources import RESOURCES

ENTRY_POINTS = "sportsframe.sports"
"""Entry point group for sports."""

CODE = re.compile(r"[A-Z][A-Z0-9]*")


def add(sports: dict[str, Sport], sport: Sport) -> None:
    """Validate a sport and add it to `sports`.

    Raises
    ------
    ConfigError
        It is not a `Sport`, its code is invalid or already registered, or the declaration is incomplete.
    """
    if not isinstance(sport, Sport):
        raise ConfigError(f"register_sport() expects a sportsframe.catalog.Sport, not {type(sport).__name__}.")
    code = sport.code
    if not isinstance(code, str) or not CODE.fullmatch(code):
        raise ConfigError(f"invalid sport code {quoted(code)}; use upper-case letters and digits, for example WNBA.")
    if code in sports:
        if sports[code] is sport:
            return
        raise ConfigError(f"{code} is already registered; use a different code.")
    if sport.leagues:
        raise ConfigError(f"only SOCCER may have leagues, not {code}; register each league as a separate sport.")
    if not sport.answers:
        raise ConfigError(f"{code} declares no answers; add one for a resource group, for example live.")
    try:
        ZoneInfo(sport.zone)
    except (LookupError, ValueError, TypeError, OSError):
        raise ConfigError(f"{quoted(sport.zone)} is not a time zone; use a name such as America/New_York.") from None
    for what in ("name", "game"):
        text = getattr(sport, what)
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise ConfigError(f"{quoted(text)} is not the {what} of a sport; {code} needs a word or two.")
    try:
        date(2001, *sport.opens)
    except (ValueError, TypeError):
        raise ConfigError(
            f"{quoted(sport.opens)} is not the start of a season of {code}; give month and day, such as (10, 1)."
        ) from None
    if not isinstance(sport.season_spans, bool):
        raise ConfigError(f"season_spans of {code} must be True or False, not {quoted(sport.season_spans)}.")
    if not isinstance(sport.game_days, int) or sport.game_days < 1:
        raise ConfigError(f"game_days of {code} must be a whole number of days, not {quoted(sport.game_days)}.")
    groups = dict.fromkeys(resource.group for resource in RESOURCES.values())
    for group, answer in sport.answers.items():
        if group not in groups:
            raise ConfigError(
                f"unknown resource group {quoted(group)} in the answers of {code}; expected one of {', '.join(groups)}."
            )
        for name, layout in answer.layouts.items():
            try:
                layout.columns  # noqa: B018  resolved here, so that a mistake is reported at registration
            except (LookupError, AssertionError, TypeError) as error:
                raise ConfigError(f"the table {name} of {code} {group} does not match its record: {error}.") from error
    sports[code] = sport


def add_installed(sports: dict[str, Sport], found: Iterable[EntryPoint] | None = None) -> None:
    """Register the sports of installed packages; one that fails is skipped with a warning."""
    for point in entry_points(group=ENTRY_POINTS) if found is None else found:
        try:
            add(sports, point.load())
        except Exception as error:
            reason = str(error).split("\n")[0] or type(error).__name__
            warnings.warn(
                f"cannot register a sport from the entry point {point.name} ({point.value}): {reason}",
                SportsframeWarning,
                stacklevel=2,
            )
