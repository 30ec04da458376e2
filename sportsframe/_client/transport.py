"""The transport adapter below the cache: puts the token on what goes out and takes it off all that comes back.

Nothing above this file sees a token. What comes up is built anew from the status, a few headers and the body, so that
an address, a header, a cookie or a redirect that repeats the token ends here. So does every exception from below:
it is told in one clean line and raised outside the handler, without cause and context.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from requests.exceptions import ConnectTimeout, ReadTimeout, RequestException, SSLError
from requests.structures import CaseInsensitiveDict
from urllib3 import HTTPHeaderDict, HTTPResponse

from ..catalog.resources import TOKEN_PARAM
from ..errors import Unreachable
from . import credentials, freshness, settings
from .clock import aware
from .credentials import Token
from .query import Query

LIFETIME = "X-Sportsframe-Lifetime"
FAULT = "X-Sportsframe-Fault"
EMPTY = "X-Sportsframe-Empty"
FETCHED_AT = "X-Sportsframe-Fetched-At"
CHECK = "X-Sportsframe-Check"

KEPT = ("Content-Type", "Date", "Location", "Retry-After")

Failure = str | type[BaseException]


_FREE = nullcontext()
request_slots: ContextVar[AbstractContextManager[object]] = ContextVar("sportsframe_request_slots", default=_FREE)
"""Entered while a request is on the wire: what bounds the requests under way, apart from the threads that prepare
them and store what they bring."""


class TokenAdapter(BaseAdapter):
    """Sends requests below one base address through `inner`.

    Parameters
    ----------
    inner : requests.adapters.BaseAdapter
        What really sends: sockets, or the service inside the process.
    base_url : str
        The only address the token goes to.
    token : Token
        Stands for the token.
    clock : callable
        Rerequest_slots the time.
    """

    def __init__(self, inner: BaseAdapter, base_url: str, token: Token, clock: Callable[[], datetime]) -> None:
        super().__init__()
        self.inner = inner
        self.clock = clock
        self.base_url = base_url
        self.token = token

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Mapping[str, str] | None = None,
    ) -> Response:
        """Send `request` with the token and return a clean answer; NotModified becomes one without a body.

        Raises
        ------
        Unreachable
            For whatever went wrong below, in one line without address and token.
        """
        got = self._exchange(request, {"timeout": timeout, "verify": verify, "cert": cert, "proxies": proxies})
        if isinstance(got, str):
            raise Unreachable(got)
        if isinstance(got, type):
            raise got  # an interrupt, anew: the frames of the first one hold the whole address
        status, headers, body = got
        path = str(request.url)[len(self.base_url) :].partition("?")[0]
        return rebuilt(request, path, status, headers, body, aware(self.clock()))

    def _exchange(self, request: PreparedRequest, how: dict[str, Any]) -> tuple[int, dict[str, str], bytes] | Failure:
        if not str(request.url).startswith(self.base_url + "/"):
            return "only addresses below the base address are asked"
        try:
            wire = request.copy()
            wire.prepare_url(str(request.url), {TOKEN_PARAM: credentials.reveal(self.token)})
            with request_slots.get():
                answer = self.inner.send(wire, stream=False, **how)
                body = answer.content
            headers = {name: credentials.redact(answer.headers[name]) for name in KEPT if name in answer.headers}
            return answer.status_code, headers, credentials.redact_body(body)
        except RequestException as error:
            return _told(error, how["timeout"])
        except Exception as error:
            if self.token == settings.BUILT_IN_TOKEN:
                raise  # a fault of the service in this process, and nothing to hide
            return f"{type(error).__name__}: {_line(error)}"
        except BaseException as error:
            return type(error)

    def close(self) -> None:
        self.inner.close()


def rebuilt(
    request: PreparedRequest, path: str, status: int, headers: Mapping[str, str], body: bytes, now: datetime
) -> Response:
    """An answer made of nothing but these parts, marked with how long it may be used.

    The service says 304 for "nothing to return", to requests without validators, which are all we send: above here
    that is a 200 without a body, so that no cache takes it for "unchanged".
    """
    marks = {FETCHED_AT: now.isoformat()}
    if status == 304:
        status, body, marks[EMPTY] = 200, b"", "304"
    elif status == 200 and not body:
        marks[FAULT] = "$"
    if status == 200:
        verdict = freshness.judge(Query.of_path(path), body, now)
        marks[LIFETIME], marks[CHECK] = repr(verdict.lifetime), f"{zlib.crc32(body):08x}"
        if verdict.fault:
            marks[FAULT] = verdict.fault
    response = Response()
    response.status_code = status
    response.headers = CaseInsensitiveDict({**headers, **marks})
    response.url = str(request.url)
    response.request = request
    response.encoding = "utf-8"
    response.raw = HTTPResponse(
        body=io.BytesIO(body), headers=HTTPHeaderDict(response.headers), status=status, preload_content=False,
        request_url=response.url,
    )  # fmt: skip
    response._content = body
    response._content_consumed = True  # type: ignore[attr-defined]
    return response


def _told(error: RequestException, timeout: Any) -> str:
    """What went wrong, for people."""
    if isinstance(error, ConnectTimeout):
        return f"no connection within {timeout[0]:g} s"
    if isinstance(error, ReadTimeout):
        return f"no answer within {timeout[1]:g} s"
    what = "the secure connection failed" if isinstance(error, SSLError) else "the connection failed"
    return f"{what} ({_line(error)})"


def _line(error: BaseException) -> str:
    """The innermost reason of an error as one short clean line."""
    reason: Any = error
    while True:
        inner = getattr(reason, "reason", None)
        if not isinstance(inner, BaseException):
            inner = next((part for part in getattr(reason, "args", ()) if isinstance(part, BaseException)), None)
        if inner is None:
            break
        reason = inner
    text = " ".join(credentials.redact(str(reason)).split())
    return (text.rpartition(": ")[2] or type(reason).__name__)[:120]


def retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that a Retry-After header asks for, in either form; None if it cannot be read or lies in the past.

    A date is counted from the server's own Date, so that a wrong clock here does no harm.
    """
    text = headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdigit():
        return float(min(int(text[:12]), 10**9))
    try:
        at = parsedate_to_datetime(text)
        since = parsedate_to_datetime(headers["Date"]) if headers.get("Date") else now
        wait = (at - since).total_seconds()
    except (ValueError, TypeError, OverflowError):
        return None
    return wait if wait > 0 else None
