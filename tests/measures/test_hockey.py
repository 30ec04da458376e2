"""Measures of hockey: special teams, shootouts and goalkeepers."""

from __future__ import annotations

import pandas as pd
import pytest

from sportsframe.errors import FrameError, SportsframeWarning
from sportsframe.measures import measure, measures, rolling

from ..support.lines import frame, game


def test_hockey_sides_per_game() -> None:
    """Goals and shots over games; the side's saves are of all shots, those on the empty net included."""
    away = {"score": 3, "shots_on_goal": 30, "saves": 18, "periods_played": 3}
    home = {"score": 2, "shots_on_goal": 20, "saves": 27, "periods_played": 3}
    first = game("NHL", away, home).assign(team_id=[1, 2])
    both = pd.concat([first, first.assign(game_id="20240602-1-2", shots_on_goal=[40, 20])])

    assert measure(first, "save_pct").tolist() == [90, 90]
    assert measure(both, "goals_per_game", by="team_id").tolist() == [3, 2]
    assert measure(both, "shots_per_game", by="team_id").tolist() == [35, 20]


def test_hockey_special_teams() -> None:
    """New Jersey allowed 26 goals in 256 penalties killed or not: 89.84; the sum with the power play is an index."""
    sides = game(
        "NHL", {"power_plays": 200, "power_plays_converted": 40}, {"power_plays": 256, "power_plays_converted": 26}
    )
    found = measures(sides)

    assert round(found["penalty_kill_pct"].iloc[0], 2) == 89.84
    assert found["special_teams_index"].iloc[0] == pytest.approx(20 + 89.84, abs=0.01)
    assert found["special_teams_index"].sum() == pytest.approx(200)


SHOOTOUT = game(
    "NHL",
    {"score": 3, "periods_played": 5, "shots_on_goal": 30, "saves": 25},
    {"score": 2, "periods_played": 5, "shots_on_goal": 27, "saves": 28},
)


def test_a_shootout_goal_is_nobodys() -> None:
    """A shootout adds one to the score and to no skater: goals, shooting and pdo leave it out, and pdo sums to 200."""
    skaters = game("NHL", {"goals": 2}, {"goals": 2}, name="skaters")

    for options in ({}, {"skaters": skaters}):
        assert measure(SHOOTOUT, "team_goals", **options).tolist() == [2, 2]
        assert measure(SHOOTOUT, "pdo", **options).sum() == pytest.approx(200)
        assert measure(SHOOTOUT, "shooting_pct", **options).iloc[0] == pytest.approx(200 / 30)
    with pytest.raises(FrameError, match="team_goals requires the other side"):
        measure(SHOOTOUT.iloc[:1], "team_goals")
    assert measure(SHOOTOUT.iloc[:1], "team_goals", teams=SHOOTOUT).tolist() == [2]
    with pytest.raises(FrameError, match=r"both sides of each game, which teams= does not have; pass the whole table"):
        measure(SHOOTOUT.iloc[:1], "team_goals", teams=SHOOTOUT.assign(game_id="other"))


def test_goals_saved_above_average() -> None:
    """Against the share of saves of all goalies of the frame; the frame as a whole saves nothing."""
    lines = frame(
        "NHL", "goalies",
        {"player_id": 1, "saves": 95, "shots_against": 100, "goals_allowed": 5},
        {"player_id": 2, "saves": 85, "shots_against": 100, "goals_allowed": 15},
    )  # fmt: skip

    assert measure(lines, "gsaa").tolist() == pytest.approx([5, -5])
    sides = lines.assign(game_id="g", side=["home", "away"])
    assert measure(sides, "gsaa").tolist() == pytest.approx([5, -5])
    assert measure(sides.iloc[:1], "gsaa", league=sides).tolist() == pytest.approx([5])
    with pytest.raises(FrameError, match=r"gsaa requires the goalies of the league, .*or pass league="):
        measure(sides.iloc[:1], "gsaa")


def test_share_of_the_shots() -> None:
    """30 shots against 20 are 60 and 40 %."""
    sides = game("NHL", {"shots_on_goal": 30}, {"shots_on_goal": 20})

    assert measure(sides, "shot_share_pct").tolist() == [60.0, 40.0]


