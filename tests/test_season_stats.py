"""Season statistics on both sides: what the service answers, and what comes of any shape of it."""

from __future__ import annotations

import copy
import json
import re
import warnings
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe._client import progress
from sportsframe._client.freshness import DAILY, NOTHING_AHEAD, NOTHING_PAST, PAST_SEASON, judge
from sportsframe._client.hosts import hosts, register_host
from sportsframe._client.query import ask
from sportsframe._frames import arrays
from sportsframe._process import BUILT_IN_HOST
from sportsframe.catalog import SPORTS, football, layout, season_stats, sports_of
from sportsframe.catalog.grammar import api_field
from sportsframe.catalog.records import PARTS, fields
from sportsframe.load.client import client_of, settings_of
from sportsframe.service.adapter import ServiceAdapter
from sportsframe.service.respond import Service
from sportsframe.service.tokens import Grant, Tokens
from tests.support.samples import EARLY, STATS

Json = dict[str, Any]

PAIRS = [(resource, sport) for resource in STATS for sport in sports_of(resource)]


def service_at(text: str, **tokens: Grant) -> Service:
    now = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return Service(clock=lambda: now, tokens=Tokens(tokens) if tokens else None)


def answered(service: Service, path: str, token: str = "full", **query: str) -> tuple[int, Any]:
    status, _, body = service.respond("GET", f"/api/v1/{path}", {"RSC_token": token, **query}, {})
    return status, json.loads(body) if body else None


def body(key: str, *rows: Json) -> Json:
    return {"data": {key: list(rows)}}


TEAM: Json = {"team_id": 9001, "team": "Amberhurst Icicles"}
PLAYER: Json = {"player_id": 900001, "player": "Ada Lindqvist", **TEAM}
PITCHING: Json = {"IP": "12.1", "ERA": "3.65", "W": 2, "K": 14}


@pytest.mark.parametrize(("resource", "sport"), PAIRS)
def test_every_pair_loads_as_declared(resource: str, sport: str) -> None:
    """[S2.8-12] [S2.8-13] [S4-40] [S4-41] The service's answer of a season is read strictly into every table.

    Rows have the season asked for and the part; no cell of an id or name is missing.
    """
    now = EARLY[sport]
    year = int(now[:4])
    league = "EPL" if sport == "SOCCER" else None
    client = sf.Client(source="simulated", now=now)
    for table in SPORTS[sport].answer(resource).layouts:
        frame = client.table(resource, sport, year, table=table, league=league, validate="strict")
        assert list(frame.columns) == [column.name for column in layout(sport, resource, table).columns]
        assert len(frame)
        assert set(frame["season"]) == {SPORTS[sport].season_label(year)}
        assert set(frame["part"].cat.categories) == set(PARTS)
        keys = [name for name in ("team_id", "team", "player_id", "player", "part") if name in frame.columns]
        assert frame[keys].notna().all(axis=None)
        assert str(frame.sports.kind) == f"{sport} {resource} {table}"
        assert not frame.duplicated([name for name in ("player_id", "team_id", "part") if name in keys]).any()


def test_seasons_and_sports_are_refused_as_elsewhere() -> None:
    """304 for a season without games so far; 404 without season or for a sport without the group; 400 for no year."""
    service = service_at("2025-03-01")
    for path, status in {
        "team-stats/2026/NFL": 304,
        "player-stats/2025/NFL": 304,
        "player-stats/9999/NFL": 304,
        "player-stats/NFL": 404,
        "team-stats/SOCCER": 404,
        "team-stats/2024/PGA": 404,
        "team-stats/2024/DARTS": 404,
        "player-stats/2024-2025/NFL": 400,
        "player-stats/24/NFL": 400,
    }.items():
        assert answered(service, path)[0] == status, path
    assert answered(service, "team-stats/2024/SOCCER")[0] == 404  # which league?
    assert answered(service, "team-stats/2024/NFL", token="")[0] == 401


