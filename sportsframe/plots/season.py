"""Season plots: standings race, calendar, win expectancy by rating."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import game_key, kind, name_meant, refuse_several
from ..catalog import SPORTS
from ..errors import QueryError, quoted
from ._axes import plot
from ._contain import confine, in_cells
from ._legend import below
from ._rows import not_empty, of_one_team, taking_place, unit_of, without_guests
from ._sheet import Sheet
from ._text import day, many, percent
from ._theme import colours, ink, is_dark, quiet, ramp, soft
from ._ticks import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DAY = pd.Timedelta(days=1)
GAMES = ("home_team", "away_team", "home_team_id", "away_team_id", "home_score", "away_score")
_LEGS = ("player_1", "player_2", "player_1_id", "player_2_id", "player_1_legs", "player_2_legs")


MOST_COLOURED = 7
"""Lines at most that a plot shows in colors, each in another."""


def chosen_ids(
    names: pd.Series, teams: Sequence[str | int] | None, usual: Sequence[Any], limit: int, plot: str, least: int = 1
) -> list[Any]:
    """Return the ids of the chosen teams, each once, or of the usual ones; `names` are by id."""
    if teams is None:
        return list(usual)[:limit]
    if isinstance(teams, str | int) or not 1 <= len(teams) <= limit:
        raise QueryError(f"teams= of plot.{plot}() must be a list of one to {limit} names or ids.")
    ids = {str(name): key for key, name in names.items()}
    chosen = [ids[name_meant(who, ids, "team")] if isinstance(who, str) else who for who in teams]
    if unknown := [who for who in chosen if who not in names.index]:
        raise QueryError(f"unknown team id {quoted(unknown[0])}; it is not in the frame.")
    if len(chosen := list(dict.fromkeys(chosen))) < least:
        raise QueryError(f"teams= of plot.{plot}() must have at least {least} teams.")
    return chosen


def _race(games: pd.DataFrame) -> tuple[pd.DataFrame, str]:
    """Return one row per team and game with the running total, and the unit of the total."""
    from ..measures import results
    from ..measures.league_measures import by_points

    sport = results.league_of(games, "plot.standings_race()")
    found = results.counting(results.finished(games, "plot.standings_race()"), sport)
    found = found.assign(decided=results.decided(found, sport))
    both = results.lines(not_empty(found, "standings_race", "no game of the regular season is finished"))
    refuse_several(found, "season", "plot.standings_race()")
    if by_points(SPORTS[sport].rules):
        both, name = both.assign(gained=results.points(both, sport)), "points"
    else:
        both, name = both.assign(gained=both["share"] * 2 - 1), "wins minus losses"
    both["total"] = both.groupby("team")["gained"].cumsum()
    return both, name


@plot("sport", "game_id", "game_time", "phase", *GAMES, limits={"top": (1, MOST_COLOURED)})
def standings_race(
    df: pd.DataFrame, sheet: Sheet, *, top: int = 5, teams: Sequence[str | int] | None = None, **style: Any
) -> Axes:
    """Standings over a season, one line per team.

    Reads ``game_time, phase``, teams with ids and scores of a games frame. Counts points in soccer (3, 1, 0) and hockey
    (2, and 1 for a loss after regulation), otherwise wins minus losses; regular season only. Tie-breaks do not show:
    lines of level teams meet. The leaders are those with the most at the end, level ones in the order of
    `sportsframe.measures.standings` for the whole league.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of one season.
    top : int
        Number of leaders to highlight in color, up to 7.
    teams : sequence of str or int, optional
        Names or ids to highlight instead of the leaders, up to 7.
    **style
        Keyword arguments for the colored lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures.league import standings

    both, counts = _race(df)
    only = of_one_team(df, "standings_race")
    sport = kind(df).sport
    ax = sheet.axes(9.0, 5.0)
    last = both.drop_duplicates("team", keep="last").set_index("team")
    if teams is None:
        place = {team: row for row, team in enumerate(standings(df, by="league")["team_id"].drop_duplicates())}
        order = last.assign(place=last.index.map(place)).sort_values(["total", "place"], ascending=[False, True])
        chosen = order.index[order.index.isin(without_guests(both, sport)["team"])][:top].tolist()
    else:
        chosen = chosen_ids(last["name"], teams, (), MOST_COLOURED, "standings_race")
    both = without_guests(both, sport, chosen)
    when = naive(both["time"])
    start = when.min().to_datetime64()
    palette = colours(ax)
    ends: list[tuple[float, object, str, str]] = []
    for number, own in both.groupby("team", sort=False):
        strong = number in chosen
        x = np.concatenate([[start], when.loc[own.index].to_numpy()])
        y = np.concatenate([[0.0], own["total"].to_numpy(float)])
        colour = palette[chosen.index(number) % len(palette)] if strong else quiet(ax)
        extra = {"lw": 2.0, "zorder": 3, **style} if strong else {"lw": 0.8, "alpha": 0.75, "zorder": 1}
        ax.plot(x, y, drawstyle="steps-post", color=colour, **extra)
        if strong:
            ends.append((float(y[-1]), own["name"].iloc[-1], f"{y[-1]:g}", colour))
    if counts != "points":
        ax.axhline(0, color=soft(ax), lw=0.8, zorder=2)
    sheet.name_ends(ends)
    months(sheet, ax)
    ax.set_ylabel(counts)
    whole(ax.yaxis)
    ax.grid(axis="y")
    played = int(both["game_id"].nunique())
    return sheet.finish(
        df,
        f"Standings race{season_of(both)}",
        f"{day(df).split(',')[0]}{only}, {many(both['team'].nunique(), 'team')}, {many(played, 'game')}",
    )


