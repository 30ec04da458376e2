"""What every plot does alike: headings, sizes, axes of a grid, dark style, and refusals that leave nothing behind."""

from __future__ import annotations

import os
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.transforms import Bbox

import sportsframe as sf
from sportsframe.plots import _axes, _sheet, _theme

from ..support.days import day
from ..support.pictures import FOR, choices, sample
from .test_sizes import faults

NAMES = sorted(FOR)


HEADLINE = "A headline of many words that says what the picture shows, where, when and for whom, and is long"


def drawn(name: str, **options: Any) -> Axes:
    frame = sample(name)
    made: Axes = getattr(sf.plots, name)(frame, **choices(name, frame), **options)
    return made


def extent(ax: Axes) -> Bbox:
    """Everything of the axes, with legends and headings."""
    boxes = [ax.get_tightbbox(), *(text.get_window_extent() for text in ax.texts if text.get_text())]
    boxes += [text.get_window_extent() for text in (ax.title, ax._left_title, ax._right_title) if text.get_text()]
    return Bbox.union([box for box in boxes if box is not None])


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES)
def test_plots_fit_a_plain_grid_in_dark_style(name: str) -> None:
    """On plt.subplots() nothing of a plot leaves the figure or reaches its neighbor, and the text is light on dark."""
    with plt.style.context("dark_background"):
        figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 4.8))
        right.set_ylabel("neighbor")
        right.set_title("neighbor", loc="left")
        ax = drawn(name, ax=left, title="A title of the user that is long enough for two lines of these axes")
        figure.draw_without_rendering()

    assert ax is left
    whole = extent(left)
    assert whole.x0 > -2
    assert whole.y0 > -2
    assert whole.x1 < figure.bbox.x1 + 2
    assert whole.y1 < figure.bbox.y1 + 2
    assert whole.x1 < extent(right).x0 + 2
    assert left.get_title(loc="left").replace("\n", " ").startswith("A title of the user")
    assert _theme.is_dark(left)
    notes = [text for text in left.texts if text.get_gid() == "note"]
    assert [text.get_color() for text in notes] == [_theme.soft(left)]


@pytest.mark.sampled
@pytest.mark.parametrize("name", NAMES)
def test_every_plot_takes_headings_and_a_size(name: str) -> None:
    """Headings of any length are replaced or, if empty, omitted, and `figsize=` is the size of the figure."""
    ax = drawn(name, title=HEADLINE, subtitle="", figsize=(9, 11))
    ax.figure.draw_without_rendering()

    assert ax.get_title(loc="left").replace("\n", " ") == HEADLINE
    assert ax._left_title.get_window_extent().x1 < ax.figure.bbox.x1
    assert [text for text in ax.texts if text.get_gid() == "sub"] == []
    assert ax.figure.get_size_inches().tolist() == [9, 11]
    parameters = list(getattr(sf.plots, name).__signature__.parameters)
    by_place = [name for name in parameters[1:2] if name in ("player", "names")]
    assert parameters[: len(by_place) + 2] == ["df", *by_place, "ax"]
    assert parameters[-4:] == ["title", "subtitle", "figsize", "style"]
    doc = str(getattr(sf.plots, name).__doc__)
    assert doc.index("df : ") < doc.index("ax : ") < doc.index("title, subtitle : ") < doc.index("figsize : ")


@pytest.mark.parametrize("name", NAMES)
def test_a_refusal_leaves_no_figure(name: str) -> None:
    """An option unknown to plot and artist is refused in one line, and no half-drawn figure stays open."""
    before = plt.get_fignums()
    with pytest.raises(sf.QueryError, match=r"has no option 'titel'.* Did you mean 'title'\?") as told:
        drawn(name, titel="x")

    assert "\n" not in str(told.value)
    assert plt.get_fignums() == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ax": "x"}, "ax= of plot.scores.. must be a single matplotlib Axes, not str"),
        ({"ax": [1, 2]}, "pass one of them, for example axes.0."),
        ({"figsize": (8,)}, "width and a height from 1 to 100 inches"),
        ({"figsize": (8, 0.5)}, "width and a height from 1 to 100 inches"),
        ({"figsize": (8, 101)}, "width and a height from 1 to 100 inches"),
        ({"figsize": "85"}, "plot.scores.figsize=. must be a tuple or None, not str '85'"),
        ({"figsize": (8, float("nan"))}, "width and a height from 1 to 100 inches"),
        ({"title": 3}, "plot.scores.title=. must be a string or None, not int 3"),
        ({"subtitle": ["x"]}, "plot.scores.subtitle=. must be a string or None, not list"),
    ],
)
def test_bad_common_options_are_refused(options: dict[str, Any], message: str) -> None:
    """In one line that says what to write, before anything is drawn."""
    with pytest.raises(sf.QueryError, match=message) as told:
        sf.plots.scores(day("NBA"), **options)
    assert "\n" not in str(told.value)
    assert plt.get_fignums() == []


def test_axes_that_cannot_be_drawn_on_are_refused() -> None:
    """Polar axes, a figure, an array of axes; and a size for axes that are there already."""
    figure, axes = plt.subplots(2, 2, subplot_kw={"projection": "polar"})
    for given in (axes[0, 0], figure, axes):
        with pytest.raises(sf.QueryError, match="must be"):
            sf.plots.scores(day("NBA"), ax=given)
    with pytest.raises(sf.QueryError, match="ax= or figsize=, not both"):
        sf.plots.scores(day("NBA"), ax=plt.subplots()[1], figsize=(8, 5))
    with pytest.raises(sf.FrameError, match=r"plot\.scores\(df=\) must be a DataFrame, not NoneType"):
        sf.plots.scores(None)


