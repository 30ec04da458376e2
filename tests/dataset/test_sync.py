"""A dataset holds what the service has, and is asked again only for what may have changed."""

from __future__ import annotations

import _thread
import contextlib
import json
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.dataset import files
from sportsframe.errors import ConfigError, PartialResult, QueryError, SportsframeError, SportsframeWarning

from ..support.datasets import DAYS, ENGINES, asked, contents, incomplete, other, pass_to, sync
from ..support.samples import EARLY
from ..support.servers import TOKEN, Reply, Server
from ..support.small_season import Game, SmallSeason


def test_a_dataset_holds_what_the_loaders_return(own: sf.Client, data: Path) -> None:
    """Every table has the rows, columns and dtypes of ``live(season=)``, and the schedule is there."""
    report = sync(own, data)

    held = sf.open(data)
    assert (report["state"], report["answers"], report["fetched"]) == ("new", 6, 6)
    assert set(held.tables) == {"schedule", *own.box_scores("2024-12-07", "NBA")}
    for name in set(held.tables) - {"schedule"}:
        loaded = own.live(season=2024, sport="NBA", table=name)
        pd.testing.assert_frame_equal(held[name].drop(columns=["season_start", "final"]), loaded, check_flags=False)
    loaded = own.schedule_season(2024, "NBA")
    pd.testing.assert_frame_equal(held["schedule"].drop(columns="season_start"), loaded, check_flags=False)


def test_an_evening_belongs_to_its_league_date(own: sf.Client, data: Path) -> None:
    """Games after midnight UTC bear the date of their evening, and every game is there once."""
    sync(own, data)

    games = sf.open(data)["games"]
    assert games["game_id"].is_unique
    assert games["game_date"].dt.strftime("%Y-%m-%d").value_counts().to_dict() == {
        "2024-12-06": 2, "2024-12-07": 2, "2024-12-09": 2,
    }  # fmt: skip


def test_a_second_look_asks_nothing(own: sf.Client, data: Path, service: Server) -> None:
    """What cannot have changed is not requested again, and nothing is written."""
    sync(own, data)
    stamps = {path: path.stat().st_mtime_ns for path in data.rglob("*") if path.is_file()}
    service.seen.clear()

    assert sync(own, data)["state"] == "unchanged"
    assert not service.seen
    assert {path: path.stat().st_mtime_ns for path in data.rglob("*") if path.is_file()} == stamps


