"""The simulated NHL: schedule, playoffs, boxes that add up, states by the clock, calibration."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise, product
from statistics import correlation, fmean, pstdev
from typing import Any, cast

import pytest

from sportsframe.catalog import answer, simulated
from sportsframe.catalog.records import fields
from sportsframe.catalog.statuses import STATUSES
from sportsframe.simulation import World
from sportsframe.simulation._common.rng import stream
from sportsframe.simulation.hockey import play
from sportsframe.simulation.hockey.box import Tally
from sportsframe.simulation.hockey.rosters import AIM, KNOWN, MARKET, MOOD, PAST, ROUGH, SPELL, TRUST
from sportsframe.simulation.hockey.season import CLOSE, QUALITY, ROUNDS, SAVES, TIRED, Game, Season, Whole

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
SIDES = ("away_team", "home_team")
TEAM_KEYS = {
    "hits", "saves", "blocks", "assists", "power_plays", "power_plays_converted", "faceoffs_won", "faceoffs_lost",
    "shots_on_goal", "penalty_minutes", "short_handed_goals_scored", "short_handed_goals_allowed",
}  # fmt: skip
GOALIE_KEYS = {
    "player", "status", "position", "position_category", "win", "loss", "overtime_loss", "saves", "shots_against",
    "goals_allowed", "shutouts", "time_on_ice",
}  # fmt: skip
SKATER_KEYS = {
    "player", "status", "position", "position_category", "goals", "assists", "plus_minus", "shots_on_goal", "hits",
    "blocks", "giveaways", "takeaways", "faceoffs_won", "faceoffs_lost", "penalty_minutes", "power_play_goals",
    "power_play_assists", "short_handed_goals", "short_handed_assists", "shootout_goals", "time_on_ice",
}  # fmt: skip


@pytest.fixture(scope="module")
def season(world: World) -> Season:
    """The season of 2024-25."""
    return cast("Season", world.season("NHL", 2024))


@pytest.fixture(scope="module")
def played(season: Season) -> list[Game]:
    """Every eleventh game of the season, every game beyond regulation of the first six weeks, and the playoffs."""
    regular = [game for game in season.regular() if game.unplayed_as is None]
    beyond = [game for game in regular[:260] if game.outcome[1] > 3]
    return list(dict.fromkeys(regular[::11] + beyond + list(season.postseason())))


@pytest.fixture(scope="module")
def boxes(played: list[Game]) -> list[tuple[Game, dict[str, Any]]]:
    """Finished live records of `played`."""
    return [(game, record.wire()) for game in played if (record := game.live(AFTER)) is not None]


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


def seconds(text: str) -> int:
    """Seconds of a clock text."""
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(rest)


def total(box: dict[str, Any], side: str, group: str, name: str) -> int:
    """Sum of a figure over a side's players."""
    return sum(line[name] for line in box["player_box"][side][group].values())


def test_a_schedule_row_has_the_common_fields_and_no_others(season: Season) -> None:
    """[S2.3-01] [S2.3-07] [S2.3-14] NHL rows have the eleven common keys, all of them, with their types; no score."""
    keys = {
        "away_team": str, "home_team": str, "away_team_ID": int, "home_team_ID": int, "game_ID": str, "game_time": str,
        "season_type": str, "event_name": (str, type(None)), "round": (int, type(None)), "season": str, "status": str,
    }  # fmt: skip
    for game in season.all():
        row = game.schedule(AFTER).wire()
        assert row.keys() == keys.keys()
        assert all(isinstance(row[name], kind) for name, kind in keys.items())
        assert row["season"] == "2024-2025"
        assert row["status"] in STATUSES


def test_ids_name_day_and_clubs(season: Season) -> None:
    """[S2.2-04] [S2.2-06] [S2.2-08] [S2.2-11] [S2.2-12] Ids are day-away-home, each once; times are HTTP dates."""
    ids = [game.id for game in season.all()]
    assert len(set(ids)) == len(ids)
    for game in season.all():
        row = game.schedule(AFTER).wire()
        assert row["game_ID"] == f"{game.day:%Y%m%d}-{row['away_team_ID']}-{row['home_team_ID']}"
        assert row["home_team_ID"] in simulated.TEAM_IDS
        assert re.fullmatch(r"[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:00 GMT", row["game_time"])


