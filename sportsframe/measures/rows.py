"""From a frame to values: the inputs of measures as arrays, row by row, and their sums over groups.

An input is a column, a value computed from columns (`Primitive`), the same statistic of the other side (``opp_``) or
of the player's side (``team_``), or another measure's row value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pandas as pd

from .._frames.recognize import Kind, need
from .._frames.typed import refuse_text
from .._util.document import brief
from ..catalog.cached import cached_property
from ..catalog.football import FAMILIES
from ..catalog.resources import RESOURCES, Content
from ..catalog.statuses import OFF
from ..errors import FrameError, QueryError, quoted
from .grammar import Measure, Sums, divided

OPPONENT, OWN = "opp_", "team_"

INVOLVED = ("snaps_defense", "snaps_offense", "snaps_special_teams", "targets")
"""Columns of a football line beside the families that say that a player took part."""

T = TypeVar("T")


def one_sided(lines: pd.DataFrame) -> bool:
    """Whether a game has lines of one side only."""
    games = lines["game_id"].reset_index(drop=True)
    sides = lines["side"].reset_index(drop=True).groupby(games, observed=True, dropna=False)
    return bool((sides.nunique() == 1).any())


class Lack(NamedTuple):
    """Rows that are not where a measure reads them."""

    what: str
    """Which rows, as in "requires all players of the side"."""
    option: str = ""
    """The option whose frame they are read from, or nothing for the frame itself."""


class Others(NamedTuple):
    """Further rows of the same games that the value of a row is computed from."""

    lack: Lack
    """Which rows, and where they are read."""
    absent: Callable[[Rows], np.ndarray]
    """Whether some of them are not there, for each row."""


@dataclass(frozen=True)
class Primitive:
    """An input that is computed row by row before anything is summed.

    Parameters
    ----------
    needs : tuple of str
        Columns it reads.
    make : callable
        From the rows to a float64 array, NaN if missing.
    adds : bool
        Whether its value for sums of columns is the sum of its values, so that it follows from season totals.
    others : tuple of Others
        Further rows that it is computed from.
    of_side : bool
        Whether it is one of the whole side, which is counted once for all players of the side in a group.
    """

    needs: tuple[str, ...]
    make: Callable[[Rows], np.ndarray]
    adds: bool = False
    others: tuple[Others, ...] = ()
    of_side: bool = False


FINISHED = "finished_games"
"""Input of measures of whole games: 1 in rows of finished games, missing in all others, which then add nothing."""


def _finished(rows: Rows) -> np.ndarray:
    return np.where(unfinished(rows.frame), np.nan, 1.0)


WHOLE_GAMES = Primitive((), _finished)

MINUTES_PLAYED = Primitive(("seconds_played",), lambda rows: rows.get("seconds_played") / 60, adds=True)

OTHER_SIDE = Lack("the other side of each game")
BOTH_SIDES = Lack("all players of both sides of a game")


class Rows:
    """The rows of one table of one sport, asked for inputs by name.

    Parameters
    ----------
    frame : pandas.DataFrame
        The table.
    sport, table : str
        What it is.
    measures : mapping of str to Measure
        Those of this table.
    primitives : mapping of str to Primitive
        Those of this table.
    totals : callable, optional
        Gives the table ``teams`` that ``team_`` and ``opp_`` figures of a player are read from, when they are.
    options : mapping, optional
        What the caller gave besides the frame.
    """

    def __init__(
        self,
        frame: pd.DataFrame,
        sport: str,
        table: str,
        measures: Mapping[str, Measure],
        primitives: Mapping[str, Primitive],
        totals: Callable[[], Rows | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.frame, self.sport, self.table = frame, sport, table
        self.measures, self.primitives = measures, primitives
        self._totals, self.options = totals, dict(options or {})
        self._known: dict[object, Any] = {}

    def __len__(self) -> int:
        return len(self.frame)

    def get(self, name: str) -> np.ndarray:
        """An input as float64 (text as objects), NaN if missing."""
        return self.once(name, lambda: self._found(name))

    def once(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, made once for these rows."""
        if key not in self._known:
            self._known[key] = make()
        found: T = self._known[key]
        return found

    def _found(self, name: str) -> np.ndarray:
        if name in self.primitives:
            need(self.frame, self.lacking(self.primitives[name].needs), name)
            return self.primitives[name].make(self)
        if name in self.frame.columns:
            return floats(self.frame[name])
        if name.startswith(OPPONENT) and self.table == "teams":
            return _taken((self.sides or self).get(name.removeprefix(OPPONENT)), self.opposite)
        if name.startswith((OPPONENT, OWN)) and self.sides is not None:
            return _taken(self.sides.get(self._plain(name)), self.side)
        if name in self.measures:
            return self.values(self.measures[name])
        need(self.frame, [name], "this measure")
        raise LookupError(name)

    def _plain(self, name: str) -> str:
        """What an input of a player's side is called in `sides`."""
        return name if self.sides is not None and name in self.sides.primitives else name.removeprefix(OWN)

    def lacking(self, names: tuple[str, ...], seen: frozenset[str] = frozenset()) -> list[str]:
        """The columns that these inputs come down to and the frame has not."""
        missing: list[str] = []
        for name in names:
            if name in seen:
                continue
            plain = name.removeprefix(OPPONENT) if self.table == "teams" else name
            if name in self.primitives:
                missing += self.lacking(self.primitives[name].needs, seen | {name})
            elif name in self.frame.columns:
                continue
            elif plain != name:
                missing += self.lacking((plain, "game_id", "side"), seen | {name})
            elif name.startswith((OPPONENT, OWN)):
                missing += self.lacking(("game_id", "side"), seen | {name})
            elif name in self.measures:
                missing += self.lacking(self.measures[name].inputs, seen | {name})
            else:
                missing.append(name)
        return list(dict.fromkeys(missing))

    def absent(self, names: tuple[str, ...]) -> dict[Lack, np.ndarray]:
        """Which further rows these inputs are computed from, and for which rows some of them are not there."""
        found: dict[Lack, np.ndarray] = {}
        for name in names:
            for lack, rows in self.once(("absent", name), lambda name=name: self._absent(name)).items():  # type: ignore[misc]
                found[lack] = found[lack] | rows if lack in found else rows
        return found

    def _absent(self, name: str) -> dict[Lack, np.ndarray]:
        if name in self.primitives:
            one = self.primitives[name]
            own = {other.lack: other.absent(self) for other in one.others}
            return self.absent(one.needs) | own
        if name in self.frame.columns:
            return {}
        if name.startswith(OPPONENT) and self.table == "teams":
            return {OTHER_SIDE: self.opposite < 0}
        if name.startswith((OPPONENT, OWN)) and self.sides is not None:
            lost = [
                ~np.isin(self.side, np.flatnonzero(~rows)) for rows in self.sides.absent((self._plain(name),)).values()
            ]
            return {BOTH_SIDES: np.any([self.side < 0, *lost], axis=0)}
        return self.absent(self.measures[name].inputs) if name in self.measures else {}

    def without_opponent(self, measure: Measure) -> np.ndarray:
        """Whether a value of each row lacks the other side: that of a group would be of some of its games only."""
        return self.absent(measure.inputs).get(OTHER_SIDE, np.zeros(len(self), dtype=bool))

    @cached_property
    def sides(self) -> Rows | None:
        """The statistics of sides from elsewhere than this frame, if there are any."""
        return self._totals() if self._totals is not None else None

    @cached_property
    def opposite(self) -> np.ndarray:
        """Position of the row of the other side, in `sides` if this table of sides is beside them; -1 if absent."""
        if self.sides is None:
            return self.other
        return np.where(self.side < 0, -1, self.sides.other[self.side]) if len(self.sides) else self.side

    @cached_property
    def keys(self) -> np.ndarray:
        """Return game and side of each row as one string."""
        need(self.frame, ["game_id", "side"], "statistics of the other side")
        return side_keys(self.frame)

    @cached_property
    def other(self) -> np.ndarray:
        """Position of the other side's row; -1 unless the game has just its two."""
        games, codes = pd.factorize(self.frame["game_id"])[0], self.frame["side"].astype(object).to_numpy()
        order = np.argsort(games, kind="stable")
        found = np.full(len(games), -1)
        counts = np.bincount(games[games >= 0]) if len(games) else np.array([], dtype=int)
        twos = order[np.isin(games[order], np.flatnonzero(counts == 2))]
        first, second = twos[::2], twos[1::2]
        differ = codes[first] != codes[second]
        found[first[differ]], found[second[differ]] = second[differ], first[differ]
        return found

    @cached_property
    def side(self) -> np.ndarray:
        """Position in `sides` of the row of this row's own side; -1 where there is none."""
        assert self.sides is not None
        index = pd.Index(self.sides.keys)
        if not index.is_unique:
            raise FrameError("the frame passed as teams= has several rows for a side of a game; keep one of each.")
        return np.asarray(index.get_indexer(pd.Index(self.keys)))

    def inputs(self, measure: Measure) -> tuple[dict[str, pd.Series], np.ndarray]:
        """The inputs of a measure, and which rows have all of them."""
        arrays = {name: self.get(name) for name in measure.inputs}
        if measure.family:
            zero = self._absent_counts(measure.family)
            arrays = {
                name: np.where(zero[name] & np.isnan(array), 0.0, array) if name in zero else array
                for name, array in arrays.items()
            }
        complete = np.ones(len(self), dtype=bool)
        for array in arrays.values():
            complete &= ~pd.isna(array)
        return {name: pd.Series(array) for name, array in arrays.items()}, complete

    def _absent_counts(self, families: tuple[str, ...]) -> dict[str, np.ndarray]:
        """For each column of these families the rows in which its absence means zero.

        A column that is not part of a family, such as ``targets``, is unknown where the families beside it are present.
        """
        played = self.once("took part", lambda: took_part(self.frame))
        whole = [name for family in families for name in FAMILIES.get(family, ())]
        told = self.frame[[name for name in whole if name in self.frame.columns]].notna().to_numpy().any(axis=1)
        single = [family for family in families if family not in FAMILIES]
        return {**dict.fromkeys(whole, played), **dict.fromkeys(single, played & ~told)}

    def values(self, measure: Measure) -> np.ndarray:
        """Return a measure's value for each row."""
        inputs, complete = self.inputs(measure)
        found = measure.value(Sums(inputs, self.options))
        return np.asarray(found.where(complete))

    def grouped(self, measure: Measure, keys: list[pd.Series], how: str = "") -> tuple[np.ndarray, pd.Index]:
        """Return a measure's value for each group of `groupers`, and the groups."""
        sums = self.summed(measure, keys, how)
        return of_sums(measure, sums, how, self.options), sums.index

    def summed(self, measure: Measure, keys: list[pd.Series], how: str = "") -> pd.DataFrame:
        """What the value of a measure for each group is computed from.

        Sums of parts of a table, none of which divides a game, may be added by `added` before `of_sums` is applied.

        Parameters
        ----------
        measure : Measure
        keys : list of Series
            From `groupers`.
        how : {"", "mean", "max"}
            Instead of the measure, the mean or the greatest of the row values.

        Returns
        -------
        pandas.DataFrame
            Indexed by the groups; columns are pairs of how the values of a column are combined, and its name.
        """
        if not how and measure.aggregation == "no":
            raise QueryError(
                f"{measure.name} is defined per row, not per group; use {measure.name}_mean or {measure.name}_max."
            )
        if not how and measure.of_sums:
            columns: dict[tuple[str, str], Any] = {
                ("sum", name): column for name, column in self.addends(measure, keys).items()
            }
        else:
            values = pd.Series(self.values(measure))
            columns = {(COMBINED[how or measure.aggregation], VALUE): values}
            if how == "mean":
                columns["sum", COUNT] = values.notna().astype("float64").where(values.notna())
            if not how and measure.same_within_group:
                kinds = pd.Series(self.get(measure.same_within_group)).where(values.notna())
                columns |= {("min", KIND): kinds, ("max", KIND): kinds}
        columns["max", LOST] = self.without_opponent(measure).astype("float64")
        rows = pd.DataFrame(dict(enumerate(columns.values())), index=keys[0].index)
        found = _reduced(rows.set_axis(pd.MultiIndex.from_tuples(columns), axis=1), keys if len(keys) > 1 else keys[0])
        return found.set_axis(_named(found.index, [key.name for key in keys]), axis=0)

    def addends(self, measure: Measure, keys: list[pd.Series]) -> dict[str, pd.Series]:
        """The inputs of a measure as they are added up in groups; those of a side once for all of its rows."""
        inputs, complete = self.inputs(measure)
        of_side = [name for name in inputs if self._is_of_side(name)]
        once = complete & self._first_of_side(keys, complete) if of_side else complete
        return {name: column.where(once if name in of_side else complete) for name, column in inputs.items()}

    def _is_of_side(self, name: str) -> bool:
        """Whether an input of a player's line is a statistic of a whole side."""
        if name in self.primitives:
            return self.primitives[name].of_side
        elsewhere = self.table != "teams" and self.sides is not None and name not in self.frame.columns
        return elsewhere and name.startswith((OPPONENT, OWN))

    def _first_of_side(self, keys: list[pd.Series], complete: np.ndarray) -> np.ndarray:
        """Whether each row is the first complete one of its side of a game in its group."""
        groups = pd.DataFrame({n: key.to_numpy() for n, key in enumerate([*keys, pd.Series(self.keys)])})
        first = np.zeros(len(self), dtype=bool)
        first[np.flatnonzero(complete)] = ~groups[complete].duplicated().to_numpy()
        return first


