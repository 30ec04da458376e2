"""Which options hold in threads, and when a thread is refused instead of given simulated data."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import pytest

import sportsframe as sf
from sportsframe._client.option_values import PARENT_VARIABLE
from sportsframe._client.options import current, options

from ...support.servers import closed_port
from .sources import DAYS, in_thread, source

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")


def test_threads_without_a_block_see_that_of_the_main_thread(real: dict[str, Any]) -> None:
    """Inside a block of the main thread, threads and pools ask what the block names; after it, what was before."""
    with options(**real), ThreadPoolExecutor(2) as pool:
        assert set(pool.map(source, DAYS)) == {"service"}
        assert in_thread(source) == "service"
        assert in_thread(lambda: in_thread(source)) == "service"
    assert in_thread(source) == "simulated"


def test_a_thread_has_its_own(real: dict[str, Any]) -> None:
    """Options of a thread hold in it alone; another thread without any is not given simulated data meanwhile."""
    inside, go = threading.Event(), threading.Event()

    def user() -> None:
        options(**real)
        assert source() == "service"
        with options(offline=True):
            assert current().offline
            assert current().base_url == real["base_url"]
            inside.set()
            go.wait(10)

    thread = threading.Thread(target=user)
    thread.start()
    inside.wait(10)
    try:
        assert source() == "ConfigError"
        with options(source="simulated"):
            assert source() == "simulated"
    finally:
        go.set()
        thread.join()
    assert source() == "simulated"


def entered(**given: Any) -> options:
    """A block, for as long as it is kept."""
    return options(**given).__enter__()


@pytest.mark.filterwarnings("ignore:a block of options was never left")
@pytest.mark.parametrize("call", [options, entered], ids=["call", "block"])
def test_a_service_named_in_a_thread_keeps_others_from_simulated_data(
    real: dict[str, Any], call: Callable[..., Any]
) -> None:
    """A thread that names a service, by a call or a block, has it alone; until it ends, the others are refused."""
    named, go = threading.Event(), threading.Event()
    found: list[str] = []

    def user() -> None:
        kept = call(**real)
        found.append(source())
        named.set()
        go.wait(10)
        found.append(source(DAYS[1]))
        del kept

    thread = threading.Thread(target=user)
    thread.start()
    named.wait(10)
    try:
        assert (source(), in_thread(source)) == ("ConfigError", "ConfigError")
        assert os.environ[PARENT_VARIABLE] == "service"
        with options(source="simulated"):
            assert (source(), in_thread(source)) == ("simulated", "simulated")
    finally:
        go.set()
        thread.join()
    assert found == ["service", "service"]
    gc.collect()
    assert (source(), in_thread(source)) == ("simulated", "simulated")
    assert os.environ[PARENT_VARIABLE] == "any"


def test_options_without_a_source_do_not_choose_one(real: dict[str, Any]) -> None:
    """Other options, around everything or of a thread's own, are no choice of simulated data: while a service is named
    elsewhere, and in threads that outlive such a block, they are refused as if there were none."""
    with ThreadPoolExecutor(1) as pool:
        with options(workers=4):
            with options(**real):
                assert pool.submit(source).result() == "service"
            assert pool.submit(source).result() == "ConfigError"
            assert (source(), in_thread(source)) == ("simulated", "simulated")
        pool.submit(lambda: options(workers=2)).result()
        assert pool.submit(source).result() == "ConfigError"

    async def run() -> list[str]:
        async def tenant() -> list[str]:
            with options(**real):
                await asyncio.sleep(0)
                return [source(), await asyncio.get_running_loop().run_in_executor(None, source)]

        task = asyncio.create_task(tenant())
        await asyncio.sleep(0)
        return [source(), *await task]

    with options(workers=4):
        assert asyncio.run(run()) == ["ConfigError", "service", "ConfigError"]
        assert source() == "simulated"


@pytest.mark.parametrize("block", [True, False])
def test_threads_of_a_thread_are_refused_after_its_options_too(real: dict[str, Any], block: bool) -> None:
    """A thread started under options of another thread, by a block or a call, does not fall back when they end."""
    started, go = threading.Event(), threading.Event()
    found: list[str] = []

    def child() -> None:
        found.append(source())
        started.set()
        go.wait(10)
        found.append(source())

    thread = threading.Thread(target=child)

    def handler() -> None:
        if block:
            with options(**real):
                thread.start()
                started.wait(10)
        else:
            options(**real)
            thread.start()
            started.wait(10)

    in_thread(lambda: handler())
    assert source() == "simulated"
    go.set()
    thread.join()
    assert found == ["ConfigError", "ConfigError"]


@pytest.mark.parametrize("how", ["close", "collect", "raise", "exit"])
@pytest.mark.parametrize("task", [False, True], ids=["thread", "task"])
def test_a_block_left_in_another_thread_is_undone(real: dict[str, Any], how: str, task: bool) -> None:
    """Where a block was entered it is undone; the thread in which it ends outlives it, as all others do."""

    def steps() -> Iterator[None]:
        with options(**real):
            yield
            raise ValueError

    def enter() -> None:
        if how == "exit":
            held.append(ExitStack())
            held[0].enter_context(options(**real))
        else:
            held.append(steps())
            next(held[0])

    async def enter_in_task() -> None:
        enter()

    def end() -> None:
        if how == "raise":
            with pytest.raises(ValueError):
                next(held[0])
        elif how != "collect":
            held[0].close()
        held.clear()
        gc.collect()

    held: list[Any] = []
    with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second, ThreadPoolExecutor(1) as third:
        first.submit(lambda: asyncio.run(enter_in_task()) if task else enter()).result()
        assert source() == "ConfigError"
        assert [pool.submit(source).result() for pool in (second, third)] == ["ConfigError"] * 2
        second.submit(end).result()
        assert [pool.submit(source).result() for pool in (second, third)] == ["ConfigError"] * 2
        assert first.submit(source).result() == "simulated"
        assert source() == "simulated"
        assert os.environ[PARENT_VARIABLE] == "any"


def test_options_of_a_pool_thread_keep_nothing_of_a_block(real: dict[str, Any]) -> None:
    """What a pool thread sets for itself in a block does not carry the service and token of the block past its end."""
    with ThreadPoolExecutor(1) as pool:
        with options(**real):
            pool.submit(lambda: options(workers=2)).result()
            assert pool.submit(source).result() == "service"
        assert pool.submit(source).result() == "ConfigError"
        pool.submit(lambda: options(source="simulated")).result()
        assert pool.submit(source).result() == "simulated"
        assert pool.submit(lambda: current().workers).result() == 2


ENUMERATE = """
import threading, time
import sportsframe as sf

