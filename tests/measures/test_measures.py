"""Measures: worked examples with published figures, and the traps of each sport."""

from __future__ import annotations

import math
import re
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.errors import FrameError, QueryError, SportsframeWarning
from sportsframe.measures import measure, measures, of_sport
from sportsframe.measures.golf import purse

from ..support.days import day
from ..support.lines import Line, frame, game, plain

BONDS = {"at_bats": 373, "hits": 135, "doubles": 27, "triples": 3, "home_runs": 45, "walks": 232, "hit_by_pitch": 9,
         "strikeouts": 41}  # fmt: skip
MARTINEZ = {"outs_recorded": 651, "hits": 128, "runs": 44, "earned_runs": 42, "walks": 32, "strikeouts": 284,
            "home_runs": 17, "hit_by_pitch": 14}  # fmt: skip
GIBSON = {"outs_recorded": 914, "hits": 198, "runs": 49, "earned_runs": 38, "walks": 62}
TEXTBOOK = {"home_runs": 5, "walks": 10, "hit_by_pitch": 2, "strikeouts": 10, "outs_recorded": 120}
WOOD = {"position_category": "S", "outs_recorded": 27, "strikeouts": 20, "hits": 1, "walks": 0, "runs": 0,
        "earned_runs": 0, "home_runs": 0, "pitches": 122, "strikes": 84}  # fmt: skip
BRYANT = {"field_goals_made": 28, "field_goals_attempted": 46, "three_points_made": 7, "three_points_attempted": 13,
          "two_points_made": 21, "two_points_attempted": 33, "free_throws_made": 18, "free_throws_attempted": 20,
          "points": 81, "turnovers": 3, "assists": 2, "offensive_rebounds": 2, "defensive_rebounds": 4,
          "total_rebounds": 6, "steals": 3, "blocks": 1, "fouls": 1}  # fmt: skip
YOUNG = {"completions": 324, "passing_attempts": 461, "passing_yards": 3969, "passing_touchdowns": 35,
         "passing_interceptions": 10}  # fmt: skip

