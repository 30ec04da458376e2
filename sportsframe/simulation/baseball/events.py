"""The events of a baseball game: their kinds, and what each holds."""

from __future__ import annotations

from typing import Any

(
    OUT,
    GROUND,
    FLY,
    SACRIFICE_FLY,
    BUNT,
    DOUBLE_PLAY,
    CHOICE,
    REACHED,
    STRIKEOUT,
    SINGLE,
    DOUBLE,
    TRIPLE,
    HOMER,
    WALK,
    INTENTIONAL,
    HIT_BATTER,
    HALF,
    STEAL,
    CAUGHT,
    WILD_PITCH,
    BALK,
    MISPLAY,
    PITCHER,
    SUBSTITUTE,
    MOVE,
) = range(25)
"""Kinds of event. Up to ``HIT_BATTER`` they end a plate appearance."""

HITS = {SINGLE: 1, DOUBLE: 2, TRIPLE: 3, HOMER: 4}

Event = tuple[Any, ...]
"""One event of the log; the first member is its kind.

==================== =============================================================================================
plate appearance     kind, batter, stint, pitches, outs made, runners in, runs batted in
``HALF``             inning, 0 top or 1 bottom
``STEAL CAUGHT``     runner, stint
``WILD_PITCH BALK``  stint, runners in
``MISPLAY``          runners in: an error that only moves runners
``PITCHER``          side, stint
``SUBSTITUTE``       side, place in the order 0-8, hitter, position
``MOVE``             side, place in the order 0-8, new position
==================== =============================================================================================
"""
