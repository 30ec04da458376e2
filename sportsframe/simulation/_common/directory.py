"""Directories: the players and teams of a league, its injuries and depth charts, on a day."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache, partial
from random import Random
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from ...catalog import SPORTS, Record
from . import season
from .calendar import DAY, FIRST_YEAR
from .careers import Rosters
from .clubs import Club, clubs
from .injuries import Injury
from .numbers import shirts
from .people import Person
from .rng import pick, stream, two

BODIES: dict[str, tuple[float, float, float, float]] = {
    #           height, spread, weight, spread; inches and pounds
    "NBA": (78.6, 1.6, 216, 14),
    "NBA PG": (74.6, 1.6, 192, 11),
    "NBA SG": (76.8, 1.4, 203, 11),
    "NBA PF": (80.6, 1.3, 229, 12),
    "NBA C": (82.8, 1.5, 247, 15),
    "NCAABB": (77.6, 1.6, 207, 13),
    "NCAABB G": (74.2, 1.8, 187, 12),
    "NCAABB C": (81.6, 1.4, 235, 16),
    "NFL QB": (75.2, 1.3, 222, 9),
    "NFL RB": (70.6, 1.3, 213, 9),
    "NFL WR": (72.4, 1.9, 200, 12),
    "NFL TE": (76.6, 1.1, 250, 8),
    "NFL OT": (77.6, 0.9, 314, 11),
    "NFL OG": (76.2, 1.0, 314, 10),
    "NFL C": (75.6, 0.9, 306, 9),
    "NFL EDGE": (75.8, 1.2, 262, 10),
    "NFL DL": (75.8, 1.2, 292, 12),
    "NFL DT": (75.2, 1.1, 308, 14),
    "NFL LB": (73.6, 1.2, 236, 8),
    "NFL CB": (71.6, 1.3, 193, 8),
    "NFL S": (72.3, 1.2, 204, 8),
    "NFL DB": (71.8, 1.3, 198, 8),
    "NFL PK": (72.2, 1.6, 197, 9),
    "NFL P": (73.8, 1.4, 206, 8),
    "NFL LS": (74.4, 1.2, 243, 7),
    "MLB": (73.2, 1.9, 206, 15),
    "MLB P": (75.0, 2.0, 214, 17),
    "MLB C": (72.6, 1.5, 212, 14),
    "MLB 1B": (74.6, 1.6, 225, 17),
    "MLB 2B": (71.4, 1.7, 190, 12),
    "MLB SS": (72.6, 1.6, 193, 13),
    "MLB CF": (72.6, 1.6, 196, 13),
    "MLB DH": (74.0, 1.8, 222, 17),
    "NHL": (73.0, 1.9, 199, 13),
    "NHL C": (72.8, 1.8, 196, 12),
    "NHL D": (74.1, 1.9, 206, 13),
    "NHL G": (75.0, 1.6, 201, 13),
    "PGA": (72.4, 2.2, 180, 16),
    "DARTS": (70.6, 2.4, 200, 28),
    "SOCCER": (71.8, 2.3, 169, 14),
    "SOCCER Goalkeeper": (75.2, 1.5, 186, 11),
    "SOCCER Defender": (72.8, 1.9, 174, 12),
    "SOCCER Midfielder": (70.9, 2.1, 162, 11),
    "SOCCER Forward": (72.0, 2.5, 171, 14),
}
"""Sport, or sport and position -> mean and spread of height and weight; colleges of football are as the NFL."""

CLASSES = ("FR", "SO", "JR", "SR")

LEFT_HANDED = {"P": 0.27, "1B": 0.3, "LF": 0.2, "CF": 0.17, "RF": 0.22, "DH": 0.2}
"""Share of the players of a position who throw with the left hand; none of those who throw across the infield."""

BATS = {"R": (("R", "L", "S"), (0.595, 0.28, 0.125)), "L": (("L", "R", "S"), (0.87, 0.08, 0.05))}
"""Throwing hand -> sides from which players bat, and their shares."""

AS_PITCHERS = {"R": (("R", "L", "S"), (0.93, 0.055, 0.015)), "L": (("L", "R", "S"), (0.82, 0.15, 0.03))}
"""The same for pitchers, whom nobody teaches to bat from the other side."""

EARLY = {"NHL": 1.2}
"""Power that moves birthdays towards January, as boys who are the oldest of their age group get on."""

SCHOOLED = {"NFL": 1.0, "MLB": 0.75, "NHL": 0.65}
"""Share of the players from the country who went to a college, 0.9 where nothing is said."""

HOCKEY_STATES = frozenset(("CO", "CT", "MA", "ME", "MI", "MN", "ND", "NE", "NH", "NY", "OH", "PA", "VT", "WI"))
"""Where colleges play hockey."""

QUESTIONABLE = 3
"""Days before his return from which a player is questionable rather than inactive."""

GRADUATES = 1
"""Seasons for which colleges list former players; the other leagues list all of them."""


@dataclass(frozen=True, slots=True)
class Member:
    """A player of a club on a day.

    Attributes
    ----------
    position, category : str
        His position and its group, as boxes write them.
    place : str
        His position in depth charts; empty where he has none.
    injury : Injury, optional
        The injury that keeps him out.
    active : bool
        Whether the club can use him; not a former player, nor one in the minors.
    """

    person: Person
    position: str
    category: str = ""
    place: str = ""
    injury: Injury | None = None
    active: bool = True

    def status(self, day: date) -> str:
        """The service's word for whether he can play."""
        if self.injury is not None:
            return "QUES" if (self.injury.back - day).days <= QUESTIONABLE else "INACT"
        return "ACT" if self.active else "INACT"


