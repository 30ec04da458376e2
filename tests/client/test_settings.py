"""Settings: where a value comes from, which addresses are taken, what is shown."""

from __future__ import annotations

import copy
import pickle
import threading
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import requests

from sportsframe._client import credentials, option_values, settings
from sportsframe._client.batch import fetch_many
from sportsframe._client.clock import Clock
from sportsframe._client.fetch import fetch
from sportsframe._client.options import current, options, show_settings
from sportsframe._client.query import Query
from sportsframe.errors import ConfigError

from ..support.servers import TOKEN, Reply, Server, envelope, game, serving

REAL = "https://data.example.org/api/v1"
DAY = Query("MLB", "live", "2024-06-01")


def test_block_wins_over_environment_over_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block wins over the environment, the environment over the default, an inner block over an outer one."""
    monkeypatch.delenv("SPORTSFRAME_CACHE_DIR")
    assert current().origins["cache_dir"] == "default"
    monkeypatch.setenv("SPORTSFRAME_CACHE_DIR", "/tmp/from-environment")
    assert current().cache_dir == Path("/tmp/from-environment")
    assert current().origins["cache_dir"] == "environment SPORTSFRAME_CACHE_DIR"
    with options(cache_dir="/tmp/outer", offline=True):
        with options(cache_dir="/tmp/inner"):
            assert current().cache_dir == Path("/tmp/inner")
            assert current().offline
        assert current().cache_dir == Path("/tmp/outer")
        assert current().origins["cache_dir"] == "options"
        with options(cache_dir=None):
            assert current().origins["cache_dir"] == "default"
    assert not current().offline


def test_argument_wins_over_block(tmp_path: Path) -> None:
    """An argument of a call wins over a block: one worker asks one after another."""
    with serving(Reply(304, delay=0.02)) as server, options(base_url=server.base_url, token=TOKEN, workers=8):
        list(fetch_many([Query("MLB", "live", f"2024-06-{d:02d}") for d in range(1, 6)], workers=1))
        gaps = [b.at - a.at for a, b in zip(server.seen, server.seen[1:], strict=False)]
        assert min(gaps) >= 0.02


def test_block_can_be_used_twice() -> None:
    """The same block may be entered again, also inside itself."""
    block = options(workers=3)
    with block, block:
        assert current().workers == 3
    with block:
        assert current().workers == 3
    assert current().workers == 8


def test_a_block_that_is_not_open_cannot_be_left() -> None:
    """Leaving a block that was not entered, or was left before, is refused in one line and changes nothing."""
    with options(workers=3):
        held = options()
        with pytest.raises(ConfigError, match="this block of options is not open"):
            held.__exit__(None, None, None)
        with held:
            pass
        with pytest.raises(ConfigError, match="is not open"):
            held.__exit__(None, None, None)
        assert current().workers == 3


def test_settings_are_frozen() -> None:
    """What holds now cannot be changed from outside a block."""
    with pytest.raises(AttributeError):
        current().offline = True  # type: ignore[misc]


def test_block_reaches_the_workers() -> None:
    """The settings of a block, the clock among them, hold in the worker threads of `fetch_many` and nowhere else."""
    moments: list[tuple[str, datetime]] = []

    def clock() -> datetime:
        moments.append((threading.current_thread().name, datetime(2031, 1, 1)))
        return moments[-1][1]

    with serving(Reply(200, envelope(game()))) as server:
        with options(base_url=server.base_url, token=TOKEN, now=clock):
            batch = fetch_many([Query("MLB", "live", f"2024-06-{d:02d}") for d in range(1, 9)])
        results = list(batch)  # read outside: what held at the call still holds
    assert {result.fetched_at.year for result in results} == {2031}  # type: ignore[union-attr]
    assert any(name.startswith("sportsframe") for name, _ in moments)
    assert current().moment().year == 2025


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"bas_url": REAL}, "base_url"),
        ({"offline": "yes"}, "True or False"),
        ({"workers": 0}, "from 1 to 64"),
        ({"workers": True}, "from 1 to 64"),
        ({"cache_size": -1}, "integer from"),
        ({"now": "tomorrow"}, "datetime"),
        ({"timeouts": 3}, "two numbers"),
        ({"timeouts": "52"}, "two numbers"),
        ({"timeouts": {1, 2}}, "two numbers"),
        ({"timeouts": (0, 1)}, "two numbers"),
        ({"timeouts": (1, 0)}, "two numbers"),
        ({"timeouts": (300.5, 1)}, "two numbers"),
        ({"timeouts": (1, 300.5)}, "two numbers"),
        ({"timeouts": (1, 2, 3)}, "two numbers"),
        ({"timeouts": (10**400, 1)}, "two numbers"),
        ({"timeouts": (True, 1)}, "two numbers"),
        ({"timeouts": ("5", 1)}, "two numbers"),
        ({"max_age": 1e12}, "from 0 to 3162240000, not"),
        ({"redis": "localhost:6379"}, "redis://"),
        ({"token": "  "}, "non-empty"),
        ({"cache_dir": 3}, "directory"),
    ],
)
def test_bad_values_are_refused(given: dict[str, object], says: str) -> None:
    """A setting that cannot be is refused when it is made, in one line that says what is allowed."""
    with pytest.raises(ConfigError, match=says) as caught:
        options(**given)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) <= 200


@pytest.mark.parametrize(
    "address",
    [
        "http://data.example.org/api/v1",
        "http://127.0.0.1.example.org/api/v1",
        "http://localhost.example.org/api/v1",
        "http://0.0.0.0/api/v1",
        "http://10.0.0.1:8000/api/v1",
        "http://[2001:db8::1]/api/v1",
        "ftp://data.example.org/api/v1",
        "file:///api/v1",
        "data.example.org/api/v1",
        "",
        "https:///api/v1",
        "https://data.example.org:99999/api/v1",
        "https://data.example.org:0/api/v1",
        "https://user:pw@data.example.org/api/v1",
        "https://data.example.org/api/v1?RSC_token=x",
        "https://data.example.org/api/v1#x",
    ],
)
def test_only_https_is_taken(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """[S1-02] [S5-09] An address that is not https is refused before anything is sent, loopback apart."""
    with pytest.raises(ConfigError, match="base_url"):
        options(base_url=address)
    if address:
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", address)
        with pytest.raises(ConfigError, match="SPORTSFRAME_BASE_URL") as caught:
            fetch(DAY)
        assert TOKEN not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    ["http://localhost:1/api/v1", "http://127.0.0.1:1/api/v1", "http://127.8.9.1/api/v1", "http://[::1]:1/api/v1",
     REAL, settings.BUILT_IN],
)  # fmt: skip
def test_loopback_and_the_built_in_host_may_be_http(address: str) -> None:
    """[S1-02] [S5-09] Plain http is for this machine and the reserved host of the built-in service."""
    with options(base_url=address, token=TOKEN):
        assert current().service().address == address


@pytest.mark.parametrize("address", [REAL, REAL + "/", "https://data.example.org/sports/api/v1/"])
def test_one_slash_is_taken_off(address: str) -> None:
    """[S1-14] [S1-15] The address ends with the version segment; one trailing slash is taken off."""
    with options(base_url=address, token=TOKEN):
        assert current().service().address == address.removesuffix("/")


@pytest.mark.parametrize(
    "address",
    ["https://data.example.org", "https://data.example.org/", "https://data.example.org/api/v2", REAL + "//",
     "https://data.example.org/api/v1/live"],
)  # fmt: skip
def test_address_without_version_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """[S1-15] An address that does not end in /api/v1 is refused in one line that names the variable."""
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", address)
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    with pytest.raises(ConfigError, match=r"SPORTSFRAME_BASE_URL must end in /api/v1"):
        fetch(DAY)


def test_paths_are_appended_to_the_address() -> None:
    """[S1-14] Every request path begins with the path of the base address."""
    with serving() as server, options(base_url=server.base_url + "/", token=TOKEN):
        fetch(DAY)
        fetch(Query("PGA", "schedule-season"))
        assert [seen.path for seen in server.seen] == ["/api/v1/live/2024-06-01/MLB", "/api/v1/schedule-season/PGA"]


def test_four_combinations(monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-15] Neither variable: the built-in service; both: the real one; one alone: an error that names the other."""
    assert current().service() == settings.Source(settings.BUILT_IN, settings.BUILT_IN_TOKEN, simulated=True)
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    with pytest.raises(ConfigError, match="SPORTSFRAME_BASE_URL"):
        fetch(DAY)
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", REAL)
    assert not current().service().simulated
    monkeypatch.delenv("RSC_TOKEN")
    with pytest.raises(ConfigError, match="RSC_TOKEN"):
        fetch(DAY)


