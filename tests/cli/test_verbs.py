"""Commands that say more than a table of the service: standings, leaders, one game, measures, plots, watch."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import load
from sportsframe._cli import verbs
from sportsframe._cli.run import main
from sportsframe._client.clock import Clock
from sportsframe._client.options import options

from ..support.commands import csv_of, rows, run, terminal


def test_people_and_teams_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """The rows of `find`, of one sport or all; wrong words are one line."""
    club = load.teams("NHL")["team"].iloc[0]
    found = pd.read_csv(io.StringIO(rows(capsys, "find", club, "NHL", "--kind", "team", "--format", "csv")))
    assert found.loc[0, ["name", "score"]].tolist() == [club, 1.0]
    for words in (("find", "x", "--limit", "0"), ("find", "x", "--kind", "club"), ("find",)):
        code, out, err = run(capsys, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(("line", "said"), [
    ("points NBA yesterday", "leaders of NBA on 2024-03-30"),
    ("wins PGA", "leaders of PGA in 2024, regular season"),
    ("score PGA yesterday", "leaders of Walnutby Open"),
])  # fmt: skip
def test_leaders_say_of_when_they_are(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    """The season or the day, or the tournament, of which the rows have no column, to whoever reads them."""
    with terminal(monkeypatch, 80) as lines:
        assert main(["leaders", *line.split(), "--now", "2024-03-31T12:00", "--limit", "1"]) == 0
    assert len(lines) == 2
    assert f"sportsframe: {said}" in capsys.readouterr().err


def test_a_list_does_not_hide_a_single_name(capsys: pytest.CaptureFixture[str]) -> None:
    """To say that there is one more takes as much room as the name."""
    code, _, err = run(capsys, "leaders", "wins", "DARTS")
    assert code == 2
    assert err.endswith(", checkout_percentage, checkout_pct.\n")


def test_games_missed_by_injury(capsys: pytest.CaptureFixture[str]) -> None:
    """A row per game missed, or per injury; of an earlier season, whose lists are gone, one line says so."""
    day = ("--now", "2024-09-17T12:00")
    games = csv_of(capsys, "availability", "NFL", *day, "--team", "MOS", "--season", "2024")
    listed = csv_of(capsys, "injuries", "NFL", *day)
    assert len(games)
    assert set(games["player_id"]) <= set(listed["player_id"])
    found = csv_of(capsys, "availability", "NFL", *day, "--by", "player")
    assert found["games_missed"].is_monotonic_decreasing
    assert len(found) == len(listed)
    code, out, err = run(capsys, "availability", "NFL", *day, "--season", "2022")
    assert (code, out) == (2, "")
    assert "present injuries only" in err


def test_season_statistics_are_reconciled(capsys: pytest.CaptureFixture[str]) -> None:
    """The cells of `reconcile`; a season that is none is refused before anything is sent."""
    code, out, err = run(capsys, "reconcile", "2024", "NBA", "--now", "2024-10-23T12:00")
    assert (code, out) == (0, "")
    assert "no rows; columns: sport, resource, table" in err
    code, out, err = run(capsys, "reconcile", "soon", "NBA")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "season 'soon' is not a year" in err


EARLY = ("--now", "2024-03-31T12:00")


def test_standings_are_the_leagues_own(capsys: pytest.CaptureFixture[str]) -> None:
    """The table of the command is that of `sf.standings`, tie-breaks included, and the bracket that of `sf.bracket`."""
    week = ("--now", "2023-09-12")
    client = sf.Client(source="simulated", now=week[1])
    found = csv_of(capsys, "standings", "NFL", *week)
    own = sf.standings("NFL", client=client)
    names = ["division", "rank", "team_id", "wins", "losses", "seed", "tied_by"]
    pd.testing.assert_frame_equal(found[names], own[names], check_dtype=False)
    assert own["tied_by"].notna().any()
    other = csv_of(capsys, "standings", "NFL", *week, "--by", "league", "--season", "2023")
    assert other["rank"].is_monotonic_increasing
    series = csv_of(capsys, "bracket", "NFL", *week)
    assert series["id_1"].tolist() == sf.bracket("NFL", client=client)["id_1"].tolist()
    assert series["projected"].all()
    assert run(capsys, "standings", "DARTS")[0] == 2
    assert run(capsys, "standings", "MLB", "--season", "soon")[0] == 2


@pytest.mark.sampled
@pytest.mark.parametrize("words", ["Super Bowl 2023", "2023 super bowl"])
def test_a_bracket_by_the_name_of_its_final(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """It tells the sport, as in Python."""
    assert csv_of(capsys, "bracket", *words.split()).equals(csv_of(capsys, "bracket", "NFL", "2023"))


def test_leaders(capsys: pytest.CaptureFixture[str]) -> None:
    """The best players of a season and a day; a wrong statistic lists those there are."""
    best = csv_of(capsys, "leaders", "home_runs", "MLB", *EARLY, "--limit", "3")
    assert best["rank"].iloc[0] == 1
    assert best["home_runs"].is_monotonic_decreasing
    day = csv_of(capsys, "leaders", "strikeouts", "MLB", "--date", "2024-06-04", "--table", "pitching")
    assert len(day) == 10
    after = csv_of(
        capsys, "leaders", "wins", "MLB", "--season", "2023", "--table", "pitching", "--limit", "2000", *EARLY
    )
    season = sf.Client(source="simulated", now="2024-03-31T12:00").player_stats(2023, "MLB", table="pitching")
    regular = season[season["part"] == "regular_season"].nlargest(1, "wins")["wins"].iloc[0]
    assert (after["player_id"].is_unique, after["wins"].iloc[0]) == (True, regular)
    assert len(after) == (season["part"] == "regular_season").sum()
    assert (season["part"] != "regular_season").any()
    golf = ("leaders", "score", "PGA", "--format", "csv", "--now")
    (_, board, told), (_, today, _), (_, _, summed), (_, _, tuesday) = (
        run(capsys, *golf, *when)
        for when in (["2024-06-14T20:00"], ["2024-06-14T20:00", "today"], ["2024-06-14T20:00", "2024"], ["2024-06-18"])
    )
    assert board == today
    assert "sportsframe: of today's tournament; name a season" in told
    assert "withdrawn or disqualified; --order highest ranks them, too" in told
    assert "the sum over a player's tournaments" in summed
    assert "the sum over a player's tournaments" in tuesday
    assert "no rows" not in tuesday

    code, _, err = run(capsys, "leaders", "homeruns", "MLB", *EARLY)
    assert code == 2
    assert "home_runs" in err
    called = csv_of(capsys, "leaders", "homers", "MLB", *EARLY, "--limit", "3")
    assert called.equals(best)


def test_one_game_whole(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every table of a game by its ID or by a team, as text or as one JSON object; of several the IDs."""
    game = load.live("2024-06-01", "MLB", day="league").iloc[0]
    out = rows(capsys, "box", game["game_id"], "MLB")
    assert [line for line in out.splitlines() if line.isalpha()] == ["games", "teams", "periods", "batting", "pitching"]
    innings = out[out.index("periods\n") : out.index("batting\n")].split("\n")
    assert innings[1].split()[-3:] == ["R", "H", "E"]
    assert [int(line.split()[-3]) for line in innings[2:4]] == [game["away_score"], game["home_score"]]
    held = json.loads(rows(capsys, "box", "2024-06-01", "MLB", "--team", game["home_team"], "--format", "json"))
    assert held["games"][0]["game_id"] == game["game_id"]
    assert {row["game_id"] for row in held["batting"]} == {game["game_id"]}
    code, _, err = run(capsys, "box", "2024-06-01", "MLB")
    assert code == 2
    assert game["game_id"] in err

    for name, begins in (("box.json", "{"), ("box.txt", "games\n"), ("box", "games\n")):
        assert rows(capsys, "box", game["game_id"], "MLB", "--out", str(tmp_path / name)) == ""
        assert (tmp_path / name).read_text().startswith(begins), name
    assert set(json.loads((tmp_path / "box.json").read_text())) == set(held)
    for name in ("no.csv", "no.parquet", "no.xlsx"):
        code, _, err = run(capsys, "box", game["game_id"], "MLB", "--out", str(tmp_path / name))
        assert code == 2
        assert f"box has no format with the suffix {Path(name).suffix}; add --format, or use one of .txt, .json." in err
        assert not (tmp_path / name).exists()


