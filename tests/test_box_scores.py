"""Box scores as newspapers print them: game by game, team by team, with totals that are the teams' own."""

from __future__ import annotations

import re
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._display import MOST_ROWS, Section, show
from sportsframe._display.box import _sum
from sportsframe.catalog import SPORTS, every_table
from sportsframe.catalog.printed import Printed

from .support.samples import envelope

PRINTED = [
    (sport, resource, table, lay) for sport, resource, table, lay in every_table() if lay.table.printed
]  # fmt: skip

DAYS = {
    "MLB": "2024-06-01", "NFL": "2024-11-10", "NBA": "2024-12-05", "NHL": "2024-12-05", "NCAABB": "2024-12-07",
    "NCAAFB": "2024-11-09", "SOCCER": "2024-12-07", "DARTS": "2024-12-30",
}  # fmt: skip


def day_of(sport: str, table: str) -> pd.DataFrame:
    """A table of a full day."""
    return sf.live(DAYS[sport], sport, table=table, day="league", league="EPL" if sport == "SOCCER" else None)


@pytest.mark.parametrize(("sport", "resource", "table", "lay"), PRINTED)
def test_what_is_printed_is_declared(sport: str, resource: str, table: str, lay: object) -> None:
    """Every printed column, order and condition is made of columns of some sport that plays the game."""
    game = SPORTS[sport].game
    known = {
        column.name
        for code, _, name, other in every_table()
        if SPORTS[code].game == game and name == table
        for column in other.columns
    }
    for part in lay.table.printed:  # type: ignore[attr-defined]
        assert part.needs <= known
        assert len({column.heading for column in part.parsed}) == len(part.parsed)
        assert all(re.fullmatch(r"[A-Z0-9+/\-]+", column.heading) for column in part.parsed)


def test_columns_are_read_as_they_are_written() -> None:
    """The small grammar of printed columns: names, joined names, sums, letters, and what is not added up."""
    part = Printed(
        "AB=at_bats FG=made-tried P=goals+assists RTG=rating!1 DEC=W:wins,L:losses PAR=to_par~ POS=place#status"
    )
    made = {
        column.heading: (column.names, column.join, column.form, column.digits, column.letters)
        for column in part.parsed
    }

    assert made == {
        "AB": (("at_bats",), "", "", None, ()),
        "FG": (("made", "tried"), "-", "", None, ()),
        "P": (("goals", "assists"), "+", "", None, ()),
        "RTG": (("rating",), "", "!", 1, ()),
        "DEC": (("wins", "losses"), "", "", None, ("W", "L")),
        "PAR": (("to_par",), "", "~", None, ()),
        "POS": (("place", "status"), "", "#", None, ()),
    }


def sections(frame: pd.DataFrame) -> list[Section]:
    """All sections of a frame."""
    return list(show(frame, rows=100_000).sections)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "table", "sums"),
    [
        (
            "MLB",
            "batting",
            {"AB": "at_bats", "R": "runs", "H": "hits", "RBI": "rbi", "BB": "walks", "SO": "strikeouts"},
        ),
        ("NBA", "players", {"PTS": "score", "REB": "total_rebounds", "AST": "assists", "PF": "fouls"}),
        ("NHL", "skaters", {"SOG": "shots_on_goal", "HIT": "hits", "PIM": "penalty_minutes"}),
        ("SOCCER", "players", {"FC": "fouls_committed", "YC": "yellow_cards", "SH": "shots_attempted"}),
    ],
)
def test_totals_are_those_of_the_team(sport: str, table: str, sums: dict[str, str]) -> None:
    """Each team of each game is one section, and the row of totals is what the team's own line says."""
    frame, teams = day_of(sport, table), day_of(sport, "teams").set_index(["game_time", "team"])
    found = sections(frame)

    assert len(found) == frame.drop_duplicates(["game_id", "side"]).shape[0]
    for section in found:
        row = next(
            row for (start, team), row in teams.iterrows() if team == section.head and f"{start:%H:%M}" in section.game
        )
        total = dict(zip(section.frame.columns, section.total or (), strict=True))
        assert {heading: total[heading] for heading in sums} == {h: str(row[name]) for h, name in sums.items()}


def test_shooting_and_innings_are_added_up_as_fans_do() -> None:
    """FG 42-88 is the sum of both numbers; 2.1 and 0.2 innings make 3.0."""
    for section in sections(day_of("NBA", "players")):
        made, tried = zip(*(map(int, cell.split("-")) for cell in section.frame["FG"]), strict=True)
        assert section.total is not None
        assert section.total[list(section.frame.columns).index("FG")] == f"{sum(made)}-{sum(tried)}"
    for section in sections(day_of("MLB", "pitching")):
        outs = sum(int(whole) * 3 + int(rest) for whole, rest in (cell.split(".") for cell in section.frame["IP"]))
        if section.total is not None:
            assert section.total[list(section.frame.columns).index("IP")] == f"{outs // 3}.{outs % 3}"


