"""Long loads keep what arrived and ask only for what is missing."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from email.utils import format_datetime
from typing import Literal

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.hosts import hosts, register_host
from sportsframe._pipeline import loading, reading
from sportsframe._process import BUILT_IN_HOST
from sportsframe.service.adapter import ServiceAdapter
from sportsframe.service.respond import Service
from sportsframe.service.rows import Question

from .support.samples import envelope
from .support.servers import Reply, Server, serving

DAYS = [f"2024-06-{day:02d}" for day in range(1, 9)]


def good(day: str) -> Reply:
    """A day of three games, the same each time it is asked."""
    doc = envelope("MLB", "live", n=3, seed=int(day[-2:]), maps=2)
    for i, row in enumerate(doc["data"]["MLB"]):
        row["game_ID"] = f"{day.replace('-', '')}-{9001 + i}-{9011 + i}"
        row["game_time"] = format_datetime(datetime.fromisoformat(f"{day}T18:00+00:00"), usegmt=True)
    return Reply(body=json.dumps(doc).encode())


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as found:
        for day in DAYS:
            found.set(f"/live/{day}/MLB", good(day))
        with sf.options(base_url=found.base_url, token="any"):
            yield found


def load(**more: object) -> pd.DataFrame:
    return sf.live(DAYS, "MLB", table="batting", progress=False, **more)


CASES = [tuple(sorted(random.Random(seed).sample(DAYS, k))) for seed, k in enumerate((1, 2, 3, 5, 7))]


@pytest.mark.parametrize("failing", CASES, ids=[f"{len(case)} of {len(DAYS)}" for case in CASES])
def test_any_days_may_fail(server: Server, failing: tuple[str, ...]) -> None:
    """What arrived is in .frame; resume asks for the missing days alone and equals a clean load."""
    clean = pd.concat([sf.read_json(good(day).body, "MLB", "live", "batting") for day in DAYS], ignore_index=True)
    for day in failing:
        server.set(f"/live/{day}/MLB", Reply(status=404, body=b'"no"'))

    with pytest.raises(sf.PartialResult, match=f"{len(failing)} of {len(DAYS)}") as caught:
        load()
    partial = caught.value
    assert partial.missing == list(failing)
    assert set(partial.causes) == set(failing)
    assert not set(partial.frame["game_date"].dt.strftime("%Y-%m-%d")) & set(failing)

    before = server.count
    for day in failing:
        server.set(f"/live/{day}/MLB", good(day))
    whole = partial.resume()

    assert server.count - before == len(failing)
    pd.testing.assert_frame_equal(whole, clean)


def test_what_the_service_has_on_no_day_is_not_found(server: Server) -> None:
    """If every day is refused with 404 nothing arrived: the error is NotFound, as for one day; skip gives no rows."""
    for day in DAYS:
        server.set(f"/live/{day}/MLB", Reply(status=404, body=b'"no"'))
    with pytest.raises(sf.NotFound, match="404 for /live/2024-06-01/MLB"):
        load()
    assert load(on_error="skip").attrs["sportsframe_missing"] == DAYS
    server.set(f"/live/{DAYS[0]}/MLB", Reply(304))
    with pytest.raises(sf.PartialResult, match=f"{len(DAYS) - 1} of {len(DAYS)} parts"):
        load()


@pytest.mark.parametrize("on_error", ["raise", "skip"])
@pytest.mark.parametrize("at", range(0, len(DAYS), 3))
def test_an_interrupt_keeps_what_arrived(
    server: Server, at: int, on_error: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C anywhere raises PartialResult with the days so far, with on_error="skip" too; resume gives the rest."""
    clean = load()
    handed = itertools.count()
    whole = loading.read

    def read(*args: object) -> object:
        if next(handed) == at:
            raise KeyboardInterrupt
        return whole(*args)

    monkeypatch.setattr(loading, "read", read)
    with pytest.raises(sf.PartialResult, match="stopped by the user") as caught:
        load(on_error=on_error)

    assert caught.value.missing == DAYS[at:]
    pd.testing.assert_frame_equal(caught.value.resume(), clean)


