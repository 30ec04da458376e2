"""The simulated tour of golf: the year, leaderboards that move with the clock and add up, calibration."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from itertools import pairwise
from statistics import fmean
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

import sportsframe as sf
from sportsframe.catalog import answer, simulated
from sportsframe.catalog.records import fields, http_date
from sportsframe.simulation import World
from sportsframe.simulation._common.rng import stream
from sportsframe.simulation.golf import play
from sportsframe.simulation.golf.season import STOPS, TOUR, UNOFFICIAL, WINNERS, Season, Tournament, homes
from sportsframe.simulation.golf.venues import playable

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

AFTER = datetime(2030, 1, 1, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ROUNDS = ("round_1", "round_2", "round_3", "round_4")


@pytest.fixture(scope="module")
def season(world: World) -> Season:
    """The year 2024."""
    return cast("Season", world.season("PGA", 2024))


@pytest.fixture(scope="module")
def stroke(season: Season) -> list[Tournament]:
    """Tournaments of every size and cut: stroke play, every player for himself."""
    return [
        entry for entry in season.regular()[::3] if STOPS[entry.stop].format == "stroke" and entry.unplayed_as is None
    ]


def board(entry: Tournament, now: datetime) -> dict[str, Any]:
    """The live record of a tournament that has begun."""
    record = entry.live(now)
    assert record is not None
    return record.wire()


def of_format(season: Season, name: str) -> Tournament:
    """The tournament of a year that has this format."""
    return next(entry for entry in season.regular() if STOPS[entry.stop].format == name)


def by_number(entry: Tournament) -> dict[str, int]:
    """Place in the field by player id."""
    return {str(person.id): n for n, person in enumerate(entry.field)}


def test_a_row_is_a_tournament(season: Season) -> None:
    """[S1-07] [S2.5-01] [S2.2-17] One row a tournament with all its keys; no season and no game id is made up."""
    rows = [entry.schedule(AFTER).wire() for entry in season.all()]
    assert 46 <= len(rows) <= 50
    assert len({row["tournament_ID"] for row in rows}) == len(rows)
    keys = {spec.wire for spec in fields(answer("PGA", "schedule").record)}
    texts = ("tournament_ID", "tournament", "location", "date", "city", "country", "postal_code", "purse", "timezone",
             "status", "format", "start_time", "tournament_start", "tournament_end")  # fmt: skip
    for row in rows:
        assert row.keys() == keys
        assert not {"season", "game_ID", "game_time", "season_type"} & keys
        assert all(isinstance(row[name], str) for name in texts)
        assert isinstance(row["latitude"], float)
        assert isinstance(row["longitude"], float)
        assert isinstance(row["course"], list)


def test_ids(season: Season) -> None:
    """[S2.5-03] [S2.5-05] Ids are the year, an underscore and a number; event ids are integers."""
    for entry in season.regular():
        row = entry.schedule(AFTER).wire()
        year, number = row["tournament_ID"].split("_")
        assert year == "2024"
        assert int(number) in simulated.TOURNAMENT_NUMBERS
        assert type(row["event_ID"]) is int


def test_an_event_keeps_its_number(world: World, season: Season) -> None:
    """The event id names the same tournament in every year, with its format and nearly always its place."""
    before = {entry.stop: entry for entry in cast("Season", world.season("PGA", 2023)).regular()}
    same = 0
    for entry in season.regular():
        row, old = entry.schedule(AFTER).wire(), before[entry.stop].schedule(AFTER).wire()
        assert row["event_ID"] == old["event_ID"]
        assert row["format"] == old["format"]
        same += row["city"] == old["city"]
    assert same > 40


def test_courses(season: Season) -> None:
    """[S2.5-02] A course has par, name and yards; most tournaments have one, a few two or three."""
    count: Counter[int] = Counter()
    for entry in season.regular():
        courses = entry.schedule(AFTER).wire()["course"]
        count[len(courses)] += 1
        for course, ground in zip(courses, entry.grounds, strict=True):
            assert course.keys() == {"name", "par", "yards"}
            assert course["par"] == sum(hole.par for hole in ground.holes)
            assert 70 <= course["par"] <= 73
            assert 6830 <= course["yards"] <= 7850
    assert count[1] / sum(count.values()) > 0.85
    assert count[2]
    assert count[3]


def test_texts_are_texts(season: Season) -> None:
    """[S2.5-04] [S2.5-06] Range, first and last day and purse are display text; the start is an HTTP date."""
    for entry in season.regular():
        row = entry.schedule(AFTER).wire()
        assert re.fullmatch(r"\$\d{1,2},\d{3},\d{3}", row["purse"])
        assert re.fullmatch(r"[A-Z][a-z]{2} \d+ - ([A-Z][a-z]{2} )?\d+, 2024", row["date"])
        assert re.fullmatch(r"[A-Z][a-z]+ \d{1,2}, 2024", row["tournament_start"])
        assert parsedate_to_datetime(row["start_time"]) == entry.start
        assert row["format"] in ("stroke", "team", "modified points")
    purses = [entry.purse for entry in season.regular()]
    assert min(purses) >= 3_800_000
    assert max(purses) == 25_000_000


def test_covered_is_a_flag(season: Season) -> None:
    """[S2.5-07] 1 where the live data are complete; of the others only finished rounds are known."""
    assert {entry.schedule(AFTER).wire()["covered"] for entry in season.regular()} == {0, 1}
    entry = next(entry for entry in season.regular() if not entry.kind.covered and entry.unplayed_as is None)
    for hours in (3, 6, 27, 30):
        for line in board(entry, entry.start + HOUR * hours)["field"].values():
            assert line.get("thru", 0) in (0, 18) or line["status"] == "withdrawn"


def test_the_year(season: Season, world: World) -> None:
    """[S4-15] [S4-23] Tournaments begin on a Thursday morning of the year; that day alone selects them."""
    for year in (2024, 2025, 2026):
        for entry in world.season("PGA", year).all():
            assert isinstance(entry, Tournament)
            assert entry.day.weekday() == 3
            assert entry.day.year == year
            local = entry.start.astimezone(ZoneInfo(entry.place.zone))
            assert local.date() == entry.day
            assert 6.5 <= local.hour + local.minute / 60 <= 9.5
    first = season.regular()[0]
    assert season.on_days(first.day, first.day) == [first]
    assert not season.on_days(first.day + DAY, first.day + 3 * DAY)
    assert season.opens <= date(2024, 1, 8)
    assert max(entry.day for entry in season.all()) <= season.closes


def test_kinds_of_tournaments(season: Season) -> None:
    """Four majors, eight of the largest purses, three play-offs for 70, 50 and 30, and weeks with two tournaments."""
    kinds = Counter(STOPS[entry.stop].kind for entry in season.regular())
    assert kinds["major"] == 4
    assert kinds["signature"] + kinds["signature cut"] == 8
    assert [STOPS[e.stop].field for e in season.regular() if STOPS[e.stop].kind == "play-off"] == [70, 50, 30]
    assert max(Counter(entry.day for entry in season.regular()).values()) == 2
    formats = Counter(STOPS[entry.stop].format for entry in season.regular())
    assert formats["stroke"] / formats.total() > 0.93


def test_fields(season: Season) -> None:
    """Players are of the tour's range of ids, nobody is entered twice, nor in two tournaments of a week."""
    by_day: dict[date, set[int]] = {}
    for entry in season.regular():
        ids = {person.id for person in entry.field}
        assert len(ids) == len(entry.field)
        assert len(ids) == STOPS[entry.stop].field or STOPS[entry.stop].title == WINNERS
        assert all(n in simulated.PLAYER_IDS for n in ids)
        assert not ids & by_day.get(entry.day, set())
        by_day.setdefault(entry.day, set()).update(ids)
    tour = {person.id for person in season.players[:TOUR]}
    assert len(tour) == TOUR
    finals = [{p.id for p in e.field} for e in season.regular() if STOPS[e.stop].kind == "play-off"]
    assert finals[0] > finals[1] > finals[2]


