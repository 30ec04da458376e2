"""Darts plots: course of a leg, dartboard heat map, scores of visits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pandas as pd

from ..catalog.darts import NO_SET
from ..errors import QueryError
from ..measures import measure
from ._axes import plot
from ._contain import contain, in_cells
from ._legend import below
from ._room import per_row
from ._rows import not_empty, one_game, one_player
from ._sheet import Sheet
from ._text import day, many, numbers
from ._theme import colours, ink, is_dark, on, quiet, ramp, soft
from ._ticks import from_one, whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

ORDER = (20, 1, 18, 4, 13, 6, 10, 15, 2, 17, 3, 19, 7, 16, 8, 11, 14, 9, 12, 5)
"""Numbers on the board, clockwise from the top."""

RADII = {"bull": 6.35, "outer bull": 15.9, "treble in": 99.0, "treble": 107.0, "double in": 162.0, "double": 170.0}
"""Radii in millimeters (rules of the World Darts Federation)."""


BANDS = (
    ("outer bull", "treble in", "single"),
    ("treble in", "treble", "treble"),
    ("treble", "double in", "single"),
    ("double in", "double", "double"),
)
"""Inner and outer edge of the bands around the bull, and their rings."""

Segment = tuple[int, str]
"""Number and ring."""

WRITTEN = {"single": (107.0, 162.0), "treble": (99.0, 107.0), "double": (162.0, 170.0)}
"""Inner and outer radius of the segments in which shares are written."""


def _called(sheet: Sheet, parts: Sequence[pd.DataFrame], length: int) -> list[str]:
    """Return the names of the players, for the parts of the rows that belong to each."""
    return sheet.called([own["player"].iloc[0] for own in parts], length, alike=True)


@plot("game_id", "player", "player_id", "set", "leg", "turn", "start_score", "end_score", "earned_score")
def leg_race(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    game_id: str | None = None,
    set: int | None = None,
    leg: int | None = None,
    **style: Any,
) -> Axes:
    """Remaining scores of both players after each visit of one leg.

    Reads ``set, leg, turn, player, start_score, end_score, earned_score`` of the table ``turns``.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``turns``.
    game_id : str, optional
        Id of the match; required if the frame has several.
    set, leg : int, optional
        Set and leg; required if there are several.
    **style
        Keyword arguments for the lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    match = one_game(df, game_id, "leg_race")
    keep = pd.Series(data=True, index=match.index)
    for column, wanted in (("set", set), ("leg", leg)):
        if wanted is not None:
            keep &= (match[column] == wanted).fillna(value=False).astype(bool)
    one = match[keep]
    legs = one[["set", "leg"]].drop_duplicates()
    if len(legs) != 1:
        every = match[["set", "leg"]].drop_duplicates().head(4)
        shown = ", ".join(
            f"leg={b}" if no_set else f"set={a} leg={b}"
            for a, b, no_set in zip(every["set"], every["leg"], _no_set(every), strict=True)
        )
        asked = " ".join(f"{name}={value}" for name, value in (("set", set), ("leg", leg)) if value is not None)
        held = f"{asked} matches" if asked else "the match has"
        raise QueryError(f"plot.leg_race() requires a single leg, but {held} {len(legs)}; pass one of: {shown}")
    ax = sheet.axes(8.0, 4.6)
    ends = []
    parts = [own.sort_values("turn") for _, own in one.groupby("player_id")]
    runs = [
        np.append(numbers(own["start_score"]).to_numpy()[:1], numbers(own["end_score"]).to_numpy()) for own in parts
    ]
    for i, (name, own, y) in enumerate(zip(_called(sheet, parts, 30), parts, runs, strict=True)):
        colour = colours(ax)[i]
        ax.plot(np.arange(len(y)), y, **{"color": colour, "marker": "o", "ms": 5, "label": name, "zorder": 3, **style})
        other = runs[1 - i] if len(runs) == 2 else y
        for turn, earned in enumerate(numbers(own["earned_score"]), start=1):
            # Label the higher line above it and the lower one below.
            beside = other[min(turn, len(other) - 1)]
            up = y[turn] > beside or (y[turn] == beside and i == 0)
            ax.annotate(
                f"{earned:g}",
                (turn, y[turn]),
                (0, 7 if up else -7),
                textcoords="offset points",
                ha="center",
                va="bottom" if up else "top",
                fontsize=8,
                color=colour,
                weight="bold" if earned == 180 else "normal",
            )
        if y[-1] == 0:
            ends.append(f"{own['player'].iloc[0]} checks out {numbers(own['earned_score']).iloc[-1]:g}")
    start = int(numbers(one["start_score"]).max())
    ax.set_ylim(-start * 0.09, start * 1.06)
    ax.axhline(0, color=soft(ax), lw=0.8)
    ax.axhspan(0, min(170, start), color=quiet(ax), alpha=0.18, lw=0)
    reach = ax.text(ax.get_xlim()[0], 0, " within one visit (170)", va="bottom", fontsize=8, color=soft(ax))
    contain(sheet, [reach], 2 - ax.get_xlim()[0], 0.12 * start)  # two visits leave more than that in all legs
    sheet.widen("y")
    whole(ax.xaxis)
    ax.set_xlabel("visit of each player (points scored beside it)")
    ax.set_ylabel("remaining (points)")
    ax.grid(axis="y")
    below(ax)
    where = f"Leg {legs['leg'].iloc[0]}"
    if not _no_set(legs).any():
        where = f"Set {legs['set'].iloc[0]}, leg {legs['leg'].iloc[0]}"
    return sheet.finish(one, where + (f": {ends[0]}" if ends else ""), day(one))


