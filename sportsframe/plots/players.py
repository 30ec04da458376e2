"""Comparison plots: saves of goalies, players side by side, both sides of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import Kind, kind, player
from ..catalog import layout
from ..catalog.football import FAMILIES
from ..catalog.golf import ROUNDS
from ..errors import FrameError, QueryError, quoted
from ..measures.golf import being_played, how_far
from ..measures.lookup import adding_up
from ..measures.tables import counts, tell_partly_missing, tell_parts
from ._axes import plot
from ._contain import confine, even_out, inside
from ._figures import RATIOS, adds_up, greatest, lower, measure_called, positions, shared_position, usual
from ._legend import below
from ._room import per_row
from ._rows import both_sides, not_empty, one_game, one_player, one_sport, unit_of, versus
from ._sheet import Sheet
from ._text import day, label, many, numbers, short
from ._theme import colours, ink, on, quiet, soft

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.text import Text

    from ..measures import Measure

_SIDES: dict[str, tuple[str, ...]] = {
    "baseball": ("score", "hits", "doubles", "home_runs", "walks", "strikeouts", "stolen_bases", "errors"),
    "basketball": (
        "score",
        "field_goals_made",
        "three_points_made",
        "free_throws_made",
        "total_rebounds",
        "assists",
        "steals",
        "blocks",
        "turnovers",
        "fouls",
    ),
    "football": (
        "score",
        "first_downs",
        "total_plays",
        "total_yards",
        "passing_yards",
        "rushing_yards",
        "turnovers",
        "sacks",
        "penalty_yards",
    ),
    "hockey": ("score", "shots_on_goal", "saves", "hits", "blocks", "faceoffs_won", "power_plays", "penalty_minutes"),
    "soccer": (
        "score",
        "shots_attempted",
        "shots_on_goal",
        "corners",
        "saves",
        "fouls_committed",
        "offsides",
        "yellow_cards",
        "red_cards",
    ),
}


@plot("game_id", "side", "team", "player", "saves", "goals_allowed", "shots_against", games=("hockey",))
def saves(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, top: int = 24, **style: Any) -> Axes:
    """Shots faced by each goalie: saved and allowed, with save percentage.

    Reads ``team, player, player_id, saves, goals_allowed, shots_against`` of the table ``goalies``. A goalie with
    several games in the frame has one row with the sums.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``goalies``.
    game_id : str, optional
        Id of a single game to plot.
    top : int
        Maximum number of goalies if the frame has several games per goalie: those who faced most shots.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows = df if game_id is None else one_game(df, game_id, "saves")
    rows = not_empty(rows[numbers(rows["shots_against"]) > 0], "saves", "no goalie has faced a shot")
    names = ["saves", "goals_allowed", "shots_against"]
    rows = rows.assign(**{name: numbers(rows[name]) for name in names})
    total = len(rows)
    if several := bool(rows["player_id"].duplicated().any()):
        tell_parts(df, kind(df), "player_id", "plot.saves()")
        goalies = rows.groupby("player_id", sort=False)
        rows = goalies[names].sum().assign(player=goalies["player"].last(), team=goalies["team"].last())
        total = len(rows)
        rows = rows.sort_values("shots_against", ascending=False, kind="stable").head(top)
    at = np.arange(len(rows)) + (0 if several else pd.factorize(rows["game_id"])[0] * 0.4)
    ax = sheet.axes(8.5, per_row(len(rows), 0.34), rows=len(rows) if several else round(at.max()) + 1)
    stopped, let_in = rows["saves"].to_numpy(), rows["goals_allowed"].to_numpy()
    look = {"height": 0.74, **style}
    one = ax.barh(at, stopped, color=colours(ax)[0], label="saves", **look)
    two = ax.barh(at, let_in, left=stopped, color=colours(ax)[1], label="goals allowed", **look)
    inside(sheet, one, stopped)
    inside(sheet, two, let_in)
    faced = rows["shots_against"].to_numpy()
    for y, end, share in zip(at, stopped + let_in, 100 * stopped / faced, strict=True):
        ax.annotate(
            f"{share:.1f} %", (end, y), (5, 0), textcoords="offset points", va="center", fontsize=8.5, color=ink(ax)
        )
    ax.set_yticks(
        at,
        [
            f"{name}, {club}"
            for name, club in zip(sheet.called(rows["player"], 26), sheet.called(rows["team"], 26), strict=True)
        ],
    )
    ax.set_ylim(at.max() + 0.6, -0.6)
    ax.set_xlim(0, max((stopped + let_in).max() * 1.12, 1))
    sheet.widen()
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel("shots on goal against; share saved at the end")
    below(ax)
    if several:
        title = f"Saves of {'the busiest ' if total > top else ''}{many(len(rows), 'goalie')}"
        return sheet.finish(df, title, f"{day(df)}, sums of {df['game_id'].nunique()} games")
    title = versus(rows) if rows["game_id"].nunique() == 1 else f"Saves of {len(rows)} goalies"
    return sheet.finish(rows, title, f"{day(rows)}, goalies")


