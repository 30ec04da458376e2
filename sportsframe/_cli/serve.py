"""Server commands: the service or a mirror over HTTP, and the MCP server."""

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
from .flags import integer

if TYPE_CHECKING:
    from ..servers.mirror import Mirror
    from ..service.respond import Service
    from ..service.tokens import Tokens
    from ..service.transport import Transport

LOCALHOST, SERVE_PORT, TOOLS_PORT = "127.0.0.1", 8000, 8001

TOKEN_FILE = """tokens:
  Without --tokens, the token in RSC_TOKEN is accepted; if it is not set, a token is generated and printed.
  A token file is JSON or TOML, readable only by its owner (chmod 600). Tokens have 16 characters or more. A quota is
  the number of requests in 24 hours. A trial lasts 30 days from its date of issue:
    {"tokens": [{"token": "...", "name": "lab", "quota": 5000},
                {"token": "...", "name": "guest", "trial": "2026-06-01"},
                {"token": "...", "name": "hoops", "sports": ["NBA", "NCAABB"], "resources": ["live", "schedule"]}]}
"""

SERVE_EXAMPLES = """examples:
  sportsframe serve
  sportsframe serve --port 8000 --tokens tokens.json
  sportsframe serve --clock 2024-06-01T20:00x60        a busy evening, one hour per minute
  sportsframe serve --switches observed                reproduce the deviations of the real service
  SPORTSFRAME_UPSTREAM_TOKEN=... sportsframe serve --upstream https://host/api/v1 --tokens team.json

  sportsframe serve --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem --tokens tokens.json --workers 4

The base URL ends in /api/v1. Clients set SPORTSFRAME_BASE_URL to it and RSC_TOKEN to the token.
GET /healthz, /metrics and /openapi.json need no token. SIGHUP makes the server read token file and certificate again;
SIGTERM makes it answer the requests in progress and end.
"""

TOOLS_EXAMPLES = """examples:
  sportsframe mcp                                      Streamable HTTP: POST http://127.0.0.1:8001/mcp
  sportsframe mcp --stdio                              for a desktop agent that starts the command itself
  SPORTSFRAME_UPSTREAM_TOKEN=... sportsframe mcp --upstream https://host/api/v1

Agents send the token as "Authorization: Bearer ...". GET /healthz needs no token.
"""

CLOCK = re.compile(r"(?P<moment>real|[0-9][0-9T:.Z+ -]*)?(?:x(?P<rate>[0-9]+(?:\.[0-9]+)?))?")
MOST_WORKERS = 64

ALONE = {
    "tokens": "has a single user",
    "port": "has no port",
    **dict.fromkeys(
        ("host", "allow-host", "tls-cert", "tls-key", "trusted-proxy", "connections-per-address"), "has no address"
    ),
}
"""Options that standard input and output make no use of -> why."""


def add_servers(commands: Any) -> None:
    """Add the commands ``serve`` and ``mcp`` to the command line.

    Parameters
    ----------
    commands : argparse subparsers
        Subparsers to extend; each command sets ``run`` to a function from the parsed arguments to an exit code.
    """
    serve = _command(
        commands,
        "serve",
        "serve the built-in service, or a mirror of a real one, over HTTP",
        "Serve the simulated world over HTTP, for client development and testing.\n"
        "With --upstream, run a caching proxy in front of a real service, for teams that share one token.",
        SERVE_EXAMPLES,
        SERVE_PORT,
    )
    serve.add_argument(
        "--workers", type=_workers, default=1, metavar="N", help="processes that share the port (default: 1)"
    )
    serve.add_argument(
        "--cors",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="origin whose pages may read responses in a browser, such as https://app.example.org, or * for all; "
        "may be repeated",
    )
    serve.set_defaults(run=_serve)
    tools = _command(
        commands,
        "mcp",
        "run the MCP server: tools for agents",
        "Provide the service as MCP tools for agents, over Streamable HTTP or stdio.\n"
        "With --upstream, use a real service.",
        TOOLS_EXAMPLES,
        TOOLS_PORT,
    )
    tools.add_argument("--stdio", action="store_true", help="use standard input and output, without tokens")
    tools.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="name under which clients reach the server, such as that of the proxy in front; may be repeated",
    )
    tools.set_defaults(run=_tools)


