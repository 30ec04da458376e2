"""Analyses as an analyst writes them: at most five lines of pandas each, with the right figure.

Each figure is compared with one that is made in another way: from the raw records, from season statistics, or by hand.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.catalog.football import FAMILIES
from sportsframe.measures.rows import INVOLVED

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


@pytest.mark.parametrize("sport", [None, "NBA"])
@pytest.mark.parametrize("game_id", [None, 20241206, b"x", np.datetime64("2024-12-06"), pd.NA, ["2024-12-06"], "x", ""])
def test_what_is_no_id_of_a_game_is_refused(game_id: Any, sport: str | None) -> None:
    """A missing parameter of a web page, or an id of another type, is named in one line; nothing is asked."""
    with pytest.raises(sf.QueryError, match=r"is not an id|is not a game_id of NBA|takes the ID of one game") as told:
        sf.game(game_id, sport)
    assert "\n" not in str(told.value)


def test_answers_of_some_sports() -> None:
    """The list of responses can be that of one sport or several, in any case; what is no sport is refused."""
    client = sf.Client(source="simulated")
    client.schedule("2024-06-01", "MLB")
    for sports in ("mlb", ["MLB", "NBA"], {"MLB"}, None):
        assert client.answers(sports)["asked"].tolist() == ["/schedule/2024-06-01/MLB"]
    assert client.answers("NBA").empty
    for wrong in (5, ["MLB", 5], "CRICKET"):
        with pytest.raises(sf.QueryError, match="unknown sport"):
            client.answers(wrong)  # type: ignore[arg-type]


def test_what_there_is() -> None:
    """sports_list() has every sport and league with its tables and current season."""
    with sf.options(now="2025-02-10T12:00"):
        found = sf.sports_list()
        by_sport = found.drop_duplicates("sport").set_index("sport")
        assert by_sport.loc["NFL", "season_label"] == "2024-2025"
        assert by_sport.loc[["MLB", "PGA"], "season"].tolist() == [2024, 2025]
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
        sf.live(season=2023, sport="NFL", season_type="finals")
    with pytest.raises(sf.QueryError, match="requires season="):
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


def test_every_figure_of_every_team_in_one_call() -> None:
    """measures(by=...) is what measure() gives one by one, for any grouper that pandas takes."""
    lines = sf.pitching(("2024-05-30", "2024-06-03"), progress=False)
    found = lines.sports.measures(by="team")

    for name in ("era", "whip", "fip", "k_9"):
        pd.testing.assert_series_equal(found[name], lines.sports.measure(name, by="team"))
    for grouper in (lines["team"], lines["team"].tolist(), lambda i: lines.loc[i, "team"]):
        assert np.allclose(
            lines.sports.measures(by=grouper)["era"].to_numpy("float64"), found["era"].to_numpy("float64")
        )
    by_month = lines.sports.measures(by=["team", lines["game_date"].dt.month.rename("month")])["era"]
    runs = lines.groupby(["team", lines["game_date"].dt.month])[["earned_runs", "outs_recorded"]].sum()
    assert np.allclose(
        by_month.to_numpy("float64"), (27 * runs["earned_runs"] / runs["outs_recorded"]).to_numpy("float64")
    )
    weekly = lines.sports.measures(by=pd.Grouper(key="game_date", freq="D"))
    assert weekly.index.tolist() == sorted(lines["game_date"].unique())


@pytest.mark.parametrize("by", [5, [], lambda: 3, "nothing", ["x"] * 9, ["team", 3]])
def test_what_cannot_be_grouped_by_is_refused_in_one_line(by: object) -> None:
    """A wrong grouper is named with its type, never with all its values."""
    lines = sf.pitching("2024-06-01")
    for call in (lines.sports.measures, lines.sports.totals, lambda by: lines.sports.measure("era", by=by)):
        with pytest.raises(sf.SportsframeError) as caught:
            call(by=by)
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) < 300
    with pytest.raises(sf.QueryError, match=r"measure\(name=\) must be a string"):
        lines.sports.measure(["era", "whip"])


def test_receiving_yards_per_game_count_games_without_a_catch() -> None:
    """An absent football statistic is zero where the player took part; the average is per game played."""
    lines = sf.live(("2024-11-03", "2024-11-10"), "NFL", table="players", progress=False)
    found = lines.sports.totals(per="game")["receiving_yards"]

    raw: dict[int, list[float]] = {}
    stats = [name for family in FAMILIES.values() for name in family]
    for row in lines.to_dict("records"):
        some = any(not pd.isna(row[name]) for name in stats if name in row)
        if some or any(not pd.isna(row[name]) and row[name] > 0 for name in INVOLVED):
            yards = row["receiving_yards"]
            raw.setdefault(row["player_id"], []).append(0 if pd.isna(yards) else yards)
    assert {who: sum(games) / len(games) for who, games in raw.items()} == pytest.approx(found.to_dict())
    naive = lines.groupby("player_id")["receiving_yards"].mean()
    assert (found < naive.reindex(found.index)).any()


@pytest.mark.parametrize(("sport", "days"), [
    ("NFL", ("2024-11-03", "2024-11-11")), ("NCAAFB", ("2024-11-09", "2024-11-16")),
])  # fmt: skip
def test_games_without_a_touch_count_wherever_football_is_averaged(sport: sf.CheckedSport, days: Any) -> None:
    """Means, leaders, shares and rolling sums take an absent statistic as zero, and no game that a player missed."""
    lines = sf.live(days, sport, table="players", progress=False)
    part = lines[[name for name in lines if name in {*sum(FAMILIES.values(), ()), *INVOLVED}]]
    played = lines[
        part.drop(columns=INVOLVED, errors="ignore").notna().any(axis=1) | (part.filter(INVOLVED) > 0).any(axis=1)
    ]
    touches = played[["rushing_attempts", "receptions"]].fillna(0).sum(axis=1)
    mean = touches.groupby(played["player_id"]).mean()

    found = lines.sports.measure("touches").astype(float).groupby(lines["player_id"]).mean()
    assert found.dropna().to_dict() == pytest.approx(mean.to_dict())
    totals = lines.sports.leaders("touches", len(lines)).set_index("player_id")["touches"]
    assert totals.to_dict() == touches.groupby(played["player_id"]).sum().to_dict()
    catches = lines.sample(frac=1, random_state=3).sports.rolling("receptions", 2).reindex(lines.index)
    last = played.sort_values("game_time", kind="stable").groupby("player_id").tail(2)
    ends = catches[played.sort_values("game_time", kind="stable").drop_duplicates("player_id", keep="last").index]
    assert ends.sum() == last["receptions"].sum()
    assert catches.notna().sum() == len(played)
    if sport == "NFL":
        shares = lines.sports.measure("target_share_pct", by="player_id")
        sides = lines.groupby(["game_id", "side"], observed=True)["targets"].transform("sum")[played.index]
        own = played["targets"].fillna(0).groupby(played["player_id"]).sum()
        whole = sides.groupby(played["player_id"]).sum()
        assert shares.dropna().to_dict() == pytest.approx((100 * own / whole)[shares.dropna().index].to_dict())


def test_leaders_by_count_and_by_measure() -> None:
    """The leader of a count has the largest sum, that of a measure the best value among those who qualify."""
    lines = sf.live(("2024-12-01", "2024-12-07"), "NBA", table="players", progress=False)
    points = lines.groupby("player_id")["points"].sum().sort_values(ascending=False)

    top = lines.sports.leaders("points", 5)
    assert top["points"].tolist() == points.head(len(top)).tolist()
    assert top["rank"].iloc[0] == 1
    best = lines.sports.leaders("ts_pct", 3, qualify={"field_goals_attempted": 40})
    shots = lines.groupby("player_id")["field_goals_attempted"].sum()
    assert (shots[best["player_id"]] >= 40).all()
    worst = lines.sports.leaders("turnovers", 1, ascending=True)
    assert (worst["turnovers"] == lines.groupby("player_id")["turnovers"].sum().min()).all()
    with pytest.raises(sf.QueryError, match="nobody qualifies"):
        lines.sports.leaders("ts_pct", qualify={"field_goals_attempted": 10_000})
    with pytest.raises(sf.FrameError, match=r"takes columns of totals\(\) and measures, and 'fg_attempted'"):
        lines.sports.leaders("ts_pct", qualify={"fg_attempted": 40})
    with pytest.raises(sf.QueryError, match=r'write leaders\("points", per="game"\) or totals\(per="game"\)'):
        lines.sports.leaders("points_per_game")


@pytest.mark.parametrize(("sport", "table", "per", "column", "unit"), [
    ("NBA", "players", "36", "seconds_played", 2160), ("NHL", "skaters", "60", "seconds_played", 3600),
    ("MLB", "pitching", "9", "outs_recorded", 27),
])  # fmt: skip
def test_rates_per_playing_time(sport: str, table: str, per: str, column: str, unit: int) -> None:
    """per= divides sums by playing time; a player who did not play has none."""
    day = {"NBA": "2024-12-06", "NHL": "2024-12-06", "MLB": "2024-06-01"}[sport]
    lines = sf.live(day, sport, table=table)
    count = {"NBA": "points", "NHL": "goals", "MLB": "strikeouts"}[sport]

    found = lines.sports.totals(per=per)[count].dropna().astype(float)
    sums = lines.groupby("player_id")[[count, column]].sum().astype(float)
    sums = sums[sums[column] > 0]
    assert (found.index == sums.index).all()
    assert np.allclose(found, sums[count] * unit / sums[column])
    with pytest.raises(sf.QueryError, match="unknown per"):
        lines.sports.totals(per="48")


def test_era_over_the_last_three_starts() -> None:
    """rolling() sums the inputs of the last games before the formula is applied, in order of the games."""
    lines = sf.pitching(("2024-05-25", "2024-06-05"), progress=False).sample(frac=1, random_state=1)
    lines["last_three"] = lines.sports.rolling("era", 3)

    for _, own in lines.sort_values("game_time", kind="stable").groupby("player_id"):
        last = own.tail(3)
        outs = last["outs_recorded"].sum()
        if outs:
            assert own["last_three"].iloc[-1] == pytest.approx(27 * last["earned_runs"].sum() / outs)
    strikeouts = lines.sports.rolling("strikeouts", 10_000)
    assert strikeouts.max() == lines.groupby("player_id")["strikeouts"].sum().max()
    for wrong in (0, 1.5, True, "3"):
        with pytest.raises(sf.QueryError, match=r"at least 1|games=\) must be an integer"):
            lines.sports.rolling("era", wrong)


def test_a_log_of_games_has_rest_and_travel() -> None:
    """One row per team and game: results of both sides, days of rest, and kilometers between venues."""
    games = sf.live(("2024-12-01", "2024-12-10"), "NBA", progress=False, day="league")
    log = games.sports.games_log()

    assert len(log) == 2 * len(games)
    assert (log.groupby("game_id")["result"].agg("".join).isin(["WL", "LW"])).all()
    assert (log.groupby("game_id")["home"].sum() == 1).all()
    one = log[log["team_id"] == log["team_id"].iloc[0]]
    assert one["rest_days"].dropna().tolist() == (one["game_date"].diff().dt.days.dropna() - 1).tolist()
    without = games.assign(game_time=games["game_time"].mask(games["game_date"] == "2024-12-06")).sports.games_log()
    pair = ["game_id", "team_id"]
    assert without.set_index(pair)["rest_days"].to_dict() == log.set_index(pair)["rest_days"].to_dict()
    planned = sf.schedule_season(2023, "NFL").sports.games_log()
    assert planned["scored"].isna().all()
    assert planned["distance_km"].between(0, 20_100).sum() > 500
    home_again = planned[planned["home"] & planned.groupby("team_id")["home"].shift().fillna(False).astype(bool)]
    assert (home_again["distance_km"] == 0).mean() > 0.9


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["points", "ts_pct"])
def test_rolling_values_of_a_team_are_of_its_games(name: str) -> None:
    """By team, the lines of a game are added up before the last games are: as if the rows were games."""
    lines = sf.live(("2024-12-01", "2024-12-06"), "NBA", table="players", progress=False).sample(frac=1, random_state=1)
    lines["rolled"] = lines.sports.rolling(name, 2, by="team_id")
    games = lines.groupby(["team_id", "game_id"])[["game_time"]].first().sort_values("game_time").reset_index()
    assert (lines.groupby(["team_id", "game_id"])["rolled"].nunique() == 1).all()
    for team, held in games.groupby("team_id"):
        for n in range(len(held)):
            own = lines[(lines["team_id"] == team) & lines["game_id"].isin(held["game_id"].iloc[max(0, n - 1) : n + 1])]
            expected = own[name].sum() if name in own else own.sports.measure(name, by="team_id").iloc[0]
            rolled = own.loc[own["game_id"] == held["game_id"].iloc[n], "rolled"].iloc[0]
            assert float(rolled) == pytest.approx(float(expected))


@pytest.mark.parametrize(
    ("sport", "table", "name"),
    [("NHL", "skaters", "points"), ("MLB", "batting", "total_bases"), ("NBA", "players", "double_double"),
     ("SOCCER", "players", "goal_contributions"), ("PGA", "players", "top_10s")],
)  # fmt: skip
def test_measures_that_add_up_roll_as_columns_do(sport: Any, table: str, name: str) -> None:
    """The last games are added up for what is a count of each row, too."""
    days = {
        "PGA": ("2024-01-01", "2024-02-20"),
        "SOCCER": ("2024-03-01", "2024-03-31"),
        "MLB": ("2024-06-01", "2024-06-05"),
    }
    league = {"league": "EPL"} if sport == "SOCCER" else {}
    lines = sf.live(days.get(sport, ("2024-12-01", "2024-12-05")), sport, table=table, progress=False, **league)
    rolled = lines.sports.rolling(name, 2)
    own = lines.assign(value=lines.sports.measure(name).astype("Float64")).sort_values("game_time", kind="stable")
    expected = own.groupby("player_id")["value"].rolling(2, min_periods=1).sum().droplevel(0).reindex(lines.index)
    assert rolled.astype("Float64").equals(expected.astype("Float64").rename(name))
    assert rolled.max() > own["value"].max()


def test_the_mean_of_what_is_defined_per_row_rolls() -> None:
    """A starter's last game scores have a mean; games without one count for nothing."""
    lines = sf.live(("2024-06-01", "2024-06-12"), "MLB", table="pitching", progress=False)
    rolled = lines.sports.rolling("game_score_mean", 2)
    own = lines.assign(value=lines.sports.measure("game_score").astype("float64"))
    own = own.sort_values("game_time", kind="stable")
    expected = own.groupby("player_id")["value"].rolling(2, min_periods=1).mean().droplevel(0).reindex(lines.index)
    assert (rolled.isna() == expected.isna()).all()
    assert rolled.dropna().astype(float).tolist() == pytest.approx(expected.dropna().tolist())