class Daily(season.Season):
    """A season some of whose resources do not change during a day."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        self._kept: dict[str, tuple[date, tuple[Record, ...]]] = {}

    def state(self, resource: str, now: datetime) -> Sequence[Record]:
        """The records of a resource at a time; the same object for the whole day."""
        tell = self.daily_records().get(resource)
        if tell is None:
            return super().state(resource, now)
        day = now.astimezone(ZoneInfo(self.zone)).date()
        kept = self._kept.get(resource)
        if kept is None or kept[0] != day:
            record = SPORTS[self.sport].answer(resource).record
            kept = self._kept[resource] = day, tuple(tell(record, day))
        return kept[1]

    def daily_records(self) -> Mapping[str, Callable[[type[Record], date], Iterator[Record]]]:
        """Resource -> what gives its records on a day."""
        raise NotImplementedError(f"{type(self).__name__} does not define daily_records")


class Season(Daily):
    """A season of clubs that have players."""

    @property
    def listed_clubs(self) -> Sequence[Club]:
        """The clubs with players, those in lower divisions included."""
        return self.clubs

    def members(self, club: int, day: date) -> list[Member]:
        """The players of a club on a day by position, best first."""
        raise NotImplementedError(f"{type(self).__name__} does not define members")

    @property
    def careers(self) -> Rosters:
        """Who belongs to which club."""
        raise NotImplementedError(f"{type(self).__name__} does not define careers")

    def former(self, day: date, since: int) -> Iterator[tuple[Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        raise NotImplementedError(f"{type(self).__name__} does not define former")

    def daily_records(self) -> Mapping[str, Callable[[type[Record], date], Iterator[Record]]]:
        """Resource -> what gives its records on a day."""
        return {resource: partial(tell, self) for resource, tell in RECORDS_OF_DAY.items()}


class Tour(Daily):
    """A year of a tour, whose players belong to no club."""

    def roster(self, day: date) -> Iterator[tuple[Person, int | None]]:
        """Everybody who plays this year or has played before, with his rank."""
        raise NotImplementedError(f"{type(self).__name__} does not define roster")

    def daily_records(self) -> Mapping[str, Callable[[type[Record], date], Iterator[Record]]]:
        """Resource -> what gives its records on a day."""
        return {"player-info": self._players}

    def _players(self, record: type[Record], day: date) -> Iterator[Record]:
        found = {person.id: (person, rank) for person, rank in self.roster(day)}
        for _, (person, rank) in sorted(found.items()):
            yield record_of(record, profile(self, person, "", day) | {"rank": rank})


def record_of(record: type[Record], known: Mapping[str, Any]) -> Record:
    """A record from those of the known facts that it declares."""
    return record(**{name: known[name] for name in record.model_fields})


def _players(season: Season, record: type[Record], day: date) -> Iterator[Record]:
    """Everybody, in order of id: the members of the clubs, and former players."""
    names = {club.id: club.name for club in season.listed_clubs}
    found = {member.person.id: (member, club) for club in names for member in season.members(club, day)}
    since = season.year - GRADUATES if season.sport.startswith("NCAA") else FIRST_YEAR
    for member, club in season.former(day, since):
        found.setdefault(member.person.id, (member, club))
    worn = shirts(season.careers, day)
    for player, (member, club) in sorted(found.items()):
        yield record_of(
            record,
            profile(season, member.person, member.position, day)
            | {
                "number": worn[player],
                "team": names.get(club),
                "team_id": club,
                "status": member.status(day),
                "position": member.position,
                "position_category": member.category,
            },
        )


TERM = 6, 1
"""Month and day on which students go up a class."""


def profile(season: season.Season, person: Person, position: str, day: date) -> dict[str, Any]:
    """What is so of a player, by the names of columns: all his life, but for the class he is in on a day."""
    passed = season.year + (day >= date(season.year + 1, *TERM)) - person.since
    years = min(len(CLASSES) - 1, max(0, passed))
    return traits(season.seed, season.sport, person, position) | {"class_year": CLASSES[years]}


def traits(seed: int, sport: str, person: Person, position: str) -> dict[str, Any]:
    """What is so of a player all his life, by the names of columns."""
    r = stream(seed, "profile", sport, person.id)
    abroad = person.origin != "USA"
    home = r.choice(_colleges(seed, sport))
    height, weight = _body(r, sport, position)
    born = r.randrange(365)
    if sport in EARLY:
        born = int(365 * two(seed, "birthday", sport, person.id)[0] ** EARLY[sport])
    birthday = date(person.born, 1, 1) + DAY * born
    throws = "L" if r.random() < LEFT_HANDED.get(position, 0.0) else "R"
    schooled = r.random() < SCHOOLED.get(sport, 0.9) and (not abroad or sport == "NFL")
    return {
        "player_id": person.id,
        "player": person.name,
        "height": f"{height // 12}' {height % 12}\"",
        "weight": str(weight) if sport.startswith("NCAA") else weight,
        "birth_date": f"{birthday:%B} {birthday.day}, {birthday.year}",
        "college": home if schooled else person.origin if abroad and sport == "MLB" else None,
        "country": person.origin,
        "bats": pick(r, *(AS_PITCHERS if position == "P" else BATS)[throws]),
        "throws": throws,
        "image": f"{UUID(int=r.getrandbits(128), version=4)}.png",
        "all_star": None,
    }


def _body(r: Random, sport: str, position: str) -> tuple[int, int]:
    """Height in inches and weight in pounds; who is taller is heavier."""
    code = "NFL" if sport == "NCAAFB" else sport
    tall, spread, heavy, more = BODIES.get(f"{code} {position}") or BODIES[code]
    z = r.gauss(0, 1)
    return round(tall + spread * z), round(heavy + more * (0.6 * z + 0.8 * r.gauss(0, 1)) - 10 * (sport == "NCAAFB"))


@lru_cache(maxsize=32)
def _colleges(seed: int, sport: str) -> tuple[str, ...]:
    """The colleges that play a sport; all of them play basketball, and what is not said here."""
    colleges = clubs(seed, "NCAAFB" if sport in ("NFL", "NCAAFB") else "NCAABB")
    return tuple(
        club.name.removesuffix(f" {club.mascot}")
        for club in colleges
        if sport != "NHL" or club.place.state in HOCKEY_STATES
    )


def _teams(season: Season, record: type[Record], day: date) -> Iterator[Record]:
    """The clubs, in order of id."""
    playing = {club.id for club in season.clubs}
    for club in season.listed_clubs:
        place = club.place
        known = {
            "team_id": club.id,
            "team": club.name,
            "abbreviation": club.abbreviation,
            "mascot": club.mascot,
            "division_name": club.conference if season.sport == "NCAAFB" else club.division_name,
            "conference_id": club.group,
            "location": place.city,
            "arena": place.arena,
            "city": place.city,
            "state": place.state or None,
            "country": place.country,
            "latitude": place.latitude,
            "longitude": place.longitude,
            "field": place.field,
            "postal_code": place.postal_code,
            "dome": place.dome,
            "image": f"https://images.invalid/{season.sport.lower()}/{club.abbreviation}.png",
            "rank": None,
            "week": None,
            "league": season.league,
            "relegated": club.id not in playing,
        }
        yield record_of(record, known)


def _injuries(season: Season, record: type[Record], day: date) -> Iterator[Record]:
    """The injured of every club, once somebody is."""
    rows = []
    for club in season.clubs:
        hurt = [member for member in season.members(club.id, day) if member.injury is not None]
        rows.append((club, [_injured(season, member, day) for member in hurt]))
    if any(hurt for _, hurt in rows):
        yield from (record_of(record, {"team": club.name, "team_id": club.id, "injuries": hurt}) for club, hurt in rows)


def _injured(season: Season, member: Member, day: date) -> dict[str, Any]:
    injury = member.injury
    assert injury is not None
    written = DATES.get(season.sport, date.isoformat)(injury.day)
    return {
        "player": member.person.name,
        "player_id": member.person.id if season.sport == "SOCCER" else str(member.person.id),
        "injury": injury.part,
        "date_injured": written,
        "returns": _prose(season, member, injury, day),
    }


def _prose(season: Season, member: Member, injury: Injury, day: date) -> str:
    """When a player is expected back, as lists say it."""
    if season.sport == "MLB":
        return f"{60 if injury.days >= 60 else 15 if member.position == 'P' else 10}-Day IL"
    if injury.back > season.closes:
        return "Out For Season"
    left = (injury.back - day).days
    return next((text for days, text in OUTLOOK if left <= days), "Out Indefinitely")


DATES: dict[str, Callable[[date], str]] = {
    "NFL": lambda day: f"{day.year}-{day.month}-{day.day}",
    "SOCCER": lambda day: f"{day:%b} {day.day}, {day.year}",
}
"""How leagues write dates; ISO where nothing is said."""

OUTLOOK = ((7, "Day To Day"), (28, "Week To Week"))
"""Days until the return, up to which the words hold."""

STARTERS: dict[str, dict[str, int]] = {
    "NFL": {"WR": 3, "OT": 2, "OG": 2, "EDGE": 2, "DT": 2, "LB": 3, "CB": 3, "S": 2},
}
"""Positions that depth charts split, and into how many: WR1, WR2, WR3."""


def _depth_charts(season: Season, record: type[Record], day: date) -> Iterator[Record]:
    """Who can play, by position in the order in which clubs use them."""
    yield record_of(record, {"teams": {club.name: _chart(season, club, day) for club in season.clubs}})


def _chart(season: Season, club: Club, day: date) -> dict[str, Any]:
    split = STARTERS.get(season.sport, {})
    charts: dict[str, dict[str, Any]] = {}
    ranks: dict[str, int] = {}
    for member in season.members(club.id, day):
        if member.injury is not None or not member.active:
            continue
        position = member.place or member.position
        rank = ranks[position] = ranks.get(position, 0) + 1
        depth, number = divmod(rank - 1, split.get(position, 1))
        chart = charts.setdefault(f"{position}{number + 1}" if position in split else position, {})
        chart[str(depth + 1)] = {"player_id": member.person.id, "player": member.person.name}
    return {"team_id": club.id, "positions": charts}


RecordsOfDay = Callable[[Season, type[Record], date], Iterator[Record]]

RECORDS_OF_DAY: dict[str, RecordsOfDay] = {
    "player-info": _players,
    "team-info": _teams,
    "injuries": _injuries,
    "depth-charts": _depth_charts,
}
"""Resource -> its records on a day."""