EXAMPLES: list[tuple[str, str, str, Line, float, int, str]] = [
    ("NBA", "players", "minutes_played", {"seconds_played": 2809}, 46.82, 2, "46:49"),
    ("NFL", "players", "fantasy_points", {"fantasy_points": 21.4}, 21.4, 1, "as sent"),
    ("NFL", "teams", "first_downs_per_game", {"first_downs": 21}, 21, 0, "one game"),
    ("NFL", "teams", "penalty_yards_per_game", {"penalty_yards": 55}, 55, 0, "one game"),
    ("NHL", "skaters", "power_play_points", {"power_play_goals": 2, "power_play_assists": 3}, 5, 0, "by hand"),
    ("NHL", "skaters", "short_handed_points", {"short_handed_goals": 1, "short_handed_assists": 2}, 3, 0, "by hand"),
    ("MLB", "batting", "woba", {**BONDS, "intentional_walks": 120}, 0.5411, 4, "Bonds 2004, weights of the book"),
    ("NFL", "players", "touches", {"rushing_attempts": 287, "receptions": 116}, 403, 0, "McCaffrey 2019"),
    ("NFL", "players", "scrimmage_touchdowns", {"rushing_touchdowns": 15, "receiving_touchdowns": 4}, 19, 0,
     "McCaffrey 2019"),
    ("NHL", "skaters", "goals_per_60", {"goals": 3, "seconds_played": 7200}, 1.5, 1, "by hand"),
    ("NHL", "skaters", "assists_per_60", {"assists": 5, "seconds_played": 7200}, 2.5, 1, "by hand"),
    ("SOCCER", "players", "goals_per_90", {"goals": 36, "minutes_played": 2769}, 1.17, 2, "Haaland 2022-23"),
    ("SOCCER", "players", "assists_per_90", {"assists": 8, "minutes_played": 2769}, 0.26, 2, "Haaland 2022-23"),
    ("SOCCER", "players", "shots_per_90", {"shots_attempted": 123, "minutes_played": 2769}, 4.0, 1, "Haaland 2022-23"),
    ("SOCCER", "players", "saves_per_90", {"saves": 4, "minutes_played": 90}, 4, 0, "by hand"),
    ("SOCCER", "players", "goal_contributions", {"goals": 36, "assists": 8}, 44, 0, "Haaland 2022-23"),
    ("SOCCER", "players", "non_penalty_goals", {"goals": 36, "penalties_scored": 7}, 29, 0, "Haaland 2022-23"),
    ("SOCCER", "players", "penalty_conversion_pct", {"penalties_scored": 7, "penalty_attempts": 8}, 87.5, 1, "by hand"),
    ("SOCCER", "teams", "goals_per_game", {"score": 3}, 3, 0, "one game"),
    ("MLB", "batting", "total_bases", BONDS, 303, 0, "Bonds 2004"),
    ("MLB", "batting", "extra_base_hits", BONDS, 75, 0, "Bonds 2004"),
    ("MLB", "batting", "plate_appearances", BONDS, 614, 0, "Bonds 2004, sacrifices unknown"),
    ("MLB", "batting", "avg", BONDS, 0.362, 3, "Bonds 2004"),
    ("MLB", "batting", "obp", BONDS, 0.6124, 4, "Bonds 2004 without sacrifice flies"),
    ("MLB", "batting", "slg", BONDS, 0.812, 3, "Bonds 2004"),
    ("MLB", "batting", "ops", BONDS, 1.4247, 4, "Bonds 2004 without sacrifice flies"),
    ("MLB", "batting", "iso", BONDS, 0.4504, 4, "Bonds 2004"),
    ("MLB", "batting", "babip", BONDS, 0.3136, 4, "Bonds 2004 without sacrifice flies"),
    ("MLB", "batting", "bb_pct", BONDS, 37.79, 2, "Bonds 2004"),
    ("MLB", "batting", "k_pct", BONDS, 6.68, 2, "Bonds 2004"),
    ("MLB", "batting", "bb_k", BONDS, 5.659, 3, "Bonds 2004"),
    ("MLB", "batting", "runs_created", BONDS, 183.80, 2, "Bonds 2004, basic version"),
    ("MLB", "batting", "sb_pct", {"stolen_bases": 130, "caught_stealing": 42}, 75.58, 2, "Henderson 1982"),
    ("MLB", "pitching", "era", GIBSON, 1.12, 2, "Gibson 1968, published"),
    ("MLB", "pitching", "era", MARTINEZ, 1.74, 2, "P. Martinez 2000, published"),
    ("MLB", "pitching", "era", {"earned_runs": 1, "outs_recorded": 63}, 0.43, 2, "Bumgarner, World Series 2014"),
    ("MLB", "pitching", "era", {"earned_runs": 409, "outs_recorded": 4437}, 2.49, 2, "St. Louis 1968, published"),
    ("MLB", "pitching", "innings_pitched", GIBSON, 304.667, 3, "Gibson 1968"),
    ("MLB", "pitching", "ra_9", GIBSON, 1.447, 3, "Gibson 1968"),
    ("MLB", "pitching", "whip", GIBSON, 0.853, 3, "Gibson 1968"),
    ("MLB", "pitching", "whip", MARTINEZ, 0.737, 3, "P. Martinez 2000, the published record"),
    ("MLB", "pitching", "h_9", MARTINEZ, 5.31, 2, "P. Martinez 2000"),
    ("MLB", "pitching", "k_9", MARTINEZ, 11.78, 2, "P. Martinez 2000"),
    ("MLB", "pitching", "bb_9", MARTINEZ, 1.33, 2, "P. Martinez 2000"),
    ("MLB", "pitching", "hr_9", MARTINEZ, 0.71, 2, "P. Martinez 2000"),
    ("MLB", "pitching", "k_bb", MARTINEZ, 8.875, 3, "P. Martinez 2000"),
    ("MLB", "pitching", "batters_faced_est", MARTINEZ, 825, 0, "P. Martinez 2000 against a true 817"),
    ("MLB", "pitching", "k_pct", MARTINEZ, 34.42, 2, "P. Martinez 2000, estimate"),
    ("MLB", "pitching", "bb_pct", MARTINEZ, 3.88, 2, "P. Martinez 2000, estimate"),
    ("MLB", "pitching", "k_bb_pct", MARTINEZ, 30.55, 2, "P. Martinez 2000, estimate"),
    ("MLB", "pitching", "opponent_avg_est", MARTINEZ, 0.1643, 4, "P. Martinez 2000, listed .167"),
    ("MLB", "pitching", "babip_against_est", MARTINEZ, 0.2322, 4, "P. Martinez 2000, estimate"),
    ("MLB", "pitching", "lob_pct", MARTINEZ, 86.55, 2, "P. Martinez 2000"),
    ("MLB", "pitching", "fip", TEXTBOOK, 5.125, 3, "FanGraphs library's textbook line"),
    ("MLB", "pitching", "game_score", WOOD, 105, 0, "Wood 1998-05-06, James's version, published"),
    ("MLB", "pitching", "game_score_tango", WOOD, 112, 0, "Wood 1998-05-06, Tango's version, published"),
    ("MLB", "pitching", "strike_pct", WOOD, 68.85, 2, "Wood 1998-05-06"),
    ("MLB", "pitching", "pitches_per_inning", WOOD, 13.56, 2, "Wood 1998-05-06"),
    ("MLB", "pitching", "save_conversion_pct", {"saves": 55, "blown_saves": 0}, 100, 2, "Gagne 2003"),
    ("NBA", "players", "fg_pct", BRYANT, 60.87, 2, "Bryant 2006-01-22, published"),
    ("NBA", "players", "fg3_pct", BRYANT, 53.85, 2, "Bryant 2006-01-22, published"),
    ("NBA", "players", "fg2_pct", BRYANT, 63.64, 2, "Bryant 2006-01-22"),
    ("NBA", "players", "ft_pct", BRYANT, 90.0, 1, "Bryant 2006-01-22, published"),
    ("NBA", "players", "efg_pct", BRYANT, 68.48, 2, "Bryant 2006-01-22"),
    ("NBA", "players", "ts_pct", BRYANT, 73.91, 2, "Bryant 2006-01-22"),
    ("NBA", "players", "three_attempt_pct", BRYANT, 28.26, 2, "Bryant 2006-01-22"),
    ("NBA", "players", "ast_to", BRYANT, 0.667, 3, "Bryant 2006-01-22"),
    ("NBA", "players", "game_score", BRYANT, 63.5, 1, "Bryant 2006-01-22"),
    ("NBA", "players", "points_per_36", {"points": 27, "seconds_played": 46 * 60 + 49}, 20.76, 2, "James, game 7 2016"),
    ("NCAABB", "players", "points_per_40", {"points": 10, "seconds_played": 1200}, 20.0, 2, "made up"),
    ("NFL", "players", "completion_pct", YOUNG, 70.28, 2, "S. Young 1994, published"),
    ("NFL", "players", "yards_per_attempt", YOUNG, 8.61, 2, "S. Young 1994, published"),
    ("NFL", "players", "td_pct", YOUNG, 7.59, 2, "S. Young 1994, published"),
    ("NFL", "players", "int_pct", YOUNG, 2.17, 2, "S. Young 1994, published"),
    ("NFL", "players", "passer_rating", YOUNG, 112.8, 1, "S. Young 1994, published"),
    ("NFL", "players", "adjusted_yards_per_attempt", YOUNG, 9.15, 2, "S. Young 1994"),
    ("NFL", "players", "passer_rating", {"completions": 22, "passing_attempts": 28, "passing_yards": 406,
     "passing_touchdowns": 7, "passing_interceptions": 0}, 158.33, 2, "Foles 2013-11-03, every part at its cap"),
    ("NFL", "players", "passer_rating", {"passing_attempts": 5}, 39.58, 2, "no completion of five: not 0"),
    ("NCAAFB", "players", "passer_rating_ncaa", {"completions": 225, "passing_attempts": 309, "passing_yards": 3175,
     "passing_touchdowns": 33, "passing_interceptions": 4}, 191.78, 2, "R. Wilson 2011, published"),
    ("NFL", "players", "adjusted_yards_per_attempt", {"passing_yards": 255, "passing_touchdowns": 2,
     "passing_interceptions": 1, "passing_attempts": 34}, 7.35, 2, "E. Manning, Super Bowl XLII"),
    ("NFL", "players", "yards_per_carry", {"rushing_yards": 2053, "rushing_attempts": 335}, 6.13, 2, "Sanders 1997"),
    ("NFL", "players", "yards_per_catch", {"receiving_yards": 1848, "receptions": 122}, 15.15, 2, "Rice 1995"),
    ("NFL", "players", "catch_pct", {"receptions": 149, "targets": 185}, 80.54, 2, "Thomas 2019"),
    ("NFL", "players", "yards_per_target", {"receptions": 149, "receiving_yards": 1725, "targets": 185}, 9.32, 2,
     "Thomas 2019"),
    ("NFL", "players", "punt_average", {"punting_yards": 1799, "punts": 35}, 51.40, 2, "Baugh 1940, published"),
    ("NFL", "players", "kick_return_average", {"kick_return_yards": 1393, "kick_returns": 43}, 32.40, 2,
     "Patterson 2013"),
    ("NFL", "players", "punt_return_average", {"punt_return_yards": 600, "punt_returns": 47}, 12.77, 2, "Hester 2006"),
    ("NFL", "players", "fg_pct", {"field_goals_made": 26, "field_goals_attempted": 31}, 83.87, 2,
     "Akers 2001, published"),
    ("NFL", "players", "xp_pct", {"extra_points_made": 37, "extra_points_attempted": 38}, 97.37, 2, "Akers 2001"),
    ("NFL", "players", "kick_points", {"field_goals_made": 26, "extra_points_made": 37}, 115, 0,
     "Akers 2001, published"),
    ("NFL", "players", "scrimmage_yards", {"rushing_yards": 60, "receiving_yards": 45}, 105, 0, "made up"),
    ("NFL", "players", "all_purpose_yards", {"rushing_yards": 60, "kick_return_yards": 41}, 101, 0, "made up"),
    ("NFL", "players", "inside_20_pct", {"inside_20": 2, "punts": 5}, 40.0, 1, "made up"),
    ("NFL", "teams", "yards_per_play", {"total_yards": 400, "total_plays": 64}, 6.25, 2, "made up"),
    ("NHL", "skaters", "points", {"goals": 52, "assists": 163}, 215, 0, "Gretzky 1985-86, published"),
    ("NHL", "skaters", "shooting_pct", {"goals": 92, "shots_on_goal": 369}, 24.93, 2, "Gretzky 1981-82"),
    ("NHL", "skaters", "points_per_60", {"goals": 1, "assists": 2, "seconds_played": 1290}, 8.37, 2, "made up"),
    ("NHL", "skaters", "faceoff_pct", {"faceoffs_won": 522, "faceoffs_lost": 296}, 63.81, 2,
     "Vermette, half of 2016-17, published"),
    ("NHL", "goalies", "save_pct", {"saves": 1877 - 119, "shots_against": 1877}, 93.66, 2, "Hasek 1998-99, published"),
    ("NHL", "goalies", "gaa", {"goals_allowed": 119, "seconds_played": 3817 * 60}, 1.87, 2, "Hasek 1998-99, published"),
    ("NHL", "teams", "power_play_pct", {"power_plays_converted": 73, "power_plays": 229}, 31.88, 2,
     "Montreal 1977-78, published"),
    ("DARTS", "players", "checkout_pct", {"checkouts_made": 608, "checkout_total": 1505}, 40.40, 2,
     "World Matchplay 2023, attempts inferred"),
    ("PGA", "courses", "yards_per_par", {"yards": 7555, "par": 72}, 104.93, 2, "one course"),
    ("SOCCER", "players", "shot_conversion_pct", {"goals": 2, "shots_attempted": 16}, 12.5, 1, "made up"),
    ("SOCCER", "players", "save_pct", {"saves": 3, "goals_conceded": 1}, 75.0, 1, "made up"),
]  # fmt: skip


