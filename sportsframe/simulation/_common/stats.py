"""Season statistics at a point in time: sums of the box scores of games finished by then, as the catalog declares."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from threading import RLock
from typing import Any, NamedTuple, Protocol
from weakref import WeakValueDictionary, ref

from msgspec import UNSET

from ...catalog import SPORTS, Answer, Record
from ...catalog.records import PARTS, SIDES, FieldSpec, fields, is_record
from ...catalog.season_stats import GAMES_PLAYED, Each, Most, Rule, Total, Totals, part_of
from ...catalog.statuses import FINISHED
from ...catalog.written import Written
from .clubs import Club

playing: ContextVar[Callable[[object, int, int], object] | None] = ContextVar("sportsframe_playing", default=None)
"""Told of each game that is played for season statistics: whose they are, how many it has played, and of how many."""

SETTLED = timedelta(days=6)
"""So long after its start every game is over, a tournament included."""

EARLY = timedelta(days=2)
"""No game starts so long before the first day of its season."""

NOTHING = (None, UNSET)
"""What a field holds without a value."""

PLAYER_STATS, TEAM_STATS = "player-stats", "team-stats"


@dataclass(frozen=True, slots=True)
class Line:
    """What a game adds to the statistics of a player or team.

    Attributes
    ----------
    box : str
        Table of ``live`` with the line.
    id : int
        Player id or team id.
    head : tuple
        Name of the player, team id, position, group of positions; None where a sport does not tell.
    values : dict of str to number or text
        Values by column, those of nested records included.
    """

    box: str
    id: int
    head: tuple[Any, ...]
    values: Mapping[str, Any]

    def counted(self, needed: Mapping[str, Sequence[Counting]]) -> Counted:
        """What of the line is added up, in the order of `needed`."""
        amounts = tuple(one.amount(self.values) for one in needed.get(self.box, ()))
        return Counted(self.box, self.id, self.head, amounts)


@dataclass(frozen=True, slots=True)
class Counting:
    """A column that is added up, or of which the largest value is kept."""

    name: str
    most: bool = False
    each: Each | None = None

    def amount(self, values: Mapping[str, Any]) -> float | None:
        """What a line adds."""
        if self.each is None:
            return values.get(self.name)
        return self.each.value(*map(values.get, self.each.of))


class Counted(NamedTuple):
    """A line as it is kept, as small as possible: a season has a hundred thousand."""

    box: str
    id: int
    head: tuple[Any, ...]
    amounts: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """The lines of a finished game, and the part of the season they count for."""

    part: str
    lines: tuple[Counted, ...]


@lru_cache(maxsize=200)
def _columns(record: type[Record]) -> tuple[tuple[FieldSpec, ...], tuple[FieldSpec, ...]]:
    """The fields of a record that are values, and those that are records."""
    values = tuple(spec for spec in fields(record) if spec.kind in ("int", "float", "text"))
    return values, tuple(spec for spec in fields(record) if is_record(spec.type))


def values(row: Written) -> dict[str, Any]:
    """The values of a row and of the records in it by column, with the derived ones that totals are made of."""
    plain, nested = _columns(row.record_)
    found = {spec.name: value for spec in plain if (value := getattr(row, spec.name)) not in NOTHING}
    for spec in nested:
        if (inner := getattr(row, spec.name)) not in NOTHING:
            found |= values(inner)
    for name in ("minutes", "time_on_ice"):
        if isinstance(found.get(name), str):
            clock = found[name].split(":")
            found["seconds_played"] = int(clock[0]) * 60 + int(clock[1] if len(clock) > 1 else 0)
    if "innings" in found:
        tenths = round(found["innings"] * 10)
        found["outs_recorded"] = tenths // 10 * 3 + tenths % 10
    return found


def box_lines(record: Any) -> Iterator[Line]:
    """The lines of a box score of a team sport."""
    full, players = record.full_box, record.player_box
    for side in SIDES:
        team = getattr(full, side)
        other = next(getattr(full, name) for name in SIDES if name != side)
        own = values(team) | {"opponent_score": other.score, "periods_played": len(team.quarter_scores)}
        yield Line("teams", team.team_id, (), own)
        for box, lines in _grouped(getattr(players, side)):
            for player, line in lines.items():
                head = (line.player, team.team_id, getattr(line, "position", None), _category(line))
                yield Line(box, int(player), head, values(line))


def _category(line: Any) -> str | None:
    found: str | None = getattr(line, "position_category", None)
    return found


def _grouped(players: Written | dict[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    if isinstance(players, dict):
        return [("players", players)]
    return [(spec.name, getattr(players, spec.name)) for spec in fields(players.record_)]


@dataclass(slots=True)
class Sums:
    """Running totals of a player or team in a part of the season.

    Attributes
    ----------
    games : int
        Games played.
    boxes : dict of str to list
        Table of ``live`` -> its totals in the order of the columns that are added up, None where there was no value.
    """

    games: int = 0
    boxes: dict[str, list[float | None]] = field(default_factory=dict)

    def copy(self) -> Sums:
        return Sums(self.games, {box: list(held) for box, held in self.boxes.items()})


class Who:
    """What is known of a player: the latest name and team, and the positions played, with the games in each."""

    __slots__ = ("categories", "player", "positions", "team_id")

    def __init__(self) -> None:
        self.player: str | None = None
        self.team_id: int | None = None
        self.positions: dict[str, int] = {}
        self.categories: dict[str, int] = {}

    def saw(self, line: Counted) -> None:
        self.player, self.team_id, position, category = line.head
        if line.box == "pitching":
            position = "P"
        if position:
            first = position.split("-")[0]
            self.positions[first] = self.positions.get(first, 0) + 1
        if category:
            self.categories[category] = self.categories.get(category, 0) + 1

    def copy(self) -> Who:
        twin = Who()
        twin.player, twin.team_id = self.player, self.team_id
        twin.positions, twin.categories = dict(self.positions), dict(self.categories)
        return twin


SUBSTITUTES = ("PH", "PR")
"""Positions of those who bat or run for another, which are nobody's own."""


