"""Elo ratings from results, and the declarations of all statistics that are computed from complete games."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from .._frames.typed import verb
from .._util.document import brief
from ..catalog import SPORTS, Sport
from ..catalog.rules import Elo, Margin
from ..errors import QueryError, quoted
from . import results
from .formulas import numbers, refuse_other_lengths
from .grammar import Measure, On, Sums
from .rows import typed
from .strength import refuse_one_team

Ratings = Mapping[int, float] | pd.Series | pd.DataFrame
"""Rating by team id."""

Factor = Callable[[int, float], float]
"""Function of the margin and of the winner's advantage in rating, by which the shift is multiplied."""


def _football(margin: int, ahead: float) -> float:
    return log(max(margin, 1) + 1) * 2.2 / (0.001 * ahead + 2.2 if margin else 1.0)


def _basketball(margin: int, ahead: float) -> float:
    return float((margin + 3) ** 0.8 / (7.5 + 0.006 * ahead))


def _hockey(margin: int, ahead: float) -> float:
    return (0.6686 * log(max(margin, 1)) + 0.8048) * 2.05 / (0.001 * ahead + 2.05)


def _goals(margin: int, ahead: float) -> float:
    return 1.0 if margin < 2 else 1.5 if margin == 2 else 1.75 + (margin - 3) / 8


def _plain(margin: int, ahead: float) -> float:
    return 1.0


FACTORS: dict[Margin, Factor] = {
    "none": _plain,
    "basketball": _basketball,
    "football": _football,
    "goals": _goals,
    "hockey": _hockey,
}


@verb
def elo_prob(own: Any, other: Any, home: Any = 0.0) -> Any:
    """Return the expected score (0 to 1) of a side rated `own` against `other`, with `home` points of advantage.

    If games can be drawn, that is the probability of a win plus half of that of a draw.

    Parameters
    ----------
    own, other, home : float or array_like
        Ratings, and points of advantage.

    Returns
    -------
    float or array_like

    Examples
    --------
    >>> round(elo_prob(1550, 1500), 3)
    0.571
    """
    own, other, home = (numbers(value, "a rating") for value in (own, other, home))
    refuse_other_lengths(own=own, other=other, home=home)
    found = _chance(own + home - other)
    return found if found.ndim else float(found)


def _chance(ahead: Any) -> Any:
    """Return the expected score of a side that is so much ahead in rating."""
    return 1 / (1 + 10.0 ** (-ahead / 400))


@verb
def elo(
    games: pd.DataFrame,
    *,
    season_type: str | None = None,
    neutral: bool | str | Collection[Any] = False,
    ratings: Ratings | None = None,
    k: float | None = None,
    home: float | None = None,
    keep: float | None = None,
    mean: float | None = None,
) -> pd.DataFrame:
    """Return Elo ratings before and after each finished game, in chronological order.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores, of one season or of several.
    season_type : str or None
        Part of the season; by default all except the preseason, as for `forecast`.
    neutral : bool, str, or collection of game ids
        Games without a home advantage, which the data does not flag: all, those with True in a column of this name,
        or those of these ids.
    ratings : pandas.DataFrame, mapping of int to float, or pandas.Series by ``team_id``, optional
        Initial ratings, what `elo_ratings` returns or numbers by team id, used as they are; others start at the mean.
        Between the seasons of one frame ratings return to the mean by ``1 - keep``; those of the season before do not
        unless you write ``mean + keep * (ratings - mean)``.
    k, home, keep, mean : float, optional
        Parameters instead of the league's own in the catalog: ``SPORTS[code].rules.elo``.

    Returns
    -------
    pandas.DataFrame
        One row per game, in chronological order, with the index of `games`: ``sport``, ``league`` (soccer), ``season``,
        ``game_date``, ``game_id``, ``game_time``, the two sides with ids and scores, and Float64
        ``home_elo_before, away_elo_before, elo_prob_pct`` (the home side's win probability before the game),
        ``elo_shift, home_elo_after, away_elo_after``. In darts the sides are ``player_1`` and ``player_2``.

    Raises
    ------
    QueryError
        The frame contains games of a single team only, no games between two sides, or a sport without parameters.
    FrameError
        Columns are missing.

    References
    ----------
    Elo; FiveThirtyEight; World Football Elo. The catalog names the source of each league's numbers.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")
    >>> rated = sf.measures.elo(games)
    >>> bool((rated["home_elo_after"] > rated["home_elo_before"]).eq(rated["home_score"] > rated["away_score"]).all())
    True
    """
    sport = results.sport_of(games, "elo")
    own = SPORTS[sport].rules.elo
    if own is None:
        rated = ", ".join(code for code, known in SPORTS.items() if known.rules.elo)
        raise QueryError(f"{sport} has no Elo parameters; {rated} have them.")
    sides = results.sides_of(sport)
    found = results.finished(games, "elo", season_type=season_type, sides=sides)
    first_ratings = given_ratings(ratings, found)
    if not first_ratings or not (set(found["home"]) | set(found["away"])) <= set(first_ratings):
        refuse_one_team(found, "elo")
    given: dict[str, Any] = {"k": k, "home": home, "keep": keep, "mean": mean}
    rules = replace(own, **{name: value for name, value in given.items() if value is not None})
    level = neutral_games(games, neutral)[found["row"].to_numpy()]
    return _rated(games.iloc[found["row"].to_numpy()], sides, _pass(found, rules, level, first_ratings))


