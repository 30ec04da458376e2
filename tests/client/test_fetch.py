"""The way out: what is sent, how often, and what becomes of each answer."""

from __future__ import annotations

import ast
import contextlib
import io
import socket
import socketserver
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests
from requests.adapters import BaseAdapter

from sportsframe._client import cache, freshness, settings
from sportsframe._client import fetch as fetching
from sportsframe._client import hosts as hosts_module
from sportsframe._client.batch import fetch_many
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for
from sportsframe._client.fetch import fetch
from sportsframe._client.hold import LONGEST_HOLD
from sportsframe._client.hosts import register_host
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe._process import BUILT_IN_HOST
from sportsframe.errors import (
    BadRequest,
    ConfigError,
    Forbidden,
    NotFound,
    PayloadError,
    ServiceError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)

from ..support.questions import DAY, PATH, days
from ..support.servers import FAULTS, ROWS, TOKEN, Reply, Server, closed_port, envelope, game, key_of, serving

pytestmark = pytest.mark.usefixtures("client")


def test_every_request_is_a_get_with_the_token(server: Server) -> None:
    """[S1-03] [S5-01] [S5-03] Each request is a GET and carries the token as query parameter, never in a header."""
    server.default = lambda path: Reply(200, envelope(key=key_of(path)))
    for resource in ("schedule", "schedule-week", "live"):
        fetch(Query("MLB", resource, "2024-06-01"))
    fetch(Query("SOCCER", "schedule-season", "2024", "EPL"))
    fetch(Query("DARTS", "schedule", "2024-01-03", None, (("event_id", "a b"), ("player_id", "7"))))
    assert {seen.method for seen in server.seen} == {"GET"}
    assert all(seen.query["RSC_token"] == [TOKEN] for seen in server.seen)
    assert all(TOKEN not in str(seen.headers) for seen in server.seen)
    assert server.seen[3].query["league"] == ["EPL"]
    assert server.seen[4].query["event_id"] == ["a b"]


def test_equal_questions_have_one_key(server: Server) -> None:
    """The session's key of a request is the key the cache is asked by, also for parameters that need quoting."""
    server.default = Reply(200, envelope(key="DARTS"))
    for value in ("x", "a b", "a+b", "ä&=?", "20240103-PDC~1/2", "%41"):
        query = Query("DARTS", "schedule", "2024-01-03", None, (("event_id", value),))
        assert not fetch(query).from_cache
        assert fetch(query).from_cache
        assert server.seen[-1].query["event_id"] == [value]


def test_an_answer_is_its_bytes(server: Server) -> None:
    """The body comes back byte for byte, fresh and from the cache, blanks and all."""
    body = b'{"data" :  {"MLB":[ {"status":"completed","x":1.0,"n":"\xc3\xa9"} ]}}\n'
    server.set(PATH, Reply(200, body))
    first, second = fetch(DAY), fetch(DAY)
    assert first.body == second.body == body
    assert (first.from_cache, second.from_cache) == (False, True)
    assert first.fetched_at == second.fetched_at == current().moment()
    assert server.count == 1


def test_gzip_is_unpacked(server: Server) -> None:
    """A packed answer is the same answer."""
    import gzip

    server.set(PATH, Reply(200, gzip.compress(envelope(game())), {"Content-Encoding": "gzip"}))
    assert fetch(DAY).body == fetch(DAY).body == envelope(game())


def test_not_modified_is_an_empty_answer(server: Server) -> None:
    """[S2.1-07] [S7-06] [S7-07] NotModified (304) is success with nothing to return, and is kept like an answer."""
    server.set(PATH, Reply(304))
    assert fetch(DAY).body == b""
    assert fetch(DAY).from_cache
    assert server.count == 1


def test_rows_then_not_modified_is_empty(server: Server, clock: Clock) -> None:
    """[S7-11] Rows that expired, then 304: nothing, never the old rows; no validator is ever sent."""
    headers = {"ETag": '"1"', "Last-Modified": "Sat, 01 Jun 2024 00:00:00 GMT"}
    server.set(PATH, Reply(200, envelope(game(status="inprogress")), headers), Reply(304, headers=headers))
    assert fetch(DAY).body
    clock.sleep(freshness.AHEAD + 1)
    assert fetch(DAY).body == b""
    assert fetch(DAY).from_cache
    assert server.count == 2
    assert all(not {"If-None-Match", "If-Modified-Since"} & set(seen.headers) for seen in server.seen)