class Tables:
    """Totals of all players or teams, and the rows made of them so far.

    A `twin` goes on from these totals without changing them: it copies those of whoever plays another game.
    """

    def __init__(self, answer: Answer, *, teams: bool) -> None:
        self.teams = teams
        self.needed = _needed(answer)
        self.sums: dict[int, dict[str, Sums]] = {}
        self.who: dict[int, Who] = {}
        self.rows: WeakValueDictionary[int, Record] = WeakValueDictionary()
        self._below: Tables | None = None

    def twin(self) -> Tables:
        """Totals that go on from these."""
        twin = copy.copy(self)
        twin.sums, twin.who, twin.rows, twin._below = {}, {}, WeakValueDictionary(), self
        return twin

    def of(self, one: int) -> Tables:
        """The tables that hold the totals of a player or team: these, or those below."""
        return self if self._below is None or one in self.sums else self._below

    def everyone(self) -> list[int]:
        """The ids with totals, in order."""
        return sorted(self.sums if self._below is None else self.sums.keys() | self._below.sums.keys())

    def _own(self, one: int) -> dict[str, Sums]:
        """The totals of a player or team, to be changed."""
        if one not in self.sums:
            below = self._below
            parts = below.sums.get(one, {}) if below is not None else {}
            self.sums[one] = {part: sums.copy() for part, sums in parts.items()}
            if below is not None and one in below.who:
                self.who[one] = below.who[one].copy()
        self.rows.pop(one, None)
        return self.sums[one]

    def add(self, game: Played) -> None:
        """Add a game."""
        seen: set[int] = set()
        for line in game.lines:
            if (line.box == "teams") is not self.teams:
                continue
            sums = self._own(line.id).setdefault(game.part, Sums())
            if line.id not in seen:
                seen.add(line.id)
                sums.games += 1
            if line.head:
                self.who.setdefault(line.id, Who()).saw(line)
            needed = self.needed.get(line.box, ())
            held = sums.boxes.setdefault(line.box, [None] * len(needed))
            for at, (one, value) in enumerate(zip(needed, line.amounts, strict=True)):
                if value is not None:
                    before = held[at]
                    held[at] = value if before is None else max(before, value) if one.most else before + value


@lru_cache(maxsize=200)
def _needed(answer: Answer) -> dict[str, tuple[Counting, ...]]:
    """The columns to add up, by table of ``live``."""
    found: dict[str, dict[str, Counting]] = {}
    for totals in answer.totals:
        for column, rule in _statistics(answer, totals):
            for box in totals.boxes:
                here = found.setdefault(box, {})
                if isinstance(rule, Total):
                    here.update((name, Counting(name)) for name in rule.of if name != GAMES_PLAYED)
                else:
                    here[column] = Counting(column, isinstance(rule, Most), rule if isinstance(rule, Each) else None)
    return {box: tuple(columns.values()) for box, columns in found.items()}


