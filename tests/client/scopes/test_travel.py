"""What clients, watches, errors, box scores and frozen studies ask later, elsewhere or from a file."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.option_values import PARENT_VARIABLE
from sportsframe._client.options import options

from ...support.servers import TOKEN, Reply, Server, game, serving
from .sources import DAYS, answer, ask_client, in_thread, source

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")


@pytest.fixture
def study(real: dict[str, Any], tmp_path: Path) -> Path:
    """A frozen study of a service."""
    client = sf.Client(**real)
    client.live(DAYS[0], "MLB")
    client.freeze(tmp_path / "study.sfz")
    return tmp_path / "study.sfz"


def test_a_thawed_study_of_a_service_counts_as_naming_it(study: Path) -> None:
    """What a thawed study of a service does not reach is refused, not given simulated data: a thread that another
    thread starts, another task, and a process, whichever thread thaws it."""

    def spawned() -> str:
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            return str(pool.apply(source, (DAYS[0],)))

    def user() -> tuple[str, ...]:
        with sf.thaw(study), ThreadPoolExecutor(1) as pool:
            return source(), pool.submit(source).result(), spawned()

    async def tasks() -> tuple[str, str, str]:
        thawed, go = asyncio.Event(), asyncio.Event()

        async def carol() -> str:
            with sf.thaw(study):
                thawed.set()
                await go.wait()
                return source()

        task = asyncio.create_task(carol())
        await thawed.wait()
        found = source(), await asyncio.to_thread(source)
        go.set()
        return await task, *found

    assert in_thread(user) == ("service", "ConfigError", "ConfigError")
    with sf.thaw(study):
        assert (source(), in_thread(source), spawned()) == ("service", "service", "ConfigError")
    assert asyncio.run(tasks()) == ("service", "ConfigError", "ConfigError")
    assert (source(), in_thread(source)) == ("simulated", "simulated")
    assert os.environ[PARENT_VARIABLE] == "any"


def test_a_study_closed_in_another_task_is_closed(study: Path) -> None:
    """`thaw` without a block ends where its `close` is called, for the task that made it too."""

    async def run() -> list[str]:
        async def close() -> None:
            thawed.close()

        thawed = sf.thaw(study)
        found = [source()]
        await asyncio.create_task(close())
        return [*found, source(DAYS[1])]

    assert asyncio.run(run()) == ["service", "simulated"]


def test_a_thawed_simulated_study_refuses_nobody(tmp_path: Path) -> None:
    """A study of simulated data names no service: others go on with simulated data."""
    client = sf.Client(source="simulated")
    client.live(DAYS[0], "MLB")
    client.freeze(tmp_path / "study.sfz")

    def user() -> tuple[str, str]:
        with sf.thaw(tmp_path / "study.sfz"):
            return source(), in_thread(source)

    assert in_thread(user) == ("simulated", "simulated")


def test_a_client_travels_without_its_secret(real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A client pickles without the token; another process finds it in RSC_TOKEN, or refuses."""
    client = sf.Client(**real)
    assert TOKEN.encode() not in pickle.dumps(client)
    spawn = multiprocessing.get_context("spawn")
    with spawn.Pool(1) as pool:
        assert pool.apply(ask_client, (client, DAYS[0])) == "ConfigError"
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", "http://127.0.0.1:1/api/v1")
    with spawn.Pool(1) as pool:
        assert pool.apply(ask_client, (client, DAYS[0])) == "service"


def test_a_client_is_not_touched_by_options(real: dict[str, Any]) -> None:
    """A client keeps what it took: options set later, in its thread or another, do not reach it."""
    client = sf.Client(**real)
    with options(offline=True, source="simulated"):
        assert ask_client(client, DAYS[0]) == "service"
        assert in_thread(lambda: ask_client(client, DAYS[1])) == "service"
    assert list(client.answers()["asked"]) == ["/live/2024-06-01/MLB", "/live/2024-06-02/MLB"]
    assert len(sf.Client(**real).answers()) == 0