@pytest.mark.parametrize("body", [{"data": {"MLB": []}}, {"data": {}}])
def test_no_rows_without_not_modified(server: Server, body: object) -> None:
    """[S2.1-08] A 200 with an empty array, or without the key, is an answer without rows."""
    server.set(PATH, Reply(200, body))
    assert fetch(DAY).body
    assert fetch(DAY).from_cache


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (b"", "$"), (b"[]", "$"), (b"7", "$"), (b'"text"', "$"), (b"null", "$"),
        (b'{"data": {"MLB": [', "$"), (b"\xff\xfe", "$"), (b"{}", "$.data"), (b'{"data": []}', "$.data"),
        (b'{"data": null}', "$.data"), (b'{"data": {"MLB": {}}}', "$.data.MLB"),
        (b'{"data": {"MLB": "none"}}', "$.data.MLB"),
    ],
)  # fmt: skip
def test_what_is_not_the_envelope(server: Server, body: bytes, path: str) -> None:
    """[S2.1-09] A 200 that is not the envelope is a `PayloadError` that names the place; it is not kept."""
    server.set(PATH, Reply(200, body))
    with pytest.raises(PayloadError) as caught:
        fetch(DAY)
    assert caught.value.path == path
    assert f"at {path}" in str(caught.value) or "cut off, or empty" in str(caught.value)
    server.set(PATH, ROWS)
    assert not fetch(DAY).from_cache


@pytest.mark.parametrize("page", [b"<html>maintenance</html>", b" \r\n<!DOCTYPE html>"])
def test_a_web_page_is_no_answer(server: Server, page: bytes) -> None:
    """A page of what stands before the service is tried again within the call; at last it is a `PayloadError`."""
    server.set(PATH, Reply(200, page), Reply(200, page), ROWS)
    assert not fetch(DAY).from_cache
    assert server.count == 3
    server.set(PATH, Reply(200, page))
    with pytest.raises(PayloadError) as caught:
        fetch(DAY, refresh=True)
    assert caught.value.path == "$"
    assert str(caught.value).startswith(
        f"the response to {PATH} is a web page, which is not the service's answer; check"
    )
    assert server.count == 7


@pytest.mark.parametrize("cut", [b"", b'{"data":{"MLB":[{"game_ID":"2024'])
def test_a_cut_answer_is_asked_for_again(server: Server, cut: bytes) -> None:
    """Cut off or empty, without a length that tells: tried again within the call; at last it is said to be cut."""
    server.set(PATH, Reply(200, cut), ROWS)
    assert not fetch(DAY).from_cache
    assert server.count == 2
    server.set(PATH, Reply(200, cut))
    with pytest.raises(PayloadError, match="is cut off, or empty: '") as caught:
        fetch(DAY, refresh=True)
    assert caught.value.path == "$"
    assert server.count == 6


def test_strange_records_are_not_the_transports_matter(server: Server) -> None:
    """Records of an unexpected shape are an answer: what they mean is read further up."""
    server.set(PATH, Reply(200, b'{"data": {"MLB": [null, 3, {"status": 7, "game_time": []}]}}'))
    assert fetch(DAY).body


BODIES: dict[str, Any] = {
    "null": b"null", "object": {"code": "X", "message": "told"}, "string": '"told"', "text": "told",
    "html": "<html><body>told</body></html>", "nothing": b"", "binary": b"\xff\x00\xfe", "deep": b"[" * 5000,
}  # fmt: skip


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("shape", BODIES)
@pytest.mark.parametrize(
    ("status", "kind"), [(400, BadRequest), (401, Unauthorized), (403, Forbidden), (404, NotFound), (418, ServiceError)]
)
def test_refusals(server: Server, status: int, kind: type[ServiceError], shape: str) -> None:
    """[S7-01] [S7-03] [S7-04] [S7-07] [S7-08] [S7-10] [S7-14] [S5-11] The status decides, never the body's shape.

    Refusals are asked once and not kept.
    """
    server.set(PATH, Reply(status, BODIES[shape]))
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    error = caught.value
    assert type(error) is kind
    assert error.status == status
    assert error.url == f"{server.base_url}{PATH}"
    assert str(error).startswith(f"{status} for {PATH}: ")
    assert "\n" not in str(error)
    assert len(str(error)) <= 200 + len(PATH)
    assert len(error.body) <= 500
    if shape in ("object", "string", "text") and status != 401:
        assert "told" in str(error)
    assert "<html" not in str(error)
    assert ("a web page, which is not the service's answer; check the base URL" in str(error)) is (shape == "html")
    assert server.count == 1
    with pytest.raises(ServiceError):
        fetch(DAY)
    assert server.count == 2


