"""Fictional people: real given names, surnames made of syllables, and the difficult forms of names."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from random import Random
from statistics import NormalDist

from ...catalog.simulated import PLAYER_IDS
from .calendar import FIRST_YEAR, LAST_YEAR
from .names import GIVEN, MIXES, SURNAMES, Syllables
from .rng import chosen, pick, stream

SLOTS, GENERATIONS = 256, 32
GROUPS = (PLAYER_IDS.stop - PLAYER_IDS.start) // (SLOTS * GENERATIONS)

NAMESAKES: dict[str, float] = {"MLB": 0.014, "NFL": 0.012, "NHL": 0.006, "NBA": 0.001}
"""Chance that a player bears the name of one of the neighbouring club, 0.004 where nothing is said."""

AGES: dict[str, Sequence[int]] = {
    "NFL": range(22, 25),
    "NCAAFB": range(18, 20),
    "NBA": range(19, 24),
    "NCAABB": range(18, 20),
    "MLB": (21, 22, 22, 22, *(5 * (23,)), *(7 * (24,)), *(6 * (25,)), *(4 * (26,)), 27, 27, 28, 29, 30),
    "NHL": range(19, 25),
    "DARTS": range(20, 45),
    "PGA": range(21, 30),
    "EPL": range(17, 25),
    "SERIEA": range(17, 25),
    "LALIGA": range(17, 25),
}
"""Ages at which a player first appears, by the year of his birth, one as likely as another; 19 to 25 where nothing is
said."""

USUAL_AGES = range(19, 26)

BEFORE: dict[str, int] = {"NFL": 20, "PGA": 20}
"""Seasons before the first one since when a career can have been going on, 8 where nothing is said."""

LENGTHS: dict[str, tuple[int, ...]] = {"NCAAFB": (2, 3, 4, 4, 4, 4, 4), "NCAABB": (1, 2, 3, 4, 4, 4, 4, 4, 4)}
"""How many seasons players stay, one number as likely as another; between the fewest and the most where nothing is
said."""

VETERANS: dict[str, tuple[float, int]] = {
    "NBA": (1.5, 41),
    "MLB": (2.0, 41),
    "NHL": (1.5, 42),
    "EPL": (1.2, 40),
    "SERIEA": (1.2, 40),
    "LALIGA": (1.2, 40),
}
"""How many seasons on the average those with the longest careers go on for, and the age at which nobody does, by the
year of his birth."""

LONGER = 6
"""By how many seasons no career is longer than the longest usual one."""

MERIT: dict[str, float] = {"NCAAFB": 0.0, "NCAABB": -0.3}
"""Correlation of talent with the length of a career, 0.85 where nothing is said; from college basketball the best leave
early."""

NORMAL = NormalDist()


@dataclass(frozen=True, slots=True)
class Person:
    """A player.

    Attributes
    ----------
    id : int
        Player id, unique in the sport.
    name : str
        Full name.
    origin : str
        Country.
    born : int
        Year of birth.
    talent : float
        How good he is, in standard deviations of those who play together.
    since, until : int
        Start years of his first and of his last season.
    """

    id: int
    name: str
    origin: str
    born: int
    talent: float
    since: int
    until: int


NEAR = 2040
"""The first year beyond which the holders of a place are drawn only if somebody asks for a later one."""


@lru_cache(maxsize=1 << 15)
def _tenures(seed: int, sport: str, group: int, slot: int, low: int, high: int, until: int) -> array[int]:
    """The years in which the holder of a roster place changes, up to the first one after a year."""
    r = stream(seed, "tenure", sport, group, slot)
    years = array("h", [FIRST_YEAR - r.randrange(high)])
    while len(years) < GENERATIONS and years[-1] <= until:
        length = chosen(r, LENGTHS[sport]) if sport in LENGTHS else r.randint(low, high)
        if length == high and sport in VETERANS:
            length += min(LONGER, int(r.expovariate(1 / VETERANS[sport][0])))
        years.append(years[-1] + length)
    return years


def _generation(seed: int, sport: str, group: int, slot: int, year: int, span: tuple[int, int]) -> int:
    until = NEAR if year <= NEAR else LAST_YEAR
    return max(0, bisect_right(_tenures(seed, sport, group, slot, *span, until), year) - 1)


@lru_cache(maxsize=1 << 15)
def _person(
    seed: int,
    sport: str,
    group: int,
    slot: int,
    generation: int,
    span: tuple[int, int],
    standing: tuple[float, float],
    later: int,
) -> Person:
    years = _tenures(seed, sport, group, slot, *span, NEAR)
    if generation + 1 >= len(years):
        years = _tenures(seed, sport, group, slot, *span, LAST_YEAR)
    first_year = years[generation]
    r = stream(seed, "person", sport, group, slot, generation)
    origin, name = full_name(r, sport)
    if r.random() < NAMESAKES.get(sport, 0.004):
        name = _namesake(r, seed, sport, group, slot, first_year, span)
    ages = AGES.get(sport, USUAL_AGES)
    begins = max(first_year, FIRST_YEAR - BEFORE.get(sport, 8))
    born = begins - chosen(r, ages) - later
    length = years[generation + 1] - first_year if generation + 1 < len(years) else span[1]
    mean, spread = standing
    talent = mean + spread * _talent(r, min(length, span[1]), span, MERIT.get(sport, 0.85))
    last_year = first_year + length - 1
    if sport in VETERANS:
        born = max(born, min(begins - min(ages) - later, last_year - VETERANS[sport][1]))
    return Person(_identity(group, slot, generation), name, origin, born, talent, first_year, last_year)


def _identity(group: int, slot: int, generation: int) -> int:
    return PLAYER_IDS.start + (group * SLOTS + slot) * GENERATIONS + generation % GENERATIONS


def _talent(r: Random, length: int, span: tuple[int, int], merit: float) -> float:
    """The talent of somebody whose career is so long: the good stay, who is not good enough leaves young.

    Somebody with a long career is met in more seasons, so those of one season are the normal distribution: each has the
    place in it that he has in the season by the length of his career.
    """
    low, high = span
    shorter = (length - low) * (low + length - 1) / 2
    everyone = (high - low + 1) * (low + high) / 2
    place = (shorter + length * (0.001 + 0.998 * r.random())) / everyone
    return merit * NORMAL.inv_cdf(place) + sqrt(1 - merit**2) * r.gauss(0, 1)


def _namesake(r: Random, seed: int, sport: str, group: int, slot: int, year: int, span: tuple[int, int]) -> str:
    """The name of somebody else: now and then of the same club, mostly of its neighbour in the list."""
    other = group if sport in ("PGA", "DARTS") or r.random() < 0.06 else group ^ 1
    place = (slot + r.choice((3, 4, 6, 7, 8))) % 12  # mostly at another position
    if (other, place) == (group, slot):
        place = (place + 1) % 12
    generation = _generation(seed, sport, other, place, year, span)
    return full_name(stream(seed, "person", sport, other, place, generation), sport)[1]


def career(
    seed: int,
    sport: str,
    group: int,
    slot: int,
    year: int,
    *,
    span: tuple[int, int] = (4, 12),
    standing: tuple[float, float] = (0.0, 1.0),
    later: int = 0,
) -> Person:
    """The player who holds a roster place in a season.

    Parameters
    ----------
    seed : int
        Seed of the world.
    sport : str
        Sport code.
    group : int
        Number of the club (its index or its id; one way in a sport), below 12,000.
    slot : int
        Roster place, below 256.
    year : int
        Start year of the season.
    span : tuple of int
        Fewest and most seasons that a player stays; equal in all calls for a sport.
    standing : tuple of float
        Mean and standard deviation of the talents of those who hold the place; equal in all calls for it.
    later : int
        By how many years they first appear later than others of the sport; equal in all calls for the place.

    Returns
    -------
    Person
        The same one for as long as he stays.

    Raises
    ------
    ValueError
        Group or slot out of range.
    """
    if not (0 <= group < GROUPS and 0 <= slot < SLOTS):
        raise ValueError(f"group {group} must be below {GROUPS}, slot {slot} below {SLOTS}")
    return _person(seed, sport, group, slot, _generation(seed, sport, group, slot, year, span), span, standing, later)


def identity(seed: int, sport: str, group: int, slot: int, year: int, *, span: tuple[int, int]) -> int:
    """The id of the player who holds a roster place in a season; parameters as for `career`."""
    return _identity(group, slot, _generation(seed, sport, group, slot, year, span))


def former(seed: int, sport: str, sizes: Sequence[int], span: tuple[int, int], year: int) -> Iterator[Person]:
    """The players of a tour whose careers ended before a year; `sizes` are the places of its groups."""
    for group, size in enumerate(sizes):
        for slot in range(size):
            now = career(seed, sport, group, slot, FIRST_YEAR, span=span)
            for later in range(FIRST_YEAR + 1, year + 1):
                before, now = now, career(seed, sport, group, slot, later, span=span)
                if now.id != before.id:
                    yield before


def full_name(r: Random, sport: str) -> tuple[str, str]:
    """Origin and full name of somebody, by the countries that a sport's players come from."""
    origins, weights = MIXES.get(sport, MIXES["college"])
    origin = pick(r, origins, weights)
    return origin, named(r, origin, sport)


