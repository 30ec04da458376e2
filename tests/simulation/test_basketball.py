"""The simulated basketball of both leagues: rows, boxes, prefixes, brackets, and how near it comes to real figures."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from statistics import fmean, pstdev
from typing import Any, cast
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from sportsframe.catalog import answer
from sportsframe.catalog.records import fields
from sportsframe.catalog.statuses import PHASES
from sportsframe.simulation import World
from sportsframe.simulation.basketball import events as told
from sportsframe.simulation.basketball import play as h
from sportsframe.simulation.basketball.floor import Player, Squad
from sportsframe.simulation.basketball.march import NATIONAL
from sportsframe.simulation.basketball.possession import NBA, RULES, pools
from sportsframe.simulation.basketball.season import Entry, Season

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
SPORTS = ("NBA", "NCAABB")
STATS = {
    "field_goals_attempted", "field_goals_made", "three_points_attempted", "three_points_made", "free_throws_attempted",
    "free_throws_made", "two_points_attempted", "two_points_made", "two_point_percentage", "offensive_rebounds",
    "defensive_rebounds", "total_rebounds", "assists", "steals", "blocks", "turnovers", "fouls",
}  # fmt: skip
SIDES = ("away_team", "home_team")


def season_of(world: World, sport: str, year: int = 2024) -> Season:
    season = world.season(sport, year)
    assert isinstance(season, Season)
    return season


def entries(world: World, sport: str, year: int = 2024) -> list[Entry]:
    return [entry for entry in season_of(world, sport, year).all() if isinstance(entry, Entry)]


@pytest.fixture(scope="module")
def rows(world: World) -> dict[str, list[dict[str, Any]]]:
    """Schedule rows of the season 2024, long after it, by sport."""
    return {sport: [entry.schedule(AFTER).wire() for entry in entries(world, sport)] for sport in SPORTS}


@pytest.fixture(scope="module")
def games(world: World) -> dict[str, list[dict[str, Any]]]:
    """Finished live records of the season 2024, some of the regular season and some later ones, by sport."""
    found = {}
    for sport, step in (("NBA", 15), ("NCAABB", 60)):
        season = season_of(world, sport)
        some = [*season.regular()[::step], *season.postseason()[:: step // 5], *season.postseason()[-3:]]
        found[sport] = [record.wire() for entry in some if (record := entry.live(AFTER))]
    return found


def boxes(games: dict[str, list[dict[str, Any]]]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Sport, game and side of every box."""
    return ((sport, game, side) for sport, some in games.items() for game in some for side in SIDES)


def played(season: Season) -> list[Entry]:
    return [entry for entry in season.regular() if isinstance(entry, Entry) and entry.plan.unplayed_as is None]


# Rows


def test_schedule_keys(rows: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.3-01] [S2.3-03] [S2.3-04] [S2.3-10] [S2.3-14] [S2.3-16] Rows have the keys of their sport, no score."""
    for sport in SPORTS:
        keys = {spec.wire for spec in fields(answer(sport, "schedule").record)} - {"replaced_by"}
        assert all(set(row) - {"replaced_by"} == keys for row in rows[sport])
        assert not any("score" in key for key in keys)
    assert all(isinstance(row["broadcast"], str) and row["broadcast"] for row in rows["NBA"])
    for row in rows["NCAABB"]:
        texts = ("location", "arena", "city", "state", "country", "postal_code")
        assert all(isinstance(row[key], str) for key in texts)
        assert isinstance(row["latitude"], float)
        assert isinstance(row["longitude"], float)


def test_null_where_meaningless(rows: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.3-11] [S2.3-12] Round, region and seeds are null outside the bracket, and only there or where undrawn."""
    for row in rows["NCAABB"]:
        inside = str(row["event_name"]).startswith(NATIONAL)
        assert (row["home_team_seed"] is not None) == (row["away_team_seed"] is not None) == inside
        assert row["round"] is None or (inside and 1 <= row["round"] <= 6)
        assert (row["region"] is not None) == (inside and row["round"] not in (5, 6))
        assert (row["region_display_order"] is None) == (row["region"] is None)
    for row in rows["NBA"]:
        assert row["round"] in (None, 1, 2, 3, 4)