def _command(commands: Any, name: str, short: str, long: str, examples: str, port: int) -> Any:
    command = commands.add_parser(
        name,
        help=short,
        description=long,
        epilog=f"{TOKEN_FILE}\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("--host", default=LOCALHOST, help="address to listen on (default: localhost only)")
    command.add_argument("--port", type=_port, help=f"port to listen on, 0 for a free one (default: {port})")
    command.set_defaults(usual_port=port)
    command.add_argument("--tokens", metavar="FILE", type=Path, help="file of accepted tokens; see below")
    command.add_argument("--quiet", action="store_true", help="disable the access log")
    network = command.add_argument_group("network")
    network.add_argument("--tls-cert", metavar="FILE", type=Path, help="certificate chain for HTTPS, in PEM format")
    network.add_argument("--tls-key", metavar="FILE", type=Path, help="its key, if that is not in the same file")
    network.add_argument(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="address or network of a proxy whose X-Forwarded-For is believed; may be repeated",
    )
    network.add_argument(
        "--connections-per-address",
        type=integer,
        metavar="N",
        help="maximum number of open connections from one address, trusted proxies excepted (default: 128)",
    )
    world = command.add_argument_group("simulated world")
    world.add_argument("--seed", type=integer, help="seed of the simulated world (default: 2024)")
    world.add_argument(
        "--clock",
        type=_clock,
        metavar="WHEN",
        help="real (default), or a datetime such as 2024-06-01T20:00, at which the clock stands still; "
        "append x60 to either to run it 60 times as fast",
    )
    world.add_argument(
        "--switches",
        action="extend",
        nargs="+",
        metavar="NAME",
        help="deviations of the real service to reproduce, by name (see docs/world.md); observed selects the usual set",
    )
    mirror = command.add_argument_group("mirror")
    mirror.add_argument(
        "--upstream",
        metavar="URL",
        help="base URL of a real service; its token is read from SPORTSFRAME_UPSTREAM_TOKEN and is never passed on",
    )
    return command


def _port(text: str) -> int:
    if not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"invalid port {text!r}; use a number from 0 to 65535")
    return int(text)


def _workers(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"invalid number of workers {text!r}; use a number from 1 to {MOST_WORKERS}")
    return int(text)


def _clock(text: str) -> Callable[[], datetime] | None:
    """Return the clock of the world; None means that of the settings."""
    from .._client.clock import FASTEST, Clock
    from .._client.options import now

    found = CLOCK.fullmatch(text.strip())
    wrong = argparse.ArgumentTypeError(f"invalid clock {text!r}; use real, 2024-06-01T20:00 or 2024-06-01T20:00x60")
    if not text.strip() or found is None:
        raise wrong
    moment, rate = found["moment"] or "real", float(found["rate"] or 0)
    if rate > FASTEST:
        raise argparse.ArgumentTypeError(f"the rate of a clock may be at most {FASTEST:.0f}")
    if moment == "real" and found["rate"] is None:
        return None
    try:
        return Clock(now() if moment == "real" else moment.strip(), rate)
    except ConfigError:
        raise wrong from None


def _need(extra: str, *modules: str) -> None:
    """Raise an error if the packages of an extra are not installed."""
    if any(importlib.util.find_spec(module) is None for module in modules):
        raise ConfigError(f'this command requires further packages: pip install "sportsframe[{extra}]".')


def _table(args: argparse.Namespace) -> tuple[Tokens, str]:
    """Return the accepted tokens, and the generated token if there are none."""
    from .._client.options import resolve
    from ..service.tokens import Tokens, make_token

    resolve(())  # a variable that is empty or unknown is an error for a server too
    tokens, made = Tokens.read(args.tokens), ""
    if tokens is None:
        made = make_token()
        tokens = Tokens.full(made)
    return tokens, made


