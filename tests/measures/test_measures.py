"""Measures: worked examples with published figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sportsframe.catalog import SPORTS
from sportsframe.measures import measure, of_sport, table

from ..support.lines import BONDS, YOUNG, Line, frame

MARTINEZ = {"outs_recorded": 651, "hits": 128, "runs": 44, "earned_runs": 42, "walks": 32, "strikeouts": 284,
            "home_runs": 17, "hit_by_pitch": 14}  # fmt: skip

GIBSON = {"outs_recorded": 914, "hits": 198, "runs": 49, "earned_runs": 38, "walks": 62}

TEXTBOOK = {"home_runs": 5, "walks": 10, "hit_by_pitch": 2, "strikeouts": 10, "outs_recorded": 120}

WOOD = {"position_category": "S", "outs_recorded": 27, "strikeouts": 20, "hits": 1, "walks": 0, "runs": 0,
        "earned_runs": 0, "home_runs": 0, "pitches": 122, "strikes": 84}  # fmt: skip

COMPLETE = {**WOOD, "game_id": "19980506-1-2", "side": "home", "wins": 1, "losses": 0}

BRYANT = {"field_goals_made": 28, "field_goals_attempted": 46, "three_points_made": 7, "three_points_attempted": 13,
          "two_points_made": 21, "two_points_attempted": 33, "free_throws_made": 18, "free_throws_attempted": 20,
          "points": 81, "turnovers": 3, "assists": 2, "offensive_rebounds": 2, "defensive_rebounds": 4,
          "total_rebounds": 6, "steals": 3, "blocks": 1, "fouls": 1}  # fmt: skip


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
    ("NFL", "players", "touchdowns",
     {"rushing_touchdowns": 2, "punt_return_touchdowns": 1, "interception_touchdowns": 3}, 6, 0, "by hand"),
    ("NFL", "players", "points", {"rushing_touchdowns": 28, "receiving_touchdowns": 3}, 186, 0, "Tomlinson 2006"),
    ("NFL", "players", "points", {"field_goals_made": 44, "extra_points_made": 34}, 166, 0, "Akers 2011"),
    ("MLB", "pitching", "win_pct", {"wins": 31, "losses": 6}, 83.78, 2, "McLain 1968, .838"),
    ("MLB", "pitching", "complete_game", COMPLETE, 1, 0, "Wood 1998-05-06"),
    ("MLB", "pitching", "shutout", COMPLETE, 1, 0, "Wood 1998-05-06"),
    ("NHL", "skaters", "hat_trick", {"goals": 3}, 1, 0, "by hand"),
    ("SOCCER", "players", "hat_trick", {"goals": 2}, 0, 0, "by hand"),
    ("MLB", "pitching", "starts", WOOD, 1, 0, "Wood 1998-05-06"),
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


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "name", "what", "line", "expected", "places", "source"), EXAMPLES)
def test_worked_examples(
    sport: str, name: str, what: str, line: Line, expected: float, places: int, source: str
) -> None:
    """Lines with well known figures give them, to the places they are printed with; the source stands in the row."""
    resource = "schedule" if sport == "PGA" else "live"

    found = measure(frame(sport, name, line, resource=resource), what)

    assert round(float(found.iloc[0]), places) == pytest.approx(expected, abs=10.0**-places * 0.51)


def test_every_measure_has_a_worked_example() -> None:
    """A measure of a game is in `EXAMPLES`, or a test of the game's own file says what it gives for it."""
    here = Path(__file__).parent
    said = {
        (game, name)
        for game in {sport.game for sport in SPORTS.values()}
        for name in re.findall(r'"(\w+)"', (here / f"test_{game}.py").read_text(encoding="utf-8"))
    }
    worked = {(SPORTS[sport].game, name) for sport, _, name, *_ in EXAMPLES}
    lacking = (
        {(SPORTS[code].game, one.name) for code in SPORTS for one in of_sport(code) if one.resource} - worked - said
    )

    assert not lacking


LOWER = set(
    """
    bb_9 best_leg_darts brier busts darts_per_leg_won def_rating era fip gaa games_behind h_9 hr_9 int_pct log_loss
    magic_number opp_efg_pct opp_ft_rate opp_orb_pct opponent_avg_est penalty_yards_per_game pitches_per_inning
    points_behind ra_9 rank sack_pct sacks_taken scoring_average tov_pct whip wild_card_games_behind
    wild_card_points_behind yards_allowed_per_play
    """.split()
)
"""Measures of which less is better, whatever the table."""

NEITHER = set(
    """
    away_record babip babip_against_est batters_faced_est broken course_count darts_at_double_est form held home_record
    innings_pitched last_ten minutes_played pace par_mean par_total pdo plate_appearances possessions
    possessions_simple purse_currency pyth_exponent_pat rounds_played snap_share_pct srs_sos starts streak
    strength_of_schedule
    three_attempt_pct usage_pct yards_per_par yards_total
    """.split()
)
"""Measures that say nothing of good or bad."""


def test_which_end_of_a_measure_is_the_better_one() -> None:
    """Rankings, colours and percentiles turn on it: each measure is pinned, walks and strikeouts by who is meant."""
    by_side = {("bb_pct", "pitching"): -1, ("bb_pct", "batting"): 1, ("k_pct", "pitching"): 1, ("k_pct", "batting"): -1}
    for row in table().itertuples():
        if row.name in ("hold_pct", "break_pct", "checkouts_made"):  # of a player; of all legs they are a count
            expected = 0 if row.table == "legs" else 1
        else:
            usual = -1 if row.name in LOWER else 0 if row.name in NEITHER else 1
            expected = by_side.get((row.name, row.table), usual)
        assert row.better == expected, (row.name, row.sport, row.table)
