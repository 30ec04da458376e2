"""Codes that loaders accept, as types: type checkers find a misspelled sport, league, resource or table.

A sport registered from outside, and a string that is known only at run time, are passed as a `CheckedSport`.
"""

from __future__ import annotations

from typing import Literal, NewType, get_args

LeagueSport = Literal["SOCCER"]
"""Sports whose league has to be named."""

WholeSport = Literal["NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB", "PGA", "DARTS"]
"""Sports without leagues."""

SportCode = Literal[WholeSport, LeagueSport]
"""The nine sports."""

SERVICE_SPORTS: tuple[str, ...] = get_args(SportCode)
"""The nine sports, whose games have ids that begin with a date; ids of a registered one may be any text."""

CheckedSport = NewType("CheckedSport", str)
"""The code of a sport that was looked up at run time, by `sport_code`; leagues and tables beside it are any text."""

League = Literal["EPL", "SERIEA", "LALIGA"]
"""The leagues of soccer."""

ResourceName = Literal[
    "schedule",
    "schedule-week",
    "schedule-season",
    "live",
    "play-by-play",
    "player-info",
    "player-stats",
    "team-info",
    "team-stats",
    "depth-charts",
    "injuries",
    "events",
    "field",
    "schedule_week",
    "schedule_season",
    "play_by_play",
    "players",
    "player_info",
    "player_stats",
    "teams",
    "team_info",
    "team_stats",
    "depth_charts",
]
"""The resources, also under the names of their loaders."""

TableName = Literal[
    "games",
    "season",
    "teams",
    "players",
    "periods",
    "batting",
    "pitching",
    "skaters",
    "goalies",
    "field_goals",
    "legs",
    "turns",
    "throws",
    "tournaments",
    "courses",
    "tee_times",
    "starting_holes",
    "depth_charts",
    "injuries",
    "events",
    "field",
    "plays",
    "participants",
]
"""The tables of all sports together."""
