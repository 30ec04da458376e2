"""The framework of the simulated world: streams, places, people, clubs, calendars, seasons."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from threading import Barrier
from zoneinfo import ZoneInfo

import pytest

from sportsframe.catalog import SPORTS, simulated
from sportsframe.catalog.grammar import Record
from sportsframe.errors import SportsframeError
from sportsframe.simulation import FIRST_YEAR, KEPT, LAST_YEAR, MODULES, VERSION, World
from sportsframe.simulation._common import calendar as cal
from sportsframe.simulation._common import directory
from sportsframe.simulation._common.clubs import Abbreviations, clubs
from sportsframe.simulation._common.names import GIVEN, MIXES, SURNAMES
from sportsframe.simulation._common.people import AGES, LONGER, NEAR, USUAL_AGES, VETERANS, career, full_name, named
from sportsframe.simulation._common.places import COUNTRIES, EASTERN, REAL, abroad, band, postal_code, towns
from sportsframe.simulation._common.rng import chosen, clamp, drawn, pick, poisson, stream
from sportsframe.simulation._common.season import Entry, Season, Timeline

LEAGUES = [("MLB", 30), ("NBA", 30), ("NFL", 32), ("NHL", 32), ("NCAAFB", 234), ("NCAABB", 364)]
NOON = datetime(2024, 6, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_streams_are_the_same_for_ever() -> None:
    """Equal keys give equal numbers, in any process: one was written down once."""
    assert stream(2024, "MLB", 7).getrandbits(32) == 3449745526
    code = "from sportsframe.simulation._common.rng import stream; print(stream('a', 1, None, (2, 3)).random())"
    seen = {subprocess.check_output([sys.executable, "-c", code], env={"PYTHONHASHSEED": s}) for s in ("1", "2")}
    assert seen == {f"{stream('a', 1, None, (2, 3)).random()}\n".encode()}


def test_streams_differ_by_key() -> None:
    """Keys that look alike are told apart: text and number, one key and two."""
    first = {stream(*keys).random() for keys in ((1, 2), ("1", 2), (12,), ("12",), (1, 2, 0), ((1, 2),))}
    assert len(first) == 6


@pytest.mark.parametrize("mean", [0.0, 0.4, 3.0, 25.0, 80.0])
def test_poisson(mean: float) -> None:
    """A count has the mean asked for, and a variance equal to it."""
    r = stream("poisson", mean)
    counts = [poisson(r, mean) for _ in range(4000)]
    average = sum(counts) / len(counts)
    assert average == pytest.approx(mean, rel=0.06, abs=0.0)
    assert sum((c - average) ** 2 for c in counts) / len(counts) == pytest.approx(mean, rel=0.1, abs=0.0)


@pytest.mark.parametrize(
    "weights", [(1.0,), (0.34, 0.285, 0.225, 0.15), (3, 3, 2, 2), (0.0, 1.0, 0.0), (1e-9, 5.0, 0.0)]
)
def test_one_is_drawn_as_random_draws_it(weights: tuple[float, ...]) -> None:
    """One of several is the one that ``random.choices`` draws from the same stream, whatever the weights are."""
    items = "abcd"[: len(weights)]
    ours, theirs = stream("drawn"), stream("drawn")
    assert [drawn(ours, items, weights) for _ in range(500)] == [theirs.choices(items, weights)[0] for _ in range(500)]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 12, 64, 65])
def test_one_is_chosen_as_random_chooses_it(count: int) -> None:
    """With the bits that `random.choice` takes, so that what is drawn after it is the same as well."""
    ours, theirs = stream("chosen"), stream("chosen")
    assert [chosen(ours, range(count)) for _ in range(500)] == [theirs.choice(range(count)) for _ in range(500)]
    assert ours.random() == theirs.random()
    assert ours.random() == theirs.random()


def test_pick_and_clamp() -> None:
    """Items come as often as their weights say; a value is kept within its bounds."""
    r = stream("pick")
    seen = Counter(pick(r, "abc", (1, 0, 3)) for _ in range(4000))
    assert seen["b"] == 0
    assert seen["c"] / seen["a"] == pytest.approx(3, rel=0.15)
    assert (clamp(5, 0, 3), clamp(-1.0, 0.0, 3.0), clamp(2, 0, 3)) == (3, 0.0, 2)


def test_places_are_unique_and_where_they_say() -> None:
    """No name stands twice; coordinates, zone and state belong together; the country is real, the name is not."""
    land = towns(2024)
    names = [place.city for places in land.values() for place in places]
    assert len(names) == len(set(names))
    assert not REAL & set(names)
    for zone, places in land.items():
        for place in places:
            if zone == "Canada":
                assert place.country == "Canada"
                assert 43 <= place.latitude <= 54
                assert -124 <= place.longitude <= -71
            else:
                assert place.country == "USA"
                assert band(place.zone) == zone
                assert 18 <= place.latitude <= 49
    assert all(place.longitude > -88 for place in land[EASTERN])


POSTAL = {
    "USA": r"00[0-4]\d{2}(-\d{4})?",
    "Canada": r"[DFIOQU]\d[A-Z] \d[A-Z]\d",
    "England": r"ZZ\d \d[A-Z]{2}",
    "Wales": r"ZZ\d \d[A-Z]{2}",
    "Ireland": r"Z\d{2} [A-Z]\d{3}",
    "Netherlands": r"0\d{3} [A-Z]{2}",
    "Italy": r"99\d{3}",
    "Spain": r"(5[3-9]|[6-9]\d)\d{3}",
    "Germany": r"00\d{3}",
}


@pytest.mark.parametrize("country", POSTAL)
def test_postal_codes_belong_to_nobody(country: str) -> None:
    """Postal codes have the country's form and come from ranges that are not assigned; some begin with zeros."""
    r = stream("postal", country)
    assert all(re.fullmatch(POSTAL[country], postal_code(country, r)) for _ in range(200))


