"""Hot paths against their floors, as ratios of one run: ``python -m tests.bench.__main__ [name ...]``.

The unit is ``orjson.loads`` of the same bytes, the result dropped, unless a line says otherwise. Absolute times depend
on the machine; the ratios are what the budgets speak of. Where a budget is one of seconds all the same, the line says
that it has no floor.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import tracemalloc
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pandas as pd

from sportsframe._client.options import options
from sportsframe._frames import drift
from sportsframe._frames.decode import records
from sportsframe._frames.tables import Tables
from sportsframe.catalog import answer
from sportsframe.service import default_service, respond
from sportsframe.simulation import World

from ..support import answers, samples
from .given import names

ROUNDS = 9
MANY = 25
"""Rounds of what takes some milliseconds."""


def times(
    *jobs: Callable[[], Any], rounds: int = ROUNDS, clock: Callable[[], float] = time.process_time
) -> list[float]:
    """Median seconds of each job, the jobs taking turns; of this process alone unless `clock` says otherwise."""
    spent: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for job, kept in zip(jobs, spent, strict=True):
            start = clock()
            job()
            kept.append(clock() - start)
    return [statistics.median(kept) for kept in spent]


def body(path: str, **query: str) -> bytes:
    """An answer of the built-in service."""
    status, _, found = respond("GET", f"/api/v1{path}", {"RSC_token": "bench", **query}, {}, service=default_service())
    assert status == 200, (path, status)
    return bytes(found)


def flatten(data: bytes, sport: str, resource: str, tables: list[str] | None = None) -> None:
    box = Tables(sport, resource, records(data, sport, resource))
    for table in tables or answer(sport, resource).layouts:
        box[table]


def say(
    name: str, told: str, figure: float, must: float, aim: float | None = None,
    *, more: bool = False, unit: str = "x", rest: str = "",
) -> None:  # fmt: skip
    """Print a figure and how it stands to its budgets: at most these, or at least where `more` is better."""

    def meets(bound: float) -> bool:
        return figure >= bound if more else figure <= bound

    wish = "" if aim is None else f"aim {aim:g}"
    verdict = "aim" if aim is not None and meets(aim) else "must" if meets(must) else "OVER"
    print(
        f"{name:<44} {told:<38}  {figure:6.2f}{unit}  must {must:<5g} {wish:<9} {verdict:<5}{rest}".rstrip(), flush=True
    )


def line(
    name: str, floor: float, ours: float, must: float, aim: float | None = None, normal: float | None = None
) -> None:
    told = f"floor {floor * 1e3:9.3f} ms  ours {ours * 1e3:9.3f} ms"
    rest = "" if normal is None else f" json_normalize {normal / floor:8.1f}x"
    say(name, told, ours / floor, must, aim, rest=rest)


def seconds(name: str, spent: float, must: float) -> None:
    """Print seconds of work whose bound is absolute."""
    say(name, f"no floor, seconds  ours {spent * 1e3:9.3f} ms", spent, must, unit="s")


def _loads(data: bytes) -> Callable[[], Any]:
    import orjson

    return lambda: orjson.loads(data)


def _normal(data: bytes, sport: str) -> pd.DataFrame:
    """Rows the way a notebook without this package does it."""
    return pd.json_normalize(json.loads(data)["data"][sport])


def _lines(data: bytes, sport: str, groups: tuple[str, ...]) -> pd.DataFrame:
    """Player lines that way."""
    found = []
    for game in json.loads(data)["data"][sport]:
        for side in ("away_team", "home_team"):
            box = game["player_box"][side]
            for lines in [box[g] for g in groups] or [box]:
                wide = pd.json_normalize([{"player_id": k, **v} for k, v in lines.items()])
                found.append(wide.assign(game_id=game["game_ID"], side=side))
    return pd.concat(found, ignore_index=True)


def _beside(
    data: bytes, normal: Callable[[], Any], *ours: Callable[[], Any], rounds: int = MANY
) -> tuple[float, list[float], float]:
    """Seconds of the floor, of each of `ours`, and of `normal`, the way a notebook does it.

    The slow way is measured apart: taking turns with it would leave the floor a cold processor cache and flatter every
    ratio.
    """
    floor, *mine = times(_loads(data), *ours, rounds=rounds)
    (usual,) = times(normal)
    return floor, mine, usual


def mlb_day() -> None:
    data = body("/live/2024-06-01/MLB")
    floor, (every, one), normal = _beside(
        data,
        lambda: _lines(data, "MLB", ("batting", "pitching")),
        lambda: flatten(data, "MLB", "live"),
        lambda: flatten(data, "MLB", "live", ["batting"]),
    )
    line(f"MLB day, {len(data) / 1e3:.0f} KB, five tables", floor, every, 4.5, 2, normal)
    line("MLB day, one table", floor, one, 2, 1, normal)


def mlb_season() -> None:
    days = [f"{d:%Y-%m-%d}" for d in pd.date_range("2024-04-01", periods=186)]
    bodies = [b for b in (_maybe(f"/live/{day}/MLB") for day in days) if b]

    def ours() -> None:
        from sportsframe._frames.decode import Records
        from sportsframe._frames.flatten import flatten as build

        rows: list[Any] = []
        parts: dict[str, list[pd.DataFrame]] = {table: [] for table in answer("MLB", "live").layouts}
        for i, data in enumerate(bodies):
            rows += records(data, "MLB", "live").rows
            if len(rows) >= 400 or i == len(bodies) - 1:
                shared: dict[str, Any] = {}
                for table, found in parts.items():
                    found.append(build(Records(rows, "MLB"), "MLB", "live", table, shared))
                rows = []
        for found in parts.values():
            pd.concat(found, ignore_index=True)

    floor, mine = times(lambda: [_loads(b)() for b in bodies], ours)
    line(f"MLB season, {len(bodies)} answers, five tables", floor, mine, 1.5, 1)


def _maybe(path: str) -> bytes:
    status, _, found = respond("GET", f"/api/v1{path}", {"RSC_token": "bench"}, {}, service=default_service())
    return bytes(found) if status == 200 else b""


def schedule_season() -> None:
    for sport, must, aim in (("MLB", 2, 1.2), ("NCAABB", 2, 1.2)):
        data = body(f"/schedule-season/2023/{sport}")
        floor, (ours,), normal = _beside(
            data,
            partial(_normal, data, sport),
            partial(flatten, data, sport, "schedule-season"),
            rounds=ROUNDS,
        )
        rows = len(_normal(data, sport))
        line(f"{sport} schedule-season, {rows} rows", floor, ours, must, aim, normal)


def nfl_players() -> None:
    """The world's day, whose lines hold the families a player has, and a made-up one whose lines hold every field."""
    made = samples.envelope("NFL", "live", 14, maps=50)
    days = {
        "sparse day of the world": body("/live/2024-11-10/NFL"),
        "dense day, made up": json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode(),
    }
    for kind, data in days.items():
        floor, (ours,), normal = _beside(
            data, partial(_lines, data, "NFL", ()), partial(flatten, data, "NFL", "live", ["players"])
        )
        line(f"NFL players, {kind}, {len(data) / 1e3:.0f} KB", floor, ours, 2.5, 1.4, normal)


