"""What can be asked: paths, parameters and their rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Literal

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
    """A query parameter: who takes it, and what it may be.

    `resources` are those it goes with, all where there are none.
    """

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
        return sport in self.sports and (not self.resources or resource in self.resources)


@dataclass(frozen=True)
class ByDate:
    """The path holds a date.

    Parameters
    ----------
    days : int
        Days that an answer covers, the date the first of them.
    exceptions : mapping of str to int
        Sports whose answers cover another number of days.
    now : tuple of str
        Sports that take ``now`` in place of a date.
    """

    days: int = 1
    exceptions: Mapping[str, int] = field(default_factory=dict, hash=False)
    now: tuple[str, ...] = ()

    name: ClassVar[str] = "date"

    def window(self, sport: str) -> int:
        """How many GMT days from the date an answer covers."""
        return self.exceptions.get(sport, self.days)


@dataclass(frozen=True)
class BySeason:
    """The path holds the year in which a season started.

    Parameters
    ----------
    optional : tuple of str
        Sports for which it may be left out: the season that runs.
    """

    optional: tuple[str, ...] = ()

    name: ClassVar[str] = "season"


@dataclass(frozen=True)
class Undated:
    """The path holds neither: the answer is what is so at present."""

    name: ClassVar[str] = ""


Segment = ByDate | BySeason | Undated
"""What stands in a path between the resource and the sport."""


class Content(Enum):
    """What an answer holds, which decides where it comes from and how soon it is out of date."""

    SCHEDULE = "games as they are scheduled"
    PLAY = "games as they are played, which change by the second"
    STATE = "what is so whatever games are on, such as rosters and totals: renewed about once a day"


Envelope = Literal["rows", "map"]
"""What stands under a sport's key in ``data``: a list of records, or one map."""


@dataclass(frozen=True)
class Resource:
    """A group of endpoints, and all that is true of it whatever the sport.

    Which sports have it follows from the answers that they declare: `sportsframe.catalog.sports_of`.

    Parameters
    ----------
    name : str
        The first path segment, and how users spell it.
    tag : str
        Its name in the interface description.
    segment : ByDate, BySeason or Undated
        What stands in the path between its name and the sport.
    content : Content
        What an answer holds.
    meaning : str
        What it answers.
    group : str
        The key under which sports declare its answer: its name, unless several resources answer alike.
    envelope : {"rows", "map"}
        What stands under a sport's key.
    table : str
        The table given where none is asked for; a sport without it gives its first.
    loader : str, optional
        The public function that loads it; `sportsframe.table` loads every resource.
    """

    name: str
    tag: str
    segment: Segment
    content: Content
    meaning: str
    group: str = ""
    envelope: Envelope = "rows"
    table: str = "games"
    loader: str | None = None

    def __post_init__(self) -> None:
        if not self.group:
            object.__setattr__(self, "group", self.name)

    def path(self, segment: str, sport: str) -> str:
        """The path below the base address, beginning with a slash; the segment may be empty."""
        return f"/{self.name}/{segment}/{sport}" if segment else f"/{self.name}/{sport}"


RESOURCES: dict[str, Resource] = {
    r.name: r
    for r in (
        Resource(
            "schedule", "Schedule", ByDate(), Content.SCHEDULE, "Games that start on a date (GMT)", loader="schedule"
        ),
        Resource(
            "schedule-week", "Weekly Schedule", ByDate(7, {"DARTS": 8}, now=("PGA",)), Content.SCHEDULE,
            "Games in the seven days that begin on a date; for darts the date and the seven days after it",
            group="schedule", loader="schedule_week",
        ),
        Resource(
            "schedule-season", "Season Schedule", BySeason(optional=("PGA",)), Content.SCHEDULE,
            "All games of the season that started in a year", group="schedule", loader="schedule_season",
        ),
        Resource(
            "live", "Live", ByDate(), Content.PLAY,
            "Box scores and states of the games of a date; past dates stay available", loader="live",
        ),
    )
}  # fmt: skip
"""The resources that are built, by name."""


def in_group(group: str) -> tuple[Resource, ...]:
    """The resources that answer alike, the first of them standing for all where one is enough."""
    return tuple(r for r in RESOURCES.values() if r.group == group)


TAGS: tuple[str, ...] = (
    "Schedule", "Weekly Schedule", "Season Schedule", "Live", "Play-by-Play", "Player Info", "Player Stats",
    "Team Info", "Team Stats", "Depth Charts", "Injuries", "Events", "Field",
)  # fmt: skip
"""The thirteen endpoint groups of the specification; those of `RESOURCES` are built."""

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
"""Groups of the specification, and the sports that have them and for which they are not built."""

SCHEDULES = tuple(r.name for r in in_group("schedule"))
GAMES = (*SCHEDULES, "live")
"""The resources whose rows are games."""

LEAGUES = ("EPL", "SERIEA", "LALIGA")
"""The leagues of soccer."""

PARAMS: tuple[Param, ...] = (
    Param(
        "league", "text", "League of soccer", ("SOCCER",), (), required=True,
        choices=LEAGUES, single_sport=False,
    ),
    Param("player_id", "int", "Only matches of this player", ("DARTS",), SCHEDULES, minimum=1),
    Param("game_id", "text", "One match", ("DARTS",), GAMES),
    Param("event_id", "text", "One event", ("DARTS",), SCHEDULES),
    Param("game_id", "text", "One tournament", ("PGA",), SCHEDULES),
)  # fmt: skip


def params(sport: str, resource: str) -> tuple[Param, ...]:
    """The query parameters a sport's resource takes, the token left out."""
    return tuple(p for p in PARAMS if p.applies(sport, resource))
