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
from requests_cache import CachedSession

from .._process import ForkSafeLock, after_fork
from ..errors import Unreachable
from . import address, cache, credentials, option_values, transport
from .answer import Result
from .cache import AnswerCache
from .hold import Hold
from .hosts import Host, host_of
from .query import Query
from .settings import Settings, Source

HEADERS = {"Accept": "application/json", "Accept-Encoding": "gzip, deflate", "User-Agent": "sportsframe"}
MOST_CONNECTIONS = 8
"""Connections held open for sources that nobody uses; the others close when their last user is done."""


class Connection:
    """The connection to one source, for any number of threads.

    Nobody closes it: when its last user lets go of it, its sockets and files close by themselves.
    """

    def __init__(self, source: Source, store: AnswerCache, clock: Callable[[], datetime], host: Host | None) -> None:
        self.source = source
        self.cache = store
        self.in_flight: dict[str, Future[Result]] = {}
        self.lock = ForkSafeLock()
        self.proven = False
        """Whether the service answered the last question: one that did not is asked one at a time."""
        self._hold: Hold | None = None
        self.session = CachedSession(
            backend=self.cache,
            allowable_codes=(200,),
            allowable_methods=("GET",),
            key_fn=partial(_request_key, source.address),
        )
        self.session.adapters.clear()
        inner = host.make(clock) if host else transport.Sockets(pool_maxsize=option_values.MOST_WORKERS, max_retries=0)
        adapter: BaseAdapter = transport.TokenAdapter(inner, source.address, source.token, clock)
        self.session.mount(source.address + "/", adapter)
        self._direct = host is not None or address.is_loopback(urlsplit(source.address).hostname or "")
        credentials.guard_logs()

    def leave_alone(self, hold: Hold) -> None:
        """Ask nothing before `hold` is over, here and wherever the cache is used."""
        self._hold = hold
        self.cache.leave_alone(self.source.address, hold)

    def held(self, now: datetime) -> tuple[int, float]:
        """The status with which the service asked to be left alone, and for how many seconds still (0: it may be)."""
        noted = [hold for hold in (self._hold, self.cache.left_alone(self.source.address)) if hold is not None]
        longest = max(noted, key=lambda hold: hold.left(now), default=None)
        return (longest.status, longest.left(now)) if longest else (0, 0.0)

    def send(self, query: Query, setting: Settings, seconds: float) -> Response | Unreachable:
        """One attempt. What goes wrong is returned, never raised: it carries no other exception with it."""
        request = Request("GET", f"{self.source.address}{query}", headers=HEADERS).prepare()
        how: dict[str, Any] = dict(self.session.merge_environment_settings(request.url, {}, False, None, None))
        how.pop("stream")
        if self._direct:  # a proxy would see a token that is in the clear
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


def key_of(asked: str) -> str:
    """The cache key of a path with its parameters."""
    return blake2b(asked.encode(), digest_size=16).hexdigest()


_connections: WeakValueDictionary[tuple[Any, ...], Connection] = WeakValueDictionary()
"""Those that somebody uses: a question under way, a client, or `_recent`."""

_recent: OrderedDict[tuple[Any, ...], Connection] = OrderedDict()
_lock = ForkSafeLock()


def connection_for(setting: Settings) -> Connection:
    """The connection to the service that `setting` asks."""
    source = setting.service()
    host = host_of(source.address)
    store = cache.cache_for(setting)
    key = (source, store, setting.now, host)
    with _lock:
        found = _connections.get(key)
        if found is None:
            found = _connections[key] = Connection(source, store, setting.now, host)
        _recent[key] = found
        _recent.move_to_end(key)
        if len(_recent) > MOST_CONNECTIONS:
            _recent.popitem(last=False)
    if setting.own_journal is not None:
        setting.own_journal.connection = found
    return found


@after_fork
def _renew() -> object:
    """A child must not use the sockets of its parent, nor wait for threads that are not there."""
    global _connections, _recent
    old = list(_connections.values())
    _connections, _recent = WeakValueDictionary(), OrderedDict()
    return old
