"""The examples in docstrings are run, against the built-in service, and print what stands under them."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest

import sportsframe as sf
from sportsframe import measures
from sportsframe._client.answer import forget_all
from sportsframe._client.options import current
from sportsframe._pipeline.provenance import say_simulated


def examples() -> Iterator[doctest.DocTest]:
    """Every docstring of the package with an example that is not skipped."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for module in pkgutil.walk_packages(sf.__path__, "sportsframe."):
        if not module.name.endswith("__main__"):
            loaded = importlib.import_module(module.name)
            for test in finder.find(loaded, extraglobs={"sf": sf}):
                if any(not example.options.get(doctest.SKIP) for example in test.examples):
                    yield test


EXAMPLES = {test.name: test for test in examples()}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_example_prints_what_stands_under_it(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The examples of a docstring run in its module, with the package as ``sf``, and print what is shown."""
    monkeypatch.chdir(tmp_path)
    mpl.use("agg")
    forget_all()  # what an earlier test used is not in this one's cache
    say_simulated(current())
    said: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        doctest.DocTestRunner(verbose=False).run(EXAMPLES[name], out=said.append, clear_globs=False)

    assert not said, "".join(said)


def functions() -> dict[str, Any]:
    """The public functions and loaders, by name; those of the plots have their examples in the gallery."""
    public = {f"sf.{name}": getattr(sf, name) for name in sf.__all__}
    public |= {f"sf.measures.{name}": getattr(measures, name) for name in measures.__all__}
    public |= {f"sf.Client.{name}": own for name, own in inspect.getmembers(sf.Client) if not name.startswith("_")}
    return {name: own for name, own in public.items() if inspect.isroutine(own)}


@pytest.mark.parametrize("name", sorted(functions()))
def test_a_public_function_has_an_example(name: str) -> None:
    """Every public function and loader shows how it is called."""
    assert ">>> " in (inspect.getdoc(functions()[name]) or "")
