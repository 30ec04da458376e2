"""Answers of every sport and resource, damaged at random: ``python -m tests.bench.mutations [rounds] [seed] [each]``.

Each answer is changed in one place, as bytes or as the parsed object, and read with every table. It must give frames
or the package's own error; every cell must be what `oracle` reads from the same document, and what the oracle cannot
place for certain must be told as drift.
"""

from __future__ import annotations

import collections
import copy
import datetime
import decimal
import json
import random
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe._frames import drift
from sportsframe.catalog import RESOURCES, SPORTS, every_answer
from sportsframe.catalog.records import fields, records_below

from ..support.samples import ANSWERS, envelope
from .given import numbers
from .oracle import RESERVED, Json, Place, at, faults

NUMBERS: list[Any] = [
    0, 1, -1, 7, 41, 2**31, 2**53, 2**53 + 1, 2**63 - 1, -(2**63), 2**63, -(2**63) - 1, 10**30, RESERVED,
    0.0, -0.0, 1.5, 4.0, 1e22, 1e-300, 1.7976931348623157e308, 9007199254740993.0, 6.2, 6.3,
]  # fmt: skip

NUMERALS = [
    "7", "007", " 7", "+7", "1_0", "-3", "4.0", "4.5", "1e3", "1e400", "9007199254740993", "9007199254740993.0",
    "0.1", "0.1000000000000000055", "111111111111111111111", "1" * 400, "nan", "inf", "NaN", "Infinity", "\u00b2",
    "\u0663", "4a", "35:21",
]  # fmt: skip

PHRASES = [
    "", " ", "true", "false", "yes", "undefined", "undefined, undefined", "undefined NaN, NaN", "N/A", "uuid-0",
    "x" * 3000, "Zo\u00eb \U0001f3af", "a.b", "line\nbreak", "\x00", "Final", "in progress", "canceled", "moon",
]  # fmt: skip

TIMES = [
    *(f"Sat, 01 Jun 2024 {clock}" for clock in (
        "23:05:00 GMT", "25:99:00 GMT", "24:00:00 GMT", "23:60:00 GMT", "23-05-00 GMT", "7:05:00 PM GMT",
        "07:05:00 XYZ", "07:05:00", "07:05:00 +0200", "23:59:60 GMT",
    )),
    "TBD", "Sat, 01 Jun 0024 07:05:00 GMT", "Sat, 31 Jun 2024 07:05:00 GMT", "Sat. 01 Jun 2024 07:05:00 GMT",
    "2024-06-01T23:05:00Z", "2024-06-01 23:05:00", "2024-06-01T19:05:00-04:00", "2024-06-01", "20240601",
]  # fmt: skip

HOLDERS: list[Any] = [
    [], {}, [1], [None], [{}], {"a": 1}, {"1": {}}, [[1, 2], {"deep": [{"x": None}]}], {"1": 2, "2": None},
]  # fmt: skip

SCALARS: list[Any] = [None, True, False, *NUMBERS, *NUMERALS, *PHRASES, *TIMES, *HOLDERS]
"""What is put in the place of a value."""

KEYS = [
    "uuid-0", "abc", "p12", "1_0", "007", " 7", "+7", "-7", "7.0", "\u00b2", "\u0663", "0", "-0", "", "1st", "OT",
    "Final", "T", "9" * 19, "9" * 30, "9" * 5000, str(RESERVED), "a.b", "data", "(extra)", "game_ID", "player",
    "phase", "side", "k" * 3000, "\U0001f3af",
]  # fmt: skip
"""What is put in the place of a key."""


