"""Differences between season statistics and the sums of box scores."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.load.differences import COLUMNS, compare
from tests.support.samples import EARLY


def parts_of(sport: str, resource: str) -> tuple[dict[str, pd.DataFrame], dict[str, pd.DataFrame], Any]:
    """Season statistics and box scores of the first days of a season, and the declaration of the former."""
    client, year = sf.Client(source="simulated", now=EARLY[sport]), int(EARLY[sport][:4])
    league = "EPL" if sport == "SOCCER" else None
    answer = SPORTS[sport].answer(resource)
    told = {name: client.table(resource, sport, year, table=name, league=league) for name in answer.layouts}
    tables = SPORTS[sport].answer("live").layouts
    boxes = {name: client.live(season=year, sport=sport, table=name, league=league) for name in tables}  # type: ignore[call-overload]
    return told, boxes, answer


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NFL", "MLB", "NHL", "SOCCER", "PGA", "DARTS"])
def test_the_simulated_world_agrees_with_itself(sport: Any) -> None:
    """Of the reference service no cell differs; the columns are there all the same."""
    client = sf.Client(source="simulated", now=EARLY[sport])
    found = client.reconcile(int(EARLY[sport][:4]), sport, league="EPL" if sport == "SOCCER" else None)
    assert found.to_dict("records") == []
    assert list(found.columns) == ["sport", *COLUMNS]


def test_each_cell_that_differs_is_a_row() -> None:
    """A changed total, a derived figure that follows no sum, and a player too many: each cell, and no other."""
    told, boxes, answer = parts_of("SOCCER", "player-stats")
    season = told["season"].copy()
    season.loc[3, "goals"] += 2
    season.loc[5, "assists"] = pd.NA
    rules = SPORTS["SOCCER"].rules
    found = compare({"season": season}, boxes, answer, rules, "player-stats")
    assert found[["player_id", "statistic", "difference"]].astype(object).where(
        found.notna(), None
    ).values.tolist() == [
        [season.loc[3, "player_id"], "goals", 2.0],
        [season.loc[5, "player_id"], "assists", None],
    ]
    assert set(found["part"]) == {"regular_season"}
    lacking = compare({"season": season.drop(index=[3, 5])}, boxes, answer, rules, "player-stats")
    assert set(lacking["player_id"]) == set(season.loc[[3, 5], "player_id"])
    assert lacking["reported"].isna().all()
    assert lacking["player"].notna().all()
    assert {"goals", "games_played"} <= set(lacking["statistic"])


def test_results_and_scores_of_teams_are_compared() -> None:
    """Wins, goals for and against follow from the two sides of each game."""
    told, boxes, answer = parts_of("SOCCER", "team-stats")
    season = told["season"].copy()
    for name in ("wins", "draws", "goals_conceded", "games_played"):
        season.loc[0, name] += 1
    found = compare({"season": season}, boxes, answer, SPORTS["SOCCER"].rules, "team-stats")
    assert set(found["statistic"]) == {"wins", "draws", "goals_conceded", "games_played"}
    assert found["difference"].tolist() == [1.0] * 4
    assert found["player_id"].isna().all()


def test_ratios_are_compared_to_their_last_digit() -> None:
    """Half a unit of the last digit is no difference, a unit is one."""
    told, boxes, answer = parts_of("MLB", "player-stats")
    pitching = told["pitching"].copy()
    # Those without an earned run have an average without a rest.
    half, unit, inning = pitching.index[(pitching["earned_runs"] == 0) & (pitching["innings"] > 0)][:3]
    pitching.loc[half, "earned_run_average"] += 0.004
    pitching.loc[unit, "earned_run_average"] += 0.01
    pitching.loc[inning, "innings"] += 0.1
    found = compare({**told, "pitching": pitching}, boxes, answer, SPORTS["MLB"].rules, "player-stats")
    assert found[["table", "player_id", "statistic"]].values.tolist() == [
        ["pitching", pitching.loc[inning, "player_id"], "innings"],
        ["pitching", pitching.loc[unit, "player_id"], "earned_run_average"],
    ]


def one_line(sport: str, **inputs: Any) -> tuple[Any, dict[str, pd.DataFrame]]:
    """The declaration of player-stats and the box scores of one finished game with one line, or one for each value."""
    answer = SPORTS[sport].answer("player-stats")
    count = max(len(values) for values in inputs.values())
    lines = pd.DataFrame(
        {"game_id": "1", "team_id": 1, "team": "A", "player_id": range(count), "player": "P", **inputs}
    )
    lines["player_id"] = 1 if sport == "NFL" else lines["player_id"] + 1
    games = pd.DataFrame({"game_id": ["1"], "phase": ["finished"], "season_type": ["Regular Season"]})
    return answer, {"games": games, "players": lines}


def reported(answer: Any, **statistics: Any) -> dict[str, pd.DataFrame]:
    """Season statistics of players 1, 2, ...: these, and one game played."""
    columns = [column.name for column in answer.layouts["season"].columns]
    count = max(len(values) for values in statistics.values())
    told = pd.DataFrame(
        {"team_id": 1, "team": "A", "player_id": range(1, count + 1), "player": "P", "part": "regular_season",
         "games_played": 1, **statistics}
    ).reindex(columns=columns)  # fmt: skip
    return {"season": told}


def test_a_tie_may_be_rounded_either_way() -> None:
    """1 of 800 is 0.125 %: 0.12 and 0.13 are both its two digits, 0.11 and 0.14 are not."""
    answer, boxes = one_line("NBA", two_points_made=[1] * 4, two_points_attempted=[800] * 4)
    told = reported(
        answer, two_point_percentage=[0.12, 0.13, 0.11, 0.14], two_points_made=[1] * 4, two_points_attempted=[800] * 4
    )
    found = compare(told, boxes, answer, SPORTS["NBA"].rules, "player-stats")

    assert found[["player_id", "statistic", "reported", "computed"]].values.tolist() == [
        [3, "two_point_percentage", 0.11, 0.125],
        [4, "two_point_percentage", 0.14, 0.125],
    ]


@pytest.mark.parametrize(("total", "differences"), [(0.3, []), (0.3000004, []), (0.300001, [1e-6]), (0.4, [0.1])])
def test_sums_are_compared_to_six_digits_and_shown_with_them(total: float, differences: list[float]) -> None:
    """0.1 + 0.2 is 0.3, which binary fractions do not add up to; from half a millionth on it is a difference."""
    answer, boxes = one_line("NFL", fantasy_points=[0.1, 0.2])
    told = reported(answer, fantasy_points=[total], fantasy_points_per_game=[0.3])
    found = compare(told, boxes, answer, SPORTS["NFL"].rules, "player-stats")

    assert found["computed"].tolist() == [0.3] * len(differences)
    assert found["difference"].tolist() == pytest.approx(differences)


def test_games_in_play_and_those_that_do_not_count_are_left_out() -> None:
    """A game that is not over adds nothing, nor does the final of a cup."""
    told, boxes, answer = parts_of("SOCCER", "team-stats")
    games = boxes["games"].copy()
    games["phase"] = games["phase"].astype(object).mask(games["game_id"].eq(games["game_id"].iloc[0]), "live")
    found = compare(told, {**boxes, "games": games}, answer, SPORTS["SOCCER"].rules, "team-stats")
    assert set(found["team_id"]) == set(games[["away_team_id", "home_team_id"]].iloc[0])
    assert found.loc[found["statistic"] == "games_played", "difference"].tolist() == [1.0, 1.0]


def test_the_final_of_the_cup_is_left_out() -> None:
    """The NBA counts every game of its cup but the last."""
    answer, boxes = one_line("NBA", two_points_made=[3], two_points_attempted=[8])
    told = reported(answer, two_points_made=[3], two_points_attempted=[8], two_point_percentage=[37.5])
    rules = SPORTS["NBA"].rules
    for name, differs in (("NBA Cup Semifinal", False), ("NBA Cup Final", True), (None, False)):
        games = boxes["games"].assign(event_name=name)
        found = compare(told, {**boxes, "games": games}, answer, rules, "player-stats")
        assert ("two_points_made" in set(found["statistic"])) == differs, name


def test_of_one_side_alone_no_result_is_computed() -> None:
    """A game of which the box has one side only, and that without a goal, is not computed as a draw against nobody."""
    told, boxes, answer = parts_of("SOCCER", "team-stats")
    teams = boxes["teams"]
    level = teams.groupby("game_id")["score"].transform("sum").eq(0)
    one = teams[level].iloc[0]
    alone = teams[~(teams["game_id"].eq(one["game_id"]) & teams["team_id"].ne(one["team_id"]))]
    found = compare(told, {**boxes, "teams": alone}, answer, SPORTS["SOCCER"].rules, "team-stats")
    mine = found[found["team_id"].eq(one["team_id"])]
    assert mine[["statistic", "difference"]].values.tolist() == [["draws", 1.0]]


@pytest.mark.parametrize("season", [[2023, 2024], (2023, 2024)])
def test_one_season_is_compared(season: Any) -> None:
    """Several seasons are refused in one line before anything is loaded."""
    with pytest.raises(sf.QueryError, match="reconcile takes one season"):
        sf.reconcile(season, "NHL")


def test_nothing_to_compare_is_no_agreement() -> None:
    """A season of which there are neither games nor statistics is an error, not an empty frame."""
    with pytest.raises(sf.QueryError, match="there is nothing to compare"):
        sf.reconcile(2099, "SOCCER", league="EPL")
