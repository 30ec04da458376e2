"""A registered sport of a new game whose games have been played, in a process of its own.

``python -m tests.support.registered`` registers it, serves a season of it over HTTP, and prints as JSON what the
package gives for it: from that service, from a mirror of it, and from the built-in service, which has none of it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import permutations
from typing import Any

import matplotlib as mpl
import pandas as pd

import sportsframe as sf
from sportsframe._cli import main as command
from sportsframe.catalog import common, hockey
from sportsframe.catalog.grammar import Answer, Sides, Sport, api_field
from sportsframe.servers.mcp.server import ToolServer
from sportsframe.servers.mirror import Mirror, MirrorApp
from sportsframe.service import Service, openapi
from sportsframe.service.serve import running_server

from . import tours
from .servers import Reply, serving
from .tenth import RugbyPlayer

NOW = "2024-12-06T20:00:00+00:00"
FIRST = datetime(2024, 11, 20, 18, tzinfo=UTC)
QUERY = {"RSC_token": "token-of-the-trial"}
CLUBS = {31: "Aldan Foxes", 32: "Brisk Hares", 33: "Cole Otters", 34: "Dunmore Larks"}


class Game(common.LiveGame, source="assumed"):
    full_box: common.FullBox[common.LiveTeam] = api_field("Both sides")
    player_box: Sides[dict[str, RugbyPlayer]] = api_field("Player lines of both sides, by player id")


FLOOR = Sport(
    code="FLOOR",
    name="Floorball",
    game="floorball",
    answers={
        "schedule": Answer(common.TeamFixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(Game, (common.GAMES, common.TEAMS, common.PERIODS, common.players("players", ""))),
    },
    zone="Europe/Stockholm",
    season_spans=True,
    opens=(9, 1),
    rules=hockey.NHL.rules,
)


def games() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The date of each game, its entry in the schedule, and the game as played."""
    for n, (away, home) in enumerate(permutations(CLUBS, 2)):
        at = FIRST + timedelta(days=n)
        shared = {
            "sport": "FLOOR", "game_ID": f"{at:%Y%m%d}-{away}-{home}", "game_time": format_datetime(at, usegmt=True),
            "status": "final", "season_type": "Regular Season", "season": "2024-2025", "round": n + 1,
        }  # fmt: skip
        sides = {}
        for side, club, goals in (("away_team", away, n % 3), ("home_team", home, 3 + n % 2)):
            sides[side] = {
                "abbrv": CLUBS[club][:3].upper(), "team_id": club, "record": None, "mascot": CLUBS[club].split()[1],
                "score": goals, "quarter_scores": {"1": goals, "2": 0, "3": 0},
            }  # fmt: skip
        boxes = {
            side: {str(100 * club + i): {"player": f"P. {club} {i}", "tackles": i} for i in range(3)}
            for side, club in (("away_team", away), ("home_team", home))
        }
        names = {
            "away_team_name": CLUBS[away],
            "home_team_name": CLUBS[home],
            "game_status": "final",
            "game_location": None,
        }
        teams = {"away_team": CLUBS[away], "home_team": CLUBS[home], "away_team_ID": away, "home_team_ID": home}
        yield f"{at:%Y-%m-%d}", {**shared, **teams}, {**shared, **names, "full_box": sides, "player_box": boxes}


def answer(path: str) -> Reply:
    """What a service that has the sport gives for a path."""
    kind, when, code = (*path.strip("/").split("/"), "", "")[:3]
    if code != "FLOOR":
        return tours.answer(path)
    listed = list(games())
    if kind == "live":
        held = [game for day, _, game in listed if day == when]
    elif kind == "schedule-season":
        held = [fixture for _, fixture, _ in listed if when == "2024"]
    else:
        held = [fixture for day, fixture, _ in listed if day == when]
    return Reply(200, {"data": {"FLOOR": held}}) if held else Reply(304)


def told(call: Callable[[], Any]) -> Any:
    """What a call gives, or the error it raises in one line; an error that is not of the package is marked ``bare``."""
    try:
        return call()
    except sf.SportsframeError as error:
        return f"{type(error).__name__}: {error}"
    except Exception as error:
        return f"bare {type(error).__name__}: {error}"


