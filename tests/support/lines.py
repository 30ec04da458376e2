"""Frames made by hand: rows of a table with every column of it in its dtype."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from sportsframe.catalog import SPORTS, layout

Line = dict[str, Any]


def frame(sport: str, name: str, *rows: Line, resource: str = "live") -> pd.DataFrame:
    """Rows of a table with every column of it in its dtype; what is not given is missing."""
    columns = layout(sport, resource, name).columns
    held = {c.name: [row.get(c.name) for row in rows] for c in columns}
    text = pd.StringDtype(na_value=np.nan)
    made = {
        c.name: pd.Series(held[c.name], dtype=object).astype(text if c.kind == "text" else c.dtype) for c in columns
    }
    made["sport"] = pd.Series([sport] * len(rows), dtype="category")
    extra = {key for row in rows for key in row} - set(held)
    assert not extra, extra
    return pd.DataFrame(made)


def game(sport: str, away: Line, home: Line, name: str = "teams", game_id: str = "20240601-1-2") -> pd.DataFrame:
    """The two sides of a game."""
    return frame(
        sport, name, {"game_id": game_id, "side": "away", **away}, {"game_id": game_id, "side": "home", **home}
    )  # fmt: skip


def plain(values: pd.Series) -> dict[Any, Any]:
    """Group -> value, None where missing."""
    return {key: None if pd.isna(value) else value for key, value in zip(values.index, values)}


BONDS = {"at_bats": 373, "hits": 135, "doubles": 27, "triples": 3, "home_runs": 45, "walks": 232, "hit_by_pitch": 9,
         "strikeouts": 41}  # fmt: skip
"""B. Bonds, season of 2004."""

YOUNG = {"completions": 324, "passing_attempts": 461, "passing_yards": 3969, "passing_touchdowns": 35,
         "passing_interceptions": 10}  # fmt: skip
"""S. Young, season of 1994."""

ENOUGH = {"at_bats": 400, "hits": 120, "outs_recorded": 200, "field_goals_attempted": 200}
"""So much that no denominator is negative, as in no real line."""

INCOMPLETE = "ignore:.* (are|is) missing for .* rows:sportsframe.SportsframeWarning"
"""Random lines do not add up to whole games."""


def random_lines(sport: str, name: str, seed: int, n: int) -> pd.DataFrame:
    """Pairs of sides of `n` games with counts of any size, each game its own."""
    r = np.random.default_rng(seed)
    resource = "schedule" if name == "courses" else "live"
    numbers = [c.name for c in layout(sport, resource, name).columns if c.kind in ("int", "float")]
    known = {c.name for c in layout(sport, resource, name).columns}
    rows = []
    for i in range(n):
        for side in ("away", "home"):
            keys = {
                "game_id": f"g{i}",
                "side": side,
                "position_category": "S",
                "periods_played": SPORTS[sport].rules.periods,
            }
            line = {c: int(r.integers(0, 40)) + ENOUGH.get(c, 0) for c in numbers}
            rows.append(line | {key: value for key, value in keys.items() if key in known})
    return frame(sport, name, *rows, resource=resource)
