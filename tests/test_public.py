"""What users see: the names, and what importing them costs."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pandas as pd
import pytest

import sportsframe as sf

HEAVY = (
    "matplotlib",
    "ipywidgets",
    "pydantic",
    "requests",
    "requests_cache",
    "msgspec",
    "tqdm",
    "starlette",
    "IPython",
)


def run(code: str, *flags: str) -> str:
    done = subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stderr, done.stderr
    return done.stdout.strip()


def test_every_public_name_is_there_once_and_explained() -> None:
    """A star import gives just the public names; each is there, has no underscore and a docstring of its own."""
    given = run("from sportsframe import *; print(*sorted(set(dir()) - {'annotations'} - set(dir(__builtins__))))")
    found = [name for name in given.split() if not name.startswith("__")]

    assert found == sf.__all__
    for name in sf.__all__:
        assert not name.startswith("_")
        assert len(set(sf.__all__)) == len(sf.__all__)
        assert (getattr(sf, name).__doc__ or "").strip(), name


def test_names_for_type_checkers_are_the_names() -> None:
    """The imports that type checkers read name just what the face offers."""
    source = inspect.getsource(sf)
    checked = {
        line.split(" as ")[-1].strip()
        for line in source.split("if TYPE_CHECKING:")[-1].splitlines()
        if "import" in line
    }

    assert checked == set(sf.__all__)


def test_no_module_hides_a_name() -> None:
    """No submodule bears a public function's name: importing it would put the module in the function's place."""
    from pathlib import Path

    stems = {p.stem for p in Path(sf.__file__).parent.iterdir()}

    assert stems & set(sf.__all__) == {"measures", "plots"}


@pytest.mark.parametrize("name", [n for n in sf.__all__ if callable(getattr(sf, n))])
def test_every_public_name_is_documented(name: str) -> None:
    """Every public function and class has a docstring of its own."""
    assert inspect.getdoc(getattr(sf, name))


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    """sf.pitchin names pitching."""
    with pytest.raises(AttributeError, match="Did you mean 'pitching'"):
        _ = sf.pitchin


def test_importing_loads_nothing_heavy() -> None:
    """`import sportsframe` loads pandas and nothing else that is heavy, and prints nothing."""
    code = f"import sys, sportsframe; print([m for m in {HEAVY!r} if m in sys.modules])"

    assert run(code, "-W", "error") == "[]"


def test_importing_changes_nothing() -> None:
    """`import sportsframe` opens no socket, writes no file, adds no log handler and sets no pandas option."""
    code = """
import logging, os, socket, sys, pandas as pd
before = pd.describe_option(_print_desc=False), len(logging.root.handlers)
events = []
sys.addaudithook(lambda event, args: events.append(event) if event in ("socket.connect", "os.mkdir") else None)
import sportsframe
print(before == (pd.describe_option(_print_desc=False), len(logging.root.handlers)), events)
"""
    assert run(code) == "True []"


def test_the_accessor_is_there_after_import() -> None:
    """df.sports exists on every frame, and keeps the frame and nothing else."""
    frame = pd.DataFrame({"a": [1]})

    assert isinstance(frame.sports, type(sf.sports(frame)))
    assert list(vars(sf.sports(frame))) == ["_frame"]


def test_signatures_are_a_contract() -> None:
    """Changing the arguments of a one-liner needs an edit here."""
    assert list(inspect.signature(sf.live).parameters) == [
        "date", "sport", "table", "season", "league", "game_id", "event_id", "player_id", "team_id", "day", "workers",
        "progress", "refresh", "on_error", "validate",
    ]  # fmt: skip
    assert list(inspect.signature(sf.table).parameters) == [
        "resource", "sport", "when", "table", "league", "day", "workers", "progress", "refresh", "on_error", "validate",
        "ids",
    ]  # fmt: skip
    assert list(inspect.signature(sf.read_json).parameters)[:5] == ["data", "sport", "resource", "table", "league"]
