"""What baseball players can do: batters' chances and pitchers' rates, on one level in every year."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum
from statistics import fmean

from .._common.careers import ageing, talent_in
from .._common.directory import traits
from .._common.people import Person
from .._common.rng import bounded, held_above, held_below, stream, two
from .lineup import Arm, Hitter, factor, value
from .places import BATTERS, FADED, GREEN, REGULARS, RELIEVERS, RELIEVING, ROLES, SPORT, STARTERS, STARTING, Holders

CHANCES = (0.549, 0.1920, 0.0243, 0.0790, 0.3540, 0.1060, 0.0080)
"""Strikeout, walk, hit batter, homer, single, double and triple of the average regular, against an out in play."""

STEAL, SAFE = 0.1015, 0.791
"""How often the average regular tries for second base when he can, and how often those who try are safe."""

STARTER, RELIEVER = (0.975, 0.985, 0.995, 1.004), (1.06, 1.01, 0.965, 0.994)
"""Strikeouts, walks, homers and hits of the average starter and reliever, against the average pitcher."""

AGE = (27.5, 8.0, 9.0)
"""Best age, and the years before and after it that cost a standard deviation of ability."""

PITCHES, ENDURANCE, SPOT = 102.8, 11.5, 11.0
"""Pitches that the average pitcher is good for, how many more for a standard deviation of ability, and how many fewer
in a spot start."""

BOUNDS = ((2.4, 1.05), (2.7, 3.0), (3.5, 3.5), (3.0, 1.1))
"""Standard deviations above and below the average that contact, power, eye and bat of a batter never pass.

Who makes still weaker contact does not keep his place.
"""

SUBSTITUTE = 0.96
"""How often a batter who is not a regular gets on base, against a regular of the same talent."""

WEAKEST, HARDEST, SOFT = 0.322, 0.350, 0.012
"""What a plate appearance of a regular is worth at least, and against a pitcher at most, and how softly both hold.

