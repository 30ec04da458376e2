"""The leaders in a statistic, for the MCP server and the command line."""

from __future__ import annotations

import re
from collections.abc import Container
from math import ceil
from typing import TYPE_CHECKING, Literal

from .._frames.names import holds
from ..catalog import SPORTS
from ..errors import QueryError, choose, quoted
from ..measures import measure, of_table

if TYPE_CHECKING:
    import pandas as pd

    from ..catalog.tables import Column
    from ..measures import Measure

Order = Literal["highest", "lowest"]

QUALIFIED = 0.3
"""Part of the most attempts of any player that qualifies for a ranking by a rate."""


OUT = frozenset(("cut", "withdrawn", "disqualified"))
"""Status of players who have left a tournament: the fewest strokes of a day are those of who went home first."""

ROUND = re.compile(r"round_\d")
"""Columns of the strokes of a round."""

NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four"}


CALLED = {
    "180s": "visits_180",
    "apg": "assists_per_game",
    "batting_average": "avg",
    "bpg": "blocks_per_game",
    "earned_run_average": "era",
    "goals_against_average": "gaa",
    "homers": "home_runs",
    "hr": "home_runs",
    "ppg": "points_per_game",
    "rbis": "rbi",
    "rebounds": "total_rebounds",
    "rebounds_per_game": "total_rebounds_per_game",
    "rpg": "total_rebounds_per_game",
    "save_percentage": "save_pct",
    "shots": "shots_on_goal",
    "spg": "steals_per_game",
    "three_pointers": "three_points_made",
    "threes": "three_points_made",
}
"""What people call a statistic, and its column or measure."""

PER_GAME = "_per_game"


def as_column(statistic: str) -> str:
    """Return a statistic as columns are written, whatever people call it.

    Examples
    --------
    >>> as_column("Home runs"), as_column("3-points made"), as_column("PPG")
    ('home_runs', 'three_points_made', 'points_per_game')
    """
    spelled = re.sub(r"\b([1-4])(?=[\s-])", lambda found: NUMBERS[found[1]], statistic.strip().casefold())
    column = re.sub(r"[\s-]+", "_", spelled)
    return CALLED.get(column, column)


def tables_of_players(sport: str, resource: str) -> list[str]:
    """Return the tables with one row per player and game, or player and season."""
    inner = {"period", "leg", "set", "turn", "throw", "distance"}
    return [
        name
        for name, layout in SPORTS[sport].answer(resource).layouts.items()
        if "player_id" in {c.name for c in layout.columns} and inner.isdisjoint(c.name for c in layout.columns)
    ]


def table_with(sport: str, resource: str, statistic: str, table: str | None = None) -> str:
    """Return the table of players that has a statistic, as a column or a measure.

    Raises
    ------
    QueryError
        No table has it; the message lists the statistics there are.
    """
    names = tables_of_players(sport, resource)
    if table is not None:
        choose(table, names, f"table of players of {sport} {resource}")
    if having := tables_of(sport, resource, statistic, table):
        return having[0]
    known: dict[str, None] = {}
    for name in [table] if table else names:
        held = _statistics(sport, resource, name)
        known.update(dict.fromkeys(held))
    if meant := _meant(statistic, sport, resource, [table] if table else names, known):
        raise QueryError(f"unknown statistic of {sport} {quoted(statistic)}. {meant}")
    choose(statistic, known, f"statistic of {sport}")
    raise QueryError(f"{statistic} is not a statistic of {sport}.")


def _meant(statistic: str, sport: str, resource: str, names: list[str], known: Container[str]) -> str:
    """Return what a statistic may mean by its name in the API, its label, or as an average per game; or ""."""
    for name in names:
        for column in SPORTS[sport].answer(resource).layouts[name].columns:
            if column.name in known and statistic.casefold() == (column.wire or "").casefold():
                return f"Did you mean {column.name!r}?"
        for one in of_table(sport, name, resource).values():
            if statistic == as_column(one.label):
                return f"Did you mean {one.name!r}?"
    if resource == "player-stats" and tables_of(sport, "live", statistic):
        return "It is a statistic of a day's box scores: pass the date."
    if statistic.removesuffix(PER_GAME) != statistic and statistic.removesuffix(PER_GAME) in known:
        return "Averages per game are those of a season: omit the date."
    return ""


def tables_of(sport: str, resource: str, statistic: str, table: str | None = None) -> list[str]:
    """Return the tables of players that have a statistic, or only the one named."""
    names = [table] if table else tables_of_players(sport, resource)
    wanted = [{statistic}, {statistic.removesuffix(PER_GAME), "games_played"}]
    return [name for name in names if any(those.issubset(_statistics(sport, resource, name)) for those in wanted)]


def _statistics(sport: str, resource: str, table: str) -> list[str]:
    """Return the columns of numbers and the measures of a table."""
    columns = SPORTS[sport].answer(resource).layouts[table].columns
    numbers = [c.name for c in columns if c.kind in ("int", "float") and not c.name.endswith("_id")]
    return [*numbers, *of_table(sport, table, resource)]


