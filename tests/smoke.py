"""A walk through the package with nothing but what it needs to run: ``python -m tests.smoke [part ...]``.

Parts: ``loader`` (loaders, cache, measures, freeze, command line), ``server``, ``mcp``, ``parquet``, ``notebook``
(plots and widgets) and ``absent``, which expects that plots and widgets are refused with what to install. It needs no
pytest, so that it runs where the lowest versions, or the distributions of the loaders alone, are installed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Callable
from pathlib import Path

import sportsframe as sf

from .support.asking import DAYS


def loader() -> None:
    """Every sport, twice: the second time from the cache; then what is done with frames, and the command line."""
    for sport, day in DAYS.items():
        league = "EPL" if sport == "SOCCER" else None
        games = sf.live(day, sport, league=league)
        assert len(games), sport
        with sf.options(offline=True):
            again = sf.box_scores(day, sport, league=league)
        for table in again:
            assert set(again[table].columns) >= {"sport"}, (sport, table)
        assert len(sf.schedule(day, sport, league=league)), sport
    many = sf.live(("2024-06-01", "2024-06-07"), "MLB", table="pitching")
    assert many.sports.measures()["era"].notna().any()
    assert len(sf.schedule_season(2023, "SOCCER", league="EPL")) >= 380
    assert len(sf.columns("NHL"))
    assert sf.raw("2024-06-01", "MLB", resource="live").startswith(b'{"data"')
    assert (sf.doctor()["state"] != "problem").all(), sf.doctor()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "study.sfz")
        sf.freeze(file)
        with sf.thaw(file):
            assert len(sf.live(("2024-06-01", "2024-06-07"), "MLB", table="pitching")) == len(many)
    done = command("live", "2024-06-01", "MLB", "--format", "csv")
    assert done.count("\n") == len(sf.live("2024-06-01", "MLB")) + 1


def command(*arguments: str) -> str:
    """What a command prints."""
    return subprocess.run(
        [sys.executable, "-m", "sportsframe", *arguments], check=True, capture_output=True, text=True
    ).stdout


def server() -> None:
    """The service over HTTP answers its own client."""
    from sportsframe.service.serve import running_server
    from sportsframe.service.tokens import Tokens

    with (
        running_server(tokens=Tokens.full("smoke-token")) as running,
        sf.options(base_url=running.address, token="smoke-token"),
    ):
        over_http = sf.live("2024-06-01", "MLB")
    assert over_http["game_id"].tolist() == sf.live("2024-06-01", "MLB")["game_id"].tolist()


def mcp() -> None:
    """The MCP server lists its tools and answers a call."""
    from mcp import Client

    from sportsframe.servers.mcp import ToolServer
    from sportsframe.service import default_service

    async def talk() -> None:
        async with Client(ToolServer(default_service(), token="smoke").server) as client:
            listed = await client.list_tools()
            assert len(listed.tools) >= 4
            answer = await client.call_tool("get_schedule", {"sport": "mlb", "date": "2024-06-01"})
            assert not answer.is_error, answer

    asyncio.run(talk())


def parquet() -> None:
    """A frame goes through a parquet file and comes back."""
    import pandas as pd

    games = sf.live("2024-06-01", "MLB")
    with tempfile.TemporaryDirectory() as folder:
        games.to_parquet(Path(folder, "games.parquet"))
        assert len(pd.read_parquet(Path(folder, "games.parquet"))) == len(games)


def notebook() -> None:
    """A plot is drawn and a widget made."""
    import matplotlib as mpl

    mpl.use("agg")
    games = sf.live("2024-06-01", "MLB")
    assert games.sports.plot.scores().figure is not None
    assert sf.picker() is not None


def absent() -> None:
    """Without matplotlib and ipywidgets plots and widgets are refused in one line that says what to install."""
    games = sf.live("2024-06-01", "MLB")
    uses: list[tuple[str, Callable[[], object]]] = [
        ("matplotlib", lambda: sf.plots.scores(games)),
        ("matplotlib", lambda: games.sports.plot.scores()),
        ("matplotlib", lambda: sf.style().__enter__()),
        ("ipywidgets", lambda: sf.picker()),
        ("ipywidgets", lambda: sf.scoreboard("MLB")),
    ]
    for package, use in uses:
        said = refusal(use)
        assert f"pip install {package}" in said, said
        assert "\n" not in said
    report = sf.doctor().set_index("check")
    for package in ("matplotlib", "ipywidgets"):
        assert report.loc[package, "state"] == "note", report
        assert f"pip install {package}" in report.loc[package, "advice"]


def refusal(use: Callable[[], object]) -> str:
    """What the ConfigError says that a call ends in."""
    try:
        use()
    except sf.ConfigError as error:
        return str(error)
    return ""


PARTS = {part.__name__: part for part in (loader, server, mcp, parquet, notebook, absent)}


def main() -> int:
    """Run the parts named, and say what failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.smoke", description=__doc__)
    parser.add_argument("parts", nargs="+", choices=PARTS)
    failed = 0
    warnings.simplefilter("error", sf.DriftWarning)
    with tempfile.TemporaryDirectory() as cache:
        os.environ |= {"SPORTSFRAME_CACHE_DIR": cache, "SPORTSFRAME_NOW": "2025-03-01T12:00:00+00:00"}
        for name in parser.parse_args().parts:
            try:
                PARTS[name]()
            except Exception:
                failed += 1
                traceback.print_exc()
                print(f"{name}: failed")
            else:
                print(f"{name}: ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
