"""What people call sports, leagues and tables, and what is said of any other name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import QueryError, SportsframeError, choose, listed, nearest, quoted
from .codes import CheckedSport
from .grammar import Sport
from .resources import league_code
from .sports import SPORTS


def in_words(column: str) -> str:
    """Return the name of a column as people write it.

    Examples
    --------
    >>> in_words("total_rebounds"), in_words("visits_180"), in_words("visits_140_plus")
    ('total rebounds', 'visits of 180', 'visits of 140+')
    """
    words = column.replace("_", " ")
    return re.sub(r"(?<=s) (\d+)( plus)?$", lambda found: f" of {found[1]}{'+' * bool(found[2])}", words)


def sport_code(text: str) -> CheckedSport:
    """Return a sport code that type checkers accept, from a string that is known only at run time.

    At run time every loader accepts such strings directly. Type checkers accept only the nine sport codes and the
    result of this function, for example for registered sports or command-line arguments.

    Parameters
    ----------
    text : str
        Code of one of the nine sports or of a registered one, in upper or lower case; or what people call it, if
        that means only one, such as ``golf``, ``ncaab`` or ``PGA Tour``.

    Returns
    -------
    str
        The code in upper case.

    Raises
    ------
    QueryError
        The code is unknown.

    Examples
    --------
    >>> sport_code("MLB")
    'MLB'
    """
    if found := sport_meant(text):
        return CheckedSport(found)
    if hint := _other_than_a_sport(text):
        raise QueryError(hint)
    leagues = [league for sport in SPORTS.values() for league in sport.leagues]
    raise QueryError(
        f"unknown sport {quoted(text)}; expected one of {listed(SPORTS)}, or a league of soccer: "
        f"{', '.join(leagues)}.{nearest(text, [*SPORTS, *leagues])}"
    )


def _other_than_a_sport(asked: object) -> str:
    """What to write instead of a league or of several sports; empty for anything else."""
    if isinstance(asked, str):
        if found := league_named(asked):
            return f'{asked!r} is a league; write sport="{found[0]}", league="{found[1]}".'
        if final := sport_of_finals(asked):
            return f"{asked!r} is not a sport; write {final!r}."
        if not is_sport(asked) and (named := sports_named(asked)):
            return f"{asked!r} is not the code of a sport; write {' or '.join(map(repr, named))}."
    parts = re.split(r"[\s,;/+-]+", asked) if isinstance(asked, str) else asked
    if isinstance(parts, (list, tuple, set)) and len(parts) > 1 and all(is_sport(p) or league_named(p) for p in parts):
        first = next(iter(parts))
        what = "sports" if all(map(is_sport, parts)) else "leagues"
        return f'{asked!r} are several {what}; pass one at a time, such as "{first}"; {JOINED}.'
    if isinstance(parts, (list, tuple, set)) and len(parts) == 1 and is_sport(first := next(iter(parts))):
        return f"{asked!r} is not the code of a sport; write {first!r}."
    return ""


JOINED = "pandas.concat joins frames, and sync adds to its folder"
"""How what is asked for one at a time comes together."""


def league_named(text: object) -> tuple[str, str] | None:
    """Return the sport and the league that a text names, by code or a common name; None if it names no league."""
    league = league_code(text) if isinstance(text, str) else None
    return next(((code, league) for code, sport in SPORTS.items() if league in sport.leagues), None) if league else None


def sport_of_finals(text: object) -> str | None:
    """Return the sport whose season is decided by what a text names, such as the Super Bowl; else None."""
    asked = " ".join(text.casefold().split()) if isinstance(text, str) else ""
    return next((code for code, sport in SPORTS.items() if asked in map(str.casefold, sport.finals)), None)


def sports_named(text: str) -> list[str]:
    """Return the sports that people may mean by a text, such as ``golf``, ``college basketball`` or ``football``.

    Examples
    --------
    >>> sports_named("golf"), sports_named("PGA Tour"), sports_named("football")
    (['PGA'], ['PGA'], ['NFL', 'NCAAFB', 'SOCCER'])
    >>> sports_named("ncaab"), sports_named("men's college basketball")
    (['NCAABB'], ['NCAABB'])
    """
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9'’. -]+", text.strip()):
        return []
    asked = _split(text)
    telling = {word for sport in SPORTS.values() for word in sport.telling}
    return [
        code
        for code, sport in SPORTS.items()
        if (asked & telling and asked <= _words(sport)) or asked == _split(sport.name)
    ]


def _words(sport: Sport) -> set[str]:
    """The words by which people call a sport, in small letters."""
    return {*sport.telling, *_split(sport.name), *sport.also_called.casefold().split()}


def _split(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"[a-z0-9]+", text.casefold()))


def sport_meant(text: object) -> str | None:
    """Return the code of the one sport that a text means, by its code or as people call it; else None."""
    if not isinstance(text, str):
        return None
    if text.upper() in SPORTS:
        return text.upper()
    named = sports_named(text) if not is_sport(text) else []
    return named[0] if len(named) == 1 else None


def sports_told(codes: Iterable[str]) -> str:
    """Return codes of sports for a message: what tells those of one game apart, and the game of another code's name."""
    games = [sport.game for sport in SPORTS.values()]
    told = []
    for code in codes:
        sport = SPORTS[code.upper()]
        kind = sport.name.partition(", ")[2]
        what = f"{kind} {sport.game}".strip() if games.count(sport.game) > 1 else "" if kind else sport.game
        told.append(f"{code} ({what})" if what.casefold() not in ("", code.casefold()) else code)
    return ", ".join(told)


