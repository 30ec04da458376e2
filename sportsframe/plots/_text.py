"""Text in plots: labels with units, numbers, names and dates."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import pandas as pd

from .._frames.recognize import Kind, count_games, kind
from ..catalog import SPORTS, layout
from ..catalog.names import in_words
from ..errors import FrameError
from ..measures.rows import floats

UNITS = {
    "yd": "yards",
    "min": "minutes",
    "s": "seconds",
    "deg": "degrees",
    "innings.outs": "innings",
}


def label(name: str, of: pd.DataFrame | Kind) -> str:
    """Return the label of a column with its unit in the table, if it is one."""
    return with_unit(in_words(name), _unit(name, of))


def with_unit(words: str, unit: str) -> str:
    """Return words as a label, with the unit unless they name it.

    Examples
    --------
    >>> with_unit("passing yards", "yd"), with_unit("climb", "m")
    ('Passing yards', 'Climb (m)')
    """
    unit = UNITS.get(unit, unit)
    named = re.search(rf"\b{re.escape(unit.removesuffix('s'))}s?\b", words)
    text = words[:1].upper() + words[1:]
    return f"{text} ({unit})" if unit and not named else text


def _unit(name: str, of: pd.DataFrame | Kind) -> str:
    try:
        found = of if isinstance(of, Kind) else kind(of)
    except FrameError:
        return ""
    columns = layout(found.sport, found.resource, found.table).columns
    return next((column.unit or "" for column in columns if column.name == name), "")


def counted(frame: pd.DataFrame) -> str:
    """Return the unit of the scores: points, runs, goals or legs."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
    words = {SPORTS[code].rules.unit for code in codes if code in SPORTS}
    return words.pop() if len(words) == 1 else "points"


def numbers(column: pd.Series) -> pd.Series:
    """Return a column as floats, with NaN for missing values."""
    return pd.Series(floats(column), column.index, name=column.name)


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


def fitted(name: str, fits: Callable[[str], bool], letters: int = 0, *, whole: int | None = None) -> str:
    """Return the longest form of the name of a team or person that fits.

    Its first words become initials one by one and are then left out; only then the last word is cut. At most the last
    `whole` words are not shortened. With `letters`, all but the last word have so many of them.
    """
    words = words_of(name)
    most = len(words) if whole is None else min(len(words), whole)
    forms = [worded(words, 1, letters)] if letters else [worded(words, n) for n in range(most, -1, -1)]
    if " " in words[-1]:
        forms.append(surname(name))
    found = next((form for form in forms if fits(form)), forms[-1])
    return next((text for n in range(len(found), 1, -1) if fits(text := short(found, n))), short(found, 1))


SUFFIXES = frozenset({"Jr.", "Sr.", "Jr", "Sr", "II", "III", "IV", "V"})
"""Last words of names that belong to the surname before them."""


OF_ENGLISH = frozenset({"of", "the", "and", "at"})
"""Words in small letters that belong to no surname."""


def words_of(name: str) -> list[str]:
    """Return the words of a name, its suffix and what stands before it in small letters with the surname.

    Examples
    --------
    >>> words_of("Jesse Milosholt III"), words_of("Jordy van de Beekvinkel")
    (['Jesse', 'Milosholt III'], ['Jordy', 'van de Beekvinkel'])
    """
    words = name.split()
    if len(words) > 2 and words[-1] in SUFFIXES:
        words[-2:] = [" ".join(words[-2:])]
    while len(words) > 2 and words[-2].islower() and words[-2] not in OF_ENGLISH:
        words[-2:] = [" ".join(words[-2:])]
    return words


def surname(name: str) -> str:
    """Return the one word that a person is called by.

    Examples
    --------
    >>> surname("Jesse Milosholt III"), surname("Jordy van de Beekvinkel")
    ('Milosholt', 'Beekvinkel')
    """
    return next((word for word in reversed(words_of(name)[-1].split()) if word not in SUFFIXES), name)


def worded(words: list[str], whole: int, letters: int = 1) -> str:
    """Return a name with so many whole words at its end and letters of the first ones; with 0 only the last word."""
    end = max(whole, 1)
    first = [word if len(word) <= letters else f"{word[:letters]}." for word in words[:-end] if not word.islower()]
    return " ".join([*(first if whole else []), *words[-end:]])


def apart(names: Iterable[object], length: int, *, alike: bool = False, others: Iterable[object] = ()) -> list[str]:
    """Return names shortened to a length, or to the little more by which different ones differ.

    With `alike`, all are shortened in the same way, as far as the longest requires. None may be read as another
    one, nor as one of `others`.

    Examples
    --------
    >>> apart(["Umberglen Weathervanes", "Oskminster Weathervanes"], 18)
    ['U. Weathervanes', 'O. Weathervanes']
    >>> apart(["Colderholme Wanderers", "Coldmouth Wanderers", "Oskminster"], 12)
    ['Colde. Wanderers', 'Coldm. Wanderers', 'Oskminster']
    >>> apart(["Gandervale Elderberries", "Thornfall Drumlins"], 20)
    ['G. Elderberries', 'Thornfall Drumlins']
    >>> apart(["Gandervale Elderberries", "Thornfall Drumlins"], 20, alike=True)
    ['G. Elderberries', 'T. Drumlins']
    >>> apart(["Colderholme Wanderers"], 20, others=["Coldmouth Wanderers"])
    ['Colde. Wanderers']
    >>> apart(["Jesse Milosholt III", "Lamar Hasbrindle Jr."], 12)
    ['Milosholt', 'Hasbrindle']
    >>> apart(["Jordy van de Beekvinkel", "Pablo de la Vildría"], 20)
    ['J. van de Beekvinkel', 'Pablo de la Vildría']
    >>> apart(["Jordy van de Beekvinkel"], 12)
    ['Beekvinkel']
    """
    held = [str(name) for name in names]
    whole = min((_whole(words_of(name), length) for name in held), default=0) if alike else None
    return distinct(
        held, lambda name, more: fitted(name, lambda text: len(text) <= length + 2 * more, more, whole=whole), others
    )


