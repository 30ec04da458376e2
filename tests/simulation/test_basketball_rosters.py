"""The people of simulated basketball: how they grow and fade, how long they stay, and what a club owes to them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random
from statistics import correlation, fmean

import msgspec
import pytest

from sportsframe.simulation import World
from sportsframe.simulation._common.clubs import clubs
from sportsframe.simulation._common.directory import profile
from sportsframe.simulation._common.people import Person
from sportsframe.simulation.basketball import events as told
from sportsframe.simulation.basketball.floor import Floor, Player, Squad
from sportsframe.simulation.basketball.play import _in_time
from sportsframe.simulation.basketball.possession import RULES
from sportsframe.simulation.basketball.rosters import (
    FADED,
    POSITIONS,
    QUALITY_POINTS,
    STRANGE,
    _lined_up,
    _player,
)
from sportsframe.simulation.basketball.season import Season

from ..support.basketball import season_of

SPORTS = ("NBA", "NCAABB")


def quality(sport: str, person: Person, year: int) -> float:
    return _player(sport, person, "PG" if sport == "NBA" else "G", year).quality


def test_rookies_have_to_learn() -> None:
    """Nobody plays in his first season as he does in his fourth, in colleges neither."""
    rookie = Person(1, "Ann Lee", "USA", born=2000, talent=1.0, since=2020, until=2033)
    veteran = replace(rookie, since=2017)
    for sport, lacks in (("NBA", 1.0), ("NCAABB", 0.6)):
        assert quality(sport, rookie, 2020) == pytest.approx(quality(sport, veteran, 2020) - lacks)
        assert quality(sport, rookie, 2023) == quality(sport, veteran, 2023)


def test_professionals_grow_old_before_they_leave() -> None:
    """A man is best at 27, worse by a star's distance at 36, and fades in his last seasons, whenever these are."""
    man = Person(1, "Ann Lee", "USA", born=1990, talent=1.0, since=2009, until=2040)
    by_age = {year - 1990: quality("NBA", man, year) for year in range(2012, 2029)}
    assert max(by_age, key=by_age.__getitem__) in (27, 28)
    assert by_age[27] - by_age[31] < 0.3
    assert by_age[27] - by_age[36] > 1
    for left, lacks in FADED["NBA"].items():
        leaving = replace(man, until=2020 + left)
        assert quality("NBA", leaving, 2020) == pytest.approx(by_age[30] - lacks)


@pytest.mark.parametrize(("second", "starts"), [(STRANGE, False), (STRANGE + 0.01, True), (2.5, True)])
def test_a_star_moves_over_for_another(second: float, starts: bool) -> None:
    """The second of a position starts beside the first where he is much better than who plays next to it."""
    worth = {"PG": 1.0, "SG": 1.0, "SF": 0.0, "PF": 3.0, "C": 1.0}
    five = [Player(n, "", position, own, (1.0,) * told.SHARES) for n, (position, own) in enumerate(worth.items())]
    another = Player(9, "", "PF", second, (1.0,) * told.SHARES)
    ranked = sorted([*five, another], key=lambda player: -player.quality)
    first = _lined_up("NBA", ranked)[:5]
    assert (another in first) == starts
    assert {player.position for player in first} == ({"PG", "SG", "PF", "C"} if starts else set(worth))


def test_who_starts_plays_at_his_position_or_beside_it() -> None:
    """However the best are spread over the positions, the five fill all of them, and nobody much better sits beside
    somebody whose place he could take."""
    r = Random(5)
    for _ in range(200):
        places = [*POSITIONS["NBA"], *r.choices(POSITIONS["NBA"], k=6)]
        men = [Player(n, "", place, r.gauss(0, 1), (1.0,) * told.SHARES) for n, place in enumerate(places)]
        ranked = sorted(men, key=lambda player: -player.quality)
        lined = _lined_up("NBA", ranked)
        five, bench = lined[:5], lined[5:]
        own = sorted(POSITIONS["NBA"].index(player.position) for player in five)
        assert (own[0], own[-1]) == (0, 4)
        assert all(abs(one - place) <= 1 for place, one in enumerate(own)), own
        for player in bench:
            starts = [p for p in five if p.position == player.position]
            assert all(p.quality > player.quality - STRANGE for p in starts)


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NCAABB", "NCAAFB"])
def test_nobody_plays_for_colleges_longer_than_four_years(world: World, sport: str) -> None:
    """Freshman, sophomore, junior and senior follow each other, and nothing comes after them."""
    years: dict[int, list[str]] = {}
    for year in range(2010, 2016):
        season = world.season(sport, year)
        for club in season.clubs[:8]:
            for member in season.members(club.id, season.opens):
                told_year = profile(season, member.person, member.position, season.opens)["class_year"]
                years.setdefault(member.person.id, []).append(told_year)
    assert len(years) > 200
    assert all(" ".join(some) in "FR SO JR SR" for some in years.values())
    assert any(len(some) == 4 for some in years.values())


