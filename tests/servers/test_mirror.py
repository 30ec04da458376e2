"""The mirror: the client's cache in front of a service, with tokens of its own."""

from __future__ import annotations

import gzip
import json
import logging
import sys
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import load
from sportsframe._client import cache
from sportsframe._client.clock import Clock
from sportsframe._client.options import options
from sportsframe.errors import ConfigError, SportsframeWarning, Unauthorized, Unreachable
from sportsframe.servers.mirror import CACHE, UPSTREAM_SECONDS, Mirror, MirrorApp, question
from sportsframe.servers.pending import CONCURRENT_REQUESTS
from sportsframe.service import Service, quirks
from sportsframe.service.asgi import ServiceApp
from sportsframe.service.respond import default_service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant, Tokens

from ..support.asking import DAYS, SPORTS
from ..support.hostile import ENCODINGS
from ..support.processes import command
from ..support.servers import Reply, Server, envelope, game, hanging
from .mirrors import (
    HOOPS,
    LATER,
    ODD,
    ODD_TOKEN,
    OURS,
    PATH,
    TABLE,
    UPSTREAM,
    Answer,
    ask,
    counts,
    get,
    mirror_of,
    plan_of,
)


def test_bytes_are_those_of_upstream(upstream: Server) -> None:
    """The body is upstream's, byte for byte, whether it was just asked for or lay in the cache."""
    mirror = mirror_of(upstream)
    first, second = ask(mirror), ask(mirror)

    assert first[0] == second[0] == 200
    assert first[2] == second[2] == ODD
    assert (first[1][CACHE], second[1][CACHE]) == ("miss", "hit")
    assert upstream.count == 1


def test_the_upstream_token_stays_inside(upstream: Server, caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] [S5-08] Users ask with their token, upstream is asked with its own; neither shows on the other side."""
    caplog.set_level(logging.DEBUG)
    upstream.set(PATH, Reply(200, ODD, echo=True), Reply(404, b'"no @ADDRESS@"', echo=True))
    upstream.set("/live/2024-06-02/MLB", Reply(404, b'"no @ADDRESS@"', echo=True))
    mirror = mirror_of(upstream)
    with running_server(app=MirrorApp(mirror)) as running:
        answers = [get(running.address, f"/api/v1/live/2024-06-0{day}/MLB") for day in (1, 2)]
        answers += [get(running.address, path) for path in ("/", "/metrics", "/healthz", "/openapi.json")]

    assert [answer[0] for answer in answers] == [200, 404, 200, 200, 200, 200]
    assert all(seen.query["RSC_token"] == [UPSTREAM] for seen in upstream.seen)
    assert OURS not in str([(seen.query, seen.headers) for seen in upstream.seen])
    shown = str(answers) + repr(mirror) + caplog.text
    assert UPSTREAM not in shown
    assert OURS not in shown


def test_only_its_own_tokens_are_accepted(upstream: Server) -> None:
    """[S5-11] Upstream's token opens nothing here; who is refused costs upstream nothing."""
    mirror = mirror_of(upstream)
    for token in ("", "wrong", UPSTREAM, OURS.upper()):
        assert ask(mirror, token=token)[::2] == (401, b"null")
    assert ask(mirror, method="POST")[0] == 405
    assert ask(mirror, token=HOOPS)[0] == 403
    assert json.loads(ask(mirror, token=HOOPS)[2])["code"] == "NOT_ENTITLED"
    assert ask(mirror, "/live/2024-06-01/NBA-MLB", token=HOOPS)[0] == 403
    assert ask(mirror, "/live/2024-06-01/ZZZ", token=HOOPS)[0] == 404
    assert upstream.count == 0
    upstream.set("/live/2024-06-01/NBA", Reply(200, ODD.replace(b"MLB", b"NBA")))
    assert ask(mirror, "/live/2024-06-01/NBA", token=HOOPS)[0] == 200


@pytest.mark.parametrize(
    "path",
    ["/", "/live", "/live/MLB/a/b", "/live/../MLB", "/live/2024-06-01/", "/graphql/2024/MLB", "/events/2024/MLB",
     "/live/2024-06-01%0d%0aX/MLB", "/live/" + "9" * 40 + "/MLB", "/depth-charts/DARTS"],
)  # fmt: skip
def test_what_cannot_be_a_path_goes_no_further(upstream: Server, path: str) -> None:
    """[S7-03] NotFound without a request upstream."""
    assert ask(mirror_of(upstream), path)[0] == 404
    assert upstream.count == 0


