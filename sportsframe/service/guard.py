"""HTTP connections that nobody can hold on to: uvicorn times a silent connection, not a slow one."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from uvicorn.protocols.http.h11_impl import H11Protocol


class GuardedProtocol(H11Protocol):
    """A connection that is cut when it takes too long to send a request or to fetch its answer.

    Twice within `seconds` it is looked at. One that has no answer under way, has begun no request and taken nothing
    of an answer since the last look is closed without ceremony.
    """

    seconds: ClassVar[float] = 15.0

    @classmethod
    def within(cls, seconds: float) -> type[GuardedProtocol]:
        """The protocol with this patience."""
        return type(cls.__name__, (cls,), {"seconds": seconds})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._last: tuple[object, int] | None = None
        self._look = self.loop.call_later(self.seconds / 2, self._check)

    def connection_lost(self, exc: Exception | None) -> None:
        self._look.cancel()
        super().connection_lost(exc)

    def _check(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        at_work = self.cycle is not None and not self.cycle.response_complete and not unsent
        seen = (self.cycle, unsent)
        if not at_work and self._last is not None and self._last[0] is seen[0] and self._last[1] <= unsent:
            self.transport.abort()
            return
        self._last = None if at_work else seen
        self._look = self.loop.call_later(self.seconds / 2, self._check)
