"""All settings and their present values.

`current` returns one immutable `Settings`: what a query is asked of (address, token, cache, clock, offline). It is
taken once, when a call, range, watch or board is made, and handed on from there; nothing below looks again.

An argument of a call wins over `options`, `options` over the environment, the environment over the default.
"""

from __future__ import annotations

import itertools
import os
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self
from urllib.parse import urlsplit

from .. import _state
from .._process import BUILT_IN_HOST
from .._report import Report
from ..catalog.resources import BASE_PATH, TOKEN_VARIABLE
from ..errors import ConfigError, choose, nearest
from . import credentials
from .address import base_address
from .address import is_loopback as is_loopback
from .answer import Journal, Result, journal_of
from .clock import Clock as Clock
from .clock import Still, aware, clock_of, real_time
from .credentials import Token
from .query import Query

BUILT_IN = f"http://{BUILT_IN_HOST}{BASE_PATH}"
"""Address of the service that runs inside the process."""

BUILT_IN_TOKEN = credentials.keep("built-in", public=True)

ADDRESS_VARIABLE = "SPORTSFRAME_BASE_URL"
SOURCE_VARIABLE = "SPORTSFRAME_SOURCE"
PREFIX = "SPORTSFRAME_"
OTHER_VARIABLES = ("SPORTSFRAME_UPSTREAM_TOKEN",)
"""Variables of the same prefix that the servers read."""

MOST_WORKERS = 64
SOURCES = ("service", "simulated")


@dataclass(frozen=True)
class Option:
    """A setting: how its value is checked, and the environment variable that may set it."""

    name: str
    check: Callable[[str, Any], Any]
    default: Any
    meaning: str
    variable: str
    read: Callable[[str, str], Any] = lambda where, text: text
    """From the text of a variable or of the command line to what `check` takes."""


def _token(where: str, value: Any) -> Token:
    if isinstance(value, Token):
        return value
    if not isinstance(value, str) or not value.strip():
        raise ConfigError(f"{where} must be a text that is not empty")
    return credentials.keep(value)


def _folder(where: str, value: Any) -> Path:
    try:
        return Path(value).expanduser()
    except (TypeError, RuntimeError):
        raise ConfigError(f"{where} must be the path of a folder") from None


def _flag(where: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise ConfigError(f"{where} must be True or False, not {value!r}")
    return value


def _whole(least: int, most: int) -> Callable[[str, Any], int]:
    def check(where: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ConfigError(f"{where} must be a whole number from {least} to {most}, not {value!r}")
        return value

    return check


def _redis(where: str, value: Any) -> str:
    text = str(value).strip()
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise ConfigError(f"{where} must be an address such as redis://host:6379/0")
    try:
        password = urlsplit(text).password
    except ValueError:
        raise ConfigError(f"{where} must be an address such as redis://host:6379/0") from None
    if password:
        credentials.keep(password, lasting=True)
    return text


def _timeouts(where: str, value: Any) -> tuple[float, float]:
    try:
        connect, read = (float(part) for part in value)
    except (TypeError, ValueError):
        connect = read = 0.0
    if not (0 < connect <= 300 and 0 < read <= 300):
        raise ConfigError(f"{where} must be two numbers of seconds up to 300, to connect and to read, not {value!r}")
    return connect, read


def _source(where: str, value: Any) -> str:
    return choose(value, SOURCES, where, ConfigError)


def _read_flag(where: str, text: str) -> Any:
    return {
        "1": True,
        "true": True,
        "yes": True,
        "on": True,
        "0": False,
        "false": False,
        "no": False,
        "off": False,
    }.get(text.lower(), text)


def _read_whole(where: str, text: str) -> Any:
    return int(text) if text.isascii() and text.isdigit() else text


def _read_pair(where: str, text: str) -> Any:
    return text.split(",")


OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("base_url", base_address, None, f"address of the service, ending in {BASE_PATH}", ADDRESS_VARIABLE),
        Option("token", _token, None, "token of the service; never shown", TOKEN_VARIABLE),
        Option(
            "source", _source, None,
            "service: never use simulated data; simulated: always use the built-in service", SOURCE_VARIABLE,
        ),
        Option("cache_dir", _folder, None, "folder of the cache", "SPORTSFRAME_CACHE_DIR"),
        Option(
            "now", clock_of, real_time, "the clock: a fixed moment, or a function that returns one", "SPORTSFRAME_NOW"
        ),
        Option("offline", _flag, False, "answer from the cache only", "SPORTSFRAME_OFFLINE", _read_flag),
        Option("workers", _whole(1, MOST_WORKERS), 8, "requests under way at a time", "SPORTSFRAME_WORKERS",
               _read_whole),
        Option("cache_size", _whole(0, 2**50), 2**30, "bytes the cache may take; 0 keeps nothing",
               "SPORTSFRAME_CACHE_SIZE", _read_whole),
        Option("redis", _redis, None, "a Redis server as the cache, for a team", "SPORTSFRAME_REDIS"),
        Option("timeouts", _timeouts, (5.0, 30.0), "seconds to connect and to read", "SPORTSFRAME_TIMEOUTS",
               _read_pair),
    )
}  # fmt: skip
"""The settings, each said once."""


