"""The only module that stores secrets; it also redacts them from text and bytes.

A secret is passed around as a `Token`, which contains only a digest: printing, copying, pickling or inspecting it shows
no secret. Only `reveal` returns the secret, and only the transport adapter calls it. A secret is known for as long as
its token is referenced.

Text is searched as it is and with its escapes undone, layer by layer, so that it does not matter how a service quotes
what it repeats. Each match is hidden in place; the rest of the text, its escapes included, stays unchanged.
"""

from __future__ import annotations

import base64
import logging
import os
import re
import traceback
import weakref
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from html.entities import html5
from typing import Any

from .._process import ForkSafeLock
from ..catalog.resources import TOKEN_PARAM
from ..errors import ConfigError

HIDDEN = "***"

SHORTEST_IN_TEXT = 4
SHORTEST_IN_BODY = 8
"""A shorter secret is hidden only after the name of its parameter: hiding it everywhere would damage the text or the
data."""

LAYERS = 6
"""How many times escapes are undone; nested escapes of one kind count once."""

WINDOW = 2**18
"""Bytes whose escapes are undone at a time, to limit memory."""


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


class _Held:
    """A known secret, for the lifetime of its token, and the forms in which it is searched for."""

    def __init__(self, token: Token, text: str, public: bool) -> None:
        self.token = weakref.ref(token)
        self.text = text
        self.public = public
        self.needles = needles(text)


_secrets: dict[str, _Held] = {}
"""Secrets by digest. Replaced, never modified, and only under the lock, so that reading needs no lock."""

_lock = ForkSafeLock()

_lasting: set[Token] = set()


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
        raise ConfigError("the token contains bytes that are not UTF-8; set it again, as text")
    digest = _digest(text)
    token = _alive(digest)
    if token is None:
        token = _take_in(Token(digest), text, public)
    if lasting:
        _lasting.add(token)
    return token


def without_secrets(given: Mapping[str, Any]) -> dict[str, Any]:
    """The values passed by a user, with a `Token` in place of a secret, so that tracebacks with variables show none."""
    text = given.get("token")
    return dict(given) if not isinstance(text, str) or not text.strip() else {**given, "token": keep(text)}


def _digest(text: str) -> str:
    return blake2b(text.encode(), person=b"sportsframe", digest_size=16).hexdigest()


def _alive(digest: str) -> Token | None:
    held = _secrets.get(digest)
    return held.token() if held else None


def _take_in(token: Token, text: str, public: bool) -> Token:
    global _secrets
    fresh = _Held(token, text, public)
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


def find(token: Token, variable: str) -> None:
    """Find the secret of a token that was pickled in another process, without its secret.

    Raises
    ------
    ConfigError
        If the environment variable does not contain it.
    """
    text = os.environ.get(variable, "").strip()
    if not text or _digest(text) != token.digest:
        raise ConfigError(
            f"the token of this client is not known in this process, because it is never pickled; set {variable} to it"
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
    found = {raw, raw.hex().encode(), secret.encode("utf-16-le"), secret.encode("utf-16-be"), *_base64_forms(raw)}
    if not secret.isascii():
        found.add(secret.encode("latin-1", "replace"))
    found |= {layer for layer, _ in _layers(raw)}
    # A backslash at either end may belong to what quotes the text around it.
    return tuple(sorted({form.translate(_ALIKE).strip(b"\\") for form in found} - {b""}))


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
    rb"%(?:25)*(?:u" + _HEX + rb"{4}|" + _HEX + rb"{2})"
    rb"|\\+u[dD][89abAB]" + _HEX + rb"{2}\\+u[dD][c-fC-F]" + _HEX + rb"{2}"
    rb"|\\+(?:u" + _HEX + rb"{4}|u\{" + _HEX + rb"{1,6}\}|U" + _HEX + rb"{8}|x" + _HEX + rb"{2}|.)"
    rb"|&(?:amp;)*(?:\#(?:[0-9]{1,7}|[xX]" + _HEX + rb"{1,6});?|[A-Za-z][A-Za-z0-9]{1,30};)",
    re.DOTALL,
)
"""An escape of URLs, of JSON, JavaScript and Python, or of HTML, quoted any number of times."""

_CONTROLS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b"f": b"\f", b"v": b"\v"}


