"""What calls and blocks of options set, restore and refuse, and which token goes with which address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import sportsframe as sf
from sportsframe._client.options import _called, _open, current, current_with, options

from ...support.servers import TOKEN, Server, serving
from .sources import DAYS, answer, ask_client, in_thread, source

pytestmark = pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")


def test_a_call_acts_and_a_block_restores() -> None:
    """Called in the main thread, options hold from then on; used as a block, what was before is back."""
    call = options(workers=3)
    assert current().workers == 3
    assert in_thread(lambda: current().workers) == 3
    with options(workers=5):
        assert current().workers == 5
        with options(workers=6):
            options(timeouts=(1, 2))
        assert (current().workers, current().timeouts) == (5, (1, 2))
    assert (current().workers, current().timeouts) == (3, (1, 2))
    with options(timeouts=None), call:
        assert current().workers == 3
    assert current().workers == 8
    with options(timeouts=None):
        assert current().timeouts == (5, 30)


def test_blocks_left_in_another_order() -> None:
    """Whatever order blocks are left in, by a generator or an exception, what remains is what is still open."""
    outer, inner = options(workers=2), options(offline=True)
    outer.__enter__()
    inner.__enter__()
    outer.__exit__(None, None, None)
    assert (current().workers, current().offline) == (8, True)
    inner.__exit__(None, None, None)
    assert not current().offline

    def walk() -> Iterator[int]:
        with options(workers=4):
            yield current().workers
            yield current().workers

    steps = walk()
    assert next(steps) == 4
    with pytest.raises(RuntimeError), options(workers=7):
        steps.close()
        assert current().workers == 7
        raise RuntimeError
    assert current().workers == 8
    assert _open == {}


def test_many_calls_do_not_grow() -> None:
    """A loop of calls that nobody keeps leaves a few layers, not one per call."""
    before = len(_called)
    for i in range(50):
        options(workers=1 + i % 3)
    assert len(_called) <= before + 3
    _called.clear()


def test_an_address_takes_the_place_of_simulated_data(real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A service that is named after ``source="simulated"`` is used, but not against what a variable says."""
    with options(source="simulated"):
        with options(**real):
            assert source() == "service"
        assert sf.Client(**real).live(DAYS[1], "MLB").attrs["sportsframe"]["source"] == "service"
        assert source() == "simulated"
    monkeypatch.setenv("SPORTSFRAME_SOURCE", "simulated")
    with options(**real), pytest.raises(sf.ConfigError, match=r"source is simulated \(environment"):
        current().service()
    with pytest.raises(sf.ConfigError, match=r"source is simulated \(environment"):
        sf.Client(**real)


def test_a_token_stays_with_its_host(server: Server, real: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A base URL on another host, given without a token, is refused: by options, a block, after merged calls, and by a
    client. The token is not sent there. Another path of the same host, and a token without a host, go on."""
    with serving(answer) as other:
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
        with options(base_url=server.base_url):
            assert source() == "service"
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", server.base_url)
        with pytest.raises(sf.ConfigError, match="no token for it"):
            sf.Client(base_url=other.base_url)
        with options(base_url=other.base_url):
            assert source() == "ConfigError"
            with options(offline=False):
                assert source() == "ConfigError"
        with options(base_url=other.base_url, token="another-token"):
            assert source() == "service"
            with options(base_url=server.base_url):
                assert source() == "ConfigError"
            with options(base_url=other.base_url):
                assert source() == "service"
        made = other.count
        options(**real)
        options(base_url=other.base_url)
        options(workers=2)
        options(workers=3)
        assert source() == "ConfigError"
        _called.clear()
        assert other.count == made == 1


@pytest.mark.parametrize("how", ["environment", "options"])
def test_none_is_not_given(real: dict[str, Any], how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A configuration without values leaves the service that is set: real data do not become simulated."""
    nothing: dict[str, Any] = {"base_url": None, "token": None, "source": None}
    if how == "environment":
        monkeypatch.setenv("RSC_TOKEN", TOKEN)
        monkeypatch.setenv("SPORTSFRAME_BASE_URL", real["base_url"])
        real = {}
    with options(**real):
        with options(**nothing):
            assert source() == "service"
        assert ask_client(sf.Client(**nothing), DAYS[0]) == "service"
        assert current_with(**nothing).service() == current().service()
        with options(source="simulated", base_url=None, token=None):
            assert source() == "simulated"


def test_an_unknown_variable_lists_the_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable of our prefix that is not known is refused with the names that are."""
    monkeypatch.setenv("SPORTSFRAME_WORKRES", "3")
    with pytest.raises(sf.ConfigError, match=r"SPORTSFRAME_BASE_URL, .*Did you mean 'SPORTSFRAME_WORKERS'"):
        current()
    monkeypatch.delenv("SPORTSFRAME_WORKRES")
    monkeypatch.setenv("SPORTSFRAME_TOKEN", "a-secret-of-mine")
    with pytest.raises(sf.ConfigError, match=r"SPORTSFRAME_UPSTREAM_TOKEN\. Did you mean 'RSC_TOKEN'\?$"):
        current()
    monkeypatch.delenv("SPORTSFRAME_TOKEN")
    monkeypatch.setenv("SPORTSFRAME_UPSTREAM_TOKEN", "")
    with pytest.raises(sf.ConfigError, match="SPORTSFRAME_UPSTREAM_TOKEN is set but empty"):
        current()


SECRET = "a-secret-in-a-local-1"


@pytest.mark.parametrize("make", [sf.Client, sf.options])
@pytest.mark.parametrize(
    "given",
    [
        {"token": SECRET, "workers": 0},
        {"base_url": f"https://data.example.org/api/v1?RSC_token={SECRET}"},
        {"base_url": f"https://ann:{SECRET}@data.example.org/api/v1"},
        {"base_url": SECRET},
        {"source": SECRET},
        {"token": [SECRET]},
    ],
    ids=["token", "query", "user", "address", "source", "list"],
)
def test_no_variable_of_a_traceback_holds_the_token(make: Callable[..., Any], given: dict[str, Any]) -> None:
    """A reporter that keeps the variables of our functions where a value is refused keeps no secret, in whichever place
    it was given."""
    base_url = "https://data.example.org/api/v1"
    client = sf.Client(base_url=base_url, token=SECRET)
    with pytest.raises(sf.ConfigError) as refused:
        make(**({"base_url": base_url, "token": "another-token-1"} | given))
    del client
    assert refused.value.__context__ is None
    frames, place = [], refused.value.__traceback__
    while place is not None:
        frames.append(place.tb_frame)
        place = place.tb_next
    ours = [frame for frame in frames if frame.f_globals["__name__"].startswith("sportsframe.")]
    assert len(ours) >= 2
    assert not [frame.f_code.co_name for frame in ours if SECRET in repr(frame.f_locals)]
