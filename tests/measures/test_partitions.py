"""Measures, totals and standings of Dask frames are those of the same rows in pandas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import measures
from sportsframe.errors import FrameError, QueryError

NBA = ("2024-12-06", "2024-12-10")
NHL = ("2024-11-15", "2024-11-17")
MLB = ("2024-06-01", "2024-06-03")

CLIENT = sf.Client(source="simulated", now="2025-03-01T12:00")

CASES: list[tuple[str, tuple[str, str], str, Callable[[Any], Any]]] = [
    ("NBA", NBA, "players", lambda frame: measures.totals(frame)),
    ("NBA", NBA, "players", lambda frame: measures.totals(frame, ["team", "side"], per="36")),
    ("NBA", NBA, "teams", lambda frame: measures.totals(frame, "team_id", per="game")),
    ("NBA", NBA, "teams", lambda frame: measures.measures(frame, "team")),
    ("NBA", NBA, "teams", lambda frame: measures.measure(frame, "off_rating", by=["team_id", "side"])),
    ("NHL", NHL, "goalies", lambda frame: measures.measure(frame, "gsaa", by="player_id")),
    ("MLB", MLB, "pitching", lambda frame: measures.measure(frame, "fip", by="team", constant="league")),
    ("MLB", MLB, "pitching", lambda frame: measures.measure(frame, "game_score_mean", by="team")),
    ("MLB", MLB, "pitching", lambda frame: measures.measure(frame, "game_score_max", by="team")),
    ("MLB", MLB, "games", lambda frame: measures.standings(frame)),
    ("MLB", MLB, "games", lambda frame: measures.measure(frame, "win_pct", by="team_id")),
]


@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_dask_frame_gives_what_pandas_gives(number: int) -> None:
    """The values, groups and dtypes of several days as partitions, for sums, means, extremes and whole leagues."""
    sport, days, table, figure = CASES[number]
    frame, lazy = CLIENT.live(days, sport, table=table, day="service"), CLIENT.to_dask(
        days, sport, table=table, day="service"
    )  # fmt: skip
    assert lazy.npartitions > 1

    expected, found = figure(frame), figure(lazy)

    check: Callable[..., None] = (
        pd.testing.assert_series_equal if isinstance(expected, pd.Series) else pd.testing.assert_frame_equal
    )
    check(found, expected, check_flags=False)
    assert len(found)


def test_other_tables_are_passed_by_partition() -> None:
    """A Dask frame among the options is read beside the frame; one of other days is refused."""
    frames = {name: CLIENT.live(NBA, "NBA", table=name, day="service") for name in ("players", "teams")}
    lazy = {name: CLIENT.to_dask(NBA, "NBA", table=name, day="service") for name in ("players", "teams")}

    expected = measures.measure(frames["players"], "usage_pct", by="player_id", teams=frames["teams"])
    found = measures.measure(lazy["players"], "usage_pct", by="player_id", teams=lazy["teams"])

    pd.testing.assert_series_equal(found, expected)
    fewer = CLIENT.to_dask(NBA[0], "NBA", table="teams", day="service")
    with pytest.raises(QueryError, match="load both from the same days"):
        measures.measure(lazy["players"], "usage_pct", by="player_id", teams=fewer)


def test_what_partitions_cannot_give_is_refused() -> None:
    """Values of single rows, other groupers and lacking rows are errors of one line, as in pandas."""
    teams = CLIENT.to_dask(NBA, "NBA", table="teams", day="service")

    with pytest.raises(QueryError, match="needs by=, the name of a column"):
        measures.measures(teams)
    with pytest.raises(QueryError, match="unknown measure 'net'"):
        measures.measure(teams, "net", by="team")
    with pytest.raises(FrameError, match="requires the other side of each game"):
        measures.measure(teams[teams["side"] == "home"], "off_rating", by="team")
