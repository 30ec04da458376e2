"""Long trials of the way out, seeded: ``python -m tests.bench.soak`` runs the full counts, the test suite shorter ones.

Each trial returns the problems it found as lines; none is what it should be.
"""

from __future__ import annotations

import base64
import contextlib
import json
import multiprocessing
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import requests

from sportsframe._client import cache as store
from sportsframe._client import transport
from sportsframe._client.answer import Fetched
from sportsframe._client.batch import fetch_many
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe.errors import SportsframeError, SportsframeWarning

from ..support.servers import Reply, game, serving
from .given import numbers

TOKEN = "soak-canary-77/+="
NOW = "2025-03-01T12:00:00+00:00"
CORES = multiprocessing.get_context("forkserver")


def queries(n: int) -> list[Query]:
    """`n` days."""
    first = datetime(2024, 4, 1)
    return [Query("MLB", "live", (first + timedelta(days=i)).strftime("%Y-%m-%d")) for i in range(n)]


def body(path: str, version: int = 0, size: int = 4000) -> bytes:
    """An answer that tells which question it answers, and in which version; packing makes it hardly smaller."""
    pad = base64.b64encode(random.Random(f"{path} {version}").randbytes(size)).decode()[:size]
    return json.dumps({"data": {"MLB": [{**game(path), "version": version, "pad": pad}]}}).encode()


def is_body(path: str, found: bytes) -> bool:
    """Whether `found` is an answer to `path`, whole."""
    row = json.loads(found)["data"]["MLB"][0]
    return found == body(path, row["version"], len(row["pad"]))


def spoil(data: bytes, r: random.Random) -> bytes:
    """`data` cut, flipped, zeroed, overwritten, or with a part moved."""
    kind = r.choice(("cut", "flip", "zero", "noise", "move", "empty", "grow"))
    if not data or kind == "empty":
        return b""
    at, length = r.randrange(len(data)), r.choice((1, 16, 512, 4096, 20000))
    if kind == "cut":
        return data[:at]
    if kind == "grow":
        return data + r.randbytes(length)
    if kind == "move":
        other = r.randrange(len(data))
        part = data[other : other + length]
        return data[:at] + part + data[at + len(part) :]
    spoiled = bytearray(data)
    for i in range(at, min(at + length, len(data))) if kind != "flip" else r.choices(range(len(data)), k=20):
        spoiled[i] = 0 if kind == "zero" else r.getrandbits(8) if kind == "noise" else data[i] ^ (1 << r.randrange(8))
    return bytes(spoiled)


def corruptions(count: int, seed: int = 1) -> list[str]:
    """Damage a cache file in `count` ways: all answers are right, nothing is raised, each asked for once at most."""
    problems: list[str] = []
    asked = queries(6)
    with tempfile.TemporaryDirectory() as base, serving(lambda path: Reply(200, body(path))) as server:
        made = Path(base, "made")
        with options(base_url=server.base_url, token=TOKEN, now=NOW, cache_dir=made):
            for query in asked:
                fetch(query)
            live = {file.name: file.read_bytes() for file in (made / "answers").iterdir()}
            connection_for(current()).cache.let_go()
            closed = {file.name: file.read_bytes() for file in (made / "answers").iterdir()}
        for i in range(count):
            r = random.Random(f"{seed}/{i}")
            files = dict(r.choice((live, closed)))
            name = r.choice(sorted(files))
            files[name] = spoil(files[name], r)
            place = Path(base, str(i))
            (place / "answers").mkdir(parents=True)
            for file, data in files.items():
                (place / "answers" / file).write_bytes(data)
            before = server.count
            with options(base_url=server.base_url, token=TOKEN, now=NOW, cache_dir=place), warnings.catch_warnings():
                warnings.simplefilter("ignore", SportsframeWarning)
                for query in asked * 2:
                    try:
                        if fetch(query).body != body(str(query)):
                            problems.append(f"seed {seed}/{i} {name}: wrong answer to {query}")
                    except Exception as error:
                        problems.append(f"seed {seed}/{i} {name}: {type(error).__name__}: {error}")
                if server.count - before > len(asked):
                    problems.append(f"seed {seed}/{i} {name}: {server.count - before} requests for {len(asked)} keys")
                connection_for(current()).cache.let_go()
            shutil.rmtree(place)
    return problems


