"""What tests of a running server share: requests, metrics, token files, worker processes."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from prometheus_client.parser import text_string_to_metric_families

from sportsframe.service.asgi import ServiceApp
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Grant, Tokens
from sportsframe.service.transport import Transport

from .asking import AFTERWARDS, service_at

TOKEN = "operator-token-0123456789"


OTHER = "another-token-0123456789"


PATH = "/api/v1/schedule/2024-06-01/MLB"


Answer = tuple[int, dict[str, str], bytes]


def get(address: str, path: str = PATH, token: str = TOKEN, method: str = "GET", **headers: str) -> Answer:
    """One request on a connection of its own."""
    parts = urlsplit(address)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"{path}?{urlencode({'RSC_token': token})}" if token else path, headers=named)
    got = connection.getresponse()
    answer = got.status, {name.lower(): value for name, value in got.getheaders()}, got.read()
    connection.close()
    return answer


def metrics(address: str) -> dict[str, float]:
    """The samples of the metrics: name and values of the labels, in the order of their names -> value."""
    return {
        "/".join((sample.name, *(sample.labels[name] for name in sorted(sample.labels)))): sample.value
        for family in text_string_to_metric_families(get(address, "/metrics", "")[2].decode())
        for sample in family.samples
    }


def table(**quotas: int | None) -> Tokens:
    return Tokens({TOKEN: Grant("lab", quota=quotas.get("quota")), OTHER: Grant("guests")})


@contextlib.contextmanager
def serving(app: ServiceApp | None = None, **how: Any) -> Iterator[str]:
    app = app or ServiceApp(service_at(AFTERWARDS, tokens=table()))
    with running_server(app=app, transport=Transport(**how)) as running:
        yield running.address


def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for something to be true."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


def tokens_file(folder: Path, *tokens: str) -> Path:
    file = folder / "tokens.json"
    file.write_text(json.dumps({"tokens": [{"token": token, "name": f"n{i}"} for i, token in enumerate(tokens)]}))
    file.chmod(0o600)
    return file


def worker_of(parent: int) -> int | None:
    """A process that a server with several of them started; None where the system does not list them."""
    listed = Path(f"/proc/{parent}/task/{parent}/children")
    for child in listed.read_text().split() if listed.exists() else ():
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
            return int(child)
    return None


def is_up(address: str) -> bool:
    try:
        return get(address, "/healthz", "")[0] == 200
    except OSError:
        return False


EXPIRY = "sportsframe_tls_certificate_expiry_seconds"
