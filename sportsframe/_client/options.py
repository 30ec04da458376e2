"""`options`: which values are in effect in which thread or task.

An argument of a call takes precedence over `options`, `options` over the environment, the environment over the
default. The rules for `options`:

1. **A block** (``with options(...)``) applies to the thread or asyncio task that enters it and, until it ends, to the
   tasks started in it. It is undone where it was entered, in whatever order blocks are left; a task that outlives it
   gets an error.
2. **A call** applies from then on, even after the end of a block in which it is made: in the main thread to the
   process, in any other thread to that thread, in a running event loop to the task (in a notebook to the process).
3. **A thread without options of its own** uses the block that is open in the main thread, unless that was entered in
   a running event loop: an application may serve many users there, so only its task and what carries the context of
   the task (`asyncio.to_thread`) use it. In IPython and Jupyter, whose cells run in a loop, threads use it as well. If
   several different blocks are open, the thread gets an error.
4. **Never simulated by accident.** If `options` names a service, threads and tasks that these options do not apply to
   never fall back to simulated data. A thread or task without options gets an error while a service is named elsewhere.
   So does a thread, except the main thread, that was running when such a block of another thread ended. A process
   started meanwhile finds ``SPORTSFRAME_PARENT_SOURCE=service`` in its environment, which means
   ``SPORTSFRAME_SOURCE=service`` there.
5. **Frozen responses** (`thaw`) follow the same rules. What they determine cannot be overridden.
"""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import sys
import threading
import weakref
from collections.abc import Callable, Collection, Mapping
from contextvars import ContextVar
from contextvars import Token as Mark
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from types import TracebackType
from typing import Any, Literal, NamedTuple, Self, TypedDict, Unpack

from .._process import ForkSafeLock, after_fork
from .._util.document import brief
from .._util.report import Report
from .._util.signatures import keywords_of, spell_out
from ..catalog.resources import TOKEN_VARIABLE
from ..errors import ConfigError, nearest
from . import credentials
from .credentials import Token
from .notices import warn
from .option_values import (
    OPTIONS,
    PARENT_VARIABLE,
    SOURCE_VARIABLE,
    checked,
    default_directory,
    default_of,
    with_removals,
)
from .settings import Replay, Settings, from_environment, refuse_pinned, report

PREFIX = "SPORTSFRAME_"
UPSTREAM_VARIABLE = "SPORTSFRAME_UPSTREAM_TOKEN"
"""Token of the upstream service, which the mirror reads."""

BY_VARIABLE = {option.variable: option for option in OPTIONS.values()}
"""The options by the environment variable that sets each."""

SOURCE_NAMES = ("base_url", "source")
"""Each of these selects the service by itself."""

_order = itertools.count()


class Values(NamedTuple):
    """The values that a layer sets, and the name of what set them."""

    given: tuple[tuple[str, Any], ...]
    by: str

    def names(self, *options: str) -> bool:
        """Whether it sets one of these options."""
        return any(name in options for name, _ in self.given)


@dataclass(eq=False)
class Layer:
    """A call or block of `options`, or frozen responses in use."""

    values: Values
    owner: weakref.ref[options] | None = None
    replay: Replay | None = None
    order: int = field(default_factory=lambda: next(_order))
    left: bool = False
    block: bool = False
    entered: Mark[_Scope | None] | None = None
    """Mark of the context of a block, until the block is undone there: only that context can reset it."""
    when_gone: weakref.finalize[..., Layer] | None = None

    def ends_here(self) -> bool:
        """Whether it can be undone in this context: a block only where it was entered, a call anywhere.

        Set `entered` to None after undoing it: a mark can be reset only once.
        """
        if not self.block:
            return True
        if self.entered is None:
            return False
        scope = _scope.get()
        try:
            _scope.reset(self.entered)
        except ValueError:
            return False
        except RuntimeError:
            pass  # the mark was reset here before an interrupt
        _scope.set(scope)
        return True

    @property
    def final(self) -> bool:
        """Whether it can no longer be undone."""
        return self.replay is None and (self.owner is None or self.owner() is None)


Stack = tuple[Layer, ...]


class _Opening(NamedTuple):
    """Where a layer that does not apply to the whole process was opened."""

    below: Stack
    lent: bool
    """Whether threads without options use it."""
    names_a_service: bool
    thread: threading.Thread | None
    """The thread whose layer it is; None for that of an asyncio task, which other tasks may have inherited."""
    opened_in: threading.Thread
    """The thread that opened it, or in which the task ran; it may be undone in any other."""
    over: bool = False
    """Whether its block has ended, so that only contexts that outlive it still have it."""

    def lasts(self) -> bool:
        """Whether a thread or task may still use it."""
        return self.thread is None or self.thread.is_alive()


