"""Restore the dtypes of the catalog in frames that lost them in a file."""

from __future__ import annotations

import io
import os.path
from decimal import Decimal
from functools import cache, wraps
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd

from .._util.document import brief
from ..catalog import SPORTS, every_table
from ..catalog.records import DTYPES
from ..catalog.results import DATASET, RESULTS
from ..catalog.simulated import MARK
from ..errors import FrameError, QueryError, choose, require
from . import arrays
from .arguments import F, checked
from .provenance import with_source_of
from .recognize import is_column, kind, layouts, need, of_its_sports

TextAs = Literal["str", "category"]


def declared(frame: pd.DataFrame) -> dict[str, Any]:
    """Column -> dtype, for the columns of a frame that the catalog declares for its sports, resource and table.

    A column that the sports of the frame type differently is text; one that only other sports have is of their dtype
    if it is missing in every row, as where rows were selected from those of several sports. A result that the package
    draws has dtypes, too, as have the columns that a dataset and the command line add.
    """
    mark = {MARK: arrays.dtype_of(MARK, "bool")} if MARK in frame else {}
    try:
        found = kind(frame)
    except FrameError:
        for columns in RESULTS:
            here = [name for name in columns if name in frame]
            if 2 * len(here) > len(columns):
                return mark | {name: arrays.dtype_of(name, columns[name]) for name in here}
        raise
    kinds: dict[str, dict[Any, None]] = {}
    for lay in layouts(frame, found):
        for column in lay.columns:
            kinds.setdefault(column.name, {})[arrays.dtype(column)] = None
    others = {name for name in frame.columns if name not in kinds and frame[name].isna().all()}
    for same in (True, False):  # a table of the same name first, or else what a sport has in its place
        others -= {*kinds}
        for sport, resource, table, lay in every_table():
            if others and resource == found.resource and (table == found.table) is same and sport not in found.sports:
                for column in lay.columns:
                    if column.name in others:
                        kinds.setdefault(column.name, {})[arrays.dtype(column)] = None
    if next(iter(DATASET)) in frame:
        for name, its_kind in DATASET.items():
            kinds.setdefault(name, {arrays.dtype_of(name, its_kind): None})
    return mark | {
        name: next(iter(types)) if len(types) == 1 else arrays.TEXT for name, types in kinds.items() if name in frame
    }


def verb(function: F, name: str = "") -> F:
    """As `checked`, for a function that computes with the columns of a table.

    Numbers in columns of other dtypes are numbers to it; other lost dtypes explain its errors, as do columns that the
    first frame lacks. What it returns is marked with the source of that frame.
    """

    @wraps(function)
    def marked(*args: Any, **options: Any) -> Any:
        frames = [value for value in (*args, *options.values()) if isinstance(value, pd.DataFrame)]
        try:
            result = function(*args, **options)
        except KeyError as error:
            if frames and error.args and is_column(error.args[0]):
                need(frames[0], [error.args[0]], f"{name or function.__name__}()")
            raise
        return with_source_of(frames[0], result) if frames else result

    return checked(marked, _lost, name, prepare=numbered)  # type: ignore[return-value]


@cache
def _numbers(known: tuple[str, ...]) -> frozenset[str]:
    """The columns that are numbers or flags in some table."""
    return frozenset(
        column.name
        for _, _, _, lay in every_table()
        for column in lay.columns
        if DTYPES.get(column.kind) in ("Int64", "Float64", "boolean")
    )


