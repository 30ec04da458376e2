"""Keys that follow from the rest of an answer are missing where the answer does not tell them, never guessed."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf

from ..support import answers

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")

FIRST, SECOND = 7, 8


def leg(*visits: tuple[int, int], number: int = 1) -> dict[str, Any]:
    """A leg in which these players left so many points, visit by visit."""
    turns = [
        {str(who): {"turn": n, "player_name": f"P{who}", "start_score": 501, "end_score": left, "earned_score": 0,
                    "throws": []}}
        for n, (who, left) in enumerate(visits, 1)
    ]  # fmt: skip
    return {"leg": number, "set": 1, "turns": turns}


def match(*legs: dict[str, Any], ids: tuple[int | None, ...] = (FIRST, SECOND), won: tuple[int, int] = (2, 1)) -> Any:
    stats = {"match_stats": {}}
    players = [{"ID": who, "name": f"P{who}", "legs_won": n, **stats} for who, n in zip(ids, won, strict=True)]
    row = {"game_ID": "20240103-X-7-8", "format": "leg", "status": "completed", "players": players,
           "leg_breakdown": list(legs)}  # fmt: skip
    return {"data": {"DARTS": [row]}}


def table(doc: Any, name: str) -> pd.DataFrame:
    return sf.read_json(doc, "DARTS", "live", table=name)


def test_who_threw_first_and_who_won_a_leg() -> None:
    """One visit more, or as many and no finish: the first thrower; two visits more or a lone score tell nothing."""
    legs = table(
        match(
            leg((FIRST, 99), (SECOND, 99), (FIRST, 0), number=1),
            leg((FIRST, 99), (SECOND, 99), (FIRST, 9), (SECOND, 0), number=2),
            leg((FIRST, 99), (SECOND, 99), number=3),
            leg((FIRST, 99), (FIRST, 50), (FIRST, 0), (SECOND, 99), number=4),
            leg((FIRST, 0), (SECOND, 0), number=5),
            leg(number=6),
        ),
        "legs",
    )
    assert legs["first_thrower_id"].fillna(0).tolist() == [FIRST, FIRST, 0, 0, 0, 0]
    assert legs["winner_id"].fillna(0).tolist() == [FIRST, SECOND, 0, FIRST, 0, 0]
    assert legs["winner"].fillna("").tolist() == ["P7", "P8", "", "P7", "", ""]


def test_opponents_and_winners_of_matches() -> None:
    """Two different players are each other's opponents; the same id twice, or none, has no opponent and no result."""
    players = table(match(leg((FIRST, 0))), "players")
    assert players["opponent_id"].tolist() == [SECOND, FIRST]
    assert players["won"].tolist() == [True, False]
    assert set(players["season"]) == {"2024"}
    for ids in ((FIRST, FIRST), (None, None)):
        players = table(match(ids=ids), "players")
        assert players[["opponent_id", "opponent", "won", "sets_won"]].isna().all(axis=None)
    assert table(match(won=(2, 2)), "games")[["winner_id", "winner"]].isna().all(axis=None)


def test_a_side_without_the_other_has_no_opponent_id() -> None:
    """Where one side of the box is absent, its id is missing for the other, whose own id stays."""
    doc = answers.mlb()
    for row in answers.rows(doc):
        row["full_box"]["away_team"] = None
    lines = sf.read_json(doc, "MLB", "live", table="teams")

    assert lines["team_id"].notna().all()
    assert lines["opponent_id"].isna().all()
    assert (lines["side"] == "home").all()
