"""Season statistics against sums of the boxes: ``python -m tests.bench.season_stats [SPORT ...] [--clocks 20]``.

At equally spaced instants of a season, from its first day to a week after its last, every member of player-stats and
team-stats is compared with what the JSON of the finished box scores adds up to. Prints the first differences, the
seconds that the first and the later answers took, and ends with 1 if any member differs.
"""

from __future__ import annotations

import argparse
import sys
import time
from datetime import UTC, datetime, timedelta
from datetime import time as midnight
from statistics import median

from sportsframe.catalog import SPORTS
from sportsframe.simulation import World
from sportsframe.simulation._common.stats import PLAYER_STATS, TEAM_STATS
from tests.support import season_sums

SHOWN = 5
"""Differences printed for a sport."""


def compare(sport: str, league: str | None, year: int, clocks: int) -> int:
    """Compare a season, print a line about it, and return the number of differences."""
    season = World().season(sport, year, league)
    first = datetime.combine(season.opens, midnight(), UTC) + timedelta(days=2)
    last = datetime.combine(season.closes, midnight(), UTC) + timedelta(days=7)
    boxes: dict[str, season_sums.Json] = {}
    found: list[tuple[object, ...]] = []
    took: list[float] = []
    members = 0
    entries = season.all()
    for n in range(clocks):
        now = first + (last - first) * (n / max(1, clocks - 1))
        began = time.perf_counter()
        records = {
            name: season.state(name, now) for name in (PLAYER_STATS, TEAM_STATS) if name in SPORTS[sport].answers
        }
        took.append(time.perf_counter() - began)
        players, teams = ([one.wire() for one in records.get(name, ())] for name in (PLAYER_STATS, TEAM_STATS))
        over = [entry for entry in entries if entry.start <= now and entry.status(now) in ("final", "completed")]
        for entry in over:
            if entry.id not in boxes and (record := entry.live(now)) is not None:
                boxes[entry.id] = season_sums.shortened(sport, record.wire())
        told = season_sums.differences(
            sport, season_sums.expected(sport, [boxes[entry.id] for entry in over]), players, teams
        )
        members += sum(len(row[part] or ()) for row in (*players, *teams) for part in season_sums.EMPTY)
        found += [(now.isoformat(), *one) for one in told]
    for one in found[:SHOWN]:
        print("   ", *one)
    print(
        f"{league or sport} {season.label}: {clocks} clocks, {len(boxes)} games, {members:,} members, "
        f"{len(found)} differences; first answer {took[0]:.2f} s, then median {median(took[1:]):.2f} s, "
        f"longest {max(took):.2f} s",
        flush=True,
    )
    return len(found)


def main() -> int:
    """Compare the sports asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sports", nargs="*", metavar="SPORT")
    parser.add_argument("--clocks", type=int, default=20)
    parser.add_argument("--year", type=int, default=2023)
    given = parser.parse_args()
    differences = 0
    for sport in given.sports or SPORTS:
        for league in SPORTS[sport].leagues or (None,):
            differences += compare(sport, league, given.year, given.clocks)
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
