"""Schedules and standings of the leagues: ``python -m tests.bench.leagues [schedules|travel|seeds|tables|ties ...]``.

``schedules`` prints, per sport, the extremes over all clubs of every season, beside the limit that a league would keep:
stands and days of the planned games, so without makeups; rest between the games that are played, so with makeups and
without what was postponed. ``travel`` prints, per sport and season, the miles between the grounds of a club's regular
games, and those between two days running. ``seeds`` compares, per conference and season, who goes on and in which order
with `measures.standings` of the same games. ``tables`` looks for tables of one season that contradict each other: by
division, by conference, and the seeds. ``--sports`` selects sports for these two. ``ties`` has level leagues decided by
the procedures read in plain Python. It ends with 1 if a limit is broken or anything differs.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, pairwise
from statistics import fmean
from typing import Any, NamedTuple

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.measures.results import REGULAR
from sportsframe.simulation import World
from sportsframe.simulation._common.places import Place
from sportsframe.simulation._common.travel import miles

from ..support.tables import contradictions

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
AFTERWARDS = datetime(2030, 1, 1, tzinfo=UTC)
SCHEDULES = range(2010, 2027)
SEEDS = range(2005, 2027)


class Limits(NamedTuple):
    """What a league would print: games running at home or away, days running, games in five nights, hours of rest."""

    stand: int
    days: int
    in_five: int
    rest: float


LIMITS: dict[str, Limits] = {
    "NFL": Limits(stand=3, days=1, in_five=2, rest=90),
    "NBA": Limits(stand=9, days=2, in_five=3, rest=17),
    "MLB": Limits(stand=13, days=20, in_five=6, rest=12),
    "NHL": Limits(stand=9, days=2, in_five=4, rest=17),
    "SOCCER": Limits(stand=4, days=1, in_five=2, rest=48),
}
"""Sport -> its limits."""


class Listed(NamedTuple):
    """A game of a club: start, day in the league, at home, a makeup or planned, played or put off."""

    start: datetime
    day: date
    home: bool
    makeup: bool = False
    played: bool = True


def listed(sport: str, year: int, league: str | None) -> dict[int, list[Listed]]:
    """The regular games of each club in order, those that are replaced left out."""
    season = World().season(sport, year, league)
    found: dict[int, list[Listed]] = defaultdict(list)
    for entry in season.regular() if season is not None else ():
        row: Any = entry.schedule(AFTERWARDS)
        if row.status == "replaced":
            continue
        makeup = any(old.schedule(AFTERWARDS).status == "postponed" for old in entry.after)
        played = row.status in ("final", "completed")
        for club, home in ((row.away_team_id, False), (row.home_team_id, True)):
            found[club].append(Listed(entry.start, entry.day, home, makeup, played))
    return {club: sorted(games) for club, games in found.items()}


def extremes(games: list[Listed]) -> Limits:
    """The longest stand or trip, the most days running and in five nights, the least rest of a club."""
    planned = [game for game in games if not game.makeup]
    stand = max(sum(1 for _ in run) for _, run in groupby(planned, key=lambda game: game.home))
    days = {game.day for game in planned}
    longest = run = 0
    for day in sorted(days):
        run = run + 1 if day - DAY in days else 1
        longest = max(longest, run)
    in_five = max(sum(day + n * DAY in days for n in range(5)) for day in days)
    played = pairwise(game for game in games if game.played)
    rest = min((later.start - game.start) / HOUR for game, later in played if game.day != later.day)
    return Limits(stand, longest, in_five, rest)


def schedules() -> int:
    """Print the extremes of every league; the number of limits that are broken."""
    bad = 0
    print(f"{'':10} {'stand or trip':>16} {'days running':>16} {'in five nights':>16} {'least rest, h':>16}   seasons")
    for sport, limits in LIMITS.items():
        for league in SPORTS[sport].leagues or (None,):
            found = {
                (year, club): extremes(games)
                for year in SCHEDULES
                for club, games in listed(sport, year, league).items()
            }
            worst = Limits(*(max(values) for values in zip(*found.values())))._replace(
                rest=min(one.rest for one in found.values())
            )
            over = [
                Counter(one[i] for one in found.values() if one[i] > limits[i]) for i in range(3)
            ]  # fmt: skip
            tired = Counter(round(one.rest, 1) for one in found.values() if one.rest < limits.rest)
            cells = [f"{worst[i]} (at most {limits[i]})" for i in range(3)]
            cells.append(f"{worst.rest:.1f} (>= {limits.rest:g})")
            print(
                f"{league or sport:10} " + " ".join(f"{cell:>16}" for cell in cells) + f"   {len(SCHEDULES)}",
                flush=True,
            )
            for name, broken in zip(Limits._fields, [*over, tired]):
                if broken:
                    bad += sum(broken.values())
                    clubs = [key for key, one in found.items() if round(getattr(one, name), 1) in broken][:3]
                    print(f"    {name}: {dict(sorted(broken.items()))} of {len(found)} clubs, as {clubs}", flush=True)
    return bad


class Travel(NamedTuple):
    """The miles of each club in a season, and between each two of its games on days running."""

    clubs: list[float]
    overnight: list[float]


def travelled(sport: str, year: int) -> Travel:
    """How far the clubs of a league travel from each regular game that is played to the next, as the crow flies."""
    grounds: dict[int, list[tuple[date, Place]]] = defaultdict(list)
    season = World().season(sport, year)
    places = {club.id: club.place for club in season.clubs} if season is not None else {}
    for entry in sorted(season.regular(), key=lambda entry: entry.start) if season is not None else ():
        row: Any = entry.schedule(AFTERWARDS)
        if row.status in ("final", "completed"):
            for club in (row.away_team_id, row.home_team_id):
                grounds[club].append((entry.day, places[row.home_team_id]))
    travel = Travel([], [])
    for games in grounds.values():
        ways = [(later[0] - game[0], miles(game[1], later[1])) for game, later in pairwise(games)]
        travel.clubs.append(sum(way for _, way in ways))
        travel.overnight.extend(way for gap, way in ways if gap == DAY)
    return travel


def travel(sports: Iterable[str] = ("NBA", "NHL", "MLB"), years: Iterable[int] = range(2019, 2025)) -> int:
    """Print how far clubs travel."""
    print(f"{'':8} {'season':>6} {'mean':>8} {'most':>8} {'least':>8}  miles; second nights, mean, above 1,500 miles")
    for sport in sports:
        for year in years:
            clubs, overnight = travelled(sport, year)
            print(
                f"{sport:8} {year:6} {fmean(clubs):8,.0f} {max(clubs):8,.0f} {min(clubs):8,.0f}  {len(overnight)}, "
                f"{fmean(overnight):.0f}, {sum(way > 1500 for way in overnight)}",
                flush=True,
            )
    return 0


def seeds(sports: Iterable[Any] = ("NFL", "NBA", "NHL", "MLB")) -> int:
    """Compare the seeds of the world with the standings of its games; the number of conferences that differ."""
    bad = compared = 0
    for sport in sports:
        for year in SEEDS:
            season: Any = World().season(sport, year)
            if season is None:
                continue
            with sf.options(now=AFTERWARDS.isoformat(), source="simulated"):
                games, teams = (sf.live(season=year, sport=sport, table=table) for table in ("games", "teams"))
            table = sf.measures.standings(games[games["season_type"] == REGULAR], teams=teams)
            own = season.standings if sport in ("NFL", "NBA") else season.table
            for name in sorted({club.conference for club in season.clubs}):
                rows = table[(table["conference"] == name) & table["seed"].notna()].sort_values("seed")
                compared += 1
                if list(own.seeds(name)) != rows["team_id"].tolist():
                    bad += 1
                    print(
                        f"    {sport} {year} {name}: {list(own.seeds(name))} but {rows['team_id'].tolist()}", flush=True
                    )
        print(f"{sport:8} {compared} conferences so far, {bad} differ", flush=True)
    return bad


def tables(sports: Iterable[Any] = ("NFL", "NBA", "NHL", "MLB")) -> int:
    """Look for contradictions between the tables of each season; their number."""
    bad = compared = 0
    for sport in sports:
        for year in SEEDS:
            with sf.options(now=AFTERWARDS.isoformat(), source="simulated"):
                games, teams = (sf.live(season=year, sport=sport, table=table) for table in ("games", "teams"))
            if games.empty:
                continue
            compared += 1
            for text in contradictions(sport, games, teams):
                bad += 1
                print(f"    {sport} {year}: {text}", flush=True)
        print(f"{sport:8} {compared} seasons so far, {bad} contradictions", flush=True)
    return bad


def ties(seeds: Iterable[int] = range(100)) -> int:
    """Decide level leagues by the package and by the lists read in plain Python; the number that differ."""
    from ..measures import test_procedures as read_again

    bad = 0
    for sport in read_again.SEEDS:
        differ = []
        for seed in seeds:
            by, reader, order, found = read_again.compared(sport, seed)
            same = all(read_again.blocks(found[found[by] == name]) == expected for name, expected in order)
            if not same or read_again.named(found) != reader.told:
                differ.append(seed)
        bad += len(differ)
        print(f"{sport:8} {len(list(seeds))} leagues, {len(differ)} differ {differ[:9]}", flush=True)
    return bad


COMMANDS: dict[str, Callable[..., int]] = {
    "schedules": schedules,
    "travel": travel,
    "seeds": seeds,
    "tables": tables,
    "ties": ties,
}


def main() -> int:
    """Run what the command line names, or everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*COMMANDS, []])
    parser.add_argument("--sports", nargs="+", choices=("NFL", "NBA", "NHL", "MLB"))
    args = parser.parse_args()
    bad = 0
    for name in args.what or COMMANDS:
        chosen = name in ("seeds", "tables") and args.sports
        bad += COMMANDS[name](args.sports) if chosen else COMMANDS[name]()
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main())
