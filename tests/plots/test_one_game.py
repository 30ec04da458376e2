"""Plots of one game: line score, timelines, drives; what stands on their axes equals an independent computation."""

from __future__ import annotations

import os
from itertools import pairwise

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.patches import Patch

import sportsframe as sf

from ..support.days import day, texts


def test_line_score_is_the_table_of_the_game() -> None:
    """Numbers by inning and the sum; the last half inning that the home team did not need has an x, as papers print."""
    periods = day("MLB", "periods")
    for game_id in periods["game_id"].unique()[:6]:
        game = periods[periods["game_id"] == game_id]
        ax = sf.plots.line_score(game)
        for side in ("away", "home"):
            own = game[game["side"] == side].sort_values("period")["score"]
            shown = [text.get_text() for text in ax.texts if text.get_gid() == side]
            wanted = [f"{score:g}" for score in own.dropna()]
            assert shown[: len(wanted)] == wanted
            assert shown[-1] == f"{own.sum():g}"
            assert set(shown[len(wanted) : -1]) <= ({"x"} if side == "home" else set())
        plt.close("all")


def test_a_line_score_of_baseball_ends_with_runs_hits_and_errors() -> None:
    """Runs alone from the periods, hits and errors from the teams; a frame without them or the game is refused."""
    periods, teams = day("MLB", "periods"), day("MLB", "teams")
    game_id = periods["game_id"].iloc[0]
    ax = periods.sports.plot.line_score(game_id=game_id, teams=teams)
    heads = [text.get_text() for text in ax.texts if text.get_gid() == "head"]
    own = teams[teams["game_id"] == game_id].set_index("side")

    assert heads[-3:] == ["R", "H", "E"]
    for side in ("away", "home"):
        shown = [text.get_text() for text in ax.texts if text.get_gid() == side]
        assert shown[-3:] == [f"{own.loc[side, name]:g}" for name in ("score", "hits", "errors")]
    assert ax.get_xlabel() == "inning; R: runs, H: hits, E: errors; bold: best inning of each side"
    assert periods.sports.plot.line_score(game_id=game_id).get_xlabel().startswith("inning; R: runs; bold")
    with pytest.raises(sf.FrameError, match="errors"):
        periods.sports.plot.line_score(game_id=game_id, teams=teams.drop(columns="errors"))
    with pytest.raises(sf.QueryError, match="teams= has no row of the game"):
        periods.sports.plot.line_score(game_id=game_id, teams=teams[teams["game_id"] != game_id])
    plt.close("all")


def test_timelines_hold_every_play() -> None:
    """A mark per play in the lane of its kind, made and missed shots apart; the legend has bars, not thin strokes."""
    plays = day("NBA", "plays", "play-by-play")
    game = plays[plays["game_id"] == plays["game_id"].iloc[0]]
    ax = game.sports.plot.shot_timeline()
    marks = {points.get_gid(): points.get_offsets() for points in ax.collections if points.get_gid()}
    shots = game[game["action"].str.startswith(("make", "miss"))]
    assert all(isinstance(handle, Patch) for handle in ax.get_legend().legend_handles)

    for side in ("away", "home"):
        own = shots[shots["possession"] == shots[f"{side}_team"]]
        assert len(marks[side]) == len(own)
        assert (np.floor(marks[side][:, 1] + 0.5) == 0).sum() == (own["action"] == "make_3pt").sum()
    lanes = game.sports.plot.play_timeline().get_yticklabels()
    assert lanes[0].get_text().startswith(game["event"].value_counts().index[0].replace("_", " "))


def test_a_timeline_leaves_no_play_out() -> None:
    """Of many kinds of play those that scored have lanes, such as home runs; the rest share one.

    The color of a change of pitchers is that of the side at bat, which the picture says.
    """
    plays = day("MLB", "plays", "play-by-play")
    many = plays.groupby("game_id")["event"].nunique()
    assert (many > 12).any()
    for game_id in many[many > 12].index[:3]:
        game = plays[plays["game_id"] == game_id]
        ax = game.sports.plot.play_timeline()
        marks = [points for points in ax.collections if points.get_gid() in ("away", "home")]
        lanes = [label.get_text().rpartition("  ") for label in ax.get_yticklabels()]
        assert sum(len(points.get_offsets()) for points in marks) == len(game)
        assert sum(int(count) for *_, count in lanes) == len(game)
        assert f"{len(game)} plays; color: the side at bat" in " ".join(texts(ax))
        assert len(lanes) == 12
        assert lanes[-1][0] == "other"
        assert {"Home Run"} & {*game["event"]} <= {name for name, *_ in lanes}
        plt.close("all")


