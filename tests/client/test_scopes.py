"""What options mean where: in threads, tasks, processes, after the block, and for what goes on later."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import multiprocessing
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.option_values import PARENT_VARIABLE
from sportsframe._client.options import _called, _open, current, current_with, options

from ..support.servers import TOKEN, Reply, Server, closed_port, game, serving

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")

DAYS = ["2024-06-01", "2024-06-02", "2024-06-03"]


def answer(path: str) -> Reply:
    day = path.split("/")[2]
    return Reply(200, {"data": {"MLB": [game(f"{day.replace('-', '')}-REAL-1")]}})


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(answer) as running:
        yield running


@pytest.fixture
def real(server: Server) -> dict[str, Any]:
    return {"base_url": server.base_url, "token": TOKEN}


def source(day: str = DAYS[0]) -> str:
    """Where the rows of a call come from; the error's name where it is refused."""
    try:
        frame = sf.live(day, "MLB")
    except sf.SportsframeError as error:
        return type(error).__name__
    return str(frame.attrs["sportsframe"]["source"])


def in_thread(what: Callable[[], Any]) -> Any:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(what()))
    thread.start()
    thread.join()
    return found[0]


def test_threads_without_a_block_see_that_of_the_main_thread(real: dict[str, Any]) -> None:
    """Inside a block of the main thread, threads and pools ask what the block names; after it, what was before."""
    with options(**real), ThreadPoolExecutor(2) as pool:
        assert set(pool.map(source, DAYS)) == {"service"}
        assert in_thread(source) == "service"
        assert in_thread(lambda: in_thread(source)) == "service"
    assert in_thread(source) == "simulated"


def test_tasks_and_their_threads(real: dict[str, Any]) -> None:
    """A task sees its own block, and so do the tasks and threads that carry its context; a thread that does not is
    refused."""

    async def run() -> list[str]:
        loop = asyncio.get_running_loop()
        with options(**real):
            later = asyncio.create_task(asyncio.to_thread(source, DAYS[2]))
            found = [await loop.run_in_executor(None, source), await asyncio.to_thread(source, DAYS[1])]
        return [*found, await later]

    assert asyncio.run(run()) == ["ConfigError", "service", "service"]
    assert source() == "simulated"


def test_a_block_of_a_task_is_not_lent_to_other_users(real: dict[str, Any]) -> None:
    """While one task has a block open, threads that another task without options starts are refused, copied context
    or not."""

    async def run() -> tuple[str, list[str]]:
        inside, go = asyncio.Event(), asyncio.Event()

        async def carol() -> str:
            with options(**real):
                inside.set()
                await go.wait()
                return await asyncio.to_thread(source)

        async def dave() -> list[str]:
            await inside.wait()
            loop = asyncio.get_running_loop()
            found = [source(), await asyncio.to_thread(source), await loop.run_in_executor(None, source)]
            go.set()
            return found

        task = asyncio.create_task(carol())
        found = await dave()
        return await task, found

    assert asyncio.run(run()) == ("service", ["ConfigError"] * 3)


CELL = """
import sportsframe as sf
from concurrent.futures import ThreadPoolExecutor
with sf.options(workers=3), ThreadPoolExecutor(1) as pool:
    print(pool.submit(lambda: sf.show_settings().set_index("setting").loc["workers", "value"]).result())
"""

