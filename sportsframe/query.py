"""A question, checked before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlencode


@dataclass(frozen=True)
class Query:
    """One request the service can be asked.

    Attributes
    ----------
    sport : str
        Code of the catalog (several joined by ``-`` where no table is wanted).
    resource : str
        ``schedule``, ``schedule-week``, ``schedule-season`` or ``live``.
    segment : str
        The date (``YYYY-MM-DD``) or season (``YYYY``) of the path; empty for the season-less PGA schedule.
    league : str or None
        League of soccer.
    filters : tuple of (str, str)
        The other query parameters, sorted by name.
    """

    sport: str
    resource: str
    segment: str = ""
    league: str | None = None
    filters: tuple[tuple[str, str], ...] = field(default=())

    @property
    def path(self) -> str:
        """Path below the base address, beginning with a slash."""
        middle = f"/{self.segment}" if self.segment else ""
        return f"/{self.resource}{middle}/{self.sport}"

    @property
    def params(self) -> dict[str, str]:
        """Query parameters without the token."""
        league = {"league": self.league} if self.league else {}
        return {**league, **dict(self.filters)}

    @property
    def key(self) -> str:
        """The envelope key its rows stand under: the sport code, for soccer the league."""
        return self.league or self.sport

    def __str__(self) -> str:
        return self.path + (f"?{urlencode(self.params)}" if self.params else "")