@pytest.mark.parametrize("text", ["Service", "none", "1"])
def test_what_a_parent_says_is_checked(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """The variable that tells a child whether a service was named has one of two values; others are refused."""
    monkeypatch.setenv(option_values.PARENT_VARIABLE, text)
    with pytest.raises(ConfigError, match="is not service or any; unset it"):
        current()
    for right in ("service", "any"):
        monkeypatch.setenv(option_values.PARENT_VARIABLE, right)
        current()


@pytest.mark.parametrize("variable", [option.variable for option in option_values.OPTIONS.values()])
def test_an_empty_variable_is_an_error(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    """[S5-15] A variable that is set to nothing, as by a job without its secrets, never means simulated data."""
    for text in ("", " "):
        monkeypatch.setenv(variable, text)
        with pytest.raises(ConfigError, match=f"{variable} is set but empty"):
            current()


def test_an_unknown_variable_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of the package's prefix that it does not know is refused, and the nearest is named."""
    monkeypatch.setenv("SPORTSFRAME_BASEURL", REAL)
    with pytest.raises(ConfigError, match="SPORTSFRAME_BASE_URL"):
        current()


@pytest.mark.parametrize(
    ("variable", "text", "name", "value"),
    [
        ("SPORTSFRAME_OFFLINE", "yes", "offline", True),
        ("SPORTSFRAME_OFFLINE", "0", "offline", False),
        ("SPORTSFRAME_WORKERS", "3", "workers", 3),
        ("SPORTSFRAME_CACHE_SIZE", "0", "cache_size", 0),
        ("SPORTSFRAME_TIMEOUTS", "1,2.5", "timeouts", (1.0, 2.5)),
        ("SPORTSFRAME_SOURCE", "simulated", "source", "simulated"),
    ],
)
def test_every_option_has_a_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, text: str, name: str, value: object
) -> None:
    """Every option can be set by the environment, and a bad text is refused as a bad value is."""
    monkeypatch.setenv(variable, text)
    assert getattr(current(), name) == value
    assert current().origins[name] == f"environment {variable}"
    monkeypatch.setenv(variable, "neither")
    with pytest.raises(ConfigError, match=variable):
        current()


def test_source_fails_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """``source="service"`` never answers with simulated data, ``"simulated"`` never asks a service set beside it."""
    with options(source="service"), pytest.raises(ConfigError, match="RSC_TOKEN"):
        fetch(DAY)
    monkeypatch.setenv("SPORTSFRAME_SOURCE", "simulated")
    with options(base_url=REAL, token=TOKEN), pytest.raises(ConfigError, match="simulated"):
        fetch(DAY)
    monkeypatch.delenv("SPORTSFRAME_SOURCE")
    with options(base_url=REAL, token=TOKEN), options(source="simulated"):
        assert current().service().simulated


def test_show_settings_says_where_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """`show_settings` lists every setting with value and origin, and no secret, not even a Redis password."""
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    monkeypatch.setenv("SPORTSFRAME_REDIS", "redis://:rosebud-77@cache.example.org:6379/0")
    with options(base_url=REAL, offline=True):
        shown = show_settings()
    assert list(shown.columns) == ["setting", "value", "origin", "meaning"]
    by_name = shown.set_index("setting")
    assert by_name.loc["token", "value"] == "set (hidden)"
    assert by_name.loc["token", "origin"] == "environment RSC_TOKEN"
    assert by_name.loc["base_url", "value"] == REAL
    assert by_name.loc["offline", "origin"] == "options"
    assert by_name.loc["workers", "origin"] == "default"
    text = repr(shown) + shown._repr_html_() + shown.to_csv()
    assert TOKEN not in text
    assert "rosebud" not in text
    assert len(repr(shown).splitlines()) == len(option_values.OPTIONS) + 1


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("redis://:pw@cache.example.org:6379/0", "redis://cache.example.org:6379/0"),
        ("rediss://rosebud@cache.example.org/1", "rediss://cache.example.org/1"),
        ("redis://cache.example.org/0?password=rosebud&db=1", "redis://cache.example.org/0"),
        ("redis://user:rosebud@[::1]:6379/0", "redis://[::1]:6379/0"),
        ("unix:///run/redis.sock?password=rosebud", "unix:///run/redis.sock"),
    ],
)
def test_a_redis_server_is_shown_without_secrets(url: str, shown: str) -> None:
    """Of the URL of a Redis server no user, password or parameter is shown, however short."""
    with options(redis=url):
        rows = show_settings().set_index("setting")
        assert rows.loc["redis", "value"] == shown