def test_plans_limit_sports_groups_and_seasons() -> None:
    """A token answers for its pairs only; a trial for the latest two seasons only."""
    tokens = {
        "stats-token-1": Grant(pairs=frozenset({("NFL", "team-stats")})),
        "trial-token-1": Grant(trial=date(2023, 9, 20)),
    }
    service = service_at("2023-09-20", **tokens)
    assert answered(service, "team-stats/2023/NFL", "stats-token-1")[0] == 200
    assert answered(service, "player-stats/2023/NFL", "stats-token-1")[0] == 403
    assert answered(service, "team-stats/2023/NCAAFB", "stats-token-1")[0] == 403
    assert answered(service, "team-stats/2023/NFL", "trial-token-1")[0] == 200
    assert answered(service, "team-stats/2021/NFL", "trial-token-1")[0] == 403


def test_the_season_is_the_current_one_unless_named() -> None:
    """As of standings; golf and darts leave it out of the request, and a player of darts can be asked for alone."""
    service = service_at("2024-01-20")
    for sport in ("PGA", "DARTS"):
        assert answered(service, f"player-stats/{sport}") == answered(service, f"player-stats/2024/{sport}")
    rows = answered(service, "player-stats/DARTS")[1]["data"]["DARTS"]
    one = rows[3]["player_id"]
    assert answered(service, "player-stats/DARTS", player_id=str(one))[1] == body("DARTS", rows[3])
    assert answered(service, "player-stats/2024/DARTS", player_id="7")[0] == 304

    client = sf.Client(source="simulated", now="2024-01-20")
    for sport in ("PGA", "DARTS"):
        assert set(client.player_stats(sport=sport)["season"]) == {"2024"}  # type: ignore[call-overload]
        assert set(client.player_stats(sport)["season"]) == {"2024"}  # type: ignore[call-overload]
    assert set(client.player_stats(2024, "PGA")["season"]) == {"2024"}
    assert set(client.player_stats(2024, "DARTS", player_id=one)["player_id"]) == {one}
    for frame in (client.player_stats("NFL"), client.team_stats(sport="NFL"), client.schedule_season("NFL")):
        assert set(frame["season"]) == {"2023-2024"}
    assert {one["asked"] for _, one in client.answers("NFL").iterrows()} == {
        "/player-stats/2023/NFL", "/team-stats/2023/NFL", "/schedule-season/2023/NFL"
    }  # fmt: skip
    assert set(client.player_stats("SOCCER", league="EPL")["league"]) == {"EPL"}


def test_several_seasons_stand_below_each_other() -> None:
    """Each row names its season, also where answers were read at once; teams and ids select rows."""
    client = sf.Client(source="simulated", now="2023-09-12")
    frame = client.team_stats([2022, 2023], "SOCCER", league="EPL")
    assert frame.groupby("season")["team_id"].nunique().to_dict() == {"2022-2023": 20, "2023-2024": 20}
    assert frame["league"].unique().tolist() == ["EPL"]
    team = int(frame["team_id"].iloc[0])
    found = client.team_stats(2023, "SOCCER", league="EPL", team_id=team)
    assert found["team_id"].tolist() == [team]
    assert found["season"].tolist() == ["2023-2024"]


def test_parts_without_games_have_no_row() -> None:
    """Null and absent parts have no row; nor has a pitcher's table for who never pitched."""
    rows = [
        {**PLAYER, "position": "P", "position_category": "S",
         "regular_season": {"games_played": 3, "pitching": PITCHING}, "postseason": None},
        {**PLAYER, "player_id": 900002, "position": "C", "position_category": "C",
         "regular_season": {"games_played": 9, "batting": {"AB": 30}}},
        {**PLAYER, "player_id": 900003, "position": None, "position_category": None, "regular_season": None,
         "postseason": {"games_played": 1}},
    ]  # fmt: skip
    tables = sf.read_json(body("MLB", *rows), "MLB", "player-stats", None, validate="strict")
    assert tables["season"][["player_id", "part", "games_played"]].values.tolist() == [
        [900001, "regular_season", 3], [900002, "regular_season", 9], [900003, "postseason", 1],
    ]  # fmt: skip
    assert tables["pitching"]["player_id"].tolist() == [900001]
    assert tables["batting"]["player_id"].tolist() == [900002]
    assert tables["season"]["season"].isna().all()
    empty = sf.read_json(body("MLB"), "MLB", "player-stats", "pitching")
    assert empty.dtypes.to_dict() == tables["pitching"].dtypes.to_dict()


