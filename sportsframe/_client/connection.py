"""The connection to one service: its session and cache, and the queries in flight."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakValueDictionary

from requests import PreparedRequest, Request, Response
from requests.adapters import BaseAdapter

from .._process import ForkSafeLock, after_fork
from ..errors import Unreachable
from . import address, cache, credentials, option_values, transport
from .answer import Result
from .cache import AnswerCache
from .hold import TOO_MANY_REQUESTS, Hold, longest, names_of
from .hosts import Host, host_of
from .library import CachedSession
from .query import Query
from .settings import Settings, Source

HEADERS = {"Accept": "application/json", "Accept-Encoding": "gzip, deflate", "User-Agent": "sportsframe"}
MOST_CONNECTIONS = 8
"""Unused connections that are kept open; others close with their last user."""

Waiting = tuple[str, float, tuple[float, float], bool]
"""A cache key, and the deadline and timeouts of those who wait for it, and whether they wait out a Retry-After."""


class Connection:
    """The connection to one source, for any number of threads.

    There is no close method: its sockets and files close when it is garbage-collected.
    """

    def __init__(self, source: Source, store: AnswerCache, clock: Callable[[], datetime], host: Host | None) -> None:
        self.source = source
        self.cache = store
        self.in_flight: dict[Waiting, Future[Result]] = {}
        self.lock = ForkSafeLock()
        self.proven = False
        """Whether the latest request succeeded; until one has, a batch sends one request before the others."""
        self._hold: Hold | None = None
        """The latest hold that the cache could not share; another is lifted by whoever removes it from the cache."""
        self._names_of_holds = names_of(source.address, source.token.digest)
        self.session = CachedSession(
            backend=self.cache,
            allowable_codes=(200,),
            allowable_methods=("GET",),
            key_fn=partial(_request_key, source.address),
        )
        self.session.adapters.clear()
        inner = (
            host.adapter(clock) if host else transport.Sockets(pool_maxsize=option_values.MOST_WORKERS, max_retries=0)
        )
        adapter: BaseAdapter = transport.TokenAdapter(inner, source.address, source.token, clock)
        self.session.mount(source.address + "/", adapter)
        self._direct = host is not None or address.is_loopback(urlsplit(source.address).hostname or "")
        credentials.guard_logs()

    def set_hold(self, hold: Hold) -> None:
        """Send no requests until `hold` is over, here and in every process that uses the cache."""
        shared = self.cache.write_hold(self._names_of_holds[hold.status == TOO_MANY_REQUESTS], hold)
        self._hold = None if shared else hold

    def lift_holds(self) -> None:
        """Let the next request be sent, here and in every process that uses the cache."""
        self._hold = None
        for name in self._names_of_holds:
            self.cache.lift_hold(name)

    def on_hold(self, now: datetime) -> tuple[int, float]:
        """The status of the hold in force, and the seconds left (0 if there is none)."""
        found = longest([self._hold, *map(self.cache.read_hold, self._names_of_holds)], now)
        return (found.status, found.left(now)) if found else (0, 0.0)

    def send(self, query: Query, setting: Settings, seconds: float) -> Response | Unreachable:
        """Make one attempt. An error is returned, not raised, so that no other exception is attached to it."""
        request = Request("GET", f"{self.source.address}{query}", headers=HEADERS).prepare()
        # a proxy would see the unencrypted token; for no URL none is looked for
        asked = "" if self._direct else request.url
        how: dict[str, Any] = dict(self.session.merge_environment_settings(asked, {}, False, None, None))
        how.pop("stream")
        if self._direct:
            how["proxies"] = {}
        connect, read = setting.timeouts
        undo = transport.time_left.set(seconds)
        try:
            response: Response = self.session.send(
                request, force_refresh=True, timeout=(min(connect, seconds), min(read, seconds)),
                allow_redirects=False, **how,
            )  # fmt: skip
        except Unreachable as error:
            error.__traceback__ = None
            return error
        finally:
            transport.time_left.reset(undo)
        return response


def _request_key(address: str, request: PreparedRequest | Request, **_: Any) -> str:
    return key_of(str(request.url)[len(address) :])


def key_of(target: str) -> str:
    """The cache key of a path with its parameters."""
    return blake2b(target.encode(), digest_size=16).hexdigest()


_connections: WeakValueDictionary[tuple[Any, ...], Connection] = WeakValueDictionary()
"""Connections in use: by a request in flight, a client, or `_recent`."""

_recent: OrderedDict[tuple[Any, ...], Connection] = OrderedDict()
_lock = ForkSafeLock()


def connection_for(setting: Settings) -> Connection:
    """The connection to the service that `setting` names."""
    source = setting.service()
    host = host_of(source.address)
    key = (source, setting.now, host, setting.cache_dir, setting.redis, setting.cache_size)
    with _lock:
        found = _connections.get(key)
        if found is None:
            found = _connections[key] = Connection(source, cache.cache_for(setting), setting.now, host)
        _recent[key] = found
        _recent.move_to_end(key)
        if len(_recent) > MOST_CONNECTIONS:
            _recent.popitem(last=False)
    if setting.own_history is not None:
        setting.own_history.connection = found
    return found


@after_fork
def _renew() -> object:
    """A child process must not use the sockets of its parent, nor wait for threads that it does not have."""
    global _connections, _recent
    old = list(_connections.values())
    _connections, _recent = WeakValueDictionary(), OrderedDict()
    return old