@pytest.mark.parametrize("country", COUNTRIES)
def test_places_abroad(country: str) -> None:
    """Every country has places with a zone of its own and a venue that says it is simulated."""
    place = abroad(stream("abroad", country), country)
    assert place.country == country
    assert "Simulation" in place.arena
    assert cal.local(date(2024, 7, 1), "12:00", place.zone).tzinfo is UTC


@pytest.mark.parametrize(("sport", "count"), LEAGUES)
def test_clubs(sport: str, count: int) -> None:
    """[S2.2-12] Clubs are unique by name, id and abbreviation; ids are integers of the range of the simulated world."""
    league = clubs(2024, sport)
    assert len(league) == count
    for values in ([c.id for c in league], [c.name for c in league], [c.abbreviation for c in league]):
        assert len(set(values)) == count
    assert all(club.id in simulated.TEAM_IDS and type(club.id) is int for club in league)
    assert all(re.fullmatch(r"[A-Z]{2,4}", club.abbreviation) for club in league)
    assert all(club.name.endswith(club.mascot) and "Simulation" in club.place.arena for club in league)
    grounds = {None} if sport in ("NBA", "NHL", "NCAABB") else {"grass", "turf"}
    assert all(club.place.dome in (0, 1) and club.place.field in grounds for club in league)


@pytest.mark.parametrize(("sport", "count"), LEAGUES)
def test_clubs_stay(sport: str, count: int) -> None:
    """A club keeps id, name and place over the years, and differs from that of another world."""
    league = next(iter(SPORTS[sport].leagues), None)
    one, other = (World(2024).season(sport, year, league).clubs for year in (2010, 2024))
    assert [(club.id, club.name, club.place) for club in one] == [(club.id, club.name, club.place) for club in other]
    assert {c.name for c in clubs(1, sport)} != {c.name for c in clubs(2024, sport)}


@pytest.mark.parametrize(
    ("sport", "zones", "abroad_clubs"),
    [
        ("MLB", (14, 8, 2, 6), 1),
        ("NBA", (13, 9, 3, 5), 1),
        ("NFL", (17, 9, 2, 4), 0),
        ("NHL", (17, 7, 4, 4), 7),
    ],
)
def test_time_zones(sport: str, zones: tuple[int, ...], abroad_clubs: int) -> None:
    """The clubs of a league lie in the time zones, and in Canada, as often as those of the real one."""
    league = clubs(2024, sport)
    seen = Counter(band(club.place.zone) for club in league)
    order = ("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles")
    assert tuple(seen[zone] for zone in order) == zones
    assert sum(club.place.country == "Canada" for club in league) == abroad_clubs


