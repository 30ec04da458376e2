"""The entries of the one record of a game, such as its plays; and strokes after a round."""

from __future__ import annotations

import pytest

from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Tokens

from ...support import asking
from .calls import GRANTS, call, said, size, structure

ROUND_OVER = "2024-06-16T03:00:00Z"


@pytest.mark.parametrize("sport", ["mlb", "nba"])
def test_plays_are_sorted_and_have_the_columns_asked_for(url: str, sport: str) -> None:
    """The last plays come first with one call, with as few members as an agent needs."""
    day = {"mlb": "2024-06-01", "nba": "2024-12-06"}[sport]
    first = structure(call(url, "get_scores", sport=sport, date=day, columns=["game_id"], limit=1))
    given = {"sport": sport, "game_id": first["rows"][0][0]}
    whole = structure(call(url, "get_table", resource="play-by-play", sort="-sequence", **given, columns=["sequence"]))
    result = call(url, "get_play_by_play", sort="-sequence", columns=["description", "sequence"], limit=5, **given)
    found = structure(result)
    (record,) = found["data"][sport.upper()]
    assert record["game_ID"] == given["game_id"]
    assert [play["sequence"] for play in record["plays"]] == [row[0] for row in whole["rows"][:5]]
    assert all(list(play) == ["description", "sequence"] for play in record["plays"])
    assert (found["total"], found["next"]) == (whole["total"], 5)
    assert size(result) < 25_000
    wrong = call(url, "get_play_by_play", sort="xqzzyv", **given)
    assert wrong.is_error
    assert "no column 'xqzzyv'; the columns are " in said(wrong)
    assert "sequence" in said(wrong)


def test_strokes_are_ranked_after_a_round() -> None:
    """In the evening nobody is on the course, and everyone has played as many rounds."""
    service = asking.service_at(ROUND_OVER, tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        url = running.address.replace("/api/v1", "/mcp")
        day = {"sport": "pga", "date": "today"}
        for statistic in ("round_3", "strokes"):
            found = structure(call(url, "get_leaders", statistic=statistic, **day))
            assert found["order"] == "lowest"
            best = [row[found["columns"].index(statistic)] for row in found["rows"]]
            assert best == sorted(best)
            assert best
