"""Which options hold in tasks of asyncio, in the threads they start and in cells of a notebook."""

from __future__ import annotations

import asyncio
import contextvars
import gc
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import greenlet
import pytest

import sportsframe as sf
from sportsframe._client.option_values import PARENT_VARIABLE
from sportsframe._client.options import _called, current, options

from ...support.servers import TOKEN, serving
from .sources import DAYS, answer, in_thread, source

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")


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


def test_greenlets_do_not_share_a_block(real: dict[str, Any]) -> None:
    """While one greenlet has a block open, another one without options is refused, and so is the thread's own code."""

    def carol() -> str:
        with options(**real):
            main.switch()
            return source()

    main = greenlet.getcurrent()
    one, other = greenlet.greenlet(carol), greenlet.greenlet(source)
    one.switch()
    assert [other.switch(), source(), in_thread(source)] == ["ConfigError"] * 3
    assert one.switch() == "service"
    assert source() == "simulated"


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
        deadline = time.monotonic() + 30
        while (last := source()) == "ConfigError" and time.monotonic() < deadline:
            await asyncio.sleep(0.01)  # what woke us up still knows the task, and a thread its context for a moment
        return [*found, last]

    assert asyncio.run(work()) == ["service", "ConfigError", "ConfigError", "simulated"]


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


def test_what_outlives_a_block_is_named(real: dict[str, Any]) -> None:
    """A copy of the context keeps others from simulated data after the block, in words that say why."""
    with options(**real):
        copied = contextvars.copy_context()
    with pytest.raises(sf.ConfigError, match="was set by a block that has ended, which tasks started in it outlive"):
        current()
    del copied
    assert source() == "simulated"


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
