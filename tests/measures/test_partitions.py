"""Measures, totals and standings of Dask frames are those of the same rows in pandas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import dask.dataframe as dd
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import measures
from sportsframe.dataset.cluster import partitions
from sportsframe.errors import FrameError, QueryError, SportsframeWarning

NBA = ("2024-12-06", "2024-12-10")
NHL = ("2024-11-15", "2024-11-17")
MLB = ("2024-06-01", "2024-06-03")
NFL = ("2024-11-10", "2024-11-11")

CLIENT = sf.Client(source="simulated", now="2025-03-01T12:00")

CASES: list[tuple[str, tuple[str, str], str, Callable[[Any], Any]]] = [
    ("NBA", NBA, "players", lambda frame: measures.totals(frame)),
    ("NBA", NBA, "players", lambda frame: measures.totals(frame, ["player_id", "side"], per="36")),
    ("NBA", NBA, "teams", lambda frame: measures.totals(frame, "team_id", per="game")),
    ("NBA", NBA, "teams", lambda frame: measures.measures(frame, "team")),
    ("NBA", NBA, "teams", lambda frame: measures.measure(frame, "off_rating", by=["team_id", "side"])),
    ("NHL", NHL, "goalies", lambda frame: measures.measure(frame, "gsaa", by="player_id")),
    ("MLB", MLB, "pitching", lambda frame: measures.measure(frame, "fip", by="team", constant="league")),
    ("MLB", MLB, "pitching", lambda frame: measures.measure(frame, "game_score_mean", by="team")),
    ("MLB", MLB, "pitching", lambda frame: measures.measure(frame, "game_score_max", by="team")),
    ("MLB", MLB, "games", lambda frame: measures.standings(frame)),
    ("MLB", MLB, "games", lambda frame: measures.measure(frame, "win_pct", by="team_id")),
]


@pytest.mark.sampled
@pytest.mark.parametrize("number", range(len(CASES)))
def test_a_dask_frame_gives_what_pandas_gives(number: int) -> None:
    """The values, groups and dtypes of several days as partitions, for sums, means, extremes and whole leagues."""
    sport, days, table, figure = CASES[number]
    frame, lazy = CLIENT.live(days, sport, table=table, day="service"), CLIENT.to_dask(
        days, sport, table=table, day="service"
    )  # fmt: skip
    assert lazy.npartitions > 1

    expected, found = figure(frame), figure(lazy)

    check: Callable[..., None] = (
        pd.testing.assert_series_equal if isinstance(expected, pd.Series) else pd.testing.assert_frame_equal
    )
    check(found, expected, check_flags=False)
    assert len(found)


def test_other_tables_are_passed_by_partition() -> None:
    """A Dask frame among the options is read beside the frame; one of other days is refused."""
    frames = {name: CLIENT.live(NBA, "NBA", table=name, day="service") for name in ("players", "teams")}
    lazy = {name: CLIENT.to_dask(NBA, "NBA", table=name, day="service") for name in ("players", "teams")}

    expected = measures.measure(frames["players"], "usage_pct", by="player_id", teams=frames["teams"])
    found = measures.measure(lazy["players"], "usage_pct", by="player_id", teams=lazy["teams"])

    pd.testing.assert_series_equal(found, expected)
    fewer = CLIENT.to_dask(NBA[0], "NBA", table="teams", day="service")
    with pytest.raises(QueryError, match="load both from the same days"):
        measures.measure(lazy["players"], "usage_pct", by="player_id", teams=fewer)


def test_games_that_do_not_take_place_add_nothing_in_partitions() -> None:
    """Sums of a schedule leave out what was cancelled or moved, also where a partition has nothing else."""
    plan = CLIENT.schedule_season(2010, "PGA", table="tournaments").sort_values("phase").tail(6)
    assert set(plan["phase"].iloc[-2:]) == {"off"}
    lazy = dd.from_pandas(plan, chunksize=2, sort=False)

    for by in ("season", "tournament", "phase"):
        expected, found = measures.totals(plan, by), measures.totals(lazy, by)
        assert found.to_dict() == expected.to_dict()
        expected, found = measures.measure(plan, "purse_amount", by=by), measures.measure(lazy, "purse_amount", by=by)
        assert found.to_dict() == expected.to_dict()
    assert measures.totals(lazy, "season")["games"].tolist() == [len(plan) - 2]


def test_what_partitions_cannot_give_is_refused() -> None:
    """Values of single rows, other groupers and lacking rows are errors of one line, as in pandas."""
    teams = CLIENT.to_dask(NBA, "NBA", table="teams", day="service")

    with pytest.raises(QueryError, match="needs by=, the name of a column"):
        measures.measures(teams)
    with pytest.raises(QueryError, match="unknown measure 'net'"):
        measures.measure(teams, "net", by="team")
    with pytest.raises(FrameError, match="requires the other side of each game"):
        measures.measure(teams[teams["side"] == "home"], "off_rating", by="team")


def by_game(frame: pd.DataFrame) -> Any:
    """A frame as one of Dask, a partition for each game and one without rows before each."""
    games = [game.reset_index(drop=True) for _, game in frame.groupby("game_id", sort=False)]
    none = frame.iloc[:0]
    return partitions(lambda game: game, [one for game in games for one in (none, game)], meta=none, label="games")


@pytest.mark.long
def test_many_partitions_are_summed_in_steps() -> None:
    """Sums of sums are the sums, also where partitions have no rows."""
    frame = CLIENT.live(NBA[0], "NBA", table="players", day="service")
    lazy = by_game(frame)
    assert lazy.npartitions > 8  # as many are summed at once

    pd.testing.assert_frame_equal(measures.totals(lazy), measures.totals(frame), check_flags=False)
    found, expected = (measures.measures(one, ["team", "side"]) for one in (lazy, frame))
    pd.testing.assert_frame_equal(found, expected, check_flags=False)


def test_a_frame_without_rows_gives_what_pandas_gives() -> None:
    """No partition has rows: the columns are those of an empty frame of pandas."""
    frame = CLIENT.live(NBA, "NBA", table="players", day="service").iloc[:0]
    lazy = partitions(lambda part: part, [frame, frame], meta=frame, label="games")

    pd.testing.assert_frame_equal(measures.totals(lazy), measures.totals(frame), check_flags=False)
    pd.testing.assert_series_equal(
        measures.measure(lazy, "ts_pct", by="team"), measures.measure(frame, "ts_pct", by="team")
    )


def test_the_names_of_a_player_are_his_latest() -> None:
    """Who changed teams bears the last one, in whatever order the partitions are."""
    frame = CLIENT.live(NBA, "NBA", table="players", day="service")
    moved = frame["player_id"].isin(frame.groupby("player_id")["game_id"].nunique().nlargest(5).index)
    last = frame["game_time"].eq(frame.groupby("player_id")["game_time"].transform("max"))
    frame.loc[moved & last, "team"] = "Elsewhere"

    for rows in (frame, frame.iloc[::-1].reset_index(drop=True)):
        found = measures.totals(by_game(rows))
        assert found["team"].eq("Elsewhere").sum() == 5
        pd.testing.assert_frame_equal(found, measures.totals(rows), check_flags=False)


def test_games_in_play_are_told_once_for_all_partitions() -> None:
    """The warning counts the games of all partitions, as that of pandas does."""
    frame = CLIENT.live(NBA, "NBA", table="players", day="service")
    games = frame["game_id"].unique()
    frame.loc[frame["game_id"].isin([games[0], games[-1]]), "phase"] = "live"

    told = []
    for one in (frame, by_game(frame)):
        with pytest.warns(SportsframeWarning, match="not finished") as seen:
            measures.totals(one, per="game")
        told.append([str(warning.message) for warning in seen])
    assert told[0] == told[1]
    assert f"2 of {len(games)}" in told[0][0]


def told(figure: Callable[[], Any]) -> list[str]:
    """What a figure warns of."""
    with pytest.warns(SportsframeWarning) as seen:
        figure()
    return [str(warning.message) for warning in seen]


def test_lacking_sides_and_open_games_of_every_partition_are_told() -> None:
    """Warnings and measures count what is absent from any partition, not from one of them."""
    teams = CLIENT.live(NBA, "NBA", table="teams", day="service")
    first = teams["game_id"].iloc[0]
    lacking = teams[(teams["game_id"] != first) | (teams["side"] == "away")].reset_index(drop=True)
    lines = CLIENT.live(MLB, "MLB", table="pitching", day="service")
    games = lines["game_id"].unique()
    lines.loc[lines["game_id"].isin(games[[1, -1]]), "phase"] = "live"

    for frame, name in ((lacking, "off_rating"), (lines, "game_score_mean")):
        alone = told(lambda frame=frame, name=name: measures.measure(frame, name, by="team"))  # type: ignore[misc]
        parts = told(lambda frame=frame, name=name: measures.measure(by_game(frame), name, by="team"))  # type: ignore[misc]
        assert parts == alone
        assert len(alone) == 1


def test_what_pandas_refuses_of_the_whole_is_refused_of_partitions() -> None:
    """Several sports and people of one name, each in a partition of its own, are not added up."""
    together = dd.concat([CLIENT.to_dask(days, sport, table="teams") for sport, days in (("NBA", NBA), ("NHL", NHL))])
    players = CLIENT.to_dask(NBA, "NBA", table="players")
    meta = players._meta
    namesakes = players.map_partitions(
        lambda rows: rows.assign(player=rows["player"].where(rows["player_id"] != rows["player_id"].min(), "Jo Bloggs"))
        [rows["player_id"] == rows["player_id"].min()], meta=meta,
    )  # fmt: skip
    figures: list[Callable[[Any], Any]] = [
        lambda frame: measures.totals(frame, "team_id"),
        lambda frame: measures.measures(frame, "team_id"),
    ]
    for figure in figures:
        with pytest.raises(FrameError, match=r"the frame contains NBA, NHL; select one"):
            figure(together)
    assert namesakes["player_id"].nunique().compute() > 1
    figures = [
        lambda frame: measures.totals(frame, "player"),
        lambda frame: measures.measures(frame, ["player", "side"]),
        lambda frame: measures.measure(frame, "ts_pct", by="player"),
    ]
    for figure in figures:
        with pytest.raises(QueryError, match="a name belongs to several players of the frame, such as 'Jo Bloggs'"):
            figure(namesakes)


def test_parts_of_a_season_in_several_partitions_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """As of a frame of pandas: once, with the rows to select."""
    lazy = CLIENT.to_dask(["2024-04-14", "2024-04-21"], "NBA", table="teams")
    assert measures.measures(lazy, "team_id").shape[0]
    assert "adds up Regular Season, Playoffs; for one of them" in capsys.readouterr().err


def test_a_game_in_several_partitions_is_refused() -> None:
    """It would count in each; as it was loaded, or shuffled by games, a frame gives what pandas gives."""
    days = ("2024-12-06", "2024-12-07")
    frame = CLIENT.live(days, "NBA", table="players", day="service")
    lazy = CLIENT.to_dask(days, "NBA", table="players", day="service")
    apart = dd.concat([lazy[lazy["side"] == side] for side in ("home", "away")])
    games = frame["game_id"].nunique()
    figures: list[Callable[[Any], Any]] = [
        lambda frame: measures.totals(frame, "team", per="game"),
        lambda frame: measures.measures(frame, "team"),
        lambda frame: measures.measure(frame, "ts_pct", by="team"),
    ]
    for place, figure in enumerate(figures):
        for parts in (apart, lazy.shuffle("player_id", npartitions=3))[: 1 if place else 2]:
            with pytest.raises(
                QueryError, match=rf"{games} games lie in several partitions, .* pass frame\.shuffle\(\"g"
            ):
                figure(parts)
        expected, found = figure(frame), figure(apart.shuffle("game_id"))
        if isinstance(expected, pd.Series):
            expected, found = expected.to_frame(), found.to_frame()
        pd.testing.assert_frame_equal(found.sort_index(), expected.sort_index(), check_flags=False)
    first = frame["game_id"].iloc[0]
    one = frame[frame["game_id"] == first]
    with pytest.raises(QueryError, match="totals\\(\\): 1 game lies in several partitions"):
        measures.totals(partitions(lambda rows: rows, [one.iloc[:5], one.iloc[5:]], meta=one, label="games"), "team")


def test_several_sports_are_named_before_what_one_of_them_lacks() -> None:
    """A measure of one sport is not called unknown where the frame is of several."""
    together = dd.concat([CLIENT.to_dask(days, sport, table="players") for sport, days in (("NFL", NFL), ("NBA", NBA))])
    for name in ("passer_rating", "ts_pct"):
        with pytest.raises(FrameError, match=r"the frame contains NFL, NBA; select one"):
            measures.measure(together, name, by="team")


def test_a_figure_of_whole_frames_says_how_to_get_one() -> None:
    """In one line, without the structure of the lazy frame."""
    players, games = (CLIENT.to_dask(NFL, "NFL", table=table) for table in ("players", "games"))
    figures: list[tuple[str, Callable[[], Any]]] = [
        ("frame", lambda: measures.leaders(players, "passing_yards")),
        ("games", lambda: measures.elo(games)),
        ("games", lambda: measures.games_log(games)),
    ]
    for name, figure in figures:
        with pytest.raises(FrameError) as found:
            figure()
        assert f"must be a DataFrame of pandas, not of dask; pass {name}.compute()." in str(found.value)
        assert len(str(found.value)) < 200