@pytest.mark.parametrize("size", [(1, 1), (100, 100)])
def test_the_bounds_of_a_size(size: tuple[float, float]) -> None:
    """One and a hundred inches are sizes."""
    assert _axes._inches("scores", size, None) == size


def test_figures_arranged_by_their_owner_stay_so() -> None:
    """No figure gets another layout engine; a plain grid has room for labels, and margins set by hand are kept."""
    plain, by_hand, tight = plt.subplots(1, 2)[0], plt.subplots(1, 2)[0], plt.subplots(1, 2, layout="tight")[0]
    by_hand.subplots_adjust(left=0.4)
    kept = tight.get_layout_engine()
    for figure in (plain, by_hand, tight):
        sf.plots.scores(day("NBA"), ax=figure.axes[0])
        figure.draw_without_rendering()

    assert plain.get_layout_engine() is None
    assert faults(plain.axes[0]) == []
    assert by_hand.get_layout_engine() is None
    assert by_hand.axes[0].get_position().x0 == pytest.approx(0.4)
    assert tight.get_layout_engine() is kept
    plain.subplots_adjust(left=0.3)
    plain.draw_without_rendering()
    assert plain.axes[0].get_position().x0 == pytest.approx(0.3)


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["calendar", "checkouts", "dartboard", "head_to_head", "run_expectancy", "scorelines"])
@pytest.mark.parametrize("own", [True, False])
def test_a_color_scale_leaves_the_layout_to_the_user(name: str, *, own: bool) -> None:
    """After it, `tight_layout` and `subplots_adjust` work as ever, and the scale stays beside."""
    frame = sample(name)
    ax = None if own else plt.subplots(2, 2, figsize=(13, 9))[1][0, 1]
    ax = getattr(sf.plots, name)(frame, ax=ax, **choices(name, frame))
    figure = ax.figure
    assert figure.get_layout_engine() is None
    figure.tight_layout()
    figure.draw_without_rendering()
    assert faults(ax) == []
    figure.subplots_adjust(right=0.6)
    figure.draw_without_rendering()
    bars = [part.colorbar.ax for part in ax.collections if part.colorbar]
    assert all(ax.bbox.x1 < bar.bbox.x0 < bar.bbox.x1 <= 0.601 * figure.bbox.width for bar in bars)
    assert plt.gca() is ax or not own


def test_many_rows_are_refused() -> None:
    """Rows that do not fit are refused with what to do, at the limit and at a height given."""
    games = day("NBA")
    many = pd.concat([games.assign(game_id=games["game_id"] + f"-{i}") for i in range(_sheet.MOST_ROWS)])
    assert len(sf.plots.scores(many.head(_sheet.MOST_ROWS)).get_yticks()) == _sheet.MOST_ROWS
    plt.close("all")
    with pytest.raises(sf.QueryError, match=f"at most {_sheet.MOST_ROWS} rows, but would draw 81"):
        sf.plots.scores(many.head(_sheet.MOST_ROWS + 1))
    with pytest.raises(sf.QueryError, match=r"60 rows, too many for a height of 3.0 inches; .*pass figsize="):
        sf.plots.scores(many.head(60), figsize=(6, 3))
    assert plt.get_fignums() == []


def test_goalies_and_teams_of_several_games_are_summed() -> None:
    """One row per goalie with the sums, and one per team with the means, whatever the number of games."""
    goalies = pd.concat([day("NHL", "goalies"), day("NHL", "goalies").assign(game_id="x")])
    faced = goalies[goalies["shots_against"] > 0].groupby("player_id")["saves"].sum().astype(float)
    ax = goalies.sports.plot.saves(top=5)
    assert len(ax.containers[0]) == 5
    assert {bar.get_width() for bar in ax.containers[0]} <= set(faced)
    assert "the busiest 5 goalies" in ax.get_title(loc="left")

    teams = pd.concat([day("NFL", "teams"), day("NFL", "teams").assign(game_id="x")])
    ax = teams.sports.plot.yardage()
    wanted = day("NFL", "teams")["passing_yards"].astype(float)
    assert sorted(bar.get_width() for bar in ax.containers[0]) == sorted(wanted)
    assert ax.get_xlabel() == "yards per game"


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore:Setting the 'color' property will override")
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", [{"linewidth": 2.5}, {"color": "red"}], ids=["linewidth", "color"])
def test_options_of_matplotlib_replace_those_of_a_plot_or_are_refused(name: str, option: dict[str, Any]) -> None:
    """Long names of options replace what a plot sets under short ones; what it sets for each mark is refused."""
    told = []
    try:
        drawn(name, **option)
    except sf.QueryError as error:
        told.append(str(error))
        told += map(str, plt.get_fignums())
    key = next(iter(option))
    assert not told or told[0].startswith(
        (f"plot.{name}() sets {key} itself, so {key}= cannot", f"plot.{name}() has no option {key!r}, nor ")
    )
    assert len(told) < 2


@pytest.mark.parametrize("name", ["scores", "schedule_strips", "home_away", "landscape", "luck", "win_expectancy"])
def test_what_an_artist_takes_by_place_is_refused_by_name(name: str) -> None:
    """As ``x=`` and ``y=``, which plots of pandas take."""
    with pytest.raises(sf.QueryError, match=rf"^plot\.{name}\(\) sets y itself, so y= cannot be passed\.$"):
        drawn(name, y="home_score")
    assert not plt.get_fignums()


def test_a_wider_line_is_wider() -> None:
    """``linewidth=`` does what ``lw=`` does."""
    for option in ({"linewidth": 4.5}, {"lw": 4.5}):
        assert 4.5 in [line.get_linewidth() for line in drawn("standings_race", **option).lines]
