"""The words of a command: in any order, with leagues and tables by name, and messages that a shell would say."""

from __future__ import annotations

import argparse
import io
import re
import shlex
from pathlib import Path

import pandas as pd
import pytest

from sportsframe._cli.commands import EXAMPLES, build
from sportsframe._cli.completion import commands_of
from sportsframe._cli.flags import FLAGS
from sportsframe._cli.run import _commands, main
from sportsframe._cli.serve import ALONE
from sportsframe._cli.verbs import NO_GAMES
from sportsframe._cli.words import in_shell_words, is_day, sorted_out
from sportsframe.catalog import SPORTS
from sportsframe.errors import QueryError

from ..support.commands import run, terminal

EARLY = ("--now", "2024-03-31T12:00")

LEAGUES = [(sport, league) for sport, one in SPORTS.items() for league in one.leagues]


def csv_of(capsys: pytest.CaptureFixture[str], *words: str) -> pd.DataFrame:
    code, out, err = run(capsys, *words, "--format", "csv")
    assert (code, err) == (0, "")
    return pd.read_csv(io.StringIO(out))


@pytest.mark.parametrize("sport", SPORTS)
def test_a_sport_is_known_in_any_case_and_place(sport: str) -> None:
    """Beside days, years and names, which keep their order."""
    for words in ([sport, "2024", "x"], ["2024", sport.lower(), "x"], ["2024", "x", sport.title()]):
        assert sorted_out(words, None) == ([(sport, None)], ["2024", "x"])


@pytest.mark.parametrize(("sport", "league"), LEAGUES)
def test_a_league_is_known_by_its_code(sport: str, league: str) -> None:
    """With or without it, in any case, or as the value of --league, but not twice."""
    own = [(sport, league)]
    for words in ([league], [league.lower(), sport], [sport, league]):
        assert sorted_out([*words, "2024"], None) == (own, ["2024"])
    assert sorted_out([sport, "2024"], league) == (own, ["2024"])
    with pytest.raises(QueryError, match=rf"^the league was given twice, '{league}' and --league {league}; pass it"):
        sorted_out([league], league)


def test_leagues_of_several_words_and_several_leagues() -> None:
    """A name may be several words; a number is never a part of it; --league is that of the sports that have leagues."""
    assert sorted_out(["2024", "Serie", "A", "la", "liga"], None).sports == [("SOCCER", "SERIEA"), ("SOCCER", "LALIGA")]
    assert sorted_out(["epl", "2024"], None).others == ["2024"]
    assert sorted_out(["EPL", "EPL", "NBA-NHL"], None).sports == [("SOCCER", "EPL"), ("NBA", None), ("NHL", None)]
    assert sorted_out(["NBA", "SOCCER"], "EPL").sports == [("NBA", None), ("SOCCER", "EPL")]
    assert sorted_out(["NBA"], "EPL").sports == [("NBA", "EPL")]  # which its loader refuses


@pytest.mark.parametrize(("words", "sport"), [
    (["today", "ncaab"], "NCAABB"), (["college", "football", "today"], "NCAAFB"), (["today", "PGA Tour"], "PGA"),
    (["today", "pga", "tour"], "PGA"), (["ice", "hockey", "today"], "NHL"),
])  # fmt: skip
def test_a_sport_is_known_as_people_call_it(words: list[str], sport: str) -> None:
    """In one word or several, where only one sport is meant."""
    assert sorted_out(words, None) == ([(sport, None)], ["today"])
    assert sorted_out(["today", "football"], None).sports == []


