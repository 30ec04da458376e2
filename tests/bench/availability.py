"""Games missed by injury against the world's truth: ``python -m tests.bench.availability [SPORT ...] [--clocks 6]``.

At equally spaced days of a season, `measures.availability` of the list of that day is compared with the injuries that
the world drew and the players in the JSON of its box scores; then the lists of every day of the season, with a column
``listed_on``, are compared as a whole. Prints the first differences and ends with 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.measures import availability
from sportsframe.measures.absences import tables_of
from sportsframe.simulation import World
from tests.support.season_sums import player_lines

SHOWN = 5
"""Differences printed for a sport."""

Listed = tuple[int, int, date, date]
Missed = set[tuple[int, str]]
"""Player id and game id."""


class Truth:
    """The games that injured players miss in a season of the world, from its injuries and its JSON."""

    def __init__(self, sport: str, year: int, league: str | None) -> None:
        self.sport, self.season = sport, World().season(sport, year, league)
        end = datetime.combine(self.season.closes + timedelta(days=3), time(), UTC)
        self.games: dict[int, list[tuple[date, str]]] = defaultdict(list)
        self.played: dict[str, set[int]] = {}
        for entry in self.season.all():
            record = entry.live(end)
            if record is None or entry.status(end) not in ("final", "completed"):
                continue
            row = record.wire()
            self.played[entry.id] = {player for player, _, _ in player_lines(sport, row)}
            for side in row["full_box"].values():
                if isinstance(side, dict) and "team_id" in side:
                    self.games[side["team_id"]].append(
                        (date.fromisoformat(f"{entry.id[:4]}-{entry.id[4:6]}-{entry.id[6:8]}"), entry.id)
                    )

    def listed(self, day: date) -> list[Listed]:
        """Who is on the list of a day: player, team, the first day on which a game counts, the day of return."""
        season: Any = self.season
        found = []
        for club in season.clubs:
            for member in season.members(club.id, day):
                if (injury := member.injury) is not None:
                    first = injury.day
                    if injury.in_game:
                        first = min(next((d for d in season.game_days(club.id) if d >= first), first), day)
                    found.append((member.person.id, club.id, first, injury.back))
        return found

    def missed(self, listed: Mapping[Listed, tuple[date, date]]) -> Missed:
        """The games that players missed, who were listed from a day to another."""
        later = timedelta(days=SPORTS[self.sport].game == "football")
        opened: dict[tuple[int, date], date] = {}
        for (player, _, first, _), (since, _) in listed.items():
            opened[player, first] = min(since, opened.get((player, first), since))
        return {
            (player, game)
            for (player, club, first, back), (since, last) in listed.items()
            for day, game in self.games[club]
            if first + later <= day < back
            and day <= last  # a former club may play on
            and player not in self.played[game]
            and (day >= since or since == opened[player, first])  # before a trade they are the other club's games
        }


def compare(sport: str, league: str | None, year: int, clocks: int) -> int:
    """Compare a season, print a line about it, and return the number of differences."""
    truth = Truth(sport, year, league)
    opens, closes = truth.season.opens, truth.season.closes
    named = {"league": league} if league else {}
    end: Any = sf.Client(source="simulated", now=closes + timedelta(days=3))
    lines = [end.live(season=year, sport=sport, table=t, progress=False, **named) for t in tables_of(sport)]
    days = [opens + timedelta(days=n) for n in range((closes - opens).days + 1)]
    some = {days[(n + 1) * (len(days) - 1) // clocks] for n in range(clocks)}
    lists: list[pd.DataFrame] = []
    listed: dict[Listed, tuple[date, date]] = {}
    wrong: list[tuple[Any, ...]] = []
    games = 0
    for day in days:
        client: Any = sf.Client(source="simulated", now=datetime.combine(day, time(12), UTC))
        injuries = client.injuries(sport, **named)
        lists.append(injuries.assign(listed_on=pd.Timestamp(day)))
        now = truth.listed(day)
        listed |= {one: (listed.get(one, (day, day))[0], day) for one in now}
        if day in some and len(injuries):
            wanted = truth.missed(dict.fromkeys(now, (day, day - timedelta(days=1))))
            games += len(wanted)
            past = [frame[frame["game_date"] < str(day)] for frame in lines]
            wrong += _apart(availability(injuries, past), wanted, str(day))
    wanted = truth.missed(listed)
    wrong += _apart(availability(pd.concat(lists, ignore_index=True), lines), wanted, "all lists")
    for one in wrong[:SHOWN]:
        print("   ", *one)
    print(
        f"{league or sport} {truth.season.label}: {len(truth.played)} games, {games:,} missed at {clocks} clocks, "
        f"{len(wanted):,} in the whole season by {len(listed):,} injuries, {len(wrong)} differences",
        flush=True,
    )
    return len(wrong)


def _apart(found: pd.DataFrame, wanted: Missed, when: str) -> list[tuple[Any, ...]]:
    told = set(zip(found["player_id"].tolist(), found["game_id"].tolist(), strict=True))
    return [(when, "too many" if one in told else "lacking", *one) for one in sorted(told ^ wanted)]


def main() -> int:
    """Compare the sports asked for."""
    having = [code for code, sport in SPORTS.items() if "injuries" in sport.resources]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sports", nargs="*", metavar="SPORT")
    parser.add_argument("--clocks", type=int, default=6)
    parser.add_argument("--year", type=int, default=2024)
    given = parser.parse_args()
    differences = 0
    for sport in given.sports or having:
        for league in SPORTS[sport].leagues or (None,):
            differences += compare(sport, league, given.year, given.clocks)
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
