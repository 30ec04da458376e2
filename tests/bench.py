"""Hot paths against their floors, as ratios of one run: ``python -m tests.bench [name ...]``.

The unit is ``orjson.loads`` of the same bytes, the result dropped, unless a line says otherwise. Absolute times depend
on the machine; the ratios are what the budgets speak of.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pandas as pd

from sportsframe.catalog import answer
from sportsframe.decode import records
from sportsframe.service import default_service, respond
from sportsframe.settings import options
from sportsframe.tables import Tables

ROUNDS = 9


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


def line(name: str, floor: float, ours: float, must: float, aim: float, normal: float | None = None) -> None:
    ratio = ours / floor
    verdict = "aim" if ratio <= aim else "must" if ratio <= must else "OVER"
    other = f"{normal / floor:8.1f}x" if normal is not None else " " * 9
    print(
        f"{name:<42} floor {floor * 1e3:9.3f} ms  ours {ours * 1e3:9.3f} ms  {ratio:6.2f}x"
        f"  must {must:<5g} aim {aim:<5g} {verdict:<5} json_normalize {other}",
        flush=True,
    )


def _loads(data: bytes) -> Callable[[], Any]:
    import orjson

    return lambda: orjson.loads(data)


def _lines(data: bytes, sport: str, groups: tuple[str, ...]) -> pd.DataFrame:
    """Player lines the way a notebook without this package does it."""
    found = []
    for game in json.loads(data)["data"][sport]:
        for side in ("away_team", "home_team"):
            box = game["player_box"][side]
            for lines in [box[g] for g in groups] or [box]:
                wide = pd.json_normalize([{"player_id": k, **v} for k, v in lines.items()])
                found.append(wide.assign(game_id=game["game_ID"], side=side))
    return pd.concat(found, ignore_index=True)


def mlb_day() -> None:
    data = body("/live/2024-06-01/MLB")
    floor, every, one = times(
        _loads(data), lambda: flatten(data, "MLB", "live"), lambda: flatten(data, "MLB", "live", ["batting"]), rounds=25
    )
    # Apart: taking turns with it would leave the floor a cold processor cache and flatter every ratio.
    (normal,) = times(lambda: _lines(data, "MLB", ("batting", "pitching")))
    line(f"MLB day, {len(data) / 1e3:.0f} KB, five tables", floor, every, 4.5, 2, normal)
    line("MLB day, one table", floor, one, 2, 1, normal)


def mlb_season() -> None:
    days = [f"{d:%Y-%m-%d}" for d in pd.date_range("2024-04-01", periods=186)]
    bodies = [b for b in (_maybe(f"/live/{day}/MLB") for day in days) if b]

    def ours() -> None:
        from sportsframe.decode import Records
        from sportsframe.tables import flatten as build

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

    floor, mine = times(lambda: [_loads(b)() for b in bodies], ours, rounds=3)
    line(f"MLB season, {len(bodies)} answers, five tables", floor, mine, 3, 1.5)


def _maybe(path: str) -> bytes:
    status, _, found = respond("GET", f"/api/v1{path}", {"RSC_token": "bench"}, {}, service=default_service())
    return bytes(found) if status == 200 else b""


def schedule_season() -> None:
    for sport, must, aim in (("MLB", 2, 1.2), ("NCAABB", 2, 1.2)):
        data = body(f"/schedule-season/2023/{sport}")
        floor, ours, normal = times(
            _loads(data),
            lambda data=data, sport=sport: flatten(data, sport, "schedule-season"),
            lambda data=data, sport=sport: pd.json_normalize(json.loads(data)["data"][sport]),
        )
        rows = len(json.loads(data)["data"][sport])
        line(f"{sport} schedule-season, {rows} rows", floor, ours, must, aim, normal)


def nfl_players() -> None:
    data = body("/live/2024-11-10/NFL")
    floor, ours, normal = times(
        _loads(data), lambda: flatten(data, "NFL", "live", ["players"]), lambda: _lines(data, "NFL", ())
    )
    line(f"NFL day, {len(data) / 1e3:.0f} KB, players", floor, ours, 2.5, 1.4, normal)


def darts_throws() -> None:
    data = body("/live/2024-12-28/DARTS")

    def normalize() -> pd.DataFrame:
        legs = pd.json_normalize(json.loads(data)["data"]["DARTS"], ["leg_breakdown", "turns"], ["game_ID"])
        visits = legs.melt("game_ID").dropna()
        return pd.json_normalize([t for v in visits["value"] if isinstance(v, dict) for t in v.get("throws", [])])

    floor, ours, normal = times(_loads(data), lambda: flatten(data, "DARTS", "live", ["throws"]), normalize)
    line(f"darts day, {len(data) / 1e3:.0f} KB, throws", floor, ours, 3, 1.5, normal)


def warm_live() -> None:
    import orjson

    import sportsframe as sf

    data = body("/live/2024-06-01/MLB")
    with tempfile.TemporaryDirectory() as folder, options(cache_dir=folder):
        saved = Path(folder, "answer.json")
        saved.write_bytes(data)
        sf.live("2024-06-01", "MLB")
        floor, every, one = times(
            lambda: orjson.loads(saved.read_bytes()),
            lambda: list(sf.box_scores("2024-06-01", "MLB").values()),
            lambda: sf.live("2024-06-01", "MLB", table="batting"),
            rounds=25,
        )
    line("warm live(), five tables (floor: read+orjson)", floor, every, 4, 2)
    line("warm live(), one table", floor, one, 4, 1.5)


def slow_season() -> None:
    """A month over a server that takes 50 ms for each answer: one at a time against eight workers."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    import sportsframe as sf

    dates = [f"{d:%Y-%m-%d}" for d in pd.date_range("2024-05-01", periods=64)]
    bodies = {day: _maybe(f"/live/{day}/MLB") for day in dates}

    class Slow(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            time.sleep(0.05)
            found = bodies[self.path.split("/")[4]]
            self.send_response(200 if found else 304)
            self.send_header("Content-Type", "application/json")
            if found:
                self.send_header("Content-Length", str(len(found)))
            self.end_headers()
            self.wfile.write(found)

        def log_message(self, *args: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Slow)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_address[1]}/api/v1"

    def load(workers: int) -> float:
        with tempfile.TemporaryDirectory() as folder, options(base_url=address, token="bench", cache_dir=folder):
            start = time.perf_counter()
            sf.live(dates, "MLB", table="batting", workers=workers, progress=False)
            return time.perf_counter() - start

    one, eight, sixteen = load(1), load(8), load(16)
    server.shutdown()
    for workers, spent, must, aim in ((8, eight, 8, 8), (16, sixteen, 8, 14)):
        print(
            f"{f'{len(dates)} days at 50 ms, {workers} workers':<42} one at a time {one:7.2f} s  ours {spent:7.2f} s"
            f"  {one / spent:6.2f}x faster  must {must} aim {aim}",
            flush=True,
        )


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
    head = f"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {len(data)}\r\n\r\n".encode()
    script = f"""
import asyncio, sys
answer = {head!r} + open(sys.argv[1], 'rb').read()
class Raw(asyncio.Protocol):
    def connection_made(self, transport): self.transport = transport
    def data_received(self, data): self.transport.write(answer)
async def main():
    server = await asyncio.get_running_loop().create_server(Raw, '127.0.0.1', 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()
asyncio.run(main())
"""
    with tempfile.NamedTemporaryFile(suffix=".json") as saved:
        saved.write(data)
        saved.flush()
        raw = subprocess.Popen([sys.executable, "-c", script, saved.name], stdout=subprocess.PIPE, text=True)
        assert raw.stdout is not None
        port = int(raw.stdout.readline())
        with running_server() as door:
            ours = http.client.HTTPConnection(urlsplit(door.address).netloc)
            floor = http.client.HTTPConnection("127.0.0.1", port)

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
        raw.terminate()
    told = f"raw asyncio {200 / a:7.0f}/s  ours {200 / b:7.0f}/s  {a / b:6.2f}x  must 0.5 aim 0.9"
    print(f"{'serve one answer over HTTP':<42} {told}", flush=True)


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
    told = f"frame {size / 1e6:7.2f} MB  peak {peak / 1e6:7.2f} MB  {peak / size:6.2f}x  must 4 aim 2"
    print(f"{'peak memory of 60 days, batting':<42} {told}", flush=True)


JOBS = (
    mlb_day, mlb_season, schedule_season, nfl_players, darts_throws, warm_live, slow_season, imports, serve, memory,
)  # fmt: skip
BENCHES: dict[str, Callable[[], None]] = {job.__name__: job for job in JOBS}


def main(names: list[str]) -> None:
    """Run the benches named, or all."""
    for name, job in BENCHES.items():
        if not names or name in names:
            job()


if __name__ == "__main__":
    main(sys.argv[1:])
