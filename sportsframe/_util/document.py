"""JSON text -> plain values, leniently: text that is not strictly JSON is read as well, and its faults are listed."""

from __future__ import annotations

import codecs
import json
import math
from collections.abc import Iterable, Mapping
from datetime import date, time
from decimal import Decimal
from typing import Any

import numpy as np

DIGITS = 4300
"""A number with more digits stays a string; Python converts no more (`sys.set_int_max_str_digits`)."""

SHOWN = 80
"""Characters of received text that a message repeats."""

ENCODINGS: dict[bytes, str] = {
    codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32", codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16", codecs.BOM_UTF8: "utf-8-sig",
}  # fmt: skip
"""The encoding that each byte order mark announces; longer marks start like shorter ones and come first."""


def brief(text: object) -> str:
    """Received text, shortened for a message, with an escape for each character that is not printable."""
    shown = text if isinstance(text, str) else str(text)
    return visible(shown) if len(shown) <= SHOWN else f"{visible(shown[:SHOWN])}... ({len(shown):,} characters)"


MAX_OBJECTS = 100_000
"""Objects and lists that a response may contain; the largest season has a tenth of that.

They are counted from four bytes for each on: a smaller response takes less than 150 MB, whatever is in it (measured).
"""

MAX_VALUES = 2_000_000
"""Values that a response may contain."""


def excess(body: bytes) -> str:
    """What a JSON text has too much of to be parsed within a few hundred megabytes; empty if nothing."""
    if len(body) > 4 * MAX_OBJECTS and _count(body, b"{") + _count(body, b"[") > MAX_OBJECTS:
        return f"it has more than {MAX_OBJECTS:,} objects and lists"
    if len(body) > 2 * MAX_VALUES and _count(body, b",") > MAX_VALUES:
        return f"it has more than {MAX_VALUES:,} values"
    return ""


def _count(body: bytes, char: bytes) -> int:
    """How often a frequent character occurs: several times as fast as `bytes.count`, which stops at each."""
    return int(np.count_nonzero(np.frombuffer(body, np.uint8) == char[0]))


