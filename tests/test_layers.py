"""Imports keep to the layers and the sides: the contracts of import-linter in ``pyproject.toml``, and no circles."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import grimp
import pytest

import sportsframe
from sportsframe.catalog import SPORTS

ROOT = Path(sportsframe.__file__).parent
PROJECT = ROOT.parent / "pyproject.toml"

SHARED = {"errors", "_process", "_version", "catalog"}
"""Modules that both sides import."""

BOTH = {"servers", "_cli", "__main__"}
"""Modules that may import both sides."""

CONNECTED = {"_client", "service", "servers"}
"""Modules that may import what opens connections."""


parsed = cache(ast.parse)
"""A module of the package is parsed once for all tests here, which takes a second for all modules together."""


@pytest.fixture(autouse=True, scope="module")
def _forgotten() -> Iterator[None]:
    """What is parsed is not kept for the tests of other files."""
    yield
    parsed.cache_clear()


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
    return re.findall(r"^(.+) BROKEN\b", done.stdout, re.MULTILINE)


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


def test_all_other_modules_open_no_connections() -> None:
    """The contract of connections is for every module but the few that may open some."""
    kept = {name.removeprefix("sportsframe.") for name in contracts()["wire"]["source_modules"]}
    assert kept == modules_of_the_package() - CONNECTED


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
    ("plots/maps.py", "import asyncio"),
    ("simulation/hockey/play.py", "import socketserver"),
    ("errors.py", "import ssl"),
    ("_version.py", "import ftplib"),
    ("_doctor.py", "import socket"),
    ("_util/report.py", "import requests"),
    ("_process.py", "from smtplib import SMTP"),
    ("plots/maps.py", "from xmlrpc import client"),
    ("measures/golf.py", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..service import respond"),
    ("errors.py", "from . import catalog"),
    ("measures/hockey.py", "from .. import plots"),
    ("a_new_module.py", "from . import errors"),
]  # fmt: skip


@pytest.mark.sampled
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


def test_private_names_stay_in_their_module() -> None:
    """A name that begins with an underscore is imported only if it is that of a module."""
    modules = {path.stem for path in ROOT.rglob("*.py")} | {path.name for path in ROOT.rglob("*") if path.is_dir()}
    private = [
        (path.relative_to(ROOT).as_posix(), alias.name)
        for path in ROOT.rglob("*.py")
        for node in ast.walk(parsed(path.read_text()))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if re.match("_(?!_)", alias.name) and alias.name not in modules
    ]

    assert not private


def test_no_sport_is_a_special_case() -> None:
    """Outside the catalog and the simulation nothing depends on the code of a sport or league: its rules tell.

    Sources of measures have names of leagues; switches of the service name sports; examples do on purpose.
    """
    found = {
        (path.relative_to(ROOT).as_posix(), kind)
        for path in ROOT.rglob("*.py")
        if path.relative_to(ROOT).parts[0] not in ("catalog", "simulation")
        for kind in singled_out(path.read_text())
    }
    assert found == {
        ("measures/references.py", "Dict"), ("measures/references.py", "Tuple"), ("service/quirks.py", "Tuple"),
        ("service/openapi.py", "Dict"), ("_cli/data.py", "Tuple"),
    }  # fmt: skip


@pytest.mark.parametrize("text", [
    "sport == 'NFL'", "sport in ('NFL',)", "CODES = ('NFL',)", "{'NFL': 1}.get(sport)", "WEEKS = {'NFL': 18}",
    "match sport:\n    case 'NFL':\n        pass", "sport.startswith('NCAA')", "sport.endswith(('FB', 'BB'))",
    "league != 'EPL'",
])  # fmt: skip
def test_a_special_case_is_known_in_any_form(text: str) -> None:
    """Comparisons, patterns, tables, lists and parts of names."""
    assert singled_out(text)


CHOOSING = ast.Compare | ast.pattern | ast.Dict | ast.Tuple | ast.List | ast.Set
"""What chooses by the values that stand in it."""


def singled_out(text: str) -> set[str]:
    """The kinds of expressions in which a module may choose by the code of a sport or league, or by a part of one."""
    codes = {*SPORTS, *SPORTS["SOCCER"].leagues}
    found: set[str] = set()
    for node in ast.walk(parsed(text)):
        if isinstance(node, CHOOSING):
            if codes.intersection(map(constant, ast.iter_child_nodes(node))):
                found.add(type(node).__name__)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith((".startswith", ".endswith")):
            ends = {constant(part) for given in node.args for part in ast.walk(given)} - {""}
            if any(code.startswith(end) or code.endswith(end) for code in codes for end in ends):
                found.add("Call")
    return found


def constant(node: ast.AST) -> str:
    """The text that stands there, if one does."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


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
        for node in parsed(path.read_text()).body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        for name in ast.walk(target)
        if isinstance(name, ast.Name)
    ]

    assert not [name for name in assigned if words[name] == 1]


