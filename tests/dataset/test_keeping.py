"""A sync never throws away rows of finished games, and says which it could not get."""

from __future__ import annotations

import itertools
import json
import shutil
import warnings
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import sportsframe as sf
from sportsframe.__main__ import main
from sportsframe._client.clock import Clock
from sportsframe.catalog import SPORTS
from sportsframe.dataset.keeping import Place, emptied, numbers
from sportsframe.dataset.schema import has_final, layout_of, origins, to_arrow
from sportsframe.errors import ConfigError, SportsframeError

from ..support import samples
from ..support.datasets import DAYS, asked, contents, incomplete, pass_to, sync
from ..support.servers import TOKEN, Reply, Server
from ..support.small_season import SmallSeason
from ..support.trials import but_in_long_trials

LATER = "2027-02-01T12:00:00+00:00"
"""A time by which everything may be asked again that was asked in the season."""

EMPTY = Reply(200, b'{"data": {"NBA": []}}')


@pytest.fixture
def closed(fan: sf.Client, evening: Clock, data: Path) -> dict[str, bytes]:
    """The files of a season that is over, in a dataset; the clock stands a year later."""
    pass_to(evening, "2025-03-01T12:00:00+00:00")
    sync(fan, data)
    pass_to(evening, LATER)
    return contents(data)


def games(data: Path) -> list[str]:
    return sorted(sf.open(data)["games"]["game_id"])


@pytest.mark.sampled
@pytest.mark.parametrize("reply", [Reply(304), EMPTY, Reply(404)], ids=["304", "empty", "404"])
@pytest.mark.parametrize("days", [DAYS, ["2024-12-07"]], ids=["all days", "a day"])
def test_days_that_become_empty_keep_their_rows(
    days: list[str], reply: Reply, closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, data: Path,
    service: Server,
) -> None:  # fmt: skip
    """The files stay as they were; the season is incomplete until the service has the games again."""
    for day in days:
        service.set(f"/live/{day}/NBA", reply)

    found = incomplete(fan, data, refresh=True)
    assert contents(data) == closed
    lost = 6 if days == DAYS else 2
    assert len(found.missing) == (len(days) if reply.status == 404 else lost)
    assert sf.open(data).contents()["missing"].eq(len(found.missing)).all()
    assert sf.verify(data)["state"].str.startswith("incomplete: ").all()
    service.seen.clear()
    assert incomplete(fan, data).missing == found.missing, "asked again, and not answered by the cache"
    assert set(days) <= set(asked(service))
    service.replies.clear()

    assert sync(fan, data, refresh=reply.status == 404)["state"] == "updated"
    assert contents(data) == closed
    assert sf.verify(data)["state"].eq("ok").all()


@pytest.mark.sampled
@pytest.mark.parametrize("reply", [Reply(304), EMPTY, "half"], ids=["304", "empty", "half"])
def test_a_schedule_that_shrinks_keeps_its_rows(
    reply: Any, closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, data: Path, service: Server
) -> None:
    """So do the box scores of the games that it no longer lists, and they are asked for as before."""
    if reply == "half":
        rows = json.loads(season("/schedule-season/2024/NBA").body)["data"]["NBA"]
        reply = Reply(200, {"data": {"NBA": rows[:3]}})
        lost = 3
    else:
        lost = 6
    service.set("/schedule-season/2024/NBA", reply)

    for _ in range(2):
        found = incomplete(fan, data)
        assert len(found.missing) == lost
        assert "the schedule no longer lists this game; its rows are kept" in str(found)
        held = sf.open(data)
        assert len(held["games"]) == len(held["schedule"]) == 6
        assert sf.verify(data)["state"].str.startswith(f"incomplete: {lost} games").all()
    service.replies.clear()
    assert sync(fan, data)["state"] == "updated"
    assert contents(data) == closed