def test_several_leagues_are_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Beside other sports, too; a raw response is of one league."""
    each = [csv_of(capsys, "live", "2024-11-23", "SOCCER", "--league", one) for one in ("EPL", "LALIGA")]
    both = csv_of(capsys, "live", "2024-11-23", "EPL", "La", "Liga")
    assert min(map(len, each)) > 0
    assert both["game_id"].tolist() == [*each[0]["game_id"], *each[1]["game_id"]]
    assert set(csv_of(capsys, "live", "2024-11-23", "NBA", "SOCCER", "--league", "EPL")["sport"]) == {"NBA", "SOCCER"}
    code, out, err = run(capsys, "live", "2024-11-23", "EPL", "LALIGA", "--format", "raw")
    assert (code, out, err) == (2, "", "sportsframe: --format raw takes one league; got EPL and LALIGA.\n")


def test_a_table_is_known_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """Among the words as by --table; measures of a table without any name those that have some."""
    option = csv_of(capsys, "live", "2024-06-01", "MLB", "--table", "pitching")
    assert csv_of(capsys, "live", "pitching", "mlb", "2024-06-01").equals(option)
    assert "era" in csv_of(capsys, "measures", "2024-06-01", "MLB", "pitching")
    code, _, err = run(capsys, "measures", "2024-06-01", "MLB")
    assert (code, err) == (
        2,
        "sportsframe: MLB games have no measures; pass one of --table teams, batting, pitching.\n",
    )


@pytest.mark.parametrize(("words", "says"), [
    ("standings", "pass a sport, for example: sportsframe standings NBA."),
    ("standings NBA NHL", "standings takes one sport; got NBA and NHL. Run it once for each."),
    ("standings NBA,EPL", "standings takes one sport; got NBA and EPL. Run it once for each."),
    ("standings NBA 2023 2024", "standings takes one season; got also '2024'."),
    ("standings 2024 NBAA", "Did you mean 'NBA'"), ("standings NBAA 2024", "unknown sport 'NBAA'"),
    ("sync NFLL 2024 --to data", "Did you mean 'NFL'"), ("player-stats NHK --season 2023", "Did you mean 'NHL'"),
    ("schedule-season LALIGGA current", "Did you mean 'LALIGA'"),
    ("depth-charts", "pass a sport, for example: sportsframe depth-charts MLB."),
    ("play-by-play", "pass a game and a sport, for example: sportsframe play-by-play 20240601-9001-9018 MLB."),
    ("leaders points", "pass a sport, too: sportsframe leaders points NBA."),
    ("leaders NBA", "pass a statistic beside NBA"),
    ("box MLB", "pass the ID of a game, or its date, for example: sportsframe box today MLB."),
    ("box MLB 2024-06-01 2024-06-02", "box takes one game; got also '2024-06-02'."),
    ("watch NBA 2024-06-01 2024-06-02", "watch takes one day; got also '2024-06-02'."),
    ("plot 2024-06-01 MLB --out a.png", "pass the name of a plot"),
    ("sync NFL --to data", "pass the seasons, for example: sportsframe sync NFL 2022-2024 --to data."),
    ("sync 2024 --to data", "pass a sport, for example: sportsframe sync NFL 2022-2024 --to data."),
    ("reconcile NBA soon 2024", "reconcile takes one season; got also '2024'."),
    ("find town NBA-NHL", "are several sports; pass one"), ("find town EPL --league EPL", "the league was given twice"),
    ("leaders goals NHL 2025-01-01 2025-01-14", "leaders takes one day or one season; got also '2025-01-14'."),
    ("standings NBA 2024-12-01", "standings takes a season, not a day; write the year in which it started."),
    ("live NBA 2023", "for a season write sportsframe live --season 2023 NBA."),
    ("live NBA 2024-12", "write its first and last day 2024-12-01 2024-12-31."),
    ("live NFL 20241103-9002-9003", "sportsframe live 2024-11-03 NFL --game-id 20241103-9002-9003 --day league."),
    ("live today NBA bogus", "no team of NBA is called 'bogus'."),
    ("NBA bogus", "'NBA' is not a command"),
    ("players 2024-11-20 NHL", "It describes the present, sportsframe players NHL;"),
    ("availability NFL 2019", "; --now moves the simulated world to a day of 2019."),
    ("watch NBA --every 1", "sportsframe: --every 1.0 is not a number of seconds from 5 to 86400."),
    ("live 2024-06-01 MLB --columns ,,", "--columns ',,' names no column"),
    ("live 2024-06-01 MLB --columns=", "--columns '' names no column"),
    ("live 2024-06-01 MLB --columns player --columns=", "--columns '' names no column"),
    ("live 2024-06-01 MLB --sort=", "--sort '' names no column"),
    ("live 2024-06-01 MLB --sort ,", "--sort ',' names no column"),
    ("live 2024-06-01 MLB --out=", "--out needs the name of a file."),
])  # fmt: skip
def test_what_is_missing_or_too_much_is_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, says: str
) -> None:
    """With exit code 2, and what to write in the shell."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
    written = re.search(r"for example: (sportsframe [^;]*)\.\n", err)
    if written and "sync" not in words:
        said = run(
            capsys, *shlex.split(written[1])[1:], *(["--now", "2024-12-06T12:00"] if "watch" not in words else [])
        )
        assert said[0] in (0, NO_GAMES) or "games of MLB on" in said[2]


