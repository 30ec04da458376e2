"""Measures of baseball that no single line shows."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import measure, measures

from ..support.lines import BONDS, frame, plain


def test_fip_takes_a_constant() -> None:
    """Martinez 1999 with the constant of the majors: 1.395; the constant itself comes from a league's own lines."""
    line = {"home_runs": 9, "walks": 37, "hit_by_pitch": 9, "strikeouts": 313, "outs_recorded": 640, "earned_runs": 49}
    one = frame("MLB", "pitching", line)

    assert measure(one, "fip", constant=3.134).iloc[0] == pytest.approx(1.395, abs=0.0006)
    assert measure(one, "fip", constant="league").iloc[0] == pytest.approx(measure(one, "era").iloc[0])
    both = pd.concat([one, one.assign(earned_runs=2 * one["earned_runs"])], ignore_index=True)
    both = both.assign(game_id="g", side=["home", "away"])
    alone = both.iloc[:1]
    with pytest.raises(FrameError, match=r"^constant='league' requires the pitchers of both .*or pass league=") as told:
        measure(alone, "fip", constant="league")
    assert len(str(told.value)) <= 200
    of_league = measure(both, "fip", constant="league").iloc[0]
    assert measure(alone, "fip", constant="league", league=both).iloc[0] == pytest.approx(of_league)
    assert of_league > measure(one, "era").iloc[0]
    assert sf.measures.fip_constant(one) == pytest.approx(9 * 49 / (640 / 3) + measure(one, "fip").iloc[0] * -1 + 3.10)
    with pytest.raises(QueryError, match="constant"):
        measure(one, "fip", constant="mine")


@pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")
def test_quality_starts_are_of_starters() -> None:
    """Six innings and three earned runs are one, 5.2 and none are not, a reliever has no value; groups count them."""
    lines = frame(
        "MLB", "pitching",
        {"team_id": 1, "position_category": "S", "outs_recorded": 18, "earned_runs": 3},
        {"team_id": 1, "position_category": "S", "outs_recorded": 17, "earned_runs": 0},
        {"team_id": 1, "position_category": "R", "outs_recorded": 18, "earned_runs": 0},
        {"team_id": 2, "position": "S", "position_category": None, "outs_recorded": 27, "earned_runs": 0},
    )  # fmt: skip

    flags, counts = measure(lines, "quality_start"), measure(lines, "quality_start", by="team_id")

    assert flags.tolist() == [True, False, pd.NA, True]
    assert flags.dtype == "boolean"
    assert counts.pipe(plain) == {1: 1, 2: 1}
    assert counts.dtype == "Int64"


@pytest.mark.filterwarnings("ignore:.* is of finished games only")
def test_complete_games_and_shutouts() -> None:
    """A starter with the decision and no reliever; eight innings of visitors who lose, too."""
    starter = {"position_category": "S", "losses": 0, "wins": 0, "outs_recorded": 27, "runs": 1}
    lines = frame(
        "MLB", "pitching",
        {**starter, "game_id": "1", "side": "home", "wins": 1, "runs": 0},
        {**starter, "game_id": "1", "side": "away", "losses": 1, "outs_recorded": 24},
        {**starter, "game_id": "2", "side": "home", "wins": 1},
        {**starter, "game_id": "2", "side": "home", "position_category": "R", "outs_recorded": 3},
        {**starter, "game_id": "2", "side": "away", "wins": 1, "outs_recorded": 24},
        {**starter, "game_id": "3", "side": "home"},
        {**starter, "game_id": "4", "side": "home", "wins": 1, "phase": "live"},
    )  # fmt: skip

    assert measure(lines, "complete_game").tolist() == [True, True, False, pd.NA, False, False, pd.NA]
    assert measure(lines, "shutout").tolist() == [True, False, False, pd.NA, False, False, pd.NA]


@pytest.mark.long
def test_complete_games_of_a_month() -> None:
    """They are the starts of those who pitch alone; neither a player's own lines nor those of starters have others."""
    lines = sf.pitching(("2024-06-01", "2024-06-20"))
    complete = measure(lines, "complete_game").fillna(value=False).astype(bool)
    alone = lines.groupby(["game_id", "side"], observed=True)["player_id"].transform("size").eq(1)

    assert complete.sum() > 0
    assert complete.tolist() == alone.tolist()
    board = lines.sports.leaders("complete_game", 1000)
    assert set(board["player_id"]) == set(lines.loc[alone, "player_id"])
    assert lines[~alone].sports.leaders("complete_game").empty
    starters = lines[lines["position_category"] == "S"]
    assert measure(starters, "complete_game").sum() == complete.sum()
    stats = sf.player_stats(2024, "MLB", table="pitching").query("part == 'regular_season'")
    with pytest.raises(QueryError, match="complete_games needs single games, which season statistics do not contain"):
        stats.sports.leaders("complete_games")
    with pytest.raises(QueryError, match="'quality_starts' is called 'quality_start' here"):
        lines.sports.leaders("quality_starts")


def test_against_a_league() -> None:
    """OPS+ and ERA+ of the league itself are 100; league= says which it is, so that a filter changes nothing."""
    weaker = {**BONDS, "hits": 100, "home_runs": 10}
    batters = frame("MLB", "batting", {**BONDS, "player_id": 1}, {**weaker, "player_id": 2})
    found = measure(batters, "ops_plus", league=batters)
    on_base, slugging = (135 + 232 + 9) / 614, 303 / 373
    league_on_base, league_slugging = (135 + 100 + 2 * 241) / 1228, (303 + 163) / 746
    by_hand = 100 * (on_base / league_on_base + slugging / league_slugging - 1)

    assert found.iloc[0] == pytest.approx(by_hand)
    assert measure(batters.assign(all=1), "ops_plus", by="all", league=batters).tolist() == pytest.approx([100])
    assert measure(batters.iloc[:1], "ops_plus", league=batters).iloc[0] == pytest.approx(by_hand)
    good, bad = ({"earned_runs": n, "outs_recorded": 54} for n in (2, 6))
    pitchers = frame("MLB", "pitching", good, bad)
    assert measure(pitchers, "era_plus", league=pitchers).tolist() == pytest.approx([200, 200 / 3])
    assert measure(pitchers.iloc[:1], "era_plus", league=pitchers).tolist() == pytest.approx([200])
    assert "era_plus" not in measures(pitchers)
    with pytest.raises(QueryError, match="requires league=, the table pitching of the whole league"):
        measure(pitchers, "era_plus")
    goalies = frame("NHL", "goalies", {"shots_against": 50, "saves": 50, "goals_allowed": 0},
                    {"shots_against": 50, "saves": 40, "goals_allowed": 10})  # fmt: skip
    assert measure(goalies.iloc[:1], "gsaa").tolist() == [0]
    assert measure(goalies.iloc[:1], "gsaa", league=goalies).tolist() == pytest.approx([5])
    with pytest.raises(QueryError, match="league= must be a frame"):
        measure(goalies, "gsaa", league=0.9)  # type: ignore[typeddict-item]


@pytest.mark.parametrize("name", ["ERA-", "FIP-", "FIP+", "K%+", "BB%+"])
def test_what_is_relative_to_the_league_is_not_the_plain_statistic(name: str) -> None:
    """A sign at the end names another statistic, which is not answered with the one without."""
    lines = sf.live("2024-06-01", "MLB", table="pitching")
    with pytest.raises(sf.QueryError, match="cannot be computed from this table: it is relative to the league"):
        lines.sports.leaders(name)
