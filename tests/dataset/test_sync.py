"""A dataset holds what the service has, and is asked again only for what may have changed."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe.dataset import claims, manifests, replacing
from sportsframe.errors import ConfigError, PartialResult, QueryError, SportsframeError, Unauthorized

from ..support.datasets import ENGINES, asked, contents, incomplete, other, pass_to, sync
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
    with pytest.warns(sf.DriftWarning, match="has only rows of 2024-12-09"):
        incomplete(own, data)
    with pytest.warns(sf.SportsframeWarning, match="it lacks . games? of NBA 2024"):
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
    with pytest.warns(sf.DriftWarning, match="has only rows of 2024-12-09"):
        incomplete(client, data)
    service.set("/live/2024-12-08/NBA", Reply(200, earlier))
    service.set("/live/2024-12-09/NBA", Reply(200, later), Reply(400, "out of order"))

    with pytest.raises(PartialResult) as found:
        sync(client, data, refresh=True)

    assert found.value.missing == ["2024 2024-12-09"]
    assert sf.open(data).contents()["missing"].eq(1).all()
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
@pytest.mark.parametrize(("day", "count"), [("2023-12-06", 6), ("2024-12-06", 7), ("2024-12-10", 7), ("2025-12-06", 6)])
def test_a_game_that_names_no_season_belongs_by_its_date(
    day: str, count: int, season: SmallSeason, own: sf.Client, data: Path, service: Server
) -> None:
    """From the first day of the season to the last, in UTC, it is in its part, before and after them it is not."""
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

    words = "was made from a service with another base URL; use that, or pass another folder"
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
    for call in (sf.open, sf.verify, lambda path: sync(own, path)):
        with pytest.raises(ConfigError, match="is a file; pass the folder of a dataset"):
            call(data / "thesis.txt")
    assert sorted(path.name for path in data.iterdir()) == ["._dataset.json.0123.part", "thesis.txt"]
    (data / "thesis.txt").unlink()
    (data / ".DS_Store").write_text("made by the system")
    (data / "lost+found").mkdir()
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
        lambda client, to: client.sync("NBA", seasons=None, to=to),
        lambda client, to: client.sync(["NBA", "NFL"], seasons=2024, to=to),
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


def test_a_token_that_is_refused_is_sent_once(own: sf.Client, data: Path, service: Server) -> None:
    """The other seasons are not asked for, as the token would be refused for them as well."""
    service.default = Reply(401)
    with pytest.raises(Unauthorized):
        own.sync("NBA", seasons=[2022, 2023, 2024], to=data)

    assert len(service.seen) == 1


def test_what_cannot_be_loaded_is_told_and_fetched_later(own: sf.Client, data: Path, service: Server) -> None:
    """A day that fails leaves the others in the dataset; the error lists it, and resume fetches it alone."""
    service.set("/live/2024-12-09/NBA", Reply(400, "out of order"))

    with pytest.raises(PartialResult, match="1 part of NBA is missing, starting with 2024 2024-12-09") as found:
        sync(own, data)

    assert len(sf.open(data)["schedule"]) == 6
    with pytest.warns(sf.SportsframeWarning, match="is incomplete: it lacks 1 day of NBA 2024;"):
        assert len(sf.open(data)["games"]) == 5
    assert found.value.frame is not None
    assert found.value.frame["state"].tolist() == ["incomplete"]
    state = "incomplete: 1 day missing, starting with 2024-12-09"
    assert sf.verify(data)["state"].tolist() == [state] * len(sf.open(data).tables)
    del service.replies["/live/2024-12-09/NBA"]
    service.seen.clear()
    assert found.value.resume()["state"].tolist() == ["updated"]
    assert asked(service) == ["2024-12-09"]
    assert sf.verify(data)["state"].eq("ok").all()


@pytest.mark.sampled
@pytest.mark.parametrize("engine", [*ENGINES, "pandas"])
def test_a_season_of_which_something_is_missing_is_not_read_without_a_word(
    engine: str, own: sf.Client, data: Path, service: Server
) -> None:
    """Each opened dataset warns once how much is missing of the season that is read, and names it when it is shown."""
    service.set("/live/2024-12-09/NBA", Reply(400, "out of order"))
    incomplete(own, data)
    opened = sf.open(data)
    read = ENGINES.get(engine, lambda found, table: found.pandas(table))

    assert repr(opened).startswith(f"<dataset {data}: NBA 2024; incomplete: NBA 2024; tables")
    assert len(read(opened, "schedule")) == 6, "nothing is missing of it"
    with pytest.warns(sf.SportsframeWarning) as told:
        assert [len(read(opened, table)) for table in ("games", "teams")] == [5, 10]
    assert [str(one.message) for one in told] == [
        f"{data} is incomplete: it lacks 1 day of NBA 2024; sync requests what is missing."
    ]
    assert Path(told[0].filename).parent.parent.name == "tests"
    del service.replies["/live/2024-12-09/NBA"]
    sync(own, data)
    assert "incomplete" not in repr(opened)
    assert len(read(sf.open(data), "games")) == 6


def test_a_season_that_fails_keeps_its_old_rows(own: sf.Client, data: Path, service: Server) -> None:
    """If the schedule cannot be loaded, the error is raised and the part stays as it was."""
    sync(own, data)
    before = contents(data)
    service.set("/schedule-season/2024/NBA", Reply(400, "out of order"))

    with pytest.raises(sf.BadRequest):
        sync(own, data, refresh=True)
    assert contents(data) == before


def test_a_service_that_is_down_is_not_unchanged(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """What has expired and cannot be asked for again is missing, although the cache has it; the rows stay."""
    pass_to(evening, "2024-12-10T02:30:00+00:00")
    season.games[-1].status = "inprogress"
    sync(fan, data)
    before = contents(data)
    service.set("/live/2024-12-10/NBA", Reply(503))
    evening.sleep(600)
    with pytest.warns(sf.SportsframeWarning):
        assert len(fan.live("2024-12-10", "NBA", day="service")), "loaders take what is there"

    assert incomplete(fan, data).missing == ["2024 2024-12-10"]
    assert contents(data) == before
    assert sf.verify(data)["state"].str.startswith("incomplete: 1 day missing").all()

    service.set("/schedule-season/2024/NBA", Reply(503))
    pass_to(evening, "2024-12-11T02:30:00+00:00")
    with pytest.raises(sf.SportsframeError, match="503"):
        sync(fan, data)
    season.games[-1].status = "completed"
    service.replies.clear()
    assert sync(fan, data)["state"] == "updated"
    assert sf.verify(data)["state"].eq("ok").all()


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


def test_a_refused_season_leaves_a_folder_in_which_a_sync_failed_as_it_is(
    fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """The night after a failure a season may not be published yet; the same call goes on when it is."""
    service.set("/schedule-season/2024/NBA", Reply(400))
    with pytest.raises(sf.SportsframeError):
        fan.sync("NBA", seasons=2024, to=data)
    pass_to(evening, "2025-11-25T12:00:00+00:00")
    service.replies.clear()
    with pytest.raises(QueryError, match="has no season 2025"):
        fan.sync("NBA", seasons=2025, to=data)

    assert sync(fan, data)["state"] == "new"


@pytest.mark.parametrize("name", ["", ".", ".DS_Store"])
def test_a_refused_season_leaves_no_dataset(fan: sf.Client, evening: Clock, data: Path, name: str) -> None:
    """A new folder may become a dataset of any source still; one that was there is the same as before."""
    pass_to(evening, "2025-11-25T12:00:00+00:00")
    if name:
        data.mkdir(mode=0o750)
        (data / name).touch()
    before = data.stat().st_ino if name else None
    with pytest.raises(QueryError, match="has no season 2025"):
        fan.sync("NBA", seasons=2025, to=data)

    assert data.exists() == bool(name)
    assert [path.name for path in data.glob("*")] == ([name] if name == ".DS_Store" else [])
    assert not name or data.stat().st_ino == before


def test_a_season_to_come_does_not_keep_the_others_from_being_synced(
    fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """A job that names the next season, too, gets the others, and is told which is the last."""
    pass_to(evening, "2025-05-01T12:00:00+00:00")
    fan.sync("NBA", seasons=2024, to=data, tables="schedule")
    with pytest.raises(sf.PartialResult, match=r"2025 \(NBA has no season 2025; the last is 2024\); the rest") as found:
        fan.sync("NBA", seasons=(2024, 2025), to=data)
    assert str(found.value).endswith(f"the rest is in {data}; .frame lists it."), "no call can fetch it"

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


def test_one_writes_at_a_time(own: sf.Client, data: Path) -> None:
    """A second writer of a season is refused in one line, a writer of another season is not."""
    sync(own, data)

    with replacing.writing(data / "NBA" / "2024"):
        with pytest.raises(SportsframeError, match="another process or thread is writing"):
            sync(own, data)
        with replacing.writing(data / "NBA" / "2023"):
            pass
    assert sync(own, data)["state"] == "unchanged"


def test_what_the_system_does_not_let_be_read_is_not_taken_for_missing(own: sf.Client, data: Path) -> None:
    """A file that is there and cannot be read is an error with the reason; nothing is removed or written anew."""
    sync(own, data)
    part = data / "NBA" / "2024"
    for path, reading in (
        (part / manifests.MANIFEST, lambda: sync(own, data)), (data / claims.DATASET, lambda: sf.open(data)),
        (part / replacing.LOCK, lambda: sync(own, data)),
    ):  # fmt: skip
        aside = path.rename(path.with_name("aside"))
        path.mkdir()
        before = sorted(part.iterdir())
        with pytest.raises(SportsframeError, match=r"where a file belongs|cannot write .*: unable to") as caught:
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
