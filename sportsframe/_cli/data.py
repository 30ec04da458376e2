"""The command line: one command per loading function."""

from __future__ import annotations

import argparse
import contextlib
import functools
import inspect
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, get_args

from .._pipeline import says_empty
from ..catalog import RESOURCES, Resource, answer, sports_of
from ..catalog.resources import LEAGUES, ByDate
from ..catalog.rules import Group
from ..errors import (
    ConfigError,
    FrameError,
    PartialResult,
    QueryError,
    SportsframeError,
    nearest_attribute,
    quoted,
)
from . import output, verbs, words
from .completion import SHELLS, commands_of, script

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
  sportsframe live today NBA NHL --columns away_team,away_score,home_score,home_team,status
  sportsframe live 2024-06-01 MLB --table batting --where "home_runs>=2" --sort=-hits
  sportsframe standings NBA
  sportsframe bracket NFL --season 2024
  sportsframe availability NFL --by player
  sportsframe leaders home_runs MLB --season 2024
  sportsframe box 2024-06-01 MLB --team magnets
  sportsframe plot scores 2024-06-01 MLB --out scores.png
  sportsframe watch NBA
  sportsframe find mossdell NFL
  sportsframe sync NFL --season 2022-2024 --to data
  sportsframe verify data
  sportsframe columns MLB live pitching
  sportsframe serve --port 8000

