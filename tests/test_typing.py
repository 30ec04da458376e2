"""What type checkers make of calls: the idioms of the docs pass, and misspelt calls do not."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent / "typing"
ROOT = HERE.parents[1]
RIGHT, WRONG = HERE / "right.py", HERE / "wrong.py"

Faults = dict[tuple[str, int], str]
"""File and line -> what a type checker has against it."""


def mypy(_: Path) -> Faults:
    """The faults that mypy finds, with what it knows of the package from checking it for the tree, if it has."""
    command = [sys.executable, "-m", "mypy", str(RIGHT), str(WRONG)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode in (0, 1), ran.stderr
    return {(at[1], int(at[2])): at[3] for at in re.finditer(r"(\w+\.py):(\d+): error: (.*)", ran.stdout)}


def pyright(folder: Path) -> Faults:
    """The faults that pyright finds, as basedpyright packs it, which needs no network."""
    settings = folder / "pyrightconfig.json"
    options = {"include": [str(HERE)], "typeCheckingMode": "strict", "extraPaths": [str(ROOT)]}
    settings.write_text(json.dumps(options))
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    ran = subprocess.run([*command, "--project", str(settings)], capture_output=True, text=True, cwd=ROOT)
    told = [one for one in json.loads(ran.stdout)["generalDiagnostics"] if one["severity"] == "error"]
    return {(Path(one["file"]).name, one["range"]["start"]["line"] + 1): one["message"] for one in told}


@pytest.fixture(scope="module", params=[mypy, pyright], ids=["mypy", "pyright"])
def faults(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Faults:
    found: Faults = request.param(tmp_path_factory.mktemp("checked"))
    return found


def test_the_idioms_of_the_docs_pass(faults: Faults) -> None:
    """No fault is found in calls as the documentation writes them."""
    assert not {at: why for at, why in faults.items() if at[0] == RIGHT.name}


def test_wrong_calls_are_found(faults: Faults) -> None:
    """Each of the wrong calls is found, and nothing else is."""
    lines = list(enumerate(WRONG.read_text().splitlines(), 1))
    (begin,) = (i for i, line in lines if line.startswith("games = "))

    assert {at for name, at in faults if name == WRONG.name} == {i for i, line in lines if i > begin and line}