class _Scope(NamedTuple):
    """The layers of one thread or task: those in force when its first own layer was added, and its own."""

    base: Stack
    own: Stack


_scope: ContextVar[_Scope | None] = ContextVar("sportsframe_options", default=None)

_lock = ForkSafeLock()
_called: list[Layer] = []
"""Calls in the main thread, which apply to the process."""

_open: weakref.WeakKeyDictionary[Layer, _Opening] = weakref.WeakKeyDictionary()
"""Blocks, open or still in force in a task that was started in them, and calls in other threads while these live."""

_outlived: weakref.WeakSet[threading.Thread] = weakref.WeakSet()
"""Threads that were running when options that named a service ended in another thread."""

PARENT_SOURCES = "service", "any"

_started_under_a_service = os.environ.get(PARENT_VARIABLE) == "service"
"""Whether the options of the parent process named a service when it started this one."""


def current() -> Settings:
    """Return the settings in force here.

    Raises
    ------
    ConfigError
        For an invalid environment variable, or in a thread or task without options for which there is no safe choice.
    """
    return _chosen(resolve(present()))


def current_with(**given: Any) -> Settings:
    """Return the settings in force here with other values, checked; these may be all that selects a service."""
    return _chosen(resolve(_below(given)).with_values(**given))


def now() -> datetime:
    """Return the time of the clock in force here, in UTC."""
    return current().moment()


def show_settings() -> Report:
    """List the settings in force here, and where each was set.

    Returns
    -------
    Report
        Columns ``setting``, ``value``, ``origin``, ``meaning``, all strings. A token is shown as set or not set.

    Examples
    --------
    >>> show_settings().set_index("setting").loc["workers", ["value", "origin"]].tolist()
    ['8', 'default']
    """
    return report(current())


def resolve(layers: Stack) -> Settings:
    """Return the settings of these layers over the environment."""
    return _resolve(layers, _environment())


def present() -> Stack:
    """Return the layers in force here."""
    scope = _own_scope()
    if scope is not None:
        return _without_ended(scope.base + scope.own)
    openings, called = _openings(), tuple(_called)
    if openings and threading.current_thread() is not threading.main_thread():
        inherited = _of_main_thread(openings, called)
        if inherited is not None:
            return inherited
    return called


def _openings() -> dict[Layer, _Opening]:
    """Return the entries of `_open` whose thread has not ended."""
    entries = _entries()
    over = [layer for layer, opening in entries if not opening.lasts()]
    if over:
        if any(opening.names_a_service for _, opening in entries if not opening.lasts()):
            _mark_threads()
        for layer in over:
            _open.pop(layer, None)
        _guard_children()
    return {layer: opening for layer, opening in entries if layer not in over}


def _entries() -> list[tuple[Layer, _Opening]]:
    """Return a copy of `_open`, which changes if the garbage collector closes a generator with a block meanwhile."""
    while True:
        with contextlib.suppress(RuntimeError):
            return list(_open.items())


def forget() -> None:
    """Forget the options of this context, which a worker that was given its settings does not need."""
    _scope.set(None)


def _of_main_thread(openings: Mapping[Layer, _Opening], called: Stack) -> Stack | None:
    """Return the layers of the innermost block of the main thread that applies to other threads, and later calls."""
    lent = {layer: opening.below for layer, opening in openings.items() if opening.lent}
    inner = [layer for layer in lent if not any(layer in below for below in lent.values())]
    stacks = [
        tuple(one for one in (*lent[layer], layer) if not one.left)
        + tuple(one for one in called if one.order > layer.order)
        for layer in inner
    ]
    if len({_options_alone(stack) for stack in stacks}) > 1:
        raise ConfigError(
            "several different blocks of options are open, and this thread has none of its own: "
            "pass a sportsframe.Client on"
        )
    return stacks[0] if stacks else None


def _own_scope() -> _Scope | None:
    """Return the layers of this context, without its own ones that were undone in another context."""
    scope = _scope.get()
    if scope is None or not any(layer.left for layer in scope.own):
        return scope
    own = tuple(layer for layer in scope.own if not (layer.left and layer.ends_here()))
    ended = [layer for layer in scope.own if layer not in own]
    scope = _Scope(scope.base, own) if own else None
    _scope.set(scope)
    for layer in ended:
        layer.entered = None
    return scope


