"""Calls that nobody should make, over every public function, verb and plot: ``python -m tests.bench.calls [N] [SEED]``.

Each call has one or two arguments of a wrong type, a wrong value, or the frame of another table or sport, or one that
was filtered, emptied or has lost its dtypes. What is called is found in ``sf.__all__``, the accessor, `sf.measures` and
`sf.plots`. A call passes if it returns, or raises a SportsframeError of one line below 300 characters; a frame without
rows that was asked of the service must say why. Prints what does not pass and ends with 1.
"""

from __future__ import annotations

import argparse
import inspect
import random
import sys
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import chdir
from datetime import date
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pandas as pd

import sportsframe as sf
from sportsframe._util.signatures import Method
from sportsframe.catalog import SPORTS
from sportsframe.errors import SportsframeError
from sportsframe.plots._axes import REGISTRY

LONGEST = 300
"""Characters of a message."""

LEFT_OUT = {
    "Cache", "CheckedSport", "Client", "Clock", "DriftWarning", "Kind", "League", "Plots", "Report", "ResourceName",
    "Shown", "SportCode", "Sports", "TableName", "Tables", "Watch", "cache", "doctor", "drift", "each", "game_picker",
    "measures", "options", "picker", "plots", "register_host", "register_sport", "scoreboard", "season_picker",
    "show_settings", "sport_code", "sports", "sync", "to_dask", "watch", "reconcile",
}  # fmt: skip
"""Classes, objects, what changes the process, what waits or draws widgets, and what takes minutes by design."""

DAYS = {
    "MLB": "2024-06-01", "NBA": "2024-12-06", "NHL": "2024-12-06", "NFL": "2024-11-10", "NCAAFB": "2024-11-09",
    "PGA": "2024-06-13", "DARTS": "2024-01-03",
}  # fmt: skip


@cache
def frames() -> dict[str, pd.DataFrame]:
    """Tables of a day of several sports, and what becomes of them."""
    found = {}
    for sport, day in DAYS.items():
        for name in SPORTS[sport].answer("live").layouts:
            found[f"{sport} {name}"] = sf.live(day, sport, table=name).head(400)
    found["NFL schedule"] = sf.schedule("2024-11-10", "NFL")
    games = found["MLB games"]
    found |= {
        "no rows": games.head(0), "no columns": pd.DataFrame(), "numbers": pd.DataFrame({"a": [1, 2]}),
        "objects": games.astype(object), "text": games.astype("string"), "twice": pd.concat([games, games], axis=1),
        "two sports": pd.concat([games, found["NBA games"]]), "without ids": games.drop(columns=["game_id"]),
        "one row": games.head(1), "missing": games.assign(home_score=pd.NA, phase=pd.NA),
        "other index": games.set_index("game_id", drop=False),
    }  # fmt: skip
    return found


VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 3, 10**9, 1.5, float("nan"), float("inf"), "", "x", "MLB", "mlb", "2024-06-01",
    "2024-13-41", "today", "team", "player_id", "era", "home_score", "\n", "x" * 5000, b"x", [], ["x"], [1, 2], (1,),
    ("2024-06-05", "2024-06-01"), {}, {"x": "y"}, {9001: 1500.0}, set(), object(), date(2024, 6, 1), pd.NaT, pd.NA,
    np.float64(2.5), np.array([1.0, 2.0]), pd.Series([1.0, 2.0]), pd.Series(dtype=object), len, 2024, "2024-2025",
)  # fmt: skip

GOOD: dict[str, tuple[Any, ...]] = {
    "date": ("2024-06-01", "2024-12-06"), "sport": (*DAYS, "CRICKET"), "season": (2023,), "name": ("era", "points"),
    "resource": ("live", "schedule"), "table": ("games", "players"), "by": ("team", "team_id"), "path": ("/nowhere/x",),
}  # fmt: skip
"""Values that fit parameters of these names, so that a call gets beyond its first argument."""


