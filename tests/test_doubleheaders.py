"""The two games of a doubleheader are told apart wherever games are named."""

from __future__ import annotations

import os
import re

os.environ.setdefault("MPLBACKEND", "Agg")

import pytest

import sportsframe as sf
from sportsframe._frames.doubleheaders import game_numbers
from sportsframe._frames.provenance import simulated_rows

from .support.days import day

FIRST = "20240601-9024-9023"
"""A game of the day whose teams play again, later on the same day."""


@pytest.mark.parametrize("table", ["games", "teams", "periods", "batting"])
def test_games_of_a_doubleheader_are_numbered_by_their_start(table: str) -> None:
    """In every table that has the teams; where one was called off or replaced, the other one is the only one."""
    games = day("MLB", table)
    assert game_numbers(games) == {FIRST: "game 1", f"{FIRST}-2": "game 2"}
    if table == "games":
        for phase in ("off", "replaced"):
            unplayed = games.assign(phase=games["phase"].astype(object).mask(games["game_id"] == FIRST, phase))
            assert game_numbers(unplayed) == {}


@pytest.mark.parametrize(
    ("sport", "table"), [("DARTS", "games"), ("PGA", "players"), ("SOCCER", "games"), ("NBA", "players")]
)
def test_other_days_have_none(sport: str, table: str) -> None:
    """Also where the rows are not games of two teams."""
    assert game_numbers(day(sport, table)) == {}


def test_the_id_of_the_second_game_is_one() -> None:
    """It names a game without its sport, and tells whose data it is where nothing else does."""
    second = sf.game(f"{FIRST}-2").games
    assert second["game_id"].tolist() == [f"{FIRST}-2"]
    assert simulated_rows(second[["game_id"]]).tolist() == [True]


def test_scores_and_choices_say_which_game() -> None:
    """The rows of a plot of scores, and the choices of an error."""
    games = day("MLB")
    labels = [label.get_text() for label in games.sports.plot.scores().get_yticklabels()]
    assert [sum(f"game {n}" in label for label in labels) for n in (1, 2)] == [1, 1]
    assert len(set(labels)) == len(labels) == len(games)
    periods = day("MLB", "periods")
    with pytest.raises(sf.QueryError, match=r", game 1\)"):
        periods[periods["game_id"].str.startswith(FIRST)].sports.plot.by_period()


def test_widgets_say_which_game() -> None:
    """The cards of a scoreboard, before and after the games, and the games that a picker offers."""
    for now, status in (("2024-06-01T12:00", ""), ("2024-06-03T12:00", "Final")):
        with sf.options(now=now):
            board = sf.scoreboard("2024-06-01", "MLB", start=False)
        cards = board._board.value
        for number in ("game 1", "game 2"):
            shown = rf"<span>{number}, {status}(/\d+)?</span>" if status else f"UTC</time> {number}</span></p>"
            assert len(re.findall(shown, cards)) == 1
        board.close()
    options = [text for text, _ in sf.game_picker("2024-06-01", "MLB", day="league")._game.options]
    assert len(set(options)) == len(options)
    assert [sum(text.endswith(f", game {n}") for text in options) for n in (1, 2)] == [1, 1]
