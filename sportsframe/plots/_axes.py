"""What all plots share: style, colours, fresh axes, labels with units, the note on simulated data, choices."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar, cast

import pandas as pd

from .._frames.recognize import is_simulated, need, player, team
from ..catalog import SPORTS, Sport, every_table
from ..errors import FrameError, QueryError, nearest, require

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LIGHT = ("#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9", "#7a5195")
DARK = ("#56b4e9", "#f28e4c", "#2fc49a", "#f2c14e", "#e29ac4", "#8fb8ff", "#b79bd6")
"""Colours that stay apart for colour-blind eyes (after Okabe and Ito), on light and on dark ground."""

UNITS = {
    "yd": "yards", "min": "minutes", "s": "seconds", "deg": "degrees", "innings.outs": "innings",
}  # fmt: skip
NOTE = "simulated data"


def theme(dark: bool = False) -> dict[str, Any]:
    """The settings of `style`, as matplotlib names them."""
    from cycler import cycler

    ground, ink, soft, line = (
        ("#16191d", "#e8eaed", "#a9b0b8", "#3b424a") if dark else ("#ffffff", "#24292f", "#5d666f", "#d5dae0")
    )
    return {
        "figure.facecolor": ground, "axes.facecolor": ground, "savefig.facecolor": ground, "figure.dpi": 110,
        "savefig.dpi": 160,
        "text.color": ink, "axes.labelcolor": soft, "axes.edgecolor": line, "axes.titlecolor": ink,
        "xtick.color": line, "ytick.color": line, "xtick.labelcolor": soft, "ytick.labelcolor": soft,
        "grid.color": line, "grid.linewidth": 0.6, "grid.alpha": 0.7, "axes.axisbelow": True,
        "axes.prop_cycle": cycler(color=DARK if dark else LIGHT),
        "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
        "axes.titlesize": 12.0, "axes.titleweight": "bold", "axes.titlelocation": "left", "axes.titlepad": 22.0,
        "axes.labelsize": 9.5, "xtick.labelsize": 9.0, "ytick.labelsize": 9.0, "font.size": 9.5,
        "legend.fontsize": 9.0, "legend.frameon": False, "lines.linewidth": 1.8, "patch.linewidth": 0.0,
    }  # fmt: skip


@contextmanager
def style(dark: bool = False) -> Iterator[None]:
    """One calm, colour-blind safe style for a block of plots.

    Plots that make their own axes wear it anyway, where the settings are still matplotlib's own; the block is for
    the dark form, and for other drawings beside them.

    Parameters
    ----------
    dark : bool
        Light ink on dark ground.

    Examples
    --------
    >>> with style(dark=True):                  # doctest: +SKIP
    ...     games.sports.plot.scores()
    """
    require("plots", "matplotlib", "cycler")
    import matplotlib as mpl

    settings: Any = theme(dark)
    with mpl.rc_context(settings):
        yield


def halo(ax: Axes) -> list[Any]:
    """A rim in the colour of the ground for names that may stand on points."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.2, foreground=ax.get_facecolor(), alpha=0.85)]


def is_dark(ax: Axes | None = None) -> bool:
    """Whether the ground that is drawn on is dark."""
    import matplotlib as mpl
    from matplotlib.colors import to_rgb, to_rgba

    ground = mpl.rcParams["figure.facecolor"] if ax is None else ax.get_facecolor()
    if to_rgba(ground)[3] == 0:
        ground = mpl.rcParams["figure.facecolor"]
    red, green, blue = to_rgb(ground)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


def colours(ax: Axes) -> tuple[str, ...]:
    """The palette for the ground of these axes."""
    return DARK if is_dark(ax) else LIGHT


def quiet(ax: Axes) -> str:
    """A colour for what stays in the background."""
    return "#59626c" if is_dark(ax) else "#c3cad1"


def ink(ax: Axes) -> str:
    """The colour of text on these axes."""
    return "#e8eaed" if is_dark(ax) else "#24292f"


def soft(ax: Axes) -> str:
    """The colour of lesser text."""
    return "#a9b0b8" if is_dark(ax) else "#5d666f"


def ramp(ax: Axes) -> Any:
    """A scale from the ground to blue (to gold on dark ground), for heat maps; even in lightness."""
    from matplotlib.colors import LinearSegmentedColormap

    steps = ("#222a33", "#27506e", "#4c86a8", "#c9b458", "#ffe9a3") if is_dark(ax) else (
        "#eef3f7", "#b9d6e8", "#6aaed6", "#2574ad", "#0b3c68")  # fmt: skip
    return LinearSegmentedColormap.from_list("sportsframe", steps)


