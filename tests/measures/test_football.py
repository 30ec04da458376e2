"""Measures of football: sparse families, the opponent's figures, and shares of a side."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog.codes import CheckedSport
from sportsframe.errors import FrameError
from sportsframe.measures import measure, measures

from ..conftest import NOW
from ..support.lines import YOUNG, frame, game


@pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")
def test_sparse_football_families() -> None:
    """Absent counts of a player who took part are 0; ratios of nothing are missing, as is all of one who did not."""
    lines = frame(
        "NFL", "players",
        {"player": "passer", "completions": 10, "passing_attempts": 20, "passing_yards": 100},
        {"player": "lineman", "tackles": 3},
        {"player": "runner", "rushing_yards": 30, "rushing_attempts": 5},
        {"player": "decoy", "targets": 3},
        {"player": "catcher", "receptions": 2, "receiving_yards": 20},
        {"player": "long snapper", "snaps_special_teams": 5},
        {"player": "inactive", "snaps_special_teams": 0},
    )  # fmt: skip
    found = measures(lines).set_index("player")

    assert found.loc["passer", "int_pct"] == 0
    assert found["passer_rating"].dropna().index.tolist() == ["passer"]
    assert found.loc["runner", "scrimmage_yards"] == 30
    assert found["scrimmage_yards"].tolist() == [0, 0, 30, 0, 20, 0, pd.NA]
    assert found["yards_per_carry"].dropna().index.tolist() == ["runner"]
    assert found.loc["decoy", "catch_pct"] == 0
    assert pd.isna(found.loc["catcher", "catch_pct"])
    assert measure(lines.assign(team="x"), "catch_pct", by="team").loc["x"] == 0


def test_points_of_players_are_those_of_their_side() -> None:
    """But for safeties, kicks and two-point tries returned, and two-point runs, which no line has; also of a season."""
    days = ("2024-09-05", "2024-09-30")
    lines, teams = (sf.live(days, "NFL", table=table) for table in ("players", "teams"))
    sides = teams.set_index(["game_id", "side"])
    own = measure(lines, "points", by=["game_id", "side"]).reindex(sides.index)
    kicks = sides[["field_goal_return_touchdowns", "blocked_kick_touchdowns", "blocked_punt_touchdowns"]].sum(axis=1)
    tries = sides[["two_point_conversion_succeeded", "two_point_conversion_returns"]].sum(axis=1)
    rest = sides["score"] - own - 2 * sides["safeties"] - 6 * kicks

    assert ((rest == 0) | ((rest > 0) & (rest <= 2 * tries))).all()
    by_hand = lines[[name for name in lines if name.endswith("_touchdowns") and name != "passing_touchdowns"]]
    assert measure(lines, "touchdowns").sum() == by_hand.sum().sum()


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "now"), [("NFL", NOW), ("NCAAFB", "2024-10-01T12:00")])
def test_touchdowns_of_a_season_lack_those_that_it_does_not_have(sport: CheckedSport, now: str) -> None:
    """Season statistics have none by the defense: there they are those of runners, receivers and returners of kicks."""
    with sf.options(now=now):
        stats = sf.player_stats(2024, sport).query("part == 'regular_season'")
    scored = stats[[f"{how}_touchdowns" for how in ("rushing", "receiving", "kick_return", "punt_return")]]
    assert scored.sum().gt(0).all()
    found = measure(stats, "touchdowns")

    assert found.fillna(0).tolist() == scored.fillna(0).sum(axis=1).tolist()
    kicked = 3 * stats["field_goals_made"].fillna(0) + stats["extra_points_made"].fillna(0)
    caught = stats.get("two_point_conversion_reception_succeeded", 0 * kicked)
    points = (6 * found + kicked + 2 * caught.fillna(0)).fillna(0)
    assert measure(stats, "points").fillna(0).tolist() == points.tolist()


def test_the_wires_rating_is_computed_not_copied() -> None:
    """A measure that bears the name of a figure of the wire comes from the counts."""
    line = frame("NCAAFB", "players", {**YOUNG, "passer_rating": 1.5})

    by_hand = (8.4 * 3969 + 330 * 35 + 100 * 324 - 200 * 10) / 461
    assert measure(line, "passer_rating").iloc[0] == pytest.approx(by_hand)  # in college the NCAA's
    assert measure(line, "passer_rating_ncaa").iloc[0] == pytest.approx(by_hand)
    assert round(measure(frame("NFL", "players", YOUNG), "passer_rating").iloc[0], 1) == 112.8


def test_football_teams_need_the_opponent() -> None:
    """Turnover margin and sacks taken read the other side; half a game gives nothing; attempts come from players=."""
    sides = game("NFL", {"turnovers": 1, "sacks": 2}, {"turnovers": 3, "sacks": 4})
    passers = game("NFL", {"passing_attempts": 30}, {"passing_attempts": 36}, name="players")

    assert measure(sides, "turnover_margin").tolist() == [2, -2]
    assert measure(sides, "sacks_taken").tolist() == [4, 2]
    assert measure(sides, "sack_pct", players=passers).tolist() == pytest.approx([400 / 34, 200 / 38])
    with pytest.raises(FrameError, match=r"turnover_margin requires the other side of each game, .*or pass teams="):
        measure(sides.iloc[:1], "turnover_margin")
    assert measure(sides.iloc[:1], "turnover_margin", teams=sides).tolist() == [2]
    with pytest.raises(FrameError, match="requires the other side of each game"):
        measure(pd.concat([sides, sides]), "turnover_margin")


def test_snap_share_needs_the_side() -> None:
    """The side's snaps are the most of any of its players, refused unless the snaps add up to eleven players."""
    side = [{"game_id": "g", "side": "home", "snaps_offense": n} for n in (*[60] * 9, 59, 50, 10)]

    whole, few = frame("NFL", "players", *side), frame("NFL", "players", *side[5:])

    assert measure(whole, "snap_share_pct").iloc[-1] == pytest.approx(100 / 6)
    for lines in (few, whole.iloc[:-2], whole.iloc[1:]):
        with pytest.raises(FrameError, match="snap_share_pct requires all players of the side"):
            measure(lines, "snap_share_pct")


def test_target_share_needs_the_side() -> None:
    """Targets of all players of the side in the frame; refused unless their snaps add up to eleven players."""
    side = [{"game_id": "g", "side": "home", "snaps_offense": 50, "targets": n} for n in (10, 6, 4, *[0] * 8)]
    whole, few = frame("NFL", "players", *side), frame("NFL", "players", *side[1:])

    assert measure(whole, "target_share_pct").iloc[:3].tolist() == [50, 30, 20]
    with pytest.raises(FrameError, match="target_share_pct requires all players of the side"):
        measure(few, "target_share_pct")


def test_offense_and_defense_per_play() -> None:
    """27 points from 60 plays are .45; the yards allowed are the opponent's."""
    sides = game("NFL", {"score": 27, "total_plays": 60, "total_yards": 360}, {"total_plays": 50, "total_yards": 200})

    assert measure(sides, "points_per_play").iloc[0] == 0.45
    assert measure(sides, "yards_allowed_per_play").tolist() == [4, 6]
