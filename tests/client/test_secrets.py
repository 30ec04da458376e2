"""No secret comes to light: a canary token, every surface, every way to fail."""

from __future__ import annotations

import ast
import base64
import contextlib
import copy
import gc
import io
import json
import logging
import pickle
import random
import re
import sqlite3
import timeit
import traceback
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
import requests
from requests.adapters import BaseAdapter, HTTPAdapter

import sportsframe
from sportsframe._client import cache as store
from sportsframe._client import credentials, notices, transport
from sportsframe._client.batch import fetch_many
from sportsframe._client.cache import cache
from sportsframe._client.clock import Clock
from sportsframe._client.connection import connection_for
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options, show_settings
from sportsframe._client.query import Query
from sportsframe._doctor import doctor
from sportsframe._freeze import freeze, thaw
from sportsframe._util.report import Report
from sportsframe.errors import ConfigError, PayloadError, SportsframeError

from ..support.hostile import random_token, strings
from ..support.servers import Reply, Server, closed_port, envelope, game, serving

SECRET = 'Canary/5d1f+0a=b c"é&7XyZ'
DAY = Query("MLB", "live", "2024-06-01")
PATH = "/live/2024-06-01/MLB"


NOW = "2025-03-01T12:00"


def echo(text: str = SECRET) -> bytes:
    """A body that repeats the token in several forms, and the address it was asked at."""
    shapes = [text, quote(text, safe=""), quote_plus(text), base64.b64encode(text.encode()).decode()]
    return json.dumps({"data": {"MLB": [{**game(), "echo": shapes, "address": "@ADDRESS@"}]}}).encode()


REPLIES: dict[str, list[Reply]] = {
    "200": [Reply(200, envelope(game()))],
    "200 echo": [Reply(200, echo(), {"X-Echo": "@ADDRESS@", "Set-Cookie": "token=@ADDRESS@"}, echo=True)],
    "200 broken": [Reply(200, b"<html>@ADDRESS@ " + echo(), echo=True)],
    "304": [Reply(304, headers={"X-Echo": "@ADDRESS@"})],
    "400": [Reply(400, b'"bad date @ADDRESS@"', echo=True)],
    "401": [Reply(401, b"null", {"WWW-Authenticate": "@ADDRESS@"})],
    "403": [Reply(403, b'{"code": "TRIAL_ACCESS_RESTRICTED", "message": "no: @ADDRESS@"}', echo=True)],
    "404": [Reply(404, b'"could not be processed @ADDRESS@"', echo=True)],
    "429": [Reply(429, echo(), {"Retry-After": "@ADDRESS@"}, echo=True)],
    "500": [Reply(500, echo(), echo=True)],
    "redirect": [Reply(302, b"@ADDRESS@", {"Location": "http://127.0.0.1:9/@ADDRESS@"}, echo=True)],
    "reset": [Reply(fault="reset")],
    "closed": [Reply(fault="close")],
    "truncated": [Reply(200, echo(), fault="truncate", echo=True)],
    "timeout": [Reply(200, echo(), delay=0.4)],
    "then down": [Reply(200, envelope(game(status="inprogress"))), Reply(503, echo(), echo=True)],
}
OTHERS = ("refused", "no such name", "bad certificate", "interrupt")
FAILURES = (*REPLIES, *OTHERS)


def forms() -> list[bytes]:
    """Every way the canary may show, by a list of its own rather than the package's."""
    raw = SECRET.encode()
    texts = {SECRET, quote(SECRET), quote(SECRET, safe=""), quote_plus(SECRET), json.dumps(SECRET)[1:-1]}
    texts |= {json.dumps(SECRET, ensure_ascii=False)[1:-1], repr(SECRET)[1:-1], quote(quote(SECRET, safe=""), safe="")}
    texts |= {text.swapcase() for text in texts} | {text.upper() for text in texts} | {text.lower() for text in texts}
    found = {text.encode() for text in texts} | {SECRET.encode("utf-16-le"), raw.hex().encode()}
    for lead in range(3):  # base64 in any position of a longer text
        text = base64.b64encode(b"x" * lead + raw)
        found |= {text[4 * bool(lead) + 0 : -4], text[4 * bool(lead) + 0 : -4].translate(bytes.maketrans(b"+/", b"-_"))}
    return sorted(found)


