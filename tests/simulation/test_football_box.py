"""The simulated football of both leagues: boxes that add up, sparse lines, the state of play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast

import pytest

from sportsframe.catalog import answer, simulated
from sportsframe.catalog.football import FAMILIES
from sportsframe.simulation import World
from sportsframe.simulation.football.box import fantasy_points, rating
from sportsframe.simulation.football.rules import FLAG, KNEEL, RUN, SACK, SCRIMMAGE, TWO_POINT
from sportsframe.simulation.football.season import Entry

from ..support.football import AFTER, BOTH, MINUTE, seasons_of, some_entries

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

SIDES = ("away_team", "home_team")

TOUCHDOWNS = {
    f"{kind}_touchdowns"
    for kind in (
        "passing", "rushing", "receiving", "defense", "interception", "fumble_return", "kick_return", "punt_return",
        "field_goal_return", "blocked_kick", "blocked_punt",
    )
}  # fmt: skip
TEAM = TOUCHDOWNS | {
    "first_downs", "total_plays", "total_yards", "passing_yards", "rushing_yards", "total_passing_yards_allowed",
    "total_rushing_yards_allowed", "blocked_kicks", "blocked_punts", "kicks_blocked", "punts_blocked", "sacks",
    "safeties", "turnovers", "defense_interceptions", "defense_fumble_recoveries", "penalties",
    "points_against_defense_special_teams", "two_point_conversion_attempts", "two_point_conversion_succeeded",
    "two_point_conversion_returns",
}  # fmt: skip
LINE = {
    "player", "position", "position_category", "status", "completions", "passing_attempts", "passing_yards",
    "passing_touchdowns", "passing_interceptions", "passer_rating", "rushing_attempts", "rushing_yards",
    "rushing_touchdowns", "rushing_long", "receptions", "receiving_yards", "receiving_touchdowns", "receiving_long",
    "tackles", "sacks", "interceptions", "fumbles_recoveries", "fumbles", "fumbles_lost", "field_goals_made",
    "field_goals_attempted", "field_goals_long", "field_goal_distances", "extra_points_made", "extra_points_attempted",
    "punts", "punts_long", "punting_yards", "inside_20", "kick_returns", "kick_return_yards", "kick_return_long",
    "kick_return_touchdowns", "punt_returns", "punt_return_yards", "punt_return_long", "punt_return_touchdowns",
}  # fmt: skip
PRO_LINE = {
    "snap_counts", "targets", "defense_fumble_recoveries", "fumble_return_touchdowns", "interception_touchdowns",
    "two_point_conversion_pass_attempts", "two_point_conversion_pass_succeeded",
    "two_point_conversion_reception_succeeded", "X_fantasy_points",
}  # fmt: skip
CURRENT = {
    "Quarter", "TimeRemaining", "Down", "Distance", "YardLine", "YardLineTerritory", "Possession", "RedZone", "poss",
    "field",
}  # fmt: skip


@pytest.fixture(scope="module")
def entries(world: World) -> dict[str, list[Entry]]:
    return some_entries(seasons_of(world))


@pytest.fixture(scope="module")
def boxes(entries: dict[str, list[Entry]]) -> dict[str, list[tuple[Entry, dict[str, Any]]]]:
    """Finished live records of `entries`, as on the wire."""
    return {
        sport: [(entry, record.wire()) for entry in some if (record := entry.live(AFTER)) is not None]
        for sport, some in entries.items()
    }


def _everything(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> Iterator[tuple[str, Entry, dict[str, Any]]]:
    for sport, some in boxes.items():
        for entry, box in some:
            yield sport, entry, box


def _lines(box: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for side in SIDES:
        yield from box["player_box"][side].values()


def _sum(box: dict[str, Any], side: str, name: str) -> float:
    """Sum of a figure over a side's players."""
    return sum(line.get(name, 0) for line in box["player_box"][side].values())


def _team(box: dict[str, Any], side: str) -> dict[str, Any]:
    return cast("dict[str, Any]", box["full_box"][side]["team_stats"])