@pytest.mark.parametrize(
    ("path", "query", "status"),
    [("/live/2024-6-1/MLB", {}, 400), ("/live/20240601/MLB", {}, 400), ("/schedule-season/24/MLB", {}, 400),
     ("/player-stats/2023-2024/NBA", {}, 400), (f"/live/{OURS}/MLB", {}, 404),
     ("/schedule/2024-11-09/SOCCER", {"league": OURS}, 404), ("/team-info/MLB", {"team_id": f"1{OURS}"}, 404),
     ("/live/{}/MLB".format("".join(f"%{ord(letter):02x}" for letter in OURS)), {}, 404)],
)  # fmt: skip
def test_malformed_and_misplaced_values_go_no_further(
    upstream: Server, path: str, query: dict[str, str], status: int
) -> None:
    """What is no date, no season, or the user's own token in a wrong place is refused, not sent upstream."""
    mirror = mirror_of(upstream)
    got = ask(mirror, path, **query)
    assert got[0] == status
    assert OURS not in str(got)
    assert upstream.count == 0


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("token", [OURS, ODD_TOKEN])
def test_a_misplaced_token_goes_no_further_in_any_encoding(upstream: Server, token: str, name: str) -> None:
    """Also one with characters that URLs escape is not sent upstream."""
    mirror = mirror_of(upstream)
    for path, param in (("/live/2024-11-09/SOCCER", "league"), ("/live/2024-01-03/DARTS", "game_id")):
        assert ask(mirror, path, token, **{param: f"1{ENCODINGS[name](token)}"})[0] == 404
    assert upstream.count == 0


def test_questions_are_told_apart_by_what_upstream_reads() -> None:
    """Cache busters and unknown parameters do not split the cache; filters and leagues do."""
    path = "/api/v1/schedule/2024-11-09/SOCCER"
    one = question(path, {"RSC_token": "a", "league": "EPL", "_": "1"})
    assert one == question(path, {"RSC_token": "b", "league": "EPL", "_": "2", "x": "y"})
    assert one != question(path, {"league": "LALIGA"})
    assert str(one) == "/schedule/2024-11-09/SOCCER?league=EPL"
    assert str(question("/api/v1/player-info/MLB", {"team_id": "9"})) == "/player-info/MLB?team_id=9"
    assert question(path, {"league": "E" * 500}) is None
    assert question(path, {"league": "EPL\n"}) is None


def test_nothing_to_return_is_passed_on_and_kept(upstream: Server) -> None:
    """[S7-06] NotModified has no body and no content type, and a day without games is asked for once."""
    upstream.set(PATH, Reply(304))
    mirror = mirror_of(upstream)
    for _ in range(3):
        status, headers, body = ask(mirror)
        assert (status, body) == (304, b"")
        assert "Content-Type" not in headers
    assert upstream.count == 1


def test_a_mirror_keeps_no_answer_in_memory(upstream: Server) -> None:
    """Answers, refusals and failures alike leave nothing in the mirror's journal, however many were asked for."""
    mirror = mirror_of(upstream)
    upstream.set("/live/2024-06-08/MLB", Reply(404, b'"no"'))
    upstream.set("/live/2024-06-09/MLB", Reply(200, b"<html>"))
    for day in range(1, 10):
        ask(mirror, f"/live/2024-06-0{day}/MLB")
        ask(mirror, f"/live/2024-06-0{day}/MLB")

    assert len(mirror._setting.history) == 0
    assert mirror._setting.history.held == 0


