"""Names beside points, where there is room for them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._contain import keep_placed
from ._measure import text_width
from ._sheet import Sheet
from ._text import many
from ._theme import halo, ink, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

Box = tuple[float, float, float, float]
"""Left, right, bottom and top, in points."""

LINE = "line"
"""Id of the values of lines, which end at their place, that names of points keep off."""

LEADER, NAMED_BY_LINE = "leader", "led"
"""Ids of the lines that lead from names to their points, and of these names."""

CLEARER = 3.5
"""Points by which a name is nearer to its own point than to any other."""

APART = 3.0
"""Points between names that stand side by side."""

PART_BEFORE = {"left": 0.0, "right": 1.0, "center": 0.5}
"""Alignment of a name -> the part of it that is left of its place."""


class Spot(NamedTuple):
    """A place for the name of a point."""

    across: float
    up: float
    align: str
    by_line: bool
    """Whether a thin line leads from the name to the point."""


AROUND = (
    (7, 0, "left"), (-7, 0, "right"), (0, 9, "center"), (0, -9, "center"),
    (4, 9, "right"), (-4, 9, "left"), (4, -9, "right"), (-4, -9, "left"),
)  # fmt: skip
"""Where the name of a point is tried first: points across and up, and its alignment."""

TURNS = np.pi / 180 * np.array([0, 180, 90, -90, 45, 135, -45, -135, 22, 158, -22, -158, 67, 113, -67, -113])
LED = tuple((float(far * np.cos(turn)), float(far * np.sin(turn))) for far in (20, 30, 42, 56) for turn in TURNS)
"""Where a name is tried that a thin line leads to: points across and up."""

SPOTS = (
    *(Spot(*place, by_line=False) for place in AROUND),
    *(Spot(a, b, "left" if a > 6 else "right" if a < -6 else "center", by_line=True) for a, b in LED),
)


class Place(NamedTuple):
    """Where a name stands, and where the line to its point begins, if it needs one."""

    spot: Spot
    box: Box
    end: np.ndarray | None


@dataclass
class Room:
    """The room for names in axes of this size in points, of which placed names take their parts."""

    width: float
    height: float
    points: np.ndarray
    values: list[Box]
    """Values of lines, which names keep off."""
    names: list[Box] = field(default_factory=list)
    lines: np.ndarray = field(default_factory=lambda: np.empty((0, 2)))
    """Places along the lines that lead to names."""

    def __post_init__(self) -> None:
        self._marks = [(a - 4, a + 4, b - 4, b + 4) for a, b in self.points]

    def take(self, index: int, long: float, half: float) -> Place | None:
        """Give the name of a point, so long and twice half so high, the first place that is free; None if none is."""
        point, others = self.points[index], self.points[(self.points != self.points[index]).any(axis=1)]
        for spot in SPOTS:
            start = point[0] + spot.across - long * PART_BEFORE[spot.align]
            box = (start, start + long, point[1] + spot.up - half, point[1] + spot.up + half)
            if not self._is_free(box):
                continue
            clear = _distances(box, others).min(initial=np.inf)
            if not spot.by_line and clear < _distances(box, point[None])[0] + CLEARER:
                continue
            end = None
            if spot.by_line:
                end = np.clip(point, [box[0], box[2]], [box[1], box[3]])
                line = point + np.linspace(0, 1, 12)[:, None] * (end - point)
                if clear < 2 * CLEARER or not self._is_clear(line, others):
                    continue
                self.lines = np.vstack([self.lines, line])
            self.names.append((box[0] - APART, box[1] + APART, *box[2:]))
            return Place(spot, box, end)
        return None

    def _is_free(self, box: Box) -> bool:
        """Whether a box is within the axes and off all points, names, values and lines."""
        if box[0] <= 0 or box[1] >= self.width or box[2] <= 0 or box[3] >= self.height:
            return False
        taken = (*self._marks, *self.values, *self.names)
        if any(box[0] < b[1] and b[0] < box[1] and box[2] < b[3] and b[2] < box[3] for b in taken):
            return False
        return not (len(self.lines) and _distances(box, self.lines).min() < 1)

    def _is_clear(self, line: np.ndarray, points: np.ndarray) -> bool:
        """Whether places along a line keep off other points, names, values and lines."""
        clear = [np.hypot(*(others[None] - line[:, None]).T).min(initial=np.inf) for others in (points, self.lines)]
        within = any(
            ((line > (b[0] - 1, b[2] - 1)) & (line < (b[1] + 1, b[3] + 1))).all(axis=1).any()
            for b in (*self.values, *self.names)
        )
        return bool(clear[0] > 5 and clear[1] > 3 and not within)


def _distances(box: Box, points: np.ndarray) -> np.ndarray:
    """Return how far points are from a box, 0 inside."""
    low, high = np.array(box[::2]), np.array(box[1::2])
    gaps = np.maximum(np.maximum(low - points, points - high), 0)
    return np.asarray(np.hypot(gaps[:, 0], gaps[:, 1]))


def name_points(
    sheet: Sheet, ax: Axes, x: np.ndarray, y: np.ndarray, names: list[Any], first: np.ndarray, most: int = 60
) -> None:
    """Name points without overlapping names, points or values of lines, in this order, at most so many.

    A name stands beside its point, nearer to it than to any other, or where a thin line leads to it. The subtitle says
    how many are left out because neither has room.
    """
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    called = sheet.called(names, 20)
    half = 5 * max(sheet.sized(7.5) / 7.5, 1.0)
    lines = [text for text in ax.texts if text.get_gid() == LINE]

    def place(width: float, height: float) -> list[Any]:
        def across(value: Any) -> Any:
            return (value - left) / (right - left) * width

        def up(value: Any) -> Any:
            return (value - bottom) / (top - bottom) * height

        long = [text_width(ax, name, sheet.sized(7.5)) for name in called]
        values = [(*text.get_position(), text_width(ax, text.get_text(), sheet.sized(7))) for text in lines]
        boxes = [(across(a) - wide, across(a), up(b) - 5, up(b) + 5) for a, b, wide in values]
        room = Room(width, height, np.column_stack([across(x), up(y)]), boxes)
        places = {int(i): room.take(i, long[i], half) for i in first[:most]}
        texts = [
            text
            for i, given in places.items()
            if given is not None
            for text in _written(ax, called[i], (x[i], y[i]), room.points[i], given)
        ]
        left_out = sum(given is None for given in places.values())
        told = f"{left_out} of {most} names" if most < len(first) else many(left_out, "name")
        sheet.add(f"{told} left out for want of room" if left_out else "")
        return texts

    keep_placed(sheet, place)


def _written(ax: Axes, name: str, at: tuple[float, float], point: np.ndarray, place: Place) -> list[Text]:
    """Write the name of a point in its place, and draw the line to it."""
    (across, up, align, by_line), _, end = place
    texts: list[Text] = []
    if end is not None:
        thin = {"arrowstyle": "-", "lw": 0.6, "color": soft(ax), "shrinkA": 0, "shrinkB": 3}
        begins: dict[str, Any] = {"xytext": tuple(end - point), "textcoords": "offset points", "zorder": 2}
        texts.append(ax.annotate("", at, **begins, arrowprops=thin, gid=LEADER))
    look: dict[str, Any] = {"ha": align, "va": "center", "fontsize": 7.5, "color": ink(ax)}
    stands: dict[str, Any] = {"xytext": (across, up), "textcoords": "offset points", "zorder": 4}
    if by_line:
        stands["gid"] = NAMED_BY_LINE
    texts.append(ax.annotate(name, at, **stands, **look, path_effects=halo(ax)))
    return texts
