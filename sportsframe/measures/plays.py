"""What follows from plays: the score line of a game, its drives, run expectancy and win probability."""

from __future__ import annotations

from math import erf, sqrt
from typing import TypeVar

import numpy as np
import pandas as pd

from .._frames.arrays import TEXT
from .._frames.recognize import kind, need
from .._frames.typed import verb
from ..catalog import SPORTS
from ..errors import FrameError, QueryError

ORDER = ["game_id", "sequence"]

BASES = ("---", "1--", "-2-", "12-", "--3", "1-3", "-23", "123")
"""The occupied bases, by 1 for first, 2 for second and 4 for third base."""

LEAST_GAMES = 10
"""Finished games from which the spread of margins is estimated."""

FROM_SCRIMMAGE = ("run", "pass", "incompletion", "sack", "interception", "fumble", "safety")

RESULTS = ("punt", "interception", "fumble", "safety")
"""Events that are the result of a drive; field goals, touchdowns and downs depend on more."""


MOST_OF_ONE_TEAM = 25
"""Plays of a game after which both teams have had the ball."""

MOST_BROKEN = 0.1
"""Largest share of the plays of a game that may not follow from the play before; real data has a few such faults."""


def _plays(plays: pd.DataFrame, verb: str, *sports: str) -> tuple[str, pd.DataFrame]:
    """The sport of a frame of plays, and the plays in order; every game must be complete from its first play."""
    need(plays, ["sport", "game_id", "sequence", "event"], verb)
    sport = kind(plays).sport
    if sport not in sports:
        raise QueryError(f"{verb} requires plays of {' or '.join(sports)}, not of {sport}.")
    ordered = plays.sort_values(ORDER, kind="stable").drop_duplicates(ORDER, keep="last")
    _complete(sport, ordered, verb)
    return sport, ordered


def _complete(sport: str, ordered: pd.DataFrame, verb: str) -> None:
    """Raise if plays of a game are missing before its last one, as far as the frame tells.

    ``sequence`` has gaps in complete games, so that other signs are needed: the first period and those in between, both
    teams, a state (down, score, runners and outs) that follows from the play before, and the row labels.
    """
    games = ordered["game_id"].to_numpy()
    periods = _periods(sport, ordered)
    by_game = periods.groupby(games, sort=False)
    signs = {
        "plays": _rows_left_out(ordered, games),
        "the first plays": by_game.first().ne(1),
        "whole periods": by_game.nunique().ne(by_game.max()),
        "plays in between": _broken(sport, ordered, games, periods).groupby(games, sort=False).mean().gt(MOST_BROKEN),
    }
    if "possession" in ordered.columns:
        team = ordered["possession"].groupby(games, sort=False)
        signs["the plays of one team"] = team.count().gt(MOST_OF_ONE_TEAM) & team.nunique().eq(1)
    for what, lost in signs.items():
        if lost.any():
            raise FrameError(
                f"{verb} requires all plays of a game from the first: {what} of {lost.idxmax()} are missing; "
                "compute on all plays of the game, then select rows of the result."
            )


def _periods(sport: str, ordered: pd.DataFrame) -> pd.Series:
    """The number of the period of each play; in baseball of the half inning."""
    if sport == "MLB":
        return pd.Series(2 * _numbers(ordered["inning"]) - (ordered["inning_half"] != "Bottom").to_numpy(bool))
    return pd.Series(_numbers(ordered["period"]))


def _open(sport: str, ordered: pd.DataFrame) -> np.ndarray:
    """Whether each play is of a game that has not reached its last period.

    Plays do not say whether a game is over; in the last period it may be.
    """
    inning = ordered["inning" if sport == "MLB" else "period"]
    reached = pd.Series(_numbers(inning)).groupby(ordered["game_id"].to_numpy()).transform("max")
    return (reached < SPORTS[sport].rules.periods).to_numpy(bool)