def test_many_users_ask_upstream_once(upstream: Server) -> None:
    """Thirty users with one question cost upstream one request."""
    upstream.set(PATH, Reply(200, ODD, delay=0.3))
    mirror = mirror_of(upstream)
    found: list[Answer] = []
    threads = [threading.Thread(target=lambda: found.append(ask(mirror))) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {answer[2] for answer in found} == {ODD}
    assert upstream.count == 1


def test_what_hangs_upstream_keeps_nobody_else_waiting() -> None:
    """More hanging requests than a user has threads: cached answers come at once, and another's misses go upstream."""
    with hanging(PATH, ODD) as (address, release):
        table = Tokens({OURS: Grant("ours"), HOOPS: Grant("hoops")})
        mirror = Mirror(address, table, token=UPSTREAM, now=Clock(LATER))
        in_flight = mirror.counts.in_flight._value

        def wait_for(number: int) -> None:
            until = time.monotonic() + 30
            while in_flight.get() < number and time.monotonic() < until:
                time.sleep(0.01)
            assert in_flight.get() == number

        with running_server(app=MirrorApp(mirror)) as running:
            assert get(running.address, f"/api/v1{PATH}")[1][CACHE.lower()] == "miss"
            asked = [(f"/api/v1/live/2024-05-{day:02}/MLB", OURS) for day in range(1, CONCURRENT_REQUESTS + 5)]
            asked.append(("/api/v1/live/2024-06-03/MLB", HOOPS))
            threads = [threading.Thread(target=get, args=(running.address, *one)) for one in asked]
            for thread in threads[:-1]:
                thread.start()
            wait_for(CONCURRENT_REQUESTS)
            for _ in range(20):
                assert get(running.address, f"/api/v1{PATH}")[1][CACHE.lower()] == "hit"
            threads[-1].start()
            wait_for(CONCURRENT_REQUESTS + 1)
            release.set()
            for thread in threads:
                thread.join()


def test_parameters_that_do_not_apply_are_one_entry(upstream: Server) -> None:
    """What the specification does not give a sport is not sent upstream and does not split the cache."""
    mirror = mirror_of(upstream)
    for number in range(5):
        assert ask(mirror, player_id=str(number), event_id=str(number), relegated="TRUE", league=f"L{number}")[0] == 200
    assert upstream.count == 1
    for path, name in (("/schedule/2024-01-03/DARTS", "player_id"), ("/live/2024-01-03/DARTS", "game_id"),
                       ("/player-info/NFL", "team_id"), ("/team-info/SOCCER", "relegated")):  # fmt: skip
        one, other = (question(f"/api/v1{path}", {name: value}) for value in ("1", "2"))
        assert one != other, path


def test_simulated_data_stays_marked(upstream: Server) -> None:
    """The mark of an upstream that simulates is passed on, from the cache too; that of no other is made up."""
    marked = {"X-Sportsframe-Source": "simulated"}
    upstream.set(PATH, Reply(200, ODD, marked))
    upstream.set("/live/2024-06-02/MLB", Reply(304, b"", marked))
    upstream.set("/live/2024-06-03/MLB", Reply(200, ODD))
    upstream.set("/live/2024-06-04/MLB", Reply(200, ODD, {"X-Sportsframe-Source": "elsewhere"}))
    for mirror in (mirror_of(upstream), mirror_of(upstream)):  # the second one reads the entries of the first
        for day, expected in ((1, "simulated"), (2, "simulated"), (3, None), (4, None)):
            for _ in range(2):
                assert ask(mirror, f"/live/2024-06-0{day}/MLB")[1].get("X-Sportsframe-Source") == expected
    assert upstream.count == 4


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_our_client_says_what_a_mirror_calls_stale(upstream: Server, tmp_path: Path) -> None:
    """In an outage of upstream the user of a mirror is told how old a response is, and that there is no newer one."""
    clock = Clock(LATER)
    first = clock()
    upstream.set(PATH, Reply(200, envelope(game(status="inprogress"))))
    with running_server(app=MirrorApp(mirror_of(upstream, clock))) as running:
        user = sf.Client(base_url=running.address, token=OURS, now=clock, cache_dir=tmp_path)
        user.live("2024-06-01", "MLB")
        clock.sleep(3600)
        upstream.set(PATH, Reply(503))
        for _ in range(2):
            with pytest.warns(SportsframeWarning, match="the service, or a mirror of it, has no newer one"):
                frame = user.live("2024-06-01", "MLB")
            assert frame.attrs["sportsframe"]["stale_since"] == first.isoformat()
        with pytest.raises(Unreachable, match="no newer response"):
            user.live("2024-06-01", "MLB", refresh=True)


def test_what_was_just_read_is_not_read_again(upstream: Server) -> None:
    """Within a second the cache is not read; after it the entry counts, which may be fresher or gone."""
    clock = Clock("2024-06-01T22:00:00")
    upstream.set(PATH, Reply(200, envelope(game(status="inprogress"))))
    mirror = mirror_of(upstream, clock)
    ask(mirror)
    assert mirror.recent(plan_of(mirror)) is None
    first = ask(mirror)
    kept = mirror.recent(plan_of(mirror))
    assert kept is not None
    assert (kept[0], kept[1][CACHE], kept[2]) == (200, "hit", first[2])
    clock.sleep(0.999)
    assert mirror.recent(plan_of(mirror)) is not None
    clock.sleep(0.001)
    assert mirror.recent(plan_of(mirror)) is None
    assert ask(mirror)[1]["Age"] == "1"
    clock.sleep(60)
    assert ask(mirror)[1][CACHE] == "miss"


def test_what_was_read_before_the_clock_was_set_back_is_read_again(upstream: Server) -> None:
    """A response kept in memory is of the second after it was read, not of a time before it."""
    moments = [datetime.fromisoformat("2024-06-01T22:00:00Z")]
    mirror = Mirror(upstream.base_url, TABLE, token=UPSTREAM, now=lambda: moments[-1])
    ask(mirror)
    ask(mirror)
    assert mirror.recent(plan_of(mirror)) is not None
    moments.append(moments[0] - timedelta(seconds=10))
    assert mirror.recent(plan_of(mirror)) is None
    upstream.set(PATH, Reply(503, headers={"Retry-After": "60"}))
    stale = ask(mirror)[1]
    assert (stale[CACHE], stale["Age"]) == ("stale", "0")


def test_a_quota_holds_for_hits_too(upstream: Server) -> None:
    """The requests of one token are counted together, whether upstream is asked or not."""
    mirror = Mirror(upstream.base_url, Tokens({OURS: Grant("ours", quota=2)}), token=UPSTREAM, now=Clock(LATER))
    assert [ask(mirror)[0] for _ in range(3)] == [200, 200, 429]
    assert upstream.count == 1


def test_metrics_and_health_over_http(upstream: Server) -> None:
    """Counts are in the text form of Prometheus and right; they and the health need no token."""
    upstream.set("/live/2024-06-02/MLB", Reply(404, b'"no"'))
    with running_server(app=MirrorApp(mirror_of(upstream))) as running:
        for _ in range(3):
            assert get(running.address, "/api/v1/live/2024-06-01/MLB")[0] == 200
        get(running.address, "/api/v1/live/2024-06-02/MLB")
        get(running.address, "/api/v1/live/2024-06-01/MLB", token="wrong")
        status, headers, page = get(running.address, "/metrics", token="")
        assert (status, headers["content-type"].split(";")[0]) == (200, "text/plain")
        health = get(running.address, "/healthz", token="")
        assert json.loads(health[2]) == {"status": "ok", "upstream": "up"}
        assert get(running.address, "/metrics", method="POST")[0] == 405
    found = counts(page)

    assert found["sportsframe_http_requests_total/200/ours"] == 3
    assert found["sportsframe_http_requests_total/404/ours"] == 1
    assert found["sportsframe_http_requests_total/401/"] == 1
    assert time.time() - 60 < found["sportsframe_http_last_use_seconds/ours"] <= time.time()
    assert found["sportsframe_http_seconds_count/live"] == 5
    assert found["sportsframe_mirror_upstream_seconds_count"] == 2
    assert (found["sportsframe_mirror_in_flight"], found["sportsframe_mirror_upstream_up"]) == (0, 1)
    assert found["sportsframe_mirror_from_cache_total"] == 2
    assert found["sportsframe_mirror_stale_total"] == 0
    assert found["sportsframe_mirror_upstream_total"] == upstream.count == 2
    assert found["sportsframe_mirror_saved_total"] == 2
    assert found["sportsframe_mirror_bytes_total"] == 3 * len(ODD)
    assert found["sportsframe_mirror_cache_usable"] == 1


def test_the_access_log_has_every_parameter_that_goes_upstream(
    upstream: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Also those that only switches of the built-in service take."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    names = {param.name for param, _ in quirks.PARAMS.values()}
    with running_server(app=MirrorApp(mirror_of(upstream))) as running:
        for name in sorted(names):
            get(running.address, f"/api/v1/live/2025-01-06/NBA?RSC_token={OURS}&{name}=1", token="")
    for name in names:
        assert f"/api/v1/live/2025-01-06/NBA?{name}=1" in caplog.text


def test_a_cache_that_cannot_be_used_is_said(
    tmp_path: Path, upstream: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Responses are those of upstream; the log and the metrics say that they are not stored."""
    (tmp_path / "file").touch()
    mirror = mirror_of(upstream, cache_dir=tmp_path / "file" / "cache")
    with pytest.warns(SportsframeWarning, match="is unavailable"):
        assert [ask(mirror)[1][CACHE] for _ in range(2)] == ["miss", "miss"]
    page = MirrorApp(mirror).metrics.page()[2]
    assert counts(page)["sportsframe_mirror_cache_usable"] == 0
    assert "is unavailable" in caplog.text


def test_packed_for_who_asks(upstream: Server) -> None:
    """A large body comes packed where gzip is accepted, and unpacks to upstream's bytes."""
    large = envelope(*(game(f"20240601-{i}-2") for i in range(100)))
    upstream.set(PATH, Reply(200, large))
    with running_server(app=MirrorApp(mirror_of(upstream))) as running:
        packed = get(running.address, "/api/v1/live/2024-06-01/MLB", **{"Accept-Encoding": "gzip"})
        plain = get(running.address, "/api/v1/live/2024-06-01/MLB")

    assert packed[1]["content-encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2] == large


def test_the_deadline_of_the_client_is_that_of_upstream(upstream: Server) -> None:
    """Where it is set, by an argument or around it; otherwise upstream has half a minute."""
    with options(deadline=7):
        around = mirror_of(upstream)
    mirrors = (mirror_of(upstream, deadline=5), around, mirror_of(upstream))
    assert [mirror.seconds for mirror in mirrors] == [5, 7, UPSTREAM_SECONDS]


def test_settings_that_cannot_be() -> None:
    """[S1-02] [S1-15] A mirror without an upstream token, or of an address in the clear, is refused at once."""
    with pytest.raises(ConfigError, match="SPORTSFRAME_UPSTREAM_TOKEN"):
        Mirror("https://host.invalid/api/v1")
    with pytest.raises(ConfigError, match="https"):
        Mirror("http://host.invalid/api/v1", token=UPSTREAM)
    with pytest.raises(ConfigError, match="must end in /api/v1"):
        Mirror("https://host.invalid/api", token=UPSTREAM)


def test_a_day_of_each_sport_is_the_same_everywhere(tmp_path: Path) -> None:
    """In process, over `serve`, and through the mirror in front of it: equal frames of every sport."""
    inside = default_service()
    served = Service(inside.world, Tokens.full(UPSTREAM), inside.clock)
    with running_server(app=ServiceApp(served)) as behind:
        mirror = Mirror(behind.address, Tokens.full(OURS), token=UPSTREAM, cache_dir=tmp_path / "mirror")
        with running_server(app=MirrorApp(mirror)) as running:
            for sport in SPORTS:
                league = "EPL" if sport == "SOCCER" else None
                frames = [load.live(DAYS[sport], sport, league=league)]
                for name, address, token in (("a", behind.address, UPSTREAM), ("b", running.address, OURS)):
                    with options(base_url=address, token=token, cache_dir=tmp_path / name):
                        frames.append(load.live(DAYS[sport], sport, league=league))
                        frames.append(load.schedule(DAYS[sport], sport, league=league))
                assert len(frames[0]) > 0
                pd.testing.assert_frame_equal(frames[0], frames[1])
                pd.testing.assert_frame_equal(frames[0], frames[3])
                pd.testing.assert_frame_equal(frames[2], frames[4])
            with options(base_url=running.address, token=UPSTREAM), pytest.raises(Unauthorized):
                load.live("2024-06-01", "MLB")
        made = cache.tally.made
        assert ask(mirror, "/live/2024-06-01/MLB")[1][CACHE] == "hit"
        assert cache.tally.made == made


def test_a_killed_mirror_loses_no_answer(tmp_path: Path, upstream: Server) -> None:
    """Killed under load and started again, the mirror has every answer it gave; upstream is not asked again."""
    given: set[str] = set()
    environment = {
        "RSC_TOKEN": OURS, "SPORTSFRAME_UPSTREAM_TOKEN": UPSTREAM, "SPORTSFRAME_CACHE_DIR": str(tmp_path),
    }  # fmt: skip
    words = ("serve", "--upstream", upstream.base_url, "--port", "0", "--quiet")

    def user(address: str, first: int) -> None:
        for day in range(first, 10**6, 4):
            path = f"/live/2024-{1 + day // 28 % 12:02d}-{1 + day % 28:02d}/MLB"
            try:
                status, _, body = get(address, f"/api/v1{path}")
            except OSError:
                return
            assert (status, body) == (200, ODD)
            given.add(path)

    with command(*words, **environment) as mirror:
        users = [threading.Thread(target=user, args=(mirror.address, i)) for i in range(4)]
        for thread in users:
            thread.start()
        while len(given) < 60:
            time.sleep(0.01)
        mirror.kill()
        for thread in users:
            thread.join()
    asked = upstream.paths()
    with command(*words, **environment) as mirror:
        for path in given:
            status, headers, body = get(mirror.address, f"/api/v1{path}")
            assert (status, headers[CACHE.lower()], body) == (200, "hit", ODD)
        assert mirror.stop() == 0
        assert UPSTREAM not in "".join(mirror.said + mirror.logged)
    assert upstream.paths() == asked


def test_the_client_library_is_asked_for_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without prometheus-client the mirror says in one line what to install."""
    monkeypatch.setitem(sys.modules, "prometheus_client", None)
    with pytest.raises(ConfigError, match=r'pip install "sportsframe\[server\]"'):
        Mirror("https://host.invalid/api/v1", token=UPSTREAM)
