"""Arguments as they are documented, and what a token is offered of them."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import jsonschema
import pytest
from mcp import Client

from sportsframe._client.clock import Clock
from sportsframe.catalog import SPORTS
from sportsframe.catalog.resources import LEAGUE_NAMES
from sportsframe.servers import rankings
from sportsframe.servers.mcp import ToolServer, documents
from sportsframe.servers.mcp.caller import again
from sportsframe.servers.mcp.schemas import LARGEST_RESULT
from sportsframe.servers.mcp.server import every_tool, fitted
from sportsframe.service import Service
from sportsframe.service.tokens import FULL, Grant, Tokens

from ...support import asking
from ...support.agents import SUNDAY
from .calls import CANARY, LIMITED, call, post, said, size, structure, together, tool_call, tools_at

ONLY_LIVE = Grant("live", pairs=frozenset([("NBA", "live")]))
ONLY_GOLF = Grant("golf", pairs=frozenset([("PGA", "live"), ("PGA", "schedule")]))


@pytest.mark.sampled
@pytest.mark.parametrize("season", ["2023", "2023-24", "2023-2024", "2023/24", "current"])
def test_a_season_may_be_written_as_documented(sunday: str, season: str) -> None:
    """The schema allows each way that the server reads, so that no client refuses it."""
    for name, tool in every_tool().items():
        if "season" in tool.takes["properties"]:
            assert jsonschema.Draft202012Validator(tool.takes["properties"]["season"]).is_valid(season), name
    found = structure(call(sunday, "get_leaders", sport="epl", statistic="goals", season=season, limit=1))
    assert found["season"] == "2023-2024"


@pytest.mark.sampled
@pytest.mark.parametrize("league", ["Premier League", "La Liga", "Serie A", "serie a", "EPL"])
def test_a_league_may_be_named_as_people_do(sunday: str, league: str) -> None:
    """By its code or its name, in any case, with the same result."""
    code = LEAGUE_NAMES.get("".join(filter(str.isalpha, league.casefold())), league)
    named, coded = (structure(call(sunday, "get_standings", sport="soccer", league=one)) for one in (league, code))
    assert named["rows"]
    assert named == coded


def test_a_maximum_is_in_the_schema(sunday: str) -> None:
    """What is more than the most results is refused, not cut in silence."""
    limit = every_tool()["get_results_of"].takes["properties"]["limit"]
    assert f"at most {limit['maximum']}" in limit["description"]
    refused = call(sunday, "get_results_of", team="Moonbeams", sport="nba", limit=limit["maximum"] + 1)
    assert refused.is_error
    assert "maximum" in said(refused)


@pytest.mark.parametrize("grant", [ONLY_LIVE, ONLY_GOLF])
def test_a_token_without_soccer_is_offered_no_league(grant: Grant) -> None:
    """The argument is only in tools of tokens that may ask for a sport with leagues."""
    listed = [found for tool in every_tool().values() if (found := tool.within(grant)) is not None]
    assert listed
    assert not [tool.name for tool in listed if "league" in tool.takes["properties"]]
    some = Grant("soccer", pairs=frozenset([("SOCCER", "live")]))
    assert "league" in every_tool()["get_live"].within(some).takes["properties"]  # type: ignore[union-attr]


def test_instructions_name_the_tools_of_the_token(url: str) -> None:
    """In both ways in which clients ask for the instructions."""

    async def told(client: Client) -> tuple[str, set[str]]:
        return str(client.instructions), {tool.name for tool in (await client.list_tools()).tools}

    for mode in ("auto", "legacy"):
        for token in (CANARY, LIMITED):
            text, listed = together(url, told, token, mode)
            named = set(re.findall(r"\bget_\w+|\bfind\b", text))
            assert named, (mode, token)
            assert named <= listed, (mode, token, named - listed)
            assert "Simulated" in text or "simulated" in text


def test_instructions_claim_no_more_than_there_is() -> None:
    """A token of one tool is promised no other sports or data, and the tool is referred to as one."""
    one, two = (documents.instructions(tools) for tools in (["get_leaders"], ["get_leaders", "get_scores"]))
    assert "It dates games as the leagues do" in one
    assert "These date games as the leagues do" in two
    assert not {"nine", "plays", "teams"} & set(re.findall(r"\w+", one))


def test_the_leaders_of_a_day_need_only_its_box_scores() -> None:
    """A token without season statistics is offered the leaders of a day, and a mixed one both where it has them."""
    service = asking.service_at(SUNDAY, tokens=Tokens({CANARY: ONLY_LIVE}))
    tool = every_tool()["get_leaders"].within(ONLY_LIVE)
    assert tool is not None
    assert tool.takes["properties"]["sport"]["enum"] == ["nba"]
    assert "date" in tool.takes["required"]
    given = {"sport": "nba", "statistic": "points", "date": "yesterday"}
    _, found = ToolServer(service).call("get_leaders", given, CANARY)
    assert len(found["rows"]) == 10
    with pytest.raises(Exception, match="get_leaders requires date for nba, of which the token covers days only"):
        ToolServer(service).call("get_leaders", {"sport": "nba", "statistic": "points"}, CANARY)
    both = Grant("both", pairs=ONLY_LIVE.pairs | {("MLB", "live"), ("MLB", "player-stats")})  # type: ignore[operator]
    mixed = every_tool()["get_leaders"].within(both)
    assert mixed is not None
    allowed = jsonschema.Draft202012Validator(mixed.takes).is_valid
    assert allowed({"sport": "mlb", "statistic": "hits"})
    assert allowed(given)
    assert not allowed({"sport": "nba", "statistic": "points"})
    assert mixed.takes["properties"]["date"]["description"].endswith("required for nba")


def test_a_depth_chart_of_one_team(sunday: str) -> None:
    """By a part of the name or the id, and every answer within its limit."""
    whole = call(sunday, "get_depth_charts", sport="nba")
    assert size(whole) <= LARGEST_RESULT
    names = list(structure(whole)["data"]["NBA"])
    for asked in (names[0].split()[-1], str(structure(whole)["data"]["NBA"][names[0]]["team_id"])):
        found = structure(call(sunday, "get_depth_charts", sport="nba", team=asked))
        assert list(found["data"]["NBA"]) == [names[0]], asked
        assert found["total"] == 1
    reason = structure(call(sunday, "get_depth_charts", sport="nba", team="Nobody"))["reason"]
    assert reason.startswith("no NBA team resembles 'Nobody'")


def test_current_players_come_first(sunday: str) -> None:
    """Of a team, each within the order of the service, and no order but that asked for; the tool says the status."""
    assert "ACT for active" in every_tool()["get_player_info"].meaning
    rows = structure(call(sunday, "get_player_info", sport="nba", team="Moonbeams"))["data"]["NBA"]
    former = [row["status"] == "INACT" for row in rows]
    assert former == sorted(former)
    assert not former[0]
    assert former[-1]
    rows = structure(call(sunday, "get_player_info", sport="nba", team="Moonbeams", sort="player"))["data"]["NBA"]
    assert [row["player"] for row in rows] == sorted(row["player"] for row in rows)


@pytest.mark.parametrize(("sport", "text", "statistic"), [
    ("PGA", "score", "to_par"), ("DARTS", "average", "three_dart_average"), ("DARTS", "Avg", "three_dart_average"),
])  # fmt: skip
def test_a_statistic_may_have_the_name_of_its_game(sport: str, text: str, statistic: str) -> None:
    """The score of golf and the average of darts are found by these words."""
    assert rankings.statistic_of(text, sport, "live") == statistic


@pytest.mark.parametrize(("asked", "table"), [
    ("pitching strikeouts", "pitching"), ("strikeouts pitching", "pitching"), ("Batting strikeouts", "batting"),
])  # fmt: skip
def test_a_statistic_may_name_its_table(sunday: str, asked: str, table: str) -> None:
    """Before or after it; a name that is a statistic as a whole is that one."""
    found = structure(call(sunday, "get_leaders", sport="mlb", statistic=asked, season="2024", limit=1))
    assert (found["statistic"], found["table"]) == ("strikeouts", table)
    assert rankings.in_table("passing yards", "NFL", "player-stats") == ("passing_yards", None)
    assert rankings.in_table("pitching xqzzyv", "MLB", "player-stats") == ("pitching_xqzzyv", None)


@pytest.mark.sampled
@pytest.mark.parametrize(("tool", "full", "empty"), [
    ("get_scores", {"sport": "nba"}, {"sport": "nba", "date": "2024-07-15"}),
    ("get_scores", {"sport": "pga"}, {"sport": "pga", "date": "2024-12-20"}),
    ("get_leaders", {"sport": "nba", "statistic": "points"},
     {"sport": "nba", "statistic": "points", "season": "2031"}),
    ("get_leaders", {"sport": "mlb", "statistic": "era"}, {"sport": "mlb", "statistic": "era", "season": "2031"}),
    ("get_leaders", {"sport": "nba", "statistic": "points", "date": "yesterday"},
     {"sport": "nba", "statistic": "points", "date": "2024-07-15"}),
    ("get_schedule_of", {"team": "Moonbeams", "sport": "nba"}, {"team": "xqzzyv", "sport": "nba"}),
    ("get_results_of", {"team": "Moonbeams", "sport": "nba"}, {"team": "xqzzyv", "sport": "nba"}),
    ("get_results_of", {"team": "Moonbeams", "sport": "nba"},
     {"team": "Moonbeams", "sport": "nba", "opponent": "xqzzyv"}),
])  # fmt: skip
def test_an_empty_result_has_the_columns_of_a_full_one(
    sunday: str, tool: str, full: dict[str, Any], empty: dict[str, Any]
) -> None:
    """Whatever the reason for having no rows."""
    rows, none = (structure(call(sunday, tool, **given)) for given in (full, empty))
    assert rows["rows"]
    assert not none["rows"]
    held = {*rows["columns"], *rows.get("constant", {}), *rows.get("empty", [])}
    assert set(none["columns"]) == held


def test_a_short_openapi_document(url: str) -> None:
    """Paths and parameters without schemas and examples, small enough to attach."""

    async def work(client: Client) -> tuple[str, str]:
        texts = []
        for name in ("openapi", "openapi/paths"):
            (held,) = (await client.read_resource(f"sportsframe://{name}")).contents
            texts.append(held.text)  # type: ignore[union-attr]
        return texts[0], texts[1]

    whole, short = together(url, work)
    assert len(short.encode()) <= LARGEST_RESULT
    assert set(json.loads(short)["paths"]) == set(json.loads(whole)["paths"])
    names = [one["name"] for one in json.loads(short)["paths"]["/schedule/{date}/SOCCER"]["get"]["parameters"]]
    assert {"date", "league"} <= set(names)


@pytest.mark.parametrize(("said", "told"), [
    ("No response.", "No response; try again in 10 s."), ("No response", "No response; try again in 10 s."),
    ('It said "no response."', 'It said "no response"; try again in 10 s.'),
])  # fmt: skip
def test_when_to_try_again_ends_a_sentence(said: str, told: str) -> None:
    """It replaces the full stop, in or before a quotation mark; without the header, or at once, nothing is added."""
    assert again(said, {"Retry-After": "10"}) == told
    assert again(said, {}) == again(said, {"Retry-After": "0"}) == said


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that takes a tenth of a second for a response, and progress told every 5 ms."""
    respond = Service.respond

    def slowly(*given: Any, **options: Any) -> Any:
        time.sleep(0.1)
        return respond(*given, **options)

    monkeypatch.setattr(Service, "respond", slowly)
    monkeypatch.setattr("sportsframe.servers.mcp.server.PROGRESS_SECONDS", 0.005)


