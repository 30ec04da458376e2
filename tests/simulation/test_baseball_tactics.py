"""What managers of the simulated baseball do: by score, by inning, and in October."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import fsum
from statistics import fmean
from typing import cast

import pytest

from sportsframe.simulation import World
from sportsframe.simulation.baseball import events
from sportsframe.simulation.baseball.box import Box
from sportsframe.simulation.baseball.events import Event
from sportsframe.simulation.baseball.lineup import Stint
from sportsframe.simulation.baseball.play import BUNTED, KNOCKED_OUT, LONG_RELIEF, Played
from sportsframe.simulation.baseball.season import Game, Season

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

YEAR = 2024


@pytest.fixture(scope="module")
def season(world: World) -> Season:
    """The season of 2024."""
    return cast("Season", world.season("MLB", YEAR))


@pytest.fixture(scope="module")
def games(season: Season) -> list[Game]:
    """Every third game of the regular season that is played."""
    return [game for game in season.regular() if game.unplayed_as is None][::3]


@pytest.fixture(scope="module")
def played(season: Season, games: list[Game]) -> list[Played]:
    """Those games from first pitch to last."""
    return [season.played(game) for game in games]


def leads(one: Played) -> Iterator[tuple[Event, int, int, int]]:
    """The events of a game with inning, outs and the lead of the side at bat before each."""
    score = [0, 0]
    inning = half = outs = 0
    for event in one.log:
        kind = event[0]
        if kind == events.HALF:
            _, inning, half = event
            outs = 0
        yield event, inning, outs, score[half] - score[1 - half]
        if kind <= events.HIT_BATTER:
            outs += event[4]
        elif kind == events.CAUGHT:
            outs += 1
        scored = event[5] if kind <= events.HIT_BATTER else event[-1]
        if kind <= events.HIT_BATTER or kind in (events.WILD_PITCH, events.BALK, events.MISPLAY):
            score[half] += len(scored)


@pytest.mark.parametrize("year", [2018, 2023])
def test_nothing_follows_the_winning_run(world: World, year: int) -> None:
    """A game is over with the run that wins it: nobody comes in after it, and who throws has a pitch to his name."""
    season = cast("Season", world.season("MLB", year))
    for game in season.regular():
        if game.unplayed_as is not None:
            continue
        narration = season.narration(game)
        assert narration.played.log[-1][0] not in (events.PITCHER, events.SUBSTITUTE, events.MOVE)
        for side in Box(narration).sides:
            for line in side.pitching.values():
                assert line.figures["pitches"] or line.figures["intentional_walks"] or line.figures["balks"]


def test_the_score_decides_what_is_tried(played: list[Played]) -> None:
    """Runners seldom try for a base in games that are decided; outs are given up for a base in close ones alone."""
    tried: Counter[bool] = Counter()
    batters: Counter[bool] = Counter()
    low, high = BUNTED
    bunts = extra = 0
    for one in played:
        for event, inning, _, lead in leads(one):
            kind, decided = event[0], abs(lead) >= 6
            batters[decided] += kind <= events.HIT_BATTER
            tried[decided] += kind in (events.STEAL, events.CAUGHT)
            if kind == events.BUNT:
                assert low <= lead <= high
                bunts += 1
                extra += inning > 9
    assert tried[True] / batters[True] < tried[False] / batters[False] / 2
    assert bunts > 50
    assert extra > 2


def test_regulars_are_replaced_in_every_part_of_a_game(played: list[Played]) -> None:
    """Some before the seventh inning; a side that is ahead by two or more sends pinch hitters, but seldom."""
    innings: Counter[int] = Counter()
    ahead: Counter[bool] = Counter()
    for one in played:
        for event, inning, _, lead in leads(one):
            if event[0] == events.SUBSTITUTE:
                innings[min(inning, 9)] += 1
                ahead[lead >= 2] += event[4] == "PH"
    early = sum(innings[n] for n in range(1, 7))
    assert 0.1 < early / innings.total() < 0.35
    assert innings[1] + innings[2] > 0
    assert 0.03 < ahead[True] / ahead.total() < 0.35


def test_who_follows_a_starter_knocked_out_early_stays(played: list[Played]) -> None:
    """Some get seven outs and more, and nobody more than he is to get."""
    outs: list[int] = []
    for one in played:
        follows: list[Stint | None] = [None, None]
        inning = 0
        for event in one.log:
            if event[0] == events.HALF:
                inning = event[1]
            elif event[0] == events.PITCHER:
                _, side, stint = event
                if follows[side] is None:
                    follows[side] = stint
                    if inning <= KNOCKED_OUT:
                        outs.append(stint.outs)
    assert 0.1 < fmean(n >= 7 for n in outs) < 0.6
    assert max(outs) <= LONG_RELIEF[1] + 3


def test_starters_are_taken_out_sooner_in_october(world: World, played: list[Played]) -> None:
    """They get an out or two fewer, and more pitchers follow."""
    late = [
        season.played(game)
        for year in range(2016, 2024)
        for season in [cast("Season", world.season("MLB", year))]
        for game in cast("list[Game]", season.postseason())
        if game.unplayed_as is None
    ]
    few, many = (fmean(stint.outs for one in some for stint in one.starters) for some in (late, played))
    assert few < many - 0.7
    used = [
        fmean(sum(event[0] == events.PITCHER for event in one.log) / 2 for one in some if one.innings == 9)
        for some in (late, played)
    ]
    assert used[0] > used[1]


def test_who_goes_on_the_list_leaves_the_game_before(season: Season) -> None:
    """A batter who is out from the next day on is replaced, and a starter before his next turn leaves early."""
    batters = starters = 0
    for game in season.regular():
        if game.unplayed_as is not None:
            continue
        one = season.played(game)
        for index, card in enumerate(one.cards):
            for hurt, inning in card.hurt.items():
                starters += hurt == card.starter.id
                at = next((n for n, hitter in enumerate(card.order) if hitter.id == hurt), None)
                if at is None or hurt == card.starter.id or inning >= one.innings:
                    continue
                subs = [event for event in one.log if event[0] == events.SUBSTITUTE and event[1] == index]
                left = any(event[2] == at for event in subs)
                assert left or len(subs) == len(card.bench)
                batters += left
            if card.starter.id in card.hurt and one.innings >= 9:
                assert one.starters[index].outs <= 3 * card.hurt[card.starter.id]
    assert batters > 100
    assert starters > 40


def test_batters_do_better_against_the_other_arm(season: Season, played: list[Played]) -> None:
    """Batters reach base more often against a pitcher whose arm is on the other side.

    They strike out less often, compared with what these batters and pitchers do against any.
    """
    batters: Counter[str] = Counter()
    reached: Counter[str] = Counter()
    struck: Counter[str] = Counter()
    usual: defaultdict[str, float] = defaultdict(float)
    for one in played:
        for event, *_ in leads(one):
            if event[0] <= events.HIT_BATTER and event[0] not in (events.INTENTIONAL, events.BUNT):
                pair = event[1].bats + event[2].arm.throws
                batters[pair] += 1
                struck[pair] += event[0] == events.STRIKEOUT
                usual[pair] += event[1].weights[0] * event[2].arm.strikeout / (1 + fsum(event[1].weights))
                reached[pair] += event[0] in events.HITS or event[0] in (events.WALK, events.HIT_BATTER)
    share = {pair: reached[pair] / batters[pair] for pair in batters}
    assert share["LR"] > share["LL"] + 0.008
    assert share["RL"] > share["RR"] + 0.004
    same, other = ((struck[a] + struck[b]) / (usual[a] + usual[b]) for a, b in (("LL", "RR"), ("LR", "RL")))
    assert same > other * 1.02


def test_a_game_is_played_once() -> None:
    """What is told of a game is told of the one that the box is of, not of another run of it."""
    season = cast("Season", World().season("MLB", YEAR))
    for game in season.regular()[:3]:
        assert season.narration(game).played is season.played(game)


def test_designated_hitters_stay_what_they_are(played: list[Played]) -> None:
    """Nobody moves from designated hitter into the field, which ends the role, unless he pitches in a lost game."""
    moved = 0
    for one in played:
        places = [list(card.positions) for card in one.cards]
        for event in one.log:
            if event[0] in (events.SUBSTITUTE, events.MOVE):
                side, at, place = event[1], event[2], event[-1]
                assert not (event[0] == events.MOVE and places[side][at] == "DH" and place != "P")
                moved += event[0] == events.MOVE
                places[side][at] = place
    assert moved > 100


def test_batters_take_a_pitch_after_three_balls(season: Season, games: list[Game]) -> None:
    """Few put the pitch after three balls and no strike in play."""
    fourth = Counter(
        pitches[3]
        for game in games
        for pitches in season.narration(game).pitches
        if len(pitches) > 3 and pitches.startswith("BBB")
    )
    assert fourth["X"] / fourth.total() < 0.12


def test_balls_carry_in_summer(season: Season, games: list[Game]) -> None:
    """Batters gain in July and lose in April, but for those under a roof; over a season it evens out."""
    months: dict[int, list[float]] = {month: [] for month in range(3, 11)}
    for game in games:
        warmth = season._warmth(game)
        if season.clubs[game.home].place.dome:
            assert warmth == 1
        else:
            months[game.day.month].append(warmth)
    assert fmean(months[7]) > 1.01 > 0.99 > fmean(months[4])
    assert abs(fmean(one for some in months.values() for one in some) - 1) < 0.01


def test_relievers_come_in_by_trust_and_rest(season: Season, games: list[Game], played: list[Played]) -> None:
    """The best one is for leads, late ties and the end of long games; who is tired waits for those who are not."""
    best: list[bool] = []
    fresh = tired = 0
    for game, one in zip(games, played):
        for side, card in enumerate(season.cards(game)):
            left = {arm.id for arm in card.pen}
            for event in one.log:
                if event[0] != events.PITCHER or event[1] != side or event[2].arm.id not in left:
                    continue
                stint = event[2]
                lead, _, _, inning = stint.entry
                left.remove(stint.arm.id)
                if card.pen and stint.arm.id == card.pen[0].id:
                    best.append(inning >= 9 and 0 <= lead <= 4)
                if stint.arm.id in card.tired:
                    others = left - card.tired - {card.pen[0].id}
                    tired += 1
                    fresh += len(others) > 1  # one is kept to pitch for long
    assert len(best) > 500
    assert fmean(best) > 0.6
    assert tired > 50
    assert fresh < 0.1 * tired
