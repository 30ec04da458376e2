"""Games of a part of a season: no seeds and marks, and a line that says why, rather than wrong ones."""

from __future__ import annotations

import functools
import warnings

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.measures.league import MARKS

SINCE = {"NFL": "2024-12-01", "NBA": "2025-04-05", "NHL": "2025-04-08", "MLB": "2024-09-20"}
UNTIL = {"NFL": "2025-01-13", "NBA": "2025-04-22", "NHL": "2025-04-24", "MLB": "2024-10-04"}
LACKS = (
    r"the frame lacks games of the regular season, up to \d+ of a team; load the whole season with live\(season=2024"
)


@functools.cache
def loaded(sport: str, table: str) -> pd.DataFrame:
    with sf.options(source="simulated", now="2025-07-01T12:00"):
        return sf.live((SINCE[sport], UNTIL[sport]), sport, table=table, progress=False)


def part(sport: str, later: bool) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Games and teams of the end of a season, with its first games of the postseason or without."""
    frames = loaded(sport, "games"), loaded(sport, "teams")
    games, teams = (frame if later else frame[frame["season_type"] == "Regular Season"] for frame in frames)
    return games, teams


@pytest.mark.sampled
@pytest.mark.parametrize("sport", sorted(SINCE))
@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("grouped", [False, True])
def test_a_part_of_a_season_has_no_seeds(sport: str, later: bool, grouped: bool) -> None:
    """Neither seeds nor marks, and one line says what to load; also if the groups are all that is known of teams."""
    games, teams = part(sport, later)
    of = {"teams": teams}
    if grouped:
        of = {"groups": dict(teams[["team_id", "division_name"]].to_numpy())}
        if not later:  # nothing tells that games were played before: what is certain is counted, and there is none
            assert games.sports.standings(**of)[["clinched"]].isna().all(axis=None)
            return
    with pytest.warns(sf.SportsframeWarning, match=rf"^standings\(\): {LACKS}.*to know seeds and what is clinched\.$"):
        table = games.sports.standings(**of)
    assert len(table) >= 30
    assert table[list(MARKS)].isna().all(axis=None)
    if not later:
        with pytest.raises(sf.QueryError, match=rf"^bracket\(\): {LACKS}.*to project the playoffs\.$"):
            games.sports.bracket(**of)
        return
    with pytest.warns(sf.SportsframeWarning, match=rf"^bracket\(\): {LACKS}.*to know the seeds\.$"):
        series = games.sports.bracket(**of)
    assert len(series) > 3
    assert series[["seed_1", "seed_2"]].isna().all(axis=None)
    assert not series["projected"].any()


def test_a_part_of_a_season_of_soccer_has_no_berths() -> None:
    """As in leagues with seeds: the records tell what came before, and no place leads to a cup or down."""
    days = ("2024-12-01", "2024-12-15")
    with sf.options(source="simulated", now="2025-07-01T12:00"):
        games, teams = (
            sf.live(days, "SOCCER", league="SERIEA", table=name, progress=False) for name in ("games", "teams")
        )
    lacks = LACKS.removesuffix("2024") + r'2024, sport="SOCCER", league="SERIEA"\)'
    with pytest.warns(sf.SportsframeWarning, match=rf"^standings\(\): {lacks} to know berths and what is clinched\.$"):
        table = games.sports.standings(teams=teams)
    assert len(table) == 20
    assert table[["berth", "clinched", "eliminated"]].isna().all(axis=None)


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NFL", "NHL"])
def test_teams_of_one_day_are_told_to_be_some(sport: str) -> None:
    """One line says whose conference is not known; a bracket does not ask for the teams= it was given."""
    games, teams = part(sport, later=False)
    some = teams[teams["game_date"] == teams["game_date"].min()].drop(columns="record")
    lacks = rf"teams= has no conference of \d+ of {teams['team_id'].nunique()} teams, such as [A-Z]"
    with pytest.warns(sf.SportsframeWarning, match=rf"^standings\(\): {lacks}.*, so there are no seeds"):
        games.sports.standings(teams=some)
    with pytest.raises(sf.QueryError, match=rf"^bracket\(\): {lacks}"):
        games.sports.bracket(teams=some)
    with pytest.warns(sf.SportsframeWarning, match=rf"^simulate_season\(\): {lacks}"):
        games.sports.simulate_season(teams=some, n=2)
    with pytest.raises(sf.QueryError, match=r"^simulate_season\(teams=\) has teams of XFL"):
        games.sports.simulate_season(teams=teams.assign(sport="XFL"), n=2)
    for verb in ("standings", "simulate_season", "bracket"):
        with pytest.raises(sf.QueryError, match=rf"^{verb}\(teams=\) has players"):
            getattr(games.sports, verb)(teams=teams.assign(player_id=1))


def test_the_postseason_alone_has_no_seeds() -> None:
    """The line is of the function that was called, with advice that it can take."""
    games, teams = (frame[frame["season_type"] != "Regular Season"] for frame in part("NFL", later=True))
    with pytest.warns(sf.SportsframeWarning, match=r"^bracket\(\): the frame has no game of the regular season; load "):
        series = games.sports.bracket(teams=teams)
    assert series[["seed_1", "seed_2"]].isna().all(axis=None)


def test_the_games_of_one_team_clinch_nothing() -> None:
    """Its opponents have played more than the frame has."""
    games, teams = part("NFL", later=True)
    one = games["home_team_id"].mode()[0]
    own = games[(games["home_team_id"] == one) | (games["away_team_id"] == one)]
    with pytest.warns(sf.SportsframeWarning, match=LACKS):
        table = own.sports.standings(teams=teams)
    assert table[list(MARKS)].isna().all(axis=None)


@pytest.mark.long
def test_a_season_with_games_that_were_called_off_is_whole() -> None:
    """Four teams of MLB 2024 played 161 games, and no row tells why; the records agree with the games."""
    with sf.options(source="simulated", now="2024-12-01T12:00"):
        games, teams = (sf.live(season=2024, sport="MLB", table=name, progress=False) for name in ("games", "teams"))
    table = games.sports.standings(teams=teams)
    assert table["games"].min() == 161
    assert table["seed"].notna().sum() == 12
    without = games[games["game_date"] != games.loc[games["season_type"] == "Regular Season", "game_date"].max()]
    with pytest.warns(sf.SportsframeWarning, match=LACKS):
        assert without.sports.standings(teams=teams)["seed"].isna().all()


@pytest.mark.parametrize(("games_off", "whole"), [(5, True), (6, False)])
def test_a_few_games_of_a_team_may_have_been_called_off(games_off: int, whole: bool) -> None:
    """Where the records of all teams agree with the frame, which reaches into the postseason."""
    with sf.options(now="2025-08-01T00:00"):
        games, teams = (sf.live(season=2024, sport="NFL", table=table, progress=False) for table in ("games", "teams"))
    regular = games["season_type"] == "Regular Season"
    club = games["home_team_id"].iloc[0]
    own = games[regular & ((games["home_team_id"] == club) | (games["away_team_id"] == club))]
    games = games[~games["game_id"].isin(own.sort_values("game_time")["game_id"].tail(games_off))]
    teams = teams[teams["game_id"].isin(games["game_id"])].sort_values("game_time", kind="stable")
    played = teams.groupby("team_id").cumcount() + 1
    teams = teams.assign(record=played.astype(str) + "-0")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        table = sf.measures.standings(games, teams=teams)
    assert (f"up to {games_off} of a team" in " ".join(str(one.message) for one in told)) is not whole
    assert table["seed"].notna().any() == whole