def test_words_stand_on_both_sides_of_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Also the name of a column behind a dash; options that are none are refused as before."""
    now = ("--now", "2024-11-15")
    board = csv_of(capsys, "leaders", "points", "NBA", "--limit", "3", *now)
    assert csv_of(capsys, "leaders", "nba", "--limit", "3", "points", *now).equals(board)
    day = csv_of(capsys, "live", "2024-12-06", "NBA", "--day", "league")
    assert csv_of(capsys, "live", "nba", "--day", "league", "2024-12-06").equals(day)
    one = csv_of(capsys, "find", "lanterns", "NBA", "--limit", "1")
    assert csv_of(capsys, "find", "lanterns", "--limit", "1", "nba").equals(one)
    words = ("live", "2024-12-06", "NBA", "--table", "players", "--columns", "player,points", "--limit", "5")
    top = csv_of(capsys, *words, "--sort=-points")
    assert top["points"].is_monotonic_decreasing
    assert csv_of(capsys, *words, "--sort", "-points").equals(top)
    assert csv_of(capsys, *words, "--sort", "points")["points"].is_monotonic_increasing
    for wrong in ("standings NBA --bogus", "find a NBA --bogus", "columns MLB --limit 1 live"):
        code, out, err = run(capsys, *wrong.split())
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "unrecognized arguments: " in err


@pytest.mark.parametrize(("line", "said"), [
    ("live today EPL --tabel batting", "--tabel batting. Did you mean --table? See sportsframe live --help"),
    ("schedule today SOCCER --leage=EPL", "--leage=EPL. Did you mean --league? See sportsframe schedule --help"),
    ("watch --once", "--once; see sportsframe watch --help"),
    ("standings NBA --bogus", "--bogus; see sportsframe standings --help"),
    ("box 2024-06-01 MLB --table batting",
     "--table batting; sportsframe live has --table; see sportsframe box --help"),
])  # fmt: skip
def test_an_unknown_option_names_the_page_of_options(capsys: pytest.CaptureFixture[str], line: str, said: str) -> None:
    """That of the command, and the option that was meant; what of `live` the command `box` lacks."""
    assert run(capsys, *line.split()) == (2, "", f"sportsframe: unrecognized arguments: {said}\n")


@pytest.mark.parametrize(("line", "said"), [
    ("live tomorow EPL", "'tomorow' is not a date. Did you mean 'tomorrow'?"),
    ("live xyzzy EPL", "'xyzzy' is not a date; pass a date and a sport, for example: sportsframe live 2024-06-01 EPL."),
    ("live xy soccer", "'xy' is not a date; pass a date and a sport, for example: sportsframe live 2024-06-01 EPL."),
    ("live MLB", "pass a date and a sport, for example: sportsframe live 2024-06-01 MLB."),
])  # fmt: skip
def test_a_word_that_is_no_day(capsys: pytest.CaptureFixture[str], line: str, said: str) -> None:
    """The day that was meant, or an example that is a command."""
    assert run(capsys, *line.split()) == (2, "", f"sportsframe: {said}\n")


@pytest.mark.parametrize(("word", "day"), [
    ("2024", True), ("2024-06-01", True), ("20240601-9001-9018", True), ("2024_905", True), ("today", True),
    ("last night", True), ("180s", False), ("3pt", False), ("points", False),
])  # fmt: skip
def test_statistics_that_begin_with_a_digit_are_no_days(word: str, day: bool) -> None:
    """Days, seasons and IDs have no letters."""
    assert is_day(word) is day


def test_a_team_of_leaders_is_known_by_its_abbreviation(capsys: pytest.CaptureFixture[str]) -> None:
    """Not by letters that names of others contain, too; one that nobody has is refused."""
    clubs = csv_of(capsys, "teams", "NHL", "--now", "2024-10-20")
    held = [clubs["team"].str.contains(letters, case=False).sum() for letters in clubs["abbreviation"]]
    club = clubs.iloc[held.index(max(held))]
    assert max(held) > 1
    found = csv_of(capsys, "leaders", "goals", "NHL", "--team", club["abbreviation"], "--now", "2024-10-20")
    assert set(found["team"]) == {club["team"]}
    code, out, err = run(capsys, "leaders", "goals", "NHL", "--team", "XXY", "--now", "2024-10-20")
    assert (code, out) == (2, "")
    assert "no team of NHL is called 'XXY'" in err


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "column"), [("NBA", "losses"), ("NHL", "points"), ("NFL", "losses")])
def test_a_narrow_terminal_shows_how_teams_stand(monkeypatch: pytest.MonkeyPatch, sport: str, column: str) -> None:
    """What a table is ranked by is seen at 80 columns, whatever the names of conferences take."""
    with terminal(monkeypatch, 80) as lines:
        assert main(["standings", sport, "--now", "2024-11-15"]) == 0
    assert {"rank", "team", "wins", column} <= set(lines[0].split())


def test_the_same_question_in_any_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A game by its team, a day of leaders, the plot's name, a name and a sport, a season of reconcile."""
    one = run(capsys, "box", "2024-06-01", "MLB", "--team", "anchormen")
    assert run(capsys, "box", "mlb", "anchormen", "2024-06-01") == one
    assert one[0] == 0
    day = run(capsys, "leaders", "home", "runs", "2024-06-01", "MLB")
    assert run(capsys, "leaders", "MLB", "home_runs", "--date", "2024-06-01") == day
    assert day[0] == 0
    for number, words in enumerate((("scores", "2024-06-01", "MLB"), ("MLB", "2024-06-01", "scores"))):
        assert run(capsys, "plot", *words, "--out", str(tmp_path / f"{number}.png"))[0] == 0
    drawn = [(tmp_path / f"{number}.png").read_bytes() for number in range(2)]
    assert drawn[0] == drawn[1]
    table = csv_of(capsys, "standings", "nba", "--now", "2024-11-01")
    assert csv_of(capsys, "NBA", "standings", "--now", "2024-11-01").equals(table)
    hurt = csv_of(capsys, "injuries", "NBA", "--team", "lanterns", "--now", "2025-01-15")
    assert csv_of(capsys, "injuries", "lanterns", "nba", "--now", "2025-01-15").equals(hurt)
    missed = csv_of(capsys, "availability", "NBA", "--team", "lanterns", "--now", "2024-11-15")
    assert csv_of(capsys, "availability", "nba", "lanterns", "--now", "2024-11-15").equals(missed)
    found = csv_of(capsys, "find", "magnets", "MLB")
    assert len(found)
    assert csv_of(capsys, "find", "mlb", "magnets").equals(found)
    assert set(csv_of(capsys, "find", "town", "epl", "--kind", "team")["league"]) == {"EPL"}
    now = ("--now", "2024-10-23T12:00")
    assert run(capsys, "reconcile", "nba", "2024", *now) == run(capsys, "reconcile", "2024", "NBA", *now)


