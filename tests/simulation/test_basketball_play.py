"""The play of simulated basketball: possessions, the clock, who is on the floor, and prefixes of a game."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from math import inf
from random import Random
from statistics import fmean
from typing import Any

import numpy as np
import pytest

from sportsframe.catalog.statuses import PHASES
from sportsframe.simulation import World
from sportsframe.simulation.basketball import events as told
from sportsframe.simulation.basketball import play as h
from sportsframe.simulation.basketball.floor import Player, Squad
from sportsframe.simulation.basketball.plays import play_records
from sportsframe.simulation.basketball.possession import NBA, RULES, pools

from ..support.basketball import STATS, entries, played, season_of

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
SPORTS = ("NBA", "NCAABB")
SIDES = ("away_team", "home_team")


def never_less(one: dict[str, Any], two: dict[str, Any]) -> None:
    """Every count of a later record is at least that of an earlier one."""
    for side in SIDES:
        old, new = one["full_box"][side], two["full_box"][side]
        assert all(old["quarter_scores"][k] <= new["quarter_scores"][k] for k in old["quarter_scores"])
        assert set(one["player_box"][side]) <= set(two["player_box"][side])
        for key, line in one["player_box"][side].items():
            later = two["player_box"][side][key]
            assert all(line[name] <= later[name] for name in STATS - {"two_point_percentage"})
            assert (len(line["minutes"]), line["minutes"]) <= (len(later["minutes"]), later["minutes"])


@pytest.mark.parametrize("sport", SPORTS)
def test_in_progress_is_a_prefix(world: World, sport: str) -> None:
    """[S2.6-25] [S2.6-26] A game in progress adds up, shows its clock, and only ever grows into the finished box."""
    season = season_of(world, sport)
    some = sorted(played(season)[::7], key=lambda e: -season.result(e.plan).overtimes)[:2] + played(season)[40:42]
    for entry in some:
        timeline = entry.timeline
        assert entry.live(timeline.begins - timedelta(seconds=1)) is None
        states = []
        for share in range(21):
            record = entry.live(timeline.begins + share / 20 * (timeline.ends - timeline.begins))
            assert record is not None
            states.append(record.wire())
        for state in states[:-1]:
            current = state["full_box"]["current"]
            assert state["status"] == "inprogress"
            assert isinstance(current["Quarter"], int)
            assert re.fullmatch(r"\d\d:\d\d", current["TimeRemaining"])
            for side in SIDES:
                box = state["full_box"][side]
                lines = state["player_box"][side].values()
                assert box["score"] == sum(line["points"] for line in lines)
                assert len(box["quarter_scores"]) == current["Quarter"]
                assert len(lines) >= 5
        for one, two in pairwise(states):
            never_less(one, two)
        assert PHASES[states[-1]["status"]] == "finished"
        assert states[-1]["full_box"] == entry.live(AFTER).wire()["full_box"]  # type: ignore[union-attr]


@pytest.mark.parametrize("sport", SPORTS)
def test_clock_runs_down(world: World, sport: str) -> None:
    """The clock never goes up within a period, stops at breaks, and the display text tells them."""
    season = season_of(world, sport)
    entry = played(season)[100]
    texts = set()
    last = (0, 0)
    for minute in range(180):
        record = entry.live(entry.start + timedelta(minutes=minute))
        if record is None or record.status != "inprogress":
            continue
        current = record.wire()["full_box"]["current"]
        left = [int(part) for part in current["TimeRemaining"].split(":")]
        now = (current["Quarter"], RULES[sport].seconds(current["Quarter"]) - 60 * left[0] - left[1])
        assert now >= last
        last = now
        texts.add(str(record.game_status).split()[-1])
    assert {"1st", "2nd", "Halftime"} <= texts


@pytest.mark.parametrize("sport", SPORTS)
def test_the_clock_stands_before_free_throws(world: World, sport: str) -> None:
    """No time passes between a foul and its free throws, and at most three seconds between a miss and its rebound."""
    season = season_of(world, sport)
    attempts = {told.TWO_TRIED, told.THREE_TRIED, told.FREE_TRIED}
    free = rebounds = 0
    for entry in played(season)[::100]:
        events = season.game(entry.plan).events
        missed = 0.0
        for (before, _, _, _, what), (at, _, _, _, then) in pairwise(events):
            assert before <= at
            missed = before if what in attempts else missed
            if then == told.FREE_TRIED:
                free += 1
                assert at == before
            elif then in (told.OFF_REBOUND, told.DEF_REBOUND, told.TEAM_REBOUND):
                rebounds += 1
                assert int(at) - int(missed) <= 3
    assert free > 200
    assert rebounds > 500


@pytest.mark.parametrize("sport", SPORTS)
def test_a_finished_game_is_a_game_in_progress_to_its_end(world: World, sport: str) -> None:
    """The lines of a game that is over, whose events nobody asks the time of, are those of all events up to its end."""
    season, rules = season_of(world, sport), RULES[sport]
    for entry in played(season)[7::300]:
        game = season.game(entry.plan)
        last = len(game.result.periods)
        over = h.fold(game, last, rules.seconds(last))
        assert len(game.times) == len(game.whats)
        assert (game.times[1:] >= game.times[:-1]).all()
        assert game.times[-1] <= rules.begins(last + 1)
        counted = Counter((side, player, what) for _, _, side, player, what in game.events if player != h.NOBODY)
        assert {place: over.lines[place] for place in counted} == counted
        assert over.lines[:, : h.NOBODY].sum() == counted.total()
        before = h.fold(game, last, rules.seconds(last) - 1e-6)
        assert (before.lines <= over.lines).all()


@pytest.mark.parametrize("sport", SPORTS)
def test_only_who_is_on_the_floor_takes_part(world: World, sport: str) -> None:
    """An event is of a player who is on the floor as its possession begins, and of none who was sent off before.

    Colleges write whole minutes, so that a player who is sent off leaves with the minute before.
    """
    season, rules = season_of(world, sport), RULES[sport]
    longest, sent_off = 2 * rules.shot_clock + (60 if sport == "NCAABB" else 0), 0
    for entry in played(season)[5::60]:
        game = season.game(entry.plan)
        fouls: Counter[tuple[int, int]] = Counter()
        for at, _, side, player, what in game.events:
            if player == h.NOBODY:
                continue
            assert fouls[side, player] < rules.foul_limit
            fouls[side, player] += what == told.PERSONAL
            assert any(who == player and start <= at and at <= end + longest for who, start, end in game.stints[side])
        sent_off += max(fouls.values()) == rules.foul_limit
    assert sent_off


def test_who_is_sent_off_plays_up_to_his_last_foul(world: World) -> None:
    """A professional's time ends, and that of who replaces him begins, at the moment of his sixth foul."""
    season, sent_off = season_of(world, "NBA"), 0
    for entry in played(season)[5::20]:
        game = season.game(entry.plan)
        fouls: Counter[tuple[int, int]] = Counter()
        for at, _, side, player, what in game.events:
            fouls[side, player] += what == told.PERSONAL
            if what == told.PERSONAL and fouls[side, player] == NBA.foul_limit:
                sent_off += 1
                stints = game.stints[side]
                assert max(end for who, _, end in stints if who == player) == at
                assert any(start == at for _, start, _ in stints)
    assert sent_off > 5


