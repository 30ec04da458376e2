"""The command line: one command per loading function."""

from __future__ import annotations

import argparse
import functools
import inspect
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from .._document import visible
from ..catalog import RESOURCES, SPORTS, Resource, answer, sports_of
from ..catalog.resources import LEAGUES, ByDate
from ..errors import ConfigError, FrameError, PartialResult, QueryError, SportsframeError

if TYPE_CHECKING:
    import pandas as pd

BAD_INPUT, FAILURE = 2, 1

EXAMPLES = """examples:
  sportsframe live 2024-06-01 MLB
  sportsframe live 2024-06-01 MLB --table pitching --format csv > pitching.csv
  sportsframe live 2024-06-01 2024-06-07 MLB --table batting --format parquet --out batting.parquet
  sportsframe schedule-season 2024 SOCCER --league EPL
  sportsframe players NFL --team MOS
  sportsframe play-by-play 2024-06-01 MLB --team-id 9001
  sportsframe find mossdell NFL
  sportsframe columns MLB live pitching
  sportsframe serve --port 8000

If RSC_TOKEN and SPORTSFRAME_BASE_URL are not set, the built-in service returns simulated data.
"""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors on one line and exits with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"sportsframe: {message}; see {self.prog} --help\n")


def build() -> Parser:
    """Return the parser of all commands."""
    parser = Parser(
        prog="sportsframe",
        description="Sports data as tidy tables.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    from .. import __version__

    parser.add_argument("--version", action="version", version=f"sportsframe {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for resource in RESOURCES.values():
        _resource(commands, resource)
    _find(commands)
    _reconcile(commands)
    _columns(commands)
    _cache(commands)
    doctor = commands.add_parser("doctor", help="check the configuration and suggest fixes")
    doctor.set_defaults(run=_doctor)
    openapi = commands.add_parser("openapi", help="print the OpenAPI 3.1 document")
    openapi.set_defaults(run=_openapi)
    from .serve import add_servers

    add_servers(commands)
    return parser


def _integer(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not an integer") from None


ASKED_BY: dict[str, str] = {
    "date": "YYYY-MM-DD, today, or two dates for a range; then the sport",
    "season": "year in which the season started; then the sport",
    "game": "a game ID, or YYYY-MM-DD, today, or two dates for a range; then the sport",
    "tournament_id": "ID of the tournament, as in the column game_id; then the sport",
    "sport": "the sport",
}
"""First parameter of a loader -> help text of the arguments."""

FLAGS: dict[str, dict[str, Any]] = {
    "table": {"help": "table to return"},
    "league": {"help": f"soccer league: {', '.join(LEAGUES[:-1])} or {LEAGUES[-1]}"},
    "game_id": {"help": "only the game with this ID; for golf the tournament, for darts the match"},
    "event_id": {"help": "only the event with this ID (darts)"},
    "player_id": {"type": _integer, "help": "only the player with this ID"},
    "player": {"help": "only the player of this name"},
    "team_id": {"type": _integer, "help": "only the team with this ID"},
    "team": {"help": "only the team of this name or abbreviation"},
    "day": {
        "choices": ("service", "league"),
        "help": "service: send the date unchanged; league: games of that league date (default for today and the like)",
    },
}
"""Parameters of loaders that are flags of their commands."""


def _resource(commands: Any, resource: Resource) -> None:
    sports, meaning = ", ".join(sports_of(resource.name)), resource.meaning
    taken = _parameters(resource)
    first = next(iter(taken))
    name, *others = dict.fromkeys(((resource.loader or resource.name).replace("_", "-"), resource.name))
    command = commands.add_parser(
        name,
        aliases=others,
        help=meaning[0].lower() + meaning[1:],
        description=meaning + ".",
        epilog=f"sports: {sports}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("when", nargs="+", metavar=first, help=ASKED_BY[first])
    for flag in (flag for flag in FLAGS if flag in taken):
        command.add_argument(f"--{flag.replace('_', '-')}", **FLAGS[flag])
    _refresh(command)
    _output(command)
    _settings(command)
    command.set_defaults(run=_load, resource=resource.name)


def _refresh(command: Any) -> None:
    command.add_argument("--refresh", action="store_true", help="send a request even if a cached response exists")
    command.add_argument(
        "--refresh-changed",
        dest="refresh",
        action="store_const",
        const="changed",
        help="send a request for what may still change",
    )


def _find(commands: Any) -> None:
    command = commands.add_parser("find", help="find people and teams by name, abbreviation or ID")
    command.add_argument("name", help="a name or a part of it, an abbreviation, or an ID")
    command.add_argument("sport", nargs="?", help="only this sport")
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--kind", choices=("player", "team"), help="only people, or only teams")
    command.add_argument("--limit", type=int, default=20, help="maximum number of rows (default: 20)")
    _refresh(command)
    _output(command)
    _settings(command)
    command.set_defaults(run=_search)


def _reconcile(commands: Any) -> None:
    command = commands.add_parser("reconcile", help="cells in which season statistics differ from the box scores")
    command.add_argument("season", help="year in which the season started")
    command.add_argument("sport")
    command.add_argument("--league", **FLAGS["league"])
    _refresh(command)
    _output(command)
    _settings(command)
    command.set_defaults(run=_differences)


def _settings(command: Any) -> None:
    """Add a flag for every option except the token, which other users could read in the process list."""
    from .._client.option_values import OPTIONS

    group = command.add_argument_group("settings", "each takes precedence over its environment variable")
    for option in OPTIONS.values():
        if option.name == "token":
            continue
        flag = f"--{option.name.replace('_', '-')}"
        how: dict[str, Any] = {"action": "store_true"} if option.default is False else {"metavar": "VALUE"}
        group.add_argument(flag, dest=f"option_{option.name}", default=None, help=option.meaning, **how)


def _client(args: argparse.Namespace) -> Any:
    """Return a client with the settings of the flags and the environment."""
    from .._client.option_values import OPTIONS
    from ..load import Client

    given = {}
    for name, option in OPTIONS.items():
        value = getattr(args, f"option_{name}", None)
        if isinstance(value, str):
            value = option.read(value)
        if value is not None:
            given[name] = value
    return Client(**given)


def _output(command: Any) -> None:
    command.add_argument(
        "--format", default="table", choices=tuple(WRITERS), help="how to print the rows (default: table)"
    )
    command.add_argument("--out", metavar="FILE", help="write to a file instead of the terminal")


def _columns(commands: Any) -> None:
    command = commands.add_parser("columns", help="data dictionary: the meaning of every column")
    command.add_argument("sport", nargs="?")
    command.add_argument("resource", nargs="?")
    command.add_argument("table", nargs="?")
    _output(command)
    command.set_defaults(run=_dictionary)


def _cache(commands: Any) -> None:
    command = commands.add_parser("cache", help="show cache statistics or clear the cache")
    command.add_argument("action", choices=("info", "clear"))
    command.set_defaults(run=_cache_action)


def _parameters(resource: Resource) -> tuple[str, ...]:
    """The parameters of a resource's loader; for one without a loader of its own those of `table`."""
    from ..load import Client

    if resource.loader is None:
        return (resource.segment.name or "sport", "sport", *FLAGS)
    return tuple(inspect.signature(getattr(Client, resource.loader)).parameters)[1:]


def _load(args: argparse.Namespace) -> int:
    resource = RESOURCES[args.resource]
    sports = sports_of(resource.name)
    when = list(args.when)
    sport = when.pop() if when[-1] in SPORTS or len(sports) > 1 else sports[0]
    if sport not in SPORTS and not when and isinstance(resource.segment, ByDate):
        raise QueryError(f"pass a date and a sport, for example: sportsframe {args.resource} 2024-06-01 MLB.")
    if len(when) > 2:
        raise QueryError(f"pass one date, or two for a range, then the sport; got {len(when)} before {sport!r}.")
    asked: Any = tuple(when) if len(when) == 2 else when[0] if when else None
    answer(sport, resource.name)
    taken = _parameters(resource)
    options = {name: getattr(args, name) for name in FLAGS if getattr(args, name, None) is not None}
    client = _client(args)
    if resource.loader is None:
        load = functools.partial(client.table, resource.name, sport, asked)
    else:
        given = [asked, sport] if "sport" in taken else [asked]
        load = functools.partial(getattr(client, resource.loader), *(one for one in given if one is not None))
    return _print(lambda: load(**options, refresh=args.refresh), args)


def _search(args: argparse.Namespace) -> int:
    client = _client(args)
    options = {"league": args.league, "kind": args.kind, "limit": args.limit, "refresh": args.refresh}
    return _print(lambda: client.find(args.name, args.sport, **options), args)


def _differences(args: argparse.Namespace) -> int:
    client = _client(args)
    options = {"league": args.league, "refresh": args.refresh}
    return _print(lambda: client.reconcile(args.season, args.sport, **options), args)


def _print(load: Callable[[], pd.DataFrame], args: argparse.Namespace) -> int:
    """Write the rows that a loader returns, also if it returns only a part of them."""
    try:
        frame = load()
    except PartialResult as partial:
        if partial.frame is not None:
            _write(_flag_simulated(partial.frame), args)
        raise
    _write(_flag_simulated(frame), args)
    return 0


def _flag_simulated(frame: pd.DataFrame) -> pd.DataFrame:
    """Add a last column ``simulated`` if any row is simulated, in every format."""
    from .._frames.provenance import is_simulated, simulated_rows

    if not is_simulated(frame):
        return frame
    whole = frame.attrs.get("sportsframe", {}).get("source") == "simulated"
    return frame.assign(simulated=True if whole else simulated_rows(frame))


def _dictionary(args: argparse.Namespace) -> int:
    from .._frames.columns import columns

    _write(columns(args.sport, args.resource, args.table), args)
    return 0


def _cache_action(args: argparse.Namespace) -> int:
    from .._client.cache import cache

    if args.action == "clear":
        cache.clear()
        print("the cache is empty")
    else:
        print(cache.info())
    return 0


def _doctor(args: argparse.Namespace) -> int:
    from .._doctor import doctor

    print(doctor())
    return 0


def _openapi(args: argparse.Namespace) -> int:
    import json

    from ..service.openapi import document

    print(json.dumps(document(), indent=2))
    return 0


def _table(frame: pd.DataFrame) -> str:
    import pandas as pd

    from .._display import reading

    if frame.empty:
        return f"no rows; columns: {', '.join(map(str, frame.columns))}"
    plain = frame[[column for column in reading(frame) if frame[column].notna().any()]]
    with pd.option_context("display.max_colwidth", 60):
        return plain.to_string(index=False, na_rep="")


WRITERS: dict[str, Callable[[Any], str]] = {
    "table": _table,
    "csv": lambda frame: str(frame.to_csv(index=False)).rstrip("\n"),
    "json": lambda frame: str(frame.to_json(orient="records", date_format="iso", indent=1)),
    "parquet": lambda frame: "",
}
"""Output formats."""


def _write(frame: pd.DataFrame, args: argparse.Namespace) -> None:
    if args.format == "parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise ConfigError('Parquet requires pyarrow: pip install "sportsframe[parquet]".') from None
        if args.out is None and sys.stdout.isatty():
            raise ConfigError("refusing to write Parquet to a terminal; use --out FILE or redirect the output.")
    try:
        if args.format == "parquet":
            frame.to_parquet(args.out or sys.stdout.buffer, index=False)
        elif args.out is None:
            text = WRITERS[args.format](frame)
            print(_for_terminal(text) if args.format == "table" or sys.stdout.isatty() else text)
        else:
            with open(args.out, "w", encoding="utf-8") as file:
                text = WRITERS[args.format](frame)
                file.write((_for_terminal(text) if args.format == "table" else text) + "\n")
    except BrokenPipeError:
        raise
    except OSError as error:
        raise ConfigError(f"cannot write to {args.out or 'standard output'!r}: {error.strerror or error}.") from None


def _for_terminal(text: str) -> str:
    """The text with an escape in place of each character that a terminal would interpret, apart from line ends."""
    return "\n".join(map(visible, text.split("\n")))


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments, by default those of the process.

    Returns
    -------
    int
        0; 2 for invalid input or settings; 1 for a service failure.
    """
    try:
        args = build().parse_args(argv)
        return int(args.run(args))
    except (QueryError, ConfigError, FrameError) as error:
        _print_error(error)
        return BAD_INPUT
    except SportsframeError as error:
        _print_error(error)
        return FAILURE
    except KeyboardInterrupt:
        print("sportsframe: stopped", file=sys.stderr)
        return FAILURE
    except BrokenPipeError:
        sys.stderr.close()
        return 0


def _print_error(error: Exception) -> None:
    """Print an error as one line without control characters."""
    from .._client import credentials

    print(f"sportsframe: {credentials.shown(str(error), 2000)}", file=sys.stderr)
