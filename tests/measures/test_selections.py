"""Measures of real lines and of selections of them: bounds, both sides of a game, and games in play."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.errors import QueryError
from sportsframe.measures import measure, measures, table

from ..support.lines import INCOMPLETE, random_lines

pytestmark = pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")  # lines made by hand are alike


@pytest.fixture(scope="module")
def league_days() -> dict[tuple[str, str], pd.DataFrame]:
    """Days of the built-in world."""
    days = {"MLB": "2024-06-01", "NBA": "2024-12-06", "NCAABB": "2024-12-07", "NHL": "2024-12-06", "NFL": "2024-11-10"}
    return {(sport, name): sf.live(day, sport, table=name) for sport, day in days.items()
            for name in SPORTS[sport].answers["live"].layouts if name not in ("games", "periods")}  # fmt: skip


SHARES = ("fg_pct", "fg3_pct", "fg2_pct", "ft_pct", "orb_pct", "drb_pct", "trb_pct", "tov_pct", "save_pct",
          "faceoff_pct", "shot_share_pct", "power_play_pct", "penalty_kill_pct", "k_pct", "bb_pct", "strike_pct",
          "completion_pct", "catch_pct", "xp_pct", "snap_share_pct", "avg", "obp")  # fmt: skip


def test_bounds_of_real_lines(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """Shares of a whole lie within 0 and 100, shooting percentages within 0 and 150; nothing is infinite or NaN."""
    for (_, name), lines in league_days.items():
        found = measures(lines)
        for what in found.columns.intersection(SHARES):
            assert found[what].dropna().between(0, 100).all(), (name, what)
        for what in found.columns.intersection(["efg_pct", "ts_pct"]):
            assert found[what].dropna().between(0, 150).all()
        for what in found.select_dtypes("Float64").columns:
            values = found[what].dropna().to_numpy(dtype="float64")
            assert np.isfinite(values).all(), what


def test_both_sides_balance(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """Net ratings sum to 0, pdo to 200, and own offensive and the other's defensive rebounds share 100."""
    for sport in ("NBA", "NCAABB"):
        sides = league_days[sport, "teams"]
        found = measures(sides).assign(game_id=sides["game_id"])
        assert found.groupby("game_id")["net_rating"].sum().abs().max() < 1e-9
        assert found.groupby("game_id")["possessions"].nunique().eq(1).all()
        assert (found["orb_pct"] + (100 - found["orb_pct"])).eq(100).all()
        other = measure(sides, "drb_pct").groupby(sides["game_id"]).transform(lambda v: v.iloc[::-1].to_numpy())
        assert (found["orb_pct"] + other - 100).abs().max() < 1e-9
    hockey = league_days["NHL", "teams"]
    assert (measure(hockey, "pdo").groupby(hockey["game_id"]).sum() - 200).abs().max() < 1e-9


def test_team_goals_without_skaters_are_the_skaters_goals() -> None:
    """Over weeks of hockey the goals told by shots and saves are those of the skaters, shootouts included."""
    days = ("2024-11-01", "2024-11-21")
    sides = sf.live(days, "NHL", table="teams", progress=False)
    skaters = sf.live(days, "NHL", table="skaters", progress=False)
    goals = measure(sides, "team_goals", skaters=skaters)

    assert (sides["score"] != goals).sum() > 3
    assert measure(sides, "team_goals").tolist() == goals.tolist()


def test_shares_of_a_side_without_its_totals(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """Without teams= the lines stand in where a side's minutes are complete: the same values, or a refusal."""
    lines, sides = league_days["NBA", "players"], league_days["NBA", "teams"]
    whole = measure(lines, "usage_pct")
    few = lines.groupby(["game_id", "side"], observed=True).head(4)

    pd.testing.assert_series_equal(whole, measure(lines, "usage_pct", teams=sides))
    for part, name in ((lines[lines["side"] == "home"], "stl_pct"), (few, "usage_pct")):
        with pytest.raises(sf.FrameError, match=f"{name} requires all players of both sides.*or pass teams="):
            measure(part, name)
    assert measure(few, "usage_pct", teams=sides).tolist() == whole[few.index].tolist()


@pytest.mark.parametrize(("sport", "moment", "whole_minutes"), [
    ("NBA", "2024-12-07T01:30", False), ("NCAABB", "2025-02-01T20:00", True),
])  # fmt: skip
def test_shares_of_a_side_in_play(sport: str, moment: str, whole_minutes: bool) -> None:
    """In play a player's share is of the minutes played so far: the five on the floor have 20 % each on average."""
    date = "2024-12-06" if sport == "NBA" else "2025-02-01"
    with sf.options(now=moment):
        lines, sides = (sf.live(date, sport, table=table, day="league") for table in ("players", "teams"))
    live = lines[lines["phase"] == "live"]
    assert len(live)
    found = measure(lines, "usage_pct")
    used, seconds = found[live.index].astype(float), live["seconds_played"].astype(float)
    keys = [live["game_id"], live["side"]]
    shares = (used * seconds).groupby(keys, observed=True).sum() / seconds.groupby(keys, observed=True).sum()
    assert shares.tolist() == pytest.approx([20.0] * len(shares), abs=2.5 if whole_minutes else 0.01)
    given = measure(lines, "usage_pct", teams=sides)
    pd.testing.assert_series_equal(given[live.index], found[live.index])
    few = live.groupby(["game_id", "side"], observed=True).head(3)
    with pytest.raises(sf.FrameError, match=r"usage_pct requires all players of both sides of a game"):
        measure(few, "usage_pct")
    assert measure(sides[sides["phase"] == "live"], "pace", teams=sides).isna().all()


def selections(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """One row, every second row, and the rows of one side, team and player."""
    yield frame.iloc[:1]
    yield frame.iloc[::2]
    for column in ("side", "team_id", "player_id"):
        if column in frame.columns:
            yield frame[frame[column] == frame[column].iloc[0]]


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "name"), [
    ("NBA", "teams"), ("NBA", "players"), ("NCAABB", "players"), ("NHL", "teams"), ("NHL", "goalies"),
    ("NFL", "teams"), ("NFL", "players"), ("MLB", "pitching"), ("DARTS", "players"), ("DARTS", "turns"),
])  # fmt: skip
def test_a_selection_changes_no_measure_in_silence(
    sport: str, name: str, league_days: dict[tuple[str, str], pd.DataFrame]
) -> None:
    """A row has the same value in a selection as in the whole frame, or none and a warning that names the reason."""
    whole = league_days[sport, name] if (sport, name) in league_days else sf.live("2024-01-03", sport, table=name)
    expected = measures(whole)
    for part in selections(whole):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = measures(part)
        assert len(told) <= 1
        for column, values in found.items():
            before = expected.loc[part.index, column]
            changed = ~(values.eq(before).fillna(value=False) | (values.isna() & before.isna()))
            if changed.any():
                assert told
                assert values[changed].isna().all()
                none = values.isna().all()
                with pytest.raises(sf.FrameError) if none else pytest.warns(sf.SportsframeWarning):
                    measure(part, str(column))


