"""Soccer's clubs, how strong they are, every score of a season, and so who goes up and who goes down.

Scores need no fixture list: each club meets each other once at home and once away. So the table of a season, and with
it the clubs of the next one, cost a millisecond.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt
from random import Random

from ..catalog.simulated import TEAM_IDS
from ..catalog.soccer import LEAGUES
from .calendar import FIRST_YEAR
from .clubs import Abbreviations, Club
from .places import Place, abroad
from .rng import poisson, stream

CLUBS, POOL, MOVE = 20, 32, 3
"""Clubs of a league, of a country, and how many go up and down."""

Score = tuple[int, int]
"""(away, home) goals."""


@dataclass(frozen=True)
class Rates:
    """How a league scores.

    Attributes
    ----------
    home, away : float
        Goals of a game.
    spread : float
        Standard deviation of attack and of defence between clubs, in logarithms.
    shared : float
        Correlation of a club's attack and defence.
    low : float
        Low-score correction: above 0 there are more 0-0 and 1-1, fewer 1-0 and 0-1 than chance has.
    """

    home: float
    away: float
    spread: float
    shared: float
    low: float


RATES: dict[str, Rates] = {
    "EPL": Rates(1.60, 1.33, 0.28, 0.6, 0.0),
    "SERIEA": Rates(1.39, 1.21, 0.25, 0.5, 0.07),
    "LALIGA": Rates(1.48, 1.12, 0.25, 0.4, 0.05),
}

FORMS: dict[str, tuple[tuple[str, str], ...]] = {
    "EPL": (
        ("{} Town", "Town"), ("{} Rovers", "Rovers"), ("{} Athletic", "Athletic"), ("{} Lanterns", "Lanterns"),
        ("{} Wanderers", "Wanderers"), ("{} Foundry", "Foundry"), ("{} Trams", "Trams"), ("AFC {}", "Tidemarks"),
    ),
    "SERIEA": (
        ("{} Calcio", "Lanterne"), ("US {}", "Bussole"), ("AC {}", "Campane"), ("{} 1909", "Mulini"),
        ("Unione {}", "Girandole"), ("Virtus {}", "Aquiloni"),
    ),
    "LALIGA": (
        ("CD {}", "Faroles"), ("Real {}", "Molinos"), ("{} CF", "Brújulas"), ("UD {}", "Campanas"),
        ("Deportivo {}", "Tranvías"), ("SD {}", "Cometas"),
    ),
}  # fmt: skip
"""League -> shapes of a club's name, each with a nickname."""

GROUNDS: dict[str, str] = {
    "EPL": "{} Simulation Ground", "SERIEA": "Stadio Simulazione {}", "LALIGA": "Estadio Simulación {}",
}  # fmt: skip
CANARY = ("Atlantic/Canary", 28.1, 28.5, -16.6, -15.5)
ROOFS, TURF = 0.02, 0.05


def pool_start(league: str) -> int:
    """The first team id of a league's country; ids belong to a club for ever, in whatever division it plays."""
    return TEAM_IDS.start + 1 + list(LEAGUES).index(league) * POOL


@lru_cache(maxsize=16)
def pool(seed: int, league: str) -> tuple[Club, ...]:
    """Every club of a country that may play in its league, in order of id; two towns have two clubs."""
    r = stream(seed, "clubs", "SOCCER", league)
    country = LEAGUES[league]
    first = pool_start(league)
    letters = _letters(seed, league)
    made: list[Club] = []
    towns: set[str] = set()
    while len(made) < POOL:
        number = len(made)
        if number in (5, 11):
            place = made[number - 4].place
        else:
            place = _ground(r, country, league, number, towns)
        shape, mascot = r.choice(FORMS[league])
        name = shape.format(place.city)
        if any(club.name == name for club in made):
            continue
        towns.add(place.city)
        if number in (5, 11):
            place = place.venue(GROUNDS[league].format(name), place.dome, place.field)
        made.append(Club(first + number, name, letters.make(place.city), mascot, place, league, "", 1))
    return tuple(made)


def _letters(seed: int, league: str) -> Abbreviations:
    """Abbreviations that avoid those of the leagues before this one."""
    letters = Abbreviations()
    for other in LEAGUES:
        if other == league:
            break
        letters.taken |= {club.abbreviation for club in pool(seed, other)}
    return letters


def _ground(r: Random, country: str, league: str, number: int, towns: set[str]) -> Place:
    while True:
        home = "Wales" if country == "England" and number == 8 else country
        field = "turf" if r.random() < TURF else "grass"
        place = abroad(r, home, GROUNDS[league], int(r.random() < ROOFS), field)
        if place.city not in towns:
            break
    if country == "Spain" and number == 9:
        zone, south, north, west, east = CANARY
        place = Place(
            place.city, "", country, place.postal_code, round(south + (north - south) * r.random(), 4),
            round(west + (east - west) * r.random(), 4), zone, place.arena, place.dome, place.field,
        )  # fmt: skip
    return place


