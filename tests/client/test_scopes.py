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
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import sportsframe as sf
from sportsframe._client.options import _called, _open, current, options

from ..support.servers import TOKEN, Reply, Server, game, serving

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
    """A task sees its own block, and so do its executor threads, copied context or not."""

    async def run() -> list[str]:
        loop = asyncio.get_running_loop()
        with options(**real):
            later = asyncio.create_task(asyncio.to_thread(source, DAYS[2]))
            found = [await loop.run_in_executor(None, source), await asyncio.to_thread(source, DAYS[1])]
        return [*found, await later]

    assert asyncio.run(run()) == ["service"] * 3
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
        assert os.environ["SPORTSFRAME_SOURCE"] == "service"
        with options(source="simulated"):
            assert (source(), in_thread(source)) == ("simulated", "simulated")
    finally:
        go.set()
        thread.join()
    assert found == ["service", "service"]
    gc.collect()
    assert (source(), in_thread(source)) == ("simulated", "simulated")
    assert "SPORTSFRAME_SOURCE" not in os.environ


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
            return "ConfigError" if "another thread" in str(error) else str(error)

    threads = [threading.Thread(target=what) for what in (enter_and_leave, enter_and_leave, read, read)]
    for thread in threads:
        thread.start()
    done.wait(1.5)
    done.set()
    for thread in threads:
        thread.join()
    assert problems == []
    assert "SPORTSFRAME_SOURCE" not in os.environ


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_never_fall_back(real: dict[str, Any], method: str) -> None:
    """In a block that names a service a forked child asks it; one that begins anew and cannot know it refuses."""
    with options(**real), multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(child, DAYS[:2]) == ["service" if method == "fork" else "ConfigError"] * 2
    assert "SPORTSFRAME_SOURCE" not in os.environ


def test_a_program_that_is_started_refuses(real: dict[str, Any]) -> None:
    """So does a program that is started inside the block, in one line that says what to set."""
    with options(**real):
        done = subprocess.run(
            [sys.executable, "-m", "sportsframe", "live", DAYS[0], "MLB"], capture_output=True, text=True, check=False
        )
    assert done.returncode == 2
    assert "RSC_TOKEN" in done.stderr
    assert done.stdout == ""


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
        with pytest.raises(sf.QueryError, match="which date"):
            call()
    assert repr(sf.watch("MLB", DAYS[0])) == repr(sf.watch(DAYS[0], "MLB"))
