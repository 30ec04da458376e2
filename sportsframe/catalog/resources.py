"""Resources of the service: paths, query parameters and their constraints."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Literal

from ..errors import QueryError, nearest, quoted

ParamType = Literal["text", "int"]

VERSION = "v1"
BASE_PATH = f"/api/{VERSION}"
"""The API version appears only in the path (specification 9)."""

REFUSED_BY = "X-Sportsframe-Refused-By"
"""On an error that a mirror passes on: ``upstream``, to distinguish its 401 from the mirror's own."""

OF_ONE_PATH = "upstream, path"
"""Its value if upstream fails on this path alone, so that a client is not to hold back requests for others."""

TOKEN_PARAM = "RSC_token"
TOKEN_VARIABLE = "RSC_TOKEN"
"""The environment variable that holds the token, for the client and for the server."""

SEASON_PATTERN = r"^\d{4}$"


@dataclass(frozen=True)
class Param:
    """A query parameter and its valid values.

    A `Resource` declares those of all its sports, an `Answer` those of one sport.
    """

    name: str
    type: ParamType
    meaning: str
    required: bool = False
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    single_sport: bool = True


@dataclass(frozen=True)
class ByDate:
    """The path contains a date.

    Parameters
    ----------
    days : int
        Number of UTC days in a response, starting with the date; `Answer.days` has the exceptions.
    """

    days: int = 1

    name: ClassVar[str] = "date"
    empty: ClassVar[str] = "no game that day"


@dataclass(frozen=True)
class BySeason:
    """The path contains the year in which a season started."""

    name: ClassVar[str] = "season"
    empty: ClassVar[str] = "a season not published"


@dataclass(frozen=True)
class Undated:
    """The path contains neither; the response describes the present."""

    name: ClassVar[str] = ""
    empty: ClassVar[str] = "nothing to list at present"


Segment = ByDate | BySeason | Undated
"""The path segment between the resource and the sport."""


class Content(Enum):
    """Kind of data in a response, which determines its source and how soon it expires."""

    SCHEDULE = "scheduled games"
    PLAY = "games in play, which change by the second"
    STATE = "data that does not depend on the games in play, such as rosters and totals; updated about once a day"


Envelope = Literal["rows", "map"]
"""Type of the value under a sport's key in ``data``: a list of records, or one map."""


@dataclass(frozen=True)
class Resource:
    """A group of endpoints, with the properties that do not depend on the sport.

    `sportsframe.catalog.sports_of` returns the sports that declare it.

    Parameters
    ----------
    name : str
        The first path segment; users pass the same name.
    tag : str
        Name of the group in the OpenAPI document.
    segment : ByDate, BySeason or Undated
        The path segment between the name and the sport.
    content : Content
        Kind of data in a response.
    meaning : str
        Description.
    group : str
        Key under which sports declare the response; defaults to the name. Resources with the same response share one.
    envelope : {"rows", "map"}
        Type of the value under a sport's key; games are rows.
    table : str
        Default table; a sport that lacks it returns its first table.
    loader : str, optional
        Name of the public function that loads it; `sportsframe.table` loads every resource.
    params : tuple of Param
        Query parameters, whatever the sport.
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
    params: tuple[Param, ...] = ()

    def __post_init__(self) -> None:
        if not self.group:
            object.__setattr__(self, "group", self.name)
        if self.envelope == "map" and self.content is not Content.STATE:
            raise LookupError(f"{self.name} is a map of games; declare them as rows, or its content as Content.STATE")

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which users may request it: its own, and that of its loader."""
        return tuple(dict.fromkeys((self.name, self.name.replace("-", "_"), self.loader or self.name)))

    @property
    def empty(self) -> tuple[str, ...]:
        """Why a response may hold nothing."""
        begun = ("games that have not begun (they are in schedule)",) if self.content is Content.PLAY else ()
        if any(param.required and param.name == "game_id" for param in self.params):
            return begun or ("nothing published yet",)
        return (self.segment.empty, *begun)

    def path(self, segment: str, sport: str) -> str:
        """Return the path relative to the base URL, with a leading slash; the segment may be empty."""
        return f"/{self.name}/{segment}/{sport}" if segment else f"/{self.name}/{sport}"


