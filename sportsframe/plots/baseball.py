"""Baseball plots: pitchers of a game, workload over a month, rates of batters."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..errors import QueryError
from ._axes import plot
from ._contain import in_cells, inside
from ._points import LINE, name_points
from ._room import per_row
from ._rows import not_empty, one_game, one_team, versus
from ._sheet import Sheet
from ._text import day, many, numbers
from ._theme import colours, ink, quiet, ramp, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_BASES = {"1": "1st", "2": "2nd", "3": "3rd"}
_DECISIONS = {"wins": "W", "losses": "L", "saves": "S", "holds": "H", "blown_saves": "BS"}


@plot(
    "game_id",
    "side",
    "team",
    "player",
    "pitches",
    "strikes",
    "outs_recorded",
    "hits",
    "earned_runs",
    "strikeouts",
    "walks",
    games=("baseball",),
)
def pitchers(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Pitchers of one game: pitches, strikes and results.

    Reads ``side, team, player, pitches, strikes, outs_recorded, hits, earned_runs, strikeouts, walks`` of the table
    ``pitching``, and the decisions if present.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``pitching``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game = one_game(df, game_id, "pitchers")
    game = game[numbers(game["pitches"]) > 0]
    not_empty(game, "pitchers", "nobody has thrown a pitch yet")
    ax = sheet.axes(8.5, per_row(len(game), 0.4), rows=len(game))
    away = (game["side"].astype(str) == "away").to_numpy()
    at = np.arange(len(game)) + np.where(away, 0.0, 0.5)
    pitches, strikes = numbers(game["pitches"]).to_numpy(), numbers(game["strikes"]).to_numpy()
    strong = [colours(ax)[1] if one else colours(ax)[0] for one in away]
    look = {"height": 0.66, **style}
    made = ax.barh(at, strikes, color=strong, **look)
    rest = ax.barh(at, pitches - strikes, left=strikes, **{"color": quiet(ax), **look})
    inside(sheet, made, strikes)
    labels = [f" {sum_:g}   {_line(row)}" for sum_, row in zip(pitches, game.to_dict("records"), strict=True)]
    ax.bar_label(rest, labels, padding=1, fontsize=8.5, color=ink(ax))
    ax.set_yticks(at, sheet.called(game["player"], 24))
    for tick, colour in zip(ax.get_yticklabels(), strong, strict=True):
        tick.set_color(colour)
    ax.set_ylim(np.max(at) + 0.6, -0.6)
    ax.set_xlim(0, max(pitches.max() * (1 + sheet.wider(0.62)), 20))
    sheet.widen()
    ax.set_xlabel("pitches: strikes (number in the bar) and others")
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    return sheet.finish(game, versus(game), f"{day(game)}, pitchers in order")


def _line(row: Mapping[Hashable, Any]) -> str:
    outs = int(row["outs_recorded"])
    words = [f"{outs // 3}.{outs % 3} IP"]
    words += [
        f"{int(row[name])} {sign}"
        for name, sign in (("hits", "H"), ("earned_runs", "ER"), ("walks", "BB"), ("strikeouts", "K"))
        if not pd.isna(row[name])
    ]
    decided = [sign for name, sign in _DECISIONS.items() if not pd.isna(row.get(name, pd.NA)) and row[name]]
    return ", ".join(words) + (f"  ({', '.join(decided)})" if decided else "")


@plot("game_date", "team", "player", "player_id", "pitches", games=("baseball",))
def workload(df: pd.DataFrame, sheet: Sheet, *, team: str | int | None = None, **style: Any) -> Axes:
    """Pitches thrown by each pitcher of a team, by date.

    Reads ``game_date, team, player, player_id, pitches`` of the table ``pitching``.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``pitching`` for some weeks, at most 62 days.
    team : str or int, optional
        Name or id of the team; required if the frame has several.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    own = one_team(df, team, "workload")
    table = own.assign(pitches=numbers(own["pitches"])).pivot_table(
        index=["player_id", "player"], columns="game_date", values="pitches", aggfunc="sum"
    )
    not_empty(table, "workload", "nobody has thrown a pitch")
    days = pd.date_range(table.columns.min(), table.columns.max())
    if len(days) > 62:
        raise QueryError(
            f"plot.workload() supports at most 62 days, but the frame spans {len(days)}; select one month."
        )
    table = table.reindex(columns=days)
    table = table.loc[table.sum(axis=1).sort_values(ascending=False, kind="stable").index]
    ax = sheet.axes(max(min(0.3 * len(days) + 2.6, 13), 6), per_row(len(table), 0.28), rows=len(table))
    scale, most = ramp(ax), max(float(np.nanmax(table.to_numpy())), 1.0)
    cells = ax.pcolormesh(
        table.to_numpy(),
        **{"cmap": scale, "vmin": 0, "vmax": most, "edgecolor": ax.get_facecolor(), "lw": 1.5, **style},
    )
    cells.set_gid("pitches")
    values = table.to_numpy()
    filled = zip(*np.nonzero(np.nan_to_num(values) > 0), strict=True)
    in_cells(sheet, ((row, day, f"{values[row, day]:g}", scale(values[row, day] / most)) for row, day in filled), 7)
    called = sheet.called([name for _, name in table.index], 22)
    names = [f"{name}  {total:g}" for name, total in zip(called, table.sum(axis=1), strict=True)]
    ax.set_yticks(np.arange(len(table)) + 0.5, names)
    ax.invert_yaxis()
    every = max(round(len(days) * 0.24 / sheet.width), 1)
    named = [f"{d.day}\n{d:%b}" if d.day == 1 or not i else "" if i % every else str(d.day) for i, d in enumerate(days)]
    places = [i + 0.5 for i in range(len(days))]
    firsts = [i for i, d in enumerate(days) if d.day == 1]
    ax.set_xticks(places, sheet.thinned(places, named, firsts, 72 * (sheet.width - 2.2) / len(days)), fontsize=8)
    ax.set_xlabel("day; pitches thrown, sums beside the names")
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    return sheet.finish(own, f"Workload of {own['team'].iloc[0]}", day(own))


