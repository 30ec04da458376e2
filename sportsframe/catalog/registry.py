"""Registration of additional sports: validation and entry points."""

from __future__ import annotations

import re
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from importlib.metadata import EntryPoint, entry_points
from math import inf
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

from ..errors import ConfigError, SportsframeWarning, nearest, quoted
from .grammar import Sport
from .printed import Printed
from .resources import RESOURCES, in_group, league_code
from .results import standings_columns
from .rules import Rules, Standings
from .tables import Answer, Table

ENTRY_POINTS = "sportsframe.sports"
"""Entry point group for sports."""

CODE = re.compile(r"[A-Z][A-Z0-9]*")


def add(sports: dict[str, Sport], sport: Sport) -> None:
    """Validate a sport and add it to `sports`.

    Raises
    ------
    ConfigError
        It is not a `Sport`, its code is invalid or already registered, or the declaration is incomplete.
    """
    if not isinstance(sport, Sport):
        raise ConfigError(f"register_sport() expects a sportsframe.catalog.Sport, not {type(sport).__name__}.")
    code = sport.code
    if not isinstance(code, str) or not CODE.fullmatch(code):
        raise ConfigError(f"invalid sport code {quoted(code)}; use upper-case letters and digits, for example WNBA.")
    if code.lower() in RESOURCES:
        raise ConfigError(f"{code} is the name of a resource; use a different code.")
    if code in sports:
        if sports[code] is sport:
            return
        raise ConfigError(f"{code} is already registered; use a different code.")
    if league := league_code(code):
        raise ConfigError(f"{code} names the league {league}, as which it is read; use a different code.")
    if sport.leagues:
        raise ConfigError(f"only SOCCER may have leagues, not {code}; register each league as a separate sport.")
    if isinstance(sport.answers, Mapping) and not sport.answers:
        raise ConfigError(f"{code} declares no answers; add one for a resource group, for example live.")
    try:
        ZoneInfo(sport.zone)
    except (LookupError, ValueError, TypeError, OSError):
        raise ConfigError(f"{quoted(sport.zone)} is not a time zone; use a name such as America/New_York.") from None
    for what in ("name", "game"):
        text = getattr(sport, what)
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise ConfigError(f"{quoted(text)} is not the {what} of a sport; {code} needs a word or two.")
    try:
        date(2001, *sport.opens)
    except (ValueError, TypeError):
        raise ConfigError(
            f"{quoted(sport.opens)} is not the start of a season of {code}; give month and day, such as (10, 1)."
        ) from None
    if fault := _misfit(sport, Sport, code):
        raise ConfigError(f"{fault}.")
    for place, number, (expected, fits) in _numbers(sport):
        if number is not None and not fits(number):
            raise ConfigError(f"{place} of {code} must be {expected}, not {number}.")
    taken = {code, *sports}
    if names := [name for name in sport.finals if name.upper() in taken or league_code(name)]:
        raise ConfigError(f"finals of {code} must not be the name of a sport or league, such as {quoted(names[0])}.")
    for word in sport.also_called.casefold().split():
        meant = [other.code for other in sports.values() if word in other.telling]
        if len(meant) == 1 and word not in sport.telling:
            raise ConfigError(f"{quoted(word)} means {meant[0]}; leave it out of also_called of {code}.")
    groups = dict.fromkeys(resource.group for resource in RESOURCES.values())
    for group, answer in sport.answers.items():
        if group not in groups:
            raise ConfigError(
                f"unknown resource group {quoted(group)} in the answers of {code}.{nearest(group, groups)} "
                "sportsframe.catalog.RESOURCES has them."
            )
        _check_answer(answer, group, code)
    _check_totals(sport)
    _check_rules(sport)
    _check_standings(sport)
    sports[code] = sport


