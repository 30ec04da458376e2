"""People and teams by name: the search, and names in place of IDs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS

from .support.servers import Reply, Server, serving

TEAMS = [
    {"team_id": 9001, "team": "Málaga Owls", "abbrv": "MAL", "mascot": "Owls", "conf": "E - A", "location": "Málaga"},
    {"team_id": 9002, "team": "Malden Kites", "abbrv": "MLD", "mascot": "Kites", "conf": "E - A", "location": "Malden"},
]
PLAYERS = [
    {"player_id": 900001, "player": "Åge Lund", "team_id": 9001, "team": "Málaga Owls", "position": "G"},
    {"player_id": 900002, "player": "Jim Smith", "team_id": 9002, "team": "Malden Kites", "position": "C"},
    {"player_id": 900003, "player": "Jim Smith", "team_id": None, "team": None, "position": None},
]
INJURED = [
    {
        **{k: team[k] for k in ("team", "team_id")},
        "injuries": [{"player": f"P{n}", "player_id": str(n), "injury": "Toe"}],
    }
    for n, team in enumerate(TEAMS, 900001)
]
HELD = {"/player-info/NBA": PLAYERS, "/team-info/NBA": TEAMS, "/injuries/NBA": INJURED}


@pytest.fixture
def service() -> Iterator[Server]:
    """A service that has directories of the NBA, and refuses all else."""
    with serving(Reply(403)) as server:
        for path, rows in HELD.items():
            server.set(path, Reply(200, {"data": {"NBA": rows}}))
        yield server


def client(service: Server, folder: Path, **options: Any) -> sf.Client:
    return sf.Client(base_url=service.base_url, token="names", cache_dir=folder, **options)


pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")


def test_matches_as_good_are_in_the_order_of_their_names() -> None:
    """With a limit too, so that the same question has the same answer."""
    every = sf.find("moon", limit=None)
    for _, level in every.groupby("score"):
        assert level["name"].is_monotonic_increasing
    assert every["score"].is_monotonic_decreasing
    assert every["name"].nunique() > 3
    assert sf.find("moon", limit=3)["id"].tolist() == every["id"].head(3).tolist()


def test_people_and_teams_are_in_one_frame(service: Server, tmp_path: Path) -> None:
    """Both directories of a sport, each row with its club, the best match first; read once, then from the cache."""
    asking = client(service, tmp_path)
    found = asking.find("mal", "NBA")

    assert found[["kind", "id", "abbreviation", "team_id", "score"]].to_numpy().tolist() == [
        ["team", 9001, "MAL", 9001, 1.0],
        ["team", 9002, "MLD", 9002, 0.9],
    ]
    assert asking.find("age lund", "NBA")[["name", "team", "position", "score"]].to_numpy().tolist() == [
        ["Åge Lund", "Málaga Owls", "G", 1.0]
    ]
    assert asking.find("Jim Smyth", "NBA", kind="player")["id"].tolist() == [900002, 900003]
    assert asking.find(9002, "NBA")["name"].tolist() == asking.find("9002", "NBA")["name"].tolist() == ["Malden Kites"]
    assert asking.find("lund", "NBA", kind="team").empty
    assert len(asking.find("jim", "NBA", limit=1)) == 1
    assert set(service.paths().values()) == {1}


def test_its_columns_do_not_depend_on_what_is_found(service: Server, tmp_path: Path) -> None:
    """An empty frame has the same columns and dtypes, and says that no name is like it."""
    asking = client(service, tmp_path)
    found, none = asking.find("lund", "NBA"), asking.find("zzzz", "NBA")

    assert list(found.columns) == [
        "sport", "league", "kind", "id", "name", "abbreviation", "team_id", "team", "position", "score",
    ]  # fmt: skip
    assert none.empty
    assert none.dtypes.to_dict() == found.dtypes.to_dict()
    assert none.attrs["sportsframe"]["empty_means"] == "no name resembles 'zzzz'"
    pd.concat([found, none])


def test_sports_without_entitlement_are_left_out(service: Server, tmp_path: Path) -> None:
    """Of all sports those that the token covers, and the others named; a sport asked for is refused."""
    asking = client(service, tmp_path)
    found = asking.find("lund")

    assert found["sport"].tolist() == ["NBA"]
    assert found.attrs["sportsframe_missing"] == [code for code in SPORTS if code != "NBA"]
    with pytest.raises(sf.Forbidden):
        asking.find("lund", "NHL")
    for path in HELD:
        service.set(path, Reply(403))
    with pytest.raises(sf.Forbidden):
        client(service, tmp_path / "other").find("lund")


def test_the_simulated_world_is_searched_in_every_sport_and_league() -> None:
    """A sport's own directories; of soccer the league named, or all three."""
    asking = sf.Client(source="simulated", now="2024-11-20T12:00")
    clubs = {league: asking.teams("SOCCER", league=league)["team"].iloc[0] for league in ("EPL", "SERIEA", "LALIGA")}  # type: ignore[call-overload]

    for league, club in clubs.items():
        best = asking.find(club, "SOCCER").iloc[0]
        assert (best["league"], best["name"], best["score"]) == (league, club, 1.0)
    number = int(asking.teams("NBA")["team_id"].iloc[0])
    assert asking.find(str(number), "NBA", kind="team").iloc[0][["id", "score"]].tolist() == [number, 1.0]
    assert asking.find(clubs["EPL"], "SOCCER", league="LALIGA", kind="team")["league"].isin(["LALIGA"]).all()
    assert set(asking.find("pat", "DARTS")["kind"]) <= {"player"}
    assert asking.find("DARTS", "smith").equals(asking.find("smith", "DARTS"))  # type: ignore[call-overload]