def test_live_records_have_the_declared_keys(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-01] [S2.6-13] [S2.6-15] [S2.6-34] [S2.6-35] Common keys and `week`; `game_arena` for professionals only."""
    common = {
        "sport", "away_team_name", "home_team_name", "game_time", "game_status", "status", "game_ID", "game_location",
        "season_type", "season", "event_name", "round", "full_box", "player_box", "week",
    }  # fmt: skip
    for sport, entry, box in _everything(boxes):
        assert set(box) == common | ({"game_arena"} if sport == "NFL" else set())
        assert box["sport"] == sport
        assert isinstance(box["week"], int)
        assert isinstance(box.get("game_arena", ""), str)
        assert box["game_ID"] == entry.id
        assert re.fullmatch(r"Final( \d*OT)?", box["game_status"])
        assert type(entry.live(AFTER)).record_ is answer(sport, "live").record


def test_both_sides_stand_in_both_boxes(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-02] [S2.6-03] [S2.6-09] [S2.2-12] [S2.2-13] Team keys; an integer `division_name` for colleges."""
    for sport, _, box in _everything(boxes):
        for side in SIDES:
            team = box["full_box"][side]
            assert set(team) == {
                "abbrv", "team_id", "record", "mascot", "division_name", "team_stats", "score", "quarter_scores",
            }  # fmt: skip
            assert isinstance(team["division_name"], str if sport == "NFL" else int)
            assert isinstance(team["team_id"], int)
            assert re.fullmatch(r"\d+-\d+(-\d+)?", team["record"])
            lines = box["player_box"][side]
            assert all(int(key) in simulated.PLAYER_IDS for key in lines)
            assert list(map(int, lines)) == sorted(map(int, lines))
            assert all(line["status"] == "ACT" for line in lines.values())


def test_scores_by_quarter(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-04] [S2.6-11] Keys are numbers in text, overtime counts on; they sum to the score, as in the result."""
    extra = set()
    for _, entry, box in _everything(boxes):
        known = entry.season.result(entry.plan)
        for side, points in zip(SIDES, (known.away, known.home)):
            team = box["full_box"][side]
            quarters = team["quarter_scores"]
            assert list(quarters) == [str(n) for n in range(1, len(quarters) + 1)]
            assert len(quarters) >= 4
            assert sum(quarters.values()) == team["score"]
            assert {int(k): v for k, v in quarters.items()} == points
            extra.add(len(quarters))
    assert max(extra) >= 5


def test_current_object_when_finished(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-06] [S2.6-36] [S2.6-37] Ten keys; at the end F, two empty texts, the rest null."""
    for _, _, box in _everything(boxes):
        current = box["full_box"]["current"]
        assert set(current) == CURRENT
        assert current["Quarter"] == "F"
        assert current["poss"] == current["field"] == ""
        assert all(current[key] is None for key in CURRENT - {"Quarter", "poss", "field"})


def test_current_object_in_play(entries: dict[str, list[Entry]]) -> None:
    """[S2.6-36] [S2.6-37] In play: quarter in text, mm:ss, integers for the down, abbreviations, a flag."""
    seen: set[str] = set()
    for some in entries.values():
        for entry in some[:6]:
            timeline = entry.timeline
            for minutes in range(2, 170, 7):
                record = entry.live(timeline.begins + minutes * MINUTE)
                assert record is not None
                box = record.wire()
                current = box["full_box"]["current"]
                assert set(current) == CURRENT
                assert re.fullmatch(r"\d", current["Quarter"])
                assert re.fullmatch(r"\d\d:\d\d", current["TimeRemaining"])
                names = {box["full_box"][side]["abbrv"] for side in SIDES}
                if current["poss"] is None:
                    assert re.fullmatch(r"Halftime|End .*", box["game_status"])
                    continue
                assert current["Possession"] == current["poss"]
                assert {current["Possession"], current["YardLineTerritory"]} <= names
                assert 1 <= current["YardLine"] <= 50
                assert isinstance(current["RedZone"], bool)
                assert current["field"] == f"{current['YardLineTerritory']} {current['YardLine']}"
                assert box["game_status"].startswith(current["TimeRemaining"])
                if current["Down"] is not None:
                    assert 1 <= current["Down"] <= 4
                    assert current["Distance"] >= 1
                    seen.add("down")
                    if current["RedZone"]:
                        seen.add("red zone")
                        assert current["YardLineTerritory"] != current["Possession"]
    assert seen == {"down", "red zone"}


