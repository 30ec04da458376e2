"""Widgets for selecting sport, league, date or season, resource and table."""

from __future__ import annotations

import calendar
from collections.abc import Iterator
from datetime import UTC
from datetime import date as Date
from itertools import islice
from typing import Any

import pandas as pd
import traitlets as t
from ipywidgets import DatePicker, IntText, ToggleButton, VBox
from traitlets.utils.bunch import Bunch

from .._client import query
from .._client.query import Query, ask, zone_of
from .._pipeline.calls import Call
from .._pipeline.calls import Day as Reading
from .._pipeline.loading import gathered
from ..catalog import RESOURCES, SPORTS, CheckedSport, answer, params, sport_code, sports_of
from ..catalog.names import choose_table, is_sport
from ..catalog.resources import ByDate, BySeason, Undated, resource_name
from ..errors import QueryError, SportsframeError, choose, quoted
from ..load import Client, keeping_client, season_and_sport, settings_of, with_any_sport
from .explorer import RowsPanel
from .parts import (
    Checked,
    Leagues,
    Load,
    Show,
    as_code,
    button,
    choice,
    first_league,
    in_place,
    line,
    loaded,
    row,
    sports,
)

FIRST_YEAR = 1800
"""Dates before this year come from a year that is still being typed."""

LAST_YEAR = 9999
"""The last year of a date."""

LONGEST_BREAK = 2
"""Number of seasons searched in each direction for the next date with games."""

BEGUN = ("live", "paused", "finished")
"""Phases of games that have rows to display."""


def offered(sport: str) -> tuple[str, ...]:
    """Return the resources of a sport that a picker can load: those that require no ID."""
    return tuple(
        name
        for name in SPORTS[sport].resources
        if not any(param.required and param.name != "league" for param in params(sport, name))
    )


def game_days(client: Client, sport: str, league: str, season: int, day: Reading = "league") -> pd.Series:
    """Return the number of games by league date or UTC date; a game of several days counts on each of them."""
    games = client.schedule_season(season, sport_code(sport), league=league or None)
    starts = games["game_date"] if day == "league" else games["game_time"].dt.tz_localize(None).dt.normalize()
    days = (starts + pd.Timedelta(days=n) for n in range(SPORTS[sport].game_days))
    counts: pd.Series = pd.concat(days).value_counts().sort_index()
    return counts


def season_of(sport: str, date: Date) -> int:
    """Return the season that has the games of the month of a date."""
    return SPORTS[sport].season_of_month(date.year, date.month)


def seasons_near(sport: str, date: Date, toward: int) -> list[int]:
    """Return the seasons searched for the days with games after (1) or before (-1) a date."""
    year = season_of(sport, date)
    return [season for n in range(LONGEST_BREAK) if (season := year + n * toward) <= LAST_YEAR]


def days_from(
    client: Client, sport: str, league: str, date: Date, toward: int, day: Reading = "league"
) -> Iterator[Date]:
    """Yield the days with games after (1) or before (-1) a date, the nearest first."""
    for season in seasons_near(sport, date, toward):
        days = pd.DatetimeIndex(game_days(client, sport, league, season, day).index).date
        yield from days[days > date] if toward > 0 else days[days < date][::-1]


def next_games(client: Client, sport: str, league: str, date: Date, day: Reading = "league") -> Date | None:
    """Return the next date with games in simulated data; None without one, or if the search would send requests."""
    if not settings_of(client).service().simulated:
        return None
    try:
        return next(days_from(client, sport, league, date, 1, day), None)
    except SportsframeError:
        return None  # the reason for no rows is displayed; the next date is optional


def last_games(client: Client, sport: str, league: str, date: Date, day: Reading = "league") -> Date | None:
    """Return the last date with games before another one; None without one, or if the service fails."""
    try:
        return next(days_from(client, sport, league, date, -1, day), None)
    except SportsframeError:
        return None


def day_named(client: Client, date: Any, sport: str, reading: Reading, resource: str = "live") -> str:
    """Return a day, as a widget reads it for a resource, as ISO text."""
    zone = zone_of(sport) if reading == "league" else UTC
    clock = settings_of(client).moment
    named = query.day(date, sport=sport, resource=resource, clock=clock, zone=zone)
    return day_named(client, "today", sport, reading, resource) if named == "now" else named


