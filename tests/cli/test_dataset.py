"""Datasets on the command line: what was done, what is wrong, and the exit code that says so."""

from __future__ import annotations

import io
from pathlib import Path

import pandas as pd
import pytest

from sportsframe._cli.verbs import seasons_of
from sportsframe.errors import QueryError

from ..support.commands import run
from ..support.servers import Reply, serving


def test_a_dataset_is_synced_and_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Each season is a row; a second run changes nothing; a damaged file is exit code 1, and the next run mends it."""
    data = str(tmp_path / "data")
    words = ("sync", "NFL", "--season", "2022-2023", "--to", data, "--tables", "schedule", "--format", "csv")
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
    code, out, _ = run(capsys, "verify", data)
    assert code == 1
    assert out.count("damaged") == 1
    assert pd.read_csv(io.StringIO(run(capsys, *words)[1]))["state"].tolist() == ["repaired", "unchanged"]
    assert run(capsys, "verify", data)[0] == 0


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


def test_seasons_in_words() -> None:
    """Years and ranges of years, both ends included."""
    assert seasons_of(["2024"]) == seasons_of(["2024-2024"]) == [2024]
    assert seasons_of(["2019", "2021-2023"]) == [2019, 2021, 2022, 2023]
    for word in ("", "-", "2024-", "-2024", "2020-2024-2025", "٢٠٢٤"):
        with pytest.raises(QueryError):
            seasons_of([word])
