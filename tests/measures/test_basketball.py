"""Measures of basketball: both sides of a final, a player's share, and the ratings of a league."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.errors import QueryError
from sportsframe.measures import measure, measures

from ..support.days import day
from ..support.lines import Line, frame, game

CAVALIERS = {"score": 93, "field_goals_made": 33, "field_goals_attempted": 82, "three_points_made": 6,
             "three_points_attempted": 25, "free_throws_made": 21, "free_throws_attempted": 25,
             "offensive_rebounds": 9, "defensive_rebounds": 39, "total_rebounds": 48, "turnovers": 11,
             "periods_played": 4}  # fmt: skip

WARRIORS = {"score": 89, "field_goals_made": 32, "field_goals_attempted": 83, "three_points_made": 15,
            "three_points_attempted": 41, "free_throws_made": 10, "free_throws_attempted": 13,
            "offensive_rebounds": 7, "defensive_rebounds": 32, "total_rebounds": 39, "turnovers": 10,
            "periods_played": 4}  # fmt: skip


@pytest.mark.parametrize(
    ("what", "away", "home"),
    [
        ("possessions_simple", 95.00, 91.72), ("possessions", 90.69, 90.69), ("pace", 90.69, 90.69),
        ("off_rating", 102.54, 98.13), ("def_rating", 98.13, 102.54), ("net_rating", 4.41, -4.41),
        ("orb_pct", 21.95, 15.22), ("drb_pct", 84.78, 78.05), ("trb_pct", 55.17, 44.83), ("efg_pct", 43.90, 47.59),
        ("ft_rate", 0.256, 0.120), ("fta_rate", 0.305, 0.157), ("tov_pct", 10.58, 10.13), ("opp_efg_pct", 47.59, 43.90),
        ("opp_tov_pct", 10.13, 10.58), ("opp_orb_pct", 15.22, 21.95), ("opp_ft_rate", 0.120, 0.256),
    ],
)  # fmt: skip
def test_both_sides_of_a_final(what: str, away: float, home: float) -> None:
    """Cleveland at Golden State, game 7 of the 2016 Finals: possessions, ratings and the four factors of both sides."""
    found = measure(game("NBA", CAVALIERS, WARRIORS), what)

    assert found.round(3).tolist() == pytest.approx([away, home], abs=0.0051)


@pytest.mark.parametrize(
    ("what", "line", "expected"),
    [
        ("usage_pct", {"field_goals_attempted": 24, "free_throws_attempted": 10, "turnovers": 5}, 32.93),
        ("ast_pct", {"assists": 11, "field_goals_made": 9}, 47.44),
        ("stl_pct", {"steals": 2}, 2.26),
        ("blk_pct", {"blocks": 3}, 7.32),
        ("reb_pct_player", {"total_rebounds": 11}, 12.96),
        ("orb_pct_player", {"offensive_rebounds": 1}, 2.50),
        ("drb_pct_player", {"defensive_rebounds": 10}, 22.29),
    ],
)
def test_a_players_share_of_his_side(what: str, line: Line, expected: float) -> None:
    """James in the same game, 46:49 played: shares by the totals of both sides given as teams=."""
    player = {"game_id": "20240601-1-2", "side": "away", "seconds_played": 2809, **line}
    full = dict.fromkeys(("field_goals_attempted", "free_throws_attempted", "turnovers", "field_goals_made"), 0)

    found = measure(frame("NBA", "players", {**full, **player}), what, teams=game("NBA", CAVALIERS, WARRIORS))

    assert found.iloc[0] == pytest.approx(expected, abs=0.0051)


def test_overtime_lengthens_the_game() -> None:
    """A period more than regulation adds five minutes: the same possessions are a slower pace, by 53 to 48."""
    regular = measure(game("NBA", CAVALIERS, WARRIORS), "pace")
    extra = measure(game("NBA", {**CAVALIERS, "periods_played": 5}, {**WARRIORS, "periods_played": 5}), "pace")

    assert extra.tolist() == pytest.approx((regular * 48 / 53).tolist())


def test_college_possessions_are_the_mean_of_both_simple_counts() -> None:
    """College weighs a free throw 0.475 and takes the mean of both sides; a half more is an overtime of 40 minutes."""
    sides = game("NCAABB", {**CAVALIERS, "periods_played": 2}, {**WARRIORS, "periods_played": 2})
    simple = [82 - 9 + 11 + 0.475 * 25, 83 - 7 + 10 + 0.475 * 13]

    assert measure(sides, "possessions_simple").tolist() == pytest.approx(simple)
    assert measure(sides, "possessions").tolist() == pytest.approx([sum(simple) / 2] * 2)
    assert measure(sides, "pace").tolist() == pytest.approx([sum(simple) / 2] * 2)


def test_doubles_of_ten() -> None:
    """Ten or more of two of five counts is a double-double, of three a triple-double."""
    lines = frame(
        "NBA", "players",
        *({"points": p, "total_rebounds": r, "assists": a, "steals": 0, "blocks": 0} for p, r, a in
          ((10, 10, 9), (30, 9, 9), (10, 11, 12))),
    )  # fmt: skip

    assert measure(lines, "double_double").tolist() == [True, False, True]
    assert measure(lines, "triple_double").tolist() == [False, False, True]


def test_player_efficiency_rating() -> None:
    """Hollinger's rating by hand from a game of two sides of one; the league's own mean is 15 by minutes."""
    lines = [
        {"three_points_made": 3, "assists": 20, "field_goals_made": 40, "field_goals_attempted": 85,
         "free_throws_made": 16, "free_throws_attempted": 20, "turnovers": 14, "offensive_rebounds": 10,
         "defensive_rebounds": 33, "steals": 8, "blocks": 5, "fouls": 18, "points": 99},
        {"three_points_made": 9, "assists": 24, "field_goals_made": 36, "field_goals_attempted": 88,
         "free_throws_made": 10, "free_throws_attempted": 15, "turnovers": 11, "offensive_rebounds": 12,
         "defensive_rebounds": 30, "steals": 6, "blocks": 3, "fouls": 22, "points": 91},
    ]  # fmt: skip
    players = game("NBA", *({**line, "seconds_played": 240 * 60} for line in lines), name="players")
    lg = {name: lines[0][name] + lines[1][name] for name in lines[0]}
    vop = lg["points"] / (
        lg["field_goals_attempted"] - lg["offensive_rebounds"] + lg["turnovers"] + 0.44 * lg["free_throws_attempted"]
    )
    drb = lg["defensive_rebounds"] / (lg["defensive_rebounds"] + lg["offensive_rebounds"])
    factor = 2 / 3 - (0.5 * lg["assists"] / lg["field_goals_made"]) / (
        2 * lg["field_goals_made"] / lg["free_throws_made"]
    )

    def unadjusted(n: dict[str, int]) -> float:
        ratio = n["assists"] / n["field_goals_made"]
        return (
            n["three_points_made"] + 2 / 3 * n["assists"] + (2 - factor * ratio) * n["field_goals_made"]
            + n["free_throws_made"] * 0.5 * (1 + (1 - ratio) + 2 / 3 * ratio)
            - vop * n["turnovers"] - vop * drb * (n["field_goals_attempted"] - n["field_goals_made"])
            - vop * 0.44 * (0.44 + 0.56 * drb) * (n["free_throws_attempted"] - n["free_throws_made"])
            + vop * (1 - drb) * n["defensive_rebounds"] + vop * drb * n["offensive_rebounds"]
            + vop * n["steals"] + vop * drb * n["blocks"]
            - n["fouls"] / lg["fouls"] * (lg["free_throws_made"] - 0.44 * lg["free_throws_attempted"] * vop)
        )  # fmt: skip

    # Both sides have the same possessions, so that the pace is the league's.
    first, second = map(unadjusted, lines)
    found = measure(players, "per", league=players)
    assert found.tolist() == pytest.approx([15 * 2 * first / (first + second), 15 * 2 * second / (first + second)])
    assert found.mean() == pytest.approx(15)
    sides = [{**line, "periods_played": 4, "score": line["points"]} for line in lines]
    teams = game("NBA", *({name: n for name, n in side.items() if name != "points"} for side in sides))
    assert measure(players.iloc[:1], "per", league=players, teams=teams).tolist() == pytest.approx(found[:1].tolist())
    assert "per" not in measures(players)
    with pytest.raises(QueryError, match="requires league=, the table players of the whole league"):
        measure(players, "per")
    with pytest.raises(QueryError, match="no side whose players add up"):
        measure(players, "per", league=players.assign(seconds_played=60))


def test_the_efficiency_of_a_league_is_15_by_minutes() -> None:
    """Over a day of games each minute of the league is worth 15 on average, also where paces differ; clubs differ."""
    lines = day("NBA", "players")
    lines = lines[lines["seconds_played"].notna()]
    rated = measure(lines, "per", by="player_id", league=lines)
    minutes = lines.groupby("player_id")["seconds_played"].sum()
    assert float((rated * minutes).sum() / minutes[rated.notna()].sum()) == pytest.approx(15)
    assert rated[minutes > 1500].std() > 3


def test_impact_of_a_player() -> None:
    """What a player did, of all that both sides did: two players who are their sides share the 100."""
    line = {"field_goals_made": 10, "field_goals_attempted": 20, "three_points_made": 2, "free_throws_made": 4,
            "free_throws_attempted": 5, "defensive_rebounds": 8, "offensive_rebounds": 2, "assists": 6, "steals": 1,
            "blocks": 2, "fouls": 3, "turnovers": 4}  # fmt: skip
    half = {name: n // 2 for name, n in line.items()}
    found = measure(game("NBA", line, half, name="players"), "pie", teams=game("NBA", line, half))
    own = 26 + 10 + 4 - 20 - 5 + 8 + 1 + 6 + 1 + 1 - 3 - 4
    other = 13 + 5 + 2 - 10 - 2 + 4 + 0.5 + 3 + 0 + 0.5 - 1 - 2

    assert found.tolist() == pytest.approx([100 * own / (own + other), 100 * other / (own + other)])


def test_a_side_with_several_rows_has_no_other_side() -> None:
    """A row too many leaves open which one is the opponent's: missing, with a warning, in that game only."""
    teams = day("NBA", "teams")
    more = pd.concat([teams.iloc[[0]], teams], ignore_index=True)
    with pytest.warns(sf.SportsframeWarning, match="the other side of each game"):
        found = measure(more, "orb_pct")
    same = more["game_id"].eq(teams["game_id"].iloc[0])
    assert same.sum() == 3
    assert found.isna().tolist() == same.tolist()
    assert found[~same].tolist() == measure(teams, "orb_pct").iloc[2:].tolist()
    with pytest.raises(sf.FrameError, match="several rows for a side of a game; keep one of each"):
        measure(day("NBA", "players"), "usage_pct", teams=more)
