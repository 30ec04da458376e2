"""A scoreboard of a day's games that updates itself."""

from __future__ import annotations

import html
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date as Date
from functools import partial
from typing import Any

import pandas as pd
import traitlets as t

from .._client.progress import SLOW
from .._display import Shown, headings, line_scores, show, sides, situation, winner
from .._frames.doubleheaders import game_numbers
from .._frames.recognize import is_simulated
from .._pipeline.calls import Day
from .._util.report import html_box
from .._watch import Watch, keys
from ..catalog import SPORTS, answer, layout
from ..catalog.names import is_sport
from ..catalog.statuses import PHASES
from ..errors import SportsframeError, choose
from ..load import Client, keeping_client, season_and_sport, with_any_sport
from .games import cell_text
from .parts import ANSWER, CSS, TICK, Checked, Panel, Show, button, first_league, in_place, line, of_day, row
from .pickers import day_in_season, in_season, next_games

STOP_SECONDS = 5.0
"""Seconds that `stop` waits for an update in progress; a longer one ends by itself and displays nothing."""

LEADERS = 10
"""Players of a tournament on its card."""

GROUPS = {"live": "In play", "paused": "Interrupted", "scheduled": "To come", "finished": "Final"}
"""Headings of the board by the phase of a game that has begun or is to come, in order."""

AHEAD = ("scheduled", "paused")
"""Phases of games without a box score that are yet to begin; the start of one may be delayed."""

OTHERS = "Not played"

PAIRED = ("game_id", "game_date", "game_time", "phase", "away_team", "home_team")
"""Columns that tell the games of a doubleheader."""

MOST_PAUSE = 8
"""If the service fails, the interval doubles up to this multiple of the usual one."""