SCHOOL = {"University": "U.", "Institute": "Inst.", "College": "Coll.", "State": "St."}
"""Words in the names of schools -> what they are where the whole names do not fit."""


def schooled(names: Iterable[object], length: int, others: Iterable[object] = ()) -> list[str]:
    """Return the names of schools shortened to a length, or to the little more by which different ones differ.

    Examples
    --------
    >>> schooled(["University of Millmere", "Millworth State", "Millmere Tech"], 12)
    ['U. of Millm…', 'Millworth S…', 'Millmere Te…']
    """

    def called(name: str, more: int) -> str:
        text = " ".join(SCHOOL.get(word, word) for word in name.split())
        return name if len(name) <= length else short(text, length + more)

    return distinct([str(name) for name in names], called, others)


def _whole(words: list[str], length: int) -> int:
    """Return how many words at the end of a name stay whole, so that it fits; 0 if the others must be left out."""
    return next((n for n in range(len(words), 0, -1) if len(worded(words, n)) <= length), 0)


def distinct(texts: Iterable[object], shortened: Callable[[str, int], str], others: Iterable[object] = ()) -> list[str]:
    """Return texts as `shortened` returns them, with as many more letters as needed for none to stand for another one.

    Nor do they stand for one of `others`, whether that one is shortened or not.
    """
    whole = [str(text) for text in texts]
    found = {text: shortened(text, 0) for text in whole}
    every = dict.fromkeys([*whole, *map(str, others)])
    for more in range(1, max(map(len, found), default=0) + 1):
        counts = Counter(found.values())
        unclear = [text for text, told in found.items() if counts[told] > 1 or _stands_for_others(told, text, every)]
        if not unclear:
            break
        found |= {text: shortened(text, more) for text in unclear}
    return [found[text] for text in whole]


def _stands_for_others(told: str, text: str, every: Iterable[str]) -> bool:
    """Whether a text as it is shortened may be read as another one of all.

    Examples
    --------
    >>> every = ["Colderholme Wanderers", "Coldmouth Wanderers", "Oskminster"]
    >>> [_stands_for_others(told, every[0], every) for told in ("C. Wanderers", "Colde. Wanderers", "Cold…")]
    [True, False, True]
    """
    if told == text:
        return False
    words = [re.escape(word.rstrip(".…")) + (r"\S*" if word[-1] in ".…" else "") for word in told.split()]
    left_out = r"\s+(?:[a-z]\S*\s+)*"  # such as "van de"
    end = ".*" if told.endswith("…") else rf"(?:\s+(?:{'|'.join(map(re.escape, SUFFIXES))}))?"
    form = re.compile(rf"(?:.*\s)?{left_out.join(words)}{end}")
    return any(other != text and form.fullmatch(other) for other in every)


def day(frame: pd.DataFrame) -> str:
    """Return ``MLB, 2024-06-01`` or a range of dates, for the subtitle, and how many of the games are in play."""
    codes: list[str] = list(dict.fromkeys(frame["sport"].dropna().astype(str))) if "sport" in frame.columns else []
    if "league" in frame.columns and len(leagues := frame["league"].dropna().astype(str).unique()) == 1:
        codes = [leagues[0]]
    dates = frame["game_date"].dropna() if "game_date" in frame.columns else pd.Series([], dtype="datetime64[us]")
    first, last = (f"{dates.min():%Y-%m-%d}", f"{dates.max():%Y-%m-%d}") if len(dates) else ("", "")
    when = first if first == last else f"{first} to {last}"
    return ", ".join(part for part in ("/".join(codes), when, _in_play(frame)) if part)


def in_play(frame: pd.DataFrame) -> np.ndarray:
    """Return which rows are of a game in play; none without ``phase``."""
    known = "phase" in frame.columns
    return frame["phase"].isin(("live", "paused")).to_numpy(bool) if known else np.zeros(len(frame), bool)


def _in_play(frame: pd.DataFrame) -> str:
    if "game_id" not in frame.columns:
        return ""
    games, count = count_games(frame), count_games(frame[in_play(frame)])
    return "" if not count else "in play" if count == games == 1 else f"{count} in play"


def many(count: int, word: str, plural: str = "") -> str:
    """Return ``1 game`` or ``2 games``."""
    return f"{count} {word if count == 1 else plural or word + 's'}"
