"""Imports keep to the layers and the sides: the contracts of import-linter in ``pyproject.toml``, and no circles."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import grimp
import pytest

import sportsframe

ROOT = Path(sportsframe.__file__).parent
PROJECT = ROOT.parent / "pyproject.toml"

SHARED = {"errors", "_process", "_version", "catalog"}
"""Modules that both sides import."""

BOTH = {"servers", "_cli", "__main__"}
"""Modules that may import both sides."""


def modules_of_the_package() -> set[str]:
    return {path.stem for path in ROOT.iterdir() if path.suffix == ".py" or path.joinpath("__init__.py").exists()} - {
        "__init__"
    }


def contracts() -> dict[str, Any]:
    """The contracts by id."""
    listed = tomllib.loads(PROJECT.read_text())["tool"]["importlinter"]["contracts"]
    return {contract["id"]: contract for contract in listed}


def broken(project: Path) -> list[str]:
    """The names of the contracts that a project breaks, as its linter tells them."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache", "--no-logo"],
        cwd=project, env={"PYTHONPATH": str(project), "COLUMNS": "200"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "Contracts:" in done.stdout, done.stdout + done.stderr
    assert bool(done.returncode) == ("BROKEN" in done.stdout)
    return [line.removesuffix(" BROKEN").strip() for line in done.stdout.splitlines() if line.endswith(" BROKEN")]


def imports(*, typing_too: bool) -> grimp.ImportGraph:
    """The graph of all imports between the files, those inside functions included."""
    return grimp.build_graph("sportsframe", exclude_type_checking_imports=not typing_too, cache_dir=None)


def test_the_contracts_are_kept() -> None:
    """Imports point down, the sides do not know each other, and every module has a layer."""
    assert broken(ROOT.parent) == []


def test_every_module_is_of_one_side() -> None:
    """Client side, service side, shared modules and those above both are all there are, and have none in common."""
    found = contracts()
    client = {name.removeprefix("sportsframe.") for name in found["client"]["source_modules"]}
    service = {name.removeprefix("sportsframe.") for name in found["service"]["source_modules"]}

    assert sorted([*client, *service, *SHARED, *BOTH]) == sorted(modules_of_the_package())
    assert {f"sportsframe.{name}" for name in client} == set(found["service"]["forbidden_modules"])
    assert {f"sportsframe.{name}" for name in service} == set(found["client"]["forbidden_modules"])
    placed = [name.strip() for layer in found["layers"]["layers"] for name in layer.split("|")]
    assert sorted(placed) == sorted(modules_of_the_package())


FORBIDDEN = [
    ("service/rows.py", "from .._frames import flatten"),
    ("service/rows.py", "from .. import _freeze"),
    ("service/rows.py", "from .. import _pipeline"),
    ("service/openapi.py", "from .._client import cache"),
    ("measures/results.py", "from ..service import respond"),
    ("_watch.py", "from .service import respond"),
    ("plots/maps.py", "from .. import simulation"),
    ("_pipeline/loading.py", "from ..simulation import World"),
    ("load/__init__.py", "from .. import simulation"),
    ("_client/fetch.py", "import sportsframe.simulation"),
    ("_frames/decode.py", "from ..simulation import World"),
    ("_freeze.py", "def later():\n    from .simulation import World\n    return World"),
    ("catalog/common.py", "from .. import _process"),
    ("simulation/_common/rng.py", "from ..._process import process"),
    ("simulation/hockey/play.py", "from ...service import respond"),
    ("_frames/flatten.py", "import requests"),
    ("measures/golf.py", "import socket"),
    ("_pipeline/ids.py", "import http.client"),
    ("errors.py", "from . import catalog"),
    ("measures/hockey.py", "from .. import plots"),
    ("a_new_module.py", "from . import errors"),
]  # fmt: skip


@pytest.mark.parametrize(("place", "line"), FORBIDDEN, ids=lambda value: value.replace("\n", " "))
def test_a_forbidden_import_is_refused(tmp_path: Path, place: str, line: str) -> None:
    """An import across the sides, upward, or of a module without a layer breaks a contract, wherever it stands."""
    shutil.copytree(ROOT, tmp_path / "sportsframe", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT, tmp_path)
    with open(tmp_path / "sportsframe" / place, "a") as file:
        file.write(f"\n{line}\n")

    assert broken(tmp_path)


@pytest.mark.parametrize("typing_too", [False, True])
def test_no_file_imports_itself_by_way_of_others(typing_too: bool) -> None:
    """There are no circles between files, imports inside functions and those for types included."""
    graph = imports(typing_too=typing_too)
    left = graph.modules - {"sportsframe"}
    while ends := {
        module
        for module in left
        if not graph.find_modules_directly_imported_by(module) & left
        or not graph.find_modules_that_directly_import(module) & left
    }:
        left -= ends

    assert not sorted(left)


def test_no_file_imports_the_package_itself() -> None:
    """The package itself imports its modules, so a module that imports the package imports all of them."""
    assert not imports(typing_too=True).find_modules_that_directly_import("sportsframe")


def test_every_constant_is_used() -> None:
    """No name that a module assigns stands only where it is assigned."""
    words = Counter(
        word
        for folder in (ROOT, ROOT.parent / "tests", ROOT.parent / "docs")
        for path in folder.rglob("*.py")
        for word in re.findall(r"\w+", path.read_text())
    )
    assigned = [
        name.id
        for path in ROOT.rglob("*.py")
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]

    assert not [name for name in assigned if words[name] == 1]


def test_nothing_is_unpickled() -> None:
    """No module of the package imports a serializer that runs code when it reads."""
    assert not [p for p in ROOT.rglob("*.py") if modules(p) & {"pickle", "marshal", "shelve", "dill", "cloudpickle"}]


def test_time_and_chance_are_injected() -> None:
    """One module reads the clock, and another the age of files; chance comes from streams with a seed."""
    read = {(p.relative_to(ROOT).as_posix(), name) for p in ROOT.rglob("*.py") for name in ambient(p.read_text())}
    assert read == {("_client/clock.py", "datetime.datetime.now"), ("dataset/files.py", "time.time_ns")}


@pytest.mark.parametrize("text", [
    "import datetime as dt\ndt.datetime.now()", "from datetime import datetime as d\nd.now()",
    "import time\ntime.time()",
    "from time import time\ntime()", "import pandas as pd\npd.Timestamp.now()", "from random import random\nrandom()",
    "import numpy as np\nnp.random.default_rng()", "import random\nrandom.shuffle([])",
])  # fmt: skip
def test_the_clock_and_chance_are_known_by_any_name(text: str) -> None:
    """However they are imported."""
    assert len(ambient(text)) == 1


AMBIENT = re.compile(
    r"(datetime\.(datetime|date)\.(now|utcnow|today)|time\.(time|time_ns|localtime|gmtime)"
    r"|pandas\.(Timestamp|to_datetime)\.(now|utcnow|today)|numpy\.random\.(?!Generator$)\w+|random\.(?!Random$)\w+)"
)
"""What reads the clock or the generator that a process shares, by its full name."""


def ambient(text: str) -> set[str]:
    """The full names of what a module uses of the clock and of chance."""
    tree, full = ast.parse(text), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            full |= {alias.asname or alias.name: alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            full |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    seeded = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args}
    nodes = (node for node in ast.walk(tree) if id(node) not in seeded or "default_rng" not in ast.unparse(node))
    used = (ast.unparse(node).partition(".") for node in nodes if isinstance(node, (ast.Attribute, ast.Name)))
    names = {f"{full[head]}{dot}{rest}" for head, dot, rest in used if head in full}
    return {name for name in names if AMBIENT.fullmatch(name)}


def modules(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module)
    return found
