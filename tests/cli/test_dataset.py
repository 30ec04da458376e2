"""Datasets on the command line: what was done, what is wrong, and the exit code that says so."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pandas as pd
import pytest

from sportsframe._cli.words import seasons_in
from sportsframe.errors import QueryError

from ..support.commands import run
from ..support.servers import Reply, serving


def test_a_dataset_is_synced_and_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each season is a row; a second run changes nothing; a damaged file is exit code 1, and the next run mends it."""
    data = str(tmp_path / "data")
    words = ("sync", "NFL", "--season", "2022,2023", "--to", data, "--tables", "schedule", "--format", "csv")
    for state in ("new", "unchanged"):
        code, out, _ = run(capsys, *words)
        report = pd.read_csv(io.StringIO(out))
        assert code == 0
        assert report["season"].tolist() == [2022, 2023]
        assert report["state"].tolist() == [state, state]
    code, out, err = run(capsys, "verify", data, "--columns", "season,state", "--format", "csv")
    assert (code, out, err) == (0, "season,state\n2022,ok\n2023,ok\n", "")
    file = sorted(Path(data).rglob("*.parquet"))[0]
    file.write_bytes(file.read_bytes()[:-10])
    for more in ((), ("--where", "season=2023"), ("--out", str(tmp_path / "states.csv"))):
        code, out, err = run(capsys, "verify", data, *more)
        assert (code, out.count("damaged")) == (1, 0 if more else 1)
        assert err == f"sportsframe: {data}: entries that are not ok: 1 of 2; the column state says why.\n"
    assert pd.read_csv(io.StringIO(run(capsys, *words)[1]))["state"].tolist() == ["repaired", "unchanged"]
    assert run(capsys, "verify", data)[0] == 0


