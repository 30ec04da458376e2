"""`doctor`: what it finds, what it advises, and what it never says."""

from __future__ import annotations

import warnings
from pathlib import Path

import pytest

import sportsframe as sf
from sportsframe._client.cache import cache_for
from sportsframe._client.connection import connection_for
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe._doctor import doctor
from sportsframe._util.report import Report

from .support.commands import run
from .support.servers import TOKEN, Reply, closed_port, envelope, game, redis_serving, serving

REAL = "https://data.example.org/api/v1"
DAY = Query("MLB", "live", "2024-06-01")


def found(report: Report, check: str) -> tuple[str, str, str]:
    """State, finding and advice of a check."""
    row = report.set_index("check").loc[check]
    return str(row["state"]), str(row["found"]), str(row["advice"])


def test_a_report_is_a_frame_and_prints() -> None:
    """The report is a frame of text; printed it is a line a check, whole, and in a notebook a table."""
    report = doctor()
    assert list(report.columns) == ["check", "state", "found", "advice"]
    assert set(report["state"]) <= {"ok", "note", "problem"}
    assert {"token", "address", "clock", "cache", "python", "sportsframe", "pandas", "extras"} <= set(report["check"])
    assert len(repr(report).splitlines()) == len(report) + 1
    assert "..." not in repr(report)
    assert report._repr_html_().count("<tr>") == len(report) + 1


def test_a_fresh_machine() -> None:
    """[S5-15] Without settings all is well, and the report says that data are simulated and what real data need."""
    report = doctor()
    assert "problem" not in set(report["state"])
    assert found(report, "token")[1] == "not present"
    state, what, advice = found(report, "address")
    assert state == "note"
    assert "simulated" in what
    assert "RSC_TOKEN" in advice
    assert "SPORTSFRAME_BASE_URL" in advice


def test_token_without_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-15] A token alone is a problem at the address, an address alone one at the token, each with its variable."""
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    assert found(doctor(), "address")[0] == "problem"
    assert "SPORTSFRAME_BASE_URL" in found(doctor(), "address")[2]
    monkeypatch.delenv("RSC_TOKEN")
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", REAL)
    assert found(doctor(), "token")[0] == "problem"
    assert "RSC_TOKEN" in found(doctor(), "token")[2]


def test_both_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-07] With both it says present and from where, never the token, and asks the service one question."""
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    with serving(Reply(304)) as server:
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", server.base_url)
        report = doctor()
        assert server.count == 1
        with options(offline=True):
            assert "service" not in set(doctor()["check"])
        assert server.count == 1
    assert found(report, "token") == ("ok", "present (environment RSC_TOKEN)", "")
    assert found(report, "service") == ("ok", "answers", "")
    assert TOKEN not in repr(report) + report._repr_html_()


@pytest.mark.parametrize(
    ("reply", "state", "advice"),
    [
        (Reply(401, b"null"), "problem", "RSC_TOKEN"),
        (Reply(401, b"null", {"X-Sportsframe-Refused-By": "upstream"}), "problem", "operator of the mirror"),
        (Reply(403, b"null"), "note", "covers"),
        (Reply(404, "no account"), "note", "covers"), (Reply(429, b"", {"Retry-After": "3600"}), "problem", "later"),
        (Reply(200, b"<html>"), "problem", "SPORTSFRAME_BASE_URL"),
    ],
)  # fmt: skip
def test_what_the_service_says(reply: Reply, state: str, advice: str) -> None:
    """What a service answers to one real question is a finding, with what to do; nothing of it is kept."""
    with serving(reply) as server, options(base_url=server.base_url, token=TOKEN):
        row = found(doctor(), "service")
        assert (row[0], server.count) == (state, 4 if reply.body == b"<html>" else 1)  # a page is tried again
        assert advice in row[2]
        assert TOKEN not in row[1]


def test_a_service_that_is_not_there() -> None:
    """An address where nobody listens is a problem, found within seconds."""
    with options(base_url=f"http://127.0.0.1:{closed_port()}/api/v1", token=TOKEN):
        assert found(doctor(), "service")[0] == "problem"


def test_a_setting_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that cannot be used is a finding, not a failure."""
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", "http://data.example.org/api/v1")
    state, what, _ = found(doctor(), "settings")
    assert state == "problem"
    assert "SPORTSFRAME_BASE_URL" in what
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", REAL)
    monkeypatch.setenv("SPORTSFRAME_NOW", "soon")
    assert "SPORTSFRAME_NOW" in found(doctor(), "settings")[1]


def test_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that was set is noted; the machine's own is well unless it stands years back."""
    assert found(doctor(), "clock")[0] == "note"
    assert "2025-03-01 12:00:00 GMT" in found(doctor(), "clock")[1]
    monkeypatch.delenv("SPORTSFRAME_NOW")
    assert found(doctor(), "clock")[0] == "ok"


def test_a_cache_that_cannot_be_written(tmp_path: Path) -> None:
    """A cache that cannot be used is a problem with a remedy and no warning beside it; one that is off is a note."""
    (tmp_path / "file").write_text("in the way")
    with options(cache_dir=tmp_path / "file"), warnings.catch_warnings():
        warnings.simplefilter("error")
        state, what, advice = found(doctor(), "cache")
    assert (state, str(tmp_path) in what) == ("problem", True)
    assert "SPORTSFRAME_CACHE_DIR" in advice
    with options(cache_size=0):
        assert found(doctor(), "cache")[0] == "note"


def test_cache_health(tmp_path: Path) -> None:
    """The cache line counts what it holds; a damaged file that was put aside is noted."""
    with serving(Reply(200, envelope(game()))) as server, options(base_url=server.base_url, token=TOKEN):
        fetch(DAY)
        assert "1 responses, 1 of them fresh" in found(doctor(), "cache")[1]
        held = connection_for(current()).cache
        held.let_go()
        assert held.path is not None
        held.path.write_bytes(b"no database" * 500)
        with pytest.warns(UserWarning, match="renamed to"):
            fetch(DAY)
        assert found(doctor(), "cache")[0] == "ok"
        assert found(doctor(), "damaged cache")[0] == "note"


def test_redis_health() -> None:
    """A Redis server that answers is well, one that does not is a problem; its password is not shown."""
    with redis_serving() as (port, _), options(redis=f"redis://127.0.0.1:{port}/0"):
        assert found(doctor(), "cache")[0] == "ok"
    with options(redis=f"redis://:rosebud-77@127.0.0.1:{closed_port()}/0"):
        held = cache_for(current())  # which another client may keep
        report = doctor()
        assert held.trouble
        with pytest.warns(UserWarning, match="continuing without a cache"):  # which is still due
            sf.live("2024-06-01", "MLB")
    assert found(report, "cache")[0] == "problem"
    assert "start the Redis server" in found(report, "cache")[2]
    assert "rosebud" not in repr(report)


def test_offline_and_proxies_are_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What changes how answers come is noted: offline, and a proxy, by the name of its variable alone."""
    monkeypatch.setenv("HTTPS_PROXY", "http://user:rosebud-78@proxy.example.org:3128")
    with options(offline=True):
        report = doctor()
    assert found(report, "offline")[0] == "note"
    assert found(report, "proxy")[1] == "set by HTTPS_PROXY"
    assert "rosebud" not in repr(report)


def test_clearing_a_cache_that_cannot_be_used_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The error says what is wrong; no warning before it sends the reader elsewhere."""
    (tmp_path / "file").write_text("in the way")
    with options(cache_dir=tmp_path / "file"):
        code, out, err = run(capsys, "cache", "clear")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "could not be removed" in err
