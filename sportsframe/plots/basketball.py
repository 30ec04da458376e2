"""Basketball plots: shot profile and four factors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import kind
from ..errors import FrameError
from ..measures import measure
from ._axes import plot
from ._legend import below
from ._points import name_points
from ._rows import not_empty, of_one_team, one_game, versus, without_guests
from ._sheet import Sheet
from ._text import day, many, numbers
from ._theme import colours, ink, on, soft
from .league import far, team_map

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SHOTS = (("two_points", "two-pointers"), ("three_points", "three-pointers"), ("free_throws", "free throws"))
_FACTORS = (
    ("efg_pct", "effective field goals (%)", True),
    ("tov_pct", "turnovers (% of plays)", False),
    ("orb_pct", "offensive rebounds (%)", True),
    ("ft_rate", "free throws made per 100 shots", True),
)
"""Dean Oliver's four factors in order of weight, and whether higher is better."""


@plot(
    "game_id",
    "side",
    "team",
    *(f"{kind}_{what}" for kind, _ in _SHOTS for what in ("made", "attempted")),
    games=("basketball",),
)
def shot_profile(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Shots of both sides of a game by type: attempted, made, and percentage made.

    Reads ``side, team`` and the shots made and attempted of the tables ``teams`` or ``players``.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``teams`` or ``players``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the bars of shots made, passed to `matplotlib.axes.Axes.bar`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game = one_game(df, game_id, "shot_profile")
    names = [f"{kind}_{what}" for kind, _ in _SHOTS for what in ("made", "attempted")]
    sums = (
        game.assign(side=game["side"].astype(str), **{n: numbers(game[n]) for n in names}).groupby("side")[names].sum()
    )
    sides = game.drop_duplicates("side")
    ax = sheet.axes(8.0, 4.6)
    team = dict(zip(sides["side"].astype(str), sheet.called(sides["team"], 34, alike=True), strict=True))
    for side, move, colour in (("away", -0.21, colours(ax)[1]), ("home", 0.21, colours(ax)[0])):
        if side not in sums.index:
            continue
        made = np.array([sums.loc[side, f"{kind}_made"] for kind, _ in _SHOTS], float)
        tried = np.array([sums.loc[side, f"{kind}_attempted"] for kind, _ in _SHOTS], float)
        at = np.arange(3) + move
        outer = ax.bar(at, tried, width=0.38, color=colour, alpha=0.28, gid="attempted")
        inner = ax.bar(at, made, **{"width": 0.38, "color": colour, "label": team[side], **style})
        ax.bar_label(
            outer,
            [f"{m:g}/{t:g}" if t else "0" for m, t in zip(made, tried, strict=True)],
            padding=2,
            fontsize=8.5,
            color=ink(ax),
        )
        ax.bar_label(
            inner,
            [f"{100 * m / t:.0f} %" if t and m else "" for m, t in zip(made, tried, strict=True)],
            label_type="center",
            fontsize=8.5,
            color=on(colour),
        )
    ax.set_xticks(range(3), [name for _, name in _SHOTS])
    ax.tick_params(axis="x", length=0, labelsize=10)
    ax.set_ylabel("shots: made (solid) of taken (pale)")
    ax.margins(y=0.1)
    sheet.widen("y")
    ax.grid(axis="y")
    below(ax)
    return sheet.finish(game, versus(game), f"{day(game)}, shot profile")


@plot(
    "game_id",
    "side",
    "team",
    "field_goals_made",
    "field_goals_attempted",
    "three_points_made",
    "free_throws_made",
    "free_throws_attempted",
    "turnovers",
    "offensive_rebounds",
    "defensive_rebounds",
    "score",
    games=("basketball",),
)
def four_factors(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """The four factors of both sides of a basketball game.

    Reads ``side, team`` and shots, turnovers, rebounds and score of the table ``teams``, for the measures
    ``efg_pct, tov_pct, orb_pct, ft_rate``.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``teams``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes

    References
    ----------
    Oliver, Basketball on Paper (2004).
    """
    game = one_game(df, game_id, "four_factors")
    sides = game["side"].astype(str).to_numpy()
    values = np.array(
        [measure(game, name).astype(float).to_numpy() * (100 if name == "ft_rate" else 1) for name, _, _ in _FACTORS]
    )
    not_empty(game[~np.isnan(values).all(axis=0)], "four_factors", "no side has taken a shot yet")
    ax = sheet.axes(8.0, 4.4)
    team = dict(zip(sides, sheet.called(game["team"], 34, alike=True), strict=True))
    at = np.arange(4.0)
    best = np.nanmax(values)
    for side, move, colour in (("away", -0.19, colours(ax)[1]), ("home", 0.19, colours(ax)[0])):
        if side not in team:
            continue
        own, other = values[:, sides == side].ravel(), values[:, sides != side].ravel()
        bars = ax.barh(
            at + move,
            np.nan_to_num(own),
            **{"height": 0.34, "color": colour, "label": team[side], **style},
        )
        for i, (bar, (_, _, more)) in enumerate(zip(bars, _FACTORS, strict=True)):
            ahead = len(other) > 0 and (own[i] > other[i] if more else own[i] < other[i])
            ax.annotate(
                f"{own[i]:.1f}",
                (bar.get_width(), bar.get_y() + bar.get_height() / 2),
                (4, 0),
                textcoords="offset points",
                va="center",
                fontsize=9,
                weight="bold" if ahead else "normal",
                color=ink(ax) if ahead else soft(ax),
            )
    ax.set_yticks(at, [name if more else f"{name}\nlower is better" for _, name, more in _FACTORS])
    ax.set_ylim(3.55, -0.55)
    ax.set_xlim(0, best * 1.12)
    sheet.widen()
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel("% or per 100; the better of the two in bold")
    below(ax)
    return sheet.finish(game, versus(game), f"{day(game)}, four factors")


@plot(
    "game_id",
    "side",
    "team",
    "team_id",
    "field_goals_attempted",
    "free_throws_attempted",
    "turnovers",
    "offensive_rebounds",
    "score",
    games=("basketball",),
)
def efficiency(df: pd.DataFrame, sheet: Sheet, *, teams: pd.DataFrame | None = None, **style: Any) -> Axes:
    """Efficiency landscape: offensive rating by defensive rating of every team.

    Reads ``team, team_id`` and shots, turnovers, rebounds and score of the table ``teams``, for the measures
    ``off_rating`` and ``def_rating``: points per 100 possessions over all games of the frame.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``teams``, with both sides of each game unless `teams` has them.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games, if `df` is a selection of its rows, such as those of one conference.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes

    References
    ----------
    Oliver, Basketball on Paper (2004).
    """
    given: dict[str, Any] = {} if teams is None else {"teams": teams}
    ratings = {"x": "off_rating", "y": "def_rating"}
    table = pd.DataFrame({axis: measure(df, name, by="team_id", **given) for axis, name in ratings.items()}).astype(
        float
    )
    table["name"] = df.drop_duplicates("team_id", keep="last").set_index("team_id")["team"]
    members = without_guests(df.assign(team=df["team_id"]), kind(df).sport)["team"]
    table = not_empty(
        table[table.index.isin(members)].dropna(subset=["x", "y"]), "efficiency", "no team has a finished possession"
    )
    only = of_one_team(df, "efficiency")
    return team_map(
        sheet,
        df,
        table,
        ("offensive rating (points per 100 possessions)", "defensive rating"),
        "Efficiency landscape",
        f"{day(df)}{only}, {many(len(table), 'team')}; the best are at the top right",
        style,
    )


@plot("game_id", "team", "player", "player_id", "field_goals_attempted", "minutes", games=("basketball",))
def usage_efficiency(
    df: pd.DataFrame, sheet: Sheet, *, least: float = 10.0, teams: pd.DataFrame | None = None, **style: Any
) -> Axes:
    """Usage and true shooting of basketball players.

    Reads ``team, player, player_id`` and the columns of the measures ``usage_pct`` and ``ts_pct`` of the table
    ``players``, over all games of the frame.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``players``, with all players of both sides of each game unless `teams` is given.
    least : float
        Minimum shots from the field per game.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games, if `df` is a selection of its players.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    given: dict[str, Any] = {} if teams is None else {"teams": teams}
    known = measure(df, "usage_pct", **given).notna().to_numpy(bool)
    shooting = (numbers(df["field_goals_attempted"]) > 0).to_numpy(bool)
    if 2 * (known & shooting).sum() < shooting.sum():
        raise FrameError(
            f"plot.usage_efficiency() requires both sides of each game, which are known for {known.sum()} of {len(df)} "
            "lines; pass teams=, the whole table teams of the same games."
        )
    table = pd.DataFrame(
        {
            "x": measure(df[known], "usage_pct", by="player_id", **given),
            "y": measure(df[known], "ts_pct", by="player_id"),
        }
    ).astype(float)
    own = df.assign(shots=numbers(df["field_goals_attempted"])).groupby("player_id")
    table["name"], table["shots"] = own["player"].first(), own["shots"].mean()
    table = table[table["shots"] >= least].dropna()
    not_empty(table, "usage_efficiency", f"no player takes {least:g} shots per game")
    ax = sheet.axes(7.6, 5.6)
    x, y = table["x"].to_numpy(), table["y"].to_numpy()
    ax.scatter(x, y, **{"s": 34, "color": colours(ax)[0], "alpha": 0.75, "zorder": 3, **style})
    mean: dict[str, Any] = {"color": colours(ax)[1], "lw": 1.2, "ls": "--"}
    ax.axvline(x.mean(), **mean)
    ax.axhline(y.mean(), label="mean of the players shown", **mean)
    ax.margins(0.12)
    ax.set_xlim(*ax.get_xlim())
    ax.set_ylim(*ax.get_ylim())
    standing = np.abs(x - x.mean()) / (x.std() or 1) + np.abs(y - y.mean()) / (y.std() or 1)
    name_points(sheet, ax, x, y, list(table["name"]), far(x, y, standing), most=16)
    ax.set_xlabel("usage (% of the team's plays)")
    ax.set_ylabel("true shooting (%)")
    ax.grid()
    below(ax)
    title = f"Usage and shooting of {many(len(table), 'player')}"
    return sheet.finish(df, title, f"{day(df)}, {least:g} or more shots per game")
