"""The promises of the versions: one world gives the same answers for ever, one catalog the same columns."""

from __future__ import annotations

import copy
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sportsframe
from sportsframe.simulation import World

from .support import pins

Pins = dict[str, dict[str, Any]]

PINNED: Pins = json.loads(pins.FILE.read_text())


@pytest.fixture(scope="module")
def here() -> Pins:
    """The pins of this code."""
    return pins.found()


def test_no_version_has_a_second_meaning(here: Pins) -> None:
    """Answers of all sports and the data dictionary are those their versions have been given, on every Python."""
    assert pins.problems(PINNED, here) == []
    assert set(PINNED["world"]["digests"]) == set(sportsframe.catalog.SPORTS)


@pytest.mark.parametrize(("what", "name", "constant"), [
    ("world", "NHL", "WORLD_VERSION"), ("catalog", "columns", "VERSION"),
])  # fmt: skip
def test_a_change_without_its_version_is_named(
    here: Pins,
    what: str,
    name: str,
    constant: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Where a digest differs one line says which constant to raise and what to run; no pin is written before."""
    old = copy.deepcopy(PINNED)
    old[what]["digests"][name] = "something else"
    (line,) = pins.problems(old, here)
    assert f"for {name}: raise {constant} in sportsframe/catalog/" in line
    assert line.endswith("run python -m tests.support.pins")
    file = tmp_path / "pins.json"
    file.write_text(json.dumps(old))

    assert pins.main([], file, here) == 1
    assert line in capsys.readouterr().err
    assert json.loads(file.read_text()) == old

    assert pins.main(["--unreleased"], file, here) == 0
    assert json.loads(file.read_text()) == here


def test_a_raised_version_asks_for_new_pins(here: Pins, tmp_path: Path) -> None:
    """Pins of another version fail until the command has written those of this one, which it does at once."""
    old = copy.deepcopy(PINNED)
    old["world"]["version"] = "0"
    old["world"]["digests"]["MLB"] = "something else"
    assert pins.problems(old, here) == [
        f"the pins of the world are of version 0, not {PINNED['world']['version']}: run python -m tests.support.pins"
    ]
    file = tmp_path / "pins.json"
    file.write_text(json.dumps(old))

    assert pins.main([], file, here) == 0
    assert json.loads(file.read_text()) == here


def test_another_world_is_another_digest(here: Pins) -> None:
    """A world of another seed has other digests, and the same world the same ones: no digest is of nothing."""
    sports = ("DARTS", "PGA")
    ours = here["world"]["digests"]

    assert pins.answers(World(), sports) == {sport: ours[sport] for sport in sports}
    assert not set(pins.answers(World(7), sports).values()) & set(ours.values())


LOAD = """
import sportsframe as sf
frame = sf.live("2024-12-06", "NHL", table="skaters")
print(frame.attrs["sportsframe"]["world"], len(frame), frame["player"].iloc[0])
"""


def run(tree: Path, code: str, cache: Path) -> str:
    """What `code` prints with the package of `tree`; a warning ends it."""
    environment = {**os.environ, "PYTHONPATH": str(tree), "SPORTSFRAME_CACHE_DIR": str(cache), "PYTHONWARNINGS": ""}
    done = subprocess.run(
        [sys.executable, "-W", "error::UserWarning:__main__", "-c", code], env=environment, cwd=tree,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Drift" not in done.stderr
    return done.stdout


def test_an_old_cache_never_meets_a_new_world(tmp_path: Path) -> None:
    """Two editions of the package share a cache folder: each is given the answers of its own world, and keeps them."""
    package = Path(sportsframe.__file__).parent
    trees = {name: tmp_path / name for name in ("old", "new")}
    for tree in trees.values():
        shutil.copytree(package, tree / "sportsframe")  # with what is compiled
    simulated = trees["new"] / "sportsframe/catalog/simulated.py"
    version = PINNED["world"]["version"]
    simulated.write_text(simulated.read_text().replace(f'WORLD_VERSION = "{version}"', 'WORLD_VERSION = "next"'))
    world = trees["new"] / "sportsframe/simulation/__init__.py"
    world.write_text(re.sub(r"seed: int = \d+", "seed: int = 7", world.read_text()))
    cache = tmp_path / "cache"

    old = run(trees["old"], LOAD, cache)
    new = run(trees["new"], LOAD, cache)
    offline = "import sportsframe as sf\nwith sf.options(offline=True):" + LOAD.replace("\n", "\n    ")

    assert old.split()[0] == version
    assert new.split()[0] == "next"
    assert old.split()[1:] != new.split()[1:]
    assert run(trees["old"], offline, cache) == old
    assert run(trees["new"], offline, cache) == new
