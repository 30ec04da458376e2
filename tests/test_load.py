"""The one-liners over the built-in service, in process and over HTTP, under both readings of dates."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe._client import notices
from sportsframe._frames.arrays import dtype
from sportsframe.catalog import SPORTS, answer, layout
from sportsframe.measures import standings
from sportsframe.service.quirks import OBSERVED
from sportsframe.service.serve import Running, running_server

from .support.servers import TOKEN, Reply, envelope, game, serving

DAYS = {
    "NFL": "2024-11-10", "NBA": "2024-12-06", "MLB": "2024-06-01", "NHL": "2024-12-06", "NCAAFB": "2024-11-09",
    "NCAABB": "2024-12-07", "PGA": "2024-06-06", "SOCCER": "2024-12-08", "DARTS": "2024-12-28",
}  # fmt: skip
"""A day with games for each sport."""

NOTHING = {
    "NFL": "2024-05-05", "NBA": "2024-08-15", "MLB": "2024-12-25", "NHL": "2024-08-15", "NCAAFB": "2024-05-05",
    "NCAABB": "2024-07-04", "PGA": "2024-12-25", "SOCCER": "2024-07-04", "DARTS": "2024-12-25",
}  # fmt: skip
"""A day without."""

RESOURCES = ("schedule", "schedule_week", "schedule_season", "live")
PAIRS = [(sport, resource) for sport in SPORTS for resource in RESOURCES]


def load(sport: str, resource: str, day: str, table: str = "games") -> pd.DataFrame:
    """One call for any pair."""
    league = {"league": "LALIGA"} if SPORTS[sport].leagues else {}
    when = int(day[:4]) - (sport in ("NFL", "NBA") and day < "2024-07") if resource == "schedule_season" else day
    return getattr(sf, resource)(when, sport, table=table, **league)


@pytest.fixture(scope="module")
def server() -> Iterator[Running]:
    """The service behind a socket."""
    with running_server() as door:
        yield door


@pytest.mark.parametrize(("sport", "resource"), PAIRS)
def test_every_pair_has_rows_and_an_empty_day(sport: str, resource: str) -> None:
    """[S4-45] [S4-44] [S1-07] Each pair has a day with rows and one without, typed alike."""
    name = resource.replace("_", "-")
    for table in answer(sport, name).layouts:
        frame = load(sport, resource, DAYS[sport], table)
        expected = {c.name: dtype(c) for c in layout(sport, name, table).columns}

        assert dict(frame.dtypes) == expected
        assert len(frame) or table == "field_goals"
        if resource != "schedule_season":
            none = load(sport, resource, NOTHING[sport] if resource != "schedule_week" else "1999-07-04", table)
            assert none.shape == (0, len(expected))
            assert dict(none.dtypes) == expected
            assert dict(pd.concat([frame, none]).dtypes) == expected
            assert pd.concat([frame, none]).attrs == frame.attrs


@pytest.mark.parametrize("sport", SPORTS)
def test_nothing_is_lost_or_strange(sport: str) -> None:
    """The world's answers read by the fast path alone: the catalog declares all they hold."""
    from sportsframe._frames.decode import records

    league = {"league": "EPL"} if SPORTS[sport].leagues else {}
    for resource in ("schedule", "live"):
        found = records(sf.raw(DAYS[sport], sport, resource=resource, **league), sport, resource)
        assert found.rows
        assert not found.irregular


def test_the_one_liner() -> None:
    """One row a game with scores; the source says simulated."""
    games = sf.live("2024-06-01", "MLB")

    assert games["game_id"].is_unique
    assert games[["away_score", "home_score"]].notna().all(axis=None)
    assert games.attrs["sportsframe"]["source"] == "simulated"
    assert sf.sports(games).is_simulated


