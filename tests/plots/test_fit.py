"""Text of plots fits the room that their axes have when the figure is drawn, in grids with others and in any layout."""

from __future__ import annotations

import functools
import io
import os
import pickle
from itertools import combinations
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_hex
from matplotlib.text import Text

import sportsframe as sf
from sportsframe.plots._measure import LEAST
from sportsframe.plots._theme import is_dark

from ..support.pictures import choices, sample
from .test_sizes import faults, lines


@functools.cache
def hockey(table: str) -> pd.DataFrame:
    return sf.live("2024-12-05", "NHL", table=table, day="league")


@functools.cache
def season() -> pd.DataFrame:
    return sf.live(("2024-08-15", "2024-09-02"), "SOCCER", league="EPL", progress=False)


@functools.cache
def series_of(year: int, league: str) -> pd.DataFrame:
    """The bracket of a season; that of college football has its seeds in the games of the playoff."""
    if league != "NCAAFB":
        return sf.bracket(year, league, progress=False)
    days = (f"{year}-12-18", f"{year + 1}-01-22")
    games, teams = (sf.live(days, "NCAAFB", table=table, progress=False) for table in ("games", "teams"))
    return sf.measures.bracket(games, teams=teams)


def one() -> str:
    return str(hockey("periods")["game_id"].iloc[0])


GRIDS: dict[str, Any] = {
    "a game": lambda: [
        (hockey("games"), "scores", {}), (hockey("periods"), "line_score", {"game_id": one()}),
        (hockey("goalies").head(20), "saves", {}), (hockey("teams"), "sides", {"game_id": one()}),
    ],
    "a season": lambda: [
        (season(), "standings_race", {}), (season(), "landscape", {}),
        (season(), "luck", {}), (season(), "rank_history", {}),
    ],
}  # fmt: skip


def grid(name: str, layout: str | None, inches: tuple[float, float] = (11, 8)) -> Any:
    """The axes of four plots in one figure, which has been drawn."""
    axes = plt.subplots(2, 2, figsize=inches, layout=layout)[1]
    for ax, (frame, plot, options) in zip(axes.flat, GRIDS[name](), strict=True):
        getattr(frame.sports.plot, plot)(ax=ax, **options)
    axes[0, 0].figure.draw_without_rendering()
    return axes


def within(ax: Any) -> list[str]:
    """What text lies over other text in the axes, or over their frame."""
    texts = [text for text in ax.texts if text.get_text() and text.get_gid() not in ("sub", "note", "end", "line")]
    boxes = [(text.get_text(), text.get_window_extent()) for text in texts]
    told = [f"{a} over {b}" for (a, one), (b, two) in combinations(boxes, 2) if one.padded(-1).overlaps(two.padded(-1))]
    inner = [(t, box) for t, box in boxes if box.x0 < ax.bbox.x1 and box.x1 > ax.bbox.x0]
    return told + [f"{t} over the frame" for t, box in inner if box.x0 < ax.bbox.x0 - 1 or box.x1 > ax.bbox.x1 + 1]


@pytest.mark.sampled
@pytest.mark.parametrize(("layout", "styled"), [("constrained", True), (None, False)])
@pytest.mark.parametrize("name", sorted(GRIDS))
def test_later_plots_leave_earlier_ones_whole(name: str, layout: str | None, *, styled: bool) -> None:
    """Whatever later plots take of the room: no text is cut, over other text or over the frame of its axes."""
    with sf.plots.style() if styled else mpl.rc_context():
        axes = grid(name, layout)
        assert [fault for ax in axes.flat for fault in faults(ax)] == []
        assert [fault for ax in axes.flat for fault in within(ax)] == []
    plt.close("all")


