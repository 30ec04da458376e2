"""Football rosters: how good a club is in a year, who plays for it on a day, who is on the field."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from itertools import accumulate
from operator import mul
from random import Random
from statistics import pstdev
from types import MappingProxyType

from .._common.cached import once
from .._common.careers import Market, OffSeason, Rosters, ageing, grown, talent_in
from .._common.clubs import Club
from .._common.directory import Member
from .._common.injuries import Hazard, Ward
from .._common.people import Person
from .._common.rng import bounded, lasting, standard, stream
from .log import Side

MEMORY = (1.0, 0.7, 0.45, 0.25)
"""How much of a year's luck with players is left one, two and three years later."""

STRENGTH = {"NFL": 3.9, "NCAAFB": 7.5}
"""Standard deviation of what clubs are worth in points besides their passers and kickers: of the league, and within a
conference of colleges."""

FURTHEST = {"QB": 3.0, "RB": 2.3, "PK": 3.0, "P": 3.0}
"""Standard deviations that no first passer, runner or kicker of a club is from the average one."""

BETWEEN = 10.6
"""Standard deviation of the levels of the college conferences, points."""

GIANTS = 0.25
"""How far the best of a college conference stand out: what the square of a draw adds to it."""

GUESTS = -22.5
"""What the average guest of the lower division is worth against the top one, points."""