def test_trial_restriction(server: Server) -> None:
    """[S5-13] [S5-21] [S7-02] A 403 with the trial code is `TrialRestricted` and shows the message; it is not kept."""
    told = "Trial users can access the latest two seasons only, please contact support"
    server.set(PATH, Reply(403, {"code": "TRIAL_ACCESS_RESTRICTED", "message": told}), ROWS)
    with pytest.raises(TrialRestricted, match="please contact support"):
        fetch(DAY)
    assert fetch(DAY).body


def test_no_token_at_all_with_a_bad_date(server: Server) -> None:
    """[S5-12] A 401 is `Unauthorized`, whatever else may be wrong with the question."""
    server.set("/live/2024-02-30/MLB", Reply(401, b"null"))
    with pytest.raises(Unauthorized, match="token"):
        fetch(Query("MLB", "live", "2024-02-30"))


def test_ids_and_parameters_that_match_nothing(server: Server) -> None:
    """[S7-12] [S7-13] The client goes by the status: 304 for what matches nothing, 404 for what cannot be."""
    server.set("/live/1900-01-01/DARTS", Reply(304))
    server.set("/schedule/2024-01-03/DARTS", Reply(404, '"could not be processed, check parameters"'))
    assert fetch(Query("DARTS", "live", "1900-01-01", None, (("game_id", "x"),))).body == b""
    with pytest.raises(NotFound, match="check parameters"):
        fetch(Query("DARTS", "schedule", "2024-01-03", None, (("player_id", "0"),)))


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(server: Server, status: int) -> None:
    """[S5-09] [S5-24] A redirect is not followed, so the token goes to the base address only."""
    with serving(ROWS) as other:
        server.set(PATH, Reply(status, b"", {"Location": f"http://127.0.0.1:{other.port}/steal?@ADDRESS@"}))
        with pytest.raises(
            ServiceError, match="not followed, because the token is sent only to the base URL"
        ) as caught:
            fetch(DAY)
        assert caught.value.status == status
        assert (server.count, other.count) == (1, 0)


@pytest.mark.parametrize(
    ("location", "said"),
    [
        (
            "https://new.example.org@ADDRESS@",
            "redirect to https://new.example.org/api/v1/live/2024-06-01/MLB not followed",
        ),
        ("https://new.example.org@ADDRESS@", "set the base URL to 'https://new.example.org/api/v1'"),
        (
            "https://a:b@new.example.org:8443/x@ADDRESS@#top",
            "set the base URL to 'https://new.example.org:8443/x/api/v1'",
        ),
        ("https://new.example.org/login", "; if its provider says that it has moved, set the base URL to its new URL"),
        ("/api/v2/live/2024-06-01/MLB", "set the base URL to its new URL"),
        ("@ADDRESS@", "set the base URL to its new URL"),
        ("ftp://new.example.org@ADDRESS@", "redirect without a valid URL, not followed"),
        ("http://new.example.org:0@ADDRESS@", "redirect without a valid URL, not followed"),
        ("https:///live", "redirect without a valid URL, not followed"),
        ("", "redirect without a valid URL, not followed"),
    ],
)
def test_a_redirect_says_where_it_leads_and_what_to_set(server: Server, location: str, said: str) -> None:
    """The URL without its parameters and its user, and the base URL to set where it is the same path of another one."""
    server.set(PATH, Reply(302, b"", {"Location": location}))
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    assert said in str(caught.value)
    assert "a:b" not in str(caught.value)
    assert TOKEN not in str(caught.value)


def test_a_long_target_leaves_room_for_what_to_set(server: Server) -> None:
    """Of a long URL the start is shown, and the advice after it all the same."""
    server.set(PATH, Reply(302, b"", {"Location": "https://new.example.org/" + 150 * "x"}))
    with pytest.raises(ServiceError, match=r"new\.example\.org/x{56} not followed.*set the base URL to its new URL$"):
        fetch(DAY)