@plot(
    "player_id",
    "player",
    "at_bats",
    "hits",
    "doubles",
    "triples",
    "home_runs",
    "walks",
    "hit_by_pitch",
    games=("baseball",),
)
def batting_rates(df: pd.DataFrame, sheet: Sheet, *, least: int | None = None, **style: Any) -> Axes:
    """Batters by on-base percentage and slugging percentage, with lines of equal OPS.

    Reads ``player_id, player, at_bats, hits, doubles, triples, home_runs, walks, hit_by_pitch`` of the table
    ``batting``. Rates are computed from sums over the frame.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``batting``.
    least : int, optional
        Minimum number of at-bats; by default half the median, at least 3.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures import measure

    sums = pd.DataFrame({name: measure(df, name, by="player_id") for name in ("obp", "slg", "ops")}).astype(float)
    of = df.assign(at_bats=numbers(df["at_bats"])).groupby("player_id")
    sums["at_bats"], sums["player"] = of["at_bats"].sum(), of["player"].first()
    limit = max(3.0, np.ceil(sums["at_bats"].median() / 2)) if least is None else float(least)
    shown = sums[sums["at_bats"] >= limit].dropna().sort_values("ops", kind="stable")
    not_empty(shown, "batting_rates", f"no batter has {limit:g} at-bats")
    ax = sheet.axes(7.6, 5.6)
    x, y = shown["obp"].to_numpy(), shown["slg"].to_numpy()
    size = 14 + 70 * shown["at_bats"] / shown["at_bats"].max()
    low, high = y.min(), y.max()
    ax.scatter(
        x,
        y,
        **{
            "s": size,
            "color": colours(ax)[0],
            "alpha": 0.6,
            "edgecolor": ax.get_facecolor(),
            "lw": 0.6,
            "zorder": 3,
            **style,
        },
    )
    ax.margins(0.08)
    left, right = ax.get_xlim()
    bottom, top = ax.get_ylim()
    for ops in np.arange(0.0, high * 2 + 0.2, 0.2 if high - low < 1.2 else 0.5):
        ends = np.clip([left, right], ops - top, ops - bottom)
        if ends[1] - ends[0] > (right - left) * 0.12:
            ax.plot(ends, ops - ends, color=quiet(ax), lw=0.8, zorder=1)
            place = min(ends[1], ops - bottom - (top - bottom) * 0.03)
            ax.text(
                place,
                ops - place,
                f"OPS {ops:.1f}",
                fontsize=7,
                color=soft(ax),
                ha="right",
                va="center",
                zorder=2,
                bbox={"facecolor": ax.get_facecolor(), "edgecolor": "none", "pad": 1.0},
                gid=LINE,
            )
    ax.set_xlim(left, right)
    ax.set_ylim(bottom, top)
    name_points(sheet, ax, x, y, list(shown["player"]), np.arange(len(shown))[::-1], most=7)
    ax.set_xlabel("on-base percentage")
    ax.set_ylabel("slugging (bases per at-bat)")
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: f"{value:.3f}".replace("0.", ".", 1) if value < 1 else f"{value:.3f}")
    sub = f"{day(df)}, with {limit:g} at-bats or more; size: at-bats; named: the highest OPS"
    return sheet.finish(df, f"Rates of {many(len(shown), 'batter')}", sub)


@plot("sport", "game_id", "sequence", "inning", "inning_half", "outs", "runs", "on_first_id", games=("baseball",))
def run_expectancy(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Run expectancy by runners on base and outs, as a heat map.

    Reads ``inning, outs, runs`` and the further columns of the table ``plays`` that
    `sportsframe.measures.run_expectancy` reads.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``plays``, of many games.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures import plays

    found = plays.run_expectancy(not_empty(df, "run_expectancy"))
    bases = list(found["bases"].unique())
    runs, seen = (
        found.pivot(index="bases", columns="outs", values=name)
        .reindex(found["bases"].unique())
        .astype(float)
        .to_numpy()
        for name in ("runs", "plate_appearances")
    )
    not_empty(found.dropna(subset=["runs"]), "run_expectancy", "no half inning has ended")
    ax = sheet.axes(6.4, 4.6, rows=8)
    scale, most = ramp(ax), max(float(np.nanmax(runs)), 0.1)
    look = {"cmap": scale, "vmin": 0, "vmax": most, "edgecolor": ax.get_facecolor(), "lw": 1.5, **style}
    cells = ax.pcolormesh(runs, **look)
    cells.set_gid("runs")
    cells_of = (
        (row, outs, f"{runs[row, outs]:.2f}  ({seen[row, outs]:.0f})", scale(runs[row, outs] / most))
        for row, outs in zip(*np.nonzero(~np.isnan(runs)), strict=True)
    )
    in_cells(sheet, cells_of, 8.5)
    words = {"---": "bases empty", "123": "bases loaded"}
    names = [words.get(base, " and ".join(_BASES[c] for c in base if c != "-")) for base in bases]
    ax.set_yticks(np.arange(8) + 0.5, names)
    ax.set_xticks(np.arange(3) + 0.5, ["no outs", "one out", "two outs"])
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    ax.set_xlabel("runs to the end of the half inning (plate appearances)")
    sheet.colorbar(cells, "runs", fraction=0.04, pad=0.01)
    return sheet.finish(df, "Run expectancy", f"{day(df)}, {many(df['game_id'].nunique(), 'game')}")
