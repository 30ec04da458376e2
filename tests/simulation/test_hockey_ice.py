"""How the simulated NHL is played: lines and units, goalies and coaches, who scores, hits, draws and fights."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from datetime import UTC, datetime
from itertools import product
from statistics import correlation, fmean, pstdev
from typing import Any, cast

import pytest

from sportsframe.simulation import World
from sportsframe.simulation._common.rng import stream
from sportsframe.simulation.hockey import play
from sportsframe.simulation.hockey.rosters import AIM, KNOWN, MARKET, MOOD, PAST, ROUGH, SPELL, TRUST
from sportsframe.simulation.hockey.season import CLOSE, QUALITY, SAVES, TIRED, Season, Whole

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
SIDES = ("away_team", "home_team")


@pytest.fixture(scope="module")
def season(world: World) -> Season:
    """The season of 2024-25."""
    return cast("Season", world.season("NHL", 2024))


@pytest.fixture(scope="module")
def happened(season: Season) -> list[tuple[str, int, int, int]]:
    """Kind, club, place and player of everything that happened in the regular season; face-offs are won and lost."""
    found = []
    for entry in season.regular():
        if entry.unplayed_as is not None:
            continue
        whole, clubs = Whole(entry), (entry.away, entry.home)
        for event in whole.game.events:
            sides = ((event.kind, event.side, event.who[0]),)
            if event.kind == "faceoff":
                sides = (("won", event.side, event.who[0]), ("lost", 1 - event.side, event.who[1]))
            found += [(kind, clubs[side], n, whole.people[side][n].id) for kind, side, n in sides]
    return found


def test_an_overtime_of_the_playoffs_lasts_until_a_goal() -> None:
    """Playoff games are never drawn out by a shootout: twenty-minute periods go on until somebody scores."""
    for n in range(60):
        flow = play.flow(stream("overtime", n), (0.55, 0.55), playoff=True)
        assert not flow.tries
        assert flow.score[0] != flow.score[1]
        if flow.period > 3:
            assert flow.goals[-1].at == flow.end
            assert flow.spans[3][0] == 3600
            assert all(end - start == 1200 for start, end in flow.spans[3:-1])


def test_a_minor_ends_with_a_power_play_goal() -> None:
    """A side short of a man has it back when the power play scores; one penalty never costs two goals."""
    ended = 0
    for n in range(80):
        flow = play.flow(stream("minor", n), (1.0, 1.0))
        for goal in flow.goals:
            if goal.edge > 0:
                assert any(foul.end == goal.at and foul.side != goal.side for foul in flow.penalties)
                ended += 1
        for foul in flow.penalties:
            assert foul.at <= foul.end <= foul.at + 120
    assert ended


@pytest.mark.parametrize("extra", [False, True])
@pytest.mark.parametrize("short", list(product(range(3), range(3))))
@pytest.mark.parametrize("pairs", [0, 1])
def test_there_are_units_for_every_number_of_men(short: tuple[int, int], pairs: int, extra: bool) -> None:
    """Whatever penalties leave on the ice, either side has forwards and defenders of that number to send out."""
    for side, empty in product((0, 1), (-1,) if extra else (-1, 0, 1)):
        role, forwards, defence = play.unit_sizes(short, pairs, side, empty, extra)
        assert 3 <= forwards + defence <= 6
        for units, number in ((play.FORWARDS[role, forwards], forwards), (play.DEFENDERS[role, defence], defence)):
            assert all(len(unit) == number for unit in units[0])
            assert sum(units[1]) == pytest.approx(1)


def test_a_third_of_the_attempts_of_a_shootout_are_good() -> None:
    """Of the attempts in shootouts 32 % are goals, as in the league; 15,000 of them are within 1.5 points."""
    tries = [good for seed in range(3000) for _, good in play._shootout(stream(seed, "shootout"))]
    assert len(tries) > 15_000
    assert sum(tries) / len(tries) == pytest.approx(0.32, abs=0.015)


def test_nobody_shoots_twice_before_all_have() -> None:
    """In a shootout of more than eighteen rounds every skater, defenders too, has shot once before one does again."""
    flow = play.flow(stream("shootout", 1), (1.0, 1.0))
    flow.tries = [(n % 2, False) for n in range(2 * play.SKATERS + 2)]
    even = [[1.0] * (play.SKATERS + 2)] * 2
    game = play.Game(stream("game"), flow, (1.0, 1.0), even, even, even, even)
    for side in (0, 1):
        shooters = [event.who[0] for event in game.events if event.kind == "shootout" and event.side == side]
        assert sorted(shooters[: play.SKATERS]) == list(range(play.SKATERS))
        assert shooters[play.SKATERS :] == shooters[:1]


def test_a_club_is_as_good_as_those_who_play(season: Season) -> None:
    """Better forwards score more, better defenders and a better goalie allow less; the clubs' levels are apart."""
    games = [game for game in season.regular()[::13] if game.unplayed_as is None]
    usual = [season.quality(club, squad) for game in games for club, squad in zip((game.away, game.home), game.squads)]
    assert abs(fmean(one.offence for one in usual)) < 0.08
    assert abs(fmean(one.defence for one in usual)) < 0.08
    assert pstdev(one.offence for one in usual) == pytest.approx(QUALITY, rel=0.3)

    game = games[0]
    squad, own = game.squads[0], season.quality(game.away, game.squads[0])
    worst = min((skill for other in games for side in other.squads for skill in side[:18]), key=lambda one: one.ability)
    goalie = min((side[18] for other in games for side in other.squads), key=lambda one: one.ability)
    without_centre = season.quality(game.away, [worst, *squad[1:]])
    without_defender = season.quality(game.away, [*squad[:12], worst, *squad[13:]])
    without_goalie = season.quality(game.away, [*squad[:18], goalie, squad[19]])
    assert without_centre.offence < own.offence - 0.02
    assert without_centre.defence == own.defence
    assert without_defender.defence < own.defence - 0.02
    assert without_defender.offence == own.offence
    assert without_goalie.defence == pytest.approx(own.defence - SAVES * (squad[18].ability - goalie.ability))
    assert without_goalie.offence == own.offence


