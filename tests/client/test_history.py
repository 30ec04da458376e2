"""The history of responses returned: what it keeps itself is bounded, and so is what it remembers."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportsframe._client import answer
from sportsframe._client.answer import History, Note, history_of
from sportsframe._client.query import Query

NOW = datetime(2025, 3, 1, tzinfo=UTC)


def note(i: int, size: int | None = 0) -> Note:
    body = None if size is None else bytes(size)
    return Note(Query("MLB", "live", f"{2000 + i // 300:04d}-day-{i % 300}"), NOW, str(i), False, not size, body)


def total(history: History) -> int:
    return sum(len(found.body or b"") for found in history.notes().values())


@pytest.mark.parametrize("over", [0, 1])
def test_bodies_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    """Bodies of exactly the limit stay; one byte more and the oldest goes, its note without it."""
    monkeypatch.setattr(answer, "MOST_HISTORY_BYTES", 100)
    history = History()
    history.add(note(1, 40))
    history.add(note(2, 60 + over))
    kept = [found.body is not None for found in history.notes().values()]
    assert kept == [not over, True]
    assert history.held == total(history) == 100 - over * 39


@pytest.mark.parametrize("over", [0, 1])
def test_notes_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    """The limit counts notes; one more, and the oldest is forgotten."""
    monkeypatch.setattr(answer, "MOST_NOTES", 3)
    history = History()
    for i in range(3 + over):
        history.add(note(i, 10))
    assert [found.check for found in history.notes().values()] == [str(i) for i in range(over, 3 + over)]
    assert history.held == 30


def test_journals_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more services or tokens than the limit the one unused for longest is forgotten; no two share a history."""
    monkeypatch.setattr(answer, "MOST_HISTORIES", 3)
    monkeypatch.setattr(answer, "_histories", OrderedDict())
    first, second, third = (history_of("a", token) for token in "xyz")
    assert len({id(first), id(second), id(third)}) == 3
    assert history_of("a", "x") is first
    history_of("b", "x")
    assert history_of("a", "x") is first
    assert history_of("a", "z") is third
    assert history_of("a", "y") is not second


@given(st.lists(st.tuples(st.integers(0, 6), st.one_of(st.none(), st.integers(0, 60)), st.booleans()), max_size=40))
def test_the_count_is_that_of_what_is_kept(steps: list[tuple[int, int | None, bool]]) -> None:
    """Whatever is added, replaced and discarded: the bytes counted are those kept, and within the limit."""
    history = History()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer, "MOST_HISTORY_BYTES", 100)
        for i, size, discard in steps:
            history.discard(note(i).query) if discard else history.add(note(i, size))
            assert history.held == total(history) <= 100
            if not discard:
                assert list(history.notes().values())[-1] == note(i, size)
