"""The loader of plays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date as Date
from typing import Any, Literal, Unpack

import pandas as pd

from .._pipeline.loading import MISSING
from ..catalog import layout
from ..catalog.codes import CheckedSport, WholeSport
from ..catalog.names import is_sport
from ..errors import QueryError
from .arguments import date_and_sport, loader, required_sport
from .base import spelled, tell_unanswered
from .keywords import DayRequests, Season, When
from .schedules import ScheduleLoaders

GAME_ID = re.compile(r"[0-9]{8}-.+")
"""What distinguishes a game id from a date."""

HAS_PLAYS = ("live", "paused", "finished")
"""Phases of games that may have plays."""


class PlayLoaders(ScheduleLoaders):
    """Play-by-play of games, days and seasons."""

    @loader
    @spelled(DayRequests)
    def play_by_play(
        self,
        game: str | Date | Iterable[Any] | None = None,
        sport: WholeSport | CheckedSport | None = None,
        *,
        table: Literal["plays", "participants"] = "plays",
        season: Season | None = None,
        team_id: int | None = None,
        team: str | None = None,
        player_id: int | None = None,
        player: str | None = None,
        **options: Unpack[DayRequests],
    ) -> pd.DataFrame:
        """Plays of a game, or of all games of a day, a range of days or a season.

        The service returns one game per request. For a date, the schedule is requested first, then every game that
        has begun.

        Parameters
        ----------
        game : str, datetime.date, or many of them
            A game id, as in the column ``game_id``, or a list of them; or dates, as for `live`.
        sport : str
            NFL, NBA or MLB.
        table : {"plays", "participants"}
            One row per play, or one row per player who takes part in it.
        season : int, optional
            Instead of `game`: all games of the season that started in this year.
        team_id, team : optional
            Only games of this team, by ID, or by name or abbreviation as for `live`; with dates or a season.
        player_id, player : optional
            Only rows of this player, by ID or by name; with ``table="participants"``.
        day, workers, progress, refresh, max_age, on_error, validate
            As for `live`. The parts of a range are games: `PartialResult` and ``attrs["sportsframe_missing"]`` name
            their ids.

        Returns
        -------
        pandas.DataFrame, shape (n_rows, n_columns)
            In the order of play, which is that of ``sequence`` within a game. The columns depend on the sport; see
            ``columns(sport, "play-by-play")``. If a list of ids contains games without plays, a warning names them.

        Raises
        ------
        QueryError, ServiceError, Unreachable, PayloadError, PartialResult
            As for `live`.

        Examples
        --------
        >>> plays = sf.play_by_play("20240601-9001-9002", "MLB")     # doctest: +SKIP
        >>> plays = sf.play_by_play("2024-06-01", "MLB")             # doctest: +SKIP
        """
        named = _game_ids(game)
        if season is not None:
            if game is not None and not is_sport(game):
                raise QueryError("give a game, a date or a season, not several.")
            resource, when, sport = "schedule-season", season, required_sport(sport or _text(game))
        elif named is not None:
            resource, when, sport = "", None, required_sport(sport)
        else:
            resource = "schedule"
            when, sport = date_and_sport(game, sport, "play_by_play")
            if isinstance(when, int):
                raise QueryError(
                    f'date {when} is not a day; for a season write play_by_play(season={when}, sport="{sport}").'
                )
        layout(sport, "play-by-play", table)
        players: dict[str, Any] = {"player_id": player_id, "player": player}
        teams: dict[str, Any] = {"team_id": team_id, "team": team}
        for name in (name for name, value in players.items() if value is not None and table != "participants"):
            raise QueryError(f'{name} goes with table="participants".')
        for name in (name for name, value in teams.items() if value is not None and named is not None):
            raise QueryError(f"{name} goes with dates or a season; leave it out for a game id.")
        missing: list[str] = []
        games = None
        if named is None:
            games = self.table(resource, sport, when, table="games", **teams, **options)
            missing = games.attrs.get(MISSING, missing)
            begun = games[games["phase"].isin(HAS_PLAYS)].sort_values(["game_time", "game_id"])
            named = begun["game_id"].tolist()
        options["day"] = "service"
        ids: dict[str, Any] = {"game_id": named, **players}
        plays = self.table("play-by-play", sport, table=table, **ids, **options)
        if games is None:
            if player_id is None and player is None:
                tell_unanswered(plays, self._setting, "play-by-play", named)
        elif not named:
            why = "none of these games has begun" if len(games) else games.attrs["sportsframe"]["empty_means"]
            plays.attrs["sportsframe"]["empty_means"] = why
        if missing:
            plays.attrs[MISSING] = [*missing, *plays.attrs.get(MISSING, [])]
        return plays


def _text(value: Any) -> str | None:
    return None if value is None else str(value)


def _game_ids(game: When) -> list[str] | None:
    """The ids among the argument, or None if it is a date or dates."""
    if isinstance(game, str):
        return [game] if GAME_ID.fullmatch(game) else None
    if isinstance(game, (list, set, pd.Series, pd.Index)) and len(game):
        texts = [one for one in game if isinstance(one, str) and GAME_ID.fullmatch(one)]
        return list(dict.fromkeys(texts)) if len(texts) == len(game) else None
    return None
