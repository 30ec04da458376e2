"""Golf plots: purses of a season, courses, leaderboard."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._client.notices import first_time, say
from .._frames.recognize import player
from ..catalog.golf import CUT, LEFT, ROUNDS, SECOND_CUT, left
from ..errors import QueryError, quoted
from ..measures import measure
from ..measures.golf import BY_POINTS, by_strokes, lines_of, shared_places, side_size
from ._axes import plot
from ._legend import below, swatch
from ._room import per_row
from ._rows import not_empty, one_game
from ._sheet import Sheet
from ._text import day, in_play, label, many, numbers, surname
from ._theme import colours, ink, quiet, soft
from ._ticks import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@plot("game_id", "game_date", "tournament", "purse")
def purse(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Purses of tournaments in chronological order.

    Reads ``tournament, game_date, purse`` of the table ``tournaments`` of a schedule, and ``phase`` to omit those
    that are canceled.

    Parameters
    ----------
    df : pandas.DataFrame
        The schedule of a season.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    QueryError
        The purses are in several currencies.
    """
    on = df[df["phase"].astype(str) != "off"] if "phase" in df.columns else df
    shown = on.drop_duplicates("game_id").sort_values("game_date", kind="stable")
    amount = measure(shown, "purse_amount").astype(float) / 1e6
    shown, amount = shown[amount.notna()], amount.dropna()
    not_empty(shown, "purse", "no tournament has a purse")
    money = list(measure(shown, "purse_currency").dropna().unique())
    if len(money) > 1:
        raise QueryError(
            f"plot.purse() supports a single currency, but the purses are in {', '.join(map(str, money))}."
        )
    ax = sheet.axes(8.5, per_row(len(shown), 0.235, most=13), rows=len(shown))
    at = np.arange(len(shown))
    large = amount.to_numpy() >= amount.median() * 1.6
    bars = ax.barh(
        at, amount, **{"height": 0.72, "color": [colours(ax)[0] if big else colours(ax)[5] for big in large], **style}
    )
    ax.bar_label(bars, [f"{v:.1f}" for v in amount], padding=3, fontsize=8, color=soft(ax))
    called = sheet.short(shown["tournament"], 38)
    names = [f"{name}   {date:%b %d}" for name, date in zip(called, shown["game_date"], strict=True)]
    ax.set_yticks(at, names, fontsize=8)
    ax.set_ylim(len(shown) - 0.4, -0.6)
    ax.margins(x=0.09)
    sheet.widen()
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(f"purse (million {money[0] if money else 'of its currency'})")
    if large.any() and not large.all():
        marks = [swatch(colours(ax)[0], "1.6 times the median or more"), swatch(colours(ax)[5], "less")]
        below(ax, handles=marks)
    title = f"Purses of {len(shown)} tournaments, {amount.sum():.0f} million" if len(shown) > 1 else "Purse"
    return sheet.finish(df, title, day(shown))


