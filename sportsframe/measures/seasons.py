"""Standings and brackets of a season, loaded by one call."""

from __future__ import annotations

from typing import Any

import pandas as pd

from .._frames.arguments import checked
from .._pipeline import concat
from ..catalog.codes import CheckedSport, SportCode
from ..catalog.rules import Group
from ..errors import QueryError
from ..load import Client, default, season_and_sport
from . import brackets, results
from . import league as tables


@checked
def standings(
    season: int | str | SportCode | CheckedSport | None = None,
    sport: SportCode | CheckedSport | None = None,
    *,
    league: str | None = None,
    by: Group | None = None,
    season_type: str | None = results.REGULAR,
    progress: bool | None = None,
    client: Client | None = None,
) -> pd.DataFrame:
    """Return the standings of a season, ranked by the league's own rules.

    Loads every box score of the season so far, which takes as long as ``live(season=...)``, and takes conferences and
    divisions from them. `measures.standings` does the same with games that are loaded already.

    Parameters
    ----------
    season : int, optional
        Year in which the season started; by default the current one.
    sport : str
        NFL, NBA, MLB, NHL, NCAAFB, NCAABB or SOCCER.
    league : str, optional
        EPL, SERIEA or LALIGA; needed for soccer.
    by : {"league", "conference", "division"}, optional
        Group within which to rank; by default that of the league's own standings.
    season_type : str or None
        Part of the season; None for all except the preseason.
    progress : bool, optional
        A progress bar; by default for long loads only.
    client : Client, optional
        Where the games come from; by default the service of the current options.

    Returns
    -------
    pandas.DataFrame, one row per team, in order of group and rank
        As of `measures.standings`. While a season is being played, ``seed`` and ``berth`` say who would be in the
        playoffs if it ended today, ``clinched`` and ``eliminated`` what is certain, and ``tied_by`` which steps
        separated teams that were level.

    Raises
    ------
    QueryError
        The sport has no standings, or an argument is invalid; no request is sent.
    ServiceError, Unreachable, PayloadError
        As for `live`.

    Examples
    --------
    >>> table = sf.standings(2024, "NFL")
    >>> table.loc[table["seed"] == 1, "conference"].nunique()
    2
    """
    year, code = _asked(season, sport, "standings")
    tables.has_standings(code)
    games, teams = _season(year, code, league, progress, client)
    return tables.standings(games, teams=teams, by=by if len(games) else None, season_type=season_type)


@checked
def bracket(
    season: int | str | SportCode | CheckedSport | None = None,
    sport: SportCode | CheckedSport | None = None,
    *,
    league: str | None = None,
    event: str | None = None,
    progress: bool | None = None,
    client: Client | None = None,
) -> pd.DataFrame:
    """Return the playoffs of a season, or a tournament, one row per series.

    Before the playoffs begin, their first round as it would be if the season ended today. Loads every box score of the
    season so far, as `standings` does.

    Parameters
    ----------
    season : int, optional
        Year in which the season started; by default the current one.
    sport : str
        NFL, NBA, MLB, NHL, NCAABB, NCAAFB or DARTS.
    league : str, optional
        As for `standings`.
    event : str, optional
        Name of the tournament, where a season has several: a conference tournament, a darts event.
    progress, client
        As for `standings`.

    Returns
    -------
    pandas.DataFrame, one row per series
        As of `measures.bracket`; ``projected`` marks what would be if the season ended today.

    Raises
    ------
    QueryError
        The sport has no bracket, nothing of it can be told yet, or an argument is invalid.
    ServiceError, Unreachable, PayloadError
        As for `live`.

    Examples
    --------
    >>> series = sf.bracket(2024, "NFL")
    >>> series["winner"].iloc[-1] in set(series["team_1"])
    True
    """
    year, code = _asked(season, sport, "bracket")
    results.of_two(code, "bracket")
    games, teams = _season(year, code, league, progress, client)
    if games.empty:
        raise QueryError(f"no game of the season {year} of {code} has been played; its playoffs cannot be projected.")
    return brackets.bracket(games, teams=teams, event=event)


def _asked(season: Any, sport: Any, verb: str) -> tuple[int | str, CheckedSport]:
    """The season, by default the current one, and the sport, in whichever order they were passed."""
    if isinstance(season, pd.DataFrame):
        raise QueryError(f"{verb} loads a season; of games that are loaded already, write games.sports.{verb}().")
    year, code = season_and_sport(season, sport)
    return "current" if year is None else year, code


def _season(
    year: int | str, sport: CheckedSport, league: str | None, progress: bool | None, client: Client | None
) -> tuple[pd.DataFrame, pd.DataFrame | None]:
    """The games of a season so far, and the lines of their teams where teams play."""
    client = client or default
    days = [box for _, box in client.each(season=year, sport=sport, league=league, progress=progress)]
    if not days:
        return client.live([], sport, league=league), None
    games = concat([box["games"] for box in days])
    teams = concat([box["teams"] for box in days]) if "teams" in days[0].names else None
    return games, teams
