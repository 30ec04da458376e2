"""What the tests of the cache share."""

from __future__ import annotations

import os
import sqlite3

from sportsframe._client.cache import cache
from sportsframe._client.query import Query

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
"""Whether these tests may mount a disk and become another user."""

DAY = Query("MLB", "live", "2024-06-01")
PATH = "/live/2024-06-01/MLB"


def rows() -> sqlite3.Connection:
    """The cache file, as anybody could open it."""
    return sqlite3.connect(cache.where)