def test_simulated_is_said_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The first load says on stderr that the data are made up, later ones do not."""
    monkeypatch.setattr(notices, "_seen", set())

    sf.live("2024-06-01", "MLB")
    sf.live("2024-06-02", "MLB")

    assert capsys.readouterr().err.count("simulated") == 1


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_http_gives_equal_frames(sport: str, server) -> None:
    """[S1-14] The same question through a socket and in process gives the same frames."""
    tables = answer(sport, "live").layouts
    inside = {table: load(sport, "live", DAYS[sport], table) for table in tables}

    with sf.options(base_url=server.address, token="any"):
        outside = {table: load(sport, "live", DAYS[sport], table) for table in tables}

    for table in tables:
        pd.testing.assert_frame_equal(inside[table], outside[table])
    assert outside["games" if "games" in tables else "tournaments"].attrs["sportsframe"]["source"] == "service"


def test_named_loaders_are_their_tables() -> None:
    """pitching, batting and throws are tables of live."""
    pd.testing.assert_frame_equal(sf.pitching("2024-06-01"), sf.live("2024-06-01", "MLB", table="pitching"))
    pd.testing.assert_frame_equal(sf.batting("2024-06-01"), sf.live("2024-06-01", "MLB", table="batting"))
    pd.testing.assert_frame_equal(sf.throws("2024-01-03"), sf.live("2024-01-03", "DARTS", table="throws"))


def test_box_scores_are_every_table() -> None:
    """The lazy mapping holds what live gives table by table."""
    box = sf.box_scores("2024-06-01", "MLB")

    for table in box:
        pd.testing.assert_frame_equal(box[table], sf.live("2024-06-01", "MLB", table=table))


def test_a_range_is_its_days() -> None:
    """Days as a tuple, a list or an index give the rows of the single days in order."""
    days = ["2024-06-01", "2024-06-02", "2024-06-03"]
    expected = pd.concat([sf.live(day, "MLB", table="pitching") for day in days], ignore_index=True)

    for many in ((days[0], days[-1]), days, pd.date_range(days[0], days[-1])):
        pd.testing.assert_frame_equal(sf.live(many, "MLB", table="pitching"), expected)


@pytest.mark.parametrize("switches", [(), OBSERVED], ids=["specified", "observed"])
def test_the_leagues_own_day(switches) -> None:
    """[S2.2-03] day="league" gives the same slate whichever way the service reads dates, each game once."""
    specified = sf.live("2024-12-06", "NHL", day="league")
    with running_server(switches=switches) as door, sf.options(base_url=door.address, token="any"):
        found = sf.live("2024-12-06", "NHL", day="league")
        box = sf.box_scores("2024-12-06", "NHL", day="league")

    assert set(found["game_date"]) == {pd.Timestamp("2024-12-06")}
    assert found["game_id"].is_unique
    assert sorted(found["game_id"]) == sorted(specified["game_id"])
    assert sorted(box.games["game_id"]) == sorted(found["game_id"])


@pytest.mark.parametrize("switches", [(), OBSERVED], ids=["specified", "observed"])
def test_from_games_to_their_boxes(switches) -> None:
    """[S2.2-03] [S2.2-07] .box() finds just these games under either reading of dates, evening games included."""
    with running_server(switches=switches) as door, sf.options(base_url=door.address, token="any"):
        games = sf.schedule_season(2024, "NHL")
        team = games.loc[0, "home_team"]
        mine = games[(games["home_team"] == team) & games["game_date"].between("2024-12-01", "2024-12-31")]
        box = mine.sports.box("goalies")

    late = mine["game_time"].dt.strftime("%Y-%m-%d") != mine["game_date"].dt.strftime("%Y-%m-%d")
    assert late.any()
    played = mine[mine["phase"] == "finished"]
    assert set(box["game_id"]) == set(played["game_id"])


@pytest.mark.parametrize(("phase", "said"), [("scheduled", 0), ("off", 0), ("replaced", 0), ("live", 1)])
def test_games_that_have_not_begun_are_not_unknown(phase: str, said: int) -> None:
    """A game without a box score after its start is unknown only if its row says that it has begun."""
    games = sf.schedule("2024-12-05", "NBA")
    other = games.iloc[[0]].assign(game_id="20241205-9998-9999", phase=phase)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = pd.concat([games, other]).sports.box("games")
    assert set(found["game_id"]) == set(games["game_id"])
    assert ["are unknown to" in str(one.message) for one in caught] == [True] * said


@pytest.mark.parametrize("switches", [(), OBSERVED], ids=["specified", "observed"])
def test_from_rows_without_a_start_to_their_boxes(switches) -> None:
    """Plays, which do not say when their game began, lead to its box too."""
    with running_server(switches=switches) as door, sf.options(base_url=door.address, token="any"):
        lines = sf.live("2024-12-06", "NBA", table="players", day="league")
        games = lines.sports.box()
        plays = sf.play_by_play(games.loc[0, "game_id"], "NBA")
        box = plays.sports.box("teams")

    assert "game_time" not in plays.columns
    assert set(games["game_id"]) == set(lines["game_id"])
    assert set(box["game_id"]) == set(plays["game_id"])


@pytest.mark.parametrize(("sport", "day"), [("NHL", "2024-12-05"), ("NFL", "2024-11-11"), ("NCAABB", "2024-12-05")])
def test_the_box_does_not_depend_on_the_zone(sport: Any, day: str) -> None:
    """Times shown in another zone are the same games, also where their local date is the one before."""
    games = sf.live(day, sport, day="league")
    assert (games.sports.local("Pacific/Honolulu")["game_time"].dt.date != games["game_time"].dt.date).any()
    for asked in (games, sf.schedule(day, sport, day="league")):
        found = set(asked.sports.box("teams")["game_id"])
        assert found
        assert set(asked.sports.local("Pacific/Honolulu").sports.box("teams")["game_id"]) == found


def test_a_box_from_the_cache_asks_nothing() -> None:
    """A box score asked for again makes no request."""
    games = sf.live("2024-06-01", "MLB")
    games.sports.box("batting")

    with sf.options(offline=True):
        mine = games[games["home_team"] == games.loc[0, "home_team"]]
        again = mine.sports.box("batting")

    assert set(again["game_id"]) == set(mine["game_id"])


def test_filters_of_ids() -> None:
    """[S4-30] [S4-33] Ids the service takes are sent; a team's id selects rows here."""
    games = sf.schedule_season(2024, "DARTS")
    one = games.iloc[100]
    same = sf.schedule_season(2024, "DARTS", game_id=one["game_id"])
    assert same["game_id"].tolist() == [one["game_id"]]

    mlb = sf.live("2024-06-01", "MLB")
    team = int(mlb.loc[0, "home_team_id"])
    assert set(sf.live("2024-06-01", "MLB", table="batting", team_id=team)["team_id"]) == {team}
    with pytest.raises(sf.QueryError, match="event_id does not apply"):
        sf.live("2024-06-01", "MLB", event_id="x")


