"""Soccer's clubs, how strong they are, every score of a season, and so who goes up and who goes down.

Scores need no fixture list: each club meets each other once at home and once away. So the table of a season, and with
it the clubs of the next one, cost a millisecond.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, fsum, sqrt
from random import Random

from ...catalog.simulated import TEAM_IDS
from ...catalog.soccer import LEAGUES
from .._common.calendar import FIRST_YEAR
from .._common.clubs import Abbreviations, Club
from .._common.places import Place, abroad
from .._common.rng import bounded, clamp, standard, stream

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
    tight : float
        How much rarer than chance each goal makes a margin above one: leaders rest, the others push.
    chances : int
        Clear chances of a side: with fewer of them goals vary less about their mean.
    lean : float
        How much further from the mean the best clubs are than the worst, which money keeps up for a while.
    """

    home: float
    away: float
    spread: float
    shared: float
    low: float
    tight: float
    chances: int
    lean: float


RATES: dict[str, Rates] = {
    "EPL": Rates(1.61, 1.32, 0.245, 0.75, 0.045, 0.01, 24, 0.3),
    "SERIEA": Rates(1.395, 1.195, 0.235, 1.0, 0.03, 0.115, 34, 0.3),
    "LALIGA": Rates(1.50, 1.085, 0.255, 0.6, 0.0, 0.14, 60, 0.3),
}

YEAR_SD = 0.01
"""How much the goals of a league move from year to year."""

STEP = 0.7548776662466927
"""The plastic ratio upside down: its multiples and those of its square fill a square evenly (M. Roberts, 2018)."""

LIFT = 0.3
"""What `tight` costs in goals, given back beforehand."""

FORMS: dict[str, tuple[tuple[str, str], ...]] = {
    "EPL": (
        ("{} Town", "Town"),
        ("{} Rovers", "Rovers"),
        ("{} Athletic", "Athletic"),
        ("{} Lanterns", "Lanterns"),
        ("{} Wanderers", "Wanderers"),
        ("{} Foundry", "Foundry"),
        ("{} Trams", "Trams"),
        ("AFC {}", "Tidemarks"),
    ),
    "SERIEA": (
        ("{} Calcio", "Lanterne"),
        ("US {}", "Bussole"),
        ("AC {}", "Campane"),
        ("{} 1909", "Mulini"),
        ("Unione {}", "Girandole"),
        ("Virtus {}", "Aquiloni"),
    ),
    "LALIGA": (
        ("CD {}", "Faroles"),
        ("Real {}", "Molinos"),
        ("{} CF", "Brújulas"),
        ("UD {}", "Campanas"),
        ("Deportivo {}", "Tranvías"),
        ("SD {}", "Cometas"),
    ),
}
"""League -> shapes of a club's name, each with a nickname."""

GROUNDS: dict[str, str] = {
    "EPL": "{} Simulation Ground",
    "SERIEA": "Stadio Simulazione {}",
    "LALIGA": "Estadio Simulación {}",
}
FURTHEST = 2.4
"""Standard deviations that no club is from the average one, before the best are set further apart."""

LASTING, FLEETING = 0.8, 0.6 / sqrt(2)
"""Weights of what a club is worth for ever, and of what each of two years adds."""

CAME_UP = 0.2
"""What a club is worth at most, in attack and in defence, in the year in which it has come up."""

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
            place.city,
            "",
            country,
            place.postal_code,
            round(south + (north - south) * r.random(), 4),
            round(west + (east - west) * r.random(), 4),
            zone,
            place.arena,
            place.dome,
            place.field,
        )
    return place


@lru_cache(maxsize=512)
def strengths(seed: int, league: str, year: int, ids: tuple[int, ...]) -> Mapping[int, tuple[float, float]]:
    """Attack and defence of each club in a season, in logarithms of goals.

    What a club is worth stays for the most part from one year to the next; within a season attack and defence have
    mean 0, the spread of the league and its correlation.
    """
    rates = RATES[league]
    lasting, *news = (_drawn(seed, league, when) for when in (None, year, year - 1))
    first = pool_start(league)
    came_up = () if year <= FIRST_YEAR else set(ids) - set(member_ids(seed, league, year - 1))

    def worth_of(club: int, k: int) -> float:
        figure = LASTING * lasting[club - first][k] + FLEETING * fsum(drawn[club - first][k] for drawn in news)
        return min(figure, CAME_UP) if club in came_up else figure

    one, other = ([worth_of(club, k) for club in ids] for k in range(2))
    attack, rest = standard(one), standard(other)
    common = fsum(a * b for a, b in zip(attack, rest)) / len(ids)
    rest = standard([b - common * a for a, b in zip(attack, rest)])
    own = sqrt(1 - rates.shared**2)
    defence = [rates.shared * a + own * b for a, b in zip(attack, rest)]
    worth = zip(ids, _leaning(attack, rates.lean), _leaning(defence, rates.lean))
    return {club: (rates.spread * a, rates.spread * d) for club, a, d in worth}