def _rated(games: pd.DataFrame, sides: results.Sides, moved: np.ndarray) -> pd.DataFrame:
    """Return the games with their ratings, as `_pass` returns these."""
    names = [
        "sport", "league", "season", "game_date", "game_id", "game_time",
        sides.home_id, sides.home, sides.away_id, sides.away,
        sides.home_score, sides.away_score, sides.home_sets, sides.away_sets,
    ]  # fmt: skip
    result = games[[name for name in names if name in games.columns]].copy()
    one, two = sides.home.removesuffix("_team"), sides.away.removesuffix("_team")
    columns = (
        f"{one}_elo_before", f"{two}_elo_before", "elo_prob_pct", "elo_shift", f"{one}_elo_after", f"{two}_elo_after",
    )  # fmt: skip
    for name, values in zip(columns, moved.T):
        result[name] = typed(values, "Float64")
    return result


def as_mapping(ratings: Ratings | None) -> dict[int, float]:
    """Return ratings by team id as a new dict; empty without ratings."""
    if isinstance(ratings, pd.DataFrame):
        who = "player_id" if "player_id" in ratings.columns else "team_id"
        need(ratings, [who, "elo"], "ratings=")
        ratings = ratings.set_index(who)["elo"]
    given: Any = {} if ratings is None else ratings.to_dict() if isinstance(ratings, pd.Series) else dict(ratings)
    found: dict[int, float] = given
    return found


def given_ratings(ratings: Ratings | None, found: pd.DataFrame) -> dict[int, float]:
    """Return initial ratings by team id; refuse those that have none of these teams, such as ratings by name."""
    given = as_mapping(ratings)
    teams = {*found["home"], *found["away"]}
    if given and len(found) and not teams & {*given}:
        raise QueryError(
            f"ratings= has no team of these games; it is by team_id, such as {min(teams)}, not "
            f"{brief(repr(next(iter(given))))}."
        )
    values = numbers(list(given.values()), "ratings=") if given else np.empty(0)
    if np.isnan(values).any():
        raise QueryError("ratings= has missing values; leave those teams out.")
    return {team: float(value) for team, value in zip(given, values)}


def _pass(found: pd.DataFrame, rules: Elo, level: np.ndarray, ratings: dict[int, float]) -> np.ndarray:
    """Return for each game both ratings before it, the home chance in percent, the shift, and both ratings after."""
    seasons: dict[int, Any] = {}
    factor_of = FACTORS[rules.margin]
    moved = np.empty((len(found), 6))
    columns = (found[name].tolist() for name in ("home", "away", "scored", "allowed", "season", "season_type"))
    for i, (one, two, scored, allowed, season, part) in enumerate(zip(*columns)):
        for team in (one, two):
            if team not in ratings:
                ratings[team] = rules.mean
            elif seasons.get(team, season) != season:
                ratings[team] = rules.keep * ratings[team] + (1 - rules.keep) * rules.mean
            seasons[team] = season
        ahead = ratings[one] - ratings[two] + (0.0 if level[i] else rules.home)
        if isinstance(part, str) and part != results.REGULAR:  # a missing one is NaN or None
            ahead *= rules.playoffs
        chance = _chance(ahead)
        result = 1.0 if scored > allowed else 0.0 if scored < allowed else 0.5
        factor = factor_of(int(abs(scored - allowed)), ahead if scored > allowed else -ahead)
        shift = rules.k * factor * (result - chance)
        before = ratings[one], ratings[two]
        ratings[one] += shift
        ratings[two] -= shift
        moved[i] = (*before, 100 * chance, shift, ratings[one], ratings[two])
    return moved


