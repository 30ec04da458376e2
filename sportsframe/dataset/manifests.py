"""Manifests: what a part of a dataset, a season of a sport, says about itself.

A ``_manifest.json`` lists the responses behind the part and the digest of each file. It repeats the source, so that a
lost ``_dataset.json`` can be written again.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
from datetime import date, datetime
from pathlib import Path
from typing import Any

import msgspec

from .._client.hold import READING
from .._client.query import Query
from .._client.settings import Settings
from .._util.document import visible
from ..catalog.simulated import WORLD_VERSION
from ..catalog.tables import TABLE_NAME
from ..errors import SportsframeError
from .disk import cause
from .schema import FORMAT

MANIFEST = "_manifest.json"

NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError)
"""What decoding raises where the bytes are no JSON, or no text."""

LARGEST_MANIFEST = 2**25
"""Bytes that a manifest may have; that of a season with 6,000 games has less than one million."""


class Source(msgspec.Struct, frozen=True):
    """Where the rows of a dataset come from; the address as a digest, since datasets are given away."""

    format: int
    source: str
    service: str
    world: str | None

    def __str__(self) -> str:
        return f"the simulated world {self.world}" if self.source == "simulated" else "a service"


class Answer(msgspec.Struct, omit_defaults=True):
    """A response behind a part: when it may have changed, the games it lists, and its rows in each table."""

    asked: str
    fetched_at: datetime
    expires: datetime
    sha256: str
    games: list[str]
    rows: dict[str, int]
    kept: list[str] = []
    """Games among its rows that it listed when they were final, and that no answer lists any more."""
    nothing: tuple[datetime, datetime] | None = None
    """When one without data expires, by itself and if others list every game of its day; None for any other."""
    strict: bool = False
    """Whether it was compared with the schema when it was read."""

    @property
    def day(self) -> str:
        """The day that was asked for."""
        return Query.of_path(self.asked).segment


class File(msgspec.Struct):
    """A file of a part."""

    rows: int
    size: int
    sha256: str
    not_final: int
    """Rows of games that were not finished."""


class Manifest(msgspec.Struct):
    """What a part says about itself."""

    format: int
    catalog: str
    schema: str
    sport: str
    league: str | None
    season: int
    schedule: Answer
    answers: list[Answer]
    missing: list[str]
    """Days that could not be loaded, and finished games that the service does not list."""
    files: dict[str, File]
    scheduled: dict[str, list[str]] | None = None
    """The games to be played on each day, under either reading of dates; None in parts of earlier versions."""
    unfinished: list[str] | None = None
    """Those of them that the schedule does not say to be finished; None in parts of earlier versions."""
    source: Source | None = None
    """None in parts of earlier versions."""
    waiting: dict[str, datetime] = {}
    """Finished games that the service does not list, and when a sync first noticed it."""
    given_up: list[str] = []
    """Those of them that are no longer missing: they were asked for in vain for long enough."""
    void: list[str] | None = None
    """The games that the schedule says not to be played, or to be replaced; None in parts of earlier versions."""
    partial: dict[str, list[str]] = {}
    """Table -> games that are kept and have rows in other tables, but none in this one any more, or never had."""

    @property
    def label(self) -> str:
        """The sport or league, and the season."""
        return f"{self.league or self.sport} {self.season}"

    def lacks(self, table: str) -> str:
        """How many of the days and games that are missing have no rows in a table, in words; empty if all have some."""
        days = {answer.day for answer in self.answers}
        games = {game for answer in self.answers for game in (*answer.games, *answer.kept)}
        planned = self.scheduled or {}
        lost = [
            one
            for one in self.missing
            if (not games.issuperset(planned[one]) if planned.get(one) else one not in days and one not in games)
        ]
        return days_and_games([*lost, *self.partial.get(table, ())])

    def adds_up(self) -> bool:
        """Whether each file has as many rows as the responses that it is made of."""
        made = {name: sum(one.rows.get(name, 0) for one in self.answers) for name in self.files} | self.schedule.rows
        return all(file.rows == made[name] for name, file in self.files.items())


def days_and_games(missing: list[str]) -> str:
    """How many days and games are missing; empty if none is."""
    days = sum(map(_is_day, missing))
    counts = {"day": days, "game": len(missing) - days}
    return " and ".join(f"{count} {noun}{'s' * (count > 1)}" for noun, count in counts.items() if count)


def _is_day(missing: str) -> bool:
    """Whether what is missing is a day, and not a game."""
    with contextlib.suppress(ValueError):
        return len(missing) == len("2024-12-31") and bool(date.fromisoformat(missing))
    return False


class Format(msgspec.Struct):
    """What manifests of all versions say."""

    format: int


# made here: msgspec may crash where two threads make one
_manifest_decoder = msgspec.json.Decoder(Manifest)
_format_decoder = msgspec.json.Decoder(Format)
source_decoder = msgspec.json.Decoder(Source)


def source_of(setting: Settings) -> Source:
    """The source of what `setting` loads."""
    found = setting.service()
    digest = hashlib.sha256(found.address.encode()).hexdigest()[:16]
    return Source(
        FORMAT, "simulated" if found.simulated else "service", digest, WORLD_VERSION if found.simulated else None
    )


FOLDER_FOR_FILE = "is a folder where a file belongs; remove it"


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of a part; None if there is none, or it is damaged.

    Raises
    ------
    SportsframeError
        It is of a newer version, or the system does not let it be read.
    """
    path = folder / MANIFEST
    text = b""
    try:
        text = read_small(path)
        found = _manifest_decoder.decode(text)
    except (FileNotFoundError, NotADirectoryError) as error:
        if path.is_symlink():
            raise SportsframeError(f"{visible(cause(path, error))}.") from None
        return None
    except NOT_JSON:
        with contextlib.suppress(*NOT_JSON):
            _refuse_newer(path, _format_decoder.decode(text).format)
        return None
    except IsADirectoryError:
        raise SportsframeError(f"{visible(str(path))} {FOLDER_FOR_FILE}.") from None
    except OSError as error:
        raise SportsframeError(f"{visible(cause(path, error))}.") from None
    _refuse_newer(path, found.format)
    named = [found.sport, found.league or "", *found.missing, *found.given_up]
    sound = bool(found.files) and all(map(TABLE_NAME.fullmatch, found.files)) and all(map(str.isprintable, named))
    return found if found.format == FORMAT and sound and found.adds_up() else None


def read_small(path: Path) -> bytes:
    """The bytes of a manifest, which is a regular file of limited size.

    Raises
    ------
    OSError
        It is something else, which may never end, or larger.
    """
    with open(os.open(path, READING), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file")
        data = file.read(LARGEST_MANIFEST + 1)
    if len(data) > LARGEST_MANIFEST:
        raise OSError(errno.EFBIG, f"it is larger than {LARGEST_MANIFEST:,} bytes")
    return data


def _refuse_newer(path: Path, version: int) -> None:
    if version > FORMAT:
        raise SportsframeError(f"{path} has format {version}, but this version reads {FORMAT}; upgrade sportsframe.")


def encoded(value: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
