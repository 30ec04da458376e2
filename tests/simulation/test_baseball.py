"""The simulated season of MLB: calendar, rules of play, box scores, states, and how near it comes to real figures."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from random import Random
from statistics import correlation, fmean, pstdev
from typing import Any, cast

import pytest

from sportsframe.catalog.simulated import PLAYER_IDS, TEAM_IDS
from sportsframe.catalog.statuses import PHASES
from sportsframe.simulation import World
from sportsframe.simulation._common.calendar import DAY
from sportsframe.simulation._common.directory import profile
from sportsframe.simulation.baseball import events, lineup
from sportsframe.simulation.baseball.abilities import CHANCES, FACED, HIT
from sportsframe.simulation.baseball.absences import HEALS, SETTLES
from sportsframe.simulation.baseball.box import Box, Narration, narrate
from sportsframe.simulation.baseball.places import REGULARS, STARTING
from sportsframe.simulation.baseball.rosters import STRONGEST
from sportsframe.simulation.baseball.schedule import break_monday, fixtures, last_day, opening_day
from sportsframe.simulation.baseball.season import ROUNDS, Game, Season

from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

YEAR = 2024
AFTER = datetime(2030, 1, 1, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
STATS = ("AB", "R", "H", "2B", "3B", "HR", "RBI", "BB", "SO", "SB", "CS", "E")
BATTING = {
    "player", "position_category", "status", "POS", "BAT_ORD", "AB", "R", "H", "1B", "2B", "3B", "HR", "RBI", "BB",
    "IBB", "HBP", "SO", "SB", "CS", "Outs", "E", "PO",
}  # fmt: skip
PITCHING = {
    "player", "position_category", "status", "POS", "W", "L", "S", "IP", "H", "R", "ER", "BB", "K", "HR", "1B", "2B",
    "3B", "SB", "CS", "HBP", "IBB", "BK", "WP", "BS", "HLD", "pitches", "strikes", "PO",
}  # fmt: skip
TEXTS = {"player", "position_category", "status", "POS", "BAT_ORD"}
POSITIONS = {"C", "1B", "2B", "3B", "SS", "LF", "CF", "RF", "DH", "PH", "PR", "P"}

Wire = dict[str, Any]


@pytest.fixture(scope="module")
def season(world: World) -> Season:
    """The season of 2024."""
    found = world.season("MLB", YEAR)
    assert isinstance(found, Season)
    return found


@pytest.fixture(scope="module")
def games(season: Season) -> list[Game]:
    """The games of the regular season that are played."""
    return [game for game in season.regular() if game.unplayed_as is None]


@pytest.fixture(scope="module")
def narration(season: Season, games: list[Game]) -> list[Narration]:
    """All games of the regular season with their detail."""
    return [narrate(season.played(game), season.stream("detail", game.id)) for game in games]


@pytest.fixture(scope="module")
def boxes(narration: list[Narration]) -> list[Box]:
    """The finished boxes of the regular season."""
    return [Box(one) for one in narration]


@pytest.fixture(scope="module")
def records(season: Season, games: list[Game]) -> list[Wire]:
    """Finished live records: every 30th game and the postseason."""
    chosen = [*games[::30], *season.postseason()]
    return [record.wire() for game in chosen if (record := game.live(AFTER))]


def sides(records: list[Wire]) -> Iterator[tuple[Wire, Wire, Wire, Wire]]:
    """(team, its players, the other team, the other players) of both sides of every record."""
    for record in records:
        full, players = record["full_box"], record["player_box"]
        for one, other in (("away_team", "home_team"), ("home_team", "away_team")):
            yield full[one], players[one], full[other], players[other]


def thirds(innings: float) -> int:
    return int(innings) * 3 + round(innings * 10) % 10


def added(lines: Wire, key: str) -> int:
    return sum(line[key] for line in lines.values())


def test_a_season_has_its_series() -> None:
    """162 games a club, 81 at home: 13 in the division, 6 or 7 in the league, 3 or 4 against the other league."""
    for year in (2024, 2031):
        series = fixtures(Random(year), year)
        home = Counter(s.home for s in series for _ in s.days)
        away = Counter(s.away for s in series for _ in s.days)
        pairs: Counter[frozenset[int]] = Counter(frozenset((s.home, s.away)) for s in series for _ in s.days)
        busy = Counter((club, day) for s in series for day in s.days for club in (s.home, s.away))

        assert set(home.values()) == set(away.values()) == {81}
        assert sum(home.values()) == 2430
        assert max(busy.values()) == 1
        for pair, count in pairs.items():
            one, other = sorted(pair)
            if one < 15 <= other:
                assert count == (4 if other - one == 15 else 3)
            else:
                assert count == 13 if one % 3 == other % 3 else count in (6, 7)


@pytest.mark.parametrize("year", but_in_long_trials([2021, 2020, 2025, 2024, 2018, 2023, 2022], 2020, 2024, 2018, 2023))
def test_a_season_that_begins_on_any_day_has_its_series(year: int) -> None:
    """The seven calendars that there are, from 25 to 31 March, give a whole season however many draws it takes."""
    assert opening_day(year).day == {2021: 25, 2020: 26, 2025: 27, 2024: 28, 2018: 29, 2023: 30, 2022: 31}[year]
    series = fixtures(Random(1), year)
    days = [(club, day) for one in series for day in one.days for club in (one.home, one.away)]
    assert len(days) == 30 * 162
    assert len(set(days)) == len(days)


def test_the_calendar_keeps_its_days(season: Season) -> None:
    """The season runs from the last Thursday of March to the end of September, with a pause in July."""
    days = Counter(game.day for game in season.regular())
    pause = break_monday(YEAR)
    weekdays = Counter(game.day.weekday() for game in season.regular())

    assert min(days) == season.opens == opening_day(YEAR) == date(2024, 3, 28)
    assert max(days) - timedelta(days=1) <= last_day(YEAR) == date(2024, 9, 29)
    assert not [pause + timedelta(days=n) for n in range(4) if days[pause + timedelta(days=n)]]
    assert days[date(2024, 6, 1)] >= 14
    for weekday, share in enumerate((0.11, 0.155, 0.155, 0.095, 0.16, 0.165, 0.16)):
        assert weekdays[weekday] / 2430 == pytest.approx(share, abs=0.02)


def test_one_id_is_one_game(season: Season) -> None:
    """[S2.2-08] [S2.2-11] Ids are label day, away id, home id, and -2 for the second game of a doubleheader."""
    entries = season.all()
    by_day = Counter(
        (club, game.day) for game in season.regular() if game.unplayed_as is None for club in (game.away, game.home)
    )

    assert len({entry.id for entry in entries}) == len(entries)
    assert max(by_day.values()) == 2
    doubles = [entry for entry in entries if isinstance(entry, Game) and entry.second]
    assert doubles
    for second in doubles:
        first = season.find(second.id.removesuffix("-2"))
        assert isinstance(first, Game)
        assert second.after
        assert timedelta(hours=4) <= second.start - first.start <= timedelta(hours=7)
    assert sum(count == 2 for count in by_day.values()) == 2 * len(doubles)
    for entry in entries:
        assert isinstance(entry, Game)
        away, home = season.clubs[entry.away].id, season.clubs[entry.home].id
        assert entry.id == f"{entry.day:%Y%m%d}-{away}-{home}{'-2' if entry.second else ''}"
        assert away in TEAM_IDS
        assert home in TEAM_IDS


def test_schedule_rows_have_every_field(season: Season) -> None:
    """[S2.3-02] [S2.2-20] [S2.2-21] [S2.2-15] [S2.2-18] Probable starters, venue, dome, field; seasons of one year."""
    for game in [*season.regular()[::40], *season.postseason()[::6]]:
        row = game.schedule(AFTER).wire()

        assert set(row) == {
            "away_team", "home_team", "away_team_ID", "home_team_ID", "game_ID", "game_time", "season_type",
            "event_name", "round", "season", "status", "away_pitcher", "home_pitcher", "arena", "city", "state",
            "country", "postal_code", "latitude", "longitude", "dome", "field",
        }  # fmt: skip
        assert row["season"] == str(YEAR)
        assert row["season_type"] in ("Regular Season", "Postseason")
        assert (row["event_name"] is None) == (row["round"] is None) == (row["season_type"] == "Regular Season")
        assert row["dome"] in (0, 1)
        assert not isinstance(row["dome"], bool)
        assert row["field"] in ("grass", "turf")
        assert isinstance(row["postal_code"], str)
        assert isinstance(row["latitude"], float)
        assert row["status"] in PHASES
        for side in ("away", "home"):
            starter = row[f"{side}_pitcher"]
            assert set(starter) == {"player", "player_id"}
            assert starter["player_id"] in PLAYER_IDS


def test_probable_starters_start(season: Season, games: list[Game]) -> None:
    """[S2.3-12] Starters are named some days ahead, null before that, and they do start.

    Unless somebody in the rotation is hurt or well again by then, or a game in between is put off.
    """
    changed = 0
    for game in games[::40]:
        early = game.schedule(game.start - timedelta(days=9)).wire()
        moment = game.start - timedelta(days=2)
        near, last = game.schedule(moment).wire(), game.schedule(game.start - timedelta(minutes=1)).wire()
        players = game.live(AFTER)
        assert players is not None
        box = players.wire()["player_box"]

        assert early["away_pitcher"] is early["home_pitcher"] is None
        for side, club, turn in (("away", game.away, game.turns[0]), ("home", game.home, game.turns[1])):
            named = last[f"{side}_pitcher"]
            line = box[f"{side}_team"]["pitching"][str(named["player_id"])]
            assert (line["POS"], line["player"]) == ("S", named["player"])
            if near[f"{side}_pitcher"] != named:
                manager = season.managers[club]
                hurt = manager.starter(moment.date() - timedelta(days=1), turn) != manager.starter(game.day, turn)
                assert hurt or season.unforeseen(club, game, moment)
                changed += 1
    assert 0 < changed < 0.1 * 2 * len(games[::40])


def test_a_starter_named_does_not_know_the_weather(season: Season) -> None:
    """[S2.3-12] Until a game is put off the next one is given to the man after its starter, then to him."""
    tried = 0
    for game in season.regular():
        if game.unplayed_as != "postponed" or game.announced is None:
            continue
        for side, club in enumerate((game.away, game.home)):
            after = next(g for g in season.regular() if club in (g.away, g.home) and g.start > game.start)
            mine = (after.away, after.home).index(club)
            if after.after or after.start - game.start > timedelta(days=2):
                continue
            before, then = game.announced - timedelta(seconds=1), game.announced
            put_off = game.probable(side, before)
            assert put_off is not None
            assert game.probable(side, AFTER) is not None
            assert after.probable(mine, before) != put_off
            assert after.probable(mine, then) == put_off
            tried += 1
    assert tried > 20


def test_evening_games_fall_on_the_next_day_in_gmt(season: Season) -> None:
    """[S2.2-02] [S2.2-10] About a quarter of the starts lie on the GMT day after the label day, none before it."""
    shifts = Counter((game.start.date() - game.day).days for game in season.all())

    assert set(shifts) == {0, 1}
    assert shifts[1] / shifts.total() == pytest.approx(0.27, abs=0.05)


def test_lines_have_every_key(records: list[Wire]) -> None:
    """[S2.6-21] [S2.6-22] [S2.6-23] [S2.6-24] 22 keys of batting, 28 of pitching; texts, integers and ``IP``."""
    for _, players, _, _ in sides(records):
        for line in players["batting"].values():
            assert set(line) == BATTING
            assert re.fullmatch(r"[1-9][a-z]?", line["BAT_ORD"])
            assert set(line["POS"].split("-")) <= POSITIONS
            assert line["position_category"] in ("IF", "OF", "C", "DH")
            assert line["Outs"] <= line["AB"] - line["H"]
        for line in players["pitching"].values():
            assert set(line) == PITCHING
            assert line["POS"] == line["position_category"]
            assert line["POS"] in ("S", "R")
            assert round(line["IP"] * 10) % 10 in (0, 1, 2)
            assert line["strikes"] <= line["pitches"]
        for line in (*players["batting"].values(), *players["pitching"].values()):
            assert line["status"] == "ACT"
            assert all(type(value) is (str if key in TEXTS else int) for key, value in line.items() if key != "IP")


def test_team_stats_are_sums(records: list[Wire]) -> None:
    """[S2.6-19] [S2.6-03] [S2.6-04] The 12 figures of a side are sums of its batting lines; the score its innings'."""
    for team, players, _, _ in sides(records):
        assert set(team) == {
            "abbrv", "team_id", "record", "mascot", "score", "quarter_scores", "division_name", "team_stats",
        }  # fmt: skip
        assert team["team_stats"] == {key: added(players["batting"], key) for key in STATS}
        assert team["score"] == team["team_stats"]["R"] == sum(team["quarter_scores"].values())
        assert all(key.isdigit() for key in team["quarter_scores"])
        assert re.fullmatch(r"\w+ League - (East|Central|West)", team["division_name"])


