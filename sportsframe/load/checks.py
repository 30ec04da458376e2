"""Check season statistics against box scores."""

from __future__ import annotations

import pandas as pd

from .._client.fetch import Refresh
from .._pipeline.loading import concat
from ..catalog import SPORTS
from ..catalog.codes import SportCode
from ..errors import QueryError
from .arguments import loader, season_and_sport
from .differences import compare
from .keywords import Season
from .lines import LineLoaders
from .stats import StatsLoaders


class Reconciler(LineLoaders, StatsLoaders):
    """The loader of differences between season statistics and box scores."""

    @loader
    def reconcile(
        self,
        season: Season,
        sport: SportCode,
        *,
        league: str | None = None,
        refresh: Refresh = False,
        max_age: float | None = None,
    ) -> pd.DataFrame:
        """The cells in which season statistics differ from the sums of the box scores.

        Loads both and every box score of the season, which takes as long as ``live(season=...)``. Games in play,
        preseason games and events that do not count in the standings are left out.

        Parameters
        ----------
        season : int
            Year in which the season started.
        sport : str
            A sport code.
        league : str, optional
            EPL, SERIEA or LALIGA; needed for soccer.
        refresh, max_age
            As for `live`.

        Returns
        -------
        pandas.DataFrame, shape (n_differences, 12)
            ``sport``, ``resource``, ``table``, ``part``, ``team_id``, ``team``, ``player_id``, ``player``,
            ``statistic`` (a column of the table), ``reported`` by the season statistics, ``computed`` from the box
            scores, and their ``difference``. Either is missing where only the other has the player, team or
            statistic. Statistics that box scores do not contain are not compared. Empty if all agree.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        Notes
        -----
        The service updates season statistics about once a day, and corrects box scores for half a day after a game:
        differences of the latest games need not be errors.

        Examples
        --------
        >>> sf.reconcile(2023, "NBA")                       # doctest: +SKIP
        """
        year, code = season_and_sport(season, sport)
        if not isinstance(year, (int, str)):
            raise QueryError("reconcile takes one season, the year in which it started.")
        live = SPORTS[code].answer("live").layouts
        first = next(iter(live))
        resources = [name for name in ("player-stats", "team-stats") if name in SPORTS[code].resources]
        if not resources:
            raise QueryError(f"{code} has no player-stats or team-stats to compare with its box scores.")
        answers = {name: SPORTS[code].answer(name) for name in resources}
        names = {box for answer in answers.values() for totals in answer.totals for box in totals.boxes}
        boxes = {
            name: self.live(
                season=year, sport=code, table=name, league=league, refresh=refresh if name == first else False,
                max_age=max_age if name == first else None,
            )
            for name in dict.fromkeys((first, *sorted(names)))
        }  # fmt: skip
        parts = []
        for resource, answer in answers.items():
            season_stats = {
                totals.table: self.table(
                    resource, code, year, table=totals.table, league=league, refresh=refresh, max_age=max_age
                )
                for totals in answer.totals
            }
            if not any(map(len, season_stats.values())) and boxes[first].empty:
                raise QueryError(f"there is nothing to compare: no games and no statistics of {code} {year}.")
            parts.append(compare(season_stats, boxes, answer, SPORTS[code].rules, resource))
        found = concat(parts)
        found.insert(0, "sport", pd.Series(str(code), found.index).astype(boxes[first]["sport"].dtype))
        found.attrs.update(boxes[first].attrs)
        return found
