"""Accepted tokens and their entitlements.

A table contains digests of its tokens, keyed per process; the tokens themselves are stored only for redacting logs. A
lookup compares with every entry, in constant time.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import sqlite3
import stat
import threading
import time
import weakref
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import blake2b
from math import ceil
from pathlib import Path
from typing import Any

from .._process import fork_gate, process
from ..catalog import RESOURCES, SPORTS
from ..catalog.cached import cached_property
from ..catalog.resources import TOKEN_VARIABLE
from ..errors import ConfigError, choose

TRIAL_DAYS = 30
"""Days that a trial lasts (specification 8)."""

LARGEST_FILE = 2**20

SHORTEST = 16
"""Characters that a token of a server must have; a shorter one can be guessed."""

LONGEST_NAME = 64

LARGEST_QUOTA = 10**9

DAY_SECONDS = 86_400
"""Seconds for which a quota is; they begin with the first request."""

_key = secrets.token_bytes(32)


@dataclass(frozen=True)
class Grant:
    """The entitlements of a token.

    Attributes
    ----------
    name : str
        Name in logs and metrics; not the token. Tokens of the same name share a quota.
    trial : datetime.date or None
        The day a trial token was issued; None for a full one.
    pairs : frozenset of (str, str) or None
        The sports and resources it covers; None covers everything.
    quota : int or None
        Maximum number of requests in 24 hours; None for any number.
    """

    name: str = ""
    trial: date | None = None
    pairs: frozenset[tuple[str, str]] | None = None
    quota: int | None = None

    def covers(self, sport: str, resource: str) -> bool:
        """Whether the token covers a sport's resource."""
        return self.pairs is None or (sport, resource) in self.pairs

    def expired(self, now: datetime) -> bool:
        """Whether a trial has expired: more than 30 days after it was issued."""
        return self.trial is not None and now.date() - self.trial > timedelta(days=TRIAL_DAYS)

    def begun(self, now: datetime) -> bool:
        """Whether a trial has begun; in some time zone it is the next day already."""
        return self.trial is None or self.trial - now.date() <= timedelta(days=1)

    def holds(self, now: datetime) -> bool:
        """Whether the token is accepted at a time."""
        return self.begun(now) and not self.expired(now)


FULL = Grant("full")


def _digest(token: str) -> bytes:
    return blake2b(token.encode("utf-8", "surrogatepass"), key=_key, digest_size=32).digest()


