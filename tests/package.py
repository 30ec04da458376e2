"""Try a wheel and a source distribution: ``python -m tests.package dist [--tag v0.1.0]``, after ``python -m build``.

Each is installed into an environment of its own, outside the checkout, where one command prints a day of games.
"""

from __future__ import annotations

import argparse
import os
import runpy
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
VERSION: str = runpy.run_path(str(ROOT / "sportsframe" / "_version.py"))["__version__"]

NEEDED = ("sportsframe/py.typed", "sportsframe/__init__.py", "sportsframe/plots/__init__.pyi")
"""Files that both must contain, relative to the project."""


def names(file: Path) -> set[str]:
    """The files in a wheel, or in a source distribution below its folder."""
    if file.suffix == ".whl":
        with zipfile.ZipFile(file) as wheel:
            return set(wheel.namelist())
    with tarfile.open(file) as source:
        return {name.partition("/")[2] for name in source.getnames()}


def check(file: Path) -> None:
    """Look into one of the two, install it, and use it."""
    held = names(file)
    missing = [name for name in NEEDED if name not in held]
    assert not missing, f"{file.name} lacks {', '.join(missing)}"
    if file.suffix == ".whl":
        foreign = [name for name in held if not name.startswith(("sportsframe/", f"sportsframe-{VERSION}.dist-info/"))]
        assert not foreign, f"{file.name} contains {', '.join(sorted(foreign)[:5])}"
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        scripts = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        environment = {**os.environ, "SPORTSFRAME_CACHE_DIR": folder, "PYTHONUTF8": "1"}
        environment.pop("PYTHONPATH", None)
        python = str(scripts / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", str(file.resolve())], cwd=folder, check=True)
        used = subprocess.run(
            [str(scripts / "sportsframe"), "live", "2024-06-01", "MLB", "--format", "csv"],
            cwd=folder, env=environment, check=True, capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        assert len(used.stdout.splitlines()) > 10, used.stdout
    print(f"{file.name}: {len(held)} files, installed and used")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag", help="the tag of a release, which must be v and the version")
    given = parser.parse_args()
    if given.tag is not None and given.tag != f"v{VERSION}":
        sys.exit(f"the tag {given.tag} is not v{VERSION}, the version of the project")
    files = sorted(given.folder.glob(f"sportsframe-{VERSION}*"))
    assert {file.suffix for file in files} == {".whl", ".gz"}, f"build both first: {given.folder} has {files}"
    for file in files:
        check(file)


if __name__ == "__main__":
    main()
