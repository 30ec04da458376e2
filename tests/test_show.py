"""Frames set for reading: sensible figures, nothing twice, and what the rows share said once."""

from __future__ import annotations

import pandas as pd
import pytest

import sportsframe as sf


def test_innings_read_as_they_are_written() -> None:
    """6.2 innings are shown as 6.2, as the sport writes them, and never as 6.2000 or 6.67."""
    pitchers = sf.pitching("2024-06-01")
    shown = pitchers.sports.show(rows=1000)

    assert shown.frame["innings"].tolist() == [f"{innings:.1f}" for innings in pitchers["innings"]]
    assert set(shown.frame["innings"].str[-2:]) == {".0", ".1", ".2"}
    assert "6.2000" not in repr(shown)


def test_measures_have_the_digits_of_their_kind() -> None:
    """Averages have three digits and no leading zero, percentages one, other ratios two; undefined is empty."""
    measured = sf.pitching("2024-06-01").sports.measures()
    shown = measured.sports.show(rows=1000).frame

    assert shown["era"].str.fullmatch(r"\d+\.\d\d|").all()
    assert shown["strike_pct"].str.fullmatch(r"\d+\.\d|").all()
    averages = sf.batting("2024-06-01").sports.measures().sports.show(rows=1000).frame["avg"]
    assert averages.str.fullmatch(r"\.\d{3}|1\.000|").all()
    assert (averages == "").any()


def test_what_all_rows_share_is_said_once() -> None:
    """The league, the day and the season stand in the caption, ids and categories are out of the way."""
    goals = sf.live("2024-10-05", "SOCCER", league="EPL")
    shown = goals.sports.show()

    assert shown.caption.startswith("SOCCER live games, EPL")
    assert not {"sport", "league", "game_id", "home_team_id", "phase"} & set(shown.frame.columns)
    assert {"game_id", "home_team_id"} <= set(goals.sports.show(ids=True).frame.columns)


def test_asked_columns_come_in_the_asked_order() -> None:
    """columns= decides what is shown and in which order; one that is not there is refused by name."""
    games = sf.live("2024-06-01", "MLB")

    shown = games.sports.show(columns=["home_team", "game_id", "home_score"])

    assert list(shown.frame.columns) == ["home_team", "game_id", "home_score"]
    with pytest.raises(sf.FrameError, match="hits_allowed"):
        games.sports.show(columns=["home_team", "hits_allowed"])
    with pytest.raises(sf.QueryError, match="rows"):
        games.sports.show(rows=-1)


def test_instants_in_the_zone_asked_for() -> None:
    """Instants are shown to the minute, in GMT or in the zone asked for."""
    games = sf.live("2024-06-01", "MLB")
    start = games.loc[0, "game_time"]

    assert games.sports.show().frame.loc[0, "game_time"] == f"{start:%Y-%m-%d %H:%M}"
    there = games.sports.show(zone="America/New_York").frame.loc[0, "game_time"]
    assert there == f"{start.tz_convert('America/New_York'):%Y-%m-%d %H:%M}"


def test_long_frames_are_cut_and_say_so() -> None:
    """No more than rows= rows are set, and the rest is counted; simulated data are named as such."""
    shown = sf.throws("2024-01-03").sports.show(rows=10)

    assert len(shown.frame) == 10
    assert "more rows; simulated data" in repr(shown)
    assert "more rows; simulated data" in shown._repr_html_()


def test_names_cannot_write_markup() -> None:
    """Text from an answer is escaped: a club may be called <b>."""
    games = sf.live("2024-06-01", "MLB").head(1).assign(home_team="<script>&")

    assert "<script>" not in games.sports.show()._repr_html_()
    assert "&lt;script&gt;&amp;" in games.sports.show()._repr_html_()


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(),
        pd.DataFrame({"a": [1, None], 3: ["x", "y"]}),
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pd.DataFrame({"ok": [True, False]}, index=pd.Index(["p", "q"], name="who")),
    ],
)
def test_any_frame_can_be_shown(frame: pd.DataFrame) -> None:
    """Frames of anything can be shown, and are not changed."""
    before = frame.copy()
    shown = frame.sports.show()

    assert shown._repr_html_().count("<tr>") == 1 + len(frame)
    pd.testing.assert_frame_equal(frame, before)


def test_a_named_index_is_part_of_the_table() -> None:
    """What a frame is indexed by, if it has a name, is shown as a column."""
    frame = pd.DataFrame({"wins": [3]}, index=pd.Index(["Lanterns"], name="team"))

    assert frame.sports.show().frame.to_dict("list") == {"team": ["Lanterns"], "wins": ["3"]}


def test_an_empty_answer_is_shown_with_its_columns() -> None:
    """No rows is shown as no rows, with the name of the table."""
    shown = sf.live("2024-12-25", "MLB").sports.show()

    assert "no rows" in repr(shown)
    assert shown.caption == "MLB live games"