def test_a_legend_keeps_off_the_title_below_it() -> None:
    """A layout counts the line that the note on simulated data takes for itself in axes narrower than reckoned."""
    figure, axes = plt.subplots(2, 2, figsize=(12, 8), layout="constrained")
    for ax in axes[:, 0]:
        hockey("games").sports.plot.scores(ax=ax, title="Scores", subtitle="n" * 9)
    axes[0, 1].set_yticks([0.5], ["a name " * 9])

    def side() -> str:
        return str(next(text for text in axes[1, 0].texts if text.get_gid() == "note").get_ha())

    before = side()
    figure.draw_without_rendering()
    legend, title = axes[0, 0].get_legend().get_window_extent(), axes[1, 0]._left_title.get_window_extent()
    assert (before, side()) == ("right", "left")
    assert legend.y0 - title.y1 > 2
    plt.close("all")


def at_dpi(ax: Axes, dpi: float) -> list[str]:
    """What is wrong with the text of a plot whose figure is drawn at a resolution, as to save it so."""
    figure: Any = ax.get_figure(root=True)
    figure.dpi = dpi
    figure.draw_without_rendering()
    return faults(ax)


@pytest.mark.long
def test_text_is_fitted_to_the_resolution_that_a_figure_is_saved_in() -> None:
    """At another dpi letters are wider, so that headings and names of points have their room there, and again here."""
    told = "EPL, 2024-08-17 to 2025-02-26, 280 games in 8 groups, 60 points of home advantage"
    frame = sample("landscape")
    for ax in (
        season().sports.plot.win_expectancy(figsize=(6, 4), subtitle=told),
        sf.plots.landscape(frame, figsize=(6, 4), **choices("landscape", frame)),
    ):
        own = ax.figure.dpi
        assert [at_dpi(ax, dpi) for dpi in (own, 100, 90, 72, own)] == 5 * [[]]
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("dpi", [90, 110])
def test_lines_between_bars_keep_to_their_rows(dpi: int) -> None:
    """Where labels of `sides` break into two lines, those are no higher than their row, at any resolution."""
    basketball = sf.live("2024-12-05", "NBA", table="teams", day="league")
    axes = plt.subplots(2, 3, figsize=(15, 8))[1]
    for ax in axes.flat:
        basketball.sports.plot.sides(game_id=str(basketball["game_id"].iloc[0]), ax=ax)
    for size in ((15, 8), (12, 6)):
        axes[0, 0].figure.set_size_inches(size)
        assert at_dpi(axes[0, 2], dpi) == []
        assert [within(ax) for ax in axes.flat] == 6 * [[]], size
    plt.close("all")


def test_words_between_bars_are_clear_of_them() -> None:
    """In a narrow column, labels of `sides` are smaller or broken, and the names above stay apart."""
    ax = grid("a game", None)[1, 1]
    bars = [bar.get_window_extent() for bar in ax.patches]
    for text in ax.texts:
        if text.get_position()[0] == 0 and text.get_gid() is None and text.get_text():
            assert not any(text.get_window_extent().overlaps(bar) for bar in bars), text.get_text()
    plt.close("all")


def test_text_is_fitted_again_in_each_layout() -> None:
    """Narrower axes break title, subtitle and labels into more lines, wider ones into fewer; the user's text stays."""
    figure, ax = plt.subplots(figsize=(8, 5))
    figure.subplots_adjust(left=0.1, right=0.95, bottom=0.2, top=0.8)
    season().sports.plot.landscape(ax=ax)

    def told() -> dict[str, int]:
        figure.draw_without_rendering()
        sub = next(text for text in ax.texts if text.get_gid() == "sub")
        assert all(box.x1 <= figure.bbox.x1 for text in (sub, ax._left_title) for box in lines(ax, text))
        words = {"title": ax.get_title(loc="left"), "sub": sub.get_text(), "y": ax.get_ylabel()}
        return {name: text.count("\n") for name, text in words.items()}

    wide = told()
    figure.subplots_adjust(left=0.85, bottom=0.5)
    narrow = told()
    assert wide == {"title": 0, "sub": 0, "y": 0}
    assert narrow["title"] > 0
    assert narrow["sub"] > 0
    assert narrow["y"] > 0
    figure.subplots_adjust(left=0.1, bottom=0.2)
    assert told() == wide

    ax.set_title("Mine", loc="left")
    ax.set_ylabel("my own label, which is as long as I want it to be in these axes")
    figure.subplots_adjust(left=0.6, bottom=0.5)
    assert told()["y"] == 0
    assert ax.get_title(loc="left") == "Mine"
    plt.close("all")


