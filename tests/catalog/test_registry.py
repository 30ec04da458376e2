"""Sports from outside: registered by hand or by an installed package, or refused in one line."""

from __future__ import annotations

import importlib
import itertools
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

import pytest

from sportsframe.catalog import SPORTS, Sport, registry
from sportsframe.catalog.grammar import Answer, ColumnFrom, Record, Table, api_field
from sportsframe.catalog.printed import Printed
from sportsframe.catalog.rules import Points, Prize, Rules, Sets, Standings, TieBreaks, steps
from sportsframe.catalog.season_stats import Each, Most, Total, Totals, itself
from sportsframe.errors import ConfigError

NBA = SPORTS["NBA"]


class Row(Record, source="assumed"):
    game_id: str = api_field("Id")


class Last(Row, source="assumed"):
    final: bool = api_field("Whether it is the final")


class Dated(Row, source="assumed"):
    game_date: str = api_field("Date", "Date")


class Begun(Row, source="assumed"):
    season_start: int = api_field("Year")


class Scored(Row, source="assumed"):
    score: int = api_field("Score", tied_by="place")


class Overs(Row, source="assumed"):
    overs: dict[str, int] = api_field("Runs by over")


class Marks(Row, source="assumed"):
    marks: list[int] = api_field("Marks of the judges")


class Misspelled(Row, source="assumed"):
    minutes: str = api_field("Time", derive="seconds_playd")


class Lines(Row, source="assumed"):
    rows: dict[str, Row] = api_field("Rows by player id")
    players: list[Row] = api_field("Both players")


class Pitcher(Row, source="assumed"):
    innings: str = api_field("Innings", derive="outs_recorded")


ROWS = Table("rows", "", "row")


def lines(**changes: Any) -> Sport:
    """A sport with a table of the rows of `Row`, declared so."""
    return sister(answers={"live": Answer(Row, (replace(ROWS, **changes),))})


def summed(table: str = "season", **rules: Any) -> Sport:
    """A sport whose season statistics of players follow these rules."""
    known = NBA.answers["player-stats"]
    (totals,) = known.totals
    changed = replace(totals, table=table, rules={**totals.rules, **rules})
    return sister(answers={**NBA.answers, "player-stats": replace(known, totals=(changed,))})


def in_one_table(**changes: Any) -> Rules:
    """Rules of a league of one table."""
    return ranked(
        **{"group": "league", "seeding": None, "tie_breaks": TieBreaks(), "conference_tie_breaks": None} | changes
    )


def printed(columns: str, notes: str = "") -> Answer:
    return Answer(Row, (ROWS.with_printed(Printed(columns, notes=notes)),))


def ranked(**changes: Any) -> Rules:
    assert NBA.rules.standings is not None
    return replace(NBA.rules, standings=replace(NBA.rules.standings, **changes))


def seeded(**changes: Any) -> Rules:
    assert NBA.rules.standings is not None
    assert NBA.rules.standings.seeding is not None
    return ranked(seeding=replace(NBA.rules.standings.seeding, **changes))


def rated(**changes: Any) -> Rules:
    assert NBA.rules.elo is not None
    return replace(NBA.rules, elo=replace(NBA.rules.elo, **changes))


def sister(**changes: object) -> Sport:
    return replace(NBA, **{"code": "WNBA", **changes})  # type: ignore[arg-type]