@pytest.mark.parametrize(("python", "shell"), [
    ('pass schedule_season(2026, "NBA").', "pass sportsframe schedule-season 2026 NBA."),
    ('see sf.teams("MLB") and sportsframe.players("MLB")', "see sportsframe teams MLB and sportsframe players MLB"),
    ('live("2024-06-01", "SOCCER", league="EPL")', "sportsframe live 2024-06-01 SOCCER --league EPL"),
    ('write standings(2024, "NBA"); refresh=True', "write sportsframe standings 2024 NBA; --refresh"),
    ('live(season=2023, sport="NBA")', "sportsframe live --season 2023 NBA"),
    ('live(("2024-12-01", "2024-12-31"), "NBA")', "sportsframe live 2024-12-01 2024-12-31 NBA"),
    ("either team or team_id, not both; pass team_id=.", "either team or team_id, not both; pass --team-id."),
    ('find("De Roon", "NBA")', 'sportsframe find "De Roon" NBA'),
    ('live(day, "MLB", on_error="skip")', 'live(day, "MLB", on_error="skip")'),
    ("measures() and leaders(qualify=)", "measures() and leaders(qualify=)"),
    ('options(now="2024-06-01")', 'options(now="2024-06-01")'),
    ("team_id=9001 or game_id='x'", "--team-id 9001 or --game-id x"),
    ('live(season=2025, sport="NHL").sports.leaders("x").', 'live(season=2025, sport="NHL").sports.leaders("x").'),
    ('games.sports.bracket(event="x"), or event="x"', 'games.sports.bracket(event="x"), or event="x"'),
    ("500 for /live/2026-01-26/SOCCER?league=EPL: failed", "500 for /live/2026-01-26/SOCCER?league=EPL: failed"),
    ('live(day, "SOCCER", league="EPL", on_error="skip")', 'live(day, "SOCCER", league="EPL", on_error="skip")'),
    ("--every: every=1.5 is wrong", "--every: every=1.5 is wrong"),
])  # fmt: skip
def test_messages_are_said_as_a_shell_would(python: str, shell: str) -> None:
    """Calls that are commands become commands, and keywords that are flags become flags; the rest stays."""
    assert in_shell_words(python, FLAGS, _commands()) == shell


