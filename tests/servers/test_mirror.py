"""The mirror: the client's cache in front of a service, with tokens of its own."""

from __future__ import annotations

import gzip
import json
import logging
import math
import re
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pandas as pd
import pytest

from sportsframe import load
from sportsframe._client import cache
from sportsframe._client.clock import Clock
from sportsframe._client.options import options
from sportsframe._client.transport import DOUBT
from sportsframe.catalog.resources import REFUSED_BY
from sportsframe.errors import ConfigError, SportsframeWarning, Unauthorized
from sportsframe.servers.mirror import (
    CACHE,
    STALE,
    Asked,
    Mirror,
    MirrorApp,
    question,
)
from sportsframe.servers.pending import CONCURRENT_REQUESTS
from sportsframe.servers.upstream import RETRY_AFTER
from sportsframe.service import Service
from sportsframe.service.asgi import ServiceApp
from sportsframe.service.respond import default_service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant, Tokens

from ..support.asking import DAYS, SPORTS
from ..support.processes import command
from ..support.servers import Reply, Server, closed_port, envelope, game, hanging, serving

UPSTREAM = "upstream-canary-0123456789"
OURS = "team-token-0123456789"
HOOPS = "hoops-token-0123456789"
TABLE = Tokens({OURS: Grant("ours"), HOOPS: Grant("hoops", pairs=frozenset([("NBA", "live")]))})
LATER = "2025-03-01T12:00:00+00:00"
PATH = "/live/2024-06-01/MLB"
ODD = b'{ "data" :\n{"MLB":[ {"game_ID":"20240601-1-2","status":"final","a":1.50,"\xc3\xa9":"\\u00e9"} ]}}\n'

Answer = tuple[int, dict[str, str], bytes]


@pytest.fixture
def upstream() -> Iterator[Server]:
    with serving(Reply(200, ODD)) as server:
        yield server


def mirror_of(server: Server, clock: Clock | None = None, **given: object) -> Mirror:
    """A mirror of a server, under a clock that stands."""
    return Mirror(server.base_url, TABLE, token=UPSTREAM, now=clock or Clock(LATER), **given)


def ask(mirror: Mirror, path: str = PATH, token: str = OURS, method: str = "GET", **query: str) -> Answer:
    return mirror.respond(method, f"/api/v1{path}", {"RSC_token": token, **query}, {})


def get(address: str, path: str, token: str = OURS, method: str = "GET", **headers: str) -> Answer:
    """One request over a socket of its own."""
    parts = urlsplit(address)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    connection.request(method, f"{path}?{urlencode({'RSC_token': token})}", headers=headers)
    got = connection.getresponse()
    answer = got.status, dict(got.getheaders()), got.read()
    connection.close()
    return answer


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


def test_questions_are_told_apart_by_what_upstream_reads() -> None:
    """Cache busters and unknown parameters do not split the cache; filters and leagues do."""
    path = "/api/v1/schedule/2024-11-09/SOCCER"
    one = question(path, {"RSC_token": "a", "league": "EPL", "_": "1"})
    assert one == question(path, {"RSC_token": "b", "league": "EPL", "_": "2", "x": "y"})
    assert one != question(path, {"league": "LALIGA"})
    assert str(one) == "/schedule/2024-11-09/SOCCER?league=EPL"
    assert str(question("/api/v1/player-info/MLB", {"team_id": "9"})) == "/player-info/MLB?team_id=9"
    assert question(path, {"league": "E" * 500}) is None


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [(400, b'"The date ..."', "rejected the date"), (401, b"null", "of this server, not yours"),
     (403, b'"no"', "does not allow"),
     (403, b'{"code": "TRIAL_ACCESS_RESTRICTED", "message": "No."}', "TRIAL_ACCESS_RESTRICTED"),
     (404, b"plain words", "path and parameters"), (418, b'{"a": 1}', "status 418")],
)  # fmt: skip
def test_refusals_are_passed_on(upstream: Server, status: int, body: bytes, said: str) -> None:
    """[S7-14] The status of an error is upstream's, marked as such and not kept; the words are the mirror's own."""
    upstream.set(PATH, Reply(status, body), Reply(200, ODD))
    mirror = mirror_of(upstream)
    got = ask(mirror)

    assert got[0] == status
    assert said in got[2].decode()
    assert json.loads(got[2]) != json.loads(json.dumps(body.decode()))
    assert (got[1]["Content-Type"], got[1][REFUSED_BY]) == ("application/json", "upstream")
    assert ask(mirror)[::2] == (200, ODD)