def season_of(both: pd.DataFrame) -> str:
    """Return what a title says of the season: nothing for the games of one day."""
    season = both["season"].dropna()
    return f", season {season.iloc[0]}" if len(season) and np.ptp(naive(both["time"])) >= DAY else ""


def naive(times: pd.Series) -> pd.Series:
    """Return timestamps in UTC as matplotlib draws them."""
    return pd.to_datetime(times, utc=True).dt.tz_localize(None)


def months(sheet: Sheet, ax: Axes) -> None:
    """Label the dates of the horizontal axis of a plot with names at its right."""
    from matplotlib import dates

    # matplotlib's date classes are untyped.
    untyped: Any = dates
    first, last = sorted(ax.dataLim.intervalx)
    if first == last:  # a single date, around which matplotlib would show years
        ax.set_xlim(first - 0.5, last + 0.5)
        ax.set_xticks([first], [f"{untyped.num2date(first):%Y-%m-%d}"])
        ax.set_xlabel("date")
        return
    from ._dates import DateFormatter, DateLocator, of_days

    locator: Any = DateLocator(int(np.clip((sheet.width - 2.2) / 0.5 / sheet.text_scale, 3, 9)))
    ax.xaxis.set_major_locator(locator)
    ax.xaxis.set_major_formatter(DateFormatter(locator))
    ax.set_xlabel(
        "date" if of_days(*sorted(ax.get_xlim())) else "time (UTC)", loc="left" if sheet.width < 6 else "center"
    )  # beside the year or day at the right
    ax.xaxis.get_offset_text().set_fontsize(sheet.sized(8.5))