def _statistics(answer: Answer, totals: Totals) -> Iterator[tuple[str, Rule | None]]:
    record = _record_of(answer, totals.table)
    for spec in fields(record):
        if spec.kind is not None and spec.name != GAMES_PLAYED:
            yield spec.name, totals.rule(spec.name)


def _record_of(answer: Answer, table: str) -> type[Record]:
    part = next(spec.type for spec in fields(answer.record) if spec.name == PARTS[0])
    record: type[Record] = part if table == "season" else next(spec.type for spec in fields(part) if spec.name == table)
    return record


def part_record(answer: Answer, sums: Sums) -> dict[str, Any]:
    """The statistics of a part of the season, as the record holds them."""
    found: dict[str, Any] = {}
    needed = _needed(answer)
    for totals in answer.totals:
        boxes = [_named(needed[box], sums.boxes[box]) for box in totals.boxes if box in sums.boxes]
        if not boxes:
            continue
        record = _record_of(answer, totals.table)
        held: dict[str, Any] = {}
        for spec in fields(record):
            if spec.kind is None:
                continue
            value = sums.games if spec.name == GAMES_PLAYED else _value(totals.rule(spec.name), spec, boxes, sums)
            if value is not None:
                held[spec.name] = value
        if totals.table == "season":
            found |= held
        else:
            found[totals.table] = held
    return found


def _named(needed: Sequence[Counting], held: Sequence[float | None]) -> dict[str, float]:
    """The totals of a table by column."""
    return {one.name: value for one, value in zip(needed, held, strict=True) if value is not None}


def _value(rule: Rule | None, spec: FieldSpec, boxes: Sequence[Mapping[str, float]], sums: Sums) -> Any:
    if not isinstance(rule, Total):
        held = [box[spec.name] for box in boxes if spec.name in box]
        value: Any = (max(held) if isinstance(rule, Most) else sum(held)) if held else None
        return round(value, 2) if isinstance(value, float) else value
    inputs = [sums.games if name == GAMES_PLAYED else _sum(name, boxes) for name in rule.of]
    value = None if None in inputs else rule.value(*inputs)
    if value is None or spec.kind == "int":
        return value
    return f"{value:.{rule.digits}f}" if spec.kind == "decimal" else float(round(value, rule.digits))


def _sum(name: str, boxes: Sequence[Mapping[str, float]]) -> float | None:
    held = [box[name] for box in boxes if name in box]
    return sum(held) if held else None


class Game(Protocol):
    """What can be finished, and then has a box score."""

    id: str
    start: datetime

    def status(self, now: datetime) -> str:
        """The service's word for its state."""

    def live(self, now: datetime) -> Written | None:
        """The live record."""


class Calendar(Protocol):
    """A season with games."""

    sport: str
    opens: date

    @property
    def clubs(self) -> tuple[Club, ...]:
        """The clubs."""

    def between(self, start: datetime, end: datetime, late: datetime | None = None) -> Sequence[Game]:
        """Its games by scheduled start, in order."""

    def lines(self, record: Any) -> Iterator[Line]:
        """The lines of a finished game."""

    def team_head(self, club: Club) -> dict[str, Any]:
        """The facts of a club besides its name."""


class Rows(list[Record]):
    """The rows of a resource at an instant."""


