"""Team strength from results: Pythagorean expectation, strength of schedule, SRS, Elo, and forecast scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..catalog import SPORTS, Sport
from ..catalog.rules import Elo, Margin
from ..errors import QueryError
from . import results
from .grammar import Measure, On, Sums
from .rows import typed


def pyth_pct(points_for: Any, points_against: Any, exponent: float) -> Any:
    """Return the Pythagorean winning percentage for these points.

    Parameters
    ----------
    points_for, points_against : float or array_like
        Sums, or means per game.
    exponent : float
        The catalog has the leagues' own: ``SPORTS[code].rules.pythagorean``.

    Returns
    -------
    float or array_like
        ``100 / (1 + (against / for) ** exponent)``: 0 for a side that scored nothing, 100 for one that allowed nothing,
        missing for both.

    Examples
    --------
    >>> round(pyth_pct(5, 4, 2), 1)
    61.0
    """
    own, other = np.asarray(points_for, dtype="float64"), np.asarray(points_against, dtype="float64")
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 100 / (1 + (other / own) ** exponent)
    return found if found.ndim else float(found)


def pyth_exponent_pat(points_for: Any, points_against: Any, games: Any) -> Any:
    """The exponent that follows the scoring of a league: ``((for + against) / games) ** 0.287`` (baseball; Patriot).

    Examples
    --------
    >>> round(pyth_exponent_pat(700, 650, 162), 2)
    1.84
    """
    return ((points_for + points_against) / games) ** 0.287


def log5(a: Any, b: Any, home: float = 0.5) -> Any:
    """Return the probability that a side with winning share `a` beats one with `b`.

    Parameters
    ----------
    a, b : float or array_like
        Shares 0 to 1.
    home : float
        Share of games that the side's place (home or away) wins in the league; 0.5 on neutral ground.

    Returns
    -------
    float or array_like
        0 to 1; missing where both shares are 0 or both are 1.

    References
    ----------
    James, Baseball Abstract 1981.

    Examples
    --------
    >>> round(log5(0.6, 0.4), 3)
    0.692
    """
    a, b = np.asarray(a, dtype="float64"), np.asarray(b, dtype="float64")
    won, lost = a * (1 - b) * home, (1 - a) * b * (1 - home)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = won / (won + lost)
    return found if found.ndim else float(found)


def brier(probability: Any, outcome: Any) -> float:
    """Mean squared error of chances (0 to 1) against outcomes (1, 0, a tie 0.5); always 0.5 gives 0.25.

    References
    ----------
    Brier 1950.

    Examples
    --------
    >>> round(brier([0.8, 0.3], [1, 0]), 3)
    0.065
    """
    p, y = _pairs(probability, outcome)
    return float(np.mean((p - y) ** 2)) if len(p) else float("nan")


def log_loss(probability: Any, outcome: Any) -> float:
    """Mean negative log likelihood in nats of chances (0 to 1, clipped at 1e-15) against outcomes; 0.5 gives 0.6931.

    Examples
    --------
    >>> round(log_loss([0.8, 0.3], [1, 0]), 3)
    0.29
    """
    p, y = _pairs(probability, outcome)
    p = np.clip(p, 1e-15, 1 - 1e-15)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log1p(-p))) if len(p) else float("nan")


def _pairs(probability: Any, outcome: Any) -> tuple[np.ndarray, np.ndarray]:
    p, y = (pd.Series(np.atleast_1d(v)).to_numpy(dtype="float64", na_value=np.nan) for v in (probability, outcome))
    known = ~(np.isnan(p) | np.isnan(y))
    if ((p[known] < 0) | (p[known] > 1)).any():
        raise QueryError("probabilities must be between 0 and 1; divide percentages by 100.")
    return p[known], y[known]


def strength_of_schedule(
    games: pd.DataFrame, *, season_type: str | None = results.REGULAR, without_own: bool = False
) -> pd.Series:
    """Return the combined winning percentage of a team's opponents, counted once per meeting.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores.
    season_type : str or None
        Part of the season; None for all except the preseason.
    without_own : bool
        Leave out the opponents' games against the team itself. The NFL's statistic includes them.

    Returns
    -------
    pandas.Series of Float64, by ``team_id``
        Percent; a tie is half a win.

    Raises
    ------
    QueryError
        The frame contains the games of a single team, so its opponents have no record.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> bool(strength_of_schedule(games).between(0, 100).all())
    True
    """
    return _opponents(games, "strength_of_schedule", season_type, without_own, beaten=False)


def strength_of_victory(
    games: pd.DataFrame, *, season_type: str | None = results.REGULAR, without_own: bool = False
) -> pd.Series:
    """As `strength_of_schedule`, over the opponents a team has beaten; missing without a win.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> strength_of_victory(games).name
    'strength_of_victory'
    """
    return _opponents(games, "strength_of_victory", season_type, without_own, beaten=True)


def _opponents(
    games: pd.DataFrame, verb: str, season_type: str | None, without_own: bool, *, beaten: bool
) -> pd.Series:
    sport = results.sport_of(games, verb)
    found = results.counting(
        results.finished(games, verb, season_type=season_type, sides=results.sides_of(sport)), sport
    )
    refuse_one_team(found, verb)
    both = results.lines(found)
    won, played = both.groupby("team")["share"].sum(), both.groupby("team").size()
    met = both[both["share"] == 1] if beaten else both
    wins, of = met["opponent"].map(won), met["opponent"].map(played)
    if without_own:
        pair = both.groupby(["team", "opponent"])["share"].agg(["sum", "size"])
        mine = pair.reindex(pd.MultiIndex.from_arrays([met["opponent"], met["team"]]))
        wins, of = wins - mine["sum"].to_numpy(), of - mine["size"].to_numpy()
    sums = pd.DataFrame({"won": wins, "played": of}).groupby(met["team"]).sum().reindex(sorted(won.index))
    value = 100 * sums["won"] / sums["played"].where(sums["played"] > 0)
    return pd.Series(typed(value.to_numpy(), "Float64"), index=_team_index(sums.index), name=verb)


def _team_index(index: pd.Index) -> Any:
    return pd.Index(index.to_numpy(dtype="int64"), dtype="Int64", name="team_id")


def refuse_one_team(found: pd.DataFrame, verb: str) -> None:
    """A frame of one team's games says nothing about its opponents."""
    teams = set(found["home"]) | set(found["away"])
    everywhere = [team for team in teams if ((found["home"] == team) | (found["away"] == team)).all()]
    if len(teams) > 2 and everywhere:
        raise QueryError(
            f"{verb} requires the games of the whole league, but every game in the frame is one of team "
            f"{everywhere[0]}, so nothing is known of its opponents."
        )


