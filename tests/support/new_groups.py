"""Groups of resources on the day they are declared, tried in a process of its own: a catalog is not changed under way.

``python -m tests.support.new_groups`` declares, by the recipe, lists of injured players (no date, ids as text, days as
people write them), depth charts (a map of maps, specification 2.8) and one group that the simulated world knows nothing
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
from sportsframe.catalog.grammar import Answer, Record, Sport, Table, api_field
from sportsframe.catalog.resources import BySeason, Content, Resource, Undated


class Injury(Record, source="observed"):
    player: str = api_field("Name of the player")
    player_id: int | str = api_field("Player id", kind="id")
    injury: str | None = api_field("Part of the body")
    date_injured: str | None = api_field("Day of the injury", kind="date")
    returns: str | None = api_field("When the player is expected back, in prose")


class TeamInjuries(Record, source="observed"):
    """The injured players of a team."""

    team: str = api_field("Name of the team", key=True)
    team_id: int = api_field("Team id", key=True)
    injuries: list[Injury] = api_field("Injured players")


class Listed(Record, source="2.8"):
    player_id: int = api_field("Player id", "id")
    player: str = api_field("Name of the player")


class Chart(Record, source="2.8"):
    team_id: int | None = api_field("Team id", source="observed", key=True, sparse=True)
    positions: dict[str, dict[str, Listed]] = api_field("Players by position and depth", rest=True)


class Charts(Record, source="2.8"):
    """The depth charts of a league."""

    teams: dict[str, Chart] = api_field("Depth charts by name of team")


RESOURCES = {
    "injuries": Resource(
        "injuries", "Injuries", Undated(), Content.STATE, "Injured players, per team", table="injuries"
    ),
    "depth-charts": Resource(
        "depth-charts",
        "Depth Charts",
        Undated(),
        Content.STATE,
        "Players by position and rank, per team",
        envelope="map",
        table="depth",
    ),
    "coaches": Resource("coaches", "Coaches", BySeason(), Content.STATE, "Coaches of a season"),
}

DEPTH = Table("depth", "teams/{team}/positions/{position}/{depth}", "team, position and depth")

ANSWERS: dict[str, dict[str, Answer]] = {
    "NBA": {"injuries": Answer(TeamInjuries, (Table("injuries", "injuries/[]", "injured player"),))},
    "MLB": {
        "depth-charts": Answer(Charts, (DEPTH,)),
        "coaches": Answer(TeamInjuries, (Table("teams", "", "team"),)),
    },
    "NHL": {"depth-charts": Answer(Charts, (DEPTH,))},
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

DAYS = ["2026-1-29", "2026-04-15", "Jul 20, 2026", "July 4, 2026", "soon", None, "2026-02-30"]


def declare() -> None:
    """Put the groups into the catalog, and into the simulated NBA and NHL what is so of them."""
    from sportsframe.simulation.basketball import season as basketball
    from sportsframe.simulation.hockey import season as hockey

    catalog.RESOURCES.update(RESOURCES)
    for code, answers in ANSWERS.items():
        sport: Sport = catalog.SPORTS[code]
        catalog.SPORTS[code] = replace(sport, answers={**sport.answers, **answers})
    before: Callable[..., Sequence[Record]] = basketball.Season.state

    def state(self: Any, resource: str, now: datetime) -> Sequence[Record]:
        if resource != "injuries":
            return before(self, resource, now)
        return [
            TeamInjuries(
                team=club.name,
                team_id=club.id,
                injuries=[
                    Injury(
                        player="Ada Lindqvist",
                        player_id=str(900_000 + club.id),
                        injury="knee",
                        date_injured=f"{now:%b} {now.day}, {now.year}",
                        returns=None,
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
    from sportsframe._cli.data import main as command
    from sportsframe._client import freshness
    from sportsframe._client.query import Query, ask
    from sportsframe.catalog import sports_of
    from sportsframe.servers import mirror
    from sportsframe.servers.mcp.server import every_tool
    from sportsframe.servers.mcp.tools import question
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
        status, _, body = early.respond("GET", "/api/v1/depth-charts/NHL", {"RSC_token": "x"}, {})
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
                    "injuries": [
                        {
                            "player": "P",
                            "player_id": n if n % 2 else str(n),
                            "injury": None,
                            "date_injured": day,
                            "returns": None,
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
        "loaded": told(lambda: frame(sf.table("injuries", "NBA"))),
        "recognised": told(lambda: str(sf.table("injuries", "NBA").sports.kind)),
        "player": told(lambda: len(sf.table("injuries", "NBA").sports.player("Ada Lindqvist"))),
        "described": told(lambda: len(sf.columns("NBA", "injuries"))),
        "one table": told(lambda: len(sf.columns(table="injuries"))),
        "read days": told(lambda: frame(sf.read_json(days, "NBA", "injuries"))),
        "read odd ids": told(lambda: frame(sf.read_json(written.replace(b'"900000"', b'"TBA"'), "NBA", "injuries"))),
        "read as declared": told(lambda: len(sf.read_json(written, "NBA", "injuries", validate="strict"))),
        "depth": told(lambda: frame(sf.read_json(SPECIFIED, "MLB", "depth-charts", validate="strict"))),
        "depth bytes": told(lambda: frame(sf.read_json(body, "MLB", "depth-charts", validate="strict"))),
        "depth with ids": told(lambda: frame(sf.read_json(OBSERVED, "MLB", "depth-charts", validate="strict"))),
        "depth of nothing": told(lambda: frame(sf.read_json(b"", "MLB", "depth-charts"))),
        "depth as rows": told(lambda: sf.read_json({"data": {"MLB": []}}, "MLB", "depth-charts")),
        "depth of the NHL": told(lambda: frame(sf.table("depth-charts", "NHL"))),
        "depth served": answered("depth-charts/NHL"),
        "depth served of none": [before(switches) for switches in ((), ("empty-array",))],
        "depth asked": told(lambda: frame(sf.table("depth-charts", "MLB"))),
        "wrong sport": told(lambda: sf.table("injuries", "MLB")),
        "with a date": told(lambda: sf.table("injuries", "NBA", "2024-06-01")),
        "with an id": told(lambda: sf.table("injuries", "NBA", event_id="x")),
        "wrong sport read": told(lambda: sf.read_json({}, "MLB", "injuries")),
        "wrong sport columns": told(lambda: sf.columns("MLB", "injuries")),
        "served": answered("injuries/NBA"),
        "served to a trial": answered("injuries/NBA", "trial"),
        "served to another": answered("injuries/NBA", "nfl"),
        "served with a date": answered("injuries/2024-06-01/NBA"),
        "served of another sport": answered("injuries/NFL"),
        "served of several": answered("injuries/NBA-NFL"),
        "not simulated": answered("depth-charts/MLB"),
        "not simulated by season": answered("coaches/2024/MLB"),
        "paths": [path for path in asked if path.split("/")[1] in RESOURCES],
        "schema": asked["/depth-charts/MLB"]["get"]["responses"]["200"]["content"]["application/json"]["schema"],
        "schemas": {
            name: schema
            for name, schema in described["components"]["schemas"].items()
            if "new_groups" in name or "__main__" in name
        },
        "landing": "injuries/{SPORT}" in landing().decode(),
        "command": printed("injuries", "NBA", "--format", "csv"),
        "command of another sport": printed("injuries", "MLB"),
        "help": printed("injuries", "--help"),
        "tool": every_tool()["get_injuries"].takes,
        "tool asks": told(lambda: question("injuries", {"sport": "nba"})),
        "tool refuses": told(lambda: question("injuries", {"sport": "mlb"})),
        "picker": told(lambda: (lambda p: [p.code, p.error, len(p.frame)])(sf.picker("NBA", resource="injuries"))),
        "picker of another sport": told(lambda: sf.picker("MLB", resource="injuries")),
        "mirrored": [mirror.question(f"/api/v1/injuries/{code}", {}) is not None for code in ("NBA", "NFL", "DARTS")],
        "lifetimes": [
            freshness.judge(ask("injuries", "NBA"), written, now).lifetime,
            freshness.judge(ask("depth-charts", "MLB"), body, now).lifetime,
        ],
        "faults": [
            freshness.judge(Query("MLB", "depth-charts"), b'{"data":{"MLB":[]}}', now).fault,
            freshness.judge(Query("NBA", "injuries"), b'{"data":{"NBA":{}}}', now).fault,
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
