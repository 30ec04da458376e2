"""No encoding hides a token: every echo of a hostile service is found, and what holds none is left as it is."""

from __future__ import annotations

import base64
import json
import pickle
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sportsframe._client import credentials
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for, key_of
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options
from sportsframe._client.query import Query
from sportsframe.errors import PayloadError, SportsframeError
from sportsframe.servers.mirror import Mirror

from ..support.hostile import ENCODINGS, PLACES, SIMPLE, Hostile, hostile_server, random_token, shows, strings
from ..support.servers import Reply, serving

DAY = Query("MLB", "live", "2024-06-01")
PATH = "/live/2024-06-01/MLB"
NOW = "2025-03-01T12:00"


@pytest.fixture(scope="module")
def hostile() -> Iterator[Hostile]:
    with hostile_server() as server:
        yield server


@pytest.mark.sampled
@pytest.mark.parametrize("name", ENCODINGS)
def test_no_encoding_hides_a_token_from_us(name: str) -> None:
    """[S5-07] A token is found in a text whatever it is escaped by, and only it is hidden."""
    r = random.Random(name)
    for _ in range(150):
        token = random_token(r)
        held = credentials.keep(token)
        said = ENCODINGS[name](token)
        assert shows(credentials.redact(f'before "{said}" after'), token) == []
        body = f'{{"data": {{"MLB": [{{"a": "before {said} after"}}]}}}}'.encode()
        clean = credentials.redact_body(body, held)
        assert shows(clean.decode(), token) == []
        assert b"***" in clean
        assert clean.startswith(b'{"data": {"MLB": [{"a": "before ')
        assert clean.endswith(b' after"}]}}')


@pytest.mark.parametrize("outer", SIMPLE)
@pytest.mark.parametrize("inner", SIMPLE)
def test_encodings_in_each_other_are_undone_in_any_order(inner: str, outer: str) -> None:
    """In messages and in data: two different ways, either within the other, and a third around them or within."""
    r = random.Random(f"{inner} {outer}")
    for third in ("", *SIMPLE):
        token = random_token(r)
        held = credentials.keep(token)
        said = ENCODINGS[outer](ENCODINGS[inner](ENCODINGS[third](token) if third else token))
        assert "***" in (shown := credentials.redact(f"before {said} after"))
        assert len(shown) < 80
        body = json.dumps({"data": {"MLB": [{"a": f"user-{said} after", "b": 1}]}}).encode()
        row = json.loads(credentials.redact_body(body, held))["data"]["MLB"][0]
        assert "***" in row["a"]
        assert len(row["a"]) < 80
        assert row["b"] == 1


@pytest.mark.parametrize(("times", "found"), [(credentials.DEPTH + 1, True), (credentials.DEPTH + 2, False)])
def test_how_often_base64_is_undone_is_bounded(times: int, found: bool) -> None:
    """Base64 of base64 is undone as often as documented: the innermost is searched for as it is."""
    token = said = "kx7Qp2ZrT9vLm4Ws"
    held = credentials.keep(token)
    for _ in range(times):
        said = base64.b64encode(said.encode()).decode()
    assert (credentials.redact_body(said.encode(), held) == b"***") is found


@pytest.mark.parametrize(("length", "found"), [(15, False), (16, True)])
def test_data_are_decoded_for_tokens_of_sixteen_characters(length: int, found: bool) -> None:
    """A shorter token is found in data in every simple encoding, and in encodings of it in messages only."""
    token = "kx7Qp2ZrT9vLm4Ws"[:length]
    held = credentials.keep(token)
    said = ENCODINGS["base64-twice"](token)
    assert (b"***" in credentials.redact_body(said.encode(), held)) is found
    assert b"***" in credentials.redact_body(ENCODINGS["base64"](token).encode(), held)
    assert credentials.redact(said).startswith("***")


def test_more_than_can_be_decoded_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encoded text that would take too long to search is hidden unread; text that is not encoded is not."""
    monkeypatch.setattr(credentials, "MOST_DECODED", 0)
    monkeypatch.setattr(credentials, "WINDOW", 2**12)
    held = credentials.keep("kx7Qp2ZrT9vLm4Ws")
    r = random.Random(0)
    body = b" ".join(base64.b64encode(r.randbytes(30)) for _ in range(300)) + b" the end"
    clean = credentials.redact_body(body, held)
    assert clean.endswith(b" *** the end")
    assert clean.startswith(body[:40])


def undone() -> int:
    """How many escapes have been undone so far."""
    info = credentials._undone_short.cache_info()
    return info.hits + info.misses


ESCAPES = (rb"\n", rb"\\\n", b"%41", b"%2541", b"%5Cn", b"&lt;", b"&amp;lt;", rb"\u0041", b"&A" * 20)


@pytest.mark.parametrize("escape", ESCAPES)
def test_the_work_for_a_body_grows_with_its_size_only(escape: bytes) -> None:
    """Each escape is undone once in every layer, and the start of one that is none costs nothing."""
    held = credentials.keep("kx7Qp2ZrT9vLm4Ws")
    counts = []
    for times in (1000, 4000):
        before = undone()
        credentials.redact_body(escape * times, held)
        counts.append(undone() - before)
    assert counts[1] <= 4 * counts[0]
    assert counts[1] <= 4000 * credentials.LAYERS


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("char", [b"\\", b"%", b"&"])
def test_a_body_of_too_many_escapes_is_refused_unread(char: bytes, more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many characters that may begin an escape as a body may have it is searched, with one more it is not."""
    monkeypatch.setattr(credentials, "MOST_ESCAPES", 3000)
    body = b'{"data": {"MLB": []}, "x": "' + 500 * b"&&%%%1" + char * (500 + more) + b'"}'
    with (
        serving(Reply(200, body)) as server,
        options(base_url=server.base_url, token="a-token", now=Clock(NOW)),
    ):
        before = undone()
        if more:
            with pytest.raises(PayloadError, match="it has more than 3,000 escapes"):
                fetch(DAY)
            assert undone() == before
        else:
            fetch(DAY, refresh=True)
        assert server.count == 1


