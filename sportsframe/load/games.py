"""Load games: box scores, and their changes while games are played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date as Date
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack, overload
from urllib.parse import urlsplit

import pandas as pd

from .._client.address import is_loopback
from .._client.fetch import Refresh
from .._client.notices import warn
from .._client.query import CURRENT, ask, checked_game_id, days, form_of_ids
from .._client.query import season as year_of
from .._client.settings import Settings
from .._frames.arguments import is_several, refuse_repeats
from .._frames.arrays import day_label, phase, seasons
from .._frames.decode import Records, Validate
from .._frames.flatten import flatten
from .._frames.provenance import refuse_other
from .._frames.recognize import need
from .._frames.tables import Tables
from .._pipeline.calls import Asked, Call, Day, game_days, other_date, questions, utc_days
from .._pipeline.loading import concat, gather, gathered
from .._pipeline.provenance import empty_for, empty_means, provenance_attrs, say_empty, say_simulated, says_empty
from .._pipeline.reading import collect, fetch_one, read
from ..catalog import SPORTS, layout, params, sport_code
from ..catalog.codes import CheckedSport, League, LeagueSport, WholeSport
from ..catalog.names import is_sport
from ..catalog.rules import AFTERWARDS, GAME_IDS
from ..catalog.statuses import OFF
from ..errors import Forbidden, FrameError, NotFound, QueryError, choose, either, quoted
from .arguments import date_and_sport, loader, required_sport
from .base import spelled, tell_unlisted
from .keywords import (
    CheckedDays,
    CheckedLooks,
    Days,
    Ids,
    KnownLooks,
    LeagueDays,
    LeagueLooks,
    ManyDays,
    OneBox,
    Season,
    When,
)
from .schedules import ScheduleLoaders

if TYPE_CHECKING:
    from .._watch import Watch


class GameLoaders(ScheduleLoaders):
    """Box scores of days and seasons, of the games of a frame, and of games as they are played."""

    @overload
    def live(self, date: When, sport: WholeSport, **options: Unpack[Days]) -> pd.DataFrame: ...

    @overload
    def live(self, date: When, sport: LeagueSport, **options: Unpack[LeagueDays]) -> pd.DataFrame: ...

    @overload
    def live(self, date: When, sport: CheckedSport, **options: Unpack[CheckedDays]) -> pd.DataFrame: ...

    @overload
    def live(
        self, *, season: Season, season_type: str | None = None, sport: WholeSport, **options: Unpack[Days]
    ) -> pd.DataFrame: ...

    @overload
    def live(
        self, *, season: Season, season_type: str | None = None, sport: LeagueSport, **options: Unpack[LeagueDays]
    ) -> pd.DataFrame: ...

    @overload
    def live(
        self, *, season: Season, season_type: str | None = None, sport: CheckedSport, **options: Unpack[CheckedDays]
    ) -> pd.DataFrame: ...

    @loader
    @spelled(ManyDays)
    def live(
        self,
        date: When = None,
        sport: str | None = None,
        *,
        table: str = "games",
        season: int | str | None = None,
        season_type: str | None = None,
        league: str | None = None,
        **options: Unpack[ManyDays],
    ) -> pd.DataFrame:
        """Return box scores for a day, a date range or a season as one tidy table.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            ``"2024-06-01"``, ``"today"``; a tuple is an inclusive range; a list or index is a set of dates. Timestamps
            with a time zone are converted to UTC, or to the league's time zone if its dates are meant.
        sport : str
            NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER or DARTS.
        table : str, default "games"
            One of the tables of ``columns(sport, "live")``.
        season : int, optional
            Instead of `date`: all game days of the season that started in this year.
        season_type : str, optional
            With `season`: only games of this part of it, such as ``"Regular Season"`` or ``"postseason"``.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        game_id : str, optional
            One game.
        event_id, player_id : optional
            Filter by ID, for sports and tables that have the column.
        team_id : int, optional
            Games and player rows of one team.
        player, team : str, optional
            Instead of the ID, a name in the sport's directory, or a team's abbreviation: in any case, with or without
            accents, or a part of only one name. The directory is loaded first.
        day : {"service", "league"}, optional
            ``"service"`` sends the date as given, which the service interprets as a UTC date; ``"league"`` returns
            the games of that league date, evening games included, however the service interprets dates. The default
            is ``"league"`` for ``"today"``, ``"yesterday"`` and ``"tomorrow"``, and for golf, whose tournaments belong
            to each of their days; otherwise ``"service"``.
        workers : int, optional
            Number of concurrent requests for several days, 8 by default.
        progress : bool, optional
            Whether to show a progress bar; by default only for long loads, and without a terminal or notebook lines.
        refresh : bool or "changed"
            Whether to send requests even if the cache has the responses; ``"changed"`` requests only what may still
            change, which excludes games that had been over for two months or more when they were fetched.
        max_age : float, optional
            Maximum age of a cached response in seconds, whatever its lifetime; by default that of the options. While
            the service is down, an older response is used within the option ``max_stale``, with a warning.
        on_error : {"raise", "skip"}
            For several days: raise `PartialResult`, which holds the rows received and can resume, or skip the failed
            days and list them in ``attrs["sportsframe_missing"]``.
        validate : {"report", "strict"}
            Whether to report a response that does not match the schema, or raise `PayloadError`; additional keys are
            accepted in both cases.

        Returns
        -------
        pandas.DataFrame, shape (n_rows, n_columns)
            The meaning of a row depends on the table. Dtypes do not depend on the data; a day without games returns an
            empty frame.

        Raises
        ------
        QueryError
            If an argument is invalid; no request is sent.
        ServiceError, Unreachable, PayloadError
            If the service returns an error, does not respond, or returns an unexpected body.
        PartialResult
            If some of several days failed.

        References
        ----------
        Specification 2.6, 2.7 and 4.

        Examples
        --------
        >>> games = sf.live("2024-06-01", "MLB")
        >>> list(games.columns[:5])
        ['sport', 'season', 'season_type', 'game_date', 'game_id']
        >>> sf.live(("2024-06-01", "2024-06-02"), "MLB", table="pitching")["team"].nunique()
        30
        """
        if season is not None:
            if date is not None and not is_sport(date):
                raise QueryError("pass either a date or a season, not both.")
            sport = required_sport(sport if sport is not None else str(date) if date is not None else None)
            when: Any
            refresh, max_age = options.get("refresh", False), options.get("max_age")
            found = self._season_days(season, sport, league, refresh, max_age, season_type)
            when, season_type = found.days, found.part
            if not found.days:
                return self._without_games(sport, league, table, found.nothing, {**options})
            options["day"] = options.get("day") or "service"  # the days on which games start
        else:
            if season_type is not None:
                raise QueryError(
                    "season_type requires season=; for a date, select rows: "
                    f'df[df["season_type"] == {quoted(season_type)}].'
                )
            when, sport = date_and_sport(date, sport, "live")
        frame = self.table("live", sport, when, table=table, league=league, **options)
        if season_type is not None:
            frame = frame[frame["season_type"] == season_type].reset_index(drop=True)
        if season is not None and _has_every_game(sport, table, options):
            tell_unlisted(frame, found.finished)
        return frame

    @overload
    def box_scores(
        self, date: str | Date, sport: WholeSport, *, league: None = None, **options: Unpack[OneBox]
    ) -> Tables: ...

    @overload
    def box_scores(
        self, date: str | Date, sport: LeagueSport, *, league: League, **options: Unpack[OneBox]
    ) -> Tables: ...

    @overload
    def box_scores(
        self, date: str | Date, sport: CheckedSport, *, league: str | None = None, **options: Unpack[OneBox]
    ) -> Tables: ...

    @loader
    def box_scores(
        self,
        date: str | Date | None = None,
        sport: str | None = None,
        *,
        league: str | None = None,
        game_id: str | None = None,
        day: Day | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> Tables:
        """Return every table of one day's box scores, each built on first access.

        Parameters
        ----------
        date, sport, league, game_id, day, refresh, max_age, validate
            As for `live`; one day. `game` loads a game by its ID alone.

        Returns
        -------
        Tables
            A mapping of table names to frames: ``box["periods"]`` or ``box.batting``.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> list(sf.box_scores("2024-06-01", "MLB"))
        ['games', 'teams', 'periods', 'batting', 'pitching']
        """
        setting = self._aged(max_age)
        when, sport = date_and_sport(date, sport, "box_scores")
        if days(when, sport=sport, resource="live", clock=setting.moment) is not None:
            raise QueryError("box_scores accepts a single date; for several use live(..., table=...).")
        call = Call(setting, "live", sport, when, league=league, day=day)
        given = {"game_id": checked_game_id(game_id, sport)} if game_id is not None else {}
        asked = questions(call, given if any(param.name in given for param in params(sport, "live")) else {})
        say_simulated(setting)
        found, empty = Records([], ""), empty_means(setting, "live", given)
        for query in asked.queries:
            part = read(fetch_one(query, setting, refresh, optional=query in asked.beside), query, setting, validate)
            found = found.joined(part)
        found = asked.kept(found)
        if given:
            found = replace(found, rows=[row for row in found.rows if row.game_id == game_id])
        if not found.rows and says_empty("live", when):
            say_empty(setting, "live", sport, when, empty)
        return Tables(sport, "live", found, provenance_attrs(setting, empty, found.stale_since))

    @loader
    def game(
        self,
        game_id: str,
        sport: str | None = None,
        *,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        validate: Validate = "report",
    ) -> Tables:
        """Return every table of one game's box score, by its ID.

        The ID contains the date but not the sport: without `sport`, requests are sent for every sport, and every league
        of it, whose IDs have this form. Where IDs contain no date, as those of golf and of some registered sports, it
        is looked up in the schedule of the season: that with whose year the ID begins, else the current one.

        Parameters
        ----------
        game_id : str
            As in the column ``game_id``: ``"20241205-9001-9018"``; for golf ``"2024_926"``.
        sport, league : str, optional
            The sport, and for soccer the league; they save requests.
        refresh, max_age, validate
            As for `live`.

        Returns
        -------
        Tables
            A mapping of table names to frames, as of `box_scores`, with the rows of this game.

        Raises
        ------
        QueryError
            The ID is malformed, or no sport or more than one has a box score of this game.
        ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> games = sf.live("2024-06-01", "MLB")
        >>> game = sf.game(games["game_id"].iloc[0], "MLB")
        >>> game.games["away_team"].iloc[0] == games["away_team"].iloc[0]
        True
        """
        if is_several(game_id):
            raise QueryError("game takes the ID of one game; for a table of several write df.sports.box(table).")
        setting = self._aged(max_age)
        say_simulated(setting)
        codes = _sports_of_id(game_id) if sport is None else [required_sport(sport)]
        if sport is not None:
            checked_game_id(game_id, codes[0])
        found: dict[str, Tables] = {}
        for code in codes:
            leagues = SPORTS[code].leagues if league is None else (league,)
            for one in leagues or (None,):
                try:
                    rows = self._game_records(game_id, code, one, setting, refresh, validate)
                except (Forbidden, NotFound):
                    if sport is not None:
                        raise
                    continue
                if rows.rows:
                    attrs = provenance_attrs(setting, empty_means(setting, "live", ["game_id"]), rows.stale_since)
                    found[one or code] = Tables(code, "live", rows, attrs)
        if len(found) > 1:
            raise QueryError(f"{', '.join(found)} have a game {game_id}; pass the sport, and for soccer the league.")
        if not found:
            asked = ", ".join(codes) or "any sport"
            reason = "the game has not begun, or the id is unknown"
            if day_label(game_id, None) is None and seasons([game_id]) == [None]:
                call = f'live("YYYY-MM-DD", "{codes[0]}", game_id="{game_id}", day="league")'
                reason += f"; for one of another season than the current one write {call}"
            raise QueryError(f"no box score of {quoted(game_id)} in {asked}; {reason}.")
        return next(iter(found.values()))

    def _game_records(
        self, game_id: str, sport: str, league: str | None, setting: Settings, refresh: Refresh, validate: Validate
    ) -> Records:
        """Return the record of a game, requested by its league date, then by the UTC date of its start."""
        label = day_label(game_id, None)
        if label is None and "schedule-season" in SPORTS[sport].resources:
            (year,) = seasons([game_id])
            planned = gathered(Call(setting, "schedule-season", sport, year or CURRENT, league=league))
            starts = planned.loc[planned["game_id"] == game_id, "game_date"]
            label = f"{starts.iloc[0]:%Y-%m-%d}" if len(starts) else None
        found = Records([], "")
        if label is None:
            return found
        asked = questions(Call(setting, "live", sport, label, league=league, day="league"), {})
        for query in sorted(asked.queries, key=lambda query: query in asked.beside):
            if not found.rows:
                answer = fetch_one(query, setting, refresh, optional=query in asked.beside)
                part = read(answer, query, setting, validate)
                found = replace(part, rows=[row for row in part.rows if row.game_id == game_id])
        return found

    @loader
    def box(
        self, games: pd.DataFrame, table: str = "games", *, refresh: Refresh = False, max_age: float | None = None
    ) -> pd.DataFrame:
        """Return a box score table for the games in a frame, however the service interprets dates.

        The league date of each game is requested first, then the UTC date of its start for games not found there;
        in a frame without ``game_time``, such as one of plays, the other UTC date of the league's day.

        Parameters
        ----------
        games : pandas.DataFrame
            Rows with ``sport``, ``game_id`` and ``game_date`` (and ``league`` for soccer).
        table : str, default "games"
            A table of the sport's ``live``.
        refresh : bool
            As for `live`.

        Returns
        -------
        pandas.DataFrame
            Rows of those games only.

        Raises
        ------
        QueryError
            The games come from another source than that of this client; no request is sent.
        FrameError
            The frame lacks these columns, or its dates are strings, as in a CSV file.

        Warns
        -----
        SportsframeWarning
            The service does not have some games that should have begun; the warning has their number and the first.

        Examples
        --------
        >>> games = sf.schedule("2024-06-01", "MLB").head(3)
        >>> games.sports.box("periods")["game_id"].nunique()
        3
        """
        _refuse_undated(games)
        setting = self._aged(max_age)
        refuse_other_source(games, setting)
        parts = []
        by = ["sport", "league"] if "league" in games.columns else ["sport"]
        for keys, group in games.dropna(subset=["game_id"]).groupby(by, observed=True, sort=False, dropna=False):
            sport, league = str(keys[0]), str(keys[1]) if len(keys) > 1 and isinstance(keys[1], str) else None
            parts.append(_box(group, sport, league, table, setting, refresh))
        if not parts:
            present = list(games["sport"].dropna().astype(str).unique()) if "sport" in games.columns else []
            if len(present) != 1:
                raise QueryError("the frame contains no games to load box scores for.")
            frame = flatten(Records([], ""), str(present[0]), "live", table)
            frame.attrs.update(provenance_attrs(setting, empty_means(setting, "live")))
            return frame
        return parts[0] if len(parts) == 1 else concat(parts)

    @overload
    def watch(self, date: str | Date, sport: WholeSport, **options: Unpack[KnownLooks]) -> Watch: ...

    @overload
    def watch(self, date: str | Date, sport: LeagueSport, **options: Unpack[LeagueLooks]) -> Watch: ...

    @overload
    def watch(self, date: str | Date, sport: CheckedSport, **options: Unpack[CheckedLooks]) -> Watch: ...

    @overload
    def watch(self, *, sport: WholeSport, **options: Unpack[KnownLooks]) -> Watch: ...

    @overload
    def watch(self, *, sport: LeagueSport, **options: Unpack[LeagueLooks]) -> Watch: ...

    @overload
    def watch(self, *, sport: CheckedSport, **options: Unpack[CheckedLooks]) -> Watch: ...

    @loader
    def watch(
        self,
        date: str | Date = "today",
        sport: str | None = None,
        *,
        table: str = "games",
        league: str | None = None,
        game_id: str | None = None,
        day: Day = "league",
        every: float = 30.0,
    ) -> Watch:
        """Poll a day's games and iterate over the changes until all games are finished.

        Parameters
        ----------
        date : str or datetime.date, default "today"
            The league date, with all games of the evening; for golf any day of the tournament.
        sport : str
            Sport code.
        table : str, default "games"
            Table of ``live`` to compare.
        league : str, optional
            For soccer.
        game_id : str, optional
            Only this game.
        day : {"league", "service"}
            ``"service"`` follows the games that start on a UTC date instead, as for `live`.
        every : float, default 30
            Polling interval: 5 to 86400 seconds on the clock of the settings; an accelerated `Clock` shortens it.

        Returns
        -------
        Watch
            Yields frames as `Watch.poll` returns them, none of them empty, from the service that the options selected
            when it was created.

        Raises
        ------
        QueryError
            If an argument is invalid.

        Examples
        --------
        >>> for changes in sf.watch("today", "MLB"):             # doctest: +SKIP
        ...     print(changes)
        """
        from .._watch import Watch

        when, code = date_and_sport(date, sport, "watch")
        return Watch(self._setting, code, when, table, league, game_id, every, day)

    def _season_days(
        self,
        season: int | str,
        sport: CheckedSport,
        league: str | None,
        refresh: Refresh,
        max_age: float | None,
        season_type: str | None = None,
    ) -> _SeasonDays:
        """Return the dates of a season's games under any reading of dates, or why it has none yet."""
        games = self.schedule_season(season, sport, league=league, refresh=refresh, max_age=max_age)
        began = year_of(season, sport=sport, resource="schedule-season", clock=self._setting.moment)
        what = f"season {SPORTS[sport].season_label(began)} of {league or sport}"
        nothing = empty_for(self._setting, [f"the {what} is not published"])
        if season_type is not None:
            if "season_type" not in games.columns:
                raise QueryError(f"{sport} has no parts of a season; leave season_type out.")
            if len(games):
                parts = games["season_type"].dropna().unique().tolist()
                season_type = _part_of_season(season_type, parts, f"season_type of {sport} {season}")
            games = games[games["season_type"] == season_type]
            what = f"{season_type} of the {what}"
        if len(games):
            nothing = f"the {what} begins on {games['game_date'].min():%Y-%m-%d}"
        days = game_days(games[games["game_time"] <= self._setting.moment() + timedelta(days=1)])
        over = games["status"].map(phase) == "finished"
        return _SeasonDays(days, season_type, set(games.loc[over, "game_id"].dropna()), nothing)

    def _without_games(
        self, sport: CheckedSport, league: str | None, table: str | None, why: str, options: dict[str, Any]
    ) -> pd.DataFrame:
        """Return the table of a season that has not begun, with the reason."""
        ids = {name: options.pop(name) for name in IDS if name in options}
        setting = self._aged(options.pop("max_age", None))
        return gather(Call(setting, "live", sport, [], table=table, league=league, ids=ids, nothing=why, **options))


