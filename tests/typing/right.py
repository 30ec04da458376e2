"""The idioms of the documentation, for type checkers to accept; never run."""

from __future__ import annotations

import datetime as dt
import sys

import pandas as pd
from matplotlib.axes import Axes

import sportsframe as sf

games = sf.live("2024-06-01", "MLB")
sf.live(dt.date(2024, 6, 1), "NBA", table="periods", day="league")
sf.live(("2024-06-01", "2024-06-30"), "MLB", table="batting", on_error="skip", progress=False, workers=4)
sf.live(pd.date_range("2024-06-02", "2024-06-16", freq="W"), "MLB", game_id="x", team_id=3, validate="strict")
sf.live("2024-11-09", "SOCCER", table="teams", league="EPL")
sf.live(season=2024, sport="NFL", table="players")
sf.live(season=2024, sport="SOCCER", league="EPL")
sf.schedule("2024-11-10", "NFL", refresh=True)
sf.schedule_week("now", "PGA", table="courses")
sf.schedule_season(2024, "MLB")
sf.schedule_season([2023, 2024], "SOCCER", league="SERIEA")
sf.schedule_season(range(2020, 2025), "NFL")
sf.schedule_season(sport="PGA")
sf.schedule_season("NFL", team="KC")
sf.player_stats("SOCCER", league="EPL")
sf.team_stats(sport="NBA")
sf.table("live", "MLB", "2024-06-01", table="pitching")

sf.table("players", "NFL")
sf.live("2024-06-01", "MLB", team="BOS", table="batting")
sf.schedule_season(2024, "SOCCER", league="EPL", team="Ashby")
sf.play_by_play("2024-06-01", "MLB", team="BOS")
sf.play_by_play("20240601-1-2", "MLB", table="participants", player="Judge")
sf.players("NFL", team="KC", player="Smith")
sf.injuries("SOCCER", league="EPL", team="Ashby")
sf.player_stats(2024, "NFL", player="Smith", team="KC")
sf.team_stats([2023, 2024], "NFL", team="KC")
sf.field("2024_905", player="Woods")
sf.field("2024_905", "PGA")
sf.events(2024, "DARTS")
found: pd.DataFrame = sf.find("judge")
sf.find("mossdell", "NFL", kind="team", limit=None)
sf.find("judge", league="EPL")
sf.find("ashby", "SOCCER")
sf.find(9001, "SOCCER", league="EPL")

pitchers: pd.DataFrame = sf.pitching("2024-06-01", day="league", on_error="skip")
sf.batting(season=2024, team_id=3)
sf.throws("2024-01-03", player_id=5)
sf.throws("2024-01-03", player="Littler")

box: sf.Tables = sf.box_scores("2024-12-06", "NBA")
periods: pd.DataFrame = box["periods"]
body: bytes = sf.raw("2024-06-01", "MLB")
sf.raw("2024-06-01", "NFL-NBA", resource="schedule")
sf.raw(sport="PGA", resource="schedule-season")
sf.raw(sport="NHL", resource="teams")
sf.raw(sport="NHL", resource="team_stats", season=2024)
frame: pd.DataFrame = sf.read_json(body, "MLB", "live")
tables: sf.Tables = sf.read_json(body, "MLB", "live", table=None)
lines: pd.DataFrame = sf.read_json(body, "MLB", "live", table="pitching")

view: sf.Sports = sf.sports(games)
kind: sf.Kind = view.kind
axes: Axes = sf.sports(games).plot.scores()
sf.sports(games).plot.standings_race(top=3)
sf.plots.scores(games, ax=axes, color="black")
plots: sf.Plots = view.plot
era: pd.Series = sf.sports(pitchers).measure("era", by="player_id", constant="league")
sf.sports(games).team("Boston").equals(sf.sports(games).box("pitching", refresh=True))
shown: sf.Shown = view.show(rows=5)
standings: pd.DataFrame = view.standings(by="division")
missed: pd.DataFrame = sf.availability("NFL", by="player")
sf.availability(2024, "SOCCER", league="EPL", team="MOS")
sf.sports(sf.injuries("NBA")).availability(sf.live(season=2024, sport="NBA", table="players"))
sf.measures.measure(pitchers, "whip")

watch: sf.Watch = sf.watch("2024-06-01", "MLB", every=300)
sf.watch(sport="NBA")
for changes in watch:
    print(changes.shape)

report: sf.Report = sf.doctor()
client = sf.Client(source="simulated", offline=False)
client.live("2024-06-01", "MLB", table="batting")
cache: sf.Cache = client.cache
with sf.options(offline=True), sf.plots.style(dark=True):
    sf.show_settings()

# Text that is known only at run time, and sports from outside.
for argument in sys.argv[1:]:
    sport = sf.sport_code(argument)
    for table in ("teams", "players"):
        sf.live("2024-06-01", sport, table=table, league=argument or None)
    sf.schedule_season(2024, sport)
    sf.read_json(body, sport, argument)
    sf.table(argument, sport)
    sf.find(argument, sport, league=argument)


def totals(sport: sf.SportCode, league: sf.League) -> pd.DataFrame:
    """A function of one's own with the types of the package."""
    return sf.live("2024-11-09", sport, league=league) if sport == "SOCCER" else sf.live("2024-06-01", sport)