def leaders(
    frame: pd.DataFrame,
    sport: str,
    resource: str,
    table: str,
    statistic: str,
    *,
    team: str | None = None,
    qualify: float | None = None,
    order: Order | None = None,
) -> tuple[pd.DataFrame, Order, str]:
    """Rank the players of a table by a statistic.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of the table, one per player.
    sport, resource, table : str
        Of the frame.
    statistic : str
        A column or a measure of the table.
    team : str, optional
        Only players of teams whose name contains this, or whose id it is.
    qualify : float, optional
        For a rate of a season: the least attempts; by default a part of the most of any player.
    order : {"highest", "lowest"}, optional
        Which comes first; by default whichever is better.

    Returns
    -------
    tuple of (pandas.DataFrame, str, str)
        ``rank`` (equal for ties), the player and the statistic; the order; and a note of who qualifies, or "".
    """
    note = ""
    known = {column.name: column for column in SPORTS[sport].answer(resource).layouts[table].columns}
    column, one = known.get(statistic), of_table(sport, table, resource).get(statistic)
    if column is not None and statistic in frame.columns:
        values, lower = frame[statistic].dropna(), column.lowest_first
    elif one is None:  # an average per game
        column = known[statistic.removesuffix(PER_GAME)]
        values, lower = (frame[column.name] / frame["games_played"]).dropna().astype("Float64"), column.lowest_first
    else:
        assert one is not None
        values, lower = measure(frame, statistic).dropna(), one.higher_is_better is False
    volume = _volume(frame, statistic, column, one) if resource == "player-stats" else None
    if volume is not None and len(values):
        least = ceil(QUALIFIED * volume.reindex(values.index).max()) if qualify is None else qualify
        values = values[volume.ge(least).reindex(values.index).fillna(value=False).astype(bool)]
        note = f"players with {volume.name} of at least {least:g}; qualify changes the number"
    if lower and order is None and resource == "player-stats" and statistic in frame.columns and values.min() >= 0:
        raise QueryError(
            f"{statistic} of a season is a sum, the least of which belongs to whoever played least; rank those of a "
            "day, or state the order."
        )
    if lower and order is None and (partial := _being_played(frame)) and statistic in partial:
        raise QueryError(
            f"{statistic} are the fewest for whoever has played least, as the round is being played; rank 'to_par', or "
            "state the order."
        )
    if lower and order is None and resource == "live" and "status" in frame.columns and not ROUND.fullmatch(statistic):
        out = frame.loc[values.index, "status"].astype("string").str.lower().isin(OUT)
        if out.any() and not out.all():
            values = values[~out.fillna(value=False).astype(bool)]
            note = f"without {int(out.sum())} players who were cut, withdrew or were disqualified; order ranks them too"
    if team is not None and "team" in frame.columns:
        held = frame["team"].map(lambda name: holds(name, team)).astype("boolean")
        held |= frame["team_id"].astype("string") == team
        values = values[held.fillna(value=False).astype(bool).reindex(values.index)]
    lower = order == "lowest" if order else lower
    who = [column for column in ("player_id", "player", "team", "games_played") if column in frame.columns]
    board = frame.loc[values.index, who].assign(**{statistic: values})
    board.insert(0, "rank", values.rank(method="min", ascending=lower).astype("Int64"))
    board = board.sort_values(["rank", "player"], kind="stable")
    board.attrs = dict(frame.attrs)
    return board, "lowest" if lower else "highest", note


TIME = ("outs_recorded", "minutes_played", "minutes", "at_bats", "games_played")
"""What tells how much somebody has played, the most telling first."""

CHANCES = tuple("field_goals_attempted receptions shots_against shots_on_goal punts pitches checkout_total".split())
"""What tells how often somebody has tried, beside the columns of attempts."""


def _being_played(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns of strokes that are incomplete: while a round of golf is being played, its own and the sum."""
    rounds = [name for name in frame.columns if ROUND.fullmatch(name)]
    if not rounds or "phase" not in frame.columns:
        return ()
    playing = frame[frame["phase"].isin(["live", "paused"])]
    begun = [name for name in rounds if playing[name].notna().any()]
    return ("strokes", max(begun)) if begun else ()


def _volume(frame: pd.DataFrame, statistic: str, column: Column | None, one: Measure | None) -> pd.Series | None:
    """Return how much a player did for a rate, as a series with a name; None for a total.

    It counts chances, never successes or failures: who is best at avoiding something has little of it.
    """
    if one is not None and one.aggregation not in ("ratio", "rule"):
        return None
    if one is None and (column is None or not (column.unit == "%" or statistic.endswith(PER_GAME))):
        return None
    inputs = () if one is None else one.inputs
    attempts = [name for name in inputs if name.endswith(("_attempts", "_attempted", "_returns"))]
    for name in (*TIME, CHANCES[0], *attempts, *CHANCES[1:]):
        if name in inputs and name in frame.columns:
            return frame[name]
    if one is not None and one.unit == "%" and len(inputs) == 2 and frame.columns.isin(inputs).sum() == 2:
        return (frame[inputs[0]] + frame[inputs[1]]).rename(f"{inputs[0]} and {inputs[1]}")
    return next((frame[name] for name in (TIME if one is not None else TIME[::-1]) if name in frame.columns), None)