@plot("sport", "game_id", "player", "player_id")
def compare(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    players: Sequence[str | int] | None = None,
    columns: Sequence[str] | None = None,
    **style: Any,
) -> Axes:
    """Two to five players side by side, each statistic scaled to the largest value.

    Reads ``player, player_id`` and the requested columns or measures. Counts are summed over the frame,
    measures are computed from the sums (`sportsframe.measures.measure`).

    Parameters
    ----------
    df : pandas.DataFrame
        A table of players.
    players : sequence of str or int, optional
        Names, parts of names, or ids; required if the frame has more than five players.
    columns : sequence of str, optional
        Columns or measures; by default those of the table, or of the position that all of them play, such as
        goalkeeper, that are available for the players.
    **style
        Other tables from which a measure is computed, as for `sportsframe.measures.measure`: ``throws=`` of several
        darts matches, ``teams=`` of basketball. All others are keyword arguments for the bars, passed to
        `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    found = kind(df)
    chosen = _chosen(df, players)
    rows = pd.concat(chosen)
    common = shared_position(positions(rows, found).values())
    wanted = list(columns) if columns is not None else usual(rows, found, common)
    if not wanted:
        raise QueryError(f"plot.compare() has no default columns for {found}; pass columns=.")
    others, style = _others(style, wanted, found, "compare")
    table = pd.DataFrame({name: _figure(rows, name, found, others, "compare", df) for name in wanted})
    table = table.reindex([part["player_id"].iloc[0] for part in chosen])
    if columns is None:
        table = table.loc[:, (table.fillna(0) != 0).any()]
        if _how_far(df).reindex(table.index).nunique() > 1:
            table = table.drop(columns=[name for name in TO_THE_END if name in table.columns])
    not_empty(table.T, "compare", "the players have none of these figures")
    ax = sheet.axes(
        8.5, per_row(len(table.columns) * len(table), 0.21, least=3.2), rows=len(table.columns) * len(table)
    )
    size = 0.82 / len(table)
    at = np.arange(len(table.columns))
    places = [_decimals(table[name], _is_ratio(name, found)) for name in table.columns]
    most = table.abs().max().replace(0, 1)
    names = sheet.called([part["player"].iloc[0] for part in chosen], 26, alike=True)
    for i, name in enumerate(names):
        values = table.iloc[i]
        place = at + (i - (len(table) - 1) / 2) * size
        bars = ax.barh(
            place,
            (values / most).fillna(0),
            **{
                "height": size * 0.9,
                "color": colours(ax)[i],
                "label": name,
                **style,
            },
        )
        ax.bar_label(
            bars,
            [_number(v, decimals) for v, decimals in zip(values, places, strict=True)],
            padding=4,
            fontsize=8.5,
            color=ink(ax),
        )
    low = [lower(name, found) for name in table.columns]
    named = [_name(name, found) for name in table.columns]
    ax.set_yticks(at, [f"{name}\nlower is better" if down else name for name, down in zip(named, low, strict=True)])
    ax.set_ylim(len(at) - 0.45, -0.55)
    ax.set_xlim(-1.13 if (table < 0).any(axis=None) else 0, 1.13)
    sheet.widen()
    ax.axvline(0, color=soft(ax), lw=0.8)
    ax.set_xticks([])
    ax.spines["bottom"].set_visible(False)
    ax.tick_params(axis="y", length=0)
    ax.set_xlabel("each figure scaled to the largest")
    below(ax, ncols=3)
    games = int(rows["game_id"].nunique())
    each = rows.groupby("player_id")["game_id"].nunique()
    few = f"{each.min()} to " if each.min() < each.max() else ""
    told = f"{few}{many(int(each.max()), *unit_of(rows))}{' each' if games > 1 else ''}"
    return sheet.finish(rows, f"{len(table)} players compared", f"{day(rows)}, {told}")


def _chosen(df: pd.DataFrame, players: Sequence[str | int] | None) -> list[pd.DataFrame]:
    """Return the rows of each player."""
    if players is None:
        if not 2 <= df["player_id"].nunique() <= 5:
            names = ", ".join(repr(str(name)) for name in df["player"].dropna().unique()[:4])
            raise QueryError(
                f"plot.compare() supports two to five players, but the frame has {df['player_id'].nunique()}; "
                f"pass players=, for example {names}."
            )
        return [part for _, part in df.groupby("player_id")]
    if isinstance(players, str) or not 2 <= len(players) <= 5:
        raise QueryError("players= must be a list of two to five names or ids.")
    chosen = [player(df, who) for who in players]
    if len({part["player_id"].iloc[0] for part in chosen}) < len(chosen):
        raise QueryError("plot.compare() compares different players; name each of them once.")
    return chosen


def _others(
    options: dict[str, Any], wanted: Sequence[str], found: Kind, name: str
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Divide keyword arguments into other tables, from which measures are computed, and those for the artist."""
    from ..measures.computing import check_options
    from ..measures.grammar import TableOptions

    others = {key: value for key, value in options.items() if key in TableOptions.__annotations__}
    called = [measure_called(each, found) for each in wanted]
    held = tuple(one for one in called if one is not None)
    check_options(others, held, f"plot.{name}() of these {found.table}", found)
    return others, {key: value for key, value in options.items() if key not in others}


