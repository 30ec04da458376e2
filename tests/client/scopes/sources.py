"""A service with a game a day, and where the rows of a call come from."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import sportsframe as sf

from ...support.servers import Reply, game

DAYS = ["2024-06-01", "2024-06-02", "2024-06-03"]


def answer(path: str) -> Reply:
    day = path.split("/")[2]
    return Reply(200, {"data": {"MLB": [game(f"{day.replace('-', '')}-REAL-1")]}})


def source(day: str = DAYS[0]) -> str:
    """Where the rows of a call come from; the error's name where it is refused."""
    try:
        frame = sf.live(day, "MLB")
    except sf.SportsframeError as error:
        return type(error).__name__
    return str(frame.attrs["sportsframe"]["source"])


def in_thread(what: Callable[[], Any]) -> Any:
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.append(what()))
    thread.start()
    thread.join()
    return found[0]


def ask_client(client: sf.Client, day: str) -> str:
    try:
        return str(client.live(day, "MLB").attrs["sportsframe"]["source"])
    except sf.SportsframeError as error:
        return type(error).__name__
