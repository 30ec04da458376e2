"""Measures of soccer teams."""

from __future__ import annotations

import pandas as pd

from sportsframe.measures import measures

from ..support.lines import game


def test_soccer_teams() -> None:
    """Two goals of sixteen shots are 12.5; a clean sheet is the opponent's score of 0, whatever the wire says."""
    sides = game("SOCCER", {"score": 2, "shots_attempted": 16, "shots_on_goal": 4, "clean_sheets": 0},
                 {"score": 0, "shots_attempted": 0, "shots_on_goal": 0, "clean_sheets": 1})  # fmt: skip
    found = measures(sides)

    assert found["clean_sheets"].tolist() == [1, 0]
    assert found["shot_conversion_pct"].tolist() == [12.5, pd.NA]
    assert found["shots_on_target_pct"].tolist() == [25.0, pd.NA]
