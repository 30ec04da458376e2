"""Made-up answers of any sport and resource, from the catalog alone: right in shape, meaningless in content."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, get_args, get_origin

import pandas as pd

import sportsframe as sf
from sportsframe.catalog import RESOURCES, SPORTS, answer, every_answer
from sportsframe.catalog.grammar import Record
from sportsframe.catalog.records import fields, http_date, is_record, unwrap
from sportsframe.catalog.resources import ByDate, BySeason

ANSWERS = [(sport, resource.name) for sport, resource, _ in every_answer()]
"""Sport and resource of every answer there is."""


def segment(resource: str, day: str = "2024-06-01") -> str:
    """What stands in the path of a resource: a day, the season of the year 2024, or nothing."""
    match RESOURCES[resource].segment:
        case ByDate():
            return day
        case BySeason():
            return "2024"
    return ""


EARLY = {
    "NFL": "2023-09-12", "NBA": "2023-10-27", "MLB": "2024-03-31", "NHL": "2023-10-13", "NCAAFB": "2023-08-27",
    "NCAABB": "2023-11-08", "PGA": "2024-01-20", "SOCCER": "2023-08-21", "DARTS": "2024-01-10",
}  # fmt: skip
"""A time after the first games of a season, when its statistics cost little."""

STATS = ("player-stats", "team-stats")

MAPS = {"quarter_scores": lambda n: [str(i + 1) for i in range(n)]}


def envelope(
    sport: str, resource: str, n: int = 3, seed: int = 0, key: str | None = None, **sizes: int
) -> dict[str, Any]:
    """An answer of `n` records; ``maps`` and ``lists`` in `sizes` set how many children those have."""
    r = random.Random(f"{sport}{resource}{seed}")
    record = answer(sport, resource).record
    rows = [sample(record, r, sizes) for _ in range(n)]
    said = {"sport": sport, "league": key or SPORTS[sport].keys[0]} if sport in SPORTS else {}
    for row in rows:
        row.update({member: word for member, word in said.items() if member in row})
    held = next(iter(rows[0].values()), {}) if RESOURCES[resource].envelope == "map" else rows
    return {"data": {key or SPORTS[sport].keys[0]: held}}


def first(doc: dict[str, Any]) -> dict[str, Any]:
    """The first record of an answer; of a map the first of its innermost objects."""
    held = next(iter(doc["data"].values()))
    found: dict[str, Any] = held if isinstance(held, dict) else held[0]
    while isinstance(held, dict):
        found, held = held, next((inner for inner in held.values() if isinstance(inner, dict)), None)
    return found


def read(doc: Any, sport: str, resource: str, table: str = "games") -> pd.DataFrame:
    """An answer as a frame, whatever is strange about it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        return sf.read_json(doc, sport, resource, table)


def sample(record: type[Record], r: random.Random, sizes: dict[str, int]) -> dict[str, Any]:
    """One record in wire form, every declared field present."""
    row: dict[str, Any] = {}
    for spec in fields(record):
        value = KINDS[spec.kind](r) if spec.kind in KINDS else _value(spec.name, spec.type, r, sizes)
        row |= value if spec.is_rest else {spec.wire: value}
    return row


KINDS: dict[str | None, Callable[[random.Random], Any]] = {
    "id": lambda r: r.choice([str, int])(900_000 + r.randrange(10**6)),
    "date": lambda r: r.choice(["2026-1-29", "2026-04-15", "Jul 20, 2026"]),
}
"""Kinds that the type on the wire does not tell."""


def _value(name: str, kind: Any, r: random.Random, sizes: dict[str, int]) -> Any:
    if is_record(kind):
        return sample(kind, r, sizes)
    origin = get_origin(kind)
    if origin is dict:
        n = sizes.get("maps", 3)
        inner, _ = unwrap(get_args(kind)[1])
        keys = MAPS[name](9) if name in MAPS else [str(900_000 + r.randrange(10**6)) for _ in range(n)]
        return {key: _value(name, inner, r, sizes) for key in keys}
    if origin is list:
        inner, _ = unwrap(get_args(kind)[0])
        return [_value(name, inner, r, sizes) for _ in range(sizes.get("lists", 2))]
    return _scalar(name, kind, r)


def _scalar(name: str, kind: Any, r: random.Random) -> Any:
    if kind is bool:
        return r.random() < 0.5
    if kind is int:
        return r.randrange(0, 40)
    if kind is float:
        return r.choice([0.2, 1.1, 4.1, 6.2, 7.0])
    if kind is datetime:
        return http_date(datetime(2024, 6, 1, tzinfo=UTC) + timedelta(minutes=r.randrange(60 * 24 * 30)))
    if name == "game_id":
        return f"202406{r.randrange(1, 29):02d}-{r.randrange(9000, 9999)}-{r.randrange(9000, 9999)}"
    if name == "status":
        return r.choice(["scheduled", "inprogress", "final", "completed"])
    if name in ("minutes", "time_on_ice"):
        return f"{r.randrange(40)}:{r.randrange(60):02d}"
    return r.choice(["alpha", "beta", "gamma", "Zoë O'Brien-Núñez"])
