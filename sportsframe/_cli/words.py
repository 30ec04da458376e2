"""Positional arguments in any order: sports, leagues, days and seasons; and messages in terms of the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from .._client.notices import say
from .._client.query import CURRENT, ISO, RELATIVE, TONIGHT, form_of_ids
from ..catalog import SPORTS, sport_code
from ..catalog.names import is_sport, league_named, sport_meant
from ..catalog.rules import GAME_IDS
from ..errors import QueryError, choose, nearest, quoted

DAYS = (*RELATIVE, "now")
"""Words that stand for a date."""

LONGEST = 3
"""Words of the longest common name of a league or a sport."""


class Words(NamedTuple):
    """What the words of a command name."""

    sports: list[tuple[str, str | None]]
    """Sports in the order given, each with its league, if one was given."""
    others: list[str]
    """All other words: days, seasons, IDs and names."""


def sorted_out(words: Sequence[str], league: str | None) -> Words:
    """Tell sports and leagues from other words, in whichever order they were given.

    Parameters
    ----------
    words : sequence of str
        Of the command line.
    league : str or None
        Value of ``--league``.

    Raises
    ------
    QueryError
        A league is named beside ``--league``.

    Examples
    --------
    >>> sorted_out(["today", "nba", "Serie", "A"], None)
    Words(sports=[('NBA', None), ('SOCCER', 'SERIEA')], others=['today'])
    """
    sports: list[tuple[str, str | None]] = []
    others: list[str] = []
    left = [part for word in words for part in _apart(word)]
    while left:
        for length in range(min(LONGEST, len(left)), 0, -1):
            text = " ".join(left[:length])
            if not is_sport(text) and (code := sport_meant(text)):
                sports.append((code, None))
                break
            if (found := league_named(text)) and all(map(str.isalpha, text.split())):
                if league is not None:
                    raise QueryError(f"the league was given twice, {quoted(text)} and --league {league}; pass it once.")
                sports.append(found)
                break
        else:
            length = 1
            if is_sport(left[0]):
                sports += [(code, None) for code in left[0].upper().split("-")]
            else:
                others.append(left[0])
        del left[:length]
    with_league = {sport for sport, named in sports if named}
    sports = [(sport, named) for sport, named in sports if named or sport not in with_league]
    some = any(SPORTS[sport].leagues for sport, _ in sports)
    sports = [(sport, league if league and (SPORTS[sport].leagues or not some) else named) for sport, named in sports]
    return Words(list(dict.fromkeys(sports)), others)


def is_day(word: str) -> bool:
    """Whether a word is a day, seasons or an ID rather than a name."""
    text = word.casefold()
    bare = text.replace(CURRENT, "0")
    return (bare[:1].isdigit() and not any(map(str.isalpha, bare))) or text in (*DAYS, *TONIGHT) or is_game_id(word)


def is_game_id(word: str) -> bool:
    """Whether a word is the ID of a game or a tournament; ``2023-24`` is a season, ``2023_24`` an ID."""
    return any(one.form.fullmatch(word.upper()) for who, one in GAME_IDS.items() if who != "field" or "_" in word)


def game_id_in(word: str, sport: str) -> str | None:
    """Return the ID of a game of a sport that a word is; of a registered sport, any word with a digit but a date."""
    if is_game_id(word):
        return word.upper()
    own = form_of_ids(sport) is None and any(map(str.isdigit, word)) and not ISO.fullmatch(word)
    return word if own else None


def is_year(word: str) -> bool:
    """Whether a word is a year."""
    return len(word) == 4 and word.isascii() and word.isdigit()


BOTH_YEARS = re.compile(r"([0-9]{4})[-/–]([0-9]{2}|[0-9]{4})")
"""Both years of a season."""

FROM_TO = re.compile(rf"([0-9]{{4}})(?:-|–|\.\.)([0-9]{{4}}|{CURRENT})")
"""The first and last of several seasons."""


def is_season(word: str) -> bool:
    """Whether a word is one season: ``2024``, ``2023-24``, ``2023/2024`` or ``current``."""
    both = BOTH_YEARS.fullmatch(word)
    return is_year(word) or word.casefold() == CURRENT or bool(both and str(int(both[1]) + 1).endswith(both[2]))


def seasons_in(words: Sequence[str], current: Callable[[], int], sports: Iterable[str]) -> list[str]:
    """The seasons of words such as ``2024``, ``2023/24``, ``current``, ``2015,2020-2024`` and ``2020-current``.

    Parameters
    ----------
    words : sequence of str
        Of the command line.
    current : callable
        Returns the year of the current season.
    sports : iterable of str
        Their codes. If seasons of one of them span two years, ``2023-2024`` is one, as the service names it, and a line
        on standard error says so; else it is two.

    Raises
    ------
    QueryError
        A word is no season; the message says what to write.
    """
    found: list[str] = []
    spanning = [code for code in sports if SPORTS[code].season_spans]
    for word in (part for text in words for part in text.casefold().strip(",").split(",")):
        ends = FROM_TO.fullmatch(word)
        if is_season(word) and (spanning or not ends):
            found.append(word)
            if ends and ends[1] != ends[2]:
                say(f"sportsframe: {word} is one season of {spanning[0]}; for two write {ends[1]},{ends[2]}.")
            continue
        years = range(int(ends[1]), (current() if ends[2] == CURRENT else int(ends[2])) + 1) if ends else ()
        if not years:
            raise QueryError(
                f"season {quoted(word)} is not a year; write one such as 2024, several such as 2022,2023 or 2020-2024, "
                f"or {CURRENT}."
            )
        found += map(str, years)
    return found


def _apart(word: str) -> list[str]:
    """Sports and leagues that were written with commas between them; any other word as it is."""
    parts = word.strip(",").split(",")
    return parts if all(is_sport(part) or sport_meant(part) or league_named(part) for part in parts) else [word]


def one_sport(args: argparse.Namespace, example: str) -> list[str]:
    """Set the sport and the league that the words of a command name, and return the other words.

    Raises
    ------
    QueryError
        They name no sport, or several; the message has an example of the command.
    """
    found = sorted_out(args.words, getattr(args, "league", None))
    if not found.sports:
        refuse_unknown(found.others)
        raise QueryError(f"pass a sport, for example: sportsframe {example}.")
    if len(found.sports) > 1:
        named = " and ".join(named or sport for sport, named in found.sports)
        raise QueryError(f"{args.command} takes one sport; got {named}. Run it once for each.")
    ((args.sport, args.league),) = found.sports
    return found.others


def refuse_unknown(others: Sequence[str]) -> None:
    """Refuse a word that can only have been meant as a sport, with the nearest one: one like it, or the last."""
    words = [word for word in others if word.isalpha() and not is_day(word) and not is_season(word)]
    codes = [code for sport in SPORTS.values() for code in (sport.code, *sport.leagues)]
    meant = next((word for word in words if nearest(word, codes)), "".join(words[-1:] if words == others[-1:] else ()))
    if meant:
        sport_code(meant)
        choose(meant, SPORTS, "sport")


def no_more(others: Sequence[str], command: str, takes: str) -> None:
    """Refuse words that a command does not take."""
    if others:
        raise QueryError(f"{command} takes {takes}; got also {' and '.join(map(quoted, others))}.")


FLAG_REFRESH = {"refresh=True": "--refresh", 'refresh="changed"': "--refresh-changed"}

BARE = ("sport", "date", "seasons")
"""Keywords that are words of a command."""

RANGE = re.compile(r'(?<!\w)(?:as a tuple: )?\("([\d-]{10})", "([\d-]{10})"\)')
"""Two days as Python writes a range."""

RANGE_OF_SEASONS = re.compile(r"as a tuple: \(([0-9]{4}), ([0-9]{4})\)")

DAYS_OF_RANGE = re.compile(r'"[\d-]{10}" "[\d-]{10}"')

IN_BRACKETS = r"\((?:[^()]|\([^()]*\))*\)"

CALL = re.compile(rf"(?:(?:sf|sportsframe)\.)?(\w+)({IN_BRACKETS})")
"""A call of a function of the package."""

KEPT = re.compile(rf"\S*/\S*\?\S*|\b[^\W\d][\w.]*{IN_BRACKETS}(?:\.\w+|{IN_BRACKETS})*")
"""An address with a query, or a call of Python and what follows it."""

ARGUMENT = re.compile(r"""\s*(?:(\w+)=)?("[^"]*"|'[^']*'|[\w.-]+|"[\d-]{10}" "[\d-]{10}")\s*""")