def test_a_word_with_digits_tells_of_a_sport() -> None:
    """Nicknames such as T20 are found like those of letters, and so is its whole name; a date is no name of a sport."""
    code = (
        "import sportsframe as sf; from dataclasses import replace; from sportsframe.catalog import SPORTS;"
        "sf.register_sport(replace(SPORTS['NBA'], code='CRIC', name='Indian Trophy', game='cricket', nicknames='t20',"
        " also_called='twenty20', finals=()));"
        "from sportsframe.catalog.names import sports_named as named;"
        "print(named('T20'), named('cricket Twenty20'), named('2024-06-01'), named('indian trophy'), named('indian'))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("['CRIC'] ['CRIC'] [] ['CRIC'] []\n", "")


WRITTEN = """{future}
from sportsframe.catalog.grammar import Answer, GameTime, Record, Sport, Table, api_field


class Game(Record, source="assumed"):
    game_id: str = api_field("Game id", "game_ID", key=True, derive="game_date")
    game_time: GameTime = api_field("Scheduled start", key=True)
    status: str = api_field("Status", derive="phase")
    lines: {of} = api_field("Lines")


class Line(Record, source="assumed"):
    player: str = api_field("Player", key=True)


SPORT = Sport(
    code="LATER", name="Later", game="later", zone="UTC", season_spans=False,
    answers={{"live": Answer(Game, (Table("games", "", "game"), Table("players", "lines/[]", "player line")))}},
)
"""


class Half(Record, source="assumed"):
    shots: int = api_field("Shots")


class Halves(Row, source="assumed"):
    first: Half = api_field("First half")
    second: Half = api_field("Second half")


class Inner(Record, source="assumed"):
    number: int = api_field("Number of the game in the set", key=True)


class Outer(Record, source="assumed"):
    number: int = api_field("Number of the set", key=True)
    games: list[Inner] = api_field("Games")


class Nested(Row, source="assumed"):
    sets: list[Outer] = api_field("Sets")


class Coded(Row, source="assumed"):
    sport: int = api_field("A number")


@pytest.mark.parametrize(("name", "record", "table"), [
    ("shots", Halves, Table("games", "", "game")),
    ("number", Nested, Table("inner", "sets/[]/games/[]", "game")),
    ("number", Nested, Table("inner", "sets/[]", "set", extra_columns=(ColumnFrom("number", "game_id"),))),
    ("sport", Coded, Table("games", "", "game")),
])  # fmt: skip
def test_a_table_has_no_two_columns_of_one_name(name: str, record: type[Record], table: Table) -> None:
    """One of them would be lost: of a record nested twice, of lists in each other, of another place, of the answer."""
    said = rf"WNBA live does not match its record: two columns would be called {name}; rename one, or give the field of"
    with pytest.raises(ConfigError, match=said):
        registry.add({}, sister(answers={"live": Answer(record, (table,))}))


def test_a_record_does_not_contain_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree has no tables."""
    monkeypatch.syspath_prepend(tmp_path)
    text = WRITTEN.format(future="", of='list["Line"]')
    (tmp_path / "trees.py").write_text(text.replace("player: str", "player: list['Line']", 1))
    with pytest.raises(ConfigError, match=r"Line contains itself, so that its tables would have no end"):
        registry.add({}, importlib.import_module("trees").SPORT)


@pytest.mark.parametrize("future", ["", "from __future__ import annotations"])
def test_a_type_may_be_declared_below_but_not_be_unknown(
    future: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record further down in the module is found; a misspelled one is refused, with the field and the module."""
    monkeypatch.syspath_prepend(tmp_path)
    found, unknown = f"later_{bool(future)}", f"unknown_{bool(future)}"
    (tmp_path / f"{found}.py").write_text(WRITTEN.format(future=future, of='list["Line"]'))
    (tmp_path / f"{unknown}.py").write_text(WRITTEN.format(future=future, of='list["Lime"]'))
    sports = dict(SPORTS)
    registry.add(sports, importlib.import_module(found).SPORT)
    assert "player" in [column.name for column in sports["LATER"].answers["live"].layouts["players"].columns]
    said = r"the type .*Lime.* of lines of Game is not known in unknown_(True|False); check its spelling, and import it"
    with pytest.raises(ConfigError, match=said):
        registry.add(dict(SPORTS), importlib.import_module(unknown).SPORT)


def test_a_record_that_cannot_be_read_is_refused_where_it_is_written() -> None:
    """A field without `api_field`, of an unknown kind, or with the API name of another."""
    with pytest.raises(ConfigError, match=r"^overs of Bare is not declared with api_field\.$"):

        class Bare(Record, source="assumed"):
            overs: int

    with pytest.raises(ConfigError, match=r"^score of Untyped has no type; write one, as in score: int\.$"):

        class Untyped(Record, source="assumed"):
            score = api_field("Score")

    said = r"must be observed, assumed or a section of the specification, such as 2\.6, not 'assumd'\.$"
    with pytest.raises(ConfigError, match=rf"^source of the record Unsure {said}"):

        class Unsure(Record, source="assumd"):
            score: int = api_field("Score")

    with pytest.raises(ConfigError, match=rf"^source of the field with the meaning 'Day' {said}"):
        api_field("Day", source="assumd")

    with pytest.raises(ConfigError, match=r"^'day' is no kind to state of first of Odd; use id, decimal, date\.$"):

        class Odd(Record, source="assumed"):
            first: str = api_field("First day", kind="day")  # type: ignore[arg-type]

    for kind, of in itertools.product(("id", "decimal", "date"), (int, float, str, bool, datetime, Row, list[int])):
        marks: Any = {"__annotations__": {"day": of}, "day": api_field("Day", kind=kind), "__module__": "m"}  # type: ignore[arg-type]
        if of is {"id": int, "decimal": float, "date": str}[kind]:
            type("Stated", (Record,), marks)
        else:
            with pytest.raises(ConfigError, match=rf"^the kind {kind} of day of Stated is for (int|float|str); leave"):
                type("Stated", (Record,), marks)

    for kind in (date, Decimal, bytes, set, dict, Any, Literal["a"], list[date]):
        with pytest.raises(ConfigError, match=r"^day of Strange has a type that cannot be read; use int, float,"):
            type("Strange", (Record,), {"__annotations__": {"day": kind}, "day": api_field("Day"), "__module__": "m"})

    with pytest.raises(ConfigError, match=r"^the API name of a field must be a text, not 3; the meaning is 'Day'\.$"):
        api_field("Day", 3)  # type: ignore[arg-type]

    with pytest.raises(
        ConfigError, match=r"^also takes several names, as in also=\('date',\); the meaning is 'Day'\.$"
    ):
        api_field("Day", also=("date"))  # type: ignore[arg-type]

    with pytest.raises(ConfigError, match=r"^Twice has two fields with the API name q; each needs one of its own\.$"):

        class Twice(Record, source="assumed"):
            a: int = api_field("One", "q")
            b: int = api_field("Another", "q")


def test_a_pattern_that_is_none_is_refused() -> None:
    """Where it is written, in a line that quotes it."""
    with pytest.raises(ConfigError, match=r"^'\(' of Rules is no regular expression: missing \)"):
        Rules(not_in_standings="(")


def test_a_sport_is_added_once() -> None:
    """The same sport may be registered again; another of its code may not."""
    known: dict[str, Sport] = {"NBA": NBA}
    own = sister()

    registry.add(known, own)
    registry.add(known, own)

    assert list(known) == ["NBA", "WNBA"]
    with pytest.raises(ConfigError, match="WNBA is already registered"):
        registry.add(known, sister())
    assert known["WNBA"] is own


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: "WNBA", "expects a sportsframe.catalog.Sport, not str"),
        (lambda: sister(code="wnba"), "invalid sport code 'wnba'; use upper-case letters and digits"),
        (lambda: sister(code="W-NBA"), "code 'W-NBA'"),
        (lambda: sister(code="3X3"), "code '3X3'"),
        (lambda: sister(code=""), "code ''"),
        (lambda: sister(code=None), "code None"),
        (lambda: sister(leagues=("EAST",)), "only SOCCER may have leagues, not WNBA"),
        (lambda: sister(answers={}), "WNBA declares no answers"),
        (lambda: sister(zone="Mars/Olympus"), "'Mars/Olympus' is not a time zone"),
        (lambda: sister(zone=""), "'' is not a time zone"),
        (lambda: sister(name=""), "'' is not the name of a sport; WNBA needs a word"),
        (lambda: sister(name="A\x1b[31m"), "is not the name of a sport"),
        (lambda: sister(game=None), "None is not the game of a sport"),
        (lambda: sister(opens=(13, 1)), r"\(13, 1\) is not the start of a season of WNBA; give month and day"),
        (lambda: sister(opens=(2, 29)), "is not the start of a season"),
        (lambda: sister(opens=5), "5 is not the start of a season"),
        (lambda: sister(opens=(5, 1, 2)), "is not the start of a season"),
        (lambda: sister(season_spans="no"), "season_spans of WNBA must be True or False, not 'no'"),
        (lambda: sister(game_days=0), "game_days of WNBA must be 1 or more, not 0"),
        (lambda: sister(game_days="2"), "game_days of WNBA must be a whole number, not '2'"),
        (lambda: sister(game_days=True), "game_days of WNBA must be a whole number, not True"),
        (lambda: sister(code="EPL"), "EPL names the league EPL, as which it is read; use a different code"),
        (lambda: sister(code="EPL2"), "EPL2 names the league EPL"),
        (lambda: sister(code="PREMIERLEAGUE"), "PREMIERLEAGUE names the league EPL"),
        (lambda: sister(rules=None), "rules of WNBA must be Rules, not None"),
        (lambda: sister(rules=replace(NBA.rules, periods="4")), "periods of rules of WNBA must be a whole number"),
        (lambda: sister(rules=replace(NBA.rules, opponents="clubs")), "opponents of rules of WNBA must be 'teams', 'p"),
        (lambda: sister(rules=replace(NBA.rules, standings=3)), "standings of rules of WNBA must be Standings"),
        (
            lambda: sister(rules=replace(NBA.rules, totals=(("T",),))),
            "a part of totals of rules of WNBA must be a tuple of 2",
        ),
        (lambda: sister(rules=replace(NBA.rules, totals=(("T", "score", "x"),))), "must be a tuple of 2, not"),
        (lambda: sister(leagues=None), "leagues of WNBA must be a tuple, not None"),
        (lambda: sister(finals="Finals"), "finals of WNBA must be a tuple, not 'Finals'"),
        (lambda: sister(finals=("wnba",)), "finals of WNBA must not be the name of a sport or league, such as 'wnba'"),
        (lambda: sister(finals=("La Liga",)), "such as 'La Liga'"),
        (lambda: sister(also_called="women Baseball"), "'baseball' means MLB; leave it out of also_called of WNBA"),
        (lambda: sister(also_called="MLB"), "'mlb' means MLB"),
        (
            lambda: sister(rules=replace(NBA.rules, period_minutes=float("inf"))),
            "period_minutes of rules of WNBA must be more than 0 and finite, not inf",
        ),
        (lambda: sister(answers=None), "answers of WNBA must be a dict, not None"),
        (lambda: sister(answers={"live": NBA}), "live of answers of WNBA must be Answer"),
        (
            lambda: sister(answers={"livve": NBA.answers["live"]}),
            "unknown resource group 'livve' in the answers of WNBA. Did you mean 'live'",
        ),
        (lambda: sister(code="LIVE"), "LIVE is the name of a resource; use a different code"),
        (lambda: sister(rules=replace(NBA.rules, periods=-1)), "periods of rules of WNBA must be 0 or more, not -1"),
        (
            lambda: sister(rules=replace(NBA.rules, periods=0)),
            "WNBA has a table of periods, but its rules declare none",
        ),
        (
            lambda: sister(rules=ranked(group="league")),
            "seeding of WNBA is by conference, but its standings are one table; leave it out",
        ),
        (
            lambda: sister(rules=ranked(ranked_by=("pct",))),
            "a part of ranked_by of .* must be 'points', 'win_pct' or 'conf",
        ),
        (lambda: sister(rules=replace(NBA.rules, qualified={"no_such": 0.4})), "qualified of WNBA names 'no_such'"),
        (
            lambda: sister(rules=replace(NBA.rules, qualified={"games_played": 40})),
            "games_played of qualified of rules of WNBA must be from 0 to 1, not 40",
        ),
        (
            lambda: sister(rules=replace(NBA.rules, period_minutes=-5)),
            "period_minutes of rules of WNBA must be more than 0 and finite, not -5",
        ),
        (lambda: sister(rules=replace(NBA.rules, overtime_minutes=0)), "overtime_minutes of .* must be more than 0"),
        (
            lambda: sister(rules=replace(NBA.rules, margin_spread=float("nan"))),
            "margin_spread of .* more than 0 and finite, not",
        ),
        (
            lambda: sister(rules=replace(NBA.rules, pythagorean=-2.0)),
            "pythagorean of .* must be more than 0 and finite, not -2",
        ),
        (lambda: sister(rules=replace(NBA.rules, unit="")), "unit of rules of WNBA must not be empty; write a word"),
        (lambda: sister(rules=replace(NBA.rules, period=" ")), "period of rules of WNBA must not be empty"),
        (lambda: sister(rules=replace(NBA.rules, sets=Sets(0))), "legs of sets of WNBA must be 1 or more, not 0"),
        (
            lambda: sister(rules=replace(NBA.rules, sets=Sets(3, {"WC": 0}))),
            "WC of sets of WNBA must be 1 or more, not 0",
        ),
        (
            lambda: sister(rules=replace(NBA.rules, totals=(("T", "scor"),))),
            "totals of rules of WNBA name 'scor', which is not a column of its table teams",
        ),
        (lambda: sister(rules=rated(k=0)), "k of elo of WNBA must be more than 0 and finite, not 0"),
        (lambda: sister(rules=rated(keep=7)), "keep of elo of WNBA must be from 0 to 1, not 7"),
        (lambda: sister(rules=rated(playoffs=-1)), "playoffs of elo of WNBA must be more than 0 and finite, not -1"),
        (lambda: sister(rules=ranked(games=-1)), "games of standings of WNBA must be 1 or more, not -1"),
        (lambda: sister(rules=ranked(games_until={1960: 0})), "1960 in games_until of WNBA must be 1 or more, not 0"),
        (lambda: sister(rules=ranked(points=Points(win=0))), "win of points of WNBA must be 1 or more, not 0"),
        (
            lambda: sister(rules=ranked(printed="GP=gaems W=wins")),
            "standings of WNBA print gaems, which is not one of their columns; .* Did you mean 'games'",
        ),
        (lambda: sister(rules=ranked(printed="RF=runs_for")), "standings of WNBA print runs_for, which is not one of"),
        (
            lambda: sister(rules=ranked(printed="OTL=overtime_losses")),
            "of WNBA print overtime_losses, which is not one",
        ),
        (lambda: sister(rules=ranked(printed="GB=games_behind", points=Points(2))), "Did you mean 'points_behind'"),
        (lambda: sister(rules=ranked(printed="REC=wins-losses")), "print REC of several columns; name one of them"),
        (lambda: sister(rules=seeded(others=-1)), "others of seeding of WNBA must be 0 or more, not -1"),
        (lambda: sister(rules=seeded(series=(7, 7))), "seeding of WNBA has 4 rounds and 2 series; give the most games"),
        (lambda: sister(rules=seeded(series=(6, 7, 7, 7))), "games of a series of WNBA must be odd and 1 or more"),
        (lambda: sister(rules=replace(NBA.rules, series=(7,))), "series of rules of WNBA are those of its seeding"),
        (
            lambda: sister(rules=replace(NBA.rules, standings=Standings("league"), series=(3, 4))),
            "games of a series of WNBA must be odd and 1 or more, not 4",
        ),
        (
            lambda: sister(rules=seeded(first_round=((1, 8), (1, 2)))),
            "first_round of seeding of WNBA must name each seed",
        ),
        (lambda: sister(rules=seeded(first_round=((1, 12),))), "has the seed 12, but 10 qualify"),
        (lambda: sister(rules=seeded(first_round=((1, 8), (2, 6)))), "lacks the seed 7 of the play-in"),
        (lambda: sister(rules=seeded(play_in_round=((7, 7),))), "play_in_round of seeding of WNBA must name each seed"),
        (
            lambda: sister(answers={"live": Answer(Row, (replace(ROWS, situation="{overs} over"),))}),
            "tells the situation by overs, which is not one of its columns",
        ),
        (
            lambda: sister(answers={"live": Answer(Scored, (ROWS,))}),
            "decides ties by place, which is not one of its columns",
        ),
        (
            lambda: sister(answers={"live": Answer(Row, (replace(ROWS, parent_columns=("overs",)),))}),
            "of WNBA live",
        ),
        (
            lambda: sister(answers={"live": Answer(Row, (ROWS.with_printed(Printed("G=game_id", where="runs")),))}),
            "chooses printed rows by runs, which is not one of its columns",
        ),
        (lambda: sister(rules=ranked(prizes={"NBA": ()})), "prizes of WNBA are of 'NBA'; key them by the code, WNBA"),
        (
            lambda: replace(SPORTS["SOCCER"], code="BUN", name="Soccer, Germany", leagues=()),
            "prizes of BUN are of 'EPL'; key them by the code, BUN",
        ),
        (
            lambda: sister(rules=ranked(league_tie_breaks={"EPL": TieBreaks()})),
            "league_tie_breaks of WNBA are of 'EPL'",
        ),
        (
            lambda: sister(rules=seeded(first_round=(), play_in_round=())),
            "seeding of WNBA needs first_round, the seeds that meet",
        ),
        (
            lambda: sister(rules=ranked(prizes={"WNBA": (Prize("relegation", -1, -1),)})),
            "prizes of WNBA are for places of one table, but its standings are by conference; leave them out",
        ),
        (
            lambda: sister(rules=in_one_table(prizes={"WNBA": (Prize("cup", 0, 1),)})),
            r"Prize\(name='cup', first=0, last=1\) of WNBA goes to no place; give a name, and the first and last",
        ),
        (lambda: sister(rules=in_one_table(prizes={"WNBA": (Prize("cup", 4, 1),)})), "of WNBA goes to no place"),
        (lambda: sister(rules=in_one_table(prizes={"WNBA": (Prize("down", -1, -3),)})), "of WNBA goes to no place"),
        (lambda: sister(rules=in_one_table(prizes={"WNBA": (Prize(" ", 1, 1),)})), "of WNBA goes to no place"),
        (
            lambda: sister(rules=in_one_table(ranked_by=("win_pct", "conference_pct"))),
            "conference_pct of WNBA decides nothing, as its standings are one table",
        ),
        (
            lambda: sister(rules=in_one_table(tie_breaks=TieBreaks(steps("wins", "division_record")))),
            "division_record of WNBA decides nothing",
        ),
        (
            lambda: sister(rules=seeded(play_in=0, others=3, first_round=((1, 2),), play_in_round=())),
            "first_round of seeding of WNBA lacks the seed 3, which qualifies",
        ),
        (
            lambda: sister(rules=ranked(points=Points(2, draw=-1))),
            r"draw of points of WNBA must be from 0 to 2 \(a win\)",
        ),
        (lambda: sister(rules=ranked(points=Points(2, 1, 3))), "overtime_loss of points of WNBA must be from 0 to 2"),
        (
            lambda: sister(rules=ranked(points=Points(2, overtime_win=3))),
            "overtime_win of points of WNBA must be from 0 to 2",
        ),
        (
            lambda: sister(rules=ranked(points=Points(3, overtime_win=1, overtime_loss=2))),
            "a loss in overtime has 2 points in WNBA, more than a win there",
        ),
        (
            lambda: sister(rules=replace(NBA.rules, level="draw")),
            "WNBA counts draws, but its games cannot end level; set ties=True, or leave level out",
        ),
        (
            lambda: sister(rules=ranked(points=Points(3, draw=1))),
            "WNBA has points for a draw, but counts no draws; set ties=True and level='draw', or leave draw out",
        ),
        (
            lambda: sister(rules=replace(NBA.rules, opponents="players")),
            "standings of WNBA are of teams, but its opponents are players; leave them out",
        ),
        (lambda: sister(rules=rated(home=float("inf"))), "home of elo of WNBA must be finite, not inf"),
        (lambda: sister(rules=rated(mean=float("nan"))), "mean of elo of WNBA must be finite, not nan"),
        (
            lambda: sister(answers={"live": Answer(Row, (ROWS,), days={"live": 0})}),
            "live in days of live of WNBA must be 1 or more, not 0",
        ),
        (lambda: sister(finals=("",)), "a name in finals of WNBA must not be empty; leave it out"),
        (
            lambda: sister(finals=("Baseball",)),
            "finals of WNBA must not be the name of a sport or league, such as 'Base",
        ),
        (lambda: sister(nicknames="Baseball"), "'baseball' means MLB; leave it out of nicknames of WNBA"),
        (lambda: lines(printed=(Printed("G=game_id", label="gam"),)), "labels printed rows by gam, which is not one"),
        (
            lambda: lines(printed=(Printed("G=game_id", label="game_id", order="-goalz"),)),
            "orders printed rows by goalz, which is not one of its columns",
        ),
        (
            lambda: lines(extra_columns=(ColumnFrom("team", "full_box/{side}/score"),)),
            "its record: team is of a side, 'full_box/{side}/score', but the path of the table has no {side}",
        ),
        (
            lambda: lines(extra_columns=(ColumnFrom("team", "game_id/0"),)),
            "its record: 0 in the path 'game_id/0' is a position, but there is no list",
        ),
        (lambda: lines(path="game_id/[]"), "its record: game_id is no map or list to go through"),
        (lambda: lines(path="game_id/name/[]"), "its record: 'name' cannot be a member of what is no record"),
        (
            lambda: sister(answers={"live": Answer(Overs, (Table("overs", "overs/{period}", "over"),))}),
            r"the path 'overs/{period}' ends on a value; name its column with value=\.",
        ),
        (
            lambda: sister(answers={"live": Answer(Overs, (Table("overs", "overs", "over"),))}),
            r"the path 'overs' ends on a map or list; add a step into it, such as {x} or \[\]\.",
        ),
        (
            lambda: lines(captured={"over": "int"}),
            "over of captured of rows of tables of live of answers of WNBA must be a tuple of 2, not 'int'",
        ),
        (lambda: lines(derived=(("opponent", "players"),)), "does not match its record: Row has no member 'players'"),
        (
            lambda: sister(
                answers={
                    "live": Answer(
                        Lines, (Table("rows", "rows/{player_id}", "row", derived=(("opponent", "players"),)),)
                    )
                }
            ),
            "the table rows of WNBA live cannot derive opponent, which follows from the legs and visits of darts",
        ),
        (lambda: lines(derived=(("height_cm", "hight"),)), "does not match its record: Row has no member 'hight'"),
        (
            lambda: sister(answers={"live": Answer(Pitcher, (ROWS,))}),
            "does not match its record: outs_recorded is derived from the kind float, but innings is",
        ),
        (
            lambda: sister(answers={"live": Answer(Misspelled, (ROWS,))}),
            r"'seconds_playd' is not a derived column. Did you mean 'seconds_played'\?",
        ),
        (
            lambda: sister(answers={"live": Answer(Marks, (ROWS,))}),
            r"marks of WNBA live is a list that no table has; declare one with the path 'marks/\[\]' and value=",
        ),
        (lambda: sister(answers={"live": Answer(Row, ("rows",))}), "tables of live of answers of WNBA must be Table"),
        (lambda: sister(answers={"live": Answer(Row, ROWS)}), "tables of live of answers of WNBA must be a tuple, not"),
        (
            lambda: sister(answers={"live": Answer("Row", (ROWS,))}),
            "record of live of answers of WNBA must be a subclass of Record",
        ),
        (
            lambda: summed(assists=Total(("asists",), itself)),
            "assists of the totals of WNBA player-stats is made of asists, which is not a column of players. Did you",
        ),
        (lambda: summed(assists=Each(("asists",), min)), "is made of asists, which is not a column of players"),
        (lambda: summed(goals=Most()), "the totals of WNBA player-stats have a rule for goals, which is not a column"),
        (lambda: summed("seasonn"), "totals of WNBA player-stats are in the table seasonn, which it does not have"),
        (lambda: sister(answers={"live": printed("G=gols")}), "table rows of WNBA live prints gols, which is not one"),
        (lambda: sister(answers={"live": printed("G=game_id", notes="N=gols")}), "prints gols"),
        (lambda: sister(answers={"live": Answer(Row, (ROWS, ROWS))}), "WNBA live has two tables rows"),
        (lambda: sister(answers={"live": Answer(Row, ())}), "WNBA live has no tables; declare one"),
        (lambda: sister(answers={"live": Answer(Row, (ROWS,), current=("events",))}), "events is not a resource of"),
        (lambda: sister(answers={"live": Answer(Row, (ROWS,), days={"week": 8})}), "week is not a resource of"),
        (
            lambda: sister(answers={"team-stats": Answer(Row, (ROWS,), totals=(Totals("rows", ("temas",)),))}),
            "the totals of WNBA team-stats are those of the table temas, which live does not have",
        ),
        (
            lambda: sister(answers={"live": Answer(Overs, (Table("overs", "overs/{over}", "over", value="runs"),))}),
            "of WNBA live does not match its record: the captured key 'over' has no meaning; declare it, such as",
        ),
        *(
            (
                lambda name=name: sister(answers={"live": Answer(Row, (Table(name, "", "row"),))}),
                "is no name for a table of WNBA live; use lower-case letters, digits and underscores, such as",
            )
            for name in ("team-stats", "Games", "1st", "", "my games", "a/b", "r" * 65)
        ),
        *(
            (
                lambda name=name: sister(answers={"live": Answer(Row, (ROWS, Table(name, "", "row")))}),
                f"WNBA live cannot have a table {name}: in a dataset, that is one of the schedule",
            )
            for name in ("schedule", "schedule_rows")
        ),
        *(
            (
                lambda group=group, record=record: sister(answers={group: Answer(record, (ROWS,))}),
                f"the table rows of WNBA {group} cannot have a column {name}, which datasets add; rename it",
            )
            for group in ("live", "schedule")
            for record, name in ((Last, "final"), (Begun, "season_start"))
        ),
        (
            lambda: sister(answers={"live": Answer(Dated, (ROWS,))}),
            "game_date would be a column twice, as it is made of game_id; rename the field",
        ),
        (
            lambda: sister(answers={"live": Answer(Lines, (Table("lineup", "players/[]", "player", value="goals"),))}),
            r"the path 'players/\[\]' ends on objects, whose members are the columns; leave value= out\.",
        ),
        (
            lambda: sister(answers={"live": Answer(Row, (Table("games", "no_such/[]", "row"),))}),
            "the table games of WNBA live does not match its record",
        ),
    ],
)
def test_what_is_missing_is_named(make: Callable[[], Sport], said: str) -> None:
    """A sport that would fail later is refused at once, in one line, and nothing is changed."""
    known = {"MLB": SPORTS["MLB"]}
    with pytest.raises(ConfigError, match=said) as error:
        registry.add(known, make())

    assert "\n" not in str(error.value)
    assert len(str(error.value)) <= 200
    assert list(known) == ["MLB"]