def test_ids_and_seasons(rows: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.2-04] [S2.2-08] [S2.2-11] [S2.2-12] [S2.2-14] Ids are day, away, home and unique; times are HTTP dates."""
    for sport in SPORTS:
        seen = set()
        for row in rows[sport]:
            day, away, home = row["game_ID"].split("-")
            assert re.fullmatch(r"\d{8}", day)
            assert (int(away), int(home)) == (row["away_team_ID"], row["home_team_ID"])
            assert row["season"] == "2024-2025"
            assert re.fullmatch(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT", row["game_time"])
            seen.add(row["game_ID"])
        assert len(seen) == len(rows[sport])


def test_season_types(rows: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.2-18] Types of season are the known ones, and a regular game belongs to no event."""
    for sport, late in (("NBA", "Playoffs"), ("NCAABB", "Postseason")):
        assert {row["season_type"] for row in rows[sport]} == {"Regular Season", late}
        assert all((row["event_name"] is None) == (row["season_type"] == "Regular Season") for row in rows[sport])


def test_evening_games(world: World) -> None:
    """[S2.2-10] An evening game stands under its Eastern day, though its start is on the next GMT day."""
    for sport in SPORTS:
        for entry in entries(world, sport):
            eastern = entry.start - timedelta(hours=5)
            assert entry.id.startswith(f"{entry.day:%Y%m%d}-")
            assert entry.day in (eastern.date(), (eastern + timedelta(hours=1)).date())


def test_statuses(rows: dict[str, list[dict[str, Any]]]) -> None:
    """[S3-01] [S3-08] [S3-10] Past rows are finished or off; colleges mostly write final, professionals completed."""
    assert {row["status"] for row in rows["NBA"]} <= {"completed", "postponed"}
    words = Counter(row["status"] for row in rows["NCAABB"])
    assert set(words) == {"final", "completed", "replaced", "postponed", "cancelled"}
    assert words["final"] / (words["final"] + words["completed"]) == pytest.approx(0.93, abs=0.015)


def test_replaced_rows(world: World, rows: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.3-13] [S3-09] A replaced row names a played game of the season with the same pair, and never is live."""
    by_id = {row["game_ID"]: row for row in rows["NCAABB"]}
    season = season_of(world, "NCAABB")
    found = [row for row in rows["NCAABB"] if row["status"] == "replaced"]
    assert 200 < len(found) < 350
    for row in rows["NCAABB"]:
        assert ("replaced_by" in row) == (row["status"] == "replaced")
    for row in found:
        heir = by_id[row["replaced_by"]]
        assert PHASES[heir["status"]] == "finished"
        pair = {row["away_team_ID"], row["home_team_ID"]}
        assert pair == {heir["away_team_ID"], heir["home_team_ID"]}
        entry = season.find(row["game_ID"])
        assert entry is not None
        assert entry.live(AFTER) is None
        assert entry.schedule(entry.start - 100 * DAY).wire()["status"] == "replaced"
    assert not any("replaced_by" in row for row in rows["NBA"])


@pytest.mark.parametrize("sport", SPORTS)
def test_status_goes_forward(world: World, sport: str) -> None:
    """[S3-07] A game is scheduled, perhaps delayed, in progress, finished, and never goes back."""
    order = {"scheduled": 0, "delayed": 1, "inprogress": 2, "final": 3, "completed": 3}
    for entry in entries(world, sport)[5::200]:
        if entry.plan.unplayed_as is None:
            words = [entry.status(entry.start + timedelta(minutes=5 * k)) for k in range(-3, 100)]
            ranks = [order[word] for word in words]
            assert ranks == sorted(ranks)
            assert {0, 2, 3} <= set(ranks)


@pytest.mark.parametrize("sport", SPORTS)
def test_postponed(world: World, sport: str) -> None:
    """[S3-04] [S3-07] A postponed game keeps its id and state and stays off live; its makeup is another row."""
    season = season_of(world, sport)
    off = [entry for entry in entries(world, sport) if entry.plan.unplayed_as == "postponed"]
    assert off
    for entry in off:
        assert entry.status(entry.start - 5 * DAY) == "scheduled"
        assert entry.status(entry.start) == entry.status(AFTER) == "postponed"
        assert entry.live(AFTER) is None
    again = [
        other for entry in off for other in played(season)
        if (other.plan.away, other.plan.home) == (entry.plan.away, entry.plan.home) and other.day > entry.day
    ]  # fmt: skip
    assert again


# Boxes


def test_live_keys(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-01] [S2.6-02] [S2.6-30] [S2.6-31] [S2.6-15] A box has the keys of its sport, beside it the player map."""
    extra = {"away_team_seed", "home_team_seed", "region", "region_display_order", "home_team_display_order"}
    for sport in SPORTS:
        keys = {spec.wire for spec in fields(answer(sport, "live").record)}
        for game in games[sport]:
            assert set(game) == keys
            assert game["sport"] == sport
            assert ("broadcast" in game) == (sport == "NBA")
            assert (extra <= set(game)) == (sport == "NCAABB")
            assert "away_team_display_order" not in game
            assert set(game["player_box"]) == set(SIDES)


