"""What follows from plays: the score line of a game, its drives, run expectancy and win probability."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TypeVar

import numpy as np
import pandas as pd

from .._frames.arrays import TEXT
from .._frames.recognize import need
from .._frames.typed import verb
from ..errors import QueryError
from .play_order import FROM_SCRIMMAGE, BaseballPlays, FootballPlays, Plays, flags, in_order, numbers
from .ratings import elo_prob

BASES = ("---", "1--", "-2-", "12-", "--3", "1-3", "-23", "123")
"""The occupied bases, by 1 for first, 2 for second and 4 for third base."""

LEAST_GAMES = 10
"""Finished games from which the spread of margins is estimated where the league's usual one is not known."""

PRIOR_GAMES = 250
"""Games for which the league's usual home advantage and spread of margins count, about a season of the NFL.

The advantage of one season differs from that of others by some 0.06 spreads, the standard error of the mean of so many;
the spread itself by some five percent, as that of so many games does.
"""

RESULTS = ("punt", "interception", "fumble", "safety")
"""Events that are the result of a drive; field goals, touchdowns and downs depend on more."""

T = TypeVar("T", pd.DataFrame, pd.Series)


def _aligned(found: T, plays: pd.DataFrame) -> T:
    """The result in the order of the frame; with an index that is not unique, in order of play."""
    return found.reindex(plays.index) if plays.index.is_unique else found


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
    [11, 0, -11]
    """
    return _aligned(_line(in_order(plays, "score_line")), plays)


def _line(plays: Plays) -> pd.DataFrame:
    """The score after every play, in order of play."""
    away, home = plays.points()
    ordered, games = plays.ordered, plays.games
    line = pd.DataFrame(
        {
            "game_id": ordered["game_id"].array,
            "sequence": ordered["sequence"].array,
            "period": ordered[plays.period].array,
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
    [1, 2, 7, 14]
    """
    line = _line(in_order(plays, "lead_changes"))
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
    [18, 5, 0]
    """
    found = in_order(plays, "run_expectancy", BaseballPlays)
    ordered, states = found.ordered, found.bases()
    by_half = states.groupby("half")
    done = by_half["runs"].cumsum() - states["runs"]
    states["to_come"] = by_half["runs"].transform("sum") - done
    whole = (by_half["outs_after"].transform("max") == 3).to_numpy()
    keep = whole & flags(ordered["ends_appearance"]) & (numbers(ordered["inning"]) <= 9)
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
    >>> re24(plays).dropna().head(3).round(2).tolist()
    [0.99, -1.1, 0.17]
    """
    ordered = in_order(plays, "re24", BaseballPlays)
    table = run_expectancy(plays) if expectancy is None else expectancy
    need(table, ["bases", "outs", "runs"], "re24")
    matrix = np.full((4, 8), np.nan)
    matrix[3] = 0.0
    for bases, outs, runs in zip(table["bases"], table["outs"], numbers(table["runs"]), strict=True):
        matrix[int(outs), BASES.index(bases)] = runs
    states = ordered.bases()
    known = states[["outs_before", "outs_after"]].notna().all(axis=1).to_numpy()
    at = states.fillna(0).astype(dict.fromkeys(("outs_before", "outs_after", "before", "after"), int))
    after, before = matrix[at["outs_after"], at["after"]], matrix[at["outs_before"], at["before"]]
    value = np.where(known, after - before + states["runs"].to_numpy(), np.nan)
    found = pd.Series(pd.array(value, dtype="Float64"), index=ordered.ordered.index, name="re24")
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
    {'touchdown': 8, 'punt': 5}
    """
    every = in_order(plays, "drives", FootballPlays)
    of_a_team = every.ordered["possession"].notna().to_numpy()
    ordered, half = every.ordered[of_a_team], every.halves()[of_a_team]
    kickoff = (ordered["event"] == "kickoff").to_numpy(bool)
    over = flags(ordered["is_touchdown"]) | ordered["event"].isin(["punt", "field_goal", "safety"]).to_numpy()
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
    goes_on = found["game_id"].isin(every.games[every.unfinished()]) & ~found.duplicated("game_id", keep="last")
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
    every = in_order(plays, "expected_points", FootballPlays)
    ordered = every.ordered
    away, home = every.points()
    margin = pd.Series(home - away, dtype="float64")
    halves = [every.games, every.halves()]
    following = margin.where(margin != 0).groupby(halves).bfill()
    last = halves[1] == pd.Series(halves[1]).groupby(halves[0]).transform("max").to_numpy()
    following = following.fillna(0.0).where(following.notna() | ~(last & every.unfinished()))
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


def _spread(margins: np.ndarray, usual: float | None) -> float:
    """Return the standard deviation of margins, of these games and, where it is known, of usual ones."""
    if usual is None and len(margins) < LEAST_GAMES:
        raise QueryError(
            f"win_probability needs {LEAST_GAMES} games to estimate the spread of margins, not {len(margins)}; "
            "load more, or give it, for example spread=13."
        )
    more = PRIOR_GAMES if usual is not None else 0
    own = float(np.square(margins - margins.mean()).sum()) if len(margins) else 0.0
    return sqrt((own + more * (usual or 0.0) ** 2) / (max(len(margins) - 1, 0) + more))


@verb
def win_probability(plays: pd.DataFrame, *, drift: float | None = None, spread: float | None = None) -> pd.Series:
    """Return the chance of the home team to win after every play.

    In football and basketball the lead is modelled as Brownian motion: with the share ``t`` of the game played, the
    final margin is normal with mean ``lead + (1 - t) drift`` and standard deviation ``spread sqrt(1 - t)``. In baseball
    the runs that each team has yet to score are negative binomial, with mean and variance in proportion to the outs it
    has left: most half innings have no run, so that a late lead is worth more, and the home team bats last.

    Nothing but the score and the time, or the outs, that are left is looked at: not who has the ball in football, on
    which down and yard line, so that the chance of a team that is about to score is too low by several points of
    percent; not the possession in basketball; not the runners on base in baseball.

    Parameters
    ----------
    plays : pandas.DataFrame
        Plays of one or more games of the NFL, NBA or MLB, each complete from its first play.
    drift, spread : float, optional
        Mean and standard deviation of the home team's final margin, in baseball if both teams always had 27 outs. By
        default they are those of the games in ``plays`` that have reached their last period, in baseball of the leads
        before the last inning, and of 250 more games with the home advantage of the league's Elo ratings and its usual
        spread, ``SPORTS[code].rules.margin_spread``: they hardly depend on a few games.

    Returns
    -------
    pandas.Series
        Float64 from 0 to 1, indexed as ``plays``; a tie counts as half a win. Plays do not say whether a game is over:
        the chance after the last play is 0 or 1 when no time is left, and after what ends a game before, as the winning
        run in baseball or a score in overtime of the NFL.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain plays of one of these sports, or the usual spread of
        its league is not known and it has fewer than ten games.

    References
    ----------
    Stern 1991, 1994; for baseball Lindsey 1961.

    Examples
    --------
    >>> plays = sf.play_by_play("20240601-9001-9005", "MLB")
    >>> win_probability(plays, drift=0.0, spread=4.0).head(3).round(3).tolist()
    [0.5, 0.515, 0.53]
    """
    every = in_order(plays, "win_probability")
    line = _line(every)
    lead = numbers(line["lead"])
    margins, share = every.margins()
    if spread is None:
        spread = _spread(margins / sqrt(share), every.rules.margin_spread)
    if not spread > 0:
        raise QueryError(f"spread must be positive, not {spread}.")
    if drift is None:
        rated = every.rules.elo
        usual = spread * NormalDist().inv_cdf(elo_prob(0, 0, rated.home)) if rated else 0.0
        drift = float(margins.sum() / share + PRIOR_GAMES * usual) / (len(margins) + PRIOR_GAMES)
    chance = every.chance(lead, drift, spread)
    chance = np.where(every.decided(lead), (lead > 0).astype(float), chance)
    found = pd.Series(pd.array(chance, dtype="Float64"), index=line.index, name="win_probability")
    return _aligned(found, plays)
