"""Golf: PGA. A schedule row is a tournament; the live record is not specified and is assumed from reports."""

from __future__ import annotations

from .grammar import Answer, GameTime, Record, Sport, Table, f
from .rules import Rules


class Course(Record, source="2.5"):
    course: str | None = f("Name of the course", "name")
    par: int | None = f("Par of the course", unit="strokes")
    yards: int | None = f("Length of the course", unit="yd")


class Tournament(Record, source="2.5"):
    """A tournament on the schedule."""

    game_id: str = f("Tournament id", "tournament_ID", key=True)
    game_time: GameTime | None = f("First tee time", "start_time", key=True)
    event_id: int | None = f("Event id, a number for golf", "event_ID")
    tournament: str = f("Name of the tournament", key=True)
    location: str | None = f("Club or place as text")
    date: str | None = f("Dates as display text")
    city: str | None = f("City of the venue")
    state: str | None = f("State or province of the venue")
    country: str | None = f("Country of the venue")
    postal_code: str | None = f("Postal code, text: leading zeros count")
    latitude: float | None = f("Latitude of the venue", unit="deg")
    longitude: float | None = f("Longitude of the venue", unit="deg")
    purse: str | None = f("Prize money as currency text")
    timezone: str | None = f("Time zone of the venue")
    status: str | None = f("State of the tournament, an open list of words", derive="phase")
    format: str | None = f("Format of play, such as stroke")
    covered: int | None = f("1 where live data are complete: a guess, the specification does not say")
    tournament_start: str | None = f("First day as display text")
    tournament_end: str | None = f("Last day as display text")
    course: list[Course] = f("Courses played")


class Entry(Record, source="assumed"):
    """A player in a tournament; members beyond the name and times are the reference service's own."""

    player: str | None = f("Name of the player", sparse=True)
    position: int | None = f("Place on the leaderboard", sparse=True)
    status: str | None = f("State of the player: active, cut, withdrawn", sparse=True)
    to_par: int | None = f("Strokes above par", unit="strokes", sparse=True)
    strokes: int | None = f("Strokes so far", unit="strokes", sparse=True)
    thru: int | None = f("Holes finished in the round", sparse=True)
    round_1: int | None = f("Strokes of round 1", unit="strokes", sparse=True)
    round_2: int | None = f("Strokes of round 2", unit="strokes", sparse=True)
    round_3: int | None = f("Strokes of round 3", unit="strokes", sparse=True)
    round_4: int | None = f("Strokes of round 4", unit="strokes", sparse=True)
    tee_time: GameTime | None = f("Tee time of the round", sparse=True)
    starting_hole: int | None = f("First hole of the round", sparse=True)


class Current(Record, source="assumed"):
    round: int | None = f("Round being played", sparse=True)
    round_status: str | None = f("State of the round", "status", sparse=True)


class Live(Record, source="assumed"):
    """A tournament in play."""

    sport: str | None = f("Sport code", sparse=True, hidden=True)
    game_id: str = f("Tournament id", "tournament_ID", key=True)
    game_time: GameTime | None = f("First tee time", "start_time", key=True, sparse=True)
    event_id: int | None = f("Event id, a number for golf", "event_ID", sparse=True)
    tournament: str | None = f("Name of the tournament", key=True)
    date: str | None = f("Dates as display text", sparse=True)
    status: str | None = f("State of the tournament, an open list of words", derive="phase")
    current: Current | None = f("Current state", sparse=True)
    # No tables: a path leads to one of these maps and joins no two, and the entries of `field` are reported with both.
    tee_times: dict[str, str] | None = f("Tee times by player id", sparse=True)
    starting_holes: dict[str, int] | None = f("Starting holes by player id", sparse=True)
    field: dict[str, Entry] | None = f("Players by player id", sparse=True)


SCHEDULE = Answer(
    Tournament,
    (Table("tournaments", "", "a tournament"), Table("courses", "course/[]", "a tournament and course")),
)

LIVE = Answer(
    Live,
    (Table("tournaments", "", "a tournament"), Table("players", "field/{player_id}", "a player and tournament")),
)

PGA = Sport(
    code="PGA", name="Golf tour", game="golf", answers={"schedule": SCHEDULE, "live": LIVE},
    zone="America/New_York", season_spans=False, wire_season=False,
    rules=Rules(opponents="field", unit="strokes", no_standings="a tour is no league"),
)  # fmt: skip
