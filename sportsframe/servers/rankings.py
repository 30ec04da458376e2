"""Rankings from season totals: standings and leaders, for the MCP server and the command line."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil
from typing import TYPE_CHECKING, Literal

from ..catalog import SPORTS, sport_code
from ..errors import QueryError, choose
from ..measures import measure, of_table

if TYPE_CHECKING:
    import pandas as pd

    from ..catalog.rules import Standings
    from ..load import Client

Order = Literal["highest", "lowest"]

QUALIFIED = 0.3
"""Part of the most attempts of any player that qualifies for a ranking by a rate."""

LOWER_IS_BETTER = frozenset(["position", "strokes", "to_par"])
"""Columns of golf in which the least comes first; of measures the catalog knows."""

NOT_BROKEN = (
    "From the totals of the season so far: teams with the same record share a rank, as tie-breaks of the league, such "
    "as games among the tied teams, are not applied."
)
"""How to read `standings`."""


def rules_of(sport: str) -> Standings:
    """Return the rules of a sport's standings; QueryError if it has none."""
    rules = SPORTS[sport].rules.standings
    if rules is None:
        raise QueryError(f"{sport} has no standings: {SPORTS[sport].rules.no_standings}.")
    return rules


def standings(client: Client, sport: str, season: int, league: str | None = None) -> pd.DataFrame:
    """Return the standings of a season, from the totals of the teams.

    Parameters
    ----------
    client : Client
        Where the totals come from.
    sport, season, league
        As for `team_stats`.

    Returns
    -------
    pandas.DataFrame
        One row per team: conference and division where the league ranks by them, ``rank`` (equal for ties), the team,
        games, wins, losses, ..., and ``points`` or ``win_pct``. Empty if the service has no totals.

    Raises
    ------
    QueryError
        The sport has no standings.
    """
    rules = rules_of(sport)
    stats = client.team_stats(season, sport_code(sport), league=league)
    stats = stats[stats["part"] == "regular_season"] if "part" in stats.columns else stats
    if not len(stats):
        return stats[["team_id", "team"]]
    teams = client.teams(sport_code(sport), league=league)
    names = [name for name in ("wins", "losses", "ties", "draws", "overtime_losses") if name in stats.columns]
    results = stats[names].fillna(0)
    ties = results.get("ties", 0) + results.get("draws", 0)
    games = results.sum(axis=1)
    table = stats[["team_id", "team"]].assign(games=games.astype("Int64"), **{name: stats[name] for name in names})
    if rules.points is not None:
        late = results.get("overtime_losses", 0) * rules.points.overtime_loss
        table["points"] = (results["wins"] * rules.points.win + ties * rules.points.draw + late).astype("Int64")
        key = table["points"]
    else:
        pct = (results["wins"] + ties / 2) / games.where(games > 0)
        table["win_pct"] = (100 * pct).astype("Float64").round(1)
        key = table["win_pct"]
    groups = {"division": ["conference", "division"], "conference": ["conference"], "league": []}[rules.group]
    groups = [name for name in groups if name in teams.columns and teams[name].notna().any()]
    places = teams.drop_duplicates("team_id").set_index("team_id")
    for name in reversed(groups):
        table.insert(0, name, table["team_id"].map(places[name]))
    held = [table[name] for name in groups]
    grouped = key.groupby(held, observed=True) if held else key
    table.insert(len(groups), "rank", grouped.rank(method="min", ascending=False).astype("Int64"))
    ordered: pd.DataFrame = table.sort_values([*groups, "rank", "team"], kind="stable")
    ordered.attrs = dict(stats.attrs)
    return ordered


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
    known: dict[str, None] = {}
    for name in [table] if table else names:
        columns = [c.name for c in SPORTS[sport].answer(resource).layouts[name].columns if c.kind in ("int", "float")]
        held = [*columns, *of_table(sport, name, resource)]
        if statistic in held:
            return name
        known.update(dict.fromkeys(one for one in held if not one.endswith("_id")))
    choose(statistic, known, f"statistic of {sport}")
    raise QueryError(f"{statistic} is not a statistic of {sport}.")


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
        Only players of teams whose name contains this.
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
    if statistic in frame.columns:
        values, lower = frame[statistic].dropna(), statistic in LOWER_IS_BETTER
    else:
        one = of_table(sport, table, resource)[statistic]
        values, lower = measure(frame, statistic).dropna(), one.higher_is_better is False
        volume = _volume(frame, one.inputs) if resource == "player-stats" else None
        if volume is not None:
            least = ceil(QUALIFIED * volume.max()) if qualify is None else qualify
            values = values[volume.ge(least).reindex(values.index).fillna(value=False).astype(bool)]
            note = f"players with {volume.name} of at least {least:g}; qualify changes the number"
    if team is not None and "team" in frame.columns:
        held = frame["team"].str.casefold().str.contains(team.casefold(), regex=False)
        values = values[held.fillna(value=False).astype(bool).reindex(values.index)]
    lower = order == "lowest" if order else lower
    who = [column for column in ("player_id", "player", "team", "games_played") if column in frame.columns]
    board = frame.loc[values.index, who].assign(**{statistic: values})
    board.insert(0, "rank", values.rank(method="min", ascending=lower).astype("Int64"))
    board = board.sort_values(["rank", "player"], kind="stable")
    board.attrs = dict(frame.attrs)
    return board, "lowest" if lower else "highest", note


def _volume(frame: pd.DataFrame, inputs: Iterable[str]) -> pd.Series | None:
    """Return the input of a rate that says how much a player did, such as attempts: the one with the largest sum."""
    held = [frame[name] for name in inputs if name in frame.columns]
    return max(held, key=lambda column: float(column.sum()), default=None)
