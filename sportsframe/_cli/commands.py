"""The commands and their arguments: one per loading function, and those beyond loading."""

from __future__ import annotations

import argparse
import contextlib
import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, get_args

from ..catalog import RESOURCES, Resource, sports_of
from ..catalog.names import is_sport, league_named
from ..catalog.rules import Group
from ..errors import nearest, nearest_attribute, quoted
from . import data, output, verbs
from .completion import SHELLS, script
from .flags import ASKED_BY, FLAGS, add_refresh, add_settings, client_of, integer, number, parameters

if TYPE_CHECKING:
    import pandas as pd

    from ..load import Client

BAD_INPUT = 2

EXAMPLES = """examples:
  sportsframe live 2024-06-01 MLB
  sportsframe live 2024-06-01 MLB --table pitching --format csv > pitching.csv
  sportsframe live 2024-06-01 2024-06-07 MLB --table batting --format parquet --out batting.parquet
  sportsframe schedule-season 2024 SOCCER --league EPL
  sportsframe players NFL --team MOS
  sportsframe play-by-play 2024-06-01 MLB --team-id 9001
  sportsframe live today NBA NHL --columns away_team,away_score,home_score,home_team,status
  sportsframe live 2024-06-01 MLB --table batting --where "hits>=3" --sort=-hits
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
        see = " See" if message.endswith("?") else "; see"
        self.exit(BAD_INPUT, f"sportsframe: {message}{see} {self.prog} --help\n")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is not a command with what was meant; there are too many to list them."""
        if action.dest != "command" or action.choices is None or value in action.choices:
            super()._check_value(action, value)
            return
        if league_named(value) or is_sport(value):
            self.error(f"{quoted(value)} is not a command. Write sportsframe live today {value.upper()}")
        near = nearest_attribute(str(value), {"sportsframe {}": action.choices}) or nearest(value, action.choices)
        hint = f" Write {INSTEAD[value]}" if value in INSTEAD else near
        self.error(f"{quoted(value)} is not a command.{hint}" if hint else f"{quoted(value)} is not a command")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print the help, the version or an error; what standard output does not take is an error itself."""
        file = file or sys.stderr
        with output.writing_errors(None) if file is sys.stdout else contextlib.suppress(OSError, ValueError):
            file.write(message)
            sys.stdout.flush()


def build() -> Parser:
    """Return the parser of all commands."""
    from .._version import __version__
    from .serve import add_servers

    parser = Parser(
        prog="sportsframe",
        description="Sports data as tidy tables.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"sportsframe {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for resource in RESOURCES.values():
        _resource(commands, resource)
    _find(commands)
    _of_seasons(commands)
    _of_live(commands)
    _watch(commands)
    _datasets(commands)
    _about(commands, parser)
    add_servers(commands)
    return parser


def _add(commands: Any, name: str, meaning: str, words: str | None = None, **flags: dict[str, Any]) -> Any:
    """Add a command with flags of its own, and words in any order if it takes some."""
    command = commands.add_parser(name, help=meaning[0].lower() + meaning[1:], description=meaning + ".")
    if words is not None:
        command.add_argument("words", nargs="*", metavar="word", help=words)
    for flag, how in flags.items():
        command.add_argument(f"--{flag.replace('_', '-')}", **how)
    return command


def _runs(command: Any, rows: Callable[[Client, argparse.Namespace], pd.DataFrame]) -> None:
    """Let a command print rows that a client loads."""
    output.add_output(command)
    add_settings(command)
    command.set_defaults(run=lambda args: data.print_rows(functools.partial(rows, client_of(args), args), args))


def _resource(commands: Any, resource: Resource) -> None:
    sports, meaning = ", ".join(sports_of(resource.name)), resource.meaning
    taken = parameters(resource)
    first = next((name for name in taken if name in ASKED_BY), "")
    name, *others = dict.fromkeys(((resource.loader or resource.name).replace("_", "-"), resource.name))
    command = commands.add_parser(
        name,
        aliases=others,
        help=meaning[0].lower() + meaning[1:],
        description=meaning + ".",
        epilog=f"sports: {sports}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("words", nargs="*", metavar=first or "sport", help=ASKED_BY.get(first, ASKED_BY["sport"]))
    if first == "season":
        command.add_argument("--season", dest="seasons", **SEASONS)
    for flag in (flag for flag in FLAGS if flag in taken and flag != first):
        command.add_argument(f"--{flag.replace('_', '-')}", **FLAGS[flag])
    add_refresh(command)
    output.add_output(command)
    add_settings(command)
    formats = next(action for action in command._actions if action.dest == "format")
    formats.choices = (*output.WRITERS, "raw")
    command.set_defaults(run=data.load, resource=resource.name)


def _find(commands: Any) -> None:
    command = _add(
        commands,
        "find",
        "Find people and teams by name, abbreviation or ID",
        "a name or a part of it, an abbreviation, or an ID; a sport or a soccer league (default: all); in any order",
        league=FLAGS["league"],
        kind={"choices": ("player", "team"), "help": "only people, or only teams"},
        limit={"type": integer, "default": 20, "help": "maximum number of rows (default: 20)"},
    )
    add_refresh(command)
    _runs(command, verbs.find)


YEARS = "years in which the seasons started, such as 2024, 2022,2023 or 2020-2024, or current"
SEASONS: dict[str, Any] = {
    "action": "extend",
    "nargs": "+",
    "metavar": "YEAR",
    "default": [],
    "help": "the seasons, as an option",
}
SPORT = "the sport, or a soccer league"
SEASON_AND_SPORT = f"{SPORT}, and the year in which the season started (default: the current one), in any order"
EVENT = {"help": "name of the tournament, where a season has several"}

OF_SEASON = {"season": {"metavar": "YEAR", "help": "the season, as an option"}, "league": FLAGS["league"]}


def _of_seasons(commands: Any) -> None:
    """Add the commands for what a season comes to."""
    meaning = "Standings of a season so far, by the league's own rules, with seeds and what is clinched"
    by = {"choices": get_args(Group), "help": "group within which to rank (default: the league's own)"}
    _runs(_add(commands, "standings", meaning, SEASON_AND_SPORT, **OF_SEASON, by=by), verbs.standings)

    meaning = "Playoffs of a season or a tournament, one row per series; before they begin, as of today"
    _runs(_add(commands, "bracket", meaning, SEASON_AND_SPORT, **OF_SEASON, event=EVENT), verbs.bracket)

    meaning = "Games that the players now listed as injured missed, of the current season"
    by = {"choices": ("game", "player"), "default": "game", "help": "rows (default: one per game missed)"}
    own = OF_SEASON | {"team": FLAGS["team"], "by": by}
    _runs(_add(commands, "availability", meaning, SEASON_AND_SPORT, **own), verbs.availability)

    words = f"a column or a measure, such as home_runs or era (a wrong one names the nearest), {SEASON_AND_SPORT}"
    own = OF_SEASON | {
        "date": {"help": "a day instead of the season: YYYY-MM-DD, today, yesterday"},
        "team": {"help": "only players of teams whose name contains this"},
        "table": {"type": str.lower, "help": "if several have the statistic, such as batting or pitching"},
        "qualify": {"type": number, "metavar": "N", "help": "least attempts, or games for a total, of a season"},
        "order": {"choices": ("highest", "lowest"), "help": "by default whichever is better"},
        "limit": {"type": integer, "default": 10, "metavar": "N", "help": "number of rows (default: 10)"},
    }
    _runs(_add(commands, "leaders", "The best players of a season, or of a day", words, **own), verbs.leaders)

    meaning = "Cells in which season statistics differ from the box scores"
    command = _add(commands, "reconcile", meaning, SEASON_AND_SPORT, **OF_SEASON)
    add_refresh(command)
    _runs(command, verbs.reconcile)


def _of_live(commands: Any) -> None:
    """Add the commands for box scores."""
    live = RESOURCES["live"]
    flags = {flag: how for flag, how in FLAGS.items() if flag in parameters(live)}

    meaning = "Derived statistics, such as era or efg_pct, of each row of a table of box scores"
    command = _add(commands, "measures", meaning, ASKED_BY["date"], **flags)
    add_refresh(command)
    output.add_output(command)
    add_settings(command)
    command.set_defaults(run=data.measure)

    words = f"name of the plot (a wrong one lists those that fit the table), {ASKED_BY['date']}"
    meaning = "Draw a plot of a table of box scores, or of a bracket, into a PNG, SVG or PDF file"
    command = _add(commands, "plot", meaning, words, **flags, event=EVENT)
    add_refresh(command)
    command.add_argument("--out", metavar="FILE", required=True, help="a .png, .svg or .pdf file")
    add_settings(command)
    command.set_defaults(run=data.draw)

    words = f"ID of the game, or its date (YYYY-MM-DD, today, yesterday) and a team; {SPORT}; in any order"
    command = _add(
        commands,
        "box",
        "Every table of one game",
        words,
        team={"help": "with a date: part of the name of one of the two"},
        league=FLAGS["league"],
        format={
            "type": str.lower,
            "choices": verbs.FORMATS_OF_BOX,
            "help": "by default that of the suffix of --out, otherwise table",
        },
        out={"metavar": "FILE", "help": "write to a file, which is replaced only if all is well"},
        wide={"action": "store_true", "help": "all columns, however narrow the terminal"},
    )
    add_settings(command)
    command.set_defaults(run=lambda args: verbs.box(client_of(args), args), columns=None)


def _watch(commands: Any) -> None:
    command = _add(
        commands,
        "watch",
        "Print what changes in a day's games until all are over",
        SPORT,
        date={"help": "YYYY-MM-DD (default: today)"},
        table=FLAGS["table"],
        league=FLAGS["league"],
        game_id=FLAGS["game_id"],
        every={"type": number, "default": 30.0, "metavar": "SECONDS", "help": "5 to 86400 (default: 30)"},
        looks={"type": integer, "metavar": "N", "help": "stop after N looks that found changes"},
    )
    output.add_output(command)
    add_settings(command)
    command.set_defaults(run=lambda args: verbs.watch(client_of(args), args))


def _datasets(commands: Any) -> None:
    command = _add(
        commands,
        "sync",
        "Download seasons into a dataset of Parquet files, or bring one up to date",
        f"{SPORT}, and the {YEARS}",
        season=SEASONS,
        to={"required": True, "metavar": "DIR", "help": "folder of the dataset"},
        league=FLAGS["league"],
        tables={
            "action": "extend",
            "nargs": "+",
            "type": str.lower,
            "metavar": "TABLE",
            "help": "only these, and those it has already",
        },
        validate={
            "default": "report",
            "metavar": "HOW",
            "help": "strict: leave out the days whose response does not match the schema; report (default): say so",
        },
    )
    add_refresh(command)
    _runs(command, verbs.sync)

    command = _add(commands, "verify", "Check the files of a dataset; exit code 1 if one is not as it was")
    command.add_argument("folder", metavar="DIR", help="folder of the dataset")
    output.add_output(command)
    command.set_defaults(run=verbs.verify)


def _about(commands: Any, parser: Parser) -> None:
    """Add the commands that load no games."""
    command = _add(commands, "columns", "Data dictionary: the meaning of every column")
    for name in ("sport", "resource", "table"):
        command.add_argument(name, nargs="?", type=str.lower if name != "sport" else str)
    output.add_output(command)
    command.set_defaults(run=verbs.dictionary)

    command = _add(commands, "cache", "Show cache statistics or clear the cache")
    command.add_argument("action", choices=("info", "clear"))
    command.add_argument(
        "--everything", action="store_true", help="clear the entries of all services and tokens; on a full disk, too"
    )
    command.set_defaults(run=verbs.cache)

    _add(commands, "doctor", "Check the configuration and suggest fixes").set_defaults(run=verbs.doctor)
    out = {"metavar": "FILE", "help": "write to a file; - is the standard output"}
    _add(commands, "openapi", "Print the OpenAPI 3.1 document", out=out).set_defaults(run=verbs.openapi)

    command = _add(commands, "completion", "Print the completion script of a shell")
    command.formatter_class = argparse.RawDescriptionHelpFormatter
    command.epilog = (
        "bash: source <(sportsframe completion bash)\nzsh: the same with zsh\n"
        "fish: sportsframe completion fish | source"
    )
    command.add_argument("shell", choices=SHELLS)
    command.set_defaults(run=lambda args: print(script(args.shell, parser), end="") or 0)