Who is worse loses his place in the real league within weeks; here those who would be are as good as this.
"""

HIT, FACED = (3, 4, 5), (1, 3, 4, 5)
"""The chances by which batters, and pitchers, are held to it: homers, singles and doubles; walks as well."""

WORTH = {"bat": (0.3, 0.8, 0.4, 0.3, 0.14), "arm": (0.64, 0.54, 0.46, 0.28, 0.08)}
"""What the abilities are worth of the talent of a batter and of a pitcher; the squares of each add up to 1."""

FASTEST = 4.6
"""Bound of how often a runner tries for second base, beside the average one."""

PLUNKED = 2.1
"""How much oftener who crowds the plate most is hit by a pitch than who stands farthest from it, in logarithms."""

LOWEST, NEAR = 0.242, 0.008
"""The batting average with which a regular keeps his place at least, whatever his club, and how softly that holds."""


def _with_hits(weights: tuple[float, ...]) -> tuple[float, ...]:
    """The chances of a batter who has as many singles and doubles more as he needs to keep his place."""
    strikeout, walk, plunked, homer, single, double, triple = weights
    hits = homer + single + double + triple
    average = hits / (1 + strikeout + hits)
    least = held_above(average, LOWEST, NEAR)
    more = (least * (1 + strikeout) / (1 - least) - homer - triple) / (single + double)
    return strikeout, walk, plunked, homer, single * more, double * more, triple


class Abilities:
    """What the players of a season can do.

    The people of a year are put on one level, so that a season of weak bats does not look like another game: the
    average regular, starter and reliever are the same every year.

    Parameters
    ----------
    clubs : sequence of Holders
        Who holds the places of the clubs of the league; those of the first day set the level.
    bats, arms : sequence of float
        By club, what the whole side's batters and pitchers are better for.
    """

    def __init__(self, clubs: Sequence[Holders], bats: Sequence[float], arms: Sequence[float]) -> None:
        self.seed, self.year = clubs[0].seed, clubs[0].year
        self._hitters: dict[tuple[int, int, float], Hitter] = {}
        self._arms: dict[tuple[int, int, float], Arm] = {}
        first = [club.on(club.opens) for club in clubs]
        regulars = [self._raw_hitter(people[place], place) for people in first for place in range(len(REGULARS))]
        self._scale = [chance / fmean(x.weights[n] for x in regulars) for n, chance in enumerate(CHANCES)]
        kept = [self._kept_hitter(x, bat) for x, bat in zip(regulars, (bat for bat in bats for _ in REGULARS))]
        self._level = [chance / fmean(weights[n] for weights in kept) for n, chance in enumerate(CHANCES)]
        tries = [min(FASTEST, x.steal) for x in regulars]
        self._quick = STEAL / fmean(tries)
        self._lift = SAFE - fsum(x.safe * t for x, t in zip(regulars, tries)) / fsum(tries)
        self._factors: dict[bool, list[float]] = {}
        self._levels: dict[bool, list[float]] = {}
        for starts, places, level in ((True, STARTING, STARTER), (False, RELIEVING, RELIEVER)):
            found = [
                self._raw_arm(people[place], place - STARTING.start, arm)
                for people, arm in zip(first, arms)
                for place in places
            ]
            self._factors[starts] = [goal / fmean(arm.rates[n] for arm in found) for n, goal in enumerate(level)]
            held = [self._kept_arm(arm) for arm in found]
            self._levels[starts] = [goal / fmean(rates[n] for rates in held) for n, goal in enumerate(level)]

    def _talent(self, person: Person, what: str) -> list[float]:
        """Standard normal abilities of a person: his own, moved a little each year and by his age."""
        own = stream(self.seed, SPORT, what, person.id)
        form = stream(self.seed, SPORT, what, person.id, self.year)
        age = 0.5 + ageing(self.year - person.born, *AGE)
        parts = [own.gauss(0, 1) for _ in WORTH[what]]
        # independent of each other, and together his talent
        lacks = talent_in(person, self.year, GREEN, FADED) - fsum(
            share * part for share, part in zip(WORTH[what], parts)
        )
        return [
            0.92 * (part + share * lacks) + 0.34 * form.gauss(0, 1) + 0.3 * age
            for part, share in zip(parts, WORTH[what])
        ]

    def hitter(self, person: Person, slot: int, club: float) -> Hitter:
        """A player as a batter in a place of the roster of a club whose batters are so much better."""
        known = self._hitters.get((person.id, slot, club))
        if known is None:
            known = self._raw_hitter(person, slot)
            kept = self._kept_hitter(known, club, regular=slot < len(REGULARS))
            weights = tuple(w * s for w, s in zip(kept, self._level))
            known.rate(weights, self._quick * min(FASTEST, known.steal))
            known.safe += self._lift
            self._hitters[person.id, slot, club] = known
        return known

    def _kept_hitter(self, raw: Hitter, club: float, *, regular: bool = True) -> tuple[float, ...]:
        """The chances of a batter, a regular hitting well enough to keep his place; before the year's level."""
        weights = [w * s for w, s in zip(raw.weights, self._scale)]
        if not regular:
            return tuple(w * SUBSTITUTE if n in FACED else w for n, w in enumerate(weights))
        with_club = [w * club if n in FACED else w for n, w in enumerate(weights)]
        enough = factor(with_club, HIT, held_above(value(with_club), WEAKEST, SOFT))
        return _with_hits(tuple(w * enough if n in HIT else w for n, w in enumerate(weights)))

    def _kept_arm(self, raw: Arm) -> tuple[float, ...]:
        """The rates of a pitcher, whom batters do not hit so hard that he loses his place; before the year's level."""
        strikeout, walk, homer, hit = (rate * s for rate, s in zip(raw.rates, self._factors[raw.starter]))
        against = [chance * rate for chance, rate in zip(CHANCES, (strikeout, walk, 1.0, homer, hit, hit, 1.0))]
        enough = factor(against, FACED, held_below(value(against), HARDEST, SOFT))
        return strikeout, walk * enough, homer * enough, hit * enough

    def _raw_hitter(self, person: Person, slot: int) -> Hitter:
        plays, lift = BATTERS[slot]
        *talents, legs = self._talent(person, "bat")
        contact, power, eye, bat = (
            bounded(talent, most if talent > 0 else least) for talent, (most, least) in zip(talents, BOUNDS)
        )
        legs += {"C": -1.0, "1B": -0.8, "DH": -0.7, "CF": 0.8, "SS": 0.5, "2B": 0.4}.get(plays[0], 0.0)
        weights = (
            exp(-0.32 * contact + 0.18 * power + 0.12 * eye),
            exp(0.35 * eye + 0.22 * power + 0.05 * lift),
            exp(PLUNKED * two(self.seed, SPORT, "crowds", person.id)[0]),
            exp(0.54 * power + 0.22 * lift),
            exp(0.135 * bat - 0.02 * power + 0.05 * lift),
            exp(0.185 * bat + 0.08 * power + 0.05 * lift),
            exp(0.42 * legs),
        )
        steal = exp(1.0 * legs)
        bats = traits(self.seed, SPORT, person, plays[0])["bats"]
        return Hitter(person.id, person.name, plays, weights, steal, min(0.9, 0.778 + 0.03 * legs), bats)

    def arm(self, person: Person, k: int, club: float) -> Arm:
        """A player as a pitcher in the k-th place of a club whose pitchers are so much better."""
        known = self._arms.get((person.id, k, club))
        if known is None:
            known = self._raw_arm(person, k, club)
            known.rate(tuple(rate * s for rate, s in zip(self._kept_arm(known), self._levels[known.starter])))
            self._arms[person.id, k, club] = known
        return known

    def _raw_arm(self, person: Person, k: int, club: float) -> Arm:
        starter, lift = ROLES[k]
        stuff, control, ball, luck, body = self._talent(person, "arm")
        stuff += lift + (-0.25 if starter else 0.4)
        control += 0.7 * lift
        rates = (
            exp(0.29 * stuff),
            exp(-0.22 * control) / club,
            exp(-0.16 * ball - 0.08 * lift) / club,
            exp(-0.045 * luck - 0.02 * lift) / club,
        )
        able = bounded(fsum(share * figure for share, figure in zip(WORTH["arm"], (stuff, control, ball, luck))), 2.5)
        limit = PITCHES + ENDURANCE * able + 4 * body - SPOT * (k >= STARTERS + RELIEVERS)
        return Arm(person.id, person.name, rates, limit, starter, traits(self.seed, SPORT, person, "P")["throws"])
