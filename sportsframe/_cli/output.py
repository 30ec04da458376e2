"""Output of rows: which of them, in which format, and to which file."""

from __future__ import annotations

import argparse
import contextlib
import math
import re
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from .._client.notices import say
from .._client.query import day, names_present
from .._util.document import visible
from .._util.files import replacing
from ..catalog import SPORTS
from ..errors import ConfigError, QueryError, choose, quoted
from .flags import client_of, integer

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = {
    ".txt": "table",
    ".csv": "csv",
    ".json": "json",
    ".ndjson": "ndjson",
    ".jsonl": "ndjson",
    ".parquet": "parquet",
}
"""Suffix of a file -> its format."""

COMPARE = {
    ">=": "ge", "<=": "le", "!=": "ne", "<>": "ne", "==": "eq", "=": "eq", ">": "gt", "<": "lt", "~": "contains",
}  # fmt: skip
"""Signs of a condition, of which the longer ones are read first -> the method of a column."""

CONDITION = re.compile(rf"\s*(\w+)\s*({'|'.join(COMPARE)})(?!\s*[<>=!~])\s*(.+?)\s*")

QUOTED = re.compile(r"""(["'])(.*)\1""")
"""A value in quotes; without anything between them it stands for missing ones, as in the filters of the explorer."""

YEAR = re.compile(r"\d{4}")
"""What every day and time to compare with has; pandas would take a time of day as one of the day of the machine."""

CHOOSING = ("where", "sort", "columns", "limit")
"""Flags that choose rows and columns."""


def add_output(command: Any) -> None:
    """Add the flags that choose rows, columns, format and file."""
    group = command.add_argument_group("output")
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAMES", help="only these columns, separated by commas"
    )
    group.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="CONDITION",
        help='only rows such as "points>=20", "team~Sox" (contains) or "status!=final"; may be repeated',
    )
    group.add_argument(
        "--sort",
        action="append",
        default=[],
        metavar="COLUMN",
        help="sort by a column, or several; -COLUMN from the top",
    )
    if "--limit" not in command._option_string_actions:
        group.add_argument("--limit", type=integer, metavar="N", help="only the first N rows")
    group.add_argument("--wide", action="store_true", help="all columns, however narrow the terminal")
    group.add_argument(
        "--format",
        type=str.lower,
        choices=tuple(WRITERS),
        help="format of the rows, by default that of the suffix of --out, otherwise table",
    )
    group.add_argument(
        "--out", metavar="FILE", help="write to a file, which is replaced only if all is well; - is the standard output"
    )


def check(args: argparse.Namespace) -> None:
    """Refuse flags that do not fit before anything is loaded, and settle the format.

    Raises
    ------
    ConfigError, QueryError
        The suffix of the file is of no format, a condition has no operator, or Parquet would go to a terminal.
    """
    settle_format(args, tuple(WRITERS))
    for flag in ("columns", "sort"):
        if empty := [text for text in getattr(args, flag) if not _names(text)]:
            raise QueryError(f"--{flag} {quoted(empty[0])} names no column; write them as in --{flag} player,points.")
    if getattr(args, "limit", None) is not None and args.limit < 1:
        raise QueryError(f"--limit must be at least 1, not {args.limit}.")
    for text in args.where:
        if not CONDITION.fullmatch(text):
            raise QueryError(
                f'--where {quoted(text)} is not a condition; write "points>=20", with = != > >= < <= or ~, and "" for '
                "missing values."
            )
    if args.format == "parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise ConfigError('Parquet requires pyarrow: pip install "sportsframe[parquet]".') from None
        if args.out is None and sys.stdout.isatty():
            raise ConfigError("refusing to write Parquet to a terminal; use --out FILE or redirect the output.")