class _SeasonDays(NamedTuple):
    """The days of a season so far.

    `part` is the part of the season that was asked for, `finished` are the IDs of the games that are over, and
    `nothing` says why there is no day, if there is none.
    """

    days: list[str]
    part: str | None
    finished: set[str]
    nothing: str


NOT_PLAYED = ("scheduled", *OFF)
"""Phases of games that have not begun, or never will under their ID."""


def _has_every_game(sport: CheckedSport, table: str | None, options: Mapping[str, Any]) -> bool:
    """Whether a load has rows of each game, unlike one of a team or player, or of single events such as field goals."""
    return layout(sport, "live", table).table.value is None and all(options.get(name) is None for name in IDS)


IDS = frozenset(Ids.__annotations__)


def _part_of_season(given: object, parts: list[str], what: str) -> str:
    """Return the part of a season by its name in any case, with or without "season", or by a synonym."""
    text = str(given).casefold().strip()
    meant = [part for part in parts if text in (part.casefold(), part.casefold().removesuffix(" season"))]
    if not meant and text in {name.casefold() for name in AFTERWARDS}:
        meant = [part for part in parts if part in AFTERWARDS]
    return meant[0] if len(meant) == 1 else choose(given, parts, what)


def _sports_of_id(game_id: str) -> list[CheckedSport]:
    """Return the sports whose IDs have the form of this one."""
    forms = [who for who, one in GAME_IDS.items() if isinstance(game_id, str) and one.form.fullmatch(game_id)]
    if not forms:
        others = [code for code in SPORTS if form_of_ids(code) is None] if isinstance(game_id, str) else []
        named = f" For one of {either(others)} pass the sport." if others else ""
        raise QueryError(f"game_id {quoted(game_id)} is not an id; it is text as in the game_id column.{named}")
    return [sport_code(code) for code, sport in SPORTS.items()
            if sport.rules.opponents in forms and "live" in sport.resources]  # fmt: skip


