"""Season statistics compared with the sums of box scores, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from .._frames.arrays import CATEGORIES, TEXT
from ..catalog import Answer, Column
from ..catalog.rules import Rules
from ..catalog.season_stats import GAMES_PLAYED, OPPONENT_SCORE, SCORED_BY, Each, Most, Total, Totals, part_of

Boxes = Mapping[str, pd.DataFrame]

FINISHED = "finished"
NUMBERS = ("int", "float", "decimal")

KEYS = ("resource", "table", "part", "team_id", "team", "player_id", "player")
COLUMNS = (*KEYS, "statistic", "reported", "computed", "difference")


def compare(
    season_stats: Mapping[str, pd.DataFrame], boxes: Boxes, answer: Answer, rules: Rules, resource: str
) -> pd.DataFrame:
    """The cells in which season statistics differ from what box scores add up to.

    Parameters
    ----------
    season_stats : mapping of str to DataFrame
        Tables of the season statistics, by name.
    boxes : mapping of str to DataFrame
        Tables of ``live``, by name, among them ``games`` (for golf ``tournaments``).
    answer : Answer
        Declaration of the season statistics.
    rules : Rules
        Rules of the sport, which say what games do not count.
    resource : str
        ``player-stats`` or ``team-stats``.

    Returns
    -------
    pandas.DataFrame
        One row per cell, with the columns `COLUMNS`.
    """
    own = "team_id" if resource == "team-stats" else "player_id"
    counted = _counted(boxes, rules)
    found = []
    for totals in answer.totals:
        lines = _lines(boxes, totals, counted, own)
        cells = _differences(season_stats[totals.table], lines, answer, totals, own)
        found.append(cells.assign(resource=resource, table=totals.table))
    return _typed(pd.concat(found, ignore_index=True)) if found else _typed(pd.DataFrame(columns=list(COLUMNS)))


def _counted(boxes: Boxes, rules: Rules) -> pd.Series:
    """The part of the season of each finished game that counts, by game id."""
    games = boxes.get("games", boxes.get("tournaments", pd.DataFrame()))
    games = games[games["phase"].eq(FINISHED).fillna(False).astype(bool)].drop_duplicates("game_id")
    if rules.not_in_standings and "event_name" in games.columns:
        names = games["event_name"].astype(object).fillna("").astype(str)
        games = games[~names.str.contains(rules.not_in_standings, case=False, regex=True)]
    kinds = games["season_type"] if "season_type" in games.columns else pd.Series(None, games.index, dtype=object)
    parts = [part_of(kind if isinstance(kind, str) else None) for kind in kinds]
    return pd.Series(parts, games["game_id"].astype(object), dtype=object).dropna()


def _lines(boxes: Boxes, totals: Totals, counted: pd.Series, own: str) -> pd.DataFrame:
    """The lines of the games that count, with the values that the opponent's line determines."""
    parts = []
    for name in totals.boxes:
        lines = boxes[name].copy()
        score = next((column for column in SCORED_BY if column in lines.columns), None)
        if score is not None and own in lines.columns:
            whole = lines.groupby(lines["game_id"].astype(object))[score].transform("sum")
            lines[OPPONENT_SCORE] = (whole - lines[score]).where(_both(lines))
        parts.append(lines)
    lines = pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0]
    lines["part"] = lines["game_id"].astype(object).map(counted)
    return lines[lines["part"].notna() & lines[own].notna()]


def _both(lines: pd.DataFrame) -> pd.Series:
    """Whether the game of a line has two lines, as those of two sides."""
    sizes: pd.Series = lines.groupby(lines["game_id"].astype(object))["game_id"].transform("size").eq(2)
    return sizes