class Source(NamedTuple):
    """Where answers come from: an address, the token for it, and whether it is the built-in service."""

    address: str
    token: Token
    simulated: bool


class Replay(Protocol):
    """Frozen answers, which take the place of cache and service."""

    @property
    def source(self) -> Source: ...

    def answer(self, query: Query) -> Result: ...


@dataclass(frozen=True)
class Settings:
    """What a query is asked of; `origins` says where each value came from."""

    base_url: str | None
    token: Token | None
    source: str | None
    cache_dir: Path
    now: Callable[[], datetime]
    offline: bool
    workers: int
    cache_size: int
    redis: str | None
    timeouts: tuple[float, float]
    origins: Mapping[str, str]
    replay: Replay | None = None
    own_journal: Journal | None = field(default=None, compare=False, repr=False)

    def moment(self) -> datetime:
        """The time of the clock, in UTC."""
        return aware(self.now())

    def sleep(self, seconds: float) -> None:
        """Wait on the clock; on one that cannot, in real time."""
        getattr(self.now, "sleep", time.sleep)(seconds)

    def wait(self, seconds: float, stop: threading.Event) -> bool:
        """As `sleep`, but no longer than until `stop` is set, on clocks that can; whether it is."""
        if hasattr(self.now, "wait"):
            return bool(self.now.wait(seconds, stop))
        if hasattr(self.now, "sleep"):
            self.now.sleep(seconds)
            return stop.is_set()
        return stop.wait(seconds)

    def elapsed(self) -> float:
        """Seconds of a clock that never goes back, of the same pace as `sleep`."""
        return self.moment().timestamp() if hasattr(self.now, "sleep") else time.monotonic()

    def source_is_built_in(self) -> bool:
        """Whether the address is that of the service in this process."""
        return self.base_url is None or urlsplit(self.base_url).hostname == BUILT_IN_HOST

    def service(self) -> Source:
        """The service that is asked.

        Raises
        ------
        ConfigError
            If there is a token without an address, an address without a token, a source that contradicts them, or a
            token whose secret is not in this process: simulated data never stand in for real data.
        """
        if self.replay is not None:
            return self.replay.source
        if self.source == "simulated":
            for name in ("base_url", "token"):
                if getattr(self, name) is not None and not (name == "base_url" and self.source_is_built_in()):
                    raise ConfigError(
                        f"source is simulated ({self.origins['source']}), but {name} ({self.origins[name]}) names a "
                        "service: take one of the two away"
                    )
            return Source(self.base_url or BUILT_IN, BUILT_IN_TOKEN, simulated=True)
        if self.source == "service" and self.source_is_built_in():
            raise ConfigError(
                f"source is service ({self.origins['source']}), but no service is set: set {TOKEN_VARIABLE} and "
                f"{ADDRESS_VARIABLE}, or hand a sportsframe.Client on to this process"
            )
        if self.base_url is None and self.token is None:
            return Source(BUILT_IN, BUILT_IN_TOKEN, simulated=True)
        if self.base_url is None:
            raise ConfigError(
                f"there is a token ({self.origins['token']}) but no address: set {ADDRESS_VARIABLE} to one that ends "
                f"in {BASE_PATH}, or take the token away to use the built-in service"
            )
        simulated = self.source_is_built_in()
        if self.token is None and simulated:
            return Source(self.base_url, BUILT_IN_TOKEN, simulated=True)
        if self.token is None:
            raise ConfigError(
                f"there is an address ({self.origins['base_url']}) but no token: set {TOKEN_VARIABLE}, "
                f"or take the address away to use the built-in service"
            )
        _find_secret(self.token)
        return Source(self.base_url, self.token, simulated)

    @property
    def journal(self) -> Journal:
        """The answers handed out: a client's own, else those of this process from this service."""
        if self.own_journal is not None:
            return self.own_journal
        source = self.service()
        return journal_of(source.address, source.token.digest)

    def with_values(self, **given: Any) -> Settings:
        """These settings with other values, checked as those of `options` are."""
        checked = _checked(given, "argument")
        if self.replay is not None:
            _refuse_pinned(checked, self.origins["now"])
        origins = {**self.origins, **dict.fromkeys(checked, "argument")}
        filled = {name: _default(name) if value is None else value for name, value in checked.items()}
        if filled.get("source") == "simulated":
            filled = {"base_url": None, "token": None, **filled}
        return replace(self, **filled, origins=origins)

    def __getstate__(self) -> dict[str, Any]:
        """All but the journal; a clock that cannot travel stands still at the present moment."""
        now = self.now if _travels(self.now) else Still(self.moment())
        return {**self.__dict__, "now": now, "origins": dict(self.origins), "own_journal": None}

    def __hash__(self) -> int:
        return hash((self.base_url, self.token, self.cache_dir, self.redis, self.cache_size))


