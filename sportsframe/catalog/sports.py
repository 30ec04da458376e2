"""The sports by code."""

from __future__ import annotations

from . import registry
from .baseball import MLB
from .basketball import NBA, NCAABB
from .darts import DARTS
from .football import NCAAFB, NFL
from .golf import PGA
from .grammar import Sport
from .hockey import NHL
from .soccer import SOCCER

SPORTS: dict[str, Sport] = registry.Sports(NFL, NBA, MLB, NHL, NCAAFB, NCAABB, PGA, SOCCER, DARTS)
"""The sports by code: the nine of the service, then registered ones; those of packages come with the first look."""