@pytest.mark.parametrize(
    ("sport", "groups"),
    [("MLB", [5] * 6), ("NBA", [5] * 6), ("NFL", [4] * 8), ("NHL", [8] * 4)],
)
def test_divisions(sport: str, groups: list[int]) -> None:
    """Divisions have the sizes of the real leagues, and two conferences hold them all."""
    league = clubs(2024, sport)
    assert sorted(Counter(club.group for club in league).values()) == groups
    assert len({club.conference for club in league}) == 2


def test_colleges() -> None:
    """Basketball has 31 conferences of 8 to 18; football nine, three independents and lower-division guests."""
    basketball = Counter(club.group for club in clubs(2024, "NCAABB"))
    assert len(basketball) == 31
    assert (min(basketball.values()), max(basketball.values())) == (8, 18)
    football = clubs(2024, "NCAAFB")
    assert sum(club.division != "Lower" for club in football) == 134
    assert sum(club.conference == "Independent" for club in football) == 3
    assert all(club.division == "Lower" for club in football[134:])


def test_domes_and_turf() -> None:
    """Roofs and turf are as common as in the real leagues."""
    for sport, domes, turf in (("MLB", 8, 5), ("NFL", 10, 17)):
        places = [club.place for club in clubs(2024, sport)]
        assert sum(place.dome for place in places) == domes
        assert sum(place.field == "turf" for place in places) == turf


def test_abbreviations_never_run_out() -> None:
    """Ever more clubs of one town get ever other abbreviations of at most four letters."""
    letters = Abbreviations()
    made = [letters.make("Saddlegate") for _ in range(60)]
    assert len(set(made)) == 60
    assert all(re.fullmatch(r"[A-Z]{2,4}", text) for text in made)


def test_no_clubs_in_golf() -> None:
    """Golf and darts have players, not clubs."""
    with pytest.raises(LookupError, match="PGA"):
        clubs(2024, "PGA")


SQUADS = [("MLB", 30, 26, 0.02), ("NBA", 30, 15, 0.004), ("NFL", 32, 53, 0.03), ("NHL", 32, 23, 0.01)]


@pytest.mark.parametrize(("sport", "groups", "slots", "shared"), SQUADS)
def test_shared_names(sport: str, groups: int, slots: int, shared: float) -> None:
    """A few players of a league have a namesake, and ids tell them apart."""
    seen: Counter[str] = Counter()
    total = 0
    for seed in range(4):
        people = [career(seed, sport, g, s, 2024) for g in range(groups) for s in range(slots)]
        assert len({person.id for person in people}) == len(people)
        assert all(person.id in simulated.PLAYER_IDS for person in people)
        names = Counter(person.name for person in people)
        seen["shared"] += sum(count for count in names.values() if count > 1)
        total += len(people)
    assert shared / 4 <= seen["shared"] / total <= shared * 2


def test_holders_of_a_place_follow_one_another_far_ahead() -> None:
    """Who holds a place around the year up to which holders are drawn at first, and long after it."""
    for slot in range(40):
        held = [career(2024, "NCAABB", 3, slot, year, span=(1, 4)) for year in range(NEAR - 10, NEAR + 40)]
        assert all(person.since <= year <= person.until for year, person in enumerate(held, NEAR - 10))
        for one, other in pairwise(held):
            assert one == other or other.since == one.until + 1


def test_careers() -> None:
    """A player stays for some seasons, then another one follows with another id, and he never comes back."""
    years = range(FIRST_YEAR, 2030)
    ids = [career(2024, "NHL", 3, 5, year, span=(4, 12)).id for year in years]
    order = list(dict.fromkeys(ids))
    assert ids == sorted(ids, key=order.index)
    assert 2 <= len(order) <= 8
    assert all(3 < count < 13 for count in list(Counter(ids).values())[1:-1])
    ages = [year - career(2024, "NHL", 3, 5, year).born for year in years]
    assert min(ages) >= 18
    assert max(ages) <= 45


@pytest.mark.parametrize("place", [(-1, 0), (12_500, 0), (0, 256)])
def test_careers_out_of_range(place: tuple[int, int]) -> None:
    """A roster place that has no ids is refused."""
    with pytest.raises(ValueError, match="below"):
        career(2024, "NHL", *place, 2024)


