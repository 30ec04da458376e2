"""Links to the publications that measures cite."""

from __future__ import annotations

import re

SOURCES: dict[str, str] = {
    "Basketball-Reference": "https://www.basketball-reference.com/about/glossary.html",
    "Baseball-Reference": "https://www.baseball-reference.com/bullpen/",
    "Hockey-Reference": "https://www.hockey-reference.com/about/glossary.html",
    "Pro-Football-Reference": "https://www.pro-football-reference.com/about/glossary.htm",
    "Sports-Reference college": "https://www.sports-reference.com/cbb/about/glossary.html",
    "FBref": "https://fbref.com/en/",
    "FanGraphs library": "https://library.fangraphs.com/",
    "FiveThirtyEight": "https://github.com/fivethirtyeight/data",
    "World Football Elo": "https://www.eloratings.net/about",
    "MLB glossary": "https://www.mlb.com/glossary",
    "Official rule": "https://www.mlb.com/official-information/umpires/official-rules",
    "NFL": "https://www.nfl.com/stats/",
    "NHL": "https://www.nhl.com/stats/",
    "NCAA": "https://www.ncaa.org/sports/2013/11/27/football-statistics.aspx",
    "PDC": "https://www.pdc.tv/",
    "PGA": "https://www.pgatour.com/stats",
    "League rules": "https://en.wikipedia.org/wiki/Group_tournament_ranking_system",
    "Oliver": "https://www.basketball-reference.com/about/factors.html",
    "Pomeroy": "https://kenpom.com/blog/ratings-glossary/",
    "Brier 1950": "https://en.wikipedia.org/wiki/Brier_score",
    "Good 1952": "https://en.wikipedia.org/wiki/Scoring_rule",
    "James 1981": "https://en.wikipedia.org/wiki/Log5",
    "James, basic version": "https://en.wikipedia.org/wiki/Runs_created",
    "James, Baseball Abstract": "https://en.wikipedia.org/wiki/Game_score",
    "James": "https://en.wikipedia.org/wiki/Pythagorean_expectation",
}
"""Publication -> where it, or an account of it, can be read; longer names before those that begin like them."""