@pytest.mark.parametrize(
    "location",
    ["http://[::1", "http://[x]/", "/\xff", "http://a:99999999/", "http://a:b/", "http://" + "a" * 300, "//", "?", "",
     "http://a\xe2\x84\x80b/", "http://e\x1b[2J/", "/\xff?@ADDRESS@"],
)  # fmt: skip
def test_a_redirect_to_anything_is_one_error(server: Server, location: str) -> None:
    """[S5-09] Wherever a redirect leads, an address or not, it is a `ServiceError` in one printable line."""
    server.set(PATH, Reply(302, b"", {"Location": location}))
    with pytest.raises(ServiceError, match="because the token is sent only to the base URL") as caught:
        fetch(DAY)
    assert (caught.value.status, server.count) == (302, 1)
    assert str(caught.value).isprintable()


def test_only_the_base_address_gets_the_token(server: Server) -> None:
    """[S5-24] The adapter sends nothing to an address that is not below the base address."""
    line = connection_for(current())
    adapter = line.session.adapters[server.base_url + "/"]
    with serving(ROWS) as other:
        for address in (f"{other.base_url}{PATH}", f"http://127.0.0.1:{server.port}/elsewhere"):
            with pytest.raises(Unreachable):
                adapter.send(requests.Request("GET", address).prepare(), timeout=(1, 1))
            with pytest.raises(requests.exceptions.RequestException):
                line.session.get(f"{other.base_url}{PATH}")
        assert other.count == 0
    assert server.count == 0


def test_a_proxy_never_sees_a_token_in_the_clear(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-09] A proxy of the environment is not used for plain http on loopback."""
    with serving(ROWS) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        fetch(DAY)
        assert (server.count, proxy.count) == (1, 0)


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_that_pass_are_tried_again(server: Server, clock: Clock, fault: str) -> None:
    """[S7-17] Transport faults, 5xx and 429 are tried again, with pauses; the answer that comes then counts."""
    began = clock()
    server.set(PATH, FAULTS[fault], FAULTS[fault], ROWS)
    assert fetch(DAY).body == envelope(game())
    assert server.count == 3
    assert 1.5 <= (clock() - began).total_seconds() <= 2.25


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_that_stay_are_given_up(server: Server, clock: Clock, fault: str) -> None:
    """[S7-17] After four attempts and at most 30 s of pauses what remains is `ServiceError` or `Unreachable`."""
    began = clock()
    server.set(PATH, FAULTS[fault])
    with pytest.raises(ServiceError if fault.isdigit() else Unreachable) as caught:
        fetch(DAY)
    assert server.count == fetching.ATTEMPTS
    assert (clock() - began).total_seconds() <= fetching.LONGEST_WAIT
    assert "\n" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__context__ is None


def http_date(seconds: float) -> str:
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


@pytest.mark.parametrize(
    ("status", "value", "least", "most", "asked"),
    [
        (503, "7", 21, 21, 4), (429, "7", 21, 21, 4), (503, "0", 0, 0, 4), (503, "15", 30, 30, 3),
        (503, "29", 29, 29, 2), (503, "31", 0, 0, 1), (429, "86400", 0, 0, 1), (503, "9" * 40, 0, 0, 1),
        (503, "-5", 3.5, 5.25, 4), (503, "soon", 3.5, 5.25, 4), (503, "1e3", 3.5, 5.25, 4),
        (503, "nan", 3.5, 5.25, 4),
        (503, "", 3.5, 5.25, 4), (503, "DATE+8", 18, 30, 4), (503, "DATE+3600", 0, 0, 1),
        (503, "DATE-60", 3.5, 5.25, 4),
        (503, "Thu, 99 Foo 2099 99:99:99 GMT", 3.5, 5.25, 4), (429, "Fri, 31 Dec 9999 23:59:59 GMT", 0, 0, 1),
        (500, "5", 15, 15, 4), (502, "5", 15, 15, 4), (503, "3, 7", 21, 21, 4), (503, "7,3", 21, 21, 4),
        (503, "7, soon", 3.5, 5.25, 4), (503, ",", 3.5, 5.25, 4),
    ],
)  # fmt: skip
def test_retry_after(
    server: Server, clock: Clock, status: int, value: str, least: float, most: float, asked: int
) -> None:
    """[S7-17] [S8-06] Retry-After is honoured in both forms; absurd values never make the wait exceed 30 s."""
    began = clock()
    value = http_date(float(value[4:])) if value.startswith("DATE") else value
    server.set(PATH, Reply(status, b"", {"Retry-After": value}))
    with pytest.raises(ServiceError) as caught:
        fetch(DAY)
    assert 0 <= (caught.value.retry_after or 0) <= LONGEST_HOLD.total_seconds()
    waited = (clock() - began).total_seconds()
    assert least - 0.1 <= waited <= most + 0.1
    assert waited <= fetching.LONGEST_WAIT
    assert server.count == asked


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_refusals_are_not_tried_again(server: Server, clock: Clock, status: int) -> None:
    """[S7-17] 401, 403, 404 and 400 are asked once, also with a Retry-After."""
    began = clock()
    server.set(PATH, Reply(status, b"", {"Retry-After": "1"}))
    with pytest.raises(ServiceError):
        fetch(DAY)
    assert server.count == 1
    assert clock() == began


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for 127.0.0.1 that it signed itself, with its key in the same file."""
    file = tmp_path_factory.mktemp("tls") / "self-signed.pem"
    words = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-days", "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
             "-keyout", str(file), "-out", f"{file}.crt"]  # fmt: skip
    subprocess.run(words, check=True, capture_output=True)
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    return file


