"""Second tours of darts and golf: what the simulated world has for the first ones, with another name of an event."""

from __future__ import annotations

from dataclasses import replace

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.service import Service

from .servers import Reply

FIRST = {"WDF": "DARTS", "LPGA": "PGA"}
TOURS = [
    replace(SPORTS[first], code=code, name=f"{SPORTS[first].name}, women", nicknames="", also_called="")
    for code, first in FIRST.items()
]
SERVICE = Service()
FIELD, EVENT = "2024_905", "Lakeside Masters"

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
    if code not in FIRST:
        return Reply(404, '"no such path"')
    query = {"RSC_token": "token-of-the-trial"} | ({"game_id": FIELD} if before == "/field" else {})
    status, _, body = SERVICE.respond("GET", f"/api/v1{before}/{FIRST[code]}", query, {})
    return Reply(status, body.decode().replace(f'"{FIRST[code]}"', f'"{code}"').replace("World Masters", EVENT))