@pytest.mark.parametrize(
    ("sport", "day", "table", "name", "says"),
    [
        ("DARTS", "2024-12-15", "players", "three_dart_average", "requires throws=, the table throws of the same"),
        ("NBA", "2024-12-05", "players", "per", "requires league=, the table players of the whole league"),
        ("DARTS", "2024-12-15", "turns", "highest_checkout", "is the greatest of its rows"),
        ("MLB", "2024-06-01", "pitching", "game_score", "is defined per row.*write game_score_mean"),
        ("MLB", "2024-06-01", "pitching", "game_score_max", "game_score_max is the greatest of its rows"),
    ],
)
def test_what_cannot_roll_says_why(sport: Any, day: str, table: str, name: str, says: str) -> None:
    """A measure that needs another table names it, as `measure` does; one of no sum is refused."""
    with pytest.raises(sf.QueryError, match=says):
        sf.live(day, sport, table=table).sports.rolling(name, 3)


def test_rolling_values_of_a_darts_player_are_of_matches() -> None:
    """Turns of a match are added up first; one match is its sum."""
    turns = sf.live("2024-12-15", "DARTS", table="turns")
    first = turns[turns["game_id"] == turns["game_id"].iloc[0]]
    sums = first.groupby("player_id")["earned_score"].transform("sum")
    assert len(first) > 2
    assert first.sports.rolling("earned_score", 3).tolist() == sums.astype(float).tolist()


