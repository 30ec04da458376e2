"""Formulas over numbers that the caller passes: Pythagorean expectation, log5, and scores of forecasts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from .._frames.typed import verb
from .._util.document import brief
from ..errors import QueryError


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
    own, other = (numbers(value, "points", least=0) for value in (points_for, points_against))
    exponent = numbers(exponent, "exponent", least=0)
    refuse_other_lengths(points_for=own, points_against=other, exponent=exponent)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = 100 / (1 + (other / own) ** exponent)
    return found if found.ndim else float(found)


@verb
def pyth_exponent_pat(points_for: Any, points_against: Any, games: Any) -> Any:
    """Return the exponent that follows from the scoring of a league: ``((for + against) / games) ** 0.287`` (Patriot).

    Examples
    --------
    >>> round(pyth_exponent_pat(700, 650, 162), 2)
    1.84
    """
    own, other = (numbers(value, "points", least=0) for value in (points_for, points_against))
    played = numbers(games, "games", least=0)
    refuse_other_lengths(points_for=own, points_against=other, games=played)
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
        Share of games that sides in its place (home or away) win in the league; 0.5 on neutral ground.

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
    refuse_other_lengths(a=a, b=b, home=home)
    won, lost = a * (1 - b) * home, (1 - a) * b * (1 - home)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = won / (won + lost)
    return found if found.ndim else float(found)


@verb
def brier(probability: Any, outcome: Any) -> float:
    """Return the mean squared error of probabilities (0 to 1) against outcomes (a win 1, a draw 0.5, a loss 0).

    A constant forecast of 0.5 scores 0.25 if every game has a winner, and less with draws: 0.19 if a quarter of the
    games are drawn. Compare with ``brier([0.5] * len(outcome), outcome)`` of the same games.

    Raises
    ------
    QueryError
        A probability or outcome is not between 0 and 1, or their numbers differ.

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
    """Return the mean negative log likelihood, in nats, of probabilities (0 to 1, clipped at 1e-15) against outcomes.

    A constant forecast of 0.5 scores 0.6931. Errors as for `brier`.

    Examples
    --------
    >>> round(log_loss([0.8, 0.3], [1, 0]), 3)
    0.29
    """
    p, y = _pairs(probability, outcome)
    p = np.clip(p, 1e-15, 1 - 1e-15)
    return float(-np.mean(y * np.log(p) + (1 - y) * np.log1p(-p))) if len(p) else float("nan")


def _pairs(probability: Any, outcome: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the probabilities and outcomes of the games for which both are known."""
    p, y = (np.atleast_1d(_shares(v, name)) for name, v in (("probability", probability), ("outcome", outcome)))
    if p.shape != y.shape:
        raise QueryError(f"there are {p.size} probabilities and {y.size} outcomes; pass one of each per game.")
    known = ~(np.isnan(p) | np.isnan(y))
    return p[known], y[known]


def numbers(value: Any, name: str, least: float = -np.inf) -> np.ndarray:
    """Return a number or several as float64, NaN if missing."""
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


def refuse_other_lengths(**values: np.ndarray) -> None:
    """Refuse arguments whose numbers of values differ, unless one of them is a single value."""
    try:
        np.broadcast_shapes(*(value.shape for value in values.values()))
    except ValueError:
        sizes = ", ".join(f"{value.size} of {name}" for name, value in values.items())
        raise QueryError(f"there are {sizes}; pass one number for all, or as many of each.") from None


def _shares(value: Any, name: str) -> np.ndarray:
    """Return shares as `numbers` does; refuse those that are not from 0 to 1."""
    found = numbers(value, name)
    if np.any((found < 0) | (found > 1)):
        worst = found[(found < 0) | (found > 1)].flat[0] if found.ndim else found
        raise QueryError(f"{name} must be between 0 and 1, not {worst:g}; divide percentages by 100.")
    return found
