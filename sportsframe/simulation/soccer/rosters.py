"""Soccer rosters: who belongs to a club on a day, how good a player is, and who can play."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from ...catalog import SPORTS
from .._common.careers import Market, OffSeason, Rosters, grown, holder_of, talent_in
from .._common.directory import Member
from .._common.injuries import Hazard, Ward
from .._common.people import Person
from .._common.rng import bounded, stream, two
from .clubs import member_ids

GOALKEEPER, DEFENDER, MIDFIELDER, FORWARD = POSITIONS = ("Goalkeeper", "Defender", "Midfielder", "Forward")

POOLS = {
    GOALKEEPER: tuple(range(4)),
    DEFENDER: tuple(range(4, 14)),
    MIDFIELDER: tuple(range(14, 24)),
    FORWARD: tuple(range(24, 31)),
}
"""Position -> roster places."""

CAREER = (3, 16)
"""Fewest and most seasons of a career."""

BETWEEN = 0.20
"""Share of the players who change clubs in summer, between seasons."""

WITHIN = 0.03
"""Share of the players who change clubs in winter, within a season."""

WINTER = {"EPL": (150, 170), "LALIGA": (145, 170), "SERIEA": (143, 164)}
"""League -> first and last day after the opening on which players change clubs in winter, none of them in December."""

SUMMER = OffSeason(((1, 6, 5), (1, 6, 30)), ((1, 7, 1), (1, 7, 31)), ((1, 7, 1), (1, 7, 25)))
"""When rosters change between seasons: contracts end in June."""

SEEN = {FORWARD: 0.5, MIDFIELDER: 0.3}
"""What a standard deviation of it that is not talent adds to how early a player is picked."""

SOLD, SOLD_STAR, STAR = 0.05, 0.7, 0.9
"""Shares of the players of a club that goes down whom one that stays buys: of others, and of those worth a star."""

BIDDERS = 4
"""Clubs that would have such a player; the one with the least in his place gets him, against the player it has."""

PRIME = 27.0, 6.0, 7.0
"""Best age, and how fast players get there and grow old, as in `ageing`."""


@lru_cache(maxsize=1 << 14)
def _nature(seed: int, league: str, player: int) -> tuple[float, float]:
    """A player's eye for goal and temper, in standard deviations, talent aside."""
    r = stream(seed, "talent", league, player)
    return r.gauss(0, 1), r.gauss(0, 1)


def _sales(
    seed: int, market: Market, name: str, clubs: tuple[int, ...], year: int, lines: Sequence[int]
) -> list[tuple[float, list[int]]]:
    """The players whom clubs of a league buy from those that go down after a season, as rounds of two."""
    league, own = market.sport, len(market.pools[name])
    before, after = (set(member_ids(seed, league, y)) for y in (year, year + 1))
    stay, r = sorted(before & after), stream(seed, "sales", league, name, year)

    def worth(place: int) -> float:
        club, k = divmod(lines[place], own)
        person = holder_of(seed, market, name, k, clubs[club], year + 1)
        return grown(person, year + 1, PRIME) + SEEN.get(name, 0.0) * _nature(seed, league, person.id)[0]

    found, bought = [], set[int]()
    for club in sorted(before - after):
        for place in range(clubs.index(club) * own, clubs.index(club) * own + own):
            if r.random() < (SOLD_STAR if worth(place) > STAR else SOLD):
                bids = [clubs.index(bidder) * own + place % own for bidder in r.sample(stay, BIDDERS)]
                buyer = min(bids, key=worth)
                if buyer not in bought:
                    bought.add(buyer)
                    found.append((r.random(), [place, buyer]))
    return found


MARKET = {
    league: Market(
        league,
        POOLS,
        CAREER,
        BETWEEN,
        SUMMER,
        WITHIN,
        WINTER[league],
        standing=0.7,
        value=lambda person, year, _: grown(person, year, PRIME),
        sales=_sales,
    )
    for league in SPORTS["SOCCER"].leagues
}
"""How players change clubs, by league."""

HAZARD = Hazard(
    {GOALKEEPER: 0.5, "": 1.7},
    {
        "Hamstring": 22,
        "Knee": 15,
        "Ankle": 14,
        "Calf": 10,
        "Groin": 9,
        "Thigh": 9,
        "Foot": 5,
        "Back": 4,
        "Hip": 3,
        "Shoulder": 3,
        "Illness": 6,
    },
    ((0.45, 4, 14), (0.34, 15, 40), (0.15, 41, 90), (0.06, 120, 270)),
    0.55,
)
"""How players are hurt."""

EYE = 0.52
"""Spread of players, in logarithms, in how much of their side's scoring is theirs."""

SHARPEST, ROUGHEST = 3.0, 2.0
"""Standard deviations that no player's eye for goal, and no player's temper, is from the average one."""

TEMPER = 0.5
"""Spread of players, in logarithms, in how often they are booked."""