def _refuse_undated(games: pd.DataFrame) -> None:
    """Refuse what is not a frame of games, or has no usable dates."""
    if not isinstance(games, pd.DataFrame):
        raise FrameError(
            f".box() takes a frame of games, not {type(games).__name__}; for a date it is "
            "box_scores(date, sport) or live(date, sport)."
        )
    refuse_repeats(games)
    need(games, ["sport", "game_id", "game_date"], ".box()")
    for name in games.columns.intersection(["game_date", "game_time"]):
        if not pd.api.types.is_datetime64_any_dtype(games[name]):
            raise FrameError(
                f".box() requires datetimes in {name}, not {games[name].dtype}; sportsframe.typed(df) restores the "
                "dtypes of a table, and sportsframe.read_csv(path) reads it with them."
            )


def refuse_other_source(games: pd.DataFrame, setting: Settings) -> None:
    """Refuse a frame from another source than that of `setting`."""
    source = setting.service()
    local = is_loopback(urlsplit(source.address).hostname or "")
    refuse_other(games, "simulated" if source.simulated else "service", source.address, ids_tell=not local)


def _box(
    games: pd.DataFrame, sport: str, league: str | None, table: str, setting: Settings, refresh: Refresh
) -> pd.DataFrame:
    """Return a box score table for games of one sport and league."""
    layout(sport, "live", table)
    wanted = set(games["game_id"])
    found: list[pd.DataFrame] = []
    label = utc_days(games["game_date"])
    if "game_time" in games.columns:
        start = utc_days(games["game_time"]).fillna(label)
    else:
        start = label.map(lambda date: other_date(date, sport), na_action="ignore")
    asked: set[str] = set()
    stale: datetime | None = None
    for asking in (label, start):
        open_games = games["game_id"].isin(wanted)
        dates = [d for d in dict.fromkeys(asking[open_games].dropna().sort_values()) if d not in asked]
        if not dates:
            continue
        asked.update(dates)
        rows = collect([ask("live", sport, d, league=league) for d in dates], sport, setting, refresh)
        stale = min(filter(None, (stale, rows.stale_since)), default=None)
        rows = Asked([], lasts=SPORTS[sport].game_days).kept(
            replace(rows, rows=[row for row in rows.rows if row.game_id in wanted])
        )
        found.append(flatten(rows, sport, "live", table))
        wanted -= {r.game_id for r in rows.rows}
    _say_missing(games, wanted, setting)
    frame = concat(found) if found else flatten(Records([], ""), sport, "live", table)
    frame.attrs.update(provenance_attrs(setting, empty_means(setting, "live", ["game_id"]), stale))
    return frame


def _say_missing(games: pd.DataFrame, missing: set[str], setting: Settings) -> None:
    """Warn about games that should have begun, unless their rows say otherwise, and that the service does not have."""
    starts = games["game_time"] if "game_time" in games.columns else games["game_date"] + pd.Timedelta(days=1)
    begun = (pd.to_datetime(starts, utc=True) <= setting.moment()).fillna(False).astype(bool)
    if "phase" in games.columns:
        begun &= ~games["phase"].isin(NOT_PLAYED)
    lost = games.loc[begun & games["game_id"].isin(missing), "game_id"].drop_duplicates()
    if len(lost):
        warn(
            f"{len(lost)} of {games['game_id'].nunique()} games are unknown to {setting.service().address}, "
            f"starting with {lost.iloc[0]}; for games of another service use the client that loaded them: "
            "client.box(games)."
        )
