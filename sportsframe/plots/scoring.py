"""Plots of scores over many games: their distribution, scorelines, scoring by period."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import kind
from ..measures.tables import tell_parts
from ._axes import plot
from ._contain import in_cells
from ._legend import below
from ._room import per_row
from ._rows import not_empty, of_one_team, one_sport, without_guests
from ._sheet import Sheet
from ._text import counted, day, many, numbers, percent
from ._theme import colours, ramp
from ._ticks import whole
from .periods import TEAMS, named_periods

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def _both(df: pd.DataFrame, name: str) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Return the finished games, and the scores away and at home."""
    one_sport(not_empty(df, name), name)
    games = df[df["phase"].astype(str) == "finished"]
    games = games.dropna(subset=["away_score", "home_score"]).drop_duplicates("game_id")
    not_empty(games, name, "no game is finished")
    return games, numbers(games["away_score"]).to_numpy(), numbers(games["home_score"]).to_numpy()


@plot("sport", "game_id", "phase", *TEAMS)
def score_distribution(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Distribution of the scores of many games: home teams, away teams and their means.

    Reads ``phase, away_score, home_score`` of a games frame; finished games count.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games.
    **style
        Keyword arguments for both histograms, passed to `matplotlib.axes.Axes.stairs`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    games, away, home = _both(df, "score_distribution")
    unit = counted(games)
    low, high = min(away.min(), home.min()), max(away.max(), home.max())
    step = max(round((high - low) / 30), 1)
    edges = np.arange(low, high + step + 1, step) - 0.5
    ax = sheet.axes(8.0, 4.4)
    for side, values, colour in (("away", away, colours(ax)[1]), ("home", home, colours(ax)[0])):
        share = 100 * np.histogram(values, edges)[0] / len(values)
        text = f"{side} (mean {values.mean():.1f})"
        ax.stairs(share, edges, **{"fill": True, "color": colour, "alpha": 0.3, "lw": 0, "label": text, **style})
        ax.stairs(share, edges, color=colour, lw=1.4)
        ax.axvline(values.mean(), color=colour, lw=1.2, ls="--", gid=f"mean {side}")
    ax.set_xlabel(f"{unit} of a team; dashed: mean")
    ax.set_ylabel("games (%)")
    ax.set_ylim(bottom=0)
    whole(ax.xaxis)
    ax.grid(axis="y")
    below(ax)
    return sheet.finish(df, "Distribution of scores", f"{day(games)}, {many(len(games), 'game')}")


@plot("sport", "game_id", "phase", *TEAMS, games=("soccer", "hockey", "baseball"), limits={"most": (3, 15)})
def scorelines(df: pd.DataFrame, sheet: Sheet, *, most: int = 7, **style: Any) -> Axes:
    """Frequency of each final score, as a grid of home by away.

    Reads ``phase, away_score, home_score`` of a games frame; finished games count.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games.
    most : int
        Higher scores count as this one, from 3 to 15.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """

    games, away, home = _both(df, "scorelines")
    grid = np.zeros((most + 1, most + 1))
    np.add.at(grid, (np.minimum(away, most).astype(int), np.minimum(home, most).astype(int)), 1)
    share = 100 * grid / grid.sum()
    ax = sheet.axes(6.6, 5.6)
    scale = ramp(ax)
    look = {"cmap": scale, "vmin": 0, "vmax": share.max(), "edgecolor": ax.get_facecolor(), "lw": 1.2, **style}
    cells = ax.pcolormesh(share, **look)
    cells.set_gid("games")
    shares = ((row, column, share[row, column]) for row, column in zip(*np.nonzero(grid), strict=True))
    in_cells(
        sheet,
        ((row, column, f"{v:.{int(v < 9.95)}f}", scale(v / share.max())) for row, column, v in shares),
        8,
    )
    names = [*map(str, range(most)), f"{most}+"]
    ax.set_xticks(np.arange(most + 1) + 0.5, names)
    ax.set_yticks(np.arange(most + 1) + 0.5, names)
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    unit = counted(games)
    results = [f"{word} {percent(part)}" for word, part in _results(away, home) if part]
    ax.set_xlabel(f"{unit} of the home team ({', '.join(results)})")
    ax.set_ylabel(f"{unit} of the away team")
    sheet.colorbar(cells, "games (%)", fraction=0.04, pad=0.01)
    return sheet.finish(df, "Final scores", f"{day(games)}, {many(len(games), 'game')}")


def _results(away: np.ndarray, home: np.ndarray) -> list[tuple[str, float]]:
    return [
        ("home wins", float((home > away).mean())),
        ("draws", float((home == away).mean())),
        ("away wins", float((home < away).mean())),
    ]


@plot("sport", "game_id", "side", "team", "period", "score")
def scoring_by_period(df: pd.DataFrame, sheet: Sheet, *, top: int = 40, **style: Any) -> Axes:
    """Mean score of every team by period, as a heat map.

    Reads ``game_id, team, period, score`` of the table ``periods``. Periods after regulation and guests from outside
    the league are left out; teams are in order of their mean score.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``periods``, of many games.
    top : int
        Maximum number of teams.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    sport = one_sport(not_empty(df, "scoring_by_period"), "scoring_by_period")
    rows = df.assign(score=numbers(df["score"])).dropna(subset=["score"])
    regular = numbers(rows["period"]) <= sport.rules.periods
    rows = rows[regular].drop_duplicates(["game_id", "team", "period"])
    not_empty(rows, "scoring_by_period", "no period has a score yet")
    members = without_guests(rows.drop_duplicates(["game_id", "team"]), kind(df).sport)["team"]
    rows = rows[rows["team"].isin(members)]
    only = of_one_team(df, "scoring_by_period")
    tell_parts(df, kind(df), "team", "plot.scoring_by_period()")
    table = rows.pivot_table(index="team", columns="period", values="score", aggfunc="mean", observed=True)
    total = len(table)
    unit = sport.rules.period_unit  # what does not add up
    ranks = table.mean(axis=1) if unit else table.sum(axis=1)
    table = table.loc[ranks.sort_values(ascending=False, kind="stable").index].head(top)
    ax = sheet.axes(8.0, per_row(len(table), 0.25, most=12), rows=len(table))
    values = table.to_numpy(float)
    scale, low, high = ramp(ax), np.nanmin(values), max(np.nanmax(values), 0.1)
    low = 0.0 if low < 0.6 * high else low
    look = {"cmap": scale, "vmin": low, "vmax": high, "edgecolor": ax.get_facecolor(), "lw": 1.0, **style}
    cells = ax.pcolormesh(values, **look)
    cells.set_gid("scores")
    told = (
        (row, column, f"{values[row, column]:.1f}", scale((values[row, column] - low) / (high - low or 1)))
        for row, column in zip(*np.nonzero(~np.isnan(values)), strict=True)
    )
    in_cells(sheet, told, 7.5)
    sums = np.nansum(values, axis=1)
    called = sheet.called(table.index, 26)
    names = called if unit else [f"{name}  {mean:.1f}" for name, mean in zip(called, sums, strict=True)]
    ax.set_yticks(np.arange(len(table)) + 0.5, names)
    ax.set_xticks(np.arange(len(table.columns)) + 0.5, named_periods(sport, table.columns))
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    sums = "sums" if regular.all() else "sums of regulation"
    ax.set_xlabel(sport.rules.period if unit else f"{sport.rules.period}; {sums} beside the names")
    sheet.colorbar(cells, f"{unit or counted(df)} per game", fraction=0.03, pad=0.01)
    title = f"Scoring by {sport.rules.period}" + (f", the leading {len(table)} teams" if total > top else "")
    return sheet.finish(df, title, f"{day(df)}{only}, {many(df['game_id'].nunique(), 'game')}")
