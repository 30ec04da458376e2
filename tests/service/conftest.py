"""What tests of the servers leave behind for others of their process."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def streams_go_on() -> Iterator[None]:
    """A server that is stopped by a signal ends the event streams of every later one of its process (sse-starlette)."""
    yield
    if streams := sys.modules.get("sse_starlette.sse"):
        streams.AppStatus.should_exit = False