class Scoreboard(Panel):
    """A table of games that updates itself; created by `scoreboard`.

    Attributes
    ----------
    running : bool
        Whether it is updating.
    updates : int
        Number of updates so far.
    frame : pandas.DataFrame
        The games as of the last update.
    changes : pandas.DataFrame
        The changes found by the last update that found any.
    error : str
        Error message of the last update, also if the board shows an older response instead; empty if it succeeded.
    game : str
        Id of the game whose box score is displayed; empty if none is. A click on a card sets it, or another closes it.
    """

    running = t.Bool(default_value=False, read_only=True)
    updates = t.Int(0, read_only=True).tag(together=True)
    changes = t.Instance(pd.DataFrame, allow_none=True, read_only=True)
    game = Checked("")

    def __init__(self, source: Watch, client: Client) -> None:
        self.watch, self.client = source, client
        self._idle = "", ""
        self._taken = threading.Event()
        self._board = line("sf-scoreboard")
        self._state = line("sf-state")
        self._go = button("Start", "Start updating", self.start)
        self._halt = button("Stop", "Stop updating", self._press_stop)
        self._resumes = False
        self._opened = line("sf-opened")
        buttons = row(self._go, self._halt, self._state)
        super().__init__(buttons, below=[self._opened, self._board])  # an error stands beside the buttons
        self._heard["game"] = self._press_card
        self._view_count = 0  # from now on the browser counts the places where the board is shown
        self._looking = threading.Lock()
        self._looked = 0.0
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._show_running({"new": False})
        self.look()

    def __repr__(self) -> str:
        return f"<scoreboard {self.watch!r}>"

    @t.observe("running")
    def _show_running(self, change: Any) -> None:
        pressed, other = (self._go, self._halt) if change["new"] else (self._halt, self._go)
        other.disabled = False  # first, so that the focus can go to it
        pressed.disabled = True

    @t.observe("_view_count")
    def _show_seen(self, change: Any) -> None:
        """Stop updating when the last view is gone, and go on when there is one again."""
        if change["old"] and not change["new"] and self.running:
            self._resumes = True
            self._give_up()
        elif change["new"] and self._resumes:
            self.start()

    @t.observe("frame")
    def _show_frame(self, change: Any) -> None:
        """The board itself displays the games, and the box score of one of them."""
        self._show_game()

    @t.validate("game")
    def _known_game(self, proposal: Any) -> str:
        return proposal["value"] and choose(proposal["value"], list(self.watch.frame["game_id"]), "game of that date")

    def _press_card(self, game: str) -> None:
        self.game = "" if game == self.game else game

    @t.observe("game")
    def _show_game(self, change: Any = None) -> None:
        """Display the box score of the chosen game, from the rows of the last update."""
        printed = [name for name, lay in answer(self.watch.sport, "live").layouts.items() if lay.table.printed]
        tables = (self.watch.rows_of(name) for name in printed) if self.game else ()
        boxes = [show(rows[rows["game_id"] == self.game]) for rows in tables]
        sections = [section for box in boxes for section in box.sections if len(section.frame)]
        box = html_box('<div class="sf-note">No box score yet.</div>', label="Box score")
        if sections:
            box = Shown(sections, "", boxes[-1].note, label=f"Box score: {sections[0].game}")._repr_html_()
        self._opened.value = self.game and f'<div data-opened="{html.escape(self.game)}">{box}</div>'
        self._keep()

    def _instead(self) -> str:
        return "; set game, or call start(), stop() or look()"

    def look(self) -> None:
        """Update once; updates never overlap."""
        self._show_loaded()  # an update that waits for the page
        self._look(threading.Event(), in_page=False)

    def _show_in_page(self, show: Show, stop: threading.Event) -> None:
        """Show an update that nobody pressed a button for in a message of the page."""
        with self._one_at_a_time:
            if stop.is_set():
                return
            self._taken.clear()
            asked = self._hand_over(show)
        if asked:
            self._taken.wait(ANSWER)
        self._show_loaded()

    def _end(self) -> None:
        super()._end()
        self._taken.set()

    def _look(self, stop: threading.Event, *, in_page: bool = True) -> None:
        with self._looking:
            if stop.is_set():
                return
            began = self.watch.setting.elapsed()
            try:
                with self._timed(stop):
                    found = self.watch.poll()
                    show = partial(self._show, found, self._rows(found), self._told(found))
            except SportsframeError as error:
                show = partial(self._fail, in_place(error, self.watch.day))
            if not stop.is_set():
                self._looked = began
                if in_page:
                    self._show_in_page(show, stop)
                else:
                    with self._together():
                        show()

    def _show(self, found: pd.DataFrame, rows: str, told: str) -> None:
        self._tell_result(error=of_day(self.watch.failure, self.watch.day))
        if len(found):
            self._tell_result(changes=found)
        self._board.value = rows
        self._said.value = told or self._said.value
        since = self.watch.stale_since
        count = self.updates + (since is None)
        said = f"update {count}" if since is None else "no newer response"
        at = since or self.watch.setting.moment()
        self._state.value = html.escape(f"as of {at:%Y-%m-%d %H:%M:%S} UTC, {said}")
        self._tell_result(frame=self.watch.frame, updates=count)

    @contextmanager
    def _timed(self, stop: threading.Event) -> Iterator[None]:
        """Tell how long the service takes to respond, until it does or nobody waits any more."""
        responded = threading.Event()
        began = time.monotonic()

        def tell() -> None:
            while not responded.wait(TICK):
                with self._one_at_a_time:
                    if stop.is_set():
                        return
                    if (seconds := time.monotonic() - began) >= SLOW:
                        self._tell("Updating …")
                        self._tell_seconds(seconds)

        telling = threading.Thread(target=tell, daemon=True, name="sportsframe-board-seconds")
        telling.start()
        try:
            yield
        finally:
            responded.set()
            telling.join()
            if not stop.is_set():
                self._tell_nothing()

    def _tell_nothing(self) -> None:
        self._tell("")
        self._far.value = ""

    def start(self) -> Scoreboard:
        """Update at the given interval until `stop` is called or the day's games are over."""
        self._resumes = False
        if not self.running:
            self._stop = threading.Event()
            self._tell_result(running=True)
            self._thread = threading.Thread(
                target=self._follow, args=(self._stop,), daemon=True, name="sportsframe-board"
            )
            self._thread.start()
        return self

    def stop(self) -> None:
        """Stop updating. An update in progress is discarded."""
        thread = self._thread
        self._give_up()
        if thread is not None and thread is not threading.current_thread():
            thread.join(STOP_SECONDS)

    def _press_stop(self) -> None:
        self._resumes = False
        self._give_up()

    def _give_up(self) -> None:
        """Stop updating; nobody waits for an update in progress, which displays nothing."""
        with self._one_at_a_time:
            self._stop.set()
            self._end()
            self._tell_nothing()
        self._looking = threading.Lock()
        self.watch.abandon()
        self._thread = None
        self._tell_result(running=False)

    def retry(self) -> None:
        """Update now."""
        self.look()

    def close(self) -> None:
        """Stop updating and close the widget."""
        if self.comm is not None:
            self._give_up()
            self.watch.stop()
        super().close()

    def _follow(self, stop: threading.Event) -> None:
        pause = 1
        passed = self.watch.setting.elapsed() - self._looked
        wait = max(self.watch.every - passed, 0.0)  # who starts it again sees the games as they are
        try:
            while not self.watch.setting.wait(wait, stop):
                self._look(stop)
                if not self.error and self._over():
                    break
                pause = min(pause * 2, MOST_PAUSE) if self.error else 1
                wait = self.watch.every * pause
        finally:
            if self._stop is stop:
                self._tell_result(running=False)

    def _over(self) -> bool:
        """Whether every game is over; not if the schedule, which says so, cannot be loaded."""
        try:
            with self._timed(self._stop):
                return self.watch.over
        except SportsframeError as error:
            self._fail(in_place(error, self.watch.day))
            return False

    def _rows(self, found: pd.DataFrame) -> str:
        """Return the games as cards: those in play or interrupted, those to come, and those that are over."""
        frame = self.watch.frame
        fresh = set(zip(found["game_id"], found["column"], strict=True)) if self.updates else set()
        born = set(found.loc[found["change"] == "new", "game_id"]) if self.updates else set()
        fresh |= {(game, name) for game in born for name in frame.columns}
        cards: dict[str, list[str]] = {group: [] for group in (*GROUPS.values(), OTHERS)}
        read = {name: self.watch.rows_of(name) for name in answer(self.watch.sport, "live").layouts}
        tables = {name: rows.drop_duplicates(keys(rows)) for name, rows in read.items()}
        ahead = self._ahead()
        for game in self._by_start(frame, ahead):
            group = GROUPS.get(cell_text(game.get("phase")), OTHERS)
            cards[group].append(card(game, self.watch.sport, tables, fresh))
        cards["To come"] += [to_come(game) for game in self._by_start(ahead, frame)]
        made_up = "; simulated data" if is_simulated(frame) or is_simulated(ahead) else ""
        marked = ", changes highlighted" if any(cards.values()) else ""
        title = html.escape(
            " ".join(filter(None, (self.watch.sport, self.watch.league, self.watch.day))) + marked + made_up
        )
        shown = "".join(
            f'<p class="sf-group"><b>{group}</b></p><div class="sf-cards">{"".join(made)}</div>'
            for group, made in cards.items()
            if made
        )
        return f'<div class="sf-board"><div class="sf-note">{title}</div>{shown or self._no_games()}</div>'

    def _no_games(self) -> str:
        """Return that there are no games on the day, and on which the next ones are."""
        if self._idle[0] != (day := self.watch.day):
            there = next_games(
                self.client, self.watch.sport, self.watch.league or "", Date.fromisoformat(day), self.watch.reading
            )
            self._idle = day, f" The next games are on {there}." if there else ""
        return f"No games on that date.{self._idle[1]}"

    def _told(self, found: pd.DataFrame) -> str:
        """Return the games whose score changed, or that ended, for screen readers; empty at first."""
        who, name = sides(self.watch.frame), next(iter(headings(self.watch.frame)), "")
        ended = (found["column"] == "phase") & (found["after"] == "finished")
        games = set(found.loc[found["column"].isin(who[1:-1]) | ended, "game_id"]) if self.updates else set()
        rows = (game for game in self._by_start(self.watch.frame) if game["game_id"] in games)
        return html.escape("; ".join(result(game, who, name) for game in rows))

    def _by_start(self, games: pd.DataFrame, others: pd.DataFrame | None = None) -> list[dict[str, Any]]:
        """Return games by their start, each once, with its number if it is of a doubleheader, also with another."""
        games = games.drop_duplicates("game_id")
        every = [rows[[name for name in PAIRED if name in rows]] for rows in (games, others) if rows is not None]
        numbered = game_numbers(pd.concat(every))
        rows: list[dict[str, Any]] = games.sort_values("game_time", kind="stable").to_dict("records")  # type: ignore[assignment]
        return [{**self._in_sets(row), "game_number": numbered.get(row["game_id"], "")} for row in rows]

    def _in_sets(self, game: dict[str, Any]) -> dict[str, Any]:
        """Return a match in play with its sets, and the legs of the set, which are not sent until it ends."""
        sets = SPORTS[self.watch.sport].rules.sets
        if (
            sets is None
            or game.get("phase") != "live"
            or game.get("format") != "set"
            or pd.notna(game["player_1_sets"])
        ):
            return game
        legs = self.watch.rows_of("legs")
        winners = legs.loc[legs["game_id"] == game["game_id"]].sort_values("leg")["winner_id"].dropna().tolist()
        found = sets.so_far(game["game_id"], winners)
        if found is None or len(winners) != game["player_1_legs"] + game["player_2_legs"]:
            return game
        counted = {
            f"{one}_{name}": count[game[f"{one}_id"]]
            for one in ("player_1", "player_2")
            for name, count in zip(("sets", "legs"), found, strict=True)
        }
        number, leg = (sum(count.values()) + 1 for count in found)
        return {**game, **counted, "game_status": f"Set {number}, leg {leg}"}

    def _ahead(self) -> pd.DataFrame:
        """Return the games of the day that have not started."""
        try:
            games = self.watch.schedule()
        except SportsframeError:
            return self.watch.frame.head(0)  # the games in play are displayed; those to come are optional
        return games[~games["game_id"].isin(self.watch.frame["game_id"]) & games["phase"].isin(AHEAD)]

    def _plain(self) -> str:
        state = f'<div class="sf-note">{self._state.value}</div>'
        return f"{CSS}{state}{self._error.value}{self._opened.value}{self._board.value}"


