"""The leaders that the tools rank."""

from __future__ import annotations

import re
from math import ceil
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._cli.verbs import _in_python
from sportsframe._client.clock import Clock
from sportsframe.catalog import SPORTS
from sportsframe.catalog.codes import CheckedSport
from sportsframe.errors import QueryError
from sportsframe.measures import spoken
from sportsframe.servers import rankings
from sportsframe.servers.mcp.caller import Caller
from sportsframe.servers.mcp.questions.leaders import _in_tools

from ...support.agents import SUNDAY
from .calls import call, said, structure, tools_at

LATE = "2025-03-02T23:30:00"


def test_the_fewest_strokes_are_those_of_who_finished(sunday: str) -> None:
    """Who went home early has fewer strokes than the winner, but does not lead, also if the order is stated."""
    about = {"sport": "pga", "statistic": "strokes", "date": "2024-03-31", "limit": 200}
    orders = ({}, {"order": "lowest"}, {"order": "highest"})
    usual, stated, everyone = (structure(call(sunday, "get_leaders", **about, **more)) for more in orders)
    players = sf.Client(source="simulated", now=SUNDAY).live("2024-03-31", "PGA", table="players", day="league")
    stayed = players[~players["status"].isin(["cut", "withdrawn"])].dropna(subset=["strokes"])

    assert usual["rows"][0][-1] == stayed["strokes"].min() > everyone["rows"][-1][-1]
    assert usual["total"] == len(stayed) < everyone["total"]
    assert "players who were cut, withdrawn or disqualified" in usual["note"]
    assert (stated["rows"], stated["note"]) == (usual["rows"], usual["note"])
    assert "who were cut" not in everyone.get("note", "")


@pytest.mark.parametrize(("sport", "day", "statistic", "table", "column"), [
    ("MLB", "2024-04-17", "hits", "batting", "hits"), ("MLB", "2024-04-17", "avg", "batting", "avg"),
    ("DARTS", "2025-03-01", "180s", "players", "visits_180"),
])  # fmt: skip
def test_a_day_is_all_games_of_a_player(sport: Any, day: str, statistic: str, table: str, column: str) -> None:
    """Who plays twice, in a doubleheader or in two rounds, is ranked once, by both games."""
    lines = sf.Client(source="simulated", now=LATE).live(day, sport, table=table, day="league")
    assert lines["player_id"].duplicated().any()
    sums = lines.groupby("player_id")[[name for name in ("hits", "at_bats", "visits_180") if name in lines]].sum()
    expected = (sums["hits"] / sums["at_bats"]).round(6) if statistic == "avg" else sums[column]
    with tools_at(LATE) as url:
        found = structure(call(url, "get_leaders", sport=sport.lower(), statistic=statistic, date=day, limit=500))
    rows = [dict(zip(found["columns"], row, strict=True)) for row in found["rows"]]
    assert {row["player_id"]: round(row[column], 6) for row in rows} == expected.dropna().to_dict()
    assert len({row["player_id"] for row in rows}) == found["total"] == len(rows)
    assert "over all games of the day" in found["note"]


@pytest.mark.sampled
@pytest.mark.parametrize("more", [{}, {"season": "2023"}, {"date": "2024-03-31"}])
@pytest.mark.parametrize(("sport", "statistic"), [("pga", "wins"), ("pga", "to_par"), ("darts", "180s")])
def test_leaders_without_teams_are_of_none(sunday: str, sport: str, statistic: str, more: dict[str, str]) -> None:
    """A team that no row has is not passed over, with which all players would look like its own."""
    result = call(sunday, "get_leaders", sport=sport, statistic=statistic, team="England", **more)
    assert result.is_error
    assert "team" in said(result) or "is known for" in said(result)


@pytest.mark.parametrize("statistic", ["average", "highest checkout"])
def test_what_does_not_add_up_is_ranked_by_game(statistic: str) -> None:
    """Each row then has its game, and a note says so."""
    with tools_at(LATE) as url:
        found = structure(call(url, "get_leaders", sport="darts", statistic=statistic, date="2025-03-01", limit=5))
    assert "game_id" in found["columns"]
    assert "of each game: some players have more than one" in found["note"]


def test_leaders_by_a_rate_have_played(sunday: str) -> None:
    """A rate is ranked among those with enough attempts, unless told otherwise; a total among all."""
    about = {"sport": "mlb", "statistic": "avg", "limit": 1000}
    usual, everyone, most = (
        structure(call(sunday, "get_leaders", **about, **more)) for more in ({}, {"qualify": 0}, {"qualify": 10**6})
    )
    assert "players with at_bats of at least" in usual["note"]
    assert 0 < usual["total"] < everyone["total"]
    assert most["total"] == 0
    lowest = structure(call(sunday, "get_leaders", **about, order="lowest"))
    assert [row[-1] for row in lowest["rows"]] == sorted(row[-1] for row in usual["rows"])
    assert "at least" not in structure(call(sunday, "get_leaders", **{**about, "statistic": "home_runs"}))["note"]