@pytest.mark.parametrize("backslashes", [1, 2, 3])
@pytest.mark.parametrize("token", ["kx7Qp2ZrT9vLm4Ws", "nx7Qp2ZrT9vLm4Ws", "ux7Qp2ZrT9vLm4Ws"])
def test_json_is_json_after_a_token_is_hidden(token: str, backslashes: int) -> None:
    """Backslashes before a token are hidden with it, because they would escape its replacement."""
    held = credentials.keep(token)
    for form in (token, token.encode().hex()):
        body = b'{"x": "a' + b"\\" * backslashes + form.encode() + b'"}'
        assert json.loads(credentials.redact_body(body, held)) == {"x": "a***"}


NOISE = (b"\n" * 500, b"\r\n" * 500, b"\n" * 500 + b"A", b"=" * 500, b"&" + b"A" * 29, b"\0" * 500)


@pytest.mark.parametrize("noise", NOISE)
def test_noise_is_left_as_it_is(noise: bytes) -> None:
    """Nothing but line breaks, padding or half of a byte is no base64 and no hexadecimal, and no error."""
    held = credentials.keep("kx7Qp2ZrT9vLm4Ws")
    for times in (1, 20):
        assert credentials.redact_body(noise * times, held) == noise * times


@pytest.mark.parametrize("before", ["", "a", "ab", "0x", "1, 2, a"])
def test_hexadecimal_is_found_after_other_digits(before: str) -> None:
    """Digits before those of a token, an odd number of them too, do not hide where its bytes begin."""
    held = credentials.keep("kx7Qp2ZrT9vLm4Ws")
    for separator in ("", " ", ":", ", 0x"):
        said = f"{before}{separator.join(f'{byte:02x}' for byte in b'kx7Qp2ZrT9vLm4Ws')}"
        assert b"***" in credentials.redact_body(said.encode(), held), (before, separator)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("zero", ["\0", r"\0", r"\\0", r"\x00", r"\u0000", "%00", "&#0;"])
@pytest.mark.parametrize("token", ["kx7Qp2ZrT9vLm4Ws", "0123456789012345", "7ééé-ABCDEFGH-12"])
def test_a_token_of_wide_characters_is_found(token: str, zero: str, encoding: str) -> None:
    """UTF-16 and UTF-32, whole or without the zeros at either end, however these are written; but for a first 0."""
    held = credentials.keep(token)
    wide = token.encode(encoding)
    for said in (wide, wide.strip(b"\0")):
        clean = credentials.redact_body(b"before <" + said.replace(b"\0", zero.encode()) + b"> after", held)
        assert re.fullmatch(rb"before <(%s)*0?(%s)*\*\*\*(%s)*> after" % (3 * (re.escape(zero.encode()),)), clean), (
            clean
        )


def test_encoded_data_without_a_token_stay_as_they_are() -> None:
    """Images, digests, identifiers and lists of numbers in data are the very same bytes afterwards."""
    held = credentials.keep("kx7Qp2ZrT9vLm4Ws")
    r = random.Random(0)
    row = {"image": base64.b64encode(r.randbytes(5000)).decode(), "digest": r.randbytes(32).hex(), "throws": [60] * 99}
    row |= {"mail": base64.encodebytes(r.randbytes(500)).decode(), "a_very_long_name_of_a_field_of_the_service": 1}
    body = json.dumps([row] * 20).encode()
    assert credentials.redact_body(body, held) is body


@pytest.mark.sampled
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ENCODINGS)
def test_no_echo_shows_the_token(hostile: Hostile, name: str, place: str, tmp_path: Path) -> None:
    """[S5-07] [S5-10] Echoed in rows, errors, pages, headers, locations: neither answer, error nor cache show it."""
    r = random.Random(f"{name} {place}")
    for _ in range(3):
        token = random_token(r)
        with options(base_url=hostile.url(f"echo.{name}.{place}"), token=token, cache_dir=tmp_path, now=Clock(NOW)):
            outcome: object = None
            try:
                outcome = fetch(DAY)
            except SportsframeError as error:
                outcome = error
            seen = "\n".join(strings(outcome)) + str(outcome) + repr(pickle.dumps(outcome))
            kept = connection_for(current()).cache.lookup(key_of(PATH), current().moment())
            seen += kept.body.decode() if kept else ""
        assert shows(seen, token) == []
        assert place not in ("rows", "error") or "***" in seen


@pytest.mark.sampled
@pytest.mark.parametrize("name", ENCODINGS)
def test_the_mirror_shows_no_token(hostile: Hostile, name: str, tmp_path: Path) -> None:
    """[S5-11] Nothing that upstream repeats of the mirror's own token reaches its users."""
    r = random.Random(name)
    for place in PLACES:
        token = random_token(r)
        mirror = Mirror(hostile.url(f"echo.{name}.{place}"), token=token, cache_dir=tmp_path / place, now=Clock(NOW))
        got = mirror.respond("GET", f"/api/v1{PATH}", {"RSC_token": "a-user"}, {})
        assert shows(repr(got), token) == []
