"""Resident memory of a long-running service that is asked for mixed sports and seasons, in megabytes.

``python -m tests.bench.memory [--seconds N] [--limit MB]`` asks for days, season schedules, statistics and people of
all sports and of seasons drawn at random, prints the resident memory as it goes, and ends with 1 where the most exceeds
the limit. Linux only.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sportsframe.catalog import SPORTS
from sportsframe.service import Service
from sportsframe.simulation import World

RESOURCES = ("live", "schedule", "schedule-season", "player-stats", "team-stats", "player-info", "injuries")
NOW = datetime(2025, 3, 10, 12, tzinfo=UTC)


def resident() -> float:
    """Resident memory of this process in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def question(r: random.Random) -> tuple[str, dict[str, str]]:
    """A path and its parameters."""
    sport = r.choice(tuple(SPORTS))
    resource = r.choice([name for name in RESOURCES if name in SPORTS[sport].resources])
    leagues = SPORTS[sport].leagues
    day = date(2019, 1, 1) + timedelta(days=r.randrange(2200))
    segment = {"live": f"{day}/", "schedule": f"{day}/", "player-info": "", "injuries": ""}
    path = f"{resource}/{segment.get(resource, f'{day.year}/')}{sport}"
    return path, {"league": r.choice(leagues)} if leagues else {}


def run(seconds: float, seed: int) -> float:
    """Ask for so long; the most memory that was seen."""
    r = random.Random(seed)
    service = Service(World(), clock=lambda: NOW)
    begun, asked, most = time.monotonic(), 0, resident()
    shown = 0.0
    print(f"{'seconds':>8} {'asked':>7} {'resident MB':>12}")
    while (spent := time.monotonic() - begun) < seconds:
        path, query = question(r)
        status = service.respond("GET", f"/api/v1/{path}", {"RSC_token": "bench", **query}, {})[0]
        assert status in (200, 304), (path, query, status)
        asked += 1
        most = max(most, resident())
        if spent >= shown:
            print(f"{spent:8.0f} {asked:7d} {resident():12.0f}", flush=True)
            shown += seconds / 20
    print(f"most {most:.0f} MB in {asked} answers")
    return most


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--limit", type=float, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    return int(run(given.seconds, given.seed) > given.limit)


if __name__ == "__main__":
    raise SystemExit(main())
