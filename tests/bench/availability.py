"""Who is not there: ``python -m tests.bench.availability [SPORT ...] [--figures] [--years 2024 ...] [--clocks 6]``.

At equally spaced days of a season, `measures.availability` of the list of that day is compared with the injuries that
the world drew and the players in the JSON of its box scores; then the lists of every day of the season, with a column
``listed_on``, are compared as a whole. Prints the first differences and ends with 1 if there are any.

With ``--figures`` it prints instead, for each regular season and beside the real league, the players with two clubs,
the games missed by injury and by suspension, and how many quarterbacks and goalkeepers play, and ends with 1 if the
mean of the seasons is not of the real size.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from statistics import fmean
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.measures import availability
from sportsframe.measures.absences import tables_of
from sportsframe.simulation import World, calibrate
from tests.support.season_sums import player_lines

SHOWN = 5
"""Differences printed for a sport."""

Listed = tuple[int, int, date, date]
Missed = set[tuple[int, str]]
"""Player id and game id."""


KNOWN = "general knowledge"

RANGES: dict[str, dict[str, tuple[float, float]]] = {
    "games missed by injury, a club": {
        "NFL": (120, 250), "NBA": (120, 230), "MLB": (800, 1500), "NHL": (180, 320), "EPL": (80, 180),
        "SERIEA": (80, 180), "LALIGA": (80, 180),
    },
    "games missed by suspension": {
        "NFL": (60, 160), "NBA": (10, 40), "MLB": (100, 400), "NHL": (50, 120), "EPL": (80, 180), "SERIEA": (180, 330),
        "LALIGA": (220, 400),
    },
    "players with two clubs": {"EPL": (4, 20), "SERIEA": (20, 60), "LALIGA": (8, 30)},
}  # fmt: skip
"""Figure -> league -> its usual size in recent years, by general knowledge; `calibrate` has targets for the others."""


class Truth:
    """What a season of the world has of injuries and players, from its draws and its JSON.

    Attributes
    ----------
    games : dict
        Date and id of every game by club.
    played : dict
        The players of every game.
    regular : set
        The games of the regular season.
    clubs : dict
        The clubs of every player of the regular season.
    chief : set
        Who throws most passes of a side of the regular season, or keeps its goal.
    """

    def __init__(self, sport: str, year: int, league: str | None) -> None:
        self.sport, self.season = sport, World().season(sport, year, league)
        end = datetime.combine(self.season.closes + timedelta(days=3), time(), UTC)
        self.games: dict[int, list[tuple[date, str]]] = defaultdict(list)
        self.played: dict[str, set[int]] = {}
        self.clubs: dict[int, set[int]] = defaultdict(set)
        self.chief: set[int] = set()
        planned = {entry.id for entry in self.season.regular()}
        for entry in self.season.all():
            record = entry.live(end)
            if record is None or entry.status(end) not in ("final", "completed"):
                continue
            row = record.wire()
            day = date.fromisoformat(f"{entry.id[:4]}-{entry.id[4:6]}-{entry.id[6:8]}")
            self.played[entry.id] = set()
            for side, box in row["player_box"].items():
                club = row["full_box"][side]["team_id"]
                lines = [(player, line) for player, _, line in player_lines(sport, {"player_box": {side: box}})]
                self.games[club].append((day, entry.id))
                self.played[entry.id].update(player for player, _ in lines)
                if entry.id in planned:
                    self.chief.update(chiefs(sport, lines))
                    for player, _ in lines:
                        self.clubs[player].add(club)
        self.regular = planned & self.played.keys()

    @property
    def days(self) -> list[date]:
        """Every day of the season."""
        opens, closes = self.season.opens, self.season.closes
        return [opens + timedelta(days=n) for n in range((closes - opens).days + 1)]

    def figures(self) -> dict[str, float]:
        """How many players have two clubs, keep a goal or lead an offence, and miss games of the regular season."""
        season: Any = self.season
        listed: dict[Listed, tuple[date, date]] = {}
        for day in self.days:
            listed |= {one: (listed.get(one, (day, day))[0], day) for one in self.listed(day)}
        hurt = sum(game in self.regular for _, game in self.missed(listed))
        banned = 0
        if self.sport == "SOCCER":
            played = [(club, row) for club, rows in season._played_by.items() for row in rows]
            banned = sum(len(season.suspended(club, row.away.id, row.home.id)) for club, row in played)
        found = {
            "players with two clubs": sum(len(clubs) > 1 for clubs in self.clubs.values()),
            "games missed by injury, a club": hurt / len(season.clubs),
            "games missed by suspension": banned,
        }
        return found | ({CHIEFS[self.sport]: len(self.chief)} if self.sport in CHIEFS else {})

    def listed(self, day: date) -> list[Listed]:
        """Who is on the list of a day: player, team, the first day on which a game counts, the day of return."""
        season: Any = self.season
        found = []
        for club in season.clubs:
            for member in season.members(club.id, day):
                if (injury := member.injury) is not None:
                    found.append((member.person.id, club.id, injury.day, injury.back))
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


CHIEFS = {
    "NFL": "quarterbacks with most passes in a game",
    "NHL": "goalies in a season",
    "SOCCER": "goalkeepers in a season",
}
"""Sport -> the name of the target for who leads an offence or keeps a goal."""


def chiefs(sport: str, lines: list[tuple[int, dict[str, Any]]]) -> list[int]:
    """The player of a side with most passes, or those in its goal."""
    if sport == "NFL":
        return [max(lines, key=lambda one: one[1].get("passing_attempts", 0))[0]]
    return [player for player, line in lines if line.get("position") in ("G", "Goalkeeper")] if sport in CHIEFS else []


def real(sport: str, league: str | None, name: str) -> tuple[float, float, str]:
    """The least and the most of a figure in the real league, and the source."""
    if (league or sport) in RANGES.get(name, {}):
        return *RANGES[name][league or sport], KNOWN
    wanted = f"{league} {name}" if league else name
    target = next(target for target in calibrate.targets(sport) if target.name == wanted)
    return *target.bounds, target.source


def compared(sport: str, league: str | None, years: list[int]) -> int:
    """Print the figures of seasons beside the real ones, and return how many means are of another size."""
    found = [Truth(sport, year, league).figures() for year in years]
    other = 0
    for name in found[0]:
        low, high, source = real(sport, league, name)
        values = [one[name] for one in found]
        fitting = fits(values, low, high)
        other += not fitting
        print(
            f"{' ' if fitting else '*'} {league or sport:7}{name:40}{' '.join(f'{value:6.0f}' for value in values)}"
            f"   mean {fmean(values):6.1f}   real {low:4.0f} to {high:4.0f}  {source}",
            flush=True,
        )
    return other


def fits(values: list[float], low: float, high: float) -> bool:
    """Whether the mean of the seasons is of the real size."""
    return low <= fmean(values) <= high


def compare(sport: str, league: str | None, year: int, clocks: int) -> int:
    """Compare a season, print a line about it, and return the number of differences."""
    truth = Truth(sport, year, league)
    closes = truth.season.closes
    named = {"league": league} if league else {}
    end: Any = sf.Client(source="simulated", now=closes + timedelta(days=3))
    lines = [end.live(season=year, sport=sport, table=t, progress=False, **named) for t in tables_of(sport)]
    days = truth.days
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sports", nargs="*", metavar="SPORT")
    parser.add_argument("--figures", action="store_true")
    parser.add_argument("--clocks", type=int, default=6)
    parser.add_argument("--years", type=int, nargs="+", default=[2024])
    given = parser.parse_args()
    differences = 0
    for sport in given.sports or having:
        for league in SPORTS[sport].leagues or (None,):
            if given.figures:
                differences += compared(sport, league, given.years)
            else:
                differences += sum(compare(sport, league, year, given.clocks) for year in given.years)
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