def numbered(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame as `of_its_sports`, with numeric dtypes where columns of other dtypes hold numbers or flags.

    A column with any other value is left as it is, for `refuse_text` where it is computed with.
    """
    frame, names = of_its_sports(frame), _numbers(tuple(SPORTS))
    suspects = [name for name, dtype in zip(frame.columns, frame.dtypes) if name in names and dtype.kind not in NUMERIC]
    if not suspects:
        return frame
    try:
        wanted = declared(frame)
    except FrameError:
        return frame
    found = {name: _as_numbers(frame[name], wanted[name]) for name in suspects if name in wanted}
    return frame.assign(**{str(name): column for name, column in found.items() if column is not None})


NUMERIC = "iufb"
"""Kinds of dtypes of numbers and flags."""


def _as_numbers(column: pd.Series, dtype: Any) -> pd.Series | None:
    """A column of the catalog as numbers or flags; None if it is of something else, or has other values."""
    kinds = {"Int64": ("Int64", "Float64"), "Float64": ("Float64",), "boolean": ("boolean",)}
    for kind_ in kinds.get(str(dtype), ()):
        try:
            return _converted(column, kind_)
        except (ValueError, TypeError, ArithmeticError):
            continue
    return None


def refuse_text(column: pd.Series) -> None:
    """Refuse a column to compute with that has values that are not numbers."""
    plain = column.astype(object)
    strange = plain[column.notna() & pd.to_numeric(plain.where(column.notna(), None), errors="coerce").isna()]
    first = f", such as {brief(repr(strange.iloc[0]))}" if len(strange) else ""
    raise FrameError(
        f"the column {column.name} has values that are not numbers{first}; correct them, or make them missing: "
        f'df["{column.name}"] = pd.to_numeric(df["{column.name}"], errors="coerce").'
    )


def _lost(frame: pd.DataFrame) -> str:
    """Advice for a frame that lacks the dtypes of the catalog, or, if it is not one of its tables, times; or empty."""
    try:
        wanted = declared(frame)
    except FrameError:
        texts = [name for name in ("game_date", "game_time") if name in frame and frame[name].dtype.kind != "M"]
        return "; ".join(f'requires times: df["{name}"] = pd.to_datetime(df["{name}"])' for name in texts[:1])
    lost = [name for name, dtype in wanted.items() if frame[name].dtype != dtype]
    if not lost:
        return ""
    shown = f"{', '.join(lost[:3])}{' and others' if lost[3:] else ''}"
    return f"requires the dtypes of the catalog, which {shown} do not have; sportsframe.typed(df) restores them"


@checked
def typed(frame: pd.DataFrame, *, text: TextAs = "str") -> pd.DataFrame:
    """Return a frame with the dtypes of the catalog, for one that lost them in a file or in another library.

    Parameters
    ----------
    frame : pandas.DataFrame, shape (n_rows, n_columns)
        Rows of a table of the catalog, or a bracket: read from CSV, JSON or Excel, converted from Polars or Arrow, or
        with all columns of dtype ``object``. Other columns are kept as they are. Numbers in place of times are
        milliseconds since 1970, as pandas writes them to JSON.
    text : {"str", "category"}, default "str"
        Whether text columns are strings, or categories: smaller where few values repeat.

    Returns
    -------
    pandas.DataFrame
        A copy with the same index and columns; ``df.sports`` works on it. A column that the sports of the frame type
        differently, such as ``round``, is text.

    Raises
    ------
    FrameError
        The frame is not a table of the catalog, or a value cannot be converted.

    Examples
    --------
    >>> import io
    >>> games = sf.live("2024-06-01", "MLB")
    >>> back = sf.typed(pd.read_csv(io.StringIO(games.to_csv(index=False))))
    >>> back.dtypes.equals(games.dtypes)
    True
    """
    choose(text, ("str", "category"), "text")
    result = frame.copy()
    for name, dtype in declared(frame).items():
        if name == "game_id" and pd.api.types.is_numeric_dtype(frame[name].dtype) and frame[name].notna().any():
            raise FrameError(
                "the column game_id has numbers, for which pandas takes IDs such as 2024_900; read them as text, "
                "JSON with pd.read_json(..., dtype=False)."
            )
        try:
            result[name] = _converted(frame[name], dtype)
        except (ValueError, TypeError, ArithmeticError) as error:
            raise FrameError(
                f"the column {name} does not have values of {dtype}: {' '.join(str(error).split())[:100]}."
            ) from None
        if text == "category" and dtype == arrays.TEXT:
            result[name] = result[name].astype("category")
    return result


def _converted(column: pd.Series, dtype: Any) -> pd.Series:
    """A column as `dtype`; empty text is missing, except in a column of text."""
    wanted = pd.api.types.pandas_dtype(dtype)
    if column.dtype == wanted:
        return column
    if isinstance(wanted, pd.CategoricalDtype):
        values = column.astype(object).map(str, na_action="ignore")
        if strange := sorted(set(values.dropna()) - set(wanted.categories)):
            raise ValueError(f"unknown {', '.join(strange[:3])}")
        return values.astype(wanted)
    if wanted.kind == "M":
        zone = getattr(wanted, "tz", None)
        moments = column if column.dtype.kind == "M" else _moments(column, FIRST_GAME if zone else FIRST_DATE)
        moments = moments.dt.tz_localize("UTC") if moments.dt.tz is None else moments.dt.tz_convert("UTC")
        found: pd.Series = (moments if zone else moments.dt.tz_localize(None)).astype(wanted)
        return found
    if wanted == arrays.TEXT:
        return _text(column).astype(wanted)
    plain = _plain(column)
    if isinstance(wanted, pd.BooleanDtype):
        words = {"true": True, "false": False, "1": True, "0": False, "1.0": True, "0.0": False}
        found = plain.map(lambda value: words.get(str(value).casefold(), value), na_action="ignore")
        return found.astype(wanted)
    if isinstance(wanted, pd.Int64Dtype):
        return _whole_numbers(plain)
    return pd.to_numeric(plain).astype("Float64").astype(wanted)


def _whole_numbers(plain: pd.Series) -> pd.Series:
    """Integers, exactly: a fraction, or a number that 64 bits do not hold, is refused."""
    there = plain.notna().to_numpy()
    found = pd.to_numeric(plain[there])
    if found.dtype.kind != "i":  # a fraction, a float or too large a number among them
        found = plain[there].map(_whole_number)
    values = np.zeros(len(plain), np.int64)
    values[there] = found.to_numpy(np.int64)
    return pd.Series(pd.arrays.IntegerArray(values, ~there), index=plain.index, name=plain.name)


def _whole_number(value: Any) -> int:
    number = Decimal(str(value).strip())
    if not -(2**63) <= number < 2**63 or number != number.to_integral_value():
        raise ValueError(f"{str(value)[:40]} is not an integer of 64 bits")
    return int(number)


FIRST_GAME, FIRST_DATE, LAST_DATE = 1980, 1850, 2150
"""Years of times of games and of dates, such as births: numbers that stand for others are not milliseconds."""

YEAR = 365.2425 * 86_400_000
"""Milliseconds."""


def _moments(column: pd.Series, first: int) -> pd.Series:
    """Timestamps from text, or from milliseconds since 1970, as pandas writes them to JSON."""
    if column.dtype.kind in "iuf":
        if not (1970 + column.dropna() / YEAR).between(first, LAST_DATE).all():
            raise ValueError("numbers are read as milliseconds since 1970; use pandas.to_datetime(..., unit=)")
        return pd.to_datetime(column, unit="ms", utc=True)
    return pd.to_datetime(_plain(column), format="ISO8601", utc=True)


def _plain(column: pd.Series) -> pd.Series:
    """The values as objects; empty text and whatever pandas takes for missing as None."""
    values = column.astype(object)
    return values.where(column.notna() & values.ne(""), None)


def _text(column: pd.Series) -> pd.Series:
    """Values as text; of whole numbers, which a file may have turned into floats, without a fraction."""
    if column.dtype.kind == "f":
        whole = column.dropna().mod(1).eq(0).all()
        column = column.astype("Int64") if whole else column
    return column.astype(object).map(str, na_action="ignore").where(column.notna(), np.nan)


@checked
def read_csv(path: str | PathLike[str] | Any, *, text: TextAs = "str") -> pd.DataFrame:
    """Read a table from a CSV file that pandas or the command line wrote, with the dtypes of the catalog.

    Parameters
    ----------
    path : str, path or file object
        The file; it may be compressed, and separated by tabs, as what *Copy* of an explored table gives. An index of
        numbers that pandas wrote before the columns becomes the index.
    text : {"str", "category"}, default "str"
        As for `typed`.

    Returns
    -------
    pandas.DataFrame
        As `typed`. Other columns have numbers and flags where pandas reads such, of dtypes that may have missing
        values; if a number begins with a zero, as the ID ``00123`` does, the column is text. So are dates.

    Raises
    ------
    QueryError
        The file cannot be read.
    FrameError
        It is not a table of the catalog, or a value cannot be converted.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")
    >>> games.to_csv(path, index=False)                     # doctest: +SKIP
    >>> sf.read_csv(path).equals(games)                     # doctest: +SKIP
    True
    """
    found = _read(
        path,
        lambda: pd.read_csv(path, sep=_separator(path), dtype=str, keep_default_na=False, na_values=[""]),
    )
    found = _with_its_index(found)
    return typed(_with_numbers(found, set(found.columns) - {*declared(found)}), text=text)


ID_WITH_ZEROS = r"[+-]?0\d.*"
"""Text that pandas takes for a number, and that would lose its zeros."""


def _with_numbers(found: pd.DataFrame, names: set[Any]) -> pd.DataFrame:
    """Text in these columns as numbers and flags, where pandas reads it so."""
    whole = [name for name in names if not found[name].str.fullmatch(ID_WITH_ZEROS, na=False).any()]
    if not whole:
        return found
    read = pd.read_csv(
        io.StringIO(found[whole].to_csv(index=False)), keep_default_na=False, na_values=[""], skip_blank_lines=False,
        dtype_backend="numpy_nullable",
    )  # fmt: skip
    numbers = {name: read[name].set_axis(found.index) for name in whole if read[name].dtype.kind in NUMERIC}
    return found.assign(**numbers)


def _separator(path: Any) -> str:
    """What separates the columns by the headings of a file; a comma if it cannot be read twice."""
    is_open = hasattr(path, "read")
    if not (path.seekable() if is_open else Path(path).is_file()):
        return ","
    at = path.tell() if is_open else 0
    head = pd.read_csv(path, nrows=0).columns
    if is_open:
        path.seek(at)
    return "\t" if len(head) == 1 and "\t" in head[0] else ","


UNNAMED = "Unnamed: 0"
"""What pandas calls a column without a heading, as `to_csv` writes the index of a frame."""


def _with_its_index(found: pd.DataFrame) -> pd.DataFrame:
    """The same rows, with a first column that was their index as such again."""
    if found.columns[:1].tolist() != [UNNAMED]:
        return found
    if not found[UNNAMED].astype("string").str.fullmatch("[0-9]{1,18}").fillna(value=False).all():
        return found
    rest, numbers = found.drop(columns=UNNAMED), found[UNNAMED].astype("int64")
    plain = pd.RangeIndex(len(rest))
    return rest.set_index(plain if (numbers == plain).all() else pd.Index(numbers.to_numpy()))


@checked
def read_parquet(path: str | PathLike[str] | Any, *, text: TextAs = "str") -> pd.DataFrame:
    """Read a table from a Parquet file, whoever wrote it, with the dtypes of the catalog.

    Parameters
    ----------
    path : str, path or file object
        The file.
    text : {"str", "category"}, default "str"
        As for `typed`.

    Returns
    -------
    pandas.DataFrame
        As `typed`.

    Raises
    ------
    ConfigError
        pyarrow is not installed.
    QueryError
        The file cannot be read.
    FrameError
        It is not a table of the catalog, or a value cannot be converted.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")
    >>> games.to_parquet(path)                              # doctest: +SKIP
    >>> sf.read_parquet(path).equals(games)                 # doctest: +SKIP
    True
    """
    require("Parquet files", "pyarrow", install="'sportsframe[parquet]'")
    return typed(_read(path, lambda: pd.read_parquet(path)), text=text)


def _read(path: Any, read: Any) -> pd.DataFrame:
    if not isinstance(path, str | PathLike) and not hasattr(path, "read"):
        raise QueryError(f"a path or a file object is required, not {type(path).__name__}.")
    if isinstance(path, str | PathLike) and os.path.isdir(path):  # whose files may be of several tables
        raise QueryError(f"{brief(path)} is a folder; sf.open reads a dataset, sf.typed what pandas reads.")
    try:
        found: pd.DataFrame = read()
    except Exception as error:  # of damaged compressed files every library raises its own
        raise QueryError(f"the file {brief(path)} cannot be read: {' '.join(str(error).split())[:150]}.") from None
    return found