LOOP = """
import asyncio, sys
from IPython.core.interactiveshell import InteractiveShell
async def main():
    RUN
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("run", "workers"),
    [
        ("await InteractiveShell.instance().run_cell_async(sys.argv[1], transformed_cell=sys.argv[1])", "3"),
        ("exec(sys.argv[1], {})", "8"),
    ],
    ids=["notebook", "application"],
)
def test_a_block_of_a_notebook_cell_is_lent_to_its_threads(run: str, workers: str) -> None:
    """The cells of a notebook run in an event loop, and yet the threads of a cell use its block; the same lines in the
    loop of an application do not lend it, though IPython be imported."""
    script = LOOP.replace("RUN", run)
    done = subprocess.run([sys.executable, "-c", script, CELL], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [workers]


def test_blocks_that_disagree_are_not_guessed_at(real: dict[str, Any]) -> None:
    """Where two tasks have blocks that disagree, a thread with none of its own is refused in one line."""

    async def one(token: str, ready: asyncio.Barrier) -> tuple[str, str]:
        with options(**{**real, "token": token}):
            await ready.wait()
            mine = str(current().token)
            found = await asyncio.get_running_loop().run_in_executor(None, source)
            await ready.wait()
            return mine, found

    async def run() -> list[tuple[str, str]]:
        ready = asyncio.Barrier(2)
        return list(await asyncio.gather(one("token-a-123", ready), one("token-b-456", ready)))

    assert [found for _, found in asyncio.run(run())] == ["ConfigError"] * 2
    assert source() == "simulated"


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


def test_a_call_acts_and_a_block_restores() -> None:
    """Called in the main thread, options hold from then on; used as a block, what was before is back."""
    call = options(workers=3)
    assert current().workers == 3
    assert in_thread(lambda: current().workers) == 3
    with options(workers=5):
        assert current().workers == 5
        with options(workers=6):
            options(timeouts=(1, 2))
        assert (current().workers, current().timeouts) == (5, (1, 2))
    assert (current().workers, current().timeouts) == (3, (1, 2))
    with options(timeouts=None), call:
        assert current().workers == 3
    assert current().workers == 8
    with options(timeouts=None):
        assert current().timeouts == (5, 30)


def test_blocks_left_in_another_order() -> None:
    """Whatever order blocks are left in, by a generator or an exception, what remains is what is still open."""
    outer, inner = options(workers=2), options(offline=True)
    outer.__enter__()
    inner.__enter__()
    outer.__exit__(None, None, None)
    assert (current().workers, current().offline) == (8, True)
    inner.__exit__(None, None, None)
    assert not current().offline

    def walk() -> Iterator[int]:
        with options(workers=4):
            yield current().workers
            yield current().workers

    steps = walk()
    assert next(steps) == 4
    with pytest.raises(RuntimeError), options(workers=7):
        steps.close()
        assert current().workers == 7
        raise RuntimeError
    assert current().workers == 8
    assert _open == {}


def test_many_calls_do_not_grow() -> None:
    """A loop of calls that nobody keeps leaves a few layers, not one per call."""
    before = len(_called)
    for i in range(50):
        options(workers=1 + i % 3)
    assert len(_called) <= before + 3
    _called.clear()


def child(day: str) -> str:
    return source(day)


@pytest.mark.parametrize("call", [options, lambda **given: options(**given).__enter__()], ids=["call", "block"])
def test_a_service_named_in_a_thread_keeps_others_from_simulated_data(
    real: dict[str, Any], call: Callable[..., Any]
) -> None:
    """A thread that names a service, by a call or a block, has it alone; until it ends, the others are refused."""
    named, go = threading.Event(), threading.Event()
    found: list[str] = []

    def user() -> None:
        call(**real)
        found.append(source())
        named.set()
        go.wait(10)
        found.append(source(DAYS[1]))

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


def test_a_task_that_outlives_its_block_is_refused(real: dict[str, Any]) -> None:
    """A task that goes on after the block it was started in is refused until it says what to ask, and until it is over
    nothing without options falls back; the end of the last one restores what was."""

    async def run() -> list[Any]:
        go = asyncio.Event()

        async def job() -> list[Any]:
            await go.wait()
            loop = asyncio.get_running_loop()
            found = [source(), await loop.run_in_executor(None, source), os.environ.get(PARENT_VARIABLE)]
            with pytest.raises(sf.ConfigError, match="the block of options that was in force"):
                options(workers=2)
            with options(**real):
                found.append(source(DAYS[1]))
            return [*found, source()]

        with options(**real):
            task = asyncio.create_task(job())
        found = [source()]
        go.set()
        return [*found, *await task]

    assert asyncio.run(run()) == ["ConfigError", "ConfigError", "ConfigError", "service", "service", "ConfigError"]
    assert (source(), in_thread(source)) == ("simulated", "simulated")
    assert os.environ[PARENT_VARIABLE] == "any"


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


def test_a_block_left_in_another_thread_is_undone(real: dict[str, Any]) -> None:
    """Where a block was entered does not matter for its end, though the thread that entered it lives on."""

    def steps() -> Iterator[None]:
        with options(**real):
            yield

    block = steps()
    with ThreadPoolExecutor(1) as first, ThreadPoolExecutor(1) as second:
        first.submit(next, block).result()
        assert source() == "ConfigError"
        second.submit(block.close).result()  # type: ignore[attr-defined]
        assert source() == "simulated"
        assert os.environ[PARENT_VARIABLE] == "any"


@pytest.mark.parametrize("how", ["generator", "exit stack", "thread"])
def test_a_block_left_in_another_task_is_undone(real: dict[str, Any], how: str) -> None:
    """What asyncio closes in a task of its own is undone in the task that entered it; tasks started inside, and copies
    of the context made before that task looks, are refused and keep nothing."""

    async def values(left: asyncio.Event) -> AsyncIterator[str]:
        try:
            with options(**real):
                yield source()
                yield source(DAYS[1])
        finally:
            left.set()

    async def later(go: asyncio.Event) -> str:
        await go.wait()
        return source(DAYS[2])

    async def work() -> list[str]:
        go, left = asyncio.Event(), asyncio.Event()
        if how == "generator":
            async for value in values(left):
                inside, task = value, asyncio.create_task(later(go))
                break
            await asyncio.wait_for(left.wait(), 30)
        else:
            stack = AsyncExitStack()
            block = stack.enter_context(options(**real))
            inside, task = source(), asyncio.create_task(later(go))
            if how == "thread":
                await asyncio.to_thread(block.__exit__, None, None, None)
            else:
                await asyncio.create_task(stack.aclose())
        go.set()
        copies = [
            await asyncio.to_thread(source, DAYS[2]), await asyncio.create_task(later(go)),
            contextvars.copy_context().run(source, DAYS[2]),
        ]  # fmt: skip
        assert copies == ["ConfigError"] * 3
        found = [inside, source(), await task]
        del task
        await asyncio.sleep(0)  # what woke us up still knows the task
        return [*found, source()]

    assert asyncio.run(work()) == ["service", "ConfigError", "ConfigError", "simulated"]


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


def test_a_task_that_outlives_other_options_goes_on(real: dict[str, Any]) -> None:
    """The end of a block that does not say what to ask restores the values in its tasks as well."""

    async def run() -> tuple[int, str]:
        go = asyncio.Event()

        async def job() -> tuple[int, str]:
            await go.wait()
            return current().workers, source()

        with options(workers=3):
            task = asyncio.create_task(job())
        go.set()
        return await task

    with options(**real):
        assert asyncio.run(run()) == (8, "service")


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


def test_the_names_in_the_environment_stay(real: dict[str, Any]) -> None:
    """Blocks that come and go remove no variable, which would break threads that go through the environment."""
    with options(**real):
        pass
    names = set(os.environ)
    with options(**real):
        assert set(os.environ) == names
        assert os.environ[PARENT_VARIABLE] == "service"
    assert set(os.environ) == names
    assert os.environ[PARENT_VARIABLE] == "any"


FORKED = """
import multiprocessing, sys, threading
import sportsframe as sf
from concurrent.futures import ThreadPoolExecutor