@pytest.mark.parametrize("sport", SPORTS)
def test_who_is_hurt_in_a_game_leaves_it(world: World, sport: str) -> None:
    """A player whose injury is of a game is not on the floor once it has happened, and plays the less for it."""
    season, rules = season_of(world, sport), RULES[sport]
    hurt = shortened = 0
    for entry in played(season)[:: 3 if sport == "NBA" else 30]:
        plan = entry.plan
        game = None
        for side, club in ((h.AWAY, plan.away), (h.HOME, plan.home)):
            for player in season.squads.roster(club.id, plan.day):
                injury = season.squads.ward.hurt(club.id, player.id, player.position, plan.day)
                if injury is None:
                    continue
                game = game or season.game(plan)
                hurt += 1
                numbers = [number for number, one in enumerate(game.squads[side].players) if one.id == player.id]
                until = max(60.0, injury.moment * rules.regulation)
                ends = [end for who, _, end in game.stints[side] if who in numbers]
                assert all(end <= until + 2 * rules.shot_clock for end in ends)
                shortened += injury.moment < 0.5
    assert hurt > 50
    assert shortened > 20


def test_what_possessions_consist_of() -> None:
    """Events bring the points of a possession; baskets, free throws and charges are of whose attempt or loss it was."""
    for points in range(5):
        for one in {id(one): one for book in ("NBA", "NCAABB") for one in pools(book, 1).pools[2][points]}.values():
            events = [tuple(one.told[4 * number : 4 * number + 4]) for number in range(one.size)]
            assert sum(told.POINTS.get(what, 0) for _, what, _, _ in events) == points
            assert len(one.step_of) == one.size
            assert [*one.step_of] == sorted(one.step_of)
            for number, (theirs, what, _, back) in enumerate(events):
                if back:
                    assert events[number - back][0] == theirs
                    assert events[number - back][3] == 0
                if what in told.POINTS:
                    assert events[number - 1][1] == what - 1
                    assert back
                if what == told.ASSIST:
                    assert events[number - 2][1] in (told.TWO_TRIED, told.THREE_TRIED)
            assert {number for number, _ in one.fouls} >= {
                number for number, event in enumerate(events) if event[1] == told.PERSONAL and not event[3]
            }


