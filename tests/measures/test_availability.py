"""Games that injured players missed."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.measures import availability
from sportsframe.measures.absences import tables_of

A, B, C = 1, 2, 3
"""Teams."""


def injuries(*rows: tuple[Any, ...], sport: str = "NBA", **more: Any) -> pd.DataFrame:
    """A list of injuries: player, team, date of the injury, and the date of the list where given."""
    frame = pd.DataFrame([row[:3] for row in rows], columns=["player_id", "team_id", "date_injured"])
    frame = frame.astype({"player_id": "Int64", "team_id": "Int64", "date_injured": "datetime64[us]"})
    frame.insert(0, "sport", sport)
    frame = frame.assign(player=[f"P{row[0]}" for row in rows], injury="Knee", returns="Probable", **more)
    if rows and len(rows[0]) == 4:
        frame["listed_on"] = pd.to_datetime([row[3] for row in rows])
    return frame


def lines(*games: tuple[Any, ...], sport: str = "NBA", **statistics: Any) -> pd.DataFrame:
    """Lines of box scores: date, away team, home team, and who has a line for each of them."""
    rows = [
        {"sport": sport, "season": "2024-2025", "season_type": "Regular Season", "game_date": pd.Timestamp(day),
         "game_id": f"{day}-{away}", "game_time": pd.Timestamp(day, tz="UTC"), "phase": "finished", "side": side,
         "team_id": team, "team": f"T{team}", "opponent_id": other, "opponent": f"T{other}", "player_id": player,
         "player": f"P{player}", **statistics}
        for day, away, home, *players in games
        for side, team, other, who in (("away", away, home, players[0]), ("home", home, away, players[1]))
        for player in who
    ]  # fmt: skip
    columns = sf.columns(sport, "live", "players")["column"].tolist()
    return pd.DataFrame(rows).reindex(columns=columns).astype({"team_id": "Int64", "player_id": "Int64"})


GAMES = (
    ("2024-11-01", A, B, [10, 11], [20]),
    ("2024-11-03", A, C, [10], [30]),
    ("2024-11-05", B, A, [20], [10]),
    ("2024-11-07", A, B, [10, 11], [20]),
    ("2024-11-09", C, A, [30], [10]),
)
"""Player 11 is absent on the 3rd, 5th and 9th, and plays on the 1st and 7th."""

SEASON = lines(*GAMES, seconds_played=1200, field_goals_made=1)


def missed(frame: pd.DataFrame) -> list[tuple[int, int]]:
    return [(row.player_id, row.game_date.day) for row in frame.itertuples()]


def test_a_game_is_missed_from_the_date_of_the_injury_on_without_a_line() -> None:
    """The day before does not count, the day itself does, a game with a line never; one row per player and game."""
    found = availability(injuries((11, A, "2024-11-03"), (20, B, "2024-11-01")), SEASON)
    assert missed(found) == [(11, 3), (11, 5), (11, 9)]
    assert missed(availability(injuries((11, A, "2024-11-04")), SEASON)) == [(11, 5), (11, 9)]
    assert found[["opponent_id", "home"]].values.tolist() == [[C, False], [B, True], [C, True]]
    assert found["games_played"].tolist() == [2, 2, 2]
    assert not found.duplicated(["player_id", "game_id"]).any()


def test_by_player_counts_the_games_and_keeps_who_missed_none() -> None:
    """One row per injured player, with the first and last game missed; missing dates where none was."""
    found = availability(injuries((20, B, "2024-11-01"), (11, A, "2024-11-03")), SEASON, by="player")
    names = ["player_id", "games_missed", "games_played", "team_games"]
    assert found[names].values.tolist() == [[11, 3, 2, 5], [20, 0, 3, 3]]
    assert found["first_missed"].dt.day.tolist()[0] == 3
    assert found["last_missed"].dt.day.tolist()[0] == 9
    assert found.loc[1, ["first_missed", "last_missed"]].isna().all()


def test_of_those_who_missed_as_many_the_first_injured_stands_first() -> None:
    """Most games missed first; among equals the day of the injury decides, not the order of the list."""
    found = availability(injuries((12, A, "2024-11-05"), (11, A, "2024-11-04")), SEASON, by="player")
    assert found["games_missed"].tolist() == [3, 2]
    level = availability(injuries((12, A, "2024-11-08"), (11, A, "2024-11-09")), SEASON, by="player")
    assert level[["player_id", "games_missed"]].values.tolist() == [[12, 1], [11, 1]]
    turned = availability(injuries((11, A, "2024-11-09"), (12, A, "2024-11-08")), SEASON, by="player")
    assert turned["player_id"].tolist() == [12, 11]


def test_in_football_the_day_of_the_injury_does_not_count() -> None:
    """A football player without a statistic may have been hurt in that game; a day later it is another."""
    football = lines(*GAMES, sport="NFL", rushing_yards=3)
    hurt = injuries((11, A, "2024-11-03"), sport="NFL")
    assert missed(availability(hurt, football)) == [(11, 5), (11, 9)]
    dressed = lines(*GAMES, sport="NFL", snaps_offense=0)
    assert missed(availability(hurt, dressed)) == [(11, 5), (11, 7), (11, 9)]


def test_lines_without_play_are_no_games_played() -> None:
    """A line of no second is of somebody who sat on the bench; so is a football line without statistics and snaps."""
    idle = SEASON.assign(seconds_played=SEASON["seconds_played"].where(SEASON["player_id"] != 11, 0))
    found = availability(injuries((11, A, "2024-11-01")), idle)
    assert missed(found) == [(11, day) for day in (1, 3, 5, 7, 9)]
    assert found["games_played"].eq(0).all()


def test_games_of_the_preseason_and_games_in_play_do_not_count() -> None:
    """Only finished games that count for the standings are missed."""
    early = SEASON["season_type"].mask(SEASON["game_date"].dt.day == 3, "Preseason")
    now = SEASON["phase"].mask(SEASON["game_date"].dt.day == 9, "live")
    found = availability(injuries((11, A, "2024-11-01")), SEASON.assign(season_type=early, phase=now))
    assert missed(found) == [(11, 5)]


def test_an_injury_ends_with_the_first_list_without_it() -> None:
    """Lists of three days: listed on the 4th, not on the 8th; the game of the 9th is missed for another reason."""
    lists = injuries((11, A, "2024-11-03", "2024-11-04"), (20, B, "2024-11-08", "2024-11-08"))
    assert missed(availability(lists, SEASON)) == [(11, 3), (11, 5)]
    on_the_day = injuries((11, A, "2024-11-03", "2024-11-04"), (20, B, "2024-11-08", "2024-11-05"))
    assert missed(availability(on_the_day, SEASON)) == [(11, 3)]
    again = pd.concat([lists, injuries((11, A, "2024-11-03", "2024-11-09"))], ignore_index=True)
    assert missed(availability(again, SEASON)) == [(11, 3), (11, 5), (11, 9)]
    until_the_4th = injuries((11, A, "2024-11-03", "2024-11-04"))
    assert missed(availability(until_the_4th, SEASON)) == [(11, 3)]
    assert missed(availability(until_the_4th.assign(listed_on=pd.Timestamp("2024-11-05")), SEASON)) == [
        (11, 3),
        (11, 5),
    ]
    text = lists.assign(listed_on=["2024-11-04", "2024-11-08"])
    assert missed(availability(text, SEASON)) == [(11, 3), (11, 5)]


def test_the_time_of_day_of_a_list_does_not_count() -> None:
    """A list that was kept with the hour at which it was read is one of its date."""
    for hour in ("", "T09:30", "T23:59"):
        spell = injuries((11, A, "2024-11-03", f"2024-11-03{hour}"), (20, B, "2024-11-01", f"2024-11-05{hour}"))
        assert missed(availability(spell, SEASON)) == [(11, 3)], hour


def test_a_trade_is_dated_to_the_first_list_of_the_new_team() -> None:
    """Until then the player misses games of the old team, though both teams' lists have him."""
    lists = injuries((11, A, "2024-11-02", "2024-11-03"), (11, B, "2024-11-02", "2024-11-06"))
    found = availability(lists, SEASON)
    assert found[["team_id", "game_date"]].astype(str).values.tolist() == [["1", "2024-11-03"], ["1", "2024-11-05"]]
    assert missed(availability(injuries((11, C, "2024-11-02")), SEASON)) == [(11, 9)]