def test_the_season_is_complete(season: Season) -> None:
    """[S2.2-14] 32 clubs play 82 games, half of them at home: 26 in the division, 24 in the conference, 32 beyond."""
    games = [game for game in season.regular() if game.unplayed_as is None]
    assert len(games) == 1312
    home, kinds = Counter(game.home for game in games), defaultdict(Counter)
    for game in games:
        one, other = season.clubs[game.away], season.clubs[game.home]
        kind = 0 if one.division == other.division else 1 if one.conference == other.conference else 2
        kinds[game.away][kind] += 1
        kinds[game.home][kind] += 1
    assert set(home.values()) == {41}
    assert all(kinds[n] == {0: 26, 1: 24, 2: 32} for n in range(32))


@pytest.mark.parametrize("year", [2019, 2024, 2025])
def test_the_calendar(world: World, year: int) -> None:
    """A club plays once a day and never three days running; the calendar runs from October to April and pauses."""
    season = cast("Season", world.season("NHL", year))
    days = defaultdict(list)
    for game in season.regular():
        if game.unplayed_as is None:
            days[game.away].append(game.day)
            days[game.home].append(game.day)
    for played in days.values():
        played.sort()
        assert all(one < other for one, other in pairwise(played))
        assert all((later - one).days > 2 for one, later in zip(played, played[2:]))
    label = {game.day for game in season.regular()}
    assert season.opens == min(label)
    assert date(year, 10, 7) <= season.opens <= date(year, 10, 13)
    assert date(year + 1, 4, 13) <= max(label) <= date(year + 1, 4, 22)
    assert not label & season.closed()
    assert max(Counter(game.day for game in season.regular()).values()) <= 16
    gap = max((later - one).days for one, later in pairwise(sorted(label)))
    assert gap >= (20 if (year + 1) % 4 == 2 else 6)


def test_weekdays_and_hours(season: Season) -> None:
    """[S2.2-10] Saturdays, Thursdays and Tuesdays are full; evenings start on the next GMT day, matinees do not."""
    games = season.regular()
    share = {day: n / len(games) for day, n in Counter(game.day.weekday() for game in games).items()}
    wanted = {0: 0.10, 1: 0.185, 2: 0.085, 3: 0.20, 4: 0.09, 5: 0.245, 6: 0.10}
    assert all(abs(share[day] - value) < 0.04 for day, value in wanted.items())
    late = [game.start.date() != game.day for game in games]
    assert any(late)
    assert not all(late)
    assert all(game.start.date() - game.day <= DAY for game in games)


def test_there_are_games_on_a_known_friday(season: Season) -> None:
    """2024-12-06 has games, by the label and by GMT."""
    assert season.on_days(date(2024, 12, 6), date(2024, 12, 6))
    start = datetime(2024, 12, 6, tzinfo=UTC)
    found = season.between(start, start + DAY)
    assert found
    assert all(start <= game.start < start + DAY for game in found)


def test_postponed_games_are_made_up(season: Season) -> None:
    """[S3-01] [S3-04] [S3-07] A postponed row keeps id and date, off live; the pair plays later under a new id."""
    off = [game for game in season.regular() if game.unplayed_as]
    assert off
    for game in off:
        assert game.schedule(game.start - DAY).wire()["status"] == "scheduled"
        assert game.schedule(AFTER).wire()["status"] == "postponed"
        assert game.live(game.start + 60 * MINUTE) is None
        assert game.live(AFTER) is None
        again = [
            other
            for other in season.regular()
            if (other.away, other.home) == (game.away, game.home) and not other.unplayed_as
        ]
        assert any(other.day > game.day for other in again)


