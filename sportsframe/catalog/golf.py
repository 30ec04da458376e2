"""Golf: PGA. A schedule row is a tournament; the live record is not in the specification and is based on reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

from . import directory, season_stats
from .grammar import Answer, GameTime, Record, Sport, Table, api_field
from .printed import Printed
from .resources import Param
from .rules import Rules

HOLES = 18
"""Holes of a round."""

ROUNDS = ("round_1", "round_2", "round_3", "round_4")
"""Columns of the strokes of each round."""

SECOND_CUT = "MDF"
"""Made the first cut, but did not finish: a second one came after the third round."""

CUT = "CUT"
"""Missed the cut."""

LEFT = {
    SECOND_CUT: ("mdf", "made cut, did not finish"),
    CUT: ("cut", "missed cut", "mc"),
    "WD": ("wd", "withdrawn", "withdrew"),
    "DQ": ("dq", "disqualified"),
    "DNS": ("dns", "did not start"),
}
"""How a leaderboard prints why players left a tournament before its end, in its order, and the statuses that say so."""

_LEFT = {status: printed for printed, statuses in LEFT.items() for status in statuses}


def left(status: object) -> str:
    """Return how a leaderboard prints that a player left a tournament before its end; empty for everybody else.

    Examples
    --------
    >>> left("withdrawn"), left("active")
    ('WD', '')
    """
    return _LEFT.get(status.casefold(), "") if isinstance(status, str) else ""


LINE = ("to_par", "strokes", "thru", *ROUNDS)
"""What partners have in common."""

FEWEST = 8
"""The fewest players by which a field of pairs is recognized."""


def in_pairs(lines: Sequence[Hashable]) -> bool:
    """Return whether a tournament is one of pairs, from the line of each player: all have a partner with the same.

    Examples
    --------
    >>> in_pairs([63, 63, 64, 64, 64, 64, 67, 67]), in_pairs([63, 64, 64, 65, 66, 67, 67, 67])
    (True, False)
    """
    return len(lines) >= FEWEST and all(count % 2 == 0 for count in Counter(lines).values())


class Course(Record, source="2.5"):
    course: str | None = api_field("Name of the course", "name")
    par: int | None = api_field("Par of the course", unit="strokes")
    yards: int | None = api_field("Length of the course", unit="yd")


class Tournament(Record, source="2.5"):
    """A tournament on the schedule."""

    game_id: str = api_field("Tournament id", "tournament_ID", key=True, derive="season")
    game_time: GameTime | None = api_field("First tee time", "start_time", key=True)
    event_id: int | None = api_field("Event id, an integer for golf", "event_ID")
    tournament: str = api_field("Name of the tournament", key=True)
    location: str | None = api_field("Club or place as text")
    date: str | None = api_field("Dates as display text")
    city: str | None = api_field("City of the venue")
    state: str | None = api_field("State or province of the venue")
    country: str | None = api_field("Country of the venue")
    postal_code: str | None = api_field("Postal code as a string, to preserve leading zeros", detail=True)
    latitude: float | None = api_field("Latitude of the venue", unit="deg", detail=True)
    longitude: float | None = api_field("Longitude of the venue", unit="deg", detail=True)
    purse: str | None = api_field("Prize money as text with a currency sign", derive="purse_amount")
    timezone: str | None = api_field("Time zone of the venue")
    status: str | None = api_field(
        "Status of the tournament; the specification does not list the values", derive="phase"
    )
    format: str | None = api_field("Format of play, such as stroke")
    covered: int | None = api_field("Probably 1 if live data is complete; not documented in the specification")
    tournament_start: str | None = api_field("First day as display text", derive="start_date")
    tournament_end: str | None = api_field("Last day as display text", derive="end_date")
    course: list[Course] = api_field("Courses played")


class Entry(Record, source="assumed"):
    """A player in a tournament; fields other than the name and times exist only in the reference service."""

    player: str | None = api_field("Name of the player", sparse=True)
    position: int | None = api_field("Place on the leaderboard", sparse=True)
    status: str | None = api_field("Status of the player: active, cut, withdrawn or disqualified", sparse=True)
    to_par: int | None = api_field("Strokes relative to par", unit="strokes", sparse=True, tied_by="position")
    strokes: int | None = api_field("Strokes so far", unit="strokes", sparse=True, tied_by="position")
    thru: int | None = api_field(
        "Holes finished in the round last begun: 18 until the player tees off in the next one", sparse=True
    )
    round_1: int | None = api_field("Strokes of round 1", unit="strokes", sparse=True)
    round_2: int | None = api_field("Strokes of round 2", unit="strokes", sparse=True)
    round_3: int | None = api_field("Strokes of round 3", unit="strokes", sparse=True)
    round_4: int | None = api_field("Strokes of round 4", unit="strokes", sparse=True)
    tee_time: GameTime | None = api_field("Tee time of the round", sparse=True)
    starting_hole: int | None = api_field("First hole of the round", sparse=True)


class Current(Record, source="assumed"):
    round: int | None = api_field("Round being played", sparse=True)
    round_status: str | None = api_field("Status of the round", "status", sparse=True)


class Live(Record, source="assumed"):
    """A tournament in play."""

    sport: str | None = api_field("Sport code", sparse=True, hidden=True)
    game_id: str = api_field("Tournament id", "tournament_ID", key=True, derive="season")
    game_time: GameTime | None = api_field("First tee time", "start_time", key=True, sparse=True)
    event_id: int | None = api_field("Event id, an integer for golf", "event_ID", sparse=True)
    tournament: str | None = api_field("Name of the tournament", key=True)
    date: str | None = api_field("Dates as display text", sparse=True)
    status: str | None = api_field(
        "Status of the tournament; the specification does not list the values", derive="phase"
    )
    current: Current | None = api_field("Current state", sparse=True)
    tee_times: dict[str, str] | None = api_field("Tee times by player id", sparse=True)
    starting_holes: dict[str, int] | None = api_field("Starting holes by player id", sparse=True)
    field: dict[str, Entry] | None = api_field("Players by player id", sparse=True)


class Entrant(Record, source="assumed"):
    player_id: int = api_field("Player id", key=True)
    player: str = api_field("Name of the player")
    country: str | None = api_field("Country", sparse=True)
    rank: int | None = api_field("World rank", sparse=True)


class Field(Record, source="assumed"):
    """The players entered in a tournament; the shape is assumed, as neither specification nor reports show it."""

    game_id: str = api_field("Tournament id", "tournament_ID", key=True, derive="season")
    tournament: str | None = api_field("Name of the tournament", key=True, sparse=True)
    game_time: GameTime | None = api_field("First tee time", "start_time", key=True, sparse=True)
    field: list[Entrant] = api_field("Players entered")


ONE_TOURNAMENT = Param("game_id", "text", "One tournament")

SCHEDULE = Answer(
    Tournament,
    (Table("tournaments", "", "tournament"), Table("courses", "course/[]", "tournament and course")),
    params=(ONE_TOURNAMENT,),
    current=("schedule-week", "schedule-season"),
)

FIELD = Answer(Field, (Table("field", "field/[]", "player and tournament"),))

LEADERBOARD = Printed(
    "POS=position#status SCORE=to_par~ THRU=thru@ R1=round_1! R2=round_2! R3=round_3! R4=round_4! "
    "TOT=round_1+round_2+round_3+round_4",
    order="position to_par round_1 round_2 round_3",  # the rounds keep partners together
)

LIVE = Answer(
    Live,
    (
        Table("tournaments", "", "tournament"),
        Table("players", "field/{player_id}", "player and tournament", derived=(("place", "position"),)).with_printed(
            LEADERBOARD
        ),
        Table(
            "tee_times",
            "tee_times/{player_id}",
            "player and tournament",
            value="tee_time",
            meaning="Tee time of the round, as written in the response",
        ),
        Table(
            "starting_holes",
            "starting_holes/{player_id}",
            "player and tournament",
            value="starting_hole",
            meaning="First hole of the round",
        ),
    ),
    params=(ONE_TOURNAMENT,),
)


class SeasonResults(season_stats.Played, source="assumed"):
    wins: int | None = api_field("Tournaments won")
    top_10: int | None = api_field("Tournaments finished among the first ten")
    cuts: int | None = api_field("Tournaments in which the player missed the cut")
    withdrawals: int | None = api_field("Tournaments withdrawn from")
    rounds: int | None = api_field("Rounds finished")
    strokes: int | None = api_field("Strokes, those of unfinished rounds included", unit="strokes")
    to_par: int | None = api_field("Strokes relative to par", unit="strokes")


PlayerTotals = season_stats.statistics("PlayerTotals", SeasonResults, source="assumed", module=__name__)


def _finished(*rounds: int | None) -> int:
    return sum(strokes is not None for strokes in rounds)


PLAYER_STATS = season_stats.players(
    season_stats.season_of("PlayerSeason", season_stats.PersonHead, PlayerTotals, source="assumed", module=__name__),
    season_stats.Totals(
        "season",
        ("players",),
        {
            "wins": season_stats.Each(("position",), lambda place: int(place == 1)),
            "top_10": season_stats.Each(("position",), lambda place: int(place is not None and place <= 10)),
            "cuts": season_stats.Each(("status",), lambda status: int(left(status) == "CUT")),
            "withdrawals": season_stats.Each(("status",), lambda status: int(left(status) == "WD")),
            "rounds": season_stats.Each(ROUNDS, _finished),
        },
    ),
    current=("player-stats",),
)

PGA = Sport(
    code="PGA",
    name="Golf tour",
    game="golf",
    answers={
        "schedule": SCHEDULE,
        "live": LIVE,
        "player-info": directory.players(directory.Golfer),
        "player-stats": PLAYER_STATS,
        "field": FIELD,
    },
    zone="America/New_York",
    season_spans=False,
    game_days=4,
    plain_dates=True,
    rules=Rules(opponents="field", unit="strokes", no_standings="a tour has no standings"),
    also_called="pro professional men mens s",
)
