"""The reference service: the specification on top of the simulated world, in process or over HTTP."""

from __future__ import annotations

from .respond import Service, default_service, respond
from .serve import serve

__all__ = ["Service", "default_service", "respond", "serve"]


def __dir__() -> list[str]:
    return __all__