def test_pitchers_allow_what_batters_do(records: list[Wire]) -> None:
    """[S2.6-20] Batting of one side and pitching of the other agree; innings are whole but for a walk-off."""
    same = {"H": "H", "R": "R", "1B": "1B", "2B": "2B", "3B": "3B", "HR": "HR", "BB": "BB", "SO": "K", "SB": "SB",
            "CS": "CS", "HBP": "HBP", "IBB": "IBB"}  # fmt: skip
    for team, players, other, rivals in sides(records):
        assert {k: added(players["batting"], k) for k in same} == {
            k: added(rivals["pitching"], wire) for k, wire in same.items()
        }
        for line in (*players["batting"].values(), *players["pitching"].values()):
            assert line["H"] == line["1B"] + line["2B"] + line["3B"] + line["HR"]
        for line in players["pitching"].values():
            assert line["ER"] <= line["R"]
        outs = sum(thirds(line["IP"]) for line in players["pitching"].values())
        innings = len(other["quarter_scores"])
        assert outs == added(players["batting"], "PO") + added(players["pitching"], "PO")
        assert outs == 3 * innings or (3 * innings - 3 <= outs < 3 * innings and other["score"] > team["score"])


def test_a_finished_game_keeps_its_men(records: list[Wire]) -> None:
    """[S2.6-17] [S2.6-18] After the end the five figures are null, batter and pitcher stay."""
    for record in records:
        current = record["full_box"]["current_box"]

        assert set(current) == {
            "inning", "inning_half", "outs", "balls", "strikes", "current_batter", "current_pitcher",
        }  # fmt: skip
        assert all(current[key] is None for key in ("inning", "inning_half", "outs", "balls", "strikes"))
        for man in (current["current_batter"], current["current_pitcher"]):
            assert set(man) == {"id", "name", "position"}
            assert man["id"] in PLAYER_IDS
        assert current["current_pitcher"]["position"] == "pitcher"
        assert record["game_status"].startswith("Final")
        assert record["sport"] == "MLB"
        assert re.fullmatch(r"\D+, [A-Z]{2}(, \w+)?", record["game_location"])