@pytest.mark.parametrize(("sport", "name", "what", "line", "expected", "places", "source"), EXAMPLES)
def test_worked_examples(
    sport: str, name: str, what: str, line: Line, expected: float, places: int, source: str
) -> None:
    """Lines with well known figures give them, to the places they are printed with; the source stands in the row."""
    resource = "schedule" if sport == "PGA" else "live"

    found = measure(frame(sport, name, line, resource=resource), what)

    assert round(float(found.iloc[0]), places) == pytest.approx(expected, abs=10.0**-places * 0.51)


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


def test_fip_takes_a_constant() -> None:
    """Martinez 1999 with the constant of the majors: 1.395; the constant itself comes from a league's own lines."""
    line = {"home_runs": 9, "walks": 37, "hit_by_pitch": 9, "strikeouts": 313, "outs_recorded": 640, "earned_runs": 49}
    one = frame("MLB", "pitching", line)

    assert measure(one, "fip", constant=3.134).iloc[0] == pytest.approx(1.395, abs=0.0006)
    assert measure(one, "fip", constant="league").iloc[0] == pytest.approx(measure(one, "era").iloc[0])
    assert sf.measures.fip_constant(one) == pytest.approx(9 * 49 / (640 / 3) + measure(one, "fip").iloc[0] * -1 + 3.10)
    with pytest.raises(QueryError, match="constant"):
        measure(one, "fip", constant="mine")


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