def card(game: dict[str, Any], sport: str, tables: dict[str, pd.DataFrame], fresh: set[tuple[Any, Any]]) -> str:
    """Return a game as HTML: its status, its line score or leaders, and the state of play."""
    games = tables[next(iter(tables))]
    who, name = sides(games), next(iter(headings(games)), "")
    shown_of = ("periods", "teams") if who else ("players",)
    own = {table: tables[table][tables[table]["game_id"] == game["game_id"]] for table in shown_of if table in tables}
    if who:
        body = _line_score(game, sport, own, who, fresh)
    else:
        shown = show(own["players"], rows=LEADERS) if "players" in own else None
        body = f"<div><b>{html.escape(cell_text(game.get(name)))}</b></div>" + (
            shown.sections[0].html() if shown and shown.sections else ""
        )
    told = situation(game, layout(sport, "live", next(iter(tables))).table.situation)
    more = f'<div class="sf-more">{html.escape(told)}</div>' if told else ""
    when = f'<p class="sf-when"><span>{html.escape(status_of(game))}</span></p>'
    marks = f'data-game="{html.escape(str(game["game_id"]))}" data-result="{html.escape(result(game, who, name))}"'
    return f'<div class="sf-card{"" if who else " sf-list"}" {marks}>{when}{body}{more}</div>'