def _without_ended(layers: Stack) -> Stack:
    """Return the layers that have not ended; if a block that selects the service has, a later layer must select it."""
    outlived = False
    for layer in layers:
        if not layer.left:
            outlived = outlived and not layer.values.names(*SOURCE_NAMES)
        elif layer.block and (layer.replay is not None or layer.values.names("token", *SOURCE_NAMES)):
            outlived = True
    if outlived:
        raise ConfigError(
            "the block of options that was in force when this began has ended: pass a sportsframe.Client on, "
            "or set base_url or source here"
        )
    return tuple(layer for layer in layers if not layer.left)


def _options_alone(layers: Stack) -> Settings:
    """Return the settings of these layers without the environment, which other threads and processes have as well."""
    return _resolve(layers, ())


def _names_a_service(layers: Stack) -> bool:
    """Whether these options name one, or frozen responses of one are in use."""
    return not _options_alone(layers).source_is_built_in()


def _chosen(found: Settings) -> Settings:
    """Return the settings; refuse simulated data if nothing is set here while a service is named elsewhere."""
    if found.source is None and found.replay is None and found.base_url is None and found.token is None:
        elsewhere = _named_elsewhere()
        if any(opening.over or opening.thread is None for opening in elsewhere):
            gc.collect()  # a finished task may be all that names it
            elsewhere = _named_elsewhere()
        with _lock:
            outlived = threading.current_thread() in _outlived
        if elsewhere or outlived:
            where = "was set by a block that has ended"
            if elsewhere:
                where = "is set by options in another thread or task"
                if all(opening.over for opening in elsewhere):
                    where = "was set by a block that has ended, which tasks started in it outlive"
            raise ConfigError(
                f"a service {where}, and here nothing is set: pass a sportsframe.Client on, "
                'or set source="simulated" here'
            )
    return found


def _named_elsewhere() -> list[_Opening]:
    """Return where options name a service."""
    return [opening for opening in _openings().values() if opening.names_a_service]


def _push(layer: Layer, *, block: bool) -> None:
    """Put the values of a layer in force."""
    main = threading.current_thread() is threading.main_thread()
    many = _serves_many()
    scope, given = _own_scope(), dict(layer.values.given)
    below = _below(given)
    pinned = next((under for under in below if under.replay is not None), None)
    if pinned is not None and layer.replay is None:
        refuse_pinned(given, pinned.values.by)
    if block or many or scope is not None or not main:
        mark = _scope.set(_Scope(scope.base, (*scope.own, layer)) if scope else _Scope(below, (layer,)))
        layer.block, layer.entered = block, mark if block else None
    with _lock:
        if block or many or not main:
            named = _names_a_service((*below, layer))
            here = threading.current_thread()
            _open[layer] = _Opening(below, block and main and not many, named, None if many else here, here)
            layer.when_gone = _finalizer(layer, _ended, named, here)  # its thread or task may end without undoing it
        else:
            _merge_final_calls()
            _called.append(layer)
        _guard_children()


def _serves_many() -> bool:
    """Whether code of an event loop or a greenlet runs here, which may serve many users; a notebook serves one."""
    # what is not imported does not run
    loops, shells, greenlets = (sys.modules.get(name) for name in ("asyncio", "IPython", "greenlet"))
    if greenlets is not None and greenlets.getcurrent().parent is not None:
        return True
    if loops is None or loops._get_running_loop() is None:
        return False
    return shells is None or shells.get_ipython() is None


def _below(names: Collection[str]) -> Stack:
    """Return the layers in force here; without a safe choice those of the process, if the names select a service."""
    try:
        return present()
    except ConfigError:
        if not any(name in SOURCE_NAMES for name in names):
            raise
        return tuple(_called)


def _merge_final_calls() -> None:
    """Merge the first calls that can no longer be undone, so that the list stays short."""
    while len(_called) > 1 and all(layer.final for layer in _called[:2]):
        first, second = _called[:2]
        below = dict(first.values.given)
        given = {**below, **with_removals(below, dict(second.values.given))}
        _called[:2] = [Layer(Values(tuple(given.items()), second.values.by), order=second.order)]


def _pop(layer: Layer) -> None:
    """Undo a layer, even if others were added or undone since."""
    layer.left = True
    scope = _scope.get()
    here = scope is not None and layer in scope.own and layer.ends_here()
    if scope is not None and here:
        own = tuple(one for one in scope.own if one is not layer)
        _scope.set(_Scope(scope.base, own) if any(one not in _called for one in own) else None)
        layer.entered = None
    opening = _open.get(layer)
    if opening is not None and opening.names_a_service:
        _mark_threads(but=opening.opened_in)
    with _lock:
        opening = _open.pop(layer, None)
        if opening is not None:
            if layer.when_gone is not None:
                layer.when_gone.detach()
            if opening.thread is None or here:  # tasks that outlive the block may start threads
                _open[layer] = opening._replace(lent=False, over=True)
                layer.when_gone = _finalizer(layer, _guard_children)
        if layer in _called:
            _called.remove(layer)
        _guard_children()


