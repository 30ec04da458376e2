"""The bracket of playoffs and tournaments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..catalog import SPORTS
from ..catalog.cached import cached_property
from ..catalog.rules import Rules
from ..errors import QueryError
from ..measures.ahead import BYE, completed, in_groups
from ._axes import plot
from ._contain import keep_placed
from ._measure import text_width
from ._rows import not_empty, schools
from ._sheet import Sheet
from ._text import SCHOOL, distinct, fitted, many, short, worded, words_of
from ._theme import colours, ink, quiet, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDE = 0.88
"""Width of a box as a share of its column."""

LINE = 0.36
"""Height of one of the two lines of a box, where the boxes of the first round are 1 apart."""

APART = 0.7
"""Gap between the parts of a bracket."""

SIZE, LEAST = 7.5, 6.0
"""Size of the names in points, and the least in small axes."""

LETTERS = 9
"""Letters to which the last word of a name may be cut at the least size."""

SPACING = 1.25
"""Least height of a line of a box by the size of its type."""

COARSE = 1.03
"""Room for a name by its width, as letters stand on whole pixels of a coarse picture."""

HEAD = 0.75
"""Height in inches that title, subtitle and margins take."""


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

    @cached_property
    def parts_in_order(self) -> list[str]:
        """Conferences or regions in the order of the bracket, not of games before its first round."""
        named, before = self.series["conference"].dropna(), self.series["round"].eq(0)
        return list(dict.fromkeys([*named[~before], *named]))

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
        # In the order of the first round, in which neighbors meet, however far each of them has come.
        parts = [part for part in self.parts_in_order if part in set(self.series["conference"].iloc[roots])]
        if len(parts) > 1:
            half = set(parts[: (len(parts) + 1) // 2])
            left = [row for row in roots if self.series["conference"].iloc[row] in half]
            return (left, [row for row in roots if row not in left]), None
        half_way = len(roots) // 2 if len(self.series) > 8 else len(roots)
        return (roots[:half_way], roots[half_way:]), None

    def _fill(self, ends: list[int], mirrored: bool) -> float:
        """Place one half from the top; return its height."""
        self._next, self._part = 0.0, None
        place = {part: n for n, part in enumerate(self.parts_in_order)}
        named = self.series["conference"]
        regions = len({named.iloc[row] for row in ends if not pd.isna(named.iloc[row])}) > 1

        def order(row: int) -> tuple[int, int, int]:
            return (place.get(named.iloc[row], -1) if regions else 0, -self.level[row], row)

        for row in sorted(ends, key=order) if self.two_sided else ends:
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

    def deciding(self) -> tuple[set[float], float]:
        """The columns whose series decide a conference before a final of all, and that of this final."""
        named = self.series["conference"]
        ends = {max((self.level[row], row) for row in rows.index)[1] for _, rows in named.groupby(named)}
        last = max(self.level.values())
        final = [row for row, level in self.level.items() if level == last]
        if len(final) != 1 or not pd.isna(named.iloc[final[0]]):
            return set(), np.nan
        return {self.x[row] for row in ends}, self.x[final[0]]

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
    is a series: seeds, sides, and, once a game of it is over, the score of a single game or the wins in a series; w/o
    stands for a walkover. The winner is bold; lines lead to the next series, those of the champion in color. Teams of
    colleges go by their schools. Series to come are empty boxes, with the sides that have come so far; no line leads to
    them where the pairing is not settled yet. Where no names fit, a key below says what the abbreviations stand for, if
    it fits itself.

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
    series = _in_order(not_empty(df, "bracket"))
    college = all(schools(series).values())
    series = _schools(series)
    leads = series["next"].dropna()
    if not leads.between(0, len(series) - 1).all() or not _lead_on(series):
        raise QueryError(
            "plot.bracket() requires all series of a bracket, as measures.bracket returns them, in that order or with "
            "their labels: next is the place of a row in it."
        )
    grouped = in_groups(series)
    if grouped.all():
        raise QueryError("plot.bracket() begins with the first round after the groups, which the frame does not have.")
    series = _without(series, grouped)
    known, series = series, completed(series)
    rows = series.to_dict("records")
    places = _Places(series)
    parts = list(places.parts())
    top = 1.35 if any(y < LINE for _, _, y in parts) else 0.8
    ax = sheet.axes(min(max(1.5 * places.columns, 6.4), 20), min(1.35 + 0.42 * (places.rows + top), 20))
    units, reckoned = places.rows + top - 0.4, (72 * 0.97 * sheet.width, 72 * (sheet.height - HEAD))
    _typed(sheet, series, rows, places.columns, units, college, reckoned).refuse()
    way = places.champions_way()
    strong = colours(ax)[0]
    for row, one in enumerate(rows):
        colour, width = (strong, 1.8) if row in way else (quiet(ax), 0.9)
        _lines(ax, places, row, colour, width)
        _box(ax, one, places.x[row], places.y[row], colour, style)
    ax.set_xlim(-0.5, places.columns - 0.5)
    columns, rounds = zip(*_headings(places), strict=True)
    named = [name for name, _, _ in parts]

    def place(width: float, height: float) -> list[Any]:
        type_ = _typed(sheet, series, rows, places.columns, units, college, (width, height))
        ax.set_ylim(places.rows - 0.4 + type_.under, -top)
        texts = [text for row, one in enumerate(rows) for text in _told_in(type_, one, places, row)]
        look: dict[str, Any] = {"ha": "center", "va": "bottom", "size": type_.drawn, "color": soft(ax)}
        heads = _rounds(type_, list(zip(rounds, columns, strict=True)), named, *places.deciding())
        heading = {**look, "size": type_.drawn * type_.heading / type_.size}
        texts += [ax.text(x, -top + 0.15, name, **heading) for x, name in zip(columns, heads, strict=True)]
        for (_, x, y), name in zip(parts, _parts(type_, named), strict=True):
            texts.append(ax.text(x, y - LINE - 0.1, name, **look, weight="bold"))
        return texts + _key(type_, places.rows - 0.4)

    keep_placed(sheet, place, reckoned)
    ax.set_axis_off()
    return sheet.finish(df, *_heads(known, way, uncertain=not series["settled"].all(), left_out=int(grouped.sum())))


def _in_order(series: pd.DataFrame) -> pd.DataFrame:
    """Return the series in the order in which they were computed, which their labels tell and ``next`` refers to."""
    if sorted(map(str, series.index)) == sorted(map(str, range(len(series)))):
        series = series.sort_index()
    return series.reset_index(drop=True)


def _lead_on(series: pd.DataFrame) -> bool:
    """Whether every series leads to a later row, in which its winner plays if both sides are known."""
    for row, (to, winner) in enumerate(zip(series["next"], series["winner_id"], strict=True)):
        if pd.isna(to):
            continue
        sides = series.loc[to, ["id_1", "id_2"]].tolist()
        known = pd.notna(winner) and all(map(pd.notna, sides))
        if to <= row or (known and winner not in sides):
            return False
    return True


def _without(series: pd.DataFrame, dropped: pd.Series) -> pd.DataFrame:
    """The other series, with their places in ``next``."""
    kept = series[~dropped]
    place = {row: n for n, row in enumerate(kept.index)}
    return kept.assign(next=kept["next"].map(place).astype(series["next"].dtype)).reset_index(drop=True)


def _heads(series: pd.DataFrame, way: set[int], *, uncertain: bool, left_out: int) -> tuple[str, str]:
    """Title and subtitle."""
    season = series["season"].dropna() if "season" in series else pd.Series([])
    codes = list(series["sport"].dropna().astype(str).unique()) if "sport" in series else []
    event = str(series["event"].iloc[0])
    if event == "Playoffs" and codes:
        event, codes = f"{codes[0]} playoffs", []
    title = f"{event}{f', season {season.iloc[0]}' if len(season) else ''}"
    no_line = ["no line where the next pairing is open"] if uncertain else []
    if series["projected"].all():
        return title, ", ".join([*codes, "by the present standings", *no_line])
    byes = (series["round_name"] == BYE).fillna(value=False).to_numpy(bool)
    unplayed = np.array([_walked_over(one) for one in series.to_dict("records")])
    single = _single(series)[~byes & ~unplayed]
    shown = "scores" if single.all() else "scores of single games, wins in series" if single.any() else "wins"
    told = [many(len(single), "game" if single.all() else "series", "games" if single.all() else "series")]
    if byes.any():
        told.append(many(int(byes.sum()), "bye"))
    if unplayed.any():
        told.append(many(int(unplayed.sum()), f"walkover ({WALKOVER})", f"walkovers ({WALKOVER})"))
    told.append(shown)
    if left_out:
        told.append(f"without the {many(left_out, 'game')} of groups")
    return title, ", ".join(
        [*codes, *told, "winners bold", *(["the champion's way in color"] if way else []), *no_line]
    )


def _single(series: pd.DataFrame) -> np.ndarray:
    """Return which rows are decided by a single game, by their scores or, before it, by the rules of the sport."""
    codes = list(series["sport"].dropna().astype(str).unique()) if "sport" in series else []
    rules = SPORTS[codes[0]].rules if len(codes) == 1 and codes[0] in SPORTS else Rules()
    by_rule = [rules.best_of(int(number)) == 1 for number in series["round"]]
    ahead = (series["games"] == 0).fillna(value=True).to_numpy(bool) & bool(codes)
    return np.asarray(np.where(ahead, by_rule, series["score_1"].notna()))


def _headings(places: _Places) -> Iterator[tuple[float, str]]:
    """The name of each column: what most of its series are called."""
    names: dict[float, list[str]] = {}
    for row, name in enumerate(places.series["round_name"]):
        if not pd.isna(name) and name != BYE:
            names.setdefault(places.x[row], []).append(str(name))
    for column, those in names.items():
        yield column, max(dict.fromkeys(those), key=those.count)


WALKOVER = "w/o"
"""What stands in place of the score of a match that was not played."""

HEADING = 0.93
"""Width of a heading as a share of its column at most."""

SHORTER = {"Conference": "Conf.", "Championship": "Champ.", "Division": "Div.", "Divisional": "Div.", "League": "Lg."}
"""Words of headings -> what they are in narrow columns."""

GENERIC = ("Series", "Round", "Game")
"""Words that headings in narrow columns omit at their end."""


def _rounds(
    type_: _Type, names: Sequence[tuple[str, float]], parts: Sequence[str], deciding: set[float], final: float
) -> list[str]:
    """The names of rounds, the whole ones or the first shorter ones of all that fit.

    What decides a conference is called so in any case, beside the final of all.
    """
    kinds = {part.split()[-1] for part in parts}
    kind = kinds.pop() if len(kinds) == 1 and len(parts) > 1 else ""
    whole, bare = [], []
    for name, column in names:
        own = next((name.removeprefix(f"{part} ") for part in parts if name.startswith(f"{part} ")), name)
        if kind and column in deciding and kind not in own.split():
            own, name = f"{kind} {own}", name if own != name else f"{kind} {name}"
        whole.append(name)
        bare.append(own)
    firsts = zip(*(name.split()[:-1] for name in bare), strict=False)
    shared = sum(1 for _ in takewhile(lambda words: len({*words}) == 1, firsts))
    bare = [" ".join(name.split()[shared:]) for name in bare]
    brief = [" ".join(SHORTER.get(word, word) for word in name.split()) for name in bare]
    less = [
        " ".join(words[:-1] if len(words) > 1 and words[-1] in GENERIC else words) for words in map(str.split, brief)
    ]
    least = ["Final" if column == final else name for name, (_, column) in zip(less, names, strict=True)]
    for size in (type_.size, LEAST):
        for forms in (whole, bare, brief, less, least):
            if all(type_.wide(name, "normal") * size / type_.size <= HEADING * type_.column for name in forms):
                type_.heading = size
                return forms
    return distinct(least, lambda name, more: short(name, type_.letters(name) + more))


def _parts(type_: _Type, names: Sequence[str]) -> list[str]:
    """The names of conferences or regions; where they do not fit, without a last word that all share."""
    if any(type_.wide(name) > type_.room for name in names) and len({name.split()[-1] for name in names}) == 1:
        names = [name.rpartition(" ")[0] or name for name in names]
    return [type_.fitted(name) for name in names]


def _lines(ax: Axes, places: _Places, row: int, colour: str, width: float) -> None:
    """The line from a series to the next one."""
    after = places.series["next"].iloc[row]
    if pd.isna(after) or not places.series["settled"].iloc[row]:
        return
    x, y, to_x, to_y = places.x[row], places.y[row], places.x[int(after)], places.y[int(after)]
    way = 1 if to_x > x else -1
    middle = x + way * 0.5
    ax.plot(
        [x + way * WIDE / 2, middle, middle, to_x - way * WIDE / 2], [y, y, to_y, to_y],
        color=colour, lw=width, solid_joinstyle="round", zorder=1,
    )  # fmt: skip


_Row = Mapping[Hashable, Any]
"""A row of a bracket: columns -> values."""


def _walked_over(one: _Row) -> bool:
    """Whether a match was not played, as one of its sides withdrew."""
    known = not any(pd.isna(one[name]) for name in ("winner_id", "id_1", "id_2"))
    return known and not one["games"] and not one["projected"]


def _score(one: _Row, n: int) -> str:
    """The score of a side, or its wins; nothing before a game is over, and for a walkover what it is."""
    if _walked_over(one):
        return WALKOVER if one["winner_id"] == one[f"id_{n}"] else ""
    number: Any = one[f"wins_{n}"] if pd.isna(one["score_1"]) else one[f"score_{n}"]
    return "" if pd.isna(number) or one["projected"] or not one["games"] else f"{number:g}"


@dataclass
class _Type:
    """The type in the boxes of a bracket.

    Attributes
    ----------
    sheet : Sheet
        The axes and their size.
    rows : sequence of mapping
        The rows of the bracket.
    room, column : float
        Width of a box, and of a column, in points.
    size : float
        Size of the names in points.
    names : dict of str to str
        What each side is called in all of its boxes.
    heading : float
        Size of the headings of rounds in points.
    key : list of str
        What abbreviations stand for, in lines below the bracket.
    small : float
        Size of the key in points.
    under : float
        Height of the key, in boxes of the first round.
    seeded : bool
        Whether there is room for the seeds.
    wanted : tuple of float
        Width and height in inches in which all of it is legible.
    """

    sheet: Sheet
    rows: Sequence[_Row]
    room: float
    column: float
    size: float
    names: dict[str, str] = field(default_factory=dict)
    heading: float = 0.0
    key: list[str] = field(default_factory=list)
    small: float = LEAST
    under: float = 0.0
    seeded: bool = True
    wanted: tuple[float, float] = (0.0, 0.0)
    _widths: dict[tuple[str, str], float] = field(default_factory=dict)

    @property
    def drawn(self) -> float:
        """Size before the sheet fits all type to the axes."""
        return self.size / self.sheet.scale

    @property
    def pad(self) -> float:
        """Points between the edge of a box and its text, and between two texts."""
        return (0.35 if self.seeded else 0.2) * self.size

    @property
    def seed(self) -> float:
        """Size of the seeds in points."""
        return max(0.8 * self.size, LEAST)

    def wide(self, text: str, weight: str = "bold") -> float:
        """Return the width of a text in points."""
        if (text, weight) not in self._widths:
            assert self.sheet.ax is not None
            self._widths[text, weight] = text_width(self.sheet.ax, text, 4 * SIZE, weight) / (4 * SIZE)
        return self._widths[text, weight] * self.size

    def letters(self, text: str) -> int:
        """Return how many letters of a heading fit into a column at its least size."""
        room = HEADING * self.column * self.size / LEAST
        self.heading = LEAST
        return next((n for n in range(len(text), 1, -1) if self.wide(short(text, n), "normal") <= room), 1)

    def fitted(self, text: str, weight: str = "bold") -> str:
        """Return a heading, shortened to the width of a box."""
        return fitted(text, lambda part: self.wide(part, weight) <= self.room)

    def indent(self, one: _Row) -> float:
        """Return the points from the left edge of a box to its names: behind the seeds, whose digits are 0.64 wide."""
        seeds = [seed for seed in (one["seed_1"], one["seed_2"]) if self.seeded and not pd.isna(seed)]
        return self.pad * (2 if seeds else 1) + max((0.64 * self.seed * len(f"{seed}") for seed in seeds), default=0)

    def beside(self) -> dict[str, float]:
        """Return the most that a box has beside the name of each side: margins, seeds and scores, in points."""
        most: dict[str, float] = {}
        for one in self.rows:
            for n in (1, 2):
                if not pd.isna(name := one[f"team_{n}"]):
                    told = _score(one, n)
                    taken = self.indent(one) + self.pad + (self.wide(told) + self.pad if told else 0)
                    most[name] = max(most.get(name, 0), taken)
        return most

    def needed(self, names: dict[str, str]) -> float:
        """Return the width in points of the box that takes all of these names, in bold."""
        return max((taken + COARSE * self.wide(names[name]) for name, taken in self.beside().items()), default=0)

    def narrowed(self, names: dict[str, str]) -> dict[str, str]:
        """Return names cut to the width of the boxes."""
        beside = self.beside()
        return {
            name: fitted(text, lambda part, name=name: COARSE * self.wide(part) + beside[name] <= self.room)  # type: ignore[misc]
            for name, text in names.items()
        }

    def refuse(self) -> None:
        """Raise an error if the axes have no room for a legible bracket."""
        sheet, (wide, high) = self.sheet, self.wanted
        if wide > sheet.width or high > sheet.height:
            raise QueryError(
                f"plot.bracket() would be illegible in {sheet.width:.1f} x {sheet.height:.1f} inches; "
                + ("pass figsize=" if sheet.made else "pass larger axes, or draw it without ax= and with figsize=")
                + f"({max(math.ceil(wide), sheet.width):g}, {max(math.ceil(high), sheet.height):g})."
            )


def _typed(
    sheet: Sheet,
    series: pd.DataFrame,
    rows: Sequence[_Row],
    columns: int,
    units: float,
    college: bool,
    points: tuple[float, float],
) -> _Type:
    """The largest type at which the last words of all names fit, and as much of the names, of all alike, as fits in it.

    Boxes too narrow for that have abbreviations or, without any, last words cut to `LETTERS`. Where other axes leave
    still less, there are no seeds, and names are cut to what remains, but abbreviations stay whole.
    """
    column, line = points[0] / columns, LINE * points[1] / units
    size = max(min(SIZE * sheet.scale, line / SPACING), LEAST)
    type_ = _Type(sheet, rows, column * WIDE, column, size, heading=size)
    most = max((len(words_of(name)) for name in _sides(series)), default=1)
    longer = [_named(series, whole) for whole in range(most, -1, -1)]
    if college:
        longer = [_abridged(series, shorter) for shorter in ({}, SCHOOL)]
    brief = _abbreviations(series)
    least = brief or (_abridged(series, SCHOOL, LETTERS) if college else _named(series, 0, LETTERS))
    for names in (longer[-1], least):
        type_.size = size
        while type_.needed(names) > type_.room and type_.size > LEAST:
            type_.size = max(type_.size - 0.25, LEAST)
        if type_.needed(names) <= type_.room:
            break
    high = HEAD + units * LEAST * SPACING / LINE / 72
    type_.wanted = sheet.width * type_.needed(names) / type_.room, high
    type_.names = next((names for names in longer if type_.needed(names) <= type_.room), least)
    if type_.names is brief:
        _explain(type_, units, points)
    type_.seeded = type_.needed(type_.names) <= type_.room
    if not type_.seeded and type_.names is not brief:  # parts of abbreviations would be nobody's
        type_.names = type_.narrowed(type_.names)
    return type_


def _explain(type_: _Type, units: float, points: tuple[float, float]) -> None:
    """What abbreviations stand for, in lines as wide as the bracket, in the largest type that leaves room for it."""
    entries = [f"{brief} {name}" for name, brief in sorted(type_.names.items(), key=lambda pair: pair[1])]
    for small in (type_.sheet.sized(LEAST), LEAST):
        room, lines = 0.93 * points[0] * type_.size / small, [entries[0]]
        for entry in entries[1:]:
            longer = f"{lines[-1]},  {entry}"
            if type_.wide(longer, "normal") <= room:
                lines[-1] = longer
            else:
                lines.append(entry)
        high = SPACING * small * (len(lines) + 1)
        fits = units * LEAST * SPACING / LINE + high <= points[1]
        if fits and all(type_.wide(line, "normal") <= room for line in lines):
            type_.key, type_.small = lines, small
            type_.under = units * high / (points[1] - high)
            type_.size = max(min(type_.size, LINE * points[1] / (units + type_.under) / SPACING), LEAST)
            return


def _key(type_: _Type, bottom: float) -> list[Any]:
    """What abbreviations stand for, below the bracket, where nothing else says it."""
    ax = type_.sheet.ax
    if not type_.key or ax is None:
        return []
    look: dict[str, Any] = {
        "size": type_.drawn * type_.small / type_.size,
        "color": soft(ax),
        "linespacing": SPACING / 1.15,
        "gid": "key",
        "in_layout": False,
    }
    return [ax.text(-0.5, bottom + type_.under, ",\n".join(type_.key), ha="left", va="bottom", **look)]


def _schools(series: pd.DataFrame) -> pd.DataFrame:
    """The bracket with schools in place of teams that belong to one."""
    found = {name: school or name for name, school in schools(series).items()}
    return series.assign(**{f"team_{n}": series[f"team_{n}"].map(found, na_action="ignore") for n in (1, 2)})


def _abridged(series: pd.DataFrame, shorter: Mapping[str, str], length: int = 0) -> dict[str, str]:
    """What each school is called with shorter words, and its name cut to a length if there is one."""
    sides = _sides(series)

    def called(name: str, letters: int) -> str:
        text = " ".join(shorter.get(word, word) for word in name.split())
        return short(text, length + letters) if length else text

    return dict(zip(sides, distinct(sides, called), strict=True))


def _sides(series: pd.DataFrame) -> list[str]:
    """The names of all sides."""
    return list(dict.fromkeys(pd.concat([series["team_1"], series["team_2"]]).dropna()))


def _abbreviations(series: pd.DataFrame) -> dict[str, str]:
    """The abbreviation of each side; empty unless all have one, and different ones."""
    if "abbreviation_1" not in series:
        return {}
    pairs = [series[[f"team_{n}", f"abbreviation_{n}"]].dropna(subset=[f"team_{n}"]).to_numpy() for n in (1, 2)]
    found = dict(np.concatenate(pairs))
    return found if len(set(found.values())) == len(found) and not pd.isna(list(found.values())).any() else {}


def _named(series: pd.DataFrame, whole: int, length: int | None = None) -> dict[str, str]:
    """What each side is called with so many whole words; with 0 only the last, cut to a length, if no other has it."""
    sides = _sides(series)
    last = Counter(words_of(name)[-1] for name in sides)

    def called(name: str, letters: int) -> str:
        words = words_of(name)
        end = 1 if letters else max(whole, int(last[words[-1]] > 1))
        if length:
            words[-1] = short(words[-1], length + letters)
        return worded(words, end, max(letters, 1))

    return dict(zip(sides, distinct(sides, called), strict=True))


def _box(ax: Axes, one: _Row, x: float, y: float, colour: str, style: dict[str, Any]) -> None:
    """The frame of a series."""
    from matplotlib.patches import Rectangle

    look = {"facecolor": ax.get_facecolor(), "edgecolor": colour, "lw": 0.9, "zorder": 2, **style}
    if one["projected"]:
        look = {"ls": "--", **look}
    ax.add_patch(Rectangle((x - WIDE / 2, y - LINE), WIDE, 2 * LINE, **look))


def _told_in(type_: _Type, one: _Row, places: _Places, row: int) -> Iterator[Any]:
    """The texts of a series: both sides with seeds and scores."""
    ax = type_.sheet.ax
    assert ax is not None
    x, y = places.x[row], places.y[row]
    left, right, pad = x - WIDE / 2, x + WIDE / 2, type_.pad / type_.column
    for n, middle in ((1, y - LINE / 2), (2, y + LINE / 2)):
        seed, winner, team = (one[name] for name in (f"seed_{n}", "winner_id", f"team_{n}"))
        won = not pd.isna(winner) and winner == one[f"id_{n}"]
        lost = not pd.isna(winner) and not won
        missing = pd.isna(team)
        if missing and one["ahead"]:
            continue
        text: dict[str, Any] = {
            "va": "center_baseline", "size": type_.drawn, "zorder": 3, "weight": "bold" if won else "normal",
            "color": soft(ax) if lost or missing else ink(ax),
        }  # fmt: skip
        if type_.seeded and not pd.isna(seed):
            look = {**text, "size": type_.seed / type_.size * type_.drawn, "color": soft(ax), "weight": "normal"}
            yield ax.text(left + pad, middle, f"{int(seed)}", **look)
        name = ("bye" if n == 2 and pd.isna(seed) else "\u2013") if missing else type_.names[team]
        yield ax.text(left + type_.indent(one) / type_.column, middle, name, **text)
        if tell := _score(one, n):
            yield ax.text(right - pad, middle, tell, ha="right", **text)
