"""The reference service: the specification over the simulated world, through whichever door."""

from __future__ import annotations

from .respond import Service, default_service, respond
from .serve import serve

__all__ = ["Service", "default_service", "respond", "serve"]
