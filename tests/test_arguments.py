"""Calls of loaders that do not fit, names of resources, and what an empty frame says."""

from __future__ import annotations

import inspect
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import load
from sportsframe.catalog import RESOURCES, SPORTS, sports_of
from sportsframe.catalog.resources import resource_name
from sportsframe.errors import LONGEST_PATH, path_of

from .support.servers import TOKEN, Reply, serving
from .support.trials import but_in_long_trials

LOADERS = sorted(
    name
    for name, held in vars(load).items()
    if inspect.ismethod(held) and isinstance(held.__self__, sf.Client) and inspect.signature(held).parameters
)


def simulated(now: str = "2024-11-20T12:00") -> Any:
    return sf.Client(source="simulated", now=now)


def refused(call: Any) -> str:
    with pytest.raises(sf.QueryError) as caught:
        call()
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize("name", LOADERS)
def test_a_call_that_does_not_fit_is_one_line(name: str) -> None:
    """Too many arguments, an unknown name and an argument given twice: a QueryError that says what is accepted."""
    loader = getattr(simulated(), name)
    names = list(inspect.signature(loader).parameters)
    assert refused(lambda: loader("2024-01-01", "MLB", *["x"] * 9)).startswith(f"{name} accepts only {names[0]}")
    if not {"ids", "filters"} & set(names):
        told = refused(lambda: loader("2024-01-01", nonsense_=1))
        assert told.startswith(f"{name} has no parameter 'nonsense_'; it accepts {names[0]}")
        told = refused(lambda: loader(client=simulated()))
        assert told == f"{name} has no parameter 'client'; call it on the client: client.{name}(...)."
    assert refused(lambda: loader("2024", **{names[0]: "2024"})) == f"{name} was given {names[0]} twice; pass it once."


def test_every_loader_is_looked_at() -> None:
    """All loading functions of the default client are among them: of each resource, of tables, and those beyond."""
    of_resources = {resource.loader for resource in RESOURCES.values() if resource.loader}
    assert {*of_resources, "table", "box_scores", "pitching", "throws", "find", "sync", "watch"} <= set(LOADERS)


def test_the_list_of_sports_takes_nothing() -> None:
    """A sport or an option given to a list that needs none is refused in one line."""
    for call in (lambda: sf.sports_list("MLB"), lambda: sf.sports_list(sport="MLB")):  # type: ignore[call-arg]
        assert refused(call) == "sports_list takes no arguments; write sports_list()."


PRESENT = ("players", "teams", "depth_charts", "injuries")


@pytest.mark.parametrize("name", PRESENT)
def test_a_date_is_refused_with_what_to_write_instead(name: str) -> None:
    """In either order, as a season or by name: the list is of the present, which options(now=...) moves."""
    loader = getattr(simulated(), name)
    instead = f'It describes the present, {name}("NFL"); in the simulated world that is any day of options(now='
    for call in (
        lambda: loader("2025-10-10", "NFL"),
        lambda: loader("NFL", "2025-10-10"),
        lambda: loader(2025, "NFL"),
        lambda: loader("NFL", date="2025-10-10"),
        lambda: loader("NFL", season=2025),
    ):
        assert instead in refused(call)
    assert instead not in refused(lambda: loader("NFL", "EPL"))


def test_the_advice_of_a_refusal_is_right() -> None:
    """What the messages say to write works."""
    client = simulated()
    assert refused(lambda: client.pitching("2024-06-01", "MLB")) == (
        "pitching takes no sport; write pitching('2024-06-01')."
    )
    assert refused(lambda: client.events(2024, "NFL")).startswith("NFL has no events; it has schedule,")
    assert "Leave 'season' out, or pass it by name, such as table='season'." in refused(
        lambda: client.player_stats(2024, "NFL", "season")
    )
    assert refused(lambda: client.field()) == "field requires tournament_id."
    assert refused(lambda: client.reconcile()) == "reconcile requires season and sport."
    assert refused(lambda: client.live("2024-06-01", "MLB", tabel="x")).endswith("Did you mean 'table'?")
    assert "such as '2024_905'" in refused(lambda: client.field(5))
    assert "such as '2024_905'" in refused(lambda: client.field("PGA"))
    assert refused(lambda: client.teams("SOCCER", league="EPL", relegated="x")).startswith("relegated must be True")