def test_a_goalie_who_stands_first_is_the_better_one(season: Season) -> None:
    """Those who start most stop a larger share of the shots than those behind them, over the clubs together."""
    first, second = list[float](), list[float]()
    for club in season.clubs:
        best, other, *_ = season.squads.goalies(club.id, season.opens)
        first.append(best.ability)
        second.append(other.ability)
    assert fmean(first) - fmean(second) > 0.5
    faced: dict[bool, list[int]] = {True: [0, 0], False: [0, 0]}
    for game in season.regular():
        record = game.live(AFTER)
        if record is None:
            continue
        for side, club in zip(SIDES, (game.away, game.home)):
            number_one = season.squads.goalies(season.clubs[club].id, game.day)[0].person.id
            for player, line in record.wire()["player_box"][side]["goalies"].items():
                count = faced[int(player) == number_one]
                count[0] += line["saves"]
                count[1] += line["shots_against"]
    best_share, other_share = (saves / shots for saves, shots in faced.values())
    assert best_share > other_share


def test_first_lines_play_most() -> None:
    """Wings are on the ice as long as the centre of their line, and every line longer than the next."""
    groups, weights = play.FORWARDS["even", 3]
    on: dict[int, float] = defaultdict(float)
    for unit, weight in zip(groups, weights):
        for place in unit:
            on[place] += weight
    for first in (0, 4, 8):
        assert on[first] > on[first + 1] > on[first + 2] > on[first + 3]
        assert abs(on[first] - on[0]) < 0.02


@pytest.fixture(scope="module")
def uneven() -> list[play.Game]:
    """Games between sides whose lines are the better the earlier they come."""
    touch = [[1.9, 1.4, 1.0, 0.8] * 3 + [1.4, 1.4, 1.1, 1.1, 0.9, 0.9]] * 2
    even = [[1.0] * play.SKATERS] * 2
    flows = [play.flow(stream("uneven", n), (1.0, 1.0)) for n in range(200)]
    return [play.Game(stream("game", n), flow, (1.0, 1.0), touch, even, even, even) for n, flow in enumerate(flows)]