def test_sides(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-03] [S2.6-05] [S2.6-06] [S2.6-09] Sides have their keys; rank and conf_ID are those of colleges alone."""
    for sport, game, side in boxes(games):
        team = game["full_box"][side]
        common = {"abbrv", "team_id", "record", "mascot", "division_name", "team_stats", "score", "quarter_scores"}
        assert set(team) == common | ({"rank", "conf_ID"} if sport == "NCAABB" else set())
        assert set(game["full_box"]) == {*SIDES, "current"}
        assert re.fullmatch(r"\d+-\d+", team["record"])
        assert isinstance(team["division_name"], str)
        if sport == "NCAABB":
            assert isinstance(team["conf_ID"], int)
            assert team["rank"] is None or 1 <= team["rank"] <= 25


def test_period_scores(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-04] [S2.6-10] [S2.6-11] Scores of the periods add up; overtime counts on."""
    longer = 0
    for sport, game, side in boxes(games):
        team = game["full_box"][side]
        scores = team["quarter_scores"]
        assert team["score"] == sum(scores.values())
        assert sorted(map(int, scores)) == list(range(1, len(scores) + 1))
        assert len(scores) >= RULES[sport].periods
        longer += len(scores) > RULES[sport].periods
        assert ("OT" in game["game_status"]) == (len(scores) > RULES[sport].periods)
    assert longer


def test_nobody_draws(games: dict[str, list[dict[str, Any]]]) -> None:
    """Basketball knows no tie: overtime goes on until there is a winner, and each one before it ended level."""
    for some in games.values():
        for game in some:
            away, home = (game["full_box"][side] for side in SIDES)
            assert away["score"] != home["score"]
            periods = RULES[game["sport"]].periods
            sums = [
                sum(side["quarter_scores"][str(k)] for k in range(1, n + 1))
                for n in range(periods, len(away["quarter_scores"]))
                for side in (away, home)
            ]
            assert all(one == two for one, two in zip(sums[::2], sums[1::2]))


def test_current_state(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-25] [S2.6-26] When the game is over the period stays as an integer and the clock is null."""
    for some in games.values():
        for game in some:
            current = game["full_box"]["current"]
            last = max(int(k) for k in game["full_box"]["home_team"]["quarter_scores"])
            assert current == {"Quarter": last, "TimeRemaining": None}


def test_statistics(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-27] [S2.6-28] [S2.6-29] [S2.6-32] [S2.6-16] Seventeen figures of a side, the same and five of a player."""
    for sport, game, side in boxes(games):
        team = game["full_box"][side]["team_stats"]
        assert set(team) == STATS
        own = {"player", "position", "status", "minutes", "points"} | ({"starter"} if sport == "NCAABB" else set())
        for key, line in game["player_box"][side].items():
            assert key.isdigit()
            assert set(line) == STATS | own
            assert line["status"] == "ACT"
            assert line["position"] in (("G", "F", "C") if sport == "NCAABB" else ("PG", "SG", "SF", "PF", "C"))
        for line in (team, *game["player_box"][side].values()):
            counts = [line[name] for name in STATS - {"two_point_percentage"}]
            assert all(isinstance(count, int) and count >= 0 for count in counts)