def darts_throws() -> None:
    data = body("/live/2024-12-28/DARTS")

    def normalize() -> pd.DataFrame:
        legs = pd.json_normalize(json.loads(data)["data"]["DARTS"], ["leg_breakdown", "turns"], ["game_ID"])
        visits = legs.melt("game_ID").dropna()
        return pd.json_normalize([t for v in visits["value"] if isinstance(v, dict) for t in v.get("throws", [])])

    floor, (ours,), normal = _beside(data, normalize, lambda: flatten(data, "DARTS", "live", ["throws"]))
    line(f"darts day, {len(data) / 1e3:.0f} KB, throws", floor, ours, 3, 1.5, normal)


def strange_season() -> None:
    """A season with one key too many and one too few in every row, against the same season without."""
    doc = answers.ncaabb_season()
    usual = answers.pretty(doc)
    for row in answers.rows(doc):
        row["neutral_site"] = None
        del row["round"]
    strange = answers.pretty(doc)

    def read_usual() -> None:
        drift.LOG.clear()  # what the strange one taught would slow this one, and spare the next its first time
        flatten(usual, "NCAABB", "schedule-season")

    def read_strange() -> None:
        flatten(strange, "NCAABB", "schedule-season")

    with drift.fresh_log(), warnings.catch_warnings():
        warnings.simplefilter("ignore", drift.DriftWarning)
        base, first, second = times(read_usual, read_strange, read_strange)
    seconds("6000 strange rows, first time", first, 1.5)
    line("the same, second time (floor: usual rows)", base, second, 5)


def world_results() -> None:
    """Seconds of work for the results of a season, without a box built, in worlds that know nothing of it yet."""
    for sport, must in (("NFL", 1.5), ("NCAAFB", 3)):
        seasons = [World(seed).season(sport, 2021) for seed in (11, 12, 13)]
        spent = times(*(season.postseason for season in seasons), rounds=1)
        seconds(f"results of a season of the world, {sport}", statistics.median(spent), must)


