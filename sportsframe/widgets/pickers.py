"""Choosing what to load: sport, league, date, resource and table, out of the catalog."""

from __future__ import annotations

import calendar
import html
import io
from datetime import date as Date
from typing import Any

import ipywidgets as w
import pandas as pd
import traitlets as t

from .. import load, settings
from ..catalog import RESOURCES, SPORTS, answer
from ..errors import SportsframeError
from ..query import Query, ask
from ..tables import Tables
from .parts import Panel, button, choice, sports

CALLS = {"schedule": "schedule", "schedule-week": "schedule_week", "schedule-season": "schedule_season", "live": "live"}


def season_of(sport: str, day: Date) -> int:
    """The year under which the season of a day is asked for."""
    spec = SPORTS[sport]
    return day.year - 1 if spec.season_spans and (day.month, day.day) < spec.opens else day.year


class Picker(Panel):
    """Choose in a notebook, get the frame and the line of code that gives the same.

    Attributes
    ----------
    sport, league, resource, table : str
        The choice, as traits: set them or observe them. `league` is empty where there is none.
    date : datetime.date
        The day; for a season the season of that day.
    value : Query
        The question.
    frame : pandas.DataFrame
        The rows.
    code : str
        The one-liner that gives the same.
    error : str
        What went wrong, in one line; empty if nothing did.
    """

    sport = t.Enum(list(SPORTS), default_value="MLB")
    league = t.Unicode("")
    resource = t.Enum(list(RESOURCES), default_value="live")
    table = t.Unicode("games")
    date = t.Instance(Date, allow_none=True)
    code = t.Unicode("")
    value = t.Instance(Query, allow_none=True)

    def __init__(self, sport: str = "MLB", date: Any = None, resource: str = "live", **more: Any) -> None:
        self._sport = choice("Sport", sports(), sport, "Sport code of the catalog")
        self._league = choice("League", [""], "", "League of soccer")
        self._resource = choice("Resource", list(RESOURCES), resource, "What to ask for")
        self._tables = choice("Table", ["games"], "games", "Table of the answer")
        self._day = w.DatePicker(description="Date", tooltip="Day, GMT", style={"description_width": "5.5em"})
        self._before = button("◀", "Previous day with games")
        self._after = button("▶", "Next day with games")
        self._month = w.HTML()
        self._code = w.HTML()
        self._code.add_class("sf-code-line")
        row = w.HBox([self._day, self._before, self._after])
        controls = w.VBox([self._sport, self._league, self._resource, row, self._tables])
        super().__init__(w.HBox([controls, self._month]), self._code)
        self._quiet = True
        self._counts: dict[tuple[str, str, int], pd.Series] = {}
        self.set_trait("sport", sport)
        self.set_trait("resource", resource)
        self.date = Date.fromisoformat(ask("schedule", sport, date or "today", league=self._first_league()).segment)
        self.league = more.pop("league", self._first_league() or "")
        self._options()
        self.table = more.pop("table", self._tables.options[0])
        for control, name in (
            (self._sport, "sport"), (self._league, "league"), (self._resource, "resource"), (self._day, "date"),
            (self._tables, "table"),
        ):  # fmt: skip
            w.link((self, name), (control, "value"))
        self._before.on_click(lambda _: self.step(-1))
        self._after.on_click(lambda _: self.step(1))
        self.observe(self._changed, ["sport", "league", "resource", "date", "table"])
        self._quiet = False
        self.refresh()

    def __repr__(self) -> str:
        rows = "no rows" if self.frame is None else f"{len(self.frame)} rows"
        return f"<picker {self.code}: {self.error or rows}>"

    def _first_league(self) -> str | None:
        leagues = SPORTS[self.sport].leagues
        return leagues[0] if leagues else None

    def _options(self) -> None:
        """Fit the drop-downs to the sport and resource."""
        leagues = list(SPORTS[self.sport].leagues)
        self._league.options = leagues or [""]
        self._league.layout.display = "" if leagues else "none"
        self.league = self.league if self.league in leagues else (leagues[0] if leagues else "")
        self._league.value = self.league
        tables = list(answer(self.sport, self.resource).layouts)
        kept = self.table if self.table in tables else tables[0]
        self._tables.options = tables
        self._tables.value = kept
        self.table = kept

    def _changed(self, change: Any) -> None:
        if self._quiet:
            return
        self._quiet = True
        try:
            if change["name"] in ("sport", "resource"):
                self._options()
        finally:
            self._quiet = False
        self.refresh()

    def refresh(self) -> None:
        """Ask for what is chosen; an error is shown in its place."""
        if self.date is None:
            self.error = "choose a date."
            return
        season = RESOURCES[self.resource].segment == "season"
        when: Any = season_of(self.sport, self.date) if season else self.date.isoformat()
        league = self.league or None
        options = [f'league="{league}"'] if league else []
        options += (
            [f'table="{self.table}"'] if self.table != next(iter(answer(self.sport, self.resource).layouts)) else []
        )
        first = str(when) if season else f'"{when}"'
        code = f"sf.{CALLS[self.resource]}({', '.join([first, f'{chr(34)}{self.sport}{chr(34)}', *options])})"
        try:
            self.value = ask(self.resource, self.sport, when, league=league)
            loader = getattr(load, CALLS[self.resource])
            frame = loader(when, self.sport, table=self.table, league=league)
            self.error = ""
            self.frame = frame
            self._month.value = self._calendar()
        except SportsframeError as error:
            self.error = str(error)
        self.code = code
        self._code.value = f'<div class="sf-code" title="copy into a cell">{html.escape(code)}</div>'

    def game_days(self) -> pd.Series:
        """Games by day of the season of the chosen date.

        Returns
        -------
        pandas.Series
            Counts indexed by the GMT day of the start, which is what the service is asked by.
        """
        year = season_of(self.sport, self.date)
        key = (self.sport, self.league, year)
        if key not in self._counts:
            games = load.schedule_season(year, self.sport, league=self.league or None)
            self._counts[key] = games["game_time"].dt.tz_localize(None).dt.normalize().value_counts().sort_index()
        return self._counts[key]

    def step(self, by: int) -> None:
        """Go to the next (1) or previous (-1) day with games of the season."""
        try:
            days = self.game_days().index
        except SportsframeError as error:
            self.error = str(error)
            return
        here = pd.Timestamp(self.date)
        found = days[days > here] if by > 0 else days[days < here][::-1]
        if len(found):
            self.date = found[0].date()
        else:
            self.error = f"no {'later' if by > 0 else 'earlier'} game day in this season; choose a date of another one."

    def _calendar(self) -> str:
        """The month of the date, with the days that have games."""
        counts = self.game_days()
        rows = []
        for week in calendar.Calendar().monthdatescalendar(self.date.year, self.date.month):
            cells = []
            for day in week:
                games = int(counts.get(pd.Timestamp(day), 0))
                marks = ["on" if games else "off"] + (["now"] if day == self.date else [])
                text = str(day.day) if day.month == self.date.month else ""
                cells.append(f'<td class="{" ".join(marks)}" title="{games} games">{text}</td>')
            rows.append(f"<tr>{''.join(cells)}</tr>")
        head = "".join(f'<th scope="col">{name[:2]}</th>' for name in calendar.day_abbr)
        caption = f"{self.date:%B %Y}: days with games underlined"
        return f'<table class="sf-month"><caption>{caption}</caption><tr>{head}</tr>{"".join(rows)}</table>'

    def _plain(self) -> str:
        return f"<pre>{html.escape(self.code)}</pre>" + super()._plain()