def _check_answer(answer: Answer, group: str, code: str) -> None:
    """Refuse tables that do not match their record, and what names columns or resources that there are not."""
    names = [table.name for table in answer.tables]
    if not answer.layouts:
        raise ConfigError(f"{code} {group} has no tables; declare one, such as Table('games', '', 'game').")
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise ConfigError(f"{code} {group} has two tables {twice}; give each a name of its own.")
    resources = [resource.name for resource in in_group(group)]
    if strange := [name for name in (*answer.current, *answer.days) if name not in resources]:
        raise ConfigError(
            f"{strange[0]} is not a resource of {code} {group}; current and days take {', '.join(resources)}."
        )
    for name, layout in answer.layouts.items():
        try:
            columns = {column.name for column in layout.columns}
        except (LookupError, AssertionError, TypeError, AttributeError, ValueError) as error:
            reason = str(error.args[0]) if error.args else type(error).__name__
            raise ConfigError(f"the table {name} of {code} {group} does not match its record: {reason}.") from error
        ties = ("decides ties by", {*filter(None, (column.tied_by for column in layout.columns))})
        for what, named in (*_columns_named(layout.table), ties):
            if lacking := sorted(named - columns):
                raise ConfigError(
                    f"the table {name} of {code} {group} {what} {lacking[0]}, which is not one of its columns."
                )


def _columns_named(table: Table) -> Iterator[tuple[str, set[str]]]:
    """Yield what a table does with columns that its declaration names, and these."""
    yield "repeats", set(table.parent_columns)
    yield "tells the situation by", set(re.findall(r"\{(\w+)", table.situation))
    for printed in table.printed:
        yield "prints", {name for column in (*printed.parsed, *printed.listed) for name in column.names}
        yield "chooses printed rows by", {*filter(None, printed.where.split("+"))}


def _check_totals(sport: Sport) -> None:
    """Refuse season statistics made of tables that there are not, and rankings by columns that there are not."""
    answers = sport.answers
    boxes = answers["live"].layouts if "live" in answers else {}
    for group, answer in answers.items():
        for totals in answer.totals:
            if lacking := [*(box for box in totals.boxes if box not in boxes)]:
                raise ConfigError(
                    f"the totals of {sport.code} {group} are those of the table {lacking[0]}, which live does not have."
                )
    every = {column.name for answer in answers.values() for lay in answer.layouts.values() for column in lay.columns}
    if "player-stats" in answers and (strange := [name for name in sport.rules.qualified if name not in every]):
        raise ConfigError(f"qualified of {sport.code} names {quoted(strange[0])}, which is a column of no table.")


def _check_rules(sport: Sport) -> None:
    """Refuse rules that contradict each other or the tables of the sport."""
    code, rules, live = sport.code, sport.rules, sport.answers.get("live")
    for what in ("unit", "period"):
        if not getattr(rules, what).strip():
            raise ConfigError(
                f"{what} of rules of {code} must not be empty; write a word, such as {getattr(Rules, what)}."
            )
    if live is not None and not rules.periods and any("{period}" in table.path for table in live.tables):
        raise ConfigError(f"{code} has a table of periods, but its rules declare none; give periods= of Rules.")
    box = live.layouts.get("teams") if live is not None else None
    if box is not None and (strange := {name for _, name in rules.totals} - {column.name for column in box.columns}):
        raise ConfigError(
            f"totals of rules of {code} name {quoted(min(strange))}, which is not a column of its table teams."
        )


