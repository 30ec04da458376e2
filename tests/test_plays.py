"""Plays: the game of the box told play by play, at any moment of it, and as frames."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client import freshness
from sportsframe._client.hosts import hosts, register_host
from sportsframe._client.query import Query, ask
from sportsframe._frames import arrays
from sportsframe._process import BUILT_IN_HOST
from sportsframe.catalog import SPORTS, sports_of
from sportsframe.service import Service
from sportsframe.service.adapter import ServiceAdapter
from sportsframe.service.respond import Reply
from sportsframe.service.tokens import Grant, Tokens
from sportsframe.simulation import World

from .bench.plays import finished
from .support.asking import AFTERWARDS, DAYS, needed, rows, service_at, status
from .support.replay import DIFFERENCES, SIDES, strangers

WITH_PLAYS = ("NFL", "NBA", "MLB")
EVERY = {"NFL": 24, "NBA": 110, "MLB": 130}
"""One of so many games of a season is compared; ``python -m tests.bench.plays`` compares all."""

BOTH = [(sport, table) for sport in WITH_PLAYS for table in ("plays", "participants")]


@cache
def told(sport: str) -> dict[str, Any]:
    """The plays of one finished game, as the service sends them."""
    (game,) = rows(f"play-by-play/{sport}", **needed("play-by-play", sport))
    return game


def test_three_sports_have_plays() -> None:
    """NFL, NBA and MLB have plays, and no other sport."""
    assert set(sports_of("play-by-play")) == set(WITH_PLAYS)
    for sport in set(SPORTS) - set(WITH_PLAYS):
        assert status(f"play-by-play/{sport}", game_id="x") == 404
        with pytest.raises(sf.QueryError, match="has no play-by-play"):
            sf.play_by_play("20240601-1-2", sport)


@pytest.mark.parametrize(("sport", "day"), [("NFL", "2023-10-01"), ("NBA", "2023-12-06"), ("MLB", "2024-06-01")])
def test_who_takes_part_is_in_the_directory(sport: Any, day: str) -> None:
    """Every id of the participants of a game is one of `sf.players` of that day, under the same name."""
    client = sf.Client(source="simulated", now=f"{day}T23:59")
    game = client.live(day, sport)["game_id"].iloc[0]
    people = client.play_by_play(game, sport, table="participants").dropna(subset=["player_id"])
    known = client.players(sport).set_index("player_id")["player"]

    assert people["player_id"].nunique() > 15
    assert set(people["player_id"]) <= set(known.index)
    assert people["player"].astype(str).tolist() == known.loc[people["player_id"]].astype(str).tolist()


@pytest.mark.parametrize("sport", WITH_PLAYS)
def test_the_box_follows_from_the_plays(sport: str) -> None:
    """Score, periods, team statistics and player lines are those of the plays, and everyone in them is in the box."""
    games = list(finished(sport, 2024, EVERY[sport]))

    assert len(games) > 10
    for game_id, game, box in games:
        assert game["game_ID"] == game_id
        assert DIFFERENCES[sport](game, box) == []
        assert strangers(game, box) == []
        numbers = [play["sequence"] for play in game["plays"]]
        assert numbers == sorted(set(numbers))
        assert numbers != list(range(1, len(numbers) + 1))


def scored(sport: str, game: dict[str, Any]) -> list[int]:
    """The score that the plays so far give."""
    names = [game["awayTeamName"], game["homeTeamName"]]
    score = [0, 0]
    for play in game["plays"]:
        if sport == "MLB":
            score[play["inning"].startswith("Bottom")] += play["details"]["runs"]
        elif sport == "NBA":
            score = [play["score"]["away"], play["score"]["home"]]
        else:
            side = names.index(play["possession"])
            if play["isTouchdown"] and play["isReturned"]:
                side = 1 - side
            if play["isTouchdown"]:
                score[side] += 6
            elif play["event"] == "safety":
                score[1 - side] += 2
            elif play["event"] == "field_goal":
                score[side] += 3 * play["success"]
            extra = play["details"]["pointsAfterTouchdown"]
            if extra:
                score[side] += extra["successful"] * (1 if extra["type"] == "extra_point" else 2)
                score[1 - side] += 2 * extra["isReturned"]
    return score


@pytest.mark.parametrize("sport", WITH_PLAYS)
def test_a_game_in_play_has_its_plays_so_far(sport: str) -> None:
    """At any moment the plays are the first of the finished game, and give the score of the live record."""
    world = World()
    entry = next(e for e in world.season(sport, 2024).all()[40:] if e.live(e.start + timedelta(days=9)) is not None)
    assert entry.play_by_play(entry.start - timedelta(minutes=1)) is None
    whole = entry.play_by_play(entry.start + timedelta(days=9))
    assert whole is not None
    plays = whole.wire()["plays"]
    counts = []
    for minute in range(0, 240, 7):
        now = entry.start + timedelta(minutes=minute)
        record, live = entry.play_by_play(now), entry.live(now)
        assert (record is None) == (live is None)
        if record is None or live is None:
            continue
        game, box = record.wire(), live.wire()
        counts.append(len(game["plays"]))
        sure = counts[-1] - (sport == "NFL")  # of the last touchdown the try may be to come
        assert game["plays"][:sure] == plays[:sure]
        assert scored(sport, game) == [box["full_box"][side]["score"] for side in SIDES]
    assert counts == sorted(counts)
    assert len(set(counts)) > 15


@pytest.mark.parametrize("sport", WITH_PLAYS)
def test_the_service_tells_one_game(sport: str) -> None:
    """[S2.8-15] The game is required, by its id; one without plays, or that is not there, is nothing to return."""
    path, given = f"play-by-play/{sport}", needed("play-by-play", sport)

    assert status(path, **given) == 200
    assert told(sport)["game_ID"] == given["game_id"]
    assert status(path) == 404
    assert status(f"play-by-play/{DAYS[sport]}/{sport}", **given) == 404
    assert status("play-by-play/NFL-NBA", **given) == 404
    assert status(path, token="", **given) == 401
    for other in ("20240601-1-2", "99999999-1-2", "20241301-1-2", "x", given["game_id"] + "-2"):
        assert status(path, game_id=other) == 304
    before = datetime.strptime(given["game_id"][:8], "%Y%m%d").replace(tzinfo=UTC)
    assert status(path, service_at(before.isoformat()), **given) == 304


def test_a_postponed_game_has_no_plays() -> None:
    """Of a game that is postponed there is nothing to return."""
    off = [row for row in rows("schedule-season/2024/MLB") if row["status"] == "postponed"]
    assert status("play-by-play/MLB", game_id=off[0]["game_ID"]) == 304


def test_plays_are_a_group_of_their_own() -> None:
    """A token is asked for the group; a trial reaches two seasons, by the day that begins the id."""
    now = datetime.fromisoformat(AFTERWARDS).replace(tzinfo=UTC)
    grants = {
        "plays-token-1": Grant(pairs=frozenset({("MLB", "play-by-play")})),
        "live-token-1": Grant(pairs=frozenset({("MLB", "live")})),
        "trial-token-1": Grant(trial=now.date()),
    }
    given = needed("play-by-play", "MLB")
    service, observed = (service_at(AFTERWARDS, *on, tokens=Tokens(grants)) for on in ((), ("no-entitlement-304",)))
    old = next(iter(finished("MLB", 2022, 500)))[0]

    assert status("play-by-play/MLB", service, "plays-token-1", **given) == 200
    assert status("play-by-play/MLB", service, "live-token-1", **given) == 403
    assert status("play-by-play/MLB", observed, "live-token-1", **given) == 304
    assert status("play-by-play/MLB", service, "trial-token-1", **given) == 200
    assert status("play-by-play/MLB", service, "trial-token-1", game_id=old) == 403


@pytest.mark.parametrize(("sport", "table"), BOTH)
def test_plays_are_tidy_tables(sport: str, table: str) -> None:
    """[S2.8-15] Read strictly, every play or participant is a row, with the dtypes of the dictionary."""
    document = {"data": {sport: [told(sport)]}}
    frame = sf.read_json(document, sport, "play-by-play", table=table, validate="strict")
    described = sf.columns(sport, "play-by-play", table).set_index("column")["dtype"]
    plays = told(sport)["plays"]

    assert len(frame) == (len(plays) if table == "plays" else sum(len(play["players"]) for play in plays))
    assert {name: str(kind) for name, kind in frame.dtypes.items()} == described.to_dict()
    assert list(frame.columns[:4]) == ["sport", "game_date", "game_id", "sequence"]
    assert str(frame.sports.kind) == f"{sport} play-by-play {table}"
    assert frame["sequence"].drop_duplicates().tolist() == [play["sequence"] for play in plays if play["players"]] or (
        table == "plays"
    )


def test_a_returned_kick_is_returned() -> None:
    """A play with a returner or an interceptor is marked as returned, and the yards of the return are given."""
    for play in told("NFL")["plays"]:
        if {"returner", "interceptor"} & {one["role"] for one in play["players"]}:
            assert play["isReturned"]
            assert play["details"]["yardsGained"] is not None


def test_clock_texts_are_seconds() -> None:
    """The text of the clock becomes seconds left in the period; text that is no clock is missing."""
    texts = ["14:59 - 1st", "00:07 - OT", "9:05", "05:31.4 - 4th", "0:60 - 1st", "x", "", None, "12:00-2nd"]
    assert arrays.clocks(texts).tolist() == [899, 7, 545, 331, pd.NA, pd.NA, pd.NA, pd.NA, 720]


def test_half_innings_are_a_number_and_a_half() -> None:
    """``Top 6`` becomes 6 and Top; text that is no half inning is missing in both."""
    texts = ["Top 6", "Bottom 12", "bot 3rd", "Mid 3", "6", None]
    assert arrays.innings(texts).tolist() == [6, 12, 3, pd.NA, pd.NA, pd.NA]
    halves = arrays.inning_halves(texts)
    assert [half if isinstance(half, str) else None for half in halves] == ["Top", "Bottom", "Bottom", None, None, None]


@pytest.mark.parametrize("sport", WITH_PLAYS)
def test_odd_shapes_lose_no_other_row(sport: str) -> None:
    """Null, absent, retyped and unknown members are read as far as they go, and the other plays stand."""
    game = copy.deepcopy(told(sport))
    first, second, third, fourth, *others = game["plays"][:9]
    first["details"] = None
    second["players"] = [None, *second["players"]]
    third["players"] = None
    del fourth["description"]
    fourth["sequence"] = str(fourth["sequence"])
    others[0]["gameClock" if sport != "MLB" else "inning"] = None
    others[1]["unheard_of"] = {"a": 1}
    game["plays"].insert(2, None)
    document = {"data": {sport: [game, {"game_ID": "20240601-1-2", "plays": None}, {"plays": []}]}}

    with pytest.warns(sf.DriftWarning, match="plays"):
        plays = sf.read_json(json.dumps(document).encode(), sport, "play-by-play")
    people = sf.read_json(json.dumps(document).encode(), sport, "play-by-play", table="participants")

    assert len(plays) == len(told(sport)["plays"])
    assert plays["sequence"].tolist() == [play["sequence"] for play in told(sport)["plays"]]
    assert len(people) == sum(
        len(play["players"]) for play in told(sport)["plays"] if play["sequence"] != third["sequence"]
    )


def test_a_day_is_all_its_games() -> None:
    """A date gives the plays of all its games in order of their start; ids, a list and the table give the same."""
    with sf.options(source="simulated", now=AFTERWARDS):
        games = sf.schedule("2024-06-02", "MLB").sort_values(["game_time", "game_id"])
        whole = sf.play_by_play("2024-06-02", "MLB")
        begun = games.loc[games["phase"] == "finished", "game_id"].tolist()
        parts = [sf.play_by_play(game_id, "MLB") for game_id in begun]

        assert whole["game_id"].drop_duplicates().tolist() == begun
        pd.testing.assert_frame_equal(pd.concat(parts, ignore_index=True), whole)
        pd.testing.assert_frame_equal(sf.play_by_play(begun, "MLB"), whole)
        pd.testing.assert_frame_equal(sf.table("play-by-play", "MLB", game_id=begun[0]), parts[0])
        player = int(sf.play_by_play(begun[0], "MLB", table="participants")["player_id"].iloc[0])
        own = sf.play_by_play(begun[0], "MLB", table="participants", player_id=player)
        assert len(own)
        assert set(own["player_id"]) == {player}
        team = int(games["home_team_id"].iloc[0])
        ours = games[(games["home_team_id"] == team) | (games["away_team_id"] == team)]
        of_team = sf.play_by_play("2024-06-02", "MLB", team_id=team)
        assert set(of_team["game_id"]) == set(ours["game_id"])
        assert len(of_team) < len(whole)
        assert len(sf.play_by_play("2024-12-25", "MLB")) == 0
        assert sf.play_by_play("2024-12-25", "MLB").dtypes.equals(whole.dtypes)


class OneBadGame(Service):
    """The built-in service without the plays of one game."""

    bad = ""

    def respond(self, method: str, path: str, query: Any, headers: Any) -> Reply:
        if self.bad and query.get("game_id") == self.bad:
            return 404, {"Content-Type": "application/json"}, b'"no"'
        return super().respond(method, path, query, headers)


@pytest.fixture
def one_bad_game() -> Iterator[Service]:
    service, kept = OneBadGame(), dict(hosts)
    register_host(BUILT_IN_HOST, lambda clock: ServiceAdapter(service.at(clock)), version="one bad game")
    with sf.options(source="simulated", now=AFTERWARDS):
        yield service
    hosts.update(kept)


def test_a_failed_game_is_a_failed_part(one_bad_game: Service) -> None:
    """A game that fails is named by its id; the others are kept, and resume or skip goes on without it."""
    clean = sf.play_by_play("2024-11-10", "NFL")
    bad = clean["game_id"].iloc[0]
    OneBadGame.bad = bad
    try:
        sf.cache.clear()
        with pytest.raises(sf.PartialResult, match=f"1 of {clean['game_id'].nunique()} parts .*{bad}") as caught:
            sf.play_by_play("2024-11-10", "NFL")
        assert caught.value.missing == [bad]
        assert set(caught.value.frame["game_id"]) == set(clean["game_id"]) - {bad}
        skipped = sf.play_by_play("2024-11-10", "NFL", on_error="skip")
        assert skipped.attrs["sportsframe_missing"] == [bad]
    finally:
        OneBadGame.bad = ""
    pd.testing.assert_frame_equal(caught.value.resume(), clean)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("20240601-1-2",), "a sport is required"),
        (("MLB",), "a date is required"),
        (("2024-06-01", "NHL"), "has no play-by-play"),
        (("20240601-1-2", "MLB", {"player_id": 4}), "participants"),
        (("20240601-1-2", "MLB", {"team_id": 4}), "team_id goes with dates"),
        (("20240601-1-2", "MLB", {"season": 2024}), "not several"),
        (("20240601-1-2", "MLB", {"table": "games_"}), "table"),
        (("20240601-1-2\n", "MLB"), "date"),
    ],
)
def test_what_cannot_be_asked_is_refused(client: None, server: Any, given: tuple[Any, ...], says: str) -> None:
    """A question that makes no sense is refused in one line, and nothing is sent."""
    *words, last = given
    options = last if isinstance(last, dict) else {}
    with pytest.raises(sf.QueryError, match=says):
        sf.play_by_play(*(words if options else given), **options)
    assert server.count == 0


def test_how_long_plays_are_used() -> None:
    """Seconds on the day of the game, minutes on the day after, then as a finished game; nothing as for its day."""
    query = ask("play-by-play", "MLB", game_id="20240601-1-2")
    body = json.dumps({"data": {"MLB": [{**told("MLB"), "game_ID": "20240601-1-2"}]}}).encode()
    over = datetime(2024, 6, 2, tzinfo=UTC) + freshness.LAST_END

    def lifetime(moment: datetime, data: bytes = body, asked: Query = query) -> float:
        return freshness.judge(asked, data, moment).lifetime

    second = timedelta(seconds=1)
    assert lifetime(over - second) == freshness.IN_PLAY
    assert lifetime(over) == lifetime(over + freshness.STILL_PLAYED - second) == freshness.LEFT_IN_PLAY
    assert lifetime(over + freshness.STILL_PLAYED) == 6 * freshness.HOUR
    assert lifetime(over + timedelta(days=400)) == 365 * freshness.DAY
    assert lifetime(over - second, b"") == freshness.NOTHING_YET
    assert lifetime(over + timedelta(days=2), b"") == freshness.NOTHING_PAST
    assert lifetime(over + timedelta(days=400), asked=Query("MLB", "play-by-play")) == freshness.IN_PLAY
