"""Turns at the processor: of each token one long call runs at a time and some short ones, whatever others ask."""

from __future__ import annotations

import threading
from itertools import count

PLACES = 32
"""Maximum number of concurrent calls of one token; those of others do not wait for them."""

SHORT = 10
"""Responses of the service that a short call needs at most."""

SHORT_AT_A_TIME = 2
"""Maximum number of short calls of one token for which the service computes at a time."""

LONG_AT_A_TIME = 1
"""Maximum number of its long ones; they share one interpreter, so that several at a time would only end later."""


class Stopped(BaseException):
    """Ends the work for a call that was cancelled; no error, so that nothing reports it as one."""


class Turns:
    """Which calls of one token compute now, and which wait; each kind in the order of arrival."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running: set[Work] = set()
        self._waiting: set[Work] = set()
        self._numbers = count()

    def work(self) -> Work:
        """Return the work of a call that arrives now."""
        return Work(self, next(self._numbers))

    def take(self, work: Work) -> None:
        """Wait for the turn of a call; one that has become long goes to the end of those that were so before."""
        with self._changed:
            if work in self._running and not work.was_short_until_now:
                return
            self._running.discard(work)
            work.runs_long = work.is_long
            self._waiting.add(work)
            self._changed.notify_all()
            try:
                while not self._may(work):
                    work.check()
                    self._changed.wait()
            finally:
                self._waiting.discard(work)
            self._running.add(work)

    def _may(self, work: Work) -> bool:
        running = sum(one.runs_long == work.runs_long for one in self._running)
        first = min((one.number for one in self._waiting if one.runs_long == work.runs_long), default=work.number)
        return first == work.number and running < (LONG_AT_A_TIME if work.runs_long else SHORT_AT_A_TIME)

    def leave(self, work: Work) -> None:
        """Let the next call run."""
        with self._changed:
            self._running.discard(work)
            self._changed.notify_all()

    def wake(self) -> None:
        """Let those that wait look whether they are stopped."""
        with self._changed:
            self._changed.notify_all()


class Work:
    """The work for one call: how far it is, and whether it goes on.

    Attributes
    ----------
    responses : int
        Responses of the service so far.
    done, total : int
        Games played, or responses read, and how many there will be; 0 if that is not known.
    """

    def __init__(self, turns: Turns, number: int) -> None:
        self.number = number
        self.responses = self.done = self.total = 0
        self.unit = ""
        self._first = 0
        self.runs_long = False
        self._is_season = False
        self._turns = turns
        self._stopped = threading.Event()

    @property
    def is_long(self) -> bool:
        """Whether the call needs a whole season."""
        return self._is_season or self.responses > SHORT

    @property
    def was_short_until_now(self) -> bool:
        """Whether a call that runs as a short one has turned out to be long."""
        return self.is_long and not self.runs_long

    def asks(self, *, computed: bool, of_season: bool) -> None:
        """Count a response, and wait for a turn if it has to be computed, or is one of many."""
        self.check()
        self.responses += 1
        if self.unit == "responses":
            self.done = min(self.responses - self._first, self.total)
        self._is_season |= of_season and computed
        if computed or self.is_long:
            self._turns.take(self)

    def expects(self, responses: int) -> None:
        """Take note of how many more responses the call will need."""
        self.total, self.unit, self._first = responses, "responses", self.responses

    def plays(self, season: object, played: int, games: int) -> None:
        """Take note of a game that the service has played, of so many."""
        self.check()
        self.done, self.total, self.unit = played, games, "games"

    def check(self) -> None:
        """Raise Stopped once the call is cancelled."""
        if self._stopped.is_set():
            raise Stopped

    def stop(self) -> None:
        """End the work at the next response or game."""
        self._stopped.set()
        self._turns.wake()

    def end(self) -> None:
        """Leave the turn to others."""
        self._turns.leave(self)
