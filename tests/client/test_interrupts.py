"""An interrupt at any moment, a missing terminal and a process that ends: no lock stays held, and no rows are lost."""

from __future__ import annotations

import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from types import FrameType, MethodDescriptorType
from typing import Any

import pytest

import sportsframe as sf
from sportsframe import _process
from sportsframe._client import fetch
from sportsframe._client.connection import connection_for
from sportsframe._client.option_values import PARENT_VARIABLE
from sportsframe._client.options import _called, _guard_children, _open, current, options

from ..support.servers import TOKEN, Reply, Server, game, serving

DAYS = ("2024-06-01", "2024-06-06")

pytestmark = pytest.mark.filterwarnings(
    "ignore::sportsframe.DriftWarning", "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)


class TimeLimit(Exception):
    """What an application raises in its handler of a signal."""


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(
        lambda path: Reply(200, {"data": {"MLB": [game(path.split("/")[2].replace("-", "") + "-1-2")]}})
    ) as one:
        yield one


@pytest.fixture
def user(server: Server) -> sf.Client:
    return sf.Client(base_url=server.base_url, token=TOKEN, now="2025-03-01")


@pytest.fixture
def alarm() -> Iterator[None]:
    """A handler of the alarm that raises, as a time limit of a web server or task queue does."""

    def handle(number: int, frame: FrameType | None) -> None:
        raise TimeLimit("the request took too long")

    before = signal.signal(signal.SIGALRM, handle)
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)
    gc.collect()  # the sockets of requests that were interrupted warn here, not in another test


def test_an_interrupt_leaves_no_lock_held() -> None:
    """Entering a lock runs no Python code, after which a handler of a signal could raise while the lock is held."""
    for name in ("__enter__", "__exit__", "acquire", "release"):
        assert isinstance(getattr(_process.ForkSafeLock, name), MethodDescriptorType)
    assert isinstance(_process.fork_gate._lock, _process.RLock)


class Interrupted(BaseException):
    """What a signal handler raises."""


def interrupted(
    call: Callable[[], object], at: int, rooms: tuple[str, ...], kind: type[BaseException] = Interrupted
) -> tuple[str | None, int]:
    """Call, with an exception raised at moment number `at` in the modules; return the place, and how many moments.

    Python runs the handler of a signal when a function begins and when one written in C has returned. What is raised
    as a generator is closed Python drops.
    """
    seen = 0
    place: str | None = None

    def profile(frame: FrameType, event: str, arg: object) -> None:
        nonlocal seen, place
        code = frame.f_code
        if event in ("call", "c_return") and code.co_name != "<genexpr>" and any(r in code.co_filename for r in rooms):
            seen += 1
            if seen == at:
                place = f"{code.co_filename}:{frame.f_lineno} {event}"
                raise kind

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        call()
    except kind:
        pass
    finally:
        sys.setprofile(before)
    return place, seen


