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
from math import inf, isfinite
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

from ..errors import ConfigError, SportsframeWarning, either, nearest, quoted
from .grammar import Sport
from .printed import Printed
from .resources import RESOURCES, in_group, league_code
from .results import DATASET, standings_columns
from .rules import Rules, Standings, TieBreaks
from .season_stats import GAMES_PLAYED, OPPONENT_SCORE, SCORED_BY, Each, Total
from .tables import TABLE_NAME, Answer, Table, underivable, unreached

ENTRY_POINTS = "sportsframe.sports"
"""Entry point group for sports."""

CODE = re.compile(r"[A-Z][A-Z0-9]*")

MANY = 1000
"""Teams of a league large enough for any two places, one counted from the top and one from the bottom."""


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
    _check_names(sport, sports)
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


def _check_names(sport: Sport, sports: Mapping[str, Sport]) -> None:
    """Refuse names by which another sport is known; words that tell of a game may be those of all its leagues."""
    code, taken = sport.code, {word for one in (sport, *sports.values()) for word in one.telling}
    for name in sport.finals:
        if name.casefold() in taken or league_code(name):
            raise ConfigError(f"finals of {code} must not be the name of a sport or league, such as {quoted(name)}.")
        if not name.strip():
            raise ConfigError(f"a name in finals of {code} must not be empty; leave it out.")
    for what in ("also_called", "nicknames"):
        for word in getattr(sport, what).casefold().split():
            meant = [other for other in sports.values() if word in other.telling]
            own = word in sport.telling if what == "also_called" else meant and meant[0].game == sport.game
            if len(meant) == 1 and not own:
                raise ConfigError(f"{quoted(word)} means {meant[0].code}; leave it out of {what} of {code}.")


def _check_answer(answer: Answer, group: str, code: str) -> None:
    """Refuse tables that do not match their record, and what names columns or resources that there are not."""
    names = [table.name for table in answer.tables]
    if not answer.layouts:
        raise ConfigError(f"{code} {group} has no tables; declare one, such as Table('games', '', 'game').")
    if odd := [name for name in names if not TABLE_NAME.fullmatch(name)]:
        raise ConfigError(
            f"{quoted(odd[0])} is no name for a table of {code} {group}; use lower-case letters, digits and "
            "underscores, such as team_stats."
        )
    if twice := next((name for name in names if names.count(name) > 1), ""):
        raise ConfigError(f"{code} {group} has two tables {twice}; give each a name of its own.")
    if group == "live" and (taken := [name for name in names if name.split("_")[0] == "schedule"]):
        raise ConfigError(
            f"{code} live cannot have a table {taken[0]}: in a dataset, that is one of the schedule; rename it."
        )
    resources = [resource.name for resource in in_group(group)]
    if strange := [name for name in (*answer.current, *answer.days) if name not in resources]:
        raise ConfigError(
            f"{strange[0]} is not a resource of {code} {group}; current and days take {', '.join(resources)}."
        )
    for name, layout in answer.layouts.items():
        try:
            columns = {column.name for column in layout.columns}
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            reason = str(error.args[0]) if error.args else type(error).__name__
            end = "" if reason.endswith((".", "?")) else "."
            raise ConfigError(f"the table {name} of {code} {group} does not match its record: {reason}{end}") from error
        ties = ("decides ties by", {*filter(None, (column.tied_by for column in layout.columns))})
        for what, named in (*_columns_named(layout.table), ties):
            if lacking := sorted(named - columns):
                raise ConfigError(
                    f"the table {name} of {code} {group} {what} {lacking[0]}, which is not one of its columns."
                )
        if group in ("live", "schedule") and (own := columns & DATASET.keys()):
            raise ConfigError(
                f"the table {name} of {code} {group} cannot have a column {min(own)}, which datasets add; rename it."
            )
        if underived := underivable(layout):
            raise ConfigError(f"the table {name} of {code} {group} cannot derive {underived}.")
    if lists := unreached(answer):
        raise ConfigError(
            f"{lists[0]} of {code} {group} is a list that no table has; declare one with the path '{lists[0]}/[]' "
            "and value=, or mark the field hidden=True."
        )


def _columns_named(table: Table) -> Iterator[tuple[str, set[str]]]:
    """Yield what a table does with columns that its declaration names, and these."""
    yield "repeats", set(table.parent_columns)
    yield "tells the situation by", set(re.findall(r"\{(\w+)", table.situation))
    for printed in table.printed:
        yield "prints", {name for column in (*printed.parsed, *printed.listed) for name in column.names}
        yield "chooses printed rows by", {*filter(None, printed.where.split("+"))}
        yield "orders printed rows by", {name.removeprefix("-") for name in re.split(r"[\s+]+", printed.order) if name}
        yield "labels printed rows by", {*printed.label.split()}


