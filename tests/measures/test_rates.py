"""Rates by game and by time, who leads in them, and the names that other sites have for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import measure, table
from sportsframe.measures.qualifying import only_qualified
from sportsframe.measures.references import PUBLISHED

from ..support.lines import random_lines

pytestmark = pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")  # lines made by hand are alike


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "where", "name", "per", "rate"),
    [
        ("MLB", "pitching", "strikeouts", "9", "k_9"),
        ("NBA", "players", "points", "36", "points_per_36"),
        ("NCAABB", "players", "points", "40", "points_per_40"),
        ("NHL", "skaters", "goals", "60", "goals_per_60"),
        ("SOCCER", "players", "goals", "90", "goals_per_90"),
    ],
)
def test_one_rate_has_one_list_of_leaders(sport: str, where: str, name: str, per: str, rate: str) -> None:
    """A column per playing time ranks those who qualify for the measure of the same rate."""
    lines = random_lines(sport, where, 23, 60)
    number = np.arange(len(lines))
    time = next(one for one in ("outs_recorded", "minutes_played", "seconds_played") if one in lines)
    lines = lines.assign(player_id=number % 20, player=[f"P {n % 20}" for n in number], **{time: 4 * (number % 20 + 1)})
    assert lines["player_id"].value_counts().min() >= 3
    first = sf.measures.leaders(lines, name, 1000, per=per)
    second = sf.measures.leaders(lines, rate, 1000)

    assert 0 < len(second) <= 20
    assert first["player_id"].tolist() == second["player_id"].tolist()
    np.testing.assert_allclose(first[name].astype(float), second[rate].astype(float))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "where", "name", "per", "time"),
    [
        ("NBA", "players", "points", "36", "minutes"),
        ("NHL", "skaters", "goals", "60", "time_on_ice"),
        ("NHL", "goalies", "goals_allowed", "60", "time_on_ice"),
    ],
)
def test_rates_of_a_season_and_of_its_games_have_one_list_of_leaders(
    sport: Any, where: str, name: str, per: str, time: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who qualifies has played minutes, in box scores and season statistics, by column and by measure."""
    rate = {"goals_allowed": "gaa"}.get(name, f"{name}_per_{per}")
    client = sf.Client(source="simulated", now="2024-12-28T12:00")
    lines = client.live(season=2024, sport=sport, table=where, progress=False).query("season_type == 'Regular Season'")
    stats = client.player_stats(2024, sport).query("part == 'regular_season'")
    asked = [(frame, ask) for frame in (lines, stats) for ask in ({"name": name, "per": per}, {"name": rate})]
    boards = [frame.sports.leaders(**ask, top=1000, ascending=False) for frame, ask in asked]
    told = [line.split(" with ")[1] for line in capsys.readouterr().err.splitlines() if "is a rate" in line]
    assert len(told) == 4
    assert {line.split(" of at least ")[0] for line in told} == {time}
    assert len(set(told)) == 1
    assert 0 < len(boards[0]) < lines["player_id"].nunique() / 1.2
    for board in boards[1:]:
        assert set(board["player_id"]) == set(boards[0]["player_id"])
    tail = {"qualify": {time: 100}, "top": 1000}
    assert set(stats.sports.leaders(rate, **tail)["player_id"]) == set(lines.sports.leaders(rate, **tail)["player_id"])


def test_shares_of_a_game_rank_who_played_long_enough(capsys: pytest.CaptureFixture[str]) -> None:
    """What a player has of the statistics of his side, or of both, takes minutes to qualify, in every table."""
    days = {"NBA": ("2024-12-06", "2024-12-12"), "NCAABB": ("2024-12-06", "2024-12-12")}
    for code, sport in SPORTS.items():
        for where in sport.answer("live").layouts:
            held = [one for one in sf.measures.of_sport(code) if where in one.tables and where != "teams"]
            shares = [
                one.name
                for one in held
                if one.is_rate and not one.requires and any(name.startswith(("team_", "opp_")) for name in one.inputs)
            ]
            if not shares:
                continue
            lines = sf.live(days[code], code, table=where, progress=False)
            assert {"pie", "usage_pct"} <= set(shares)
            capsys.readouterr()
            for name in shares:
                board = lines.sports.leaders(name, 1000)
                assert " with minutes of at least " in capsys.readouterr().err, name
                time = lines.groupby("player_id")["seconds_played"].sum()
                games = lines.groupby("team_id")["game_id"].nunique()  # a club with fewer has fewer minutes
                part = lines.drop_duplicates("player_id").set_index("player_id")["team_id"].map(games / games.max())
                assert (time[part.index] >= 0.3 * time.max() * part)[board["player_id"]].all()


@pytest.mark.parametrize(
    ("sport", "table", "name", "per", "instead"),
    [
        (
            "NBA",
            "players",
            "points",
            "90",
            "no minutes_played for per='90' .* per='game' or per='36' or per='40' or per='60'",
        ),
        ("NFL", "players", "passing_yards", "60", "no seconds_played for per='60' to divide by; write per='game'."),
        (
            "MLB",
            "batting",
            "hits",
            "9",
            r'requires the column outs_recorded, .*; live pitching.* df.sports.box\("pitching"\)',
        ),
    ],
)
def test_a_time_that_a_sport_does_not_record_is_refused_with_those_that_it_does(
    sport: str, table: str, name: str, per: str, instead: str
) -> None:
    """No table of the sport can be loaded instead, so that the units which this one has are named."""
    for call in (sf.measures.totals, lambda lines, per: sf.measures.leaders(lines, name, per=per)):
        with pytest.raises((QueryError, FrameError), match=instead):
            call(random_lines(sport, table, 5, 8), per=per)