ROSTER: dict[str, tuple[tuple[str, str, int], ...]] = {
    "NFL": (
        ("QB", "OFF", 3),
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

HAZARD = {
    "NFL": Hazard(
        {"QB": 1.35, "RB": 2.4, "PK": 0.3, "P": 0.2, "LS": 0.2, "": 2.1},
        {
            "Hamstring": 15,
            "Knee": 15,
            "Ankle": 14,
            "Concussion": 8,
            "Shoulder": 8,
            "Calf": 6,
            "Foot": 5,
            "Groin": 5,
            "Back": 4,
            "Hip": 4,
            "Quadriceps": 3,
            "Ribs": 3,
            "Hand": 3,
            "Elbow": 2,
            "Achilles": 2,
            "Thumb": 2,
            "Neck": 1,
        },
        ((0.50, 4, 12), (0.29, 13, 35), (0.12, 36, 80), (0.09, 120, 330)),
    ),
    "NCAAFB": Hazard(
        {"QB": 0.60, "RB": 0.95, "PK": 0.1, "P": 0.1, "LS": 0.1, "": 0.75},
        {
            "Knee": 16,
            "Ankle": 15,
            "Hamstring": 14,
            "Shoulder": 9,
            "Concussion": 9,
            "Foot": 6,
            "Back": 4,
            "Groin": 4,
            "Hand": 4,
            "Hip": 3,
            "Calf": 3,
            "Elbow": 2,
            "Ribs": 2,
            "Achilles": 1,
        },
        ((0.50, 5, 13), (0.30, 14, 35), (0.10, 36, 70), (0.10, 120, 330)),
    ),
}
"""How players are hurt."""

PEAK = {"QB": (30.0, 9.0, 10.0), "RB": (25.5, 6.0, 5.0), "PK": (31.0, 12.0, 12.0), "P": (31.0, 12.0, 12.0)}
"""Position -> best age, and the years before and after it that cost a standard deviation of ability; else `PRIME`."""

PRIME = {"NFL": (27.0, 6.0, 6.0), "NCAAFB": (23.0, 2.6, 9.0)}

FORM = {"QB": (0.35, 0.2)}
"""Position of the NFL -> spread of what a season, and a month of it, add to ability; 0.35 and 0.32 for the others."""

TALENT = {"QB": 0.0, "RB": 0.44, "WR": 0.28, "TE": 0.33, "EDGE": 0.34}
"""Position -> how much a standard deviation of ability moves how often the ball finds a player, in logarithms."""

RUNNING = {"NFL": 1.0, "NCAAFB": 3.3}
"""How often the passers of a league run, beside those of the NFL."""

LEGS, FASTEST = 1.7, 2.3
"""Spread between passers in how often they run, in logarithms, and how much oftener than the average the fastest do.

Passers of the real league have run 176 times in a season at most.
"""

SWIFT, SLOWER = 27, 0.11
"""Age until which a passer runs as often, and by how much, in logarithms, less often with every year after it."""

DECIDED = {"NFL": (4, 24), "NCAAFB": (3, 31)}
"""Quarter and lead from which both sides send in their reserves."""

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

CARRY = {"RB": 1.0, "QB": 0.178, "WR": 0.012, "TE": 0.001}
CATCH = {"WR1": 1.25, "WR2": 1.05, "WR3": 0.85, "WR4": 0.70, "WR5": 0.6, "TE": 0.76, "RB": 0.66}
STOP = {"LB": 1.55, "S": 1.2, "CB": 0.95, "DB": 1.0, "EDGE": 0.62, "DT": 0.55, "DL": 0.6}
RUSHER = {"EDGE": 2.3, "DT": 1.15, "DL": 1.3, "LB": 0.55, "S": 0.12, "DB": 0.1, "CB": 0.07}
PICK = {"CB": 1.4, "S": 1.45, "DB": 1.3, "LB": 0.55, "EDGE": 0.10, "DT": 0.05, "DL": 0.06}
"""What the positions are like: shares of carries, targets, tackles, sacks and interceptions beside each other."""

REACH: tuple[tuple[int, dict[str, float]], ...] = (
    (4, {"RB": 2.1, "TE": 1.0, "WR": 0.68}),
    (12, {"RB": 1.0, "TE": 1.08, "WR": 0.97}),
    (100, {"RB": 0.6, "TE": 0.85, "WR": 1.17}),
)
"""Up to how many yards, and who catches passes that gain as many: factors on the share of targets."""


MOST_TARGETS, MOST_TACKLES = 0.33, 0.2
"""Shares of the passes of a professional side, and of the tackles of its defence, that no player has on the average.

The receivers of the real league with the most passes get a third of those of their side. Seasons of 149 catches, 1,964
yards and about 190 tackles are the best there have been.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Player:
    """A player of a roster; one object in a game, so that he is told from others by that.

    Attributes
    ----------
    ability : float
        By which the depth chart is ordered, in standard deviations.
    talent : float
        Factor on how often the ball finds him.
    legs : float
        Factor on how often he carries it.
    """

    id: int
    name: str
    position: str
    category: str
    ability: float
    talent: float
    legs: float


Chart = dict[str, Sequence[Player]]
"""Position -> players in the order of the depth chart."""


@dataclass(slots=True, eq=False)
class Lineup:
    """Those on the field together, and the cumulative weights by which what happens falls to them.

    ``targets`` are of all passes, ``catches`` of those caught, by how far they go (`REACH`).
    """

    players: tuple[Player, ...]
    count: int = 0
    carriers: list[float] = field(default_factory=list)
    targets: list[float] = field(default_factory=list)
    catches: list[list[float]] = field(default_factory=list)
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
    units: Counter[str] = field(default_factory=Counter)


@dataclass
class Sides:
    """A side in a game: who begins, who plays on when somebody is hurt, and who comes in when it is decided.

    Attributes
    ----------
    charts : list of (float, Chart)
        Share of regulation from which a depth chart holds, in order; the first from 0.
    attacks, defences : dict
        Players of the lineups -> the lineups, which crews share who differ elsewhere only.
    """

    sport: str
    charts: list[tuple[float, Chart]]
    stream: Callable[[object], Random]
    crews: dict[tuple[int, bool], Crew] = field(default_factory=dict)
    attacks: dict[tuple[tuple[Player, ...], ...], list[Lineup]] = field(default_factory=dict)
    defences: dict[tuple[tuple[Player, ...], ...], list[Lineup]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begins = [begin for begin, _ in self.charts]

    def crew(self, quarter: int, clock: int, lead: int) -> Crew:
        """Who is on the field at a moment; `lead` is that of the side that is ahead."""
        share = (quarter * 900 - clock) / 3600 if quarter <= 4 else 1.0
        n = bisect_right(self.begins, share) - 1
        from_quarter, least = DECIDED[self.sport]
        key = n, quarter >= from_quarter and lead >= least
        crew = self.crews.get(key)
        if crew is None:
            chart = self.charts[n][1]
            if key[1]:
                chart = {position: _reserves(position, members) for position, members in chart.items()}
            crew = self.crews[key] = self._crew(chart)
        return crew

    def _crew(self, chart: Chart) -> Crew:
        """Who does what by a depth chart."""
        sport, r = self.sport, self.stream("crew")
        line = _named(chart, LINE) if sport == "NFL" else ()
        passer = chart["QB"][0]
        attack = tuple([(passer, *_named(chart, five), *line) for _, five in ATTACKS])
        if attack not in self.attacks:
            self.attacks[attack] = _attack(attack, sport)
        defence = tuple([_named(chart, eleven) for _, eleven in DEFENCES[sport]])
        if defence not in self.defences:
            self.defences[defence] = _defence(defence, sport)
        kicker, punter, snapper = chart["PK"][0], chart["P"][0], chart["LS"][0]
        bench = _named(chart, BENCH[sport])
        cover = Lineup(bench[:10])
        _assign(cover)
        place = Lineup((kicker, punter, snapper, *line, *_named(chart, "TE2 TE1 EDGE1")))
        runners = _named(chart, "RB3 WR5 WR4" if len(chart["RB"]) > 2 else "WR5 WR4 WR3")
        pick = int(r.random() * 2)
        return Crew(
            self.attacks[attack],
            list(accumulate(share for share, _ in ATTACKS)),
            self.defences[defence],
            list(accumulate(share for share, _ in DEFENCES[sport])),
            cover,
            place,
            kicker,
            punter,
            runners[pick],
            runners[2],
        )


def _reserves(position: str, members: Sequence[Player]) -> Sequence[Player]:
    """A position when the game is decided: the first ones last."""
    rested = {"QB": 1, "RB": 1, "WR": 2, "TE": 1, "CB": 1, "S": 1, "EDGE": 1, "LB": 1}.get(position, 0)
    return (*members[rested:], *members[:rested])


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
        even = standard([draws[club.id] for club in members])
        for club, z in zip(members, standard([z + GIANTS * z * z for z in even])):
            result[club.id] = BETWEEN * levels[number] + STRENGTH[sport] * z
    mean = math.fsum(result[club.id] for members in groups.values() for club in members) / (len(clubs) - len(guests))
    return {key: value - mean for key, value in result.items()}


def sides(seed: int, sport: str, year: int, clubs: Sequence[Club]) -> dict[int, Side]:
    """What every club brings to its games in a year, by team id."""
    result = {}
    for team, value in worth(seed, sport, year, clubs).items():
        r = stream(seed, "style", sport, team, year)
        lean = 0.29 * STRENGTH[sport] * r.gauss(0, 1)
        result[team] = Side(value / 2 + lean, value / 2 - lean, 0.05 * r.gauss(0, 1), 0.04 * r.gauss(0, 1))
    return result


def _slots(sport: str) -> dict[str, tuple[int, ...]]:
    """Position -> its roster places."""
    result, first = {}, 0
    for position, _, count in ROSTER[sport]:
        result[position] = tuple(range(first, first + count))
        first += count
    return result


CATEGORY = {sport: {position: category for position, category, _ in rows} for sport, rows in ROSTER.items()}


def _talent(sport: str, person: Person, year: int) -> float:
    """What a player's talent is in a year; students are too short a time at their colleges for it to change."""
    return talent_in(person, year) if sport == "NFL" else person.talent


def _grown(sport: str, person: Person, year: int, position: str) -> float:
    """What it has become by his age."""
    if sport == "NFL":
        return grown(person, year, PEAK.get(position, PRIME[sport]))
    return person.talent + ageing(year - person.born, *PRIME[sport])


SPRING = OffSeason(((1, 2, 16), (1, 3, 10)), ((1, 3, 13), (1, 7, 20)), ((1, 4, 25), (1, 4, 27)))
TERM = OffSeason(((1, 1, 27), (1, 2, 8)), ((1, 2, 10), (1, 6, 10)), ((1, 6, 1), (1, 8, 1)))
"""When rosters change between seasons: those of the professionals from the opening of the market on, and by the draft;
those of the colleges when students go and come."""

MARKET = {
    "NFL": Market(
        "NFL",
        _slots("NFL"),
        (2, 12),
        0.24,
        SPRING,
        0.05,
        (6, 55),
        every=7,
        spans={
            "QB": (2, 18),
            "RB": (2, 9),
            "WR": (2, 11),
            "TE": (2, 13),
            "OT": (2, 13),
            "OG": (2, 13),
            "C": (2, 13),
            "CB": (2, 11),
            "PK": (2, 20),
            "P": (2, 20),
            "LS": (3, 18),
        },
        standing=0.85,
        value=lambda person, year, name: _grown("NFL", person, year, name),
    ),
    "NCAAFB": Market("NCAAFB", _slots("NCAAFB"), (2, 4), 0.16, TERM, parts=CATEGORY["NCAAFB"]),
}
"""How players change clubs; those of a college who never play together may wear the same number.

The days within a season are counted from a Thursday and are a week apart: Wednesdays, between the last game of a week
and the next.
"""


class Squads:
    """The players of a league in a season: who belongs to a club on a day, and who of them can play.

    Parameters
    ----------
    seed : int
        Seed of the world.
    sport : str
        ``NFL`` or ``NCAAFB``.
    year : int
        Start year of the season.
    clubs : sequence of Club
        The clubs of the season.
    opens, closes : date
        First and last day.
    game_days : callable
        Gives the days on which a club plays in the regular season, in order, by team id.
    """

    def __init__(
        self,
        seed: int,
        sport: str,
        year: int,
        clubs: Sequence[Club],
        opens: date,
        closes: date,
        game_days: Callable[[int], Sequence[date]],
    ) -> None:
        self.seed, self.sport = seed, sport
        self.rosters = Rosters(seed, MARKET[sport], tuple(club.id for club in clubs), year, opens)
        fit: dict[tuple[str, ...], int] = {(position,): LEAST.get(position, 1) for position in MARKET[sport].pools}
        self.ward = Ward(seed, HAZARD[sport], self.rosters, (closes - opens).days + 1, fit, game_days)
        self._players: dict[tuple[int, int, int], Player] = {}
        self._of_year: dict[tuple[int, int], tuple[float, float, float, float]] = {}
        self._depth: dict[tuple[int, str, int, int], Sequence[Player]] = {}

    def chart(self, club: int, day: date) -> Chart:
        """The depth chart of a club on a day, the injured included."""
        return {position: self._ranked(club, position, day) for position in self.rosters.market.pools}

    def _ranked(self, club: int, position: str, day: date) -> Sequence[Player]:
        """The players of a club on a day at a position, best first."""
        stretch = self.rosters.stretch(club, day)
        if stretch is None:
            return self._by_ability(club, position, day)
        key = club, position, stretch, _month(day)
        known = self._depth.get(key)
        if known is None:
            known = self._depth[key] = self._by_ability(club, position, day)
        return known

    def _by_ability(self, club: int, position: str, day: date) -> Sequence[Player]:
        players = (self._player(person, position, day) for person in self.rosters.pool(club, position, day))
        return sorted(players, key=lambda player: -player.ability)

    def members(self, club: int, day: date) -> list[Member]:
        """The players of a club on a day by position, best first."""
        found = []
        for position, ranked in self.chart(club, day).items():
            people = {person.id: person for person in self.rosters.pool(club, position, day)}
            category = CATEGORY[self.sport][position]
            for player in ranked:
                injury = self.ward.out(club, player.id, position, day)
                found.append(Member(people[player.id], position, category, injury=injury))
        return found

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        position_of = {slot: position for position, slots in self.rosters.market.pools.items() for slot in slots}
        for person, club, slot in self.rosters.former(day, since):
            position = position_of[slot]
            yield Member(person, position, CATEGORY[self.sport][position], active=False), club

    def _player(self, person: Person, position: str, day: date) -> Player:
        month, year = _month(day), self.rosters.year_of(day)
        known = self._players.get((person.id, month, year))
        if known is None:
            of_year = self._of_year.get((person.id, year))
            if of_year is None:
                of_year = self._of_year[person.id, year] = self._in_year(person, position, year)
            ability, season, talent, legs = of_year
            lately = stream(self.seed, "form", self.sport, person.id, "month", month).gauss(0, 1)
            ability += season + self._form(position)[1] * lately
            category = CATEGORY[self.sport][position]
            known = Player(person.id, person.name, position, category, ability, talent, legs)
            self._players[person.id, month, year] = known
        return known

    def _form(self, position: str) -> tuple[float, float]:
        """Spread of what a season, and a month of it, add to the ability of a position."""
        return FORM.get(position, (0.35, 0.32)) if self.sport == "NFL" else (0.35, 0.32)

    def _in_year(self, person: Person, position: str, year: int) -> tuple[float, float, float, float]:
        """Ability of a player in a year, what his form of the season adds to it, his talent and his legs."""
        return (
            _grown(self.sport, person, year, position),
            self._form(position)[0] * stream(self.seed, "form", self.sport, person.id, year).gauss(0, 1),
            math.exp(TALENT.get(position, 0.29) * min(_talent(self.sport, person, year), 2.6)),
            self._legs(person, year) if position == "QB" else 1.0,
        )

    def _legs(self, person: Person, year: int) -> float:
        """How often a passer runs, beside the average one of the NFL; the older he is, the less often."""
        z = stream(self.seed, "legs", self.sport, person.id).gauss(0, 1)
        slower = SLOWER * max(0, year - person.born - SWIFT)
        return RUNNING[self.sport] * min(FASTEST, math.exp(LEGS * z - LEGS**2 / 2)) * math.exp(-slower)

    def sides(self, club: int, day: date, draw: Callable[[object], Random]) -> Sides:
        """A club in a game: who begins, and what changes when players are hurt in it.

        Parameters
        ----------
        club : int
            Team id.
        day : date
            Day of the game.
        draw : callable
            Gives the streams of the game for this club.
        """
        return Sides(self.sport, self._charts(club, day, self.rosters.market.pools), draw)

    def _charts(self, club: int, day: date, positions: Iterable[str]) -> list[tuple[float, Chart]]:
        """Those who can play at some positions: share of regulation from which a chart holds, the first from 0."""
        fit: Chart = {}
        hurt: list[tuple[float, Player]] = []
        for position in positions:
            members, ill = self._ranked(club, position, day), self.ward.ill(club, position, day)
            if ill:
                members = [one for one in members if one.id not in ill or ill[one.id].is_suffered(day)]
                hurt += [(ill[one.id].moment, one) for one in members if one.id in ill]
            fit[position] = members
        charts = [(0.0, fit)]
        for moment, player in sorted(hurt, key=lambda item: item[0]):
            chart = dict(charts[-1][1])
            left = [one for one in chart[player.position] if one is not player]
            if len(left) >= LEAST.get(player.position, 1):
                chart[player.position] = left
                charts.append((moment, chart))
        return charts

    def brought(self, side: Side, club: int, day: date) -> Side:
        """What a club brings to a game, with what those who pass and kick for it are worth."""
        passers = [(begin, chart["QB"][0]) for begin, chart in self._charts(club, day, ("QB",))]
        (_, others), *_ = self._charts(club, day, ("RB", "PK", "P"))
        runner, kicker, punter = (self._skill(others[position][0]) for position in ("RB", "PK", "P"))
        return replace(
            side,
            passers=tuple((begin, self._skill(player)) for begin, player in passers),
            runner=runner,
            kicker=kicker,
            punter=punter,
        )

    def _skill(self, player: Player) -> float:
        """How good a player is among the first of his position in the league, in standard deviations."""
        mean, spread = self._levels[player.position]
        return bounded((player.ability - mean) / spread, FURTHEST[player.position])

    @once
    def _levels(self) -> dict[str, tuple[float, float]]:
        """Mean and spread of the ability of the first of the clubs on the first day, by position."""
        rosters = self.rosters
        levels = {}
        for position in FURTHEST:
            first = [self._ranked(club, position, rosters.opens)[0].ability for club in rosters.clubs]
            levels[position] = math.fsum(first) / len(first), pstdev(first)
        return levels


def _month(day: date) -> int:
    """Number of the four weeks for which a player is in the same form."""
    return day.toordinal() // 28


LEAST = {"WR": 4, "RB": 2, "TE": 2, "LB": 3, "CB": 3, "OT": 2, "OG": 2, "EDGE": 2, "DT": 2, "S": 2}
"""Players of a position that a side needs, and always has; one where nothing is said."""


def _named(chart: Chart, places: str) -> tuple[Player, ...]:
    """The players at these places of the depth chart; who is already on the field gives way to the next."""
    wanted = _places(places)
    try:
        return tuple([chart[position][number] for position, number in wanted])
    except IndexError:  # a position has run out of players
        pass
    chosen: list[Player] = []
    for position, number in wanted:
        choices = chart[position]
        if number < len(choices) and choices[number] not in chosen:
            chosen.append(choices[number])
            continue
        order = (*choices[number:], *choices[:number])
        chosen.append(next((p for p in order if p not in chosen), None) or _anyone(chart, chosen))
    return tuple(chosen)


@cache
def _places(text: str) -> tuple[tuple[str, int], ...]:
    """Positions, and the numbers of places in their depth charts, from 0; none of them twice."""
    return tuple((place.rstrip("123456789"), int(place[-1]) - 1) for place in text.split())


def _anyone(chart: Chart, chosen: Sequence[Player]) -> Player:
    """Somebody to fill in where a position has run out of players."""
    everyone = [p for position, members in chart.items() if position not in ("QB", "PK", "P", "LS") for p in members]
    return next(p for p in reversed(everyone) if p not in chosen)


def _beyond(
    lineups: Iterable[tuple[tuple[Player, ...], list[float]]], shares: Sequence[tuple[float, str]], most: float
) -> dict[Player, float]:
    """Whom more than a share of something would fall to in the lineups as a whole: factors that make it as much.

    Parameters
    ----------
    lineups : iterable of (tuple of Player, list of float)
        Players, and the cumulative weights by which it falls to them.
    shares : sequence of (float, str)
        How often each lineup is on the field.
    most : float
        The share.
    """
    found: defaultdict[Player, float] = defaultdict(float)
    for (players, weights), (often, _) in zip(lineups, shares):
        for player, before, after in zip(players, (0.0, *weights), weights):
            found[player] += often * (after - before) / weights[-1]
    return {player: most / (1 - most) * (1 - share) / share for player, share in found.items() if share > most}


def _attack(fielded: Sequence[tuple[Player, ...]], sport: str) -> list[Lineup]:
    """The lineups of those who attack together."""
    lineups = [Lineup(players) for players in fielded]
    for one in lineups:
        able = one.players[:6]
        carries, _, _ = _shares(tuple([player.position for player in able]))
        one.carriers = list(accumulate([share * one.talent * one.legs for share, one in zip(carries, able)]))
        _aim(one)
    if sport == "NFL":
        favoured = _beyond(((one.players, one.targets) for one in lineups), ATTACKS, MOST_TARGETS)
        for one in lineups if favoured else ():
            _aim(one, favoured)
    return lineups


def _aim(lineup: Lineup, held: Mapping[Player, float] = MappingProxyType({})) -> None:
    """Say how often passes are thrown at whom; `held` has factors for some."""
    able = lineup.players[:6]
    _, targets, reaches = _shares(tuple([player.position for player in able]))
    weights = [share * one.talent * held.get(one, 1.0) for share, one in zip(targets, able)]
    lineup.targets = list(accumulate(weights))
    lineup.catches = [list(accumulate(map(mul, weights, factors))) for factors in reaches]


@cache
def _shares(positions: tuple[str, ...]) -> tuple[list[float], list[float], list[list[float]]]:
    """Shares of carries, of targets, and factors on these by `REACH`, of players in these positions."""
    places = [
        f"WR{positions[: n + 1].count('WR')}" if position == "WR" else position for n, position in enumerate(positions)
    ]
    return (
        [CARRY.get(position, 0.0) for position in positions],
        [CATCH.get(place, 0.0) for place in places],
        [[factors.get(position, 1.0) for position in positions] for _, factors in REACH],
    )


def _defence(fielded: Sequence[tuple[Player, ...]], sport: str) -> list[Lineup]:
    """The lineups of those who defend together."""
    lineups = [Lineup(players) for players in fielded]
    for one in lineups:
        _, rushers, picks = _duties(tuple([player.position for player in one.players]))
        talents = [player.talent for player in one.players]
        one.rushers = list(accumulate(map(mul, rushers, talents)))
        one.picks = list(accumulate(map(mul, picks, talents)))
        _assign(one)
    if sport == "NFL":
        favoured = _beyond(((one.players, one.stops) for one in lineups), DEFENCES[sport], MOST_TACKLES)
        for one in lineups if favoured else ():
            _assign(one, favoured)
    return lineups


def _assign(lineup: Lineup, held: Mapping[Player, float] = MappingProxyType({})) -> None:
    """Say how often tackles fall to whom; `held` has factors for some."""
    stops, _, _ = _duties(tuple([player.position for player in lineup.players]))
    shares = zip(stops, lineup.players)
    lineup.stops = list(accumulate([share * one.talent * held.get(one, 1.0) for share, one in shares]))


@cache
def _duties(positions: tuple[str, ...]) -> tuple[list[float], list[float], list[float]]:
    """Shares of tackles, sacks and interceptions of players in these positions."""
    return (
        [STOP.get(position, 0.9) for position in positions],
        [RUSHER.get(position, 0.01) for position in positions],
        [PICK.get(position, 0.01) for position in positions],
    )
