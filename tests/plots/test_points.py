"""Names of points stand beside their own point, in every size, or nowhere."""

from __future__ import annotations

import functools
import os
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import sportsframe as sf

from ..support.days import day

SIZES: list[Any] = [(4, 3), (5, 4), None, "grid"]


@functools.cache
def season(sport: str) -> pd.DataFrame:
    """Games of a season, of leagues with long ones of its first months."""
    if sport == "NFL":
        return sf.live(season=2024, sport="NFL", progress=False)
    if sport == "SOCCER":
        return sf.live(season=2024, sport="SOCCER", league="EPL", progress=False)
    return sf.live(("2024-11-01", "2024-12-31"), sport, progress=False)


def misled(ax: Any) -> list[str]:
    """The names that are not clearly nearer to their own point than to all others."""
    ax.figure.draw_without_rendering()
    points = ax.transData.transform(np.concatenate([part.get_offsets() for part in ax.collections]))
    found = []
    for text in ax.texts:
        if getattr(text, "xycoords", None) != "data":
            continue
        box = text.get_window_extent()
        gaps = np.maximum(0, np.maximum([box.x0, box.y0] - points, points - [box.x1, box.y1]))
        far = np.hypot(*gaps.T) * 72 / ax.figure.dpi
        own = np.abs(points - ax.transData.transform(text.xy)).sum(axis=1).argmin()
        same = np.isclose(points, points[own]).all(axis=1)
        if (far[~same] < far[own] + 1).any():
            found.append(f"{text.get_text()}: {far[own]:.1f} from its own, {far[~same].min():.1f} from another")
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("sport", "table", "plot"),
    [
        *((sport, "games", plot) for sport in ("NFL", "NBA", "NHL", "SOCCER") for plot in ("luck", "landscape")),
        ("NBA", "teams", "efficiency"),
        ("NBA", "players", "usage_efficiency"),
        ("MLB", "batting", "batting_rates"),
    ],
)
def test_a_name_is_nearest_to_its_own_point(sport: str, table: str, plot: str, size: Any) -> None:
    """A name that would stand beside the point of another team or player is left out; some are there."""
    frame = season(sport) if table == "games" else day(sport, table)
    options = {"least": 2} if plot == "batting_rates" else {}
    if size == "grid":
        axes = plt.subplots(2, 2, figsize=(10, 6))[1]
        ax = getattr(frame.sports.plot, plot)(ax=axes[1, 1], **options)
    else:
        ax = getattr(frame.sports.plot, plot)(figsize=size, **options)

    assert misled(ax) == []
    assert sum(getattr(text, "xycoords", None) == "data" for text in ax.texts) >= 3
    plt.close("all")
