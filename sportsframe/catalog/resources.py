"""What can be asked: paths, parameters and their rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ParamType = Literal["text", "int"]

VERSION = "v1"
BASE_PATH = f"/api/{VERSION}"
"""The version stands in the path and nowhere else (specification 9)."""

TOKEN_PARAM = "RSC_token"
TOKEN_VARIABLE = "RSC_TOKEN"
"""The environment variable that holds the token: of who asks, and of who serves."""

DATE_PATTERN = r"^\d{4}-\d{2}-\d{2}$"
SEASON_PATTERN = r"^\d{4}$"


@dataclass(frozen=True)
class Param:
    """A query parameter: who takes it, and what it may be."""

    name: str
    type: ParamType
    meaning: str
    sports: tuple[str, ...]
    resources: tuple[str, ...]
    required: bool = False
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    single_sport: bool = True

    def applies(self, sport: str, resource: str) -> bool:
        return sport in self.sports and resource in self.resources


@dataclass(frozen=True)
class Resource:
    """A group of endpoints.

    Parameters
    ----------
    name : str
        The first path segment, and how users spell it.
    tag : str
        Its name in the interface description.
    segment : str
        What the second path segment holds: a date, a season, or nothing.
    meaning : str
        What it answers.
    days : int
        Days an answer covers, for dates; `darts_days` for darts.
    """

    name: str
    tag: str
    segment: Literal["date", "season"]
    meaning: str
    days: int = 1
    darts_days: int | None = None
    segment_optional: tuple[str, ...] = ()
    now: tuple[str, ...] = ()

    def window(self, sport: str) -> int:
        """How many GMT days from the date an answer covers."""
        return self.darts_days if sport == "DARTS" and self.darts_days else self.days


RESOURCES: dict[str, Resource] = {
    r.name: r
    for r in (
        Resource("schedule", "Schedule", "date", "Games that start on a date (GMT)"),
        Resource(
            "schedule-week", "Weekly Schedule", "date",
            "Games in the seven days that begin on a date; for darts the date and the seven days after it",
            days=7, darts_days=8, now=("PGA",),
        ),
        Resource(
            "schedule-season", "Season Schedule", "season", "All games of the season that started in a year",
            segment_optional=("PGA",),
        ),
        Resource("live", "Live", "date", "Box scores and states of the games of a date; past dates stay available"),
    )
}  # fmt: skip

TAGS: tuple[str, ...] = (
    "Schedule", "Weekly Schedule", "Season Schedule", "Live", "Play-by-Play", "Player Info", "Player Stats",
    "Team Info", "Team Stats", "Depth Charts", "Injuries", "Events", "Field",
)  # fmt: skip
"""The thirteen endpoint groups of the specification; those in `RESOURCES` are built."""

LATER: dict[str, tuple[str, ...]] = {
    "play-by-play": ("NFL", "NBA", "MLB"),
    "player-info": ("NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "PGA", "SOCCER", "DARTS"),
    "player-stats": ("NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "PGA", "SOCCER", "DARTS"),
    "team-info": ("NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "SOCCER"),
    "team-stats": ("NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "SOCCER"),
    "depth-charts": ("NFL", "NBA", "MLB", "NHL", "NCAABB", "SOCCER"),
    "injuries": ("NFL", "NBA", "MLB", "NHL", "SOCCER"),
    "events": ("DARTS",),
    "field": ("PGA",),
}
"""Groups of the specification that are not built, and the sports that have them."""

SCHEDULES = ("schedule", "schedule-week", "schedule-season")

PARAMS: tuple[Param, ...] = (
    Param(
        "league", "text", "League of soccer", ("SOCCER",), tuple(RESOURCES), required=True,
        choices=("EPL", "SERIEA", "LALIGA"), single_sport=False,
    ),
    Param("player_id", "int", "Only matches of this player", ("DARTS",), SCHEDULES, minimum=1),
    Param("game_id", "text", "One match", ("DARTS",), tuple(RESOURCES)),
    Param("event_id", "text", "One event", ("DARTS",), SCHEDULES),
    Param("game_id", "text", "One tournament", ("PGA",), SCHEDULES),
)  # fmt: skip


def params(sport: str, resource: str) -> tuple[Param, ...]:
    """The query parameters a sport's resource takes, the token left out."""
    return tuple(p for p in PARAMS if p.applies(sport, resource))