def test_innings_that_are_played(boxes: list[Box]) -> None:
    """[S2.6-11] Extra innings take the next number; a bottom ninth that is not needed has no key."""
    seen: Counter[str] = Counter()
    for box in boxes:
        away, home = box.sides
        innings = len(away.periods)
        assert innings >= 9
        assert list(away.periods) == list(range(1, innings + 1))
        assert list(home.periods) == list(away.periods)[: len(home.periods)]
        if len(home.periods) < innings:
            seen["unplayed"] += 1
            assert len(home.periods) == innings - 1
            assert home.score > away.score
        before = [sum(list(side.periods.values())[: innings - 1]) for side in (away, home)]
        if innings > 9:
            seen["extra"] += 1
            assert before[0] == before[1]
        if box.half and home.score > away.score:
            seen["walk-off"] += 1
            assert home.score - away.score <= 4
            assert home.periods[innings] > 0
    assert min(seen.values()) > 100
    assert set(seen) == {"unplayed", "extra", "walk-off"}


def test_decisions(boxes: list[Box]) -> None:
    """One win and one loss a game, at most one save; starters win after five innings; saves and holds are earned."""
    for box in boxes:
        away, home = box.sides
        lines = [(side, line) for side in box.sides for line in side.pitching.values()]
        winner = away if away.score > home.score else home
        won = [(side, line) for side, line in lines if line.figures["wins"]]
        lost = [(side, line) for side, line in lines if line.figures["losses"]]
        saved = [(side, line) for side, line in lines if line.figures["saves"]]
        assert len(won) == len(lost) == 1
        assert len(saved) <= 1
        assert won[0][0] is winner
        assert lost[0][0] is not winner
        if won[0][1].starter:
            assert won[0][1].outs >= 15 or len(winner.pitching) == 1
        for side, line in saved:
            assert side is winner
            assert line is side.arm
            assert line is not won[0][1]
        for side, line in lines:
            if line.figures["holds"]:
                assert not line.starter
                assert line.outs
                assert line is not side.arm
                assert not any(line.figures[key] for key in ("wins", "losses", "saves", "blown_saves"))
            if line.figures["blown_saves"]:
                assert 0 < line.stint.entry[0] <= 5
                assert not line.figures["saves"]