def test_games_before_a_trade_were_not_missed() -> None:
    """Of the new team, only games after the last line for the old one count; of the old one, those before the trade."""
    moved = lines(
        ("2024-11-01", A, C, [11], [30]),
        ("2024-11-01", B, 4, [20], [40]),
        ("2024-11-03", A, C, [11], [30]),
        ("2024-11-03", B, 4, [20], [40]),
        ("2024-11-05", B, C, [20], [30]),
        ("2024-11-09", B, C, [20, 12], [30]),
        seconds_played=1200,
        field_goals_made=1,
    )
    assert missed(availability(injuries((11, B, "2024-11-01")), moved)) == [(11, 5), (11, 9)]
    by_player = availability(injuries((11, B, "2024-11-01")), moved, by="player")
    assert by_player[["games_missed", "games_played", "team_games"]].values.tolist() == [[2, 2, 4]]

    saved = injuries((11, B, "2024-11-01", "2024-11-04"), (11, B, "2024-11-01", "2024-11-09"))
    assert missed(availability(saved, moved)) == [(11, 5), (11, 9)]
    stayed = injuries(
        (12, A, "2024-11-01", "2024-11-01"), (12, B, "2024-11-01", "2024-11-04"), (13, B, "2024-11-08", "2024-11-09")
    )
    assert missed(availability(stayed, moved)) == [(12, 1), (12, 3), (12, 5), (13, 9)]


