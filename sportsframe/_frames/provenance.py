"""The source of the rows of a frame, from its ``attrs`` and, if pandas has dropped those, from the ids in it."""

from __future__ import annotations

from typing import Literal

import pandas as pd

from ..catalog.simulated import PLAYER_IDS, TEAM_IDS, TOURNAMENT_NUMBERS
from ..errors import QueryError
from .arguments import refuse_repeats

Origin = Literal["simulated", "service", "mixed"]


def simulated_rows(frame: pd.DataFrame) -> pd.Series:
    """Whether the ids of each row are of the simulated world; missing for rows without ids."""
    refuse_repeats(frame)
    found = pd.Series(pd.NA, index=frame.index, dtype="boolean")
    for name, ids in (
        ("home_team_id", TEAM_IDS), ("away_team_id", TEAM_IDS), ("team_id", TEAM_IDS), ("player_id", PLAYER_IDS),
    ):  # fmt: skip
        if name in frame.columns:
            held = pd.to_numeric(frame[name], errors="coerce").astype("Float64")
            found = found.fillna(held.between(ids.start, ids.stop - 1).mask(held.isna()))
    if "game_id" in frame.columns and found.isna().any():
        text = frame["game_id"].astype("string")
        number = pd.to_numeric(text.str.extract(r"(\d+)$")[0], errors="coerce").astype("Float64")
        tournament = text.str.fullmatch(r"\d{4}[_-]\d+").fillna(False).astype(bool)
        made = number.between(TOURNAMENT_NUMBERS.start, TOURNAMENT_NUMBERS.stop - 1).where(
            tournament, number >= PLAYER_IDS.start
        )
        found = found.fillna(made.mask(number.isna()))
    return found


def origin(frame: pd.DataFrame) -> Origin | None:
    """Whether the rows are simulated, from a service, or both; None if neither ``attrs`` nor ids show it."""
    rows = simulated_rows(frame).dropna()
    mark = frame.attrs.get("sportsframe", {}).get("source")
    if len(rows) and rows.any():
        return "simulated" if rows.all() else "mixed"
    return mark if mark in ("simulated", "service") else "service" if len(rows) else None


def is_simulated(frame: pd.DataFrame) -> bool:
    """Whether any row comes from the simulated world; determined from ids if ``attrs`` are lost."""
    return origin(frame) in ("simulated", "mixed")


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
        raise QueryError(
            f"the frame comes from {_called(known, made_by)}, but the request would go to {_called(source, address)}; "
            "use the client that loaded it: client.box(games)."
        )


def _called(source: str | None, address: str) -> str:
    return "the simulated world" if source == "simulated" else f"the service {address}" if address else "a service"
