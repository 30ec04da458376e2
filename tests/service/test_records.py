"""What stands in the rows of the service, against the lists of the specification."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any, get_args, get_origin

import pytest

from sportsframe.catalog import SPORTS as CATALOG
from sportsframe.catalog import darts
from sportsframe.catalog.records import is_record, unwrap
from sportsframe.catalog.simulated import PLAYER_IDS, TEAM_IDS
from sportsframe.catalog.written import Writing

from ..support import wire_keys as wk
from ..support.asking import AFTERWARDS, DAYS, SPORTS, rows, service_at
from ..support.strict import faults

TEAM_SPORTS = ("NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB")
SPANS = ("NFL", "NBA", "NHL", "NCAAFB", "NCAABB", "SOCCER")
FOOTBALL = ("NFL", "NCAAFB")
BASKETBALL = ("NBA", "NCAABB")
SIDES = ("away_team", "home_team")

Row = dict[str, Any]


@lru_cache(maxsize=16)
def season(sport: str) -> list[Row]:
    return rows(f"schedule-season/2024/{sport}")


@lru_cache(maxsize=16)
def boxes(sport: str) -> list[Row]:
    return rows(f"live/{DAYS[sport]}/{sport}")


@lru_cache(maxsize=16)
def during(sport: str) -> list[Row]:
    """Boxes of games in play, at the moment of the day when most are."""
    moments = sorted(parsedate_to_datetime(row.get("game_time") or row["start_time"]) for row in boxes(sport))
    middle = moments[len(moments) // 2] + timedelta(minutes=25 if sport == "DARTS" else 75)
    now = service_at(middle.isoformat())
    found = [row for row in rows(f"live/{DAYS[sport]}/{sport}", now) if row["status"] == "inprogress"]
    assert found
    return found


def lines(box: Row) -> list[Row]:
    return [line for side in SIDES for line in box["player_box"][side].values()]


@pytest.mark.parametrize("sport", SPORTS)
def test_schedule_rows_have_the_listed_keys(sport: str) -> None:
    """[S2.3-01] [S2.3-02] [S2.3-03] [S2.3-04] [S2.3-05] [S2.3-06] [S2.3-07] [S2.3-08] [S2.4-01] [S2.5-01] [S2.3-14]
    [S2.3-16] [S2.3-17] Every row has every listed key and no other: none of a score, none of our own."""
    assert [row for row in season(sport) if set(row) != wk.SCHEDULE[sport]] == []


@pytest.mark.parametrize("sport", [*TEAM_SPORTS, "SOCCER"])
def test_values_of_team_schedules(sport: str) -> None:
    """[S2.2-04] [S2.2-06] [S2.2-08] [S2.2-12] [S2.2-14] [S2.2-15] [S2.2-18] [S2.3-12] Times, ids, seasons, kinds."""
    label = "2024-2025" if sport in SPANS else "2024"
    for row in season(sport):
        assert re.fullmatch(r"[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT", row["game_time"])
        away, home = row["away_team_ID"], row["home_team_ID"]
        assert type(away) is int
        assert type(home) is int
        second = "-2" if row["game_ID"].endswith("-2") else ""  # of a doubleheader
        assert row["game_ID"] == f"{row['game_ID'][:8]}-{away}-{home}{second}"
        assert not second or sport == "MLB"
        day = datetime.strptime(row["game_ID"][:8], "%Y%m%d").replace(tzinfo=UTC)
        assert abs(parsedate_to_datetime(row["game_time"]) - day) < timedelta(days=2)
        assert row["season"] == label
        assert row["season_type"] in ("Preseason", "Regular Season", "Postseason", "Playoffs")
        assert row["status"] in wk.STATUSES
        if "round" in row:
            assert row["round"] is None or type(row["round"]) is int
    assert {row["home_team_ID"] for row in season(sport)} <= set(TEAM_IDS)


@pytest.mark.parametrize("sport", ["MLB", "NFL", "NCAAFB", "SOCCER"])
def test_venues(sport: str) -> None:
    """[S2.2-20] [S2.2-21] [S2.3-02] [S2.3-05] [S2.3-06] [S2.3-08] `dome` is 0 or 1, `field` grass or turf."""
    for row in season(sport):
        assert type(row["dome"]) is int
        assert row["dome"] in (0, 1)
        assert row["field"] in ("grass", "turf")
        assert isinstance(row["postal_code"], str)
        assert -90 <= row["latitude"] <= 90
        assert -180 <= row["longitude"] <= 180


def test_probable_starters() -> None:
    """[S2.3-02] Both pitchers are objects of a name and an id; nobody is named weeks ahead."""
    for row in season("MLB"):
        for side in ("away_pitcher", "home_pitcher"):
            assert row[side] is None or set(row[side]) == {"player", "player_id"}
    finished = next(row for row in season("MLB") if row["status"] in ("completed", "final"))
    assert finished["away_pitcher"]["player_id"] in PLAYER_IDS


def test_brackets_of_college_basketball() -> None:
    """[S2.3-04] [S2.3-12] The four regions stand on all rows; seeds and region only inside the bracket."""
    corners = wk.keys(wk.BRACKETS)
    for row in season("NCAABB"):
        assert all(isinstance(row[corner], str) for corner in corners)
    seeded = [row for row in season("NCAABB") if row["away_team_seed"] is not None]
    assert {row["away_team_seed"] for row in seeded} | {row["home_team_seed"] for row in seeded} == set(range(1, 17))
    assert {row["region"] for row in seeded} - {None} == {season("NCAABB")[0][corner] for corner in corners}


@pytest.mark.parametrize("sport", ["NCAABB", "SOCCER"])
def test_rescheduled_games_are_postponed_or_replaced(sport: str) -> None:
    """[S2.3-13] [S3-09] A rescheduled game is `postponed`, with `replaced_by` where the specification lists it; as
    observed it is `replaced`, with the id of a row of the same season; the old row is never on live."""
    observed = service_at(AFTERWARDS, "observed")
    as_observed = {row["game_ID"]: row for row in rows(f"schedule-season/2024/{sport}", observed)}
    replaced = [row for row in as_observed.values() if "replaced_by" in row]
    assert replaced
    assert {row["status"] for row in replaced} == {"replaced"}
    assert all(row["replaced_by"] in as_observed.keys() - {row["game_ID"]} for row in replaced)
    specified = {row["game_ID"]: row for row in season(sport)}
    successors = {row["game_ID"]: row["replaced_by"] if sport == "NCAABB" else None for row in replaced}
    assert specified.keys() == as_observed.keys()
    assert {specified[game]["status"] for game in successors} == {"postponed"}
    assert {game: row.get("replaced_by") for game, row in specified.items()} == dict.fromkeys(specified) | successors
    row = specified[replaced[0]["game_ID"]]
    day = parsedate_to_datetime(row["game_time"]).date()
    assert row in rows(f"schedule/{day}/{sport}")
    assert row["game_ID"] not in {box["game_ID"] for box in rows(f"live/{day}/{sport}")}


def test_a_total_among_the_periods_is_observed() -> None:
    """The periods of college basketball are numbered; as observed their sum is there too, under T."""
    path = f"live/{DAYS['NCAABB']}/NCAABB"
    for numbered, box in zip(rows(path), rows(path, service_at(AFTERWARDS, "total-period")), strict=True):
        for side in SIDES:
            team = box["full_box"][side]
            assert team["quarter_scores"] == numbered["full_box"][side]["quarter_scores"] | {"T": team["score"]}
            assert all(map(str.isdigit, numbered["full_box"][side]["quarter_scores"]))


def test_values_of_darts_schedules() -> None:
    """[S2.4-01] [S2.2-09] [S2.2-15] Ids with an event code, two players, ranks that may be missing."""
    for row in season("DARTS"):
        pair = f"{row['player_1_ID']}-{row['player_2_ID']}"
        assert re.fullmatch(rf"\d{{8}}-[A-Z]+\d*-{pair}", row["game_ID"])
        assert isinstance(row["event_ID"], str)
        assert row["season"] == "2024"
        assert isinstance(row["round"], str)
        assert row["status"] in wk.STATUSES
    assert {type(row["player_1_rank"]) for row in season("DARTS")} == {int, type(None)}


def test_values_of_golf_schedules() -> None:
    """[S2.5-01] [S2.5-02] [S2.5-03] [S3-05] One row a tournament; courses with par, name and yards, somewhere two."""
    for row in season("PGA"):
        assert re.fullmatch(r"2024_9\d\d", row["tournament_ID"])
        assert type(row["event_ID"]) is int
        assert type(row["covered"]) is int
        assert isinstance(row["purse"], str)
        assert isinstance(row["status"], str)
        for course in row["course"]:
            assert set(course) == {"par", "name", "yards"}
    assert {len(row["course"]) > 1 for row in season("PGA")} == {True, False}


@pytest.mark.parametrize("sport", TEAM_SPORTS)
def test_live_rows_have_the_listed_keys(sport: str) -> None:
    """[S2.6-01] [S2.6-02] [S2.6-03] [S2.6-05] [S2.6-06] [S2.6-30] [S2.6-31] [S2.6-34] [S2.6-35] [S2.8-07] A box.

    `player_box` stands beside `full_box`; the sides, and beside them the current state where the sport has one.
    """
    state = wk.CURRENT.get(sport)
    for box in [*boxes(sport), *during(sport)]:
        assert set(box) == wk.keys(wk.LIVE_COMMON) | wk.LIVE_EXTRA[sport]
        assert box["sport"] == sport
        assert set(box["player_box"]) == set(SIDES)
        assert set(box["full_box"]) == {*SIDES, *([state[0]] if state else [])}
        if state:
            assert set(box["full_box"][state[0]]) == state[1]
        for side in SIDES:
            team = box["full_box"][side]
            extra = {"rank", "conf_ID"} if sport == "NCAABB" else set()
            assert set(team) == wk.keys(wk.TEAM) | extra
            assert team["team_id"] in TEAM_IDS
            assert isinstance(team["division_name"], int if sport == "NCAAFB" else str)


@pytest.mark.parametrize("sport", [*TEAM_SPORTS, "SOCCER"])
def test_periods_add_up(sport: str) -> None:
    """[S2.6-04] Periods are counted in text from 1; their sum is the score."""
    for box in [*boxes(sport), *during(sport)]:
        for side in SIDES:
            team = box["full_box"][side]
            periods = team["quarter_scores"]
            assert [*periods] == [str(i + 1) for i in range(len(periods))]
            assert sum(periods.values()) == team["score"]


def player_maps(sport: str, box: Row) -> list[Row]:
    """The maps of a live record that are keyed by player id."""
    if sport == "PGA":
        return [box["field"]]
    if sport == "DARTS":
        return [turns for leg in box["leg_breakdown"] for turns in leg["turns"]]
    sides = [box["player_box"][side] for side in SIDES]
    return [lines for groups in sides for lines in groups.values()] if sport in ("MLB", "NHL") else sides


@pytest.mark.parametrize("sport", SPORTS)
def test_players_are_keyed_by_their_ids(sport: str) -> None:
    """[S2.2-13] The keys of player maps are ids of the simulated world, and no line repeats its own."""
    for box in boxes(sport):
        for lines in player_maps(sport, box):
            assert lines
            assert all(int(key) in PLAYER_IDS for key in lines)
            assert all("player_id" not in line for line in lines.values())


def test_baseball_boxes() -> None:
    """[S2.6-17] [S2.6-19] [S2.6-20] [S2.6-21] [S2.6-22] Team, batting and pitching keys; the team's are the sums."""
    for box in [*boxes("MLB"), *during("MLB")]:
        for side in SIDES:
            stats, players = box["full_box"][side]["team_stats"], box["player_box"][side]
            assert set(stats) == wk.BASEBALL_TEAM
            assert set(players) == {"batting", "pitching"}
            assert all(set(line) == wk.BATTING for line in players["batting"].values())
            assert all(set(line) == wk.PITCHING for line in players["pitching"].values())
            assert all(isinstance(line["BAT_ORD"], str) for line in players["batting"].values())
            for key, total in stats.items():
                assert type(total) is int
                assert total == sum(line[key] for line in players["batting"].values()), key
    for box in during("MLB"):
        state = box["full_box"]["current_box"]
        assert set(state["current_batter"]) == set(state["current_pitcher"]) == {"id", "name", "position"}


