"""`Shown`: tables formatted for display, as HTML in a notebook and as text elsewhere."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import pandas as pd

from .._util.report import html_box, html_table, html_text, room_for
from ..catalog.names import in_words

WHO = ("player", "name", "player_id", "team", "team_id")
"""Columns that say whose a row is: the first of them that there is. Ids do where there is no name."""


def naming(columns: Iterable[object]) -> str:
    """Return the one of displayed columns that says whose a row is, which stays in view on a phone; empty without one.

    Parameters
    ----------
    columns : iterable of str
        Names of columns.
    """
    held = set(columns)
    return next((name for name in WHO if name in held), "")


@dataclass(frozen=True)
class Section:
    """A table of strings, with what stands above and below it.

    Parameters
    ----------
    frame : pandas.DataFrame
        Cells.
    numbers : frozenset of str
        Columns that are aligned to the right.
    game, part : str
        Headings above the table; a heading that the section before has is not repeated.
    head : str, optional
        Heading of the first column, if it is not the column's name.
    total : tuple of str, optional
        Cells of a row of totals.
    note : str
        Text below the table.
    bold : frozenset of (int, int)
        Row and column of the cells in bold.
    named : tuple of str
        Headings of all columns, if they are not the names in words.
    times : mapping of (int, int) to str
        Row and column of the cells that tell a time of day -> the moment, in ISO notation.
    """

    frame: pd.DataFrame
    numbers: frozenset[str] = frozenset()
    game: str = ""
    part: str = ""
    head: str | None = None
    total: tuple[str, ...] | None = None
    note: str = ""
    bold: frozenset[tuple[int, int]] = field(default=frozenset())
    named: tuple[str, ...] = ()
    times: Mapping[tuple[int, int], str] = field(default_factory=dict)

    @property
    def who(self) -> int:
        """The position of the column that says whose a row is; -1 if none does."""
        names = list(self.frame.columns)
        return names.index(name) if (name := naming(names)) else -1

    @property
    def headings(self) -> list[str]:
        """The headings of the columns."""
        names = [*self.named] or [in_words(str(name)) for name in self.frame.columns]
        return names if self.head is None else [self.head, *names[1:]]

    def first(self, rows: int) -> Section:
        """Return the section with no more than so many rows; one that is cut has no totals."""
        if len(self.frame) <= rows:
            return self
        return replace(self, frame=self.frame.head(rows), total=None, note="")

    def text(self) -> str:
        """Return the section as lines of text."""
        if not len(self.frame):
            return ""
        cells = self.frame.set_axis(self.headings, axis=1)
        if self.total is not None:
            cells = pd.concat([cells, pd.DataFrame([self.total], columns=cells.columns)])
        if self.head is None:
            lines = cells.to_string(index=False)
        else:
            rows = [list(cells.columns), *cells.itertuples(index=False, name=None)]
            widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
            sides = [str.rjust if name in self.numbers else str.ljust for name in self.frame.columns]
            lines = "\n".join(
                " ".join(put(cell, width) for put, cell, width in zip(sides, row, widths, strict=True)).rstrip()
                for row in rows
            )
        return f"{lines}\n{self.note}" if self.note else lines

    def html(self) -> str:
        """Return the section as an HTML table."""
        if not len(self.frame):
            return ""
        numbers = {at for at, name in enumerate(self.frame.columns) if name in self.numbers}
        rows = self.frame.itertuples(index=False, name=None)
        table = html_table(
            self.headings, rows, numbers=numbers, bold=self.bold, total=self.total, names=self.who, times=self.times
        )
        return f'{table}<p class="sf-note">{html.escape(self.note)}</p>' if self.note else table


class Shown:
    """A frame formatted for display: HTML tables in a notebook, plain text elsewhere.

    Attributes
    ----------
    frame : pandas.DataFrame
        The cells as strings, as displayed; those of several tables below each other, without totals.
    caption : str
        Values that all rows share.
    note : str
        Rows that were left out or why there are none, and whether the data is simulated.
    label : str
        Name of the tables for screen readers.
    sections : tuple of Section
        The tables, of a box score one per team and part.
    """

    def __init__(self, sections: Sequence[Section], caption: str, note: str, label: str = "") -> None:
        self.sections = tuple(sections)
        self.caption = caption
        self.note = note
        self.label = label or caption or self.sections[0].game or "Table"

    @property
    def frame(self) -> pd.DataFrame:
        if len(self.sections) == 1:
            return self.sections[0].frame
        return pd.concat([section.frame for section in self.sections], ignore_index=True).fillna("")

    def __repr__(self) -> str:
        lines = [self.caption]
        game = part = ""
        for section in self.sections:
            lines += [f"\n{section.game}" * (section.game != game), section.part * (section.part != part)]
            game, part = section.game, section.part
            lines.append(section.text())
        return "\n".join(line for line in (*lines, self.note) if line)

    def _repr_html_(self) -> str:
        parts = []
        game = part = ""
        for section in self.sections:
            if section.game != game:
                parts.append(f'<p class="sf-game"><b>{html_text(section.game)}</b></p>')
            if section.part != part:
                parts.append(f'<p class="sf-part"><b>{html.escape(section.part)}</b></p>')
            game, part = section.game, section.part
            parts.append(section.html())
        above = f'<p class="sf-part"><b>{html_text(self.caption)}</b></p>' if self.caption else ""
        note = f'<p class="sf-note">{html.escape(self.note)}</p>' if self.note else ""
        named = [section for section in self.sections if section.who >= 0]
        room = room_for(str(text) for one in named for text in (one.headings[one.who], *one.frame.iloc[:, one.who]))
        return html_box(*parts, label=self.label, above=above, below=note, room=room)