def status_of(game: dict[str, Any]) -> str:
    """Return the status of a game in words, after its number if it is of a doubleheader."""
    shown, phase, status = (cell_text(game.get(name)) for name in ("game_status", "phase", "status"))
    if phase in ("live", "paused") and isinstance(number := game.get("round"), int):
        shown = shown or _round(number, cell_text(game.get("round_status")))
    shown = shown or ("" if phase == "paused" else GROUPS.get(phase, status))
    why = status if phase == "paused" and status.casefold() not in shown.casefold() else ""
    told = f"{shown}, {why}" if shown and why else shown or why.capitalize()
    return ", ".join(filter(None, (game.get("game_number"), told)))


def _round(number: int, status: str) -> str:
    """Return the round of a tournament in words, with its status if it is over or followed by a playoff."""
    ended = PHASES.get(status) == "finished"
    return f"Round {number}" + (f" {status}" if ended else f", {status}" if status not in PHASES and status else "")


def by_side(game: dict[str, Any], who: tuple[str, ...]) -> list[tuple[str, list[str], Any]]:
    """Return for each side of a game the columns of its name and its scores, and its score; None if it has none."""
    half = len(who) // 2
    rows = [(who[0], list(who[1:half])), (who[-1], list(reversed(who[half:-1])))]
    return [
        (name, names, next((game[score] for score in names if pd.notna(game.get(score))), None)) for name, names in rows
    ]


def result(game: dict[str, Any], who: tuple[str, ...], name: str) -> str:
    """Return a game in words: its sides with their scores, or its name, and its status."""
    told = [cell_text(game.get(name))]
    if who:
        told = [
            f"{cell_text(game[name])} {'' if score is None else score}".strip() for name, _, score in by_side(game, who)
        ]
    return ", ".join(filter(None, (*told, status_of(game))))


