"""Team strength from results: Pythagorean expectation, strength of schedule, SRS, Elo, and forecast scores."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from math import log
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need, refuse_several
from .._frames.typed import verb
from .._util.document import brief
from ..catalog import SPORTS, Sport
from ..catalog.rules import Elo, Margin
from ..errors import QueryError, quoted
from . import results
from .grammar import Measure, On, Sums
from .rows import typed

Ratings = Mapping[int, float] | pd.Series | pd.DataFrame
"""Rating by team id."""


@verb
def pyth_pct(points_for: Any, points_against: Any, exponent: Any) -> Any:
    """Return the Pythagorean winning percentage for these points.

    Parameters
    ----------
    points_for, points_against : float or array_like
        Sums, or means per game.
    exponent : float or array_like
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
    own, other = (_numbers(value, "points", least=0) for value in (points_for, points_against))
    exponent = _numbers(exponent, "exponent", least=0)
    _refuse_other_lengths(points_for=own, points_against=other, exponent=exponent)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 100 / (1 + (other / own) ** exponent)
    return found if found.ndim else float(found)


@verb
def pyth_exponent_pat(points_for: Any, points_against: Any, games: Any) -> Any:
    """The exponent that follows the scoring of a league: ``((for + against) / games) ** 0.287`` (baseball; Patriot).

    Examples
    --------
    >>> round(pyth_exponent_pat(700, 650, 162), 2)
    1.84
    """
    own, other = (_numbers(value, "points", least=0) for value in (points_for, points_against))
    played = _numbers(games, "games", least=0)
    _refuse_other_lengths(points_for=own, points_against=other, games=played)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = ((own + other) / played) ** 0.287
    return found if found.ndim else float(found)


@verb
def log5(a: Any, b: Any, home: Any = 0.5) -> Any:
    """Return the probability that a side with winning share `a` beats one with `b`.

    Parameters
    ----------
    a, b : float or array_like
        Shares 0 to 1.
    home : float or array_like
        Share of games that the side's place (home or away) wins in the league; 0.5 on neutral ground.

    Returns
    -------
    float or array_like
        0 to 1; missing where both shares are 0 or both are 1.

    References
    ----------
    James, Baseball Abstract 1981.

    Raises
    ------
    QueryError
        A share is not between 0 and 1; `standings` has ``win_pct`` in percent, so divide it by 100.

    Examples
    --------
    >>> round(log5(0.6, 0.4), 3)
    0.692
    """
    a, b, home = (_shares(value, name) for name, value in (("a", a), ("b", b), ("home", home)))
    _refuse_other_lengths(a=a, b=b, home=home)
    won, lost = a * (1 - b) * home, (1 - a) * b * (1 - home)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = won / (won + lost)
    return found if found.ndim else float(found)


@verb
def brier(probability: Any, outcome: Any) -> float:
    """Mean squared error of probabilities (0 to 1) against outcomes (0 to 1: a win 1, a draw 0.5, a loss 0).

    Always 0.5 gives 0.25 where every game has a winner. Draws make it less, 0.19 if a quarter of the games are drawn:
    compare with ``brier([0.5] * len(outcome), outcome)`` of the same games.

    Raises
    ------
    QueryError
        A probability or outcome is not between 0 and 1, or there are not as many of the one as of the other.

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


@verb
def log_loss(probability: Any, outcome: Any) -> float:
    """Mean negative log likelihood in nats of probabilities (0 to 1, clipped at 1e-15) against outcomes (0 to 1).

    Always 0.5 gives 0.6931. Errors as for `brier`.

    Examples
    --------
    >>> round(log_loss([0.8, 0.3], [1, 0]), 3)
    0.29
    """
    p, y = _pairs(probability, outcome)
    p = np.clip(p, 1e-15, 1 - 1e-15)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log1p(-p))) if len(p) else float("nan")


def _pairs(probability: Any, outcome: Any) -> tuple[np.ndarray, np.ndarray]:
    p, y = (np.atleast_1d(_shares(v, name)) for name, v in (("probability", probability), ("outcome", outcome)))
    if p.shape != y.shape:
        raise QueryError(f"there are {p.size} probabilities and {y.size} outcomes; pass one of each per game.")
    known = ~(np.isnan(p) | np.isnan(y))
    return p[known], y[known]


def _numbers(value: Any, name: str, least: float = -np.inf) -> np.ndarray:
    """A number or several as float64, NaN if missing."""
    try:
        if isinstance(value, str | bytes | pd.DataFrame):
            raise TypeError
        several = pd.Series(value) if np.ndim(value) else None
        found = np.asarray(value if several is None else several.to_numpy("float64", na_value=np.nan), dtype="float64")
    except (TypeError, ValueError):
        raise QueryError(f"{name} must be a number or several, not {brief(repr(value))}.") from None
    if np.any(found < least):
        raise QueryError(f"{name} must not be less than {least:g}; got {np.nanmin(found):g}.")
    return found


def _refuse_other_lengths(**values: np.ndarray) -> None:
    """Refuse arguments that do not belong together: several values each, but not as many."""
    try:
        np.broadcast_shapes(*(value.shape for value in values.values()))
    except ValueError:
        sizes = ", ".join(f"{value.size} of {name}" for name, value in values.items())
        raise QueryError(f"there are {sizes}; pass one number for all, or as many of each.") from None


def _shares(value: Any, name: str) -> np.ndarray:
    """As `_numbers`, from 0 to 1."""
    found = _numbers(value, name)
    if np.any((found < 0) | (found > 1)):
        worst = found[(found < 0) | (found > 1)].flat[0] if found.ndim else found
        raise QueryError(f"{name} must be between 0 and 1, not {worst:g}; divide percentages by 100.")
    return found


@verb
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


@verb
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
    sport = results.league_of(games, verb)
    found = results.counting(
        results.finished(games, verb, season_type=season_type, sides=results.sides_of(sport)), sport
    )
    refuse_one_team(found, verb)
    refuse_several(found, "season", verb)
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
    team = results.only_team(found["home"], found["away"])
    if team is not None:
        raise QueryError(
            f"{verb} requires the games of the whole league, but every game in the frame is one of team "
            f"{team}, so nothing is known of its opponents."
        )


@verb
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
        the last two missing where the games do not connect all teams. College tables have ``guest`` as `standings`,
        and the mean is that of the others.

    References
    ----------
    Drinen, Pro-Football-Reference.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> len(srs(games))
    30
    """
    sport = results.league_of(games, "srs")
    found = results.finished(games, "srs", season_type=season_type, sides=results.sides_of(sport))
    refuse_one_team(found, "srs")
    refuse_several(found, "season", "srs")
    both = results.lines(found)
    teams = np.sort(both["team"].unique())
    outside = results.guests(both["team"], sport)
    mov = (both["scored"] - both["allowed"]).groupby(both["team"]).mean().reindex(teams).to_numpy()
    own, other = np.searchsorted(teams, both["team"]), np.searchsorted(teams, both["opponent"])
    meetings = np.zeros((len(teams), len(teams)))
    np.add.at(meetings, (own, other), 1.0)
    if len(teams) and _connected(meetings > 0):
        share = meetings / meetings.sum(axis=1, keepdims=True)
        system = np.vstack([np.eye(len(teams)) - share, ~np.isin(teams, list(outside))])
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
            **guest_column(teams, outside, sport),
        },
        index=_team_index(pd.Index(teams)),
    )