If RSC_TOKEN and SPORTSFRAME_BASE_URL are not set, the built-in service returns simulated data.
"""


INSTEAD = {
    **dict.fromkeys(("games", "results", "scores"), "sportsframe live 2024-06-01 MLB"),
    **dict.fromkeys(("player", "roster", "rosters"), "sportsframe players NBA"),
    **dict.fromkeys(("stats", "season"), "sportsframe player-stats 2024 NBA"),
    "team": "sportsframe teams NBA",
    "today": "sportsframe live today NBA",
}
"""What people take for commands -> what to write."""


class Parser(argparse.ArgumentParser):
    """A parser that reports errors on one line and exits with status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"sportsframe: {message}; see {self.prog} --help\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is no command with what was meant; there are too many to list them."""
        if action.dest != "command" or action.choices is None or value in action.choices:
            super()._check_value(action, value)
            return
        near = nearest_attribute(str(value), {"sportsframe {}": action.choices})
        hint = f" Write {INSTEAD[value]}" if value in INSTEAD else near.rstrip("?")
        self.error(f"{quoted(value)} is no command.{hint}" if hint else f"{quoted(value)} is no command")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help, the version or an error; what standard output does not take is an error itself."""
        file = file or sys.stderr
        with output.told(None) if file is sys.stdout else contextlib.suppress(OSError, ValueError):
            file.write(message)
            sys.stdout.flush()


def build() -> Parser:
    """Return the parser of all commands."""
    parser = Parser(
        prog="sportsframe",
        description="Sports data as tidy tables.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    from .._version import __version__

    parser.add_argument("--version", action="version", version=f"sportsframe {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for resource in RESOURCES.values():
        _resource(commands, resource)
    _find(commands)
    _standings(commands)
    _bracket(commands)
    _availability(commands)
    _leaders(commands)
    _measures(commands)
    _box(commands)
    _plot(commands)
    _watch(commands)
    _reconcile(commands)
    _sync(commands)
    _verify(commands)
    _columns(commands)
    _cache(commands)
    doctor = commands.add_parser("doctor", help="check the configuration and suggest fixes")
    doctor.set_defaults(run=_doctor)
    openapi = commands.add_parser("openapi", help="print the OpenAPI 3.1 document")
    openapi.set_defaults(run=_openapi)
    completion = commands.add_parser(
        "completion",
        help="print the completion script of a shell",
        description="Print the completion script of a shell.",
        epilog="bash: source <(sportsframe completion bash)\nzsh: the same with zsh\n"
        "fish: sportsframe completion fish | source",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    completion.add_argument("shell", choices=SHELLS)
    completion.set_defaults(run=lambda args: print(script(args.shell, parser), end="") or 0)
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
    "season": {"metavar": "YEAR", "help": "every game of the season that started in this year, instead of a date"},
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
    command.add_argument("words", nargs="+", metavar=first, help=ASKED_BY[first])
    for flag in (flag for flag in FLAGS if flag in taken and flag != first):
        command.add_argument(f"--{flag.replace('_', '-')}", **FLAGS[flag])
    _refresh(command)
    output.add_output(command)
    _settings(command)
    formats = next(action for action in command._actions if action.dest == "format")
    formats.choices = (*output.WRITERS, "raw")
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
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=_search)


def _reconcile(commands: Any) -> None:
    meaning = "Cells in which season statistics differ from the box scores"
    command = _verb(commands, "reconcile", meaning, SEASON_AND_SPORT)
    command.add_argument("--season", metavar="YEAR", help=YEAR)
    command.add_argument("--league", **FLAGS["league"])
    _refresh(command)
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=_differences)


def _verb(commands: Any, name: str, meaning: str, words: str) -> Any:
    """Add a command with words in any order."""
    command = commands.add_parser(name, help=meaning[0].lower() + meaning[1:], description=meaning + ".")
    command.add_argument("words", nargs="*", metavar="word", help=words)
    return command


YEAR = "the season, as an option"
SPORT = "the sport, or a soccer league"
SEASON_AND_SPORT = f"{SPORT}, and the year in which the season started (default: the current one), in any order"


def _standings(commands: Any) -> None:
    meaning = "Standings of a season so far, by the league's own rules, with seeds and what is clinched"
    command = _verb(commands, "standings", meaning, SEASON_AND_SPORT)
    command.add_argument("--season", metavar="YEAR", help=YEAR)
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--by", choices=get_args(Group), help="group within which to rank (default: the league's own)")
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=lambda args: _print(functools.partial(verbs.standings, _client(args), args), args))


def _bracket(commands: Any) -> None:
    meaning = "Playoffs of a season or a tournament, one row per series; before they begin, as of today"
    command = _verb(commands, "bracket", meaning, SEASON_AND_SPORT)
    command.add_argument("--season", metavar="YEAR", help=YEAR)
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--event", help="name of the tournament, where a season has several")
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=lambda args: _print(functools.partial(verbs.bracket, _client(args), args), args))


def _availability(commands: Any) -> None:
    meaning = "Games that the players now listed as injured missed, of the current season"
    command = _verb(commands, "availability", meaning, SEASON_AND_SPORT)
    command.add_argument("--season", metavar="YEAR", help=YEAR)
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--team", **FLAGS["team"])
    command.add_argument("--by", choices=("game", "player"), default="game", help="rows (default: one per game missed)")
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=lambda args: _print(functools.partial(verbs.availability, _client(args), args), args))


def _leaders(commands: Any) -> None:
    what = f"a column or a measure, such as home_runs or era (a wrong one lists all), {SEASON_AND_SPORT}"
    command = _verb(commands, "leaders", "The best players of a season, or of a day", what)
    command.add_argument("--season", metavar="YEAR", help=YEAR)
    command.add_argument("--date", help="a day instead of the season: YYYY-MM-DD, today, yesterday")
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--team", help="only players of teams whose name contains this")
    command.add_argument("--table", help="if several have the statistic, such as batting or pitching")
    command.add_argument("--qualify", type=float, metavar="N", help="least attempts, for a rate of a season")
    command.add_argument("--order", choices=("highest", "lowest"), help="by default whichever is better")
    command.add_argument("--limit", type=int, default=10, metavar="N", help="number of rows (default: 10)")
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=lambda args: _print(functools.partial(verbs.leaders, _client(args), args), args))


def _measures(commands: Any) -> None:
    command = commands.add_parser(
        "measures",
        help="derived statistics of each row of box scores",
        description="Derived statistics, such as era or efg_pct, of each row of a table of box scores.",
    )
    _of_live(command)
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=_measure)


def _of_live(command: Any, before: str = "") -> None:
    """Add the arguments of a table of box scores."""
    live = RESOURCES["live"]
    command.add_argument("words", nargs="+", metavar="word", help=before + ASKED_BY["date"])
    for flag in (flag for flag in FLAGS if flag in _parameters(live)):
        command.add_argument(f"--{flag.replace('_', '-')}", **FLAGS[flag])
    _refresh(command)


def _measure(args: argparse.Namespace) -> int:
    from ..measures import of_table

    for sport, _ in _sorted_out(args, RESOURCES["live"]).sports:
        tables = answer(sport, "live").layouts
        table = args.table or RESOURCES["live"].table
        having = [name for name in tables if of_table(sport, name, "live")]
        if table in tables and table not in having:
            raise QueryError(f"{sport} {table} have no measures; pass one of --table {', '.join(having)}.")
    load = _loading(args, RESOURCES["live"])

    def measured() -> pd.DataFrame:
        from ..measures import measures

        frame = load()
        found = measures(frame)
        found.attrs = dict(frame.attrs)
        return found

    return _print(measured, args)


def _box(commands: Any) -> None:
    words = f"ID of the game, or its date (YYYY-MM-DD, today, yesterday) and a team; {SPORT}; in any order"
    command = _verb(commands, "box", "Every table of one game", words)
    command.add_argument("--team", help="with a date: part of the name of one of the two")
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--format", choices=("table", "json"), default="table", help="default: table")
    command.add_argument("--out", metavar="FILE", help="write to a file, which is replaced only if all is well")
    command.add_argument("--wide", action="store_true", help="all columns, however narrow the terminal")
    _settings(command)
    command.set_defaults(run=lambda args: verbs.box(_client(args), args), columns=None)


def _plot(commands: Any) -> None:
    command = commands.add_parser(
        "plot",
        help="draw a plot of box scores into a file",
        description="Draw a plot of a table of box scores into a PNG, SVG or PDF file.",
    )
    _of_live(command, "name of the plot (a wrong one lists those that fit the table), ")
    command.add_argument("--out", metavar="FILE", required=True, help="a .png, .svg or .pdf file")
    _settings(command)
    command.set_defaults(run=_draw)


def _draw(args: argparse.Namespace) -> int:
    """Draw the plot that the words of a command name."""
    names = [word for word in words.sorted_out(args.words, args.league).others if not words.is_day(word)]
    if not names:
        raise QueryError("pass the name of a plot, for example: sportsframe plot scores 2024-06-01 MLB --out a.png.")
    args.words.remove(names[0])
    return verbs.plot(names[0], args, _loading(args, RESOURCES["live"]))


def _watch(commands: Any) -> None:
    command = _verb(commands, "watch", "Print what changes in a day's games until all are over", SPORT)
    command.add_argument("--date", default="today", help="YYYY-MM-DD (default: today)")
    command.add_argument("--table", **FLAGS["table"])
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--game-id", **FLAGS["game_id"])
    command.add_argument("--every", type=float, default=30.0, metavar="SECONDS", help="at least 5 (default: 30)")
    command.add_argument("--looks", type=int, metavar="N", help="stop after N looks that found changes")
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=lambda args: verbs.watch(_client(args), args))


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


def _sync(commands: Any) -> None:
    meaning = "Download seasons into a dataset of Parquet files, or bring one up to date"
    years = "years in which the seasons started, such as 2024, or 2020-2024 for all of them"
    command = _verb(commands, "sync", meaning, f"{SPORT}, and {years}")
    command.add_argument("--season", nargs="+", metavar="YEAR", default=[], help="the seasons, as an option")
    command.add_argument("--to", required=True, metavar="DIR", help="folder of the dataset")
    command.add_argument("--league", **FLAGS["league"])
    command.add_argument("--tables", nargs="+", metavar="TABLE", help="only these, and those it has already")
    _refresh(command)
    output.add_output(command)
    _settings(command)
    command.set_defaults(run=lambda args: _print(functools.partial(verbs.sync, _client(args), args), args))


def _verify(commands: Any) -> None:
    meaning = "check the files of a dataset; exit code 1 if one is not as it was"
    command = commands.add_parser("verify", help=meaning, description=meaning.capitalize() + ".")
    command.add_argument("folder", metavar="DIR", help="folder of the dataset")
    output.add_output(command)
    command.set_defaults(run=verbs.verify)


def _columns(commands: Any) -> None:
    command = commands.add_parser("columns", help="data dictionary: the meaning of every column")
    command.add_argument("sport", nargs="?")
    command.add_argument("resource", nargs="?")
    command.add_argument("table", nargs="?")
    output.add_output(command)
    command.set_defaults(run=_dictionary)


def _cache(commands: Any) -> None:
    command = commands.add_parser("cache", help="show cache statistics or clear the cache")
    command.add_argument("action", choices=("info", "clear"))
    command.set_defaults(run=_cache_action)


def _parameters(resource: Resource) -> tuple[str, ...]:
    """The parameters of a resource's loader; for one without a loader of its own those of `table`."""
    from ..load import Client

    if resource.loader is None:
        return (resource.segment.name or "sport", "sport", *(flag for flag in FLAGS if flag != "season"))
    return tuple(inspect.signature(getattr(Client, resource.loader)).parameters)[1:]


