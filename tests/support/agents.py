"""What people ask an agent, as calls of tools: at most three calls a question and 25 KB a call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

SUNDAY = "2024-04-01T02:30"
"""A Sunday evening of the United States: baseball, basketball, hockey and golf are played; in UTC it is Monday."""

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


def scores_tonight(call: Counted) -> Any:
    lines = rows(call("get_scores", sport="nba"))
    assert {line["game_date"] for line in lines} == {"2024-03-31"}
    assert any(line.get("home_score") for line in lines)
    return f"{len(lines)} games, {lines[0]['away_team']} at {lines[0]['home_team']} first"


def top_scorer(call: Counted) -> Any:
    first, *others = rows(call("get_leaders", sport="nba", statistic="points", date="yesterday"))
    assert first["rank"] == 1
    assert all(first["points"] >= other["points"] for other in others)
    return first["player"], first["points"]


def standings(call: Counted) -> Any:
    table = rows(call("get_standings", sport="mlb"))
    assert len(table) == 30
    assert {"division", "rank", "wins", "losses"} <= set(table[0])
    return [team["team"] for team in table if team["rank"] == 1]


def next_game(call: Counted) -> Any:
    club = rows(call("get_scores", sport="nhl", date="2024-03-30"))[0]["home_team"]
    said = call("get_schedule_of", team=club.split()[-1], sport="nhl")
    first = rows(said)[0]
    assert club in (said.held["team"], *said.held.get("others", []))
    assert said.held["team"] in (first["away_team"], first["home_team"])
    assert first["game_time"] > "2024-03-31"
    return first["game_time"], first["away_team"], first["home_team"]


def home_runs(call: Counted) -> Any:
    leaders = rows(call("get_leaders", sport="mlb", statistic="home_runs"))
    assert leaders[0]["rank"] == 1
    return leaders[0]["player"], leaders[0]["home_runs"]


def golf_today(call: Counted) -> Any:
    (tournament,) = rows(call("get_scores", sport="pga"))
    assert tournament["leader"]
    return tournament["tournament"], tournament["leader"], tournament["to_par"]


def box_of_a_game(call: Counted) -> Any:
    game = next(line for line in rows(call("get_scores", sport="nba")) if line.get("home_score"))
    said = call("get_box", sport="nba", game_id=game["game_id"])
    assert said.held["game"]["home_score"] == game["home_score"]
    assert {"teams", "periods", "players"} <= set(said.held["tables"])
    return game["game_id"], len(said.held["tables"]["players"]["rows"])


def injured(call: Counted) -> Any:
    hurt = rows(call("get_table", sport="nba", resource="injuries"))
    assert {"player", "team", "injury"} <= set(hurt[0])
    return f"{len(hurt)} players, {hurt[0]['player']} ({hurt[0]['injury']}) among them"


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


def ask_all(call: Call) -> dict[str, tuple[Any, list[int]]]:
    """Ask every question: the answers, and the bytes of each call."""
    found = {}
    for question, work in QUESTIONS.items():
        counted = Counted(call)
        answer = work(counted)
        assert len(counted.sizes) <= MOST_CALLS, question
        assert max(counted.sizes) <= MOST_BYTES, (question, counted.sizes)
        found[question] = answer, counted.sizes
    return found