def test_box_adds_up(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-27] [S2.6-32] Goals are twos and threes, points follow, rebounds add up, lines sum to the side."""
    for _, game, side in boxes(games):
        box = game["full_box"][side]
        lines = list(game["player_box"][side].values())
        for name in STATS - {"two_point_percentage"}:
            assert sum(line[name] for line in lines) == box["team_stats"][name]
        assert sum(line["points"] for line in lines) == box["score"]
        for line in (box["team_stats"] | {"points": box["score"]}, *lines):
            assert line["field_goals_made"] == line["two_points_made"] + line["three_points_made"]
            assert line["field_goals_attempted"] == line["two_points_attempted"] + line["three_points_attempted"]
            points = 2 * line["two_points_made"] + 3 * line["three_points_made"] + line["free_throws_made"]
            assert points == line["points"]
            assert line["total_rebounds"] == line["offensive_rebounds"] + line["defensive_rebounds"]
            made, tried = line["two_points_made"], line["two_points_attempted"]
            assert line["two_point_percentage"] == (round(100 * made / tried, 2) if tried else 0)
            for kind in ("two_points", "three_points", "free_throws"):
                assert line[f"{kind}_made"] <= line[f"{kind}_attempted"]
        assert box["team_stats"]["assists"] <= box["team_stats"]["field_goals_made"]


def test_sides_agree(games: dict[str, list[dict[str, Any]]]) -> None:
    """Steals are turnovers of the other side, blocks its missed shots, defensive rebounds its misses."""
    for some in games.values():
        for game in some:
            one, two = (game["full_box"][side]["team_stats"] for side in SIDES)
            for ours, theirs in ((one, two), (two, one)):
                assert ours["steals"] <= theirs["turnovers"]
                assert ours["blocks"] <= theirs["field_goals_attempted"] - theirs["field_goals_made"]
                missed = sum(theirs[f"{k}_attempted"] - theirs[f"{k}_made"] for k in ("field_goals", "free_throws"))
                assert ours["defensive_rebounds"] + theirs["offensive_rebounds"] <= missed


def test_minutes(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-33] Minutes are MM:SS or whole, and those of a side are five times the length of the game."""
    for sport, game, side in boxes(games):
        texts = [line["minutes"] for line in game["player_box"][side].values()]
        pattern = r"\d\d:\d\d" if sport == "NBA" else r"\d+"
        assert all(re.fullmatch(pattern, text) for text in texts)
        parts = [[int(part) for part in text.split(":")] for text in texts]
        seconds = sum(part[0] * 60 + (part[1] if len(part) > 1 else 0) for part in parts)
        periods = len(game["full_box"][side]["quarter_scores"])
        assert seconds == 5 * RULES[sport].begins(periods + 1)


def test_squads(games: dict[str, list[dict[str, Any]]]) -> None:
    """[S2.6-29] Five start, seven to thirteen play and are listed, nobody has more than his last foul."""
    for sport, game, side in boxes(games):
        lines = game["player_box"][side].values()
        assert 7 <= len(lines) <= 13
        assert all(line["fouls"] <= RULES[sport].foul_limit for line in lines)
        assert [*game["player_box"][side]] == sorted(game["player_box"][side], key=int)
        if sport == "NCAABB":
            assert sum(line["starter"] for line in lines) == 5
    assert any(
        line["fouls"] == RULES[sport].foul_limit
        for sport, game, side in boxes(games)
        for line in game["player_box"][side].values()
    )


