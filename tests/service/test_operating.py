"""What an operator relies on: health, metrics, the log, clocks, quotas and failed tokens."""

from __future__ import annotations

import json
import logging
import re
import socket
import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from email.utils import format_datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from sportsframe._version import __version__
from sportsframe.errors import ConfigError
from sportsframe.service.asgi import ServiceApp
from sportsframe.service.limits import ADDRESSES, FailedTokens
from sportsframe.service.rows import ticking
from sportsframe.service.tokens import DAY_SECONDS, Grant, Tokens, Usage

from ..support.asking import AFTERWARDS, service_at
from ..support.operating import (
    OTHER,
    PATH,
    TOKEN,
    get,
    metrics,
    serving,
    table,
    tokens_file,
    until,
)


def test_health_and_metrics_need_no_token(caplog: pytest.LogCaptureFixture) -> None:
    """Requests are counted by name of the token, resource and status; neither they nor the log show a token."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    with serving() as address:
        assert json.loads(get(address, "/healthz", "")[2]) == {"status": "ok"}
        for token in (TOKEN, TOKEN, OTHER, "wrong-token-0123456789"):
            get(address, token=token)
        get(address, "/api/v1/live/2024-13-01/MLB")
        get(address, f"/api/v1/{TOKEN}")
        page = get(address, "/metrics", "")
        found = metrics(address)

    assert page[1]["content-type"].startswith("text/plain")
    assert found["sportsframe_http_requests_total/200/lab"] == 2
    assert found["sportsframe_http_requests_total/200/guests"] == 1
    assert found["sportsframe_http_requests_total/400/lab"] == 1
    assert found["sportsframe_http_requests_total/404/lab"] == 1
    assert found["sportsframe_http_requests_total/401/"] == 1
    assert found["sportsframe_http_seconds_count/schedule"] == 4
    assert found["sportsframe_http_seconds_count/live"] == 1
    assert found["sportsframe_http_in_flight"] == 1  # the request for the metrics itself
    assert found["sportsframe_http_connections"] >= 1
    assert found["sportsframe_http_workers"] == 1
    assert found[f"sportsframe_build_info/{__version__}"] == 1
    if Path("/proc/self/stat").exists():
        assert time.time() - 24 * 3600 < found["process_start_time_seconds"] <= time.time()
        assert found["process_resident_memory_bytes"] > 1e6
        assert found["process_open_fds"] > 3
    assert time.time() - 60 < found["sportsframe_http_last_use_seconds/lab"] <= time.time()
    assert not any(name.endswith("_last_use_seconds/") for name in found)
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]
    assert re.match(r'127\.0\.0\.1 lab "GET /api/v1/schedule/2024-06-01/MLB" 200', lines[1])
    assert re.match(r'127\.0\.0\.1 - "GET /api/v1/schedule/2024-06-01/MLB" 401', lines[4])
    for token in (TOKEN, OTHER, "wrong-token"):
        assert token not in page[2].decode() + caplog.text


def test_the_log_has_a_line_for_each_request(caplog: pytest.LogCaptureFixture) -> None:
    """A name of several words is in quotes, HEAD has no bytes, what cannot be parsed is 400, old trials have names."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    old = Grant("guest", trial=(service_at(AFTERWARDS).clock() - timedelta(days=31)).date())
    tokens = Tokens({TOKEN: Grant('our "lab" 2'), OTHER: old})
    with serving(ServiceApp(service_at(AFTERWARDS, tokens=tokens))) as address:
        assert get(address, method="HEAD")[2] == b""
        assert get(address, token=OTHER)[0] == 401
        parts = urlsplit(address)
        with socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=10) as line:
            line.sendall(b"no http\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.1 400 ")
        until(lambda: metrics(address).get("sportsframe_http_requests_total/400/") == 1)
        assert metrics(address)["sportsframe_http_requests_total/401/guest"] == 1
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]
    assert re.fullmatch(rf'127\.0\.0\.1 "our \\"lab\\" 2" "HEAD {PATH}" 200 0 [0-9.]+ ms', lines[0])
    assert lines[1].startswith(f'127.0.0.1 guest "GET {PATH}" 401 ')
    assert re.fullmatch(r'127\.0\.0\.1 - "-" 400 [0-9]+ 0\.0 ms malformed', lines[2])


def test_all_dates_are_by_the_clock_of_the_service() -> None:
    """The Date of a refusal and of the health is that of the data, whatever the clock of the server and its zone."""
    now = (service_at(AFTERWARDS).clock() + timedelta(seconds=7)).astimezone(timezone(timedelta(hours=-5)))
    with serving(ServiceApp(service_at(AFTERWARDS, tokens=table()).at(lambda: now))) as address:
        dates = {get(address, path, token)[1]["date"] for path, token in ((PATH, "x"), (PATH, TOKEN), ("/healthz", ""))}
    assert dates == {format_datetime(now.astimezone(UTC), usegmt=True)}