@pytest.mark.parametrize(("batch", "at"), [(1, 0), (1, 3), (1, 7), (7, 0), (7, 2), (loading.BATCH, 0)])
def test_an_interrupt_while_frames_are_built_loses_nothing(
    server: Server, batch: int, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each day is in the frame or missing, and resume gives the rest."""
    clean = load()
    begun = itertools.count()
    whole = loading.flatten

    def flatten(*args: object) -> object:
        if next(begun) == at:
            raise KeyboardInterrupt
        return whole(*args)

    monkeypatch.setattr(loading, "BATCH", batch)
    monkeypatch.setattr(loading, "flatten", flatten)
    with pytest.raises(sf.PartialResult, match="stopped by the user") as caught:
        load()

    received = set(caught.value.frame["game_date"].dt.strftime("%Y-%m-%d"))
    assert received | set(caught.value.missing) == set(DAYS)
    assert not received & set(caught.value.missing)
    pd.testing.assert_frame_equal(caught.value.resume(), clean)


def test_skipping_names_the_gaps(server: Server) -> None:
    """on_error="skip" returns the other days and names the gaps in attrs, where there is none, too."""
    server.set(f"/live/{DAYS[2]}/MLB", Reply(status=404, body=b'"no"'))

    frame = load(on_error="skip")

    assert frame.attrs["sportsframe_missing"] == [DAYS[2]]
    assert frame["game_date"].nunique() == len(DAYS) - 1
    server.set(f"/live/{DAYS[2]}/MLB", good(DAYS[2]))
    assert load(on_error="skip").attrs["sportsframe_missing"] == []


@pytest.mark.parametrize("wrong", [(0,), (7,), (0, 1), (2, 5)], ids=str)
def test_a_response_of_another_day_doubles_no_game(server: Server, wrong: tuple[int, ...]) -> None:
    """If its games are those of other days, its day is missing; and one day alone has none by the league's dates."""
    days = [DAYS[n] for n in wrong]
    for day in days:
        server.set(f"/live/{day}/MLB", good(DAYS[3]))
    with pytest.warns(sf.DriftWarning, match="has only rows of"), pytest.raises(sf.PartialResult) as caught:
        load()
    assert caught.value.missing == days
    games = caught.value.frame.drop_duplicates("game_id")["game_id"]
    assert games.str[:8].value_counts().to_dict() == {d.replace("-", ""): 3 for d in DAYS if d not in days}
    with pytest.warns(sf.DriftWarning, match="has only rows of"):
        assert len(caught.value.frame) == len(load(on_error="skip"))
    with pytest.warns(sf.DriftWarning), pytest.raises(sf.PartialResult, match="has only rows of"):
        sf.live(days[0], "MLB", day="league", progress=False, refresh=True)
    with pytest.warns(sf.DriftWarning), pytest.raises(sf.PayloadError, match=f"/live/{days[0]}/MLB has only rows of"):
        sf.live(days[0], "MLB", validate="strict")


@pytest.mark.parametrize("day", ["service", "league"])
@pytest.mark.parametrize(("wrong", "given"), [(5, 3), (2, 3)])
def test_each_gives_no_game_of_another_day_twice(
    server: Server, wrong: int, given: int, day: Literal["service", "league"]
) -> None:
    """One day after another: the response of another day is an error when its games would come a second time."""
    server.set(f"/live/{DAYS[wrong]}/MLB", good(DAYS[given]))
    came: list[str] = []

    def load_all() -> None:
        for _, box in sf.each((DAYS[0], DAYS[-1]), "MLB", day=day, progress=False):
            came.extend(box["games"]["game_id"])

    message = f"/live/{DAYS[wrong]}/MLB has only rows of"
    with pytest.warns(sf.DriftWarning, match=message), pytest.raises(sf.PayloadError, match=message):
        load_all()

    assert len(came) == len(set(came)) > 0


@pytest.mark.parametrize("table", ["games", "batting"])
def test_a_game_that_two_days_list_is_of_its_league_date_once(server: Server, table: str) -> None:
    """Also where the second response arrives with what was missing at first."""
    first, second = (json.loads(good(day).body) for day in DAYS[:2])
    first["data"]["MLB"] += second["data"]["MLB"][:1]
    server.set(f"/live/{DAYS[0]}/MLB", Reply(body=json.dumps(first).encode()))
    asked = {"day": "league", "table": table, "progress": False}
    server.set(f"/live/{DAYS[1]}/MLB", Reply(404))
    with pytest.raises(sf.PartialResult) as caught:
        sf.live(DAYS[:3], "MLB", **asked)
    server.set(f"/live/{DAYS[1]}/MLB", good(DAYS[1]))
    alone = [sf.read_json(good(day).body, "MLB", "live", table) for day in DAYS[:3]]
    for frame in (caught.value.resume(), sf.live(DAYS[:3], "MLB", **asked)):
        assert len(frame) == sum(map(len, alone))
        assert frame["game_id"].nunique() == 9


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_games_without_an_id_are_kept_apart(server: Server) -> None:
    """Nothing says that two which begin at one time are one."""
    body = json.loads(good(DAYS[0]).body)
    for row in body["data"]["MLB"]:
        row["game_ID"] = None
    server.set(f"/live/{DAYS[0]}/MLB", Reply(body=json.dumps(body).encode()))
    assert len(sf.live(DAYS[:2], "MLB", day="league", progress=False)) == 6


def test_a_response_of_a_day_that_nobody_asked_for_is_kept(server: Server) -> None:
    """Of games that no other response has, however the service dates them; two such responses give them once."""
    for day in DAYS[:2]:
        server.set(f"/live/{day}/MLB", good("2024-05-01"))
    with pytest.warns(sf.DriftWarning, match="has only rows of"), pytest.raises(sf.PartialResult) as caught:
        load()
    assert caught.value.missing == DAYS[1:2]
    assert caught.value.frame["game_id"].str[:8].iloc[0] == "20240501"


def test_a_payload_that_is_none_is_a_missing_day(server: Server) -> None:
    """An answer that is not the envelope counts as missing, and the others are kept."""
    server.set(f"/live/{DAYS[0]}/MLB", Reply(body=b"<html>"))

    with pytest.raises(sf.PartialResult) as caught:
        load()

    assert caught.value.missing == [DAYS[0]]
    assert isinstance(caught.value.causes[DAYS[0]], sf.PayloadError)


class OneBadDay(Service):
    """The built-in service with a defect on one day."""

    def answer(self, question: Question) -> tuple[int, dict[str, str], bytes]:
        if str(question.first) == DAYS[3]:
            raise KeyError(("up", 2))
        return super().answer(question)


@contextmanager
def built_in_is(service: Service) -> Iterator[None]:
    """For a while this is the built-in service of the process."""
    kept = dict(hosts)
    register_host(BUILT_IN_HOST, lambda clock: ServiceAdapter(service.at(clock)), version=type(service).__name__)
    with sf.options(source="simulated"):
        yield
    hosts.update(kept)


@pytest.fixture
def built_in() -> Iterator[None]:
    """The built-in service with a defect, in the process."""
    with built_in_is(OneBadDay()):
        yield


class Forgetful(Service):
    """The built-in service without the games of one Sunday."""

    def answer(self, question: Question) -> tuple[int, dict[str, str], bytes]:
        if str(question.first) in ("2023-09-10", "2023-09-11") and question.resource == "live":
            return 304, {}, b""
        return super().answer(question)


def test_finished_games_without_rows_are_told_of() -> None:
    """A season whose schedule has more finished games than the box scores is not half in silence."""
    told = r"^\d+ of 285 finished games of the season have no rows, starting with 20230910-"
    with built_in_is(Forgetful()), sf.options(now="2024-06-01T12:00"):
        for table in (None, "players"):
            with pytest.warns(sf.SportsframeWarning, match=told):
                sf.live(season=2023, sport="NFL", table=table, progress=False)
        sf.live(season=2023, sport="NFL", table="field_goals", progress=False)
        team = int(sf.teams("NFL")["team_id"].iloc[0])
        sf.live(season=2023, sport="NFL", team_id=team, progress=False)


def test_a_defect_of_the_service_is_a_failed_day(built_in: None) -> None:
    """An exception inside the service of this process on one day loses that day and no other."""
    with pytest.raises(sf.PartialResult, match=r"1 of 8 parts .*2024-06-04") as caught:
        load()
    assert caught.value.missing == [DAYS[3]]
    assert len(caught.value.frame)
    assert load(on_error="skip").attrs["sportsframe_missing"] == [DAYS[3]]
    with pytest.raises(KeyError):  # alone, it is the defect itself, with its traceback
        sf.live(DAYS[3], "MLB")


@pytest.mark.parametrize("step", ["records", "flatten"])
def test_a_defect_of_ours_is_a_failed_day(server: Server, monkeypatch: pytest.MonkeyPatch, step: str) -> None:
    """A defect that one day meets in decoding or flattening loses that day and no other, and `resume` has it after."""
    clean = load()
    room = {"records": reading, "flatten": loading}[step]
    whole = getattr(room, step)
    marked = DAYS[4].replace("-", "")

    def broken(data: object, *args: object, **more: object) -> object:
        inside = marked.encode() in data if isinstance(data, bytes) else any(marked in r.game_id for r in data.rows)  # type: ignore[attr-defined]
        if inside:
            raise ZeroDivisionError("a defect")
        return whole(data, *args, **more)

    with monkeypatch.context() as patch:
        patch.setattr(room, step, broken)
        with pytest.raises(sf.PartialResult, match="ZeroDivisionError: a defect") as caught:
            load()
        assert caught.value.missing == [DAYS[4]]
        assert isinstance(caught.value.causes[DAYS[4]].__cause__, ZeroDivisionError)
        skipped = load(on_error="skip")
    assert skipped.attrs["sportsframe_missing"] == [DAYS[4]]
    assert len(skipped) == len(caught.value.frame) == len(clean) * 7 // 8
    pd.testing.assert_frame_equal(caught.value.resume(), clean)


def test_a_second_load_asks_nothing(server: Server) -> None:
    """Days that are over come from the cache."""
    first = load()
    before = server.count

    pd.testing.assert_frame_equal(load(), first)
    assert server.count == before


def test_order_is_that_of_the_question(server: Server) -> None:
    """However the answers come in, the rows stand in the order of the days asked for."""
    backwards = sf.live(DAYS[::-1], "MLB", table="games", progress=False)

    assert list(backwards["game_date"].dt.strftime("%Y-%m-%d").unique()) == DAYS[::-1]


@pytest.mark.parametrize(("before", "asked"), [(timedelta(days=1), True), (timedelta(days=1, seconds=1), False)])
def test_a_season_is_asked_for_up_to_a_day_ahead(
    before: timedelta, asked: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """The day of a game that starts in exactly 24 hours is asked for, as it may be today's by its other date."""
    opening = sf.schedule_season(2024, "NFL")["game_time"].min()
    with sf.options(source="simulated", now=(opening - before).to_pydatetime()), caplog.at_level("INFO", "sportsframe"):
        sf.live(season=2024, sport="NFL")

    assert ("/live/" in caplog.text) == asked


def test_an_empty_range_is_an_empty_frame() -> None:
    """A season that has not begun has no days, no rows, and all columns."""
    with sf.options(now="2024-02-01T00:00:00+00:00"):
        frame = sf.live(season=2024, sport="MLB", table="pitching")

    assert frame.shape == sf.live("1999-01-01", "MLB", table="pitching").shape
