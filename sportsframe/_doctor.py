"""`doctor`: check the configuration and suggest fixes. No secret is shown."""

from __future__ import annotations

import os
import platform
import re
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, requires, version

from ._client import cache, credentials
from ._client.fetch import fetch
from ._client.notices import said_otherwise
from ._client.option_values import ADDRESS_VARIABLE
from ._client.options import current
from ._client.query import ask
from ._client.settings import Settings
from ._util.report import Report
from .catalog import sports_of
from .catalog.codes import SERVICE_SPORTS
from .catalog.resources import BASE_PATH, TOKEN_VARIABLE
from .errors import ConfigError, Forbidden, NotFound, SportsframeError, Unauthorized

ONLY_FOR = {
    "matplotlib": "plots",
    "cycler": "plots",
    "ipywidgets": "widgets",
    "traitlets": "widgets",
    "anywidget": "widgets",
    "ipython": "widgets",
}
"""Dependency -> what needs it; everything else works without it."""

EXTRAS = ("server", "mcp", "redis", "parquet", "dask", "engines")
"""Extras of users."""

REQUIREMENT = re.compile(r"""([A-Za-z0-9._-]+)[^;]*(?:;.*extra == ['"](\w+)['"])?""")

Row = tuple[str, str, str, str]


def doctor() -> Report:
    """Look at token, address, clock, cache and versions, ask a service that is set a question, say what to do.

    Returns
    -------
    Report
        Columns ``check``, ``state`` (``ok``, ``note`` or ``problem``), ``found``, ``advice``, all text. The token is
        present or not present, never shown.

    Examples
    --------
    >>> list(sf.doctor().columns)
    ['check', 'state', 'found', 'advice']
    """
    try:
        setting = current()
    except ConfigError as error:
        rows: list[Row] = [("settings", "problem", str(error), "correct the variable or option that it names")]
    else:
        rows = [*_source(setting), *_service(setting), _clock(setting)]
        with said_otherwise():
            rows += _cache(setting)
    rows += _versions()
    return Report([tuple(map(credentials.redact, row)) for row in rows], columns=["check", "state", "found", "advice"])


def _source(setting: Settings) -> Iterator[Row]:
    token = "present" if setting.token else "not present"
    origin = setting.origins["token"]
    found = f"{token} ({origin})" if setting.token else token
    where, came = setting.base_url, setting.origins["base_url"]
    if setting.token and not where:
        advice = f"set {ADDRESS_VARIABLE} to the address of the service, ending in {BASE_PATH}"
        yield "token", "ok", found, ""
        yield "address", "problem", "not set", advice
    elif where and not setting.token and not setting.source_is_built_in():
        yield "token", "problem", found, f"set {TOKEN_VARIABLE}; a token comes with an account at the provider"
        yield "address", "ok", f"{where} ({came})", ""
    elif fault := _contradiction(setting):
        yield "token", "ok", found, ""
        yield "source", "problem", fault, "correct the variable or option that it names"
    elif setting.service().simulated:
        yield "token", "ok", found, ""
        yield (
            "address",
            "note",
            "the built-in service: every response is simulated",
            (f"for real data set {TOKEN_VARIABLE} and {ADDRESS_VARIABLE}"),
        )
    else:
        yield "token", "ok", found, ""
        yield "address", "ok", f"{where} ({came})", ""
    if setting.offline:
        how = "unset SPORTSFRAME_OFFLINE, or end the block options(offline=True), to ask the service"
        yield "offline", "note", "only the cache is used", how


def _contradiction(setting: Settings) -> str:
    """Why these settings name no source, if they do not."""
    try:
        setting.service()
    except ConfigError as error:
        return str(error)
    return ""


QUESTION = "NBA"
"""A sport whose schedule of today is asked for, to see whether a service answers; if it lacks it, registered ones."""

PATIENCE = 10.0
"""Seconds to wait for its response."""