VALUE, COUNT, KIND, LOST = "value", "count", "kind", "lost"

COMBINED = {"count": "sum", "mean": "sum", "min": "min", "max": "max"}
"""Aggregation of a measure -> how the values of its rows are combined."""


def _reduced(rows: pd.DataFrame, keys: Any = None, **by: Any) -> pd.DataFrame:
    groups = rows.groupby(keys, observed=True, sort=True, **by)
    pairs: list[tuple[str, str]] = list(rows.columns)  # type: ignore[arg-type]
    parts = {how: groups[[pair for pair in pairs if pair[0] == how]] for how, _ in pairs}
    found = {how: part.sum(min_count=1) if how == "sum" else getattr(part, how)() for how, part in parts.items()}
    whole: pd.DataFrame = pd.concat(list(found.values()), axis=1)
    return whole


def added(parts: list[pd.DataFrame]) -> pd.DataFrame:
    """What `Rows.summed` would give for all rows of these parts of a table."""
    rows = pd.concat(parts)
    names = rows.index.names
    found = _reduced(rows, level=list(range(rows.index.nlevels)))
    return found.set_axis(_named(found.index, list(names)), axis=0)


def of_sums(measure: Measure, sums: pd.DataFrame, how: str, options: Mapping[str, Any]) -> np.ndarray:
    """A measure's value for each group, from its sums."""
    columns: dict[Any, Any] = {pair: sums[pair].reset_index(drop=True) for pair in sums.columns}
    lost = columns.pop(("max", LOST)).gt(0)
    return np.asarray(pd.Series(_of_columns(measure, columns, how, options)).mask(lost))