class SeasonPicker(Panel):
    """Choose a sport and season, get its schedule.

    Attributes
    ----------
    sport, league : str
    season : int
        Year in which the season started.
    frame : pandas.DataFrame
    code, error : str
    """

    sport = t.Enum(list(SPORTS), default_value="MLB")
    league = t.Unicode("")
    season = t.Int(2024)
    code = t.Unicode("")

    def __init__(self, sport: str = "MLB", season: int | None = None) -> None:
        self._sport = choice("Sport", sports(), sport, "Sport code of the catalog")
        self._league = choice("League", [""], "", "League of soccer")
        self._season = w.IntText(
            description="Season", tooltip="Year in which the season started", layout=w.Layout(width="12em")
        )
        super().__init__(w.VBox([self._sport, self._league, self._season]))
        self.set_trait("sport", sport)
        self.season = season or season_of(sport, settings.now().date())
        for control, name in ((self._sport, "sport"), (self._league, "league"), (self._season, "season")):
            w.link((self, name), (control, "value"))
        self.observe(lambda _: self.refresh(), ["sport", "league", "season"])
        self.refresh()

    def __repr__(self) -> str:
        return f"<season picker {self.code}>"

    def refresh(self) -> None:
        """Ask for what is chosen."""
        leagues = list(SPORTS[self.sport].leagues)
        if list(self._league.options) != (leagues or [""]):
            self._league.options = leagues or [""]
            self._league.layout.display = "" if leagues else "none"
            self.league = leagues[0] if leagues else ""
            return
        more = f', league="{self.league}"' if self.league else ""
        self.code = f'sf.schedule_season({self.season}, "{self.sport}"{more})'
        try:
            frame = load.schedule_season(self.season, self.sport, league=self.league or None)
            self.error = ""
            self.frame = frame
        except SportsframeError as error:
            self.error = str(error)


