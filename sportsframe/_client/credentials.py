"""The only module that stores secrets; it also redacts them from text and bytes.

A secret is passed around as a `Token`, which contains only a digest: printing, copying, pickling or inspecting it shows
no secret. Only `reveal` returns the secret, and only what sends it calls it: the transport adapter, and `RedisServer`.
A secret is known for as long as its token is referenced.

Text is searched as it is and with its escapes undone, layer by layer, so that it does not matter how a service quotes
what it repeats. Each match is hidden in place; the rest of the text, its escapes included, stays unchanged.
"""

from __future__ import annotations

import base64
import binascii
import logging
import os
import re
import traceback
import unicodedata
import weakref
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from html.entities import html5
from types import TracebackType
from typing import Any, NamedTuple

from .._process import ForkSafeLock
from ..catalog.resources import TOKEN_PARAM
from ..errors import ConfigError, SportsframeError

HIDDEN = "***"

SHORTEST_IN_TEXT = 4
SHORTEST_IN_BODY = 8
"""A shorter secret is hidden only after the name of its parameter: hiding it everywhere would damage the text or the
data. One of at least twice that length is also searched for in what base64 and hexadecimal in the text represent."""

LAYERS = 6
"""How many times escapes are undone; nested escapes of one kind count once."""

DEPTH = 4
"""How many times base64 and hexadecimal are decoded, with escapes undone each time."""

MOST_DECODED = 32
"""The most that is decoded of a text, in multiples of its size; encoded text beyond that is hidden unread."""

MOST_ESCAPES = 1_000_000
"""Characters in a body that may begin an escape; the largest known response has a hundredth of that."""

WINDOW = 2**18
"""Bytes whose escapes are undone at a time, to limit memory."""

READ = 2**17
MARGIN = 2**15
"""Characters that are read of a text of which the start is shown, and how many at their end are left out."""


@dataclass(frozen=True)
class Token:
    """A reference to a secret, without the secret itself."""

    digest: str

    def __repr__(self) -> str:
        return "Token(hidden)"

    def __copy__(self) -> Token:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Token:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.digest,)


class _Secret:
    """A known secret, for the lifetime of its token, and the forms in which it is searched for."""

    def __init__(self, token: Token, text: str, public: bool) -> None:
        self.token = weakref.ref(token)
        self.text = text
        self.public = public
        self.needles = needles(text)


_secrets: dict[str, _Secret] = {}
"""Secrets by digest. Replaced, never modified, and only under the lock, so that reading needs no lock."""

_lock = ForkSafeLock()

_lasting: set[Token] = set()

SECRETS = ("token", "redis")
"""The options whose values are secrets, or contain one."""


def keep(secret: str, *, public: bool = False, lasting: bool = False) -> Token:
    """Store a secret and return its token.

    Parameters
    ----------
    secret : str
        The secret; surrounding whitespace is removed.
    public : bool
        Whether it need not be hidden, as that of the built-in service.
    lasting : bool
        Keep it for the lifetime of the process, even if its token is no longer referenced.

    Raises
    ------
    ConfigError
        If it cannot be encoded as UTF-8.
    """
    text = secret.strip()
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise ConfigError("the token or password contains bytes that are not UTF-8; set it again, as text")
    digest = _digest(text)
    token = _alive(digest)
    if token is None:
        token = _take_in(Token(digest), text, public)
    if lasting:
        _lasting.add(token)
    return token


def keep_option(name: str, text: str) -> Token:
    """Store the value of one of `SECRETS`. A URL need not be hidden as a whole: its password is stored as well."""
    return keep(text, public=name == "redis")


class hidden_if_refused:
    """The values passed by a user, with a `Token` in place of a secret.

    If they are refused, which may be because a token stands in a wrong place, the error keeps none of our variables:
    reporters show those of tracebacks.
    """

    def __init__(self, given: Any) -> None:
        self._values = dict(given)
        given.clear()

    def __enter__(self) -> dict[str, Any]:
        for name in SECRETS:
            if isinstance(self._values.get(name), str) and self._values[name].strip():
                self._values[name] = keep_option(name, self._values[name])
        return self._values

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if isinstance(error, ConfigError):
            self._values.clear()
            error.__context__ = None
            raise error.with_traceback(None) from None


