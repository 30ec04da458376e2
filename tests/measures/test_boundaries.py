"""The named constants of the measures: the published values, and what hangs on them."""

from __future__ import annotations

import pytest

from sportsframe.measures import baseball, basketball, darts, football, league_measures, ties


def test_the_constants_are_those_published() -> None:
    """Weights, caps and limits are those of the formulas' sources."""
    assert baseball.FIP_CONSTANT == 3.1
    assert (basketball.FREE_THROW_WEIGHT, basketball.COLLEGE_FREE_THROW_WEIGHT) == (0.44, 0.475)
    assert basketball.PLAYERS_ON_COURT == 5
    assert (basketball.SLACK, basketball.SLACK_OF_WHOLE_MINUTES) == (1.0, 6.0)
    assert (darts.START, darts.FIRST_VISITS, darts.HIGHEST_FINISH) == (501, 3, 170)
    assert football.RATING_CAP == 2.375
    assert football.ELEVEN == 11
    assert league_measures.FORM == 5
    assert ties.PRECISION == 9


def test_a_perfect_passer_has_158_and_a_third() -> None:
    """Four parts, each capped: 100 times their sum over six is the highest passer rating there can be."""
    assert pytest.approx(158.333, abs=0.001) == 100 * 4 * football.RATING_CAP / 6


def test_the_highest_finish_is_two_trebles_and_the_bull() -> None:
    """Treble 20, treble 20, bull: no score above it can be finished in one visit."""
    singles = [*range(1, 21), 25]
    darts_of = [n * times for n in singles for times in (1, 2, 3) if not (n == 25 and times == 3)]
    doubles = [2 * n for n in singles]
    assert max(a + b + c for a in darts_of for b in darts_of for c in doubles) == darts.HIGHEST_FINISH
