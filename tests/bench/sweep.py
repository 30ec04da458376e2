"""Every day of the simulated world, answered and read strictly: ``python -m tests.bench.sweep [--sport MLB ...]``.

A day passes when the reference service answers it with 200 or 304, when its answer is read with ``validate="strict"``,
and when each of its tables is built without a warning. The whole sweep takes hours, a season some seconds to minutes.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.catalog import SPORTS, answer
from sportsframe.service import Service
from sportsframe.simulation import World

FIRST, LAST = 2005, 2027
"""Seasons of the whole sweep, by the year in which they start."""

AFTERWARDS = "2029-12-31T12:00:00"
"""A time at which all of them are over."""

PROCESSES = 2


@dataclass(frozen=True)
class Part:
    """The days from the opening of one season to the day before the next one opens."""

    sport: str
    league: str | None
    year: int

    def __str__(self) -> str:
        return f"{self.league or self.sport} {self.year}"

    def days(self, world: World) -> list[date]:
        """The days, in order."""
        first, until = (world.season(self.sport, year, self.league).opens for year in (self.year, self.year + 1))
        return [first + timedelta(days=n) for n in range((until - first).days)]


@dataclass
class Found:
    """What a part gave: days asked, days with rows, and a line for each failure."""

    part: Part
    days: int = 0
    with_rows: int = 0
    failures: list[str] = field(default_factory=list)
    seconds: float = 0.0


def parts(first: int = FIRST, last: int = LAST, sports: tuple[str, ...] = tuple(SPORTS)) -> Iterator[Part]:
    """The parts of a sweep, leagues one by one."""
    for sport in sports:
        for league in SPORTS[sport].leagues or (None,):
            for year in range(first, last + 1):
                yield Part(sport, league, year)


def check(service: Service, part: Part, day: date) -> bool:
    """Ask for one live day and read it strictly; whether it has rows. Raises whatever is wrong."""
    query = {"RSC_token": "sweep", **({"league": part.league} if part.league else {})}
    status, _, body = service.respond("GET", f"/api/v1/live/{day}/{part.sport}", query, {})
    if status == 304:
        return False
    if status != 200:
        raise ValueError(f"status {status}")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = sf.read_json(body, part.sport, "live", None, part.league, validate="strict")
        for name in answer(part.sport, "live").layouts:
            tables[name]
    return True


def clock() -> Clock:
    """A clock that stands where every season of a sweep is over."""
    return Clock(AFTERWARDS)


def sweep(part: Part, days: list[date] | None = None, service: Service | None = None) -> Found:
    """Check the days of a part, all of them unless some are given."""
    began = time.monotonic()
    service = service or Service(World(), clock=clock())
    found = Found(part)
    for day in part.days(service.world) if days is None else days:
        found.days += 1
        try:
            found.with_rows += check(service, part, day)
        except Exception as error:
            text = " ".join(str(error).split())[:200]
            found.failures.append(f"{part.league or part.sport} {day}: {type(error).__name__}: {text}")
    found.seconds = time.monotonic() - began
    return found


def main() -> int:
    """Sweep what the command line asks for; 1 where a day failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.sweep", description=__doc__)
    parser.add_argument("--sport", nargs="+", choices=sorted(SPORTS), default=list(SPORTS))
    parser.add_argument("--first", type=int, default=FIRST, help="first season")
    parser.add_argument("--last", type=int, default=LAST, help="last season")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    args = parser.parse_args()
    days = with_rows = failures = 0
    with multiprocessing.get_context("spawn").Pool(args.processes, maxtasksperchild=8) as pool:
        for found in pool.imap_unordered(sweep, parts(args.first, args.last, tuple(args.sport))):
            days, with_rows, failures = days + found.days, with_rows + found.with_rows, failures + len(found.failures)
            verdict = f"{len(found.failures)} FAILED" if found.failures else "ok"
            print(f"{found.part!s:14} {found.days} days, {found.with_rows} with rows, {found.seconds:.0f} s: {verdict}")
            for line in found.failures:
                print(f"    {line}")
            sys.stdout.flush()
    print(f"{days} days, {with_rows} with rows, {failures} failures")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
