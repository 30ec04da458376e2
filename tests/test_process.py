"""What the process shares: the gate that keeps forks out of other libraries' locks."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

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
    gate.open()
    thread.join(30)
    assert again.is_set()
    assert not gate._inside
