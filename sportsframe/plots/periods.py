"""Plots of scores: games of a day, score by period, running margin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.doubleheaders import game_numbers
from .._frames.recognize import need, rows_of
from ..catalog import Sport
from ..errors import QueryError
from ._axes import plot
from ._contain import DOCUMENT
from ._legend import below, swatch
from ._room import per_row
from ._rows import both_sides, not_empty, one_game, one_sport, rules_of, unit_of, versus
from ._sheet import Sheet
from ._text import counted, day, in_play, numbers
from ._theme import colours, ink, quiet, soft
from ._ticks import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEAMS = ("away_team", "home_team", "away_score", "home_score")
_PLAYERS = ("player_1", "player_2", "player_1_legs", "player_2_legs")
_SETS = ("player_1_sets", "player_2_sets")
_WHO = ("format", "winner_id", "player_1_id", "player_2_id")


@plot("sport", "game_id", either=(TEAMS, _PLAYERS))
def scores(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Scores of several games, one row per game.

    Reads ``away_team, home_team, away_score, home_score`` of a games frame, in darts ``player_1`` and ``player_2`` with
    their legs, and ``format, winner_id`` and their sets if present: matches in sets have their sets once these are
    known. Games in play and those decided after regulation are marked, by ``phase`` and ``game_status`` if present; who
    leads a game in play is not bold. Games of the same two sides have their dates, and those of a doubleheader their
    number. Games without a score are omitted; of plays that have the score, each game's last one is drawn.

    Parameters
    ----------
    df : pandas.DataFrame
        A live games frame.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    names = TEAMS if set(TEAMS) <= set(df.columns) else _PLAYERS
    scored = not_empty(df, "scores").dropna(subset=[names[2], names[3]]).reset_index(drop=True)
    if "sequence" in df.columns:
        scored = scored.sort_values("sequence", kind="stable")
        if (unit := rules_of(df).period_unit) and len(scored):
            raise QueryError(
                f"plot.scores takes the last score of plays, which are {unit} in a {rules_of(df).period}; pass the "
                "games."
            )
    games = scored.drop_duplicates("game_id", keep="last").sort_index()
    not_empty(games, "scores", "no game of the frame has a score yet")
    ax = sheet.axes(8.0, per_row(len(games), 0.42), rows=len(games))
    first, second = numbers(games[names[2]]).to_numpy(), numbers(games[names[3]]).to_numpy()
    units, won = np.full(len(games), counted(games)), np.stack([first > second, second > first])
    if names is _PLAYERS:
        first, second, units, won = _matches(games, first, second)
    won = won & ~in_play(games)
    at = np.arange(len(games))
    one, other = colours(ax)[1], colours(ax)[0]
    ax.hlines(at, np.minimum(first, second), np.maximum(first, second), color=quiet(ax), lw=3, zorder=1)
    marks = {"s": 62, "zorder": 3, **style}
    words = ("away", "home") if names is TEAMS else ("first named", "second named")
    ax.scatter(first, at, color=one, label=words[0], **marks)
    level = first == second  # the second point is drawn within the first
    ax.scatter(first[level], at[level], color=one, **{**marks, "s": 2.4 * np.max(marks["s"])})
    ax.scatter(second, at, color=other, label=words[1], **marks)
    for row, (a, b) in enumerate(zip(first, second, strict=True)):
        for n, (value, beside) in enumerate(((a, b), (b, a))):
            right = value > beside or (value == beside and n == 1)
            ax.annotate(
                f"{value:g}",
                (value, row),
                (8 if right else -8, 0),
                textcoords="offset points",
                ha="left" if right else "right",
                va="center",
                weight="bold" if won[n][row] else "normal",
                color=ink(ax) if won[n][row] else soft(ax),
            )
    called = sheet.called([*games[names[0]], *games[names[1]]], 25)
    named = [called[: len(games)], called[len(games) :]]
    rules = rules_of(games)
    joint, turn = (rules.between, -1 if rules.home_first else 1) if names is TEAMS else (" v ", 1)
    kinds = list(dict.fromkeys(units))
    states, numbered = _states(games, short=sheet.width < 6), game_numbers(df)
    notes = [
        ", ".join(filter(None, (unit if len(kinds) > 1 else "", date, numbered.get(game, ""), state)))
        for unit, date, game, state in zip(units, _dates(games, names[:2]), games["game_id"], states, strict=True)
    ]
    told = [f" ({note})" if note else "" for note in notes]
    ax.set_yticks(at, [a + joint + b + note for a, b, note in zip(*named[::turn], told, strict=True)])
    ax.set_ylim(len(games) - 0.4, -0.6)
    low, high = float(np.min([first, second])), max(float(np.max([first, second])), 1.0)
    low = 0.0 if low < high * 0.35 or names is _PLAYERS else low
    room = max((high - low) * sheet.wider(0.1), 0.5)
    ax.set_xlim(low - room, high + room)
    sheet.widen()
    whole(ax.xaxis)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(f"score ({' or '.join(kinds)})")
    below(ax, handles=ax.get_legend_handles_labels()[0][::turn])
    what = unit_of(games)[1]
    return sheet.finish(df, f"Scores of {len(games)} {what}" if len(games) > 1 else "Score", day(games))


def _dates(games: pd.DataFrame, names: tuple[str, ...]) -> list[str]:
    """Return the date of each game of two sides that meet on several days; empty for other games."""
    if "game_date" not in games.columns:
        return [""] * len(games)
    pairs = pd.Series([frozenset(pair) for pair in games[[*names]].to_numpy()], index=games.index)
    several = games["game_date"].groupby(pairs).transform("nunique") > 1
    return [f"{date:%b} {date.day}" if apart else "" for date, apart in zip(games["game_date"], several, strict=True)]


def _states(games: pd.DataFrame, *, short: bool) -> list[str]:
    """Return the status of each game for display, in short or not; nothing of one that was decided in regulation."""
    playing = in_play(games)
    shown = games["game_status"].fillna("").astype(str) if "game_status" in games else pd.Series("", games.index)
    return [
        ("in play" if short else status or "in play") if live else "" if status.casefold() == "final" else status
        for live, status in zip(playing, shown, strict=True)
    ]


def _matches(
    games: pd.DataFrame, first: np.ndarray, second: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the scores of matches of two players: sets where they decide and are known, else legs; and who has won.

    Nobody leads by the legs of a match in sets.
    """
    held = {name: games[name] if name in games else pd.Series(np.nan, games.index) for name in (*_SETS, *_WHO)}
    sets = [numbers(held[name]).to_numpy() for name in _SETS]
    known = ~np.isnan(sets[0]) & ~np.isnan(sets[1])
    one, two = np.where(known, sets[0], first), np.where(known, sets[1], second)
    in_sets = (held["format"] == "set").fillna(value=False).to_numpy(bool) | known
    ahead = [(a > b) & (known | ~in_sets) for a, b in ((one, two), (two, one))]
    decided = held["winner_id"].notna().to_numpy()
    won = [(held["winner_id"] == held[name]).fillna(value=False).to_numpy(bool) for name in _WHO[2:]]
    return one, two, np.where(known, "sets", "legs"), np.where(decided, won, ahead)


