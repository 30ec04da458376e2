"""Season statistics of the simulated world equal the sums of its finished boxes, at any clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from sportsframe.simulation import World
from sportsframe.simulation._common.stats import PLAYER_STATS, TEAM_STATS
from tests.support import season_sums

Json = dict[str, Any]

CLOCKS: dict[tuple[str, str | None], tuple[str, ...]] = {
    ("NFL", None): ("2023-10-02T01:10", "2023-09-18T02:00", "2024-03-01"),
    ("NBA", None): ("2023-10-29T02:10", "2023-11-01T23:59"),
    ("MLB", None): ("2024-04-03T01:30", "2024-03-31T22:00"),
    ("NHL", None): ("2023-10-22T01:30", "2023-10-16T03:10"),
    ("NCAAFB", None): ("2023-09-02T22:10",),
    ("NCAABB", None): ("2023-11-09T01:40",),
    ("PGA", None): ("2023-03-05T18:00", "2023-12-31"),
    ("SOCCER", "EPL"): ("2023-10-01T15:10", "2024-07-01"),
    ("SOCCER", "LALIGA"): ("2023-09-03T20:10",),
    ("DARTS", None): ("2023-01-20T21:30",),
}
"""Instants with games in play, and ends of seasons that are cheap."""


def rows_at(world: World, sport: str, league: str | None, now: datetime) -> tuple[list[Json], list[Json]]:
    """The rows of players and teams, as the service sends them."""
    season = world.season(sport, year_of(sport, now), league)
    players = [record.wire() for record in season.state(PLAYER_STATS, now)]
    team_sport = sport not in ("PGA", "DARTS")
    return players, [record.wire() for record in season.state(TEAM_STATS, now)] if team_sport else []


def year_of(sport: str, now: datetime) -> int:
    return now.year if sport in ("MLB", "PGA", "DARTS") or now.month > 7 else now.year - 1


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "league"), CLOCKS)
def test_statistics_are_the_sums_of_finished_boxes(world: World, sport: str, league: str | None) -> None:
    """Every member is what the box scores of the games over by then add up to, whichever way the clock moves."""
    for text in CLOCKS[sport, league]:
        now = datetime.fromisoformat(text).replace(tzinfo=UTC)
        season = world.season(sport, year_of(sport, now), league)
        players, teams = rows_at(world, sport, league, now)
        sums = season_sums.expected(sport, list(season_sums.finished(season, now)))
        assert players
        assert season_sums.differences(sport, sums, players, teams) == []


def test_a_game_counts_from_its_end(world: World) -> None:
    """A game in play adds nothing; with its last second it is in the totals of both sides."""
    season = world.season("SOCCER", 2023, "EPL")
    game = next(entry for entry in season.regular() if entry.status(entry.start + timedelta(days=3)) == "completed")
    low, high = game.start, game.start + timedelta(hours=4)
    while high - low > timedelta(seconds=1):
        middle = low + (high - low) / 2
        low, high = (low, middle) if game.status(middle) in ("final", "completed") else (middle, high)
    home = game.live(high).full_box.home_team.team_id  # type: ignore[attr-defined,union-attr]

    def played(now: datetime) -> int:
        rows = {row.team_id: row for row in season.state(TEAM_STATS, now)}  # type: ignore[attr-defined]
        part = rows[home].regular_season if home in rows else None  # type: ignore[attr-defined]
        return part.games_played if part else 0

    assert (played(low), played(high)) == (0, 1)


def test_nothing_before_the_first_game_is_over(world: World) -> None:
    """Before a season, and during its first game, there are no rows."""
    season = world.season("NFL", 2023)
    first = season.regular()[0]
    for now in (
        first.start - timedelta(days=100),
        first.start - timedelta(seconds=1),
        first.start + timedelta(hours=1),
    ):
        assert season.state(PLAYER_STATS, now) == season.state(TEAM_STATS, now) == []


def test_every_team_has_a_row_and_parts_without_games_are_null(world: World) -> None:
    """Teams that have not played are listed with null; the postseason is null for those that were not in it."""
    season = world.season("NFL", 2023)
    rows = [record.wire() for record in season.state(TEAM_STATS, datetime(2024, 3, 1, tzinfo=UTC))]
    assert [row["team_id"] for row in rows] == sorted(club.id for club in season.clubs)
    assert all(row["regular_season"]["games_played"] == 17 for row in rows)
    assert sum(row["postseason"] is not None for row in rows) == 14
    assert all(1 <= row["bye"] <= 18 for row in rows)
    early = [record.wire() for record in season.state(TEAM_STATS, datetime(2023, 9, 9, tzinfo=UTC))]
    assert sum(row["regular_season"] is not None for row in early) == 2


def test_a_goal_difference_is_nobodys(world: World) -> None:
    """Wins are losses of others, and goals scored are goals conceded, over a league."""
    season = world.season("SOCCER", 2023, "EPL")
    rows = [record.wire()["regular_season"] for record in season.state(TEAM_STATS, datetime(2024, 7, 1, tzinfo=UTC))]
    assert sum(row["wins"] for row in rows) == sum(row["losses"] for row in rows)
    assert sum(row["goals_scored"] for row in rows) == sum(row["goals_conceded"] for row in rows)
    assert {row["wins"] + row["draws"] + row["losses"] for row in rows} == {38}


def test_rows_are_kept_while_no_game_ends(world: World) -> None:
    """The same finished games give the same rows, without adding up again."""
    season = world.season("SOCCER", 2023, "EPL")
    now = datetime(2023, 10, 3, 12, tzinfo=UTC)
    assert season.state(PLAYER_STATS, now) is season.state(PLAYER_STATS, now + timedelta(seconds=5))


def test_rows_with_the_same_fields_share_their_names(world: World) -> None:
    """What a row weighs beside its values is kept once for all rows alike."""
    rows = world.season("SOCCER", 2023, "EPL").state(PLAYER_STATS, datetime(2023, 10, 3, 12, tzinfo=UTC))
    names = [row.model_fields_set for row in rows]
    assert len(rows) > 100
    assert len({id(one) for one in names}) == len({frozenset(one) for one in names})
