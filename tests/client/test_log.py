"""The logger ``sportsframe``: what it reports at which level, and that no level shows a token."""

from __future__ import annotations

import contextlib
import logging
import random
import warnings

import pytest

import sportsframe as sf
from sportsframe._client.clock import Clock
from sportsframe._client.fetch import fetch
from sportsframe._client.options import options

from ..support.questions import days
from ..support.servers import TOKEN, Reply, Server, envelope, game

DAY = "/live/2024-06-01/MLB"


def levels(caplog: pytest.LogCaptureFixture, word: str) -> set[str]:
    """The levels of the records of the package that begin with `word`."""
    ours = [record for record in caplog.records if record.name == "sportsframe"]
    return {record.levelname for record in ours if record.getMessage().startswith(word)}


def load(**given: object) -> None:
    with warnings.catch_warnings(), contextlib.suppress(sf.SportsframeError):
        warnings.simplefilter("ignore")
        sf.live("2024-06-01", "MLB", **given)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def _everything(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0, "sportsframe")
    caplog.set_level(0)


def test_requests_and_hits(client: None, caplog: pytest.LogCaptureFixture) -> None:
    """A request is INFO, a response from the cache DEBUG."""
    load()
    assert (levels(caplog, "request"), levels(caplog, "hit")) == ({"INFO"}, set())
    caplog.clear()
    load()
    assert (levels(caplog, "request"), levels(caplog, "hit")) == (set(), {"DEBUG"})


def test_retries_and_stale_responses(
    client: None, server: Server, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """A retry is a WARNING, and so is a cached response used past its lifetime."""
    load()
    clock.sleep(31 * 86_400)  # a month is its lifetime, and a week more is allowed
    server.set(DAY, Reply(503))
    load()
    assert levels(caplog, "retry") == {"WARNING"}
    assert levels(caplog, "using cached data") == {"WARNING"}


def test_evictions(client: None, server: Server, caplog: pytest.LogCaptureFixture) -> None:
    """Entries dropped because the cache is full are a WARNING, in the log and, where they were fresh, to the user."""
    server.default = lambda path: Reply(
        200, envelope({**game(path), "note": random.Random(path).randbytes(3000).hex()})
    )
    with options(cache_size=70_000), pytest.warns(sf.SportsframeWarning, match="is full"):
        list(map(fetch, days(24)))
    assert levels(caplog, "cache") == {"WARNING"}


def test_drift(client: None, caplog: pytest.LogCaptureFixture) -> None:
    """A response that does not match the schema is a WARNING."""
    load()
    drift = [record for record in caplog.records if record.name == "sportsframe" and "MLB live" in record.getMessage()]
    assert {record.levelname for record in drift} == {"WARNING"}


@pytest.mark.parametrize(
    "reply",
    [
        Reply(200, envelope(game()), echo=True),
        Reply(401, f'"no {TOKEN}"'),
        Reply(403, f'"no {TOKEN}"'),
        Reply(503, f"down: {TOKEN}"),
        Reply(200, f'{{"data": "{TOKEN}"}}'),
        Reply(200, f"{TOKEN} is no JSON"),
        Reply(302, headers={"Location": "http://elsewhere.example.org/@ADDRESS@"}),
        Reply(fault="reset"),
        Reply(200, envelope(game(), {**game("20240601-1-2"), TOKEN: TOKEN})),
    ],
    ids=["rows", "401", "403", "503", "shape", "text", "redirect", "reset", "drift"],
)
def test_no_level_shows_the_token(client: None, server: Server, reply: Reply, caplog: pytest.LogCaptureFixture) -> None:
    """Whatever the service says, and however much is logged, the token is in no record, raw or formatted."""
    server.set(DAY, reply)
    for _ in range(2):
        load()
    load(refresh=True)
    assert [record for record in caplog.records if record.name == "sportsframe"]
    for record in caplog.records:
        assert TOKEN not in record.getMessage() + str(record.msg) + str(record.args) + str(record.exc_text), record
    assert TOKEN not in caplog.text
    logging.getLogger("sportsframe").error("a message of somebody else with %s", TOKEN)
    assert TOKEN not in caplog.text
