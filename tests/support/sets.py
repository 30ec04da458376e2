"""A registered game of sets, and sports that have only a part of what others have, in a process of its own.

``python -m tests.support.sets FOLDER`` registers them, answers for the game of sets in the process, and prints as JSON
what the package gives for it, and for a sport of the catalog beside them.
"""

from __future__ import annotations

import io
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from itertools import permutations
from typing import Any

import matplotlib as mpl
import pandas as pd
from requests.adapters import HTTPAdapter
from urllib3 import HTTPResponse

import sportsframe as sf
from sportsframe.catalog import common
from sportsframe.catalog.grammar import Answer, Record, Sport, Table, api_field
from sportsframe.catalog.rules import Points, Prize, Rules, Standings, TieBreaks, steps
from sportsframe.widgets.board import card

from .registered import told

NOW = "2025-01-10T12:00"
CLUBS = {71: "Aulne Herons", 72: "Brise Comets", 73: "Cendre Foxes"}
SETS = {"away_team": (25, 20, 25, 20, 13), "home_team": (20, 25, 10, 25, 15)}
"""The points of a match that the home team wins by 3 sets to 2 with 95 points to 103."""


WINNERS = [{"player_id": 5, "player": "Ana", "rallies": 2, "speed": 80},
           {"player_id": 5, "player": "Ana", "rallies": 2, "speed": 80},
           {"player_id": 6, "player": "Bea", "rallies": 1, "speed": None}]  # fmt: skip
"""Two points alike of one player, and one of another whose speed was not measured."""


class Point(Record, source="assumed"):
    player_id: int = api_field("Player id")
    player: str = api_field("Name of the player")
    rallies: int = api_field("Times that the ball crossed the net before it")
    speed: int | None = api_field("Speed of the ball")


class Match(common.LiveGame, source="assumed"):
    full_box: common.FullBox[common.LiveTeam] = api_field("Both sides")
    winners: list[Point] = api_field("Points of the last set")


