"""JupyterLab and voila over one notebook, each in a home of its own, ended with all they started."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.conftest import VARIABLES

PICKER = """
import os
import tempfile

folder = tempfile.TemporaryDirectory()
os.environ["SPORTSFRAME_CACHE_DIR"] = folder.name
os.environ["SPORTSFRAME_NOW"] = "2025-03-01T12:00:00+00:00"

import ipywidgets
import sportsframe as sf

picker = sf.picker("MLB", "2024-06-01")
check = ipywidgets.HTML()
check.add_class("the-check")


def compare(change):
    if picker.frame is None:
        return
    rows = eval(picker.code)
    same = rows.equals(picker.frame)
    check.value = f"{len(rows)} rows by {picker.code}: {'equal' if same else 'different'}"


def tell(where, what):
    with where:
        where.clear_output(wait=True)
        print(what)


told, updates = ipywidgets.Output(), ipywidgets.Output()
told.add_class("the-told")
updates.add_class("the-updates")
drawn = ipywidgets.interactive_output(lambda query: print(query, len(picker.frame)), {"query": picker})
drawn.add_class("the-drawn")
picker.observe(compare, "frame")
picker.observe(lambda _: tell(told, picker.code), "frame")
compare(None)
ipywidgets.VBox([picker, check, told, drawn, updates])
"""

BOARD = """
clock = sf.Clock("2024-06-01T19:30:00+00:00", rate=60)
with sf.options(now=clock):
    board = sf.scoreboard("MLB", "2024-06-01", every=60)
board.observe(lambda _: tell(updates, f"update {board.updates}"), "frame")
board
"""

BESIDE = """
pitchers = sf.pitching("2024-06-01")
beside = ipywidgets.HBox([pitchers.sports.explore(), pitchers.sports.explore(rows=10)])
beside.add_class("the-pair")
display(pitchers.sports.show(rows=3), beside)
"""

GAME = """
sf.game_picker("2024-12-06", "NBA")
"""

EXPLORER = """
sf.pitching("2024-06-01").sports.explore()
"""


def write(path: Path) -> None:
    """Write the notebook that both servers show."""
    import nbformat
    from nbformat.v4 import new_code_cell, new_notebook

    cells = [new_code_cell(source.strip()) for source in (PICKER, BOARD, BESIDE, GAME, EXPLORER)]
    kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
    nbformat.write(new_notebook(cells=cells, metadata=kernel), path)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


@contextlib.contextmanager
def running(command: list[str], home: Path, address: str) -> Iterator[str]:
    """A server in a session of its own, from when it answers until it is ended with its kernels."""
    home.mkdir(exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    environment |= {
        "HOME": str(home), "JUPYTER_CONFIG_DIR": str(home / "config"), "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"), "IPYTHONDIR": str(home / "ipython"),
    }  # fmt: skip
    log = home / "log.txt"
    with log.open("w") as out:
        server = subprocess.Popen(
            [sys.executable, "-m", *command], cwd=home.parent, env=environment, stdout=out, stderr=out,
            start_new_session=True,
        )  # fmt: skip
        try:
            _wait(server, address, log)
            yield address
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGTERM)
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(server.pid, signal.SIGKILL)
                server.wait()


def _wait(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    for _ in range(300):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(f"{address}/static/favicon.ico", timeout=5):
                return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server does not answer: {log.read_text()[-2000:]}")


@contextlib.contextmanager
def voila(folder: Path, theme: str = "light") -> Iterator[str]:
    """The notebook as a page of its own."""
    port = free_port()
    write(folder / "page.ipynb")
    command = ["voila", "page.ipynb", "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1", f"--theme={theme}"]
    with running(command, folder / "home", f"http://127.0.0.1:{port}") as address:
        yield address


@contextlib.contextmanager
def lab(folder: Path) -> Iterator[str]:
    """JupyterLab with the notebook in its folder."""
    port = free_port()
    write(folder / "page.ipynb")
    settings = folder / "home" / "config" / "lab" / "user-settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    quiet = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}
    (settings / "notification.jupyterlab-settings").write_text(json.dumps(quiet))
    command = [
        "jupyterlab", "--no-browser", "--allow-root", f"--ServerApp.port={port}", "--ServerApp.ip=127.0.0.1",
        "--IdentityProvider.token=", "--ServerApp.password=", "--ServerApp.disable_check_xsrf=True",
        f"--ServerApp.root_dir={folder}", "--LabApp.expose_app_in_browser=True",
    ]  # fmt: skip
    with running(command, folder / "home", f"http://127.0.0.1:{port}") as address:
        yield address
