"""Frames set for reading: sensible figures, nothing twice, and what the rows share said once."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._display import caption, first_columns, naming
from sportsframe.catalog import Layout, every_table, layout

from .support.samples import envelope

GAMES = [
    (sport, resource, table)
    for sport, resource, table, lay in every_table()
    if resource in ("schedule", "live") and not lay.table.path
]
"""The tables in which a row is a game."""

MEETING = {
    "live": (
        "away_team away_score home_score home_team",
        "player_1 player_1_sets player_1_legs player_2_legs player_2_sets player_2",
    ),
    "schedule": ("away_team home_team", "player_1 player_2"),
}
"""Who meets, as a person reads it."""

HOME_FIRST = {"live": "home_team home_score away_score away_team", "schedule": "home_team away_team"}
"""The same in soccer."""


def games_of(sport: str, resource: str, table: str) -> pd.DataFrame:
    """Made-up games of any sport, every column full."""
    league = "EPL" if sport == "SOCCER" else None
    return sf.read_json(envelope(sport, resource, n=4, key=league), sport, resource, table=table, league=league)


def test_a_caption_says_nothing_twice() -> None:
    """A date says which season, and the time of a start which date, unless it is another one, which is in brackets."""
    last = sf.live("2024-06-16", "PGA", table="players")
    assert caption(last, None) == "PGA live players, 2024-06-13 to 2024-06-16"
    games = sf.live("2024-12-06", "NBA", day="league", table="players")
    assert caption(games, None) == "NBA live players, 2024-12-06, Regular Season"
    late = caption(games[games["game_time"] == games["game_time"].max()], None)
    assert re.fullmatch(r"NBA live players, 2024-12-06 \(2024-12-07 \d\d:\d\d UTC\), Regular Season", late)
    assert caption(sf.events(2024), None) == "DARTS events, 2024"
    games = sf.live("2024-06-01", "MLB")
    assert games["game_date"].nunique() > 1
    assert caption(games, None) == "MLB live games, 2024-05-31 to 2024-06-01, Regular Season"
    charts = sf.depth_charts("NFL")
    assert caption(charts, None) == "NFL depth-charts"
    assert repr(charts.sports).startswith("<sports: NFL depth-charts, ")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: sf.bracket(2023, "NFL"), "NFL bracket, 2023-2024"),
        (lambda: sf.find("osdellow"), "people and teams"),
        (lambda: sf.find("osdellow", "NFL"), "NFL people and teams"),
        (lambda: sf.pitching("2024-06-01").sports.measures(), "MLB measures of pitching, "),
        (lambda: sf.live("2024-12-06", "NBA", table="players").sports.measures(), "NBA measures of players, "),
        (lambda: sf.live("2024-06-01", "MLB").sports.games_log(), "MLB, "),
        (lambda: sf.standings(2023, "NFL"), "NFL standings, "),
    ],
)
def test_a_caption_says_what_a_result_is(make: Callable[[], pd.DataFrame], said: str) -> None:
    """A bracket, a search and measures say so, and of which sport; that is no column where all rows share it."""
    assert make().sports.show(rows=1).caption.startswith(said)


def test_lines_of_box_scores_are_not_called_rows() -> None:
    """A player has a line in each part of a box score of football, so that there are more lines than rows."""
    players = sf.live("2024-12-08", "NFL", table="players")
    shown = players.sports.show(rows=25)
    left = int(re.match(r"(\d+) more lines;", shown.note)[1])  # type: ignore[index]
    assert left == sum(len(section.frame) for section in players.sports.show(rows=len(players) * 9).sections) - 25
    assert "more rows" in players.sports.show(rows=25, columns=["player"]).note


@pytest.mark.parametrize("verb", ["show", "explore"])
def test_no_columns_are_refused(verb: str) -> None:
    """A table has at least one column; the error says how to name it."""
    with pytest.raises(sf.QueryError, match="columns is empty; name at least one, such as 'sport'"):
        getattr(sf.live("2024-06-01", "MLB").sports, verb)(columns=[])


def test_a_leaderboard_adds_up_the_rounds_that_are_over() -> None:
    """As newspapers print it: strokes of a round in play are in no column, and so not in the total."""
    with sf.options(now="2024-06-14T20:00"):
        players = sf.live("2024-06-14", "PGA", table="players")
    shown = players.sports.show(rows=200).frame
    sums = [str(sum(map(int, filter(None, row))) or "") for row in shown[["R1", "R2"]].to_numpy()]
    assert shown["TOT"].tolist() == sums
    assert {"", "70"} <= set(shown["R2"])
    second = players.sort_values("player_id")
    assert (second["strokes"] > second["round_1"]).all()


def test_the_part_of_a_season_is_told() -> None:
    """Rows of a team that differ by the part of the season say which it is; one part is in the caption."""
    stats = sf.team_stats(2023, "NFL")
    assert set(stats.sports.show(rows=100).sections[0].frame["part"]) == set(stats["part"]) == {
        "regular_season", "postseason",
    }  # fmt: skip
    assert list(stats.sports.explore().columns)[:3] == ["team", "bye", "part"]
    final = stats[stats["part"] == "postseason"].sports.show()
    assert final.caption.endswith(", postseason")
    assert "part" not in final.sections[0].frame.columns


@pytest.mark.parametrize("table", ["tee_times", "starting_holes"])
def test_rows_without_a_name_show_the_id(table: str) -> None:
    """A tee time says whose it is by what the table has."""
    shown = sf.live("2024-06-16", "PGA", table=table).sports.show(rows=3).sections[0].frame
    assert "player_id" in shown.columns
    assert "player_id" not in sf.live("2024-06-16", "PGA", table="players").sports.show(rows=3).sections[0].frame


NAMED = {
    "find": (lambda: sf.find("osdellow"), "name"),
    "tee_times": (lambda: sf.live("2024-06-16", "PGA", table="tee_times"), "player_id"),
    "leaders": (lambda: sf.pitching("2024-06-01").sports.leaders("era"), "player"),
    "totals": (lambda: sf.pitching("2024-06-01").sports.totals(), "player"),
    "measures": (lambda: sf.pitching("2024-06-01").sports.measures(), "player"),
    "games_log": (lambda: sf.live("2024-06-01", "MLB").sports.games_log(), "team"),
    "games": (lambda: sf.live("2024-06-01", "MLB"), ""),
    "bracket": (lambda: sf.bracket(2023, "NFL"), ""),
    "standings": (lambda: sf.standings(2023, "NFL"), "team"),
}
"""Frames, and the column that says whose their rows are."""


@pytest.mark.sampled
@pytest.mark.parametrize("frame", NAMED)
def test_what_says_whose_a_row_is_stays_in_view(frame: str) -> None:
    """`show` and the explorer know it by the same rule; of what was found it is the name, not the team of a player."""
    make, expected = NAMED[frame]
    found = make()
    explorer = found.sports.explore()
    at = explorer.view["names"]
    assert (explorer.columns[at] if at >= 0 else "") == expected
    section = found.sports.show().sections[0]
    assert (section.frame.columns[section.who] if section.who >= 0 else "") == expected


@pytest.mark.parametrize(("sport", "resource", "table", "lay"), list(every_table()))
def test_whose_a_row_is_comes_before_the_opponent(sport: str, resource: str, table: str, lay: Layout) -> None:
    """Rows of a player or a team say so by a column that is displayed, and before whom they played."""
    names = {column.name for column in lay.columns}
    shown = first_columns(games_of(sport, resource, table))
    who = naming(shown)
    assert bool(who) == bool(names & {"player_id", "team_id", "player", "team"})
    assert who.removesuffix("_id") == ("player" if names & {"player", "player_id"} else "team" if who else "")
    if "opponent" in shown:
        assert shown.index(who) < shown.index("opponent")


def test_innings_read_as_they_are_written() -> None:
    """6.2 innings are shown as 6.2, as the sport writes them, and never as 6.2000 or 6.67."""
    pitchers = sf.pitching("2024-06-01")
    for shown, name in (
        (pitchers.sports.show(rows=1000), "IP"),
        (pitchers.sports.show(rows=1000, columns=["player", "innings"]), "innings"),
    ):
        assert sorted(shown.frame[name]) == sorted(f"{innings:.1f}" for innings in pitchers["innings"])
        assert set(shown.frame[name].str[-2:]) == {".0", ".1", ".2"}
        assert "6.2000" not in repr(shown)


def test_measures_have_the_digits_of_their_kind() -> None:
    """Averages have three digits and no leading zero, percentages one, other ratios two; undefined is empty."""
    measured = sf.pitching("2024-06-01").sports.measures()
    shown = measured.sports.show(rows=1000).frame

    assert shown["era"].str.fullmatch(r"\d+\.\d\d|").all()
    assert shown["strike_pct"].str.fullmatch(r"\d+\.\d|").all()
    averages = sf.batting("2024-06-01").sports.measures().sports.show(rows=1000).frame["avg"]
    assert averages.str.fullmatch(r"\.\d{3}|1\.000|").all()
    assert (averages == "").any()


def test_the_state_of_play_is_one_column_of_words() -> None:
    """Columns for the batter or the down would stay empty for every game of the day that is not being played."""
    with sf.options(now="2024-06-01T23:40:00+00:00"):
        games = sf.live("2024-06-01", "MLB", day="league")
    shown = games.sports.show().frame
    assert not {"inning", "outs", "batter", "pitcher_position"} & set(shown.columns)
    played = games.sort_values("game_time", kind="stable")["phase"].eq("live").to_numpy()
    assert 0 < played.sum() < len(games)
    assert shown["situation"].ne("").to_numpy().tolist() == played.tolist()
    assert " batting, " in shown["situation"][played].iloc[0]
    assert "situation" not in games.columns
    assert "situation" not in sf.live("2024-06-01", "MLB").sports.show().frame.columns


def test_details_are_displayed_when_they_are_asked_for() -> None:
    """A schedule is who plays when and where, without the coordinates of the arena; they are in the frame."""
    games = sf.schedule("2024-06-01", "MLB")
    shown = games.sports.show().frame.columns
    assert {"arena", "city"} <= set(shown)
    assert not {"state", "country", "postal_code", "latitude", "longitude", "dome", "field"} & set(shown)
    assert "latitude" in games.sports.show(columns=["home_team", "latitude"]).frame.columns
    twice = games.sports.show(columns=["home_team", "latitude", "home_team"])
    assert list(twice.frame.columns) == ["home_team", "latitude"], "a column is shown once"
    assert "latitude" in dict(games.sports.explore().every)


def test_what_stands_above_and_below_a_table_does_not_scroll() -> None:
    """It would be cut where the table is wider than the screen."""
    page = sf.live("2024-06-01", "MLB").sports.show()._repr_html_()
    above, scrolled = page.split('<div class="sf-scroll"', 1)
    assert "MLB live games" in above
    assert scrolled.index("</table></div>") < scrolled.index("simulated data")


def test_what_all_rows_share_is_said_once() -> None:
    """The league and the day stand in the caption, ids and categories are out of the way."""
    goals = sf.live("2024-10-05", "SOCCER", league="EPL")
    shown = goals.sports.show()

    assert shown.caption.startswith("SOCCER live games, EPL")
    assert not {"sport", "league", "game_id", "home_team_id", "phase"} & set(shown.frame.columns)
    assert {"game_id", "home_team_id"} <= set(goals.sports.show(ids=True).frame.columns)


def test_asked_columns_come_in_the_asked_order() -> None:
    """columns= decides what is shown and in which order; one that is not there is refused by name."""
    games = sf.live("2024-06-01", "MLB")

    shown = games.sports.show(columns=["home_team", "game_id", "home_score"])

    assert list(shown.frame.columns) == ["home_team", "game_id", "home_score"]
    with pytest.raises(sf.FrameError, match="hits_allowed"):
        games.sports.show(columns=["home_team", "hits_allowed"])
    with pytest.raises(sf.QueryError, match="rows"):
        games.sports.show(rows=-1)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table"), GAMES)
def test_games_are_read_from_the_left(sport: str, resource: str, table: str) -> None:
    """The date, who with how many against how many by whom, when, where it stands, and only then the rest.

    The start comes after the sides: the tables of a phone have room for four columns.
    """
    games = games_of(sport, resource, table)
    shown = list(games.sports.show().frame.columns)
    own = {"PGA": "tournament", "DARTS": MEETING[resource][1], "SOCCER": HOME_FIRST[resource]}
    told = own.get(sport, MEETING[resource][0]).split()
    who = [name for name in told if name in shown or not name.endswith("_sets")]  # made-up matches are in legs
    state = [name for name in ("game_status", "status") if name in games.columns][:1]

    day, start = ([name] if name in shown else [] for name in ("game_date", "game_time"))
    expected = [*day, *start, *who, *state] if sport == "PGA" else [*day, *who, *start, *state]
    assert shown[: len(expected)] == expected
    assert set(shown) - {"situation"} <= set(games.columns)
    with_ids = list(games.sports.show(ids=True).frame.columns)
    assert [name for name in with_ids if name in shown] == shown


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource", "table"), GAMES)
def test_the_frame_keeps_the_order_of_the_catalog(sport: str, resource: str, table: str) -> None:
    """Only what is shown has another order: the frame is as the catalog says, before and after."""
    games = games_of(sport, resource, table)
    before = games.copy()
    games.sports.show()

    pd.testing.assert_frame_equal(games, before)
    assert list(games.columns) == [column.name for column in layout(sport, resource, table).columns]


def test_an_order_of_ones_own_stays() -> None:
    """Who has put the columns in another order wants to see them so; columns of his own come last."""
    games = sf.live("2024-06-01", "MLB")
    turned = games[games.columns[::-1]]
    more = games.assign(margin=games["home_score"] - games["away_score"])
    shown = list(games.sports.show().frame.columns)

    assert list(turned.sports.show().frame.columns) == [name for name in turned.columns if name in shown]
    assert list(more.sports.show().frame.columns) == [*shown, "margin"]


def test_games_of_several_sports_in_one_frame() -> None:
    """What each of the sports has is read in its order; tables that only one of them has can be shown as well."""
    # Both have a round, a number here and text there: of such columns pandas 2.3 wants none to be all missing.
    teams, darts = sf.live("2024-10-05", "MLB"), sf.live("2024-01-03", "DARTS")
    shown = list(pd.concat([teams, darts]).sports.show().frame.columns)
    for who in MEETING["live"]:
        start = shown.index(who.split()[0])
        present = [name for name in who.split() if name in shown]
        assert shown[start : start + len(present)] == present
        assert len(present) >= 4

    lines = [sf.batting("2024-06-01").head(2), sf.live("2024-12-06", "NHL", table="skaters").head(2)]
    for both in (lines, lines[::-1]):
        assert len(pd.concat(both).sports.show().frame) == 4


def test_instants_in_the_zone_asked_for() -> None:
    """Instants are shown to the minute with their zone, in UTC or in the zone asked for."""
    games = sf.live("2024-06-01", "MLB")
    start = games["game_time"].min()

    assert games.sports.show().frame.loc[0, "game_time"] == f"{start:%Y-%m-%d %H:%M} UTC"
    there = games.sports.show(zone="America/New_York").frame.loc[0, "game_time"]
    assert there == f"{start.tz_convert('America/New_York'):%Y-%m-%d %H:%M} EDT"


def test_long_frames_are_cut_and_say_so() -> None:
    """No more than rows= rows are set, and the rest is counted; simulated data are named as such."""
    shown = sf.throws("2024-01-03").sports.show(rows=10)

    assert len(shown.frame) == 10
    assert "more rows; simulated data" in repr(shown)
    assert "more rows; simulated data" in shown._repr_html_()


def test_columns_without_a_displayed_value_are_left_out() -> None:
    """The first weeks of a season have no name of an event; its last games have, and columns asked for stay."""
    season = sf.schedule_season(2024, "NFL")
    assert "event_name" not in season.sports.show(rows=15).frame
    assert "event_name" in season.sports.show(rows=len(season)).frame
    assert "event_name" in season.sports.show(rows=15, columns=["home_team", "event_name"]).frame


def test_names_cannot_write_markup() -> None:
    """Text from an answer is escaped: a club may be called <b>."""
    games = sf.live("2024-06-01", "MLB").head(1).assign(home_team="<script>&")

    assert "<script>" not in games.sports.show()._repr_html_()
    assert "&lt;script&gt;&amp;" in games.sports.show()._repr_html_()


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame(),
        pd.DataFrame({"a": [1, None], 3: ["x", "y"]}),
        pd.DataFrame([[1, 2]], columns=["a", "a"]),
        pd.DataFrame({"ok": [True, False]}, index=pd.Index(["p", "q"], name="who")),
    ],
)
def test_any_frame_can_be_shown(frame: pd.DataFrame) -> None:
    """Frames of anything can be shown, and are not changed."""
    before = frame.copy()
    shown = frame.sports.show()

    drawn = shown._repr_html_()
    assert drawn.count("<tr>") == (1 + len(frame) if len(frame) else 0)
    assert ("no rows" in drawn) == frame.empty
    pd.testing.assert_frame_equal(frame, before)


def test_a_named_index_is_part_of_the_table() -> None:
    """What a frame is indexed by, if it has a name, is shown as a column."""
    frame = pd.DataFrame({"wins": [3]}, index=pd.Index(["Lanterns"], name="team"))

    assert frame.sports.show().frame.to_dict("list") == {"team": ["Lanterns"], "wins": ["3"]}


def test_rows_of_several_sports_say_which() -> None:
    """What is found in all sports, or joined, has the sport of each row; rows of one sport have it in the caption."""
    both = pd.concat([sf.live("2024-12-05", sport) for sport in ("NBA", "NHL")])
    for frame in (sf.find("mosdell"), both):
        assert frame["sport"].nunique() > 1
        assert frame.sports.show().frame["sport"].tolist() == frame["sport"].tolist()
        explorer = frame.sports.explore()
        assert "sport" in explorer.columns
        explorer.close()
    assert "sport" not in both[both["sport"] == "NBA"].sports.show().frame


def test_an_absent_column_is_told_the_nearest() -> None:
    """One that no table has; one column is not told as several."""
    games = sf.live("2024-12-05", "NBA")
    for columns, told in (("hom_team", "column hom_team"), (["hom_team", "x"], "columns hom_team, x")):
        with pytest.raises(sf.FrameError) as refused:
            games.sports.show(columns=columns)
        assert str(refused.value) == (
            f"show() requires the {told}, which the frame does not have. Did you mean 'home_team'?"
        )
    with pytest.raises(sf.FrameError, match=r"^show\(\) requires the column period, .*; live periods.* have it"):
        games.sports.show(columns=["period"])


def test_an_empty_answer_is_shown_with_its_columns() -> None:
    """No rows is shown as no rows, with the name of the table."""
    shown = sf.live("2024-12-25", "MLB").sports.show()

    assert "no rows" in repr(shown)
    assert shown.caption == "MLB live games"
    assert sf.live("2024-12-25", "MLB", table="periods").sports.show().caption == "live periods"  # as in other sports


def test_a_day_without_games_says_so() -> None:
    """A table without rows says why, and its caption is no caption of a table without a cell."""
    shown = sf.live("2024-12-25", "MLB").sports.show()
    assert "no rows: no game that day" in repr(shown)
    assert "no rows: no game that day" in shown._repr_html_()
    assert "<table" not in shown._repr_html_()
    assert "MLB live games" in shown._repr_html_()
    assert "no rows" not in repr(sf.live("2024-06-01", "MLB").sports.show(rows=0))


def test_one_row_that_is_left_out_is_a_row() -> None:
    """The note counts in English."""
    games = sf.live("2024-06-01", "MLB")
    assert games.sports.show(rows=len(games) - 1).note.startswith("1 more row;")
    assert games.sports.show(rows=len(games) - 2).note.startswith("2 more rows;")


def test_tables_have_names_of_their_own() -> None:
    """A screen reader lists regions by name: box scores without a caption are named by their first game."""
    frame = sf.live("2024-06-01", "MLB", table="batting")
    shown = frame[frame["game_id"].isin(frame["game_id"].unique()[:2])].reset_index(drop=True).sports.show()
    assert f'aria-label="{html.escape(shown.label)}"' in shown._repr_html_()
    assert shown.label != "Table"


def test_what_is_the_same_in_finished_games_is_said_once_or_not() -> None:
    """That a game of the rows is finished is not said, that it is in play is; week and part are in the caption."""
    goals = sf.live("2024-11-10", "NFL", table="field_goals", day="league")
    shown = goals.sports.show()
    assert shown.caption == "NFL live field_goals, 2024-11-10, Regular Season, week 10"
    assert {"phase", "week"}.isdisjoint(shown.sections[0].frame.columns)
    with sf.options(now="2024-11-10T19:30"):
        playing = sf.live("2024-11-10", "NFL", table="field_goals", day="league").sports.show()
    assert "live" in set(playing.sections[0].frame["phase"])
    stats = sf.team_stats(2023, "NFL")
    regular = stats[stats["part"] == "regular_season"].sports.show()
    assert regular.caption == "NFL team-stats season, 2023-2024, regular season"


def test_long_text_has_room_on_a_phone() -> None:
    """A column of descriptions is wide, so that rows are not high; numbers, names and the first column are not."""
    plays = sf.play_by_play("20241110-9024-9021", "NFL")
    page = plays.sports.show(rows=20, columns=["description", "away_team", "sequence", "event"])._repr_html_()
    assert 'class="long"' not in page
    page = plays.sports.show(rows=20, columns=["event", "away_team", "sequence", "description"])._repr_html_()
    rows = re.findall(r"<tr>(<td.*?)</tr>", page)
    marks = {tuple(re.findall(r"<td(?: class=\"(\w+)\")?>", row)) for row in rows}
    assert marks == {("", "", "n", "long")}


def test_headings_and_notes_are_told_apart_without_styles() -> None:
    """A copied notebook loses the styles: paragraphs and bold type are left of them."""
    page = sf.live("2024-06-01", "MLB", table="batting").sports.show(rows=60)._repr_html_()
    assert re.search(r'<p class="sf-note">[^<]*: [^<]+</p>.*<p class="sf-game"><b>[^<]* at ', page)
    assert page.count('<p class="sf-game"><b>') > 1
    assert not re.search(r'<div class="sf-(game|part|note)">', page)


def test_no_text_makes_a_row_high_on_a_phone() -> None:
    """Also a column that is out of sight has at most two lines; its text is the same."""
    games = sf.schedule_season(2024, "MLB")
    page = games.sports.show(rows=1)._repr_html_()
    arena = re.search(r"<td><span class=\"sf-whole\">([^<]+)</span><wbr><span class=\"sf-whole\">Simulation Park", page)
    assert arena
    assert arena[1] == "Saffronmouth "
    assert re.search('<th scope="col"[^>]*>game time</th>', page)


def test_dates_are_not_broken_at_their_hyphens() -> None:
    """Neither in headings nor in captions; text is escaped as ever."""
    page = sf.live("2024-12-06", "NBA", table="periods").sports.show(rows=4)._repr_html_()
    dates = re.findall(r"\d{4}-\d\d-\d\d", re.sub(r'<td.*?</td>|aria-label="[^"]*"', "", page))
    assert dates
    assert page.count('<span class="sf-whole">2024-12-') == len(dates)
    teams = sf.live("2024-12-06", "NBA", table="teams").sports.show(rows=4)._repr_html_()
    assert len(re.findall(r'<span class="sf-whole">[^<]*\d+-\d+</span></td>', teams)) == 4


@pytest.mark.parametrize(("sport", "word"), [("NCAABB", "half"), ("NBA", "quarter"), ("NFL", "quarter")])
def test_the_period_in_play_has_the_word_of_the_sport(sport: str, word: str) -> None:
    """The service calls it quarter in all of them; the column keeps that name."""
    games = games_of(sport, "live", "games")
    games["phase"] = games["phase"].astype(object).where(games["phase"].isna(), "live")
    assert "quarter" in games.columns
    (section,) = games.sports.show(columns=["quarter", "time_remaining"]).sections
    headings = dict(zip(section.frame.columns, section.headings, strict=True))
    assert headings["quarter"] == word
    assert headings["time_remaining"] == "time remaining"
    assert dict(games.sports.explore().every)["quarter"] == word
