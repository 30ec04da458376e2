"""Digests that hold the two promises of a version: ``python -m tests.support.pins`` writes them anew.

- One ``WORLD_VERSION`` of the simulated world gives the same answers for ever: a digest of some answers of each sport.
- One ``VERSION`` of the catalog has the same columns for ever: a digest of the data dictionary.

They lie in ``tests/support/pins.json`` beside the versions they belong to. The command refuses to write other digests
under a version that is there; ``--unreleased`` lets it, for a version that nobody has had yet.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import sportsframe as sf
from sportsframe import catalog
from sportsframe.catalog.simulated import WORLD_VERSION
from sportsframe.service import Service
from sportsframe.simulation import World

from .asking import AFTERWARDS, DAYS, SPORTS, WORLD, ask, needed, service_at

FILE = Path(__file__).with_name("pins.json")

STATS = ("PGA", "SOCCER")
"""The sports whose season statistics are pinned; those of others take a minute, and add up the games."""

RAISE = {
    "world": "raise WORLD_VERSION in sportsframe/catalog/simulated.py",
    "catalog": "raise VERSION in sportsframe/catalog/__init__.py",
}
"""What to do when a digest is another one under the same version."""


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def answers(world: World | None = None, sports: Iterable[str] = SPORTS) -> dict[str, str]:
    """Sport -> digest of its answers: one of each resource when all is over, and a day while games are played."""
    world = world or WORLD
    return {sport: _digest(b"\n".join(_bodies(world, sport))) for sport in sports}


def _bodies(world: World, sport: str) -> list[bytes]:
    over: Service = service_at(AFTERWARDS, world=world)
    during: Service = service_at(f"{DAYS[sport]}T20:30", world=world)
    when = {"date": f"{DAYS[sport]}/", "season": "2024/", "": ""}
    bodies = []
    for resource in catalog.RESOURCES.values():
        if sport not in catalog.sports_of(resource.name) or (resource.table == "season" and sport not in STATS):
            continue
        path = f"{resource.name}/{when[resource.segment.name]}{sport}"
        code, _, body = ask(path, over, **needed(resource.name, sport, over))
        assert code == 200, (path, code, body)
        bodies.append(body)
    return [*bodies, ask(f"live/{DAYS[sport]}/{sport}", during)[2]]


def columns() -> str:
    """Digest of the data dictionary: all but the wording of its descriptions."""
    frame = sf.columns().drop(columns="description")
    rows = [[None if cell != cell else cell for cell in row] for row in frame.astype(object).to_numpy().tolist()]
    return _digest(json.dumps([list(frame), *rows], ensure_ascii=False).encode())


def found() -> dict[str, dict[str, Any]]:
    """The pins of this code."""
    return {
        "world": {"version": WORLD_VERSION, "digests": answers()},
        "catalog": {"version": catalog.VERSION, "digests": {"columns": columns()}},
    }


def problems(pinned: dict[str, dict[str, Any]], here: dict[str, dict[str, Any]]) -> list[str]:
    """A line for each promise that is broken, with what to do; none where all holds."""
    lines = []
    for what, pin in pinned.items():
        changed = sorted(name for name, digest in here[what]["digests"].items() if pin["digests"].get(name) != digest)
        if pin["version"] != here[what]["version"]:
            lines.append(f"the pins of the {what} are of version {pin['version']}, not {here[what]['version']}: "
                         "run python -m tests.support.pins")  # fmt: skip
        elif changed:
            lines.append(f"{what} {pin['version']} gives something else for {', '.join(changed)}: {RAISE[what]}, "
                         "then run python -m tests.support.pins")  # fmt: skip
    return lines


def main(arguments: list[str] | None = None, file: Path = FILE, here: dict[str, dict[str, Any]] | None = None) -> int:
    """Write the pins `here`, by default those of this code; 1 where a version would be given a second meaning."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.pins", description=__doc__)
    parser.add_argument("--unreleased", action="store_true", help="nobody has had these versions: let them change")
    args = parser.parse_args(arguments)
    here = here or found()
    if file.exists() and not args.unreleased:
        pinned = json.loads(file.read_text())
        broken = [line for line in problems(pinned, here) if "gives something else" in line]
        if broken:
            print("\n".join(broken), file=sys.stderr)
            return 1
    file.write_text(json.dumps(here, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