def test_an_error_of_the_code_itself_is_not_taken_for_a_wrong_call() -> None:
    """A TypeError from inside a call that fits is raised as it is."""
    from sportsframe.load.arguments import loader

    @loader
    def broken(self: object, value: int) -> int:
        return value + "1"  # type: ignore[operator]

    with pytest.raises(TypeError, match="unsupported operand"):
        broken(None, 1)
    assert refused(lambda: broken(None)) == "broken requires value."


WRONG_IDS = ("x", [1], 1.5, True, -1, {"a": 1}, "", "9" * 19)


@pytest.mark.parametrize("value", WRONG_IDS, ids=repr)
def test_what_is_no_id_is_refused_by_every_loader(value: Any) -> None:
    """Before anything is requested, whether the service or this package selects."""
    client = simulated()
    for call in (
        lambda: client.players("NFL", team_id=value),
        lambda: client.players("DARTS", player_id=value),
        lambda: client.injuries("NFL", team_id=value),
        lambda: client.field("2024_905", player_id=value),
        lambda: client.player_stats(2024, "NFL", player_id=value),
        lambda: client.live("2024-06-01", "MLB", team_id=value),
        lambda: client.live("2024-01-02", "DARTS", player_id=value),
        lambda: client.schedule_season(2024, "PGA", event_id=value),
    ):
        told = refused(call)
        assert f"{value!r} is not an id" in told or (isinstance(value, list) and "takes one ID" in told)
    assert client.answers().empty


NOTHING: list[tuple[Any, str]] = [
    (lambda c: c.players("NFL", team_id=999999), "no row has team_id 999999"),
    (lambda c: c.player_stats(2024, "NFL", player_id=1, team_id=2), "no row has player_id 1 and team_id 2"),
    (lambda c: c.live("2024-06-01", "MLB", game_id="x"), "no row has game_id x"),
    (lambda c: c.field("2024_905", player_id=1), "no row has player_id 1"),
    (lambda c: c.players("DARTS", player_id=1), "nothing to list at present, or an unknown player_id"),
    (lambda c: c.field("2024_999"), "nothing published yet, or an unknown game_id"),
    (
        lambda c: c.play_by_play("20240601-1-2", "MLB"),
        "games that have not begun (they are in schedule), or an unknown ",
    ),
    (lambda c: c.play_by_play("2024-06-01", "MLB", team_id=1), "no row has team_id 1"),
    (
        lambda c: c.live(season=2050, sport="NBA"),
        "the season 2050-2051 of NBA is not published",
    ),
    (lambda c: sf.standings(2050, "NBA", client=c), "the season 2050-2051 of NBA is not published"),
    (lambda c: c.schedule("2024-06-01", "DARTS", game_id="x"), "no game that day, or an unknown game_id"),
    (lambda c: c.player_stats(1990, "NFL"), "a season not published"),
    (lambda c: c.live("2024-12-20", "MLB"), "no game that day, or games that have not begun (they are in schedule)"),
    (lambda c: c.live("today", "MLB"), "no game that day, or games that have not begun (they are in schedule)"),
    (lambda c: c.schedule("2024-12-20", "MLB"), "no game that day"),
    (lambda c: c.play_by_play("2024-12-20", "MLB"), "no game that day"),
    (lambda c: c.play_by_play("2025-06-11", "MLB"), "none of these games has begun"),
    (lambda c: c.events([]), "nothing was requested"),
    (lambda c: c.live([], "MLB"), "nothing was requested"),
]