def test_legends_have_as_many_columns_as_fit() -> None:
    """A legend wider than its axes gets fewer columns, with text of the same size and color."""
    with sf.plots.style(dark=True):
        ax = plt.figure(figsize=(8, 5)).add_axes((0.1, 0.3, 0.8, 0.5))
        games = sf.live(("2023-08-15", "2023-09-02"), "SOCCER", league="EPL", progress=False)
        games.sports.plot.luck(ax=ax)
        before = ax.get_legend().get_texts()[0]
    ax.set_position((0.3, 0.3, 0.25, 0.5))
    ax.figure.draw_without_rendering()
    legend = ax.get_legend()
    assert legend.get_window_extent().width < 1.2 * ax.bbox.width
    assert [text.get_text() for text in legend.get_texts()] == ["as expected", "more wins than expected", "fewer"]
    assert {to_hex(text.get_color()) for text in legend.get_texts()} == {to_hex(before.get_color())}
    assert {text.get_fontsize() for text in legend.get_texts()} == {before.get_fontsize()}
    plt.close("all")


def test_limits_of_the_user_stay() -> None:
    """Limits are widened for text beside marks, but not those that the user has set."""
    scores = hockey("games").sports.plot.scores
    ax = scores(figsize=(4, 4))
    ax.figure.draw_without_rendering()
    assert within(ax) == []
    ax = scores(figsize=(4, 4))
    ax.set_xlim(0, 6)
    ax.figure.draw_without_rendering()
    assert ax.get_xlim() == (0, 6)
    plt.close("all")


def test_golf_scores_are_clear_of_places_and_rounds() -> None:
    """In a small leaderboard, numbers beside the points touch neither the places at the left nor the rounds."""
    ax = sample("leaderboard").sports.plot.leaderboard(figsize=(4, 3))
    ax.figure.draw_without_rendering()
    scores = [text.get_window_extent() for text in ax.texts if text.get_weight() == "bold"]
    assert scores
    assert min(box.x0 for box in scores) >= ax.bbox.x0 + 2
    assert max(box.x1 for box in scores) <= ax.bbox.x1 - 2
    plt.close("all")


def test_cleared_axes_and_copies_are_left_alone() -> None:
    """After the axes are cleared or removed nothing is fitted to them; a pickled figure is drawn as it is."""
    figure, (one, two, three) = plt.subplots(1, 3, figsize=(12, 4))
    for ax in (one, two, three):
        season().sports.plot.landscape(ax=ax)
    one.clear()
    two.remove()
    copy = pickle.loads(pickle.dumps(figure))
    copy.draw_without_rendering()
    figure.draw_without_rendering()
    assert one.get_title(loc="left") == ""
    assert not one.texts
    assert len(figure.findobj(lambda artist: type(artist).__name__ == "Fitter")) == 1
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("kind", ["png", "pdf", "svg"])
def test_saved_figures_are_fitted(kind: str) -> None:
    """In every format, also trimmed to the drawing."""
    axes = plt.subplots(2, 2, figsize=(11, 8))[1]
    for ax, (frame, plot, options) in zip(axes.flat, GRIDS["a game"](), strict=True):
        getattr(frame.sports.plot, plot)(ax=ax, **options)
    with io.BytesIO() as file:
        axes[0, 0].figure.savefig(file, format=kind, bbox_inches="tight")
        assert file.tell() > 1000
    axes[0, 0].figure.draw_without_rendering()
    assert [fault for ax in axes.flat for fault in faults(ax)] == []
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("own", [False, True])
@pytest.mark.parametrize("lever", ["style", "font.size"])
def test_all_text_is_enlarged_alike(lever: str, *, own: bool) -> None:
    """``style(scale=)`` and matplotlib's ``font.size`` enlarge every text of a plot by the same factor."""

    def sizes() -> list[float]:
        size = (14, 9)
        ax = None if own else plt.subplots(figsize=size)[1]
        chosen: dict[str, Any] = {"figsize": size} if own else {"ax": ax}
        ax = season().sports.plot.standings_race(**chosen)
        ax.figure.draw_without_rendering()
        texts = [ax._left_title, ax.xaxis.label, ax.yaxis.label, ax.get_xticklabels()[0], ax.get_yticklabels()[0]]
        return [float(text.get_fontsize()) for text in (*texts, *ax.texts)]

    usual: Any = mpl.rcParamsDefault
    with sf.plots.style() if lever == "style" else mpl.rc_context():
        before = sizes()
    font = {"font.size": 1.5 * usual["font.size"]}
    with sf.plots.style(scale=1.5) if lever == "style" else mpl.rc_context(font):
        after = sizes()
    assert [large / small for large, small in zip(after, before, strict=True)] == pytest.approx([1.5] * len(before))
    plt.close("all")


