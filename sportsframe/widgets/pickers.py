"""Widgets for selecting sport, league, date or season, resource and table."""

from __future__ import annotations

import calendar
from datetime import UTC, datetime
from datetime import date as Date
from typing import Any

import pandas as pd
import traitlets as t
from ipywidgets import DatePicker, HBox, IntText, VBox

from .._client import query
from .._client.query import Query, ask, zone_of
from .._pipeline import Day as Reading
from ..catalog import RESOURCES, SPORTS, answer, sport_code, sports_of
from ..catalog.resources import ByDate, BySeason, params
from ..errors import SportsframeError, choose
from ..load import Client, keeping_client, season_and_sport, settings_of
from .parts import Leagues, Panel, as_code, button, choice, line, sports

LONGEST_BREAK = 2
"""Number of seasons searched in each direction for the next date with games."""


def offered(sport: str) -> tuple[str, ...]:
    """The resources of a sport that a picker can load: those that need no id."""
    return tuple(
        name
        for name in SPORTS[sport].resources
        if not any(param.required and param.name != "league" for param in params(sport, name))
    )


def game_days(client: Client, sport: str, league: str, season: int, day: Reading = "league") -> pd.Series:
    """Return the number of games by league date, or by UTC date of their start; one of several days is on each."""
    games = client.schedule_season(season, sport_code(sport), league=league or None)
    starts = games["game_date"] if day == "league" else games["game_time"].dt.tz_localize(None).dt.normalize()
    days = (starts + pd.Timedelta(days=n) for n in range(SPORTS[sport].game_days))
    counts: pd.Series = pd.concat(days).value_counts().sort_index()
    return counts


class Day(t.TraitType[Any, Any]):
    """A date or None; strings such as ``2024-06-01`` are parsed."""

    info_text = "a date such as 2024-06-01"

    def validate(self, obj: Any, value: Any) -> Date | None:
        """Return `value` as a date."""
        if isinstance(value, str):
            try:
                return Date.fromisoformat(value)
            except ValueError:
                self.error(obj, value)
        if isinstance(value, datetime):
            return value.date()
        if value is not None and not isinstance(value, Date):
            self.error(obj, value)
        return value


class Choosing(Panel):
    """A panel with a sport, a league and a table, and the equivalent code."""

    sport = t.Unicode("MLB")
    league = t.Unicode("")
    table = t.Unicode("games")
    code = t.Unicode("")
    value = t.Instance(Query, allow_none=True)

    resource = "schedule-season"
    day: Reading = "league"

    def __init__(self, client: Client, sport: str, league: str | None, table: str | None, *parts: Any) -> None:
        self.client = client
        self._code = line("sf-code-line")
        self._sport = choice("Sport", sports(), sport, "Sport code of the catalog")
        self._leagues = Leagues(sport, league)
        tables = self._tables_of(sport)
        first = tables[0] if table is None else choose(table, tables, f"table of {sport} {self.resource}")
        self._table_choice = choice("Table", tables, first, "Table of the response")
        super().__init__(*parts, self._code)
        self.sport = sport
        self.league, self.table = self._leagues.first, first

    def _tables_of(self, sport: str) -> list[str]:
        return list(answer(sport, self.resource).layouts)

    @t.validate("sport")
    def _known_sport(self, proposal: Any) -> str:
        return choose(proposal["value"], SPORTS, "sport")

    @t.validate("league")
    def _known_league(self, proposal: Any) -> str:
        league: str = proposal["value"]
        leagues = SPORTS[self.sport].leagues
        return choose(league, leagues, "league") if league and leagues else league

    @t.validate("table")
    def _known_table(self, proposal: Any) -> str:
        return choose(proposal["value"], self._tables_of(self.sport), f"table of {self.sport} {self.resource}")

    @t.observe("code")
    def _show_code(self, change: Any) -> None:
        self._code.value = as_code(change["new"])

    def __repr__(self) -> str:
        rows = "no rows" if self.frame is None else f"{len(self.frame)} rows"
        return f"<{type(self).__name__} {self.code}: {self.error or rows}>"

    def _fit(self, name: str) -> None:
        if name == "sport":
            self.league = self._leagues.fit(self.sport, self.league)
        if name == "sport":
            self._offer()
        if name in ("sport", "resource"):
            tables = self._tables_of(self.sport)
            kept = self.table if self.table in tables else tables[0]
            self._table_choice.options = tables
            self.table = self._table_choice.value = kept

    def _offer(self) -> None:
        """Offer the resources of the sport."""

    def _load(self, when: str | int | None) -> None:
        """Load and display the rows, or the error; `frame` always corresponds to `code`."""
        league = self.league or None
        asked = [] if when is None else [f'"{when}"' if isinstance(when, str) else str(when)]
        loader = RESOURCES[self.resource].loader if len(sports_of(self.resource)) > 1 else None
        words = [*asked, f'"{self.sport}"'] if loader else [f'"{self.resource}"', f'"{self.sport}"', *asked]
        words += [f'league="{league}"'] if league else []
        words += [f'table="{self.table}"'] if self.table != self._tables_of(self.sport)[0] else []
        reading = self.day if isinstance(RESOURCES[self.resource].segment, ByDate) else None
        words += ['day="league"'] if reading == "league" else []
        self.code = f"sf.{loader or 'table'}({', '.join(words)})"
        try:
            self.value = ask(self.resource, self.sport, when, league=league, clock=settings_of(self.client).moment)
            sport = sport_code(self.sport)
            self.frame = self.client.table(
                self.resource, sport, when, table=self.table, league=league, day=reading, progress=False
            )
            self.error = ""
        except SportsframeError as error:
            self.value = self.frame = None
            self.error = str(error)

    def _plain(self) -> str:
        return as_code(self.code) + super()._plain()