def test_drives_are_where_they_were() -> None:
    """An arrow per drive; a touchdown ends on the goal line of the other team; the first begins at its yard line."""
    plays = day("NFL", "plays", "play-by-play")
    for game_id in plays["game_id"].unique()[:4]:
        game = plays[plays["game_id"] == game_id]
        drives = sf.measures.drives(game)
        ax = sf.plots.drive_chart(game)
        arrows = [patch for patch in ax.patches if patch.get_gid() == "drive"]
        assert len(arrows) == len(drives)
        away = game["away_team"].iloc[0]
        ends = np.array([patch._posA_posB for patch in arrows])[:, :, 0]
        assert ((ends >= 0) & (ends <= 100)).all()
        for drive, (_, end) in zip(drives.to_dict("records"), ends, strict=True):
            if drive["result"] == "touchdown":
                assert end == (100 if drive["team"] == away else 0)
        first = game[game["down"].notna()].iloc[0]
        yard = int(first["yard_line"].split()[1])
        assert ends[0, 0] in (yard, 100 - yard)
        plt.close("all")


def test_chances_of_plays_with_a_gap_are_refused_by_their_labels() -> None:
    """As the measure refuses them; with other labels, or shuffled, complete plays give the same line."""
    plays = day("NFL", "plays", "play-by-play")
    game = plays[plays["game_id"] == plays["game_id"].iloc[0]]
    with pytest.raises(sf.FrameError, match="are missing"):
        sf.plots.win_probability(game.drop(game.index[20:60]))
    wanted = sf.plots.win_probability(game).lines[1].get_ydata()
    for same in (game.reset_index(drop=True), game.sample(frac=1, random_state=3)):
        assert np.allclose(sf.plots.win_probability(same).lines[1].get_ydata(), wanted)
    plt.close("all")


def test_a_drive_that_goes_on_is_drawn_as_such() -> None:
    """Plays of a game in play end within a drive, wherever; of a finished game no drive goes on."""
    plays = day("NFL", "plays", "play-by-play")
    game = plays[plays["game_id"] == plays["game_id"].iloc[0]]
    seen = set()
    for end in range(10, len(game), 17):
        some = game.iloc[:end]
        goes_on = bool(sf.measures.drives(some)["result"].isna().any())
        ax = sf.plots.drive_chart(some)
        entries = [text.get_text() for text in ax.get_legend().get_texts()]
        assert ("drive in progress" in entries) == goes_on
        seen.add(goes_on)
        plt.close("all")
    assert seen == {True, False}


@pytest.mark.parametrize("name", ["by_period", "running_margin", "line_score", "sides"])
@pytest.mark.parametrize("sport", ["MLB", "NBA", "NFL", "NHL"])
def test_a_game_of_which_a_side_is_left_out_is_refused(sport: str, name: str) -> None:
    """As `team=` leaves it out: the other side would look as if it had not scored."""
    frame = day(sport, "teams" if name == "sides" else "periods")
    game = frame[frame["game_id"] == frame["game_id"].iloc[0]]
    for side, other in (("away", "home"), ("home", "away")):
        with pytest.raises(
            sf.QueryError, match=f"requires both sides of the game; the frame has no rows of the {side}"
        ):
            getattr(game[game["side"] == other].sports.plot, name)()


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(4, 3), (5, 3), (6, 3), (8, 3)])
def test_drives_without_room_are_refused(size: tuple[float, float]) -> None:
    """Small axes, whose legend takes more lines, leave no room for a row per drive; the height to pass is enough."""
    plays = day("NFL", "plays", "play-by-play")
    game = plays[plays["game_id"] == plays["game_id"].mode()[0]]  # the longest
    with pytest.raises(sf.QueryError, match=r"too many for a height of 3\.0 inches; .*pass figsize=") as refused:
        sf.plots.drive_chart(game, figsize=size)
    ax = sf.plots.drive_chart(game, figsize=(size[0], int(str(refused.value).rstrip(".").split()[-1])))
    ax.figure.canvas.draw()
    rows = sorted({round(text.get_window_extent().y0): text for text in ax.texts if "play" in text.get_text()}.items())
    assert len(rows) == len(sf.measures.drives(game))
    assert all(one.get_window_extent().y1 <= two.get_window_extent().y0 for (_, one), (_, two) in pairwise(rows))
    plt.close("all")


def test_scores_of_plays_are_those_of_the_last_one() -> None:
    """Plays hold the score after each of them; drawn is the result."""
    games_, plays = day("NBA"), day("NBA", "plays", "play-by-play")
    results = {frozenset(map(str, pair)) for pair in zip(games_["away_score"], games_["home_score"])}
    shown = [text for text in texts(plays.sports.plot.scores()) if text.isdigit()]
    assert {frozenset(pair) for pair in zip(shown[::2], shown[1::2])} == results