def test_players_come_back(world: World, season: Season) -> None:
    """Most players of a year are those of the year before."""
    before = {person.id for person in cast("Season", world.season("PGA", 2023)).players[:TOUR]}
    now = {person.id for person in season.players[:TOUR]}
    assert 0.75 * TOUR < len(before & now) < TOUR


def test_the_live_record(stroke: list[Tournament]) -> None:
    """[S2.8-09] [S2.2-13] The assumed members, and a field that is a map by player id; tee times are HTTP dates."""
    keys = {spec.wire for spec in fields(answer("PGA", "live").record)}
    for entry in stroke[:6]:
        record = board(entry, entry.start + 30 * HOUR)
        assert record.keys() == keys
        assert record["tournament_ID"] == entry.id
        assert record["current"].keys() == {"round", "status"}
        assert record["field"].keys() == {str(person.id) for person in entry.field}
        assert record["tee_times"].keys() == record["starting_holes"].keys() <= record["field"].keys()
        assert set(record["starting_holes"].values()) <= {1, 10}
        for key, text in record["tee_times"].items():
            assert parsedate_to_datetime(text) >= entry.start
            assert record["field"][key]["tee_time"] == text


def test_tee_times_and_starting_holes_are_in_the_table_of_players() -> None:
    """What the record's own maps of them hold has no table: the players have all of it, beside their names."""
    record = json.loads(sf.raw("2024-06-13", "PGA", resource="live"))["data"]["PGA"][0]
    players = sf.live("2024-06-13", "PGA", table="players").set_index("player_id")
    tees, holes = players["tee_time"].dropna(), players["starting_hole"].dropna()

    assert len(record["tee_times"]) > 30
    assert {str(key): http_date(tee.to_pydatetime()) for key, tee in tees.items()} == record["tee_times"]
    assert {str(key): hole for key, hole in holes.items()} == record["starting_holes"]