PUBLISHED: dict[str, tuple[str, dict[str, str]]] = {
    "baseball": (
        "Baseball-Reference, FanGraphs library",
        {
            "PA": "plate_appearances", "BA": "avg", "OBP": "obp", "SLG": "slg", "OPS": "ops", "OPS+": "ops_plus",
            "wOBA": "woba", "ISO": "iso",
            "BAbip": "babip", "BB%": "bb_pct", "SO%": "k_pct", "TB": "total_bases", "XBH": "extra_base_hits",
            "SB%": "sb_pct", "RC": "runs_created", "RE24": "re24", "wRC+": "wrc_plus", "WAR": "war", "WPA": "wpa",
            "LOB": "lob", "EV, Barrel%, xBA, xSLG, xwOBA, xERA": "barrel_pct", "DRS, UZR": "drs", "ERA": "era",
            "ERA+": "era_plus", "ERA-, FIP-, FIP+, K%+, BB%+": "era_minus",
            "RA9": "ra_9", "WHIP": "whip", "H9": "h_9", "HR9": "hr_9", "BB9": "bb_9", "SO9": "k_9", "SO/W": "k_bb",
            "FIP": "fip", "xFIP": "xfip", "SIERA": "siera", "LOB%": "lob_pct", "QS": "quality_start",
            "GS": "starts", "CG": "complete_game", "SHO": "shutout", "W-L%": "win_pct",
            "GSc": "game_score", "SV%": "save_conversion_pct", "BF": "batters_faced",
        },
    ),
    "basketball": (
        "Basketball-Reference",
        {
            "FG%": "fg_pct", "3P%": "fg3_pct", "2P%": "fg2_pct", "FT%": "ft_pct", "PER": "per", "TS%": "ts_pct",
            "eFG%": "efg_pct", "3PAr": "three_attempt_pct", "FTr": "fta_rate",
            "ORB%": "orb_pct_player", "DRB%": "drb_pct_player", "TRB%": "reb_pct_player", "AST%": "ast_pct",
            "STL%": "stl_pct", "BLK%": "blk_pct", "TOV%": "tov_pct", "USG%": "usage_pct", "GmSc": "game_score",
            "PIE": "pie", "OWS": "ows", "DWS": "dws", "WS, WS/48": "win_shares", "OBPM, DBPM, BPM": "bpm",
            "VORP": "vorp", "+/-": "plus_minus", "Pace": "pace", "ORtg": "off_rating", "DRtg": "def_rating",
            "NRtg": "net_rating", "FT/FGA": "ft_rate", "opponents' eFG%": "opp_efg_pct",
            "opponents' TOV%": "opp_tov_pct", "opponents' FT/FGA": "opp_ft_rate",
        },
    ),
    "football": (
        "Pro-Football-Reference",
        {
            "Cmp%": "completion_pct", "Y/A": "yards_per_attempt", "TD%": "td_pct", "Int%": "int_pct",
            "Rate": "passer_rating", "AY/A": "adjusted_yards_per_attempt", "NY/A": "ny_a", "ANY/A": "any_a",
            "QBR": "qbr", "EPA": "epa", "DVOA": "dvoa", "AV": "approximate_value", "rushing Y/A": "yards_per_carry",
            "Y/R": "yards_per_catch", "Ctch%": "catch_pct", "Y/Tgt": "yards_per_target", "YAC": "yards_after_catch",
            "ADOT": "target_depth", "Touch": "touches", "YScm": "scrimmage_yards", "APYd": "all_purpose_yards",
            "total TD": "touchdowns", "Pts": "points",
            "Snap%": "snap_share_pct", "FG%": "fg_pct", "FG% by distance": "fg_pct_by_distance", "XP%": "xp_pct",
            "Y/P": "punt_average", "net Y/P": "net_punting", "KR Y/Rt": "kick_return_average",
            "PR Y/Ret": "punt_return_average", "Y/Pl": "yards_per_play", "TO margin": "turnover_margin",
            "TFL": "tackles_for_loss", "Solo": "solo_tackles", "Ast": "assisted_tackles", "QBHits": "qb_hits",
            "Hrry": "hurries", "Prss": "pressures", "PD": "passes_defended", "FF": "forced_fumbles",
            "Drop": "drops",
            "3D%": "third_down_pct", "RZ%": "red_zone_pct", "ToP": "time_of_possession",
        },
    ),
    "hockey": (
        "Hockey-Reference, NHL",
        {
            "PTS": "points", "PTS/60": "points_per_60", "S%": "shooting_pct", "FO%": "faceoff_pct", "SV%": "save_pct",
            "GAA": "gaa", "GSAA": "gsaa", "PP%": "power_play_pct", "PK%": "penalty_kill_pct", "PDO": "pdo",
            "SF%": "shot_share_pct", "CF%": "corsi_pct", "FF%": "fenwick_pct", "xGF%": "xg", "PS": "point_shares",
        },
    ),
    "soccer": (
        "FBref",
        {
            "Gls/90": "goals_per_90", "Ast/90": "assists_per_90", "Sh/90": "shots_per_90", "G+A": "goal_contributions",
            "G-PK": "non_penalty_goals", "SoT%": "shots_on_target_pct", "G/Sh": "shot_conversion_pct",
            "PK/PKatt": "penalty_conversion_pct", "Save%": "save_pct", "CS": "clean_sheets", "xG, npxG": "xg",
            "Cmp%": "pass_pct", "KP": "key_passes", "Crs": "crosses", "Poss": "possession_pct",
        },
    ),
    "golf": (
        "PGA",
        {
            "Scoring Average": "scoring_average", "Cuts Made": "cuts_made_pct", "Top 10s": "top_10s", "Wins": "wins",
            "SG: Total, SG: Off-the-Tee, SG: Approach, SG: Putting": "strokes_gained",
            "Driving Distance": "driving_distance", "Greens in Regulation": "gir_pct",
            "Putts Per Round": "putts_per_round", "Birdie Average": "birdies",
            "Driving Accuracy": "driving_accuracy", "Scrambling": "scrambling",
            "Official Money": "earnings",
        },
    ),
    "darts": (
        "PDC",
        {
            "3-dart average": "three_dart_average", "First 9 average": "first_nine_average", "180s": "scores_180",
            "140+": "scores_140_plus", "Checkout %": "checkout_pct", "Highest checkout": "highest_checkout",
            "100+ checkouts": "checkouts_100_plus", "Hold %": "hold_pct", "Break %": "break_pct",
            "Darts per leg": "darts_per_leg_won", "Darts at double": "checkout_attempts",
        },
    ),
}  # fmt: skip
"""What sites of reference print, by game: the sites, and heading -> measure here, or reason in `UNAVAILABLE`."""

OWN = ("Our ", "Estimate", "The service's own")
"""How references of measures begin that nobody has published."""

_NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in SOURCES))


def linked(reference: str) -> str:
    """Return a reference whose first known publication is a Markdown link, unless it has one already."""
    if "](" in reference or reference.startswith(OWN):
        return reference
    return _NAMED.sub(lambda found: f"[{found[0]}]({SOURCES[found[0]]})", reference, count=1)


def measure_of(game: str, heading: str) -> str:
    """The measure, here or in `UNAVAILABLE`, that sites print under a heading; empty if none do.

    Examples
    --------
    >>> measure_of("baseball", "barrel%")
    'barrel_pct'
    """
    _, held = PUBLISHED.get(game, ("", {}))
    by_heading = {part.casefold(): name for printed, name in held.items() for part in printed.split(", ")}
    return by_heading.get(heading.casefold(), "")