def interruptions(
    call: Callable[[], object], rooms: tuple[str, ...], step: int, kind: type[BaseException] = Interrupted
) -> Iterator[str]:
    """The places where a call was interrupted: at every so manyth moment, or at 200 of them if there are more.

    There are more with every secret that earlier tests have left to be hidden.
    """
    step = max(step, interrupted(call, 0, rooms)[1] // 200)
    at = 1
    while place := interrupted(call, at, rooms, kind)[0]:
        yield place
        at += step


@pytest.mark.sampled
@pytest.mark.parametrize(
    "rooms",
    [
        ("/urllib3/", "/queue.py", "/threading.py"),
        ("/_client/", "/_pipeline", "/_process.py"),
        ("/requests/", "/requests_cache/", "/concurrent/"),
    ],
)
def test_after_an_interrupt_at_any_moment_other_threads_load(
    server: Server, user: sf.Client, rooms: tuple[str, ...]
) -> None:
    """No lock stays held and nobody waits any more, wherever in a request the handler of a signal raises."""
    user.live(DAYS[0], "MLB")
    tried = 0
    for place in interruptions(lambda: user.live(DAYS[0], "MLB", refresh=True), rooms, step=4):
        rows: list[Any] = []
        other = threading.Thread(target=lambda keep: keep(user.live(DAYS[1], "MLB", refresh=True)), args=(rows.append,))
        other.daemon = True
        other.start()
        other.join(10)
        assert [len(frame) for frame in rows] == [1], f"interrupted at {place}"
        assert _process.waiting.get() is None, f"interrupted at {place}"
        tried += 1
    assert tried > 5


@pytest.mark.filterwarnings("ignore:a block of options was never left")
def test_after_an_interrupt_at_any_moment_a_block_of_options_is_over(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever the handler of a signal raises while a block is entered or left, nothing of it stays in force.

    Where it raises before the first line of ``__enter__`` the block was a call of options so far: that stays. What is
    told to child processes may be of the block until options change again: they are refused, and never told less.
    """
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)  # that of pytest keeps tracebacks, and so the block

    def block() -> None:
        with options(base_url=server.base_url, token=TOKEN):
            assert current().base_url == server.base_url

    before, parent = current(), os.environ.get(PARENT_VARIABLE)
    block()
    at, calls = 1, 0
    while place := interrupted(block, at, ("/_client/options.py",))[0]:
        if current().base_url == server.base_url:
            assert place.endswith(f":{options.__enter__.__code__.co_firstlineno} call")
            _called.pop()
            _guard_children()
            calls += 1
        assert current() == before, f"interrupted at {place}"
        with options(workers=3):
            assert os.environ.get(PARENT_VARIABLE) in (parent, "any"), f"interrupted at {place}"
        assert not _open, f"interrupted at {place}"
        at += 1
    gc.collect()  # blocks that tracebacks kept until now
    assert at > 100
    assert calls == 1


@pytest.mark.usefixtures("alarm")
@pytest.mark.parametrize("on_error", ["raise", "skip"])
def test_what_a_handler_raises_reaches_the_caller(server: Server, user: sf.Client, on_error: Any) -> None:
    """A time limit of the application is not a day that cannot be read: not in a request, not while one is awaited."""
    for place in (DAYS[0], DAYS[1]):
        stop, asked = threading.Event(), threading.Lock()

        def hang(path: str, stop: threading.Event = stop, asked: threading.Lock = asked) -> dict[str, Any]:
            if asked.acquire(blocking=False):  # one signal for each place: a later one would meet no handler
                time.sleep(0.7)  # until the main thread waits: what it calls elsewhere may handle exceptions itself
                signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGALRM)
                stop.wait(10)
            return {"data": {"MLB": []}}

        server.set(f"/live/{place}/MLB", Reply(200, hang))
        with pytest.raises(TimeLimit, match="took too long"):
            user.live(DAYS, "MLB", on_error=on_error, progress=False, refresh=True)
        stop.set()


@pytest.mark.parametrize(
    "rooms", [("/_pipeline/", "/_frames/"), ("/_client/batch", "/_client/fetch", "/_client/cache")]
)
def test_a_time_limit_is_no_fault_of_what_is_read(user: sf.Client, rooms: tuple[str, ...]) -> None:
    """TimeoutError, the usual thing to raise from an alarm, ends a load from the cache wherever it comes."""
    user.live(DAYS, "MLB", progress=False)
    frames: list[Any] = []
    places = set()
    for place in interruptions(
        lambda: frames.append(user.live(DAYS, "MLB", progress=False)), rooms, step=3, kind=TimeoutError
    ):
        assert len(frames) == 1, f"raised at {place}, and lost"  # that of the call which counted the moments
        places.add(place)
    assert len(places) > 50


def test_a_request_whose_thread_is_gone_is_not_awaited_forever(
    user: sf.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for the request of another thread waits until the deadline; the next caller sends its own."""
    monkeypatch.setattr(fetch, "PATIENCE", 0.1)
    with options(base_url=server.base_url, token=TOKEN, now="2025-03-01", deadline=1):
        setting = current()
        connection = connection_for(setting)
        key = (fetch.key_of(f"/live/{DAYS[0]}/MLB"), setting.deadline, setting.timeouts, setting.waits_out)
        connection.in_flight[key] = Future()
        with pytest.raises(sf.Unreachable, match="no complete response within 1 s"):
            sf.live(DAYS[0], "MLB")
        assert len(sf.live(DAYS[0], "MLB")) == 1


class Gone(io.StringIO):
    """A terminal that has gone away."""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        raise OSError(5, "Input/output error")


@pytest.mark.parametrize("how", ["none", "closed", "gone"])
def test_a_load_needs_no_terminal(user: sf.Client, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Where progress and the notice of simulated data cannot be shown, the rows come all the same."""
    stream = None if how == "none" else Gone() if how == "gone" else io.StringIO()
    if how == "closed":
        assert stream is not None
        stream.close()
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr("sportsframe._client.notices._seen", set())
    assert len(user.live(DAYS, "MLB", progress=True)) == 6
    assert len(user.live(("2024-07-01", "2024-07-06"), "MLB")) == 6
    assert len(sf.Client(source="simulated").schedule("2024-06-01", "MLB"))


LATE = """
import atexit, threading, time
import sportsframe as sf
client = sf.Client(source="simulated")

def job():
    threading.main_thread().join()
    print(len(client.schedule(("2024-06-01", "2024-06-05"), "MLB")), flush=True)

atexit.register(lambda: print(len(client.schedule(("2024-07-01", "2024-07-05"), "MLB")), flush=True))
threading.Thread(target=job).start()
"""


def test_a_process_that_ends_still_loads() -> None:
    """Where no threads can be started any more, a range is loaded one day at a time."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", LATE], capture_output=True, text=True, timeout=100)
    rows = [int(line) for line in done.stdout.split()]
    assert len(rows) == 2, done.stderr
    assert min(rows) > 50
