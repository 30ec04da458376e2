"""Measures of season statistics: those of the box scores that follow from totals, with the same values."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.notices import forget
from sportsframe.catalog import SPORTS
from sportsframe.measures import of_table
from tests.support.samples import EARLY

TABLES = [
    (sport, resource, totals)
    for sport in EARLY
    for resource in ("player-stats", "team-stats")
    if resource in SPORTS[sport].resources
    for totals in SPORTS[sport].answer(resource).totals
    if of_table(sport, totals.table, resource)
]


BY_DEFENSE = ("interception_touchdowns", "fumble_return_touchdowns")


def boxes_of(client: Any, sport: str, year: int, table: str, league: str | None) -> pd.DataFrame:
    """Box score lines of the finished games of a season that count."""
    games = client.live(season=year, sport=sport, league=league)
    done = games[games["phase"] == "finished"]
    if "season_type" in done.columns:
        done = done[done["season_type"] != "Preseason"]
    lines = client.live(season=year, sport=sport, league=league, table=table)
    return lines[lines["game_id"].isin(done["game_id"])]


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "totals"), TABLES, ids=lambda value: str(getattr(value, "table", value)))
def test_measures_of_totals_are_those_of_the_games(sport: str, resource: str, totals: Any) -> None:
    """Each measure of a table of season statistics is what the box scores give, grouped by player or team."""
    client: Any = sf.Client(source="simulated", now=EARLY[sport])
    year, league = int(EARLY[sport][:4]), "EPL" if sport == "SOCCER" else None
    stats = client.table(resource, sport, year, table=totals.table, league=league)
    stats = stats[stats["part"] == "regular_season"]
    key = "player_id" if resource == "player-stats" else "team_id"
    found = stats.sports.measures().set_index(key)
    compared = 0
    for box in totals.boxes:
        lines = boxes_of(client, sport, year, box, league)
        for name in set(of_table(sport, totals.table, resource)) & set(of_table(sport, box)):
            games = lines.sports.measure(name, by=key)
            both = pd.DataFrame({"games": games, "season": found[name]}).astype("Float64").dropna()
            if sport == "NFL" and name in ("touchdowns", "points"):  # seasons lack those by the defense
                both = both[lines.groupby(key)[[*BY_DEFENSE]].sum().sum(axis=1).reindex(both.index).eq(0)]
            assert (both["games"] - both["season"]).abs().le(0.01 * both["games"].abs() + 0.01).all(), name
            compared += len(both)
    assert compared > 5


def test_measures_that_need_games_say_so() -> None:
    """A measure that does not follow from totals names the table of the box scores that has it."""
    client = sf.Client(source="simulated", now=EARLY["MLB"])
    stats = client.player_stats(int(EARLY["MLB"][:4]), "MLB", table="pitching")
    for name in ("quality_start", "game_score"):
        with pytest.raises(sf.QueryError) as refused:
            stats.sports.measure(name)
        assert str(refused.value) == (
            f"{name} needs single games, which season statistics do not contain; compute it from the box scores, "
            'live(season=..., sport="MLB", table="pitching").'
        )
    assert {"era", "whip", "fip"} <= set(stats.sports.measures().columns)
    assert stats.sports.measure("era", by="team_id").notna().any()


def test_counts_that_do_not_add_up_are_no_measures_of_totals() -> None:
    """A flag or a clean sheet is of one game; total bases add up."""
    assert "double_double" not in of_table("NBA", "season", "player-stats")
    assert "clean_sheets" not in of_table("SOCCER", "season", "team-stats")
    assert {"total_bases", "ops"} <= set(of_table("MLB", "batting", "player-stats"))
    assert "points_per_36" in of_table("NBA", "season", "player-stats")
    assert "ts_pct" in of_table("NBA", "season", "team-stats")


def test_rows_of_season_statistics_say_of_which_part_they_are() -> None:
    """A player has a row for the regular season and one for the postseason; their measures are told apart."""
    client = sf.Client(source="simulated", now="2025-03-01T12:00")
    stats = client.player_stats(2024, "NFL")
    found = stats.sports.measures()
    assert found["part"].equals(stats["part"])
    assert not found.duplicated(["player_id", "part"]).any()
    assert found.duplicated("player_id").any()
    both = stats.sports.measures(by=["player_id", "part"])
    one = stats[stats["part"] == "postseason"].sports.measures(by="player_id")
    assert both.xs("postseason", level="part")[one.columns].equals(one)


def test_games_of_several_parts_are_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Who groups box scores of the regular season and the playoffs is told that they are added up, and how to select.

    Not who groups by the part as well, or takes a value for each row.
    """
    lines = sf.live(("2025-01-04", "2025-01-12"), "NFL", table="players", progress=False)
    parts = set(lines["season_type"])
    assert len(parts) == 2
    told = f"adds up {', '.join(lines['season_type'].unique())}; for one of them select its rows first: df["
    for silent in (None, ["player_id", "season_type"], lines["game_time"].dt.month):
        forget("several parts")
        lines.sports.measures(by=silent)
        lines.sports.measure("passer_rating", by=silent)
        assert told not in capsys.readouterr().err
    for call in (
        lambda: lines.sports.measures(by="player_id"),
        lambda: lines.sports.measure("passer_rating", by=["team_id"]),
        lambda: lines.sports.totals(),
        lambda: lines.sports.leaders("passer_rating"),
    ):
        forget("several parts")
        call()
        call()
        assert capsys.readouterr().err.count(told) == 1
