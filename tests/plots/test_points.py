"""Names of points stand beside their own point, in every size, or nowhere."""

from __future__ import annotations

import functools
import os
import re
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.plots._points import APART, Room

from ..support.days import day
from ..support.trials import but_in_long_trials

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
    """The names that are neither clearly nearer to their own point than to all others nor led to it by a line."""
    ax.figure.draw_without_rendering()
    points = ax.transData.transform(np.concatenate([part.get_offsets() for part in ax.collections]))
    found = []
    for text in ax.texts:
        if getattr(text, "xycoords", None) != "data" or not text.get_text():
            continue
        box = text.get_window_extent()
        gaps = np.maximum(0, np.maximum([box.x0, box.y0] - points, points - [box.x1, box.y1]))
        far = np.hypot(*gaps.T) * 72 / ax.figure.dpi
        own = np.abs(points - ax.transData.transform(text.xy)).sum(axis=1).argmin()
        same = np.isclose(points, points[own]).all(axis=1)
        if text.get_gid() == "led":
            line = ax.texts[[*ax.texts].index(text) - 1]
            assert (line.get_gid(), line.xy) == ("leader", text.xy)
            end = np.array(line.xyann) * ax.figure.dpi / 72 + points[own]
            way = points[own] + np.linspace(0, 1, 30)[:, None] * (end - points[own])
            off = np.hypot(*(points[~same][None] - way[:, None]).T).min() * 72 / ax.figure.dpi
            assert box.padded(5).contains(*end)
            if off < 4 or far[~same].min() < 5:
                found.append(f"{text.get_text()}: line {off:.1f}, name {far[~same].min():.1f} from another point")
        elif (far[~same] < far[own] + 1).any():
            found.append(f"{text.get_text()}: {far[own]:.1f} from its own, {far[~same].min():.1f} from another")
    return found


def named(ax: Any) -> list[Any]:
    """The names of points."""
    return [text for text in ax.texts if getattr(text, "xycoords", None) == "data" and text.get_text()]


def left_out(ax: Any) -> int:
    """How many names are left out, as the subtitle says."""
    sub = next(text.get_text().replace("\n", " ") for text in ax.texts if text.get_gid() == "sub")
    found = re.search(r"(\d+)(?: of \d+)? names? left out for want of room$", sub)
    return int(found[1]) if found else 0


@pytest.mark.sampled
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("sport", "table", "plot"),
    but_in_long_trials(
        [
            *((sport, "games", plot) for sport in ("NFL", "NBA", "NHL", "SOCCER") for plot in ("luck", "landscape")),
            ("NBA", "teams", "efficiency"),
            ("NBA", "players", "usage_efficiency"),
            ("MLB", "batting", "batting_rates"),
        ],
        ("NHL", "games", "luck"), ("NHL", "games", "landscape"), ("SOCCER", "games", "luck"),
    ),
)  # fmt: skip
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
    assert len(named(ax)) >= 3
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(4, 3), (5, 4), None, (16, 9), "grid"])
@pytest.mark.parametrize("plot", ["luck", "landscape"])
def test_the_subtitle_counts_names_left_out(plot: str, size: Any) -> None:
    """Every team is named or counted, at each size; the outermost are named, and nearly all on a slide."""
    frame = season("NHL")
    inches = (12, 8) if size == "grid" else size or (7.6, 6.0)
    figure = plt.figure(figsize=inches, layout="constrained")
    ax = figure.add_subplot(*((2, 2, 4) if size == "grid" else ()))
    getattr(frame.sports.plot, plot)(ax=ax)
    figure.draw_without_rendering()

    points = np.concatenate([part.get_offsets() for part in ax.collections])
    assert len(named(ax)) + left_out(ax) == len(points)
    assert left_out(ax) <= 2 or size != (16, 9)
    places = {tuple(np.round(text.xy, 6)) for text in named(ax)}
    outer = {tuple(np.round(points[find(side)], 6)) for side in points.T for find in (np.argmax, np.argmin)}
    assert size in ((4, 3), (5, 4)) or outer <= places
    plt.close("all")


def test_a_wider_figure_takes_back_what_was_left_out() -> None:
    """The subtitle follows the size of the figure, and one of the user stays as it is."""
    ax = season("NHL").sports.plot.luck(figsize=(5, 4))
    ax.figure.draw_without_rendering()
    before = left_out(ax)
    ax.figure.set_size_inches(16, 9)
    ax.figure.draw_without_rendering()
    assert before > 4
    assert left_out(ax) <= 2
    ax = season("NHL").sports.plot.luck(figsize=(5, 4), subtitle="mine")
    ax.figure.draw_without_rendering()
    assert [text.get_text() for text in ax.texts if text.get_gid() == "sub"] == ["mine"]
    plt.close("all")


def test_the_least_number_of_at_bats_is_whole() -> None:
    """Half of the median is rounded up: nobody has part of an at-bat."""
    batting = day("MLB", "batting")
    several = batting.assign(at_bats=4 * batting["at_bats"] + 1)
    assert (several["at_bats"].median() / 2) % 1 == 0.5
    ax = several.sports.plot.batting_rates()
    found = re.search(r"with (\S+) at-bats or more", next(t.get_text() for t in ax.texts if t.get_gid() == "sub"))
    assert found
    assert found[1].isdecimal()
    plt.close("all")


def test_names_beside_each_other_keep_apart() -> None:
    """Two names that would touch read as one: the second takes another place."""
    room = Room(200, 100, np.array([[20.0, 50.0], [154.0, 50.0]]), [])
    first, second = (room.take(index, 60, 5) for index in (0, 1))
    assert first is not None
    assert second is not None
    beside = first.box[2] < second.box[3] and second.box[2] < first.box[3]
    assert not beside or second.box[0] - first.box[1] >= APART