def _sorted_out(args: argparse.Namespace, resource: Resource) -> words.Words:
    """Return the sports, and the dates (or season, or ID), among the words of a command."""
    sports, others = words.sorted_out(args.words, getattr(args, "league", None))
    known = sports_of(resource.name)
    if not sports and len(known) == 1 and others and not others[-1].isalpha():
        return words.Words([(known[0], None)], others)
    if not sports:
        words.refuse_unknown(others)
        first = next(iter(_parameters(resource)))
        example = {"date": "2024-06-01 MLB", "season": "2024 MLB"}.get(first, "20240601-9001-9018 MLB")
        what = {"date": "a date and a sport", "sport": "a sport"}.get(first, f"a {first} and a sport")
        raise QueryError(
            f"pass {what}, for example: sportsframe {args.command} {example if first != 'sport' else 'MLB'}."
        )
    tables = {name for sport, _ in sports for name in answer(sport, resource.name).layouts}
    if getattr(args, "table", "") is None and len(named := [word for word in others if word in tables]) == 1:
        (args.table,) = named
        args.words = [word for word in args.words if word != args.table]
        others.remove(args.table)
    names = [word for word in others if not words.is_day(word)]
    if names and getattr(args, "team", "") is None:
        args.team = " ".join(names)
        args.words = [word for word in args.words if word not in names]
        others = [word for word in others if word not in names]
    if len(others) > 2:
        raise QueryError(f"pass one date, or two for a range, and the sport; got {', '.join(others)}.")
    return words.Words(sports, others)


