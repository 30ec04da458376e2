"""What people ask an agent, as calls of tools: at most three calls a question and 25 KB a call."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, NamedTuple

SUNDAY = "2024-04-01T02:30"
"""A Sunday evening of the United States: baseball, basketball, hockey and golf are played; in UTC it is Monday."""

CLOCKS = {
    "a Sunday evening in spring": SUNDAY,
    "New Year's Day": "2024-01-01T18:00",
    "the break of the stars": "2024-02-16T23:00",
    "the day before the first game of baseball": "2024-03-19T18:00",
    "a day in July without basketball and hockey": "2024-07-20T23:30",
    "the night of a World Series": "2024-10-26T02:00",
    "Thanksgiving": "2024-11-28T22:00",
    "a week without golf": "2024-12-10T18:00",
}
"""Days on which agents are asked, those without games among them."""

MOST_CALLS, MOST_BYTES = 3, 25_000


class Said(NamedTuple):
    """The result of a call: its structure, and its bytes on the wire."""

    held: dict[str, Any]
    size: int


Call = Callable[[str, dict[str, Any]], Said]


def rows(said: Said) -> list[dict[str, Any]]:
    """The rows of a table, each with what all of them share."""
    held = said.held
    return [{**dict(zip(held["columns"], row, strict=True)), **held.get("constant", {})} for row in held["rows"]]


class Counted:
    """Counts the calls and bytes of a question."""

    def __init__(self, call: Call) -> None:
        self._call = call
        self.sizes: list[int] = []

    def __call__(self, tool: str, **arguments: Any) -> Said:
        said = self._call(tool, arguments)
        self.sizes.append(said.size)
        return said


class Reason(str):
    """Why there is nothing to tell, as a result says it."""


def reason(said: Said) -> Reason:
    """The reason of a result without rows."""
    assert not said.held["rows"]
    assert len(said.held["reason"]) > len("no games.")
    return Reason(said.held["reason"])


def season_before(said: Said) -> str:
    """The season that a result without rows names in place of one that has not begun."""
    found = re.search(r"pass season (\d{4})", reason(said))
    assert found is not None, said.held
    return found[1]


def scores_tonight(call: Counted) -> Any:
    said = call("get_scores", sport="nba")
    if not said.held["rows"]:
        return reason(said)
    lines = rows(said)
    assert {line["game_date"] for line in lines}
    return f"{len(lines)} games, {lines[0]['away_team']} at {lines[0]['home_team']} first"


def top_scorer(call: Counted) -> Any:
    said = call("get_leaders", sport="nba", statistic="top scorer", date="last night")
    if not said.held["rows"]:
        return reason(said)
    first, *others = rows(said)
    assert first["rank"] == 1
    assert all(first["points"] >= other["points"] for other in others)
    return first["player"], first["points"]


def standings(call: Counted) -> Any:
    said = call("get_standings", sport="mlb")
    if not said.held["rows"]:
        said = call("get_standings", sport="mlb", season=season_before(said))
    table = rows(said)
    assert len(table) == 30
    assert {"division", "rank", "wins", "losses"} <= set(table[0])
    return [team["team"] for team in table if team["rank"] == 1]


def next_game(call: Counted) -> Any:
    said = call("get_schedule_of", team="Lanterns")
    if not said.held["rows"]:
        return reason(said)
    first = rows(said)[0]
    assert said.held["team"] in (first["away_team"], first["home_team"])
    assert first["game_time"] > said.held["now"] or first["status"] != "scheduled"
    return first["game_time"], first["away_team"], first["home_team"]


def home_runs(call: Counted) -> Any:
    said = call("get_leaders", sport="mlb", statistic="home runs")
    if not said.held["rows"]:
        said = call("get_leaders", sport="mlb", statistic="home runs", season=season_before(said))
    leaders = rows(said)
    assert leaders[0]["rank"] == 1
    return leaders[0]["player"], leaders[0]["home_runs"]


def golf_today(call: Counted) -> Any:
    said = call("get_scores", sport="golf")
    if not said.held["rows"]:
        return reason(said)
    (tournament, *_) = rows(said)
    assert tournament["leader"] or tournament["status"] == "scheduled"
    return tournament["tournament"], tournament["leader"], tournament["to_par"]


def box_of_a_game(call: Counted) -> Any:
    game = next(line for line in rows(call("get_results_of", team="Lanterns", sport="nba")))
    said = call("get_box", sport="nba", game_id=game["game_id"])
    assert said.held["game"]["home_score"] == game["home_score"]
    assert {"teams", "periods", "players"} <= set(said.held["tables"])
    return game["game_id"], len(said.held["tables"]["players"]["rows"])


def injured(call: Counted) -> Any:
    said = call("get_availability", sport="nba")
    if not said.held["rows"]:
        return reason(said)
    hurt = rows(said)
    assert {"player", "team", "injury", "games_missed"} <= set(hurt[0])
    return f"{said.held['total']} players, {hurt[0]['player']} ({hurt[0]['injury']}) among them"


QUESTIONS: dict[str, Callable[[Counted], Any]] = {
    "scores tonight": scores_tonight,
    "top scorer of a night": top_scorer,
    "standings": standings,
    "next game of a club by name": next_game,
    "season home-run leaders": home_runs,
    "who leads the golf today": golf_today,
    "the box of one game": box_of_a_game,
    "who is injured": injured,
}


class Answered(NamedTuple):
    """What a question came to: the answer, the bytes of each call, and the seconds of all."""

    answer: Any
    sizes: list[int]
    seconds: float


def ask_all(call: Call) -> dict[str, Answered]:
    """Ask every question."""
    found = {}
    for question, work in QUESTIONS.items():
        counted, began = Counted(call), time.monotonic()
        answer = work(counted)
        assert len(counted.sizes) <= MOST_CALLS, question
        assert max(counted.sizes) <= MOST_BYTES, (question, counted.sizes)
        found[question] = Answered(answer, counted.sizes, time.monotonic() - began)
    return found