@pytest.mark.parametrize(("sport", "statistic", "by", "ranked"), [
    ("NFL", "passer_rating", "passing_attempts", [3, 2]), ("DARTS", "checkout_percentage", "games_played", [4, 3, 2]),
    ("NFL", "fantasy_points", "", [4, 3, 2, 1]), ("NFL", "games_played", "", [4, 3, 2, 1]),
])  # fmt: skip
def test_a_rate_that_the_service_gives_has_played_too(sport: str, statistic: str, by: str, ranked: list[int]) -> None:
    """A rate among the columns is ranked like a measure: among those who did enough, else played enough games."""
    players = pd.DataFrame({"player_id": [1, 2, 3, 4], "player": list("abcd"), "games_played": [2, 3, 9, 10]})
    frame = players.assign(**{"passing_attempts": [10, 40, 100, 0], statistic: [1, 2, 3, 10]})
    board, order, note = rankings.leaders(frame, sport, "player-stats", "season", statistic)
    assert (board["player_id"].tolist(), order) == (ranked, "highest")
    least = {"passing_attempts": 40, "games_played": 3}.get(by)
    assert note.partition(";")[0] == (f"players with {by} of at least {least}" if by else "")
    everyone = rankings.leaders(frame, sport, "player-stats", "season", statistic, qualify=0)[0]
    assert everyone["player_id"].tolist() == [4, 3, 2, 1]
    tied = frame.assign(**{statistic: [5, 7, 7, 9]})
    level = rankings.leaders(tied, sport, "player-stats", "season", statistic, qualify=0)[0]
    assert level["rank"].tolist() == [1, 2, 2, 4]


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "season", "text"), [
    ("NFL", 2023, "touchdowns per game"), ("NFL", 2023, "points per game"), ("NHL", 2023, "points per game"),
    ("MLB", 2023, "total bases per game"), ("MLB", 2023, "extra base hits per game"), ("MLB", 2023, "hits per game"),
])  # fmt: skip
def test_an_average_per_game_has_played_whatever_it_is_of(sport: Any, season: int, text: str) -> None:
    """Whether a column or a measure is averaged, and whether the games are in its table or another one."""
    client = sf.Client(source="simulated", now=SUNDAY)
    statistic, table = rankings.in_table(text, sport, "player-stats")
    table = rankings.table_with(sport, "player-stats", statistic, table)
    frame = rankings.of_season(client, season, sport, table, statistic, None)
    frame = frame[frame["part"] == "regular_season"]
    about = frame, sport, "player-stats", table, statistic
    board, _, note = rankings.leaders(*about)
    least = ceil(0.3 * frame["games_played"].max())
    said = re.fullmatch(r"players with games_played of at least (?:(\d+) to )?(\d+)(, by .+ club)?; qualify .+", note)
    assert said
    assert board["games_played"].min() >= int(said[1] or said[2])
    assert int(said[2]) in (least, least - 1)
    assert rankings.leaders(*about, qualify=least + 3)[0]["games_played"].min() >= least + 3
    assert len(rankings.leaders(*about, qualify=0)[0]) > len(board)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "statistic", "chances"), [
    ("NBA", "points", "games_played"), ("NFL", "touchdowns", "games_played"), ("PGA", "top_10", "games_played"),
])  # fmt: skip
def test_a_total_qualifies_by_games_if_that_is_asked_for(sport: Any, statistic: str, chances: str) -> None:
    """No number that a user passes is ignored; by default a total is ranked for all."""
    frame = sf.Client(source="simulated", now=SUNDAY).player_stats(2023, sport)
    frame = frame[frame["part"] == "regular_season"] if "part" in frame.columns else frame
    about = frame, sport, "player-stats", "season", statistic
    board, _, note = rankings.leaders(*about, qualify=8)
    assert note.startswith(f"players with {chances} of at least 8; qualify")
    assert board["games_played"].min() >= 8
    everyone, _, note = rankings.leaders(*about)
    assert len(everyone) > len(board)
    assert "at least" not in note


def test_a_day_has_no_least_number() -> None:
    """A number that would have to be ignored is refused."""
    frame = sf.Client(source="simulated", now=SUNDAY).live("2024-03-30", "NBA", table="players")
    with pytest.raises(QueryError, match="qualify applies to a season, not to a day"):
        rankings.leaders(frame, "NBA", "live", "players", "points", qualify=5)


