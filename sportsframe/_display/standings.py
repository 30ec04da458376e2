"""Standings as newspapers print them: group by group, with the columns of the league and marks for what is certain."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from ..catalog import SPORTS
from ..catalog.printed import Printed
from ..catalog.rules import ELIMINATED, MARKS, Standings
from .cells import units_of, written
from .shown import Section

FIRST = ("sport", "season", "rank", "team_id", "team", "games", "wins", "losses")
LAST = ("streak", "form", "last_ten", "home_record", "away_record", "tied", "tied_by", "provisional")
"""Columns of standings of all leagues; what follows the last one was added by the user."""

GUESTS = "Guests"

APART = " - "
"""Stands between the mark of a team and its name, as leagues print it."""

LEVEL = "\u2013"
"""Printed for teams that are not behind."""


def fits(frame: pd.DataFrame) -> bool:
    """Whether a frame is standings of one sport."""
    if not {*FIRST, *LAST} <= set(frame.columns) or not len(frame):
        return False
    sports = set(frame["sport"].astype(str))
    return len(sports) == 1 and sports <= set(SPORTS) and SPORTS[min(sports)].rules.standings is not None


def columns(frame: pd.DataFrame) -> Printed:
    """Return the columns that standings of the sport print of each team."""
    return Printed(_rules(frame).printed)


def _rules(frame: pd.DataFrame) -> Standings:
    rules = SPORTS[str(frame["sport"].iloc[0])].rules.standings
    assert rules is not None
    return rules


def printed(frame: pd.DataFrame, most: int, zone: str | None) -> tuple[list[Section], str]:
    """Return standings as printed, up to a number of lines, and what the marks before the names say."""
    seeded = _rules(frame).seeding is not None
    sections: list[Section] = []
    for title, rows in groups(frame):
        if most > 0 or not sections:
            sections.append(_section(rows.head(most), columns(frame), title, zone, seeded=seeded))
        most -= len(rows)
    shown = {mark for section in sections for team in section.frame["team"] if (mark := team.partition(APART)[0])}
    told = {mark: what for what, mark in (*reversed(MARKS.items()), ("eliminated", ELIMINATED))}
    return sections, ", ".join(f"{mark}: {told[mark]}" for mark in sorted(shown & set(told)))


def groups(frame: pd.DataFrame) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield the groups within which the teams are ranked, with their names; all rows, if that cannot be told."""
    apart = [name for name in ("league", "season") if name in frame.columns]
    for by in ([], ["conference"], ["division"]):
        if not set(by) <= set(frame.columns) or not frame.index.is_monotonic_increasing:
            continue
        keys = frame[[*apart, *by]].astype(object)
        if by and "guest" in frame.columns:
            keys[by[0]] = keys[by[0]].mask(frame["guest"].fillna(value=False).to_numpy(dtype=bool), GUESTS)
        parts = list(keys.fillna("").groupby([*apart, *by], sort=False).indices.items())
        if all(_ranked(frame["rank"].iloc[rows]) for _, rows in parts):
            several = [name for name in (*apart, *by) if keys[name].nunique() > 1 or name in by]
            for _, rows in parts:
                yield ", ".join(str(keys[name].iloc[rows[0]]) for name in several), frame.iloc[rows]
            return
    yield "", frame


def _ranked(ranks: pd.Series) -> bool:
    """Whether ranks are those of a table from its top, each one more than the teams before it."""
    return bool(ranks.notna().all()) and ranks.tolist() == ranks.rank(method="min").astype("Int64").tolist()


def _section(rows: pd.DataFrame, as_printed: Printed, title: str, zone: str | None, *, seeded: bool) -> Section:
    units = units_of(rows)
    ranks, tied = rows["rank"].tolist(), rows["tied"].fillna(value=False).tolist()
    marks = _marks(rows, seeded=seeded)
    cells = {
        "rank": [f"{'T' * bool(shared)}{rank}" for rank, shared in zip(ranks, tied, strict=True)],
        "team": [f"{mark}{APART}{team}" if mark else str(team) for mark, team in zip(marks, rows["team"], strict=True)],
    }
    if not title:  # also of rows that are in no order of the league
        where = [name for name in ("season", "league", "conference", "division") if name in rows.columns]
        cells |= {name: written(rows[name], "", zone) for name in where if rows[name].nunique() > 1}
    for column in as_printed.parsed:
        (name,) = column.names
        if name in rows.columns:
            cells[column.heading] = _cells(rows[name], units.get(name, ""), zone)
    for head, name in (("SEED", "seed"), ("NOTE", "berth")):
        if name in rows.columns:
            cells[head] = written(rows[name], "", zone)
    for name in rows.columns[list(rows.columns).index(LAST[-1]) + 1 :]:
        cells[str(name)] = written(rows[name], units.get(str(name), ""), zone)
    kept = {name: texts for name, texts in cells.items() if any(texts)}
    numbers = frozenset(kept) - {"team", "NOTE", "season", "league", "conference", "division"}
    return Section(pd.DataFrame(kept), numbers, part=title, head="")


def _marks(rows: pd.DataFrame, *, seeded: bool) -> list[str]:
    """Return the mark of what is certain of each team; empty if nothing is."""
    marks = pd.Series("", index=rows.index, dtype=object)
    if "clinched" in rows.columns:
        marks = rows["clinched"].astype(object).map(MARKS).fillna("")
    if seeded and "eliminated" in rows.columns:
        marks = marks.mask(rows["eliminated"].fillna(value=False).to_numpy(dtype=bool), ELIMINATED)
    return marks.tolist()


def _cells(column: pd.Series, unit: str, zone: str | None) -> list[str]:
    """Return the cells of a column: shares as .568, differences with their sign, games ahead with a plus."""
    name, missing = str(column.name), column.isna()
    if unit == "%":
        texts = [f"{value / 100:.3f}" for value in column.fillna(0)]
        return ["" if gone else text.removeprefix("0") for text, gone in zip(texts, missing, strict=True)]
    if name.endswith("_difference"):
        values = column.fillna(0).astype(int)
        return ["" if gone else f"{n:+d}" if n else "0" for n, gone in zip(values, missing, strict=True)]
    if name.endswith("games_behind"):
        ahead = [
            LEVEL if not value else f"{value:.1f}" if value > 0 else f"+{-value:.1f}" for value in column.fillna(0)
        ]
        return ahead if name != "games_behind" else ["" if gone else t for t, gone in zip(ahead, missing, strict=True)]
    return written(column, unit, zone)
