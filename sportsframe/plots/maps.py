"""Map of venues, on a projected outline that is part of the package."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import count_games, game_key
from ..errors import choose
from ._axes import plot
from ._measure import text_width
from ._outlines import RINGS
from ._rows import not_empty, taking_place, unit_of
from ._sheet import Sheet
from ._text import day, distinct, many, numbers, short
from ._theme import colours, halo, is_dark, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MAPS: dict[str, tuple[tuple[str, ...], tuple[float, float, float, float], tuple[float, float, float, float]]] = {
    "usa": (("canada", "usa"), (29.5, 45.5, 37.5, -96.0), (-122.5, -69.5, 23.8, 49.6)),
    "europe": (("europe",), (43.0, 56.0, 48.0, 5.0), (-8.5, 17.5, 36.3, 57.5)),
}
"""Region -> outlines; standard parallels, middle latitude and longitude; west, east, south and north of the view."""


def albers(longitude: Any, latitude: Any, region: str = "usa") -> tuple[Any, Any]:
    """Return Albers equal-area coordinates, in earth radii.

    Parameters
    ----------
    longitude, latitude : array_like
        Degrees.
    region : {"usa", "europe"}
        Region that determines the standard parallels.

    Returns
    -------
    x, y : numpy.ndarray

    References
    ----------
    Snyder, Map Projections: A Working Manual (1987), equations 14-1 to 14-6.
    """
    one, two, middle, meridian = np.radians(_MAPS[region][1])
    n = (np.sin(one) + np.sin(two)) / 2
    c = np.cos(one) ** 2 + 2 * n * np.sin(one)
    rho = np.sqrt(c - 2 * n * np.sin(np.radians(latitude))) / n
    turn = n * (np.radians(longitude) - meridian)
    return rho * np.sin(turn), np.sqrt(c - 2 * n * np.sin(middle)) / n - rho * np.cos(turn)


@cache
def _rings(name: str) -> list[np.ndarray]:
    """Return rings in degrees; long edges are subdivided, so that the 49th parallel is drawn as a curve."""
    found = []
    for text in RINGS[name]:
        ring = np.array(text.split(), float).reshape(-1, 2) / 10
        parts = [
            np.linspace(a, b, max(int(np.abs(b - a).max() / 1.5), 1), endpoint=False)
            for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True)
        ]
        found.append(np.concatenate(parts))
    return found


NAMED = 290
"""Width of a map in points from which the names of its cities have the room that they take in larger ones."""


@plot("game_id", "latitude", "longitude")
def venues(df: pd.DataFrame, sheet: Sheet, *, region: str | None = None, **style: Any) -> Axes:
    """Map of the venues, with points sized by number of games.

    Reads ``latitude, longitude`` and ``game_id`` of a schedule, and ``city, state, country`` to name the busiest.
    Venues outside the map are listed below it. Games that are postponed, cancelled or replaced do not count.

    Parameters
    ----------
    df : pandas.DataFrame
        A schedule with places.
    region : {"usa", "europe"}, optional
        Region to draw; by default the one with most venues.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    places = taking_place(df.assign(latitude=numbers(df["latitude"]), longitude=numbers(df["longitude"])))
    places = not_empty(places.dropna(subset=["latitude", "longitude"]), "venues", "no row has a latitude and longitude")
    if region is None:
        region = "usa" if (places["longitude"] < -30).mean() >= 0.5 else "europe"
    _, _, (west, east, south, north) = _MAPS[choose(region, _MAPS, "region")]
    cities: dict[str, Any] = {n: (n, "first") for n in ("city", "state", "country") if n in places.columns}
    where = ["latitude", "longitude", *(["arena"] if "arena" in places.columns else [])]  # two may be of one place
    cities |= {"games": ("game_id", "count")}
    each = places.drop_duplicates([*where, *game_key(places)])
    found = each.groupby(where, as_index=False, dropna=False, observed=True).agg(**cities)
    inside = found["longitude"].between(west - 4, east + 4) & found["latitude"].between(south, north + 1.5)
    shown = found[inside].sort_values("games")
    ax = sheet.axes(8.0, 5.4 if region == "usa" else 7.0)
    _land(ax, region)
    x, y = albers(shown["longitude"], shown["latitude"], region)
    top = int(found["games"].max())
    size = 16 + 110 * shown["games"] / top if top > 1 else 30.0
    ax.scatter(
        x,
        y,
        **{
            "s": size,
            "color": colours(ax)[0],
            "alpha": 0.72,
            "edgecolor": ax.get_facecolor(),
            "lw": 0.7,
            "zorder": 3,
            **style,
        },
    )
    (left, right), (bottom, upper) = _bounds(region, x, y)
    ax.set_xlim(left, right)
    ax.set_ylim(bottom, upper)
    ax.set_aspect("equal")
    ax.axis("off")
    if len(far := found[~inside].sort_values("games", ascending=False, kind="stable")):
        _elsewhere(sheet, ax, far, 16 + 110 * far["games"] / top if top > 1 else pd.Series(30.0, far.index))
    if "city" in shown.columns and len(shown) <= 45:
        # Names take a larger share of a small map.
        unit = max(right - left, NAMED / _scale(sheet, ax)) / 0.75
        _named(sheet, ax, np.asarray(x), np.asarray(y), shown, unit)
    if top > 1:
        ax.text(
            1.0,
            0.0,
            f"size: number of {unit_of(df)[1]} (most {top})",
            transform=ax.transAxes,
            fontsize=8,
            color=soft(ax),
            ha="right",
            va="bottom",
        )
    count = many(count_games(places), *unit_of(df))
    return sheet.finish(df, f"{many(len(found), 'venue')} of {count}", day(places))


