"""Verify that the files of a dataset are those that its manifests describe."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from .._util.report import Report
from ..catalog.simulated import WORLD_VERSION
from ..errors import ConfigError, path_of
from . import claims, disk, manifests, parts
from .manifests import File, Manifest, Source
from .parts import Place
from .schema import ABOUT, origins, schema, schema_id

TRIES = 5
"""How often a season is looked at while syncs replace it again and again."""

HEADERS = ("sport", "league", "season", "table", "rows", "bytes", "state")


STRANGE = "not read: no season has this file; remove it"

Row = tuple[str, str, int | str, str, int, int, str]


def verify(path: str | os.PathLike[str]) -> Report:
    """Compare the files of a dataset with its manifests; see `sportsframe.verify`."""
    folder = path_of(path, "path", ConfigError)
    source = claims.read_source(folder)
    rows: list[Row] = []
    if not claims.claimed(folder):
        rows.append(_row(f"{claims.DATASET} is lost or damaged; sync writes it again"))
    places = parts.places(folder, source)
    for place in places:
        rows += _steady_rows(folder, place, source)
    read = {place.folder for place in places}
    named = {place.folder for place in places if place.fault}.union(
        place.folder / manifests.MANIFEST for place in places
    ).union(
        parts.path_of(place.folder, name, file)
        for place in places
        if place.manifest
        for name, file in place.manifest.files.items()
    )
    for path, names, why in parts.walk(folder, everywhere=True, seasons=True):
        if why and path not in named:
            rows.append(_row(why))
        if path not in read:
            rows += [_row(f"{path / name}: {STRANGE}") for name in names if name.endswith(disk.SUFFIX)]
    return Report(rows or [_row("nothing in it yet; sync a season")], columns=list(HEADERS))


def _row(state: str, sport: str = "", league: str = "", season: int | str = "") -> Row:
    """A row about something that is not a table."""
    return sport, league, season, "", 0, 0, state


def _steady_rows(folder: Path, place: Place, source: Source) -> list[Row]:
    """The rows of a season, compared again if a sync has replaced it meanwhile."""
    for attempt in range(TRIES):
        rows = _rows(place, source)
        now = parts.place_of(folder, place.folder, source)
        if all(row[-1] == "ok" for row in rows) or now is None or (attempt and now == place):
            break
        place = now
    return rows


def _rows(place: Place, source: Source) -> list[Row]:
    if place.owner is None:
        found = place.manifest
        known = (found.sport, found.league or "", found.season) if found else ()
        return [_row(place.fault, *known)]
    sport, league, season = place.owner
    if place.fault or place.manifest is None:
        return [_row(place.fault, sport, league or "", "" if season is None else season)]
    rows: list[Row] = [
        (
            sport, league or "", place.manifest.season, name, file.rows, file.size,
            _state(place.folder, place.manifest, name, file, source),
        )
        for name, file in place.manifest.files.items()
    ]  # fmt: skip
    there = [] if disk.unlisted(place.folder) else disk.paths_in(place.folder)  # which has a row of its own
    strange = [path for path in there if path.stem not in place.manifest.files]
    return rows + [_row(f"{path}: {STRANGE}", sport, league or "", place.manifest.season) for path in strange]


def _state(folder: Path, manifest: Manifest, name: str, file: File, source: Source) -> str:
    """What is wrong with a file, or ``ok``."""
    path = parts.path_of(folder, name, file)
    if why := disk.unread(path):
        return why
    if not path.exists():
        return "missing"
    if not path.is_file():  # a pipe would keep a reader waiting
        return "damaged: not a regular file"
    if disk.digest_of(path) != file.sha256:
        return "damaged: its digest is not that of the manifest"
    try:
        found = pq.ParquetFile(path)
        held, told = found.schema_arrow, json.loads((found.schema_arrow.metadata or {})[ABOUT])
    except (OSError, pa.ArrowException, KeyError, ValueError):
        return "damaged: not a file of a dataset"
    if name not in origins(manifest.sport):
        return "damaged: the catalog has no such table"
    if found.metadata.num_rows != file.rows:
        return "damaged: its number of rows is not that of the manifest"
    if (told["source"], told["world"]) != (source.source, source.world):
        return "of another source"
    if manifest.schema != schema_id(manifest.sport):
        return "of another catalog; " + (
            "sync to upgrade"
            if source.world in (None, WORLD_VERSION)
            else f"the simulated world {source.world} is synced no more: sync into another folder"
        )
    if not held.equals(schema(manifest.sport, name)):
        return "damaged: its columns are not those of the catalog"
    if manifest.missing:
        return f"incomplete: {manifests.days_and_games(manifest.missing)} missing, starting with {manifest.missing[0]}"
    return "ok"
