"""Wide tables made of box scores: totals, leaders, rolling values, one row per team and game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from .._client.notices import first_time, say, warn
from .._frames.recognize import Kind, kind, need, refuse_several
from .._frames.typed import refuse_text, verb
from ..catalog import SPORTS, layout
from ..catalog.season_stats import GAMES_PLAYED, Each, Rule, Total, Totals, itself, minutes
from ..catalog.statuses import OFF
from ..catalog.tables import KEY_ORDER
from ..errors import FrameError, QueryError, choose, listed, quoted
from .partitions import also_of_dask, columns_to_group, reduced, whole
from .results import TEAMS, only_team, sides_of
from .rows import counting, groupers, selected, took_part, unfinished

PLAYING_TIME: dict[str, tuple[str, float]] = {
    "9": ("outs_recorded", 27.0),
    "36": ("seconds_played", 36 * 60.0),
    "40": ("seconds_played", 40 * 60.0),
    "60": ("seconds_played", 60 * 60.0),
    "90": ("minutes_played", 90.0),
}
"""``per=`` -> the column of playing time, and how much of it is one unit: nine innings, 36, 40, 60 and 90 minutes."""

PER = ("game", *PLAYING_TIME)

AT_ONCE = frozenset({"seconds_played", "minutes_played"})
"""Columns of playing time that several players of a side have at the same time."""

SIDES = ("side", "team_id", "team", "opponent_id", "opponent")
PLAYERS = ("player_id", "player")
"""Columns that tell the sides of a game, and players, apart."""

NO_COUNT = frozenset(
    "id long longest pct percentage average rating highest position place round seed rank inning innings quarter down "
    "clock thru hole start end throwing number height weight depth display dome covered name".split()
)
"""Words in the names of columns of numbers that may not be added up."""

RATES = ("%", "ratio")
"""Units of rates."""

OF_THE_MOMENT: dict[str, frozenset[str]] = {
    "games": frozenset({"distance", "yard_line", "balls", "strikes", "outs", "points_to_checkout"}),
    "plays": frozenset("away_score home_score yards_to_go distance outs free_throw free_throws".split()),
    "participants": frozenset({"base"}),
    "field_goals": frozenset({"kick", "distance"}),
    "courses": frozenset({"par", "yards"}),
}
"""Columns of a table that say how things stand or which one it is, although others of their name are counts."""


class _Sums(NamedTuple):
    """What `totals` of partitions of a Dask frame are brought together by."""

    sums: pd.DataFrame
    names: pd.DataFrame
    """Names that go with an id, and in the last column when they were valid."""
    rows: pd.DataFrame
    """As of `of_all`."""
    kind: Kind
    unfinished: int
    games: list[str]
    """The games of each partition."""


def _summed(frame: pd.DataFrame, options: dict[str, Any], by: list[str], per: str | None) -> _Sums:
    found = kind(frame)
    if season_totals(found.sport, found.table, found.resource) is not None:
        raise QueryError("totals() of a Dask frame takes box scores; season statistics fit into a frame of pandas.")
    need(frame, ["game_id"] if per == "game" else [], f"totals(per={per!r})")
    if per in PLAYING_TIME:
        _need_time(frame, found, per, "totals()")
    frame, _ = counting(frame, found, by, "totals()")
    lines = frame[~unfinished(frame)] if per == "game" else frame
    refuse_shared_time("totals()", per, by)
    sums = sums_of(lines, by, None, "totals()")
    names = sums.columns[: sums.columns.get_loc("games")]
    latest = pd.DataFrame(index=sums.index)
    if len(names):
        lines = lines[took_part(lines)]
        order = next(name for name in ("game_time", "game_id") if name in lines.columns)
        latest = _latest(lines, by[0], [order]).set_index(by[0])[[order]].reindex(sums.index)
    held = pd.concat([sums[names], latest], axis=1)
    return _Sums(sums.drop(columns=names), held, of_all(frame, by), found, *games_of(frame))


def _joined(parts: list[_Sums]) -> _Sums:
    sums = pd.concat([part.sums for part in parts])
    held = pd.concat([part.names for part in parts])
    sums = sums.groupby(level=list(range(sums.index.nlevels)), observed=True).sum(min_count=1)
    if len(held.columns):
        held = held.sort_values(held.columns[-1], kind="stable")
    held = held[~held.index.duplicated(keep="last")].reindex(sums.index)
    rows = pd.concat([part.rows for part in parts]).drop_duplicates()
    games = [game for part in parts for game in part.games]
    return _Sums(sums, held, rows, parts[0].kind, sum(part.unfinished for part in parts), games)


def _totals_of_dask(frame: Any, by: Any = "player_id", per: str | None = None) -> pd.DataFrame:
    if per is not None:
        choose(per, PER, "per")
    names = columns_to_group(by, "totals")
    got = reduced(frame, {}, partial(_summed, by=names, per=per), _joined)
    if got is None:
        return totals(whole(frame), by, per)
    check_all(got.rows, got.games, got.kind, names, "totals()")
    if per == "game":
        tell_games(got.unfinished, len(got.games), "totals(per='game')")
    games = got.sums["games"].astype("Int64")
    sums = got.sums.drop(columns="games")
    return pd.concat([got.names.iloc[:, :-1], games, _per(sums, games, got.kind, per)], axis=1)


@also_of_dask(_totals_of_dask)
@verb
def totals(frame: pd.DataFrame, by: Any = "player_id", per: str | None = None) -> pd.DataFrame:
    """Sums of every count of a table per player, team or other group, whole or per game or playing time.

    A statistic that is absent from a football player's line counts as zero if the player took part in the game; the sum
    of one that no row of the group has is missing where responses always name it, such as the time of who did not
    finish. A line of a player who did not take part counts as no game, and so does a game of a schedule that does not
    take place (phase ``off`` or ``replaced``), unless rows are grouped by ``phase`` or ``status``.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table of box scores of one sport, or any selection of its rows; or season statistics of one part of a season,
        of one or several seasons. Also a Dask frame of box scores, no game of which is in several partitions; `by` then
        names columns.
    by : str, Series, pandas.Grouper, function, or a list of them, default "player_id"
        What to group by, as in pandas. Season statistics credit a player who moved to the latest team.
    per : {"game", "9", "36", "40", "60", "90"}, optional
        Divide by ``games``, finished ones only, or by 9 innings, 36, 40, 60 or 90 minutes played. Season statistics of
        players do not contain the games of a team.

    Returns
    -------
    pandas.DataFrame, shape (n_groups, n_counts + 1)
        Indexed by the groups: ``games`` (Int64; absent if season statistics do not contain those of the group), then
        the counts, ``Int64``, or ``Float64`` with `per`. By id, the name (and the latest team of a player) stand first.
        A game is one of a team, in darts and golf one of a player, whatever rows are grouped by: a game between two
        teams of a division counts twice, and so do games in groups by month. Sums per game are thus those of a team,
        also of players by position. Tables with a row per game count each once.

    Raises
    ------
    QueryError
        `per` does not go with the table, or season statistics contain several parts of a season.
    FrameError
        The frame is not a table of box scores, or lacks columns.

    Warns
    -----
    SportsframeWarning
        Averages per game of a frame with games that are not finished, which are left out. All other sums include them,
        as far as they have been played.

    Examples
    --------
    >>> lines = sf.live("2024-11-10", "NFL", table="players")
    >>> totals(lines, per="game").loc[:, ["player", "games", "receiving_yards"]].shape[1]
    3
    >>> teams = sf.live("2024-11-10", "NFL", table="teams")
    >>> bool(totals(teams, "season", per="game")["score"].iloc[0] == teams["score"].mean())
    True
    """
    found = sums_of(frame, by, per, "totals()")
    tell_moved(frame, found.index.names)
    return found


def tell_moved(frame: pd.DataFrame, by: Iterable[Any]) -> None:
    """Warn of season statistics of players that are added up by team."""
    names = set(by)
    if names & {"team_id", "team"} and names.isdisjoint(PLAYERS) and of_players(frame):
        warn(
            "season statistics credit a player who moved to the latest team; for the teams themselves use "
            "sportsframe.team_stats, or the lines of box scores."
        )


def tell_unfinished(frame: pd.DataFrame, what: str) -> None:
    """Warn of rows of games that are not finished, which a statistic of whole games leaves out."""
    if "game_id" in frame.columns:
        tell_games(frame.loc[unfinished(frame), "game_id"].nunique(), frame["game_id"].nunique(), what)


def tell_games(open_: int, games: int, what: str) -> None:
    """Warn of games that are not finished, of those of a frame."""
    if open_:
        warn(
            f"{what} is of finished games only: {open_} of {games} games in the frame are not finished and are left "
            "out."
        )


def tell_partly_missing(lines: pd.DataFrame, found: Kind, names: list[str], by: list[pd.Series], verb: str) -> None:
    """Warn of columns that some rows of a group have and others lack, which lower an average there."""
    absent = left_out_if_zero(found, names)
    plain = lines[[name for name in names if name not in absent]].reset_index(drop=True)
    missing = plain.columns[plain.isna().any()]
    if missing.empty:
        return
    groups = plain[missing].groupby(by, observed=True)
    known = groups.count()
    partly = (known > 0) & known.lt(groups.size(), axis=0)
    if names := [name for name in missing if partly[name].any()]:
        warn(
            f"{verb}: rows without {listed(names)} count as games, so that its average is too low; select the rows "
            "that have it."
        )


def tell_repeats(frame: pd.DataFrame, found: Kind, what: str) -> None:
    """Warn of rows that are in a frame more than once, as after a concatenation of ranges that overlap."""
    keys = _identifying(found.sport, found.resource, found.table)
    if not keys or not set(keys) <= set(frame.columns):
        return
    again = frame.duplicated(keys)
    if again.any():
        whole = len(keys) == len(frame.columns)
        warn(
            f"{what}: {int(again.sum())} of {len(frame)} rows are in the frame a second time and count again; "
            f"df.drop_duplicates({'' if whole else f'{keys}, '}keep='last') keeps one of each."
        )


def without_repeats(frame: pd.DataFrame) -> pd.DataFrame:
    """Return each row of a table once, where it first stands as it last stands.

    A frame that is no table, or one of several sports, is returned as it is.
    """
    try:
        found = kind(frame)
    except FrameError:
        return frame
    if len(found.sports) != 1:
        return frame
    keys = _identifying(found.sport, found.resource, found.table)
    if not keys or not set(keys) <= set(frame.columns):
        return frame
    keys = [*keys, *(name for name in ("game_date",) if name in frame.columns), *_added(frame, found)]
    if not frame.duplicated(keys).any():
        return frame
    number = frame.groupby(keys, sort=False, observed=True, dropna=False).ngroup().to_numpy()
    last = ~pd.Series(number).duplicated(keep="last").to_numpy()
    return frame[last].iloc[np.argsort(number[last], kind="stable")]


def _added(frame: pd.DataFrame, found: Kind) -> list[str]:
    """The columns of a frame that its table does not have; those of lists and the like cannot be compared."""
    known = {column.name for column in layout(found.sport, found.resource, found.table).columns}
    return [name for name in frame.columns if name not in known and not any(map(_is_nested, frame[name].head()))]


def _is_nested(value: Any) -> bool:
    return isinstance(value, (list, dict, set, np.ndarray))


OF_A_GAME = frozenset({"sport", "league", "season", "season_type", "week", "game_date", "game_time", "phase"})
"""Keys that are the same in all rows of a game."""


@cache
def _identifying(sport: str, resource: str, table: str) -> list[str]:
    """The columns that no two rows of a table have in common; none if it is a list without a position.

    All of them, if it is such a list in another one: who took part in a play may do so twice.
    """
    held = layout(sport, resource, table)
    if [step.over for step in held.steps[-2:] if not step.capture] == ["list", "list"]:
        return [column.name for column in held.columns]
    inmost = max((n for n, step in enumerate(held.steps, 1) if step.over != "member"), default=0)
    in_list = not inmost or (held.steps[inmost - 1].over == "list" and not held.steps[inmost - 1].capture)
    columns = [
        column
        for column in held.columns
        if column.key
        or column.captured
        or (column.name in KEY_ORDER and (column.constant or not (in_list and column.level >= inmost)))
    ]
    names = [column.name for column in columns]
    of_game = "game_id" in names
    columns = [
        column
        for column in columns
        if not (of_game and (column.name in OF_A_GAME or (column.identifies and column.name not in KEY_ORDER)))
        and f"{column.name}_id" not in names
        and "opponent" not in column.name
    ]
    if not any(column.level >= inmost for column in columns if not column.constant):
        return []
    return [column.name for column in columns]


def left_out_if_zero(found: Kind, names: Iterable[str]) -> list[str]:
    """Which columns responses leave out, so that a missing value counts as zero."""
    sparse = {column.name for column in layout(found.sport, found.resource, found.table).columns if column.sparse}
    return [name for name in names if name in sparse]


def of_players(frame: pd.DataFrame) -> bool:
    """Whether these are season statistics of players."""
    found = kind(frame)
    columns = layout(found.sport, found.resource, found.table).columns
    season = season_totals(found.sport, found.table, found.resource)
    return season is not None and any(column.name == "player_id" for column in columns)


DETAILS = frozenset({"sequence", "turn", "throw"})
"""Keys of the tables whose numbers describe a situation, by which people group: the down, the score before a throw."""


def refuse_count(frame: pd.DataFrame, found: Kind, by: Any, measures: Container[str] = ()) -> None:
    """Refuse to group by a column of a statistic alone: another call was meant; `measures` are those of the table."""
    name = by[0] if isinstance(by, list | tuple) and len(by) == 1 else by
    columns = {column.name: column for column in layout(found.sport, found.resource, found.table).columns}
    if not isinstance(name, str) or name not in columns or not DETAILS.isdisjoint(columns):
        return
    rate = columns[name].unit in RATES
    if name in measures or rate or name in counts(found.sport, found.resource, found.table, frame):
        who = "" if "player_id" in columns else ', by="team_id"'
        verb = f'measure("{name}")' if name in measures else f'leaders("{name}"{who})'
        raise FrameError(
            f"by= takes what rows are grouped by, and {name} is a statistic; write "
            + (f"df.sports.{verb}, or " if name in measures or (not rate and "team_id" in columns) else "")
            + f'by=df["{name}"] for a group per value.'
        )


def sums_of(
    frame: pd.DataFrame,
    by: Any,
    per: str | None,
    verb: str,
    measured: Callable[[pd.DataFrame], pd.Series] | None = None,
    wanted: str | None = None,
) -> pd.DataFrame:
    """Return what `totals` returns, and a column of what `measured` gives for each group of the rows that count.

    `verb` is the name of the caller, for messages; `wanted` is the only column that it looks at.
    """
    found = kind(frame)
    if per is not None:
        choose(per, PER, "per")
    season = season_totals(found.sport, found.table, found.resource)
    if season is None:
        need(frame, ["game_id"], verb)
    else:
        refuse_several(frame, "part", f"{verb} of season statistics")
    if isinstance(by, str) and by == "player_id" and by not in frame.columns and "team_id" in frame.columns:
        raise FrameError(f'{verb}: these are statistics of teams, without player_id; pass by="team_id".')
    refuse_count(frame, found, by)
    frame, by = counting(frame, found, by, verb)
    tell_repeats(frame, found, verb)
    refuse_namesakes(frame, by, verb)
    if season is None:
        tell_parts(frame, found, by, verb)
    names = counts(found.sport, found.resource, found.table, frame)
    keep = took_part(frame)
    if per == "game":
        keep = keep & ~unfinished(frame)
        tell_unfinished(frame, f"{verb.removesuffix(')')}per='game')")
    lines, by = selected(frame, keep, by, verb)
    keys = groupers(lines, by, verb)
    plain = lines[names].reset_index(drop=True)
    if per in PLAYING_TIME:
        _need_time(frame, found, per, verb)
    refuse_shared_time(verb, per, [key.name for key in keys])
    grouper = keys if len(keys) > 1 else keys[0]
    sums = plain.groupby(grouper, observed=True).sum(min_count=1)
    absent = left_out_if_zero(found, names)
    sums[absent] = sums[absent].fillna(0)
    if per is not None:
        tell_partly_missing(lines, found, [name for name in names if wanted in (None, name)], keys, verb)
    if measured is not None:
        values = measured(lines)
        sums[values.name] = values
    games = None
    if season is None:
        games = _played(lines, found, verb, keys).groupby(grouper, observed=True).nunique().astype("Int64")
    elif GAMES_PLAYED in sums:
        games = sums.pop(GAMES_PLAYED)
    if of_players(frame) and {key.name for key in keys}.isdisjoint(PLAYERS):
        if per == "game":
            raise no_games(verb, keys[0].name)
        games = None
    if per == "game":
        need(frame, [] if season is None else [GAMES_PLAYED], f"{verb.removesuffix(')')}per='game')")
    sums = _per(sums, games, found, per)
    played_games = [] if games is None else [games.rename("games")]
    return pd.concat([_names(lines, keys, sums.index), *played_games, sums], axis=1)


def _played(lines: pd.DataFrame, found: Kind, verb: str, keys: list[pd.Series]) -> pd.Series:
    """The game of each row as one side played it, numbered: what one game is, whatever rows are grouped by.

    A division or a position is on both sides of some games and on one side of others, so that its games alone are
    neither those of a league nor those of a team.
    """
    columns = {column.name for column in layout(found.sport, found.resource, found.table).columns}
    rules = SPORTS[found.sport].rules
    sides = [name for name in (SIDES if rules is None or rules.opponents == "teams" else PLAYERS) if name in columns]
    told = [name for name in sides if name in lines.columns][:1]
    if not {key.name for key in keys}.isdisjoint((*SIDES, *PLAYERS)):
        told = []  # the groups are of one side of each game
    elif sides and not told:
        need(lines, sides[:1], verb)
    rows = lines[["game_id", *told]].reset_index(drop=True)
    return rows.groupby(list(rows.columns), observed=True, sort=False).ngroup().where(rows["game_id"].notna())


NAMES = {"player": "player_id", "team": "team_id"}
"""Columns of names, which several may bear, and those of the ids that keep them apart."""


def refuse_namesakes(frame: pd.DataFrame, by: Any, verb: str) -> None:
    """Refuse to add up people or teams of one name, unless their ids keep them apart."""
    given = [one for one in (by if isinstance(by, list) else [by]) if isinstance(one, str) and one in frame.columns]
    for name, key in NAMES.items():
        if name in given and key not in given and key in frame.columns:
            ids = frame[[*given, key]].dropna(subset=[name, key]).drop_duplicates()
            shared = ids.loc[ids.duplicated(given), name]
            if len(shared):
                names = "a name belongs" if shared.nunique() == 1 else f"{shared.nunique()} names belong"
                raise QueryError(
                    f"{verb}: {names} to several {name}s of the frame, such as "
                    f"{quoted(str(shared.iloc[0]))}; pass by={key!r}."
                )


def of_all(frame: pd.DataFrame, by: list[str]) -> pd.DataFrame:
    """What `check_all` needs of the rows of a partition, each combination once."""
    ids = {key for name, key in NAMES.items() if name in by and key not in by}
    wanted = ["season_type", *(by if ids else ()), *sorted(ids)]
    return frame[[name for name in dict.fromkeys(wanted) if name in frame.columns]].drop_duplicates()


def games_of(frame: pd.DataFrame) -> tuple[int, list[str]]:
    """How many games of a partition are not finished, and the IDs of all."""
    if "game_id" not in frame.columns:
        return 0, []
    return frame.loc[unfinished(frame), "game_id"].nunique(), frame["game_id"].dropna().unique().tolist()


def check_all(rows: pd.DataFrame, games: list[str], found: Kind, by: list[str], verb: str) -> None:
    """Refuse, or tell, of all partitions together what a frame of pandas is refused for or told.

    `games` are those of each partition: one that lies in several would count in each.
    """
    if split := sum(count > 1 for count in Counter(games).values()):
        lie = "1 game lies" if split == 1 else f"{split} games lie"
        raise QueryError(
            f"{verb}: {lie} in several partitions, each of which is summed on its own; pass "
            'frame.shuffle("game_id"), or frame.compute().'
        )
    refuse_namesakes(rows, by, verb)
    tell_parts(rows, found, by, verb)


def tell_parts(frame: pd.DataFrame, found: Kind, by: Any, verb: str) -> None:
    """Say once that sums are of several parts of a season, of which leagues print tables of one."""
    names = [by] if isinstance(by, str) else by
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return
    if "season_type" in names or "season_type" not in frame.columns:
        return
    parts = list(frame["season_type"].dropna().astype(str).unique())
    if len(parts) > 1 and first_time(f"several parts: {found} {sorted(parts)}"):
        say(
            f"sportsframe: {verb} adds up {listed(parts)}; for one of them select its rows first: "
            f'df[df["season_type"] == "{max(parts, key=lambda part: (frame["season_type"] == part).sum())}"].'
        )


def playing_time(found: Kind, per: str) -> tuple[str, float]:
    """The column of playing time of a table that `per` divides by, and how much of it is one unit."""
    column, size = PLAYING_TIME[per]
    season = season_totals(found.sport, found.table, found.resource)
    for name, rule in season.rules.items() if season else ():
        if isinstance(rule, Total) and rule.of == (column,) and rule.value in UNITS:
            return name, size / UNITS[rule.value]
    return column, size


def _need_time(frame: pd.DataFrame, found: Kind, per: str, verb: str) -> None:
    """Raise for a frame without the playing time to divide by, with the units that go with its table."""
    column, _ = playing_time(found, per)
    tables = SPORTS[found.sport].answer(found.resource).layouts
    if not any(column in (one.name for one in held.columns) for held in tables.values()):
        fit = [other for other in PER if other == "game" or playing_time(found, other)[0] in frame.columns]
        raise QueryError(
            f"{verb}: {found} have no {column} for per={quoted(per)} to divide by; "
            f"write {' or '.join(f'per={quoted(other)}' for other in fit)}."
        )
    need(frame, [column], f"{verb.removesuffix(')')}per={per!r})")


def _per(sums: pd.DataFrame, games: pd.Series | None, found: Kind, per: str | None) -> pd.DataFrame:
    """Sums, whole, or per game or unit of playing time."""
    if per is None:
        return sums
    if per == "game":
        assert games is not None
        return sums.astype("Float64").div(games, axis=0)
    column, size = playing_time(found, per)
    units = sums[column].astype("Float64") / size
    return sums.astype("Float64").div(units.where(units > 0), axis=0).drop(columns=column)


def unit_of(measure: str) -> str:
    """The unit of playing time in the name of a measure, such as 36 of ``points_per_36``; or another word, or none."""
    return measure.rpartition("_per_")[2]


def of_shared_time(per: str | None, by: Iterable[Any]) -> bool:
    """Whether this playing time is that of sides, which several players have at once."""
    names = set(by)
    together = not names.isdisjoint(SIDES) and names.isdisjoint(PLAYERS)
    return per in PLAYING_TIME and PLAYING_TIME[per][0] in AT_ONCE and together


def refuse_shared_time(verb: str, per: str | None, by: Iterable[Any]) -> None:
    """Refuse to divide what several players did by the time that they played at once."""
    if of_shared_time(per, by):
        raise QueryError(
            f"{verb}: {per} minutes are those of one player, while several of a side play at once; group by "
            '"player_id", or divide by games: per="game".'
        )


def no_games(verb: str, by: Any) -> QueryError:
    """The error for games of a group of players, which season statistics do not contain."""
    return QueryError(
        f"{verb}: season statistics of players do not contain games by {by}, only games of each player; use "
        "sportsframe.team_stats, or the lines of box scores."
    )


def season_totals(sport: str, table: str, resource: str) -> Totals | None:
    """Return how a table of season statistics follows from box scores; None for any other table."""
    answer = SPORTS[sport].answers.get(resource)
    return next((totals for totals in answer.totals if totals.table == table), None) if answer else None


UNITS: dict[Any, int] = {itself: 1, minutes: 60}
"""Formulas of season totals that are sums of one column of the box score -> its units per unit of the total."""


def _adds_up(rule: Rule | None) -> bool:
    """Whether a season statistic is a sum over the games."""
    return rule is None or isinstance(rule, Each) or (isinstance(rule, Total) and rule.value in UNITS)


class _Whole(NamedTuple):
    """What people count in, and how many of a column's unit it is."""

    text: str
    size: int