@pytest.mark.parametrize("code", SPORTS)
def test_the_sports_of_the_catalog_pass(code: str) -> None:
    """Each of them may be registered under another code, but for leagues, what is of them, and finals."""
    known: dict[str, Sport] = {}
    rules, own = SPORTS[code].rules, f"{code}2"
    if SPORTS[code].leagues:
        assert rules.standings is not None
        ties = rules.standings.league_tie_breaks[SPORTS[code].leagues[0]]
        single = replace(rules.standings, league_tie_breaks={own: ties}, deciding_games={}, prizes={})
        rules = replace(rules, standings=single)
    registry.add(known, replace(SPORTS[code], code=own, leagues=(), finals=(), rules=rules))

    assert list(known) == [own]


def test_the_default_of_printed_standings_is_for_any_league() -> None:
    """A league prints those of its columns that it has: one by points has no share of wins and no games behind."""
    known: dict[str, Sport] = {}
    registry.add(known, sister(rules=ranked(printed=Standings.printed, points=Points(2))))

    assert list(known) == ["WNBA"]


@pytest.mark.parametrize("text", ["gols", "G=", "W-wins", "???", "DEC=W:wins,losses", "G=two words", "=x"])
def test_a_printed_column_that_cannot_be_read_is_refused(text: str) -> None:
    """A heading without a column is no column, in a box score as in standings."""
    with pytest.raises(ConfigError, match="is not a printed column; write HEADING=column"):
        Printed(text)
    with pytest.raises(ConfigError, match="is not a printed column"):
        Standings("league", printed=text)