def test_nothing_on_live_before_the_first_ball(world: World) -> None:
    """[S3-05] [S4-13] Scheduled until the first ball, or delayed by the weather; then a record for ever."""
    states = set()
    years = [cast("Season", world.season("PGA", year)) for year in (2022, 2024)]
    for entry in [entry for season in years for entry in season.regular()]:
        assert entry.schedule(entry.start - 3 * DAY).wire()["status"] == "scheduled"
        assert entry.live(entry.start - HOUR) is None
        if entry.unplayed_as:
            continue
        status = entry.status(entry.start)
        states.add(status)
        assert status in ("scheduled", "delayed", "inprogress")
        assert (entry.live(entry.start) is None) == (status != "inprogress")
        assert entry.schedule(AFTER).wire()["status"] == "completed"
        assert board(entry, AFTER)["status"] == "completed"
    assert "delayed" in states


def test_the_state_follows_the_clock(season: Season) -> None:
    """[S3-07] In progress, suspended or delayed while it lasts, completed at the end and never back."""
    seen: set[str] = set()
    for entry in season.regular():
        if entry.unplayed_as:
            continue
        times = [entry.start + HOUR * n / 2 for n in range(-4, 250)]
        states = [entry.status(now) for now in times]
        assert set(states) <= {"scheduled", "delayed", "inprogress", "suspended", "completed"}
        done = states.index("completed")
        assert set(states[done:]) == {"completed"}
        assert timedelta(hours=78) < times[done] - entry.start < timedelta(hours=110)
        seen.update(states)
    assert seen == {"scheduled", "delayed", "inprogress", "suspended", "completed"}


def test_finished_rounds_add_up(stroke: list[Tournament]) -> None:
    """Strokes are the sum of the rounds, and strokes above par agree with the pars of the courses played."""
    for entry in stroke:
        played, numbers = entry.play(), by_number(entry)
        for key, line in board(entry, AFTER)["field"].items():
            rounds = [line[name] for name in ROUNDS if name in line]
            results = played.results[numbers[key]]
            if line["status"] in ("active", "cut"):
                assert line["strokes"] == sum(rounds)
                assert len(rounds) == (4 if line["status"] == "active" else played.plan.cut_after)
            assert (
                line["to_par"] == sum(x for round_ in results for x in round_) if results and "to_par" in line else True
            )
            pars = [
                entry.grounds[group.course].par
                for groups in played.rounds
                for group in groups
                if numbers[key] in group.members
            ]
            if line["status"] == "active":
                assert line["strokes"] - line["to_par"] == sum(pars)


