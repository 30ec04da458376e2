"""Second tours of darts and golf: what the simulated world has for the first ones, with another name of an event."""

from __future__ import annotations

from dataclasses import replace

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.catalog.grammar import Answer, GameTime, Record, Sport, Table, api_field
from sportsframe.catalog.rules import Rules
from sportsframe.service import Service

from .servers import Reply

FIRST = {"WDF": "DARTS", "LPGA": "PGA"}
TOURS = [
    replace(SPORTS[first], code=code, name=f"{SPORTS[first].name}, women", nicknames="", also_called="")
    for code, first in FIRST.items()
]
SERVICE = Service()
FIELD, EVENT = "2024_905", "Lakeside Masters"


class Race(Record, source="assumed"):
    game_id: str = api_field("Race id", "race_ID", key=True, derive="season")
    game_time: GameTime | None = api_field("Start", "start_time", key=True)
    tournament: str = api_field("Name of the race", key=True)
    status: str | None = api_field("Status", derive="phase")


class Rider(Record, source="assumed"):
    player: str | None = api_field("Rider")
    position: int | None = api_field("Place", sparse=True)
    seconds: float | None = api_field("Time", unit="s", sparse=True)


class LiveRace(Race, source="assumed"):
    sport: str | None = api_field("Sport code", sparse=True, hidden=True)
    riders: dict[str, Rider] = api_field("Riders by id")


RALLY = Sport(
    code="RALLY",
    name="Rally tour",
    game="rally",
    season_spans=False,
    zone="Europe/Paris",
    answers={
        "schedule": Answer(Race, (Table("tournaments", "", "race"),)),
        "live": Answer(
            LiveRace, (Table("tournaments", "", "race"), Table("players", "riders/{player_id}", "rider and race"))
        ),
    },
    rules=Rules(opponents="field", unit="seconds"),
)
"""A field of players whose places are not by strokes."""

RACE = {
    "race_ID": "2024_1", "start_time": "Sat, 02 Mar 2024 09:00:00 GMT", "tournament": "Forest Rally", "status": "final",
}  # fmt: skip

CALLS = {
    "events": lambda: sf.events(2024, "WDF"),
    "events, sport first": lambda: sf.events("wdf", 2024),
    "current events": lambda: sf.events("WDF"),
    "field": lambda: sf.field(FIELD, "LPGA"),
    "field, sport first": lambda: sf.field("LPGA", FIELD),
    "bracket": lambda: sf.bracket(2024, "WDF", event=EVENT),
    "event": lambda: sf.events(2024, "WDF").query("event == @EVENT"),
    "without sport": lambda: sf.events(2024),
    "throws": lambda: sf.throws("2024-01-02", "WDF"),
}
COMMANDS = {"events": ("events", "2024", "WDF"), "field": ("field", FIELD, "lpga")}


def answer(path: str) -> Reply:
    """What a service that has only the second tours gives for a path."""
    before, _, code = path.rpartition("/")
    if path == "/live/2024-03-02/RALLY":
        riders = {str(n): {"player": f"Rider {n}", "position": n, "seconds": 900.5 + n} for n in (2, 1)}
        return Reply(200, {"data": {"RALLY": [{**RACE, "sport": code, "riders": riders}]}})
    if path == "/schedule-season/2024/RALLY":
        return Reply(200, {"data": {"RALLY": [RACE]}})
    if code == "RALLY":
        return Reply(304)
    if code not in FIRST:
        return Reply(404, '"no such path"')
    query = {"RSC_token": "token-of-the-trial"} | ({"game_id": FIELD} if before == "/field" else {})
    status, _, body = SERVICE.respond("GET", f"/api/v1{before}/{FIRST[code]}", query, {})
    return Reply(status, body.decode().replace(f'"{FIRST[code]}"', f'"{code}"').replace("World Masters", EVENT))
