"""Records shared by two or more games."""

from __future__ import annotations

from typing import Generic, TypeVar

from .grammar import ColumnFrom, GameTime, Record, Sides, Table, api_field
from .printed import Printed

Box = TypeVar("Box")
Lines = TypeVar("Lines")
Play = TypeVar("Play")


class Venue(Record, source="2.3"):
    """Where a game is played."""

    arena: str | None = api_field("Name of the venue")
    city: str | None = api_field("City of the venue")
    state: str | None = api_field("State or province of the venue", detail=True)
    country: str | None = api_field("Country of the venue", detail=True)
    postal_code: str | None = api_field("Postal code as a string, to preserve leading zeros", detail=True)
    latitude: float | None = api_field("Latitude of the venue", unit="deg", detail=True)
    longitude: float | None = api_field("Longitude of the venue", unit="deg", detail=True)


class Surface(Record, source="2.3"):
    """Playing surface."""

    dome: int | None = api_field("1 under a roof, 0 in the open", detail=True)
    field: str | None = api_field("Playing surface: grass or turf", detail=True)


class Fixture(Record, source="2.3"):
    """A game as listed in every team schedule."""

    away_team: str = api_field("Name of the away team")
    home_team: str = api_field("Name of the home team")
    away_team_id: int = api_field("Team id of the away team", "away_team_ID")
    home_team_id: int = api_field("Team id of the home team", "home_team_ID")
    game_id: str = api_field("Game id: league date, away team id, home team id", "game_ID", key=True)
    game_time: GameTime = api_field("Scheduled start", key=True)
    season_type: str = api_field("Part of the season: Regular Season, Postseason, Playoffs, ...", key=True)
    season: str = api_field("Season, YYYY or YYYY-YYYY", key=True)
    status: str = api_field("Status of the game as sent by the service", derive="phase")


class Event(Record, source="2.3"):
    """The competition a game belongs to."""

    event_name: str | None = api_field("Name of the competition or round; missing in the regular season")
    round: int | None = api_field("Round of the competition, counting from 1")


class TeamFixture(Fixture, Event):
    """A scheduled game of every team sport but soccer."""


class LiveTeam(Record, source="2.6"):
    """One side of a box score."""

    abbreviation: str = api_field("Abbreviation of the team", "abbrv")
    team_id: int = api_field("Team id", key=True)
    record: str | None = api_field("Wins and losses (and ties or overtime losses) as a string")
    mascot: str = api_field("Nickname of the team")
    score: int = api_field("Points, runs or goals scored", unit="points")
    quarter_scores: dict[str, int] = api_field("Score by period number", unit="points", derive="periods_played")


class LiveHead(Record, source="2.6"):
    """Game fields of the live record of every team sport."""

    sport: str = api_field("Sport code", hidden=True)
    game_id: str = api_field("Game id: league date, away team id, home team id", "game_ID", key=True)
    game_time: GameTime = api_field("Scheduled start", key=True)
    away_team: str = api_field("Name of the away team", "away_team_name")
    home_team: str = api_field("Name of the home team", "home_team_name")
    status: str = api_field("Status of the game as sent by the service", derive="phase")
    game_status: str | None = api_field("Status for display; not used for any computation")


class LiveSeason(Record, source="2.6"):
    """Season fields of a live game."""

    game_location: str | None = api_field("City and state, or other location text")
    season_type: str = api_field("Part of the season: Regular Season, Postseason, Playoffs, ...", key=True)
    season: str = api_field("Season, YYYY or YYYY-YYYY", key=True)
    event_name: str | None = api_field("Name of the competition or round; missing in the regular season")
    round: int | None = api_field("Round of the competition, counting from 1", sparse=True)


class LiveGame(LiveHead, LiveSeason):
    """The live record of every team sport but soccer."""


class FullBox(Sides[Box], Generic[Box]):
    """Both sides of a box score; some sports add the current state."""


TEAM = ColumnFrom("team", "{side}_name")
TEAM_ID = ColumnFrom("team_id", "full_box/{side}/team_id")
OPPONENT = ColumnFrom("opponent", "{other}_name")
OPPONENT_ID = ColumnFrom("opponent_id", "full_box/{other}/team_id")

GAME_COLUMNS = (
    ColumnFrom("away_team_id", "full_box/away_team/team_id"),
    ColumnFrom("home_team_id", "full_box/home_team/team_id"),
    ColumnFrom("away_score", "full_box/away_team/score"),
    ColumnFrom("home_score", "full_box/home_team/score"),
)

GAMES = Table("games", "", "game", extra_columns=GAME_COLUMNS)
TEAMS = Table("teams", "full_box/{side}", "game and side", extra_columns=(TEAM, OPPONENT_ID, OPPONENT))
PERIODS = Table(
    "periods",
    "full_box/{side}/quarter_scores/{period}",
    "game, side and period",
    extra_columns=(TEAM, OPPONENT_ID, OPPONENT),
    value="score",
    meaning="Points, runs or goals scored in the period",
)


def players(name: str, path: str, row: str = "player and game", printed: tuple[Printed, ...] = ()) -> Table:
    """Return a table of player stat lines at ``path`` below ``player_box/{side}``."""
    where = f"player_box/{{side}}/{path}{{player_id}}"
    return Table(name, where, row, extra_columns=(TEAM, TEAM_ID, OPPONENT_ID, OPPONENT), printed=printed)


SCHEDULE_GAMES = Table("games", "", "scheduled game")


class PlayByPlay(Record, Generic[Play], source="observed"):
    """The plays of a game; unlike all others, these records are in camel case."""

    game_id: str = api_field("Game id: league date, away team id, home team id", "game_ID", key=True)
    away_team: str = api_field("Name of the away team", "awayTeamName")
    home_team: str = api_field("Name of the home team", "homeTeamName")
    plays: list[Play] = api_field("Plays in order")


class Participant(Record, source="observed"):
    """A player who takes part in a play; several rows if he does several things."""

    player_id: int | None = api_field("Player id; missing for a team", "id", kind="id")
    player: str | None = api_field("Name of the player or team", "name")
    role: str = api_field("Part in the play, such as passer, shooter or batter")
    action: str | None = api_field("What the player does in the play")
    position: str | None = api_field("Position of the player")
    team_abbreviation: str | None = api_field("Abbreviation of the player's team", "teamAbbr")


PLAYS = Table("plays", "plays/[]", "play", parent_columns=("away_team", "home_team"))
PARTICIPANTS = Table("participants", "plays/[]/players/[]", "play and participant", parent_columns=("event",))
