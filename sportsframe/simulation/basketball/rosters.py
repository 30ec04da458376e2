"""Basketball clubs at work: how good they are in a year, who plays for them, who is dressed for a game."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from random import Random

from .._common.clubs import Club
from .._common.people import Person, career
from .._common.rng import lasting, standard, stream
from .play import Form, Player
from .possession import RULES

MEMORY = (1.0, 0.75, 0.5, 0.3)
"""How much of a year's luck with players is left one, two and three years later."""

POSITIONS = {"NBA": ("PG", "SG", "SF", "PF", "C"), "NCAABB": ("G", "G", "F", "F", "C")}
ROSTER = {"NBA": 15, "NCAABB": 15}
CAREER = {"NBA": (4, 12), "NCAABB": (2, 5)}
AVAILABLE = {"NBA": 0.93, "NCAABB": 0.95}

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


def forms(seed: int, sport: str, year: int, clubs: Sequence[Club]) -> dict[int, Form]:
    """What every club of a league is worth in a year, by team id; league means are 0."""
    rules = RULES[sport]
    draws = [lasting((seed, "strength", sport, club.id), year, MEMORY) for club in clubs]
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
        values = [rules.strength * z for z in standard(draws)]
    out = {}
    for club, value in zip(clubs, values):
        r = stream(seed, "style", sport, club.id, year)
        lean = (rules.style or rules.strength / 2) * r.gauss(0, 1)
        tempo = 0.035 * r.gauss(0, 1)
        out[club.id] = Form(value / 2 + lean, value / 2 - lean, tempo, int(3 * r.random()) - 1)
    return out


def _conference_levels(seed: int, clubs: Sequence[Club]) -> dict[str, float]:
    """Standard levels of the conferences: a few strong ones, for good."""
    names = sorted({club.conference for club in clubs})
    stream(seed, "levels", "NCAABB").shuffle(names)
    size = len(names)
    raw = standard([-math.log((k + 0.7) / size) for k in range(size)])
    even = standard([(size - k) / size for k in range(size)])
    return dict(zip(names, standard([0.3 * a + 0.7 * b for a, b in zip(raw, even)])))


@lru_cache(maxsize=1024)
def roster(seed: int, sport: str, club: int, year: int) -> tuple[Player, ...]:
    """The roster of a club in a season, one player a place."""
    names = POSITIONS[sport]
    return tuple(
        _player(sport, career(seed, sport, club, slot, year, span=CAREER[sport]), names[slot % 5], year)
        for slot in range(ROSTER[sport])
    )


def _player(sport: str, person: Person, position: str, year: int) -> Player:
    r = stream("talent", sport, person.id)
    three, two, far, free, drawn, orb, drb, assist, steal, block, lost, foul = TRAITS[position]
    prime = 1 - ((year - person.born) - 27.5) ** 2 / 90 if sport == "NBA" else (year - person.born - 20) * 0.25
    quality = r.gauss(0, 1) + 0.5 * prime

    def vary(spread: float) -> float:
        return math.exp(spread * r.gauss(0, 1))

    use = math.exp(0.24 * quality) * vary(0.12)
    three = min(0.85, three * vary(0.35))
    two = min(0.75, two + 0.03 * r.gauss(0, 1) + 0.012 * quality)
    far = min(0.46, max(0.24, far + 0.025 * r.gauss(0, 1)))
    free = min(0.94, max(0.45, free + 0.07 * r.gauss(0, 1)))
    weights = (
        use * (1 - three) * two,
        use * (1 - three) * (1 - two),
        use * three * far,
        use * three * (1 - far),
        orb * vary(0.25),
        drb * vary(0.18),
        assist * vary(0.3) * use,
        steal * vary(0.2),
        block * vary(0.35),
        lost * vary(0.15) * use,
        foul * vary(0.15),
        drawn * vary(0.25) * use,
    )
    return Player(person.id, person.name, position, quality, weights, free)


def dressed(players: Sequence[Player], r: Random, sport: str) -> list[Player]:
    """Who is dressed for a game: the five starters, the best of each position, then the rest by rank."""
    ranked = sorted(players, key=lambda p: -p.quality)
    fit = [p for p in ranked if r.random() < AVAILABLE[sport]]
    missing = RULES[sport].squad - len(fit)
    fit += [p for p in reversed(ranked) if p not in fit][: max(0, missing)]
    starters: list[Player] = []
    for position in POSITIONS[sport]:
        starters.append(
            next((p for p in fit if p.position == position and p not in starters), None)
            or next(p for p in fit if p not in starters)
        )
    starters.sort(key=lambda p: -p.quality)
    rest = [p for p in fit if p not in starters]
    return (starters + rest)[: RULES[sport].squad]