def _load(args: argparse.Namespace) -> int:
    resource = RESOURCES[args.resource]
    if args.format == "raw":
        return _raw(args, resource)
    load = _loading(args, resource)

    def explained() -> pd.DataFrame:
        frame = load()
        reason = frame.attrs.get("sportsframe", {}).get("empty_means")
        said = any(says_empty(resource.name, when) for when in args.words)
        if frame.empty and reason and args.format == "table" and not said:
            print(f"sportsframe: no rows may mean: {reason}", file=sys.stderr)
        return frame

    return _print(explained, args)


def _loading(args: argparse.Namespace, resource: Resource) -> Callable[[], pd.DataFrame]:
    """Return the function that loads what a command asks for."""
    sports, when = _sorted_out(args, resource)
    for sport, _ in sports:
        answer(sport, resource.name)
    taken = _parameters(resource)
    options = {name: getattr(args, name) for name in FLAGS if getattr(args, name, None) is not None}
    asked: Any = tuple(when) if len(when) == 2 else when[0] if when else None
    if not when and isinstance(resource.segment, ByDate) and "season" not in options:
        raise QueryError(f"pass a date and a sport, for example: sportsframe {args.command} 2024-06-01 {sports[0][0]}.")
    client = _client(args)

    def load(sport: str, league: str | None) -> pd.DataFrame:
        chosen = options | ({"league": league} if league else {})
        if len(sports) > 1 and not league:
            chosen.pop("league", None)
        if resource.loader is None:
            return client.table(resource.name, sport, asked, refresh=args.refresh, **chosen)  # type: ignore[no-any-return]
        verb = getattr(client, resource.loader)
        if asked is None:
            return verb(sport=sport, refresh=args.refresh, **chosen)  # type: ignore[no-any-return]
        given = [asked, sport] if "sport" in taken else [asked]
        return verb(*given, refresh=args.refresh, **chosen)  # type: ignore[no-any-return]

    if len(sports) == 1:
        return functools.partial(load, *sports[0])
    return lambda: _together([load(*one) for one in sports])