def _rows_left_out(ordered: pd.DataFrame, games: np.ndarray) -> pd.Series:
    """The games whose row labels are those of a selection: they skip some, and never more than ``sequence`` does.

    Labels that are the sequence itself tell nothing.
    """
    labels = ordered.index
    if not pd.api.types.is_integer_dtype(labels.dtype):
        return pd.Series(dtype=bool)
    inside = games[1:] == games[:-1]
    steps, most = np.diff(labels.to_numpy("int64")), np.diff(ordered["sequence"].to_numpy("int64"))
    found = pd.DataFrame({"as_loaded": (steps >= 1) & (steps <= most), "skips": steps > 1, "own": steps < most})[inside]
    by_game = found.groupby(games[1:][inside], sort=False)
    selected: pd.Series = by_game["as_loaded"].all() & by_game["skips"].any() & by_game["own"].any()
    return selected


STATE = {
    "NBA": ("away_score", "home_score", "points"),
    "MLB": ("outs", "runs", "ends_appearance", "on_first_id", "on_second_id", "on_third_id"),
    "NFL": ("down", "possession", "is_first_down", "is_touchdown", "no_play"),
}
"""The columns that tell whether a play follows from the play before."""


def _broken(sport: str, ordered: pd.DataFrame, games: np.ndarray, periods: pd.Series) -> pd.Series:
    """Whether the state of each play does not follow from the play before; missing where the play does not tell."""
    if not set(STATE[sport]) <= set(ordered.columns):
        return pd.Series(np.nan, range(len(ordered)))
    if sport == "NBA":
        score = pd.Series(_numbers(ordered["away_score"] + ordered["home_score"]))
        gain, points = score.groupby(games).diff().fillna(score), pd.Series(_numbers(ordered["points"]))
        return gain.ne(points).where((gain.ne(0) | points.ne(0)) & gain.notna() & points.notna()).astype("float64")
    if sport == "MLB":
        states = _states(ordered)
        if not states["after"].any():  # no runners told
            return pd.Series(np.nan, range(len(ordered)))
        begins = states["half"].diff().fillna(1).ne(0)
        before, after = (states[name].map(lambda bases: int(bases).bit_count()) for name in ("before", "after"))
        ended = pd.Series(_flags(ordered["ends_appearance"]).astype(int))
        # every batter whose appearance ends is on base, home or out; extra innings may begin with a runner
        batters = after + states["runs"] + states["outs_after"] - before - states["outs_before"]
        most = ended + (begins & (periods > 2 * SPORTS[sport].rules.periods))
        over = states["outs_after"].ge(3)
        follows = batters.eq(ended) | batters.eq(most) | (over & batters.le(most))
        unfinished = begins & pd.Series(games).eq(pd.Series(games).shift()) & ~over.shift(fill_value=True)
        return (~follows | unfinished).where(batters.notna()).astype("float64")
    down, event = pd.Series(_numbers(ordered["down"])), ordered["event"].reset_index(drop=True)
    snaps = down.notna()
    team = pd.Series(games.astype(str)) + ordered["possession"].astype("string").fillna("").reset_index(drop=True)
    last = pd.DataFrame({
        "down": down, "team": team, "row": np.arange(len(ordered)),
        "free": _flags(ordered["no_play"]) | event.eq("penalty"),
        "ends": _flags(ordered["is_first_down"]) | _flags(ordered["is_touchdown"]) | ~event.isin(FROM_SCRIMMAGE[:4]),
    })[snaps].shift()  # fmt: skip
    now, same = down[snaps], team[snaps].eq(last["team"])
    free, ends = (last[name].eq(True) for name in ("free", "ends"))
    onward = same & (now.eq(last["down"] + 1) | (free & now.eq(last["down"])))
    anew = now.eq(1) & (~same | free | ends | (last["row"] != now.index.to_numpy() - 1))
    return (~(onward | anew)).reindex(range(len(ordered))).astype("float64")


T = TypeVar("T", pd.DataFrame, pd.Series)


def _aligned(found: T, plays: pd.DataFrame) -> T:
    """The result in the order of the frame; with an index that is not unique, in order of play."""
    return found.reindex(plays.index) if plays.index.is_unique else found


