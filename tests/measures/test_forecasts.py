"""Ratings now, chances of games to come, and simulated seasons: by hand, by enumeration, and by their own laws."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import layout
from sportsframe.errors import QueryError, SportsframeWarning
from sportsframe.measures import elo, elo_history, elo_prob, elo_ratings, forecast, simulate_season, srs, standings

from .test_league import Result, games, won


def league(sport: str, past: list[Result], ahead: list[tuple[int, int]], **columns: Any) -> pd.DataFrame:
    """Finished games, and games to come."""
    frame = games(sport, *past, *((a, h, 0, 0) for a, h in ahead), **columns)
    return frame.assign(phase=["finished"] * len(past) + ["scheduled"] * len(ahead))


PAST = [*won(1, 2, 3), *won(2, 3, 2), *won(3, 1), *won(1, 4, 2), *won(4, 3), *won(2, 4)]


def test_ratings_now_are_the_last_of_the_history() -> None:
    """The table holds what each team has after its last game; the history has both sides of every game in order."""
    frame = games("NFL", *PAST)
    rated, history, now = elo(frame), elo_history(frame), elo_ratings(frame).set_index("team_id")

    assert len(history) == 2 * len(rated)
    assert history["game_time"].is_monotonic_increasing
    for team in (1, 2, 3, 4):
        mine = rated[(rated["home_team_id"] == team) | (rated["away_team_id"] == team)].iloc[-1]
        side = "home" if mine["home_team_id"] == team else "away"
        assert now.loc[team, "elo"] == mine[f"{side}_elo_after"]
        assert now.loc[team, "change"] == pytest.approx(mine[f"{side}_elo_after"] - mine[f"{side}_elo_before"])
        assert now.loc[team, "games"] == (history["team_id"] == team).sum()
    assert now["elo"].is_monotonic_decreasing
    assert now["rank"].tolist() == [1, 2, 3, 4]


def test_one_frame_has_one_rating() -> None:
    """Ratings, history, forecast and plot count the same games, playoffs too; a part of the season can be asked for."""
    parts = ["Preseason", *["Regular Season"] * (len(PAST) - 2), "Playoffs", *["Regular Season"] * 2]
    frame = league("NFL", PAST, [(1, 2), (3, 4)]).assign(season_type=parts)
    now = elo_ratings(frame).set_index("team_id")
    ahead = forecast(frame)
    told = {
        int(row[f"{side}_team_id"]): row[f"{side}_elo"] for side in ("home", "away") for row in ahead.to_dict("records")
    }

    assert told == now["elo"].to_dict() == elo_history(frame).groupby("team_id")["elo"].last().to_dict()
    assert now["games"].sum() == 2 * (len(PAST) - 1)
    drawn = [float(line.get_ydata()[-1]) for line in frame.sports.plot.elo_history().lines]
    assert set(now["elo"].round(6)) <= {round(y, 6) for y in drawn}
    regular = elo_ratings(frame, season_type="Regular Season")
    assert regular["games"].sum() == 2 * (len(PAST) - 2)
    pure = frame[frame["season_type"] == "Regular Season"]
    pd.testing.assert_frame_equal(elo_ratings(pure), regular)


def test_chances_of_games_to_come() -> None:
    """The chance follows from the ratings now and the home advantage; on neutral ground there is none."""
    frame = league("NFL", PAST, [(1, 2), (3, 4)])
    now = elo_ratings(frame).set_index("team_id")["elo"]
    found = forecast(frame)

    assert found["game_id"].tolist() == frame["game_id"].tolist()[-2:]
    assert found["home_win_pct"].tolist() == pytest.approx(
        [100 * elo_prob(now[2], now[1], 65), 100 * elo_prob(now[4], now[3], 65)]
    )
    assert (found[["home_win_pct", "draw_pct", "away_win_pct"]].sum(axis=1) - 100).abs().max() < 1e-9
    level = forecast(frame, neutral=True)["home_win_pct"]
    assert level.iloc[0] == pytest.approx(100 * elo_prob(now[2], now[1]))


def test_a_schedule_may_hold_finished_games_and_the_next_season() -> None:
    """Games that are finished in the frame are left out; ratings regress to the mean before a game of a new season."""
    past = games("NFL", *PAST)
    coming = league("NFL", PAST, [(1, 2)])
    coming.loc[coming.index[-1], "season"] = "2025"
    found = forecast(past, coming.assign(phase="scheduled"))
    now = elo_ratings(past).set_index("team_id")["elo"]

    assert found["game_id"].tolist() == [coming["game_id"].iloc[-1]]
    assert found["home_elo"].iloc[0] == pytest.approx(2 / 3 * now[2] + 1 / 3 * 1505)
    with pytest.raises(QueryError, match="not of NFL"):
        forecast(past, league("NBA", [], [(1, 2)]))


def test_a_schedule_of_the_past_is_to_come_after_the_last_game() -> None:
    """A back-test: of a schedule whose games are all finished, those after the last game of the frame are to come;
    what was finished before and is not in the frame is told."""
    past, whole = games("NFL", *PAST), games("NFL", *PAST, *won(1, 2), *won(3, 4))
    later = whole["game_id"].tolist()[len(past) :]
    assert (whole["phase"] == "finished").all()
    assert forecast(past, whole)["game_id"].tolist() == later
    odds = simulate_season(past, whole, n=20)
    assert odds["to_come"].sum() == 2 * len(later)
    with pytest.warns(SportsframeWarning, match=r"2 games of the schedule were finished before .* left out"):
        assert forecast(past.iloc[2:], whole)["game_id"].tolist() == later
    other = whole.assign(season_type=["Preseason"] * 2 + ["Regular Season"] * (len(whole) - 2))
    assert forecast(past.iloc[2:], other)["game_id"].tolist() == later


def test_draws_are_as_frequent_as_they_were() -> None:
    """Over the games rated the chances of draws add up to the draws there were; a draw counts half of the share."""
    r = random.Random(5)
    past = [
        (a, b, r.randint(0, 2), r.randint(0, 2)) for _ in range(2) for a, b in product(range(1, 7), repeat=2) if a != b
    ]
    frame = games("SOCCER", *past, league="EPL")
    rated = elo(frame)
    drawn = (rated["home_score"] == rated["away_score"]).mean()
    share = rated["elo_prob_pct"] / 100
    found = forecast(league("SOCCER", past, [(1, 2), (5, 6)], league="EPL"))
    own = found["elo_prob_pct"] / 100
    factor = drawn / (share * (1 - share)).mean()

    assert (found["draw_pct"] / 100).tolist() == pytest.approx((factor * own * (1 - own)).tolist())
    assert (found["home_win_pct"] + found["draw_pct"] / 2).tolist() == pytest.approx(found["elo_prob_pct"].tolist())
    assert (forecast(league("NFL", PAST, [(1, 2)]))["draw_pct"] == 0).all()


GROUPS = {1: "A - E", 2: "A - E", 3: "A - W", 4: "A - W", 5: "B - E", 6: "B - W", 7: "A - N", 8: "A - N"}


def test_simulated_seasons_agree_with_every_way_they_can_end() -> None:
    """Four games are left: the mean and the chance of the first place are those of the sixteen ends, weighed."""
    ahead = [(1, 2), (2, 1), (1, 3), (3, 2)]
    frame = league("NBA", [*won(1, 2, 3), *won(2, 1, 3), *won(3, 1), *won(1, 3), *won(2, 3), *won(3, 2)], ahead)
    chances = (forecast(frame)["home_win_pct"] / 100).tolist()
    mean, first = dict.fromkeys((1, 2, 3), 0.0), dict.fromkeys((1, 2, 3), 0.0)
    for ends in product((True, False), repeat=4):
        wins = {1: 4.0, 2: 4.0, 3: 2.0}
        games_of = {1: 11, 2: 11, 3: 6}
        weight = 1.0
        for (away, home), chance, home_won in zip(ahead, chances, ends, strict=True):
            weight *= chance if home_won else 1 - chance
            wins[home if home_won else away] += 1
        share = {team: wins[team] / games_of[team] for team in wins}
        best = [team for team in share if share[team] == max(share.values())]
        for team in wins:
            mean[team] += weight * wins[team]
            first[team] += 100 * weight * (team in best) / len(best)
    found = simulate_season(frame, n=40000, seed=3).set_index("team_id")

    assert found["to_come"].to_dict() == {1: 3, 2: 3, 3: 2}
    for team in (1, 2, 3):
        assert found.loc[team, "mean"] == pytest.approx(mean[team], abs=0.03)
        assert found.loc[team, "first_pct"] == pytest.approx(first[team], abs=1.5)


def test_low_and_high_are_the_percentiles_of_a_binomial_distribution() -> None:
    """Of 20 even games the 10th percentile is 7 wins and the 90th 13; the 5th and the 95th would be 6 and 14."""
    found = simulate_season(league("NBA", [], [(1, 2)] * 20), neutral=True, n=4000)

    assert found["low"].tolist() == [7, 7]
    assert found["high"].tolist() == [13, 13]


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NFL", "MLB", "NHL", "NBA"])
def test_odds_add_up(sport: str) -> None:
    """Every conference has one top seed, every division a winner, and as many places as there are; a seed repeats."""
    more = {"game_status": "Final"} if sport == "NHL" else {}
    ahead = [(a, b) for a, b in product(GROUPS, repeat=2) if a != b]
    frame = league(sport, [*PAST, *won(5, 6, 2), *won(7, 8), *won(8, 7)], ahead, **more)
    found = simulate_season(frame, groups=GROUPS, n=200, seed=7)

    assert found["top_seed_pct"].sum() == pytest.approx(200)
    assert found["division_pct"].sum() == pytest.approx(500)
    assert found["first_pct"].sum() == pytest.approx(100)
    assert (found["low"] <= found["mean"]).all()
    assert (found["playoffs_pct"] >= found["division_pct"] if sport != "NBA" else found["playoffs_pct"] >= 0).all()
    pd.testing.assert_frame_equal(found, simulate_season(frame, groups=GROUPS, n=200, seed=7))
    assert not found["mean"].equals(simulate_season(frame, groups=GROUPS, n=200, seed=8)["mean"])


def test_a_season_that_is_over_has_no_chances() -> None:
    """Nothing is to come: who has a place has it in every simulated season."""
    groups = {n: f"A - {name}" for n, name in enumerate("EWNSEWNSEWNS", 1)} | {98: "B - E", 99: "B - E"}
    played = [r for n in range(1, 13) for r in (*won(n, 98 + n % 2, 20 - n), *won(98 + n % 2, n, n))]
    frame = games("NFL", *played)
    found = simulate_season(frame, groups=groups, n=10).set_index("team_id")
    seeds = standings(frame, groups=groups).set_index("team_id")["seed"]

    assert set(found.index[found["playoffs_pct"] == 100]) == set(seeds.index[seeds.notna()])
    assert set(found["playoffs_pct"]) == {0, 100}
    assert found["mean"].tolist() == found["wins"].tolist()
    assert found["top_seed_pct"].to_dict()[1] == 100


@pytest.mark.long
def test_odds_of_what_places_lead_to() -> None:
    """As many teams as there are places, before the first game and after the last, when they are those of the table."""
    with sf.options(now="2025-07-01T12:00"):
        over = sf.live(season=2024, sport="SOCCER", league="SERIEA", progress=False)
        ahead = sf.schedule_season(2024, "SOCCER", league="SERIEA").assign(phase="scheduled")
    odds = ["champions_league_pct", "europa_league_pct", "relegation_pct"]
    before = simulate_season(over.head(0), ahead, n=50)
    after = simulate_season(over, n=50)
    for found in (before, after):
        assert found[odds].sum().tolist() == pytest.approx([400, 100, 300])
        assert (found["champions_league_pct"] >= found["first_pct"]).all()
    assert before["relegation_pct"].max() < 100
    table = standings(over).set_index("team_id")["berth"]
    for column, berth in zip(odds, ["Champions League", "Europa League", "relegation"], strict=True):
        assert set(table.index[table == berth]) >= set(after.loc[after[column] == 100, "team_id"])


@pytest.mark.sampled
@pytest.mark.parametrize("verb", [elo_ratings, forecast, simulate_season, srs])
def test_two_leagues_are_not_one(verb: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    """What compares the teams of a league refuses two, in one line that says how to select one; one of them is fine."""
    parts = [league("SOCCER", PAST, [(1, 2)], league=code) for code in ("EPL", "LALIGA")]
    other = parts[1].assign(game_id="x" + parts[1]["game_id"])
    for column in ("home_team_id", "away_team_id"):
        other[column] += 10
    both = pd.concat([parts[0], other])

    with pytest.raises(
        QueryError, match=r'league, but the frame has EPL, LALIGA; .*df\[df\["league"\] == "LALIGA"\]'
    ) as told:
        verb(both)
    assert "\n" not in str(told.value)
    assert len(verb(both[both["league"] == "EPL"])) == len(verb(parts[0]))
    assert standings(both).groupby("league", observed=True)["rank"].min().tolist() == [1, 1]


def test_a_schedule_is_of_the_league_of_the_games() -> None:
    """Fixtures of another league are refused, and those of two."""
    own, other = (league("SOCCER", PAST, [(1, 2)], league=code) for code in ("EPL", "LALIGA"))

    for verb in (forecast, simulate_season):
        with pytest.raises(QueryError, match="schedule= is of LALIGA, but the games are of EPL"):
            verb(own, other)
        with pytest.raises(QueryError, match="schedule= requires a single league"):
            verb(own, pd.concat([own, other]))


def test_questions_about_no_season() -> None:
    """Darts have no season of a league; two seasons and no simulations are refused."""
    names = [column.name for column in layout("DARTS", "live", "games").columns]
    with pytest.raises(QueryError, match="no season of a league"):
        simulate_season(pd.DataFrame(columns=names).assign(sport=["DARTS"]))
    two = games("NFL", *won(1, 2), *won(2, 1), *won(3, 4), *won(4, 2), season=["2023"] * 2 + ["2024"] * 2)
    with pytest.raises(QueryError, match="single season, but the frame has 2023, 2024; select one"):
        simulate_season(two)
    with pytest.raises(QueryError, match="n= must be"):
        simulate_season(games("NFL", *PAST), n=0)


def test_who_wins_the_play_in_is_in_the_playoffs() -> None:
    """Sixteen teams of the NBA are in every simulated season, the first six of each conference among them."""
    played = games("NBA", *(result for one in range(1, 25) for result in won(one, 1 + one % 24)))
    groups = {n: f"{'East' if n < 13 else 'West'} - {n % 3}" for n in range(1, 25)}
    found = simulate_season(
        played, played.assign(phase="scheduled", game_id="n" + played["game_id"]), groups=groups, n=60
    )
    assert found["playoffs_pct"].sum() == pytest.approx(1600)
    assert found["play_in_pct"].sum() == pytest.approx(800)


@pytest.mark.long
def test_home_sides_of_soccer_are_not_favored_more_than_they_win() -> None:
    """Over a season of each league, what is expected of the home side is near what it gets, a draw being a half."""
    said, came = [], []
    for league in ("EPL", "SERIEA", "LALIGA"):
        rated = sf.live(season=2022, sport="SOCCER", league=league, progress=False).sports.elo()
        said.append(float(rated["elo_prob_pct"].mean()))
        came.append(50 + 50 * float(np.sign((rated["home_score"] - rated["away_score"]).astype(float)).mean()))
    assert abs(np.mean(said) - np.mean(came)) < 3
