"""The numbers that scripts and unit files depend on."""

from __future__ import annotations

from sportsframe import _display, _freeze
from sportsframe._cli import commands, run, serve
from sportsframe._client import clock


def test_exit_codes_and_ports_are_those_promised() -> None:
    """1 for a failure, 2 for what was asked wrongly; ports 8000 and 8001; a clock of a day a second at most."""
    assert (commands.BAD_INPUT, run.FAILURE) == (2, 1)
    assert (serve.SERVE_PORT, serve.TOOLS_PORT) == (8000, 8001)
    assert clock.FASTEST == 86_400.0


def test_bundles_and_tables_have_the_limits_promised() -> None:
    """A bundle unpacks to 1 GiB and a manifest to 8 MiB at most, and a part of it shrinks to a hundredth at most."""
    assert (_freeze.FORMAT, _freeze.MOST_SHRUNK) == (1, 100)
    assert (_freeze.MOST_BYTES, _freeze.MOST_MANIFEST) == (1_073_741_824, 8_388_608)
    assert (_freeze.SMALL, _freeze.DIRECTORY) == (65_536, 4_194_304)
    assert _freeze.EPOCH == (1980, 1, 1, 0, 0, 0)
    assert _display.MOST_ROWS == 100