def in_shell_words(
    text: str, flags: Collection[str], commands: Mapping[str, str], verbatim: Collection[str] = ()
) -> str:
    """Return a message of the package with its keywords as flags, and its calls as commands.

    Addresses stay as they are, as does every call of Python that is no command.

    Parameters
    ----------
    text : str
        As the package says it in Python.
    flags : collection of str
        Keywords that are flags.
    commands : mapping of str to str
        Functions that are commands, with the name of the command.
    verbatim : collection of str, optional
        Parts of the text that are words of others.

    Examples
    --------
    >>> in_shell_words('pass a league, for example league="EPL".', ["league"], {})
    'pass a league, for example --league EPL.'
    >>> in_shell_words('pass schedule_season(2026, "NBA").', [], {"schedule_season": "schedule-season"})
    'pass sportsframe schedule-season 2026 NBA.'
    """
    keyword = re.compile(rf"""\b({"|".join(flags) or "(?!)"})=("[^"]*"|'[^']*'|\w+|(?=[.;,)]|\s|$))""")

    def value(text: str) -> str:
        bare = text.strip("\"'")
        return text.replace('"', "") if DAYS_OF_RANGE.fullmatch(text) else f'"{bare}"' if " " in bare else bare

    def prose(text: str) -> str:
        text = RANGE.sub(r"\1 \2", RANGE_OF_SEASONS.sub(r"as \1-\2", text))
        for refresh, flag in FLAG_REFRESH.items():
            text = text.replace(refresh, flag)
        return keyword.sub(lambda found: f"--{found[1].replace('_', '-')} {value(found[2])}".rstrip(), text)

    def command(text: str) -> str:
        call = CALL.fullmatch(text)
        if call is None or call[1] not in commands:
            return text
        parts = [ARGUMENT.fullmatch(part) for part in RANGE.sub(r'"\1" "\2"', call[2])[1:-1].split(",")]
        if any(part is None or part[1] not in (None, *flags, *BARE) for part in parts):
            return text
        said = [value(part[2]) if part[1] in (None, *BARE) else f"--{part[1].replace('_', '-')} {value(part[2])}"
                for part in parts if part]  # fmt: skip
        return " ".join(["sportsframe", commands[call[1]], *said])

    text = re.sub(rf"^(?:argument )?({'|'.join(flags) or '(?!)'}) must be ", r"--\1 must be ", text)
    kept = re.compile("|".join([*map(re.escape, sorted(verbatim, key=len, reverse=True)), KEPT.pattern]))
    said, done = "", 0
    for found in kept.finditer(text):
        said += prose(text[done : found.start()])
        said += found[0] if found[0] in verbatim else command(found[0])
        done = found.end()
    return said + prose(text[done:])