def _land(ax: Axes, region: str) -> None:
    """Draw the countries of a region."""
    land, sea = ("#2a3139", "#1d2228") if is_dark(ax) else ("#e7ebef", "#f4f6f8")
    for name in _MAPS[region][0]:
        for ring in _rings(name):
            x, y = albers(ring[:, 0], ring[:, 1], region)
            ax.fill(x, y, facecolor=sea if name == "canada" else land, edgecolor=ax.get_facecolor(), lw=0.8, zorder=1)


def _bounds(region: str, x: Any, y: Any) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the limits of the map of a region; Europe is cropped to the points, which may be of one country."""
    west, east, south, north = _MAPS[region][2]
    middle = (west + east) / 2
    edge_x, edge_y = albers([west, east, west, east, middle], [south, south, north, north, south], region)
    left, right = min(edge_x), max(edge_x)
    bottom, top = min(edge_y) - 0.005, albers(middle, north, region)[1] + 0.035
    if len(x) and region == "europe":
        half = 0.8 * max(np.ptp(x), np.ptp(y), 0.12)
        at_x, at_y = (x.min() + x.max()) / 2, (y.min() + y.max()) / 2
        left, right = max(left, at_x - half), min(right, at_x + half)
        bottom, top = max(bottom, at_y - half), min(top, at_y + half)
    return (left, right), (bottom, top)


def _elsewhere(sheet: Sheet, ax: Axes, far: pd.DataFrame, sizes: pd.Series) -> None:
    """List the venues outside the map below it, each with its point."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    line = 1.3 * sheet.sized(8)
    for columns in range(min(3, len(far)), 0, -1):
        rows = -(-len(far) // columns)
        # The map shrinks so that the lines below it have their height.
        step = max(0.05, line / max(72 * (sheet.height - 0.75) - line * (rows + 2.6), 36)) * (top - bottom)
        ax.set_ylim(bottom - step * (rows + 2.6), top)
        room = _scale(sheet, ax) * (right - left) / columns - 18
        if columns <= 2 or room >= 60:
            break
    names = [_placed(ax, row, room, sheet.sized(7.5)) for row in far.to_dict("records")]
    ax.text(left, bottom - 0.6 * step, "not on the map:", fontsize=8, color=soft(ax), va="center")
    for i, (name, size) in enumerate(zip(names, sizes, strict=True)):
        x = left + (right - left) * (0.015 + (i // rows) / columns)
        y = bottom - step * (1.7 + i % rows)
        ax.scatter([x], [y], s=size, color=colours(ax)[0], alpha=0.72, edgecolor=ax.get_facecolor(), lw=0.7, gid="far")
        ax.annotate(
            name, (x, y), (8, 0), textcoords="offset points", fontsize=7.5, color=soft(ax), va="center", gid="far"
        )


def _placed(ax: Axes, row: dict[Any, Any], room: float, size: float) -> str:
    """Return the city and country of a venue, or its coordinates; in less room the city alone, or as much as fits."""
    place = row.get("state") if not pd.isna(row.get("state")) else row.get("country")
    where = [str(part) for part in (row.get("city"), place) if not pd.isna(part)]
    name = ", ".join(where) or f"{row['latitude']:.1f}, {row['longitude']:.1f}"
    least = where[0] if where else name
    cut = (name, *(short(least, length) for length in range(len(least), 7, -1)))
    return next((text for text in cut if text_width(ax, text, size) <= room), short(least, 7))


def _scale(sheet: Sheet, ax: Axes) -> float:
    """Return how many points of the map are a unit of its coordinates."""
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    return float(72 * min((sheet.width - 0.2) / (right - left), max(sheet.height - 0.75, 0.5) / (top - bottom)))


def _named(sheet: Sheet, ax: Axes, x: np.ndarray, y: np.ndarray, shown: pd.DataFrame, unit: float) -> None:
    """Label points with city names, busiest first, without overlaps."""
    taken: list[tuple[float, float, float, float]] = []
    span = 0.0095 * unit
    boxes = [(px - span, px + span, py - span, py + span) for px, py in zip(x, y, strict=True)]
    names = distinct(shown["city"], lambda name, more: short(name, 18 + more))
    for i in np.argsort(-shown["games"].to_numpy(), kind="stable"):
        name = names[i]
        wide, high = 0.0115 * unit * len(name), 0.022 * unit
        for left, move in ((True, 0.014 * unit), (False, -0.014 * unit)):
            x0 = x[i] + move if left else x[i] + move - wide
            box = (x0, x0 + wide, y[i] - high / 2, y[i] + high / 2)
            others = taken + [b for j, b in enumerate(boxes) if j != i]
            if not any(box[0] < b[1] and b[0] < box[1] and box[2] < b[3] and b[2] < box[3] for b in others):
                ax.annotate(
                    name,
                    (x[i], y[i]),
                    (6 if left else -6, 0),
                    textcoords="offset points",
                    va="center",
                    ha="left" if left else "right",
                    fontsize=7.5,
                    color=soft(ax),
                    zorder=4,
                    path_effects=halo(ax),
                )
                taken.append(box)
                break
