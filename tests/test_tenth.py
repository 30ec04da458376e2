"""A sport that measures, leagues and plots do not know gets an answer, or one line that says what is known."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pandas as pd
import pytest

from sportsframe.catalog import SPORTS
from sportsframe.catalog.tables import KEY_ORDER
from sportsframe.measures import table as listed
from sportsframe.measures.league_measures import ranked

from .support.tenth import SISTERS, TENTH, asked_of_sisters, tables, tried
from .support.trials import but_in_long_trials

Outcomes = list[tuple[str, str, str, str]]


@pytest.fixture(scope="module")
def came(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What every verb made of every table of each tenth sport, and of the sisters that are tried this time."""
    of_sisters = test_a_second_league_of_a_game_has_what_the_first_has
    items = [item for item in request.session.items if isinstance(item, pytest.Function)]
    sisters = [item.callspec.params["sport"] for item in items if item.obj is of_sisters]
    ran = subprocess.run([sys.executable, "-m", "tests.support.tenth", *sisters], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.fixture(scope="module")
def outcomes(came: dict[str, Any]) -> dict[str, Outcomes]:
    """What every verb made of the tables of the tenth sports."""
    return {code: came[code] for code in TENTH}


def strange(found: Outcomes) -> Outcomes:
    """What is neither an answer nor an error of the tree in one line."""
    return [
        (table, verb, error, said)
        for table, verb, error, said in found
        if error.startswith("bare") or (error and "\n" in said)
    ]


@pytest.mark.parametrize("sport", TENTH)
def test_a_tenth_sport_is_answered_or_refused_in_one_line(outcomes: dict[str, Outcomes], sport: str) -> None:
    """A sport that has just been declared meets no bare KeyError, whatever is asked of any of its tables."""
    assert len(outcomes[sport]) > 50
    assert not strange(outcomes[sport])


@pytest.mark.parametrize("sport", TENTH)
def test_measures_of_a_tenth_sport_are_those_of_its_game(outcomes: dict[str, Outcomes], sport: str) -> None:
    """A sister league has the measures of its game; of a game that is new `measures` gives the key columns alone."""
    found = {table: columns.split() for table, verb, error, columns in outcomes[sport] if verb == "measures"}
    sister = listed("NBA") if sport == "WNBA" else listed().iloc[:0]
    sister = sister[~sister["note"].str.contains("Requires")]
    expected = {
        f"{resource} {table}": [
            *(name for name in KEY_ORDER if name in {column.name for column in lay.columns}),
            *(sister["name"][sister["table"] == table] if resource == "live" else ()),
        ]
        for resource in ("schedule", "live")
        for table, lay in TENTH[sport].answers[resource].layouts.items()
    }

    assert found == expected


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SISTERS)
def test_a_second_league_of_a_game_has_what_the_first_has(came: dict[str, Any], sport: str) -> None:
    """No table, measure or ranking of the nine depends on their codes: a sister has all of them."""
    of = sport.removesuffix("2")
    sister, known = (
        {(table, verb): error or columns.split() * (verb == "measures") for table, verb, error, columns in found}
        for found in (came[sport], tried(tables(of), asked_of_sisters()))
    )

    assert not strange(came[sport])
    assert sister == {
        key: [name for name in said if name != "league"] if isinstance(said, list) else said
        for key, said in known.items()
    }


def test_the_formulas_of_a_college_league_are_those_of_colleges(came: dict[str, Any]) -> None:
    """Possessions are counted as the rules of the league say, not by its code."""
    counted = came["possessions"]

    assert counted["NCAABB2"] == counted["NCAABB"]
    assert counted["NBA2"] == counted["NBA"]
    assert None not in counted["NCAABB"]


def test_plays_of_a_sister_are_asked_for_by_game(came: dict[str, Any]) -> None:
    """The id of the game is a parameter of the resource, which a service must be sent."""
    assert set(came["plays"]) == {"NFL2", "NBA2", "MLB2"}
    for code, (target, refused) in came["plays"].items():
        assert target == f"/play-by-play/{code}?game_id=20240601-71-72"
        assert refused == f"{code} play-by-play needs game_id; give game_id=..."


def test_a_sister_league_has_standings_and_ratings(outcomes: dict[str, Outcomes]) -> None:
    """Rules that a sport brings are applied: standings with games behind and magic numbers, ratings."""
    found = {
        verb: (error, columns.split())
        for table, verb, error, columns in outcomes["WNBA"]
        if table == "live games" and verb in ("standings", "elo", "srs", "measure by")
    }

    assert {verb: error for verb, (error, _) in found.items()} == dict.fromkeys(found, "")
    assert {"rank", "win_pct", "games_behind", "magic_number", "pyth_pct"} <= set(found["standings"][1])
    assert "home_elo_after" in found["elo"][1]


@pytest.mark.parametrize("sport", ["RUGBY", "SURF"])
def test_a_sport_without_rules_has_no_standings(outcomes: dict[str, Outcomes], sport: str) -> None:
    """Standings and ratings that no rules are known for name the sports that have them."""
    found = {(verb, error): said for table, verb, error, said in outcomes[sport] if verb in ("standings", "elo")}

    assert set(found) == {("standings", "QueryError"), ("elo", "QueryError")}
    assert found["standings", "QueryError"].startswith(f"{sport} has no standings")
    assert f"; {', '.join(ranked())}" in found["standings", "QueryError"]
    assert ("has a field" if sport == "SURF" else "DARTS") in found["elo", "QueryError"]


def test_a_tenth_sport_is_read_like_the_others(outcomes: dict[str, Outcomes]) -> None:
    """The order in which games are read follows from the declaration alone."""
    shown = {
        (sport, table): columns.split()
        for sport, found in outcomes.items()
        for table, verb, _, columns in found
        if verb == "show"
    }
    head = "game_date away_team away_score home_score home_team game_time game_status".split()

    assert shown["RUGBY", "live games"][: len(head)] == head
    assert shown["RUGBY", "schedule games"][:5] == "game_date away_team home_team game_time status".split()
    assert shown["SURF", "live heats"] == "game_date game_time beach status swell".split()


@pytest.mark.sampled
@pytest.mark.parametrize("sport", but_in_long_trials(SPORTS, "NCAAFB", "NCAABB"))
def test_every_verb_answers_or_refuses_in_one_line(sport: str) -> None:
    """The same of the nine: a table that a verb is not for is refused with an error of the tree."""
    assert not strange(list(tried(tables(sport))))


@pytest.mark.sampled
@pytest.mark.parametrize("code", ["XFL", None])
def test_a_sport_that_is_in_no_catalog(code: str | None) -> None:
    """A frame of somebody else's sport, or of none, is refused in one line too, if it is."""
    for sport in ("NBA", "DARTS", "PGA"):
        frames = {
            table: frame.assign(sport=pd.Series([code] * len(frame), dtype=object))
            for table, frame in tables(sport).items()
        }
        assert not strange(list(tried(frames)))