def test_trials_that_are_refused_are_said(tmp_path: Path) -> None:
    """There is a sentence for each trial that has ended or not begun, and none for others."""
    file, now = tmp_path / "tokens.json", service_at(AFTERWARDS).clock()
    days = {-31: "ended on", -30: "", 0: "", 1: "", 2: "begins on"}
    listed = [
        {"token": f"trial-token-{day}-0123456789", "name": f"n{day}", "trial": str((now + timedelta(days=day)).date())}
        for day in days
    ]
    file.write_text(json.dumps({"tokens": listed}))
    file.chmod(0o600)
    tokens = Tokens.read(file)
    assert tokens is not None
    said = tokens.refused(now)
    today = now.date()
    assert said == [
        f"the token 'n-31' is refused: its trial ended on {today - timedelta(days=1)}, and today is {today}",
        f"the token 'n2' is refused: its trial begins on {today + timedelta(days=2)}, and today is {today}",
    ]
    accepted = [tokens.grant(one["token"], now) is not None for one in listed]
    assert accepted == [not word for word in days.values()]


@dataclass
class Stepped:
    """A clock that says how fast it is and is moved by hand."""

    rate: float
    now: datetime = datetime(2024, 6, 1, 20, 0, 7, 500_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


def test_a_fast_clock_ticks_once_a_second() -> None:
    """However fast it is, a response is computed once in a real second, which begins with the server; never ahead."""
    for rate, seconds, shown in (
        (60, 59, 0),
        (60, 60, 60),
        (60, 3630, 3600),
        (86_400, 86_399, 0),
        (2, 5, 4),
        (1, 5, 5),
    ):
        clock = Stepped(rate)
        now = ticking(clock)
        clock.now += timedelta(seconds=seconds)
        assert (now() - datetime(2024, 6, 1, 20, 0, 7, tzinfo=UTC)).total_seconds() == shown, rate


def test_a_quota_is_for_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S8-06] The request after the last one gets 429 and the time to wait; a token without a quota has no limit."""
    tokens, clock = table(quota=3), [1000.0]
    tokens.usage = Usage(lambda: clock[0])
    with serving(ServiceApp(service_at(AFTERWARDS, tokens=tokens))) as address:
        assert [get(address)[0] for _ in range(4)] == [200, 200, 200, 429]
        clock[0] += DAY_SECONDS - 1
        status, headers, body = get(address)
        assert (status, headers["retry-after"]) == (429, "1")
        assert "3 requests in 24 hours" in json.loads(body)
        assert get(address, token=OTHER)[0] == 200
        clock[0] += 1
        assert get(address)[0] == 200


def test_failed_tokens_are_slowed_down() -> None:
    """Beyond the free ones a refusal takes a while, of that address and of failed tokens only: not of a trial's."""
    tokens = Tokens({TOKEN: Grant("lab"), OTHER: Grant("trial", trial=date(2020, 1, 1))})
    app = ServiceApp(service_at(AFTERWARDS, tokens=tokens), FailedTokens(free=3, seconds=3600.0, delay=2.0))
    with serving(app) as address:
        for number in range(5):
            began = time.monotonic()
            assert get(address, token=f"guess-{number}-0123456789")[::2] == (401, b"null")
            assert (time.monotonic() - began >= 2) == (number >= 3)
        assert get(address)[0] == 200
        assert get(address, token=OTHER)[0] == 401
        assert metrics(address)["sportsframe_http_delayed_refusals_total"] == 2


def test_free_failures_are_regained_and_addresses_forgotten() -> None:
    """Sixty failures a minute are free; as many addresses as promised are remembered, the longest unused is not."""
    clock = [0.0]
    failures = FailedTokens(now=lambda: clock[0])
    assert [failures.failed("10.0.0.1") for _ in range(62)] == [0.0] * 60 + [1.0, 1.0]
    clock[0] = 2.0
    assert [failures.failed("10.0.0.1") for _ in range(2)] == [0.0, 1.0]
    assert failures.failed("10.0.0.2") == 0.0
    for number in range(ADDRESSES - 1):
        failures.failed(f"10.1.{number // 256}.{number % 256}")
    assert failures.failed("10.0.0.1") == 0.0


def test_a_token_that_is_too_short_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Sixteen characters are the least, in the environment and in files, and no error shows the token."""
    monkeypatch.setenv("RSC_TOKEN", "x" * 15)
    with pytest.raises(ConfigError, match="15 characters and needs 16") as caught:
        Tokens.read()
    assert "x" * 15 not in str(caught.value)
    monkeypatch.setenv("RSC_TOKEN", "x" * 16)
    tokens = Tokens.read()
    assert tokens is not None
    assert tokens.grant("x" * 16, service_at(AFTERWARDS).clock()) == Grant("RSC_TOKEN")
    file = tmp_path / "named.json"
    file.write_text(json.dumps({"tokens": [{"token": TOKEN, "name": "RSC_TOKEN"}]}))
    file.chmod(0o600)
    with pytest.raises(ConfigError, match=r"entry 1 .* needs another name; RSC_TOKEN is that of the token in"):
        Tokens.read(file)
    monkeypatch.delenv("RSC_TOKEN")
    with pytest.raises(ConfigError, match=r"the token of entry 2 .* has 3 characters"):
        Tokens.read(tokens_file(tmp_path, TOKEN, "abc"))
