"""What sports cost: ``python -m tests.bench.cost [--sports NFL NBA] [--seasons 10] [--last 2024]``.

The built-in service answers over HTTP in a process of its own, at a clock that stands still; every job has a process of
its own, too. Printed as a table of Markdown: requests, seconds, the most memory beyond that of the imports, and what
lies on the disk, for every table of a day, for a season and for several, at the first and at the second time. The
service makes an answer when it is first asked for one, on the same cores; so each job is done once before, for a cache
that is thrown away, and what is timed is this package and HTTP.

Below it is a season as others do it: by a loop of requests and ``json_normalize``, and as packages do that download one
prepared file of a season and read it.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import importlib
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sportsframe as sf
from sportsframe.catalog import sport_code

from ..support.processes import command
from .dataset import LEAGUES, NOW, TOKEN, memory

DAYS = {
    "NFL": "2024-11-10", "NBA": "2024-11-13", "MLB": "2024-06-01", "NHL": "2024-11-16", "NCAAFB": "2024-11-09",
    "NCAABB": "2024-11-16", "PGA": "2024-06-16", "SOCCER": "2024-11-09", "DARTS": "2024-12-28",
}  # fmt: skip
"""A busy day of each sport."""


LINES = ("player_box", "leaderboard", "field", "leg_breakdown")
"""Members with the lines of players, of which ``json_normalize`` would make a column per player and statistic."""


def a_day(sport: str) -> int:
    """Every table of a day: its rows."""
    found = sf.box_scores(DAYS[sport], sport_code(sport), league=LEAGUES.get(sport))
    return sum(map(len, found.values()))


def seasons(sport: str, data: str, years: list[int]) -> int:
    """A sync of seasons: their rows."""
    return int(
        sf.sync(sport_code(sport), seasons=years, to=data, league=LEAGUES.get(sport), progress=False)["rows"].sum()
    )


def loop(sport: str, days: list[str]) -> int:
    """Answers of a season by a loop of requests, and ``json_normalize`` without the players: the rows of its games."""
    import pandas as pd
    import requests

    found = []
    for day in days:
        path = f"{os.environ['SPORTSFRAME_BASE_URL']}/live/{day}/{sport}"
        named = {"league": LEAGUES[sport]} if sport in LEAGUES else {}
        answer = requests.get(path, params={"RSC_token": TOKEN, **named}, timeout=60)
        if answer.status_code == 200:
            games = next(iter(answer.json()["data"].values()))
            found.append(pd.json_normalize([{k: v for k, v in game.items() if k not in LINES} for game in games]))
    return len(pd.concat(found, ignore_index=True))


def prepared(url: str) -> int:
    """One file of a season, downloaded and read: its rows."""
    import pandas as pd
    import requests

    return len(pd.read_parquet(io.BytesIO(requests.get(url, timeout=60).content)))


def job(given: argparse.Namespace) -> dict[str, Any]:
    """Do one of the jobs in this process; what it took."""
    for name in ("pandas", "pyarrow.dataset", "requests", *["sportsframe.dataset.sync"][: given.job == "sync"]):
        importlib.import_module(name)
    (sport,) = given.sports
    before, start = memory(), time.perf_counter()
    if given.job == "day":
        rows = a_day(sport)
    elif given.job == "sync":
        rows = seasons(sport, given.to, list(range(given.last - given.seasons + 1, given.last + 1)))
    elif given.job == "loop":
        rows = loop(sport, given.days)
    else:
        rows = prepared(given.to)
    spent = time.perf_counter() - start
    return {"rows": rows, "seconds": spent, "megabytes": memory() - before}


def size(folder: Path) -> float:
    """Megabytes of the files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def asked(address: str) -> int:
    """Requests that the service has answered, this one included."""
    import requests

    text = requests.get(address.removesuffix("/api/v1") + "/metrics", timeout=60).text
    lines = [line for line in text.splitlines() if line.startswith("sportsframe_http_requests_total")]
    return sum(int(float(line.rsplit(" ", 1)[1])) for line in lines)


