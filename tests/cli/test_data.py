"""The command line: rows out, errors in one line, nothing sent where nothing should be."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from sportsframe import load
from sportsframe._cli.commands import build
from sportsframe._cli.flags import client_of
from sportsframe._client.clock import Clock, Still
from sportsframe._client.option_values import OPTIONS
from sportsframe._client.options import options
from sportsframe._client.redis_server import RedisServer
from sportsframe._frames.columns import columns
from sportsframe.catalog import RESOURCES

from ..support.commands import csv_of, rows, run
from ..support.servers import Reply, Server, closed_port, serving

TOKEN = "cli-canary-0123456789"


def test_a_table_of_a_day(capsys: pytest.CaptureFixture[str]) -> None:
    """The README's line: one row a game with the scores, offline and without a token."""
    frame = load.live("2024-06-01", "MLB")
    out = rows(capsys, "live", "2024-06-01", "MLB")
    lines = out.splitlines()

    assert len(lines) == 1 + len(frame)
    assert "away_team away_score home_score home_team" in " ".join(lines[0].split())
    assert all(team in out for team in frame["home_team"])


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


def test_the_other_commands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """columns, cache, doctor and openapi."""
    words = rows(capsys, "columns", "MLB", "live", "pitching", "--format", "csv")
    assert pd.read_csv(io.StringIO(words))["column"].tolist() == columns("MLB", "live", "pitching")["column"].tolist()
    rows(capsys, "live", "2024-06-01", "MLB")
    assert "entries         1" in rows(capsys, "cache", "info")
    assert rows(capsys, "cache", "clear") == "the cache is empty\n"
    assert "entries         0" in rows(capsys, "cache", "info")
    assert "token" in rows(capsys, "doctor")
    assert json.loads(rows(capsys, "openapi"))["openapi"] == "3.1.0"
    assert rows(capsys, "openapi", "--out", str(tmp_path / "o.json")) == ""
    assert json.loads((tmp_path / "o.json").read_text())["openapi"] == "3.1.0"


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
    assert rows(capsys, "events", "DARTS", *now) == rows(capsys, "events", "2024", *now)  # the current season
    assert rows(capsys, "field", "2024_905", *now) == rows(capsys, "field", "2024_905", "PGA", *now)
    for words, what in (
        (("events", "2024", "NFL"), ""),
        (("field", "PGA"), "pass the ID of a tournament, for example: sportsframe field 2024_905."),
        (("events",), "pass a season, for example: sportsframe events 2024."),
    ):
        code, out, err = run(capsys, *words)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert what in err


GAMES = (
    "live", "2024-06-01", "MLB", "--now", "2024-06-01T22:00",
    "--columns", "game_id,game_date,home_team,home_score,status,game_time,inning,event_name",
)  # fmt: skip
"""The games of a day, which in its league has not ended."""


@pytest.mark.sampled
@pytest.mark.parametrize(("condition", "holds"), [
    ("home_score>=5", lambda f: f["home_score"] >= 5), ("home_score<5", lambda f: f["home_score"] < 5),
    ("home_score = 1", lambda f: f["home_score"] == 1), ("home_score!=1", lambda f: f["home_score"] != 1),
    ("home_team~ANCHOR", lambda f: f["home_team"].str.contains("Anchor")),
    ("status=completed", lambda f: f["status"] == "completed"),
    ("status == 'completed'", lambda f: f["status"] == "completed"),
    ('status!="completed"', lambda f: f["status"] != "completed"),
    ("status<>completed", lambda f: f["status"] != "completed"),
    ("home_score==1", lambda f: f["home_score"] == 1), ("home_score <> 1", lambda f: f["home_score"] != 1),
    ('inning=""', lambda f: f["inning"].isna()), ("inning != ''", lambda f: f["inning"].notna()),
    ('event_name=""', lambda f: f["event_name"].isna()), ('status==""', lambda f: f["home_score"] < 0),
    ("game_time>2024-06-01T20:00", lambda f: f["game_time"] > "2024-06-01 20"),
    ("game_time=2024-06-01T20", lambda f: f["game_time"].str.startswith("2024-06-01 20")),
    ("game_time<=2024-06-01T20", lambda f: f["game_time"] < "2024-06-01 21"),
    ("game_time=2024-06-01T20:00Z", lambda f: f["game_time"].str.startswith("2024-06-01 20:00")),
    ("game_time<=2024-06-01", lambda f: f["game_time"] < "2024-06-02"),
    ("game_time>2024-06-01", lambda f: f["game_time"] >= "2024-06-02"),
    ("game_time>=2024-06-01", lambda f: f["game_time"] >= "2024-06-01"),
    ("game_time=2024-06-01", lambda f: f["game_time"].str.startswith("2024-06-01")),
    ("game_time=2024-06", lambda f: f["home_score"] >= 0), ("game_time!=20240601", lambda f: f["home_score"] < 0),
    ("game_date=2024-05", lambda f: f["game_date"] == "2024-05-31"),
    ("game_date!=2024-05", lambda f: f["game_date"] == "2024-06-01"),
    ("game_date>2024-05", lambda f: f["game_date"] == "2024-06-01"),
    ("game_date<=2024-05", lambda f: f["game_date"] == "2024-05-31"),
    ("game_date>=2024", lambda f: f["home_score"] >= 0), ("game_date<2024-06", lambda f: f["game_date"] < "2024-06"),
    ("game_date>2024-05-31", lambda f: f["game_date"] == "2024-06-01"),
    ("game_date>=2024-06-01T00:00Z", lambda f: f["game_date"] == "2024-06-01"),
    ("game_date<today", lambda f: f["game_date"] == "2024-05-31"),
    ("game_date=yesterday", lambda f: f["game_date"] == "2024-05-31"),
    ("is_lost=no", None),
])  # fmt: skip
def test_rows_that_meet_a_condition(capsys: pytest.CaptureFixture[str], condition: str, holds: Any) -> None:
    """Numbers, text and times are compared as what they are, days and months as a whole; ``""`` is a missing value.

    Signs may be those of Python and of SQL, and text in quotes. A column that is not there is one line.
    """
    if holds is None:
        code, out, err = run(capsys, *GAMES, "--where", condition)
        assert (code, out, err.count("\n")) == (2, "", 1)
        assert "unknown column in --where" in err
        return
    whole = csv_of(capsys, *GAMES)
    found = pd.read_csv(io.StringIO(run(capsys, *GAMES, "--where", condition, "--format", "csv")[1]))
    assert found.astype(object).equals(whole[holds(whole)].reset_index(drop=True).astype(object))


