"""Cross-origin requests (CORS): pages of other sites that may read responses in a browser."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..catalog.resources import REFUSED_BY
from ..errors import ConfigError

if TYPE_CHECKING:
    from .asgi import Receive, Scope, Send

ORIGIN = re.compile(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")

ANY = "*"

PREFLIGHT_SECONDS = 600
"""Time for which browsers keep the response to a preflight request."""

EXPOSED = (
    "Age, Date, Retry-After, Warning, X-Sportsframe-Cache, X-Sportsframe-Doubt, X-Sportsframe-Source, "
    f"X-Sportsframe-Stale, {REFUSED_BY}"
)

DEFAULT_PORTS = {"https://": ":443", "http://": ":80"}
"""Scheme -> the port that browsers leave out of an origin (RFC 6454, section 6.2)."""


def origins(names: Iterable[str]) -> frozenset[str]:
    """Return checked origins.

    Raises
    ------
    ConfigError
        A name is neither ``*`` nor an origin, that is, scheme, host and port without a path.
    """
    found = frozenset(_as_sent(name.casefold()) for name in names)
    for name in found:
        if name != ANY and ORIGIN.fullmatch(name) is None:
            raise ConfigError(
                f"{name!r} is not an origin; use scheme and host without a path, such as https://app.example.org, or *"
            )
    return found


def _as_sent(name: str) -> str:
    scheme = name.partition("//")[0] + "//"
    return name.removesuffix(DEFAULT_PORTS.get(scheme, ""))


class Cors:
    """An ASGI application that lets pages of some origins read the responses of another.

    Parameters
    ----------
    app : ASGI application
        The application, which answers as before: whether a page may read an answer is for the browser to enforce.
    allowed : frozenset of str
        Origins, as `origins` returns them.
    """

    def __init__(self, app: Any, allowed: frozenset[str]) -> None:
        self.app = app
        self._allowed = allowed

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request: a preflight request here, any other by the application."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        given = dict(scope["headers"])
        shared = self._shared_with(given.get(b"origin", b"").decode("latin-1").casefold())
        told = [] if shared == ANY else [(b"vary", b"Origin")]
        if shared:
            told += [
                (b"access-control-allow-origin", shared.encode("latin-1")),
                (b"access-control-expose-headers", EXPOSED.encode()),
            ]
        if shared and scope["method"] == "OPTIONS" and b"access-control-request-method" in given:
            told += [
                (b"access-control-allow-methods", b"GET, HEAD"),
                (b"access-control-allow-headers", given.get(b"access-control-request-headers", b"*")),
                (b"access-control-max-age", b"%d" % PREFLIGHT_SECONDS),
                (b"content-length", b"0"),
            ]
            await send({"type": "http.response.start", "status": 204, "headers": told})
            await send({"type": "http.response.body", "body": b""})
            return

        async def marked(message: Any) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *told]}
            await send(message)

        await self.app(scope, receive, marked)

    def _shared_with(self, origin: str) -> str:
        """Return the origin that may read the response: this one, any, or none (an empty string)."""
        if ANY in self._allowed:
            return ANY
        return origin if origin in self._allowed else ""
