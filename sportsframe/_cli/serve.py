"""The commands that serve: the service or a mirror over HTTP, and the tools for agents."""

from __future__ import annotations

import argparse
import importlib.util
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..catalog import BASE_PATH
from ..errors import ConfigError

if TYPE_CHECKING:
    from ..servers.mirror import Mirror
    from ..service.respond import Service
    from ..service.tokens import Tokens

SERVE_PORT, TOOLS_PORT = 8000, 8001

TOKEN_FILE = """tokens:
  Without --tokens the token in RSC_TOKEN is accepted, and where there is none, one is made up and printed.
  A token file is JSON or TOML, readable by its owner only (chmod 600). A trial lasts 30 days from its day of issue:
    {"tokens": [{"token": "...", "name": "lab"},
                {"token": "...", "name": "guest", "trial": "2026-06-01"},
                {"token": "...", "name": "hoops", "sports": ["NBA", "NCAABB"], "resources": ["live", "schedule"]}]}
"""

SERVE_EXAMPLES = """examples:
  sportsframe serve
  sportsframe serve --port 8000 --tokens tokens.json
  sportsframe serve --clock 2024-06-01T20:00x60        a busy evening, an hour a minute
  sportsframe serve --switches observed                show what the real service does beside its specification
  SPORTSFRAME_UPSTREAM_TOKEN=... sportsframe serve --upstream https://host/api/v1 --tokens team.json

The base address ends in /api/v1; give it to clients as SPORTSFRAME_BASE_URL, and the token as RSC_TOKEN.
"""

TOOLS_EXAMPLES = """examples:
  sportsframe mcp                                      Streamable HTTP: POST http://127.0.0.1:8001/mcp
  sportsframe mcp --stdio                              for a desktop agent that starts the command itself
  SPORTSFRAME_UPSTREAM_TOKEN=... sportsframe mcp --upstream https://host/api/v1

Agents send the token as "Authorization: Bearer ...". GET /healthz is open.
"""

CLOCK = re.compile(r"(?P<moment>real|[0-9][0-9T:.Z+ -]*)?(?:x(?P<rate>[0-9]+(?:\.[0-9]+)?))?")
FASTEST = 86_400.0


def add_servers(commands: Any) -> None:
    """Add the commands ``serve`` and ``mcp`` to the command line.

    Parameters
    ----------
    commands : argparse subparsers
        Where they are added; each sets ``run`` to a function from the parsed arguments to an exit code.
    """
    serve = _command(
        commands, "serve", "serve the built-in service, or a mirror of another, over HTTP",
        "The service of the built-in world over HTTP, for people who try a client;\n"
        "with --upstream a read-through mirror of a real service, for a team that shares one token.",
        SERVE_EXAMPLES, SERVE_PORT,
    )  # fmt: skip
    serve.set_defaults(run=_serve)
    tools = _command(
        commands, "mcp", "serve the companion server: tools for agents",
        "The service as tools for agents, over Streamable HTTP or stdio;\nwith --upstream in front of a real service.",
        TOOLS_EXAMPLES, TOOLS_PORT,
    )  # fmt: skip
    tools.add_argument("--stdio", action="store_true", help="speak over standard input and output, without tokens")
    tools.set_defaults(run=_tools)


