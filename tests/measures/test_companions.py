"""Measures that read a second table: rows that it does not have are missing, and that is said."""

from __future__ import annotations

from functools import lru_cache

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.measures import of_table

NOW = "2025-08-20T12:00:00"

DAYS = {"NFL": ("2024-11-10", "2024-11-10"), "NHL": ("2024-12-06", "2024-12-06"), "DARTS": ("2024-12-28", "2024-12-28")}

TABLES = ("skaters", "players", "turns", "throws", "courses")
"""The tables of the same games that a measure may be given."""

GIVEN = [
    (sport.code, table, one.name, option)
    for sport in SPORTS.values()
    for resource, table in (("live", "teams"), ("live", "players"), ("live", "legs"), ("live", "turns"),
                            ("schedule", "tournaments"))
    if resource in sport.answers and table in sport.answer(resource).layouts
    for one in of_table(sport.code, table, resource).values()
    for option in {*one.options, one.requires}
    if option in TABLES and one.aggregation != "no"
]  # fmt: skip
"""Sport, table, measure and the option of each measure that reads a second table."""


@lru_cache
def loaded(sport: str, table: str) -> pd.DataFrame:
    client = sf.Client(source="simulated", now=NOW)
    if sport == "PGA":
        return client.schedule_season(2024, "PGA", table=table)  # type: ignore[call-overload]
    return client.live(DAYS[sport], sport, table=table)  # type: ignore[call-overload]


def test_every_option_is_tried() -> None:
    """Each table that can be given is there."""
    assert {option for *_, option in GIVEN} == set(TABLES)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "table", "name", "option"), GIVEN)
def test_rows_that_the_other_table_lacks_are_missing_with_a_warning(
    sport: str, table: str, name: str, option: str
) -> None:
    """With every second game what was computed before is the same, and the others are missing; without any it fails."""
    frame, whole = loaded(sport, table), loaded(sport, option)
    games = list(dict.fromkeys(frame["game_id"]))
    half = whole[whole["game_id"].isin(games[::2])]
    expected = frame.sports.measure(name, **{option: whole})
    assert expected.notna().any()
    with pytest.warns(
        sf.SportsframeWarning, match=rf"{name} is missing for .* rows: {option}= does not have .* pass the"
    ):
        found = frame.sports.measure(name, **{option: half})
    there = frame["game_id"].isin(games[::2])
    assert found[there].equals(expected[there])
    assert found[~there].isna().all()
    with pytest.raises(sf.FrameError, match=f"which {option}= does not have; pass the whole table {option}"):
        frame.sports.measure(name, **{option: whole.head(0)})


@pytest.mark.parametrize("name", ["three_dart_average", "first_nine_average"])
def test_a_match_without_one_of_its_legs_has_no_average(name: str) -> None:
    """The darts of all legs are needed, those of the other player are not."""
    players, throws = loaded("DARTS", "players"), loaded("DARTS", "throws")
    one = players.iloc[[0]]
    own = throws[throws["player_id"].eq(one["player_id"].iloc[0])]
    assert one.sports.measure(name, throws=own).notna().all()
    assert one.sports.measure(name, throws=throws).equals(one.sports.measure(name, throws=own))
    first = own["leg"].eq(own["leg"].min()) & own["set"].eq(own["set"].min())
    with pytest.raises(sf.FrameError, match="all legs of a match"):
        one.sports.measure(name, throws=own[~first].query("leg % 4 == 0"))


def test_some_skaters_of_a_side_do_not_make_its_goals() -> None:
    """Goals of defenders alone are not taken for those of their team."""
    teams, skaters = loaded("NHL", "teams"), loaded("NHL", "skaters")
    defenders = skaters[skaters["position"].eq("D")]
    with pytest.warns(sf.SportsframeWarning, match="team_goals is missing"):
        found = teams.sports.measure("team_goals", skaters=defenders)
    whole = teams.sports.measure("team_goals", skaters=skaters)
    assert whole.equals(teams.sports.measure("team_goals"))
    regulation = teams["periods_played"].eq(3)
    assert found[regulation].dropna().equals(whole[regulation & found.notna()])


def test_some_players_of_a_side_do_not_make_its_attempts() -> None:
    """A second quarterback alone is not taken for his team."""
    teams, players = loaded("NFL", "teams"), loaded("NFL", "players")
    passers = players[players["passing_attempts"].gt(0)]
    with pytest.raises(sf.FrameError, match="all players of a side, which players= does not have"):
        teams.sports.measure("sack_pct", players=passers)