def test_the_playoffs_follow_from_the_standings(season: Season) -> None:
    """[S2.2-18] [S2.3-11] Sixteen clubs, best of seven at 2-2-1-1-1, rounds 1 to 4, no game more than needed."""
    games = list(season.postseason())
    rank = {n: i for i, n in enumerate(season.standings)}
    series: dict[tuple[int, frozenset[int]], list[Game]] = defaultdict(list)
    for game in games:
        row = game.schedule(AFTER).wire()
        assert (row["season_type"], row["event_name"]) == ("Playoffs", ROUNDS[row["round"] - 1][0])
        assert season.postseason_from is not None
        assert game.start >= season.postseason_from
        assert game.day <= season.closes
        series[game.round or 0, frozenset((game.away, game.home))].append(game)
    assert Counter(number for number, _ in series) == {1: 8, 2: 4, 3: 2, 4: 1}
    alive = set(range(32))
    for number in range(1, 5):
        clubs = {n for (which, pair) in series if which == number for n in pair}
        assert clubs <= alive
        alive = set()
        for (which, pair), meetings in series.items():
            if which != number:
                continue
            meetings.sort(key=lambda game: game.start)
            wins = Counter(game.home if game.outcome[0] else game.away for game in meetings)
            best, least = max(wins.values()), min(wins[n] for n in pair)
            assert best == 4
            assert least == len(meetings) - 4
            better = min(pair, key=rank.__getitem__)
            assert [game.home == better for game in meetings] == [True, True, False, False, True, False, True][
                : len(meetings)
            ]
            assert wins[meetings[-1].home if meetings[-1].outcome[0] else meetings[-1].away] == 4
            alive.add(next(n for n in pair if wins[n] == 4))
    first = {n for (which, pair) in series if which == 1 for n in pair}
    for conference in {club.conference for club in season.clubs}:
        assert sum(season.clubs[n].conference == conference for n in first) == 8
    for division in {club.division for club in season.clubs}:
        members = [n for n in season.standings if season.clubs[n].division == division]
        assert set(members[:3]) <= first


@pytest.mark.parametrize("year", [2017, 2023, 2025])
def test_a_round_begins_after_rest(world: World, year: int) -> None:
    """No club plays on the day after a series, and none in the final within two days of one."""
    season = cast("Season", world.season("NHL", year))
    last: dict[int, Game] = {}
    for game in sorted(season.postseason(), key=lambda game: game.start):
        for club in (game.away, game.home):
            before = last.get(club)
            if before is not None and before.round != game.round:
                assert game.day - before.day > timedelta(days=2 if game.round == 4 else 1)
            last[club] = game
        assert game.day <= season.closes


def test_the_box_has_the_observed_shape(boxes: list[tuple[Game, dict[str, Any]]]) -> None:
    """[S2.6-01] [S2.6-02] [S2.6-03] [S2.6-07] [S2.6-08] [S2.8-07] [S2.2-13] 12, 12 and 21 keys; no current state."""
    for game, box in boxes:
        assert box.keys() == {spec.wire for spec in fields(answer("NHL", "live").record)}
        assert box["full_box"].keys() == box["player_box"].keys() == set(SIDES)
        for side in SIDES:
            team = box["full_box"][side]
            assert team.keys() == {
                "abbrv", "team_id", "record", "mascot", "division_name", "team_stats", "score", "quarter_scores",
            }  # fmt: skip
            assert team["team_stats"].keys() == TEAM_KEYS
            groups = box["player_box"][side]
            assert groups.keys() == {"goalies", "skaters"}
            assert len(groups["skaters"]) == 18
            assert 1 <= len(groups["goalies"]) <= 2
            assert all(line.keys() == GOALIE_KEYS for line in groups["goalies"].values())
            assert all(line.keys() == SKATER_KEYS for line in groups["skaters"].values())
            assert all(int(key) in simulated.PLAYER_IDS for group in groups.values() for key in group)
        assert box["game_ID"] == game.id


