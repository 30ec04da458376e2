"""Season statistics: their records, made of the statistics of a game, and how they follow from the box scores.

A statistic is declared once, in the record of the box score. Its season total has the same name, unit and meaning, and
is the sum over the games, unless the `Totals` of the answer say otherwise. The simulated world and
`sportsframe.reconcile` follow these declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic import create_model

from .grammar import Answer, Record, Table, api_field
from .records import MARKS, PARTS, fields
from .resources import Param

REGULAR, PRE = "Regular Season", "Preseason"
"""Values of ``season_type``; all others are of the postseason."""


def part_of(season_type: str | None) -> str | None:
    """Return the part of a season to which a game belongs; None for preseason games, which do not count."""
    if season_type == PRE:
        return None
    return PARTS[season_type not in (REGULAR, None)]


@dataclass(frozen=True)
class Most:
    """The largest value of a game."""


@dataclass(frozen=True)
class Each:
    """The sum of a value computed for each game, from columns of the box score; null inputs are passed as None."""

    of: tuple[str, ...]
    value: Callable[..., int | None]


@dataclass(frozen=True)
class Total:
    """A value computed from sums over the games.

    Parameters
    ----------
    of : tuple of str
        Columns of the box score, ``games_played``, or ``opponent_score``.
    value : callable
        Computes the value from their sums; None if there is none.
    digits : int
        Decimal places.
    """

    of: tuple[str, ...]
    value: Callable[..., float | None]
    digits: int = 2


Rule = Most | Each | Total

GAMES_PLAYED = "games_played"

SCORED_BY = ("score", "legs_won")
"""Columns with the score of a line."""

OPPONENT_SCORE = "opponent_score"
"""What rules may be made of beside the columns of lines with a score: that of the opponent's line."""


@dataclass(frozen=True)
class Totals:
    """How a table of season statistics follows from tables of ``live``.

    Columns without a rule are the sum of the columns of the same name.

    Parameters
    ----------
    table : str
        Table of the season statistics.
    boxes : tuple of str
        Tables of ``live`` with the lines of the games.
    rules : mapping of str to Rule
        Statistics that are not sums.
    """

    table: str
    boxes: tuple[str, ...]
    rules: Mapping[str, Rule] = field(default_factory=dict, hash=False)

    def rule(self, column: str) -> Rule | None:
        """Return the rule of a column, or None for a sum."""
        return self.rules.get(column)


class Played(Record):
    games_played: int | None = api_field("Games played", sparse=True)


class Results(Played):
    wins: int | None = api_field("Games won", sparse=True)
    losses: int | None = api_field("Games lost", sparse=True)


class PlayerHead(Record, source="observed"):
    """A player, with the team for which the latest game was played."""

    player_id: int | str = api_field("Player id", key=True, kind="id")
    player: str = api_field("Name of the player", key=True)
    team: str | None = api_field("Name of the team", key=True)
    team_id: int | None = api_field("Team id", key=True)


class PersonHead(Record, source="assumed"):
    """A player of a sport without teams."""

    player_id: int | str = api_field("Player id", key=True, kind="id")
    player: str = api_field("Name of the player", key=True)


class TeamHead(Record, source="observed"):
    """A team."""

    team_id: int = api_field("Team id", key=True)
    team: str = api_field("Name of the team", key=True)


def statistics(
    name: str,
    *records: type[Record],
    source: str,
    module: str,
    without: tuple[str, ...] = (),
    only: tuple[str, ...] = (),
) -> type[Record]:
    """Return a record with the numbers of other records, each of which may be absent.

    Parameters
    ----------
    name : str
        Name of the record.
    *records : type of Record
        Records with the declarations. Of a name declared twice, the first declaration counts.
    source : str
        Source of the new record.
    module : str
        Module of the sport, ``__name__``.
    without, only : tuple of str
        Names to leave out, or the only ones to take.
    """
    found: dict[str, Any] = {}
    for record in records:
        for spec in fields(record):
            wanted = spec.name in only if only else spec.name not in without
            if spec.kind in ("int", "float", "decimal") and wanted and spec.name not in found:
                found[spec.name] = _optional(record, spec.name, source)
    return _record_class(name, Record, found, source, module)