@pytest.mark.parametrize(("call", "why"), NOTHING, ids=[why for _, why in NOTHING])
def test_an_empty_frame_says_why_it_may_be_empty(call: Any, why: str) -> None:
    """Of the causes that a response without rows may have, those that apply to this request."""
    frame = call(simulated("2025-06-10T12:00"))

    assert frame.empty
    assert frame.attrs["sportsframe"]["empty_means"].startswith(why)
    assert "token" not in frame.attrs["sportsframe"]["empty_means"], "simulated data needs none"


def test_an_empty_list_of_the_present_is_told_of_once(capsys: pytest.CaptureFixture[str]) -> None:
    """As an empty day is: where nobody is injured, or where no row has the team that was asked for."""
    client = simulated("2024-12-20T12:00")
    capsys.readouterr()
    for told in ("sportsframe: MLB injuries: no rows may mean: nothing to list at present\n", ""):
        assert client.injuries("MLB").empty
        assert capsys.readouterr().err == told
    assert client.injuries("NFL", team_id=1).empty
    assert capsys.readouterr().err == "sportsframe: NFL injuries: no row has team_id 1\n"


def test_a_token_may_be_why_a_service_sends_nothing() -> None:
    """Whoever asks a service is told that its token may not cover the sport."""
    with (
        serving(Reply(304)) as server,
        sf.options(base_url=server.base_url, token=TOKEN),
    ):
        why = sf.schedule("2024-12-20", "MLB").attrs["sportsframe"]["empty_means"]
    assert why == "no game that day, or a sport the token does not cover"


@pytest.mark.parametrize(("call", "example"), [
    (lambda c: c.field("nope"), "2024_905"), (lambda c: c.field(["2024_905", "The Masters"]), "2024_905"),
    (lambda c: c.field(["2024_905", 3]), "2024_905"), (lambda c: c.table("field", "PGA", game_id="x"), "2024_905"),
    (lambda c: c.table("play-by-play", "MLB", game_id="2024_905"), "20240601-9001-9002"),
    (lambda c: c.raw(resource="play-by-play", sport="MLB", game_id="x"), "20240601-9001-9002"),
])  # fmt: skip
def test_what_is_no_id_of_a_game_is_refused_where_one_is_required(call: Any, example: str) -> None:
    """With an id as it looks in that sport, before anything is requested."""
    client = simulated()
    assert f"it is text such as {example!r}" in refused(lambda: call(client))
    assert client.answers().empty


def test_a_misspelling_in_place_of_a_sport_is_named() -> None:
    """Wherever the sport may stand; words that follow the present are dates, and years seasons."""
    client = simulated()
    assert "unknown sport nan" in refused(lambda: client.raw(sport=float("nan"), resource="teams"))
    assert "unknown sport 'nbaa'" in refused(lambda: sf.standings("nbaa", client=client))  # type: ignore[arg-type]
    assert "unknown sport 'Champions League'" in refused(lambda: client.schedule_season("Champions League"))
    for call in (lambda: client.schedule_season("current"), lambda: client.schedule_season("2024"),
                 lambda: client.live("today"), lambda: client.live("NOW"),
                 lambda: client.live("last night")):  # fmt: skip
        assert refused(call).startswith("a sport is required")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "league"),
    [("EPL", "EPL"), ("epl", "EPL"), ("Premier League", "EPL"), ("La Liga", "LALIGA"), ("Serie A", "SERIEA")],
)
def test_a_league_stands_for_its_sport(name: Any, league: str) -> None:
    """Its code or name means soccer and that league, first or second, in loaders, in standings and in widgets."""
    client = simulated()
    table = sf.standings(name, season=2023, client=client)
    assert (len(table), set(table["league"])) == (20, {league})
    for frame in (
        client.schedule_season(name, 2023), client.schedule_season(2023, sport=name),
        client.schedule("2024-12-14", name), client.teams(name), sf.season_picker(2023, name, client=client).frame,
    ):  # fmt: skip
        assert set(frame["league"]) == {league}
    assert refused(lambda: client.teams(name, league="EPL" if league != "EPL" else "LALIGA")) == (
        f'{name!r} is a league; write sport="SOCCER", league="{league}".'
    )
    assert refused(lambda: client.live(name)).startswith("a date is required")
    assert refused(lambda: sf.sport_code(name)) == f'{name!r} is a league; write sport="SOCCER", league="{league}".'


