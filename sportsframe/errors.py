"""The exceptions of the package, as one tree.

::

    SportsframeError
    ├── QueryError (ValueError)      invalid arguments; no request was sent
    │   └── NoTable (AttributeError) an attribute of box scores that is not one of their tables
    ├── ConfigError (ValueError)     an invalid setting: URL, token, directory
    ├── ServiceError                 the service returned an error: .status, .url (token removed), .body, .retry_after
    │   ├── Unauthorized             401: the token is missing or wrong
    │   ├── Forbidden                403
    │   │   └── TrialRestricted      403 with the trial code: older than the latest two seasons
    │   ├── BadRequest               400: malformed date or season
    │   └── NotFound                 404: no such path, or unsupported parameters
    ├── Unreachable                  no response, or nothing in the cache while offline
    ├── PayloadError                 the response does not match the schema: .path
    ├── PartialResult                part of a range failed: .frame, .missing, .resume()
    └── FrameError (KeyError)        a frame lacks columns that a method or plot needs

An empty response (304) is not an error: it is an empty table with every column and dtype.
"""

from __future__ import annotations

import difflib
import importlib.util
import os
import re
import sys
import types
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

if TYPE_CHECKING:
    import pandas as pd


class SportsframeError(Exception):
    """Base of every error this package raises on purpose."""

    _hide: ClassVar[Callable[[str], str]] = staticmethod(str)
    """Hides secrets in a message, such as a token passed in a wrong place; handed in by the module that knows them."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*(type(self)._hide(arg) if isinstance(arg, str) else arg for arg in args))

    def __reduce__(self) -> Any:
        # An error must travel between processes even when its constructor takes keywords.
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(kind: type[SportsframeError], args: tuple[Any, ...], state: dict[str, Any]) -> SportsframeError:
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class SportsframeWarning(UserWarning):
    """Something the user should know, said once: a response that may be old, a cache that cannot be used."""


class DriftWarning(UserWarning):
    """A response does not match the schema, or has only rows of another day or season than was asked for.

    What could be read is in the frame; `drift` lists deviations from the schema.
    """


FAULTS = (
    SportsframeError, ArithmeticError, AssertionError, AttributeError, EOFError, ImportError, LookupError, MemoryError,
    RuntimeError, TypeError, ValueError,
)  # fmt: skip
"""What a query or a response may raise, beside the errors of the system, which are handled where files and sockets are.

