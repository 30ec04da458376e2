"""The simulated year of darts: rules of the leg, brackets, states, and how near it comes to real figures."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest

from sportsframe.catalog import SPORTS, answer
from sportsframe.catalog.records import fields
from sportsframe.catalog.statuses import PHASES
from sportsframe.simulation import World
from sportsframe.simulation.darts.play import CLOCKWISE, START, Hand, leg, plan
from sportsframe.simulation.darts.schedule import Format, calendar
from sportsframe.simulation.darts.season import Entry, story
from sportsframe.simulation.darts.tour import play_out, results, seeding

from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
SERIES = {
    "World Championship", "World Masters", "Premier League", "UK Open", "World Matchplay", "World Grand Prix",
    "European Championship", "Grand Slam", "Players Championship Finals", "European Tour", "Players Championship",
}  # fmt: skip
NO_FINISH = {159, 162, 163, 165, 166, 168, 169}
SINGLES = {*range(1, 21), 25}


def ids(entry: Entry) -> tuple[int, int]:
    """Player ids of a match."""
    one, two = entry.bout.players
    return one.id, two.id


@pytest.fixture(scope="module")
def rows(world: World) -> list[Entry]:
    """Every entry of 2024."""
    return [entry for entry in world.season("DARTS", 2024).all() if isinstance(entry, Entry)]


@pytest.fixture(scope="module")
def matches(rows: list[Entry]) -> list[dict[str, Any]]:
    """Finished live records: every 29th match of the year, and all of two stage events with sets."""
    chosen = [e for i, e in enumerate(rows) if i % 29 == 0 or e.bout.event.code in ("GP", "WM")]
    return [record.wire() for e in chosen if (record := e.live(AFTER))]


def entries(rows: list[Entry], code: str, unplayed_as: str | None = None) -> Iterator[Entry]:
    return (e for e in rows if e.bout.event.code == code and e.bout.unplayed_as == unplayed_as)


def legs(matches: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    return ((match, one) for match in matches for one in match["leg_breakdown"])


def visits(one: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    return ((int(player), turn) for pair in one["turns"] for player, turn in pair.items())


def opened(match: dict[str, Any], before: list[dict[str, Any]]) -> bool:
    """Whether a player has hit the double that starts his leg, where one is asked."""
    return "-GP-" not in match["game_ID"] or any(turn["earned_score"] for turn in before)


def winner(one: dict[str, Any]) -> int:
    return next(player for player, turn in visits(one) if turn["end_score"] == 0)


# Rules of 501 -------------------------------------------------------------------------------------------------------


def test_every_leg_runs_from_501_to_nought(matches: list[dict[str, Any]]) -> None:
    """[S2.7-15] A visit begins where the last ended, from 501 on; one player ends on 0, by a double or the bull."""
    assert len(matches) > 200
    for _, one in legs(matches):
        left: dict[int, int] = {}
        for player, turn in visits(one):
            assert turn["start_score"] == left.get(player, START)
            assert turn["earned_score"] == turn["start_score"] - turn["end_score"]
            left[player] = turn["end_score"]
        assert sorted(left.values())[0] == 0
        assert Counter(left.values())[0] == 1
        *_, (_, last) = visits(one)
        assert last["end_score"] == 0
        assert last["throws"][-1]["double"]
        assert last["start_score"] <= 170
        assert last["start_score"] not in NO_FINISH


def test_a_visit_adds_up_or_is_a_bust(matches: list[dict[str, Any]]) -> None:
    """[S2.7-15] A visit takes off what its darts score, or nothing when they go below 2 without a finishing double."""
    busts = 0
    for _, one in legs(matches):
        for _, turn in visits(one):
            left = turn["start_score"] - sum(dart["score"] for dart in turn["throws"])
            if left == turn["end_score"]:
                assert left != 1
                assert len(turn["throws"]) == 3 or left == 0
                continue
            busts += 1
            assert turn["end_score"] == turn["start_score"]
            assert left < 2
            before = left + turn["throws"][-1]["score"]
            assert before >= 2, "the visit ends with the dart that goes bust"
    assert busts > 50


def test_a_dart_scores_what_its_ring_says(matches: list[dict[str, Any]]) -> None:
    """[S2.7-07] Darts are numbered within the visit, and score, `double` and `triple` agree with a board."""
    kinds: Counter[str] = Counter()
    for _, one in legs(matches):
        for _, turn in visits(one):
            assert [dart["throw"] for dart in turn["throws"]] == list(range(1, len(turn["throws"]) + 1))
            for dart in turn["throws"]:
                assert list(dart) == ["score", "throw", "double", "triple", "checkout"]
                score = dart["score"]
                if dart["triple"]:
                    assert not dart["double"]
                    assert score % 3 == 0
                    assert score // 3 in CLOCKWISE
                elif dart["double"]:
                    assert score == 50 or score // 2 in CLOCKWISE
                else:
                    assert score == 0 or score in SINGLES
                kinds[f"{dart['double']} {dart['triple']}"] += 1
    assert len(kinds) == 3


def test_checkout_marks_the_aim_at_the_finishing_double(matches: list[dict[str, Any]]) -> None:
    """[S2.7-13] `checkout` is true only with an even 2 to 40 or 50 left, and always on the dart that ends a leg."""
    for match, one in legs(matches):
        for _, turn in visits(one):
            left = turn["start_score"]
            for dart in turn["throws"]:
                if dart["checkout"]:
                    assert left == 50 or (left <= 40 and left % 2 == 0)
                left -= dart["score"]
            if turn["end_score"] == 0:
                assert turn["throws"][-1]["checkout"], match["game_ID"]


def test_double_start_in_the_grand_prix(matches: list[dict[str, Any]]) -> None:
    """Darts of the grand prix count from the first double on, which counts; elsewhere every dart counts."""
    late = 0
    for match, one in legs(matches):
        history: dict[int, list[dict[str, Any]]] = defaultdict(list)
        for player, turn in visits(one):
            if not opened(match, history[player]):
                scoring = [dart for dart in turn["throws"] if dart["score"]]
                assert not scoring or scoring[0]["double"]
                late += not scoring
            history[player].append(turn)
    assert late > 100


def test_throw_order(matches: list[dict[str, Any]]) -> None:
    """[S2.7-14] Visits alternate; a turn map holds both players, or at the end him alone who began and finished."""
    sizes: Counter[int] = Counter()
    for match, one in legs(matches):
        ids = [str(p["ID"]) for p in match["players"]]
        first = next(iter(one["turns"][0]))
        for number, pair in enumerate(one["turns"], 1):
            last = number == len(one["turns"])
            assert set(pair) <= set(ids)
            assert next(iter(pair)) == first
            assert len(pair) == 2 or (last and pair[first]["end_score"] == 0)
            assert {turn["turn"] for turn in pair.values()} == {number}
            sizes[len(pair)] += 1
    assert sizes[1]
    assert sizes[2]


def test_starts_alternate(matches: list[dict[str, Any]]) -> None:
    """The first throw alternates by leg; in set play by set, and inside a set by leg."""
    for match in matches:
        starters = [(one["set"], int(next(iter(one["turns"][0])))) for one in match["leg_breakdown"]]
        of_set: dict[int, int] = {}
        for (set_a, a), (set_b, b) in pairwise(starters):
            assert a != b or set_a != set_b
        for number, player in starters:
            of_set.setdefault(number, player)
        firsts = list(of_set.values())
        assert all(a != b for a, b in pairwise(firsts))


def test_the_engine_obeys_its_winner() -> None:
    """A leg is thrown for the winner that the result names, also when he is much the weaker player."""
    r = random.Random(1)
    hands = Hand.of(78.0), Hand.of(104.0)
    for first in (0, 1):
        for wanted in (0, 1, 0, 1):
            thrown = leg(r, hands, first, wanted, double_start=bool(first))
            assert thrown[-1].end == 0
            assert (first + len(thrown) - 1) % 2 == wanted


def test_the_plan_knows_the_finishes() -> None:
    """With one dart the finishing double is aimed at; 170 goes by two trebles and the bull; no aim leaves the board."""
    table = plan()
    for left in (*range(2, 41, 2), 50):
        assert table[left][0] == ((2, 25) if left == 50 else (2, left // 2))
    assert (table[170][2], table[110][1], table[50][0]) == ((3, 20), (3, 20), (2, 25))
    assert {number for row in table[2:] for _, number in row} <= {*CLOCKWISE, 25}


# Live record --------------------------------------------------------------------------------------------------------


def test_live_record_has_the_declared_keys(matches: list[dict[str, Any]]) -> None:
    """[S2.7-01] [S2.7-02] [S2.7-05] [S2.7-06] Keys of a live match are as declared; both formats occur."""
    record = answer("DARTS", "live").record
    wires = {spec.wire: spec for spec in fields(record)}
    for match in matches:
        assert set(match) == set(wires)
        assert match["sport"] == "DARTS"
        assert len(match["players"]) == 2
        for player in match["players"]:
            assert set(player) == {"ID", "name", "legs_won", "match_stats"}
        for one in match["leg_breakdown"]:
            assert set(one) == {"leg", "set", "turns"}
            for _, turn in visits(one):
                assert set(turn) == {"turn", "player_name", "start_score", "end_score", "earned_score", "throws"}
    assert {match["format"] for match in matches} == {"set", "leg"}
    assert all(match["status"] in PHASES and match["game_status"] != match["status"] for match in matches)


def test_match_stats_agree_with_the_throws(matches: list[dict[str, Any]]) -> None:
    """[S2.7-03] The nine figures follow from the throws; visits of 100, 140 and 180 are counted once each."""
    for match in matches:
        for player in match["players"]:
            mine = [turn for one in match["leg_breakdown"] for who, turn in visits(one) if who == player["ID"]]
            darts = [dart for turn in mine for dart in turn["throws"]]
            earned = [turn["earned_score"] for turn in mine]
            finishes = [turn["start_score"] for turn in mine if turn["end_score"] == 0]
            attempts = sum(dart["checkout"] for dart in darts)
            assert (
                player["legs_won"]
                == len(finishes)
                == sum(winner(one) == player["ID"] for one in match["leg_breakdown"])
            )
            assert player["match_stats"] == {
                "checkout_total": attempts,
                "checkouts_made": len(finishes),
                "100_plus_thrown": sum(100 <= points < 140 for points in earned),
                "140_plus_thrown": sum(140 <= points < 180 for points in earned),
                "180_plus_thrown": earned.count(180),
                "highest_checkout": max(finishes, default=None),
                "checkouts_100_plus": sum(points >= 100 for points in finishes),
                "three_dart_average": round(3 * sum(earned) / len(darts), 2),
                "checkout_percentage": round(100 * len(finishes) / attempts, 2) if attempts else None,
            }


def test_types_of_the_numbers(matches: list[dict[str, Any]]) -> None:
    """[S2.7-13] Counts and scores are integers, averages numbers, flags booleans, the percentage runs from 0 to 100."""
    match = matches[0]
    for player in match["players"]:
        stats = player["match_stats"]
        assert isinstance(stats["three_dart_average"], float)
        assert 0 <= (stats["checkout_percentage"] or 0) <= 100
        assert all(
            type(v) is int
            for k, v in stats.items()
            if k not in ("three_dart_average", "checkout_percentage", "highest_checkout")
        )
    for _, one in legs(matches[:5]):
        for _, turn in visits(one):
            assert all(type(dart[key]) is bool for dart in turn["throws"] for key in ("double", "triple", "checkout"))


def test_current_box(rows: list[Entry]) -> None:
    """[S2.7-04] The current state names leg, thrower and what he has left; after the end its members are null."""
    entry = next(entries(rows, "MP"))
    before = entry.live(entry.begins)
    assert before is not None
    start = before.wire()
    assert start["current_box"]["leg"] == 1
    assert start["current_box"]["points_to_checkout"] == START
    assert start["leg_breakdown"] == []
    assert start["players"][0]["match_stats"]["three_dart_average"] is None
    length = story(entry.seed, entry.bout).length
    for share in (0.1, 0.37, 0.61, 0.9):
        record = entry.live(entry.begins + timedelta(seconds=share * length))
        assert record is not None
        match = record.wire()
        box = match["current_box"]
        here = [one for one in match["leg_breakdown"] if one["leg"] == box["leg"]]
        turns = [turn for one in here for who, turn in visits(one) if who == box["throwing"]]
        assert box["points_to_checkout"] == (turns[-1]["end_score"] if turns else START)
        assert box["throwing"] in {p["ID"] for p in match["players"]}
    done = entry.live(AFTER)
    assert done is not None
    assert set(done.wire()["current_box"].values()) == {None}


def test_set_is_hidden_while_a_world_championship_match_is_on(rows: list[Entry]) -> None:
    """[S2.7-08] [S2.7-09] [S2.7-11] `set` is 0 in play and counts from 1 after the end; legs keep their numbers."""
    entry = next(entries(rows, "WC"))
    length = timedelta(seconds=story(entry.seed, entry.bout).length)
    on, off = entry.live(entry.begins + length - timedelta(seconds=1)), entry.live(entry.begins + length)
    assert on is not None
    assert off is not None
    playing, finished = on.wire(), off.wire()
    assert (playing["status"], finished["status"]) == ("inprogress", "completed")
    assert {one["set"] for one in playing["leg_breakdown"]} == {0}
    sets = [one["set"] for one in finished["leg_breakdown"]]
    assert sets[0] == 1
    assert all(b - a in (0, 1) for a, b in pairwise(sets))
    numbers = [one["leg"] for one in finished["leg_breakdown"]]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [one["leg"] for one in playing["leg_breakdown"]] == numbers[: len(playing["leg_breakdown"])]


def test_set_is_told_at_once_elsewhere(rows: list[Entry]) -> None:
    """[S2.7-10] [S2.7-12] In other events no leg in play has set 0; in leg format every leg has set 1."""
    for code, wanted in (("WM", {1, 2}), ("MP", {1})):
        entry = next(entries(rows, code))
        record = entry.live(entry.begins + timedelta(minutes=14))
        assert record is not None
        match = record.wire()
        assert match["status"] == "inprogress"
        assert {one["set"] for one in match["leg_breakdown"]} <= wanted


def test_a_match_in_play_is_a_prefix_of_the_finished_one(rows: list[Entry]) -> None:
    """What has been shown of a match stays: visits, in their order, and counts that only grow."""
    for entry in (next(entries(rows, "PC7")), next(entries(rows, "GP"))):
        done = entry.live(AFTER)
        assert done is not None
        whole = [(one["leg"], who, turn) for one in done.wire()["leg_breakdown"] for who, turn in visits(one)]
        length, seen = story(entry.seed, entry.bout).length, -1
        for step in range(24):
            record = entry.live(entry.begins + timedelta(seconds=length * step / 23 + 0.001))
            assert record is not None
            match = record.wire()
            shown = [(one["leg"], who, turn) for one in match["leg_breakdown"] for who, turn in visits(one)]
            assert shown == whole[: len(shown)]
            assert len(shown) > seen
            seen = len(shown)
        assert seen == len(whole)


# Schedule -----------------------------------------------------------------------------------------------------------


def test_schedule_rows(rows: list[Entry]) -> None:
    """[S2.4-01] [S2.2-09] [S2.2-15] [S4-23] Keys, unique ids and seasons of rows; qualifiers have no rank."""
    wires = [spec.wire for spec in fields(answer("DARTS", "schedule").record)]
    records = [entry.schedule(AFTER).wire() for entry in rows]
    ranks: set[int | None] = set()
    for row in records:
        assert list(row) == wires
        found = re.fullmatch(r"(\d{8})-([A-Z]+\d*)-(\d+)-(\d+)", row["game_ID"])
        assert found
        day, code, one, two = found.groups()
        assert (int(one), int(two)) == (row["player_1_ID"], row["player_2_ID"])
        assert row["player_1_ID"] != row["player_2_ID"]
        assert re.fullmatch(rf"\d{{8}}{code}", row["event_ID"])
        assert row["season"] == "2024" == day[:4]
        assert " 2024 " in row["game_time"]
        ranks |= {row["player_1_rank"], row["player_2_rank"]}
    assert ranks == {None, *range(1, 129)}
    assert len({row["game_ID"] for row in records}) == len(records)


def test_series_and_rounds(rows: list[Entry]) -> None:
    """[S2.4-02] [S2.4-03] [S2.4-04] All series occur; rounds are text, ``Last 127`` where one has withdrawn."""
    assert {e.bout.event.series for e in rows} == SERIES
    rounds = {e.bout.round for e in rows}
    assert {"Last 128", "Last 127", "Last 96", "Last 64", "Last 16", "Quarter-Final", "Semi-Final", "Final"} <= rounds
    short = {e.bout.event.id for e in rows if e.bout.round == "Last 127"}
    for event in short:
        first = [
            e
            for e in rows
            if e.bout.event.id == event and e.bout.round == "Last 127" and e.bout.unplayed_as != "cancelled"
        ]
        assert len(first) == 64
        assert any(e.bout.unplayed_as == "withdrawn" for e in first)


def test_the_turn_of_the_year(world: World, rows: list[Entry]) -> None:
    """[S4-23] A season is a calendar year; the championship goes over its end, to the final on 3 January."""
    final = [e for e in rows if e.day == date(2024, 1, 3)]
    assert [(e.bout.round, e.event_id) for e in final if e.bout.unplayed_as is None] == [("Final", "20231215WC")]
    december = [e for e in rows if e.day == date(2024, 12, 28)]
    assert {e.event_id for e in december} == {"20241215WC"}
    after = world.season("DARTS", 2025).on_days(date(2025, 1, 1), date(2025, 1, 3))
    assert {e.event_id for e in after if isinstance(e, Entry)} == {"20241215WC"}
    assert not [e for e in rows if e.day in (date(2024, 12, 24), date(2024, 12, 25), date(2024, 12, 26))]
    season = world.season("DARTS", 2024)
    assert (season.opens, season.closes) == (date(2024, 1, 1), date(2024, 12, 31))


def test_events_are_listed(world: World, rows: list[Entry]) -> None:
    """[S2.8-16] Every event id of the schedule is that of a listed event, whose days hold its matches."""
    listed = {event.id: event for event in world.season("DARTS", 2024).events}  # type: ignore[attr-defined]
    assert {e.event_id for e in rows} == set(listed)
    for e in rows:
        assert listed[e.event_id].first <= e.day <= listed[e.event_id].last
    counts = Counter(event.series for event in calendar(2024))
    assert (counts["European Tour"], counts["Players Championship"], counts["Premier League"]) == (14, 34, 17)


def test_starts_stay_on_their_day(rows: list[Entry]) -> None:
    """No match starts after 22:00 local time, so label day and GMT day agree."""
    for e in rows:
        assert e.start.date() == e.day
        assert e.start.hour <= 22
        assert SPORTS["DARTS"].zone == "Europe/London"


@pytest.mark.parametrize("year", but_in_long_trials([2005, 2024, 2025], 2005))
def test_brackets(world: World, year: int) -> None:
    """Losers go out, winners meet; nobody plays the same opponent twice in a knock-out; every event has one winner."""
    for event in calendar(year):
        played = [b for b in results(world.seed, event).bouts if b.unplayed_as in (None, "withdrawn")]
        size = sum(place.enters for place in event.rounds)
        knock_out = [b for b in played if b.round != "Group"]
        assert len(knock_out) == (15 if event.code == "GS" else size - 1)
        pairs = [frozenset((b.players[0].id, b.players[1].id)) for b in knock_out]
        assert len(set(pairs)) == len(pairs)
        out: set[int] = set()
        for bout in knock_out:
            ids = [p.id for p in bout.players]
            assert not out & set(ids)
            out.add(ids[1 - bout.legs[-1].winner])
        assert results(world.seed, event).winner.id not in out


def test_nobody_plays_two_matches_at_once(rows: list[Entry]) -> None:
    """A player's next match begins after the one before is over; checked on floor, weekend and stage events."""
    for code in ("PC3", "PC20", "ET4", "UK", "PL2", "PF", "GS", "GP"):
        free: dict[int, datetime] = {}
        for e in entries(rows, code):
            ends = e.begins + timedelta(seconds=story(e.seed, e.bout).length)
            for player in ids(e):
                assert free.get(player, e.begins) <= e.begins, (e.id, e.bout.round)
                free[player] = ends