def test_every_half_has_three_outs_and_an_order(narration: list[Narration]) -> None:
    """Batters come up in order, halves have three outs, runs count up, and who has left does not come back."""
    for one in narration[::3]:
        played = one.played
        lineups = [list(card.order) for card in played.cards]
        gone: set[int] = set()
        at, outs, half, score = [0, 0], 3, 0, [0, 0]
        for event in played.log:
            kind = event[0]
            if kind == events.HALF:
                assert outs == 3
                half, outs = event[2], 0
            elif kind <= events.HIT_BATTER:
                _, batter, stint, pitches, made, scored, batted_in = event
                assert batter is lineups[half][at[half]]
                assert batted_in <= len(scored)
                assert (pitches == 0) == (kind == events.INTENTIONAL)
                assert stint.arm.id not in gone or stint.opened  # a starter who also bats is two men to the rules
                at[half] = (at[half] + 1) % 9
                outs += made
                score[half] += len(scored)
            elif kind in (events.WILD_PITCH, events.BALK, events.MISPLAY):
                score[half] += len(event[-1])
            elif kind == events.CAUGHT:
                outs += 1
            elif kind == events.SUBSTITUTE:
                _, side, place, hitter, _ = event
                gone.add(lineups[side][place].id)
                assert hitter.id not in gone
                lineups[side][place] = hitter
            assert outs <= 3
        assert score == [played.away, played.home]
        assert outs == 3 or (half == 1 and score[1] > score[0])


def test_pitches_fit_the_plate_appearance(narration: list[Narration]) -> None:
    """A walk has four balls, a strikeout three strikes or more, nobody sees a fifth ball; one pitch at a time.

    A batter who is broken off has not struck out, nor walked.
    """
    for one in narration[::20]:
        for number, (event, pitches) in enumerate(zip(one.played.log, one.pitches)):
            if event[0] > events.HIT_BATTER:
                following = one.played.log[number + 1 : number + 2]
                ends = not following or following[0][0] == events.HALF
                assert not pitches or (ends and event[0] in (events.CAUGHT, events.WILD_PITCH))
                assert 0 <= len(pitches) <= 3
                continue
            balls = pitches.count("B")
            assert len(pitches) == event[3]
            assert pitches[:-1].count("B") <= 3
            assert (balls == 4) == (event[0] == events.WALK) or event[0] == events.HIT_BATTER
            if event[0] == events.STRIKEOUT:
                assert len(pitches) - balls >= 3
            if event[0] not in (events.WALK, events.INTENTIONAL, events.STRIKEOUT, events.HIT_BATTER):
                assert pitches.endswith("X")
        assert list(one.ends) == sorted(one.ends)