def test_a_selection_of_sides_has_its_opponents_beside_it(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """With teams= the measures of one team's rows are those of the whole table, for rows, groups and rolling values."""
    whole = league_days["NBA", "teams"]
    home = whole[whole["side"] == "home"]

    pd.testing.assert_frame_equal(measures(home, teams=whole), measures(whole).loc[home.index])
    every = measure(whole, "off_rating", by="team_id")
    pd.testing.assert_series_equal(
        measure(home, "off_rating", by="team_id", teams=whole), every[every.index.isin(home["team_id"])]
    )
    with pytest.raises(sf.QueryError, match="no option 'teams'"):
        measure(home, "efg_pct", teams=whole)
    with pytest.raises(sf.FrameError, match="off_rating requires the other side"):
        sf.measures.rolling(home, "off_rating", 2, by="team_id")


WHOLE = {"quality_start", "game_score", "game_score_tango", "clean_sheets", "cuts_made_pct"}
"""Measures of whole games that are no averages per game: they may still change until the end."""


def test_games_in_play() -> None:
    """What belongs to a whole game is missing until its end, adds nothing to a group, and says so in one line."""
    names = {
        (sport, where, one.name)
        for sport in SPORTS
        for one in sf.measures.of_sport(sport)
        for where in one.tables
        if one.resource == "live" and (one.name in WHOLE or "per_game" in one.name or "/ games" in one.formula)
        if SPORTS[sport].game != "basketball"  # whose game score adds up over minutes
    }
    assert len(names) == 12
    for sport, where, name in sorted(names):
        lines = random_lines(sport, where, 17, 3).assign(phase=["finished"] * 4 + ["live", "paused"])
        if sport == "PGA":
            lines["status"] = "completed"
        over = lines[lines["phase"] == "finished"]
        with pytest.warns(sf.SportsframeWarning, match=r"is of finished games only: 1 of 3 games in the frame are not"):
            found = measure(lines, name)
        if where == "pitching":
            assert found[:4].notna().all()
        assert found[4:].isna().all(), name
        pd.testing.assert_series_equal(found[:4], measure(over, name))
        assert "Of finished games only." in set(table(sport, where).query("name == @name")["note"]).pop()


@pytest.mark.sampled
@pytest.mark.filterwarnings(INCOMPLETE)
@pytest.mark.parametrize("by", ["team_id", "side", ["team_id", "season_type"]])
@pytest.mark.parametrize(
    ("sport", "where", "name", "per"),
    [("NBA", "players", "points", "36"), ("NHL", "skaters", "goals", "60"), ("SOCCER", "players", "goals", "90")],
)
def test_time_that_several_play_at_once_is_that_of_no_side(
    sport: str, where: str, name: str, per: str, by: str | list[str]
) -> None:
    """The minutes of all its players are several times its own: refused by name, and left out of all measures."""
    lines = random_lines(sport, where, 23, 60).assign(season_type="Regular Season", part="regular_season")
    rate = f"{name}_per_{per}"
    for call in (
        lambda: sf.measures.totals(lines, by, per=per),
        lambda: sf.measures.leaders(lines, name, by="team_id", per=per),
        lambda: sf.measures.leaders(lines, rate, by="team_id"),
        lambda: sf.measures.measure(lines, rate, by=by),
    ):
        with pytest.raises(QueryError, match=f'{per} minutes are those of one player, .* divide by games: per="game"'):
            call()
    assert rate not in sf.measures.measures(lines, by)
    assert rate in sf.measures.measures(lines, "player_id")
    assert rate in sf.measures.measures(lines, "season_type")


def test_outs_are_those_of_a_side() -> None:
    """One pitches at a time: strikeouts per nine innings have a value for teams."""
    lines = random_lines("MLB", "pitching", 23, 60)
    sums = lines.groupby("team_id")[["strikeouts", "outs_recorded"]].sum()
    expected = sums["strikeouts"] / sums["outs_recorded"] * 27
    found = sf.measures.totals(lines, "team_id", per="9")["strikeouts"]
    np.testing.assert_allclose(found.astype(float), expected.reindex(found.index).astype(float))