def test_team_stats_keys(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-38] [S2.6-39] [S2.6-40] [S2.6-42] [S2.6-43] [S2.6-51] 32 keys, and those of the league."""
    assert len(TEAM) == 32
    assert len(TOUCHDOWNS) == 11
    extra = {
        "NCAAFB": {"total_touchdown"},
        "NFL": {"offense_touchdowns", "special_team_touchdowns", "X_fantasy_points"},
    }
    for sport, _, box in _everything(boxes):
        for side in SIDES:
            stats = _team(box, side)
            assert set(stats) == TEAM | extra[sport]
            assert all(isinstance(stats[key], int) for key in (TEAM | extra["NCAAFB"]) & set(stats) - {"penalties"})


def test_penalties_are_an_object(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-41] `penalties` holds `total` and `yards`, as many as were called."""
    for _, entry, box in _everything(boxes):
        called = [one for one in entry.season.plays(entry.plan) if one.kind == FLAG]
        for number, side in enumerate(SIDES):
            own = [one.yards for one in called if one.against == number]
            assert _team(box, side)["penalties"] == {"total": len(own), "yards": sum(own)}


def test_team_stats_agree_with_each_other(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-38] [S2.6-39] Yards, yards allowed, points, touchdowns and turnovers of the two sides fit together."""
    for sport, entry, box in _everything(boxes):
        plays = entry.season.plays(entry.plan)
        for number, (side, other) in enumerate((SIDES, SIDES[::-1])):
            own, theirs = _team(box, side), _team(box, other)
            assert own["total_yards"] == own["passing_yards"] + own["rushing_yards"]
            assert own["total_passing_yards_allowed"] == theirs["passing_yards"]
            assert own["total_rushing_yards_allowed"] == theirs["rushing_yards"]
            assert own["points_against_defense_special_teams"] == box["full_box"][other]["score"]
            assert own["receiving_touchdowns"] == own["passing_touchdowns"]
            assert own["defense_touchdowns"] == own["interception_touchdowns"] + own["fumble_return_touchdowns"]
            assert own["turnovers"] == theirs["defense_interceptions"] + theirs["defense_fumble_recoveries"]
            assert own["blocked_kicks"] == theirs["kicks_blocked"]
            assert own["blocked_punts"] == theirs["punts_blocked"]
            assert own["total_plays"] == sum(one.kind in SCRIMMAGE and one.side == number for one in plays)
            kicked = [f"{kind}_touchdowns" for kind in ("kick_return", "punt_return", "field_goal_return")]
            special = sum(own[key] for key in (*kicked, "blocked_kick_touchdowns", "blocked_punt_touchdowns"))
            attack = own["passing_touchdowns"] + own["rushing_touchdowns"]
            scored = attack + special + own["defense_touchdowns"]
            if sport == "NFL":
                assert (own["offense_touchdowns"], own["special_team_touchdowns"]) == (attack, special)
            else:
                assert own["total_touchdown"] == scored
            points = 6 * scored + 3 * _sum(box, side, "field_goals_made") + _sum(box, side, "extra_points_made")
            points += 2 * own["safeties"] + 2 * own["two_point_conversion_succeeded"]
            points += 2 * own["two_point_conversion_returns"]
            assert points == box["full_box"][side]["score"]


def test_players_add_up_to_their_side(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-44] Players sum to the side; a professional sack costs passing yards, a college one is a carry."""
    targets = attempts = 0
    for sport, entry, box in _everything(boxes):
        plays = entry.season.plays(entry.plan)
        for number, side in enumerate(SIDES):
            own = _team(box, side)
            lost = sum(-one.yards for one in plays if one.kind == SACK and one.side == number)
            assert own["passing_yards"] == _sum(box, side, "passing_yards") - (lost if sport == "NFL" else 0)
            assert own["rushing_yards"] == _sum(box, side, "rushing_yards")
            assert _sum(box, side, "receiving_yards") == _sum(box, side, "passing_yards")
            assert _sum(box, side, "receptions") == _sum(box, side, "completions")
            assert _sum(box, side, "receiving_touchdowns") == own["passing_touchdowns"]
            assert _sum(box, side, "rushing_touchdowns") == own["rushing_touchdowns"]
            assert _sum(box, side, "sacks") == own["sacks"]
            assert _sum(box, side, "interceptions") == own["defense_interceptions"]
            assert _sum(box, side, "fumbles_lost") + _sum(box, side, "passing_interceptions") == own["turnovers"]
            carries = {RUN, KNEEL} | ({SACK} if sport == "NCAAFB" else set())
            ran = sum(one.kind in carries and one.side == number for one in plays)
            assert _sum(box, side, "rushing_attempts") == ran
            if sport == "NFL":
                targets += _sum(box, side, "targets")
                attempts += _sum(box, side, "passing_attempts")
                assert (
                    _sum(box, side, "receptions") <= _sum(box, side, "targets") <= _sum(box, side, "passing_attempts")
                )
                assert _sum(box, side, "defense_fumble_recoveries") == own["defense_fumble_recoveries"]
    assert 0.93 < targets / attempts < 0.98  # the others are thrown away


