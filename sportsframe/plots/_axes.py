"""Shared parts of all plots: style, colors, axes, labels with units, the note on simulated data, selection of rows."""

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
"""Colors that are distinguishable with color blindness (after Okabe and Ito), for light and dark backgrounds."""

UNITS = {
    "yd": "yards",
    "min": "minutes",
    "s": "seconds",
    "deg": "degrees",
    "innings.outs": "innings",
}
NOTE = "simulated data"


def theme(dark: bool = False) -> dict[str, Any]:
    """Return the matplotlib settings of `style`."""
    from cycler import cycler

    ground, ink, soft, line = (
        ("#16191d", "#e8eaed", "#a9b0b8", "#3b424a") if dark else ("#ffffff", "#24292f", "#5d666f", "#d5dae0")
    )
    return {
        "figure.facecolor": ground,
        "axes.facecolor": ground,
        "savefig.facecolor": ground,
        "figure.dpi": 110,
        "savefig.dpi": 160,
        "text.color": ink,
        "axes.labelcolor": soft,
        "axes.edgecolor": line,
        "axes.titlecolor": ink,
        "xtick.color": line,
        "ytick.color": line,
        "xtick.labelcolor": soft,
        "ytick.labelcolor": soft,
        "grid.color": line,
        "grid.linewidth": 0.6,
        "grid.alpha": 0.7,
        "axes.axisbelow": True,
        "axes.prop_cycle": cycler(color=DARK if dark else LIGHT),
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.8,
        "axes.titlesize": 12.0,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.titlepad": 22.0,
        "axes.labelsize": 9.5,
        "xtick.labelsize": 9.0,
        "ytick.labelsize": 9.0,
        "font.size": 9.5,
        "legend.fontsize": 9.0,
        "legend.frameon": False,
        "lines.linewidth": 1.8,
        "patch.linewidth": 0.0,
    }


@contextmanager
def style(dark: bool = False) -> Iterator[None]:
    """Use a plain, colorblind-safe style within a ``with`` block.

    Plots that make their own axes wear it anyway, where the settings are still matplotlib's own; the block is for
    the dark form, and for other drawings beside them.

    Parameters
    ----------
    dark : bool
        Whether to use a dark background.

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
    """Return a text outline in the background color, for names drawn over points."""
    from matplotlib.patheffects import withStroke

    return [withStroke(linewidth=2.2, foreground=ax.get_facecolor(), alpha=0.85)]


def is_dark(ax: Axes | None = None) -> bool:
    """Whether the background is dark."""
    import matplotlib as mpl
    from matplotlib.colors import to_rgb, to_rgba

    ground = mpl.rcParams["figure.facecolor"] if ax is None else ax.get_facecolor()
    if to_rgba(ground)[3] == 0:
        ground = mpl.rcParams["figure.facecolor"]
    red, green, blue = to_rgb(ground)
    return 0.299 * red + 0.587 * green + 0.114 * blue < 0.5


def colours(ax: Axes) -> tuple[str, ...]:
    """Return the palette for the background of these axes."""
    return DARK if is_dark(ax) else LIGHT


def quiet(ax: Axes) -> str:
    """Return a color for elements of low emphasis."""
    return "#59626c" if is_dark(ax) else "#c3cad1"


def ink(ax: Axes) -> str:
    """Return the text color for these axes."""
    return "#e8eaed" if is_dark(ax) else "#24292f"


def soft(ax: Axes) -> str:
    """Return the color of secondary text."""
    return "#a9b0b8" if is_dark(ax) else "#5d666f"


def ramp(ax: Axes) -> Any:
    """Return a color map for heat maps, from the background to blue (gold if dark), with even steps in lightness."""
    from matplotlib.colors import LinearSegmentedColormap

    steps = (
        ("#222a33", "#27506e", "#4c86a8", "#c9b458", "#ffe9a3")
        if is_dark(ax)
        else ("#eef3f7", "#b9d6e8", "#6aaed6", "#2574ad", "#0b3c68")
    )
    return LinearSegmentedColormap.from_list("sportsframe", steps)


def on(colour: Any) -> str:
    """Return a text color that is legible on a color."""
    from matplotlib.colors import to_rgb

    red, green, blue = to_rgb(colour)
    return "#ffffff" if 0.299 * red + 0.587 * green + 0.114 * blue < 0.55 else "#1b1f24"


@dataclass(frozen=True)
class Plot:
    """A plot function and the frames it accepts.

    Attributes
    ----------
    function, draw : callable
        As it was written, and as users call it: with its checks and in the style.
    columns : tuple of tuple of str
        Alternative sets of columns, of which the frame needs one.
    games : tuple of str
        Games (`Sport.game`) that it supports; empty for all.
    """

    name: str
    function: Callable[..., Any]
    draw: Callable[..., Any]
    columns: tuple[tuple[str, ...], ...]
    games: tuple[str, ...]

    @property
    def summary(self) -> str:
        """Return the first line of the docstring."""
        return (self.function.__doc__ or "").partition("\n")[0]

    def fits(self, frame: pd.DataFrame) -> bool:
        """Whether the frame has the columns, and rows of supported games only."""
        held = {str(name) for name in frame.columns}
        return any(held.issuperset(names) for names in self.columns) and not self.misfits(frame)

    def misfits(self, frame: pd.DataFrame) -> list[str]:
        """Return the sports in the frame that are not supported."""
        codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
        return [code for code in codes if code in SPORTS and self.games and SPORTS[code].game not in self.games]


REGISTRY: dict[str, Plot] = {}
"""Plots of the modules imported so far."""

F = TypeVar("F", bound=Callable[..., Any])


def plot(*columns: str, either: Sequence[Sequence[str]] = (), games: Sequence[str] = ()) -> Callable[[F], F]:
    """Register a plot function: validate its frame, apply the style to new axes, and list it.

    Parameters
    ----------
    *columns : str
        Columns that the frame must have.
    either : sequence of sequence of str
        Alternative sets of further columns, of which the frame needs one.
    games : sequence of str
        Games (`Sport.game`) that it supports.
    """

    def wrap(function: F) -> F:
        wanted = tuple((*columns, *more) for more in either) or (columns,)

        @functools.wraps(function)
        def draw(df: pd.DataFrame, *, ax: Axes | None = None, **options: Any) -> Any:
            require("plots", "matplotlib", "cycler")
            if not any(set(names) <= set(map(str, df.columns)) for names in wanted):
                held = max(wanted, key=lambda names: len(set(names) & set(map(str, df.columns))))
                need(df, held, f"plot.{entry.name}()")
            if wrong := entry.misfits(df):
                names = ", ".join(code for code, sport in SPORTS.items() if sport.game in entry.games)
                raise FrameError(
                    f"plot.{entry.name}() supports only {names}, but the frame contains {', '.join(wrong)}."
                )
            with _settings(ax):
                return function(df, ax=ax, **options)

        REGISTRY[function.__name__] = entry = Plot(function.__name__, function, draw, wanted, tuple(games))
        return cast(F, draw)

    return wrap


def _settings(ax: Axes | None) -> Any:
    """Apply the style to new axes, unless the user changed matplotlib's settings; existing axes keep their style."""
    import matplotlib as mpl

    if ax is not None:
        return nullcontext()
    now: Any = mpl.rcParams
    own: Any = mpl.rcParamsDefault
    worn: Any = {k: v for k, v in theme(is_dark()).items() if now[k] == own[k]}
    return mpl.rc_context(worn)