def test_players_stand_in_the_order_of_their_sport() -> None:
    """Batters by the batting order with substitutes behind those they replace, goalkeepers first, scorers first."""
    batting = day_of("MLB", "batting")
    for section in sections(batting):
        once = batting[batting["team"] == section.head].drop_duplicates("player", keep=False)  # not in two games
        order = once.set_index("player")["batting_order"]
        names = [name.rsplit(", ", 1)[0] for name in section.frame["player"]]
        keys = [order[name] for name in names if name in order.index]
        assert [int(re.match(r"\d+", key).group()) for key in keys] == sorted(
            int(re.match(r"\d+", k).group()) for k in keys
        )  # type: ignore[union-attr]
    soccer = day_of("SOCCER", "players")
    keepers = set(soccer.loc[soccer["position"] == "Goalkeeper", "player"])
    assert all(section.frame["player"].iloc[0] in keepers for section in sections(soccer))
    for section in sections(day_of("NHL", "skaters")):
        points = section.frame["P"].astype(int).tolist()
        assert points == sorted(points, reverse=True)


def test_a_line_score_adds_up_to_the_score() -> None:
    """A row per team, a column per period, the final score as total, R in baseball; the home team first in soccer."""
    for sport in ("MLB", "NFL", "NBA", "SOCCER"):
        games = day_of(sport, "games")
        first, second = ("home", "away") if sport == "SOCCER" else ("away", "home")
        final = {
            (g[f"{first}_team"], str(g[f"{first}_score"]), g[f"{second}_team"], str(g[f"{second}_score"]))
            for _, g in games.iterrows()
        }
        total = "R" if sport == "MLB" else "T"
        printed = {
            (one.iloc[0], one[total], two.iloc[0], two[total])
            for one, two in (tuple(row for _, row in s.frame.iterrows()) for s in sections(day_of(sport, "periods")))
        }
        assert printed == final


def test_a_line_score_without_hits_and_errors_says_where_they_are() -> None:
    """Baseball's are in the table teams; what the note says to write prints them, and nothing else has such a note."""
    shown = day_of("MLB", "periods").sports.show()
    assert shown.note.startswith('with H and E: show(teams=df.sports.box("teams"))')
    whole = day_of("MLB", "periods").sports.show(teams=day_of("MLB", "teams"))
    assert list(whole.sections[0].frame.columns[-3:]) == ["R", "H", "E"]
    for other in (whole, day_of("NBA", "periods").sports.show(), day_of("MLB", "batting").sports.show()):
        assert "teams=" not in other.note


def test_a_leaderboard_has_ties_and_par() -> None:
    """Places with T where shared, strokes as -10, E and +2, those who missed the cut last."""
    frame = sf.live("2024-06-16", "PGA", table="players")
    (section,) = sections(frame)
    places, par = section.frame["POS"], section.frame["SCORE"]
    numbers = places[places.str.contains(r"\d")].str.strip("T").astype(int)

    assert numbers.is_monotonic_increasing
    assert list(numbers.index) == list(range(len(numbers)))
    assert set(places[len(numbers) :]) <= {"CUT", "WD", "DQ"}
    assert (places.str.startswith("T") == places.duplicated(keep=False))[: len(numbers)].all()
    assert par.str.fullmatch(r"E|[+-]\d+").all()
    assert "E" in set(par)
    assert section.total is None


def test_notes_name_the_players() -> None:
    """Home runs, steals and errors are listed by name below the team, with their number if more than one."""
    batting = day_of("MLB", "batting")
    found: dict[str, str] = {}
    for section in sections(batting):  # a club has two where it plays twice
        found[section.head] = f"{found.get(section.head, '')} {section.note}"
    for club, note in found.items():
        hitters = batting[(batting["team"] == club) & (batting["home_runs"] > 0)]
        told = re.search(r"HR: ([^.]*(?:Jr\.|[^.])*)\.", note)
        assert bool(told) == bool(len(hitters))
        assert all(name in note for name in hitters["player"])
        assert ".." not in note


