"""Whatever a server does, an answer ends in time and takes bounded memory, and what goes wrong is told in a line."""

from __future__ import annotations

import http.client
import resource
import socket
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from sportsframe._client import transport
from sportsframe._client.clock import Clock
from sportsframe._client.fetch import fetch
from sportsframe._client.options import options
from sportsframe.errors import SportsframeError

from ..support.hostile import GAMES, SCENARIOS, Hostile, hostile_server
from ..support.questions import DAY, PATH
from ..support.servers import TOKEN, Reply, serving

GOOD = (
    *("good", "interim", "gzip", "two-gzips", "gzip-padded", "deflate", "raw-deflate"),
    *("too-long-body", "length-twice", "padded-length", "chunks"),
)
NOTHING = ("nothing", "304-with-body", "maintenance", "no-rows")
LOOSE = ("latin-1", "huge-number", "nan", "bom")
"""Not JSON to the letter, but readable."""

SLOW = tuple(name for name in SCENARIOS if name.startswith("drip"))
NUMEROUS = ("empty-rows", "values")
LARGE = ("endless", "endless-error", "bomb", "bomb-error", "bomb-nested", "absurd-length")


@pytest.fixture(scope="module")
def hostile() -> Iterator[Hostile]:
    with hostile_server() as server:
        yield server


def adapter(url: str, **bounds: float) -> requests.Session:
    """A session over the adapter alone, with small bounds."""
    token = transport.credentials.keep(TOKEN)
    session = requests.Session()
    sockets = transport.Sockets(max_retries=0)
    session.mount(url, transport.TokenAdapter(sockets, url, token, Clock("2025-03-01T12:00"), **bounds))  # type: ignore[arg-type]
    return session


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name not in (*SLOW, *LARGE)])
def test_every_scenario_ends_in_an_answer_or_an_error(hostile: Hostile, name: str) -> None:
    """Rows, nothing, or one of the package's errors in one line that a terminal can show."""
    with options(base_url=hostile.url(name), token=TOKEN, now=Clock("2025-03-01T12:00"), timeouts=(2, 2)):
        if name in (*GOOD, *NOTHING, *LOOSE):
            body = fetch(DAY).body
            assert name not in GOOD or body == GAMES
            assert fetch(DAY).from_cache
            assert hostile.total(name) == 1
            return
        with pytest.raises(SportsframeError) as caught:
            fetch(DAY)
        assert str(caught.value).isprintable()
        assert getattr(caught.value, "body", "").isprintable()
        assert "Error:" not in str(caught.value)
        assert name not in NUMEROUS or "more than" in str(caught.value)
        assert name not in LARGE or "more than" in str(caught.value) or "packed" in str(caught.value)
        invalid = name == "packed-chunks" or ("length" in name and name not in LARGE)
        assert not invalid or "the response is not valid HTTP" in str(caught.value)
        assert not name.startswith("404") or "404 for /live/2024-06-01/MLB: s" in str(caught.value)
        assert name != "slash" or "/live/2024-06-01/again/ not followed" in str(caught.value)
        assert caught.value.__cause__ is None
        assert caught.value.__context__ is None


@pytest.mark.parametrize("name", SLOW)
def test_a_drip_ends_at_the_deadline(hostile: Hostile, name: str) -> None:
    """However steadily header or body drip, the answer is given up when its time is over."""
    began = time.monotonic()
    with pytest.raises(SportsframeError, match=r"no complete response within 0\.5 s"):
        adapter(hostile.url(name), deadline=0.5).get(hostile.url(name) + PATH, timeout=(5, 5))
    assert 0.5 <= time.monotonic() - began < 4


def test_the_deadline_does_not_lengthen_the_wait_for_a_byte(hostile: Hostile) -> None:
    """A server that says nothing at all is left after the time to read, as before."""
    silent = socket.create_server(("127.0.0.1", 0))
    url = f"http://127.0.0.1:{silent.getsockname()[1]}/api/v1"
    began = time.monotonic()
    with silent, pytest.raises(SportsframeError, match=r"no response within 0\.3 s"):
        adapter(url, deadline=30).get(url + PATH, timeout=(5, 0.3))
    assert time.monotonic() - began < 4


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("packed", [False, True])
def test_the_size_of_an_answer_is_bounded_to_the_byte(more: int, packed: bool) -> None:
    """An answer of as many bytes as it may have is taken; with one more it is not, packed or plain."""
    import gzip

    body = GAMES + b" " * (100_000 - len(GAMES) + more)
    reply = Reply(200, gzip.compress(body), {"Content-Encoding": "gzip"}) if packed else Reply(200, body)
    with serving(reply) as server:
        got = adapter(server.base_url, most_bytes=100_000).get(server.base_url + PATH)
    if more:
        assert got.headers[transport.FAULT] == "$"
        assert got.headers[transport.REASON] == "it has more than 100000 bytes"
    else:
        assert got.content == body
        assert transport.FAULT not in got.headers


def test_an_error_page_is_cut() -> None:
    """Of what is said with an error so much is read as people may read, and the error is told all the same."""
    with serving(Reply(500, b"x" * (transport.MOST_SAID + 1))) as server:
        got = adapter(server.base_url).get(server.base_url + PATH)
    assert (got.status_code, len(got.content)) == (500, transport.MOST_SAID)


ASK_ONE = """
    import resource, sys
    from sportsframe._client.fetch import fetch
    from sportsframe._client.query import Query
    from sportsframe._client.options import options
    from sportsframe.errors import SportsframeError
    peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    import requests_cache, msgspec
    before = peak()
    with options(base_url=sys.argv[1], token="a-secret-token-12345", timeouts=(10, 10), cache_dir=sys.argv[2]):
        try:
            fetch(Query("MLB", "live", "2024-06-01"))
        except SportsframeError as error:
            print(type(error).__name__, int(peak() - before))
"""


@pytest.mark.sampled
@pytest.mark.parametrize("name", [*LARGE, *NUMEROUS])
def test_no_answer_fills_the_memory(hostile: Hostile, name: str, tmp_path: Path) -> None:
    """A bomb, and a body without end, are given up with less than 300 MB spent, and asked for once if that is why."""
    began, before = time.monotonic(), hostile.total(name)
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(ASK_ONE), hostile.url(name), str(tmp_path)],
        capture_output=True, text=True, timeout=100, check=True,
    )  # fmt: skip
    kind, spent = ran.stdout.split()
    assert kind == ("ServiceError" if name.endswith("error") else "PayloadError")
    assert int(spent) < 300
    assert time.monotonic() - began < 60
    assert hostile.total(name) - before == (4 if name.endswith("error") else 1)


def test_the_switch_of_http_client_prints_no_address(
    hostile: Hostile, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """[S5-07] ``http.client.HTTPConnection.debuglevel = 1``, the usual trick, shows nothing of our requests."""
    monkeypatch.setattr(http.client.HTTPConnection, "debuglevel", 1)
    with options(base_url=hostile.url("good"), token=TOKEN):
        assert fetch(DAY).body == GAMES
    out, err = capfd.readouterr()
    assert (out, err) == ("", "")


def test_peak_memory_is_measured_in_kilobytes() -> None:
    """The measure these tests take is what the platform calls it."""
    assert 10_000 < resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < 10_000_000
