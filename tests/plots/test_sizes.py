"""Every plot in small, wide and shared figures: its text is large enough to read, whole, and not over other text.

``python -m tests.plots.test_sizes`` draws all plots in all sizes, names as arguments some of them, and prints what is
wrong; the tests draw every plot in one of the sizes.
"""

from __future__ import annotations

import os
import re
from itertools import combinations
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.transforms import Bbox

import sportsframe as sf
from sportsframe.plots._measure import text_width

from ..bench.given import names
from ..support.pictures import FOR, choices, sample

LEAST = 6.0
"""Points that text has at least."""

NEAR = 1.0
"""Pixels by which boxes of text may overlap: their edges are rounded outwards."""

SIZES: dict[str, Any] = {"small": (4.0, 3.0), "slide": (12.0, 6.75), "grid": (12.0, 6.75)}


def drawn(name: str, size: str, frame: Any = None, options: Any = None, inches: Any = None) -> Any:
    """The axes of the plot with its figure laid out: a figure of its own, or the last of a grid of two by two."""
    frame = sample(name) if frame is None else frame
    options = choices(name, frame) if options is None else options
    inches = inches or SIZES[size]
    if size == "grid":
        axes = plt.subplots(2, 2, figsize=inches, layout="constrained")[1]
        ax = getattr(sf.plots, name)(frame, ax=axes[1, 1], **options)
    else:
        ax = getattr(sf.plots, name)(frame, figsize=inches, **options)
    ax.figure.draw_without_rendering()
    return ax


def asked(refusal: str, size: str) -> tuple[float, float]:
    """The size of a figure that a refusal asks for."""
    assert "\n" not in refusal
    assert ("figsize=" in refusal) == (size != "grid")
    width, height = SIZES[size]
    if both := re.search(r"figsize=\((\d+), (\d+)\)", refusal):
        return float(both[1]), float(both[2])
    found = dict(re.findall(r"(width|height) of (?:at least )?(\d+)", refusal.rpartition(";")[2]))
    assert found
    many = 2 if size == "grid" else 1
    return (
        many * float(found["width"]) if "width" in found else width,
        many * float(found["height"]) if "height" in found else height,
    )


def shown(ax: Any) -> list[tuple[str, Any, float]]:
    """Name, box and size of all text that a plot puts around its axes, and of the whole legend."""
    texts = [("title", text) for text in (ax.title, ax._left_title, ax._right_title)]
    texts += [(str(text.get_gid()), text) for text in ax.texts if text.get_gid() in ("sub", "note", "far", "end")]
    for part in (ax, *_bars(ax)):
        if not part.axison:
            continue
        for axis in (part.xaxis, part.yaxis):
            texts += [(f"{axis.axis_name} label", axis.label), (f"{axis.axis_name} unit", axis.get_offset_text())]
            low, high = sorted(axis.get_view_interval())
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if low <= tick.get_loc() <= high:
                    texts += [(f"{axis.axis_name} tick", t) for t in (tick.label1, tick.label2) if t.get_visible()]
    found = [(what, box, t.get_fontsize()) for what, t in texts for box in lines(ax, t)]
    if legend := ax.get_legend():
        found.append(("legend", legend.get_window_extent(), min(t.get_fontsize() for t in legend.get_texts())))
    return found


def lines(ax: Any, text: Any) -> list[Any]:
    """The box of a text, or one for each line of a text that begins at the left."""
    parts = text.get_text().split("\n")
    if not text.get_text().strip():
        return []
    box = text.get_window_extent()
    if len(parts) == 1 or text.get_ha() != "left" or text.get_rotation():
        return [box]
    pixels, high = ax.figure.dpi / 72, box.height / len(parts)
    wide = [text_width(ax, part, text.get_fontsize(), text.get_fontweight()) * pixels for part in parts]
    return [Bbox.from_bounds(box.x0, box.y1 - (n + 1) * high, w, high) for n, w in enumerate(wide)]


def _bars(ax: Any) -> list[Any]:
    """The axes of the color scales of a plot."""
    return [part.colorbar.ax for part in ax.collections if part.colorbar]