def test_tables_may_be_joined_by_commas(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """As columns and seasons are, in any way to write them."""
    words = ("sync", "PGA", "2024", "--to", str(tmp_path), "--now", "2024-01-20", "--tables")
    assert run(capsys, *words, "schedule,schedule_courses")[0] == 0
    assert run(capsys, *words, "players,", "tee_times")[0] == 0
    names = sorted(path.stem for path in tmp_path.rglob("*.parquet"))
    assert names == ["players", "schedule", "schedule_courses", "tee_times"]


def test_flags_of_several_values_may_be_repeated(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Seasons and tables add up, as columns do."""
    words = ("sync", "PGA", "--to", str(tmp_path), "--now", "2024-01-20", "--tables", "schedule", "--tables", "players")
    assert run(capsys, *words, "--season", "2023", "--season", "2024")[0] == 0
    found = {(path.stem, re.search(r"20\d\d", str(path.parent))[0]) for path in tmp_path.rglob("*.parquet")}
    assert found == {(table, year) for table in ("schedule", "players") for year in ("2023", "2024")}


def test_a_clock_before_the_last_sync_is_told_by_its_flag(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Errors name what is written on the command line."""
    words = ("sync", "NFL", "2023", "--to", str(tmp_path), "--tables", "schedule", "--now")
    assert run(capsys, *words, "2024-10-01")[0] == 0
    code, _, err = run(capsys, *words, "2024-09-01")
    assert code == 2
    assert "; set --now or SPORTSFRAME_NOW to a later time" in err


def test_a_season_that_does_not_arrive(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[S7-17] A service that fails is exit code 1 and one line."""
    monkeypatch.setenv("RSC_TOKEN", "dataset-token-0123456789")
    with serving(Reply(404, b'"no"')) as server:
        words = ("sync", "NFL", "--season", "2023", "--to", str(tmp_path / "data"), "--base-url", server.base_url)
        code, out, err = run(capsys, *words)
    assert code == 1
    assert out == "" or "incomplete" in out
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("sync", "NFL", "--season", "24", "--to", "data"), "2020-2024"),
        (("sync", "NFL", "--season", "2024-2020", "--to", "data"), "2020-2024"),
        (("sync", "NFL", "--season", "2024"), "--to"), (("sync", "NFL", "--to", "data"), "2022-2024"),
        (("sync", "SOCCER", "--season", "2024", "--to", "data"), "--league"),
        (("sync", "NFL", "--season", "2024", "--to", "data", "--tables", "throws"), "throws"),
        (("sync", "NFL", "2024", "--to", "data", "--validate", "loose"), "expected one of report, strict"),
        (("sync", "NFL", "2024", "--to", ""), "sportsframe: --to must be the path of a file or folder, not ''"),
        (("sync", "NFL", "2024", "--to", "data", "--now", "noon"), "sportsframe: --now must be a datetime"),
        (("verify", "data"), "is not a dataset"), (("verify",), "DIR"),
    ],
)  # fmt: skip
def test_bad_words_are_refused(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    says: str,
) -> None:
    """Exit code 2 and one line; nothing is written."""
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err
    assert not list(tmp_path.rglob("*.parquet"))


def test_seasons_that_do_not_exist_are_bad_input(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Exit code 2, and one line with the last season."""
    words = ("sync", "NFL", "2035..2036", "--to", str(tmp_path / "data"), "--now", "2024-10-01")
    assert run(capsys, *words) == (2, "", "sportsframe: NFL has no seasons 2035-2036; the last is 2024.\n")
    assert not (tmp_path / "data").exists(), "it is no dataset of any source"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("words", "seasons"),
    [
        ("--season 2022,2023", [2022, 2023]), ("--season 2022, 2023", [2022, 2023]),
        ("--season 2022 2024", [2022, 2023, 2024]), ("--season 2021 2022 2024", [2021, 2022, 2024]),
        ("2022-2024", [2022, 2023, 2024]), ("2022..2023", [2022, 2023]), ("2022,2024", [2022, 2024]),
        ("current", [2024]), ("--season current", [2024]), ("2023-current", [2023, 2024]), ("2023/24", [2023]),
        ("2023-24", [2023]), ("2020,2022-2024", [2020, 2022, 2023, 2024]), ("2023,2023", [2023]),
    ],
)  # fmt: skip
def test_seasons_are_written_as_in_a_shell(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str, seasons: list[int]
) -> None:
    """Lists and ranges of years, a season by both of its years, and the current one."""
    asked = ("--to", str(tmp_path / "data"), "--tables", "schedule", "--now", "2024-10-01", "--format", "csv")
    code, out, err = run(capsys, "sync", "NFL", *words.split(), *asked)
    assert (code, err) == (0, "")
    assert pd.read_csv(io.StringIO(out))["season"].tolist() == seasons


@pytest.mark.sampled
@pytest.mark.parametrize(
    "words", ["sync NFL {} --to TO --tables schedule", "schedule-season {} NFL", "player-stats {} NFL"]
)
def test_both_years_of_a_season_are_one_season(capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str) -> None:
    """Whatever the command, as in Python; a line says that it is not two, and what to write for two."""
    asked = [word.replace("TO", str(tmp_path)) for word in words.format("2022-2023").split()]
    code, out, err = run(capsys, *asked, "--columns", "season", "--now", "2024-10-01", "--format", "csv")
    assert (code, err) == (0, "sportsframe: 2022-2023 is one season of NFL; for two write 2022,2023.\n")
    assert {str(one)[:4] for one in pd.read_csv(io.StringIO(out))["season"]} == {"2022"}


@pytest.mark.parametrize("words", ["sync PGA {} --to TO --tables schedule", "schedule-season {} PGA"])
def test_two_years_are_two_seasons_where_a_season_is_of_one_year(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str
) -> None:
    """There is only one reading, and nothing to say."""
    asked = [word.replace("TO", str(tmp_path)) for word in words.format("2022-2023").split()]
    code, out, err = run(capsys, *asked, "--columns", "season", "--now", "2024-10-01", "--format", "csv")
    assert (code, err) == (0, "")
    assert set(pd.read_csv(io.StringIO(out))["season"]) == {2022, 2023}


def test_seasons_in_words() -> None:
    """Years and ranges of years, both ends included; what follows a year may be its season's second one."""

    def seasons(*words: str, sport: str = "MLB") -> list[str]:
        return seasons_in(words, lambda: 2024, [sport])

    assert seasons("2024") == seasons("2024-2024") == seasons("2024-current") == ["2024"]
    assert seasons("2019", "2021-2023") == ["2019", "2021", "2022", "2023"]
    assert seasons("2021-2023", sport="NFL") == ["2021", "2022", "2023"]
    assert seasons("2023-2024") == seasons("2023..2024", sport="NFL") == ["2023", "2024"]
    for word in (
        "",
        "-",
        "2024-",
        "-2024",
        "2020-2024-2025",
        "٢٠٢٤",
        "2024-2020",
        "2025-current",
        "2015-24",
        "2024,,2025",
    ):
        with pytest.raises(QueryError, match="several such as 2022,2023 or 2020-2024, or current"):
            seasons(word)


def test_seasons_that_no_run_can_get_are_not_to_be_asked_for_again(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Exit code 1, as something is missing, and one line that does not say to run the command again."""
    asked = ("--to", str(tmp_path / "data"), "--tables", "schedule", "--now", "2024-10-01", "--format", "csv")
    assert run(capsys, "sync", "NFL", "2024", *asked)[0] == 0
    code, _, err = run(capsys, "sync", "NFL", "2024-2026", *asked)
    assert (code, err.count("\n")) == (1, 1)
    assert err.endswith(f"(NFL has no seasons 2025-2026; the last is 2024); the rest is in {tmp_path / 'data'}.\n")
