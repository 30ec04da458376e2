"""Run a command: from its arguments to its exit code, with every error on one line."""

from __future__ import annotations

import argparse
import contextlib
import functools
import io
import os
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from typing import Any

from ..catalog import RESOURCES
from ..errors import (
    ConfigError,
    FrameError,
    PartialResult,
    QueryError,
    ServiceError,
    SportsframeError,
    nearest_attribute,
    quoted,
)
from . import output, words
from .commands import BAD_INPUT, build
from .completion import commands_of
from .data import stopped
from .flags import FLAGS

FAILURE = 1


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command.

    Parameters
    ----------
    argv : sequence of str, optional
        Arguments, by default those of the process.

    Returns
    -------
    int
        0; 2 for invalid input or settings; 1 for a service failure, or a problem that ``doctor`` finds; 3 where
        ``box`` or ``plot`` has no games.

    Raises
    ------
    KeyboardInterrupt
        It was interrupted, and has said so.
    """
    for name, mode in (("stdout", "r"), ("stderr", "w")):  # what was closed by who ran the command; a write fails
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    if isinstance(sys.stdout, io.TextIOWrapper) and isinstance(sys.stdout.buffer, io.RawIOBase):
        # Without a buffer, as PYTHONUNBUFFERED has it, what a full disk does not take is dropped without an error.
        sys.stdout = open(sys.stdout.fileno(), "w", buffering=1, encoding=sys.stdout.encoding, closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # no character of a name ends a command
    with warnings.catch_warnings():
        warnings.showwarning = _print_warning  # type: ignore[assignment]
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    try:
        for text in sys.argv[1:] if argv is None else argv:
            if any("\ud800" <= letter <= "\udfff" for letter in text):
                raise QueryError(f"the argument {quoted(text)} is not text in the encoding of the terminal.")
        args = _parsed(sys.argv[1:] if argv is None else list(argv))
        if "where" in args:
            output.check(args)
        with output.writing_errors(None):
            code = int(args.run(args))
            sys.stdout.flush()
        return code
    except PartialResult as error:
        told = re.split(r"; (?:the rows received are in )?\.frame", str(error))[0]
        _print_error(
            f"{told}; what arrived is cached, so run the command again for the rest."
            if error.can_resume
            else f"{told}.",
            error,
        )
        if stopped(error):
            _closed(FAILURE)
            raise KeyboardInterrupt from None
        return FAILURE
    except (QueryError, ConfigError, FrameError) as error:
        _print_error(str(error), error)
        return _closed(BAD_INPUT)
    except SportsframeError as error:
        _print_error(str(error), error)
        return FAILURE
    except KeyboardInterrupt:
        _print_error("stopped")
        _closed(FAILURE)
        raise
    except BrokenPipeError:
        sys.stderr.close()
        return _closed(0)


def _parsed(argv: list[str]) -> argparse.Namespace:
    """Parse arguments whose words and options may stand before the command, and words between options and behind."""
    if argv and (argv[0].startswith("--") or words.sorted_out(argv[:1], None).sports):
        place = next((number for number, word in enumerate(argv) if word in _commands().values()), 0)
        if place == 0 and argv[0].partition("=")[0] not in build()._option_string_actions and argv[0].startswith("--"):
            build().error(f"{quoted(argv[0])} is not an option")
        argv = [argv[place], *argv[:place], *argv[place + 1 :]]
    while "--sort" in argv[:-1]:  # a column from the top begins with a dash, as options do
        place = argv.index("--sort")
        argv = [*argv[:place], f"--sort={argv[place + 1]}", *argv[place + 2 :]]
    parser = build()
    args, more = parser.parse_known_args(argv)
    if more and "words" in args and not any(word.startswith("-") for word in more):
        args.words += more
    elif more:
        command = dict(commands_of(parser))[args.command]
        unknown = next((word for word in more if word.startswith("-")), more[0]).partition("=")[0].strip("-")
        flags = [flag.removeprefix("--") for flag in command._option_string_actions]
        near = nearest_attribute(unknown, {"--{}": flags})
        of_rows = dict(commands_of(parser))["live"]._option_string_actions
        elsewhere = f"; sportsframe live has --{unknown}" * (args.command == "box" and f"--{unknown}" in of_rows)
        command.error(f"unrecognized arguments: {' '.join(more)}{'.' if near else elsewhere}{near}")
    return args


def _closed(code: int) -> int:
    """Return `code`, dropping what a closed standard output can no longer take, of which Python would complain."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


@functools.cache
def _commands() -> dict[str, str]:
    """Return the functions of the package that are commands, with the name of the command."""
    names = {name.replace("-", "_"): name for name, _ in commands_of(build())}
    return names | {one.loader: one.loader.replace("_", "-") for one in RESOURCES.values() if one.loader}


def _print_error(message: str, error: BaseException | None = None) -> None:
    """Print an error as one line without control characters; what a service has said stays as it is."""
    from .._client import credentials

    verbatim = set(_of_services(error))
    said = words.in_shell_words(message, (*FLAGS, "every", "now", "to"), _commands(), verbatim)
    with contextlib.suppress(OSError, ValueError):  # the exit code tells it, too
        print(f"sportsframe: {credentials.shown(said, 2000)}", file=sys.stderr)


def _of_services(error: BaseException | None) -> Iterator[str]:
    """The messages of services that an error is, or is made of."""
    if isinstance(error, ServiceError):
        yield str(error).rstrip(".")
    if isinstance(error, PartialResult):
        for cause in error.causes.values():
            yield from _of_services(cause)


def _print_warning(message: Warning | str, *_: Any) -> None:
    """Print a warning as one line, without the place in the package that it came from."""
    _print_error(f"warning: {message}")
