"""Random tokens that a hostile service repeats: ``python -m tests.bench.tokens [tokens] [seed]``.

Every token is repeated in every encoding, at a place drawn at random, through a door drawn at random: the client with
its cache, the command line, the mirror and the companion. Nothing that comes back or is kept may show it. Then new
tokens race: 300 in 16 threads that hide each other's.
"""

from __future__ import annotations

import contextlib
import io
import pickle
import random
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import requests

from sportsframe import _cli
from sportsframe._client import credentials
from sportsframe._client import fetch as fetching
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe.errors import SportsframeError
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mirror import Mirror
from sportsframe.service.serve import running_server

from ..support.asking import AFTERWARDS
from ..support.hostile import ENCODINGS, PLACES, hostile_server, random_token, shows, strings
from .given import numbers

NOW = "2025-03-01T12:00"
DAY = Query("MLB", "live", "2024-06-01")
PATH = "/live/2024-06-01/MLB"


def by_client(address: str, token: str, folder: Path) -> str:
    """What an answer or error and the cache hold."""
    with options(base_url=address, token=token, cache_dir=folder, now=Clock(NOW)):
        outcome: object
        try:
            outcome = fetch(DAY)
        except SportsframeError as error:
            outcome = error
        kept = connection_for(current()).cache.lookup(key_of(PATH), current().moment())
        seen = "\n".join(strings(outcome)) + str(outcome) + repr(pickle.dumps(outcome))
    return seen + (kept.body.decode() if kept else "")


def by_command(address: str, token: str, folder: Path) -> str:
    """What a command prints."""
    out = io.StringIO()
    words = ["live", "2024-06-01", "MLB", "--base-url", address, "--cache-dir", str(folder), "--now", NOW]
    with options(token=token), contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        _cli.main(words)
    return out.getvalue()


def by_mirror(address: str, token: str, folder: Path) -> str:
    """What a user of the mirror gets."""
    mirror = Mirror(address, token=token, cache_dir=folder, now=Clock(NOW))
    return repr(mirror.respond("GET", f"/api/v1{PATH}", {"RSC_token": "a-user"}, {}))


def by_companion(address: str, token: str, folder: Path) -> str:
    """What an agent gets."""
    mirror = Mirror(address, token=token, cache_dir=folder, now=Clock(AFTERWARDS))
    call = {"name": "get_live", "arguments": {"sport": "mlb", "date": "2024-06-01"}}
    with running_server(app=McpApp(ToolServer(mirror))) as running:
        got = requests.post(
            running.address.replace("/api/v1", "/mcp"),
            json={"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call},
            headers={"Accept": "application/json, text/event-stream", "Authorization": "Bearer a-user-of-the-mirror"},
            timeout=60,
        )
    assert got.status_code == 200
    return f"{got.headers}\n{got.text}"


DOORS: dict[str, Callable[[str, str, Path], str]] = {
    "client": by_client,
    "command line": by_command,
    "mirror": by_mirror,
    "companion": by_companion,
}
OFTEN = (55, 20, 23, 2)
"""How many of a hundred go through each door; a companion is a server of its own each time."""


def race(tokens: list[str]) -> list[str]:
    """Tokens that were shown while sixteen threads take them in and hide each other's."""
    held: list[credentials.Token] = []

    def take(token: str) -> bool:
        held.append(credentials.keep(token))
        text = f"no account for {token}"
        return token in credentials.redact(text) or token.encode() in credentials.redact_body(text.encode())

    with ThreadPoolExecutor(16) as pool:
        shown = list(pool.map(take, tokens))
    return [token for token, bad in zip(tokens, shown, strict=True) if bad or token in credentials.redact(token)]


def main(count: int, seed: int) -> int:
    """Print how many were tried through each door and what was shown; the number of hits."""
    r = random.Random(seed)
    tried: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    start = time.perf_counter()
    fetching.FIRST_PAUSE = 0.0  # how long a retry waits is not what is tried
    warnings.simplefilter("ignore")
    with hostile_server() as hostile:
        for n in range(count):
            token = random_token(r)
            with tempfile.TemporaryDirectory() as folder:
                for i, name in enumerate(ENCODINGS):
                    place, door = r.choice(PLACES), r.choices(list(DOORS), OFTEN)[0]
                    address = hostile.url(f"echo.{name}.{place}")
                    seen = DOORS[door](address, token, Path(folder) / str(i))
                    tried[door] += 1
                    if found := shows(seen, token):
                        hits[door] += 1
                        print(f"HIT {door}: {name} in {place}, shown as {', '.join(found)}", flush=True)
            if (n + 1) % 100 == 0:
                print(f"{n + 1:,} tokens, {time.perf_counter() - start:.0f} s, {sum(hits.values())} hits", flush=True)
    for door in DOORS:
        print(f"{door:<13} {tried[door]:>7,} echoes, {hits[door]} hits")
    shown = race([random_token(r) for _ in range(300)])
    print(f"{'race':<13} {300:>7,} new tokens in 16 threads, {len(shown)} shown")
    return sum(hits.values()) + len(shown)


if __name__ == "__main__":
    sys.exit(bool(main(**numbers(__doc__, count=2000, seed=0))))
