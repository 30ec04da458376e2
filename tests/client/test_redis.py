"""The cache in Redis: its URL is checked when set, its password is a secret, and entries stay with their token."""

from __future__ import annotations

import logging
import os
import pickle
import subprocess
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import cloudpickle
import pytest
import redis

import sportsframe as sf
from sportsframe._client import cache as store
from sportsframe._client import notices
from sportsframe._client.fetch import fetch
from sportsframe._client.hold import STEM
from sportsframe._client.options import current, options, show_settings
from sportsframe._client.query import Query
from sportsframe._doctor import doctor
from sportsframe.errors import ConfigError, PartialResult, ServiceError, SportsframeWarning, Unauthorized

from ..support.commands import run
from ..support.servers import TOKEN, Reply, Server, SmallRedis, closed_port, redis_serving, serving

DAY = Query("MLB", "live", "2024-06-01")
PASSWORD = "sekret-pass/99"
QUOTED = "sekret-pass%2F99"


@pytest.fixture(scope="module")
def bodies() -> dict[str, bytes]:
    """Responses by path, such as the service gives them."""
    days = [f"2024-06-0{n}" for n in (1, 2, 3)]
    with options(source="simulated"):
        return {f"/live/{day}/MLB": fetch(Query("MLB", "live", day)).body for day in days}


@pytest.fixture
def server(bodies: dict[str, bytes]) -> Iterator[Server]:
    with serving(lambda path: Reply(200, bodies[path])) as server:
        yield server


@pytest.fixture(scope="module")
def guarded() -> Iterator[str]:
    """The URL of a Redis server with a password."""
    with redis_serving("--requirepass", PASSWORD) as (port, _):
        yield f"redis://:{QUOTED}@127.0.0.1:{port}/0"


def shows(text: str | bytes) -> bool:
    """Whether the password is in it, as it is or as the URL quotes it."""
    raw = text if isinstance(text, bytes) else text.encode()
    return b"sekret" in raw