def test_the_runner_of_extra_innings_is_unearned(narration: list[Narration], season: Season) -> None:
    """Extra innings begin with the man who made the last out on second, his run unearned; not in the postseason."""
    runs = 0
    for one in (x for x in narration if x.played.innings > 9):
        lead = None
        at, half = [0, 0], 0
        lineups = [list(card.order) for card in one.played.cards]
        for event in one.played.log:
            if event[0] == events.SUBSTITUTE:
                old, lineups[event[1]][event[2]] = lineups[event[1]][event[2]], event[3]
                lead = event[3] if lead is old else lead
            if event[0] == events.HALF:
                half = event[2]
                lead = lineups[half][at[half] - 1] if event[1] > 9 else None
            elif event[0] <= events.HIT_BATTER:
                at[half] = (at[half] + 1) % 9
                for runner in event[5]:
                    if runner.hitter is lead:
                        runs += 1
                        assert not runner.earned
                        lead = None
                        break
    assert runs > 100
    for game in season.postseason():
        log = season.played(game).log
        extra = [n for n, event in enumerate(log) if event[0] == events.HALF and event[1] > 9]
        for n in extra:
            first = next(event for event in log[n + 1 :] if event[0] <= events.HIT_BATTER)
            assert len(first[5]) == (first[0] == events.HOMER)


def test_substitutes_carry_letters_and_chains(boxes: list[Box]) -> None:
    """A substitute's place is ``4a``; who plays several positions shows them in order, ``PH-2B``."""
    chains: Counter[str] = Counter()
    for box in boxes[::4]:
        for side in box.sides:
            orders = [line.order for line in side.batting.values()]
            assert len(set(orders)) == len(orders)
            assert [x for x in orders if x.isdigit()] == [str(n) for n in range(1, 10)]
            for line in side.batting.values():
                chains["-".join(line.positions)] += 1
                if line.positions[0] in ("PH", "PR"):
                    assert line.order[-1].isalpha()
                assert len(line.positions) == len(set(line.positions))
    assert {"PH", "PH-DH", "PH-2B", "PR", "C", "DH"} <= set(chains)


def test_some_players_bat_and_pitch(boxes: list[Box]) -> None:
    """[S2.6-20] A two-way player, or a batter sent to the mound late, has a line in both maps."""
    both = [
        (side.batting[id], line)
        for box in boxes for side in box.sides for id, line in side.pitching.items() if id in side.batting
    ]  # fmt: skip

    assert any(line.starter for _, line in both)
    assert any(not line.starter and batter.positions[-1] == "P" for batter, line in both)


def test_a_game_in_progress_is_the_beginning_of_the_finished_one(season: Season, games: list[Game]) -> None:
    """[S2.6-18] Figures only grow, innings are those of the final box, and the count is one of a game."""
    for game in games[7::400]:
        final = game.live(AFTER)
        assert final is not None
        last = final.wire()
        before: Wire | None = None
        moment = game.begins
        while (record := game.live(moment)) is not None and record.wire()["status"] != "completed":
            now = record.wire()
            current = now["full_box"]["current_box"]
            assert current["inning"] >= 1
            assert current["inning_half"] in ("Top", "Bottom")
            assert current["outs"] in (0, 1, 2)
            assert current["balls"] in (0, 1, 2, 3)
            assert current["strikes"] in (0, 1, 2)
            if before is not None:
                _grows(before, now)
            _grows(now, last)
            for line in _pitchers(now):
                assert not line["W"] + line["L"] + line["S"] + line["HLD"]
            before = now
            moment += 7 * MINUTE
        assert before is not None


def _pitchers(record: Wire) -> Iterator[Wire]:
    for side in ("away_team", "home_team"):
        yield from record["player_box"][side]["pitching"].values()


def _grows(early: Wire, late: Wire) -> None:
    for side in ("away_team", "home_team"):
        one, other = early["full_box"][side], late["full_box"][side]
        assert one["score"] <= other["score"]
        for period, runs in one["quarter_scores"].items():
            assert runs <= other["quarter_scores"][period]
        for period in list(one["quarter_scores"])[:-1]:
            assert one["quarter_scores"][period] == other["quarter_scores"][period]
        for group in ("batting", "pitching"):
            for id, line in early["player_box"][side][group].items():
                later = late["player_box"][side][group][id]
                for key, value in line.items():
                    if key == "POS":
                        assert later[key].startswith(value)
                    elif key not in TEXTS:
                        assert value <= later[key]


