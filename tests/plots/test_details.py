"""Numbers on plots: as many digits as tell something, whole, visible, and counts that agree."""

from __future__ import annotations

import os
import re

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.plots import football

from ..support.days import day, texts
from ..support.pictures import choices, sample


def test_means_of_yards_have_one_decimal() -> None:
    """Yards per game of several games are no number of six digits."""
    teams = sf.live(("2024-11-07", "2024-11-25"), "NFL", table="teams", progress=False)
    told = [text for text in texts(teams.sports.plot.yardage(figsize=(12, 9))) if re.fullmatch(r"[\d.]+", text)]
    assert any("." in text for text in told)
    assert all(re.fullmatch(r"\d+(\.\d)?", text) for text in told)


def test_shares_of_results_are_rounded_as_they_are() -> None:
    """Each share is the nearest whole percent, also if the sum is 101."""
    games = sf.live(("2024-08-16", "2024-12-31"), "SOCCER", league="EPL", progress=False)
    games = games[games["phase"] == "finished"]
    ahead = np.sign((games["home_score"] - games["away_score"]).astype(float))
    parts = {"home wins": (ahead > 0).mean(), "draws": (ahead == 0).mean(), "away wins": (ahead < 0).mean()}
    wanted = ", ".join(f"{word} {100 * part:.0f} %" for word, part in parts.items())
    assert wanted == "home wins 47 %, draws 23 %, away wins 31 %"
    assert wanted in games.sports.plot.scorelines().get_xlabel()
    legend = games.sports.plot.home_away(figsize=(8, 6)).get_legend()
    assert "mean at home (47 %)" in [text.get_text() for text in legend.get_texts()]


@pytest.mark.sampled
@pytest.mark.parametrize("name", ["by_period", "shot_profile", "four_factors"])
def test_numbers_are_within_the_frame(name: str) -> None:
    """In axes with a frame around them, no number beside a bar runs into it."""
    frame = sample(name)
    ax = plt.subplots(2, 2)[1][1, 1]
    getattr(sf.plots, name)(frame, ax=ax, **choices(name, frame))
    ax.figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in ax.texts if re.fullmatch(r"[\d./]+", text.get_text())]
    assert boxes
    assert all(box.x1 < ax.bbox.x1 - 1 and box.y1 < ax.bbox.y1 - 1 for box in boxes)


def test_a_game_at_halftime_is_in_progress() -> None:
    """Title and subtitle of the fields count the same games, those in which nobody has the ball as well."""
    games = sample("drive").dropna(subset=["possession"]).head(3)
    games = games.assign(phase=["live", "live", "paused"], possession=[*games["possession"][:2], pd.NA])
    ax = games.sports.plot.drive()
    assert ax.get_title(loc="left") == "3 games in progress"
    assert any("3 in play, 1 of them without the ball in play" in text.replace("\n", " ") for text in texts(ax))


def test_two_venues_at_one_place_are_two() -> None:
    """Two stadiums of a city with the same coordinates count apart."""
    schedule = sf.schedule_season(2024, "SOCCER", league="LALIGA")
    one, other = schedule["arena"].unique()[:2]
    at = schedule.loc[schedule["arena"] == one, ["latitude", "longitude"]].iloc[0]
    schedule.loc[schedule["arena"] == other, ["latitude", "longitude"]] = at.to_list()
    played = schedule[~schedule["phase"].isin(["off", "replaced"])]
    assert played["arena"].nunique() > len(played.drop_duplicates(["latitude", "longitude"]))
    assert schedule.sports.plot.venues().get_title(loc="left").startswith(f"{played['arena'].nunique()} venues of 380")


def test_the_lowest_percentile_has_a_number() -> None:
    """A number beside no sector is drawn in the color of text."""
    players = day("NBA", "players")
    least = int(players.loc[players["points"].astype(float).idxmin(), "player_id"])
    ax = players.sports.plot.percentiles(player=least, columns=["points", "assists", "steals"])
    without_room = 10  # of three sectors, a third of a turn each
    low = [
        text
        for text in ax.texts
        if text.get_text().isdigit() and int(text.get_text()) <= without_room and text.get_zorder() == 3
    ]
    assert low
    assert all(text.get_color() not in ("#ffffff", "white") for text in low)


def test_compared_players_say_their_games() -> None:
    """The games of each player, not those of all together."""
    players = sf.live(("2024-12-01", "2024-12-06"), "NBA", table="players", progress=False)
    counts = players.groupby("player_id")["game_id"].nunique().sort_values()
    chosen = [int(counts.index[0]), int(counts.index[-1])]
    ax = players.sports.plot.compare(players=chosen)
    assert any(f"{counts.iloc[0]} to {counts.iloc[-1]} games each" in text.replace("\n", " ") for text in texts(ax))


def test_a_small_dartboard_tells_the_greatest_share() -> None:
    """What is thrown at most is written, also where smaller shares have room."""
    throws = sf.throws("2024-01-03")
    own = throws[throws["player"] == "Huw Malgarvel"]
    ax = throws.sports.plot.dartboard(player="Huw Malgarvel", figsize=(4, 3))
    ax.figure.draw_without_rendering()
    most = own[own["score"] > 0].groupby(["score", "double", "triple"]).size().max()
    assert f"{100 * most / len(own):.0f}" in texts(ax)


@pytest.mark.sampled
@pytest.mark.parametrize("inches", [(12.0, 6.75), (16.0, 4.0), (4.0, 6.0)])
def test_a_dartboard_is_in_the_middle_with_its_scale_beside(inches: tuple[float, float]) -> None:
    """However wide the axes are, also those of the user: the scale is next to the board, and both in the middle."""
    ax = sf.throws("2024-01-03").sports.plot.dartboard(ax=plt.subplots(figsize=inches)[1])
    ax.figure.draw_without_rendering()
    (bar,) = ax.child_axes
    pixel = ax.transData.transform((1, 0))[0] - ax.transData.transform((0, 0))[0]
    assert 0 < bar.bbox.x0 - ax.transData.transform((170, 0))[0] < 40 * pixel
    middle = (ax.transData.transform((-170, 0))[0] + bar.bbox.x1) / 2
    assert middle == pytest.approx(ax.figure.bbox.width / 2, rel=0.1)
    plt.close("all")


@pytest.mark.parametrize(
    ("number", "told"), [("1", "Q1"), (4, "Q4"), ("5", "OT"), ("6", "OT2"), ("F", "F"), (None, ""), (pd.NA, "")]
)
def test_quarters_are_called_alike(number: object, told: str) -> None:
    """Overtime has its name on the field of a game in play, as on its drives."""
    assert football._quarter(SPORTS["NFL"].rules, number) == told


def test_means_in_bars_have_as_many_decimals() -> None:
    """Beside means with a decimal a whole one has one too."""
    teams = day("NFL", "teams")
    other = teams.assign(game_id="x", passing_yards=teams["passing_yards"] + np.arange(len(teams)) % 2)
    ax = pd.concat([teams, other]).sports.plot.yardage(figsize=(12, 12))
    told = [text.get_text() for text in ax.texts if re.fullmatch(r"[\d.]+", text.get_text())]
    passing, rushing = told[: len(told) // 2], told[len(told) // 2 :]
    assert {len(text.partition(".")[2]) for text in passing} == {1}
    assert {len(text.partition(".")[2]) for text in rushing} == {0}
    plt.close("all")