@pytest.mark.parametrize(("sport", "text", "statistic"), [
    ("NHL", "shots per game", "shots_on_goal_per_game"), ("SOCCER", "shots per game", "shots_attempted_per_game"),
    ("MLB", "HR per game", "home_runs_per_game"),
    ("NBA", "three-point percentage", "fg3_pct"), ("NBA", "3 point percentage", "fg3_pct"), ("NBA", "3P%", "fg3_pct"),
    ("NBA", "field goal percentage", "fg_pct"), ("NBA", "FG%", "fg_pct"), ("NBA", "three_pct", "fg3_pct"),
    ("NBA", "free throw percentage", "ft_pct"), ("NBA", "FT%", "ft_pct"), ("NBA", "true shooting percentage", "ts_pct"),
    ("NCAABB", "two-point percentage", "two_point_percentage"), ("MLB", "strikeouts per nine innings", "k_9"),
    ("MLB", "SO9", "k_9"), ("MLB", "2B", "doubles"), ("MLB", "on-base percentage", "obp"), ("MLB", "ERA", "era"),
    ("NFL", "TD passes", "passing_touchdowns"), ("NFL", "Cmp%", "completion_pct"), ("NHL", "PIM", "penalty_minutes"),
    ("NHL", "save percentage", "save_pct"), ("NHL", "points", "points"), ("NBA", "nonsense", "nonsense"),
    ("NBA", "PTS", "points"), ("NBA", "boards", "total_rebounds"), ("NBA", "FGA", "field_goals_attempted"),
    ("NBA", "PPG leaders", "points_per_game"), ("MLB", "home run leaders", "home_runs"),
    ("MLB", "IP", "innings_pitched"), ("MLB", "runs batted in", "rbi"), ("NFL", "pass yds", "passing_yards"),
    ("NFL", "rush yards", "rushing_yards"), ("NFL", "rec TDs", "receiving_touchdowns"),
    ("NFL", "carries", "rushing_attempts"), ("NFL", "QB rating", "passer_rating"),
    ("NFL", "extra points", "extra_points_made"), ("NHL", "+/-", "plus_minus"), ("NHL", "SOG", "shots_on_goal"),
    ("NHL", "PPG", "power_play_goals"), ("NHL", "TOI", "time_on_ice"), ("SOCCER", "goals scored", "goals"),
    ("SOCCER", "shots", "shots_attempted"), ("SOCCER", "shots on target", "shots_on_goal"),
    ("SOCCER", "SOT", "shots_on_goal"), ("PGA", "score to par", "to_par"), ("PGA", "top 10s", "top_10"),
    ("DARTS", "maximums", "visits_180"),
    ("DARTS", "highest finish", "highest_checkout"), ("DARTS", "checkouts", "checkouts_made"),
    ("PGA", "made cuts", "cuts_made"), ("PGA", "cuts made", "cuts_made"), ("PGA", "missed cuts", "cuts"),
    ("PGA", "cut percentage", "cuts_made_pct"), ("SOCCER", "goals against", "goals_conceded"),
    ("SOCCER", "goals allowed", "goals_conceded"), ("SOCCER", "fouls suffered", "fouls_drawn"),
    ("NHL", "goals against", "goals_allowed"), ("NHL", "goals conceded", "goals_allowed"),
    ("NHL", "shots faced", "shots_against"), ("NHL", "games lost", "losses"),
    ("NFL", "fumbles recovered", "fumbles_recoveries"), ("NBA", "shots blocked", "blocks"),
    ("NCAABB", "batting average", "batting_average"),
])  # fmt: skip
def test_a_statistic_is_found_by_what_people_call_it(sport: str, text: str, statistic: str) -> None:
    """Percentages and rates by their label, the heading of sites of reference or the name of the field."""
    assert rankings.statistic_of(text, sport, "player-stats") == statistic


@pytest.mark.parametrize(("sport", "statistic"), [
    ("NFL", "points"), ("NBA", "points"), ("NCAABB", "points"), ("MLB", "runs"), ("NHL", "points"),
    ("SOCCER", "goals"), ("PGA", "to_par"), ("DARTS", "three_dart_average"),
])  # fmt: skip
@pytest.mark.parametrize("text", ["top scorer", "leading scorers", "scoring", "Scoring leaders"])
def test_the_top_scorer_of_a_night(sport: str, statistic: str, text: str) -> None:
    """Who scores most has most of what decides the game: points, goals, runs, strokes, or the average."""
    assert rankings.statistic_of(text, sport, "live") == statistic


@pytest.mark.parametrize(("sport", "resource", "text", "said"), [
    ("DARTS", "player-stats", "averages", "three_dart_average of DARTS is known for a day, not for a season: pass the"),
    ("DARTS", "player-stats", "3DA", "three_dart_average of DARTS is known for a day, not for a season: pass the"),
    ("PGA", "player-stats", "scoring average", "scoring_average of PGA is known for a day, not for a season: pass"),
    ("PGA", "player-stats", "strokes per round", "scoring_average of PGA is known for a day, not for a season: pass"),
    ("NFL", "player-stats", "TFL", "tackles_for_loss of NFL cannot be computed: box scores have one number of"),
    ("NFL", "player-stats", "tackles for loss", "tackles_for_loss of NFL cannot be computed"),
    ("NFL", "live", "hurries", "hurries of NFL cannot be computed: box scores have only a defender's tackles"),
    ("NCAAFB", "live", "forced fumbles", "forced_fumbles of NCAAFB cannot be computed"),
    ("SOCCER", "live", "key passes", "key_passes of SOCCER cannot be computed: the data has no passes"),
    ("PGA", "player-stats", "driving accuracy", "driving_accuracy of PGA cannot be computed: the data has no shots"),
    ("NBA", "player-stats", "usage", "of NBA is known for a day, not for a season: pass the date"),
    ("NBA", "live", "PPG leaders", "points_per_game of NBA is known for a season, not for a day: omit the date."),
    ("NBA", "live", "+/-", "plus_minus of NBA cannot be computed: it needs lineups, or regression weights"),
    ("MLB", "player-stats", "WAR", "war of MLB cannot be computed: it needs replacement levels"),
    ("MLB", "player-stats", "complete games", "complete_game of MLB is known for a day, not for a season: pass"),
    ("PGA", "live", "missed cuts", "cuts of PGA is known for a season, not for a day: omit the date."),
    ("PGA", "live", "made cuts", "cuts_made of PGA is known for a season, not for a day: omit the date."),
    ("DARTS", "live", "legs lost", "legs_lost of DARTS is known for a season, not for a day: omit the date."),
    ("PGA", "live", "prize money", "earnings of PGA cannot be computed: the data has the purse of a tournament"),
])  # fmt: skip
def test_a_statistic_that_cannot_be_ranked_says_why(sport: str, resource: str, text: str, said: str) -> None:
    """One of a day only or a season only, and one that is not in the data: no other is taken for it."""
    statistic, table = rankings.in_table(text, sport, resource)
    with pytest.raises(QueryError, match=re.escape(said)) as refused:
        rankings.table_with(sport, resource, statistic, table)
    assert "unknown" not in str(refused.value)


