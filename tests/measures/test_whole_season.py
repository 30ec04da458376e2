"""Standings and ratings of a whole season, made another way."""

from __future__ import annotations

import math
from collections import defaultdict

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.measures import (
    elo,
    measure,
    srs,
    standings,
)
from tests.support.tables import contradictions


@pytest.fixture(scope="module")
def season() -> pd.DataFrame:
    """A season of the built-in world's NFL."""
    return sf.live(("2024-09-01", "2025-02-15"), "NFL", progress=False)


def test_tables_of_a_season_agree(season: pd.DataFrame) -> None:
    """Divisions, conferences, seeds, and what is clinched say the same; `tests.bench.leagues` asks every season."""
    teams = sf.live(("2024-09-01", "2025-02-15"), "NFL", table="teams", progress=False)
    assert list(contradictions("NFL", season, teams)) == []


def test_standings_made_another_way(season: pd.DataFrame) -> None:
    """Records, points and order of a season agree with a count by hand of its finished games."""
    wins: dict[int, float] = defaultdict(float)
    played: dict[int, int] = defaultdict(int)
    net: dict[int, int] = defaultdict(int)
    for row in season.itertuples():
        if row.phase != "finished" or row.season_type != "Regular Season":
            continue
        for own, a, b in ((row.home_team_id, row.home_score, row.away_score),
                          (row.away_team_id, row.away_score, row.home_score)):  # fmt: skip
            wins[own] += 1 if a > b else 0.5 if a == b else 0
            played[own] += 1
            net[own] += a - b
    found = standings(season).set_index("team_id")

    assert len(found) == 32
    assert set(played.values()) <= {16, 17}
    for team, row in found.iterrows():
        assert row["wins"] + row["ties"] / 2 == wins[team]
        assert row["mov"] == pytest.approx(net[team] / played[team])
        assert row["pyth_wins"] + row["luck"] == pytest.approx(wins[team])
    assert found["win_pct"].is_monotonic_decreasing
    assert (found["win_pct"] * found["games"]).sum() == pytest.approx(50 * found["games"].sum())
    assert measure(season, "win_pct").to_dict() == found["win_pct"].to_dict()


def test_elo_made_another_way(season: pd.DataFrame) -> None:
    """A season of ratings follows from the published rule, applied game by game in order of time."""
    ratings: dict[int, float] = defaultdict(lambda: 1505.0)
    rows = season[(season["phase"] == "finished") & (season["season_type"] != "Preseason")]
    expected = {}
    for row in rows.sort_values(["game_time", "game_id"]).itertuples():
        home, away = int(row.home_team_id), int(row.away_team_id)
        gap = ratings[home] + 65 - ratings[away]
        chance = 1 / (1 + math.pow(10, -gap / 400))
        margin = int(row.home_score) - int(row.away_score)
        if margin > 0:
            shift = 20 * math.log(margin + 1) * 2.2 / (gap * 0.001 + 2.2) * (1 - chance)
        elif margin < 0:
            shift = -20 * math.log(1 - margin) * 2.2 / (-gap * 0.001 + 2.2) * chance
        else:
            shift = 20 * math.log(2) * 2.2 * (0.5 - chance)
        ratings[home] += shift
        ratings[away] -= shift
        expected[row.game_id] = (100 * chance, ratings[home], ratings[away])
    found = elo(season).set_index("game_id")

    assert len(found) == len(expected)
    for game_id, values in expected.items():
        got = found.loc[game_id, ["elo_prob_pct", "home_elo_after", "away_elo_after"]].tolist()
        assert got == pytest.approx(values)
    assert (found["home_elo_before"] + found["away_elo_before"]).sum() == pytest.approx(
        (found["home_elo_after"] + found["away_elo_after"]).sum()
    )


def test_simple_ratings_of_a_season(season: pd.DataFrame) -> None:
    """Each rating is the average margin plus the average rating of the opponents met; the mean is 0."""
    found = srs(season)
    rows = season[(season["phase"] == "finished") & (season["season_type"] == "Regular Season")]
    for team in found.index[:6]:
        met = [*rows[rows["home_team_id"] == team]["away_team_id"], *rows[rows["away_team_id"] == team]["home_team_id"]]
        others = found.loc[met, "srs"]
        assert found.at[team, "srs"] == pytest.approx(found.at[team, "mov"] + others.mean())
    assert found["srs"].sum() == pytest.approx(0, abs=1e-9)
