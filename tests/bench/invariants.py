"""What no game contradicts and no moment foretells: ``python -m tests.bench.invariants [games] [clocks] [--seed N]``.

``games`` holds every finished game of five seasons a sport against rules of its box: periods add up to the score,
players to their team, and what one side does is done to the other. ``clocks`` asks every resource of every sport at 200
random times: no row may tell what is decided later, nor may a running service that was asked at later times before.
``--sports``, ``--years`` and ``--count`` select what is read. It ends with 1 if a rule is broken.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pandas as pd

from sportsframe._client.clock import Clock
from sportsframe.catalog import RESOURCES, SPORTS, params
from sportsframe.catalog.resources import ByDate, BySeason, Content
from sportsframe.service import Service
from sportsframe.simulation import World
from sportsframe.simulation._common.season import Season

from ..support.asking import SPORTS as CODES
from ..support.asking import WORLD, ask, row_id, rows, service_at
from ..support.season_sums import clock_seconds, finished

Json = dict[str, Any]
Broken = Iterator[str]

AFTERWARDS = datetime(2030, 1, 1, tzinfo=UTC)
SEASONS = range(2014, 2019)
"""Start years of the seasons that ``games`` reads; no other trial uses them."""

CLOCKS = 200
SIDES = (("away_team", "home_team"), ("home_team", "away_team"))


def total(lines: Iterable[Json], name: str) -> Any:
    return sum(line.get(name) or 0 for line in lines)


def same(rule: str, left: Any, right: Any) -> Broken:
    """The rule, if both sides of it differ."""
    if left != right:
        yield f"{rule}: {left} is not {right}"


def line_score(box: Json) -> dict[str, int]:
    """The points of each period, without the total that college basketball has among them."""
    return {period: points for period, points in box["quarter_scores"].items() if period != "T"}


def periods(row: Json) -> Broken:
    """The score is the sum of its periods, and both sides have the same ones but for a bottom half not needed."""
    for side, _ in SIDES:
        box = row["full_box"][side]
        yield from same("score = sum of the periods", box["score"], sum(line_score(box).values()))
        yield from same("score = total", box["score"], box["quarter_scores"].get("T", box["score"]))
    away, home = (list(line_score(row["full_box"][side])) for side in ("away_team", "home_team"))
    if row["sport"] != "MLB" or len(away) - len(home) not in (0, 1):
        yield from same("periods of both sides", away, home)


def baseball(row: Json) -> Broken:
    decisions: Counter[str] = Counter()
    for side, other in SIDES:
        box, lines = row["full_box"][side], row["player_box"][side]
        bats, arms = list(lines["batting"].values()), list(lines["pitching"].values())
        against = row["player_box"][other]["batting"].values()
        stats = box["team_stats"]
        yield from same("runs = score", stats["R"], box["score"])
        for name in ("AB", "R", "H", "2B", "3B", "HR", "RBI", "BB", "SO", "SB", "CS", "E"):
            yield from same(f"team {name} = sum of batters", stats[name], total(bats, name))
        for line in (*bats, *arms):
            yield from same("H = 1B + 2B + 3B + HR", line["H"], line["1B"] + line["2B"] + line["3B"] + line["HR"])
        for ours, theirs in (
            ("H", "H"),
            ("HR", "HR"),
            ("BB", "BB"),
            ("K", "SO"),
            ("R", "R"),
            ("SB", "SB"),
            ("HBP", "HBP"),
        ):
            yield from same(f"pitchers' {ours} = batters' {theirs}", total(arms, ours), total(against, theirs))
        yield from same("places in the order", {line["BAT_ORD"] for line in bats} >= set("123456789"), True)
        outs = [round(10 * line["IP"]) for line in arms]
        if any(one % 10 > 2 for one in outs):
            yield "innings in thirds"
        outs = [3 * (one // 10) + one % 10 for one in outs]
        innings = len(row["full_box"][other]["quarter_scores"])
        most = 3 * innings
        if sum(outs) > most or sum(outs) < most - 3 or (side == "home_team" and sum(outs) != most):
            yield f"outs of a side's pitchers: {sum(outs)} of {innings} innings"
        for line in arms:
            if line["ER"] > line["R"] or line["strikes"] > line["pitches"]:
                yield "ER <= R, strikes <= pitches"
            decisions.update({name: line[name] for name in ("W", "L", "S")})
    yield from same("a winner and a loser", (decisions["W"], decisions["L"]), (1, 1))
    if decisions["S"] > 1:
        yield "two saves"


def basketball(row: Json) -> Broken:
    made = (
        ("field_goals_made", "two_points_made", "three_points_made"),
        ("field_goals_attempted", "two_points_attempted", "three_points_attempted"),
        ("total_rebounds", "offensive_rebounds", "defensive_rebounds"),
    )
    for side, _ in SIDES:
        box, lines = row["full_box"][side], list(row["player_box"][side].values())
        for line in (box["team_stats"], *lines):
            for whole, one, other in made:
                yield from same(f"{whole} = {one} + {other}", line[whole], line[one] + line[other])
            tried, went_in = line["two_points_attempted"], line["two_points_made"]
            share = round(100 * went_in / tried, 2) if tried else 0
            yield from same("two_point_percentage", line["two_point_percentage"], share)
            if any(line[f"{k}_made"] > line[f"{k}_attempted"] for k in ("two_points", "three_points", "free_throws")):
                yield "made <= attempted"
        for line in lines:
            points = 2 * line["two_points_made"] + 3 * line["three_points_made"] + line["free_throws_made"]
            yield from same("points of a player", line["points"], points)
            if line["fouls"] > (5 if row["sport"] == "NCAABB" else 6):
                yield f"{line['fouls']} fouls"
        yield from same("score = sum of points", box["score"], total(lines, "points"))
        for name in set(box["team_stats"]) - {"two_point_percentage"}:
            if name in lines[0]:
                yield from same(f"team {name} = sum of players", box["team_stats"][name], total(lines, name))
        length, extra, normal = (2400, 300, 2) if row["sport"] == "NCAABB" else (2880, 300, 4)
        played = 5 * (length + extra * (len(line_score(box)) - normal))
        minutes = sum(clock_seconds(line["minutes"]) for line in lines)
        if abs(minutes - played) > 60 * len(lines) / 2:
            yield f"minutes of a side: {minutes} of {played} seconds"


def hockey(row: Json) -> Broken:
    for side, other in SIDES:
        box, against = row["full_box"][side], row["full_box"][other]
        goalies = list(row["player_box"][side]["goalies"].values())
        skaters = list(row["player_box"][side]["skaters"].values())
        stats, theirs = box["team_stats"], against["team_stats"]
        for line in goalies:
            yield from same("shots_against", line["shots_against"], line["saves"] + line["goals_allowed"])
        shootout = int("5" in against["quarter_scores"] and against["quarter_scores"]["5"] and _shot_out(row))
        empty = theirs["shots_on_goal"] - total(goalies, "shots_against")
        yield from same(
            "score against = allowed + empty net", against["score"] - shootout, total(goalies, "goals_allowed") + empty
        )
        if empty < 0:
            yield f"empty-net goals: {empty}"
        yield from same("team saves", stats["saves"], total(goalies, "saves"))
        yield from same("faceoffs", stats["faceoffs_won"], theirs["faceoffs_lost"])
        yield from same("goals of the skaters", total(skaters, "goals"), box["score"] - _own_shootout(row, side))
        yield from same("shots of the skaters", total(skaters, "shots_on_goal"), stats["shots_on_goal"])
        yield from same("short-handed", stats["short_handed_goals_scored"], theirs["short_handed_goals_allowed"])
        if stats["power_plays_converted"] > stats["power_plays"]:
            yield "power plays"
        if total(skaters, "assists") > 2 * total(skaters, "goals"):
            yield "assists"
    everyone = [line for side, _ in SIDES for line in row["player_box"][side]["goalies"].values()]
    decided = tuple(total(everyone, name) for name in ("win", "loss", "overtime_loss"))
    if decided not in ((1, 1, 0), (1, 0, 1)):
        yield f"decisions of goalies: {decided}"


def _shot_out(row: Json) -> bool:
    return bool(row["game_status"] == "Final SO")


def _own_shootout(row: Json, side: str) -> int:
    return int(_shot_out(row) and row["full_box"][side]["quarter_scores"].get("5", 0))


def football(row: Json) -> Broken:
    for side, other in SIDES:
        box, lines = row["full_box"][side], list(row["player_box"][side].values())
        stats, theirs = box["team_stats"], row["full_box"][other]["team_stats"]
        yield from same("total_yards", stats["total_yards"], stats["passing_yards"] + stats["rushing_yards"])
        sacked = total(lines, "passing_yards") - stats["passing_yards"]
        # in college a sack is a rush of the passer; in the NFL it takes yards off the team's passing
        if sacked < 0 or (sacked and (row["sport"] == "NCAAFB" or not theirs["sacks"])):
            yield f"passing_yards of the team and its passers: {sacked} less, {theirs['sacks']} sacks"
        yield from same("rushing_yards of players", total(lines, "rushing_yards"), stats["rushing_yards"])
        for kind in ("passing", "rushing"):
            yield from same(f"{kind} allowed", stats[f"total_{kind}_yards_allowed"], theirs[f"{kind}_yards"])
            name = f"{kind}_touchdowns"
            yield from same(f"{name} of players", total(lines, name), stats[name])
        yield from same("receiving = passing", stats["receiving_touchdowns"], stats["passing_touchdowns"])
        yield from same("completions = receptions", total(lines, "completions"), total(lines, "receptions"))
        yield from same("passing = receiving yards", total(lines, "passing_yards"), total(lines, "receiving_yards"))
        yield from same("interceptions", stats["defense_interceptions"], total(
            row["player_box"][other].values(), "passing_interceptions"
        ))  # fmt: skip
        for line in lines:
            if (line.get("completions") or 0) > (line.get("passing_attempts") or 0):
                yield "completions <= attempts"
            if (line.get("field_goals_made") or 0) > (line.get("field_goals_attempted") or 0):
                yield "field goals"


def soccer(row: Json) -> Broken:
    for side, other in SIDES:
        box, lines = row["full_box"][side], list(row["player_box"][side].values())
        stats, theirs = box["team_stats"], row["full_box"][other]["team_stats"]
        for name in ("yellow_cards", "red_cards", "shots_on_goal", "shots_attempted", "fouls_committed", "saves",
                     "penalties_scored", "penalty_attempts"):  # fmt: skip
            yield from same(f"team {name} = sum of players", stats[name], total(lines, name))
        scored = total(lines, "goals")
        if not 0 <= box["score"] - scored <= 3:
            yield f"goals of players {scored}, score {box['score']}"
        yield from same("penalties faced", stats["penalties_faced"], theirs["penalty_attempts"])
        yield from same("clean sheet", stats["clean_sheets"], int(row["full_box"][other]["score"] == 0))
        if stats["shots_on_goal"] > stats["shots_attempted"] or scored > stats["shots_on_goal"]:
            yield "goals <= shots on goal <= shots"
        most = 14 if row["season"] < "2022" else 16
        if not 11 <= len(lines) <= most or max(line["minutes_played"] for line in lines) > 90:
            yield f"{len(lines)} players, minutes"
        off = total(lines, "red_cards")
        minutes = total(lines, "minutes_played")
        if minutes > 990 or (not off and minutes < 990 - 90):
            yield f"{minutes} minutes"


def golf(row: Json) -> Broken:
    for line in row["field"].values():
        rounds = [line[f"round_{n}"] for n in range(1, 5) if line.get(f"round_{n}")]
        if line["status"] in ("cut", "complete", "active") and all(isinstance(one, int) for one in rounds):
            yield from same("strokes = sum of the rounds", line["strokes"], sum(rounds))
        if line["status"] == "cut" and len(rounds) > 3:
            yield "four rounds of one who was cut"


def darts(row: Json) -> Broken:
    won: Counter[int] = Counter()
    for leg in row["leg_breakdown"]:
        finishes = 0
        for turn in leg["turns"]:
            for player, visit in turn.items():
                scored = sum(throw["score"] for throw in visit["throws"])
                if not 1 <= len(visit["throws"]) <= 3 or scored > 180:
                    yield f"a visit of {len(visit['throws'])} darts for {scored}"
                if visit["start_score"] - visit["end_score"] not in (scored, 0):
                    yield f"{visit['start_score']} - {scored} is not {visit['end_score']}"
                yield from same("earned", visit["earned_score"], visit["start_score"] - visit["end_score"])
                if visit["end_score"] == 1 or visit["end_score"] < 0:
                    yield f"{visit['end_score']} left"
                if visit["end_score"] == 0:
                    finishes += 1
                    won[int(player)] += 1
                    if not visit["throws"][-1]["double"]:
                        yield "finished without a double"
        yield from same("one finish a leg", finishes, 1)
    for player in row["players"]:
        yield from same("legs won", player["legs_won"], won[player["ID"]])
        if player["match_stats"]["checkouts_made"] != player["legs_won"]:
            yield "checkouts made are legs won"


TEAM_GAMES: dict[str, Callable[[Json], Broken]] = {
    "NFL": football, "NCAAFB": football, "NBA": basketball, "NCAABB": basketball, "MLB": baseball, "NHL": hockey,
    "SOCCER": soccer,
}  # fmt: skip
TOURS: dict[str, Callable[[Json], Broken]] = {"PGA": golf, "DARTS": darts}


def broken(sport: str, row: Json) -> list[str]:
    """The rules that a finished game breaks."""
    if sport in TOURS:
        return list(TOURS[sport](row))
    return [*periods(row), *TEAM_GAMES[sport](row)]


def games(sports: Iterable[str] = CODES, years: Iterable[int] = SEASONS) -> int:
    """Hold each finished game against the rules; the number of games that break one."""
    bad = 0
    for sport in sports:
        began, read, found = time.monotonic(), 0, Counter[str]()
        examples: dict[str, str] = {}
        for year in years:
            for league in SPORTS[sport].leagues or (None,):
                season: Season = World().season(sport, year, league)
                for row in finished(season, AFTERWARDS):
                    read += 1
                    rules = {text.partition(":")[0]: text for text in broken(sport, row)}
                    found.update(list(rules))
                    bad += bool(rules)
                    for rule, text in rules.items():
                        examples.setdefault(rule, f"{row.get('game_ID') or row.get('event_ID')} {text}")
        print(
            f"{sport:7} {read:6} games, {sum(found.values())} broken rules ({time.monotonic() - began:.0f} s)",
            flush=True,
        )
        for rule, count in found.most_common(12):
            print(f"    {count} x {examples[rule]}", flush=True)
    return bad


def started(row: Mapping[str, Any]) -> datetime | None:
    """When a row says that its game begins; nothing for a tournament on the live feed."""
    text = row.get("game_time") or row.get("start_time")
    return parsedate_to_datetime(text) if text else None


def questions(sport: str, now: datetime, year: int, service: Service, **query: str) -> Iterator[tuple[str, Json]]:
    """A path and its parameters for each resource of a sport: of the day, its season, the games on its live feed."""
    games = rows(f"live/{now.date()}/{sport}", service, **query)
    for resource in SPORTS[sport].resources:
        match RESOURCES[resource].segment:
            case ByDate():
                yield f"{resource}/{now.date()}/{sport}", query
            case BySeason():
                yield f"{resource}/{year}/{sport}", query
            case _ if any(param.name == "game_id" and param.required for param in params(sport, resource)):
                yield from ((f"{resource}/{sport}", query | {"game_id": row_id(row)}) for row in games[:GAMES])
            case _:
                yield f"{resource}/{sport}", query


GAMES = 3
"""Games of a day for which `questions` asks what is told of a single game."""


def foretold(sport: str, now: datetime, year: int, league: str | None, read: Counter[str]) -> Broken:
    """What the rows of a moment tell of the time after it; `read` counts the rows by resource."""
    query = {"league": league} if league else {}
    service, later = service_at(now.isoformat(), world=WORLD), service_at(AFTERWARDS.isoformat(), world=WORLD)
    ahead = f"schedule/{now.date() + timedelta(days=2)}/{sport}", query
    for path, asked in (ahead, *questions(sport, now, year, service, **query)):
        resource = path.partition("/")[0]
        if RESOURCES[resource].content is Content.STATE and resource != "injuries":
            continue  # of these only `learned` knows what they must not tell
        found = rows(path, service, **asked)
        read[resource] += len(found)
        match RESOURCES[resource].content:
            case Content.SCHEDULE | Content.PLAY:
                final = {_name(row): row for row in rows(path, later, **asked)}
                for row in found:
                    yield from _told(sport, resource, row, final.get(_name(row)), now)
            case Content.STATE:
                yield from _injured(found, now)


def _name(row: Json) -> str:
    return row_id(row) if "game_ID" in row or "tournament_ID" in row else str(row["event_ID"])


def _told(sport: str, resource: str, row: Json, last: Json | None, now: datetime) -> Broken:
    """What a row of a game tells that is decided later."""
    from ..simulation.test_foresight import MAY_CHANGE

    name, begins = _name(row), started(row)
    if last is None:
        yield f"{resource}: {name} is gone afterwards"
    elif resource == "play-by-play":
        if row["plays"] != last["plays"][: len(row["plays"])]:
            yield f"{resource}: {name} has other plays than at its end"
    elif resource == "live":
        yield from _ahead(sport, name, row, last, begins, now)
    else:
        fixed = MAY_CHANGE | {"round"}
        if {k: v for k, v in row.items() if k not in fixed} != {k: v for k, v in last.items() if k not in fixed}:
            yield f"{resource}: {name} changes"
        if begins and begins > now and row["status"] in ("final", "completed", "inprogress"):
            yield f"{resource}: {name} is {row['status']} before it begins"


def _ahead(sport: str, name: str, row: Json, last: Json, begins: datetime | None, now: datetime) -> Broken:
    """What a live row tells that its game has not reached."""
    if begins and begins > now and sport != "PGA":
        yield f"live: {name} is there before it begins"
    if "full_box" not in row:
        return
    for side, _ in SIDES:
        box, end = row["full_box"][side], last["full_box"][side]
        if box["score"] > end["score"]:
            yield f"live: {name} has more points than at its end"
        reached = list(box["quarter_scores"].items())
        if any(end["quarter_scores"].get(period) != points for period, points in reached[:-1]):
            yield f"live: {name} has other periods than at its end"


def _injured(clubs: Iterable[Json], now: datetime) -> Broken:
    """Injuries that are dated after the clock."""
    for club in clubs:
        for injury in club["injuries"]:
            if pd.Timestamp(injury["date_injured"]).date() > now.date():
                yield f"injuries: {injury['player']} will be injured on {injury['date_injured']}"


def learned(sport: str, year: int, league: str | None, times: Iterable[datetime]) -> Broken:
    """Where a running service answers otherwise because it was asked at a later time before.

    One is asked at the times in order, another one in the opposite order, at each of them after the times `LATER`.
    """
    query = {"league": league} if league else {}
    forth, back = (service_at(AFTERWARDS.isoformat(), world=World()) for _ in range(2))
    expected: dict[datetime, list[tuple[str, Json, Any]]] = {}
    for now in sorted(times):
        service = forth.at(Clock(now))
        expected[now] = [
            (path, asked, ask(path, service, **asked)) for path, asked in questions(sport, now, year, service, **query)
        ]
    for now, answers in reversed(expected.items()):
        for path, asked, _ in answers:
            for later in LATER:
                ask(path, back.at(Clock(now + later)), **asked)
        for path, asked, (code, _, body) in answers:
            again, _, other = ask(path, back.at(Clock(now)), **asked)
            if (again, other) != (code, body):
                yield f"{now.isoformat()} {path} {asked}: another answer after later ones"


LATER = (timedelta(days=10), timedelta(hours=1))
"""When games of a moment are known for good, and when they are still on."""


def clocks(seed: int, count: int = CLOCKS, sports: Sequence[str] = CODES) -> int:
    """Ask at random times; the number of answers and times that tell what is decided later."""
    r, bad, answers, read = random.Random(seed), 0, 0, Counter[str]()
    times: dict[tuple[str, int, str | None], list[datetime]] = defaultdict(list)
    years = {key: r.choice((2021, 2024)) for sport in sports for key in SPORTS[sport].keys}
    for _ in range(count):
        sport = r.choice(sports)
        league = r.choice(SPORTS[sport].leagues) if SPORTS[sport].leagues else None
        year = years[league or sport]
        season = WORLD.season(sport, year, league)
        # when games are played, an hour before to some hours after one of them begins
        entry = r.choice(season.all())
        now = (entry.start + timedelta(minutes=r.uniform(-60, 300))).replace(microsecond=0)
        times[sport, year, league].append(now)
    for (sport, year, league), moments in sorted(times.items(), key=str):
        began = time.monotonic()
        for now in moments:
            found = list(foretold(sport, now, year, league, read))
            bad += bool(found)
            for text in found[:3]:
                print(f"    {sport} {league or ''} {now.isoformat()}: {text}", flush=True)
        found = list(learned(sport, year, league, moments))
        answers += len(found)
        for text in found[:3]:
            print(f"    {sport} {league or ''} {text}", flush=True)
        print(f"{league or sport:7} {year} {len(moments)} clocks ({time.monotonic() - began:.0f} s)", flush=True)
    print(f"{count} clocks, rows of {dict(read)}: {bad} clocks that tell what is decided later", flush=True)
    print(f"asked from the last clock back: {answers} answers that later ones changed", flush=True)
    return bad + answers


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "games": lambda args: games(args.sports, args.years),
    "clocks": lambda args: clocks(args.seed, args.count, args.sports),
}


def main() -> int:
    """Run what the command line names, or everything."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.invariants", description=__doc__)
    parser.add_argument("what", nargs="*", choices=[*COMMANDS, []])
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--count", type=int, default=CLOCKS, help="clocks")
    parser.add_argument("--sports", nargs="+", default=CODES, choices=CODES)
    parser.add_argument("--years", nargs="+", type=int, default=SEASONS, help="start years for games")
    args = parser.parse_args()
    return int(sum(COMMANDS[name](args) for name in args.what or COMMANDS) > 0)


if __name__ == "__main__":
    sys.exit(main())