@lru_cache(maxsize=4096)
def _undone(escape: bytes) -> bytes:
    """The character that an escape represents."""
    if escape[:1] == b"%":
        return _utf8(escape[-4:]) if b"u" in escape else bytes([int(escape[-2:], 16)])
    if escape[:1] == b"&":
        name = re.sub(rb"^&(?:amp;)*", b"", escape) or b"amp;"
        if name[:1] != b"#":
            return html5.get(name.decode(), "").encode() or escape
        digits = name[1:].rstrip(b";")
        return _utf8(digits[1:]) if digits[:1] in b"xX" else _utf8(b"%x" % int(digits))
    code = escape.lstrip(b"\\")
    if not code:
        return b"\\"
    if len(code) == 1:
        return _CONTROLS.get(code, code)
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


def _undo(data: bytes) -> tuple[bytes, Marks]:
    """`data` with one layer of escapes undone, and where."""
    parts: list[bytes] = []
    marks: Marks = []
    at = length = 0
    for match in _ESCAPE.finditer(data):
        begin, end = match.span()
        plain = _undone(match.group())
        length += begin - at
        parts += (data[at:begin], plain)
        marks.append((length, length + len(plain), begin, end))
        length += len(plain)
        at = end
    parts.append(data[at:])
    return b"".join(parts), marks


def _layers(data: bytes) -> Iterator[tuple[bytes, Marks]]:
    """`data` with one more layer of its escapes undone each time, and where it differs from the layer before."""
    for _ in range(LAYERS):
        if b"\\" not in data and b"%" not in data and b"&" not in data:
            return
        plain, marks = _undo(data)
        if plain == data:
            return
        yield plain, marks
        data = plain


_PARAMETER = re.compile(TOKEN_PARAM.encode().translate(_ALIKE) + rb"=([^&\s\"'<>)\]\\+]+)")
"""The parameter of the token with its value, in normalized text."""


def _found(data: bytes, sought: Iterable[bytes]) -> Iterator[tuple[int, int]]:
    alike = data.translate(_ALIKE)
    for needle in sought:
        at = alike.find(needle)
        while at >= 0:
            yield at, at + len(needle)
            at = alike.find(needle, at + len(needle))
    if _NAME in alike:
        for match in _PARAMETER.finditer(alike):
            yield match.span(1)


_NAME = TOKEN_PARAM.encode().translate(_ALIKE)


def _spans(data: bytes, sought: tuple[bytes, ...]) -> Iterator[tuple[int, int]]:
    """The positions of matches in `data`, in any escapes."""
    yield from _found(data, sought)
    trail: list[tuple[Marks, list[int]]] = []
    for plain, marks in _layers(data):
        trail.append((marks, [mark[0] for mark in marks]))
        for begin, end in _found(plain, sought):
            for layer, begins in reversed(trail):
                begin, end = _before(layer, begins, begin, end)
            yield begin, end


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


def _hide(data: bytes, sought: tuple[bytes, ...]) -> bytes:
    """`data` with all matches hidden; the same object if there are none."""
    if not _escaped(data):
        spans = sorted(_found(data, sought))
    else:
        # Windows overlap by more than the longest match can take up, however often it is escaped.
        overlap = 4096 + 64 * max(map(len, sought), default=0)
        spans = sorted(
            (begin + offset, end + offset)
            for offset in range(0, len(data), WINDOW)
            for begin, end in _spans(data[offset : offset + WINDOW + overlap], sought)
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


def _escaped(data: bytes) -> bool:
    return b"\\" in data or b"%" in data or b"&" in data


def _sought(held: Iterable[_Held], shortest: int) -> tuple[bytes, ...]:
    return tuple(needle for one in held if not one.public and len(one.text) >= shortest for needle in one.needles)


def redact(text: str, *more: str) -> str:
    """`text` with every known secret, `more` secrets and the token parameter of URLs hidden, in any form."""
    sought = _sought(_secrets.values(), SHORTEST_IN_TEXT)
    sought += tuple(needle for secret in more if len(secret) >= SHORTEST_IN_TEXT for needle in needles(secret))
    data = text.encode("utf-8", "surrogatepass")
    clean = _hide(data, sought)
    return text if clean is data else clean.decode("utf-8", "surrogatepass")


def redact_body(body: bytes, *tokens: Token) -> bytes:
    """A body with these secrets hidden, by default every known one; the same object if it contains none."""
    held = [one for token in tokens if (one := _secrets.get(token.digest))] if tokens else _secrets.values()
    return _hide(body, _sought(held, SHORTEST_IN_BODY))


def shown(text: str, most: int = 300) -> str:
    """`text` as one line that may be shown: no control characters, no secret, at most so many characters."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return redact(line)[:most]


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


def guard_logs() -> None:
    """Add the filter to the loggers of the transport."""
    for name in BELOW:
        logging.getLogger(name).addFilter(_redactor)