def test_nothing_is_unpickled() -> None:
    """No module of the package uses a serializer that runs code when it reads."""
    assert not uses(UNPICKLED)


def test_nothing_connects_without_the_client() -> None:
    """No module uses what a contract cannot forbid apart from ``urllib.parse`` and ``logging``."""
    assert not uses(CONNECTING)


def test_files_are_read_in_one_place() -> None:
    """What pandas reads may be an address."""
    assert {place for place, _ in uses(READING)} == {"_frames/typed.py"}


def test_the_environment_is_read_where_settings_are_taken() -> None:
    """Nothing else reads a variable, which may have changed since the settings were taken."""
    assert {place for place, _ in uses(SETTING)} == {
        "_client/options.py", "_client/credentials.py", "_doctor.py", "_cli/verbs.py", "servers/mirror.py",
        "service/tokens.py", "service/serve.py", "service/workers.py", "service/metrics.py",
    }  # fmt: skip


def test_imports_by_name_are_known() -> None:
    """Contracts do not see what is imported by a name in text, so modules that do it are listed; none runs text."""
    assert {place for place, _ in uses(IMPORTING)} == {
        "__init__.py", "accessor.py", "measures/lookup.py", "simulation/__init__.py", "simulation/calibrate.py",
        "_client/library.py", "servers/mcp/server.py",
    }  # fmt: skip


@pytest.mark.parametrize(("guard", "text"), [
    ("UNPICKLED", "import _pickle"), ("UNPICKLED", "from pickle import loads"), ("UNPICKLED", "import dill.source"),
    ("UNPICKLED", "import numpy as np\nnp.load(file, allow_pickle=True)"),
    ("UNPICKLED", "from pandas import read_pickle as read"),
    ("UNPICKLED", "import pandas as pd\npd.read_hdf(file)"), ("UNPICKLED", "from numpy.lib.format import read_array"),
    ("CONNECTING", "from wsgiref.simple_server import make_server"),
    ("IMPORTING", "import runpy\nrunpy.run_path(file)"),
    ("IMPORTING", "import importlib.util as u\nu.spec_from_file_location(name, file)"),
    ("IMPORTING", "from pkgutil import resolve_name"),
    ("CONNECTING", "import subprocess\nrun = subprocess.run"), ("CONNECTING", "import os\nos.popen('curl')"),
    ("READING", "import pandas as pd\npd.read_csv('https://example.org')"),
    ("READING", "import pandas as pd\nread: object = pd.read_json\nread(file)"),
    ("SETTING", "from os import environ\nenviron.get('SPORTSFRAME_NOW')"), ("SETTING", "import os\nos.getenv(name)"),
    ("UNPICKLED", "import pickle\np = pickle\np.loads(data)"),
    ("CONNECTING", "from urllib import request"), ("CONNECTING", "import logging.handlers"),
    ("IMPORTING", "import builtins\nbuiltins.__import__('socket')"), ("IMPORTING", "exec('import pickle')"),
    ("IMPORTING", "from builtins import eval as run"), ("IMPORTING", "from importlib import import_module"),
])  # fmt: skip
def test_what_is_forbidden_is_known_by_any_name(guard: str, text: str) -> None:
    """However it is imported, and also what no import names."""
    assert any(globals()[guard].fullmatch(name) for name in named(ast.parse(text)).values())