@pytest.mark.usefixtures("slow")
def test_a_long_call_reports_its_progress() -> None:
    """A client that asks for it is told at intervals that a call is at work."""
    told: list[float] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    async def work() -> Any:
        tools = ToolServer(asking.service_at(SUNDAY, tokens=Tokens({CANARY: FULL})), CANARY)
        async with Client(tools.server) as client:
            given = {"sport": "nba", "date": "2024-03-31", "table": "players"}
            return await client.call_tool("get_table", given, progress_callback=heard)

    assert not asyncio.run(work()).is_error
    assert told == sorted(told)
    assert told


@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_long_call_over_http_reports_its_progress(mode: str) -> None:
    """In both ages of the protocol: so is a client over HTTP, while its result is awaited."""
    told: list[float] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        told.append(progress)

    given = {"sport": "nba", "date": "2024-03-31", "table": "players"}
    with tools_at(SUNDAY) as url:
        found = together(url, lambda client: client.call_tool("get_table", given, progress_callback=heard), mode=mode)
        same = together(url, lambda client: client.call_tool("get_table", given), mode=mode)
    assert not found.is_error
    assert found.structured_content == same.structured_content
    assert told == sorted(told)
    assert told


def test_a_response_is_a_stream_only_where_progress_is_asked_for(sunday: str) -> None:
    """A call with a token for progress by a client that reads events; any other is answered in JSON."""
    asked = tool_call("get_scores", sport="nba")
    told = {**asked, "params": {**asked["params"], "_meta": {"progressToken": 7}}}
    plain = [post(sunday, asked), post(sunday, told, Accept="application/json")]
    status, headers, body = post(sunday, told)
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/event-stream")
    (event,) = [line for line in body.decode().splitlines() if line.startswith("data: {")]
    for one in plain:
        assert (one[0], one[1]["content-type"]) == (200, "application/json")
        assert json.loads(one[2]) == json.loads(event.removeprefix("data: "))