def test_a_game_counts_for_the_latest_of_several_injuries() -> None:
    """No game is missed twice."""
    lists = injuries(
        (11, A, "2024-11-02", "2024-11-02"), (11, A, "2024-11-05", "2024-11-06"), (11, A, "2024-11-02", "2024-11-06")
    )
    found = availability(lists, SEASON)
    assert found["date_injured"].dt.day.tolist() == [2, 5]
    assert availability(lists, SEASON, by="player")["games_missed"].tolist() == [1, 1]


def test_what_cannot_be_told_is_said() -> None:
    """Injuries without a date are counted in a warning; several lists without their dates are refused."""
    undated = injuries((11, A, "2024-11-03"), (20, B, None))
    with pytest.warns(sf.SportsframeWarning, match="1 injuries have no date_injured and are left out"):
        assert len(availability(undated, SEASON)) == 3
    with pytest.raises(sf.QueryError, match=r"the injuries list P11 more than once.*add a column listed_on"):
        availability(injuries((11, A, "2024-11-03"), (11, A, "2024-11-07")), SEASON)
    with pytest.raises(sf.QueryError, match="listed_on must contain the date of each list"):
        availability(injuries((11, A, "2024-11-03", None)), SEASON)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: availability(SEASON, SEASON), "requires the column date_injured"),
        (lambda: availability(injuries((11, A, "2024-11-03")), SEASON, by="team"), "must be 'game' or 'player'"),  # type: ignore[arg-type]
        (lambda: availability(injuries((1, A, "2024-11-03"), sport="MLB"), []), "the tables batting and pitching"),
        (lambda: availability(injuries((1, A, "2024-11-03"), sport="NHL"), [SEASON]), "of NHL requires lines"),
        (lambda: availability(injuries((1, A, "2024-11-03")), [1]), "as DataFrames, not int"),  # type: ignore[list-item]
        (lambda: sf.availability("DARTS"), "DARTS has no injuries; expected one of NFL, NBA, MLB, NHL, SOCCER"),
        (lambda: sf.availability("NFL", by="team"), "must be 'game' or 'player'"),  # type: ignore[arg-type]
        (lambda: sf.availability(2001, "NFL"), "lists present injuries only"),
        (lambda: sf.availability("NFL", injuries=[]), r"injuries=\) must be a DataFrame"),  # type: ignore[arg-type]
        (lambda: sf.availability("SOCCER"), "SOCCER needs a league"),
    ],
)
def test_calls_that_cannot_be_answered_say_what_to_write(call: Any, words: str) -> None:
    """In one line."""
    with pytest.raises((sf.QueryError, sf.FrameError), match=words) as refused:
        call()
    assert "\n" not in str(refused.value)