def visible(text: str) -> str:
    """`text` with an escape in place of each character that is not printable, such as ``\\x1b`` for ESC."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


def parse(body: bytes, faults: set[str]) -> Any:
    """Read JSON text leniently.

    Parameters
    ----------
    body : bytes
        Text in any Unicode encoding, with or without a byte order mark.
    faults : set of str
        Gets a phrase for each way in which the text is not JSON.

    Returns
    -------
    dict, list, str, int, float, bool or None
        With finite numbers and valid Unicode only. ``NaN``, ``Infinity`` and numbers too large for their type become
        strings; of the members of an object with the same key the last keeps it, the others get ``key#1``, ``key#2``.

    Raises
    ------
    ValueError
        The text is not JSON.
    RecursionError
        It is nested too deeply.
    """
    encoding = next((name for mark, name in ENCODINGS.items() if body.startswith(mark)), "utf-8")
    if encoding != "utf-8":
        faults.add("a byte order mark")
    try:
        text = body.decode(encoding)
    except UnicodeDecodeError:
        faults.add("bytes that are not Unicode")
        text = body.decode(encoding, "surrogateescape" if encoding.startswith("utf-8") else "replace")

    def constant(name: str) -> str:
        faults.add(name)
        return name

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return _object(pairs, faults)

    def integer(digits: str) -> int | str:
        if len(digits) <= DIGITS:
            return int(digits)
        faults.add("an integer too long to read")
        return digits

    def decimal(text: str) -> float | str:
        number = float(text)
        if math.isfinite(number):
            return number
        faults.add("a number too large for a float")
        return text

    read = json.JSONDecoder(
        parse_constant=constant, parse_int=integer, parse_float=decimal, object_pairs_hook=members, strict=False
    )
    try:
        return plain(read.decode(text), faults, unchecked=not text.isascii() or "\\u" in text)
    except json.JSONDecodeError as error:
        raise ValueError(f"{error.msg} at character {error.pos:,}") from None


def _object(pairs: Iterable[tuple[str, Any]], faults: set[str]) -> dict[str, Any]:
    pairs = list(pairs)
    found = dict(pairs)
    if len(found) < len(pairs):
        last = {key: i for i, (key, _) in enumerate(pairs)}
        counts: dict[str, int] = {}
        for i, (key, value) in enumerate(pairs):
            if last[key] != i:
                faults.add(f"the key {brief(key)!r} twice in an object")
                name = free_name(f"{key}#", found, counts.get(key, 0) + 1)
                counts[key] = int(name[len(key) + 1 :])
                found[name] = value
    return found


def free_name(stem: str, taken: Mapping[str, Any], n: int = 1) -> str:
    """The first of ``stem1``, ``stem2``, ..., counted from `n`, that is not in use."""
    while f"{stem}{n}" in taken:
        n += 1
    return f"{stem}{n}"


def plain(value: Any, faults: set[str], *, unchecked: bool = True) -> Any:
    """Convert a parsed object to JSON types; other types (Decimal, NumPy, dates, bytes) become numbers or strings.

    Parameters
    ----------
    value : object
        The result of any JSON, BSON or YAML parser.
    faults : set of str
        Gets the name of each type that is not a JSON type.
    unchecked : bool
        False if it contains only valid JSON types; it is then returned unchanged.
    """
    if not unchecked:
        return value
    kind = type(value)
    if kind is str:
        return value if value.isascii() else _unicode(value, faults)
    if kind is int or kind is bool or value is None:
        return value if kind is not int or -(2**63) <= value < 2**64 else _large(value)
    if kind is float:
        return value if math.isfinite(value) else _constant(value, faults)
    if kind is dict:
        if all(type(key) is str and key.isascii() for key in value):
            return {key: plain(item, faults) for key, item in value.items()}
        return _object([(_key(key, faults), plain(item, faults)) for key, item in value.items()], faults)
    if kind is list:
        return [plain(item, faults) for item in value]
    faults.add(brief(kind.__name__))
    return plain(_as_json(value), faults)


def _as_json(value: Any) -> Any:
    """A value of another type as the corresponding JSON type."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple | set | frozenset):
        return list(value)
    if isinstance(value, Decimal):
        number = float(value) if value.is_finite() else math.nan
        return number if math.isfinite(number) and Decimal(repr(number)) == value else str(value)
    if isinstance(value, date | time):  # a missing one of pandas is a datetime as well, and not equal to itself
        return value.isoformat() if value == value else None
    if hasattr(value, "tolist"):  # NumPy's scalars and arrays
        return value.tolist()
    return None if type(value).__name__ == "NAType" else str(value)


def _constant(value: float, faults: set[str]) -> str:
    name = "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    faults.add(name)
    return name


def _large(value: int) -> int | str:
    """An integer, or its digits if Python would refuse to format it."""
    return value if value.bit_length() < DIGITS * 3 else digits(value)


def digits(value: int) -> str:
    """The decimal digits of any integer, however many."""
    sign, rest, parts = "-" if value < 0 else "", abs(value), []
    while rest >= 10**DIGITS:
        rest, part = divmod(rest, 10**DIGITS)
        parts.append(f"{part:0{DIGITS}d}")
    return sign + "".join([str(rest), *reversed(parts)])


def _key(key: Any, faults: set[str]) -> str:
    if type(key) is str:
        return _unicode(key, faults)
    faults.add(f"a key that is {brief(type(key).__name__)}")
    return key if isinstance(key, str) else json_text(plain(key, faults)) or "null"


def _unicode(text: str, faults: set[str]) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        faults.add("text that is not Unicode")
        return text.encode("utf-8", "backslashreplace").decode()
    return text


def json_text(value: Any) -> str | None:
    """A plain value as a string: strings unchanged, all other values as JSON, None for null; at any depth."""
    if value is None or isinstance(value, str):
        return value
    try:
        return json.dumps(value, ensure_ascii=False)
    except RecursionError:
        return "".join(_pieces(value))


class _Piece(str):
    """Finished text, as opposed to a value still to be written."""


def _pieces(value: Any) -> Iterable[str]:
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, _Piece):
            yield item
        elif isinstance(item, (dict, list)):
            inside: list[Any] = []
            for part in item.items() if isinstance(item, dict) else item:
                key, part = part if isinstance(item, dict) else (None, part)
                inside += [_Piece(", ")] if inside else []
                inside += [key, _Piece(": ")] if isinstance(item, dict) else []
                inside.append(part)
            opening, closing = "{}" if isinstance(item, dict) else "[]"
            todo += [_Piece(closing), *reversed(inside), _Piece(opening)]
        else:
            yield json.dumps(item, ensure_ascii=False)
