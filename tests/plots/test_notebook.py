"""Plots in the kernel of a notebook."""

from __future__ import annotations

import os
from typing import Any

from jupyter_client.manager import start_new_kernel

OF_OTHERS = ("MPLBACKEND", "RSC_TOKEN", "SPORTSFRAME_BASE_URL", "SPORTSFRAME_PARENT", "SPORTSFRAME_NOW")
"""Variables that other tests of the process may have set."""

CELLS = (
    "import sportsframe as sf\ngames = sf.live('2024-06-01', 'MLB')",
    "games.sports.plot.scores()",
    "games.sports.plot.scores()",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2])",
    "with sf.style(dark=True):\n    games.sports.plot.scores()",
)


def test_every_cell_shows_its_plot() -> None:
    """With the settings that a kernel starts with, each cell that draws shows one picture, pyplot's own as well."""
    shown = [0] * len(CELLS)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(OF_OTHERS)}
    manager, client = start_new_kernel(kernel_name="python3", env=environment)
    try:
        for number, code in enumerate(CELLS):

            def take(message: Any, number: int = number) -> None:
                shown[number] += "image/png" in message["content"].get("data", {})

            reply = client.execute_interactive(code, timeout=120, output_hook=take)
            assert reply["content"]["status"] == "ok", reply["content"]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert shown == [0, 1, 1, 1, 1]
