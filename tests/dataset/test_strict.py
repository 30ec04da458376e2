"""With ``validate="strict"`` a response that does not match the schema costs its own day, until it is right."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.__main__ import main
from sportsframe._client.clock import Clock

from ..support.datasets import DAYS, asked, contents, incomplete, sync
from ..support.servers import TOKEN, Reply, Server
from ..support.small_season import SmallSeason

DAY = "2024-12-09"
PATH = f"/live/{DAY}/NBA"

WRONG: dict[str, Callable[[dict[str, Any]], Any]] = {
    "score: null": lambda row: row["full_box"]["home_team"].update(score=None),
    "status: unreadable": lambda row: row.update(status="paused"),
    "game_time: unreadable": lambda row: row.update(game_time="tonight"),
}
"""What the records do not allow, and what only a table cannot read."""


def wrong(season: SmallSeason, how: str) -> Reply:
    """The response of a day with one value that does not match the schema."""
    document = json.loads(season(PATH).body)
    WRONG[how](document["data"]["NBA"][0])
    return Reply(200, json.dumps(document).encode())


Call = Callable[[sf.Client], Any]

CALLS: dict[str, Call] = {
    "live": lambda client: client.live(DAY, "NBA", validate="strict"),
    "other table": lambda client: client.live(DAY, "NBA", table="players", validate="strict"),
    "range": lambda client: client.live((DAYS[0], DAYS[-1]), "NBA", validate="strict"),
    "box_scores": lambda client: client.box_scores(DAY, "NBA", validate="strict"),
    "game": lambda client: client.game("20241209-43-44", "NBA", validate="strict"),
    "each": lambda client: list(client.each((DAYS[0], DAYS[-1]), "NBA", validate="strict")),
    "to_dask": lambda client: client.to_dask(DAY, "NBA", validate="strict").compute(scheduler="sync"),
}
"""What loads the day, alone or among others."""


@pytest.mark.parametrize("how", WRONG)
def test_the_other_days_are_stored(how: str, season: SmallSeason, own: sf.Client, data: Path, service: Server) -> None:
    """The day is missing with its reason; the next sync asks for it alone, and ends as if it had always been right."""
    service.set(PATH, wrong(season, how))

    found = incomplete(own, data, validate="strict")

    assert found.missing == [f"2024 {DAY}"]
    assert isinstance(found.causes[f"2024 {DAY}"], sf.PayloadError)
    assert f"starting with 2024 {DAY} (the response to {PATH} does not match the schema at " in str(found)
    assert how in str(found)
    assert sf.verify(data)["state"].unique().tolist() == [f"incomplete: 1 day missing, starting with {DAY}"]
    with pytest.warns(sf.SportsframeWarning, match="it lacks 1 day of NBA 2024"):
        assert len(sf.open(data)["games"]) == 5
    del service.replies[PATH]
    service.seen.clear()
    assert sync(own, data, validate="strict")["state"] == "updated"
    assert asked(service) == [DAY]
    bytes_then = contents(data)
    sync(own, data.with_name("at once"), validate="strict")
    assert contents(data.with_name("at once")) == bytes_then


@pytest.mark.filterwarnings("ignore:NBA live")
def test_the_command_is_as_strict(
    season: SmallSeason, data: Path, service: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """It ends with 1 and names the day; by default it says the difference and stores what can be read."""
    service.set(PATH, wrong(season, "status: unreadable"))
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", service.base_url)
    monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", str(tmp_path / "another cache"))
    words = ["sync", "NBA", "2024", "--to", str(data), "--now", "2025-03-01T12:00Z"]
    assert main([*words, "--validate", "strict"]) == 1
    assert f"starting with 2024 {DAY}" in capsys.readouterr().err
    assert main(words) == 0


def test_a_known_day_keeps_its_rows(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """A day that was right and is asked for again keeps what is stored of it."""
    evening.sleep(4 * 86_400)
    sync(fan, data, validate="strict")
    before = contents(data)
    service.set(PATH, wrong(season, "score: null"))

    assert incomplete(fan, data, validate="strict", refresh=True).missing == [f"2024 {DAY}"]

    assert contents(data) == before


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore:NBA live")
@pytest.mark.parametrize("how", WRONG)
def test_what_is_stored_does_not_pass_for_right(
    how: str, season: SmallSeason, own: sf.Client, data: Path, service: Server
) -> None:
    """A day that a sync without it has stored is refused when the same bytes come again, and keeps its rows."""
    service.set(PATH, wrong(season, how))
    sync(own, data)
    before = contents(data)

    assert incomplete(own, data, validate="strict").missing == [f"2024 {DAY}"], "also what has not expired"
    service.seen.clear()
    found = incomplete(own, data, validate="strict", refresh=True)
    assert found.missing == [f"2024 {DAY}"]
    assert len(asked(service)) == len(DAYS)
    service.seen.clear()
    with pytest.raises(sf.PartialResult):
        found.resume()
    assert asked(service) == [DAY], "the others have just arrived"
    sync(own, data)
    assert incomplete(own, data, validate="strict").missing == [f"2024 {DAY}"], (
        "a night without it does not make it right"
    )
    assert contents(data) == before
    del service.replies[PATH]
    assert sync(own, data, validate="strict")["state"] == "updated"
    sync(own, data.with_name("at once"), validate="strict")
    assert contents(data.with_name("at once")) == contents(data)


@pytest.mark.filterwarnings("ignore:NBA schedule-season")
def test_a_stored_schedule_does_not_pass_for_right(
    season: SmallSeason, own: sf.Client, data: Path, service: Server
) -> None:
    """It costs its season, as one that comes for the first time does."""
    document = json.loads(season("/schedule-season/2024/NBA").body)
    document["data"]["NBA"][0]["broadcast"] = {"network": 7}
    service.set("/schedule-season/2024/NBA", Reply(200, json.dumps(document).encode()))
    sync(own, data)
    told = "^the response to /schedule-season/2024/NBA does not match the schema at "
    for _ in range(2):
        with pytest.raises(sf.SportsframeError, match=told):
            own.sync("NBA", seasons=2024, to=data, validate="strict")


def test_what_strict_has_seen_is_not_requested_again(own: sf.Client, data: Path, service: Server) -> None:
    """Turned on for a dataset that was made without it, it reads everything once, from the cache where that has it."""
    sync(own, data)
    service.seen.clear()
    for _ in range(2):
        assert sync(own, data, validate="strict")["state"] == "unchanged"
    assert asked(service) == []


def test_the_other_season_is_stored(season: SmallSeason, own: sf.Client, data: Path, service: Server) -> None:
    """The schedule is needed: one that does not match costs its season, which is named, and no other."""
    document = json.loads(season("/schedule-season/2024/NBA").body)
    document["data"]["NBA"][0]["status"] = None
    service.set("/schedule-season/2024/NBA", Reply(200, json.dumps(document).encode()))
    season.games += [type(season.games[0])("2023-12-06", 90)]

    told = r"starting with 2024 \(the response to /schedule-season/2024/NBA"
    with pytest.raises(sf.PartialResult, match=told) as found:
        own.sync("NBA", seasons=[2024, 2023], to=data, validate="strict")

    assert found.value.frame is not None
    assert found.value.frame["season"].tolist() == [2023]
    del service.replies["/schedule-season/2024/NBA"]
    assert found.value.resume()["state"].tolist() == ["new", "unchanged"]


@pytest.mark.sampled
@pytest.mark.parametrize("how", WRONG)
@pytest.mark.parametrize("call", CALLS)
def test_the_next_call_asks_again(how: str, call: str, season: SmallSeason, own: sf.Client, service: Server) -> None:
    """What is refused is named with its day, and not kept for as long as the games are old."""
    service.set(PATH, wrong(season, how))

    with pytest.raises(sf.SportsframeError, match=f"the response to {PATH} does not match the schema at .*{how}"):
        CALLS[call](own)
    del service.replies[PATH]
    service.seen.clear()
    CALLS[call](own)

    assert asked(service) == [DAY]


@pytest.mark.parametrize("call", CALLS)
def test_what_others_accepted_is_asked_for_again(
    call: str, season: SmallSeason, own: sf.Client, service: Server
) -> None:
    """A response of the cache which does not match is requested once more, and what the service says now counts."""
    service.set(PATH, wrong(season, "game_time: unreadable"))
    with pytest.warns(sf.DriftWarning):
        own.live((DAYS[0], DAYS[-1]), "NBA")
    del service.replies[PATH]
    service.seen.clear()

    CALLS[call](own)

    assert asked(service).count(DAY) == 1


def test_a_sync_takes_what_is_right_now(season: SmallSeason, own: sf.Client, data: Path, service: Server) -> None:
    """Of a response that the cache had wrong the dataset has the later one: rows, count and time."""
    service.set(PATH, wrong(season, "score: null"))
    with pytest.warns(sf.DriftWarning):
        own.live((DAYS[0], DAYS[-1]), "NBA")
    del service.replies[PATH]
    service.seen.clear()

    report = sync(own, data, validate="strict")

    assert (report["state"], report["fetched"]) == ("new", 2), "the schedule and the day"
    assert asked(service) == [DAY]
    assert len(sf.open(data)["games"]) == 6
    assert sync(own, data, validate="strict", refresh=True)["changed"] == 0


def test_a_refused_response_is_left_to_others(
    season: SmallSeason, own: sf.Client, service: Server, tmp_path: Path
) -> None:
    """It is read without a request by who is offline, and frozen with what was read; strictly it is refused there."""
    service.set(PATH, wrong(season, "score: null"))
    with pytest.warns(sf.DriftWarning):
        loaded = own.live(DAY, "NBA")
    for _ in range(2):
        with pytest.raises(sf.PayloadError, match="does not match"):
            own.live(DAY, "NBA", validate="strict")
    assert len(asked(service)) == 3
    own.freeze(tmp_path / "study.sfz")

    away = sf.Client(
        base_url=service.base_url, token=TOKEN, cache_dir=str(tmp_path / "cache"), offline=True,
        now="2025-03-01T12:00:00+00:00",
    )  # fmt: skip
    with pytest.warns(sf.SportsframeWarning, match="offline mode is on"):
        pd.testing.assert_frame_equal(away.live(DAY, "NBA"), loaded, check_flags=False)
    with (
        pytest.warns(sf.SportsframeWarning, match="offline mode is on"),
        pytest.raises(sf.PayloadError, match=f"{PATH} does not .*from the cache.*; online, refresh=True requests it"),
    ):
        away.live(DAY, "NBA", validate="strict")
    assert not asked(service)


def test_no_request_follows_when_the_service_is_down(
    season: SmallSeason, own: sf.Client, clock: Clock, service: Server
) -> None:
    """An expired response in place of one that does not arrive is refused as it is."""
    service.set(PATH, wrong(season, "score: null"))
    with pytest.raises(sf.PayloadError):
        own.live(DAY, "NBA", validate="strict")
    service.set(PATH, Reply(503, b"down", {"Retry-After": "60"}))
    service.seen.clear()

    with (
        pytest.warns(sf.SportsframeWarning, match="using cached data"),
        pytest.raises(sf.PayloadError, match=r"from the cache.*; refresh=True requests it again\."),
    ):
        own.live(DAY, "NBA", validate="strict")

    assert asked(service) == [DAY]
