"""Basketball rosters: how good a club is in a year, who plays for it, who is active for a game."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from random import Random

from .._common.careers import Market, OffSeason, Rosters, ageing, talent_in
from .._common.clubs import Club
from .._common.directory import Member
from .._common.injuries import Hazard, Injury, Ward, injury_on
from .._common.people import Person
from .._common.rng import bounded, lasting, standard, stream
from .events import at_the_line
from .floor import Player, Squad
from .play import Form
from .possession import RULES

MEMORY = (1.0, 0.75, 0.5, 0.3)
"""How much of a year's luck is left one, two and three years later."""

POSITIONS = {"NBA": ("PG", "SG", "SF", "PF", "C"), "NCAABB": ("G", "G", "F", "F", "C")}
STARTERS = {
    "NBA": tuple({position: 0.0} for position in POSITIONS["NBA"]),
    "NCAABB": ({"G": 0.0}, {"G": 0.0}, {"F": 0.0}, {"C": 0.0, "F": 0.0}, {"G": 0.4, "F": 0.0}),
}
"""The positions that fill each place of the five who start, and what is added to their quality: colleges mostly start
three guards."""

STRANGE = 0.4
"""How much better a professional is than a man of another position in whose place he starts."""

GROUP = {"PG": "G", "SG": "G", "SF": "F", "PF": "F", "C": "C", "G": "G", "F": "F"}
"""Position -> its category."""

ROSTER = {"NBA": 15, "NCAABB": 15}
POOLS = {
    sport: {
        name: tuple(slot for slot in range(ROSTER[sport]) if names[slot % 5] == name) for name in dict.fromkeys(names)
    }
    for sport, names in POSITIONS.items()
}
"""League -> position -> roster places."""

SUMMER = OffSeason(((1, 6, 25), (1, 7, 4)), ((1, 7, 6), (1, 9, 15)), ((1, 7, 6), (1, 8, 5)))
SPRING = OffSeason(((1, 4, 11), (1, 4, 24)), ((1, 4, 25), (1, 7, 15)), ((1, 6, 5), (1, 8, 25)))
"""When rosters change between seasons: those of the professionals once the market opens, those of the colleges when
students go and come."""

GREEN: dict[str, dict[int, float]] = {"NBA": {0: 1.0, 1: 0.5, 2: 0.2}, "NCAABB": {0: 0.6, 1: 0.2}}
"""What the quality of a player lacks after so many seasons."""

FADED: dict[str, dict[int, float]] = {"NBA": {0: 1.0, 1: 0.5, 2: 0.2}, "NCAABB": {}}
"""What it lacks so many seasons before the end of a career."""

PRIME = 27.5, 9.5, 5.5
"""Best age of professionals, and how fast they get there and grow old, as in `ageing`."""


def _grown(sport: str, person: Person, year: int) -> float:
    """What a player's talent has become in a year."""
    age = year - person.born
    prime = 1 + ageing(age, *PRIME) if sport == "NBA" else (age - 20) * 0.25
    return talent_in(person, year, GREEN[sport], FADED[sport]) + 0.5 * prime + 0.9 * _is_rare(sport, person.id)


@lru_cache(maxsize=20_000)
def _is_rare(sport: str, player: int) -> bool:
    return stream("talent", sport, player).random() < RARE


MARKET = {
    "NBA": Market(
        "NBA",
        POOLS["NBA"],
        (2, 16),
        0.28,
        SUMMER,
        0.18,
        (40, 108),
        value=lambda person, year, _: _grown("NBA", person, year),
        star=1.3,
    ),
    "NCAABB": Market("NCAABB", POOLS["NCAABB"], (1, 4), 0.22, SPRING),
}
"""How players change clubs."""

