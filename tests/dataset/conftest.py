"""What tests of datasets share: a short season, the service that has it, and clients."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock

from ..support.servers import TOKEN, Server, serving
from ..support.small_season import SmallSeason, three_evenings


@pytest.fixture
def season() -> SmallSeason:
    return three_evenings()


@pytest.fixture
def service(season: SmallSeason) -> Iterator[Server]:
    with serving(season) as running:
        yield running


@pytest.fixture
def own(service: Server, clock: Clock, tmp_path: Path) -> sf.Client:
    return sf.Client(base_url=service.base_url, token=TOKEN, now=clock, cache_dir=str(tmp_path / "cache"))


@pytest.fixture
def evening() -> Clock:
    """A clock before the first evening."""
    return Clock("2024-12-06T09:00:00+00:00")


@pytest.fixture
def fan(service: Server, evening: Clock, tmp_path: Path) -> sf.Client:
    """A client that follows the season."""
    return sf.Client(base_url=service.base_url, token=TOKEN, now=evening, cache_dir=str(tmp_path / "cache"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"
