"""Ask what people ask agents, with each client, over HTTP and stdio: ``python -m tests.bench.agents``.

``--python-1 PATH`` is a Python with version 1 of the SDK, ``--typescript DIRECTORY`` one in which npm has installed
``@modelcontextprotocol/sdk``; without them only the installed version 2 is used. ``--clocks`` asks on other days too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sportsframe._client.clock import Clock
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.service import Service
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Tokens

from ...support import asking
from ...support.agents import CLOCKS, SUNDAY, Said, ask_all

HERE = Path(__file__).parent
TOKEN = "a-token-of-the-session"


def session(words: list[str], where: str, directory: str | None) -> None:
    """One session with one client."""
    environment = {**os.environ, "RSC_TOKEN": TOKEN} if where.startswith("http") else {**os.environ}
    client = subprocess.Popen(
        [*words, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, cwd=directory
    )
    assert client.stdin is not None
    assert client.stdout is not None
    stdin, stdout = client.stdin, client.stdout
    print(f"  {len(json.loads(stdout.readline())['tools'])} tools")

    def call(tool: str, arguments: dict[str, Any]) -> Said:
        stdin.write(json.dumps({"tool": tool, "arguments": arguments}) + "\n")
        stdin.flush()
        found = json.loads(stdout.readline())
        assert not found["error"], (tool, arguments, found["text"])
        return Said(found["held"], found["size"])

    for question, found in ask_all(call).items():
        sizes = ", ".join(f"{size:,}" for size in found.sizes)
        print(f"  {question}: {len(found.sizes)} calls, {sizes} bytes, {found.seconds:.1f} s: {found.answer}")
    stdin.close()
    assert client.wait(60) == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python-1", metavar="PATH")
    parser.add_argument("--typescript", metavar="DIRECTORY")
    parser.add_argument("--clocks", action="store_true")
    args = parser.parse_args()
    clients: dict[str, tuple[list[str], str | None]] = {"Python 2": ([sys.executable, str(HERE / "python_2.py")], None)}
    if args.python_1:
        clients["Python 1"] = [args.python_1, str(HERE / "python_1.py")], None
    if args.typescript:
        clients["TypeScript"] = ["node", str(HERE / "typescript.mjs")], args.typescript
    for day, clock in CLOCKS.items():
        if args.clocks or clock == SUNDAY:
            on_a_day(day, clock, clients)


def on_a_day(day: str, clock: str, clients: dict[str, tuple[list[str], str | None]]) -> None:
    """The sessions of all clients at a time."""
    service = Service(asking.WORLD, Tokens.full(TOKEN), Clock(clock))
    stdio = json.dumps([sys.executable, "-m", "sportsframe", "mcp", "--stdio", "--clock", clock])
    with running_server(app=McpApp(ToolServer(service))) as running:
        for name, (words, directory) in clients.items():
            for where in (running.address.replace("/api/v1", "/mcp"), stdio):
                print(f"{day}, {name}, {'HTTP' if where.startswith('http') else 'stdio'}")
                session(words, where, directory)


if __name__ == "__main__":
    main()
