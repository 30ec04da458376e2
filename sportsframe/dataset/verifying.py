"""Whether a dataset is what it says it is."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .._util.report import Report
from ..catalog import SPORTS
from ..errors import ConfigError, path_of
from . import files
from .files import File, Manifest, Source
from .schema import ABOUT, schema, schema_id

HEADERS = ("sport", "league", "season", "table", "rows", "bytes", "state")


def verify(path: str | os.PathLike[str]) -> Report:
    """`sportsframe.verify`."""
    folder = path_of(path, "path", ConfigError)
    source = files.read_source(folder)
    rows = [
        (
            part.sport,
            part.league or "",
            part.season,
            name,
            file.rows,
            file.size,
            _state(place, part, name, file, source),
        )
        for place, part in files.parts(folder)
        for name, file in part.files.items()
    ]
    return Report(rows, columns=list(HEADERS))


def _state(folder: Path, part: Manifest, name: str, file: File, source: Source) -> str:
    """What is wrong with a file, or ``ok``."""
    path = files.path_of(folder, name, file)
    if not path.exists():
        return "missing"
    if files.digest_of(path) != file.sha256:
        return "damaged: its digest is not that of the manifest"
    try:
        found = pq.ParquetFile(path)
        held, told = found.schema_arrow, json.loads((found.schema_arrow.metadata or {})[ABOUT])
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return "damaged: not a file of a dataset"
    counted = {sum(one.rows[name] for one in part.answers)} if name in _boxes(part) else {part.schedule.rows[name]}
    if {found.metadata.num_rows, file.rows} != counted:
        return "damaged: its number of rows is not that of the answers"
    if (told["source"], told["world"]) != (source.source, source.world):
        return "of another source"
    if part.sport not in SPORTS:
        return f"of a sport that is not registered: {part.sport}"
    if part.schema != schema_id(part.sport):
        return "of another catalog; sync to upgrade"
    if not held.equals(schema(part.sport, name)):
        return "damaged: its columns are not those of the catalog"
    if part.missing:
        return f"incomplete: {len(part.missing)} days are missing, starting with {part.missing[0]}"
    return "ok"


def _boxes(part: Manifest) -> set[str]:
    return set(part.files) - set(part.schedule.rows)
