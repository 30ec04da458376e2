"""The command line."""

import os
import signal
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command as the whole of a process; an interrupt ends the process as one that does not handle signals.

    A shell then knows that its command was interrupted, and ends the loop or script that ran it.
    """
    try:
        from .run import main as run

        return run(argv)
    except KeyboardInterrupt:
        if os.name == "posix":
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.raise_signal(signal.SIGINT)
        return 128 + signal.SIGINT