def _close(blocks: list[Layer]) -> None:
    """Undo the blocks of a deleted object: an interrupt came when they were left, or nothing refers to the object."""
    for layer in blocks:
        _pop(layer)
    if blocks:
        warn("a block of options was never left; it ended when nothing referred to its object any more.")


def _finalizer(layer: Layer, call: Callable[..., None], *args: Any) -> weakref.finalize[..., Layer]:
    finalizer = weakref.finalize(layer, call, *args)
    finalizer.atexit = False
    return finalizer


_main_at_first = threading.main_thread()


@after_fork
def _inherit() -> None:
    """Keep the options of the thread that forked in the only thread of the child process.

    The other threads are gone, but services that they named still count: the child may work for any of them.
    """
    for layer, opening in _entries():
        _open[layer] = opening._replace(thread=None, opened_in=threading.current_thread())
    if _own_scope() is None and threading.current_thread() is not _main_at_first:
        with contextlib.suppress(ConfigError):
            inherited = _of_main_thread(dict(_open), tuple(_called))
            if inherited is not None:
                _scope.set(_Scope(inherited, ()))


def _ended(named_a_service: bool, opened_in: threading.Thread) -> None:
    """Handle the end of a thread or task that did not undo its options."""
    if named_a_service:
        _mark_threads(but=opened_in)
    _guard_children()


def _mark_threads(but: threading.Thread | None = None) -> None:
    """Remember the threads that may have been given work under options that end now."""
    running = threading.enumerate()  # before our lock: a thread with the lock that this takes may be waiting for ours
    with _lock:
        _outlived.update(set(running) - {threading.main_thread(), but})


def _guard_children() -> None:
    """Tell child processes whether `options` names a service.

    The variable is never removed from the environment: other threads may be iterating over it.
    """
    with _lock:
        lasting = [opening for _, opening in _entries() if opening.lasts()]
        named = any(opening.names_a_service for opening in lasting) or _names_a_service(tuple(_called))
        before = os.environ.get(PARENT_VARIABLE)
        value = "service" if named or _started_under_a_service else "any"
        if before in PARENT_SOURCES if before is not None else value == "service":  # an invalid value stays
            os.environ[PARENT_VARIABLE] = value


class Given(TypedDict, total=False):
    """The options, as keywords of `options` and of a client."""

    base_url: str | None
    token: str | None
    source: Literal["service", "simulated"] | None
    cache_dir: str | os.PathLike[str] | None
    now: Any
    offline: bool | None
    workers: int | None
    cache_size: int | str | None
    redis: str | None
    timeouts: Any
    deadline: float | None
    max_age: float | None
    max_stale: float | None