BEGUN = {"NFL": "2024-09-11", "NBA": "2024-10-27", "NHL": "2024-10-16", "MLB": "2024-04-04", "SOCCER": "2024-09-02"}
"""A moment in the first days of a season."""


def test_every_sport_with_injuries_is_tried() -> None:
    """The tests below have a moment for each."""
    assert set(BEGUN) == {code for code, spec in sf.catalog.SPORTS.items() if "injuries" in spec.resources}


@pytest.mark.sampled
@pytest.mark.parametrize("sport", BEGUN)
def test_one_call_is_the_list_and_the_lines(sport: Any) -> None:
    """What is loaded is what the list of the day and the lines of the season so far give, by club as well."""
    client: Any = sf.Client(source="simulated", now=BEGUN[sport])
    named = {"league": "SERIEA"} if sport == "SOCCER" else {}
    hurt = client.injuries(sport, **named)
    seasons = [client.live(season=2024, sport=sport, table=table, **named) for table in tables_of(sport)]
    found = sf.availability(sport, client=client, **named)
    pd.testing.assert_frame_equal(found, hurt.sports.availability(seasons))
    assert len(found)
    assert set(found["player_id"]) <= set(hurt["player_id"])
    assert not any(len(one.merge(found, on=["game_id", "player_id"])) for one in seasons)
    team = int(found["team_id"].iloc[0])
    some = sf.availability(sport, client=client, team_id=team, **named)
    assert some["game_id"].tolist() == found.loc[found["team_id"] == team, "game_id"].tolist()
    given = sf.availability(sport, client=client, injuries=hurt, team=found["team"].iloc[0], **named)
    assert given["game_id"].tolist() == some["game_id"].tolist()


def test_the_present_list_tells_nothing_of_the_season_before() -> None:
    """The season before the current one is refused like any other without lists, on the first days of a season too."""
    client: Any = sf.Client(source="simulated", now="2024-09-03T12:00")
    with pytest.raises(sf.QueryError, match="the current season, 2024; for 2023 pass the lists"):
        sf.availability(2023, "NFL", client=client)


@pytest.mark.sampled
@pytest.mark.parametrize("sport", BEGUN)
def test_empty_results_are_typed(sport: Any) -> None:
    """Nobody hurt: no request for box scores, and the columns and dtypes of other days; lists without rows do not tell
    their sport, which the lines do."""
    client: Any = sf.Client(source="simulated", now=BEGUN[sport])
    named = {"league": "SERIEA"} if sport == "SOCCER" else {}
    nobody = client.injuries(sport, **named).iloc[:0]
    boxes = client.box_scores(BEGUN[sport], sport, day="league", **named)
    for by in ("game", "player"):
        full = sf.availability(sport, client=client, by=by, **named)
        none = sf.availability(sport, client=client, by=by, injuries=nobody, **named)
        assert none.dtypes.to_dict() == full.dtypes.to_dict()
        assert full.sports.is_simulated
        assert availability(nobody, boxes, by=by).empty
