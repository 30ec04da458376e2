"""What holds for every test: a clean environment, a cache folder of its own, a clock that stands, no open figures."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

NOW = "2025-03-01T12:00:00+00:00"
"""The time in tests that set no other: after the dates they ask for, in the season of most leagues."""

VARIABLES = (
    "RSC_TOKEN", "SPORTSFRAME_BASE_URL", "SPORTSFRAME_CACHE_DIR", "SPORTSFRAME_NOW", "SPORTSFRAME_REDIS",
    "SPORTSFRAME_UPSTREAM_TOKEN", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy",
)  # fmt: skip

_numbers = itertools.count()


@pytest.fixture(scope="session")
def _caches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("caches")


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch, _caches: Path) -> Iterator[None]:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", str(_caches / str(next(_numbers))))
    monkeypatch.setenv("SPORTSFRAME_NOW", NOW)
    yield
    if "sportsframe.settings" in sys.modules:
        sys.modules["sportsframe.settings"].forget()
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")