def test_earned_runs_against_fielding_independent_pitching() -> None:
    """ERA and FIP of each pitcher from summed lines: the formula over the sums, not the mean of games."""
    lines = sf.pitching(("2024-05-30", "2024-06-03"), progress=False)
    found = lines.sports.measures(by="player_id")[["era", "fip"]]

    sums = lines.groupby("player_id")[["home_runs", "walks", "hit_by_pitch", "strikeouts",
                                       "earned_runs", "outs_recorded"]].sum().astype(float)  # fmt: skip
    sums = sums[sums["outs_recorded"] > 0]
    core = 13 * sums["home_runs"] + 3 * (sums["walks"] + sums["hit_by_pitch"]) - 2 * sums["strikeouts"]
    assert np.allclose(found.loc[sums.index, "fip"].astype(float), 3 * core / sums["outs_recorded"] + 3.10)
    assert np.allclose(found.loc[sums.index, "era"].astype(float), 27 * sums["earned_runs"] / sums["outs_recorded"])


def test_ratings_of_a_team_that_was_picked_first() -> None:
    """What needs the opponent says so on a filtered frame, and is the same figure once the whole table rides along."""
    lines = sf.live(("2024-12-01", "2024-12-07"), "NBA", table="teams", progress=False)
    one = lines["team"].iloc[0]
    with pytest.raises(sf.FrameError, match="teams="):
        lines.sports.team(one).sports.measure("off_rating", by="team")
    own = lines.sports.team(one).sports.measure("off_rating", by="team", teams=lines)
    assert own[one] == pytest.approx(lines.sports.measure("off_rating", by="team")[one])

    factors = lines.sports.measures(by="team")[["efg_pct", "ft_rate"]]
    sums = lines.groupby("team")[["field_goals_made", "three_points_made", "field_goals_attempted",
                                  "free_throws_made"]].sum().astype(float)  # fmt: skip
    efg = 100 * (sums["field_goals_made"] + sums["three_points_made"] / 2) / sums["field_goals_attempted"]
    assert np.allclose(factors["efg_pct"].astype(float), efg)