def _check_totals(sport: Sport) -> None:
    """Refuse season statistics of tables or columns that there are not, and rankings by columns that there are not."""
    code, answers = sport.code, sport.answers
    boxes = answers["live"].layouts if "live" in answers else {}
    for group, answer in answers.items():
        for totals in answer.totals:
            if lacking := [*(box for box in totals.boxes if box not in boxes)]:
                raise ConfigError(
                    f"the totals of {code} {group} are those of the table {lacking[0]}, which live does not have."
                )
            if totals.table not in answer.layouts:
                raise ConfigError(
                    f"the totals of {code} {group} are in the table {totals.table}, which it does not have."
                )
            summed = {column.name for box in totals.boxes for column in boxes[box].columns} | {GAMES_PLAYED}
            summed |= {OPPONENT_SCORE} if summed & {*SCORED_BY} else set()
            held = {column.name for column in answer.layouts[totals.table].columns}
            for name, rule in totals.rules.items():
                if name not in held:
                    raise ConfigError(
                        f"the totals of {code} {group} have a rule for {name}, which is not a column of {totals.table}."
                        f"{nearest(name, sorted(held))}"
                    )
                if strange := [
                    one for one in (rule.of if isinstance(rule, (Each, Total)) else (name,)) if one not in summed
                ]:
                    raise ConfigError(
                        f"{name} of the totals of {code} {group} is made of {strange[0]}, which is not a column of "
                        f"{' or '.join(totals.boxes)}.{nearest(strange[0], sorted(summed))}"
                    )
    every = {column.name for answer in answers.values() for lay in answer.layouts.values() for column in lay.columns}
    if "player-stats" in answers and (strange := [name for name in sport.rules.qualified if name not in every]):
        raise ConfigError(f"qualified of {code} names {quoted(strange[0])}, which is a column of no table.")


