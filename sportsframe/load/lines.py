"""Short forms of `live` for one table."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Unpack, overload

import pandas as pd

from .._util.signatures import spell_out
from .arguments import loader
from .games import GameLoaders
from .keywords import Lines, ManyDays, Season, When

_of_live = inspect.signature(GameLoaders.live).parameters
_lines = spell_out(_of_live[name] for name in _of_live if name in Lines.__optional_keys__)


class LineLoaders(GameLoaders):
    """Pitchers, batters and darts, without naming sport and table."""

    @overload
    def pitching(self, date: When, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @overload
    def pitching(
        self, *, season: Season, season_type: str | None = None, **options: Unpack[ManyDays]
    ) -> pd.DataFrame: ...

    @loader
    @_lines
    def pitching(self, date: When = None, **options: Unpack[Lines]) -> pd.DataFrame:
        """Return MLB pitching lines, one row per pitcher and game: ``live(date, "MLB", table="pitching")``.

        ``innings`` is in baseball notation (6.2 is six and two thirds); use ``outs_recorded`` for arithmetic.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        **options
            The keywords of `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_lines, n_columns)

        Examples
        --------
        >>> lines = sf.pitching("2024-06-01")
        >>> lines["outs_recorded"].dtype
        Int64Dtype()
        """
        return self._shortcut("pitching", date, "MLB", options)

    @overload
    def batting(self, date: When, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @overload
    def batting(
        self, *, season: Season, season_type: str | None = None, **options: Unpack[ManyDays]
    ) -> pd.DataFrame: ...

    @loader
    @_lines
    def batting(self, date: When = None, **options: Unpack[Lines]) -> pd.DataFrame:
        """Return MLB batting lines, one row per batter and game: ``live(date, "MLB", table="batting")``.

        Parameters
        ----------
        date : str, datetime.date, or many of them
            As for `live`.
        **options
            The keywords of `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_lines, n_columns)

        Examples
        --------
        >>> lines = sf.batting("2024-06-01")
        >>> bool(lines[["game_id", "player_id"]].duplicated().any())
        False
        """
        return self._shortcut("batting", date, "MLB", options)

    @overload
    def throws(self, date: When, **options: Unpack[ManyDays]) -> pd.DataFrame: ...

    @overload
    def throws(
        self, *, season: Season, season_type: str | None = None, **options: Unpack[ManyDays]
    ) -> pd.DataFrame: ...

    @loader
    @_lines
    def throws(self, date: When = None, **options: Unpack[Lines]) -> pd.DataFrame:
        """Return darts, one row per dart: ``live(date, "DARTS", table="throws")``.

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

        Examples
        --------
        >>> darts = sf.throws("2024-01-02")
        >>> int(darts["throw"].max())
        3
        """
        return self._shortcut("throws", date, "DARTS", options)

    def _shortcut(self, table: str, date: When, sport: str, options: Mapping[str, Any]) -> pd.DataFrame:
        live: Callable[..., pd.DataFrame] = self.live
        return live(date, sport, table=table, **options)
