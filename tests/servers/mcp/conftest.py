"""Services with the tools, at several times."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.service import Service
from sportsframe.service.limits import FailedTokens
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Tokens

from ...support import asking
from ...support.agents import SUNDAY
from ...support.samples import EARLY
from .calls import (
    GRANTS,
)


@pytest.fixture(scope="module")
def service() -> Service:
    return asking.service_at(asking.AFTERWARDS, tokens=Tokens(GRANTS))


@pytest.fixture(scope="module")
def url(service: Service) -> Iterator[str]:
    app = McpApp(ToolServer(service), hosts=["tools.example", "a"], body_seconds=1.0, failures=FailedTokens(10**6))
    with running_server(app=app, idle=1.0) as running:
        yield running.address.replace("/api/v1", "/mcp")


@pytest.fixture(scope="module")
def opening() -> Iterator[tuple[Service, str]]:
    """A service after the first games of the NBA season, and where its tools are."""
    service = asking.service_at(EARLY["NBA"], tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield service, running.address.replace("/api/v1", "/mcp")


@pytest.fixture(scope="module")
def sunday() -> Iterator[str]:
    """Where the tools are on an evening with games, early in the season of baseball."""
    service = asking.service_at(SUNDAY, tokens=Tokens(GRANTS))
    with running_server(app=McpApp(ToolServer(service))) as running:
        yield running.address.replace("/api/v1", "/mcp")