@pytest.mark.parametrize("sport", BASKETBALL)
def test_basketball_boxes(sport: str) -> None:
    """[S2.6-25] [S2.6-27] [S2.6-28] [S2.6-29] Team and player keys; starters are marked in the college game only."""
    marked = {"starter"} if sport == "NCAABB" else set()
    for box in boxes(sport):
        assert all(set(box["full_box"][side]["team_stats"]) == wk.BASKETBALL_STATS for side in SIDES)
        for line in lines(box):
            assert set(line) == wk.BASKETBALL_LINE | marked
            assert isinstance(line["minutes"], str)
            assert not marked or isinstance(line["starter"], bool)
    for box in during(sport):
        state = box["full_box"]["current"]
        assert state["TimeRemaining"] is None or re.fullmatch(r"\d\d?:\d\d", state["TimeRemaining"])


@pytest.mark.parametrize("sport", FOOTBALL)
def test_football_boxes(sport: str) -> None:
    """[S2.6-36] [S2.6-38] [S2.6-39] [S2.6-40] [S2.6-41] [S2.6-42] [S2.6-43] [S2.6-48] Team keys of both games.

    The fantasy figure stands on teams and players of the NFL and nowhere in the college game.
    """
    own = {"total_touchdown"} if sport == "NCAAFB" else {"offense_touchdowns", "special_team_touchdowns"}
    fantasy = set() if sport == "NCAAFB" else {"X_fantasy_points"}
    for box in boxes(sport):
        assert isinstance(box["week"], int)
        for side in SIDES:
            stats = box["full_box"][side]["team_stats"]
            assert set(stats) == wk.FOOTBALL_TEAM | own | fantasy
            assert set(stats["penalties"]) == {"total", "yards"}
            assert all(type(stats[name]) is int for name in wk.TOUCHDOWNS)
        seen = set().union(*(line.keys() for line in lines(box)))
        assert fantasy <= seen
        assert sport == "NFL" or not any("fantasy" in key for key in seen)
    for box in during(sport):
        state = box["full_box"]["current"]
        assert isinstance(state["Quarter"], str)
        assert state["RedZone"] is None or isinstance(state["RedZone"], bool)


