"""The base of the client: its settings, its cache, and the functions that load any resource."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Collection, Iterable
from typing import Any, Unpack, overload

import pandas as pd

from .._client.cache import Cache
from .._client.clock import Still
from .._client.fetch import Refresh, fetch
from .._client.notices import warn
from .._client.options import current
from .._client.query import ask, zone_of
from .._client.settings import Settings, report
from .._frames.arrays import TEXT
from .._frames.decode import Validate
from .._pipeline.calls import Call, Day, OnError
from .._pipeline.ids import NAMES, stand_ins
from .._pipeline.loading import MISSING, gather, identified
from .._pipeline.provenance import answers, empty_means, say_simulated
from .._util.report import Report
from .._util.signatures import F, keywords_of, spell_out
from ..catalog import SPORTS, sport_code
from ..catalog.codes import CheckedSport, LeagueSport, ResourceName, WholeSport
from ..catalog.names import is_sport
from ..catalog.resources import resource_name
from ..errors import ConfigError, QueryError
from .arguments import loader, required_sport
from .keywords import CheckedDays, Days, Filters, Ids, LeagueDays


class BaseClient:
    """A client without loaders of its own: the classes of the other modules add them, by kind."""

    _taken: Settings | None = None

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            del value  # it may be a token
            raise ConfigError(f"a client cannot be changed; make another one, Client({name}=...)")
        super().__setattr__(name, value)

    @property
    def _setting(self) -> Settings:
        return self._taken or current()

    def _aged(self, max_age: float | None) -> Settings:
        return self._setting if max_age is None else self._setting.with_values(max_age=max_age)

    def __repr__(self) -> str:
        try:
            source = self._setting.service()
        except ConfigError as error:
            return f"<Client: {error}>"
        own = self._setting.origins["now"] == "argument" and isinstance(self._setting.now, Still)
        still = f", now={self._setting.now}" if own else ""
        return f"Client({source.address!r}{', simulated' if source.simulated else ''}{still})"

    @property
    def cache(self) -> Cache:
        """The cache of this client."""
        return Cache(lambda: self._setting)

    def settings(self) -> Report:
        """List the settings of this client, and where each was set; a token is shown as set or not set.

        Returns
        -------
        Report
            Columns ``setting``, ``value``, ``origin``, ``meaning``, all text.

        Examples
        --------
        >>> client = sf.Client(source="simulated", workers=2)
        >>> client.settings().set_index("setting").loc["workers", ["value", "origin"]].tolist()
        ['2', 'argument']
        """
        return report(self._setting)

    def answers(self, sports: str | Iterable[str] | None = None) -> pd.DataFrame:
        """List the responses this client has used: the query, when it was fetched, whether it is stale or empty.

        Parameters
        ----------
        sports : str or iterable of str, optional
            Restrict the list to these sports.

        Returns
        -------
        pandas.DataFrame, shape (n_answers, 4)
            ``asked`` (never the token), ``fetched_at`` (UTC), ``stale``, ``empty``.

        Examples
        --------
        >>> client = sf.Client(source="simulated")
        >>> games = client.live("2024-06-01", "MLB")
        >>> client.answers()["asked"].tolist()
        ['/live/2024-06-01/MLB']
        """
        if sports is None:
            return answers(self._setting)
        wanted = [sports] if isinstance(sports, str) or not isinstance(sports, Iterable) else sports
        return answers(self._setting, {sport_code(sport) for sport in wanted})

    @loader
    def sports_list(self) -> pd.DataFrame:
        """List the sports and leagues: their codes, current seasons and tables.

        Returns
        -------
        pandas.DataFrame, shape (n_leagues, 7)
            ``sport`` and ``league`` as loaders take them (missing unless the sport has several leagues), ``name``,
            ``season`` (Int64, the year in which the current season started) and ``season_label`` as in the column
            ``season``, ``resources`` and the ``tables`` of ``live``, separated by commas. No request is sent.

        Examples
        --------
        >>> sf.sports_list().set_index("sport").loc["NHL", "tables"]
        'games, teams, periods, skaters, goalies'
        """
        rows = [
            (code, league, spec.name, int(year), spec.season_label(year), ", ".join(spec.resources),
             ", ".join(spec.answer("live").layouts if "live" in spec.resources else ()))
            for code, spec in SPORTS.items()
            for year in [spec.season_at(self._setting.moment().astimezone(zone_of(code)).date())]
            for league in spec.leagues or (None,)
        ]  # fmt: skip
        names = ["sport", "league", "name", "season", "season_label", "resources", "tables"]
        kinds: Any = {name: "Int64" if name == "season" else TEXT for name in names}
        return pd.DataFrame(rows, columns=names).astype(kinds)

    def freeze(self, path: str | os.PathLike[str]) -> Report:
        """Save the responses this client used to one file, for `thaw`; see `sportsframe.freeze`.

        Examples
        --------
        >>> client = sf.Client(source="simulated")
        >>> games = client.live("2024-06-01", "MLB")
        >>> len(client.freeze("study.sfz"))
        1
        """
        from .._freeze import save

        return save(path, self._setting)

    @overload
    def table(
        self, resource: ResourceName, sport: WholeSport, when: Any = None, **options: Unpack[Days]
    ) -> pd.DataFrame: ...

    @overload
    def table(
        self, resource: ResourceName, sport: LeagueSport, when: Any = None, **options: Unpack[LeagueDays]
    ) -> pd.DataFrame: ...

    @overload
    def table(
        self, resource: str, sport: CheckedSport, when: Any = None, **options: Unpack[CheckedDays]
    ) -> pd.DataFrame: ...

    @loader
    def table(
        self,
        resource: str,
        sport: str,
        when: Any = None,
        *,
        table: str | None = None,
        league: str | None = None,
        day: Day | None = None,
        workers: int | None = None,
        progress: bool | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        on_error: OnError = "raise",
        validate: Validate = "report",
        **ids: Any,
    ) -> pd.DataFrame:
        """Load a table of any resource; `live`, `schedule` and the others are short forms of it.

        Parameters
        ----------
        resource : str
            A resource of the catalog, ``live``, ``schedule-season``, ``player-info``, ..., or the name of its loader,
            such as ``players``.
        sport : str
            A sport code.
        when : str, datetime.date, int, or many of them, optional
            The date or season, whichever the resource takes, as for `live` and `schedule_season`; None for a resource
            that takes neither.
        table : str, optional
            A table of ``columns(sport, resource)``; by default ``games``, or the first where there is none.
        league, day, workers, progress, refresh, max_age, on_error, validate
            As for `live`.
        **ids
            ``game_id``, ``event_id``, ``player_id``, ``team_id``, ``player``, ``team``, as for `live`.

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
        >>> client = sf.Client(source="simulated")
        >>> client.table("live", "MLB", "2024-06-01", table="pitching").equals(client.pitching("2024-06-01"))
        True
        """
        return gather(
            Call(
                self._aged(max_age),
                resource_name(resource),
                sport_code(sport),
                when,
                table=table,
                league=league,
                ids=ids,
                day=day,
                workers=workers,
                progress=progress,
                refresh=refresh,
                on_error=on_error,
                validate=validate,
            )
        )

    @overload
    def raw(
        self,
        date: Any,
        sport: str,
        *,
        resource: ResourceName = "live",
        season: int | str | None = None,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes: ...

    @overload
    def raw(
        self,
        date: None = None,
        *,
        sport: str,
        resource: ResourceName,
        season: int | str | None = None,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes: ...

    @overload
    def raw(
        self,
        date: Any,
        sport: CheckedSport,
        *,
        resource: str,
        season: int | str | None = None,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes: ...

    @loader
    def raw(
        self,
        date: Any = None,
        sport: str | None = None,
        *,
        resource: str = "live",
        season: int | str | None = None,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
        **filters: Unpack[Filters],
    ) -> bytes:
        """Return the unmodified response body, or empty bytes if the service has no data.

        Parameters
        ----------
        date : str, datetime.date, int or None
            Date or season, whichever the resource takes; None for a resource that takes neither.
        sport : str
            A sport code, or several joined by ``-``.
        resource : str, default "live"
            Any resource, as for `table`.
        season : int, optional
            Another name for `date`, for resources that take a season.
        league, refresh, max_age
            As for `live`.
        **filters
            ``game_id``, ``event_id``, ``player_id`` or ``player``, and ``relegated`` (``"TRUE"`` or ``"FALSE"``), where
            the service accepts them; nothing is selected here.

        Returns
        -------
        bytes

        Raises
        ------
        QueryError, ServiceError, Unreachable
            As for `live`.

        Examples
        --------
        >>> sf.raw("2024-06-01", "MLB")[:15]
        b'{"data":{"MLB":'
        >>> sf.raw(sport="NHL", resource="teams")[:15]
        b'{"data":{"NHL":'
        """
        if is_sport(date) and not is_sport(sport):
            date, sport = sport, date
        if season is not None:
            if date is not None:
                raise QueryError("pass either a date or a season, not both.")
            date = season
        several = isinstance(sport, str) and "-" in sport
        setting, name = self._aged(max_age), resource_name(resource)
        sport = str(sport) if several else required_sport(sport)
        ids = dict(filters) if several else stand_ins(sport, filters)
        query = ask(name, sport, date, league=league, clock=setting.moment, **ids)
        say_simulated(setting)
        if any(filters.get(given) is not None for given in NAMES):
            ids = identified(setting, sport, league, filters)
            query = ask(name, sport, date, league=league, clock=setting.moment, **ids)
        return fetch(query, setting, refresh=refresh).body


_of_table = inspect.signature(BaseClient.table).parameters.values()
_SHARED = {one.name: one for one in (*keywords_of(Ids), *_of_table)}
"""Keywords that loaders share, in the order of their signatures: IDs, then those of `Client.table`."""


def spelled(taken: type) -> Callable[[F], F]:
    """Spell out, in the signature of a loader, the keywords of a TypedDict that it hands on to `Client.table`."""
    return spell_out(one for name, one in _SHARED.items() if name in taken.__annotations__)


def tell_unanswered(frame: pd.DataFrame, setting: Settings, resource: str, asked: Collection[str]) -> None:
    """Warn of ids, among several, of which a frame has no rows though it has rows of others."""
    known = {*frame["game_id"], *frame.attrs.get(MISSING, ())}
    lost = [one for one in asked if one not in known]
    if len(frame) and lost:
        warn(
            f"{len(lost)} of {len(asked)} ids have no rows, starting with {lost[0]}, which may mean: "
            f"{empty_means(setting, resource, ['game_id'])}."
        )


def tell_unlisted(frame: pd.DataFrame, finished: Collection[str]) -> None:
    """Warn of games of a season that its schedule says to be finished, and of which a frame has no rows."""
    lost = sorted(set(finished) - set(frame["game_id"].unique()))
    if lost and not frame.attrs.get(MISSING):
        warn(
            f"{len(lost)} of {len(finished)} finished games of the season have no rows, starting with {lost[0]}: the "
            "service does not list them on their days."
        )
