"""The one-liners: a date and a sport in, a tidy frame out.

Each asks one question of the road (query -> fetch -> tables) and is documented by hand; none knows a sport's shape.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from datetime import date as Date
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import pandas as pd

from . import catalog, settings
from .catalog import SPORTS, Layout, layout
from .catalog.simulated import WORLD_VERSION
from .cells import day_label
from .decode import Records, Validate, records
from .errors import NotFound, PartialResult, PayloadError, QueryError, SportsframeError, choose
from .fetch import Fetched, fetch, fetch_many
from .query import Query, ask, days
from .tables import Tables, flatten

Day = Literal["service", "league"]
OnError = Literal["raise", "skip"]
When = str | Date | Iterable[Any] | None

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


def _say_simulated() -> None:
    """Tell the user once a process that the data are made up."""
    global _said
    if not _said and settings.current().source().simulated:
        _said = True
        print(
            "sportsframe: simulated data, fictional teams and people, from the built-in service; "
            "set RSC_TOKEN and SPORTSFRAME_BASE_URL to ask a real one.",
            file=sys.stderr,
        )


def live(
    date: When = None,
    sport: str | None = None,
    *,
    table: str = "games",
    season: int | str | None = None,
    league: str | None = None,
    game_id: str | None = None,
    event_id: str | None = None,
    player_id: int | None = None,
    team_id: int | None = None,
    day: Day = "service",
    workers: int | None = None,
    progress: bool | None = None,
    refresh: bool = False,
    on_error: OnError = "raise",
    validate: Validate = "report",
) -> pd.DataFrame:
    """Box scores of a day, a range of days, or a season, as one tidy table.

    Parameters
    ----------
    date : str, datetime.date, or many of them
        ``"2024-06-01"``, ``"today"``; a tuple is a range with both ends, a list or index holds its dates.
    sport : str
        NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER or DARTS.
    table : str, default "games"
        One of the tables of ``columns(sport, "live")``.
    season : int, optional
        In place of `date`: every game day of the season that started in this year.
    league : str, optional
        EPL, SERIEA or LALIGA; needed for soccer.
    game_id : str, optional
        One game.
    event_id, player_id : optional
        Where the service or the table knows them.
    team_id : int, optional
        Games and lines of one team.
    day : {"service", "league"}
        ``"service"`` sends the date as given (the service reads it as a GMT day); ``"league"`` gives the slate of the
        league's own day, evening games included, whichever way the service reads dates.
    workers : int, optional
        Requests at a time for many days, 8 by default.
    progress : bool, optional
        A progress bar; by default for long loads only.
    refresh : bool
        Ask the service even where the cache has an answer.
    on_error : {"raise", "skip"}
        For many days: raise `PartialResult`, which keeps what arrived and can resume, or leave the failed days out and
        name them in ``attrs["sportsframe_missing"]``.
    validate : {"report", "strict"}
        Report an answer that is not as declared, or refuse it.

    Returns
    -------
    pandas.DataFrame, shape (n_rows, n_columns)
        What one row is depends on the table; dtypes do not depend on the data, and no games give no rows.

    Raises
    ------
    QueryError
        A question that cannot be asked; nothing is sent.
    ServiceError, Unreachable, PayloadError
        The service refuses, does not answer, or answers something else.
    PartialResult
        Some of many days failed.

    References
    ----------
    Specification 2.6, 2.7 and 4.
    """
    code = _sport(sport)
    asked: Any = date
    if season is not None:
        if date is not None:
            raise QueryError("give a date or a season, not both.")
        asked = _season_days(season, code, league, refresh)
    return _load(
        "live", code, asked, table, day=day, league=league,
        ids={"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
        workers=workers, progress=progress, refresh=refresh, on_error=on_error, validate=validate,
    )  # fmt: skip


def schedule(
    date: When,
    sport: str | None = None,
    *,
    table: str = "games",
    league: str | None = None,
    game_id: str | None = None,
    event_id: str | None = None,
    player_id: int | None = None,
    team_id: int | None = None,
    day: Day = "service",
    workers: int | None = None,
    progress: bool | None = None,
    refresh: bool = False,
    on_error: OnError = "raise",
    validate: Validate = "report",
) -> pd.DataFrame:
    """Games that start on a day or in a range of days; for golf, tournaments.

    Parameters
    ----------
    date : str, datetime.date, or many of them
        As for `live`.
    sport, league, game_id, event_id, player_id, team_id, day, workers, progress, refresh, on_error, validate
        As for `live`.
    table : str, default "games"
        ``"games"``; for golf ``"tournaments"`` or ``"courses"``.

    Returns
    -------
    pandas.DataFrame, shape (n_games, n_columns)
        One row a scheduled game, without scores: no schedule carries them.

    Raises
    ------
    QueryError, ServiceError, Unreachable, PayloadError, PartialResult
        As for `live`.

    References
    ----------
    Specification 2.3 to 2.5 and 4.
    """
    return _load(
        "schedule", _sport(sport), date, table, day=day, league=league,
        ids={"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
        workers=workers, progress=progress, refresh=refresh, on_error=on_error, validate=validate,
    )  # fmt: skip


def schedule_week(
    date: When,
    sport: str | None = None,
    *,
    table: str = "games",
    league: str | None = None,
    game_id: str | None = None,
    event_id: str | None = None,
    player_id: int | None = None,
    team_id: int | None = None,
    refresh: bool = False,
    validate: Validate = "report",
) -> pd.DataFrame:
    """Games of the seven days that begin on a date; for darts of the date and the seven days after it.

    Parameters
    ----------
    date : str or datetime.date
        First day, GMT; for PGA also ``"now"``.
    sport, table, league, game_id, event_id, player_id, team_id, refresh, validate
        As for `schedule`.

    Returns
    -------
    pandas.DataFrame, shape (n_games, n_columns)

    Raises
    ------
    QueryError, ServiceError, Unreachable, PayloadError
        As for `live`.

    References
    ----------
    Specification 4 and 8.
    """
    return _load(
        "schedule-week", _sport(sport), date, table, league=league,
        ids={"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
        refresh=refresh, validate=validate,
    )  # fmt: skip


def schedule_season(
    season: int | str | Sequence[int | str] | range | None = None,
    sport: str | None = None,
    *,
    table: str = "games",
    league: str | None = None,
    game_id: str | None = None,
    event_id: str | None = None,
    player_id: int | None = None,
    team_id: int | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    refresh: bool = False,
    on_error: OnError = "raise",
    validate: Validate = "report",
) -> pd.DataFrame:
    """Every game of the season that started in a year, or of several seasons.

    Parameters
    ----------
    season : int or list of int
        Year in which the season started: 2024 for 2024-2025. For PGA it may be left out: the current season.
    sport, table, league, game_id, event_id, player_id, team_id, workers, progress, refresh, on_error, validate
        As for `schedule`.

    Returns
    -------
    pandas.DataFrame, shape (n_games, n_columns)
        In the order of the service, which is not by date.

    Raises
    ------
    QueryError, ServiceError, Unreachable, PayloadError, PartialResult
        As for `live`.

    References
    ----------
    Specification 4.
    """
    many = list(season) if isinstance(season, (list, range, set, tuple)) else None
    return _load(
        "schedule-season", _sport(sport), many if many is not None else season, table, league=league,
        ids={"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
        workers=workers, progress=progress, refresh=refresh, on_error=on_error, validate=validate,
    )  # fmt: skip


def box_scores(
    date: str | Date,
    sport: str | None = None,
    *,
    league: str | None = None,
    game_id: str | None = None,
    day: Day = "service",
    refresh: bool = False,
    validate: Validate = "report",
) -> Tables:
    """Every table of one day's box scores, each built when it is touched.

    Parameters
    ----------
    date, sport, league, game_id, day, refresh, validate
        As for `live`; one day.

    Returns
    -------
    Tables
        A mapping of table names to frames: ``box["periods"]`` or ``box.batting``.

    Raises
    ------
    QueryError, ServiceError, Unreachable, PayloadError
        As for `live`.
    """
    code = _sport(sport)
    if days(date, sport=code, resource="live") is not None:
        raise QueryError("box_scores takes one day; for many use live(..., table=...).")
    queries, wanted = _questions("live", code, date, day, league, {"game_id": game_id} if game_id else {})
    _say_simulated()
    found = Records([], "")
    for i, query in enumerate(queries):
        part = _records(_fetch(query, refresh, optional=i > 0), query, validate)
        found = Records(found.rows + part.rows, part.key, found.strange or part.strange)
    return Tables(code, "live", _of_days(found, wanted), provenance_attrs())


def read_json(
    data: bytes | str | Path | dict[str, Any] | list[Any],
    sport: str,
    resource: str,
    table: str | None = "games",
    league: str | None = None,
    *,
    validate: Validate = "report",
) -> Any:
    """A saved answer as a frame.

    Parameters
    ----------
    data : bytes, path, JSON text, or parsed object
        The answer, envelope and all.
    sport, resource : str
        What had been asked.
    table : str or None, default "games"
        The table wanted; None gives the lazy mapping of all tables.
    league : str, optional
        For soccer, the league whose rows are wanted; by default the one that is there.
    validate : {"report", "strict"}
        As for `live`.

    Returns
    -------
    pandas.DataFrame, or Tables where `table` is None

    Raises
    ------
    QueryError
        An unknown sport, resource, table or league.
    PayloadError
        The data are no such answer.
    """
    if table is not None:
        layout(sport, resource, table)
    else:
        catalog.answer(sport, resource)
    if league is not None:
        choose(league, SPORTS[sport].leagues or ("none: only soccer has leagues",), "league")
    found = records(_document(data), sport, resource, league, validate=validate)
    tables = Tables(sport, resource, found, {"sportsframe": {"source": "file", "catalog": catalog.VERSION}})
    return tables if table is None else tables[table]


def _document(data: Any) -> Any:
    """The bytes or parsed object behind what a user hands over."""
    if isinstance(data, Path) or (isinstance(data, str) and data.lstrip()[:1] not in ("{", "[", "")):
        try:
            return Path(data).read_bytes()
        except OSError as error:
            raise PayloadError(f"cannot read {str(data)!r}: {error.strerror or error}.") from None
    if isinstance(data, str):
        return data.encode()
    if hasattr(data, "read"):
        text = data.read()
        return text.encode() if isinstance(text, str) else text
    if data is not None and not isinstance(data, (bytes, bytearray, memoryview, dict, list)):
        raise PayloadError(f"{type(data).__name__} is no answer; give bytes, a path, JSON text or the parsed object.")
    return bytes(data) if isinstance(data, (bytearray, memoryview)) else data


def raw(
    date: Any = None,
    sport: str | None = None,
    *,
    resource: str = "live",
    league: str | None = None,
    refresh: bool = False,
    **filters: Any,
) -> bytes:
    """The bytes of an answer, untouched; empty where there is nothing to return.

    Parameters
    ----------
    date : str, datetime.date, int or None
        Date or season, whichever the resource takes.
    sport : str
        A sport code, or several joined by ``-``.
    resource : str, default "live"
        ``schedule``, ``schedule-week``, ``schedule-season`` or ``live``.
    league, refresh
        As for `live`.
    **filters
        ``game_id``, ``event_id``, ``player_id`` where the service takes them.

    Returns
    -------
    bytes

    Raises
    ------
    QueryError, ServiceError, Unreachable
        As for `live`.
    """
    query = ask(resource, sport or _sport(sport), date, league=league, **filters)
    _say_simulated()
    return fetch(query, refresh=refresh).body


def pitching(date: When = None, **options: Any) -> pd.DataFrame:
    """MLB pitching lines, one row a pitcher and game: ``live(date, "MLB", table="pitching")``.

    ``innings`` is baseball's notation (6.2 is six and two thirds); ``outs_recorded`` is what arithmetic uses.

    Parameters
    ----------
    date : str, datetime.date, or many of them
        As for `live`.
    **options
        The keywords of `live`.

    Returns
    -------
    pandas.DataFrame, shape (n_lines, n_columns)
    """
    return live(date, "MLB", table="pitching", **options)


def batting(date: When = None, **options: Any) -> pd.DataFrame:
    """MLB batting lines, one row a batter and game: ``live(date, "MLB", table="batting")``.

    Parameters
    ----------
    date : str, datetime.date, or many of them
        As for `live`.
    **options
        The keywords of `live`.

    Returns
    -------
    pandas.DataFrame, shape (n_lines, n_columns)
    """
    return live(date, "MLB", table="batting", **options)


def throws(date: When = None, **options: Any) -> pd.DataFrame:
    """Darts, one row a dart: ``live(date, "DARTS", table="throws")``.

    Parameters
    ----------
    date : str, datetime.date, or many of them
        As for `live`.
    **options
        The keywords of `live`.

    Returns
    -------
    pandas.DataFrame, shape (n_darts, n_columns)
        Keys ``player_id, set, leg, turn, throw``; ``start_score`` and ``end_score`` are those of the visit.
    """
    return live(date, "DARTS", table="throws", **options)


def box(games: pd.DataFrame, table: str = "games", *, refresh: bool = False) -> pd.DataFrame:
    """The box score table of just the games of a frame, whichever way the service reads dates.

    Asks the label day of each game first, and the GMT day of its start for those not found there.

    Parameters
    ----------
    games : pandas.DataFrame
        Rows with ``sport``, ``game_id``, ``game_date`` and ``game_time`` (and ``league`` for soccer).
    table : str, default "games"
        A table of the sport's ``live``.
    refresh : bool
        As for `live`.

    Returns
    -------
    pandas.DataFrame
        Rows of those games only.
    """
    parts = []
    by = ["sport", "league"] if "league" in games.columns else ["sport"]
    for keys, group in games.dropna(subset=["game_id"]).groupby(by, observed=True, sort=False):
        sport, league = (*keys, None)[:2] if isinstance(keys, tuple) else (keys, None)
        parts.append(_box(group, str(sport), league, table, refresh))
    if not parts:
        present = games["sport"].dropna().astype(str).unique() if "sport" in games.columns else []
        if len(present) != 1:
            raise QueryError("there is no game in this frame whose box could be asked for.")
        frame = flatten(Records([], ""), str(present[0]), "live", table)
        frame.attrs.update(provenance_attrs())
        return frame
    return parts[0] if len(parts) == 1 else _concat(parts)


def _box(games: pd.DataFrame, sport: str, league: str | None, table: str, refresh: bool) -> pd.DataFrame:
    layout(sport, "live", table)
    wanted = set(games["game_id"])
    found: list[pd.DataFrame] = []
    label = games["game_date"].dt.strftime("%Y-%m-%d")
    start = games["game_time"].dt.strftime("%Y-%m-%d").fillna(label)
    asked: set[str] = set()
    for asking in (label, start):
        open_games = games["game_id"].isin(wanted)
        dates = [d for d in dict.fromkeys(asking[open_games].dropna().sort_values()) if d not in asked]
        if not dates:
            continue
        asked.update(dates)
        rows = _collect([ask("live", sport, d, league=league) for d in dates], sport, refresh)
        rows = Records([r for r in rows.rows if r.game_id in wanted], rows.key, rows.strange)
        found.append(flatten(rows, sport, "live", table))
        wanted -= {r.game_id for r in rows.rows}
    frame = _concat(found) if found else flatten(Records([], ""), sport, "live", table)
    frame.attrs.update(provenance_attrs())
    return frame


def _collect(queries: list[Query], sport: str, refresh: bool) -> Records:
    """The records of several live answers; a day the service calls future holds none."""
    rows, key, strange = [], "", False
    for query, answer in zip(queries, fetch_many(queries, refresh=refresh), strict=True):
        if isinstance(answer, NotFound):
            continue
        if isinstance(answer, SportsframeError):
            raise answer
        part = _records(answer, query, "report")
        rows += part.rows
        key, strange = part.key, strange or part.strange
    return Records(rows, key or SPORTS[sport].keys[0], strange)


def provenance_attrs() -> dict[str, Any]:
    """The ``attrs`` of a frame of the present source."""
    return {"sportsframe": provenance()}


def _sport(sport: str | None) -> str:
    if sport is None:
        raise QueryError(f"which sport? Choose from {', '.join(SPORTS)}.")
    return choose(sport, SPORTS, "sport")


def _season_days(season: int | str, sport: str, league: str | None, refresh: bool) -> list[str]:
    """The days on which a season's games may be asked for, under either reading of dates."""
    games = schedule_season(season, sport, league=league, refresh=refresh)
    last = settings.now() + timedelta(days=1)
    games = games[games["game_time"] <= last]
    labels = games["game_date"].dt.strftime("%Y-%m-%d")
    starts = games["game_time"].dt.strftime("%Y-%m-%d")
    return sorted(set(labels.dropna()) | set(starts.dropna()))


