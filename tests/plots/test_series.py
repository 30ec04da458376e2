"""The bracket as a picture: where series stand, what is written in them, which lines lead where."""

from __future__ import annotations

import os
from collections import Counter
from itertools import pairwise

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

import sportsframe as sf
from sportsframe.measures import bracket
from sportsframe.plots import _theme
from tests.measures.test_brackets import playoffs
from tests.measures.test_league import games, won

from ..support.pictures import sample


def boxes(ax: Axes) -> list[Rectangle]:
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_each_series_is_a_box_with_both_sides() -> None:
    """Seeds, names and scores of every series stand in its box, the winner bold; no two boxes overlap."""
    series = sample("bracket")
    ax = sf.plots.bracket(series, figsize=(24, 8))
    ax.figure.canvas.draw()
    places = [box.get_window_extent() for box in boxes(ax)]

    assert len(places) == len(series)
    assert not any(one.overlaps(two) for i, one in enumerate(places) for two in places[:i])
    for (_, row), place in zip(series.iterrows(), places, strict=True):
        inside = [
            text for text in ax.texts if place.contains(*text.get_window_extent().get_points().mean(axis=0).tolist())
        ]
        told = [text.get_text() for text in inside]
        assert {str(row["seed_1"]), row["team_1"], str(row["score_1"])} <= set(told)
        assert {str(row["seed_2"]), row["team_2"], str(row["score_2"])} <= set(told)
        bold = {text.get_text() for text in inside if text.get_weight() == "bold"}
        assert row["winner"] in bold
        assert not {row["team_1"], row["team_2"]} - {row["winner"]} & bold
    plt.close("all")


@pytest.mark.parametrize("width", [6.4, 9.0])
def test_a_side_is_called_the_same_in_all_of_its_boxes(width: float) -> None:
    """However a name is shortened, it is in the same way in every round, whoever won and however wide the score is."""
    series = sample("bracket")
    ax = sf.plots.bracket(series, figsize=(width, 8))
    ax.figure.canvas.draw()
    called = [
        text.get_text()
        for box in boxes(ax)
        for text in ax.texts
        if box.get_window_extent().contains(*text.get_window_extent().get_points().mean(axis=0).tolist())
        and not text.get_text().isdigit()
    ]
    teams = pd.concat([series["team_1"], series["team_2"]])
    assert len(called) == len(teams)
    assert len(set(called)) == teams.nunique()
    assert sorted(Counter(called).values()) == sorted(teams.value_counts())
    plt.close("all")


def test_lines_lead_to_the_next_series() -> None:
    """Every series but the final has one line, from its box to that of the next one; the champion's are in color."""
    series = sample("bracket")
    ax = sf.plots.bracket(series)
    strong = to_rgba(_theme.LIGHT[0])
    champion = series["winner_id"].iloc[-1]
    centres = [(box.get_x() + box.get_width() / 2, box.get_y() + box.get_height() / 2) for box in boxes(ax)]
    following = series["next"].dropna()
    assert len(ax.lines) == len(following)
    for line, (row, after) in zip(ax.lines, following.items(), strict=True):
        (_, y), (_, to_y) = line.get_xydata()[[0, -1]]
        assert (y, to_y) == (centres[row][1], centres[int(after)][1])
        assert (to_rgba(line.get_color()) == strong) == (series["winner_id"][row] == champion)
    plt.close("all")


def test_halves_meet_in_the_middle() -> None:
    """With a final, conferences stand left and right of it, first rounds outside; both halves begin at the top."""
    series = sample("bracket")
    ax = sf.plots.bracket(series)
    at = pd.DataFrame({"x": [box.get_x() for box in boxes(ax)], "y": [box.get_y() for box in boxes(ax)]}).join(series)
    final = at.iloc[-1]
    parts = [part for _, part in at.groupby("conference")]
    assert len(parts) == 2
    assert (parts[0]["x"] < final["x"]).all() != (parts[1]["x"] < final["x"]).all()
    for part in parts:
        away = (part["x"] - final["x"]).abs().groupby(part["round"]).mean().tolist()
        assert all(one > two for one, two in pairwise(away))
    assert parts[0]["y"].min() == parts[1]["y"].min()
    plt.close("all")


def test_what_would_be_today_is_dashed() -> None:
    """A projected first round: dashed boxes without scores, a bye where nobody plays, said in the subtitle."""
    groups = {n: f"A - {name}" for n, name in enumerate("EWNSEWNSEWNS", 1)} | {99: "B - E"}
    season = [result for team in range(1, 13) for result in won(team, 99, 20 - team)]
    ax = sf.plots.bracket(bracket(games("NFL", *season), groups=groups))
    assert {box.get_linestyle() for box in boxes(ax)} == {"--"}
    assert "bye" in words(ax)
    assert "0" not in words(ax)
    assert any("if the season ended today" in text for text in words(ax))
    plt.close("all")


def test_series_show_wins_and_a_play_in_stands_before_the_game_it_leads_to() -> None:
    """Wins of both sides; of two games of one round that follow each other the first is further out."""
    series = bracket(
        playoffs(
            "NBA",
            (0, "East - Play-In", [*won(9, 10), *won(9, 8)]),
            (1, "East - First Round", [*won(1, 9, 4), *won(9, 1, 2)]),
        )
    )
    assert series["next"].tolist() == [1, 2, pd.NA]
    ax = sf.plots.bracket(series)
    columns = [box.get_x() for box in boxes(ax)]
    assert columns == sorted(set(columns))
    assert {"4", "2", "T9"} <= set(words(ax))
    assert any("wins" in text for text in words(ax))
    plt.close("all")


def test_brackets_that_cannot_be_drawn() -> None:
    """Rows without the series they lead to, and axes too narrow for the columns, are refused in one line."""
    series = sample("bracket")
    with pytest.raises(sf.FrameError, match=r"draws a result of bracket\(\): df\.sports\.bracket\(\)\."):
        sf.live("2024-12-05", "NBA").sports.plot.bracket()
    with pytest.raises(sf.QueryError, match="requires all series of a bracket"):
        sf.plots.bracket(series.head(8))
    with pytest.raises(
        sf.QueryError, match=r"7 columns, too many for a width of 3\.0 inches; pass figsize= with a width of 8"
    ):
        sf.plots.bracket(series, figsize=(3, 5))
    assert plt.get_fignums() == []
    sf.plots.bracket(series, figsize=(4.2, 5))
    plt.close("all")
