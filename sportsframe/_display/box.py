"""Tables as newspapers print them: game by game and team by team, with short headings, totals and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pandas as pd

from .._frames.recognize import need, rows_of
from ..catalog import SPORTS, Layout
from ..catalog.golf import left
from ..catalog.printed import Printed, PrintedColumn
from ..measures.golf import BY_POINTS, by_strokes, shared_places, tee_times
from .cells import game_time, units_of, written
from .shown import Section


def fits(frame: pd.DataFrame, lay: Layout) -> bool:
    """Whether a frame has the columns of a printed table, and its rows as in the response, game by game."""
    names, needed = set(frame.columns), {"sport", "game_id", "game_time"}
    if is_line_score(lay):
        needed |= {"side", "team", "period", "score"}
    elif lay.table.printed:
        needed |= {*frozenset().union(*(part.needs for part in lay.table.printed))}
    else:
        return False
    if not needed <= names or not frame.index.is_monotonic_increasing or frame["game_time"].isna().any():
        return False
    if not set(frame["sport"].astype(str)) <= set(SPORTS):
        return False
    if is_line_score(lay):
        return len(frame) > 0 and not frame.duplicated(["game_id", "side", "period"]).any()
    if not any(_has_entries(frame, part).any() for part in lay.table.printed):
        return False
    groups = frame["game_id"].astype(str) + (frame["side"].astype(str) if has_team_boxes(lay) else "")
    whole = groups.nunique() < len(frame) or (
        has_team_boxes(lay) and groups.nunique() == 2 * frame["game_id"].nunique()
    )
    return whole and int((groups != groups.shift()).sum()) == groups.nunique()


def is_line_score(lay: Layout) -> bool:
    """Whether a table has the scores of both sides by period."""
    return "{period}" in lay.table.path


def not_added(frame: pd.DataFrame, lay: Layout) -> list[str]:
    """Return the headings of what follows the periods of line scores only where the table `teams` is passed."""
    rules = SPORTS[str(frame["sport"].iloc[0])].rules
    return [head for head, _ in rules.totals[not rules.period_unit :]] if is_line_score(lay) else []


def scores(
    frame: pd.DataFrame, lay: Layout, most: int, zone: str | None, teams: pd.DataFrame | None
) -> tuple[list[Section], int, int]:
    """Return a table as printed, up to a number of lines; the number of all its lines, and of rows without one."""
    sport = str(frame["sport"].iloc[0])
    if is_line_score(lay):
        lines, left_out = len(frame.drop_duplicates(["game_id", "side"])), 0
        made = line_scores(frame, sport, zone, teams)
    else:
        entered = pd.concat([_has_entries(frame, part) for part in lay.table.printed], axis=1)
        lines, left_out = int(entered.to_numpy().sum()), int((~entered.any(axis=1)).sum())
        made = box_scores(frame, lay, sport, zone)
    kept: list[Section] = []
    room = most
    for section in made:
        if not room and kept:
            break
        kept.append(section.first(room))
        room -= len(kept[-1].frame)
    return kept, lines, left_out


def has_team_boxes(lay: Layout) -> bool:
    """Whether a table lists the players of two teams, team by team."""
    return "{side}" in lay.table.path and all(part.label.startswith("player") for part in lay.table.printed)


def games_of(frame: pd.DataFrame, sport: str, zone: str | None) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the games of a frame by time of their start: their headings and rows."""
    for game in frame.sort_values("game_time", kind="stable")["game_id"].unique():
        rows = frame[frame["game_id"] == game]
        names = [_who(rows, sport), game_time(rows["game_time"].iloc[0], zone), "" if by_strokes(rows) else BY_POINTS]
        yield ", ".join(name for name in names if name), rows


def _who(rows: pd.DataFrame, sport: str) -> str:
    """Return who plays: the teams in the order of the sport, the tournament, or two players."""
    rules = SPORTS[sport].rules
    if "team" in rows.columns and "side" in rows.columns:
        named = {str(side): str(team) for side, team in zip(rows["side"], rows["team"], strict=True)}
        return rules.between.join(named[side] for side in rules.sides if side in named)
    if "tournament" in rows.columns:
        return " ".join(rows["tournament"].dropna().unique()[:1])
    return " v ".join(rows["player"].dropna().unique()) if rows["player"].nunique() < 3 else ""