@dataclass(frozen=True, slots=True, eq=False)
class Player:
    """A player of a club: who he is, where he plays, how good he is, his part in his side's goals and in its fouls.

    One object for all games of a season.
    """

    person: Person
    position: str
    ability: float
    eye: float
    temper: float


class Squads:
    """The players of a country's clubs in a season.

    Parameters
    ----------
    seed : int
        Seed of the world.
    league : str
        League code.
    clubs : tuple of int
        Team ids of every club of the country, in whatever division it plays.
    year : int
        Start year of the season.
    opens : date
        First day.
    length : int
        Days of the season.
    game_days : callable
        Gives the days on which a club plays, in order, by team id.
    """

    def __init__(
        self,
        seed: int,
        league: str,
        clubs: tuple[int, ...],
        year: int,
        opens: date,
        length: int,
        game_days: Callable[[int], Sequence[date]],
    ) -> None:
        self.seed, self.league = seed, league
        self.rosters = Rosters(seed, MARKET[league], clubs, year, opens)
        self.ward = Ward(seed, HAZARD, self.rosters, length, FIT, game_days)
        self._players: dict[tuple[int, int], Player] = {}
        self._squads: dict[tuple[int, int], dict[str, list[Player]]] = {}

    def _player(self, person: Person, position: str, year: int) -> Player:
        known = self._players.get((person.id, year))
        if known is None:
            sharp, rough = _nature(self.seed, self.league, person.id)
            form = stream(self.seed, "form", self.league, person.id, year).gauss(0, 0.35)
            ability = grown(person, year, PRIME) + form + SEEN.get(position, 0.0) * sharp
            eye = math.exp(EYE * bounded(0.7 * min(talent_in(person, year), 3.0) + 0.7 * sharp, SHARPEST))
            temper = math.exp(TEMPER * bounded(rough, ROUGHEST))
            known = self._players[person.id, year] = Player(person, position, ability, eye, temper)
        return known

    def squad(self, club: int, day: date) -> dict[str, list[Player]]:
        """The players of a club on a day by position, best first, the injured and the suspended included."""
        stretch = self.rosters.stretch(club, day)
        if stretch is None:
            return self._squad(club, day)
        known = self._squads.get((club, stretch))
        if known is None:
            known = self._squads[club, stretch] = self._squad(club, day)
        return known

    def _squad(self, club: int, day: date) -> dict[str, list[Player]]:
        year = self.rosters.year_of(day)
        return {
            position: sorted(
                (self._player(person, position, year) for person in self.rosters.pool(club, position, day)),
                key=lambda player: -player.ability,
            )
            for position in POSITIONS
        }

    def members(self, club: int, day: date) -> list[Member]:
        """The players of a club on a day by position, best first, the suspended included."""
        return [
            Member(player.person, position, injury=self.ward.out(club, player.person.id, position, day))
            for position, players in self.squad(club, day).items()
            for player in players
        ]

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        position_of = {slot: position for position, slots in POOLS.items() for slot in slots}
        for person, club, slot in self.rosters.former(day, since):
            yield Member(person, position_of[slot], active=False), club

    def fit(self, club: int, day: date, suspended: Collection[int]) -> dict[str, list[Player]]:
        """The players of a club who can play on a day, by position, best first; nobody on the day of his transfer.

        A club does without the last ones of its squad for a season, one with more of them than another.

        Parameters
        ----------
        club : int
            Team id.
        day : date
            Day of the game.
        suspended : collection of int
            Player ids of those who are suspended.
        """
        year = self.rosters.year
        share = LEAST + (1 - LEAST) * two(self.seed, "counted on", self.league, club, year)[0]
        fit = {}
        for position, players in self.squad(club, day).items():
            ill = self.ward.ill(club, position, day)
            absent = {player for player, injury in ill.items() if not injury.is_suffered(day)}.union(suspended)
            ranked = [
                (rank, player)
                for rank, player in enumerate(players)
                if player.person.id not in absent and (player.person.id, day) not in self.rosters.arrivals
            ]
            fit[position] = self._counted_on(len(players) * share, NEEDED[position], ranked)
        return fit

    @staticmethod
    def _counted_on(most: float, needed: int, ranked: Sequence[tuple[int, Player]]) -> list[Player]:
        """The first so many of a squad, and others where too few of them can play."""
        return [player for n, (rank, player) in enumerate(ranked) if rank < most or n < needed]


FIT: dict[tuple[str, ...], int] = {(GOALKEEPER,): 3, (DEFENDER,): 5, (MIDFIELDER,): 5, (FORWARD,): 3}
"""Players of a position who are always fit, if not always allowed to play."""

NEEDED = {GOALKEEPER: 3, DEFENDER: 6, MIDFIELDER: 6, FORWARD: 4}
"""Players of a position of whom a club makes use at least, if so many can play."""

LEAST = 0.6
"""Share of the squad on which a club counts at least."""