@contextmanager
def encrypted(server: Server, certificate: Path) -> Iterator[str]:
    """The address at which `server` is reached over TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    target = urlsplit(server.base_url)

    class Tunnel(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with (
                contextlib.suppress(OSError),
                context.wrap_socket(self.request, server_side=True) as outside,
                socket.create_connection((target.hostname, target.port)) as inside,
            ):
                inside.sendall(outside.recv(65536).replace(b"keep-alive", b"close"))
                while piece := inside.recv(65536):
                    outside.sendall(piece)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Tunnel) as tunnel:
        tunnel.daemon_threads = True
        threading.Thread(target=tunnel.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield f"https://127.0.0.1:{tunnel.server_address[1]}/api/v1"
        finally:
            tunnel.shutdown()


def test_a_certificate_is_not_tried_again(server: Server, certificate: Path, clock: Clock) -> None:
    """What only a person can correct is said at once: no second attempt, and in a range no second date."""
    began = clock()
    with encrypted(server, certificate) as address, options(base_url=address, token=TOKEN):
        with pytest.raises(Unreachable, match="the secure connection failed") as caught:
            fetch(DAY)
        assert caught.value.permanent
        made = cache.tally.made
        results = list(fetch_many(days(20)))
        assert cache.tally.made == made + 1
    assert all(isinstance(result, Unreachable) for result in results)
    assert clock() == began
    assert server.count == 0


def test_a_bundle_of_certificates_holds_on_loopback(
    server: Server, certificate: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable by which requests finds certificates counts for a tunnel on this machine; a lost file is said."""
    with encrypted(server, certificate) as address, options(base_url=address, token=TOKEN):
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", f"{certificate}.crt")
        assert fetch(DAY).body
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate.with_name("none")))
        with pytest.raises(Unreachable, match=r"REQUESTS_CA_BUNDLE names no file: .*none$") as caught:
            fetch(DAY, refresh=True)
        assert caught.value.permanent


def test_nobody_there() -> None:
    """A service that is down, or a name that does not resolve, is one line that says so."""
    for host, says in ((f"127.0.0.1:{closed_port()}", "refused"), ("127.0.0.1:1", "refused")):
        with options(base_url=f"http://{host}/api/v1", token=TOKEN), pytest.raises(Unreachable, match=says) as caught:
            fetch(DAY)
        assert str(caught.value).startswith(f"no response from {host} for {PATH}")
        assert len(str(caught.value)) <= 200


def test_timeouts(server: Server) -> None:
    """A server that does not answer in time is given up; both timeouts always hold."""
    server.set(PATH, Reply(200, envelope(game()), delay=10.0))
    began = time.monotonic()
    with options(timeouts=(0.5, 0.05)), pytest.raises(Unreachable, match=r"no response within 0\.05 s"):
        fetch(DAY)
    assert time.monotonic() - began < 8


class ServiceApp(BaseAdapter):
    """A service inside the process: it answers with what it was asked."""

    def __init__(self, body: bytes = envelope(game()), status: int = 200) -> None:
        super().__init__()
        self.body, self.status, self.asked = body, status, Counter[str]()

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        self.asked[str(request.url)] += 1
        response = requests.Response()
        response.status_code, response._content, response.request = self.status, self.body, request
        return response

    def close(self) -> None:
        pass