def test_doubles_of_ten() -> None:
    """Ten or more of two of five counts is a double-double, of three a triple-double."""
    lines = frame(
        "NBA", "players",
        *({"points": p, "total_rebounds": r, "assists": a, "steals": 0, "blocks": 0} for p, r, a in
          ((10, 10, 9), (30, 9, 9), (10, 11, 12))),
    )  # fmt: skip

    assert measure(lines, "double_double").tolist() == [True, False, True]
    assert measure(lines, "triple_double").tolist() == [False, False, True]


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


def test_hockey_sides_per_game() -> None:
    """Goals and shots over games; the side's saves are of all shots, those on the empty net included."""
    away = {"score": 3, "shots_on_goal": 30, "saves": 18, "periods_played": 3}
    home = {"score": 2, "shots_on_goal": 20, "saves": 27, "periods_played": 3}
    first = game("NHL", away, home).assign(team_id=[1, 2])
    both = pd.concat([first, first.assign(game_id="20240602-1-2", shots_on_goal=[40, 20])])

    assert measure(first, "save_pct").tolist() == [90, 90]
    assert measure(both, "goals_per_game", by="team_id").tolist() == [3, 2]
    assert measure(both, "shots_per_game", by="team_id").tolist() == [35, 20]


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
    assert measures(pitchers)["era_plus"].isna().all()
    with pytest.raises(QueryError, match="requires league=, the table pitching of the whole league"):
        measure(pitchers, "era_plus")
    goalies = frame("NHL", "goalies", {"shots_against": 50, "saves": 50, "goals_allowed": 0},
                    {"shots_against": 50, "saves": 40, "goals_allowed": 10})  # fmt: skip
    assert measure(goalies.iloc[:1], "gsaa").tolist() == [0]
    assert measure(goalies.iloc[:1], "gsaa", league=goalies).tolist() == pytest.approx([5])
    with pytest.raises(QueryError, match="league= must be a frame"):
        measure(goalies, "gsaa", league=0.9)  # type: ignore[typeddict-item]


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
    assert measures(players)["per"].isna().all()
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