def _no_set(rows: pd.DataFrame) -> pd.Series:
    """Return whether the set of each row is not known."""
    return rows["set"].isna() | (rows["set"] == NO_SET).fillna(value=True)


def segments(df: pd.DataFrame) -> pd.Series:
    """Return the number of darts in each segment.

    Parameters
    ----------
    df : pandas.DataFrame
        Rows with ``score, double, triple``; the score includes the double or treble.

    Returns
    -------
    pandas.Series
        Counts by (number, ring); rings are ``single, double, treble``, 25 and 50 are ``(25, "single")`` and
        ``(25, "double")``, and a dart without score is ``(0, "single")``.
    """
    double = df["double"].astype("boolean").fillna(value=False).astype(bool).to_numpy()
    treble = df["triple"].astype("boolean").fillna(value=False).astype(bool).to_numpy()
    score = numbers(df["score"]).to_numpy()
    # The bullseye has a score of 50, with or without the double flag.
    double = double | (score == 50)
    number = score / np.where(double, 2, np.where(treble, 3, 1))
    known = np.isin(number, [0, 25, *ORDER])
    ring = np.where(double, "double", np.where(treble, "treble", "single"))
    return (
        pd.Series(
            1, index=pd.MultiIndex.from_arrays([number[known].astype(int), ring[known]], names=["number", "ring"])
        )
        .groupby(level=[0, 1])
        .sum()
    )


