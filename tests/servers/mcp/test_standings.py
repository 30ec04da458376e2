"""The standings that the tools show."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.service.respond import Service

from ...support.agents import SUNDAY
from .calls import (
    call,
    structure,
)


def test_standings_are_the_leagues_own(sunday: str) -> None:
    """The table of the tool is that of `sf.standings`: order, seeds and the steps that broke ties."""
    own = sf.standings("MLB", client=sf.Client(source="simulated", now=SUNDAY))
    asked = ["team_id", "division", "rank", "wins", "seed", "tied_by"]
    found = structure(call(sunday, "get_standings", sport="mlb", columns=asked))
    assert [row[0] for row in found["rows"]] == own["team_id"].tolist()
    assert [row[4] for row in found["rows"]] == [None if pd.isna(seed) else seed for seed in own["seed"]]
    assert [row[5] for row in found["rows"]] == [None if pd.isna(steps) else steps for steps in own["tied_by"]]
    west = structure(call(sunday, "get_standings", sport="mlb", group="west", by="conference"))
    assert west["rows"]
    alone = structure(call(sunday, "get_standings", sport="mlb", team=own["team"][2], columns=asked))
    assert alone["rows"] == [found["rows"][2]]


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "season"), [("nfl", "2023"), ("mlb", "2024"), ("nhl", "2023")])
def test_the_wild_card_race_is_a_group(sunday: str, opening: tuple[Service, str], sport: str, season: str) -> None:
    """The teams without a place of their division, by conference, those that would qualify first."""
    url = sunday if sport == "mlb" else opening[1]  # early in the season of each
    asked = {"sport": sport, "season": season}
    whole = structure(call(url, "get_standings", columns=["team", "berth"], **asked))
    found = structure(call(url, "get_standings", group="Wild Card", columns=["conference", "team", "berth"], **asked))
    by_division = {team for team, berth in whole["rows"] if berth and not berth.endswith("wild card")}
    assert {row[1] for row in found["rows"]} == {team for team, _ in whole["rows"]} - by_division
    for conference in {row[0] for row in found["rows"]}:
        berths = [row[2] is None for row in found["rows"] if row[0] == conference]
        assert not berths[0]
        assert berths == sorted(berths)


def test_a_league_without_wild_cards_says_so(opening: tuple[Service, str]) -> None:
    """An empty table with the reason, and no error."""
    found = structure(call(opening[1], "get_standings", sport="nba", group="wild card"))
    assert found["reason"] == "NBA has no wild cards."


def test_the_games_behind_of_a_wild_card_race_say_behind_whom(sunday: str) -> None:
    """Two columns are games behind: one the first of the conference, the other the last wild card."""
    asked = {"sport": "mlb", "group": "wild card", "limit": 1}
    said_of = structure(call(sunday, "get_standings", **asked))["note"]
    assert said_of == (
        "games_behind is behind the first of the conference, wild_card_games_behind behind the last wild card"
    )
    assert "behind the first of the league" in structure(call(sunday, "get_standings", by="league", **asked))["note"]
    assert "note" not in structure(call(sunday, "get_standings", columns=["team"], **asked))


def test_a_group_that_is_a_division_is_ranked_within_it(sunday: str) -> None:
    """Whatever the league ranks by; a conference is ranked as a whole, and `by` decides if it is passed."""
    asked = {"sport": "nba", "columns": ["team", "rank", "games_behind"]}
    own = structure(call(sunday, "get_standings", group="Pacific", **asked))["rows"]
    assert own == structure(call(sunday, "get_standings", group="pacific division", by="division", **asked))["rows"]
    assert own[0][1] == 1
    whole = structure(call(sunday, "get_standings", group="west", **asked))["rows"]
    assert len(whole) == 15
    assert whole == structure(call(sunday, "get_standings", group="west", by="conference", **asked))["rows"]
