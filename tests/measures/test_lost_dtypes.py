"""Frames whose numbers stand in columns of other dtypes: of objects, text, categories, decimals."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from io import StringIO
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import sportsframe as sf


def _decimals(column: pd.Series) -> pd.Series:
    return column.astype(object).map(lambda number: Decimal(int(number)), na_action="ignore")


DTYPES: dict[str, Callable[[pd.Series], pd.Series]] = {
    "object": lambda column: column.astype(object),
    "object with None": lambda column: column.astype(object).where(column.notna(), None),
    "text": lambda column: column.astype(object).map(str, na_action="ignore").astype("str"),
    "text of Arrow": lambda column: column.astype(object).map(str, na_action="ignore").astype("string[pyarrow]"),
    "categories": lambda column: column.astype("category"),
    "decimals": _decimals,
    "decimals of Arrow": lambda column: _decimals(column).astype(pd.ArrowDtype(pa.decimal128(12, 0))),
}


@pytest.fixture(scope="module")
def lines() -> pd.DataFrame:
    return sf.live("2024-06-01", "MLB", table="batting")


@pytest.mark.sampled
@pytest.mark.parametrize("how", DTYPES.values(), ids=DTYPES)
@pytest.mark.parametrize("names", [("hits",), ("hits", "at_bats", "player_id", "strikeouts")])
def test_numbers_of_any_dtype_are_added_up(
    lines: pd.DataFrame, how: Callable[[pd.Series], pd.Series], names: tuple[str, ...]
) -> None:
    """Counts are added up and ranked whatever the dtype of their column, with the values of the table itself."""
    lost = lines.assign(**{name: how(lines[name]) for name in names})
    for call in (
        lambda frame: frame.sports.totals(),
        lambda frame: frame.sports.leaders("hits", 3),
        lambda frame: frame.sports.measures(by="team"),
        lambda frame: frame.sports.measure("avg", by="player_id"),
        lambda frame: frame.sports.rolling("hits", 2),
    ):
        found, wanted = call(lost), call(lines)
        same: Any = (
            pd.testing.assert_frame_equal if isinstance(wanted, pd.DataFrame) else pd.testing.assert_series_equal
        )
        same(found, wanted, check_dtype=False)


def test_a_bracket_is_read_again(tmp_path: Path) -> None:
    """A saved bracket has its dtypes back and is drawn; without them, the plot says how to restore them."""
    with sf.options(now="2025-05-12T12:00"):
        bracket = sf.bracket("NBA")
    assert bracket["winner_id"].isna().any()
    bracket.to_csv(tmp_path / "bracket.csv", index=False)
    plain = pd.read_csv(tmp_path / "bracket.csv")
    with pytest.raises(
        sf.FrameError, match=r"requires the dtypes of the catalog, .*; sportsframe.typed\(df\) restores"
    ):
        plain.sports.plot.bracket()
    for back in (sf.read_csv(tmp_path / "bracket.csv"), sf.typed(plain), sf.typed(bracket.astype(object))):
        pd.testing.assert_frame_equal(back, bracket)
        back.sports.plot.bracket()


@pytest.mark.parametrize("call", [lambda games: games.sports.games_log(), lambda games: games.sports.elo_history()])
def test_results_with_times_as_text_are_refused_by_plots(call: Callable[[pd.DataFrame], pd.DataFrame]) -> None:
    """Results are no tables whose dtypes could be restored: the line says how the dates are."""
    games = sf.live(("2024-11-01", "2024-11-04"), "NBA")
    saved = pd.read_csv(StringIO(call(games).to_csv(index=False)))
    with pytest.raises(sf.FrameError, match=r'plot.calendar\(\) requires times: df\["game_date"\] = pd.to_datetime\('):
        saved.sports.plot.calendar()
    saved["game_date"] = pd.to_datetime(saved["game_date"])
    saved.sports.plot.calendar()


def test_a_frame_of_objects_has_all_totals(lines: pd.DataFrame) -> None:
    """No column of a frame of objects is lost."""
    pd.testing.assert_frame_equal(lines.astype(object).sports.totals(), lines.sports.totals(), check_dtype=False)


@pytest.mark.parametrize("call", [
    lambda frame: frame.sports.totals(),
    lambda frame: frame.sports.leaders("hits", 3),
    lambda frame: frame.sports.measure("avg", by="team"),
    lambda frame: frame.sports.measures(),
    lambda frame: frame.sports.rolling("hits", 2),
])  # fmt: skip
@pytest.mark.parametrize("how", [
    lambda frame: frame.assign(hits=frame["hits"].astype(object).map(lambda number: f"{number} hits")),
    lambda frame: frame.assign(hits=pd.Series("none", frame.index, dtype="category")),
    lambda frame: frame.assign(hits=[("a",)] * len(frame)),
])  # fmt: skip
def test_what_is_no_number_is_refused(
    lines: pd.DataFrame, call: Callable[[pd.DataFrame], Any], how: Callable[[pd.DataFrame], pd.DataFrame]
) -> None:
    """Values that are no numbers are not left out: the error names the column, one value, and what to write."""
    with pytest.raises(sf.FrameError, match=r"hits .*to_numeric\(df\[\"hits\"\], errors=\"coerce\"\)") as caught:
        call(how(lines))
    assert "\n" not in str(caught.value)


def test_text_for_missing_numbers_is_refused(lines: pd.DataFrame) -> None:
    """Text such as <NA> is no missing number."""
    some = lines.assign(hits=lines["hits"].where(lines["hits"] > 0).astype(object).map(str))
    with pytest.raises(sf.FrameError, match=r"hits .*<NA>"):
        some.sports.totals()


@pytest.mark.sampled
@pytest.mark.parametrize("how", DTYPES.values(), ids=DTYPES)
def test_games_of_any_dtype(how: Callable[[pd.Series], pd.Series]) -> None:
    """Scores and ids of games may be of any dtype that holds numbers."""
    games = sf.live("2024-12-05", "NHL")
    names = ("home_score", "away_score", "home_team_id", "away_team_id")
    lost = games.assign(**{name: how(games[name]) for name in names})
    ranked = (frame.sports.standings() for frame in (lost, games))
    pd.testing.assert_frame_equal(*ranked)
    found, wanted = (frame.sports.games_log()[["scored", "allowed", "result"]] for frame in (lost, games))
    pd.testing.assert_frame_equal(found, wanted)
    pd.testing.assert_frame_equal(sf.measures.elo(lost), sf.measures.elo(games))
    with pytest.raises(sf.FrameError, match="home_score"):
        games.assign(home_score="many").sports.standings()


def test_season_statistics_of_objects() -> None:
    """Season statistics, too."""
    stats = sf.player_stats(2024, "NBA").query("part == 'regular_season'")
    wanted = stats.sports.leaders("points", 3)
    pd.testing.assert_frame_equal(stats.astype(object).sports.leaders("points", 3), wanted, check_dtype=False)


def test_partitions_of_objects(lines: pd.DataFrame) -> None:
    """Each partition of a Dask frame, too."""
    import dask.dataframe as dd

    lost = dd.from_pandas(lines.assign(hits=lines["hits"].astype(object)).reset_index(drop=True), npartitions=1)
    assert sf.measures.totals(lost)["hits"].sum() == lines["hits"].sum()