def test_a_leaderboard_in_progress_is_a_prefix(stroke: list[Tournament]) -> None:
    """Holes and strokes only grow; a finished round is never changed; standing still nobody moves."""
    for entry in stroke[:4]:
        before: dict[str, dict[str, Any]] = {}
        for hours in (1, 4, 9, 20, 27, 33, 50, 57, 74, 79, 300):
            field = board(entry, entry.start + HOUR * hours)["field"]
            for key, line in field.items():
                old = before.get(key, {})
                assert line.get("strokes", 0) >= old.get("strokes", 0)
                assert all(line[name] == old[name] for name in ROUNDS if name in old)
            before = field
        assert board(entry, AFTER)["field"] == board(entry, AFTER + DAY)["field"]


def test_holes_are_played_one_after_the_other(stroke: list[Tournament]) -> None:
    """Groups finish their holes in order, never at night; a round takes four to five hours."""
    for entry in stroke[:6]:
        played = entry.play()
        for groups in played.rounds:
            for group in groups:
                assert all(later - done > 720 for done, later in pairwise([group.tee, *group.done]))
                assert not any(gap.start < at < gap.end for gap in played.gaps for at in (group.tee, *group.done))
                if not any(group.tee < gap.end and gap.start < group.done[-1] for gap in played.gaps):
                    assert 4 * 3600 < group.done[-1] - group.tee < 5.2 * 3600


def test_tee_times_know_nothing_of_weather_to_come(season: Season) -> None:
    """Tee times stand as planned until the weather is over; then, if somebody was due, all later ones have moved."""
    moved = 0
    for entry in season.regular():
        gaps = [gap for gap in entry.play().gaps if gap.weather] if entry.unplayed_as is None else []
        for gap in gaps:
            if gap.start - 60 < entry.play().starts[0]:
                continue
            times = gap.start - 60, gap.end - 60, gap.end + 60
            before, during, then = (board(entry, entry.instant(at))["tee_times"] for at in times)
            assert before == during
            starts = {who: parsedate_to_datetime(tee) for who, tee in before.items()}
            later = {who for who, tee in starts.items() if tee >= entry.instant(gap.start)}
            due = {who for who in later if starts[who] < entry.instant(gap.end)}
            assert {who for who in before if before[who] != then[who]} == (later if due else set())
            moved += len(due)
    assert moved


def test_positions(stroke: list[Tournament]) -> None:
    """Equal scores share a place, the next place counts them all, and nobody who has left has one."""
    for entry in stroke:
        for now in (entry.start + 5 * HOUR, entry.start + 52 * HOUR):
            lines = board(entry, now)["field"].values()
            placed = [line for line in lines if "position" in line]
            assert all(line["status"] == "active" for line in placed)
            for line in placed:
                assert line["position"] == 1 + sum(other["to_par"] < line["to_par"] for other in placed)


def test_the_cut(stroke: list[Tournament]) -> None:
    """After 36 holes (54 on three courses) who is within the line stays, ties included; the others are cut."""
    cuts = 0
    for entry in stroke:
        played = entry.play()
        after = played.plan.cut_after
        lines = [line for line in board(entry, AFTER)["field"].values() if line["status"] in ("active", "cut")]
        scores = {"active": [], "cut": []}
        for line in lines:
            if all(name in line for name in ROUNDS[:after]):
                scores[line["status"]].append(sum(line[name] for name in ROUNDS[:after]))
        if not played.plan.cut:
            assert not scores["cut"]
            continue
        if not scores["cut"]:
            continue
        cuts += 1
        assert len(scores["active"]) >= played.plan.cut - 4  # some of them leave later
        if len(played.plan.courses) == 1:
            assert max(scores["active"]) < min(scores["cut"])
        before = board(entry, entry.instant(played.ends[after - 1]) - timedelta(minutes=1))["field"]
        assert not any(line["status"] == "cut" for line in before.values())
    assert cuts > 3


