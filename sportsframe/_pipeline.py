"""From questions to one frame: fetch them, keep the day asked for, flatten in batches, lose nothing on the way."""

from __future__ import annotations

import sys
from collections.abc import Collection, Hashable
from dataclasses import replace
from datetime import date as Date
from datetime import timedelta
from typing import Any, Literal

import pandas as pd

from . import catalog
from ._client import settings
from ._client.fetch import Fetched, fetch, fetch_many, journal
from ._client.query import Query, ask, days
from ._frames.arrays import TEXT, day_label
from ._frames.decode import Records, Validate, records
from ._frames.flatten import flatten
from .catalog import SPORTS, Layout, layout
from .catalog.resources import ByDate, BySeason
from .catalog.simulated import WORLD_VERSION
from .errors import NotFound, PartialResult, PayloadError, SportsframeError, choose

Day = Literal["service", "league"]
OnError = Literal["raise", "skip"]

BATCH = 400
"""Records flattened at once while a range streams in: bounds the memory, pays the fixed costs seldom."""

EMPTY_MEANS = "no game that day, a season not published, or a sport the token does not cover"

_said = False


def provenance() -> dict[str, Any]:
    """What every frame of the present source carries in ``attrs["sportsframe"]``."""
    source = settings.current().source()
    return {
        "source": "simulated" if source.simulated else "service",
        "address": source.address,
        "world": WORLD_VERSION if source.simulated else None,
        "catalog": catalog.VERSION,
        "empty_means": EMPTY_MEANS,
    }


def answers(sports: Collection[str] | None = None) -> pd.DataFrame:
    """The answers this process has used of the present source: what was asked, when it was fetched, how good it is.

    Parameters
    ----------
    sports : collection of str, optional
        Only of these sports.

    Returns
    -------
    pandas.DataFrame, shape (n_answers, 4)
        ``asked`` (path and parameters, never the token), ``fetched_at`` (UTC), ``stale`` (older than its lifetime
        because the service could not be asked), ``empty`` (nothing to return: `EMPTY_MEANS` says why that may be).
    """
    notes = journal.get(settings.current().source().address, {})
    rows = [
        (asked, note.fetched_at, note.stale, note.empty)
        for asked, note in notes.items()
        if sports is None or set(note.query.sport.split("-")) & set(sports)
    ]
    frame = pd.DataFrame(rows, columns=["asked", "fetched_at", "stale", "empty"])
    kinds: Any = {"asked": TEXT, "fetched_at": "datetime64[us, UTC]", "stale": "boolean", "empty": "boolean"}
    return frame.astype(kinds)


def say_simulated() -> None:
    """Tell the user once a process that the data are made up."""
    global _said
    if not _said and settings.current().source().simulated:
        _said = True
        print(
            "sportsframe: simulated data, fictional teams and people, from the built-in service; "
            "set RSC_TOKEN and SPORTSFRAME_BASE_URL to ask a real one.",
            file=sys.stderr,
        )


def provenance_attrs() -> dict[Hashable | None, Any]:
    """The ``attrs`` of a frame of the present source."""
    return {"sportsframe": provenance()}


def collect(queries: list[Query], sport: str, refresh: bool) -> Records:
    """The records of several live answers; a day the service calls future holds none."""
    found = Records([], SPORTS[sport].keys[0])
    for query, answer in zip(queries, fetch_many(queries, refresh=refresh), strict=True):
        if isinstance(answer, NotFound):
            continue
        if isinstance(answer, SportsframeError):
            raise answer
        found = found.joined(read(answer, query, "report"))
    return found


def questions(
    resource: str, sport: str, asked: Any, day: Day, league: str | None, ids: dict[str, Any]
) -> tuple[list[Query], set[str] | None]:
    """The queries behind a call, and the day labels to keep (None: all)."""
    choose(day, ("service", "league"), "day")
    many = parts(resource, sport, asked)
    queries = [ask(resource, sport, part, league=league, **ids) for part in many]
    if day == "service" or not isinstance(catalog.RESOURCES[resource].segment, ByDate):
        return queries, None
    wanted = {query.segment for query in queries}
    nights = {(Date.fromisoformat(text) + timedelta(days=1)).isoformat() for text in wanted} - wanted
    return queries + [ask(resource, sport, text, league=league, **ids) for text in sorted(nights)], wanted


