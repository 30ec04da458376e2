"""Analyses as an analyst writes them: at most five lines of pandas each, with the right figure.

Each figure is compared with one that is made in another way: from the raw records, from season statistics, or by hand.
"""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock

from .support.asking import WORLD


def test_season_points_are_those_of_the_regular_season() -> None:
    """A natural groupby of one part of the season gives the official totals: here those of the season statistics."""
    lines = sf.live(season=2023, sport="NFL", season_type="Regular Season", table="players", progress=False)
    found = lines.groupby("player_id")["rushing_yards"].sum()

    told = sf.player_stats(2023, "NFL", progress=False)
    told = told[told["part"] == "regular_season"].set_index("player_id")["rushing_yards"].dropna()
    assert len(told) > 300
    assert (found.reindex(told.index) == told).all()


def test_every_table_tells_the_part_of_the_season_the_week_and_the_opponent() -> None:
    """Weekly lines of a passer need no merge: season, part, week, phase and opponent stand in each row."""
    lines = sf.live("2024-11-10", "NFL", table="players", day="league")
    best = lines.nlargest(5, "passing_yards")[["week", "team", "opponent", "player", "passing_yards", "phase"]]

    games = sf.live("2024-11-10", "NFL", day="league")
    for row in best.itertuples():
        pair = {row.team, row.opponent}
        assert pair in [set(teams) for teams in games[["away_team", "home_team"]].to_numpy().tolist()]
    assert set(best["week"]) == {10}
    assert set(best["phase"]) == {"finished"}


def test_the_slate_at_half_past_eight() -> None:
    """``live("today")`` in the evening is what is on: the games in play, by the clock of the league."""
    with sf.options(now="2025-01-09T01:30"):
        on = sf.live("today", "NBA").query("phase == 'live'")

    now = Clock("2025-01-09T01:30")()
    playing = {entry.id for entry in WORLD.season("NBA", 2024).all()
               if entry.day.isoformat() == "2025-01-08" and entry.status(now) == "inprogress"}  # fmt: skip
    assert set(on["game_id"]) == playing != set()


def test_sundays_leaderboard() -> None:
    """The leaderboard of a Sunday, with ties, from the day itself; places count those who are ahead."""
    with sf.options(now="2024-06-16T20:00"):
        board = sf.live("today", "PGA", table="players").dropna(subset="position").sort_values("position")

    top = board.head(20)
    for row in top.itertuples():
        ahead = (board["to_par"] < row.to_par).sum()
        tied = (board["to_par"] == row.to_par).sum()
        assert row.place == (f"T{ahead + 1}" if tied > 1 else str(ahead + 1))


def test_purses_add_up() -> None:
    """Prize money of a season is a sum of numbers, and the days of a tournament are dates."""
    year = sf.schedule_season(2024, "PGA")
    total = year.loc[year["phase"] != "off", "purse_amount"].sum()

    assert total == sum(float(text.strip("$").replace(",", "")) for text in year.loc[year["phase"] != "off", "purse"])
    assert ((year["end_date"] - year["start_date"]).dt.days == 3).all()


def test_holds_of_serve_in_darts() -> None:
    """The share of legs won by who threw first, from the legs alone, is the figure that the visits give."""
    legs = sf.live(("2024-12-27", "2024-12-28"), "DARTS", table="legs", progress=False)
    held = (legs["winner_id"] == legs["first_thrower_id"]).mean()

    turns = sf.live(("2024-12-27", "2024-12-28"), "DARTS", table="turns", progress=False)
    first = turns[turns["turn"] == turns.groupby(["game_id", "leg"])["turn"].transform("min")]
    assert 0.5 < held < 0.8
    assert len(first) >= len(legs)
    last = turns[turns["end_score"] == 0].set_index(["game_id", "leg"])["player_id"]
    assert (legs.set_index(["game_id", "leg"])["winner_id"] == last).all()


