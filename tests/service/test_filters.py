"""The reference service: leagues, clubs, players, games and events asked for in the query."""

from __future__ import annotations

import json
import re

import pytest

from sportsframe.catalog.resources import GAMES

from ..support.asking import AFTERWARDS, DAYS, TOKEN, afterwards, ask, data, path, rows, service_at, status
from ..support.samples import EARLY

LEAGUES = ("EPL", "SERIEA", "LALIGA")


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "live", "team-info", "player-info", "injuries",
                                      "depth-charts"])  # fmt: skip
def test_filters_of_team_sports_as_observed(resource: str) -> None:
    """[S4-36] Behind a switch `team_id` leaves the rows of a team; it is ignored by default, and wants one sport."""
    moment = f"{DAYS['NBA']}T23:59:00" if resource not in GAMES else AFTERWARDS
    observed, usual = service_at(moment, "team-id"), service_at(moment)
    game = rows(path("schedule", "NBA"))[0]
    asked = path(resource, "NBA") if resource in GAMES else f"{resource}/NBA"
    team = game["home_team_ID"]
    everything, found = data(asked, usual)["NBA"], data(asked, observed, team_id=str(team))["NBA"]

    assert data(asked, usual, team_id=str(team))["NBA"] == everything
    if resource == "depth-charts":
        assert found == {name: chart for name, chart in dict(everything).items() if chart["team_id"] == team} != {}
    else:
        assert found == [row for row in everything if str(team) in re.findall(r"_(?:id|ID)': (\d+)", str(row))] != []
    assert len(found) < len(everything)
    assert status(asked, observed, team_id="1") == 304
    assert status(asked, observed, team_id="x") == 404
    assert status(asked.replace("NBA", "NBA-NHL"), observed, team_id=str(team)) == 404


@pytest.mark.parametrize("resource", ["schedule", "live"])
def test_one_game_of_a_team_sport_as_observed(resource: str) -> None:
    """[S4-36] Behind a switch `game_id` leaves a game of a team sport, still in an array."""
    wanted = rows(path(resource, "NBA"))[1]
    assert data(path(resource, "NBA"), service_at(AFTERWARDS, "game-id"), game_id=wanted["game_ID"]) == {
        "NBA": [wanted]
    }


def test_odd_players_and_clubs_as_observed() -> None:
    """Junk in birth dates and heights, and a misspelled key, come with their switches and are read as meant."""
    import sportsframe as sf

    odd = service_at(f"{DAYS['NFL']}T23:59:00", "null-birth-date", "odd-height")
    usual, strange = (ask("player-info/NFL", service)[2] for service in (service_at(f"{DAYS['NFL']}T23:59:00"), odd))
    old, new = (sf.read_json(body, "NFL", "player-info", "players") for body in (usual, strange))
    lost = new["birth_date"].isna()
    assert b"undefined NaN, NaN" in strange
    assert b"undefined" not in usual
    assert 0 < lost.sum() < len(new) / 100
    assert new["birth_date"][~lost].equals(old["birth_date"][~lost])
    assert (new["height"] != old["height"]).sum() > len(new) / 50
    assert new["height_cm"].equals(old["height_cm"])

    clubs = [
        rows("team-stats/2023/SOCCER", service_at(f"{EARLY['SOCCER']}T12:00:00", *switches))
        for switches in ((), ("conceeded",))
    ]
    right, wrong = ([row["regular_season"] for row in part if row["regular_season"]] for part in clubs)
    assert [row["goals_conceded"] for row in right] == [row["goals_conceeded"] for row in wrong] != []


@pytest.mark.parametrize("resource", GAMES)
def test_soccer_needs_a_league(resource: str) -> None:
    """[S1-08] [S2.1-03] [S4-26] [S4-27] [S4-28] One league an answer, under its code; without one NotFound."""
    seen: set[int] = set()
    for league in LEAGUES:
        found = data("schedule-season/2024/SOCCER", league=league)
        assert set(found) == {league}
        teams = {row["home_team_ID"] for row in found[league]}
        assert len(teams) == 20
        assert seen.isdisjoint(teams)
        seen |= teams
        got = ask(path(resource, "SOCCER"), league=league)
        assert got[0] in (200, 304)
        assert not got[2] or set(json.loads(got[2])["data"]) == {league}
    for query in ({"league": "FRA"}, {"league": "epl"}, {"league": ""}, {"League": "EPL"}):
        bare = afterwards().respond("GET", f"/api/v1/{path(resource, 'SOCCER')}", {"RSC_token": TOKEN, **query}, {})
        assert bare[0] == 404, query
    assert ask(path(resource, "NBA"), league="EPL") == ask(path(resource, "NBA"), league="x")