def test_measures_and_plots(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Measures of a table; a plot as a file in the format of its suffix; what does not fit is one line."""
    found = csv_of(capsys, "measures", "2024-06-01", "MLB", "--table", "pitching")
    assert {"player", "era", "whip"} <= set(found.columns)
    for suffix, begins in (("png", b"\x89PNG"), ("svg", b"<?xml")):
        file = tmp_path / f"scores.{suffix}"
        assert rows(capsys, "plot", "scores", "2024-06-01", "MLB", "--out", str(file)) == ""
        assert file.read_bytes().startswith(begins)
    for words, says in ((("pie", "2024-06-01", "MLB", "--out", "x.png"), "unknown plot 'pie'; expected one of"),
                        (("scores", "2024-06-01", "MLB", "--out", "x.doc"), ".png")):  # fmt: skip
        code, _, err = run(capsys, "plot", *words)
        assert (code, err.count("\n")) == (2, 1)
        assert says in err


@pytest.mark.parametrize(
    "asked",
    [
        "leaderboard 2024-06-16 PGA",
        "line_score 2024-11-10 NFL --game-id 20241110-9001-9008",
        "bracket NFL --season 2023",
        "bracket 2023 NFL --event Divisional",
    ],
)
def test_a_plot_is_drawn_from_the_table_it_is_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str
) -> None:
    """Without --table, the first table that has the plot is loaded; a bracket is that of a season."""
    file = tmp_path / "a.png"
    assert rows(capsys, "plot", *asked.split(), "--out", str(file)) == ""
    assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("asked", "told"), [
    ("standings NBA", "unknown plot 'standings'"),
    ("standings_race NBA", "for example: sportsframe plot standings_race 2024-06-01 NBA."),
    ("win_probability 2024-11-25 NBA", "play-by-play plays have them."),
    ("leg_averages 2024-12-06 NBA", "no table of NBA has them, only tables of DARTS."),
    ("bracket", "pass a sport, for example: sportsframe plot bracket NBA."),
    ("bracket 2024-04-04 NBA", "plot bracket takes a season, not a day; write the year in which it started."),
    ("bracket NBA --team-id 9001", "plot bracket takes no --team-id; it draws a season"),
    ("bracket NBA --refresh", "plot bracket takes no --refresh; it draws a season"),
    ("scores 2024-06-01 MLB --event Final", "--event is for plot bracket; other plots choose with --game-id"),
])  # fmt: skip
def test_a_plot_that_cannot_be_drawn_says_what_to_write(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str, told: str
) -> None:
    """A name that is no plot's is refused first; examples have the name; a plot of other data says of which."""
    code, _, err = run(capsys, "plot", *asked.split(), "--out", str(tmp_path / "a.png"))
    assert code == 2
    assert told in err


@pytest.mark.parametrize("line", [
    "plot scores 2024-12-25 MLB", "plot scores 2024-12-25 2024-12-26 MLB", "plot scores today MLB --now 2024-12-25T12",
    "box 2024-12-25 MLB", "box 2024-12-25 MLB --team magnets", "box today MLB --now 2024-12-25T12",
    "box 20241225-9001-9018 MLB", "box 2024-07-25 NBA",
])  # fmt: skip
def test_a_day_without_games_has_an_exit_code_of_its_own(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str
) -> None:
    """Nothing is written, and one line says why; neither is it wrong input nor a file that somebody could look at."""
    code, out, err = run(capsys, *line.split(), "--out", str(tmp_path / f"a{'.png' if 'plot' in line else '.json'}"))
    assert (code, out, err.count("\n"), list(tmp_path.iterdir())) == (3, "", 1, [])
    assert "no rows may mean: no game that day" in err


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("line", "table"),
    [
        ("box 20241228-WC-900259-902242 DARTS", "three_dart_average"),
        ("box 20241228-wc-900259-902242 darts", "players"),
        ("box 20240601-9024-9023-2 MLB", "pitching"),
        ("box 2024_926 PGA", "The National Major"), ("box 20240601-9001-9005 MLB", "batting"),
    ],
)  # fmt: skip
def test_a_box_score_by_the_id_of_any_sport(capsys: pytest.CaptureFixture[str], line: str, table: str) -> None:
    """Of matches, of which ids have letters, and of tournaments, of which they have no date."""
    assert table in rows(capsys, *line.split())