def test_states_go_forward(season: Season, games: list[Game]) -> None:
    """[S3-01] [S3-07] [S4-13] Scheduled, in progress, completed and never back; live from the first pitch on."""
    order = {"scheduled": 0, "delayed": 1, "inprogress": 2, "suspended": 2, "completed": 4}
    chosen = [games[5], next(g for g in games if g.lag > 30 * MINUTE), next(g for g in games if g.resumed)]
    words: set[str] = set()
    for game in chosen:
        moment, seen = game.start - timedelta(hours=1), []
        while moment < game.start + timedelta(hours=34):
            status = game.schedule(moment).wire()["status"]
            live = game.live(moment)
            assert (live is None) == (status in ("scheduled", "delayed"))
            assert live is None or live.wire()["status"] == status
            seen.append(status)
            moment += 20 * MINUTE
        assert [order[x] for x in seen] == sorted(order[x] for x in seen)
        assert seen[0] == "scheduled"
        assert seen[-1] == "completed"
        words.update(seen)
    assert words == set(order)


def test_a_suspended_game_goes_on_the_next_day(games: list[Game], season: Season) -> None:
    """A suspended game stops in the middle, stands still over night, and ends before the next game of the pair."""
    game = next(game for game in games if game.resumed)
    assert game.resumed is not None
    timeline = game.timeline(game.begins + timedelta(hours=6))
    assert timeline.pause is not None
    stopped = game.live(timeline.pause[0] + MINUTE)
    waiting = game.live(timeline.pause[1] - MINUTE)
    following = next(g for g in games if (g.away, g.home) == (game.away, game.home) and g.day > game.day)

    assert stopped is not None
    assert waiting is not None
    assert stopped.wire() == waiting.wire()
    assert stopped.wire()["status"] == "suspended"
    assert 3 <= stopped.wire()["full_box"]["current_box"]["inning"] <= 9
    assert timeline.ends < following.start


def test_postponed_games_are_made_up(season: Season) -> None:
    """[S3-04] [S3-07] A postponed game keeps its day and stays off live; the makeup is a row of another day."""
    off = [game for game in season.regular() if game.unplayed_as]
    postponed = [game for game in off if game.unplayed_as == "postponed"]
    share = len(postponed) / 2430
    months = Counter(game.day.month for game in postponed)

    assert share == pytest.approx(0.015, abs=0.008)
    assert len(season.regular()) == 2430 + len(postponed)
    assert len(off) - len(postponed) <= 2
    assert months[3] + months[4] > months[8]
    for game in off:
        assert game.schedule(AFTER).wire()["status"] == game.unplayed_as
        assert game.schedule(game.start - timedelta(days=3)).wire()["status"] == "scheduled"
        assert game.live(AFTER) is None
        assert not season.clubs[game.home].place.dome
    for game in postponed:
        later = [g for g in season.regular() if (g.away, g.home) == (game.away, game.home) and g.day > game.day]
        assert [g for g in later if g.unplayed_as is None]
    played = Counter(club for game in season.regular() if game.unplayed_as is None for club in (game.away, game.home))
    assert all(count >= 161 for count in played.values())


def test_records_count_wins(season: Season, games: list[Game]) -> None:
    """A record is wins and losses before the game, with the game when it is over."""
    tally: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for number, game in enumerate(games):
        if number % 97 == 0:
            live, over = game.live(game.begins), game.live(AFTER)
            assert live is not None
            assert over is not None
            away, home = season.score(game)
            for side, club, won in (("away_team", game.away, away > home), ("home_team", game.home, home > away)):
                w, l = tally[club]
                assert live.wire()["full_box"][side]["record"] == f"{w}-{l}"
                assert over.wire()["full_box"][side]["record"] == f"{w + won}-{l + (not won)}"
        away, home = season.score(game)
        tally[game.away][away < home] += 1
        tally[game.home][home < away] += 1


def test_the_postseason_follows_from_the_standings(season: Season) -> None:
    """Six clubs a league, rounds of 3, 5, 7 and 7 games, only as many as needed; winners go on."""
    seeds = season.standings()
    series: dict[tuple[int, frozenset[int]], list[Game]] = defaultdict(list)
    for game in season.postseason():
        assert isinstance(game, Game)
        assert game.round is not None
        series[game.round, frozenset((game.away, game.home))].append(game)
    winners: dict[int, set[int]] = defaultdict(set)
    rounds = Counter(number for number, _ in series)

    assert rounds == {1: 4, 2: 4, 3: 2, 4: 1}
    assert {club for _, pair in series for club in pair} == {club for table in seeds for club in table[:6]}
    for (number, pair), played in series.items():
        won: Counter[int] = Counter()
        for game in played:
            assert max([0, *won.values()]) * 2 <= ROUNDS[number - 1][0]
            away, home = season.score(game)
            won[game.home if home > away else game.away] += 1
            assert game.start >= season.postseason_from
            assert game.schedule(AFTER).wire()["season_type"] == "Postseason"
        assert max(won.values()) == ROUNDS[number - 1][0] // 2 + 1
        winners[number].add(won.most_common(1)[0][0])
        if number > 2:
            assert pair <= winners[number - 1]
    for table in seeds:
        assert {season.clubs[club].division for club in table[:3]} == {"East", "Central", "West"}
        for first, second in pairwise(table[3:]):
            assert season._tally[first][0] >= season._tally[second][0]
        for better, worse in ((2, 5), (3, 4)):
            opening = series[1, frozenset((table[better], table[worse]))]
            assert {game.home for game in opening} == {table[better]}