@pytest.mark.parametrize("scale", [0, 0.4, 5])
def test_scales_beyond_use_are_refused(scale: float) -> None:
    """Text too small to read, or larger than any figure takes, is refused in one line."""
    with (
        pytest.raises(sf.QueryError, match=r"scale= of style\(\) must be a number from 0\.5 to 4, not"),
        sf.plots.style(scale=scale),
    ):
        pass


def test_a_style_holds_in_a_block_or_for_the_session_and_never_in_silence() -> None:
    """``with``, ``style.use`` and ``rcParams.update``, as for matplotlib; a line of its own shows what to write."""
    dark = "#16191d"
    with mpl.rc_context():
        plt.style.use(sf.plots.style(dark=True))
        assert mpl.rcParams["figure.facecolor"] == dark
        assert is_dark(season().sports.plot.standings_race())
    with mpl.rc_context():
        mpl.rcParams.update(sf.plots.style(dark=True))
        assert mpl.rcParams["figure.facecolor"] == dark
    assert repr(sf.plots.style(dark=True)).startswith("<style: write with style(...): before plots, or ")
    assert mpl.rcParams["figure.facecolor"] != dark
    nested = sf.plots.style(dark=True)
    with nested, sf.plots.style(), nested:
        assert mpl.rcParams["figure.facecolor"] == dark
    assert mpl.rcParams["figure.facecolor"] != dark


def test_players_are_named_without_the_option() -> None:
    """``compare("A", "B")`` and ``percentiles("A")``, as people write it."""
    lines = sf.live("2024-12-06", "NBA", table="players")
    one, two = lines["player"].iloc[:2]
    assert texts(lines.sports.plot.compare(one, two)) == texts(lines.sports.plot.compare(players=[one, two]))
    assert texts(sf.plots.compare(lines, one, two)) == texts(sf.plots.compare(lines, [one, two]))
    ids = lines["player_id"].to_numpy()[:2]
    assert texts(lines.sports.plot.compare(*ids)) == texts(lines.sports.plot.compare(one, two))
    assert texts(lines.sports.plot.percentiles(one)) == texts(lines.sports.plot.percentiles(player=one))
    with pytest.raises(sf.QueryError, match=r"takes players by place or as players=, not both"):
        lines.sports.plot.compare(one, players=[two])
    with pytest.raises(sf.QueryError, match="too many positional"):
        lines.sports.plot.percentiles(one, two)


def texts(ax: Axes) -> list[str]:
    """All texts of a plot."""
    return [text.get_text() for text in ax.findobj(Text)]