def fresh(ax: Axes | None, width: float = 8.0, height: float = 4.5) -> Axes:
    """Return the given axes, or new ones of this size in inches."""
    if ax is not None:
        return ax
    import matplotlib.pyplot as plt

    return plt.subplots(figsize=(width, height), layout="constrained")[1]


def finish(ax: Axes, frame: pd.DataFrame, title: str = "", sub: str = "") -> Axes:
    """Add the title, the subtitle, and the note on simulated data."""
    if title and not ax.get_title(loc="left"):
        ax.set_title(title, loc="left", pad=22.0 if sub else None)
    # Offsets in points are the same for all figure sizes.
    place: dict[str, Any] = {
        "xycoords": "axes fraction",
        "textcoords": "offset points",
        "va": "bottom",
        "color": soft(ax),
        "annotation_clip": False,
    }
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
    """Return the label of a column, with its unit unless the name contains it."""
    words = name.replace("_", " ")
    unit = _units().get(name, "")
    unit = UNITS.get(unit, unit)
    text = words[:1].upper() + words[1:]
    return f"{text} ({unit})" if unit and unit not in words and unit.rstrip("s") not in words else text


def counted(frame: pd.DataFrame) -> str:
    """Return the unit of the scores: points, runs, goals or legs."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
    words = {SPORTS[code].rules.unit for code in codes if code in SPORTS}
    return words.pop() if len(words) == 1 else "points"


def numbers(column: pd.Series) -> pd.Series:
    """Return a column as floats, with NaN for missing values."""
    return pd.to_numeric(column, errors="coerce").astype("Float64").astype(float)


def short(name: object, length: int = 26) -> str:
    """Return a name shortened to fit an axis."""
    text = str(name)
    return text if len(text) <= length else text[: length - 1].rstrip() + "\u2026"


def day(frame: pd.DataFrame) -> str:
    """Return ``MLB, 2024-06-01`` or a range of dates, for the subtitle."""
    codes: list[str] = list(dict.fromkeys(frame["sport"].dropna().astype(str))) if "sport" in frame.columns else []
    if "league" in frame.columns and len(leagues := frame["league"].dropna().astype(str).unique()) == 1:
        codes = [leagues[0]]
    dates = frame["game_date"].dropna() if "game_date" in frame.columns else pd.Series([], dtype="datetime64[us]")
    first, last = (f"{dates.min():%Y-%m-%d}", f"{dates.max():%Y-%m-%d}") if len(dates) else ("", "")
    return ", ".join(part for part in ("/".join(codes), first if first == last else f"{first} to {last}") if part)


def held(frame: pd.DataFrame, name: str, why: str = "") -> pd.DataFrame:
    """Return the frame; raise an error if it is empty."""
    if not len(frame):
        raise QueryError(f"plot.{name}() has no data to plot: {why or 'the frame has no rows'}.")
    return frame


def pick(frame: pd.DataFrame, column: str, wanted: Any, name: str, told: Mapping[Any, str] | None = None) -> Any:
    """Return the only value of a column, or the selected one; the error lists the choices if there are several."""
    held(frame, name)
    values = list(dict.fromkeys(frame[column].dropna().tolist()))
    what = column.removesuffix("_id")
    if wanted is None:
        if len(values) == 1:
            return values[0]
        shown = [f"{value!r} ({told[value]})" if told and value in told else repr(value) for value in values[:4]]
        more = f" and {len(values) - 4} more" if len(values) > 4 else ""
        raise QueryError(
            f"plot.{name}() requires a single {what}, but the frame has {len(values)}; "
            f"pass {column}=, one of {', '.join(shown)}{more}."
        )
    if wanted not in values:
        hint = nearest(wanted, map(str, values))
        raise QueryError(f"plot.{name}(): the frame has no {column} {wanted!r}.{hint}")
    return wanted


def one_sport(frame: pd.DataFrame, name: str) -> Sport:
    """Return the sport of the rows of one game."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique())
    if len(codes) != 1 or codes[0] not in SPORTS:
        raise FrameError(
            f"plot.{name}() requires one of {', '.join(SPORTS)} in the column sport, but the frame has "
            f"{', '.join(codes) or 'none'}."
        )
    return SPORTS[codes[0]]