def test_football_is_printed_in_parts() -> None:
    """Passing, rushing, receiving ... of both teams, each with those who took part in it only."""
    frame = day_of("NFL", "players")
    found = sections(frame)

    assert list(dict.fromkeys(section.part for section in found)) == [
        "Passing", "Rushing", "Receiving", "Defense", "Kicking", "Punting", "Kick returns", "Punt returns",
    ]  # fmt: skip
    passers = sum(len(section.frame) for section in found if section.part == "Passing")
    assert passers == (frame["passing_attempts"] > 0).sum()
    assert "without entries left out" in show(frame).note


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "part", "heading", "column", "decimals"),
    [("NFL", "Passing", "RTG", "passer_rating", 1), ("DARTS", "", "AVG", "three_dart_average", 2)],
)
def test_ratings_have_one_decimal_and_averages_two(
    sport: str, part: str, heading: str, column: str, decimals: int
) -> None:
    """91.0 beside 74.5, also where a team has one passer only; 98.37 in darts."""
    frame = day_of(sport, "players")
    found = [rating for one in sections(frame) if one.part == part for rating in one.frame[heading] if rating]

    assert sorted(float(rating) for rating in found) == sorted(frame[column].dropna().round(decimals))
    assert all(re.fullmatch(rf"\d+\.\d{{{decimals}}}", rating) for rating in found)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "table", "column", "value"),
    [
        ("SOCCER", "players", "minutes_played", "goals"),
        ("NHL", "skaters", "seconds_played", "goals"),
        ("NBA", "players", "seconds_played", "points"),
        ("NFL", "players", "receptions", "receiving_yards"),
    ],
)
def test_totals_count_whoever_has_an_entry(sport: str, table: str, column: str, value: str) -> None:
    """A scorer whom the service gives no minute, or yards without a catch, is printed and counted as the others are."""
    frame = day_of(sport, table)
    row = frame[value].idxmax()
    frame.loc[row, column] = 0
    name, team = frame.loc[row, ["player", "team"]]
    section = next(
        one
        for one in sections(frame)
        if one.head == team and one.part in ("", "Receiving") and one.frame.iloc[:, 0].str.startswith(name).any()
    )
    heading = {"goals": "G", "points": "PTS", "receiving_yards": "YDS"}[value]
    own = frame[(frame["team"] == team) & (frame["game_id"] == frame.loc[row, "game_id"])]
    assert section.total is not None
    assert int(section.total[list(section.frame.columns).index(heading)]) == own[value].sum()


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "table"), [("NHL", "goalies"), ("MLB", "pitching")])
def test_one_row_for_each_team_is_a_box_score(sport: str, table: str) -> None:
    """The goalies or the pitchers of one game stand below the names of their teams, also if each has only one."""
    frame = day_of(sport, table)
    first = frame.drop_duplicates(["game_id", "side"])
    for _, one in first.groupby("game_id"):
        found = sections(one)
        assert [section.head for section in found] == one["team"].tolist()
        assert found[0].game.startswith(" at ".join(one["team"]))
    assert [section.head for section in sections(first.iloc[[0]])] == [None]
    best = first.sort_values("player_id")
    assert [section.head for section in sections(best)] == [None]


def test_rows_that_were_sorted_or_changed_stay_one_table() -> None:
    """An order or columns of one's own are shown as they are; games that were filtered are still box scores."""
    batting = day_of("MLB", "batting")
    best = batting.sort_values("hits", ascending=False)

    assert show(best).frame["player"].tolist() == best["player"].head(MOST_ROWS).tolist()
    assert show(best.reset_index(drop=True)).frame["player"].tolist() == best["player"].head(MOST_ROWS).tolist()
    assert len(show(batting, columns=["player", "hits"]).sections) == 1
    assert len(show(batting, ids=True).sections) == 1
    one = batting[batting["game_id"] == batting["game_id"].iloc[-1]]
    assert len(show(one).sections) == 2
    more = show(one.assign(rating=1.5))
    assert all("rating" in section.frame.columns for section in more.sections)
    log = batting[batting["player_id"] == batting["player_id"].iloc[0]]
    assert len(show(log).sections) == 1


@pytest.mark.sampled
@pytest.mark.parametrize("rows", [0, 1, 9, 10, 23, 24])
def test_rows_are_counted_over_sections(rows: int) -> None:
    """No more than rows= lines are printed, the others are counted, and a team that is cut has no totals."""
    batting = day_of("MLB", "batting")
    shown = show(batting, rows=rows)

    assert len(shown.frame) == rows
    assert f"{len(batting) - rows} more rows" in shown.note
    whole = {(s.game, s.head): len(s.frame) for s in sections(batting)}
    for section in shown.sections:
        assert (section.total is None) == (len(section.frame) < whole[section.game, section.head])


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table", "lay"), PRINTED)
def test_anything_the_service_may_send_can_be_printed(sport: str, resource: str, table: str, lay: object) -> None:
    """Made-up rows of any printed table, full and with every cell missing that may be, are shown and not changed."""
    league = "EPL" if sport == "SOCCER" else None
    frame = sf.read_json(envelope(sport, resource, n=4, key=league), sport, resource, table=table, league=league)
    keys = ["sport", "league", "game_id", "game_time", "side"]
    bare = frame.assign(**{name: frame[name].mask(frame[name].notna()) for name in frame.columns if name not in keys})
    for given in (frame, bare, frame.head(0)):
        before = given.copy()
        shown = show(given)
        assert repr(shown)
        assert "<script" not in shown._repr_html_()
        pd.testing.assert_frame_equal(given, before)