@pytest.mark.sampled
@pytest.mark.parametrize("days", [3, 5, 11, 30, 75, 282, 1000])
@pytest.mark.parametrize("inches", [(3.6, 6.4), (4, 3), (9, 5)])
def test_dates_are_days_months_or_years(days: int, inches: tuple[float, float]) -> None:
    """A date axis has two ticks or more, which are apart and never a time of day."""
    frame = season()
    first, last = frame["game_time"].min(), frame["game_time"].max()
    shown = frame.assign(game_time=first + (frame["game_time"] - first) * (pd.Timedelta(days=days) / (last - first)))
    ax = shown.sports.plot.standings_race(figsize=inches)
    ax.figure.draw_without_rendering()
    low, high = ax.get_xlim()
    ticks = [tick.label1 for tick in ax.xaxis.get_major_ticks() if low <= tick.get_loc() <= high]

    assert len(ticks) >= 2
    assert not any(":" in text.get_text() for text in (*ticks, ax.xaxis.get_offset_text()))
    assert not any(a.get_window_extent().overlaps(b.get_window_extent()) for a, b in combinations(ticks, 2))
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize(("last", "told"), [("2025-01-01", "2024-Dec to 2025-Jan"), ("2024-12-28", "2024-Dec")])
@pytest.mark.parametrize("inches", [(4, 3), (12, 6.75)])
def test_dates_over_a_new_year_say_both(inches: tuple[float, float], last: str, told: str) -> None:
    """Beside days of December and the first of January stand both months with their years, beside others one."""
    games = sf.live(("2024-12-01", last), "NBA", progress=False)
    for name in ("rolling_form", "standings_race"):
        ax = getattr(games.sports.plot, name)(figsize=inches)
        ax.figure.draw_without_rendering()
        unit = ax.xaxis.get_offset_text()
        assert unit.get_text() == told
        assert not unit.get_window_extent().overlaps(ax.xaxis.label.get_window_extent())
        plt.close("all")


SLIDES = (
    ("efficiency", "usage_efficiency", "four_factors", "shot_timeline"),
    ("courses", "leg_race", "rounds", "win_expectancy"),
)


@pytest.mark.sampled
@pytest.mark.parametrize("plots", SLIDES, ids=lambda plots: plots[0])
def test_enlarged_text_leaves_small_axes_to_their_plots(plots: tuple[str, ...]) -> None:
    """In the four axes of a slide, text is enlarged only as far as all of it has room beside a plot of some height."""
    with sf.plots.style(scale=1.6):
        figure, axes = plt.subplots(2, 2, figsize=(12, 6.75), layout="constrained")
        for ax, name in zip(axes.flat, plots, strict=True):
            frame = sample(name)
            getattr(frame.sports.plot, name)(ax=ax, **choices(name, frame))
        figure.draw_without_rendering()

    assert [fault for ax in axes.flat for fault in faults(ax)] == []
    assert min(ax.bbox.height for ax in axes.flat) > 0.2 * figure.bbox.height
    plt.close("all")


def test_the_brier_score_stays_within_its_axes() -> None:
    """In narrow axes the text within them is smaller, broken or shortened."""
    frame = sf.live(("2024-08-15", "2024-11-30"), "SOCCER", league="EPL", progress=False)
    for wide in (0.1, 0.2, 0.5):
        ax = plt.figure(figsize=(11, 6)).add_axes((0.3, 0.4, wide, 0.4))
        frame.sports.plot.win_expectancy(ax=ax)
        ax.figure.draw_without_rendering()
        assert any("Brier" in text.get_text() for text in ax.texts)
        assert within(ax) == []
    plt.close("all")


def test_the_key_of_a_bracket_is_whole_or_left_out() -> None:
    """A key takes more lines in axes that others narrow, and none where they are too low for it."""
    series = sample("bracket")
    for left, keyed in ((0.02, True), (0.6, True), (0.9, False)):
        figure = plt.figure(figsize=(6, 3.4))
        ax = figure.add_subplot()
        figure.subplots_adjust(left=0.02, right=0.98, bottom=0.02, top=0.85)
        series.sports.plot.bracket(ax=ax)
        figure.subplots_adjust(left=left)
        figure.draw_without_rendering()
        keys = [text.get_window_extent() for text in ax.texts if text.get_gid() == "key"]
        assert bool(keys) == keyed
        assert all(box.x1 <= figure.bbox.x1 and box.y0 >= -1 for box in keys)
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("layout", [None, "constrained"])
@pytest.mark.parametrize(("year", "league"), [(2024, "NFL"), (2024, "NHL"), (2024, "NCAAFB")])
def test_brackets_are_legible_beside_other_plots(year: int, league: str, layout: str | None) -> None:
    """Where other plots take of the width, no name touches a score, and no name of a round the next one."""
    axes = plt.subplots(3, 2, figsize=(10.6, 11), layout=layout)[1]
    ax = series_of(year, league).sports.plot.bracket(ax=axes[0, 0])
    for other in axes[1:, 0]:
        season().sports.plot.standings_race(ax=other)
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts if text.get_text() and text.get_gid() is None]
    pairs = [(one, two) for one, two in combinations(boxes, 2) if min(one.y1, two.y1) - max(one.y0, two.y0) > 2]
    assert pairs
    assert min(max(one.x0, two.x0) - min(one.x1, two.x1) for one, two in pairs) >= 1
    assert ax.bbox.width < 0.8 * ax.figure.bbox.width / 2
    plt.close("all")