def parts(resource: str, sport: str, asked: Any) -> list[Any]:
    """The dates or seasons of a call, each a question of its own."""
    catalog.answer(sport, resource)
    match catalog.RESOURCES[resource].segment:
        case ByDate():
            dates = days(asked, sport=sport, resource=resource)
            return [asked] if dates is None else dates
        case BySeason():
            return list(asked) if isinstance(asked, (list, range, set, tuple)) else [asked]
    return [asked]


def fetch_one(query: Query, refresh: bool, optional: bool = False) -> Fetched | None:
    try:
        return fetch(query, refresh=refresh)
    except NotFound:
        # The day after the league's day may lie in the future, which some services call not found.
        if optional:
            return None
        raise


def read(answer: Fetched | None, query: Query, validate: Validate) -> Records:
    if answer is None or not answer.body:
        return Records([], query.key)
    return records(answer.body, query.sport, query.resource, query.key, validate=validate)


def of_days(found: Records, wanted: set[str] | None) -> Records:
    if wanted is None:
        return found
    rows = [row for row in found.rows if day_label(row.game_id, row.game_time) in wanted]
    return replace(found, rows=rows)


def _own_filters(lay: Layout, sport: str, resource: str, ids: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split ids into those the service takes and those that select rows of the table here."""
    given = {name: value for name, value in ids.items() if value is not None}
    sent = {p.name for p in catalog.params(sport, resource)}
    ours: dict[str, Any] = {}
    names = {column.name for column in lay.columns}
    for name in list(given):
        holds = name in names or (name == "team_id" and "home_team_id" in names)
        if name not in sent and SPORTS[sport].is_team_sport and name != "event_id" and holds:
            ours[name] = given.pop(name)
    return given, ours


def _select(frame: pd.DataFrame, ours: dict[str, Any]) -> pd.DataFrame:
    for name, value in ours.items():
        if name == "team_id" and "home_team_id" in frame.columns:
            keep = (frame["home_team_id"] == value) | (frame["away_team_id"] == value)
        else:
            keep = frame[name] == value
        frame = frame[keep.fillna(False).astype(bool)].reset_index(drop=True)
    return frame


def gather(
    resource: str,
    sport: str,
    asked: Any,
    table: str | None,
    *,
    league: str | None,
    ids: dict[str, Any],
    day: Day = "service",
    workers: int | None = None,
    progress: bool | None = None,
    refresh: bool = False,
    on_error: OnError = "raise",
    validate: Validate = "report",
) -> pd.DataFrame:
    """The road for one table: check the question, fetch its answers, flatten them, keep the rows asked for."""
    lay = layout(sport, resource, table)
    choose(on_error, ("raise", "skip"), "on_error")
    sent, ours = _own_filters(lay, sport, resource, ids)
    queries, wanted = questions(resource, sport, asked, day, league, sent)
    choose(validate, ("report", "strict"), "validate")
    say_simulated()
    loading = Loading(sport, resource, lay.table.name, len(queries), wanted, ours, validate)
    if len(queries) == 1:
        found = read(fetch(queries[0], refresh=refresh), queries[0], validate)
        return loading.finish([flatten(of_days(found, wanted), sport, resource, loading.table)])
    optional = {query for query in queries if wanted is not None and query.segment not in wanted}
    parts: list[pd.DataFrame | Query] = list(queries)
    return loading.run(parts, optional, on_error, workers=workers, progress=progress, refresh=refresh)


class Loading:
    """A load of many answers that can stop anywhere and go on later."""

    def __init__(
        self,
        sport: str,
        resource: str,
        table: str,
        asked: int,
        wanted: set[str] | None,
        ours: dict[str, Any],
        validate: Validate,
    ) -> None:
        self.sport = sport
        self.resource = resource
        self.table = table
        self.asked = asked
        self.wanted = wanted
        self.ours = ours
        self.validate = validate

    def finish(self, parts: list[pd.DataFrame]) -> pd.DataFrame:
        """One frame out of the parts, of no rows where there are none."""
        parts = parts or [flatten(Records([], ""), self.sport, self.resource, self.table)]
        frame = _select(concat(parts), self.ours)
        frame.attrs = provenance_attrs()
        return frame

    def run(
        self, parts: list[pd.DataFrame | Query], optional: set[Query], on_error: OnError, **how: Any
    ) -> pd.DataFrame:
        """Replace the queries among `parts` by their frames, in place and in order."""
        answers = fetch_many([part for part in parts if isinstance(part, Query)], **how)
        done: list[pd.DataFrame | Query] = []
        causes: dict[Any, BaseException] = {}
        batch, taken = Records([], ""), 0

        def flush() -> None:
            nonlocal batch
            if batch.rows:
                done.append(flatten(of_days(batch, self.wanted), self.sport, self.resource, self.table))
            batch = Records([], "")

        try:
            for i, part in enumerate(parts):
                found = part if isinstance(part, pd.DataFrame) else self._next(answers, part, part in optional)
                if isinstance(found, Records):
                    batch, taken = batch.joined(found), i + 1
                    if len(batch.rows) < BATCH:
                        continue
                flush()
                if isinstance(found, SportsframeError) and isinstance(part, Query):
                    causes[part.segment] = found
                if not isinstance(found, Records):
                    taken = i + 1
                    done.append(part)
        except KeyboardInterrupt as stop:
            answers.close()
            causes.update((part.segment, stop) for part in parts[taken:] if isinstance(part, Query))
        flush()
        done += parts[taken:]
        return self._judged(done, causes, optional, on_error, how)

    def _judged(
        self,
        done: list[pd.DataFrame | Query],
        causes: dict[Any, BaseException],
        optional: set[Query],
        on_error: OnError,
        how: dict[str, Any],
    ) -> pd.DataFrame:
        """The frame if nothing is missing, or what is there with the means to go on."""
        frame = self.finish([part for part in done if isinstance(part, pd.DataFrame)])
        missing = [part.segment for part in done if isinstance(part, Query)]
        if not missing:
            return frame
        stopped = any(isinstance(cause, KeyboardInterrupt) for cause in causes.values())
        if on_error == "skip" and not stopped:
            frame.attrs["sportsframe_missing"] = missing
            return frame
        first = next(iter(causes.values()))
        why = "stopped by the user" if stopped else str(first)
        raise PartialResult(
            f"{len(missing)} of {self.asked} parts are missing, from {missing[0]} on ({why}); "
            "what arrived is in .frame, .resume() asks for the rest.",
            frame=frame, missing=missing, causes=causes,
            resume=lambda: self.run(done, optional, on_error, **how),
        ) from (None if stopped else first)  # fmt: skip

    def _next(self, answers: Any, query: Query, optional: bool) -> Records | SportsframeError:
        answer = next(answers)
        if isinstance(answer, NotFound) and optional:
            return Records([], query.key)
        if isinstance(answer, SportsframeError):
            return answer
        try:
            return read(answer, query, self.validate)
        except PayloadError as error:
            return error


def concat(parts: list[pd.DataFrame]) -> pd.DataFrame:
    """The parts below each other; a column the catalog does not know may have been read as several kinds."""
    if len(parts) == 1:
        return parts[0]
    kinds: dict[str, set[Any]] = {}
    for part in parts:
        for name, kind in part.dtypes.items():
            kinds.setdefault(str(name), set()).add(kind)
    for name in [name for name, found in kinds.items() if len(found) > 1]:
        parts = [part.drop(columns=name) if name in part and part[name].isna().all() else part for part in parts]
        found = {part[name].dtype for part in parts if name in part}
        if len(found) > 1 and not found <= {pd.Int64Dtype(), pd.Float64Dtype()}:
            parts = [part.astype({name: TEXT}) if name in part else part for part in parts]
    return pd.concat(parts, ignore_index=True)
