"""The state of a mirror's upstream service: whether it responds, why not, and until when no requests are sent."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from math import ceil, nan
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from .._client.fetch import is_page
from ..catalog.resources import OF_ONE_PATH, REFUSED_BY
from ..errors import (
    BadRequest,
    Forbidden,
    NotFound,
    PayloadError,
    ServiceError,
    SportsframeError,
    TrialRestricted,
    Unauthorized,
    Unreachable,
)
from ..service.respond import NOT_FOUND, TRIAL_CODE, Reply, reply

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

RETRY_AFTER = 10
"""Seconds for which no request is sent to an upstream that failed to respond, and after which the client is asked again
whether a time that upstream itself has said is over."""

PROBED_AFTER = 1
"""Seconds after which upstream is asked again that failed on several paths, each of which may fail by itself."""

REMEMBERED = 600
"""Seconds for which the failure of one path counts, so that rare failures without requests between are no outage."""

NO_ANSWER = reply(502, "The upstream service sent no complete response, and the cache has no response to use instead.")
TOO_LATE = reply(504, "The upstream service did not respond in time, and the cache has no response to use instead.")
TOO_LATE_FOR_NOW: Reply = (TOO_LATE[0], {**TOO_LATE[1], "Retry-After": str(RETRY_AFTER)}, TOO_LATE[2])
"""What a user gets while the request that was sent for it is still under way."""

NO_ENVELOPE = reply(502, "The upstream service sent a body that is not the service's, such as a web page.")

UNUSABLE = "The upstream service sent a response that cannot be used: {}."
"""What users get for a response that was refused for a reason, which is in words of our own."""

REFUSALS: dict[type[ServiceError], Reply] = {
    TrialRestricted: reply(
        403,
        {
            "code": TRIAL_CODE,
            "message": "The account of this server at the upstream service is a trial, which covers the latest two "
            "seasons only; tell its operator.",
        },
    ),
    Unauthorized: reply(401, "The upstream service rejected the token of this server, not yours; tell its operator."),
    Forbidden: reply(403, "The upstream service does not allow this request for the account of this server."),
    BadRequest: reply(400, "The upstream service rejected the date or season."),
    NotFound: NOT_FOUND,
}
"""Replacements for upstream error bodies, which may contain the token."""

NOT_ASKED = reply(
    503, "The upstream service failed with status 500 on other paths, so that this one was not requested."
)
TOO_MANY = reply(429, "The upstream service accepts no more requests of this server for now.")
FAILED = "The upstream service failed with status {status}."
REFUSED = "The upstream service refused the request with status {status}."

State = Literal["unknown", "up", "limited", "refused", "down"]
"""``unknown`` before the first request, ``limited`` after a 429, ``refused`` after a 401 for the mirror's own token."""

MOST_BROKEN = 1000
"""Paths that are remembered because upstream failed on them."""

GROWN = 2
"""Times by which a pause must be longer than the one that was logged last, to be logged too."""

log = logging.getLogger("sportsframe.service")


class Failure(NamedTuple):
    """A response that cannot be used: what it says of upstream, and what users get for it.

    Attributes
    ----------
    state : str
        State of upstream; ``up`` if it responded and only refused the request.
    cause : str
        What happened, without the token.
    reply : tuple of (int, dict of str to str, bytes)
        The response if the cache has none to use instead.
    pause : float
        Seconds for which upstream is not asked.
    of_all : bool
        Whether any other request would have failed, too.
    """

    state: State
    cause: str
    reply: Reply
    pause: float = 0.0
    of_all: bool = False

    @property
    def of_path(self) -> bool:
        """Whether it may be that of one path alone, unlike a refusal of all requests or a gateway without a service."""
        status, headers, _ = self.reply
        said = "Retry-After" in headers or status == 503 or (status in (502, 504) and REFUSED_BY in headers)
        return self.state == "down" and not (said or self.of_all)

    @property
    def bridged(self) -> bool:
        """Whether an expired response may be used instead: for a missing answer, never for a refusal."""
        return self.state in ("limited", "down")


