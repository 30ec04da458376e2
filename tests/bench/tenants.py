"""Many users at a time, at full size: ``python -m tests.bench.tenants``; the test suite runs it small.

Each trial returns the problems it found as lines; none is what it should be.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter

import sportsframe as sf
from sportsframe._client.cache import cache
from sportsframe._client.hosts import hosts, register_host
from sportsframe._frames import structs
from sportsframe._frames.decode import records
from sportsframe.errors import SportsframeError

from ..support.servers import Reply, Server, game, serving

NOW = "2025-03-01T12:00:00+00:00"


def days(n: int) -> list[str]:
    """`n` days of 2024 from the first of April."""
    return [f"2024-{4 + i // 28:02d}-{1 + i % 28:02d}" for i in range(n)]


def number(token: str) -> int:
    """The number of a tenant; the token itself would be hidden in a row."""
    return int(token.split("-")[1])


def of_tenant(server: Server) -> None:
    """Have `server` answer each token with rows that bear it."""

    def answer(path: str, token: str) -> Reply:
        return Reply(200, {"data": {"MLB": [game(f"2024-1-{number(token)}")]}})

    server.by_token = answer


SERVED = "tenants.example.org"
"""A host that is registered, and in one trial replaced while it is served."""


class Forward(HTTPAdapter):
    """Serves a registered host from a server on this machine."""

    def __init__(self, base_url: str) -> None:
        super().__init__(pool_maxsize=64)
        self.base_url = base_url

    def send(self, request: PreparedRequest, *args: Any, **how: Any) -> Response:
        asked = request.copy()
        asked.url = str(request.url).replace(f"https://{SERVED}/api/v1", self.base_url)
        return super().send(asked, *args, **how)


def tenants(threads: int, n_days: int, rounds: int, disturb: str = "") -> list[str]:
    """Each thread asks with its own token: every row is its own, whatever happens to the cache meanwhile."""
    problems: list[str] = []
    done = threading.Event()
    with tempfile.TemporaryDirectory() as folder, serving() as server:
        of_tenant(server)
        kept = dict(hosts)
        base_url = server.base_url
        if disturb == "replace":
            register_host(SERVED, lambda clock: Forward(server.base_url))
            base_url = f"https://{SERVED}/api/v1"

        def user(i: int) -> None:
            token = f"tenant-{i:03d}-token"
            try:
                with sf.options(base_url=base_url, token=token, cache_dir=folder, now=NOW):
                    for _ in range(rounds):
                        for day in days(n_days):
                            found = set(sf.live(day, "MLB")["game_id"])
                            if found != {f"2024-1-{number(token)}"}:
                                problems.append(f"{token} was given {found}")
            except SportsframeError as error:
                if disturb not in ("damage", "clear"):
                    problems.append(f"{token}: {type(error).__name__}: {error}")
            except BaseException as error:
                problems.append(f"{token}: {type(error).__name__}: {error}")

        def trouble() -> None:
            r = random.Random(7)
            while not done.wait(0.02):
                files = sorted(Path(folder, "answers").glob("*.sqlite"))
                if disturb == "damage" and files:
                    file = r.choice(files)
                    try:
                        with open(file, "r+b") as out:
                            out.seek(r.randrange(max(1, file.stat().st_size)))
                            out.write(r.randbytes(2000))
                    except OSError:
                        pass
                if disturb == "clear":
                    with sf.options(base_url=server.base_url, token="tenant-000-token", cache_dir=folder, now=NOW):
                        cache.clear(everything=True)
                if disturb == "register":
                    register_host("elsewhere.invalid", kept["sportsframe.invalid"].make, version=str(r.random()))
                if disturb == "replace":
                    register_host(SERVED, lambda clock: Forward(server.base_url), version=str(r.random()))
            hosts.clear()
            hosts.update(kept)

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            users = [threading.Thread(target=user, args=(i,)) for i in range(threads)]
            other = threading.Thread(target=trouble)
            for thread in [*users, other]:
                thread.start()
            for thread in users:
                thread.join(500)
            done.set()
            other.join()
        problems += [f"{thread.name} hangs" for thread in users if thread.is_alive()]
    return problems


def forks(count: int, decoders: int = 3, patience: float = 20.0, *, anew: bool = False) -> list[str]:
    """Fork while other threads decode, with decoders that they make anew each time: each child decodes too and ends."""
    problems: list[str] = []
    body = sf.raw("2024-06-01", "MLB")
    stop = threading.Event()

    def decode() -> None:
        while not stop.is_set():
            if anew:
                structs.struct_of.cache_clear()
                structs._decoders_made.clear()
            records(body, "MLB", "live", "MLB")

    threads = [threading.Thread(target=decode) for _ in range(decoders)]
    for thread in threads:
        thread.start()
    try:
        for i in range(count):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # that forking with threads is dangerous is what is tried here
                child = os.fork()
            if not child:
                code = 1
                try:
                    code = 0 if len(records(body, "MLB", "live", "MLB").rows) else 2
                    code = code or (0 if len(sf.live("2024-06-01", "MLB")) else 3)
                finally:
                    os._exit(code)
            until = time.monotonic() + patience
            while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < until:
                time.sleep(0.002)
            if ended == (0, 0):
                problems.append(f"fork {i} hangs")
                os.kill(child, 9)
                os.waitpid(child, 0)
            elif os.waitstatus_to_exitcode(ended[1]):
                problems.append(f"fork {i} ended with {os.waitstatus_to_exitcode(ended[1])}")
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return problems


def _asked(day: str) -> str:
    """Where the rows of a day come from; the error's name if it is refused."""
    try:
        return str(sf.live(day, "MLB").attrs["sportsframe"]["source"])
    except SportsframeError as error:
        return type(error).__name__


