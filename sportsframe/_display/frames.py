"""Format frames for display: the most important columns first, sensible rounding, shared values in the caption."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache, partial
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pandas as pd

from .._frames.arguments import checked, refuse_unknown_zone
from .._frames.arrays import CATEGORIES
from .._frames.provenance import CERTAIN
from .._frames.recognize import is_simulated, kind, kind_in_words, need, of_its_sports
from ..catalog import SPORTS, Layout
from ..catalog.darts import NO_SET
from ..catalog.records import fields
from ..errors import QueryError, quoted
from . import box, standings
from .cells import form_of, heading, layouts_of, units_of, written
from .shown import WHO, Section, Shown, naming

BRACKET = frozenset(
    ("round_name", "slot", "next", *(f"{name}_{n}" for n in (1, 2) for name in ("seed", "id", "team", "wins", "score")))
)
"""Columns of a bracket, which has the round, seed, team and score of both sides for display."""

FOUND = frozenset(("kind", "id", "name", "score"))
"""Columns of what was found by name."""

MOST_ROWS = 100
"""Rows displayed by default: a game of football, four of baseball or basketball."""

CAPTION_COLUMNS = ("sport", "league", "game_date", "game_time", "season", "season_type", "week", "part", "event_name")
"""Columns that are moved to the caption if all rows have the same value."""

UNSELECTED = "nothing was selected"

START = "game_time"
"""Displayed after the sides of a game: a phone has room for those, and the scores are what most look for."""

SEASON_KEYS = ("season", "season_type", "week")
"""Key columns that are displayed after the games themselves."""


@partial(checked, repeats=True)
def show(
    frame: pd.DataFrame,
    *,
    rows: int = MOST_ROWS,
    ids: bool = False,
    zone: str | None = None,
    columns: str | Iterable[str] | None = None,
    teams: pd.DataFrame | None = None,
) -> Shown:
    """Format a frame for display.

    The tables of box scores are set as newspapers print them: game by game and team by team, with short headings and
    totals (AB, R, H, RBI; FG 7-18), players in the order of their sport, a leaderboard by place, periods as line
    scores. This requires the columns and the order of the response; rows that were sorted keep their order, in one
    table. Standings have the columns that newspapers print of the league, group by group, with marks before the names
    of teams that have clinched something or are eliminated; the others are in the frame. In all other tables, columns
    are reordered for reading: the sides of the game with their scores, its start and status, the state of play in
    words, then the rest, without details such as the coordinates of the arena. A frame whose columns are not in the
    catalog's order keeps its own.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table; it is not changed.
    rows : int, default 100
        Maximum number of rows.
    ids : bool
        Whether to include id columns; box scores are then one table of all columns.
    zone : str, optional
        Time zone for timestamps, by default UTC.
    columns : str or list of str, optional
        Columns to display, in this order, in one table.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games, for the hits and errors of baseball's line scores.

    Returns
    -------
    Shown
        Displays as a table; ``.frame`` contains the cells as strings: 6.2 innings as ``6.2``, missing cells empty.

    Raises
    ------
    FrameError
        The frame lacks a requested column, or `teams` one of those printed.
    QueryError
        The number of rows is negative, or no column is named.

    Examples
    --------
    >>> sf.live("2024-12-05", "NHL", table="goalies", day="league").sports.show(rows=2)     # doctest: +SKIP
    """
    if not isinstance(rows, int | np.integer) or rows < 0:
        raise QueryError(
            f"invalid rows={quoted(rows)}; pass the maximum number of rows to display, for example {MOST_ROWS}."
        )
    refuse_unknown_zone(zone)
    frame = frame.loc[:, ~frame.columns.duplicated()]
    frame = of_its_sports(frame) if columns is None else frame
    flat = _without_unknown_sets(with_labels(frame))
    notes = ["simulated data"] if is_simulated(frame) else []
    printed = _printed(flat) if columns is None and not ids else None
    if columns is None and not ids and standings.fits(flat):
        sections, marks = standings.printed(flat, rows, zone)
        lines, left_out = len(flat), 0
        notes = [*([marks] if marks else []), *notes]
    elif printed is None:
        sections, lines, left_out = [_table(flat, rows, zone, columns, ids=ids)], len(flat), 0
    else:
        sections, lines, left_out = box.scores(flat, printed, rows, zone, teams)
        if teams is None and (lacks := box.not_added(flat, printed)):
            notes.insert(0, f'with {" and ".join(lacks)}: show(teams=df.sports.box("teams"))')
    if not len(flat):
        notes.insert(0, f"no rows: {why_empty(frame)}")
    more = lines - sum(len(section.frame) for section in sections)
    line = "row" if lines + left_out == len(flat) else "line"  # a player may have one in each part of a box score
    left = [f"{more} more {line}{'s' * (more != 1)}"] if more else []
    notes = [*left, *([f"{left_out} row{'s' * (left_out != 1)} without entries left out"] if left_out else []), *notes]
    return Shown(sections, caption(frame, zone), "; ".join(notes))


def why_empty(frame: pd.DataFrame) -> str:
    """Return why a frame may have no rows: pandas hands the reasons of a load on to selections of its rows."""
    loaded = str(frame.attrs.get("sportsframe", {}).get("empty_means", ""))
    return loaded if loaded.startswith(CERTAIN) else f"{loaded}, or {UNSELECTED}" if loaded else UNSELECTED


def with_labels(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with the labels of its rows as columns: levels with names, others unless numbers or columns."""
    levels = [
        at
        for at, name in enumerate(frame.index.names)
        if name not in frame.columns and (name is not None or _says_more(frame, frame.index.get_level_values(at)))
    ]
    return frame.reset_index(levels) if levels else frame


