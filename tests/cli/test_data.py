"""The command line: rows out, errors in one line, nothing sent where nothing should be."""

from __future__ import annotations

import io
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import load
from sportsframe._cli import verbs
from sportsframe._cli.commands import build
from sportsframe._cli.flags import client_of
from sportsframe._cli.output import WRITERS
from sportsframe._cli.run import main
from sportsframe._client import fetch as fetching
from sportsframe._client.clock import Clock, Still
from sportsframe._client.option_values import OPTIONS
from sportsframe._client.options import options
from sportsframe._client.redis_server import RedisServer
from sportsframe._frames.columns import columns
from sportsframe.catalog import RESOURCES

from ..support.commands import run, terminal
from ..support.hostile import ENCODINGS, PLACES, hostile_server, random_token, shows
from ..support.servers import Reply, Server, closed_port, envelope, game, serving

TOKEN = "cli-canary-0123456789"


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The output of a command that succeeds."""
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    return out


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    words = (sys.executable, "-m", "sportsframe", *words)
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment})


def test_a_table_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    """The README's line: one row a game with the scores, offline and without a token."""
    frame = load.live("2024-06-01", "MLB")
    out = rows(capsys, "live", "2024-06-01", "MLB")
    lines = out.splitlines()

    assert len(lines) == 1 + len(frame)
    assert "away_team away_score home_score home_team" in " ".join(lines[0].split())
    assert all(team in out for team in frame["home_team"])


def test_formats_and_tables_may_be_in_any_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As sports and leagues; a file named - is the standard output."""
    words = ("live", "2024-06-01", "MLB")
    expected = rows(capsys, *words, "--table", "pitching", "--format", "csv")
    assert rows(capsys, *words, "--table", "PITCHING", "--format", "CSV") == expected
    assert rows(capsys, *words, "Pitching", "--format", "Csv", "--out", "-") == expected
    assert rows(capsys, "columns", "MLB", "Live", "PITCHING") == rows(capsys, "columns", "MLB", "live", "pitching")


def test_formats(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The same rows as csv, json and parquet, on the terminal or in a file."""
    frame = load.pitching("2024-06-01")
    words = ("live", "2024-06-01", "MLB", "--table", "pitching", "--format")
    csv = pd.read_csv(io.StringIO(rows(capsys, *words, "csv")))
    assert list(csv.columns) == [*frame.columns, "simulated"]  # what is simulated says so, in every format
    assert csv["simulated"].all()
    assert csv["player_id"].tolist() == frame["player_id"].tolist()
    held = json.loads(rows(capsys, *words, "json"))
    assert [row["outs_recorded"] for row in held] == frame["outs_recorded"].tolist()
    assert all(row["simulated"] is True for row in held)
    assert held[0]["game_time"].startswith("2024-06-01T")

    for form, read in (("csv", pd.read_csv), ("parquet", pd.read_parquet), ("json", pd.read_json)):
        file = tmp_path / f"rows.{form}"
        assert rows(capsys, *words, form, "--out", str(file)) == ""
        again = read(file)
        assert len(again) == len(frame)
        assert again["player"].tolist() == frame["player"].tolist()
    assert set(WRITERS) == {"table", "csv", "json", "ndjson", "parquet"}