def test_time_and_chance_are_injected() -> None:
    """One module reads the clock, and one the age of files; only tokens and unique names come from unseeded chance."""
    read = {(p.relative_to(ROOT).as_posix(), name) for p in ROOT.rglob("*.py") for name in ambient(p.read_text())}
    assert read == {
        ("_client/clock.py", "datetime.datetime.now"), ("dataset/disk.py", "time.time_ns"),
        ("dataset/disk.py", "st_mtime_ns"), ("dataset/disk.py", "st_ctime_ns"),
        ("service/tokens.py", "secrets.token_bytes"), ("service/tokens.py", "secrets.token_urlsafe"),
        ("_util/files.py", "secrets.token_hex"), ("dataset/cluster.py", "uuid.uuid4"),
    }  # fmt: skip


@pytest.mark.parametrize("text", [
    "import datetime as dt\ndt.datetime.now()", "from datetime import datetime as d\nd.now()", "from datetime import *",
    "import time\ntime.time()", "from time import time\ntime()", "import time\ntime.ctime()",
    "import time\ntime.strftime('%Y')", "import time\ntime.clock_gettime(0)", "import pandas as pd\npd.Timestamp.now()",
    "import pandas as pd\npd.Timestamp('now')", "from pandas import to_datetime\nto_datetime(['today'])",
    "import pandas as pd\npd.Timestamp.today()", "import numpy as np\nnp.datetime64('now')",
    "import numpy as np\nnp.array(['now'], dtype='M8[s]')",
    "from random import random\nrandom()", "import random\nrandom.shuffle([])", "import random\nrandom.SystemRandom()",
    "from random import Random\nRandom()", "import random\nrandom.Random(None)", "import random\nrandom.Random(x=None)",
    "import numpy as np\nnp.random.default_rng()", "import numpy as np\nnp.random.default_rng(None)",
    "from numpy.random import default_rng\ndefault_rng(seed=None)", "import numpy.random\nnumpy.random.rand()",
    "import os\nos.urandom(8)", "import secrets\nsecrets.randbelow(6)", "from uuid import uuid4\nuuid4()",
    "from random import Random\nRandom(hash('x'))", "import random, time\nrandom.Random(time.monotonic())",
    "from email.utils import localtime\nlocaltime()", "import datetime as dt\nd = dt.datetime\nd.now()",
    "import random\ndef draw():\n    R = random.Random\n    return R()", "import time\nif (t := time.time):\n    t()",
    "file.stat().st_mtime", "import os\nos.path.getctime(file)",
    "frame.sample(1)", "frame.sample(frac=0.5)", "frame.sample(1, random_state=None)",
])  # fmt: skip
def test_the_clock_and_chance_are_known_by_any_name(text: str) -> None:
    """However they are imported, and whatever a seed is called."""
    assert ambient(text)


@pytest.mark.parametrize("text", [
    "from random import Random\ndef play(r: Random) -> None:\n    r.sample([1, 2], 2)",
    "import random\nrandom.Random(7)", "from random import Random\nRandom(x=0)",
    "import numpy as np\nnp.random.default_rng(seed)",
    "from numpy.random import Generator, default_rng\ndefault_rng(seed=seed)", "frame.sample(1, random_state=7)",
    "import time\ntime.monotonic()", "import pandas as pd\npd.Timestamp(now)", "from uuid import UUID\nUUID(int=1)",
])  # fmt: skip
def test_seeds_and_given_times_are_allowed(text: str) -> None:
    """Streams with a seed, times that are passed in, and differences of time."""
    assert not ambient(text)


AMBIENT = re.compile(
    r"datetime\.(datetime|date)\.(now|utcnow|today)|time\.(?!sleep$|monotonic$)\w+|pandas\.\w+\.(now|utcnow|today)"
    r"|random\.(?!Random$)\w+|numpy\.random\.(?!Generator$|default_rng$)\w+|os\.(urandom|getrandom)|secrets\.\w+"
    r"|uuid\.uuid[^35]|email\.utils\.localtime|os\.path\.get[amc]time|.*\.\*"
)
"""What reads the clock or the chance that a process shares, by its full name; a star may be any of it."""

