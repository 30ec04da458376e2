"""What upstream refuses, breaks and limits, and what a mirror then says and answers."""

from __future__ import annotations

import json
import logging
import math
import re
import time

import pytest

from sportsframe._client.clock import Clock
from sportsframe._client.transport import DOUBT
from sportsframe.catalog.resources import OF_ONE_PATH, REFUSED_BY
from sportsframe.servers.mirror import CACHE, STALE, Mirror, MirrorApp
from sportsframe.servers.pending import PATIENCE
from sportsframe.servers.upstream import RETRY_AFTER
from sportsframe.service.serve import running_server

from ..support.servers import Reply, Server, closed_port, envelope, game, serving
from .mirrors import LATER, ODD, PATH, TABLE, UPSTREAM, ask, get, mirror_of, state


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
    assert time.monotonic() - began < PATIENCE


def test_upstream_that_is_gone_is_down_at_once() -> None:
    """Without a connection no path can be the reason, though only one is asked for; then no request is sent."""
    clock = Clock("2024-06-01T22:00:00")
    in_play = Reply(200, envelope(game(status="inprogress")), {"Connection": "close"})
    with serving(in_play) as upstream:
        mirror = mirror_of(upstream, clock)
        assert ask(mirror)[1][CACHE] == "miss"
        assert state(mirror) == ("up", 1, 0)
    clock.sleep(60)
    assert ask(mirror)[1][CACHE] == "stale"
    assert state(mirror) == ("down", 0, 1)
    began = time.monotonic()
    status, headers, _ = ask(mirror, "/live/2024-06-02/MLB")
    assert (status, headers["Retry-After"]) == (502, str(RETRY_AFTER))
    assert OF_ONE_PATH not in headers.values()
    assert time.monotonic() - began < PATIENCE


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
    page = b"<html>" in broken.body
    assert ("a web page, which is not the service's answer; check the base URL" in caplog.text) is page
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