@pytest.mark.parametrize("sport", VETERANS)
def test_some_veterans_go_on(sport: str) -> None:
    """A few careers are longer than the usual longest, none by more than is allowed or beyond the oldest age."""
    usual, (_, oldest) = 10, VETERANS[sport]
    people = {
        person.id: person
        for group in range(60)
        for slot in range(20)
        for person in (career(2024, sport, group, slot, year, span=(2, usual)) for year in range(2015, 2026, 3))
    }
    lengths = Counter(person.until - person.since + 1 for person in people.values())
    assert usual < max(lengths) <= usual + LONGER
    longer = sum(count for length, count in lengths.items() if length > usual)
    assert lengths[usual] * 0.2 < longer < sum(lengths.values()) * 0.12
    low = min(AGES.get(sport, USUAL_AGES))
    for person in people.values():
        assert person.until - person.born <= max(oldest, low + usual + LONGER)
        assert person.since < 2015 or person.since - person.born >= low


def test_difficult_names_occur() -> None:
    """Accents, apostrophes, hyphens, suffixes, particles, two surnames and single names all occur."""
    people = [
        career(2024, sport, g, s, 2024).name for sport in ("NFL", "MLB", "EPL") for g in range(30) for s in range(30)
    ]
    for form in (
        r"[áéíóúñãçäöüø]",
        r"[ON]'",
        r"\w-\w",
        r" Jr\.$",
        r" I{2,3}$",
        r" (van|de la|del|da) ",
        r"^\S+$",
        r" Mac",
    ):
        assert any(re.search(form, name) for name in people), form
    assert any(re.fullmatch(r"\S+ \S+ \S+", named(stream(i), "Spain")) for i in range(60))


@pytest.mark.parametrize("country", GIVEN)
def test_surnames_are_made_up(country: str) -> None:
    """Every country has names; none of the refused surnames is drawn; nobody has an empty part in his name."""
    look = SURNAMES[GIVEN[country].surnames]
    r = stream("names", country)
    for _ in range(100):
        name = named(r, country, "EPL")
        assert name == name.strip()
        assert "  " not in name
        assert not set(name.split()) & look.refused


def test_origins() -> None:
    """Players come from the countries of their sport about as often as in the real leagues."""
    r = stream("origins")
    seen = Counter(full_name(r, "NHL")[0] for _ in range(4000))
    assert seen["Canada"] / 4000 == pytest.approx(0.41, abs=0.03)
    assert all(set(countries) <= set(GIVEN) for countries, _ in MIXES.values())
    assert all(sum(weights) == pytest.approx(1, abs=0.08) for _, weights in MIXES.values())


def test_weekdays() -> None:
    """The n-th weekday of a month counts from either end, over the end of the year too."""
    assert cal.nth_weekday(2024, 11, cal.THU, 4) == date(2024, 11, 28)
    assert cal.nth_weekday(2024, 12, cal.SUN, -1) == date(2024, 12, 29)
    assert cal.nth_weekday(2024, 5, cal.MON, -1) == date(2024, 5, 27)
    assert cal.on_or_after(date(2024, 6, 1), cal.SAT) == date(2024, 6, 1)
    assert cal.on_or_before(date(2024, 6, 1), cal.SUN) == date(2024, 5, 26)
    assert len(list(cal.days(date(2024, 2, 28), date(2024, 3, 1)))) == 3


def test_holidays() -> None:
    """Holidays of the United States in 2024."""
    days = cal.holidays(2024)
    assert days["thanksgiving"] == date(2024, 11, 28)
    assert days["labor"] == date(2024, 9, 2)
    assert days["january monday"] == date(2024, 1, 15)