def guest_column(teams: Any, guests: Collection[Any], sport: str) -> dict[str, Any]:
    """Return the column ``guest`` of these teams, in leagues that have guests."""
    standings = SPORTS[sport].rules.standings
    if standings is None or not standings.guests:
        return {}
    return {"guest": pd.array([team in guests for team in teams], dtype="boolean")}


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


@verb
def elo_prob(own: Any, other: Any, home: Any = 0.0) -> Any:
    """Return the expected score (0 to 1) of a side rated `own` against `other`, with `home` points of advantage.

    Where games can be drawn, that is the probability of a win plus half of that of a draw.

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
    own, other, home = (_numbers(value, "a rating") for value in (own, other, home))
    _refuse_other_lengths(own=own, other=other, home=home)
    found = _chance(own + home - other)
    return found if found.ndim else float(found)


def _chance(ahead: Any) -> Any:
    """The expected score of a side that is so much ahead in rating."""
    return 1 / (1 + 10.0 ** (-ahead / 400))


@verb
def elo(
    games: pd.DataFrame,
    *,
    season_type: str | None = results.REGULAR,
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
        Part of the season; None for all except the preseason.
    neutral : bool, str, or collection of game ids
        Games without a home advantage, which the data does not mark: all, those with True in a column of this name,
        or those of these ids.
    ratings : pandas.DataFrame, mapping of int to float, or pandas.Series by ``team_id``, optional
        Initial ratings: what `elo_ratings` returns of the season before, or numbers by team id; others start at the
        mean.
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
    moved = _pass(found, rules, level, first_ratings)
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


def as_mapping(ratings: Ratings | None) -> dict[int, float]:
    """Ratings by team id as a dict of its own; none if there are none."""
    if isinstance(ratings, pd.DataFrame):
        who = "player_id" if "player_id" in ratings.columns else "team_id"
        need(ratings, [who, "elo"], "ratings=")
        ratings = ratings.set_index(who)["elo"]
    given: Any = {} if ratings is None else ratings.to_dict() if isinstance(ratings, pd.Series) else dict(ratings)
    found: dict[int, float] = given
    return found


def given_ratings(ratings: Ratings | None, found: pd.DataFrame) -> dict[int, float]:
    """Initial ratings by team id; refused if they are of nobody in these games, such as those by names."""
    given = as_mapping(ratings)
    teams = {*found["home"], *found["away"]}
    if given and len(found) and not teams & {*given}:
        raise QueryError(
            f"ratings= has no team of these games; it is by team_id, such as {min(teams)}, not "
            f"{brief(repr(next(iter(given))))}."
        )
    values = _numbers(list(given.values()), "ratings=") if given else np.empty(0)
    if np.isnan(values).any():
        raise QueryError("ratings= has missing values; leave those teams out.")
    return {team: float(value) for team, value in zip(given, values)}


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
    """Whether each game has no home advantage."""
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
        value=lambda s: [s.runs_for, s.runs_against, s.games],
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