def test_a_recap_takes_two_calls(sunday: str) -> None:
    """The prompt names the sport as people do, and leads to the last game of a club, of soccer too."""

    async def work(client: Client) -> list[str]:
        found = []
        for sport, team in (("mlb", "Otters"), ("soccer", "United")):
            prompt = await client.get_prompt("recap", {"sport": sport, "team": team})
            found.append(prompt.messages[0].content.text)  # type: ignore[union-attr]
        return found

    baseball, soccer = together(sunday, work)
    assert "one by one" not in baseball
    assert baseball.index("get_results_of") < baseball.index("get_box")
    assert SPORTS["MLB"].name in baseball
    assert "league" not in baseball
    assert "league" in soccer
    last = structure(call(sunday, "get_results_of", team="Moonbeams", sport="nba", limit=1))
    game_id = dict(zip(last["columns"], last["rows"][0], strict=True))["game_id"]
    assert structure(call(sunday, "get_box", sport="nba", game_id=game_id))["game"]["game_id"] == game_id


@pytest.mark.parametrize(("text", "sport"), [
    ("golf", "pga"), ("Golf", "pga"), ("baseball", "mlb"), ("hockey", "nhl"), ("ice hockey", "nhl"),
    ("college basketball", "ncaabb"), ("NCAA basketball", "ncaabb"), ("pro football", "nfl"),
    ("college football", "ncaafb"), ("European football", "soccer"), ("NBA", "nba"),
    ("ncaab", "ncaabb"), ("CBB", "ncaabb"), ("ncaaf", "ncaafb"), ("cfb", "ncaafb"), ("NFL football", "nfl"),
    ("men's college basketball", "ncaabb"), ("PGA Tour", "pga"), ("PDC", "darts"), ("Major League Baseball", "mlb"),
])  # fmt: skip
def test_a_sport_may_be_named_as_people_do(text: str, sport: str) -> None:
    """By its game, where that is one of the sports of the tool."""
    tool = every_tool()["get_schedule_season"]
    assert fitted(tool, {"sport": text, "season": "2023"}, Clock(SUNDAY))["sport"] == sport


