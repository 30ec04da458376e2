"""The simulated football of both leagues: schedules, playoffs, boxes that add up, states by the clock, calibration."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from time import process_time
from typing import Any, cast

import pytest

from sportsframe.catalog import answer, simulated
from sportsframe.catalog.football import FAMILIES
from sportsframe.catalog.grammar import STATUSES
from sportsframe.world import World, football_calendar, football_college
from sportsframe.world.football import TARGETS, Entry, Season, figures
from sportsframe.world.football_box import fantasy_points, rating
from sportsframe.world.football_log import Side, result
from sportsframe.world.football_play import play
from sportsframe.world.football_rules import (
    EXTRA_POINT,
    FIELD_GOAL,
    FLAG,
    KICKOFF,
    KNEEL,
    PASS,
    RUN,
    SACK,
    SCRIMMAGE,
    TWO_POINT,
    field_goal,
    rules,
)
from sportsframe.world.rng import stream

AFTER = datetime(2031, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SIDES = ("away_team", "home_team")
BOTH = ("NFL", "NCAAFB")

ROW = {
    "away_team": str, "home_team": str, "away_team_ID": int, "home_team_ID": int, "game_ID": str, "game_time": str,
    "season_type": str, "event_name": (str, type(None)), "round": (int, type(None)), "season": str, "status": str,
    "week": int, "arena": str, "city": str, "state": (str, type(None)), "country": str, "postal_code": str,
    "latitude": float, "longitude": float, "dome": int, "field": str,
}  # fmt: skip
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
def world() -> World:
    """The world of the default seed."""
    return World()


@pytest.fixture(scope="module")
def seasons(world: World) -> dict[str, Season]:
    """The seasons of 2024-25 of both leagues."""
    return {sport: cast("Season", world.season(sport, 2024)) for sport in BOTH}


@pytest.fixture(scope="module")
def entries(seasons: dict[str, Season]) -> dict[str, list[Entry]]:
    """Some forty games of each season that are played, games beyond regulation and of the postseason among them."""
    found = {}
    for sport, season in seasons.items():
        own = [entry for entry in cast("list[Entry]", season.regular()) if entry.plan.fate is None]
        beyond = [entry for entry in own if max(season.result(entry.plan).home) > 4][:8]
        late = cast("list[Entry]", season.postseason())
        found[sport] = list(dict.fromkeys(own[:: len(own) // 24] + beyond + late[-11:]))
    return found


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


@pytest.mark.parametrize("sport", BOTH)
def test_schedule_rows(seasons: dict[str, Season], sport: str) -> None:
    """[S2.3-01] [S2.3-05] [S2.3-06] [S2.2-14] Rows have the common keys, `week` and the venue, with their types."""
    season = seasons[sport]
    seen = set()
    for entry in season.all():
        row = entry.schedule(AFTER).wire()
        assert set(row) == set(ROW)
        assert all(isinstance(row[key], kind) for key, kind in ROW.items()), row
        assert row["season"] == "2024-2025"
        assert row["season_type"] in ("Regular Season", "Playoffs", "Postseason")
        assert row["status"] in STATUSES
        assert row["dome"] in (0, 1)
        assert row["field"] in ("grass", "turf")
        assert row["game_ID"] == f"{entry.day:%Y%m%d}-{row['away_team_ID']}-{row['home_team_ID']}"
        assert row["away_team_ID"] in simulated.TEAM_IDS
        assert row["home_team_ID"] in simulated.TEAM_IDS
        seen.add(row["game_ID"])
    assert len(seen) == len(season.all())
    assert season.opens <= min(entry.day for entry in season.all())
    assert season.closes == max(entry.day for entry in season.all())


def test_round_and_event_name_belong_to_the_postseason(seasons: dict[str, Season]) -> None:
    """[S2.3-01] [S2.3-11] In the regular season both are null; rounds of the playoffs count from 1 as integers."""
    for sport, season in seasons.items():
        assert all(e.schedule(AFTER).wire()["round"] is None for e in season.regular())
        assert all(e.schedule(AFTER).wire()["event_name"] is None for e in season.regular())
        rounds = Counter(e.schedule(AFTER).wire()["round"] for e in season.postseason())
        assert {k: v for k, v in rounds.items() if k} == (
            {1: 6, 2: 4, 3: 2, 4: 1} if sport == "NFL" else {1: 4, 2: 4, 3: 2, 4: 1}
        )
        assert all(e.schedule(AFTER).wire()["event_name"] for e in season.postseason())


@pytest.mark.parametrize("year", [2004, 2017, 2024, 2026])
def test_a_professional_season_has_seventeen_games_and_a_bye(world: World, year: int) -> None:
    """272 games in 18 weeks: 17 a club, 8 or 9 at home, 6 in the division, one bye in weeks 5 to 14."""
    season = cast("Season", world.season("NFL", year))
    games = [plan for plan in season.plans if plan.fate != "postponed"]
    assert len(games) == 272
    assert sorted(Counter(plan.week for plan in games)) == list(range(1, 19))
    assert all(13 <= number <= 16 for number in Counter(plan.week for plan in games).values())
    for club in season.clubs:
        own = [plan for plan in games if club in (plan.away, plan.home)]
        weeks = Counter(plan.week for plan in own)
        assert len(own) == 17
        assert set(weeks.values()) == {1}
        assert (set(range(1, 19)) - set(weeks)) <= set(football_calendar.BYES)
        assert sum(plan.home is club for plan in own) in (8, 9)
        rivals = [other for plan in own if (other := plan.away if plan.home is club else plan.home).group == club.group]
        assert sorted(Counter(other.id for other in rivals).values()) == [2, 2, 2]
        assert sum((plan.away if plan.home is club else plan.home).conference != club.conference for plan in own) == 5
    assert all(plan.away.group == plan.home.group for plan in games if plan.week == 18)


def test_days_and_hours_of_the_professionals(seasons: dict[str, Season]) -> None:
    """Sundays mostly, Saturdays from December on, three games on the November holiday, five abroad."""
    plans = [plan for plan in seasons["NFL"].plans if plan.fate is None]
    share = Counter(plan.day.weekday() for plan in plans)
    assert 0.78 < share[6] / len(plans) < 0.87
    assert all(plan.day.month in (12, 1) for plan in plans if plan.day.weekday() == 5)
    assert sum(plan.day == date(2024, 11, 28) for plan in plans) == 3
    assert sum(plan.neutral for plan in plans) == 5
    assert {plan.place.country for plan in plans if plan.neutral}.isdisjoint({"USA"})
    western = [p for p in plans if p.home.place.zone == "America/Los_Angeles" and not p.neutral]
    assert all(plan.start.hour >= 20 or plan.start.hour < 3 for plan in western if plan.day.weekday() == 6)
    assert len(seasons["NFL"].on_days(date(2024, 11, 10), date(2024, 11, 10))) >= 10
    evening = [plan for plan in plans if plan.start.date() != plan.day]
    assert evening
    assert all(plan.start.date() == plan.day + timedelta(days=1) for plan in evening)


def test_the_professional_playoffs(seasons: dict[str, Season]) -> None:
    """Seven a conference; the first seed rests; the best left meets the last left; weeks keep counting."""
    season = seasons["NFL"]
    late = season.late_plans
    assert [plan.round for plan in late] == [1] * 6 + [2] * 4 + [3] * 2 + [4]
    assert [plan.week for plan in late] == [19] * 6 + [20] * 4 + [21] * 2 + [22]
    for conference, field in season.seeds().items():
        groups = [club.group for club in field[:4]]
        assert sorted(groups) == sorted({club.group for club in season.clubs if club.conference == conference})
        place = {club.id: number for number, club in enumerate(field, 1)}
        left = set(place.values())
        for number in (1, 2, 3):
            games = [p for p in late if p.round == number and p.home.conference == conference]
            rest = left - {1} if number == 1 else left
            order = sorted(rest)
            assert {(place[p.home.id], place[p.away.id]) for p in games} == set(
                zip(order, order[::-1][: len(order) // 2])
            )
            left -= {place[(p.away if season.margin(p) > 0 else p.home).id] for p in games}
    final = late[-1]
    assert final.neutral
    assert final.away.conference != final.home.conference
    assert (final.day.month, final.day.weekday()) == (2, 6)
    assert final.event_name == football_calendar.ROUNDS[3]
    assert all(season.margin(plan) for plan in late), "no ties in the postseason"


@pytest.mark.parametrize("year", [2019, 2024, 2026])
def test_a_college_season(world: World, year: int) -> None:
    """134 clubs of 12 games, 8 in the conference, one or two guests at home; Saturdays mostly, rest between games."""
    season = cast("Season", world.season("NCAAFB", year))
    top = {club.id for club in season.clubs if club.division != "Lower"}
    planned = [plan for plan in season.plans if plan.successor is None]
    assert len(top) == 134
    assert len(planned) == pytest.approx(903, rel=0.03)
    games: dict[int, list[Any]] = defaultdict(list)
    for plan in planned:
        games[plan.away.id].append(plan)
        games[plan.home.id].append(plan)
    assert sum(len(games[team]) == 12 for team in top) >= 130
    assert all(11 <= len(games[team]) <= 12 for team in top)
    members = [club for club in season.clubs if club.id in top and club.conference != "Independent"]
    assert all(sum(plan.conference for plan in games[club.id]) == 8 for club in members)
    guests = [plan for plan in planned if plan.away.division == "Lower"]
    assert len(guests) == pytest.approx(1.25 * 134, abs=3)
    assert all(plan.home.division != "Lower" for plan in planned)
    played = [plan for plan in planned if plan.fate is None]
    for team in top:
        days = sorted(plan.day for plan in games[team] if plan.fate is None)
        assert min((two - one).days for one, two in pairwise(days)) >= 4
    weekdays = Counter(plan.day.weekday() for plan in played)
    assert weekdays[5] / len(played) == pytest.approx(0.82, abs=0.04)
    midweek = [plan for plan in played if plan.day.weekday() in (1, 2)]
    assert len(midweek) > 15
    assert all(date(year, 10, 27) < plan.day < date(year, 11, 26) for plan in midweek)


def test_college_champions_bowls_and_playoff(world: World, seasons: dict[str, Season]) -> None:
    """Nine championships, 34 or 35 bowls on neutral ground, a playoff of twelve since 2024 and of four before."""
    season = seasons["NCAAFB"]
    titles = [plan for plan in season.late_plans if plan.season_type == "Regular Season"]
    assert len(titles) == 9
    assert len({plan.event_name for plan in titles}) == 9
    assert all(plan.home.group == plan.away.group for plan in titles)
    playoff = [plan for plan in season.late_plans if plan.round]
    bowls = [plan for plan in season.late_plans if plan.season_type == "Postseason" and not plan.round]
    assert 34 <= len(bowls) <= 35
    assert all(plan.neutral and plan.event_name in football_college.BOWLS for plan in bowls)
    assert all(plan.neutral == (plan.round != 1) for plan in playoff)
    clubs = [club.id for plan in bowls for club in (plan.away, plan.home)]
    assert len(clubs) == len(set(clubs))
    field = {club.id for plan in playoff for club in (plan.away, plan.home)}
    assert len(field) == 12
    assert not field & set(clubs)
    rested = field - {club.id for plan in playoff if plan.round == 1 for club in (plan.away, plan.home)}
    champions = {(plan.home if season.margin(plan) > 0 else plan.away).id for plan in titles}
    assert len(rested) == 4
    assert rested <= champions
    assert playoff[-1].day == date(2025, 1, 20)
    before = cast("Season", world.season("NCAAFB", 2022))
    assert Counter(plan.round for plan in before.late_plans if plan.round) == {1: 2, 2: 1}


def test_one_row_is_one_game(world: World) -> None:
    """[S2.2-11] A pair meets at most once a day, moved games included; what is moved has a row of its own."""
    for sport, years in (("NFL", range(2010, 2020)), ("NCAAFB", range(2020, 2024))):
        seen: Counter[str] = Counter()
        for year in years:
            season = cast("Season", world.season(sport, year))
            ids = [entry.id for entry in season.regular()]
            assert len(ids) == len(set(ids))
            for plan in season.plans:
                seen[plan.fate or "played"] += 1
                if plan.successor is not None:
                    assert plan.successor in season.plans
                    assert plan.successor.fate is None
                    assert plan.fate in ("postponed", "replaced")
        total = seen.total()
        assert 0 < seen["postponed"] / total < 0.011
        assert seen["cancelled"] / total < 0.007
        assert (seen["replaced"] > 0) == (sport == "NCAAFB")


def test_statuses_by_the_clock(world: World) -> None:
    """[S3-04] [S3-07] From scheduled over in progress to finished; a moved game stays postponed and off live."""
    for sport in BOTH:
        season = cast("Season", world.season(sport, 2023))
        entries = cast("list[Entry]", season.regular())
        seen = set()
        for entry in [e for e in entries if e.plan.fate is None][:240]:
            words = [entry.status(entry.start + minutes * MINUTE) for minutes in range(-60, 330, 15)]
            order = [word for word, _ in pairwise([*words, ""]) if word]
            compact = [word for k, word in enumerate(order) if k == 0 or order[k - 1] != word]
            assert compact[0] == "scheduled"
            assert compact[-1] in ("final", "completed", "inprogress", "suspended")
            assert len(compact) == len(set(compact))
            assert entry.live(entry.start - MINUTE) is None
            seen.update(compact)
        assert {"final", "completed", "inprogress", "delayed"} <= seen
        moved = [e for e in entries if e.plan.fate]
        assert moved
        for entry in moved:
            assert entry.status(AFTER) == entry.plan.fate
            assert entry.live(AFTER) is None
            assert entry.status(entry.start - timedelta(days=60)) == "scheduled"


def test_a_suspended_game_goes_on_the_next_day(world: World) -> None:
    """A suspended game stands still, shows what was played, and is finished under its own id a day later."""
    for year in range(2000, 2020):
        season = cast("Season", world.season("NCAAFB", year))
        for entry in cast("list[Entry]", season.regular()):
            if (pause := entry.course.pause) is not None:
                halted, resumed = pause
                assert entry.status(halted) == "suspended"
                assert resumed - halted >= timedelta(hours=6)
                one, two = entry.live(halted), entry.live(resumed - MINUTE)
                assert one is not None
                assert two is not None
                assert one.wire() == two.wire()
                assert one.wire()["status"] == "suspended"
                assert entry.status(resumed + MINUTE) == "inprogress"
                assert entry.status(entry.course.ends) in ("final", "completed")
                return
    raise AssertionError("no suspended game in twenty seasons")


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
        assert type(entry.live(AFTER)) is answer(sport, "live").record


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
            course = entry.course
            for minutes in range(2, 170, 7):
                record = entry.live(course.begins + minutes * MINUTE)
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
                assert _sum(box, side, "targets") == _sum(box, side, "passing_attempts")
                assert _sum(box, side, "defense_fumble_recoveries") == own["defense_fumble_recoveries"]


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
            carried = {"rushing_attempts", "passing_attempts", "kick_returns", "punt_returns"} & set(line)
            assert "fumbles_lost" in line or not (carried or line.get("receptions"))
            assert line.get("fumbles_lost", 0) <= line.get("fumbles", 0)
            if sport == "NCAAFB":
                assert len(line) > 4, "nobody without a figure"
            kickers += "field_goals_made" in line and "tackles" not in line
            defenders += "tackles" in line and "rushing_yards" not in line
    assert kickers
    assert defenders


def test_every_player_key_occurs(
    seasons: dict[str, Season], boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]
) -> None:
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
        course = entry.course
        steps = [course.begins + (course.ends - course.begins) * k / 12 for k in range(13)]
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


@pytest.mark.parametrize("sport", BOTH)
def test_plays_follow_the_rules(entries: dict[str, list[Entry]], sport: str) -> None:
    """Time runs forward, downs go to four, the ball stays on the field, a first down means the yards were made."""
    for entry in entries[sport]:
        plays = entry.season.plays(entry.plan)
        for one, two in pairwise(plays):
            assert one.at <= two.at
            assert (one.quarter, -one.clock) <= (two.quarter, -two.clock)
        for one in plays:
            assert one.points in (0, 1, 2, 3, 6)
            if one.kind in SCRIMMAGE:
                assert 1 <= one.down <= 4
                assert 1 <= one.spot <= 99
                assert one.yards <= one.spot
                assert one.first <= (one.yards >= one.distance)
            if one.kind == FIELD_GOAL:
                assert one.yards == one.spot + 17
            if one.kind == PASS and one.taken:
                assert not one.good
        assert plays[0].kind == KICKOFF
        assert sum(one.kind in (EXTRA_POINT, TWO_POINT) for one in plays) <= sum(one.points == 6 for one in plays) + 20


def _overtimes(sport: str, year: int, *, late: bool, count: int) -> Iterator[list[Any]]:
    given = rules(sport, year, late)
    for number in range(count):
        plays = play(stream("test", sport, year, late, number), given, Side(), Side(), must_end=late)
        if plays[-1].quarter > 4:
            yield plays


def test_professional_overtime() -> None:
    """One period that may end level; played on in the postseason; until 2024 a first touchdown ends it."""
    regular = list(_overtimes("NFL", 2023, late=False, count=900))
    assert {plays[-1].quarter for plays in regular} == {5}
    assert any(result(plays).margin == 0 for plays in regular)
    playoff = list(_overtimes("NFL", 2023, late=True, count=500))
    assert all(result(plays).margin for plays in playoff)
    for plays in regular:
        extra = [one for one in plays if one.quarter == 5]
        touchdowns = [one for one in extra if one.points == 6]
        assert len(touchdowns) <= 1
        if touchdowns:
            assert extra[-1] is touchdowns[0], "no try is played"
    answered = [
        plays
        for plays in _overtimes("NFL", 2025, late=False, count=900)
        if sum(one.points == 6 for one in plays if one.quarter == 5) == 2
    ]
    assert answered, "since 2025 a touchdown can be answered"


def test_college_overtime() -> None:
    """Possessions from the 25 in turn; two-point tries after touchdowns in the second, nothing else from the third."""
    games = list(_overtimes("NCAAFB", 2024, late=False, count=1200))
    assert games
    deep = 0
    for plays in games:
        assert result(plays).margin
        for quarter in range(5, plays[-1].quarter + 1):
            extra = [one for one in plays if one.quarter == quarter]
            assert all(one.clock == 0 for one in extra)
            if quarter >= 7:
                deep += 1
                assert {one.kind for one in extra} == {TWO_POINT}
                assert {one.side for one in extra} <= {0, 1}
            else:
                assert extra[0].spot == 25
                assert KICKOFF not in {one.kind for one in extra}
            if quarter >= 6:
                assert EXTRA_POINT not in {one.kind for one in extra}
    assert deep


def test_field_goals_get_harder_with_distance() -> None:
    """The chance falls from yard to yard, and is lower for colleges."""
    for sport in BOTH:
        chances = [field_goal(rules(sport, 2024), yards) for yards in range(18, 70)]
        assert chances == sorted(chances, reverse=True)
    assert field_goal(rules("NFL", 2024), 45) > field_goal(rules("NCAAFB", 2024), 45)


def test_the_same_world_plays_the_same_games(boxes: dict[str, list[tuple[Entry, dict[str, Any]]]]) -> None:
    """Equal seeds give equal boxes, whatever was asked before; another seed gives others."""
    for sport in BOTH:
        entry, box = boxes[sport][-1]
        again = World().season(sport, 2024).find(entry.id)
        assert again is not None
        record = again.live(AFTER)
        assert record is not None
        assert record.wire() == box
        assert World(7).season(sport, 2024).regular()[0].id != entry.season.regular()[0].id or sport == "NCAAFB"


@pytest.mark.parametrize(("sport", "limit"), [("NFL", 1.5), ("NCAAFB", 3.0)])
def test_standings_of_a_season_are_cheap(sport: str, limit: float) -> None:
    """A season's results, without a box built, take no longer than the limit in seconds of work."""
    season = cast("Season", World(11).season(sport, 2021))
    begun = process_time()
    assert season.postseason()
    assert process_time() - begun < limit