def _check_standings(sport: Sport) -> None:
    """Refuse printed columns that the standings do not have, and seeding that contradicts the standings or itself.

    The default names columns of several kinds of leagues; a league prints those it has.
    """
    code, ranks = sport.code, sport.rules.standings
    if ranks is None:
        return
    known = standings_columns(sport)
    for column in Printed(ranks.printed).parsed if ranks.printed != Standings.printed else ():
        if len(column.names) > 1:
            raise ConfigError(f"standings of {code} print {column.heading} of several columns; name one of them.")
        if (name := column.names[0]) not in known:
            raise ConfigError(
                f"standings of {code} print {name}, which is not one of their columns; name one of those of "
                f"sportsframe.standings.{nearest(name, sorted(known))}"
            )
    for what in ("prizes", "league_tie_breaks", "deciding_games"):
        if strange := [key for key in getattr(ranks, what) if key != code and not league_code(key)]:
            raise ConfigError(f"{what} of {code} are of {quoted(strange[0])}; key them by the code, {code}.")
    seeding = ranks.seeding
    if seeding is None:
        return
    if ranks.group == "league":
        raise ConfigError(
            f"seeding of {code} is by conference, but its standings are one table; leave it out, or rank teams by "
            "conference."
        )
    for what, pairs in (("first_round", seeding.first_round), ("play_in_round", seeding.play_in_round)):
        seeds = [seed for pair in pairs for seed in pair if seed]
        qualified = seeding.others + seeding.play_in
        if len(set(seeds)) < len(seeds) or any(seed < 0 for seed in seeds):
            raise ConfigError(f"{what} of seeding of {code} must name each seed once, and 0 for a bye.")
        if not seeding.per_division and seeds and max(seeds) > qualified:
            raise ConfigError(f"{what} of seeding of {code} has the seed {max(seeds)}, but {qualified} qualify.")
    if not seeding.per_division and not seeding.first_round:
        raise ConfigError(f"seeding of {code} needs first_round, the seeds that meet, as no divisions decide.")
    played_for = [min(pair) for pair in seeding.play_in_round[:1]]
    if seeding.first_round and (lacking := set(played_for) - {seed for pair in seeding.first_round for seed in pair}):
        raise ConfigError(f"first_round of seeding of {code} lacks the seed {lacking.pop()} of the play-in.")
    if seeding.rounds and seeding.series and len(seeding.rounds) != len(seeding.series):
        raise ConfigError(
            f"seeding of {code} has {len(seeding.rounds)} rounds and {len(seeding.series)} series; give the most games "
            "of each round."
        )


Range = tuple[str, Callable[[float], bool]]
"""Which numbers a declaration may have, in words, and whether one of them has it."""

ABOVE_0: Range = ("more than 0 and finite", lambda number: 0 < number < inf)
FROM_0: Range = ("0 or more", lambda number: number >= 0)
FROM_1: Range = ("1 or more", lambda number: number >= 1)
SHARE: Range = ("from 0 to 1", lambda number: 0 <= number <= 1)
ODD: Range = ("odd and 1 or more", lambda number: number >= 1 and number % 2 == 1)


def _numbers(sport: Sport) -> Iterator[tuple[str, float | None, Range]]:
    """Yield the numbers of a declaration with their places, and the range of each."""
    rules = sport.rules
    yield "game_days", sport.game_days, FROM_1
    yield "periods of rules", rules.periods, FROM_0
    for name in ("period_minutes", "overtime_minutes", "margin_spread", "pythagorean"):
        yield f"{name} of rules", getattr(rules, name), ABOVE_0
    for column, share in rules.qualified.items():
        yield f"{column} of qualified of rules", share, SHARE
    if elo := rules.elo:
        yield "k of elo", elo.k, ABOVE_0
        yield "keep of elo", elo.keep, SHARE
        yield "playoffs of elo", elo.playoffs, ABOVE_0
    if sets := rules.sets:
        yield from ((f"{place} of sets", legs, FROM_1) for place, legs in (("legs", sets.legs), *sets.by_event.items()))
    if ranks := rules.standings:
        yield "games of standings", ranks.games, FROM_1
        yield from ((f"{year} in games_until", games, FROM_1) for year, games in ranks.games_until.items())
        if points := ranks.points:
            yield "win of points", points.win, FROM_1
        if seeding := ranks.seeding:
            for name in ("per_division", "others", "play_in"):
                yield f"{name} of seeding", getattr(seeding, name), FROM_0
            yield from (("the most games of a series", most, ODD) for most in seeding.series)