def _by_side(df: pd.DataFrame, game_id: str | None, name: str) -> tuple[pd.DataFrame, pd.DataFrame, list[str]]:
    """Return the rows of the game, scores by period (rows) and side, and the sides' names, in the sport's order."""
    game = one_game(df, game_id, name)
    sides = both_sides(game, name)
    sums = numbers(game["score"]).groupby([game["period"], game["side"].astype(str)]).sum(min_count=1)
    table = sums.unstack()
    not_empty(table, name, "no period of the game has a score yet")
    table = table.reindex(columns=list(sides))
    first = game.drop_duplicates("side")
    names = dict(zip(first["side"].astype(str), first["team"], strict=True))
    if len(names) == 1 and "opponent" in first.columns:
        names |= {side: first["opponent"].iloc[0] for side in sides if side not in names}
    return game, table, [names.get(side, side) for side in sides]


def _colour(ax: Axes, side: Any) -> str:
    """Return the color of a side."""
    return colours(ax)[0 if side == "home" else 1]


def named_periods(sport: Sport, periods: pd.Index, game: pd.DataFrame | None = None) -> list[str]:
    """Return the names of the periods, of a game with a shootout if its rows say which part of the season it is in."""
    part = game["season_type"].iloc[0] if game is not None and "season_type" in game else None
    return [sport.rules.period_name(int(period), part) for period in periods]