def line_scores(
    frame: pd.DataFrame, sport: str, zone: str | None, teams: pd.DataFrame | None = None
) -> Iterator[Section]:
    """Yield the line score of each game: a row per team, a column per period, the total, and what `teams` adds.

    The total of a sport whose periods do not add up to the score is what `teams` adds, too.
    """
    rules = SPORTS[sport].rules
    added = rules.totals[not rules.period_unit :] if teams is not None else ()
    if teams is not None:
        need(teams, ["game_id", "side", *(name for _, name in added)], "show(teams=)")
        teams = rows_of(teams, sport).drop_duplicates(["game_id", "side"], keep="last").set_index(["game_id", "side"])
    for title, rows in games_of(frame, sport, zone):
        rows = rows.drop_duplicates(["side", "period"])  # a service may list a game twice
        score = rows.pivot(index="side", columns="period", values="score")
        score = score.reindex([side for side in rules.sides if side in score.index])
        names = dict(zip(rows["side"], rows["team"], strict=True))
        cells = {"team": [str(names[side]) for side in score.index]}
        part = rows["season_type"].iloc[0] if "season_type" in rows else None
        cells |= {rules.period_name(int(n), part): written(score[n], "", zone) for n in score.columns}
        last = list(cells)[-1]
        if not rules.period_unit:
            cells[rules.totals[0][0]] = [str(int(total)) for total in score.sum(axis=1)]
        if rules.unplayed and set(rows.get("phase", ())) == {"finished"}:
            cells[last] = [text or rules.unplayed * (side == "home") for text, side in zip(cells[last], score.index)]
        for head, name in added:
            assert teams is not None
            own = [(rows["game_id"].iloc[0], side) for side in score.index]
            cells[head] = written(teams[name].reindex(own), "", zone)
        numbers = frozenset(name for name in cells if name != "team")
        yield Section(pd.DataFrame(cells), numbers, game=title, head="")


def box_scores(frame: pd.DataFrame, lay: Layout, sport: str, zone: str | None) -> Iterator[Section]:
    """Yield the printed parts of each game, team by team, in the order of the sport."""
    units = units_of(frame)
    extra = [name for name in frame.columns if name not in {column.name for column in lay.columns}]
    teams = has_team_boxes(lay)
    for title, game in games_of(frame, sport, zone):
        for part in lay.table.printed:
            by_side = [game]
            if "side" in game.columns:
                by_side = [game[game["side"] == side] for side in SPORTS[sport].rules.sides]
            for rows in by_side if teams else [pd.concat(by_side)]:
                kept = _ordered(rows[_has_entries(rows, part)], part)
                if len(kept):
                    head = str(kept["team"].iloc[0]) if teams else ""
                    yield _section(kept, part, units, zone, extra, title, head, totals=teams and len(kept) > 1)


def _has_entries(rows: pd.DataFrame, part: Printed) -> pd.Series:
    """Return whether each row is printed in a part: all are, or those with an entry in it, which the totals count."""
    if not part.where:
        return pd.Series(True, rows.index)
    counted = [name for column in part.parsed if column.form not in ("!", "~") for name in column.names]
    names = [name for name in dict.fromkeys((*part.where.split("+"), *counted)) if name in rows.columns]
    return rows[names].fillna(0).astype(float).ne(0).any(axis=1)


def _ordered(rows: pd.DataFrame, part: Printed) -> pd.DataFrame:
    """Return the rows in printed order; rows without a value come last."""
    at: list[Any] = list(range(len(rows)))
    first = {value: n for n, value in enumerate(part.first)}
    for number, key in reversed(list(enumerate(part.order.split()))):
        names = [name for name in key.lstrip("-").split("+") if name in rows.columns]
        if not names:
            continue
        values = rows[names].sum(axis=1) if len(names) > 1 else rows[names[0]]
        cells = [None if pd.isna(value) else _key(value, first if number == 0 else {}) for value in values]
        present = sorted((n for n in at if cells[n] is not None), key=lambda n: cells[n], reverse=key[0] == "-")
        # sorted() keeps equal rows in order in either direction.
        at = [*present, *(n for n in at if cells[n] is None)]
    return rows.iloc[at]


def _key(value: Any, first: dict[Any, int]) -> tuple[Any, ...]:
    """Return a sort key: numbers as numbers, text such as 4a by its number, values of `first` in their order."""
    if first:
        return (first.get(value, len(first)), str(value))
    if isinstance(value, str):
        number = re.match(r"\d*", value)
        digits = number.group() if number else ""
        return (int(digits or 0), value)
    return (float(value),)


