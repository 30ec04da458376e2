"""A service for every test of the cache, and a folder that other users may enter."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from sportsframe._client.options import options

from ...bench import soak
from ...support.servers import (
    TOKEN,
    Reply,
    Server,
    serving,
)


@pytest.fixture
def server() -> Iterator[Server]:
    with serving(lambda path: Reply(200, soak.body(path))) as server:
        yield server


@pytest.fixture(autouse=True)
def client(server: Server) -> Iterator[None]:
    with options(base_url=server.base_url, token=TOKEN):
        yield


@pytest.fixture(scope="module")
def open_to_all() -> Iterator[Path]:
    """A folder that other users may enter; pytest closes its own to them whenever it is started somewhere."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