def test_sparse_lines(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-16] [S2.6-45] [S2.6-46] Whole families or none; `fumbles` above 0; ball carriers have `fumbles_lost`."""
    kickers = defenders = 0
    for sport, _, box in _everything(boxes):
        for line in _lines(box):
            assert set(line) <= LINE | (PRO_LINE if sport == "NFL" else set())
            assert {"player", "position", "position_category", "status"} <= set(line)
            assert None not in line.values()
            assert line["position_category"] in ("OFF", "DEF", "ST")
            for name, family in FAMILIES.items():
                if name != "Fumbles":
                    assert set(family) <= set(line) or not set(family) & set(line), (name, line)
            assert line.get("fumbles", 1) > 0
            carries = ("rushing_attempts", "passing_attempts", "kick_returns", "punt_returns", "receptions")
            assert "fumbles_lost" in line or not any(line.get(name) for name in carries)
            assert line.get("fumbles_lost", 0) <= line.get("fumbles", 0)
            if sport == "NCAAFB":
                assert len(line) > 4, "nobody without a figure"
            kickers += "field_goals_made" in line and "tackles" not in line
            defenders += "tackles" in line and "rushing_yards" not in line
    assert kickers
    assert defenders


def test_every_player_key_occurs(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-44] [S2.6-45] [S2.6-48] Each declared key is reached, the professional ones by professionals only."""
    for sport in BOTH:
        keys = {key for _, box in boxes[sport] for line in _lines(box) for key in line}
        assert keys == LINE | (PRO_LINE if sport == "NFL" else set())
    snaps = next(line for line in _lines(boxes["NFL"][0][1]))["snap_counts"]
    assert set(snaps) == {"offense", "defense", "specialTeams"}
    assert len(LINE) == 42


def test_types_of_the_figures(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-47] Integers, yards below 0 among them; rating a number; sacks with halves; longest never below 0."""
    halves = negative = 0
    for _, _, box in _everything(boxes):
        for line in _lines(box):
            for key, value in line.items():
                if key in ("player", "position", "position_category", "status", "snap_counts"):
                    continue
                if key == "field_goal_distances":
                    assert isinstance(value, list)
                    assert len(value) == line["field_goals_made"]
                    assert max(value, default=0) == line["field_goals_long"]
                    assert all(isinstance(distance, int) and 17 < distance < 70 for distance in value)
                elif key in ("passer_rating", "sacks", "X_fantasy_points"):
                    assert isinstance(value, float)
                else:
                    assert isinstance(value, int)
                if key.endswith("_long"):
                    assert value >= 0
            halves += line.get("sacks", 0) % 1 == 0.5
            assert line.get("sacks", 0) * 2 % 1 == 0
            negative += line.get("rushing_yards", 0) < 0
    assert halves
    assert negative


def test_snap_counts(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-45] Eleven snaps to a play and unit; nobody has more than there were plays."""
    for entry, box in boxes["NFL"]:
        plays = entry.season.plays(entry.plan)
        for number, (side, other) in enumerate((SIDES, SIDES[::-1])):
            snaps = sum((one.kind in SCRIMMAGE or one.kind == TWO_POINT) and one.side == number for one in plays)
            own = [line["snap_counts"] for line in box["player_box"][side].values()]
            theirs = [line["snap_counts"] for line in box["player_box"][other].values()]
            assert sum(count["offense"] for count in own) == 11 * snaps
            assert sum(count["defense"] for count in theirs) == 11 * snaps
            assert max(count["offense"] for count in own) == snaps