Other exceptions are the application's, from its signal handlers or its warning filters: TimeoutError, most often.
"""


class QueryError(SportsframeError, ValueError):
    """Invalid arguments; no request was sent."""


class NoTable(QueryError, AttributeError):
    """An attribute of box scores that is not one of their tables."""


class ConfigError(SportsframeError, ValueError):
    """A setting that cannot be used, or a package that is not installed; nothing was sent."""


class ServiceError(SportsframeError):
    """The service answered with an error.

    Attributes
    ----------
    status : int
        HTTP status.
    url : str
        The address that was asked, without the token.
    body : str
        The response's text, without the token, at most 500 characters.
    retry_after : float or None
        Seconds of the Retry-After header, if the service sent one; until then, no request is sent to it.
    of_upstream : bool
        Whether it is what the upstream service of a mirror said to the mirror, such as of the mirror's own token.
    """

    of_upstream = False

    def __init__(
        self, message: str, *, status: int = 0, url: str = "", body: str = "", retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.url = url
        self.body = body
        self.retry_after = retry_after


class Unauthorized(ServiceError):
    """401: the token is missing, wrong or expired."""


class Forbidden(ServiceError):
    """403: the token is good, but not for this."""


class TrialRestricted(Forbidden):
    """403 with the trial code: a trial token reaches the latest two seasons only."""


class BadRequest(ServiceError):
    """400: the service cannot read the date or the season."""


class NotFound(ServiceError):
    """404: no such resource, or parameters the service does not accept."""


class Unreachable(SportsframeError):
    """No response came (or, offline, none is in the cache).

    Attributes
    ----------
    permanent : bool
        Whether the error persists until its cause is fixed, such as an untrusted certificate.
    late : bool
        Whether the deadline ended the wait.
    timed_out : bool
        Whether the service had been asked, and did not respond in time.
    no_connection : bool
        Whether no connection could be made, whatever was to be requested.
    """

    permanent = False
    late = False
    timed_out = False
    no_connection = False


class PayloadError(SportsframeError):
    """A response that is not the envelope, or, under ``validate="strict"``, not what the catalog declares.

    Attributes
    ----------
    path : str
        Where in the JSON document it broke.
    reason : str
        Why it is refused although its schema may be right, such as its size or another day; otherwise empty.
    """

    def __init__(self, message: str, *, path: str = "$", reason: str = "") -> None:
        super().__init__(message)
        self.path, self.reason = path, reason


class PartialResult(SportsframeError):
    """Part of a range could not be fetched; what arrived is kept.

    Attributes
    ----------
    frame : pandas.DataFrame
        The rows that arrived, in order.
    missing : list
        The parts (dates, or seasons) still missing.
    causes : dict
        For each missing part the error that stopped it.
    """

    def __init__(
        self,
        message: str,
        *,
        frame: pd.DataFrame | None = None,
        missing: Iterable[Any] = (),
        causes: dict[Any, BaseException] | None = None,
        resume: Callable[[], pd.DataFrame] | None = None,
    ) -> None:
        super().__init__(message)
        self.frame = frame
        self.missing = list(missing)
        self.causes = dict(causes or {})
        self._resume = resume

    @property
    def can_resume(self) -> bool:
        """Whether another call may get more: not if all that is missing was refused before it was asked for."""
        return not self.causes or not all(isinstance(one, QueryError | ConfigError) for one in self.causes.values())

    def resume(self) -> pd.DataFrame:
        """Ask only for what is missing and return the whole frame."""
        if self._resume is None:
            raise SportsframeError("nothing to resume: this partial result was not made by a range load")
        return self._resume()


class FrameError(SportsframeError, KeyError):
    """A frame lacks columns that a verb, measure or plot reads."""

    def __str__(self) -> str:  # KeyError would show the message in quotes
        return str(self.args[0]) if self.args else ""


def nearest(asked: object, allowed: Iterable[str]) -> str:
    """``" Did you mean 'NHL'?"`` for the closest of `allowed`, or nothing."""
    choices = list(allowed)
    text = str(asked)[:LONGEST_SHOWN]
    by_fold = {choice.casefold(): choice for choice in choices}
    found = difflib.get_close_matches(text.casefold(), list(by_fold), n=1, cutoff=0.6)
    return f" Did you mean {by_fold[found[0]]!r}?" if found else ""


NEAR = 0.76
"""How alike two names must be, of 1, for one to be suggested for the other."""


def nearest_attribute(asked: str, places: Mapping[str, Iterable[str]]) -> str:
    """Suggest what an attribute that does not exist may have meant, from several places.

    Parameters
    ----------
    asked : str
        The name; none is suggested for private ones, which tools look for.
    places : mapping of str to iterable of str
        How a name of each place is written, with ``{}`` for the name, and the names.

    Returns
    -------
    str
        A sentence with the nearest name of up to three places, the most alike first; empty if none is near.

    Examples
    --------
    >>> nearest_attribute("pitchin", {"{!r}": ["pitching", "batting"]})
    " Did you mean 'pitching'?"
    """
    if asked.startswith("_"):
        return ""
    best = {
        place: max(((_alike(asked, name), name) for name in names), default=(0.0, ""))
        for place, names in places.items()
    }
    near = sorted((place for place in best if best[place][0] >= NEAR), key=lambda place: -best[place][0])[:3]
    return f" Did you mean {' or '.join(place.format(best[place][1]) for place in near)}?" if near else ""


def _alike(asked: str, name: str) -> float:
    """How alike two names are, of 1; a beginning of three letters or more is near whatever follows."""
    one, other = asked.casefold(), name.casefold()
    begins = min(len(one), len(other)) >= 3 and (one.startswith(other) or other.startswith(one))
    return max(difflib.SequenceMatcher(None, one, other).ratio(), 0.8 * begins)


def choose(asked: object, allowed: Collection[str], what: str, error: type[SportsframeError] = QueryError) -> str:
    """Return `asked` if it is one of `allowed`, else refuse it in one line that names the choices."""
    if isinstance(asked, str) and asked in allowed:
        return asked
    raise error(f"unknown {what} {quoted(asked)}; expected one of {listed(allowed)}.{nearest(asked, allowed)}")


LONGEST_LIST = 170
"""Characters of the choices that a message lists."""


def listed(choices: Iterable[str]) -> str:
    """Return choices for a message, the first ones if they are many."""
    names = list(choices)
    shown = len(names)
    while shown > 1 and len(", ".join(names[:shown])) > LONGEST_LIST:
        shown -= 1
    if shown == len(names) - 1:  # which would take as much room as to say that there is one more
        shown += 1
    return ", ".join(names[:shown]) + (f" and {len(names) - shown} more" if names[shown:] else "")


def either(choices: Iterable[str]) -> str:
    """Return all choices for a message, of which one is to be taken: ``NFL, NBA or MLB``."""
    *others, last = choices
    return f"{', '.join(others)} or {last}" if others else last


LONGEST_SHOWN = 80
"""Characters of a value that a message shows."""


def quoted(value: object) -> str:
    """Return the `repr` of an argument for a message, on one line and shortened if it is long."""
    shown = repr(value)
    shown = " ".join(shown.split()) if "\n" in shown else shown
    return shown if len(shown) <= LONGEST_SHOWN else f"{shown[:LONGEST_SHOWN]}..."


LONGEST_PATH = 4096
"""Characters of a path; no system takes more."""


def path_of(value: object, what: str, error: type[SportsframeError] = QueryError) -> Path:
    """The absolute path of a file or folder that a user names, with ``~`` expanded.

    Anything else is refused in one line.
    """
    text = os.fspath(value) if isinstance(value, str | os.PathLike) else None
    if not isinstance(text, str) or not text.strip() or "\0" in text:
        raise error(f"{what} must be the path of a file or folder, not {str(value)[:LONGEST_SHOWN]!r}.")
    if len(text) > LONGEST_PATH:
        raise error(f"{what} must be the path of a file or folder, not text of {len(text):,} characters.")
    if address := re.match("[A-Za-z][A-Za-z0-9+.-]+://", text):
        raise error(
            f"{what} must be a path of this machine, not an address ({address[0]}...); "
            "write to a local path and copy the files from there."
        )
    try:
        return Path(text).expanduser().absolute()
    except RuntimeError as unknown:
        raise error(f"{what} begins with ~ and a name, but {str(unknown).rstrip('.').lower()}.") from None


def require(what: str, *packages: str, install: str | None = None) -> None:
    """Refuse to go on where packages are not installed, in one line that says what to install.

    Parameters
    ----------
    what : str
        What needs them, as the message begins: ``"plots"``.
    *packages : str
        The modules to look for; none is imported.
    install : str, optional
        What to install, such as an extra; the missing packages if left out.

    Raises
    ------
    ConfigError
        One of them is missing.
    """
    missing = [name for name in packages if importlib.util.find_spec(name) is None]
    if missing:
        raise ConfigError(f"{what} need {' and '.join(missing)}: pip install {install or ' '.join(missing)}")


def refuse_calls(module: str, instead: str) -> None:
    """Let a module say in one line what to write if it is called: its name is that of what people look for.

    Parameters
    ----------
    module : str
        Its ``__name__``.
    instead : str
        What to write, for the end of a sentence.
    """

    class Called(types.ModuleType):
        def __call__(self, *_: object, **__: object) -> NoReturn:
            raise QueryError(f"{module} is a module; write {instead}.")

    sys.modules[module].__class__ = Called
