"""What people call statistics: by their usual names, shortened, in words, or as sites of reference write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from .._frames.names import LEAST_LETTERS

NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four"}


CALLED: dict[str, tuple[str, ...]] = {
    "assists_per_game": ("apg",),
    "ast_to": ("assist to turnover ratio", "assist turnover ratio"),
    "avg": ("batting average",),
    "blocks": ("blocked shots", "shots blocked"),
    "blocks_per_game": ("bpg",),
    "earnings": ("prize money", "winnings"),
    "era": ("earned run average",),
    "errors": ("fielding errors",),
    "extra_points_made": ("extra points",),
    "faceoffs_won": ("face-off wins", "faceoff wins"),
    "fg3_pct": ("three pct", "3pt%"),
    "field_goals_attempted": ("fga",),
    "field_goals_made": ("field goals", "fgm"),
    "fouls": ("personal fouls",),
    "free_throws_attempted": ("fta",),
    "free_throws_made": ("free throws", "ftm"),
    "fumbles_recoveries": ("fumble recoveries", "fumbles recovered"),
    "gaa": ("goals against average",),
    "games_played": ("appearances",),
    "gir_pct": ("gir",),
    "goals_per_game": ("gpg",),
    "home_runs": ("hr", "homers", "dingers"),
    "innings_pitched": ("innings", "ip"),
    "k_9": ("strikeouts per nine", "strikeouts per nine innings"),
    "losses": ("games lost",),
    "minutes_per_game": ("mpg",),
    "passing_interceptions": ("interceptions thrown",),
    "passing_touchdowns": ("td passes",),
    "penalty_minutes": ("pim",),
    "plus_minus": ("+/-",),
    "points_per_game": ("ppg", "scoring average"),
    "rbi": ("rbis", "runs batted in"),
    "receptions": ("catches",),
    "rushing_attempts": ("carries",),
    "save_pct": ("save percentage",),
    "saves": ("sv",),
    "shooting_pct": ("sh%",),
    "shots_against": ("shots faced",),
    "shots_on_goal": ("shots", "sog"),
    "short_handed_goals": ("shorthanded goals",),
    "slg": ("slugging percentage",),
    "steals_per_game": ("spg",),
    "stolen_bases": ("steals",),
    "strikeouts": ("ks",),
    "three_points_attempted": ("3pa",),
    "three_points_made": ("threes", "threes made", "three-pointers", "3pm", "3p", "3pt"),
    "time_on_ice": ("toi", "ice time"),
    "total_rebounds": ("rebounds", "boards"),
    "total_rebounds_per_game": ("rebounds per game", "rpg"),
    "turnovers": ("tov",),
    "usage_pct": ("usage rate",),
    "visits_140_plus": ("140s",),
    "visits_180": ("180s", "maximums", "maxima"),
    "wins": ("games won",),
    "yards_per_catch": ("yards per reception",),
}
"""Statistic -> what people call it."""

OF_GAME: dict[str, dict[str, tuple[str, ...]]] = {
    "baseball": {
        "avg": ("average",),
        "runs": ("scoring", "scorer"),
        "save_conversion_pct": ("save percentage",),
        "win_pct": ("win percentage", "won-lost percentage"),
    },
    "basketball": {"points": ("scoring", "scorer")},
    "darts": {
        "three_dart_average": ("average", "average score", "3da", "scoring", "scorer"),
        "checkout_percentage": ("checkout rate",),
        "checkouts_made": ("checkouts",),
        "first_nine_average": ("first 9 average",),
        "highest_checkout": ("highest finish", "high finish", "high checkout"),
        "legs_won": ("legs",),
        "sets_won": ("sets",),
    },
    "football": {
        "points": ("scoring", "scorer"),
        "scrimmage_yards": ("yards",),
        "passer_rating": ("quarterback rating", "qb rating", "rating"),
        "yards_per_attempt": ("ypa",),
        "yards_per_carry": ("ypc",),
    },
    "golf": {
        "cuts": ("missed cuts", "cuts missed", "missed the cut"),
        "cuts_made": ("made cuts", "made the cut"),
        "cuts_made_pct": ("cut percentage", "made cut percentage"),
        "scoring_average": ("strokes per round", "stroke average", "average score"),
        "to_par": ("score", "scoring", "scorer", "score to par", "leader", "leaderboard"),
        "top_10": ("top 10s", "top tens"),
    },
    "hockey": {
        "points": ("scoring", "scorer"),
        "power_play_goals": ("ppg", "powerplay goals"),
        "seconds_played": ("time on ice", "toi", "ice time"),
    },
    "soccer": {
        "fouls_committed": ("fouls",),
        "fouls_drawn": ("fouls won",),
        "goals": ("scoring", "scorer", "golden boot"),
        "minutes_played": ("minutes",),
        "shots_attempted": ("shots",),
        "shots_on_goal": ("shots on target", "sot"),
    },
}
"""Game -> statistic -> what people call it in this game, whatever it is in others."""

PLAIN = {
    "against": "allowed", "ast": "assist", "att": "attempt", "attempted": "attempt", "avg": "average", "blk": "block",
    "comp": "completion", "conceded": "allowed", "int": "interception", "issued": "allowed", "min": "minute",
    "pass": "passing", "pointer": "point", "pt": "point", "pts": "point", "reb": "rebound", "rec": "receiving",
    "rush": "rushing", "stl": "steal", "suffered": "drawn", "td": "touchdown", "tds": "touchdown", "yd": "yard",
    "yds": "yard",
}  # fmt: skip
"""Words of a statistic as people write them, and the one that stands for all of them."""

TURNING = frozenset(("allowed", "drawn", "faced", "forced", "lost", "missed", "opponent", "own", "recovered", "taken"))
"""Words that make another statistic, often the opposite, of the one they stand beside."""

MISREAD = {"golf": ("cuts",)}
"""Game -> columns whose names alone are taken for the opposite."""

AROUND = re.compile(r"^((the|most|top|best|leading|total|leaders? in|number of)\s+)+|\s+(leaders?|leaderboard|scored)$")
"""What people write before and after a statistic without meaning another one."""


def as_column(statistic: str) -> str:
    """Return a statistic as columns are written, whatever people call it.

    Examples
    --------
    >>> as_column("Home runs"), as_column("3-points made"), as_column("PPG")
    ('home_runs', 'three_points_made', 'points_per_game')
    """
    return meaning().get(words(statistic)) or spelled(statistic)


def spelled(statistic: str) -> str:
    """Return a statistic in the spelling of columns."""
    text = re.sub(r"\b([1-4])(?=[\s-])", lambda found: NUMBERS[found[1]], statistic.strip().casefold())
    return re.sub(r"[\s-]+", "_", text)


@cache
def meaning(game: str | None = None) -> dict[str, str]:
    """Return what people call statistics, in any game or in one, in the words of `words`, and the statistic."""
    called = CALLED if game is None else OF_GAME.get(game, {})
    return {words(name): statistic for statistic, names in called.items() for name in names}


def words(text: str) -> str:
    """Return a name in words that do not depend on how it is written: numbers, plurals and percentages alike."""
    plain = re.sub(r"%|\b(percentage|percent)\b", " pct ", text.casefold().replace("_", " "))
    plain = re.sub(r"\+/?-", " plus minus ", plain)
    plain = re.sub(r"-$", " minus", re.sub(r"\+$", " plus", plain.strip()))
    plain = re.sub(r"\b([1-4])(?=[\s-])", lambda found: NUMBERS[found[1]], plain)
    return " ".join(PLAIN.get(word) or PLAIN.get(one := _singular(word), one) for word in re.findall(r"\w+", plain))


def not_opposite(asked: str, names: Iterable[str]) -> list[str]:
    """Return the names that have the words by which the one asked for differs from its opposite.

    Examples
    --------
    >>> not_opposite("legs lost", ["legs_won", "legs_lost"])
    ['legs_lost']
    """
    turned = TURNING.intersection(words(asked).split())
    return [name for name in names if turned.issubset(words(name).split())]


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > LEAST_LETTERS else word
