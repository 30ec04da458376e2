"""Standings and brackets that load their season."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.catalog.codes import CheckedSport
from sportsframe.errors import QueryError
from tests.support.samples import EARLY


def early(sport: str) -> tuple[Any, dict[str, Any]]:
    """A client at the start of a season, and the league to ask for."""
    return sf.Client(source="simulated", now=EARLY[sport]), {"league": "EPL"} if SPORTS[sport].leagues else {}


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NFL", "SOCCER"])
def test_standings_of_a_season_are_those_of_its_games(sport: str) -> None:
    """The loaded table is that of the games and teams of the same season, whichever way the arguments stand."""
    client, which = early(sport)
    year = int(EARLY[sport][:4])
    games, teams = (client.live(season=year, sport=sport, table=name, **which) for name in ("games", "teams"))
    wanted = games.sports.standings(teams=teams)
    assert len(wanted) > 3
    for asked in ((sport, year), (sport,)):
        found = sf.standings(*asked, client=client, **which)
        pd.testing.assert_frame_equal(found, wanted)
        assert found.attrs == wanted.attrs
    if sport == "NFL":
        part = {"season_type": "Preseason"}
        with pytest.warns(sf.SportsframeWarning, match="no finished game in the frame is of the Preseason"):
            found = sf.standings(sport, client=client, **part)
        with pytest.warns(sf.SportsframeWarning, match="no finished game in the frame is of the Preseason"):
            pd.testing.assert_frame_equal(found, games.sports.standings(teams=teams, **part))
        assert not found.equals(wanted)


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NFL", "NHL"])
def test_who_is_in_it_now(sport: str) -> None:
    """One call says who would be in the playoffs if the season ended today: the seeds of the standings, projected.

    Who shares the last seed with more clubs than there are places left is not named.
    """
    client, _ = early(sport)
    series = sf.bracket(sport, client=client)
    table = sf.standings(sport, client=client).set_index("team_id")
    seeded = table.index[table["seed"].notna()]
    sides = pd.concat([series["id_1"], series["id_2"]]).dropna().astype(int)
    assert series["projected"].all()
    assert sides.is_unique
    assert set(sides) <= set(seeded)
    shared = table.groupby(["conference", "seed"])["seed"].transform("size") > 1
    sure = table.index[table["seed"].notna() & ~shared & (table["seed"] <= series["seed_2"].max())]
    assert set(sure) <= set(sides)
    assert len(sides) + series[["id_1", "id_2"]].isna().sum().sum() == 2 * len(series)
    for n in (1, 2):
        known = series[series[f"id_{n}"].notna()]
        assert known[f"seed_{n}"].tolist() == table["seed"][known[f"id_{n}"]].tolist()


def test_the_tournament_is_the_one_asked_for() -> None:
    """A bracket of one tournament by name, with what it played in another year; one that is not there is refused."""
    client, _ = early("DARTS")
    year = int(EARLY["DARTS"][:4])
    own = client.live(season=year, sport="DARTS")
    event = own["event"].iloc[0]
    found = sf.bracket(year, "DARTS", event=event, client=client)
    games = client.live((f"{year - 1}-12-10", EARLY["DARTS"][:10]), "DARTS", progress=False)
    expected = games[games["event"] == event].sports.bracket()
    pd.testing.assert_frame_equal(found.drop(columns="season"), expected.drop(columns="season"))
    assert found["season"].unique().tolist() == [str(year)]
    assert 0 < own["event"].eq(event).sum() < len(found)
    with pytest.raises(QueryError, match="0 of 1 fit; pass event="):
        sf.bracket(year, "DARTS", event="No Such Open", client=client)
    with pytest.raises(QueryError, match=f"Grand Prix of {year} has not begun; it begins on {year}-10"):
        sf.bracket(year, "DARTS", event="grand prix", client=client)


def test_of_a_tournament_its_own_days_are_loaded() -> None:
    """A bracket of one event asks for the days on which it is played, and for no other box scores."""
    client = sf.Client(source="simulated", now="2025-03-01")
    found = sf.bracket(2024, "DARTS", event="Grand Prix", client=client)
    assert len(found) == 31
    assert client.answers()["asked"].str.startswith("/live/").sum() == 7


@pytest.mark.sampled
@pytest.mark.parametrize("now", ["2024-12-15T12:00", "2024-12-21T12:00", "2025-08-01T12:00"])
def test_without_seeds_the_days_of_the_postseason_are_enough(now: str) -> None:
    """The standings of college football have no say in its bracket; no other box scores are asked for.

    A team whose first game of the postseason is still to come has its abbreviation and nickname, too.
    """
    client = sf.Client(source="simulated", now=now)
    found = sf.bracket(2024, "NCAAFB", client=client, progress=False)
    asked = client.answers()["asked"]
    plan = client.schedule_season(2024, "NCAAFB", progress=False)
    later = plan[plan["season_type"] == "Postseason"]
    days = {f"{day:%Y-%m-%d}" for name in ("game_date", "game_time") for day in later[name]}
    assert {path.split("/")[2][:10] for path in asked[asked.str.startswith("/live/")]} <= days
    called = client.teams("NCAAFB").set_index("team_id")[["abbreviation", "mascot"]]
    for n in (1, 2):
        known = found[found[f"id_{n}"].notna()]
        told = known[[f"abbreviation_{n}", f"mascot_{n}"]].to_numpy()
        assert told.tolist() == called.loc[known[f"id_{n}"]].to_numpy().tolist()


@pytest.mark.long
@pytest.mark.parametrize("sport", ["NCAAFB", "NCAABB"])
def test_a_bracket_without_seeds_is_that_of_the_whole_season(sport: CheckedSport) -> None:
    """It is the same frame as from all games."""
    with sf.options(now="2025-08-01T12:00"):
        found = sf.bracket(2024, sport, progress=False)
        boxes = [(box["games"], box["teams"]) for _, box in sf.each(season=2024, sport=sport, progress=False)]
    games, teams = (pd.concat(part, ignore_index=True) for part in zip(*boxes))
    pd.testing.assert_frame_equal(found, games.sports.bracket(teams=teams))


def test_a_season_that_cannot_be_told_is_refused_before_it_is_loaded() -> None:
    """Sports without standings or sides, frames in place of seasons, and unknown seasons: one line, no request."""
    client = sf.Client(source="simulated", now=EARLY["MLB"])
    games = pd.DataFrame({"sport": ["NFL"], "game_id": ["20240908-9001-9002"]})
    for wrong, words in (
        (lambda: sf.standings(2024, "DARTS", client=client), "DARTS has no standings"),
        (lambda: sf.bracket(2024, "PGA", client=client), "PGA has a field of players"),
        (lambda: sf.standings("soon", "NFL", client=client), "season 'soon' is not a year"),
        (lambda: sf.standings(2024, client=client), "a sport is required"),
        (lambda: sf.standings(games, "NFL", client=client), r"write df.sports.standings\(\)"),
        (lambda: sf.bracket(games, client=client), r"write df.sports.bracket\(\)"),
    ):
        with pytest.raises(QueryError, match=words):
            wrong()
    assert client.answers().empty


@pytest.mark.sampled
@pytest.mark.parametrize("sport", [sport for sport in EARLY if SPORTS[sport].rules.standings])
def test_a_season_without_games_has_the_usual_columns(sport: str) -> None:
    """The table of a season that is not published or has not begun has the columns of any other, and says why."""
    client, which = early(sport)
    usual = sf.standings(sport, client=client, **which)
    told = which.get("league", sport)
    begins = client.schedule_season(2031, sport, **which)["game_date"].min()
    reasons = {
        1995: "is not published",
        2031: "is not published" if pd.isna(begins) else f"begins on {begins:%Y-%m-%d}",
    }
    for year, reason in reasons.items():
        season = SPORTS[sport].season_label(year)
        found = sf.standings(year, sport, client=client, **which)
        assert found.empty
        assert found.attrs["sportsframe"]["empty_means"] == f"the season {season} of {told} {reason}"
        pd.testing.assert_series_equal(found.dtypes, usual.dtypes)
        assert repr(found.sports) == f"<sports: empty: the season {season} of {told} {reason}>"


def test_a_season_that_has_not_begun() -> None:
    """Standings are empty and say when it begins, and there is no bracket."""
    client = sf.Client(source="simulated", now="2023-08-02")
    groups: tuple[Any, ...] = ({}, {"by": "division"})
    for asked in groups:
        found = sf.standings(2023, "NFL", client=client, **asked)
        assert found.empty
        assert re.fullmatch(
            r"<sports: empty: the season 2023-2024 of NFL begins on 2023-0[89]-\d\d>", repr(found.sports)
        )
    with pytest.raises(QueryError, match="no game of the season 2024-2025 of NFL has been played"):
        sf.bracket(2024, "NFL", client=client)


def test_a_bracket_holds_what_is_scheduled() -> None:
    """The next round is there as soon as the schedule has it, and the first one leads to it."""
    client = sf.Client(source="simulated", now="2025-01-17T12:00")
    series = sf.bracket("NFL", client=client)
    planned = client.schedule_season(2024, "NFL")
    later = planned[~planned["season_type"].isin(["Regular Season", "Preseason"]) & planned["round"].notna()]
    assert (later["phase"] == "scheduled").any()
    wanted = {frozenset(pair) for pair in later[["home_team_id", "away_team_id"]].to_numpy().tolist()}
    assert wanted <= {frozenset(pair) for pair in series[["id_1", "id_2"]].dropna().to_numpy().tolist()}
    assert series.loc[series["round"] == 1, "next"].notna().all()
    assert series.loc[series["round"] == 2, "games"].eq(0).all()
    assert series["sport"].dtype == "category"
