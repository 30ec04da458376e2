"""A mirror of a service that tests set, and how it is asked."""

from __future__ import annotations

import json
import time
from http.client import HTTPConnection
from urllib.parse import urlencode, urlsplit

from sportsframe._client.clock import Clock
from sportsframe.servers.mirror import Asked, Mirror
from sportsframe.service.tokens import Grant, Tokens

from ..support.servers import Server

UPSTREAM = "upstream-canary-0123456789"
OURS = "team-token-0123456789"
HOOPS = "hoops-token-0123456789"
ODD_TOKEN = "kq3mmWYwnSx+q0/Zm9v+ZDw="
TABLE = Tokens(
    {OURS: Grant("ours"), ODD_TOKEN: Grant("odd"), HOOPS: Grant("hoops", pairs=frozenset([("NBA", "live")]))}
)
LATER = "2025-03-01T12:00:00+00:00"
PATH = "/live/2024-06-01/MLB"
ODD = b'{ "data" :\n{"MLB":[ {"game_ID":"20240601-1-2","status":"final","a":1.50,"\xc3\xa9":"\\u00e9"} ]}}\n'

Answer = tuple[int, dict[str, str], bytes]


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


def learned(mirror: Mirror, path: str) -> tuple[int, str]:
    """The status of an answer, and the state of upstream when what was sent for it has ended."""
    status = ask(mirror, path)[0]
    ended(mirror)
    return status, state(mirror)[0]


def ended(mirror: Mirror) -> None:
    """Wait for all requests: a user is answered in time even where, on a busy machine, a failure is noted later."""
    until = time.monotonic() + 20
    while "sportsframe_mirror_in_flight 0.0" not in page_of(mirror):
        assert time.monotonic() < until
        time.sleep(0.01)


def page_of(mirror: Mirror) -> list[str]:
    from prometheus_client import generate_latest

    return generate_latest(mirror.counts.registry).decode().splitlines()


def counts(page: bytes) -> dict[str, float]:
    """The samples of a page of metrics, read by the client library."""
    from prometheus_client.parser import text_string_to_metric_families

    return {
        sample.name + "".join(f"/{value}" for value in sample.labels.values()): sample.value
        for family in text_string_to_metric_families(page.decode())
        for sample in family.samples
    }
