"""The one room that knows secrets: it keeps them, and hides them in whatever comes near.

A secret is handed around as a `Token`, which holds a digest and nothing else: printing, copying, pickling or walking
through it shows no secret. Only `reveal` gives the text back, and only the transport adapter asks for it.
"""

from __future__ import annotations

import base64
import html
import json
import logging
import re
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from urllib.parse import quote, quote_plus

from .. import _state
from ..catalog.resources import TOKEN_PARAM

HIDDEN = "***"

SHORTEST_IN_TEXT = 4
SHORTEST_IN_BODY = 8
"""A shorter secret is not looked for: hiding each of its letters would spoil the text, or the data."""

_secrets: dict[str, str] = {}
_public: set[str] = set()
_lock = _state.lock()


@dataclass(frozen=True)
class Token:
    """Stands for a secret without holding it."""

    digest: str

    def __repr__(self) -> str:
        return "Token(hidden)"


def keep(secret: str, *, public: bool = False) -> Token:
    """Take a secret in and return what stands for it; a `public` one (the built-in service's) need not be hidden."""
    text = secret.strip()
    token = Token(blake2b(text.encode(), person=b"sportsframe", digest_size=16).hexdigest())
    if token.digest not in _secrets:
        with _lock:
            _secrets[token.digest] = text
            if public:
                _public.add(token.digest)
        _patterns.cache_clear()
        _needles.cache_clear()
    return token


def holds(token: Token) -> bool:
    """Whether the secret behind `token` is in this process."""
    return token.digest in _secrets


def reveal(token: Token) -> str:
    """The secret itself, for the wire."""
    return _secrets[token.digest]


def forms(secret: str) -> tuple[str, ...]:
    """The ways a text may show `secret`: plain, URL-encoded once or twice, escaped for JSON, HTML or Python, base64."""
    once = {secret, quote(secret, safe=""), quote(secret), quote_plus(secret)}
    once |= {quote(form, safe="") for form in list(once)}
    once |= {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1], html.escape(secret)}
    once.add(repr(secret)[1:-1])
    return tuple(sorted(once | set(_base64_forms(secret.encode())), key=len, reverse=True))


def _base64_forms(raw: bytes) -> Iterator[str]:
    """The characters of base64 that `raw` fixes, wherever in a longer text it stands."""
    for before in range(3):
        after = -(before + len(raw)) % 3
        text = base64.b64encode(b"\0" * before + raw + b"\0" * after).decode()
        core = text[-(-before * 8 // 6) : len(text) - -(-after * 8 // 6)]
        if len(core) >= SHORTEST_IN_BODY:
            yield core
            yield core.translate(str.maketrans("+/", "-_"))


PARAMETER = re.compile(rf"({TOKEN_PARAM}(?:=|%3D))[^&\s\"'<>)\]\\]+", re.IGNORECASE)


def _hidden(shortest: int) -> list[str]:
    return [text for digest, text in _secrets.items() if digest not in _public and len(text) >= shortest]


@lru_cache(maxsize=2)
def _patterns(shortest: int) -> re.Pattern[str] | None:
    shapes = sorted({form for secret in _hidden(shortest) for form in forms(secret)}, key=len, reverse=True)
    return re.compile("|".join(map(re.escape, shapes)), re.IGNORECASE) if shapes else None


@lru_cache(maxsize=1)
def _needles() -> tuple[tuple[bytes, ...], re.Pattern[bytes] | None]:
    """What to look for in a body in lower case, and what to replace where some of it is there."""
    pattern = _patterns(SHORTEST_IN_BODY)
    if pattern is None:
        return (), None
    found = {form.encode().lower() for secret in _hidden(SHORTEST_IN_BODY) for form in forms(secret)}
    return tuple(sorted(found)), re.compile(pattern.pattern.encode(), re.IGNORECASE)


def redact(text: str) -> str:
    """`text` with every known secret, in any of its forms, hidden; the token parameter of an address too."""
    pattern = _patterns(SHORTEST_IN_TEXT)
    clean = pattern.sub(HIDDEN, text) if pattern else text
    return PARAMETER.sub(rf"\1{HIDDEN}", clean)


def redact_body(body: bytes) -> bytes:
    """An answer with every known secret hidden; without one the very same bytes."""
    needles, pattern = _needles()
    low = body.lower()  # looking is ten times faster than replacing, and nearly always enough
    if pattern is None or not any(needle in low for needle in needles):
        return body
    return pattern.sub(HIDDEN.encode(), body)


class Redactor(logging.Filter):
    """Hides secrets in the records of libraries below us, which log whole addresses."""

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
"""Loggers of the transport. A filter holds for one logger only, not for those under it."""

_redactor = Redactor()


def guard_logs() -> None:
    """Put the filter on the transport's loggers."""
    for name in BELOW:
        logging.getLogger(name).addFilter(_redactor)