@plot("game_id", "game_date")
def calendar(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Heat map of games by date, one column per week.

    Reads ``game_id`` and ``game_date`` of any table, and ``phase`` if it has one; each game counts once;
    postponed, cancelled and replaced games do not count.

    Parameters
    ----------
    df : pandas.DataFrame
        Any table, spanning at most two years.
    **style
        Keyword arguments for the cells, passed to `matplotlib.axes.Axes.pcolormesh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    games = taking_place(df.dropna(subset=["game_date"])).drop_duplicates(game_key(df))
    not_empty(games, "calendar", "no row has a game date")
    days = games["game_date"].dt.tz_localize(None) if games["game_date"].dt.tz is not None else games["game_date"]
    counts = days.dt.normalize().value_counts().sort_index()
    first = counts.index[0] - timedelta(days=counts.index[0].weekday())
    weeks = (counts.index[-1] - first).days // 7 + 1
    if weeks > 106:
        raise QueryError(
            f"plot.calendar() supports at most two years, but the frame spans {weeks // 52}; select one season."
        )
    grid = np.full((7, weeks), np.nan)
    inside = np.arange(7 * weeks).reshape(weeks, 7).T
    grid[inside <= (counts.index[-1] - first).days] = 0
    grid[inside < (counts.index[0] - first).days] = np.nan
    since = (counts.index - first).days
    grid[since % 7, since // 7] = counts.to_numpy()
    ax = sheet.axes(max(min(0.19 * weeks + 1.6, 14), 5.0), 2.9)
    from matplotlib.colors import ListedColormap

    what, what_all = unit_of(df)

    scale = ramp(ax)
    bare = ListedColormap(["#20252b" if is_dark(ax) else "#f1f3f5"])
    edges: dict[str, Any] = {"edgecolor": ax.get_facecolor(), "lw": 1.2}
    ax.pcolormesh(np.where(grid == 0, 0.0, np.nan), cmap=bare, vmin=0, vmax=1, **edges)
    look = {"cmap": scale, "vmin": 0, "vmax": max(counts.max(), 1), **edges, **style}
    cells = ax.pcolormesh(np.where(grid > 0, grid, np.nan), **look)
    cells.set_gid("games")
    if weeks <= 16:
        filled = zip(*np.nonzero(np.nan_to_num(grid) > 0), strict=True)
        told = ((row, week, f"{grid[row, week]:g}", scale(grid[row, week] / counts.max())) for row, week in filled)
        in_cells(sheet, told, 8)
    ax.set_yticks(np.arange(7) + 0.5, ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
    ax.invert_yaxis()
    ax.set_xlim(0, max(weeks, 8))
    firsts = list(pd.date_range(first, counts.index[-1], freq="MS"))
    if not firsts or (firsts[0] - first).days >= 21:  # the days before it are of another month, which has room
        firsts.insert(0, counts.index[0])
    at = [
        ((month - first).days // 7 + 0.5, f"{month:%b}" + (f"\n{month:%Y}" if i == 0 or month.month == 1 else ""))
        for i, month in enumerate(firsts)
    ]
    places, named = [x for x, _ in at], [text for _, text in at]
    years = [i for i, text in enumerate(named) if "\n" in text]
    ax.set_xticks(places, sheet.thinned(places, named, years, 72 * (sheet.width - 1.2) / max(weeks, 8)))
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    if weeks > 16:
        sheet.colorbar(cells, f"{what_all} per day", integers=True, fraction=0.03, pad=0.01, aspect=12)
    return sheet.finish(df, f"{many(int(counts.sum()), what, what_all)} on {many(len(counts), 'day')}", day(games))


@plot("sport", "game_id", "game_time", "phase", either=(GAMES, _LEGS))
def win_expectancy(df: pd.DataFrame, sheet: Sheet, *, bins: int = 8, **style: Any) -> Axes:
    """Win expectancy by Elo difference: predicted and actual.

    Reads ``game_time, phase`` and the two sides with ids and scores, as `sportsframe.measures.elo` does; games after
    the regular season, many of them on neutral ground, are left out. The line is the expected score of the first side
    (at home) by the difference of the ratings before each game; each point is a group of games of similar size with
    its share of wins (a tie counts half) and a bar of one standard error. The subtitle says which home advantage the
    line assumes; where home teams win less often than it says, points lie below.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games of a league, for about one season.
    bins : int
        Maximum number of groups; each has at least 10 games.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.errorbar`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from ..measures import results
    from ..measures.ratings import elo

    rated = elo(df, season_type=results.REGULAR)
    not_empty(rated, "win_expectancy", "no game of the regular season is finished")
    first, second = (name.removesuffix("_elo_before") for name in rated.columns if name.endswith("_elo_before"))
    gap = (rated[f"{first}_elo_before"] - rated[f"{second}_elo_before"]).astype(float).to_numpy()
    said = rated["elo_prob_pct"].astype(float).to_numpy()
    sides = results.sides_of(kind(df).sport)
    own = results.scored(rated, sides.home_score, sides.home_sets)
    share = np.sign(own - results.scored(rated, sides.away_score, sides.away_sets)) * 50 + 50
    not_empty(
        rated[np.abs(gap - gap[0]) > 0.5],
        "win_expectancy",
        "all ratings were equal before these games; pass more games",
    )
    ax = sheet.axes(8.0, 4.8)
    order = np.argsort(gap, kind="stable")
    ax.axhline(50, color=soft(ax), lw=0.8, ls=":")
    ax.plot(gap[order], said[order], color=quiet(ax), lw=2.5, label="expected by Elo", zorder=2)
    groups = [part for part in np.array_split(order, max(min(bins, len(order) // 10), 1)) if len(part)]
    x = np.array([gap[part].mean() for part in groups])
    y = np.array([share[part].mean() for part in groups])
    error = np.array([share[part].std() / np.sqrt(len(part)) for part in groups])
    label = "actual \u00b1 standard error"
    ax.errorbar(
        x,
        y,
        yerr=error,
        **{
            "fmt": "o",
            "ms": 7,
            "color": colours(ax)[0],
            "elinewidth": 1.4,
            "capsize": 0,
            "label": label,
            "zorder": 3,
            **style,
        },
    )
    ax.set_ylim(0, 100)
    sport = SPORTS[kind(df).sport]
    who = f"{first} side" if sport.is_team_sport else "first named"
    level = sport.rules.level or "draw"
    ax.set_xlabel(f"Elo rating of the {who} minus the other's, before the game")
    drawn = float(np.mean(share == 50))
    ax.set_ylabel(f"wins of the {who}{f', {level}s counted half' if drawn else ''} (%)")
    ax.grid()
    below(ax)
    missed = np.mean((said - share) ** 2) / 1e4
    ahead = sport.rules.elo.home if sport.rules.elo else 0
    assumed = f", {ahead:g} points of home advantage" if ahead else ""
    told = f"Brier score {missed:.3f}", f"(always 50 %: {np.mean((share - 50) ** 2) / 1e4:.3f})"
    ties = f"{percent(drawn)} of the games", f"were {'drawn' if level == 'draw' else 'tied'}"
    forms = ["\n".join(between.join(part) for part in ((told, ties) if drawn else (told,))) for between in (" ", "\n")]
    score = ax.text(0.99, 0.03, forms[0], transform=ax.transAxes, ha="right", fontsize=8.5, color=ink(ax))
    confine(sheet, score, 0.98 * float(np.ptp(ax.get_xlim())), [*forms, told[0]])
    return sheet.finish(
        df,
        "Win expectancy by Elo",
        f"{day(rated)}, {many(len(rated), 'game')} in {many(len(groups), 'group')}{assumed}",
    )
