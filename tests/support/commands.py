"""Commands of the command line, run inside the test's own process."""

from __future__ import annotations

import pytest

from sportsframe._cli.run import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code, output and error output of a command, without the notice that its data is simulated."""
    try:
        code = main(words)
    except SystemExit as stop:
        code = int(str(stop.code or 0))
    out, err = capsys.readouterr()
    return code, out, "".join(line for line in err.splitlines(True) if "simulated data" not in line)
