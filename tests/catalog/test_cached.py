"""Properties that are computed once."""

from __future__ import annotations

import threading

from sportsframe.catalog.cached import cached_property


class Slow:
    """Its value is there once its event is set."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self.begun = threading.Event()

    @cached_property
    def value(self) -> bool:
        """Whether the event was set."""
        self.begun.set()
        return self.event.wait(30)


def test_nobody_waits_for_the_property_of_another_object() -> None:
    """No lock is held while a value is worked out: a child forked meanwhile would wait for it for ever."""
    slow, quick = Slow(), Slow()
    quick.event.set()
    thread = threading.Thread(target=lambda: slow.value)
    thread.start()
    slow.begun.wait(30)
    other = threading.Thread(target=lambda: quick.value, daemon=True)
    other.start()
    other.join(10)
    answered = not other.is_alive()
    slow.event.set()
    thread.join(30)

    assert answered
    assert quick.value is slow.value is True