def neutral_games(games: pd.DataFrame, neutral: bool | str | Collection[Any]) -> np.ndarray:
    """Return which games have no home advantage."""
    if isinstance(neutral, bool):
        return np.full(len(games), neutral)
    if isinstance(neutral, str):
        need(games, [neutral], "elo(neutral=)")
        if not pd.api.types.is_bool_dtype(games[neutral].dtype):
            raise QueryError(
                f"neutral={quoted(neutral)} is a column of {games[neutral].dtype}; it must be True or False."
            )
        return games[neutral].fillna(value=False).to_numpy(dtype=bool)
    ids = set(neutral)
    if unknown := ids - set(games["game_id"]):
        raise QueryError(f"neutral= names games that are not in the frame: {', '.join(sorted(map(str, unknown))[:3])}.")
    return games["game_id"].isin(ids).to_numpy(dtype=bool)


RATINGS = On(("ratings",), resource="")


def _game(s: Sums) -> Any:
    """Return the columns of a game that ratings read."""
    return [s.home_team_id, s.away_team_id, s.home_score, s.away_score, s.phase, s.game_time]


def _game_statistic(name: str, label: str, **more: Any) -> Measure:
    """Declare a statistic returned by a function of complete games."""
    return RATINGS.make(name, label, **{"value": _game, "aggregation": "no", "whole": False, **more})


def _schedules(unit: str) -> tuple[Measure, ...]:
    """Return the statistics of leagues of teams, which score in a unit."""
    return (
        _game_statistic(
            "srs",
            "Simple rating",
            formula="mov + mean srs of the opponents; mean 0",
            unit=unit,
            reference="Drinen, Pro-Football-Reference",
            higher_is_better=True,
            note="srs(games)",
        ),
        _game_statistic(
            "srs_sos",
            "Schedule in the simple rating",
            formula="srs - mov",
            unit=unit,
            reference="Drinen, Pro-Football-Reference",
            note="srs(games)",
        ),
        _game_statistic(
            "strength_of_schedule",
            "Strength of schedule",
            formula="100 opponents' (W + T/2) / opponents' games",
            unit="%",
            reference="NFL",
            note="strength_of_schedule(games); games against the team itself count unless asked.",
        ),
        _game_statistic(
            "strength_of_victory",
            "Strength of victory",
            formula="the same over beaten opponents",
            unit="%",
            reference="NFL",
            higher_is_better=True,
            note="strength_of_victory(games)",
        ),
    )


def _elo(own: Elo) -> tuple[Measure, ...]:
    """Return Elo ratings and their expected scores."""
    return (
        _game_statistic(
            "elo",
            "Elo rating",
            formula=f"K {own.k:g}, home {own.home:g}, keep {own.keep:.2f}, mean {own.mean:g}",
            unit="rating",
            reference=own.source,
            higher_is_better=True,
            note="elo(games)",
        ),
        _game_statistic(
            "elo_prob_pct",
            "Expected score by Elo",
            formula="100 / (1 + 10^(-d/400)), d = own + home - other",
            unit="%",
            reference="Elo; FiveThirtyEight",
            higher_is_better=True,
            note="elo(games); with draws the chance of a win and half that of a draw.",
        ),
    )


def measures(sport: Sport) -> tuple[Measure, ...]:
    """Return the statistics of complete games that apply to the rules of the sport."""
    teams, own = sport.rules.opponents == "teams", sport.rules.elo
    log5_ = _game_statistic(
        "log5",
        "Chance by shares won",
        value=lambda s: s.win_pct,
        formula="(a - ab) / (a + b - 2ab)",
        unit="0 to 1",
        reference="James 1981",
        higher_is_better=True,
        note="log5(a, b, home=)",
    )
    judged = (
        _game_statistic(
            "brier",
            "Brier score",
            value=lambda s: s.elo_prob_pct,
            formula="mean (p - y)^2",
            unit="0 to 1",
            reference="Brier 1950",
            higher_is_better=False,
            note="brier(p, y)",
        ),
        _game_statistic(
            "log_loss",
            "Log loss",
            value=lambda s: s.elo_prob_pct,
            formula="-mean (y ln p + (1 - y) ln(1 - p))",
            unit="nats",
            reference="Good 1952",
            higher_is_better=False,
            note="log_loss(p, y); p is clipped at 1e-15.",
        ),
    )
    patriot = _game_statistic(
        "pyth_exponent_pat",
        "Pythagorean exponent by scoring",
        value=lambda s: [s.runs_for, s.runs_against, s.games],
        formula="((for + against) / games)^0.287",
        unit="exponent",
        reference="Smyth, Patriot; [Baseball-Reference](https://www.baseball-reference.com/bullpen/Pythagenpat)",
        note="pyth_exponent_pat()",
    )
    return (
        *(_schedules(sport.rules.unit) if teams else ()),
        *(_elo(own) if own else ()),
        *((log5_,) if teams else ()),
        *(judged if own else ()),
        *((patriot,) if sport.rules.scoring_exponent else ()),
    )