@pytest.mark.parametrize(
    ("day", "clock", "zone", "instant"),
    [
        (date(2024, 6, 1), "19:05", "America/New_York", datetime(2024, 6, 1, 23, 5, tzinfo=UTC)),
        (date(2024, 12, 6), "19:00", "America/New_York", datetime(2024, 12, 7, 0, 0, tzinfo=UTC)),
        (date(2024, 3, 10), "13:00", "America/New_York", datetime(2024, 3, 10, 17, 0, tzinfo=UTC)),
        (date(2024, 7, 4), "19:10", "America/Phoenix", datetime(2024, 7, 5, 2, 10, tzinfo=UTC)),
        (date(2024, 10, 27), "15:00", "Europe/London", datetime(2024, 10, 27, 15, 0, tzinfo=UTC)),
        (date(2024, 10, 26), "15:00", "Europe/London", datetime(2024, 10, 26, 14, 0, tzinfo=UTC)),
    ],
)
def test_local_times(day: date, clock: str, zone: str, instant: datetime) -> None:
    """[S2.2-10] Wall clocks are read with summer time on the right days; an evening game falls on the next GMT day."""
    assert cal.local(day, clock, zone) == instant
    assert instant.astimezone(ZoneInfo(zone)).date() == day


@pytest.mark.parametrize("n", [4, 5, 8, 13, 20])
def test_round_robin(n: int) -> None:
    """Each pair meets once; nobody plays twice in a round; grounds are shared out evenly."""
    rounds = cal.round_robin(n)
    pairs = [frozenset(pair) for pairs in rounds for pair in pairs]
    assert len(pairs) == len(set(pairs)) == n * (n - 1) // 2
    assert all(len({club for pair in pairs for club in pair}) == 2 * len(pairs) for pairs in rounds)
    home = Counter(pair[1] for pairs in rounds for pair in pairs)
    assert max(home.values()) - min(home.values()) <= 1


def test_double_round_robin() -> None:
    """Each pair meets once on either ground, in both halves."""
    for rounds in (cal.double_round_robin(10), cal.double_round_robin(10, mirrored=False, r=Random(1))):
        pairs = [pair for pairs in rounds for pair in pairs]
        assert len(pairs) == len(set(pairs)) == 90
        assert len({frozenset(pair) for pairs in rounds[:9] for pair in pairs}) == 45


def test_balance() -> None:
    """Grounds can be chosen so that every club is at home in half of its games, give or take one."""
    r = Random(5)
    pairs = [(a, b) for a, b in ((r.randrange(12), r.randrange(12)) for _ in range(300)) if a != b]
    chosen = cal.balance(pairs, r)
    assert [frozenset(pair) for pair in chosen] == [frozenset(pair) for pair in pairs]
    away, home = Counter(a for a, _ in chosen), Counter(h for _, h in chosen)
    assert all(abs(away[club] - home[club]) <= 1 for club in range(12))


def test_spread() -> None:
    """Every pairing gets a day: one game a club and day, none on closed days, rest kept, days filled as asked."""
    pairs = [pair for rounds in cal.double_round_robin(8) for pair in rounds]
    calendar = list(cal.days(date(2024, 1, 1), date(2024, 3, 20)))
    closed = set(calendar[30:36])
    placed = cal.spread(pairs, calendar, lambda day: 1, Random(2), rest=1, closed=closed)
    assert sorted(pair for _, pair in placed) == sorted(pairs)
    assert not closed & {day for day, _ in placed}
    history: dict[int, list[date]] = {}
    for day, pair in placed:
        for club in pair:
            history.setdefault(club, []).append(day)
    gaps = [(b - a).days for days in history.values() for a, b in pairwise(days)]
    assert min(gaps) >= 1
    assert sum(gap < 2 for gap in gaps) / len(gaps) < 0.05


def test_spread_within_a_week() -> None:
    """A limit of games in any seven days is kept while there is room."""
    pairs = [pair for rounds in cal.double_round_robin(6) for pair in rounds]
    calendar = list(cal.days(date(2024, 1, 1), date(2024, 2, 28)))
    placed = cal.spread(pairs, calendar, dict.fromkeys(calendar, 2), Random(3), most={7: 3})
    for club in range(6):
        days = [day for day, pair in placed if club in pair]
        assert all(sum(0 <= (other - day).days < 7 for other in days) <= 3 for day in days)


def test_spread_needs_room() -> None:
    """Too few days are refused, not filled twice."""
    with pytest.raises(ValueError, match="no day left"):
        cal.spread([(0, 1)] * 3, [date(2024, 1, 1), date(2024, 1, 2)], lambda day: 1, Random(1))