def test_the_league_needs_both_sides_of_every_game() -> None:
    """One game with a single side among whole ones is enough to ask for the goalies of the league."""
    line = {"saves": 20, "shots_against": 25, "goals_allowed": 5}
    lines = frame("NHL", "goalies", *({"player_id": n, **line} for n in (1, 2, 3))).assign(
        game_id=["a", "a", "b"], side=["home", "away", "home"]
    )
    assert measure(lines.iloc[:2], "gsaa").tolist() == pytest.approx([0, 0])
    with pytest.raises(FrameError, match="gsaa requires the goalies of the league"):
        measure(lines, "gsaa")


def test_a_goalie_without_saves_is_no_part_of_the_league() -> None:
    """Who lacks saves or shots is left out of the mean, and of the others nothing changes."""
    whole = frame(
        "NHL", "goalies",
        {"player_id": 1, "saves": 95, "shots_against": 100, "goals_allowed": 5},
        {"player_id": 2, "saves": 85, "shots_against": 100, "goals_allowed": 15},
        {"player_id": 3, "saves": 9, "shots_against": 10, "goals_allowed": 1},
    )  # fmt: skip
    for missing in ("saves", "shots_against"):
        lacking = whole.copy()
        lacking.loc[2, missing] = pd.NA
        assert measure(lacking, "gsaa").iloc[:2].tolist() == pytest.approx([5, -5])


def test_goals_of_skaters_without_any_are_missing() -> None:
    """Skaters whose goals the answer does not tell are no side without a goal."""
    skaters = game("NHL", {"goals": 2}, {"goals": 2}, name="skaters")
    skaters.loc[skaters["side"] == "home", "goals"] = pd.NA
    with pytest.warns(SportsframeWarning, match="skaters= does not have all skaters of a side"):
        found = measure(SHOOTOUT, "team_goals", skaters=skaters)
    assert found.isna().tolist() == (SHOOTOUT["side"] == "home").tolist()


def test_goals_of_some_skaters_are_not_those_of_a_side() -> None:
    """Beyond regulation, too, a side with fewer goals than its score less that of the shootout lacks skaters."""
    skaters = game("NHL", {"goals": 1}, {"goals": 2}, name="skaters")
    with pytest.warns(SportsframeWarning, match="skaters= does not have all skaters of a side"):
        found = measure(SHOOTOUT, "team_goals", skaters=skaters)
    assert found.isna().tolist() == [True, False]


def _season_of_one_side(periods: dict[str, int], season_type: str = "Regular Season") -> pd.DataFrame:
    """The rows of one club, which won each game 3-2 after so many periods."""
    games = [
        SHOOTOUT.assign(game_id=number, season_type=season_type, team_id=[1, 2], periods_played=played)
        for number, played in periods.items()
    ]
    return pd.concat(games).query("team_id == 1")


def test_a_side_alone_tells_that_overtime_was_no_shootout() -> None:
    """One overtime, and any number in the playoffs, end with a goal of a skater, also where the opponent is lacking."""
    for one in (_season_of_one_side({"a": 3, "b": 4}), _season_of_one_side({"a": 4, "b": 5, "c": 6}, "Playoffs")):
        assert measure(one, "team_goals").eq(3).all()
        assert measure(one, "team_goals", by="team_id").tolist() == [3 * len(one)]


def test_goals_of_some_games_are_not_those_of_a_season() -> None:
    """Where a game may have had a shootout and lacks its opponent, a group has no goals, and the reason is told."""
    one, told = _season_of_one_side({"a": 3, "b": 3, "c": 5}), "team_goals is missing for 1 of 3 rows, and for groups"
    with pytest.warns(SportsframeWarning, match=told):
        assert measure(one, "team_goals", by="team_id").isna().all()
    with pytest.warns(SportsframeWarning, match=told):
        assert rolling(one.assign(game_time=range(3)), "team_goals", 2, by="team_id").isna().tolist() == [0, 0, 1]
    with pytest.warns(SportsframeWarning, match="team_goals is missing for 1 of 3 rows: "):
        assert measure(one, "team_goals").isna().tolist() == [False, False, True]


def test_each_measure_is_told_with_its_own_rows() -> None:
    """A warning of several measures says of each in how many rows it is missing."""
    with pytest.warns(SportsframeWarning, match=r"goals_per_game.* are missing for 1 of 3 rows, save_pct.* for 3 of 3"):
        found = measures(_season_of_one_side({"a": 3, "b": 3, "c": 5}), by="team_id")
    assert found[["goals_per_game", "save_pct", "team_goals"]].isna().all(axis=None)