@pytest.mark.parametrize("sport", SPORTS)
def test_names_stay(world: World, sport: str) -> None:
    """A club's boxes draw on fifteen people and those who come by trade, each with one name and place."""
    season = season_of(world, sport)
    club = season.clubs[7]
    people: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for entry in played(season):
        if club in (entry.plan.away, entry.plan.home) and (record := entry.live(AFTER)):
            side = "away_team" if club is entry.plan.away else "home_team"
            for key, line in record.wire()["player_box"][side].items():
                people[key].add((line["player"], line["position"]))
    came = {move.player.id for move in season.squads.rosters.moves() if move.new == club.id}
    assert 8 <= len(people) <= 15 + len(came)
    assert len({int(key) for key in people} - came) <= 15
    assert all(len(names) == 1 for names in people.values())


@pytest.mark.parametrize("sport", SPORTS)
def test_records_run(world: World, sport: str) -> None:
    """A club's record before a game is that after the one before it, and the last one counts its games."""
    season = season_of(world, sport)
    club = season.clubs[3]
    before = "0-0"
    count = 0
    for entry in sorted((e for e in played(season) if club in (e.plan.away, e.plan.home)), key=lambda e: e.start):
        assert season.record(entry.plan, club, after=False) == before
        before = season.record(entry.plan, club, after=True)
        count += 1
    assert sum(map(int, before.split("-"))) == count


# The game in progress


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


def test_minutes_of_colleges_are_odd_as_often_as_even(games: dict[str, list[dict[str, Any]]]) -> None:
    """Coaches of colleges change players in no fixed rhythm."""
    some = [
        int(line["minutes"]) for game in games["NCAABB"] for side in SIDES for line in game["player_box"][side].values()
    ]
    assert fmean(minutes % 2 for minutes in some) == pytest.approx(0.5, abs=0.08)


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


# Seasons


def test_same_for_ever(world: World) -> None:
    """Two worlds of one seed agree to the letter, in whatever order they are asked; another seed does not."""
    for sport in SPORTS:
        entry = played(season_of(world, sport))[11]
        twin = season_of(World(world.seed), sport).find(entry.id)
        assert twin is not None
        assert twin.live(AFTER).wire() == entry.live(AFTER).wire()  # type: ignore[union-attr]
        other = season_of(World(7), sport)
        assert {plan.id for plan in other._plans} != {plan.id for plan in season_of(world, sport)._plans}


@pytest.mark.parametrize("sport", SPORTS)
def test_one_game_a_day(world: World, sport: str) -> None:
    """No club plays twice on a day, nor before the first or after the last day of its season."""
    season = season_of(world, sport)
    days: dict[int, list[date]] = defaultdict(list)
    for entry in entries(world, sport):
        assert season.opens <= entry.day <= season.closes
        if entry.plan.unplayed_as is None:
            days[entry.plan.away.id].append(entry.day)
            days[entry.plan.home.id].append(entry.day)
    assert all(len(set(some)) == len(some) for some in days.values())
    assert season.postseason_from is not None
    assert all(entry.start >= season.postseason_from for entry in season.postseason())


@pytest.mark.parametrize("year", [2023, 2024])
def test_professional_slate(world: World, year: int) -> None:
    """Each of the thirty clubs plays 82 games, 41 at home, 16 in its division, 36 more in its conference."""
    season = season_of(world, "NBA", year)
    games = played(season)
    assert len(games) == 1230
    kinds: dict[int, Counter[str]] = defaultdict(Counter)
    for entry in games:
        away, home = entry.plan.away, entry.plan.home
        near = "other" if away.conference != home.conference else "own" if away.division == home.division else "conf"
        kinds[home.id]["home"] += 1
        for club in (away, home):
            kinds[club.id][near] += 1
    assert all(kind == Counter(home=41, own=16, conf=36, other=30) for kind in kinds.values())