def test_live_of_a_season() -> None:
    """season= asks for every day of it on which there were games."""
    with sf.options(now="2024-09-12T12:00:00+00:00"):
        games = sf.live(season=2024, sport="NFL", progress=False)

    assert games["game_id"].is_unique
    assert set(games["season"]) == {"2024-2025"}
    with pytest.raises(sf.QueryError, match="not both"):
        sf.live("2024-06-01", "MLB", season=2024)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sf.live("2024-06-01", "NHK"), "Did you mean 'NHL'"),
        (lambda: sf.live("2024-13-01", "MLB"), "not in the calendar"),
        (lambda: sf.live("2024-06-01", "MLB", table="pitchin"), "Did you mean 'pitching'"),
        (lambda: sf.live("2024-06-01"), "a sport is required"),
        (lambda: sf.live("2024-06-01", "SOCCER"), "needs a league"),
        (lambda: sf.live("2024-06-01", "MLB", day="local"), "service, league"),
        (lambda: sf.live("2024-06-01", "MLB", on_error="ignore"), "raise, skip"),
        (lambda: sf.live("2024-06-01", "MLB", validate="yes"), "report, strict"),
        (lambda: sf.schedule_season("2024-2025", "MLB"), "2024"),
        (lambda: sf.raw("2024-06-01", "MLB", resource="standings"), "schedule-week"),
        (lambda: sf.box_scores(("2024-06-01", "2024-06-02"), "MLB"), "a single date"),
    ],
)
def test_bad_questions_are_one_line_and_send_nothing(call, words: str) -> None:
    """What cannot be asked is refused in one line of at most 200 characters, and no request is made."""
    from sportsframe._client.fetch import fetch

    with pytest.raises(sf.QueryError, match=words) as caught, sf.options(offline=True):
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) <= 200
    assert fetch


