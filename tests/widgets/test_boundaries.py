"""The named constants of the widgets, each at its boundary."""

from __future__ import annotations

import pandas as pd
import pytest

from sportsframe.widgets import board, parts, pickers


@pytest.mark.parametrize(("rows", "shown", "more"), [(15, 15, ""), (16, 16, ""), (17, 15, "2 more")])
def test_a_panel_shows_fifteen_rows(rows: int, shown: int, more: str) -> None:
    """A longer frame is shown in part, and the note says how many rows are left out: two at least."""
    html = parts.as_html(pd.DataFrame({"n": range(rows)}))

    assert html.count("<tr") == shown + 1
    assert more in html
    assert ("more rows" in html) is bool(more)


def test_the_constants_are_those_promised() -> None:
    """How long a board waits for its end, how much longer for a failing service, how far a picker looks for games."""
    assert (board.STOP_SECONDS, board.MOST_PAUSE) == (5.0, 8)
    assert board.LEADERS == 10
    assert (parts.ROWS, parts.PAUSE) == (15, 0.3)
    assert pickers.FIRST_YEAR == 1800
    assert pickers.LONGEST_BREAK == 2