def _questions(
    resource: str, sport: str, asked: Any, day: Day, league: str | None, ids: dict[str, Any]
) -> tuple[list[Query], set[str] | None]:
    """The queries behind a call, and the day labels to keep (None: all)."""
    choose(day, ("service", "league"), "day")
    if catalog.RESOURCES[resource].segment == "season":
        many = asked if isinstance(asked, list) else [asked]
    else:
        many = days(asked, sport=sport, resource=resource)
        many = [asked] if many is None else many
    queries = [ask(resource, sport, part, league=league, **ids) for part in many]
    if day == "service" or catalog.RESOURCES[resource].segment == "season":
        return queries, None
    wanted = {query.segment for query in queries}
    nights = {(Date.fromisoformat(text) + timedelta(days=1)).isoformat() for text in wanted} - wanted
    return queries + [ask(resource, sport, text, league=league, **ids) for text in sorted(nights)], wanted


def _fetch(query: Query, refresh: bool, optional: bool = False) -> Fetched | None:
    try:
        return fetch(query, refresh=refresh)
    except NotFound:
        # The day after the league's day may lie in the future, which some services call not found.
        if optional:
            return None
        raise


def _records(answer: Fetched | None, query: Query, validate: Validate) -> Records:
    if answer is None or not answer.body:
        return Records([], query.key)
    return records(answer.body, query.sport, query.resource, query.key, validate=validate)


