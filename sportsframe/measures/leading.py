"""Leaders in a statistic, and measures over the last games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Unpack

import numpy as np
import pandas as pd

from .._client.notices import first_time, say
from .._frames.recognize import Kind, kind, need
from .._frames.typed import verb
from ..catalog import SPORTS, layout
from ..catalog.golf import ROUNDS
from ..catalog.season_stats import GAMES_PLAYED
from ..errors import FrameError, QueryError, nearest, quoted
from .computing import check_options, measure, rolled
from .declared import of_sport, of_table
from .golf import BY_POINTS, being_played, by_strokes, how_far, ranks
from .grammar import Measure, TableOptions
from .lookup import called_here, combined, measure_named
from .qualifying import CLUB_GAMES, chances, chances_of, only_qualified
from .results import guests
from .rows import takes_place, took_part, unfinished
from .tables import (
    PLAYING_TIME,
    WHOLE,
    counts,
    last_lines,
    left_out_if_zero,
    no_games,
    of_players,
    playing_time,
    refuse_namesakes,
    sums_of,
    tell_moved,
    tell_repeats,
)


def _qualification(frame: pd.DataFrame, found: Kind, by: Any, name: str, sums: pd.DataFrame) -> pd.Series:
    """What a qualification is of: a total, a text that a total is derived from, or a measure, by group."""
    if name == GAMES_PLAYED and "games" in sums.columns:
        name = "games"  # as `totals` calls them
    if name in sums.columns:
        return sums[name]
    if name in (counted := _as_people_count(sums, found)):
        return counted[name]
    of_all = of_table(found.sport, found.table, found.resource)
    if name in of_all and of_all[name].requires:
        needed = of_all[name].requires
        raise QueryError(f"leaders(qualify=) takes no measures that require another table; {name} requires {needed}=.")
    if name in of_all:
        return measure(frame[took_part(frame)], name, by=by)
    known, here = [*sums.columns, *of_all], called_here(found, name)
    raise FrameError(
        f"leaders(qualify=) takes columns of totals() and measures, and {quoted(name)} is "
        + (f"called {here!r} here." if here in known else f"not one of them.{nearest(name, known)}")
    )


def _as_people_count(sums: pd.DataFrame, found: Kind) -> dict[str, pd.Series]:
    """Sums of columns that are derived from a text, in what the text counts: innings, minutes."""
    return {
        name: sums[held.name].astype("Float64") / WHOLE[held.unit].size
        for held in layout(found.sport, found.resource, found.table).columns
        if held.name in sums.columns and held.unit in WHOLE
        for name in (held.derived_from, WHOLE[held.unit].text)
        if name is not None
    }


SEVERAL = 3
"""Games of one player that make a frame more than those of a day, on which some play twice."""


def _of_the_qualified(
    values: pd.Series, frame: pd.DataFrame, found: Kind, sums: pd.DataFrame, name: str, of: Measure | str
) -> pd.Series:
    """Return a rate of several games for those with enough chances, and say how many.

    It is a measure, the mean of one that is defined per row, or a column per game or playing time. For those per game
    or playing time the chances are that; for a mean the games that have a value.
    """
    sums = sums.rename(columns={"games": GAMES_PLAYED}).assign(**_as_people_count(sums, found))
    if "team_id" in frame.columns:
        lines = frame[took_part(frame)]
        sums["team_id"] = last_lines(lines, "player_id")["team_id"].reindex(sums.index)
        if not of_players(frame):
            sums[CLUB_GAMES] = sums["team_id"].map(lines.groupby("team_id", observed=True)["game_id"].nunique())
    if values.empty or not (of_players(frame) or sums[GAMES_PLAYED].max() >= SEVERAL):
        return values
    enough = "{} of at least {}"
    if isinstance(of, str):
        held = chances(sums, (GAMES_PLAYED,) if of == "game" else (), of_a_measure=True, percent=False)
    elif of.of_sums:
        held = chances_of(sums, of)
    else:
        held = measure(frame, of.name).groupby(frame["player_id"]).count().rename(GAMES_PLAYED)
        enough = f"a {of.name} in at least {{1}} games"
    if held is None:
        return values
    values, least = only_qualified(values, held, found.sport, rows=sums)
    if first_time(f"leaders without qualify: {found} {name} {least}"):
        say(
            f"sportsframe: {name} is a rate, so leaders() ranks players with {enough.format(held.name, least)}; "
            "qualify={} ranks all."
        )
    return values


def _of_all_rounds(values: pd.Series, frame: pd.DataFrame, sums: pd.DataFrame, name: str) -> pd.Series:
    """Return sums of which the least leads, such as strokes, for those who can be compared; say who is left out.

    These are all who are still in while a tournament is played, and afterwards those who played the most rounds.
    """
    if "rounds" in sums.columns or ("game_id" in frame.columns and frame["game_id"].nunique() > 1):
        if values.dropna().empty:
            return values
        if values.min() < 0:
            if first_time(f"leaders of several tournaments: {name}"):
                say(
                    f"sportsframe: {name} is summed over up to {sums['games'].max()} tournaments; games says over how "
                    "many of each player."
                )
            return values
        boxes = " of box scores" * ("rounds" in sums.columns)
        raise QueryError(
            f'{name} of several tournaments are least for whoever played least; use leaders("scoring_average"){boxes} '
            "for the average of a round, or pass ascending=."
        )
    if not {*ROUNDS} <= {*frame.columns}:
        return values
    far = how_far(frame).reindex(values.index)
    if unfinished(frame).any() and "status" in frame.columns:
        if name in being_played(frame):
            raise QueryError(
                f"{name} are the fewest for whoever has played least, as the round is being played; write "
                'leaders("to_par"), or pass ascending=.'
            )
        who, others = "are still in", "who were cut, withdrawn or disqualified"
    else:
        who, others = f"played {far.max()} rounds", "others"
    stays = far == far.max()
    fewer = int((~stays).sum())
    if fewer and first_time(f"leaders of all rounds: {frame['game_id'].iloc[0]} {name} {fewer}"):
        say(
            f"sportsframe: leaders() of {name} ranks those who {who}, without {fewer} {others}; "
            "ascending=True ranks all."
        )
    kept: pd.Series = values[stays.to_numpy(dtype=bool)]
    return kept


def _of_the_league(values: pd.Series, frame: pd.DataFrame, found: Kind) -> pd.Series:
    """Return a rate of the teams of a league, and say so where guests from outside are left out."""
    if not {"game_id", "team_id"} <= set(frame.columns):
        return values
    outside = guests(frame.drop_duplicates(["game_id", "team_id"])["team_id"], found.sport)
    if outside and first_time(f"leaders without guests: {found}"):
        say(
            f"sportsframe: leaders() of a rate leaves out {len(outside)} guests, which have played less than half as "
            "many games as the median team; qualify={} ranks all."
        )
    return values[~values.index.isin(outside)]


def _box_score(frame: pd.DataFrame, name: str) -> Kind:
    """Return what the frame is; measures of a box score are refused with what to write."""
    try:
        return kind(frame)
    except FrameError:
        codes = set(frame["sport"].dropna()) & set(SPORTS) if "sport" in frame.columns else set()
        if any(one.name in frame.columns for code in codes for one in of_sport(code)):
            if {name, "rank"} <= {*frame.columns}:
                raise QueryError(
                    f"the frame is a ranking already, of teams or players; sort it: df.nlargest(10, {quoted(name)})."
                ) from None
            raise QueryError(
                f"the frame holds measures, and leaders() computes them itself: with the box scores, write "
                f"df.sports.leaders({quoted(name)})."
            ) from None
        raise


def _requires_another(found: Kind, name: str, options: Mapping[str, Any]) -> str:
    """Return which other table a measure requires that was not passed; empty if it requires none."""
    one = of_table(found.sport, found.table, found.resource).get(name)
    return one.requires if one is not None and one.requires and one.requires not in options else ""


def _refuse_rate(frame: pd.DataFrame, found: Kind, name: str) -> None:
    """Refuse to divide a measure that is no total by games or playing time."""
    one, how = measure_named(frame, found, name, grouped=True)
    if how or not one.is_total:
        mean = f"{name}_mean" if one.aggregation == "no" and not how else name
        raise QueryError(
            f"per= divides columns and measures that count, and {name} does not; write leaders({quoted(mean)})."
        )


def _of_single_games(frame: pd.DataFrame, name: str, by: str, found: Kind) -> pd.Series:
    """Return a column that does not add up, of those who have one game each."""
    rows = frame.dropna(subset=[by, name])
    if rows[by].duplicated().any():
        needed = _requires_another(found, name, {})
        raise QueryError(
            f"the column {name} is of one game each; of several games write "
            f'df.sports.box("{needed}").sports.leaders("{name}"), or pass that table as {needed}=.'
        )
    return rows.set_index(by)[name]


@verb
def leaders(
    frame: pd.DataFrame,
    name: str,
    top: int = 10,
    *,
    by: str = "player_id",
    per: str | None = None,
    qualify: dict[str, float] | None = None,
    ascending: bool | None = None,
    **options: Unpack[TableOptions],
) -> pd.DataFrame:
    """The best players or teams by a statistic of the table or a measure.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table of box scores of one sport, or season statistics of one part of a season, such as ``regular_season``.
    name : str
        A column, which is added up, or a measure.
    top : int, default 10
        Number of places; those tied on the last one are included.
    by : {"player_id", "team_id"}
        Who is ranked. Season statistics credit a player who moved to the latest team, and do not contain the games of a
        team.
    per : str, optional
        As for `totals`; of columns and of measures that count.
    qualify : dict of str to float, optional
        Least totals, for example ``{"innings": 162}``, ``{"plate_appearances": 502}`` or ``{"games": 58}``: of columns
        of `totals`, of the text that one of them is derived from, or of measures. By default a rate over three or more
        games ranks players who had a part of the most chances of any of them, fewer games or minutes where their club
        has played fewer games, which is near what leagues ask for of a whole season but not their rule, and says how
        many that is, and of teams leaves out guests from outside the league; ``{}`` ranks all.
    ascending : bool, optional
        Whether the least comes first; by default as the measure says, and for columns only if they count strokes.
    **options
        Of the measure, as for `measures.measure`.

    Returns
    -------
    pandas.DataFrame
        Columns ``rank`` (Int64, equal for ties, except that official places decide those of the score of a golf
        tournament that is over), the id, the name, the latest team of a player, ``games`` and the
        statistic; of a flag, such as ``triple_double``, only those who had one.

    Raises
    ------
    QueryError
        The statistic is unknown, nobody qualifies, or season statistics contain several parts of a season.

    Examples
    --------
    >>> lines = sf.live("2024-12-06", "NBA", table="players")
    >>> leaders(lines, "points", top=1)["rank"].tolist()[0]
    1
    >>> stats = sf.player_stats(2024, "NFL").query("part == 'regular_season'")
    >>> len(leaders(stats, "passing_yards", top=3))
    3
    """
    for other, number in options.items():
        if other in ("n", "k", "limit"):
            raise QueryError(f"leaders() has no option {other!r}; write top={number!r}.")
    if top < 1:
        raise QueryError(f"invalid top={quoted(top)}; pass the number of ranks, at least 1.")
    found = _box_score(frame, name)
    sums = sums_of(frame, by, None, "leaders()")
    columns = layout(found.sport, found.resource, found.table).columns
    column = next((one for one in columns if one.name == name), None)
    if name in sums.columns and name not in ("player", "team"):
        check_options(options, (), f"the column {name} of {found}", found)
        if per in PLAYING_TIME and name == playing_time(found, per)[0]:
            raise QueryError(f"per={quoted(per)} divides by {name} itself; write leaders({quoted(name)}).")
        values = sums_of(frame, by, per, "leaders()", wanted=name)[name] if per else sums[name]
        if per in PLAYING_TIME:  # goalkeepers have time, but no goals
            values = values[frame.groupby(by)[name].count().reindex(values.index).gt(0)]
        least_first = (column is not None and column.lowest_first) if ascending is None else ascending
        if least_first and ascending is None and qualify is None and by == "player_id":
            values = _of_all_rounds(values, frame, sums, name)
    elif per is None and _requires_another(found, name, options) and name in frame.columns:
        values = _of_single_games(frame, name, by, found)
        least_first = False if ascending is None else ascending
    else:
        one, how = combined(of_table(found.sport, found.table, found.resource), name)
        if per is None:
            values = measure(frame[took_part(frame)], name, by=by, **options)
        else:
            _refuse_rate(frame, found, name)
            measured = sums_of(frame, by, per, "leaders()", lambda rows: measure(rows, name, by=by, **options), name)
            values = measured[name]
        least_first = one is not None and one.lowest_first if ascending is None else ascending
        if one is not None and (one.is_rate or how == "mean") and per is None and qualify is None and by == "player_id":
            values = _of_the_qualified(values.dropna(), frame, found, sums, name, one)
    if per is not None and qualify is None and by == "player_id" and "games" in sums.columns:
        values = _of_the_qualified(values.dropna(), frame, found, sums, f"{name} per {per}", per)
    if qualify is None and by == "team_id" and (per or name not in sums.columns):
        values = _of_the_league(values, frame, found)
    tell_moved(frame, [by])
    for of, least in (qualify or {}).items():
        if of == "games" and "games" not in sums.columns and by != "player_id" and of_players(frame):
            raise no_games("leaders(qualify=)", by)
        values, _ = only_qualified(values, _qualification(frame, found, by, of, sums), found.sport, least)
    values = values.dropna()
    ranked = of_table(found.sport, found.table, found.resource).get(name)
    flagged = ranked is not None and ranked.flag and ascending is None
    if flagged:
        values = values[values.gt(0)]
    if qualify and values.empty:
        raise QueryError(f"nobody qualifies for {name} with {', '.join(f'{n} >= {v:g}' for n, v in qualify.items())}.")
    if values.empty and per == "game" and unfinished(frame).all():
        raise QueryError(f"no game of the frame is finished; write leaders({quoted(name)}) for the sums so far.")
    if values.empty and len(frame) and not flagged:
        why = f" ({ranked.note.removesuffix('.')})" if ranked is not None and ranked.note else ""
        raise QueryError(f"nobody has {name}, which is missing for everyone in the frame{why}.")
    if "game_id" not in frame.columns or frame["game_id"].nunique() > 1:
        column = None  # sums of several games, none of which decides between players
    rows = frame.drop_duplicates(by, keep="last").set_index(by).reindex(values.index)
    order = ranks(values, rows, column, lower=least_first)
    by_points = column is not None and column.tied_by is not None and not by_strokes(rows)
    if by_points and first_time(f"leaders by strokes: {rows['game_id'].iloc[0]} {name}"):
        say(f"sportsframe: leaders() ranks by {name}; the tournament has {BY_POINTS}.")
    who = [one for one in ("player", "team", "games") if one in sums.columns and one != name]
    board = pd.concat([order.rename("rank"), sums[who].reindex(values.index), values.rename(name)], axis=1)
    board = board[board["rank"] <= top].sort_values(["rank", *who[:1]], kind="stable").reset_index()
    return board[["rank", *(one for one in board.columns if one != "rank")]]


@verb
def rolling(
    frame: pd.DataFrame, name: str, games: int, *, by: str = "player_id", **options: Unpack[TableOptions]
) -> pd.Series:
    """A measure, or the sum of a column, over the last games of each player or team.

    Football players' lines are treated as by `totals`: an absent statistic counts as zero if the player took part, and
    games without the player are left out of the last ones. Over games that all lack a column it is missing.

    Parameters
    ----------
    frame : pandas.DataFrame
        A table of box scores of one sport, one row per game and player or team.
    name : str
        A measure with a value for groups, such as ``era`` or ``game_score_mean``, or a column.
    games : int
        Number of games, this one included; fewer at the beginning.
    by : str, default "player_id"
        Column that says whose games follow each other; several rows of a game are added up first.
    **options
        Of the measure, as for `measures.measure`.

    Returns
    -------
    pandas.Series
        One value per row, with the index of `frame`, named `name`, the same for all rows of a player or team in a game;
        missing for players who did not take part.

    Examples
    --------
    >>> lines = sf.pitching(("2024-06-01", "2024-06-10"))
    >>> bool((rolling(lines, "era", 3).dropna() >= 0).all())
    True
    """
    if games < 1:
        raise QueryError(f"invalid games={quoted(games)}; pass the number of games, at least 1.")
    need(frame, [by, "game_time", "game_id"], "rolling()")
    refuse_namesakes(frame, by, "rolling()")
    order = np.lexsort((np.arange(len(frame)), frame["game_time"].to_numpy()))
    found = kind(frame)
    played = took_part(frame) & takes_place(frame, found)
    order = order[played[order]]
    whose = pd.Series(pd.factorize(frame[by])[0])
    number = pd.Series(frame.groupby([by, "game_id"], observed=True, dropna=False, sort=False).ngroup().to_numpy())
    first = pd.Series(order).groupby(number.iloc[order].to_numpy(), sort=False).first()

    def over(values: pd.DataFrame) -> pd.DataFrame:
        """The sums over the last games, in the rows of each game."""
        each = values.iloc[order].groupby(number.iloc[order], sort=False).sum(min_count=1)
        owner = whose.iloc[first.reindex(each.index)].to_numpy()
        sums = each.groupby(np.where(owner < 0, np.nan, owner)).rolling(games, min_periods=1).sum().droplevel(0)
        placed: pd.DataFrame = sums.reindex(number.where(played)).reset_index(drop=True)
        return placed

    added = counts(found.sport, found.resource, found.table, frame)
    if name in added:
        check_options(options, (), f"the column {name} of {found}", found)
        tell_repeats(frame, found, "rolling()")
        each = frame[[name]].reset_index(drop=True).astype("float64")
        values = over(each.fillna(0) if left_out_if_zero(found, [name]) else each)[name]
        return pd.Series(values.to_numpy(), frame.index, name=name, dtype="Float64")
    if combined(of_table(found.sport, found.table, found.resource), name)[0] is None:
        here = called_here(found, name)
        if here in added:
            raise QueryError(f"{quoted(name)} is called {here!r} here; write rolling({quoted(here)}, {games}).")
    return rolled(frame, name, by, over, options)