def _leaning(figures: Sequence[float], lean: float) -> list[float]:
    """Standard figures in the same order of which the best lie further from the mean than the worst."""
    return standard([exp(lean * bounded(z, FURTHEST)) for z in figures])


@lru_cache(maxsize=1024)
def _drawn(seed: int, league: str, year: int | None) -> list[tuple[float, float]]:
    """What each club of a country is worth for ever (no year), or what a year adds to it: attack and defence."""
    r = stream(seed, "worth", league, year)
    return [(r.gauss(0, 1), r.gauss(0, 1)) for _ in range(POOL)]


@lru_cache(maxsize=256)
def expected(seed: int, league: str, year: int, ids: tuple[int, ...]) -> Mapping[tuple[int, int], tuple[float, float]]:
    """Goals to expect of each pairing: (away id, home id) -> (away, home)."""
    rates = RATES[league]
    worth = {club: (exp(a), exp(-d)) for club, (a, d) in strengths(seed, league, year, ids).items()}
    raw = {(a, h): (worth[a][0] * worth[h][1], worth[h][0] * worth[a][1]) for h in ids for a in ids if a != h}
    scale = fsum(away for away, _ in raw.values()) / len(raw)
    by_away, by_home = rates.away / scale, rates.home / scale
    return {pair: (by_away * away, by_home * home) for pair, (away, home) in raw.items()}


@lru_cache(maxsize=256)
def scores(seed: int, league: str, year: int) -> Mapping[tuple[int, int], Score]:
    """Every score of a season: (away id, home id) -> (away, home) goals.

    Games that are alike get draws that are spread evenly: seasons differ by their clubs and mood more than by luck.
    """
    rates, r = RATES[league], stream(seed, "scores", league, year)
    mood = (1 + YEAR_SD * clamp(r.gauss(0, 1), -2, 2)) * (1 + LIFT * rates.tight)
    means = expected(seed, league, year, member_ids(seed, league, year))
    alike = sorted(means, key=lambda pair: means[pair][1] - means[pair][0])
    first, again = _points(r), _points(r)
    return {pair: _score(r, means[pair][0] * mood, means[pair][1] * mood, rates, next(first), again) for pair in alike}


def _points(r: Random) -> Iterator[tuple[float, float]]:
    """Points of the unit square of which each stretch fills it evenly; one in ten is put anywhere."""
    x, y = r.random(), r.random()
    while True:
        x, y = (x + STEP) % 1, (y + STEP * STEP) % 1
        yield (r.random(), r.random()) if r.random() < 0.1 else (x, y)


def _goals(point: float, mean: float, chances: int) -> int:
    """How many of the chances are taken: the binomial count that a point between 0 and 1 stands for."""
    taken = min(mean / chances, 0.9)
    odds, chance, goals = taken / (1 - taken), (1 - taken) ** chances, 0
    point -= chance
    while point >= 0 and goals < chances:
        chance *= odds * (chances - goals) / (goals + 1)
        goals += 1
        point -= chance
    return goals


def _score(
    r: Random, away: float, home: float, rates: Rates, point: tuple[float, float], again: Iterator[tuple[float, float]]
) -> Score:
    """The score two points stand for; drawn again where it is one that is rarer than chance has it."""
    low = rates.low
    most = 1 + abs(low) * max(1.0, away * home, away, home)
    while True:
        a, h = _goals(point[0], away, rates.chances), _goals(point[1], home, rates.chances)
        if a > 1 or h > 1:
            factor = max(0.3, min(1.0, 1 - rates.tight * (abs(a - h) - 1)))
        elif a == h:
            factor = 1 + low * (away * home if a == 0 else 1)
        else:
            factor = 1 - low * (away if h == 1 else home)
        if r.random() * most < factor:
            return a, h
        point = next(again)


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
    points: dict[int, int] = defaultdict(int)
    scored: dict[int, int] = defaultdict(int)
    conceded: dict[int, int] = defaultdict(int)
    for (away, home), (a, h) in results.items():
        points[away] += 3 if a > h else int(a == h)
        points[home] += 3 if h > a else int(a == h)
        scored[away] += a
        scored[home] += h
        conceded[away] += h
        conceded[home] += a
    return {club: (club, points[club], scored[club] - conceded[club], scored[club]) for club in scored}


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