@pytest.mark.parametrize(("sport", "text"), [
    ("NFL", "points allowed"), ("NFL", "sacks allowed"), ("NFL", "sacks taken"), ("NFL", "yards allowed"),
    ("NFL", "missed field goals"), ("NFL", "takeaways"), ("NBA", "turnovers forced"), ("NBA", "fouls drawn"),
    ("NBA", "opponent points"), ("NBA", "blocks against"), ("NBA", "missed free throws"), ("NHL", "missed shots"),
    ("SOCCER", "own goals"), ("SOCCER", "penalties missed"), ("SOCCER", "penalties conceded"),
    ("SOCCER", "shots faced"), ("DARTS", "sets lost"), ("DARTS", "darts missed"),
])  # fmt: skip
@pytest.mark.parametrize("resource", ["player-stats", "live"])
def test_the_opposite_of_a_statistic_is_not_suggested(sport: str, text: str, resource: str) -> None:
    """What is not in the data is refused without another statistic that shares a word with it."""
    statistic, table = rankings.in_table(text, sport, resource)
    with pytest.raises(QueryError, match=f"unknown statistic of {sport} '{spoken.spelled(text)}'; expected") as refused:
        rankings.table_with(sport, resource, statistic, table)
    assert "Did you mean" not in str(refused.value)


def test_python_does_not_suggest_the_opposite_either() -> None:
    """Legs that were missed are not those that were lost."""
    frame = sf.Client(source="simulated", now=SUNDAY).player_stats(2023, "PGA")
    with pytest.raises(QueryError, match=r"unknown measure 'rounds_lost' of PGA season\. sportsframe"):
        frame.sports.leaders("rounds_lost")


def test_cuts_are_those_missed(sunday: str) -> None:
    """The column that is called cuts says in a ranking what it counts; cuts made are what is left."""
    frame = sf.Client(source="simulated", now=SUNDAY).player_stats(2023, "PGA")
    missed = structure(call(sunday, "get_leaders", sport="golf", statistic="cuts", season="2023"))
    assert "cuts: Tournaments in which the player missed the cut" in missed["note"]
    made = structure(call(sunday, "get_leaders", sport="golf", statistic="made cuts", season="2023"))
    left = frame["games_played"] - frame["cuts"] - frame["withdrawals"]
    assert made["statistic"] == "cuts_made"
    assert made["rows"][0][-1] == left.max()
    assert (frame.sports.measure("cuts_made_pct") == 100 * left / frame["games_played"]).all()


@pytest.mark.parametrize("code", SPORTS)
def test_agents_are_told_the_nearest_of_a_season_and_no_python(code: CheckedSport) -> None:
    """Of every statistic of a day alone: in one line of tools, with statistics that a season has."""
    door = _in_tools(Caller(lambda path, query: (200, {}, b""), Clock(SUNDAY)), code)
    alone = {
        statistic
        for table in rankings.tables_of_players(code, "live")
        for statistic in rankings._statistics(code, "live", table)
        if not rankings.tables_of(code, "player-stats", statistic)
    }
    for statistic in alone:
        with pytest.raises(QueryError, match="known for a day, not for a season: pass the date") as refused:
            rankings.table_with(code, "player-stats", statistic, None, door)
        told = str(refused.value).rstrip(".")
        assert not re.search("python|sf\\.", told, re.IGNORECASE)
        assert len(told) < 200
        for near in filter(None, told.partition("nearest of a season: ")[2].split(", ")):
            assert rankings.tables_of(code, "player-stats", near)


def test_a_statistic_of_a_day_tells_how_to_rank_a_season() -> None:
    """The code that the command line names ranks the average of golf by all rounds of the season."""
    statistic, table = rankings.in_table("strokes per round", "PGA", "player-stats")
    with pytest.raises(QueryError) as refused:
        rankings.table_with("PGA", "player-stats", statistic, table, _in_python("PGA", "2026", None))
    told = str(refused.value)
    assert "season=2026" in told
    assert len(told) <= 200
    with sf.options(now="2026-11-27T12:00", source="simulated"):
        found = eval(told.partition(" in Python ")[2].rstrip("."), {"sf": sf})
        played = sf.live(season=2026, sport="PGA", table="players")
    own = played[played["player_id"] == found["player_id"].iloc[0]]
    rounds = own[[f"round_{n}" for n in range(1, 5)]].stack()
    assert found["scoring_average"].iloc[0] == pytest.approx(rounds.mean())