def _flags(column: pd.Series) -> np.ndarray:
    return column.fillna(False).to_numpy(bool)


def _numbers(column: pd.Series) -> np.ndarray:
    return column.to_numpy("float64", na_value=np.nan)


def _points(sport: str, plays: pd.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    """Points of the away and the home team on each play."""
    if sport == "NBA":
        away, home = (plays.groupby("game_id")[f"{side}_score"].diff() for side in ("away", "home"))
        first = ~plays.duplicated("game_id").to_numpy()
        return tuple(  # type: ignore[return-value]
            np.where(first, _numbers(plays[f"{side}_score"]), _numbers(gain))
            for side, gain in (("away", away), ("home", home))
        )
    if sport == "MLB":
        at_home = (plays["inning_half"] == "Bottom").to_numpy()
        own, other = np.nan_to_num(_numbers(plays["runs"])), np.zeros(len(plays))
    else:
        at_home = (plays["possession"] == plays["home_team"]).to_numpy(bool)
        touchdown, returned = _flags(plays["is_touchdown"]), _flags(plays["is_returned"])
        event = plays["event"]
        at_home = np.where(touchdown & returned, ~at_home, at_home)
        good = ((event == "field_goal") & plays["success"]).fillna(False).to_numpy(bool) & ~touchdown
        tried = np.where((plays["conversion_type"] == "extra_point").to_numpy(bool), 1, 2)
        own = 6 * touchdown + 3 * good + tried * _flags(plays["conversion_succeeded"])
        other = 2 * ((event == "safety").to_numpy(bool) & ~touchdown) + 2 * _flags(plays["conversion_returned"])
    return np.where(at_home, other, own), np.where(at_home, own, other)


@verb
def score_line(plays: pd.DataFrame) -> pd.DataFrame:
    """Return the score after every play.

    Parameters
    ----------
    plays : pandas.DataFrame
        Plays of one or more games of the NFL, NBA or MLB, each complete from its first play.

    Returns
    -------
    pandas.DataFrame, shape (n_plays, 8)
        ``game_id, sequence, period, away_team, home_team, away_score, home_score, lead``, indexed as ``plays``; the
        period is the inning in baseball, the lead that of the home team.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain plays of one of these sports.

    Examples
    --------
    >>> plays = sf.play_by_play("20240601-9001-9005", "MLB")
    >>> score_line(plays)[["away_score", "home_score", "lead"]].iloc[-1].tolist()
    [8, 2, -6]
    """
    sport, ordered = _plays(plays, "score_line", "NFL", "NBA", "MLB")
    return _aligned(_line(sport, ordered), plays)


def _line(sport: str, ordered: pd.DataFrame) -> pd.DataFrame:
    """The score after every play, in order of play."""
    away, home = _points(sport, ordered)
    games = ordered["game_id"].to_numpy()
    line = pd.DataFrame(
        {
            "game_id": ordered["game_id"].array,
            "sequence": ordered["sequence"].array,
            "period": ordered["inning" if sport == "MLB" else "period"].array,
            "away_team": ordered["away_team"].array,
            "home_team": ordered["home_team"].array,
            "away_score": pd.Series(away).groupby(games).cumsum().astype("Int64").array,
            "home_score": pd.Series(home).groupby(games).cumsum().astype("Int64").array,
        },
        index=ordered.index,
    )
    line["lead"] = line["home_score"] - line["away_score"]
    return line


@verb
def lead_changes(plays: pd.DataFrame) -> pd.DataFrame:
    """Return lead changes, ties, largest leads and largest runs of each game.

    Parameters
    ----------
    plays : pandas.DataFrame
        Plays of one or more games of the NFL, NBA or MLB, each complete from its first play.

    Returns
    -------
    pandas.DataFrame, shape (n_games, 7)
        ``game_id``; ``lead_changes``, how often the lead passes from one team to the other, with or without a tie in
        between; ``ties``, how often the score becomes level; ``away_largest_lead``, ``home_largest_lead``; and
        ``away_largest_run``, ``home_largest_run``, the most points without a point of the other team.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain plays of one of these sports.

    Examples
    --------
    >>> plays = sf.play_by_play("20241110-9024-9021", "NFL")
    >>> lead_changes(plays)[["lead_changes", "ties", "away_largest_lead", "home_largest_lead"]].iloc[0].tolist()
    [5, 4, 7, 6]
    """
    sport, ordered = _plays(plays, "lead_changes", "NFL", "NBA", "MLB")
    line = _line(sport, ordered)
    rows = []
    for game_id, game in line.groupby("game_id", sort=False):
        lead = game["lead"].dropna().to_numpy("int64")
        steps = np.diff(lead, prepend=0)
        ahead = np.sign(lead[lead != 0])
        level = np.diff((lead == 0).astype(int), prepend=1) > 0
        scoring = steps[steps != 0]
        run = pd.Series(np.abs(scoring)).groupby(np.cumsum(np.diff(np.sign(scoring), prepend=0) != 0)).sum().to_numpy()
        starts = np.sign(scoring)[np.flatnonzero(np.diff(np.sign(scoring), prepend=0))]
        rows.append(
            (
                game_id,
                int((np.diff(ahead) != 0).sum()),
                int(level.sum()),
                int(max(0, -lead.min(initial=0))),
                int(max(0, lead.max(initial=0))),
                int(run[starts < 0].max(initial=0)),
                int(run[starts > 0].max(initial=0)),
            )
        )
    names = ["lead_changes", "ties", "away_largest_lead", "home_largest_lead", "away_largest_run", "home_largest_run"]
    found = pd.DataFrame(rows, columns=["game_id", *names])
    return found.astype({"game_id": TEXT, **dict.fromkeys(names, "Int64")})


def _states(ordered: pd.DataFrame) -> pd.DataFrame:
    """The base-out state before and after every play, and the half inning it belongs to."""
    bases = sum(
        (1 << n) * ordered[f"on_{base}_id"].notna().to_numpy() for n, base in enumerate(("first", "second", "third"))
    )
    outs = _numbers(ordered["outs"])
    half = ordered.groupby(["game_id", "inning", "inning_half"], sort=False, dropna=False).ngroup().to_numpy()
    begins = np.concatenate([[True], half[1:] != half[:-1]]) if len(half) else np.array([], bool)
    found = pd.DataFrame({"half": half, "after": bases, "outs_after": outs, "runs": _numbers(ordered["runs"])})
    found["before"] = np.where(begins, 0, np.roll(bases, 1))
    found["outs_before"] = np.where(begins, 0, np.roll(outs, 1))
    return found


@verb
def run_expectancy(plays: pd.DataFrame) -> pd.DataFrame:
    """Return the runs expected until the end of the half inning in each of the 24 base-out states.

    The mean over the plate appearances that begin in a state, in half innings of the first nine that reach three outs.

    Parameters
    ----------
    plays : pandas.DataFrame
        MLB plays, of many games, complete from the first play; a season gives about 180,000 plate appearances.

    Returns
    -------
    pandas.DataFrame, shape (24, 4)
        ``bases`` (``1-3`` for runners on first and third), ``outs``, ``runs`` (expected; missing for a state that does
        not occur) and ``plate_appearances``.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain MLB plays.

    References
    ----------
    Lindsey 1963; Tango, Lichtman and Dolphin 2007.

    Examples
    --------
    >>> plays = sf.play_by_play("20240601-9001-9005", "MLB")
    >>> run_expectancy(plays)["plate_appearances"].head(3).tolist()
    [19, 4, 1]
    """
    _, ordered = _plays(plays, "run_expectancy", "MLB")
    states = _states(ordered)
    by_half = states.groupby("half")
    done = by_half["runs"].cumsum() - states["runs"]
    states["to_come"] = by_half["runs"].transform("sum") - done
    whole = (by_half["outs_after"].transform("max") == 3).to_numpy()
    keep = whole & _flags(ordered["ends_appearance"]) & (_numbers(ordered["inning"]) <= 9)
    groups = states[keep].groupby(["outs_before", "before"])["to_come"]
    index = pd.MultiIndex.from_product([[0.0, 1.0, 2.0], range(8)])
    means, counts = groups.mean().reindex(index), groups.size().reindex(index, fill_value=0)
    return pd.DataFrame(
        {
            "bases": pd.array([BASES[base] for _, base in index], dtype=TEXT),
            "outs": pd.array([int(outs) for outs, _ in index], dtype="Int64"),
            "runs": pd.array(means.to_numpy(), dtype="Float64"),
            "plate_appearances": pd.array(counts.to_numpy(), dtype="Int64"),
        }
    )


@verb
def re24(plays: pd.DataFrame, *, expectancy: pd.DataFrame | None = None) -> pd.Series:
    """Return the run value of every play: the change in run expectancy plus the runs that score.

    Parameters
    ----------
    plays : pandas.DataFrame
        MLB plays, complete from the first play of each game.
    expectancy : pandas.DataFrame, optional
        Expected runs by state, as returned by `run_expectancy`; by default from ``plays``.

    Returns
    -------
    pandas.Series
        Float64, indexed as ``plays``; missing where the expectancy of a state is missing.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain MLB plays.

    References
    ----------
    Tango, Lichtman and Dolphin 2007.

    Examples
    --------
    >>> plays = sf.play_by_play("20240601-9001-9005", "MLB")
    >>> re24(plays).head(3).round(2).tolist()
    [1.0, -0.06, -0.28]
    """
    _, ordered = _plays(plays, "re24", "MLB")
    table = run_expectancy(plays) if expectancy is None else expectancy
    need(table, ["bases", "outs", "runs"], "re24")
    matrix = np.full((4, 8), np.nan)
    matrix[3] = 0.0
    for bases, outs, runs in zip(table["bases"], table["outs"], _numbers(table["runs"]), strict=True):
        matrix[int(outs), BASES.index(bases)] = runs
    states = _states(ordered)
    known = states[["outs_before", "outs_after"]].notna().all(axis=1).to_numpy()
    at = states.fillna(0).astype(dict.fromkeys(("outs_before", "outs_after", "before", "after"), int))
    after, before = matrix[at["outs_after"], at["after"]], matrix[at["outs_before"], at["before"]]
    value = np.where(known, after - before + states["runs"].to_numpy(), np.nan)
    found = pd.Series(pd.array(value, dtype="Float64"), index=ordered.index, name="re24")
    return _aligned(found, plays)


@verb
def drives(plays: pd.DataFrame) -> pd.DataFrame:
    """Return the drives of NFL games.

    A drive is a sequence of snaps of one team; a kickoff, punt, score or the end of a half ends it.

    Parameters
    ----------
    plays : pandas.DataFrame
        NFL plays, complete from the first play of each game.

    Returns
    -------
    pandas.DataFrame, shape (n_drives, 9)
        ``game_id``, ``drive`` (from 1 in each game), ``team``, ``period`` and ``clock_seconds`` of its first play,
        ``plays`` from scrimmage, ``first_downs``, ``yards`` (net, without penalties) and ``result``: touchdown,
        field_goal, missed_field_goal, punt, interception, fumble, downs, safety, opponent_touchdown or end_of_half;
        missing for a drive that may go on. Plays do not say whether a game is over: in the fourth quarter, a game that
        goes on cannot be told from one that has ended.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain NFL plays.

    Examples
    --------
    >>> plays = sf.play_by_play("20241110-9024-9021", "NFL")
    >>> drives(plays)["result"].value_counts().head(2).to_dict()
    {'touchdown': 9, 'punt': 7}
    """
    _, ordered = _plays(plays, "drives", "NFL")
    ordered = ordered[ordered["possession"].notna()]
    kickoff = (ordered["event"] == "kickoff").to_numpy(bool)
    half = _halves(ordered)
    over = _flags(ordered["is_touchdown"]) | ordered["event"].isin(["punt", "field_goal", "safety"]).to_numpy()
    games, team = ordered["game_id"].to_numpy(), ordered["possession"].to_numpy()
    new = np.ones(len(ordered), bool)
    new[1:] = (games[1:] != games[:-1]) | (team[1:] != team[:-1]) | (half[1:] != half[:-1])
    new[1:] |= kickoff[:-1] | over[:-1] | kickoff[1:]
    number = np.cumsum(new)
    snaps = ordered[~kickoff].assign(_drive=number[~kickoff], _half=half[~kickoff])
    rows = []
    for _, drive in snaps.groupby("_drive", sort=False):
        first, last = drive.iloc[0], drive.iloc[-1]
        own = drive["event"].isin(FROM_SCRIMMAGE)
        yards = int(drive.loc[own, "yards_gained"].fillna(0).sum())
        downs = int(drive["is_first_down"].fillna(False).sum())
        rows.append(
            (
                first["game_id"],
                first["possession"],
                first["period"],
                first["clock_seconds"],
                int(own.sum()),
                downs,
                yards,
                _result(last),
            )
        )
    names = ["game_id", "team", "period", "clock_seconds", "plays", "first_downs", "yards", "result"]
    found = pd.DataFrame(rows, columns=names)
    goes_on = found["game_id"].isin(games[_open("NFL", ordered)]) & ~found.duplicated("game_id", keep="last")
    found["result"] = found["result"].mask(goes_on & (found["result"] == "end_of_half"))
    found.insert(1, "drive", found.groupby("game_id").cumcount() + 1)
    whole = ("drive", "period", "clock_seconds", "plays", "first_downs", "yards")
    return found.astype({**dict.fromkeys(("game_id", "team", "result"), TEXT), **dict.fromkeys(whole, "Int64")})


def _result(last: pd.Series) -> str:
    """How a drive ends, from its last play."""
    event = str(last["event"])
    if pd.notna(last["is_touchdown"]) and last["is_touchdown"]:
        return "opponent_touchdown" if last["is_returned"] else "touchdown"
    if event == "field_goal":
        return "field_goal" if last["success"] else "missed_field_goal"
    if event in RESULTS:
        return event
    short = pd.notna(last["down"]) and last["down"] == 4 and not last["is_first_down"]
    return "downs" if short else "end_of_half"


@verb
def expected_points(plays: pd.DataFrame) -> pd.DataFrame:
    """Return the expected points by down and yards to go: the mean of the next score in the half.

    A score of the opponent counts negatively, a half without another score as 0; the try belongs to the touchdown. Of a
    half that may go on, before the fourth quarter, plays without another score so far do not count.

    Parameters
    ----------
    plays : pandas.DataFrame
        NFL plays, of many games, complete from the first play.

    Returns
    -------
    pandas.DataFrame, shape (n_situations, 4)
        ``down``, ``yards_to_go``, ``points`` (expected) and ``plays``, the number of plays in the situation.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain NFL plays.

    References
    ----------
    Carter and Machol 1971.

    Examples
    --------
    >>> plays = sf.play_by_play("20241110-9024-9021", "NFL")
    >>> expected_points(plays).columns.tolist()
    ['down', 'yards_to_go', 'points', 'plays']
    """
    sport, ordered = _plays(plays, "expected_points", "NFL")
    away, home = _points(sport, ordered)
    margin = pd.Series(home - away, dtype="float64")
    halves = [ordered["game_id"].to_numpy(), _halves(ordered)]
    following = margin.where(margin != 0).groupby(halves).bfill()
    last = halves[1] == pd.Series(halves[1]).groupby(halves[0]).transform("max").to_numpy()
    following = following.fillna(0.0).where(following.notna() | ~(last & _open(sport, ordered)))
    sign = np.where((ordered["possession"] == ordered["home_team"]).to_numpy(bool), 1, -1)
    found = pd.DataFrame(
        {
            "down": ordered["down"].array,
            "yards_to_go": ordered["yards_to_go"].array,
            "points": pd.array(following.to_numpy() * sign, dtype="Float64"),
        }
    ).dropna()
    by = found.groupby(["down", "yards_to_go"])["points"]
    return by.agg(points="mean", plays="size").reset_index().astype({"points": "Float64", "plays": "Int64"})


def _halves(ordered: pd.DataFrame) -> np.ndarray:
    """The half that each NFL play belongs to; overtime is the third."""
    period = _numbers(ordered["period"])
    return np.where(period <= 2, 1, np.where(period <= 4, 2, 3))


@verb
def win_probability(plays: pd.DataFrame, *, drift: float | None = None, spread: float | None = None) -> pd.Series:
    """Return the chance of the home team to win after every play.

    The lead is modelled as Brownian motion: with the share ``t`` of the game played, the final margin is normal with
    mean ``lead + (1 - t) drift`` and standard deviation ``spread sqrt(1 - t)``.

    Parameters
    ----------
    plays : pandas.DataFrame
        Plays of one or more games of the NFL, NBA or MLB, each complete from its first play.
    drift, spread : float, optional
        Mean and standard deviation of the home team's final margin; by default those of the games in ``plays`` that
        have reached their last period, which must be at least ten.

    Returns
    -------
    pandas.Series
        Float64 from 0 to 1, indexed as ``plays``; a tie counts as half a win. Plays do not say whether a game is over,
        so the chance after the last play is 0 or 1 only when no time is left.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain plays of one of these sports, or too few games.

    References
    ----------
    Stern 1994.

    Examples
    --------
    >>> plays = sf.play_by_play("20240601-9001-9005", "MLB")
    >>> win_probability(plays, drift=0.0, spread=4.0).tail(2).round(3).tolist()
    [0.0, 0.0]
    """
    sport, ordered = _plays(plays, "win_probability", "NFL", "NBA", "MLB")
    line = _line(sport, ordered)
    lead = _numbers(line["lead"])
    margins = line[~_open(sport, ordered)].groupby("game_id")["lead"].last().to_numpy("float64")
    if drift is None or spread is None:
        if len(margins) < LEAST_GAMES:
            raise QueryError(
                f"win_probability needs {LEAST_GAMES} games to estimate drift and spread, not {len(margins)}; load "
                "more, or give both, for example drift=2, spread=13."
            )
        drift = float(margins.mean()) if drift is None else drift
        spread = float(margins.std(ddof=1)) if spread is None else spread
    if not spread > 0:
        raise QueryError(f"spread must be positive, not {spread}.")
    left = _left(sport, ordered)
    width = spread * np.sqrt(np.maximum(left, 0))
    with np.errstate(divide="ignore", invalid="ignore"):
        score = np.where(width > 0, (lead + left * drift) / width, np.sign(lead) * np.inf)
    if sport == "MLB":  # the home team does not bat, or stops batting, with a lead
        inning, outs = _numbers(ordered["inning"]), _numbers(ordered["outs"])
        last = (inning >= SPORTS[sport].rules.periods) & (
            (ordered["inning_half"] == "Bottom").to_numpy(bool) | (outs == 3)
        )
        score[last & (lead > 0)] = np.inf
    chance = [
        0.5 if np.isnan(z) and not np.isnan(x) else 0.5 * (1 + erf(z / sqrt(2)))
        for z, x in zip(score, left, strict=True)
    ]
    found = pd.Series(pd.array(chance, dtype="Float64"), index=ordered.index, name="win_probability")
    return _aligned(found, plays)


def _left(sport: str, ordered: pd.DataFrame) -> np.ndarray:
    """The share of regulation that is left after each play; in overtime that of the period."""
    rules = SPORTS[sport].rules
    if sport == "MLB":
        inning, outs = _numbers(ordered["inning"]), _numbers(ordered["outs"])
        bottom = (ordered["inning_half"] == "Bottom").to_numpy(bool)
        halves = 2 * np.maximum(rules.periods - inning, 0) + ~bottom
        left: np.ndarray = (halves * 3 + 3 - outs) / (6 * rules.periods)
        return left
    period, clock = _numbers(ordered["period"]), _numbers(ordered["clock_seconds"])
    length = 60 * (rules.period_minutes or 0)
    return (np.maximum(rules.periods - period, 0) * length + clock) / (rules.periods * length)  # type: ignore[no-any-return]