@plot("game_id", "player", "player_id", "throw", "score", "double", "triple")
def dartboard(df: pd.DataFrame, sheet: Sheet, *, player: str | int | None = None, **style: Any) -> Axes:
    """Heat map of a player's darts on a dartboard.

    Reads ``player, score, double, triple`` of the table ``throws``. The data contains the segment of each dart, not
    its exact position, so whole segments are colored by the square root of their share of darts.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``throws``.
    player : str or int, optional
        Name or id of the player; by default all darts of the frame.
    **style
        Keyword arguments for the segments, passed to `matplotlib.patches.Wedge`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    own = one_player(df, player, "dartboard") if player is not None else df
    counts = segments(not_empty(own.dropna(subset=["score"]), "dartboard", "no dart has a score"))
    total = int(counts.sum())
    share = cast("dict[Segment, float]", (counts / total).to_dict())
    ax = sheet.axes(6.2, 6.4)
    scale, most = ramp(ax), max((v for (n, _), v in share.items() if n), default=1.0)

    def shade(number: int, ring: str) -> Any:
        return scale(np.sqrt(share.get((number, ring), 0.0) / most))

    _draw_segments(ax, shade, style)
    _write_shares(ax, sheet, share, shade)
    ax.set_xlim(-196, 218)
    ax.set_ylim(-232, 196)
    ax.set_aspect("equal")
    _draw_scale(ax, sheet, scale, most)
    ax.axis("off")
    rates = [
        f"{100 * sum(v for (_, r), v in share.items() if r == ring):.1f} % {ring}s" for ring in ("treble", "double")
    ]
    gap = "\n" if sheet.width < 7 else " "
    ax.text(
        0,
        -203,
        f"{total} darts, {', '.join(rates)},{gap}{100 * share.get((0, 'single'), 0.0):.1f} % without score",
        ha="center",
        va="top",
        fontsize=9,
        color=soft(ax),
    )
    names = own["player"].dropna().unique()
    title = str(names[0]) if len(names) == 1 else f"Darts of {len(names)} players"
    return sheet.finish(own, title, f"{day(own)}, share of darts")


def _draw_segments(ax: Axes, shade: Callable[[int, str], Any], style: dict[str, Any]) -> None:
    """Draw the segments of a dartboard in their colors, with the numbers around them."""
    from matplotlib.patches import Circle, Wedge

    look = {"edgecolor": "#59626c" if is_dark(ax) else "#aab3bb", "lw": 0.7, **style}
    for i, number in enumerate(ORDER):
        middle = 90 - 18 * i
        for inner, outer, ring in BANDS:
            patch = Wedge(
                (0, 0),
                RADII[outer],
                middle - 9,
                middle + 9,
                width=RADII[outer] - RADII[inner],
                facecolor=shade(number, ring),
                gid=f"{ring} {number}",
                **look,
            )
            ax.add_patch(patch)
        x, y = 184 * np.cos(np.radians(middle)), 184 * np.sin(np.radians(middle))
        ax.text(x, y, str(number), ha="center", va="center", fontsize=10, color=ink(ax))
    ax.add_patch(Circle((0, 0), RADII["outer bull"], facecolor=shade(25, "single"), gid="single 25", **look))
    ax.add_patch(Circle((0, 0), RADII["bull"], facecolor=shade(25, "double"), gid="double 25", **look))


def _write_shares(ax: Axes, sheet: Sheet, share: dict[Segment, float], shade: Callable[[int, str], Any]) -> None:
    """Write the largest shares into their segments.

    They stand along the wires, upright: the text of a ring is narrower than its segment, but often wider than the ring.
    """
    for (number, ring), part in sorted(share.items(), key=lambda item: -item[1])[:6]:
        if number not in ORDER or part < 0.02:
            continue
        low, high = WRITTEN[ring]
        angle = 90 - 18 * ORDER.index(number)
        x, y = ((low + high) / 2 * turned(np.radians(angle)) for turned in (np.cos, np.sin))
        text = ax.text(
            x,
            y,
            f"{100 * part:.0f}",
            rotation=angle - 90 if y >= 0 else angle + 90,
            rotation_mode="anchor",
            ha="center",
            va="center",
            fontsize=7.5,
            color=on(shade(number, ring)),
        )
        contain(sheet, [text], 2 * low * np.tan(np.radians(9)), high - low)


def _draw_scale(ax: Axes, sheet: Sheet, scale: Colormap, most: float) -> None:
    """Draw the scale of colors within the axes, where it stays beside the board however wide they are."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import PowerNorm

    beside = ax.inset_axes((204, -170, 14, 340), transform=ax.transData, label="<colorbar>")
    bar = ax.figure.colorbar(ScalarMappable(PowerNorm(0.5, 0, 100 * most), scale), cax=beside)
    bar.set_label("share of darts (%)", fontsize=sheet.sized(9))
    bar.outline.set_visible(False)
    beside.tick_params(length=0, labelsize=sheet.sized(9))