def test_elo_carries_over_and_is_judged_by_the_brier_score() -> None:
    """The ratings of one stretch of games begin the next, and their chances are shares that `brier` takes."""
    games = sf.live(("2024-11-01", "2024-11-18"), "NFL", progress=False)
    cut = games["game_date"] < "2024-11-10"
    before = games[cut].sports.elo_ratings()
    later = games[~cut].sports.elo(ratings=before)

    with pytest.raises(sf.FrameError, match="games that were played, requires the columns home_score"):
        sf.schedule("2024-11-18", "NFL").sports.forecast()
    known = before.set_index("team_id")["elo"]
    pd.testing.assert_frame_equal(later, games[~cut].sports.elo(ratings=known.to_dict()))
    whole = games.sports.elo().set_index("game_id")
    assert later.set_index("game_id")["home_elo_after"].to_dict() == pytest.approx(
        whole.loc[later["game_id"], "home_elo_after"].to_dict()
    )
    chances, won = whole["elo_prob_pct"] / 100, (whole["home_score"] > whole["away_score"]).astype(float)
    assert sf.measures.brier(chances, won) == pytest.approx(((chances - won) ** 2).mean())
    assert sf.measures.srs(games)["srs"].mean() == pytest.approx(0, abs=1e-6)
    with pytest.raises(sf.FrameError, match=r"ratings= requires the column elo"):
        games.sports.elo(ratings=before.drop(columns="elo"))


