"""The reference service: paths, parameters, dates, seasons and their errors."""

from __future__ import annotations

import json
from datetime import date

import pytest
import requests

from sportsframe.catalog import RESOURCES, sports_of
from sportsframe.catalog.resources import GAMES, TAGS
from sportsframe.service import respond
from sportsframe.service.adapter import ServiceAdapter
from sportsframe.service.rows import RECORD_BYTES

from ..support.asking import AFTERWARDS, SPORTS, TOKEN, afterwards, ask, data, path, rows, service_at, status

PAIRS = [
    (resource, sport)
    for resource in ("schedule", "schedule-week", "schedule-season", "live")
    for sport in SPORTS
    if resource != "live" or sport not in ("PGA", "SOCCER")
]


@pytest.mark.parametrize(("resource", "sport"), PAIRS)
def test_every_specified_pair_answers(resource: str, sport: str) -> None:
    """[S4-45] [S4-01] [S4-02] [S1-05] [S2.1-01] [S2.1-02] [S2.1-04] 34 pairs answer rows on a date in season.

    Each by GET, with the token in the query, in the envelope; without the token none.
    """
    assert len(PAIRS) == 34
    code, headers, body = ask(path(resource, sport))
    envelope = json.loads(body)

    assert (code, headers["Content-Type"]) == (200, "application/json")
    assert set(envelope) == {"data"}
    assert set(envelope["data"]) == {"EPL" if sport == "SOCCER" else sport}
    found = next(iter(envelope["data"].values()))
    assert isinstance(found, list)
    assert found
    assert all(isinstance(row, dict) for row in found)
    assert ask(path(resource, sport), token="")[0] == 401


@pytest.mark.parametrize("sport", ["PGA", "SOCCER"])
def test_live_of_golf_and_soccer_exists(sport: str) -> None:
    """[S4-44] Live of PGA and SOCCER is not specified, and answered."""
    assert rows(path("live", sport))


def test_each_pair_of_group_and_sport_exists_or_not() -> None:
    """[S1-11] [S1-12] [S4-39] [S4-40] [S4-41] [S4-42] 84 specified pairs exist; the 33 others are NotFound."""
    groups = {name: set(sports_of(name)) for name, resource in RESOURCES.items() if resource.tag in TAGS}
    assert sum(map(len, groups.values())) == 84
    assert len(groups) * len(SPORTS) - 84 == 33
    for group in groups:
        for sport in set(SPORTS) - set(sports_of(group)):
            for odd in (f"{group}/{sport}", f"{group}/2024/{sport}", f"{group}/2024-06-01/{sport}"):
                assert status(odd, game_id="x") == 404
    assert groups["events"] == {"DARTS"}
    assert groups["field"] == {"PGA"}


def test_current_and_old_dates_answer() -> None:
    """[S1-01] The date of the clock and one years back both answer, as JSON."""
    service = service_at("2025-06-01T23:00:00")
    for day in ("2025-06-01", "2008-06-01"):
        code, headers, _ = ask(f"live/{day}/MLB", service)
        assert (code, headers["Content-Type"]) == (200, "application/json")


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get"])
def test_other_methods_are_refused(method: str) -> None:
    """[S1-03] [S1-04] GET and HEAD only: anything else is 405 with Allow and a JSON string, and changes nothing."""
    before = ask("schedule/2024-06-01/MLB")
    for resource in GAMES:
        code, headers, body = afterwards().respond(method, f"/api/v1/{path(resource, 'MLB')}", {"RSC_token": TOKEN}, {})
        assert (code, headers["Allow"]) == (405, "GET, HEAD")
        assert isinstance(json.loads(body), str)

    assert ask("schedule/2024-06-01/MLB") == before


@pytest.mark.parametrize("code", ["mlb", "Mlb", "NCAAB", "NCAA_FB", "NCAAF", "N FL", "EPL", "XYZ", "", "MLB "])
def test_codes_are_exact(code: str) -> None:
    """[S1-06] [S4-24] Upper case, no blanks, no underscores: any other code is NotFound."""
    for resource in GAMES:
        assert status(path(resource, "MLB").removesuffix("MLB") + code) == 404