def test_files_hold_no_address(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A Parquet file of the command line has the rows and no `attrs`, which pandas would write."""
    path = tmp_path / "games.parquet"
    assert run(capsys, *GAMES, "--out", str(path))[0] == 0
    found = pd.read_parquet(path)
    assert len(found)
    assert found.attrs == {}


def test_every_resource_has_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The four resources under their names, with the filters they take."""
    assert len(rows(capsys, "schedule", "2024-12-05", "NBA").splitlines()) > 5
    assert len(rows(capsys, "schedule-week", "2024-11-10", "NFL").splitlines()) > 5
    assert len(rows(capsys, "schedule-season", "2024", "SOCCER", "--league", "EPL").splitlines()) > 380
    assert rows(capsys, "live", "2024-01-03", "DARTS", "--table", "legs").startswith("sport")
    frame = load.schedule("2024-01-03", "DARTS")
    one = frame.iloc[0]
    for words in (("--game-id", one["game_id"]), ("--player-id", str(one["player_1_id"]))):
        out = rows(capsys, "schedule", "2024-01-03", "DARTS", *words)
        assert one["game_id"] in out
        assert len(out.splitlines()) <= 1 + len(frame)
    two = rows(capsys, "schedule", "2024-12-06", "2024-12-07", "NHL", "--format", "csv")
    assert pd.read_csv(io.StringIO(two))["game_id"].is_unique
    team = str(load.schedule("2024-12-06", "NHL")["home_team_id"].iloc[0])
    assert len(rows(capsys, "schedule", "2024-12-06", "NHL", "--team-id", team).splitlines()) == 2
    league_day = rows(capsys, "live", "2024-06-01", "MLB", "--day", "league", "--format", "csv")
    assert set(pd.read_csv(io.StringIO(league_day))["game_date"].str[:10]) == {"2024-06-01"}


FLAGS = {
    "base_url": ("--base-url", "https://data.example.org/api/v1", "https://data.example.org/api/v1"),
    "source": ("--source", "simulated", "simulated"),
    "cache_dir": ("--cache-dir", "/tmp/elsewhere", Path("/tmp/elsewhere")),
    "now": ("--now", "2024-06-01T20:00", Still(datetime(2024, 6, 1, 20, tzinfo=UTC))),
    "offline": ("--offline", "", True),
    "workers": ("--workers", "3", 3),
    "cache_size": ("--cache-size", "0", 0),
    "redis": ("--redis", "redis://h:1/0", RedisServer("redis://h:1/0", "redis://h:1/0")),
    "timeouts": ("--timeouts", "1,2.5", (1.0, 2.5)),
    "deadline": ("--deadline", "2.5", 2.5),
    "max_age": ("--max-age", "60", 60.0),
    "max_stale": ("--max-stale", "0", 0.0),
}


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "token"])
def test_every_option_has_a_flag(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each option but the token has a flag, which takes precedence over its variable; a bad value is one line."""
    flag, text, value = FLAGS[name]
    words = [flag, text] if text else [flag]
    if name == "base_url":
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
    args = build().parse_args(["live", "2024-06-01", "MLB", *words])
    client = client_of(args)
    assert getattr(client._setting, name) == value
    assert client._setting.origins[name] == "argument"
    if text and name != "cache_dir":  # any text is a path
        code, out, err = run(capsys, "live", "2024-06-01", "MLB", flag, "no such\x00value")
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1


def test_the_token_has_no_flag(capsys: pytest.CaptureFixture[str]) -> None:
    """A token on the command line would be read by others in the list of processes."""
    assert run(capsys, "live", "2024-06-01", "MLB", "--token", TOKEN)[0] == 2
    assert "--token" not in build().format_help()


def test_nothing_is_no_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """[S7-06] A day without games prints the columns there would be, with exit code 0."""
    code, out, err = run(capsys, "live", "2024-01-20", "MLB")
    assert (code, out) == (0, ""), "a program that reads the rows gets none"
    assert "sportsframe: no rows; columns: sport, season, season_type, game_date" in err
    assert rows(capsys, "live", "2024-01-20", "MLB", "--format", "csv").startswith("sport,season,season_type,game_date")


def test_no_rows_come_with_a_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error says what an empty response may mean, games to come included; not of rows left out by a flag."""
    code, _, err = run(capsys, "live", "today", "NBA", "--now", "2025-01-09T15:00")
    assert code == 0
    assert "no rows may mean: no game that day, or games that have not begun (they are in schedule)" in err
    assert "may mean" not in run(capsys, "live", "2024-06-01", "MLB", "--where", "away_score>99")[2]
    for days in (["2024-01-20"], ["2024-01-20", "2024-01-22"]):
        assert run(capsys, "live", *days, "MLB")[2].count("no rows may mean: no game that day") == 1


def test_the_other_commands(capsys: pytest.CaptureFixture[str]) -> None:
    """columns, cache, doctor and openapi."""
    words = rows(capsys, "columns", "MLB", "live", "pitching", "--format", "csv")
    assert pd.read_csv(io.StringIO(words))["column"].tolist() == columns("MLB", "live", "pitching")["column"].tolist()
    rows(capsys, "live", "2024-06-01", "MLB")
    assert "entries         1" in rows(capsys, "cache", "info")
    assert rows(capsys, "cache", "clear") == "the cache is empty\n"
    assert "entries         0" in rows(capsys, "cache", "info")
    assert "token" in rows(capsys, "doctor")
    assert json.loads(rows(capsys, "openapi"))["openapi"] == "3.1.0"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A service that counts what it is asked, named by the environment."""
    with serving(Reply(401, b"null")) as running:
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", running.base_url)
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
        yield running


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("live 2024-06-01 NHK", "Did you mean 'NHL'"), ("live 2024-06-01 MLBB", "Did you mean 'MLB'"),
        ("live 2024-13-01 MLB", "not in the calendar"), ("live 2024-6-1 MLB", 'write "2024-06-01"'),
        ("live 2024-06-01 MLB --table pitchin", "Did you mean 'pitching'"), ("live 2024-06-01", "a date and a sport"),
        ("live MLB", "date"), ("live 2024-06-01 2024-06-02 2024-06-03 MLB", "one date, or two"),
        ("live 2024-06-02 2024-06-01 MLB", "swap"),
        ("live 2024-06-01 SOCCER", "league"),
        ("live 2024-06-01 MLB --league EPL", "league"),
        ("schedule 2024-01-03 DARTS --player-id x", "not an integer"),
        ("schedule 2024-01-03 DARTS --player-id 0", "player_id"),
        ("live 2024-06-01 MLB --format xml", "xml"), ("live 2024-06-01 MLB --day mine", "mine"),
        ("columns MLB live nope", "nope"), ("columns NHK", "NHK"), ("cache wipe", "wipe"), ("nonsense", "nonsense"),
        ("", "command"), ("live", "date"), ("live 2024-06-01 MLB --nonsense", "--nonsense"),
        ("live 2024-06-01 NBA --event-id 3", "event_id"),
    ],
)  # fmt: skip
def test_bad_input_is_one_line_and_nothing_is_sent(
    capsys: pytest.CaptureFixture[str], server: Server, words: str, says: str
) -> None:
    """[S1-06] [S2.2-16] Exit code 2, one line that says what is allowed, and no request."""
    code, out, err = run(capsys, *words.split())

    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert says in err
    assert TOKEN not in err
    assert server.count == 0


@pytest.mark.parametrize(
    ("environment", "says"),
    [
        ({"RSC_TOKEN": TOKEN}, "SPORTSFRAME_BASE_URL"),
        ({"SPORTSFRAME_BASE_URL": "https://h.invalid/api/v1"}, "RSC_TOKEN"),
        ({"RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": "http://h.invalid/api/v1"}, "https"),
        ({"RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": "https://h.invalid/"}, "/api/v1"),
        ({"RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": "nonsense"}, "SPORTSFRAME_BASE_URL"),
        ({"SPORTSFRAME_NOW": "noon"}, "SPORTSFRAME_NOW"),
    ],
)  # fmt: skip
def test_bad_settings_are_one_line_and_nothing_is_sent(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], says: str
) -> None:
    """[S1-02] [S5-09] [S5-15] One variable without the other, or an address in the clear: exit code 2, no request."""
    with serving() as proxy:  # whatever went out would pass here
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        code, out, err = run(capsys, "live", "2024-06-01", "MLB")
        assert proxy.count == 0

    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert says in err
    assert TOKEN not in err


def test_a_service_that_says_no(capsys: pytest.CaptureFixture[str], server: Server) -> None:
    """[S5-11] [S7-01] Exit code 1 and one line for each refusal, which is asked for once."""
    for status, body, says in ((401, b"null", "token"), (403, b"{}", "403"), (404, b'"no such thing"', "no such thing"),
                               (400, b'"bad date"', "bad date"), (200, b"[]", "not match the schema")):  # fmt: skip
        server.set("/live/2024-06-01/MLB", Reply(status, body))
        before = server.count
        code, out, err = run(capsys, "live", "2024-06-01", "MLB")
        assert (code, out, server.count - before) == (1, "", 1)
        assert err.count("\n") == 1
        assert says in err
        assert TOKEN not in err


def test_a_service_that_is_down(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """[S7-17] Exit code 1 and one line where nobody answers."""
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", f"http://127.0.0.1:{closed_port()}/api/v1")
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    with options(now=Clock("2025-03-01T12:00")):  # a clock on which waiting takes no time
        code, out, err = run(capsys, "live", "2024-06-01", "MLB")

    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "no response from 127.0.0.1" in err
    assert TOKEN not in err


def test_what_arrived_of_a_range_is_printed(capsys: pytest.CaptureFixture[str], server: Server) -> None:
    """Rows that came are written, the rest is an error of one line."""
    server.set("/schedule/2024-06-01/MLB", Reply(200, b'{"data":{"MLB":[]}}'))
    server.set("/schedule/2024-06-02/MLB", Reply(404, b'"gone"'))
    code, out, err = run(capsys, "schedule", "2024-06-01", "2024-06-02", "MLB", "--format", "csv")

    assert code == 1
    assert out.startswith("sport,season,season_type,game_date")
    assert err.count("\n") == 1
    assert "1 of 2 parts are missing" in err


@pytest.mark.parametrize(
    "name",
    ["", *RESOURCES, "players", "teams", "find", "reconcile", "columns", "cache", "doctor", "openapi", "serve", "mcp"],
)
def test_help_teaches(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Each command has a help with a line that says what it is for."""
    out = rows(capsys, *([name] if name else []), "--help")
    assert out.startswith("usage: sportsframe")
    if not name:
        assert "sportsframe live 2024-06-01 MLB --table pitching" in out
        for command in (*RESOURCES, "find", "reconcile", "columns", "cache", "doctor", "openapi", "serve", "mcp"):
            assert re.search(rf"^    (\w+ \()?{command}\)?\s", out, re.MULTILINE)
    elif name in ("serve", "mcp"):
        assert "examples:" in out
        assert "chmod 600" in out
    assert build().prog == "sportsframe"


def test_as_a_process(tmp_path: Path) -> None:
    """``python -m sportsframe``: rows on the output, the source on the error output once, and no more."""
    done = process("live", "2024-06-01", "MLB", "--table", "pitching", "--format", "csv")
    assert done.returncode == 0
    assert done.stderr.count("\n") == 1
    assert "simulated data" in done.stderr
    assert pd.read_csv(io.StringIO(done.stdout))["outs_recorded"].sum() > 0
    wrong = process("live", "2024-06-01", "NHK")
    assert (wrong.returncode, wrong.stdout, wrong.stderr.count("\n")) == (2, "", 1)


def test_files_that_cannot_be_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A path that is no file is one line, whatever the format."""
    for form in ("table", "csv", "json", "parquet"):
        code, out, err = run(
            capsys, "columns", "MLB", "live", "games", "--format", form, "--out", str(tmp_path / "no" / "rows")
        )
        assert (code, out) == (2, "")
        assert err.count("\n") == 1


def test_an_output_that_is_closed() -> None:
    """A reader that has enough, such as head, ends the command without a traceback."""
    line = f"{sys.executable} -m sportsframe columns --format csv | head -1"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=os.environ)

    assert done.stdout.startswith("sport,resource")
    assert "Traceback" not in done.stderr


def test_nothing_a_terminal_obeys_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """What a hostile service says with an error, or instead of HTTP, is printed in one line of plain letters."""
    with hostile_server() as hostile:
        for name, says in (("terminal", "owned"), ("no-status", "not valid HTTP")):
            with options(base_url=hostile.url(name), token=TOKEN, now=Clock("2025-03-01T12:00")):
                assert main(["live", "2024-06-01", "MLB"]) == 1
            said = capsys.readouterr().err
            assert says in said
            assert said.rstrip("\n").isprintable()


@pytest.mark.filterwarnings("ignore:MLB live")
@pytest.mark.parametrize("form", ["table", "csv", "json"])
@pytest.mark.parametrize("terminal", [True, False])
def test_cells_and_headers_control_no_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, form: str, terminal: bool
) -> None:
    """Field names and values of a response are printed with escapes; CSV in files and pipes is unchanged."""
    hostile = "A\x1b]0;owned\x07\x1b[2J\x9b\u202eB"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    reply = Reply(200, envelope({**game(), "home_team": hostile, f"key{hostile}": hostile}))
    with serving(reply) as server, options(base_url=server.base_url, token=TOKEN, now=Clock("2025-03-01T12:00")):
        assert main(["live", "2024-06-01", "MLB", "--format", form, "--wide"]) == 0
    out = capsys.readouterr().out
    assert "owned" in out
    printable = all(line.isprintable() for line in out.split("\n"))
    assert printable is (terminal or form != "csv")


@pytest.mark.filterwarnings("ignore:MLB live")
@pytest.mark.parametrize("name", ENCODINGS)
def test_no_echo_shows_the_token(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """[S5-07] Neither output nor messages of a command show a token that the service repeats, however it is escaped."""
    r = random.Random(name)
    monkeypatch.setattr(fetching, "FIRST_PAUSE", 0.0)
    with hostile_server() as hostile:
        for place in PLACES:
            for n in range(2):
                token = random_token(r)
                monkeypatch.setenv("RSC_TOKEN", token)
                monkeypatch.setenv("SPORTSFRAME_BASE_URL", hostile.url(f"echo.{name}.{place}"))
                words = ("--cache-dir", str(tmp_path / str(n))) if n % 2 else ("--cache-size", "0")
                _, out, err = run(capsys, *("live", "2024-06-01", "MLB"), *words)
                assert shows(out + err, token) == []


def test_directories_have_the_commands_of_their_loaders(capsys: pytest.CaptureFixture[str]) -> None:
    """Under either name, by team; a date is refused with what to write instead."""
    csv = rows(capsys, "teams", "NHL", "--format", "csv", "--now", "2024-11-20T12:00")
    assert csv == rows(capsys, "team-info", "NHL", "--format", "csv", "--now", "2024-11-20T12:00")
    club = pd.read_csv(io.StringIO(csv)).iloc[0]
    for words in (("--team", club["abbreviation"]), ("--team-id", str(club["team_id"]))):
        out = rows(capsys, "players", "NHL", *words, "--format", "csv", "--now", "2024-11-20T12:00")
        assert set(pd.read_csv(io.StringIO(out))["team"]) == {club["team"]}
    code, out, err = run(capsys, "players", "2024-11-20", "NHL")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "It describes the present, sportsframe players NHL;" in err


def test_plays_of_days_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    """By date, as the loader takes it, or by the ID of a game."""
    day = pd.read_csv(io.StringIO(rows(capsys, "play-by-play", "2024-06-01", "MLB", "--format", "csv")))
    assert day["game_id"].nunique() > 5
    one = day["game_id"].iloc[0]
    game = pd.read_csv(io.StringIO(rows(capsys, "play-by-play", one, "MLB", "--format", "csv")))
    assert len(game) == (day["game_id"] == one).sum()
    assert run(capsys, "play-by-play", "MLB")[0] == 2


def test_a_resource_of_one_sport_needs_no_sport(capsys: pytest.CaptureFixture[str]) -> None:
    """Events are of darts, fields of golf; another sport is refused."""
    now = ("--now", "2024-11-20T12:00", "--format", "csv")
    assert rows(capsys, "events", "2024", *now) == rows(capsys, "events", "2024", "DARTS", *now)
    assert rows(capsys, "field", "2024_905", *now) == rows(capsys, "field", "2024_905", "PGA", *now)
    for words, what in (
        (("events", "2024", "NFL"), ""),
        (("field", "PGA"), "pass the ID of a tournament, for example: sportsframe field 2024_905."),
        (("events", "DARTS"), "pass a season, for example: sportsframe events 2024."),
        (("events",), "pass a season, for example: sportsframe events 2024."),
    ):
        code, out, err = run(capsys, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert what in err


def test_people_and_teams_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    """The rows of `find`, of one sport or all; wrong words are one line."""
    club = load.teams("NHL")["team"].iloc[0]
    found = pd.read_csv(io.StringIO(rows(capsys, "find", club, "NHL", "--kind", "team", "--format", "csv")))
    assert found.loc[0, ["name", "score"]].tolist() == [club, 1.0]
    for words in (("find", "x", "--limit", "0"), ("find", "x", "--kind", "club"), ("find",)):
        code, out, err = run(capsys, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)


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


GAMES = ("live", "2024-06-01", "MLB", "--columns", "game_id,home_team,home_score,status,game_time")


def csv_of(capsys: pytest.CaptureFixture[str], *words: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(rows(capsys, *words, "--format", "csv")))


@pytest.mark.parametrize(("condition", "holds"), [
    ("home_score>=5", lambda f: f["home_score"] >= 5), ("home_score<5", lambda f: f["home_score"] < 5),
    ("home_score = 1", lambda f: f["home_score"] == 1), ("home_score!=1", lambda f: f["home_score"] != 1),
    ("home_team~ANCHOR", lambda f: f["home_team"].str.contains("Anchor")),
    ("status=completed", lambda f: f["status"] == "completed"),
    ("game_time>2024-06-01T20:00", lambda f: f["game_time"] > "2024-06-01 20"),
    ("is_lost=no", None),
])  # fmt: skip
def test_rows_that_meet_a_condition(capsys: pytest.CaptureFixture[str], condition: str, holds: Any) -> None:
    """Numbers, text and times are compared as what they are; a column that is not there is one line."""
    if holds is None:
        code, out, err = run(capsys, *GAMES, "--where", condition)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "unknown column in --where" in err
        return
    whole, found = csv_of(capsys, *GAMES), csv_of(capsys, *GAMES, "--where", condition)
    assert found.equals(whole[holds(whole)].reset_index(drop=True))


def test_a_missing_value_differs_from_every_other(capsys: pytest.CaptureFixture[str]) -> None:
    """Players without a college are not those of one college, nor of a later one."""
    words = ("players", "MLB", "--columns", "player_id,college")
    whole = csv_of(capsys, *words)
    one = whole["college"].dropna().iloc[0]
    assert len(csv_of(capsys, *words, "--where", f"college!={one}")) == (whole["college"] != one).sum()
    assert len(csv_of(capsys, *words, "--where", f"college>{one}")) == (whole["college"] > one).sum()


def test_rows_are_sorted_and_cut(capsys: pytest.CaptureFixture[str]) -> None:
    """Sorted, then cut, with the columns in the order asked for."""
    chosen = ("--columns", "player,hits", "--sort=-hits", "--limit", "3")
    whole = load.batting("2024-06-01")
    found = csv_of(capsys, "live", "2024-06-01", "MLB", "--table", "batting", *chosen)
    assert list(found.columns) == ["player", "hits"]
    assert found["hits"].tolist() == sorted(whole["hits"], reverse=True)[:3]
    every = csv_of(capsys, "live", "2024-06-01", "MLB", "--table", "batting", *chosen[:3])
    assert every["player"].tolist() == whole.sort_values("hits", ascending=False, kind="stable")["player"].tolist()


def test_a_format_that_the_suffix_contradicts_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The format counts, in one line on standard error; where both agree, or there is no suffix, nothing is said."""
    file = tmp_path / "rows.json"
    code, _, err = run(capsys, *GAMES, "--format", "csv", "--out", str(file))
    assert (code, err) == (0, f"sportsframe: --format csv counts, not the suffix of {file}\n")
    assert len(pd.read_csv(file))
    for name, form in (("rows.csv", "csv"), ("rows", "csv"), ("rows.json", "raw"), ("rows.data", "json")):
        assert run(capsys, *GAMES[:3], "--format", form, "--out", str(tmp_path / name))[::2] == (0, "")


def test_the_suffix_is_the_format(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--out obeys the suffix of the file; one of no format is refused before anything is sent."""
    frame = load.live("2024-06-01", "MLB")
    for suffix, read in (("csv", pd.read_csv), ("json", pd.read_json), ("parquet", pd.read_parquet),
                         ("ndjson", lambda f: pd.read_json(f, lines=True))):  # fmt: skip
        file = tmp_path / f"rows.{suffix}"
        assert rows(capsys, "live", "2024-06-01", "MLB", "--out", str(file)) == ""
        assert read(file)["game_id"].tolist() == frame["game_id"].tolist()
    rows(capsys, "live", "2024-06-01", "MLB", "--out", str(tmp_path / "rows"))
    assert (tmp_path / "rows").read_text().startswith("sport")
    with serving() as server:
        code, _, err = run(capsys, "live", "2024-06-01", "MLB", "--out", str(tmp_path / "rows.ods"))
        assert (code, server.count) == (2, 0)
    assert ".parquet" in err


def test_a_file_is_replaced_whole_or_not_at_all(
    capsys: pytest.CaptureFixture[str], server: Server, tmp_path: Path
) -> None:
    """A range of which a part is missing leaves yesterday's file, its mode and no other file in the directory."""
    file = tmp_path / "rows.csv"
    file.write_text("yesterday\n")
    file.chmod(0o640)
    server.set("/schedule/2024-06-01/MLB", Reply(200, b'{"data":{"MLB":[]}}'))
    server.set("/schedule/2024-06-02/MLB", Reply(404, b'"gone"'))
    code, _, err = run(capsys, "schedule", "2024-06-01", "2024-06-02", "MLB", "--out", str(file))
    assert (code, file.read_text()) == (1, "yesterday\n")
    assert "run the command again" in err
    assert ".frame" not in err
    code, _, err = run(capsys, "schedule", "2024-06-01", "MLB", "--out", str(file))
    assert code == 0
    assert "MLB schedule '2024-06-01': no rows may mean: no game that day" in err
    assert file.read_text().startswith("sport,")
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "words", ["openapi", "columns", "columns --format parquet", "completion bash", "--version", "live --help"]
)
def test_a_full_disk_is_one_line(words: str) -> None:
    """Whatever a command writes, a device that takes nothing ends it with one line and exit code 2."""
    with open("/dev/full", "w") as full:
        words_ = [sys.executable, "-m", "sportsframe", *words.split()]
        done = subprocess.run(words_, stdout=full, stderr=subprocess.PIPE, text=True, env=os.environ)
    told = [line for line in done.stderr.splitlines() if "simulated data" not in line]
    assert done.returncode == 2
    assert told == ["sportsframe: cannot write to 'standard output': No space left on device."]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(("words", "code"), [("live 2024-06-01 XXX", 2), ("nothing", 2), ("find xqzzyv NHL", 0)])
def test_errors_that_nobody_can_read_keep_their_exit_code(words: str, code: int) -> None:
    """Where standard error takes nothing, the exit code is that of the command."""
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "sportsframe", *words.split()], stdout=subprocess.PIPE, stderr=full
        )
    assert done.returncode == code