def test_standings_by_points_need_points() -> None:
    """What a result is worth follows from no other declaration."""
    with pytest.raises(ConfigError, match="need points for a win"):
        Standings("league", ranked_by=("points",))
    with pytest.raises(ConfigError, match="need a criterion"):
        Standings("league", ranked_by=())


def test_a_table_declares_the_keys_that_it_captures() -> None:
    """A key of a new game is a column with the kind and meaning that its table gives it."""
    overs = Table("overs", "overs/{over}", "over", value="runs", captured={"over": ("int", "Number of the over")})
    known: dict[str, Sport] = {}
    registry.add(known, sister(answers={"live": Answer(Overs, (overs,))}))

    column = known["WNBA"].answer("live").layouts["overs"]["over"]
    assert (column.kind, column.meaning, column.captured) == ("int", "Number of the over", True)


PACKAGE = """
from dataclasses import replace

from sportsframe import catalog

WNBA = replace(catalog.SPORTS["NBA"], code="WNBA", name="Basketball, women", season_spans=False)
WRONG = replace(WNBA, code="wrong")
"""

ASKS = """
import warnings

with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    import sportsframe as sf

    print(sf.columns("WNBA", "live", "games")["column"].iloc[0])
    print(len(sf.measures.table("WNBA", "players")) == len(sf.measures.table("NBA", "players")))
    try:
        sf.live("2024-12-06", "WNBA")
    except sf.NotFound as error:
        print(error)
print([str(one.message) for one in said if "entry point" in str(one.message)])
"""