def test_what_goes_on_later_asks_what_it_began_with(server: Server, real: dict[str, Any]) -> None:
    """`resume`, also of an unpickled error, and `watch.poll` after the block ask the service of the block."""
    server.set(f"/live/{DAYS[1]}/MLB", Reply(404, '"no"'), answer(f"/live/{DAYS[1]}/MLB"))
    with options(**real):
        watch = sf.watch(DAYS[0], "MLB")
        with pytest.raises(sf.PartialResult) as caught:
            sf.live(DAYS, "MLB")
    again = pickle.loads(pickle.dumps(caught.value))
    assert TOKEN not in repr(vars(again))
    whole = again.resume()
    assert list(whole["game_id"]) == [f"{day.replace('-', '')}-REAL-1" for day in DAYS]
    assert whole.attrs["sportsframe"]["source"] == "service"
    assert list(watch.poll()["game_id"]) == ["20240601-REAL-1"]


def test_box_refuses_a_frame_of_another_source(server: Server, real: dict[str, Any]) -> None:
    """To go on from real games while simulated ones would be asked, or the other way round, is refused."""
    with options(**real):
        games = sf.live(DAYS[0], "MLB")
        assert len(games.sports.box())
    with pytest.raises(sf.QueryError, match=r"client\.box"):
        games.sports.box()
    simulated = sf.live(DAYS[0], "MLB")
    with options(**real), pytest.raises(sf.QueryError, match="simulated world"):
        simulated.sports.box()
    with options(base_url="https://data.example.org/api/v1", token=TOKEN):
        bare = simulated.copy()
        bare.attrs = {}
        with pytest.raises(sf.QueryError, match="simulated"):
            bare.sports.box()


def test_box_says_which_games_were_not_found(server: Server, real: dict[str, Any]) -> None:
    """Games that a service does not have are told of, how many and the first, where the frame has no mark that says
    whose they are; games that have not begun are not expected."""
    other = serving(
        lambda path: Reply(200, {"data": {"MLB": [game(f"{path.split('/')[2].replace('-', '')}-OTHER-1")]}})
    )
    mine = sf.Client(**real)
    with other as second:
        theirs = sf.Client(base_url=second.base_url, token=TOKEN).live(DAYS, "MLB")
    both = pd.concat([mine.live(DAYS[0], "MLB"), theirs])
    both.attrs = {}
    both["game_time"] = both["game_date"].astype("datetime64[us]").dt.tz_localize("UTC")
    with pytest.warns(sf.SportsframeWarning, match=r"^3 of 4 games .*20240601-OTHER-1") as said:
        assert list(mine.box(both)["game_id"]) == ["20240601-REAL-1"]
    assert server.base_url in str(said[0].message)
    later = sf.Client(**real, now="2024-06-01T12:00:00Z")
    with pytest.warns(sf.SportsframeWarning, match=r"^1 of 4 games"):
        later.box(both)


def test_a_token_refused_for_every_day_is_no_partial_result(server: Server, real: dict[str, Any]) -> None:
    """Where a whole range is refused with 401 nothing arrived, and resuming with the same token cannot help."""
    server.default = lambda path: Reply(401, '"no"')
    with options(**real), pytest.raises(sf.Unauthorized):
        sf.live(DAYS, "MLB")
    server.default = lambda path: answer(path) if DAYS[2] in path else Reply(401, '"no"')
    with options(**real), pytest.raises(sf.PartialResult, match=r"fetches the rest\.$"):
        sf.live(DAYS, "MLB")
    with options(**real, offline=True), pytest.raises(sf.PartialResult, match="with the settings of this call"):
        sf.live(DAYS, "MLB")


def test_box_of_a_frame_from_a_csv_file(tmp_path: Path) -> None:
    """Dates that are text are refused in one line that says how to read them; read in that way they are taken."""
    games = sf.live(DAYS[0], "MLB").head(2)
    games.to_csv(tmp_path / "games.csv", index=False)
    with pytest.raises(sf.FrameError, match=r"game_date.*typed\(df\) restores .*read_csv"):
        pd.read_csv(tmp_path / "games.csv").sports.box()
    read = sf.read_csv(tmp_path / "games.csv")
    assert set(read.sports.box()["game_id"]) == set(games["game_id"])


def test_box_scores_travel() -> None:
    """The tables of a day pickle and come back the same."""
    box = sf.box_scores(DAYS[0], "MLB")
    again = pickle.loads(pickle.dumps(box))
    assert list(again) == list(box)
    for name in box:
        assert again[name].equals(box[name])
        assert again[name].attrs == box[name].attrs
