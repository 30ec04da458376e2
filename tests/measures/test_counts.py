"""What makes a row a row of its own, and what is refused with advice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._frames.recognize import Kind, kind
from sportsframe.catalog import SPORTS
from sportsframe.measures.tables import PLAYING_TIME, _identifying, tell_repeats
from sportsframe.plots import players

PLAYS = "play-by-play"

DAYS = {
    "NFL": "2023-10-01",
    "NCAAFB": "2023-10-07",
    "MLB": "2024-06-01",
    "PGA": "2024-04-28",
    "SOCCER": "2024-03-02",
    "DARTS": "2024-02-01",
}
"""A day of games of each sport; of the others a day in winter."""


def loaded(sport: str, resource: str, table: str) -> pd.DataFrame:
    """A real table of a day."""
    day = DAYS.get(sport, "2023-12-06")
    if resource == PLAYS:
        return sf.play_by_play(day, sport, table=table)  # type: ignore[arg-type]
    return sf.table(resource, sport, day, table=table, league="EPL" if SPORTS[sport].leagues else None)


def test_rows_without_a_value_lower_an_average_and_it_is_said() -> None:
    """Of the games of a player, one without the value counts; of who never has it, there is no average."""
    players = pd.concat([loaded("NBA", "live", "players")] * 2, ignore_index=True)
    players.loc[len(players) // 2 :, "game_id"] += "-2"
    assert players.sports.totals(per="game")["total_rebounds"].notna().all()
    players.loc[0, "total_rebounds"] = pd.NA
    with pytest.warns(
        sf.SportsframeWarning, match=r"^totals\(\): rows without total_rebounds count as games, so that its"
    ):
        players.sports.totals(per="game")
    with pytest.warns(sf.SportsframeWarning, match=r"^leaders\(\): rows without total_rebounds count as games"):
        players.sports.leaders("total_rebounds", per="game")
    players.sports.leaders("assists", per="game")
    who, figures = players["player_id"].iloc[0], ["total_rebounds", "assists", "points"]
    with pytest.warns(
        sf.SportsframeWarning, match=r"^plot\.percentiles\(\): rows without total_rebounds count as games"
    ):
        players.sports.plot.percentiles(player=who, columns=figures)
    players.loc[players["player_id"] == players["player_id"].iloc[0], "total_rebounds"] = pd.NA
    assert players.sports.totals(per="game")["total_rebounds"].isna().sum() == 1


TABLES = [
    (code, resource, table)
    for code, sport in SPORTS.items()
    for resource in ("live", PLAYS)
    if resource in sport.answers
    for table in sport.answers[resource].layouts
]


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table"), TABLES)
def test_no_row_of_a_day_is_taken_for_a_repeat(sport: str, resource: str, table: str) -> None:
    """Rows that differ in their keys are none of them in the frame twice, and a day put in twice is found out."""
    frame = loaded(sport, resource, table)
    assert len(frame)
    tell_repeats(frame, kind(frame), "totals()")
    if _identifying(sport, resource, table):
        with pytest.warns(sf.SportsframeWarning, match=f"{len(frame)} of {2 * len(frame)} rows"):
            tell_repeats(pd.concat([frame, frame]), kind(frame), "totals()")


def test_leaders_in_games_have_one_column_of_games() -> None:
    """Each column of a leaderboard has a name of its own."""
    board = sf.live("2023-12-06", "NBA", table="players").sports.leaders("games", 3)
    assert list(board.columns) == ["rank", "player_id", "player", "team", "games"]


@pytest.mark.parametrize(
    ("call", "advice"),
    [
        (lambda: sf.standings(2023, "NHL", date="2024-01-15"), 'games["game_date"] <= "2024-01-15"'),  # type: ignore[call-overload]
        (lambda: sf.standings("2024-01-15", "NHL"), 'games["game_date"] <= "2024-01-15"'),
        (lambda: sf.live("2023-12-06", "NHL").sports.standings(side="home"), 'games_log().query("home")'),
        (lambda: sf.play_by_play(2023, "NFL"), 'play_by_play(season=2023, sport="NFL")'),  # type: ignore[arg-type]
    ],
)
def test_a_refusal_says_what_to_write(call: Callable[[], Any], advice: str) -> None:
    """A day where a season belongs, or the reverse, is refused with what to write instead."""
    with pytest.raises(sf.QueryError) as refused:
        call()
    assert advice in str(refused.value)


@pytest.mark.parametrize(
    ("sport", "resource", "table", "name", "says"),
    [
        ("DARTS", "live", "players", "wins", r'no wins to add up; use df\.groupby\("player_id"\)\["won"\]\.sum\(\)'),
        ("DARTS", "live", "players", "180s", r"'180s' is the column 'visits_180' of .*leaders\(\"visits_180\"\)"),
        ("DARTS", "live", "players", "scores_140_plus", r'leaders\("visits_140_plus"\)'),
        ("MLB", "live", "pitching", "innings", r'innings_pitched does: write leaders\("innings_pitched"\)'),
        ("MLB", "live", "pitching", "innings_per_game", r'leaders\("innings_pitched", per="game"\)'),
        ("NBA", "live", "players", "minutes", r'minutes_played does: write leaders\("minutes_played"\)'),
        ("NHL", "live", "skaters", "time_on_ice", r'seconds_played does: write leaders\("seconds_played"\)'),
        ("NHL", "live", "skaters", "points_per_game", r'write leaders\("points", per="game"\)\.'),
        ("DARTS", "live", "players", "won", r'not add up over rows; use df\.groupby\("player_id"\)\["won"\]\.sum\(\)'),
        ("NBA", "live", "teams", "wins", r"use standings\(\) of the table games, or games_log\(\)"),
        ("SOCCER", "live", "teams", "goals", "the goals of a team are its 'score'"),
        ("NHL", "live", "teams", "goals", "the goals of a team are its 'score'"),
        ("NFL", "live", "teams", "points", "the points of a team are its 'score'"),
    ],
)  # fmt: skip
def test_what_is_counted_elsewhere_says_where(sport: str, resource: str, table: str, name: str, says: str) -> None:
    """A statistic that a table has under another name, or that has to be counted, is refused with what to write."""
    frame = loaded(sport, resource, table)
    by = "player_id" if "player_id" in frame.columns else "team_id"
    with pytest.raises(sf.QueryError, match=says):
        frame.sports.leaders(name, 3, by=by)


def test_the_wins_that_an_error_writes_are_those_of_the_games() -> None:
    """Both ways to count matches won agree."""
    day = DAYS["DARTS"]
    won = loaded("DARTS", "live", "players").groupby("player_id")["won"].sum()
    log = sf.live(day, "DARTS").sports.games_log()
    assert won[won > 0].to_dict() == log[log["result"] == "W"].groupby("player_id").size().to_dict()


def test_options_that_would_be_ignored_are_refused() -> None:
    """A column takes no further table, and a qualification no measure that requires one."""
    players = loaded("DARTS", "live", "players")
    refused = r"legs_won of DARTS live players has no option 'throws'"
    with pytest.raises(sf.QueryError, match=refused):
        players.sports.leaders("legs_won", throws=players)
    with pytest.raises(sf.QueryError, match=refused):
        sf.measures.rolling(players, "legs_won", 2, throws=players)
    with pytest.raises(sf.QueryError, match=r"no measures that require another table; hold_pct requires turns="):
        players.sports.leaders("legs_won", qualify={"hold_pct": 50})


def test_rounds_of_pairs_are_left_out_as_the_note_says() -> None:
    """Live tables do not tell an event of pairs; the schedule does, by the same id."""
    day = DAYS["PGA"]
    schedule = sf.schedule(day, "PGA")
    pairs = schedule.loc[schedule["format"] == "team", "game_id"]
    players = loaded("PGA", "live", "players")
    of_pairs = players["game_id"].isin(pairs)
    assert of_pairs.any()
    assert players[of_pairs].groupby("position").size().min() >= 2
    notes = sf.measures.table("PGA", "players").set_index("name")["note"]
    for name in ("rounds_played", "scoring_average"):
        assert "drop tournaments whose format in the schedule is team" in notes[name]


def test_the_leader_of_a_measure_is_the_best() -> None:
    """The least earned run average, the most strikeouts; `ascending` says otherwise."""
    lines = sf.pitching(("2024-06-01", "2024-06-03"))
    for name, best, ascending in (
        ("era", "min", None),
        ("era", "max", False),
        ("k_9", "max", None),
        ("k_9", "min", True),
    ):
        board = lines.sports.leaders(name, 40, qualify={"innings": 6}, ascending=ascending)
        assert board["rank"].iloc[0] == 1
        assert board[name].iloc[0] == getattr(board[name], best)()
        assert board[name].nunique() > 1


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "table", "name", "per"),
    [
        ("NHL", "skaters", "points", "game"), ("NHL", "skaters", "points", "60"),
        ("NBA", "players", "game_score", "game"), ("NBA", "players", "minutes_played", "game"),
        ("NFL", "players", "scrimmage_yards", "game"), ("SOCCER", "players", "goal_contributions", "90"),
        ("MLB", "batting", "runs_created", "game"),
    ],
)  # fmt: skip
def test_measures_that_count_are_ranked_per_game_or_playing_time(sport: str, table: str, name: str, per: str) -> None:
    """They are divided as columns are, by finished games or time of those who took part."""
    lines = loaded(sport, "live", table)
    board = lines.sports.leaders(name, 1000, per=per, qualify={}).set_index("player_id")[name]
    column, size = ("games", 1) if per == "game" else PLAYING_TIME[per]
    units = lines.sports.totals()[column] / size
    whole = lines.sports.measure(name, by="player_id") / units.where(units > 0)
    expected = whole.reindex(board.index).astype("float64")
    assert len(board) > 10
    assert board.astype("float64").to_numpy() == pytest.approx(expected.to_numpy())


def test_what_does_not_count_is_not_divided() -> None:
    """A rate, playing time by itself and an unknown name are refused with what to write."""
    players, lines = loaded("NBA", "live", "players"), loaded("SOCCER", "live", "players")
    with pytest.raises(sf.QueryError, match=r"game_score does not; write leaders\('game_score_mean'\)"):
        loaded("MLB", "live", "pitching").sports.leaders("game_score", per="game")
    with pytest.raises(sf.QueryError, match=r"fg_pct does not; write leaders\('fg_pct'\)"):
        players.sports.leaders("fg_pct", per="game")
    with pytest.raises(sf.QueryError, match=r"divides by minutes_played itself; write leaders\('minutes_played'\)"):
        lines.sports.leaders("minutes_played", per="90")
    with pytest.raises(sf.QueryError, match=r"Did you mean .*'total_rebounds'"):
        players.sports.leaders("rebounds", per="game")
    with pytest.raises(sf.QueryError, match=r'write leaders\("minutes_played"\)'):
        players.sports.leaders("minutes", per="game")


def test_a_total_of_a_formula_ranks_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    """Runs created are computed from sums but are a total: nobody needs a least number of at-bats."""
    lines = sf.batting(("2024-06-01", "2024-06-05"))
    capsys.readouterr()
    board = lines.sports.leaders("runs_created", 1000)
    assert board["player_id"].tolist() == lines.sports.leaders("runs_created", 1000, qualify={})["player_id"].tolist()
    assert "is a rate" not in capsys.readouterr().err


def test_the_average_of_a_season_of_darts_comes_from_the_throws() -> None:
    """Season statistics name the table whose leaders() answers, and know the word of broadcasts."""
    with sf.options(now="2024-01-10"):
        stats = sf.player_stats(2024, "DARTS")
    with pytest.raises(sf.QueryError, match=r'live\(season=..., sport="DARTS", table="throws"\)'):
        stats.sports.leaders("three_dart_average")
    with pytest.raises(sf.QueryError, match="Did you mean 'three_dart_average'"):
        stats.sports.leaders("average")


def test_averages_need_a_finished_game() -> None:
    """While all games are in play nobody has an average per game, which is no lack of the statistic."""
    with sf.options(now="2024-12-08T19:30"):
        lines = sf.live("2024-12-08", "NFL", table="players")
        for name in ("passing_yards", "scrimmage_yards"):
            with (
                pytest.warns(sf.SportsframeWarning, match="finished games only"),
                pytest.raises(sf.QueryError, match=rf"no game of the frame is finished; write leaders\('{name}'\)"),
            ):
                lines.sports.leaders(name, per="game")
    with sf.options(now="2024-12-09T01:00"):
        some = sf.live("today", "NBA", table="players").assign(points=0, assists=0)
        with pytest.warns(sf.SportsframeWarning, match="finished games only"):
            assert some.sports.leaders("triple_double", per="game").empty


def test_strokes_against_par_are_told_to_be_sums(capsys: pytest.CaptureFixture[str]) -> None:
    """Of several tournaments the column games is pointed to; who asks for the measure is told that the least leads."""
    week = sf.live(("2024-06-01", "2024-06-20"), "PGA", table="players", progress=False)
    board = week.sports.leaders("to_par", 3)
    assert board["to_par"].is_monotonic_increasing
    told = capsys.readouterr().err
    assert f"to_par is summed over up to {week.sports.totals()['games'].max()} tournaments; games says" in told
    with pytest.raises(sf.QueryError, match=r'write leaders\("to_par"\) for who has least'):
        week.sports.measure("to_par")


@pytest.mark.parametrize(
    ("sport", "table", "name", "printed"),
    [
        ("MLB", "pitching", "k_9", "Strikeouts per 9"), ("PGA", "players", "rounds_played", "Rounds"),
        ("PGA", "players", "wins", "Wins"), ("SOCCER", "players", "goals_per_90", "Goals per 90 minutes"),
        ("MLB", "pitching", "era", "Earned run average (runs per 9 innings)"),
        ("NHL", "skaters", "shooting_pct", "Shooting (%)"),
    ],
)  # fmt: skip
def test_labels_say_a_unit_once(sport: str, table: str, name: str, printed: str) -> None:
    """The unit stands beside a label that does not say it."""
    assert players._name(name, Kind((sport,), "live", table)) == printed


def test_who_has_none_of_what_is_counted_is_ranked_only_on_request() -> None:
    """Leaders in double-doubles have one; with `ascending` all are ranked, those without any first or last."""
    lines = loaded("NBA", "live", "players")
    some = lines.sports.leaders("double_double", 1000)
    assert some["double_double"].min() > 0
    for ascending in (True, False):
        board = lines.sports.leaders("double_double", 1000, ascending=ascending)
        assert board["double_double"].min() == 0
        assert len(board) > len(some)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table"), [one for one in TABLES if one[1] == "live"])
def test_a_game_of_a_group_is_that_of_a_side(sport: str, resource: str, table: str) -> None:
    """By halves of the teams, or players, sums per game are those of a side, as the sides' own figures have it."""
    frame = loaded(sport, resource, table)
    if "phase" in frame.columns:
        frame = frame[frame["phase"].eq("finished")]
    who = next((name for name in ("team_id", "player_id") if name in frame.columns), "game_id")
    half = frame[who].map(dict(zip(frame[who].unique(), "ABABB" * len(frame)))).rename("half")
    found = frame.sports.totals(half, per="game")
    each = frame.sports.totals([half, who], per="game")

    assert found["games"].to_dict() == each["games"].groupby("half").sum().to_dict()
    sums = each.drop(columns="games").mul(each["games"], axis=0).groupby("half").sum(min_count=1)
    pd.testing.assert_frame_equal(found.drop(columns="games"), sums.div(found["games"], axis=0), check_exact=False)
    assert frame.sports.totals("sport")["games"].sum() == found["games"].sum()


def test_a_division_has_the_goals_of_a_team_and_game() -> None:
    """Both ways to ask for the goals of a division per game have one answer, that of its teams, also by players."""
    teams = sf.live(("2024-10-08", "2024-10-20"), "NHL", table="teams", progress=False)
    skaters = sf.live(("2024-10-08", "2024-10-20"), "NHL", table="skaters", progress=False)
    divisions = teams.drop_duplicates("team_id").set_index("team_id")["division_name"].astype(str)
    skaters["division"] = skaters["team_id"].map(divisions)
    measured = teams.sports.measure("goals_per_game", by="division_name", skaters=skaters)
    found = skaters.sports.totals("division", per="game")["goals"]
    ranked = teams.sports.leaders("shots_on_goal", by="division_name", per="game").set_index("division_name")

    assert found.to_dict() == pytest.approx(measured.to_dict())
    means = teams.groupby("division_name", observed=True)["shots_on_goal"].mean()
    assert ranked["shots_on_goal"].to_dict() == pytest.approx(means.to_dict())
    with pytest.raises(sf.FrameError, match="side"):
        teams.drop(columns=["side", "team_id", "team", "opponent_id", "opponent"]).sports.totals("division_name")
