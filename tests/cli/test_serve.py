"""The commands that serve, as processes and in this one."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest

from sportsframe._cli.commands import build
from sportsframe._cli.run import main
from sportsframe._client.options import options
from sportsframe.catalog import BASE_PATH
from sportsframe.load import live
from sportsframe.servers.mcp.server import every_tool

from ..support.processes import command
from ..support.servers import Reply, envelope, game, serving

TOKEN = "command-token-0123456789"
UPSTREAM = "command-upstream-0123456789"


def get(address: str, path: str, token: str, **query: str) -> tuple[int, bytes]:
    parts = urlsplit(address)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    connection.request("GET", f"{parts.path}{path}?{urlencode({'RSC_token': token, **query})}")
    got = connection.getresponse()
    answer = got.status, got.read()
    connection.close()
    return answer


def tools(address: str, token: str) -> tuple[int, bytes]:
    """The list of tools, over a raw request."""
    parts = urlsplit(address)
    connection = HTTPConnection(str(parts.hostname), parts.port, timeout=20)
    headers = {
        "Authorization": f"Bearer {token}", "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }  # fmt: skip
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}})
    connection.request("POST", parts.path, body, headers)
    got = connection.getresponse()
    answer = got.status, got.read()
    connection.close()
    return answer


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which a command is refused as bad input."""
    try:
        code = main(words)
    except SystemExit as stop:
        code = int(str(stop.code))
    out, err = capsys.readouterr()
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("sportsframe: ")
    return err


def test_serve_with_a_token_file_a_clock_a_seed_and_switches(tmp_path: Path) -> None:
    """[S1-14] Tokens of a 0600 file, a clock that stands in an evening of play, and an observed behaviour."""
    file = tmp_path / "tokens.json"
    entries = [{"token": TOKEN}, {"token": f"{TOKEN}-b", "sports": ["NBA"]},
               {"token": f"{TOKEN}-t", "trial": "2024-05-20"}]  # fmt: skip
    file.write_text(json.dumps({"tokens": entries}))
    file.chmod(0o600)
    words = ("serve", "--port", "0", "--tokens", str(file), "--clock", "2024-06-02T00:30", "--switches", "empty-array")
    with command(*words, RSC_TOKEN=f"{TOKEN}-e") as server:
        assert len(server.said) == 1
        assert re.fullmatch(rf"http://127\.0\.0\.1:\d+{BASE_PATH}", server.address)
        for token, status in ((TOKEN, 200), (f"{TOKEN}-e", 200), (f"{TOKEN}-b", 403), (f"{TOKEN}-t", 200), ("x", 401)):
            assert get(server.address, "/live/2024-06-02/MLB", token)[0] == status
        rows = json.loads(get(server.address, "/live/2024-06-02/MLB", TOKEN)[1])["data"]["MLB"]
        assert "inprogress" in {row["status"] for row in rows}
        assert get(server.address, "/live/2024-01-20/MLB", TOKEN) == (200, b'{"data":{"MLB":[]}}')
        assert get(server.address, "/live/2022-06-01/MLB", f"{TOKEN}-t")[0] == 403
        assert server.stop() == 0
    log = "".join(server.logged)
    assert 'GET /api/v1/live/2024-06-02/MLB" 200' in log
    assert TOKEN not in log


def test_the_client_asks_a_served_world(tmp_path: Path) -> None:
    """[S5-11] Given the address and RSC_TOKEN the client goes over the socket, with the results of that process."""
    with command("serve", "--port", "0", "--seed", "7", "--quiet", RSC_TOKEN=TOKEN) as server:
        assert server.token == ""
        with options(base_url=server.address, token=TOKEN, cache_dir=tmp_path):
            over = live("2024-12-06", "NBA")
        assert server.stop() == 0
    assert [line.split(" ", 1)[1].strip() for line in server.logged] == ["stopping; requests in progress: 0", "stopped"]
    inside = live("2024-12-06", "NBA")

    assert over.attrs["sportsframe"]["source"] == "service"
    assert list(over.columns) == list(inside.columns)
    assert over["game_id"].tolist() != inside["game_id"].tolist()


def test_mcp_makes_up_a_token_and_prints_it() -> None:
    """[S4C-01] Without any token one is made up; the address ends in /mcp; it ends when told to."""
    with command("mcp", "--port", "0") as server:
        assert len(server.token) >= 24
        assert server.address.endswith("/mcp")
        status, body = tools(server.address, server.token)
        assert (status, len(json.loads(body)["result"]["tools"])) == (200, len(every_tool()))
        assert tools(server.address, server.token + "x") == (401, b"")
        assert get(server.address.replace("/mcp", ""), "/healthz", "")[0] == 200
        assert server.stop() == 0
    assert server.token not in "".join(server.logged)
    assert '"POST /mcp" - 200' in "".join(server.logged)


