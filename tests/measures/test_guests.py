"""Teams from outside a league, which play a game or two in it."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf

from .test_league import games, won


@pytest.fixture
def frame() -> pd.DataFrame:
    """Three teams that meet three times each, and a fourth, which beats one of them once."""
    return games("NCAAFB", *[game for _ in range(3) for game in (*won(1, 2), *won(1, 3), *won(2, 3))], *won(4, 3))


def test_ratings_tell_guests_as_standings_do(frame: pd.DataFrame) -> None:
    """Elo ratings rank guests after everybody else, and the mean of the simple rating is that of the league's teams."""
    guests = frame.sports.standings().set_index("team_id")["guest"]
    assert guests[guests].index.tolist() == [4]

    rated = frame.sports.elo_ratings().set_index("team_id")
    assert rated["guest"].reindex(guests.index).tolist() == guests.tolist()
    assert rated.index[-1] == 4
    assert rated["rank"].tolist() == [1, 2, 3, 4]

    simple = sf.measures.srs(frame)
    assert simple["guest"].reindex(guests.index).tolist() == guests.tolist()
    assert float(simple.loc[~simple["guest"], "srs"].mean()) == pytest.approx(0)
    assert "guest" not in sf.measures.srs(frame.assign(sport="NFL"))
    assert "guest" not in frame.assign(sport="NFL").sports.elo_ratings()


def test_leaders_of_teams_are_of_the_league() -> None:
    """A rate of teams ranks those of the league, unless all are asked for."""
    teams = sf.live(("2024-08-24", "2024-09-22"), "NCAAFB", table="teams", progress=False)
    played = teams.groupby("team_id").size()
    guests = set(played[played < played.median() / 2].index)
    assert guests
    name = "yards_per_play"
    everybody = teams.sports.leaders(name, 1000, by="team_id", qualify={})
    ranked = teams.sports.leaders(name, 1000, by="team_id")
    assert guests & set(everybody["team_id"])
    assert not guests & set(ranked["team_id"])
    assert len(teams.sports.leaders("score", 1000, by="team_id")) == len(played)
    assert not guests & set(teams.sports.leaders("score", 1000, by="team_id", per="game")["team_id"])