def failure_of(error: SportsframeError) -> Failure:
    """Return what an error of the client says of upstream."""
    cause = " ".join(str(error).split())
    if isinstance(error, ServiceError):
        given = passed_on(error)
        pause = RETRY_AFTER if error.retry_after is None else error.retry_after
        if error.status == 429:
            return Failure("limited", cause, given, pause)
        if 500 <= error.status < 600:
            return Failure("down", cause, given, pause)
        if error.status < 500 and is_page(error.body):
            return Failure("down", cause, NO_ENVELOPE)  # a page of what stands before the service
        if isinstance(error, Unauthorized):
            return Failure("refused", cause, given)
        return Failure("up" if 400 <= error.status < 500 else "down", cause, given)
    if isinstance(error, PayloadError):
        return Failure("down", cause, reply(502, UNUSABLE.format(error.reason)) if error.reason else NO_ENVELOPE)
    late = isinstance(error, Unreachable) and error.timed_out
    of_all = isinstance(error, Unreachable) and error.no_connection
    return Failure("down", cause, TOO_LATE if late else NO_ANSWER, RETRY_AFTER, of_all)


def passed_on(error: ServiceError) -> Reply:
    """Return the response for an upstream error, in our own words; a status that HTTP does not have becomes a 502."""
    if 300 <= error.status < 400:
        return reply(502, "The upstream service returned a redirect, which is not followed.")
    if 200 <= error.status < 300:
        return reply(502, f"The upstream service returned status {error.status}, which the service does not have.")
    if not 400 <= error.status < 600:
        return reply(502, "The upstream service returned a status that HTTP does not have.")
    known = next((body for kind, body in REFUSALS.items() if isinstance(error, kind)), None)
    words = FAILED if error.status >= 500 else REFUSED
    other = TOO_MANY if error.status == 429 else reply(error.status, words.format(status=error.status))
    _, headers, body = known or other
    if error.retry_after is not None:
        headers = {**headers, "Retry-After": _seconds(error.retry_after)}
    return error.status, {**headers, "X-Content-Type-Options": "nosniff", REFUSED_BY: "upstream"}, body


def _seconds(pause: float) -> str:
    return str(ceil(min(pause, 1e9)))


