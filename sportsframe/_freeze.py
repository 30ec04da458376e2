"""The exact responses behind an analysis, in one file that needs neither a token nor a network.

The file is a zip: ``manifest.json`` lists the queries, the times and SHA-256 digests of the responses, which are stored
beside it, byte for byte. It contains no token, and nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import threading
import zipfile
from collections.abc import Iterator
from datetime import MAXYEAR, MINYEAR, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from ._client import cache, credentials, settings, transport
from ._client.address import base_address
from ._client.answer import Fetched, Note, Result
from ._client.clock import Still
from ._client.connection import key_of
from ._client.options import Values, current, options
from ._client.query import Query
from ._client.settings import Settings, Source
from ._frames.arguments import checked
from ._util.files import replacing
from ._util.report import Report
from .errors import ConfigError, SportsframeError, Unreachable, path_of

FORMAT = 1
MANIFEST = "manifest.json"
MOST_BYTES = 2**30
"""A file that unpacks to more is refused."""

MOST_MANIFEST = 2**23
"""A file whose manifest is larger is refused: this is room for twenty thousand responses."""

MOST_SHRUNK = 100
"""A file with a part that unpacks to so many times its size is refused; responses shrink to a tenth or twentieth."""

SMALL = 2**16
"""Parts that unpack to fewer bytes may shrink by more."""

DIRECTORY = 2**22
"""Bytes that the directory of such a file has at most."""

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every member: equal responses make equal files."""


class Answer(msgspec.Struct, forbid_unknown_fields=True):
    """A response in the manifest."""

    sport: str
    resource: str
    segment: str
    league: str | None
    filters: list[tuple[str, str]]
    fetched_at: datetime
    stale: bool
    size: int
    sha256: str
    file: str

    @property
    def query(self) -> Query:
        return Query(self.sport, self.resource, self.segment, self.league, tuple(self.filters))


class Manifest(msgspec.Struct, forbid_unknown_fields=True):
    """What a frozen file says about itself."""

    format: int
    address: str
    simulated: bool
    now: datetime
    made_with: dict[str, str]
    answers: list[Answer]


_manifest_decoder = msgspec.json.Decoder(Manifest)  # made here: msgspec may crash where two threads make one


@checked
def freeze(path: str | os.PathLike[str]) -> Report:
    """Save the responses used in this session to one file.

    Every response returned since the process started, from the service in use and with its token, as it was returned
    last; `thaw` replays them.

    Parameters
    ----------
    path : str or path
        The file to write, such as ``study.sfz``; an existing one is replaced atomically.

    Returns
    -------
    Report
        One row per response: ``query``, ``fetched_at``, ``bytes``, ``sha256``.

    Raises
    ------
    SportsframeError
        If there are no responses yet, one of them is no longer in the cache (load it again, then freeze), or the file
        cannot be written.

    Notes
    -----
    ``Client.freeze`` does the same for the responses that one client used.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")
    >>> report = sf.freeze("study.sfz")
    >>> with sf.thaw("study.sfz"):
    ...     sf.live("2024-06-01", "MLB").equals(games)
    True
    """
    return save(path, current())


def save(path: str | os.PathLike[str], setting: Settings) -> Report:
    """`freeze` for given settings."""
    target, source = path_of(path, "path"), setting.service()
    notes = dict(sorted(setting.history.notes().items()))
    if not notes:
        if setting.replay is not None:
            raise SportsframeError(
                "nothing to freeze: responses from a frozen file are not frozen again; copy the file"
            )
        raise SportsframeError("nothing to freeze: load something first, then freeze what was used")
    bodies = {query: _body(query, note, setting) for query, note in notes.items()}
    lost = [asked for asked, body in bodies.items() if body is None]
    if lost:
        state = cache.cache_for(setting).state
        room = "" if state == "in use" else f"the cache is {state}, so set cache_dir to a folder with room, "
        raise SportsframeError(
            f"{len(lost)} of {len(notes)} responses are not in the cache (the first is {lost[0]}); "
            f"{room}load them again, then freeze"
        )
    answers: list[Answer] = []
    members: dict[str, bytes] = {}
    for i, (asked, note) in enumerate(notes.items()):
        body, query = bodies[asked] or b"", note.query
        digest, file = hashlib.sha256(body).hexdigest(), f"answers/{i:05d}.json"
        answers.append(
            Answer(
                query.sport, query.resource, query.segment, query.league, list(query.filters),
                note.fetched_at, note.stale, len(body), digest, file,
            )
        )  # fmt: skip
        members[file] = body
    manifest = Manifest(FORMAT, source.address, source.simulated, setting.moment(), _versions(), answers)
    text = credentials.redact(msgspec.json.format(msgspec.json.encode(manifest), indent=1).decode())
    _write(target, {MANIFEST: text.encode(), **members})
    return _report(answers)