class Usage:
    """Requests by name of the token, of those that have a quota: within 24 hours from the first one.

    Parameters
    ----------
    now : callable
        Returns the time in seconds, whatever the clock of the service.
    shared : pathlib.Path, optional
        A file in which several processes count together, also those that take the place of others.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic, shared: Path | None = None) -> None:
        self._now, self._shared = now, shared
        self._lock = threading.Lock()

    @cached_property
    def _counts(self) -> sqlite3.Connection:
        counts = sqlite3.connect(self._shared or ":memory:", isolation_level=None, check_same_thread=False)
        counts.execute("PRAGMA journal_mode = MEMORY")
        counts.execute("PRAGMA synchronous = OFF")  # it ends with the server
        counts.execute("CREATE TABLE IF NOT EXISTS used (name TEXT PRIMARY KEY, began REAL, requests INTEGER)")
        weakref.finalize(self, _close, counts).atexit = False
        return counts

    def spend(self, grant: Grant) -> int | None:
        """Count a request; if the quota was used up before, return the seconds until it is restored instead."""
        if grant.quota is None:
            return None
        with fork_gate, self._lock, self._counts as counts:
            counts.execute("BEGIN IMMEDIATE")
            now = self._now()
            found = counts.execute("SELECT began, requests FROM used WHERE name = ?", (grant.name,)).fetchone()
            began, used = found if found and now - found[0] < DAY_SECONDS else (now, 0)
            if used < grant.quota:
                counts.execute("INSERT OR REPLACE INTO used VALUES (?, ?, ?)", (grant.name, began, used + 1))
                return None
        return ceil(began + DAY_SECONDS - now)


def _close(counts: sqlite3.Connection) -> None:
    with fork_gate:
        counts.close()


class Tokens:
    """A table of tokens.

    Parameters
    ----------
    grants : mapping of str to Grant, optional
        Entitlements of each token. By default any non-empty token has full access.

    Raises
    ------
    ConfigError
        A token cannot be used in a URL: it is empty, or contains spaces or characters other than printable ASCII.
    """

    def __init__(self, grants: Mapping[str, Grant] | None = None) -> None:
        self._grants: list[tuple[bytes, Grant]] | None = None
        if grants is not None:
            self._grants = [(_digest(_checked(token)), grant) for token, grant in grants.items()]
            self._kept = [process().keep(token) for token in grants]
        self.path: Path | None = None
        self.usage = Usage()

    def __repr__(self) -> str:
        return "Tokens(any)" if self._grants is None else f"Tokens({len(self._grants)} hidden)"

    @classmethod
    def full(cls, *tokens: str) -> Tokens:
        """Return a table of tokens with full access."""
        return cls(dict.fromkeys(tokens, FULL))

    @classmethod
    def read(cls, path: str | Path | None = None) -> Tokens | None:
        """Read the tokens of a file and of the environment.

        Parameters
        ----------
        path : str or pathlib.Path, optional
            A JSON or TOML file that other users cannot read (mode 0600), with a list ``tokens``. Each entry has
            ``token`` and may have ``name``, ``trial`` (the day of issue), ``sports`` (a list, or a map from sport
            to a list of resources), ``resources`` (a list) and ``quota`` (requests in 24 hours).

        Returns
        -------
        Tokens or None
            The table; the token in ``RSC_TOKEN``, whose name is ``RSC_TOKEN``, has full access. None if there are no
            tokens.

        Raises
        ------
        ConfigError
            The file cannot be read, is readable by other users, or is invalid; or a token is too short.
        """
        file = Path(path).expanduser() if path is not None else None
        grants = _from_file(file) if file is not None else {}
        secret = os.environ.get(TOKEN_VARIABLE, "").strip()
        if secret:
            _strong(f"the token in {TOKEN_VARIABLE}", secret)
            grants[secret] = Grant(TOKEN_VARIABLE)
        if not grants:
            return None
        table = cls(grants)
        table.path = file
        return table

    def reload(self) -> int:
        """Read the file again from which this table was read, and return the number of tokens.

        Requests in progress are not affected, and neither are the counts of requests. If the file is invalid, the
        table stays as it was.

        Raises
        ------
        ConfigError
            As for `read`.
        """
        if self.path is not None:
            found = Tokens.read(self.path)
            assert found is not None  # a file without tokens is invalid
            self._grants, self._kept = found._grants, found._kept
        return len(self._grants or ())

    def grant(self, token: str, now: datetime) -> Grant | None:
        """Return the entitlements of ``token`` at a time; None if it is missing, unknown or a trial at another time."""
        found = self.find(token)
        return found if found is not None and found.holds(now) else None

    def find(self, token: str) -> Grant | None:
        """Return the entitlements of ``token`` at whatever time; None if it is missing or unknown."""
        if not token:
            return None
        if self._grants is None:
            return FULL
        digest, found = _digest(token), None
        for known, grant in self._grants:
            if hmac.compare_digest(digest, known):
                found = grant
        return found

    def refused(self, now: datetime) -> list[str]:
        """Return a sentence for each trial token that is not accepted at a time."""
        found = []
        for _, grant in self._grants or ():
            if grant.trial is not None and not grant.holds(now):
                last = grant.trial + timedelta(days=TRIAL_DAYS)
                when = f"ended on {last}" if grant.expired(now) else f"begins on {grant.trial}"
                found.append(f"the token {grant.name!r} is refused: its trial {when}, and today is {now.date()}")
        return found


def make_token() -> str:
    """Return a new random token."""
    return secrets.token_urlsafe(24)


def _checked(token: str, what: str = "a token") -> str:
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        raise ConfigError(f"{what} must be a non-empty string of printable ASCII characters without spaces")
    return token


def _strong(where: str, token: str) -> str:
    """Return a token that is long enough not to be guessed."""
    if len(_checked(token, where)) < SHORTEST:
        raise ConfigError(
            f"{where} has {len(token)} characters and needs {SHORTEST} or more; make one with "
            "python -c 'import secrets; print(secrets.token_urlsafe(24))'"
        )
    return token


def _from_file(path: Path) -> dict[str, Grant]:
    text = _guarded(path)
    toml, listed, wrong = path.suffix.lower() == ".toml", None, ""
    try:
        if toml:
            import tomllib

            listed = tomllib.loads(text)
        else:
            listed = json.loads(text, object_pairs_hook=_each_once)
    except ValueError as error:  # raised below, outside this block, because the error contains the text of the file
        found = re.search(r"line (\d+)", str(error))
        wrong = f"; see line {found[1]}" if found else f"; {REPEATED}" if error.args == (REPEATED,) else ""
    if listed is None:
        raise ConfigError(f"the token file {path} is not valid {'TOML' if toml else 'JSON'}{wrong}")
    entries = listed.get("tokens") if isinstance(listed, dict) else None
    if entries == []:
        raise ConfigError(f"the list named tokens in the token file {path} is empty; it needs one entry per token")
    if not isinstance(entries, list):
        raise ConfigError(f"the token file {path} must contain a list named tokens, with one entry per token")
    grants: dict[str, Grant] = {}
    for number, entry in enumerate(entries, 1):
        token, grant = _entry(f"entry {number} of the token file {path}", entry, number)
        if token in grants:
            raise ConfigError(f"entry {number} of the token file {path} repeats a token")
        grants[token] = grant
    return grants


REPEATED = "it repeats a key"


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; json would take the last of several values of a key."""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError(REPEATED)
    return found


