"""Games of the same two teams on the same day, which only their number tells apart."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ..catalog.statuses import OFF


def game_numbers(frame: pd.DataFrame) -> dict[Any, str]:
    """Return ``game 1`` and ``game 2`` by the ids of the games of doubleheaders; nothing of all other games.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of games with both teams, or of the teams of games by their side.
    """
    columns = set(frame.columns)
    if not {"game_id", "game_date"} <= columns:
        return {}
    named = next((names for names in (("away_team", "home_team"), ("side", "team")) if {*names} <= columns), None)
    if named is None:
        return {}
    rows = frame.dropna(subset=["game_id", "game_date", *named])
    if "phase" in columns:
        rows = rows[~rows["phase"].isin(OFF).to_numpy(dtype=bool)]
    games = rows.drop_duplicates("game_id")
    if "side" in named:
        teams = rows.groupby("game_id", sort=False)["team"].agg(frozenset).reindex(games["game_id"]).tolist()
    else:
        teams = [frozenset(pair) for pair in zip(games["away_team"], games["home_team"], strict=True)]
    by = ["game_date", *(["game_time"] if "game_time" in columns else []), "game_id"]
    games = games[by].assign(teams=teams).sort_values(by, kind="stable")
    pairs = games.groupby(["game_date", "teams"], sort=False)["game_id"]
    several = games.assign(number=pairs.cumcount() + 1)[pairs.transform("size") > 1]
    return {game: f"game {number}" for game, number in zip(several["game_id"], several["number"], strict=True)}
