"""Which options hold in child processes, and what may be imported while a process forks."""

from __future__ import annotations

import ast
import multiprocessing
import os
import subprocess
import sys
from typing import Any

import pytest

from sportsframe._client.option_values import PARENT_VARIABLE
from sportsframe._client.options import options

from ...support.servers import TOKEN, Server
from .sources import DAYS, source

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")


IMPORTING = """
import sys, threading
import sportsframe as sf
sf.options, sf.show_settings()

def user():
    with sf.options(base_url="https://data.example.org/api/v1", token="a-token-nobody-has"):
        pass

before = set(sys.modules)
thread = threading.Thread(target=user)
thread.start()
thread.join()
print(sorted({name.split(".")[0] for name in set(sys.modules) - before}))
"""


def test_options_import_nothing_outside_the_gate_of_forks() -> None:
    """What setting options needs is imported with `options`, where a fork waits: a child that is forked while another
    thread imports would wait for that thread for ever."""
    done = subprocess.run([sys.executable, "-c", IMPORTING], capture_output=True, text=True, check=True)
    assert set(ast.literal_eval(done.stdout)) <= {"encodings", "idna", "stringprep", "unicodedata"}


def test_the_names_in_the_environment_stay(real: dict[str, Any]) -> None:
    """Blocks that come and go remove no variable, which would break threads that go through the environment."""
    with options(**real):
        pass
    names = set(os.environ)
    with options(**real):
        assert set(os.environ) == names
        assert os.environ[PARENT_VARIABLE] == "service"
    assert set(os.environ) == names
    assert os.environ[PARENT_VARIABLE] == "any"


FORKED = """
import multiprocessing, sys, threading
import sportsframe as sf
from concurrent.futures import ThreadPoolExecutor

def source(_=None):
    try:
        return sf.live("2024-06-01", "MLB").attrs["sportsframe"]["source"]
    except sf.SportsframeError as error:
        return type(error).__name__

def pool():
    with multiprocessing.get_context("fork").Pool(1, maxtasksperchild=1) as children:
        return children.map(source, range(3), chunksize=1)

service = {"base_url": sys.argv[1], "token": sys.argv[2]}
with sf.options(**service), ThreadPoolExecutor(1) as threads:
    print(set(pool()), set(threads.submit(pool).result()))

def other():
    with sf.options(**service):
        named.set()
        done.wait(60)

named, done = threading.Event(), threading.Event()
thread = threading.Thread(target=other)
thread.start()
named.wait(60)
print(set(pool()))
done.set()
thread.join()
print(source())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_goes_on_under_the_options_of_its_thread(server: Server) -> None:
    """Whichever thread forks: in a block of the main thread the child asks the service, and it is refused where its
    thread would be."""
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKED, server.base_url, TOKEN],
        capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert ran.stdout.split("\n")[:3] == ["{'service'} {'service'}", "{'ConfigError'}", "simulated"], ran.stderr


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes_never_fall_back(real: dict[str, Any], method: str) -> None:
    """In a block that names a service a forked child asks it; one that begins anew and cannot know it refuses."""
    with options(**real), multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(source, DAYS[:2]) == ["service" if method == "fork" else "ConfigError"] * 2
    assert os.environ[PARENT_VARIABLE] == "any"


def test_what_a_parent_cannot_have_set_stays_refused(real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A block does not replace an invalid variable of the environment by a valid one."""
    monkeypatch.setenv(PARENT_VARIABLE, "bogus")
    assert source() == "ConfigError"
    with options(**real):
        assert os.environ[PARENT_VARIABLE] == "bogus"
    assert (source(), os.environ[PARENT_VARIABLE]) == ("ConfigError", "bogus")


def test_a_program_that_is_started_refuses(real: dict[str, Any]) -> None:
    """So does a program that is started inside the block, in one line that says what to set."""
    with options(**real):
        done, doctor = [
            subprocess.run([sys.executable, "-m", "sportsframe", *verb], capture_output=True, text=True, check=False)
            for verb in (["live", DAYS[0], "MLB"], ["doctor"])
        ]
    assert (doctor.returncode, "problem" in doctor.stdout) == (1, True)
    assert f"source is service (environment {PARENT_VARIABLE})" in " ".join(doctor.stdout.split())
    assert done.returncode == 2
    assert "RSC_TOKEN" in done.stderr
    assert done.stdout == ""