def test_seeds_one_and_two_meet_in_the_final() -> None:
    """Seeds 1 and 2 stand in opposite halves of a bracket, and the first meets the last."""
    for size in (2, 8, 16, 32):
        order = seeding(size)
        assert sorted(order) == list(range(1, size + 1))
        assert (order.index(1) < size // 2) != (order.index(2) < size // 2)
        assert order[1] == size


def test_premier_league_play_offs(world: World) -> None:
    """The play-offs hold the best four of a table of 5 points a night won, 3 for the final and 2 for a semi-final."""
    nights = [event for event in calendar(2024) if event.series == "Premier League"]
    points: Counter[int] = Counter()
    for event in nights[:-1]:
        done = results(world.seed, event)
        points[done.winner.id] += 5
        for share, losers in ((3, done.out[-1]), (2, done.out[-2])):
            points.update({p.id: share for p in losers})
    four = {p.id for b in results(world.seed, nights[-1]).bouts for p in b.players if b.unplayed_as is None}
    rest = [points[i] for i in points if i not in four]
    assert len(four) == 4
    assert min(points[i] for i in four) >= max(rest, default=0)


@pytest.mark.parametrize(
    ("form", "check"),
    [
        (Format(6), lambda a, b: a == 6 and b < 6),
        (Format(10, clear=3), lambda a, b: (a == 10 and b < 9) or (10 < a <= 13 and a - b == 2) or (a, b) == (13, 12)),
    ],
)
def test_leg_formats(form: Format, check: Any) -> None:
    """First to so many legs; with two clear legs a match goes on until one is two ahead, or to one last leg."""
    r = random.Random(5)
    scores = Counter()
    for _ in range(400):
        won = Counter(one.winner for one in play_out(r, (92.0, 92.0), form))
        most, least = max(won[0], won[1]), min(won[0], won[1])
        assert check(most, least)
        scores[most, least] += 1
    assert len(scores) > 4


def test_set_formats() -> None:
    """Sets are first to three legs; the deciding set of the championship needs two clear legs, up to 6-5."""
    r = random.Random(6)
    deciders = Counter()
    for _ in range(500):
        played = play_out(r, (95.0, 95.0), Format(3, 3, 3))
        by_set: dict[int, Counter[int]] = defaultdict(Counter)
        for one in played:
            by_set[one.set][one.winner] += 1
        sets = Counter(max(won, key=lambda i: won[i]) for won in by_set.values())
        assert max(sets.values()) == 3
        for number, won in by_set.items():
            most, least = max(won.values()), min(won[0], won[1])
            if number < 5:
                assert most == 3 > least
            else:
                deciders[most, least] += 1
                assert (
                    (most == 3 and least < 2)
                    or (most < 6 and most - least == 2)
                    or (most == 6 and most - least in (1, 2))
                )
    assert deciders[6, 5]


# States -------------------------------------------------------------------------------------------------------------


def test_withdrawn(rows: list[Entry]) -> None:
    """[S3-02] Where a player leaves, his match is `withdrawn`: no result, never live; the other plays on."""
    gone = [e for e in rows if e.bout.unplayed_as == "withdrawn"]
    assert gone
    for e in gone:
        assert e.bout.announced is not None
        assert e.bout.announced < e.start
        assert e.schedule(e.bout.announced - timedelta(seconds=1)).wire()["status"] == "scheduled"
        assert e.schedule(AFTER).wire()["status"] == "withdrawn"
        assert e.live(AFTER) is None
    entry = next(e for e in gone if e.bout.round == "Last 127")
    later = {i for e in rows if e.event_id == entry.event_id and e.bout.round == "Last 64" for i in ids(e)}
    assert len(later & set(ids(entry))) == 1


def test_cancelled(rows: list[Entry]) -> None:
    """[S3-03] A `cancelled` row is an error of the listing: beside the real match, at its time, and never played."""
    wrong = [e for e in rows if e.bout.unplayed_as == "cancelled"]
    assert wrong
    for e in wrong:
        assert e.schedule(AFTER).wire()["status"] == "cancelled"
        assert e.live(AFTER) is None
        twins = [
            o
            for o in rows
            if o.event_id == e.event_id and o.bout.unplayed_as != "cancelled" and o.bout.round == e.bout.round
        ]
        assert any(set(ids(o)) & set(ids(e)) for o in twins)


def test_postponed(world: World, rows: list[Entry]) -> None:
    """[S3-04] [S3-07] A postponed row keeps its id and date; the match is played under a new id on the next day."""
    off = [e for e in rows if e.bout.unplayed_as == "postponed"]
    assert off
    for e in off:
        assert e.schedule(AFTER).wire()["status"] == "postponed"
        assert e.live(AFTER) is None
        makeup = [o for o in rows if ids(o) == ids(e) and o.day == e.day + timedelta(days=1)]
        assert [o.bout.unplayed_as for o in makeup] == [None]
        assert makeup[0].id != e.id


def test_states_never_go_back(rows: list[Entry]) -> None:
    """[S3-07] A match goes scheduled, maybe delayed, inprogress, completed; live shows it from its begin on."""
    order = ["scheduled", "delayed", "inprogress", "completed"]
    late = next(e for e in rows if e.bout.late)
    for entry in (late, next(entries(rows, "ET1")), next(entries(rows, "WC"))):
        words = []
        for minute in range(-30, 200):
            now = entry.start + timedelta(minutes=minute)
            word = entry.schedule(now).wire()["status"]
            record = entry.live(now)
            assert (record is not None) == (word in ("inprogress", "completed"))
            assert record is None or record.wire()["status"] == word
            words.append(order.index(word))
        assert words == sorted(words)
        assert {0, 2, 3} <= set(words)
        assert (1 in words) == entry.bout.late


# Figures ------------------------------------------------------------------------------------------------------------


def test_the_world_is_the_same_for_ever() -> None:
    """Two worlds of one seed agree in ids and darts; another seed has other players."""
    one, two, other = (World(seed).season("DARTS", 2023).all()[200] for seed in (11, 11, 12))
    first, second = one.live(AFTER), two.live(AFTER)
    assert one.id == two.id != other.id
    assert first is not None
    assert second is not None
    assert first.wire() == second.wire()


def test_level_follows_rank(world: World) -> None:
    """The best of the tour average about 100, the last of the ranking some 87, qualifiers less."""
    season = world.season("DARTS", 2024)
    bouts = [e.bout for e in season.all() if isinstance(e, Entry) and e.bout.unplayed_as is None]
    players = {p.id: p for b in bouts for p in b.players}.values()
    top = [p.level for p in players if p.rank and p.rank <= 4]
    last = [p.level for p in players if p.rank and p.rank > 96]
    guests = [p.level for p in players if p.rank is None]
    assert 97 < sum(top) / 4 < 102
    assert 86 < sum(last) / len(last) < 90
    assert 80 < sum(guests) / len(guests) < 87


def test_the_ranking_moves_through_the_year(rows: list[Entry]) -> None:
    """Most players of the tour have several ranks in a year, and never two on one day."""
    ranks: dict[int, dict[date, int | None]] = defaultdict(dict)
    for entry in rows:
        for player in entry.bout.players:
            assert ranks[player.id].setdefault(entry.bout.event.first, player.rank) == player.rank
    often = [set(own.values()) for own in ranks.values() if len(own) > 10 and None not in own.values()]
    assert sum(len(own) > 3 for own in often) > 0.7 * len(often) > 60


def test_nobody_else_is_in_the_premier_league(world: World) -> None:
    """A wrong listing of a night has one of its eight players, too."""
    for year in range(2019, 2026):
        bouts = [
            bout for event in calendar(year) if event.series == "Premier League" for bout in results(2024, event).bouts
        ]
        assert len({player.id for bout in bouts for player in bout.players}) == 8


def test_a_leg_takes_about_two_minutes(rows: list[Entry]) -> None:
    """A leg lasts about 2:15 with what lies between legs, so that a best of eleven takes some twenty minutes."""
    lengths = [(story(e.seed, e.bout).length, len(e.bout.legs)) for e in entries(rows, "PC5")]
    assert 125 < sum(seconds for seconds, _ in lengths) / sum(count for _, count in lengths) < 145
