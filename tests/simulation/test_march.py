"""The simulated March of the colleges: slate, conference tournaments, brackets and ranks."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from statistics import fmean
from zoneinfo import ZoneInfo

import pytest

from sportsframe.simulation import World
from sportsframe.simulation._common.clubs import Club, clubs
from sportsframe.simulation._common.travel import miles
from sportsframe.simulation.basketball.march import CORNERS, NATIONAL, ORDER, REGIONS, SECOND, knockout, select
from sportsframe.simulation.basketball.schedule import Plan
from sportsframe.simulation.basketball.season import Entry, Season

from ..support.basketball import played

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


def college(world: World, year: int = 2024) -> Season:
    season = world.season("NCAABB", year)
    assert isinstance(season, Season)
    return season


def late(season: Season, event: str = "") -> list[Plan]:
    """Plans after the regular season whose event begins so."""
    plans = [entry.plan for entry in season.postseason() if isinstance(entry, Entry)]
    return [plan for plan in plans if str(plan.event_name).startswith(event)]


def test_college_slate(world: World) -> None:
    """364 clubs in 31 conferences play some 5,330 games from the first Monday of November, most of them 28 to 31."""
    season = college(world)
    games = played(season)
    assert len(season.clubs) == 364
    assert 5200 <= len(games) <= 5450
    count: Counter[int] = Counter()
    for entry in games:
        count.update((entry.plan.away.id, entry.plan.home.id))
        assert entry.plan.conference == (entry.plan.away.conference == entry.plan.home.conference)
    assert set(count.values()) <= set(range(26, 33))
    assert season.opens == date(2024, 11, 4)
    assert min(entry.day for entry in games) == season.opens
    assert any(entry.plan.neutral for entry in games)


def test_conference_tournaments(world: World) -> None:
    """Thirty-one tournaments of about 300 games end by the Sunday of the selection; each champion is in the field."""
    season = college(world)
    own = [p for p in late(season) if not str(p.event_name).startswith((NATIONAL, SECOND))]
    assert 290 <= len(own) <= 315
    assert len({str(p.event_name).removesuffix(" - Championship") for p in own}) == 31
    national = {c.id for p in late(season, NATIONAL) for c in (p.away, p.home)}
    finals = [p for p in own if str(p.event_name).endswith(" - Championship")]
    assert len(finals) == 31
    assert {(p.home if season.margin(p) > 0 else p.away).id for p in finals} <= national
    assert max(p.day for p in own) <= date(2025, 3, 16)
    regular = {
        club: max(e.day for e in played(season) if club in (e.plan.away, e.plan.home)) for club in season.clubs[:40]
    }
    for plan in own:
        assert all(regular.get(club, plan.day - DAY) < plan.day for club in (plan.away, plan.home))


@pytest.mark.parametrize("year", [2019, 2023])
def test_regions_are_where_they_are_called_after(world: World, year: int) -> None:
    """Their finals are one after the other, the games before them in the evening; the best clubs begin nearby."""
    season = college(world, year)
    plans = late(season, NATIONAL)
    site = {plan.region: plan.place for plan in plans if plan.round == 4}
    east, west, south = site["East"].longitude, site["West"].longitude, site["South"].latitude
    assert all(west <= place.longitude <= east for place in site.values())
    assert south <= site["Midwest"].latitude
    zone = ZoneInfo("America/New_York")
    assert all(plan.start.astimezone(zone).hour >= 19 for plan in plans if plan.round == 3)
    for first, second in pairwise(sorted(plan.start for plan in plans if plan.round == 4)):
        assert second - first >= timedelta(hours=2)
    sites = {plan.place for plan in plans if plan.round == 1}
    far: dict[int, list[float]] = defaultdict(list)
    for plan in plans:
        if plan.round == 1:
            assert plan.seeds is not None
            home, best = plan.home.place, min(plan.seeds)
            far[best].append(miles(home, plan.place) - min(miles(home, place) for place in sites))
    assert min(far[1]) == 0
    assert fmean(far[1]) < fmean(far[8])


@pytest.mark.parametrize("year", [2022, 2023, 2024])
def test_national_tournament(world: World, year: int) -> None:
    """[S2.3-04] 68 clubs, four opening games, 63 more in six rounds; seeds meet as drawn; no region from round 5 on."""
    season = college(world, year)
    plans = late(season, NATIONAL)
    assert Counter(p.round for p in plans) == {None: 4, 1: 32, 2: 16, 3: 8, 4: 4, 5: 2, 6: 1}
    assert len({c.id for p in plans for c in (p.away, p.home)}) == 68
    seeds: dict[int, int] = {}
    homes: dict[int, str] = {}
    for plan in plans:
        assert plan.seeds is not None
        assert plan.neutral
        assert (plan.region in REGIONS) == (plan.round is None or plan.round <= 4)
        assert (plan.order is None) == (plan.region is None)
        for club, seed in zip((plan.away, plan.home), plan.seeds):
            assert seeds.setdefault(club.id, seed) == seed
            if plan.region:
                assert homes.setdefault(club.id, plan.region) == plan.region
        if plan.round is None:
            assert plan.seeds in ((16, 16), (12, 12))
        if plan.round == 1:
            assert sum(plan.seeds) == 17
    assert Counter(seeds.values()) == {s: 6 if s in (12, 16) else 4 for s in range(1, 17)}
    for region in REGIONS:
        spots = [[seed] for seed in ORDER]
        for number in (1, 2, 3, 4):
            spots = [spots[k] + spots[k + 1] for k in range(0, len(spots), 2)]
            met = sorted(sorted(p.seeds or ()) for p in plans if (p.region, p.round) == (region, number))
            assert all(any(set(pair) <= set(spot) for spot in spots) for pair in met)
    winners = {1: set(seeds)}
    for number in (1, 2, 3, 4, 5):
        won = {(p.home if season.margin(p) > 0 else p.away).id for p in plans if p.round == number}
        winners[number + 1] = won
        assert {c.id for p in plans if p.round == number + 1 for c in (p.away, p.home)} == won


@pytest.mark.parametrize("seed", range(4))
def test_the_best_of_a_conference_are_in_different_regions(seed: int) -> None:
    """Of the first four seeds of a region two are of one conference only where it has more than four of them."""
    r = Random(seed)
    everyone = clubs(2024, "NCAABB")
    levels = {name: r.gauss(0, 1.3) for name in sorted({club.conference for club in everyone})}
    rating = {club.id: levels[club.conference] + r.gauss(0, 0.8) for club in everyone}
    best: dict[str, Club] = {}
    for club in sorted(everyone, key=lambda club: rating[club.id]):
        best[club.conference] = club
    lines = select(everyone, list(best.values()), rating.keys(), rating, REGIONS, r).lines
    where = defaultdict(list)
    for (region, line), (club, *_) in lines.items():
        if line <= 4:
            where[club.conference].append(region)
    assert max(map(len, where.values())) >= 3
    assert all(len(set(found)) == min(4, len(found)) for found in where.values())


def test_corners(world: World) -> None:
    """[S2.3-04] The four corner regions are the same on every row; winners of the left ones meet in the semi-finals."""
    keys = [f"{corner}_bracket_region" for corner in CORNERS]
    season = college(world)
    rows = [entry.schedule(AFTER).wire() for entry in season.all()]
    drawn = {tuple(row[key] for key in keys) for row in rows}
    assert len(drawn) == 1
    (names,) = drawn
    assert sorted(names) == sorted(REGIONS)
    plans = late(season, NATIONAL)
    region = {(p.home if season.margin(p) > 0 else p.away).id: p.region for p in plans if p.round == 4}
    for plan in plans:
        if plan.round == 5:
            pair = {region[plan.away.id], region[plan.home.id]}
            assert pair in ({names[0], names[1]}, {names[2], names[3]})


@pytest.mark.parametrize("year", [2021, 2024])
def test_march_days(world: World, year: int) -> None:
    """Opening games on Tuesday and Wednesday, rounds from Thursday to Sunday, the final on a Monday of April."""
    days: dict[int | None, set[int]] = defaultdict(set)
    for plan in late(college(world, year), NATIONAL):
        days[plan.round].add(plan.day.weekday())
    assert days == {None: {1, 2}, 1: {3, 4}, 2: {5, 6}, 3: {3, 4}, 4: {5, 6}, 5: {5}, 6: {0}}
    final = next(plan for plan in late(college(world, year), NATIONAL) if plan.round == 6)
    assert final.day == {2021: date(2022, 4, 4), 2024: date(2025, 4, 7)}[year]


@pytest.mark.parametrize("year", [2015, 2024])
def test_ids_are_unique(world: World, year: int) -> None:
    """[S2.2-11] One id is one row of the season, replaced rows and tournaments included."""
    ids = [entry.id for entry in college(world, year).all()]
    assert len(set(ids)) == len(ids)


def test_bracket_on_live(world: World) -> None:
    """[S2.6-30] A live game of the bracket has its seeds and region; one of the regular season has none."""
    season = college(world)
    inside = next(e for e in season.postseason() if isinstance(e, Entry) and e.plan.round == 1)
    game = inside.live(AFTER).wire()  # type: ignore[union-attr]
    assert game["region"] in REGIONS
    assert game["away_team_seed"] + game["home_team_seed"] == 17
    assert game["region_display_order"] in (1, 2, 3, 4)
    assert game["home_team_display_order"] == 1
    plain = played(season)[0].live(AFTER).wire()  # type: ignore[union-attr]
    assert plain["region"] is plain["away_team_seed"] is plain["home_team_display_order"] is plain["round"] is None


def test_second_tournament(world: World) -> None:
    """Thirty-two clubs that were not chosen play 31 games without a round; the better one is at home until the end."""
    season = college(world)
    second = late(season, SECOND)
    national = {c.id for p in late(season, NATIONAL) for c in (p.away, p.home)}
    assert len(second) == 31
    assert {p.round for p in second} == {None}
    assert not national & {c.id for p in second for c in (p.away, p.home)}
    assert sum(p.neutral for p in second) == 3


@pytest.mark.parametrize("size", [8, 11, 18, 32])
def test_knockout(size: int) -> None:
    """First pairings hold every seed once, each with its complement, so that the best two can only meet at the end."""
    pairs = knockout(size)
    full = 2 * len(pairs)
    assert sorted(seed for pair in pairs for seed in pair) == list(range(1, full + 1))
    assert all(sum(pair) == full + 1 for pair in pairs)
    assert full / 2 < size <= full
    half = {seed for pair in pairs[: len(pairs) // 2] for seed in pair}
    assert (1 in half) != (2 in half)


def test_ranks(world: World) -> None:
    """[S2.6-05] Each week has 25 ranked clubs, one a place, and the list moves with the results."""
    season = college(world)
    weeks = [season.opens + timedelta(weeks=k) for k in range(18)]
    lists = [{c.id: place for c in season.clubs if (place := season.rank(c, week))} for week in weeks]
    assert all(sorted(some.values()) == list(range(1, 26)) for some in lists)
    assert all(one != two for one, two in pairwise(lists))
    ledger = season._ledger
    before: dict[int, tuple[int, int]] = {}
    last = max(ledger.ranks)
    for plan in sorted((plan for plan in season._plans if plan.day < last), key=lambda plan: (plan.start, plan.id)):
        before |= {
            club: ledger.before[plan.id, club] for club in (plan.away.id, plan.home.id) if plan.unplayed_as is None
        }
    beaten = {place: before[club][1] for club, place in ledger.ranks[last].items()}
    assert max(losses for place, losses in beaten.items() if place <= 10) <= 8, "voters look at records first"


@pytest.mark.parametrize("year", [2014, 2019, 2024])
def test_winners_of_the_opening_round_rest_a_day(world: World, year: int) -> None:
    """Those of Tuesday go on on Thursday, those of Wednesday on Friday; none begins before nine on its own clock."""
    plans = late(college(world, year), NATIONAL)
    opening = {club.id: plan for plan in plans if plan.round is None for club in (plan.away, plan.home)}
    first = [plan for plan in plans if plan.round == 1]
    rest = [
        (plan.day - opening[club.id].day).days
        for plan in first
        for club in (plan.away, plan.home)
        if club.id in opening
    ]
    assert rest == [2, 2, 2, 2]
    assert Counter(plan.day.strftime("%a") for plan in first) == {"Thu": 16, "Fri": 16}
    assert all(plan.start.astimezone(ZoneInfo(plan.place.zone)).hour >= 9 for plan in plans)
