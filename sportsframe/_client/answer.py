"""Answers, and the journal of those that were handed out."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from .._process import ForkSafeLock
from ..errors import SportsframeError
from .query import Query


@dataclass(frozen=True)
class Fetched:
    """An answer.

    Attributes
    ----------
    query : Query
        What was asked.
    body : bytes
        The answer as it came; empty where the service has nothing to return.
    fetched_at : datetime
        When the service gave it, in GMT.
    from_cache : bool
        Nothing was asked for it.
    stale : bool
        Older than its lifetime: the service could not be asked.
    check : str
        Checksum of the body.
    on_disk : bool
        The cache has the body and will not replace it soon.
    """

    query: Query
    body: bytes
    fetched_at: datetime
    from_cache: bool
    stale: bool = False
    check: str = ""
    on_disk: bool = False


Result = Fetched | SportsframeError


@dataclass(frozen=True)
class Note:
    """An answer that was handed out: what is needed to have it again."""

    query: Query
    fetched_at: datetime
    check: str
    stale: bool
    empty: bool
    body: bytes | None


MOST_JOURNAL_BYTES = 2**26
"""Bytes of answers a journal keeps itself, the latest first; older ones are looked up in the cache."""

MOST_NOTES = 100_000
"""Answers a journal remembers."""

MOST_JOURNALS = 256
"""Services, each with one token, of which the answers are remembered."""


class Journal:
    """The answers handed out, by query: what `freeze` writes and `answers` lists."""

    def __init__(self) -> None:
        self.connection: object = None
        """What its owner asked last; held open for as long as the owner lives."""
        self._lock = ForkSafeLock()
        self._notes: OrderedDict[str, Note] = OrderedDict()
        self._with_body: OrderedDict[str, None] = OrderedDict()
        self._held = 0

    def __len__(self) -> int:
        return len(self._notes)

    @property
    def held(self) -> int:
        """Bytes of the answers it keeps."""
        return self._held

    def add(self, note: Note) -> None:
        """Remember an answer in place of an earlier one to the same query."""
        key = str(note.query)
        with self._lock:
            self._drop(key)
            self._notes[key] = note
            if note.body is not None:
                self._with_body[key] = None
                self._held += len(note.body)
            while self._held > MOST_JOURNAL_BYTES:
                oldest = next(iter(self._with_body))
                without = replace(self._notes[oldest], body=None)
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
        """Forget the answer to a query."""
        with self._lock:
            self._drop(str(query))

    def clear(self) -> None:
        """Forget every answer."""
        with self._lock:
            self._notes.clear()
            self._with_body.clear()
            self._held = 0

    def notes(self, sports: Collection[str] | None = None) -> dict[str, Note]:
        """The notes by query, in the order in which they were last handed out; only of some sports if given."""
        with self._lock:
            found = dict(self._notes)
        if sports is None:
            return found
        return {asked: note for asked, note in found.items() if set(note.query.sport.split("-")) & set(sports)}


_journals: OrderedDict[tuple[str, str], Journal] = OrderedDict()
_lock = ForkSafeLock()


def journal_of(address: str, token: str) -> Journal:
    """The journal of this process for a service and a token, by its digest: no token sees the answers to another."""
    key = (address, token)
    with _lock:
        journal = _journals.get(key)
        if journal is None:
            journal = _journals[key] = Journal()
            if len(_journals) > MOST_JOURNALS:
                _journals.popitem(last=False)
        else:
            _journals.move_to_end(key)
        return journal


def forget_all() -> None:
    """Forget every answer of the process; clients keep their own journals."""
    with _lock:
        _journals.clear()
