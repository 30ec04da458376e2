"""Changes since the last poll; the specification (6) has no subscriptions."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Iterator
from datetime import datetime
from typing import Any

import pandas as pd

from ._client.answer import Fetched
from ._client.clock import is_number
from ._client.fetch import fetch, leave
from ._client.query import Query
from ._client.settings import Settings
from ._frames.decode import Records
from ._frames.flatten import flatten
from ._pipeline.calls import Call, Day, questions
from ._pipeline.loading import gathered
from ._pipeline.provenance import empty_means, provenance_attrs
from ._pipeline.reading import read
from ._util.report import html_card
from .catalog import layout
from .catalog.tables import KEY_ORDER
from .errors import ConfigError, NotFound, QueryError, quoted

LEAST = 5.0
"""Seconds between two polls: more frequent ones find nothing new."""

MOST = 86_400.0
"""A watch follows one day."""

OPEN = ("scheduled", "live", "paused")
TOLD_OF_GAMES = (
    "sport", "league", "season", "season_type", "week", "game_date", "game_time", "phase", "team", "opponent_id",
    "opponent", "player", "set",
)  # fmt: skip
"""Key columns that say more of a row than which one it is, and may change."""

CHANGE_COLUMNS = ("change", "column", "before", "after", "when")


class Watch(Iterator[pd.DataFrame]):
    """Changes in one day's box scores, poll by poll; made by `watch`.

    Attributes
    ----------
    frame : pandas.DataFrame
        The table as last seen.
    stale_since : datetime or None
        When the response was fetched that stands in for one which did not arrive at the last poll; GMT.
    failure : str
        Why none arrived; empty if one did.
    looks : int
        How often the service was asked.
    flattened : int
        How often a response differed from the one before and was read.
    """

    def __init__(
        self,
        setting: Settings,
        sport: str,
        date: Any,
        table: str,
        league: str | None,
        game_id: str | None,
        every: float,
        day: Day = "league",
    ) -> None:
        if not is_number(every, LEAST, MOST):
            raise QueryError(f"every={quoted(every)} is not a number of seconds from {LEAST:g} to {MOST:.0f}.")
        self.setting = setting
        self.sport = sport
        self.table = layout(sport, "live", table).table.name
        self.every = float(every)
        self.reading: Day = day
        self._asked = questions(Call(setting, "live", sport, date, league=league, day=day), {})
        dated = [query for query in self._asked.queries if query not in self._asked.beside]
        if len(dated) != 1:
            raise QueryError("watch follows a single date; for several use live(...).")
        self._query = dated[0]
        self._game = game_id
        self._bodies: dict[Query, bytes] | None = None
        self._stop = threading.Event()
        self._asking = object()
        self.stale_since: datetime | None = None
        self.failure = ""
        self.looks = 0
        self.flattened = 0
        self.frame = self._read({})

    def __reduce__(self) -> Any:
        raise TypeError("a watch cannot be pickled; start one in the other process with watch(...)")

    def __repr__(self) -> str:
        state = "stopped" if self._stop.is_set() else f"every {self.every:g} s"
        rows = f"{len(self.frame)} row{'s' * (len(self.frame) != 1)}, {self.looks} poll{'s' * (self.looks != 1)}"
        return f"<watch {self._query} {self.table}: {rows}, {state}>"

    def _repr_html_(self) -> str:
        facts = {
            "date": self.day,
            "league": self.league or "",
            "table": f"{self.table}, {len(self.frame)} rows",
            "polls": f"{self.looks}, {self.flattened} with changes" if self.looks else "none yet",
            "interval": f"{self.every:g} s",
            "state": "stopped" if self._stop.is_set() else "",
        }
        return html_card(f"watch: {self.sport}", facts)

    def _read(self, answers: dict[Query, Fetched | None]) -> pd.DataFrame:
        found = Records([], self._query.key)
        for query, answer in answers.items():
            found = found.joined(read(answer, query, self.setting, "report"))
        self._records = self._asked.kept(found)
        return self.rows_of(self.table)

    def rows_of(self, table: str) -> pd.DataFrame:
        """Return a table of the last response.

        Parameters
        ----------
        table : str
            Name of the table.

        Returns
        -------
        pandas.DataFrame, shape (n_rows, n_columns)
        """
        frame = flatten(self._records, self.sport, "live", layout(self.sport, "live", table).table.name)
        if self._game is not None:
            frame = frame[frame["game_id"] == self._game].reset_index(drop=True)
        frame.attrs = self._attrs()
        return frame

    def _attrs(self) -> dict[Hashable | None, Any]:
        try:
            return provenance_attrs(self.setting, empty_means(self.setting, "live"), self.stale_since)
        except ConfigError:  # which a poll raises
            return {}

    def _fetch(self, query: Query) -> Fetched | None:
        """The response to one of the queries; of a game of several days, earlier ones as often as they change."""
        earlier = self._asked.lasts > 1 and query.segment < self._query.segment
        try:
            return fetch(query, self.setting if earlier else self.setting.with_values(max_age=0))
        except NotFound:
            if self._asked.may_be_ahead(query):
                return None
            raise

    def poll(self) -> pd.DataFrame:
        """Poll once, now.

        Returns
        -------
        pandas.DataFrame, shape (n_changes, n_keys + 5)
            Keys of the row, ``change`` (``new``, ``changed`` or ``gone``), ``column``, ``before``, ``after`` and
            ``when`` (the clock, GMT). Empty where nothing changed; an unchanged response is not even read.
        """
        asking = self._asking
        answers = {query: self._fetch(query) for query in self._asked.queries}
        if self._asking is not asking:
            return changes(self.frame, self.frame, self.setting.moment())
        bodies = {query: answer.body if answer else b"" for query, answer in answers.items()}
        self.looks += 1
        stale = [answer for answer in answers.values() if answer and answer.stale]
        self.stale_since = min((answer.fetched_at for answer in stale), default=None)
        self.failure = next((answer.instead_of for answer in stale), "")
        if bodies == self._bodies:
            self.frame.attrs = self._attrs()
            return changes(self.frame, self.frame, self.setting.moment())
        self._bodies = bodies
        before, self.frame = self.frame, self._read(answers)
        self.flattened += 1
        return changes(before, self.frame, self.setting.moment())

    def stop(self) -> None:
        """End the watch; a wait under way ends at once, and nobody else waits for a request that it has sent."""
        self._stop.set()
        self.abandon()

    def abandon(self) -> None:
        """Let nobody wait for a poll under way, which changes nothing any more."""
        self._asking = object()
        leave([*self._asked.queries, *questions(self._planned, {}).queries], self.setting)

    @property
    def day(self) -> str:
        """The day that is followed, as it is asked for."""
        return self._query.segment

    @property
    def league(self) -> str | None:
        """The league, for soccer."""
        return self._query.league

    def schedule(self) -> pd.DataFrame:
        """The games of the day as they are planned."""
        return gathered(self._planned)

    @property
    def _planned(self) -> Call:
        return Call(
            self.setting, "schedule", self.sport, self.day, league=self.league, day=self.reading, progress=False
        )

    @property
    def over(self) -> bool:
        """Whether every game of the day is finished or off."""
        games = self.schedule()
        if self._game is not None:
            games = games[games["game_id"] == self._game]
        return not games["phase"].isin(OPEN).any()

    def __iter__(self) -> Watch:
        return self

    def __next__(self) -> pd.DataFrame:
        while not self._stop.is_set():
            if self.looks and self.setting.wait(self.every, self._stop):
                break
            ended = not self.looks and self.over  # a day that is over is polled once, without a wait
            found = self.poll()
            if ended or (not len(found) and self.over):
                self._stop.set()
            if len(found):
                return found
        raise StopIteration


def keys(frame: pd.DataFrame) -> list[str]:
    """The columns that tell the rows of a table apart; not ``set`` of darts, which is renamed after the match."""
    names = [name for name in KEY_ORDER if name in frame.columns and name not in TOLD_OF_GAMES]
    return ["game_id", *(name for name in names if name != "game_id")]


def changes(before: pd.DataFrame, after: pd.DataFrame, when: datetime) -> pd.DataFrame:
    """The cells in which two frames of one table differ.

    Parameters
    ----------
    before, after : pandas.DataFrame
        Two responses to one query.
    when : datetime
        Put into the ``when`` column.

    Returns
    -------
    pandas.DataFrame, shape (n_changes, n_keys + 5)
    """
    names = keys(after)
    old, new = _indexed(before, names), _indexed(after, names)
    both = new.index.intersection(old.index, sort=False) if before is not after else new.index[:0]
    parts = [
        _whole(new.index.difference(old.index, sort=False), "new"),
        _whole(old.index.difference(new.index, sort=False), "gone"),
    ]
    old_rows, new_rows = old.loc[both], new.loc[both]
    for column in new.columns.intersection(old.columns, sort=False) if len(both) else ():
        a, b = old_rows[column].astype(object), new_rows[column].astype(object)
        differ = ~((a == b).fillna(False).astype(bool) | (a.isna() & b.isna()))
        if differ.any():
            parts.append(pd.DataFrame({"change": "changed", "column": column, "before": a[differ], "after": b[differ]}))
    found = pd.concat([part for part in parts if len(part)] or [parts[0]])
    found = found.reset_index().drop(columns="nth", errors="ignore")
    found["when"] = pd.Timestamp(when).as_unit("us")
    typed = {name: after[name].dtype for name in names} | dict.fromkeys(
        ("change", "column"), pd.StringDtype(na_value=float("nan"))
    )
    return found.reindex(columns=[*names, *CHANGE_COLUMNS]).astype(typed | {"when": "datetime64[us, UTC]"})


def _indexed(frame: pd.DataFrame, names: list[str]) -> pd.DataFrame:
    index = [*names, "nth"]
    return frame.assign(nth=frame.groupby(names, observed=True, dropna=False).cumcount()).set_index(index)


def _whole(index: pd.Index, change: str) -> pd.DataFrame:
    cells: dict[str, Any] = {"change": change, "column": None, "before": None, "after": None}
    return pd.DataFrame(cells, index=index, dtype=object)