@pytest.mark.parametrize(
    ("innings", "average"), [("12.1", "3.65"), (12.1, 3.65), ("12.1 ", 3.65)], ids=["text", "number", "blank"]
)
def test_innings_and_averages_are_numbers(innings: Any, average: Any) -> None:
    """Both are numbers, whether sent as text or as numbers; innings give outs."""
    row = {**PLAYER, "position": "P", "position_category": "S",
           "regular_season": {"pitching": {"IP": innings, "ERA": average}}}  # fmt: skip
    frame = sf.read_json(body("MLB", row), "MLB", "player-stats", "pitching", validate="strict")
    assert frame[["innings", "outs_recorded", "earned_run_average"]].values.tolist() == [[12.1, 37, 3.65]]


def test_an_average_that_is_no_number_is_kept_beside() -> None:
    """Text such as INF is missing in the column, reported, and kept in a column of its own."""
    row = {**PLAYER, "position": "P", "position_category": "S",
           "regular_season": {"pitching": {**PITCHING, "ERA": "INF"}}}  # fmt: skip
    with pytest.warns(sf.DriftWarning, match="ERA"):
        frame = sf.read_json(body("MLB", row), "MLB", "player-stats", "pitching")
    assert frame["earned_run_average"].isna().all()
    assert frame["earned_run_average_"].tolist() == ["INF"]


def test_penalties_are_numbers_or_an_object() -> None:
    """Two numbers, as season statistics have them, or the object of box scores: the same columns, without a report."""
    plain = {**TEAM, "bye": "9", "regular_season": {"penalties": 63, "penalty_yards": 476}, "postseason": None}
    nested = {**TEAM, "bye": 9, "regular_season": {"penalties": {"total": 63, "yards": 476}}}
    for row in (plain, nested):
        frame = sf.read_json(body("NFL", row), "NFL", "team-stats", "season", validate="strict")
        assert frame[["bye", "penalties", "penalty_yards"]].values.tolist() == [[9, 63, 476]]


def test_a_number_of_an_object_is_declared_once() -> None:
    """What is added to the object of box scores is a column of season statistics, which may stand in the object."""

    class Declined(football.Penalties, source="observed"):
        penalties_declined: int = api_field("Penalties declined", "declined", unit="calls")

    lifted = season_stats.lifted("Lifted", Declined, "penalties", source="observed", module=__name__)
    spec = fields(lifted)[-1]
    assert (spec.name, spec.wire, spec.meaning) == ("penalties_declined", "penalties_declined", "Penalties declined")
    assert (spec.marks["unit"], spec.marks["also"]) == ("calls", ("penalties.declined",))
    assert {spec.name for spec in fields(football.Penalties)} <= {spec.name for spec in fields(football.NflTeamTotals)}


def test_goals_conceded_are_read_under_either_name_and_never_added() -> None:
    """The misspelled name is read where the right one is absent; beside it, it is kept aside."""
    old = {**TEAM, "regular_season": {"goals_conceeded": 51}}
    both = {**TEAM, "regular_season": {"goals_conceded": 51, "goals_conceeded": 3}}
    new = {**TEAM, "regular_season": {"goals_conceded": 51}}
    for row in (old, new):
        frame = sf.read_json(body("EPL", row), "SOCCER", "team-stats", "season", validate="strict")
        assert frame["goals_conceded"].tolist() == [51]
    with pytest.warns(sf.DriftWarning, match="goals_conceeded"):
        frame = sf.read_json(body("EPL", both), "SOCCER", "team-stats", "season")
    assert frame[["goals_conceded", "goals_conceeded"]].values.tolist() == [[51, "3"]]


