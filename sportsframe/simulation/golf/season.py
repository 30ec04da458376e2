"""PGA: the year of the tour, its players, and the records of a tournament."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from statistics import fmean
from typing import Any

from ...catalog import Record, golf
from ...catalog.records import http_date
from ...catalog.simulated import TOURNAMENT_NUMBERS
from ...catalog.written import Writing, Written
from .._common import directory
from .._common.cached import once
from .._common.calendar import DAY, FIRST_YEAR, THU, local, on_or_after
from .._common.careers import ageing
from .._common.people import Person, career, former
from .._common.places import ARIZONA, CENTRAL, EASTERN, HAWAII, MOUNTAIN, PACIFIC, Place
from .._common.rng import clamp, pick, stream
from .._common.season import DELAY, Entry
from .._common.stats import Line, values
from . import play
from .venues import ANYWHERE, ground, playable

wire = Writing(golf)

SKILL, GOOD, STARS = 0.9, 1.2, 1.6  # strokes a round: spread of the tour; how much more it is beyond the good
HARD = 0.40  # strokes a round that a course of the tour costs the average player
PEAK = (31.0, 10.0, 11.0)  # best age, and the years before and after it that cost a standard deviation of skill
YOUTH = 0.27  # standard deviations of skill that age costs the average player
CAREER = (4, 20)  # seasons of a career, fewest and most
TOUR, GUESTS = 220, 120  # players of the tour, and of the lesser tours that fill the weaker fields
COURSES = ("Simulation Links", "Simulation Ridge", "Simulation Dunes")
POSTPONED, CANCELLED, MOVED = 0.005, 0.005, 0.02
FREE_WEEKS = (34, 35, 37, 41, 43, 47)
ENTERED = 5  # days before a tournament on which its field is closed


@dataclass(frozen=True)
class Kind:
    """What tournaments of a kind share: purse (from, to, in dollars), difficulty, cut, and who plays."""

    purse: tuple[int, int]
    difficulty: float = 0.0
    cut: int = 65
    within: int = 0
    choice: float = 0.15  # how much the ranking counts against chance when the field is made
    covered: int = 1


KINDS: dict[str, Kind] = {
    "regular": Kind((8_000_000, 9_500_000), -0.2),
    "signature": Kind((20_000_000, 20_000_000), 0.7, cut=0, choice=4.0),
    "signature cut": Kind((20_000_000, 20_000_000), 0.8, cut=50, within=10, choice=4.0),
    "grand": Kind((25_000_000, 25_000_000), 0.8, choice=2.0),
    "major": Kind((17_000_000, 21_500_000), 2.2, choice=2.5),
    "opposite": Kind((3_800_000, 4_000_000), -0.6, choice=0.3, covered=0),
    "play-off": Kind((20_000_000, 20_000_000), 0.4, cut=0, choice=math.inf),
    "autumn": Kind((6_000_000, 8_500_000), -0.1, choice=-0.15),
    "invitational": Kind((5_000_000, 5_000_000), 0.3, cut=0, choice=6.0),
}


WINNERS, LAST_OF_SEASON, UNOFFICIAL = "Winners Invitational", "The Final Play-Off", "Winter Invitational"
TEAM = "team"

CUTS: dict[str, tuple[tuple[int, int, int], ...]] = {
    "The Spring Major": ((2000, 44, 10), (2013, 50, 10), (2020, 50, 0)),
    "The Tour Major": ((2000, 70, 0),),
    "The National Major": ((2000, 60, 10), (2012, 60, 0)),
    "The Links Major": ((2000, 70, 0),),
}
"""Title of a stop with a rule of its own -> since when, how many stay in, and how far behind the leader one may be."""

TO_SEVENTY = date(2019, 9, 1)
"""Until then 70 stayed in after the cut of an ordinary tournament."""

EAGER: dict[str, tuple[float, float, float, float]] = {
    "regular": (0.24, 0.52, 0.92, 0.92),
    "opposite": (0.0, 0.05, 0.6, 0.9),
    "autumn": (0.15, 0.4, 0.75, 0.88),
}
"""Kinds of tournament that nobody has to play -> share of them entered by the best, the good, the middle, the rest."""

ALWAYS = (1.0, 1.0, 1.0, 1.0)

TIERS = (30, 70, 125)
"""Ranks at which the best, the good and the middle of the tour end."""


@dataclass(frozen=True)
class Stop:
    """A tournament that comes back every year.

    Attributes
    ----------
    week : int
        Weeks after the first Thursday of the year.
    title : str
        Put behind the place; one that begins with "The" stands alone.
    where : str
        The land that it is played on, by its name in `LANDS`, or ``anywhere``.
    rota : int
        Places that it goes round, a year at each: 1 where it stays at home.
    """

    week: int
    title: str
    kind: str
    where: str
    field: int
    courses: int = 1
    format: str = "stroke"
    rota: int = 1


STOPS: tuple[Stop, ...] = (
    Stop(0, "Winners Invitational", "signature", "Hawaii", 60),
    Stop(1, "Island Open", "regular", "Hawaii", 144),
    Stop(2, "Desert Classic", "regular", "desert", 156, courses=3),
    Stop(3, "Coast Open", "regular", "coast", 156, courses=2),
    Stop(4, "Bay Pro-Am", "signature", "bay", 80, courses=2),
    Stop(5, "Mesa Open", "regular", "mesa", 132),
    Stop(6, "Canyon Invitational", "signature cut", "canyon", 72),
    Stop(7, "Open", "regular", "Mexico", 132),
    Stop(8, "Classic", "regular", EASTERN, 144),
    Stop(9, "Invitational", "signature cut", EASTERN, 72),
    Stop(9, "Palms Open", "opposite", "Dominican Republic", 132),
    Stop(10, "The Tour Trophy", "grand", EASTERN, 144),
    Stop(11, "Championship", "regular", EASTERN, 144),
    Stop(12, "Open", "regular", CENTRAL, 144),
    Stop(13, "Challenge", "regular", CENTRAL, 144),
    Stop(14, "The Spring Major", "major", EASTERN, 90),
    Stop(15, "Heritage Invitational", "signature", EASTERN, 72),
    Stop(15, "Shore Open", "opposite", "Dominican Republic", 132),
    Stop(16, "Pairs Classic", "regular", CENTRAL, 160, format=TEAM),
    Stop(17, "Prairie Open", "regular", "prairie", 156),
    Stop(18, "Masters Invitational", "signature", EASTERN, 72),
    Stop(18, "Lakes Open", "opposite", EASTERN, 132),
    Stop(19, "The Tour Major", "major", ANYWHERE, 156, rota=14),
    Stop(20, "Plains Classic", "regular", "plains", 132),
    Stop(21, "Memorial Invitational", "signature cut", EASTERN, 72),
    Stop(22, "Open", "regular", "Canada", 156),
    Stop(23, "The National Major", "major", ANYWHERE, 156, rota=11),
    Stop(24, "River Invitational", "signature", EASTERN, 72),
    Stop(25, "Summer Classic", "regular", EASTERN, 156),
    Stop(26, "Summer Open", "regular", CENTRAL, 156),
    Stop(27, "Open", "regular", "Scotland", 156),
    Stop(27, "Valley Open", "opposite", EASTERN, 156),
    Stop(28, "The Links Major", "major", "links", 156, rota=9),
    Stop(28, "Sierra Open", "opposite", "sierra", 156, format="modified points"),
    Stop(29, "Lakeside Open", "regular", CENTRAL, 156),
    Stop(30, "Summer Championship", "regular", EASTERN, 156),
    Stop(31, "The First Play-Off", "play-off", CENTRAL, 70),
    Stop(32, "The Second Play-Off", "play-off", MOUNTAIN, 50),
    Stop(33, "The Final Play-Off", "play-off", EASTERN, 30),
    Stop(36, "Autumn Open", "autumn", PACIFIC, 144),
    Stop(38, "Autumn Classic", "autumn", CENTRAL, 144),
    Stop(39, "Autumn Championship", "autumn", PACIFIC, 132),
    Stop(40, "Autumn Trophy", "autumn", "Japan", 84),
    Stop(42, "Autumn Challenge", "autumn", ARIZONA, 132),
    Stop(44, "Highland Open", "autumn", "Mexico", 120),
    Stop(45, "Reef Open", "autumn", "Bermuda", 120),
    Stop(46, "Shoreline Classic", "autumn", "shoreline", 132),
    Stop(48, "Winter Invitational", "invitational", "Dominican Republic", 20),
)

BEFORE_DUSK = 5.1 * play.HOUR
"""Seconds before dusk by which the last group has begun: a round, and some holes of a play-off."""

LAST_TEE = {EASTERN: 13.4, CENTRAL: 12.9, MOUNTAIN: 12.3, ARIZONA: 12.3, PACIFIC: 11.8, HAWAII: 12.0}


@lru_cache(maxsize=8)
def homes(seed: int) -> tuple[tuple[Place, ...], ...]:
    """The places that each stop goes round; no two have the same name."""
    taken: set[str] = set()
    return tuple(
        tuple(
            ground(stream(seed, "PGA", "venue", number, place), stop.where, stop.week, taken)
            for place in range(stop.rota)
        )
        for number, stop in enumerate(STOPS)
    )


@lru_cache(maxsize=2048)
def venue(seed: int, number: int, year: int) -> Place:
    """Where a stop is played in a year: where it is its turn, or, but for majors, elsewhere for once."""
    stop, known = STOPS[number], homes(seed)
    r = stream(seed, "PGA", "venue", number, "once", year)
    if stop.kind == "major" or r.random() >= MOVED:
        return known[number][year % stop.rota]
    return ground(r, stop.where, stop.week, {place.city for places in known for place in places})


@dataclass(frozen=True)
class Ground:
    """A course with its name and length."""

    name: str
    par: int
    yards: int
    holes: tuple[play.Hole, ...]


@lru_cache(maxsize=2048)
def grounds(seed: int, number: int, year: int) -> tuple[Ground, ...]:
    """The courses of a stop in a year, the main one first."""
    place = venue(seed, number, year)
    found = []
    for which in range(STOPS[number].courses):
        r = stream(seed, "PGA", "course", place.city, which)
        par = pick(r, (70, 71, 72, 73), (0.30, 0.30, 0.38, 0.02))
        yards = round(clamp(r.gauss(7300 + 90 * (par - 71), 170), 6830, 7850))
        found.append(Ground(f"{place.city} {COURSES[which]}", par, yards, play.layout(r, par)))
    return tuple(found)


def span_text(first: date, last: date) -> str:
    """``Jan 2 - 5, 2025``, ``Jan 30 - Feb 2, 2025``."""
    end = f"{last.day}" if first.month == last.month else f"{last:%b} {last.day}"
    return f"{first:%b} {first.day} - {end}, {last.year}"


def day_text(day: date) -> str:
    """``January 2, 2025``."""
    return f"{day:%B} {day.day}, {day.year}"


class Tournament(Entry):
    """A tournament of the year; `number` counts it in the season, `stop` names it among `STOPS`."""

    after: Sequence[Tournament] = ()

    def __init__(self, season: Season, number: int, stop: int, week: int, unplayed_as: str | None = None) -> None:
        self.season = season
        self.number = number
        self.stop = stop
        self.unplayed_as = unplayed_as
        self.kind = KINDS[STOPS[stop].kind]
        self.day = season.opens + DAY * 7 * week
        self.place = venue(season.seed, stop, season.year)
        self.grounds = grounds(season.seed, stop, season.year)
        self.id = f"{season.year}_{TOURNAMENT_NUMBERS[number]}"
        turn = math.cos(2 * math.pi * (self.day.timetuple().tm_yday - 172) / 365)
        self.light = ((6.75 - 0.45 * turn) * play.HOUR, (19.15 + 1.35 * turn) * play.HOUR)
        self.opening = clamp(round((self.light[0] / play.HOUR + 0.3) * 12) / 12, 6.75, 7.5) * play.HOUR
        self.midnight = local(self.day, "00:00", self.place.zone)
        self.start = self.instant(self.opening + self._late_start)

    def __repr__(self) -> str:
        return f"<Tournament {self.id}>"

    @property
    def _late_start(self) -> float:
        """A field that one wave holds does not start at dawn."""
        stop = STOPS[self.stop]
        each = 2 if stop.format == TEAM or stop.field <= 36 else 3
        parties = math.ceil(stop.field / (2 if stop.format == TEAM else 1) / each)
        return 0.0 if math.ceil(parties / stop.courses) > play.ONE_WAVE else play.LATE_START

    def instant(self, seconds: float) -> datetime:
        """The instant so many seconds after local midnight of the first day."""
        return self.midnight + timedelta(seconds=round(seconds))

    def seconds(self, now: datetime) -> float:
        """Seconds from local midnight of the first day."""
        return (now - self.midnight).total_seconds()

    @property
    def last(self) -> date:
        """The last day as scheduled."""
        return self.day + (play.ROUNDS - 1) * DAY

    @property
    def name(self) -> str:
        title = STOPS[self.stop].title
        return title if title.startswith("The ") else f"{self.place.city} {title}"

    @property
    def purse(self) -> int:
        """Prize money in dollars."""
        r = stream(self.season.seed, "PGA", "purse", self.stop, self.season.year)
        low, high = self.kind.purse
        return low + round((high - low) * r.random() / 100_000) * 100_000

    @once
    def field(self) -> tuple[Person, ...]:
        """Who has entered; in a pairs event the two of a side stand beside each other."""
        stop = STOPS[self.stop]
        r = self.season.stream("field", self.id)
        ranking = self.season.ranking
        if stop.title == WINNERS and (entitled := self.season.entitled):
            chosen = [person for person in ranking if person.id in entitled]
        elif self.kind.choice == math.inf:
            chosen = list(ranking[: stop.field])
        else:
            away = set() if self.kind.covered else self.season.elsewhere(self)
            keys = self._keys(ranking)
            pool = sorted(zip(keys, range(len(ranking))))
            chosen = [ranking[rank] for _, rank in pool if ranking[rank].id not in away][: stop.field]
        r.shuffle(chosen)
        return tuple(chosen)

    def _keys(self, ranking: Sequence[Person]) -> list[tuple[bool, float]]:
        """Where each of the ranking stands among those who may enter: first who wants to, by favour and rank.

        Who likes a tournament does so every year, so that most champions are there to defend their titles.
        """
        eager, choice = EAGER.get(STOPS[self.stop].kind, ALWAYS), self.kind.choice
        keys = []
        for rank, person in enumerate(ranking):
            liking, favour = self.season.tastes[person.id][self.stop]
            wants = liking < eager[bisect_right(TIERS, rank)]
            share = rank / len(ranking)
            # of those who would rather stay at home the least known come first
            keys.append((not wants, favour + choice * share + (rank >= TOUR) * 0.6 if wants else -share))
        return keys

    @property
    def cut(self) -> tuple[int, int]:
        """How many stay in after the cut, ties included, and how many strokes behind the leader do as well."""
        stop = STOPS[self.stop]
        if stop.title in CUTS:
            return max(rule for rule in CUTS[stop.title] if rule[0] <= self.season.year)[1:]
        if stop.format == TEAM:
            return 33, 0
        if self.kind.within:
            return self.kind.cut, self.kind.within
        if stop.field <= 80 or not self.kind.cut:
            return 0, 0
        return (70 if self.day < TO_SEVENTY else self.kind.cut), 0

    def _plan(self) -> play.Plan:
        stop = STOPS[self.stop]
        value = [self.season.worth[person.id] for person in self.field]
        pairs = stop.format == TEAM
        cut, within = self.cut
        if pairs:  # the better ball of two
            value = [fmean(value[n - n % 2 : n - n % 2 + 2]) - 3.2 for n in range(len(value))]
        zone = self.place.zone
        nights = [local(self.day + DAY * n, "00:00", zone) for n in range(8)]
        r = self.season.stream("setup", self.id)
        return play.Plan(
            courses=tuple(ground.holes for ground in self.grounds),
            worth=tuple(value),
            difficulty=HARD + self.kind.difficulty + r.gauss(0.0, 0.45),
            cut=cut,
            within=within,
            pairs=pairs,
            points=stop.format == "modified points",
            opening=self.opening,
            last_tee=min(LAST_TEE.get(zone, 13.0) * play.HOUR, self.light[1] - BEFORE_DUSK),
            midnights=tuple((night - nights[0]).total_seconds() for night in nights),
            light=self.light,
        )

    def play(self) -> play.Tournament:
        """The tournament played to its end."""
        return _played(self)

    def played_after(self, days: int, now: datetime) -> bool:
        """Whether a day has a round; one after the last as scheduled has, once it dawns on an unfinished tournament."""
        if days < play.ROUNDS:
            return days >= 0
        if self.unplayed_as is not None or now < self.midnight + days * DAY:
            return False
        return self.play().end > days * DAY.total_seconds()

    def status(self, now: datetime) -> str:
        """The service's word for the state of the tournament."""
        if self.unplayed_as is not None:
            return self.unplayed_as if now >= self.start - 2 * DAY else "scheduled"
        if now < self.start:
            return "scheduled"
        if now >= self.start + 9 * DAY:
            return "completed"
        played, at = self.play(), self.seconds(now)
        if at < played.starts[0]:
            late = played.starts[0] - self.seconds(self.start)
            return "delayed" if late > DELAY.total_seconds() else "scheduled"
        return played.status(at)

    @property
    def _dates(self) -> str:
        return span_text(self.day, self.last)

    def schedule(self, now: datetime) -> Written:
        """The schedule row as it stands at an instant."""
        place = self.place
        where = [self.grounds[0].name, place.city, place.state or place.country]
        return wire.Tournament(
            game_id=self.id,
            game_time=http_date(self.start),
            event_id=TOURNAMENT_NUMBERS[self.stop],
            tournament=self.name,
            location=", ".join(where),
            date=self._dates,
            city=place.city,
            state=place.state or None,
            country=place.country,
            postal_code=place.postal_code,
            latitude=place.latitude,
            longitude=place.longitude,
            purse=f"${self.purse:,}",
            timezone=place.zone,
            status=self.status(now),
            format=STOPS[self.stop].format,
            covered=self.kind.covered,
            tournament_start=day_text(self.day),
            tournament_end=day_text(self.last),
            course=[wire.Course(course=g.name, par=g.par, yards=g.yards) for g in self.grounds],
        )

    def live(self, now: datetime) -> Written | None:
        """The leaderboard at an instant, from the holes finished by then; None before the first ball."""
        if self.unplayed_as is not None or now < self.start:
            return None
        played, at = self.play(), self.seconds(now)
        if at < played.starts[0]:
            return None
        number, state = played.current(at)
        shown = number + 1 if state == "completed" and number + 1 < play.ROUNDS else number
        groups = {n: group for group in played.rounds[shown] for n in group.members}
        tees = {n: self.instant(played.tee(group, at)) for n, group in groups.items()}
        board = Leaderboard(self, played, at)
        ids = [str(person.id) for person in self.field]
        return wire.Live(
            sport="PGA",
            game_id=self.id,
            game_time=http_date(self.start),
            event_id=TOURNAMENT_NUMBERS[self.stop],
            tournament=self.name,
            date=self._dates,
            status=self.status(now),
            current=wire.Current(round=number + 1, round_status=state),
            tee_times={ids[n]: http_date(tees[n]) for n in sorted(groups, key=self._by_id)},
            starting_holes={ids[n]: groups[n].first for n in sorted(groups, key=self._by_id)},
            field={
                ids[n]: board.entry(n, tees.get(n), groups.get(n)) for n in sorted(range(len(ids)), key=self._by_id)
            },
        )

    def _by_id(self, n: int) -> int:
        return self.field[n].id


