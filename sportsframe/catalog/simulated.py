"""Marks of simulated data: words, a header, and ID ranges by which a frame is recognized even without its ``attrs``."""

from __future__ import annotations

SOURCE = "simulated"
"""The source of simulated data, in ``attrs`` of a frame, in the header and in results of MCP tools."""

MARK = "simulated"
"""Column that the command line adds to simulated rows: whether each is one."""

SOURCE_HEADER = "X-Sportsframe-Source"
"""Header of the responses of the built-in service with `SOURCE`."""

NOTE = "Simulated data: teams, people and results are fictional."
"""The same in words, wherever people or agents read about the data."""

TEAM_IDS = range(9_000, 10_000)
"""Team ids of the simulated world; one range per sport; the three soccer leagues share one."""

PLAYER_IDS = range(900_000, 100_000_000)
"""Player ids of the simulated world."""

TOURNAMENT_NUMBERS = range(900, 1_000)
"""The number after the year in a simulated tournament id."""

WORLD_VERSION = "4"
"""Version of the simulated world, incremented when its data changes; frames carry it in ``attrs``."""