def settle_format(args: argparse.Namespace, formats: Collection[str]) -> None:
    """Set the format to the one that a command was given or, without one, to that of the suffix of its file.

    Raises
    ------
    QueryError
        The suffix of the file is of none of the formats.
    """
    if args.out == "-":
        args.out = None
    suffix = Path(args.out).suffix.lower() if args.out else ""
    if args.format is None:
        suffixes = [known for known, of in SUFFIXES.items() if of in formats]
        if suffix in (".xlsx", ".xls") and ".csv" in suffixes:
            raise QueryError(f"--out {args.out}: Excel files are not written; Excel opens CSV: --out "
                             f"{Path(args.out).with_suffix('.csv')}.")  # fmt: skip
        if suffix not in ("", *suffixes) and _is_plain(Path(args.out)):
            raise QueryError(f"--out {args.out}: {args.command} has no format with the suffix {suffix}; add --format, "
                             f"or use one of {', '.join(suffixes)}.")  # fmt: skip
        args.format = SUFFIXES.get(suffix, "table")
    elif suffix in SUFFIXES and SUFFIXES[suffix] != ("json" if args.format == "raw" else args.format):
        print(f"sportsframe: --format {args.format} counts, not the suffix of {visible(args.out)}", file=sys.stderr)


def chosen(frame: pd.DataFrame, args: argparse.Namespace) -> pd.DataFrame:
    """Return the rows and columns that the flags choose."""
    for text in args.where:
        name, operator, value = CONDITION.fullmatch(text).groups()  # type: ignore[union-attr]  # checked before
        frame = frame[_holds(_column(frame, name, "--where"), operator, value, partial(_day, frame, args))]
    if order := _order(args):
        for name in order:
            _column(frame, name, "--sort")
        frame = frame.sort_values([*order], ascending=[*order.values()], kind="stable")
    if args.columns:
        names = [name for text in args.columns for name in _names(text)]
        frame = frame[[_column(frame, name, "--columns").name for name in dict.fromkeys(names)]]
    return frame if getattr(args, "limit", None) is None else frame.head(args.limit)


def _order(args: argparse.Namespace) -> dict[str, bool]:
    """Return the columns to sort by, the first one first, and whether each ascends."""
    texts = [name for text in getattr(args, "sort", []) for name in _names(text)]
    return {text.removeprefix("-"): not text.startswith("-") for text in texts}


def _named(args: argparse.Namespace) -> list[str]:
    """Return the columns that flags name to sort or to choose rows."""
    conditions = [CONDITION.fullmatch(text) for text in getattr(args, "where", [])]
    return [*_order(args), *(found[1] for found in conditions if found)]


def _names(text: str) -> list[str]:
    """Return the names between the commas of a text."""
    return [name.strip() for name in text.split(",") if name.strip()]


def _column(frame: pd.DataFrame, name: str, flag: str) -> pd.Series:
    choose(name, list(map(str, frame.columns)), f"column in {flag}")
    column: pd.Series = frame[name]
    return column


def _holds(column: pd.Series, operator: str, text: str, dated: Callable[[str], str]) -> pd.Series:
    """Return which cells meet a condition; missing ones do not, but differ from everything."""
    import pandas as pd

    value: Any = text
    if within := QUOTED.fullmatch(text):
        value = text = within[2]
    elif text.startswith('"') or text.endswith('"'):
        raise QueryError(f"--where: a quotation mark of {text} is missing.")
    compare = COMPARE[operator]
    if not text:
        if compare not in ("eq", "ne"):
            raise QueryError(f'--where: missing values, "", are compared with = or !=, not with {operator}.')
        missing: pd.Series = column.isna() | (column.astype("string") == "").fillna(value=False).astype(bool)
        return missing == (compare == "eq")
    if operator == "~":
        return column.astype("string").str.contains(text, case=False, regex=False).fillna(value=False).astype(bool)
    if pd.api.types.is_bool_dtype(column.dtype):
        value = choose(text.lower(), ("true", "false"), f"value of {column.name} in --where") == "true"
    elif pd.api.types.is_numeric_dtype(column.dtype):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            raise QueryError(f"--where: {column.name} is a number; {quoted(text)} is not.")
    elif pd.api.types.is_datetime64_any_dtype(column.dtype):
        first, last = _span(column, dated(text))
        if compare in ("eq", "ne"):
            return column.between(first, last) == (compare == "eq")
        value = last if operator in (">", "<=") else first  # all of an hour, day, month or year, to its end
    else:
        column = column.astype("string")
    found: pd.Series = getattr(column, compare)(value).fillna(compare == "ne").astype(bool)
    return found