class options:
    """Set options, from now on or for a block.

    A call in the main thread applies to the process, in another thread or an asyncio task to that one. A ``with`` block
    applies to its thread or asyncio task and, if it is in the main thread and not in an event loop (or in a notebook),
    to threads that set no options themselves; its end restores the previous values. While options name a service,
    threads and tasks without options do not fall back to simulated data. See "Options, threads and processes" in the
    documentation for all rules.

    Parameters
    ----------
    **given
        ``base_url``, ``token``, ``source``, ``cache_dir``, ``now``, ``offline``, ``workers``, ``cache_size``,
        ``redis``, ``timeouts``, ``deadline``, ``max_age``, ``max_stale``; see `show_settings`.
        None restores the default, except that it leaves ``base_url``, ``token`` and ``source`` as they are set;
        ``source="simulated"`` selects simulated data. A ``base_url`` on another host needs its own ``token``.

    Raises
    ------
    ConfigError
        For an unknown name, an invalid value, or an option that the frozen responses in use determine.

    See Also
    --------
    Client : a service of its own, to pass on to threads and processes.

    Examples
    --------
    >>> with options(offline=True):
    ...     show_settings().set_index("setting").loc["offline", "value"]
    'True'
    >>> show_settings().set_index("setting").loc["offline", "value"]
    'False'
    """

    _call: Layer | None = None

    @spell_out(keywords_of(Given))
    def __init__(self, **given: Unpack[Given]) -> None:
        with credentials.hidden_if_refused(given) as values:
            self._names = tuple(values)
            layer = Values(tuple(checked(values, "option").items()), "options")
        self._apply(layer)

    def _apply(self, values: Values, replay: Replay | None = None) -> None:
        self._values, self._replay = values, replay
        self._blocks: list[Layer] = []
        weakref.finalize(self, _close, self._blocks).atexit = False
        self._call = self._layer()
        try:
            _push(self._call, block=False)
        except BaseException:  # an interrupt
            self._undo_call()
            raise

    def _layer(self) -> Layer:
        return Layer(self._values, weakref.ref(self), self._replay)

    def _undo_call(self) -> None:
        if self._call is not None:
            _pop(self._call)
            self._call = None

    def __enter__(self) -> Self:
        layer: Layer | None = None
        try:
            layer = self._layer()
            self._blocks.append(layer)
            self._undo_call()
            _push(layer, block=True)
        except BaseException:  # an interrupt, or a refusal: the block does not begin
            self._undo_call()
            if layer in self._blocks:
                self._blocks.remove(layer)
                _pop(layer)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        with _lock:
            entered = [layer for layer in self._blocks if not layer.left]
            if not entered:
                raise ConfigError(f"this block of {type(self).__name__} is not open; use it in a with statement")
            scope = _scope.get()
            here = [layer for layer in entered if scope is not None and layer in scope.own]
            layer = (here or entered)[-1]  # other threads and tasks may have entered this object as well
            layer.left = True
        try:
            _pop(layer)
        except BaseException:  # an interrupt: the block ends all the same
            _pop(layer)
            raise
        finally:
            self._blocks.remove(layer)

    def __reduce__(self) -> Any:
        raise TypeError("options cannot be pickled; pass a Client to the other process")

    def __repr__(self) -> str:
        return f"options({', '.join(getattr(self, '_names', ()))})"


class Variable(NamedTuple):
    """An option that is set in the environment."""

    option: str
    value: str | Token
    variable: str


def _environment() -> tuple[Variable, ...]:
    """Return the values in the environment.

    Raises
    ------
    ConfigError
        For a variable that is set but empty, and for an unknown one with the prefix of the package.
    """
    ours = [name for name in os.environ if name.startswith(PREFIX) or name == TOKEN_VARIABLE]
    held = {name: os.environ.get(name, "") for name in ours}
    if _started_under_a_service:
        held[SOURCE_VARIABLE] = "service"
    found: list[Variable] = []
    for variable in sorted(held):
        option, text = BY_VARIABLE.get(variable), held[variable].strip()
        if option is None and variable not in (UPSTREAM_VARIABLE, PARENT_VARIABLE):
            names = [*BY_VARIABLE, UPSTREAM_VARIABLE]
            meant = f" Did you mean {TOKEN_VARIABLE!r}?" if "TOKEN" in variable else nearest(variable, names)
            raise ConfigError(f"unknown environment variable {variable}; expected one of {', '.join(names)}.{meant}")
        if not text:
            raise ConfigError(f"{variable} is set but empty; unset it or set a value")
        if variable == PARENT_VARIABLE and text not in PARENT_SOURCES:
            raise ConfigError(f"invalid {variable}: {brief(text)!r} is not {' or '.join(PARENT_SOURCES)}; unset it")
        if option is None:
            continue
        read = PARENT_VARIABLE if variable == SOURCE_VARIABLE and _started_under_a_service else variable
        value = credentials.keep_option(option.name, text) if option.name in credentials.SECRETS else text
        found.append(Variable(option.name, value, read))
    return tuple(found)


def _resolve(layers: Stack, environment: tuple[Variable, ...]) -> Settings:
    found = _settings_of(tuple(layer.values for layer in layers), environment)
    replay = next((layer.replay for layer in reversed(layers) if layer.replay is not None), None)
    return found if replay is None else replace(found, replay=replay)


@lru_cache(maxsize=256)
def _settings_of(layers: tuple[Values, ...], environment: tuple[Variable, ...]) -> Settings:
    values: dict[str, Any] = {name: option.default for name, option in OPTIONS.items()}
    origins = dict.fromkeys(OPTIONS, "default")
    for name, text, variable in environment:
        option = OPTIONS[name]
        values[name] = option.check(variable, text if isinstance(text, Token) else option.read(text))
        origins[name] = f"environment {variable}"
    for layer in layers:
        below = {**values, "source": None} if from_environment(origins["source"]) else values
        for name, value in with_removals(below, dict(layer.given)).items():
            values[name], origins[name] = (default_of(name), "default") if value is None else (value, layer.by)
    values["cache_dir"] = values["cache_dir"] or default_directory()
    return Settings(**values, origins=origins)