@plot("game_id", "player", "player_id", "turn", "earned_score")
def scoring(
    df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, throws: pd.DataFrame | None = None, **style: Any
) -> Axes:
    """Distribution of each player's visit scores.

    Reads ``player, earned_score`` of the table ``turns``. The legend has the points per visit of each player, and with
    ``throws=`` the three-dart average, which counts only the darts thrown of the visits that win a leg.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``turns``.
    game_id : str, optional
        Id of the match; required if the frame has several.
    throws : pandas.DataFrame, optional
        The table ``throws`` of the same matches, for three-dart averages.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.bar`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    match = one_game(df, game_id, "scoring")
    match = not_empty(match.dropna(subset=["earned_score"]), "scoring", "no visit has a score")
    ax = sheet.axes(8.0, 4.4)
    edges = np.array([0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 181])
    names = [f"{a}\u2013{b - 1}" for a, b in pairwise(edges[:-1])] + ["180"]
    groups = [own for _, own in match.groupby("player_id")]
    means = _averages(match, throws, "player_id")[0]
    width, labels = 0.8 / len(groups), list[Any]()
    for i, (name, own) in enumerate(zip(_called(sheet, groups, 28), groups, strict=True)):
        points = numbers(own["earned_score"]).to_numpy()
        counts = np.histogram(points, edges)[0]
        mean = means[own["player_id"].iloc[0]]
        text = f"{name}: {mean:.1f} per {'visit' if throws is None else 'three darts'} ({len(points)})"
        bars = ax.bar(
            np.arange(len(names)) + (i - (len(groups) - 1) / 2) * width,
            100 * counts / len(points),
            **{"width": width * 0.94, "color": colours(ax)[i % 7], "label": text, **style},
        )
        labels += ax.bar_label(bars, [str(c) if c else "" for c in counts], padding=2, fontsize=8, color=soft(ax))
    contain(sheet, labels, width, alike=True, without=("y", "share of visits (%)"))
    sheet.name_ticks(names)
    ax.tick_params(axis="x", length=0)
    ax.set_xlabel("points of the visit")
    ax.set_ylabel("share of visits (%), counts above")
    ax.margins(y=0.1)
    ax.grid(axis="y")
    below(ax)
    return sheet.finish(match, "Scoring by visit", f"{day(match)}, {int(match['game_id'].nunique())} match")


@plot("game_id", "player", "player_id", "set", "leg", "turn", "start_score", "end_score", "earned_score")
def leg_averages(
    df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, throws: pd.DataFrame | None = None, **style: Any
) -> Axes:
    """Points per visit or three-dart averages of both players in each leg of a match.

    Reads ``set, leg, turn, player, end_score, earned_score`` of the table ``turns``. Filled points are legs won, open
    ones legs lost, and crosses the leg being played. A visit in which a leg is won counts as a whole visit, unless
    ``throws=`` tells of how many darts it was.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``turns``.
    game_id : str, optional
        Id of the match; required if the frame has several.
    throws : pandas.DataFrame, optional
        The table ``throws`` of the same matches, for three-dart averages.
    **style
        Keyword arguments for the lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    match = one_game(df, game_id, "leg_averages")
    match = not_empty(match.dropna(subset=["earned_score", "leg"]), "leg_averages", "no visit has a score")
    match = match.assign(
        rest=numbers(match["end_score"]),
        number=_legs(match),
        leg_set=match["set"].mask(_no_set(match)),
    )
    means, of = _averages(match, throws, "player_id")
    by_leg = _averages(match, throws, ["player_id", "number"])[0]
    ax = sheet.axes(9.0, 4.4)
    groups = [own for _, own in match.groupby("player_id")]
    last = match["number"].max()
    under_way = len(groups) > 1 and not (match.loc[match["number"] == last, "rest"] == 0).any()
    for i, (name, own) in enumerate(zip(_called(sheet, groups, 28), groups, strict=True)):
        player = own["player_id"].iloc[0]
        legs = own.groupby("number").agg(rest=("rest", "min")).assign(mean=by_leg[player])
        colour, won = colours(ax)[i % 7], (legs["rest"] == 0).to_numpy()
        text = f"{name}: {means[player]:.1f} ({many(int(won.sum()), 'leg')})"
        ax.plot(legs.index, legs["mean"], **{"color": colour, "lw": 1.2, "label": text, "zorder": 2, **style})
        played = under_way & (legs.index == last)
        for some, mark, face in ((won, "o", colour), (~won & ~played, "o", ax.get_facecolor()), (played, "x", colour)):
            ax.plot(legs.index[some], legs["mean"][some], mark, ms=6, mfc=face, mec=colour, zorder=3)
    sets = match.dropna(subset=["leg_set"]).groupby("leg_set")["number"].min()
    look: dict[str, Any] = {"transform": ax.get_xaxis_transform(), "fontsize": 7.5, "color": soft(ax), "va": "top"}
    for first in sets:
        ax.axvline(first - 0.5, color=quiet(ax), lw=0.8, zorder=1)
    numbered = [ax.text(first - 0.35, 1.0, str(number), **look) for number, first in sets.items()]
    contain(sheet, numbered, np.diff([*sets, match["number"].max() + 1]))
    ax.set_xticks(from_one(int(last)))
    ax.margins(y=0.12)
    ax.set_xlabel(
        "leg; filled: won" + ("; cross: in play" if under_way else "") + ("; small numbers: set" if len(sets) else "")
    )
    ax.set_ylabel(of)
    ax.grid(axis="y")
    below(ax)
    return sheet.finish(match, f"{of[:1].upper()}{of[1:]} by leg", day(match))