def _of_columns(measure: Measure, columns: dict[Any, Any], how: str, options: Mapping[str, Any]) -> np.ndarray:
    """A measure's value for each group, as if no row lacked the other side."""
    if how == "mean":
        return np.asarray(divided(columns["sum", VALUE], columns["sum", COUNT]))
    if not how and measure.of_sums:
        return np.asarray(measure.value(Sums({name: column for (_, name), column in columns.items()}, options)))
    found = columns[COMBINED[how or measure.aggregation], VALUE]
    if not how and measure.same_within_group:
        found = found.where((columns["min", KIND] == columns["max", KIND]) | columns["min", KIND].isna())
    return np.asarray(found)


def unfinished(frame: pd.DataFrame) -> np.ndarray:
    """Whether the game of each row is not finished; finished if the frame has no phase."""
    if "phase" not in frame.columns:
        return np.zeros(len(frame), dtype=bool)
    phase = frame["phase"].astype(object)
    return (phase.notna() & phase.ne("finished")).to_numpy(dtype=bool)


def took_part(frame: pd.DataFrame) -> np.ndarray:
    """Whether each row is of somebody who took part: all but football lines without statistics and snaps."""
    columns = [name for family in FAMILIES.values() for name in family if name in frame.columns]
    if "player_id" not in frame.columns or not columns:
        return np.ones(len(frame), dtype=bool)
    told = frame[columns].notna().any(axis=1)
    for name in INVOLVED:
        if name in frame.columns:
            told |= frame[name].fillna(0).gt(0).astype(bool)
    return told.to_numpy(dtype=bool)