def _figure(
    rows: pd.DataFrame,
    name: str,
    found: Kind,
    others: Mapping[str, Any],
    plot_name: str,
    whole: pd.DataFrame | None = None,
) -> pd.Series:
    """Return a measure of the sums, or the sum of a column, by player.

    Measures are computed from the `whole` frame, as some take the other players of a game, too.
    """
    from ..measures import measure

    def computed() -> pd.Series:
        taken = (measured.requires, *measured.options) if measured else ()
        given: Any = {key: value for key, value in others.items() if key in taken}
        return measure(rows if whole is None else whole, name, by="player_id", **given).astype(float)

    measured = measure_called(name, found)
    if name not in rows.columns and measured is None:
        known = ", ".join(usual(rows, found)) or "no usual figures"
        raise FrameError(
            f"unknown column or measure {quoted(name)} for plot.{plot_name}(); {found.sport} {found.table} has {known}."
        )
    if name not in rows.columns:
        return computed()
    _refuse_sum(rows, name, found, plot_name)
    values = rows.assign(value=numbers(rows[name])).groupby("player_id")["value"]
    if greatest(name):
        return values.max()
    if name in ROUNDS:
        return values.mean()
    if name == "strokes" and rows["game_id"].nunique() > 1:
        raise QueryError(
            "strokes of several tournaments are least for whoever played least; pass scoring_average in columns=."
        )
    if name.endswith(RATIOS) and values.count().max() > 1:
        return computed()  # ratios of several games cannot be summed
    return values.sum(min_count=1)


TO_THE_END = ("strokes", "to_par")
"""Columns of golf in which who plays on gets more."""


def _how_far(rows: pd.DataFrame) -> pd.Series:
    """Return how far each player of a golf tournament got; of other frames all got as far."""
    if {*ROUNDS} <= {*rows.columns} and rows["game_id"].nunique() == 1:
        return how_far(rows)
    return pd.Series(0, rows["player_id"].unique())


def _refuse_sum(rows: pd.DataFrame, name: str, found: Kind, plot_name: str) -> None:
    """Refuse a column that does not add up over rows, such as an id, a place or innings in notation."""
    if greatest(name) or name.endswith(RATIOS) or name in ROUNDS:
        return
    known = name in (column.name for column in layout(found.sport, found.resource, found.table).columns)
    if not known and not rows["player_id"].duplicated().any():
        return
    if name not in counts(found.sport, found.resource, found.table, rows[[name]]):
        other = adding_up(found, name)
        raise QueryError(
            f"plot.{plot_name}() adds up the columns of several games, and {name} does not add up over rows"
            + (f"; pass {other!r} in its place." if other else "; leave it out.")
        )