def ways(n_days: int) -> list[str]:
    """Ask for rows in a block that names a service, and go on after it, in every way: none may be simulated."""
    problems: list[str] = []
    asked = days(n_days)
    counts: Counter[str] = Counter()

    def note(way: str, found: Iterable[str], *also: str) -> None:
        for one in found:
            counts[one] += 1
            if one not in ("service", *also):
                problems.append(f"{way}: {one}")

    def answer(path: str) -> Reply:
        return Reply(200, {"data": {"MLB": [game(f"{path.split('/')[2].replace('-', '')}-REAL-1")]}})

    async def tasks() -> list[str]:
        loop = asyncio.get_running_loop()
        parts = [[loop.run_in_executor(None, _asked, day), asyncio.to_thread(_asked, day)] for day in asked]
        return list(await asyncio.gather(*(one for part in parts for one in part)))

    with tempfile.TemporaryDirectory() as folder, serving(answer) as server, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        server.set(f"/live/{asked[1]}/MLB", Reply(404, '"no"'), answer(f"/live/{asked[1]}/MLB"))
        with sf.options(base_url=server.base_url, token="ways-token-1", cache_dir=folder, now=NOW):
            watch = sf.watch(asked[0], "MLB")
            try:
                sf.live(asked[:4], "MLB", progress=False)
                problems.append("the range was to miss a day")
            except sf.PartialResult as error:
                partial = error
            note("call", map(_asked, asked))
            with ThreadPoolExecutor(8) as pool:
                note("ThreadPoolExecutor", pool.map(_asked, asked))
            found: list[str] = []
            threads = [threading.Thread(target=lambda day=day: found.append(_asked(day))) for day in asked]  # type: ignore[misc]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            note("Thread", found)
            note("run_in_executor, to_thread", asyncio.run(tasks()))
            for method in ("fork", "spawn", "forkserver"):
                with multiprocessing.get_context(method).Pool(2) as processes:
                    refused = () if method == "fork" else ("ConfigError",)
                    note(method, processes.map(_asked, asked), *refused)
            games = sf.live(asked[0], "MLB")
            note("box", [str(games.sports.box().attrs["sportsframe"]["source"])])
            pool = ThreadPoolExecutor(1)
            left = threading.Event()
            late = [pool.submit(lambda day=day: left.wait(60) and _asked(day)) for day in asked]  # type: ignore[misc]
        left.set()
        note("work left over after the block", (one.result() for one in late), "ConfigError")
        pool.shutdown()
        note("resume", [str(partial.resume().attrs["sportsframe"]["source"])])
        note("watch.poll", [str(game_id).split("-")[1] for game_id in watch.poll()["game_id"]], "REAL")
        try:
            games.sports.box()
            problems.append("box after the block was not refused")
        except sf.QueryError:
            pass
    print(f"      {dict(counts)}", flush=True)
    return problems


def main() -> int:
    """Run everything at full length and print what was found."""
    trials: list[tuple[str, Callable[[], list[str]]]] = [
        ("20 times 24 threads, 24 tokens, 25 days twice", lambda: [p for _ in range(20) for p in tenants(24, 25, 2)]),
        ("... while the files are damaged", lambda: tenants(24, 25, 2, "damage")),
        ("... while the cache is cleared", lambda: tenants(24, 25, 2, "clear")),
        ("... while a host is registered anew", lambda: tenants(24, 25, 2, "register")),
        ("... while the host that is served is replaced", lambda: tenants(24, 25, 2, "replace")),
        ("threads, tasks, processes and what goes on later: no simulated row", lambda: ways(100)),
        ("300 forks while three threads decode", lambda: forks(300)),
    ]
    bad = 0
    for name, trial in trials:
        began = time.monotonic()
        problems = trial()
        bad += bool(problems)
        print(f"{'FAIL' if problems else 'ok':4}  {name}  ({time.monotonic() - began:.1f} s)", flush=True)
        for line in problems[:10]:
            print(f"      {line}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
