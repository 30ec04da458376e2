"""Records that two games or more share."""

from __future__ import annotations

from typing import Generic, TypeVar

from .grammar import GameTime, Pull, Record, Sides, Table, f

Box = TypeVar("Box")
Lines = TypeVar("Lines")


class Venue(Record, source="2.3"):
    """Where a game is played."""

    arena: str | None = f("Name of the venue")
    city: str | None = f("City of the venue")
    state: str | None = f("State or province of the venue")
    country: str | None = f("Country of the venue")
    postal_code: str | None = f("Postal code, text: leading zeros count")
    latitude: float | None = f("Latitude of the venue", unit="deg")
    longitude: float | None = f("Longitude of the venue", unit="deg")


class Surface(Record, source="2.3"):
    """What a game is played on."""

    dome: int | None = f("1 under a roof, 0 in the open")
    field: str | None = f("Playing surface: grass or turf")


class Fixture(Record, source="2.3"):
    """A game as every team schedule lists it."""

    away_team: str = f("Name of the away team")
    home_team: str = f("Name of the home team")
    away_team_id: int = f("Team id of the away team", "away_team_ID")
    home_team_id: int = f("Team id of the home team", "home_team_ID")
    game_id: str = f("Game id: day label, away team id, home team id", "game_ID", key=True)
    game_time: GameTime = f("Scheduled start", key=True)
    season_type: str = f("Part of the season: Regular Season, Postseason, Playoffs, ...")
    season: str = f("Season, YYYY or YYYY-YYYY")
    status: str = f("State of the game in the service's word", derive="phase")


class Event(Record, source="2.3"):
    """The competition a game belongs to."""

    event_name: str | None = f("Competition or round by name; missing in the regular season")
    round: int | None = f("Round of the competition, counting from 1")


class TeamFixture(Fixture, Event):
    """A scheduled game of every team sport but soccer."""


class LiveTeam(Record, source="2.6"):
    """One side of a box score."""

    abbreviation: str = f("Abbreviation of the team", "abbrv")
    team_id: int = f("Team id", key=True)
    record: str | None = f("Wins, losses (and more) as text")
    mascot: str = f("Nickname of the team")
    score: int = f("Points, runs or goals of the side", unit="points")
    quarter_scores: dict[str, int] = f("Score of each period, by period number", unit="points", derive="periods_played")


class LiveHead(Record, source="2.6"):
    """What every live record of a team sport says about its game."""

    sport: str = f("Sport code", hidden=True)
    game_id: str = f("Game id: day label, away team id, home team id", "game_ID", key=True)
    game_time: GameTime = f("Scheduled start", key=True)
    away_team: str = f("Name of the away team", "away_team_name")
    home_team: str = f("Name of the home team", "home_team_name")
    status: str = f("State of the game in the service's word", derive="phase")
    game_status: str | None = f("Display text of the state; no logic reads it")


class LiveSeason(Record, source="2.6"):
    """Where in a season a live game belongs."""

    game_location: str | None = f("City and state, or other text")
    season_type: str = f("Part of the season: Regular Season, Postseason, Playoffs, ...")
    season: str = f("Season, YYYY or YYYY-YYYY")
    event_name: str | None = f("Competition or round by name; missing in the regular season")
    round: int | None = f("Round of the competition, counting from 1", sparse=True)


class LiveGame(LiveHead, LiveSeason):
    """The live record of every team sport but soccer."""


class FullBox(Sides[Box], Generic[Box]):
    """Both sides of a box score, and beside them the current state where the sport has one."""


TEAM = Pull("team", "{side}_name", key=True)
TEAM_ID = Pull("team_id", "full_box/{side}/team_id", key=True)

GAME_PULLS = (
    Pull("away_team_id", "full_box/away_team/team_id"),
    Pull("home_team_id", "full_box/home_team/team_id"),
    Pull("away_score", "full_box/away_team/score"),
    Pull("home_score", "full_box/home_team/score"),
)

GAMES = Table("games", "", "a game", pulls=GAME_PULLS)
TEAMS = Table("teams", "full_box/{side}", "a game and side", pulls=(TEAM,))
PERIODS = Table(
    "periods", "full_box/{side}/quarter_scores/{period}", "a game, side and period",
    pulls=(TEAM,), value="score", meaning="Points, runs or goals of the side in the period",
)  # fmt: skip


def players(name: str, path: str, row: str = "a player and game") -> Table:
    """A table of player lines at ``path`` below ``player_box/{side}``."""
    return Table(name, f"player_box/{{side}}/{path}{{player_id}}", row, pulls=(TEAM, TEAM_ID))


SCHEDULE_GAMES = Table("games", "", "a scheduled game")