def _of_days(found: Records, wanted: set[str] | None) -> Records:
    if wanted is None:
        return found
    rows = [row for row in found.rows if day_label(row.game_id, row.game_time) in wanted]
    return Records(rows, found.key, found.strange)


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


def _load(
    resource: str,
    sport: str,
    asked: Any,
    table: str,
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
    lay = layout(sport, resource, table)
    choose(on_error, ("raise", "skip"), "on_error")
    sent, ours = _own_filters(lay, sport, resource, ids)
    queries, wanted = _questions(resource, sport, asked, day, league, sent)
    choose(validate, ("report", "strict"), "validate")
    _say_simulated()
    loading = _Loading(sport, resource, lay.table.name, wanted, ours, validate)
    if len(queries) == 1:
        found = _records(fetch(queries[0], refresh=refresh), queries[0], validate)
        return loading.finish([flatten(_of_days(found, wanted), sport, resource, loading.table)])
    optional = {query for query in queries if wanted is not None and query.segment not in wanted}
    parts: list[pd.DataFrame | Query] = list(queries)
    return loading.run(parts, optional, on_error, workers=workers, progress=progress, refresh=refresh)


class _Loading:
    """A load of many answers that can stop anywhere and go on later."""

    def __init__(
        self, sport: str, resource: str, table: str, wanted: set[str] | None, ours: dict[str, Any], validate: Validate
    ) -> None:
        self.sport = sport
        self.resource = resource
        self.table = table
        self.wanted = wanted
        self.ours = ours
        self.validate = validate

    def finish(self, parts: list[pd.DataFrame]) -> pd.DataFrame:
        nothing = flatten(Records([], ""), self.sport, self.resource, self.table)
        frame = _select(_concat(parts or [nothing]), self.ours)
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
                done.append(flatten(_of_days(batch, self.wanted), self.sport, self.resource, self.table))
            batch = Records([], "")

        try:
            for i, part in enumerate(parts):
                found = part if isinstance(part, pd.DataFrame) else self._next(answers, part, part in optional)
                if isinstance(found, Records):
                    strange = batch.strange or found.strange
                    batch, taken = Records(batch.rows + found.rows, found.key, strange), i + 1
                    if len(batch.rows) < BATCH:
                        continue
                flush()
                if isinstance(found, SportsframeError) and isinstance(part, Query):
                    causes[part.segment] = found
                if not isinstance(found, Records):
                    taken = i + 1
                    done.append(part)
        except KeyboardInterrupt as stop:
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
            f"{len(missing)} of {len(done)} parts are missing, from {missing[0]} on ({why}); "
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
            return _records(answer, query, self.validate)
        except PayloadError as error:
            return error


def _concat(parts: list[pd.DataFrame]) -> pd.DataFrame:
    return parts[0] if len(parts) == 1 else pd.concat(parts, ignore_index=True)