WRONG: list[tuple[tuple[Any, ...], dict[str, Any], str]] = [
    (("",), {}, "'' is not a name"),
    ((None,), {}, "None is not a name"),
    ((True,), {}, "True is not a name"),
    ((["judge"],), {}, "is not a name"),
    (("judge", "NFLL"), {}, "unknown sport 'NFLL'"),
    (("judge", "NFL"), {"league": "EPL"}, "league goes with SOCCER"),
    (("judge",), {"league": "MLS"}, "unknown league 'MLS'"),
    (("judge",), {"kind": "club"}, "unknown kind 'club'"),
    (("judge", "DARTS"), {"kind": "team"}, "DARTS has no list of teams to find one in."),
    (("judge",), {"limit": 0}, "limit must be an integer from 1"),
    (("judge",), {"limit": "5"}, "limit must be an integer from 1"),
    ((), {}, "find requires name"),
    (("judge", "NFL", 3), {}, "find accepts only name and sport by position"),
    (("judge",), {"table": "x"}, "find has no parameter 'table'"),
]


@pytest.mark.parametrize(("args", "options", "why"), WRONG, ids=lambda value: str(value)[:30])
def test_a_wrong_search_is_refused_before_anything_is_sent(
    args: tuple[Any, ...], options: dict[str, Any], why: str, service: Server, tmp_path: Path
) -> None:
    """One line, and no request."""
    with pytest.raises(sf.QueryError) as refused:
        client(service, tmp_path).find(*args, **options)
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)
    assert service.count == 0


def test_a_name_stands_for_its_id(service: Server, tmp_path: Path) -> None:
    """By abbreviation, by name in any letters, by a part that one team has: the same rows as with the ID."""
    asking = client(service, tmp_path)
    wanted = asking.injuries("NBA", team_id=9001)

    for name in ("MAL", "mal", "Malaga Owls", "MÁLAGA", "owls", "laga"):
        pd.testing.assert_frame_equal(asking.injuries("NBA", team=name), wanted)
    assert asking.players("NBA", player="Age Lund")["player_id"].tolist() == [900001]
    assert asking.players("NBA", team="MLD")["player_id"].tolist() == [900002]
    assert asking.table("injuries", "NBA", team="MAL").equals(wanted)
    assert service.paths()["/api/v1/team-info/NBA"] == 1


REFUSED = [
    ({"team": "zebras"}, "no team of NBA is called 'zebras'."),
    ({"team": "kytes"}, "no team of NBA is called 'kytes'. Did you mean 'Malden Kites (9002)'?"),
    (
        {"team": "ma"},
        "'ma' matches 2 teams of NBA: Malden Kites (9002), Málaga Owls (9001); pass team_id=.",
    ),
    (
        {"player": "jim smith"},
        "'jim smith' matches 2 players of NBA: Jim Smith (900002, Malden Kites), Jim Smith (900003); pass player_id=.",
    ),
]


@pytest.mark.parametrize(("given", "why"), REFUSED)
def test_an_unknown_or_ambiguous_name_is_refused_with_the_nearest(
    given: dict[str, str], why: str, service: Server, tmp_path: Path
) -> None:
    """One line, after the directory was read and before anything else is requested."""
    with pytest.raises(sf.QueryError) as refused:
        client(service, tmp_path).player_stats(2024, "NBA", **given)  # type: ignore[call-overload]
    assert str(refused.value) == why
    assert set(service.paths()) == {f"/api/v1/{next(iter(given))}-info/NBA"}


UNFIT = [
    ({"team": "MAL", "team_id": 9001}, "pass either team or team_id, not both."),
    ({"team": 9001}, "team 9001 is not a name; for an ID pass team_id=..."),
    ({"team": " "}, "team ' ' is not a name"),
    ({"player": ["x"]}, "player takes one name; for several leave it out"),
]