HAZARD = {
    "NBA": Hazard(
        {"": 2.6},
        {
            "Ankle": 20,
            "Knee": 17,
            "Hamstring": 9,
            "Back": 8,
            "Calf": 7,
            "Foot": 6,
            "Illness": 10,
            "Groin": 4,
            "Hip": 4,
            "Shoulder": 4,
            "Wrist": 3,
            "Finger": 3,
            "Thumb": 2,
            "Elbow": 2,
            "Achilles": 1,
        },
        ((0.62, 1, 6), (0.24, 7, 20), (0.10, 21, 60), (0.04, 90, 300)),
    ),
    "NCAABB": Hazard(
        {"": 0.9},
        {
            "Ankle": 24,
            "Knee": 18,
            "Illness": 14,
            "Foot": 8,
            "Hamstring": 6,
            "Back": 6,
            "Concussion": 5,
            "Hand": 5,
            "Shoulder": 4,
            "Wrist": 4,
            "Groin": 3,
            "Hip": 3,
        },
        ((0.58, 2, 8), (0.26, 9, 25), (0.10, 26, 60), (0.06, 90, 300)),
    ),
}
"""How players are hurt."""

PLAYMAKERS = 0.12
"""Share of players who pass as their position seldom does."""

RARE = 0.025
"""Share of players who are out of the ordinary."""

PLAYERS = {"NBA": 0.9, "NCAABB": 0.8}
"""Correlation of what a club is worth in a season with its players; the rest is the coach, and how they fit."""

QUALITY_POINTS = {"NBA": 3.0, "NCAABB": 2.8}
"""Points a game that a player is worth who is one better in quality than another for as long as it lasts."""

USE = {"NBA": 0.36, "NCAABB": 0.275}
"""What a standard deviation of quality adds to a player's part in the attack, in logarithms."""

DRAWN = {"NBA": (2.0, 0.51), "NCAABB": (1.3, 0.37)}
"""How much more fouls are drawn by who has a great part in the attack, as a power of it, and the spread of that."""

MANY_SHOTS = {"NBA": 2.1, "NCAABB": 2.6}
"""Part in the attack beyond which a player is guarded."""

MANY_REBOUNDS = {"NBA": 1.55, "NCAABB": 1.35}
"""Times the rebounds of a position beyond which a player is guarded."""

MANY_THREES, GUARDED = 0.9, 0.4
"""Part in the attack from behind the line beyond which a player is guarded, and the power left of what is beyond."""

MANY_BLOCKS = {"NBA": 2.7, "NCAABB": 1.9}
"""Times the blocks of a position beyond which opponents shoot elsewhere."""

STAMINA = {"NBA": 0.065, "NCAABB": 0.14}
"""Spread of players, in logarithms, in how long they play beside others of their rank."""

TIRELESS = 2.5
"""Standard deviations that no player's stamina is from the average one."""

LEAST = 8
"""Players of a club who are always fit."""

REST, RESTED = 0.14, 4
"""Chance that one of a club's best players, and how many of them, rests on the second of two nights."""

TRAITS: dict[str, tuple[float, ...]] = {
    #     threes two  three free drawn offensive defensive assist steal block lost foul
    "PG": (0.47, 0.50, 0.365, 0.83, 0.95, 0.35, 0.65, 2.3, 1.3, 0.3, 1.35, 0.85),
    "SG": (0.50, 0.51, 0.370, 0.82, 0.90, 0.45, 0.70, 1.2, 1.1, 0.4, 1.00, 0.90),
    "SF": (0.43, 0.53, 0.360, 0.79, 0.95, 0.80, 1.00, 0.9, 1.0, 0.8, 0.90, 1.00),
    "PF": (0.33, 0.55, 0.350, 0.76, 1.05, 1.40, 1.25, 0.7, 0.8, 1.2, 0.90, 1.10),
    "C": (0.10, 0.60, 0.330, 0.69, 1.20, 2.30, 1.70, 0.6, 0.7, 2.5, 0.95, 1.25),
    "G": (0.45, 0.47, 0.345, 0.76, 0.95, 0.40, 0.75, 1.7, 1.2, 0.3, 1.15, 0.90),
    "F": (0.33, 0.51, 0.335, 0.70, 1.00, 1.20, 1.10, 0.8, 0.9, 1.0, 0.90, 1.05),
}
"""What the positions are like; shares and rates beside each other on the floor."""