def _says_more(frame: pd.DataFrame, labels: pd.Index) -> bool:
    """Whether labels are neither numbers nor the values of a column."""
    if pd.api.types.is_integer_dtype(labels.dtype):
        return False
    return not any(labels.equals(pd.Index(column)) for _, column in frame.items())


def _printed(frame: pd.DataFrame) -> Layout | None:
    """Return the table of a box score that a frame is, whole and in order; None for any other frame."""
    lays = layouts_of(frame)
    fits = len(lays) == 1 and _as_declared(list(frame.columns), lays[0]) and box.fits(frame, lays[0])
    return lays[0] if fits else None


def _table(frame: pd.DataFrame, rows: int, zone: str | None, columns: Any, *, ids: bool) -> Section:
    """Return a frame as one table."""
    shown = frame if columns is None else frame[_named(frame, columns)]
    names = list(shown.columns)
    who = sides(frame) if "phase" in frame.columns else ()
    if columns is None:
        shown = _with_situation(_by_time(shown)) if who else shown
        names = _wanted_of(shown, ids=ids)
    units = units_of(frame)
    cut = shown.head(rows)
    if columns is None and len(cut):
        names = [name for name in names if cut[name].notna().any()]
    text = pd.DataFrame({str(name): written(cut[name], units.get(name, ""), zone) for name in names})
    numbers = {str(name) for name in names if pd.api.types.is_numeric_dtype(shown[name].dtype)}
    named = tuple(heading(name, frame) for name in names)
    return Section(text, frozenset(numbers), bold=_winners(cut, names, who), named=named)


def _by_time(games: pd.DataFrame) -> pd.DataFrame:
    """Return games by their start; those that were sorted otherwise as they are."""
    if "game_time" not in games.columns or not games.index.is_monotonic_increasing:
        return games
    return games.sort_values("game_time", kind="stable")


def _with_situation(games: pd.DataFrame) -> pd.DataFrame:
    """Return games with the state of play in words in a column after their status, if any is being played."""
    lays = layouts_of(games)
    told = [situation(game, lays[0].table.situation) for game in games.to_dict("records")]
    if not any(told) or "situation" in games.columns:
        return games
    names = list(games.columns)
    after = max(names.index(name) for name in reading(games) if name in _first(lays[0]))
    shown = games.copy(deep=False)
    shown.insert(after + 1, "situation", pd.Series([text or None for text in told], games.index, dtype="string"))
    return shown


def situation(game: Mapping[Any, Any], template: str) -> str:
    """Return the state of play of a game in words; empty if it is not being played, or part of it is not known.

    Of two players the one who throws is told by name.
    """
    if "throwing" in game:
        players = {str(game.get(f"{one}_id")): game.get(one) for one in ("player_1", "player_2")}
        game = {**game, "throwing": players.get(str(game["throwing"]))}
    known = template and all(
        pd.notna(game.get(name)) and game[name] != "" for name in re.findall(r"\{(\w+)\}", template)
    )
    return template.format(**game) if game.get("phase") == "live" and known else ""