def test_a_plot_takes_a_season_without_the_flag(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A year in place of a day is the season."""
    for name, more in (("a.svg", ["2024"]), ("b.svg", ["--season", "2024"])):
        asked = ["plot", "standings_race", "SOCCER", "--league", "EPL", *more, "--out", str(tmp_path / name)]
        assert rows(capsys, *asked) == ""
    titles = [(tmp_path / name).read_text().count("season 2024-2025") for name in ("a.svg", "b.svg")]
    assert titles[0] == titles[1] > 0


def test_a_day_as_it_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    """watch prints changes until all games are over, or as many looks as asked for."""
    with options(now=Clock("2024-06-02T01:00")):
        out = rows(capsys, "watch", "MLB", "--every", "60", "--looks", "2", "--format", "csv")
    assert out.count("change,column") == 1
    assert pd.read_csv(io.StringIO(out))["change"].isin(["new", "changed", "gone"]).all()
    for words in (["--out", "x"], ["--format", "json"]):
        assert run(capsys, "watch", "MLB", *words)[0] == 2


def test_watch_says_what_there_is_to_wait_for(capsys: pytest.CaptureFixture[str]) -> None:
    """A day without games ends at once; before the first game one line says when it begins."""
    code, _, err = run(capsys, "watch", "NBA", "--date", "2024-07-20")
    assert code == 0
    assert "sportsframe: no NBA games on 2024-07-20." in err
    day = sf.Client(source="simulated", now="2024-12-08T12:00").watch("2024-12-08", "NFL")
    assert verbs._tell_day(day)
    assert "sportsframe: 11 games on 2024-12-08, the first at 2024-12-08 18:00 UTC." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "columns", "seen"),
    [
        ("NBA 2024-12-06", ["game", "change", "after", "when"], "Saddlegate Lanterns - Timberley Porcupines"),
        ("NBA 2024-12-06", ["game", "change", "after", "when"], " new finished "),
        ("NBA 2024-12-06 --table players", ["game", "player", "change", "when"], " - "),
        ("PGA 2024-06-15", ["game", "change", "after", "when"], "The National Major"),
        ("DARTS 2024-01-03", ["game", "change", "after", "when"], " - Huw Malgarvel"),
    ],
)
def test_watch_names_who_plays(capsys: pytest.CaptureFixture[str], words: str, columns: list[str], seen: str) -> None:
    """A person reads names and a time of day, not IDs."""
    head, *lines = rows(capsys, "watch", *words.split()).splitlines()
    assert head.split() == columns
    assert any(seen in line for line in lines)
    assert all(line.rstrip().endswith("UTC") for line in lines)


def test_availability_says_that_nobody_is_injured(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the list of injuries has no rows, a line says so, and there are only the headings."""
    with options(now=Clock("2024-12-20T12:00")):
        code, out, err = run(capsys, "availability", "MLB", "--format", "csv")
    assert code == 0
    assert out.count("\n") == 1
    assert "sportsframe: MLB injuries: no rows may mean: nothing to list at present\n" in err
    assert "nothing was requested" not in err


def test_an_empty_list_of_the_present_is_told_of_once(capsys: pytest.CaptureFixture[str]) -> None:
    """The function of the package says why there are no rows, so the command does not say it again."""
    with options(now=Clock("2024-12-20T12:00")):
        code, _, err = run(capsys, "injuries", "MLB", "--format", "csv")
    assert (code, err.count("no rows may mean")) == (0, 1)