def test_goals_come_with_the_better_lines(uneven: list[play.Game]) -> None:
    """At even strength goals against fall to who is on the ice by how long he is, goals for rather to the better ones.

    So first lines are ahead, fourth lines behind.
    """
    on, ice = {1: Counter[int](), -1: Counter[int]()}, Counter[int]()
    for game in uneven:
        for goal in game.flow.goals:
            if goal.edge == 0 and not goal.empty and goal.at <= play.REGULATION:
                for side, step in ((goal.side, 1), (1 - goal.side, -1)):
                    on[step].update(n % 4 for n in game.on_ice(side, goal.at) if n < 12)
        stretches = [one for one in game.flow.stretches if one.short == (0, 0) and one.empty == -1]
        for side in (0, 1):
            track = game.tracks[side][0]
            for start, end, unit in zip(track.starts, track.ends, track.units):
                if start < play.REGULATION and any(one.start <= start < one.end for one in stretches):
                    for n in unit:
                        ice[n % 4] += round(end - start)
    made, allowed, played = ([some[line] / some.total() for line in range(4)] for some in (on[1], on[-1], ice))
    assert allowed == pytest.approx(played, abs=0.04)
    assert made[0] > allowed[0] + 0.04
    assert made[3] < allowed[3] - 0.02


def test_first_units_play_most_of_a_power_play(uneven: list[play.Game]) -> None:
    """The first unit has 60 to 70 % of the time with a man more, and more than that of the goals."""
    first, _ = play.FORWARDS["up", 4][0]
    time, goals = Counter[bool](), Counter[bool]()
    for game in uneven:
        for start, end, short, pairs, empty, _ in game.flow.stretches:
            for side in (0, 1):
                if short[1 - side] - short[side] != 1 or short[side] or pairs or empty != -1 or end > play.REGULATION:
                    continue
                track = game.tracks[side][0]
                for begin, until, unit in zip(track.starts, track.ends, track.units):
                    if start <= begin < end:
                        time[unit == first] += round(until - begin)
                if any(goal.at == end and goal.side == side for goal in game.flow.goals):
                    goals[track.before(end) == first] += 1
    assert 0.6 < time[True] / time.total() < 0.7
    assert goals[True] / goals.total() > time[True] / time.total() + 0.05


def test_playoffs_are_harder_and_nobody_fights(uneven: list[play.Game]) -> None:
    """In an hour of the playoffs a side hits a third to a half more, and there is a fight in few games."""
    even = [[1.0] * play.SKATERS] * 2
    flows = [play.flow(stream("harder", n), (1.0, 1.0), playoff=True) for n in range(200)]
    playoffs = [play.Game(stream("harder", n), flow, (1.0, 1.0), *[even] * 4) for n, flow in enumerate(flows)]
    rates = []
    for games in (uneven, playoffs):
        count = Counter(event.kind for game in games for event in game.events)
        hours = sum(game.flow.end for game in games) / 3600
        rates.append({kind: count[kind] / hours for kind in ("hit", "fight", "give")})
    usual, harder = rates
    assert 1.3 < harder["hit"] / usual["hit"] < 1.5
    assert 0 < harder["fight"] < 0.4 * usual["fight"]
    assert harder["give"] == pytest.approx(usual["give"], rel=0.06)


def test_scorers_see_more_of_the_home_side(uneven: list[play.Game]) -> None:
    """Sides that are equals have more hits, giveaways and takeaways at home, but not more blocks."""
    count = Counter((event.kind, event.side) for game in uneven for event in game.events)
    sides = {kind: [count[kind, side] for side in (play.AWAY, play.HOME)] for kind in ("hit", "give", "take", "block")}
    away, home = map(sum, zip(sides["give"], sides["take"]))
    assert 1.05 < home / away < 1.2
    assert 1.02 < sides["hit"][1] / sides["hit"][0] < 1.1
    assert 0.94 < sides["block"][1] / sides["block"][0] < 1.06