def test_averages_per_game_are_of_finished_games() -> None:
    """per="game" divides by finished games and leaves the others out; sums without it hold all."""
    lines = random_lines("NBA", "players", 17, 3).assign(
        player_id=1, team_id=2, phase=["finished"] * 4 + ["live", "live"]
    )
    with pytest.warns(sf.SportsframeWarning, match=r"totals\(per='game'\) is of finished games only: 1 of 3 games"):
        mean = sf.measures.totals(lines, per="game")
    with pytest.warns(sf.SportsframeWarning, match=r"leaders\(per='game'\) is of finished"):
        best = sf.measures.leaders(lines, "points", per="game")

    assert mean["games"].tolist() == [2]
    assert mean["points"].tolist() == best["points"].tolist() == [lines["points"][:4].sum() / 2]
    assert sf.measures.totals(lines)["points"].tolist() == [lines["points"].sum()]
    live = lines[lines["phase"] == "live"]
    with pytest.warns(sf.SportsframeWarning, match="1 of 1 games"):
        assert not len(sf.measures.totals(live, per="game"))


def test_what_reference_sites_print_is_here_or_has_a_reason() -> None:
    """Each figure is a measure of the game, one of plays, or refused with the reason that the docs print."""
    plays = {"re24"}
    for game_, (_, figures) in PUBLISHED.items():
        codes = [code for code, sport in SPORTS.items() if sport.game == game_]
        held = {one.name for code in codes for one in sf.measures.of_sport(code)}
        for name in figures.values():
            assert (name in held) + (name in sf.measures.UNAVAILABLE) + (name in plays) == 1, (game_, name)
    assert set(PUBLISHED) == {sport.game for sport in SPORTS.values()}
    assert "win_shares" in PUBLISHED["basketball"][1].values()
    with pytest.raises(QueryError, match="ws_48 cannot be computed from this table: its offensive half needs"):
        measure(random_lines("NBA", "players", 17, 1), "ws_48")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("day", "sport", "table", "measure", "text", "held", "size", "least"),
    [
        ("2024-06-01", "MLB", "pitching", "era", "innings", "outs_recorded", 3, 5),
        ("2024-12-06", "NBA", "players", "points", "minutes", "seconds_played", 60, 5),
        ("2024-11-16", "NHL", "skaters", "points", "time_on_ice", "seconds_played", 60, 15),
        ("2024-11-16", "NHL", "skaters", "points", "minutes", "seconds_played", 60, 15),
    ],
)
def test_leaders_qualify_by_what_people_count(
    day: str, sport: Any, table: str, measure: str, text: str, held: str, size: int, least: float
) -> None:
    """Innings and minutes are texts in a box score; a qualification by them is one by outs and seconds."""
    lines = sf.live(day, sport, table=table)
    for bound in (least, least + 0.5):
        board = lines.sports.leaders(measure, 500, qualify={text: bound})
        pd.testing.assert_frame_equal(board, lines.sports.leaders(measure, 500, qualify={held: bound * size}))
        assert 0 < len(board) < len(lines.sports.leaders(measure, 500))


def _table_of_measures(lines: pd.DataFrame) -> pd.DataFrame:
    return table(lines.sports.kind.sport, lines.sports.kind.table)


def test_headings_of_other_sites_lead_to_the_measure() -> None:
    """What the page of measures sets beside ours is answered by the measure's name or the reason why there is none."""
    frames = {
        "baseball": [sf.batting("2024-06-01"), sf.pitching("2024-06-01")],
        "basketball": [sf.live("2024-12-06", "NBA", table=table) for table in ("players", "teams")],
        "hockey": [sf.live("2024-11-16", "NHL", table=table) for table in ("skaters", "goalies", "teams")],
    }
    for game_, tables in frames.items():
        for printed, name in PUBLISHED[game_][1].items():
            having = [lines for lines in tables if name in set(_table_of_measures(lines)["name"])]
            words = "cannot be computed" if name in sf.measures.UNAVAILABLE else f"is called '{name}' here"
            for heading in printed.split(", "):
                for lines in tables[:1] if name in sf.measures.UNAVAILABLE else having:
                    if heading.casefold() != name:
                        with pytest.raises(QueryError, match=words):
                            lines.sports.measure(heading)


def test_part_of_a_chance_is_no_chance() -> None:
    """A share of the most games that is no whole number takes the next one."""
    games = pd.Series({"A": 11, "B": 8, "C": 7}, name="games_played")
    values, least = only_qualified(games / 2, games, "NBA")

    assert SPORTS["NBA"].rules.qualified["games_played"] * 11 == pytest.approx(7.7)
    assert (list(values.index), least) == (["A", "B"], "8")


@pytest.mark.parametrize(("table", "rate", "last"), [("batting", "ops", 2), ("pitching", "game_score_mean", 20)])
def test_rates_of_a_day_rank_everybody_and_those_of_several_games_the_qualified(
    capsys: pytest.CaptureFixture[str], table: str, rate: str, last: int
) -> None:
    """Two games of a player may be of one day; from three on few chances do not lead. Ties stand by name."""
    for day, qualified in ((1, False), (last, True)):
        lines = sf.live(("2024-06-01", f"2024-06-{day:02}"), "MLB", table=table, progress=False)
        assert (lines.groupby("player_id")["game_id"].nunique().max() > 2) == qualified
        capsys.readouterr()
        board = lines.sports.leaders(rate, 1000)
        assert ("is a rate" in capsys.readouterr().err) == qualified
        everybody = lines.sports.leaders(rate, 1000, qualify={})
        assert (len(board) < len(everybody)) == qualified
        assert everybody["rank"].duplicated().any()
        assert everybody.equals(everybody.sort_values(["rank", "player"], kind="stable", ignore_index=True))
