"""The tutorials: their outputs are stored, are compared, and tell nothing of the machine they were made on."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import sportsframe as sf
from tests.conftest import VARIABLES

HERE = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(HERE.glob("*.ipynb"))
SILENT = ("NBVAL_IGNORE_OUTPUT", "NBVAL_SKIP", "NBVAL_RAISES_EXCEPTION", "nbval-ignore-output", "nbval-skip")


def cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The code cells."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code" and "".join(cell["source"]).strip()]


def speaks(source: str) -> bool:
    """Whether a cell prints or ends in a value: then it must have an output."""
    last = ast.parse(source).body[-1]
    shows = isinstance(last, ast.Expr) and not (isinstance(last.value, ast.Call) and quiet(last.value))
    return shows or bool(re.search(r"^\s*print\(|plt\.show\(\)", source, re.MULTILINE))


def quiet(call: ast.Call) -> bool:
    """Calls that give nothing to show."""
    return ast.unparse(call.func).split(".")[-1] in (
        "close",
        "start",
        "stop",
        "sleep",
        "to_parquet",
        "append",
        "pop",
        "mkdir",
    )


def unsaid(notebook: dict[str, Any]) -> list[int]:
    """Numbers of the code cells that should have an output and have none, or were never run."""
    held = cells(notebook)
    return [
        i
        for i, cell in enumerate(held)
        if (speaks("".join(cell["source"])) and not cell["outputs"]) or cell["execution_count"] is None
    ]


def read(path: Path) -> dict[str, Any]:
    """A notebook as it lies on disk."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def nbval(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the notebooks of a folder as a reader would, with no variable of ours set."""
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--nbval", "--nbval-current-env",
         "--nbval-sanitize-with", str(HERE / "sanitize.cfg"), "-c", os.devnull, "--rootdir", str(folder), str(folder)],
        capture_output=True, text=True, env=environment, cwd=folder, timeout=120, check=False,
    )  # fmt: skip


def test_there_are_the_fifteen_stories() -> None:
    """Fifteen tutorials, in the order in which they are read; each can be downloaded."""
    assert [path.name[:2] for path in NOTEBOOKS] == [f"{n:02d}" for n in range(1, 16)]
    index = (HERE.parent / "docs" / "tutorials" / "index.md").read_text(encoding="utf-8")
    assert re.findall(r"<(\S+\.ipynb)>", index) == [path.name for path in NOTEBOOKS]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_are_stored(path: Path) -> None:
    """Every cell was run, in order, without an error, and what it should show is stored.

    One line of plain output says that the data are simulated; standard error, shown in red, has nothing.
    """
    notebook = read(path)

    assert unsaid(notebook) == []
    assert [cell["execution_count"] for cell in cells(notebook)] == list(range(1, len(cells(notebook)) + 1))
    outputs = [out for cell in cells(notebook) for out in cell["outputs"]]
    assert not [out for out in outputs if out["output_type"] == "error" or out.get("name") == "stderr"]
    plain = "".join(line for out in outputs if out.get("name") == "stdout" for line in out["text"])
    assert sum(line.startswith("sportsframe: simulated data") for line in plain.splitlines()) == 1


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_without_outputs_is_found(path: Path) -> None:
    """Were the outputs cleared, as tools do before a commit, the test above would fail for every notebook."""
    cleared = read(path)
    for cell in cells(cleared):
        cell["outputs"], cell["execution_count"] = [], None

    assert unsaid(cleared)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_each_sets_its_own_clock_and_cache(path: Path) -> None:
    """The first code cell sets clock and cache folder and takes a token away, and is left out of the documentation.

    No output is left uncompared.
    """
    notebook = read(path)
    first = "".join(cells(notebook)[0]["source"])

    assert "SPORTSFRAME_NOW" in first
    assert "SPORTSFRAME_CACHE_DIR" in first
    assert "RSC_TOKEN" in first
    assert cells(notebook)[0]["metadata"]["tags"] == ["remove-cell"]
    assert not [word for word in SILENT if word in path.read_text(encoding="utf-8")]
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_pictures_are_described(path: Path) -> None:
    """A cell with a picture says what it shows, to readers who do not see it."""
    for cell in cells(read(path)):
        if any("image/png" in output.get("data", {}) for output in cell["outputs"]):
            assert len(cell["metadata"]["mystnb"]["image"]["alt"].split()) >= 5


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_outputs_tell_nothing_of_the_machine(path: Path) -> None:
    """[S5-06] [S5-08] No token, no address with one, no folder and no place in memory of the machine that made them."""
    texts = []
    for cell in cells(read(path)):
        for output in cell["outputs"]:
            data = {name: said for name, said in output.get("data", {}).items() if not name.startswith("image/")}
            texts.append(json.dumps([output.get("text", ""), data, output.get("traceback", "")]))
    told = "\n".join(texts)

    assert not re.search(
        r"RSC_token=|(?<![\w/])/(tmp|home|root|work|opt|usr|Users|var)/|[A-Z]:\\\\|0x[0-9a-f]{6,}", told
    )
    assert not re.search(r"ipykernel_\d+", told)


def test_a_changed_digit_fails(tmp_path: Path) -> None:
    """A stored output that differs in one digit from what the cell gives fails the run; as stored it passes."""
    source = read(HERE / NOTEBOOKS[0].name)
    held = cells(source)
    asked = "import sportsframe as sf\n\ngames = sf.live('2024-06-01', 'MLB')\nint(games['home_score'].sum())"
    total = int(sf.live("2024-06-01", "MLB")["home_score"].sum())
    note = next(out for cell in held for out in cell["outputs"] if "simulated" in "".join(out.get("text", [])))
    for name, stored in (("same", total), ("changed", total + 1)):
        value = {
            "output_type": "execute_result",
            "execution_count": 2,
            "metadata": {},
            "data": {"text/plain": f"{stored}"},
        }
        cell = {**held[1], "id": "asked", "source": asked, "outputs": [note, value]}
        (tmp_path / f"{name}.ipynb").write_text(json.dumps({**source, "cells": [held[0], cell]}))
    ran = nbval(tmp_path)

    assert ran.returncode == 1
    assert re.findall(r"^FAILED (\S+)", ran.stdout, re.MULTILINE) == ["changed.ipynb::Cell"]
    assert "3 passed" in ran.stdout
    assert str(total + 1) in ran.stdout
