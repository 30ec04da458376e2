"""Tools for the questions people ask: scores, a box score, standings, leaders, the next games of a club, names."""

from __future__ import annotations

from ..tools import Tool
from .box import box_tool
from .clubs import find_tool, next_games_tool, results_tool
from .leaders import leaders_tool
from .scores import scores_tool
from .season import availability_tool, standings_tool


def question_tools() -> tuple[Tool, ...]:
    """Return the tools for common questions."""
    return (
        scores_tool(),
        box_tool(),
        standings_tool(),
        availability_tool(),
        leaders_tool(),
        next_games_tool(),
        results_tool(),
        find_tool(),
    )