def test_fantasy_points(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-48] [S2.6-49] [S2.6-50] One scoring function for players and sides; none for colleges."""
    for _, box in boxes["NFL"]:
        for line in _lines(box):
            assert line["X_fantasy_points"] == fantasy_points(line)
        for side in SIDES:
            stats = _team(box, side)
            assert stats["X_fantasy_points"] == fantasy_points(stats)
    assert fantasy_points({"passing_yards": 250, "passing_touchdowns": 2, "passing_interceptions": 1}) == 16
    assert fantasy_points({"field_goals_made": 2, "field_goal_distances": [30, 52], "extra_points_made": 1}) == 9
    assert fantasy_points({"sacks": 3, "points_against_defense_special_teams": 10, "passing_touchdowns": 4}) == 7
    assert all("X_fantasy_points" not in line for _, box in boxes["NCAAFB"] for line in _lines(box))


def test_passer_rating_formulas(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """[S2.6-44] The professional formula runs from 0 to 158.3, the college one has no bounds; lines follow theirs."""
    assert rating("NFL", 10, 10, 200, 3, 0) == 158.3
    assert rating("NFL", 10, 0, 0, 0, 5) == 0
    assert rating("NFL", 461, 324, 3969, 35, 10) == 112.8
    assert rating("NCAAFB", 1, 1, 80, 1, 0) == 1102
    for sport, _, box in _everything(boxes):
        for line in _lines(box):
            if "passer_rating" in line:
                given = (line[f"passing_{name}"] for name in ("yards", "touchdowns", "interceptions"))
                if line["passing_attempts"]:
                    known = rating(sport, line["passing_attempts"], line["completions"], *given)
                    assert line["passer_rating"] == known


@pytest.mark.parametrize("sport", BOTH)
def test_a_game_in_progress_is_a_prefix(entries: dict[str, list[Entry]], sport: str) -> None:
    """Counters never fall as the game goes on, end at the finished box, and the record text changes only at the end."""
    for entry in entries[sport][:4]:
        timeline = entry.timeline
        steps = [timeline.begins + (timeline.ends - timeline.begins) * k / 12 for k in range(13)]
        boxes = [record.wire() for step in steps if (record := entry.live(step)) is not None]
        assert len(boxes) == 13
        finished = entry.live(AFTER)
        assert finished is not None
        assert boxes[-1] == finished.wire()
        for one, two in pairwise(boxes):
            for side in SIDES:
                early, late = one["player_box"][side], two["player_box"][side]
                assert set(early) <= set(late)
                for key, line in early.items():
                    for name in ("passing_attempts", "receptions", "tackles", "sacks", "punts", "field_goals_made"):
                        assert line.get(name, 0) <= late[key].get(name, 0)
                was, now = one["full_box"][side], two["full_box"][side]
                assert was["score"] <= now["score"]
                assert was["team_stats"]["total_plays"] <= now["team_stats"]["total_plays"]
                final = list(now["quarter_scores"].items())
                assert list(was["quarter_scores"].items())[:-1] == final[: len(was["quarter_scores"]) - 1]
        for side in SIDES:
            texts = [box["full_box"][side]["record"] for box in boxes]
            assert len(set(texts[:-1])) == 1
            assert sum(map(int, texts[-1].split("-"))) - sum(map(int, texts[0].split("-"))) in (0, 1)


def test_the_same_world_plays_the_same_games(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """Equal seeds give equal boxes, whatever was asked before; another seed gives others."""
    for sport in BOTH:
        entry, box = boxes[sport][-1]
        again = World().season(sport, 2024).find(entry.id)
        assert again is not None
        record = again.live(AFTER)
        assert record is not None
        assert record.wire() == box
        other = World(7).season(sport, 2024)
        assert [club.name for club in other.clubs] != [club.name for club in entry.season.clubs]