WHOLE = {"outs": _Whole("innings", 3), "s": _Whole("minutes", 60)}
"""Unit of a column derived from a text -> what the text counts: an inning has 3 outs, a minute 60 seconds."""


def counts(sport: str, resource: str, table: str, frame: pd.DataFrame) -> list[str]:
    """The columns that may be added up: whole numbers that are counted, no ids, ranks or keys."""
    columns = SPORTS[sport].answer(resource).layouts[table].columns
    season = season_totals(sport, table, resource)
    names = [
        column.name
        for column in columns
        if column.kind in ("int", "float")
        and column.name in frame.columns
        and column.name not in KEY_ORDER
        and column.unit not in (*RATES, "deg")
        and NO_COUNT.isdisjoint(column.name.split("_"))
        and column.name not in OF_THE_MOMENT.get(table, ())
        and (season is None or _adds_up(season.rule(column.name)))
    ]
    for name in names:
        if not pd.api.types.is_numeric_dtype(frame[name].dtype):
            refuse_text(frame[name])
    return names


def _names(lines: pd.DataFrame, keys: list[pd.Series], index: pd.Index) -> pd.DataFrame:
    """The name that goes with an id by which rows are grouped; of a player also the latest team."""
    if len(keys) > 1 or keys[0].name not in ("player_id", "team_id"):
        return pd.DataFrame(index=index)
    own = str(keys[0].name)
    names = [name for name in ([own.removesuffix("_id")] + ["team"] * (own == "player_id")) if name in lines.columns]
    return last_lines(lines, own)[names].reindex(index)