def _digest(text: str) -> str:
    return blake2b(text.encode(), person=b"sportsframe", digest_size=16).hexdigest()


def _alive(digest: str) -> Token | None:
    held = _secrets.get(digest)
    return held.token() if held else None


def _take_in(token: Token, text: str, public: bool) -> Token:
    global _secrets
    fresh = _Secret(token, text, public)
    with _lock:
        other = _alive(token.digest)
        if other is not None:
            return other
        _secrets = {digest: held for digest, held in _secrets.items() if held.token() is not None} | {
            token.digest: fresh
        }
    return token


def _restored(digest: str) -> Token:
    return _alive(digest) or Token(digest)


def holds(token: Token) -> bool:
    """Whether the secret of `token` is known in this process."""
    return token.digest in _secrets


def find(token: Token, variable: str, what: str) -> None:
    """Find the secret of a token that was pickled in another process, without its secret.

    Raises
    ------
    ConfigError
        If the environment variable does not contain it.
    """
    text = os.environ.get(variable, "").strip()
    if not text or _digest(text) != token.digest:
        raise ConfigError(
            f"the {what} of this client is not known in this process, because secrets are never pickled; make a client "
            f"with the {what} here first, or set {variable} to it"
        )
    _take_in(token, text, public=False)


def reveal(token: Token) -> str:
    """The secret itself, to be sent."""
    return _secrets[token.digest].text


def known() -> int:
    """How many secrets are known."""
    return sum(held.token() is not None for held in _secrets.values())


# Treated as equal: upper and lower case, and the characters in which URLs and the alphabets of base64 differ.
_ALIKE = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ- _", b"abcdefghijklmnopqrstuvwxyz++/")


def needles(secret: str) -> tuple[bytes, ...]:
    """The forms in which a secret is searched for: itself, hexadecimal, UTF-16, base64, and its own escapes undone."""
    raw = secret.encode()
    found = {raw, raw.hex().encode(), *_base64_forms(raw), *_wide_forms(secret)}
    if not secret.isascii():
        found.add(secret.encode("latin-1", "replace"))
    found |= set(_layers(raw))
    # A backslash at either end may belong to what quotes the text around it.
    return tuple(sorted({form.translate(_ALIKE).strip(b"\\") for form in found} - {b""}))


def _wide_forms(secret: str) -> Iterator[bytes]:
    """UTF-16 and UTF-32, without the zeros at either end, which may have been cut off."""
    for encoding in ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"):
        whole = secret.encode(encoding)
        for form in (whole, whole.strip(b"\0")):
            yield form.strip(b"\0")
            # A zero written as \0 is read together with a digit after it, as one octal escape.
            yield _undo(form.replace(b"\\", b"\\\\").replace(b"\0", b"\\0")).strip(b"\0")