def run(address: str, cache: Path, words: list[str]) -> dict[str, Any]:
    """What a job in a process of its own tells, with its requests."""
    before = asked(address)
    environment = os.environ | {
        "RSC_TOKEN": TOKEN, "SPORTSFRAME_BASE_URL": address, "SPORTSFRAME_NOW": NOW,
        "SPORTSFRAME_CACHE_DIR": str(cache),
    }  # fmt: skip
    line = [sys.executable, "-m", "tests.bench.cost", *words]
    told = subprocess.run(line, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return found | {"requests": asked(address) - before - 1}


def row(*cells: Any) -> None:
    """Print a line of the table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def told(first: dict[str, Any], second: dict[str, Any], disk: str) -> list[str]:
    """The cells of a job done twice."""
    times = [f"{one['requests']:,} | {one['seconds']:.2f} s | {one['megabytes']:.0f} MB" for one in (first, second)]
    return [f"{first['rows']:,}", *times, disk]


def cost(sport: str, address: str, place: Path, last: int, many: int) -> None:
    """A day, a season and several of a sport."""
    jobs = {
        "day": ["day", "--sports", sport],
        "season": ["sync", "--sports", sport, "--seasons", "1", "--last", str(last)],
        f"{many} seasons": ["sync", "--sports", sport, "--seasons", str(many), "--last", str(last)],
    }
    for name, words in jobs.items():
        run(address, place / "warming", [*words, "--to", str(place / "warmed")])
        shutil.rmtree(place / "warming")
        shutil.rmtree(place / "warmed", ignore_errors=True)
        cache, data = place / f"cache {sport} {name}", place / f"data {sport} {name}"
        first, second = (run(address, cache, [*words, "--to", str(data)]) for _ in range(2))
        held = f", Parquet {size(data):.1f} MB" if data.exists() else ""
        row(sport, name, *told(first, second, f"cache {size(cache):.1f} MB{held}"))
        shutil.rmtree(cache)
        if name != "season":
            shutil.rmtree(data, ignore_errors=True)


def beside(sport: str, address: str, place: Path) -> None:
    """The season again, as others do it."""
    data = place / f"data {sport} season"
    held = sf.open(data)
    table = next(name for name in held.tables if name in ("games", "tournaments"))
    days = sorted({f"{day:%Y-%m-%d}" for day in held.pandas(table, columns=["game_date"])["game_date"]})
    looped = run(address, place / "none", ["loop", "--sports", sport, "--days", *days])
    handler = functools.partial(Quiet, directory=str(data))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for path in sorted(data.rglob(f"{table}.parquet")):
            url = f"http://127.0.0.1:{server.server_port}/{path.relative_to(data).as_posix()}"
            read = run(address, place / "none", ["prepared", "--sports", sport, "--to", url])
        server.shutdown()
    for name, found in (("a loop of requests, games alone", looped), ("a prepared file, games alone", read)):
        requests = found["requests"] or 1
        row(sport, name, f"{found['rows']:,}", requests, f"{found['seconds']:.2f} s", f"{found['megabytes']:.0f} MB")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, without a log."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", nargs="?", default="all", choices=("all", "day", "sync", "loop", "prepared"))
    parser.add_argument("--sports", nargs="+", default=list(DAYS))
    parser.add_argument("--seasons", type=int, default=10)
    parser.add_argument("--last", type=int, default=2023)
    parser.add_argument("--days", nargs="*", default=[])
    parser.add_argument("--to", default="")
    given = parser.parse_args(None if arguments is None else list(arguments))
    if given.job != "all":
        print(json.dumps(job(given)))
        return 0
    with (
        tempfile.TemporaryDirectory() as place,
        command("serve", "--port", "0", "--quiet", "--clock", NOW[:16], RSC_TOKEN=TOKEN) as server,
    ):
        heads = ["requests", "time", "memory"]
        row("sport", "what", "rows", *heads, *(f"again: {head}" for head in heads), "disk")
        row(*["---"] * 10)
        for sport in given.sports:
            cost(sport, server.address, Path(place), given.last, given.seasons)
        print()
        row("sport", "a season as others do it", "rows", *heads)
        row(*["---"] * 6)
        for sport in given.sports:
            beside(sport, server.address, Path(place))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
