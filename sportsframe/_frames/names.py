"""Names of people and teams as users write them: without regard to case and accents, in part, or misspelled."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from ..errors import QueryError, quoted

K = TypeVar("K", bound=Hashable)

LETTERS = str.maketrans({"ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
"""Letters that Unicode does not decompose into a plain letter and an accent."""

SIMILAR = 0.8
"""The least ratio of `difflib` at which a word counts as a misspelling of another."""

PREFIX, INSIDE = 0.9, 0.8
"""Similarity of a word with a longer one that begins with it, or contains it."""

LEAST_LETTERS = 3
"""Letters that a text must have to be looked for inside words, rather than only at their beginning."""

LONGEST_NAME = 200
"""Characters that a name to look for may have; the search takes time for each."""


def bounded(name: str) -> str:
    """The name, unless it is longer than any name is."""
    if len(name) > LONGEST_NAME:
        raise QueryError(f"a name has at most {LONGEST_NAME} characters, not {len(name):,}.")
    return name


def plain(text: str) -> str:
    """Lower-case words of letters and digits without accents, separated by single spaces.

    Examples
    --------
    >>> plain("  Núñez-ØSTERGÅRD ")
    'nunez ostergard'
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.casefold().translate(LETTERS))
        text = "".join(letter for letter in text if not unicodedata.combining(letter))
    apart = "".join(letter if letter.isalnum() else "" if letter in "'’." else " " for letter in text.casefold())
    return " ".join(apart.split())


def holds(name: object, text: str) -> bool:
    """Whether a name contains a text, in any case, with or without accents and an article before it.

    Examples
    --------
    >>> holds("Timberley Núñez-Moonbeams", "the nunez moon")
    True

    A word may be a part of one; several words begin where one of the name does.

    >>> holds("Virtus Montemarzio", "tus"), holds("Virtus Montemarzio", "us montemarzio")
    (True, False)
    """
    asked = plain(text)
    asked = asked.removeprefix(ARTICLE) or asked
    if not isinstance(name, str) or not asked:
        return False
    if " " in asked or len(asked) < LEAST_LETTERS:
        return f" {asked}" in f" {plain(name)}"
    return asked in plain(name)


ARTICLE = "the "


def scores(text: str, names: Sequence[str]) -> list[float]:
    """How well each name matches a text, from 0 (not at all) to 1 (the same words).

    Every word of the text must match a word of the name: be equal to it, its beginning, a part of it, or a
    misspelling. The score is the mean similarity of the words, less up to a tenth for words of the name that the text
    does not have.
    """
    asked = plain(text).split()
    held = [plain(name).split() for name in names]
    if not asked:
        return [0.0] * len(held)
    every = {word for words in held for word in words}
    if len(asked) > 1 and asked[0] == ARTICLE.strip() not in every:
        asked = asked[1:]
    alike = [_similarities(word, every) for word in asked]
    found = []
    for words in held:
        best = [max((similar.get(word, 0.0) for word in words), default=0.0) for similar in alike]
        covered = min(1.0, len(asked) / len(words)) if words else 0.0
        found.append(sum(best) / len(best) * (0.9 + 0.1 * covered) if all(best) else 0.0)
    return found


def _similarities(asked: str, words: set[str]) -> dict[str, float]:
    """The similarity of a word with each of the words that resemble it."""
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(asked)
    found = {}
    for word in words:
        if word == asked:
            found[word] = 1.0
            continue
        if len(asked) >= LEAST_LETTERS and asked in word:
            found[word] = PREFIX if word.startswith(asked) else INSIDE
            continue
        matcher.set_seq1(word)
        if matcher.real_quick_ratio() >= SIMILAR and matcher.quick_ratio() >= SIMILAR:
            ratio = matcher.ratio()
            if ratio >= SIMILAR:
                found[word] = ratio
    return found


def one_named(
    who: str,
    labels: Mapping[K, Sequence[str]],
    what: str,
    where: str,
    shown: Callable[[K], str],
    advice: str,
    nobody: str = "",
) -> K:
    """Return the key that a name stands for: one with that label, or the only one whose name contains it.

    Parameters
    ----------
    who : str
        A name or an abbreviation, in any case, with or without accents; or a part of a name.
    labels : mapping
        For each key its name, followed by others under which it is known in full.
    what, where : str
        What is looked for, and where, for messages: ``"team"``, ``"in the frame"``.
    shown : callable
        How a message names a key.
    advice : str
        What to write instead of an ambiguous name.
    nobody : str
        A sentence to add to the message if nobody has the name.

    Raises
    ------
    QueryError
        None or several are meant; the message names the nearest.
    """
    wanted = plain(bounded(who))
    if not wanted:
        raise QueryError(f"{quoted(who)} is not the name of a {what}.")
    exact = [key for key, known in labels.items() if any(plain(label) == wanted for label in known)]
    found = exact or [key for key, known in labels.items() if holds(known[0], who)]
    if len(found) == 1:
        return found[0]
    if found:
        some = ", ".join(sorted(shown(key) for key in found)[:5])
        raise QueryError(f"{quoted(who)} matches {len(found)} {what}s {where}: {some}; {advice}.")
    hint = _nearest(who, labels, shown)
    raise QueryError(f"no {what} {where} is called {quoted(who)}.{hint}{nobody}")


def _nearest(who: str, labels: Mapping[K, Sequence[str]], shown: Callable[[K], str]) -> str:
    keys = [key for key, known in labels.items() for _ in known]
    rated: dict[K, float] = {}
    for key, score in zip(keys, scores(who, [label for known in labels.values() for label in known]), strict=True):
        rated[key] = max(rated.get(key, 0.0), score)
    best = sorted((key for key, score in rated.items() if score), key=lambda key: (-rated[key], shown(key)))[:3]
    return f" Did you mean {' or '.join(repr(shown(key)) for key in best)}?" if best else ""