FORMS = forms()


def hits(surface: bytes | str) -> list[bytes]:
    """The forms of the canary that `surface` shows."""
    data = surface if isinstance(surface, bytes) else surface.encode("utf-8", "surrogatepass")
    return [form for form in FORMS if form in data]


def unpacked(file: Path) -> bytes:
    """The bytes of a file; of a cache also those of its entries, unpacked."""
    if not file.is_file():
        return b""
    found = file.read_bytes()
    if file.suffix == ".sqlite":
        with contextlib.closing(sqlite3.connect(file)) as con:
            found += b"".join(zlib.decompress(value[11:]) for (value,) in con.execute("SELECT value FROM answers"))
    return found


class Caplog(logging.Handler):
    """Keeps every record, as text and as parts."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.said: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.said.append(self.format(record) + repr(record.__dict__))


@dataclass
class Scene:
    """What one failure left behind, by surface."""

    surfaces: dict[str, bytes | str] = field(default_factory=dict)
    outcome: object = None


def frames(error: BaseException) -> Iterator[str]:
    """What a traceback with locals shows: the locals of our own frames and those below, not the test's."""
    walk: TracebackType | None = error.__traceback__
    while walk is not None:
        code = walk.tb_frame.f_code
        if "tests" not in Path(code.co_filename).parts:
            yield code.co_name
            for value in walk.tb_frame.f_locals.values():
                yield from strings(value, 4)
        walk = walk.tb_next


class Interrupting(HTTPAdapter):
    """An interrupt in the middle of sending."""

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        address = request.url  # a local that a traceback would show
        raise KeyboardInterrupt(f"while asking {address}")


def examined() -> Report:
    """What `doctor` says, or where the adapter is none of ours perhaps what it raised."""
    try:
        return doctor()
    except Exception as error:
        return Report([(repr(error),)], columns=["raised"])


def play(failure: str, server: Server, folder: Path, ask: Callable[[Query], object] = fetch) -> Scene:
    """Ask under `failure` and collect every surface."""
    scene = Scene()
    clock = Clock("2025-03-01T12:00")
    base_url = server.base_url
    if failure == "refused":
        base_url = f"http://127.0.0.1:{closed_port()}/api/v1"
    elif failure == "no such name":
        base_url = "https://no-such-host.invalid/api/v1"
    elif failure == "bad certificate":
        base_url = base_url.replace("http:", "https:")
    elif failure != "interrupt":
        server.set(PATH, *REPLIES[failure])
    log = Caplog()
    root = logging.getLogger()
    level = root.level
    loggers = [root, *(logging.getLogger(name) for name in ("urllib3", "urllib3.connectionpool", "requests_cache"))]
    levels = [logger.level for logger in loggers]
    out, err = io.StringIO(), io.StringIO()
    block = options(base_url=base_url, token=SECRET, now=clock, cache_dir=folder, timeouts=(0.2, 0.2))
    with (
        block, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err),
        warnings.catch_warnings(record=True) as warned,
    ):  # fmt: skip
        warnings.simplefilter("always")
        root.addHandler(log)
        for logger in loggers:
            logger.setLevel(logging.DEBUG)
        try:
            if failure == "interrupt":
                adapter = connection_for(current()).session.adapters[f"{base_url}/"]
                assert isinstance(adapter, transport.TokenAdapter)
                adapter.inner = Interrupting()
            if failure == "then down":
                ask(DAY)
                clock.sleep(7 * 3600)
            scene.outcome = ask(DAY)
        except BaseException as error:
            scene.outcome = error
        finally:
            root.removeHandler(log)
            for logger, was in zip(loggers, levels, strict=True):
                logger.setLevel(was)
            root.setLevel(level)
        printed = "".join(
            str(thing) + repr(thing)
            for thing in (
                current(),
                show_settings(),
                examined(),
                cache,
                connection_for(current()),
                block,
            )
        )
        printed += examined()._repr_html_() + show_settings()._repr_html_()
        line = connection_for(current())
        reachable = "\n".join(strings((line, line.session, line.cache, current(), current().history)))
    notices.forget()
    outcome = scene.outcome
    scene.surfaces = {
        "log": "\n".join(log.said),
        "stdout and stderr": out.getvalue() + err.getvalue(),
        "warnings": "\n".join(str(warning.message) for warning in warned),
        "cache files": b"".join(map(unpacked, sorted(folder.rglob("*")))),
        "file names": "\n".join(str(file) for file in folder.rglob("*")),
        "public objects": printed,
        "reachable": reachable,
        "outcome": repr(outcome) + str(outcome) + "\n".join(strings(outcome)),
        "pickle": pickle.dumps(outcome) + pickle.dumps(copy.deepcopy(outcome)),
    }
    if isinstance(outcome, BaseException):
        chain = "".join(traceback.format_exception(outcome))
        held = traceback.TracebackException.from_exception(outcome, capture_locals=True)
        ours = [frame for frame in held.stack if "tests" not in Path(frame.filename).parts]
        scene.surfaces["traceback"] = chain
        scene.surfaces["traceback with locals"] = "\n".join(str(frame.locals) for frame in ours)
        scene.surfaces["locals reachable"] = "\n".join(frames(outcome))
        linked = (outcome.__cause__, outcome.__context__)
        scene.surfaces["cause and context"] = "".join(map(repr, linked)) + "\n".join(strings(linked))
    return scene