def games_on(client: Client, date: Any, sport: str, day: Reading) -> pd.DataFrame:
    """Return the schedule of a day, of the first league, without a note on why there are no games."""
    when, league = day_named(client, date, sport, day), first_league(sport, None)  # a range would be many requests
    return gathered(Call(settings_of(client), "schedule", sport, when, league=league, day=day, progress=False))


def in_season(client: Client, date: Any = "today", day: Reading = "league") -> CheckedSport:
    """Return the sport with which a widget opens where none is named: the first with something to show.

    It is the first sport of the catalog of whose games on that day some have begun; if none has, the first with games
    to come; MLB if there are no games or the service fails.
    """
    ahead = ""
    try:
        for code in SPORTS:
            phases = games_on(client, date, code, day)["phase"]
            if phases.isin(BEGUN).any():
                return sport_code(code)
            ahead = ahead or (code if len(phases) else "")
    except SportsframeError:
        pass  # the widget asks as well, and displays the error
    return sport_code(ahead or "MLB")


def day_in_season(client: Client, sport: str, day: Reading) -> str | Date:
    """Return today for a sport with games today, or else the last date on which it had some."""
    today = day_named(client, "today", sport, day)
    try:
        if len(games_on(client, today, sport, day)):
            return today
    except SportsframeError:
        return today  # the widget asks as well, and displays the error
    return last_games(client, sport, first_league(sport, None) or "", Date.fromisoformat(today), day) or today