def test_blocks_are_of_who_can_block() -> None:
    """A side of men who block twice as much blocks about twice as many shots; about one in eight is a three."""
    rules, form = NBA, h.Form(0.0, 0.0, 0.0, 0)
    blocks: Counter[tuple[bool, int]] = Counter()
    for game in range(150):
        squads = []
        for able in (0.7, 1.4):
            weights = [1.0] * told.SHARES
            weights[told.BLK] = able
            squads.append(Squad([Player(n, "", "C", 0.0, tuple(weights)) for n in range(rules.squad)]))
        result = h.score(rules, Random(game), form, form)
        played_out = h.unfold(result, Random(game), (squads[0], squads[1]), (form, form))
        for number in np.flatnonzero(played_out.whats == told.BLOCK):
            three = played_out.whats[number - 1] == told.THREE_TRIED
            assert three or played_out.whats[number - 1] == told.TWO_TRIED
            blocks[bool(three), int(played_out.sides[number])] += 1
    by_side = [blocks[False, side] + blocks[True, side] for side in (h.AWAY, h.HOME)]
    assert 1.7 < by_side[h.HOME] / by_side[h.AWAY] < 2.3
    assert 0.08 < (blocks[True, 0] + blocks[True, 1]) / sum(by_side) < 0.17


def test_stars_are_fouled(world: World) -> None:
    """Who scores most shoots more free throws for a shot from the field than his league."""
    season = season_of(world, "NBA")
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for entry in played(season)[::3]:
        record = entry.live(AFTER)
        assert record is not None
        for side in SIDES:
            for player, line in record.wire()["player_box"][side].items():
                sums[player].update(
                    {key: line[key] for key in ("points", "field_goals_attempted", "free_throws_attempted")}
                )
    best = sorted(sums.values(), key=lambda line: -line["points"])[:15]

    def fouled(lines: Iterable[Counter[str]]) -> float:
        total = sum(lines, Counter[str]())
        return total["free_throws_attempted"] / total["field_goals_attempted"]

    assert 0.3 < fouled(best) < 0.44
    assert 0.22 < fouled(sums.values()) < 0.28


def test_result_and_play_agree(world: World) -> None:
    """The score that is drawn first is the score the told game comes to, period by period."""
    for sport in SPORTS:
        season = season_of(world, sport)
        for entry in played(season)[3::400]:
            result = season.result(entry.plan)
            last = len(result.periods)
            tally = h.fold(season.game(entry.plan), last, RULES[sport].seconds(last))
            assert [list(pair) for pair in zip(*tally.periods)] == result.periods