def test_who_hits_is_not_who_is_penalized(season: Season) -> None:
    """Hits are a matter of grit, penalties one of temper; they have only half to do with one another."""
    even = [1.0] * play.SKATERS
    grit, temper = [even, [4.0, *even[1:]]], [even, [*even[:-1], 4.0]]
    flows = [play.flow(stream("temper", n), (1.0, 1.0)) for n in range(60)]
    rest = [even, even]
    games = [play.Game(stream("game", n), f, (1.0, 1.0), rest, grit, temper, rest) for n, f in enumerate(flows)]
    count = Counter((event.kind, event.who[0]) for game in games for event in game.events if event.side == 1)
    assert max(range(play.SKATERS), key=lambda n: count["hit", n]) == 0
    assert max(range(play.SKATERS), key=lambda n: count["penalty", n]) == play.SKATERS - 1
    skills = [skill for club in season.clubs for skill in season.squads.skaters(club.id, season.opens)]
    hard, hot = ([math.log(figure) for figure in some] for some in zip(*((one.grit, one.temper) for one in skills)))
    assert correlation(hard, hot) == pytest.approx(ROUGH, abs=0.13)  # both change with talent


def test_clubs_trust_their_second_goalies_differently(world: World) -> None:
    """Some clubs have one goalie for nearly all games, others two; few goalies start more than 54."""
    season = cast("Season", world.season("NHL", 2022))
    starts: Counter[int] = Counter()
    for game in season.regular():
        for club, n in zip((game.away, game.home), game.goalies):
            starts[season.squads.goalies(season.clubs[club].id, game.day)[n].person.id] += game.unplayed_as is None
    assert 4 <= sum(count >= 55 for count in starts.values()) <= 14
    assert 60 <= max(starts.values()) <= 70


def test_the_second_of_two_nights_costs_goals(season: Season) -> None:
    """A side that has played the night before scores less and allows more than its players and the ice account for."""
    found = set()
    for game in season.regular():
        if game.unplayed_as is None:
            second = [season.night_before(club, game.day) is not None for club in (game.away, game.home)]
            away, home = map(season.quality, (game.away, game.home), game.squads)
            usual = away.offence - home.defence, home.offence - away.defence
            edges = [math.log(rate) - own for rate, own in zip(game.attack, usual)]
            assert edges[1] == pytest.approx(-edges[0])
            assert edges[1] == pytest.approx(math.log(play.HOME_EDGE) + TIRED * (second[0] - second[1]))
            found.add(tuple(second))
    assert len(found) == 4
    assert TIRED > 0


def test_coaches_trust_who_has_played_in_a_place(season: Season) -> None:
    """Who is new or at the end of his career is taken for what he can do, the others for their place as well."""
    squads, year = season.squads, season.year
    trusted: dict[bool, list[float]] = {True: [], False: []}
    second = list[float]()
    for club in season.clubs:
        for position in ("C", "LW", "RW", "D", "G"):
            for skill in squads.depth(club.id, position, season.opens):
                person = skill.person
                if person.since == year or person.until == year:
                    assert skill.trust == skill.ability
                elif person.since == year - 1:
                    second.append(abs(skill.trust - skill.ability))
                elif person.since <= year - KNOWN and person.until >= year + PAST:
                    trusted[skill.ability > 1].append(skill.trust - skill.ability)
    for more in trusted.values():
        most, _ = MARKET.standing_of("D", 0)
        assert max(map(abs, more)) == pytest.approx(TRUST * most)
        assert max(second) == pytest.approx(TRUST * most / 3)
    assert fmean(trusted[True]) > 0.3 > fmean(trusted[False])


