"""Commands of the command line, run inside the test's own process."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import threading
from collections.abc import Iterator

import pandas as pd
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


@contextlib.contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch, width: int) -> Iterator[list[str]]:
    """A terminal of some width as standard output; the list has the lines printed on it at the end."""
    reader, writer = os.openpty()
    printed: list[bytes] = []

    def read() -> None:
        with contextlib.suppress(OSError):  # the end of a terminal
            while data := os.read(reader, 2**16):
                printed.append(data)

    reading = threading.Thread(target=read)
    lines: list[str] = []
    with monkeypatch.context() as patch, os.fdopen(writer, "w", encoding="utf-8") as screen:
        patch.setenv("COLUMNS", str(width))
        patch.setattr("sys.stdout", screen)
        reading.start()
        yield lines
        screen.flush()
    reading.join()
    os.close(reader)
    lines += b"".join(printed).decode().splitlines()


def rows(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The output of a command that succeeds."""
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    return out


def csv_of(capsys: pytest.CaptureFixture[str], *words: str) -> pd.DataFrame:
    return pd.read_csv(io.StringIO(rows(capsys, *words, "--format", "csv")))


def process(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own."""
    words = (sys.executable, "-m", "sportsframe", *words)
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment})
