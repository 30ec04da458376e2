"""What the tests of the way out ask for."""

from __future__ import annotations

from datetime import datetime, timedelta

from sportsframe._client.query import Query


def days(n: int) -> list[Query]:
    """MLB on the first `n` days from the first of June on."""
    first = datetime(2024, 6, 1)
    return [Query("MLB", "live", (first + timedelta(days=i)).strftime("%Y-%m-%d")) for i in range(n)]


(DAY,) = days(1)
PATH = str(DAY)
"""The path below the base address under which `DAY` is asked for."""