@pytest.mark.parametrize(("text", "several"), [
    ("football", "nfl, ncaafb or soccer"), ("basketball", "nba or ncaabb"), ("american football", "nfl or ncaafb"),
])  # fmt: skip
def test_a_sport_that_may_be_several_is_asked_back(sunday: str, text: str, several: str) -> None:
    """Of those that the tool knows; what is no sport is refused with the codes."""
    asked = call(sunday, "get_scores", sport=text)
    assert asked.is_error
    assert said(asked) == f"which sport is meant by {text!r}: {several}?"
    assert said(call(sunday, "get_scores", sport="polo")) == (
        "sport 'polo' is not one of nfl (pro football), nba (pro basketball), mlb, nhl, ncaafb (college football), "
        "ncaabb (college basketball), pga (golf), soccer, darts."
    )
    assert said(call(sunday, "get_scores", sport="ncabb")).endswith("soccer, darts. Did you mean 'ncaabb'?")
    assert said(call(sunday, "get_standings", sport="golf")).startswith(
        "get_standings has no sport pga: a tour has no standings; its sports are nfl, nba, mlb"
    )
    assert said(call(sunday, "get_availability", sport="darts")).startswith("get_availability has no sport darts; its")
    assert (
        said(call(sunday, "get_events", sport="golf", season=2024))
        == "get_events has no sport pga; its sport is darts."
    )
    given = fitted(every_tool()["get_play_by_play"], {"sport": "American football", "game_id": "x"}, Clock(SUNDAY))
    assert given["sport"] == "nfl"