def _section(
    rows: pd.DataFrame,
    part: Printed,
    units: dict[str, str],
    zone: str | None,
    extra: list[str],
    title: str,
    head: str,
    *,
    totals: bool,
) -> Section:
    label = [written(rows[name], "", zone) for name in part.label.split() if name in rows.columns]
    first = part.label.split()[0]
    cells = {first: [", ".join(filter(None, words)) for words in zip(*label, strict=True)]}
    times: dict[tuple[int, int], str] = {}
    sums = ["Totals"]
    for column in part.parsed:
        if not set(column.names) <= set(rows.columns):
            continue
        texts = _cells(rows, column, units, zone)
        if any(texts):
            if column.form == "@":
                moments = enumerate(tee_times(rows))
                times = {(at, len(cells)): f"{tee:%Y-%m-%dT%H:%M:%SZ}" for at, tee in moments if not pd.isna(tee)}
            cells[column.heading] = texts
            sums.append(_total(rows, column, units, zone))
    for name in extra:
        cells[str(name)] = written(rows[name], units.get(str(name), ""), zone)
        sums.append("")
    numbers = frozenset(name for name in cells if name not in (first, "DEC"))
    note = _note(rows, part) if head else ""
    total = tuple(sums) if totals and any(sums[1:]) else None
    return Section(pd.DataFrame(cells), numbers, title, part.title, head, total, note, times=times)


def _cells(rows: pd.DataFrame, column: PrintedColumn, units: dict[str, str], zone: str | None) -> list[str]:
    names = list(column.names)
    if column.letters:
        marks = [(rows[name].fillna(0) > 0).tolist() for name in names]
        return [
            ", ".join(letter for letter, on in zip(column.letters, row, strict=True) if on)
            for row in zip(*marks, strict=True)
        ]
    if column.form == "~":
        return ["" if pd.isna(n) else "E" if n == 0 else f"{n:+d}" for n in rows[names[0]]]
    if column.form == "#":
        out = rows[names[1]].astype("object").map(left) if len(names) > 1 else pd.Series("", index=rows.index)
        places = rows[names[0]].mask(out != "")
        shared = shared_places(rows, places)
        return [
            why if pd.isna(n) else f"{'T' * bool(tied)}{n}" for n, why, tied in zip(places, out, shared, strict=True)
        ]
    if column.form == "@":
        tees = tee_times(rows)
        ahead = [f"{tee.tz_convert(zone or 'UTC'):%H:%M %Z}" if not pd.isna(tee) else "" for tee in tees]
        return [tee or ("" if pd.isna(n) else str(n)) for tee, n in zip(ahead, rows[names[0]], strict=True)]
    if column.join == "+":
        return written(rows[names].sum(axis=1, min_count=1), "", zone)
    texts = [
        _numbers(rows[name], units.get(name, ""), column.digits) or written(rows[name], units.get(name, ""), zone)
        for name in names
    ]
    return [column.join.join(words) if any(words) else "" for words in zip(*texts, strict=True)]


def _numbers(column: pd.Series, unit: str, digits: int | None) -> list[str]:
    """Return fractions with so many digits, or those needed, at most two; empty for units with digits of their own."""
    if unit in ("innings.outs", "ratio", "%", "deg") or not pd.api.types.is_float_dtype(column.dtype):
        return []
    values = [None if pd.isna(value) else round(float(value), 2) for value in column]
    if digits is None:
        digits = max((len(f"{value:g}".partition(".")[2]) for value in values if value is not None), default=0)
    return ["" if value is None else f"{value:.{digits}f}" for value in values]


def _total(rows: pd.DataFrame, column: PrintedColumn, units: dict[str, str], zone: str | None) -> str:
    """Return the sum of a column as it is printed; empty for what is not added up."""
    if column.form or column.letters or not all(map(pd.api.types.is_numeric_dtype, rows[list(column.names)].dtypes)):
        return ""
    if units.get(column.names[0]) == "innings.outs":
        outs = sum(int(value) * 3 + round(value % 1 * 10) for value in rows[column.names[0]].dropna())
        return f"{outs // 3}.{outs % 3}"
    if column.join == "+":
        return f"{rows[list(column.names)].sum().sum():g}"
    return column.join.join(_sum(rows[name], units.get(name, ""), column.digits) for name in column.names)


def _sum(column: pd.Series, unit: str, digits: int | None) -> str:
    """Return the sum of a column with the digits that its cells have."""
    total = column.sum()
    below = _numbers(pd.concat([column, pd.Series([total], dtype=column.dtype)]), unit, digits)
    return below[-1] if below else f"{total:g}"


def _note(rows: pd.DataFrame, part: Printed) -> str:
    """Return what is listed below the rows: ``HR: Sergio Velmudia 2, Jake Hadewain.``"""
    told = []
    for column in part.listed:
        counts = [(name, n) for name, n in zip(rows["player"], rows[column.names[0]].fillna(0), strict=True) if n > 0]
        names = [f"{name} {n}" if n > 1 else str(name) for name, n in counts]
        told += [f"{column.heading}: {', '.join(names).removesuffix('.')}."] if names else []
    return " ".join(told)
