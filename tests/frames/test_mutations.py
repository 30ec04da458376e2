"""A sample of `tests.bench.mutations`, which runs the whole: no damage to an answer goes unnoticed."""

from __future__ import annotations

import random

import pytest

import sportsframe as sf
from sportsframe._frames import tolerant

from ..bench.mutations import STRUCTURED, structured, trial
from ..support.samples import envelope, read


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_lost_in_silence(seed: int) -> None:
    """Changed at random, an answer gives every cell and row it still holds, or says what it could not read."""
    for n in range(60):
        _, done, wrong = trial(random.Random(1000 * seed + n))
        assert not wrong, done


@pytest.mark.sampled
@pytest.mark.parametrize("kind", STRUCTURED)
def test_structured_damage_is_told(kind: str) -> None:
    """The same of each kind of damage that answers have been seen with, or may come with."""
    for n in range(10):
        _, done, wrong = structured(kind, random.Random(n))
        assert not wrong, done


def test_the_oracle_sees_a_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oracle is no rubber stamp: a reading that keeps nothing beside its columns is found out."""
    monkeypatch.setattr(tolerant, "_keep_unparsed", lambda value, path, unparsed: None)

    assert any(wrong for n in range(300) for _, _, wrong in [trial(random.Random(n))])


def test_what_a_row_of_no_table_holds_is_on_the_rows_below() -> None:
    """Unknown keys and unreadable ids of an object that is a row of no table are repeated on the rows below it."""
    doc = envelope("NFL", "player-stats", n=2)
    doc["data"]["NFL"][0] |= {"draft": 3, "player_id": "abc"}
    frame = read(doc, "NFL", "player-stats", "season")

    assert frame["draft"].fillna("").tolist() == ["3", "3", "", ""]
    assert frame["player_id_"].fillna("").tolist() == ["abc", "abc", "", ""]


def test_what_stands_beside_a_value_elsewhere_is_kept() -> None:
    """Of an object in which a value stands that is not under its own name, the other members are unknown."""
    doc = envelope("NFL", "team-stats", n=1)
    part = doc["data"]["NFL"][0]["regular_season"]
    del part["penalty_yards"]
    part |= {"penalties": {"total": 3, "yards": 20, "first_downs": 9}, "total": 77}
    row = read(doc, "NFL", "team-stats", "season").iloc[0]

    assert row[["penalties", "penalty_yards", "penalties.first_downs", "total"]].tolist() == [3, 20, "9", "77"]


def test_a_value_that_once_stood_twice_is_found_again() -> None:
    """An answer with a value both under its own name and elsewhere does not make the other place an unknown key."""
    doc = envelope("SOCCER", "team-stats", n=1)
    part = doc["data"]["EPL"][0]["regular_season"]
    part |= {"goals_conceded": 4, "goals_conceeded": 5}
    read(doc, "SOCCER", "team-stats", "season")
    del part["goals_conceded"]

    assert read(doc, "SOCCER", "team-stats", "season")["goals_conceded"].iloc[0] == 5


@pytest.mark.parametrize("text", ["9007199254740993", "0.1000000000000000055", "1e400", "6.2.1"])
def test_a_decimal_that_no_float_holds_stays_text(text: str) -> None:
    """A number in text is read only where a float holds it exactly; else it is beside the column."""
    doc = envelope("MLB", "player-stats", n=1)
    doc["data"]["MLB"][0]["regular_season"]["pitching"]["ERA"] = text
    frame = read(doc, "MLB", "player-stats", "pitching")

    assert [str(row) for row in frame.iloc[0] if isinstance(row, str)].count(text) == 1


def test_a_team_is_no_group_of_players() -> None:
    """Neither digits for a position nor two strange values at one position change or lose a row of a depth chart."""
    man = {"id": 7, "player": "alpha"}
    doc = {"data": {"NFL": {"Kings": {"team_id": 1, "9": {"1": man, "2": "gone", "3": [4]}}}}}
    frame = read(doc, "NFL", "depth-charts", "depth_charts")

    assert frame[["team", "position", "depth"]].to_numpy().tolist() == [["Kings", "9", 1]]
    assert {"gone", "[4]"} <= set(map(str, frame.iloc[0]))


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
