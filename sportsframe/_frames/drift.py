"""Schema drift: deviations of responses from the catalog, logged for each response, with one warning per process."""

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .._process import ForkSafeLock
from .._util.document import brief, visible
from ..errors import DriftWarning, PayloadError

if TYPE_CHECKING:
    import pandas as pd

DriftKind = Literal[
    "unknown", "missing", "null", "retyped", "inexact", "unreadable", "nested", "skipped", "repeated", "syntax"
]

MEANING: dict[DriftKind, str] = {
    "unknown": "a key the catalog does not declare; kept as a last column",
    "missing": "a declared key that is absent; its cells are missing",
    "null": "null where the catalog expects a value; the cell is missing",
    "retyped": "a value of another type; converted where that loses nothing, else kept in a last column",
    "inexact": "a number that its column cannot hold exactly; the cell is missing, the number kept in a last column",
    "unreadable": (
        "text that is not a timestamp, a known status, an integer key, or the code of the requested sport or league; "
        "what is read from it is missing, the text is kept"
    ),
    "nested": "players under one more level, or in a list; read all the same",
    "skipped": "a value in place of a record that is not an object; left out",
    "repeated": "a record or game that the response has before; its rows are there twice",
    "syntax": "not JSON to the letter, or an object of types that are not JSON's; read all the same",
}


TOLERATED: frozenset[DriftKind] = frozenset({"unknown"})
"""Deviations that ``validate="strict"`` accepts: a new key changes no declared column."""


@dataclass
class Finding:
    """One deviation, and how often it occurred."""

    sport: str
    resource: str
    path: str
    kind: DriftKind
    detail: str
    count: int = 0


SchemaChanges = frozenset[tuple[type, str]]
"""Pairs of record and key: declared fields that were absent or null, and undeclared keys; `dict` is the envelope."""

LEARNABLE = re.compile(r'[^"\\\x00-\x1f\ud800-\udfff]{1,200}')
"""Keys that a decoder can be adapted to. A response with any other is read by the tolerant decoder every time."""

MAX_CHANGES = 500
"""Above this number of changes of a sport and resource, the fast decoder is no longer adapted to them."""


MAX_NOTES = 1_000
"""Findings of one response that are listed with their place; any others are counted under `OTHER_PLACES`."""

MAX_FINDINGS = 20_000
"""The same for the findings of a process."""

OTHER_PLACES = "(other places)"


class Log:
    """Thread-safe record of the findings of this process by (sport, resource, path, kind), and of schema changes."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str, str, DriftKind], Finding] = {}
        self._changes: dict[tuple[str, str], SchemaChanges] = {}
        self._lock = ForkSafeLock()

    def add(self, note: Notes) -> list[Finding]:
        """Count the findings of one response; return those seen for the first time."""
        fresh = []
        with self._lock:
            for (path, kind), (detail, count) in note.items.items():
                if (note.sport, note.resource, path, kind) not in self._found and len(self._found) >= MAX_FINDINGS:
                    path, detail = OTHER_PLACES, ""
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
        """The schema changes in earlier responses, so that similar ones are decoded fast."""
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
    """The deviations of one response."""

    def __init__(self, sport: str, resource: str) -> None:
        self.sport = sport
        self.resource = resource
        self.items: dict[tuple[str, DriftKind], tuple[str, int]] = {}
        self.changes: set[tuple[type, str]] = set()

    def note(self, path: str, kind: DriftKind, detail: str = "") -> None:
        """Add a finding; places that differ only in a map key or index have the same path."""
        if (path, kind) not in self.items and len(self.items) >= MAX_NOTES:
            path, detail = OTHER_PLACES, ""
        before = self.items.get((path, kind), (detail, 0))
        self.items[path, kind] = (before[0], before[1] + 1)

    def record_change(self, record: type, key: str) -> None:
        """Record that in objects of this record the key may be absent, null or additional."""
        if LEARNABLE.fullmatch(key):
            self.changes.add((record, key))

    def finish(self, strict: bool) -> None:
        """Report the findings; with `strict`, raise for the first that is not just an unknown key."""
        for (path, kind), (detail, _) in self.items.items() if strict else ():
            if kind not in TOLERATED:
                where = path if path.startswith("$") else f"$.data.*[].{path}"
                raise PayloadError(
                    f"the response for {self.sport} {self.resource} does not match the schema at {brief(where)}: "
                    f"{kind}{f' ({brief(detail)})' if detail else ''}.",
                    path=visible(where),
                )
        if self.items:
            self.report()

    def report(self) -> None:
        """Count and log the findings of this response, and warn of those that are new to this process."""
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
        """Log that this response has deviations that were reported before."""
        keys = sorted({brief(key) for _, key in changes})
        more = f" and {len(keys) - 4} more" if len(keys) > 4 else ""
        self._log(f"as reported before, {', '.join(keys[:4])}{more}")

    def _log(self, shown: str) -> None:
        logging.getLogger("sportsframe").warning("drift: %s %s: %s", self.sport, self.resource, shown)


def _listed(found: list[tuple[str, DriftKind]]) -> str:
    """The first of these findings, for a message."""
    more = f" and {len(found) - 4} more" if len(found) > 4 else ""
    return ", ".join(f"{brief(path)} ({kind})" for path, kind in found[:4]) + more


def _outside() -> int:
    """The stack level of the first caller outside this package, for the warning."""
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
    """List the deviations of responses from the schema catalog, in this process.

    Returns
    -------
    pandas.DataFrame, shape (n_findings, 7)
        ``sport, resource, path, kind, detail, count, meaning``; one row per path and kind. ``path`` consists of API
        field names, with ``*`` for map keys and ``[]`` for list elements. Later responses with exactly the same
        deviations are decoded fast and no longer counted.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")
    >>> sf.drift().empty
    True
    """
    import pandas as pd

    rows = [
        (found.sport, found.resource, visible(found.path), found.kind, found.detail, found.count, MEANING[found.kind])
        for found in LOG
    ]
    frame = pd.DataFrame(rows, columns=["sport", "resource", "path", "kind", "detail", "count", "meaning"])
    text = pd.StringDtype(na_value=float("nan"))
    return frame.astype({c: text for c in frame.columns if c != "count"} | {"count": "Int64"})