def _travels(clock: Any) -> bool:
    """Whether a clock can be sent to another process: one of ours, or a function that can be imported."""
    if isinstance(clock, (Clock, Still)):
        return True
    name = getattr(clock, "__qualname__", "<")
    return "<" not in name and "." not in name and getattr(clock, "__module__", "__main__") != "__main__"


def _find_secret(token: Token) -> None:
    """See that the secret behind `token` is in this process: settings travel without it."""
    if credentials.holds(token):
        return
    text = os.environ.get(TOKEN_VARIABLE, "").strip()
    if not text or credentials.keep(text) != token:
        raise ConfigError(
            f"the token of this client is not known in this process, for it travels without: set {TOKEN_VARIABLE} to it"
        )


def default_folder() -> Path:
    """The user's cache folder for this package."""
    import platformdirs

    return platformdirs.user_cache_path("sportsframe")


def _default(name: str) -> Any:
    return default_folder() if name == "cache_dir" else OPTIONS[name].default


def _checked(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    checked: dict[str, Any] = {}
    for name, value in given.items():
        option = OPTIONS[choose(name, OPTIONS, where, ConfigError)]
        checked[name] = None if value is None else option.check(f"{where} {name}", value)
    return checked


PINNED = ("base_url", "token", "source", "now", "redis", "offline")
"""What frozen answers settle: where they came from and what time it was."""


def _refuse_pinned(given: Mapping[str, Any], by: str) -> None:
    over = [name for name in PINNED if name in given]
    if over:
        raise ConfigError(f"{', '.join(over)} cannot be set while frozen answers are in use ({by}); close them first")


# ---------------------------------------------------------------------------------------------------------------------
# Which values are in force where: calls of `options`, blocks, and the environment.


class Layer:
    """The values of one call or block of `options`, or of frozen answers."""

    def __init__(self, values: Mapping[str, Any], by: str, replay: Replay | None, owner: Any) -> None:
        self.values = tuple(values.items())
        self.by = by
        self.replay = replay
        self.owner = weakref.ref(owner)
        self.order = next(_order)
        self.left = False
        self.stranded = False  # its block was left in another context than it was entered in

    @property
    def entry(self) -> Entry:
        return self.values, self.by, self.replay


Entry = tuple[tuple[tuple[str, Any], ...], str, Replay | None]
Stack = tuple[Layer, ...]


class _Block(NamedTuple):
    """A block that is open somewhere in the process."""

    stack: Stack
    in_main: bool
    names_a_service: bool


class _Scope(NamedTuple):
    """The layers of one thread or task: what was in force when its first block began, and its own."""

    base: Stack
    own: Stack


_order = itertools.count()
_scope: ContextVar[_Scope | None] = ContextVar("sportsframe_options", default=None)
_called: list[Layer] = []
"""Calls of `options` in the main thread: they hold for the process."""

_open: dict[Layer, _Block] = {}
_lock = _state.lock()
_exported: list[str | None] = []
"""While children are kept from simulated data: the value the variable had before."""


def current() -> Settings:
    """The present settings.

    Raises
    ------
    ConfigError
        For a variable that cannot be used, or in a thread for which it cannot be told what to ask.
    """
    return resolve(present())


def resolve(layers: Stack) -> Settings:
    """The settings of these layers over the environment."""
    return _resolve(tuple(layer.entry for layer in layers), _environment())


def present() -> Stack:
    """The layers in force here: this thread's or task's own, else those of the process.

    A thread without any uses those of the block that is open in the main thread.

    Raises
    ------
    ConfigError
        If several open blocks of the main thread disagree, or simulated data would be used while another thread or
        task has named a service.
    """
    scope = _own_scope()
    if scope is not None:
        return scope.base + scope.own
    with _lock:
        called, blocks = tuple(_called), dict(_open)
    if not blocks:
        return called
    if threading.current_thread() is not threading.main_thread():
        inner = {layer for block in blocks.values() if block.in_main for layer in block.stack[:-1]}
        leaves = [layer for layer, block in blocks.items() if block.in_main and layer not in inner]
        stacks = [_still_open(blocks[leaf].stack, called) for leaf in leaves]
        found = {_resolve(tuple(layer.entry for layer in stack), ()) for stack in stacks}
        if len(found) > 1:
            raise ConfigError(
                "several blocks of options are open, and this thread has none of its own: "
                "make a sportsframe.Client and hand it on"
            )
        if stacks:
            return stacks[0]
    if any(block.names_a_service for block in blocks.values()) and _falls_back(called):
        raise ConfigError(
            "a service is set by options in another thread or task, and this one has none of its own: "
            'make a sportsframe.Client and hand it on, or set source="simulated" here'
        )
    return called


def _own_scope() -> _Scope | None:
    scope = _scope.get()
    if scope is None or not any(layer.stranded for layer in scope.own):
        return scope
    own = tuple(layer for layer in scope.own if not layer.stranded)
    return _Scope(scope.base, own) if own else None


def _still_open(stack: Stack, called: Stack) -> Stack:
    """A stack without the blocks that were left meanwhile, and with what was called since."""
    last = stack[-1].order
    return tuple(layer for layer in stack if not layer.left) + tuple(l for l in called if l.order > last)


def _falls_back(layers: Stack) -> bool:
    """Whether simulated data would be used because nothing is set."""
    found = resolve(layers)
    return found.source is None and found.replay is None and found.base_url is None and found.token is None


def _names_a_service(layers: Stack) -> bool:
    """Whether these layers, and not the environment, name a service other than the built-in one."""
    found = _resolve(tuple(layer.entry for layer in layers), ())
    return found.replay is None and not found.source_is_built_in()


def _push(layer: Layer, *, block: bool) -> None:
    """Let the values of a layer be in force from here on."""
    main = threading.current_thread() is threading.main_thread()
    scope = _own_scope()
    names = {name for name, _ in layer.values}
    try:
        below = present()
    except ConfigError:
        if not names & {"base_url", "source"} and layer.replay is None:
            raise
        below = tuple(_called)  # it says itself what is to be asked
    pinned = next((under for under in below if under.replay is not None), None)
    if pinned is not None and layer.replay is None:
        _refuse_pinned(dict(layer.values), pinned.by)
    if block or scope is not None or not main:
        _scope.set(_Scope(scope.base, (*scope.own, layer)) if scope else _Scope(below, (layer,)))
    with _lock:
        if block:
            _open[layer] = _Block((*below, layer), main, _names_a_service((*below, layer)))
        elif main:
            _fold()
            _called.append(layer)
        _guard_children()


def _fold() -> None:
    """Merge calls that nobody can take back any more, so that a loop of calls does not grow."""
    while len(_called) > 1 and all(l.owner() is None and l.replay is None for l in _called[:2]):
        first, second = _called[:2]
        merged = Layer(_merged(dict(first.values), dict(second.values)), second.by, None, _Gone())
        merged.order = second.order
        _called[:2] = [merged]


class _Gone:
    """An owner that is gone at once."""


def _pop(layer: Layer) -> None:
    """Let the values of a layer be in force no more, whatever was opened or left meanwhile."""
    layer.left = True
    scope = _scope.get()
    if scope is not None and layer in scope.own:
        own = tuple(one for one in scope.own if one is not layer)
        _scope.set(_Scope(scope.base, own) if any(one not in _called for one in own) else None)
    else:
        layer.stranded = True
    with _lock:
        _open.pop(layer, None)
        if layer in _called:
            _called.remove(layer)
        _guard_children()


def _guard_children() -> None:
    """While a service is named by `options`, child processes, which do not inherit them, must not use simulated data.

    A spawned child reads its environment: there `SPORTSFRAME_SOURCE` asks for a service.
    """
    named = any(block.names_a_service for block in _open.values()) or _names_a_service(tuple(_called))
    if named and not _exported:
        _exported.append(os.environ.get(SOURCE_VARIABLE))
        os.environ[SOURCE_VARIABLE] = "service"
    elif not named and _exported:
        before = _exported.pop()
        if os.environ.get(SOURCE_VARIABLE) == "service":
            if before is None:
                del os.environ[SOURCE_VARIABLE]
            else:
                os.environ[SOURCE_VARIABLE] = before


class options:
    """Set options, from now on or for a block.

    Called in the main thread it holds for the process, in another thread for that thread. Used as a block, what held
    before is restored at its end. A block of the main thread holds in threads too that have none of their own; each
    asyncio task sees its own blocks. While a service is named here, processes that are started get
    ``SPORTSFRAME_SOURCE=service`` in their environment, so that they never fall back to simulated data.

    Parameters
    ----------
    **given
        ``base_url``, ``token``, ``source``, ``cache_dir``, ``now``, ``offline``, ``workers``, ``cache_size``,
        ``redis``, ``timeouts``; `show_settings` lists them. None takes a setting back to its default.

    Raises
    ------
    ConfigError
        For an unknown name or an invalid value, or for what frozen answers settle while they are in use.

    See Also
    --------
    Client : a service of its own, to hand on to threads and processes.

    Examples
    --------
    >>> with options(offline=True):
    ...     current().offline
    True
    >>> current().offline
    False
    """

    def __init__(self, **given: Any) -> None:
        self._names = tuple(given)
        self._act(_checked(given, "option"), "options", None)

    def _act(self, values: Mapping[str, Any], by: str, replay: Replay | None) -> None:
        self._values, self._by, self._replay = values, by, replay
        self._blocks: list[Layer] = []
        self._call: Layer | None = Layer(values, by, replay, self)
        _push(self._call, block=False)

    def _take_back(self) -> None:
        """Undo the call, if it still holds."""
        call, self._call = self._call, None
        if call is not None:
            _pop(call)

    def __enter__(self) -> Self:
        self._take_back()
        layer = Layer(self._values, self._by, self._replay, self)
        _push(layer, block=True)
        self._blocks.append(layer)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        _pop(self._blocks.pop())

    def __repr__(self) -> str:
        return f"options({', '.join(getattr(self, '_names', ()))})"


def _environment() -> tuple[tuple[str, str | Token], ...]:
    """What the environment sets, by option.

    Raises
    ------
    ConfigError
        For a variable that is set but empty, and for one of our prefix that is not known.
    """
    found: list[tuple[str, str | Token]] = []
    known = {option.variable: option for option in OPTIONS.values()}
    for variable in [name for name in os.environ if name.startswith(PREFIX) or name == TOKEN_VARIABLE]:
        if variable in OTHER_VARIABLES:
            continue
        if variable not in known:
            names = [name for name in known if name.startswith(PREFIX)]
            raise ConfigError(f"the variable {variable} is not known.{nearest(variable, names)}")
        option, text = known[variable], os.environ.get(variable, "").strip()
        if variable == SOURCE_VARIABLE and _exported:  # set by `_guard_children`, for others
            if _exported[0] is None:
                continue
            text = _exported[0].strip()
        if not text:
            raise ConfigError(f"{variable} is set but empty; unset it, or give it a value")
        found.append((option.name, credentials.keep(text) if option.check is _token else text))
    return tuple(sorted(found, key=lambda pair: pair[0]))


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """One layer over another; to ask for simulated data takes the service below away."""
    aside = {"base_url": None, "token": None} if above.get("source") == "simulated" else {}
    return {**below, **aside, **above}


@lru_cache(maxsize=256)
def _resolve(layers: tuple[Entry, ...], environment: tuple[tuple[str, str | Token], ...]) -> Settings:
    values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
    origins = dict.fromkeys(OPTIONS, "default")
    for name, text in environment:
        option = OPTIONS[name]
        values[name] = option.check(
            option.variable, text if isinstance(text, Token) else option.read(option.variable, text)
        )
        origins[name] = f"environment {option.variable}"
    replay = None
    for given, by, frozen in layers:
        merged = _merged(values, dict(given))
        for name, value in merged.items():
            if value is not values[name] or name in dict(given):
                values[name], origins[name] = (_default(name), "default") if value is None else (value, by)
        replay = frozen or replay
    values["cache_dir"] = values["cache_dir"] or default_folder()
    return Settings(**values, origins=origins, replay=replay)


def now() -> datetime:
    """The time of the present clock, in UTC."""
    return current().moment()


def show_settings() -> Report:
    """The present settings, and where each came from.

    Returns
    -------
    Report
        Columns ``setting``, ``value``, ``origin``, ``meaning``, all text. A token is shown as set or not set.
    """
    return report(current())


def report(setting: Settings) -> Report:
    """`show_settings` of given settings."""
    rows = []
    for name, option in OPTIONS.items():
        value = getattr(setting, name)
        shown = "not set" if value is None else "the real time" if value is real_time else str(value)
        if isinstance(value, Token):
            shown = "set (hidden)"
        rows.append((name, credentials.redact(shown), setting.origins[name], option.meaning))
    return Report(rows, columns=["setting", "value", "origin", "meaning"])
