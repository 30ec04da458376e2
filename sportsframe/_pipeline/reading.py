"""From a response to its records."""

from __future__ import annotations

from dataclasses import replace
from datetime import date as Date
from typing import Any
from zoneinfo import ZoneInfo

import pandas as pd

from .. import catalog
from .._client.answer import Fetched
from .._client.batch import fetch_many
from .._client.fetch import Refresh, doubted, drop, expire, fetch
from .._client.query import Query
from .._client.settings import Settings
from .._frames.decode import Records, Validate, records
from .._frames.tables import Tables
from ..catalog import SPORTS
from ..errors import NotFound, PayloadError, SportsframeError


def read(answer: Fetched | None, query: Query, setting: Settings, validate: Validate) -> Records:
    """The records of a response; see `answered`."""
    return Records([], query.key) if answer is None else answered(answer, query, setting, validate)[1]


def answered(answer: Fetched, query: Query, setting: Settings, validate: Validate) -> tuple[Fetched, Records]:
    """A response and its records; one from the cache that cannot be read or is refused is requested again.

    One that ``strict`` refuses stays in the cache for those who are not, as if it had expired.

    Raises
    ------
    PayloadError
        A response of the service cannot be read or, offline, one from the cache; or, with ``strict``, it does not match
        the schema, or has only rows of something else than was asked for.
    """
    try:
        return answer, _records(answer, query, validate)
    except PayloadError as error:
        failed = error
    told = str(failed).replace(f"the response for {query.sport} {query.resource}", f"the response to {query}", 1)
    cached = answer.from_cache and setting.replay is None
    if setting.replay is None and not setting.offline:
        if validate == "strict":
            expire(query, setting)
        elif cached:
            drop(query, setting)
        if cached and not (validate == "strict" and answer.stale):
            return answered(fetch(query, setting, refresh=True), query, setting, validate)
    if cached:
        told = (
            f"{told.rstrip('.')}. It comes from the cache, fetched at {answer.fetched_at:%Y-%m-%d %H:%M} GMT; "
            f"{'online, ' if setting.offline else ''}refresh=True requests it again."
        )
    raise PayloadError(told, path=failed.path, reason=failed.reason) from None


def _records(answer: Fetched, query: Query, validate: Validate) -> Records:
    """The records of a response; with ``strict``, all its tables have been built of them."""
    if answer.doubt and validate == "strict":
        raise PayloadError(f"{doubted(answer)}.", reason="it has only rows of another date or ID")
    since = answer.fetched_at if answer.stale else None
    if not answer.body:
        return Records([], query.key, stale_since=since)
    found = records(answer.body, query.sport, query.resource, query.key, validate=validate)
    if catalog.answer(query.sport, query.resource).seasons:
        sport = SPORTS[query.sport]
        found = found.of_season(sport.season_label(query.segment or sport.season_at(_local_date(answer, sport.zone))))
    if validate == "strict":
        dict(Tables(query.sport, query.resource, found))
    return replace(found, stale_since=since, doubt=doubted(answer)) if since or answer.doubt else found


def _local_date(answer: Fetched, zone: str) -> Date:
    """The league's date at which a response was fetched."""
    return answer.fetched_at.astimezone(ZoneInfo(zone)).date()


def fetch_one(query: Query, setting: Settings, refresh: Refresh, optional: bool = False) -> Fetched | None:
    try:
        return fetch(query, setting, refresh=refresh)
    except NotFound:
        # It may be a date to come, for which some services return 404.
        if optional:
            return None
        raise


def collect(queries: list[Query], sport: str, setting: Settings, refresh: Refresh) -> Records:
    """The records of several live responses; none for a date that the service calls future."""
    found = Records([], SPORTS[sport].keys[0])
    for query, answer in zip(queries, fetch_many(queries, setting, refresh=refresh), strict=True):
        if isinstance(answer, NotFound):
            continue
        if isinstance(answer, SportsframeError):
            raise answer
        found = found.joined(read(answer, query, setting, "report"))
    return found


def games_of(found: Records | pd.DataFrame) -> set[Any]:
    """The ids of the games that some rows are of."""
    if isinstance(found, pd.DataFrame):
        return set(found["game_id"].dropna().unique()) if "game_id" in found else set()
    return {getattr(row, "game_id", None) for row in found.rows} - {None}