def _left_out(frame: pd.DataFrame) -> set[str]:
    """Return the columns of games that words tell, the state of play; of any table those that are details."""
    return {
        column.name
        for lay in layouts_of(frame)
        for column in lay.columns
        if column.detail or any("/".join(column.path).startswith(f"{path}/") for path in lay.table.inline)
    }


def _without_unknown_sets(frame: pd.DataFrame) -> pd.DataFrame:
    """Return rows of sports with sets without the number that stands for a set that is not known."""
    answers = [answer for sport in SPORTS.values() if sport.rules.sets for answer in sport.answers.values()]
    if "set" not in frame.columns or not any(lay.answer in answers for lay in layouts_of(frame)):
        return frame
    return frame.assign(set=frame["set"].mask((frame["set"] == NO_SET).fillna(value=False)))


def _winners(games: pd.DataFrame, names: list[Any], who: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    """Return the cells of the winners of finished games: their names and scores."""
    if len(who) < 4 or not {*who, "phase"} <= set(games.columns):
        return frozenset()
    half = len(who) // 2
    found = set()
    for row, game in enumerate(games.to_dict("records")):
        if (side := winner(game, who)) is not None:
            won = who[half:] if side else who[:half]
            found |= {(row, names.index(name)) for name in won if name in names}
    return frozenset(found)


def winner(game: Mapping[Any, Any], who: tuple[str, ...]) -> int | None:
    """Return the side that has won a finished game, 0 or 1; None if nobody has.

    Parameters
    ----------
    game : mapping
        A row of games.
    who : tuple of str
        The columns of its sides, as `sides` returns them.
    """
    half = len(who) // 2
    scores = [(game.get(one), game.get(two)) for one, two in zip(who[1:half], who[-2 : half - 1 : -1], strict=True)]
    if game.get("format") == "set":
        scores = scores[:1]  # sets decide, and not the legs, which are after them
    first = next(((one, two) for one, two in scores if pd.notna(one) and pd.notna(two)), None)
    if game.get("phase") != "finished" or first is None or first[0] == first[1]:
        return None
    return int(first[1] > first[0])


def first_columns(frame: pd.DataFrame, *, ids: bool = False) -> list[Any]:
    """Return the columns worth reading first, in display order.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any table.
    ids : bool
        Whether to include id columns.

    Returns
    -------
    list
        Without columns that are empty, or whose value all rows share.
    """
    return _wanted_of(_without_unknown_sets(frame), ids=ids)


def _wanted_of(frame: pd.DataFrame, *, ids: bool) -> list[Any]:
    if not ids and set(frame.columns) >= BRACKET and len(frame):
        in_series = frame[["wins_1", "wins_2"]][frame["score_1"].isna()]
        wins = "wins_1" if in_series.gt(0).any(axis=None) else ""
        side = [name for name in ("seed_1", "team_1", wins, "score_1") if name]
        shown = ["conference", "round_name", *side, *(f"{name[:-1]}2" for name in reversed(side)), "winner"]
        return [name for name in shown if name in frame.columns and frame[name].notna().any()]
    wanted = [name for name in reading(frame) if _wanted(frame, name, ids)]
    left_out = _left_out(frame)
    return [name for name in wanted if name not in left_out] or wanted


def names_of(columns: Any, known: Iterable[Any]) -> list[Any]:
    """The columns of an argument: one name or several, of those known."""
    if not isinstance(columns, Iterable):
        raise QueryError(f"columns must be names of columns, not {quoted(columns)}.")
    names = [columns] if isinstance(columns, str) else list(columns)
    if not names and (such := next(iter(known), None)) is not None:
        raise QueryError(f"columns is empty; name at least one, such as {quoted(such)}.")
    return names


def _named(frame: pd.DataFrame, columns: Any) -> list[Any]:
    names = names_of(columns, frame.columns)
    need(frame, names, "show()")
    return list(dict.fromkeys(names))


def caption(frame: pd.DataFrame, zone: str | None) -> str:
    """Return what a frame is, the values that all its rows share, and from when to when; dates say which season."""
    said = [what] if (what := _what(frame)) else []
    shared: dict[str, str] = {}
    days = frame.get("game_date", pd.Series(dtype="datetime64[us]")).dropna()
    for name in CAPTION_COLUMNS[1:]:
        if name in frame.columns and frame[name].nunique(dropna=False) == 1 and frame[name].notna().all():
            shared[name] = form_of(frame[name], "", zone)(frame[name].iloc[0])
        if name == "game_date" and days.dtype.kind == "M" and len(days):
            ends = days.min(), days.max() + pd.Timedelta(days=_lasts(frame) - 1)
            shared[name] = " to ".join(dict.fromkeys(map(form_of(days, "", zone), ends)))
    if "part" in shared:
        shared["part"] = shared["part"].replace("_", " ")
    if "week" in shared:
        shared["week"] = f"week {shared['week']}"
    if "game_date" in shared:
        shared.pop("season", None)
    if {"game_date", "game_time"} <= shared.keys():
        if shared["game_time"].startswith(shared["game_date"]):
            del shared["game_date"]
        elif " to " in shared["game_date"]:
            del shared["game_time"]
        else:
            shared["game_date"] += f" ({shared.pop('game_time')})"
    return ", ".join([*said, *shared.values()])


def _what(frame: pd.DataFrame) -> str:
    """Return which table or result a frame is; of any other one its sport, if it has one."""
    if _is_table(frame) and not standings.fits(frame):
        return kind_in_words(frame, kind(frame))
    names = set(frame.columns)
    sports = [str(code) for code in frame["sport"].dropna().unique()] if "sport" in names else []
    result = "standings" if standings.fits(frame) else "bracket" if names >= BRACKET else ""
    if names >= FOUND:
        result = "people and teams"
    if len(sports) == 1 and sports[0] in SPORTS and not result:
        result = _measured(frame, sports[0])
    return " ".join([*(sports if len(sports) == 1 else []), *([result] if result else [])])


def _measured(frame: pd.DataFrame, sport: str) -> str:
    """Return that a frame has measures of a sport, and of which table if one has most; empty if it has none."""
    from ..measures import of_sport

    found = [measure for measure in of_sport(sport) if measure.name in frame.columns]
    own = SPORTS[sport].answer("live").layouts
    counts = Counter(table for measure in found for table in measure.tables if table in own)
    most = [table for table, count in counts.items() if count == max(counts.values())]
    if len(most) == 1:
        return f"measures of {most[0]}".replace("_", " ")
    return "measures" if found else ""


def _lasts(frame: pd.DataFrame) -> int:
    """The number of days that games of a frame last, as far as the sport tells."""
    sports = frame["sport"].unique() if "sport" in frame.columns else ()
    return max((SPORTS[sport].game_days for sport in sports if sport in SPORTS), default=1)


def _is_table(frame: pd.DataFrame) -> bool:
    """Whether most columns of a frame belong to a table of the catalog."""
    declared = {column.name for lay in layouts_of(frame) for column in lay.columns}
    return sum(name in declared for name in frame.columns) > 0.5 * len(frame.columns)


def sides(games: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns of the two sides of a game: name, score, score, name; only the names if there are no scores.

    Parameters
    ----------
    games : pandas.DataFrame
        A table of the catalog.

    Returns
    -------
    tuple of str
        Empty if the rows are not games between two sides.
    """
    return next((found for lay in layouts_of(games) if (found := _sides(lay))), ())


def headings(games: pd.DataFrame) -> tuple[str, ...]:
    """Return the text columns of games, without ids, in display order."""
    columns = {column.name: column for lay in layouts_of(games) for column in lay.columns}
    own = [name for name, column in columns.items() if column.kind == "text" and len(column.path) == 1]
    first = [name for lay in layouts_of(games) for name in _first(lay) if name in own]
    return tuple(name for name in dict.fromkeys([*first, *own]) if not name.endswith("_id"))


def printed_columns(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns that standings or a box score print of each row, in that order; of other frames none."""
    lays = layouts_of(frame)
    parts = (standings.columns(frame),) if standings.fits(frame) else lays[0].table.printed if len(lays) == 1 else ()
    names = (name for part in parts for column in part.parsed if not column.letters for name in column.names)
    return tuple(dict.fromkeys(name for name in names if name in frame.columns))


def groups(frame: pd.DataFrame) -> list[tuple[str, int]]:
    """Return the groups within which teams of standings are ranked, with their numbers of rows; else nothing."""
    found = list(standings.groups(frame)) if standings.fits(frame) else []
    return [(title, len(rows)) for title, rows in found] if len(found) > 1 else []


def game_columns(frame: pd.DataFrame) -> list[str]:
    """Return the columns that say which game a row is and how it stands, in display order; of other frames none."""
    return [name for lay in layouts_of(frame) for name in _first(lay) if name in frame.columns]


def reading(frame: pd.DataFrame) -> list[Any]:
    """Return the columns of a frame in display order: whose a row is before the opponent; a custom order is kept."""
    names = list(frame.columns)
    lays = layouts_of(frame) if _is_table(frame) else []
    if not any(_as_declared(names, lay) for lay in lays):
        return names
    ordered = list(dict.fromkeys([*(name for lay in lays for name in _first(lay) if name in frame.columns), *names]))
    who = naming(ordered)
    if who and "opponent" in ordered[: ordered.index(who)]:
        ordered.remove(who)
        ordered.insert(ordered.index("opponent"), who)
    return ordered


def _as_declared(names: list[Any], lay: Layout) -> bool:
    declared = [column.name for column in lay.columns]
    return [name for name in names if name in declared] == [name for name in declared if name in names]


@cache
def _first(lay: Layout) -> tuple[str, ...]:
    """Return the columns displayed first for a game: keys, sides with scores, start, status."""
    if lay.table.path:
        return ()
    own = [column for column in lay.columns if len(column.path) <= 1]
    keys = {spec.name for spec in fields(lay.answer.record) if spec.marks["key"]}
    which = [
        c.name for c in own if (c.constant or c.name in keys or c.derived_from in keys) and c.name not in SEASON_KEYS
    ]
    state = next((c.derived_from for c in own if c.name == "phase"), None)
    stands = [c.name for c in own if state and (c.name == "phase" or state in c.name.split("_"))]
    sides_first = [*(name for name in which if name != START), *_sides(lay), *which] if _sides(lay) else which
    return tuple(dict.fromkeys([*sides_first, *stands]))


@cache
def _sides(lay: Layout) -> tuple[str, ...]:
    """Return the columns of the sides: names with ids that differ in one word, and counts that differ in the same."""
    columns = {column.name: column for column in lay.columns}
    who = [name for name in columns if f"{name}_id" in columns]
    pairs = ((one, two, words) for one, two in combinations(who, 2) if (words := _differing_words(one, two)))
    one, two, words = next(pairs, ("", "", None))
    if words is None:
        return ()
    if any(sport.rules.home_first for sport in SPORTS.values() if lay.answer in sport.answers.values()):
        one, two, words = two, one, words[::-1]
    counts = [name for name, column in columns.items() if column.unit and column.kind in ("int", "float")]
    scores = [pair for pair in permutations(counts, 2) if _differing_words(*pair) == words]
    # A score derived from another (sets from legs) stands outside it.
    held = scores[: 2 if scores and columns[scores[0][0]].wire is None else 1]
    return (one, *(first for first, _ in held), *(second for _, second in reversed(held)), two)


def _differing_words(one: str, two: str) -> tuple[str, str] | None:
    """Return the words in which two names differ, if there is exactly one such pair and a shared word."""
    first, second = one.split("_"), two.split("_")
    if len(first) != len(second) or len(first) == 1:
        return None
    apart = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return apart[0] if len(apart) == 1 else None


def _wanted(frame: pd.DataFrame, name: Any, ids: bool) -> bool:
    if str(name).endswith("_id") and not ids and not (name in WHO and name[:-3] not in frame.columns):
        return False
    if not len(frame):
        return True
    if not frame[name].notna().any():
        return False
    if name == "status" and "game_status" in frame.columns and frame["game_status"].notna().all():
        return False
    if name in CAPTION_COLUMNS:
        return bool(frame[name].nunique(dropna=False) > 1)
    if name == "phase":
        return "status" not in frame.columns and not frame[name].eq("finished").all()
    return name not in CATEGORIES or name == "side"