def test_professional_calendar(world: World) -> None:
    """From about 22 October to the second Sunday of April, with a pause in February and free holidays."""
    for year in (2022, 2023, 2024):
        season = season_of(world, "NBA", year)
        days = Counter(entry.day for entry in played(season))
        assert abs((season.opens - date(year, 10, 22)).days) <= 3
        last = max(days)
        assert (last.month, last.weekday()) == (4, 6)
        assert 8 <= last.day <= 14
        assert max(days.values()) <= 15
        empty = [one for one, two in pairwise(sorted(days)) if (two - one).days >= 6]
        assert [day.month for day in empty] == [2]
        assert date(year, 12, 24) not in days
    assert Counter(entry.day for entry in played(season_of(world, "NBA")))[date(2024, 12, 6)] > 0


def test_christmas_begins_at_noon(world: World) -> None:
    """The games of Christmas are spread over afternoon and evening: the service's day of that date has some of them."""
    starts = sorted(entry.start for entry in entries(world, "NBA") if entry.day == date(2024, 12, 25))
    assert datetime(2024, 12, 25, 17, tzinfo=UTC) <= starts[0] < datetime(2024, 12, 25, 20, tzinfo=UTC)
    assert starts[-1] >= datetime(2024, 12, 26, 1, tzinfo=UTC)


@pytest.mark.parametrize("year", [2011, 2024, 2026])
def test_the_games_of_christmas_follow_one_another(world: World, year: int) -> None:
    """No two begin at the same time; the first is in the East, and the last in the West."""
    games = [entry for entry in played(season_of(world, "NBA", year)) if entry.day == date(year, 12, 25)]
    games.sort(key=lambda entry: entry.start)
    assert len(games) >= 4
    assert all(two.start - one.start >= timedelta(hours=2) for one, two in pairwise(games))
    assert games[0].plan.place.longitude > games[-1].plan.place.longitude


def test_the_january_holiday_has_matinees(world: World) -> None:
    """On the third Monday of January most games begin before the evening."""
    starts = [entry.start for entry in played(season_of(world, "NBA")) if entry.day == date(2025, 1, 20)]
    assert len(starts) > 4
    assert sum(start.hour in range(17, 23) for start in starts) > len(starts) / 2


def test_professional_rest(world: World) -> None:
    """Clubs play on two days running about 14 times, and on three days running next to never."""
    season = season_of(world, "NBA")
    days: dict[int, set[date]] = defaultdict(set)
    for entry in played(season):
        days[entry.plan.away.id].add(entry.day)
        days[entry.plan.home.id].add(entry.day)
    assert all(8 <= sum(day + DAY in some for day in some) <= 18 for some in days.values())
    assert sum(day + DAY in some and day + 2 * DAY in some for some in days.values() for day in some) <= 2


@pytest.mark.parametrize("year", [2013, 2020, 2024])
def test_a_round_begins_after_rest(world: World, year: int) -> None:
    """No club plays on the day after a series, and none in the finals within two days of one."""
    last: dict[int, Entry] = {}
    for entry in season_of(world, "NBA", year).postseason():
        assert isinstance(entry, Entry)
        for club in (entry.plan.away, entry.plan.home):
            before = last.get(club.id)
            if before is not None and before.plan.round != entry.plan.round:
                assert entry.day - before.day > DAY * (2 if entry.plan.round == 4 else 1)
            last[club.id] = entry


@pytest.mark.parametrize("year", [2023, 2024])
def test_playoffs(world: World, year: int) -> None:
    """Six play-in games, then fifteen best of seven: four wins end a series, and no game is played after them."""
    season = season_of(world, "NBA", year)
    late = [entry for entry in season.postseason() if isinstance(entry, Entry)]
    assert sum(entry.plan.round is None for entry in late) == 6
    series: dict[tuple[int, frozenset[int]], list[Entry]] = defaultdict(list)
    for entry in late:
        if entry.plan.round is not None:
            series[entry.plan.round, frozenset((entry.plan.away.id, entry.plan.home.id))].append(entry)
    assert Counter(number for number, _ in series) == {1: 8, 2: 4, 3: 2, 4: 1}
    winners: dict[int, set[int]] = defaultdict(set)
    for (number, pair), some in series.items():
        some.sort(key=lambda entry: entry.start)
        wins = Counter((entry.plan.home if season.margin(entry.plan) > 0 else entry.plan.away).id for entry in some)
        assert max(wins.values()) == 4
        last = some[-1].plan
        winner = (last.home if season.margin(last) > 0 else last.away).id
        assert wins[winner] == 4
        winners[number].add(winner)
        assert pair <= winners[number - 1] or number == 1
        first = some[0].plan.home
        assert [entry.plan.home is first for entry in some] == [True, True, False, False, True, False, True][
            : len(some)
        ]