def last_lines(lines: pd.DataFrame, own: str) -> pd.DataFrame:
    """The last line of each id, indexed by it."""
    order = [name for name in ("game_time", "game_id", "season") if name in lines.columns][:1]
    return _latest(lines, own, order).set_index(own)


def _latest(lines: pd.DataFrame, own: str, order: list[str]) -> pd.DataFrame:
    """The last line of each id."""
    return (lines.sort_values(order, kind="stable") if order else lines).drop_duplicates(own, keep="last")


@verb
def games_log(games: pd.DataFrame) -> pd.DataFrame:
    """One row per team (or darts player) and game: opponent, home or away, result, score, rest and travel.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of one or several seasons, from `live` or a schedule; of a schedule without scores and results.

    Returns
    -------
    pandas.DataFrame, shape (2 n_games, n_columns)
        In order of date and start, on its date last where the start is missing: the keys of the game, ``team_id``,
        ``team``, ``opponent_id``, ``opponent`` (``player_id``, ``player`` in darts), ``home`` (boolean; missing in
        darts), ``result`` (W, L, or D for a draw; missing until finished), ``scored``, ``allowed`` (Int64),
        ``rest_days`` (Int64, days without a game since the previous one of the season), and, if the frame has the
        position of venues, ``distance_km`` (Float64, along the great circle from the venue of the previous game). Both
        are missing for the opponents if every game is one of a single team, as their other games are not in the frame.
        Games that were put off are left out. Of a selection of games, such as those at home, both count from the
        previous game in the selection: select from the result instead.

    Raises
    ------
    FrameError
        The frame lacks columns, or contains several sports.

    Examples
    --------
    >>> log = games_log(sf.live("2024-12-06", "NBA"))
    >>> log["result"].value_counts().to_dict() == {"W": len(log) // 2, "L": len(log) // 2}
    True
    """
    sport = kind(games).sport
    sides = sides_of(sport)
    who = "player" if SPORTS[sport].rules.opponents == "players" else "team"
    need(games, ["game_id", "game_date", "game_time", "phase", sides.home_id, sides.away_id], "games_log()")
    given = games
    games = games[~games["phase"].isin(OFF)].drop_duplicates("game_id", keep="last")
    keys = [name for name in KEY_ORDER[: KEY_ORDER.index("phase") + 1] if name in games.columns]
    place = [name for name in ("latitude", "longitude") if name in games.columns]
    parts = []
    for own, other, home in ((_side(sides, "away"), _side(sides, "home"), False),
                             (_side(sides, "home"), _side(sides, "away"), True)):  # fmt: skip
        part = games[[*keys, *place]].copy()
        for name, columns in ((who, own), ("opponent", other)):
            part[f"{name}_id"] = games[columns["id"]]
            part[name] = games[columns["name"]] if columns["name"] in games.columns else pd.NA
        part["home"] = pd.array([home if sides == TEAMS else None] * len(games), dtype="boolean")
        for name, columns in (("scored", own), ("allowed", other)):
            part[name] = _score(games, columns)
        parts.append(part)
    log = pd.concat(parts).sort_values(["game_date", "game_time", "game_id", "home"], kind="stable", ignore_index=True)
    over = (log["phase"] == "finished") & log["scored"].notna() & log["allowed"].notna()
    result = np.select([log["scored"].gt(log["allowed"]).fillna(False), log["scored"].lt(log["allowed"]).fillna(False)],
                       ["W", "L"], "D")  # fmt: skip
    log["result"] = pd.Series(result, log.index, dtype=games["game_id"].dtype).where(over)
    runs = log.groupby(
        [log[name] for name in (f"{who}_id", "season") if name in log.columns], observed=True, sort=False
    )
    days = log["game_date"] - runs["game_date"].shift()
    one = only_team(games[sides.home_id], games[sides.away_id])
    told = log[f"{who}_id"].eq(one) if one is not None else pd.Series(data=True, index=log.index)
    _tell_selection(given, log["home"][told], one is not None, sport)
    log["rest_days"] = (days.dt.days - 1).clip(lower=0).astype("Int64").where(told)
    names = [*keys, f"{who}_id", who, "opponent_id", "opponent", "home", "result", "scored", "allowed", "rest_days"]
    if len(place) == 2:
        latitude, longitude = (runs[name].shift() for name in place)
        log["distance_km"] = _great_circle(latitude, longitude, log["latitude"], log["longitude"]).where(told)
        names.append("distance_km")
    return log[names]


