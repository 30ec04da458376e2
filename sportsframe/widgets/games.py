"""Viewing one game of a day: its tables and a plot."""

from __future__ import annotations

import html
import io
from base64 import b64encode
from collections.abc import Callable
from datetime import date as Date
from typing import Any

import pandas as pd
import traitlets as t
from ipywidgets import VBox

from .._client.query import ask
from .._display import MOST_ROWS, headings, sides
from .._frames.doubleheaders import game_numbers
from .._frames.tables import Tables
from .._pipeline.calls import Day
from ..catalog import answer, sport_code
from ..catalog.names import is_sport
from ..errors import SportsframeError, choose
from ..load import Client, keeping_client, season_and_sport, settings_of, with_any_sport
from .explorer import RowsPanel
from .parts import Checked, Load, Loaded, as_code, button, choice, first_league, in_place, line, loaded
from .pickers import day_named, in_season, last_games, next_games

PICTURES = (("periods", "by_period"), ("throws", "dartboard"))
"""Table to plot, and the name of the plot."""

SIZES = {
    ("by_period", False): (7, 3.4), ("by_period", True): (2.6, 2.9),
    ("dartboard", False): (5, 5.4), ("dartboard", True): (2.7, 3.3),
}  # fmt: skip
"""Size in inches of a plot, and on a narrow page, where its letters would be too small."""

NO_GAME = [("", "")]
"""What can be chosen on a day without games."""


def cell_text(value: Any) -> str:
    """Return a cell as text; empty if it is missing."""
    return "" if pd.isna(value) else str(value)


class GamePicker(RowsPanel):
    """Select a game of a day and view its box score: tables and a plot.

    Attributes
    ----------
    game : str
        Id of the game.
    table : str
        Name of the displayed table.
    frame : pandas.DataFrame
        The rows of the game in that table. If the day could not be loaded, reading it raises the error.
    code : str
        Code that returns the same frame.
    box : Tables
        All tables of the day, or that error.
    """

    game = Checked("")
    table = Checked("")
    box = Loaded(Tables, allow_none=True, read_only=True).tag(together=True)
    code = t.Unicode("", read_only=True).tag(together=True)

    _most = MOST_ROWS

    def __init__(self, client: Client, date: Any, sport: str, league: str | None = None, day: Day = "league") -> None:
        self.day = day
        when = day_named(client, "today" if date is None else date, sport, day)
        self.client = client
        self._query = ask("live", sport, when, league=league)
        self._game = choice("Game", NO_GAME, "", "Game of the day")
        self._table_choice = choice("Table", [""], "", "Table of the box score")
        self._picture = line("sf-picture")
        self._chosen_game = line("sf-chosen")
        self._next: Date | None = None
        self._next_day = button("Next games", "Show the games of the next date that has some", self._press_next)
        self._next_day.layout.width, self._next_day.layout.align_self = "auto", "flex-start"
        self._code = line("sf-code-line")
        self._drawn = ""
        self._game.layout.width = "40em"
        self._choices = VBox([self._game, self._chosen_game, self._table_choice])
        super().__init__(self._choices, self._next_day, self._code, self._picture)
        self._page.observe(lambda _: setattr(self._picture, "value", self._drawing()), ["dark", "narrow"])
        self._bind(game=self._game, table=self._table_choice)
        self.refresh()
        if date is None and not self.error and not self.game:
            self._open_last(Date.fromisoformat(when))

    def _open_last(self, today: Date) -> None:
        """Show the last date with games before today, if there is one."""
        there = last_games(self.client, self._query.sport, self._query.league or "", today, self.day)
        if there is not None:
            self._query = ask("live", self._query.sport, str(there), league=self._query.league)
            self.refresh()

    def _load_day(self) -> Callable[[], None]:
        """Load the games of the day, and return what offers them, or the next day that has some."""
        sport, league, day = self._query.sport, self._query.league, self._query.segment
        try:
            box = self.client.box_scores(day, sport_code(sport), league=league, day=self.day)
        except SportsframeError as error:
            told = in_place(error, day)
            return lambda: self._show_error_of_day(told)
        there = None
        if not len(next(iter(box.values()))):
            there = next_games(self.client, sport, league or "", Date.fromisoformat(day), self.day)
        return lambda: self._show_day(box, there)

    def _show_error_of_day(self, told: SportsframeError) -> None:
        self._next = None
        self._fail(told)
        self._offer()

    def _show_day(self, box: Tables, there: Date | None) -> None:
        games, layouts = next(iter(box.values())), answer(self._query.sport, "live").layouts
        printed = [name for name, lay in layouts.items() if lay.table.printed and name != "teams"]
        self._tell_result(box=box, error="")
        self._hint = f"The next games are on {there}." if there else ""
        self._next = there if there and there <= settings_of(self.client).moment().date() else None
        self._next_day.description = f"Show {there}"
        self._fitting = True
        try:
            numbered = game_numbers(games)
            self._game.options = [
                (", ".join(filter(None, (_matchup(row, games), numbered.get(row["game_id"])))), row["game_id"])
                for row in games.to_dict("records")
            ] or NO_GAME
            self._table_choice.options = list(layouts)
            self.game, self.table = self._game.value, self.table or (*printed, *layouts)[0]
            self._table_choice.value = self.table
        finally:
            self._fitting = False
        self._offer()
        self._show_game()

    def _offer(self) -> None:
        """Show the controls that there is something for."""
        self._choices.layout.display = "" if self.game else "none"
        self._next_day.layout.display = "none" if self._next is None else ""
        self._offer_retry()

    def _offer_retry(self) -> None:
        """A day without games has none when it is loaded again, unless it is to come: no other one is offered then."""
        super()._offer_retry()
        if self._has("box") and not (self.game or self._next or self.busy):
            self._retry.layout.display = ""

    def _press_next(self) -> None:
        self._query = ask("live", self._query.sport, str(self._next), league=self._query.league)
        self.retry()

    @t.validate("game")
    def _known_game(self, proposal: Any) -> str:
        return choose(proposal["value"], [value for _, value in self._game.options], "game of that date")

    @t.validate("table")
    def _known_table(self, proposal: Any) -> str:
        return choose(proposal["value"], self._table_choice.options, "table")

    @t.observe("code")
    def _show_code(self, change: Any) -> None:
        self._code.value = as_code(change["new"])

    def __repr__(self) -> str:
        return f"<GamePicker {self.code}: {self.error or loaded(self.frame)}>"

    def _loading(self) -> Load:
        return (lambda: self._show_game) if self.game else self._load_day

    def _show_game(self) -> None:
        """Display the selected table of the selected game, its code and its plot, together."""
        if self.game != self._drawn:
            self._drawn, self._picture.value = self.game, self._drawing()
        self._chosen_game.value = f"<b>{html.escape(self._title())}</b>"
        words = [f'"{self._query.segment}"', f'"{self._query.sport}"', f'table="{self.table}"']
        words += [f'league="{self._query.league}"'] if self._query.league else []
        words += ['day="league"'] if self.day == "league" else []
        words += [f'game_id="{self.game}"'] if self.game else []
        self._tell_result(code=f"sf.live({', '.join(words)})", frame=self._of_game(self.table))

    def _of_game(self, table: str) -> pd.DataFrame:
        rows = self.box[table]
        found: pd.DataFrame = rows[rows["game_id"] == self.game].reset_index(drop=True)
        found.attrs = dict(rows.attrs)
        return found

    def _drawing(self) -> str:
        """Return the plot of the game as HTML; empty if there is none."""
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        from ..plots import Plots, style

        if not self._has("box"):
            return ""
        table, plot = next(((t, p) for t, p in PICTURES if t in self._table_choice.options), ("", ""))
        frame = self._of_game(table) if table else pd.DataFrame()
        if frame.empty:
            return ""
        png = io.BytesIO()
        each = frame["player_id"].unique().tolist() if table == "throws" else [None]
        narrow = self._page.narrow
        shape = (len(each), 1) if narrow else (1, len(each))
        wide, high = SIZES[plot, narrow]
        with style(dark=self._page.dark):
            figure = Figure(figsize=(wide * shape[1], high * shape[0]), layout="constrained")
            FigureCanvasAgg(figure)
            for ax, player in zip(figure.subplots(*shape, squeeze=False).flat, each, strict=True):
                getattr(Plots(frame), plot)(ax=ax, **({} if player is None else {"player": player}))
            figure.savefig(png, format="png", dpi=300 if narrow else 110)
        shows = html.escape(f"Plot of {self._title()}, {plot.replace('_', ' ')}; its values are in the table {table}.")
        source = f"data:image/png;base64,{b64encode(png.getvalue()).decode()}"
        return f'<img alt="{shows}" src="{source}" style="width:{20 + 20 * len(each)}em;max-width:100%">'

    def _title(self) -> str:
        return {value: text for text, value in self._game.options}[self.game] if self.game else ""

    def _plain(self) -> str:
        return f"<p>{html.escape(self._title())}</p>{as_code(self.code)}{super()._plain()}"


