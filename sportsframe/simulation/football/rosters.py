"""Football clubs at work: how good they are in a year, who plays for them, who is on the field."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate
from random import Random

from .._common.clubs import Club
from .._common.people import career
from .._common.rng import lasting, standard, stream
from .log import Side

MEMORY = (1.0, 0.7, 0.45, 0.25)
"""How much of a year's luck with players is left one, two and three years later."""

STRENGTH = {"NFL": 4.4, "NCAAFB": 7.5}
"""Standard deviation of what clubs are worth in points: of the league, and within a conference of colleges."""

BETWEEN = 10.6
"""Standard deviation of the levels of the college conferences, points."""

GUESTS = -21.0
"""What the average guest of the lower division is worth against the top one, points."""

SPAN = {"NFL": (3, 9), "NCAAFB": (2, 5)}
"""Fewest and most seasons that a player stays."""

ROSTER: dict[str, tuple[tuple[str, str, int], ...]] = {
    "NFL": (
        ("QB", "OFF", 2),
        ("RB", "OFF", 4),
        ("WR", "OFF", 6),
        ("TE", "OFF", 3),
        ("OT", "OFF", 4),
        ("OG", "OFF", 4),
        ("C", "OFF", 2),
        ("EDGE", "DEF", 5),
        ("DT", "DEF", 5),
        ("LB", "DEF", 6),
        ("CB", "DEF", 5),
        ("S", "DEF", 4),
        ("PK", "ST", 1),
        ("P", "ST", 1),
        ("LS", "ST", 1),
    ),
    "NCAAFB": (
        ("QB", "OFF", 3),
        ("RB", "OFF", 5),
        ("WR", "OFF", 8),
        ("TE", "OFF", 4),
        ("EDGE", "DEF", 4),
        ("DL", "DEF", 3),
        ("DT", "DEF", 4),
        ("LB", "DEF", 7),
        ("CB", "DEF", 5),
        ("DB", "DEF", 3),
        ("S", "DEF", 4),
        ("PK", "ST", 1),
        ("P", "ST", 1),
        ("LS", "ST", 1),
    ),
}
"""League -> position, category and number of the players of a roster, in the order of their places."""

OUT = {"NFL": 0.07, "NCAAFB": 0.05}
"""Share of games that a player misses."""

ATTACKS: tuple[tuple[float, str], ...] = (
    (0.40, "RB1 TE1 WR1 WR2 WR3"),
    (0.16, "RB2 TE1 WR1 WR2 WR4"),
    (0.14, "RB1 TE1 TE2 WR1 WR2"),
    (0.07, "RB2 TE1 TE2 WR1 WR3"),
    (0.10, "RB1 TE2 WR1 WR2 WR3"),
    (0.07, "RB3 TE1 WR2 WR3 WR4"),
    (0.03, "RB1 TE1 TE2 TE3 WR1"),
    (0.03, "RB2 WR1 WR2 WR4 WR5"),
)
"""How often which five stand beside the passer and the line; numbers are places in the depth chart."""

LINE = "OT1 OG1 C1 OG2 OT2"

DEFENCES: dict[str, tuple[tuple[float, str], ...]] = {
    "NFL": (
        (0.42, "EDGE1 DT1 DT2 EDGE2 LB1 LB2 CB1 CB2 CB3 S1 S2"),
        (0.18, "EDGE3 DT3 DT2 EDGE2 LB1 LB2 CB1 CB2 CB3 S1 S2"),
        (0.18, "EDGE1 DT1 DT2 EDGE2 LB1 LB2 LB3 CB1 CB2 S1 S2"),
        (0.10, "EDGE4 DT3 DT4 EDGE3 LB1 LB2 CB1 CB2 CB3 S1 S2"),
        (0.07, "EDGE1 DT1 EDGE2 LB1 LB2 CB1 CB2 CB3 S1 S2 S3"),
        (0.05, "EDGE1 EDGE3 DT2 DT4 LB1 LB4 CB1 CB2 CB4 S1 S3"),
    ),
    "NCAAFB": (
        (0.38, "EDGE1 DT1 DL1 EDGE2 LB1 LB2 CB1 CB2 DB1 S1 S2"),
        (0.20, "EDGE3 DT2 DL2 EDGE2 LB1 LB2 CB1 CB2 DB1 S1 S2"),
        (0.20, "EDGE1 DT1 DL1 EDGE2 LB1 LB2 LB3 CB1 CB2 S1 S2"),
        (0.12, "EDGE4 DT3 DL3 EDGE3 LB4 LB3 CB3 CB2 DB2 S3 S2"),
        (0.10, "EDGE1 DT1 DL1 LB1 LB2 LB5 CB1 CB2 DB1 S1 S3"),
    ),
}
"""How often which eleven defend."""