@pytest.mark.parametrize("year", [2019, 2023])
def test_starters_of_the_postseason_are_rested(world: World, year: int) -> None:
    """Who starts a game of the postseason has not started on the four days before, in the season or after it."""
    season = cast("Season", world.season("MLB", year))
    last: dict[int, date] = {}
    looked = 0
    for game in [*season.regular()[-200:], *season.postseason()]:
        if game.unplayed_as is not None:
            continue
        for card in season.played(game).cards:
            if game.round is not None:
                looked += 1
                assert (game.day - last.get(card.starter.id, date.min)).days > 4
            last[card.starter.id] = game.day
    assert looked > 60


@pytest.mark.parametrize("year", [2021, 2023])
def test_a_starter_who_has_changed_clubs_waits(world: World, year: int) -> None:
    """After a trade a starter does not start for some days, as he may have done so for his old club the day before.

    Somebody else has his place, and nobody is told to be injured for it but whose elbow has been operated on.
    """
    season = cast("Season", world.season("MLB", year))
    clubs = season.rosters.clubs
    came = 0
    for club in clubs:
        for change in season.careers.changes(club.club_id):
            day = date.fromordinal(change)
            start = (day - club.opens).days
            for place in STARTING:
                if not club.holders.came(place, start) or club.absences.filler(place, start - 1) != place:
                    continue
                came += 1
                assert place not in [club.absences.filler(place, start + n) for n in range(SETTLES)]
                newcomer = club.holders.player(place, day)
                member = next(one for one in club.members(day) if one.person.id == newcomer.id)
                assert member.injury is None or member.injury.days >= HEALS[0]
    assert came > 10


def test_position_players_pitch_where_the_game_is_decided(season: Season, boxes: list[Box]) -> None:
    """Down by eight runs late; where nobody is left also down by four, or from the 12th inning on without a lead."""
    pitchers = {
        arm.id for club in season.rosters.clubs for day in (season.opens, season.closes) for arm in club.arms(day)
    }
    looked = spent = 0
    for box in boxes:
        for line in (line for side in box.sides for id, line in side.pitching.items() if id not in pitchers):
            lead, _, _, inning = line.stint.entry
            looked += 1
            spent += lead > -8 and inning < 12
            assert (lead <= -8 and inning >= 8) or lead <= (0 if inning > 11 else -4)
            assert not line.figures["saves"]
    assert 60 < looked < 160
    assert spent


@pytest.mark.parametrize("year", [2017, 2023])
def test_pitchers_rest(world: World, year: int) -> None:
    """Nobody relieves on the day after a start or 40 pitches in a game, nor pitches on four days running.

    After 25 pitches he seldom does. Nor does anybody start within three days of a game he has pitched in.
    """
    season = cast("Season", world.season("MLB", year))
    pitched: dict[int, dict[date, tuple[int, bool]]] = defaultdict(dict)
    for game in [*season.regular(), *season.postseason()]:
        if game.unplayed_as is not None:
            continue
        for side in Box(season.narration(game)).sides:
            for arm, line in side.pitching.items():
                pitches, started = pitched[arm].get(game.day, (0, False))
                pitched[arm][game.day] = max(pitches, line.figures["pitches"]), started or line.starter
    again = tired = 0
    for days in pitched.values():
        for day, (_, started) in days.items():
            assert not all(day - n * DAY in days for n in range(1, 4))
            before, after_start = days.get(day - DAY, (0, False))
            assert not after_start
            assert before < 40
            again += before > 0
            tired += before >= 25
            assert not (started and any(day - n * DAY in days for n in range(1, 4)))
    assert again > 3000
    assert tired < again / 10


def test_a_factor_brings_chances_to_what_they_should_be_worth() -> None:
    """Chances that are moved by the factor are worth the goal; the others stay."""
    for goal in (0.25, lineup.value(CHANCES), 0.4):
        by = lineup.factor(CHANCES, HIT, goal)
        moved = [chance * by if n in HIT else chance for n, chance in enumerate(CHANCES)]
        assert lineup.value(moved) == pytest.approx(goal)
    assert lineup.factor(CHANCES, HIT, lineup.value(CHANCES)) == pytest.approx(1)


def test_no_regular_is_hopeless(world: World) -> None:
    """On no club a regular bats, and nobody pitches, as nobody would be kept for; the average regular is who he was."""
    for year in (2019, 2024):
        season = cast("Season", world.season("MLB", year))
        regulars, worst = [], 0.0
        for club in season.rosters.clubs:
            hitters, arms = club.people(season.opens)
            regulars += [(hitter, club.bat) for hitter in hitters[: len(REGULARS)]]
            for arm in arms:
                rates = (arm.strikeout, arm.walk, 1.0, arm.homer, arm.hit, arm.hit, 1.0)
                worst = max(worst, lineup.value([chance * rate for chance, rate in zip(CHANCES, rates)]))
        for n, chance in enumerate(CHANCES):
            assert fmean(hitter.weights[n] for hitter, _ in regulars) == pytest.approx(chance, rel=0.02)
        with_clubs = [
            lineup.value([weight * bat if n in FACED else weight for n, weight in enumerate(hitter.weights)])
            for hitter, bat in regulars
        ]
        assert min(with_clubs) > 0.28
        assert worst < 0.38