def test_now_in_a_condition_is_the_time_of_the_clock(capsys: pytest.CaptureFixture[str]) -> None:
    """That of the command's own settings, and not that of the machine: games to come are those that begin after it."""
    words = ("schedule", "2024-06-01", "MLB", "--now", "2024-06-01T22:00")
    whole = csv_of(capsys, *words)
    found = csv_of(capsys, *words, "--where", "game_time>now")
    assert 0 < len(found) < len(whole)
    assert found["game_id"].tolist() == whole[whole["game_time"] > "2024-06-01 22"]["game_id"].tolist()


@pytest.mark.parametrize(("condition", "said"), [
    *((f"{column}{sign}3", "is not a condition; write") for column in ("home_score", "home_team")
      for sign in ("=>", "=<", "===", "= =", "=~", "~=", "><", "<<")),
    ("inning=", "is not a condition; write"), ("event_name~", "is not a condition; write"),
    ('inning>""', 'missing values, "", are compared with = or !=, not with >'),
    ('event_name~""', 'missing values, "", are compared with = or !=, not with ~'),
    *((f"home_team={text}", f"a quotation mark of {text} is missing.") for text in ('"Anchor', 'Anchor"')),
    *((f"home_score>{text}", "home_score is a number") for text in ("nan", "inf", "-inf", "abc")),
    *((f"{column}>{text}", f"{column} is a time, and {text!r} is none; write 2024-06-01")
      for column in ("game_time", "game_date")
      for text in ("20:00", "8pm", "junk", "nat", "nan", "June 1", "2024-02-30", "99999")),
])  # fmt: skip
def test_conditions_that_cannot_be_meant_are_refused(
    capsys: pytest.CaptureFixture[str], condition: str, said: str
) -> None:
    """A sign that is none, no value, what is not a number, a time of day: each is a line that says what to write."""
    code, out, err = run(capsys, *GAMES, "--where", condition)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert said in err
    assert len(err) <= 200


@pytest.mark.parametrize("form", ["table", "csv", "json", "ndjson", "parquet"])
def test_a_condition_that_no_row_meets_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str) -> None:
    """Once, in every format."""
    out = str(tmp_path / "rows")
    code, _, err = run(capsys, *GAMES, "--where", "home_team=NoSuch", "--format", form, "--out", out)
    assert (code, err) == (0, "sportsframe: no row meets --where 'home_team=NoSuch'\n")


@pytest.mark.sampled
@pytest.mark.parametrize("line", [
    "live 2024-06-01 MLB", "live 2024-06-01 2024-06-02 MLB --table batting", "standings NBA --now 2024-12-06",
    "leaders points NBA 2024 --now 2024-12-06", "columns MLB", "measures 2024-06-01 MLB --table batting",
    "find magnets MLB",
])  # fmt: skip
@pytest.mark.parametrize("form", ["table", "csv", "json", "ndjson", "parquet"])
def test_a_column_named_twice_is_there_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, form: str
) -> None:
    """In every command and format, within one flag or by two, in the order of the first mention."""
    first, second = {"columns": ("column", "dtype"), "find": ("name", "sport"), "leaders": ("rank", "player"),
                     "standings": ("team", "wins")}.get(line.split()[0], ("game_id", "sport"))  # fmt: skip
    file = tmp_path / "rows"
    names = ("--columns", f"{first},{second},{first}", "--columns", second)
    code, _, err = run(capsys, *line.split(), *names, "--limit", "2", "--format", form, "--out", str(file))
    assert (code, "Traceback" in err) == (0, False)
    read = {"table": lambda: file.read_text().split("\n")[0].split(), "csv": lambda: pd.read_csv(file),
            "json": lambda: json.loads(file.read_text())[0], "parquet": lambda: pd.read_parquet(file),
            "ndjson": lambda: json.loads(file.read_text().split("\n")[0])}[form]()  # fmt: skip
    assert list(read) == [first, second]


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
    ("cache ''", "info", "NFL"), ("serve --switches ''", "observed", "NFL"), ("sta", "standings", "live"),
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