def source(_=None):
    try:
        return sf.live("2024-06-01", "MLB").attrs["sportsframe"]["source"]
    except sf.SportsframeError as error:
        return type(error).__name__

def pool():
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as children:
        return children.map(source, range(3), chunksize=1)

service = {"base_url": sys.argv[1], "token": sys.argv[2]}
with sf.options(**service), ThreadPoolExecutor(1) as threads:
    print(set(pool()), set(threads.submit(pool).result()))

def other():
    with sf.options(**service):
        named.set()
        done.wait(60)

named, done = threading.Event(), threading.Event()
thread = threading.Thread(target=other)
thread.start()
named.wait(60)
print(set(pool()))
done.set()
thread.join()
print(source())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_goes_on_under_the_options_of_its_thread(server: Server) -> None:
    """Whichever thread forks: in a block of the main thread the child asks the service, and it is refused where its
    thread would be."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED, server.base_url, TOKEN],
        capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert ran.stdout.split("\n")[:3] == ["{'service'} {'service'}", "{'ConfigError'}", "simulated"], ran.stderr


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


def test_an_address_takes_the_place_of_simulated_data(real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that is named after ``source="simulated"`` is used, but not against what a variable says."""
    with options(source="simulated"):
        with options(**real):
            assert source() == "service"
        assert sf.Client(**real).live(DAYS[1], "MLB").attrs["sportsframe"]["source"] == "service"
        assert source() == "simulated"
    monkeypatch.setenv("SPORTSFRAME_SOURCE", "simulated")
    with options(**real), pytest.raises(sf.ConfigError, match=r"source is simulated \(environment"):
        current().service()
    with pytest.raises(sf.ConfigError, match=r"source is simulated \(environment"):
        sf.Client(**real)


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


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_never_fall_back(real: dict[str, Any], method: str) -> None:
    """In a block that names a service a forked child asks it; one that begins anew and cannot know it refuses."""
    with options(**real), multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(child, DAYS[:2]) == ["service" if method == "fork" else "ConfigError"] * 2
    assert os.environ[PARENT_VARIABLE] == "any"


