"""What a call selects by: IDs that the service takes, those that select rows here, and names in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from .. import catalog
from .._frames.arguments import is_several, select_several
from .._frames.names import plain
from .._frames.recognize import table_in_words
from ..catalog import SPORTS, Layout
from ..errors import QueryError, quoted

NAMES = {"team": "team_id", "player": "player_id"}
"""Names that a call may hold in place of an id."""

DIRECTORIES = {"team": "team-info", "player": "player-info"}
"""The resources that list who bears the names."""

LABELS = {"team": ("team", "abbreviation", "mascot", "location"), "player": ("player",)}
"""The columns of a directory that hold names; the first is the full name."""

SELECTING = ("game_id", "event_id", "player_id", "team_id")
"""Ids that select rows of any table that has them."""


def stand_ins(sport: str, ids: Mapping[str, Any]) -> dict[str, Any]:
    """The ids of a call with any number in place of names, for checks that precede the first request.

    Raises
    ------
    QueryError
        A name is not text, stands beside the id, or the sport has no directory of such names.
    """
    found = {name: value for name, value in ids.items() if value is not None}
    for name, key in NAMES.items():
        if name not in found:
            continue
        who = found.pop(name)
        if key in found:
            raise QueryError(f"pass either {name} or {key}, not both.")
        if is_several(who):
            raise QueryError(f"{name} takes one name; for several leave it out, and {select_several(name, who)}.")
        if not isinstance(who, str) or not plain(who):
            raise QueryError(f"{name} {quoted(who)} is not a name; for an ID pass {key}=...")
        if DIRECTORIES[name] not in SPORTS[sport].resources:
            if name == "team" and SPORTS[sport].rules.opponents != "teams":
                raise QueryError(f"{name} does not apply to {sport}, which has no {name}s; leave it out.")
            raise QueryError(f"{sport} has no {DIRECTORIES[name]} to look names up in; pass {key}= instead of {name}=.")
        found[key] = 1
    return found


def own_filters(lay: Layout, sport: str, resource: str, ids: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split ids into those the service takes and those that select rows of the table here."""
    sent = [p.name for p in catalog.params(sport, resource)]
    held = [name for name in SELECTING if name not in sent and _columns_of(name, lay)]
    given, ours = dict(ids), {}
    for name in ids:
        if name in held:
            ours[name] = _value(name, given.pop(name), lay)
        elif name not in sent:
            known = [*(one for one in sent if one != "league"), *held]
            names = [one for one, key in NAMES.items() if key in known and DIRECTORIES[one] in SPORTS[sport].resources]
            allowed = ", ".join([*known, *names])
            takes = f"it accepts {allowed}" if allowed else "it accepts no filter"
            others = catalog.SPORTS[sport].answer(resource).layouts.items()
            having = [f'table="{one}"' for one, other in others if _columns_of(name, other)]
            hint = f" It does to {' and '.join(having)}." if having else ""
            raise QueryError(
                f"{name} does not apply to {sport} {table_in_words(resource, lay.table.name)}; {takes}.{hint}"
            )
    return given, ours


def _columns_of(name: str, lay: Layout) -> list[str]:
    """The columns of a table that hold such an id: its own, or those of both sides."""
    names = {column.name for column in lay.columns}
    sides = {"team_id": ("home_team_id", "away_team_id"), "player_id": ("player_1_id", "player_2_id")}.get(name, ())
    return [name] if name in names else [one for one in sides if one in names]


def _value(name: str, value: Any, lay: Layout) -> str | int:
    """An id as the column holds it: text, or one integer."""
    held = _columns_of(name, lay)[0]
    if isinstance(value, pd.DataFrame):
        raise QueryError(f'{name} takes one ID, not a frame; write {name}=df["{held}"].iloc[0].')
    if is_several(value):
        raise QueryError(f"{name} takes one ID; for several leave it out, and {select_several(held, value)}.")
    if next(column.kind for column in lay.columns if column.name == held) == "text":
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise QueryError(f"{name} {quoted(value)} is not an id; it is text as in the {held} column.")
        return value
    text = str(value)
    if isinstance(value, bool) or not re.fullmatch(r"[0-9]{1,18}", text):
        raise QueryError(f"{name} {quoted(value)} is not an id; it is one integer, as in the {held} column.")
    return int(text)


def select(frame: pd.DataFrame, ours: dict[str, Any], lay: Layout) -> pd.DataFrame:
    for name, value in ours.items():
        keep = pd.Series(False, index=frame.index)
        for column in _columns_of(name, lay):
            keep |= (frame[column] == value).fillna(False).astype(bool)
        frame = frame[keep].reset_index(drop=True)
    return frame