@pytest.mark.parametrize("sport", SPORTS)
def test_few_periods_end_with_a_basket(world: World, sport: str) -> None:
    """A basket with the horn is rare, most periods end without an event, and who wins lets the clock run out."""
    season, rules = season_of(world, sport), RULES[sport]
    periods = horns = baskets = 0
    for entry in played(season)[5 :: 1230 // 40 if sport == "NBA" else 70]:
        game, result = season.game(entry.plan), season.result(entry.plan)
        for period in range(1, len(result.periods) + 1):
            end = rules.begins(period + 1)
            kinds = [(side, kind) for at, number, side, _, kind in game.events if number == period and at >= end]
            periods += 1
            horns += bool(kinds)
            baskets += any(kind in told.POINTS for _, kind in kinds)
            if period == len(result.periods):
                tried = {side for side, kind in kinds if kind in (told.TWO_TRIED, told.THREE_TRIED, told.TURNOVER)}
                assert int(result.margin > 0) not in tried or abs(result.margin) <= 3
    assert 0 < horns / periods < 0.4
    assert baskets / periods < 0.1


def test_shots_in_haste_miss(world: World) -> None:
    """Of the shots in the last three seconds of a period about three in ten go in, and no second has only made ones."""
    season = season_of(world, "NBA")
    tried: dict[int, list[bool]] = defaultdict(list)
    for entry in played(season)[::5]:
        events = season.game(entry.plan).events
        for (at, period, _, _, what), (*_, then) in zip(events, [*events[1:], events[0]]):
            if what in (told.TWO_TRIED, told.THREE_TRIED):
                left = NBA.begins(period + 1) - int(at)
                tried[left].append(then in (told.TWO_MADE, told.THREE_MADE))
    assert 0.22 < fmean(made for left in range(4) for made in tried[left]) < 0.38
    assert all(fmean(tried[left]) < 0.65 for left in range(4))
    assert fmean(made for left in range(10, 600) for made in tried[left]) > 0.44


def test_fouls_in_the_penalty_give_free_throws(world: World) -> None:
    """From the fifth foul of a quarter and the fourth of an overtime on, and from the second of the last two minutes,
    also where a possession has several.
    """
    season = season_of(world, "NBA")
    seen = 0
    for entry in played(season)[::10]:
        counts: Counter[tuple[int, int]] = Counter()
        late: Counter[tuple[int, int]] = Counter()
        events = season.game(entry.plan).events
        for before, (at, period, side, _, what), after in zip(events, events[1:], [*events[2:], events[0]]):
            if what != told.PERSONAL or (before[4] == told.TURNOVER and before[2] == side):
                continue
            counts[period, side] += 1
            closing = at >= NBA.begins(period + 1) - h.CLOSING + NBA.shot_clock  # in a possession of the last minutes
            late[period, side] += closing
            if counts[period, side] >= (5 if period <= NBA.periods else 4) or (closing and late[period, side] > 1):
                assert after[4] == told.FREE_TRIED
                seen += 1
    assert seen > 300


def test_who_is_fouled_in_the_last_minutes_need_not_shoot(world: World) -> None:
    """The second foul of a side in the last two minutes of a period gives two free throws and is a common one."""
    season = season_of(world, "NBA")
    common = 0
    for entry in played(season)[::20]:
        game, late, whole = season.game(entry.plan), Counter[tuple[int, str]](), Counter[tuple[int, str]]()
        for play in play_records(game, inf, (entry.plan.away, entry.plan.home)):
            foul = play.wire()
            if foul["event"] != "foul" or foul["action"] == "offensive_foul_committed":
                continue
            minutes, seconds = map(int, foul["gameClock"].split(" - ")[0].split(":"))
            key = foul["period"], foul["possession"]
            whole[key] += 1
            if 60 * minutes + seconds < 120:
                if late[key] == 1 and whole[key] < 4 and foul["action"] == "personal_foul_committed":
                    common += 1
                    assert "fouled" in foul["description"]
                late[key] += 1
    assert common > 5


def test_nobody_holds_the_ball_longer_than_the_shot_clock(world: World) -> None:
    """In blowouts and slow stretches, too: who shoots first after the ball changes hands does so in 24 seconds."""
    season = season_of(world, "NBA")
    scored = {told.TWO_MADE, told.THREE_MADE, told.ASSIST}
    longest = 0.0
    for entry in played(season)[::4]:
        events = season.game(entry.plan).events
        for (before, period, holder, _, what), (at, then, side, _, now) in pairwise(events):
            lost = (what in scored and holder != side) or (what in (told.DEF_REBOUND, told.STEAL) and holder == side)
            if lost and then == period and now in (told.TWO_TRIED, told.THREE_TRIED):
                longest = max(longest, at - before)
    assert 20 < longest <= NBA.shot_clock


def test_early_shots_are_the_best(world: World) -> None:
    """After a rebound or a steal there are breaks, which go in; the shots at the end of the shot clock do not, and the
    ball is inbounded after a basket before the other side shoots."""
    season = season_of(world, "NBA")
    scored = {told.TWO_MADE, told.THREE_MADE}
    since: dict[str, dict[int, list[bool]]] = {"basket": defaultdict(list), "ball": defaultdict(list)}
    for entry in played(season)[::8]:
        events = season.game(entry.plan).events
        for before, (at, period, side, _, what), (*_, then) in zip(events, events[1:], [*events[2:], events[0]]):
            if (
                what not in (told.TWO_TRIED, told.THREE_TRIED)
                or NBA.begins(period + 1) - at < 30
                or before[1] != period
            ):
                continue
            lost = before[4] in (told.DEF_REBOUND, told.STEAL) and before[2] == side
            if lost or (before[4] in scored | {told.ASSIST} and before[2] != side):
                since["ball" if lost else "basket"][int(at - before[0])].append(then in scored)
    breaks, late, soon = (
        [made for second in seconds for made in since[after][second]]
        for after, seconds in (("ball", range(2, 5)), ("ball", range(20, 24)), ("basket", range(3)))
    )
    whole = sum(map(len, since["basket"].values()))
    assert 0.55 < fmean(breaks) < 0.85
    assert 0.2 < fmean(late) < 0.45
    assert len(breaks) > 3 * len(played(season)[::8])
    assert len(soon) < whole / 50


def test_split_meets_the_sum() -> None:
    """Points are split over possessions exactly, and as independent possessions with that sum would be."""
    book = pools("NBA", 0)
    r = Random(3)
    counts: Counter[int] = Counter()
    for _ in range(1500):
        parts = book.split(r, 24, 28)
        assert (len(parts), sum(parts)) == (24, 28)
        counts[parts[0]] += 1
    bringing = [[1.0]]
    for _ in range(24):
        before = [*bringing[-1], *[0.0] * 4]
        bringing.append([
            sum(chance * before[points - k] for k, chance in enumerate(book.chances) if k <= points)
            for points in range(len(before))
        ])  # fmt: skip
    for points, chance in enumerate(book.chances):
        expected = chance * bringing[23][28 - points] / bringing[24][28]
        assert counts[points] / 1500 == pytest.approx(expected, abs=0.045)


def test_close_games_end_by_the_clock() -> None:
    """Closing minutes are told move by move and end within the period; an overtime follows a level score only."""
    r = Random(5)
    form = h.Form(0, 0, 0, 0)
    for _ in range(300):
        result = h.score(NBA, r, form, form)
        ends = [s for s in result.stretches if s.moves is not None]
        assert all(stretch.moves and stretch.moves[-1][3] <= stretch.end for stretch in ends)
        assert result.margin != 0
        for number in range(NBA.periods, len(result.periods)):
            assert sum(p[0] for p in result.periods[:number]) == sum(p[1] for p in result.periods[:number])


@pytest.mark.parametrize("sport", SPORTS)
def test_who_is_behind_fouls_in_the_last_minute(sport: str) -> None:
    """A side that is four to nine points behind with a minute left fouls again and again."""
    rules, form = RULES[sport], h.Form(0, 0, 0, 0)
    fouls = []
    for game in range(1500):
        result = h.score(rules, Random(game), form, form)
        moves = result.stretches[-1].moves
        if moves is None or result.overtimes:
            continue
        late = [move for move in moves if move[3] > rules.length - 60]
        margin = result.margin - sum(points if side else -points for side, points, _, _ in late)
        if 4 <= abs(margin) <= 9:
            fouls.append(sum(how == h.SENT for _, _, how, _ in late))
    assert 1 < fmean(fouls) < 3


@pytest.mark.parametrize("sport", SPORTS)
def test_coaches_send_on_more_or_fewer_men(world: World, sport: str) -> None:
    """In close games a side uses eight to eleven men, professionals fewer and their best for longer in the playoffs."""
    season, rules = season_of(world, sport), RULES[sport]
    men: dict[bool, list[int]] = {False: [], True: []}
    most: dict[bool, list[float]] = {False: [], True: []}
    for entry in [*played(season)[:: 5 if sport == "NBA" else 25], *season.postseason()]:
        result = season.result(entry.plan)
        if abs(result.margin) <= 8 and not result.overtimes:
            late = entry.plan.season_type != "Regular Season"
            for seconds in h.fold(season.game(entry.plan), rules.periods, rules.length).seconds:
                men[late].append(len(seconds))
                most[late].append(max(seconds.values()) / 60)
    usual = Counter(men[False])
    assert max(usual.values()) < 0.6 * usual.total()
    assert sum(usual[few] for few in (7, 8)) > (0.02 if sport == "NBA" else 0.15) * usual.total()
    assert fmean(men[True]) < fmean(men[False]) - (0.4 if sport == "NBA" else 0.1)
    if sport == "NBA":
        assert fmean(most[True]) > fmean(most[False]) + 1.5


def test_colleges_start_in_several_ways(world: World) -> None:
    """Most colleges start three guards, some no center; professionals one man for each position."""
    season = season_of(world, "NCAABB")
    fives = Counter(
        "".join(sorted(player.position for player in squad.players[:5]))
        for entry in played(season)[::40]
        for squad in season.game(entry.plan).squads
    )
    assert len(fives) >= 4
    assert 0.45 < (fives["CFGGG"] + fives["FFGGG"]) / fives.total() < 0.75
    assert 0.2 < (fives["FFGGG"] + fives["FFFGG"]) / fives.total() < 0.6


def test_minutes_of_players_differ(world: World) -> None:
    """Stars play 37 minutes a game and more, and no two of the first ten the same to a tenth, as under a cap."""
    season = season_of(world, "NBA")
    spent: dict[str, list[int]] = defaultdict(list)
    for entry in played(season)[::2]:
        record = entry.live(AFTER)
        assert record is not None
        for side in SIDES:
            for player, line in record.wire()["player_box"][side].items():
                spent[player].append(seconds_of(line["minutes"]))
    means = sorted((fmean(some) / 60 for some in spent.values() if len(some) >= 28), reverse=True)
    assert 36.7 < means[0] < 40
    assert means[0] - means[9] > 0.5


def seconds_of(text: str) -> int:
    """Seconds of a text of minutes and seconds."""
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


@pytest.mark.parametrize("sport", SPORTS)
def test_a_result_is_drawn_once_for_the_clock_and_the_box(world: World, sport: str) -> None:
    """The result by which a game's clock runs is the one its box tells, not an equal one that is drawn again."""
    plan = next(entry.plan for entry in entries(world, sport) if entry.plan.unplayed_as is None)
    season = season_of(world, sport)
    season.game.cache_clear()
    assert season.result(plan) is season.game(plan).result


def test_who_has_the_ball_as_a_period_begins() -> None:
    """Who wins the tip begins the first and the fourth quarter, the other side the two between and the second half."""
    for sport, turns in (("NBA", (0, 1, 1, 0)), ("NCAABB", (0, 1))):
        tips = set()
        for game in range(20):
            result = h.score(RULES[sport], Random(game), h.Form(0.0, 0.0, 0.0, 0), h.Form(0.0, 0.0, 0.0, 0))
            first = [one.first for one in result.stretches if one.start == 0][: len(turns)]
            tips.add(first[0])
            assert [side ^ first[0] for side in first] == list(turns)
        assert tips == {0, 1}


def test_possessions_that_are_alike_are_kept_once() -> None:
    """Sixty thousand possessions of a pool are a few hundred kinds."""
    book = pools("NBA", 0)
    held = [one for pool in book.pools for some in pool for one in some]
    assert len({id(one) for one in held}) == len({one.steps for one in held}) < len(held) / 10