def on(colour: Any) -> str:
    """Ink that is readable on a colour."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(colour)
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.55 else "#1b1f24"


@dataclass(frozen=True)
class Plot:
    """A plot function and the frames it is for.

    Attributes
    ----------
    columns : tuple of tuple of str
        What a frame must have: all of one of them.
    games : tuple of str
        The games played that it is for; empty for all.
    """

    name: str
    function: Callable[..., Any]
    columns: tuple[tuple[str, ...], ...]
    games: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The first line of its docstring."""
        return (self.function.__doc__ or "").partition("\n")[0]

    def fits(self, frame: pd.DataFrame) -> bool:
        """Whether the frame has the columns, and rows of these games only."""
        held = {str(name) for name in frame.columns}
        return any(held.issuperset(names) for names in self.columns) and not self.misfits(frame)

    def misfits(self, frame: pd.DataFrame) -> list[str]:
        """Sports in the frame that it is not for."""
        codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
        return [code for code in codes if code in SPORTS and self.games and SPORTS[code].game not in self.games]


REGISTRY: dict[str, Plot] = {}
"""Every plot whose module is loaded."""

F = TypeVar("F", bound=Callable[..., Any])


def plot(*columns: str, either: Sequence[Sequence[str]] = (), games: Sequence[str] = ()) -> Callable[[F], F]:
    """Make a function a plot: it refuses other frames, wears the style on axes of its own, and is listed.

    Parameters
    ----------
    *columns : str
        What the frame must have.
    either : sequence of sequence of str
        In addition, all of one of these.
    games : sequence of str
        The games played (`Sport.game`) that it is for.
    """

    def wrap(function: F) -> F:
        wanted = tuple((*columns, *more) for more in either) or (columns,)
        entry = Plot(function.__name__, function, wanted, tuple(games))
        REGISTRY[entry.name] = entry

        @functools.wraps(function)
        def draw(df: pd.DataFrame, *, ax: Axes | None = None, **options: Any) -> Any:
            if not any(set(names) <= set(map(str, df.columns)) for names in wanted):
                held = max(wanted, key=lambda names: len(set(names) & set(map(str, df.columns))))
                need(df, held, f"plot.{entry.name}()")
            if wrong := entry.misfits(df):
                names = ", ".join(code for code, sport in SPORTS.items() if sport.game in entry.games)
                raise FrameError(f"plot.{entry.name}() is for {names}, and this frame holds {', '.join(wrong)}.")
            with _settings(ax):
                return function(df, ax=ax, **options)

        return cast(F, draw)

    return wrap


def _settings(ax: Axes | None) -> Any:
    """The style for axes of one's own, except where the user has settings of his own; his axes stay as they are."""
    import matplotlib as mpl

    if ax is not None:
        return nullcontext()
    now: Any = mpl.rcParams
    own: Any = mpl.rcParamsDefault
    worn: Any = {k: v for k, v in theme(is_dark()).items() if now[k] == own[k]}
    return mpl.rc_context(worn)


def fresh(ax: Axes | None, width: float = 8.0, height: float = 4.5) -> Axes:
    """The axes given, or new ones of this size in inches."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def finish(ax: Axes, frame: pd.DataFrame, title: str = "", sub: str = "") -> Axes:
    """Title, a quieter line below it, and small in the corner that data are simulated."""
    if title and not ax.get_title(loc="left"):
        ax.set_title(title, loc="left", pad=22.0 if sub else None)
    # Points above the axes are the same in figures of all sizes.
    place: dict[str, Any] = {
        "xycoords": "axes fraction", "textcoords": "offset points", "va": "bottom", "color": soft(ax),
        "annotation_clip": False,
    }  # fmt: skip
    held = {text.get_gid() for text in ax.texts}
    if sub and "sub" not in held:
        ax.annotate(sub, (0, 1), (0, 7), ha="left", gid="sub", fontsize=8.5, **place)
    if is_simulated(frame) and "note" not in held:
        ax.annotate(NOTE, (1, 1), (0, 7), ha="right", gid="note", fontsize=7.5, style="italic", **place)
    return ax


@cache
def _units() -> dict[str, str]:
    found: dict[str, str] = {}
    for _, _, _, lay in every_table():
        for column in lay.columns:
            if column.unit:
                found.setdefault(column.name, column.unit)
    return found


def label(name: str) -> str:
    """A column's name for people, with its unit from the catalog where the name does not say it."""
    words = name.replace("_", " ")
    unit = _units().get(name, "")
    unit = UNITS.get(unit, unit)
    text = words[:1].upper() + words[1:]
    return f"{text} ({unit})" if unit and unit not in words and unit.rstrip("s") not in words else text