@pytest.mark.parametrize(
    "odd",
    [
        "/", "/api", "/api/v1", "/api/v1/", "/api/v2/schedule/2024-06-01/MLB", "/schedule/2024-06-01/MLB",
        "/api/v1/schedule", "/api/v1/schedule/2024-06-01", "/api/v1/schedule/2024-06-01/", "/api/v1/schedule/MLB",
        "/api/v1/schedule/2024-06-01/MLB/", "/api/v1/schedule/2024-06-01/MLB/x", "/api/v1/live/2024-06-01",
        "/api/v1//schedule/2024-06-01/MLB", "/api/v1/scheduled/2024-06-01/MLB", "/api/v1/schedule-season/2024",
        "/api/v1/live/PGA", "/api/v1/schedule-season/PGA-NFL", "/api/v1/schedule-season/MLB",
        "/api/v1/schedule/2024-06-01%2FMLB", "/api/v1/live/2024-06-01/MLB-", "/api/v1/live/2024-06-01/-MLB",
    ],
)  # fmt: skip
def test_odd_paths_are_not_found(odd: str) -> None:
    """[S1-14] [S4-38] [S4-10] [S9-01] [S7-03] What is not in the table of paths is NotFound, a JSON string.

    Without a token it is Unauthorized.
    """
    code, headers, body = afterwards().respond("GET", odd, {"RSC_token": TOKEN}, {})

    assert (code, headers["Content-Type"]) == (404, "application/json")
    assert "could not be processed" in json.loads(body)
    assert "parameters" in json.loads(body)
    assert afterwards().respond("GET", odd, {}, {})[0] == 401


def test_escapes_in_paths_are_read() -> None:
    """A path may spell a letter as %XX."""
    assert ask("schedule/2024%2D06%2D01/%4DLB") == ask("schedule/2024-06-01/MLB")


@pytest.mark.parametrize(
    "bad",
    [
        "2024-6-1", "24-06-01", "20240601", "2024-06-01T00:00", "2024-02-30", "2024-13-01", "0000-00-00", "2023-02-29",
        "today", "x", "", "2024-06-01%0A", "%EF%BC%92024-06-01", "2024", "-2024-06-01", "2024-06-1 ",
    ],
)  # fmt: skip
def test_bad_dates(bad: str) -> None:
    """[S2.2-01] [S7-04] [S7-05] [S7-15] [S4-16] [S4-18] A date that is none is BadRequest and told the format."""
    for resource in ("schedule", "schedule-week", "live"):
        for sport in ("MLB", "PGA", "SOCCER", "DARTS"):
            code, _, body = ask(f"{resource}/{bad}/{sport}")
            assert code == 400, (bad, sport)
            assert "YYYY-MM-DD" in json.loads(body)


def test_a_leap_day_is_a_date() -> None:
    """[S7-15] 2024-02-29 exists."""
    assert status("schedule/2024-02-29/NBA") == 200


@pytest.mark.parametrize("bad", ["24", "02024", "2024-2025", "2024-06-01", "abcd", "", "2024%0A", "２０２４", "+202"])
def test_bad_seasons(bad: str) -> None:
    """[S2.2-16] [S4-21] [S8-03] [S8-04] [S7-04] A season is four ASCII digits and nothing else."""
    for sport in ("NFL", "PGA", "SOCCER"):
        assert status(f"schedule-season/{bad}/{sport}") == 400


def test_errors_have_their_numbers_and_bodies() -> None:
    """[S7-07] [S7-08] [S7-10] 401 null, 400 and 404 strings, 304 nothing; every error body is JSON."""
    assert ask("live/2024-06-01/MLB", token="") == (401, {"Content-Type": "application/json"}, b"null")
    assert ask("live/2024-01-20/MLB") == (304, {}, b"")
    for asked, code in (("live/2024-13-01/MLB", 400), ("live/2024-06-01/NHK", 404)):
        found, headers, body = ask(asked)
        assert (found, headers) == (code, {"Content-Type": "application/json"})
        assert isinstance(json.loads(body), str)


@pytest.mark.parametrize(
    ("asked", "query", "code"),
    [
        ("live/2024-02-30/MLB", {}, 400),
        ("schedule-season/20x4/MLB", {}, 400),
        ("live/2024-06-01/SOCCER", {"league": "FRA"}, 404),
        ("live/2024-06-01/DARTS", {"game_id": ""}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "0"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "-1"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "1.5"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "x"}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": ""}, 404),
        ("schedule/2024-06-01/DARTS", {"player_id": "٣"}, 404),
        ("schedule/2024-12-28/DARTS", {"game_id": "nobody"}, 304),
        ("schedule-season/1900/MLB", {}, 304),
        ("schedule-season/9999/MLB", {}, 304),
        ("schedule/0001-01-01/MLB", {}, 304),
        ("schedule-week/9999-12-31/DARTS", {}, 304),
    ],
)
def test_which_error_for_what(asked: str, query: dict[str, str], code: int) -> None:
    """[S7-12] [S7-13] [S7-03] Form of date and season 400, other parameters 404, nothing found 304."""
    assert status(asked, **query) == code