def warm_live() -> None:
    """Answers that lie in the cache on disk, against reading a file of the same bytes."""
    import orjson

    import sportsframe as sf

    data = body("/live/2024-06-01/MLB")
    with tempfile.TemporaryDirectory() as folder, options(cache_dir=folder):
        saved = Path(folder, "answer.json")
        saved.write_bytes(data)
        sf.live("2024-06-01", "MLB")
        # The package keeps no decoded answer in memory. Once it does, both calls have to forget it first, and the line
        # of an answer held in memory belongs below.
        floor, every, one = times(
            lambda: orjson.loads(saved.read_bytes()),
            lambda: list(sf.box_scores("2024-06-01", "MLB").values()),
            lambda: sf.live("2024-06-01", "MLB", table="batting"),
            rounds=MANY,
        )
    line("disk cache, five tables (floor: read+orjson)", floor, every, 4, 2)
    line("disk cache, one table (floor: read+orjson)", floor, one, 4, 1.5)


def second_look() -> None:
    """A closed season's table that lies in a dataset, against parsing the answers it came from."""
    import orjson

    import sportsframe as sf

    with tempfile.TemporaryDirectory() as folder, options(cache_dir=f"{folder}/cache", now="2026-02-01T12:00Z"):
        data = f"{folder}/data"
        sf.sync("MLB", seasons=2024, to=data, progress=False)
        dates = sf.open(data).pandas("games", columns=["game_date"])["game_date"]
        days = pd.date_range(dates.min(), dates.max())
        bodies = [found for found in (_maybe(f"/live/{day:%Y-%m-%d}/MLB") for day in days) if found]

        def floor() -> None:
            for found in bodies:
                orjson.loads(found)

        spent, games, batting = times(floor, lambda: sf.open(data)["games"], lambda: sf.open(data)["batting"])
    told = f"{len(bodies)} answers, {sum(map(len, bodies)) / 1e6:.0f} MB"
    line(f"dataset, season of {told}, games", spent, games, 0.3, 0.1)
    line("dataset, the same season, batting", spent, batting, 0.3, 0.1)


