"""Following a day of games: what changed, politely, and nothing else."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._watch import changes, keys


def test_an_evening_in_a_moment() -> None:
    """[S6-03] [S6-01] [S3-07] A watch ends with the games; its changes lead to the final scores."""
    with sf.options(now=sf.Clock("2024-06-01T16:30:00+00:00")):
        watch = sf.watch("2024-06-01", "MLB", every=900)
        seen = list(watch)
        final = sf.live("2024-06-01", "MLB", day="league", refresh=True)

    assert seen
    assert all(len(found) for found in seen)
    every = pd.concat(seen)
    last = every[every["column"] == "home_score"].groupby("game_id")["after"].last()
    finals = final.set_index("game_id")["home_score"]
    assert (last == finals[last.index]).all()
    assert set(final["phase"]) <= {"finished", "paused"}
    assert every["when"].is_monotonic_increasing
    assert watch.looks < 120


@pytest.mark.long
def test_scores_only_grow_while_a_game_is_on() -> None:
    """Each look shows a later state of the same game: scores of a game in play never fall."""
    with sf.options(now=sf.Clock("2024-12-07T00:05:00+00:00")):
        found = pd.concat(list(sf.watch("2024-12-07", "NHL", every=600)))

    scores = found[found["column"].isin(["home_score", "away_score"])]
    assert (scores["after"].astype(int) > scores["before"].astype(int)).all()


def test_an_unchanged_answer_is_not_read() -> None:
    """Looking twice at the same bytes flattens them once and yields no change."""
    with sf.options(now="2024-06-02T12:00:00+00:00"):
        watch = sf.watch("2024-05-20", "MLB")
        first, second = watch.poll(), watch.poll()

    assert len(first)
    assert not len(second)
    assert (watch.looks, watch.flattened) == (2, 1)
    assert list(second.columns) == list(first.columns)


def test_renumbered_sets_are_no_new_legs() -> None:
    """[S2.7-11] When a darts match ends its sets get their numbers; the legs are the same legs."""
    running = sf.live("2024-12-28", "DARTS", table="legs")
    before = running.assign(set=pd.array([0] * len(running), dtype="Int64"))

    found = changes(before, running, sf.Clock("2024-12-28T23:00")())

    assert set(found["change"]) == {"changed"}
    assert set(found["column"]) == {"set"}


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("game_time", pd.Timestamp("2024-06-02T03:00Z")),
        ("game_date", pd.Timestamp("2024-06-02")),
        ("home_team", "A new name"),
        ("status", "delayed"),
    ],
)
def test_a_delayed_or_renamed_game_is_a_changed_one(column: str, value: object) -> None:
    """What is told of a game may change, its start included: that is a change of the game, not one gone and one new."""
    games = sf.schedule("2024-06-01", "MLB")
    after = games.copy()
    after.loc[0, column] = value

    found = changes(games, after, sf.Clock("2024-06-01T23:00")())

    assert found["change"].tolist() == ["changed"]
    assert (found.loc[0, "game_id"], found.loc[0, "column"]) == (games.loc[0, "game_id"], column)
    assert found.loc[0, "after"] == after.loc[0, column]


def test_what_a_change_says() -> None:
    """New rows, gone rows and changed cells are told with their keys, before and after."""
    games = sf.live("2024-06-01", "MLB")
    before = games.iloc[1:].copy()
    after = games.iloc[:-1].copy()
    after.loc[1, "home_score"] = 99

    found = changes(before, after, sf.Clock("2024-06-01T23:00")()).set_index("change")

    assert found.loc["new", "game_id"] == games.loc[0, "game_id"]
    assert found.loc["gone", "game_id"] == games["game_id"].iloc[-1]
    assert found.loc["changed", ["column", "after"]].tolist() == ["home_score", 99]
    assert "game_id" in keys(games)


@pytest.mark.parametrize("every", [0, 1, -5, "60", None, True, float("nan"), float("inf"), 10**400, 86_401])
def test_impolite_watches_are_refused(every: object) -> None:
    """Less than five seconds between looks is refused, as is what is not a number of seconds."""
    with pytest.raises(sf.QueryError, match=r"^every=.* is not a number of seconds from 5 to 86400\.$"):
        sf.watch("2024-06-01", "MLB", every=every)


def test_five_seconds_are_polite() -> None:
    """Five seconds between looks are the least that is allowed."""
    assert sf.watch("2024-06-01", "MLB", every=5).every == 5.0
    assert sf.watch("2024-06-01", "MLB", every=np.int64(5)).every == 5.0
    with pytest.raises(sf.QueryError, match="from 5 to"):
        sf.watch("2024-06-01", "MLB", every=4.99)


def test_a_watch_of_one_game() -> None:
    """game_id= follows that game alone, and ends with it."""
    games = sf.schedule("2024-06-01", "MLB", day="league")
    one = games.loc[0, "game_id"]
    with sf.options(now=sf.Clock("2024-06-01T16:00:00+00:00")):
        found = pd.concat(list(sf.watch("2024-06-01", "MLB", game_id=one, every=1200)))

    assert set(found["game_id"]) == {one}
