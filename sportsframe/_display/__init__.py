"""Format frames for display: as newspapers print box scores, or as one table."""

from .box import line_scores
from .cells import form_of, has_times, heading, meanings_of, results_of, units_of, written
from .frames import (
    MOST_ROWS,
    caption,
    first_columns,
    game_columns,
    groups,
    headings,
    names_of,
    printed_columns,
    reading,
    show,
    sides,
    situation,
    why_empty,
    winner,
    with_labels,
)
from .shown import Section, Shown, naming

__all__ = [
    "MOST_ROWS",
    "Section",
    "Shown",
    "caption",
    "first_columns",
    "form_of",
    "game_columns",
    "groups",
    "has_times",
    "heading",
    "headings",
    "line_scores",
    "meanings_of",
    "names_of",
    "naming",
    "printed_columns",
    "reading",
    "results_of",
    "show",
    "sides",
    "situation",
    "units_of",
    "why_empty",
    "winner",
    "with_labels",
    "written",
]
