"""A sample of `tests.bench.mutations`, which runs the whole: no damage to an answer goes unnoticed."""

from __future__ import annotations

import random

import pytest

import sportsframe as sf
from sportsframe._frames import decode

from ..bench.mutations import STRUCTURED, structured, trial


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_in_silence(seed: int) -> None:
    """Changed at random, an answer gives every cell and row it still holds, or says what it could not read."""
    for n in range(60):
        _, done, wrong = trial(random.Random(1000 * seed + n))
        assert not wrong, done


@pytest.mark.parametrize("kind", STRUCTURED)
def test_structured_damage_is_told(kind: str) -> None:
    """The same of each kind of damage that answers have been seen with, or may come with."""
    for n in range(10):
        _, done, wrong = structured(kind, random.Random(n))
        assert not wrong, done


def test_the_oracle_sees_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle is no rubber stamp: a reading that keeps nothing beside its columns is found out."""
    monkeypatch.setattr(decode, "_keep_unparsed", lambda value, path, unparsed: None)

    assert any(wrong for n in range(300) for _, _, wrong in [trial(random.Random(n))])


@pytest.mark.parametrize("seed", range(3))
def test_every_refusal_is_the_packages_own(seed: int) -> None:
    """Bytes without any sense are refused by PayloadError, in one bounded line."""
    r = random.Random(seed)
    for _ in range(300):
        body = bytes(
            r.choice(b'{}[]":,0123456789.eE+-tfn\\u \xef\xbb\xbf\xff\x00data MLB') for _ in range(r.randrange(1, 60))
        )
        with pytest.raises(sf.PayloadError) as caught:
            sf.read_json(b'{"data":{"MLB":[' + body, "MLB", "live")
        assert len(str(caught.value)) < 600
        assert "\n" not in str(caught.value)