def test_a_sport_may_stand_before_a_season_or_date_that_is_passed_by_name() -> None:
    """As people say it: the standings of the NFL of 2023."""
    client = simulated()
    pd.testing.assert_frame_equal(
        sf.standings("NFL", season=2023, client=client), sf.standings(2023, "NFL", client=client)
    )
    assert set(sf.bracket("NFL", season=2023, client=client)["season"]) == {"2023-2024"}
    assert set(client.schedule_season("NFL", season=2023)["season"]) == {"2023-2024"}
    assert len(client.live("MLB", date="2024-06-01")) == len(client.live("2024-06-01", "MLB")) > 0
    assert sf.season_picker("NFL", season=2023, client=client).code == 'sf.schedule_season(2023, "NFL")'
    assert "twice" in refused(lambda: client.live("2024-06-01", "MLB", date="2024-06-01"))
    with pytest.raises(sf.QueryError, match="multiple values"):
        sf.standings(2024, season=2023)


@pytest.mark.parametrize(
    ("name", "sport"),
    but_in_long_trials([("March Madness", "NCAABB"), ("super bowl", "NFL")], ("March Madness", "NCAABB")),
)
def test_the_finals_of_a_season_stand_for_its_bracket(name: Any, sport: str) -> None:
    """Their name is that of the whole tournament to a bracket; elsewhere the sport is named."""
    client = simulated("2025-06-01")
    found = sf.bracket(name, season=2023, client=client)
    pd.testing.assert_frame_equal(found, sf.bracket(2023, sport, client=client))  # type: ignore[arg-type]
    assert refused(lambda: sf.standings(name, client=client)) == f"{name!r} is not a sport; write {sport!r}."


def test_every_sport_with_a_bracket_of_teams_says_what_its_finals_are_called() -> None:
    """Each name means one sport."""
    names = [name.casefold() for spec in SPORTS.values() for name in spec.finals]
    assert len(set(names)) == len(names)
    assert {code for code, spec in SPORTS.items() if spec.finals} == {"NFL", "NBA", "MLB", "NHL", "NCAAFB", "NCAABB"}


@pytest.mark.parametrize("code", SPORTS)
def test_the_game_of_a_sport_is_answered_with_its_codes(code: str) -> None:
    """Hockey is not a code but means one; basketball means two, pro basketball one of them; football may be soccer."""
    game = SPORTS[code].game
    if game.upper() in SPORTS:
        return
    codes = [other for other in SPORTS if SPORTS[other].game == game]
    pro = [other for other in codes if "college" not in SPORTS[other].name]
    named = codes + ["SOCCER"] * (game == "football")
    for asked, meant in ((game, named), (game.upper(), named), (f"pro {game}", pro)):
        if len(meant) == 1:
            assert [sf.sport_code(asked)] == meant
            continue
        said = refused(lambda asked=asked: sf.live("2024-12-06", asked))
        assert said.endswith(f"write {' or '.join(map(repr, meant))}."), asked


