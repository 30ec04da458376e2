"""All tables of one response, each built on first access."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import pandas as pd

from .._util.report import html_card, html_table
from ..catalog import answer, layout
from ..catalog.names import choose_table
from ..catalog.records import DTYPES
from ..errors import NoTable
from .decode import Records
from .flatten import flatten


class Tables(Mapping[str, pd.DataFrame]):
    """Every table of one response, built on first access: ``box["periods"]`` or ``box.batting``.

    Parameters
    ----------
    sport, resource : str
        Sport and resource of the request.
    records : Records
        Result of `decode.records`.
    attrs : dict, optional
        ``attrs`` of each frame.
    """

    def __init__(
        self, sport: str, resource: str, records: Records, attrs: dict[Hashable | None, Any] | None = None
    ) -> None:
        self.sport = sport
        self.resource = resource
        self._records = records
        self._attrs = attrs or {}
        self._shared: dict[Hashable, Any] = {}
        self._frames: dict[str, pd.DataFrame] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tables."""
        return tuple(answer(self.sport, self.resource).layouts)

    def __getitem__(self, table: str) -> pd.DataFrame:
        table = layout(self.sport, self.resource, table).table.name
        if table not in self._frames:
            frame = flatten(self._records, self.sport, self.resource, table, self._shared)
            frame.attrs.update(self._attrs)
            self._frames[table] = frame
        return self._frames[table]

    def __getattr__(self, name: str) -> pd.DataFrame:
        if name.startswith("_"):
            raise AttributeError(name)
        choose_table(name, self.names, f"{self.sport} {self.resource}", NoTable)
        return self[name]

    def __reduce__(self) -> tuple[Any, ...]:
        # Records cannot be pickled, frames can.
        return _tables_of, (self.sport, self.resource, dict(self), self._attrs)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.names]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, table: object) -> bool:
        return table in self.names

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        records = len(self._records.rows) or len(self[self.names[0]])
        found = f"{self.sport} {self.resource}: {records} record{'s' * (records != 1)}{self._simulated}"
        return f"<{found}; tables {', '.join(self.names)}>"

    @property
    def _simulated(self) -> str:
        return ", simulated" if self._attrs.get("sportsframe", {}).get("source") == "simulated" else ""

    def _repr_html_(self) -> str:
        parts = []
        for name in self.names:
            lay = layout(self.sport, self.resource, name)
            rows = [(c.name, DTYPES[c.kind], c.unit or "", c.meaning) for c in lay.columns]
            built = f", {len(self._frames[name])} rows" if name in self._frames else ""
            columns = html_table(("column", "dtype", "unit", "meaning"), rows)
            parts.append((f"{name}: one row per {lay.table.row}, {len(rows)} columns{built}", columns))
        records = len(self._records.rows) or len(self[self.names[0]])
        return html_card(f"{self.sport} {self.resource}", {"records": f"{records}{self._simulated}"}, *parts)


def _tables_of(sport: str, resource: str, frames: dict[str, pd.DataFrame], attrs: dict[Hashable | None, Any]) -> Tables:
    """Return tables whose frames are all built."""
    tables = Tables(sport, resource, Records([], ""), attrs)
    tables._frames.update(frames)
    return tables