def test_scores_add_up(boxes: list[tuple[Game, dict[str, Any]]]) -> None:
    """[S2.6-04] [S2.6-11] The score is the sum of the periods; a shootout is a period more, its goal nobody's."""
    shootouts = overtimes = 0
    for game, box in boxes:
        scores = [box["full_box"][side]["score"] for side in SIDES]
        periods = [box["full_box"][side]["quarter_scores"] for side in SIDES]
        assert scores == [sum(part.values()) for part in periods]
        assert scores[0] != scores[1]
        assert list(periods[0]) == list(periods[1]) == [str(n + 1) for n in range(len(periods[0]))]
        goals = [total(box, side, "skaters", "goals") for side in SIDES]
        extra = len(periods[0])
        if extra == 5 and not game.playoff:
            shootouts += 1
            assert goals[0] == goals[1]
            assert sorted(part["5"] for part in periods) == [0, 1]
            assert [part["4"] for part in periods] == [0, 0]
            made = [total(box, side, "skaters", "shootout_goals") for side in SIDES]
            assert (made[0] > made[1]) == (scores[0] > scores[1])
            assert box["game_status"] == "Final SO"
        else:
            assert goals == scores
            if extra > 3:
                overtimes += 1
                assert sorted(part[str(extra)] for part in periods) == [0, 1]
                assert box["game_status"] == ("Final OT" if extra == 4 else f"Final {extra - 3}OT")
            else:
                assert box["game_status"] == "Final"
    assert shootouts
    assert overtimes


def test_shots_goals_and_goalies_agree(boxes: list[tuple[Game, dict[str, Any]]]) -> None:
    """Shots against are saves and goals allowed; what is missing to the other side's shots and goals are empty nets."""
    for _, box in boxes:
        for side, other in (SIDES, SIDES[::-1]):
            goalies = box["player_box"][side]["goalies"].values()
            assert all(g["shots_against"] == g["saves"] + g["goals_allowed"] for g in goalies)
            against = sum(g["shots_against"] for g in goalies)
            empty = box["full_box"][other]["team_stats"]["shots_on_goal"] - against
            assert empty >= 0
            assert total(box, other, "skaters", "goals") == sum(g["goals_allowed"] for g in goalies) + empty
            assert box["full_box"][side]["team_stats"]["saves"] == sum(g["saves"] for g in goalies)


def test_team_figures_are_sums_of_the_lines(boxes: list[tuple[Game, dict[str, Any]]]) -> None:
    """What a side and its skaters both count is equal, and faceoffs won on one side are lost on the other."""
    for _, box in boxes:
        for side, other in (SIDES, SIDES[::-1]):
            team = box["full_box"][side]["team_stats"]
            for name in (
                "hits",
                "blocks",
                "assists",
                "faceoffs_won",
                "faceoffs_lost",
                "shots_on_goal",
                "penalty_minutes",
            ):
                assert team[name] == total(box, side, "skaters", name)
            rival = box["full_box"][other]["team_stats"]
            assert team["faceoffs_won"] == rival["faceoffs_lost"]
            assert team["power_plays_converted"] == total(box, side, "skaters", "power_play_goals")
            assert team["power_plays_converted"] <= team["power_plays"]
            assert team["short_handed_goals_scored"] == total(box, side, "skaters", "short_handed_goals")
            assert team["short_handed_goals_scored"] == rival["short_handed_goals_allowed"]
            for line in box["player_box"][side]["skaters"].values():
                assert line["goals"] <= line["shots_on_goal"]
                assert line["power_play_goals"] + line["short_handed_goals"] <= line["goals"]
                assert line["power_play_assists"] + line["short_handed_assists"] <= line["assists"]
            goals = total(box, side, "skaters", "goals")
            assert total(box, side, "skaters", "assists") <= 2 * goals


def test_one_goalie_wins_and_one_loses(boxes: list[tuple[Game, dict[str, Any]]]) -> None:
    """One win, one loss, which is an overtime loss beyond regulation of the season; a shutout is one goalie's."""
    shutouts = 0
    for game, box in boxes:
        scores = {side: box["full_box"][side]["score"] for side in SIDES}
        beyond = len(box["full_box"]["home_team"]["quarter_scores"]) > 3 and not game.playoff
        for side, other in (SIDES, SIDES[::-1]):
            won = scores[side] > scores[other]
            figures = [total(box, side, "goalies", name) for name in ("win", "loss", "overtime_loss")]
            assert figures == [int(won), int(not won and not beyond), int(not won and beyond)]
            blank = total(box, side, "goalies", "shutouts")
            shutouts += blank
            alone = len(box["player_box"][side]["goalies"]) == 1
            assert blank == int(alone and total(box, other, "skaters", "goals") == 0)
    assert shutouts


