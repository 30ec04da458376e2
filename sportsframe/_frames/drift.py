"""What answers held that the catalog does not declare: logged for each answer, warned of once per process."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .._document import brief
from .._process import ForkSafeLock
from ..errors import PayloadError

if TYPE_CHECKING:
    import pandas as pd

DriftKind = Literal["unknown", "missing", "null", "retyped", "inexact", "unreadable", "nested", "skipped", "syntax"]

MEANING: dict[DriftKind, str] = {
    "unknown": "a key the catalog does not declare; kept as a last column",
    "missing": "a declared key that is absent; its cells are missing",
    "null": "null where the catalog expects a value; the cell is missing",
    "retyped": "a value of another type; converted where that loses nothing, else kept in a last column",
    "inexact": "a number that its column cannot hold exactly; the cell is missing, the number kept in a last column",
    "unreadable": (
        "text that is no instant, known status, whole number of a key, or name of the sport asked; "
        "what is read from it is missing, the text is kept"
    ),
    "nested": "players under one more level, or in a list; read all the same",
    "skipped": "what stands in the place of a record and is no object; left out",
    "syntax": "not JSON to the letter, or an object of types that are not JSON's; read all the same",
}


TOLERATED: frozenset[DriftKind] = frozenset({"unknown"})
"""What a strict reading passes: new keys break nobody's columns."""


class DriftWarning(UserWarning):
    """An answer was not quite what the catalog declares; what could be read is in the frame, as `drift` tells."""


@dataclass
class Finding:
    """One thing that was strange, and how often."""

    sport: str
    resource: str
    path: str
    kind: DriftKind
    detail: str
    count: int = 0


SchemaChanges = frozenset[tuple[type, str]]
"""(record, wire key): declared fields that came absent or null, keys that are not declared; `dict` is the envelope."""

MAX_CHANGES = 500
"""Above so many changes of a sport and resource the fast decoder is no longer adapted to them."""


class Log:
    """Findings of this process by (sport, resource, path, kind), and the changes of schema; safe for threads."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str, DriftKind], Finding] = {}
        self._changes: dict[tuple[str, str], SchemaChanges] = {}
        self._lock = ForkSafeLock()

    def add(self, note: Notes) -> list[Finding]:
        """Count the notes of one answer; return those seen for the first time."""
        fresh = []
        with self._lock:
            for (path, kind), (detail, count) in note.items.items():
                key = (note.sport, note.resource, path, kind)
                if key not in self._found:
                    self._found[key] = Finding(*key, detail=detail)
                    fresh.append(self._found[key])
                self._found[key].count += count
            known = self.changes(note.sport, note.resource)
            if note.changes - known and len(note.changes | known) <= MAX_CHANGES:
                self._changes[note.sport, note.resource] = known | note.changes
        return fresh

    def changes(self, sport: str, resource: str) -> SchemaChanges:
        """What earlier answers held, so that the next one like them is read fast."""
        return self._changes.get((sport, resource), frozenset())

    def clear(self) -> None:
        with self._lock:
            self._found.clear()
            self._changes.clear()

    def __iter__(self) -> Iterator[Finding]:
        with self._lock:
            return iter(list(self._found.values()))


LOG = Log()


class Notes:
    """What was strange about one answer."""

    def __init__(self, sport: str, resource: str) -> None:
        self.sport = sport
        self.resource = resource
        self.items: dict[tuple[str, DriftKind], tuple[str, int]] = {}
        self.changes: set[tuple[type, str]] = set()

    def note(self, path: str, kind: DriftKind, detail: str = "") -> None:
        """Remember one finding; places that differ only in a map key or index share a path."""
        before = self.items.get((path, kind), (detail, 0))
        self.items[path, kind] = (before[0], before[1] + 1)

    def record_change(self, record: type, key: str) -> None:
        """Remember that objects of this record may lack, null or hold this key."""
        self.changes.add((record, key))

    def settle(self, strict: bool) -> None:
        """Report the findings; under `strict` refuse the first that is more than a key too many."""
        for (path, kind), (detail, _) in self.items.items() if strict else ():
            if kind not in TOLERATED:
                where = path if path.startswith("$") else f"$.data.*[].{path}"
                raise PayloadError(
                    f"the response for {self.sport} {self.resource} does not match the schema at {brief(where)}: "
                    f"{kind}{f' ({brief(detail)})' if detail else ''}.",
                    path=where,
                )
        if self.items:
            self.report()

    def report(self) -> None:
        """Count and log the findings of this answer, and warn of those this process has not seen yet."""
        fresh = LOG.add(self)
        self._log(_listed([(path, kind) for path, kind in self.items]))
        if fresh:
            shown = _listed([(found.path, found.kind) for found in fresh])
            warnings.warn(
                f"{self.sport} {self.resource}: {shown} does not match the schema; sportsframe.drift() lists it.",
                DriftWarning,
                stacklevel=_outside(),
            )

    def report_known(self, changes: SchemaChanges) -> None:
        """Log that this answer differs from the catalog in ways that earlier ones have been reported for."""
        keys = sorted({brief(key) for _, key in changes})
        more = f" and {len(keys) - 4} more" if len(keys) > 4 else ""
        self._log(f"as reported before, {', '.join(keys[:4])}{more}")

    def _log(self, shown: str) -> None:
        logging.getLogger("sportsframe").warning("drift: %s %s: %s", self.sport, self.resource, shown)


def _listed(found: list[tuple[str, DriftKind]]) -> str:
    """The first of these places, for a message."""
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return ", ".join(f"{brief(path)} ({kind})" for path, kind in found[:4]) + more


def _outside() -> int:
    """How many frames up the first caller outside this package stands, so that the warning points there."""
    import sys

    depth, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").startswith("sportsframe."):
        frame, depth = frame.f_back, depth + 1
    return depth


@contextmanager
def fresh_log() -> Iterator[None]:
    """Forget the findings of this process, for a block and after it (for tests and long-lived kernels)."""
    LOG.clear()
    try:
        yield
    finally:
        LOG.clear()


def drift() -> pd.DataFrame:
    """What answers of this process held that the catalog does not declare.

    Returns
    -------
    pandas.DataFrame, shape (n_findings, 7)
        ``sport, resource, path, kind, detail, count, meaning``; one row per place and kind. ``path`` is in wire names
        with ``*`` for map keys and ``[]`` for places in a list. ``count`` stops where later answers are strange in
        just the same way: those are read as fast as any, without looking for it.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")
    >>> sf.drift().empty
    True
    """
    import pandas as pd

    rows = [
        (found.sport, found.resource, found.path, found.kind, found.detail, found.count, MEANING[found.kind])
        for found in LOG
    ]
    frame = pd.DataFrame(rows, columns=["sport", "resource", "path", "kind", "detail", "count", "meaning"])
    text = pd.StringDtype(na_value=float("nan"))
    return frame.astype({c: text for c in frame.columns if c != "count"} | {"count": "Int64"})
