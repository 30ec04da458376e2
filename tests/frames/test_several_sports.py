"""Rows of one sport that were selected from a frame of several are what the frame of that sport alone is."""

from __future__ import annotations

import functools
import io

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.text import Text

import sportsframe as sf
from sportsframe.catalog import SPORTS, answer
from sportsframe.measures import of_table, totals

from ..support.days import day


def names(sport: str, table: str) -> set[str]:
    return {column.name for column in answer(sport, "live").layouts[table].columns}


LIVE = [(sport, table) for sport in SPORTS for table in answer(sport, "live").layouts]
SIDES = {"player_id", "team_id"}
BOX_SCORES = [(sport, table) for sport, table in LIVE if of_table(sport, table) and SIDES & names(sport, table)]
GAMES = 3
"""Games of each sport that are enough."""


def some(sport: str, table: str) -> pd.DataFrame:
    frame = day(sport, table)
    return frame[frame["game_id"].isin(frame["game_id"].unique()[:GAMES])]


@functools.cache
def pair(sport: str, table: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A table of one sport, and the same rows selected from those of two sports with such a table, of other columns."""
    alone = some(sport, table)
    own = names(sport, table)
    others = [other for other in SPORTS if (other, table) in LIVE and names(other, table) - own]
    mixed = pd.concat([*(some(other, table) for other in others[:1]), alone])
    return alone, mixed[mixed["sport"] == sport]


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "table"), LIVE)
def test_a_selected_sport_is_shown_as_it_is_alone(sport: str, table: str) -> None:
    """Every live table: what it is, the layout of `show` and the plots that fit are those of the sport alone."""
    alone, selected = pair(sport, table)

    assert selected.sports.kind == alone.sports.kind
    assert repr(selected.sports.show(rows=30)) == repr(alone.sports.show(rows=30))
    assert selected.sports.plot.names() == alone.sports.plot.names()


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "table"), BOX_SCORES)
def test_a_selected_sport_is_computed_with_as_it_is_alone(sport: str, table: str) -> None:
    """Totals, leaders, rolling values and measures of the rows of box scores are those of the sport alone."""
    alone, selected = pair(sport, table)
    by = "player_id" if "player_id" in alone else "team_id"
    totals = alone.sports.totals(by=by)
    count = totals.columns[-1]

    assert len(totals)
    pd.testing.assert_frame_equal(selected.sports.totals(by=by), totals)
    pd.testing.assert_frame_equal(selected.sports.leaders(count, by=by), alone.sports.leaders(count, by=by))
    pd.testing.assert_series_equal(selected.sports.rolling(count, 1, by=by), alone.sports.rolling(count, 1, by=by))
    pd.testing.assert_frame_equal(selected.sports.measures(), alone.sports.measures())


def test_lines_of_a_day_of_two_sports_are_summed_by_dask() -> None:
    """A Dask frame of which rows of one sport were selected gives the totals of that sport alone."""
    dataframe = pytest.importorskip("dask.dataframe")
    alone, selected = pair("SOCCER", "players")

    found = totals(dataframe.from_pandas(selected, npartitions=1))
    pd.testing.assert_frame_equal(found, totals(alone), check_dtype=False, check_index_type=False)


def test_a_selected_sport_is_explored_as_it_is_alone() -> None:
    """The columns that can be chosen in an explored table are those of the sport alone; a named one is kept."""
    alone, selected = pair("DARTS", "players")

    assert selected.sports.explore().every == alone.sports.explore().every
    assert selected.sports.explore(columns="sacks").columns == ["sacks"]
    assert "sacks" in repr(selected.sports.show(columns=["player", "sacks"]))


@pytest.fixture(scope="module")
def shared() -> dict[str, dict[str, pd.DataFrame]]:
    """Tables of two sports on a day on which a game of each has the same ID, and both below each other."""
    found = {
        sport: {
            table: sf.live("2023-09-10", sport, table=table, day="league") for table in ("games", "teams", "periods")
        }
        for sport in ("MLB", "NFL")
    }
    assert set(found["MLB"]["games"]["game_id"]) & set(found["NFL"]["games"]["game_id"])
    for first, last in (("MLB", "NFL"), ("NFL", "MLB")):
        tables = {name: pd.concat([found[first][name], found[last][name]], ignore_index=True) for name in found["MLB"]}
        found[f"{first} and {last}"] = tables
    return found


@pytest.mark.long
def test_games_of_two_sports_with_one_id_are_two(shared: dict[str, dict[str, pd.DataFrame]]) -> None:
    """In the text of a frame and on the plots that take several sports."""
    for table, games in shared["MLB and NFL"].items():
        counts = [len(shared[sport]["games"]) for sport in ("MLB", "NFL")]
        assert f" {sum(counts)} games," in repr(games.sports), table
    games = shared["MLB and NFL"]["games"].assign(phase="live")
    assert games.sports.plot.calendar().get_title(loc="left").startswith(f"{len(games)} games")
    assert f"{len(games)} in play" in " ".join(text.get_text() for text in plt.gcf().findobj(Text))
    planned = pd.concat([sf.schedule("2023-09-10", sport, day="league") for sport in ("MLB", "NFL")])
    taking_place = (~planned["phase"].isin(["off", "replaced"])).sum()
    assert planned.sports.plot.venues().get_title(loc="left").endswith(f"of {taking_place} games")
    plt.close("all")


@pytest.mark.parametrize("order", ["MLB and NFL", "NFL and MLB"])
def test_a_second_frame_may_have_games_of_other_sports(order: str, shared: dict[str, dict[str, pd.DataFrame]]) -> None:
    """Those with the ID of a game of this sport are not taken for it."""
    own, mixed = shared["MLB"], shared[order]["teams"]
    periods = own["periods"]
    alone = periods.sports.show(teams=own["teams"]).frame
    pd.testing.assert_frame_equal(periods.sports.show(teams=mixed).frame, alone)
    (game,) = set(own["games"]["game_id"]) & set(shared["NFL"]["games"]["game_id"])
    drawn = [periods.sports.plot.line_score(game_id=game, teams=teams) for teams in (mixed, own["teams"])]
    first, last = ([text.get_text() for text in ax.texts] for ax in drawn)
    assert first == last
    plt.close("all")
    players = sf.live("2023-09-10", "NFL", table="players", day="league")
    others = players.assign(sport="NCAAFB", passing_attempts=99)
    both = pd.concat([players, others] if order == "MLB and NFL" else [others, players], ignore_index=True)
    found, expected = (
        sf.measures.measure(shared["NFL"]["teams"], "sack_pct", players=given) for given in (both, players)
    )
    assert expected.notna().any()
    pd.testing.assert_series_equal(found, expected)


@pytest.mark.parametrize("sport", ["NFL", "PGA", "NHL"])
def test_a_selected_sport_comes_back_from_csv(sport: str) -> None:
    """The columns of the other sports, which are missing in every row, with the dtypes that they had."""
    both = pd.concat([sf.live("2024-06-01", "MLB"), day(sport, "games")], ignore_index=True).sports.typed()
    selected = both[both["sport"] == sport].reset_index(drop=True)
    back = sf.read_csv(io.StringIO(selected.to_csv(index=False)))
    theirs = [name for name in selected if selected[name].isna().all()]
    assert theirs
    pd.testing.assert_frame_equal(back[theirs], selected[theirs])


def test_a_few_columns_of_a_selected_sport_are_recognized() -> None:
    """What is chosen of the columns of two sports is a table of the one whose rows are left."""
    alone, selected = pair("PGA", "players")
    some = [name for name in alone if name not in ("league", "venue")][: len(alone.columns) // 2]
    theirs = [name for name in selected if name not in alone][:40]

    assert selected[[*some, *theirs]].sports.kind == alone[some].sports.kind == alone.sports.kind


@pytest.mark.parametrize("other", ["NFL", "DARTS"])
def test_games_and_tournaments_of_a_schedule_are_one_frame(other: str) -> None:
    """A sport with tournaments in place of games: both are exported, and what takes one sport says which to select."""
    games, tournaments = day(other, resource="schedule"), day("PGA", "tournaments", "schedule")
    both = pd.concat([games, tournaments], ignore_index=True)

    assert both.sports.kind.sports == (other, "PGA")
    assert f"<sports: {other}, PGA schedule games and tournaments, " in repr(both.sports)
    assert f"<sports: {other} schedule games, " in repr(both[both["sport"] == other].sports)
    assert both.sports.to_arrow().num_rows == len(both)
    pd.testing.assert_frame_equal(sf.read_csv(io.StringIO(both.to_csv(index=False))), both.sports.typed())
    assert set(both.sports.describe()["column"]) == set(both)
    with pytest.raises(sf.FrameError, match=f'contains {other}, PGA; select one, for example df.*"{other}"'):
        both.sports.local()
    for frame in (games, tournaments):
        selected = both[both["sport"] == frame["sport"].iloc[0]]
        assert selected.sports.kind == frame.sports.kind
        assert repr(selected.sports.show()) == repr(frame.sports.show())


def test_a_column_of_another_sport_that_has_a_value_stays() -> None:
    """Whoever adds a column keeps it, whatever other sport has one of that name, if one row has a value."""
    rows = some("DARTS", "players").head(2)
    added = rows.assign(completions=pd.array([7, None], dtype="Int64"))

    assert added.sports.explore(ids=True).frame["completions"].tolist()[0] == 7
    assert "completions" not in rows.assign(completions=pd.NA).sports.explore(ids=True).frame