def test_ids_without_rows_among_others_are_told() -> None:
    """A list of ids is never half answered in silence; a selection of players is no reason to warn."""
    client = simulated("2024-06-20T12:00")
    game = client.live("2024-06-01", "MLB")["game_id"].iloc[0]
    for call, lost in (
        (lambda: client.field(["2024_905", "2024_999"]), "2024_999"),
        (lambda: client.play_by_play(["20240601-1-2", game], "MLB"), "20240601-1-2"),
    ):
        with pytest.warns(sf.SportsframeWarning, match=f"1 of 2 ids have no rows, starting with {lost}"):
            frame = call()
        assert frame["game_id"].nunique() == 1
    assert client.field(["2024_905", "2024_906"], player_id=1).empty


@pytest.mark.parametrize("zone", ["MLB", "", "America", "../x", "x" * 5000])
def test_a_time_zone_that_is_none_is_refused(zone: str) -> None:
    """By every function that takes one, in the same words."""
    frame = simulated("2024-06-20T12:00").live("2024-06-01", "MLB").head(2)
    for call in (frame.sports.show, frame.sports.explore, *([frame.sports.local] if zone else [])):
        assert refused(lambda call=call: call(zone=zone)).startswith("unknown time zone")


def test_text_that_is_no_path_is_not_repeated() -> None:
    """A whole document passed as a path is refused with its length."""
    for function in (sf.open, sf.verify, sf.thaw, sf.freeze, sf.read_csv, sf.read_parquet):
        with pytest.raises(sf.SportsframeError, match="5,000 characters") as caught:
            function("x" * 5000)
        assert len(str(caught.value)) < 300
    assert path_of("x" * LONGEST_PATH, "path").name == "x" * LONGEST_PATH
    with pytest.raises(sf.QueryError, match="text of 4,097 characters"):
        path_of("x" * (LONGEST_PATH + 1), "path")


def test_a_refused_filter_names_those_that_apply() -> None:
    """Both the parameters of the service and the columns by which rows are selected here, and names for them."""
    client = simulated()
    assert refused(lambda: client.table("injuries", "NFL", event_id="x")) == (
        "event_id does not apply to NFL injuries; it accepts player_id, team_id, team, player."
    )
    assert refused(lambda: client.table("events", "DARTS", 2024, team_id=1)) == (
        "team_id does not apply to DARTS events; it accepts event_id."
    )


@pytest.mark.parametrize("name", RESOURCES)
def test_a_resource_has_the_name_of_its_loader_too(name: str) -> None:
    """With hyphens or underscores; in the dictionary, in `table`, `raw` and `read_json` alike."""
    resource = RESOURCES[name]
    sport: Any = sports_of(name)[0]
    spellings = {name, name.replace("-", "_"), resource.loader or name}
    assert {resource_name(one) for one in spellings} == {name}
    for one in spellings:
        assert sf.columns(sport, one).equals(sf.columns(sport, name))
        tables = sf.read_json(b"", sport, one, None)
        assert list(tables) == list(SPORTS[sport].answer(name).layouts)


def test_raw_and_table_take_either_name() -> None:
    """The same response under either name; a season may be named so."""
    client = simulated()
    assert client.raw(sport="NHL", resource="teams") == client.raw(sport="NHL", resource="team-info")
    assert client.table("players", "NHL").equals(client.players("NHL"))
    raw = client.raw(season=2023, sport="SOCCER", league="EPL", resource="team_stats")
    assert raw == client.raw(2023, "SOCCER", league="EPL", resource="team-stats")
    assert refused(lambda: client.raw(2023, "SOCCER", league="EPL", resource="team_stats", season=2023)) == (
        "pass either a date or a season, not both."
    )
    assert "Did you mean 'players'?" in refused(lambda: client.table("playres", "NHL"))