def test_a_program_that_is_started_refuses(real: dict[str, Any]) -> None:
    """So does a program that is started inside the block, in one line that says what to set."""
    with options(**real):
        done = subprocess.run(
            [sys.executable, "-m", "sportsframe", "live", DAYS[0], "MLB"], capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert "RSC_TOKEN" in done.stderr
    assert done.stdout == ""


@pytest.fixture
def study(real: dict[str, Any], tmp_path: Path) -> Path:
    """A frozen study of a service."""
    client = sf.Client(**real)
    client.live(DAYS[0], "MLB")
    client.freeze(tmp_path / "study.sfz")
    return tmp_path / "study.sfz"


def test_a_thawed_study_of_a_service_counts_as_naming_it(study: Path) -> None:
    """What a thawed study of a service does not reach is refused, not given simulated data: a thread that another
    thread starts, another task, and a process, whichever thread thaws it."""

    def spawned() -> str:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            return str(pool.apply(child, (DAYS[0],)))

    def user() -> tuple[str, ...]:
        with sf.thaw(study), ThreadPoolExecutor(1) as pool:
            return source(), pool.submit(source).result(), spawned()

    async def tasks() -> tuple[str, str, str]:
        thawed, go = asyncio.Event(), asyncio.Event()

        async def carol() -> str:
            with sf.thaw(study):
                thawed.set()
                await go.wait()
                return source()

        task = asyncio.create_task(carol())
        await thawed.wait()
        found = source(), await asyncio.to_thread(source)
        go.set()
        return await task, *found

    assert in_thread(user) == ("service", "ConfigError", "ConfigError")
    with sf.thaw(study):
        assert (source(), in_thread(source), spawned()) == ("service", "service", "ConfigError")
    assert asyncio.run(tasks()) == ("service", "ConfigError", "ConfigError")
    assert (source(), in_thread(source)) == ("simulated", "simulated")
    assert os.environ[PARENT_VARIABLE] == "any"


def test_a_study_closed_in_another_task_is_closed(study: Path) -> None:
    """`thaw` without a block ends where its `close` is called, for the task that made it too."""

    async def run() -> list[str]:
        async def close() -> None:
            thawed.close()

        thawed = sf.thaw(study)
        found = [source()]
        await asyncio.create_task(close())
        return [*found, source(DAYS[1])]

    assert asyncio.run(run()) == ["service", "simulated"]


def test_a_thawed_simulated_study_refuses_nobody(tmp_path: Path) -> None:
    """A study of simulated data names no service: others go on with simulated data."""
    client = sf.Client(source="simulated")
    client.live(DAYS[0], "MLB")
    client.freeze(tmp_path / "study.sfz")

    def user() -> tuple[str, str]:
        with sf.thaw(tmp_path / "study.sfz"):
            return source(), in_thread(source)

    assert in_thread(user) == ("simulated", "simulated")


def ask_client(client: sf.Client, day: str) -> str:
    try:
        return str(client.live(day, "MLB").attrs["sportsframe"]["source"])
    except sf.SportsframeError as error:
        return type(error).__name__


def test_a_client_travels_without_its_secret(real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A client pickles without the token; another process finds it in RSC_TOKEN, or refuses."""
    client = sf.Client(**real)
    assert TOKEN.encode() not in pickle.dumps(client)
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(1) as pool:
        assert pool.apply(ask_client, (client, DAYS[0])) == "ConfigError"
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", "http://127.0.0.1:1/api/v1")
    with spawn.Pool(1) as pool:
        assert pool.apply(ask_client, (client, DAYS[0])) == "service"


def test_a_client_is_not_touched_by_options(real: dict[str, Any]) -> None:
    """A client keeps what it took: options set later, in its thread or another, do not reach it."""
    client = sf.Client(**real)
    with options(offline=True, source="simulated"):
        assert ask_client(client, DAYS[0]) == "service"
        assert in_thread(lambda: ask_client(client, DAYS[1])) == "service"
    assert list(client.answers()["asked"]) == ["/live/2024-06-01/MLB", "/live/2024-06-02/MLB"]
    assert len(sf.Client(**real).answers()) == 0


def test_what_goes_on_later_asks_what_it_began_with(server: Server, real: dict[str, Any]) -> None:
    """`resume`, also of an unpickled error, and `watch.poll` after the block ask the service of the block."""
    server.set(f"/live/{DAYS[1]}/MLB", Reply(404, '"no"'), answer(f"/live/{DAYS[1]}/MLB"))
    with options(**real):
        watch = sf.watch(DAYS[0], "MLB")
        with pytest.raises(sf.PartialResult) as caught:
            sf.live(DAYS, "MLB")
    again = pickle.loads(pickle.dumps(caught.value))
    assert TOKEN not in repr(vars(again))
    whole = again.resume()
    assert list(whole["game_id"]) == [f"{day.replace('-', '')}-REAL-1" for day in DAYS]
    assert whole.attrs["sportsframe"]["source"] == "service"
    assert list(watch.poll()["game_id"]) == ["20240601-REAL-1"]


def test_box_refuses_a_frame_of_another_source(server: Server, real: dict[str, Any]) -> None:
    """To go on from real games while simulated ones would be asked, or the other way round, is refused."""
    with options(**real):
        games = sf.live(DAYS[0], "MLB")
        assert len(games.sports.box())
    with pytest.raises(sf.QueryError, match=r"client\.box"):
        games.sports.box()
    simulated = sf.live(DAYS[0], "MLB")
    with options(**real), pytest.raises(sf.QueryError, match="simulated world"):
        simulated.sports.box()
    with options(base_url="https://data.example.org/api/v1", token=TOKEN):
        bare = simulated.copy()
        bare.attrs = {}
        with pytest.raises(sf.QueryError, match="simulated"):
            bare.sports.box()


def test_box_says_which_games_were_not_found(server: Server, real: dict[str, Any]) -> None:
    """Games that a service does not have are told of, how many and the first, where the frame has no mark that says
    whose they are; games that have not begun are not expected."""
    other = serving(
        lambda path: Reply(200, {"data": {"MLB": [game(f"{path.split('/')[2].replace('-', '')}-OTHER-1")]}})
    )
    mine = sf.Client(**real)
    with other as second:
        theirs = sf.Client(base_url=second.base_url, token=TOKEN).live(DAYS, "MLB")
    both = pd.concat([mine.live(DAYS[0], "MLB"), theirs])
    both.attrs = {}
    both["game_time"] = both["game_date"].astype("datetime64[us]").dt.tz_localize("UTC")
    with pytest.warns(sf.SportsframeWarning, match=r"^3 of 4 games .*20240601-OTHER-1") as said:
        assert list(mine.box(both)["game_id"]) == ["20240601-REAL-1"]
    assert server.base_url in str(said[0].message)
    later = sf.Client(**real, now="2024-06-01T12:00:00Z")
    with pytest.warns(sf.SportsframeWarning, match=r"^1 of 4 games"):
        later.box(both)


def test_a_token_stays_with_its_host(server: Server, real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A base URL on another host, given without a token, is refused: by options, a block, after merged calls, and by a
    client. The token is not sent there. Another path of the same host, and a token without a host, go on."""
    with serving(answer) as other:
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
        with options(base_url=server.base_url):
            assert source() == "service"
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", server.base_url)
        with pytest.raises(sf.ConfigError, match="no token for it"):
            sf.Client(base_url=other.base_url)
        with options(base_url=other.base_url):
            assert source() == "ConfigError"
            with options(offline=False):
                assert source() == "ConfigError"
        with options(base_url=other.base_url, token="another-token"):
            assert source() == "service"
            with options(base_url=server.base_url):
                assert source() == "ConfigError"
            with options(base_url=other.base_url):
                assert source() == "service"
        made = other.count
        options(**real)
        options(base_url=other.base_url)
        options(workers=2)
        options(workers=3)
        assert source() == "ConfigError"
        _called.clear()
        assert other.count == made == 1


@pytest.mark.parametrize("how", ["environment", "options"])
def test_none_is_not_given(real: dict[str, Any], how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A configuration without values leaves the service that is set: real data do not become simulated."""
    nothing: dict[str, Any] = {"base_url": None, "token": None, "source": None}
    if how == "environment":
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", real["base_url"])
        real = {}
    with options(**real):
        with options(**nothing):
            assert source() == "service"
        assert ask_client(sf.Client(**nothing), DAYS[0]) == "service"
        assert current_with(**nothing).service() == current().service()
        with options(source="simulated", base_url=None, token=None):
            assert source() == "simulated"


def test_a_token_refused_for_every_day_is_no_partial_result(server: Server, real: dict[str, Any]) -> None:
    """Where a whole range is refused with 401 nothing arrived, and resuming with the same token cannot help."""
    server.default = lambda path: Reply(401, '"no"')
    with options(**real), pytest.raises(sf.Unauthorized):
        sf.live(DAYS, "MLB")
    server.default = lambda path: answer(path) if DAYS[2] in path else Reply(401, '"no"')
    with options(**real), pytest.raises(sf.PartialResult, match=r"fetches the rest\.$"):
        sf.live(DAYS, "MLB")
    with options(**real, offline=True), pytest.raises(sf.PartialResult, match="with the settings of this call"):
        sf.live(DAYS, "MLB")


def test_box_of_a_frame_from_a_csv_file(tmp_path: Path) -> None:
    """Dates that are text are refused in one line that says how to read them; read in that way they are taken."""
    games = sf.live(DAYS[0], "MLB").head(2)
    games.to_csv(tmp_path / "games.csv", index=False)
    with pytest.raises(sf.FrameError, match=r"game_date.*typed\(df\) restores .*read_csv"):
        pd.read_csv(tmp_path / "games.csv").sports.box()
    read = sf.read_csv(tmp_path / "games.csv")
    assert set(read.sports.box()["game_id"]) == set(games["game_id"])


def test_an_unknown_variable_lists_the_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of our prefix that is not known is refused with the names that are."""
    monkeypatch.setenv("SPORTSFRAME_WORKRES", "3")
    with pytest.raises(sf.ConfigError, match=r"SPORTSFRAME_BASE_URL, .*Did you mean 'SPORTSFRAME_WORKERS'"):
        current()
    monkeypatch.delenv("SPORTSFRAME_WORKRES")
    monkeypatch.setenv("SPORTSFRAME_TOKEN", "a-secret-of-mine")
    with pytest.raises(sf.ConfigError, match=r"SPORTSFRAME_UPSTREAM_TOKEN\. Did you mean 'RSC_TOKEN'\?$"):
        current()
    monkeypatch.delenv("SPORTSFRAME_TOKEN")
    monkeypatch.setenv("SPORTSFRAME_UPSTREAM_TOKEN", "")
    with pytest.raises(sf.ConfigError, match="SPORTSFRAME_UPSTREAM_TOKEN is set but empty"):
        current()


def test_box_scores_travel() -> None:
    """The tables of a day pickle and come back the same."""
    box = sf.box_scores(DAYS[0], "MLB")
    again = pickle.loads(pickle.dumps(box))
    assert list(again) == list(box)
    for name in box:
        assert again[name].equals(box[name])
        assert again[name].attrs == box[name].attrs


def test_swapped_arguments_are_understood() -> None:
    """A sport in the place of the date, and a date in that of the sport, are put right; one alone is asked for."""
    assert sf.live("MLB", DAYS[0]).equals(sf.live(DAYS[0], "MLB"))
    assert sf.schedule_season("MLB", 2024).equals(sf.schedule_season(2024, "MLB"))
    for call in (lambda: sf.live(sport="MLB"), sf.schedule, lambda: sf.live("MLB")):
        with pytest.raises(sf.QueryError, match=r"a date (is|and a sport are) required"):
            call()
    assert repr(sf.watch("MLB", DAYS[0])) == repr(sf.watch(DAYS[0], "MLB"))


def test_a_call_in_a_task_is_for_that_task(real: dict[str, Any]) -> None:
    """Two tasks that call options one after the other each keep their own; what sets none is refused meanwhile."""
    with serving(answer) as other:
        other_base = other.base_url

        async def user(base_url: str) -> str:
            options(base_url=base_url, token=TOKEN)
            await asyncio.sleep(0.01)
            return current().base_url or ""

        async def run() -> list[str]:
            asked = asyncio.gather(user(real["base_url"]), user(other_base))
            await asyncio.sleep(0.005)
            meanwhile = source()
            return [*await asked, meanwhile]

        assert asyncio.run(run()) == [real["base_url"], other_base, "ConfigError"]
    gc.collect()
    assert _called == []
    assert source() == "simulated"


@pytest.mark.parametrize("make", [sf.Client, sf.options])
def test_no_variable_of_a_traceback_holds_the_token(make: Callable[..., Any]) -> None:
    """A reporter that keeps the variables of our functions where a value is refused keeps no secret."""
    secret = "a-secret-in-a-local-1"
    with pytest.raises(sf.ConfigError) as refused:
        make(base_url="https://data.example.org/api/v1", token=secret, workers=0)
    frames, place = [], refused.value.__traceback__
    while place is not None:
        frames.append(place.tb_frame)
        place = place.tb_next
    ours = [frame for frame in frames if frame.f_globals["__name__"].startswith("sportsframe.")]
    assert len(ours) > 2
    assert not [frame.f_code.co_name for frame in ours if secret in repr(frame.f_locals)]