def _averages(turns: pd.DataFrame, throws: pd.DataFrame | None, by: str | list[str]) -> tuple[pd.Series, str]:
    """Return the points per visit of each group, or with the darts the three-dart averages, and which it is."""
    if throws is None:
        return turns.assign(earned=numbers(turns["earned_score"])).groupby(by)["earned"].mean(), "points per visit"
    return measure(turns, "three_dart_average", throws=throws, by=by).astype(float), "three-dart average"


def _legs(rows: pd.DataFrame) -> np.ndarray:
    """Return the number of each row's leg in the match, from 1."""
    order = rows[["set", "leg"]].apply(numbers).fillna(0)
    return np.asarray(order.groupby(["set", "leg"]).ngroup() + 1)


@plot("game_id", "player", "player_id", "set", "leg", "turn", "throw", "start_score", "score", "double", "checkout")
def checkouts(df: pd.DataFrame, sheet: Sheet, *, top: int = 12, **style: Any) -> Axes:
    """Checkout heat map: darts at each double and the share that hit.

    Reads ``player, set, leg, turn, throw, start_score, score, double, checkout`` of the table ``throws``. The
    column ``checkout`` marks the darts at a double that wins the leg.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``throws``.
    top : int
        Maximum number of players: those with most darts at a double.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    visit = ["game_id", "player_id", "set", "leg", "turn"]
    darts = df.dropna(subset=["start_score", "score"]).sort_values([*visit, "throw"], kind="stable")
    score = numbers(darts["score"])
    before = score.groupby([darts[name] for name in visit], dropna=False).cumsum() - score
    left = numbers(darts["start_score"]) - before
    double = darts["double"].astype("boolean").fillna(value=False) | (score == 50)
    darts = darts.assign(wanted=left, hit=((left == score) & double).astype(float))
    aimed = darts["checkout"].astype("boolean").fillna(value=False).astype(bool)
    tries = darts[aimed & (((left <= 40) & (left % 2 == 0) & (left > 1)) | (left == 50))]
    not_empty(tries, "checkouts", "nobody has thrown a dart at a double")
    tries = tries.assign(number=tries["wanted"] / 2)
    players = tries.groupby("player_id")["hit"].agg(["size", "sum"]).sort_values("size", ascending=False, kind="stable")
    players = players.head(top)
    columns = [*range(1, 21), 25]
    hits, thrown = (
        tries.pivot_table(index="player_id", columns="number", values="hit", aggfunc=how)
        .reindex(index=players.index, columns=[float(column) for column in columns])
        .to_numpy(float)
        for how in ("sum", "size")
    )
    ax = sheet.axes(9.0, per_row(len(players), 0.42, 2.6), rows=len(players))
    scale = ramp(ax)
    look = {"cmap": scale, "vmin": 0, "vmax": 100, "edgecolor": ax.get_facecolor(), "lw": 1.5, **style}
    share = 100 * hits / thrown
    cells = ax.pcolormesh(share, **look)
    cells.set_gid("checkouts")
    told = (
        (row, column, f"{hits[row, column]:.0f}/{thrown[row, column]:.0f}", scale(share[row, column] / 100))
        for row, column in zip(*np.nonzero(np.nan_to_num(thrown)), strict=True)
    )
    in_cells(sheet, told, 7)
    names = darts.drop_duplicates("player_id").set_index("player_id")["player"]
    rows = zip(sheet.called(names[players.index], 22), players["sum"] / players["size"], strict=True)
    ax.set_yticks(np.arange(len(players)) + 0.5, [f"{name}  {100 * p:.0f} %" for name, p in rows])
    sheet.name_ticks([*(f"D{n}" for n in range(1, 21)), "bull"], 0.5, 2.6)
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    ax.set_xlabel("double that would win the leg")
    sheet.colorbar(cells, "hits of darts thrown (%)", fraction=0.03, pad=0.01)
    return sheet.finish(df, "Checkouts", f"{day(df)}, {many(len(tries), 'dart')} at a double")
