"""Names as users write them: without case and accents, in part, misspelled."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sportsframe._frames.names import SIMILAR, holds, one_named, plain, scores
from sportsframe.errors import QueryError

NAMES = ["Aaron Judge", "José Ramírez", "Søren Østergård", "Łukasz Dźwięk", "Jude Bell", "D'Angelo O'Neil-Smith Jr."]


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("José Ramírez", "jose ramirez"),
        ("  ØSTERGÅRD ", "ostergard"),
        ("Łukasz", "lukasz"),
        ("Straße", "strasse"),
        ("O'Neil-Smith Jr.", "oneil smith jr"),
        ("ＡＢ１", "ab1"),
        ("...", ""),
        ("", ""),
    ],
)
def test_names_are_compared_in_plain_letters(text: str, letters: str) -> None:
    """Case, accents, apostrophes and dots do not count; hyphens separate words."""
    assert plain(text) == letters


@given(st.text())
def test_plain_names_stay_as_they_are(text: str) -> None:
    """What is plain already is not changed again, whatever it was made of."""
    assert plain(plain(text)) == plain(text)


@given(st.text(), st.lists(st.text(), max_size=5))
def test_scores_are_between_nothing_and_all(text: str, names: list[str]) -> None:
    """One score per name from 0 to 1, and 1 for the same words."""
    found = scores(text, names)

    assert len(found) == len(names)
    assert all(0 <= score <= 1 for score in found)
    assert scores(text, [text]) == [1.0 if plain(text) else 0.0]


@pytest.mark.parametrize(("text", "found"), [("ud", False), ("udg", True), ("ju", False), ("jud", True)])
def test_parts_of_words_have_three_letters(text: str, found: bool) -> None:
    """Fewer letters are in too many words to be looked for inside of them."""
    assert (scores(text, ["Aaron Judge"])[0] > 0) == found


@pytest.mark.parametrize(
    ("text", "best"),
    [
        ("judge", 0), ("JUDGE aaron", 0), ("aron jugde", 0), ("jud", 0), ("ramirez", 1), ("ramires", 1),
        ("ostergard", 2), ("lukasz dzwiek", 3), ("oneil", 5), ("d angelo", None), ("xyz", None),
        ("judge ramirez", None), ("-", None),
    ],
)  # fmt: skip
def test_the_nearest_name_has_the_best_score(text: str, best: int | None) -> None:
    """Misspellings, parts and missing accents find the name; words that no name has find nothing."""
    found = scores(text, NAMES)

    if best is None:
        assert max(found) < 1
        assert text not in ("xyz", "judge ramirez", "-") or not any(found)
    else:
        assert found.index(max(found)) == best
        assert max(found) > 0


def test_better_matches_have_higher_scores() -> None:
    """The same word, a longer name with it, the beginning of a word, a misspelling, the inside: in this order."""
    found = scores("mossdell", ["Mossdell", "Mossdell Trams", "Mossdellers", "Mossdoll", "Newmossdell"])

    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 5
    assert scores("abcde", ["abcdx"]) == [SIMILAR]
    assert scores("abcd", ["abcx"]) == [0.0]


def test_three_names_at_most_are_suggested() -> None:
    """Of names that are alike the nearest three are told, level ones by the alphabet."""
    labels = {name: [f"Mossdell {name}"] for name in ("Wrens", "Swifts", "Rooks", "Kites")}
    with pytest.raises(QueryError, match=re.escape("Did you mean 'Kites' or 'Rooks' or 'Swifts'?")):
        one_named("mosdell", labels, "team", "of the NFL", str, "pass team_id=")


LABELS = {1: ["Mossgate Almanacs", "MOS"], 2: ["Mossdell Umbrellas", "MOD"], 3: ["Ål Town", "AL"], 4: ["Ål Town", "AT"]}


def chosen(who: str) -> int:
    return one_named(who, LABELS, "team", "of the NFL", lambda key: f"{LABELS[key][0]} ({key})", "pass team_id=")


@pytest.mark.parametrize(
    ("who", "key"), [("mos", 1), ("MOSSDELL", 2), ("almanacs", 1), ("al", 3), ("At", 4), ("the almanacs", 1)]
)
def test_a_name_or_an_abbreviation_or_a_part_of_one_name_is_enough(who: str, key: int) -> None:
    """What is the same as a label counts before parts of names, of which several could have it."""
    assert chosen(who) == key


def test_a_part_is_one_of_the_name_not_of_what_else_somebody_is_called() -> None:
    """Other labels count in full only."""
    labels = {1: ["Mossgate Almanacs", "Harbor Lights"], 2: ["Mossdell Umbrellas"]}
    assert one_named("harbor lights", labels, "team", "of the NFL", str, "pass team_id=") == 1
    with pytest.raises(QueryError, match="no team of the NFL is called 'harbor'"):
        one_named("harbor", labels, "team", "of the NFL", str, "pass team_id=")


@pytest.mark.parametrize(
    ("who", "told"),
    [
        ("moss", "'moss' matches 2 teams of the NFL: Mossdell Umbrellas (2), Mossgate Almanacs (1); pass team_id=."),
        ("al town", "'al town' matches 2 teams of the NFL: Ål Town (3), Ål Town (4); pass team_id=."),
        ("mosgate", "no team of the NFL is called 'mosgate'. Did you mean 'Mossgate Almanacs (1)'?"),
        ("townn", "no team of the NFL is called 'townn'. Did you mean 'Ål Town (3)' or 'Ål Town (4)'?"),
        ("zzz", "no team of the NFL is called 'zzz'."),
        (" - ", "' - ' is not the name of a team."),
    ],
)
def test_other_names_are_refused_with_the_nearest(who: str, told: str) -> None:
    """An unknown or ambiguous name is one line that names those that could be meant."""
    with pytest.raises(QueryError) as refused:
        chosen(who)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("nunez", True), ("The NUNEZ-moon", True), ("the", False), ("", False), (" -", False), ("theNunez", False),
        ("thimble the", False),
    ],
)  # fmt: skip
def test_a_text_in_a_name(text: str, held: bool) -> None:
    """Any case, no accents, an article before it; nothing at all is in no name."""
    assert holds("Timberley Núñez Moonbeams", text) == held
    assert holds("The Strongest", "the strongest")
    assert holds("Virtus Montemarzio", "tus")
    assert not holds("Virtus Montemarzio", "us")  # too short to be looked for inside of words
    assert not holds(None, "x")


def test_an_article_is_left_out_of_a_search() -> None:
    """Unless it is in a name."""
    assert scores("the Moonbeams", ["Juniperferry Moonbeams"]) == scores("Moonbeams", ["Juniperferry Moonbeams"])
    assert scores("the strongest", ["The Strongest", "Strongest"])[0] == 1.0
    assert scores("the", ["Juniperferry Moonbeams"]) == [0.0]