COACHES = 0.5
"""Spread of the coaches of a league in how many men they send on."""

FURTHEST = 1.5
"""Standard deviations that no professional club is from the average one, before they are put on one scale."""


def forms(seed: int, sport: str, year: int, clubs: Sequence[Club], worth: Sequence[float]) -> dict[int, Form]:
    """What every club of a league is worth in a year, by team id; league means are 0.

    `worth` has that of the players of each club, beside each other.
    """
    rules = RULES[sport]
    luck = standard([lasting((seed, "strength", sport, club.id), year, MEMORY) for club in clubs])
    share = PLAYERS[sport]
    draws = [share * own + math.sqrt(1 - share**2) * z for own, z in zip(standard(worth), luck)]
    if sport == "NCAABB":
        levels = _conference_levels(seed, clubs)
        groups: dict[str, list[int]] = {}
        for i, club in enumerate(clubs):
            groups.setdefault(club.conference, []).append(i)
        within = rules.strength * 0.56
        between = math.sqrt(rules.strength**2 - within**2)
        values = [0.0] * len(clubs)
        for name, members in groups.items():
            for i, z in zip(members, standard([draws[i] for i in members])):
                values[i] = between * levels[name] + within * z
        mean = math.fsum(values) / len(values)
        values = [v - mean for v in values]
    else:
        values = [rules.strength * z for z in standard([bounded(z, FURTHEST) for z in standard(draws)])]
    out = {}
    for club, value in zip(clubs, values):
        r = stream(seed, "style", sport, club.id, year)
        lean = (rules.style or rules.strength / 2) * r.gauss(0, 1)
        tempo = 0.035 * r.gauss(0, 1)
        taste = int(3 * r.random()) - 1
        out[club.id] = Form(value / 2 + lean, value / 2 - lean, tempo, taste, COACHES * bounded(r.gauss(0, 1), 2.0))
    return out


def _conference_levels(seed: int, clubs: Sequence[Club]) -> dict[str, float]:
    """Standard levels of the conferences: a few strong ones, for good."""
    names = sorted({club.conference for club in clubs})
    stream(seed, "levels", "NCAABB").shuffle(names)
    size = len(names)
    raw = standard([-math.log((k + 0.7) / size) for k in range(size)])
    even = standard([(size - k) / size for k in range(size)])
    return dict(zip(names, standard([0.3 * a + 0.7 * b for a, b in zip(raw, even)])))