@pytest.mark.parametrize("failure", FAILURES)
def test_canary(failure: str, tmp_path: Path) -> None:
    """[S5-07] [S5-08] [S5-10] Whatever fails, the token went out on the wire and shows on no surface above it."""
    with serving() as server:
        scene = play(failure, server, tmp_path)
        if failure in REPLIES:
            assert server.seen
            assert all(seen.query["RSC_token"] == [SECRET] for seen in server.seen)
    found = {surface: shown for surface, text in scene.surfaces.items() if (shown := hits(text))}
    assert found == {}
    if failure == "interrupt":
        assert type(scene.outcome) is KeyboardInterrupt
    elif failure not in ("200", "200 echo", "304", "then down"):
        assert isinstance(scene.outcome, SportsframeError)
        assert scene.outcome.__cause__ is None
        assert scene.outcome.__context__ is None
        assert "\n" not in str(scene.outcome)


def test_the_matrix_is_large(tmp_path: Path) -> None:
    """[S5-07] Failures times surfaces are at least 200 cells."""
    with serving() as server:
        good = len(play("200", server, tmp_path / "a").surfaces)
        bad = len(play("401", server, tmp_path / "b").surfaces)
    succeeding = ("200", "200 echo", "304", "then down")
    assert good * len(succeeding) + bad * (len(FAILURES) - len(succeeding)) >= 200


class BareAdapter(BaseAdapter):
    """What people write: the token goes on, nothing comes off."""

    def __init__(self, inner: BaseAdapter, base_url: str, token: credentials.Token, clock: Any) -> None:
        super().__init__()
        self.inner, self.base_url, self.token = inner, base_url, token

    def send(self, request: requests.PreparedRequest, *args: Any, **kwargs: Any) -> requests.Response:
        request.prepare_url(str(request.url), {"RSC_token": credentials.reveal(self.token)})
        response = self.inner.send(request, *args, **kwargs)
        if response.status_code == 200:
            response.headers.update(
                {transport.FETCHED_AT: current().moment().isoformat(), transport.LIFETIME: "60", transport.CHECK: ""}
            )
        return response

    def close(self) -> None:
        self.inner.close()