def test_ids_as_text_and_relegated_clubs() -> None:
    """Ids may be text; a club with a null season and a flag is no row, and no error."""
    row = {**PLAYER, "player_id": "900001", "regular_season": {"games_played": 3, "X_fantasy_points": 8.5}}
    frame = sf.read_json(body("NFL", row), "NFL", "player-stats", "season", validate="strict")
    assert frame[["player_id", "fantasy_points"]].values.tolist() == [[900001, 8.5]]
    gone = {**TEAM, "regular_season": None, "relegated": True}
    with pytest.warns(sf.DriftWarning, match="relegated"):
        assert not len(sf.read_json(body("EPL", gone), "SOCCER", "team-stats", "season"))


HOSTILE = (None, 7, "x", [], [1], {}, {"a": {"b": [None]}}, True, 1.5, "", [{}])


@given(st.data())
def test_any_shape_gives_a_frame_of_the_declared_columns(data: st.DataObject) -> None:
    """Whatever stands in the place of a value, the columns and dtypes are the declared ones."""
    sport, resource, key, row = data.draw(
        st.sampled_from(
            [
                ("MLB", "player-stats", "MLB", {**PLAYER, "regular_season": {"E": 1, "pitching": dict(PITCHING)}}),
                ("NFL", "team-stats", "NFL", {**TEAM, "bye": 9, "regular_season": {"penalties": 63}}),
                ("SOCCER", "team-stats", "EPL", {**TEAM, "postseason": {"goals_conceeded": 51}}),
            ]
        )
    )
    row = copy.deepcopy(row)
    places = [(row, name) for name in row]
    for part in PARTS:
        if part in row:
            places += [(row[part], name) for name in row[part]]
            places += [(row[part]["pitching"], name) for name in row[part].get("pitching", ())]
    holder, name = data.draw(st.sampled_from(places))
    holder[name] = data.draw(st.sampled_from(HOSTILE))
    for table, lay in SPORTS[sport].answer(resource).layouts.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sf.DriftWarning)
            frame = sf.read_json(body(key, row), sport, resource, table)
        own = {column.name: arrays.dtype(column) for column in lay.columns}
        assert frame.dtypes.to_dict().items() >= own.items()


@given(st.floats(0, 1e6, allow_nan=False).map(lambda x: round(x, 2)))
def test_decimal_text_and_number_are_the_same(number: float) -> None:
    """A number and its text give one value."""
    made, unreadable, _ = arrays.decimals([number, str(number) if number < 1e5 else f"{number:f}", None, ""])
    assert not unreadable
    assert pd.Series(made).tolist()[:2] == [number, number]
    assert pd.Series(made)[2:].isna().all()


def test_statistics_expire_daily_and_those_of_the_past_weekly() -> None:
    """12 hours in the season or the one before, a week beyond; nothing so far, an hour."""
    now = datetime(2025, 3, 1, tzinfo=UTC)
    told = json.dumps(body("NFL", {**TEAM, "regular_season": {}})).encode()
    lifetimes = {year: judge(ask("team-stats", "NFL", year), told, now).lifetime for year in (2025, 2024, 2023, 2010)}
    assert lifetimes == {2025: DAILY, 2024: DAILY, 2023: PAST_SEASON, 2010: PAST_SEASON}
    assert judge(ask("team-stats", "NFL", 2025), b"", now).lifetime == NOTHING_AHEAD
    assert judge(ask("team-stats", "NFL", 2010), b"", now).lifetime == NOTHING_PAST
    assert judge(ask("player-stats", "PGA"), told.replace(b"NFL", b"PGA"), now).lifetime == DAILY


