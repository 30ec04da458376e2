"""Groups of resources on the day they are declared, tried in a process of its own: a catalog is not changed under way.

``python -m tests.support.new_groups`` declares, by the recipe, lists of absent players (no date, ids as text, days as
people write them), lineups (a map of maps, specification 2.8), grounds of the one sport with leagues, prizes (a map of
games, asked for by id), heats (games whose id is in a header), and one group that the simulated world knows nothing
of, asks for them by every road, and prints as JSON what came.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sportsframe import catalog
from sportsframe.catalog.grammar import Answer, GameTime, Record, Sport, Table, api_field
from sportsframe.catalog.records import Kind
from sportsframe.catalog.resources import BySeason, Content, Param, Resource, Undated


class Injury(Record, source="observed"):
    player: str = api_field("Name of the player")
    player_id: int | str = api_field("Player id", kind="id")
    reason: str | None = api_field("Part of the body")
    missing_since: str | None = api_field("Day of the injury", kind="date")
    expected: str | None = api_field("When the player is expected back, in prose")


class TeamAbsences(Record, source="observed"):
    """The absent players of a team."""

    team: str = api_field("Name of the team", key=True)
    team_id: int = api_field("Team id", key=True)
    absences: list[Injury] = api_field("Injured players")


class Listed(Record, source="2.8"):
    player_id: int = api_field("Player id", "id")
    player: str = api_field("Name of the player")


class Chart(Record, source="2.8"):
    team_id: int | None = api_field("Team id", source="observed", key=True, sparse=True)
    positions: dict[str, dict[str, Listed]] = api_field("Players by position and depth", rest=True)


class Charts(Record, source="2.8"):
    """The lineups of a league."""

    teams: dict[str, Chart] = api_field("Lineups by name of team")


class Ground(Record, source="assumed"):
    """Where a club plays at home."""

    team_id: int = api_field("Team id", key=True)
    ground: str | None = api_field("Name of the ground")


class Purse(Record, source="assumed"):
    """The prizes of a tournament."""

    game_id: str = api_field("Tournament id", "tournament_ID", key=True, derive="season")
    game_time: GameTime | None = api_field("Start", "start_time", key=True, sparse=True)
    status: str = api_field("Status", derive="phase")
    prizes: dict[str, float] = api_field("Prize money in dollars by place")


class Purses(Record, source="assumed"):
    tournaments: dict[str, Purse] = api_field("Prizes by number of the tournament")


class Head(Record, source="assumed"):
    game_id: str = api_field("Heat id", "id", key=True, derive="season")
    game_time: GameTime | None = api_field("Start", "start", key=True)
    status: str = api_field("State", derive="phase")


class Surfer(Record, source="assumed"):
    points: float = api_field("Points")


class Heat(Record, source="assumed"):
    """A heat with a header."""

    head: Head = api_field("Header")
    surfers: dict[str, Surfer] = api_field("Surfers by id")


RESOURCES = {
    "absences": Resource(
        "absences", "Absences", Undated(), Content.STATE, "Injured players, per team", table="absences"
    ),
    "lineups": Resource(
        "lineups",
        "Lineups",
        Undated(),
        Content.STATE,
        "Players by position and rank, per team",
        envelope="map",
        table="depth",
    ),
    "grounds": Resource("grounds", "Grounds", Undated(), Content.STATE, "Home grounds of clubs", table="grounds"),
    "prizes": Resource(
        "prizes",
        "Prizes",
        Undated(),
        Content.STATE,
        "Prizes of one tournament",
        envelope="map",
        table="prizes",
        params=(Param("game_id", "text", "The tournament", required=True),),
    ),
    "heats": Resource("heats", "Heats", Undated(), Content.STATE, "Heats", table="heats"),
    "rankings": Resource("rankings", "Rankings", BySeason(), Content.STATE, "Season statistics of teams"),
}

DEPTH = Table("depth", "teams/{team}/positions/{position}/{depth}", "team, position and depth")

NUMBER: dict[str, tuple[Kind, str]] = {"number": ("text", "Number of the tournament"), "rank": ("int", "Place")}

ANSWERS: dict[str, dict[str, Answer]] = {
    "NBA": {"absences": Answer(TeamAbsences, (Table("absences", "absences/[]", "injured player"),))},
    "MLB": {
        "lineups": Answer(Charts, (DEPTH,)),
        "rankings": Answer(TeamAbsences, (Table("teams", "", "team"),)),
    },
    "NHL": {"lineups": Answer(Charts, (DEPTH,))},
    "PGA": {
        "prizes": Answer(
            Purses,
            (
                Table("tournaments", "tournaments/{number}", "tournament", captured=NUMBER),
                Table("prizes", "tournaments/{number}/prizes/{rank}", "place", value="amount", captured=NUMBER),
            ),
        ),
        "heats": Answer(Heat, (Table("heats", "", "heat"), Table("surfers", "surfers/{player_id}", "surfer"))),
    },
    "SOCCER": {"grounds": Answer(Ground, (Table("grounds", "", "club"),))},
}

SPECIFIED = {
    "data": {
        "MLB": {
            "Harborview Terns": {
                "C": {"1": {"id": 900101, "player": "Ada Lindqvist"}, "2": {"id": 900102, "player": "Bo Marsh"}},
                "1B": {"1": {"id": 900103, "player": "Cy Okafor"}},
            },
            "Millbrook Otters": {"SS": {"1": {"id": 900201, "player": "Dee Park"}}},
        }
    }
}
"""A depth chart in the shape of specification 2.8."""

OBSERVED: dict[str, Any] = json.loads(json.dumps(SPECIFIED))
for _n, _chart in enumerate(OBSERVED["data"]["MLB"].values()):
    _chart["team_id"] = 9001 + _n

HEATS = {
    "data": {
        "PGA": [
            {
                "head": {
                    "id": f"202412{day:02}-1",
                    "start": f"{name}, {day:02} Dec 2024 20:00:00 GMT",
                    "status": "final",
                },
                "surfers": {str(day): {"points": 9.5}, "900001": {"points": 7.0}},
            }
            for day, name in ((6, "Fri"), (7, "Sat"))
        ]
    }
}

DAYS = ["2026-1-29", "2026-04-15", "Jul 20, 2026", "July 4, 2026", "soon", None, "2026-02-30"]


def declare() -> None:
    """Put the groups into the catalog, and into the simulated NBA and NHL what is so of them."""
    from sportsframe.simulation.basketball import season as basketball
    from sportsframe.simulation.golf import season as golf
    from sportsframe.simulation.hockey import season as hockey

    catalog.RESOURCES.update(RESOURCES)
    for code, answers in ANSWERS.items():
        sport: Sport = catalog.SPORTS[code]
        catalog.SPORTS[code] = replace(sport, answers={**sport.answers, **answers})
    before: Callable[..., Sequence[Record]] = basketball.Season.state

    def state(self: Any, resource: str, now: datetime) -> Sequence[Record]:
        if resource != "absences":
            return before(self, resource, now)
        return [
            TeamAbsences(
                team=club.name,
                team_id=club.id,
                absences=[
                    Injury(
                        player="Ada Lindqvist",
                        player_id=str(900_000 + club.id),
                        reason="knee",
                        missing_since=f"{now:%b} {now.day}, {now.year}",
                        expected=None,
                    )
                ],
            )
            for club in self.clubs[:2]
        ]

    def charts(self: Any, resource: str, now: datetime) -> Sequence[Record]:
        if now.year < 2020:
            return []
        listed = {"C": {"1": Listed(player_id=900_001, player="Ada Lindqvist")}}
        return [Charts(teams={club.name: Chart(team_id=club.id, positions=listed) for club in self.clubs[:2]})]

    def purses(self: Any, resource: str, now: datetime) -> Sequence[Record]:
        ids = [f"{now.year}_{number}" for number in (901, 902, 903)]
        held = {one: Purse(game_id=one, status="Final", prizes={"1": 9e5, "2": 4e5}) for one in ids}
        return [Purses(tournaments=held)]

    golf.Season.state = purses
    basketball.Season.state = state
    hockey.Season.state = charts


def told(action: Callable[[], Any]) -> Any:
    """What an action gives, or the error it ends with."""
    try:
        return action()
    except BaseException as error:
        return f"{type(error).__name__}: {error}"


def frame(found: Any) -> dict[str, Any]:
    """A frame as JSON: its columns with their dtypes, and its rows."""
    return {
        "dtypes": {str(name): str(kind) for name, kind in found.dtypes.items()},
        "rows": json.loads(found.to_json(orient="records", date_format="iso", date_unit="s")),
    }


def tried() -> dict[str, Any]:
    """What came of every road."""
    import sportsframe as sf
    from sportsframe._cli.run import main as command
    from sportsframe._client import freshness
    from sportsframe._client.query import Query, ask
    from sportsframe.catalog import sports_of
    from sportsframe.servers import mirror
    from sportsframe.servers.mcp.resources import question
    from sportsframe.servers.mcp.server import every_tool
    from sportsframe.service.landing import landing
    from sportsframe.service.openapi import document
    from sportsframe.service.respond import Service
    from sportsframe.service.tokens import Grant, Tokens

    now = datetime(2024, 12, 6, 20, tzinfo=UTC)
    service = Service(
        clock=lambda: now,
        tokens=Tokens(
            {"full": Grant(), "trial": Grant(trial=now.date()), "nfl": Grant(pairs=frozenset({("NFL", "live")}))}
        ),
    )

    def answered(path: str, token: str = "full", **query: str) -> list[Any]:
        status, _, body = service.respond("GET", f"/api/v1/{path}", {"RSC_token": token, **query}, {})
        return [status, json.loads(body) if body else None]

    def before(switches: tuple[str, ...]) -> list[Any]:
        early = Service(clock=lambda: datetime(2015, 12, 6, tzinfo=UTC), switches=switches)
        status, _, body = early.respond("GET", "/api/v1/lineups/NHL", {"RSC_token": "x"}, {})
        return [status, body.decode()]

    def printed(*words: str) -> list[Any]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = told(lambda: command(list(words)))
        return [code, out.getvalue(), err.getvalue()]

    days = {
        "data": {
            "NBA": [
                {
                    "team": "T",
                    "team_id": 9001,
                    "absences": [
                        {
                            "player": "P",
                            "player_id": n if n % 2 else str(n),
                            "reason": None,
                            "missing_since": day,
                            "expected": None,
                        }
                        for n, day in enumerate(DAYS, 900_000)
                    ],
                }
            ]
        }
    }
    body, written = json.dumps(SPECIFIED).encode(), json.dumps(days).encode()
    described = document()
    asked = described["paths"]
    return {
        "sports": {name: sports_of(name) for name in RESOURCES},
        "loaded": told(lambda: frame(sf.table("absences", "NBA"))),
        "recognised": told(lambda: str(sf.table("absences", "NBA").sports.kind)),
        "player": told(lambda: len(sf.table("absences", "NBA").sports.player(909002))),
        "described": told(lambda: len(sf.columns("NBA", "absences"))),
        "one table": told(lambda: len(sf.columns(table="absences"))),
        "read days": told(lambda: frame(sf.read_json(days, "NBA", "absences"))),
        "read odd ids": told(lambda: frame(sf.read_json(written.replace(b'"900000"', b'"TBA"'), "NBA", "absences"))),
        "read as declared": told(lambda: len(sf.read_json(written, "NBA", "absences", validate="strict"))),
        "depth": told(lambda: frame(sf.read_json(SPECIFIED, "MLB", "lineups", validate="strict"))),
        "depth bytes": told(lambda: frame(sf.read_json(body, "MLB", "lineups", validate="strict"))),
        "depth with ids": told(lambda: frame(sf.read_json(OBSERVED, "MLB", "lineups", validate="strict"))),
        "depth of nothing": told(lambda: frame(sf.read_json(b"", "MLB", "lineups"))),
        "depth as rows": told(lambda: sf.read_json({"data": {"MLB": []}}, "MLB", "lineups")),
        "depth of the NHL": told(lambda: frame(sf.table("lineups", "NHL"))),
        "depth served": answered("lineups/NHL"),
        "depth served of none": [before(switches) for switches in ((), ("empty-array",))],
        "depth asked": told(lambda: frame(sf.table("lineups", "MLB"))),
        "prizes": told(lambda: frame(sf.table("prizes", "PGA", game_id="2024_902"))),
        "tournaments": told(lambda: frame(sf.table("prizes", "PGA", game_id="2024-902", table="tournaments"))),
        "prizes of no tournament": told(lambda: len(sf.table("prizes", "PGA", game_id="2024_1"))),
        "heats": told(lambda: frame(sf.read_json(HEATS, "PGA", "heats", "heats"))),
        "surfers": told(lambda: frame(sf.read_json(HEATS, "PGA", "heats", "surfers"))),
        "wrong sport": told(lambda: sf.table("absences", "MLB")),
        "with a date": told(lambda: sf.table("absences", "NBA", "2024-06-01")),
        "with an id": told(lambda: sf.table("absences", "NBA", event_id="x")),
        "wrong sport read": told(lambda: sf.read_json({}, "MLB", "absences")),
        "wrong sport columns": told(lambda: sf.columns("MLB", "absences")),
        "served": answered("absences/NBA"),
        "served to a trial": answered("absences/NBA", "trial"),
        "served to another": answered("absences/NBA", "nfl"),
        "served with a date": answered("absences/2024-06-01/NBA"),
        "served of another sport": answered("absences/NFL"),
        "served of several": answered("absences/NBA-NFL"),
        "not simulated": answered("lineups/MLB"),
        "not simulated by season": answered("rankings/2024/MLB"),
        "paths": [path for path in asked if path.split("/")[1] in RESOURCES],
        "tags": [tag["name"] for tag in described["tags"]],
        "schema": asked["/lineups/MLB"]["get"]["responses"]["200"]["content"]["application/json"]["schema"],
        "schemas": {
            name: schema
            for name, schema in described["components"]["schemas"].items()
            if "new_groups" in name or "__main__" in name
        },
        "landing": "absences/{SPORT}" in landing().decode(),
        "command": printed("absences", "NBA", "--format", "csv"),
        "command of another sport": printed("absences", "MLB"),
        "help": printed("absences", "--help"),
        "tool": every_tool()["get_absences"].takes,
        "tool of leagues": every_tool()["get_grounds"].takes,
        "tool asks": told(lambda: question("absences", {"sport": "nba"})),
        "tool refuses": told(lambda: question("absences", {"sport": "mlb"})),
        "picker": told(lambda: (lambda p: [p.code, p.error, len(p.frame)])(sf.picker("NBA", resource="absences"))),
        "picker of another sport": told(lambda: sf.picker("MLB", resource="absences")),
        "mirrored": [mirror.question(f"/api/v1/absences/{code}", {}) is not None for code in ("NBA", "NFL", "DARTS")],
        "lifetimes": [
            freshness.judge(ask("absences", "NBA"), written, now).lifetime,
            freshness.judge(ask("lineups", "MLB"), body, now).lifetime,
        ],
        "faults": [
            freshness.judge(Query("MLB", "lineups"), b'{"data":{"MLB":[]}}', now).fault,
            freshness.judge(Query("NBA", "absences"), b'{"data":{"NBA":{}}}', now).fault,
        ],
    }


def main() -> None:
    """Declare, try, and print what came."""
    declare()
    warnings.simplefilter("error")
    warnings.filterwarnings("ignore", category=__import__("sportsframe").DriftWarning)
    json.dump(tried(), sys.stdout)


if __name__ == "__main__":
    main()
