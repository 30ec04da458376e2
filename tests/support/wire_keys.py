"""The keys of the wire as the specification lists them, written out by hand: what the catalog is held against."""

from __future__ import annotations


def keys(*texts: str) -> set[str]:
    return set(" ".join(texts).split())


COMMON = """
away_team home_team away_team_ID home_team_ID game_ID game_time season_type event_name round season status
"""
VENUE = "arena city state country postal_code latitude longitude"
SURFACE = "dome field"
BRACKETS = """
top_left_bracket_region bottom_right_bracket_region top_right_bracket_region bottom_left_bracket_region
"""

SCHEDULE: dict[str, set[str]] = {
    "NFL": keys(COMMON, "week", VENUE, SURFACE),
    "NBA": keys(COMMON, "broadcast"),
    "MLB": keys(COMMON, "away_pitcher home_pitcher", VENUE, SURFACE),
    "NHL": keys(COMMON),
    "NCAAFB": keys(COMMON, "week", VENUE, SURFACE),
    "NCAABB": keys(
        COMMON, "location region away_team_seed home_team_seed region_display_order replaced_by", BRACKETS, VENUE
    ),
    "PGA": keys(
        """tournament_ID event_ID tournament location date city state country postal_code latitude longitude purse
        timezone status format covered start_time tournament_start tournament_end course"""
    ),
    "SOCCER": keys(
        """away_team home_team away_team_ID home_team_ID game_ID game_time season_type season status city country
        postal_code arena field dome latitude longitude"""
    ),
    "DARTS": keys(
        """player_1 player_2 player_1_ID player_2_ID player_1_rank player_2_rank game_time game_ID event_ID
        event_name season status round"""
    ),
}  # fmt: skip
"""A schedule row."""

LIVE_COMMON = """
sport away_team_name home_team_name game_time game_status status game_ID game_location season_type season event_name
round full_box player_box
"""
LIVE_EXTRA: dict[str, set[str]] = {
    "NFL": keys("week game_arena"),
    "NBA": keys("broadcast"),
    "MLB": set(),
    "NHL": set(),
    "NCAAFB": keys("week"),
    "NCAABB": keys("away_team_seed home_team_seed region region_display_order home_team_display_order"),
}
TEAM = "abbrv team_id record mascot division_name team_stats score quarter_scores"

FOOTBALL_STATE = keys("Quarter TimeRemaining Down Distance YardLine YardLineTerritory Possession RedZone poss field")

CURRENT: dict[str, tuple[str, set[str]]] = {
    "MLB": ("current_box", keys("inning inning_half outs balls strikes current_batter current_pitcher")),
    "NBA": ("current", keys("Quarter TimeRemaining")),
    "NCAABB": ("current", keys("Quarter TimeRemaining")),
    "NFL": ("current", FOOTBALL_STATE),
    "NCAAFB": ("current", FOOTBALL_STATE),
}  # fmt: skip

BASEBALL_TEAM = keys("AB R H 2B 3B HR RBI BB SO SB CS E")
BATTING = keys("player position_category status POS BAT_ORD AB R H 1B 2B 3B HR RBI BB IBB HBP SO SB CS Outs E PO")
PITCHING = keys(
    """player position_category status POS W L S IP H R ER BB K HR 1B 2B 3B SB CS HBP IBB BK WP BS HLD pitches
    strikes PO"""
)

BASKETBALL_STATS = keys(
    """field_goals_attempted field_goals_made three_points_attempted three_points_made free_throws_attempted
    free_throws_made two_points_attempted two_points_made two_point_percentage offensive_rebounds defensive_rebounds
    total_rebounds assists steals blocks turnovers fouls"""
)
BASKETBALL_LINE = keys("player position status minutes points") | BASKETBALL_STATS

TOUCHDOWNS = keys(
    """passing_touchdowns rushing_touchdowns receiving_touchdowns defense_touchdowns interception_touchdowns
    fumble_return_touchdowns kick_return_touchdowns punt_return_touchdowns field_goal_return_touchdowns
    blocked_kick_touchdowns blocked_punt_touchdowns"""
)
FOOTBALL_TEAM = TOUCHDOWNS | keys(
    """first_downs total_plays total_yards passing_yards rushing_yards total_passing_yards_allowed
    total_rushing_yards_allowed blocked_kicks blocked_punts kicks_blocked punts_blocked sacks safeties turnovers
    defense_interceptions defense_fumble_recoveries penalties points_against_defense_special_teams
    two_point_conversion_attempts two_point_conversion_succeeded two_point_conversion_returns"""
)
FOOTBALL_TEXTS = keys("player position position_category status")
FOOTBALL_LINE = FOOTBALL_TEXTS | keys(
    """completions passing_attempts passing_yards passing_touchdowns passing_interceptions passer_rating
    rushing_attempts rushing_yards rushing_touchdowns rushing_long receptions receiving_yards receiving_touchdowns
    receiving_long tackles sacks interceptions fumbles_recoveries fumbles fumbles_lost field_goals_made
    field_goals_attempted field_goals_long field_goal_distances extra_points_made extra_points_attempted punts
    punts_long punting_yards inside_20 kick_returns kick_return_yards kick_return_long kick_return_touchdowns
    punt_returns punt_return_yards punt_return_long punt_return_touchdowns"""
)
NFL_LINE = keys(
    """snap_counts targets defense_fumble_recoveries fumble_return_touchdowns interception_touchdowns
    two_point_conversion_pass_attempts two_point_conversion_pass_succeeded
    two_point_conversion_reception_succeeded"""
)

HOCKEY_TEAM = keys(
    """hits saves blocks assists power_plays power_plays_converted faceoffs_won faceoffs_lost shots_on_goal
    penalty_minutes short_handed_goals_scored short_handed_goals_allowed"""
)
GOALIE = keys(
    """player status position position_category win loss overtime_loss saves shots_against goals_allowed shutouts
    time_on_ice"""
)
SKATER = keys(
    """player status position position_category goals assists plus_minus shots_on_goal hits blocks giveaways
    takeaways faceoffs_won faceoffs_lost penalty_minutes power_play_goals power_play_assists short_handed_goals
    short_handed_assists shootout_goals time_on_ice"""
)

SOCCER_TEAM = keys(
    """fouls_committed fouls_drawn saves offsides red_cards yellow_cards corners shots_on_goal shots_attempted
    free_kicks_won free_kicks_conceded penalty_attempts penalties_scored penalties_faced penalties_conceded
    clean_sheets"""
)
SOCCER_LINE = keys(
    """player position minutes_played goals assists shots_on_goal shots_attempted fouls_committed fouls_drawn
    free_kicks_won yellow_cards red_cards penalty_attempts penalties_scored"""
)
KEEPER_LINE = keys("goals_conceded saves clean_sheets penalties_saved penalties_faced")

DARTS_LIVE = keys(
    """event round sport format status game_ID event_ID game_time game_status series_name players current_box
    leg_breakdown"""
)
MATCH_STATS = keys(
    """checkout_total checkouts_made 100_plus_thrown 140_plus_thrown 180_plus_thrown highest_checkout
    checkouts_100_plus three_dart_average checkout_percentage"""
)
TURN = keys("turn throws end_score start_score earned_score player_name")
THROW = keys("score throw double triple checkout")

GOLF_LIVE = keys("tournament_ID event_ID tournament date status field tee_times starting_holes current")

STATUSES = keys("scheduled delayed postponed suspended cancelled withdrawn inprogress final completed")