@pytest.mark.parametrize("sport", FOOTBALL)
def test_football_lines_are_sparse(sport: str) -> None:
    """[S2.6-44] [S2.6-45] [S2.6-46] A line has the four texts and the families of its player; all keys occur."""
    allowed = wk.FOOTBALL_LINE | (wk.NFL_LINE | {"X_fantasy_points"} if sport == "NFL" else set())
    seen: set[str] = set()
    day = date.fromisoformat(DAYS[sport])
    weeks = 1 if sport == "NCAAFB" else 6
    for i in range(weeks):
        for box in rows(f"live/{day + timedelta(days=7 * i)}/{sport}"):
            for line in lines(box):
                assert wk.FOOTBALL_TEXTS <= set(line) <= allowed
                seen |= set(line)
                if "snap_counts" in line:
                    assert set(line["snap_counts"]) == {"defense", "offense", "specialTeams"}
                if "field_goal_distances" in line:
                    assert all(type(yards) is int for yards in line["field_goal_distances"])

    assert seen == allowed


def test_fantasy_points_follow_one_rule() -> None:
    """[S2.6-49] Equal lines score alike, wherever they stand: the points of a player follow from his line alone."""
    scored: dict[tuple[Any, ...], set[float]] = {}
    for box in boxes("NFL"):
        for line in lines(box):
            figures = tuple(
                sorted(
                    (key, str(value)) for key, value in line.items()
                    if key not in ("player", "position", "status", "snap_counts", "X_fantasy_points")
                )
            )  # fmt: skip
            scored.setdefault(figures, set()).add(line.get("X_fantasy_points"))

    assert all(len(points) == 1 for points in scored.values())
    assert any(len(figures) > 5 for figures in scored)