def test_a_ranking_says_what_its_statistic_leaves_out() -> None:
    """The points of players lack those that no table credits to anybody."""
    told = rankings.caveat("NFL", "player-stats", "season", "points")
    assert told.startswith("Points: Without safeties")
    assert "blocked kick" in told
    assert rankings.caveat("NFL", "player-stats", "season", "receptions") == ""


@pytest.mark.parametrize("text", ["hits allowed", "hits against", "hits conceded"])
def test_what_a_pitcher_allows_is_in_his_table(text: str) -> None:
    """Hits allowed are hits of the table of pitching."""
    assert rankings.in_table(text, "MLB", "player-stats") == ("hits", "pitching")


def test_no_two_statistics_are_called_the_same() -> None:
    """Each name stands for one statistic of a game."""
    for called in (spoken.CALLED, *spoken.OF_GAME.values()):
        names = [spoken.words(name) for held in called.values() for name in held]
        assert len(names) == len(set(names))


@pytest.mark.parametrize(("statistic", "table"), [
    ("strikeouts", "pitching"), ("walks", "batting"), ("hits", "batting"), ("home_runs", "batting"),
])  # fmt: skip
def test_of_several_tables_the_one_is_ranked_where_more_is_better(statistic: str, table: str) -> None:
    """Who leads in strikeouts is a pitcher, and in walks a batter, as the measures of the tables say."""
    for resource in ("player-stats", "live"):
        assert rankings.table_with("MLB", resource, statistic) == table


@pytest.mark.parametrize(("sport", "column", "made", "tried"), [
    ("NBA", "two_point_percentage", "two_points_made", "two_points_attempted"),
    ("NCAABB", "two_point_percentage", "two_points_made", "two_points_attempted"),
    ("DARTS", "checkout_percentage", "checkouts_made", "checkout_total"),
])  # fmt: skip
def test_a_rate_as_sent_qualifies_by_its_own_attempts(sport: str, column: str, made: str, tried: str) -> None:
    """Whoever made 5 of 6 does not lead those who tried a hundred times, however many games he was in."""
    frame = pd.DataFrame(
        {"player_id": [1, 2], "player": ["a", "b"], "games_played": [20, 20], made: [5, 60], tried: [6, 100]}
    ).assign(**{column: [83.33, 60.0]})
    board, _, note = rankings.leaders(frame, sport, "player-stats", "season", column)
    assert board["player_id"].tolist() == [2]
    assert note.startswith(f"players with {tried} of at least 30")


@pytest.mark.parametrize("when", [{}, {"date": "2024-03-30"}, {"date": "2024-03-30", "league": "NBA"}])
def test_a_statistic_of_two_tables_is_refused_at_once(sunday: str, when: dict[str, str]) -> None:
    """PER needs the whole league beside the players: no other argument is named that would not do either."""
    result = call(sunday, "get_leaders", sport="nba", statistic="PER", **when)
    assert result.is_error
    assert "league is only for soccer" in said(result) or "requires a second table (league)" in said(result)
    if "date" in when:
        measures = call(
            sunday, "get_measures", sport="nba", table="players", columns=["player", "per"], date=when["date"]
        )
        assert "per is not among these, as it requires another table, league." in said(measures)


@pytest.mark.parametrize("statistic", ["to_par", "strokes", "wins"])
def test_a_golf_season_without_a_finished_tournament_has_no_leaders(statistic: str) -> None:
    """Until the first one ends there is nobody to rank, whichever way a statistic is ranked."""
    client = sf.Client(source="simulated", now="2025-01-03T21:30")
    frame = client.player_stats(2025, "PGA")
    assert frame.empty
    assert frame.sports.leaders(statistic).empty
    assert rankings.leaders(frame, "PGA", "player-stats", "season", statistic)[0].empty
    with tools_at("2025-01-03T21:30Z") as url:
        found = structure(call(url, "get_leaders", sport="golf", statistic=statistic, part="regular_season"))
    assert found["reason"] == "no PGA game of the regular season of 2025 is counted yet; pass season 2024."


def test_the_least_per_game_is_not_that_of_whoever_left_early() -> None:
    """Strokes per tournament are least for who misses cuts, and refused without an order; those to par are not."""
    client = sf.Client(now="2024-10-01")
    frame = rankings.of_season(client, 2024, "PGA", "season", "strokes_per_game", None)
    with pytest.raises(sf.QueryError, match="strokes_per_game of a season is least for whoever played least"):
        rankings.leaders(frame, "PGA", "player-stats", "season", "strokes_per_game")
    most, order, _ = rankings.leaders(frame, "PGA", "player-stats", "season", "strokes_per_game", order="highest")
    assert order == "highest"
    assert most["strokes_per_game"].is_monotonic_decreasing
    best, order, _ = rankings.leaders(frame, "PGA", "player-stats", "season", "to_par_per_game")
    assert order == "lowest"
    assert best["to_par_per_game"].is_monotonic_increasing