def test_the_check_fails_without_the_adapter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-07] With a plain adapter in place of ours, and no filter, the same check finds the token everywhere."""
    monkeypatch.setattr(transport, "TokenAdapter", BareAdapter)
    monkeypatch.setattr(credentials, "guard_logs", lambda: None)
    for name in credentials.BELOW:
        monkeypatch.setattr(logging.getLogger(name), "filters", [])
    leaking: dict[str, set[str]] = {}
    with serving() as server:
        for failure in ("200", "200 echo", "404", "redirect", "reset", "refused", "timeout"):
            scene = play(failure, server, tmp_path / failure)
            leaking[failure] = {surface for surface, text in scene.surfaces.items() if hits(text)}
    assert all(leaking.values())
    everywhere = set.union(*leaking.values())
    assert {"log", "cache files", "outcome", "traceback", "traceback with locals", "cause and context"} <= everywhere


def test_many_and_frozen_answers(tmp_path: Path) -> None:
    """[S5-07] [S5-08] Ranges, their progress bar and frozen files hold no token either."""
    err = io.StringIO()
    with serving(Reply(200, echo(), echo=True)) as server, contextlib.redirect_stderr(err):
        server.set("/live/2024-06-02/MLB", Reply(404, echo(), echo=True))
        with options(base_url=server.base_url, token=SECRET, now=Clock("2025-03-01T12:00")):
            results = list(fetch_many([Query("MLB", "live", f"2024-06-0{d}") for d in range(1, 9)], progress=True))
            report = freeze(tmp_path / "study.sfz")
            with zipfile.ZipFile(tmp_path / "study.sfz") as archive:
                inside = b"".join(archive.read(name) for name in archive.namelist())
            with thaw(tmp_path / "study.sfz") as study:
                shown = repr(study) + repr(study.contents()) + repr(fetch(DAY)) + repr(show_settings())
    for surface in (repr(results), "\n".join(strings(results)), err.getvalue(), repr(report), inside, shown):
        assert hits(surface) == []
    assert hits((tmp_path / "study.sfz").read_bytes()) == []


def test_a_clean_answer_is_not_touched() -> None:
    """Hiding the token leaves an answer without it as it is, and finds all forms in one with it."""
    credentials.keep(SECRET)
    body = envelope(game()) + bytes(range(256))
    assert credentials.redact_body(body) == body
    assert hits(credentials.redact_body(echo())) == []
    assert json.loads(credentials.redact_body(echo()))


def test_short_tokens_do_not_spoil_the_data() -> None:
    """A token of a few letters is hidden in addresses, but answers are not searched for it."""
    reply = Reply(200, envelope({**game(), "team": "abc"}))
    with serving(reply) as server, options(base_url=server.base_url, token="abc"):
        assert b'"abc"' in fetch(DAY).body
    assert credentials.redact("see http://x/?RSC_token=abc&league=EPL") == "see http://x/?RSC_token=***&league=EPL"
    assert credentials.redact("see http://x/?RSC_token=abc") == "see http://x/?RSC_token=***"


def test_the_public_token_is_not_hidden() -> None:
    """The fixed token of the built-in service is no secret and no word of an answer is lost to it."""
    assert credentials.redact_body(b'{"x": "built-in"}') == b'{"x": "built-in"}'


def test_logs_of_the_transport_stay_readable(caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] The filter hides the token and leaves the rest of the line, formatted or with an exception."""
    credentials.keep(SECRET)
    credentials.guard_logs()
    log = logging.getLogger("urllib3.connectionpool")
    with caplog.at_level(logging.DEBUG, "urllib3.connectionpool"):
        log.debug('%s://%s:%s "%s %s" %s', "http", "h", 80, "GET", f"/api/v1/x?RSC_token={quote(SECRET)}&a=1", 200)
        try:
            raise ValueError(f"about {SECRET}")
        except ValueError:
            log.warning("failed", exc_info=True)
    assert 'http://h:80 "GET /api/v1/x?RSC_token=***&a=1" 200' in caplog.text
    assert "ValueError: about ***" in caplog.text
    assert hits(caplog.text) == []


def test_one_room_reads_the_token() -> None:
    """A secret is revealed only where it is sent, to the service or to Redis; only the options read the variable."""
    revealing, reading = set(), set()
    root = Path(sportsframe.__file__).parent
    for file in root.rglob("*.py"):
        place = file.relative_to(root).as_posix()
        if place.startswith("service/") or place == "servers/mirror.py":
            continue  # the other side: it takes tokens
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name == "reveal":
                revealing.add(place)
            if name in ("_secrets", "environ") and place not in ("_cli/output.py", "_cli/verbs.py", "_doctor.py"):
                reading.add(place)
    assert revealing == {"_client/transport.py", "_client/redis_server.py"}
    assert "_client/credentials.py" in reading
    assert reading <= {"_client/credentials.py", "_client/options.py"}