def test_nothing_to_return_is_passed_on_and_kept(upstream: Server) -> None:
    """[S7-06] NotModified has no body and no content type, and a day without games is asked for once."""
    upstream.set(PATH, Reply(304))
    mirror = mirror_of(upstream)
    for _ in range(3):
        status, headers, body = ask(mirror)
        assert (status, body) == (304, b"")
        assert "Content-Type" not in headers
    assert upstream.count == 1


def test_other_trouble_is_a_bad_gateway(upstream: Server) -> None:
    """A redirect is not followed, and what is no envelope is not handed on."""
    elsewhere = closed_port()
    upstream.set(PATH, Reply(302, b"", {"Location": f"http://127.0.0.1:{elsewhere}/?RSC_token={UPSTREAM}"}))
    upstream.set("/live/2024-06-02/MLB", Reply(200, b"[1, 2]"))
    mirror = mirror_of(upstream)

    assert ask(mirror)[0] == 502
    assert ask(mirror, "/live/2024-06-02/MLB")[0] == 502
    assert UPSTREAM.encode() not in ask(mirror)[2]


@pytest.mark.parametrize("status", [201, 204, 600, 999])
def test_a_status_that_is_no_error_of_http_is_a_bad_gateway(upstream: Server, status: int) -> None:
    """Users get a 502 for it, as their server could not send it, or would send it for a success."""
    upstream.set(PATH, Reply(status, b""))
    assert ask(mirror_of(upstream))[0] == 502


def test_outages_are_bridged_by_marked_answers(upstream: Server) -> None:
    """While upstream is down an expired answer is given with a warning, and upstream left alone for a while."""
    clock = Clock("2024-06-01T22:00:00")
    in_play = envelope(game(status="inprogress", start="Sat, 01 Jun 2024 20:05:00 GMT"))
    upstream.set(PATH, Reply(200, in_play), Reply(503, b"down"))
    mirror = mirror_of(upstream, clock)
    assert ask(mirror)[1][CACHE] == "miss"
    clock.sleep(60)

    status, headers, body = ask(mirror)
    assert (status, body) == (200, in_play)
    assert headers["Warning"] == '110 - "Response is Stale"'
    assert headers[CACHE] == "stale"
    assert headers[STALE] == "2024-06-01T22:00:00+00:00"
    assert int(headers["Age"]) >= 60

    asked = upstream.count
    assert ask(mirror)[1][CACHE] == "stale"
    unknown = ask(mirror, "/live/2024-06-02/MLB")
    assert (unknown[0], unknown[1]["Retry-After"]) == (503, str(RETRY_AFTER))
    assert upstream.count == asked

    clock.sleep(RETRY_AFTER + 1)
    upstream.set(PATH, Reply(200, envelope(game())))
    status, headers, body = ask(mirror)
    assert (status, headers[CACHE], body) == (200, "miss", envelope(game()))
    assert "Warning" not in headers


def test_rows_of_another_day_replace_no_right_answer(upstream: Server, caplog: pytest.LogCaptureFixture) -> None:
    """The older answer is given in their place and stays; without one they are marked, and asked for again soon."""
    clock = Clock("2024-06-04T22:00:00")
    right = envelope(game("20240604-1-2", "inprogress"))
    other = Reply(200, envelope(game("20240601-1-2", start="Sat, 01 Jun 2024 23:05:00 GMT")))
    today, yesterday = "/live/2024-06-04/MLB", "/live/2024-06-03/MLB"
    upstream.set(today, Reply(200, right), other)
    upstream.set(yesterday, other)
    mirror = mirror_of(upstream, clock)
    assert ask(mirror, today)[2] == right
    clock.sleep(60)
    for _ in range(2):
        status, headers, body = ask(mirror, today)
        assert (status, body, headers[CACHE], DOUBT in headers) == (200, right, "stale", False)
    assert f"the response to {today} has only rows of 2024-06-01" in caplog.text
    assert mirror.upstream.state == "up"

    for place in ("miss", "hit"):
        status, headers, body = ask(mirror, yesterday)
        assert (status, body, headers[CACHE]) == (200, other.body, place)
        assert (headers[DOUBT], headers["Warning"]) == ("2024-06-01", '199 - "Only rows of 2024-06-01"')
    clock.sleep(301)
    upstream.set(yesterday, Reply(200, envelope(game("20240603-1-2"))))
    assert DOUBT not in ask(mirror, yesterday)[1]