def test_hockey_boxes() -> None:
    """[S2.8-07] Keys of teams, goalies and skaters, and no current state."""
    for box in [*boxes("NHL"), *during("NHL")]:
        for side in SIDES:
            players = box["player_box"][side]
            assert set(box["full_box"][side]["team_stats"]) == wk.HOCKEY_TEAM
            assert set(players) == {"goalies", "skaters"}
            assert all(set(line) == wk.GOALIE for line in players["goalies"].values())
            assert all(set(line) == wk.SKATER for line in players["skaters"].values())


def test_soccer_boxes() -> None:
    """[S2.8-08] [S2.6-13] The assumed shape: team figures, flat player lines, neither round nor event."""
    for box in boxes("SOCCER"):
        assert {"round", "event_name"}.isdisjoint(box)
        for side in SIDES:
            assert set(box["full_box"][side]["team_stats"]) == wk.SOCCER_TEAM
        for line in lines(box):
            assert wk.SOCCER_LINE <= set(line) <= wk.SOCCER_LINE | wk.KEEPER_LINE


def test_golf_boxes() -> None:
    """[S2.8-09] The assumed shape: a tournament with its players by id."""
    (box,) = boxes("PGA")
    assert set(box) >= {"tournament_ID", "tournament", "status", "field"}
    assert wk.GOLF_LIVE - set(box) <= {"tee_times", "starting_holes", "current"}
    assert all(int(key) in PLAYER_IDS for key in box["field"])