@pytest.mark.parametrize(
    ("title", "year", "cut"),
    [
        ("The Spring Major", 2012, (44, 10)),
        ("The Spring Major", 2013, (50, 10)),
        ("The Spring Major", 2019, (50, 10)),
        ("The Spring Major", 2020, (50, 0)),
        ("The National Major", 2011, (60, 10)),
        ("The National Major", 2012, (60, 0)),
        ("The Tour Major", 2024, (70, 0)),
        ("The Links Major", 2024, (70, 0)),
        ("Desert Classic", 2019, (70, 0)),
        ("Desert Classic", 2020, (65, 0)),
        ("Bay Pro-Am", 2024, (0, 0)),
        ("Canyon Invitational", 2024, (50, 10)),
        ("Autumn Championship", 2018, (70, 0)),
        ("Autumn Championship", 2019, (65, 0)),
        ("Pairs Classic", 2024, (33, 0)),
    ],
)
def test_the_rule_of_the_cut(world: World, title: str, year: int, cut: tuple[int, int]) -> None:
    """Every major has its own rule of the year; the others keep 65, and until the summer of 2019 kept 70."""
    season = cast("Season", world.season("PGA", year))
    entry = next(entry for entry in season.regular() if STOPS[entry.stop].title == title)
    assert entry.cut == cut


def test_winners_are_invited(world: World) -> None:
    """Who won a tournament of the year before plays the winners' one while he is on the tour."""
    before, now = (cast("Season", world.season("PGA", year)) for year in (2023, 2024))
    first = next(entry for entry in now.regular() if STOPS[entry.stop].title == WINNERS)
    winners = {
        entry.field[n].id
        for entry in before.regular()
        if entry.unplayed_as is None and STOPS[entry.stop].title not in (WINNERS, UNOFFICIAL)
        for n in entry.play().winner
    }
    field = {person.id for person in first.field}
    assert len(winners) > 25
    assert winners & {person.id for person in now.players} <= field
    assert len(field) <= STOPS[first.stop].field


def test_the_best_play_less_than_the_rest(season: Season) -> None:
    """The best enter some twenty tournaments, the middle of the tour more, and nobody plays every week."""
    starts = Counter(person.id for entry in season.regular() if not entry.unplayed_as for person in entry.field)
    means = [
        fmean(starts[person.id] for person in season.ranking[first:last])
        for first, last in ((0, 30), (30, 70), (70, 125), (125, TOUR))
    ]
    assert 18 <= means[0] <= 24
    assert all(22 <= mean <= 30 for mean in means[1:])
    assert max(starts[person.id] for person in season.ranking[:30]) <= 29
    assert max(starts.values()) <= 36


def test_a_play_off_finds_a_winner(season: Season) -> None:
    """Who is level after 72 holes plays on until one is left; no stroke is added to a round."""
    found = 0
    for entry in season.regular():
        if entry.unplayed_as or STOPS[entry.stop].format != "stroke":
            continue
        played = entry.play()
        lines = board(entry, AFTER)["field"]
        first = [line for line in lines.values() if line.get("position") == 1]
        assert len(first) == 1
        if played.playoff:
            found += 1
            level = [line for line in lines.values() if line.get("to_par") == first[0]["to_par"] and "round_4" in line]
            assert len(level) == len(played.playoff) >= 2
            assert sorted(line["position"] for line in level) == [1] + [2] * (len(level) - 1)
            at = played.ends[-1] + 6 * 60
            during = board(entry, entry.instant(at))
            assert during["current"] == {"round": 4, "status": "playoff"}
            dark = any(gap.start <= at < gap.end for gap in played.gaps)  # it goes on in the morning
            assert during["status"] == ("suspended" if dark else "inprogress")
            assert sum(line.get("position") == 1 for line in during["field"].values()) == len(level)
    assert found


def test_who_leaves(season: Season) -> None:
    """About one start in fifty is withdrawn: the strokes stay, an unfinished round is none."""
    gone = 0
    for entry in season.regular()[:16]:
        if entry.unplayed_as:
            continue
        for line in board(entry, AFTER)["field"].values():
            assert line["status"] in ("active", "cut", "withdrawn", "disqualified")
            if line["status"] == "withdrawn":
                gone += 1
                assert "round_4" not in line
    assert gone > 10