@pytest.mark.parametrize(
    ("asked", "query", "token", "code"),
    [
        ("live/2024-13-01/MLB", {}, "", 401),
        ("live/2024-13-01/NHK", {}, "", 401),
        ("nothing", {}, "", 401),
        ("live/2024-13-01/NHK", {}, TOKEN, 404),
        ("live/2024-13-01/SOCCER", {"league": "x"}, TOKEN, 400),
        ("schedule-season/20/DARTS", {"player_id": "0"}, TOKEN, 400),
        ("schedule-season/2001/NFL-DARTS", {"player_id": "7"}, "trial-token-1", 404),
        ("schedule-season/2001/NFL", {}, "trial-token-1", 403),
        ("schedule-season/1900/NFL", {}, "trial-token-1", 403),
        ("live/2024-01-20/MLB", {}, TOKEN, 304),
    ],
)
def test_order_of_checks(asked: str, query: dict[str, str], token: str, code: int) -> None:
    """[S7-16] [S5-12] Token, path and sport, date or season, other parameters, entitlement and trial, data."""
    from sportsframe.service.tokens import FULL, Grant, Tokens

    tokens = Tokens({TOKEN: FULL, "trial-token-1": Grant(trial=date(2025, 8, 10))})
    assert status(asked, service_at(AFTERWARDS, tokens=tokens), token, **query) == code


def test_all_sports_as_observed() -> None:
    """[S4-38] Behind a switch a date without a sport has all that the token covers; soccer needs its league."""
    from sportsframe.service.tokens import FULL, Grant, Tokens

    limited = Grant(pairs=frozenset([("NBA", "schedule"), ("NHL", "schedule"), ("NFL", "live")]))
    observed = service_at(AFTERWARDS, "sport-less", tokens=Tokens({TOKEN: FULL, "limited-token-1": limited}))
    code, _, body = ask("schedule/2024-12-06", observed, "limited-token-1")

    assert code == 200
    assert json.loads(body)["data"] == data("schedule/2024-12-06/NBA-NHL")
    assert set(data("schedule/2024-12-06", observed)) == set(SPORTS) - {"SOCCER"}
    assert set(data("schedule/2024-12-06", observed, league="EPL")) == {*SPORTS, "EPL"} - {"SOCCER"}
    assert [
        status(f"{path}", observed) for path in ("schedule/x", "player-info", "schedule", "schedule-season/2024")
    ] == ([400, 404, 404, 404])
    assert status("schedule/2024-12-06") == 404


def test_errors_as_observed() -> None:
    """[S7-14] Behind switches a malformed date is 404 with an object, and messages are plain text."""
    missing, text = service_at(AFTERWARDS, "bad-format-404"), service_at(AFTERWARDS, "plain-text")
    for asked in ("live/2024-13-01/MLB", "schedule-season/20x4/MLB"):
        code, _, body = ask(asked, missing)
        assert (code, json.loads(body)["error"]) == (404, "Bad Request")
        code, headers, body = ask(asked, text)
        assert (code, headers["Content-Type"]) == (400, "text/plain; charset=utf-8")
        assert body.startswith(b"The ")
    assert ask("live/2024-06-01/MLB", text, token="")[2] == b"null"
    assert ask("live/2024-12-25/MLB", text)[0] == 304


def test_several_sports_in_one_path() -> None:
    """[S2.1-06] [S4-43] `-` joins codes: a property each, an empty array for one without rows, all empty is 304."""
    both = data("schedule/2024-12-06/NBA-NHL")
    assert both == {**data("schedule/2024-12-06/NBA"), **data("schedule/2024-12-06/NHL")}
    assert list(both) == ["NBA", "NHL"]
    some = data("schedule/2024-12-06/MLB-NBA")
    assert (some["MLB"], bool(some["NBA"])) == ([], True)
    assert ask("schedule/2024-12-25/MLB-PGA") == (304, {}, b"")
    assert list(data("schedule/2024-12-06/NBA-NBA")) == ["NBA"]
    assert status("schedule/2024-12-06/NBA-NHK") == 404
    assert set(data("schedule-season/2024/SOCCER-PGA", league="SERIEA")) == {"SERIEA", "PGA"}
    assert status("schedule-season/2024/SOCCER-PGA") == 404


