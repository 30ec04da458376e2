"""Classes and functions for declaring a sport.

A `Record` describes one JSON object of the API. Each of its fields is declared once, with name, type, meaning, API
field name and unit. A `Table` is a path through a record to its rows. The flattener, the data dictionary, validation,
the OpenAPI document, the simulated records and the MCP tool schemas are all derived from these declarations.

Types describe what the service may return: ``int | None`` may be null, ``sparse=True`` may be absent. The client
accepts null and absent values for every field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from ..errors import QueryError, choose
from .cached import cached_property
from .records import GameTime, Record, Sides, api_field, arrange, is_record, live_order
from .resources import RESOURCES, ByDate, Param
from .rules import Rules
from .tables import Answer, ColumnFrom, Table

__all__ = ["Answer", "ColumnFrom", "GameTime", "Record", "Sides", "Sport", "Table", "api_field"]


@dataclass(frozen=True)
class Sport:
    """A sport of the service.

    Parameters
    ----------
    code : str
        Code used in paths.
    name : str
        Display name.
    game : str
        The game played, such as ``basketball``; it determines the measures and plots.
    answers : dict of str to Answer
        Responses by resource group (``schedule``, ``live``, ...); the sport has no other resources.
    leagues : tuple of str
        League codes that replace the sport code as keys of the response (soccer).
    opens : tuple of (int, int)
        Usual month and day of the start of a season; earlier dates belong to the season that started in the year
        before.
    zone : str
        Time zone of the league's dates.
    season_spans : bool
        Whether a season spans two calendar years.
    game_days : int
        Number of days on which a game is played as scheduled, for golf one per round.
    rules : Rules
        Rules of the game and of the league's standings.
    finals : tuple of str
        What people call the games that decide the season; `bracket` takes such a name for the sport. A league in one
        table that has neither these nor ``series`` in its rules is decided by its standings.
    nicknames : str
        Words each of which tells of the sport by itself, beside its code and its game, such as ``ncaab``.
    also_called : str
        Other words by which people call it, beside those of its name.
    plain_dates : bool
        Whether the service declares its dates as text of any format (specification 4).
    """

    code: str
    name: str
    game: str
    answers: Mapping[str, Answer]
    zone: str
    season_spans: bool
    rules: Rules = field(default_factory=Rules)
    leagues: tuple[str, ...] = ()
    opens: tuple[int, int] = (1, 1)
    game_days: int = 1
    finals: tuple[str, ...] = ()
    nicknames: str = ""
    also_called: str = ""
    plain_dates: bool = False

    def __post_init__(self) -> None:
        live = self.answers.get("live") if isinstance(self.answers, Mapping) else None
        if isinstance(live, Answer) and is_record(live.record):  # register_sport refuses anything else
            arrange(live.record, live_order)
        if isinstance(self.answers, Mapping):
            self._mark_leagues(bool(self.leagues))

    def _mark_leagues(self, has: bool) -> None:
        """Give its answers the column ``league`` if the sport has leagues, and take it from them if not."""
        told = {name: one for name, one in self.answers.items() if isinstance(one, Answer) and one.leagues != has}
        if told:
            marked = {name: replace(one, leagues=has) for name, one in told.items()}
            object.__setattr__(self, "answers", {**self.answers, **marked})

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys under which its rows may appear in a response."""
        return self.leagues or (self.code,)

    @property
    def has_playoffs(self) -> bool:
        """Whether games after the regular season decide it."""
        ranks = self.rules.standings
        return bool(self.finals or self.rules.most_games or (ranks and ranks.group != "league"))

    @property
    def telling(self) -> set[str]:
        """The words each of which tells of the sport by itself, in small letters."""
        return {self.code.casefold(), self.game.casefold(), *self.nicknames.casefold().split()}

    @property
    def resources(self) -> tuple[str, ...]:
        """The resources of the sport, in catalog order."""
        return tuple(name for name, resource in RESOURCES.items() if resource.group in self.answers)

    def answer(self, resource: str) -> Answer:
        """Return the response declaration of a resource for this sport.

        Raises
        ------
        QueryError
            The resource is unknown, or the sport does not have it.
        """
        choose(resource, RESOURCES, "resource")
        found = self.answers.get(RESOURCES[resource].group)
        if found is None:
            raise QueryError(f"{self.code} has no {resource}; it has {', '.join(self.resources)}.")
        return found

    def params(self, resource: str) -> tuple[Param, ...]:
        """Return the query parameters of a resource, without the token; only ``league`` if the sport lacks it."""
        own = self._declared(resource)
        found = (*RESOURCES[resource].params, *own.params) if own else ()
        if not self.leagues:
            return found
        meaning = f"{self.game.capitalize()} league"
        return (Param("league", "text", meaning, True, self.leagues, single_sport=False), *found)

    def days(self, resource: str) -> int:
        """Return the number of UTC days that a response of a resource covers, 1 if it has no date."""
        segment, own = RESOURCES[resource].segment, self._declared(resource)
        usual = segment.days if isinstance(segment, ByDate) else 1
        return own.days.get(resource, usual) if own else usual

    def has_current(self, resource: str) -> bool:
        """Whether a resource may be asked for without a season, or with ``now`` for a date."""
        own = self._declared(resource)
        return own is not None and resource in own.current

    def _declared(self, resource: str) -> Answer | None:
        return self.answers.get(RESOURCES[resource].group) if resource in RESOURCES else None

    def season_label(self, year: int | str) -> str:
        """Return the season that started in a year, as records write it: 2024-2025, or 2024 within one year."""
        return f"{int(year)}-{int(year) + 1}" if self.season_spans else str(year)

    def season_at(self, day: date) -> int:
        """Return the year in which the season of a date started; between seasons, that of the last one."""
        return day.year - ((day.month, day.day) < self.opens)

    def season_of_month(self, year: int, month: int) -> int:
        """Return the year in which the season started that has the games of a month.

        The month before the one in which seasons open has the preseason, unless seasons are calendar years.
        """
        return year - (month < self.opens[0] - (self.opens != (1, 1)))

    @cached_property
    def is_team_sport(self) -> bool:
        """Whether games are played between two teams."""
        return self.rules.opponents == "teams"