BENCH = {
    "NFL": "LB4 LB5 LB3 S3 S4 CB4 CB5 WR5 WR6 RB4 TE3 LB6 RB3 EDGE5 WR4",
    "NCAAFB": "LB4 LB5 LB6 S3 S4 CB4 CB5 WR6 WR7 RB4 TE3 LB7 DB3 RB5 WR5",
}
"""Who covers kicks, in order."""

CARRY = {"RB": 1.0, "QB": 0.115, "WR": 0.012, "TE": 0.001}
CATCH = {"WR1": 1.30, "WR2": 1.08, "WR3": 0.85, "WR4": 0.70, "WR5": 0.6, "TE": 0.72, "RB": 0.62}
STOP = {"LB": 1.55, "S": 1.2, "CB": 0.95, "DB": 1.0, "EDGE": 0.62, "DT": 0.55, "DL": 0.6}
RUSHER = {"EDGE": 2.3, "DT": 1.15, "DL": 1.3, "LB": 0.55, "S": 0.12, "DB": 0.1, "CB": 0.07}
PICK = {"CB": 1.4, "S": 1.45, "DB": 1.3, "LB": 0.55, "EDGE": 0.10, "DT": 0.05, "DL": 0.06}
"""What the positions are like: shares of carries, targets, tackles, sacks and interceptions beside each other."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a roster; his talent is a factor on how often the ball finds him."""

    id: int
    name: str
    position: str
    category: str
    talent: float


@dataclass(slots=True, eq=False)
class Lineup:
    """Those on the field together, and the cumulative weights by which what happens falls to them."""

    players: tuple[Player, ...]
    count: int = 0
    carriers: list[float] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    stops: list[float] = field(default_factory=list)
    rushers: list[float] = field(default_factory=list)
    picks: list[float] = field(default_factory=list)


@dataclass(slots=True)
class Crew:
    """A side on the day: its lineups, its kickers and its return men.

    Attributes
    ----------
    attack, defence : list of Lineup
        With `attacks` and `defences`, the cumulative shares of snaps.
    cover : Lineup
        Those who run down kicks, and who return them for the other side's.
    """

    attack: list[Lineup]
    attacks: list[float]
    defence: list[Lineup]
    defences: list[float]
    cover: Lineup
    place: Lineup
    kicker: Player
    punter: Player
    returner: Player
    punt_returner: Player


def worth(seed: int, sport: str, year: int, clubs: Sequence[Club]) -> dict[int, float]:
    """What every club is worth in a year in points, by team id; the mean of the league is 0."""
    draws = {club.id: lasting((seed, "strength", sport, club.id), year, MEMORY) for club in clubs}
    if sport == "NFL":
        values = standard(list(draws.values()))
        return {club.id: STRENGTH[sport] * z for club, z in zip(clubs, values)}
    groups: dict[int, list[Club]] = {}
    guests = [club for club in clubs if club.division == "Lower"]
    for club in clubs:
        if club.division != "Lower":
            groups.setdefault(club.group, []).append(club)
    numbers = sorted(groups)
    order = stream(seed, "levels", sport).sample(range(len(numbers)), len(numbers))
    levels = dict(zip(numbers, standard([float(place) for place in order])))
    result = {club.id: GUESTS + 6.0 * draws[club.id] for club in guests}
    for number, members in groups.items():
        for club, z in zip(members, standard([draws[club.id] for club in members])):
            result[club.id] = BETWEEN * levels[number] + STRENGTH[sport] * z
    mean = math.fsum(result[club.id] for members in groups.values() for club in members) / (len(clubs) - len(guests))
    return {key: value - mean for key, value in result.items()}


def sides(seed: int, sport: str, year: int, clubs: Sequence[Club]) -> dict[int, Side]:
    """What every club brings to its games in a year, by team id."""
    result = {}
    for team, value in worth(seed, sport, year, clubs).items():
        r = stream(seed, "style", sport, team, year)
        lean = 0.36 * STRENGTH[sport] * r.gauss(0, 1)
        result[team] = Side(
            value / 2 + lean, value / 2 - lean, 0.035 * r.gauss(0, 1), 0.04 * r.gauss(0, 1), 0.015 * r.gauss(0, 1)
        )
    return result