def test_an_unknown_league_as_observed() -> None:
    """[S7-14] The switch: 304 for an unknown league; a missing one stays NotFound."""
    observed = service_at(AFTERWARDS, "unknown-league-304")

    assert ask("schedule-season/2024/SOCCER", observed, league="FRA") == (304, {}, b"")
    bare = observed.respond("GET", "/api/v1/schedule-season/2024/SOCCER", {"RSC_token": TOKEN}, {})
    assert bare[0] == 404


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "schedule-season"])
def test_filters_of_darts(resource: str) -> None:
    """[S4-29] [S4-30] [S4-31] [S4-35] Player, game and event leave what they name; all that are given must hold."""
    everything = rows(path(resource, "DARTS"))
    sample = everything[len(everything) // 2]
    player, event = sample["player_2_ID"], sample["event_ID"]

    by_player = rows(path(resource, "DARTS"), player_id=str(player))
    assert by_player == [r for r in everything if player in (r["player_1_ID"], r["player_2_ID"])] != []
    assert rows(path(resource, "DARTS"), game_id=sample["game_ID"]) == [sample]
    assert rows(path(resource, "DARTS"), event_id=event) == [r for r in everything if r["event_ID"] == event]
    both = rows(path(resource, "DARTS"), event_id=event, player_id=str(player), game_id=sample["game_ID"])
    assert both == [sample]
    assert rows(path(resource, "DARTS"), event_id="nothing", player_id=str(player)) == []


def test_filters_of_live_darts() -> None:
    """[S4-30] [S4-32] Live darts take a game; player and event do not apply and change nothing."""
    everything = ask(path("live", "DARTS"))
    one = rows(path("live", "DARTS"))[0]["game_ID"]

    assert [row["game_ID"] for row in rows(path("live", "DARTS"), game_id=one)] == [one]
    assert ask(path("live", "DARTS"), player_id="0", event_id="nothing") == everything


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "schedule-season"])
def test_one_tournament_of_golf(resource: str) -> None:
    """[S4-33] [S2.5-03] [S2.2-07] [S2.1-04] `game_id` takes a tournament id, in both shapes; the answer is an array."""
    (wanted,) = rows(path("schedule", "PGA"))
    for spelled in (wanted["tournament_ID"], wanted["tournament_ID"].replace("_", "-")):
        assert data(path(resource, "PGA"), game_id=spelled) == {"PGA": [wanted]}


def test_filters_need_one_sport() -> None:
    """[S4-34] [S8-05] [S4-43] With a filter the sport that takes it must be alone; without it several may be asked."""
    for codes in ("NFL-PGA", "PGA-NFL", "DARTS-MLB", "PGA-DARTS"):
        assert status(f"schedule-season/2024/{codes}", game_id="2024_900") == 404
        assert status(f"schedule-season/2024/{codes}") == 200
    assert status("schedule/2024-06-01/MLB-DARTS", player_id="900001") == 404
    assert status("schedule-season/2024/NFL-NBA", game_id="x") == 200


def test_undeclared_parameters_are_ignored() -> None:
    """[S4-36] [S4-37] What nobody declares changes nothing: filters of team sports, wrong case, cache busters."""
    for sport in ("MLB", "DARTS"):
        plain = ask(path("schedule", sport))
        assert ask(path("schedule", sport), team_id="9000", game_ID="x", Player_id="1", _="17171717") == plain
    assert ask(path("schedule", "MLB"), game_id="x") == ask(path("schedule", "MLB"))


def test_an_id_of_a_row_is_accepted_unchanged() -> None:
    """[S2.2-07] The id of a row is what the others are asked with."""
    match = rows(path("schedule", "DARTS"))[0]
    assert [row["game_ID"] for row in rows(path("live", "DARTS"), game_id=match["game_ID"])] == [match["game_ID"]]