def test_plays_of_another_game_are_marked(upstream: Server) -> None:
    """A mirror says of which game the plays are that upstream has sent for another one."""
    upstream.set("/play-by-play/MLB", Reply(200, {"data": {"MLB": [{"game_ID": "20240601-3-4", "plays": []}]}}))
    mirror = mirror_of(upstream)
    for game_id, doubt in (("20240601-3-4", None), ("20240601-1-2", "game_id 20240601-3-4")):
        status, headers, _ = ask(mirror, "/play-by-play/MLB", game_id=game_id)
        assert (status, headers.get(DOUBT)) == (200, doubt)


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


@pytest.mark.parametrize("status", [401, 403, 404])
def test_refusals_are_never_bridged(upstream: Server, status: int) -> None:
    """[S7-17] An expired answer stands in for no answer, never for a no."""
    clock = Clock("2024-06-01T22:00:00")
    upstream.set(PATH, Reply(200, envelope(game(status="inprogress"))), Reply(status, b"null"))
    mirror = mirror_of(upstream, clock)
    assert ask(mirror)[0] == 200
    clock.sleep(3600)

    assert ask(mirror)[0] == status


def test_upstream_that_never_answered(upstream: Server) -> None:
    """With nobody there and nothing cached the answer is a bad gateway, at once from the second time on."""
    mirror = Mirror(f"http://127.0.0.1:{closed_port()}/api/v1", TABLE, token=UPSTREAM, now=Clock(LATER))
    assert ask(mirror)[0] == 502
    began = time.monotonic()
    assert ask(mirror)[0] == 502
    assert time.monotonic() - began < 0.3


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


def plan_of(mirror: Mirror) -> Asked:
    plan = mirror.plan("GET", f"/api/v1{PATH}", {"RSC_token": OURS}, {})[1]
    assert isinstance(plan, Asked)
    return plan


def state(mirror: Mirror) -> tuple[str, float, float]:
    """What health and metrics say: the state of upstream, whether it is up, and the outages."""
    lines = [line.split() for line in page_of(mirror) if line.startswith("sportsframe_mirror")]
    said = {words[0]: float(words[1]) for words in lines}
    health = json.loads(mirror.health()[2])
    assert health["status"] == "ok"
    return health["upstream"], said["sportsframe_mirror_upstream_up"], said["sportsframe_mirror_outages_total"]


def page_of(mirror: Mirror) -> list[str]:
    from prometheus_client import generate_latest

    return generate_latest(mirror.counts.registry).decode().splitlines()


def test_the_state_of_upstream_is_that_of_its_latest_response(
    upstream: Server, caplog: pytest.LogCaptureFixture
) -> None:
    """Unknown before it is asked, and down until it answers, however long nobody asks; an outage is said once."""
    caplog.set_level(logging.INFO, "sportsframe.service")
    clock = Clock(LATER)
    mirror = mirror_of(upstream, clock)
    assert state(mirror)[0] == "unknown"
    assert math.isnan(state(mirror)[1])
    assert ask(mirror)[0] == 200
    assert state(mirror) == ("up", 1, 0)

    upstream.default = Reply(503)
    for _ in range(3):
        assert ask(mirror, "/live/2024-06-02/MLB")[0] == 503
        assert state(mirror) == ("down", 0, 1)
        clock.sleep(RETRY_AFTER * 60)
        assert state(mirror) == ("down", 0, 1)
    assert ask(mirror)[1][CACHE] == "hit"
    assert state(mirror) == ("down", 0, 1), "a hit says nothing of upstream"

    upstream.default = Reply(404, b'"no"')
    assert ask(mirror, "/live/2024-06-02/MLB")[0] == 404
    assert state(mirror) == ("up", 1, 1), "a refusal is an answer"
    said = [record.getMessage() for record in caplog.records if record.name == "sportsframe.service"]
    assert [line.split(":")[0].split(",")[0] for line in said] == ["upstream up", "upstream down", "upstream up"]
    assert "503 for /live/2024-06-02/MLB" in said[1]
    assert re.search(r"after 18\d\d s down", said[2])


