"""Evenings of every league and days of golf tournaments: ``python -m tests.bench.evenings [--league NBA]``.

At half past eight, nine and ten where the league plays, ``live("today")``, `watch` and `scoreboard` must hold the games
that the world itself says are in play, and no others, whichever way the service reads dates. Evenings are spread evenly
over the days on which the league plays in a season, those of several seasons in turn. Three tournaments are followed at
four hours of each day from the one before the first round to the one after the last. Prints what differs and ends with
1; the test suite looks at one evening per league.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from ..support.asking import WORLD
from ..support.evenings import HOURS, LEAGUES, READINGS, in_play, moment, reading, shown

SEASONS = (2023, 2024)
TOURNAMENTS = 3
GOLF_HOURS = (time(9), time(13), time(16, 30), time(20, 30))
GOLF_DAYS = 6
"""From the day before the first round to the day after the last, on which play that was delayed ends."""


def evenings(sport: str, league: str | None, count: int) -> list[date]:
    """Days on which a league plays, spread evenly over its seasons."""
    found = []
    for i, year in enumerate(SEASONS):
        days = sorted({entry.day for entry in WORLD.season(sport, year, league).all()})
        share = count // len(SEASONS) + (i < count % len(SEASONS))
        found += [days[(2 * n + 1) * len(days) // (2 * share)] for n in range(share)]
    return found


def moments(sport: str, league: str | None, count: int) -> Iterator[datetime]:
    """The points in time at which the boards of a league are looked at."""
    if sport == "PGA":
        entries = sorted(WORLD.season("PGA", SEASONS[-1]).all(), key=lambda entry: entry.day)
        for n in range(TOURNAMENTS):
            entry = entries[(2 * n + 1) * len(entries) // (2 * TOURNAMENTS)]
            for day in range(-1, GOLF_DAYS - 1):
                for hour in GOLF_HOURS:
                    yield datetime.combine(entry.day + timedelta(days=day), hour, ZoneInfo(entry.place.zone))
    for day in evenings(sport, league, count):
        for hour in HOURS:
            yield moment(sport, day, hour)


def differences(sport: str, league: str | None, count: int) -> Iterator[tuple[int, list[str]]]:
    """For each point in time: how many games are in play, and a line for each board that shows others."""
    for now in moments(sport, league, count):
        expected = in_play(sport, league, now)
        wrong = []
        for name, switches in READINGS.items():
            with reading(*switches):
                found = shown(sport, league, now)
            wrong += [
                f"{league or sport} {now:%Y-%m-%d %H:%M %Z}, {name}: {board} lacks {sorted(expected - held)[:3]}, "
                f"has {sorted(held - expected)[:3]} too"
                for board, held in found.items()
                if held != expected
            ]
        yield len(expected), wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--league", action="append", help="sport or league; all by default")
    parser.add_argument("--evenings", type=int, default=7, help="evenings per league")
    given = parser.parse_args()
    totals: Counter[str] = Counter()
    for sport, league in LEAGUES:
        if given.league and (league or sport) not in given.league:
            continue
        own: Counter[str] = Counter()
        for games, wrong in differences(sport, league, given.evenings):
            own.update(moments=1, games=games, busy=games > 0, wrong=len(wrong))
            for line in wrong:
                print(line, flush=True)
        print(
            f"{league or sport}: {own['moments']} moments, {own['busy']} of them with games in play, "
            f"{own['games']} games, {own['wrong']} boards wrong",
            flush=True,
        )
        totals.update(own)
    print(f"{totals['moments']} moments in {len(READINGS)} readings, {totals['games']} games: {totals['wrong']} wrong")
    return bool(totals["wrong"])


if __name__ == "__main__":
    sys.exit(main())