def _span(column: pd.Series, text: str) -> tuple[pd.Timestamp, pd.Timestamp]:
    """Return the first and the last moment of an hour, day, month or year; of a time both are it."""
    import pandas as pd

    try:
        if not YEAR.search(text):
            raise ValueError(text)
        moment, period = pd.Timestamp(text), pd.Period(text)
        hour = period.freqstr == "h" and moment.tzinfo is None
        whole = hour or period.freqstr == "D" or period.end_time.date() > period.start_time.date()
        first, last = (period.start_time, period.end_time) if whole else (moment, moment)
    except ValueError:
        raise QueryError(
            f"--where: {column.name} is a time, and {quoted(text)} is none; write 2024-06-01 or 2024-06-01T20:00."
        ) from None
    if column.dt.tz is None:
        return first.tz_localize(None), last.tz_localize(None)
    return (first, last) if first.tzinfo is not None else (first.tz_localize("UTC"), last.tz_localize("UTC"))


def _day(frame: pd.DataFrame, args: argparse.Namespace, text: str) -> str:
    """Return the time that a word such as ``today`` means to the league of the rows; other text as it is."""
    from ..load import settings_of

    moment = settings_of(client_of(args)).moment
    if (word := text.lower()) == "now":
        return moment().isoformat()
    if not names_present(word):
        return text
    sport = frame["sport"].iloc[0] if "sport" in frame.columns and len(frame) else next(iter(SPORTS))
    return day(word, sport=sport, resource="schedule", clock=moment)


def _table(frame: pd.DataFrame, args: argparse.Namespace) -> str:
    import pandas as pd

    from .._display import first_columns, game_columns, groups, printed_columns, reading, sides

    if frame.empty:
        return f"no rows; columns: {', '.join(map(str, frame.columns))}"
    names, named = list(frame.columns), _named(args)
    if not args.columns:
        names = [column for column in reading(frame) if frame[column].notna().any()]
        names += [name for name in dict.fromkeys(named) if name not in names]
    width = _width(args)
    text = _text(frame[names], None if width is None else CELLS[0])
    if width is None:
        return text
    grouped = groups(frame)
    if len(text.split("\n", 1)[0]) <= width:
        return _headed(text, grouped)
    told: list[str] = []
    first = names
    others = printed_columns(frame)
    printed = list(dict.fromkeys([*(name for name in STANDING if not others or name in others), *others]))
    if not args.columns:
        among = [name for name in names if name not in sides(frame)]
        same = {
            name: frame[name].iloc[0] for name in among if len(frame) > 1 and frame[name].nunique(dropna=False) == 1
        }
        told = [
            f"{name} {value:%Y-%m-%d}" if name == "game_date" else f"{name} {value}" for name, value in same.items()
        ]
        names = [name for name in names if name not in same and (name in named or not ID.search(str(name)))]
        two = sides(frame)
        stands = ["phase" if len(two) > 2 else "game_time"] if two else []  # with scores, whether they are final
        asked = [name for name in getattr(args, "asked", []) if name in names]
        named = [name for name in (*named, *asked[:1]) if name in names]
        first = [name for name in (*two, *stands, *WHOSE, *named, "returns") if name in names]
        texts = [name for name in first if not pd.api.types.is_numeric_dtype(frame[name].dtype)]
        named += [name for name in texts if name in two] or texts[:1]  # whose row it is
        printed = [name for name in (*asked, *printed, *game_columns(frame)) if name in names and name not in first]
        first = list(dict.fromkeys([*first, *printed]))
        days = [name for name in names if pd.api.types.is_datetime64_dtype(frame[name].dtype)]
        read = [name for name in first_columns(frame) if name in names]
        numbers = [name for name in read if pd.api.types.is_numeric_dtype(frame[name].dtype)]
        names = list(dict.fromkeys([*first, *days, *numbers, *read, *names]))
    else:
        named, printed = names, []
    needed = sum(name not in printed for name in first)
    fits = {cell: _fitting(frame[names], width, cell, printed, named) for cell in (*CELLS, SHORTEST)}
    enough = min(needed, max(len(fits[cell]) for cell in CELLS))
    fitting = (cell for cell in CELLS if len(fits[cell]) >= enough and _wide(frame[fits[cell]], cell) <= width)
    cell = next(fitting, SHORTEST)
    if told:
        print(f"sportsframe: all rows: {', '.join(told)}", file=sys.stderr)
    if args.columns:
        cut = "texts are shortened to the width of the terminal; --wide shows them whole"
    else:
        cut = "cut to the width of the terminal, without IDs; --wide shows all columns, --columns chooses"
    _say_once(cut, args)
    return _headed(_text(frame[fits[cell]], cell), grouped)


