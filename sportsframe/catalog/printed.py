"""How newspapers print a table: its columns by their headings, the order of its rows, and what is listed below."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..errors import ConfigError
from .cached import cached_property

NAME = re.compile(r"[a-z_][a-z0-9_]*")

PART = re.compile(
    r"[^\s=]+=(?:{name}(?:[^\sa-z0-9_:,!~@]{name})*(?:!\d*|[~@])?|[^\s:,]+:{name}(?:,[^\s:,]+:{name})*)".replace(
        "{name}", NAME.pattern
    )
)
"""How a printed column is written."""


@dataclass(frozen=True)
class PrintedColumn:
    """A printed column.

    Parameters
    ----------
    heading : str
        Heading, such as ``AB`` or ``FG``.
    names : tuple of str
        Columns of the table that it is made from.
    join : str
        What stands between two numbers, ``-`` in ``7-18``; ``+`` if they are added up.
    form : {"", "!", "~", "#", "@"}
        ``!``: a number that is not added up for a team, such as an average; ``~``: strokes relative to par; ``#``: a
        place, with T if it is shared, or the second column for those who have none; ``@``: holes finished, or the tee
        time of those who have yet to begin the next round.
    digits : int, optional
        Decimals of such a number, written after the ``!``; by default those it needs.
    letters : tuple of str
        Letter printed for each of the names whose value is positive: W, L and S of pitchers.
    """

    heading: str
    names: tuple[str, ...]
    join: str = ""
    form: str = ""
    digits: int | None = None
    letters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Printed:
    """One way a table is printed in a box score; a table with several of them is printed in parts.

    Parameters
    ----------
    columns : str
        Headings with their columns, separated by spaces: ``AB=at_bats``, ``FG=field_goals_made-field_goals_attempted``,
        ``P=goals+assists``, ``RTG=passer_rating!1``, ``DEC=W:wins,L:losses``.
    title : str
        Heading of the part.
    label : str
        Columns that name a row, separated by spaces.
    where : str
        Columns, joined by ``+``, of which one must be other than 0 for a row to be printed, or one that is added up; by
        default all rows are.
    order : str
        Columns to sort by, separated by spaces, ``-`` for descending; by default the order of the response.
    first : tuple of str
        Values of the first column of the order in their own order, such as goalkeepers before defenders.
    notes : str
        Headings with columns whose positive values are listed below the rows by name: ``HR=home_runs``.
    """

    columns: str
    title: str = ""
    label: str = "player"
    where: str = ""
    order: str = ""
    first: tuple[str, ...] = ()
    notes: str = ""

    def __post_init__(self) -> None:
        for part in (*self.columns.split(), *self.notes.split()):
            if not PART.fullmatch(part):
                raise ConfigError(f"{part!r} is not a printed column; write HEADING=column, such as AB=at_bats")

    @cached_property
    def parsed(self) -> tuple[PrintedColumn, ...]:
        """The columns in order."""
        return tuple(map(_column, self.columns.split()))

    @cached_property
    def listed(self) -> tuple[PrintedColumn, ...]:
        """The columns of the notes."""
        return tuple(map(_column, self.notes.split()))

    @property
    def needs(self) -> frozenset[str]:
        """The columns that a frame must have."""
        named = [name for column in (*self.parsed, *self.listed) for name in column.names]
        return frozenset([*named, *self.label.split(), *NAME.findall(self.where), *NAME.findall(self.order)])


def _column(text: str) -> PrintedColumn:
    heading, _, made = text.partition("=")
    if ":" in made:
        letters, names = zip(*(part.split(":") for part in made.split(",")), strict=True)
        return PrintedColumn(heading, names, letters=letters)
    made, not_added, digits = made.partition("!")
    form = not_added or (made[-1] if made[-1] in "~@" else "#" if "#" in made else "")
    names = tuple(NAME.findall(made))
    join = made[len(names[0])] if len(names) > 1 and form != "#" else ""
    return PrintedColumn(heading, names, join, form, int(digits) if digits else None)