def test_the_error_of_a_broken_answer_is_clean() -> None:
    """[S2.1-09] [S5-08] A `PayloadError` shows a piece of the answer and no token."""
    reply = Reply(200, b"oh " + SECRET.encode() + b" is not valid")
    with (
        serving(reply) as server,
        options(base_url=server.base_url, token=SECRET),
        pytest.raises(PayloadError) as caught,
    ):
        fetch(DAY)
    assert "***" in str(caught.value)
    assert hits(str(caught.value) + repr(vars(caught.value))) == []


def test_requests_leave_no_handles(tmp_path: Path) -> None:
    """A thousand answers leave no more open files or objects of the transport than ten do."""
    with serving(Reply(200, envelope(game()))) as server, options(base_url=server.base_url, token=SECRET, cache_size=0):

        def load(n: int) -> tuple[int, int]:
            for _ in range(n):
                fetch(DAY)
            gc.collect()
            handles = len(list(Path("/proc/self/fd").iterdir())) if Path("/proc/self/fd").exists() else 0
            return handles, sum(isinstance(thing, requests.Response) for thing in gc.get_objects())

        few = load(10)
        many = load(300)
    assert many[0] <= few[0] + 2
    assert many[1] <= few[1] + 2
    assert store.tally.made >= 310


def test_no_address_with_a_token_is_committed() -> None:
    """[S5-06] No notebook, page or workflow of the repository holds an address with a token in it."""
    root = Path(sportsframe.__file__).parent.parent
    files = [file for kind in ("*.ipynb", "*.md", "*.yml", "*.yaml", "*.toml", "*.cfg") for file in root.rglob(kind)]
    files = [file for file in files if not any(part.startswith(".venv") for part in file.parts)]
    assert files
    for file in files:
        for value in re.findall(r"RSC_token(?:=|%3D)([A-Za-z0-9_\-.%+/]{8,})", file.read_text("utf-8", "replace")):
            raise AssertionError(f"{file} holds RSC_token={value[:3]}...")


def test_new_tokens_in_many_threads_are_hidden_at_once() -> None:
    """Three hundred tokens taken in by sixteen threads, while all redact: every one is hidden, then and later."""
    tokens = [random_token(random.Random(i)) for i in range(300)]
    held: list[credentials.Token] = []

    def take(token: str) -> int:
        held.append(credentials.keep(token))
        text = f"no account for {token}"
        return (
            text.count("***")
            + (token in credentials.redact(text))
            + (token.encode() in credentials.redact_body(text.encode()))
        )

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(take, tokens)) == 0
    assert [token for token in tokens if token in credentials.redact(f"see {token}")] == []


def test_tokens_that_nobody_holds_are_forgotten() -> None:
    """Secrets do not pile up: what is known ends with the last who holds its token; a lasting one stays."""
    gc.collect()
    before = credentials.known()
    held = [credentials.keep(f"passing-token-{i}") for i in range(450)]
    assert credentials.known() == before + 450
    assert copy.deepcopy(held[0]) is held[0]
    assert pickle.loads(pickle.dumps(held[0])) is held[0]
    del held
    gc.collect()
    assert credentials.known() == before
    credentials.keep("a-lasting-password", lasting=True)
    gc.collect()
    assert credentials.redact("see a-lasting-password") == "see ***"


def test_many_tokens_cost_little() -> None:
    """An answer of 200 kB is looked through for its own token in milliseconds, with 450 others known."""
    held = [credentials.keep(f"token-of-tenant-{i:04d}-{i * 7919:x}") for i in range(450)]
    body = b'{"data": {"MLB": [' + b'{"team": "abc", "runs": 123},' * 7000 + b"]}}"
    best = min(timeit.repeat(lambda: credentials.redact_body(body, held[0]), number=1, repeat=5))
    assert best < 0.02