@lru_cache(maxsize=64)
def _entitled(seed: int, year: int) -> frozenset[int]:
    """Who may play the winners' tournament of a year: see `Season.entitled`.

    That of the year before does not count, which would need the one before it, and so on.
    """
    found: set[int] = set()
    for entry in Season(seed, "PGA", year - 1).regular():
        title = STOPS[entry.stop].title
        if title == LAST_OF_SEASON:
            found.update(person.id for person in entry.field)
        if entry.unplayed_as is None and title not in (WINNERS, UNOFFICIAL):
            played = play.Tournament(entry.season.stream("play", entry.id), entry._plan())
            found.update(entry.field[n].id for n in played.winner)
    return frozenset(found)


@lru_cache(maxsize=24)
def _played(entry: Tournament) -> play.Tournament:
    return play.Tournament(entry.season.stream("play", entry.id), entry._plan())


class Leaderboard:
    """Where everybody stands at a time, in seconds of the tournament.

    For a tournament without live coverage, only finished rounds are known.
    """

    def __init__(self, entry: Tournament, played: play.Tournament, at: float) -> None:
        self.tournament, self.played, self.at = entry, played, at
        pars = [[hole.par for hole in ground.holes] for ground in entry.grounds]
        size = len(played.results)
        self.holes: list[list[int]] = [[] for _ in range(size)]
        self.to_par, self.strokes, self.key = [0] * size, [0] * size, [0] * size
        self.rounds: list[dict[str, int]] = [{} for _ in range(size)]
        for number, groups in enumerate(played.rounds):
            for group in groups:
                if group.tee > at:
                    continue
                done = bisect_right(group.done, at)
                if not entry.kind.covered and done < play.HOLES:
                    done = 0
                order = pars[group.course][group.first - 1 :] + pars[group.course][: group.first - 1]
                for n in group.members:
                    results = played.results[n][number][:done]
                    gross = sum(results) + sum(order[: len(results)])
                    self.holes[n].append(len(results))
                    self.to_par[n] += sum(results)
                    self.strokes[n] += gross
                    self.key[n] += play.worth(results, played.plan.points)
                    if len(results) == play.HOLES:
                        self.rounds[n][f"round_{number + 1}"] = gross
        self.status = [self._state(n) for n in range(size)]
        sides = range(0, size, 2 if played.plan.pairs else 1)
        ranked = sorted(self.key[n] for n in sides if self.status[n] == "active" and any(self.holes[n]))
        self.place = {key: place for place, key in reversed(list(enumerate(ranked, 1)))}

    def _state(self, n: int) -> str:
        gone = self.played.gone.get(n)
        return gone[1] if gone is not None and gone[0] <= self.at else "active"

    def position(self, n: int) -> int | None:
        """Place of a player, equal for equal scores; only a play-off tells them apart."""
        if self.status[n] != "active" or not any(self.holes[n]):
            return None
        if self.at >= self.played.end and n in self.played.playoff:
            return 1 if n in self.played.winner else 2
        return self.place[self.key[n]]

    def entry(self, n: int, tee: datetime | None, group: play.Group | None) -> Written:
        """The entry of a player; what is not known yet is left out."""
        known: dict[str, object] = {**self.rounds[n]}
        if self.holes[n]:
            known |= {"to_par": self.to_par[n], "strokes": self.strokes[n], "thru": self.holes[n][-1]}
        if (position := self.position(n)) is not None:
            known["position"] = position
        if tee is not None and group is not None:
            known |= {"tee_time": http_date(tee), "starting_hole": group.first}
        return wire.Entry(player=self.tournament.field[n].name, status=self.status[n], **known)