@pytest.mark.parametrize("year", [2008, 2020])
def test_no_club_is_too_strong(world: World, year: int) -> None:
    """Well-run clubs with the best players are held to an edge that makes the records of the real league, not more."""
    season: Any = world.season("MLB", year)
    edges = sorted(club.edge for club in season.rosters.clubs)
    assert edges[-1] - fmean(edges) == pytest.approx(STRONGEST, abs=0.003)

    weak, *_, strong = sorted(season.rosters.clubs, key=lambda club: club.edge)
    held = strong.held_to(strong.edge - 0.02)
    assert strong.held_to(strong.edge) is strong
    assert weak.held_to(strong.edge) is weak
    assert held.edge == pytest.approx(strong.edge - 0.02, abs=0.002)
    assert held.bat < strong.bat
    assert held.arm < strong.arm


def test_a_better_regular_rests_less(world: World) -> None:
    """The better half of the regulars rest on five days fewer than the other half of their club, on the average."""
    more = []
    for manager in (one for year in (2022, 2023, 2024) for one in cast("Season", world.season("MLB", year)).managers):
        rests: Counter[int] = Counter()
        for turn in range(162):
            card = manager.card(manager.opens + turn * DAY, turn, "RRRL"[turn % 4])
            rests.update(hitter.id for hitter in card.bench)
        regulars = sorted(manager.roster.hitters(manager.opens)[1:9], key=lambda hitter: hitter.value)
        weak, strong = (fmean(rests[hitter.id] for hitter in half) for half in (regulars[:4], regulars[4:]))
        more.append(weak - strong)
    assert fmean(more) > 5


def test_parks_count(season: Season, boxes: list[Box], games: list[Game]) -> None:
    """In some parks there are more hits, and runs by up to a fifth, than in the same club's games elsewhere."""
    ratios = {}
    for figure in ("hits", "runs"):
        at_home, elsewhere = Counter[int](), Counter[int]()
        for game, box in zip(games, boxes):
            made = sum(line.figures[figure] for side in box.sides for line in side.pitching.values())
            at_home[game.home] += made
            elsewhere[game.away] += made
        ratios[figure] = [at_home[club] / elsewhere[club] for club in range(len(season.clubs))]
    assert correlation(ratios["hits"], season.rosters.parks) > 0.5
    assert 0.07 < pstdev(ratios["runs"]) < 0.15


def test_aces_go_deep(season: Season, boxes: list[Box]) -> None:
    """A few pitchers of a season reach 200 innings, none 240, and starters as a whole get about 15.6 outs."""
    outs: Counter[int] = Counter()
    begun = []
    for box in boxes:
        for side in box.sides:
            for arm in side.pitching.values():
                outs[arm.stint.arm.id] += arm.outs
                if arm.starter:
                    begun.append(arm.outs)
    assert 1 <= sum(count >= 600 for count in outs.values()) <= 12
    assert max(outs.values()) < 720
    assert fmean(begun) == pytest.approx(15.6, abs=0.4)


def test_the_world_is_the_same_for_ever() -> None:
    """[S4-12] Equal seeds give equal games, in whatever order they are asked for; another seed gives others."""
    day = date(2024, 6, 1)
    one = [game.live(AFTER) for game in World(7).season("MLB", YEAR).on_days(day, day)]
    other = [game.live(AFTER) for game in reversed(World(7).season("MLB", YEAR).on_days(day, day))]
    third = [game.live(AFTER) for game in World(8).season("MLB", YEAR).on_days(day, day)]

    assert len(one) >= 14
    assert [x and x.wire() for x in one] == [x and x.wire() for x in reversed(other)]
    assert [x and x.wire() for x in one] != [x and x.wire() for x in third]


def test_who_is_two_way_stays_so(world: World) -> None:
    """Whoever pitches and bats does both in every season and at every club, and does not change his size with it."""
    seen: dict[int, dict[str, object]] = {}
    both: list[set[int]] = []
    players: list[set[int]] = []
    for year in (2019, 2020):
        season = cast(Season, world.season("MLB", year))
        day = date(year, 6, 1)
        members = [member for club in season.clubs for member in season.members(club.id, day)]
        players.append({member.person.id for member in members})
        both.append(
            {hitter.id for roster in season.rosters.clubs for hitter in roster.hitters(day) if "P" in hitter.plays}
        )
        for member in members:
            facts = profile(season, member.person, member.position, season.opens)
            size = {key: facts[key] for key in ("height", "weight", "throws")}
            assert seen.setdefault(member.person.id, size) == size

    assert len(both[0]) == len(both[1]) == 2
    assert both[0] & players[1] == both[1] & players[0]