def test_ice_time(played: list[Game], boxes: list[tuple[Game, dict[str, Any]]]) -> None:
    """Goalies share the game but for empty nets; skaters fill three to six places; centres take the faceoffs."""
    shares = []
    for game, box in boxes:
        length = game.flow().end
        for side in SIDES:
            net = sum(seconds(line["time_on_ice"]) for line in box["player_box"][side]["goalies"].values())
            assert length - 500 < net <= length
            lines = box["player_box"][side]["skaters"].values()
            ice = sum(seconds(line["time_on_ice"]) for line in lines)
            assert 4.3 * length < ice < 5.3 * length
            assert {line["position"] for line in lines} == {"C", "LW", "RW", "D"}
            assert all(
                line["position_category"] == line["position"].replace("LW", "W").replace("RW", "W") for line in lines
            )
            draws = Counter[str]()
            for line in lines:
                draws[line["position"]] += line["faceoffs_won"] + line["faceoffs_lost"]
            assert draws["D"] == 0
            shares.append(draws["C"] / draws.total())
    assert min(shares) > 0.5
    assert fmean(shares) > 0.84


def test_stamina_moves_shifts() -> None:
    """Units whose skaters have more stamina come on more often; without it the table of units says how often."""
    flow = play.flow(stream("stamina"), (1.0, 1.0))
    even = [[1.0] * play.SKATERS] * 2
    lasting = [[1.2 if n in (12, 13) else 1.0 for n in range(play.SKATERS)], even[1]]
    usual, more = (
        play.Game(stream("game"), flow, (1.0, 1.0), even, even, even, stamina) for stamina in (even, lasting)
    )
    units = play.DEFENDERS["even", 2]
    assert usual._rated(0, units) == units
    assert more._rated(0, units)[1][0] == pytest.approx(1.44 * units[1][0])
    assert more._rated(0, units)[1][1:3] == units[1][1:3]
    assert more._rated(1, units) == units


def test_ice_time_of_players_differs(season: Season) -> None:
    """The defender with most ice plays 25 to 28 minutes a game, the forward 21 to 24, in the season of 2024-25."""
    spent: dict[str, list[int]] = defaultdict(list)
    positions = {}
    for game in season.regular()[::2]:
        record = game.live(AFTER)
        if record is None:
            continue
        for side in SIDES:
            for player, line in record.wire()["player_box"][side]["skaters"].items():
                spent[player].append(seconds(line["time_on_ice"]))
                positions[player] = line["position"]
    means = {player: fmean(some) / 60 for player, some in spent.items() if len(some) >= 25}
    assert 25 < max(mean for player, mean in means.items() if positions[player] == "D") < 28
    assert 21 < max(mean for player, mean in means.items() if positions[player] != "D") < 24


def test_plus_minus_counts_goals_that_are_not_of_a_power_play(season: Season) -> None:
    """Skaters on the ice get one for or against at even strength and short-handed, nothing on a power play."""
    for entry in season.regular()[40:80]:
        game = Whole(entry).game
        tally = Tally(game, game.flow.period, game.flow.end, True)
        expected = [0, 0]
        for goal in game.flow.goals:
            if goal.edge <= 0:
                expected[goal.side] += len(game.on_ice(goal.side, goal.at))
                expected[1 - goal.side] -= len(game.on_ice(1 - goal.side, goal.at))
        assert [sum(line["plus_minus"] for line in side) for side in tally.lines] == expected


def _shifts_of(game: play.Game, side: int, place: int) -> list[tuple[float, float]]:
    """Start and end of a skater's shifts."""
    tracks = game.tracks[side]
    return [(a, b) for track in tracks for a, b, unit in zip(track.starts, track.ends, track.units) if place in unit]


