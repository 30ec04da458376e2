"""What the process shares: the gate that keeps forks out of other libraries' locks."""

from __future__ import annotations

import ast
import gc
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import sportsframe
from sportsframe import _process
from sportsframe._process import ForkGate


@contextmanager
def collecting(threshold: int, call: Any) -> Iterator[None]:
    """The garbage collector runs after so many new objects, and makes a call each time."""
    usual = gc.get_threshold()
    gc.callbacks.append(call)
    gc.set_threshold(threshold)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.callbacks.remove(call)


@pytest.mark.sampled
@pytest.mark.parametrize("threshold", range(1, 12))
def test_a_collection_inside_the_gate_may_enter_it(threshold: int) -> None:
    """Wherever the collector runs and closes a file, which enters the gate and leaves it, the gate counts right."""
    gate, times = ForkGate(), 0

    def close_a_file(phase: str, info: dict[str, int]) -> None:
        nonlocal times
        with gate:
            times += 1

    with collecting(threshold, close_a_file):
        for n in range(300):
            with gate:
                assert gate._inside
            _ = [[] for _ in range(n % 5)]
    assert times
    assert not gate._inside


def test_a_fork_waits_for_other_threads_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """It waits for who is inside, not for its own thread nor for who waits to enter; they enter when it is over."""
    monkeypatch.setattr(_process, "LONGEST_FORK_WAIT", 60.0)
    gate = ForkGate()
    leave, order = threading.Event(), list[str]()

    def inside() -> None:
        with gate:
            entered.set()
            leave.wait(30)
            order.append("left")

    def outside() -> None:
        with gate:
            order.append("entered")

    entered = threading.Event()
    first, second = threading.Thread(target=inside), threading.Thread(target=outside)
    first.start()
    assert entered.wait(30)
    threading.Timer(0.1, leave.set).start()
    with gate:
        gate.close()
    order.append("forked")
    second.start()
    gate.open()
    first.join(30)
    second.join(30)
    assert order == ["left", "forked", "entered"]


FORKS = """
import os, pickle, sys, threading, time
import sportsframe as sf
games = sf.Client(source="simulated").live("2024-06-01", "MLB")
first = {
    "plot": lambda: games.sports.plot.scores(), "explore": lambda: games.sports.explore(),
    "measures": lambda: games.sports.measures(), "show": lambda: str(games.sports.show()),
    "import": lambda: __import__("sportsframe.dataset.sync"),
}[sys.argv[1]]
thread = threading.Thread(target=first)
thread.start()
children = []
for wait in (0.05, 0.1, 0.2):
    time.sleep(wait)
    child = os.fork()
    if not child:
        import faulthandler
        faulthandler.dump_traceback_later(60, exit=True)
        first()
        os._exit(0)
    children.append(child)
print([os.waitpid(child, 0)[1] for child in children])
"""


@pytest.mark.sampled
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.parametrize("first", ["plot", "explore", "measures", "show", "import"])
def test_children_forked_at_a_first_use_answer(first: str) -> None:
    """A child that is forked while another thread uses something for the first time, and imports it, can use it too."""
    done = subprocess.run([sys.executable, "-c", FORKS, first], capture_output=True, text=True, check=False)
    assert done.stdout == "[0, 0, 0]\n", done.stderr[-3000:]


LATE = """
import os, threading, time

def late():  # registered before the gate, so called after it has closed
    begin.set()
    time.sleep(0.05)

begin = threading.Event()
os.register_at_fork(before=late)
import sportsframe as sf
thread = threading.Thread(target=lambda: (begin.wait(), sf.live))
thread.start()
child = os.fork()
if not child:
    import faulthandler
    faulthandler.dump_traceback_later(60, exit=True)
    sf.live
    os._exit(0)
print(os.waitpid(child, 0)[1])
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_first_uses_wait_while_the_process_forks() -> None:
    """The gate looks for imports of other threads before a fork, so that a name used for the first time right then is
    imported after it."""
    done = subprocess.run([sys.executable, "-c", LATE], capture_output=True, text=True, check=False)
    assert done.stdout == "0\n", done.stderr[-3000:]


def test_no_decoder_is_made_where_two_threads_may_make_one() -> None:
    """`msgspec` makes one at the first call with a `type`, and crashes if another thread is about to: decoders are made
    when their module is imported, or under a lock."""
    root = Path(sportsframe.__file__).parent
    made = [
        f"{path.relative_to(root)}:{node.lineno}"
        for path in sorted(root.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("msgspec.json.decode", "msgspec.msgpack.decode")
        and any(keyword.arg == "type" for keyword in node.keywords)
    ]
    assert made == []


def test_a_part_of_the_package_is_imported_alone() -> None:
    """Unpickling imports a module before anything else of the package; hints for misspelled names stay out of it."""
    code = "import sportsframe._pipeline, sys; print('sportsframe.load' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("False\n", "")


def test_a_thread_inside_enters_again_while_another_forks() -> None:
    """Otherwise both would wait for each other."""
    gate = ForkGate()
    entered, again = threading.Event(), threading.Event()

    def inside() -> None:
        with gate:
            entered.set()
            while gate._forking is None:
                pass
            with gate:
                again.set()

    thread = threading.Thread(target=inside)
    thread.start()
    assert entered.wait(30)
    gate.close()
    went_on = again.is_set()
    gate.open()
    thread.join(30)
    assert went_on, "the fork gave up waiting first"
    assert not gate._inside