def _line_score(
    game: dict[str, Any], sport: str, own: dict[str, pd.DataFrame], who: tuple[str, ...], fresh: set[tuple[Any, Any]]
) -> str:
    """Return the two sides of a game, with their scores by period and in all, the winner of a finished one in bold."""
    rows = by_side(game, who)
    (heading, _), *more = SPORTS[sport].rules.totals
    periods: list[str] = []
    by_period: list[list[str]] = [[], []]
    if "periods" in own and len(own["periods"]):
        section = next(line_scores(own["periods"], sport, None), None)
        if section is not None and len(section.frame) == 2:
            periods = [str(name) for name in section.frame.columns[1:] if name != heading]
            by_period = section.frame[periods].to_numpy().tolist()
    teams = own.get("teams", pd.DataFrame())
    records = dict(zip(teams["team"], teams["record"], strict=True)) if "record" in teams.columns else {}
    more = [(head, name) for head, name in more if name in teams.columns]
    counts = teams.set_index("team") if more else teams
    body = ""
    for at, (name, names, _) in enumerate(rows):
        won = winner(game, who) == at
        record = cell_text(records.get(game[name]))
        label = html.escape(cell_text(game[name])) + (f" <small>{html.escape(record)}</small>" if record else "")
        cells = "".join(f'<td class="n">{html.escape(cell)}</td>' for cell in by_period[at])
        for score in names:
            marks = f"n s{' new' * ((game['game_id'], score) in fresh)}"
            if cell_text(game.get(score)):
                cells += f'<td class="{marks}"><b>{html.escape(cell_text(game[score]))}</b></td>'
        for _, total in more:
            cells += f'<td class="n">{html.escape(cell_text(counts[total].get(game[name])))}</td>'
        body += f'<tr><td role="rowheader">{f"<b>{label}</b>" if won else label}</td>{cells}</tr>'
    counted = [name for name in rows[0][1] if cell_text(game.get(name))]
    totals = [name.rsplit("_", 1)[-1] if len(who) > 4 else heading for name in counted]
    totals += [name for name, _ in more]
    head = "".join(f'<th scope="col" class="n">{text}</th>' for text in (*periods, *totals))
    return f'<table class="sf-show"><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table>'


def to_come(game: dict[str, Any]) -> str:
    """Return a scheduled game as HTML, with its start, which the browser shows in the time zone of the reader."""
    start = "No start time yet"
    if pd.notna(game["game_time"]):
        start = f'<time datetime="{game["game_time"]:%Y-%m-%dT%H:%M:%SZ}">{game["game_time"]:%H:%M} UTC</time>'
    names = [game[name] for name in sides(pd.DataFrame([game])) if pd.notna(game[name])]
    names = names or [cell_text(game.get("tournament"))]
    told = "".join(f"<div>{html.escape(str(name))}</div>" for name in names)
    number = f" {game['game_number']}" if game.get("game_number") else ""
    late = f", {html.escape(str(game['status']))}" if game.get("phase") == "paused" else ""
    return f'<div class="sf-card"><p class="sf-when"><span>{start}{number}{late}</span></p>{told}</div>'


@with_any_sport
def scoreboard(
    date: Any = None,
    sport: str | None = None,
    *,
    league: str | None = None,
    day: Day = "league",
    every: float = 30.0,
    start: bool = True,
    client: Client | None = None,
) -> Scoreboard:
    """Return a scoreboard of a day's games that updates itself.

    Parameters
    ----------
    date : str or datetime.date, optional
        The league's date, with all games of the evening; for golf any day of the tournament. By default today, or, if
        no sport has games today, the last date with games.
    sport : str, optional
        Sport code; by default the first whose games of that date are over or in play, or else are to come.
    league : str, optional
        Soccer league; by default the first.
    day : {"league", "service"}
        ``"service"`` displays the games that start on a UTC date instead, as for `live`.
    every : float, default 30
        Seconds between updates, from 5 to 86400.
    start : bool
        Whether to start updating immediately.
    client : Client, optional
        Client to use; by default that of the current options.

    Returns
    -------
    Scoreboard
        A widget with ``.start()``, ``.stop()``, ``.frame`` and ``.changes``.

    Raises
    ------
    QueryError
        Invalid arguments; no request was sent.

    Examples
    --------
    >>> board = sf.scoreboard("2024-06-01", "MLB")
    >>> board.stop()
    >>> board.running
    False
    """
    choose(day, ("service", "league"), "day")
    kept = keeping_client(client)
    if sport is None and not is_sport(date):
        sport = in_season(kept, "today" if date is None else date, day)
        date = day_in_season(kept, sport, day) if date is None else date
    when, code = season_and_sport(date, sport)
    source = kept.watch(when or "today", code, league=first_league(code, league), day=day, every=every)
    board = Scoreboard(source, kept)
    return board.start() if start else board
