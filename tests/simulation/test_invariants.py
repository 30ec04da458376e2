"""The rules that `tests.bench.invariants` holds five seasons against, on a day of each sport."""

from __future__ import annotations

import copy
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from ..bench.invariants import broken, foretold, learned, started
from ..support.asking import DAYS, SPORTS, WORLD, row_id, rows, service_at

Path = tuple[str | int, ...]

FAULTS: dict[str, list[Path]] = {
    "NFL": [("full_box", "home_team", "score"), ("full_box", "away_team", "team_stats", "rushing_yards"),
            ("full_box", "home_team", "quarter_scores", "1")],
    "NCAAFB": [("full_box", "home_team", "score"), ("full_box", "away_team", "team_stats", "passing_yards")],
    "NBA": [("full_box", "away_team", "team_stats", "steals"), ("player_box", "home_team", 0, "points"),
            ("player_box", "home_team", 0, "two_point_percentage"), ("player_box", "away_team", 3, "total_rebounds")],
    "NCAABB": [("full_box", "home_team", "quarter_scores", "2"), ("player_box", "away_team", 0, "three_points_made")],
    "MLB": [("player_box", "home_team", "batting", 0, "H"), ("player_box", "away_team", "pitching", 0, "K"),
            ("player_box", "home_team", "pitching", 0, "W"), ("full_box", "away_team", "team_stats", "E"),
            ("player_box", "home_team", "pitching", 0, "IP")],
    "NHL": [("player_box", "home_team", "goalies", 0, "saves"), ("player_box", "home_team", "goalies", 0, "win"),
            ("full_box", "away_team", "team_stats", "faceoffs_won"),
            ("player_box", "away_team", "skaters", 0, "goals")],
    "SOCCER": [("player_box", "home_team", 0, "yellow_cards"),
               ("full_box", "away_team", "team_stats", "penalties_faced"),
               ("full_box", "away_team", "team_stats", "clean_sheets")],
    "PGA": [("field", 0, "round_1"), ("field", 0, "strokes")],
    "DARTS": [("players", 0, "legs_won"), ("leg_breakdown", 0, "turns", 0, 0, "end_score")],
}  # fmt: skip
"""Sport -> members of a row that cannot be one more without contradicting others; a number is a place in an object."""


def raised(row: dict[str, Any], path: Path) -> dict[str, Any]:
    """The row with one more at a place."""
    changed = copy.deepcopy(row)
    inner: Any = changed
    for key in path[:-1]:
        inner = list(inner.values())[key] if isinstance(inner, dict) and isinstance(key, int) else inner[key]
    inner[path[-1]] += 1
    return changed


@pytest.mark.parametrize("sport", SPORTS)
def test_finished_games_contradict_nothing(sport: str) -> None:
    """No rule is broken by the games of a day, which are all over."""
    found = rows(f"live/{DAYS[sport]}/{sport}")
    assert found
    assert {row.get("game_ID") or row["event_ID"]: broken(sport, row) for row in found if broken(sport, row)} == {}


@pytest.mark.parametrize(("sport", "path"), [(sport, path) for sport, paths in FAULTS.items() for path in paths])
def test_a_game_that_contradicts_itself_is_found(sport: str, path: Path) -> None:
    """One more anywhere breaks a rule."""
    row = rows(f"live/{DAYS[sport]}/{sport}")[0]
    assert broken(sport, raised(row, path))


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_a_moment_tells_nothing_of_what_is_decided_later(sport: str) -> None:
    """While games are played, schedules, live rows and injuries tell what is known."""
    row = min(rows(f"schedule/{DAYS[sport]}/{sport}"), key=row_id)
    read = Counter[str]()
    begins = started(row)
    assert begins is not None
    assert list(foretold(sport, begins + timedelta(hours=1), 2024, "EPL" if sport == "SOCCER" else None, read)) == []
    assert read["schedule"]
    assert read["live"]


@pytest.mark.long
@pytest.mark.parametrize("sport", SPORTS)
def test_an_earlier_clock_learns_nothing_from_a_later_one(sport: str) -> None:
    """A running service answers for a time as before, whatever it was asked for later times: in every resource."""
    league = "EPL" if sport == "SOCCER" else None
    first, *_, last = WORLD.season(sport, 2024, league).all()[:12]
    times = [entry.start + timedelta(hours=2) for entry in (first, last)]
    assert rows(f"live/{first.start.date()}/{sport}", service_at(times[0].isoformat()))
    assert list(learned(sport, 2024, league, times)) == []
