"""The specification's clauses on records, at many clocks: ``python -m tests.bench.strict [live] [seed]``.

The records of schedules, weeks, seasons and live of all sports, before they begin, in play and afterwards, are held
against the strict schemas of `tests.support.strict`, which are written from the text of the specification; there must
be no fault. As many records of live are checked as asked for, at other clocks for each seed.
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

from ..support.asking import DAYS, SPORTS, rows, service_at
from ..support.strict import faults
from ..support.wire_keys import LIVE_EXTRA
from .given import numbers

LIVE = 100_000

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
    starts = sorted(map(_start, rows(f"schedule/{DAYS[sport]}/{sport}")))
    spread = [starts[0] + (starts[-1] - starts[0]) * r.random() for _ in range(40)]
    moments = [moment + timedelta(minutes=r.uniform(-90, 200)) for moment in spread]
    moments += [starts[0] - timedelta(days=90), starts[0] - timedelta(days=2), starts[-1] + timedelta(days=5)]
    return [moment.isoformat() for moment in moments]


def _start(row: dict[str, Any]) -> datetime:
    """Return when a game or a tournament begins."""
    if "game_time" in row:
        return parsedate_to_datetime(row["game_time"])
    return datetime.strptime(row["tournament_start"], "%B %d, %Y").replace(tzinfo=UTC)


def main(wanted: int, seed: int) -> int:
    """Check as many records of live; return the exit code."""
    r, began, done, live = random.Random(seed), time.monotonic(), 0, 0
    found: Counter[str] = Counter()
    statuses: Counter[str] = Counter()
    for sport in SPORTS:
        for resource in ("schedule-season/2023", "schedule-season/2024"):
            done += checked(f"{resource}/{sport}", sport, f"{DAYS[sport]}T12:00:00", found, statuses)
    while live < wanted:
        for sport in SPORTS:
            for clock in clocks(sport, r):
                done += checked(f"schedule-week/{DAYS[sport]}/{sport}", sport, clock, found, statuses)
                if sport in LIVE_EXTRA or sport == "DARTS":
                    live += checked(f"live/{DAYS[sport]}/{sport}", sport, clock, found, statuses)
            told = f"{sport:7} {live:7} records of live, {done} others, {found.total()} faults"
            print(f"{told}, {time.monotonic() - began:.0f} s", flush=True)
            if live >= wanted:
                break
    for fault, count in found.most_common(40):
        print(f"{count:6} {fault}")
    print(f"{live} records of live and {done} others, {found.total()} faults; statuses seen: {dict(statuses)}")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(**numbers(__doc__, wanted=LIVE, seed=19)))