class Choosing(RowsPanel):
    """A panel with a sport, a league and a table, and the equivalent code."""

    sport = Checked("MLB")
    league = t.Unicode("")
    table = Checked("games")
    code = t.Unicode("", read_only=True).tag(together=True)
    value = t.Instance(Query, allow_none=True, read_only=True).tag(together=True)

    resource = "schedule-season"
    day: Reading = "league"

    def __init__(self, client: Client, sport: str, league: str | None, table: str | None, *parts: Any) -> None:
        self.client = client
        self._shown: dict[str, Any] = {}
        self._code = line("sf-code-line")
        self._sport = choice("Sport", sports(), sport, "Sport code of the catalog")
        self._leagues = Leagues(sport, league)
        tables = self._tables_of(sport)
        first = tables[0] if table is None else choose_table(table, tables, f"{sport} {self.resource}")
        self._table_choice = choice("Table", tables, first, "Table of the response")
        super().__init__(*parts, self._code)
        self.sport = sport
        self.league, self.table = self._leagues.first, first

    def _tables_of(self, sport: str) -> list[str]:
        return list(answer(sport, self.resource).layouts)

    @t.validate("sport")
    def _known_sport(self, proposal: Any) -> str:
        value = proposal["value"]
        return sport_code(value) if isinstance(value, str) else choose(value, SPORTS, "sport")

    @t.validate("league")
    def _known_league(self, proposal: Any) -> str:
        league: str = proposal["value"]
        leagues = SPORTS[self.sport].leagues
        if league and not leagues:
            having = [code for code, sport in SPORTS.items() if league in sport.leagues]
            hint = f"; {quoted(league)} is a league of {having[0]}, choose that sport first" if having else ""
            raise QueryError(f"{self.sport} has no leagues{hint}.")
        return choose(league, leagues, "league") if league else league

    @t.validate("table")
    def _known_table(self, proposal: Any) -> str:
        return choose_table(proposal["value"], self._tables_of(self.sport), f"{self.sport} {self.resource}")

    @t.observe("code")
    def _show_code(self, change: Any) -> None:
        self._code.value = as_code(change["new"])

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}: {self.error or loaded(self.frame)}>"

    def _fit(self, name: str) -> None:
        if name == "sport":
            self.league = self._leagues.fit(self.sport, self.league)
            self._offer()
        if name in ("sport", "resource"):
            tables = self._tables_of(self.sport)
            kept = self.table if self.table in tables else tables[0]
            self._table_choice.options = tables
            self.table = kept

    def _offer(self) -> None:
        """Offer the resources of the sport."""

    def _restore(self) -> None:
        sport = self._shown.get("sport", self.sport)
        self.set_trait("sport", sport)
        self._leagues.fit(sport, self._shown.get("league", self.league))
        self._offer()
        for name in ("resource", "league", "date", "season"):
            if name in self._shown:
                self.set_trait(name, self._shown[name])
        self._table_choice.options = self._tables_of(sport)
        self.set_trait("table", self._shown.get("table", self.table))

    def _code_of(self, when: str | int | None, reading: Reading | None) -> str:
        asked = [] if when is None else [f'"{when}"' if isinstance(when, str) else str(when)]
        loader = RESOURCES[self.resource].loader if len(sports_of(self.resource)) > 1 else None
        words = [*asked, f'"{self.sport}"'] if loader else [f'"{self.resource}"', f'"{self.sport}"', *asked]
        words += [f'league="{self.league}"'] if self.league else []
        words += [f'table="{self.table}"'] if self.table != self._tables_of(self.sport)[0] else []
        words += ['day="league"'] if reading == "league" else []
        return f"sf.{loader or 'table'}({', '.join(words)})"

    def _load(self, when: str | int | None) -> Load:
        """Return a function that loads the selection; `frame` always corresponds to `code`."""
        reading = self.day if isinstance(RESOURCES[self.resource].segment, ByDate) else None
        code, client, moment = self._code_of(when, reading), self.client, settings_of(self.client).moment
        resource, sport, league, table = self.resource, self.sport, self.league or None, self.table
        chosen = {name: getattr(self, name) for name in self._controls}

        def load() -> Show:
            value, frame, failure, hint = None, None, None, ""
            try:
                value = ask(resource, sport, when, league=league, clock=moment)
                frame = client.table(resource, sport_code(sport), when, table=table, league=league, day=reading)
                if not len(frame) and reading is not None and isinstance(when, str):
                    there = next_games(client, sport, league or "", Date.fromisoformat(when), reading)
                    hint = f"The next games are on {there}." if there else ""
            except SportsframeError as raised:
                value, failure = None, in_place(raised, when)
            return lambda: self._show(code, value, frame, failure, chosen, hint)

        return load

    def _show(
        self,
        code: str,
        value: Query | None,
        frame: pd.DataFrame | None,
        failure: SportsframeError | None,
        chosen: dict[str, Any],
        hint: str = "",
    ) -> None:
        self._shown, self._hint, self.failure = chosen, hint, failure
        before = self.value
        self._tell_result(code=code, value=value, frame=frame, error="" if failure is None else str(failure))
        if before == value:  # another table is none of the query, and is to be told
            self._tell_later(Bunch(name="value", old=before, new=value, owner=self, type="change"))

    def _plain(self) -> str:
        return as_code(self.code) + super()._plain()