def test_who_won_the_matches() -> None:
    """Winners and opponents of matches in sets are told: those with more sets, and the other player."""
    players = sf.live("2024-12-28", "DARTS", table="players")
    games = sf.live("2024-12-28", "DARTS").set_index("game_id")

    winners = players[players["won"]].set_index("game_id")
    assert (winners["player_id"] == games["winner_id"]).all()
    assert (winners["sets_won"] == games[["player_1_sets", "player_2_sets"]].max(axis=1)).all()
    assert (players.set_index(["game_id", "player_id"]).index.isin(
        players.set_index(["game_id", "opponent_id"]).index)).all()  # fmt: skip


@pytest.mark.parametrize(("sport", "league"), [("NBA", None), ("DARTS", None), ("PGA", None), ("SOCCER", "EPL")])
def test_a_game_by_its_id(sport: str, league: str | None) -> None:
    """The box score of a game follows from its id alone, or with the sport if ids of several sports are alike."""
    day = {"NBA": "2024-12-05", "DARTS": "2024-12-28", "PGA": "2024-06-15", "SOCCER": "2024-11-09"}[sport]
    games = sf.live(day, sport, league=league)
    one = games.iloc[0]

    box = sf.game(one["game_id"], sport.lower(), league=league)
    for name in box:
        assert set(box[name]["game_id"]) <= {one["game_id"]}
    pd.testing.assert_frame_equal(box[next(iter(box))], games.iloc[[0]].reset_index(drop=True))


def test_a_game_without_its_sport() -> None:
    """An id that one sport has is enough; one that is none, or of no game, is refused with what to do."""
    one = sf.live("2024-12-28", "DARTS").iloc[0]

    assert sf.game(one["game_id"]).sport == "DARTS"
    assert sf.game("2024_926").sport == "PGA"
    for wrong, why in (("2024", "is not an id"), (7, "is not an id"), ("2024_3", "no box score")):
        with pytest.raises(sf.QueryError, match=why):
            sf.game(wrong)
    with pytest.raises(sf.QueryError, match="no box score"):
        sf.game("20241205-1-2", "NBA")


def test_what_there_is() -> None:
    """sports_list() has every sport and league with its tables and current season."""
    with sf.options(now="2025-02-10T12:00"):
        found = sf.sports_list()
        by_sport = found.drop_duplicates("sport").set_index("sport")
        assert by_sport.loc["NFL", "season_label"] == "2024-2025"
        assert by_sport.loc["MLB", "season"] == 2025
        current = sf.schedule_season("current", "NBA")
        assert set(current["season"]) == {"2024-2025"}
        assert sf.schedule_season("2024-2025", "nba").equals(current)
        assert sf.schedule_season("2024-25", "NBA").equals(current)
    assert found["league"].dropna().tolist() == ["EPL", "SERIEA", "LALIGA"]
    for wrong in ("2024-2026", "2024-2024", "24-25", "now"):
        with pytest.raises(sf.QueryError, match="season"):
            sf.schedule_season(wrong, "NBA")
    with pytest.raises(sf.QueryError, match="2024"):
        sf.schedule_season("2024-2025", "MLB")


def test_parts_of_a_season_are_told_where_there_are_any() -> None:
    """season_type= goes with a season and names one of its parts; anything else is refused in one line."""
    with pytest.raises(sf.QueryError, match="Regular Season"):
        sf.live(season=2023, sport="NFL", season_type="playoffs")
    with pytest.raises(sf.QueryError, match="goes with season"):
        sf.live("2024-11-10", "NFL", season_type="Playoffs")
    with pytest.raises(sf.QueryError, match="no parts"):
        sf.live(season=2024, sport="PGA", season_type="Playoffs")
    final = sf.live(season=2023, sport="NFL", season_type="Playoffs", progress=False)
    assert set(final["season_type"]) == {"Playoffs"}
    assert len(final) == 13


def test_small_letters_do() -> None:
    """Sports and leagues may be written in lower case."""
    pd.testing.assert_frame_equal(sf.live("2024-06-01", "mlb"), sf.live("2024-06-01", "MLB"))
    epl = sf.schedule("2024-11-09", "soccer", league="epl")
    pd.testing.assert_frame_equal(epl, sf.schedule("2024-11-09", "SOCCER", league="EPL"))
    assert sf.sport_code("nfl") == "NFL"