def test_the_same_answer_is_the_same_bytes() -> None:
    """[S4-12] [S1-03] Years back there are finished games with full boxes, byte for byte the same each time."""
    first = sf.raw("2015-06-01", "MLB", refresh=True)

    assert first == sf.raw("2015-06-01", "MLB", refresh=True)
    box = sf.read_json(first, "MLB", "live", table=None)
    assert set(box.games["phase"]) <= {"finished", "paused"}
    assert len(box.batting) > 15 * len(box.games)


def test_dates_strange_to_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S2.2-04] Instants are read by their English names, whatever the locale."""
    import locale

    before = locale.setlocale(locale.LC_ALL)
    for name in ("de_DE.UTF-8", "C"):
        try:
            locale.setlocale(locale.LC_ALL, name)
        except locale.Error:
            continue
        try:
            assert sf.live("2024-06-01", "MLB")["game_time"].notna().all()
        finally:
            locale.setlocale(locale.LC_ALL, before)


def test_columns_is_the_catalog() -> None:
    """[S2.8-19] [S2.6-24] [S2.6-51] The dictionary has a row for each column, each with a meaning and a source."""
    everything = sf.columns()

    assert list(everything.columns) == [
        "sport", "resource", "table", "column", "wire", "dtype", "unit", "description", "source",
    ]  # fmt: skip
    assert everything[["column", "dtype", "description", "source"]].notna().all(axis=None)
    pitching = sf.columns("MLB", "live", "pitching").set_index("column")
    assert pitching.loc["innings", "wire"] == "IP"
    assert pd.isna(pitching.loc["outs_recorded", "wire"])
    assert sf.columns("MLB", "live", "batting").set_index("wire").loc["SO", "column"] == "strikeouts"
    wires = set(everything["wire"].dropna())
    assert {"fumbles_recoveries", "total_touchdown", "special_team_touchdowns", "kicks_blocked", "abbrv"} <= wires
    unspecified = everything[everything["sport"].isin(["NHL", "SOCCER", "PGA"]) & (everything["resource"] == "live")]
    own = unspecified[~unspecified["source"].str.match(r"1|2\.[16]|derived")]
    assert set(own["source"]) <= {"observed", "assumed"}


def test_warnings_are_none() -> None:
    """A plain load warns of nothing."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sf.live("2024-06-01", "MLB")


def test_the_same_team_joins_from_schedule_to_box() -> None:
    """[S2.6-14] Schedules and boxes name sides differently on the wire; team_id joins them all the same."""
    games = sf.schedule("2024-06-01", "MLB")
    teams = sf.live("2024-06-01", "MLB", table="teams")
    home = teams[teams["side"] == "home"]

    joined = games.merge(home, left_on=["game_id", "home_team_id"], right_on=["game_id", "team_id"])

    assert len(joined) == len(home)
    assert (joined["home_team"] == joined["team"]).all()


def test_field_means_three_things() -> None:
    """[S2.2-22] A surface, a place on the gridiron and the players of a tournament are three declarations."""
    found = sf.columns().query("wire == 'field'")

    assert set(found.loc[found["resource"] != "live", "description"]) == {"Playing surface: grass or turf"}
    assert set(found.loc[found["resource"] == "live", "column"]) == {"field_position"}
    assert set(sf.schedule("2024-11-10", "NFL")["field"].dropna()) <= {"grass", "turf"}
    assert "field" not in sf.live("2024-06-06", "PGA").columns


