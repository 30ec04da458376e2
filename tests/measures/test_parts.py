"""What parts of a season do not tell, without the table of teams beside them."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.notices import forget

from .test_league import games, won


def test_a_part_of_a_season_has_no_magic_number() -> None:
    """In the first quarter of a season, or of a part of it, magic numbers are missing like marks."""
    month = sf.live(("2024-06-01", "2024-06-20"), "MLB", day="league", progress=False)
    found = month.sports.standings()
    assert found["magic_number"].isna().all()
    assert found["magic_number"].dtype == "Int64"
    series = games("MLB", *won(1, 2, 4), *won(2, 1, 3), season_type="Postseason")
    assert series.sports.standings(season_type="Postseason")["magic_number"].isna().all()
    told = sf.measures.standings(series, season_type="Postseason", season_games=7)
    assert told["magic_number"].notna().all()
    half = games("MLB", *won(1, 2, 60), *won(2, 1, 30))
    assert half.sports.standings()["magic_number"].notna().all()
    assert sf.measures.standings(half, season_games=400)["magic_number"].isna().all()


@pytest.fixture
def season() -> pd.DataFrame:
    """Games of four teams, a day between them."""
    rounds = [*won(1, 2), *won(3, 1, home=False), *won(1, 3), *won(2, 3), *won(4, 1), *won(1, 4), *won(2, 1)]
    return games("NBA", *rounds, game_date=pd.date_range("2024-01-01", periods=len(rounds)))


def test_standings_of_one_team_say_so(season: pd.DataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    """The records of opponents in the games of one team are those against it."""
    season.sports.standings()
    assert "games of the others" not in capsys.readouterr().err
    forget("games of one team: NBA T1")
    season.sports.team("T1").sports.standings()
    told = capsys.readouterr().err
    assert "T1" in told
    assert told.count("\n") == 1


def test_rest_in_a_selection_of_games(season: pd.DataFrame, capsys: pytest.CaptureFixture[str]) -> None:
    """Rest counts from the previous game in the frame, which is said once where rows were left out."""
    told = "rest_days counts from the previous game in the frame"
    for frame, selected in (
        (season, False),
        (season.sample(frac=1, random_state=1), False),
        (season.iloc[2:], False),
        (season.sports.team("T1"), False),
        (season[season["home_team_id"] != 1], True),
        (season.drop(index=2), True),
        (season[season["home_team_id"] == 1].reset_index(drop=True), True),
    ):
        forget("rest in a selection: NBA")
        frame.sports.games_log()
        assert (told in capsys.readouterr().err) == selected
        frame.sports.games_log()
        assert told not in capsys.readouterr().err