def takes_place(frame: pd.DataFrame, found: Kind) -> np.ndarray:
    """Whether each row is of a game that was or will be played, which not all of a schedule are."""
    if RESOURCES[found.resource].content is not Content.SCHEDULE or "phase" not in frame.columns:
        return np.ones(len(frame), dtype=bool)
    return ~frame["phase"].isin(OFF).to_numpy(dtype=bool)


STATES = frozenset({"phase", "status"})
"""Columns that tell the games that take place from those that do not."""


def counting(frame: pd.DataFrame, found: Kind, by: Any, verb: str) -> tuple[pd.DataFrame, Any]:
    """Return the rows that add to sums by group, and what they are grouped by.

    Games that do not take place add nothing, unless they are in groups of their own.
    """
    keep = takes_place(frame, found)
    if keep.all() or not STATES.isdisjoint(key.name for key in groupers(frame, by, verb)):
        return frame, by
    return selected(frame, keep, by, verb)


def selected(frame: pd.DataFrame, keep: np.ndarray, by: Any, verb: str) -> tuple[pd.DataFrame, Any]:
    """Return some rows of a frame, and what they are grouped by."""
    rows, names = frame[keep], [by] if isinstance(by, str) else by
    if isinstance(names, list | tuple) and all(isinstance(name, str) and name in frame.columns for name in names):
        return rows, by
    return rows, [key[keep].set_axis(rows.index) for key in groupers(frame, by, verb)]