class GamePicker(Panel):
    """Choose a game of a day, open its box score: its tables and a picture.

    Attributes
    ----------
    game : str
        Id of the game.
    table : str
        Table shown.
    frame : pandas.DataFrame
        The rows of the game in that table.
    box : Tables
        All tables of the day.
    """

    game = t.Unicode("")
    table = t.Unicode("")

    def __init__(self, date: Any, sport: str, league: str | None = None) -> None:
        self._game = choice("Game", [("", "")], "", "Game of the day")
        self._tables = choice("Table", [""], "", "Table of the box score")
        self._picture = w.Image(format="png", layout=w.Layout(width="32em", display="none"))
        super().__init__(w.VBox([self._game, self._tables]), self._picture)
        self.box: Tables | None = None
        try:
            self.box = load.box_scores(date, sport, league=league)
        except SportsframeError as error:
            self.error = str(error)
            return
        games = next(iter(self.box.values()))
        if not len(games):
            self.error = "no game has begun on that day; choose another."
            return
        self._game.options = [(_matchup(row), row["game_id"]) for _, row in games.iterrows()]
        self._tables.options = list(self.box)
        self.game, self.table = self._game.value, self._tables.value
        for control, name in ((self._game, "game"), (self._tables, "table")):
            w.link((self, name), (control, "value"))
        self.observe(lambda _: self.refresh(), ["game", "table"])
        self.refresh()

    def __repr__(self) -> str:
        return f"<game picker {self.game} {self.table}>"

    def refresh(self) -> None:
        """Show the chosen table of the chosen game."""
        assert self.box is not None
        rows = self.box[self.table]
        self.frame = rows[rows["game_id"] == self.game].reset_index(drop=True)
        if "periods" in self.box:
            periods = self.box["periods"]
            self._draw(periods[periods["game_id"] == self.game])

    def _draw(self, periods: pd.DataFrame) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        from ..plots import periods as draw

        figure = Figure(figsize=(6, 3), layout="constrained")
        FigureCanvasAgg(figure)
        draw(periods, ax=figure.subplots())
        png = io.BytesIO()
        figure.savefig(png, format="png", dpi=110)
        self._picture.value = png.getvalue()
        self._picture.layout.display = ""


def _matchup(row: pd.Series) -> str:
    for a, b, score in (("away_team", "home_team", "score"), ("player_1", "player_2", "legs")):
        if a in row.index:
            first, second = ("away_score", "home_score") if score == "score" else ("player_1_legs", "player_2_legs")
            return f"{row[a]} {row[first]} : {row[second]} {row[b]}"
    return str(row.get("tournament", row["game_id"]))


def picker(sport: str = "MLB", date: Any = None, resource: str = "live", **more: Any) -> Picker:
    """Choose sport, league, date, resource and table in the notebook.

    Parameters
    ----------
    sport : str, default "MLB"
        Where to begin.
    date : str or datetime.date, optional
        Where to begin; today by the league's zone if left out.
    resource : str, default "live"
        What to ask for.
    **more
        ``league`` and ``table`` to begin with.

    Returns
    -------
    Picker
        A widget with ``.value`` (the query), ``.frame`` (the rows) and ``.code`` (the line that gives the same).
    """
    return Picker(sport, date, resource, **more)


def season_picker(sport: str = "MLB", season: int | None = None) -> SeasonPicker:
    """Choose a sport and a season in the notebook.

    Parameters
    ----------
    sport : str, default "MLB"
        Where to begin.
    season : int, optional
        Year in which it started; the present one if left out.

    Returns
    -------
    SeasonPicker
        A widget with ``.frame`` and ``.code``.
    """
    return SeasonPicker(sport, season)


def game_picker(date: Any, sport: str, league: str | None = None) -> GamePicker:
    """Choose a game of a day and open its box score.

    Parameters
    ----------
    date : str or datetime.date
        The day, as for `live`.
    sport : str
        Sport code.
    league : str, optional
        For soccer.

    Returns
    -------
    GamePicker
        A widget with ``.game``, ``.table``, ``.frame`` and ``.box``.
    """
    return GamePicker(date, sport, league)
