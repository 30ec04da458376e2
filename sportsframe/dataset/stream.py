"""The box scores of many days, one day at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date as Date
from datetime import tzinfo
from typing import Any

from .._client.batch import fetch_many
from .._client.query import Query
from .._frames.arrays import day_label, start_zone
from .._frames.decode import Records
from .._frames.tables import Tables
from .._pipeline.calls import Asked, Call, questions
from .._pipeline.provenance import empty_means, provenance_attrs, say_simulated
from .._pipeline.reading import games_of, read
from ..errors import NotFound, PayloadError, SportsframeError


def each(call: Call) -> Iterator[tuple[Date, Tables]]:
    """The days of a call and their box scores; see `Client.each`. The call is checked at once, requests come later."""
    asked = questions(call, {})
    say_simulated(call.setting)
    return _days(call, asked) if asked.days is not None and asked.lasts == 1 else _answers(call, asked)


def _received(call: Call, asked: Asked) -> Iterator[tuple[Query, Records]]:
    """The records of each answer, by date; an answer of another date fails once it would repeat games."""
    queries = sorted(asked.queries, key=lambda query: query.segment)
    doubts: dict[Any, str] = {}
    batch = fetch_many(queries, call.setting, workers=call.workers, progress=call.progress, refresh=call.refresh)
    try:
        for query, answer in zip(queries, batch, strict=True):
            if isinstance(answer, NotFound) and asked.may_be_ahead(query):
                continue
            if isinstance(answer, SportsframeError):
                raise answer
            found = read(answer, query, call.setting, call.validate)
            for game in games_of(found):
                if doubt := (found.doubt or doubts[game]) if game in doubts else "":
                    raise PayloadError(doubt)
                doubts[game] = found.doubt
            yield query, found
    finally:
        batch.close()


def _tables(call: Call, found: Records) -> Tables:
    attrs = provenance_attrs(call.setting, empty_means(call.setting, call.resource), found.stale_since)
    return Tables(call.sport, call.resource, found, attrs)


def _answers(call: Call, asked: Asked) -> Iterator[tuple[Date, Tables]]:
    """One answer at a time; a game that takes several days once, on the first."""
    seen: set[str] = set()
    for query, found in _received(call, asked):
        if asked.lasts > 1:
            found = asked.kept(found)
            rows = [row for row in found.rows if row.game_id is None or row.game_id not in seen]
            seen.update(row.game_id for row in rows if row.game_id is not None)
            found = replace(found, rows=rows)
        if found.rows:
            yield Date.fromisoformat(query.segment), _tables(call, found)


def _days(call: Call, asked: Asked) -> Iterator[tuple[Date, Tables]]:
    """One league day at a time: complete once the answer to the day after it has been read."""
    waiting: dict[str, Records] = {}
    for query, found in _received(call, asked):
        for label, records in _by_day(asked.kept(found), query.segment, start_zone(call.sport)).items():
            waiting[label] = waiting[label].joined(records) if label in waiting else records
        for label in sorted(label for label in waiting if label < query.segment):
            yield Date.fromisoformat(label), _tables(call, waiting.pop(label))
    for label in sorted(waiting):
        yield Date.fromisoformat(label), _tables(call, waiting[label])


def _by_day(found: Records, asked: str, zone: tzinfo) -> dict[str, Records]:
    """The records of an answer by league day."""
    days: dict[str, list[Any]] = {}
    for row in found.rows:
        days.setdefault(day_label(row.game_id, row.game_time, zone) or asked, []).append(row)
    return {day: replace(found, rows=rows) for day, rows in days.items()}
