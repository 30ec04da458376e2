"""Standings as they are shown: the columns of a newspaper by league, group by group, and marks."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._display import standings as printed
from sportsframe.catalog import SPORTS
from sportsframe.catalog.printed import Printed
from sportsframe.catalog.results import standings_columns
from sportsframe.catalog.rules import Points, Standings
from sportsframe.measures import standings
from sportsframe.measures.league_measures import magic_games, ranked

from .measures.test_league import games, won

GROUPS = {1: "East - North", 2: "East - North", 3: "East - South", 4: "West - South"}


@pytest.mark.parametrize("sport", ranked())
def test_the_columns_of_a_newspaper(sport: str) -> None:
    """Each league has those that its rules name, in this order; none of them is missing from its standings."""
    rules = SPORTS[sport].rules.standings
    assert rules is not None
    table = standings(games(sport, *won(1, 2, 3), *won(3, 4, 2), *won(2, 1)), groups=GROUPS if rules.groups else None)
    columns = {column.heading: column.names[0] for column in Printed(rules.printed).parsed}
    lacking = set(columns.values()) - set(table.columns)
    assert lacking <= {"division_record"}
    shown = table.sports.show()
    every = list(dict.fromkeys(name for section in shown.sections for name in section.frame.columns))
    assert [name for name in every if name in columns] == [
        head for head, name in columns.items() if table[name].notna().any()
    ]
    assert every[:2] == ["rank", "team"]
    assert len(every) <= len(columns) + 4 < len(table.columns)
    assert shown.caption.startswith(f"{sport} standings")


def test_a_league_that_names_no_columns_prints_what_it_ranks_by(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws and points, where its rules have them, and no games behind."""
    rules = replace(SPORTS["SOCCER"].rules, standings=Standings("league", ("points",), points=Points(2, 1)))
    monkeypatch.setitem(SPORTS, "SOCCER", replace(SPORTS["SOCCER"], rules=rules))
    shown = standings(games("SOCCER", *won(1, 2, 2), *won(1, 3), *won(3, 2))).sports.show().frame
    assert list(shown.columns[:6]) == ["rank", "team", "W", "D", "L", "PTS"]
    assert shown["PTS"].tolist() == ["6", "2", "0"]


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ranked())
def test_the_catalog_lists_the_columns_of_a_league(sport: str) -> None:
    """Those that its rules give its standings, no others; those of groups whether or not the league has any."""
    table = standings(games(sport, *won(1, 2, 3), *won(3, 4, 2), *won(2, 1)), groups=GROUPS)
    assert set(table.columns) == standings_columns(SPORTS[sport]) - (
        set() if magic_games(SPORTS[sport].rules) else {"magic_number"}
    )


def test_groups_have_tables_of_their_own() -> None:
    """One for each group in which teams are ranked, named like it; of a whole league a single one without a name."""
    played = games("NFL", *won(1, 2), *won(3, 4), *won(1, 3))
    for by, names in (("division", ["East - North", "East - South", "West - South"]), ("conference", ["East", "West"])):
        table = standings(played, groups=GROUPS, by=by)
        sections = table.sports.show().sections
        assert [section.part for section in sections] == names
        assert [team for section in sections for team in section.frame["team"]] == table["team"].tolist()
    (section,) = standings(played, groups=GROUPS, by="league").sports.show().sections
    assert section.part == ""
    level = standings(games("NFL", *won(1, 2), *won(3, 4))).sports.show().frame
    assert level["rank"].tolist() == ["T1", "T1", "T3", "T3"]


def test_cells_are_printed_as_usual() -> None:
    """Shares as .667, the leader a dash behind, differences with a sign; guests are apart."""
    (section,) = standings(games("MLB", *won(1, 2, 2), *won(2, 1))).sports.show().sections
    assert section.frame["PCT"].tolist() == [".667", ".333"]
    assert section.frame["GB"].tolist() == ["\u2013", "1.0"]
    assert section.frame["DIFF"].tolist()[0].startswith("+")
    assert section.frame["DIFF"].tolist()[1].startswith("-")


def test_marks_say_what_is_certain() -> None:
    """After the season the champion is marked, and the note says what the marks mean."""
    table = sf.standings(2023, "NFL", progress=False)
    shown = table.sports.show()
    names = [team for section in shown.sections for team in section.frame["team"]]
    marked = {name.partition(" - ")[2] for name in names if name.startswith("e - ")}
    assert marked == set(table.loc[table["eliminated"].astype(bool), "team"])
    assert sum(name.startswith("z - ") for name in names) == (table["clinched"] == "top seed").sum()
    for told in ("e: eliminated", "x: playoffs", "z: top seed"):
        assert told in shown.note
    for page in (str(shown), shown._repr_html_()):
        assert page.count("Anvil Conference - East") == 1
        assert page.index("NFL standings") < page.index("Anvil"), "the caption is that of all tables"
    assert len(str(shown).splitlines()[3]) < 120


def test_other_orders_and_columns_stay() -> None:
    """Sorted rows are one table with the groups; a column of one's own is shown; selected columns are as they were."""
    table = standings(games("NFL", *won(1, 2), *won(3, 4), *won(1, 3)), groups=GROUPS)
    (section,) = table.sort_values("wins").sports.show().sections
    assert {"division", "team", "PCT"} <= set(section.frame.columns)
    assert section.frame["team"].tolist() == table.sort_values("wins")["team"].tolist()
    mine = table.assign(mine=range(len(table))).sports.show()
    assert all("mine" in section.frame.columns for section in mine.sections)
    chosen = table.sports.show(columns=["team", "pyth_pct"])
    assert list(chosen.sections[0].frame.columns) == ["team", "pyth_pct"]
    assert list(table[["rank", "team"]].sports.show().sections[0].frame.columns) == ["rank", "team"]


def test_rows_are_cut_over_all_groups() -> None:
    """As many rows as asked for, and how many there are more."""
    table = standings(games("NFL", *won(1, 2), *won(3, 4), *won(1, 3)), groups=GROUPS)
    shown = table.sports.show(rows=3)
    assert [len(section.frame) for section in shown.sections] == [2, 1]
    assert shown.note.startswith("1 more row")
    assert isinstance(shown.frame, pd.DataFrame)


def test_a_difference_has_its_sign() -> None:
    """Ahead with a plus, behind with a minus, level with neither."""
    column = pd.Series([12, 0, -3, None], name="goal_difference", dtype="Int64")
    assert printed._cells(column, "", None) == ["+12", "0", "-3", ""]


def test_clubs_that_can_only_miss_a_title_have_no_mark() -> None:
    """In a league without seeds, teams are marked by what they have clinched only."""
    table = sf.standings(2023, "SOCCER", league="EPL", progress=False)
    assert table["eliminated"].any()
    shown = table.sports.show()
    marks = {name.rpartition(" - ")[0] for name in shown.frame["team"]}
    assert {"", "C", "CL"} <= marks
    assert "e" not in marks
    assert "eliminated" not in shown.note


@pytest.mark.parametrize(("name", "missing"), [("wild_card_games_behind", "\u2013"), ("games_behind", "")])
def test_games_ahead_have_a_plus(name: str, missing: str) -> None:
    """Those ahead of the last place that qualifies with a plus, that place itself a dash, those behind it without."""
    column = pd.Series([-1.5, 0, 2, None], name=name, dtype="Float64")
    assert printed._cells(column, "", None) == ["+1.5", "\u2013", "2.0", missing]