def test_darts_boxes() -> None:
    """[S2.7-01] [S2.7-02] [S2.7-03] [S2.7-04] [S2.7-05] [S2.7-06] [S2.7-07] Keys from the match down to the dart."""
    for box in [*boxes("DARTS"), *during("DARTS")]:
        assert set(box) == wk.DARTS_LIVE
        assert box["format"] in ("set", "leg")
        assert [set(player) for player in box["players"]] == [wk.keys("ID name legs_won match_stats")] * 2
        assert all(set(player["match_stats"]) == wk.MATCH_STATS for player in box["players"])
        assert set(box["current_box"]) == wk.keys("leg throwing points_to_checkout")
        ids = {str(player["ID"]) for player in box["players"]}
        for leg in box["leg_breakdown"]:
            assert set(leg) == wk.keys("leg set turns")
            for turns in leg["turns"]:
                assert set(turns) <= ids
                for turn in turns.values():
                    assert set(turn) == wk.TURN
                    assert all(set(dart) == wk.THROW for dart in turn["throws"])
    assert {row["format"] for row in rows("live/2024-07-14/DARTS") + rows("live/2024-11-20/DARTS")} | {
        box["format"] for box in boxes("DARTS")
    } >= {"set"}


def test_sets_of_the_world_championship() -> None:
    """[S2.7-08] [S2.7-09] [S2.7-10] While such a match is on every `set` is 0, afterwards they count from 1."""
    playing = during("DARTS")[0]
    assert playing["series_name"] == "World Championship"
    assert {leg["set"] for leg in playing["leg_breakdown"]} == {0}
    (after,) = [box for box in boxes("DARTS") if box["game_ID"] == playing["game_ID"]]
    sets = [leg["set"] for leg in after["leg_breakdown"]]
    assert sets == sorted(sets)
    assert set(sets) == set(range(1, max(sets) + 1))

    other = next(row for row in season("DARTS") if row["status"] == "completed" and "World" not in row["event_name"])
    start = parsedate_to_datetime(other["game_time"])
    (box,) = rows(
        f"live/{start.date()}/DARTS", service_at((start + timedelta(minutes=8)).isoformat()), game_id=other["game_ID"]
    )
    assert box["status"] == "inprogress"
    assert 0 not in {leg["set"] for leg in box["leg_breakdown"]}