def test_golfers_over_events() -> None:
    """Finished rounds only; cuts made are of events; places are those of finished tournaments."""
    full = [f"round_{n}" for n in range(1, 5)]
    rows = [
        {"game_id": "a", "status": "active", "position": 1, **dict(zip(full, (70, 68, 66, 68)))},
        {"game_id": "b", "status": "cut", **dict(zip(full, (75, 74)))},
        {"game_id": "c", "status": "active", "position": 10, **dict(zip(full, (70, 70, 70, 71)))},
        {"game_id": "d", "status": "active", "position": 1, "round_1": 60},
    ]
    lines = frame("PGA", "players", *({"player_id": 1, **row} for row in rows))
    over = lines[lines["game_id"] != "d"]

    assert measure(over, "rounds_played", by="player_id").tolist() == [10]
    assert measure(over, "scoring_average", by="player_id").tolist() == pytest.approx([(272 + 149 + 281) / 10])
    assert measure(over, "cuts_made_pct", by="player_id").tolist() == pytest.approx([200 / 3])
    assert measure(over, "wins", by="player_id").tolist() == [1]
    assert measure(over, "top_10s", by="player_id").tolist() == [2]
    # A tournament in its second round has no winner yet.
    assert measure(lines, "wins").isna().tolist() == [False, False, False, True]


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


def test_soccer_teams() -> None:
    """Two goals of sixteen shots are 12.5; a clean sheet is the opponent's score of 0, whatever the wire says."""
    sides = game("SOCCER", {"score": 2, "shots_attempted": 16, "shots_on_goal": 4, "clean_sheets": 0},
                 {"score": 0, "shots_attempted": 0, "shots_on_goal": 0, "clean_sheets": 1})  # fmt: skip
    found = measures(sides)

    assert found["clean_sheets"].tolist() == [1, 0]
    assert found["shot_conversion_pct"].tolist() == [12.5, pd.NA]
    assert found["shots_on_target_pct"].tolist() == [25.0, pd.NA]


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$20,000,000", 20_000_000, "$"), ("$20 million", 20_000_000, "$"), ("$8.7m", 8_700_000, "$"),
        ("€1,500,000", 1_500_000, "€"), ("EUR 2,000,000", 2_000_000, "EUR"), ("2,000,000 GBP", 2_000_000, "GBP"),
        ("$750k", 750_000, "$"), ("TBD", None, None), ("", None, None), ("1.234.567,00", None, None),
        ("1.234", None, None), ("$1,23", None, None), (None, None, None),
    ],
)  # fmt: skip
def test_purses(text: str | None, amount: int | None, currency: str | None) -> None:
    """A symbol or code, a number with commas, a scale; what is ambiguous stays text and has no amount."""
    found = purse(text)

    assert (None if math.isnan(found[0]) else found[0], found[1]) == (amount, currency)


def test_purses_add_up_in_one_currency_only() -> None:
    """A group of two currencies has no sum; the currency itself is text."""
    tour = frame(
        "PGA", "tournaments",
        *({"game_id": f"2024_{i}", "purse": text, "country": land} for i, (text, land) in
          enumerate((("$2,000,000", "a"), ("$1 million", "a"), ("€1 million", "b"), ("$1m", "b"), ("TBD", "c")))),
        resource="schedule",
    )  # fmt: skip
    found = measure(tour, "purse_amount", by="country")

    assert found.pipe(plain) == {"a": 3_000_000, "b": None, "c": None}
    assert measure(tour, "purse_currency").tolist()[:3] == ["$", "$", "€"]
    assert measure(tour, "purse_currency").isna().tolist()[-1]


def test_courses_of_a_tournament() -> None:
    """Number, par and length over the courses, from courses= or grouped; the mean par is that of a round."""
    tour = frame("PGA", "tournaments", {"game_id": "2024_901"}, {"game_id": "2024_902"}, resource="schedule")
    courses = frame("PGA", "courses", {"game_id": "2024_901", "par": 72, "yards": 7555},
                    {"game_id": "2024_901", "par": 71, "yards": 7000}, resource="schedule")  # fmt: skip
    found = measures(tour, courses=courses)

    assert found[["course_count", "par_total", "yards_total"]].iloc[0].tolist() == [2, 143, 14555]
    assert found["par_mean"].tolist() == [71.5, pd.NA]
    assert measure(courses, "par_total", by="game_id").pipe(plain) == {"2024_901": 143}
    with pytest.raises(QueryError, match="requires courses="):
        measure(tour, "par_total")


def visits(*spec: tuple[int, int, list[tuple[int, str]]], leg: int = 1) -> pd.DataFrame:
    """Darts from (player, start, [(score, kind)]) with kind of s, d, t; a visit's end follows the rules of 501."""
    rows, turns = [], {}
    for player, start, darts in spec:
        left = start - sum(score for score, _ in darts)
        bust = left < 0 or left == 1 or (left == 0 and darts[-1][1] != "d")
        turns[player] = turns.get(player, 0) + 1
        rows += [
            {"game_id": "g", "player_id": player, "set": 0, "leg": leg, "turn": turns[player], "throw": i,
             "start_score": start, "end_score": start if bust else left, "score": score, "double": kind == "d",
             "triple": kind == "t"} for i, (score, kind) in enumerate(darts, 1)
        ]  # fmt: skip
    return frame("DARTS", "throws", *rows)


