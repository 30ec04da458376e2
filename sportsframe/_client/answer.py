"""Responses, and the history of those returned to the user."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from .._process import ForkSafeLock
from ..errors import SportsframeError
from .query import Query


@dataclass(frozen=True)
class Fetched:
    """A response.

    Attributes
    ----------
    query : Query
        The query.
    body : bytes
        The unmodified body; empty if the service has no data.
    fetched_at : datetime
        When the service sent it, in UTC.
    from_cache : bool
        Whether it came from the cache, without a request.
    stale : bool
        Whether it is past its lifetime, because no newer response arrived.
    check : str
        Checksum of the body.
    on_disk : bool
        Whether the cache has the body and will not replace it soon.
    source : str
        Where the service says that its data comes from: ``simulated``, or nothing.
    instead_of : str
        Why no newer response arrived, if it is stale: the error, or that offline mode is on.
    doubt : str
        Of which other day or season all rows are, if none can be of that of the query.
    lifetime : float
        Seconds from `fetched_at` for which it may be used without another request; 0 for one that is not from a
        service or the cache.
    elsewhere : float or None
        The same for a response without data, if others list every game that the schedule has on its dates.
    """

    query: Query
    body: bytes
    fetched_at: datetime
    from_cache: bool
    stale: bool = False
    check: str = ""
    on_disk: bool = False
    source: str = ""
    instead_of: str = ""
    doubt: str = ""
    lifetime: float = 0.0
    elsewhere: float | None = None


Result = Fetched | SportsframeError


class Note(NamedTuple):
    """A response that was returned: what is needed to retrieve it again."""

    query: Query
    fetched_at: datetime
    check: str
    stale: bool
    empty: bool
    body: bytes | None


MOST_HISTORY_BYTES = 2**26
"""Bytes of the latest bodies that a history keeps itself; older ones are looked up in the cache."""

MOST_NOTES = 100_000
"""Responses that a history remembers."""

MOST_HISTORIES = 256
"""Services, each with one token, whose responses are remembered."""


class History:
    """The responses returned, by query, which `freeze` saves and `df.sports.answers` lists."""

    def __init__(self) -> None:
        self.connection: object = None
        """The latest connection of its owner, kept open for the lifetime of the owner."""
        self._lock = ForkSafeLock()
        self._notes: OrderedDict[str, Note] = OrderedDict()
        self._with_body: OrderedDict[str, None] = OrderedDict()
        self._held = 0

    def __len__(self) -> int:
        return len(self._notes)

    @property
    def held(self) -> int:
        """Bytes of the bodies that it keeps."""
        return self._held

    def add(self, note: Note) -> None:
        """Remember a response, in place of an earlier one to the same query."""
        key = str(note.query)
        with self._lock:
            self._drop(key)
            self._notes[key] = note
            if note.body is not None:
                self._with_body[key] = None
                self._held += len(note.body)
            while self._held > MOST_HISTORY_BYTES:
                oldest = next(iter(self._with_body))
                without = self._notes[oldest]._replace(body=None)
                self._forget_body(oldest)
                self._notes[oldest] = without
            while len(self._notes) > MOST_NOTES:
                self._drop(next(iter(self._notes)))

    def _drop(self, key: str) -> None:
        if key in self._notes:
            self._forget_body(key)
            del self._notes[key]

    def _forget_body(self, key: str) -> None:
        if key in self._with_body:
            del self._with_body[key]
            self._held -= len(self._notes[key].body or b"")

    def discard(self, query: Query) -> None:
        """Forget the response to a query."""
        with self._lock:
            self._drop(str(query))

    def clear(self) -> None:
        """Forget every response."""
        with self._lock:
            self._notes.clear()
            self._with_body.clear()
            self._held = 0

    def notes(self, sports: Collection[str] | None = None) -> dict[str, Note]:
        """The notes by query, in the order in which they were last returned; optionally of some sports only."""
        with self._lock:
            found = dict(self._notes)
        if sports is None:
            return found
        return {query: note for query, note in found.items() if set(note.query.sport.split("-")) & set(sports)}


_histories: OrderedDict[tuple[str, str], History] = OrderedDict()
_lock = ForkSafeLock()


def history_of(address: str, token: str) -> History:
    """The history of this process for a service and the digest of a token; tokens share no responses."""
    key = (address, token)
    with _lock:
        history = _histories.get(key)
        if history is None:
            history = _histories[key] = History()
            if len(_histories) > MOST_HISTORIES:
                _histories.popitem(last=False)
        else:
            _histories.move_to_end(key)
        return history


def forget_all() -> None:
    """Forget every response of the process; clients keep their own history."""
    with _lock:
        _histories.clear()