def test_upstream_that_refuses_the_token_of_the_mirror(upstream: Server, caplog: pytest.LogCaptureFixture) -> None:
    """A 401 for the mirror's own token is passed on, marked in the log, and said once."""
    caplog.set_level(logging.INFO)
    upstream.set(PATH, Reply(401, b"null"))
    mirror = mirror_of(upstream)
    with running_server(app=MirrorApp(mirror)) as running:
        assert [get(running.address, f"/api/v1{PATH}")[0] for _ in range(2)] == [401, 401]
    assert state(mirror) == ("refused", 0, 0)
    assert "the token (argument) is missing, wrong or expired" in caplog.text
    lines = [record.getMessage() for record in caplog.records]
    assert len([line for line in lines if line.startswith("upstream refused: 401 for /live")]) == 1
    assert len([line for line in lines if line.startswith("127.0.0.1 ours") and line.endswith(" ms upstream")]) == 2
    assert UPSTREAM not in caplog.text


def test_a_refused_token_is_named_by_its_variable(
    upstream: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log tells an operator which variable to correct."""
    monkeypatch.setenv("SPORTSFRAME_UPSTREAM_TOKEN", UPSTREAM)
    upstream.set(PATH, Reply(401, b"null"))
    assert ask(Mirror(upstream.base_url, TABLE, now=Clock(LATER)))[0] == 401
    assert "the token (SPORTSFRAME_UPSTREAM_TOKEN) is missing, wrong or expired" in caplog.text


def test_another_cause_of_an_outage_is_said(upstream: Server, caplog: pytest.LogCaptureFixture) -> None:
    """Whoever reads the log learns what is wrong now, once for each cause, and not only what was wrong first."""
    clock = Clock(LATER)
    mirror = mirror_of(upstream, clock)
    for reply in (Reply(503), Reply(503), Reply(302, b"", {"Location": "/elsewhere"}), Reply(502), Reply(502)):
        upstream.default = reply
        ask(mirror)
        clock.sleep(RETRY_AFTER + 1)
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.service"]
    assert [line[:19] for line in lines] == ["upstream down: 503 ", "upstream down: 302 ", "upstream down: 502 "]
    assert state(mirror) == ("down", 0, 1)


@pytest.mark.parametrize(
    "broken",
    [Reply(200, b"<html>maintenance</html>"), Reply(200, b'{"data": 5}'), Reply(200, b"[1]"), Reply(302, b""),
     Reply(999, b""), Reply(500, b"oops"), Reply(200, ODD, fault="truncate"), Reply(fault="reset"),
     *(Reply(status, b" <html>no entry</html>") for status in (400, 401, 403, 404))],
    ids=["page", "data", "list", "redirect", "999", "500", "truncated", "reset", "400", "401", "403", "404"],
)  # fmt: skip
def test_whatever_upstream_breaks_with_is_bridged(
    upstream: Server, broken: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    """What is not the service's answer counts as none: stale, or a gateway error with the time to ask again."""
    caplog.set_level(logging.INFO)
    clock = Clock("2024-06-01T22:00:00")
    in_play = envelope(game(status="inprogress"))
    upstream.set(PATH, Reply(200, in_play), broken)
    upstream.default = broken
    mirror = mirror_of(upstream, clock)
    assert ask(mirror)[1][CACHE] == "miss"
    clock.sleep(60)
    with running_server(app=MirrorApp(mirror)) as running:
        assert get(running.address, f"/api/v1{PATH}")[::2] == (200, in_play)
    assert "ms stale" in caplog.text
    assert state(mirror) == ("up", 1, 0), "it may be of one path"
    status, headers, _ = ask(mirror, "/live/2024-06-02/MLB")
    assert state(mirror) == ("down", 0, 1)
    assert caplog.text.count("upstream down: ") == 1
    page = 400 <= broken.status < 500
    assert ("a web page, which is not the service's answer; check base_url" in caplog.text) is page
    assert (status, headers["Retry-After"]) == (500 if broken.status == 500 else 502, str(RETRY_AFTER))
    clock.sleep(8 * 86_400)
    assert ask(mirror)[0] in (500, 502), "older than max_stale, also while upstream is left alone"
    assert ask(mirror)[0] in (500, 502)


@pytest.mark.parametrize(
    ("path", "given", "said"),
    [
        (PATH, Reply(204), "returned status 204, which the service does not have"),
        (PATH, Reply(206, ODD, {"Content-Range": f"bytes 0-{len(ODD) - 1}/{len(ODD)}"}), "returned status 206, which"),
        (PATH, Reply(200, b"\xef\xbb\xbf" + ODD), "it is not UTF-8 without a byte order mark"),
        (PATH, Reply(200, ODD.decode().encode("utf-16")), "it is not UTF-8 without a byte order mark"),
        (PATH, Reply(200, ODD.decode().encode("utf-16-le")), "a body that is not the service's"),
    ],
    ids=["204", "206", "bom", "utf-16", "utf-16-no-bom"],
)
def test_what_is_no_answer_is_an_error_in_our_own_words(upstream: Server, path: str, given: Reply, said: str) -> None:
    """A status or encoding that the service does not have: 502, and asked again after a while."""
    upstream.set(path, given, given)
    upstream.default = given
    clock = Clock(LATER)
    mirror = mirror_of(upstream, clock)
    for number in range(1, 3):
        status, headers, body = ask(mirror, path)
        assert (status, headers.get(CACHE)) == (502, None)
        assert said in json.loads(body)
        assert (ask(mirror, path)[0], state(mirror)[0], upstream.count) == (502, "down", number)
        clock.sleep(RETRY_AFTER)


def test_a_limit_of_upstream_is_passed_on_until_it_ends(upstream: Server) -> None:
    """429 with Retry-After: the same answer with the time that is left, without a request, and the cache instead."""
    clock = Clock("2024-06-01T22:00:00")
    in_play = envelope(game(status="inprogress"))
    upstream.set(PATH, Reply(200, in_play))
    mirror = mirror_of(upstream, clock)
    assert ask(mirror)[0] == 200
    clock.sleep(60)
    upstream.set(PATH, Reply(429, b"", {"Retry-After": "3600"}))
    upstream.default = Reply(429, b"", {"Retry-After": "3600"})
    assert ask(mirror)[1][CACHE] == "stale"
    asked = upstream.count
    for passed in (0, 5, 60, 3000):
        clock.sleep(passed)
        status, headers, body = ask(mirror, "/live/2024-06-02/MLB")
        assert (status, headers[REFUSED_BY]) == (429, "upstream")
        assert "no more requests of this server" in json.loads(body)
        assert abs(int(headers["Retry-After"]) - (3600 - passed)) <= 70
        assert state(mirror) == ("limited", 0, 1)
    assert upstream.count == asked
    clock.sleep(600)
    upstream.default = Reply(200, ODD)
    assert ask(mirror, "/live/2024-06-02/MLB")[0] == 200
    assert state(mirror) == ("up", 1, 1)


def test_a_quota_holds_for_hits_too(upstream: Server) -> None:
    """The requests of one token are counted together, whether upstream is asked or not."""
    mirror = Mirror(upstream.base_url, Tokens({OURS: Grant("ours", quota=2)}), token=UPSTREAM, now=Clock(LATER))
    assert [ask(mirror)[0] for _ in range(3)] == [200, 200, 429]
    assert upstream.count == 1


def counts(page: bytes) -> dict[str, float]:
    """The samples of a page of metrics, read by the client library."""
    from prometheus_client.parser import text_string_to_metric_families

    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page.decode())
        for sample in family.samples
    }


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
