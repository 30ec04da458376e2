"""Who of a baseball club is out in a year, why, and who fills his place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from random import Random
from typing import NamedTuple

from .._common.cached import once
from .._common.calendar import DAY
from .._common.injuries import Injury, can_last
from .._common.people import Person
from .._common.rng import pick, stream, two
from .places import ACTIVE, BATTERS, CALLED, DEEP, RELIEVING, SPORT, SPOTS, STARTING, Holders, can_fill
from .schedule import opening_day

HURT: dict[str, dict[str, float]] = {
    "P": {
        "Elbow": 25,
        "Shoulder": 24,
        "Forearm": 11,
        "Oblique": 7,
        "Back": 7,
        "Hamstring": 5,
        "Finger": 5,
        "Knee": 4,
        "Groin": 3,
        "Calf": 2,
        "Ankle": 2,
        "Hip": 2,
        "Wrist": 1,
        "Concussion": 1,
    },
    "": {
        "Hamstring": 18,
        "Back": 10,
        "Oblique": 10,
        "Knee": 9,
        "Shoulder": 7,
        "Wrist": 7,
        "Hand": 6,
        "Ankle": 6,
        "Calf": 6,
        "Quadriceps": 6,
        "Groin": 5,
        "Finger": 5,
        "Foot": 4,
        "Elbow": 3,
        "Hip": 3,
        "Concussion": 3,
        "Forearm": 1,
    },
}
"""Position -> what keeps its players out, and how often; ``""`` for the positions not named."""

EXPOSED = {"C": 1.75, "DH": 0.65}
"""How often a batter of a position is hurt, against one of a position not named."""

OUT = 17
"""How often somebody comes up for a batter who is out, in a season of a club."""

OPERATIONS, OPERATED, HEALS = 0.06, (-40, 180), (365, 455)
"""Share of the pitchers whose elbow is operated on in a year, the days after the opening on which it is, and for how
many days they are out."""

SEVERE, LONG = 0.19, (55, 160)
"""Share of the injuries that last long, and for how many days."""

KEPT, OPTIONED, AWAY = 4, 12, (10, 30)
"""How many of its best relievers a club keeps all season, how often it sends one of the others to the minors for a
fresh arm, and for how many days."""

SETTLES = 4
"""Days after a trade on which a starter does not start: he may have done so the day before."""

SPRING, LAST = -60, 185
"""The first and the last day, from the opening, on which somebody may be hurt; a few miss the opening for it."""

READY = (-140, 150)
"""The first and the last day, from the opening, on which somebody who comes up may do so for the first time."""


class Absence(NamedTuple):
    """Days, from the opening, on which who has another place fills one, and the injury for which he does, if any."""

    first: int
    back: int
    filler: int
    injury: Injury | None


Taken = defaultdict[int, list[Absence]]
"""Place -> when its holder is out."""


class Absences:
    """Who of a club is out in a year, and who fills his place.

    Parameters
    ----------
    holders : Holders
        Who holds its places.
    """

    def __init__(self, holders: Holders) -> None:
        self.holders = holders
        self.seed, self.year, self.opens, self.club_id = holders.seed, holders.year, holders.opens, holders.club_id
        self.rests = (holders.careers.rests - holders.opens).days

    def filler(self, place: int, n: int) -> int:
        """The place of who fills a place on the n-th day: the same, if its holder is not out."""
        absence = self._on(place, n)
        return place if absence is None else absence.filler

    def injury(self, place: int, n: int) -> Injury | None:
        """What keeps the holder of a place out on the n-th day; None also if he is in the minors, or has just come."""
        absence = self._on(place, n)
        return None if absence is None else absence.injury

    def _on(self, place: int, n: int) -> Absence | None:
        """The absence from a place on the n-th day."""
        return next((one for one in self._of.get(place, ()) if one.first <= n < one.back), None)

    @once
    def _of(self) -> Mapping[int, Sequence[Absence]]:
        """The absences from each place; no two of them overlap."""
        r = stream(self.seed, SPORT, self.club_id, "absences", self.year)
        taken: Taken = defaultdict(list)
        self._operate(taken)
        batters = {place: EXPOSED.get(BATTERS[place][0][0], 1.0) for place in ACTIVE}
        for _ in range(OUT):
            self._stand_in(r, taken, batters, DEEP, (12, 45))
        starters, relievers = dict.fromkeys(STARTING, 1.0), dict.fromkeys(RELIEVING[2:], 1.0)
        for spot in SPOTS:
            self._stand_in(r, taken, starters, (spot,), (15, 50))
        for called in CALLED:
            self._stand_in(r, taken, relievers, (called,), (15, 45))
        fringe = dict.fromkeys(RELIEVING[KEPT:], 1.0)
        for _ in range(OPTIONED):
            self._stand_in(r, taken, fringe, CALLED, AWAY, hurt=False)
        self._let_newcomers_rest(taken)
        return dict(taken)

    def _operate(self, taken: Taken) -> None:
        """Let others take the places of the pitchers whose elbow is operated on in the year or was in the one before.

        It is theirs wherever they are, as nothing else depends on the year before.
        """
        for places, others in ((STARTING, SPOTS), (RELIEVING, CALLED)):
            for place in places:
                for person, first, last in self.holders.stays(place):
                    for injury in _operations(self.seed, person, self.year):
                        start = (max(first, injury.day) - self.opens).days
                        end = min((min(last, injury.back) - self.opens).days, self.rests)
                        slot = next((slot for slot in others if self._is_free(slot, start, end, taken)), None)
                        if slot is not None and start < end:
                            taken[place].append(Absence(start, end, slot, injury))

    def _stand_in(
        self,
        r: Random,
        taken: Taken,
        places: Mapping[int, float],
        slots: Sequence[int],
        length: tuple[int, int],
        *,
        hurt: bool = True,
    ) -> None:
        """Let one of the slots fill one of the places for a stretch of days: who can and has done so least.

        Places are as likely as they say; none that somebody else fills, or to which somebody comes by a trade.
        """
        used = Counter(one.filler for some in taken.values() for one in some)
        slots = sorted(slots, key=lambda slot: (used[slot], r.random()))
        for _ in range(12):
            place = pick(r, list(places), list(places.values()))
            low, high = LONG if hurt and r.random() < SEVERE else length
            days = low + int(r.random() * (high - low))
            earliest = SPRING if hurt else 0
            start = earliest + int(r.random() * (LAST + 1 - earliest))
            end = min(start + days, self.rests)
            if end <= 0:
                continue
            if self.holders.is_star(place, self.opens + DAY * start):
                continue
            if any(start <= day < end for day in self.holders.comes(place)):
                continue
            if any(start < one.back and end > one.first for one in taken.get(place, ())):
                continue
            ready = (slot for slot in slots if start >= self._ready[slot] and can_fill(slot, place))
            slot = next((slot for slot in ready if self._is_free(slot, start, end, taken)), None)
            if slot is not None:
                injury = self._injury(place, start, end) if hurt else None
                taken[place].append(Absence(start, end, slot, injury))
                return

    def _injury(self, place: int, start: int, end: int) -> Injury:
        """What keeps the holder of a place out for these days."""
        r = stream(self.seed, SPORT, "injury", self.club_id, self.year, place, start)
        parts = HURT["P" if place >= STARTING.start else ""]
        able = [part for part in parts if can_last(part, end - start)]
        part = pick(r, able, [parts[part] for part in able])
        in_game = start >= 0 and r.random() < 0.6
        return Injury(part, self.opens + DAY * start, self.opens + DAY * end, in_game, r.random())

    def _is_free(self, slot: int, start: int, end: int, taken: Taken) -> bool:
        """Whether who has a slot neither fills a place in or next to a stretch of days, nor comes then or just before.

        Days off go by place, so that who went from one to another without a day between would have too few.
        """
        own = [one for some in taken.values() for one in some if one.filler == slot]
        if any(start <= one.back and end >= one.first for one in own):
            return False
        return not any(start - SETTLES < day < end for day in self.holders.comes(slot))

    @once
    def _ready(self) -> Mapping[int, float]:
        """Place of who comes up -> the day from which he does for who is hurt or sent down; the one catcher always."""
        first, last = READY
        name = (self.seed, SPORT, "ready", self.club_id, self.year)
        days = {slot: first + (last - first) * two(*name, slot)[0] for slot in (*DEEP, *SPOTS, *CALLED)}
        return days | {DEEP.start: first}

    def _let_newcomers_rest(self, taken: Taken) -> None:
        """Let a spot starter take the place of a starter who has just come, and may have started for his old club."""
        for change in self.holders.careers.changes(self.club_id):
            start = change - self.opens.toordinal()
            for place in STARTING:
                if not self.holders.came(place, start):
                    continue
                end = min((one.first for one in taken[place] if one.back > start), default=start + SETTLES)
                busy = {
                    one.filler
                    for some in taken.values()
                    for one in some
                    if one.first < start + 2 * SETTLES and one.back > start - SETTLES
                }
                busy |= {slot for slot in SPOTS if any(abs(day - start) <= SETTLES for day in self.holders.comes(slot))}
                spot = next((slot for slot in SPOTS if slot not in busy), None)
                if spot is not None and end > start:
                    taken[place].append(Absence(start, min(end, start + SETTLES), spot, None))


def _operations(seed: int, person: Person, year: int) -> list[Injury]:
    """The operations that keep a pitcher out in a year: of its own, and of the one before."""
    found = []
    for one in (year - 1, year):
        if not _is_operated(seed, person, one) or _is_operated(seed, person, one - 1):
            continue
        luck, when = two(seed, SPORT, "operated", person.id, one)
        (first, last), (low, high) = OPERATED, HEALS
        day = opening_day(one) + DAY * (first + int((last - first) * when))
        found.append(Injury("Elbow", day, day + DAY * (low + int((high - low) * luck)), False, 0.0))
    return found


def _is_operated(seed: int, person: Person, year: int) -> bool:
    return year > person.since and two(seed, SPORT, "operation", person.id, year)[0] < OPERATIONS
