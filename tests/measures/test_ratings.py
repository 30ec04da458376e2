"""Ratings and forecasts of games: published figures, and properties that they must have."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import layout
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import (
    brier,
    elo,
    elo_prob,
    log5,
    log_loss,
    pyth_exponent_pat,
    pyth_pct,
    srs,
    strength_of_schedule,
    strength_of_victory,
)

from .test_league import dtypes, games, won


@pytest.mark.long
def test_elo_predicts_better_than_a_coin() -> None:
    """Over half a season of the world the chances before the games score better than always one half."""
    played = sf.live(("2023-10-20", "2024-01-20"), "NBA", progress=False)
    found = elo(played)
    outcome = (found["home_score"] > found["away_score"]).astype(float)

    assert brier(found["elo_prob_pct"] / 100, outcome) < 0.25
    assert log_loss(found["elo_prob_pct"] / 100, outcome) < math.log(2)


def test_super_bowl_xlii() -> None:
    """Giants 1601.818, Patriots 1849.484, neutral, 17-14: 19.38 % before, 25.19 points move, 1586.34 next season."""
    played = games("NFL", (1, 2, 17, 14), (3, 1, 0, 7), (3, 4, 3, 7), season=["2007", "2008", "2008"])
    found = elo(played, ratings={1: 1601.818, 2: 1849.484}, neutral=["g0000"])
    first, second = found.iloc[0], found.iloc[1]

    assert round(100 - first["elo_prob_pct"], 2) == 19.38
    assert round(-first["elo_shift"], 2) == 25.19
    assert round(second["home_elo_before"], 2) == 1586.34
    assert round(brier(1 - first["elo_prob_pct"] / 100, 1), 4) == 0.65


def test_elo_of_one_team_needs_the_ratings_of_its_opponents() -> None:
    """Games of one team say nothing of the others, unless all of them are rated already."""
    own = games("NBA", *won(1, 2), *won(1, 3), *won(4, 1))
    for ratings in (None, {1: 1500.0}, {1: 1500.0, 2: 1480.0, 3: 1470.0}):
        with pytest.raises(QueryError, match="requires the games of the whole league"):
            elo(own, ratings=ratings)
    assert len(elo(own, ratings={1: 1500.0, 2: 1480.0, 3: 1470.0, 4: 1510.0})) == 3


def test_margins() -> None:
    """Even NBA teams, home by ten: 6.92 move; five goals of soccer double the shift; a hockey win by one is 0.8048."""
    nba = elo(games("NBA", (1, 2, 100, 110)))
    wins = [elo(games("SOCCER", (1, 2, 0, n), league="EPL"), home=0)["elo_shift"].iloc[0] for n in (1, 2, 3, 4, 5)]
    hockey = elo(games("NHL", (1, 2, 2, 3)), home=0)

    assert round(nba["elo_shift"].iloc[0], 2) == 6.92
    assert wins == pytest.approx([10, 15, 17.5, 18.75, 20])
    assert hockey["elo_shift"].iloc[0] == pytest.approx(6 * 0.8048 * 0.5)


def test_playoffs_of_hockey_weigh_differences_more() -> None:
    """After the regular season differences count 1.25 times; the preseason never counts."""
    played = games("NHL", (1, 2, 2, 3), (1, 2, 2, 3), season_type=["Preseason", "Playoffs"])
    found = elo(played)

    assert len(found) == 1
    assert found["elo_prob_pct"].iloc[0] == pytest.approx(100 * elo_prob(1.25 * 50, 0))
    unknown = elo(games("NHL", (1, 2, 2, 3), (3, 4, 0, 1), season_type=None))
    assert unknown["elo_prob_pct"].iloc[0] == pytest.approx(100 * elo_prob(50, 0))


def test_darts_are_rated_by_player() -> None:
    """Matches move the ratings of the two players, no place is home, and legs decide who won."""
    names = {c.name: c.dtype for c in layout("DARTS", "live", "games").columns}
    row = {"sport": "DARTS", "game_id": "d1", "game_time": pd.Timestamp("2024-01-03T20:00Z"), "player_1_id": 5,
           "player_2_id": 6, "player_1_legs": 7, "player_2_legs": 4, "phase": "finished"}  # fmt: skip
    found = elo(pd.DataFrame([row], columns=list(names)).astype(dtypes(names)))

    assert found[["player_1_elo_before", "elo_prob_pct", "elo_shift", "player_2_elo_after"]].iloc[0].tolist() == [
        1500, 50, 16, 1484
    ]  # fmt: skip


def test_neutral_grounds() -> None:
    """The feed marks no neutral ground: all games, a column, or ids of games can be given."""
    played = games("NFL", (1, 2, 7, 3), (3, 4, 7, 3)).assign(bowl=[True, False])
    chances = [elo(played, neutral=n)["elo_prob_pct"].iloc[0] for n in (True, "bowl", {"g0000"}, False)]

    assert chances[:3] == [50, 50, 50]
    assert chances[3] == pytest.approx(100 * elo_prob(65, 0))
    with pytest.raises(QueryError, match="not in the frame: g9"):
        elo(played, neutral=["g9"])
    with pytest.raises(FrameError, match="finals"):
        elo(played, neutral="finals")


@pytest.mark.parametrize("verb", [elo, srs, strength_of_schedule, strength_of_victory])
def test_games_of_one_team_say_nothing_of_the_others(verb: Any) -> None:
    """A frame of one team's games is refused: its opponents would all be average."""
    with pytest.raises(QueryError, match="whole league"):
        verb(games("MLB", (1, 2, 3, 4), (3, 1, 5, 6), (1, 4, 2, 1)))