def test_records_count_the_games_played(seasons: dict[str, Season]) -> None:
    """Wins, losses and ties of all clubs after their last game are the games played; wins equal losses."""
    season = seasons["NFL"]
    totals = [season.tally(club.id, season._games_of[club.id]) for club in season.clubs]
    assert sum(w for w, _, _ in totals) == sum(l for _, l, _ in totals)
    assert sum(map(sum, totals)) == 2 * sum(plan.fate is None for plan in season.plans)
    last = next(entry for entry in cast("list[Entry]", season.regular()) if entry.plan.week == 18)
    record = last.live(AFTER)
    assert record is not None
    wins, losses, ties = season.tally(last.plan.home.id, season._games_of[last.plan.home.id])
    text = f"{wins}-{losses}" + (f"-{ties}" if ties else "")
    assert record.wire()["full_box"]["home_team"]["record"] == text


SPANS: dict[str, Callable[[], range]] = {"NFL": lambda: range(2013, 2025), "NCAAFB": lambda: range(2022, 2025)}


@pytest.mark.parametrize("sport", BOTH)
def test_calibration(world: World, sport: str) -> None:
    """Every target is met by the simulated seasons: points, margins, quarters, yards, kicks, turnovers, hours."""
    measured = figures(world, sport, SPANS[sport]())
    missed = {
        target.name: (measured[target.name], target.bounds)
        for target in TARGETS[sport]
        if not target.met(measured[target.name])
    }
    assert not missed
