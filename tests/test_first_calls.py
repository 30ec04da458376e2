"""What a newcomer writes first and the package does not have: one line says what to write, and that line works."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import _INSTEAD
from sportsframe._cli import run as commands
from sportsframe.catalog import every_table
from sportsframe.catalog.names import CALLED
from sportsframe.servers import rankings


@pytest.fixture(scope="module")
def client() -> sf.Client:
    return sf.Client(source="simulated", now="2026-11-24T15:00")


def refused(call: Callable[[], Any], error: type[BaseException] = sf.QueryError) -> str:
    """The one line with which a call is refused."""
    with pytest.raises(error) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.sampled
@pytest.mark.parametrize("line", sorted(set(_INSTEAD.values())))
def test_a_line_for_a_name_of_other_packages_can_be_pasted(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names such as ``save`` and ``leaders``; each line runs as it stands."""
    monkeypatch.chdir(tmp_path)
    name = next(name for name, told in _INSTEAD.items() if told == line)

    assert refused(lambda: getattr(sf, name), AttributeError).endswith(f" Write {line}.")
    found = eval(line, {"sportsframe": sf, "pandas": pd})
    assert (tmp_path / "games.csv").stat().st_size if "to_csv" in line else len(found)


@pytest.mark.parametrize("name", ["measures", "plots", "load"])
def test_a_module_that_is_called_says_what_to_write(name: str) -> None:
    """``sf.measures("MLB")`` is an error of the package, not of Python."""
    assert re.search(r"is a module; write sportsframe\.live\(", refused(lambda: getattr(sf, name)("MLB")))


def test_a_method_of_frames_is_told_with_a_frame() -> None:
    """Who is told of ``df.sports`` is told what df is; for a loader of the package nothing is added."""
    assert refused(lambda: sf.elo, AttributeError).endswith(
        'df is a frame such as sportsframe.live("2024-06-01", "MLB").'
    )
    assert "df is a frame" not in refused(lambda: sf.pitchin, AttributeError)
    for name in ("box", "leaders"):
        assert f" Of a frame it is df.sports.{name}(...). Write " in refused(
            lambda n=name: getattr(sf, n), AttributeError
        )  # type: ignore[misc]
    assert "Of a frame" not in refused(lambda: sf.roster, AttributeError)


def test_tables_are_suggested_by_what_people_call_them(client: sf.Client) -> None:
    """``hitters`` is batting, players of baseball are batters or pitchers; other names are the nearest or none."""
    box = client.box_scores("2024-06-01", "MLB")
    for name, told in [
        ("hitters", "'batting'"),
        ("Players", "'batting' or 'pitching'"),
        ("pitchin", "'pitching'"),
        ("skaters", "'batting' or 'pitching'"),
    ]:
        assert refused(lambda name=name: box[name]).endswith(f"Did you mean {told}?")  # type: ignore[misc]
    assert refused(lambda: box.innings, sf.NoTable).endswith("Did you mean 'periods'?")
    assert refused(lambda: box["xyz"]).endswith("expected one of games, teams, periods, batting, pitching.")
    assert {name for names in CALLED.values() for name in names} <= {table for _, _, table, _ in every_table()}


def test_leagues_are_named_among_the_sports(client: sf.Client) -> None:
    """A league that the service does not have is answered with those it has."""
    assert "a league of soccer: EPL, SERIEA, LALIGA." in refused(lambda: sf.standings(2023, "Bundesliga"))
    assert refused(lambda: client.live("2024-08-17", "EPLL")).endswith("Did you mean 'EPL'?")


def test_the_box_scores_of_one_game_can_be_picked(client: sf.Client) -> None:
    """Also where the service takes no filter; other picks are told the call of live."""
    games = client.live("2024-06-01", "MLB")
    box = client.box_scores("2024-06-01", "MLB", game_id=games["game_id"].iloc[1])

    assert box["games"]["game_id"].tolist() == [games["game_id"].iloc[1]]
    assert set(box["pitching"]["game_id"]) == {games["game_id"].iloc[1]}
    assert "is not a game_id of MLB" in refused(lambda: client.box_scores("2024-06-01", "MLB", game_id="3"))
    team: dict[str, Any] = {"team": "AMB", "table": "batting"}
    told = refused(lambda: client.box_scores("2024-06-01", "MLB", **team))
    assert told.endswith('write live("2024-06-01", "MLB", team="AMB", table="batting").')
    assert len(client.live("2024-06-01", "MLB", team="AMB", table="batting"))