def test_passers_and_snaps_of_a_week() -> None:
    """The passer rating of the NFL, by hand; the share of snaps is of the most snaps of the side."""
    lines = sf.live(("2024-11-03", "2024-11-10"), "NFL", table="players", progress=False)
    rated = lines.sports.measure("passer_rating", by="player_id").dropna()

    names = ["completions", "passing_attempts", "passing_yards", "passing_touchdowns", "passing_interceptions"]
    made, tries, yards, touchdowns, lost = (lines.groupby("player_id")[name].sum()[rated.index] for name in names)
    terms = (5 * (made / tries - 0.3), 0.25 * (yards / tries - 3), 20 * touchdowns / tries, 2.375 - 25 * lost / tries)
    assert np.allclose(rated.astype(float), sum(term.clip(0, 2.375) for term in terms).astype(float) * 100 / 6)
    shares = lines.sports.measure("snap_share_pct").dropna()
    assert shares.between(0, 100).all()
    assert shares.max() == 100


def test_goalies_by_month_and_above_average() -> None:
    """Save percentage by month from sums; goals saved above average add up to nothing over the league."""
    goalies = sf.live(("2024-12-05", "2024-12-07"), "NHL", table="goalies", progress=False)
    by_month = goalies.sports.measures(by=goalies["game_date"].dt.strftime("%Y-%m"))["save_pct"]

    sums = goalies.groupby(goalies["game_date"].dt.strftime("%Y-%m"))[["saves", "shots_against"]].sum()
    assert by_month.to_dict() == pytest.approx((100 * sums["saves"] / sums["shots_against"]).to_dict())
    assert goalies.sports.measure("gsaa", by="player_id").sum() == pytest.approx(0, abs=1e-6)


