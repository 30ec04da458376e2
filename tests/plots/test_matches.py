"""Plots and tables of darts matches in sets: sets decide, not legs, and are unknown while a match is played."""

from __future__ import annotations

import os
from dataclasses import replace

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.plots._rows import unit_of

FINAL = "2024-01-03T20:40"
"""A moment at which the final of the World Championship is played."""


def _scores(ax: plt.Axes) -> list[tuple[str, str]]:
    """The scores of the rows from the top, each with its weight."""
    return [(text.get_text(), text.get_weight()) for text in ax.texts if text.get_text().isdigit()]


def test_scores_of_matches_in_sets_are_sets() -> None:
    """Sets are drawn, and the winner is bold, also one who has won fewer legs or as many."""
    matches = sf.live("2023-12-22", "DARTS")
    fewer = (matches["player_1_legs"] > matches["player_2_legs"]) & (matches["winner_id"] == matches["player_2_id"])
    assert fewer.any()
    assert (matches["player_1_legs"] == matches["player_2_legs"]).any()
    ax = matches.sports.plot.scores()

    told = _scores(ax)
    for row, match in enumerate(matches.to_dict("records")):
        first, second = told[2 * row : 2 * row + 2]
        assert (int(first[0]), int(second[0])) == (match["player_1_sets"], match["player_2_sets"])
        assert (first[1] == "bold") == (match["winner_id"] == match["player_1_id"])
        assert (second[1] == "bold") == (match["winner_id"] == match["player_2_id"])
    assert ax.get_xlabel() == "score (sets)"
    assert ax.get_xlim()[0] < 0
    plt.close("all")


def test_nobody_leads_by_the_legs_of_a_match_in_sets() -> None:
    """In play, sets are unknown: the legs are drawn, called so, and none is bold; beside others each row says which."""
    with sf.options(now=FINAL):
        match = sf.live("2024-01-03", "DARTS")
    assert match["player_1_legs"].iloc[0] != match["player_2_legs"].iloc[0]
    ax = match.sports.plot.scores()
    assert ax.get_xlabel() == "score (legs)"
    assert {weight for _, weight in _scores(ax)} == {"normal"}

    both = pd.concat([sf.live("2024-01-02", "DARTS"), match], ignore_index=True)
    ax = both.sports.plot.scores()
    labels = [label.get_text() for label in ax.get_yticklabels()]
    assert all(label.endswith(" (sets)") for label in labels[:-1])
    assert labels[-1].endswith(f" (legs, {match['game_status'].iloc[0]})")
    assert ax.get_xlabel() == "score (sets or legs)"
    plt.close("all")


def test_the_parts_of_a_match_have_the_word_of_their_sport() -> None:
    """Legs in darts, and in a sport of frames these."""
    darts = SPORTS["DARTS"]
    frames = replace(darts, code="SNOOKER", rules=replace(darts.rules, unit="frames"))
    dict.__setitem__(SPORTS, "SNOOKER", frames)
    try:
        matches = sf.live("2024-02-01", "DARTS").assign(sport="SNOOKER")
        assert matches.sports.plot.scores().get_xlabel() == "score (frames)"
    finally:
        dict.pop(SPORTS, "SNOOKER")
    plt.close("all")


def test_matches_in_legs_are_drawn_in_legs() -> None:
    """The leader in legs is bold where legs decide, with and without the columns of sets and winners."""
    matches = sf.live("2024-02-01", "DARTS")
    assert set(matches["format"]) == {"leg"}
    for frame in (matches, matches.drop(columns=["player_1_sets", "player_2_sets", "winner_id", "format"])):
        ax = frame.sports.plot.scores()
        told = _scores(ax)
        assert [int(score) for score, _ in told[::2]] == frame["player_1_legs"].tolist()
        assert [weight == "bold" for _, weight in told[::2]] == (
            frame["player_1_legs"] > frame["player_2_legs"]
        ).tolist()
        assert ax.get_xlabel() == "score (legs)"
    plt.close("all")


def test_legs_never_decide_a_match_in_sets() -> None:
    """Of a finished match in sets whose sets are not known nobody is shown as the winner, and no result is counted."""
    matches = sf.live("2023-12-27", "DARTS")
    unknown = matches.assign(player_1_sets=pd.array([pd.NA] * len(matches), "Int64"), player_2_sets=pd.NA)
    assert not any(section.bold for section in unknown.sports.show().sections)
    assert all(section.bold for section in matches.sports.show().sections)
    with pytest.raises(sf.QueryError, match="no game of the regular season is finished"):
        unknown.sports.plot.win_expectancy()
    plt.close("all")


def test_players_of_matches_in_sets_have_their_sets() -> None:
    """The box score of a match in sets has the sets, that of a match in legs has no such column."""
    in_sets = sf.live("2023-12-27", "DARTS", table="players")
    for section in in_sets.sports.show().sections:
        assert section.frame.columns[1] == "SETS"
        assert section.frame["SETS"].astype(int).max() == 4
    in_legs = sf.live("2024-02-01", "DARTS", table="players")
    assert all("SETS" not in section.frame.columns for section in in_legs.sports.show().sections)


def test_sets_that_are_not_known_have_no_number() -> None:
    """While a match is played, neither plots nor tables nor messages name its set, which the service sends as 0."""
    with sf.options(now=FINAL):
        turns = sf.live("2024-01-03", "DARTS", table="turns")
    assert set(turns["set"]) == {0}
    leg = int(turns["leg"].max())
    ax = turns.sports.plot.leg_race(leg=leg)
    assert ax.get_title(loc="left") == f"Leg {leg}"
    ax = turns.sports.plot.leg_averages()
    assert "set" not in ax.get_xlabel()
    assert "0" not in [text.get_text() for text in ax.texts]
    for table in ("legs", "turns", "throws"):
        with sf.options(now=FINAL):
            frame = sf.live("2024-01-03", "DARTS", table=table)
        (section,) = frame.sports.show(rows=3).sections
        assert "set" not in section.frame.columns
        assert "leg" in section.frame.columns
    with pytest.raises(sf.QueryError, match=r"pass one of: leg=1, leg=2"):
        turns.sports.plot.leg_race()
    after = sf.live("2024-01-03", "DARTS", table="turns")
    assert "set" in after.sports.show(rows=3).sections[0].frame.columns
    plt.close("all")


def test_the_leg_being_played_is_not_lost() -> None:
    """Its points are neither filled nor open, and the label says what they are; after the match, none is so."""
    with sf.options(now=FINAL):
        turns = sf.live("2024-01-03", "DARTS", table="turns")
    ax = turns.sports.plot.leg_averages()
    points = {line.get_marker(): [] for line in ax.lines}
    for line in ax.lines:
        points[line.get_marker()] += list(line.get_xdata())
    assert points["x"] == [turns["leg"].max()] * 2
    assert turns["leg"].max() not in points["o"]
    assert "cross: in play" in ax.get_xlabel()

    ax = sf.live("2024-01-03", "DARTS", table="turns").sports.plot.leg_averages()
    assert "in play" not in ax.get_xlabel()
    assert not any(len(line.get_xdata()) for line in ax.lines if line.get_marker() == "x")
    plt.close("all")


def test_games_of_a_day_without_golf_are_no_tournaments() -> None:
    """The columns of another sport that was asked for, too, do not decide what the rows are."""
    client = sf.Client(source="simulated", now="2024-11-18T12:00")
    games, none = client.schedule("2024-11-16", "NHL"), client.schedule_season(2024, "PGA").iloc[:0]
    assert unit_of(pd.concat([games, none])) == ("game", "games")
    assert unit_of(none) == ("tournament", "tournaments")