class Ledger:
    """The statistics of a season at any instant.

    Of the games that are over at any rate only the totals are kept, which go on with the clock. Those of the last days
    are kept as their lines and added anew, so that a game is played once unless the clock goes back. The rows are kept
    for as long as whoever asked for them keeps them.

    Parameters
    ----------
    season : Calendar
    """

    def __init__(self, season: Calendar) -> None:
        self.season = season
        self._lock = RLock()
        self._played: dict[str, Played | None] = {}
        self._counted: set[str] = set()
        self._needed = {box: counted for answer in self._answers().values() for box, counted in _needed(answer).items()}
        self._base = self._nothing()
        self._last: dict[str, tuple[tuple[str, ...], ref[Rows]]] = {}
        self._names: dict[frozenset[str], set[str]] = {}

    @property
    def people(self) -> int:
        """Players and teams with totals."""
        return sum(len(tables.sums) for tables in self._base.values())

    def _answers(self) -> dict[str, Answer]:
        return {name: answer for name, answer in SPORTS[self.season.sport].answers.items() if answer.totals}

    def _nothing(self) -> dict[str, Tables]:
        return {name: Tables(answer, teams=name == TEAM_STATS) for name, answer in self._answers().items()}

    def at(self, resource: str, now: datetime) -> Sequence[Record]:
        """The rows of a resource at an instant; none before the first game is over."""
        with self._lock:
            recent = self._count(now)
            key = (str(len(self._counted)), *recent)
            known, held = self._last.get(resource, ((), None))
            rows = held() if held is not None and known == key else None
            if rows is None:
                tables = self._totals(recent)[resource]
                rows = Rows(self._teams(tables) if resource == TEAM_STATS else self._players(tables))
                self._last[resource] = key, ref(rows)
            return rows

    def _count(self, now: datetime) -> list[str]:
        """Add to the totals what is over at any rate at an instant, and tell the games that finished since."""
        season = self.season
        first = datetime.combine(season.opens, time(), UTC) - EARLY
        entries = season.between(first, now, now) if now > first else []
        settled = [entry for entry in entries if entry.start < now - SETTLED]
        if not self._counted <= {entry.id for entry in settled}:  # the clock has gone back
            self._base, self._counted = self._nothing(), set()
        missing = [entry for entry in settled if entry.id not in self._counted]
        for number, entry in enumerate(missing, 1):
            game = self._game(entry, now)
            self._counted.add(entry.id)
            if game is not None:
                self._add(self._base, game)
            del self._played[entry.id]
            if (told := playing.get()) is not None:
                told(self, number, len(missing))
        recent = [entry for entry in entries[len(settled) :] if entry.status(now) in FINISHED]
        return [entry.id for entry in recent if self._game(entry, now) is not None]

    def _game(self, entry: Game, now: datetime) -> Played | None:
        """The lines of a game that is over; None for one that was not played or does not count."""
        if entry.id not in self._played:
            record = entry.live(now)
            self._played[entry.id] = None if record is None else self._read(record)
        return self._played[entry.id]

    def _read(self, record: Any) -> Played | None:
        pattern = SPORTS[self.season.sport].rules.not_in_standings
        part = part_of(getattr(record, "season_type", None))
        name = getattr(record, "event_name", None) or ""
        if part is None or (pattern and re.search(pattern, name, re.IGNORECASE)):
            return None
        return Played(part, tuple(line.counted(self._needed) for line in self.season.lines(record)))

    def _totals(self, recent: list[str]) -> dict[str, Tables]:
        totals = {name: tables.twin() for name, tables in self._base.items()}
        for game_id in recent:
            game = self._played[game_id]
            assert game is not None
            self._add(totals, game)
        return totals

    def _add(self, totals: Mapping[str, Tables], game: Played) -> None:
        for tables in totals.values():
            tables.add(game)

    def _players(self, tables: Tables) -> Iterator[Record]:
        answer = SPORTS[self.season.sport].answers[PLAYER_STATS]
        names = {club.id: club.name for club in self.season.clubs}
        known = {spec.name for spec in fields(answer.record)}
        for player in tables.everyone():
            held = tables.of(player)
            row = held.rows.get(player)
            if row is not None:
                yield row
                continue
            who = held.who[player]
            own = [name for name in who.positions if name not in SUBSTITUTES] or list(who.positions)
            head = {
                "player_id": player,
                "player": who.player,
                "team": names.get(who.team_id or 0),
                "team_id": who.team_id,
                "position": max(own, key=who.positions.__getitem__, default=None),
                "position_category": max(who.categories, key=who.categories.__getitem__, default=None),
            }
            head = {name: value for name, value in head.items() if name in known}
            row = held.rows[player] = self._row(answer, head, held.sums[player])
            yield row

    def _teams(self, tables: Tables) -> Iterator[Record]:
        answer = SPORTS[self.season.sport].answers[TEAM_STATS]
        if not tables.everyone():
            return
        for club in sorted(self.season.clubs, key=lambda club: club.id):
            head = {"team_id": club.id, "team": club.name} | self.season.team_head(club)
            yield self._row(answer, head, tables.of(club.id).sums.get(club.id, {}))

    def _row(self, answer: Answer, head: Mapping[str, Any], parts: Mapping[str, Sums]) -> Record:
        stats = {part: part_record(answer, parts[part]) if part in parts else None for part in PARTS}
        row = answer.record.model_validate({**head, **stats})
        _share_names(row, self._names)
        return row


def _share_names(record: Record, known: dict[frozenset[str], set[str]]) -> None:
    """Let records with values in the same fields share the set of these names, which is most of what they weigh."""
    names = record.model_fields_set
    object.__setattr__(record, "__pydantic_fields_set__", known.setdefault(frozenset(names), names))
    for value in record.__dict__.values():
        if isinstance(value, Record):
            _share_names(value, known)
