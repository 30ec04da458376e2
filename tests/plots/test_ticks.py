"""Names along the axes: where labels go that would otherwise lie over each other."""

from __future__ import annotations

import numpy as np
import pytest

from sportsframe.plots import _ticks


@pytest.mark.parametrize("values", [[1.0, 5.0, 5.0], [3.0, 2.0, 1.0], [0.0, 0.0, 0.0, 0.0], [1.0, 1.5, 9.0, 9.1], []])
def test_labels_are_spread_around_their_values(values: list[float]) -> None:
    """Labels are a step apart, in the order of the values, and not farther off than needed."""
    places = np.array(_ticks.spread(values, 1.0))

    order = np.argsort(values, kind="stable")
    assert (np.diff(places[order]) >= 1 - 1e-9).all()
    assert places.sum() == pytest.approx(sum(values))
    assert np.abs(places - values).max(initial=0) <= max((len(values) - 1) / 2, 0)
