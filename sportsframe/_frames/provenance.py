"""The source of the rows of a frame, from its ``attrs`` and, if pandas has dropped those, from the ids in it."""

from __future__ import annotations

from typing import Literal, TypeVar, get_args

import pandas as pd
from pandas.api.types import is_numeric_dtype

from ..catalog import SPORTS
from ..catalog.rules import GAME_IDS
from ..catalog.simulated import PLAYER_IDS, TEAM_IDS, TOURNAMENT_NUMBERS
from ..errors import QueryError
from .arguments import refuse_repeats

Origin = Literal["simulated", "service", "mixed"]

T = TypeVar("T")

CLOCK = "the option now has set the clock to"

CERTAIN = ("no row", "nothing was", "the season ", CLOCK)
"""How reasons begin that are known, which only frames without rows carry."""


def simulated_rows(frame: pd.DataFrame) -> pd.Series:
    """Whether the ids of each row, in columns or the index, are simulated; missing for rows without ids."""
    refuse_repeats(frame)
    found = pd.Series(pd.NA, index=frame.index, dtype="boolean")
    sides = PLAYER_IDS if _of_players(frame) else TEAM_IDS
    for name, ids in (
        ("home_team_id", TEAM_IDS), ("away_team_id", TEAM_IDS), ("team_id", TEAM_IDS), ("player_id", PLAYER_IDS),
        ("id_1", sides), ("id_2", sides),
    ):  # fmt: skip
        if found.isna().any() and (column := _column(frame, name)) is not None:
            held = column if is_numeric_dtype(column.dtype) else pd.to_numeric(column, errors="coerce")
            found = found.fillna(held.between(ids.start, ids.stop - 1).mask(held.isna()).astype("boolean"))
    if found.isna().any() and (games := _column(frame, "game_id")) is not None:
        text = games.astype("string")
        told = {game: _is_simulated_game(game) for game in text.dropna().unique()}
        found = found.fillna(text.astype(object).map(told).astype("boolean"))
    return found


def _is_simulated_game(game_id: str) -> bool | None:
    """Whether the id of a game ends in one of the simulated world; None if it does not look like one."""
    for who, ids in (("field", TOURNAMENT_NUMBERS), ("players", PLAYER_IDS), ("teams", TEAM_IDS)):
        if found := GAME_IDS[who].form.fullmatch(game_id):
            return ids.start <= float(found[1]) < ids.stop
    return None


def _column(frame: pd.DataFrame, name: str) -> pd.Series | None:
    """A column, or a level of the index, where results by group have their keys; None if it is neither."""
    if name in frame.columns:
        return frame[name]
    if name in frame.index.names:
        return pd.Series(frame.index.get_level_values(name), frame.index)
    return None


def _of_players(frame: pd.DataFrame) -> bool:
    """Whether the sides of games are players."""
    codes = frame["sport"].astype("string").dropna().unique() if "sport" in frame.columns else ()
    return any(SPORTS[code].rules.opponents == "players" for code in codes if code in SPORTS)


def origin(frame: pd.DataFrame) -> Origin | None:
    """Whether the rows are simulated, from a service, or both; None if neither ``attrs`` nor ids show it."""
    rows = simulated_rows(frame).dropna()
    mark = frame.attrs.get("sportsframe", {}).get("source")
    if len(rows) and rows.any():
        return "simulated" if rows.all() else "mixed"
    return mark if mark in get_args(Origin) else "service" if len(rows) else None


def is_simulated(frame: pd.DataFrame) -> bool:
    """Whether any row comes from the simulated world; determined from ids if ``attrs`` are lost."""
    return origin(frame) in ("simulated", "mixed")


def with_source_of(frame: pd.DataFrame, result: T) -> T:
    """Mark a frame or series with the source of the frame that it was computed from, also where that lost its mark."""
    if isinstance(result, pd.DataFrame | pd.Series) and "sportsframe" not in result.attrs:
        result.attrs |= frame.attrs
        if "sportsframe" not in frame.attrs and (found := origin(frame)):
            result.attrs["sportsframe"] = {"source": found}
    return result


def refuse_other(frame: pd.DataFrame, source: str, address: str, *, ids_tell: bool = True) -> None:
    """Raise for a frame whose rows do not come from this source.

    Parameters
    ----------
    frame : pandas.DataFrame
        The rows of an earlier request.
    source, address : str
        ``simulated`` or ``service``, and the base URL of the next request.
    ids_tell : bool
        Whether simulated ids in a frame without ``attrs`` contradict the source; not for a service on localhost, which
        may serve the simulated world.

    Raises
    ------
    QueryError
        In one line, with the next step.
    """
    found, mark = origin(frame), frame.attrs.get("sportsframe", {})
    if found == "mixed" and not mark.get("address"):
        raise QueryError("the frame mixes simulated rows with rows from a service; select the rows of one of them.")
    if mark.get("address"):
        known, made_by = mark.get("source"), mark["address"]
        other = (known, made_by) != (source, address)
    else:
        known, made_by = found, ""
        other = ids_tell and found is not None and found != source
    if other:
        if made_by:
            way = "use the client that loaded it: client.box(games)"
        elif known == "simulated":
            way = 'write sportsframe.Client(source="simulated").box(games)'
        else:
            way = "use a client of that service, or the table of the dataset or file it is from"
        raise QueryError(
            f"the frame comes from {_called(known, made_by)}, but the request would go to {_called(source, address)}; "
            f"{way}."
        )


def _called(source: str | None, address: str) -> str:
    return "the simulated world" if source == "simulated" else f"the service {address}" if address else "a service"
