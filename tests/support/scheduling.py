"""Which process of pytest-xdist runs which files."""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling

TOGETHER = {
    "seasons": ("tests/servers/mcp/", "tests/cli/test_verbs", "tests/cli/test_words", "tests/test_season_stats"),
    "measures": ("tests/measures/", "tests/test_analyses", "tests/test_box_scores"),
    "calls": ("tests/test_",),
    "waits": ("tests/browser/", "tests/client/"),
    "plots": ("tests/plots/",),
    "widgets": ("tests/widgets/",),
}
"""Files that one process runs: they ask for the same seasons, which each process plays for itself, or wait for others.

A file belongs to the first of them that has a beginning of its path.
"""


def scope(file: str) -> str:
    """What `file` is run with in one process: by default, nothing else."""
    return next((name for name, begins in TOGETHER.items() if file.startswith(begins)), file)


class BySeason(LoadFileScheduling):  # type: ignore[misc]
    """Gives each process whole files, and those that ask for the same seasons to one of them."""

    def _split_scope(self, nodeid: str) -> str:
        return scope(nodeid.partition("::")[0])