def test_finished_games_have_a_winner_and_no_batter() -> None:
    """Winners of finished games are bold, the state of the last play is left out, and games come in order of time."""
    shown = show(day_of("MLB", "games"))
    (section,) = shown.sections

    assert not {"batter", "pitcher", "outs", "status"} & set(section.frame.columns)
    assert section.frame["game_time"].is_monotonic_increasing
    for row, game in section.frame.iterrows():
        won = "home" if int(game["home_score"]) > int(game["away_score"]) else "away"
        bold = {section.frame.columns[column] for at, column in section.bold if at == row}
        assert bold == {f"{won}_team", f"{won}_score"}
    with sf.options(now="2024-06-02T00:10:00+00:00"):
        on = show(sf.live("2024-06-01", "MLB", day="league"))
    assert not {"batter", "pitcher", "outs"} & set(on.frame.columns)
    over = on.frame["game_status"].str.startswith("Final")
    assert (on.frame.loc[over, "situation"] == "").all()
    assert on.frame.loc[~over, "situation"].str.contains("out").any()


def test_objects_of_a_session_have_html() -> None:
    """The accessor, box scores, a watch, the cache and the settings are shown as HTML, escaped."""
    games = sf.live("2024-06-01", "MLB")
    held = [games.sports, sf.box_scores("2024-06-01", "MLB"), sf.cache, sf.show_settings()]
    with sf.options(now="2024-06-01T22:00:00+00:00"):
        held.append(sf.watch("2024-06-01", "MLB"))
    for each in held:
        html = each._repr_html_()
        assert html.startswith("<style>")
        assert "sf-show" in html
        assert html.count("<table") == html.count("</table>")
    assert "<td>interval</td><td>30 s</td>" in held[-1]._repr_html_()
    held[-1].stop()
    assert "<td>interval</td><td>30 s</td></tr><tr><td>state</td><td>stopped</td>" in held[-1]._repr_html_()
    assert "<td>empty</td><td>no game that day, or games" in games.head(0).sports._repr_html_()
    games.attrs["sportsframe"] |= {"stale_since": "2024-06-01T22:00:00+00:00"}
    assert "<td>stale</td><td>as of 2024-06-01" in games.sports._repr_html_()
    assert ", stale: as of 2024-06-01" in repr(games.sports)
    assert "Whether" in sf.box_scores("2024-12-07", "NCAABB")._repr_html_()
    assert f"<td>rows</td><td>{len(games)}</td>" in games.sports._repr_html_()
    assert "do not match" in pd.DataFrame({"a<b": [1]}).sports._repr_html_()


def test_one_player_has_no_totals() -> None:
    """Below a single line they would say the same again; a team with several has them."""
    batting = day_of("MLB", "batting")
    one = batting[batting["game_id"] == batting["game_id"].iloc[0]]
    alone = one[(one["side"] == one["side"].iloc[-1]) | (one["player_id"] == one["player_id"].iloc[0])]
    assert {len(section.frame): section.total is None for section in sections(alone)} == {
        1: True,
        len(alone) - 1: False,
    }


def test_periods_that_stand_twice_are_no_line_score() -> None:
    """Rows that contradict each other are all shown, as they are."""
    periods = day_of("NBA", "periods")
    assert len(sections(periods)) == periods["game_id"].nunique()
    twice = pd.concat([periods, periods.tail(1).assign(score=99)], ignore_index=True)
    (section,) = sections(twice)
    assert len(section.frame) == len(twice)


@pytest.mark.parametrize(
    ("values", "dtype", "digits", "shown"),
    [
        ([6.6, 48.07, 603.291], "Float64", None, "657.96"), ([1.0, 2.0, None], "Float64", None, "3"),
        ([0.1, 0.2], "Float64", None, "0.3"), ([1.25, 2.0], "Float64", 1, "3.2"), ([7, None, 5], "Int64", None, "12"),
    ],
)  # fmt: skip
def test_a_total_has_the_digits_of_its_rows(values: list[Any], dtype: str, digits: int | None, shown: str) -> None:
    """At most two, as the cells have; nothing of how fractions are added."""
    assert _sum(pd.Series(values, dtype=dtype), "", digits) == shown  # type: ignore[arg-type]