@pytest.mark.skipif(os.name == "nt", reason="there is no POSIX shell")
def test_a_closed_output_is_one_line(tmp_path: Path) -> None:
    """Rows that nobody can get are an error, not a success; a file is written all the same."""
    command = shlex.join([sys.executable, "-m", "sportsframe", "columns", "--format", "csv"])
    done = subprocess.run(f"{command} >&-", shell=True, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert "sportsframe: cannot write to 'standard output': it is closed." in done.stderr.splitlines()
    kept = subprocess.run(f"{command} --out {tmp_path / 'x.csv'} >&-", shell=True, stderr=subprocess.PIPE)
    assert kept.returncode == 0
    assert (tmp_path / "x.csv").stat().st_size > 1_000


def test_a_narrow_encoding_ends_no_command() -> None:
    """A table escapes characters that the output cannot encode; what programs read is UTF-8 everywhere."""
    done = process("find", "Núñez", "NHL", "--limit", "1", "--format", "json", PYTHONIOENCODING="ascii")
    words = [sys.executable, "-m", "sportsframe", "players", "NHL", "--columns", "player", "--format", "csv"]
    told = [
        subprocess.run(words, capture_output=True, env={**os.environ, "PYTHONIOENCODING": encoding}).stdout
        for encoding in ("latin-1", "utf-8")
    ]
    assert told[0] == told[1]
    assert not told[0].isascii()
    refused = process("live", "2024-06-01", "Núñez", PYTHONIOENCODING="ascii")
    assert (done.returncode, refused.returncode) == (0, 2)
    assert "Traceback" not in done.stderr + refused.stderr
    assert "N\\xfa\\xf1ez" in refused.stderr


def test_the_width_of_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow terminal gets the columns that fit, both sides of a game first, and is told; --wide has all of them."""
    for width in range(50, 90):
        with terminal(monkeypatch, width) as lines:
            assert main(["live", "2024-06-01", "MLB", "--limit", "3"]) == 0
        assert max(map(len, lines)) <= width
        assert lines[0].split()[:4] == ["away_team", "away_score", "home_score", "home_team"]
    err = capsys.readouterr().err
    assert "sport MLB" in err
    assert "--wide" in err
    with terminal(monkeypatch, 80) as lines:
        assert main(["live", "2024-06-01", "MLB", "--wide"]) == 0
    assert max(map(len, lines)) > 200


@pytest.mark.parametrize(("line", "width", "seen"), [
    ("leaders ppg nba --now 2025-01-15", 60, ["rank", "player", "team", "points_per_game"]),
    ("find lancoster", 60, ["name", "team", "sport", "id"]),
    ("bracket NFL 2024", 80, ["round", "seed_1", "team_1", "wins_1", "wins_2", "team_2", "seed_2"]),
])  # fmt: skip
def test_a_narrow_terminal_shows_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, line: str, width: int, seen: list[str]
) -> None:
    """Long names are shortened before a name, an opponent or the statistic is lost."""
    with terminal(monkeypatch, width) as lines:
        assert main(line.split()) == 0
    assert max(map(len, lines)) <= width
    assert lines[0].split()[: len(seen)] == seen


def test_a_pipe_has_all_columns(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The width of a terminal in the environment does not cut what goes elsewhere."""
    whole = rows(capsys, "live", "2024-06-01", "MLB")
    monkeypatch.setenv("COLUMNS", "60")
    assert rows(capsys, "live", "2024-06-01", "MLB") == whole


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="has no pipes with names")
def test_a_pipe_with_a_name_is_written_to(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is no file stays what it is, and receives the rows."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert rows(capsys, "teams", "MLB", "--format", "csv", "--out", str(pipe)) == ""
    assert os.read(reader, 2**16).decode() == rows(capsys, "teams", "MLB", "--format", "csv")
    os.close(reader)
    assert pipe.is_fifo()


def test_raw_is_the_body(capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    """--format raw writes the response byte for byte, to the output or a file."""
    body = load.raw("2024-06-01", "MLB")
    assert main(["live", "2024-06-01", "MLB", "--format", "raw"]) == 0
    assert capsysbinary.readouterr().out == body
    assert main(["live", "MLB", "2024-06-01", "--format", "raw", "--out", str(tmp_path / "body.json")]) == 0
    assert (tmp_path / "body.json").read_bytes() == body


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


def test_leaders(capsys: pytest.CaptureFixture[str]) -> None:
    """The best players of a season and a day; a wrong statistic lists those there are."""
    best = csv_of(capsys, "leaders", "home_runs", "MLB", *EARLY, "--limit", "3")
    assert best["rank"].iloc[0] == 1
    assert best["home_runs"].is_monotonic_decreasing
    day = csv_of(capsys, "leaders", "strikeouts", "MLB", "--date", "2024-06-01", "--table", "pitching")
    assert len(day) == 10
    after = csv_of(
        capsys, "leaders", "wins", "MLB", "--season", "2023", "--table", "pitching", "--limit", "2000", *EARLY
    )
    season = sf.Client(source="simulated", now="2024-03-31T12:00").player_stats(2023, "MLB", table="pitching")
    regular = season[season["part"] == "regular_season"].nlargest(1, "wins")["wins"].iloc[0]
    assert (after["player_id"].is_unique, after["wins"].iloc[0]) == (True, regular)
    assert len(after) == (season["part"] == "regular_season").sum()
    assert (season["part"] != "regular_season").any()
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
    for words, says in ((("pie", "2024-06-01", "MLB", "--out", "x.png"), "scores"),
                        (("scores", "2024-06-01", "MLB", "--out", "x.doc"), ".png")):  # fmt: skip
        code, _, err = run(capsys, "plot", *words)
        assert (code, err.count("\n")) == (2, 1)
        assert says in err


@pytest.mark.parametrize(
    "asked", ["leaderboard 2024-06-16 PGA", "line_score 2024-11-10 NFL --game-id 20241110-9001-9008"]
)
def test_a_plot_is_drawn_from_the_table_it_is_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str
) -> None:
    """Without --table, the first table that has the plot is loaded."""
    file = tmp_path / "a.png"
    assert rows(capsys, "plot", *asked.split(), "--out", str(file)) == ""
    assert file.read_bytes().startswith(b"\x89PNG")


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
    assert "sportsframe: 12 games on 2024-12-08, the first at 2024-12-08 18:00 UTC." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "columns", "seen"),
    [
        ("NBA 2024-12-06", ["game", "change", "when"], "Timberley Porcupines - Thistlefell Jigsaws"),
        ("NBA 2024-12-06 --table players", ["game", "player", "change", "when"], " - "),
        ("PGA 2024-06-15", ["game", "change", "when"], "The National Major"),
        ("DARTS 2024-01-03", ["game", "change", "when"], "Huw Malgarvel - Robin Nytofte"),
    ],
)
def test_watch_names_who_plays(capsys: pytest.CaptureFixture[str], words: str, columns: list[str], seen: str) -> None:
    """A person reads names and a time of day, not IDs."""
    head, *lines = rows(capsys, "watch", *words.split()).splitlines()
    assert head.split() == columns
    assert any(seen in line for line in lines)
    assert all(line.rstrip().endswith("UTC") for line in lines)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_the_commands(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    """The script names every command and its flags; where the shell is installed, it accepts it."""
    text = rows(capsys, "completion", shell)
    assert all(word in text for word in ("schedule-week", "standings", "--league" if shell != "fish" else "-l league"))
    if shutil.which(shell):
        done = subprocess.run([shell, "-n"], input=text, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(("words", "first", "other"), [
    ("live --wh", "--where", "NBA"), ("live --format ''", "table", "--where"), ("live --format p", "parquet", "table"),
    ("live --league E", "EPL", "NBA"), ("live --table batt", "batting", "NBA"),
    ("live --out ''", "", ""), ("sync NBA --to ''", "", ""), ("verify ''", "", ""), ("standings n", "nfl", "NFL"),
    ("standings ''", "NFL", "--by"), ("standings --by ''", "league", "NFL"), ("plot sco", "scores", "NFL"),
    ("cache ''", "info", "NFL"), ("sta", "standings", "live"),
])  # fmt: skip
def test_bash_completes_values_and_leaves_files_to_the_shell(
    capsys: pytest.CaptureFixture[str], words: str, first: str, other: str
) -> None:
    """After a flag come its values, in either case; where a file is meant nothing is, so that bash lists files."""
    ask = f"COMP_WORDS=(sportsframe {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _sportsframe"
    text = rows(capsys, "completion", "bash")
    done = subprocess.run(
        ["bash", "-c", f'{text}\n{ask}; printf "%s\\n" "${{COMPREPLY[@]}}"'], capture_output=True, text=True
    )
    offered = done.stdout.split()
    assert offered[:1] == [first] * bool(first)
    assert other not in offered
    assert done.stderr == ""


@pytest.mark.skipif(sys.platform == "win32", reason="files are closed by a shell of another kind")
@pytest.mark.parametrize(("ending", "code"), [(">&-", 2), (">&- 2>&-", 2), (r"--where $'player==L\xe9o'", 2)])
def test_closed_outputs_and_foreign_bytes(ending: str, code: int) -> None:
    """A standard output that the shell closed is an error; bytes of another encoding are refused in one line."""
    words = shlex.join([sys.executable, "-m", "sportsframe", "live", "2024-06-01", "MLB"])
    done = subprocess.run(["bash", "-c", f"{words} {ending}"], capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert "Traceback" not in done.stderr
    assert ("where" in ending) == ("is not text in the encoding" in done.stderr)


def test_a_pipe_has_whole_texts(capsys: pytest.CaptureFixture[str]) -> None:
    """What a table says in more than a line of a terminal is cut there, and nowhere else."""
    longest = max(columns("MLB", "play-by-play")["description"].dropna(), key=len)
    assert len(longest) > 60
    assert longest in rows(capsys, "columns", "MLB", "play-by-play")