def targets() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Name and function of everything that is called."""
    for name in sf.__all__:
        value = getattr(sf, name)
        if name not in LEFT_OUT and callable(value) and not _is_error(value):
            yield name, value
    for name in sf.measures.__all__:
        if callable(value := getattr(sf.measures, name)) and name != "Measure":
            yield f"measures.{name}", value
    for name in REGISTRY:
        yield f"plots.{name}", getattr(sf.plots, name)
    for name, held in vars(sf.Sports).items():
        if isinstance(held, Method):
            yield f"df.sports.{name}", partial(_verb, name)


def _is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _verb(name: str, frame: Any, *args: Any, **options: Any) -> Any:
    return getattr(sf.Sports(frame), name)(*args, **options)


def _parameters(name: str, function: Callable[..., Any]) -> list[inspect.Parameter]:
    if name.startswith("df.sports."):
        held = inspect.signature(getattr(sf.Sports(pd.DataFrame()), name.removeprefix("df.sports.")))
        return [inspect.Parameter("frame", inspect.Parameter.POSITIONAL_OR_KEYWORD), *held.parameters.values()]
    return list(inspect.signature(function).parameters.values())


def drawn(r: random.Random, name: str, function: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
    """Arguments of a call: fitting ones for what is required, then some that are wrong."""
    args: list[Any] = []
    options: dict[str, Any] = {}
    tables = frames()
    for parameter in _parameters(name, function):
        if parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL):
            continue
        required = parameter.default is parameter.empty
        if parameter.name in ("frame", "df", "games", "lines", "plays"):
            wanted: Any = tables[r.choice(list(tables))] if r.random() < 0.9 else r.choice(VALUES)
        elif parameter.name in ("teams", "players", "skaters", "league") and r.random() < 0.5:
            wanted = tables[r.choice(list(tables))]
        elif required and r.random() < 0.6:
            wanted = r.choice(GOOD.get(parameter.name, VALUES))
        else:
            wanted = r.choice(VALUES)
        if parameter.kind is not parameter.KEYWORD_ONLY and required:
            args.append(wanted)
        elif r.random() < 0.15:
            options[parameter.name] = wanted
    if r.random() < 0.05:
        options["nonsense"] = 1
    return args, options


def wrong(name: str, function: Callable[..., Any], args: list[Any], options: dict[str, Any]) -> str:
    """What is wrong with the outcome of a call; empty if nothing is."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = function(*args, **options)
        except SportsframeError as error:
            told = str(error)
            return (
                "" if "\n" not in told and len(told) < LONGEST else f"message of {len(told)} characters: {told[:200]!r}"
            )
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            return f"{type(error).__name__}: {str(error)[:120]!r} at {Path(frame.filename).name}:{frame.lineno}"
    told = found.attrs.get("sportsframe", {}) if isinstance(found, pd.DataFrame) else {}
    if told and not len(found) and not told.get("empty_means"):
        return "an empty frame that does not say why"
    return ""


def shown(value: Any) -> str:
    for name, frame in frames().items():
        if value is frame:
            return f"<{name}>"
    return repr(value)[:40]


def calls(n: int, seed: int) -> Iterator[tuple[str, str]]:
    """`n` calls, all targets in turn: what was called, and what is wrong with it."""
    import matplotlib as mpl

    mpl.use("agg")
    import matplotlib.pyplot as plt

    r = random.Random(seed)
    known = list(targets())
    for i in range(n):
        name, function = known[i % len(known)]
        args, options = drawn(r, name, function)
        text = ", ".join([*map(shown, args), *(f"{key}={shown(value)}" for key, value in options.items())])
        yield f"{name}({text})", wrong(name, function, args, options)
        plt.close("all")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("n", nargs="?", type=int, default=3000)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    given = parser.parse_args()
    kinds: Counter[str] = Counter()
    with (
        TemporaryDirectory() as folder,
        chdir(folder),  # calls that write a file get names such as "home_score"
        sf.options(source="simulated", now="2025-01-15T12:00"),
    ):
        for call, told in calls(given.n, given.seed):
            if told:
                kinds[told] += 1
                if kinds[told] == 1:
                    print(call, "->", told, flush=True)
    print(f"{given.n} calls of {len(list(targets()))} functions, seed {given.seed}: {sum(kinds.values())} wrong")
    return bool(kinds)


if __name__ == "__main__":
    sys.exit(main())
