"""A service with a game a day, and options that name it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ...support.servers import TOKEN, Server, serving
from .sources import answer


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(answer) as running:
        yield running


@pytest.fixture
def real(server: Server) -> dict[str, Any]:
    return {"base_url": server.base_url, "token": TOKEN}
