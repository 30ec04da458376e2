"""Plots of the plays of one game: the score and the chance to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from ..catalog import Sport
from ..catalog.records import SIDES
from ..errors import QueryError
from ..measures import plays
from ._axes import plot
from ._legend import below, swatch
from ._room import per_row
from ._rows import not_empty, one_game, one_sport
from ._sheet import Sheet
from ._text import counted, day, many, numbers
from ._theme import colours, ink, quiet, soft
from ._ticks import whole
from .periods import named_periods

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLAYS = ("sport", "game_id", "sequence", "event", "away_team", "home_team")
GAMES = ("football", "basketball", "baseball")
CLOCK = ("period", "clock_seconds")
INNINGS = ("inning", "inning_half", "outs")

BAND = 12.0
"""Percent above and below the chances, where the names of the teams keep off the line."""


def _game(df: pd.DataFrame, game_id: str | None, name: str) -> tuple[pd.DataFrame, Sport, np.ndarray]:
    """Return the plays of the game in order, its sport, and the time of each play in periods from the start."""
    game = one_game(df, game_id, name).sort_values("sequence")
    not_empty(game, name)
    sport = one_sport(game, name)
    if "inning" in game.columns:
        half = (game["inning_half"] == "Bottom").to_numpy(bool)
        return game, sport, (numbers(game["inning"]) - 1 + half / 2 + numbers(game["outs"]) / 6).to_numpy()
    rules, period = sport.rules, numbers(game["period"])
    clock = numbers(game["clock_seconds"])
    longer = np.maximum(clock.groupby(period).transform("max"), 60 * (rules.overtime_minutes or 0))
    length = np.where(period > rules.periods, longer, 60 * (rules.period_minutes or 0))
    return game, sport, (period - clock / length).to_numpy()


def _versus(game: pd.DataFrame) -> str:
    return f"{game['away_team'].iloc[0]} at {game['home_team'].iloc[0]}"


def _called(sheet: Sheet, game: pd.DataFrame, length: int) -> list[str]:
    """Return what the away and the home side are called."""
    return sheet.called([game[f"{side}_team"].iloc[0] for side in SIDES.values()], length, alike=True)


def _periods(ax: Axes, sport: Sport, at: np.ndarray) -> None:
    """Name the periods between their boundaries."""
    last = max(int(np.ceil(np.nanmax(at))), sport.rules.periods)
    ax.set_xlim(0, last)
    ax.set_xticks(np.arange(last + 1), [])
    ax.set_xticks(np.arange(last) + 0.5, named_periods(sport, pd.RangeIndex(1, last + 1)), minor=True)
    ax.tick_params(axis="x", which="minor", length=0)
    ax.set_xlabel(sport.rules.period)
    ax.grid(axis="x")


@plot(*PLAYS, either=(CLOCK, INNINGS), games=GAMES)
def score_line(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Score of both teams after every play of one game.

    Reads ``away_team, home_team`` and the columns of the table ``plays`` that scores and the clock follow from.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``plays``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for both lines, passed to `matplotlib.axes.Axes.step`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game, sport, at = _game(df, game_id, "score_line")
    line = plays.score_line(game)
    ax = sheet.axes(8.0, 4.2)
    for side, name, colour in zip(
        SIDES.values(), _called(sheet, game, 34), (colours(ax)[1], colours(ax)[0]), strict=True
    ):
        score = numbers(line[f"{side}_score"]).to_numpy()
        label = f"{name} ({score[-1]:g})"
        times, values = np.concatenate([[0], at]), np.concatenate([[0], score])
        ax.step(times, values, **{"where": "post", "color": colour, "label": label, **style})
    _periods(ax, sport, at)
    whole(ax.yaxis)
    ax.set_ylim(bottom=0)
    ax.set_ylabel(counted(game))
    ax.grid(axis="y")
    below(ax)
    return sheet.finish(game, _versus(game), f"{day(game)}, score after every play")


@plot(*PLAYS, either=(CLOCK, INNINGS), games=GAMES)
def win_probability(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    game_id: str | None = None,
    drift: float | None = None,
    spread: float | None = None,
    **style: Any,
) -> Axes:
    """Chance of the home team to win after every play of one game.

    Reads ``away_team, home_team`` and the columns of the table ``plays`` that scores and the clock follow from. The
    model of `sportsframe.measures.win_probability` knows the lead and the time left, but not who has the ball or how
    good the teams are. The play after which the chance changed most is marked.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``plays``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    drift, spread : float, optional
        Mean and standard deviation of the home team's final margin; by default as in
        `sportsframe.measures.win_probability`.
    **style
        Keyword arguments for the line, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game, sport, at = _game(df.reset_index(drop=True), game_id, "win_probability")
    if len(game) < 2:
        raise QueryError(
            "plot.win_probability() draws a line from play to play, and the frame has a single one of this game; pass "
            "all of its plays."
        )
    chance = 100 * numbers(plays.win_probability(df, drift=drift, spread=spread)).to_numpy()
    known = chance[game.index]
    ax = sheet.axes(8.0, 4.2)
    home, away = colours(ax)[0], colours(ax)[1]
    middle = np.full(len(at), 50.0)
    ax.fill_between(at, known, middle, where=known >= 50, interpolate=True, color=home, alpha=0.25, lw=0)
    ax.fill_between(at, known, middle, where=known <= 50, interpolate=True, color=away, alpha=0.25, lw=0)
    ax.axhline(50, color=soft(ax), lw=0.8)
    ax.plot(at, known, **{"color": ink(ax), "lw": 1.4, **style})
    left = "outs" if "inning" in game.columns else "time"
    told = f"chance to win by lead and {left} left; circle: the play that changed it most"
    turn = 1 + int(np.nanargmax(np.abs(np.diff(known))))
    ax.plot(at[turn], known[turn], "o", ms=6, mfc="none", mec=ink(ax), gid="turn")
    _periods(ax, sport, at)
    ax.set_ylim(-BAND, 100 + BAND)
    ax.set_yticks(range(0, 101, 20))
    ax.set_ylabel("chance of the home team to win (%)")
    ax.grid(axis="y")
    below, above = _called(sheet, game, 34)
    for y, where, name, colour in ((0.97, "top", above, home), (0.03, "bottom", below, away)):
        ax.text(0.012, y, name, transform=ax.transAxes, color=colour, va=where, weight="bold", fontsize=9)
    return sheet.finish(game, _versus(game), f"{day(game)}, {told}")