RESOURCES: dict[str, Resource] = {
    r.name: r
    for r in (
        Resource(
            "schedule", "Schedule", ByDate(), Content.SCHEDULE, "Games that start on a date (UTC)", loader="schedule"
        ),
        Resource(
            "schedule-week",
            "Weekly Schedule",
            ByDate(7),
            Content.SCHEDULE,
            "Games in the seven days starting on a date; for darts, eight days",
            group="schedule",
            loader="schedule_week",
        ),
        Resource(
            "schedule-season",
            "Season Schedule",
            BySeason(),
            Content.SCHEDULE,
            "All games of the season that started in a year",
            group="schedule",
            loader="schedule_season",
        ),
        Resource(
            "live",
            "Live",
            ByDate(),
            Content.PLAY,
            "Box scores and statuses of the games on a date; past dates remain available",
            loader="live",
        ),
        Resource(
            "play-by-play",
            "Play-by-Play",
            Undated(),
            Content.PLAY,
            "Plays of one game so far",
            table="plays",
            loader="play_by_play",
            params=(Param("game_id", "text", "The game", required=True),),
        ),
        Resource(
            "player-info",
            "Player Info",
            Undated(),
            Content.STATE,
            "Players, former ones included",
            table="players",
            loader="players",
        ),
        Resource(
            "team-info", "Team Info", Undated(), Content.STATE, "Teams and their venues", table="teams", loader="teams"
        ),
        Resource(
            "depth-charts",
            "Depth Charts",
            Undated(),
            Content.STATE,
            "Players by position and depth, per team",
            envelope="map",
            table="depth_charts",
            loader="depth_charts",
        ),
        Resource(
            "injuries",
            "Injuries",
            Undated(),
            Content.STATE,
            "Injured players, per team",
            table="injuries",
            loader="injuries",
        ),
        Resource(
            "events", "Events", BySeason(), Content.STATE, "Darts events of a season", table="events", loader="events"
        ),
        Resource(
            "field",
            "Field",
            Undated(),
            Content.STATE,
            "Players entered in one PGA tournament",
            table="field",
            loader="field",
            params=(Param("game_id", "text", "The tournament", required=True),),
        ),
        Resource(
            "player-stats",
            "Player Stats",
            BySeason(),
            Content.STATE,
            "Season statistics of players, for the regular season and the postseason",
            table="season",
            loader="player_stats",
        ),
        Resource(
            "team-stats",
            "Team Stats",
            BySeason(),
            Content.STATE,
            "Season statistics of teams, for the regular season and the postseason",
            table="season",
            loader="team_stats",
        ),
    )
}
"""The supported resources, by name."""


def resource_name(text: object) -> str:
    """Return the name of a resource, from that name or the name of its loader, with hyphens or underscores.

    Raises
    ------
    QueryError
        No resource has this name; the message lists them.
    """
    for resource in RESOURCES.values():
        if isinstance(text, str) and text in resource.names:
            return resource.name
    known = ", ".join(RESOURCES)
    hint = nearest(text, {name for resource in RESOURCES.values() for name in resource.names})
    raise QueryError(f"unknown resource {quoted(text)}; expected one of {known}.{hint}")


def in_group(group: str) -> tuple[Resource, ...]:
    """Return the resources of a group; the first represents the group."""
    return tuple(r for r in RESOURCES.values() if r.group == group)


TAGS: tuple[str, ...] = (
    "Schedule",
    "Weekly Schedule",
    "Season Schedule",
    "Live",
    "Play-by-Play",
    "Player Info",
    "Player Stats",
    "Team Info",
    "Team Stats",
    "Depth Charts",
    "Injuries",
    "Events",
    "Field",
)
"""The thirteen endpoint groups of the specification, in its order."""

SCHEDULES = tuple(r.name for r in in_group("schedule"))
GAMES = (*SCHEDULES, "live")
"""The resources whose rows are games."""

LEAGUES = ("EPL", "SERIEA", "LALIGA")
"""The soccer leagues."""

LEAGUE_NAMES = {
    "premierleague": "EPL", "englishpremierleague": "EPL", "seriea": "SERIEA", "laliga": "LALIGA",
}  # fmt: skip
"""Name of a league, in letters alone -> its code."""


def league_code(text: str) -> str | None:
    """Return the code of the soccer league that a text names, by its code or a common name; None if it names none."""
    letters = "".join(filter(str.isalpha, text))
    return letters.upper() if letters.upper() in LEAGUES else LEAGUE_NAMES.get(letters.casefold())