@pytest.mark.long
def test_all_statuses_occur() -> None:
    """[S3-01] [S3-08] Each of the nine words, and no other, is found in the world, in lower case."""
    seen: Counter[str] = Counter(row["status"] for sport in SPORTS if sport != "PGA" for row in season(sport))
    moment = datetime(2024, 4, 5, tzinfo=UTC)
    while not {"delayed", "suspended", "inprogress", "scheduled"} <= set(seen) and moment.month < 9:
        service = service_at(moment.isoformat())
        seen.update(row["status"] for row in rows(f"schedule/{moment.date()}/MLB", service))
        moment += timedelta(minutes=30)

    assert set(seen) == wk.STATUSES


def test_a_box_only_goes_forward() -> None:
    """[S4-11] While a day goes on, games go from scheduled to finished and scores never fall."""
    last: dict[str, tuple[int, int]] = {}
    order = {"inprogress": 0, "suspended": 0, "completed": 1, "final": 1}
    moment = datetime(2024, 6, 1, 17, tzinfo=UTC)
    for _ in range(20):
        for box in rows("live/2024-06-01/MLB", service_at(moment.isoformat())):
            score = sum(box["full_box"][side]["score"] for side in SIDES)
            now = (order[box["status"]], score)
            before = last.get(box["game_ID"], (0, 0))
            assert now[0] >= before[0]
            assert now[1] >= before[1]
            last[box["game_ID"]] = now
        moment += timedelta(minutes=40)

    assert {stage for stage, _ in last.values()} == {1}


def test_oddities_of_rows_behind_switches() -> None:
    """[S2.6-13] [S2.3-12] [S3-08] Switches show what was observed in rows: missing, null and placeholder values."""
    odd = service_at(AFTERWARDS, "observed")

    for box in rows(f"live/{DAYS['NCAAFB']}/NCAAFB", odd):
        assert "round" not in box
        assert box["game_location"] == "undefined, undefined"
    complete = {box["game_ID"]: box for box in boxes("NCAABB")}
    fewer = 0
    for box in rows("live/2025-01-04/NCAABB", odd):
        assert box["game_location"] is None
        assert {box["full_box"][side]["record"] for side in SIDES} == {""}
        if box["game_ID"] in complete:
            fewer += len(lines(complete[box["game_ID"]])) - len(lines(box))
    assert fewer > 0
    for row in rows("schedule-season/2024/NCAABB", odd):
        assert {row[name] for name in ("city", "arena", "latitude")} == {None}
        assert row["status"] != "cancelled"
    assert None in {row["broadcast"] for row in rows("schedule-season/2024/NBA", odd)}
    assert None in {row["city"] for row in rows("schedule-season/2024/SOCCER", odd)}
    plain = {row["status"] for row in season("NCAABB")}
    assert ("canceled" in {row["status"] for row in rows("schedule-season/2024/NCAABB", odd)}) is ("cancelled" in plain)


def _members(value: Any) -> Iterator[tuple[str, ...]]:
    """The members of the objects in a row, as they stand; not those of objects keyed by ids or periods."""
    if isinstance(value, list):
        for item in value:
            yield from _members(item)
    elif isinstance(value, dict):
        if not any(map(str.isdigit, value)):
            yield tuple(value)
        for item in value.values():
            yield from _members(item)


@pytest.mark.parametrize("switches", [(), ("observed",)])
@pytest.mark.parametrize("sport", SPORTS)
def test_members_of_live_rows_are_in_the_order_of_the_feed(sport: str, switches: tuple[str, ...]) -> None:
    """Members of live rows stand by length and then by alphabet, as observed, whatever a switch takes out."""
    some = rows(f"live/{DAYS[sport]}/{sport}", service_at(AFTERWARDS, *switches))[:3]
    orders = {members for row in some for members in _members(row)}
    assert orders
    assert [found for found in orders if list(found) != sorted(found, key=lambda key: (len(key), key))] == []