ADDRESS = "https://example.org/api/v1"


def _save(cache: store.AnswerCache, query: Query, version: int) -> None:
    request = requests.Request("GET", f"{ADDRESS}{query}").prepare()
    now = datetime.now(UTC)
    answer = transport.rebuilt(request, str(query), 200, {}, body(str(query), version, 30_000), now)
    cache.save_response(answer, key_of(str(query)))


def _write_for_ever(folder: str, seed: str, ready: Any) -> None:
    r = random.Random(seed)
    with options(base_url=ADDRESS, token=TOKEN, cache_dir=folder):
        cache = store.cache_for(current())
    asked = queries(12)
    _save(cache, asked[0], r.randrange(2**30))
    ready.set()
    while True:
        _save(cache, r.choice(asked), r.randrange(2**30))


def kills(count: int, seed: int = 1) -> list[str]:
    """Kill a writer `count` times at any moment: what is read afterwards is whole, and the cache still works."""
    problems: list[str] = []
    r = random.Random(seed)
    asked = queries(12)
    CORES.set_forkserver_preload(["sportsframe._client.fetch", "tests.support.servers"])
    with tempfile.TemporaryDirectory() as folder:
        for i in range(count):
            ready = CORES.Event()
            writer = CORES.Process(target=_write_for_ever, args=(folder, f"{seed}/{i}", ready), daemon=True)
            writer.start()
            if not ready.wait(60):
                problems.append(f"kill {i}: the writer did not begin")
            time.sleep(r.random() * 0.03)
            os.kill(writer.pid or 0, signal.SIGKILL)
            writer.join()
            with options(base_url=ADDRESS, token=TOKEN, cache_dir=folder), warnings.catch_warnings():
                warnings.simplefilter("error")
                cache = store.cache_for(current())
                found = 0
                for query in asked:
                    held = cache.lookup(key_of(str(query)), datetime.now(UTC))
                    if held is not None:
                        found += 1
                        if not is_body(str(query), held.body):
                            problems.append(f"kill {i}: a wrong answer to {query}")
                if not found:
                    problems.append(f"kill {i}: nothing is left")
                if cache.with_rows(lambda rows: rows.check(), "off") != "ok":
                    problems.append(f"kill {i}: the file is damaged")
                cache.let_go()
    return problems


def _mixed(base_url: str, folder: str, each: int, seed: str, results: Any) -> None:
    r = random.Random(seed)
    problems = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with options(base_url=base_url, token=TOKEN, now=NOW, cache_dir=folder):
            for _ in range(each):
                query = r.choice(queries(25))
                try:
                    if fetch(query, refresh=r.random() < 0.4).body != body(str(query)):
                        problems.append(f"wrong answer to {query}")
                except Exception as error:
                    problems.append(f"{type(error).__name__}: {error}")
    results.put(problems + [str(warning.message) for warning in caught])


def processes(count: int, each: int, seed: int = 1) -> list[str]:
    """`count` processes, `each` with as many reads and writes on one file: no lock error, no lost entry."""
    problems: list[str] = []
    CORES.set_forkserver_preload(["sportsframe._client.fetch", "tests.support.servers"])
    with tempfile.TemporaryDirectory() as folder, serving(lambda path: Reply(200, body(path))) as server:
        results = CORES.SimpleQueue()
        workers = [
            CORES.Process(target=_mixed, args=(server.base_url, folder, each, f"{seed}/{i}", results))
            for i in range(count)
        ]
        for worker in workers:
            worker.start()
        for _ in workers:
            problems += results.get()
        for worker in workers:
            worker.join()
        asked = {path.removeprefix("/api/v1") for path in server.paths()}
        with options(base_url=server.base_url, token=TOKEN, now=NOW, cache_dir=folder):
            cache = connection_for(current()).cache
            moment = current().moment()
            lost = [path for path in asked if not cache.fresh([key_of(path)], moment)]
            problems += [f"lost {path}" for path in lost]
    return problems