def faults(ax: Any) -> list[str]:
    """What is wrong with the text of a plot."""
    figure = ax.get_figure(root=True)
    boxes = shown(ax)
    inner = [
        (f"text {t.get_text()!r}", t.get_window_extent(), t.get_fontsize()) for t in ax.texts if t.get_text().strip()
    ]
    told = [f"{what} is {size:.1f} points" for what, _, size in (*boxes, *inner) if size < LEAST - 0.01]
    for what, box, _ in (*boxes, *inner):
        if box.x0 < -NEAR or box.y0 < -NEAR or box.x1 > figure.bbox.x1 + NEAR or box.y1 > figure.bbox.y1 + NEAR:
            told.append(f"{what} is cut by the edge of the figure")
    for (one, a, _), (two, b, _) in combinations(boxes, 2):
        wide, high = min(a.x1, b.x1) - max(a.x0, b.x0), min(a.y1, b.y1) - max(a.y0, b.y0)
        if wide > NEAR and high > NEAR:
            told.append(f"{one} over {two} by {wide:.0f} x {high:.0f}")
    told += [f"{what} begins on the frame" for what, box, _ in boxes if what == "end" and box.x0 <= ax.bbox.x1 + 1]
    return list(dict.fromkeys(told))


def checked(name: str, size: str, frame: Any = None, options: Any = None) -> tuple[str, list[str]]:
    """What is wrong with a plot in a size; if the size is refused, with the plot in the size that is asked for."""
    refusal = ""
    try:
        ax = drawn(name, size, frame, options)
    except sf.QueryError as error:
        plt.close("all")
        refusal = str(error)
        ax = drawn(name, size, frame, options, asked(refusal, size))
    told = faults(ax)
    plt.close("all")
    return refusal, told


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "size"), [(name, [*SIZES][n % 3]) for n, name in enumerate(sorted(FOR))])
def test_text_has_room(name: str, size: str) -> None:
    """No text is below six points, cut by the edge or over another; or the refusal names a size for which it is so."""
    assert checked(name, size)[1] == []


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(FOR))
def test_a_crowded_grid_leaves_room_or_is_refused(name: str) -> None:
    """In nine axes in a figure of the usual size a plot has an area of its own, or is refused and leaves no trace."""
    frame = sample(name)
    figure, axes = plt.subplots(3, 3, layout="constrained")
    refusal = ""
    try:
        for ax in axes.diagonal():
            getattr(sf.plots, name)(frame, ax=ax, **choices(name, frame))
    except sf.QueryError as error:
        refusal = str(error)
    first = axes[0, 0]
    if refusal:
        assert re.fullmatch(r"plot\.\w+\(\) .* (height|width) of \d.*|plot\.bracket\(\) would be illegible .*", refusal)
        assert len(refusal) <= 200
        assert len(figure.axes) == 9
        assert not any((first.has_data(), first.texts, first.get_xlabel(), first.get_title(loc="left")))
    else:
        figure.draw_without_rendering()
        width, height = first.bbox.size / figure.dpi
        assert width > (0.9 if first.get_aspect() == "auto" else 0.6)  # some are higher than wide
        assert height > 0.55
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "small"), [("luck", (1, 1)), ("four_factors", (2, 1.5)), ("win_expectancy", (6, 1)), ("pitchers", (2, 3))]
)
def test_a_refusal_names_a_size_with_room(name: str, small: tuple[float, float]) -> None:
    """A figure of the least size that a refusal names has room; text beside bars asks for a width, too."""
    frame = sample(name)
    with pytest.raises(sf.QueryError, match=r"requires more than a (height|width) of") as refused:
        drawn(name, "small", frame, inches=small)
    told = dict(re.findall(r"(width|height) of (\d+)", str(refused.value).rpartition(";")[2]))
    ax = drawn(name, "small", frame, inches=(float(told.get("width", small[0])), float(told.get("height", small[1]))))
    assert faults(ax) == []
    assert (ax.bbox.size / ax.figure.dpi > (0.9, 0.55)).all()
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["efficiency", "percentiles"])
def test_a_grid_without_room_is_refused(name: str) -> None:
    """In a grid of the usual size, legend or labels would leave hardly any room; in the size asked for, an inch."""
    frame = sample(name)
    ax = plt.subplots(2, 2)[1][1, 1]
    with pytest.raises(sf.QueryError, match=r"too many for a height of 2\.4 inches; draw on axes that have") as refused:
        getattr(sf.plots, name)(frame, ax=ax, **choices(name, frame))
    plt.close("all")

    inches = 6.4, asked(str(refused.value), "grid")[1]
    figure, axes = plt.subplots(2, 2, figsize=inches)
    for ax in axes.flat:
        getattr(sf.plots, name)(frame, ax=ax, **choices(name, frame))
    figure.draw_without_rendering()
    for ax in axes.flat:
        assert faults(ax) == []
        assert ax.bbox.height / figure.dpi > 1
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["elo_history", "rank_history", "rolling_form", "standings_race", "rounds"])
def test_names_of_lines_keep_off_the_frame(name: str) -> None:
    """Names at the ends of lines begin right of the axes, whose frame would otherwise run through their letters."""
    ax = drawn(name, "grid")
    ends = [text.get_window_extent() for text in ax.texts if text.get_weight() == "bold"]

    assert ends
    assert min(box.x0 for box in ends) > ax.bbox.x1 + 1


