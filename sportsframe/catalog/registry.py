"""Sports from outside: what they must bring, and the entry points that bring them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points

from ..errors import ConfigError, SportsframeWarning
from .grammar import Sport
from .resources import RESOURCES

ENTRY_POINTS = "sportsframe.sports"
"""The group of entry points whose objects are sports."""

CODE = re.compile(r"[A-Z][A-Z0-9]*")


def add(sports: dict[str, Sport], sport: Sport) -> None:
    """Put a sport among the others.

    Raises
    ------
    ConfigError
        It is no `Sport`, its code is taken or cannot stand in a path, or something it needs is missing.
    """
    if not isinstance(sport, Sport):
        raise ConfigError(f"register_sport() takes a Sport of sportsframe.catalog, not {type(sport).__name__}.")
    code = sport.code
    if not isinstance(code, str) or not CODE.fullmatch(code):
        raise ConfigError(f"the code of a sport is upper-case letters and digits, such as WNBA, not {code!r}.")
    if code in sports:
        if sports[code] is sport:
            return
        raise ConfigError(f"{code} is registered already; give the sport another code.")
    if sport.leagues:
        raise ConfigError(f"{code} has leagues, and only SOCCER may; register each league as a sport of its own.")
    if not sport.answers:
        raise ConfigError(f"{code} has no answers; give one for a resource, such as live.")
    groups = dict.fromkeys(resource.group for resource in RESOURCES.values())
    for group, answer in sport.answers.items():
        if group not in groups:
            raise ConfigError(
                f"{code} answers {group!r}, which is no group of resources; choose from {', '.join(groups)}."
            )
        for name, layout in answer.layouts.items():
            try:
                layout.columns  # noqa: B018  worked out here, so that a slip shows where it was made
            except (LookupError, AssertionError, TypeError) as error:
                raise ConfigError(f"the table {name} of {code} {group} does not fit its record: {error}.") from error
    sports[code] = sport


def add_installed(sports: dict[str, Sport], found: Iterable[EntryPoint] | None = None) -> None:
    """Register the sports of installed packages; one that fails is left out with a warning."""
    for point in entry_points(group=ENTRY_POINTS) if found is None else found:
        try:
            add(sports, point.load())
        except Exception as error:
            reason = str(error).split("\n")[0] or type(error).__name__
            warnings.warn(
                f"the entry point {point.name} ({point.value}) brings no sport: {reason}",
                SportsframeWarning,
                stacklevel=2,
            )