INSTEAD: list[tuple[Any, str]] = [
    (lambda c: c.live("2024-12-06", "2024-12-08", "NBA"), 'live(("2024-12-06", "2024-12-08"), "NBA")'),
    (lambda c: c.live("2024-12", "NBA"), '("2024-12-01", "2024-12-31")'),
    (lambda c: c.live("2024-02", "NBA"), '("2024-02-01", "2024-02-29")'),
    (lambda c: c.live("2024-12-06:2024-12-08", "NBA"), '("2024-12-06", "2024-12-08")'),
    (lambda c: c.live("2024-12-06 to 2024-12-08", "NBA"), '("2024-12-06", "2024-12-08")'),
    (lambda c: c.live("12/06/2024", "NBA"), "write year, month and day: YYYY-MM-DD"),
    (lambda c: c.live("tonight", "NBA"), 'write "today"'),
    (lambda c: c.live("tonight", "NBA"), 'those that have not begun are in schedule("today", "NBA").'),
    (lambda c: c.schedule("tonight", "NBA"), "the games of its evening."),
    (lambda c: c.play_by_play("NHL"), "NHL has no play-by-play; it has schedule,"),
    (lambda c: c.play_by_play("2024-12-05", "NHL"), "team-stats. Sports that have it: NFL, NBA, MLB"),
    (lambda c: c.schedule("last night", "NBA"), 'write "yesterday"'),
    (lambda c: c.live("June 1 2024", "MLB"), 'write "2024-06-01"'),
    (lambda c: c.live("June 1st, 2024", "MLB"), 'write "2024-06-01"'),
    (lambda c: c.live("1 Jun. 2024", "MLB"), 'write "2024-06-01"'),
    (lambda c: c.live("2024/6/1", "MLB"), 'write "2024-06-01"'),
    (lambda c: c.live(20240601, "MLB"), 'write "2024-06-01"'),
    (lambda c: c.live("20240601", "MLB"), 'write "2024-06-01"'),
    (lambda c: c.live("June 2024", "MLB"), 'tuple: ("2024-06-01", "2024-06-30")'),
    (lambda c: c.live(2024, "MLB"), 'live(season=2024, sport="MLB")'),
    (lambda c: c.schedule("2024", "MLB"), 'schedule_season(2024, "MLB")'),
    (lambda c: c.live("2024-13", "MLB"), "give YYYY-MM-DD"),
    (lambda c: c.live("Juno 1 2024", "MLB"), "give YYYY-MM-DD"),
    (lambda c: c.live("June 31 2024", "MLB"), "give YYYY-MM-DD"),
    (lambda c: c.live("2024-12-06", "NBA,NHL"), 'pass one at a time, such as "NBA"'),
    (lambda c: c.live("2024-12-06", ["NBA", "NHL"]), 'pass one at a time, such as "NBA"'),
    (lambda c: c.live("2024-12-06", ["NBA"]), "['NBA'] is not the code of a sport; write 'NBA'."),
    (lambda c: c.live("2024-12-06", "SOCCER", league=["EPL", "LALIGA"]), 'pass one at a time, such as league="EPL"'),
    (lambda c: c.live("2024-12-06", "NBA", season_type="Playoffs"), "df[df[\"season_type\"] == 'Playoffs']"),
]


@pytest.mark.parametrize(("call", "told"), INSTEAD)
def test_a_first_guess_is_answered_with_what_to_write(call: Any, told: str) -> None:
    """A day, a range, a month, an evening or several sports in other notations: one line, and nothing is sent."""
    client = simulated("2025-06-10T12:00")

    assert told in refused(lambda: call(client))
    assert client.answers().empty


def test_swapped_arguments_are_understood() -> None:
    """A sport in the place of the date, and a date in that of the sport, are put right; one alone is asked for."""
    assert sf.live("MLB", "2024-06-01").equals(sf.live("2024-06-01", "MLB"))
    assert sf.schedule_season("MLB", 2024).equals(sf.schedule_season(2024, "MLB"))
    for call in (lambda: sf.live(sport="MLB"), sf.schedule, lambda: sf.live("MLB")):
        with pytest.raises(sf.QueryError, match=r"a date (is|and a sport are) required"):
            call()
    assert repr(sf.watch("MLB", "2024-06-01")) == repr(sf.watch("2024-06-01", "MLB"))