@pytest.mark.long
def test_the_key_of_a_bracket_grows_with_other_text() -> None:
    """On a slide with room below the boxes, the key is enlarged as the rest is."""
    with sf.plots.style(scale=1.6):
        ax = sf.bracket(2023, "NBA", progress=False).sports.plot.bracket(figsize=(12, 6.75))
    (key,) = [text for text in ax.texts if text.get_gid() == "key"]
    assert key.get_fontsize() > 8
    plt.close("all")


CELLS = ("workload", "head_to_head", "checkouts", "scorelines", "scoring_by_period", "run_expectancy", "calendar")
BARS = ("saves", "pitchers", "yardage", "usage")
NARROW = [(4.0, 4.0), (3.6, 6.4), (8.0, 8.0)]


def cells(ax: Any) -> list[tuple[Any, Any]]:
    """The numbers in the middle of cells, each with its cell in pixels."""
    told = [text for text in ax.texts if text.get_text() and all(at % 1 == 0.5 for at in text.get_position())]
    places = [text.get_position() for text in told]
    corners = [ax.transData.transform([(x - 0.5, y - 0.5), (x + 0.5, y + 0.5)]) for x, y in places]
    return [(text, mpl.transforms.Bbox(np.sort(pair, axis=0))) for text, pair in zip(told, corners, strict=True)]


@pytest.mark.sampled
@pytest.mark.parametrize("name", CELLS)
def test_numbers_stay_within_their_cells(name: str) -> None:
    """A number that a cell cannot hold is smaller or left out, and then all of the grid are."""
    shown = []
    for inches in (*NARROW, (16.0, 14.0)):
        frame = sample(name)
        frame = frame[frame["game_id"].isin(frame["game_id"].unique()[:6])] if name == "scoring_by_period" else frame
        ax = getattr(sf.plots, name)(frame, figsize=inches, **choices(name, frame))
        ax.figure.draw_without_rendering()
        found = cells(ax)
        for text, cell in found:
            box = text.get_window_extent()
            assert box.x0 >= cell.x0 - 0.5, (inches, text)
            assert box.x1 <= cell.x1 + 0.5, (inches, text)
            assert 0.8 * box.height <= cell.height, (inches, text)
            assert text.get_fontsize() >= 5.99
        assert len({text.get_fontsize() for text, _ in found}) <= 1
        shown.append(len(found))
        plt.close("all")

    assert shown[-1] > 0
    assert set(shown) <= {0, shown[-1]}