def _misfit(value: Any, hint: Any, place: str) -> str:
    """What in a declaration is not of its type, as ``rules of WNBA must be Rules, not None``; empty if all of it is."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        found = [_misfit(value, one, place) for one in inner if (value is None) == (one is types.NoneType)]
        fault = _wrong(place, _type_in_words(hint), value) if not found else "" if "" in found else found[0]
    elif origin is Literal:
        fault = "" if value in inner else _wrong(place, " or ".join(map(repr, inner)), value)
    elif origin is type:
        fits = isinstance(value, type) and issubclass(value, inner[0])
        fault = "" if fits else _wrong(place, _type_in_words(hint), value)
    elif not _is_a(value, origin or hint):
        fault = _wrong(place, _type_in_words(hint), value)
    elif origin is tuple and inner[-1] is not Ellipsis and len(value) != len(inner):
        fault = _wrong(place, f"a tuple of {len(inner)}", value)
    elif origin is tuple:
        each = inner if inner[-1] is not Ellipsis else inner[:1] * len(value)
        fault = next(filter(None, map(_misfit, value, each, [f"a part of {place}"] * len(value))), "")
    elif origin is not None and issubclass(origin, Mapping):
        keys = (_misfit(key, inner[0], f"a key of {place}") for key in value)
        values = (_misfit(one, inner[1], f"{key} of {place}") for key, one in value.items())
        fault = next(filter(None, (*keys, *values)), "")
    elif is_dataclass(value):
        hints = get_type_hints(type(value))
        parts = (_misfit(getattr(value, one.name), hints[one.name], f"{one.name} of {place}") for one in fields(value))
        fault = next(filter(None, parts), "")
    else:
        fault = ""
    return fault


def _is_a(value: Any, kind: Any) -> bool:
    """Whether a value is of a class; numbers may be written without a point, and bool is not a number."""
    if kind is Any:
        return True
    if kind in (int, float):
        return isinstance(value, (int, kind)) and not isinstance(value, bool)
    return isinstance(value, kind)


def _type_in_words(hint: Any) -> str:
    known = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}
    return known.get(hint) or (hint.__name__ if isinstance(hint, type) else re.sub(r"\w+\.", "", str(hint)))


def _wrong(place: str, expected: str, value: Any) -> str:
    return f"{place} must be {expected}, not {quoted(value)}"


class Sports(dict[str, Sport]):
    """The sports by code. The first look at them loads those of installed packages.

    It does not happen on import, because the packages import the catalog themselves. As long as one of them is being
    imported, its sports wait for the next look.
    """

    def __init__(self, *sports: Sport) -> None:
        super().__init__({sport.code: sport for sport in sports})
        self._waiting: list[EntryPoint] | None = None
        self._looking = threading.local()

    def _look(self) -> None:
        if self._waiting == [] or getattr(self._looking, "here", False):
            return
        self._looking.here = True
        try:
            found = [*entry_points(group=ENTRY_POINTS)] if self._waiting is None else self._waiting
            waiting = [point for point in found if _importing(point)]
            add_installed(self, [point for point in found if point not in waiting])
            self._waiting = waiting  # not before, so that no other thread misses them
        finally:
            self._looking.here = False

    def __getitem__(self, code: str) -> Sport:
        self._look()
        return super().__getitem__(code)

    def __contains__(self, code: object) -> bool:
        self._look()
        return super().__contains__(code)

    def __iter__(self) -> Iterator[str]:
        self._look()
        return super().__iter__()

    def __len__(self) -> int:
        self._look()
        return super().__len__()

    def get(self, code: str, default: Any = None) -> Any:
        self._look()
        return super().get(code, default)

    def keys(self) -> Any:
        self._look()
        return super().keys()

    def values(self) -> Any:
        self._look()
        return super().values()

    def items(self) -> Any:
        self._look()
        return super().items()


def _importing(point: EntryPoint) -> bool:
    """Whether the package of an entry point is being imported at this moment, by whoever looks at the sports."""
    package = point.module.partition(".")[0]
    return any(
        getattr(getattr(module, "__spec__", None), "_initializing", False)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] == package
    )


def add_installed(sports: dict[str, Sport], found: Iterable[EntryPoint]) -> None:
    """Register the sports of installed packages; one that fails is skipped, and a warning names all of these."""
    failed = []
    for point in found:
        try:
            add(sports, point.load())
        except Exception as error:
            reason = str(error).split("\n")[0] or type(error).__name__
            failed.append(f"cannot register a sport from the entry point {point.name} ({point.value}): {reason}")
    for text in failed:
        warnings.warn(text, SportsframeWarning, stacklevel=2)
