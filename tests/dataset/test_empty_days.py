"""Days without an answer are kept where that is final, and asked for again where it may not be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock

from ..support.datasets import asked, contents, incomplete, pass_to, sync
from ..support.servers import Reply, Server
from ..support.small_season import Game, SmallSeason


@pytest.fixture
def gap(season: SmallSeason) -> str:
    """A day without an answer: its only game, of the evening, is listed under the next one."""
    season.games = [game for game in season.games if (game.day, game.hour) != ("2024-12-09", 13)]
    return "2024-12-09"


@pytest.mark.parametrize("status", [None, "cancelled", "replaced"])
def test_an_empty_day_whose_games_other_days_list_is_kept(
    status: str | None, gap: str, season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """It is kept as long as a finished day; a game that is not played, as the schedule says, is not missing."""
    if status:
        season.games.append(Game(gap, 90, 12, status))
        service.set(f"/live/{gap}/NBA", Reply(304))
    pass_to(evening, "2025-02-01T12:00:00+00:00")
    sync(fan, data)
    assert gap in asked(service)
    assert len(sf.open(data)["games"]) == 5
    evening.sleep(6 * 86400)

    sync(fan, data)
    assert asked(service) == []
    sync(fan, data, refresh="changed")
    assert gap in asked(service)
    pass_to(evening, "2026-02-01T12:00:00+00:00")
    sync(fan, data)
    service.seen.clear()
    evening.sleep(360 * 86400)
    assert sync(fan, data)["fetched"] == 1, "the schedule"
    assert asked(service) == []


@pytest.mark.parametrize("empty", [["2024-12-09", "2024-12-10"], ["2024-12-09"]])
def test_an_empty_day_whose_game_no_day_lists_is_asked_for_again(
    empty: list[str], gap: str, season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """The service may have been mistaken; when it lists the game under one of the days, it is there."""
    if len(empty) == 1:
        season.games.append(Game(gap, 90, 12))
    for day in empty:
        service.set(f"/live/{day}/NBA", Reply(304))
    pass_to(evening, "2025-09-01T12:00:00+00:00")
    incomplete(fan, data)
    service.seen.clear()
    evening.sleep(6 * 3600)
    incomplete(fan, data)
    assert asked(service) == empty
    service.replies.clear()
    evening.sleep(6 * 3600)

    sync(fan, data)
    assert asked(service) == empty
    assert sorted(sf.open(data)["games"]["game_id"]) == sorted(game.id for game in season.games)
    evening.sleep(86400)
    sync(fan, data)
    assert asked(service) == []


def test_an_empty_day_is_asked_for_again_when_the_schedule_adds_a_game(
    gap: str, season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """A later schedule may name a game of a day that was taken for empty."""
    pass_to(evening, "2025-09-01T12:00:00+00:00")
    sync(fan, data)
    season.games.append(Game(gap, 90, 12))
    evening.sleep(8 * 86400)
    service.seen.clear()

    sync(fan, data)
    assert asked(service) == [gap]
    assert len(sf.open(data)["games"]) == 6


def test_a_part_that_does_not_tell_its_schedule_is_completed(
    gap: str, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """Parts of earlier versions list only the days: the schedule comes from the cache, and the files are the same."""
    pass_to(evening, "2025-09-01T12:00:00+00:00")
    sync(fan, data)
    before, path = contents(data), data / "NBA" / "2024" / "_manifest.json"
    whole = path.read_text()
    told = json.loads(whole)
    told["days"] = list(told.pop("scheduled"))
    path.write_text(json.dumps(told))
    service.seen.clear()

    assert len(sf.open(data)["games"]) == 5
    assert sync(fan, data)["state"] == "updated"
    assert not service.seen
    assert (contents(data), path.read_text()) == (before, whole)