@plot("game_id", "tournament", "course", "par", "yards")
def courses(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Golf courses by par and length.

    Reads ``course, par, yards`` of the table ``courses``; each course once.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``courses`` of a schedule.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    shown = df.assign(par=numbers(df["par"]), yards=numbers(df["yards"])).dropna(subset=["par", "yards"])
    shown = not_empty(
        shown.drop_duplicates("course").sort_values("yards", kind="stable"), "courses", "no course has par and yards"
    )
    ax = sheet.axes(8.0, 4.8)
    pars = sorted(shown["par"].unique())
    spread = np.zeros(len(shown))
    for par in pars:
        own = (shown["par"] == par).to_numpy()
        # Courses of similar length are drawn next to each other, ordered by length.
        spread[own] = (np.arange(own.sum()) % 5 - 2) * 0.085 if own.sum() > 1 else 0
    x, y = shown["yards"].to_numpy(), shown["par"].to_numpy() + spread
    ax.scatter(
        x,
        y,
        **{
            "s": 44,
            "color": colours(ax)[0],
            "alpha": 0.75,
            "edgecolor": ax.get_facecolor(),
            "lw": 0.7,
            "zorder": 3,
            **style,
        },
    )
    for par in pars:
        own = shown[shown["par"] == par]["yards"]
        ax.vlines(own.mean(), par - 0.34, par + 0.34, color=colours(ax)[1], lw=2.2, zorder=2)
        text = f"{many(len(own), 'course')}\nmean {own.mean():,.0f} yards"
        ax.text(1.01, par, text, transform=ax.get_yaxis_transform(), va="center", fontsize=8, color=soft(ax))
    ends = {0: "left", len(shown) - 1: "right"}
    names = sheet.short(shown["course"].iloc[list(ends)], 34)
    for name, (i, side) in zip(names, ends.items(), strict=True):
        line = {"arrowstyle": "-", "color": soft(ax), "lw": 0.7, "shrinkA": 0, "shrinkB": 3}
        ax.annotate(
            name,
            (x[i], y[i]),
            (x[i], shown["par"].iloc[i] + 0.36),
            ha=side,
            va="bottom",
            fontsize=8,
            color=ink(ax),
            arrowprops=line,
        )
    ax.set_yticks(pars, [f"par {par:g}" for par in pars])
    ax.set_ylim(min(pars) - 0.6, max(pars) + 0.65)
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.grid(axis="x")
    ax.tick_params(axis="y", length=0)
    ax.locator_params(axis="x", nbins=8 if sheet.width > 6 else 4)
    ax.set_xlabel("length (yards)")
    return sheet.finish(df, f"{many(len(shown), 'course')} by par and length", day(df))


@plot("game_id", "player", "player_id", "to_par", *ROUNDS)
def leaderboard(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, top: int = 15, **style: Any) -> Axes:
    """Leaders of a golf tournament, with their scores by round.

    Reads ``player, to_par, round_1`` to ``round_4`` of the table ``players``, and ``position, status, phase, strokes,
    thru`` if present. Shared places are marked with a T; a dashed line separates the players who missed the cut if
    `top` reaches them. While a round is played, each player's score in it and the holes finished follow the rounds; F
    stands for a finished round. The subtitle says so where the places do not follow the strokes, as in a tournament
    that points decide.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``players``.
    game_id : str, optional
        Id of the tournament; required if the frame has several.
    top : int
        Maximum number of players; fewer if the last of them share their place with others. Partners in an event of
        pairs stay together.
    **style
        Keyword arguments for the points, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    field = one_game(df, game_id, "leaderboard")
    field = field.assign(
        to_par=numbers(field["to_par"]), place=numbers(field["position"]) if "position" in field else np.nan
    )
    field["out"] = _left(field)
    field["place"] = field["place"].mask(field["out"] != "")
    state = _State(field)
    field["today"] = state.today()
    field["shared"] = shared_places(field, field["place"])
    field["group"] = field["out"].map(["", *LEFT].index)
    size = side_size(field)
    order = ["group", "place", "to_par", *ROUNDS]  # the rounds keep partners together
    scored = field.dropna(subset=["to_par"]).sort_values(order, kind="stable")
    held = scored["place"].fillna(scored["to_par"]).where(scored["group"] == 0, range(len(scored)))
    level = scored.groupby(["group", held]).ngroup()
    leaders = scored.head(len(_leading(level, max(top // size, 1) * size)))
    not_empty(leaders, "leaderboard", "nobody has a score yet")
    ax = sheet.axes(8.0, per_row(len(leaders), 0.31), rows=len(leaders))
    at, score = np.arange(len(leaders)), leaders["to_par"].to_numpy()
    ax.hlines(at, 0, score, color=quiet(ax), lw=2.2, zorder=1)
    ax.axvline(0, color=soft(ax), lw=0.8)
    ax.scatter(
        score,
        at,
        **{"s": 60, "zorder": 3, "color": [colours(ax)[1] if s < 0 else colours(ax)[0] for s in score], **style},
    )
    _write_scores(ax, leaders)
    named = zip(sheet.called(leaders["player"], 26), leaders.to_dict("records"), strict=True)
    places = [f"{name}   {_place(row)}".rstrip() for name, row in named]
    ax.set_yticks(at, places)
    ax.set_ylim(len(leaders) - 0.4, -0.6)
    made = int((leaders["out"] == "").sum())
    if made and leaders["out"].iloc[made:].isin([SECOND_CUT, CUT]).any():
        ax.axhline(made - 0.5, color=colours(ax)[1], lw=1.2, ls="--", gid="cut")
        # On the side that the bars beside the line, with their numbers, leave free.
        x, side = (0.005, "left") if score[made] > 0 else (0.995, "right")
        place: dict[str, Any] = {"transform": ax.get_yaxis_transform(), "va": "bottom", "ha": side}
        ax.text(x, made - 0.52, "cut", color=colours(ax)[1], fontsize=8.5, **place)
    low, high = min(score.min(), 0), max(score.max(), 0)
    ax.set_xlim(low - (high - low) * sheet.wider(0.12), high + (high - low) * sheet.wider(0.12 if high > 0 else 0.02))
    sheet.widen()
    whole(ax.xaxis)
    ax.xaxis.set_major_formatter(lambda value, _: _to_par(value))
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel(
        f"{label('to_par', df)}; rounds at the right" + (", then today and the holes played" if state.under_way else "")
    )
    under, over = swatch(colours(ax)[1], "under par"), swatch(colours(ax)[0], "par or over")
    below(ax, handles=[mark for mark, some in ((under, score < 0), (over, score >= 0)) if some.any()])
    title = str(field["tournament"].iloc[0]) if "tournament" in field.columns else "Leaderboard"
    some = [f"leading {len(leaders)} of {len(scored)}"] if len(leaders) < len(scored) else []
    sub = ", ".join([state.day, *some, *([] if by_strokes(field) else [BY_POINTS])])
    return sheet.finish(field, title, sub)


def _write_scores(ax: Axes, leaders: pd.DataFrame) -> None:
    """Write the score of each player beside its point, and those of the rounds at the right."""
    for y, row in enumerate(leaders.to_dict("records")):
        value = row["to_par"]
        ax.annotate(
            _to_par(value),
            (value, y),
            (-9 if value < 0 else 9, 0),
            textcoords="offset points",
            va="center",
            ha="right" if value < 0 else "left",
            fontsize=9,
            weight="bold",
            color=ink(ax),
        )
        rounds = [f"{row[name]:g}" for name in ROUNDS if not pd.isna(row[name])]
        ax.text(
            1.01,
            y,
            f"{'  '.join(rounds)}    {row['today']}".strip(),
            transform=ax.get_yaxis_transform(),
            va="center",
            fontsize=8.5,
            color=soft(ax),
        )


def _leading(places: pd.Series[Any], top: int) -> pd.Series[Any]:
    """Return the first `top` of places in order; of players who share a place all or none, if there is another."""
    whole = places[places.rank(method="max") <= top]
    return whole if len(whole) else places.head(top)


def _to_par(value: float) -> str:
    return "E" if value == 0 else f"{value:+g}"


class _State:
    """How far a tournament is.

    Attributes
    ----------
    round : int
        The round being played, or the last one finished.
    under_way : bool
        Whether some players have yet to finish it.
    day : str
        The start of the subtitle.
    """

    def __init__(self, field: pd.DataFrame) -> None:
        self.field, self.rounds = field, field[[*ROUNDS]].apply(numbers)
        still_in = _left(field) == ""
        self.strokes = numbers(field["strokes"]) if "strokes" in field else pd.Series(np.nan, field.index)
        self.done = self.rounds.notna().sum(axis=1)
        self.playing = still_in & (self.strokes > self.rounds.sum(axis=1))
        self.round = int((self.done + self.playing)[still_in].max()) if still_in.any() else 0
        self.under_way = bool(in_play(field).any() and (self.done < self.round)[still_in].any())
        self.day = day(field)
        if self.round and self.day.endswith(", in play"):
            sport, first = self.day.removesuffix(", in play").split(", ")
            state = f"round {self.round} in play" if self.under_way else f"after round {self.round}"
            self.day = f"{sport}, from {first}, {state}"

    def today(self) -> list[str]:
        """Return the score of each player in the round being played and the holes finished; empty for others."""
        if not self.under_way:
            return [""] * len(self.field)
        level = (self.strokes == self.rounds.sum(axis=1)) & (self.done > 0)
        pars = ((self.strokes - numbers(self.field["to_par"])) / self.done)[level].dropna().unique()
        par = pars[0] if len(pars) == 1 else np.nan  # the same on all courses of the tournament
        before = self.rounds[[*ROUNDS[: self.round - 1]]]
        score = numbers(self.field["to_par"]) - (before.sum(axis=1) - (par if self.round > 1 else 0) * before.shape[1])
        thru = numbers(self.field["thru"]) if "thru" in self.field else pd.Series(np.nan, self.field.index)
        ended = (self.done == self.round) & (_left(self.field) == "")
        told = zip(score, thru, ended, self.playing, strict=True)
        return [
            " ".join(
                part
                for part in (
                    "" if np.isnan(points) else _to_par(points),
                    "F" if over else "" if np.isnan(holes) else f"thru {holes:g}",
                )
                if part
            )
            if over or on
            else ""
            for points, holes, over, on in told
        ]


MOST_LINES = 20
"""Lines that dashes and colours can tell apart."""

BESIDE = 3.5
"""Points between lines at the same position."""


def _left(field: pd.DataFrame) -> pd.Series:
    """Return how leaderboards print that players left the tournament; empty for those who are in it to its end."""
    status = field["status"] if "status" in field else pd.Series("", index=field.index)
    return status.astype(object).map(left)


def _under_way(field: pd.DataFrame, strokes: pd.DataFrame) -> pd.Series:
    """Return which rounds some player who is still in the tournament has yet to finish."""
    if "status" not in field or ("phase" in field and (field["phase"] == "finished").all()):
        return pd.Series(False, index=strokes.columns)
    still_in = strokes[_left(field) == ""].notna()
    return (still_in.shift(axis=1, fill_value=True) & ~still_in).any()


def _is_part(field: pd.DataFrame) -> bool:
    """Whether players are missing: nobody is left in the event, or fewer are ahead of somebody than the place says."""
    still_in = _left(field) == ""
    if "position" not in field or not still_in.any():
        return not still_in.any()
    places = numbers(field["position"])[still_in].dropna()
    return bool((places > (places.rank(method="min") - 1) // side_size(field) + 1).any())


def _ids(field: pd.DataFrame, players: Sequence[str | int]) -> list[int]:
    """Return the ids of players given by name or id."""
    if not 1 <= len(players) <= MOST_LINES:
        raise QueryError(f"players= of plot.rounds() must be a list of 1 to {MOST_LINES} names or ids.")
    return [player(field, who)["player_id"].iloc[0] for who in players]


def _lines(field: pd.DataFrame) -> pd.Series:
    """What the players of one line of `rounds` have in common."""
    return lines_of(field) if side_size(field) > 1 else field.index.to_series()


def _one_row_per_side(field: pd.DataFrame) -> pd.DataFrame:
    """The players of a tournament, or of one of pairs a row for each line, named for all who share it."""
    if side_size(field) == 1:
        return field
    lines = lines_of(field)
    named = field["player"].groupby(lines).transform(lambda names: "/".join(names.map(surname)))
    return field.assign(player=named)[lines.notna() & ~lines.duplicated()]


def _place(row: Mapping[Hashable, Any]) -> str:
    """Return ``1``, ``T3``, ``CUT``, ``WD`` or nothing."""
    return row["out"] if pd.isna(row["place"]) else f"{'T' if row['shared'] else ''}{row['place']:g}"


@plot("game_id", "player", "player_id", *ROUNDS, limits={"top": (1, MOST_LINES)})
def rounds(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    players: Sequence[str | int] | None = None,
    game_id: str | None = None,
    top: int = 8,
    **style: Any,
) -> Axes:
    """Position of the leaders, or of chosen players, of a golf tournament after each round.

    Reads ``player, player_id, round_1`` to ``round_4`` of the table ``players``, and ``position, status, to_par,
    phase, strokes`` if present. Positions are by strokes so far among the players of the frame who finished the round,
    so the frame must have the whole field; players who are level share the best position, and their lines are drawn
    side by side. Partners in an event of pairs have one line and count as one; so have pairs with equal rounds, as the
    table does not tell who plays with whom, but they are counted. A round that players have yet to finish
    is left out; while it is played, the present positions follow the others. The last positions of a finished
    tournament are the official ones, after a play-off; those who left it have none.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``players``.
    players : sequence of str or int, optional
        Names, parts of names, or ids of up to 20 players to draw; by default the leaders.
    game_id : str, optional
        Id of the tournament; required if the frame has several.
    top : int
        Number of leaders at the end or now, from 1 to 20; fewer if the last of them share their place with others.
    **style
        Keyword arguments for the lines, passed to `matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    QueryError
        Points decide the tournament, which the table does not have, or the frame has only part of the field.
    """
    rows = one_game(df, game_id, "rounds").drop_duplicates("player_id")
    chosen = [] if players is None else _ids(rows, players)
    field = rows.set_index("player_id")
    if not by_strokes(field):
        raise QueryError(
            "plot.rounds() counts strokes, but points decide this tournament, which the table does not have by round; "
            "plot.leaderboard() shows the official places."
        )
    if _is_part(field):
        raise QueryError(
            "plot.rounds() ranks the whole field, and the frame has part of it; pass the whole table, and those to "
            f"draw by name: df.sports.plot.rounds({quoted(str(rows['player'].iloc[0]))})."
        )
    state = _State(field)
    strokes = field[[*ROUNDS]].apply(numbers)
    strokes = strokes.loc[:, strokes.notna().any() & ~_under_way(field, strokes)]
    not_empty(strokes.dropna(how="all"), "rounds", "no round is finished")
    places = (strokes.cumsum(axis=1, skipna=False).rank(method="min") - 1) // side_size(field) + 1
    stays = _left(field) == ""
    if "position" in field and "phase" in field and (field["phase"] == "finished").all():
        places[places.columns[-1]] = numbers(field["position"]).where(places.iloc[:, -1].notna() & stays)
    if now := state.under_way and "position" in field:
        places["now"] = numbers(field["position"]).where(stays)
    field = field.assign(out=_left(field), place=places.iloc[:, -1].where(stays))
    field["shared"] = shared_places(field, field["place"])
    lines = _lines(field)
    named = lines.isin(lines[chosen])
    sides = lines.map(lines.value_counts()) // side_size(field)
    field_size = int(places.iloc[:, 0].notna().sum()) // side_size(field)
    field = _one_row_per_side(field)
    places = places.loc[field.index]
    if players is None:
        last = _leading(field["place"].dropna().sort_values(kind="stable"), top).index
    else:
        ends = places.ffill(axis=1).iloc[:, -1].dropna()
        last = ends[named[ends.index]].sort_values(kind="stable").index
        not_empty(last.to_frame(), "rounds", "the players have finished no round")
    ax = sheet.axes(8.0, 4.8)
    x = np.arange(1, len(places.columns) + 1)
    worst = float(np.nanmax(places.loc[last].to_numpy(float)))
    bottom, top_ = worst + 0.06 * worst + 0.5, 1 - 0.03 * worst - 0.3
    # Players who share a position take as many, so that their lines stay above the next one.
    room = 72 * max(sheet.height - 1.4, 1.0) / (bottom - top_)
    step = min(BESIDE / room, 1.0)
    shown = places.loc[last]
    drawn = shown + step * shown.apply(lambda column: column.groupby(column).cumcount())
    for i, number in enumerate(last):
        look = {"color": colours(ax)[i % 7], "ls": "-" if i < 7 else "--" if i < 14 else ":", "marker": "o", "ms": 5}
        ax.plot(x, drawn.loc[number], **{**look, "zorder": 3, **style})
    ax.set_ylim(max(bottom, float(np.nanmax(drawn.to_numpy(float))) + 0.5), top_)
    looks = ["" if i < 7 else "  (dashed)" if i < 14 else "  (dotted)" for i in range(len(last))]
    texts = [_place(row) + look for row, look in zip(field.loc[last].to_dict("records"), looks, strict=True)]
    shades = [colours(ax)[i % 7] for i in range(len(last))]
    heights = drawn.ffill(axis=1).iloc[:, -1].astype(float)
    sheet.name_ends(list(zip(heights, field["player"][last], texts, shades, strict=True)))
    ax.set_xticks(x, [*(f"round {i}" for i in range(1, len(strokes.columns) + 1)), *(["now"] if now else [])])
    ax.set_xlim(0.9, x[-1] + 0.05)
    ticks = [1]
    for tick in (5, 10, 20, 30, 40, 50, 60, 80, 100, 120, 140):
        if tick <= worst and (tick - ticks[-1]) * room >= 1.6 * sheet.sized(9):
            ticks.append(tick)
    ax.set_yticks(ticks)
    ax.tick_params(axis="x", length=0)
    ax.set_ylabel("position")
    ax.set_xlabel("after the round")
    ax.grid(axis="y")
    title = str(field["tournament"].iloc[0]) if "tournament" in field.columns else "Position by round"
    if (
        stays.all()
        and len(strokes.columns) > 2
        and first_time(f"plot.rounds of {rows['game_id'].iloc[0]} {field_size}")
    ):
        say(f"sportsframe: plot.rounds() ranks among the {field_size} of the frame, none of whom missed a cut.")
    who = "the leading " * (players is None)
    drawn_sides = int(sides[last].sum())
    together = "; pairs with equal rounds have one line" if drawn_sides > len(last) else ""
    sub = f"{state.day}, positions of {who}{drawn_sides} among {field_size}{together}"
    return sheet.finish(df, title, sub)