@pytest.mark.parametrize(("given", "why"), UNFIT)
def test_what_is_no_name_is_refused_before_anything_is_sent(
    given: dict[str, Any], why: str, service: Server, tmp_path: Path
) -> None:
    """Neither the directory nor the data are requested; nor for an invalid date beside a name."""
    asking: Any = client(service, tmp_path)
    with pytest.raises(sf.QueryError) as refused:
        asking.player_stats(2024, "NBA", **given)
    assert str(refused.value).startswith(why)
    with pytest.raises(sf.QueryError, match="not in the calendar"):
        asking.live("2024-13-45", "NBA", team="MAL")
    with pytest.raises(sf.QueryError, match="team does not apply to DARTS, which has no teams"):
        asking.schedule("2024-01-02", "DARTS", team="MAL")
    assert service.count == 0


DAY = "2024-11-17"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("load", "given"),
    [
        ("live", {"date": DAY, "sport": "NFL"}),
        ("live", {"date": (DAY, "2024-11-19"), "sport": "NFL", "table": "players"}),
        ("schedule", {"date": DAY, "sport": "NFL"}),
        ("schedule_week", {"date": DAY, "sport": "NFL"}),
        ("schedule_season", {"season": 2024, "sport": "NFL"}),
        ("play_by_play", {"game": DAY, "sport": "NFL"}),
        ("players", {"sport": "NFL"}),
        ("teams", {"sport": "NFL"}),
        ("depth_charts", {"sport": "NFL"}),
        ("injuries", {"sport": "NFL"}),
        ("player_stats", {"season": 2024, "sport": "NFL"}),
        ("team_stats", {"season": 2024, "sport": "NFL"}),
        ("table", {"resource": "live", "sport": "NFL", "when": DAY}),
    ],
)
def test_every_loader_takes_the_name_of_a_team(load: str, given: dict[str, Any]) -> None:
    """With ``team=`` a loader returns what it returns with ``team_id=``, some rows of that team."""
    asking = sf.Client(source="simulated", now="2024-11-20T12:00")
    game = asking.live(DAY, "NFL").iloc[0]
    loader = getattr(asking, load)
    by_id = loader(**given, team_id=int(game["home_team_id"]))

    assert len(by_id)
    pd.testing.assert_frame_equal(loader(**given, team=game["home_team"].upper()), by_id)


def test_loaders_of_players_take_a_name() -> None:
    """Darts matches, lines, fields and participants of a player by name, sent or selected here."""
    asking = sf.Client(source="simulated", now="2024-11-20T12:00")
    match = asking.schedule("2024-01-02", "DARTS").iloc[0]
    who, key = match["player_1"], int(match["player_1_id"])
    for load in (asking.schedule, asking.live):
        assert match["game_id"] in set(load("2024-01-02", "DARTS", player=who)["game_id"])
    darts = asking.throws("2024-01-02", player=who)
    assert set(darts["player_id"]) == {key}
    raw = asking.raw("2024-01-02", "DARTS", resource="schedule", player=who)
    assert raw == asking.raw("2024-01-02", "DARTS", resource="schedule", player_id=key)
    field = asking.field("2024_905")
    assert asking.field("2024_905", player=field["player"].iloc[3])["player_id"].tolist() == [
        field["player_id"].iloc[3]
    ]
    assert asking.players("DARTS", player=who)["player_id"].tolist() == [key]
    game = asking.live("2024-06-01", "MLB", table="batting")
    one = game[~game["player"].duplicated(keep=False)].iloc[0]
    lines = asking.batting("2024-06-01", player_id=int(one["player_id"]))
    assert lines["player"].tolist() == [one["player"]]
    plays = asking.play_by_play(one["game_id"], "MLB", table="participants", player_id=int(one["player_id"]))
    assert set(plays["player_id"]) == {one["player_id"]}
    with pytest.raises(sf.QueryError, match='player goes with table="participants"'):
        asking.play_by_play(one["game_id"], "MLB", player="x")
    with pytest.raises(sf.QueryError, match="team goes with dates or a season"):
        asking.play_by_play(one["game_id"], "MLB", team="x")


def test_names_are_bounded() -> None:
    """A text that is longer than any name is refused before it is compared with all of them."""
    with pytest.raises(sf.QueryError, match="at most 200 characters"):
        sf.find("b c" * 100, "NFL")
    with pytest.raises(sf.QueryError, match="at most 200 characters"):
        sf.live("2024-06-01", "MLB", team="x" * 201)
    assert sf.find("x" * 200, "NFL", kind="team").empty
