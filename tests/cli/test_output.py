"""What the command line writes: files replaced whole, terminals and pipes, text that controls nothing."""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import load
from sportsframe._cli.commands import build
from sportsframe._cli.completion import commands_of
from sportsframe._cli.data import sent
from sportsframe._cli.output import WRITERS, _text
from sportsframe._cli.run import main
from sportsframe._client import fetch as fetching
from sportsframe._client.clock import Clock
from sportsframe._client.options import options
from sportsframe._frames.columns import columns
from sportsframe.catalog import sports_of

from ..support.commands import process, rows, run, terminal
from ..support.hostile import ENCODINGS, PLACES, hostile_server, random_token, shows
from ..support.servers import Reply, envelope, game, serving
from .test_data import GAMES

TOKEN = "cli-canary-0123456789"


def test_formats_and_tables_may_be_in_any_case(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As sports and leagues; a file named - is the standard output."""
    words = ("live", "2024-06-01", "MLB")
    expected = rows(capsys, *words, "--table", "pitching", "--format", "csv")
    assert rows(capsys, *words, "--table", "PITCHING", "--format", "CSV") == expected
    assert rows(capsys, *words, "Pitching", "--format", "Csv", "--out", "-") == expected
    assert rows(capsys, "columns", "MLB", "Live", "PITCHING") == rows(capsys, "columns", "MLB", "live", "pitching")


def test_a_csv_file_comes_back_as_the_parquet_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The mark of simulated rows is a flag again, too."""
    words = ("live", "2024-06-01", "MLB", "--table", "pitching", "--format")
    for form in ("csv", "parquet"):
        assert rows(capsys, *words, form, "--out", str(tmp_path / f"rows.{form}")) == ""
    back = sf.read_csv(tmp_path / "rows.csv")
    assert back[back["simulated"]].equals(back)
    assert back.equals(sf.read_parquet(tmp_path / "rows.parquet"))


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


@pytest.mark.usefixtures("no_collection")
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


@pytest.mark.sampled
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


@pytest.mark.sampled
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
    assert told == ["sportsframe: cannot write to standard output: No space left on device."]


@pytest.mark.sampled
@pytest.mark.skipif(os.name == "nt", reason="there is no limit of a file's size")
@pytest.mark.parametrize("unbuffered", ["1", ""])
@pytest.mark.parametrize("words", ["openapi", "columns", "columns --format csv", "columns --format json"])
def test_a_disk_that_fills_up_meanwhile_is_one_line(words: str, unbuffered: str, tmp_path: Path) -> None:
    """A part that was written is no success, also where Python does not buffer, as containers often have it."""
    import resource

    with (tmp_path / "part").open("w") as part:
        done = subprocess.run(
            [sys.executable, "-m", "sportsframe", *words.split()], stdout=part, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_480, 20_480)),
        )  # fmt: skip
    told = [line for line in done.stderr.splitlines() if "simulated data" not in line]
    assert done.returncode == 2
    assert told == ["sportsframe: cannot write to standard output: File too large."]


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
    assert "sportsframe: cannot write to standard output: it is closed." in done.stderr.splitlines()
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


def test_a_refused_connection_is_one_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of no rows that arrived nothing is said before the error, or written."""
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", "http://127.0.0.1:9/api/v1")
    monkeypatch.setattr(fetching, "FIRST_PAUSE", 0.0)
    code, out, err = run(capsys, "live", "2024-06-01", "2024-06-02", "MLB", "--cache-size", "0")
    assert (code, out) == (1, "")
    assert "no rows" not in err
    assert "2 of 2 parts are missing" in err


def test_the_width_of_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow terminal gets the columns that fit, both sides of a game first, and is told; --wide has all of them."""
    for width in range(50, 90, 3):
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