def _shared(rows: pd.DataFrame, table: pd.DataFrame, found: Kind) -> pd.DataFrame:
    """Which players have each figure: of a football family, such as passing, those with a line of it."""
    has = table.notna()
    for name in map(str, table):
        one = measure_called(name, found)
        family = [column for part in (one.family if one else ()) for column in FAMILIES.get(part, (part,))]
        lines = rows[[column for column in family if column in rows.columns]].notna().any(axis=1)
        if family:
            has[name] &= lines.groupby(rows["player_id"]).any().reindex(table.index).fillna(False).astype(bool)
    return has


def _name(name: str, found: Kind) -> str:
    one = measure_called(name, found)
    if one is None:
        return "RBI" if name == "rbi" else label(name, found)
    return str(one.label) if one.unit in ("ratio", "") or _says_unit(one) else f"{one.label} ({one.unit})"


def _says_unit(one: Measure) -> bool:
    """Whether the label of a measure says what it counts, or ends as its unit begins."""
    name, words = one.label.casefold(), one.unit.casefold().split()
    begins = (" ".join(words[: n + 1]) for n in range(len(words)))
    return (one.is_total and one.whole) or " ".join(words) in name or any(name.endswith(part) for part in begins)


def _is_ratio(name: str, found: Kind) -> bool:
    one = measure_called(name, found)
    return one is not None and one.unit == "ratio"


def _decimals(values: pd.Series, rate: bool) -> int:
    """Decimals with which all values of a column are written."""
    if (values.dropna() % 1 == 0).all():
        return 3 if rate else 0
    return 3 if rate else 2 if values.abs().max() < 10 else 1


def _number(value: float, decimals: int) -> str:
    return "\u2013" if pd.isna(value) else f"{value:.{decimals}f}"