SEEDED = {"random.Random", "numpy.random.default_rng"}
"""What draws from the chance of the process only without a seed."""

AGES = ("st_mtime", "st_ctime", "st_atime", "st_birthtime")
"""What tells the age of a file."""

UNPICKLED = re.compile(
    r"(_?pickle|marshal|shelve|dill|cloudpickle|joblib)(\..+)?|pandas\.(.+\.)?read_(pickle|hdf)"
    r"|numpy\.load|numpy\.lib\.format\..+"
)
CONNECTING = re.compile(
    r"(urllib\.request|logging\.handlers|wsgiref|nntplib|subprocess)(\..+)?"
    r"|os\.(system|popen|(posix_)?spawn\w+|exec\w+)|asyncio\.create_subprocess_\w+"
)
READING = re.compile(r"pandas\.(.+\.)?read_\w+")
SETTING = re.compile(r"os\.(environb?|getenvb?)(\..+)?")
IMPORTING = re.compile(
    r"importlib\.(import_module|__import__|util\.(spec|module)_from_\w+)|runpy\..+|pkgutil\.resolve_name"
    r"|(builtins\.)?(__import__|exec|eval)"
)


def named(tree: ast.AST) -> dict[ast.AST, str]:
    """The full names of what a module imports from outside the package, and of what it uses of that, under any name."""
    found: dict[ast.AST, str] = {}
    full = {name: name for name in ("__import__", "exec", "eval", "hash")}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias] = alias.name
                name = alias.asname or alias.name.partition(".")[0]
                full[name] = alias.name if alias.asname else name
        elif isinstance(node, ast.ImportFrom) and not node.level:
            for alias in node.names:
                full[alias.asname or alias.name] = found[alias] = f"{node.module}.{alias.name}"
        elif isinstance(node, ast.Assign | ast.AnnAssign | ast.NamedExpr) and (value := name_of(node.value, full)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            full.update((target.id, value) for target in targets if isinstance(target, ast.Name))
    for node in ast.walk(tree):
        if name := name_of(node, full):
            found[node] = name
    return found


def name_of(node: ast.AST | None, full: dict[str, str]) -> str:
    """The full name of what stands there, if it begins with a name that is known."""
    if not isinstance(node, ast.Attribute | ast.Name):
        return ""
    head, dot, rest = ast.unparse(node).partition(".")
    return f"{full[head]}{dot}{rest}" if head in full else ""


@cache
def named_in_the_package() -> set[tuple[str, str]]:
    return {
        (path.relative_to(ROOT).as_posix(), name)
        for path in ROOT.rglob("*.py")
        for name in named(parsed(path.read_text())).values()
    }


def uses(forbidden: re.Pattern[str]) -> set[tuple[str, str]]:
    """The files of the package in which names occur, and these names."""
    return {(place, name) for place, name in named_in_the_package() if forbidden.fullmatch(name)}


def ambient(text: str) -> set[str]:
    """The full names of what a module uses of the clock and of chance, with () where only arguments are at fault."""
    tree = parsed(text)
    found = named(tree)
    names = {name for name in found.values() if AMBIENT.fullmatch(name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.startswith(AGES)}
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = found.get(call.func, "")
        given = [value for value in call.args if not is_none(value)]
        keywords = {keyword.arg for keyword in call.keywords if not is_none(keyword.value)}
        salted = any(found.get(part, "").startswith(("time.", "hash")) for part in ast.walk(call))
        if name in SEEDED and (salted or not (given or keywords)):
            names.add(f"{name}()")
        if name.startswith(("pandas.", "numpy.")) and {"now", "today"} & {constant(v).lower() for v in ast.walk(call)}:
            names.add(f"{name}()")
        of_frame = isinstance(call.func, ast.Attribute) and call.func.attr == "sample" and len(given) < 2
        if of_frame and "random_state" not in keywords:  # a Random has two arguments: of what, and how many
            names.add("sample()")
    return names


def is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
