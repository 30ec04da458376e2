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
WRONG = "wrong.py"
CHECKERS = ("mypy", "pyright")


def checked(checker: str, name: str, folder: Path) -> dict[int, str]:
    """What a type checker has against a file of `HERE`: line -> the first fault of it."""
    if checker == "mypy":
        command = [
            "mypy",
            "--strict",
            "--config-file=",
            "--no-error-summary",
            f"--cache-dir={folder}",
            str(HERE / name),
        ]
        ran = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT)
        assert ran.returncode in (0, 1), ran.stderr
        told = [(int(at[1]), at[2]) for at in re.finditer(rf"{name}:(\d+): error: (.*)", ran.stdout)]
        assert bool(told) == bool(ran.returncode), ran.stdout
    else:
        settings = folder / "pyrightconfig.json"
        settings.write_text(
            json.dumps({"include": [str(HERE / name)], "typeCheckingMode": "strict", "extraPaths": [str(ROOT)]})
        )
        command = ["basedpyright", "--outputjson", "--pythonpath", sys.executable, "--project", str(settings)]
        ran = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT)
        found = json.loads(ran.stdout)["generalDiagnostics"]
        told = [(f["range"]["start"]["line"] + 1, f["message"]) for f in found if f["severity"] == "error"]
    return dict(reversed(told))


@pytest.mark.parametrize("checker", CHECKERS)
def test_the_idioms_of_the_docs_pass(checker: str, tmp_path: Path) -> None:
    """No fault is found in calls as the documentation writes them."""
    assert checked(checker, "right.py", tmp_path) == {}


@pytest.mark.parametrize("checker", CHECKERS)
def test_wrong_calls_are_found(checker: str, tmp_path: Path) -> None:
    """Each of the wrong calls is found, and nothing else is."""
    text = (HERE / WRONG).read_text().splitlines()
    wrong = {i for i, line in enumerate(text, 1) if i > text.index("") + 5 and line}

    assert set(checked(checker, WRONG, tmp_path)) == wrong
