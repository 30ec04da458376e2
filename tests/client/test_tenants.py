"""Many users in one process: nothing crashes, nothing mixes; a child forked at any moment works."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sportsframe as sf

from ..bench import tenants


@pytest.mark.sampled
@pytest.mark.parametrize("disturb", ["", "damage", "clear", "register", "replace"])
def test_every_thread_is_given_its_own_rows(disturb: str) -> None:
    """More threads with tokens of their own than connections are held open: every row is of the right token, and
    damage and an emptied cache meanwhile give right answers or the package's own errors, a host registered anew or
    the one that is served replaced give right answers."""
    assert tenants.tenants(12, 6, 2, disturb) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_no_way_leads_to_simulated_rows() -> None:
    """Threads, tasks, processes and whatever goes on after a block that names a service use it or are refused."""
    assert tenants.ways(4) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.parametrize("how", ["15", "60, anew=True"])
def test_a_child_forked_while_others_decode_works(how: str) -> None:
    """No lock that a thread held when its process forked is waited for in the child, and no decoder is half made.

    It forks in a process that nobody measures: the measurement of coverage has a lock of its own that it leaves held.
    """
    code = f"from tests.bench import tenants; print(tenants.forks({how}))"
    root = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, timeout=400)
    assert (ran.returncode, ran.stdout) == (0, "[]\n"), ran.stderr


@pytest.mark.parametrize("name", ["token", "base_url", "offline", "tokens"])
def test_a_client_cannot_be_changed(name: str) -> None:
    """What is assigned to a client would not be used, and a token would be readable: it is refused, unread."""
    client = sf.Client(source="simulated")
    with pytest.raises(sf.ConfigError, match=f"make another one, Client\\({name}=") as caught:
        setattr(client, name, "tok-0123456789abcdef")
    assert "tok-0123" not in str(caught.value)
    assert not hasattr(client, name)


@pytest.mark.parametrize(
    "make", [lambda: sf.cache, lambda: sf.Client().cache, lambda: sf.watch("2024-06-01", "MLB"), sf.options],
    ids=["cache", "cache of a client", "watch", "options"],
)  # fmt: skip
def test_what_cannot_travel_says_what_to_do(make: Callable[[], object]) -> None:
    """A cache, a watch and options are refused by pickle in one line that says what to pass on instead."""
    with pytest.raises(TypeError, match=r"cannot be pickled; (pickle the client|start one|pass a Client)"):
        pickle.dumps(make())


def test_a_token_is_found_where_a_client_holds_it() -> None:
    """A client without its token is refused where nobody knows it, and works where another client holds it."""
    known = {"base_url": "http://127.0.0.1:1/api/v1", "token": "tok-0123456789abcdefghij"}
    packed = pickle.dumps(sf.Client(**known))
    code = f"""
import pickle, sportsframe as sf
for _ in range(2):
    print(pickle.loads({packed!r}))
    here = sf.Client(**{known!r})
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    refused, found = ran.stdout.splitlines()
    assert "make a client with the token here first, or set RSC_TOKEN to it" in refused
    assert found == "Client('http://127.0.0.1:1/api/v1')"


FIRST = """
import multiprocessing, threading, time
import sportsframe as sf

def child():
    assert len(sf.Client(source="simulated").live("2024-06-01", "MLB"))

def main():
    asking = [threading.Thread(target=lambda: sf.live("2024-06-01", "MLB")) for _ in range(3)]
    for thread in asking:
        thread.start()
    fork = multiprocessing.get_context("fork")
    children = []
    for _ in range(6):
        children.append(fork.Process(target=child))
        children[-1].start()
        time.sleep(0.1)
    for one in children:
        one.join(60)
    print([one.exitcode for one in children])
    for one in children:
        one.kill()

main()
"""


COUNTING = """
import os, sys, threading, time
from pathlib import Path
from sportsframe.dataset.replacing import writing
from sportsframe.service.tokens import Grant, Usage

def spend():
    while not done:
        Usage().spend(Grant("name", quota=1))

def write(folder):
    while not done:
        with writing(folder):
            pass

done = []
own = [Path(sys.argv[1], str(n)) for n in range(2)]
threads = [threading.Thread(target=spend) for _ in range(2)]
threads += [threading.Thread(target=write, args=(folder,)) for folder in own]
for thread in threads:
    thread.start()
hang = 0
for _ in range(60):
    child = os.fork()
    if not child:
        Usage().spend(Grant("name", quota=1))
        os._exit(0)
    until = time.monotonic() + 20
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0) and time.monotonic() < until:
        time.sleep(0.002)
    if ended == (0, 0):
        hang += 1
        os.kill(child, 9)
        break
done.append(True)
for thread in threads:
    thread.join()
print(hang)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_forked_while_quotas_are_counted_and_datasets_written_works(tmp_path: Path) -> None:
    """Their connections are opened, used and closed where no fork is, as those of the cache."""
    command = [sys.executable, "-W", "ignore", "-c", COUNTING, str(tmp_path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=400)
    assert (ran.returncode, ran.stdout) == (0, "0\n"), ran.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_forked_during_the_first_call_works(tmp_path: Path) -> None:
    """A fork waits for imports and for SQLite: in the child their locks would never be free."""
    environment = {**os.environ, "SPORTSFRAME_CACHE_DIR": str(tmp_path)}
    ran = subprocess.run([sys.executable, "-c", FIRST], env=environment, capture_output=True, text=True, timeout=400)
    assert (ran.returncode, ran.stdout) == (0, f"{[0] * 6}\n"), ran.stderr