def with_locals(error: BaseException) -> str:
    """The tracebacks of an error and of those behind it, with the variables of every frame of ours and of redis-py."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    parts = []
    for frame, _ in traceback.walk_tb(error.__traceback__):
        held = [one for one in frame.f_locals.values() if isinstance(one, Exception) and one is not error]
        parts += [with_locals(one) for one in held if Path(frame.f_code.co_filename) != Path(__file__)]
    while told is not None:
        frames = [frame for frame in told.stack if Path(frame.filename) != Path(__file__)]
        parts.append(f"{told} {[frame.locals for frame in frames]}")
        told = told.__cause__ or told.__context__  # type: ignore[assignment]
    return "\n".join(parts)


def test_the_password_is_a_secret(server: Server, guarded: str, tmp_path: Path) -> None:
    """The cache is used, and the password is in no settings, client, error with its variables, call or pickle."""
    client = sf.Client(base_url=server.base_url, token=TOKEN, redis=guarded)
    client.live("2024-06-01", "MLB")
    made = server.count
    frame = client.live("2024-06-01", "MLB")
    assert server.count == made
    server.set("/live/2024-06-02/MLB", Reply(401, b"null"))
    with pytest.raises(Unauthorized) as refused:
        client.live("2024-06-02", "MLB")
    server.set("/live/2024-06-03/MLB", Reply(403, b"null"))
    with pytest.raises(PartialResult) as partial:
        client.live(["2024-06-01", "2024-06-03"], "MLB")
    errors = [refused.value, partial.value]
    seen = [repr(vars(client)), repr(client), repr(client.cache), client.cache.where, repr(show_settings())]
    seen += [with_locals(error) for error in errors]
    assert "Settings(" in seen[0]
    pickles = [dumps(one) for one in (client, frame, *errors) for dumps in (pickle.dumps, cloudpickle.dumps)]
    assert not any(map(shows, [*seen, *pickles]))
    assert pickle.loads(pickles[0])._taken.redis == client._taken.redis  # type: ignore[union-attr]


def test_a_dask_graph_has_no_password(server: Server, guarded: str) -> None:
    """What is sent to the workers of a cluster has no password, and is loaded where it is known."""
    client = sf.Client(base_url=server.base_url, token=TOKEN, redis=guarded)
    days = client.to_dask(("2024-06-01", "2024-06-03"), "MLB")
    assert not shows(cloudpickle.dumps(days))
    assert len(days.compute(scheduler="threads")) >= 3


ELSEWHERE = """
import pickle, sys, warnings
client = pickle.loads(sys.stdin.buffer.read())
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    rows = [len(client.live("2024-06-01", "MLB")) > 0 for _ in range(2)]
print(rows, client.cache.info().set_index("item")["value"]["state"], *(one.message for one in said), sep="|")
"""


@pytest.mark.parametrize("known", [True, False])
def test_another_process_needs_the_password(server: Server, guarded: str, known: bool) -> None:
    """Another process uses the cache with the variable; without, it does without the cache, and says so once."""
    client = sf.Client(base_url=server.base_url, token=TOKEN, redis=guarded)
    client.live("2024-06-01", "MLB")
    made = server.count
    env = {**os.environ, "RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": server.base_url}
    if known:
        env["SPORTSFRAME_REDIS"] = guarded
    words = [sys.executable, "-c", ELSEWHERE]
    told = subprocess.run(words, input=pickle.dumps(client), capture_output=True, env=env, timeout=60, check=True)
    rows, state, *said = told.stdout.decode().strip().split("|")
    assert rows == "[True, True]"
    assert server.count - made == (0 if known else 2)
    if known:
        assert (state, said) == ("in use", [])
    else:
        (one,) = said
        assert "not known in this process" in one
        assert "SPORTSFRAME_REDIS" in one
        assert "\n" not in one
        assert state.startswith("not usable")
    assert not shows(told.stdout + told.stderr)


def test_a_url_without_a_password_travels() -> None:
    """The URL of a server without a password is in the pickle of a client."""
    client = sf.Client(source="simulated", redis="redis://cache.example.org:6379/0?db=2")
    assert b"redis://cache.example.org:6379/0?db=2" in pickle.dumps(client)


REFUSED = [
    "redis://:sekret/pass99@host/0", "redis://:sekret#pass@host/0", "redis://:sekret?pass@host/0",
    "redis://:12/sekret@host/0", "redis://:12#sekret@host/0", "redis://user:12/sekret@host/0",
    "redis://user:12?sekret@host/0", "redis://user:12#sekret@host/0", "redis://:se[kret@host/0", "redis://:sekret@/0",
    "redis://h:65536/0", "redis://h:0/0", "redis://h:-1/0", "redis://h/sekret", "redis://h?db=sekret", "redis://h?db=-1",
    "redis://h?sekret=1", "redis://h?decode_responses=True", "redis://h?encoding=sekret", "redis://h?max_connections=1",
    "redis://h?socket_timeout=sekret", "redis://h?socket_timeout=0", "redis://h?socket_timeout=301",
    "redis://h?socket_timeout=nan", "redis://h?ssl_cert_reqs=none", "rediss://h?ssl_cert_reqs=sekret",
    "redis://a..b/0", "redis://se kret/0", "redis://h/0\nsekret", "redis://", "redis://[::1/0",
    "unix://:p/sekret@/r.sock", "unix://sekret/r.sock", "unix://", "https://sekret/0", "sekret",
]  # fmt: skip


@pytest.mark.parametrize("url", REFUSED)
def test_a_url_that_cannot_be_used_is_refused(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As an option, of a client and in the variable: one line when it is set, which shows no part of the URL."""

    def by_variable() -> None:
        with monkeypatch.context() as patch:
            patch.setenv("SPORTSFRAME_REDIS", url)
            current()

    ways: list[Callable[[], object]] = [lambda: options(redis=url), lambda: sf.Client(redis=url), by_variable]
    for way in ways:
        with pytest.raises(ConfigError, match="percent-encoded") as caught:
            way()
        assert "\n" not in str(caught.value)
        assert len(str(caught.value)) <= 200
        assert not shows(with_locals(caught.value))