def _say_once(text: str, args: argparse.Namespace) -> None:
    """Print a line on standard error, once for all tables of a game and all looks at a day."""
    if text not in (said := vars(args).setdefault("said", [])):
        said.append(text)
        say(f"sportsframe: {visible(text)}")


def _headed(text: str, grouped: Sequence[tuple[str, int]]) -> str:
    """Return a table with the name of each group above its rows."""
    head, *rows = text.split("\n")
    for title, count in grouped:
        head, rows = "\n".join([head, title, *rows[:count]]), rows[count:]
    return "\n".join([head, *rows])


WHOSE = (
    "rank", "round", "seed_1", "team_1", "wins_1", "wins_2", "team_2", "seed_2", "player", "name", "team", "injury",
    "tournament", "event",
    "sport", "id", "column", "description",
)  # fmt: skip
"""Columns that a narrow terminal gets first: whose row it is, and what a column means."""

STANDING = ("games", "wins", "losses", "ties", "draws", "overtime_losses", "points", "win_pct")
"""Columns that it gets next, as far as they fit, before the others that standings and box scores print."""

ID = re.compile("^id_|_id$")
"""Columns that it does not get."""

CELLS = (60, 24, 20, 16, 12)
"""Most characters of a text in a table; fewer where a narrow terminal would lose whose row it is."""


SHORTEST = 8
"""The same where not even these leave room for it."""


def _text(frame: pd.DataFrame, cell: int | None) -> str:
    """Return a table with texts of at most `cell` characters and times to the minute, or all as it is."""
    if cell is not None:
        frame = _cut(frame, cell)
    return str(frame.apply(_blank).to_string(index=False, na_rep="", max_colwidth=None))


def _blank(column: pd.Series) -> pd.Series:
    """Return a column whose missing values pandas writes as it is told, which it does not where they are `NA`."""
    from pandas.api import types

    if not column.isna().any():
        return column
    if types.is_float_dtype(column.dtype):
        return column.astype("float64")
    if any(holds(column.dtype) for holds in (types.is_integer_dtype, types.is_bool_dtype, types.is_object_dtype)):
        return column.astype(object).where(column.notna(), math.nan)
    return column


def _cut(frame: pd.DataFrame, cell: int) -> pd.DataFrame:
    import pandas as pd

    from .._display import written

    def cut(value: object) -> str:
        text = str(value)
        return text if len(text) <= cell else f"{text[: cell - 3]}..."

    short: dict[str, Any] = {}
    for name, column in frame.items():
        if isinstance(column.dtype, pd.DatetimeTZDtype):
            short[str(name)] = written(column, "", None)
        elif not (pd.api.types.is_numeric_dtype(column.dtype) or pd.api.types.is_datetime64_dtype(column.dtype)):
            short[str(name)] = column.map(cut, na_action="ignore")
    return frame.assign(**short)


