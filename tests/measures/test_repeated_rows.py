"""What adds up, and rows that are in a frame twice."""

from __future__ import annotations

import ast
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._frames import arrays
from sportsframe.catalog import SPORTS, layout
from sportsframe.measures.tables import counts

from ..support.days import DAYS
from ..support.lines import frame

pytestmark = pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")  # lines made by hand are alike


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_rows_that_are_there_twice_are_told(sport: Any) -> None:
    """Ranges that overlap, one below the other: every verb that adds up says so, and what it says to write mends it."""
    named = {"league": "EPL"} if sport == "SOCCER" else {}
    for lines in sf.box_scores(DAYS[sport], sport, **named).values():
        if "player_id" not in lines or not counts(sport, "live", lines.sports.kind.table, lines):
            continue
        some = lines.iloc[:2]
        twice = pd.concat([lines, some])
        column = counts(sport, "live", lines.sports.kind.table, lines)[0]
        for verb in (
            lambda twice=twice: twice.sports.totals(),
            lambda twice=twice, column=column: twice.sports.leaders(column),
            lambda twice=twice, column=column: twice.sports.rolling(column, 3),
        ):
            with pytest.warns(sf.SportsframeWarning, match=f"2 of {len(twice)} rows are in the frame a second") as told:
                verb()
        keys = ast.literal_eval(str(told[0].message).split("drop_duplicates(")[1].split(", keep")[0])
        once = twice.drop_duplicates(keys, keep="last")
        assert len(once) == len(lines)
        assert once.sports.totals().sort_index().equals(lines.sports.totals().sort_index())


def test_measures_of_rows_that_are_there_twice_are_told() -> None:
    """A measure adds up as well, and warns as the other verbs do."""
    lines = sf.pitching("2024-06-01")
    with pytest.warns(sf.SportsframeWarning, match="2 of"):
        pd.concat([lines, lines.iloc[:2]]).sports.measure("era", by="team")


def test_no_count_is_an_ordinal_or_a_score_so_far() -> None:
    """Holes played so far, the first hole of a round and scores before and after a visit are not added up."""
    assert counts("PGA", "live", "players", sf.live("2024-06-16", "PGA", table="players")) == ["to_par", "strokes"]
    turns = sf.live("2024-12-28", "DARTS", table="turns")
    assert counts("DARTS", "live", "turns", turns) == ["earned_score"]


@pytest.mark.parametrize(
    ("sport", "resource", "table", "names"),
    [
        ("NFL", "play-by-play", "plays", ["yards_gained", "return_yards"]),
        ("NBA", "play-by-play", "plays", ["points"]),
        ("MLB", "play-by-play", "plays", ["runs", "rbi", "pitches", "strikes"]),
        ("MLB", "play-by-play", "participants", []), ("NFL", "live", "field_goals", []),
        ("NFL", "live", "games", ["away_score", "home_score"]),
        ("MLB", "live", "games", ["away_score", "home_score"]),
        ("NCAABB", "live", "games", ["away_score", "home_score"]),
        ("NFL", "player-info", "players", []), ("NCAABB", "schedule", "games", []), ("PGA", "schedule", "courses", []),
        ("NBA", "depth-charts", "depth_charts", []), ("PGA", "live", "players", ["to_par", "strokes"]),
        ("NCAAFB", "team-info", "teams", []), ("DARTS", "live", "throws", ["score"]),
    ],
)  # fmt: skip
def test_what_adds_up(sport: str, resource: str, table: str, names: list[str]) -> None:
    """Counts are added up; how things stand, which one it is and how large somebody is are not."""
    frame = pd.DataFrame(
        {column.name: pd.Series(dtype=arrays.dtype(column)) for column in layout(sport, resource, table).columns}
    )
    assert counts(sport, resource, table, frame) == names


@pytest.mark.parametrize(
    ("sport", "days"), [("NFL", ("2023-10-01", "2023-10-09")), ("MLB", ("2024-06-01", "2024-06-03"))]
)
def test_who_takes_part_twice_in_a_play_is_no_repeat(sport: Any, days: tuple[str, str]) -> None:
    """Rows of one player in one play differ in what he did; a range that was joined twice is told."""
    frame = sf.play_by_play(days, sport, table="participants", progress=False)
    assert frame.duplicated(["game_id", "sequence", "player_id"]).any()
    frame.sports.totals()
    with pytest.warns(sf.SportsframeWarning, match=r"a second time.*df\.drop_duplicates\(keep='last'\)"):
        pd.concat([frame, frame.head(100)]).sports.totals()


def test_totals_name_the_latest_team() -> None:
    """A player who moved is listed with the team of his last game, in whichever order the rows stand."""
    days = pd.to_datetime(["2024-06-08", "2024-06-02", "2024-06-05"], utc=True)
    rows = [{"player_id": 7, "player": "A", "hits": 2, "team": team, "game_id": team} for team in ("C", "A", "B")]
    lines = frame("MLB", "batting", *rows).assign(game_time=days)

    for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]):
        assert sf.measures.totals(lines.iloc[order])[["team", "hits"]].to_numpy().tolist() == [["C", 6]]
