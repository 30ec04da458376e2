"""Ctrl-C: how a command ends, and what it has written by then."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..support.servers import TOKEN, Reply, Server, game, serving

COMMAND = (sys.executable, "-m", "sportsframe")
RANGE = ("schedule", "2024-06-01", "2024-06-03", "MLB", "--format", "csv", "--workers", "1")


@pytest.fixture
def server() -> Iterator[Server]:
    """A service that answers for the latest day, which is asked for first, and the first, and hangs at the second."""
    with serving(Reply(200, {"data": {"MLB": [game()]}})) as one:
        one.set("/schedule/2024-06-02/MLB", Reply(304, delay=30))
        yield one


def interrupted(
    server: Server, words: tuple[str, ...], folder: Path, requests: int = 3
) -> subprocess.CompletedProcess[str]:
    """Run a command in a terminal of its own, in which somebody presses Ctrl-C after so many requests."""
    environment = {"SPORTSFRAME_BASE_URL": server.base_url, "RSC_TOKEN": TOKEN, "SPORTSFRAME_CACHE_DIR": str(folder)}
    with subprocess.Popen(
        words, env={**os.environ, **environment}, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True, preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:  # fmt: skip
        try:
            until = time.monotonic() + 60
            while server.count < requests and time.monotonic() < until:
                time.sleep(0.05)
            time.sleep(0.5)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=20)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


@pytest.mark.skipif(os.name != "posix", reason="a process is not ended by a signal")
def test_ctrl_c_ends_a_command_as_a_signal_does(server: Server, tmp_path: Path) -> None:
    """Nothing is on standard output, as half of a file would look like a whole one; what arrived is cached."""
    ended = interrupted(server, (*COMMAND, *RANGE), tmp_path)

    assert ended.returncode == -signal.SIGINT
    assert ended.stdout == ""
    assert "Traceback" not in ended.stderr
    told = ended.stderr.splitlines()[-1]
    assert told.startswith("sportsframe: 2 of 3 parts are missing, starting with 2024-06-02 (stopped by the user)")
    assert "cached" in told


@pytest.mark.skipif(os.name != "posix", reason="a process is not ended by a signal")
def test_ctrl_c_ends_a_loop_of_commands(server: Server, tmp_path: Path) -> None:
    """The shell sees that its command was interrupted, and runs no other one."""
    loop = f"for i in 1 2 3; do {shlex.join((*COMMAND, *RANGE))}; echo next; done"
    ended = interrupted(server, ("bash", "-c", loop), tmp_path)

    assert ended.returncode == -signal.SIGINT
    assert ended.stdout == ""
    assert server.count == 3


@pytest.mark.skipif(os.name != "posix", reason="a process is not ended by a signal")
def test_ctrl_c_without_a_part_of_the_result(server: Server, tmp_path: Path) -> None:
    """A command that has nothing to go on with says that it was stopped, and ends likewise."""
    words = ("sync", "MLB", "--season", "2024", "--to", str(tmp_path / "data"))
    server.default = Reply(200, {"data": {"MLB": [game()]}}, delay=3)
    ended = interrupted(server, (*COMMAND, *words), tmp_path, requests=1)

    assert ended.returncode == -signal.SIGINT
    assert ended.stderr.splitlines()[-1] == "sportsframe: stopped"
    assert "Traceback" not in ended.stderr