def test_finals_are_in_the_evening(world: World) -> None:
    """Finals begin at 20:00 or 20:30 Eastern time, no game of the playoffs before noon or after 22:30."""
    for entry in season_of(world, "NBA", 2023).postseason():
        assert isinstance(entry, Entry)
        clock = f"{entry.start.astimezone(ZoneInfo('America/New_York')):%H:%M}"
        assert "12:00" <= clock <= "22:30"
        if str(entry.plan.event_name).split(" - ")[-1] in ("Final", "Finals"):
            assert clock in ("20:00", "20:30")


def test_playoff_field(world: World) -> None:
    """Clubs better than the seventh of their conference are in the first round, and none worse than the tenth."""
    season = season_of(world, "NBA")
    late = [entry.plan for entry in season.postseason() if isinstance(entry, Entry)]
    wins = Counter((e.plan.home if season.margin(e.plan) > 0 else e.plan.away).id for e in played(season))
    for conference in {club.conference for club in season.clubs}:
        members = sorted((c.id for c in season.clubs if c.conference == conference), key=lambda c: -wins[c])
        first = {c.id for p in late if p.round == 1 for c in (p.away, p.home) if c.conference == conference}
        assert len(first) == 8
        assert min(wins[club] for club in first) >= wins[members[9]]
        safe = [club for club in members if wins[club] > wins[members[6]]]
        assert set(safe) <= first


# Figures


@pytest.mark.parametrize(("sport", "share"), [
    ("NBA", {0: 0.15, 1: 0.11, 2: 0.19, 3: 0.10, 4: 0.18, 5: 0.13, 6: 0.14}),
    ("NCAABB", {0: 0.08, 1: 0.15, 2: 0.15, 3: 0.16, 4: 0.09, 5: 0.27, 6: 0.10}),
])  # fmt: skip
def test_weekdays(world: World, sport: str, share: dict[int, float]) -> None:
    """Games fall on the days of the week on which they really do, within three points."""
    days = Counter(entry.day.weekday() for entry in played(season_of(world, sport)))
    total = sum(days.values())
    assert all(days[day] / total == pytest.approx(value, abs=0.03) for day, value in share.items())


def test_stars_score(games: dict[str, list[dict[str, Any]]]) -> None:
    """The best scorer of a professional side makes about 26 points, and starters play 28 to 38 minutes."""
    tops, minutes = [], []
    for sport, game, side in boxes(games):
        if sport == "NBA":
            lines = list(game["player_box"][side].values())
            tops.append(max(line["points"] for line in lines))
            minutes += sorted((int(line["minutes"][:2]) for line in lines), reverse=True)[:5]
    assert 23 < sum(tops) / len(tops) < 30
    assert 28 < sum(minutes) / len(minutes) < 36


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


@pytest.mark.parametrize("year", [2018, 2020, 2024])
def test_no_professional_club_is_from_another_league(world: World, year: int) -> None:
    """The best club outscores its opponents by no more than 15 points a game, yet clubs differ as in the league."""
    margins: dict[int, list[int]] = defaultdict(list)
    for line in cast("Any", world.season("NBA", year))._lines():
        margins[line.club].append(line.scored - line.allowed)
    means = [fmean(club) for club in margins.values()]
    assert max(means) < 15
    assert 4.5 < pstdev(means) < 6.5


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