def test_only_what_may_have_changed_is_asked(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """A game in play is asked for again, marked until it is finished, and then replaced; other days are left alone."""
    pass_to(evening, "2024-12-10T02:30:00+00:00")
    season.games[-1].status = "inprogress"
    sync(fan, data)
    first = sf.open(data)["players"]
    evening.sleep(60)
    service.seen.clear()
    season.games[-1].status, season.games[-1].points = "completed", 111

    assert sync(fan, data)["changed"] == 1
    assert asked(service) == ["2024-12-10"]
    last = season.games[-1].id
    now = sf.open(data)["games"].set_index("game_id")
    assert first.loc[~first["final"], "game_id"].unique().tolist() == [last]
    assert now["final"].all()
    assert now.loc[last, "home_score"] == 111
    assert len(now) == 6


def test_a_growing_season_ends_as_one_loaded_at_once(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, tmp_path: Path
) -> None:
    """Night after night, the files end as the same bytes as those of one sync at the end, from another service."""
    for night in ("2024-12-07T09:00", "2024-12-08T09:00", "2024-12-10T09:00", "2025-03-01T12:00"):
        pass_to(evening, f"{night}:00+00:00")
        for game in season.games:
            game.status = "completed" if game.start < evening() else "scheduled"
        sync(fan, data)
    with other(season, evening, tmp_path / "other cache") as client:
        sync(client, tmp_path / "at once")

    assert contents(data) == contents(tmp_path / "at once")


def test_a_game_that_two_answers_list_is_there_once(
    season: SmallSeason, own: sf.Client, clock: Clock, data: Path, service: Server
) -> None:
    """A game moves to the answer that lists it, also from one that had it and need not be asked again."""
    body = season("/live/2024-12-09/NBA").body
    early = season("/live/2024-12-08/NBA").body
    service.set("/live/2024-12-08/NBA", Reply(200, body))
    incomplete(own, data)
    assert sf.open(data)["games"]["game_id"].is_unique
    service.set("/live/2024-12-08/NBA", Reply(200, early))

    report = sync(own, data, refresh=True)

    assert sorted(sf.open(data)["games"]["game_id"]) == sorted(game.id for game in season.games)
    assert report["state"] == "updated"


def test_an_answer_whose_games_cannot_be_read_again_is_fetched_later(
    season: SmallSeason, clock: Clock, data: Path, service: Server
) -> None:
    """A game moves to an answer that is asked for again in vain: its rows are kept until that has arrived."""
    client = sf.Client(base_url=service.base_url, token=TOKEN, now=clock, cache_size=0)
    earlier, later = (season(f"/live/{day}/NBA").body for day in ("2024-12-08", "2024-12-09"))
    service.set("/live/2024-12-08/NBA", Reply(200, later))
    incomplete(client, data)
    service.set("/live/2024-12-08/NBA", Reply(200, earlier))
    service.set("/live/2024-12-09/NBA", Reply(200, later), Reply(400, "out of order"))

    with pytest.raises(PartialResult) as found:
        sync(client, data, refresh=True)

    assert found.value.missing == ["2024 2024-12-09"]
    assert sorted(sf.open(data)["games"]["game_id"]) == sorted(game.id for game in season.games)
    del service.replies["/live/2024-12-09/NBA"]
    assert sync(client, data)["state"] == "updated"
    assert sorted(sf.open(data)["games"]["game_id"]) == sorted(game.id for game in season.games)


def test_games_of_another_season_are_left_out(season: SmallSeason, own: sf.Client, data: Path, service: Server) -> None:
    """An answer may list games of a season before or after; they are in the part of their own."""
    row = Game("2024-12-06", 90).row("NBA") | {"season": "2023-2024"}
    known = season("/live/2024-12-07/NBA").body
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": [row, *json.loads(known)["data"]["NBA"]]}}))
    sync(own, data)

    assert len(sf.open(data)["games"]) == 6


@pytest.mark.filterwarnings("ignore:NBA live. season")
@pytest.mark.parametrize(("day", "count"), [("2023-12-06", 6), ("2024-12-08", 7), ("2025-12-06", 6)])
def test_a_game_that_names_no_season_belongs_by_its_date(
    day: str, count: int, season: SmallSeason, own: sf.Client, data: Path, service: Server
) -> None:
    """Within the days of the season it is in its part, before and after them it is not."""
    row = Game(day, 90).row("NBA") | {"season": None}
    known = season("/live/2024-12-07/NBA").body
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": [row, *json.loads(known)["data"]["NBA"]]}}))
    sync(own, data)

    assert len(sf.open(data)["games"]) == count


def test_refresh_of_what_may_change_asks_for_fresh_answers_too(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """Within the lifetime of every answer a plain sync asks nothing; this one asks for all that is not settled."""
    pass_to(evening, "2024-12-10T02:30:00+00:00")
    season.games[-1].status = "inprogress"
    sync(fan, data)
    service.seen.clear()
    season.games[-1].status, season.games[-1].points = "completed", 111

    assert sync(fan, data)["state"] == "unchanged"
    assert asked(service) == []
    assert sync(fan, data, refresh="changed")["changed"] == 2, "the schedule and the evening"
    assert "2024-12-10" in asked(service)
    assert sf.open(data)["games"]["final"].all()
    pass_to(evening, "2025-09-01T12:00:00+00:00")
    sync(fan, data)
    service.seen.clear()
    assert sync(fan, data, refresh="changed")["state"] == "unchanged"
    assert asked(service) == []


def test_tables_may_be_chosen_and_added(own: sf.Client, data: Path, service: Server) -> None:
    """Chosen tables only; a table added later costs no request that the cache can save, and the others stay."""
    sync(own, data, tables=["games"])
    assert sf.open(data).tables == ("games",)
    service.seen.clear()

    sync(own, data, tables="players")

    assert set(sf.open(data).tables) == {"games", "players"}
    assert not service.seen
    sync(own, data, tables=["schedule"])
    assert set(sf.open(data).tables) == {"games", "players", "schedule"}
    assert sf.verify(data)["state"].eq("ok").all()


def test_a_source_is_never_mixed_with_another(
    season: SmallSeason, own: sf.Client, clock: Clock, data: Path, tmp_path: Path
) -> None:
    """Rows of another service, or of the simulated world, are refused in one line before anything is requested."""
    sync(own, data)
    before = contents(data)

    words = "was made from a service; pass another folder for what comes from another"
    with other(season, clock, tmp_path / "other cache") as client, pytest.raises(ConfigError, match=words) as one:
        sync(client, data)
    with pytest.raises(ConfigError, match="comes from the simulated world") as two:
        sf.Client(source="simulated").sync("NBA", seasons=2023, to=data)
    assert all("\n" not in str(found.value) for found in (one, two))
    assert contents(data) == before


def test_a_folder_of_something_else_is_refused(own: sf.Client, data: Path) -> None:
    """A folder with other files is not written to, and one without a dataset is not read."""
    data.mkdir()
    (data / "._dataset.json.0123.part").write_text("left by a process that was killed")
    (data / "thesis.txt").write_text("mine")

    with pytest.raises(ConfigError, match="not empty and not a dataset"):
        sync(own, data)
    with pytest.raises(ConfigError, match=r"is not a dataset; sportsframe\.sync"):
        sf.open(data)
    assert sorted(path.name for path in data.iterdir()) == ["._dataset.json.0123.part", "thesis.txt"]
    (data / "thesis.txt").unlink()
    assert sync(own, data)["state"] == "new"


@pytest.mark.parametrize(
    "call",
    [
        lambda client, to: client.sync("NBB", seasons=2024, to=to),
        lambda client, to: client.sync("NBA", seasons="all", to=to),
        lambda client, to: client.sync("NBA", seasons=[2024, "last year"], to=to),
        lambda client, to: client.sync("NBA", seasons=2024, to=to, tables=["pitching"]),
        lambda client, to: client.sync("NBA", seasons=2024, to=to, league="EPL"),
        lambda client, to: client.sync("SOCCER", seasons=2024, to=to),
        lambda client, to: client.sync("NBA", seasons=2024, to=to, refresh="often"),
        lambda client, to: client.sync("NBA", seasons=2024, to=to, validate="lax"),
        lambda client, to: client.sync("NBA", to=to),
        lambda client, to: client.sync("NBA", seasons=[], to=to),
        lambda client, to: client.sync("NBA", seasons=2024, to=to, tables=[]),
    ],
)
def test_bad_arguments_never_reach_the_network(
    call: Callable[[sf.Client, Path], Any], own: sf.Client, data: Path, service: Server
) -> None:
    """What a sync cannot do is refused in one line; nothing is requested, and no folder is made."""
    with pytest.raises(QueryError) as found:
        call(own, data)

    assert "\n" not in str(found.value)
    assert not service.seen
    assert not data.exists()


def test_what_cannot_be_loaded_is_told_and_fetched_later(own: sf.Client, data: Path, service: Server) -> None:
    """A day that fails leaves the others in the dataset; the error lists it, and resume fetches it alone."""
    service.set("/live/2024-12-09/NBA", Reply(400, "out of order"))

    with pytest.raises(PartialResult, match="1 part of NBA is missing, starting with 2024 2024-12-09") as found:
        sync(own, data)

    assert len(sf.open(data)["games"]) == 5
    assert found.value.frame is not None
    assert found.value.frame["state"].tolist() == ["incomplete"]
    assert sf.verify(data)["state"].str.startswith("incomplete: 1 days").sum() == len(sf.open(data).tables)
    del service.replies["/live/2024-12-09/NBA"]
    service.seen.clear()
    assert found.value.resume()["state"].tolist() == ["updated"]
    assert asked(service) == ["2024-12-09"]
    assert sf.verify(data)["state"].eq("ok").all()


def test_a_season_that_fails_keeps_its_old_rows(own: sf.Client, data: Path, service: Server) -> None:
    """If the schedule cannot be loaded, the error is raised and the part stays as it was."""
    sync(own, data)
    before = contents(data)
    service.set("/schedule-season/2024/NBA", Reply(400, "out of order"))

    with pytest.raises(sf.BadRequest):
        sync(own, data, refresh=True)
    assert contents(data) == before


@pytest.mark.parametrize("sport", ["PGA", "SOCCER"])
def test_sports_without_seasons_or_with_leagues(sport: str, tmp_path: Path) -> None:
    """Of a sport whose games do not name their season, and of a league, a dataset has the rows of ``live(season=)``."""
    league = "EPL" if sport == "SOCCER" else None
    year = int(EARLY[sport][:4])
    client = sf.Client(source="simulated", now=EARLY[sport], cache_dir=str(tmp_path / "cache"))
    client.sync(sport, seasons=year, to=tmp_path / "data", league=league)

    held = sf.open(tmp_path / "data")
    for name in client.box_scores(EARLY[sport], sport, league=league):
        loaded = client.live(season=year, sport=sport, table=name, league=league)
        pd.testing.assert_frame_equal(held[name].drop(columns=["season_start", "final"]), loaded, check_flags=False)
        assert len(loaded) or name not in ("games", "tournaments")


def test_a_league_has_one_folder_however_it_is_written(tmp_path: Path) -> None:
    """In small letters or by its name it is the same league; a folder of it in small letters is not read."""
    client = sf.Client(source="simulated", now="2024-08-18T12:00Z", cache_dir=str(tmp_path / "cache"))
    data = tmp_path / "data"
    for league, state in (("epl", "new"), ("EPL", "unchanged"), ("Premier League", "unchanged")):
        report = client.sync("SOCCER", seasons=2024, to=data, league=league, tables="schedule")
        assert report[["league", "state"]].values.tolist() == [["EPL", state]]
    rows = len(sf.open(data)["schedule"])
    assert {len(sf.open(data).pandas("schedule", **how)) for how in ({"sport": "EPL"}, {"league": "epl"})} == {rows}
    shutil.copytree(data / "SOCCER-EPL", data / "SOCCER-epl")
    path = data / "SOCCER-epl" / "2024" / "_manifest.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"league": "epl"}))
    assert len(sf.open(data)["schedule"]) == rows
    assert sf.verify(data)["state"].str.endswith("not read: no season has this path; remove it").sum() == 1


@pytest.mark.parametrize(
    ("seasons", "says"),
    [
        (2025, "NBA has no season 2025; the last is 2024."), (2023, "NBA has no season 2023; the first is 2024."),
        (2019, "NBA has no season 2019; the first is 2024."),
        ([2023, 2024], "NBA has no season 2023; the first is 2024."),
        ((2001, 2030), "NBA has no seasons 2001-2023, 2025-2030; the first is 2024, the last is 2024."),
    ],
)  # fmt: skip
def test_seasons_that_do_not_exist_are_refused(
    seasons: Any, says: str, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """One line says which is the first or the last; no game is requested, and nothing is written."""
    pass_to(evening, "2025-11-25T12:00:00+00:00")
    with pytest.raises(QueryError, match=f"^{re.escape(says)}$"):
        fan.sync("NBA", seasons=seasons, to=data)

    assert {seen.path.split("/")[3] for seen in service.seen} == {"schedule-season"}
    assert not list(data.rglob("*.parquet"))


def test_a_service_without_any_season_is_told(own: sf.Client, data: Path, season: SmallSeason) -> None:
    """Such as to an account that does not cover the sport."""
    season.games = []
    with pytest.raises(QueryError, match=r"^NBA has no season 2024, nor the current one; perhaps the account"):
        own.sync("NBA", seasons=2024, to=data)


def test_a_season_to_come_does_not_keep_the_others_from_being_synced(
    fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """A job that names the next season, too, gets the others, and is told which is the last."""
    pass_to(evening, "2025-05-01T12:00:00+00:00")
    fan.sync("NBA", seasons=2024, to=data, tables="schedule")
    with pytest.raises(sf.PartialResult, match=r"2025 \(NBA has no season 2025; the last is 2024\); the rest") as found:
        fan.sync("NBA", seasons=(2024, 2025), to=data)

    assert found.value.missing == ["2025"]
    assert len(sf.open(data)["games"]) == 6
    assert sf.verify(data)["season"].unique().tolist() == [2024]


def test_a_season_that_was_not_played_is_no_part(
    fan: sf.Client, evening: Clock, data: Path, season: SmallSeason
) -> None:
    """Between others it is missing, as the season of a lockout; nothing is written of it."""
    season.games.append(Game("2022-12-01", 90))
    pass_to(evening, "2025-11-25T12:00:00+00:00")
    with pytest.raises(sf.PartialResult, match=r"2023 \(NBA has no season 2023\)"):
        fan.sync("NBA", seasons=(2022, 2024), to=data)

    assert sf.open(data).contents()["season"].unique().tolist() == [2022, 2024]


SYNC = """
import sys, sportsframe as sf
sf.sync("NBA", seasons=2024, to=sys.argv[1], workers=1, progress=False)
"""


def test_a_killed_sync_is_resumed(
    season: SmallSeason, service: Server, clock: Clock, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process killed while it syncs leaves no half of a part; the next one asks only for the rest."""
    arrived = threading.Event()

    def hang(address: str) -> bytes:
        arrived.set()
        time.sleep(60)
        return b""

    service.set("/live/2024-12-08/NBA", Reply(200, hang))
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", service.base_url)
    monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", str(tmp_path / "cache"))
    process = subprocess.Popen([sys.executable, "-c", SYNC, str(data)], cwd=Path(__file__).parents[2])
    try:
        assert arrived.wait(120)
    finally:
        process.kill()
        process.wait()
    assert not contents(data)
    del service.replies["/live/2024-12-08/NBA"]
    before = asked(service)

    own = sf.Client(base_url=service.base_url, token=TOKEN, now=clock, cache_dir=str(tmp_path / "cache"), deadline=4)
    sync(own, data)
    after = asked(service)
    with other(season, clock, tmp_path / "other cache") as client:
        sync(client, tmp_path / "at once")
    assert contents(data) == contents(tmp_path / "at once")
    assert sorted(set(before) - {"2024-12-08"} | set(after)) == DAYS
    assert set(before) & set(after) <= {"2024-12-08", *before[-1:]}


class Stop(BaseException):
    """The end of the process, for what runs in it."""


stopping: list[int] = []
"""How many more files may be opened for writing or renamed, while that is limited."""


def _hook(event: str, args: tuple[Any, ...]) -> None:
    if stopping and (event == "os.rename" or (event == "open" and isinstance(args[1], str) and "w" in args[1])):
        stopping[0] -= 1
        if stopping[0] < 0:
            stopping.clear()
            raise Stop


@contextlib.contextmanager
def stopped_after(steps: int) -> Iterator[None]:
    """The block ends at the file operation after so many, as a process does that is killed: nothing is tidied up."""
    if _hook not in HOOKS:
        HOOKS.append(_hook)
        sys.addaudithook(_hook)
    stopping[:] = [steps]
    try:
        yield
    finally:
        stopping.clear()


HOOKS: list[Any] = []


def test_wherever_it_is_stopped_a_part_is_the_old_or_the_new_one(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, tmp_path: Path
) -> None:
    """Stopped at any of its file operations, a sync leaves all tables of one state; the next one completes it."""
    pass_to(evening, "2024-12-10T02:30:00+00:00")
    season.games[-1].status = "inprogress"
    sync(fan, data)
    old = {name: sf.open(data)[name] for name in ("games", "teams", "players")}
    season.games[-1].status, season.games[-1].points = "completed", 111
    evening.sleep(3600)
    with other(season, evening, tmp_path / "other cache") as client:
        sync(client, tmp_path / "at once")
    new = {name: sf.open(tmp_path / "at once")[name] for name in old}

    states = []
    for steps in range(100):
        with contextlib.suppress(Stop), stopped_after(steps):
            sync(fan, data, progress=False)
            break
        held = {name: sf.open(data)[name] for name in old}
        states.append(all(held[name].equals(new[name]) for name in old))
        assert states[-1] or all(held[name].equals(old[name]) for name in old), steps
        assert sf.verify(data)["state"].eq("ok").all(), steps
    assert contents(data) == contents(tmp_path / "at once")
    assert not [path for path in data.rglob(".*") if path.name != files.LOCK]
    assert states == sorted(states)
    assert True in states
    assert False in states


def test_ctrl_c_keeps_what_is_there(own: sf.Client, data: Path, service: Server) -> None:
    """An interrupt while a season is loaded raises KeyboardInterrupt; what was there stays, and a sync goes on."""
    sync(own, data, tables=["schedule"])

    def interrupt(address: str) -> bytes:
        _thread.interrupt_main()
        return b""

    service.set("/live/2024-12-08/NBA", Reply(503, interrupt))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in what a shell runs in the background
    try:
        with pytest.raises(KeyboardInterrupt):
            sync(own, data)
    finally:
        signal.signal(signal.SIGINT, before)
    del service.replies["/live/2024-12-08/NBA"]

    assert sf.open(data).tables == ("schedule",)
    assert sync(own, data)["state"] == "updated"
    assert len(sf.open(data)["games"]) == 6


@pytest.mark.parametrize("harm", ["flip", "cut", "gone", "swap"])
def test_a_damaged_part_is_never_read_as_whole(harm: str, own: sf.Client, data: Path, service: Server) -> None:
    """Damage is told by verify and, where the file cannot be read, in one line; the next sync puts it right."""
    sync(own, data)
    before = contents(data)
    path = data / "NBA" / "2024" / "players.parquet"
    held = bytearray(path.read_bytes())
    if harm == "gone":
        path.unlink()
    elif harm == "swap":
        path.write_bytes((path.parent / "teams.parquet").read_bytes())
    else:
        held[len(held) // 8] ^= 0xFF
        path.write_bytes(held if harm == "flip" else held[: len(held) // 2])

    state = sf.verify(data).set_index("table")["state"]
    assert state["players"].startswith("missing" if harm == "gone" else "damaged")
    assert state.drop("players").eq("ok").all()
    if harm in ("cut", "gone"):
        with pytest.raises(SportsframeError, match="a file of players is damaged or gone") as found:
            sf.open(data)["players"]
        assert "\n" not in str(found.value)
    service.seen.clear()
    assert sync(own, data)["state"] == "repaired"
    assert not service.seen
    assert contents(data) == before
    assert sync(own, data)["fetched"] == 0


def test_a_changed_value_is_noticed(own: sf.Client, data: Path) -> None:
    """A byte changed within the values of any column makes the file unreadable: no wrong value is returned."""
    sync(own, data)
    path = data / "NBA" / "2024" / "teams.parquet"
    whole = path.read_bytes()
    group = pq.ParquetFile(path).metadata.row_group(0)
    chunks = [group.column(i) for i in range(group.num_columns)]
    ends = [
        (chunk.dictionary_page_offset or chunk.data_page_offset) + chunk.total_compressed_size - 1 for chunk in chunks
    ]
    for end in ends:
        held = bytearray(whole)
        held[end] ^= 1
        path.write_bytes(held)
        with pytest.raises(SportsframeError, match="a file of teams is damaged"):
            sf.open(data)["teams"]


def test_rows_that_no_answer_gave_are_damage(own: sf.Client, data: Path) -> None:
    """A file that agrees with the manifest in every figure but the rows of the answers is told."""
    sync(own, data)
    folder = data / "NBA" / "2024"
    table = pq.read_table(folder / "teams.parquet")
    pq.write_table(table.slice(1), folder / "teams.parquet")
    manifest = json.loads((folder / "_manifest.json").read_text())
    held = manifest["files"]["teams"]
    held |= {
        "rows": held["rows"] - 1,
        "size": (folder / "teams.parquet").stat().st_size,
        "sha256": files.digest_of(folder / "teams.parquet"),
    }
    (folder / "_manifest.json").write_text(json.dumps(manifest))

    state = sf.verify(data).set_index("table")["state"]
    assert state["teams"] == "damaged: its number of rows is not that of the answers"
    assert state.drop("teams").eq("ok").all()


def test_a_part_of_another_source_is_told(
    season: SmallSeason, own: sf.Client, clock: Clock, data: Path, tmp_path: Path
) -> None:
    """A folder copied from the dataset of another source, whole in itself, is not taken for one of this source."""
    sync(own, data)
    sf.Client(source="simulated", now="2024-10-25").sync("NBA", seasons=2024, to=tmp_path / "simulated")
    shutil.rmtree(data / "NBA" / "2024")
    shutil.copytree(tmp_path / "simulated" / "NBA" / "2024", data / "NBA" / "2024")

    (state,) = sf.verify(data)["state"]
    assert "is of another source" in state
    with pytest.raises(SportsframeError, match="is of another source; remove it and sync that season again"):
        sf.open(data)["schedule"]
    path = data / "NBA" / "2024" / "_manifest.json"
    told = json.loads(path.read_text())
    del told["source"]  # as earlier versions wrote it
    path.write_text(json.dumps(told))
    assert set(sf.verify(data)["state"]) == {"of another source"}


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


def test_files_of_another_catalog_are_written_again(own: sf.Client, data: Path, service: Server) -> None:
    """A part whose columns are those of an older catalog is told by verify, and upgraded from the cache."""
    sync(own, data)
    before = contents(data)
    path = data / "NBA" / "2024" / "_manifest.json"
    manifest = files.read_manifest(path.parent)
    assert manifest is not None
    path.write_text(path.read_text().replace(manifest.schema, "0123456789abcdef"))
    service.seen.clear()

    assert sf.verify(data)["state"].eq("of another catalog; sync to upgrade").all()
    table = pq.read_table(path.with_name("teams.parquet")).drop_columns(["score"])
    pq.write_table(table, path.with_name("teams.parquet"))
    told = json.loads(path.read_text())
    told["files"]["teams"] |= {
        "size": path.with_name("teams.parquet").stat().st_size,
        "sha256": files.digest_of(path.with_name("teams.parquet")),
    }
    path.write_text(json.dumps(told))
    held = sf.open(data)
    with pytest.warns(
        SportsframeWarning, match="NBA 2024 is of another catalog; columns that its files lack are missing"
    ):
        assert held["teams"]["score"].isna().all()
    for engine, read in ENGINES.items():
        for columns in (["score", "team"], None):
            found = read(held, "teams", columns=columns)
            assert list(found) == (columns or list(held["teams"])), engine
            assert found["score"].isna().all(), engine
            assert len(found) == 12, engine
    assert sync(own, data)["state"] == "upgraded"
    assert not service.seen
    assert contents(data) == before


CHANGES: dict[str, Callable[[pa.Table], pa.Table]] = {
    "added": lambda table: table.drop_columns(["score"]),
    "removed": lambda table: table.append_column("hair", table["team"]),
    "renamed": lambda table: table.rename_columns(
        [name.replace("score", "points_made") for name in table.column_names]
    ),
    "text before": lambda table: as_type(table, pa.string()),
    "decimal before": lambda table: as_type(table, pa.float64()),
}
"""What the catalog may have done since a file was written -> how to write it so."""


def as_type(table: pa.Table, kind: pa.DataType) -> pa.Table:
    place = table.column_names.index("score")
    return table.set_column(place, "score", table["score"].cast(kind))


def written_before(data: Path, year: int, change: Callable[[pa.Table], pa.Table]) -> None:
    """Write the table of teams as another catalog would have."""
    path = data / "NBA" / str(year) / "teams.parquet"
    table = pq.read_table(path, partitioning=None)
    pq.write_table(change(table).replace_schema_metadata(table.schema.metadata), path)
    manifest = path.with_name("_manifest.json")
    told = json.loads(manifest.read_text())
    told["schema"] = "0123456789abcdef"
    told["files"]["teams"] |= {"size": path.stat().st_size, "sha256": files.digest_of(path)}
    manifest.write_text(json.dumps(told))


@pytest.mark.parametrize("mixed", [True, False], ids=["mixed", "all old"])
@pytest.mark.parametrize("change", CHANGES)
def test_every_engine_reads_files_of_another_catalog_alike(
    change: str, mixed: bool, season: SmallSeason, own: sf.Client, data: Path
) -> None:
    """The columns of this catalog, missing where the files lack them, which one line tells; a sync upgrades them."""
    season.games += [Game("2023-12-01", 50), Game("2024-01-02", 60)]
    own.sync("NBA", seasons=(2023, 2024), to=data)
    before = contents(data)
    for year in (2024,) if mixed else (2023, 2024):
        written_before(data, year, CHANGES[change])

    held = sf.open(data)
    with pytest.warns(SportsframeWarning, match="of another catalog; columns that its files lack") as told:
        frame = held["teams"]
    assert "\n" not in str(told[0].message)
    assert frame["score"].isna().sum() == ((12 if mixed else 16) if change in ("added", "renamed") else 0)
    assert frame["score"].dtype == "Int64"
    for engine, read in ENGINES.items():
        for columns in (["score", "team"], None):
            found = read(held, "teams", columns=columns, team="Team 24")
            assert list(found) == (columns or list(frame)), engine
            assert found["score"].dropna().tolist() == frame.query("team == 'Team 24'")["score"].dropna().tolist()
    states = sf.verify(data).groupby("season")["state"].unique().map(list).to_dict()
    old = ["of another catalog; sync to upgrade"]
    assert states == {2023: ["ok"] if mixed else old, 2024: old}
    report = own.sync("NBA", seasons=(2023, 2024), to=data)
    assert report["state"].tolist() == ["unchanged" if mixed else "upgraded", "upgraded"]
    assert contents(data) == before


def test_a_column_that_does_not_fit_any_more_is_told(own: sf.Client, data: Path) -> None:
    """Text that is no number cannot be read as one: one line says so, and other columns can be read."""
    sync(own, data)
    written_before(data, 2024, lambda table: table.set_column(
        table.column_names.index("score"), "score", pa.array(["F/OT"] * table.num_rows)
    ))  # fmt: skip
    held = sf.open(data)
    with pytest.warns(SportsframeWarning, match="of another catalog"):
        assert len(held.pandas("teams", columns=["team"])) == 12
    with pytest.raises(SportsframeError, match="is of another catalog, and a column does not fit") as found:
        held["teams"]
    assert "\n" not in str(found.value)
    assert sync(own, data)["state"] == "upgraded"
    assert held["teams"]["score"].notna().all()


def test_one_writes_at_a_time(own: sf.Client, data: Path) -> None:
    """A second writer of a season is refused in one line, a writer of another season is not."""
    sync(own, data)

    with files.writing(data / "NBA" / "2024"):
        with pytest.raises(SportsframeError, match="another process or thread is writing"):
            sync(own, data)
        with files.writing(data / "NBA" / "2023"):
            pass
    assert sync(own, data)["state"] == "unchanged"


def test_what_the_system_does_not_let_be_read_is_not_taken_for_missing(own: sf.Client, data: Path) -> None:
    """A file that is there and cannot be read is an error with the reason; nothing is removed or written anew."""
    sync(own, data)
    part = data / "NBA" / "2024"
    for path, reading in (
        (part / files.MANIFEST, lambda: sync(own, data)), (data / files.DATASET, lambda: sf.open(data)),
        (part / files.LOCK, lambda: sync(own, data)),
    ):  # fmt: skip
        aside = path.rename(path.with_name("aside"))
        path.mkdir()
        before = sorted(part.iterdir())
        with pytest.raises(SportsframeError, match=r"cannot be read: |cannot write .*: unable to open") as caught:
            reading()
        assert "\n" not in str(caught.value)
        assert sorted(part.iterdir()) == before
        path.rmdir()
        aside.rename(path)
    assert sync(own, data)["state"] == "unchanged"


def test_a_full_disk_or_a_read_only_folder_is_told(own: sf.Client, tmp_path: Path) -> None:
    """Where nothing can be written, the error is one line with the path."""
    (tmp_path / "file").write_text("")

    with pytest.raises(ConfigError, match=r"cannot write .*file"):
        sync(own, tmp_path / "file" / "data")


def test_nothing_of_the_address_or_the_token_is_in_the_files(own: sf.Client, data: Path, service: Server) -> None:
    """A dataset can be given away: it names neither the address nor the token, and says what it is."""
    sync(own, data)
    text = b"".join(path.read_bytes() for path in data.rglob("*") if path.is_file())

    assert str(service.port).encode() + b"/api" not in text
    assert b"127.0.0.1" not in text
    assert TOKEN.encode() not in text
    assert b'"source": "service"' in text


def test_offline_only_the_cache_is_used(own: sf.Client, data: Path, tmp_path: Path, service: Server) -> None:
    """Offline, what is not in the cache is missing, and what is there is kept."""
    offline = sf.Client(base_url=service.base_url, token=TOKEN, cache_dir=str(tmp_path / "cache"), offline=True)
    with pytest.raises(sf.Unreachable):
        sync(offline, data)
    own.live(season=2024, sport="NBA")
    service.seen.clear()

    assert sync(offline, data)["rows"] > 0
    assert not service.seen