def _fitting(
    frame: pd.DataFrame, width: int, cell: int, optional: Collection[str], named: Collection[str]
) -> list[str]:
    """Return the columns that fit into a width, at least one; optional ones that do not are left out.

    Those that flags name, and that say whose row it is, are in it, however wide they are.
    """
    widths = {name: _wide(frame[[name]], cell) + 1 for name in frame.columns}
    left = width + 1 - sum(widths[name] for name in frame.columns if name in named)
    found, full = list(frame.columns[:0]), False
    for name in frame.columns:
        if name in named:
            found.append(name)
        elif not (found or named) or (widths[name] <= left and not full):
            found.append(name)
            left -= widths[name]
        else:
            full |= name not in optional
    return found


def _wide(frame: pd.DataFrame, cell: int) -> int:
    """Return how wide the lines of a table are."""
    return max(map(len, _text(frame, cell).split("\n")))


def _width(args: argparse.Namespace) -> int | None:
    """Return the width of the terminal; None where the output may be as wide as it is."""
    if args.wide or args.out or not sys.stdout.isatty():
        return None
    return shutil.get_terminal_size().columns


WRITERS: dict[str, Callable[[Any, argparse.Namespace], str]] = {
    "table": _table,
    "csv": lambda frame, args: str(frame.to_csv(index=False, header=getattr(args, "header", True))).rstrip("\n"),
    "json": lambda frame, args: str(frame.to_json(orient="records", date_format="iso", indent=1)),
    "ndjson": lambda frame, args: str(frame.to_json(orient="records", date_format="iso", lines=True)).rstrip("\n"),
    "parquet": lambda frame, args: "",
}
"""Output formats."""


def write(frame: pd.DataFrame, args: argparse.Namespace) -> None:
    """Write rows to standard output or to the file of ``--out``."""
    rows = chosen(frame, args)
    if len(frame) and rows.empty:
        _say_once(f"no row meets --where {' and '.join(map(quoted, args.where))}", args)
    if args.format == "parquet":
        with output(args.out) as file:
            bare = rows.copy(deep=False)
            bare.attrs = {}  # which pandas would write into the file, with the address of the service
            bare.to_parquet(file, index=False)
        return
    text = WRITERS[args.format](rows, args)
    if rows.empty and args.format == "table":  # a program that reads the table gets no line
        if not len(frame):
            say(f"sportsframe: {visible(text)}")
        if args.out is None:
            return
    write_text(text, args.out, escaped=args.format == "table" or (args.out is None and sys.stdout.isatty()))


def write_text(text: str, out: str | None, *, escaped: bool) -> None:
    """Write text and a line end, or nothing, with characters that a terminal would interpret as escapes if so asked.

    What is not escaped is for programs, and UTF-8 whatever the encoding of the terminal.
    """
    text = "\n".join(map(visible, text.split("\n"))) if escaped else text
    if out is None and (escaped or not hasattr(sys.stdout, "buffer")):
        with writing_errors(None):
            print(text, end="\n" if text else "")
        return
    with output(out) as file:
        file.write(f"{text}\n".encode() if text else b"")
        file.flush()


@contextlib.contextmanager
def output(out: str | None) -> Iterator[IO[bytes]]:
    """Open standard output, or a file that takes its place only when it is complete.

    Raises
    ------
    ConfigError
        It cannot be written; what stood there before is untouched.
    """
    if out == "":
        raise ConfigError("--out needs the name of a file.")
    with writing_errors(out):
        if out is None:
            yield sys.stdout.buffer
            return
        path = Path(out)
        if not _is_plain(path):  # a device or a pipe cannot be replaced
            with open(path, "wb") as file:
                yield file
            return
        with replacing(path.resolve()) as file:
            yield file


def _is_plain(path: Path) -> bool:
    return not path.exists() or path.is_file()


@contextlib.contextmanager
def writing_errors(out: str | None) -> Iterator[None]:
    """Raise errors of writing as ConfigError, apart from a reader that has had enough."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        where = "standard output" if out is None else repr(out)
        raise ConfigError(f"cannot write to {where}: {error.strerror or 'it is closed'}.") from None
