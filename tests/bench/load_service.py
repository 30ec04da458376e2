"""Long trials of the three servers as processes: ``python -m tests.bench.load_service`` runs the full counts.

The service, a mirror in front of it and the companion server are started by the command line and asked over loopback.
Each trial returns the problems it found as lines; none is what it should be. ``--quick`` runs short counts.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import signal
import socket
import string
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import quote, urlencode, urlsplit

from sportsframe.service.limits import CONNECTIONS_PER_ADDRESS, FREE_FAILURES
from sportsframe.service.transport import IDLE_SECONDS

from ..support.asking import AFTERWARDS, DAYS, SPORTS
from ..support.processes import Process, command

TOKEN = "load-canary-0123456789"
UPSTREAM = "load-upstream-0123456789"
TOOLS_HEADERS = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
GROWTH = 1.10
"""A process may hold so many times the memory it held when it was warm."""

LONG = frozenset({"steady"})
"""Trials that take at least a minute, which `--quick` alone leaves out."""

TEXT_DATES = (
    '[operations.checks.positive_data_acceptance]\nexpected-statuses = ["2xx", "3xx", "400", "401", "403", "404"]\n'
)
"""Where a date is declared as plain text, text that is no date fits, and 400 is the answer to it."""


@dataclass
class Servers:
    """The three under trial."""

    service: Process
    mirror: Process
    companion: Process

    def __iter__(self) -> Iterator[Process]:
        return iter((self.service, self.mirror, self.companion))


@contextmanager
def three(folder: str) -> Iterator[Servers]:
    """The service, a mirror of it, and the companion, for a block."""
    clock = ("--clock", AFTERWARDS)
    with (
        command("serve", "--port", "0", *clock, RSC_TOKEN=UPSTREAM) as service,
        command("serve", "--port", "0", "--upstream", service.address, RSC_TOKEN=TOKEN,
                SPORTSFRAME_UPSTREAM_TOKEN=UPSTREAM, SPORTSFRAME_CACHE_DIR=folder) as mirror,
        command("mcp", "--port", "0", *clock, RSC_TOKEN=TOKEN) as companion,
    ):  # fmt: skip
        yield Servers(service, mirror, companion)


def connect(address: str, wait: float = 60, source: str = "127.0.0.1") -> HTTPConnection:
    parts = urlsplit(address)
    return HTTPConnection(str(parts.hostname), int(parts.port or 0), timeout=wait, source_address=(source, 0))


def request(
    connection: HTTPConnection, target: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, bytes]:
    connection.request(method, target, body, {name.replace("_", "-"): value for name, value in headers.items()})
    got = connection.getresponse()
    return got.status, got.read()


def tools(connection: HTTPConnection, token: str, method: str = "tools/list", **params: object) -> tuple[int, bytes]:
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
    return request(connection, "/mcp", "POST", body, Authorization=f"Bearer {token}", **TOOLS_HEADERS)


def rest(path: str, token: str, **query: str) -> str:
    league = {"league": "EPL"} if path.endswith("SOCCER") else {}
    return f"/api/v1/{path}?{urlencode({'RSC_token': token, **league, **query})}"


def bad_tokens(servers: Servers, count: int) -> list[str]:
    """Made-up tokens, some of them near the right one: 401 each, and none in any log."""
    r = random.Random(1)
    problems = []
    tried = ["".join(r.choices(string.ascii_letters + string.digits, k=r.randrange(8, 60))) for _ in range(count)]
    tried[::10] = [TOKEN[: r.randrange(8, len(TOKEN))] + "x" * r.randrange(1, 9) for _ in tried[::10]]
    for begin in range(0, count, FREE_FAILURES):  # each address has so many at once
        with contextlib.ExitStack() as stack:
            source = f"127.0.1.{1 + begin // FREE_FAILURES}"
            lines = [
                stack.enter_context(contextlib.closing(connect(server.address, source=source))) for server in servers
            ]
            for token in tried[begin : begin + FREE_FAILURES]:
                answers = [request(line, rest("live/2024-06-01/MLB", token)) for line in lines[:2]]
                answers.append(tools(lines[2], token))
                problems += [f"a bad token: {status}" for status, _ in answers if status != 401]
    time.sleep(0.2)
    for server in servers:
        log = "".join(server.logged)
        problems += [f"a token in the log: {token}" for token in (*tried, TOKEN, UPSTREAM) if token in log]
    return problems


def fuzz(servers: Servers, count: int) -> list[str]:
    """Random paths, queries, headers, methods and bodies: an answer each time, and never a 500."""
    r = random.Random(2)
    seen: Counter[int] = Counter()
    problems = []
    words = [*SPORTS, "live", "schedule", "schedule-week", "schedule-season", "api", "v1", "mcp", "..", ".", "", "2024",
             "2024-06-01", "0000-00-00", "9999-12-31", "now", "healthz", "metrics", "player-info", "%00", "%0a", "%ff",
             "%2f", "é", "x" * 300]  # fmt: skip

    def text(most: int) -> str:
        return "".join(chr(r.randrange(1, 0x250)) for _ in range(r.randrange(most)))

    for i in range(count):
        server = list(servers)[i % 3]
        pick = r.random()
        parts = [r.choice(words) if r.random() < 0.9 else text(12) for _ in range(r.randrange(1, 6))]
        path = (
            "/" + "/".join(parts) if pick < 0.5 else f"/api/v1/{r.choice(words)}/{r.choice(words)}/{r.choice(SPORTS)}"
        )
        path = "/mcp" if server is servers.companion and pick < 0.7 else path
        query = {text(6) or "q": text(12) for _ in range(r.randrange(4))}
        if r.random() < 0.8:
            query["RSC_token"] = UPSTREAM if server is servers.service else TOKEN
        target = quote(path, safe="/%", errors="replace") + "?" + urlencode(query)
        headers = {"Authorization": f"Bearer {TOKEN}", **TOOLS_HEADERS} if server is servers.companion else {}
        if r.random() < 0.3:
            headers[r.choice(["Accept-Encoding", "Host", "X-A", "Range", "If-None-Match", "Expect"])] = r.choice(
                ["gzip;q=0", "*", "a" * 5000, "bytes=0-1", '"x"', "\xe9\xff", "100-continue"]
            )
        body = r.randbytes(r.randrange(500)) if r.random() < 0.3 else None
        if server is servers.companion and r.random() < 0.5:
            arguments = {r.choice(["sport", "date", "league", "x"]): r.choice([*words, 1, None, [], {}]) for _ in "123"}
            name = r.choice(["get_live", "get_table", "get_measures", "get_columns", "nope", 5])
            call = {"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
            body = json.dumps(call).encode()
        method = r.choice(["GET"] * 6 + ["POST"] * 3 + ["PUT", "DELETE", "HEAD", "OPTIONS"])
        line = connect(server.address, 30)
        try:
            line.request(method, target, body, headers)
            status = line.getresponse().status
        except (OSError, HTTPException, ValueError) as error:
            status = 0
            if isinstance(error, TimeoutError):
                problems.append(f"no answer to {method} {target[:80]}")
        finally:
            line.close()
        seen[status] += 1
        if status >= 500 and status != 502:
            problems.append(f"{status} for {method} {target[:200]}")
    for server in servers:
        problems += [f"logged: {line.strip()}" for line in server.logged if "Traceback" in line]
    print(f"  statuses {dict(sorted(seen.items()))}", flush=True)
    return problems


def slow_requests(servers: Servers, count: int, patience: float = 40.0) -> list[str]:
    """Connections that send a head or a body drop by drop: others are served, and the slow ones are cut."""
    problems = []
    head = f"POST /mcp HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer {TOKEN}\r\nContent-Length: 5000\r\n\r\n"
    for server in servers:
        where = urlsplit(server.address)
        held = []
        for i in range(count):
            line = socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=10)
            line.sendall(head.encode() if i % 2 else b"GET /api/v1/live HTTP/1.1\r\nX: ")
            held.append(line)
        began, slowest, left = time.monotonic(), 0.0, len(held)
        while left and time.monotonic() - began < patience:
            for line in held:
                with contextlib.suppress(OSError):
                    line.send(b"x")
            asked = time.monotonic()
            with contextlib.closing(connect(server.address, 20)) as line:
                request(line, "/healthz")
            slowest = max(slowest, time.monotonic() - asked)
            time.sleep(1.0)
            left = sum(not _is_cut(line) for line in held)
        if left:
            problems.append(f"{left} of {count} slow connections are still open after {patience:g} s")
        if slowest > 5:
            problems.append(f"others waited {slowest:.1f} s")
        for line in held:
            line.close()
    return problems


def idle(servers: Servers, count: int) -> list[str]:
    """Idle connections of one address: those beyond its limit are refused, and another address is served at once."""
    problems, slowest, refused = [], 0.0, 0
    for server in servers:
        where = urlsplit(server.address)
        with contextlib.ExitStack() as stack:
            held = [
                stack.enter_context(socket.create_connection((str(where.hostname), int(where.port or 0)), timeout=10))
                for _ in range(count)
            ]
            for _ in range(10):
                began = time.monotonic()
                with contextlib.closing(connect(server.address, 20, "127.0.0.2")) as line:
                    status, _ = request(line, "/healthz")
                slowest = max(slowest, time.monotonic() - began)
                if status != 200:
                    problems.append(f"another address gets {status}")
            refused += sum(_refused(line) for line in held)
    if refused != 3 * (count - CONNECTIONS_PER_ADDRESS):
        problems.append(f"{refused} of {3 * count} connections were refused")
    print(f"  {refused} of {3 * count} connections refused; others served within {1000 * slowest:.0f} ms", flush=True)
    return problems


def _refused(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1 << 10).startswith(b"HTTP/1.1 503 ")
    except OSError:
        return False


def stops(count: int) -> list[str]:
    """SIGTERM while cold seasons are being computed: no answer is a 500, and no traceback is logged."""
    problems: list[str] = []
    seen: Counter[str] = Counter()

    def user(address: str, number: int) -> None:
        r = random.Random(number)
        while True:
            sport = r.choice(SPORTS)
            try:
                with contextlib.closing(connect(address)) as line:
                    seen[str(request(line, rest(f"schedule-season/{r.randrange(2012, 2025)}/{sport}", TOKEN))[0])] += 1
            except (OSError, HTTPException) as error:
                seen[type(error).__name__] += 1
                return

    for number in range(count):
        with command("serve", "--port", "0", "--quiet", "--clock", AFTERWARDS, RSC_TOKEN=TOKEN) as server:
            threads = [threading.Thread(target=user, args=(server.address, 100 * number + i)) for i in range(12)]
            for thread in threads:
                thread.start()
            time.sleep(1.0)
            server.popen.send_signal(signal.SIGTERM)
            code = server.popen.wait(timeout=60)
            for thread in threads:
                thread.join()
        problems += [f"exit code {code}"] * bool(code)
        problems += [f"logged: {line.strip()}" for line in server.logged if "Traceback" in line]
    problems += [f"{number} answers of 500" for status, number in seen.items() if status == "500"]
    print(f"  {count} stops: {dict(sorted(seen.items()))}", flush=True)
    return problems


def _is_cut(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1 << 16) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def memory(process: Process) -> int:
    """Bytes that a process holds, of its own pages."""
    pages = Path(f"/proc/{process.popen.pid}/statm").read_text().split()
    return (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGE_SIZE")


def mixed_load(servers: Servers, seconds: float, users: int = 6) -> list[str]:
    """Users ask all three for days and seasons of every sport: right statuses, and no growth of memory once warm."""
    problems: list[str] = []
    asked: Counter[str] = Counter()
    over = threading.Event()
    year = [date(2024, 1, 1) + timedelta(days=i) for i in range(366)]

    def user(number: int) -> None:
        r = random.Random(number)
        lines = [connect(server.address) for server in servers]
        used = [time.monotonic()] * 3
        try:
            while not over.is_set():
                sport = r.choice(SPORTS)
                day = DAYS[sport] if r.random() < 0.6 else r.choice(year[:: 12 if r.random() < 0.9 else 1]).isoformat()
                path = f"{r.choice(['live', 'schedule', 'schedule-week'])}/{day}/{sport}"
                if r.random() < 0.05:
                    path = f"schedule-season/2024/{sport}"
                which = r.randrange(3)
                if time.monotonic() - used[which] > IDLE_SECONDS / 2:
                    lines[which].close()  # the server may be about to; the next request opens it again
                if which < 2:
                    gzip = {"Accept_Encoding": "gzip"} if r.random() < 0.5 else {}
                    status, body = request(lines[which], rest(path, (UPSTREAM, TOKEN)[which]), **gzip)
                else:
                    name = r.choice(["get_live", "get_schedule", "get_table"])
                    league = {"league": "EPL"} if sport == "SOCCER" else {}
                    call = {"sport": sport.lower(), "date": day, **league}
                    status, body = tools(lines[2], TOKEN, "tools/call", name=name, arguments=call)
                used[which] = time.monotonic()
                asked[("service", "mirror", "companion")[which]] += 1
                if status not in (200, 304) or (status == 200 and not body):
                    problems.append(f"{status} for {path}")
        except Exception as error:
            problems.append(f"a user was stopped by {type(error).__name__}: {error}")
        finally:
            for line in lines:
                line.close()

    threads = [threading.Thread(target=user, args=(i,)) for i in range(users)]
    for thread in threads:
        thread.start()
    time.sleep(seconds / 2)
    warm = [memory(server) for server in servers]
    time.sleep(seconds / 2)
    after = [memory(server) for server in servers]
    over.set()
    for thread in threads:
        thread.join()
    for name, one, other in zip(("service", "mirror", "companion"), warm, after):
        print(f"  {name}: {asked[name]} requests, {one / 2**20:.0f} MiB half-way, {other / 2**20:.0f} MiB at the end",
              flush=True)  # fmt: skip
        if seconds >= 300 and other > one * GROWTH:
            problems.append(f"{name} grew from {one >> 20} to {other >> 20} MiB")
    return problems


def steady(servers: Servers, minutes: int, a_second: float = 20.0) -> list[str]:
    """So many requests a second, of days anew and again, to each of the three: no growth of memory once warm."""
    r, year = random.Random(3), [date(2024, 1, 1) + timedelta(days=i) for i in range(366)]
    held: list[list[int]] = []
    problems: list[str] = []
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(contextlib.closing(connect(server.address))) for server in servers]
        for minute in range(minutes):
            until = time.monotonic() + 60
            while time.monotonic() < until:
                sport = r.choice(SPORTS)
                day = DAYS[sport] if r.random() < 0.8 else r.choice(year).isoformat()
                league = {"league": "EPL"} if sport == "SOCCER" else {}
                path = f"{r.choice(['live', 'schedule'])}/{day}/{sport}"
                call = {"sport": sport.lower(), "date": day, **league}
                answers = [
                    request(lines[0], rest(path, UPSTREAM)),
                    request(lines[1], rest(path, TOKEN)),
                    tools(lines[2], TOKEN, "tools/call", name="get_scores", arguments=call),
                ]
                problems += [f"{status} for {path}" for status, _ in answers if status not in (200, 304)]
                time.sleep(1 / a_second)
            held.append([memory(server) >> 10 for server in servers])
            print(f"  {minute + 1:2} min: " + ", ".join(f"{size / 1024:.1f}" for size in held[-1]) + " MiB", flush=True)
    for name, warm, last in zip(("service", "mirror", "companion"), held[minutes // 2], held[-1]):
        if minutes >= 10 and last > warm * GROWTH:
            problems.append(f"{name} grew from {warm >> 10} to {last >> 10} MiB")
    return problems


def kills(count: int) -> list[str]:
    """A mirror killed under load and started again has every answer that it gave."""
    problems = []
    with tempfile.TemporaryDirectory() as folder, command(
        "serve", "--port", "0", "--quiet", "--clock", AFTERWARDS, RSC_TOKEN=UPSTREAM
    ) as service:  # fmt: skip
        words = ("serve", "--port", "0", "--quiet", "--upstream", service.address)
        given: dict[str, bytes] = {}
        environment = {"RSC_TOKEN": TOKEN, "SPORTSFRAME_UPSTREAM_TOKEN": UPSTREAM, "SPORTSFRAME_CACHE_DIR": folder}
        every = [date(2018, 1, 1) + timedelta(days=i) for i in range(2500)]
        shares = [iter(every[i::4]) for i in range(4)]

        def user(address: str, got: dict[str, bytes], days: Iterator[date]) -> None:
            with contextlib.closing(connect(address)) as line, contextlib.suppress(OSError, HTTPException):
                for day in days:
                    path = f"schedule/{day}/MLB"
                    status, body = request(line, rest(path, TOKEN))
                    if status in (200, 304):
                        got[path] = body

        for _ in range(count):
            with command(*words, **environment) as mirror:
                threads = [threading.Thread(target=user, args=(mirror.address, given, days)) for days in shares]
                before = len(given)
                for thread in threads:
                    thread.start()
                while len(given) < before + 30:
                    time.sleep(0.005)
                mirror.kill()
                for thread in threads:
                    thread.join()
        with command(*words, **environment) as mirror:
            service.kill()
            with contextlib.closing(connect(mirror.address)) as line:
                for path, body in given.items():
                    line.request("GET", rest(path, TOKEN))
                    got = line.getresponse()
                    if got.read() != body or got.getheader("X-Sportsframe-Cache") != "hit":
                        problems.append(f"{path} was lost")
        print(f"  {len(given)} answers after {count} kills", flush=True)
    return problems


def described(servers: Servers, examples: int) -> list[str]:
    """schemathesis over HTTP against the running service, by its own description."""
    with tempfile.TemporaryDirectory() as folder:
        told = f'[auth.openapi.RSC_token]\napi_key = "{UPSTREAM}"\n' + "".join(
            f'[[operations]]\ninclude-path = "/{resource}/{{date}}/{sport}"\n{TEXT_DATES}'
            for resource in ("schedule", "schedule-week", "live")
            for sport in ("PGA", "SOCCER")
        )
        Path(folder, "schemathesis.toml").write_text(told)
        where = servers.service.address
        done = subprocess.run(
            [sys.executable, "-m", "schemathesis.cli", "run", where.replace("/api/v1", "/openapi.json"), "--url", where,
             "--max-examples", str(examples), "--generation-deterministic", "--phases", "examples,coverage,fuzzing"],
            cwd=folder, capture_output=True, text=True,
        )  # fmt: skip
    print("  " + "\n  ".join(done.stdout.strip().splitlines()[-12:]), flush=True)
    return [] if done.returncode == 0 else [f"schemathesis ends with {done.returncode}: {done.stderr[-500:]}"]


def main(argv: list[str] | None = None) -> int:
    """Run the trials and print what they found."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load_service", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="short counts")
    parser.add_argument("--seconds", type=float, help="of mixed load (default 600, quick 10)")
    parser.add_argument("--only", help="one trial by name")
    args = parser.parse_args(argv)
    quick = args.quick
    seconds = args.seconds or (10 if quick else 600)
    found = 0
    with tempfile.TemporaryDirectory() as folder, three(folder) as servers:
        trials: dict[str, Callable[[], list[str]]] = {
            "bad_tokens": lambda: bad_tokens(servers, 50 if quick else 1000),
            "fuzz": lambda: fuzz(servers, 150 if quick else 6000),
            "slow_requests": lambda: slow_requests(servers, 10 if quick else 100),
            "idle": lambda: idle(servers, 600),
            "stops": lambda: stops(1 if quick else 5),
            "mixed_load": lambda: mixed_load(servers, seconds),
            "steady": lambda: steady(servers, 1 if quick else 30),
            "kills": lambda: kills(1 if quick else 10),
            "described": lambda: described(servers, 5 if quick else 100),
        }
        for name, trial in trials.items():
            if args.only == name or (args.only is None and not (quick and name in LONG)):
                began = time.monotonic()
                print(f"{name}: {' '.join(str(globals()[name].__doc__).split())}", flush=True)
                problems = trial()
                found += len(problems)
                print("\n".join(f"  PROBLEM {line}" for line in problems[:20]) or "  no problem",
                      f"({time.monotonic() - began:.0f} s)", flush=True)  # fmt: skip
    return int(found > 0)


if __name__ == "__main__":
    sys.exit(main())