@pytest.mark.sampled
@pytest.mark.parametrize(("line", "width", "seen"), [
    ("leaders ppg nba --now 2025-01-15", 60, ["rank", "player", "team", "points_per_game"]),
    ("find lancoster", 60, ["name", "team", "sport", "id"]),
    ("columns DARTS live throws", 80, ["column", "description"]),
    ("standings NBA --now 2024-12-06", 80, ["rank", "team", "wins", "losses", "win_pct", "games_behind"]),
    ("live 2024-12-05 NBA --table players", 80, ["player", "team", "points", "minutes"]),
    ("live 2024-06-01 MLB --table pitching", 80, ["player", "team", "innings", "hits", "runs"]),
    ("schedule 2024-11-10 NFL", 80, ["away_team", "home_team", "game_time"]),
    ("schedule-season 2024 PGA", 80, ["tournament", "game_date", "game_time"]),
    ("live 2024-11-10 NFL --now 2024-11-10T21:00", 80, ["away_team", "away_score", "home_score", "home_team", "phase"]),
    ("live 2024-11-23 NCAAFB --now 2024-11-23T20:30", 80,
     ["away_team", "away_score", "home_score", "home_team", "phase"]),
    ("schedule 2024-11-23 NCAAFB", 80, ["away_team", "home_team", "game_time"]),
    ("schedule 2024-11-23 NCAAFB", 60, ["away_team", "home_team", "game_time"]),
    ("schedule-week 2024-12-05 NHL", 80, ["away_team", "home_team", "game_time"]),
    ("schedule 2024-12-07 EPL --limit 1", 80, ["home_team", "away_team", "game_time"]),
    ("measures 2024-12-05 NHL --table goalies", 80, ["player", "team", "save_pct", "gaa"]),
    ("measures 2024-11-23 NCAAFB --table players", 80, ["player", "team", "completion_pct"]),
    ("measures --season 2024 PGA --table players", 80, ["player", "rounds_played", "scoring_average"]),
    ("live 2024-11-23 EPL players --sort -saves", 80, ["player", "team", "saves"]),
    ("live 2024-10-19 EPL players --where assists>=1", 80, ["player", "team", "assists"]),
    ("live 2024-11-23 EPL players --sort=-saves,player_id --sort shots_on_goal", 80,
     ["player", "team", "saves", "player_id", "shots_on_goal"]),
    ("player-stats 2024 PGA --where top_10>=1 --sort=-withdrawals --sort to_par", 60,
     ["player", "withdrawals", "to_par", "top_10"]),
    ("teams EPL", 80, ["team", "dome", "relegated", "abbreviation", "city"]),
    ("live 2024-11-23 DARTS --table legs", 80, ["leg", "game_time", "first_thrower"]),
    ("injuries EPL --now 2024-12-06", 80, ["player", "team", "injury", "returns"]),
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


@pytest.mark.parametrize(("line", "whose"), [
    ("leaders score 2024-06-16 PGA --limit 3", ["player", "to_par"]),
    ("schedule 2024-12-05 NHL", ["away_team", "home_team"]),
])  # fmt: skip
def test_the_narrowest_terminal_shows_whose_row_it_is(
    monkeypatch: pytest.MonkeyPatch, line: str, whose: list[str]
) -> None:
    """Before the rank, however short the name becomes."""
    with terminal(monkeypatch, 20) as lines:
        assert main(line.split()) == 0
    assert max(map(len, lines)) <= 20
    assert set(whose) <= set(lines[0].split())


def test_missing_values_are_blank_in_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever the kind of their column: numbers, flags and texts."""
    cells = pd.DataFrame({
        "leg": pd.array([9, None], "Int64"), "mean": pd.array([1.5, None], "Float64"),
        "won": pd.array([True, None], "boolean"), "text": pd.array(["a", None], "str"), "mixed": [1, pd.NA],
    })  # fmt: skip
    first, second = _text(cells, None).split("\n")[1:]
    assert (first.split(), second.split()) == (["9", "1.5", "True", "a", "1"], [])
    assert _text(cells.iloc[:1], None).split("\n")[1].split() == first.split()
    assert "<NA>" not in rows(capsys, "live", "2024-06-16", "PGA", "players", "--wide")


def test_a_game_says_once_that_its_tables_are_cut(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before each of them."""
    with terminal(monkeypatch, 50):
        assert main(["box", "20240601-9001-9005", "MLB"]) == 0
    assert capsys.readouterr().err.count("cut to the width of the terminal") == 1


def test_columns_that_are_chosen_are_all_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the terminal is too narrow for their headings."""
    chosen = ["team", "opponent", "score", "shots_attempted", "shots_on_goal", "fouls_drawn"]
    with terminal(monkeypatch, 40) as lines:
        assert main(["live", "2024-11-23", "EPL", "teams", "--columns", ",".join(chosen)]) == 0
    assert lines[0].split() == chosen


@pytest.mark.parametrize("words", ["", "--sort -games_missed"])
def test_availability_shows_how_many_games_were_missed(monkeypatch: pytest.MonkeyPatch, words: str) -> None:
    """The number of a player comes before dates."""
    with terminal(monkeypatch, 80) as lines:
        assert main(["availability", "NFL", "--by", "player", "--now", "2024-09-17", *words.split()]) == 0
    assert max(map(len, lines)) <= 80
    assert lines[0].split()[:4] == ["player", "team", "injury", "games_missed"]


def test_several_columns_to_sort_by(capsys: pytest.CaptureFixture[str]) -> None:
    """Between commas or in several flags, the first one first, each in its direction."""
    told = [
        pd.read_csv(io.StringIO(rows(capsys, "teams", "NBA", "--format", "csv", "--sort", *flags)))["team_id"].tolist()
        for flags in (["conference,-team"], ["conference", "--sort", "-team"])
    ]
    teams = load.teams("NBA").sort_values(["conference", "team"], ascending=[True, False])
    assert told == [teams["team_id"].tolist()] * 2


@pytest.mark.parametrize("suffix", ["ndjson", "jsonl"])
def test_no_rows_are_an_empty_file(capsys: pytest.CaptureFixture[str], tmp_path: Path, suffix: str) -> None:
    """One line of JSON a row, so none without rows, in a file and in a pipe."""
    file = tmp_path / f"rows.{suffix}"
    for words in (("--out", str(file)), ("--format", "ndjson")):
        code, out, _ = run(capsys, "live", "2024-07-16", "NBA", *words)
        assert (code, out) == (0, "")
    assert file.read_bytes() == b""


@pytest.mark.sampled
@pytest.mark.parametrize("width", [50, 60, 80, 100])
def test_times_on_a_terminal_are_whole(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """To the minute, with their zone, however short the names beside them are; a game without a time has none."""
    with terminal(monkeypatch, width) as lines:
        assert main(["schedule", "2024-11-23", "NCAAFB", "--limit", "5"]) == 0
    assert all(re.search(r" 2024-11-2[34] \d\d:\d\d UTC", line) for line in lines[1:])
    frame = pd.DataFrame({"game_time": pd.to_datetime(["2024-11-23 20:00", ""], utc=True), "arena": [None, "A" * 30]})
    assert _text(frame, 12).split("\n")[1:] == ["2024-11-23 20:00 UTC             ", " " * 21 + "AAAAAAAAA..."]


@pytest.mark.sampled
@pytest.mark.parametrize("width", [80, 1000])
def test_standings_on_a_terminal_have_the_names_of_their_groups(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    """Above the teams that are ranked within them; a part of the rows, in another order, has none."""
    line = ["standings", "NFL", "2024"]
    with terminal(monkeypatch, width) as lines:
        assert main(line) == 0
    heads = [number for number, told in enumerate(lines) if re.fullmatch(r"\S+ Conference - \S+", told)]
    assert heads == list(range(1, 41, 5))
    assert len(lines) == 1 + 8 + 32
    with terminal(monkeypatch, width) as lines:
        assert main([*line, "--sort", "-points_for"]) == 0
    assert len(lines) == 1 + 32


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


UNUSED_BY_RAW = [
    (name, sports_of(command.get_default("resource"))[0], action)
    for name, command in commands_of(build())
    for action in command._actions
    if "raw" in next((one.choices or () for one in command._actions if one.dest == "format"), ())
    and action.option_strings
    and not action.dest.startswith("option_")
    and action.dest not in ("help", "format", "out", "wide", "refresh", "seasons", *sent())
]
"""Commands with a raw format, a sport, and the options that a response as it came makes no use of."""


@pytest.mark.parametrize(
    ("name", "sport", "action"),
    UNUSED_BY_RAW,
    ids=[f"{name} {one.option_strings[0]}" for name, _, one in UNUSED_BY_RAW],
)
def test_raw_refuses_each_option_that_it_would_ignore(
    capsys: pytest.CaptureFixture[str], name: str, sport: str, action: argparse.Action
) -> None:
    """Whatever chooses rows or columns is refused by its name, before anything is asked."""
    flag = action.option_strings[0]
    value = action.choices[0] if isinstance(action.choices, tuple) else "x>1" if flag == "--where" else "7"
    code, out, err = run(capsys, name, "2024", sport, "--format", "raw", flag, value)
    assert (code, out, err) == (2, "", f"sportsframe: --format raw writes the whole response; omit {flag}.\n")


@pytest.mark.parametrize("days", [["2024-12-25"], ["2024-12-25", "2024-12-27"]])
@pytest.mark.parametrize("form", [*WRITERS, "raw"])
def test_no_rows_have_a_reason_in_every_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, form: str, days: list[str]
) -> None:
    """Of a day and of a range, on standard error once; a raw response is of one day."""
    if form == "raw" and len(days) > 1:
        return
    file = tmp_path / "rows"
    code, _, err = run(capsys, "live", *days, "MLB", "--format", form, "--out", str(file))
    assert (code, err.count("may mean: no game that day")) == (0, 1)
    assert form != "raw" or file.read_bytes() == b""


def test_raw_into_a_file_of_another_suffix_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A response is JSON, whatever the file is called."""
    file = tmp_path / "rows.csv"
    code, _, err = run(capsys, *GAMES[:3], "--format", "raw", "--out", str(file))
    assert (code, err) == (0, f"sportsframe: --format raw counts, not the suffix of {file}\n")