def test_mcp_before_a_mirror(tmp_path: Path) -> None:
    """The tools in front of another service: asked with its own token, which users never see."""
    with serving(Reply(200, envelope(game()))) as upstream:
        environment = {
            "RSC_TOKEN": TOKEN, "SPORTSFRAME_UPSTREAM_TOKEN": UPSTREAM, "SPORTSFRAME_CACHE_DIR": str(tmp_path),
        }  # fmt: skip
        with command("mcp", "--port", "0", "--upstream", upstream.base_url, **environment) as server:
            assert tools(server.address, TOKEN)[0] == 200
            assert tools(server.address, UPSTREAM)[0] == 401
            assert server.stop() == 0
        assert upstream.count == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("serve", "--port", "70000"), "invalid port"), (("serve", "--port", "x"), "invalid port"),
        (("serve", "--clock", "noon"), "invalid clock"), (("serve", "--clock", "2024-13-01"), "invalid clock"),
        (("serve", "--clock", "x1e9"), "invalid clock"), (("serve", "--clock", "x90000"), "86400"),
        (("serve", "--clock", ""), "invalid clock"), (("serve", "--seed", "x"), "--seed"),
        (("serve", "--switches", "observe"), "Did you mean 'observed'"),
        (("serve", "--tokens", "/no/file"), "/no/file"),
        (("serve", "--host", "no.such.host.invalid"), "cannot listen"), (("serve", "extra"), "unrecognized"),
        (("serve", "--upstream", "https://host.invalid/api/v1"), "SPORTSFRAME_UPSTREAM_TOKEN"),
        (("serve", "--upstream", "http://host.invalid/api/v1"), "https"),
        (("serve", "--upstream", "https://host.invalid"), "/api/v1"),
        (("serve", "--workers", "0"), "from 1 to 64"), (("serve", "--workers", "65"), "from 1 to 64"),
        (("serve", "--workers", "2", "--upstream", "https://host.invalid/api/v1"), "--workers applies only"),
        (("serve", "--workers", "2", "--switches", "observe"), "Did you mean 'observed'"),
        (("serve", "--cors", "app.example.org"), "is not an origin"), (("serve", "--tls-cert", "/no/file"), "/no/file"),
        (("mcp", "--tls-key", "/no/file"), "certificate"), (("mcp", "--trusted-proxy", "me"), "address of a proxy"),
        (("serve", "--connections-per-address", "0"), "1 or more"),
        (("serve", "--upstream", "https://host.invalid/api/v1", "--seed", "3"), "--seed"),
        (("mcp", "--upstream", "https://host.invalid/api/v1", "--clock", "x5"), "--clock"),
        (("mcp", "--stdio", "--tokens", "/no/file"), "--stdio"),
        (("mcp", "--stdio", "--port", "9"), " --port cannot be combined with --stdio"),
        (("mcp", "--stdio", "--host", "0.0.0.0"), " --host cannot be combined with --stdio"),
        (("mcp", "--stdio", "--allow-host", "a.example"), " --allow-host cannot be combined with --stdio"),
        (("mcp", "--port", "-1"), "--port"),
    ],
)  # fmt: skip
def test_bad_words_are_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    """Exit code 2 and one line that says what is wrong, before anything listens."""
    assert says in refused(capsys, *words)


def test_a_token_file_that_others_may_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """[S5-06] A token file must be its owner's alone, and no error shows what is in it."""
    file = tmp_path / "tokens.json"
    file.write_text(json.dumps({"tokens": [{"token": TOKEN}]}))
    file.chmod(0o644)
    assert "chmod 600" in refused(capsys, "serve", "--tokens", str(file))
    file.chmod(0o600)
    file.write_text(f'{{"tokens": [{{"token": "{TOKEN}", "sport": []}}]}}')
    line = refused(capsys, "mcp", "--tokens", str(file))
    assert "unknown key" in line
    assert TOKEN not in line


@pytest.mark.parametrize("name", ["serve", "mcp"])
@pytest.mark.parametrize(
    ("variable", "value", "says"),
    [("RSC_TOKEN", "", "RSC_TOKEN is set but empty"), ("RSC_TOKEN", " ", "RSC_TOKEN is set but empty"),
     ("SPORTSFRAME_CASHE_DIR", "/x", "unknown environment variable SPORTSFRAME_CASHE_DIR")],
)  # fmt: skip
def test_variables_that_mean_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, name: str, variable: str, value: str, says: str
) -> None:
    """A secret that did not arrive, or a misspelt setting, stops a server before it makes up a token."""
    monkeypatch.setenv(variable, value)
    assert main([name, "--port", "0"]) == 2
    said = capsys.readouterr()
    assert says in said.err
    assert "token:" not in said.out


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    """One line names the port, and no token is made up for a server that does not come."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        for name in ("serve", "mcp"):
            assert port in refused(capsys, name, "--port", port)


def test_clocks() -> None:
    """The words of --clock: the real time, a moment, and either at a pace."""
    parse = build().parse_args
    assert parse(["serve"]).clock is None
    assert parse(["serve", "--clock", "real"]).clock is None
    frozen = parse(["serve", "--clock", "2024-06-01T20:00"]).clock
    assert frozen() == frozen() == datetime(2024, 6, 1, 20, tzinfo=UTC)
    day = parse(["mcp", "--clock", "2024-06-01"]).clock
    assert day() == datetime(2024, 6, 1, tzinfo=UTC)
    fast = parse(["serve", "--clock", "2024-06-01T20:00x3600"]).clock
    assert fast() < fast()
    soon = parse(["serve", "--clock", "x60"]).clock
    assert soon().year == 2025  # the time that the tests set


@pytest.mark.parametrize(
    ("name", "missing", "extra"),
    [("serve", "uvicorn", "server"), ("serve", "prometheus_client", "server"), ("mcp", "mcp", "mcp")],
)
def test_a_missing_extra_is_named(name: str, missing: str, extra: str) -> None:
    """Without the packages of an extra one line says what to install, with exit code 2."""
    code = f"import sys; sys.modules[{missing!r}] = None\nfrom sportsframe._cli import main\nsys.exit(main([{name!r}]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ)

    assert done.returncode == 2
    assert f'pip install "sportsframe[{extra}]"' in done.stderr
    assert done.stderr.count("\n") == 1
