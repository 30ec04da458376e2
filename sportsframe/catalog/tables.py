"""Tables: paths through a record to its rows, resolved to columns and steps.

A `Table` is declared with a path. Its `Layout` says where each column of a row is found, for flattening and for the
data dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args, get_origin

from ..errors import nearest
from .cached import cached_property
from .printed import Printed
from .records import (
    DTYPES,
    KINDS,
    PARTS,
    SIDES,
    FieldSpec,
    Kind,
    Record,
    fields,
    is_record,
    is_sides,
    records_below,
    unwrap,
)  # fmt: skip
from .resources import Param


@dataclass(frozen=True)
class Derived:
    """A column computed from another one, by `sportsframe._frames.flatten`.

    `of` is the kind of that column, or of the member: ``map``, ``list``.
    """

    name: str
    kind: Kind
    meaning: str
    unit: str | None = None
    of: str = "text"


DERIVED: dict[str, Derived] = {
    d.name: d
    for d in (
        Derived(
            "game_date",
            "date",
            "League date of the game: the first eight digits of its id, or the UTC date if there are none "
            "(in a registered sport the date in its time zone)",
        ),
        Derived("season", "text", "Season: the first four digits of the game id"),
        Derived("phase", "category", "Phase of the game, from status"),
        Derived("outs_recorded", "int", "Outs recorded by the pitcher: 6.2 innings are 20", "outs", "float"),
        Derived("seconds_played", "int", "Playing time in seconds", "s"),
        Derived("player_1_sets", "int", "Sets won by player 1; missing for a match without sets", "sets", "list"),
        Derived("player_2_sets", "int", "Sets won by player 2; missing for a match without sets", "sets", "list"),
        Derived("height_cm", "float", "Height, from feet and inches", "cm"),
        Derived("conference", "text", "Conference: the part of division_name before the dash"),
        Derived("division", "text", "Division: the part of division_name after the dash; missing where there is none"),
        Derived("opponent_id", "int", "Player id of the opponent", of="list"),
        Derived("opponent", "text", "Name of the opponent", of="list"),
        Derived("winner_id", "int", "Player id of the winner; missing until it is decided", of="list"),
        Derived("winner", "text", "Name of the winner", of="list"),
        Derived("sets_won", "int", "Sets won; missing for a match without sets", "sets", "list"),
        Derived("won", "bool", "Whether the player won the match; missing until it is decided", of="list"),
        Derived("first_thrower_id", "int", "Player id of who threw first, by the number of visits", of="list"),
        Derived("first_thrower", "text", "Name of who threw first", of="list"),
        Derived(
            "place",
            "text",
            "Place on the leaderboard with ties, such as T3; CUT or WD for players who are out",
            of="int",
        ),
        Derived("start_date", "date", "First day"),
        Derived("end_date", "date", "Last day"),
        Derived("purse_amount", "float", "Prize money as a number, in the currency of the text"),
        Derived("periods_played", "int", "Number of periods with a score, overtime included", of="map"),
        Derived("clock_seconds", "int", "Time left in the period, from the text of the clock", "s"),
        Derived("inning", "int", "Number of the inning: 6 of Top 6"),
        Derived("inning_half", "text", "Half of the inning: Top or Bottom"),
    )
}

KEY_ORDER: tuple[str, ...] = (
    "sport",
    "league",
    "season",
    "season_type",
    "week",
    "game_date",
    "game_id",
    "game_time",
    "phase",
    "sequence",
    "side",
    "team_id",
    "team",
    "opponent_id",
    "opponent",
    "player_id",
    "player",
    "period",
    "set",
    "leg",
    "turn",
    "throw",
)
"""Key columns come first, in this order."""

TABLE_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
"""What a table may be called: files have the names of tables."""

STEP = re.compile(r"(\w*)\{(\w+)\}|\[\]|(\w+)")


@dataclass(frozen=True)
class Column:
    """One column of a table and the location of its value.

    ``level`` is the number of repeating steps before the object that contains the value; ``path`` leads from that
    object to the value by column names. A captured column is the map key of its level; a sided column has one path
    per side.
    """

    name: str
    kind: Kind
    meaning: str
    source: str
    unit: str | None = None
    wire: str | None = None
    level: int = 0
    path: tuple[str, ...] = ()
    captured: bool = False
    sided: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    derived_from: str | None = None
    constant: bool = False
    sparse: bool = False
    key: bool = False
    detail: bool = False
    tied_by: str | None = None

    @property
    def dtype(self) -> str:
        return DTYPES[self.kind]

    @property
    def identifies(self) -> bool:
        """Whether the value identifies the subject of a row, such as a name or a time: a key, but no number or side.

        Of IDs only that of the game: others are numbers in some sports.
        """
        of_another = self.name.endswith("_id") and self.name != "game_id"
        return (self.key or self.constant) and self.kind in ("text", "category", "date", "time") and not of_another

    @property
    def lowest_first(self) -> bool:
        """Whether the least value wins: strokes, and the place in a ranking."""
        return self.unit == "strokes" or (self.name == "position" and self.kind == "int")


Over = Literal["sides", "map", "list", "members", "member"]


@dataclass(frozen=True)
class Step:
    """A repeating step of a path: follow ``path`` from the previous object, then iterate over the children.

    For ``members``, the children are the numbered members or the parts of the object itself; for ``member``, the one
    object at the path, if there is one.
    """

    path: tuple[str, ...]
    over: Over
    capture: str | None
    members: tuple[str, ...] = ()


@dataclass(frozen=True)
class ColumnFrom:
    """A column taken from another place in the record: ``ColumnFrom("away_score", "full_box/away_team/score")``.

    ``{side}`` in the path stands for the side of the row, ``{other}`` for the opposite one.
    """

    name: str
    path: str


@dataclass(frozen=True)
class Table:
    """A table whose rows are taken from a record.

    Parameters
    ----------
    name : str
        Name of the table, as users pass it.
    path : str
        API field names from the record down to a row. ``{x}`` iterates over a map and captures its key as column ``x``
        (``{side}`` iterates over the two sides, ``{part}`` over the parts of a season), ``[]`` iterates over a list
        (``{x}`` in its place captures the position, from 1), and ``round_{round}`` iterates over the members
        ``round_1``, ``round_2``, ... and captures their number.
    row : str
        What one row represents, without an article: ``game and side``.
    extra_columns : tuple of ColumnFrom
        Columns from other places in the record.
    value : str, optional
        Name of the column, if a row is a bare number rather than an object.
    meaning, unit : str
        Meaning and unit of that number.
    parent_columns : tuple of str
        Columns of enclosing objects to repeat in each row, in addition to the keys.
    inline : tuple of str
        Paths of nested records whose columns are added to each row.
    derived : tuple of (str, str)
        `DERIVED` columns of each row, and the column or member that each is derived from.
    printed : tuple of Printed
        How box scores print the table; empty if they do not.
    captured : dict of str to (str, str)
        Kind and meaning of captured keys that `CAPTURED` does not have: ``{"over": ("int", "Number of the over")}``.
    situation : str
        The state of play in words, with columns in braces, for games in progress.
    """

    name: str
    path: str
    row: str
    extra_columns: tuple[ColumnFrom, ...] = ()
    value: str | None = None
    meaning: str = ""
    unit: str | None = None
    parent_columns: tuple[str, ...] = ()
    inline: tuple[str, ...] = ()
    derived: tuple[tuple[str, str], ...] = ()
    printed: tuple[Printed, ...] = ()
    situation: str = ""
    captured: Mapping[str, tuple[Kind, str]] = field(default_factory=dict)

    def with_printed(self, *printed: Printed) -> Table:
        """Return this table, printed in these parts."""
        return replace(self, printed=printed)

    def with_inline(self, *inline: str, situation: str = "") -> Table:
        """Return this table with the scalar fields of the records at these paths added to each row."""
        return replace(self, inline=inline, situation=situation)


@dataclass(frozen=True)
class Answer:
    """The response of a resource for one sport: its record, and the tables it is flattened to.

    Parameters
    ----------
    record : type of Record
        One object of the response.
    tables : tuple of Table
        The tables made of it.
    seasons : bool
        Whether the rows are of the season asked for and do not name it, so that it becomes a column of every table.
    totals : tuple of Totals
        How season statistics follow from box scores.
    params : tuple of Param
        Query parameters beside those of the resource.
    current : tuple of str
        Resources of the group for which the date may be ``now``, or the season left out.
    days : dict of str to int
        Resources of the group whose responses cover another number of days than usual.
    leagues : bool
        Whether the envelope key is a league, which becomes a column of every table; a sport with leagues sets it.
    """

    record: type[Record]
    tables: tuple[Table, ...]
    seasons: bool = False
    totals: tuple[Any, ...] = ()
    params: tuple[Param, ...] = ()
    current: tuple[str, ...] = ()
    days: Mapping[str, int] = field(default_factory=dict)
    leagues: bool = False
    layouts: dict[str, Layout] = field(init=False, default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for table in self.tables if isinstance(self.tables, tuple) else ():
            if isinstance(table, Table):  # register_sport refuses anything else
                self.layouts[table.name] = Layout(self, table)

    def __hash__(self) -> int:
        return id(self)


class Layout:
    """A table resolved against its record: its steps and its columns in order."""

    def __init__(self, answer: Answer, table: Table) -> None:
        self.answer = answer
        self.table = table

    @cached_property
    def _walk(self) -> tuple[tuple[Step, ...], tuple[Column, ...]]:
        return _resolve(self.answer, self.table)

    @property
    def steps(self) -> tuple[Step, ...]:
        return self._walk[0]

    @property
    def columns(self) -> tuple[Column, ...]:
        return self._walk[1]

    def __getitem__(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    @cached_property
    def momentary(self) -> frozenset[str]:
        """The columns of the object that tells the situation: what they say is over when the game is."""
        told = [self[name].path[:-1] for name in re.findall(r"\{(\w+)", self.table.situation)]
        inside = min(told, key=len, default=())
        return frozenset(column.name for column in self.columns if inside and column.path[: len(inside)] == inside)


def _member(record: Any, wire: str) -> FieldSpec:
    if not is_record(record):
        raise LookupError(f"{wire!r} cannot be a member of what is no record")
    for spec in fields(record):
        if wire in (spec.wire, spec.name):
            return spec
    raise LookupError(f"{record.__name__} has no member {wire!r}")


def _flat(record: type[Record], level: int, path: tuple[str, ...], prefix: str) -> Iterator[Column]:
    """Yield the columns of a record: its scalar fields, and those of records nested in it."""
    for spec in fields(record):
        if spec.marks["hidden"]:
            continue
        if spec.kind is not None:
            yield Column(
                name=prefix + spec.name,
                kind=spec.kind,
                meaning=spec.meaning,
                source=spec.source,
                unit=spec.marks["unit"],
                wire=spec.wire,
                level=level,
                path=(*path, spec.name),
                sparse=spec.sparse,
                key=spec.marks["key"],
                detail=spec.marks["detail"],
                tied_by=spec.marks["tied_by"],
            )
        for name in (spec.marks["derive"] or "").split():
            one = derived(name, prefix + spec.name, _kind_of(spec), key=spec.marks["key"])
            yield replace(one, level=level, path=(*path, spec.name))
        if is_record(spec.type) and not is_sides(spec.type):
            yield from _flat(spec.type, level, (*path, spec.name), prefix + spec.marks["prefix"])


def _kind_of(spec: FieldSpec) -> str:
    """The kind of a column, or of a member that is none."""
    return spec.kind or {dict: "map", list: "list"}.get(get_origin(spec.type), "record")


def derived(name: str, source_column: str, of: str, *, key: bool = False) -> Column:
    """Return a derived column, from the name and the kind of what it is computed from."""
    d = DERIVED.get(name)
    if d is None:
        raise LookupError(f"{name!r} is not a derived column.{nearest(name, DERIVED)}")
    if DTYPES.get(of, of) != DTYPES.get(d.of, d.of):
        raise LookupError(f"{name} is derived from the kind {d.of}, but {source_column} is of the kind {of}")
    return Column(
        name=name,
        kind=d.kind,
        meaning=d.meaning,
        source=f"derived from {source_column}",
        unit=d.unit,
        derived_from=source_column,
        key=key,
    )


def _parent_columns(
    record: type[Record], level: int, path: tuple[str, ...], names: tuple[str, ...]
) -> Iterator[Column]:
    for column in _flat(record, level, path, ""):
        if column.key or column.name in names:
            yield replace(column, wire=None)


def _descend(record: Any, wire_path: str) -> tuple[tuple[str, ...], FieldSpec]:
    """Return the member at a path, a number being a position in a list, and the names of the columns on it."""
    names: list[str] = []
    spec: FieldSpec | None = None
    for part in wire_path.split("/"):
        if part.isdigit():
            if get_origin(record) is not list:
                raise LookupError(f"{part} in the path {wire_path!r} is a position, but there is no list")
            names.append(part)
            record = get_args(record)[0]
            continue
        spec = _member(record, part)
        names.append(spec.name)
        record = spec.type
    if spec is None:
        raise LookupError(f"the path {wire_path!r} names no member")
    return tuple(names), spec


def _resolve(answer: Answer, table: Table) -> tuple[tuple[Step, ...], tuple[Column, ...]]:
    root = answer.record
    steps: list[Step] = []
    columns = _response_keys(answer)
    here: Any = root
    names: tuple[str, ...] = ()
    source = root.source
    if table.path:
        _add(columns, _parent_columns(root, 0, (), table.parent_columns))
    for match in STEP.finditer(table.path):
        prefix, capture, member = match.groups()
        if member:
            spec = _member(here, member)
            here, names, source = spec.type, (*names, spec.name), spec.source
            continue
        step, here = _step(here, names, prefix, capture)
        steps.append(step)
        names = ()
        if capture:
            kind, meaning = _captured(table, capture)
            _add(columns, [Column(capture, kind, meaning, source, level=len(steps), captured=True)])
        if match.end() < len(table.path) and is_record(here):
            _add(columns, _parent_columns(here, len(steps), (), table.parent_columns))
    if steps and names:
        steps.append(Step(names, "member", None))
        names = ()
    if is_record(here) and table.value is not None:
        raise LookupError(f"the path {table.path!r} ends on objects, whose members are the columns; leave value= out")
    if is_record(here):
        _add(columns, _flat(here, len(steps), names, ""))
    else:
        bare = KINDS.get(unwrap(here)[0])
        if bare is None or table.value is None:
            need = "add a step into it, such as {x} or []" if bare is None else "name its column with value="
            raise LookupError(
                f"the path {table.path!r} ends on {'a map or list' if bare is None else 'a value'}; {need}"
            )
        _add(columns, [Column(table.value, bare, table.meaning, source, unit=table.unit, level=len(steps))])
    for inline in table.inline:
        path, spec = _descend(root, inline)
        _add(columns, _flat(spec.type, 0, path, ""))
    _add(columns, [_column_from(root, steps, extra) for extra in table.extra_columns])
    _add(columns, [derived(name, one, _kind_at(one, columns, here, root)) for name, one in table.derived])
    if game := columns.get("game_id"):
        if "game_date" in columns and columns["game_date"].derived_from is None:
            raise LookupError("game_date would be a column twice, as it is made of game_id; rename the field")
        own_date = derived("game_date", "game_id", "text", key=True)
        columns["game_date"] = replace(own_date, level=game.level, path=game.path)
        columns |= {c.name: c for c in _flat(root, 0, (), "") if c.derived_from and c.name in ("phase", "season")}
    ordered = [columns[name] for name in KEY_ORDER if name in columns]
    ordered += [column for name, column in columns.items() if name not in KEY_ORDER]
    return tuple(steps), tuple(_unique_wires(ordered))


def _add(columns: dict[str, Column], more: Iterable[Column]) -> None:
    """Add columns to those of a table; of two with one name, one would be lost."""
    for column in more:
        if column.name in columns:
            raise LookupError(
                f"two columns would be called {column.name}; rename one, or give the field of its record a prefix="
            )
        columns[column.name] = column


def _kind_at(name: str, columns: Mapping[str, Column], here: Any, root: type[Record]) -> str:
    """Return the kind of what a table derives a column from: a column, or a member of its rows or of the record."""
    if name in columns:
        return columns[name].kind
    inside = is_record(here) and any(name in (spec.name, spec.wire) for spec in fields(here))
    return _kind_of(_member(here if inside else root, name))


OF_MATCH = ("player_1_sets", "player_2_sets", "winner_id", "winner")
OF_LEG = ("first_thrower_id", "first_thrower", "winner_id", "winner")
OF_PLAYER = ("opponent_id", "opponent", "sets_won", "won")
"""What is derived from the legs and visits of darts: for a match, for a leg, and for a player of a match."""


def underivable(lay: Layout) -> str:
    """Return which column of a table cannot be derived, and why; empty if all can."""
    columns = {column.name: column for column in lay.columns}
    found = {name: DERIVED[name].of for name, column in columns.items() if column.derived_from}
    if "place" in found and (not lay.steps or "status" not in columns or columns["status"].level < len(lay.steps)):
        return "place, which needs a list of players with their status"
    of_legs = _has_legs(lay.answer) if "list" in found.values() else False
    for name in (name for name, of in found.items() if of == "list"):
        fitting: tuple[str, ...] = OF_PLAYER if lay.steps else OF_MATCH
        if columns[name].derived_from == "turns":
            fitting = OF_LEG if len(lay.steps) == 1 else ()
        if not of_legs or name not in fitting or (fitting is OF_PLAYER and "player_id" not in columns):
            return f"{name}, which follows from the legs and visits of darts as in catalog/darts.py"
    return ""


def _has_legs(answer: Answer) -> bool:
    """Whether a record has two players, and legs made of visits in a table ``turns``, as a match of darts."""
    root, visits = {spec.name: spec.type for spec in fields(answer.record)}, answer.layouts.get("turns")
    of_player = get_args(root.get("players"))
    return (
        visits is not None
        and [step.over for step in visits.steps] == ["list", "list", "map"]
        and {"set", "player", "player_id", "end_score"} <= {column.name for column in visits.columns}
        and {"game_id", "format", "status"} <= {*root}
        and bool(of_player)
        and is_record(of_player[0])
        and {"player_id", "player", "legs_won"} <= {spec.name for spec in fields(of_player[0])}
    )


def unreached(answer: Answer) -> list[str]:
    """Return the lists of bare values in a record that are in no table."""
    steps = {match[3] for table in answer.tables for match in STEP.finditer(table.path)}
    return [
        spec.wire
        for record in records_below(answer.record)
        for spec in fields(record)
        if get_origin(spec.type) is list and not is_record(unwrap(get_args(spec.type)[0])[0])
        if not spec.marks["hidden"] and not {spec.wire, spec.name} & steps
    ]


def _captured(table: Table, key: str) -> tuple[Kind, str]:
    """Return the kind and the meaning of a captured key."""
    found = table.captured.get(key) or CAPTURED.get(key)
    if found is None:
        raise LookupError(
            f"the captured key {key!r} has no meaning; declare it, such as captured={{{key!r}: ('int', '...')}}"
        )
    return found


def _response_keys(answer: Answer) -> dict[str, Column]:
    """Return the columns that are the same in all rows of a response."""
    keys = {"sport": Column("sport", "category", "Sport code", "1", constant=True)}
    if answer.leagues:
        keys["league"] = Column("league", "category", "League code", "2.1", constant=True)
    if answer.seasons:
        meaning = (
            "Season requested, YYYY or YYYY-YYYY; if none was, the one that was current; missing in saved responses"
        )
        keys["season"] = Column("season", "text", meaning, "1", constant=True)
    return keys


def _step(here: Any, names: tuple[str, ...], prefix: str | None, capture: str | None) -> tuple[Step, Any]:
    """Return a repeating step from the type it starts at, and the type of what it reaches."""
    if prefix or capture == "part":
        members = _numbered(here, prefix) if prefix else tuple(part for part in PARTS if part in here.model_fields)
        return Step(names, "members", capture, members), _member(here, members[0]).type
    if is_sides(here):
        return Step(names, "sides", capture), _member(here, "away_team").type
    if get_origin(here) is dict:
        return Step(names, "map", capture), get_args(here)[1]
    if get_origin(here) is not list:
        raise LookupError(f"{names[-1] if names else 'the record'} is no map or list to go through")
    return Step(names, "list", capture), get_args(here)[0]


def _numbered(record: Any, prefix: str) -> tuple[str, ...]:
    """Return the members of a record whose API names are a prefix and a number, in order of the number."""
    found = {spec.wire.removeprefix(prefix): spec.name for spec in fields(record) if spec.wire.startswith(prefix)}
    numbers = sorted(int(end) for end in found if end.isdecimal())
    if not numbers:
        raise LookupError(f"{record.__name__} has no members {prefix}1, {prefix}2, ...")
    return tuple(found[str(number)] for number in numbers)


def _column_from(root: type[Record], steps: list[Step], extra: ColumnFrom) -> Column:
    if "{side}" in extra.path or "{other}" in extra.path:
        level = next((i for i, step in enumerate(steps, 1) if step.over == "sides"), 0)
        if not level:
            raise LookupError(f"{extra.name} is of a side, {extra.path!r}, but the path of the table has no {{side}}")
        others = reversed(SIDES)
        paths = [
            _descend(root, extra.path.format(side=side, other=other)) for side, other in zip(SIDES, others, strict=True)
        ]
        spec = paths[0][1]
        sided = (paths[0][0], paths[1][0])
        return Column(
            extra.name,
            spec.kind or "text",
            SIDED.get(extra.name, spec.meaning),
            spec.source,
            unit=spec.marks["unit"],
            level=level,
            sided=sided,
        )
    path, spec = _descend(root, extra.path)
    return Column(
        extra.name,
        spec.kind or "text",
        spec.meaning,
        spec.source,
        unit=spec.marks["unit"],
        wire=extra.path.replace("/", "."),
        path=path,
    )


SIDED: dict[str, str] = {
    "team": "Name of the team",
    "opponent": "Name of the opposing team",
    "opponent_id": "Team id of the opposing team",
}
"""Meaning of columns that hold the same member of either side."""


def _unique_wires(columns: list[Column]) -> Iterator[Column]:
    """Qualify an API field name that two columns share with the name of its parent object."""
    seen = [column.wire for column in columns if column.wire]
    for column in columns:
        if column.wire and seen.count(column.wire) > 1 and len(column.path) > 1:
            outer = column.path[-2]
            yield replace(column, wire=f"{outer}.{column.wire}")
        else:
            yield column


CAPTURED: dict[str, tuple[Kind, str]] = {
    "side": ("category", "away or home"),
    "part": ("category", "Part of the season: regular_season or postseason"),
    "player_id": ("int", "Player id"),
    "period": ("int", "Number of the inning, quarter, half or period; overtime continues the count"),
    "team": ("text", "Name of the team"),
    "position": ("text", "Code or name of the position"),
    "depth": ("int", "Rank among the players at the position, 1 for the starter"),
    "round": ("int", "Number of the round"),
    "kick": ("int", "Number of the player's field goal in the game, in the order of the response"),
}
"""Kind and meaning of the sides, map keys, member names or numbers, and list positions that tables capture."""
