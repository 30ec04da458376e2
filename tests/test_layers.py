"""The arrows between the rooms point down only, and every module has a room."""

from __future__ import annotations

import ast
from pathlib import Path

import sportsframe

ROOT = Path(sportsframe.__file__).parent

FLOORS: list[list[str]] = [
    ["errors", "_state", "_report"],
    ["catalog"],
    ["_client", "simulation"],
    ["_frames", "service"],
    ["_pipeline", "_freeze", "_doctor"],
    ["_watch"],
    ["load"],
    ["measures"],
    ["plots", "_display"],
    ["accessor"],
    ["widgets"],
    ["servers"],
    ["_cli"],
    ["__main__"],
]
"""Rooms from the ground up; one may import rooms of lower floors, and nothing of its own floor or above."""


NEVER = [("_client", "service"), ("simulation", "service"), ("service", "load"), ("catalog", "_frames")]
"""Arrows that would be allowed by the floors but not by the design: the two columns meet in the catalog only."""


def room(path: Path) -> str:
    first = path.relative_to(ROOT).parts[0]
    return first.removesuffix(".py")


def arrows() -> set[tuple[str, str, bool]]:
    """(from, to, at run time of the module) between rooms, from the sources."""
    found = set()
    for path in ROOT.rglob("*.py"):
        here = room(path)
        if here == "__init__":
            continue
        depth = len(path.relative_to(ROOT).parts)
        tree = ast.parse(path.read_text())
        typing_only = {
            id(node)
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level and id(node) not in typing_only:
                # One dot is this folder: of a room that is a folder, the room itself.
                if node.level < depth:
                    continue
                names = [node.module.split(".")[0]] if node.module else [alias.name for alias in node.names]
                found |= {(here, name if (ROOT / f"{name}.py").exists() or (ROOT / name).is_dir() else "__init__")
                          for name in names}  # fmt: skip
    return {(a, b, True) for a, b in found if a != b}


def test_arrows_point_down() -> None:
    """A room imports rooms of lower floors only."""
    floor = {name: level for level, names in enumerate(FLOORS) for name in names}
    up = [(a, b) for a, b, _ in arrows() if b != "__init__" and floor.get(b, 99) >= floor.get(a, -1)]
    doorway = {("accessor", "measures"), ("accessor", "plots")}

    assert not sorted(set(up) - doorway)


def test_every_module_has_a_room() -> None:
    """A new module fails here until somebody places it on a floor."""
    placed = {name for names in FLOORS for name in names} | {"__init__"}

    assert {room(path) for path in ROOT.rglob("*.py")} <= placed


def test_the_two_columns_meet_in_the_catalog_only() -> None:
    """The client never imports the service, and the service never the client."""
    found = {(a, b) for a, b, _ in arrows()}

    assert not found & set(NEVER)


def test_only_one_room_imports_sockets() -> None:
    """requests is imported by the fetcher's rooms and the service's adapter alone; the token is read in one place."""
    users = {room(p) for p in ROOT.rglob("*.py") if any(m.split(".")[0] in ("requests", "urllib3") for m in modules(p))}

    assert users <= {"_client", "service", "_doctor", "servers"}


def test_nothing_is_unpickled() -> None:
    """No module of the package imports a serializer that runs code when it reads."""
    assert not [p for p in ROOT.rglob("*.py") if modules(p) & {"pickle", "marshal", "shelve", "dill", "cloudpickle"}]


def test_time_and_chance_are_injected() -> None:
    """The clock is read in the settings alone, and randomness comes from the world's streams."""
    calls = []
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in (
                "datetime.now", "datetime.utcnow", "date.today", "time.time", "random.random", "random.choice",
                "random.randint", "np.random", "numpy.random",
            ):  # fmt: skip
                calls.append((room(path), ast.unparse(node)))

    assert set(calls) <= {("_client", "datetime.now")}


def modules(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            found.add(node.module)
    return found
