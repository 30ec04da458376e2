"""The tools that answer what people ask."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf

from ...support.agents import QUESTIONS as QUESTIONS_ASKED
from ...support.agents import SUNDAY, Said, ask_all
from .calls import (
    call,
    said,
    size,
    structure,
)


def test_what_people_ask(sunday: str) -> None:
    """Scores, leaders, standings, a next game, golf, a box, injuries: 25 KB per call, three calls at most."""

    def ask(tool: str, arguments: dict[str, Any]) -> Said:
        result = call(sunday, tool, **arguments)
        assert not result.is_error, (tool, arguments, said(result))
        return Said(result.structured_content, size(result))

    assert set(ask_all(ask)) == set(QUESTIONS_ASKED)


def test_standings_are_the_leagues_own(sunday: str) -> None:
    """The table of the tool is that of `sf.standings`: order, seeds and the steps that broke ties."""
    own = sf.standings("MLB", client=sf.Client(source="simulated", now=SUNDAY))
    asked = ["team_id", "division", "rank", "wins", "seed", "tied_by"]
    found = structure(call(sunday, "get_standings", sport="mlb", columns=asked))
    assert [row[0] for row in found["rows"]] == own["team_id"].tolist()
    assert [row[4] for row in found["rows"]] == [None if pd.isna(seed) else seed for seed in own["seed"]]
    assert [row[5] for row in found["rows"]] == [None if pd.isna(steps) else steps for steps in own["tied_by"]]
    west = structure(call(sunday, "get_standings", sport="mlb", group="west", by="conference"))
    assert west["rows"]
    assert structure(call(sunday, "get_standings", sport="nfl", season="2030"))["reason"].startswith("no game of")


@pytest.mark.parametrize(("name", "arguments", "reason"), [
    ("get_scores", {"sport": "nfl"}, "no NFL games on 2024-03-31; "),
    ("get_scores", {"sport": "nba", "team": "Nobody"}, "no NBA games of Nobody on 2024-03-31"),
    ("get_box", {"sport": "nhl", "date": "2024-03-31", "team": "Nobody"}, "no such game on 2024-03-31; the games"),
    ("get_box", {"sport": "nba", "date": "2024-04-02", "team": "s"}, "it starts at 2024-04-02T"),
    ("get_live", {"sport": "nba", "date": "2024-04-03"}, "games are scheduled on 2024-04-03, the first at 2024"),
    ("get_schedule_of", {"team": "xqzzyv", "sport": "nba"}, "no team resembles 'xqzzyv'"),
    ("find", {"name": "xqzzyv", "sport": "nba"}, "no name resembles 'xqzzyv'"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "2024-07-30"}, "no NBA games on 2024-07-30"),
    ("get_team_stats", {"sport": "nba", "season": "2031"}, "nothing is published"),
])  # fmt: skip
def test_nothing_is_an_answer_with_its_reason(sunday: str, name: str, arguments: dict[str, Any], reason: str) -> None:
    """Not begun, an off day, nobody of that name, not published: a result without rows that says why, and no error."""
    result = call(sunday, name, **arguments)
    assert not result.is_error, said(result)
    assert reason in structure(result)["reason"]


@pytest.mark.parametrize(("name", "arguments", "words"), [
    ("get_leaders", {"sport": "nba", "statistic": "point"}, "Did you mean 'points'?"),
    ("get_leaders", {"sport": "nba", "statistic": "points", "table": "x"}, "unknown table of players"),
    ("get_scores", {"sport": "soccer"}, "soccer requires league"),
    ("get_scores", {"sport": "nba", "league": "EPL"}, "only for soccer"),
    ("get_scores", {"sport": "pga", "team": "x"}, "golf has no teams"),
    ("get_box", {"sport": "nba"}, "several games on today; pass game_id or team"),
    ("get_box", {"sport": "nba", "date": "2024-03-29", "team": "s", "tables": ["x"]}, "no table 'x'"),
    ("get_standings", {"sport": "pga"}, "'pga' is not one of"),
    ("get_scores", {"sport": "nba", "date": "soon"}, "soon"),
])  # fmt: skip
def test_questions_that_cannot_be(sunday: str, name: str, arguments: dict[str, Any], words: str) -> None:
    """What is wrong with a question is said in one line."""
    result = call(sunday, name, **arguments)
    assert result.is_error
    assert words in said(result)
    assert "\n" not in said(result)


def test_leaders_by_a_rate_have_played(sunday: str) -> None:
    """A rate is ranked among those with enough attempts, unless told otherwise; a total among all."""
    about = {"sport": "mlb", "statistic": "avg", "limit": 1000}
    usual, everyone, most = (
        structure(call(sunday, "get_leaders", **about, **more)) for more in ({}, {"qualify": 0}, {"qualify": 10**6})
    )
    assert "players with at_bats of at least" in usual["note"]
    assert 0 < usual["total"] < everyone["total"]
    assert most["total"] == 0
    lowest = structure(call(sunday, "get_leaders", **about, order="lowest"))
    assert [row[-1] for row in lowest["rows"]] == sorted(row[-1] for row in usual["rows"])
    assert "note" not in structure(call(sunday, "get_leaders", **{**about, "statistic": "home_runs"}))