real = {"base_url": "https://data.example.org/api/v1", "token": "a-token-nobody-has"}

def steps():
    with sf.options(**real):
        yield

def collect():
    with threading._active_limbo_lock:
        holding.set()
        time.sleep(0.1)  # until the other thread waits for this lock
        block.close()

def leave():
    holding.wait()
    with sf.options(**real):
        pass

for _ in range(3):
    holding, block = threading.Event(), steps()
    next(block)
    threads = [threading.Thread(target=leave, daemon=True), threading.Thread(target=collect, daemon=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()
print("done")
"""


def test_a_block_that_the_collector_closes_never_waits_for_ever() -> None:
    """The collector may close a block in a thread that holds a lock of `threading` while another leaves one."""
    done = subprocess.run([sys.executable, "-c", ENUMERATE], capture_output=True, text=True, check=False, timeout=120)
    assert (done.stdout, done.stderr) == ("done\n", "")


def test_an_object_entered_by_many_is_a_block_of_each(real: dict[str, Any]) -> None:
    """Threads and tasks that use the same object have their options until their own end, and no longer."""
    shared = options(workers=3)
    with shared:
        pass
    first, second = threading.Event(), threading.Event()

    def early() -> list[int]:
        with shared:
            first.set()
            second.wait(30)
        return [current().workers]

    def late() -> list[int]:
        first.wait(30)
        with shared:
            second.set()
            thread.result(30)
            return [current().workers]

    with ThreadPoolExecutor(2) as pool:
        thread = pool.submit(early)
        assert pool.submit(late).result() == [3]
        assert thread.result() == [8]

    async def user(seconds: float) -> list[int]:
        with shared:
            await asyncio.sleep(seconds)
            inside = current().workers
        return [inside, current().workers]

    async def both() -> list[list[int]]:
        return await asyncio.gather(user(0.1), user(0.2))

    assert asyncio.run(both()) == [[3, 8], [3, 8]]
    with pytest.raises(sf.ConfigError, match="not open"):
        shared.__exit__(None, None, None)


def test_blocks_that_outlive_their_thread_are_forgotten_together(real: dict[str, Any]) -> None:
    """Two blocks of a thread that ended without leaving them: whoever asks next is not disturbed, here or elsewhere."""
    kept: list[ExitStack] = []

    def work() -> None:
        with ExitStack() as stack:
            stack.enter_context(options(**real))
            stack.enter_context(options(workers=2))
            kept.append(stack.pop_all())

    in_thread(work)
    assert (source(), in_thread(source)) == ("simulated", "simulated")
    assert os.environ[PARENT_VARIABLE] == "any"
    kept[0].close()
    assert source() == "simulated"


FIRST = """
import asyncio, gc, sys, weakref
import sportsframe as sf
class Large: pass
def job():
    global kept
    mine = Large()
    kept = weakref.ref(mine)
    sf.options(base_url=sys.argv[1], token="nobodys-token")
    try:
        sf.live("2024-06-01", "MLB")
    except sf.SportsframeError as error:
        print(type(error).__name__)
asyncio.run(asyncio.to_thread(job))
gc.collect()
print(kept() is None, sf.live("2024-06-01", "MLB").attrs["sportsframe"]["source"])
"""


def test_the_first_request_keeps_nothing_of_its_caller() -> None:
    """Wherever it is made: its variables are let go, and a thread that is over names no service any more."""
    address = f"http://127.0.0.1:{closed_port()}/api/v1"
    run = subprocess.run([sys.executable, "-c", FIRST, address], capture_output=True, text=True, timeout=100)
    assert run.stdout.split("\n")[-2] == "True simulated", run.stdout + run.stderr


def test_a_thread_that_outlives_the_block_is_refused(real: dict[str, Any]) -> None:
    """Work given to a thread in a block that named a service, and done after it, is not done with simulated data."""
    started, left = threading.Event(), threading.Event()

    def work() -> str:
        started.set()
        left.wait(10)
        return source()

    with ThreadPoolExecutor(1) as pool:
        with options(**real):
            late = pool.submit(work)
            started.wait(10)
        left.set()
        assert late.result() == "ConfigError"
        assert pool.submit(lambda: sf.Client(source="simulated").live(DAYS[0], "MLB").empty).result() is False
    assert (source(), in_thread(source)) == ("simulated", "simulated")


def test_blocks_that_come_and_go_disturb_nobody(real: dict[str, Any]) -> None:
    """While blocks that name a service are entered and left in some threads, others read their options whole: the
    variable that guards child processes is never taken for the user's own."""
    done = threading.Event()
    problems: list[str] = []

    def enter_and_leave() -> None:
        while not done.is_set():
            with options(**real):
                pass

    def read() -> None:
        with options(workers=3, source="simulated"):
            while not done.is_set():
                try:
                    assert current().service().simulated
                    assert settings_of_others() in ("simulated", "ConfigError")
                except Exception as error:
                    problems.append(repr(error))

    def settings_of_others() -> str:
        context = contextvars.Context()
        try:
            return "simulated" if context.run(current).service().simulated else "service"
        except sf.ConfigError as error:
            return "ConfigError" if "and here nothing is set" in str(error) else str(error)

    threads = [threading.Thread(target=what) for what in (enter_and_leave, enter_and_leave, read, read)]
    for thread in threads:
        thread.start()
    done.wait(1.5)
    done.set()
    for thread in threads:
        thread.join()
    assert problems == []
    assert os.environ[PARENT_VARIABLE] == "any"


def test_a_block_ends_with_its_object(real: dict[str, Any]) -> None:
    """A block that nobody can leave any more is over, with a warning; so an interrupt as it is left ends it as well."""
    with pytest.warns(sf.SportsframeWarning, match="was never left; it ended when"):
        entered(**real)
    assert source() == "simulated"