def test_elo_does_not_depend_on_the_order_of_rows() -> None:
    """Games are taken in the order of their starts, however the frame is sorted; each once."""
    played = games("MLB", (1, 2, 3, 4), (2, 3, 5, 6), (3, 1, 2, 1), (1, 2, 0, 1))
    mixed = pd.concat([played.iloc[::-1], played.iloc[:2]])

    pd.testing.assert_frame_equal(elo(mixed).reset_index(drop=True), elo(played).reset_index(drop=True))
    assert list(elo(played).index) == [0, 1, 2, 3]


# Expectation, schedules and the simple rating system


def test_pythagorean_expectation() -> None:
    """Published sums give the published expectations: Cubs 2016, Bulls 1995-96, Patriots 2007."""
    assert round(pyth_pct(808, 556, 1.83), 2) == 66.46
    assert round(161 * pyth_pct(808, 556, 1.83) / 100, 1) == 107.0
    assert round(82 * pyth_pct(8625, 7621, 14) / 100, 1) == 69.7
    assert round(16 * pyth_pct(589, 274, 2.37) / 100, 2) == 13.76
    assert round(pyth_exponent_pat(808, 556, 162), 3) == 1.843
    assert [pyth_pct(0, 5, 2), pyth_pct(5, 0, 2)] == [0, 100]
    assert math.isnan(pyth_pct(0, 0, 2))


def test_simple_ratings() -> None:
    """A 10-0 B, B 3-0 C, C 7-0 D, A 4-0 at D: 4.75, -1.25, -0.25, -3.25, and what the schedule adds."""
    played = games("NFL", (2, 1, 0, 10), (3, 2, 0, 3), (4, 3, 0, 7), (1, 4, 4, 0))
    found = srs(played)

    assert found["srs"].tolist() == pytest.approx([4.75, -1.25, -0.25, -3.25])
    assert (found["srs"] - found["srs_sos"]).tolist() == pytest.approx(found["mov"].tolist())
    renamed = srs(played.assign(away_team=["T2", "T3", "T4", "New"]))
    assert renamed["team"].tolist() == ["New", "T2", "T3", "T4"]  # the latest name of each
    apart = srs(games("NFL", (1, 2, 0, 3), (3, 4, 0, 3)))
    assert apart["srs"].isna().all()
    assert apart["mov"].notna().all()


def test_strength_of_schedule() -> None:
    """Opponents of 20-8 and 12-20 make 53.33, each meeting counted; victories count the beaten ones only."""
    played = games("NFL", *won(1, 2), *won(3, 1), *won(2, 4, 20), *won(4, 2, 7), *won(3, 5, 11), *won(5, 3, 20))
    of = strength_of_schedule(played)

    assert round(of[1], 2) == 53.33
    assert strength_of_victory(played)[1] == pytest.approx(100 * 20 / 28)
    assert strength_of_schedule(played, without_own=True)[1] == pytest.approx(100 * (20 + 11) / (27 + 31))
    assert pd.isna(strength_of_victory(games("NFL", *won(1, 2), *won(3, 4), *won(3, 1)))[4])
    assert pd.isna(strength_of_victory(games("NFL", (1, 2, 7, 7), *won(3, 4)))[1])  # who tied has beaten nobody
    assert of.index.name == "team_id"


def test_log5_and_elo_agree() -> None:
    """.5 against .38 is 62.0, .6 against .4 is 69.23, the same as Elo by 400 log10 of the odds; 0 against 0 nothing."""
    assert round(100 * log5(0.5, 0.38), 1) == 62.0
    assert round(100 * log5(0.6, 0.4), 2) == 69.23
    assert elo_prob(400 * math.log10(0.6 / 0.4), 400 * math.log10(0.4 / 0.6)) == pytest.approx(log5(0.6, 0.4))
    assert round(100 * elo_prob(1550, 1500), 1) == 57.1
    assert log5(0.5, 0.5, home=0.54) == pytest.approx(0.54)
    assert math.isnan(log5(0, 0))
    assert math.isnan(log5(1, 1))


def test_scores_of_forecasts() -> None:
    """Always one half scores 0.25 and 0.6931; a tie is half; certain and wrong is clipped; percent are refused."""
    assert brier([0.5, 0.5], [1, 0]) == 0.25
    assert round(log_loss([0.5, 0.5], [1, 0]), 4) == 0.6931
    assert brier([0.7], [0.5]) == pytest.approx(0.04)
    assert log_loss([0.0], [1]) == pytest.approx(-math.log(1e-15))
    assert brier(pd.Series([0.5, pd.NA], dtype="Float64"), [1, 1]) == 0.25
    assert math.isnan(brier([], []))
    with pytest.raises(QueryError, match="between 0 and 1"):
        brier([62.0], [1])