def test_the_clock() -> None:
    """The clock is injected: fixed by text, standing until somebody sleeps, or going at its own pace."""
    assert current().moment() == datetime(2025, 3, 1, 12, tzinfo=UTC)
    with options(now="2024-06-01T20:00"):
        assert current().moment() == datetime(2024, 6, 1, 20, tzinfo=UTC)
    with options(now=datetime(2024, 6, 1, 20, tzinfo=timezone(timedelta(hours=-4)))):
        assert current().moment() == datetime(2024, 6, 2, 0, tzinfo=UTC)
    clock = Clock("2024-06-01T20:00")
    with options(now=clock):
        current().sleep(90)
        assert current().moment() == datetime(2024, 6, 1, 20, 1, 30, tzinfo=UTC)
        assert current().elapsed() == clock().timestamp()
    fast = Clock("2024-06-01T20:00", rate=36_000)
    fast.sleep(360)
    assert timedelta(seconds=360) <= fast() - datetime(2024, 6, 1, 20, tzinfo=UTC) < timedelta(hours=12)
    with options(now=lambda: datetime(2024, 1, 1)):
        assert current().moment().tzinfo is UTC
    with options(now=lambda: "2024-01-01"), pytest.raises(ConfigError, match="it returned '2024-01-01'"):
        current().moment()


