"""Cached answers of a mirror while upstream hangs: ``python -m tests.bench.mirror``; none may take 50 ms."""

from __future__ import annotations

import gc
import statistics
import threading
import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

from sportsframe._client.clock import Clock
from sportsframe.servers.mirror import Mirror, MirrorApp
from sportsframe.servers.pending import CONCURRENT_REQUESTS
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Tokens

from ..support.servers import envelope, game, hanging

PATH, TOKEN, ROUNDS = "/live/2024-06-01/MLB", "a-token-of-the-bench", 1_000


def main() -> None:
    with hanging(PATH, envelope(game())) as (address, release):
        mirror = Mirror(address, Tokens.full(TOKEN), token="upstream", now=Clock("2025-03-01T12:00"))
        with running_server(app=MirrorApp(mirror)) as running:
            parts = urlsplit(running.address)

            def get(path: str, connection: HTTPConnection | None = None) -> str:
                connection = connection or HTTPConnection(str(parts.hostname), parts.port)
                connection.request("GET", f"{parts.path}{path}?RSC_token={TOKEN}")
                answer = connection.getresponse()
                answer.read()
                return str(answer.headers["X-Sportsframe-Cache"])

            get(PATH)
            gc.collect()
            gc.freeze()  # as `serve` does
            threads = [
                threading.Thread(target=get, args=(f"/live/2024-05-{day:02}/MLB",))
                for day in range(1, CONCURRENT_REQUESTS + 1)
            ]
            for thread in threads:
                thread.start()
            time.sleep(1)
            kept, spent = HTTPConnection(str(parts.hostname), parts.port), []
            for _ in range(ROUNDS):
                began = time.perf_counter()
                assert get(PATH, kept) == "hit"
                spent.append(1000 * (time.perf_counter() - began))
            kept.close()
            release.set()
            for thread in threads:
                thread.join()
    over = sum(one >= 50 for one in spent)
    print(f"{ROUNDS} cached answers while {len(threads)} requests hang: median {statistics.median(spent):.1f} ms, "
          f"longest {max(spent):.1f} ms, {over} of 50 ms or more")  # fmt: skip


if __name__ == "__main__":
    main()
