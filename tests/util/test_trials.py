"""What is tried each time, and what in the long trials."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.support.trials import SAMPLED

ROOT = Path(__file__).parents[2]

CONFTEST = """
import pytest
from tests.support.trials import leave_to_long_trials

@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    leave_to_long_trials(items)
"""

CASES = """
import pytest

@pytest.mark.sampled
@pytest.mark.parametrize("number", range(12))
def test_of_many(number): ...

@pytest.mark.sampled
@pytest.mark.parametrize("number", range(12))
def test_of_plots(number): ...

@pytest.mark.sampled
@pytest.mark.parametrize("number", range(3))
def test_of_few(number): ...

@pytest.mark.sampled
@pytest.mark.parametrize("number", range(2))
def test_of_two(number): ...

@pytest.mark.parametrize("number", range(12))
def test_of_all(number): ...
"""


def test_some_cases_of_a_sampled_test_are_tried_each_time(tmp_path: Path) -> None:
    """One case in so many, not the same ones of all tests, of few cases one; what is not marked is whole."""
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_cases.py").write_text(CASES)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    long\n    sampled\n")
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--collect-only", "-m"]
    env = {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    tried, left = (
        subprocess.run(
            [*words, which, str(tmp_path)], cwd=tmp_path, env=env, capture_output=True, text=True
        ).stdout.splitlines()
        for which in ("not long", "long")
    )

    of = {
        name: [line.split("[")[1] for line in tried if f"::{name}[" in line]
        for name in ("test_of_many", "test_of_plots")
    }
    assert {len(cases) for cases in of.values()} == {12 // SAMPLED}
    assert of["test_of_many"] != of["test_of_plots"]
    for few in ("test_of_few", "test_of_two"):
        assert sum(f"::{few}[" in line for line in tried) == 1
    assert sum("::test_of_all[" in line for line in tried) == 12
    assert sum("::" in line for line in left) == 2 * (12 - 12 // SAMPLED) + 2 + 1
