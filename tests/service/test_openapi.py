"""The interface description, and answers of the running service held against it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from sportsframe.catalog import RESOURCES, every_answer, sports_of
from sportsframe.catalog.resources import TAGS, Content
from sportsframe.service import quirks
from sportsframe.service.asgi import ServiceApp
from sportsframe.service.limits import FailedTokens
from sportsframe.service.openapi import ERRORS, document
from sportsframe.service.serve import running_server
from sportsframe.service.tokens import Tokens

from ..support.asking import AFTERWARDS, DAYS, SPORTS, ask, needed, service_at
from ..support.samples import ANSWERS, EARLY, STATS, segment
from ..support.wire_keys import STATUSES

Json = dict[str, Any]

SCHEDULES = ("schedule", "schedule-week", "schedule-season")
TOKEN = "token-of-the-schemathesis-run"


@lru_cache(maxsize=1)
def described() -> Json:
    return document()


def operation(path: str) -> Json:
    found: Json = described()["paths"][path]["get"]
    return found


def place(resource: str, sport: str) -> str:
    held = RESOURCES[resource].segment.name
    return f"/{resource}/{{{held}}}/{sport}" if held else f"/{resource}/{sport}"


def parameters(resource: str, sport: str) -> dict[str, Json]:
    return {p["name"]: p for p in operation(place(resource, sport))["parameters"]}


def test_it_is_a_valid_document() -> None:
    """[S9-02] [S0-01] OpenAPI 3.1, interface version 1.0.0; every reference leads somewhere, operations have ids."""
    assert described()["openapi"] == "3.1.0"
    assert described()["info"]["version"] == "1.0.0"
    text = json.dumps(described())
    for pointer in set(re.findall(r'"\$ref": "#/([^"]+)"', text)):
        node: Any = described()
        for part in pointer.split("/"):
            node = node[part]
    ids = [item["get"]["operationId"] for item in described()["paths"].values()]
    assert len(ids) == len(set(ids))
    for schema in described()["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})


def test_tags_are_the_thirteen_groups() -> None:
    """[S1-09] [S1-10] [S6-02] Thirteen tags first, with a meaning each; an operation has that of its group."""
    tags = {tag["name"]: tag["description"] for tag in described()["tags"]}

    assert list(tags)[: len(TAGS)] == list(TAGS)
    assert len(TAGS) == 13
    assert all(tags.values())
    assert {tag for item in described()["paths"].values() for tag in item["get"]["tags"]} == set(tags)
    assert "past dates" in tags["Live"]
    assert "arts" in tags["Events"]
    assert sports_of("events") == ("DARTS",)
    assert "PGA tournament" in tags["Field"]
    for path, item in described()["paths"].items():
        assert item["get"]["tags"] == [RESOURCES[path.split("/")[1]].tag]


def test_paths_are_those_of_the_specification() -> None:
    """[S4-44] [S4-08] [S1-03] A path a sport and resource, those without season, one for several; GET only."""
    paths = described()["paths"]
    expected = {place(resource.name, sport) for sport, resource, _ in every_answer()}
    several = {place(resource, "{SPORT}") for resource in RESOURCES if len(sports_of(resource)) > 1}

    assert set(paths) == expected | several | {"/schedule-season/PGA", "/player-stats/PGA", "/player-stats/DARTS"}
    assert all(set(item) == {"get"} for item in paths.values())


def test_a_path_for_each_pair() -> None:
    """[S1-12] Exactly the declared pairs of sport and resource have a path; each declares that it may be empty."""
    alone = [path for path in described()["paths"] if path.split("/")[-1] in SPORTS and "{SPORT}" not in path]
    short = {"/schedule-season/PGA", "/player-stats/PGA", "/player-stats/DARTS"}
    assert len(set(alone) - short) == len(list(every_answer()))
    assert short < set(alone)
    assert all("304" in operation(path)["responses"] for path in alone)


def test_simulated_data_is_marked() -> None:
    """The description says that the data is simulated, and each response that a header does."""
    assert "fictional" in described()["info"]["description"]
    for path in described()["paths"]:
        assert operation(path)["responses"]["200"]["headers"]["X-Sportsframe-Source"]["schema"] == {
            "const": "simulated"
        }
    headers = service_at(AFTERWARDS).respond("GET", "/api/v1/live/2024-06-01/MLB", {"RSC_token": TOKEN}, {})[1]
    assert headers["X-Sportsframe-Source"] == "simulated"


def test_every_path_shows_a_body() -> None:
    """Each path has an example of its rows, a path for several sports one of each; each validates, said once."""
    components = described()["components"]
    used = set()
    for path, item in described()["paths"].items():
        content = item["get"]["responses"]["200"]["content"]["application/json"]
        validator = jsonschema_rs.validator_for({**content["schema"], "components": components})
        sports = sports_of(path.split("/")[1]) if path.endswith("{SPORT}") else [path.rpartition("/")[2]]
        shown = list(content.get("examples", ()))
        assert shown == list(sports), f"{path} shows {shown}, not {list(sports)}: run python docs/generate.py examples"
        for sport, example in content["examples"].items():
            name = example["$ref"].rpartition("/")[2]
            body = components["examples"][name]["value"]
            assert name.endswith(f".{sport}")
            validator.validate(body)
            assert all(rows for rows in body["data"].values()), name
            used.add(name)
    assert used == set(components["examples"])
    assert 20_000 < len(json.dumps(components["examples"])) < 100_000
    assert not any('"$ref"' in json.dumps(example["value"]) for example in components["examples"].values())


def test_examples_stay_valid_with_deviations() -> None:
    """A document with every switch allows what its examples show; that of a mirror, of an unknown service, has none."""
    told = document(switches=frozenset(quirks.SWITCHES))
    for path, item in told["paths"].items():
        content = item["get"]["responses"]["200"]["content"]["application/json"]
        validator = jsonschema_rs.validator_for({**content["schema"], "components": told["components"]})
        for example in content["examples"].values():
            name = example["$ref"].rpartition("/")[2]
            assert validator.is_valid(told["components"]["examples"][name]["value"]), path
    mirrored = document(mirror=True)
    assert "examples" not in mirrored["components"]
    for item in mirrored["paths"].values():
        assert list(item["get"]["responses"]["200"]["content"]["application/json"]) == ["schema"]


def test_nothing_is_pushed() -> None:
    """[S6-01] Neither webhooks nor callbacks."""
    assert "webhooks" not in described()
    assert "callbacks" not in json.dumps(described())


def test_the_token_is_an_api_key_in_the_query() -> None:
    """[S5-02] [S4-25] The security scheme, applied to all operations; the token is not a parameter beside it."""
    schemes = described()["components"]["securitySchemes"]

    assert list(schemes.values()) == [{"type": "apiKey", "in": "query", "name": "RSC_token"}]
    assert described()["security"] == [{name: [] for name in schemes}]
    for path, item in described()["paths"].items():
        assert "security" not in item["get"]
        assert "RSC_token" not in {p["name"] for p in item["get"]["parameters"]}, path


@pytest.mark.parametrize("resource", ["schedule", "schedule-week", "live"])
@pytest.mark.parametrize("sport", SPORTS)
def test_date_parameters(resource: str, sport: str) -> None:
    """[S4-16] [S4-17] Seven sports declare the format of the date, PGA and SOCCER a plain string."""
    date = parameters(resource, sport)["date"]
    plain = {"type": "string"}

    assert (date["in"], date["required"]) == ("path", True)
    assert date["schema"] == (plain if sport in ("PGA", "SOCCER") else {**plain, "format": "date"})


def test_season_and_sport_parameters() -> None:
    """[S4-21] [S4-24] The pattern of the season; the codes as an enum, several of them by a pattern."""
    for sport in SPORTS:
        assert parameters("schedule-season", sport)["season"]["schema"]["pattern"] == r"^\d{4}$"
    assert parameters("live", "{SPORT}")["SPORT"]["schema"] == {"$ref": "#/components/schemas/Sports"}
    schemas = described()["components"]["schemas"]
    assert set(schemas["Sport"]["enum"]) == set(SPORTS)
    several = jsonschema_rs.validator_for({**schemas["Sports"], "components": described()["components"]})
    assert all(several.is_valid(code) for code in ("MLB", "MLB-NBA", "PGA-NFL-SOCCER"))
    assert not any(several.is_valid(code) for code in ("mlb", "MLB-", "MLB NBA", "", "MLB-NHK"))


def test_query_parameters() -> None:
    """[S4-26] [S4-27] [S4-29] [S4-30] [S4-31] [S4-32] [S4-33] Who takes what, and what it may be."""
    for resource in (*SCHEDULES, "live"):
        league = parameters(resource, "SOCCER")["league"]
        assert (league["in"], league["required"]) == ("query", True)
        assert league["schema"]["enum"] == ["EPL", "SERIEA", "LALIGA"]
        expected = {"player_id", "game_id", "event_id"} if resource in SCHEDULES else {"game_id"}
        assert set(parameters(resource, "DARTS")) - {"date", "season"} == expected
        assert set(parameters(resource, "PGA")) - {"date", "season"} == {"game_id"}
        assert set(parameters(resource, "NFL")) - {"date", "season"} == set()
    several = parameters("live", "{SPORT}")["league"]
    assert (several["required"], several["schema"]) == (False, {"type": "string"})
    player = parameters("schedule", "DARTS")["player_id"]
    assert (player["schema"]["type"], player["schema"]["minimum"], player["required"]) == ("integer", 1, False)


def test_responses_are_described() -> None:
    """[S7-01] [S7-02] [S7-04] [S7-06] Null for 401, an object for 403, strings for 400 and 404, nothing for 304."""
    shared = described()["components"]["responses"]

    def schema(name: str) -> Json:
        found: Json = shared[name]["content"]["application/json"]["schema"]
        return found

    assert schema("Unauthorized") == {"type": "null"}
    assert set(schema("Forbidden")["required"]) == {"code", "message"}
    assert schema("BadRequest") == schema("NotFound") == {"type": "string"}
    assert "content" not in shared["NotModified"]
    for item in described()["paths"].values():
        assert set(item["get"]["responses"]) == {"200", "304", *ERRORS}


def test_envelopes_are_described() -> None:
    """[S2.1-01] [S2.1-02] [S2.1-03] [S2.1-05] One property, `data`, with one array; leagues for soccer.

    A resource whose envelope is a map has that in the array's place.
    """
    for sport, resource, _ in every_answer():
        answer = operation(place(resource.name, sport))["responses"]["200"]["content"]["application/json"]["schema"]
        assert (set(answer["properties"]), answer["additionalProperties"]) == ({"data"}, False)
        data = answer["properties"]["data"]
        keys = {"EPL", "SERIEA", "LALIGA"} if sport == "SOCCER" else {sport}
        assert (set(data["properties"]), data["additionalProperties"]) == (keys, False)
        rows = resource.envelope == "rows"
        assert all((member.get("type") == "array") == rows for member in data["properties"].values())


def test_records_are_described() -> None:
    """[S3-01] [S3-05] [S2.6-46] [S2.3-12] Statuses, null where there may be none, sparse lines."""
    schemas = described()["components"]["schemas"]

    for name in ("baseball.Fixture", "baseball.Game", "football.NflGame", "darts.Match", "soccer.Fixture"):
        assert set(schemas[name]["properties"]["status"]["enum"]) == STATUSES | {"replaced"}
    assert "enum" not in json.dumps(schemas["golf.Tournament"]["properties"]["status"])
    for name in ("football.Line", "football.NflLine"):
        assert set(schemas[name]["required"]) == {"player", "position", "position_category", "status"}
    nullable = {"type": "null"}
    assert nullable in schemas["basketball.NbaFixture"]["properties"]["broadcast"]["anyOf"]
    for name in ("location", "region", "away_team_seed", "region_display_order", "city", "latitude"):
        assert nullable in schemas["basketball.NcaabbFixture"]["properties"][name]["anyOf"]
    assert schemas["baseball.Pitching"]["properties"]["IP"]["x-unit"] == "innings.outs"


@lru_cache(maxsize=64)
def validator(path: str) -> Any:
    schema = operation(path)["responses"]["200"]["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": described()["components"]})


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "resource"), ANSWERS)
def test_answers_are_as_described(sport: str, resource: str) -> None:
    """[S2.1-01] [S2.1-04] [S2.1-05] [S2.3-01] [S2.6-01] A full answer validates, and one of games in play."""
    early = resource in STATS  # whose answer late in a season takes long, as its games have to be played
    path = RESOURCES[resource].path(EARLY[sport][:4] if early else segment(resource, DAYS[sport]), sport)[1:]
    given = needed(resource, sport)
    state = RESOURCES[resource].content is Content.STATE
    late = EARLY[sport] if early else f"{DAYS[sport]}T23:59:00"
    code, _, body = ask(path, service_at(late) if state else None, **given)
    assert code == 200
    validator(place(resource, sport)).validate(json.loads(body))
    code, _, body = ask(path, service_at(EARLY[sport] if early else f"{DAYS[sport]}T20:15:00"), **given)
    if code == 200:
        validator(place(resource, sport)).validate(json.loads(body))


def described_with(*on: str) -> Json:
    return document(switches=frozenset(on))


def test_a_switch_is_described() -> None:
    """Each switch that changes requests or bodies changes the document, and is named in it."""
    found = described_with(
        "empty-array", "plain-text", "team-id", "now-everywhere", "season-less", "sport-less", "canceled", "conceeded"
    )
    assert "empty-array" in found["info"]["description"]
    live = found["paths"]["/live/{date}/MLB"]["get"]
    assert "304" not in live["responses"]
    assert {p["name"] for p in live["parameters"]} == {"date", "team_id"}
    assert {"const": "now"} in live["parameters"][0]["schema"]["anyOf"]
    shared = found["components"]["responses"]
    assert set(shared["NotFound"]["content"]) == set(shared["BadRequest"]["content"]) == {"text/plain"}
    assert set(shared["Unauthorized"]["content"]) == {"application/json"}
    assert {"/schedule-season/MLB", "/live/{date}"} <= set(found["paths"])
    fixture = found["components"]["schemas"]["basketball.NcaabbFixture"]
    assert "canceled" in fixture["properties"]["status"]["enum"]
    spelled = [schema for schema in found["components"]["schemas"].values()
               if "goals_conceeded" in schema.get("properties", ())]  # fmt: skip
    assert spelled
    assert "goals_conceeded" not in json.dumps(described())

    found = described_with("bad-format-404", "future-live-404")
    assert "400" not in found["paths"]["/live/{date}/MLB"]["get"]["responses"]
    missing = found["components"]["responses"]["NotFound"]["content"]["application/json"]["schema"]
    assert [schema["type"] for schema in missing["anyOf"]] == ["string", "object"]


def test_a_served_document_is_that_of_the_service() -> None:
    """What a server with switches describes is what it does: each answer fits its document."""
    service = service_at(AFTERWARDS, "observed", "plain-text", "canceled", tokens=Tokens.full(TOKEN))
    with running_server(app=ServiceApp(service)) as running:
        base = running.address.removesuffix("/api/v1")
        with urlopen(f"{base}/openapi.json") as got:
            served = json.load(got)
        assert served == described_with(*service.switches)
        with pytest.raises(HTTPError) as caught, urlopen(f"{running.address}/live/2024-13-01/MLB?RSC_token={TOKEN}"):
            pass
        assert caught.value.headers["Content-Type"].startswith("text/plain")
        with urlopen(f"{running.address}/schedule-season/2024/NCAABB?RSC_token={TOKEN}") as got:
            body = json.load(got)
    place = served["paths"]["/schedule-season/{season}/NCAABB"]["get"]["responses"]["200"]
    schema = {**place["content"]["application/json"]["schema"], "components": served["components"]}
    jsonschema_rs.validator_for(schema).validate(body)
    assert "canceled" in {row["status"] for row in body["data"]["NCAABB"]}
    assert not jsonschema_rs.validator_for({**schema, "components": described()["components"]}).is_valid(body)


@pytest.mark.parametrize("form", [{}, {"mirror": True}, {"switches": frozenset(["plain-text", "future-live-404"])}])
def test_examples_are_valid(form: Json) -> None:
    """Every example fits the schema beside it."""
    seen = 0

    def check(node: Any) -> None:
        nonlocal seen
        if isinstance(node, list):
            for item in node:
                check(item)
        elif isinstance(node, dict):
            if "example" in node and "schema" in node:
                seen += 1
                jsonschema_rs.validator_for(node["schema"]).validate(node["example"])
            for item in node.values():
                check(item)

    check(document(**form))
    assert seen > 30


def test_the_document_of_a_mirror() -> None:
    """It promises no simulated data, and describes what any service may do: parameters, paths, and a bad gateway."""
    found = document(mirror=True)
    text = json.dumps(found)
    assert "imulated" not in text
    assert "fictional" not in text
    live = found["paths"]["/live/{date}/MLB"]["get"]
    assert {"502", "503", "504", "429", "304", "400"} <= set(live["responses"])
    assert {p["name"] for p in live["parameters"]} == {"date", "team_id", "game_id"}
    assert "/schedule-season/MLB" in found["paths"]
    assert "/live/{date}" not in found["paths"]
    assert "/depth-charts/NFL" in found["paths"]


PLAIN_DATES = [
    {
        "include-path": place(resource, sport),
        "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", "400", "401", "403", "404"]}},
    }
    for resource in ("schedule", "schedule-week", "live")
    for sport in ("PGA", "SOCCER")
]
"""Nothing is left out; here one more status is expected. These declare their date as a plain string (specification 4),
so that text that is no date fits the description, and 400 is the answer to it."""

cases = schemathesis.openapi.from_dict(
    document(), config=schemathesis.Config.from_dict({"operations": PLAIN_DATES, "generation": {"deterministic": True}})
)


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    at_once = FailedTokens(free=10_000)  # no refusal waits: the cases try thousands of wrong tokens
    with running_server(app=ServiceApp(service_at(AFTERWARDS, tokens=Tokens.full(TOKEN)), at_once)) as running:
        yield running.address


@schemathesis.auth()
class Token:
    """Declares the token, so that cases without it are tried as well."""

    def get(self, case: schemathesis.Case, context: Any) -> str:
        return TOKEN

    def set(self, case: schemathesis.Case, data: str, context: Any) -> None:
        case.query = {**(case.query or {}), "RSC_token": data}


@cases.parametrize()
@settings(
    max_examples=12, deadline=None, derandomize=True, database=None, phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
def test_the_service_does_what_it_describes(case: schemathesis.Case, address: str) -> None:
    """[S0-01] Made-up requests over the socket, good and bad: every answer is one that the document describes."""
    case.call_and_validate(base_url=address)
