"""Common statistics that cannot be computed from the data, and why."""

from __future__ import annotations

PLAYS = "sportsframe.play_by_play"

UNAVAILABLE: dict[str, str] = {
    **dict.fromkeys(
        ("wrc_plus", "wrc"), "it needs the weights of each season and park factors, which are not in the data"
    ),
    "era_minus": "it is relative to the league, with park factors that are not in the data",
    **dict.fromkeys(
        ("war", "bwar", "fwar"), "it needs replacement levels and fielding values that are not in the data"
    ),
    **dict.fromkeys(("xfip", "siera"), "the data, plays included, has fly balls and ground balls of outs only"),
    **dict.fromkeys(("drs", "uzr"), "it needs where each ball was hit, which is not in the data"),
    **dict.fromkeys(
        ("exit_velocity", "barrel_pct", "xwoba", "xba", "xslg", "xera"), "the data has no measurements of batted balls"
    ),
    "wpa": f"it is the change in measures.win_probability(plays), with plays of {PLAYS}",
    **dict.fromkeys(
        ("batters_faced", "tbf"),
        f"box scores have no batters faced; batters_faced_est estimates them, and {PLAYS} has every plate appearance",
    ),
    **dict.fromkeys(("left_on_base", "lob"), f"box scores have no runners left on base; {PLAYS} has the runners"),
    **dict.fromkeys(
        ("any_a", "nya", "ny_a", "sack_yards"),
        f"a player's sacks are those made; sacks taken and their yards are in {PLAYS} only",
    ),
    **dict.fromkeys(
        ("red_zone_pct", "third_down_pct", "time_of_possession"),
        f"live data has the current state but no history of downs or possession; for the NFL, {PLAYS} has both",
    ),
    **dict.fromkeys(
        ("possession_pct", "possession"),
        f"box scores do not have it; for the NFL, {PLAYS} says which team has the ball",
    ),
    "grand_slams": f"box scores do not say who was on base; {PLAYS} has the runners",
    "game_winning_goals": "a player's line does not say which of the goals decided the game",
    **dict.fromkeys(("net_punting", "net_punt_average"), "the data has only gross punting yards"),
    "fg_pct_by_distance": f"box scores have the distances of made kicks only; for the NFL, {PLAYS} has all",
    "epa": f"it follows from measures.expected_points(plays), by down and distance, with plays of {PLAYS}",
    **dict.fromkeys(("qbr", "dvoa"), "its formula is not published"),
    **dict.fromkeys(
        ("tackles_for_loss", "tackles_for_losses", "solo_tackles", "assisted_tackles"),
        "box scores have one number of a player's tackles, which does not say where, or with whom, they were made",
    ),
    **dict.fromkeys(
        (
            "qb_hits",
            "hurries",
            "pressures",
            "passes_defended",
            "pass_deflections",
            "forced_fumbles",
            "drops",
        ),
        "box scores have only a defender's tackles, sacks, interceptions and recoveries, and a receiver's targets and "
        "catches",
    ),
    **dict.fromkeys(("approximate_value", "av"), "it needs honors and the starters of the offensive line"),
    **dict.fromkeys(
        ("yards_after_catch", "target_depth"), "the data, plays included, does not say where a pass was caught"
    ),
    **dict.fromkeys(
        ("bpm", "vorp", "plus_minus", "on_off"),
        "it needs lineups, or regression weights that are not in the data",
    ),
    **dict.fromkeys(
        ("win_shares", "ows", "dws", "ws", "ws_48"),
        "its offensive half needs the points a player produced by Oliver's formulas and its defensive half his stops, "
        "which are estimates over a whole season and no formula of sums; per and pie are",
    ),
    **dict.fromkeys(
        ("corsi", "corsi_pct", "fenwick", "fenwick_pct", "even_strength_pct"),
        "the data has only shots on goal, without type, location or strength",
    ),
    **dict.fromkeys(
        ("point_shares", "ps"),
        "it is an estimate over a whole season from the league's marginal goals, no formula of sums",
    ),
    **dict.fromkeys(
        (
            "strokes_gained",
            *(
                f"{start}_{part}"
                for start in ("strokes_gained", "sg")
                for part in ("total", "off_the_tee", "ott", "approach", "app", "around_the_green", "arg", "putting")
            ),
            "driving_distance",
            "gir_pct",
            "putts_per_round",
            "putting",
            "birdies",
            "eagles",
            "bogeys",
            "driving_accuracy",
            "scrambling",
            "sand_saves",
            "proximity",
        ),
        "the data has no shots or holes",
    ),
    **dict.fromkeys(("fedex_points", "fedexcup_points", "order_of_merit"), "the data has no points or money of a tour"),
    **dict.fromkeys(("earnings", "money"), "the data has the purse of a tournament, not what each player won"),
    **dict.fromkeys(("xg", "expected_goals"), "the data does not say where a shot was taken"),
    **dict.fromkeys(
        ("passes_completed_pct", "pass_pct", "key_passes", "crosses"), "the data has no passes or possession"
    ),
    **dict.fromkeys(
        ("checkout_attempts",), "the target of a dart is not in the data; darts_at_double_est is an upper bound"
    ),
}
"""Common statistics that are not measures, and the reason."""