def places(doc: Json, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every value of a document."""
    if at:
        yield at
    items = doc.items() if isinstance(doc, dict) else enumerate(doc) if isinstance(doc, list) else ()
    for key, value in items:
        yield from places(value, (*at, key))


def renamed(holder: dict[str, Any], old: str, new: str) -> None:
    """Give a member another key in its old place."""
    items = list(holder.items())
    holder.clear()
    holder.update((new if key == old else key, value) for key, value in items)


def mutate(doc: Json, r: random.Random) -> str:
    """Change a document in one place; return what was done."""
    some = [place for place in places(doc) if len(place) > 1]
    containers = [place for place in some if isinstance(at(doc, place), (dict, list))]
    if not some:
        return "nothing left"
    place = r.choice(containers if containers and r.random() < 0.3 else some)
    holder, key = at(doc, place[:-1]), place[-1]
    value = holder[key]
    actions = ["replace", "replace", "replace", "remove", "null"]
    actions += ["rename", "rename", "add"] if isinstance(holder, dict) else ["duplicate", "swap", "insert"]
    actions += ["text"] if isinstance(value, (int, float)) else []
    actions += ["group", "listed", "nulls", "mixed"] if isinstance(value, dict) and value else []
    actions += ["mapped", "mixed"] if isinstance(value, list) and value else []
    action = r.choice(actions)
    if action == "replace":
        holder[key] = copy.deepcopy(r.choice(SCALARS))
    elif action == "remove":
        del holder[key]
    elif action == "null":
        holder[key] = None
    elif action == "rename":
        renamed(holder, key, r.choice([*KEYS, key.upper(), key + "_", "x" + key]))
    elif action == "add":
        holder[r.choice(KEYS)] = copy.deepcopy(r.choice(SCALARS))
    elif action == "duplicate":
        holder.insert(key, copy.deepcopy(value))
    elif action == "swap":
        holder.reverse()
    elif action == "insert":
        holder.insert(key, copy.deepcopy(r.choice(SCALARS)))
    elif action == "text":
        holder[key] = str(value)
    elif action == "group":
        names = list(value)
        cut = r.randrange(len(names) + 1)
        holder[key] = {"one": {k: value[k] for k in names[:cut]}, "two": {k: value[k] for k in names[cut:]}}
    elif action == "listed":
        holder[key] = [{"player_id": k, **v} if isinstance(v, dict) else v for k, v in value.items()]
    elif action == "nulls":
        holder[key] = dict.fromkeys(value)
    elif action == "mapped":
        holder[key] = {str(n): item for n, item in enumerate(value)}
    elif action == "mixed":
        items = list(value.values()) if isinstance(value, dict) else value
        holder[key] = [*items, None, 7, "x", *items[:1]]
    return f"{action} {'/'.join(str(part)[:30] for part in place)}"


def damage(body: bytes, r: random.Random) -> tuple[bytes, str]:
    """Change some bytes."""
    action = r.choice("flip cut drop repeat splice mark constant deep digits surrogate latin".split())
    i = r.randrange(len(body))
    j = min(len(body), i + r.randrange(1, 40))
    if action == "flip":
        return body[:i] + bytes([body[i] ^ (1 << r.randrange(8))]) + body[i + 1 :], action
    if action == "cut":
        return body[:i], action
    if action == "drop":
        return body[:i] + body[j:], action
    if action == "repeat":
        return body[:j] + body[i:], action
    if action == "splice":
        return body[:i] + bytes(r.randrange(256) for _ in range(r.randrange(1, 6))) + body[i:], action
    if action == "mark":
        return r.choice([b"\xef\xbb\xbf" + body, body.decode().encode("utf-16"), b" \n" + body + b"\n"]), action
    put = {
        "constant": r.choice([b"NaN", b"Infinity", b"-Infinity", b"1e400"]),
        "deep": b"[" * 6000 + b"]" * 6000 if r.random() < 0.2 else b'{"a":' * 90 + b"1" + b"}" * 90,
        "digits": r.choice([b"1" * 30, b"1" * 5000, b"-" + b"9" * 400, b'"' + b"1" * 5000 + b'"', b"0." + b"1" * 5000]),
        "surrogate": r.choice([b'"\\ud800"', b'"a\\udfffb"']),
        "latin": b'"caf\xe9"',
    }[action]
    values = [m.span(1) for m in re.finditer(rb": ?(-?[0-9][0-9.]*|\"[^\"\\]*\"|null)[,}]", body)]
    start, end = r.choice(values) if values else (i, j)
    return body[:start] + put + body[end:], action


def read(data: Any, sport: str, resource: str) -> tuple[dict[str, pd.DataFrame], int]:
    """Every table, and how many findings there were."""
    drift.LOG.clear()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        box = sf.read_json(data, sport, resource, table=None)
        return dict(box.items()), len(list(drift.LOG))


def judged(data: Any, doc: Json, sport: str, resource: str) -> tuple[str, list[str]]:
    """One reading against the oracle: how it ended, and what is wrong about it; `doc` is None where nobody can say."""
    try:
        frames, notes = read(data, sport, resource)
    except sf.SportsframeError as error:
        if len(str(error)) > 600:
            return "refused", [f"a message of {len(str(error))} characters"]
        return "refused", [] if doc is None else [f"refused: {error}"]
    except Exception as error:
        return "crashed", [f"{type(error).__name__}: {str(error)[:100]}"]
    return "drift" if notes else "read", [] if doc is None else list(faults(doc, sport, resource, frames, notes))


def enveloped(doc: Json, sport: str, resource: str) -> bool:
    """Whether a document is the envelope, so that there is no reason to refuse it."""
    data = doc.get("data") if isinstance(doc, dict) else None
    held = [item for key, item in data.items() if key in SPORTS[sport].keys] if isinstance(data, dict) else []
    return len(held) == 1 and isinstance(held[0], dict if RESOURCES[resource].envelope == "map" else list)


def strict_json(body: bytes) -> Json:
    """The document where it is JSON to the letter and nothing stands in it twice; else None."""

    def refuse(text: str) -> Any:
        raise ValueError(text)

    def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("twice")
        return dict(pairs)

    try:
        doc = json.loads(body.decode(), parse_constant=refuse, object_pairs_hook=members)
        json.dumps(doc, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return None
    return doc


def trial(r: random.Random) -> tuple[str, str, list[str]]:
    """One mutation of one answer: how its reading ended, what had been done, what is wrong."""
    sport, resource = r.choice(ANSWERS)
    sizes = {"maps": r.choice([1, 2, 4]), "lists": r.choice([1, 2])}
    doc = envelope(sport, resource, n=r.choice([1, 2, 3]), seed=r.randrange(5), **sizes)
    form = r.choice(["parsed", "bytes", "bytes", "damaged"])
    if form == "damaged":
        data, done = damage(json.dumps(doc, ensure_ascii=False).encode(), r)
        found = strict_json(data)
        ending, wrong = judged(data, found if enveloped(found, sport, resource) else None, sport, resource)
    else:
        done = "; ".join(mutate(doc, r) for _ in range(r.choice([1, 1, 1, 2, 4])))
        data = doc if form == "parsed" else json.dumps(doc, ensure_ascii=False).encode("utf-8", "surrogatepass")
        ending, wrong = judged(data, copy.deepcopy(doc) if enveloped(doc, sport, resource) else None, sport, resource)
    return ending, f"{sport} {resource} {form}: {done}", wrong


def _maps(doc: Json) -> list[Place]:
    """The maps of records by a number, such as those of players."""
    held = [(place, at(doc, place)) for place in places(doc)]
    return [
        place for place, value in held
        if isinstance(value, dict) and value and all(key.isdigit() for key in value)
        and all(isinstance(item, dict) for item in value.values())
    ]  # fmt: skip


def _periods(doc: Json) -> list[Place]:
    """The maps of plain values by a number, such as scores by period."""
    held = [(place, at(doc, place)) for place in places(doc)]
    return [
        place for place, value in held
        if isinstance(value, dict) and value and all(key.isdigit() for key in value)
        and not any(isinstance(item, (dict, list)) for item in value.values())
    ]  # fmt: skip


def _values(doc: Json, *kinds: type) -> list[Place]:
    return [place for place in places(doc) if len(place) > 2 and type(at(doc, place)) in kinds]


def _groups(doc: Json, r: random.Random) -> None:
    """A player in two groups of players."""
    place = r.choice(_maps(doc))
    held = at(doc, place)
    again = r.choice(list(held))
    at(doc, place[:-1])[place[-1]] = {"one": held, "two": {again: copy.deepcopy(held[again])}}


def _lists(doc: Json, r: random.Random) -> None:
    """Players in a list, one of them twice, with a null and an integer among them."""
    place = r.choice(_maps(doc))
    items: list[Json] = [{"player_id": key, **value} for key, value in at(doc, place).items()]
    items += [copy.deepcopy(r.choice(items)), None, 7]
    r.shuffle(items)
    at(doc, place[:-1])[place[-1]] = items


def _rekeyed(doc: Json, place: Place, r: random.Random, keys: list[str]) -> None:
    held = at(doc, place)
    renamed(held, r.choice(list(held)), r.choice(keys))


def _put(doc: Json, found: list[Place], r: random.Random, values: list[Any]) -> None:
    place = r.choice(found)
    at(doc, place[:-1])[place[-1]] = copy.deepcopy(r.choice(values))


def _times(doc: Json) -> list[Place]:
    return [place for place in _values(doc, str) if str(at(doc, place)).endswith("GMT")]


ALSO = {
    spec.wire: spec.marks["also"]
    for _, _, ans in every_answer() for record in records_below(ans.record) for spec in fields(record)
    if spec.marks["also"]
}  # fmt: skip


def _movable(doc: Json) -> list[Place]:
    """The values that may stand elsewhere than under their own name."""
    return [place for place in places(doc) if place[-1] in ALSO]


def _elsewhere(doc: Json, r: random.Random) -> None:
    """Values in another place that they may have, with strangers beside them or still in their own place as well."""
    for place in _movable(doc):
        holder, key = at(doc, place[:-1]), place[-1]
        value = copy.deepcopy(holder[key]) if r.random() < 0.3 else holder.pop(key, None)
        *above, last = r.choice(ALSO[key]).split(".")
        for step in above:
            holder[step] = holder[step] if isinstance(holder.get(step), dict) else {}
            holder = holder[step]
        holder[last] = value if r.random() < 0.7 else copy.deepcopy(r.choice(SCALARS))
        if r.random() < 0.5:
            r.choice([holder, at(doc, place[:-1])])[r.choice([last, "total", "first_downs", *KEYS])] = 77


def _other_sport(doc: Json, r: random.Random) -> None:
    """The answer or a row of another sport."""
    (key,) = doc["data"]
    if r.random() < 0.5 or not (rows_ := [row for row in doc["data"][key] if "sport" in row]):
        renamed(doc["data"], key, r.choice([*(sport for sport in SPORTS if sport != key), key.lower()]))
    else:
        r.choice(rows_)["sport"] = r.choice([*SPORTS, "CRICKET"])


PERIODS = ["1st", "2nd", "OT", "Final", "-1", "1.5", "\u00b2", "T", "Q1"]
LARGE = [2**63, -(2**63) - 1, 10**30, 10**400, str(2**63), "1" * 22, 1e22]
INEXACT = ["9007199254740993.0", "9007199254740993", 2**53 + 1, "0.1000000000000000055", 4.5, "4.5"]
DEEP = ["1" * 5000, "-" + "9" * 5000, json.loads("[" * 60 + "]" * 60)]
FOREIGN = [decimal.Decimal("4.1"), decimal.Decimal("NaN"), datetime.datetime(2024, 6, 1, tzinfo=datetime.UTC), b"x", 1j]

STRUCTURED: dict[str, tuple[Callable[[Json], list[Place]], Callable[[Json, random.Random], None]]] = {
    "players in two groups": (_maps, _groups),
    "players in lists": (_maps, _lists),
    "ids that are no digits": (_maps, lambda doc, r: _rekeyed(doc, r.choice(_maps(doc)), r, KEYS)),
    "named periods": (_periods, lambda doc, r: _rekeyed(doc, r.choice(_periods(doc)), r, PERIODS)),
    "times": (_times, lambda doc, r: _put(doc, _times(doc), r, TIMES)),
    "integers beyond 64 bits": (
        lambda doc: _values(doc, int), lambda doc, r: _put(doc, _values(doc, int), r, LARGE),
    ),
    "values elsewhere": (_movable, _elsewhere),
    "another sport": (lambda doc: [("data",)], _other_sport),
    "inexact numbers": (
        lambda doc: _values(doc, int, float), lambda doc, r: _put(doc, _values(doc, int, float), r, INEXACT),
    ),
    "long numbers and deep nesting": (
        lambda doc: _values(doc, int, str), lambda doc, r: _put(doc, _values(doc, int, str), r, DEEP),
    ),
    "foreign types and text": (
        lambda doc: _values(doc, int, str), lambda doc, r: _put(doc, _values(doc, int, str), r, [*FOREIGN, "a\ud800"]),
    ),
}  # fmt: skip
"""Damage by what is meant rather than at random: the places where an answer can have it, and what does it."""


def structured(kind: str, r: random.Random) -> tuple[str, str, list[str]]:
    """One answer with damage of one of the kinds of `STRUCTURED`: how its reading ended, what was done, what is wrong.

    What stands for types that are not JSON's is for a parsed object only, and nobody says how its cells must look.
    """
    found, change = STRUCTURED[kind]
    while True:
        sport, resource = r.choice(ANSWERS)
        doc = envelope(sport, resource, n=r.choice([1, 2]), seed=r.randrange(5), maps=2, lists=1)
        if found(doc):
            break
    change(doc, r)
    foreign = kind == "foreign types and text"
    data = doc if foreign or r.random() < 0.5 else json.dumps(doc, ensure_ascii=False).encode()
    known = copy.deepcopy(doc) if not foreign and enveloped(doc, sport, resource) else None
    ending, wrong = judged(data, known, sport, resource)
    if ending == "read" and foreign:
        wrong.append("read without a word")
    return ending, f"{sport} {resource} {kind}", wrong


def run(trials: Iterator[tuple[str, tuple[str, str, list[str]]]]) -> tuple[collections.Counter[str], int]:
    """Count how trials end; print the first that are wrong."""
    counts, wrong = collections.Counter[str](), 0
    for name, (ending, done, found) in trials:
        counts[ending] += 1
        if found:
            wrong += 1
            if wrong <= 40:
                print(f"{name} {done}\n    {found[0]}", flush=True)
    return counts, wrong


def main(rounds: int, seed: int, each: int) -> int:
    """Run so many trials at random and of each kind of structured damage; print the counts and what is wrong."""
    r = random.Random(seed)
    total = 0

    def told(name: str, n: int, trial_: Callable[[random.Random], tuple[str, str, list[str]]]) -> int:
        start = time.perf_counter()
        states = [r.getrandbits(64) for _ in range(n)]
        counts, wrong = run((f"state {state}", trial_(random.Random(state))) for state in states)
        endings = ", ".join(f"{count:,} {ending}" for ending, count in counts.most_common())
        print(f"{name:<30} {n:>7,}: {endings}; {wrong:,} wrong; {time.perf_counter() - start:.0f} s", flush=True)
        return wrong

    for kind in STRUCTURED:
        total += told(kind, each, partial(structured, kind))
    total += told(f"at random, seed {seed}", rounds, trial)
    return total


if __name__ == "__main__":
    sys.exit(bool(main(**numbers(__doc__, rounds=20_000, seed=0, each=300))))
