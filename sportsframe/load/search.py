"""The search for people and teams by name."""

from __future__ import annotations

from typing import Any, Literal, Unpack, overload

import numpy as np
import pandas as pd

from .._client.batch import fetch_many
from .._client.fetch import Refresh
from .._client.notices import say
from .._client.query import ask
from .._frames.arrays import CATEGORIES, TEXT
from .._frames.flatten import flatten
from .._frames.names import bounded, plain, scores
from .._pipeline.ids import DIRECTORIES, LABELS, NAMES
from .._pipeline.loading import MISSING
from .._pipeline.provenance import provenance_attrs, say_simulated
from .._pipeline.reading import read
from ..catalog import RESOURCES, SPORTS
from ..catalog.codes import CheckedSport, LeagueSport, WholeSport
from ..catalog.names import is_sport, league_named
from ..errors import Forbidden, NotFound, QueryError, ServiceError, SportsframeError, choose, quoted
from .arguments import loader, required_sport
from .base import BaseClient
from .keywords import CheckedSearch, KnownSearch, Search

Kind = Literal["player", "team"]

COLUMNS: dict[str, Any] = {
    "kind": TEXT, "id": "Int64", "name": TEXT, "abbreviation": TEXT, "team_id": "Int64", "team": TEXT,
    "position": TEXT, "score": "Float64",
}  # fmt: skip
"""The columns of what `Finder.find` returns, after sport and league."""


class Finder(BaseClient):
    """The search in the directories of players and teams."""

    @overload
    def find(self, name: str | int, sport: None = None, **options: Unpack[Search]) -> pd.DataFrame: ...

    @overload
    def find(self, name: str | int, sport: WholeSport, **options: Unpack[KnownSearch]) -> pd.DataFrame: ...

    @overload
    def find(self, name: str | int, sport: LeagueSport, **options: Unpack[Search]) -> pd.DataFrame: ...

    @overload
    def find(self, name: str | int, sport: CheckedSport, **options: Unpack[CheckedSearch]) -> pd.DataFrame: ...

    @loader
    def find(
        self,
        name: str | int,
        sport: str | None = None,
        *,
        league: str | None = None,
        kind: Kind | None = None,
        limit: int | None = 20,
        refresh: Refresh = False,
        max_age: float | None = None,
    ) -> pd.DataFrame:
        """Find people and teams by name, abbreviation or ID.

        Searches the directories, those of `players` and `teams`, without regard to case and accents. Parts of a name
        and misspellings match with a lower score.

        Parameters
        ----------
        name : str or int
            A name or a part of it, an abbreviation, or an ID.
        sport : str, optional
            A sport code; by default all sports, except those that the token does not cover.
        league : str, optional
            For soccer, EPL, SERIEA or LALIGA; by default all three. Without a sport, only this league is searched.
        kind : {"player", "team"}, optional
            Only people, or only teams.
        limit : int or None, default 20
            Maximum number of rows; None for all.
        refresh, max_age
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_found, 10)
            ``sport``, ``league``, ``kind``, ``id``, ``name``, ``abbreviation``, ``team_id``, ``team``, ``position`` and
            ``score``, the best match first. For a player, ``team`` is the present or last team; for a team, the team
            itself. ``score`` is 1 for the same words, and lower for a part of the name or a misspelling.
            ``attrs["sportsframe_missing"]`` lists the sports that the token does not cover.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError
            As for `live`.

        Examples
        --------
        >>> sf.find("mossdell", "NFL", kind="team")[["name", "abbreviation"]].to_numpy().tolist()  # doctest: +SKIP
        >>> sf.find("judge")                                     # doctest: +SKIP
        """
        if is_sport(name) and sport is not None and not is_sport(sport):
            name, sport = sport, str(name)
        if is_sport(name) or league_named(name):
            raise QueryError(f"{quoted(name)} is a sport or league, not a name; teams({quoted(name)}) lists its teams.")
        text = str(name) if isinstance(name, (str, int)) and not isinstance(name, bool) else ""
        if not plain(bounded(text)):
            raise QueryError(
                f'{quoted(name)} is not a name; pass a name, an abbreviation or an ID, such as find("judge").'
            )
        if kind is not None:
            choose(kind, list(DIRECTORIES), "kind")
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int | np.integer) or limit < 1):
            raise QueryError(f"limit must be an integer from 1, or None for all rows; not {quoted(limit)}.")
        code = None if sport is None else required_sport(sport)
        setting = self._aged(max_age)
        queries = [
            ask(resource, one, league=where)
            for one in ([code] if code is not None else SPORTS if league is None else _with_leagues())
            for where in ((league,) if league is not None else SPORTS[one].leagues or (None,))
            for what, resource in DIRECTORIES.items()
            if kind in (None, what) and resource in SPORTS[one].resources
        ]
        if not queries:
            has_teams = code is not None and SPORTS[code].rules.opponents == "teams"
            raise QueryError(
                f"{code or 'no sport'} has no list of {f'{kind}s' if kind else 'players or teams'} to find one in"
                f"{'; schedules and box scores have their names and ids' if has_teams else ''}."
            )
        say_simulated(setting)
        found, stale = [], None
        refused: dict[str, ServiceError] = {}
        for query, answer in zip(queries, fetch_many(queries, setting, refresh=refresh), strict=True):
            if isinstance(answer, Forbidden | NotFound) and code is None:
                refused[query.sport] = answer
                continue
            if isinstance(answer, SportsframeError):
                raise answer
            rows = read(answer, query, setting, "report")
            stale = min(filter(None, (stale, rows.stale_since)), default=None)
            listed = flatten(rows, query.sport, query.resource, RESOURCES[query.resource].table)
            found.append(_matches(text, listed, query.resource))
        if not found:
            raise next(iter(refused.values()))
        frame = pd.concat(found, ignore_index=True)
        frame = frame.sort_values(["score", "name"], ascending=[False, True], kind="stable", ignore_index=True)
        frame = frame if limit is None else frame.head(limit)
        why = f"no name resembles {text!r}"
        if setting.service().simulated:
            where = league or (next(iter(SPORTS[code].leagues), code) if code else "a sport")
            why += f"; the people and teams of the built-in service are fictional, see teams and players of {where}"
        frame.attrs = provenance_attrs(setting, why, stale)
        if frame.empty and setting.has_reader:
            say(f"sportsframe: {why}")
        frame.attrs[MISSING] = list(refused)
        return frame


def _with_leagues() -> list[str]:
    """The sports of which a league may be searched."""
    return [code for code, sport in SPORTS.items() if sport.leagues]


def _matches(text: str, listed: pd.DataFrame, resource: str) -> pd.DataFrame:
    """The rows of a directory that match, in the columns of the result."""
    kind = next(what for what, name in DIRECTORIES.items() if name == resource)
    key, labels = NAMES[kind], [name for name in LABELS[kind] if name in listed.columns]
    rated = pd.DataFrame({name: scores(text, listed[name].fillna("").tolist()) for name in labels}).max(axis=1)
    if text.strip().isdecimal():
        rated[(listed[key] == int(text)).fillna(False).to_numpy(dtype=bool)] = 1.0
    rows = listed[rated.to_numpy() > 0]
    sports = {name: CATEGORIES[name] for name in ("sport", "league")}
    found = {"kind": kind, "id": rows[key], "name": rows[labels[0]], "score": rated[rated > 0].to_numpy().round(3)}
    made = {
        name: found[name] if name in found else rows[name] if name in rows.columns else None
        for name in [*sports, *COLUMNS]
    }
    return pd.DataFrame(made, index=rows.index).astype({**sports, **COLUMNS})