def test_course_of_a_game() -> None:
    """[S3-07] A game moves from scheduled through play to its end and never back; time out of play does not count."""
    timeline = Timeline(NOON, NOON, NOON + 4 * HOUR, "final", pause=(NOON + HOUR, NOON + 3 * HOUR))
    states = [timeline.status(NOON + timedelta(minutes=m)) for m in range(-10, 300, 5)]
    assert list(dict.fromkeys(states)) == ["scheduled", "inprogress", "suspended", "final"]
    assert states.index("suspended") > states.index("inprogress")
    assert timeline.elapsed(NOON - HOUR) is None
    assert timeline.elapsed(NOON + 2 * HOUR) == 3600
    assert timeline.elapsed(NOON + 9 * HOUR) == 7200
    assert timeline.over(NOON + 4 * HOUR)


def test_course_of_a_late_game() -> None:
    """[S3-07] A game that begins late is delayed meanwhile, and has no time elapsed."""
    timeline = Timeline(NOON, NOON + HOUR, NOON + 3 * HOUR)
    assert timeline.status(NOON + HOUR / 2) == "delayed"
    assert timeline.elapsed(NOON + HOUR / 2) is None
    assert Timeline(NOON, NOON + HOUR / 6, NOON + HOUR).status(NOON + HOUR / 12) == "scheduled"


@pytest.mark.parametrize("unplayed_as", ["postponed", "cancelled", "withdrawn", "replaced"])
def test_course_of_a_game_that_is_off(unplayed_as: str) -> None:
    """[S3-07] [S3-04] What is off keeps its word for ever and never has play."""
    timeline = Timeline(NOON, NOON, NOON, unplayed_as=unplayed_as, announced=NOON - HOUR)
    assert timeline.status(NOON - 2 * HOUR) == "scheduled"
    assert {timeline.status(NOON + n * HOUR) for n in (-1, 0, 5, 90_000)} == {unplayed_as}
    assert timeline.elapsed(NOON + HOUR) is None
    assert not timeline.over(NOON + HOUR)


class Row(Entry):
    """An entry of a season made for these tests."""

    def __init__(self, start: datetime) -> None:
        self.start = start
        self.day = start.astimezone(ZoneInfo(EASTERN)).date()
        self.id = f"{start:%Y%m%d%H}"

    def schedule(self, now: datetime) -> Record:
        return Record()


class Short(Season):
    """Ten evening games and two after them."""

    postseason_from = datetime(2024, 6, 20, tzinfo=UTC)
    asked = 0

    def regular(self) -> list[Row]:
        return [Row(datetime(2024, 6, day, hour, tzinfo=UTC)) for day in range(1, 6) for hour in (1, 23)]

    def postseason(self) -> list[Row]:
        self.asked += 1
        return [Row(datetime(2024, 6, day, 0, 30, tzinfo=UTC)) for day in (20, 21)]


def test_windows_are_half_open() -> None:
    """[S2.2-02] A window of GMT instants holds its first moment and not its last one."""
    season = Short(World(), "MLB", 2024)
    start = datetime(2024, 6, 2, 1, tzinfo=UTC)
    found = season.between(start, datetime(2024, 6, 3, 1, tzinfo=UTC))
    assert [entry.start.hour for entry in found] == [1, 23]
    assert [entry.start for entry in season.all()] == sorted(entry.start for entry in season.all())


def test_days_are_the_leagues() -> None:
    """[S2.2-10] Asked by label day a late game belongs to the evening before its GMT day."""
    season = Short(World(), "MLB", 2024)
    found = season.on_days(date(2024, 6, 1), date(2024, 6, 1))
    assert [entry.start.day for entry in found] == [1, 2]
    assert len(season.on_days(date(2024, 6, 1), date(2024, 6, 2))) == 4