def commanded(*words: str) -> tuple[Any, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = told(lambda: command(list(words)))
    return code, out.getvalue(), err.getvalue()


def served() -> dict[str, Any]:
    """What the sport gives where a service has it."""
    days = ("2024-11-20", "2024-12-01")
    season = sf.live(days, "FLOOR")
    periods = sf.live(days, "FLOOR", table="periods")
    return {
        "games": len(season),
        "players": told(lambda: len(sf.live(days, "FLOOR", table="players"))),
        "season": told(lambda: len(sf.schedule_season(2024, "FLOOR"))),
        "standings": told(lambda: season.sports.standings()[["team", "wins", "points"]].to_json(orient="values")),
        "standings loaded": told(lambda: len(sf.standings(2024, "FLOOR"))),
        "elo": told(lambda: len(season.sports.elo())),
        "srs": told(lambda: len(sf.measures.srs(season))),
        "measures": told(lambda: list(season.sports.measures())),
        "bracket": told(lambda: len(sf.bracket(2024, "FLOOR"))),
        **{
            f"plot {name}": told(lambda name=name: str(type(getattr(season.sports.plot, name)())))
            for name in ("scores", "standings_race", "win_expectancy", "elo_history")
        },
        "plot by_period": told(lambda: str(type(periods.sports.plot.by_period(game_id=periods["game_id"].iloc[0])))),
        "box": told(lambda: len(season.sports.box("players"))),
        "find": told(lambda: sf.find("mossdell", "FLOOR")),
        "team by name": told(lambda: sf.live("2024-11-20", "FLOOR", team="Foxes")),
        "game": told(lambda: str(type(sf.game(season["game_id"].iloc[0], "FLOOR")))),
        "read": told(lambda: len(sf.read_json({"data": {"FLOOR": [g for *_, g in games()]}}, "FLOOR", "live"))),
        "command leaders": commanded("leaders", "goalz", "FLOOR", "2024-11-20"),
        "command live": commanded("live", "2024-11-20", "FLOOR", "--wide"),
        "command standings": commanded("standings", "2024", "FLOOR", "--wide"),
    }


def seen(frame: pd.DataFrame) -> list[Any]:
    """How many rows a frame has, and of which sports they are."""
    return [len(frame), *frame.get("sport", pd.Series()).unique()]


def known() -> list[bool]:
    """Whether the description of a mirror has the sport, and whether the service says that it has no games of it."""
    status, _, body = Service().respond("GET", "/api/v1/live/2024-11-19/FLOOR", QUERY, {})
    return [b"FLOOR" in openapi.encoded(mirror=True), status == 404 and b"FLOOR" in body]


def main() -> None:
    """Register, serve, try, and print what came."""
    mpl.use("agg")
    warnings.simplefilter("ignore", sf.SportsframeWarning)
    came: dict[str, Any] = {"before": known()}
    sf.register_sport(FLOOR)
    came["after"] = known()
    folder = os.environ["SPORTSFRAME_CACHE_DIR"]
    with sf.options(source="simulated", now=NOW):
        came["built in"] = {
            "find": told(lambda: sf.find("mossdell", "FLOOR")),
            "find players": told(lambda: sf.find("mossdell", "FLOOR", kind="player")),
            "today": told(lambda: sf.live("today", "FLOOR")),
            "date": told(lambda: sf.live("2024-11-20", "FLOOR")),
            "range": told(lambda: sf.live(("2024-11-20", "2024-11-24"), "FLOOR")),
            "watch": told(lambda: next(iter(sf.watch("FLOOR")))),
        }
    service = Service()
    paths = ("live/2024-11-20/FLOOR", "live/2024-11-20/FLOOR-MLB", "player-info/FLOOR", "live/x/FLOOR")
    came["answers"] = [service.respond("GET", f"/api/v1/{path}", QUERY, {})[::2] for path in paths]
    came["answers"] = [(status, json.loads(body)) for status, body in came["answers"]]
    built = openapi.document()
    came["described"] = "FLOOR" in json.dumps(built)
    came["described by a mirror"] = "/live/{date}/FLOOR" in openapi.document(mirror=True)["paths"]
    for tour in (*tours.TOURS, tours.RALLY):
        sf.register_sport(tour)
    with serving(answer) as upstream:
        os.environ |= {
            "RSC_TOKEN": "token-of-the-trial",
            "SPORTSFRAME_BASE_URL": upstream.base_url,
            "SPORTSFRAME_NOW": NOW,
        }
        came["served"] = served()
        came["doctor"] = sf.doctor().query("check == 'service'")[["state", "found"]].to_numpy().tolist()
        came["tours"] = {name: told(lambda call=call: seen(call())) for name, call in tours.CALLS.items()}
        came["commands"] = {name: commanded(*words, "--format", "csv") for name, words in tours.COMMANDS.items()}
        mirror = Mirror(upstream.base_url, token="token-of-upstream", cache_dir=f"{folder}/mirror")
        tools = ToolServer(mirror)
        came["tools"] = {
            name: told(lambda name=name, given=given: tools.call(name, given, "token-of-the-trial"))
            for name, given in {
                "get_scores": {"sport": "floor", "date": "2024-11-20"},
                "get_standings": {"sport": "floor"},
                "get_leaders": {"sport": "floor", "statistic": "tackles"},
                "get_live": {"sport": "floor", "date": "2024-11-20"},
                "get_schedule_of": {"sport": "wdf", "team": tours.EVENT},
            }.items()
        }
        came["races"] = {
            date: told(lambda date=date: tools.call("get_scores", {"sport": "rally", "date": date}, QUERY["RSC_token"]))
            for date in ("2024-03-02", "2024-03-09")
        }
        came["of races"] = {
            name: told(
                lambda name=name: tools.call("get_results_of", {"sport": "rally", "team": name}, QUERY["RSC_token"])
            )
            for name in ("Rider 2", "Forest", "Nobody")
        }
        with sf.options(now="2027-01-01T12:00"):
            later = ToolServer(Mirror(upstream.base_url, token="token-of-upstream", now="2027-01-01T12:00"))
            came["of races"]["later"] = told(
                lambda: later.call("get_results_of", {"sport": "rally", "team": "Rider 2"}, QUERY["RSC_token"])
            )
        came["no measures"] = {
            "catalog": told(lambda: sf.measures.table("RALLY", "players")),
            "command": commanded("measures", "2024-11-20", "FLOOR", "--table", "periods"),
            "tool": told(
                lambda: tools.call(
                    "get_measures", {"sport": "rally", "date": "2024-03-02", "table": "players"}, QUERY["RSC_token"]
                )
            ),
        }
        there = {"token": "token-of-the-mirror", "cache_dir": f"{folder}/client"}
        with running_server(app=MirrorApp(mirror)) as running, sf.options(base_url=running.address, **there):
            came["mirrored"] = told(lambda: len(sf.live("2024-11-21", "FLOOR")))
        came["asked"] = sorted({path.rpartition("/")[2] for path in upstream.paths()})
    json.dump(came, sys.stdout, default=str)


if __name__ == "__main__":
    main()