def test_pairs_share_a_score(season: Season) -> None:
    """In the pairs event the two of a side have the same rounds and the same place, and the best sides win."""
    entry = of_format(season, "team")
    field = board(entry, AFTER)["field"]
    names = [str(person.id) for person in entry.field]
    for one, other in zip(names[::2], names[1::2]):
        assert {**field[one], "player": ""} == {**field[other], "player": ""}
    assert sum(line.get("position") == 1 for line in field.values()) == 2
    assert min(line["to_par"] for line in field.values()) < -20


def test_points_decide_a_points_event(season: Season) -> None:
    """In the modified points event an eagle is worth five, a birdie two, a bogey costs one, and most points win."""
    assert play.worth([-3, -2, -1, 0, 1, 2, 3], True) == -(8 + 5 + 2 + 0 - 1 - 3 - 3)
    entry = of_format(season, "modified points")
    played, numbers = entry.play(), by_number(entry)
    placed = [
        (line["position"], played.total(numbers[key]))
        for key, line in board(entry, AFTER)["field"].items()
        if "position" in line
    ]
    placed.sort()
    assert [total for _, total in placed] == sorted(total for _, total in placed)


def test_several_courses_are_all_seen(season: Season) -> None:
    """On two or three courses every player sees each of them before the last rounds on the main one."""
    for entry in season.regular():
        played = entry.play()
        count = len(entry.grounds)
        if count == 1:
            continue
        for n in range(len(entry.field)):
            seen = [group.course for groups in played.rounds for group in groups if n in group.members]
            assert len(set(seen[:count])) == len(seen[:count])
            assert set(seen[count:]) <= {0}


def test_leaders_go_out_last(stroke: list[Tournament]) -> None:
    """On the last day groups are made by the scores, the leaders last from the first tee."""
    for entry in stroke[:8]:
        played = entry.play()
        last = max(played.rounds[3], key=lambda group: (group.first == 1, group.tee))
        scores = {
            n: sum(sum(results) for results in played.results[n][:3])
            for group in played.rounds[3]
            for n in group.members
        }
        assert min(scores.values()) in [scores[n] for n in last.members]


def test_off_and_made_up(world: World) -> None:
    """[S3-01] [S3-04] A postponed tournament keeps its row and is played later under a new id."""
    unplayed: dict[str, Tournament] = {}
    for year in range(2000, 2025):
        season = cast("Season", world.season("PGA", year))
        for entry in season.regular():
            if entry.unplayed_as:
                unplayed[entry.unplayed_as] = entry
    assert unplayed.keys() == {"postponed", "cancelled"}
    for unplayed_as, entry in unplayed.items():
        assert entry.status(entry.start - 5 * DAY) == "scheduled"
        assert entry.status(AFTER) == unplayed_as
        assert entry.live(AFTER) is None
        again = [other for other in entry.season.regular() if other.stop == entry.stop and other is not entry]
        assert len(again) == (unplayed_as == "postponed")
        assert all(other.day > entry.day and other.id != entry.id and not other.unplayed_as for other in again)


def test_the_same_seed_gives_the_same_year(season: Season) -> None:
    """[S1-01] Equal seeds give equal answers for ever, another seed another year."""
    again, other = World().season("PGA", 2024), World(7).season("PGA", 2024)
    for n in (4, 30):
        now = season.regular()[n].start + 53 * HOUR
        assert board(season.regular()[n], now) == board(cast("Tournament", again.regular()[n]), now)
    mine, theirs = ([cast("Tournament", e).name for e in year.regular()] for year in (season, other))
    assert mine != theirs


def test_a_hole_is_harder_for_who_is_worse() -> None:
    """Over many rounds a player who is worth three strokes less takes about three strokes more."""
    holes = play.layout(stream("course"), 72)
    assert sum(hole.par for hole in holes) == 72
    course = play.Course(holes)
    means = []
    for value in (0.0, 3.0):
        r = stream("rounds")
        means.append(sum(sum(course.play(r, 1, value)) for _ in range(2000)) / 2000)
    assert abs(means[1] - means[0] - 3.0) < 0.35


def test_tournaments_of_a_year_have_names_of_their_own(world: World) -> None:
    """Two tournaments of a year never share a name."""
    for year in range(2005, 2027):
        names = [entry.name for entry in world.season("PGA", year).regular() if entry.unplayed_as is None]
        assert len(set(names)) == len(names) > 40