def _base64_forms(raw: bytes) -> Iterator[bytes]:
    """The base64 characters that `raw` determines, at any position in a longer text."""
    for before in range(3):
        after = -(before + len(raw)) % 3
        text = base64.b64encode(b"\0" * before + raw + b"\0" * after)
        core = text[-(-before * 8 // 6) : len(text) - -(-after * 8 // 6)]
        if len(core) >= SHORTEST_IN_BODY:
            yield core


_HEX = rb"[0-9A-Fa-f]"
_ESCAPE = re.compile(
    rb"(%(?:25)*(?:u" + _HEX + rb"{4}|" + _HEX + rb"{2})"
    rb"|\\\\*u[dD][89abAB]" + _HEX + rb"{2}\\+u[dD][c-fC-F]" + _HEX + rb"{2}"
    rb"|\\\\*(?:u" + _HEX + rb"{4}|u\{0*" + _HEX + rb"{1,6}\}|U" + _HEX + rb"{8}|x" + _HEX + rb"{2}"
    rb"|N\{[A-Za-z0-9 -]{1,80}+\}|[0-3]?[0-7]{1,2}|.)"
    rb"|&(?:amp;)*(?:\#(?:0*[0-9]{1,7}|[xX]0*" + _HEX + rb"{1,6});?"
    rb"|(?:amp|lt|gt|quot|AMP|LT|GT|QUOT)(?!;)|[A-Za-z][A-Za-z0-9]{1,30}+;))",
    re.DOTALL,
)
"""An escape of URLs, of JSON, JavaScript and Python, or of HTML, quoted any number of times; a group, to split by.

Each alternative starts with a fixed character, so that `re` looks only where one of these stands.
"""

_CONTROLS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


def _undone(escape: bytes) -> bytes:
    """The character that an escape represents."""
    return _undone_short(escape) if len(escape) <= 64 else _meaning(escape)


@lru_cache(maxsize=4096)
def _undone_short(escape: bytes) -> bytes:
    return _meaning(escape)


def _meaning(escape: bytes) -> bytes:
    if escape[:1] == b"%":
        return _utf8(escape[-4:]) if b"u" in escape else bytes([int(escape[-2:], 16)])
    if escape[:1] == b"&":
        name = re.sub(rb"^&(?:amp;)*", b"", escape) or b"amp;"
        if name[:1] != b"#":
            return (html5.get(name.decode(), "") or html5.get(f"{name.decode()};", "")).encode() or escape
        digits = name[1:].rstrip(b";")
        return _utf8(digits[1:]) if digits[:1] in b"xX" else _utf8(b"%x" % int(digits))
    code = escape.lstrip(b"\\")
    if not code:
        return b"\\"
    if code.isdigit():
        return bytes([int(code, 8)]) if code < b"8" else code
    if len(code) == 1:
        return _CONTROLS.get(code, code)
    if code[:1] == b"N":
        try:
            return unicodedata.lookup(code[2:-1].decode()).encode()
        except KeyError:
            return escape
    if b"\\" in code:
        high, low = int(code[1:5], 16), int(code[-4:], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)).encode()
    if code[:1] == b"x":
        return bytes([int(code[1:], 16)])
    return _utf8(code[1:].strip(b"{}"))


def _utf8(digits: bytes) -> bytes:
    number = int(digits, 16)
    return chr(number).encode("utf-8", "surrogatepass") if number < 0x110000 else b"?"


Marks = list[tuple[int, int, int, int]]
"""Where escapes were undone: start and end in the result, start and end in the original."""


def _undo(data: bytes) -> bytes:
    """`data` with one layer of escapes undone."""
    parts = _ESCAPE.split(data)
    parts[1::2] = map(_undone, parts[1::2])
    return b"".join(parts)


def _marks(data: bytes) -> Marks:
    """Where `_undo` undoes an escape of `data`."""
    marks: Marks = []
    at = length = 0
    for match in _ESCAPE.finditer(data):
        begin, end = match.span()
        length += begin - at
        size = len(_undone(match.group()))
        marks.append((length, length + size, begin, end))
        length += size
        at = end
    return marks


def _layers(data: bytes) -> Iterator[bytes]:
    """`data` with one more layer of its escapes undone each time."""
    for _ in range(LAYERS):
        if not any(char in data for char in _ESCAPE_CHARS):
            return
        plain = _undo(data)
        if plain == data:
            return
        yield plain
        data = plain


_ESCAPE_CHARS = (b"\\", b"%", b"&")


def too_many_escapes(body: bytes) -> str:
    """Why a body cannot be searched for secrets within a few seconds; empty if it can."""
    many = sum(body.count(char) for char in _ESCAPE_CHARS) > MOST_ESCAPES
    return f"it has more than {MOST_ESCAPES:,} escapes" if many else ""


_NAME = TOKEN_PARAM.encode().translate(_ALIKE)
_WIDE_NAME = b"\0".join(_NAME[at : at + 1] for at in range(len(_NAME)))

_PARAMETER = re.compile(_NAME + rb"(?:=([^&\s\"'<>)\]\\+]+)|[\"']\+*:\+*\"([^\"]+)|[\"']\+*:\+*'([^']+))")
"""The parameter of the token with its value, also as a member of JSON, in normalized text."""

_WIDE_PARAMETER = re.compile(_WIDE_NAME + rb"\0=\0([^&\s\"'<>)\]\\+]+)")
"""The same in UTF-16."""


def _places(data: bytes, sought: Sought) -> Iterator[tuple[int, int]]:
    alike = data.translate(_ALIKE)
    for whole, least in sought.parts:
        yield from _found_part(alike, whole, least)
    for needle in sought.needles:
        at = alike.find(needle)
        while at >= 0:
            yield at, at + len(needle)
            at = alike.find(needle, at + len(needle))
    if _NAME in alike:
        for match in _PARAMETER.finditer(alike):
            yield match.span(match.lastindex or 0)
    if _WIDE_NAME in alike:
        for match in _WIDE_PARAMETER.finditer(alike):
            yield match.span(1)


def _found_part(alike: bytes, whole: bytes, least: int) -> Iterator[tuple[int, int]]:
    """The positions of at least so many characters of the beginning or the end of a secret, with all that follow."""
    at = alike.find(whole[:least])
    while at >= 0:
        end = at + least
        while end - at < len(whole) and alike[end : end + 1] == whole[end - at : end - at + 1]:
            end += 1
        yield at, end
        at = alike.find(whole[:least], end)
    at = alike.find(whole[-least:])
    while at >= 0:
        begin, end = at, at + least
        while begin and end - begin < len(whole) and alike[begin - 1] == whole[begin - end - 1]:
            begin -= 1
        yield begin, end
        at = alike.find(whole[-least:], end)


class Sought(NamedTuple):
    """What is searched for.

    Attributes
    ----------
    needles : tuple of bytes
        The forms of secrets.
    least : int
        The length of the shortest secret that is searched for in decoded text too; 0 if none is.
    parts : tuple of (bytes, int)
        Secrets of which a beginning or an end of so many bytes is hidden, too: services shorten what they quote.
    """

    needles: tuple[bytes, ...]
    least: int
    parts: tuple[tuple[bytes, int], ...] = ()


def _spans(data: bytes, sought: Sought, depth: int, seen: Seen) -> Iterator[tuple[int, int]]:
    """The positions of matches in `data`, in any escapes and encodings."""
    yield from _places(data, sought)
    yield from _encoded(data, sought, depth, seen)
    layers = [data]
    trail: list[tuple[Marks, list[int]]] = []
    for plain in _layers(data):
        for begin, end in (*_places(plain, sought), *_encoded(plain, sought, depth, seen)):
            for layer in layers[len(trail) :]:
                marks = _marks(layer)
                trail.append((marks, [mark[0] for mark in marks]))
            for marks, begins in reversed(trail):
                begin, end = _before(marks, begins, begin, end)
            yield begin, end
        layers.append(plain)


class Seen:
    """The results for encoded text so far, and how many more bytes may be decoded."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.spans: dict[tuple[object, int, bytes], set[tuple[int, int]]] = {}


def _table(chars: bytes) -> bytes:
    """For `bytes.translate`: these characters become ``x``, all others ``.``."""
    return bytes(ord("x") if byte in chars else ord(".") for byte in range(256))


_ALNUM = bytes(byte for byte in range(128) if chr(byte).isalnum())
_BASE64 = _table(_ALNUM + b"+/-_\r\n")
_HEXADECIMAL = _table(bytes(set(range(256)) - set(_ALNUM)) + b"0123456789ABCDEFabcdefxXuU")
"""Digits, and what may separate bytes in hexadecimal, including a prefix such as ``0x``."""

_READABLE = _table(bytes(range(32, 127)) + b"\t\n\r\0")


@lru_cache(maxsize=32)
def _readable(least: int) -> re.Pattern[bytes]:
    """Readable text of at least so many characters."""
    return re.compile(rb"[\t\n\r -~\0]{%d,}" % least)


_DIGITS = re.compile(_HEX + rb"(?:[^0-9A-Za-z]{0,4}(?:0?[xX]|[uU]\+)?" + _HEX + rb")*+")
"""Hexadecimal digits, separated in any way. It matches to the end of the last digit, so that none is read twice."""


def _stretches(data: bytes, table: bytes, least: int) -> Iterator[tuple[int, int]]:
    """The positions of at least so many of the characters of a table in a row."""
    mask = data.translate(table)
    enough = b"x" * least
    end = 0
    while (begin := mask.find(enough, end)) >= 0:
        end = mask.find(b".", begin)
        end = len(data) if end < 0 else end
        yield begin, end


def _encoded(data: bytes, sought: Sought, depth: int, seen: Seen) -> Iterator[tuple[int, int]]:
    """The positions of base64 and hexadecimal text in `data` that contains a match once decoded."""
    least = sought.least
    if not depth or not least or len(data) < least:
        return
    for table, most_dense, decode in (
        (_BASE64, -(-least * 8 // 6), _from_base64),
        (_HEXADECIMAL, 2 * least, _from_hex),
    ):
        for begin, end in _stretches(data, table, most_dense):
            key = decode, depth, data[begin:end]
            if key not in seen.spans:
                seen.spans[key] = {
                    where(*span)
                    for plain, where in decode(key[2], least)
                    for span in _matches(plain, sought, depth, seen)
                }
            for first, last in seen.spans[key]:
                yield begin + first, begin + last


def _matches(plain: bytes, sought: Sought, depth: int, seen: Seen) -> Iterator[tuple[int, int]]:
    """The positions of matches in decoded text; all of it if there is too much to search."""
    seen.most -= len(plain)
    if seen.most < 0:
        yield 0, len(plain)
        return
    yield from _places(plain, sought)
    if b"x" * sought.least in plain.translate(_READABLE):
        for part in _readable(sought.least).finditer(plain):
            for text in {part.group(), part.group().replace(b"\0", b"")}:
                if any(True for _ in _spans(text, sought, depth - 1, seen)):
                    yield part.span()


Readings = Iterator[tuple[bytes, Callable[[int, int], tuple[int, int]]]]
"""What a text represents, and the function from positions in it to positions in the text."""


def _from_base64(text: bytes, least: int) -> Readings:
    """Base64 of either alphabet, wrapped or not, decoded from each of four characters on: its start is not known."""
    joined = text.translate(_STANDARD, b"\r\n")
    for begin in range(4 if len(joined) >= least else 0):
        rest = (len(joined) - begin) % 4
        padding = 4 - rest if rest > 1 else 0
        plain = binascii.a2b_base64(joined[begin : len(joined) - (rest == 1)] + b"A" * padding)
        yield plain[: len(plain) - padding], partial(_in_base64, text, begin)


def _in_base64(text: bytes, before: int, begin: int, end: int) -> tuple[int, int]:
    begin, end = before + begin * 4 // 3, before + -(-end * 4 // 3)
    if b"\r" not in text and b"\n" not in text:
        return begin, end
    places = [at for at, char in enumerate(text) if char not in b"\r\n"]
    return places[begin], places[end - 1] + 1


_STANDARD = bytes.maketrans(b"-_", b"+/")


def _from_hex(text: bytes, least: int) -> Readings:
    """Hexadecimal, with anything between the bytes, decoded from the first of its digits and from the second on."""
    for match in _DIGITS.finditer(text):
        digits = _PREFIX.sub(b"", match.group()).translate(None, _NO_DIGITS).decode()
        if len(digits) < 2 * least:
            continue
        for begin in range(2):
            plain = bytes.fromhex(digits[begin : begin + (len(digits) - begin) // 2 * 2])
            yield plain, partial(_in_hex, match, begin)


_PREFIX = re.compile(rb"0?[xX]")
_NO_DIGITS = bytes(set(range(256)) - set(b"0123456789ABCDEFabcdef"))


def _in_hex(match: re.Match[bytes], before: int, begin: int, end: int) -> tuple[int, int]:
    found = re.finditer(rb"0?[xX]|(" + _HEX + rb")", match.group())
    places = [match.start() + digit.start(1) for digit in found if digit[1]]
    return places[before + 2 * begin], places[before + 2 * end - 1] + 1


def _before(marks: Marks, begins: list[int], begin: int, end: int) -> tuple[int, int]:
    """The span in the original that became this one when the escapes were undone."""
    i = bisect_right(begins, begin) - 1
    if i >= 0:
        out_end, in_begin, in_end = marks[i][1:]
        begin = in_begin if begin < out_end else in_end + begin - out_end
    i = bisect_right(begins, end - 1) - 1
    if i >= 0:
        out_end, in_end = marks[i][1], marks[i][3]
        end = in_end if end <= out_end else in_end + end - out_end
    return begin, end


def _hide(data: bytes, sought: Sought) -> bytes:
    """`data` with all matches hidden; the same object if there are none."""
    # Windows overlap by more than the longest match can take up, however often it is escaped.
    overlap = 4096 + 64 * max(map(len, sought.needles), default=0)
    seen = Seen(MOST_DECODED * len(data) + WINDOW)
    spans = sorted(
        (begin + offset, end + offset)
        for offset in range(0, len(data), WINDOW)
        for begin, end in _spans(data[offset : offset + WINDOW + overlap], sought, DEPTH, seen)
    )
    if not spans:
        return data
    parts: list[bytes] = []
    at = 0
    for begin, end in spans:
        while begin > at and data[begin - 1 : begin] == b"\\":
            begin -= 1  # a backslash before the match would escape its replacement
        if begin >= at:
            parts += (data[at:begin], HIDDEN.encode())
        at = max(at, end)
    parts.append(data[at:])
    return b"".join(parts)


def _sought(held: Iterable[_Secret], shortest: int, *more: str) -> Sought:
    found = [(one.text, one.needles) for one in held if not one.public] + [(text, needles(text)) for text in more]
    texts = [(len(text), forms) for text, forms in found if len(text) >= shortest]
    least = min((length for length, _ in texts if length >= 2 * shortest), default=0)
    parts = tuple(part for text, _ in found if len(text) >= 2 * LEAST_PART for part in _parts(text))
    return Sought(tuple(form for _, forms in texts for form in forms), least, parts)


LEAST_PART = 8
"""Characters of the shortest part of a secret that is hidden; half of a longer secret."""


@lru_cache(maxsize=1024)
def _parts(secret: str) -> tuple[tuple[bytes, int], ...]:
    """A secret in UTF-8, its own escapes undone, and UTF-16, normalized, and how many bytes of each are half of it."""
    raw = secret.encode()
    forms = dict.fromkeys((raw, *_layers(raw), secret.encode("utf-16-le").strip(b"\0")))
    return tuple((form.translate(_ALIKE), max(LEAST_PART, -(-len(form) // 2))) for form in forms)


def redact(text: str, *more: str) -> str:
    """`text` with every known secret, `more` secrets and the token parameter of URLs hidden, in any form."""
    sought = _sought(_secrets.values(), SHORTEST_IN_TEXT, *more)
    data = text.encode("utf-8", "surrogatepass")
    clean = _hide(data, sought)
    return text if clean is data else clean.decode("utf-8", "surrogatepass")


def contains(text: str, secret: str) -> bool:
    """Whether `text` contains a secret of whatever length, in any form."""
    data = text.encode("utf-8", "surrogatepass")
    sought = Sought(needles(secret), len(secret) if len(secret) >= 2 * SHORTEST_IN_TEXT else 0)
    return any(True for _ in _spans(data, sought, DEPTH, Seen(MOST_DECODED * len(data) + WINDOW)))


def without_tokens(text: str) -> str:
    """`text` with every secret hidden that is too long to be a word."""
    data = text.encode("utf-8", "surrogatepass")
    clean = _hide(data, _sought(_secrets.values(), SHORTEST_IN_BODY))
    return text if clean is data else clean.decode("utf-8", "surrogatepass")


def redact_body(body: bytes, *tokens: Token) -> bytes:
    """A body with these secrets hidden, by default every known one; the same object if it contains none."""
    held = [one for token in tokens if (one := _secrets.get(token.digest))] if tokens else _secrets.values()
    if held and all(one.public for one in held):
        return body
    return _hide(body, _sought(held, SHORTEST_IN_BODY))


def shown(text: str, most: int = 300) -> str:
    """`text` as one line that may be shown: no control characters, no secret, at most so many characters."""
    text = redact(text) if len(text) <= READ else redact(text[:READ])[:-MARGIN]  # a secret may have been cut
    return redact(" ".join("".join(char if char.isprintable() else " " for char in text).split()))[:most]


class Redactor(logging.Filter):
    """Hides secrets in the log records of libraries below, which contain whole URLs."""

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        clean = redact(said)
        if clean != said:
            record.msg, record.args = clean, None
        if record.exc_info:
            record.exc_text = redact("".join(traceback.format_exception(*record.exc_info)).rstrip())
            record.exc_info = None
        return True


BELOW = ("urllib3", "urllib3.connection", "urllib3.connectionpool", "urllib3.poolmanager", "urllib3.response",
         "urllib3.util.retry")  # fmt: skip
"""Loggers of the transport. A filter applies to one logger only, not to its children."""

_redactor = Redactor()
SportsframeError._hide = staticmethod(without_tokens)


def guard_logs() -> None:
    """Add the filter to the loggers of the transport."""
    for name in BELOW:
        logging.getLogger(name).addFilter(_redactor)
