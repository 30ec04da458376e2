"""The specification's clauses on records, at many clocks: ``python -m tests.bench.strict [rows]``; must find no fault.

The records of schedules, weeks, seasons and live of all sports, before they begin, in play and afterwards, are held
against the strict schemas of `tests.support.strict`, which are written from the text of the specification.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from datetime import timedelta
from email.utils import parsedate_to_datetime

from ..support.asking import DAYS, SPORTS, rows, service_at
from ..support.strict import faults
from ..support.wire_keys import LIVE_EXTRA

ROWS = 100_000

VALUES = re.compile(r'"[^"]*"|\d+')
"""What of a fault differs between records."""


def checked(path: str, sport: str, clock: str, found: Counter[str], statuses: Counter[str]) -> int:
    """Check the records of a path at a time and return their number."""
    resource = path.partition("/")[0]
    records = rows(path, service_at(clock))
    for row in records:
        statuses[row["status"]] += 1
        for fault in faults(sport, resource, row):
            found[f"{sport} {resource} {VALUES.sub('..', fault)}"] += 1
    return len(records)


def clocks(sport: str, r: random.Random) -> list[str]:
    """Times before, during and after the games of the sport's day, in random order."""
    starts = sorted(
        parsedate_to_datetime(row["game_time"] if "game_time" in row else row["tournament_start"])
        for row in rows(f"schedule/{DAYS[sport]}/{sport}")
    )
    spread = [starts[0] + (starts[-1] - starts[0]) * r.random() for _ in range(40)]
    moments = [moment + timedelta(minutes=r.uniform(-90, 200)) for moment in spread]
    moments += [starts[0] - timedelta(days=90), starts[0] - timedelta(days=2), starts[-1] + timedelta(days=5)]
    return [moment.isoformat() for moment in moments]


def main(wanted: int = ROWS) -> int:
    """Check as many records; return the exit code."""
    r, began, done = random.Random(19), time.monotonic(), 0
    found: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    for sport in SPORTS:
        for resource in ("schedule-season/2023", "schedule-season/2024"):
            done += checked(f"{resource}/{sport}", sport, f"{DAYS[sport]}T12:00:00", found, statuses)
    while done < wanted:
        for sport in SPORTS:
            for clock in clocks(sport, r):
                done += checked(f"schedule-week/{DAYS[sport]}/{sport}", sport, clock, found, statuses)
                if sport in LIVE_EXTRA or sport == "DARTS":
                    done += checked(f"live/{DAYS[sport]}/{sport}", sport, clock, found, statuses)
            print(f"{sport:7} {done:7} records, {found.total()} faults, {time.monotonic() - began:.0f} s", flush=True)
            if done >= wanted:
                break
    for fault, count in found.most_common(40):
        print(f"{count:6} {fault}")
    print(f"{done} records, {found.total()} faults; statuses seen: {dict(statuses)}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2])))