class Picker(Choosing):
    """Select data in a notebook, with the resulting frame and the equivalent code.

    Attributes
    ----------
    sport, league, resource, table : str
        The selection, as traits to set or observe. `league` is empty for sports without leagues.
    date : datetime.date
        Date; for a season, any date in it.
    value : Query
        The validated query.
    frame : pandas.DataFrame
        The rows; None after an error.
    code : str
        Code that returns the same frame.
    error : str
        Error message; empty if there is none.
    """

    resource = t.Unicode("live")
    date = Day(allow_none=True)

    def __init__(
        self,
        client: Client,
        date: Any,
        sport: str,
        resource: str,
        league: str | None,
        table: str | None,
        day: Reading = "league",
    ) -> None:
        choose(day, ("service", "league"), "day")
        self.day = day
        self.set_trait("sport", sport)
        self.set_trait("resource", resource)
        self._resource = choice("Resource", list(offered(sport)), resource, "Resource to load")
        self._day = DatePicker(
            description="Date",
            tooltip="League date" if day == "league" else "Date (UTC)",
            style={"description_width": "5.5em"},
            layout={"width": "17em"},
        )
        self._before = button("◀ earlier", "Previous day with games", lambda: self.step(-1))
        self._after = button("later ▶", "Next day with games", lambda: self.step(1))
        self._month = line("sf-month-line")
        controls = VBox()
        super().__init__(client, sport, league, table, HBox([controls, self._month]))
        controls.children = (
            self._sport,
            self._leagues.control,
            self._resource,
            HBox([self._day, self._before, self._after]),
            self._table_choice,
        )
        first = query.day(
            "today" if date is None else date,
            sport=sport,
            resource="schedule",
            clock=settings_of(client).moment,
            zone=zone_of(sport) if day == "league" else UTC,
        )
        self.date = Date.fromisoformat(first)
        self._bind(
            sport=self._sport,
            league=self._leagues.control,
            resource=self._resource,
            date=self._day,
            table=self._table_choice,
        )
        self.refresh()

    @t.validate("resource")
    def _known_resource(self, proposal: Any) -> str:
        return choose(proposal["value"], offered(self.sport), "resource")

    def _offer(self) -> None:
        resources = offered(self.sport)
        kept = self.resource if self.resource in resources else resources[0]
        self._resource.options = resources
        self.resource = self._resource.value = kept

    def refresh(self) -> None:
        """Load the selection; errors are shown in the widget."""
        if self.date is None:
            self.value = self.frame = None
            self.code, self._month.value = "", ""
            self.error = "choose a date."
            return
        match RESOURCES[self.resource].segment:
            case BySeason():
                self._load(SPORTS[self.sport].season_at(self.date))
            case ByDate():
                self._load(self.date.isoformat())
            case _:
                self._load(None)
        self._month.value = self._calendar() if self.frame is not None else ""

    def game_days(self) -> pd.Series:
        """Return the number of games by date, for the season of the selected date.

        Returns
        -------
        pandas.Series
            Counts indexed by league date, or by UTC date of the start if the picker means the dates of the service.
        """
        season = SPORTS[self.sport].season_at(self.date)
        return game_days(self.client, self.sport, self.league, season, self.day)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) day with games."""
        if self.date is None:
            return
        here, year = pd.Timestamp(self.date), SPORTS[self.sport].season_at(self.date)
        try:
            for season in range(year, year + by * LONGEST_BREAK, by):
                days = game_days(self.client, self.sport, self.league, season, self.day).index
                found = days[days > here] if by > 0 else days[days < here][::-1]
                if len(found):
                    self.date = found[0].date()
                    return
        except SportsframeError as error:
            self.error = str(error)
            return
        self.error = f"no {'later' if by > 0 else 'earlier'} date with games was found; choose another date."

    def _calendar(self) -> str:
        """Return the month of the date as HTML, with the dates that have games."""
        try:
            counts = self.game_days()
        except SportsframeError:
            return ""  # the rows are displayed; the calendar is optional
        rows = []
        for week in calendar.Calendar().monthdatescalendar(self.date.year, self.date.month):
            cells = []
            for day in week:
                games = int(counts.get(pd.Timestamp(day), 0))
                marks = ["on" if games else "off"] + (["now"] if day == self.date else [])
                text = str(day.day) if day.month == self.date.month else ""
                says = f"{day}: {games} game{'s' * (games != 1)}"
                cells.append(f'<td class="{" ".join(marks)}" title="{says}">{text}</td>' if text else "<td></td>")
            rows.append(f"<tr>{''.join(cells)}</tr>")
        head = "".join(f'<th scope="col">{name[:2]}</th>' for name in calendar.day_abbr)
        caption = f"{self.date:%B %Y}, days with games underlined"
        return f'<table class="sf-month"><caption>{caption}</caption><tr>{head}</tr>{"".join(rows)}</table>'


class SeasonPicker(Choosing):
    """Select a sport and a season, with the resulting schedule.

    Attributes
    ----------
    sport, league, table : str
        The selection, as traits.
    season : int
        Year in which the season started.
    value : Query
        The validated query.
    frame : pandas.DataFrame
        The rows; None after an error.
    code, error : str
        Code that returns the same frame, and the error message.
    """

    season = t.Int(2024)

    def __init__(self, client: Client, season: int | None, sport: str, league: str | None, table: str | None) -> None:
        self._season = IntText(
            description="Season",
            tooltip="Year in which the season started",
            style={"description_width": "5.5em"},
            layout={"width": "12em"},
        )
        controls = VBox()
        super().__init__(client, sport, league, table, controls)
        controls.children = (self._sport, self._leagues.control, self._season, self._table_choice)
        self.season = SPORTS[sport].season_at(settings_of(client).moment().date()) if season is None else season
        self._bind(sport=self._sport, league=self._leagues.control, season=self._season, table=self._table_choice)
        self.refresh()

    def refresh(self) -> None:
        """Load the selection; errors are shown in the widget."""
        self._load(self.season)


def picker(
    date: Any = None,
    sport: str = "MLB",
    resource: str = "live",
    *,
    league: str | None = None,
    table: str | None = None,
    day: Reading = "league",
    client: Client | None = None,
) -> Picker:
    """Return a widget for selecting sport, league, date, resource and table.

    Parameters
    ----------
    date : str or datetime.date, optional
        Initial date; by default today in the league's time zone.
    sport : str, default "MLB"
        Initial sport.
    resource : str, default "live"
        Initial resource.
    league, table : str, optional
        Initial selection; by default the first.
    day : {"league", "service"}
        ``"league"`` selects league dates, with all games of the evening; ``"service"`` the UTC dates of the service.
    client : Client, optional
        Client to use; by default that of the current options.

    Returns
    -------
    Picker
        A widget with ``.value`` (the query), ``.frame`` (the rows) and ``.code`` (code that returns the same frame).

    Raises
    ------
    QueryError
        The initial selection is invalid; later errors are shown in the widget.

    Examples
    --------
    >>> sf.picker("2024-06-01", "MLB", resource="schedule").code
    'sf.schedule("2024-06-01", "MLB", day="league")'
    """
    date, sport = season_and_sport(date, sport)
    answer(sport, resource)
    return Picker(keeping_client(client), date, sport, resource, league, table, day)


def season_picker(
    season: int | None = None,
    sport: str = "MLB",
    *,
    league: str | None = None,
    table: str | None = None,
    client: Client | None = None,
) -> SeasonPicker:
    """Return a widget for selecting a sport and a season.

    Parameters
    ----------
    season : int, optional
        Year in which the season started; by default the current season.
    sport : str, default "MLB"
        Initial sport.
    league, table : str, optional
        Initial selection; by default the first.
    client : Client, optional
        Client to use; by default that of the current options.

    Returns
    -------
    SeasonPicker
        A widget with ``.frame`` and ``.code``.

    Raises
    ------
    QueryError
        The initial selection is invalid; later errors are shown in the widget.

    Examples
    --------
    >>> sf.season_picker(2023, "NFL").code
    'sf.schedule_season(2023, "NFL")'
    """
    season, sport = season_and_sport(season, sport)
    return SeasonPicker(keeping_client(client), season, sport, league, table)
