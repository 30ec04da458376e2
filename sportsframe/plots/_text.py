"""Text in plots: labels with units, numbers, names and dates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pandas as pd

from ..catalog import SPORTS, every_table

UNITS = {
    "yd": "yards",
    "min": "minutes",
    "s": "seconds",
    "deg": "degrees",
    "innings.outs": "innings",
}


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


def percent(share: float) -> str:
    """Return a share as text, with a decimal below 1 %, and as many as it needs not to be 0.

    Examples
    --------
    >>> [percent(share) for share in (0.0, 0.0004, 0.004, 0.0096, 0.35)]
    ['0 %', '0.04 %', '0.4 %', '1 %', '35 %']
    """
    number = 100 * share
    return f"{number:.1g} %" if 0 < number < 1 else f"{number:.0f} %"


def short(name: object, length: int = 26) -> str:
    """Return a name shortened to fit an axis."""
    text = str(name)
    return text if len(text) <= length else text[: length - 1].rstrip() + "\u2026"


def initials(name: object, length: int, letters: int = 1) -> str:
    """Return the name of a team or person, its first words shortened to so many letters if it is too long."""
    words = str(name).split()
    for i in range(len(words) - 1):
        if len(" ".join(words)) <= length:
            break
        words[i] = "" if words[i].islower() else words[i][:letters] + "." * (letters < len(words[i]))
    return short(" ".join(word for word in words if word), length + letters - 1)


def apart(names: Iterable[object], length: int) -> list[str]:
    """Return names shortened to a length, or to the little more by which different ones differ.

    Examples
    --------
    >>> apart(["Colderholme Wanderers", "Coldmouth Wanderers", "Oskminster"], 12)
    ['Colde. Wanderers', 'Coldm. Wanderers', 'Oskminster']
    """
    whole = [str(name) for name in names]
    found = {name: initials(name, length) for name in whole}
    for letters in range(2, max(map(len, whole), default=0)):
        counts = Counter(found.values())
        for name in found:
            if counts[found[name]] > 1:
                found[name] = initials(name, length, letters)
    return [found[name] for name in whole]


def day(frame: pd.DataFrame) -> str:
    """Return ``MLB, 2024-06-01`` or a range of dates, for the subtitle, and how many of the games are in play."""
    codes: list[str] = list(dict.fromkeys(frame["sport"].dropna().astype(str))) if "sport" in frame.columns else []
    if "league" in frame.columns and len(leagues := frame["league"].dropna().astype(str).unique()) == 1:
        codes = [leagues[0]]
    dates = frame["game_date"].dropna() if "game_date" in frame.columns else pd.Series([], dtype="datetime64[us]")
    first, last = (f"{dates.min():%Y-%m-%d}", f"{dates.max():%Y-%m-%d}") if len(dates) else ("", "")
    when = first if first == last else f"{first} to {last}"
    return ", ".join(part for part in ("/".join(codes), when, _in_play(frame)) if part)


def _in_play(frame: pd.DataFrame) -> str:
    if not {"phase", "game_id"} <= set(frame.columns):
        return ""
    games = frame["game_id"].nunique()
    count = frame.loc[frame["phase"].isin(("live", "paused")).to_numpy(), "game_id"].nunique()
    return "" if not count else "in play" if count == games == 1 else f"{count} in play"


def many(count: int, word: str, plural: str = "") -> str:
    """Return ``1 game`` or ``2 games``."""
    return f"{count} {word if count == 1 else plural or word + 's'}"