def test_a_name_of_a_real_club_is_told_that_clubs_are_fictional(
    client: sf.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the call that lists them; a search that finds nobody says it as well."""
    told = refused(lambda: client.live("2024-06-01", "MLB", team="Yankees"))
    assert told.endswith('The teams of the built-in service are fictional: teams("MLB") lists them.')
    assert 'players("SOCCER", league="EPL") lists' in refused(
        lambda: client.players("SOCCER", league="EPL", player="Zzyzx Qqq")
    )
    assert client.find("zzyzx", "NBA").empty
    assert "see teams and players of NBA" in capsys.readouterr().err
    assert client.find("yankees", "MLB", kind="team").empty
    assert "no name resembles 'yankees'; the people and teams of the built-in" in capsys.readouterr().err


def test_an_empty_day_says_why_once(capsys: pytest.CaptureFixture[str]) -> None:
    """On the error output, no warning: of today each day, of others once per reason, as loops ask for many."""
    early = sf.Client(source="simulated", now="2026-11-25T12:00")
    told = "NBA live 'today': no rows may mean: no game that day, or games that have not begun"
    for times in (1, 0):
        assert early.live("today", "NBA").empty
        assert capsys.readouterr().err.count(told) == times
    assert early.live(["2024-07-25", "2024-07-26"], "NBA").empty
    assert capsys.readouterr().err == ""
    for day in ("2024-07-25", pd.Timestamp("2024-07-26")):
        assert early.live(day, "NBA").empty
    assert capsys.readouterr().err.count("NBA live '2024-07-25': no rows may mean: no game that day") == 1
    for dates in ([], pd.Series([], dtype="str"), pd.DatetimeIndex([])):
        assert early.live(dates, "NBA").empty
    assert capsys.readouterr().err == (
        "sportsframe: NBA live: nothing was requested: the list of dates, seasons or games is empty\n"
    )
    assert not early.box_scores("today", "NHL")["games"].size
    err = capsys.readouterr().err
    assert "NBA" not in err
    assert "NHL live 'today': no rows may mean" in err


def test_a_date_after_the_clock_that_was_set_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    """Once, in the frame and by a plot as well; not of the schedule, which has days to come, nor of the real time."""
    with sf.options(now="2024-11-20T12:00"):
        told = "the option now has set the clock to 2024-11-20, before this date"
        games = sf.live("2024-12-06", "NBA")
        assert sf.live(("2024-12-01", "2024-12-08"), "NBA", progress=False).empty
        assert capsys.readouterr().err.count(f"NBA live '2024-12-06': {told}\n") == 1
        assert told in repr(games.sports)
        assert refused(games.sports.plot.scores) == f"plot.scores() has no data to plot: the frame has no rows: {told}."
        assert sf.schedule_season(2027, "NBA").empty
        assert capsys.readouterr().err.endswith("set the clock to 2024-11-20, before this season\n")
        assert len(sf.schedule("2024-12-06", "NBA"))
        assert sf.live("2024-07-16", "NBA").empty
    with sf.options(now="2024-07-01"):
        assert sf.schedule("2024-07-16", "NBA").attrs["sportsframe"]["empty_means"] == "no game that day"
        assert "option now" in sf.schedule("2026-07-16", "NBA").attrs["sportsframe"]["empty_means"]
    capsys.readouterr()
    begun = sf.live("2024-11-19", "NBA")
    assert refused(begun[begun["phase"] == "off"].sports.plot.scores).endswith("the frame has no rows.")
    assert "option now" not in capsys.readouterr().err


def test_a_team_without_rows_says_why_once(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever names a team expects rows of it; a loop over the days of its season is told once."""
    days = pd.date_range("2024-12-06", "2024-12-12").strftime("%Y-%m-%d")
    empty = [day for day in days if client.live(day, "NBA", team="Lanterns").empty]
    assert len(empty) > 1
    err = capsys.readouterr().err
    assert err.count("no row has team_id 9008") == 1
    assert f"NBA live {empty[0]!r}: no row has" in err


def test_natural_calls_are_answered(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """A sport is no name to find, codes are read in lower case, and two notices say what a table left out."""
    for name in ("NBA", "nba", "EPL"):
        assert refused(lambda name=name: client.find(name)) == (  # type: ignore[misc]
            f"{name!r} is a sport or league, not a name; teams({name!r}) lists its teams."
        )
    pd.testing.assert_frame_equal(sf.measures.table("nba"), sf.measures.table("NBA"))
    games = client.live(season=2023, sport="NFL", progress=False)
    teams = client.live(season=2023, sport="NFL", table="teams", progress=False)
    capsys.readouterr()
    games.sports.standings()
    games.sports.standings(teams=teams)
    games.sports.standings()
    assert capsys.readouterr().err == (
        "sportsframe: standings() without teams= ranks the whole NFL; for each division by itself write "
        'df.sports.standings(teams=df.sports.box("teams")).\n'
    )
    over = games.sports.simulate_season(client.schedule_season(2023, "NFL"), teams=teams, n=10)
    assert over["mean"].tolist() == over["wins"].tolist()
    assert capsys.readouterr().err == (
        "sportsframe: no game of the regular season 2023-2024 is to come, so every simulated season ends as it "
        "stands, with level teams in random order.\n"
    )


def test_conferences_by_number(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """Box scores of college football have no others: in order of the numbers, and one line tells where names are."""
    games, teams = (
        client.live(("2024-08-24", "2024-10-31"), "NCAAFB", table=name, progress=False) for name in ("games", "teams")
    )
    capsys.readouterr()
    conferences = games.sports.standings(teams=teams)["conference"].dropna().drop_duplicates()
    assert conferences.tolist() == sorted(conferences, key=int) != sorted(conferences)
    games.sports.standings(teams=teams)
    assert capsys.readouterr().err == (
        "sportsframe: box scores have the conferences of NCAAFB by number; for their names pass "
        'teams=sf.teams("NCAAFB").\n'
    )
    named = games.sports.standings(teams=client.teams("NCAAFB"))
    assert not named["conference"].dropna().str.isdecimal().any()
    assert capsys.readouterr().err == ""


def test_leaders_in_what_does_not_add_up(client: sf.Client) -> None:
    """An average of one match each is ranked as it was sent; several need the throws, and measures are no box score."""
    lines = client.live("2024-12-28", "DARTS", table="players")
    best = lines.sports.leaders("three_dart_average", top=3)
    assert best["three_dart_average"].tolist() == sorted(lines["three_dart_average"].dropna(), reverse=True)[:3]
    both = pd.concat([lines, lines.assign(game_id="other")], ignore_index=True)
    assert refused(lambda: both.sports.leaders("three_dart_average")) == (
        "the column three_dart_average is of one game each; of several games write "
        'df.sports.box("throws").sports.leaders("three_dart_average"), or pass that table as throws=.'
    )
    assert len(lines.sports.box("throws").sports.leaders("three_dart_average", top=3)) == 3
    measures = client.live("2024-12-06", "NBA", table="players").sports.measures()
    assert refused(lambda: measures.sports.leaders("fg_pct")) == (
        "the frame holds measures, and leaders() computes them itself: with the box scores, write "
        "df.sports.leaders('fg_pct')."
    )
    table = client.live(("2024-12-01", "2024-12-07"), "NBA", progress=False).sports.standings()
    assert refused(lambda: table.sports.leaders("luck")) == (
        "the frame is a ranking already, of teams or players; sort it: df.nlargest(10, 'luck')."
    )


def test_completion_of_the_class_lists_what_it_has() -> None:
    """Names that stand elsewhere are answered, and not offered."""
    assert not {"batting", "games", "live"} & set(dir(sf.Sports))
    assert {"show", "leaders", "standings"} <= set(dir(sf.Sports))


@pytest.mark.long
def test_a_season_is_picked_of_what_is_played() -> None:
    """Without a sport, the first that has games today; in November not baseball."""
    winter = sf.Client(source="simulated", now="2026-11-24T15:00")
    assert sf.season_picker(client=winter).sport != "MLB"
    assert sf.season_picker("MLB", client=winter).sport == "MLB"


def test_a_season_without_rows_says_why_once(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """Statistics, schedules and standings of a year that is not published; several years are silent."""
    loads: dict[str, Callable[[], pd.DataFrame]] = {
        "NFL player-stats 1999": lambda: client.player_stats(1999, "NFL"),
        "NBA schedule-season 1999": lambda: client.schedule_season(1999, "NBA"),
        "NFL schedule-season 1999": lambda: sf.standings(1999, "NFL", client=client),
    }
    for asked, load in loads.items():
        for times in (1, 0):
            assert load().empty
            assert capsys.readouterr().err.count(f"{asked}: no rows may mean: a season not published") == times
    assert client.player_stats([1998, 1999], "NBA").empty
    assert "no rows" not in capsys.readouterr().err


def test_a_bracket_that_nothing_tells_of_is_refused_before_the_season_is_loaded(client: sf.Client) -> None:
    """College tournaments in November, with the call for the last one; soccer has none."""
    told = refused(lambda: sf.bracket("NCAABB", client=client))
    assert told.endswith('for the one before write bracket(2025, "NCAABB").')
    assert not client.answers("NCAABB")["asked"].str.startswith("/live").any()
    assert 'write standings("SOCCER", league="EPL")' in refused(lambda: sf.bracket("EPL", client=client))


def test_statistics_are_told_with_the_call(client: sf.Client) -> None:
    """Headings, names in words, and measures in the place of a column."""
    lines = client.live("2024-06-01", "MLB", table="batting")
    assert 'write leaders("home_runs")' in refused(lambda: lines.sports.leaders("HR"))
    assert len(lines.sports.leaders("home_runs"))
    assert refused(lambda: lines.sports.measure("batting_average")).endswith("is called 'avg' here; write 'avg'.")
    for name in ("avg", "BA"):
        told = refused(lambda name=name: lines.sports.measures(name), sf.FrameError)  # type: ignore[misc]
        assert told.endswith('write df.sports.measure("avg").')
    assert "requires the column nonsense" in refused(lambda: lines.sports.measures("nonsense"), sf.FrameError)


def test_a_statistic_is_nothing_to_group_by(client: sf.Client) -> None:
    """Neither alone nor in a list of one; what identifies rows is, and the values of a statistic as a series."""
    players = client.live("2026-11-22", "NFL", table="players", day="league")
    told = refused(lambda: players.sports.measures("passer_rating"), sf.FrameError)
    assert told.endswith('write df.sports.measure("passer_rating"), or by=df["passer_rating"] for a group per value.')
    lines = client.player_stats(2025, "SOCCER", league="EPL")
    lines = lines[lines["part"] == lines["part"].iloc[0]]
    calls = [
        lambda: lines.sports.totals("goals"),
        lambda: lines.sports.totals(by=["goals"]),
        lambda: lines.sports.leaders("assists", by="goals"),
    ]
    for call in calls:
        assert 'goals is a statistic; write df.sports.leaders("goals"), or' in refused(call, sf.FrameError)
    sides = client.live("2024-12-06", "NBA", table="teams")
    assert 'leaders("steals", by="team_id")' in refused(lambda: sides.sports.totals("steals"), sf.FrameError)
    told = refused(lambda: sides.sports.measures("two_point_percentage"), sf.FrameError)
    assert told.endswith('is a statistic; write by=df["two_point_percentage"] for a group per value.')
    for by in ("week", "season", "team_id", "position"):
        assert players.sports.totals(by).index.name == by
    assert len(players.sports.totals(players["completions"])) == players["completions"].nunique()
    plays = client.play_by_play("2024-11-10", "NFL")
    assert {1, 2, 3, 4} <= set(plays.sports.totals("down").index)


def test_a_season_without_games_to_come_names_the_schedule(
    client: sf.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """Box scores have only games that began; once, as the season may be over, which gives a result."""
    games = client.live(("2026-11-14", "2026-11-22"), "SOCCER", league="EPL", progress=False)
    told = 'unless the season is over, pass schedule_season(2026, "SOCCER", league="EPL").'
    for times, call in [(1, games.sports.simulate_season), (0, games.sports.forecast)]:
        assert call() is not None
        assert capsys.readouterr().err.count(told) == times
    plan = client.schedule_season(2026, "SOCCER", league="EPL").query("game_date > '2026-11-14'")
    assert games.sports.simulate_season(plan, n=5)["to_come"].gt(0).all()
    assert games.sports.forecast(plan.head(0)).empty
    days = client.live(("2026-11-15", "2026-11-22"), "NBA", progress=False)
    assert days.sports.forecast().empty
    assert capsys.readouterr().err.count('pass schedule_season(2026, "NBA").') == 1


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "table", "rate", "tried", "part"),
    [
        ("NBA", "season", "ft_pct", "free_throws_attempted", 0.3),
        ("NFL", "season", "passer_rating", "passing_attempts", 0.4),
        pytest.param("NHL", "season", "gaa", "time_on_ice", 0.3, marks=pytest.mark.long),
        ("MLB", "pitching", "era", "outs_recorded", 0.8),
        ("MLB", "batting", "avg", "at_bats", 0.7),
    ],
)
def test_leaders_in_a_rate_have_tried_often_enough(
    client: sf.Client, capsys: pytest.CaptureFixture[str], sport: str, table: str, rate: str, tried: str, part: float
) -> None:
    """A part of the most chances of any player qualifies, exactly; a line says so once; the other door agrees."""
    stats = client.player_stats(2025, sport, table=table).query("part == 'regular_season'")
    board = stats.sports.leaders(rate, 10_000)
    every = stats.sports.leaders(rate, 10_000, qualify={})
    told = capsys.readouterr().err.splitlines()
    least = math.ceil(part * stats.loc[stats["player_id"].isin(every["player_id"]), tried].max())
    assert [line for line in told if f"{rate} is a rate" in line] == [
        f"sportsframe: {rate} is a rate, so leaders() ranks players with {tried} of at least {least}; "
        "qualify={} ranks all."
    ]
    enough = stats.loc[stats[tried].ge(least).fillna(value=False), "player_id"]
    assert set(board["player_id"]) == set(every["player_id"]) & set(enough)
    assert 0 < len(board) < len(every)
    stats.sports.leaders(rate, qualify={tried: 1})
    stats.sports.leaders(rate)
    assert not capsys.readouterr().err
    asked, _, note = rankings.leaders(stats, sport, "player-stats", table, rate)
    assert set(asked["player_id"]) == set(board["player_id"])
    assert f"{tried} of at least {least};" in note


def test_means_of_games_are_of_those_who_have_enough_of_them(
    client: sf.Client, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who started once does not lead in the mean of starts, however often he relieved; the greatest is of all."""
    lines = client.live(("2024-06-01", "2024-07-09"), "MLB", table="pitching", progress=False)
    starts = lines.sports.measure("game_score").groupby(lines["player_id"]).count()
    every = lines.sports.leaders("game_score_mean", 10_000, qualify={})
    board = lines.sports.leaders("game_score_mean", 10_000)
    least = math.ceil(0.3 * starts.max())
    told = f"game_score_mean is a rate, so leaders() ranks players with a game_score in at least {least} games;"
    assert told in capsys.readouterr().err
    assert starts[every["player_id"].head(20)].min() < least
    assert set(board["player_id"]) == set(starts.index[starts >= least])
    assert len(lines.sports.leaders("game_score_max", 10_000)) == len(every)


def test_leaders_of_a_day_are_all_who_played(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """Lines of one game per player have no minimum; those of several have one; nor have teams and counts."""
    day = client.live("2025-01-10", "NBA", table="players", progress=False)
    week = client.live(("2025-01-06", "2025-01-12"), "NBA", table="players", progress=False)
    capsys.readouterr()
    assert len(day.sports.leaders("ft_pct", 10_000)) == len(day.sports.leaders("ft_pct", 10_000, qualify={}))
    assert len(week.sports.leaders("ft_pct", 10_000, by="team_id")) == week["team_id"].nunique()
    week.sports.leaders("points")
    assert not capsys.readouterr().err
    assert len(week.sports.leaders("ft_pct", 10_000)) < len(week.sports.leaders("ft_pct", 10_000, qualify={}))
    assert "free_throws_attempted of at least" in capsys.readouterr().err


def test_a_week_in_words_is_told_as_a_range(client: sf.Client) -> None:
    """The days that are meant depend on the reader; the form of a range does not."""
    for words in ("last week", "this weekend", "Next month"):
        assert 'write its first and last day as a tuple: ("' in refused(lambda w=words: client.live(w, "NFL"))  # type: ignore[misc]


def test_two_tables_beside_each_other_are_none_of_the_two(client: sf.Client) -> None:
    """Whichever suffix pandas gave to the columns of both; players with their games are what they were."""
    box = client.box_scores("2024-06-01", "MLB")
    for one, two in [("batting", "pitching"), ("pitching", "batting"), ("teams", "batting")]:
        merged = box[one].merge(box[two], on=["game_id", "team_id"], suffixes=("", "_other"))
        assert "columns of two tables are mixed" in refused(lambda m=merged: m.sports.kind, sf.FrameError)  # type: ignore[misc]
    scores = box["games"][["game_id", "home_score", "away_score"]]
    assert box["pitching"].merge(scores, on="game_id").sports.kind.table == "pitching"
    nba = client.box_scores("2024-12-06", "NBA")
    shared = [name for name in nba["games"].columns if name in nba["players"].columns]
    assert nba["players"].merge(nba["games"], on=shared).sports.kind.table == "players"


def test_one_game_is_one_game(client: sf.Client) -> None:
    """The summary of a frame counts in words: one row, one game, one day."""
    games = client.live("2024-12-06", "NBA", day="league")
    assert repr(games.head(1).sports) == "<sports: NBA live games, 1 row, 1 game, 2024-12-06, simulated>"
    assert repr(games.head(2).sports) == "<sports: NBA live games, 2 rows, 2 games, 2024-12-06, simulated>"


TOLD = [
    ("scores NBA", "'scores' is not a command. Write sportsframe live 2024-06-01 MLB; see"),
    ("stnadings NBA", "'stnadings' is not a command. Did you mean sportsframe standings? See"),
    ("xyz", "'xyz' is not a command; see"),
    ("leaders NBA", "pass a statistic beside NBA, for example: sportsframe leaders points NBA"),
    ("leaders points", "pass a sport, too: sportsframe leaders points NBA."),
    ("live 2024-06-01 MLB --out a.xlsx", "Excel opens CSV: --out a.csv."),
    ("box 2024-12-06 NBA --team PEB", "on 2024-12-06 matches --team PEB; pass the ID of one, or --team: 2024"),
    ("box 2024-12-06 NBA", "7 games of NBA on 2024-12-06 match; pass the ID of one, or --team: 2024"),
    ("live 2024-08-17 EPLL", "Did you mean 'EPL'?"),
    ("epl", "'epl' is not a command. Write sportsframe live today EPL; see"),
    ("schedule NFL week 12", "pass the first day of a week, for example: sportsframe schedule-week 2024-11-28 NFL."),
    ("standings nba east", "got also 'east'. To choose rows add --where, for example: --where 'conference~east', or"),
    ("players nba lancoster", "lists them. For a player write --player 'lancoster'."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "told"), TOLD)
def test_commands_say_what_to_write(line: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In one line on the error output, with exit code 2."""
    try:
        code = commands.main([*line.split(), *(["--now", "2026-11-24T15:00"] if "xyz" not in line else [])])
    except SystemExit as stop:
        code = int(stop.code or 0)
    assert code == 2
    assert told in capsys.readouterr().err


def test_a_league_stands_for_its_sport_in_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """``live 2024-08-17 EPL``, as standings take it; the columns say both."""
    assert commands.main(["live", "2024-08-17", "EPL", "--format", "csv", "--limit", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("SOCCER,EPL,")


def test_other_first_calls_are_told_what_to_write(client: sf.Client) -> None:
    """Weeks by number, a number of leaders, a team by position, several tables or leagues, places for time zones."""
    players = client.live("2024-11-10", "NFL", table="players")
    games = client.live("2024-12-06", "NBA")
    told: dict[str, Callable[[], Any]] = {
        'write schedule_season(2024, "NFL").query("week == 12").': lambda: client.schedule_week(2024, "NFL", week=12),
        'write schedule_season("current", "NCAAFB").query("week == 3").': lambda: client.schedule(
            sport="NCAAFB", week=3
        ),
        "no parameter 'week'; pass the days of the week as a range.": lambda: client.live("NBA", week=3),
        'write live(season=2024, sport="NFL").query("week == 12").': lambda: client.live(
            season=2024, sport="NFL", week=12
        ),
        'df[df["part"] == "regular_season"]': lambda: client.player_stats(2024, "NBA", season_type="Regular Season"),
        "df[df[\"season_type\"] == 'Playoffs']": lambda: client.schedule_season(2024, "NBA", season_type="Playoffs"),
        'leaders("score", per="game")': lambda: client.live("2024-11-10", "NFL", table="teams").sports.leaders(
            "points_per_game", by="team_id"
        ),
        "write df.sports.games_log().sports.team(team).": lambda: games.sports.games_log("Magnets"),
        "write df.sports.team(one).sports.team(other).": lambda: games.sports.team("a", "b"),
        "Pass tables by name: teams=.": lambda: games.sports.standings(players),
        "'tds' is called 'touchdowns' here": lambda: players.sports.leaders("tds"),
        "'rush_yards' is the column 'rushing_yards'": lambda: players.sports.leaders("rush_yards"),
        'write standings("EPL")': lambda: client.table("EPL"),
        "leaders() has no option 'n'; write top=3.": lambda: players.sports.leaders("passing_yards", n=3),
        "leaders() has no option 'limit'; write top=3.": lambda: players.sports.leaders("passer_rating", limit=3),
        "or pass it by name, such as team='Magnets'.": lambda: client.injuries("NFL", "Magnets"),
        "'passing_yards' or 'rushing_yards' or 'receiving_yards'": lambda: players.sports.leaders("yards"),
        "unknown time zone 'new york'; write 'America/New_York'.": lambda: games.sports.local("new york"),
        "['EPL', 'LALIGA'] are several leagues; pass one": lambda: client.live("2024-11-23", ["EPL", "LALIGA"]),
        "table takes one table of NBA live; box_scores(date, sport) returns all": lambda: client.live(
            "2024-12-06", "NBA", table=["players", "teams"]
        ),
        "or pass it by name, such as league='EPL'.": lambda: client.live("2025-03-01", "SOCCER", "EPL"),
        'It does to table="players".': lambda: client.live("2024-12-06", "NBA", player="LeBron"),
    }  # type: ignore[call-overload, dict-item]
    for line, call in told.items():
        assert line in refused(call)
    in_gmt, in_league = client.live("2024-12-07", "NBA"), client.live("2024-12-06", "NBA", day="league")
    played = {*client.live("2024-12-06", "NBA", table="teams")["team_id"]}
    team = next(one for one in in_league["home_team_id"] if one in {*in_gmt["home_team_id"]} - played)
    told_of = client.live("2024-12-06", "NBA", team_id=int(team)).attrs["sportsframe"]["empty_means"]
    wanted = f'no row has team_id {team} on this date in GMT; with day "league" it is the date of the league'
    assert told_of == wanted
    assert len(client.live("2024-12-06", "NBA", team_id=int(team), day="league"))
    game = refused(lambda: client.live("20241103-9002-9003", "NFL"))
    assert game.endswith('write live("2024-11-03", "NFL", game_id="20241103-9002-9003", day="league").')
    by_league = client.schedule("2025-03-01", league="EPL")
    assert len(by_league)
    assert len(by_league) == len(client.schedule("2025-03-01", "EPL"))
    averages = players.sports.leaders("passing_yards", per="game", qualify={})
    assert len(averages) > 0
    season = client.schedule_season(2024, "NFL")
    assert set(season.query("week == 12")["week"]) == {12}
    spans = [client.schedule_season(one, "NBA") for one in ("2024/25", "2024-25", "2024–25")]
    assert {len(frame) for frame in spans} == {len(client.schedule_season(2024, "NBA"))}


def test_namesakes_are_not_taken_for_one(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """Sums by a name that several have are refused with what to pass; so is the player of such a name."""
    lines = client.live("2024-12-06", "NBA", table="players")
    two = lines["player_id"].drop_duplicates().iloc[:2].tolist()
    name = lines.loc[lines["player_id"] == two[0], "player"].iloc[0]
    shared = lines.assign(player=lines["player"].astype(object).mask(lines["player_id"] == two[1], name))
    for call in (
        lambda: shared.sports.leaders("points", by="player"),
        lambda: shared.sports.totals("player"),
        lambda: shared.sports.totals(["player", "season"]),
        lambda: shared.sports.measure("ts_pct", by="player"),
        lambda: shared.sports.measures(by=["player", "season"]),
        lambda: shared.sports.rolling("points", 3, by="player"),
        lambda: shared.sports.rolling("ts_pct", 3, by="player"),
    ):
        assert refused(call).endswith(f" to several players of the frame, such as {name!r}; pass by='player_id'.")
    assert f"2 players in the frame are called {name!r}; pass an ID: " in refused(lambda: shared.sports.player(name))
    team = lines.drop_duplicates("player_id").set_index("player_id")["team"]
    assert all(f"{one} ({team[one]})" in refused(lambda: shared.sports.player(name)) for one in two)
    assert set(shared.sports.player(two[1])["player_id"]) == {two[1]}
    assert len(lines.sports.totals("player")) == lines["player_id"].nunique()
    assert len(shared.sports.totals(["player", "player_id"])) == lines["player_id"].nunique()
    assert not capsys.readouterr().err


def test_sums_over_parts_of_a_season_are_told_once(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """With the rows to select; not of one part, nor of season statistics, nor by part."""
    days = client.live(("2025-01-04", "2025-01-13"), "NFL", table="players", progress=False)
    capsys.readouterr()
    days.sports.totals("season_type")
    days[days["season_type"] == "Regular Season"].sports.leaders("passing_yards")
    assert not capsys.readouterr().err
    for times in (1, 0):
        days.sports.leaders("passing_yards")
        told = capsys.readouterr().err
        assert told.count('for one of them select its rows first: df[df["season_type"] == "Regular Season"].') == times


def test_averages_per_game_have_played_often_enough(client: sf.Client, capsys: pytest.CaptureFixture[str]) -> None:
    """As rates do: with 0.3 of the games of the club, of which some have been off for a week; it is said."""
    weeks = client.live(("2024-10-01", "2024-10-31"), "NFL", table="players", progress=False)
    capsys.readouterr()
    ranked = weeks.sports.leaders("passing_yards", 10_000, per="game")
    every = weeks.sports.leaders("passing_yards", 10_000, per="game", qualify={})
    games = weeks.groupby("team")["game_id"].nunique()
    least = (0.3 * every["games"].max() * every["team"].map(games / games.max()).astype(float)).round(9).map(math.ceil)
    assert set(ranked["player_id"]) == set(every.loc[every["games"] >= least, "player_id"])
    assert len(ranked) < len(every)
    told = "passing_yards per game is a rate, so leaders() ranks players with games_played of at least 1 to 2, by"
    assert told in capsys.readouterr().err


def test_an_abbreviation_is_no_part_of_a_name(client: sf.Client) -> None:
    """In a frame, which has none: the letters may be those of another team. As a loader takes it, it is right."""
    games = client.live("2024-06-01", "MLB")
    known = client.teams("MLB")
    for letters in known["abbreviation"]:
        assert "is an abbreviation, which the frame does not have" in refused(lambda: games.sports.team(letters))  # noqa: B023
    one = known.iloc[0]
    assert len(games.sports.team(one["team"])) == len(client.live("2024-06-01", "MLB", team=one["abbreviation"]))


@pytest.fixture(scope="module")
def lines(client: sf.Client) -> pd.DataFrame:
    return client.live("2024-12-06", "NBA", table="players")


@pytest.mark.parametrize(
    ("verb", "told"),
    [
        ("live", 'df.sports.box("players").'),
        ("box_scores", 'df.sports.box("players").'),
        ("game", 'write game(df["game_id"].iloc[0], "NBA"), for all df.sports.box("players").'),
        ("play_by_play", 'play_by_play(df["game_id"], "NBA").'),
        ("standings", "df.sports.standings()."),
        ("bracket", "df.sports.bracket()."),
        ("game_picker", "df.sports.show()."),
        ("schedule_season", "schedule_season takes no frame."),
    ],
)
def test_a_frame_in_place_of_a_date_is_told_what_to_write(client: sf.Client, verb: str, told: str) -> None:
    """Loaders take dates, seasons and ids; what is wanted of the games of a frame has a call of its own."""
    games = client.live("2024-12-06", "NBA")

    assert refused(lambda: getattr(sf, verb)(games)).endswith(told)
    assert refused(lambda: getattr(sf, verb)(games.drop(columns="game_id"))) == f"{verb} takes no frame."


def test_several_in_place_of_one_are_told_what_to_write(client: sf.Client, lines: pd.DataFrame) -> None:
    """Where one name, id or value is taken: the line that selects several, or the call that takes them."""
    two = lines["player"].drop_duplicates().head(2).tolist()
    ids = lines["player_id"].drop_duplicates().head(2)
    select = f'df[df["player"].isin({two!r})].'

    assert refused(lambda: lines.sports.player(two)).endswith(f"For several, select rows: {select}")  # type: ignore[arg-type]
    assert refused(lambda: lines.sports.player(ids)).endswith(f'df[df["player_id"].isin({ids.tolist()})].')  # type: ignore[arg-type]
    assert len(eval(select.removesuffix("."), {"df": lines})) >= 2
    given: dict[str, Any] = {"player": two}
    assert refused(lambda: client.live("2024-12-06", "NBA", table="players", **given)).endswith(select)
    given = {"player_id": ids.tolist()}
    assert refused(lambda: client.live("2024-12-06", "NBA", table="players", **given)).endswith(
        f'df[df["player_id"].isin({ids.tolist()})].'
    )
    assert refused(lambda: lines.sports.plot.percentiles(player=two)).endswith(
        f"Pass one of them, such as player={two[0]!r}. plot.compare(players=) takes several."
    )
    for one in (two, ids, lines["game_id"]):
        assert refused(lambda one=one: client.game(one)) == (  # type: ignore[misc]
            "game takes the ID of one game; for a table of several write df.sports.box(table)."
        )
    given = {"game_id": lines}
    assert refused(lambda: client.live("2024-12-06", "NBA", **given)) == (
        'game_id takes one ID, not a frame; write game_id=df["game_id"].iloc[0].'
    )
    given = {"df": "2024-06-01"}
    assert refused(lambda: sf.plots.scores(**given), sf.FrameError).endswith(
        'such as sportsframe.live("2024-06-01", "MLB").'
    )
    assert refused(lambda: lines.sports.plot.line_score(), sf.FrameError).endswith(
        'live periods have them: df.sports.box("periods") loads that of these games.'
    )
    periods = client.live("2024-12-06", "NBA", table="periods")
    for several in (periods["game_id"], periods["game_id"].unique(), periods):
        told = refused(lambda several=several: periods.sports.plot.line_score(game_id=several))  # type: ignore[misc]
        assert re.search(
            r"Pass one (value|of them), such as game_id=(df\[\"game_id\"\]\.iloc\[0\]|'2024\d{4}-\d+-\d+')\.", told
        )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("players", 'df.sports.box("players") or sportsframe.players(...)'),
        ("stats", 'df.sports.box("players")'),
        ("quarters", 'df.sports.box("periods")'),
        ("scores", "df.sports.plot.scores()"),
        ("live", "sportsframe.live(...)"),
        ("line_score", "df.sports.plot.line_score()"),
    ],
)
def test_a_name_that_frames_do_not_have_says_what_to_write(client: sf.Client, name: str, told: str) -> None:
    """Tables, plots and loaders are looked for on ``df.sports``; completion does not offer them there."""
    games = client.live("2024-12-06", "NBA")

    assert refused(lambda: getattr(games.sports, name), AttributeError) == f"df.sports has no {name!r}. Write {told}."
    assert name not in dir(games.sports)


def test_a_wrong_name_of_frames_or_measures_is_told(client: sf.Client) -> None:
    """Also where nothing of that name fits the frame; a measure is no function."""
    games = client.live("2024-12-06", "NBA")
    told = "df.sports has no 'plots'. Did you mean df.sports.plot?"
    assert refused(lambda: games.sports.plots, AttributeError) == told
    assert (
        refused(lambda: pd.DataFrame({"a": [1]}).sports.tournaments, AttributeError)
        == "df.sports has no 'tournaments'."
    )
    assert refused(lambda: sf.measures.era, AttributeError).endswith('write sportsframe.measures.measure(df, "era").')
    assert refused(lambda: sf.measures.leader, AttributeError).endswith("Did you mean 'leaders'?")


def test_a_sport_is_called_what_people_call_it(client: sf.Client) -> None:
    """In either order, where only one is meant; else the codes that may be meant are said."""
    whole = client.live("2024-12-06", "NCAABB")
    for call in (("2024-12-06", "ncaab"), ("college basketball", "2024-12-06")):
        pd.testing.assert_frame_equal(client.live(*call), whole)
    assert client.schedule_season("PGA Tour", 2024)["sport"].unique().tolist() == ["PGA"]
    assert client.teams("hockey")["sport"].unique().tolist() == ["NHL"]
    assert sf.columns("cfb")["sport"].unique().tolist() == ["NCAAFB"]
    assert refused(lambda: client.live("2024-12-06", "football")) == (
        "'football' is not the code of a sport; write 'NFL' or 'NCAAFB' or 'SOCCER'."
    )
    assert refused(lambda: client.teams("polo")).startswith("unknown sport 'polo'; expected one of NFL, NBA, ")


def test_counts_may_be_integers_of_numpy(client: sf.Client) -> None:
    """As `max` and `sum` of a column return them."""
    three = np.int64(3)
    batting = client.live("2024-06-01", "MLB", table="batting")
    assert "2 more rows" in str(batting.head(5).sports.show(rows=three))
    assert type(batting.sports.explore(rows=three).rows) is int  # which is what a browser takes
    assert len(client.find("john", "NFL", limit=three)) == 3
    pd.testing.assert_frame_equal(batting.sports.leaders("hits", three), batting.sports.leaders("hits", 3))
    games = client.live(season=2024, sport="NFL", progress=False)
    pd.testing.assert_frame_equal(games.sports.simulate_season(n=three), games.sports.simulate_season(n=3))


def test_no_ranks_and_no_groups_are_refused(client: sf.Client) -> None:
    """Rather than answered with an empty frame, or with a sentence of pandas."""
    batting = client.live("2024-06-01", "MLB", table="batting")
    for top in (0, -3):
        with pytest.raises(sf.QueryError, match=rf"^invalid top={top}; pass the number of ranks, at least 1\.$"):
            batting.sports.leaders("hits", top)
    with pytest.raises(sf.QueryError, match=r'^totals\(\) requires by=, such as by="team_id"'):
        batting.sports.totals(by=None)
    assert len(batting.sports.leaders("hits", 1))
