"""A sport of a new game that is registered from outside works wherever a service has it, and is refused elsewhere."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

import sportsframe as sf
from sportsframe._cli import main as command
from sportsframe.catalog import SPORTS
from sportsframe.servers.mcp.server import ToolServer
from sportsframe.servers.mirror import Mirror

from .support import registered
from .support.servers import Reply, serving

Came = dict[str, Any]

NOT_LISTED = "QueryError: FLOOR has no list of {} to find one in; schedules and box scores have their names and ids."


@pytest.fixture(scope="module")
def came(tmp_path_factory: pytest.TempPathFactory) -> Came:
    """What the package gives for the sport: see ``tests.support.registered``."""
    env = {**os.environ, "SPORTSFRAME_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    env = {name: value for name, value in env.items() if name not in ("RSC_TOKEN", "SPORTSFRAME_BASE_URL")}
    ran = subprocess.run([sys.executable, "-m", "tests.support.registered"], capture_output=True, text=True, env=env)
    assert ran.returncode == 0, ran.stderr
    found: Came = json.loads(ran.stdout)
    return found


def test_the_built_in_service_has_none_of_it(came: Came) -> None:
    """Every way of asking gives its NotFound in one line, not a partial result; directories it lacks are named."""
    found = came["built in"]
    for name in ("today", "date", "range", "watch"):
        assert found[name].startswith("NotFound: 404 for /"), name
        assert found[name].endswith("The simulation has no FLOOR. Use a service that has its data."), name
    assert found["find"] == NOT_LISTED.format("players or teams")
    assert found["find players"] == NOT_LISTED.format("players")


def test_its_errors_and_its_description_agree(came: Came) -> None:
    """Whatever the path, the 404 says why; the simulation describes no such path, a mirror does."""
    assert came["answers"] == [[404, "The simulation has no FLOOR. Use a service that has its data."]] * 4
    assert came["described"] is False
    assert came["described by a mirror"] is True


def test_it_is_known_as_soon_as_it_is_registered(came: Came) -> None:
    """Whoever asked for it before does not get the same answer again."""
    assert came["before"] == [False, False]
    assert came["after"] == [True, True]


def test_games_that_were_played_have_everything(came: Came) -> None:
    """Tables, standings, ratings, plots, boxes and commands of a season from another service."""
    found = came["served"]
    assert {name: found[name] for name in ("games", "players", "season", "box", "read", "elo", "srs")} == {
        "games": 12, "players": 72, "season": 12, "box": 72, "read": 12, "elo": 12, "srs": 4,
    }  # fmt: skip
    assert [row[1:] for row in json.loads(found["standings"])] == [[3, 6]] * 4
    assert found["standings loaded"] == 4
    assert {found[name] for name in found if name.startswith("plot ")} == {"<class 'matplotlib.axes._axes.Axes'>"}
    for name in ("live", "standings"):
        code, out, error = found[f"command {name}"]
        assert (code, error) == (0, "")
        assert "Aldan Foxes" in out
    assert found["command leaders"] == [
        2, "", "sportsframe: unknown statistic of FLOOR 'goalz'; expected one of tackles.\n",
    ]  # fmt: skip
    assert found["find"] == NOT_LISTED.format("players or teams")
    assert found["team by name"] == (
        "QueryError: FLOOR has no team-info to look names up in; pass team_id= instead of team=."
    )
    assert found["bracket"].startswith("QueryError: by='conference' requires teams=")


def test_a_mirror_and_tools_have_it(came: Came) -> None:
    """A mirror passes its games on, and the tools for agents list its scores and standings."""
    tools = came["tools"]

    assert came["mirrored"] == 1
    assert "Aldan Foxes" in tools["get_scores"][0]
    assert '"rows":[[1,31,"Aldan Foxes"' in tools["get_standings"][0]
    assert "Aldan Foxes" in tools["get_live"][0]
    assert tools["get_leaders"].startswith("QueryError: FLOOR has no player-stats; it has schedule,")


@pytest.mark.long
def test_scores_of_a_field_are_its_leaders(came: Came) -> None:
    """Who is first, without a score to par that only golf has; a day without races has the same columns."""
    run, off = (came["races"][day] for day in ("2024-03-02", "2024-03-09"))
    assert "Forest Rally" in run[0]
    assert '"Rider 1"' in run[0]
    for found in (run, off):
        assert '"leader"' in found[0]
        assert "to_par" not in found[0]


def test_results_of_a_field_need_no_directory(came: Came) -> None:
    """Of a sport without a directory of players: their places by name, tournaments, or a reason."""
    of_rider, of_event, of_nobody = (came["of races"][name] for name in ("Rider 2", "Forest", "Nobody"))
    assert '"Forest Rally"' in of_rider[0]
    assert '"Rider 2"' in of_rider[0]
    assert '"Forest Rally"' in of_event[0]
    assert "'Nobody' was in none of the last 20 tournaments." in of_nobody[0]
    assert "no tournament of this season and the one before is over." in came["of races"]["later"][0]


def test_a_sport_without_measures_says_so(came: Came) -> None:
    """There is no other table to choose."""
    assert came["no measures"]["catalog"] == (
        "QueryError: unknown table with measures 'players'; expected one of none: RALLY has no measures."
    )
    assert came["no measures"]["tool"] == "ToolFailure: there are no measures of box scores of rally."


def test_a_sport_that_the_service_lacks_is_left_out_of_a_search() -> None:
    """People of the other sports are found, and what was left out is said."""
    code = (
        "import dataclasses, sportsframe as sf; from sportsframe.catalog import SPORTS;"
        "sf.register_sport(dataclasses.replace(SPORTS['NBA'], code='WNBA', name='Basketball, women'));"
        "found = sf.find('jones', kind='team'); found = sf.find('storm'); print(len(found), repr(found.attrs))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout.split()[0]) > 0
    assert "WNBA" in ran.stdout


def test_another_tour_is_described_like_the_one_of_the_catalog() -> None:
    """A mirror describes the dates of a registered golf tour as those of the PGA: text that may be ``now``."""
    code = (
        "import dataclasses, json, sportsframe as sf; from sportsframe.catalog import SPORTS;"
        "from sportsframe.service.openapi import document;"
        "sf.register_sport(dataclasses.replace(SPORTS['PGA'], code='TOUR', name='Another golf tour'));"
        "paths = document(mirror=True)['paths'];"
        "found = [paths[f'/schedule-week/{{date}}/{code}']['get']['parameters'][0] for code in ('PGA', 'TOUR')];"
        "print(json.dumps([{**one, 'example': None} for one in found]))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    known, registered = json.loads(ran.stdout)
    assert registered == known
    assert known["description"].endswith("; or now.")
    assert known["schema"] == {"type": "string"}


def test_a_service_without_the_sport_that_doctor_asks_for_is_well(came: Came) -> None:
    """It answers for a registered one."""
    assert came["doctor"] == [["ok", "answers"]]


def test_a_second_tour_has_events_and_fields_of_its_own(came: Came) -> None:
    """Loaders, commands and tools ask for the tour that is named, in either order; without one for that of the nine."""
    tours = came["tours"]

    assert {name: tours[name] for name in tours if name not in ("without sport", "throws")} == {
        "events": [74, "WDF"], "events, sport first": [74, "WDF"], "current events": [74, "WDF"],
        "field": [132, "LPGA"], "field, sport first": [132, "LPGA"], "bracket": [31, "WDF"], "event": [1, "WDF"],
    }  # fmt: skip
    assert tours["without sport"].startswith("NotFound: 404 for /events/2024/DARTS")
    assert came["asked"] == [
        "DARTS",
        "FLOOR",
        "LPGA",
        "NBA",
        "RALLY",
        "WDF",
    ]  # DARTS without a sport alone, NBA by doctor
    assert tours["throws"] == (
        "QueryError: throws is the table throws of DARTS; for that of WDF write live('2024-01-02', \"WDF\", "
        'table="throws").'
    )
    for name, first in {"events": "WDF,2024,", "field": "LPGA,2024,"}.items():
        code, out, error = came["commands"][name]
        assert (code, error) == (0, "")
        assert out.splitlines()[1].startswith(first)
    assert '[["2025-01-30","Lakeside Masters","2025-02-02"]]' in came["tools"]["get_schedule_of"][0]


def test_the_page_shows_how_a_sport_gets_its_data(tmp_path: Path) -> None:
    """The example of docs/adding.md, in a process of its own, as it registers a sport and a host."""
    page = (Path(__file__).parents[1] / "docs" / "adding.md").read_text(encoding="utf-8")
    code = page.split("```{code-block} python\n")[1].split("```")[0]
    env = {**os.environ, "SPORTSFRAME_CACHE_DIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env=env, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert int(ran.stdout.split()[0]) > 100


@pytest.fixture(scope="module")
def beside(tmp_path_factory: pytest.TempPathFactory) -> Came:
    """What the package gives for a game of sets and beside sports of one resource: see ``tests.support.sets``."""
    folder = str(tmp_path_factory.mktemp("sets"))
    env = {**os.environ, "SPORTSFRAME_CACHE_DIR": f"{folder}/cache"}
    env = {name: value for name, value in env.items() if name not in ("RSC_TOKEN", "SPORTSFRAME_BASE_URL")}
    ran = subprocess.run(
        [sys.executable, "-m", "tests.support.sets", folder], capture_output=True, text=True, env=env, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found: Came = json.loads(ran.stdout)
    return found


def test_datasets_do_not_need_every_resource_of_every_sport(beside: Came) -> None:
    """A sport without box scores or schedule hinders no other, and has what it has."""
    assert beside["sync"] == beside["open"] > 1000
    assert beside["PLANNED"] == [7]
    assert beside["open PLANNED"] == ["schedule"]
    assert beside["PLAYED"] == "QueryError: PLAYED has no schedule-season; it has live."
    assert beside["frame PLANNED"] == "QueryError: live takes no frame."
    assert 'df.sports.box("games")' in beside["frame PLAYED"]


def test_points_of_sets_do_not_add_up_to_sets(beside: Came) -> None:
    """Nothing shows a sum of the points as the score of a match: it is that of the teams, or left out."""
    found = beside["sets"]
    for name in ("show", "line_score", "by_period", "scoring_by_period", "show with teams", "card"):
        assert "95" not in str(found[name]), name
        assert "103" not in str(found[name]), name
    assert found["show"].splitlines()[-2:] == [
        "Aulne Herons 25 20 25 20 13",
        'with T: show(teams=df.sports.box("teams"))',
    ]
    assert [line[-2:] for line in found["show with teams"].splitlines()[-3:]] == [" T", " 3", " 2"]
    assert "points in the set" in found["by_period"]
    assert "Brise Comets" in found["by_period"]  # and no sum beside the name
    assert "set (points); bold: best set of each side" in found["line_score"]
    assert "set (points); S: sets; bold: best set of each side" in found["line_score with teams"]
    assert {"S", "3", "2"} <= set(found["line_score with teams"])
    assert found["running_margin"] == (
        "QueryError: plot.running_margin adds up periods, but SPIKE counts points in a set and sets in a game; "
        "write plot.by_period."
    )
    assert "score (sets)" in found["scores"]
    assert found["scores of plays"] == (
        "QueryError: plot.scores takes the last score of plays, which are points in a set; pass the games."
    )
    assert 'scope="col" class="n">5</th>' in found["card"]
    assert "<b>3</b>" in found["card"]


def test_rows_of_a_list_without_a_key_may_be_alike(beside: Came) -> None:
    """Two points of a player in a match are no repetition of one: all count, and all are drawn."""
    found = beside["winners"]
    assert (found["sums"], found["drawn"], found["warned"]) == ([[4, 160], [1, None]], [1.0, 0.25], [])
    assert found["rolled"] == [160, 160, None]
    assert found["slowest"] == ["Ana"], "nobody leads without a value"


def test_the_first_of_a_table_is_champion_only_if_nothing_follows(beside: Came) -> None:
    """Finals that the sport declares, or games after the table in the frame, leave it the top seed."""
    assert beside["clinched"] == {
        "finals": "top seed", "none": "title", "plays on": "top seed", "berths": ["cup", "", "relegation"],
    }  # fmt: skip


def test_what_a_sport_lacks_is_said_in_one_line(beside: Came) -> None:
    """Season statistics and a directory of teams that are not declared are named; a final is found without seeds."""
    assert beside["reconcile"] == (
        "QueryError: SPIKE has no player-stats or team-stats to compare with its box scores."
    )
    assert beside["team"] == ("QueryError: SPIKE has no team-info to look names up in; pass team_id= instead of team=.")
    assert beside["bracket"] == [["Brise Comets", "Aulne Herons"]]
    early, table, best_of = beside["unpublished"].values()
    assert table == 'QueryError: TABLE has no playoffs: the standings decide its season; write standings("TABLE").'
    assert early.startswith("QueryError: the postseason of EARLY 2024-2025 has not begun, and standings determine no")
    assert best_of == early.replace("EARLY", "BESTOF")
    assert beside["bracket of players"] == (
        "QueryError: DUEL has no list of events to find one in; load the matches of one, and write df.sports.bracket()."
    )
    luck, offered = beside["luck"]
    assert luck.startswith(
        "FrameError: plot.luck() supports only NFL, NBA, MLB, NHL, NCAAFB, NCAABB, SOCCER, which have"
    )
    assert luck.endswith("pythagorean in their rules, but the frame contains SPIKE.")
    assert not offered


def test_a_table_without_games_is_that_of_the_sport(beside: Came) -> None:
    """Though the columns of its games are those of another sport: standings have the same columns with and without."""
    *without, with_games = beside["columns"]
    assert without == [with_games] * 2


def test_a_frame_of_an_unknown_sport_is_not_taken_for_another(beside: Came) -> None:
    """Its columns may be those of a sport of the catalog; what its column says counts."""
    assert set(beside["unregistered"].values()) == {
        "FrameError: the column sport says 'HURLING', which is not a sport of the catalog; register it first, "
        "sportsframe.register_sport(sport)."
    }


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
@pytest.mark.parametrize(("zone", "hour"), [("America/New_York", 2), ("Australia/Sydney", 18), ("Europe/London", 18)])
def test_games_whose_ids_tell_no_date_are_of_the_day_in_the_zone_of_the_league(
    zone: str, hour: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Today, a day of the league, days one by one and a dataset have the games of the evening."""
    monkeypatch.setitem(SPORTS, "FLOOR", replace(registered.FLOOR, zone=zone))
    starts = [registered.FIRST.replace(hour=hour) + timedelta(days=n) for n, _ in enumerate(registered.games())]

    def undated(path: str) -> Reply:
        kind, when, _ = path.strip("/").split("/")
        told = [
            {**(fixture if kind.startswith("schedule") else game), "game_ID": f"w{n}",
             "game_time": format_datetime(at, usegmt=True)}
            for n, (at, (_, fixture, game)) in enumerate(zip(starts, registered.games(), strict=True))
            if when in (f"{at:%Y-%m-%d}", "2024")
        ]  # fmt: skip
        return Reply(200, {"data": {"FLOOR": told}}) if told else Reply(304)

    evening = starts[4]
    day = str(evening.astimezone(ZoneInfo(zone)).date())
    with serving(undated) as server, sf.options(base_url=server.base_url, token="any", now=registered.NOW):
        for load in (sf.live, sf.schedule):
            games = load(day, "FLOOR", day="league")
            assert games["game_id"].tolist() == ["w4"]
            assert games["game_date"].astype(str).tolist() == [day]
        one_by_one = {str(label): tables["games"]["game_id"].tolist() for label, tables in sf.each(day, "FLOOR")}
        assert one_by_one == {day: ["w4"]}
        with sf.options(now=evening + timedelta(minutes=30)):
            assert sf.live("today", "FLOOR")["game_id"].tolist() == ["w4"]
            assert sf.watch("today", "FLOOR").poll()["game_id"].tolist() == ["w4"]
        assert sf.game("w4", "FLOOR").games["game_date"].astype(str).tolist() == [day]


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
@pytest.mark.parametrize("form", ["G{:05}", "7105{:04}", "2024{:06}"])
def test_a_game_is_found_by_an_id_that_tells_no_date(
    form: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """It is looked up in the schedule of the season; if it is not there, one line says what to write."""
    monkeypatch.setitem(SPORTS, "FLOOR", registered.FLOOR)
    ids = {game["game_ID"]: form.format(n) for n, (_, game, _) in enumerate(registered.games(), 1)}

    def renamed(path: str) -> Reply:
        reply = registered.answer(path)
        for row in reply.body["data"]["FLOOR"] if reply.body else ():
            row["game_ID"] = ids[row["game_ID"]]
        return reply

    wanted, unknown = form.format(3), form.format(99)
    with serving(renamed) as server, sf.options(base_url=server.base_url, token="any", now=registered.NOW):
        assert sf.game(wanted, "FLOOR").games["game_id"].tolist() == [wanted]
        assert sf.box_scores("2024-11-22", "FLOOR", game_id=wanted).games["game_id"].tolist() == [wanted]
        with pytest.raises(sf.QueryError, match=r"pass the sport\.$"):
            sf.game(wanted)
        with pytest.raises(sf.QueryError) as told:
            sf.game(unknown, "FLOOR")
        assert str(told.value) == (
            f"no box score of '{unknown}' in FLOOR; the game has not begun, or the id is unknown; for one of another "
            f'season than the current one write live("YYYY-MM-DD", "FLOOR", game_id="{unknown}", day="league").'
        )
        assert command(["box", wanted, "FLOOR"]) == 0
        assert "Aldan Foxes" in capsys.readouterr().out
        tools = ToolServer(Mirror(server.base_url, token="any", cache_dir=str(tmp_path), now=registered.NOW))
        text, _ = tools.call("get_box", {"sport": "floor", "game_id": wanted}, "token-of-the-trial")
        assert f'"game_id":"{wanted}"' in text