class Season(directory.Tour):
    """A year of the tour."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        self.opens = on_or_after(date(year, 1, 2), THU)
        self.closes = self.opens + DAY * 7 * (STOPS[-1].week + 1)

    def lines(self, record: Any) -> Iterator[Line]:
        """The lines of all players of a tournament."""
        for player, entry in (record.field or {}).items():
            yield Line("players", int(player), (entry.player, None, None, None), values(entry))

    @once
    def players(self) -> tuple[Person, ...]:
        """Players of the tour, then the guests."""
        places = [(group, slot) for group, size in enumerate((TOUR, GUESTS)) for slot in range(size)]
        return tuple(career(self.seed, "PGA", *place, self.year, span=CAREER) for place in places)

    @once
    def worth(self) -> dict[int, float]:
        """Strokes a round of every player against the average of the tour, by player id; negative is better."""
        seed, result = self.seed, {}
        for n, person in enumerate(self.players):
            skill = -SKILL * (person.talent + ageing(self.year - person.born, *PEAK) + YOUTH)
            form = stream(seed, "PGA", "form", person.id, self.year).gauss(0, 0.25)
            skill -= (STARS - 1) * max(0.0, -GOOD - skill)
            result[person.id] = skill + form + (1.1 if n >= TOUR else 0.0)
        return result

    @once
    def tastes(self) -> dict[int, list[tuple[float, float]]]:
        """Two numbers from 0 to 1 for every player and stop, by player id: whether he likes it, and is welcome."""
        found = {}
        for person in self.players:
            r = stream(self.seed, "PGA", "taste", person.id)
            found[person.id] = [(r.random(), r.random()) for _ in STOPS]
        return found

    @once
    def ranking(self) -> tuple[Person, ...]:
        """The players, best first."""
        return tuple(sorted(self.players, key=lambda person: self.worth[person.id]))

    def roster(self, day: date) -> Iterator[tuple[Person, int | None]]:
        """Everybody who plays this year or has played before, with his rank among those who play."""
        for rank, person in enumerate(self.ranking, 1):
            yield person, rank
        for person in former(self.seed, "PGA", (TOUR, GUESTS), CAREER, self.year):
            yield person, None

    def daily_records(self) -> Mapping[str, Callable[[type[Record], date], Iterator[Record]]]:
        """Resource -> what gives its records on a day."""
        return {**super().daily_records(), "field": self._fields}

    def _fields(self, record: type[Record], day: date) -> Iterator[Record]:
        """The fields of the tournaments that are not off, from some days before they begin."""
        rank = {person.id: n for n, person in enumerate(self.ranking, 1)}
        for entry in self._stops:
            if entry.unplayed_as is None and entry.day - ENTERED * DAY <= day:
                entered = [
                    {"player_id": one.id, "player": one.name, "country": one.origin, "rank": rank[one.id]}
                    for one in sorted(entry.field, key=lambda one: one.id)
                ]
                known = {"game_id": entry.id, "tournament": entry.name, "game_time": entry.start, "field": entered}
                yield directory.record_of(record, known)

    @property
    def entitled(self) -> frozenset[int]:
        """Ids of who won a tournament of the year before, or played its last one of the season; none in the first."""
        return _entitled(self.seed, self.year) if self.year > FIRST_YEAR else frozenset()

    def elsewhere(self, entry: Tournament) -> set[int]:
        """Ids of who plays the main tournament of the week."""
        main = (other for other in self._stops if other.day == entry.day and other.kind.covered)
        return {person.id for other in main for person in other.field}

    @once
    def _stops(self) -> tuple[Tournament, ...]:
        entries, free = [], list(FREE_WEEKS)
        for n, stop in enumerate(STOPS):
            x = self.stream("fate", n).random()
            place = venue(self.seed, n, self.year)
            again = [week for week in free if week > stop.week + 1 and playable(place, self.opens + DAY * 7 * week)]
            if x < CANCELLED:
                entries.append(Tournament(self, n, n, stop.week, "cancelled"))
            elif x < CANCELLED + POSTPONED and again:
                free.remove(again[0])
                entries.append(Tournament(self, n, n, stop.week, "postponed"))
                makeup = Tournament(self, len(STOPS) + n, n, again[0])
                makeup.after = entries[-1:]
                entries.append(makeup)
            else:
                entries.append(Tournament(self, n, n, stop.week))
        return tuple(entries)

    def regular(self) -> Sequence[Tournament]:
        """All tournaments of the year."""
        return self._stops
