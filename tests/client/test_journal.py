"""The journal of responses returned: what it keeps itself is bounded, and so is what it remembers."""

from __future__ import annotations

from collections import OrderedDict
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportsframe._client import answer
from sportsframe._client.answer import Journal, Note, journal_of
from sportsframe._client.query import Query

NOW = datetime(2025, 3, 1, tzinfo=UTC)


def note(i: int, size: int | None = 0) -> Note:
    body = None if size is None else bytes(size)
    return Note(Query("MLB", "live", f"{2000 + i // 300:04d}-day-{i % 300}"), NOW, str(i), False, not size, body)


def total(journal: Journal) -> int:
    return sum(len(found.body or b"") for found in journal.notes().values())


@pytest.mark.parametrize("over", [0, 1])
def test_bodies_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    """Bodies of exactly the limit stay; one byte more and the oldest goes, its note without it."""
    monkeypatch.setattr(answer, "MOST_JOURNAL_BYTES", 100)
    journal = Journal()
    journal.add(note(1, 40))
    journal.add(note(2, 60 + over))
    kept = [found.body is not None for found in journal.notes().values()]
    assert kept == [not over, True]
    assert journal.held == total(journal) == 100 - over * 39


@pytest.mark.parametrize("over", [0, 1])
def test_notes_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch, over: int) -> None:
    """The limit counts notes; one more, and the oldest is forgotten."""
    monkeypatch.setattr(answer, "MOST_NOTES", 3)
    journal = Journal()
    for i in range(3 + over):
        journal.add(note(i, 10))
    assert [found.check for found in journal.notes().values()] == [str(i) for i in range(over, 3 + over)]
    assert journal.held == 30


def test_journals_are_kept_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of more services or tokens than the limit the one unused for longest is forgotten; no two share a journal."""
    monkeypatch.setattr(answer, "MOST_JOURNALS", 3)
    monkeypatch.setattr(answer, "_journals", OrderedDict())
    first, second, third = (journal_of("a", token) for token in "xyz")
    assert len({id(first), id(second), id(third)}) == 3
    assert journal_of("a", "x") is first
    journal_of("b", "x")
    assert journal_of("a", "x") is first
    assert journal_of("a", "z") is third
    assert journal_of("a", "y") is not second


@given(st.lists(st.tuples(st.integers(0, 6), st.one_of(st.none(), st.integers(0, 60)), st.booleans()), max_size=40))
def test_the_count_is_that_of_what_is_kept(steps: list[tuple[int, int | None, bool]]) -> None:
    """Whatever is added, replaced and discarded: the bytes counted are those kept, and within the limit."""
    journal = Journal()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(answer, "MOST_JOURNAL_BYTES", 100)
        for i, size, discard in steps:
            journal.discard(note(i).query) if discard else journal.add(note(i, size))
            assert journal.held == total(journal) <= 100
            if not discard:
                assert list(journal.notes().values())[-1] == note(i, size)