@pytest.fixture
def hosts() -> Iterator[dict[str, hosts_module.Host]]:
    kept = dict(hosts_module.hosts)
    yield hosts_module.hosts
    hosts_module.hosts.clear()
    hosts_module.hosts.update(kept)


def test_the_built_in_service_has_a_door(hosts: dict[str, hosts_module.Host]) -> None:
    """[S5-09] [S5-15] With neither token nor address the registered door answers, over no socket, with a token."""
    door = ServiceApp()
    register_host(BUILT_IN_HOST, lambda clock: door)
    with options(source="simulated"):
        assert fetch(DAY).body == envelope(game())
        assert fetch(DAY).from_cache
    assert list(door.asked) == [f"{settings.BUILT_IN}{PATH}?RSC_token=built-in"]


@pytest.mark.parametrize("name", ["https://data.example.org/", "data.example.org:80", "Data.example.org", "", 5])
def test_what_is_no_host_is_not_registered(hosts: dict[str, hosts_module.Host], name: Any) -> None:
    """A door that no request would find is refused, as is one that nothing opens."""
    known = dict(hosts)
    with pytest.raises(ConfigError, match="is not the name of a host; write it as in a URL, such as"):
        register_host(name, lambda clock: ServiceApp())
    with pytest.raises(ConfigError, match=r"takes a function that returns the adapter of data\.example\.org, not 5"):
        register_host("data.example.org", 5)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="must take one argument, the clock of a client"):
        register_host("data.example.org", lambda: ServiceApp())  # type: ignore[arg-type, misc]
    with pytest.raises(ConfigError, match="must be a string, such as '1', not 3"):
        register_host("data.example.org", lambda clock: ServiceApp(), version=3)  # type: ignore[arg-type]
    assert hosts == known


def test_a_mistake_of_a_registered_adapter_is_not_retried(hosts: dict[str, hosts_module.Host]) -> None:
    """It would be made again; one line says what it was."""
    asked = []

    class Mistaken(BaseAdapter):
        def send(self, request: requests.PreparedRequest, *args: Any, **how: Any) -> requests.Response:
            asked.append(request.url)
            found = requests.Response()
            found.status_code, found.raw = 200, io.BytesIO(b"{}")
            return found

        def close(self) -> None:
            """Nothing is open."""

    register_host("data.example.org", lambda clock: Mistaken())
    with (
        options(base_url="https://data.example.org/api/v1", token=TOKEN),
        pytest.raises(Unreachable, match=r"AttributeError: '_io\.BytesIO' object has no attribute") as found,
    ):
        fetch(DAY)
    assert "\n" not in str(found.value)
    assert len(asked) == 1


@pytest.mark.parametrize("made", [None, "adapter"])
def test_what_is_no_adapter_is_refused(hosts: dict[str, hosts_module.Host], made: Any) -> None:
    """It is a mistake of the program, not of the service, and is named at the first call."""
    register_host("data.example.org", lambda clock: made)
    with (
        options(base_url="https://data.example.org/api/v1", token=TOKEN),
        pytest.raises(
            ConfigError, match=r"^the function given to register_host\(\) must return an adapter with a method"
        ),
    ):
        fetch(DAY)


def test_another_version_of_the_world_is_another_cache(hosts: dict[str, hosts_module.Host]) -> None:
    """Answers of one version of the built-in world are not served for another."""
    with options(source="simulated"):
        for version in ("1", "2"):
            register_host(BUILT_IN_HOST, lambda clock, v=version: ServiceApp(envelope(game(v))), version=version)
            assert fetch(DAY).body == envelope(game(version))


def test_without_a_door_the_reserved_host_is_unreachable(hosts: dict[str, hosts_module.Host]) -> None:
    """The reserved name never resolves: a door that was forgotten fails instead of asking somebody else."""
    hosts.clear()
    with options(source="simulated"), pytest.raises((Unreachable, requests.RequestException)):
        fetch(DAY)


def test_every_way_out_has_timeouts() -> None:
    """Connect and read timeouts are given wherever a request is sent, and the one place is `Connection.send`."""
    places = []
    for file in Path(fetching.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                on = node.func.value
                name = on.attr if isinstance(on, ast.Attribute) else on.id if isinstance(on, ast.Name) else ""
                if name in ("session", "requests", "inner") and node.func.attr in ("send", "get", "request", "post"):
                    places.append((file.name, name))
                    assert any(word.arg in ("timeout", None) for word in node.keywords), file
    assert sorted(places) == [("connection.py", "session"), ("transport.py", "inner")]