MOUNTED = ("/run/secrets", "/var/run/secrets")
"""Directories in which containers find their secrets, whose modes are those of the platform."""


def is_private(path: Path, found: os.stat_result) -> bool:
    """Whether a file is for this process: mounted by a service manager, or readable by its owner and group at most.

    A file of our own must not be readable by the group, which one of another owner must be for us to read it.
    """
    given = os.environ.get("CREDENTIALS_DIRECTORY")
    real = path.resolve()
    if any(real.is_relative_to(Path(place).resolve()) for place in (*MOUNTED, *([given] if given else []))):
        return True
    shared = stat.S_IRWXO | stat.S_IWGRP | stat.S_IXGRP
    if found.st_uid == os.geteuid():
        shared |= stat.S_IRGRP
    return not found.st_mode & shared


def _guarded(path: Path) -> str:
    """Return the text of a file that others cannot read."""
    try:
        with open(path, "rb") as file:
            found = os.fstat(file.fileno())
            if os.name == "posix" and not is_private(path, found):
                mode = stat.S_IMODE(found.st_mode)
                raise ConfigError(f"the token file {path} is readable by other users (mode {mode:04o}); run chmod 600")
            raw = file.read(LARGEST_FILE + 1)
        if len(raw) <= LARGEST_FILE:
            return raw.decode("utf-8-sig")  # some editors begin a file with a mark of its encoding
    except OSError as error:
        raise ConfigError(f"the token file {path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        pass
    raise ConfigError(f"the token file {path} is not a UTF-8 text file of at most {LARGEST_FILE // 2**20} MiB")


def _entry(where: str, entry: Any, number: int) -> tuple[str, Grant]:
    if not isinstance(entry, dict) or not isinstance(entry.get("token"), str):
        raise ConfigError(f"{where} must contain a string named token")
    unknown = sorted(str(key) for key in set(entry) - {"token", "name", "trial", "sports", "resources", "quota"})
    if unknown:
        raise ConfigError(f"{where} has an unknown key {process().redact(unknown[0])!r}")
    token = _strong(f"the token of {where}", entry["token"].strip())
    name = entry.get("name", f"token {number}")
    if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable() or token in name:
        raise ConfigError(f"{where} needs a printable name of at most {LONGEST_NAME} characters that is not the token")
    if name == TOKEN_VARIABLE:
        raise ConfigError(f"{where} needs another name; {name} is that of the token in the environment")
    trial, quota = _trial(where, entry.get("trial")), _quota(where, entry.get("quota"))
    return token, Grant(name, trial, _pairs(where, entry), quota)


def _quota(where: str, value: Any) -> int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_QUOTA):
        return value
    raise ConfigError(f"{where} needs a whole number of requests in 24 hours as quota, for example 5000")


def _trial(where: str, value: Any) -> date | None:
    if value is None:
        return None
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    try:
        return date.fromisoformat(value)
    except (TypeError, ValueError):
        raise ConfigError(f"{where} needs the date of issue as trial, for example 2024-06-01") from None


def _pairs(where: str, entry: Mapping[str, Any]) -> frozenset[tuple[str, str]] | None:
    """Return what an entry covers; an error names the entry."""
    try:
        return _covered(entry)
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None


def _covered(entry: Mapping[str, Any]) -> frozenset[tuple[str, str]] | None:
    sports, resources = entry.get("sports"), entry.get("resources")
    if sports is None and resources is None:
        return None
    everything = tuple(RESOURCES)
    common = _names(resources, everything, "resource") if resources is not None else everything
    if isinstance(sports, dict):
        own = {code: _names(names, everything, "resource") for code, names in sports.items()}
    else:
        own = dict.fromkeys(_names(sports, SPORTS, "sport") if sports is not None else SPORTS, everything)
    return frozenset(
        (choose(code, SPORTS, "sport", ConfigError), resource)
        for code, names in own.items()
        for resource in names
        if resource in common
    )


def _names(value: Any, allowed: Collection[str], what: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ConfigError(f"the {what}s of a token must be a list of names")
    return tuple(choose(name, allowed, what, ConfigError) for name in value)