def srs(games: pd.DataFrame, *, season_type: str | None = results.REGULAR) -> pd.DataFrame:
    """Return ratings by the simple rating system: average margin plus average rating of the opponents.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores.
    season_type : str or None
        Part of the season; None for all except the preseason.

    Returns
    -------
    pandas.DataFrame by ``team_id``
        ``team``, and Float64 ``mov`` (average margin), ``srs`` (rating, mean 0), ``srs_sos`` (what the schedule adds);
        the last two missing where the games do not connect all teams.

    References
    ----------
    Drinen, Pro-Football-Reference.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> len(srs(games))
    30
    """
    sport = results.sport_of(games, "srs")
    found = results.finished(games, "srs", season_type=season_type, sides=results.sides_of(sport))
    refuse_one_team(found, "srs")
    both = results.lines(found)
    teams = np.sort(both["team"].unique())
    mov = (both["scored"] - both["allowed"]).groupby(both["team"]).mean().reindex(teams).to_numpy()
    own, other = np.searchsorted(teams, both["team"]), np.searchsorted(teams, both["opponent"])
    meetings = np.zeros((len(teams), len(teams)))
    np.add.at(meetings, (own, other), 1.0)
    if len(teams) and _connected(meetings > 0):
        share = meetings / meetings.sum(axis=1, keepdims=True)
        system = np.vstack([np.eye(len(teams)) - share, np.ones(len(teams))])
        rating = np.linalg.lstsq(system, np.append(mov, 0.0), rcond=None)[0]
    else:
        rating = np.full(len(teams), np.nan)
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"].reindex(teams)
    return pd.DataFrame(
        {
            "team": pd.array(names.to_numpy(), dtype=pd.StringDtype(na_value=np.nan)),
            "mov": typed(mov, "Float64"),
            "srs": typed(rating, "Float64"),
            "srs_sos": typed(rating - mov, "Float64"),
        },
        index=_team_index(pd.Index(teams)),
    )


def _connected(met: np.ndarray) -> bool:
    reached = np.zeros(len(met), dtype=bool)
    reached[0] = True
    for _ in range(len(met)):
        grown = reached | met[reached].any(axis=0)
        if (grown == reached).all():
            break
        reached = grown
    return bool(reached.all())


Factor = Callable[[int, float], float]
"""From the margin and the winner's advantage in rating to what the shift is multiplied by."""


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


def elo_prob(own: Any, other: Any, home: Any = 0.0) -> Any:
    """Return the expected score (0 to 1) of a side rated `own` against `other`, with `home` points of advantage.

    >>> round(elo_prob(1550, 1500), 3)
    0.571
    """
    return 1 / (1 + 10.0 ** ((other - own - home) / 400))


