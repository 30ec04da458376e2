"""Box scores as a Dask DataFrame, loaded by the workers of a cluster."""

from __future__ import annotations

import hashlib
import sys
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from .._frames.flatten import empty
from .._pipeline.calls import Call, parts
from .._pipeline.loading import gathered
from .._pipeline.provenance import say_simulated
from ..catalog import SPORTS, layout
from ..errors import QueryError, quoted, require

if TYPE_CHECKING:
    import dask.dataframe


def partitions(
    load: Callable[..., pd.DataFrame], *items: list[Any], meta: pd.DataFrame, label: str, **options: Any
) -> dask.dataframe.DataFrame:
    """A Dask frame of what `load` returns for each item, with the dtypes of `meta`.

    By default Dask converts all text to a dtype of its own.
    """
    require("frames of Dask", "dask", "pyarrow", install="'sportsframe[dask]'")
    import dask
    from dask import dataframe

    make: Callable[..., dask.dataframe.DataFrame] = dataframe.from_map
    with dask.config.set({"dataframe.convert-string": False}):
        return make(load, *items, meta=meta, label=f"sportsframe-{label}", **options)


def to_dask(call: Call, limit: int | None = None) -> dask.dataframe.DataFrame:
    """The days of a call as partitions; see `Client.to_dask`."""
    limit = call.setting.workers if limit is None else limit
    if not isinstance(limit, int) or isinstance(limit, bool) or limit < 1:
        raise QueryError(f"limit {quoted(limit)} is not a number of requests; pass 1 or more.")
    table = layout(call.sport, call.resource, call.table).table.name
    days = sorted(parts(call.resource, call.sport, call.when, call.setting.moment))
    if not days:
        raise QueryError("there is no day to load; a season needs one that has begun.")
    say_simulated(call.setting)
    load = LoadDay(replace(call, table=table, workers=1, progress=False), limit, uuid.uuid4().hex)
    meta = empty(call.sport, call.resource, table)
    return partitions(load, days, [None, *days[:-1]], meta=meta, label=table)


@dataclass(frozen=True)
class LoadDay:
    """What loads a partition: the rows of a day.

    Attributes
    ----------
    call : Call
    limit : int
        Loads of the whole cluster at a time.
    token : str
        The name of this frame for Dask: two frames of one call may differ, as games go on.
    """

    call: Call
    limit: int
    token: str

    def __dask_tokenize__(self) -> str:
        return self.token

    def __call__(self, day: str, before: str | None) -> pd.DataFrame:
        """The rows of a day; of a game that takes several, if `before`, the previous day, is not one of them."""
        call = self.call
        declared = [column.name for column in layout(call.sport, call.resource, call.table).columns]
        with _turn(call, self.limit):
            frame = gathered(replace(call, when=day))[declared]
        if SPORTS[call.sport].game_days > 1 and before is not None:
            frame = frame[(frame["game_date"] > before) | frame["game_date"].isna()].reset_index(drop=True)
        frame.attrs = {}
        return frame


@contextmanager
def _turn(call: Call, limit: int) -> Iterator[None]:
    """Wait, on a worker of a cluster, until fewer than so many loads from this service are under way in all of it."""
    distributed: Any = sys.modules.get("distributed")
    try:
        worker = distributed and distributed.get_worker()
    except ValueError:
        worker = None
    if worker is None:
        yield
        return
    name = hashlib.sha256(call.setting.service().address.encode()).hexdigest()[:16]
    with distributed.Semaphore(max_leases=limit, name=f"sportsframe-{name}-{limit}"):
        yield