def test_the_words_of_a_service_stay_as_they_are() -> None:
    """In the message of an error, whatever stands around them."""
    said = '500 for /live: league="EPL" failed'
    told = in_shell_words(f'1 part is missing ({said}); pass league="EPL".', FLAGS, _commands(), {said})
    assert told == f"1 part is missing ({said}); pass --league EPL."


def test_python_for_a_season_is_python_of_the_season_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    """What a command cannot rank it says in code that runs as it stands."""
    told = run(capsys, "leaders", "hat tricks", "NHL", "2025", "--now", "2026-11-27T12:00")[2]
    assert told.endswith('sf.live(season=2025, sport="NHL", table="skaters").sports.leaders("hat_trick").\n')
    told = run(capsys, "leaders", "hat tricks", "EPL", "2025-26", "--now", "2026-11-27T12:00")[2]
    code = 'sf.live(season="2025-26", sport="SOCCER", league="EPL", table="players").sports.leaders("hat_trick").\n'
    assert told.endswith(code)


def test_the_examples_of_the_help_are_understood() -> None:
    """The parser takes each, and with the sport in another place and case its words mean the same."""
    lines = [line.strip() for line in EXAMPLES.splitlines() if line.startswith("  sportsframe")]
    assert len(lines) > 15
    tried = 0
    for line in lines:
        words = shlex.split(line.partition(" > ")[0])[1:]
        args = build().parse_args(words)
        if not (given := getattr(args, "words", [])):
            continue
        tried += 1
        ((sport, league),) = sorted_out(given, None).sports[:1]
        rest = [word for word in given if word != sport]
        moved = build().parse_args([words[0], sport.lower(), *rest, *words[1 + len(given) :]])
        if league is None and len(rest) == len(given) - 1:
            assert sorted_out(moved.words, None) == sorted_out(given, None)
    assert tried > 12


def test_sports_and_dates_in_any_order(capsys: pytest.CaptureFixture[str]) -> None:
    """Several sports are one table; the order of the arguments does not matter."""
    both = csv_of(capsys, "schedule", "2024-12-06", "NBA", "NHL")
    assert both["sport"].unique().tolist() == ["NBA", "NHL"]
    assert both.equals(csv_of(capsys, "schedule", "NBA", "2024-12-06", "NHL"))


