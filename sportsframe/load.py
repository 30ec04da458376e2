"""The one-liners: a date and a sport in, a tidy frame out.

Each asks one question of the road (query -> fetch -> tables) and is documented by hand; none knows a sport's shape.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date as Date
from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd

from . import catalog
from ._client import settings
from ._client.fetch import fetch
from ._client.query import ask, days
from ._frames.decode import Records, Validate, records
from ._frames.flatten import Tables, flatten
from ._pipeline import (
    Day,
    OnError,
    collect,
    concat,
    fetch_one,
    gather,
    of_days,
    provenance_attrs,
    questions,
    read,
    say_simulated,
)
from .catalog import SPORTS, layout
from .errors import PayloadError, QueryError, choose

When = str | Date | Iterable[Any] | None


def table(
    resource: str,
    sport: str,
    when: Any = None,
    *,
    table: str | None = None,
    league: str | None = None,
    day: Day = "service",
    workers: int | None = None,
    progress: bool | None = None,
    refresh: bool = False,
    on_error: OnError = "raise",
    validate: Validate = "report",
    **ids: Any,
) -> pd.DataFrame:
    """A table of any resource: what the one-liners are cases of.

    Parameters
    ----------
    resource : str
        A resource of the catalog: ``live``, ``schedule-season``, ...
    sport : str
        A sport code.
    when : str, datetime.date, int, or many of them, optional
        The date or season, whichever the resource takes, as for `live` and `schedule_season`; None for a resource
        that takes neither.
    table : str, optional
        A table of ``columns(sport, resource)``; by default ``games``, or the first where there is none.
    league, day, workers, progress, refresh, on_error, validate
        As for `live`.
    **ids
        ``game_id``, ``event_id``, ``player_id``, ``team_id``, as for `live`.

    Returns
    -------
    pandas.DataFrame, shape (n_rows, n_columns)

    Raises
    ------
    QueryError
        A resource, sport or table that is not there, or that do not go together; nothing is sent.
    ServiceError, Unreachable, PayloadError, PartialResult
        As for `live`.

    Examples
    --------
    >>> table("live", "MLB", "2024-06-01", table="pitching").shape[0] > 0
    True
    """
    return gather(
        resource, sport, when, table, league=league, ids=ids, day=day, workers=workers, progress=progress,
        refresh=refresh, on_error=on_error, validate=validate,
    )  # fmt: skip


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
    return gather(
        "live", code, asked, table, day=day, league=league,
        ids={"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
        workers=workers, progress=progress, refresh=refresh, on_error=on_error, validate=validate,
    )  # fmt: skip


def schedule(
    date: When = None,
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
    return gather(
        "schedule", _sport(sport), date, table, day=day, league=league,
        ids={"game_id": game_id, "event_id": event_id, "player_id": player_id, "team_id": team_id},
        workers=workers, progress=progress, refresh=refresh, on_error=on_error, validate=validate,
    )  # fmt: skip


def schedule_week(
    date: When = None,
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
    return gather(
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
    return gather(
        "schedule-season", _sport(sport), season, table, league=league,
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
    queries, wanted = questions("live", code, date, day, league, {"game_id": game_id} if game_id else {})
    say_simulated()
    found = Records([], "")
    for i, query in enumerate(queries):
        part = read(fetch_one(query, refresh, optional=i > 0), query, validate)
        found = found.joined(part)
    return Tables(code, "live", of_days(found, wanted), provenance_attrs())


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
    if isinstance(data, Path) or (isinstance(data, str) and data.lstrip("\ufeff \t\r\n")[:1] not in ("{", "[", "")):
        try:
            data = Path(data).read_bytes()
        except OSError as error:
            raise PayloadError(f"cannot read {str(data)!r}: {error.strerror or error}.") from None
    elif hasattr(data, "read"):
        data = data.read()
    if isinstance(data, str):
        data = data.encode()
    if isinstance(data, (bytes, bytearray, memoryview)):
        return bytes(data).removeprefix(codecs.BOM_UTF8)
    if data is not None and not isinstance(data, (dict, list)):
        raise PayloadError(f"{type(data).__name__} is no answer; give bytes, a path, JSON text or the parsed object.")
    return data


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
    say_simulated()
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
    for keys, group in games.dropna(subset=["game_id"]).groupby(by, observed=True, sort=False, dropna=False):
        sport, league = str(keys[0]), str(keys[1]) if len(keys) > 1 and isinstance(keys[1], str) else None
        parts.append(_box(group, sport, league, table, refresh))
    if not parts:
        present = list(games["sport"].dropna().astype(str).unique()) if "sport" in games.columns else []
        if len(present) != 1:
            raise QueryError("there is no game in this frame whose box could be asked for.")
        frame = flatten(Records([], ""), str(present[0]), "live", table)
        frame.attrs.update(provenance_attrs())
        return frame
    return parts[0] if len(parts) == 1 else concat(parts)


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
        rows = collect([ask("live", sport, d, league=league) for d in dates], sport, refresh)
        rows = replace(rows, rows=[row for row in rows.rows if row.game_id in wanted])
        found.append(flatten(rows, sport, "live", table))
        wanted -= {r.game_id for r in rows.rows}
    frame = concat(found) if found else flatten(Records([], ""), sport, "live", table)
    frame.attrs.update(provenance_attrs())
    return frame


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