@pytest.mark.parametrize(("sport", "least"), [("NBA", 0.75), ("NCAABB", 0.25)])
def test_a_club_is_worth_what_its_players_are(world: World, sport: str, least: float) -> None:
    """Most of it in the league; colleges differ by their conferences besides."""
    for year in (2014, 2023):
        season = season_of(world, sport, year)
        worth = [season.squads.worth(club.id) for club in season.clubs]
        assert correlation(worth, [season.forms[club.id].strength for club in season.clubs]) > least


@pytest.mark.parametrize("sport", SPORTS)
def test_a_club_is_worse_without_its_best(world: World, sport: str) -> None:
    """Points a game by which those who can play are worse than all: several, if the best is hurt; none, if all can."""
    season = season_of(world, sport, 2023)
    minutes, regulation = RULES[sport].minutes, RULES[sport].regulation / 60
    hurt, whole = [], []
    for club in season.clubs[:30]:
        best = season.squads.roster(club.id, season.opens)[0]
        for day in (season.opens + timedelta(days=n) for n in range(10, 40)):
            ranked = season.squads.roster(club.id, day)
            injured = {one.person.id for one in season.members(club.id, day) if one.injury is not None}
            gained = season.squads.gained(club.id, day, day - timedelta(days=3), Random)
            if ranked[0] == best and best.id in injured:
                hurt.append(gained)
            elif not injured:
                whole.append(gained)
                assert gained <= QUALITY_POINTS[sport] * sum(minutes) / regulation
    assert fmean(hurt) < -2
    assert max(map(abs, whole)) < 1 if sport == "NCAABB" else fmean(map(abs, whole)) < 0.5


@pytest.mark.parametrize("sport", ["NCAABB", "NCAAFB"])
def test_students_go_up_a_class_before_the_season(world: World, sport: str) -> None:
    """The rosters of the eve of a season have the classes of its first day, with seniors."""
    old, new = world.season(sport, 2023), world.season(sport, 2024)
    eve = new.opens - timedelta(days=1)

    def classes(season: Season, day: date) -> dict[int, str]:
        return {
            member.person.id: profile(season, member.person, member.position, day)["class_year"]
            for club in new.clubs[:20]
            for member in season.members(club.id, day)
        }

    before, after = classes(old, eve), classes(new, new.opens)
    assert before == after
    assert set(after.values()) == {"FR", "SO", "JR", "SR"}


def test_floors_of_colleges_are_no_fields() -> None:
    """There is no grass in halls, and none on ice."""
    for sport in ("NBA", "NCAABB", "NHL"):
        assert {club.place.field for club in clubs(0, sport)} == {None}
    assert {club.place.field for club in clubs(0, "MLB")} == {"grass", "turf"}


@pytest.mark.parametrize(
    ("lengths", "played", "last"),
    [
        ([100, 100], 300, [150, 150]),
        ([100, 50], 300, [200, 100]),
        ([100, 20, 20], 600, [230, 185, 185]),  # 429 would be too long: the others last longer in its stead
        ([200, 200], 460, [230, 230]),
    ],
)
def test_possessions_are_in_time(lengths: list[int], played: int, last: list[int]) -> None:
    """None lasts longer than 230 once all are stretched to what was played."""
    given = _in_time(lengths, played, [230] * len(lengths))
    assert [length * played / sum(given) for length in given] == pytest.approx(last, abs=3)


@pytest.mark.parametrize("sport", SPORTS)
def test_stamina_moves_minutes(sport: str) -> None:
    """A starter with more stamina than the others gets more of the five times regulation that a side plays."""
    rules = RULES[sport]
    even = [Player(n, "", "G", 0.0, (1.0,) * told.SHARES) for n in range(rules.squad)]
    strong = [msgspec.structs.replace(even[0], stamina=1.15), *even[1:]]
    usual, more = (Floor(rules, Random(1), Squad(squad)).targets for squad in (even, strong))
    assert sum(usual) == pytest.approx(5 * rules.regulation)
    assert sum(more) == pytest.approx(5 * rules.regulation)
    assert 1.08 * usual[0] < more[0] < 1.15 * usual[0]
    assert all(later < before or not before for later, before in zip(more[1:10], usual[1:10]))
