"""The client behind a trusted proxy, as the header ``X-Forwarded-For`` names it."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

if TYPE_CHECKING:
    from .asgi import Receive, Scope, Send

PEER = "sportsframe.peer"
"""Key of the address and port of a connection in the ASGI scope, whatever a header says."""


class Forwarded:
    """An ASGI application that lets another see the clients of trusted proxies; what is no address is not believed.

    Parameters
    ----------
    app : ASGI application
        The application.
    trusted : sequence of str
        Addresses or networks of the proxies.
    """

    def __init__(self, app: Any, trusted: Sequence[str]) -> None:
        self._app = app
        checked: Any = self._checked
        self._told: Any = ProxyHeadersMiddleware(checked, list(trusted))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request under the address of its client."""
        scope[PEER] = scope.get("client")
        await self._told(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope.get("client")
        if client is not None and not _is_address(client[0]):
            scope["client"] = scope[PEER]
        await self._app(scope, receive, send)


def _is_address(text: str) -> bool:
    """Whether a text is an IP address, without the zone of an IPv6 address, which may contain any characters."""
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return "%" not in text