def install(folder: Path, points: str, **modules: str) -> dict[str, str]:
    """The environment of a process in which a package with these entry points and modules is installed."""
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)
    info = folder / "womens-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: womens\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{registry.ENTRY_POINTS}]\n{points}\n")
    path = os.pathsep.join([str(folder), str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    return os.environ | {"PYTHONPATH": path}


@pytest.mark.parametrize(
    ("start", "first"),
    [
        ("from sportsframe import catalog", "import womens"),
        ("from sportsframe import catalog; catalog.SPORTS['MLB']", "import womens"),
        ("from sportsframe import catalog; catalog.SPORTS['MLB']", "import sportsframe.catalog, womens"),
    ],
)
def test_a_package_may_be_imported_before_its_sports_are_looked_at(tmp_path: Path, start: str, first: str) -> None:
    """Whoever imports the package first, its sports are there afterwards, without a warning."""
    package = PACKAGE.replace("from sportsframe import catalog", start)
    env = install(tmp_path, "wnba = womens:WNBA", womens=package)
    code = f"{first}\nimport sportsframe.catalog\nprint(sportsframe.catalog.sport_code('wnba'))"

    ran = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, env=env)

    assert (ran.stdout, ran.stderr) == ("WNBA\n", "")


def test_an_installed_package_brings_its_sports(tmp_path: Path) -> None:
    """An entry point of the group is a sport from the first look on; one that fails is named and left out."""
    points = "wnba = womens:WNBA\nwrong = womens:WRONG\nabsent = womens:NOT_THERE"
    env = install(tmp_path, points, womens=PACKAGE)
    ran = subprocess.run([sys.executable, "-c", ASKS], capture_output=True, text=True, env=env)

    assert ran.returncode == 0, ran.stderr
    column, as_many, refused, warned = ran.stdout.splitlines()
    assert (column, as_many) == ("sport", "True")
    assert "The simulation has no WNBA" in refused
    assert "entry point wrong (womens:WRONG): invalid sport code 'wrong'" in warned
    assert "entry point absent (womens:NOT_THERE): module 'womens' has no attribute" in warned
