"""Measures of lines made at random: rules that need no data."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sportsframe.measures import measure, measures, table
from sportsframe.measures.rows import floats

from ..support.lines import INCOMPLETE, frame, random_lines

pytestmark = pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")  # lines made by hand are alike

RNG_TABLES = [
    (sport, name)
    for sport, name in (
        ("MLB", "batting"), ("MLB", "pitching"), ("MLB", "teams"), ("NBA", "players"), ("NBA", "teams"),
        ("NCAABB", "teams"), ("NFL", "players"), ("NFL", "teams"), ("NHL", "skaters"), ("NHL", "goalies"),
        ("NHL", "teams"), ("SOCCER", "players"), ("SOCCER", "teams"), ("DARTS", "players"), ("PGA", "courses"),
    )
]  # fmt: skip

EXEMPT = {"game_score_tango", "clean_sheets", "course_count", "first_downs_per_game", "penalty_yards_per_game",
          "par_mean", "pace", "quality_start", "double_double", "triple_double", "max_per_leg", "goals_per_game",
          "shots_per_game", "starts", "complete_game", "shutout", "hat_trick"}  # fmt: skip
"""Their inputs are not all doubled: constants, thresholds, numbers of rows, time on the clock."""


seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 4)


def declared(sport: str, name: str) -> pd.DataFrame:
    return table(sport, name).set_index("name")


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "name"), RNG_TABLES)
@pytest.mark.filterwarnings(INCOMPLETE)
@settings(max_examples=3, deadline=None)
@given(seed=seeds, n=sizes)
def test_doubling_the_counts(sport: str, name: str, seed: int, n: int) -> None:
    """Twice every input: ratios stay, counts double; game scores and flags of fixed thresholds are exempt."""
    lines = random_lines(sport, name, seed, n)
    numbers = [c for c in lines.select_dtypes("number").columns if c != "periods_played"]
    twice = measures(lines.assign(**{c: lines[c] * 2 for c in numbers}))
    once, kinds = measures(lines), declared(sport, name)

    for what in kinds.index.intersection(once.columns).difference(list(EXEMPT)):
        if what == "game_score" and sport == "MLB":
            continue
        factor = 2 if kinds.at[what, "adds"] == "count" or what == "runs_created" else 1
        pd.testing.assert_series_equal(twice[what], once[what] * factor, check_dtype=False)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "name"), RNG_TABLES)
@pytest.mark.filterwarnings(INCOMPLETE)
@settings(max_examples=3, deadline=None)
@given(seed=seeds, n=sizes)
def test_groups_of_equal_rows_and_the_middle(sport: str, name: str, seed: int, n: int) -> None:
    """A group of identical games has the value of one; a ratio of a group lies between its least and greatest row."""
    lines = random_lines(sport, name, seed, n)
    kinds = declared(sport, name)
    pair = lines.iloc[:2].drop(columns="game_id", errors="ignore")
    same = pd.concat([pair.assign(game_id=f"s{i}", group=[0, 1]) for i in range(3)], ignore_index=True)
    rows, single, groups = measures(lines), measures(same), measures(same, by="group")
    wholes = measures(lines.assign(group=0), by="group")

    for what, one in kinds.iterrows():
        if one["adds"] == "no" or one["dtype"] == "boolean" or what == "snap_share_pct":
            continue
        if "Requires" in one["note"]:
            continue
        if what not in groups.columns:  # what reads the other side
            assert {"teams", "players"} & {name}
            continue
        alike, row, whole = groups[what], single[what].iloc[:2], wholes[what]
        factor = 3 if one["adds"] == "count" or what == "runs_created" else 1
        if what not in ("gsaa", "max_per_leg"):
            assert [x for x in alike if pd.notna(x)] == pytest.approx([x * factor for x in row if pd.notna(x)])
        values = floats(rows[what])
        values = values[~np.isnan(values)]
        complete = len(values) == len(lines)
        if one["adds"] == "ratio" and complete and len(whole) and pd.notna(whole.iloc[0]) and what != "lob_pct":
            assert values.min() - 1e-9 <= whole.iloc[0] <= values.max() + 1e-9, what


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(*[st.integers(0, 60)] * 4), min_size=1, max_size=5), st.integers(-50, 400)
)  # fmt: skip
def test_passer_rating_bounds(passes: list[tuple[int, int, int, int]], yards: int) -> None:
    """The NFL's rating lies within 0 and 158.33 whatever the line; the colleges' has no caps but its extremes."""
    lines = frame(
        "NFL", "players",
        *({"player_id": 1, "passing_attempts": a + c, "completions": c, "passing_yards": yards,
           "passing_touchdowns": min(t, c), "passing_interceptions": min(i, a)} for a, c, t, i in passes),
    )  # fmt: skip
    rating = measure(lines, "passer_rating").dropna()

    assert rating.between(0, 158.34).all()
    assert measure(lines, "passer_rating", by="player_id").dropna().between(0, 158.34).all()