class Picker(Choosing):
    """Select data in a notebook, with the resulting frame and the equivalent code.

    Attributes
    ----------
    sport, league, resource, table : str
        The selection, as traits to set or observe. `league` is empty for sports without leagues.
    date : datetime.date
        Date; for a season, any date in it. It can be set to whatever `live` accepts for a day, such as ``"today"``.
    value : Query
        The validated query; None after an error.
    frame : pandas.DataFrame
        The rows. If they could not be loaded, reading it raises the error.
    code : str
        Code that returns the same frame.
    error : str
        Error message; empty if there is none.
    """

    resource = Checked("live")
    date = Checked(None)

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
        self._steps = 0
        self.set_trait("sport", sport)
        self.set_trait("resource", resource)
        self._resource = choice("Resource", list(offered(sport)), resource, "Resource to load")
        self._make_date_controls()
        controls = VBox()
        super().__init__(client, sport, league, table, controls)
        controls.children = (
            self._sport,
            self._leagues.control,
            self._resource,
            row(self._day, row(self._before, self._after, self._open)),
            self._month,
            self._table_choice,
        )
        try:
            self.set_trait("date", "today" if date is None else date)
        except QueryError:
            self.close()
            raise
        self._in_month: Date = self.date
        self._bind(
            sport=self._sport,
            league=self._leagues.control,
            resource=self._resource,
            date=self._day,
            table=self._table_choice,
        )
        self._heard |= {"day": self._press_day, "month": self._press_month, "unfinished": self._tell_unfinished}
        self._fit_dates()
        self.refresh()
        if date is None and not self.error and not len(self.frame):
            self.step(-1)

    def _make_date_controls(self) -> None:
        """Make the date, the buttons beside it, and the calendar."""
        self._day = DatePicker(
            description="Date",
            tooltip="League date" if self.day == "league" else "Date (UTC)",
            max=Date(LAST_YEAR, 12, 31),
            style={"description_width": "5.5em"},
            layout={"width": "17em"},
        )
        self._before = button("◀ earlier", "Previous day with games", lambda: self._press(-1))
        self._after = button("later ▶", "Next day with games", lambda: self._press(1))
        self._open = ToggleButton(
            description="calendar", tooltip="Days of the month with games", layout={"width": "7em"}
        )
        self._open.add_class("sf-calendar")
        self._open.observe(self._press_calendar, "value")
        self._month = line("sf-month-line")

    @t.validate("date")
    def _date_of(self, proposal: Any) -> Date:
        given = proposal["value"]
        day = Date.fromisoformat(day_named(self.client, given, self.sport, self.day, self.resource))
        if day.year < FIRST_YEAR:
            raise QueryError(f"date {quoted(str(given))} is before {FIRST_YEAR}; give a later one.")
        return day

    def _chosen(self, name: str, value: Any) -> None:
        """Take over a value that was chosen in the browser, unless it is no date, or a year that is being typed."""
        if name == "date" and (value is None or value.year < FIRST_YEAR):
            self._tell_unfinished(True)
        else:
            super()._chosen(name, value)

    @t.validate("resource")
    def _known_resource(self, proposal: Any) -> str:
        return choose(resource_name(proposal["value"]), offered(self.sport), "resource")

    def _offer(self) -> None:
        resources = offered(self.sport)
        kept = self.resource if self.resource in resources else resources[0]
        self._resource.options = resources
        self.resource = kept

    def _fit(self, name: str) -> None:
        super()._fit(name)
        self._in_month = self.date
        self._fit_dates()

    def _restore(self) -> None:
        super()._restore()
        self._in_month, self._open.value = self.date, bool(self._month.value)
        self._fit_dates()

    def _fit_dates(self) -> None:
        """Show the date controls that apply: all for a day, only the date for a season, none without dates."""
        segment = RESOURCES[self.resource].segment
        self._day.layout.display = "none" if isinstance(segment, Undated) else ""
        for control in (self._before, self._after, self._open, self._month):
            control.layout.display = "" if isinstance(segment, ByDate) else "none"

    def _loading(self) -> Load:
        return self._loading_on(self.date, self._in_month)

    def _loading_on(self, date: Date, in_month: Date) -> Load:
        """Return a function that loads the rows of a date and, if the calendar is open, the month of another."""
        segment = RESOURCES[self.resource].segment
        if isinstance(segment, Undated):
            return self._load(None)
        if isinstance(segment, BySeason):
            return self._load(SPORTS[self.sport].season_at(date))
        load_rows = self._load(date.isoformat())
        load_month = self._loading_month_of(in_month, date)

        def with_month() -> Show:
            show_rows, show_month = load_rows(), load_month()

            def both() -> None:
                show_rows()
                show_month()

            return both

        return with_month

    def _loading_month_of(self, day: Date, chosen: Date) -> Load:
        """Return a function that loads the month of a day, if the calendar is open."""
        client, sport, league, reading = self.client, self.sport, self.league, self.day
        is_open = self._open.value

        def load() -> Show:
            text, told = "", ""
            try:
                if is_open:
                    text = _month(day, game_days(client, sport, league, season_of(sport, day), reading), chosen)
            except SportsframeError as error:
                told = f"no calendar: {in_place(error)}"
            return lambda: self._show_month(text, told)

        return load

    def _show_month(self, text: str, told: str) -> None:
        self._month.value = text
        if self.failure is None:  # an error of the rows comes first
            self._tell_result(error=told)

    def _turn_to(self, day: Date) -> None:
        """Show the month of a day in the calendar, or close the calendar; rows that are missing are loaded as well."""
        with self._one_at_a_time:
            self._in_month = day
            if self._open.value or self.busy:
                self._begin(self._wanted if self.busy or self.failure else self._loading_month)
            else:
                self._loading_month()()()

    def _loading_month(self) -> Load:
        return self._loading_month_of(self._in_month, self.date)

    def _press_calendar(self, change: Any) -> None:
        if not self._fitting:
            self._turn_to(self.date)

    def _press_month(self, day: str) -> None:
        """Show another month, by a day of it; ignore years that cannot be displayed."""
        if int(day[:4]) >= FIRST_YEAR:
            self._turn_to(Date.fromisoformat(day))

    def _tell_unfinished(self, unfinished: bool) -> None:
        """Report that a date is not used while it, or a part of it, is cleared."""
        with self._one_at_a_time:
            self._aside = f"Choose a date; until then the rows are those of {self.date}." if unfinished else ""
            if not self.busy:
                self._tell(self._aside)

    def game_days(self) -> pd.Series:
        """Return the number of games by date, for the season that has the games of the selected month.

        Returns
        -------
        pandas.Series
            Counts indexed by league date, or by UTC date of the start with ``day="service"``.
        """
        return game_days(self.client, self.sport, self.league, season_of(self.sport, self.date), self.day)

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) day with games, or by several."""
        self._at_once(lambda: self._stepping(by))

    def _press_day(self, day: str) -> None:
        """Select a day of the calendar."""
        self._day.value = Date.fromisoformat(day)

    def _press(self, by: int) -> None:
        """Go one step; clicks while such a day is being loaded add up."""
        with self._one_at_a_time:
            steps = self._steps + by
            if not steps:
                self.cancel()
                return
            self._begin(lambda: self._stepping(steps))
            if self.busy:
                self._steps = steps

    def _end(self) -> None:
        super()._end()
        self._steps = 0

    def _stepping(self, by: int) -> Load:
        """Return a function that loads the n-th next or previous day with games, or the last one found."""
        client, sport, league, day, date = self.client, self.sport, self.league, self.day, self.date
        toward = 1 if by > 0 else -1

        def load() -> Show:
            try:
                if found := list(islice(days_from(client, sport, league, date, toward, day), abs(by))):
                    show = self._loading_on(found[-1], found[-1])()
                    return lambda: self._go(found[-1], show)
            except SportsframeError as error:
                told = str(in_place(error))
                return lambda: self._tell_result(error=told)
            side = "after" if by > 0 else "before"
            searched = ", ".join(map(str, seasons_near(sport, date, toward)))
            none = f"no games {side} {date} in the seasons searched ({searched}); choose another date."
            return lambda: self._tell_result(error=none)

        return load

    def _go(self, date: Date, show: Show) -> None:
        self._fitting = True
        try:
            self.date = self._day.value = self._in_month = date
        finally:
            self._fitting = False
        self._wanted = self._loading
        show()
        self._shown["date"] = date


def _month(at: Date, counts: pd.Series, chosen: Date) -> str:
    """Return the month of a day as HTML: a grid, focused on that day, in which days with games can be selected."""

    def cell(number: int) -> str:
        if not number:
            return "<td></td>"
        day = at.replace(day=number)
        games = int(counts.get(pd.Timestamp(day), 0))
        says = f"{day}: {games} game{'s' * (games != 1)}"
        marks = f'data-day="{day}" aria-label="{says}" title="{says}" tabindex="{0 if day == at else -1}"'
        marks += "" if games else ' aria-disabled="true"'
        return f'<td {marks} aria-selected="{"true" if day == chosen else "false"}">{number}</td>'

    def turn(sign: str, by: int) -> str:
        month = at.year * 12 + at.month - 1 + by
        year, name = month // 12, calendar.month_name[month % 12 + 1]
        held = f'data-month="{year}-{month % 12 + 1:02}-01" aria-label="{name} {year}"'
        return f'<button type="button" {held}{"" if FIRST_YEAR <= year <= LAST_YEAR else " disabled"}>{sign}</button>'

    weeks = calendar.monthcalendar(at.year, at.month)
    rows = "".join(f"<tr>{''.join(map(cell, week))}</tr>" for week in weeks)
    head = "".join(f'<th scope="col" abbr="{name}">{name[:2]}</th>' for name in calendar.day_name)
    return (
        f'<div class="sf-turn">{turn("◀", -1)}{turn("▶", 1)}<span>{at:%B %Y}</span></div>'
        f'<table class="sf-month" data-first="{FIRST_YEAR}-01-01" role="grid" '
        f'aria-label="{at:%B %Y}, choose a day with games">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    )


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
        The rows. If they could not be loaded, reading it raises the error.
    code, error : str
        Code that returns the same frame, and the error message.
    """

    season = Checked(2024)

    def __init__(
        self, client: Client, season: int | str | None, sport: str, league: str | None, table: str | None
    ) -> None:
        self._season = IntText(
            description="Season",
            tooltip="Year in which the season started",
            style={"description_width": "5.5em"},
            layout={"width": "12em"},
        )
        controls = VBox()
        super().__init__(client, sport, league, table, controls)
        controls.children = (self._sport, self._leagues.control, self._season, self._table_choice)
        self.season = query.CURRENT if season is None else season
        self._bind(sport=self._sport, league=self._leagues.control, season=self._season, table=self._table_choice)
        self.refresh()

    @t.validate("season")
    def _season_of(self, proposal: Any) -> int:
        value = proposal["value"]
        if isinstance(value, int) and not isinstance(value, bool):  # a year is typed digit by digit
            return value
        return self._season_in(self.sport, value)

    def _season_in(self, sport: str, value: Any) -> int:
        """Return the year in which a season, given as text, started."""
        clock = settings_of(self.client).moment
        return int(query.season(value, sport=sport, resource=self.resource, clock=clock))

    def _fit(self, name: str) -> None:
        """Change the current season of one sport to that of another; keep a season that the user selected."""
        super()._fit(name)
        before = self._shown.get("sport")
        if name == "sport" and before and self.season == self._season_in(before, query.CURRENT):
            self.season = self._season_in(self.sport, query.CURRENT)

    def _loading(self) -> Load:
        return self._load(self.season)