@plot("sport", "game_id", "side", "team", "score", "abbreviation")
def sides(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    game_id: str | None = None,
    columns: Sequence[str] | None = None,
    **style: Any,
) -> Axes:
    """Statistics of both sides of a game, back to back.

    Reads ``side, team, abbreviation, score`` and the default columns of the table ``teams``, or the requested ones.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``teams``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    columns : sequence of str, optional
        Columns to show instead of the default ones.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    game = one_game(df, game_id, "sides").drop_duplicates("side")
    wanted = (
        list(columns)
        if columns is not None
        else [name for name in _SIDES.get(one_sport(game, "sides").game, ()) if name in game.columns]
    )
    if not wanted:
        raise QueryError("plot.sides() has no default columns for this frame; pass columns=.")
    if unknown := [name for name in wanted if name not in game.columns]:
        raise FrameError(f"plot.sides() requires the column {quoted(unknown[0])}, which the frame does not have.")
    table = game.set_index(game["side"].astype(str))
    sides = both_sides(game, "sides")
    left, right = (np.array([numbers(table[name]).get(side, np.nan) for name in wanted]) for side in sides)
    whole = np.nan_to_num(np.abs(left)) + np.nan_to_num(np.abs(right))
    whole[whole == 0] = 1
    ax = sheet.axes(8.0, per_row(len(wanted), 0.4), rows=len(wanted) + 1)
    at, gap, reach = np.arange(len(wanted)), 0.42, 1.68
    names = dict(zip(table.index, sheet.called(table["team"], 32, alike=True), strict=True))
    shorter = [dict(zip(table.index, sheet.called(table["team"], n, alike=True), strict=True)) for n in (24, 18, 12)]
    for side, values, sign in zip(sides, (left, right), (-1, 1), strict=True):
        colour = colours(ax)[0 if side == "home" else 1]
        long = np.nan_to_num(np.abs(values)) / whole
        ax.barh(at, np.ones(len(at)) * sign, left=sign * gap, height=0.52, color=quiet(ax), alpha=0.25, gid="whole")
        bars = ax.barh(at, long * sign, **{"left": sign * gap, "height": 0.52, "color": colour, **style})
        for bar, value in zip(bars, values, strict=True):
            ax.annotate(
                "" if np.isnan(value) else f"{value:g}",
                (sign * (gap + 1.03), bar.get_y() + 0.26),
                va="center",
                ha="left" if sign > 0 else "right",
                fontsize=9.5,
                color=ink(ax),
            )
        if side in names:
            head = ax.text(
                sign * gap,
                -0.78,
                names[side],
                ha="left" if sign > 0 else "right",
                va="center",
                weight="bold",
                color=colour,
            )
            confine(sheet, head, reach - gap, [names[side], *(form[side] for form in shorter)])
    for y, name in enumerate(wanted):
        text = label(name, df).replace(" (points)", "") if name == "score" else label(name, df)
        text = text.replace(" (", "\n(")
        told = ax.text(0, y, text, ha="center", va="center", fontsize=8.5, color=soft(ax))
        broken = text if "\n" in text else text.replace(" ", "\n", 1)
        cut = [short(text.replace("\n", " "), length) for length in (16, 14, 12, 10)]
        confine(sheet, told, 1.8 * gap, [text, broken, *cut], height=1.0)
    ax.set_xlim(-reach, reach)
    ax.set_ylim(len(wanted) - 0.5, -1.1)
    ax.axis("off")
    return sheet.finish(game, versus(game), f"{day(game)}, shares of both sides' sum")


FEWEST = 5
"""Players among whom a percentile says something."""

WIDE = 170
"""Half the width of a radar with the names of the statistics, where the median is 50."""


@plot("sport", "game_id", "player", "player_id")
def percentiles(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    player: str | int | None = None,
    columns: Sequence[str] | None = None,
    **style: Any,
) -> Axes:
    """Percentile radar of a player: the rank of each statistic among the players of the frame.

    Reads ``player, player_id`` and the requested columns or measures. Counts are means per game, rates are computed
    from sums over the frame, and rounds of golf are means of those played; the percentile is the share of players
    with a lower value (for statistics of which less is better a higher one), ties counting half. It is among the
    players who have the statistic: of football's passing yards among those who passed, of the strokes of a golf
    tournament among those who played as many rounds, or while it is in play are still in it. Goalkeepers, quarterbacks
    and others with statistics of their own are ranked among themselves by default. Players with less than a quarter of
    the most games are left out.

    Parameters
    ----------
    df : pandas.DataFrame
        A table of players.
    player : str or int, optional
        Name or id of the player; required if the frame has several.
    columns : sequence of str, optional
        Three to fourteen columns or measures, ranked among all players; by default those of the table or the position.
    **style
        Other tables from which a measure is computed, as for `sportsframe.measures.measure`: ``throws=`` of several
        darts matches, ``teams=`` of basketball. All others are keyword arguments for the sectors, passed to
        `matplotlib.patches.Wedge`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    found = kind(df)
    rows = not_empty(df, "percentiles")
    own = one_player(rows, player, "percentiles")
    number = own["player_id"].iloc[0]
    held = positions(rows, found)
    position = held[number] if columns is None else None
    if position:
        rows = rows[[held[one] == position for one in rows["player_id"]]]
    wanted = list(columns) if columns is not None else usual(rows, found, position)
    if not wanted:
        raise QueryError(f"plot.percentiles() has no default columns for {found}; pass columns=.")
    games = rows.groupby("player_id")["game_id"].nunique()
    others, style = _others(style, wanted, found, "percentiles")
    who = (position.one, position.several) if position else ("player", "players")
    if (count := len(_regular(games, number))) < FEWEST:
        instead = "columns= ranks among all players, and " if position else ""
        raise QueryError(
            f"plot.percentiles() requires at least {FEWEST} {who[1]}, but the frame has {count}; "
            f"{instead}plot.compare() draws two to five side by side."
        )
    table = _comparable(rows, wanted, games, number, others)
    low = [lower(name, found) for name in table.columns]
    ranks = (table.rank() - 0.5) / table.notna().sum() * 100
    values = np.where(low, 100 - ranks.loc[number], ranks.loc[number])
    ax = sheet.axes(6.6, 6.4, least=1.6, what=f"{len(table.columns)} statistics")
    _draw_rings(ax, sheet)
    turn = 360 / len(values)
    labels = []
    for i, (name, value) in enumerate(zip(table.columns, values, strict=True)):
        told = _number(float(table.loc[number, name]), _decimals(table[name], _is_ratio(name, found)))
        text = f"{_name(name, found)}\n{told}" + (" (lower is better)" if low[i] else "")
        look = {"gid": f"sector {name}", **style}
        labels.append(_draw_sector(ax, sheet, value, 90 - turn * (i + 0.5), turn, text, look))
    even_out(sheet, labels)
    ax.set_xlim(-WIDE, WIDE)
    ax.set_ylim(-128, 128)
    ax.set_aspect("equal")
    ax.axis("off")
    among = table.notna().sum()
    few, most = many(int(among.min()), *who), many(int(among.max()), *who)
    told = few if few == most else f"the {among.min()} to {most} with each statistic"
    one, several = unit_of(rows)
    added = any(adds_up(rows, name, found) for name in table.columns)
    per = f", counts per {one}" if added and games.max() > 1 else ""
    few = f"{many(int(games[number]), one, several)}{per}, percentiles among {told}"
    return sheet.finish(df, str(own["player"].iloc[0]), f"{day(df)}, {few}; orange: below the median")