def test_the_words_of_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    """What the package says in Python is said as flags."""
    for words, says in (
        (("live", "2024-06-01", "SOCCER"), "for example --league EPL"),
        (("live", "MLB"), "for example: sportsframe live 2024-06-01 MLB"),
        (("players",), "sport"), (("live", "2024-06-01", "MLB", "--limit", "0"), "--limit must be at least 1"),
        (("live", "2024-06-01", "MLB", "--where", "x"), "is not a condition"),
        (("live", "2024-06-01", "MLB", "--limit", "0"), "--limit must be at least 1, not 0"),
        (("live", "2024-06-01", "MLB", "--format", "raw", "--table", "batting"), "omit --table"),
    ):  # fmt: skip
        code, out, err = run(capsys, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert says in err


@pytest.mark.parametrize(
    "words", [["2023", "NFL"], ["NFL", "2023"], ["nfl", "--season", "2023"], ["--season", "2023", "NFL"]]
)
def test_a_season_stands_before_the_sport_or_after_it(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """The order is that of `sf.standings`; any other is understood, and a season given twice is refused."""
    found = csv_of(capsys, "standings", *words, "--now", "2023-09-12")
    assert set(found["season"]) == {"2023-2024"}
    code, _, err = run(capsys, "standings", "NFL", "2023", "--season", "2022")
    assert (code, err.count("\n")) == (2, 1)
    assert "given twice" in err


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("words", "seasons"),
    [
        ("schedule-season current NFL", ["2024-2025"]), ("schedule-season NFL 2023/24", ["2023-2024"]),
        ("schedule-season 2022,2024 NFL", ["2022-2023", "2024-2025"]),
        ("schedule-season 2022-2024 NFL", ["2022-2023", "2023-2024", "2024-2025"]),
        ("schedule-season 2022 2024 NFL", ["2022-2023", "2023-2024", "2024-2025"]),
        ("schedule-season 2021 2022 2024 NFL", ["2021-2022", "2022-2023", "2024-2025"]),
        ("schedule-season 2023-current NFL", ["2023-2024", "2024-2025"]),
        ("schedule-season NFL --season 2022,2024", ["2022-2023", "2024-2025"]),
        ("player-stats 2023,2024 NFL --columns season", ["2023-2024", "2024-2025"]),
        ("standings NFL current", ["2024-2025"]), ("standings NFL --season 2023/24", ["2023-2024"]),
        ("bracket NFL 2023-24", ["2023-2024"]), ("live NFL --season current --columns season", ["2024-2025"]),
    ],
)  # fmt: skip
def test_seasons_are_written_as_in_a_shell(capsys: pytest.CaptureFixture[str], words: str, seasons: list[str]) -> None:
    """Every command that takes seasons knows a season by both of its years, and lists and ranges if it can."""
    found = csv_of(capsys, *words.split(), "--now", "2024-09-10")
    assert sorted(set(found["season"])) == seasons


def test_leaders_of_a_season_written_by_both_years(capsys: pytest.CaptureFixture[str]) -> None:
    """It is that of the year in which it started, and no day; the current one is that without a season."""
    asked = ("leaders", "EPL", "goals", "--now", "2024-09-10")
    for words, year in ((["2023-24"], "2023"), (["--season", "2023/2024"], "2023"), (["current"], "2024")):
        pd.testing.assert_frame_equal(csv_of(capsys, *asked, *words), csv_of(capsys, *asked, year))


@pytest.mark.parametrize(
    "words",
    ["standings NFL 2022,2023", "bracket NFL 2015-2024", "leaders sacks NFL --season 2022,2023",
     "reconcile NFL 2015-24", "live NFL --season 2022,2023", "availability NFL 2022,2023"],
)  # fmt: skip
def test_one_season_is_asked_for(capsys: pytest.CaptureFixture[str], words: str) -> None:
    """A command that takes one season refuses several in one line, which says what to write."""
    code, out, err = run(capsys, *words.split(), "--now", "2024-09-10")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "season" in err
    assert "year in which it started" in err or "year it started" in err


def test_a_league_stands_for_its_sport(capsys: pytest.CaptureFixture[str]) -> None:
    """In either order, as in the functions of the package."""
    by_code = csv_of(capsys, "standings", "SOCCER", "2023", "--league", "SERIEA")
    assert set(by_code["league"]) == {"SERIEA"}
    for words in (("Serie A", "2023"), ("2023", "seriea")):
        pd.testing.assert_frame_equal(csv_of(capsys, "standings", *words), by_code)
    code, _, err = run(capsys, "standings", "EPL", "--league", "SERIEA")
    assert (code, "the league was given twice, 'EPL' and --league SERIEA" in err) == (2, True)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "words", [["home_runs", "MLB"], ["MLB", "home_runs"], ["2024", "mlb", "home_runs"], ["home_runs", "2024", "MLB"]]
)
def test_leaders_in_any_order(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """A statistic, a sport and a season are told apart by what they are."""
    assert csv_of(capsys, "leaders", *words, *EARLY, "--limit", "3")["home_runs"].is_monotonic_decreasing
    for wrong in (["MLB", "2024"], ["homers", "hits", "MLB"], ["points", "home_runs"]):
        assert run(capsys, "leaders", *wrong, *EARLY)[0] == 2
    before = run(capsys, *EARLY, "leaders", *words, "--limit", "3")
    assert before[:2] == run(capsys, "leaders", *words, *EARLY, "--limit", "3")[:2] != (0, "")


OPTIONS = [
    (name, action)
    for name, command in commands_of(build())
    for action in command._actions
    if action.option_strings and action.nargs != 0
]
"""Options that take a value, with their commands."""


def test_no_option_is_refused_in_the_words_of_python() -> None:
    """The types of Python would say of a number that it is an invalid int or float value."""
    assert [(name, action.dest) for name, action in OPTIONS if action.type in (int, float)] == []


@pytest.mark.parametrize("flag", sorted({flag for _, one in OPTIONS if one.dest.startswith("option_")
                                         for flag in one.option_strings} - {"--cache-dir"}))  # fmt: skip
def test_a_bad_setting_is_told_by_its_flag(capsys: pytest.CaptureFixture[str], flag: str) -> None:
    """With its dashes, and with the value as it was written."""
    code, out, err = run(capsys, "live", "2024-06-01", "MLB", flag, "x,y")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert flag in err
    assert "['" not in err


@pytest.mark.parametrize(("line", "says"), [
    ("watch NBA 2024-12-06 --date 2024-12-07", "watch takes one day; got also '2024-12-07'."),
    ("leaders points NBA --date 2024-12-06 --season 2023", "one day or one season; got '2024-12-06' and '2023'."),
    ("box 2024-06-01 MLB magnets --team sox", "box takes one team; got also 'sox'."),
    ("box 20240601-9001-9018 MLB --team magnets", "names one game; omit the team 'magnets'."),
    ("cache info --everything", "--everything goes with cache clear; omit it."),
    *((f"mcp --stdio --{option} 10.0.0.1", f"--{option} cannot be combined with --stdio")
      for option in ALONE if option not in ("port", "connections-per-address")),
    ("mcp --stdio --port 8001", "--port cannot be combined"),
    ("mcp --stdio --connections-per-address 5", "--connections-per-address cannot be combined"),
])  # fmt: skip
def test_what_another_option_makes_useless_is_refused(capsys: pytest.CaptureFixture[str], line: str, says: str) -> None:
    """Nothing that was asked for is dropped without a word."""
    code, out, err = run(capsys, *line.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


def test_flags_of_several_values_add_up() -> None:
    """In every command: a flag that takes several values, or a list of columns, may be repeated."""
    found = {(name, flag): action for name, command in commands_of(build())
             for action in command._actions for flag in action.option_strings
             if action.nargs in ("+", "*") or flag in ("--columns", "--sort", "--where")}  # fmt: skip
    assert {flag for _, flag in found} >= {"--columns", "--sort", "--where", "--season", "--tables", "--switches"}
    kinds = (argparse._AppendAction, argparse._ExtendAction)
    assert [place for place, action in found.items() if not isinstance(action, kinds)] == []