class Squads:
    """The players of a league in a season: who belongs to a club on a day, and who of them can play.

    Parameters
    ----------
    seed : int
        Seed of the world.
    sport : str
        ``NBA`` or ``NCAABB``.
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
        self.sport = sport
        self.rosters = Rosters(seed, MARKET[sport], tuple(club.id for club in clubs), year, opens)
        length = (closes - opens).days + 1
        self.ward = Ward(seed, HAZARD[sport], self.rosters, length, {tuple(POOLS[sport]): LEAST}, game_days)
        self.opens = opens
        self._worth: dict[int, float] = {}
        self._players: dict[tuple[int, int], Player] = {}
        self._known: dict[tuple[int, int], tuple[Player, ...]] = {}
        self._suffered: dict[int, Mapping[int, Sequence[Injury]]] = {}
        self._squads: dict[int, tuple[list[Player], Squad]] = {}

    def roster(self, club: int, day: date) -> tuple[Player, ...]:
        """The players of a club on a day, best first, the injured included."""
        stretch = self.rosters.stretch(club, day)
        if stretch is None:
            return self._ranked(club, day)
        known = self._known.get((club, stretch))
        if known is None:
            known = self._known[club, stretch] = self._ranked(club, day)
        return known

    def _ranked(self, club: int, day: date) -> tuple[Player, ...]:
        year = self.rosters.year_of(day)
        players = [
            self._player(person, position, year)
            for position in self.rosters.market.pools
            for person in self.rosters.pool(club, position, day)
        ]
        return tuple(sorted(players, key=lambda player: -player.quality))

    def _player(self, person: Person, position: str, year: int) -> Player:
        known = self._players.get((person.id, year))
        if known is None:
            known = self._players[person.id, year] = _player(self.sport, person, position, year)
        return known

    def worth(self, club: int) -> float:
        """What the players of a club on the first day are worth if all can play."""
        known = self._worth.get(club)
        if known is None:
            known = self._worth[club] = _worth(self.sport, self.roster(club, self.opens))
        return known

    def gained(self, club: int, day: date, before: date, stream_of: Callable[[], Random]) -> float:
        """Points a game by which those who play on a day are better than all of the first day; arguments of `dressed`.

        Mostly they are worse: somebody is hurt or rests.
        """
        fit, _ = self._available(club, day, before, stream_of)
        return QUALITY_POINTS[self.sport] * (_worth(self.sport, fit) - self.worth(club))

    def members(self, club: int, day: date) -> list[Member]:
        """The players of a club on a day by position, best first."""
        pools = self.rosters.market.pools
        people = {person.id: person for position in pools for person in self.rosters.pool(club, position, day)}
        ranked = self.roster(club, day)
        return [
            Member(people[player.id], position, GROUP[position], injury=self.ward.out(club, player.id, position, day))
            for position in pools
            for player in ranked
            if player.position == position
        ]

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        position_of = {slot: position for position, slots in self.rosters.market.pools.items() for slot in slots}
        for person, club, slot in self.rosters.former(day, since):
            position = position_of[slot]
            yield Member(person, position, GROUP[position], active=False), club

    def _injuries(self, club: int) -> Mapping[int, Sequence[Injury]]:
        """The injuries that players suffer at a club in the season, by player id."""
        known = self._suffered.get(club)
        if known is None:
            known = self._suffered[club] = {
                player: some
                for pool in self.rosters.market.pools
                for player, some in self.ward.injuries(club, pool).items()
            }
        return known

    def dressed(self, club: int, day: date, before: date, stream_of: Callable[[], Random]) -> Squad:
        """Who is dressed for a game: the five starters, the best of each position, then the rest by rank.

        Who comes by a trade on the day rests. Where too few are fit, those who would rest play, as does who is hurt
        in the game.

        Parameters
        ----------
        club : int
            Team id.
        day, before : date
            Day of the game, and of the club's game before it.
        stream_of : callable
            Gives the stream that decides who rests, where somebody might.
        """
        fit, leaving = self._available(club, day, before, stream_of)
        last = self._squads.get(club)
        if last is None or last[0] != fit:  # mostly they are those of the last game
            last = self._squads[club] = fit, Squad(_lined_up(self.sport, fit))
        squad = last[1]
        if not leaving:
            return squad
        return squad.with_hurt(
            {number: leaving[player.id] for number, player in enumerate(squad.players) if player.id in leaving}
        )

    def _available(
        self, club: int, day: date, before: date, stream_of: Callable[[], Random]
    ) -> tuple[list[Player], dict[int, int]]:
        """The players for a game, best first, and when those leave it who are hurt in it; arguments of `dressed`."""
        ranked = self.roster(club, day)
        tired = stream_of() if self.sport == "NBA" and (day - before).days == 1 else None
        injuries, arrivals = self._injuries(club), self.rosters.arrivals
        fit: list[Player] = []
        resting: list[Player] = []
        leaving: dict[int, int] = {}
        for rank, player in enumerate(ranked):
            rests = tired is not None and rank < RESTED and tired.random() < REST
            if player.id in injuries and (injury := injury_on(day, injuries[player.id])):
                if not injury.is_suffered(day):
                    continue
                rests = False
                leaving[player.id] = max(1, int(injury.moment * RULES[self.sport].regulation / 60)) * 60
            rests = rests or (bool(arrivals) and (player.id, day) in arrivals)
            (resting if rests else fit).append(player)
        return fit + resting[: max(0, LEAST - len(fit))], leaving


def _lined_up(sport: str, fit: Sequence[Player]) -> list[Player]:
    """The five who start, best first, then the rest by rank.

    They are the best of each place, but for those in whose place somebody much better of another position starts.
    """
    starters: list[Player] = []
    for place in STARTERS[sport]:
        rest = [p for p in fit if p not in starters]
        able = [p for p in rest if p.position in place]
        starters.append(max(able, key=lambda p: p.quality + place[p.position]) if able else rest[0])
    if sport == "NBA":
        for player in (p for p in fit if p not in starters):
            weaker = (p for p in starters if p.quality < player.quality - STRANGE)
            for weak in sorted(weaker, key=lambda p: p.quality):
                others = [player, *(p for p in starters if p is not weak)]
                if _at_home(others):
                    starters = others
                    break
    starters.sort(key=lambda p: -p.quality)
    return [*starters, *[p for p in fit if p not in starters]][: RULES[sport].squad]


def _at_home(five: Sequence[Player]) -> bool:
    """Whether five professionals can play together: one at the point, one at the centre, the others at their own
    position or at the one beside it."""
    first, *others, last = sorted(POSITIONS["NBA"].index(player.position) for player in five)
    return (first, last) == (0, 4) and all(abs(place - own) <= 1 for place, own in enumerate(others, 1))


def _eased(part: float, many: float) -> float:
    """What is left of a player's part in something once the opponents guard him."""
    return part if part <= many else many * (part / many) ** GUARDED


