"""What holds for every test, and the fixtures that many share.

Every test has a clean environment, a cache folder of its own, a clock that stands, no open figure and no option,
finding or log of another test.
"""

from __future__ import annotations

import gc
import itertools
import logging
import math
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

from .support.scheduling import BySeason, scope
from .support.servers import ROWS, TOKEN, Server, serving
from .support.trials import leave_to_long_trials

if TYPE_CHECKING:
    from sportsframe._client.clock import Clock
    from sportsframe.simulation import World

NOW = "2025-03-01T12:00:00+00:00"
"""The time in tests that set no other: after the dates they ask for, in the season of most leagues."""

VARIABLES = (
    "RSC_TOKEN", "SPORTSFRAME_BASE_URL", "SPORTSFRAME_CACHE_DIR", "SPORTSFRAME_NOW", "SPORTSFRAME_REDIS",
    "SPORTSFRAME_UPSTREAM_TOKEN", "SPORTSFRAME_SOURCE", "SPORTSFRAME_PARENT_SOURCE", "SPORTSFRAME_OFFLINE",
    "SPORTSFRAME_WORKERS", "SPORTSFRAME_CACHE_SIZE", "SPORTSFRAME_TIMEOUTS",
    "COLUMNS", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy",
)  # fmt: skip

FIRST = ("waits", "calls", "seasons", "measures", "plots", "widgets")
"""What begins first, as it takes longest; no process is left with one of them at the end of a run."""

SLOWEST = (
    "test_workers.py", "test_output.py", "test_pairs.py", "test_places.py", "test_foresight.py", "test_certificates.py",
    "test_interrupts.py", "test_stats.py", "test_standings.py", "test_sweep.py", "test_directory.py",
    "test_cluster.py", "test_keeping.py", "test_http.py", "test_stops.py", "test_data.py",
)  # fmt: skip
"""The files that take longest of the others, by ``--durations``."""

RECURSION_LIMIT = sys.getrecursionlimit()
"""How deeply documents may be nested depends on it, and libraries raise it."""

GARBAGE = 5_000
"""Objects made before garbage among them is searched for; 700 by default before Python 3.13, then 2,000."""

sys.modules["rfc3987_syntax"] = None  # its grammars, for a format that no test checks, take jsonschema seconds to build

settings.register_profile("sportsframe", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("sportsframe")  # how fast examples are made depends on the machine, not on what is tested

SHARE_A_CACHE = (
    "measures", "plots", "test_analyses.py", "test_box_scores.py", "test_display.py", "test_doubleheaders.py",
    "test_figures.py", "test_find.py", "test_first_calls.py", "test_output.py", "test_plays.py",
    "test_printed_standings.py", "test_registered.py", "test_season_stats.py",
)  # fmt: skip
"""Folders and files of tests that share a cache, over all processes: it does not matter to them who asked first."""

_numbers = itertools.count()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Leave what is imported out of the search for garbage, and do not search while it is imported.

    Afterwards the search is rarer than usual, as a seventh of the time went into games that are kept, but not much:
    services of a test that is over are forgotten with its garbage.
    """
    gc.disable()
    found = yield
    gc.freeze()
    gc.enable()
    gc.set_threshold(GARBAGE)
    return found


@pytest.fixture(autouse=True, scope="module")
def _only_new_garbage(request: pytest.FixtureRequest) -> None:
    """Where garbage is collected on purpose, leave out the games that are kept: they take seconds.

    Garbage of earlier tests goes first: frozen, it would keep their secrets for all later ones to be searched for.
    """
    if hasattr(request.module, "gc") or request.module.__name__.startswith("tests.client.scopes"):
        gc.collect()
        gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave three of four cases of sampled tests to the long trials, and begin with what takes longest."""
    leave_to_long_trials(items)
    rank = {name: place for place, name in enumerate((*FIRST, *SLOWEST))}

    def place(item: pytest.Item) -> int:
        file = item.nodeid.partition("::")[0]
        return rank.get(scope(file), rank.get(item.path.name, len(rank)))

    items.sort(key=place)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Share the files out by what they ask for, where whole files are shared out."""
    return BySeason(config, log) if config.getoption("dist") == "loadfile" else None


@pytest.fixture(scope="session")
def _caches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("caches")


@pytest.fixture(autouse=True, scope="session")
def _nothing_of_the_developer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A clean environment for fixtures that many tests share as well; their cache is one over all processes."""
    folder = tmp_path_factory.getbasetemp()
    shared = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "cache"
    with pytest.MonkeyPatch.context() as patch:
        for name in VARIABLES:
            patch.delenv(name, raising=False)
        patch.setenv("SPORTSFRAME_CACHE_DIR", str(shared))
        patch.setenv("SPORTSFRAME_NOW", NOW)
        patch.setattr("sportsframe._client.progress.PATIENCE", math.inf)  # how long a load takes is up to the machine
        yield


@pytest.fixture(autouse=True)
def _clean(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, _caches: Path) -> Iterator[None]:
    sys.setrecursionlimit(RECURSION_LIMIT)
    if not {request.path.parent.name, request.path.name} & {*SHARE_A_CACHE}:
        monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", str(_caches / str(next(_numbers))))
    yield
    for name in ("sportsframe", "sportsframe.service", "sportsframe.access"):  # a server has set them up for itself
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler for handler in logger.handlers if type(handler) is logging.NullHandler]
        logger.propagate = True
        logger.setLevel(logging.NOTSET)
    if "sportsframe._client.options" in sys.modules:
        sys.modules["sportsframe._client.options"]._called.clear()
    if "sportsframe._client.notices" in sys.modules:
        sys.modules["sportsframe._client.notices"].forget()
    if "sportsframe._frames.drift" in sys.modules:
        sys.modules["sportsframe._frames.drift"].LOG.clear()
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


@pytest.fixture
def no_collection() -> Iterator[None]:
    """No search for garbage meanwhile, for tests that reach the limit of recursion.

    Whatever is found there cannot be finalized, and pytest takes the failure of its finalizer as that of the test.
    """
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def server() -> Iterator[Server]:
    """A service that always has the same game to tell; a test may set other answers."""
    with serving(ROWS) as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    """A clock that moves when somebody waits."""
    from sportsframe._client.clock import Clock

    return Clock(NOW)


@pytest.fixture
def client(server: Server, clock: Clock) -> Iterator[None]:
    """The settings of a user of that server; waits take no time."""
    from sportsframe._client.options import options

    with options(base_url=server.base_url, token=TOKEN, now=clock):
        yield


@pytest.fixture(scope="session")
def world() -> World:
    """The world of the default seed, one for all tests of a process, as its games are kept."""
    from .support.asking import WORLD

    return WORLD
