"""Builds environments and walks through the package in them: ``python -m tests.environments lowest|loader [...]``.

``lowest`` installs the lowest version of everything declared that is needed at run time; ``loader`` what the loaders,
the cache, the command line and the service in the process need, and nothing for plots and widgets, and counts it.
Both need ``uv``, which chooses the lowest versions, and run `tests.smoke`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

ONLY_FOR_NOTEBOOKS = ("matplotlib", "cycler", "ipywidgets", "traitlets", "anywidget", "ipython")
"""Dependencies that plots and widgets need, and nothing else."""

EXTRAS = "server,mcp,redis,parquet"

MOST_DISTRIBUTIONS, MOST_MEGABYTES = 21, 120
"""Bounds of what the loaders need; the package itself is not counted."""


def name_of(requirement: str) -> str:
    """The distribution that a requirement asks for."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found is not None, requirement
    return found[0]


def loader_requirements() -> list[str]:
    """The dependencies without those of plots and widgets."""
    return [line for line in PROJECT["dependencies"] if name_of(line) not in ONLY_FOR_NOTEBOOKS]


def uv(*arguments: str) -> str:
    """What uv prints."""
    program = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if program is None:
        raise SystemExit("this needs uv: pip install uv")
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True, cwd=ROOT).stdout


def build(place: Path, python: str, *install: str) -> Path:
    """A new environment, and its interpreter."""
    uv("venv", "--python", python, str(place))
    interpreter = place / "bin" / "python"
    uv("pip", "install", "--python", str(interpreter), *install)
    return interpreter


def smoke(python: Path, *parts: str) -> bool:
    """Walk through the parts; whether all went well."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return not subprocess.run([python, "-m", "tests.smoke", *parts], cwd=ROOT, env=environment, check=False).returncode


def lowest(python: str) -> bool:
    """The lowest versions of all that runs."""
    with tempfile.TemporaryDirectory() as place:
        found = build(Path(place, "env"), python, "--resolution", "lowest-direct", "-e", f".[{EXTRAS}]")
        print(f"python {python}, lowest versions: {listed(found)}", flush=True)
        return smoke(found, "loader", "server", "mcp", "parquet", "notebook")


def loader(python: str) -> bool:
    """What an ETL job needs, counted and weighed."""
    with tempfile.TemporaryDirectory() as place:
        found = build(Path(place, "env"), python, *loader_requirements())
        names = listed(found).split()
        megabytes = size(Path(place, "env")) / 1e6
        uv("pip", "install", "--python", str(found), "--no-deps", "-e", ".")
        print(f"python {python}: {len(names)} distributions, {megabytes:.0f} MB: {' '.join(names)}", flush=True)
        fits = len(names) <= MOST_DISTRIBUTIONS and megabytes <= MOST_MEGABYTES
        if not fits:
            print(f"more than {MOST_DISTRIBUTIONS} distributions or {MOST_MEGABYTES} MB")
        return smoke(found, "loader", "absent") and fits


def listed(python: Path) -> str:
    """The distributions of an environment, with their versions."""
    return " ".join(uv("pip", "freeze", "--exclude-editable", "--python", str(python)).split("\n")).strip()


def size(place: Path) -> int:
    """Bytes of the files of an environment, links not counted twice."""
    return sum(path.stat().st_size for path in place.rglob("*") if path.is_file() and not path.is_symlink())


def main() -> int:
    """Try an environment for each Python named."""
    parser = argparse.ArgumentParser(prog="python -m tests.environments", description=__doc__)
    parser.add_argument("what", choices=("lowest", "loader"))
    parser.add_argument("--python", nargs="+", default=[sys.executable], help="versions or interpreters")
    args = parser.parse_args()
    trial = {"lowest": lowest, "loader": loader}[args.what]
    results = [trial(python) for python in args.python]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
