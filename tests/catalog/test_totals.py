"""How season statistics follow from box scores: every rule with a worked example."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest

from sportsframe.catalog import RESOURCES, SPORTS, every_table, layout, params
from sportsframe.catalog.season_stats import Each, Rule, Total, part_of
from sportsframe.catalog.statuses import STATUSES

EXAMPLES: dict[tuple[str, str, tuple[Any, ...]], tuple[float | None, ...]] = {
    # game or sport, statistic, inputs of several cases, one after the other -> what comes of each
    ("football", "wins", ((21, 17), (17, 21), (20, 20), (None, 3), (3, None))): (1, 0, 0, None, None),
    ("football", "losses", ((21, 17), (17, 21), (20, 20), (None, 3), (3, None))): (0, 1, 0, None, None),
    ("football", "ties", ((21, 17), (17, 21), (20, 20), (None, 3), (3, None))): (0, 0, 1, None, None),
    ("football", "points", ((350,),)): (350,),
    ("football", "fantasy_points_per_game", ((49.5, 4), (49.5, 0))): (12.375, None),
    ("football", "two_point_conversion_pass_completions", ((3,),)): (3,),
    # The league's own examples: a perfect game, the worst one, and one by hand.
    ("NFL", "passer_rating", ((10, 8, 125, 2, 0), (10, 3, 30, 0, 1), (30, 20, 250, 2, 1), (0, 0, 0, 0, 0))): (
        158.333, 0.0, 100.694, None,
    ),
    ("NCAAFB", "passer_rating", ((30, 20, 250, 2, 1), (1, 1, 99, 1, 0), (0, 0, 0, 0, 0))): (152.0, 1261.6, None),
    ("basketball", "two_point_percentage", ((3, 4), (1, 3), (0, 0))): (75.0, 33.333, 0.0),
    ("basketball", "minutes", ((2115,),)): (35.25,),
    ("basketball", "wins", ((101, 100), (100, 101))): (1, 0),
    ("basketball", "losses", ((101, 100), (100, 101))): (0, 1),
    ("basketball", "points", ((8123,),)): (8123,),
    ("baseball", "innings", ((20,), (18,), (1,), (0,))): (6.2, 6.0, 0.1, 0.0),
    ("baseball", "earned_run_average", ((3, 27), (10, 60), (2, 0))): (3.0, 4.5, None),
    ("baseball", "wins", ((4, 3), (3, 4))): (1, 0),
    ("baseball", "losses", ((4, 3), (3, 4))): (0, 1),
    ("hockey", "time_on_ice", ((1230,),)): (20.5,),
    ("hockey", "wins", ((3, 2), (2, 3))): (1, 0),
    ("hockey", "losses", ((2, 3, 3), (2, 3, 4), (2, 3, 5), (3, 2, 3), (2, 3, None))): (1, 0, 0, 0, None),
    ("hockey", "overtime_losses", ((2, 3, 3), (2, 3, 4), (2, 3, 5), (3, 2, 4), (2, 3, None))): (0, 1, 1, 0, None),
    ("hockey", "goals", ((250,),)): (250,),
    ("golf", "wins", ((1,), (2,), (None,))): (1, 0, 0),
    ("golf", "top_10", ((1,), (10,), (11,), (None,))): (1, 1, 0, 0),
    ("golf", "cuts", (("cut",), ("complete",), (None,))): (1, 0, 0),
    ("golf", "withdrawals", (("withdrawn",), ("cut",), (None,))): (1, 0, 0),
    ("golf", "rounds", ((70, 71, None, None), (70, 71, 72, 73), (None, None, None, None))): (2, 4, 0),
    ("soccer", "wins", ((2, 1), (1, 1), (1, 2))): (1, 0, 0),
    ("soccer", "draws", ((2, 1), (1, 1), (1, 2))): (0, 1, 0),
    ("soccer", "losses", ((2, 1), (1, 1), (1, 2))): (0, 0, 1),
    ("soccer", "goals_scored", ((61,),)): (61,),
    ("soccer", "goals_conceded", ((34,),)): (34,),
    ("darts", "legs_lost", ((120,),)): (120,),
    ("darts", "checkout_percentage", ((40, 100), (0, 0))): (40.0, None),
}  # fmt: skip


def rules() -> list[tuple[str, str, Rule]]:
    """Sport, statistic and rule, of every rule that computes a value."""
    return [
        (sport.code, name, rule)
        for sport in SPORTS.values()
        for resource in ("player-stats", "team-stats")
        if resource in sport.resources
        for totals in sport.answer(resource).totals
        for name, rule in totals.rules.items()
        if isinstance(rule, Each | Total)
    ]


def test_every_rule_has_an_example() -> None:
    """No rule of any sport is without a worked example, and no example without a rule."""
    used = {
        key for code, name, _ in rules() for key in EXAMPLES if key[1] == name and key[0] in (code, SPORTS[code].game)
    }
    without = {(code, name) for code, name, _ in rules()} - {
        (code, key[1]) for key in EXAMPLES for code in SPORTS if key[0] in (code, SPORTS[code].game)
    }

    assert not without
    assert used == set(EXAMPLES)


@pytest.mark.parametrize("key", EXAMPLES, ids=lambda key: f"{key[0]}-{key[1]}")
def test_a_statistic_is_what_its_definition_says(key: tuple[str, str, tuple[Any, ...]]) -> None:
    """Wins, ratings, averages, innings and the like, from the inputs of the example."""
    group, wanted, cases = key
    found = [rule for code, name, rule in rules() if name == wanted and group in (code, SPORTS[code].game)]
    assert found
    for rule in found:
        assert isinstance(rule, Each | Total)
        assert [rule.value(*case) for case in cases] == [
            None if value is None else pytest.approx(value, abs=1e-3) for value in EXAMPLES[key]
        ]
        assert all(len(case) == len(rule.of) for case in cases)


def test_decimal_places_are_those_of_the_table() -> None:
    """Innings and ratings have one decimal place, other ratios two."""
    ones = {"innings", "passer_rating"}

    assert {name: rule.digits for _, name, rule in rules() if isinstance(rule, Total)} == {
        name: 1 if name in ones else 2 for _, name, rule in rules() if isinstance(rule, Total)
    }


def test_a_game_counts_in_its_part_of_the_season() -> None:
    """Preseason games count nowhere; a game without a type is of the regular season, all others of the postseason."""
    assert [part_of(kind) for kind in ("Preseason", "Regular Season", None, "Wild Card", "")] == [
        None, "regular_season", "regular_season", "postseason", "postseason",
    ]  # fmt: skip


def test_the_statuses_of_the_reference_service() -> None:
    """Those of the specification and `replaced`; of the two spellings of cancelled the one it uses."""
    assert STATUSES == (
        "scheduled", "inprogress", "delayed", "suspended", "final", "completed", "postponed", "cancelled", "withdrawn",
        "replaced",
    )  # fmt: skip


def test_declarations_cannot_be_changed() -> None:
    """A resource, a parameter, a sport and what they are made of are fixed once declared."""
    sport = SPORTS["MLB"]
    answer = sport.answer("player-stats")
    declared: list[Any] = [
        *RESOURCES.values(), *(each.segment for each in RESOURCES.values()), *params("MLB", "live"), sport,
        sport.rules, answer, *answer.tables, *answer.totals, *answer.totals[-1].rules.values(),
        *layout("MLB", "live", "pitching").columns, *layout("MLB", "live", "pitching").steps,
    ]  # fmt: skip
    for one in declared:
        assert is_dataclass(one)
        for name in [each.name for each in fields(one)][:1]:
            with pytest.raises(FrozenInstanceError):
                setattr(one, name, None)


def test_rows_repeat_the_keys_of_what_they_belong_to() -> None:
    """Every table of a game has the id of the game, every season statistic the id and name of its player or team."""
    of = {"player-stats": {"player_id", "player"}, "team-stats": {"team_id", "team"}}
    for code, resource, table, found in every_table():
        main = next(iter(SPORTS[code].answer(resource).layouts.values()))
        keys = of.get(resource, {"game_id"} & {column.name for column in main.columns})
        assert keys <= {column.name for column in found.columns}, (code, resource, table)
