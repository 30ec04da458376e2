"""Every NFL, NBA and MLB game of some seasons: its box recomputed from its plays, with every difference printed.

``python -m tests.bench.plays`` takes the three seasons from 2022; ``--sport``, ``--first``, ``--last`` select others.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from sportsframe.simulation import World

from ..support.replay import DIFFERENCES, strangers

AFTERWARDS = timedelta(days=30)


def finished(sport: str, year: int, step: int = 1, seed: int | None = None) -> Iterator[tuple[str, Any, Any]]:
    """Id, plays and box of every `step`-th finished game of a season."""
    world = World() if seed is None else World(seed)
    for entry in world.season(sport, year).all()[::step]:
        now = entry.start + AFTERWARDS
        plays, box = entry.play_by_play(now), entry.live(now)
        assert (plays is None) == (box is None)
        if plays is not None and box is not None:
            yield entry.id, plays.wire(), box.wire()


def main() -> None:
    """Compare, and exit with an error if any game differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sport", choices=sorted(DIFFERENCES), action="append")
    parser.add_argument("--first", type=int, default=2022)
    parser.add_argument("--last", type=int, default=2024)
    given = parser.parse_args()
    wrong = 0
    for sport in given.sport or sorted(DIFFERENCES):
        for year in range(given.first, given.last + 1):
            began, games, plays = time.perf_counter(), 0, 0
            for game_id, told, box in finished(sport, year):
                games, plays = games + 1, plays + len(told["plays"])
                differences = [*DIFFERENCES[sport](told, box), *strangers(told, box)]
                for text in differences:
                    print(f"{sport} {game_id}: {text}")
                wrong += len(differences)
            seconds = time.perf_counter() - began
            print(
                f"{sport} {year}: {games} games, {plays} plays, {seconds:.0f} s; differences so far: {wrong}",
                flush=True,
            )
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
