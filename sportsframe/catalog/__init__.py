"""Schema catalog: every field, unit, table, resource, parameter and sport of the service, each declared once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..errors import QueryError, SportsframeError, choose, listed, nearest, quoted
from . import registry
from .baseball import MLB
from .basketball import NBA, NCAABB
from .codes import CheckedSport
from .darts import DARTS
from .football import NCAAFB, NFL
from .golf import PGA
from .grammar import Answer, Record, Sport, Table
from .hockey import NHL
from .records import FieldSpec
from .resources import BASE_PATH, RESOURCES, TOKEN_PARAM, Param, Resource, league_code
from .soccer import SOCCER
from .tables import Column, Layout

__all__ = [
    "BASE_PATH",
    "RESOURCES",
    "SPORTS",
    "TOKEN_PARAM",
    "VERSION",
    "Answer",
    "CheckedSport",
    "Column",
    "FieldSpec",
    "Layout",
    "Param",
    "Record",
    "Resource",
    "Sport",
    "Table",
    "answer",
    "every_answer",
    "every_table",
    "layout",
    "params",
    "register_sport",
    "sport_code",
    "sports_of",
]

VERSION = "2"
"""Version of the catalog, incremented when a column's name, type or meaning changes; frames carry it in ``attrs``."""

SPORTS: dict[str, Sport] = registry.Sports(NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER, DARTS)
"""The sports by code: the nine of the service, then registered ones; those of packages come with the first look."""


def register_sport(sport: Sport) -> None:
    """Register a sport, so that loaders, columns, measures, plots, widgets and MCP tools accept it.

    Measures and plots are those of its game (``sport.game``); standings follow its rules. Register it before loading
    frames that are to be concatenated, because its code becomes a category of the column ``sport``. The built-in
    service has no data for it and returns an error. A package registers its sports through entry points in the group
    ``sportsframe.sports``.

    Parameters
    ----------
    sport : Sport
        Code, records, tables and rules, declared with ``sportsframe.catalog.grammar``.

    Raises
    ------
    ConfigError
        The code is already registered or names a league, or the declaration is incomplete or inconsistent.

    Examples
    --------
    >>> from sportsframe.catalog import SPORTS
    >>> from dataclasses import replace
    >>> wnba = replace(SPORTS["NBA"], code="WNBA", name="Basketball, women", season_spans=False)
    >>> register_sport(wnba)                            # doctest: +SKIP
    """
    registry.add(SPORTS, sport)


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
        return f'{asked!r} are several {what}; pass one, such as "{first}", and join the frames with pandas.concat.'
    return ""


def league_named(text: object) -> tuple[str, str] | None:
    """Return the sport and the league that a text names, by code or a common name; None if it names no league."""
    league = league_code(text) if isinstance(text, str) else None
    return next(((code, league) for code, sport in SPORTS.items() if league in sport.leagues), None) if league else None


def sport_of_finals(text: object) -> str | None:
    """Return the sport whose season is decided by what a text names, such as the Super Bowl; else None."""
    asked = " ".join(text.casefold().split()) if isinstance(text, str) else ""
    return next((code for code, sport in SPORTS.items() if asked in map(str.casefold, sport.finals)), None)


ALSO_CALLED = {
    "NFL": "gridiron professional",
    "NBA": "professional hoops men mens s",
    "MLB": "professional major league",
    "NHL": "professional",
    "NCAAFB": "gridiron ncaa ncaaf cfb fbs",
    "NCAABB": "ncaa hoops ncaab ncaam ncaambb cbb men mens s division i d1",
    "PGA": "pro professional men mens s",
    "SOCCER": "football association",
    "DARTS": "pdc pro professional tour",
}
"""Words by which people call a sport beside those of its name and its code."""

TELLING = "college ncaa hoops ncaaf cfb fbs ncaab ncaam ncaambb cbb pdc".split()
"""Words that tell of a sport by themselves, beside its code and its game."""


def sports_named(text: str) -> list[str]:
    """Return the sports that people may mean by a text, such as ``golf``, ``college basketball`` or ``football``.

    Examples
    --------
    >>> sports_named("golf"), sports_named("PGA Tour"), sports_named("football")
    (['PGA'], ['PGA'], ['NFL', 'NCAAFB', 'SOCCER'])
    >>> sports_named("ncaab"), sports_named("men's college basketball")
    (['NCAABB'], ['NCAABB'])
    """
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z1'’. -]+", text.strip()):
        return []
    asked = set(re.findall(r"[a-z1]+", text.casefold()))
    words = {
        code: {code.casefold(), *re.findall(r"[a-z]+", sport.name.casefold()), sport.game}
        | set(ALSO_CALLED.get(code, "").split())
        for code, sport in SPORTS.items()
    }
    telling = {sport.game for sport in SPORTS.values()} | {code.casefold() for code in SPORTS} | set(TELLING)
    return [code for code, known in words.items() if asked & telling and asked <= known]


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
        what = f"{kind} {sport.game}" if games.count(sport.game) > 1 else "" if kind else sport.game
        told.append(f"{code} ({what})" if what.casefold() not in ("", code.casefold()) else code)
    return ", ".join(told)


def is_sport(text: object) -> bool:
    """Return whether a value is the code of a sport, or several joined by ``-``, in upper or lower case."""
    return isinstance(text, str) and bool(text) and all(code in SPORTS for code in text.upper().split("-"))


def answer(sport: str, resource: str) -> Answer:
    """Return the response declaration of `resource` for `sport`; an unknown name raises an error with the choices."""
    choose(sport, SPORTS, "sport")
    return SPORTS[sport].answer(resource)


def params(sport: str, resource: str) -> tuple[Param, ...]:
    """Return the query parameters of a sport's resource, without the token; none for an unknown sport."""
    return SPORTS[sport].params(resource) if sport in SPORTS else ()


def sports_of(resource: str) -> tuple[str, ...]:
    """Return the codes of the sports that have a resource."""
    found = RESOURCES.get(resource)
    return tuple(code for code, sport in SPORTS.items() if found is not None and found.group in sport.answers)


def layout(sport: str, resource: str, table: str | None = None) -> Layout:
    """Return the layout of a table, by default the resource's default table or, if the sport lacks it, its first table.

    ``games``, the default of most loaders, is treated in the same way: for golf it selects ``tournaments``.
    """
    layouts = answer(sport, resource).layouts
    if isinstance(table, str) and table in layouts:
        return layouts[table]
    usual = RESOURCES[resource].table
    if table is None or (isinstance(table, str) and table in ("games", usual)):
        return layouts.get(usual) or next(iter(layouts.values()))
    return layouts[choose_table(table, layouts, f"{sport} {resource}")]


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


def every_answer() -> Iterator[tuple[str, Resource, Answer]]:
    """Yield every (sport, resource, answer), in catalog order."""
    for code, sport in SPORTS.items():
        for name in sport.resources:
            yield code, RESOURCES[name], sport.answer(name)


def every_table() -> Iterator[tuple[str, str, str, Layout]]:
    """Yield every (sport, resource, table, layout), in catalog order."""
    for code, resource, ans in every_answer():
        for name, lay in ans.layouts.items():
            yield code, resource.name, name, lay


def __dir__() -> list[str]:
    return __all__
