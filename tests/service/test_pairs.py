"""The pairs of sport and resource: all that ``python -m tests.bench.pairs`` prints is true."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ..bench.pairs import COLUMNS, PAIRS, Pair, checked
from ..support.asking import SPORTS


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_every_pair_has_everything(sport: str) -> None:
    """[S1-12] [S4-45] Rows, nothing, each refusal, schema, tables, dictionary and tool: true of every pair."""
    pairs = [resource for code, resource in PAIRS if code == sport]
    assert pairs
    assert [(name, found) for name in pairs if not all((found := checked(sport, name)).values())] == []


def changed(change: Any) -> Pair:
    """A pair whose rows were changed on the way."""
    pair = Pair("NBA", "schedule")
    document = json.loads(pair.body)
    change(document["data"]["NBA"])
    pair.body = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    return pair


@pytest.mark.parametrize(("column", "change"), [
    ("rows", list.clear), ("schema", lambda rows: rows[0].pop("round")), ("tidy", lambda rows: rows.append(rows[0])),
    ("tools", lambda rows: rows.pop()),
])  # fmt: skip
def test_what_is_wrong_is_not_true(column: str, change: Any) -> None:
    """A body without rows, without a member, with a row twice, and one other than the tool's are found."""
    assert COLUMNS[column](changed(lambda rows: None))
    assert not COLUMNS[column](changed(change))