def test_nothing_to_return() -> None:
    """[S2.1-07] [S7-06] An off-day and a season not yet published are 304, without body, headers or envelope."""
    service = service_at("2024-06-05T12:00:00")
    for asked in ("schedule/2024-12-25/MLB", "live/2024-01-01/MLB", "schedule-season/2026/NFL", "live/2030-06-01/MLB"):
        assert ask(asked, service) == (304, {}, b"")


def test_an_empty_array_as_observed() -> None:
    """[S2.1-08] Behind a switch nothing to return is 200 with an empty array under each key."""
    service = service_at(AFTERWARDS, "empty-array")

    assert data("schedule/2024-12-25/MLB", service) == {"MLB": []}
    assert data("live/2024-12-25/MLB-PGA", service) == {"MLB": [], "PGA": []}
    assert data("live/2024-07-01/SOCCER", service, league="LALIGA") == {"LALIGA": []}


def test_the_doors_inside_the_process_agree() -> None:
    """[S4-45] The requests adapter gives what the function gives, on a real response."""
    session = requests.Session()
    session.mount("http://sportsframe.invalid/", ServiceAdapter(afterwards()))
    for resource, sport in PAIRS:
        query = {"league": "EPL"} if sport == "SOCCER" else {}
        got = session.get(
            f"http://sportsframe.invalid/api/v1/{path(resource, sport)}", params={"RSC_token": TOKEN, **query}
        )
        assert (got.status_code, got.content) == (200, ask(path(resource, sport))[2])
        assert got.json()["data"]
        assert got.raw.status == 200
    empty = session.get("http://sportsframe.invalid/api/v1/live/2024-01-20/MLB", params={"RSC_token": TOKEN})
    assert (empty.status_code, empty.content, "Content-Type" in empty.headers) == (304, b"", False)
    assert session.post("http://sportsframe.invalid/api/v1/live/2024-01-20/MLB").headers["Allow"] == "GET, HEAD"


def test_the_service_of_the_process_takes_any_token() -> None:
    """[S5-15] In process every token that is not empty is good, and the clock is that of the settings."""
    assert respond("GET", "/api/v1/schedule/2025-03-01/NBA", {"RSC_token": "whatever"}, {})[0] == 200
    assert respond("GET", "/api/v1/schedule/2025-03-01/NBA", {"RSC_token": ""}, {})[0] == 401
    assert respond("GET", "/api/v1/live/2025-03-02/NBA", {"RSC_token": "whatever"}, {})[0] == 304


def test_bytes_are_packed_on_request() -> None:
    """A client that reads gzip gets large bodies packed; the same bytes come out."""
    import gzip

    request = ("GET", "/api/v1/live/2024-06-01/MLB", {"RSC_token": TOKEN})
    plain = afterwards().respond(*request, {})
    packed = afterwards().respond(*request, {"Accept-Encoding": "deflate, gzip;q=0.5"})
    refused = afterwards().respond(*request, {"accept-encoding": "gzip;q=0"})

    assert packed[1]["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[2]) == plain[2]
    assert len(packed[2]) < len(plain[2]) / 3
    assert refused == plain


def test_box_scores_take_a_quarter_of_their_size() -> None:
    """So that those of a season have room: it is played once, however often it is added up."""
    kept = service_at(AFTERWARDS, answer_bytes=0)
    games = rows("live/2024-06-01/MLB", kept)
    size = len(ask("live/2024-06-01/MLB", kept)[2])
    assert len(kept._rows._kept) == len(games)
    assert kept._rows._kept.held < size / 3
    assert rows("live/2024-06-01/MLB", kept) == games


def test_what_is_kept_is_bounded() -> None:
    """The service keeps answers and rows up to a number of bytes, and answers alike with hardly any."""
    small = service_at(AFTERWARDS, answer_bytes=200_000, row_bytes=50_000)
    for day in range(1, 8):
        asked = f"live/2024-06-{day:02}/MLB"
        assert ask(asked, small) == ask(asked)
    assert small._answers.held <= 200_000
    assert small._rows._kept.held <= 50_000
    small._rows._states.limit = 400_000
    for asked in ("player-info/NBA", "injuries/NBA", "player-info/NHL", "injuries/NHL"):
        assert ask(asked, small) == ask(asked)
        assert small._rows._states.held <= 400_000
    injured = small._rows._states.get(("NHL", None, "injuries"))
    assert injured is not None
    assert injured.size() > RECORD_BYTES * len(injured.records) > 0
