"""What is not installed is named with what to install, in one line."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import sportsframe as sf

ASKS = """
import sys, sportsframe as sf
from sportsframe.__main__ import main

sf.options(now="2024-09-11T12:00Z")
asks = {
    "duckdb": lambda: sf.open(sys.argv[1]).duckdb("schedule"),
    "polars": lambda: sf.open(sys.argv[1]).polars("schedule"),
    "dask": lambda: sf.open(sys.argv[1]).dask("schedule"),
    "to_dask": lambda: sf.to_dask("2024-09-08", "NFL"),
    "to_polars": lambda: sf.schedule("2024-09-08", "NFL").sports.to_polars(),
    "sync": lambda: sf.sync("NFL", seasons=2024, to=sys.argv[1]),
    "command sync": lambda: main(["sync", "NFL", "2024", "--to", sys.argv[1]]),
    "command verify": lambda: main(["verify", sys.argv[1]]),
}
for name, ask in asks.items():
    if name in sys.argv[2:]:
        try:
            print(name, ask())
        except sf.ConfigError as error:
            print(name, error, file=sys.stderr)
"""


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("absent", "asks", "words"),
    [
        (["duckdb", "_duckdb"], ["duckdb"], "relations of DuckDB need duckdb: pip install 'sportsframe[engines]'"),
        (
            ["polars", "_polars"],
            ["polars", "to_polars"],
            "frames of Polars need polars: pip install 'sportsframe[engines]'",
        ),
        (["dask", "distributed"], ["dask", "to_dask"], "frames of Dask need dask: pip install 'sportsframe[dask]'"),
        (["pyarrow"], ["to_dask"], "frames of Dask need pyarrow: pip install 'sportsframe[dask]'"),
        (["pyarrow"], ["to_polars"], "frames of Polars need pyarrow: pip install 'sportsframe[engines]'"),
        (
            ["pyarrow"],
            ["sync", "command sync", "command verify"],
            "datasets need pyarrow: pip install 'sportsframe[parquet]'",
        ),
    ],
    ids=["duckdb", "polars", "dask", "dask without pyarrow", "polars without pyarrow", "datasets"],
)
def test_an_engine_that_is_not_installed(absent: list[str], asks: list[str], words: str, tmp_path: Path) -> None:
    """In a process that has every package but that one, each way of asking says what to install."""
    here = tmp_path / "packages"
    here.mkdir()
    for place in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
        for path in Path(place).iterdir():
            if path.suffix != ".pth" and not any(path.name == one or path.name.startswith(f"{one}.") for one in absent):
                (here / path.name).symlink_to(path)
    data = tmp_path / "data"
    if not any("sync" in one for one in asks):
        sf.Client(source="simulated", now="2024-09-11T12:00Z").sync("NFL", seasons=2024, to=data, tables="schedule")
    root = str(Path(sf.__file__).parents[1])
    env = os.environ | {
        "PYTHONPATH": os.pathsep.join([root, str(here)]),
        "SPORTSFRAME_CACHE_DIR": str(tmp_path / "cache"),
    }
    env = {name: value for name, value in env.items() if name not in ("RSC_TOKEN", "SPORTSFRAME_BASE_URL")}

    ran = subprocess.run(
        [sys.executable, "-S", "-c", ASKS, str(data), *asks], capture_output=True, text=True, env=env, check=False
    )

    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    assert sum(words in line for line in ran.stderr.splitlines()) == len(asks), ran.stderr