def test_venues_beside_the_map_are_cut_to_their_columns() -> None:
    """Of a tour with places in many countries the names below the map lie neither over each other nor over the map."""
    tour = sf.schedule_season(2023, "PGA", progress=False)
    for size in ("small", "grid"):
        ax = drawn("venues", size, tour, {})
        assert sum(text.get_gid() == "far" for text in ax.texts) > 6
        assert faults(ax) == []


def test_days_before_the_first_of_a_month_leave_room_for_its_name() -> None:
    """Days are named as far as there is room, the first of the month before the others."""
    day = sample("workload")
    own = day[day["team"] == day["team"].iloc[0]].drop_duplicates("player_id").head(4)
    frame = pd.concat([own.assign(game_date=date) for date in pd.date_range("2024-07-31", "2024-08-20")])
    ax = drawn("workload", "small", frame, {})

    assert faults(ax) == []
    named = [tick.get_text() for tick in ax.get_xticklabels()]
    assert named[1] == "1\nAug"
    assert sum(map(bool, named)) > 4


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["score_line", "leg_race", "win_expectancy"])
def test_legends_lie_outside_the_axes(name: str) -> None:
    """No line can cross a legend, which stands below the axes and their label."""
    ax = drawn(name, "small")
    assert ax.get_legend().get_window_extent().y1 < ax.xaxis.label.get_window_extent().y0


def test_rows_are_refused_by_the_size_of_their_text() -> None:
    """A height is refused if text would be below six points in it; the least height that is not is named."""
    games = pd.concat([sample("scores").assign(game_id=f"{n}") for n in range(40)]).drop_duplicates("game_id")
    with pytest.raises(sf.QueryError, match=r"40 rows, too many for a height of 3\.0 .* height of \d+\.$") as told:
        drawn("scores", "small", games, {})
    width, height = asked(str(told.value), "small")
    plt.close("all")
    assert faults(drawn("scores", "small", games, {}, (width, height))) == []
    plt.close("all")
    with pytest.raises(sf.QueryError, match=f"pass figsize= with a height of {height:.0f}"):
        drawn("scores", "small", games, {}, (width, height - 1))
    with pytest.raises(sf.QueryError, match=r"draw on axes that have a height of \d+ inches in their figure\.$"):
        drawn("scores", "grid", games, {})


if __name__ == "__main__":
    from ..conftest import NOW

    os.environ["SPORTSFRAME_NOW"] = NOW
    for name in names(__doc__, sorted(FOR)):
        for size in SIZES:
            refusal, told = checked(name, size)
            for line in (f"refused: {refusal}" if refusal else "", *told):
                if line:
                    print(f"{name} {size}: {line}")


def test_plots_without_rows_say_how_high_they_must_be() -> None:
    """The message of axes that are too low has no gap where nothing is counted."""
    with sf.options(now="2025-08-01T00:00"):
        games = sf.live(("2024-10-01", "2024-11-20"), "NFL", progress=False)
    with pytest.raises(
        sf.QueryError,
        match=r"^plot\.luck\(\) requires more than a width of 1\.0 and a height of 1\.0 inches; pass figsize=",
    ):
        games.sports.plot.luck(figsize=(1, 1))