def test_averages_per_game_of_a_table_without_games() -> None:
    """Runs batted in per game are those of the batting table by the games of the other one."""
    client = sf.Client(source="simulated", now="2024-05-01T12:00")
    statistic = rankings.statistic_of("RBI per game", "MLB", "player-stats")
    table = rankings.table_with("MLB", "player-stats", statistic)
    assert (statistic, table) == ("rbi_per_game", "batting")
    frame = rankings.of_season(client, 2024, "MLB", table, statistic, None)
    board, order, note = rankings.leaders(frame, "MLB", "player-stats", table, statistic)
    assert (order, note.partition(" of at least")[0]) == ("highest", "players with games_played")
    best = board.iloc[0]
    season = client.player_stats(2024, "MLB", table="season").set_index("player_id")
    batting = client.player_stats(2024, "MLB", table="batting").set_index("player_id")
    games = season["games_played"].loc[best["player_id"]]
    assert best["games_played"] == games
    assert best[statistic] == pytest.approx(batting["rbi"].loc[best["player_id"]] / games)
    with pytest.raises(sf.QueryError, match="rbi_per_game of MLB is known for a season, not for a day: omit the date"):
        rankings.table_with("MLB", "live", statistic)
    for sport, rate in (("NBA", "fg_pct"), ("NHL", "gaa"), ("DARTS", "checkout_percentage"), ("NBA", "double_double")):
        with pytest.raises(sf.QueryError, match="unknown statistic"):
            rankings.table_with(sport, "player-stats", f"{rate}_per_game")
    with pytest.raises(sf.QueryError, match=r"^unknown statistic of MLB 'nonsense_per_game'; expected one of"):
        rankings.table_with("MLB", "player-stats", "nonsense_per_game")


@pytest.mark.sampled
@pytest.mark.parametrize("season", [2023, 2030])
def test_averages_per_game_of_a_measure(season: int) -> None:
    """Points of hockey are a measure; those per game are ranked as well, also of a season without games."""
    client = sf.Client(source="simulated", now="2024-12-01T12:00")
    frame = rankings.of_season(client, season, "NHL", "season", "points_per_game", None)
    board, order, _ = rankings.leaders(frame, "NHL", "player-stats", "season", "points_per_game")
    assert order == "highest"
    assert board.empty == frame.empty == (season == 2030)
    if len(frame):
        best = frame.loc[board.index[0]]
        assert board["points_per_game"].iloc[0] == pytest.approx(
            (best["goals"] + best["assists"]) / best["games_played"]
        )


def test_only_who_has_it_leads_in_what_is_true_or_false(sunday: str) -> None:
    """Whoever had no triple-double is not in a list of those who had one."""
    day = {"sport": "nba", "date": "2024-03-30"}
    had = structure(call(sunday, "get_leaders", statistic="double doubles", **day))
    place = had["columns"].index("double_double") if "double_double" in had["columns"] else None
    assert place is None or all(row[place] is True for row in had["rows"])
    live = sf.Client(source="simulated", now=SUNDAY).live("2024-03-30", "NBA", table="players", day="league")
    assert had["total"] == int(sf.measures.measure(live, "double_double").sum())


@pytest.mark.parametrize(
    ("asked", "statistic"),
    [("TDs", "touchdowns"), ("total touchdowns", "touchdowns"), ("total yards", "scrimmage_yards"), ("pts", "points")],
)
def test_what_is_asked_first_of_football_is_ranked(asked: str, statistic: str) -> None:
    """What people ask first of football is found by its plain name, of a season and of a day."""
    for resource in ("player-stats", "live"):
        assert rankings.statistic_of(asked, "NFL", resource) == statistic
        assert rankings.table_with("NFL", resource, statistic)


def test_golfers_are_ranked_within_their_tournament() -> None:
    """Two tournaments of one week have a leader each, and every line says of which one it is."""
    frame = pd.DataFrame({
        "game_id": ["1", "1", "2", "2"], "tournament": ["A", "A", "B", "B"], "player_id": [1, 2, 3, 4],
        "player": list("abcd"), "to_par": [-15, -10, -13, -9],
    })  # fmt: skip
    board, _, _ = rankings.leaders(frame, "PGA", "live", "players", "to_par")
    assert board[["rank", "tournament", "game_id", "player_id"]].to_numpy().tolist() == [
        [1, "A", "1", 1], [1, "B", "2", 3], [2, "A", "1", 2], [2, "B", "2", 4],
    ]  # fmt: skip
    alone = rankings.leaders(frame.iloc[:2], "PGA", "live", "players", "to_par")[0]
    assert "tournament" not in alone


def test_who_leads_the_golf_is_asked_of_the_tournament_in_play(sunday: str) -> None:
    """Without a season it is the leaderboard that is ranked; of one, and between tournaments, the note says so."""
    who = {"sport": "golf", "statistic": "score"}
    found, today, season = (
        structure(call(sunday, "get_leaders", **who, **when)) for when in ({}, {"date": "today"}, {"season": "2024"})
    )
    assert found["rows"] == today["rows"]
    assert found["note"].startswith(rankings.OF_TODAY)
    assert season["note"] == rankings.OF_TOURNAMENTS
    wins = structure(call(sunday, "get_leaders", sport="golf", statistic="wins"))
    assert wins["season"] == "2024"
    assert "note" not in wins
    with tools_at("2024-04-02T12:00") as tuesday:
        assert structure(call(tuesday, "get_leaders", **who))["note"] == rankings.OF_TOURNAMENTS