@plot("sport", "game_id", "side", "team", "period", "score")
def by_period(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Score by period of one game.

    Reads ``game_id, side, team, period, score`` of the table ``periods``. The score of the game is beside the names,
    unless the periods do not add up to it, as the points of sets do not.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``periods``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.bar`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game, table, names = _by_side(df, game_id, "by_period")
    sport = one_sport(game, "by_period")
    rules = sport.rules
    word = rules.period
    ax = sheet.axes(8.0, 4.2)
    at = np.arange(len(table))
    called = sheet.called(names, 34, alike=True)
    for side, name, move in zip(table, called, (-0.2, 0.2), strict=True):
        colour, values = _colour(ax, side), table[side].to_numpy()
        bars = ax.bar(
            at + move,
            np.nan_to_num(values),
            **{
                "width": 0.38,
                "color": colour,
                "label": name if rules.period_unit else f"{name} ({np.nansum(values):g})",
                **style,
            },
        )
        ax.bar_label(bars, ["" if np.isnan(v) else f"{v:g}" for v in values], padding=2, fontsize=8.5, color=ink(ax))
    ax.set_xticks(at, named_periods(sport, table.index, game))
    ax.set_xlabel(word)
    ax.set_ylabel(f"{rules.period_unit or counted(game)} in the {word}")
    whole(ax.yaxis)
    ax.margins(y=0.12)
    if not np.nanmax(table.to_numpy()) > 0:
        ax.set_ylim(top=1)
    sheet.widen("y")
    ax.set_ylim(bottom=0)
    ax.grid(axis="y")
    ax.tick_params(axis="x", length=0)
    below(ax)
    return sheet.finish(game, versus(game), f"{day(game)}, score by {word}")


@plot("sport", "game_id", "side", "team", "period", "score")
def running_margin(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Lead of the home side after each period of one game.

    Reads ``game_id, side, team, period, score`` of the table ``periods``, and ``phase`` if present: the last point of a
    game in play is the lead now. A sport whose periods do not add up to the score, such as one of sets, is refused.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``periods``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the line, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game, table, names = _by_side(df, game_id, "running_margin")
    sport = one_sport(game, "running_margin")
    word = sport.rules.period
    if sport.rules.period_unit:
        raise QueryError(
            f"plot.running_margin adds up periods, but {sport.code} counts {sport.rules.period_unit} in a {word} and "
            f"{sport.rules.unit} in a game; write plot.by_period."
        )
    ax = sheet.axes(8.0, 4.2)
    lead = np.concatenate([[0.0], (table["home"].fillna(0) - table["away"].fillna(0)).cumsum().to_numpy()])
    at = np.arange(len(lead))
    ax.fill_between(at, lead, 0, where=lead >= 0, interpolate=True, color=_colour(ax, "home"), alpha=0.25, lw=0)
    ax.fill_between(at, lead, 0, where=lead <= 0, interpolate=True, color=_colour(ax, "away"), alpha=0.25, lw=0)
    ax.axhline(0, color=soft(ax), lw=0.8)
    ax.plot(at, lead, **{"color": ink(ax), "marker": "o", "ms": 4.5, "lw": 1.6, **style})
    for x, value in zip(at[1:], lead[1:], strict=True):
        up = value >= 0
        ax.annotate(
            f"{abs(value):g}",
            (x, value),
            (0, 7 if up else -7),
            textcoords="offset points",
            ha="center",
            va="bottom" if up else "top",
            fontsize=8.5,
            color=ink(ax),
        )
    passed = named_periods(sport, table.index, game)
    if in_play(game).any():
        passed[-1] = "now"
    ax.set_xticks(at, ["start", *passed])
    ax.set_xlabel(f"after {word}")
    reach = max(np.abs(lead).max() * 1.3, 2)
    ax.set_ylim(-reach, reach)
    whole(ax.yaxis)
    ax.yaxis.set_major_formatter(lambda value, _: f"{abs(value):g}")
    ax.set_ylabel(f"lead ({counted(game)})")
    ax.grid(axis="y")
    ahead = [f"{name} ahead" for name in sheet.called(names, 34, alike=True)]
    below(ax, handles=[swatch(_colour(ax, side), name) for side, name in zip(table, ahead, strict=True)])
    return sheet.finish(game, versus(game), f"{day(game)}, running margin")


@plot("sport", "game_id", "side", "team", "period", "score")
def line_score(
    df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, teams: pd.DataFrame | None = None, **style: Any
) -> Axes:
    """Line score of one game: a table of both sides by period.

    Reads ``game_id, side, team, period, score`` of the table ``periods``. The best period of each side is bold; a
    period without a score has a dash, a half inning that the home team did not need an x. In baseball, hits and errors
    follow the runs if `teams` is given. Where periods do not add up to the score of the game, as the points of sets do
    not, the score is that of `teams`, and left out without it.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``periods``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games, for hits and errors in baseball, and for the score of a game of sets.
    **style
        Keyword arguments for the numbers, passed to `matplotlib.axes.Axes.text`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game, table, names = _by_side(df, game_id, "line_score")
    sport = one_sport(game, "line_score")
    sums = {} if sport.rules.period_unit else {counted(game): [float(np.nansum(table[side])) for side in table]}
    if teams is not None and len(sport.rules.totals) > len(sums):
        sums |= _totals(teams, str(game["game_id"].iloc[0]), sport)
    ax = sheet.axes(max(4.4 + 0.34 * (len(table) + len(sums) - 1), 6.0), 1.9)
    heads = [*named_periods(sport, table.index, game), *(name[:1].upper() for name in sums)]
    ax.set_xlim(-0.6, len(heads) + 0.3)
    ax.set_ylim(2.5, -0.7)
    over = set(game["phase"]) == {"finished"} if "phase" in game else False
    larger = max(1.0, min(sheet.width / DOCUMENT, sheet.height / 3))
    look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 11 * larger, "color": ink(ax)}
    for column, head in enumerate(heads):
        last = column >= len(table)
        x = column + (0.3 if last else 0)
        ax.text(x, 0, head, **{**look, "fontsize": 9 * larger, "color": soft(ax)}, gid="head")
        for row, side in enumerate(table, start=1):
            values = table[side].to_numpy()
            value = [*sums.values()][column - len(table)][row - 1] if last else values[column]
            best = not last and value > 0 and value == np.nanmax(values)
            blank = sport.rules.unplayed if over and side == "home" and column == len(table) - 1 else ""
            text = (blank or "\u2013") if np.isnan(value) else f"{value:g}"
            ax.text(x, row, text, **{**look, "weight": "bold" if best or last else "normal", **style}, gid=side)
    ax.axhline(0.5, color=quiet(ax), lw=1.0)
    if sums:
        ax.axvline(len(table) - 0.35, color=quiet(ax), lw=1.0)
    ax.set_yticks([1, 2], sheet.called(names, 30, alike=True))
    for tick, side in zip(ax.get_yticklabels(), table, strict=True):
        tick.set_color(_colour(ax, side))
        tick.set_fontweight("bold")
    ax.set_xticks([])
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    unit = f" ({sport.rules.period_unit})" if sport.rules.period_unit else ""
    told = [", ".join(f"{name[:1].upper()}: {name}" for name in sums)] if sums else []
    ax.set_xlabel("; ".join([sport.rules.period + unit, *told, f"bold: best {sport.rules.period} of each side"]))
    return sheet.finish(game, versus(game), f"{day(game)}, line score")


def _totals(teams: pd.DataFrame, game_id: str, sport: Sport) -> dict[str, list[float]]:
    """What follows the score in the line scores of the sport, of both sides in its order."""
    names = [name for _, name in sport.rules.totals[not sport.rules.period_unit :]]
    need(teams, ["game_id", "side", *names], "plot.line_score(teams=)")
    own = rows_of(teams, sport.code)
    own = own[(own["game_id"] == game_id).fillna(value=False).astype(bool)]
    not_empty(own, "line_score", "teams= has no row of the game")
    own = own.drop_duplicates("side").set_index(own.drop_duplicates("side")["side"].astype(str))
    return {
        sport.rules.unit if name == "score" else name: numbers(own[name]).reindex(list(sport.rules.sides)).tolist()
        for name in names
    }