def ranges(count: int, seed: int = 1) -> list[str]:
    """Any days of a range fail and it is stopped anywhere: the second load asks for the missing days only."""
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as base:
        for i in range(count):
            r = random.Random(f"{seed}/{i}")
            asked = queries(r.randrange(1, 15))
            failing = {str(query) for query in asked if r.random() < 0.3}
            status = r.choice((500, 503, 404, 400))
            with (
                serving(
                    lambda path, bad=failing, s=status: Reply(s) if path in bad else Reply(200, body(path))
                ) as server,
                options(base_url=server.base_url, token=TOKEN, now=Clock(NOW), cache_dir=f"{base}/{i}"),
            ):
                batch = fetch_many(asked, workers=r.choice((1, 2, 8)))
                stop = r.randrange(len(asked) + 1)
                got = [result for result, _ in zip(batch, range(stop), strict=False)]
                batch.close()
                time.sleep(0.05)
                if any(isinstance(result, Fetched) == (str(query) in failing) for result, query in zip(got, asked)):
                    problems.append(f"seed {seed}/{i}: wrong results before the stop")
                there = {str(result.query) for result in got if isinstance(result, Fetched)}
                failing.clear()
                before = server.count
                again = list(fetch_many(asked))
                if [getattr(result, "body", None) for result in again] != [body(str(query)) for query in asked]:
                    problems.append(f"seed {seed}/{i}: the second load is not a clean load")
                if server.count - before > len(asked) - len(
                    there & {str(r.query) for r in got if isinstance(r, Fetched)}
                ):
                    problems.append(f"seed {seed}/{i}: more was asked than was missing")
    return problems


@contextlib.contextmanager
def small_disk(size: str) -> Iterator[str | None]:
    """A file system of its own that is soon full; None where one may not be mounted."""
    with tempfile.TemporaryDirectory() as place:
        if (
            not shutil.which("mount")
            or subprocess.run(
                ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", place], capture_output=True, check=False
            ).returncode
        ):
            yield None
            return
        try:
            yield place
        finally:
            subprocess.run(["umount", "-l", place], check=False)


def full_disk(count: int) -> list[str]:
    """On a disk that fills up every answer is right, with one warning and nothing raised."""
    problems: list[str] = []
    for size in ("32k", "64k", "200k", "1m")[:count]:
        with small_disk(size) as place, serving(lambda path: Reply(200, body(path, 7, 40_000))) as server:
            if place is None:
                return problems
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                with options(base_url=server.base_url, token=TOKEN, now=NOW, cache_dir=place):
                    for query in queries(40) * 2:
                        try:
                            if fetch(query).body != body(str(query), 7, 40_000):
                                problems.append(f"{size}: wrong answer to {query}")
                        except SportsframeError as error:
                            problems.append(f"{size}: {error}")
                    connection_for(current()).cache.let_go()
            if len(caught) != 1:
                problems.append(f"{size}: {len(caught)} warnings")
    return problems


def main() -> int:
    """Run everything at full length and print what was found."""
    trials: list[tuple[str, Callable[[], list[str]]]] = [
        ("500 corruptions of a cache file", lambda: corruptions(500)),
        ("200 kill -9 during writing", lambda: kills(200)),
        ("8 processes x 200 reads and writes", lambda: processes(8, 200)),
        ("300 ranges that fail and stop anywhere", lambda: ranges(300)),
        ("full disks", lambda: full_disk(4)),
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
    numbers(__doc__)
    sys.exit(main())