def test_the_winner_of_a_playoff_leads_the_leaderboard_of_the_evening() -> None:
    """Until it is over those level at the top share the first rank; then the winner has it, and nothing is in play."""
    boards = []
    for now in ("2025-03-02T22:50", "2025-03-02T23:30"):
        with tools_at(now) as evening:
            found = structure(call(evening, "get_leaders", sport="golf", statistic="leaderboard", limit=2))
            winner = structure(call(evening, "get_scores", sport="golf"))["rows"][0]
        boards.append([row[0] for row in found["rows"]])
        assert "in play" not in found["note"]
    assert boards == [[1, 1], [1, 2]]
    assert found["rows"][0][2] in winner
    assert "the official places decide between equal scores" in found["note"]


def test_the_average_of_one_player(sunday: str) -> None:
    """One player comes with the rank among those who qualify, or among all if he does not; an unknown one is said."""
    about = {"sport": "mlb", "statistic": "avg", "form": "structure"}
    usual, everyone = (
        structure(call(sunday, "get_leaders", **about, limit=1000, **more)) for more in ({}, {"qualify": 0})
    )
    assert usual["columns"][:3] == ["rank", "player_id", "player"]
    third = usual["rows"][2]
    for name in (third[2], str(third[1])):
        assert structure(call(sunday, "get_leaders", **about, player=name))["rows"][0] == third
    ranked = {row[1] for row in usual["rows"]}
    rare = next(row for row in everyone["rows"] if row[1] not in ranked)
    found = structure(call(sunday, "get_leaders", **about, player=str(rare[1])))
    assert found["rows"] == [rare]
    assert found["note"].startswith("ranked among all, as this is not one of the players with at_bats of at least")
    nobody = structure(call(sunday, "get_leaders", **about, player="xqzzyv"))
    assert nobody["reason"].startswith("no MLB player resembles 'xqzzyv'")


def test_leaders_of_a_day_say_which_games_are_not_finished(sunday: str) -> None:
    """A ranking of a day says how many of its games are in play or not begun; of a day that is over, nothing."""
    client, counts = sf.Client(source="simulated", now=SUNDAY), []
    for sport, statistic in (("NBA", "points"), ("NHL", "shots_on_goal"), ("PGA", "strokes")):
        games = client.live("2024-03-31", sport, day="league").set_index("game_id")["phase"]
        planned = client.schedule("2024-03-31", sport, day="league").set_index("game_id")["phase"]
        phases = games.combine_first(planned)
        counts.append(int(phases.isin(["scheduled", "live", "paused"]).sum()))
        found = structure(call(sunday, "get_leaders", sport=sport.lower(), statistic=statistic, date="today"))
        what = "tournaments" if sport == "PGA" else "games"
        note = f"{counts[-1]} of {len(phases)} {what} not finished" if counts[-1] else ""
        finished = [part for part in found.get("note", "").split("; ") if part.endswith("not finished")]
        assert finished == ([note] if note else []), sport
    assert any(counts)
    with tools_at("2024-11-29T01:10") as thanksgiving:  # two games are over, the third has not begun
        found = structure(call(thanksgiving, "get_leaders", sport="nfl", statistic="passing_yards", date="today"))
    assert found["note"].startswith("1 of 3 games not finished")


def test_leaders_before_the_first_game_name_the_season_before(sunday: str) -> None:
    """Days before the first game a season has no statistics: an agent is told which has some; in July it is that."""
    with tools_at("2024-07-15T01:30") as july:
        found = structure(call(july, "get_leaders", sport="nfl", statistic="touchdowns"))
    assert (found["season"], len(found["rows"])) == ("2023-2024", 10)
    with tools_at("2024-09-02T01:30") as september:
        found = structure(call(september, "get_leaders", sport="nfl", statistic="touchdowns"))
    assert found["rows"] == []
    assert found["reason"] == "no NFL game of 2024-2025 is counted yet; pass season 2023."