def _together(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Return the rows of several sports, with the columns of the first and those that only others have behind them."""
    import pandas as pd

    names = dict.fromkeys(name for frame in frames for name in frame.columns)
    held = [frame for frame in frames if len(frame)] or frames[:1]
    whole = pd.concat(held, ignore_index=True).reindex(columns=list(names))
    whole.attrs = dict(frames[0].attrs)
    return whole


def _raw(args: argparse.Namespace, resource: Resource) -> int:
    """Write the body of the response, byte for byte."""
    sports, when = _sorted_out(args, resource)
    if len(when) > 1:
        raise QueryError("--format raw takes one date; its output is the body of a single response.")
    names = ("league", "game_id", "event_id", "player_id", "player")
    filters = {name: getattr(args, name) for name in names if getattr(args, name, None) is not None}
    leagues = {league for _, league in sports if league}
    if len(leagues) > 1:
        raise QueryError(f"--format raw takes one league; got {' and '.join(sorted(leagues))}.")
    if leagues:
        (filters["league"],) = leagues
    dropped = [name for name in ("table", "team", "team_id") if getattr(args, name, None) is not None]
    if dropped:
        raise QueryError(f"--format raw writes the whole response; omit --{dropped[0].replace('_', '-')}.")
    body = _client(args).raw(
        when[0] if when else None,
        "-".join(sport for sport, _ in sports),
        resource=resource.name,
        refresh=args.refresh,
        **filters,
    )
    with output.output(args.out) as file:
        file.write(body)
    return 0


def _search(args: argparse.Namespace) -> int:
    name, sport = args.name, args.sport
    if sport is not None and words.sorted_out([name], None).sports and not words.sorted_out([sport], None).sports:
        name, sport = sport, name
    found = words.sorted_out([sport] if sport else [], args.league).sports
    if len(found) == 1:
        ((sport, args.league),) = found
    client = _client(args)
    options = {"league": args.league, "kind": args.kind, "limit": args.limit, "refresh": args.refresh}
    return _print(lambda: client.find(name, sport, **options), args)


def _differences(args: argparse.Namespace) -> int:
    season = verbs.season_asked(args, "reconcile 2024 NBA")
    client = _client(args)
    options = {"league": args.league, "refresh": args.refresh}
    return _print(lambda: client.reconcile(season, args.sport, **options), args)


def _print(load: Callable[[], pd.DataFrame], args: argparse.Namespace) -> int:
    """Write the rows that a loader returns, also if it returns only a part of them because requests failed."""
    try:
        frame = load()
    except PartialResult as partial:
        # a file keeps what it has until all is there, and a pipe gets nothing that somebody interrupted
        if partial.frame is not None and args.out is None and not _stopped(partial):
            output.write(_flag_simulated(partial.frame), args)
        raise
    output.write(_flag_simulated(frame), args)
    return 0


def _stopped(error: PartialResult) -> bool:
    """Whether the user stopped what would have returned the rest."""
    return any(isinstance(cause, KeyboardInterrupt) for cause in error.causes.values())


def _flag_simulated(frame: pd.DataFrame) -> pd.DataFrame:
    """Add a last column ``simulated`` if any row is simulated, in every format."""
    from .._frames.provenance import is_simulated, simulated_rows

    if not is_simulated(frame):
        return frame
    whole = frame.attrs.get("sportsframe", {}).get("source") == "simulated"
    return frame.assign(simulated=True if whole else simulated_rows(frame))


def _dictionary(args: argparse.Namespace) -> int:
    from .._frames.columns import columns

    output.write(columns(args.sport, args.resource, args.table), args)
    return 0


def _cache_action(args: argparse.Namespace) -> int:
    from .._client.cache import cache, clear_cache
    from .._client.options import current

    if args.action == "clear":
        left = clear_cache(current())
        if left:
            _print_error(left)
            return FAILURE
        print("the cache is empty")
    else:
        print(cache.info())
    return 0


def _doctor(args: argparse.Namespace) -> int:
    from .._doctor import doctor

    report = doctor()
    print(report)
    return FAILURE if (report["state"] == "problem").any() else 0


def _openapi(args: argparse.Namespace) -> int:
    import json

    from ..service.openapi import document

    print(json.dumps(document(), indent=2))
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments, by default those of the process.

    Returns
    -------
    int
        0; 2 for invalid input or settings; 1 for a service failure, or a problem that ``doctor`` finds.

    Raises
    ------
    KeyboardInterrupt
        It was interrupted, and has said so.
    """
    for name, mode in (("stdout", "r"), ("stderr", "w")):  # what was closed by who ran the command; a write fails
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no character of a name ends a command
    with warnings.catch_warnings():
        warnings.showwarning = _print_warning  # type: ignore[assignment]
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    try:
        for text in sys.argv[1:] if argv is None else argv:
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise QueryError(f"the argument {quoted(text)} is not text in the encoding of the terminal.")
        args = _parsed(sys.argv[1:] if argv is None else list(argv))
        if "where" in args:
            output.check(args)
        with output.told(None):
            code = int(args.run(args))
            sys.stdout.flush()
        return code
    except PartialResult as error:
        told = re.split(r"; (?:the rows received are in )?\.frame", str(error))[0]
        _print_error(f"{told}; what arrived is cached, so run the command again for the rest.")
        if _stopped(error):
            _closed(FAILURE)
            raise KeyboardInterrupt from None
        return FAILURE
    except (QueryError, ConfigError, FrameError) as error:
        _print_error(str(error))
        return _closed(BAD_INPUT)
    except SportsframeError as error:
        _print_error(str(error))
        return FAILURE
    except KeyboardInterrupt:
        _print_error("stopped")
        _closed(FAILURE)
        raise
    except BrokenPipeError:
        sys.stderr.close()
        return _closed(0)


def _parsed(argv: list[str]) -> argparse.Namespace:
    """Parse arguments whose words may stand before the command, between options and behind them."""
    if argv and words.sorted_out(argv[:1], None).sports:
        place = next((number for number, word in enumerate(argv) if word in _commands().values()), 0)
        argv = [argv[place], *argv[:place], *argv[place + 1 :]]
    if "--sort" in argv[:-1]:  # a column from the top begins with a dash, as options do
        place = argv.index("--sort")
        argv = [*argv[:place], f"--sort={argv[place + 1]}", *argv[place + 2 :]]
    parser = build()
    args, more = parser.parse_known_args(argv)
    if more and not any(word.startswith("-") for word in more):
        if "words" in args:
            args.words += more
            return args
        if args.command == "find" and args.sport is None and len(more) == 1:
            (args.sport,) = more
            return args
    if more:
        parser.error(f"unrecognized arguments: {' '.join(more)}")
    return args


def _closed(code: int) -> int:
    """Return `code`; what is left for a standard output that takes nothing is dropped, or Python would complain."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


@functools.cache
def _commands() -> dict[str, str]:
    """Return the functions of the package that are commands, with the name of the command."""
    names = {name.replace("-", "_"): name for name, _ in commands_of(build())}
    return names | {one.loader: one.loader.replace("_", "-") for one in RESOURCES.values() if one.loader}


def _print_error(message: str) -> None:
    """Print an error as one line without control characters."""
    from .._client import credentials

    with contextlib.suppress(OSError, ValueError):  # the exit code tells it, too
        print(
            f"sportsframe: {credentials.shown(words.in_shell_words(message, FLAGS, _commands()), 2000)}",
            file=sys.stderr,
        )


def _print_warning(message: Warning | str, *_: Any) -> None:
    """Print a warning as one line, without the place in the package that it came from."""
    _print_error(f"warning: {message}")
