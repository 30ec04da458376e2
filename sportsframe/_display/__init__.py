"""Format frames for display: as newspapers print box scores, or as one table."""

from .box import line_scores
from .cells import meanings_of, units_of
from .frames import MOST_ROWS, headings, reading, show, sides
from .shown import Section, Shown

__all__ = [
    "MOST_ROWS",
    "Section",
    "Shown",
    "headings",
    "line_scores",
    "meanings_of",
    "reading",
    "show",
    "sides",
    "units_of",
]