def test_equals_take_turns_in_the_better_line(season: Season) -> None:
    """The order of two who are about as good changes in the season, that of others hardly; for some days it is one."""
    squads, club = season.squads, season.clubs[0].id
    days = sorted({game.day for game in season.regular() if 0 in (game.away, game.home)})
    ahead: dict[tuple[float, int, int], list[bool]] = defaultdict(list)
    for day in days:
        centres = squads.skaters(club, day)[:4]
        for one, two in product(centres, centres):
            if one.trust - two.trust >= 0 and one is not two:
                key = one.trust - two.trust, one.person.id, two.person.id
                ahead[key].append(centres.index(one) < centres.index(two))
    long = {key[0]: fmean(some) for key, some in ahead.items() if len(some) > 40}
    assert any(0.2 < share < 0.9 for gap, share in long.items() if gap < 2 * MOOD)
    assert all(share == 1 for gap, share in long.items() if gap > 5 * MOOD)
    spells = [day.toordinal() // SPELL for day in days]
    moods = {(spell, squads._mood(squads.depth(club, "C", day)[0], day)) for spell, day in zip(spells, days)}
    assert len(moods) == len(set(spells))


def test_goalies_who_have_just_come_do_not_start(world: World) -> None:
    """On the day on which he changes clubs a goalie starts only where nobody else can."""
    came = 0
    for year in range(2016, 2024):
        squads = cast("Season", world.season("NHL", year)).squads
        for move in squads.rosters.moves():
            goalies = [skill.person.id for skill in squads.goalies(move.new, move.day)]
            if move.player.id in goalies:
                came += 1
                starters = squads.starters(move.new, move.day)
                assert goalies.index(move.player.id) not in starters or len(starters) == 1
    assert came > 10


def test_playoffs_are_closer(world: World) -> None:
    """Fewer goals are to be expected in the playoffs than in games of the same clubs before."""
    season: Any = world.season("NHL", 2022)
    late = list(season.postseason())
    among = {club for game in late for club in (game.away, game.home)}
    before = [game for game in season.regular() if game.away in among and game.home in among]
    ahead, usual = (fmean(sum(game.attack) / 2 for game in some) for some in (late, before[::4]))
    assert ahead == pytest.approx(CLOSE * usual, rel=0.04)
    assert ahead < 0.95 * usual


def test_fourth_lines_and_third_pairs_fight(happened: list[tuple[str, int, int, int]]) -> None:
    """Half of those who fight are of a fourth line or a third pair, hardly one of a first line; some do ten times."""
    fights = [(n, player) for kind, _, n, player in happened if kind == "fight"]
    share = {last: fmean((n % 4 == last) if n < 12 else (n > 15 and last == 3) for n, _ in fights) for last in (0, 3)}
    assert share[3] > 0.42
    assert share[0] < 0.08
    often = Counter(player for _, player in fights)
    assert 9 <= max(often.values()) <= 17
    assert 220 < len(often) < 320


def test_clubs_hit_as_their_coaches_like_it(season: Season, happened: list[tuple[str, int, int, int]]) -> None:
    """One club has half as many hits again as another in a season, and those whose coaches want it have more."""
    for kind, more in (("hit", 1.35), ("block", 1.2), ("give", 1.5), ("take", 1.5)):
        count = Counter(club for what, club, _, _ in happened if what == kind)
        counts = [count[club] for club in range(32)]
        assert max(counts) > more * min(counts)
        wanted = [math.log(style[kind]) for style in season.styles]
        assert correlation(wanted, list(map(math.log, counts))) > 0.6
        if kind == "hit":
            assert 1200 < min(counts) < 1800 < 2100 < max(counts) < 2700


def test_wings_take_some_draws(season: Season, happened: list[tuple[str, int, int, int]]) -> None:
    """Wings take 10 to 14 % of the face-offs, most of them some dozens, a few hundreds; the best centres over 1,450."""
    draws = [(n, player) for kind, _, n, player in happened if kind in ("won", "lost")]
    assert 0.10 < fmean(4 <= n < 12 for n, _ in draws) < 0.14
    assert not any(n >= 12 for n, _ in draws)
    count, wings = Counter(player for _, player in draws), Counter[int]()
    for entry in season.regular()[::2]:
        for squad in entry.squads:
            wings.update(skill.person.id for skill in squad[4:12])
    regulars = sorted(count[player] for player, games in wings.items() if games > 30)
    assert 15 < regulars[len(regulars) // 2] < 80
    assert 3 < sum(number >= 200 for number in regulars) < 30
    assert regulars[-1] < 700
    leaders = count.most_common(4)
    assert all(1450 < number < 1950 for _, number in leaders)
    won = Counter(player for kind, _, _, player in happened if kind == "won")
    assert 0.57 < max(won[player] / number for player, number in count.items() if number >= 600) < 0.62


def test_who_likes_draws_takes_them() -> None:
    """A centre whom his coach likes for face-offs takes more of them than his ice time says, and so does a wing."""
    even = [[1.0] * play.SKATERS] * 2
    eager = [[1.5, 1.0, 1.0, 1.0, 2.0] + [1.0] * (play.SKATERS - 5), even[1]]
    count = Counter[tuple[str, int]]()
    for n in range(150):
        flow = play.flow(stream("eager", n), (1.0, 1.0))
        for name, liked in (("usual", even), ("liked", eager)):
            game = play.Game(stream("game", n), flow, (1.0, 1.0), even, even, even, even, eager=liked)
            for event in game.events:
                if event.kind == "faceoff":
                    count[name, event.who[event.side != 0]] += 1
    assert count["liked", 0] > 1.08 * count["usual", 0]
    assert count["liked", 4] > 1.3 * count["usual", 4]


def test_defenders_score_twenty(season: Season, happened: list[tuple[str, int, int, int]]) -> None:
    """A few defenders score twenty goals, of all that are scored they have a seventh."""
    goals = [(n, player) for kind, _, n, player in happened if kind in ("goal", "empty")]
    assert 0.13 < fmean(n >= 12 for n, _ in goals) < 0.16
    count = Counter(player for n, player in goals if n >= 12)
    assert 1 <= sum(number >= 20 for number in count.values()) <= 7


def test_some_shoot_and_others_pass(season: Season) -> None:
    """Skaters of any talent differ in how often they shoot; it has nothing to do with how good they are."""
    skills = [skill for club in season.clubs for skill in season.squads.skaters(club.id, season.opens)]
    often = [math.log(skill.aim) for skill in skills]
    assert pstdev(often) == pytest.approx(AIM, rel=0.1)
    assert abs(correlation(often, [skill.ability for skill in skills])) < 0.15
    assert 0.15 < AIM < 0.35


def test_who_shoots_himself_scores() -> None:
    """Of two as good the one who shoots rather than passes has more shots and goals; better defenders score more."""
    even = [[1.0] * play.SKATERS] * 2
    touch = [[1.0] * 12 + [1.4, 0.8] * 3] * 2
    aim = [[1.0] * 4 + [1.6] * 4 + [1.0] * 10] * 2
    count = Counter[tuple[str, int]]()
    for n in range(400):
        flow = play.flow(stream("aim", n), (1.0, 1.0))
        game = play.Game(stream("game", n), flow, (1.0, 1.0), touch, even, even, even, aim=aim)
        for event in game.events:
            if event.kind == "save" or (event.kind == "goal" and event.figure == 0):
                count[event.kind, event.who[0]] += 1
    for kind in ("save", "goal"):
        assert sum(count[kind, n] for n in range(4, 8)) / sum(count[kind, n] for n in range(8, 12)) > 1.4
    assert sum(count["goal", n] for n in (12, 14, 16)) / sum(count["goal", n] for n in (13, 15, 17)) > 1.35


def test_clubs_stay_good(world: World) -> None:
    """What a club is worth beside its players lasts: three quarters of it are left in the next season, half in two."""
    years = {year: cast("Season", world.season("NHL", year)).qualities for year in range(2008, 2025)}
    for back, least, most in ((1, 0.7, 0.87), (2, 0.45, 0.7)):
        pairs = [
            (one.offence, other.offence)
            for year in range(2008, 2025 - back)
            for one, other in zip(years[year], years[year + back])
        ]
        assert least < correlation(*zip(*pairs)) < most