def _worth(sport: str, ranked: Sequence[Player]) -> float:
    """What players are worth, best first: their quality by the share of a game that the first and the last play."""
    rules = RULES[sport]
    minutes = rules.regulation / 60
    return math.fsum(played / minutes * player.quality for played, player in zip(rules.minutes, ranked))


def _player(sport: str, person: Person, position: str, year: int) -> Player:
    r = stream("talent", sport, person.id)
    three, two, far, free, drawn, orb, drb, assist, steal, block, lost, foul = TRAITS[position]
    r.random()  # whether he is out of the ordinary
    quality = _grown(sport, person, year)

    def vary(spread: float) -> float:
        return math.exp(spread * r.gauss(0, 1))

    use = _eased(math.exp(USE[sport] * quality) * vary(0.14), MANY_SHOTS[sport])
    lead = math.exp(0.25 * quality)
    three = min(0.85, three * vary(0.35))
    three = _eased(use * three, MANY_THREES) / use
    two = min(0.75, two + 0.03 * r.gauss(0, 1) + 0.012 * quality)
    far = min(0.46, max(0.24, far + 0.025 * r.gauss(0, 1)))
    free = min(0.94, max(0.45, free + 0.07 * r.gauss(0, 1)))
    playmaker = 2.2 if r.random() < PLAYMAKERS else 1.0
    assist *= lead * lead * vary(0.22) * playmaker
    weights = (
        use * (1 - three) * two,
        use * (1 - three) * (1 - two),
        use * three * far,
        use * three * (1 - far),
        orb * _eased(lead * vary(0.25), MANY_REBOUNDS[sport]),
        drb * _eased(lead * vary(0.18), MANY_REBOUNDS[sport]),
        assist * vary(0.34) * use,
        steal * vary(0.3),
        block * _eased(vary(0.65), MANY_BLOCKS[sport]),
        lost * vary(0.15) * use,
        foul * vary(0.15),
    )
    power, spread = DRAWN[sport]
    drawn *= vary(spread) * use**power
    stamina = math.exp(STAMINA[sport] * bounded(r.gauss(0, 1), TIRELESS))
    return Player(person.id, person.name, position, quality, (*weights, drawn, *at_the_line(drawn, free)), stamina)
