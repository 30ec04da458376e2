"""Server processes of the command line, told to stop or killed, and the addresses they print."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

ENVIRONMENT = ("RSC_TOKEN", "SPORTSFRAME_BASE_URL", "SPORTSFRAME_UPSTREAM_TOKEN")


@dataclass
class Process:
    """A process under way: what it printed before it listened, and what it logged so far."""

    popen: subprocess.Popen[str]
    address: str = ""
    token: str = ""
    said: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)

    def kill(self) -> None:
        """End it without a chance to tidy up."""
        self.popen.kill()
        self.popen.wait()

    def stop(self) -> int:
        """Ask it to end, and its exit code."""
        self.popen.send_signal(signal.SIGTERM)
        return self.popen.wait(timeout=20)


@contextmanager
def command(*words: str, program: str = "", **environment: str) -> Iterator[Process]:
    """``sportsframe`` with these words, listening, for a block; the environment names no token but those given.

    A `program` that sets something before it calls the command line takes its place.
    """
    kept = {name: value for name, value in os.environ.items() if name not in ENVIRONMENT}
    what = ("-c", program) if program else ("-m", "sportsframe")
    popen = subprocess.Popen(
        [sys.executable, *what, *words], env={**kept, **environment}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process = Process(popen)
    assert popen.stdout is not None
    assert popen.stderr is not None
    errors = popen.stderr
    reader = threading.Thread(target=lambda: process.logged.extend(errors))
    reader.start()
    try:
        for line in popen.stdout:
            process.said.append(line.rstrip())
            if line.startswith("token: "):
                process.token = line.split()[1]
            if line.startswith("listening at "):
                process.address = line.split()[2]
                break
        yield process
    finally:
        if popen.poll() is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.stop()
        if popen.poll() is None:
            process.kill()
        reader.join()
        popen.stdout.close()
        errors.close()