def named(r: Random, origin: str, sport: str = "") -> str:
    """A full name of an origin, a rare form now and then."""
    look = SURNAMES[GIVEN[origin].surnames]
    given = chosen(r, GIVEN[origin].names)
    form = r.random()
    if sport in ("EPL", "SERIEA", "LALIGA", "SOCCER") and form < GIVEN[origin].single:
        return given if form < GIVEN[origin].single / 3 else surname(r, look)
    family = surname(r, look)
    if look.particles and r.random() < look.particle:
        family = chosen(r, look.particles) + family
    if r.random() < look.double:
        family = f"{family}{look.joint}{surname(r, look)}"
    suffix = ""
    if origin == "USA" and sport not in ("DARTS", "PGA"):
        suffix = next((text for text, chance in ((" Jr.", 0.03), (" III", 0.04), (" II", 0.046)) if form < chance), "")
        if 0.05 < form < 0.058:
            given = f"{r.choice('ACDEJKRT')}.{r.choice('BCDJLMPT')}."
    if form > 0.985 and "-" not in given:
        given = f"{given}-{chosen(r, GIVEN[origin].names)}"
    return f"{given} {family}{suffix}"


def surname(r: Random, look: Syllables) -> str:
    """A surname made of syllables."""
    while True:
        start, end = chosen(r, look.starts), chosen(r, look.ends)
        middle = chosen(r, look.middles) if look.middles and r.random() < 0.3 else ""
        name = start + middle + end
        if start[-1:].lower() != (middle + end)[:1] and name not in look.refused:
            return name