def groupers(frame: pd.DataFrame, by: Any, verb: str) -> list[pd.Series]:
    """Return the keys of the rows, for whatever pandas groups by.

    Parameters
    ----------
    frame : pandas.DataFrame
    by : str, Series, array, Index, function, mapping, pandas.Grouper, or a list of them
        A function and a mapping are of the index, as in pandas.
    verb : str
        Name of the caller, for messages.
    """
    names = isinstance(by, (list, tuple)) and all(isinstance(part, str) and part in frame.columns for part in by)
    labels = isinstance(by, list) and len(by) == len(frame) and not names and not any(map(_is_grouper, by))
    parts = by if isinstance(by, (list, tuple)) and not labels else [np.array(by, object) if labels else by]
    if not len(parts):
        raise QueryError(f"{verb}: by= is empty; name a column, for example by='team'.")
    unknown = [part for part in parts if isinstance(part, str) and part not in frame.columns]
    if len(unknown) > MOST_NAMED:
        raise QueryError(
            f"{verb}: by= names {len(unknown)} columns that the frame does not have, such as {quoted(unknown[0])}."
        )
    for part in unknown:
        if part in INSTEAD and INSTEAD[part][0] in frame.columns:
            raise FrameError(f"{verb}: the frame has no column {part}; pass {INSTEAD[part][1]}.")
    need(frame, unknown, f"{verb} by {', '.join(unknown)}")
    return [_key_of(frame, part, verb) for part in parts]