def elo(
    games: pd.DataFrame,
    *,
    season_type: str | None = results.REGULAR,
    neutral: bool | str | Collection[Any] = False,
    ratings: Mapping[int, float] | None = None,
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
        Part of the season; None for all except the preseason.
    neutral : bool, str, or collection of game ids
        Games without a home advantage, which the data does not mark: all, those with True in a column of this name,
        or those of these ids.
    ratings : mapping of int to float, optional
        Initial ratings by team id; others start at the mean.
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
    if not ratings or not (set(found["home"]) | set(found["away"])) <= set(ratings):
        refuse_one_team(found, "elo")
    given: dict[str, Any] = {"k": k, "home": home, "keep": keep, "mean": mean}
    rules = replace(own, **{name: value for name, value in given.items() if value is not None})
    level = neutral_games(games, neutral)[found["row"].to_numpy()]
    moved = _pass(found, rules, level, dict(ratings or {}))
    picked = games.iloc[found["row"].to_numpy()]
    names = [
        "sport",
        "league",
        "season",
        "game_date",
        "game_id",
        "game_time",
        sides.home_id,
        sides.home,
        sides.away_id,
        sides.away,
        sides.home_score,
        sides.away_score,
        sides.home_sets,
        sides.away_sets,
    ]
    result = picked[[name for name in names if name in picked.columns]].copy()
    first, second = sides.home.removesuffix("_team"), sides.away.removesuffix("_team")
    for name, values in zip(
        (
            f"{first}_elo_before",
            f"{second}_elo_before",
            "elo_prob_pct",
            "elo_shift",
            f"{first}_elo_after",
            f"{second}_elo_after",
        ),
        moved.T,
    ):
        result[name] = typed(values, "Float64")
    return result


def _pass(found: pd.DataFrame, rules: Elo, level: np.ndarray, ratings: dict[int, float]) -> np.ndarray:
    """Before, before, chance in percent, shift, after, after, of each game."""
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
        if part is not None and part != results.REGULAR:
            ahead *= rules.playoffs
        chance = elo_prob(ahead, 0.0)
        result = 1.0 if scored > allowed else 0.0 if scored < allowed else 0.5
        factor = factor_of(int(abs(scored - allowed)), ahead if scored > allowed else -ahead)
        shift = rules.k * factor * (result - chance)
        before = ratings[one], ratings[two]
        ratings[one] += shift
        ratings[two] -= shift
        moved[i] = (*before, 100 * chance, shift, ratings[one], ratings[two])
    return moved


def neutral_games(games: pd.DataFrame, neutral: bool | str | Collection[Any]) -> np.ndarray:
    """Whether each game has no home advantage."""
    if isinstance(neutral, bool):
        return np.full(len(games), neutral)
    if isinstance(neutral, str):
        need(games, [neutral], "elo(neutral=)")
        return games[neutral].fillna(value=False).to_numpy(dtype=bool)
    ids = set(neutral)
    if strange := ids - set(games["game_id"]):
        raise QueryError(f"neutral= names games that are not in the frame: {', '.join(sorted(map(str, strange))[:3])}.")
    return games["game_id"].isin(ids).to_numpy(dtype=bool)


RATINGS = On(("ratings",), resource="")


def _game(s: Sums) -> Any:
    """What ratings read of each game."""
    return [s.home_team_id, s.away_team_id, s.home_score, s.away_score, s.phase, s.game_time]


def _game_statistic(name: str, label: str, **more: Any) -> Measure:
    """Declare a statistic returned by a function of complete games."""
    return RATINGS.make(name, label, **{"value": _game, "aggregation": "no", "whole": False, **more})


def _schedules() -> tuple[Measure, ...]:
    """Figures of leagues of teams."""
    return (
        _game_statistic(
            "srs",
            "Simple rating",
            formula="mov + mean srs of the opponents; mean 0",
            unit="points",
            reference="Drinen, Pro-Football-Reference",
            higher_is_better=True,
            note="srs(games)",
        ),
        _game_statistic(
            "srs_sos",
            "Schedule in the simple rating",
            formula="srs - mov",
            unit="points",
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
    """Ratings by results and what they are judged by."""
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
        value=lambda s: [s.points_for, s.points_against, s.games],
        formula="((for + against) / games)^0.287",
        unit="exponent",
        reference="Smyth, Patriot; [Baseball-Reference](https://www.baseball-reference.com/bullpen/Pythagenpat)",
        note="pyth_exponent_pat()",
    )
    return (
        *(_schedules() if teams else ()),
        *(_elo(own) if own else ()),
        *((log5_,) if teams else ()),
        *(judged if own else ()),
        *((patriot,) if sport.game == "baseball" else ()),
    )
