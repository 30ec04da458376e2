"""Plots of a league: form, ratings and ranks over time, attack and defense, results by opponent and place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import refuse_several
from ..catalog import SPORTS
from ..measures import results
from ._axes import plot
from ._contain import DOCUMENT, in_cells
from ._legend import below, swatch
from ._points import LINE, name_points
from ._room import per_row
from ._rows import not_empty, of_one_team, rules_of, without_guests
from ._sheet import Sheet
from ._text import counted, day, many, numbers, percent
from ._theme import colours, quiet, ramp, soft
from ._ticks import from_one
from .season import GAMES, MOST_COLOURED, chosen_ids, months, naive, season_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_COLUMNS = ("sport", "game_id", "game_time", "phase", *GAMES)


def _lines(df: pd.DataFrame, name: str) -> pd.DataFrame:
    """Return one row per team and finished game of the regular season, in order of time, of one season."""
    sport = results.league_of(df, f"plot.{name}()")
    found = results.counting(results.finished(df, f"plot.{name}()"), sport)
    found = found.assign(decided=results.decided(found, sport))
    not_empty(found, name, "no game of the regular season is finished")
    refuse_several(found, "season", f"plot.{name}()")
    return results.lines(found).assign(sport=sport)


def _part_of_teams(both: pd.DataFrame, chosen: Sequence[Any], teams: Sequence[str | int] | None) -> str:
    """Return how many teams are drawn, and of how many if not all are."""
    every = len(set(_members(both, chosen)["team"]))
    if len(chosen) >= every:
        return many(every, "team")
    return f"{len(chosen)} of {every} teams" if teams is not None else f"the {len(chosen)} best of {every} teams"


def _part_of_games(shown: pd.DataFrame, both: pd.DataFrame) -> str:
    """Return how many games are drawn, and of how many if not all are."""
    count, every = shown["game_id"].nunique(), both["game_id"].nunique()
    return many(every, "game") if count == every else f"{count} of {every} games"


def _members(both: pd.DataFrame, chosen: Sequence[Any] = ()) -> pd.DataFrame:
    """Return the rows of the teams of the league, and of guests from outside it that were chosen."""
    return without_guests(both, str(both["sport"].iloc[0]), chosen)


def _strength(both: pd.DataFrame) -> list[Any]:
    """Return the ids of the teams of the league, those with most wins first, equal ones by mean margin."""
    both = _members(both)
    margin = (both["scored"] - both["allowed"]).groupby(both["team"]).mean()
    table = pd.DataFrame({"share": both.groupby("team")["share"].mean(), "margin": margin})
    return list(table.sort_values(["share", "margin"], ascending=False, kind="stable").index)


def _dates(df: pd.DataFrame, both: pd.DataFrame) -> str:
    """Return the sport and the dates of the games that count, for the subtitle."""
    return day(df[df["game_id"].isin(both["game_id"])])


@plot(*_COLUMNS, limits={"games": (1, 40)})
def rolling_form(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    teams: Sequence[str | int] | None = None,
    games: int = 5,
    **style: Any,
) -> Axes:
    """Rolling form of a league's teams: mean margin of the last games.

    Reads ``game_time, phase``, teams with ids and scores of a games frame; regular season only.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    teams : sequence of str or int, optional
        One to five names or ids to highlight; by default the three with the best form at the end.
    games : int
        Number of games in the mean, from 1 to 40; lines begin when a team has played as many.
    **style
        Keyword arguments for the colored lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    both, only = _lines(df, "rolling_form"), of_one_team(df, "rolling_form")
    both["margin"] = both["scored"] - both["allowed"]
    means = both.groupby("team")["margin"].rolling(games).mean().droplevel(0)
    both["form"] = means.reindex(both.index)
    shown = not_empty(both.dropna(subset=["form"]), "rolling_form", f"no team has played {games} games")
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"]
    last = shown[shown["team"].isin(_members(both)["team"])].drop_duplicates("team", keep="last")
    last = last.sort_values("form", ascending=False, kind="stable")
    chosen = chosen_ids(names, teams, list(last["team"][:3]), 5, "rolling_form")
    both = _members(both, chosen)
    shown = shown[shown["team"].isin(both["team"])]
    ax = sheet.axes(9.0, 4.8)
    when = naive(shown["time"])
    ends = []
    for number, own in shown.groupby("team", sort=False):
        strong = number in chosen
        colour = colours(ax)[chosen.index(number)] if strong else quiet(ax)
        look = {"lw": 2.0, "zorder": 3, **style} if strong else {"lw": 0.7, "alpha": 0.55, "zorder": 1}
        dot = {"marker": "o", "ms": 6 if strong else 4} if len(own) == 1 else {}  # a line of one point is invisible
        ax.plot(when.loc[own.index], own["form"], color=colour, **{**dot, **look})
        if strong:
            now = float(own["form"].iloc[-1])
            ends.append((now, names[number], f"{now:+.1f}", colour))
    ax.axhline(0, color=soft(ax), lw=0.8, zorder=2)
    sheet.name_ends(ends)
    months(sheet, ax)
    ax.set_ylabel(f"mean margin of the last {many(games, 'game')} ({counted(df)})")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:+g}" if value else "0")
    ax.grid(axis="y")
    told = "others in gray" if teams is not None else "those in best form in color"
    return sheet.finish(
        df, f"Rolling form{season_of(both)}", f"{_dates(df, both)}{only}, {both['team'].nunique()} teams, {told}"
    )