def _transport(args: argparse.Namespace) -> Transport:
    """Return how the server is reached."""
    from ..service.transport import Transport

    most = {} if args.connections_per_address is None else {"connections_per_address": args.connections_per_address}
    return Transport(
        certificate=args.tls_cert,
        key=args.tls_key,
        origins=tuple(getattr(args, "cors", ())),
        trusted_proxies=tuple(args.trusted_proxy),
        **most,
    )


def _listen(
    args: argparse.Namespace, app: Any, tokens: Tokens, made: str, path: str, resume: Callable[[], None] | None = None
) -> int:
    """Serve until stopped, and print the address."""
    from ..service.serve import serve

    def say(line: str) -> None:
        if made:
            print(f"token: {made}")
        print(line.replace(BASE_PATH, path), flush=True)

    port = args.usual_port if args.port is None else args.port
    common: dict[str, Any] = {
        "access_log": not args.quiet,
        "announce": say,
        "transport": _transport(args),
        "clock": args.clock,
    }
    if app is not None:
        common |= {"resume": resume} if resume else {}
        serve(args.host, port, tokens=tokens, app=app, **common)
        return 0
    seed, switches = _world(args)
    common |= {"seed": seed, "switches": switches, "workers": args.workers}
    serve(args.host, port, tokens=made or tokens, **common)
    return 0


def _world(args: argparse.Namespace) -> tuple[int, list[str]]:
    """Return seed and switches of the built-in service."""
    return 2024 if args.seed is None else args.seed, args.switches or []


def _behind(args: argparse.Namespace, tokens: Tokens | None) -> Service | Mirror:
    """Return the built-in service or a mirror; without a table any token is accepted."""
    if args.upstream is not None:
        for name in ("seed", "clock", "switches"):
            if getattr(args, name) is not None:
                raise ConfigError(
                    f"--{name} applies only to the built-in service and cannot be combined with --upstream."
                )
        from ..servers.mirror import Mirror

        return Mirror(args.upstream, tokens)
    from ..service.respond import Service
    from ..simulation import World

    seed, switches = _world(args)
    return Service(World(seed), tokens, args.clock, switches)


def _serve(args: argparse.Namespace) -> int:
    _need("server", "uvicorn", "httptools", "prometheus_client")
    from ..servers.mirror import Mirror, MirrorApp
    from ..service.asgi import ServiceApp
    from ..service.quirks import parse

    _transport(args)  # what is wrong with it is said before a token is made
    tokens, made = _table(args)
    if args.workers > 1:
        if args.upstream is not None:
            raise ConfigError(
                "--workers applies only to the built-in service; a mirror waits for its upstream, "
                "which one process does for all users."
            )
        parse(args.switches or ())
        return _listen(args, None, tokens, made, BASE_PATH)
    behind = _behind(args, tokens)
    app = MirrorApp(behind) if isinstance(behind, Mirror) else ServiceApp(behind)
    return _listen(args, app, tokens, made, BASE_PATH, getattr(behind, "resume", None))


def _tools(args: argparse.Namespace) -> int:
    _need("mcp", "mcp", "uvicorn", "httptools", "prometheus_client")
    from ..servers.mcp import PATH, McpApp, ToolServer, run_stdio

    if args.stdio:
        for option, why in ALONE.items():
            if getattr(args, option.replace("-", "_")) not in (None, [], LOCALHOST):
                raise ConfigError(f"--{option} cannot be combined with --stdio, which {why}; omit it.")
        run_stdio(ToolServer(_behind(args, None), token="stdio"))
        return 0
    tokens, made = _table(args)
    behind = _behind(args, tokens)
    app = McpApp(ToolServer(behind), hosts=[args.host, *args.allow_host])
    return _listen(args, app, tokens, made, PATH, getattr(behind, "resume", None))