def _regular(games: pd.Series, number: int) -> pd.Index:
    """Return the player, and the others with at least a quarter of the most games."""
    regular: pd.Index = games.index[(games >= games.max() / 4) | (games.index == number)]
    return regular


def _comparable(
    rows: pd.DataFrame, wanted: list[str], games: pd.Series, number: int, others: Mapping[str, Any]
) -> pd.DataFrame:
    """Return the statistics of the players that a player can be compared with: those which the player has."""
    found = kind(rows)
    table = pd.DataFrame({name: _figure(rows, name, found, others, "percentiles") for name in wanted})
    for name in wanted:
        if adds_up(rows, name, found):
            table[name] = table[name] / games.reindex(table.index)
    added = [name for name in wanted if name in rows.columns and adds_up(rows, name, found)]
    tell_partly_missing(rows, found, added, [rows["player_id"].reset_index(drop=True)], "plot.percentiles()")
    far = _how_far(rows).reindex(table.index)
    for name in wanted:
        if name in TO_THE_END:
            table[name] = table[name].where((far == far[number]) & (name not in being_played(rows)))
    table = table[table.index.isin(_regular(games, number))]
    table = table.where(_shared(rows, table, found))
    kept: pd.DataFrame = table.loc[:, table.loc[number].notna() & (table.nunique() > 1)]
    if not 3 <= len(kept.columns) <= 14:
        raise QueryError(
            f"plot.percentiles() requires three to fourteen statistics that the player has and that differ, but "
            f"{len(kept.columns)} of {', '.join(wanted)} do; pass columns=."
        )
    return kept


BREADTH = 15
"""Breadth of the number of a sector at most, in percentiles; one without room in its sector stands beyond its end."""


def _draw_rings(ax: Axes, sheet: Sheet) -> None:
    """Draw the rings of a radar, at each quarter of the players."""
    from matplotlib.patches import Circle

    for ring in (25, 50, 75, 100):
        ax.add_patch(Circle((0, 0), ring, fill=False, ec=quiet(ax), lw=0.8, ls="-" if ring == 100 else ":", zorder=1))
        if ring < 100:
            told = ax.text(0, ring, str(ring), fontsize=7, color=soft(ax), ha="center", va="bottom", zorder=4)
            confine(sheet, told, BREADTH, [str(ring)])


def _draw_sector(
    ax: Axes, sheet: Sheet, value: float, middle: float, turn: float, text: str, style: dict[str, Any]
) -> Text:
    """Draw a sector of a radar as long as a percentile, with that in it, and return the text outside."""
    from matplotlib.patches import Wedge

    shown = round(float(value))
    colour = colours(ax)[0 if shown >= 50 else 1]
    look = {"facecolor": colour, "alpha": 0.75, "edgecolor": ax.get_facecolor(), "lw": 1.2, "zorder": 2, **style}
    ax.add_patch(Wedge((0, 0), max(value, 1), middle - turn / 2, middle + turn / 2, **look))
    x, y = np.cos(np.radians(middle)), np.sin(np.radians(middle))
    side = "left" if x > 0.3 else "right" if x < -0.3 else "center"
    named = ax.text(108 * x, 112 * y, text, ha=side, va="center", fontsize=8, color=ink(ax))
    room = (WIDE - 108 * abs(x)) * (1 if side in ("left", "right") else 2)
    folded = ["\n".join(part for line in text.split("\n") for part in wrap(line, width)) for width in (22, 16, 12)]
    confine(sheet, named, room, [text, text.replace(" (", "\n("), *folded, text.replace(" ", "\n")])
    at = min(0.82 * value, value - 0.4 * BREADTH)
    inside = 2 * at * np.sin(np.radians(turn / 2)) >= BREADTH
    at = at if inside else value + 0.6 * BREADTH
    number = ax.text(
        at * x,
        at * y,
        f"{shown}",
        ha="center",
        va="center",
        fontsize=8,
        color=on(colour) if inside else ink(ax),
        weight="bold",
        zorder=3,
    )
    confine(sheet, number, BREADTH, [f"{shown}"])
    return named