def _body(asked: str, note: Note, setting: Settings) -> bytes | None:
    """The response as it was returned: from the history, or from the cache if that still has the same one."""
    if note.body is not None:
        return note.body
    held = cache.cache_for(setting).lookup(key_of(asked), setting.moment())
    return held.body if held is not None and held.check == note.check else None


def _versions() -> dict[str, str]:
    from importlib.metadata import PackageNotFoundError, version

    from .catalog import VERSION

    found = {"catalog": VERSION, "python": platform.python_version()}
    for name in ("sportsframe", "pandas"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _write(path: Path, members: dict[str, bytes]) -> None:
    try:
        with replacing(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
            for name, body in members.items():
                info = zipfile.ZipInfo(name, EPOCH)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, body)
    except OSError as error:
        raise SportsframeError(f"cannot write {path}: {error.strerror or error}") from None


def _report(answers: list[Answer]) -> Report:
    rows = [(str(a.query), f"{a.fetched_at:%Y-%m-%d %H:%M:%S}", a.size, a.sha256[:16]) for a in answers]
    return Report(rows, columns=["query", "fetched_at", "bytes", "sha256"])


class Frozen:
    """The responses in a frozen file, which stays open as long as somebody may ask it: a block, frame or watch."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._zip, self.manifest = _checked(path)
        self._answers = {str(answer.query): answer for answer in self.manifest.answers}

    def __len__(self) -> int:
        return len(self._answers)

    def __reduce__(self) -> tuple[Any, ...]:
        return Frozen, (self.path,)

    @property
    def source(self) -> Source:
        """Where the responses came from; it needs no token."""
        return Source(self.manifest.address, settings.BUILT_IN_TOKEN, self.manifest.simulated)

    @property
    def waits(self) -> bool:
        """Whether responses have to be waited for: no, they are in a file."""
        return False

    def answer(self, query: Query) -> Result:
        """The frozen response to `query`, or an error if it is not in the file."""
        found = self._answers.get(str(query))
        if found is None:
            return Unreachable(f"{query} is not among the {len(self._answers)} responses in {self.path.name}")
        with self._lock:
            body = self._zip.read(found.file)
        return Fetched(query, body, found.fetched_at, from_cache=True, stale=found.stale)


class thaw(options):
    """Use frozen responses in place of the service, for a block or, without ``with``, from now on.

    The scope is that of `options`: a call in the main thread applies to the process, one in another thread to that
    thread, a block until its end. The clock is fixed at the time of freezing, so that ``"today"`` has the same meaning.
    No token is needed and no request is sent. A query that is not in the file is an error, and so is setting another
    base URL, token or clock meanwhile.

    Parameters
    ----------
    path : str or path
        A file written by `freeze`. It is verified completely before it is used.

    Raises
    ------
    ConfigError
        If the file cannot be read, is damaged, or is not such a file.

    Examples
    --------
    As a block, or ``study = sf.thaw("study.sfz")`` and, at the end, ``study.close()``:

    >>> games = sf.live("2024-06-01", "MLB")
    >>> report = sf.freeze("study.sfz")
    >>> with sf.thaw("study.sfz") as study:
    ...     study.contents().equals(report)
    True
    """

    @partial(checked, name="thaw")
    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = path_of(path, "path", ConfigError)
        self._frozen = Frozen(self.path)
        manifest = self.manifest = self._frozen.manifest
        values = {
            "base_url": manifest.address, "token": settings.BUILT_IN_TOKEN, "source": None, "now": Still(manifest.now),
            "offline": False,
        }  # fmt: skip
        self._apply(Values(tuple(values.items()), f"thawed {self.path.name}"), self._frozen)

    def contents(self) -> Report:
        """The contents of the file, one row per response."""
        return _report(self.manifest.answers)

    def close(self) -> None:
        """Go back to the service."""
        self._undo_call()

    def __repr__(self) -> str:
        if not hasattr(self, "_frozen"):
            return "thaw()"
        return f"thaw({self.path.name!r}, {len(self._frozen)} responses, as of {self.manifest.now:%Y-%m-%d %H:%M} UTC)"


def _checked(path: Path) -> tuple[zipfile.ZipFile, Manifest]:
    """The open file and its manifest, after every checksum was right."""
    fault = ""
    try:
        if _directory(path) > DIRECTORY:
            raise zipfile.BadZipFile
        archive = zipfile.ZipFile(path)
    except Exception as error:  # zipfile raises many kinds of error for a damaged directory
        fault = error.strerror or "cannot be read" if isinstance(error, OSError) else "is not a frozen file"
    if fault:
        raise ConfigError(f"{path}: {fault}")
    try:
        fault = _too_much(archive)
        if not fault:
            manifest = _manifest_decoder.decode(archive.read(MANIFEST))
            fault = next(_faults(archive, manifest), "")
    except Exception:  # so do zlib and the codecs for a damaged part
        fault = "is damaged, or is not a frozen file"
    if fault:
        archive.close()
        raise ConfigError(f"{path}: {fault}")
    return archive, manifest


def _directory(path: Path) -> int:
    """The size of the directory at the end of a zip file, as stated there; 0 if it has none."""
    if path.exists() and not path.is_file():  # a device or pipe has no end
        raise zipfile.BadZipFile
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 22 - 2**16))
        end = file.read()
    at = end.rfind(b"PK\5\6")
    return int.from_bytes(end[at + 12 : at + 16], "little") if at >= 0 else 0


def _too_much(archive: zipfile.ZipFile) -> str:
    """What is wrong with the sizes that the directory names, before anything is unpacked."""
    infos = archive.infolist()
    if sum(info.file_size for info in infos) > MOST_BYTES:
        return f"unpacks to more than {MOST_BYTES} bytes"
    for info in infos:
        most = MOST_MANIFEST if info.filename == MANIFEST else transport.MOST_BYTES
        if info.file_size > most:
            return f"{info.filename!r} unpacks to more than {most} bytes"
        if info.file_size > max(SMALL, MOST_SHRUNK * info.compress_size):
            return f"{info.filename!r} unpacks to more than {MOST_SHRUNK} times its size"
        if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            return "is damaged, or is not a frozen file"
    return ""


def _faults(archive: zipfile.ZipFile, manifest: Manifest) -> Iterator[str]:
    if manifest.format != FORMAT:
        yield f"has format {manifest.format}, but this version reads {FORMAT}"
    if manifest.now.tzinfo is None or any(answer.fetched_at.tzinfo is None for answer in manifest.answers):
        yield "is damaged: a time without a zone"
    if not MINYEAR < manifest.now.year < MAXYEAR:
        yield "is damaged: its time has no day before or after it"
    try:
        fits = base_address("the address", manifest.address) == manifest.address
    except ConfigError:
        fits = False
    if not fits:
        yield "is damaged: its address is not one to which a client sends requests"
    if not all(re.fullmatch(r"(/[0-9A-Za-z._-]*)+", answer.query.path) for answer in manifest.answers):
        yield "is damaged: one of its queries cannot have been sent"
    infos: dict[str, Any] = {info.filename: info for info in archive.infolist()}
    if set(infos) != {MANIFEST, *(answer.file for answer in manifest.answers)}:
        yield "is damaged: its parts are not those of the manifest"
    for answer in manifest.answers:
        if infos[answer.file].file_size != answer.size:
            yield f"is damaged at {answer.query}"
        with archive.open(answer.file) as body:
            digest = hashlib.file_digest(body, "sha256").hexdigest()  # type: ignore[arg-type]
        if digest != answer.sha256:
            yield f"is damaged at {answer.query}"