def test_leaders_of_season_statistics() -> None:
    """The best of a season: sums as they stand, measures, per game; parts of a season are not added up."""
    with sf.options(now="2024-11-20T12:00"):
        stats = sf.player_stats(2024, "NFL")
    part = stats[stats["part"] == "regular_season"]
    board = part.sports.leaders("passing_yards", top=3)
    best = part.nlargest(3, "passing_yards")

    assert board["player_id"].tolist() == best["player_id"].tolist()
    assert board["passing_yards"].tolist() == best["passing_yards"].tolist()
    assert board["games"].tolist() == best["games_played"].tolist()
    mean = part.sports.leaders("passing_yards", per="game", top=1, qualify={})["passing_yards"].iloc[0]
    assert mean == (part["passing_yards"] / part["games_played"]).max()
    twice = pd.concat([part, part.assign(season="2023")])
    assert twice.sports.leaders("passing_yards", top=1)["passing_yards"].iloc[0] == 2 * best["passing_yards"].iloc[0]
    by_games = [part.sports.leaders("passer_rating", qualify={name: 9}) for name in ("games", "games_played")]
    pd.testing.assert_frame_equal(*by_games)
    rated = part.sports.leaders("passer_rating", top=1, qualify={"passing_attempts": 100})
    assert rated["passer_rating"].iloc[0] == pytest.approx(
        part.loc[part["passing_attempts"] >= 100, "passer_rating"].max(), abs=0.05
    )
    both = pd.concat([part, part.assign(part="postseason")])
    with pytest.raises(sf.QueryError, match=r'leaders\(\) .* single part, .*df\[df\["part"\] == "regular_season"\]'):
        both.sports.leaders("passing_yards")
    with pytest.raises(sf.FrameError, match=r"^leaders\(\) requires the column game_id"):
        sf.players("NBA").sports.leaders("points")
    with pytest.raises(sf.FrameError, match=r"^leaders\(per='game'\) requires the column games_played"):
        part.drop(columns="games_played").sports.leaders("passing_yards", per="game")


def test_season_statistics_of_players_by_team() -> None:
    """They do not tell the games of a team, which are absent and refused; players who moved are warned of."""
    stats = sf.player_stats(2024, "NFL").query("part == 'regular_season'")
    with pytest.warns(sf.SportsframeWarning, match=r"credit a player who moved to the latest team; .*team_stats"):
        sums = stats.sports.totals(by="team_id")
    with pytest.warns(sf.SportsframeWarning, match="who moved"):
        board = stats.sports.leaders("passing_yards", by="team_id")

    assert "games" not in sums.columns
    assert "games" not in board.columns
    assert sums["passing_yards"].sum() == stats["passing_yards"].sum()
    assert stats.sports.totals(by=["player_id", "team_id"])["games"].max() == stats["games_played"].max()
    for call in (
        lambda: stats.sports.totals(by="team_id", per="game"),
        lambda: stats.sports.leaders("passing_yards", by="team_id", per="game"),
    ):
        with pytest.raises(sf.QueryError, match=r"do not contain games by team_id, .* sportsframe\.team_stats"):
            call()
    with (
        pytest.warns(sf.SportsframeWarning, match="who moved"),
        pytest.raises(sf.QueryError, match="do not contain games by team_id"),
    ):
        stats.sports.leaders("passing_yards", by="team_id", qualify={"games": 5})
    teams = sf.team_stats(2024, "NFL").query("part == 'regular_season'")
    assert teams.sports.totals(by="team_id")["games"].max() == 17
    assert teams.sports.leaders("points", by="team_id", per="game", top=1)["points"].iloc[0] < 60
    with pytest.raises(sf.FrameError, match=r'leaders\(\): these are statistics of teams.* pass by="team_id"\.$'):
        teams.sports.leaders("points")


def test_measures_of_groups_do_not_pool_the_parts_of_a_season() -> None:
    """By player, regular season and postseason together are refused; by player and part they are not pooled."""
    stats = sf.player_stats(2023, "NBA")
    assert stats["part"].nunique() == 2
    for call in (lambda: stats.sports.measure("ts_pct", by="player_id"), lambda: stats.sports.measures(by="player_id")):
        with pytest.raises(sf.QueryError, match="requires a single part"):
            call()
    both = stats.sports.measure("ts_pct", by=["player_id", "part"])
    assert len(both) == len(stats)