def test_numbers_of_numpy_are_numbers() -> None:
    """A setting may be a number of NumPy, as one has who computes it or takes it from a frame."""
    with options(workers=np.int64(3), max_age=np.float32(1.5), timeouts=(np.int64(2), np.float64(3))):
        assert (current().workers, current().max_age, current().timeouts) == (3, 1.5, (2.0, 3.0))
        assert type(current().workers) is int


@pytest.mark.parametrize("wrong", ["60", None, True, float("nan"), float("inf"), 10**400, -1])
def test_clocks_take_numbers_of_seconds(wrong: Any) -> None:
    """The rate of a clock, and what it is advanced by, are finite numbers that do not turn it back."""
    with pytest.raises(ConfigError, match=r"^rate must be a number of seconds per second up to 86400, not "):
        Clock("2024-06-01T20:00", rate=wrong)
    clock = Clock("2024-06-01T20:00")
    with pytest.raises(ConfigError, match=r"^sleep needs a number of seconds from 0 to 3162240000, not "):
        clock.sleep(wrong)
    assert clock() == datetime(2024, 6, 1, 20, tzinfo=UTC)


def test_without_a_setting_it_is_the_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a clock of its own the package takes the time of the machine."""
    monkeypatch.delenv("SPORTSFRAME_NOW")
    assert abs(current().moment() - datetime.now(UTC)) < timedelta(seconds=5)


def test_a_token_stands_for_a_secret() -> None:
    """[S5-06] A token can be printed, copied, pickled and compared without giving the secret away."""
    token = credentials.keep(TOKEN)
    assert repr(token) == "Token(hidden)"
    for shape in (str(token), str(vars(token)), repr(copy.deepcopy(token)), pickle.dumps(token).decode("latin-1")):
        assert TOKEN not in shape
    assert pickle.loads(pickle.dumps(token)) == token == credentials.keep(f" {TOKEN}\n")
    assert credentials.reveal(token) == TOKEN


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("HTTPS://Api.Example.COM/api/v1", "https://api.example.com/api/v1"),
        ("http://LOCALHOST:8000/api/v1/", "http://localhost:8000/api/v1"),
        ("https://h:0443/api/v1", "https://h/api/v1"), ("https://h:08443/api/v1", "https://h:8443/api/v1"),
        ("https://b\u00fccher.example/api/v1", "https://xn--bcher-kva.example/api/v1"),
        ("https://fa\u00df.example/api/v1", "https://xn--fa-hia.example/api/v1"),
        ("https://h/a/../api/v1", "https://h/api/v1"), ("https://h/./api/v1", "https://h/api/v1"),
        ("https://h/%2e%2e/api/v1", "https://h/api/v1"), ("https://h/%6bx/api/v1", "https://h/kx/api/v1"),
        ("https://h/a b/api/v1", "https://h/a%20b/api/v1"), ("https://h/\u00e9/api/v1", "https://h/%C3%A9/api/v1"),
        ("http://[::1]:8000/api/v1", "http://[::1]:8000/api/v1"),
    ],
)  # fmt: skip
def test_an_address_is_spelled_as_it_is_asked(given: str, meant: str) -> None:
    """[S1-14] Any spelling that a browser takes is the address it means; every request then begins with it."""
    address = option_values.OPTIONS["base_url"].check("base_url", given)
    assert address == meant == option_values.OPTIONS["base_url"].check("base_url", address)
    asked = requests.Request("GET", f"{address}/live/2024-06-01/MLB?x=a b").prepare().url
    assert str(asked).startswith(f"{meant}/live/")


@pytest.mark.parametrize(
    "given",
    ["https://h/x\n/api/v1", "https://h\x00/api/v1", "https://h%20x/api/v1", "https://*.x/api/v1", "https://h:99999/api/v1",
     "ftp://h/api/v1", "h/api/v1", "https:///api/v1", "https://u@h/api/v1", "https://h/api/v1?",
     "https://h/api/v1?x=1", "https://h/api/v1#x", "http://127.1/api/v1", "http://a.localhost/api/v1", "https://[::1/api/v1",
     "https://\ud800/api/v1"],
)  # fmt: skip
def test_what_is_no_address_is_refused_when_it_is_set(given: str) -> None:
    """In one line, with no other error behind it, before anything is asked."""
    if given.endswith("?"):  # a question mark without a question means nothing
        assert option_values.OPTIONS["base_url"].check("base_url", given) == "https://h/api/v1"
        return
    with pytest.raises(ConfigError) as caught:
        options(base_url=given)
    assert "\n" not in str(caught.value)
    assert caught.value.__context__ is None


def test_capitals_reach_the_service(server: Server) -> None:
    """[S1-14] An address in capitals is asked once and answers."""
    with options(base_url=server.base_url.replace("http://127.0.0.1", "HTTP://LocalHost"), token=TOKEN):
        fetch(DAY)
    assert server.count == 1