def test_what_belongs_to_one_answer_is_asked_for() -> None:
    """[S7-11] When an answer was fetched, and if it was empty, .answers() tells; attrs hold what all share."""
    games = sf.live("2024-06-01", "MLB")
    none = sf.live("2024-12-25", "MLB")

    told = games.sports.answers().set_index("asked")

    assert told.loc["/live/2024-06-01/MLB", "empty"] == False  # noqa: E712
    assert told.loc["/live/2024-12-25/MLB", "empty"] == True  # noqa: E712
    assert str(told["fetched_at"].dtype) == "datetime64[us, UTC]"
    assert none.attrs == games.attrs
    assert "no game" in none.attrs["sportsframe"]["empty_means"]


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
@pytest.mark.parametrize(
    ("label", "start", "asked"),
    [
        ("20240601", "2024-06-02T01:10", {"2024-06-01", "2024-06-02"}),  # an evening whose GMT day is the next one
        ("20240601", "2024-06-01T18:10", {"2024-06-01"}),
        ("20240602", "2024-06-02T20:00", {"2024-06-02"}),  # begins within a day from now
        ("20240602", "2024-06-02T20:01", set()),  # and a minute later than that
    ],
)
def test_a_season_is_asked_by_label_and_by_start(label: str, start: str, asked: set[str]) -> None:
    """live(season=) asks for the label day and the GMT day of games that start within a day from now, and no others."""
    row = game(f"{label}-1-99", "scheduled", f"{pd.Timestamp(start):%a, %d %b %Y %H:%M:%S} GMT")
    with serving() as upstream:
        upstream.set("/schedule-season/2024/MLB", Reply(200, envelope(row)))
        with sf.options(base_url=upstream.base_url, token=TOKEN, now="2024-06-01T20:00:00+00:00"):
            sf.live(season=2024, sport="MLB", progress=False)
        paths = [path.removeprefix("/api/v1") for path in upstream.paths()]

    assert {path.split("/")[2] for path in paths if path.startswith("/live/")} == asked


@pytest.mark.parametrize("wrong", ["Mossgate Almanacs", True, [9001, 9002], -5, 1.5, "", "9001x"])
def test_an_id_is_one_number(wrong: Any) -> None:
    """A team or player is filtered by one id, as a number or its digits; anything else is refused in one line."""
    with pytest.raises(
        sf.QueryError, match="takes one ID" if isinstance(wrong, list) else "is not an id; it is one integer"
    ):
        sf.schedule("2024-11-10", "NFL", team_id=wrong)
    games = sf.schedule("2024-11-10", "NFL")
    team = int(games["home_team_id"].iloc[0])
    text: Any = str(team)
    assert (
        len(sf.schedule("2024-11-10", "NFL", team_id=team)) == len(sf.schedule("2024-11-10", "NFL", team_id=text)) == 1
    )


def test_a_season_named_twice_is_loaded_once() -> None:
    """No row stands twice where a date or season is named twice."""
    assert_frame_equal(sf.schedule_season([2024, 2024], "NFL"), sf.schedule_season(2024, "NFL"))


def test_a_selection_without_rows_is_not_said_to_be_a_load_without_rows() -> None:
    """Pandas hands `attrs` on to selections and results: nothing selected is one reason, unless another is known."""
    games = sf.live("2024-12-05", "NHL", day="league")
    assert standings(games.iloc[:0]).sports.show().note.startswith("no rows: no game that day")
    for frame in (games, sf.player_stats(2023, "NBA"), sf.players("NFL", team="Mossdell")):
        chosen = frame[frame["sport"] == "none"]
        assert len(frame)
        for shown in (chosen.sports.show().note, repr(chosen.sports), chosen.sports._repr_html_()):
            assert "or nothing was selected" in shown
            assert "no row has" not in shown
    with sf.options(now="2024-06-02"):
        assert "nothing was selected" not in repr(sf.live("2024-12-05", "NHL").sports)
    nobody = sf.live("2024-12-05", "NHL", table="skaters", team_id=9999)
    assert repr(nobody.sports).endswith(
        'no row has team_id 9999 on this date in GMT; with day "league" it is the date of the league>'
    )