def _check_rules(sport: Sport) -> None:
    """Refuse rules that contradict each other or the tables of the sport."""
    code, rules, live = sport.code, sport.rules, sport.answers.get("live")
    for what in ("unit", "period"):
        if not getattr(rules, what).strip():
            raise ConfigError(
                f"{what} of rules of {code} must not be empty; write a word, such as {getattr(Rules, what)}."
            )
    if rules.standings is not None and rules.opponents != "teams":
        raise ConfigError(f"standings of {code} are of teams, but its opponents are {rules.opponents}; leave them out.")
    if rules.level == "draw" and not rules.ties:
        raise ConfigError(f"{code} counts draws, but its games cannot end level; set ties=True, or leave level out.")
    points = rules.standings.points if rules.standings is not None else None
    if points is not None and points.draw and rules.level != "draw":
        raise ConfigError(
            f"{code} has points for a draw, but counts no draws; set ties=True and level='draw', or leave draw out."
        )
    if points is not None and points.overtime_loss > points.late_win:
        raise ConfigError(
            f"a loss in overtime has {points.overtime_loss} points in {code}, more than a win there; give fewer."
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
        if strange := [key for key in getattr(ranks, what) if key != code]:  # a registered sport is one league
            raise ConfigError(f"{what} of {code} are of {quoted(strange[0])}; key them by the code, {code}.")
    if ranks.prizes and ranks.group != "league":
        raise ConfigError(
            f"prizes of {code} are for places of one table, but its standings are by {ranks.group}; leave them out, or "
            "rank all teams in one table."
        )
    for prize in (prize for prizes in ranks.prizes.values() for prize in prizes):
        if not prize.name.strip() or 0 in (prize.first, prize.last) or prize.places(MANY)[0] > prize.places(MANY)[1]:
            raise ConfigError(
                f"{prize} of {code} goes to no place; give a name, and the first and last place from the top, or from "
                "the bottom, such as -3 and -1."
            )
    seeding = ranks.seeding
    if seeding is not None and sport.rules.series:
        raise ConfigError(f"series of rules of {code} are those of its seeding; declare them there.")
    if seeding is not None and ranks.group == "league":
        raise ConfigError(
            f"seeding of {code} is by conference, but its standings are one table; leave it out (series of rules "
            "are the games of its playoffs), or rank teams by conference."
        )
    if ranks.group == "league":
        procedures = (ranks.tie_breaks, ranks.conference_tie_breaks or TieBreaks(), *ranks.league_tie_breaks.values())
        named = [step.name for each in procedures for step in (*each.two, *each.more)]
        if inside := [
            name for name in (*ranks.ranked_by, *named) if re.search("division|conference|playoff_teams", name)
        ]:
            raise ConfigError(f"{inside[0]} of {code} decides nothing, as its standings are one table; leave it out.")
    if seeding is None:
        return
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
    first = {seed for pair in seeding.first_round for seed in pair}
    if not seeding.per_division and (lacking := {*range(1, seeding.others + 1)} - first):
        raise ConfigError(f"first_round of seeding of {code} lacks the seed {min(lacking)}, which qualifies.")
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
FINITE: Range = ("finite", isfinite)
ODD: Range = ("odd and 1 or more", lambda number: number >= 1 and number % 2 == 1)


def _numbers(sport: Sport) -> Iterator[tuple[str, float | None, Range]]:
    """Yield the numbers of a declaration with their places, and the range of each."""
    rules = sport.rules
    yield "game_days", sport.game_days, FROM_1
    for group, answer in sport.answers.items():
        yield from ((f"{name} in days of {group}", days, FROM_1) for name, days in answer.days.items())
    yield "periods of rules", rules.periods, FROM_0
    for name in ("period_minutes", "overtime_minutes", "margin_spread", "pythagorean"):
        yield f"{name} of rules", getattr(rules, name), ABOVE_0
    for column, share in rules.qualified.items():
        yield f"{column} of qualified of rules", share, SHARE
    if elo := rules.elo:
        yield "k of elo", elo.k, ABOVE_0
        yield "keep of elo", elo.keep, SHARE
        yield "playoffs of elo", elo.playoffs, ABOVE_0
        yield "home of elo", elo.home, FINITE
        yield "mean of elo", elo.mean, FINITE
    if sets := rules.sets:
        yield from ((f"{place} of sets", legs, FROM_1) for place, legs in (("legs", sets.legs), *sets.by_event.items()))
    if ranks := rules.standings:
        yield "games of standings", ranks.games, FROM_1
        yield from ((f"{year} in games_until", games, FROM_1) for year, games in ranks.games_until.items())
        if points := ranks.points:
            most = points.win
            yield "win of points", most, FROM_1
            part: Range = (f"from 0 to {most} (a win)", lambda number: 0 <= number <= most)
            yield "draw of points", points.draw, part
            yield "overtime_loss of points", points.overtime_loss, part
            yield "overtime_win of points", points.late_win, part
        if seeding := ranks.seeding:
            for name in ("per_division", "others", "play_in"):
                yield f"{name} of seeding", getattr(seeding, name), FROM_0
    yield from (("the most games of a series", most, ODD) for most in rules.most_games)


def _misfit(value: Any, hint: Any, place: str) -> str:
    """What in a declaration is not of its type, as ``rules of WNBA must be Rules, not None``; empty if all of it is."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        found = [_misfit(value, one, place) for one in inner if (value is None) == (one is types.NoneType)]
        fault = _wrong(place, _type_in_words(hint), value) if not found else "" if "" in found else found[0]
    elif origin is Literal:
        fault = "" if value in inner else _wrong(place, either(map(repr, inner)), value)
    elif origin is type:
        fits = isinstance(value, type) and issubclass(value, inner[0])
        fault = "" if fits else _wrong(place, _type_in_words(hint), value)
    elif not _is_a(value, origin or hint):
        fault = _wrong(place, _type_in_words(hint), value)
    elif origin is tuple and inner[-1] is not Ellipsis and len(value) != len(inner):
        fault = _wrong(place, f"a tuple of {len(inner)}", value)
    elif origin is tuple:
        each = inner if inner[-1] is not Ellipsis else inner[:1] * len(value)
        fault = next(filter(None, map(_misfit, value, each, (_part(one, place) for one in value))), "")
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


def _part(value: Any, place: str) -> str:
    """What a part of a tuple is called: by its name, if it has one."""
    name = getattr(value, "name", None)
    return f"{name} of {place}" if isinstance(name, str) and name else f"a part of {place}"


def _type_in_words(hint: Any) -> str:
    kind, inner = get_origin(hint) or hint, get_args(hint)
    known = {bool: "True or False", int: "a whole number", float: "a number", str: "a text", Mapping: "a dict"}
    if kind is type:
        return f"a subclass of {inner[0].__name__}"
    if kind is tuple:
        return f"a tuple of {len(inner)}" if inner and inner[-1] is not Ellipsis else "a tuple"
    return known.get(kind) or (kind.__name__ if isinstance(hint, type) else re.sub(r"\w+\.", "", str(hint)))


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
