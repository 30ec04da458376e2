"""The id ranges of the simulated world, so that a frame that lost its ``attrs`` is still known as simulated."""

from __future__ import annotations

TEAM_IDS = range(9_000, 10_000)
"""Team ids of the simulated world; one space a sport, one for the three leagues of soccer."""

PLAYER_IDS = range(900_000, 100_000_000)
"""Player ids of the simulated world."""

TOURNAMENT_NUMBERS = range(900, 1_000)
"""The number after the year in a simulated tournament id."""

WORLD_VERSION = "2"
"""Changes when the numbers of the simulated world do; frames carry it."""
