"""What is imported is declared, what is declared is imported, and the docs say how to install less."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from pathlib import Path

import grimp
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import sportsframe
from sportsframe import _doctor

from .environments import ONLY_FOR_NOTEBOOKS, PROJECT, loader_requirements, name_of

HERE = Path(__file__).parent.parent

OF_EXTRA = {
    "server": (
        "service.forwarded", "service.metrics", "service.serve", "service.slow_clients", "service.workers",
        "servers.mirror", "servers.upstream",
    ),
    "mcp": ("servers.mcp",),
    "redis": ("_client.redis_server", "_client.cache"),
    "parquet": ("_cli.output", "_frames.arrays", "dataset"),
    "dask": ("dataset", "load.datasets", "measures.partitions"),
    "engines": ("dataset",),
}  # fmt: skip
"""Extra -> the modules that may import what it declares, beside the dependencies; they do so when they need it."""

USED_BY_NAME = {
    "server": {"httptools": "sportsframe/service/slow_clients.py"},
    "dask": {"dask": "docs/dependencies.md", "pyarrow": "docs/dependencies.md"},
}
"""Extra -> what no import shows: httptools, which uvicorn's protocol parses with, and what users do with frames."""


def imported() -> dict[str, set[str]]:
    """Distribution -> the modules of this package that import it, inside functions and for types too."""
    graph = grimp.build_graph("sportsframe", include_external_packages=True, cache_dir=None)
    distributions = packages_distributions()
    found = defaultdict(set)
    for module in graph.modules:
        for name in graph.find_modules_directly_imported_by(module) if module.startswith("sportsframe") else ():
            if not name.startswith("sportsframe") and name not in sys.stdlib_module_names:
                (distribution,) = set(distributions[name])
                found[distribution.replace("_", "-")].add(module.removeprefix("sportsframe."))
    return found


def declared(extra: str = "") -> set[str]:
    """The distributions of an extra, or those that are always installed; without the package itself."""
    lines = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    return {name_of(line) for line in lines} - {"sportsframe"}


def belongs(module: str, extra: str) -> bool:
    return any(module == part or module.startswith(f"{part}.") for part in OF_EXTRA[extra])


def test_what_is_imported_is_declared() -> None:
    """Each import is of a dependency, or of an extra by the modules that need it; nothing comes by way of another."""
    core = declared()
    undeclared = [
        f"{module} imports {distribution}"
        for distribution, modules in sorted(imported().items())
        if distribution not in core
        for module in sorted(modules)
        if not any(distribution in declared(extra) and belongs(module, extra) for extra in OF_EXTRA)
    ]

    assert not undeclared


def test_what_is_declared_is_imported() -> None:
    """Each dependency, and each distribution of an extra of users, is imported by somebody."""
    found = imported()
    idle = sorted(declared() - set(found))
    for extra in (*OF_EXTRA, "dask"):
        idle += sorted(declared(extra) - set(found) - set(USED_BY_NAME.get(extra, ())))

    assert not idle
    for names in USED_BY_NAME.values():
        for name, where in names.items():
            assert name in (HERE / where).read_text(), f"{name} is not used in {where}"


def test_plots_and_widgets_alone_need_what_only_they_need() -> None:
    """What an ETL job may leave out is imported by plots and widgets only; `doctor` knows the same list."""
    found = imported()
    users = {module.split(".")[0] for name in ONLY_FOR_NOTEBOOKS for module in found[name]}

    assert users == {"plots", "widgets"}
    assert set(_doctor.ONLY_FOR) == set(ONLY_FOR_NOTEBOOKS)


def test_the_docs_install_what_the_loaders_need() -> None:
    """The command for a job without plots and widgets names the dependencies of the loaders, bounds and all."""
    page = (HERE / "docs/dependencies.md").read_text()
    command = next(line for line in page.splitlines() if line.startswith("pip install ") and "pandas" in line)
    named = command.removeprefix("pip install ").replace('"', "").split()

    assert sorted(named) == sorted({line.split(";")[0] for line in loader_requirements() if "< '3.13'" not in line})
    assert "pip install --no-deps sportsframe" in page


def installed_with(extra: str) -> set[str]:
    """The distributions that are installed with an extra, directly or not."""
    extras = PROJECT["optional-dependencies"]
    pending = [Requirement(line) for line in (*PROJECT["dependencies"], *extras[extra])]
    found = set[tuple[str, frozenset[str]]]()
    while pending:
        one = pending.pop()
        if one.name == "sportsframe":
            pending += [Requirement(line) for name in one.extras for line in extras[name]]
            continue
        key = (canonicalize_name(one.name), frozenset(one.extras))
        if key in found:
            continue
        found.add(key)
        try:
            lines = requires(one.name) or []
        except PackageNotFoundError:  # of another platform or version of Python
            continue
        for line in map(Requirement, lines):
            if line.marker is None or any(line.marker.evaluate({"extra": name}) for name in ("", *one.extras)):
                pending.append(line)
    return {name for name, _ in found}


IMPORTING = """
import pydoc, sys
hidden, names = (text.split(",") for text in sys.argv[1:])
sys.modules.update(dict.fromkeys(hidden))
print(sum(pydoc.locate(f"sportsframe.{name}") is not None for name in names))
"""


def test_the_pages_import_nothing_that_their_extra_does_not_install() -> None:
    """Whatever the page of the API names can be imported where only the extra of the docs is installed."""
    there = installed_with("docs")
    hidden = [
        module
        for module, distributions in packages_distributions().items()
        if module != "sportsframe" and not there & {canonicalize_name(name) for name in distributions}
    ]
    names = re.findall(r"^   (\w[\w.]*)$", (HERE / "docs" / "api" / "index.rst").read_text(), re.MULTILINE)
    assert "pytest" in hidden
    found = subprocess.run(
        [sys.executable, "-c", IMPORTING, ",".join(hidden), ",".join(names)], capture_output=True, text=True
    )
    assert found.returncode == 0, found.stderr[-2000:]
    assert int(found.stdout) > 50


def test_every_dependency_is_explained() -> None:
    """The page of dependencies has a line for each dependency and extra, and for nothing else."""
    page = (HERE / "docs/dependencies.md").read_text()
    rows = [line.split("|")[1:3] for line in page.splitlines() if line.startswith("| `")]
    always = {name.strip(" `") for name, _ in rows} - set(PROJECT["optional-dependencies"])

    assert always == declared()
    for name, packages in rows:
        extra = name.strip(" `")
        if extra in PROJECT["optional-dependencies"] and extra != "dev":
            assert {word.strip(" `") for word in packages.split(",")} >= declared(extra), extra


@pytest.mark.parametrize("extra", ["server", "mcp", "redis", "parquet", "dask", "engines"])
def test_doctor_looks_at_what_is_needed(extra: str) -> None:
    """`doctor` reads what the package declares: nothing that nobody imports, and all that an extra needs."""
    needed = _doctor.requirements()

    assert set(needed[""]) == declared()
    assert declared(extra) <= set(needed[extra])
    assert "starlette" not in needed["server"]


def test_the_version_is_said_once() -> None:
    """The installed package and its citation bear the version that the package says; the project file has none."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]

    assert "version" not in project
    assert project["dynamic"] == ["version"]
    assert version("sportsframe") == sportsframe.__version__
    assert f"\nversion: {sportsframe.__version__}\n" in (HERE / "CITATION.cff").read_text()