def test_strokes_are_not_ranked_while_a_round_is_played() -> None:
    """The fewest belong to whoever has played least; a round that is over is ranked with those who missed the cut."""
    with tools_at("2024-06-14T20:00:00Z") as url:
        day = {"sport": "pga", "date": "2024-06-14"}
        for statistic in ("strokes", "round_2"):
            result = call(url, "get_leaders", statistic=statistic, **day)
            assert result.is_error
            assert "rank 'to_par'" in said(result)
        assert structure(call(url, "get_leaders", statistic="round_1", **day))["total"] > 140
        stated = structure(call(url, "get_leaders", statistic="strokes", order="lowest", **day))
        assert stated["rows"]
        assert "the fewest for whoever has played least, as the round is being played" in stated["note"]
    with tools_at("2024-06-16T20:00:00Z") as url:
        for name, more in (("get_leaders", {"statistic": "to_par"}), ("get_scores", {})):
            past = structure(call(url, name, sport="pga", date="2024-06-13", **more))
            assert "as it stands now: a leaderboard of 2024-06-13 is not kept" in past["note"]
            today = structure(call(url, name, sport="pga", date="today", **more))
            assert "as it stands now" not in today.get("note", "")
    with tools_at("2024-06-17T15:00:00Z") as url:
        for name, more in (("get_leaders", {"statistic": "to_par"}), ("get_scores", {})):
            for date, kept in (("2024-06-15", False), ("2024-06-16", True), ("yesterday", True)):
                note = structure(call(url, name, sport="pga", date=date, **more)).get("note", "")
                assert ("as it stands now" in note) is not kept
        board = structure(call(url, "get_box", sport="pga", date="2024-06-16", form="structure"))["tables"]["players"]
        places = [row[board["columns"].index("position")] for row in board["rows"]]
        held = [place for place in places if place is not None]
        assert held == sorted(held)
        assert places[0] == 1


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "table", "statistic", "chances"), [
    ("NHL", "season", "gaa", "time_on_ice"), ("NHL", "season", "save_pct", "shots_against"),
    ("NHL", "season", "faceoff_pct", "faceoffs_won and faceoffs_lost"), ("NBA", "season", "ast_to", "minutes"),
    ("NBA", "season", "ts_pct", "field_goals_attempted"), ("MLB", "batting", "bb_k", "at_bats"),
    ("MLB", "pitching", "k_bb", "outs_recorded"), ("MLB", "pitching", "lob_pct", "outs_recorded"),
    ("MLB", "batting", "sb_pct", "stolen_bases and caught_stealing"),
    ("NFL", "season", "yards_per_carry", "rushing_attempts"), ("NFL", "season", "passer_rating", "passing_attempts"),
])  # fmt: skip
def test_players_qualify_by_chances(sport: str, table: str, statistic: str, chances: str) -> None:
    """Who has had enough of them is listed, however little of what the rate counts: good goalies allow few goals."""
    client = sf.Client(source="simulated", now="2024-12-01T12:00")
    frame = client.player_stats(2023, sport, table=table)  # type: ignore[call-overload]
    frame = frame[frame["part"] == "regular_season"]
    had = frame[chances.split(" and ")].sum(axis=1, min_count=1)
    rates = frame[statistic] if statistic in frame.columns else sf.measures.measure(frame, statistic)
    part = {"at_bats": 0.7, "outs_recorded": 0.8, "shots_against": 0.4, "passing_attempts": 0.4}.get(chances, 0.3)
    least = pd.Series(part * had[rates.notna()].max(), frame.index)
    if chances in ("minutes", "time_on_ice"):
        games = frame.groupby("team_id")["games_played"].transform("max")
        least *= games / games.max()
    enough = rates.notna() & (had >= least.round(9).map(ceil)).fillna(value=False)
    board, order, note = rankings.leaders(frame, sport, "player-stats", table, statistic)
    assert note.startswith(f"players with {chances} of at least ")
    assert set(board["player_id"]) == set(frame.loc[enough, "player_id"])
    best = rates[enough].min() if order == "lowest" else rates[enough].max()
    assert board[statistic].iloc[0] == best


def test_averages_per_game_are_ranked(sunday: str) -> None:
    """Points per game of a season are the points divided by the games, among those who played enough of them."""
    total = structure(call(sunday, "get_leaders", sport="nba", statistic="points", limit=100))
    found = structure(call(sunday, "get_leaders", sport="nba", statistic="PPG", limit=5))
    assert found["statistic"] == "points_per_game"
    assert "players with games_played of at least" in found["note"]
    of = {row[1]: row for row in total["rows"]}
    for row in found["rows"]:
        if row[1] in of:
            assert row[-1] == pytest.approx(of[row[1]][-1] / of[row[1]][-2], abs=1e-5)
    assert any(row[1] in of for row in found["rows"])


def test_a_golfer_who_missed_the_cut_is_found_without_a_rank() -> None:
    """Asked for by name, he comes with his score, and the note says why he is not ranked."""
    with tools_at("2025-04-12T18:00:00+00:00") as url:
        players = structure(call(url, "get_table", sport="pga", date="today", table="players", limit=200))
        name, place, to_par = (players["columns"].index(one) for one in ("player", "place", "to_par"))
        gone = next(row for row in players["rows"] if row[place] == "CUT")
        found = structure(call(url, "get_leaders", sport="golf", statistic="score", player=gone[name]))
    assert [row[0] for row in found["rows"]] == [None]
    assert found["rows"][0][-1] == gone[to_par]
    assert "not ranked: the ranking is without" in found["note"]


def test_places_of_a_leaderboard_stand_in_their_order() -> None:
    """Shared places, such as T3, stand among the others, and who is out behind them."""
    asked = {"sport": "pga", "date": "today", "table": "players", "columns": ["place"], "limit": 200}
    with tools_at("2025-04-12T18:00:00+00:00") as url:
        places = [row[0] for row in structure(call(url, "get_table", sort="place", **asked))["rows"]]
    ranks = [int(place.removeprefix("T")) for place in places if place.removeprefix("T").isdigit()]
    assert ranks == sorted(ranks)
    assert ranks[0] == 1
    assert not any(place.removeprefix("T").isdigit() for place in places[len(ranks) :])