@lru_cache(maxsize=512)
def roster(seed: int, sport: str, group: int, year: int) -> dict[str, tuple[Player, ...]]:
    """The players of a club in a season by position, in the order of the depth chart."""
    result: dict[str, tuple[Player, ...]] = {}
    slot = 0
    for position, category, count in ROSTER[sport]:
        members = []
        for _ in range(count):
            person = career(seed, sport, group, slot, year, span=SPAN[sport])
            talent = math.exp(0.25 * stream("talent", sport, person.id).gauss(0, 1))
            members.append(Player(person.id, person.name, position, category, talent))
            slot += 1
        result[position] = tuple(members)
    return result


def _named(chart: dict[str, Sequence[Player]], places: str, taken: Iterable[Player] = ()) -> tuple[Player, ...]:
    """The players at these places of the depth chart; who is already on the field gives way to the next."""
    chosen: list[Player] = list(taken)
    start = len(chosen)
    for place in places.split():
        position, number = place.rstrip("123456789"), int(place[-1]) - 1
        choices = chart[position]
        order = (*choices[number:], *choices[:number])
        chosen.append(next((p for p in order if p not in chosen), None) or _anyone(chart, chosen))
    return tuple(chosen[start:]) if start else tuple(chosen)


def _anyone(chart: dict[str, Sequence[Player]], chosen: Sequence[Player]) -> Player:
    """Somebody to fill in where a position has run out of players."""
    everyone = [p for position, members in chart.items() if position not in ("QB", "PK", "P", "LS") for p in members]
    return next(p for p in reversed(everyone) if p not in chosen)


def crew(players: dict[str, tuple[Player, ...]], sport: str, r: Random) -> Crew:
    """Who plays on a day: some are missing, and the next in the depth chart steps in."""
    chart: dict[str, Sequence[Player]] = {}
    for position, members in players.items():
        fit = [player for player in members if r.random() >= OUT[sport] or position in ("PK", "P", "LS")]
        least = {"WR": 4, "RB": 2, "TE": 2, "LB": 3, "CB": 3}.get(position, min(2, len(members)))
        chart[position] = fit if len(fit) >= least else members
    line = _named(chart, LINE) if sport == "NFL" else ()
    passer = chart["QB"][0]
    attack = [_attack((passer, *_named(chart, five), *line)) for _, five in ATTACKS]
    defence = [_defence(_named(chart, eleven)) for _, eleven in DEFENCES[sport]]
    kicker, punter, snapper = chart["PK"][0], chart["P"][0], chart["LS"][0]
    bench = _named(chart, BENCH[sport])
    cover = _defence(bench[:10])
    place = Lineup((kicker, punter, snapper, *line, *_named(chart, "TE2 TE1 EDGE1")))
    runners = _named(chart, "RB3 WR5 WR4" if len(chart["RB"]) > 2 else "WR5 WR4 WR3")
    pick = int(r.random() * 2)
    return Crew(
        attack,
        list(accumulate(share for share, _ in ATTACKS)),
        defence,
        list(accumulate(share for share, _ in DEFENCES[sport])),
        cover,
        place,
        kicker,
        punter,
        runners[pick],
        runners[2],
    )


def _attack(players: tuple[Player, ...]) -> Lineup:
    lineup = Lineup(players)
    receivers = 0
    carries, targets = [], []
    for player in players[:6]:
        position = player.position
        carries.append(CARRY.get(position, 0.0) * player.talent)
        if position == "WR":
            receivers += 1
            position = f"WR{receivers}"
        targets.append(CATCH.get(position, 0.0) * player.talent)
    lineup.carriers = list(accumulate(carries))
    lineup.targets = list(accumulate(targets))
    return lineup


def _defence(players: tuple[Player, ...]) -> Lineup:
    lineup = Lineup(players)
    lineup.stops = list(accumulate(STOP.get(p.position, 0.9) * p.talent for p in players))
    lineup.rushers = list(accumulate(RUSHER.get(p.position, 0.01) * p.talent for p in players))
    lineup.picks = list(accumulate(PICK.get(p.position, 0.01) * p.talent for p in players))
    return lineup