@pytest.mark.parametrize(
    ("darts", "bust", "wins"),
    [
        ([(32, "d")], 0, 1), ([(16, "s"), (16, "s")], 1, 0), ([(31, "s")], 1, 0), ([(40, "d")], 1, 0),
        ([(2, "s"), (0, "s"), (0, "s")], 0, 0),
    ],
)  # fmt: skip
def test_busts_at_32(darts: list[tuple[int, str]], bust: int, wins: int) -> None:
    """At 32 double 16 wins; single 16s to 0, a score that leaves 1, and 40 bust; 30 stays. A bust scores nothing."""
    found = visits((1, 32, darts))

    assert measure(found, "busts", by="player_id").iloc[0] == bust
    assert measure(found, "doubles_hit", by="player_id").iloc[0] == wins
    if bust:
        assert measure(found, "three_dart_average", by="player_id").iloc[0] == 0


def leg(player: int, points: list[int], darts: int) -> pd.DataFrame:
    """A player's darts of a leg that began at 501: the visits' points, the last with what darts are left over."""
    start, spec = 501, []
    for i, earned in enumerate(points):
        n = darts - 3 * (len(points) - 1) if i == len(points) - 1 else 3
        kinds = [(0, "s")] * (n - 1) + [(earned, "d")]
        spec.append((player, start, kinds))
        start -= earned
    return visits(*spec)


def test_three_dart_average_of_a_match() -> None:
    """Legs of 75.15 in 20 darts and 93.94 in 16 make 83.50, not the mean 84.5; the opponent's 433 in 18 are 72.17."""
    first = leg(1, [100, 60, 57, 26, 100, 58, 100], 20)
    second = leg(1, [100, 100, 100, 100, 61, 40], 16).assign(leg=2)
    other = leg(2, [60, 100, 85, 60, 45, 83], 18)
    both = pd.concat([first, second, other], ignore_index=True)

    by_leg = measure(both, "three_dart_average", by=["player_id", "leg"])

    assert by_leg.round(2).pipe(plain) == {(1, 1): 75.15, (1, 2): 93.94, (2, 1): 72.17}
    assert measure(both, "three_dart_average", by="player_id").round(2).pipe(plain) == {1: 83.5, 2: 72.17}
    assert measure(both, "best_leg_darts", by="player_id").pipe(plain) == {1: 16, 2: None}
    assert measure(both, "darts_per_leg_won", by="player_id").pipe(plain) == {1: 18.0, 2: None}
    assert measure(both, "first_nine_average", by=["player_id", "leg"]).round(2)[(1, 1)] == 72.33


def test_nine_darts() -> None:
    """A leg in nine darts averages 167, and its first nine are all of it."""
    perfect = leg(1, [180, 180, 141], 9)

    assert measure(perfect, "three_dart_average", by="player_id").iloc[0] == 167.0
    assert measure(perfect, "first_nine_average", by="player_id").iloc[0] == 167.0


def test_first_nine_need_the_first_visit() -> None:
    """Without the visit that began at 501 nothing tells which darts are the first nine."""
    cut = leg(1, [100, 60, 57, 26, 100, 58, 100], 20).iloc[3:]

    with pytest.raises(FrameError, match="first_nine_average requires the first visits of a leg"):
        measure(cut, "first_nine_average")
    with pytest.warns(SportsframeWarning, match="best_leg_darts is missing for 1 of .* all darts of a leg"):
        assert measure(cut, "best_leg_darts").isna().all()


def test_darts_at_a_double() -> None:
    """Of 2, 3, 40, 41, 42, 50 and 60 left, three may be throws at a double: 2, 40 and 50."""
    found = pd.concat([visits((1, left, [(0, "s")])) for left in (2, 3, 40, 41, 42, 50, 60)], ignore_index=True)

    assert measure(found.assign(leg=range(7)), "darts_at_double_est").tolist() == [1, 0, 1, 0, 0, 1, 0]


def turns(*counts: tuple[int, int], winner: int, set_: int = 1, first_leg: int = 1) -> pd.DataFrame:
    """Visits of one leg: how many each player had, and who won."""
    rows = [
        {"game_id": "g", "player_id": player, "set": set_, "leg": first_leg, "turn": turn, "earned_score": 60,
         "start_score": 40 if player == winner and turn == n else 300,
         "end_score": 0 if player == winner and turn == n else 240}
        for player, n in counts for turn in range(1, n + 1)
    ]  # fmt: skip
    return frame("DARTS", "turns", *rows)


@pytest.mark.parametrize(("mine", "other", "held"), [(7, 6, True), (6, 6, False)])
def test_who_threw_first(mine: int, other: int, held: bool) -> None:
    """A winner with one visit more began and held; with as many the loser began and was broken."""
    one = turns((1, mine), (2, other), winner=1)
    legs = frame("DARTS", "legs", {"game_id": "g", "set": 1, "leg": 1})

    assert measure(legs, "held", turns=one).tolist() == [held]
    assert measure(legs, "broken", turns=one).tolist() == [not held]
    assert measure(one, "hold_pct", by="player_id").pipe(plain) == ({1: 100, 2: None} if held else {1: None, 2: 0})
    assert measure(one, "break_pct", by="player_id").pipe(plain) == ({1: None, 2: 0} if held else {1: 100, 2: None})