_LANES = {
    "basketball": {
        "make_3pt": "three-pointer made",
        "miss_3pt": "three-pointer missed",
        "make_2pt": "two-pointer made",
        "miss_2pt": "two-pointer missed",
        "make_ft": "free throw made",
        "miss_ft": "free throw missed",
    },
}


@plot(*PLAYS, "action", either=(CLOCK,), games=("basketball",))
def shot_timeline(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Shots of both teams in the order of one basketball game, by type.

    Reads ``away_team, home_team, action, possession`` and the clock of the table ``plays``.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``plays``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the marks, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    return _timeline(df, sheet, game_id, "shot_timeline", "action", _LANES["basketball"], style)


@plot(*PLAYS, either=(CLOCK, INNINGS), games=GAMES)
def play_timeline(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Plays of both teams in the order of one game, one lane per kind of play.

    Reads ``away_team, home_team, event``, the clock or the inning, and ``possession`` of the table ``plays``. In
    baseball the color is that of the side at bat, also of what the other side does, such as a change of pitchers. Of
    more than twelve kinds of play, those that scored and then the most frequent have lanes; the others share the last
    one.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``plays``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the marks, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    return _timeline(df, sheet, game_id, "play_timeline", "event", None, style)


LANES = 12
"""Kinds of play that a timeline tells apart at most."""

OTHER = "other plays"


def _laned(game: pd.DataFrame, kinds: pd.Series) -> list[str]:
    """Return the kinds of play with a lane of their own, the most frequent first, and of many those that scored."""
    often = kinds.value_counts(sort=False).sort_values(ascending=False, kind="stable").index
    if len(often) <= LANES:
        return list(often)
    score = plays.score_line(game)[["away_score", "home_score"]].apply(numbers).sum(axis=1).to_numpy()
    scored = kinds[np.diff(score, prepend=0) > 0].value_counts().reindex(often).fillna(0)
    kept = scored.sort_values(ascending=False, kind="stable").index[: LANES - 1]
    return [kind for kind in often if kind in kept]


def _timeline(
    df: pd.DataFrame,
    sheet: Sheet,
    game_id: str | None,
    name: str,
    column: str,
    lanes: dict[str, str] | None,
    style: dict[str, Any],
) -> Axes:
    """Draw one mark per play at its time, in the lane of its kind, away above and home below the middle of the lane."""
    game, sport, at = _game(df, game_id, name)
    kinds = game[column].astype(str)
    if lanes is None:
        lanes = {kind: kind.replace("_", " ") for kind in _laned(game, kinds)}
        kinds = kinds.where(kinds.isin(lanes), OTHER)
        if (kinds == OTHER).any():
            lanes[OTHER] = "other"
    not_empty(game[kinds.isin(lanes)], name, "no such play has happened yet")
    lane = kinds.map({kind: y for y, kind in enumerate(lanes)}).to_numpy(float)
    told = f"{day(game)}, {many(int((~np.isnan(lane)).sum()), 'play')}"
    if "possession" in game.columns:
        home = (game["possession"] == game["home_team"]).to_numpy(bool)
    else:
        home = (game["inning_half"] == "Bottom").to_numpy(bool)
        told += "; color: the side at bat"
    ax = sheet.axes(9.0, per_row(len(lanes), 0.36, 3.2), rows=len(lanes))
    for y in range(len(lanes)):
        ax.axhline(y, color=quiet(ax), lw=0.6, zorder=1)
    away_name, home_name = _called(sheet, game, 30)
    handles = []
    for side, name, some, move, colour in (
        ("away", away_name, ~home, -0.2, colours(ax)[1]),
        ("home", home_name, home, 0.2, colours(ax)[0]),
    ):
        keep = some & ~np.isnan(lane)
        look = {"marker": "|", "s": 46, "lw": 1.4, "color": colour, "label": name, "zorder": 3, "gid": side, **style}
        marks = ax.scatter(at[keep], lane[keep] + move, **look)
        handles.append(swatch(marks.get_facecolor(), name))  # a legend with strokes is hardly legible
    totals = [(kinds == kind).sum() for kind in lanes]
    ax.set_yticks(range(len(lanes)), [f"{text}  {n}" for text, n in zip(lanes.values(), totals, strict=True)])
    ax.set_ylim(len(lanes) - 0.45, -0.55)
    ax.tick_params(axis="y", length=0)
    _periods(ax, sport, at)
    below(ax, handles=handles)
    return sheet.finish(game, _versus(game), told)