def _command(commands: Any, name: str, short: str, long: str, examples: str, port: int) -> Any:
    command = commands.add_parser(
        name, help=short, description=long, epilog=f"{TOKEN_FILE}\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    command.add_argument("--host", default="127.0.0.1", help="address to listen at (default: this machine only)")
    command.add_argument(
        "--port", type=_port, default=port, help=f"port to listen at, 0 for a free one (default: {port})"
    )
    command.add_argument("--tokens", metavar="FILE", type=Path, help="who may ask; see below")
    command.add_argument("--quiet", action="store_true", help="no line a request on standard error")
    world = command.add_argument_group("the built-in world")
    world.add_argument("--seed", type=int, help="names the world (default: 2024)")
    world.add_argument(
        "--clock", type=_clock, metavar="WHEN",
        help="real (default); a moment such as 2024-06-01T20:00, at which it stands; with x60 after either it goes on "
        "60 times as fast",
    )  # fmt: skip
    world.add_argument(
        "--switches", nargs="+", metavar="NAME", help="observed behaviours to show, by name; observed is the usual set"
    )
    mirror = command.add_argument_group("a mirror")
    mirror.add_argument(
        "--upstream", metavar="URL",
        help="base address of a real service; its token is read from SPORTSFRAME_UPSTREAM_TOKEN, and stays inside",
    )  # fmt: skip
    return command


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is not a port, a number from 0 to 65535")
    return int(text)


def _clock(text: str) -> Callable[[], datetime] | None:
    """The clock of the world; None is the one of the settings."""
    from .._client.clock import Clock
    from .._client.options import now

    found = CLOCK.fullmatch(text.strip())
    wrong = argparse.ArgumentTypeError(f"{text!r} is not a clock: real, 2024-06-01T20:00, or 2024-06-01T20:00x60")
    if not text.strip() or found is None:
        raise wrong
    moment, rate = found["moment"] or "real", float(found["rate"] or 0)
    if rate > FASTEST:
        raise argparse.ArgumentTypeError(f"a clock may go {FASTEST:.0f} times as fast at most")
    if moment == "real" and found["rate"] is None:
        return None
    try:
        return Clock(now() if moment == "real" else moment.strip(), rate)
    except ConfigError:
        raise wrong from None


def _need(extra: str, *modules: str) -> None:
    """Refuse to go on without an extra, before anything else is done."""
    if any(importlib.util.find_spec(module) is None for module in modules):
        raise ConfigError(f'this command needs more packages: pip install "sportsframe[{extra}]".')


def _table(args: argparse.Namespace) -> tuple[Tokens, str]:
    """Who may ask; where nobody is named, a token is made up, which is to be shown."""
    from ..service.tokens import Tokens, make_token

    tokens, made = Tokens.read(args.tokens), ""
    if tokens is None:
        made = make_token()
        tokens = Tokens.full(made)
    return tokens, made


def _listen(args: argparse.Namespace, app: Any, tokens: Tokens, made: str, path: str) -> int:
    """Serve until told to stop, and say where."""
    from ..service.serve import serve

    def say(line: str) -> None:
        if made:
            print(f"token: {made}")
        print(line.replace(BASE_PATH, path), flush=True)

    serve(args.host, args.port, tokens=tokens, access_log=not args.quiet, app=app, announce=say)
    return 0


def _behind(args: argparse.Namespace, tokens: Tokens | None) -> Service | Mirror:
    """What answers: the built-in service, or a mirror; without a table any token may ask."""
    if args.upstream is not None:
        for name in ("seed", "clock", "switches"):
            if getattr(args, name) is not None:
                raise ConfigError(f"--{name} is of the built-in world and does not go with --upstream; leave it out.")
        from ..servers.mirror import Mirror

        return Mirror(args.upstream, tokens)
    from ..service.respond import Service
    from ..simulation import World

    seed = 2024 if args.seed is None else args.seed
    return Service(World(seed), tokens, args.clock, args.switches or ())


def _serve(args: argparse.Namespace) -> int:
    _need("server", "uvicorn", "httptools", "prometheus_client")
    from ..servers.mirror import Mirror, MirrorDoor
    from ..service.asgi import Door

    tokens, made = _table(args)
    behind = _behind(args, tokens)
    return _listen(args, MirrorDoor(behind) if isinstance(behind, Mirror) else Door(behind), tokens, made, BASE_PATH)


def _tools(args: argparse.Namespace) -> int:
    _need("mcp", "mcp", "uvicorn", "httptools", "prometheus_client")
    from ..servers.mcp import PATH, Companion, Gate, run_stdio

    if args.stdio:
        if args.tokens is not None:
            raise ConfigError("--tokens does not go with --stdio, which has one user: who started it; leave it out.")
        run_stdio(Companion(_behind(args, None), token="stdio"))
        return 0
    tokens, made = _table(args)
    return _listen(args, Gate(Companion(_behind(args, tokens))), tokens, made, PATH)