RAW = """
import asyncio, json, sys
pause, texts = json.load(open(sys.argv[1]))
answers = {path: text.encode('latin-1') for path, text in texts.items()}
class Raw(asyncio.Protocol):
    def connection_made(self, transport): self.transport = transport
    def data_received(self, data):
        answer = answers[data.split(b' ', 2)[1].partition(b'?')[0].decode()]
        if pause: asyncio.get_running_loop().call_later(pause, self.transport.write, answer)
        else: self.transport.write(answer)
async def main():
    server = await asyncio.get_running_loop().create_server(Raw, '127.0.0.1', 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


@contextmanager
def raw_server(bodies: dict[str, bytes], pause: float = 0) -> Iterator[str]:
    """Where another process answers paths with these bodies, 304 for an empty one, `pause` seconds after it was asked.

    In this process it would share the interpreter lock with the client, and slow the very thing measured.
    """
    head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n"
    replies = {
        path: head.format(len(found)).encode() + found if found else b"HTTP/1.1 304 Not Modified\r\n\r\n"
        for path, found in bodies.items()
    }
    with tempfile.NamedTemporaryFile() as saved:
        texts = {path: reply.decode("latin-1") for path, reply in replies.items()}
        saved.write(json.dumps((pause, texts)).encode())
        saved.flush()
        with subprocess.Popen([sys.executable, "-c", RAW, saved.name], stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                yield f"127.0.0.1:{int(process.stdout.readline())}"
            finally:
                process.terminate()


def slow_season() -> None:
    """A season over a server that takes 50 ms for each answer, against one request at a time.

    One at a time is the loop a notebook without this package has. This package's own with one worker is printed too:
    eight can be no more than 8 x (50 ms + its own work) / 50 ms faster than that.
    """
    import sportsframe as sf

    dates = [f"{d:%Y-%m-%d}" for d in pd.date_range("2024-04-01", periods=186)]
    bodies = {f"/api/v1/live/{day}/MLB": _maybe(f"/live/{day}/MLB") for day in dates}
    with raw_server(bodies, pause=0.05) as host:

        def load(workers: int) -> None:
            with (
                tempfile.TemporaryDirectory() as folder,
                options(base_url=f"http://{host}/api/v1", token="bench", cache_dir=folder),
            ):
                sf.live(dates, "MLB", table="batting", workers=workers, progress=False)

        load(16)  # what is imported and made at first use is paid here
        loop, one = times(lambda: _one_by_one(host, dates), lambda: load(1), rounds=1, clock=time.perf_counter)
        eight, sixteen = times(lambda: load(8), lambda: load(16), rounds=3, clock=time.perf_counter)
    for workers, spent, aim in ((8, eight, 8), (16, sixteen, 14)):
        told = f"one at a time {loop:6.2f} s  ours {spent:6.2f} s"
        rest = f" ours with one worker {one:6.2f} s {one / spent:6.2f}x"
        say(
            f"{len(dates)} days at 50 ms, {workers} workers, times faster",
            told,
            loop / spent,
            8,
            aim,
            more=True,
            rest=rest,
        )


def _one_by_one(host: str, dates: list[str]) -> pd.DataFrame:
    """The batting lines of many days the way a careful notebook without this package gets them."""
    import requests

    found = []
    for day in dates:
        answer = requests.get(f"http://{host}/api/v1/live/{day}/MLB", params={"RSC_token": "bench"}, timeout=60)
        if answer.status_code != 200:
            continue
        rows = [
            {"game_id": game["game_ID"], "game_time": game["game_time"], "side": side, "player_id": int(player), **line}
            for game in answer.json()["data"]["MLB"]
            for side, boxes in game["player_box"].items()
            for player, line in boxes["batting"].items()
        ]
        frame = pd.DataFrame(rows)
        frame["game_time"] = pd.to_datetime(frame["game_time"], format="%a, %d %b %Y %H:%M:%S GMT", utc=True)
        found.append(frame.convert_dtypes())
    return pd.concat(found, ignore_index=True)


def imports() -> None:
    """Processor seconds of ``import sportsframe`` over ``import pandas``, the empty interpreter taken off both."""
    found: dict[str, list[float]] = {"pass": [], "import pandas": [], "import sportsframe": []}
    for _ in range(7):
        for code, kept in found.items():
            before = os.times()
            subprocess.run([sys.executable, "-c", code], check=True)
            after = os.times()
            kept.append(sum(after[2:4]) - sum(before[2:4]))
    empty, base, ours = (statistics.median(kept) for kept in found.values())
    line("import sportsframe (floor: import pandas)", base - empty, ours - empty, 1.05, 1.0)


def serve() -> None:
    """Answers a second of the HTTP door against raw asyncio sending the same bytes, one client each, in turns."""
    import http.client

    from sportsframe.service.serve import running_server

    data = body("/live/2024-06-01/MLB")
    with raw_server({"/": data}) as raw, running_server() as door:
        floor = http.client.HTTPConnection(raw)
        ours = http.client.HTTPConnection(urlsplit(door.address).netloc)

        def ask(connection: http.client.HTTPConnection, path: str) -> Callable[[], None]:
            def job() -> None:
                for _ in range(200):
                    connection.request("GET", path)
                    assert len(connection.getresponse().read()) == len(data)

            return job

        a, b = times(
            ask(floor, "/"),
            ask(ours, "/api/v1/live/2024-06-01/MLB?RSC_token=bench"),
            rounds=5,
            clock=time.perf_counter,
        )
    told = f"raw asyncio {200 / a:7.0f}/s  ours {200 / b:7.0f}/s"
    say("serve one answer over HTTP", told, a / b, 0.5, 0.9, more=True)


def memory() -> None:
    """Peak of traced memory while a season streams into one table, over the frame's own size."""
    days = [f"{d:%Y-%m-%d}" for d in pd.date_range("2024-04-01", periods=60)]
    import sportsframe as sf

    with tempfile.TemporaryDirectory() as folder, options(cache_dir=folder):
        sf.live(days, "MLB", table="batting", progress=False)  # into the cache: the service's own memory is not ours
        gc.collect()
        tracemalloc.start()
        frame = sf.live(days, "MLB", table="batting", progress=False)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    size = int(frame.memory_usage(deep=True).sum())
    told = f"frame {size / 1e6:7.2f} MB  peak {peak / 1e6:7.2f} MB"
    say("peak memory of 60 days, batting", told, peak / size, 4, 2)


JOBS = (
    mlb_day, mlb_season, schedule_season, nfl_players, darts_throws, strange_season, world_results, warm_live,
    second_look, slow_season, imports, serve, memory,
)  # fmt: skip
BENCHES: dict[str, Callable[[], None]] = {job.__name__: job for job in JOBS}


def main(asked: list[str]) -> None:
    """Run the benches named."""
    for name in asked:
        BENCHES[name]()


if __name__ == "__main__":
    main(names(__doc__, BENCHES))