def test_a_league_stands_for_its_sport(sunday: str) -> None:
    """The name of a league where a sport is expected is enough."""
    named = structure(call(sunday, "get_standings", sport="Premier League", limit=3))
    coded = structure(call(sunday, "get_standings", sport="soccer", league="EPL", limit=3))
    assert named == coded
    assert len(named["rows"]) == 3


@pytest.mark.parametrize(("asked", "meant"), [
    ({"resource": "pitching", "date": "2024-03-30"}, {"resource": "live", "table": "pitching", "date": "2024-03-30"}),
    ({"resource": "Pitching", "season": "2024"}, {"resource": "player-stats", "table": "pitching", "season": "2024"}),
    ({"table": "pitching", "season": "2024"}, {"resource": "player-stats", "table": "pitching", "season": "2024"}),
    ({"table": "plays", "game_id": "x"}, {"resource": "play-by-play", "table": "plays", "game_id": "x"}),
])  # fmt: skip
def test_a_table_may_stand_for_its_resource(sunday: str, asked: dict[str, str], meant: dict[str, str]) -> None:
    """Its own name is enough wherever a resource is named; a date or a season chooses between two that have it."""
    found, whole = (call(sunday, "get_table", sport="mlb", limit=2, **given) for given in (asked, meant))
    assert said(found) == said(whole)
    if "date" in asked or "season" in asked:
        assert structure(found)["rows"]


def test_columns_of_a_table_by_its_name(sunday: str) -> None:
    """A table passed as resource is the table."""
    found = structure(call(sunday, "get_columns", sport="mlb", resource="pitching", limit=2))
    assert found["rows"][0][0] == "pitching"
    assert found == structure(call(sunday, "get_columns", sport="mlb", table="pitching", limit=2))


def test_a_sport_and_a_league_that_contradict_each_other_are_refused(sunday: str) -> None:
    """The league that a sport names is not replaced by another one."""
    assert said(call(sunday, "get_scores", sport="EPL", league="La Liga")) == (
        "sport 'EPL' is the league EPL, and league is LALIGA; pass one."
    )
    assert not call(sunday, "get_scores", sport="EPL", league="Premier League").is_error


def test_words_of_other_services_for_a_choice_are_understood(sunday: str) -> None:
    """The playoffs are the postseason, and ascending is lowest first."""
    known: dict[str, Any] = {"sport": "nba", "statistic": "points", "season": "2023", "limit": 2}
    plain, other = ({"part": "postseason", "order": "lowest"}, {"part": "Playoffs", "order": "ascending"})
    assert structure(call(sunday, "get_leaders", **known, **plain)) == structure(
        call(sunday, "get_leaders", **known, **other)
    )