INSTEAD = {
    **dict.fromkeys(("home", "away", "venue", "location"), ("side", 'by="side"')),
    **{name: ("game_date", f'by=df["game_date"].dt.{name}') for name in ("year", "month", "day", "quarter")},
    "weekday": ("game_date", 'by=df["game_date"].dt.day_name()'),
    "date": ("game_date", 'by="game_date"'),
}
"""What people group by -> the column that has it, and how to write it."""

MOST_NAMED = 5
"""Number of unknown columns that an error message lists."""


def _is_grouper(part: Any) -> bool:
    return isinstance(part, (pd.Series, pd.Index, pd.Grouper, np.ndarray)) or callable(part)


PLACE = "place of the row"
"""Column for a grouper that sorts rows."""


def _key_of(frame: pd.DataFrame, part: Any, verb: str) -> pd.Series:
    if isinstance(part, str):
        return frame[part].reset_index(drop=True)
    if part is None:
        raise QueryError(f'{verb} requires by=, such as by="team_id", or by="player_id" where rows are of players.')
    try:
        places = frame.assign(**{PLACE: range(len(frame))}).groupby(part, observed=True, sort=False)[PLACE]
        keys = pd.Series(pd.NA, index=range(len(frame)), dtype=object)
        in_order = not isinstance(part, pd.Grouper)  # whose indices are those of rows that it has sorted
        for key, rows in places.indices.items() if in_order else places:
            keys.iloc[np.asarray(rows)] = key
    except Exception as error:
        reason = " ".join(str(error).split())[:120]
        raise QueryError(f"{verb} cannot group by {type(part).__name__} {brief(part)}: {reason}.") from None
    name = getattr(part, "name", None) or getattr(part, "key", None)
    return keys.infer_objects().rename(name)


def _named(index: pd.Index, by: list[Any]) -> pd.Index:
    return index.set_names(by if isinstance(index, pd.MultiIndex) else by[0])


def _taken(values: np.ndarray, positions: np.ndarray) -> np.ndarray:
    if not len(values):
        return np.full(len(positions), np.nan)
    return np.where(positions >= 0, values[positions], np.nan)


def side_keys(frame: pd.DataFrame) -> np.ndarray:
    """Return game and side of each row as one string."""
    games, sides = (frame[name].astype(object).astype(str) for name in ("game_id", "side"))
    return np.asarray((games + "|" + sides).to_numpy())


def floats(column: pd.Series) -> np.ndarray:
    """A column as float64, NaN if missing."""
    if pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_bool_dtype(column.dtype):
        return column.to_numpy(dtype="float64", na_value=np.nan)
    found = pd.to_numeric(column, errors="coerce").to_numpy(dtype="float64", na_value=np.nan)
    if (np.isnan(found) & column.notna().to_numpy()).any():
        refuse_text(column)
    return found


def typed(values: np.ndarray, dtype: str) -> Any:
    """Values in the dtype of their measure; what is not finite is missing."""
    if dtype == "str":
        return pd.array(
            [None if value is None or value != value else value for value in values],
            dtype=pd.StringDtype(na_value=np.nan),
        )
    numbers = np.asarray(values, dtype="float64")
    missing = ~np.isfinite(numbers)
    numbers = np.where(missing, 0.0, numbers)
    if dtype == "Int64":
        return pd.arrays.IntegerArray(np.rint(numbers).astype("int64"), missing)
    if dtype == "boolean":
        return pd.arrays.BooleanArray(numbers != 0, missing)
    return pd.arrays.FloatingArray(numbers, missing)