def test_nobody_plays_while_he_is_off(season: Season) -> None:
    """Who has a minor, a major or a misconduct is on the ice in no shift before it ends, some not again at all."""
    checked, back, off = Counter[str](), Counter[bool](), {"fight": 300, "misconduct": 600}
    for entry in season.regular()[100:220]:
        game = Whole(entry).game
        until = {(foul.at, foul.side): foul.end for foul in game.flow.penalties}
        for event in game.events:
            if event.kind in play.FOULS:
                ends = until.get((event.at, event.side), event.at + off.get(event.kind, 0))
                later = [start for start, _ in _shifts_of(game, event.side, event.who[0]) if start >= event.at]
                checked[event.kind] += 1
                assert not any(start < min(ends, game.flow.end) for start in later)
                if event.kind == "misconduct" and ends < game.flow.end - 600:
                    back[bool(later)] += 1
    assert all(checked[kind] > 20 for kind in play.FOULS)
    assert back[True] > back[False] > 0


def test_who_is_hurt_in_a_game_leaves_it(season: Season) -> None:
    """Skaters who are hurt in a game do nothing after the moment of the injury, and play half of what others do."""
    played, usual = list[float](), list[float]()
    for entry in season.regular()[::4]:
        if entry.unplayed_as is not None:
            continue
        game = Whole(entry).game
        for side, place in product((0, 1), range(play.SKATERS)):
            shifts = _shifts_of(game, side, place)
            left = game.hurt[side].get(place)
            (usual if left is None else played).append(sum(end - start for start, end in shifts))
            if left is not None:
                later = [event for event in game.events if event.side == side and event.at > left * play.REGULATION]
                assert all(end <= left * play.REGULATION for _, end in shifts)
                assert not any(event.who[0] == place for event in later)
    assert len(played) > 100
    assert 0.4 < fmean(played) / fmean(usual) < 0.6


def test_who_is_off_takes_no_attempt_in_a_shootout() -> None:
    """A skater who is hurt, even the best one, does not shoot; without the injury he does first."""
    flow = play.flow(stream("shootout", 1), (1.0, 1.0))
    flow.tries = [(n % 2, False) for n in range(40)]
    touch, even = [[3.0] + [1.0] * (play.SKATERS - 1)] * 2, [[1.0] * play.SKATERS] * 2
    for hurt, shoots in (({}, True), ({0: 0.5}, False)):
        game = play.Game(stream("game"), flow, (1.0, 1.0), touch, even, even, even, hurt=(hurt, {}))
        takers = [event.who[0] for event in game.events if event.kind == "shootout" and event.side == 0]
        assert (0 in takers) == (takers[0] == 0) == shoots


def test_records_are_those_of_the_season(season: Season) -> None:
    """The text W-L-OTL counts the club's games up to and with this one."""
    club = 5
    tally = [0, 0, 0]
    for n, game in enumerate(season.by_club[club]):
        winner, period = game.outcome
        won = (game.home if winner else game.away) == club
        tally[0 if won else 2 if period > 3 else 1] += 1
        if n % 20 == 0:
            record = game.live(AFTER)
            assert record is not None
            team = record.full_box.home_team if game.home == club else record.full_box.away_team
            assert team.record == "-".join(map(str, tally))


def test_the_state_follows_the_clock(played: list[Game]) -> None:
    """[S3-07] [S4-13] Scheduled, in progress, completed, and never back; nothing on live before the first faceoff."""
    order = ["scheduled", "inprogress", "completed"]
    for game in played[3:60:9]:
        times = [game.start + MINUTE * n for n in range(-30, 300, 5)]
        states = [game.schedule(now).wire()["status"] for now in times]
        seen = [word for word in dict.fromkeys(states) if word not in ("delayed", "suspended")]
        assert seen == order[: len(seen)]
        assert sorted(states, key=[*order, "delayed", "suspended"].index)[0] == "scheduled"
        for now, state in zip(times, states):
            box = game.live(now)
            assert (box is None) == (state in ("scheduled", "delayed"))
            if box is not None:
                assert box.wire()["status"] == state