def test_stars_win_often_and_champions_return(world: World) -> None:
    """Somebody wins three to seven times a year, and nine of ten champions who still play are in the next field."""
    most, returned = [], []
    before: dict[int, int] = {}
    for year in range(2020, 2025):
        season = cast("Season", world.season("PGA", year))
        playing = {person.id for person in season.players}
        entries = [one for one in season.regular() if one.unplayed_as is None and STOPS[one.stop].format == "stroke"]
        returned += [
            before[one.stop] in {person.id for person in one.field}
            for one in entries
            if before.get(one.stop) in playing
        ]
        before = {one.stop: one.field[one.play().winner[0]].id for one in entries}
        most.append(Counter(before.values()).most_common(1)[0][1])

    assert all(3 <= wins <= 7 for wins in most)
    assert 0.85 < fmean(returned) < 0.97


FURTHEST = (30.0, 30.0, 33.5, 37.0, 46.0, 60.0, 60.0, 60.0, 48.0, 41.0, 34.0, 30.0)
"""Degrees of latitude beyond which nobody plays golf for money in a month; in California and Arizona 39 in winter."""

SUITS = {
    "Desert": {"AZ", "CA", "NV"},
    "Mesa": {"AZ", "NM"},
    "Bay": {"CA"},
    "Coast": {"CA", "OR"},
    "Canyon": {"AZ", "CA", "UT"},
    "Sierra": {"CA", "NV"},
    "Prairie": {"KS", "OK", "TX"},
    "Plains": {"KS", "NE", "OK", "SD", "TX"},
    "Shoreline": {"FL", "GA", "SC"},
}
"""Word in the name of a tournament -> states that have such land."""


def test_golf_is_played_where_it_can_be(world: World) -> None:
    """No tournament of any year, makeups too, is in the snow, and its name suits the land."""
    months = set()
    for year in range(2005, 2028):
        for entry in cast("Season", world.season("PGA", year)).regular():
            for day in (entry.day, entry.last):
                furthest = FURTHEST[day.month - 1]
                if entry.place.state in ("AZ", "CA"):
                    furthest = max(furthest, 39.0)
                assert entry.place.latitude <= furthest, (entry.name, entry.place.state, day)
                months.add(day.month)
            word = STOPS[entry.stop].title.split()[0]
            assert entry.place.state in SUITS.get(word, {entry.place.state}), (entry.name, entry.place)
    assert len(months) == 12


@pytest.mark.parametrize("seed", [1, 7])
def test_every_world_has_somewhere_to_play(seed: int) -> None:
    """Whatever the seed, each tournament has a home with golf in its week, and no two homes share a name."""
    towns = [place for number in range(len(STOPS)) for place in homes(seed)[number]]
    assert len({place.city for place in towns}) == len(towns)
    for year in (2005, 2016, 2026):
        for entry in Season(seed, "PGA", year).regular():
            assert playable(entry.place, entry.day)


def test_where_majors_are_played(world: World) -> None:
    """One of the majors is always at home; the others go round courses, and come back to one after many years."""
    at = defaultdict[str, list[str]](list)
    for year in range(2005, 2027):
        for entry in cast("Season", world.season("PGA", year)).regular():
            if STOPS[entry.stop].kind == "major" and not entry.after:
                at[entry.name].append(entry.place.city)
    assert len(set(at["The Spring Major"])) == 1
    for towns in (at["The Tour Major"], at["The National Major"], at["The Links Major"]):
        assert 8 <= len(set(towns)) < 15
        assert all(len(set(towns[n : n + 8])) == 8 for n in range(len(towns) - 7))


def test_golfers_age(world: World) -> None:
    """The best are in their prime; hardly anybody older than 45 wins or is among the best."""
    ages = [
        year - person.born
        for year in range(2005, 2027)
        for person in cast("Season", world.season("PGA", year)).ranking[:30]
    ]
    assert 30 < fmean(ages) < 34
    assert 0 < sum(age > 42 for age in ages) / len(ages) < 0.06
    assert 0 < sum(age < 24 for age in ages) / len(ages) < 0.06