def _differences(
    season_stats: pd.DataFrame, lines: pd.DataFrame, answer: Answer, totals: Totals, own: str
) -> pd.DataFrame:
    by = [lines[own].astype("Int64").astype(object), lines["part"]]
    games = lines["game_id"].astype(object).groupby(by).nunique()
    names = [name for name in ("team_id", "team", "player_id", "player") if name in season_stats.columns]
    known = season_stats.assign(part=season_stats["part"].astype(object)).set_index(
        [season_stats[own].astype(object), season_stats["part"].astype(object)]
    )
    latest = lines.drop_duplicates([own, "part"], keep="last")
    latest = latest.set_index([latest[own].astype(object), latest["part"]])
    index = known.index.union(games.index) if len(known) else games.index
    found = []
    for column in answer.layouts[totals.table].columns:
        if column.kind not in NUMBERS or column.wire is None or column.name in names or column.derived_from:
            continue
        computed = _computed(column, totals, lines, by, games)
        if computed is None:
            continue
        reported = known[column.name].reindex(index).astype("Float64")
        sums = computed.reindex(index).astype("Float64")
        rule = totals.rule(column.name)
        tolerance = 0.5 * 10.0 ** -(rule.digits if isinstance(rule, Total) else 6) + 1e-9
        apart = (reported - sums).abs().gt(tolerance).fillna(False) | (reported.isna() != sums.isna())
        apart = apart.astype(bool)
        if not apart.any():
            continue
        cells = pd.DataFrame({"reported": reported[apart], "computed": sums[apart]})
        for name in names:
            value = known[name].reindex(cells.index).astype(object)
            beside = latest[name].reindex(cells.index).astype(object) if name in latest.columns else None
            cells[name] = value if beside is None else value.where(value.notna(), beside)
        cells["part"] = cells.index.get_level_values(1)
        found.append(cells.assign(statistic=column.name).reset_index(drop=True))
    return pd.concat(found, ignore_index=True) if found else pd.DataFrame(columns=list(COLUMNS))


def _computed(
    column: Column, totals: Totals, lines: pd.DataFrame, by: list[pd.Series], games: pd.Series
) -> pd.Series | None:
    """A statistic from the lines, by player or team and part; None where box scores do not tell."""
    if column.name == GAMES_PLAYED:
        return games
    rule = totals.rule(column.name)
    wanted = rule.of if isinstance(rule, (Each, Total)) else (column.name,)
    if not set(wanted) - {GAMES_PLAYED} <= set(lines.columns):
        return None
    if isinstance(rule, Each):
        return _sum(pd.Series(_rows(rule.value, [lines[name] for name in rule.of]), lines.index, dtype="Float64"), by)
    if isinstance(rule, Total):
        inputs = [games if name == GAMES_PLAYED else _sum(lines[name], by) for name in rule.of]
        values = _rows(rule.value, inputs, whole=True)
        return pd.Series(values, inputs[0].index, dtype="Float64")
    if isinstance(rule, Most):
        return lines[column.name].astype("Float64").groupby(by).max()
    return _sum(lines[column.name], by).round(6)


def _sum(values: pd.Series, by: list[pd.Series]) -> pd.Series:
    found: pd.Series = values.astype("Float64").groupby(by).sum(min_count=1)
    return found


def _rows(value: Callable[..., Any], inputs: list[pd.Series], *, whole: bool = False) -> list[Any]:
    """A function of each row; with `whole`, of complete rows only."""
    rows = zip(*([None if pd.isna(cell) else cell for cell in column] for column in inputs), strict=True)
    return [None if whole and None in row else value(*row) for row in rows]


def _typed(cells: pd.DataFrame) -> pd.DataFrame:
    cells = cells.reindex(columns=list(COLUMNS))
    cells["difference"] = cells["reported"].astype("Float64") - cells["computed"].astype("Float64")
    text = dict.fromkeys(("resource", "table", "team", "player", "statistic"), TEXT)
    kinds: Any = {
        **text,
        "team_id": "Int64",
        "player_id": "Int64",
        "part": CATEGORIES["part"],
        **dict.fromkeys(("reported", "computed", "difference"), "Float64"),
    }
    return cells.astype(kinds)