def one_game(frame: pd.DataFrame, game_id: str | None, name: str) -> pd.DataFrame:
    """Return the rows of one game."""
    told: dict[Any, str] = {}
    if game_id is None and "team" in frame.columns and "side" in frame.columns and frame["game_id"].nunique() > 1:
        first = frame.drop_duplicates(["game_id", "side"])
        told = {key: " at ".join(map(str, part["team"])) for key, part in first.groupby("game_id", sort=False)}
    elif game_id is None and {"away_team", "home_team"} <= set(frame.columns):
        first = frame.drop_duplicates("game_id")
        told = dict(zip(first["game_id"], first["away_team"] + " at " + first["home_team"], strict=True))
    wanted = pick(frame, "game_id", game_id, name, told)
    keep: pd.Series = (frame["game_id"] == wanted).fillna(value=False).astype(bool)
    return frame[keep]


def one_team(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """Return the rows of one team, by name, part of the name, or id."""
    if who is not None:
        return team(frame, who)
    return team(frame, str(pick(frame, "team", None, name)))


def one_player(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """Return the rows of one player, by name, part of the name, or id."""
    if who is not None:
        return player(frame, who)
    return player(frame, str(pick(frame, "player", None, name)))


def versus(frame: pd.DataFrame) -> str:
    """Return ``Away at Home`` for the rows of one game."""
    names = frame.drop_duplicates("side").set_index(frame.drop_duplicates("side")["side"].astype(str))["team"]
    return f"{short(names.get('away', ''), 32)} at {short(names.get('home', ''), 32)}"


def per_row(rows: int, each: float = 0.34, least: float = 2.6, most: float = 16.0) -> float:
    """Return the height in inches of a figure with this number of rows."""
    return min(max(1.5 + each * rows, least), most)


def whole(axis: Any) -> None:
    """Place ticks at integers only."""
    axis.get_major_locator().set_params(integer=True)


def below(ax: Axes, pad: float = 3.4, ncols: int = 2) -> None:
    """Place the legend below the axes; `pad` leaves room for the axis label."""
    ax.legend(loc="upper center", bbox_to_anchor=(0.5, 0), borderaxespad=pad, ncols=ncols)


def inside(ax: Axes, bars: Any, values: Iterable[float], least: float = 1.0) -> None:
    """Write values in the middle of bars that are long enough."""
    told = [f"{value:g}" if value >= least else "" for value in values]
    ax.bar_label(bars, told, label_type="center", fontsize=8.5, color=on(bars[0].get_facecolor()))
