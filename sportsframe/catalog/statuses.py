"""The statuses of games, and the phase that each belongs to."""

from __future__ import annotations

PHASES: dict[str, str] = {
    "scheduled": "scheduled",
    "inprogress": "live",
    "delayed": "paused",
    "suspended": "paused",
    "final": "finished",
    "completed": "finished",
    "postponed": "off",
    "cancelled": "off",
    "canceled": "off",
    "withdrawn": "off",
    "replaced": "replaced",
}
"""Status of a game in the API -> its phase (specification 3; `canceled` and `replaced` observed)."""

STATUSES: tuple[str, ...] = tuple(word for word in PHASES if word != "canceled")
"""The statuses used by the reference service."""

FINISHED: frozenset[str] = frozenset(word for word, phase in PHASES.items() if phase == "finished")
"""Statuses of games that were played to their end."""

OFF: tuple[str, ...] = ("off", "replaced")
"""Phases of games that will never be played under their id."""

DECIDED: frozenset[str] = frozenset(word for word, phase in PHASES.items() if phase in ("finished", *OFF))
"""Statuses of games that are over, or will never be played under their id."""
