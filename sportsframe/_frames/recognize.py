"""Which table a frame is, inferred from its columns, and simple selections from it.

Recognition uses the columns only and no metadata, so that it works after filtering, joins and round trips to files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pandas as pd

from .._util.document import brief
from ..catalog import RESOURCES, SPORTS, Layout, every_table
from ..catalog.resources import in_group
from ..catalog.tables import KEY_ORDER
from ..errors import FrameError, QueryError, listed, nearest, quoted
from .arguments import checked, refuse_repeats, refuse_unknown_zone
from .names import one_named
from .provenance import is_simulated as is_simulated


@dataclass(frozen=True)
class Kind:
    """The table that a frame was recognized as.

    Attributes
    ----------
    sports : tuple of str
        Codes in its ``sport`` column.
    resource : str
        The first of its group: ``schedule`` for all three schedules, which have the same tables.
    table : str
        The table that matches its columns best.
    """

    sports: tuple[str, ...]
    resource: str
    table: str

    @property
    def sport(self) -> str:
        """The only sport of the frame; an error if there are several."""
        if len(self.sports) != 1:
            raise FrameError(
                f"the frame contains {', '.join(self.sports) or 'no sport'}; select one, "
                f'for example df[df["sport"] == "{(*self.sports, *SPORTS)[0]}"].'
            )
        return self.sports[0]

    def __str__(self) -> str:
        return " ".join(filter(None, [", ".join(self.sports), self.words]))

    @property
    def words(self) -> str:
        """The resource and the table in words, once where they are the same."""
        return table_in_words(self.resource, self.table)


def table_in_words(resource: str, table: str) -> str:
    """Return a resource and a table of it as text, once where they have the same name."""
    return resource if table.replace("_", "-") == resource else f"{resource} {table}"


def _shapes() -> list[tuple[str, str, str, frozenset[str]]]:
    """The columns of each table, for the registered sports."""
    return _shapes_of(tuple(SPORTS))


@cache
def _shapes_of(known: tuple[str, ...]) -> list[tuple[str, str, str, frozenset[str]]]:
    """The columns of each table, once for resources with the same response, such as the schedules."""
    return [
        (sport, resource, table, frozenset(c.name for c in lay.columns))
        for sport, resource, table, lay in every_table()
        if resource == in_group(RESOURCES[resource].group)[0].name
    ]


def kind(frame: pd.DataFrame) -> Kind:
    """Recognize the table of a frame.

    Raises
    ------
    FrameError
        No table of the catalog has enough of these columns, or there are several of one name.
    """
    refuse_repeats(frame)
    sports = _sports(frame)
    columns = frozenset(map(str, frame.columns))
    columns -= _missing(frame, _of_others(columns, sports, tuple(SPORTS)))
    found = _kind(columns, sports, tuple(SPORTS)) if "sport" in columns else None
    if found is None:
        if "game_id" in frame.index.names and "game_id" not in columns:
            raise FrameError("game_id is in the index of the frame, and must be a column: df.reset_index().")
        shared = sorted(name[:-2] for name in columns if name.endswith("_x") and f"{name[:-2]}_y" in columns)
        if shared:
            one = shared[0]
            raise FrameError(
                f"columns of two tables are mixed: {one}_x and {one}_y were both {one}; merge only the columns that "
                "are missing in the first table."
            )
        raise FrameError(
            "the columns do not match any sportsframe table; keep sport, of games also game_id, and enough columns of "
            "one: sportsframe.columns() lists them. Results such as standings() are not tables."
        )
    if strange := sorted({str(code) for code in frame["sport"].dropna().unique()} - {*SPORTS}):
        raise FrameError(
            f"the column sport says {quoted(strange[0])}, which is not a sport of the catalog; register it first, "
            "sportsframe.register_sport(sport)."
        )
    _refuse_two_tables(frame, columns, found)
    return found


def _missing(frame: pd.DataFrame, names: Iterable[str]) -> frozenset[str]:
    """Those columns that are missing in every row."""
    return frozenset(name for name in names if frame[name].isna().all())


@cache
def _of_others(columns: frozenset[str], sports: tuple[str, ...], known: tuple[str, ...]) -> frozenset[str]:
    """The columns that tables of other sports have, and none of these sports; none if no sport is known."""
    own = {name for sport, _, _, held in _shapes_of(known) if sport in sports for name in held}
    others = {name for _, _, _, held in _shapes_of(known) for name in held}
    return columns & (others - own) if sports else frozenset()


def of_its_sports(frame: pd.DataFrame) -> pd.DataFrame:
    """Rows that were selected from those of several sports as a table of theirs.

    Columns that other sports have and its own tables have not are left out if they are missing in every row; those of a
    single sport are then in the order of the catalog. Any other frame is returned as it is.
    """
    try:
        found = kind(frame)
    except FrameError:
        return frame
    if not (sports := _sports(frame)):
        return frame
    own = [column.name for lay in layouts(frame, found) for column in lay.columns]
    others = {
        name
        for sport, resource, _, held in _shapes()
        if resource == found.resource and sport not in found.sports
        for name in held
    }
    left_out = _missing(frame, (others - {*own}).intersection(frame.columns))
    if not left_out:
        return frame
    kept = [name for name in frame.columns if name not in left_out]
    if len(sports) == 1:
        kept = list(dict.fromkeys([*(name for name in own if name in frame.columns), *kept]))
    return frame[kept]


def game_key(frame: pd.DataFrame) -> list[str]:
    """The columns that identify a game: its ID, which games of two sports may share, and the sport if there is one."""
    return [name for name in ("sport", "game_id") if name in frame.columns]


def count_games(frame: pd.DataFrame) -> int:
    """The number of games in a frame."""
    return len(frame[game_key(frame)].dropna(subset="game_id").drop_duplicates())


def rows_of(frame: pd.DataFrame, sport: str) -> pd.DataFrame:
    """The rows of a sport: those of the same games in a frame of several."""
    return frame[frame["sport"].eq(sport).fillna(value=False)] if "sport" in frame.columns else frame


def layouts(frame: pd.DataFrame, found: Kind) -> list[Layout]:
    """The tables of the catalog that the rows of a frame are of, one for each of its sports that has any."""
    return [SPORTS[sport].answer(found.resource).layouts[table] for sport, table in tables_of(frame, found).items()]


def tables_of(frame: pd.DataFrame, found: Kind) -> dict[str, str]:
    """The table that rows of each sport of a frame are of."""
    return _tables(frozenset(map(str, frame.columns)), found, tuple(SPORTS))


@cache
def _tables(columns: frozenset[str], found: Kind, known: tuple[str, ...]) -> dict[str, str]:
    """The table that rows of each sport of a frame are of: that of the frame, or what the sport has in its place."""
    held = {(sport, resource, table) for sport, resource, table, _ in _shapes_of(known)}
    tables = {}
    for sport in found.sports:
        its = found if (sport, found.resource, found.table) in held else _kind(columns, (sport,), known)
        if its is not None and its.resource == found.resource:
            tables[sport] = its.table
    return tables


def _refuse_two_tables(frame: pd.DataFrame, columns: frozenset[str], found: Kind) -> None:
    """Refuse rows of two tables of a response, or rows with columns of both."""
    rivals: dict[str, list[tuple[pd.Series, pd.Series]]] = {}
    for sport, table, ours, theirs, both in _rivals(columns, found, tuple(SPORTS)):
        rows = frame if len(found.sports) == 1 else frame[frame["sport"].eq(sport).fillna(value=False)]
        own, other = (rows[list(names)].notna().any(axis=1) for names in (ours, theirs))
        if both and (own & other).any():
            raise FrameError(
                f"columns of two tables are mixed, {table} and {found.table}, and {min(both)} is of one of them; merge "
                "only the columns that are missing in the first table."
            )
        rivals.setdefault(table, []).append((own, other))
    for table, parts in rivals.items():
        if any((own & ~other).any() for own, other in parts) and any((other & ~own).any() for own, other in parts):
            raise FrameError(f"the frame mixes rows of the tables {found.table} and {table}; keep those of one.")


@cache
def _rivals(
    columns: frozenset[str], found: Kind, known: tuple[str, ...]
) -> list[tuple[str, str, frozenset[str], frozenset[str], frozenset[str]]]:
    """Other tables that the rows of a sport may be of; the columns of only its own or the other, and of both."""
    whole = [
        (sport, table)
        for sport, resource, table, held in _shapes_of(known)
        if resource == found.resource and len(held & columns) >= NEARLY_ALL * len(held)
    ]
    rivals = []
    for sport, its in _tables(columns, found, known).items():
        for table in [table for code, table in whole if code == sport and table != its and (sport, its) in whole]:
            own, other = (_own(known)[sport, found.resource, one] for one in (its, table))
            rivals.append((sport, table, (own - other) & columns, (other - own) & columns, own & other))
    return [rival for rival in rivals if rival[2] and rival[3]]


def kind_in_words(frame: pd.DataFrame, found: Kind) -> str:
    """What a frame is in words: without a sport if it has no rows, and the columns are those of several.

    Rows of several sports may be of several tables, as the games and the tournaments of schedules.
    """
    if _sports(frame):
        tables = dict.fromkeys(tables_of(frame, found).values()) or {found.table: None}
        words = table_in_words(found.resource, " and ".join(tables))
        return " ".join(filter(None, [", ".join(found.sports), words]))
    columns = set(frame.columns)
    fits = {
        sport: len(names & columns) - len(names - columns)
        for sport, resource, table, names in _shapes()
        if (resource, table) == (found.resource, found.table)
    }
    alike = [sport for sport in fits if fits[sport] == max(fits.values())]
    return str(found) if len(alike) == 1 else found.words


EMPTY_OF = "sportsframe.sport"
"""Key in ``attrs`` of a frame without rows whose columns are also those of another sport: its own."""


def with_sport(frame: pd.DataFrame, sport: str) -> pd.DataFrame:
    """Note the sport of a frame without rows if its columns do not show it."""
    if kind(frame).sport != sport:
        frame.attrs[EMPTY_OF] = sport
    return frame


def _sports(frame: pd.DataFrame) -> tuple[str, ...]:
    if "sport" not in frame.columns:
        return ()
    column = frame["sport"]
    if not len(column) and isinstance(column.dtype, pd.CategoricalDtype):
        return tuple(code for code in (frame.attrs.get(EMPTY_OF),) if code in SPORTS)
    return tuple(str(code) for code in column.dropna().unique() if str(code) in SPORTS)


ENOUGH = 0.3
"""The smallest share of the columns of a table by which a frame is recognized."""

NEARLY_ALL = 0.9
"""With this share of its columns a frame is a table, whatever was added; with less, a result if more was added than
there are columns other than keys."""

OF_GAMES = frozenset({"game_date", "game_time", "side", "opponent_id", "opponent"})
"""Columns that distinguish stat lines of single games from statistics of a season."""

NUMBERS = ("int", "float", "decimal")
"""Kinds of columns that count or measure."""


@cache
def _kind(columns: frozenset[str], sports: tuple[str, ...], known: tuple[str, ...]) -> Kind | None:
    best: tuple[float, str, str, str] | None = None
    for sport, resource, table, names in _shapes_of(known):
        if (sports and sport not in sports) or ("game_id" in names) != ("game_id" in columns):
            continue
        if "game_id" not in names and not columns.isdisjoint(OF_GAMES - names):
            continue  # lines of games of which the id was dropped
        shared = len(names & columns)
        share = shared / len(names)
        added = len(columns) - shared
        told = len(columns & _own(known)[sport, resource, table])
        whole = share >= NEARLY_ALL and (told or not added)
        if not whole and (share < ENOUGH or told < max(added, 1)):
            continue
        score = share + shared / len(columns)
        # in both directions, else a table whose columns are a subset of another's would win
        if best is None or score > best[0]:
            best = (score, sport, resource, table)
    if best is None:
        return None
    return Kind(sports or (best[1],), best[2], best[3])


@cache
def _own(known: tuple[str, ...]) -> dict[tuple[str, str, str], frozenset[str]]:
    """The columns of each table but its keys, which results such as standings have too.

    They are those that count or measure, and those of no other table of the sport; if there are none, the rarest.
    """
    held = Counter((sport, name) for sport, _, _, names in _shapes_of(known) for name in names)
    found: dict[tuple[str, str, str], frozenset[str]] = {}
    for sport, resource, table, lay in every_table():
        rest = {column.name: column for column in lay.columns if column.name not in KEY_ORDER}
        rarest = min((held[sport, name] for name in rest), default=1)
        own = {
            name
            for name, column in rest.items()
            if held[sport, name] == 1 or (column.kind in NUMBERS and not name.endswith("_id"))
        }
        found[sport, resource, table] = frozenset(own or {name for name in rest if held[sport, name] == rarest})
    return found


def is_column(name: object) -> bool:
    """Whether some table has a column of this name."""
    return any(name in held for _, _, _, held in _shapes())


def need(frame: pd.DataFrame, names: Iterable[str], verb: str) -> None:
    """Raise for a frame that lacks columns, with their names and the tables that have them.

    Raises
    ------
    FrameError
        In one line.
    """
    names = list(names)
    missing = [name for name in names if name not in frame.columns]
    if not missing:
        return
    having = [shape[:3] for shape in _shapes() if shape[3].issuperset(names)]
    sports = _sports(frame)
    own = [shape for shape in having if shape[0] in sports]
    words = dict.fromkeys(table_in_words(resource, table) for _, resource, table in own or having)
    it = "it" if len(missing) == 1 else "them"
    where = f"; {', '.join(list(words)[:4])} have {it}" if having else ""
    if having and sports and not any(shape[3].issuperset(missing) for shape in _shapes() if shape[0] in sports):
        others = ", ".join(dict.fromkeys(sport for sport, *_ in having))
        where = f"; no table of {listed(sports)} has {it}, only tables of {others}"
    lives = [table for _, resource, table in own if resource == "live"]
    if lives and "game_id" in frame.columns:
        where += f': df.sports.box("{lives[0]}") loads that of these games'
    named = ", ".join(brief(name) for name in missing)
    hint = "" if having else nearest(missing[0], map(str, frame.columns))
    columns = f"column{'s' * (len(missing) > 1)} {named}"
    raise FrameError(f"{brief(verb)} requires the {columns}, which the frame does not have{where}.{hint}")


def refuse_several(frame: pd.DataFrame, column: str, verb: str) -> None:
    """Raise for a frame with several values in a column, such as leagues or seasons, that `verb` cannot combine.

    Raises
    ------
    QueryError
        In one line, with the selection of one of them.
    """
    held = sorted(map(str, frame[column].dropna().unique())) if column in frame.columns else []
    if len(held) > 1:
        shown = f"{', '.join(held[:4])}{', ...' if len(held) > 4 else ''}"
        raise QueryError(
            f"{verb} requires a single {column}, but the frame has {shown}; "
            f'select one, for example df[df["{column}"] == "{held[-1]}"].'
        )


TEAM_NAMES = {"team": "team_id", "home_team": "home_team_id", "away_team": "away_team_id"}
PLAYER_NAMES = {"player": "player_id", "player_1": "player_1_id", "player_2": "player_2_id"}


@checked
def team(frame: pd.DataFrame, who: str | int) -> pd.DataFrame:
    """Rows of one team.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table with teams.
    who : str or int
        Its name, in any case and with or without accents, an unambiguous part of the name, or its id.

    Returns
    -------
    pandas.DataFrame
        The matching rows; of games, those at home and away.

    Raises
    ------
    FrameError
        The frame has no column with teams.
    QueryError
        No team, or more than one, matches.
    """
    return _of(frame, who, TEAM_NAMES, "team")


@checked
def player(frame: pd.DataFrame, who: str | int) -> pd.DataFrame:
    """Rows of one player; parameters, result and errors as for `team`."""
    return _of(frame, who, PLAYER_NAMES, "player")


def _of(frame: pd.DataFrame, who: str | int, pairs: dict[str, str], what: str) -> pd.DataFrame:
    present = {name: key for name, key in pairs.items() if name in frame.columns or key in frame.columns}
    if not present:
        need(frame, [next(iter(pairs))], f".{what}()")
    if isinstance(who, str):
        columns = [name for name in present if name in frame.columns]
        if not columns:
            raise FrameError(f"the frame has no names of {what}s; pass an ID of {', '.join(present.values())}.")
        wanted: Any = name_meant(who, pd.concat([frame[name] for name in columns]).dropna().unique(), what)
    else:
        columns = [key for key in present.values() if key in frame.columns]
        wanted = who
        if len(_sports(frame)) > 1:
            raise QueryError(
                f"the frame contains {', '.join(_sports(frame))}, whose IDs overlap; select a sport first, for example "
                f'df[df["sport"] == "{_sports(frame)[0]}"], or pass a name.'
            )
        if not any((frame[key] == who).any() for key in columns):
            raise QueryError(f"no {what} in the frame has the ID {quoted(who)}; IDs are in {', '.join(columns)}.")
    keep = pd.Series(False, index=frame.index)
    ids: set[Any] = set()
    for name in columns:
        held = (frame[name] == wanted).fillna(False).astype(bool)
        keep |= held
        if isinstance(who, str) and present[name] in frame.columns:
            ids.update(frame.loc[held, present[name]].dropna().unique().tolist())
    if len(ids) > 1 and len(_sports(frame)) < 2:
        known = ", ".join(f"{one}{_club(frame, one)}" for one in sorted(ids))
        raise QueryError(f"{len(ids)} {what}s in the frame are called {quoted(str(wanted))}; pass an ID: {known}.")
    return frame[keep]


def _club(frame: pd.DataFrame, player: Any) -> str:
    """The latest team of a player in brackets, where a frame has one of each row."""
    if not {"player_id", "team"} <= {*frame.columns}:
        return ""
    teams = frame.loc[(frame["player_id"] == player).fillna(False).astype(bool), "team"].dropna()
    return f" ({teams.iloc[-1]})" if len(teams) else ""


LONGEST_ABBREVIATION = 4
"""Letters of the longest abbreviation of a team."""


def name_meant(who: str, names: Any, what: str) -> str:
    """Return the one of `names` of which `who` is a part; `what` is what they are names of, such as ``team``."""
    labels = {str(name): [str(name)] for name in names}
    words = {word for name in labels for word in name.split()}
    if what == "team" and who.isupper() and who.isalpha() and len(who) <= LONGEST_ABBREVIATION and who not in words:
        raise QueryError(
            f"{quoted(who)} is an abbreviation, which the frame does not have; pass a part of the name, or an ID."
        )
    return one_named(who, labels, what, "in the frame", str, "use a longer part of the name")


@checked
def local(frame: pd.DataFrame, zone: str | None = None) -> pd.DataFrame:
    """Convert the timestamps of a frame to a time zone.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table with ``game_time``.
    zone : str, optional
        An IANA name such as ``Europe/Berlin``; by default that of the league's dates.

    Returns
    -------
    pandas.DataFrame
        A copy; ``game_date`` and all other columns are unchanged.
    """
    need(frame, ["game_time"], ".local()")
    if not isinstance(frame["game_time"].dtype, pd.DatetimeTZDtype):
        raise FrameError(".local() requires timestamps in game_time; sportsframe.typed(df) restores its dtype.")
    zone = zone or SPORTS[kind(frame).sport].zone
    refuse_unknown_zone(zone)
    moved = {
        name: frame[name].dt.tz_convert(zone)
        for name in frame.columns
        if isinstance(frame[name].dtype, pd.DatetimeTZDtype)
    }
    return frame.assign(**moved)


@checked
def describe(frame: pd.DataFrame, column: str | None = None) -> pd.DataFrame:
    """Return the data dictionary of a frame: one row per column that the catalog declares.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table of the catalog.
    column : str, optional
        Only this column.

    Returns
    -------
    pandas.DataFrame, shape (n_columns, 9)
        As `columns`.
    """
    from .columns import columns

    found = kind(frame)
    known = pd.concat([columns(sport, found.resource, table) for sport, table in tables_of(frame, found).items()])
    names = [str(name) for name in frame.columns] if column is None else [column]
    if column is not None and column not in set(known["column"]):
        if column in frame.columns:
            raise QueryError(
                f"the catalog does not declare the column {quoted(column)} of the frame; a dataset describes those "
                f'that it adds: data.columns("{found.table}").'
            )
        raise QueryError(f"{found} has no column {quoted(column)}.{nearest(column, known['column'])}")
    return known[known["column"].isin(names)].drop_duplicates("column").reset_index(drop=True)