@plot(*_COLUMNS)
def landscape(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Attack and defense of a league's teams: scored and allowed per game, with lines of equal margin.

    Reads ``game_time, phase``, teams with ids and scores of a games frame; regular season only. The vertical axis runs
    downward, so that the best teams are at the top right.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    both, only = _members(_lines(df, "landscape")), of_one_team(df, "landscape")
    table = both.groupby("team").agg(x=("scored", "mean"), y=("allowed", "mean"), name=("name", "last"))
    unit = counted(df)
    return team_map(
        sheet,
        df,
        table,
        (f"scored per game ({unit})", f"allowed per game ({unit})"),
        f"Attack and defense{season_of(both)}",
        f"{_dates(df, both)}{only}, {len(table)} teams; the best are at the top right",
        style,
    )


def team_map(
    sheet: Sheet,
    df: pd.DataFrame,
    table: pd.DataFrame,
    labels: tuple[str, str],
    title: str,
    sub: str,
    style: dict[str, Any],
) -> Axes:
    """Draw points by columns ``x`` and ``y`` (better below), named, with means and lines of equal difference."""
    x, y = table["x"].to_numpy(float), table["y"].to_numpy(float)
    net = x - y
    entries = 4 + int((net == 0).any())
    ax = sheet.axes(7.6, 6.0, legend=entries, least=1.2, what=f"{entries} entries in its legend")
    _by_sign(ax, x, y, net, ("outscores its opponents", "is outscored", "scores as many"), style)
    ax.margins(0.12)
    (left, right), (bottom, top) = ax.get_xlim(), ax.get_ylim()
    ax.axvline(x.mean(), color=soft(ax), lw=0.7, ls=":", label="mean")
    ax.axhline(y.mean(), color=soft(ax), lw=0.7, ls=":")
    least, most = left - top, right - bottom
    step = max(float(f"{apart:.1g}") for apart in (np.ptp(net) / 4, (most - least) / 12))
    look: dict[str, Any] = {"color": quiet(ax), "lw": 0.7, "alpha": 0.6, "zorder": 1}
    for n, difference in enumerate(np.arange(np.ceil(least / step), np.floor(most / step) + 1) * step):
        label = "equal margin" if n == 0 else None
        ax.plot([left, right], [left - difference, right - difference], **look, label=label)
        place = min(right, top + difference)
        if left + 0.1 * (right - left) < place and bottom < place - difference < top:
            ax.text(
                place,
                place - difference,
                f"{difference:+.3g}" if difference else "0",
                fontsize=7,
                color=soft(ax),
                ha="right",
                va="center",
                zorder=2,
                bbox={"facecolor": ax.get_facecolor(), "edgecolor": "none", "pad": 0.6},
                gid=LINE,
            )
    ax.set_xlim(left, right)
    ax.set_ylim(top, bottom)
    name_points(sheet, ax, x, y, list(table["name"]), far(x, y, net))
    ax.set_xlabel(labels[0])
    ax.set_ylabel(f"{labels[1]}, fewer is higher")
    below(ax, ncols=2)
    return sheet.finish(df, title, sub)


def far(x: np.ndarray, y: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Return the order of points: the outermost of each side, then by the distance of values from their mean."""
    outer = [int(find(side)) for side in (x, y) for find in (np.nanargmax, np.nanargmin)]
    return np.array([*dict.fromkeys([*outer, *np.argsort(-np.abs(values - values.mean()), kind="stable")])])


@plot(*_COLUMNS)
def elo_history(df: pd.DataFrame, sheet: Sheet, *, teams: Sequence[str | int] | None = None, **style: Any) -> Axes:
    """Elo ratings of a league's teams over a season.

    Reads ``game_time, phase``, teams with ids and scores of a games frame, as `sportsframe.measures.elo` does. All
    games but those of the preseason count.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    teams : sequence of str or int, optional
        One to seven names or ids to highlight; by default the two highest and the two lowest at the end.
    **style
        Keyword arguments for the colored lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures.ratings import elo

    results.league_of(df, "plot.elo_history()")
    rated = not_empty(elo(df), "elo_history", "no game is finished, leaving out the preseason")
    refuse_several(rated, "season", "plot.elo_history()")
    sides = [
        pd.DataFrame(
            {
                "team": rated[f"{side}_team_id"],
                "name": rated[f"{side}_team"].astype(str),
                "time": rated["game_time"],
                "before": numbers(rated[f"{side}_elo_before"]),
                "after": numbers(rated[f"{side}_elo_after"]),
            }
        )
        for side in ("home", "away")
    ]
    both = pd.concat(sides).sort_values("time", kind="stable", ignore_index=True).assign(sport=rated["sport"].iloc[0])
    last = both.drop_duplicates("team", keep="last").set_index("team").sort_values("after", ascending=False)
    ends_of = list(last.index[last.index.isin(_members(both)["team"])])
    usual = list(dict.fromkeys([*ends_of[:2], *ends_of[-2:]]))
    chosen = chosen_ids(last["name"], teams, usual, MOST_COLOURED, "elo_history")
    both = _members(both, chosen)
    ax = sheet.axes(9.0, 4.8)
    when = naive(both["time"])
    ends = []
    for number, own in both.groupby("team", sort=False):
        strong = number in chosen
        colour = colours(ax)[chosen.index(number)] if strong else quiet(ax)
        look = {"lw": 2.0, "zorder": 3, **style} if strong else {"lw": 0.7, "alpha": 0.6, "zorder": 1}
        x = np.concatenate([[when.min().to_datetime64()], when.loc[own.index].to_numpy()])
        y = np.concatenate([[own["before"].iloc[0]], own["after"]])
        ax.plot(x, y, drawstyle="steps-post", color=colour, **look)
        if strong:
            ends.append((float(y[-1]), last["name"][number], f"{y[-1]:.0f}", colour))
    ax.axhline(both["before"].iloc[0], color=soft(ax), lw=0.8, ls=":", zorder=2)
    sheet.name_ends(ends)
    months(sheet, ax)
    ax.set_ylabel("Elo rating; dotted: at the start")
    ax.grid(axis="y")
    title = f"Elo ratings{season_of(both.assign(season=rated['season'].iloc[0] if 'season' in rated else None))}"
    return sheet.finish(df, title, f"{day(rated)}, {_in_gray(both['team'].nunique(), chosen)}")


WHOLE = 40
"""Teams of a league up to which `rank_history` shows every place."""


@plot(*_COLUMNS, limits={"steps": (2, 40)})
def rank_history(
    df: pd.DataFrame, sheet: Sheet, *, teams: Sequence[str | int] | None = None, steps: int = 12, **style: Any
) -> Axes:
    """Ranks of a league's teams over a season, as a bump chart.

    Reads ``game_date, game_time, phase``, teams with ids and scores of a games frame. Ranks are those of
    `sportsframe.measures.standings` for the whole league, at the end of dates with about equal numbers of games between
    them. Teams that share a rank are drawn below each other, in the order of the table; names end with the rank, ``T3``
    if it is shared. Of more than 40 teams, only the places down to those of the highlighted ones are shown.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    teams : sequence of str or int, optional
        One to seven names or ids to highlight; by default the five leaders at the end.
    steps : int
        Number of dates, from 2 to 40.
    **style
        Keyword arguments for the colored lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures.league import places_after

    both, only = _lines(df, "rank_history"), of_one_team(df, "rank_history")
    dates = naive(df["game_time"]).dt.normalize()
    if "game_date" in df:
        dates = df["game_date"].fillna(dates)
    played = np.sort(dates[df["game_id"].isin(both["game_id"])].dropna().to_numpy())
    ranks = {}
    cuts = np.quantile(np.arange(len(played)), np.linspace(1 / steps, 1, steps)).round().astype(int)
    days = np.unique(played[cuts])
    for date, table in zip(days, places_after(df, dates, days), strict=True):
        ranks[date] = pd.Series(np.arange(1.0, len(table) + 1), index=table["team_id"].to_numpy())
    final = table.set_index("team_id")["rank"]
    shared = final.duplicated(keep=False)
    table = pd.DataFrame(ranks)
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"]
    order = table.iloc[:, -1].sort_values(kind="stable")
    usual = order.index[order.index.isin(_members(both)["team"])][:5]
    chosen = chosen_ids(names, teams, list(usual), MOST_COLOURED, "rank_history")
    table = table[table.index.isin(_members(both, chosen)["team"])]
    ax = sheet.axes(9.0, per_row(len(table), 0.2, 3.6, 8.0))
    x = table.columns.to_numpy()
    ends = []
    for number, own in zip(table.index, table.to_numpy(float), strict=True):
        strong = number in chosen
        colour = colours(ax)[chosen.index(number)] if strong else quiet(ax)
        dot = {"marker": "o", "ms": 4} if np.isfinite(own).sum() == 1 else {}  # a line of one point is invisible
        extra = {"lw": 2.2, "marker": "o", "ms": 5, "zorder": 3, **style} if strong else {"lw": 0.8, "zorder": 1, **dot}
        ax.plot(x, own, color=colour, **extra)
        if strong:
            ends.append((float(own[-1]), names[number], f"{'T' if shared[number] else ''}{final[number]}", colour))
    last = len(table)
    if last > WHOLE:  # of hundreds of teams the lines of those that matter
        last = min(last, max(WHOLE, int(np.nanmax(table.loc[chosen].to_numpy())) + 5))
    ax.set_ylim(last + 0.7, 0.3)
    sheet.name_ends(ends)
    step = 5 if last <= WHOLE else 10 if last <= 2 * WHOLE else 50
    ax.set_yticks([1, *range(step, last + 1, step)] if last >= step else range(1, last + 1))
    months(sheet, ax)
    ax.set_ylabel("place in the league")
    ax.grid(axis="y")
    return sheet.finish(df, f"Ranks{season_of(both)}", f"{_dates(df, both)}{only}, {_in_gray(len(table), chosen)}")


def _in_gray(count: int, chosen: Sequence[Any]) -> str:
    """Return how many teams are drawn, and how those that are not chosen are."""
    return f"{many(count, 'team')}{', others in gray' if count > len(chosen) else ''}"


@plot(*_COLUMNS)
def schedule_strips(df: pd.DataFrame, sheet: Sheet, *, teams: Sequence[str | int] | None = None, **style: Any) -> Axes:
    """Results of every team in order, one strip per team.

    Reads ``game_time, phase``, teams with ids and scores of a games frame; regular season only. Teams are in order of
    their wins. Where a loss after regulation is worth a point, as in hockey, it has a color of its own.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    teams : sequence of str or int, optional
        Up to 40 names or ids; by default all teams, or the 40 best.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    both, only = _lines(df, "schedule_strips"), of_one_team(df, "schedule_strips")
    both["number"] = both.groupby("team").cumcount()
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"]
    order = {team: row for row, team in enumerate(chosen_ids(names, teams, _strength(both), 40, "schedule_strips"))}
    every, both = both, both[both["team"].isin(order)]
    ax = sheet.axes(9.0, per_row(len(order), 0.22, most=12), rows=len(order))
    rows = both["team"].map(order).to_numpy()
    late = (both["share"] == 0) & (both["decided"] > 0)
    results_of = (
        ("won", both["share"] == 1, colours(ax)[0]),
        ("tied" if rules_of(df).level == "tie" else "drawn", both["share"] == 0.5, quiet(ax)),
        ("lost after regulation", late, colours(ax)[4]),
        ("lost", (both["share"] == 0) & ~late, colours(ax)[1]),
    )
    marks = []
    for word, held, colour in results_of:
        for at_home, alpha in ((True, 1.0), (False, 0.55)):
            some = (held & (both["at_home"] == at_home)).to_numpy()
            if some.any():
                look = {"height": 0.8, "color": colour, "alpha": alpha, **style}
                ax.barh(rows[some], np.full(some.sum(), 0.92), left=both["number"][some], gid=word, **look)
                marks.append(swatch(colour, f"{word} {'at home' if at_home else 'away'}", alpha=alpha))
    ax.set_yticks(range(len(order)), sheet.called(names.loc[list(order)], 26))
    ax.set_ylim(len(order) - 0.4, -0.6)
    ax.set_xlim(0, both["number"].max() + 1)
    ax.tick_params(axis="y", length=0)
    games = from_one(int(both["number"].max()) + 1)
    ax.set_xticks([game - 0.54 for game in games], [str(game) for game in games])
    ax.set_xlabel("games in order")
    below(ax, ncols=2 if len(marks) < 5 else 3, handles=marks)
    part = f"{_part_of_teams(every, list(order), teams)}, {_part_of_games(both, every)}"
    return sheet.finish(df, f"Results{season_of(both)}", f"{_dates(df, both)}{only}, {part}")


@plot(*_COLUMNS)
def home_away(df: pd.DataFrame, sheet: Sheet, *, teams: Sequence[str | int] | None = None, **style: Any) -> Axes:
    """Share of wins of every team at home and away.

    Reads ``game_time, phase``, teams with ids and scores of a games frame; regular season only. A draw is not a win,
    a tie is half of one; teams are ordered by their wins, with draws as half.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    teams : sequence of str or int, optional
        Up to 40 names or ids; by default all teams, or the 40 best.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    both, only = _lines(df, "home_away"), of_one_team(df, "home_away")
    order = _strength(both)
    if draws := SPORTS[both["sport"].iloc[0]].rules.level == "draw":
        both["share"] = (both["share"] == 1).astype(float)
    share = 100 * both.pivot_table(index="team", columns="at_home", values="share", aggfunc="mean", observed=True)
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"]
    chosen = chosen_ids(names, teams, order, 40, "home_away")
    share = share.reindex(index=chosen, columns=[True, False])
    ax = sheet.axes(8.0, per_row(len(share), 0.24, most=12), rows=len(share))
    at, home, away = np.arange(len(share)), share[True].to_numpy(), share[False].to_numpy()
    ax.hlines(at, np.fmin(home, away), np.fmax(home, away), color=quiet(ax), lw=3, zorder=1)
    look = {"s": 46, "zorder": 3, **style}
    ax.scatter(home, at, color=colours(ax)[0], label="at home", **look)
    ax.scatter(away, at, color=colours(ax)[1], label="away", **look)
    same = home == away
    if same.any():
        ring = {"facecolor": colours(ax)[1], "edgecolor": colours(ax)[0], "lw": 2.5, "label": "the same"}
        ax.scatter(home[same], at[same], **{**look, "s": 90, "zorder": 4, **ring})
    mean = 100 * both.loc[both["at_home"], "share"].mean()
    ax.axvline(mean, color=colours(ax)[0], lw=1, ls=":", label=f"mean at home ({percent(mean / 100)})")
    ax.set_yticks(at, sheet.called(names.loc[share.index], 26))
    ax.set_ylim(len(share) - 0.4, -0.6)
    ax.set_xlim(-4, 104)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel("wins (%)" if draws else _wins(both))
    below(ax, ncols=3)
    return sheet.finish(
        df, f"At home and away{season_of(both)}", f"{_dates(df, both)}{only}, {_part_of_teams(both, chosen, teams)}"
    )


@plot(*_COLUMNS)
def head_to_head(df: pd.DataFrame, sheet: Sheet, *, teams: Sequence[str | int] | None = None, **style: Any) -> Axes:
    """Wins of every team against every other, as a grid.

    Reads ``game_time, phase``, teams with ids and scores of a games frame; regular season only. A level game counts
    half of a win; cells with draws read wins, draws and losses.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    teams : sequence of str or int, optional
        Two to 40 names or ids; by default all teams, or the 40 best.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    both, only = _lines(df, "head_to_head"), of_one_team(df, "head_to_head")
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"]
    chosen = chosen_ids(names, teams, _strength(both), 40, "head_to_head", least=2)
    pairs = both[both["team"].isin(chosen) & both["opponent"].isin(chosen)]
    whom = "chosen teams have not met" if teams is not None else f"{len(chosen)} best teams have not met; pass teams="
    not_empty(pairs, "head_to_head", f"the {whom}")
    won, met = (
        pairs.pivot_table(index="team", columns="opponent", values="share", aggfunc=how, observed=True)
        .reindex(index=chosen, columns=chosen)
        .to_numpy(float)
        for how in ("sum", "size")
    )
    size = per_row(len(chosen), 0.27, 4.2, 11), per_row(len(chosen), 0.22, 3.6, 9)
    ax = sheet.axes(*size, rows=len(chosen), under=1.0)
    scale = ramp(ax)
    look = {"cmap": scale, "vmin": 0, "vmax": 100, "edgecolor": ax.get_facecolor(), "lw": 1.0, **style}
    cells = ax.pcolormesh(100 * won / met, **look)
    cells.set_gid("wins")
    level = SPORTS[both["sport"].iloc[0]].rules.level
    records = pairs.groupby(["team", "opponent"])["share"].agg(lambda own: _record(own, level)).to_dict()
    told = (
        (row, column, records[chosen[row], chosen[column]], scale((won / met)[row, column]))
        for row, column in zip(*np.nonzero(~np.isnan(won)), strict=True)
    )
    in_cells(sheet, told, 6.5)
    labels = sheet.called(names.loc[chosen], int(22 * max(1.0, sheet.width / DOCUMENT)))
    ax.set_yticks(np.arange(len(chosen)) + 0.5, labels)
    ax.set_xticks(np.arange(len(chosen)) + 0.5, labels, rotation=90)
    ax.invert_yaxis()
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    ax.set_ylabel("wins of")
    ax.set_xlabel("against")
    sheet.colorbar(cells, _wins(pairs), fraction=0.03, pad=0.01)
    part = f"{_part_of_teams(both, chosen, teams)}, {_part_of_games(pairs, both)}"
    return sheet.finish(df, f"Head to head{season_of(both)}", f"{_dates(df, both)}{only}, {part}")


def _by_sign(ax: Axes, x: Any, y: Any, gap: Any, texts: tuple[str, str, str | None], style: dict[str, Any]) -> None:
    """Draw points in the colours of more, less and neither, as the legend has it."""
    chosen = ((gap > 0, colours(ax)[0]), (gap < 0, colours(ax)[1]), (gap == 0, soft(ax)))
    for (some, colour), text in zip(chosen, texts, strict=True):
        if some.any():
            ax.scatter(x[some], y[some], **{"s": 42, "color": colour, "label": text, "zorder": 3, **style})


def _record(shares: pd.Series, level: str) -> str:
    """Return wins and losses, with draws between them and ties after them."""
    won, even, lost = (int((shares == share).sum()) for share in (1, 0.5, 0))
    return f"{won}-{even}-{lost}" if level == "draw" else f"{won}-{lost}-{even}" if even else f"{won}-{lost}"


def _wins(both: pd.DataFrame) -> str:
    """Return what an axis of shares of wins says, of level games half."""
    level = SPORTS[both["sport"].iloc[0]].rules.level
    return f"wins{f', {level}s counted half' if level and (both['share'] == 0.5).any() else ''} (%)"


@plot(*_COLUMNS, rule="pythagorean")
def luck(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Wins of every team beside those that its scores would lead one to expect.

    Reads ``game_time, phase``, teams with ids and scores of a games frame; regular season only. The expectation is
    Pythagorean, ``pyth_pct`` of the standings.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures.league import standings

    both, only = _members(_lines(df, "luck")), of_one_team(df, "luck")
    table = standings(df, by="league").drop_duplicates("team_id").set_index("team_id")
    table = table[table.index.isin(both["team"])]
    share = 100 * both.groupby("team")["share"].mean().reindex(table.index)
    expected = numbers(table["pyth_pct"])
    ax = sheet.axes(7.6, 6.0)
    low, high = np.nanmin([share, expected]), np.nanmax([share, expected])
    room = max((high - low) * 0.08, 1.0)
    ax.plot([low - room, high + room], [low - room, high + room], color=soft(ax), lw=0.9, zorder=1, label="as expected")
    x, y = expected.to_numpy(), share.to_numpy()
    gap = y - x
    _by_sign(ax, x, y, gap, ("more wins than expected", "fewer", None), style)
    ax.set_xlim(np.nanmin(expected) - room, np.nanmax(expected) + room)
    ax.set_ylim(low - room, high + room)
    name_points(sheet, ax, x, y, list(table["team"]), far(x, y, gap))
    ax.set_xlabel("wins expected from the scores (%)")
    ax.set_ylabel(_wins(both))
    ax.grid()
    below(ax, ncols=3)
    return sheet.finish(df, f"Wins and expected wins{season_of(both)}", f"{_dates(df, both)}{only}, {len(table)} teams")