@pytest.mark.sampled
@pytest.mark.parametrize("inches", NARROW)
@pytest.mark.parametrize("name", BARS)
def test_numbers_stay_within_their_bars(name: str, inches: tuple[float, float]) -> None:
    """A number in the middle of a bar is whole, smaller or left out."""
    with sf.plots.style(scale=1.6):
        try:
            ax = getattr(sf.plots, name)(sample(name), figsize=inches, **choices(name, sample(name)))
        except sf.QueryError:  # too many rows
            ax = getattr(sf.plots, name)(sample(name), figsize=(inches[0], 16.0), **choices(name, sample(name)))
        ax.figure.draw_without_rendering()
    inner = [text for text in ax.texts if text.get_text() and text.get_color() in ("#ffffff", "#1b1f24")]
    assert inner
    bars = [bar.get_window_extent() for bar in ax.patches]
    for text in inner:
        box = text.get_window_extent()
        middle = (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2
        assert any(bar.contains(*middle) and bar.x0 <= box.x0 and box.x1 <= bar.x1 for bar in bars), text
    plt.close("all")


def test_a_label_does_not_promise_numbers_that_are_left_out() -> None:
    """The axis says that counts stand above the bars where they do."""
    turns = sample("scoring")
    for inches, told in (((2.2, 5.0), False), ((9.0, 5.0), True)):
        ax = turns.sports.plot.scoring(figsize=inches, **choices("scoring", turns))
        ax.figure.draw_without_rendering()
        counts = [text for text in ax.texts if text.get_text().isdecimal()]
        assert bool(counts) == told
        assert ("counts above" in ax.get_ylabel().replace("\n", " ")) == told
        boxes = [text.get_window_extent() for text in counts]
        assert not any(one.padded(-1).overlaps(two.padded(-1)) for one, two in combinations(boxes, 2))
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("inches", [(3.0, 3.0), (4.0, 3.0), (6.2, 6.4), (14.0, 14.0)])
def test_shares_stay_within_their_segments(inches: tuple[float, float]) -> None:
    """The share of a segment of the board lies along it, and between its wires."""
    frame = sample("dartboard")
    ax = frame.sports.plot.dartboard(figsize=inches)
    ax.figure.draw_without_rendering()
    shares = [text for text in ax.texts if text.get_text().isdigit() and np.hypot(*text.get_position()) < 175]
    in_rings = [text for text in shares if not 107 < np.hypot(*text.get_position()) < 162]
    assert bool(in_rings) == (inches[0] > 4)
    assert len(shares) > len(in_rings)
    pixel = ax.transData.transform((1, 0))[0] - ax.transData.transform((0, 0))[0]
    for text in shares:
        radius = np.hypot(*text.get_position())
        thick = 55 if 107 < radius < 162 else 8
        assert 0.7 * text.get_fontsize() * ax.figure.dpi / 72 <= thick * pixel
    plt.close("all")


def test_points_near_the_end_of_a_leg_stay_above_its_axis() -> None:
    """In low axes the points below a line do not run into the names of the ticks."""
    turns = sample("leg_race")
    for inches in ((3.0, 2.0), (4.0, 3.0), (8.0, 4.6)):
        ax = turns.sports.plot.leg_race(figsize=inches, **choices("leg_race", turns))
        ax.figure.draw_without_rendering()
        told = [text.get_window_extent() for text in ax.texts if text.get_text().isdecimal()]
        assert min(box.y0 for box in told) >= ax.bbox.y0 - 0.5
        assert within(ax) == []
    plt.close("all")


@pytest.mark.parametrize("name", ["scoring", "leg_averages"])
def test_legends_are_within_a_slide(name: str) -> None:
    """Entries of a legend in large type stand below each other where they do not fit side by side."""
    frame = sample(name)
    with sf.plots.style(scale=1.8):
        ax = getattr(frame.sports.plot, name)(figsize=(9, 6), **choices(name, frame))
    ax.figure.draw_without_rendering()
    box = ax.get_legend().get_window_extent()
    assert box.x0 >= 0
    assert box.x1 <= ax.figure.bbox.x1
    assert ax.bbox.width > 0.6 * ax.figure.bbox.width
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("inches", [(4.0, 4.0), (5.0, 4.0), (8.0, 5.8)])
def test_the_yards_beside_usage_stay_within_the_axes(inches: tuple[float, float]) -> None:
    """The axes are widened for yards of many games, which are those of runs and catches."""
    frame = sample("usage")
    many = frame.assign(rushing_yards=frame["rushing_yards"] + 2000)
    ax = many.sports.plot.usage(figsize=inches, **choices("usage", frame))
    ax.figure.draw_without_rendering()
    told = [text.get_window_extent() for text in ax.texts if text.get_text().endswith(" yards")]
    assert told
    assert max(box.x1 for box in told) <= ax.bbox.x1
    assert ax.get_xlabel().replace("\n", " ").endswith("yards rushing and receiving at the right")
    plt.close("all")


def cut(figure: Any, dpi: float) -> int:
    """How many pixels at the edges of the picture that is saved of a figure have another color than its corner."""
    held = io.BytesIO()
    figure.savefig(held, dpi=dpi)
    shown = plt.imread(io.BytesIO(held.getvalue()))
    edges = np.concatenate([shown[0], shown[-1], shown[:, 0], shown[:, -1]])
    return int((np.abs(edges - shown[0, 0]).max(axis=1) > 0.1).sum())


@pytest.mark.sampled
@pytest.mark.parametrize(("name", "words"), [("percentiles", 11), ("percentiles", 15), ("dartboard", 2), ("venues", 9)])
def test_headings_over_circles_and_maps_have_their_room_when_saved(name: str, words: int) -> None:
    """Axes of equal units are narrower than their part of a grid: lines of headings are laid out by what they have."""
    frame = sample(name)
    look = {**choices(name, frame), "title": "A title", "subtitle": " ".join(["somewhat"] * words)}
    with sf.plots.style(dark=True, scale=1.6):
        figure, axes = plt.subplots(2, 2, figsize=(13.33, 7.5), layout="constrained")
        for ax in axes.flat:
            getattr(sf.plots, name)(frame, ax=ax, **look)
        assert cut(figure, 50) == 0
    plt.close("all")


@pytest.mark.long
def test_titles_that_take_more_lines_over_a_smaller_circle_come_to_rest() -> None:
    """A title that makes the circle smaller, over which it takes more lines, is laid out until it has its room."""
    frame = sample("percentiles")
    look = {**choices("percentiles", frame), "title": "The best of them all, by far, this year"}
    with sf.plots.style(dark=True, scale=1.6):
        figure, axes = plt.subplots(2, 2, figsize=(16, 9), layout="constrained")
        for ax in axes.flat:
            sf.plots.percentiles(frame, ax=ax, **look)
        assert cut(figure, 60) == 0
    plt.close("all")


def test_numbers_of_a_radar_are_no_wider_than_their_sectors() -> None:
    """In a small circle, the numbers of sectors and rings take no more of it than in a large one; 100 may be wider, but
    then in the smallest type that can be read."""
    frame = sample("percentiles")
    with sf.plots.style(scale=1.6):
        axes = plt.subplots(2, 2, figsize=(13.33, 7.5), layout="constrained")[1]
        for ax in axes.flat:
            sf.plots.percentiles(frame, ax=ax, **choices("percentiles", frame))
        ax.figure.draw_without_rendering()
    numbers = [text for text in ax.texts if text.get_text().isdigit()]
    assert len(numbers) > 6
    unit = ax.bbox.width / np.ptp(ax.get_xlim())
    wide = [text for text in numbers if text.get_window_extent().width / unit >= 15.5]
    assert all((text.get_text(), text.get_fontsize()) == ("100", LEAST) for text in wide)
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["percentiles", "venues", "dartboard"])
@pytest.mark.parametrize("dpi", [60, 150])
def test_a_circle_stands_where_it_stays_at_its_first_drawing(name: str, dpi: int) -> None:
    """Larger headings take room from axes that keep their aspect, which leaves the headings other room, and so on."""
    frame = sample(name)
    with sf.style(scale=1.6):
        ax = getattr(frame.sports.plot, name)(**choices(name, frame))
    edges = []
    for _ in range(2):
        file = io.BytesIO()
        ax.figure.savefig(file, format="raw", dpi=dpi)
        picture = np.frombuffer(file.getvalue(), np.uint8).reshape(-1, round(dpi * ax.figure.get_size_inches()[0]), 4)
        drawn = (picture != picture[0, 0]).any(axis=(1, 2)).nonzero()[0]
        edges.append((drawn[0], drawn[-1]))
    assert edges[0][0] > 0, "the title is whole"
    assert edges[0] == pytest.approx(edges[1], abs=1)