def _matchup(row: dict[Any, Any], games: pd.DataFrame) -> str:
    names = sides(games)
    if not names:
        return cell_text(row[next(iter(headings(games)), "game_id")])
    half = len(names) // 2
    scores = zip(names[1:half], names[-2 : half - 1 : -1], strict=True)
    one, two = next(
        ((row[one], row[two]) for one, two in scores if pd.notna(row[one]) and pd.notna(row[two])), ("", "")
    )
    return " ".join(
        filter(None, (cell_text(row[names[0]]), cell_text(one), ":", cell_text(two), cell_text(row[names[-1]])))
    )


@with_any_sport
def game_picker(
    date: Any = None,
    sport: str | None = None,
    league: str | None = None,
    *,
    day: Day = "league",
    client: Client | None = None,
) -> GamePicker:
    """Return a widget that selects a game of a day and displays its box score.

    Parameters
    ----------
    date : str or datetime.date, optional
        The league's date, with all games of the evening; by default today, or the last date with rows before it.
    sport : str, optional
        Sport code; by default the first whose games of that date are over or in play, or else are to come.
    league : str, optional
        Soccer league; by default the first.
    day : {"league", "service"}
        ``"service"`` offers the games that start on a UTC date instead, as for `live`.
    client : Client, optional
        Client to use; by default that of the current options.

    Returns
    -------
    GamePicker
        A widget with ``.game``, ``.table``, ``.frame``, ``.code`` and ``.box``. If the day could not be loaded,
        ``.error`` says why, and reading ``.frame`` or ``.box`` raises that error.

    Raises
    ------
    QueryError
        Invalid arguments; no request was sent.

    Examples
    --------
    >>> list(sf.game_picker("2024-06-01", "MLB").box)
    ['games', 'teams', 'periods', 'batting', 'pitching']
    """
    choose(day, ("service", "league"), "day")
    kept = keeping_client(client)
    if sport is None and not is_sport(date):
        sport = in_season(kept, "today" if date is None else date, day)
    when, code = season_and_sport(date, sport)
    return GamePicker(kept, when, code, first_league(code, league), day)