def test_a_leg_that_is_not_over_is_nobodys() -> None:
    """Holds and breaks of an unfinished leg are missing; of one player's visits alone they are refused."""
    going = turns((1, 3), (2, 3), winner=0)
    alone = turns((1, 7), (2, 6), winner=1).query("player_id == 1")

    assert measure(going, "legs_held").isna().all()
    with pytest.raises(FrameError, match="legs_held requires the visits of both players"):
        measure(alone, "legs_held")


def test_sets() -> None:
    """A set goes to who won most legs, three at least; a set number of 0 is not known yet, and not 0 sets."""
    legs_won = [1, 2, 1, 1]
    played = [turns((1, 5), (2, 5), winner=w, first_leg=i) for i, w in enumerate(legs_won, 1)]
    match = pd.concat(played, ignore_index=True)

    assert measure(match, "sets_won", by="player_id").pipe(plain) == {1: 1, 2: 0}
    assert measure(match.assign(set=0), "sets_won", by="player_id").isna().all()
    assert measure(match.query("leg < 4"), "sets_won", by="player_id").pipe(plain) == {1: 0, 2: 0}


@pytest.mark.parametrize(
    ("event", "legs_won", "sets"),
    [
        ("WM", [1, 1, 2, 2, 1, 1], {1: 2, 2: 1}),  # first to two legs: a set each two legs
        ("WM", [1], {1: 0}),
        ("WM", [1, 1], {1: 1}),
        ("WC", [1, 1], {1: 0}),
        ("WC", [1, 1, 1], {1: 1}),
        ("GP", [1, 2, 1, 2, 1], {1: 1, 2: 0}),
        ("PC12", [1, 1, 1, 2, 1], {1: None, 2: None}),  # played in legs: there are no sets
        ("PL3", [1, 1, 1], {1: None}),
    ],
)
def test_a_set_is_first_to_as_many_legs_as_the_event_plays(
    event: str, legs_won: list[int], sets: dict[int, Any]
) -> None:
    """Two legs in the masters, three in the championship and the grand prix; matches of legs have no sets."""
    size = 2 if event == "WM" else 99
    played = [turns((1, 5), (2, 5), winner=w, set_=(i - 1) // size + 1, first_leg=i) for i, w in enumerate(legs_won, 1)]
    match = pd.concat(played, ignore_index=True).assign(game_id=f"20240125-{event}-900001-900002")
    found = measure(match, "sets_won", by="player_id").pipe(plain)

    assert {player: found[player] for player in sets} == sets


def test_the_first_set_tells_how_many_legs_win_one() -> None:
    """Of an event nobody has declared the first set tells, once the second has begun."""
    legs = [(1, 1), (1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2)]
    played = [turns((1, 5), (2, 5), winner=w, set_=s, first_leg=i) for i, (s, w) in enumerate(legs, 1)]
    match = pd.concat(played, ignore_index=True).assign(game_id="20240125-XY-900001-900002")

    assert measure(match, "sets_won", by="player_id").pipe(plain) == {1: 1, 2: 0}


def test_matches_in_sets_are_won_by_sets() -> None:
    """A player with more legs and fewer sets has lost: the games table counts sets, and ratings go by them."""
    games = sf.live(("2024-10-07", "2024-10-08"), "DARTS", progress=False)
    won = games[games["phase"] == "finished"].set_index("game_id")
    turns_ = sf.live(("2024-10-07", "2024-10-08"), "DARTS", table="turns", progress=False)
    counted = measure(turns_, "sets_won", by=["game_id", "player_id"])
    rated = sf.measures.elo(games).set_index("game_id")

    assert (won["format"] == "set").all()
    assert len(won) > 10
    for game_id, row in won.iterrows():
        for i, other in ((1, 2), (2, 1)):
            assert row[f"player_{i}_sets"] == counted[game_id, row[f"player_{i}_id"]]
            assert (row[f"player_{i}_sets"] > row[f"player_{other}_sets"]) == (row[f"player_{i}_sets"] == 2)
        assert (rated.loc[game_id, "elo_shift"] > 0) == (row["player_1_sets"] == 2)
    assert ((won["player_1_legs"] > won["player_2_legs"]) != (won["player_1_sets"] > won["player_2_sets"])).any()


def test_matches_in_legs_have_no_sets() -> None:
    """Where a match is one of legs, or the set of a leg is not known yet, sets are missing and not 0."""
    games = sf.live("2024-02-02", "DARTS")
    assert len(games) == 0 or games["player_1_sets"].isna().all()
    sets = SPORTS["DARTS"].rules.sets
    assert sets is not None
    assert sets.won("20240102-WC-1-2", [(0, "1"), (0, "1"), (0, "1")]) is None
    assert sets.won("20240102-PC5-1-2", [(1, "1"), (1, "1"), (1, "1")]) is None
    assert sets.won("20240102-WC-1-2", [(1, "1"), (1, "1"), (1, "1")]) == {"1": 1}
    assert sets.won("20240102-WC-1-2", []) == {}


def test_bands_of_visits_and_finishes() -> None:
    """180; 140 to 179; 100 to 139 are counted apart; finishes by the score they began at."""
    scores = ((501, 180), (321, 140), (181, 60), (121, 121))
    rows = [
        {"game_id": "g", "player_id": 1, "set": 1, "leg": 1, "turn": i, "earned_score": e, "start_score": s,
         "end_score": s - e} for i, (s, e) in enumerate(scores, 1)
    ]  # fmt: skip
    visits = frame("DARTS", "turns", *rows)

    for name in ("scores_180", "scores_140_plus", "scores_100_plus", "checkouts_100_plus"):
        assert measure(visits, name).sum() == 1
    assert measure(visits, "highest_checkout").max() == 121


@pytest.fixture(scope="module")
def darts() -> dict[str, pd.DataFrame]:
    """A final of the built-in world."""
    return {name: sf.live("2024-01-03", "DARTS", table=name) for name in ("players", "legs", "turns", "throws")}


def test_averages_agree_with_the_match_figures(darts: dict[str, pd.DataFrame]) -> None:
    """From the darts of a finished match the average, the finishes and the maximums of its figures come out."""
    players = darts["players"].set_index("player_id")
    average = measure(darts["throws"], "three_dart_average", by="player_id")
    again = measure(darts["players"], "three_dart_average", throws=darts["throws"])
    by_visit = measure(darts["turns"], "three_dart_average", by="player_id", throws=darts["throws"])

    assert (average - players["three_dart_average"]).abs().max() < 0.01
    assert again.tolist() == pytest.approx(average[darts["players"]["player_id"].to_list()].to_list())
    assert by_visit.tolist() == pytest.approx(average.tolist())
    for name in ("checkouts_made", "scores_180", "highest_checkout", "checkouts_100_plus"):
        column = name.replace("scores", "visits")
        assert measure(darts["turns"], name, by="player_id").pipe(plain) == plain(players[column])
    assert measure(darts["throws"], "doubles_hit", by="player_id").pipe(plain) == plain(players["checkouts_made"])
    assert measure(darts["turns"], "busts", throws=darts["throws"]).sum() == measure(darts["throws"], "busts").sum()


def test_holds_and_breaks_of_a_match(darts: dict[str, pd.DataFrame]) -> None:
    """Each leg is held or broken; one player's breaks are what the other failed to hold."""
    legs = measures(darts["legs"], turns=darts["turns"], throws=darts["throws"])
    players = measures(darts["players"], turns=darts["turns"], throws=darts["throws"])

    assert (legs["held"] ^ legs["broken"]).all()
    assert (players["legs_held"] + players["legs_broken"]).sum() == len(legs) == legs["checkouts_made"].sum()
    assert players["hold_pct"].iloc[0] + players["break_pct"].iloc[1] == pytest.approx(100)
    assert players["best_leg_darts"].min() == legs["best_leg_darts"].min()
    assert players["max_per_leg"].sum() == pytest.approx(darts["players"]["visits_180"].sum() / len(legs))


def test_trebles_while_scoring() -> None:
    """Of four darts with more than 170 left three are trebles: 75 %; a treble from 170 down is no scoring dart."""
    darts = [(1, 1, 501, 60), (1, 2, 501, 60), (1, 3, 501, 60), (2, 1, 321, 20), (3, 1, 170, 60)]
    rows = [
        {"game_id": "g", "player_id": 1, "set": 1, "leg": 1, "turn": turn, "throw": throw, "start_score": start,
         "score": score, "triple": score == 60, "double": False, "end_score": start - score}
        for turn, throw, start, score in darts
    ]  # fmt: skip

    assert measure(frame("DARTS", "throws", *rows), "treble_pct", by="player_id").tolist() == [75.0]


def test_share_of_the_shots() -> None:
    """30 shots against 20 are 60 and 40 %."""
    sides = game("NHL", {"shots_on_goal": 30}, {"shots_on_goal": 20})

    assert measure(sides, "shot_share_pct").tolist() == [60.0, 40.0]


def test_every_measure_has_a_worked_example() -> None:
    """A measure of a game is in `EXAMPLES`, or another test of this file says what it gives for it."""
    said = set(re.findall(r'"(\w+)"', Path(__file__).read_text(encoding="utf-8")))
    worked = {(SPORTS[sport].game, name) for sport, _, name, *_ in EXAMPLES}
    lacking = {
        f"{SPORTS[code].game} {one.name}"
        for code in SPORTS
        for one in of_sport(code)
        if one.resource and (SPORTS[code].game, one.name) not in worked and one.name not in said
    }

    assert not lacking