@with_any_sport
def picker(
    date: Any = None,
    sport: str | None = None,
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
        Initial date; by default today in the league's time zone, or the last date with rows before it.
    sport : str, optional
        Initial sport; by default the first whose games of that date are over or in play, or else are to come.
    resource : str, default "live"
        Initial resource, by a name that `table` takes.
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
        After a load that failed, ``.error`` says why, and reading ``.frame`` raises that error.

    Raises
    ------
    QueryError
        The initial selection is invalid; later errors are shown in the widget.

    Examples
    --------
    >>> sf.picker("2024-06-01", "MLB", resource="schedule").code
    'sf.schedule("2024-06-01", "MLB", day="league")'
    """
    choose(day, ("service", "league"), "day")
    resource = resource_name(resource)
    kept = keeping_client(client)
    if sport is None and not is_sport(date):
        sport = in_season(kept, "today" if date is None else date, day)
    date, code = season_and_sport(date, sport)
    answer(code, resource)
    return Picker(kept, date, code, resource, league, table, day)


@with_any_sport
def season_picker(
    season: int | str | None = None,
    sport: str | None = None,
    *,
    league: str | None = None,
    table: str | None = None,
    client: Client | None = None,
) -> SeasonPicker:
    """Return a widget for selecting a sport and a season.

    Parameters
    ----------
    season : int or str, optional
        Year in which the season started, ``"2024-2025"`` or ``"current"``; by default the current season.
    sport : str, optional
        Initial sport; by default the first whose games today are over or in play, or else are to come.
    league, table : str, optional
        Initial selection; by default the first.
    client : Client, optional
        Client to use; by default that of the current options.

    Returns
    -------
    SeasonPicker
        A widget with ``.frame`` and ``.code``. After a load that failed, ``.error`` says why, and reading ``.frame``
        raises that error.

    Raises
    ------
    QueryError
        The initial selection is invalid; later errors are shown in the widget.

    Examples
    --------
    >>> sf.season_picker(2023, "NFL").code
    'sf.schedule_season(2023, "NFL")'
    """
    kept = keeping_client(client)
    if sport is None and not is_sport(season):
        sport = in_season(kept)
    season, code = season_and_sport(season, sport)
    return SeasonPicker(kept, season, code, league, table)