RANKS = Standings("league", ("points",), points=Points(win=3), tie_breaks=TieBreaks(steps("wins")), games=4)
SPIKE = Sport(
    code="SPIKE",
    name="Volleyball",
    game="volleyball",
    answers={
        "schedule": Answer(common.TeamFixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(Match, (common.GAMES, common.TEAMS, common.PERIODS, Table("winners", "winners/[]", "winner"))),
    },
    zone="Europe/Paris",
    season_spans=True,
    opens=(9, 1),
    rules=Rules(
        unit="sets",
        periods=5,
        period="set",
        period_unit="points",
        home_first=True,
        overtime="",
        standings=RANKS,
    ),
    finals=("Grand Final",),
)
PARTS = {code: replace(SPIKE, code=code, answers={group: SPIKE.answers[group]}, finals=())
         for code, group in {"PLANNED": "schedule", "PLAYED": "live"}.items()}  # fmt: skip

UNPUBLISHED = {
    "EARLY": replace(SPIKE, code="EARLY"),
    "TABLE": replace(SPIKE, code="TABLE", finals=()),
    "BESTOF": replace(SPIKE, code="BESTOF", finals=(), rules=replace(SPIKE.rules, series=(3,))),
}
"""Leagues whose schedule has no games after the regular season, which it declares to be the end or not."""

CUP = replace(
    SPIKE,
    code="CUP",
    finals=(),
    rules=replace(
        SPIKE.rules, standings=replace(RANKS, prizes={"CUP": (Prize("cup", 1, 1), Prize("relegation", -1, -1))})
    ),
)
"""A league of the same game whose first and last places lead somewhere."""


def matches() -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """The date of each match, its entry in the schedule, and the match as played; the last is a final."""
    for n, (away, home) in enumerate([*permutations(CLUBS, 2), (71, 72)]):
        at = datetime(2024, 10, 5, 18, tzinfo=UTC) + timedelta(days=n)
        part = "Postseason" if n == 6 else "Regular Season"
        shared = {
            "sport": "SPIKE", "game_ID": f"{at:%Y%m%d}-{away}-{home}", "game_time": format_datetime(at, usegmt=True),
            "status": "final", "season_type": part, "season": "2024-2025", "event_name": None,
            "round": 1 if part == "Postseason" else None,
        }  # fmt: skip
        sides = {
            side: {
                "abbrv": CLUBS[club][:3].upper(), "team_id": club, "record": None, "mascot": CLUBS[club].split()[1],
                "score": 3 if side == "home_team" else 2,
                "quarter_scores": {str(number): points for number, points in enumerate(SETS[side], 1)},
            }
            for side, club in (("away_team", away), ("home_team", home))
        }  # fmt: skip
        teams = {"away_team": CLUBS[away], "home_team": CLUBS[home], "away_team_ID": away, "home_team_ID": home}
        names = {"away_team_name": CLUBS[away], "home_team_name": CLUBS[home], "game_status": "Final"}
        yield (
            f"{at:%Y-%m-%d}",
            {**shared, **teams},
            {**shared, **names, "game_location": None, "full_box": sides, "winners": WINNERS},
        )


class Gateway(HTTPAdapter):
    """Answers for the two sports that have data."""

    def send(self, request: Any, **options: Any) -> Any:
        kind, when, code = request.path_url.split("?")[0].split("/")[-3:]
        rows = [(day, match if kind == "live" else fixture) for day, fixture, match in matches()]
        when = "" if (kind, when) == ("schedule-season", "2024") else when
        rows = rows[: 6 if code in UNPUBLISHED else None]
        held = [{**row, "sport": code} for day, row in rows if day.startswith(when)]
        body = json.dumps({"data": {code: held}}).encode() if held else b""
        headers = {"Content-Type": "application/json"}
        raw = HTTPResponse(io.BytesIO(body), headers, status=200 if held else 304, preload_content=False)
        return self.build_response(request, raw)


def words(axes: Any) -> list[str]:
    """The text in a picture."""
    legend = axes.get_legend()
    inside = [text.get_text() for text in (*axes.texts, *(legend.get_texts() if legend else ()))]
    return [*inside, axes.get_xlabel(), axes.get_ylabel(), *(text.get_text() for text in axes.get_yticklabels())]


def of_sets() -> dict[str, Any]:
    """What a match of sets gives: its table of periods, with and without the table of teams."""
    boxes = sf.box_scores("2024-10-05", "SPIKE")
    periods, teams = boxes["periods"], boxes["teams"]
    draw, game = periods.sports.plot, periods["game_id"].iloc[0]
    found: dict[str, Callable[[], Any]] = {
        "show": lambda: str(periods.sports.show()),
        "show with teams": lambda: str(periods.sports.show(teams=teams)),
        "by_period": lambda: words(draw.by_period(game_id=game)),
        "line_score": lambda: words(draw.line_score(game_id=game)),
        "line_score with teams": lambda: words(draw.line_score(game_id=game, teams=teams)),
        "running_margin": lambda: words(draw.running_margin(game_id=game)),
        "scores": lambda: words(boxes["games"].sports.plot.scores()),
        "scores of plays": lambda: words(boxes["games"].assign(sequence=1).sports.plot.scores()),
        "scoring_by_period": lambda: words(draw.scoring_by_period()),
        "card": lambda: card(boxes["games"].to_dict("records")[0], "SPIKE", {n: boxes[n] for n in boxes.names}, set()),
    }
    return {name: told(call) for name, call in found.items()}


def clinched(season: pd.DataFrame) -> dict[str, Any]:
    """What is certain of the first of the table at its end: with finals, without, and if it plays on all the same."""
    season = season.copy()
    season.loc[season["game_id"].str.endswith("-71-73"), ["away_score", "home_score"]] = [3, 2]
    regular = season[season["season_type"] == "Regular Season"]
    frames = {"finals": regular, "none": regular.assign(sport="PLAYED"), "plays on": season.assign(sport="PLAYED")}
    found = {
        name: told(lambda frame=frame: frame.sports.standings()["clinched"].iloc[0]) for name, frame in frames.items()
    }
    cup = regular.assign(sport="CUP")
    return {**found, "berths": told(lambda: cup.sports.standings()["berth"].fillna("").tolist())}


def of_winners() -> dict[str, Any]:
    """What rows give that nothing tells from each other."""
    winners = sf.live("2024-10-05", "SPIKE", table="winners")
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        sums = winners.sports.totals()
        slowest = winners.sports.leaders("speed", ascending=True)["player"].tolist()
    drawn = winners.sports.plot.compare(columns=["rallies"])
    figures = sums[["rallies", "speed"]].astype("object").where(sums.notna(), None).to_numpy().tolist()
    return {
        "sums": figures,
        "slowest": slowest,
        "rolled": winners.sports.rolling("speed", 2).astype("object").where(lambda one: one.notna(), None).tolist(),
        "drawn": [bar.get_width() for bar in drawn.patches],
        "warned": list(map(str, warned)),
    }


def unregistered(frame: pd.DataFrame) -> dict[str, Any]:
    """What a frame gives whose sport is not in the catalog."""
    frame = frame.assign(sport="HURLING")
    return {"kind": told(lambda: str(frame.sports.kind)), "elo": told(lambda: frame.sports.elo_ratings().to_dict())}


def main(folder: str) -> None:
    """Register, try, and print what came."""
    mpl.use("agg")
    warnings.simplefilter("ignore", sf.SportsframeWarning)
    duel = replace(SPIKE, code="DUEL", finals=(), rules=replace(SPIKE.rules, standings=None, opponents="players"))
    for sport in (SPIKE, CUP, duel, *PARTS.values(), *UNPUBLISHED.values()):
        sf.register_sport(sport)
    sf.register_host("sets.example", lambda clock: Gateway())
    came: dict[str, Any] = {}
    with sf.options(source="simulated", now="2024-12-06T20:00"):
        nhl = {"seasons": 2014, "to": f"{folder}/nhl", "tables": "schedule"}
        came["sync"] = told(lambda: int(sf.sync("NHL", **nhl)["rows"].sum()))
        came["open"] = told(lambda: len(sf.open(f"{folder}/nhl").pandas("schedule")))
    with sf.options(base_url="https://sets.example/api/v1", token="token-of-the-trial", now=NOW):
        came["sets"] = of_sets()
        season = sf.live(season=2024, sport="SPIKE")
        came["winners"] = of_winners()
        came["reconcile"] = told(lambda: sf.reconcile(2024, "SPIKE"))
        came["bracket"] = told(lambda: sf.bracket(2024, "SPIKE")[["team_1", "team_2"]].to_numpy().tolist())
        came["team"] = told(lambda: sf.live("2024-10-05", "SPIKE", team="Herons"))
        came["unpublished"] = {code: told(lambda code=code: sf.bracket(2024, code)) for code in UNPUBLISHED}
        came["bracket of players"] = told(lambda: sf.bracket(2024, "DUEL"))
        nothing = sf.live("2024-09-20", "SPIKE")
        came["columns"] = [list(nothing.sports.standings().columns)]
        came["columns"].append(list(sf.standings(2024, "SPIKE", season_type="Preseason").columns))
        came["columns"].append(list(season[season["season_type"] == "Regular Season"].sports.standings().columns))
        came["luck"] = [told(lambda: season.sports.plot.luck()), "luck" in dir(season.sports.plot)]
        came["unregistered"] = unregistered(season)
        came["clinched"] = clinched(season)
        for code in PARTS:
            came[code] = told(lambda code=code: list(sf.sync(code, seasons=2024, to=f"{folder}/{code}")["rows"]))
            came[f"open {code}"] = told(lambda code=code: sf.open(f"{folder}/{code}").tables)
            came[f"frame {code}"] = told(lambda code=code: sf.live(season.assign(sport=code)))
    json.dump(came, sys.stdout, default=str)


if __name__ == "__main__":
    main(sys.argv[1])
