"""Ways to a host other than sockets: who answers in its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Door:
    """Makes the requests adapter of a host when it is first needed.

    Parameters
    ----------
    make : callable
        Returns the adapter.
    edition : callable
        Returns a text that changes when the answers behind the door do: cached ones of another edition are not used.
    """

    make: Callable[[], Any]
    edition: Callable[[], str] = str

    @property
    def version(self) -> str:
        return self.edition()


doors: dict[str, Door] = {}
"""Host -> its door."""
