"""What an operator relies on: the log and metrics of the tools, their health, guessed tokens, and a stop."""

from __future__ import annotations

import json
import logging
import re
import threading
import time

import pytest

from sportsframe._client.clock import Clock
from sportsframe.catalog import SPORTS
from sportsframe.errors import SportsframeError
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mirror import Mirror
from sportsframe.service import Service
from sportsframe.service.limits import FailedTokens
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant, Tokens

from ...support import asking
from ...support.servers import Reply, hanging, serving
from .calls import CANARY, LIMITED, LIST, OVER, Answer, call, post, said, structure, tool_call

LATER = "2025-03-01T12:00:00+00:00"
LIVE = tool_call("get_live", sport="mlb", date="2024-06-01")
UPSTREAM = "upstream-canary-0123456789"


def table(**quotas: int) -> Tokens:
    return Tokens({CANARY: Grant("lab", quota=quotas.get("quota")), LIMITED: Grant("guest", pairs=frozenset())})


def accessed(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines of the access log, without address and time."""
    lines = [record.getMessage() for record in caplog.records if record.name == "sportsframe.access"]
    assert all(line.startswith("127.0.0.1 ") for line in lines)
    return [" ".join(word for word in line.split()[1:] if "." not in word) for line in lines]


def test_the_log_and_the_metrics_name_the_token(service: Service, caplog: pytest.LogCaptureFixture) -> None:
    """Name, tool, status, and that a call failed although its status is 200; neither shows a token."""
    caplog.set_level(logging.INFO, "sportsframe.access")
    served = Service(service.world, table(quota=1), service.clock)
    with running_server(app=McpApp(ToolServer(served))) as running:
        url = running.address.replace("/api/v1", "/mcp")
        for body, token in ((LIST, CANARY), (LIVE, CANARY), (LIVE, CANARY), (LIVE, LIMITED), (LIST, "wrong")):
            post(url, body, token)
        page = post(url, None, None, path="/metrics", method="GET")[2].decode()

    assert accessed(caplog)[:5] == [
        'lab "POST /mcp" - 200 ms', 'lab "POST /mcp" get_live 200 ms', 'lab "POST /mcp" get_live 200 ms error 429',
        'guest "POST /mcp" get_live 403 ms', '- "POST /mcp" - 401 ms',
    ]  # fmt: skip
    for line in (
        'sportsframe_http_requests_total{status="200",token="lab"} 3.0',
        'sportsframe_http_requests_total{status="401",token=""} 1.0',
        'sportsframe_http_seconds_count{resource="get_live"} 3.0',
        'sportsframe_mcp_failed_calls_total{token="lab",tool="get_live"} 1.0',
    ):
        assert line in page
    assert not any(token in page + caplog.text for token in (CANARY, LIMITED, UPSTREAM))


def test_a_call_of_a_tool_is_one_request(service: Service) -> None:
    """Whatever it asks the service; the one after the last gets 429, and the seconds after which to try again."""
    served = Service(service.world, table(quota=2), service.clock)
    with running_server(app=McpApp(ToolServer(served))) as running:
        url = running.address.replace("/api/v1", "/mcp")
        assert structure(call(url, "get_scores", sport="nba", date="2024-12-06"))["rows"]
        assert structure(call(url, "get_schedule_of", team="Sundials", sport="nba"))["team"]
        refused = call(url, "get_schedule_of", team="Sundials")
    assert refused.is_error
    told = re.fullmatch(
        r"429: The token's quota of 2 requests in 24 hours is used up; try again in (\d+) s\.", said(refused)
    )
    assert told is not None
    assert 86_000 < int(told[1]) <= 86_400


def test_a_quota_upstream_says_when_to_try_again(service: Service) -> None:
    """A 429 of the service behind the tools says when, too."""
    refused = (b'"enough"', {"Retry-After": "77", "Content-Type": "application/json"})
    with serving(Reply(429, refused[0], refused[1])) as upstream:
        mirror = Mirror(upstream.base_url, table(), token=UPSTREAM, now=Clock(LATER))
        with running_server(app=McpApp(ToolServer(mirror))) as running:
            url = running.address.replace("/api/v1", "/mcp")
            for name in ("get_live", "get_scores"):
                assert re.search(r"; try again in \d+ s", said(call(url, name, sport="mlb", date="2024-06-01")))


def test_a_401_of_upstream_is_not_about_the_token_of_the_caller() -> None:
    """Tools of either kind name the token of this server, which its operator has to renew."""
    with serving(Reply(401)) as upstream:
        server = ToolServer(Mirror(upstream.base_url, table(), token=UPSTREAM, now=Clock(LATER)))
        for name in ("get_live", "get_scores", "get_leaders"):
            given = {"sport": "mlb", "date": "2024-06-01"} | ({"statistic": "home_runs"} if "leaders" in name else {})
            with pytest.raises(SportsframeError) as caught:
                server.call(name, given, CANARY)
            assert re.fullmatch(
                r"Access to /\S+/MLB is denied \(status 401\): The upstream service rejected the token of this server, "
                r"not yours; tell its operator\.",
                str(caught.value),
            )


@pytest.mark.parametrize(("reply", "words"), [
    (Reply(503, b"", {"Retry-After": "3"}), "The service is unavailable for /{}/MLB (status 503): The upstream service "
     "failed with status 503; try again in 3 s."),
    (Reply(200, b"<html>maintenance</html>"), "The service is unavailable for /{}/MLB (status 502): The upstream "
     "service sent a body that is not the service's, such as a web page; try again in 10 s."),
    (Reply(403, b'{"code": "TRIAL_ACCESS_RESTRICTED"}'), "Access to /{}/MLB is denied (status 403): The account of "
     "this server at the upstream service is a trial, which covers the latest two seasons only; tell its operator."),
])  # fmt: skip
def test_tools_of_either_kind_say_the_same_of_upstream(reply: Reply, words: str) -> None:
    """Whose failure it is, and when to try again, in the words of the mirror."""
    for name, path in (("get_live", "live/2024-06-01"), ("get_scores", "schedule/2024-06-01")):
        with serving(reply) as upstream:
            server = ToolServer(Mirror(upstream.base_url, table(), token=UPSTREAM, now=Clock(LATER)))
            with pytest.raises(SportsframeError) as caught:
                server.call(name, {"sport": "mlb", "date": "2024-06-01"}, CANARY)
        assert str(caught.value) == words.format(path)


def test_a_result_in_an_outage_says_how_old_it_is() -> None:
    """What the cache has in place of an answer of upstream is marked with its time and age, in every kind of tool."""
    clock, down = Clock("2024-06-01T22:00:00"), threading.Event()
    service = asking.service_at("2024-06-01T22:00:00")

    def answer(path: str) -> Reply:
        status, _, body = (503, {}, b"down") if down.is_set() else asking.ask(path.strip("/"), service)
        return Reply(status, body)

    day = {"sport": "mlb", "date": "2024-06-01"}
    calls = (
        ("get_live", day),
        ("get_table", day),
        ("get_measures", {**day, "table": "batting"}),
        ("get_scores", day),
        ("get_leaders", {**day, "statistic": "home_runs"}),
    )
    with serving(answer) as upstream:
        server = ToolServer(Mirror(upstream.base_url, table(), token=UPSTREAM, now=clock))
        for name, given in calls:
            assert "not the latest" not in server.call(name, given, CANARY)[1].get("note", "")
        down.set()
        clock.sleep(75)
        for name, given in calls:
            text, found = server.call(name, given, CANARY)
            marked = "not the latest: as of 2024-06-01T22:00:00Z, 1 min ago; the upstream service sent no newer answer"
            assert found.get("note", "").startswith(marked), name
            assert json.loads(text)["note"] == found["note"]


def test_a_result_of_another_day_says_so() -> None:
    """An upstream that sends another day's games whatever it is asked for is named, in every kind of tool."""
    service = asking.service_at(LATER)

    def answer(path: str) -> Reply:
        status, _, body = asking.ask(re.sub(r"\d{4}-\d\d-\d\d", "2023-07-04", path.strip("/")), service)
        return Reply(status, body)

    with serving(answer) as upstream:
        server = ToolServer(Mirror(upstream.base_url, table(), token=UPSTREAM, now=Clock(LATER)))
        told = "not to be relied on: in place of what was asked for, the upstream service sent only rows of 2023-07-0"
        for name in ("get_live", "get_schedule", "get_table", "get_scores"):
            _, found = server.call(name, {"sport": "mlb", "date": "2024-07-01"}, CANARY)
            assert found["note"].startswith(told), name
            assert "no MLB games" not in (found.get("reason") or "")


def test_a_call_without_a_sport_is_refused_in_words_of_the_tool(service: Service) -> None:
    """A token that covers none of what the tool reads is told so; no path of a sport that nobody asked for."""
    grants = {
        CANARY: Grant("live", pairs=frozenset((sport, "live") for sport in SPORTS)),
        LIMITED: Grant(
            "nba", pairs=frozenset([("NBA", "team-info"), ("NBA", "schedule-season"), ("NCAAFB", "team-info")])
        ),
    }
    served = Service(service.world, Tokens(grants), service.clock)
    with running_server(app=McpApp(ToolServer(served))) as running:
        url = running.address.replace("/api/v1", "/mcp")
        refused = call(url, "get_schedule_of", team="Sundials")
        assert refused.is_error
        assert said(refused) == (
            "403: get_schedule_of needs team-info and schedule-season of one sport, which the token does not cover."
        )
        found = structure(call(url, "get_schedule_of", LIMITED, team="Sundials"))
        assert found["sport"] == "nba"
        assert {one["sport"] for one in found.get("others", [])} <= {"nba"}


def test_guessed_tokens_are_slowed_down(service: Service) -> None:
    """Beyond the free ones a refusal takes a while; tokens that are good, or were, are not delayed."""
    app = McpApp(ToolServer(service), failures=FailedTokens(free=2, seconds=3600.0, delay=2.0))
    with running_server(app=app) as running:
        url = running.address.replace("/api/v1", "/mcp")
        for number in range(4):
            began = time.monotonic()
            assert post(url, LIST, f"guess-{number}-0123456789")[0] == 401
            assert (time.monotonic() - began >= 2) == (number >= 2)
        assert post(url, LIST, OVER)[0] == 401
        assert post(url, LIST)[0] == 200
        assert b"delayed_refusals_total 2.0" in post(url, None, None, path="/metrics", method="GET")[2]


def test_health_tells_of_upstream() -> None:
    """In front of a real service, health and metrics are those of a mirror."""
    with serving(Reply(503)) as upstream:
        mirror = Mirror(upstream.base_url, table(), token=UPSTREAM, now=Clock(LATER))
        with running_server(app=McpApp(ToolServer(mirror))) as running:
            url = running.address.replace("/api/v1", "/mcp")
            health = [json.loads(post(url, None, None, path="/healthz", method="GET")[2])]
            post(url, LIVE)
            health.append(json.loads(post(url, None, None, path="/healthz", method="GET")[2]))
            page = post(url, None, None, path="/metrics", method="GET")[2]
    assert [one["upstream"] for one in health] == ["unknown", "down"]
    assert b"sportsframe_mirror_upstream_up 0.0" in page


def test_a_stop_during_a_call_is_said_to_be_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A call that waits for upstream when the server stops gets 503 with Retry-After and a line of the log."""
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("sportsframe.service.workers.STOP_SECONDS", 1)
    with hanging("/never", b"") as (address, release):
        mirror = Mirror(address, table(), token=UPSTREAM, now=Clock(LATER))
        found: list[Answer] = []
        with running_server(app=McpApp(ToolServer(mirror))) as running:
            url = running.address.replace("/api/v1", "/mcp")
            asking = threading.Thread(target=lambda: found.append(post(url, LIVE)))
            asking.start()
            until = time.monotonic() + 20
            while not mirror.counts.in_flight._value.get() and time.monotonic() < until:
                time.sleep(0.01)
            stopping = threading.Thread(target=running.stop)
            stopping.start()
            asking.join(timeout=15)
            release.set()
            stopping.join()
            asking.join()
    assert found[0][0] == 503
    assert found[0][1]["retry-after"] == "1"
    assert 'lab "POST /mcp" get_live 503 ms' in accessed(caplog)
    assert "Traceback" not in caplog.text
    assert "Exception" not in caplog.text