def test_the_postseason_is_left_alone_until_it_is_asked_for() -> None:
    """Early windows do not work out what comes after the season; late ones do, once."""
    season = Short(World(), "MLB", 2024)
    season.between(datetime(2024, 6, 1, tzinfo=UTC), datetime(2024, 6, 20, tzinfo=UTC))
    season.on_days(date(2024, 6, 1), date(2024, 6, 17))
    assert season.asked == 0
    assert len(season.on_days(date(2024, 6, 19), date(2024, 6, 20))) == 2
    assert season.find("2024062100") is not None
    assert season.find("2024062200") is None
    assert season.asked == 1


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_threads_share_one_season(sport: str) -> None:
    """Threads that ask for a season's games at the same time get the same games, not equal ones of their own."""
    season = World(7).season(sport, 2024, next(iter(SPORTS[sport].leagues), None))
    threads = 8
    together = Barrier(threads)

    def games() -> set[int]:
        together.wait()
        return set(map(id, season.on_days(season.opens, season.opens + timedelta(days=60))))

    with ThreadPoolExecutor(threads) as pool:
        found = [future.result() for future in [pool.submit(games) for _ in range(threads)]]

    assert found[0]
    assert found == found[:1] * threads


def test_seasons_are_kept_and_checked() -> None:
    """A world keeps its seasons; unknown sports, leagues and years are refused."""
    world = World()
    assert world.season("SOCCER", 2024, "EPL") is world.season("SOCCER", 2024, "EPL")
    assert repr(world) == "World(seed=2024)"
    with pytest.raises(SportsframeError, match="EPL"):
        world.season("SOCCER", 2024, "EPLL")
    with pytest.raises(SportsframeError, match="MLB"):
        world.season("MLBB", 2024)
    with pytest.raises(LookupError, match="no leagues"):
        world.season("MLB", 2024, "EPL")
    with pytest.raises(LookupError, match=str(FIRST_YEAR)):
        world.season("MLB", FIRST_YEAR - 1)
    with pytest.raises(LookupError, match=str(LAST_YEAR)):
        world.season("MLB", LAST_YEAR + 1)


@pytest.mark.parametrize("sport", SPORTS)
def test_every_sport_has_seasons(sport: str) -> None:
    """[S1-05] [S2.2-14] [S2.2-15] Nine sports have seasons, labelled YYYY-YYYY where they span two years."""
    world = World()
    season = world.season(sport, 2024, SPORTS[sport].leagues[0] if SPORTS[sport].leagues else None)
    assert season.label == ("2024-2025" if SPORTS[sport].season_spans else "2024")
    assert season.opens < season.closes
    assert season.zone == SPORTS[sport].zone
    assert set(MODULES) == set(SPORTS)
    assert VERSION


def test_a_world_forgets_the_seasons_asked_for_longest_ago() -> None:
    """Above the budget the oldest go, never the last; a season made again is the same as before."""
    world = World(seed=5)
    first = world.season("NFL", 2020)
    assert first.weight == 0
    ids = [entry.id for entry in first.all()]
    assert first.weight == 2 * len(ids)
    world.budget = first.weight
    second = world.season("NFL", 2021)
    assert world.season("NFL", 2020) is first, "a season of which nothing is known yet weighs nothing"
    second.all()
    assert world.season("NFL", 2020) is first, "the one asked for last stays"
    again = world.season("NFL", 2021)
    assert again is not second
    assert world.season("NFL", 2020) is first
    assert [entry.id for entry in World(seed=5).season("NFL", 2020).all()] == ids


@pytest.mark.parametrize(("more", "same"), [(0, True), (1, False)])
def test_a_world_keeps_so_many_seasons(more: int, same: bool) -> None:
    """The season asked for longest ago goes when there is one too many, however little they hold."""
    world = World(seed=5)
    first = world.season("NFL", FIRST_YEAR)
    for n in range(KEPT - 1 + more):
        world.season(("NFL", "NHL", "NBA")[n % 3], FIRST_YEAR + 1 + n // 3)
    assert (world.season("NFL", FIRST_YEAR) is first) is same


def test_what_a_season_lacks_is_named() -> None:
    """A season or tour that does not define what every one needs says which method is missing."""
    day = date(2024, 6, 1)
    missing = {
        "daily_records": directory.Daily(1, "NBA", 2024).daily_records,
        "members": lambda: directory.Season(1, "NBA", 2024).members(1, day),
        "former": lambda: directory.Season(1, "NBA", 2024).former(day, 2020),
        "careers": lambda: directory.Season(1, "NBA", 2024).careers,
        "roster": lambda: directory.Tour(1, "PGA", 2024).roster(day),
    }
    for name, call in missing.items():
        with pytest.raises(NotImplementedError, match=f" does not define {name}$"):
            call()