def counted(frame: pd.DataFrame) -> str:
    """What the scores of a frame count: points, runs, goals, legs."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
    words = {SPORTS[code].rules.unit for code in codes if code in SPORTS}
    return words.pop() if len(words) == 1 else "points"


def numbers(column: pd.Series) -> pd.Series:
    """A column as floats, missing as NaN."""
    return pd.to_numeric(column, errors="coerce").astype("Float64").astype(float)


def short(name: object, length: int = 26) -> str:
    """A name that fits an axis."""
    text = str(name)
    return text if len(text) <= length else text[: length - 1].rstrip() + "\u2026"


def day(frame: pd.DataFrame) -> str:
    """``MLB, 2024-06-01`` or a span of days, for the quieter line."""
    codes: list[str] = list(dict.fromkeys(frame["sport"].dropna().astype(str))) if "sport" in frame.columns else []
    if "league" in frame.columns and len(leagues := frame["league"].dropna().astype(str).unique()) == 1:
        codes = [leagues[0]]
    dates = frame["game_date"].dropna() if "game_date" in frame.columns else pd.Series([], dtype="datetime64[us]")
    first, last = (f"{dates.min():%Y-%m-%d}", f"{dates.max():%Y-%m-%d}") if len(dates) else ("", "")
    return ", ".join(part for part in ("/".join(codes), first if first == last else f"{first} to {last}") if part)


def held(frame: pd.DataFrame, name: str, why: str = "") -> pd.DataFrame:
    """The frame, unless it is empty."""
    if not len(frame):
        raise QueryError(f"plot.{name}() finds nothing to draw: {why or 'the frame has no rows'}.")
    return frame


def pick(frame: pd.DataFrame, column: str, wanted: Any, name: str, told: Mapping[Any, str] | None = None) -> Any:
    """The one value of a column, or the one that was asked for; refused with the choices where there are several."""
    held(frame, name)
    values = list(dict.fromkeys(frame[column].dropna().tolist()))
    what = column.removesuffix("_id")
    if wanted is None:
        if len(values) == 1:
            return values[0]
        shown = [f"{value!r} ({told[value]})" if told and value in told else repr(value) for value in values[:4]]
        more = f" and {len(values) - 4} more" if len(values) > 4 else ""
        raise QueryError(
            f"plot.{name}() draws one {what} and the frame has {len(values)}; give {column}=: {', '.join(shown)}{more}."
        )
    if wanted not in values:
        hint = nearest(wanted, map(str, values))
        raise QueryError(f"plot.{name}(): the frame has no {column} {wanted!r}.{hint}")
    return wanted


def one_sport(frame: pd.DataFrame, name: str) -> Sport:
    """The sport of the rows of one game."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique())
    if len(codes) != 1 or codes[0] not in SPORTS:
        raise FrameError(
            f"plot.{name}() needs one of {', '.join(SPORTS)} in the column sport, and this frame has "
            f"{', '.join(codes) or 'none'}."
        )
    return SPORTS[codes[0]]


def one_game(frame: pd.DataFrame, game_id: str | None, name: str) -> pd.DataFrame:
    """The rows of one game."""
    told: dict[Any, str] = {}
    if game_id is None and "team" in frame.columns and "side" in frame.columns and frame["game_id"].nunique() > 1:
        first = frame.drop_duplicates(["game_id", "side"])
        told = {key: " at ".join(map(str, part["team"])) for key, part in first.groupby("game_id", sort=False)}
    wanted = pick(frame, "game_id", game_id, name, told)
    keep: pd.Series = (frame["game_id"] == wanted).fillna(False).astype(bool)
    return frame[keep]


def one_team(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """The rows of one team, by name, part of the name, or id."""
    if who is not None:
        return team(frame, who)
    return team(frame, str(pick(frame, "team", None, name)))


def one_player(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """The rows of one player, by name, part of the name, or id."""
    if who is not None:
        return player(frame, who)
    return player(frame, str(pick(frame, "player", None, name)))


def versus(frame: pd.DataFrame) -> str:
    """``Away at Home`` of the rows of one game, by its sides."""
    names = frame.drop_duplicates("side").set_index(frame.drop_duplicates("side")["side"].astype(str))["team"]
    return f"{short(names.get('away', ''), 32)} at {short(names.get('home', ''), 32)}"


def per_row(rows: int, each: float = 0.34, least: float = 2.6, most: float = 16.0) -> float:
    """Height in inches of a figure with so many rows."""
    return min(max(1.5 + each * rows, least), most)


def whole(axis: Any) -> None:
    """Ticks at whole numbers only."""
    axis.get_major_locator().set_params(integer=True)


def below(ax: Axes, pad: float = 3.4, ncols: int = 2) -> None:
    """A legend below the axes, out of the way of the data; `pad` leaves room for the label of the axis."""
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=pad, ncols=ncols)


def inside(ax: Axes, bars: Any, values: Iterable[float], least: float = 1.0) -> None:
    """Numbers in the middle of bars that are long enough."""
    told = [f"{value:g}" if value >= least else "" for value in values]
    ax.bar_label(bars, told, label_type="center", fontsize=8.5, color=on(bars[0].get_facecolor()))