def _service(setting: Settings) -> Iterator[Row]:
    """What the service says to a question, past the cache; nothing where there is none to ask."""
    if setting.offline or setting.replay is not None or not (setting.token and setting.base_url):
        return
    asking = setting.with_values(cache_size=0, deadline=PATIENCE)
    left = [QUESTION, *(code for code in sports_of("schedule") if code not in SERVICE_SPORTS)]
    try:
        while left:
            question = ask("schedule", left.pop(0), "today", clock=setting.moment)
            try:
                fetch(question, asking, refresh=True, warn_stale=False)
                break
            except (Forbidden, NotFound):
                if not left:
                    raise
    except Unauthorized as error:
        advice = "tell the operator of the mirror" if error.of_upstream else f"correct {TOKEN_VARIABLE}"
        yield "service", "problem", str(error), advice
    except (Forbidden, NotFound) as error:  # of this sport, perhaps, and not of others
        yield "service", "note", str(error), "ask the provider what the token covers"
    except SportsframeError as error:
        yield "service", "problem", str(error), f"check the network and {ADDRESS_VARIABLE}, or try again later"
    else:
        yield "service", "ok", "answers", ""


def _clock(setting: Settings) -> Row:
    moment = setting.moment()
    found = f"{moment:%Y-%m-%d %H:%M:%S} GMT ({setting.origins['now']})"
    if setting.origins["now"] != "default":
        return "clock", "note", found, "not the real time: what is today, and how old responses are, follow this clock"
    if moment < datetime(2025, 1, 1, tzinfo=UTC):
        return "clock", "problem", found, "set the clock of this machine"
    return "clock", "ok", found, ""


def _cache(setting: Settings) -> Iterator[Row]:
    try:
        held = cache.cache_for(setting)
    except ConfigError as error:
        if setting.redis:
            yield "cache", "problem", str(error), "install the extra"
        return
    if not held.size:
        yield "cache", "note", "off (cache_size=0)", "every question is asked of the service"
        return
    if held.state == "read-only":
        yield "cache", "note", f"{held.where}: read-only", "it is used, and nothing is added to it"
        return
    health = held.with_rows(lambda rows: rows.check(), "")
    if not health:
        yield "cache", "problem", f"{held.where}: {held.trouble or 'cannot be used'}", _remedy(setting)
        return
    entries, fresh, size = held.with_rows(lambda rows: rows.summary(setting.moment()), (0, 0, 0))
    room = f"{size / 1e6:.1f} MB of {setting.cache_size / 1e6:.0f}"
    found = f"{held.where}: {entries} responses, {fresh} of them fresh, {room}"
    if health != "ok":
        yield "cache", "problem", f"{found}; {health}", "sportsframe cache clear"
    elif held.full:
        yield "cache", "problem", f"{found}; the disk is full", _remedy(setting)
    else:
        yield "cache", "ok", found, ""
    if held.path is not None:
        damaged = held.path.with_name(held.path.name + ".damaged")
        if damaged.exists():
            yield "damaged cache", "note", str(damaged), "corrupted cache, no longer used; it can be deleted"


def _remedy(setting: Settings) -> str:
    if setting.redis:
        return "start the Redis server, or remove the setting redis to use the disk"
    return "free some space, or set SPORTSFRAME_CACHE_DIR to a writable folder; without a cache all is slower"


def requirements() -> dict[str, tuple[str, ...]]:
    """The distributions that this package declares, by extra; "" for those it always asks for."""
    found: dict[str, dict[str, None]] = {}
    try:
        declared = requires("sportsframe") or []
    except PackageNotFoundError:
        declared = []
    for line in declared:
        name, extra = REQUIREMENT.match(line).groups()  # type: ignore[union-attr]
        if name != "sportsframe":
            found.setdefault(extra or "", {})[name] = None
    return {extra: tuple(names) for extra, names in found.items()}


def _installed(name: str) -> str:
    """The version of a distribution, or an empty text."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def _versions() -> Iterator[Row]:
    yield "python", "ok", f"{platform.python_version()} on {platform.system()}, sqlite {sqlite3.sqlite_version}", ""
    needed = requirements()
    for name in ("sportsframe", *needed.get("", ())):
        found = _installed(name)
        if found:
            yield name, "ok", found, ""
        elif name in ONLY_FOR:
            yield name, "note", "not installed", f"for {ONLY_FOR[name]}: pip install {name}"
        else:
            yield name, "problem", "not installed", f"pip install {name}"
    missing = [extra for extra in EXTRAS if not all(map(_installed, needed.get(extra, ())))]
    extras = ", ".join(missing)
    yield (
        "extras",
        "note" if missing else "ok",
        f"not installed: {extras}" if missing else "all installed",
        (f"pip install 'sportsframe[{extras.replace(' ', '')}]' if they are needed" if missing else ""),
    )
    proxies = [name for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy") if os.environ.get(name)]
    if proxies:
        yield "proxy", "note", f"set by {', '.join(proxies)}", "used for https addresses"