def _optional(record: type[Record], name: str, source: str) -> tuple[Any, Any]:
    """Return the type and declaration of a field, as that of a value that may be absent."""
    info = copy(record.model_fields[name])
    extra: Any = info.json_schema_extra
    marks = dict(extra[MARKS])
    assumed = marks["source"] or (record.source if record.source == "assumed" else None)
    info.json_schema_extra = {MARKS: {**marks, "sparse": True, "source": assumed or source}}
    info.default = None
    return info.annotation, info


def lifted(name: str, record: type[Record], member: str, *, source: str, module: str) -> type[Record]:
    """Return a record with the numbers of an object of box scores under their own names; they may stand in it, too."""
    members: dict[str, Any] = {
        spec.name: (
            spec.type | None,
            api_field(spec.meaning, unit=spec.marks["unit"], also=(f"{member}.{spec.wire}",)),
        )
        for spec in fields(record)
    }
    return _record_class(name, Record, members, source, module)


def group_of(
    name: str, part: type[Record], groups: Mapping[str, tuple[type[Record], str]], *, source: str, module: str
) -> type[Record]:
    """Return a record with the members of another one and with groups of statistics, each a table of its own."""
    members: dict[str, Any] = {
        key: (record | None, api_field(meaning, sparse=True, hidden=True)) for key, (record, meaning) in groups.items()
    }
    return _record_class(name, part, members, source, module)


def season_of(name: str, head: type[Record], part: type[Record], *, source: str, module: str) -> type[Record]:
    """Return the record of a row: who it is about, and the statistics of both parts of the season."""
    kind: Any = part | None
    parts = {
        PARTS[0]: (kind, api_field("Statistics of the regular season; null if there are none", sparse=True)),
        PARTS[1]: (kind, api_field("Statistics of the postseason; null if there are none", sparse=True)),
    }
    return _record_class(name, head, parts, source, module)


def _record_class(name: str, base: type[Record], members: Mapping[str, Any], source: str, module: str) -> type[Record]:
    made: type[Record] = create_model(
        name, __base__=base, __module__=module, __cls_kwargs__={"source": source}, **members
    )
    return made


def players(
    record: type[Record],
    *totals: Totals,
    beside: tuple[str, ...] = (),
    params: tuple[Param, ...] = (),
    current: tuple[str, ...] = (),
) -> Answer:
    """Return the response of player-stats: a table for each of the `totals`.

    `beside` are columns of the row that are repeated in each table; `params` and `current` are those of the answer.
    """
    return replace(_answer(record, "player", totals, beside), params=params, current=current)


def teams(record: type[Record], *totals: Totals, beside: tuple[str, ...] = ()) -> Answer:
    """Return the response of team-stats, as `players`."""
    return _answer(record, "team", totals, beside)


def _answer(record: type[Record], what: str, totals: tuple[Totals, ...], beside: tuple[str, ...]) -> Answer:
    return Answer(
        record,
        tuple(
            Table(
                one.table,
                "{part}" if one.table == "season" else f"{{part}}/{one.table}",
                f"{what} and part of the season",
                parent_columns=beside,
            )
            for one in totals
        ),
        seasons=True,
        totals=totals,
    )


def percentage(made: float, attempted: float) -> float:
    """Return a percentage, 0 if there were no attempts, as box scores have it."""
    return 100 * made / attempted if attempted else 0.0


def minutes(seconds: float) -> float:
    """Return minutes from seconds."""
    return seconds / 60


def won(score: int | None, opponent_score: int | None) -> int | None:
    """1 for a win."""
    return None if score is None or opponent_score is None else int(score > opponent_score)


def lost(score: int | None, opponent_score: int | None) -> int | None:
    """1 for a loss."""
    return None if score is None or opponent_score is None else int(score < opponent_score)


def level(score: int | None, opponent_score: int | None) -> int | None:
    """1 for a tied game."""
    return None if score is None or opponent_score is None else int(score == opponent_score)


def itself(value: float) -> float:
    """The sum of another column."""
    return value


SCORES = ("score", OPPONENT_SCORE)
WINS, LOSSES, LEVEL = Each(SCORES, won), Each(SCORES, lost), Each(SCORES, level)
SCORED, CONCEDED = Total(("score",), itself), Total((OPPONENT_SCORE,), itself)