def test_games_to_come_are_not_missed_with_a_schedule(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """An empty schedule is told with the finished games that are kept; those to come stay in it, and are no loss."""
    pass_to(evening, "2024-12-08T09:00:00+00:00")
    for game in season.games[4:]:
        game.status = "scheduled"
    sync(fan, data)
    service.set("/schedule-season/2024/NBA", Reply(304))

    for _ in range(2):
        assert incomplete(fan, data, refresh=True).missing == [f"2024 {game.id}" for game in season.games[:4]]
        assert len(sf.open(data)["schedule"]) == 6
        assert sf.verify(data)["state"].str.startswith("incomplete: 4 games").all()
    service.replies.clear()
    assert sync(fan, data)["state"] == "updated"


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore::sportsframe.errors.DriftWarning")
@pytest.mark.parametrize("first", [False, True])
@pytest.mark.parametrize("at", ["/live/2024-12-07/NBA", "/schedule-season/2024/NBA"])
def test_of_two_versions_of_a_game_the_finished_one_is_stored(
    at: str, first: bool, closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, service: Server, tmp_path: Path
) -> None:
    """A response may have a game as it was and as it is now, in any order; it is stored once."""
    whole = json.loads(season(at).body)
    rows = whole["data"]["NBA"]
    before = [{**row, "status": "inprogress"} for row in rows]
    whole["data"]["NBA"] = before + rows if first else rows + before
    service.set(at, Reply(200, whole))
    fan.sync("NBA", seasons=2024, to=tmp_path / "new", refresh=True)
    assert contents(tmp_path / "new") == closed


@pytest.mark.filterwarnings("ignore::sportsframe.errors.DriftWarning")
def test_a_schedule_of_another_season_is_not_stored(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, data: Path, service: Server, tmp_path: Path
) -> None:
    """Neither in place of the season's nor in an empty folder; the next sync gets the right one."""
    path = "/schedule-season/2024/NBA"
    whole = json.loads(season(path).body)
    for row in whole["data"]["NBA"]:
        row |= {"season": "2023-2024", "game_ID": f"2023{row['game_ID'][4:]}"}
    service.set(path, Reply(200, whole))
    for folder in (data, tmp_path / "new"):
        with pytest.raises(sf.SportsframeError, match=f"{path} has only rows of season 2023-2024"):
            fan.sync("NBA", seasons=2024, to=folder, refresh=True)
    assert contents(data) == closed
    assert not contents(tmp_path / "new")
    service.replies.clear()
    for folder in (data, tmp_path / "new"):
        fan.sync("NBA", seasons=2024, to=folder, refresh=True)
        assert contents(folder) == closed


def test_everything_that_becomes_empty_keeps_everything(
    closed: dict[str, bytes], fan: sf.Client, data: Path, service: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    """What a token that no longer covers the sport sees; the command ends with 1 and one line."""
    for path in ("/schedule-season/2024/NBA", *(f"/live/{day}/NBA" for day in DAYS)):
        service.set(path, Reply(304))
    assert len(incomplete(fan, data, refresh=True).missing) == 6
    assert contents(data) == closed


def test_a_shorter_answer_keeps_the_game_that_it_lacks(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, evening: Clock, data: Path, service: Server
) -> None:
    """The other rows are those of the new answer, and the day is asked for again until the game is back."""
    rows = json.loads(season("/live/2024-12-07/NBA").body)["data"]["NBA"]
    rows[0]["full_box"]["home_team"]["score"] = 77
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": rows[:1]}}))

    found = incomplete(fan, data, refresh=True)
    held = sf.open(data)["games"].set_index("game_id")
    gone = rows[1]["game_ID"]
    assert found.missing == [f"2024 {gone}"]
    assert held.loc[gone, "home_score"] == 100
    assert held.loc[rows[0]["game_ID"], "home_score"] == 77
    assert held.index.is_unique
    assert len(sf.open(data)["teams"]) == 12
    service.replies.clear()
    service.seen.clear()
    assert sync(fan, data)["state"] == "updated"
    assert "2024-12-07" in asked(service)
    assert contents(data) == closed


def test_a_game_that_another_day_lists_again_is_there_once(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, data: Path, service: Server
) -> None:
    """Rows that were kept give way to those of whichever answer has the game."""
    rows = json.loads(season("/live/2024-12-07/NBA").body)["data"]["NBA"]
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": rows[:1]}}))
    incomplete(fan, data, refresh=True)
    others = json.loads(season("/live/2024-12-08/NBA").body)["data"]["NBA"]
    service.set("/live/2024-12-08/NBA", Reply(200, {"data": {"NBA": [rows[1], *others]}}))

    assert sync(fan, data, refresh=True)["state"] == "updated"
    assert games(data) == sorted(game.id for game in season.games)
    assert sf.verify(data)["state"].eq("ok").all()


def test_a_game_that_the_schedule_takes_back_goes(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, data: Path
) -> None:
    """A game that was finished and is then said not to be played is no longer there, and not missing."""
    season.games[0].status = "cancelled"
    season.games, taken = season.games[1:], season.games[0]
    rows = season.games

    class Taken(SmallSeason):
        def __call__(self, path: str) -> Reply:
            self.games = [taken, *rows] if "schedule" in path else rows
            return super().__call__(path)

    found = Taken([])
    season.__class__, season.__dict__ = Taken, found.__dict__
    assert sync(fan, data, refresh=True)["state"] == "updated"
    assert taken.id not in games(data)
    assert len(games(data)) == 5


@pytest.mark.parametrize("reply", [Reply(304), EMPTY, Reply(404)], ids=["304", "empty", "404"])
def test_finished_games_without_a_box_score_are_missing(
    reply: Reply, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """A first sync of which days are empty is incomplete: the schedule beside it says that the games were finished."""
    pass_to(evening, LATER)
    service.set("/live/2024-12-07/NBA", reply)

    found = incomplete(fan, data)
    assert len(found.missing) == (1 if reply.status == 404 else 2)
    with pytest.warns(
        sf.SportsframeWarning, match=f"it lacks {'1 day' if reply.status == 404 else '2 games'} of NBA 2024"
    ):
        assert len(games(data)) == 4
    service.replies.clear()
    assert sync(fan, data)["state"] == "updated"
    assert len(games(data)) == 6


@pytest.mark.sampled
@pytest.mark.parametrize("how", ["no day", "a shorter day", "games that were there", "a shorter schedule"])
def test_a_game_that_never_comes_is_waited_for_ten_days(
    how: str, season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """It is asked for at every sync, then given up, which is said once; it is still taken when it comes after all."""
    pass_to(evening, "2025-02-01T12:00:00+00:00")
    path = "/live/2024-12-07/NBA"
    reply: Reply = Reply(304)
    if how == "a shorter day":
        reply = Reply(200, {"data": {"NBA": json.loads(season(path).body)["data"]["NBA"][:1]}})
    elif how == "games that were there":
        sync(fan, data)
    elif how == "a shorter schedule":
        sync(fan, data)
        path = "/schedule-season/2024/NBA"
        reply = Reply(200, {"data": {"NBA": json.loads(season(path).body)["data"]["NBA"][:5]}})
    service.set(path, reply)
    lost = 2 if reply.status == 304 else 1
    for days in (3, 3, 3, 1):
        found = incomplete(fan, data, refresh="changed")
        assert len(found.missing) == lost
        assert "waited for" not in str(found)
        assert "or the same call fetches what is missing" in str(found)
        assert service.paths()[f"/api/v1{path}"]
        service.seen.clear()
        evening.sleep(days * 86400)
    assert sf.verify(data)["state"].str.startswith("incomplete: ").all()

    found = incomplete(fan, data)
    assert "; after 10 days without it, it is no longer waited for" in str(found)
    assert "fetches what is missing" not in str(found)
    assert "\n" not in str(found)
    assert sf.verify(data)["state"].eq("ok").all()
    assert sf.open(data).contents()["missing"].eq(lost).all()
    kept = contents(data)
    service.seen.clear()
    for _ in range(2):
        assert sync(fan, data)["state"] == "unchanged"
        evening.sleep(3600)
    assert not service.paths()[f"/api/v1{path}"]
    assert contents(data) == kept
    evening.sleep(40 * 86400)
    sync(fan, data)
    assert service.paths()[f"/api/v1{path}"], "as often as finished games are"

    service.replies.clear()
    evening.sleep(40 * 86400)
    assert sync(fan, data)["state"] == "updated"
    assert games(data) == sorted(game.id for game in season.games)
    assert sf.open(data).contents()["missing"].eq(0).all()


def test_a_day_that_fails_in_a_later_night_is_warned_of(
    fan: sf.Client, season: SmallSeason, evening: Clock, data: Path, service: Server
) -> None:
    """It was asked for before, when its games were to come; rows that are there do not say that all are."""
    for game in season.games[2:]:
        game.status = "scheduled"
    pass_to(evening, "2024-12-07T12:00:00+00:00")
    sync(fan, data)
    for game in season.games:
        game.status = "completed"
    for day in DAYS[1:]:
        service.set(f"/live/{day}/NBA", Reply(400))
    pass_to(evening, "2024-12-09T12:00:00+00:00")
    incomplete(fan, data, refresh=True)
    with pytest.warns(sf.SportsframeWarning, match="it lacks . days of NBA 2024"):
        assert len(sf.open(data)["games"]) < 6


def test_a_season_whose_days_are_all_refused_is_incomplete(
    fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """Every day is answered by 404: that is no season without games."""
    pass_to(evening, LATER)
    for day in DAYS:
        service.set(f"/live/{day}/NBA", Reply(404))
    assert set(incomplete(fan, data).missing) == {f"2024 {day}" for day in DAYS}


def test_games_that_are_not_finished_are_not_missing(
    season: SmallSeason, fan: sf.Client, evening: Clock, data: Path, service: Server
) -> None:
    """Neither games to come, whose days the service may not have, nor one in play that has no box score yet."""
    pass_to(evening, "2024-12-08T02:30:00+00:00")
    for game in season.games[3:]:
        game.status = "scheduled"
    season.games[3].status = "inprogress"
    for day in ("2024-12-08", "2024-12-09"):
        service.set(f"/live/{day}/NBA", Reply(404))
    assert sync(fan, data)["state"] == "new"
    assert len(games(data)) == 3


def _told_of(data: Path) -> sf.Dataset:
    """A dataset that has said what its tables lack."""
    held = sf.open(data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.SportsframeWarning)
        for name in held.tables:
            held[name]
    return held


@pytest.mark.sampled
@pytest.mark.parametrize("why", ["table", "damage", "manifest", "catalog"])
def test_a_season_that_is_written_anew_keeps_what_the_service_has_lost(
    why: str, closed: dict[str, bytes], fan: sf.Client, evening: Clock, data: Path, tmp_path: Path, service: Server
) -> None:
    """For a table more, a damaged file or another catalog all is fetched again; the rest is written, and asked for."""
    manifest = data / "NBA" / "2024" / "_manifest.json"
    if why == "table":
        shutil.rmtree(data)
        sync(fan, data, tables=["games", "schedule"])
    elif why == "damage":
        (data / "NBA" / "2024" / "players.parquet").write_bytes(b"")
    elif why == "manifest":
        manifest.write_text("{")
    else:
        told = json.loads(manifest.read_text())
        manifest.write_text(manifest.read_text().replace(told["schema"], "0123456789abcdef"))
    service.set("/live/2024-12-07/NBA", Reply(304))
    fresh = sf.Client(base_url=service.base_url, token=TOKEN, now=evening, cache_dir=str(tmp_path / "empty cache"))

    found = incomplete(fresh, data)
    assert len(found.missing) == 2
    lost = {"damage": "players", "table": "teams and periods and players"}.get(why, "")
    without = f", but for those of {lost}" * bool(lost)
    assert f"no longer lists this finished game in full; its rows are kept{without})" in str(found)
    for name in ("games", *filter(None, lost.split(" and "))):
        lacks = pytest.warns(sf.SportsframeWarning, match="it lacks 2 games of NBA 2024")
        with lacks if name != "games" else nullcontext():
            assert len(sf.open(data)[name])
    assert len(games(data)) == 6
    assert sf.verify(data)["state"].str.startswith("incomplete: 2 games missing").all()
    held = _told_of(data)
    lacking = {"table": ["teams", "players"], "damage": ["players"]}.get(why, [])
    assert [len(held[name]) for name in ("teams", "players")] == [
        8 if n in lacking else 12 for n in ("teams", "players")
    ]
    service.seen.clear()
    assert incomplete(fresh, data).missing == found.missing
    assert "2024-12-07" in asked(service)
    assert len(asked(service)) < len(DAYS), "those that may list the games, and no other day"
    service.replies.clear()
    assert sync(fresh, data)["state"] == "updated"
    shutil.rmtree(tmp_path / "again", ignore_errors=True)
    sync(fresh, tmp_path / "again")
    assert contents(data) == contents(tmp_path / "again")
    assert sf.verify(data)["state"].eq("ok").all()


@pytest.mark.parametrize(("clock", "refused"), [("2025-03-01T11:56Z", False), ("2025-03-01T11:54Z", True)])
def test_clocks_of_two_machines_may_differ_by_five_minutes(
    clock: str, refused: bool, closed: dict[str, bytes], fan: sf.Client, data: Path, tmp_path: Path, service: Server
) -> None:
    """One that is behind the last sync by less adds nothing; one by more is refused."""
    behind = sf.Client(base_url=service.base_url, token=TOKEN, now=clock, cache_dir=str(tmp_path / "behind"))
    with pytest.raises(ConfigError, match="was synced at") if refused else nullcontext():
        behind.sync("NBA", seasons=2024, to=data)
    assert contents(data) == closed


@pytest.mark.parametrize("how", [{}, {"refresh": True}, {"refresh": "changed"}], ids=str)
def test_a_clock_before_the_last_sync_is_refused(
    how: dict[str, Any], closed: dict[str, bytes], fan: sf.Client, data: Path, tmp_path: Path, service: Server
) -> None:
    """It would see fewer games; one line says both times, nothing is requested and nothing written."""
    late = sf.Client(base_url=service.base_url, token=TOKEN, now="2024-12-07T12:00Z", cache_dir=str(tmp_path / "late"))
    service.seen.clear()
    with pytest.raises(
        ConfigError, match="was synced at 2025-03-01 12:00 UTC and the clock says 2024-12-07 12:00"
    ) as found:
        late.sync("NBA", seasons=2024, to=data, **how)

    assert "\n" not in str(found.value)
    assert str(found.value).startswith(f"{data / 'NBA' / '2024'} was synced at")
    assert str(found.value).endswith("If the clock was wrong then, remove that folder and sync again.")
    assert not service.seen
    assert contents(data) == closed
    shutil.rmtree(data / "NBA" / "2024")
    assert sync(late, data, tables="schedule")["state"] == "new"


def test_a_clock_that_is_little_behind_is_none(
    fan: sf.Client, evening: Clock, data: Path, service: Server, tmp_path: Path
) -> None:
    """Two machines that write one dataset need not agree to the second; within five, nothing is asked for again."""
    pass_to(evening, "2025-03-01T12:00:00+00:00")
    sync(fan, data)
    service.seen.clear()
    for second, days in (("55", []), ("54", DAYS)):
        near = sf.Client(
            base_url=service.base_url, token=TOKEN, now=f"2025-03-01T11:59:{second}Z", cache_dir=str(tmp_path / second)
        )
        sync(near, data)
        assert asked(service) == days
    second = sf.Client(base_url=service.base_url, token=TOKEN, now="2025-03-01T11:58Z", cache_dir=str(tmp_path / "c"))
    assert sync(second, data)["rows"]
    third = sf.Client(base_url=service.base_url, token=TOKEN, now="2025-03-01T11:50Z", cache_dir=str(tmp_path / "c"))
    with pytest.raises(SportsframeError, match="the clock says"):
        sync(third, data)


def test_the_command_ends_with_1_and_says_why(
    closed: dict[str, bytes], data: Path, service: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A job that runs every night notices that the service has less than the dataset."""
    for path in ("/schedule-season/2024/NBA", *(f"/live/{day}/NBA" for day in DAYS)):
        service.set(path, Reply(304))
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", service.base_url)
    monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", str(tmp_path / "another cache"))

    assert main(["sync", "NBA", "2024", "--to", str(data), "--now", LATER]) == 1
    told = capsys.readouterr()
    assert "incomplete" in told.out
    (line,) = [line for line in told.err.splitlines() if "missing" in line]
    assert "no longer lists" in line
    assert contents(data) == closed


@pytest.mark.sampled
@pytest.mark.parametrize("sport", but_in_long_trials(["PGA", "NFL", "SOCCER", "DARTS", "NCAAFB", "NHL"], "DARTS"))
def test_nothing_is_missing_of_a_season_that_is_whole(sport: Any, tmp_path: Path) -> None:
    """Of every kind of sport each finished game of the schedule has its box score, while a game is played and later."""
    league = "EPL" if sport == "SOCCER" else None
    main_table = "tournaments" if sport == "PGA" else "games"
    for now, state in (("2023-08-20T21:00Z", "new"), ("2023-10-14T21:00Z", "updated")):
        client = sf.Client(source="simulated", now=now, cache_dir=str(tmp_path / "cache"))
        report = client.sync(sport, seasons=2023, league=league, to=tmp_path / "data", tables=[main_table])
        assert report["state"].tolist() == [state]
    assert len(sf.open(tmp_path / "data")[main_table])


def _empty(row: dict[str, Any], what: str) -> None:
    """Take from a box score what it then lacks."""
    boxes = [row["full_box"], row["player_box"]]
    if what == "all":
        row["full_box"], row["player_box"] = {}, {}
    elif what == "players":
        row["player_box"] = {}
    elif what == "a side":
        for box in boxes:
            box["home_team"] = {}
    elif what == "periods":
        for side in ("away_team", "home_team"):
            row["full_box"][side]["quarter_scores"] = {}
    else:
        row["full_box"]["home_team"]["team_stats"] = dict.fromkeys(row["full_box"]["home_team"]["team_stats"])


@pytest.mark.sampled
@pytest.mark.filterwarnings("ignore:NBA live")
@pytest.mark.parametrize("tables", [None, ["games"]], ids=["all tables", "games"])
@pytest.mark.parametrize("what", ["all", "players", "a side", "periods", "numbers"])
def test_a_finished_game_that_is_emptied_keeps_its_rows(
    what: str,
    tables: list[str] | None,
    fan: sf.Client,
    season: SmallSeason,
    evening: Clock,
    data: Path,
    service: Server,
) -> None:
    """Its day has new rows of the others; it is asked for again, until the service has the game in full."""
    pass_to(evening, LATER)
    sync(fan, data, tables=tables)
    before = contents(data)
    rows = json.loads(season("/live/2024-12-07/NBA").body)["data"]["NBA"]
    emptied = rows[1]["game_ID"]
    _empty(rows[1], what)
    rows[0]["full_box"]["home_team"]["score"] = 77
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": rows}}))
    lost = tables is None or what in ("all", "a side")

    if lost:
        found = incomplete(fan, data, refresh=True, tables=tables)
        assert found.missing == [f"2024 {emptied}"]
        assert "no longer lists this finished game in full; its rows are kept" in str(found)
    else:
        sync(fan, data, refresh=True, tables=tables)
    held = sf.open(data)["games"].set_index("game_id")
    assert (held.loc[emptied, "home_score"], held.loc[rows[0]["game_ID"], "home_score"]) == (100, 77)
    if lost:
        kept = contents(data)
        assert incomplete(fan, data, tables=tables).missing == found.missing
        assert contents(data) == kept
    service.replies.clear()
    assert sync(fan, data, refresh=not lost, tables=tables)["state"] == "updated"
    assert contents(data) == before


@pytest.mark.filterwarnings("ignore:NBA live")
def test_a_season_that_is_written_anew_keeps_a_game_that_is_emptied(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, evening: Clock, data: Path, service: Server
) -> None:
    """Its players are those that the files have; the damaged table is that of the service but for this game."""
    rows = json.loads(season("/live/2024-12-07/NBA").body)["data"]["NBA"]
    _empty(rows[1], "players")
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": rows}}))
    (data / "NBA" / "2024" / "teams.parquet").write_bytes(b"")

    found = incomplete(fan, data, refresh=True)
    assert found.missing == [f"2024 {rows[1]['game_ID']}"]
    assert "its rows are kept, but for those of teams" in str(found)
    held = _told_of(data)
    assert [len(held[name]) for name in ("games", "players", "teams")] == [6, 12, 10]
    service.replies.clear()
    assert sync(fan, data)["state"] == "updated"
    assert contents(data) == closed


@pytest.mark.filterwarnings("ignore:NBA live")
def test_a_game_that_is_called_off_is_taken_as_it_comes(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, data: Path, service: Server
) -> None:
    """The schedule says that it does not count, so that nothing of it is kept."""
    season.games[2].status = "cancelled"
    rows = json.loads(season("/live/2024-12-07/NBA").body)["data"]["NBA"]
    off = next(row for row in rows if row["game_ID"] == season.games[2].id)
    _empty(off, "all")
    service.set("/live/2024-12-07/NBA", Reply(200, {"data": {"NBA": rows}}))

    assert sync(fan, data, refresh=True)["state"] == "updated"
    held = sf.open(data)["games"].set_index("game_id")
    assert held.loc[season.games[2].id, "status"] == "cancelled"
    assert season.games[2].id not in set(sf.open(data)["players"]["game_id"])


@pytest.mark.parametrize(("left", "lost"), [(19, set()), (11, set()), (10, {"a"}), (0, {"a"})])
def test_corrections_take_less_than_half_of_the_numbers(left: int, lost: set[str]) -> None:
    """More than that is no correction, whatever other games, tables and sides have; games not listed are left out."""
    before = Counter({Place(*place): 20 for place in itertools.product(("teams", "players"), "ab", ("home", "away"))})
    now = before | Counter()
    now[Place("players", "a", "home")] = left
    now[Place("players", "b", "home")] = 0
    assert emptied(before, now, {"a"}, {"teams", "players"}) == lost
    assert emptied(before, now, {"a"}, {"teams"}) == set()


@pytest.mark.parametrize("sport", SPORTS)
def test_numbers_are_of_what_remains_when_a_game_is_over(sport: str) -> None:
    """Every table but that of tee times has some; neither ids nor the situation are among them."""
    document = samples.envelope(sport, "live", 2)
    names = [name for name in origins(sport) if has_final(sport, name)]
    frames = {name: sf.read_json(document, sport, "live", table=name) for name in names}
    tables = {name: to_arrow(frame, sport, name, 2024, {}) for name, frame in frames.items()}
    full = numbers(sport, tables.items())
    assert {place.table for place in full} == set(tables) - {"tee_times"}
    for name, table in tables.items():
        over = {*layout_of(sport, name).momentary, *(one for one in table.column_names if one.endswith("_id"))}
        for column in over - {"game_id"}:
            place = table.column_names.index(column)
            table = table.set_column(place, column, pa.nulls(table.num_rows, table[column].type))
        assert numbers(sport, [(name, table)]) == Counter({k: v for k, v in full.items() if k.table == name})


def test_a_game_that_is_called_off_goes_when_its_day_arrives(
    closed: dict[str, bytes], fan: sf.Client, season: SmallSeason, evening: Clock, data: Path, service: Server
) -> None:
    """The schedule says so in a sync in which the days fail; it counts in the next one, which asks for the days."""
    taken = season.games[3]
    taken.status = "cancelled"
    service.set("/schedule-season/2024/NBA", season("/schedule-season/2024/NBA"))
    season.games.remove(taken)
    for day in DAYS:
        service.set(f"/live/{day}/NBA", Reply(500))
    incomplete(fan, data, refresh=True)
    assert taken.id in games(data)
    for day in DAYS:
        del service.replies[f"/live/{day}/NBA"]
    service.seen.clear()

    sync(fan, data, max_age=0)
    assert taken.id not in games(data)
    assert len(games(data)) == 5
    assert sf.open(data).contents()["missing"].eq(0).all()
    sync(fan, data.with_name("again"))
    assert contents(data) == contents(data.with_name("again"))
