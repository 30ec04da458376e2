"""The simulated basketball of both leagues: rows, boxes, and how near they come to real figures."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from statistics import fmean
from typing import Any

import pytest

from sportsframe.catalog import answer
from sportsframe.catalog.records import fields
from sportsframe.catalog.statuses import PHASES
from sportsframe.simulation import World
from sportsframe.simulation.basketball.march import NATIONAL
from sportsframe.simulation.basketball.possession import RULES

from ..support.basketball import STATS, entries, played, season_of

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)
SPORTS = ("NBA", "NCAABB")
SIDES = ("away_team", "home_team")


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


def test_minutes_of_colleges_are_odd_as_often_as_even(games: dict[str, list[dict[str, Any]]]) -> None:
    """Coaches of colleges change players in no fixed rhythm."""
    some = [
        int(line["minutes"]) for game in games["NCAABB"] for side in SIDES for line in game["player_box"][side].values()
    ]
    assert fmean(minutes % 2 for minutes in some) == pytest.approx(0.5, abs=0.08)


def test_same_for_ever(world: World) -> None:
    """Two worlds of one seed agree to the letter, in whatever order they are asked; another seed does not."""
    for sport in SPORTS:
        entry = played(season_of(world, sport))[11]
        twin = season_of(World(world.seed), sport).find(entry.id)
        assert twin is not None
        assert twin.live(AFTER).wire() == entry.live(AFTER).wire()  # type: ignore[union-attr]
        other = season_of(World(7), sport)
        assert {plan.id for plan in other._plans} != {plan.id for plan in season_of(world, sport)._plans}


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