class Upstream:
    """The state of an upstream service, which only its responses change; each change, and each other cause, is logged.

    Parameters
    ----------
    elapsed : callable
        Returns the time in seconds.
    registry : CollectorRegistry
        Registry of the metrics.

    Attributes
    ----------
    answers : int
        Number of responses as they should be.
    """

    def __init__(self, elapsed: Callable[[], float], registry: CollectorRegistry) -> None:
        from prometheus_client import Counter, Gauge

        self.state: State = "unknown"
        self._elapsed = elapsed
        self._since = elapsed()
        self._failure: Failure | None = None
        self._broken: OrderedDict[str, tuple[Failure, float, int]] = OrderedDict()
        self.answers = 0
        self._kind: object = None
        self._until = self._next = self._logged = 0.0
        self._patience: float = RETRY_AFTER
        self._lock = threading.RLock()
        self._up: Any = Gauge(
            "sportsframe_mirror_upstream_up",
            "Whether upstream responds as it should, but for one path that fails alone; NaN before the first",
            registry=registry,
        )
        self._up.set(nan)
        self._outages: Any = Counter(
            "sportsframe_mirror_outages", "Times upstream stopped to respond as it should", registry=registry
        )

    def answered(self, path: str = "") -> None:
        """Note that upstream responded as it should, to a request for `path`."""
        with self._lock:
            self._failure = None
            self._broken.pop(path, None)
            self.answers += 1
            self._became("up", "")

    def failed(self, error: SportsframeError, path: str, before: int) -> Failure:
        """Note that a request for `path`, sent after so many `answers`, failed, and return how.

        A path for which upstream takes too long, or fails, is left alone by itself if upstream has responded to another
        one meanwhile, or while it is the first since then, or for a long time. Where several fail, one after another
        however slowly, one request a second finds out about the others.
        """
        failure = failure_of(error)
        if failure.state == "up":
            self.answered(path)
            return failure
        if failure.of_path and self._is_alone(path, failure, before):
            log.warning("upstream fails on one path: %s", failure.cause)
            return self._alone(failure._replace(pause=0.0), RETRY_AFTER)
        kind = type(error), getattr(error, "status", None)
        with self._lock:
            grown = failure.pause > GROWN * max(self._logged, RETRY_AFTER)
            if failure.state == self.state and (kind != self._kind or grown):
                log.warning("upstream %s: %s", failure.state, failure.cause)
            if failure.state != self.state or kind != self._kind or grown:
                self._logged = failure.pause
            now = self._elapsed()
            pause = PROBED_AFTER if failure.of_path else failure.pause
            self._failure = failure._replace(reply=NOT_ASKED) if failure.reply[0] == 500 else failure
            self._kind, self._until, self._next = kind, now + pause, now + min(pause, RETRY_AFTER)
            self._patience = PROBED_AFTER if failure.of_path else RETRY_AFTER
            self._became(failure.state, failure.cause)
        return self._timed(failure, failure.pause)

    def _is_alone(self, path: str, failure: Failure, before: int) -> bool:
        """Note that upstream failed on a path, and return whether that says nothing of others, as upstream is up."""
        with self._lock:
            now = self._elapsed()
            others = any(
                at == self.answers and now < until + REMEMBERED
                for one, (_, until, at) in self._broken.items()
                if one != path
            )
            self._broken[path] = failure, now + RETRY_AFTER, self.answers
            self._broken.move_to_end(path)
            if len(self._broken) > MOST_BROKEN:
                self._broken.popitem(last=False)
            return self.state == "up" and (self.answers > before or not others)

    def closed(self, path: str = "") -> Failure | None:
        """Return the failure because of which upstream is not asked for `path` now; None if it may be asked."""
        with self._lock:
            now = self._elapsed()
            if path in self._broken and now < self._broken[path][1]:
                failure, until, _ = self._broken[path]
                return self._alone(failure, until - now)
            if self._failure is None or now >= self._next:
                return None
            return self._timed(self._failure, max(self._until, self._next) - now)

    def left(self) -> float:
        """Return the seconds for which no request is sent, because of a pause of ours or a time that upstream said."""
        with self._lock:
            if self._failure is None or not self._failure.pause:
                return 0.0
            return max(0.0, max(self._until, self._next) - self._elapsed())

    def held(self, path: str = "") -> Failure | None:
        """As `closed`, for a request that is about to be sent: the others wait then for what it finds out.

        After the pause of a failure one request finds out whether upstream responds again, and a pause begins anew for
        the others: a short one where paths have failed, as this may be another one on which upstream hangs. Of a longer
        time that upstream has said the client reminds it, unless it was lifted meanwhile.
        """
        with self._lock:
            failure = self.closed(path)
            if failure is None and self._failure is not None and self._failure.pause:
                self._next = self._elapsed() + self._patience
            return failure

    def ask(self) -> None:
        """Let the next request find out whether upstream responds."""
        with self._lock:
            self._broken.clear()
            if self.closed() is not None:
                log.info("the next request is sent upstream, which is %s", self.state)
            self._next = self._until = 0.0

    def _alone(self, failure: Failure, left: float) -> Failure:
        """Return the failure of one path, whose response says so, and when to ask again."""
        failure = self._timed(failure, left)
        status, headers, body = failure.reply
        return failure._replace(reply=(status, {**headers, REFUSED_BY: OF_ONE_PATH}, body))

    def _timed(self, failure: Failure, left: float) -> Failure:
        """Return a failure whose response says when to ask again."""
        if not failure.bridged:
            return failure
        status, headers, body = failure.reply
        return failure._replace(reply=(status, {**headers, "Retry-After": _seconds(left or RETRY_AFTER)}, body))

    def _became(self, state: State, cause: str) -> None:
        before, self.state = self.state, state
        if state == before:
            return
        now = self._elapsed()
        lasted, self._since = now - self._since, now
        self._up.set(state == "up")
        if state == "up":
            log.info("upstream up%s", "" if before == "unknown" else f", after {lasted:.0f} s {before}")
            return
        self._outages.inc(state != "refused" and before not in ("limited", "down"))
        log.warning("upstream %s: %s", state, cause)