def _tell_selection(games: pd.DataFrame, home: pd.Series, of_one: bool, sport: str) -> None:
    """Say once that games between those of the frame may have been left out of it.

    Of one team's games that shows where all are at home, or none; else in gaps of the index, which loaders number.
    """
    numbered = pd.api.types.is_integer_dtype(games.index.dtype) and len(games) > 0
    left_out = numbered and int(games.index.max()) - int(games.index.min()) >= len(games)
    if of_one:
        left_out = home.nunique() == 1 and not home.isna().any()
    if left_out and first_time(f"rest in a selection: {sport}"):
        say(
            "sportsframe: rest_days counts from the previous game in the frame, which is a selection; select from "
            "games_log() of all games where others lie between."
        )


def _side(sides: Any, side: str) -> dict[str, str]:
    """The columns of one side of a game."""
    return {"name": getattr(sides, side), "id": getattr(sides, f"{side}_id"), "score": getattr(sides, f"{side}_score"),
            "sets": getattr(sides, f"{side}_sets")}  # fmt: skip


def _score(games: pd.DataFrame, columns: dict[str, str]) -> pd.Series:
    """What decides: the sets of a match in sets, else the score; missing in schedules."""
    if columns["score"] not in games.columns:
        return pd.Series(pd.NA, games.index, dtype="Int64")
    score: pd.Series = games[columns["score"]].astype("Int64")
    return games[columns["sets"]].fillna(score) if columns["sets"] in games.columns else score


EARTH_KM = 6371.0088
"""Mean radius of the earth (IUGG)."""


def _great_circle(lat_1: Any, lon_1: Any, lat_2: Any, lon_2: Any) -> pd.Series:
    """Distance in kilometers between points given in degrees (haversine formula)."""
    index = lat_2.index
    a, b, c, d = (np.radians(part.to_numpy("float64", na_value=np.nan)) for part in (lat_1, lon_1, lat_2, lon_2))
    half = np.sin((c - a) / 2) ** 2 + np.cos(a) * np.cos(c) * np.sin((d - b) / 2) ** 2
    return pd.Series(2 * EARTH_KM * np.arcsin(np.sqrt(np.clip(half, 0, 1))), index).astype("Float64")