def test_a_token_that_is_no_text_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-08] A variable with bytes that are not UTF-8 is refused in one line that does not show it."""
    monkeypatch.setenv("RSC_TOKEN", b"canary-\xff-token".decode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigError) as caught:
        current()
    assert "not UTF-8" in str(caught.value)
    assert "canary" not in "".join(traceback.format_exception(caught.value)) + "".join(strings(caught.value))
    assert "canary" not in str(doctor())


def test_what_is_shown_obeys_no_terminal() -> None:
    """What a service says is shown in one line without control, direction or private characters, cut after hiding."""
    held = credentials.keep("canary-token-0123456789")
    said = "a\x1b]0;owned\x07\x1b[2J\u202eb\r\nc\u2028d\u200be canary-token-0123456789"
    assert credentials.shown(said) == "a ]0;owned [2J b c d e ***"
    assert credentials.shown("x" * 290 + " canary-token-0123456789", 300) == "x" * 290 + " ***"
    assert held


@pytest.mark.filterwarnings("ignore::sportsframe.SportsframeWarning")
def test_a_token_in_a_wrong_place_is_hidden(tmp_path: Path) -> None:
    """[S5-07] Passed as a day, sport, team, table, option or path, a known token stands in no message."""
    token = "kQ7-Zr9wPl0Xc4VbN2secretsecret"
    client = sportsframe.Client(source="service", base_url="http://127.0.0.1:9/api/v1", token=token, cache_dir=tmp_path)
    wrong: list[Callable[[], object]] = [
        lambda: client.live(token, "MLB"),
        lambda: client.live("2024-06-01", token),
        lambda: client.live("2024-06-01", "SOCCER", league=token),
        lambda: client.live("2024-06-01", "MLB", table=token),
        lambda: options(workers=token),  # type: ignore[arg-type]
        lambda: options(source=token),  # type: ignore[arg-type]
        lambda: options(now=token),
        lambda: thaw(tmp_path / token),
        lambda: sportsframe.read_json(token, "MLB", "live"),
    ]
    for call in wrong:
        with pytest.raises(SportsframeError) as caught:
            call()
        assert token not in str(caught.value) + repr(caught.value) + "".join(strings(caught.value))
        assert "***" in str(caught.value)


CUT = "Upstr3am+Secret/tok&en=%41zz99"


@pytest.mark.parametrize(
    "said",
    [CUT[:-2], CUT[2:], CUT[:15], CUT[-15:], quote(CUT)[:-2], json.dumps(CUT[:-2]).replace("/", "\\/")],
)  # fmt: skip
def test_a_token_that_is_cut_short_is_hidden(said: str) -> None:
    """Half of it and more, from either end, in prose, in escapes or in UTF-16."""
    held = credentials.keep(CUT)
    wide = f"the token {said}".encode("utf-16-le").decode("latin-1")
    for text in (f"the token {said}... is unknown", *([wide] if said in CUT else [])):
        clean = credentials.redact(text).replace("\0", "")
        assert credentials.HIDDEN in clean
        assert not any(said[at : at + 6] in clean for at in range(len(said) - 5))
    assert credentials.redact(CUT) == credentials.HIDDEN
    assert credentials.redact(f"{CUT[:7]} and {CUT[-7:]}") == f"{CUT[:7]} and {CUT[-7:]}"
    del held


@pytest.mark.parametrize(
    "text",
    ['{"RSC_token": "Upst"}', "{'RSC_token' : 'Upst'}", r'"{\"RSC_token\": \"Upst\"}"',
     "?RSC_token=Upst&a=1".encode("utf-16-le").decode("latin-1"),
     "?RSC_token=Upst".encode("utf-16-be").decode("latin-1")],
)  # fmt: skip
def test_what_follows_the_name_of_the_parameter_is_hidden(text: str) -> None:
    """However little of the token it is, in JSON and in UTF-16 as in a URL."""
    clean = credentials.redact(text).replace("\0", "")
    assert credentials.HIDDEN in clean
    assert "Upst" not in clean


def test_half_a_token_is_the_shortest_part_that_is_hidden() -> None:
    """Eight characters of sixteen, at either end; seven are shown, as they may be anything."""
    token = "Kq7Zr2Wm9Xt4Lb6V"
    for eight, seven in ((token[:8], token[:7]), (token[-8:], token[-7:])):
        assert eight not in credentials.redact(f"no account {eight} here", token)
        assert seven in credentials.redact(f"no account {seven} here", token)