def _numbers(box: dict[str, Any]) -> dict[str, int]:
    found = {}
    for side in SIDES:
        team = box["full_box"][side]
        found[f"{side} score"] = team["score"]
        found.update({f"{side} {name}": value for name, value in team["team_stats"].items()})
        found.update({f"{side} period {name}": value for name, value in team["quarter_scores"].items()})
        for group in ("skaters", "goalies"):
            for key, line in box["player_box"][side][group].items():
                found.update({f"{key} {name}": value for name, value in line.items() if isinstance(value, int)})
                found[f"{key} ice"] = seconds(line["time_on_ice"])
    return found


def test_a_game_in_progress_is_a_prefix_of_the_finished_one(played: list[Game]) -> None:
    """Figures only grow, up to those of the finished game; a game in progress adds up like a finished one."""
    for game in played[::25]:
        before: dict[str, int] = {}
        for minutes in (*range(4, 200, 16), 100_000):
            record = game.live(game.start + MINUTE * minutes)
            if record is None:
                continue
            box = record.wire()
            for side, other in (SIDES, SIDES[::-1]):
                team = box["full_box"][side]
                assert team["score"] == sum(team["quarter_scores"].values())
                assert team["team_stats"]["faceoffs_won"] == box["full_box"][other]["team_stats"]["faceoffs_lost"]
            now = _numbers(box)
            assert before.keys() <= now.keys()
            assert all(now[name] >= value for name, value in before.items() if not name.endswith("plus_minus"))
            before = now
        assert before["home_team score"] != before["away_team score"]


def test_the_display_text_of_a_game_in_progress(played: list[Game]) -> None:
    """[S3-06] Clock and period while play is on, the end of a period between; it is text only."""
    seen = set()
    for game in played[:12]:
        for minutes in range(5, 170, 3):
            record = game.live(game.start + MINUTE * minutes)
            if record is not None and record.status == "inprogress":
                text = str(record.game_status)
                assert re.fullmatch(r"(\d{1,2}:\d{2} (1st|2nd|3rd|OT))|End (1st|2nd|3rd|OT)|SO", text), text
                seen.add(text.split(" ")[-1])
    assert {"1st", "2nd", "3rd"} <= seen


def test_delayed_and_suspended_games(world: World) -> None:
    """[S3-01] A few games begin late and are delayed until then; a suspended one goes on the next day."""
    delayed = suspended = None
    for year in range(2024, 2014, -1):
        for game in cast("Season", world.season("NHL", year)).regular():
            r = game.stream("course")
            r.gauss(480, 90)
            x = r.random()
            if game.unplayed_as is None and x < 0.0035:
                if x < 0.003:
                    delayed = delayed or game
                else:
                    suspended = suspended or game
        if delayed and suspended:
            break
    assert delayed is not None
    assert suspended is not None
    assert delayed.status(delayed.start + 16 * MINUTE) == "delayed"
    assert delayed.live(delayed.start + 16 * MINUTE) is None
    pause = suspended.timeline.pause
    assert pause is not None
    states = [suspended.status(now) for now in (pause[0] - MINUTE, pause[0] + MINUTE, pause[1] + MINUTE, AFTER)]
    assert states == ["inprogress", "suspended", "inprogress", "completed"]
    held = [suspended.live(pause[0] + n * MINUTE) for n in (1, 300)]
    assert held[0] is not None
    assert held[0] == held[1]


def test_the_same_seed_gives_the_same_season(season: Season) -> None:
    """[S1-01] Equal seeds give equal answers for ever, another seed another season."""
    again, other = World().season("NHL", 2024), World(7).season("NHL", 2024)
    chosen = [game.id for game in season.regular()[::200]]
    for game_id in chosen:
        one, two = season.find(game_id), again.find(game_id)
        assert one is not None
        assert two is not None
        assert one.live(AFTER) == two.live(AFTER)
    assert [game.id for game in other.regular()[:50]] != [game.id for game in season.regular()[:50]]


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