def test_averages_of_darts_players() -> None:
    """Three darts score the same on average from throws as players have it, and leg by leg; checkouts are shares."""
    throws = sf.live("2024-12-28", "DARTS", table="throws")
    players = sf.live("2024-12-28", "DARTS", table="players")
    found = throws.sports.measure("three_dart_average", by=["game_id", "player_id"])
    assert throws.sports.measure("three_dart_average", by=["game_id", "player_id", "set", "leg"]).between(0, 180).all()

    told = players.set_index(list(found.index.names))["three_dart_average"]
    assert found.astype(float).to_dict() == pytest.approx(told.astype(float).to_dict(), abs=0.01)
    by_name = players.sports.measures(throws=throws).set_index(list(found.index.names))["three_dart_average"]
    assert by_name.astype(float).to_dict() == pytest.approx(found.astype(float).to_dict())
    made = players.sports.measure("checkout_pct", by="player_id").dropna()
    assert made.between(0, 100).all()


def test_strokes_to_par_by_round() -> None:
    """The rounds of those who finished add up to their strokes, and the average score of a round to the measure."""
    players = sf.live("2024-06-16", "PGA", table="players")
    rounds = players[[f"round_{n}" for n in range(1, 5)]]
    played = rounds.notna().all(axis=1)

    assert (rounds[played].sum(axis=1) == players.loc[played, "strokes"]).all()
    average = players.sports.measure("scoring_average", by="tournament")
    assert average.iloc[0] == pytest.approx(rounds.stack().mean())


def test_a_schedule_joined_with_its_box_scores() -> None:
    """After a merge on the key with suffixes chosen so that the scores keep their names, the frame is still known."""
    planned = sf.schedule("2024-06-01", "MLB")[["game_id", "arena"]]
    joined = planned.merge(sf.live("2024-06-01", "MLB"), on="game_id")

    assert joined.sports.kind.table == "games"
    assert len(joined.sports.games_log()) == 2 * len(joined) > 20


def test_times_with_a_zone_are_the_day_of_the_service() -> None:
    """Eleven at night in New York is the next day in UTC; a period of a day is that day, a week starts on one."""
    late = sf.live(pd.Timestamp("2024-05-31 23:00", tz="America/New_York"), "MLB")
    pd.testing.assert_frame_equal(late, sf.live("2024-06-01", "MLB"))
    pd.testing.assert_frame_equal(late, sf.live(pd.Period("2024-06-01", "D"), "MLB"))
    for several in (("2024-06-01", "2024-06-30"), ["2024-06-01", "2024-06-02"]):
        with pytest.raises(sf.QueryError, match="returns 7 days"):
            sf.schedule_week(several, "MLB")  # type: ignore[arg-type]
    seasons = pd.concat([sf.schedule_season(year, "NFL") for year in (2022, 2024)])
    assert set(sf.schedule_season([2022, 2024], "NFL")["season"]) == set(seasons["season"])
