"""Loading functions: from a date and a sport to a tidy frame.

They are methods of `Client`, which determines the service, token and clock. The functions of the package are those of
a default client that follows the current options, as the functions of the standard library's `random` are those of a
hidden instance.
"""

from __future__ import annotations

from ..errors import refuse_calls
from .arguments import date_and_sport as date_and_sport
from .arguments import season_and_sport as season_and_sport
from .arguments import with_any_sport as with_any_sport
from .client import Client as Client
from .client import default as default
from .client import keeping_client as keeping_client
from .client import settings_of as settings_of
from .documents import read_json as read_json

table = default.table
live = default.live
schedule = default.schedule
schedule_week = default.schedule_week
schedule_season = default.schedule_season
box_scores = default.box_scores
raw = default.raw
game = default.game
sports_list = default.sports_list
pitching = default.pitching
batting = default.batting
throws = default.throws
play_by_play = default.play_by_play
players = default.players
teams = default.teams
depth_charts = default.depth_charts
injuries = default.injuries
events = default.events
field = default.field
player_stats = default.player_stats
team_stats = default.team_stats
reconcile = default.reconcile
find = default.find
watch = default.watch
each = default.each
sync = default.sync
to_dask = default.to_dask
box = default.box

refuse_calls(
    __name__,
    'sportsframe.live("2024-06-01", "MLB") for box scores, or schedule("2024-06-01", "MLB") for games to come',
)