def test_members_of_schedule_rows_are_in_the_order_of_the_specification() -> None:
    """Only the live feed has that order: a schedule row begins as the specification lists it."""
    assert list(season("NBA")[0])[:4] == ["away_team", "home_team", "away_team_ID", "home_team_ID"]


def _timed(annotation: Any, value: Any) -> Any:
    """A value with its timestamps as Python has them."""
    kind, _ = unwrap(annotation)
    if value is None:
        return None
    if get_origin(kind) is list:
        return [_timed(get_args(kind)[0], item) for item in value]
    if get_origin(kind) is dict:
        return {key: _timed(get_args(kind)[1], item) for key, item in value.items()}
    if is_record(kind):
        known = {info.alias or name: info.annotation for name, info in kind.model_fields.items()}
        return {key: _timed(known[key], item) for key, item in value.items()}
    return parsedate_to_datetime(value) if kind is datetime else value


@pytest.mark.parametrize("sport", SPORTS)
def test_rows_are_what_validated_records_are(sport: str) -> None:
    """The service writes rows unvalidated: every value has the type that the catalog declares, as it stands."""
    found = {"schedule": season(sport)[::40], "live": boxes(sport)[:3] + during(sport)[:3]}
    if "play-by-play" in CATALOG[sport].answers:
        game = boxes(sport)[0].get("game_ID")
        found["play-by-play"] = rows(f"play-by-play/{sport}", game_id=game)
    for resource, some in found.items():
        record = CATALOG[sport].answers[resource].record
        for row in some:
            read = record.model_validate(_timed(record, row), strict=True)
            assert json.dumps(read.wire(), sort_keys=True) == json.dumps(row, sort_keys=True)


def test_who_writes_a_row_knows_its_fields() -> None:
    """A row has all fields of its record but the sparse ones that are left out, and no others."""
    wire = Writing(darts)
    known = {"leg": 1, "throwing": None, "points_to_checkout": 40}
    assert wire.Current(**known).wire() == known
    assert wire.Tournament(event_id="WC", start_date=None, end_date=None).encoded().startswith(b'{"event_ID":"WC"')
    with pytest.raises(TypeError, match="points_to_checkout"):
        wire.Current(leg=1, throwing=None)
    with pytest.raises(TypeError, match="legs"):
        wire.Current(**known, legs=1)
    with pytest.raises(AttributeError):
        wire.Nothing  # noqa: B018


@pytest.mark.parametrize("sport", SPORTS)
def test_records_keep_to_the_text_of_the_specification(sport: str) -> None:
    """[S2.3-01] [S2.6-01] [S3-01] Strict schemas, written from the text alone, find no fault before, during and after.

    ``python -m tests.bench.strict`` tries 100,000 records.
    """
    found = [fault for row in season(sport)[::7] for fault in faults(sport, "schedule", row)]
    if sport in wk.LIVE_EXTRA or sport == "DARTS":
        found += [fault for row in (*boxes(sport), *during(sport)) for fault in faults(sport, "live", row)]
    assert found == []


def test_the_strict_schemas_are_strict() -> None:
    """A key more or less, a number in words, another status, a wrong sum: each is a fault."""
    good = boxes("NBA")[0]
    assert faults("NBA", "live", good) == []
    side = {**good["full_box"]["home_team"], "score": good["full_box"]["home_team"]["score"] + 1}
    for bad in (
        {**good, "extra": 1}, {name: good[name] for name in good if name != "broadcast"}, {**good, "season": 2024},
        {**good, "status": "replaced"}, {**good, "status": "scheduled"}, {**good, "game_time": "2024-12-06T20:00:00Z"},
        {**good, "full_box": {**good["full_box"], "home_team": side}},
    ):  # fmt: skip
        assert faults("NBA", "live", bad)