ACCEPTED = {
    "redis://h": "redis://h",
    "redis://h_1:65535/15": "redis://h_1:65535/15",
    "redis://:12%2F%3F%23@h:1/2": "redis://h:1/2",
    "redis://user:p@ss@h/": "redis://h/",
    "redis://[::1]:6379?socket_timeout=300&db=0": "redis://[::1]:6379",
    "rediss://u:p@h/0?ssl_cert_reqs=none": "rediss://h/0",
    "unix://u:p@/run/r.sock?db=1": "unix:///run/r.sock",
}


@pytest.mark.parametrize("url", ACCEPTED)
def test_a_url_that_can_be_used_is_accepted(url: str) -> None:
    """It is shown without user, password and parameters."""
    with options(redis=url):
        assert str(current().redis) == ACCEPTED[url]


@pytest.mark.parametrize("words", [("live", "2024-06-01", "MLB"), ("doctor",), ("cache", "info")])
def test_a_command_refuses_a_url(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A URL in the variable that cannot be used is one line and exit code 2; the doctor lists it as a problem."""
    monkeypatch.setenv("SPORTSFRAME_REDIS", "redis://:sekret/pass99@host/0")
    code, out, err = run(capsys, *words)
    assert not shows(out + err)
    assert "SPORTSFRAME_REDIS must be a URL" in " ".join((out + err).split())
    if words != ("doctor",):
        assert (code, out) == (2, "")
        assert len(err.splitlines()) == 1


@pytest.mark.parametrize("kind", ["redis", "sqlite"])
def test_an_entry_is_valid_for_its_token_only(server: Server, kind: str, tmp_path: Path) -> None:
    """The entries of two tokens, exchanged in the store, are no entries; each user asks the service again."""
    with redis_serving() as (port, _):
        url = f"redis://127.0.0.1:{port}/0" if kind == "redis" else None
        users = [
            sf.Client(base_url=server.base_url, token=token, redis=url, cache_dir=tmp_path)
            for token in ("ann-token-1", "bob-token-2")
        ]
        for user in users:
            user.live("2024-06-01", "MLB")
        if kind == "redis":
            there = redis.Redis(port=port, protocol=2)
            one, two = (name for name in there.scan_iter("sportsframe-v*"))
            there.mset({one: there.get(two), two: there.get(one)})
        else:
            rows = store.sqlite3.connect(users[0].cache.where)
            (one, first), (two, second) = rows.execute("SELECT key, value FROM answers").fetchall()
            for name, value in ((one, second), (two, first)):
                rows.execute("UPDATE answers SET value = ? WHERE key = ?", (value, name))
            rows.commit()
            rows.close()
        made = server.count
        for user in users:
            user.live("2024-06-01", "MLB")
        assert server.count == made + 2


def test_entries_expire_in_redis(server: Server) -> None:
    """Every entry has an expiry: a week after its lifetime, or from now for one that has long expired."""
    with redis_serving() as (port, _):
        there = redis.Redis(port=port, protocol=2)
        for now in ("2024-06-01T20:00", "2019-01-01T00:00"):
            with options(base_url=server.base_url, token=TOKEN, redis=f"redis://127.0.0.1:{port}/0", now=now):
                store.cache.clear()
                fetch(DAY)
            (name,) = there.scan_iter("sportsframe-v*")
            assert there.ttl(name) >= 7 * 24 * 3600 - 60


def test_clearing_ends_a_pause_that_redis_shares(server: Server, bodies: dict[str, bytes]) -> None:
    """A time without requests, which the service asked for, is kept in Redis alone and goes with the entries."""
    server.set(str(DAY), Reply(429, b"", {"Retry-After": "3600"}))
    with (
        redis_serving() as (port, _),
        options(base_url=server.base_url, token=TOKEN, redis=f"redis://127.0.0.1:{port}/0"),
    ):
        there = redis.Redis(port=port, protocol=2)
        for _ in range(2):
            with pytest.raises(ServiceError, match="429"):
                fetch(DAY)
        assert server.count == 1
        assert list(there.scan_iter(f"sportsframe-{STEM}*"))

        server.set(str(DAY), Reply(200, bodies[str(DAY)]))
        store.cache.clear()
        assert not list(there.scan_iter(f"sportsframe-{STEM}*"))
        fetch(DAY)
        assert server.count == 2


def test_the_log_speaks_of_no_pickle(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """No library below logs that it pickles, because none does."""
    caplog.set_level(logging.DEBUG)
    with (
        redis_serving() as (port, _),
        options(base_url=server.base_url, token=TOKEN, redis=f"redis://127.0.0.1:{port}/0"),
    ):
        fetch(DAY)
        assert fetch(DAY).from_cache
    assert "pickle" not in caplog.text


def test_each_fault_of_a_server_is_told(server: Server) -> None:
    """A user whose password is wrong is told so, even after another was told that the server did not respond."""
    port = closed_port()
    notices.forget()

    def told(password: str) -> list[str]:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            with options(base_url=server.base_url, token=TOKEN, redis=f"redis://:{password}@127.0.0.1:{port}/0"):
                fetch(DAY)
                fetch(DAY)
        return [str(one.message) for one in said]

    (refused,) = told("sesame-one")
    assert "ConnectionError" in refused
    assert told("sesame-two") == []
    with redis_serving("--requirepass", "sesame-opens", port=port):
        (wrong,) = told("sesame-three")
        assert "AuthenticationError" in wrong
        assert told("sesame-opens") == []


def test_a_warning_that_is_an_error_has_no_password(server: Server, guarded: str) -> None:
    """Where warnings are errors, the one about an unusable cache has no variables of redis-py behind it."""
    notices.forget()
    url = guarded.replace(QUOTED, "sekret-but-wrong")
    with options(base_url=server.base_url, token=TOKEN, redis=url), pytest.raises(SportsframeWarning) as caught:
        fetch(DAY)
    assert not shows(with_locals(caught.value))


class Odd(SmallRedis):
    """A server whose responses break the protocol."""

    def reply(self, command: bytes, words: list[bytes]) -> bytes:
        return b":many\r\n"


def test_a_server_of_another_kind_is_done_without(server: Server) -> None:
    """What responds on the port but is no Redis server is an unusable cache, not a foreign error."""
    odd = Odd()
    for port in (server.base_url.split(":")[2].split("/")[0], odd.port):
        notices.forget()
        client = sf.Client(base_url=server.base_url, token=TOKEN, redis=f"redis://127.0.0.1:{port}/0")
        with pytest.warns(SportsframeWarning, match="continuing without a cache"):
            assert len(client.live("2024-06-01", "MLB"))
    odd.close()


def test_entries_that_cannot_be_removed_are_told(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    """Clearing a cache that cannot be used warns each time, and fails as a command; a report on it does not warn."""
    url = f"redis://:sekret-pass@127.0.0.1:{closed_port()}/0"
    with options(source="simulated", redis=url):
        doctor()
        for _ in range(2):
            with pytest.warns(SportsframeWarning, match="could not be removed; the cache is not usable") as said:
                store.cache.clear()
            assert len(said) == 1
            assert "\n" not in str(said[0].message)
        code, out, err = run(capsys, "cache", "clear")
    assert (code, out, len(err.splitlines())) == (1, "", 1)
    assert not shows(err)
