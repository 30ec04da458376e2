"""The bracket of playoffs and tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd

from ..errors import QueryError
from ._axes import plot
from ._rows import held
from ._sheet import Sheet, _wide
from ._text import initials, many
from ._theme import colours, ink, quiet, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = 0.88
"""Width of a box as a share of its column."""

LINE = 0.3
"""Height of one of the two lines of a box, where the boxes of the first round are 1 apart."""

APART = 0.7
"""Gap between the parts of a bracket."""

SIZE = 7.5
"""Size of the names in points."""


LEAST = 36
"""Least width of a box in points."""


@dataclass
class _Places:
    """Where the boxes of a bracket stand.

    Attributes
    ----------
    series : pandas.DataFrame
        The rows of the bracket.
    x, y : dict of int to float
        Column and height of each row.
    columns : int
        Number of columns.
    rows : float
        Height of the bracket in boxes of the first round.
    """

    series: pd.DataFrame
    x: dict[int, float] = field(default_factory=dict)
    y: dict[int, float] = field(default_factory=dict)
    columns: int = 0
    rows: float = 0.0

    def __post_init__(self) -> None:
        following = self.series["next"]
        self.feeders: dict[int, list[int]] = {}
        for row, after in enumerate(following.tolist()):
            if not pd.isna(after):
                self.feeders.setdefault(int(after), []).append(row)
        self.level = self._levels()
        roots = [row for row, after in enumerate(following.tolist()) if pd.isna(after)]
        sides, centre = self._sides(roots)
        self.two_sided = bool(sides[1])
        inner = max(self.level.values()) + (0 if centre is not None else 1)
        self.columns = 2 * inner + (centre is not None) if self.two_sided else inner + (centre is not None)
        self.rows = max(self._fill(side, n == 1) for n, side in enumerate(sides))
        if centre is not None:
            self.x[centre] = inner
            at = [self.y[row] for row in self.feeders.get(centre, [])]
            self.y[centre] = sum(at) / len(at) if at else 0.0
            self.rows = max(self.rows, self.y[centre] + 1)

    def _levels(self) -> dict[int, int]:
        """Columns from the first round: a series stands before the one it leads to, also within a round."""
        rounds = self.series["round"].astype(int).tolist()
        order = {number: n for n, number in enumerate(sorted(set(rounds)))}
        level = {row: order[number] for row, number in enumerate(rounds)}
        for row in sorted(level, key=lambda row: -level[row]):
            for before in self.feeders.get(row, []):
                level[before] = min(level[before], level[row] - 1)
        least = min(level.values())
        return {row: n - least for row, n in level.items()}

    def _sides(self, roots: list[int]) -> tuple[tuple[list[int], list[int]], int | None]:
        """The series on which the left and the right half end, and the final if there is one."""
        last = max(self.level[row] for row in roots)
        ends = [row for row in roots if self.level[row] == last]
        if len(roots) == 1 or (len(ends) == 1 and len(self.feeders.get(ends[0], [])) == 2):
            centre, before = ends[0], self.feeders.get(ends[0], [])
            others = [row for row in roots if row != centre]
            if len(before) == 2 and len(self.series) > 3:
                named = self.series["conference"]
                left = [row for row in others if named.iloc[row] == named.iloc[before[0]]]
                return ([before[0], *left], [before[1], *(row for row in others if row not in left)]), centre
            return ([*before, *others], []), centre
        parts = list(dict.fromkeys(self.series["conference"].iloc[roots].dropna()))
        if len(parts) > 1:
            half = set(parts[: (len(parts) + 1) // 2])
            left = [row for row in roots if self.series["conference"].iloc[row] in half]
            return (left, [row for row in roots if row not in left]), None
        half_way = len(roots) // 2 if len(self.series) > 8 else len(roots)
        return (roots[:half_way], roots[half_way:]), None

    def _fill(self, ends: list[int], mirrored: bool) -> float:
        """Place one half from the top; return its height."""
        self._next, self._part = 0.0, None
        for row in sorted(ends, key=lambda row: (-self.level[row], row)) if self.two_sided else ends:
            self._walk(row, mirrored)
        return self._next

    def _walk(self, row: int, mirrored: bool) -> None:
        before = self.feeders.get(row, [])
        for one in before:
            self._walk(one, mirrored)
        if before:
            self.y[row] = sum(self.y[one] for one in before) / len(before)
        else:
            part = self.series["conference"].iloc[row]
            if self._part is not None and part != self._part:
                self._next += APART
            self._part = part
            self.y[row] = self._next
            self._next += 1
        self.x[row] = self.columns - 1 - self.level[row] if mirrored else self.level[row]

    def parts(self) -> Iterator[tuple[str, float, float]]:
        """Name and place of each conference or region: above the series that decides it, or its first."""
        named = self.series["conference"]
        for name in dict.fromkeys(named.dropna()):
            rows = [row for row in range(len(self.series)) if named.iloc[row] == name]
            last = max(self.level[row] for row in rows)
            ends = [row for row in rows if self.level[row] == last]
            at = ends[0] if len(ends) == 1 else min(rows, key=lambda row: (self.y[row], self.level[row]))
            yield str(name), self.x[at], self.y[at]

    def champions_way(self) -> set[int]:
        """The series that the winner of the final has won."""
        final = max(self.level, key=lambda row: self.level[row])
        champion = self.series["winner_id"].iloc[final]
        rounds = self.series["round"]
        if pd.isna(champion) or (rounds == rounds.iloc[final]).sum() > 1 or not self.feeders:
            return set()
        return {
            row for row, winner in enumerate(self.series["winner_id"]) if not pd.isna(winner) and winner == champion
        }


@plot(
    "event", "conference", "round", "round_name", "slot", "next", "projected", "winner_id", "games",
    *(f"{what}_{n}" for n in (1, 2) for what in ("seed", "id", "team", "wins", "score")),
    result_of="bracket",
)  # fmt: skip
def bracket(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Bracket of playoffs or of a tournament, from the first round to the final.

    Reads ``event, conference, round, round_name, next, projected, winner_id, games``, and ``seed, id, team, wins,
    score`` of both sides, of the frame that `sportsframe.bracket` or `sportsframe.measures.bracket` returns. Each box
    is a series: seeds, sides, and, once a game of it is over, the score of a single game or the wins in a series. The
    winner is bold; lines lead to the next series, those of the champion in color.

    Parameters
    ----------
    df : pandas.DataFrame
        One bracket.
    **style
        Keyword arguments for the boxes, passed to `matplotlib.patches.Rectangle`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    series = held(df, "bracket").reset_index(drop=True)
    if not series["next"].dropna().between(0, len(series) - 1).all():
        raise QueryError("plot.bracket() requires all series of a bracket, as measures.bracket returns them.")
    places = _Places(series)
    parts = list(places.parts())
    top = 1.35 if any(y < APART for _, _, y in parts) else 0.8
    ax = sheet.axes(
        min(max(1.5 * places.columns, 6.4), 20), min(1.35 + 0.42 * (places.rows + top), 15),
        rows=round(1.9 * (places.rows + top)),
    )  # fmt: skip
    room = 72 * 0.97 * sheet.width / max(places.columns, 1) * WIDE
    if room < LEAST:
        raise sheet.too_small(f"{places.columns} columns", "width", round(1.2 * places.columns))
    way = places.champions_way()
    strong = colours(ax)[0]
    names = _called(ax, series, room / sheet._scale)
    for row in range(len(series)):
        x, y = places.x[row], places.y[row]
        _lines(ax, places, row, strong if row in way else quiet(ax), 1.8 if row in way else 0.9)
        _box(ax, series.iloc[row], x, y, strong if row in way else quiet(ax), room / sheet._scale, names, style)
    room /= sheet._scale  # which shrinks the type in the end
    look: dict[str, Any] = {"ha": "center", "va": "bottom", "size": SIZE, "color": soft(ax)}
    for column, name in _headings(places):
        ax.text(column, -top + 0.15, _fitting(ax, name, room), **look)
    for name, x, y in parts:
        # Over the middle the name may be wider than its column.
        wide = room * (1.9 if 0 < x < places.columns - 1 else 1.0)
        ax.text(x, y - LINE - 0.1, _fitting(ax, name, wide, "bold"), **look, weight="bold")
    ax.set_xlim(-0.5, places.columns - 0.5)
    ax.set_ylim(places.rows - 0.4, -top)
    ax.set_axis_off()
    return sheet.finish(df, *_heads(series, way))


def _heads(series: pd.DataFrame, way: set[int]) -> tuple[str, str]:
    """Title and subtitle."""
    season = series["season"].dropna() if "season" in series else pd.Series([])
    codes = list(series["sport"].dropna().astype(str).unique()) if "sport" in series else []
    event = str(series["event"].iloc[0])
    if event == "Playoffs" and codes:
        event, codes = f"{codes[0]} playoffs", []
    title = f"{event}{f', season {season.iloc[0]}' if len(season) else ''}"
    if series["projected"].all():
        return title, ", ".join([*codes, "if the season ended today"])
    single = series["score_1"].notna()
    shown = "scores" if single.all() else "scores of single games, wins in series" if single.any() else "wins"
    told = [many(len(series), "game" if single.all() else "series", "games" if single.all() else "series"), shown]
    return title, ", ".join([*codes, *told, "winners bold", *(["the champion's way in color"] if way else [])])


def _headings(places: _Places) -> Iterator[tuple[float, str]]:
    """The name of each column: what most of its series are called."""
    names: dict[float, list[str]] = {}
    for row, name in enumerate(places.series["round_name"]):
        if not pd.isna(name) and name != "Bye":
            names.setdefault(places.x[row], []).append(str(name))
    for column, those in names.items():
        yield column, max(dict.fromkeys(those), key=those.count)


def _fitting(ax: Axes, name: object, room: float, weight: str = "normal") -> str:
    """The name, shortened to a width in points."""
    limit = min(len(str(name)), int(room / (0.45 * SIZE)))
    while limit > 3 and _wide(ax, initials(name, limit), SIZE, weight) > room:
        limit -= 1
    return initials(name, max(limit, 3))


def _lines(ax: Axes, places: _Places, row: int, colour: str, width: float) -> None:
    """The line from a series to the next one."""
    after = places.series["next"].iloc[row]
    if pd.isna(after):
        return
    x, y, to_x, to_y = places.x[row], places.y[row], places.x[int(after)], places.y[int(after)]
    way = 1 if to_x > x else -1
    middle = x + way * 0.5
    ax.plot(
        [x + way * WIDE / 2, middle, middle, to_x - way * WIDE / 2], [y, y, to_y, to_y],
        color=colour, lw=width, solid_joinstyle="round", zorder=1,
    )  # fmt: skip


PAD = 0.03
"""Gap between the edge of a box and its text as a share of a column."""


def _told(one: pd.Series, n: int) -> str:
    """The score of a side, or its wins; nothing before a game is over."""
    number = one[f"wins_{n}"] if pd.isna(one["score_1"]) else one[f"score_{n}"]
    return "" if pd.isna(number) or one["projected"] or not one["games"] else f"{number:g}"


def _indent(one: pd.Series, room: float) -> float:
    """Where the names of a box begin, from its left edge: behind the seeds."""
    seeded = not (pd.isna(one["seed_1"]) and pd.isna(one["seed_2"]))
    return PAD + (11 / room * WIDE if seeded else 0)


def _called(ax: Axes, series: pd.DataFrame, room: float) -> dict[Any, str]:
    """What each side is called in all of its boxes, by its name: what fits into the narrowest of them, in bold."""
    least: dict[str, float] = {}
    for _, one in series.iterrows():
        inner = room * (1 - (_indent(one, room) + PAD) / WIDE)
        for n in (1, 2):
            name, told = one[f"team_{n}"], _told(one, n)
            if not pd.isna(name):
                beside = _wide(ax, told, SIZE, "bold") + 3 if told else 0
                least[name] = min(least.get(name, inner), inner - beside)
    return {name: _fitting(ax, name, width, "bold") for name, width in least.items()}


def _box(
    ax: Axes, one: pd.Series, x: float, y: float, colour: str, room: float, names: dict[Any, str], style: dict[str, Any]
) -> None:
    """A series: both sides with seeds and scores."""
    from matplotlib.patches import Rectangle

    left, right = x - WIDE / 2, x + WIDE / 2
    look = {"facecolor": ax.get_facecolor(), "edgecolor": colour, "linewidth": 0.9, "zorder": 2, **style}
    if one["projected"]:
        look = {"linestyle": "--", **look}
    ax.add_patch(Rectangle((left, y - LINE), WIDE, 2 * LINE, **look))
    for n, middle in ((1, y - LINE / 2), (2, y + LINE / 2)):
        seed = one[f"seed_{n}"]
        won = not pd.isna(one["winner_id"]) and one["winner_id"] == one[f"id_{n}"]
        lost = not pd.isna(one["winner_id"]) and not won
        missing = pd.isna(one[f"team_{n}"])
        text: dict[str, Any] = {
            "va": "center_baseline", "size": SIZE, "zorder": 3, "color": soft(ax) if lost or missing else ink(ax),
            "weight": "bold" if won else "normal",
        }  # fmt: skip
        if not pd.isna(seed):
            ax.text(left + PAD, middle, f"{int(seed)}", **{**text, "size": SIZE - 1.5, "color": soft(ax)})
        name = ("bye" if n == 2 and pd.isna(seed) else "\u2013") if missing else names[one[f"team_{n}"]]
        ax.text(left + _indent(one, room), middle, name, **text)
        if tell := _told(one, n):
            ax.text(right - PAD, middle, tell, ha="right", **text)
