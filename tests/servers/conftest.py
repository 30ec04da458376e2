"""The service that mirrors ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ..support.servers import Reply, Server, serving
from .mirrors import ODD


@pytest.fixture
def upstream() -> Iterator[Server]:
    with serving(Reply(200, ODD)) as server:
        yield server
