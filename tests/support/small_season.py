"""A short season as a service sends it, game by game, which a test may change."""

from __future__ import annotations

import copy
import json
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from sportsframe.catalog.records import http_date

from . import answers, samples
from .servers import Reply

BOXES = {"NBA": lambda: answers.hoops("NBA"), "NFL": lambda: answers.football("NFL")}
"""A box score of each sport."""


@dataclass
class Game:
    """A game: its league date, the hour at which it begins in the zone of the East, and how it stands."""

    day: str
    number: int
    hour: int = 20
    status: str = "completed"
    points: int = 100

    @property
    def id(self) -> str:
        return f"{self.day.replace('-', '')}-{self.number}-{self.number + 1}"

    @property
    def season(self) -> int:
        return int(self.day[:4]) - (self.day[5:] < "07")

    @property
    def start(self) -> datetime:
        return datetime.fromisoformat(self.day).replace(tzinfo=UTC) + timedelta(hours=self.hour + 5)

    def head(self, sport: str) -> dict[str, Any]:
        """What schedules and box scores say of the game alike."""
        return {
            "sport": sport, "season": f"{self.season}-{self.season + 1}", "season_type": "Regular Season",
            "status": self.status, "game_ID": self.id, "game_time": http_date(self.start),
            "away_team_name": f"Team {self.number}", "home_team_name": f"Team {self.number + 1}",
        }  # fmt: skip

    def row(self, sport: str) -> dict[str, Any]:
        """The game as its box score."""
        row: dict[str, Any] = copy.deepcopy(BOXES[sport]()["data"][sport][0]) | self.head(sport)
        for side, team in (("away_team", self.number), ("home_team", self.number + 1)):
            row["full_box"][side] |= {"team_id": team, "score": self.points - 7 * (side == "away_team")}
            row["player_box"][side] = {str(100 * team): next(iter(row["player_box"][side].values()))}
        return row


@dataclass
class SmallSeason:
    """The answers of a service that reads dates as UTC, to be served by `Server`; its games may be of several years."""

    games: list[Game] = field(default_factory=list)

    def __call__(self, path: str) -> Reply:
        resource, when, sport = path.strip("/").split("/")
        if resource == "schedule-season":
            given = samples.envelope(sport, resource, 1)["data"][sport][0]
            heads = [game.head(sport) for game in self.games if when == str(game.season)]
            rows = [given | {key: value for key, value in head.items() if key in given} for head in heads]
        else:
            rows = [game.row(sport) for game in self.games if f"{game.start:%Y-%m-%d}" == when]
        return Reply(200, json.dumps({"data": {sport: rows}}).encode()) if rows else Reply(304)


def three_evenings() -> SmallSeason:
    """Three evenings, each with a game before and one after midnight UTC."""
    days = ("2024-12-06", "2024-12-07", "2024-12-09")
    return SmallSeason([Game(day, 10 * i + hour, hour) for i, day in enumerate(days, 1) for hour in (13, 20)])