def is_sport(text: object) -> bool:
    """Return whether a value is the code of a sport, or several joined by ``-``, in upper or lower case."""
    return isinstance(text, str) and bool(text) and all(code in SPORTS for code in text.upper().split("-"))


CALLED: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("scores", "results", "matches", "schedule"), ("games", "tournaments")),
    **dict.fromkeys(("quarters", "innings", "halves", "sets", "line_score", "linescore"), ("periods", "legs")),
    **dict.fromkeys(
        ("players", "player", "lines", "stats", "batting", "pitching", "skaters", "goalies"),
        ("players", "batting", "pitching", "skaters", "goalies"),
    ),
    **dict.fromkeys(("hitters", "hitting", "batters"), ("batting", "players", "skaters")),
    **dict.fromkeys(("goalkeepers", "goaltenders"), ("goalies", "players")),
    **dict.fromkeys(("passing", "rushing", "receiving", "kicking", "defense"), ("players",)),
    "leaderboard": ("players",),
    "pitchers": ("pitching", "players"),
    "totals": ("season",),
    "visits": ("turns",),
}
"""What people call tables -> the names that tables with it have, one of them or another by sport."""


def tables_called(asked: str, tables: Iterable[str]) -> list[str]:
    """Return those of some tables that people call by a name."""
    names = list(tables)
    return [name for name in CALLED.get(asked.casefold(), ()) if name in names]


def choose_table(asked: object, tables: Iterable[str], of: str, error: type[SportsframeError] = QueryError) -> str:
    """Return `asked` if it is one of `tables`, else refuse it as `choose` does; also what people call them is known."""
    names = list(tables)
    if isinstance(asked, list | tuple | set) and asked and all(isinstance(one, str) and one in names for one in asked):
        raise error(f"table takes one table of {of}; box_scores(date, sport) returns all of a day.")
    meant = tables_called(asked, names) if isinstance(asked, str) else []
    if not meant or asked in names:
        return choose(asked, names, f"table of {of}", error)
    raise error(
        f"unknown table of {of} {quoted(asked)}; expected one of {listed(names)}. Did you mean "
        f"{' or '.join(map(repr, meant))}?"
    )