@lru_cache(maxsize=512)
def strengths(seed: int, league: str, year: int, ids: tuple[int, ...]) -> Mapping[int, tuple[float, float]]:
    """Attack and defence of each club in a season, in logarithms of goals.

    What a club is worth stays for the most part from one year to the next; within a season attack and defence have
    mean 0 and the spread of the league.
    """
    rates = RATES[league]
    attack, defence = [], []
    for club in ids:
        base = stream(seed, "club", league, club)
        lasting = [base.gauss(0, 1) for _ in range(3)]
        drift = [sum(shocks) / sqrt(3) for shocks in zip(*(_shock(seed, club, year - back) for back in range(3)))]
        both, one, other = (0.8 * a + 0.6 * b for a, b in zip(lasting, drift))
        attack.append(sqrt(rates.shared) * both + sqrt(1 - rates.shared) * one)
        defence.append(sqrt(rates.shared) * both + sqrt(1 - rates.shared) * other)
    return dict(zip(ids, zip(_scaled(attack, rates.spread), _scaled(defence, rates.spread))))


@lru_cache(maxsize=1 << 13)
def _shock(seed: int, club: int, year: int) -> tuple[float, float, float]:
    r = stream(seed, "shock", club, year)
    return r.gauss(0, 1), r.gauss(0, 1), r.gauss(0, 1)


def _scaled(values: list[float], spread: float) -> list[float]:
    mean = sum(values) / len(values)
    sd = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    return [(value - mean) / sd * spread for value in values]


@lru_cache(maxsize=256)
def expected(seed: int, league: str, year: int, ids: tuple[int, ...]) -> Mapping[tuple[int, int], tuple[float, float]]:
    """Goals to expect of each pairing: (away id, home id) -> (away, home)."""
    rates, worth = RATES[league], strengths(seed, league, year, ids)
    raw = {(a, h): (worth[a][0] - worth[h][1], worth[h][0] - worth[a][1]) for h in ids for a in ids if a != h}
    scale = sum(exp(away) for away, _ in raw.values()) / len(raw)
    return {
        pair: (rates.away * exp(away) / scale, rates.home * exp(home) / scale) for pair, (away, home) in raw.items()
    }


@lru_cache(maxsize=256)
def scores(seed: int, league: str, year: int) -> Mapping[tuple[int, int], Score]:
    """Every score of a season: (away id, home id) -> (away, home) goals."""
    ids = member_ids(seed, league, year)
    r = stream(seed, "scores", league, year)
    low = RATES[league].low
    return {pair: _score(r, away, home, low) for pair, (away, home) in expected(seed, league, year, ids).items()}


def _score(r: Random, away: float, home: float, low: float) -> Score:
    """Two independent counts, drawn again now and then where both are at most 1 (the correction for low scores)."""
    most = 1 + abs(low) * max(1.0, away * home, away, home)
    while True:
        a, h = poisson(r, away), poisson(r, home)
        if a > 1 or h > 1:
            factor = 1.0
        elif a == h:
            factor = 1 + low * (away * home if a == 0 else 1)
        else:
            factor = 1 - low * (away if h == 1 else home)
        if (factor >= 1 and most == 1) or r.random() * most < factor:
            return a, h


Standing = tuple[int, int, int, int]
"""Club id, points, goal difference, goals."""


def table(seed: int, league: str, year: int) -> list[Standing]:
    """The final table of a season, best first.

    Ties are broken by goal difference and goals in England, by the games between the clubs first in Italy and Spain.
    """
    results = scores(seed, league, year)
    return ranked(results, league)


def ranked(results: Mapping[tuple[int, int], Score], league: str) -> list[Standing]:
    """Clubs in the order of their results, by the rules of the league."""
    rows = _standings(results)
    order = sorted(rows.values(), key=lambda row: (-row[1], -row[2], -row[3], row[0]))
    if league == "EPL":
        return order
    result: list[Standing] = []
    while order:
        level = [row for row in order if row[1] == order[0][1]]
        order = order[len(level) :]
        among = {row[0] for row in level}
        head = _standings({pair: s for pair, s in results.items() if pair[0] in among and pair[1] in among})
        own = {club: (-row[1], -row[2]) for club, row in head.items()}
        result += sorted(level, key=lambda row: (*own.get(row[0], (0, 0)), -row[2], -row[3], row[0]))
    return result


def _standings(results: Mapping[tuple[int, int], Score]) -> dict[int, Standing]:
    rows: dict[int, Standing] = {}
    for pair, score in results.items():
        for club, own, other in ((pair[0], score[0], score[1]), (pair[1], score[1], score[0])):
            _, points, difference, goals = rows.get(club, (club, 0, 0, 0))
            won = 3 if own > other else int(own == other)
            rows[club] = (club, points + won, difference + own - other, goals + own)
    return rows


@lru_cache(maxsize=512)
def member_ids(seed: int, league: str, year: int) -> tuple[int, ...]:
    """Ids of the clubs of a season: the last three of a table go down, three others of the country come up."""
    first = pool_start(league)
    everyone = range(first, first + POOL)
    if year <= FIRST_YEAR:
        return tuple(everyone[:CLUBS])
    before = member_ids(seed, league, year - 1)
    down = {row[0] for row in table(seed, league, year - 1)[-MOVE:]}
    below = [club for club in everyone if club not in before]
    up = stream(seed, "promotion", league, year).sample(below, MOVE)
    return tuple(sorted((set(before) - down) | set(up)))


def members(seed: int, league: str, year: int) -> tuple[Club, ...]:
    """The clubs of a season, in order of id."""
    everyone = pool(seed, league)
    first = pool_start(league)
    return tuple(everyone[club - first] for club in member_ids(seed, league, year))