def test_columns_that_are_no_measures_are_told_apart() -> None:
    """A column that is added up, one that does not add up, and an unknown name have messages of their own."""
    stats = sf.player_stats(2024, "NFL").query("part == 'regular_season'")
    with pytest.raises(sf.QueryError, match=r"passing_yards is a column .*, not a measure; write leaders"):
        stats.sports.measure("passing_yards")
    with pytest.raises(sf.QueryError, match=r"position is a column .* does not add up over rows|unknown measure"):
        stats.sports.leaders("position")
    lines = sf.live("2024-06-02", "MLB", table="pitching")
    darts = sf.Client(source="simulated", now="2023-01-31").player_stats(2023, "DARTS")
    with pytest.raises(sf.QueryError, match=r'highest_checkout is a column .* df\.nlargest\(10, "highest_checkout"\)'):
        darts.sports.leaders("highest_checkout")
    with pytest.raises(sf.QueryError, match=r"innings is a column of .*, not a measure, and does not add up over rows"):
        lines.sports.leaders("innings")


def test_the_least_strokes_come_first() -> None:
    """Leaders in strokes are those with the least; a count of tournaments is as ever, and ascending= decides."""
    stats = sf.player_stats(2023, "PGA")
    lines = stats[stats["part"] == "regular_season"]
    best = lines.sports.leaders("to_par", top=1, qualify={"rounds": 10})
    assert best["to_par"].iloc[0] == lines.loc[lines["rounds"] >= 10, "to_par"].min()
    assert lines.sports.leaders("to_par", top=1, ascending=False)["to_par"].iloc[0] == lines["to_par"].max()
    assert lines.sports.leaders("rounds", top=1)["rounds"].iloc[0] == lines["rounds"].max()


def test_the_default_of_several_tables_names_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    """It says once what it has; not where a table is named, where there is only one, or where nobody reads."""
    client = sf.Client(source="simulated", now="2024-04-10T12:00")
    client.player_stats(2024, "MLB", table="season")
    client.player_stats("MLB", table="batting").nlargest(3, "home_runs")
    sf.Client(source="simulated", now="2024-10-31T12:00").player_stats(2024, "NBA")
    client_of(replace(settings_of(client), has_reader=False)).player_stats(2024, "MLB")
    capsys.readouterr()
    for _ in range(2):
        client.player_stats(2024, "MLB")
    assert capsys.readouterr().err == (
        "sportsframe: MLB player-stats without table= has games_played, errors; "
        'table="batting" and table="pitching" have the rest.\n'
    )


@pytest.fixture
def nothing_played() -> Iterator[None]:
    """The built-in service with a world of its own, in which no other test has played games."""
    service = Service()
    kept = dict(hosts)
    register_host(BUILT_IN_HOST, lambda clock: ServiceAdapter(service.at(clock)), version="nothing played")
    yield
    hosts.update(kept)


def test_games_played_for_season_statistics_are_shown(
    nothing_played: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A load that takes long shows how many games the built-in service has played for it, if anybody is to see it."""
    monkeypatch.setattr(progress, "SLOW", 0.0)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    for shown, day in ((True, "2013-11-10"), (False, "2013-11-12"), (None, "2013-11-14")):
        sf.Client(source="simulated", now=f"{day}T12:00").player_stats(2013, "NBA", progress=shown)
        told = capsys.readouterr()
        assert bool(re.search(r"100%.* (\d+)/\1 .*game/s", told.err)) == bool(shown), told
        assert bool(re.search(r"^sportsframe: \d+ of \d+ games so far$", told.err, re.M)) == (shown is None), told

    monkeypatch.setattr(progress, "SLOW", 60.0)
    sf.Client(source="simulated", now="2013-11-16T12:00").player_stats(2013, "NBA", progress=True)
    assert "game/s" not in capsys.readouterr().err


def test_games_of_several_seasons_are_counted_together(nothing_played: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads play them at a time; the number of games played grows up to that of all."""
    monkeypatch.setattr(progress, "SLOW", 0.0)
    seen: list[tuple[int, int]] = []
    client = sf.Client(source="simulated", now="2006-10-10T12:00")
    both = progress.counting_games(lambda *far: seen.append(far)).run(
        client.team_stats, [2005, 2006], "SOCCER", league="EPL", progress=False
    )
    assert both["season"].nunique() == 2
    assert seen[-1][0] == seen[-1][1] == len(seen) > 380
    assert [played for played, _ in seen] == list(range(1, len(seen) + 1))
