"""Write the pages that are made from the package, and the outputs printed under the examples of the others.

``python docs/generate.py`` writes the dictionary, the measures and the outputs; ``python docs/generate.py calibration``
measures the simulated world anew (about a minute); ``python docs/generate.py picture`` draws the first picture.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe._client import notices
from sportsframe._client.answer import forget_all
from sportsframe.catalog import LATER, RESOURCES, SPORTS, sports_of
from sportsframe.catalog.grammar import PHASES
from sportsframe.catalog.resources import PARAMS, ByDate, BySeason, Undated, in_group
from sportsframe.catalog.simulated import WORLD_VERSION
from sportsframe.simulation._common.targets import Target
from sportsframe.simulation.calibrate import YEARS, measured, targets

HERE = Path(__file__).parent
NOW = "2025-03-01T12:00:00+00:00"
"""The clock under which the examples run."""

MADE = "% Made by docs/generate.py; do not edit.\n\n"
WIDE = "---\nhtml_theme.sidebar_secondary.remove: true\n---\n\n"
"""Before a page of wide tables: no list of its parts beside it."""

FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n", re.M | re.S)

Measured = dict[tuple[str, str], str]


def cell(text: object) -> str:
    """A cell of a Markdown table."""
    return "" if pd.isna(text) else str(text).replace("|", "\\|").replace("*", "\\*")


def code(text: object) -> str:
    return "" if pd.isna(text) else f"`{text}`"


def rows(head: tuple[str, ...], body: list[tuple[str, ...]]) -> str:
    """A Markdown table."""
    lines = [head, tuple("---" for _ in head), *body]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines) + "\n"


def dictionary(sport: str) -> str:
    """The page of a sport: every table, every column."""
    known = SPORTS[sport]
    facts = [
        f"Its days are counted in `{known.zone}`.",
        "A season runs over two calendar years and is named by the first." if known.season_spans
        else "A season lies in one calendar year.",
    ]  # fmt: skip
    if known.periods:
        facts.append(f"Regulation play has {known.periods} periods ({known.period_name}).")
    if known.leagues:
        facts.append(f"It needs `league=`: {', '.join(f'`{league}`' for league in known.leagues)}.")
    page = f"{WIDE}{MADE}# {known.name}: `{sport}`\n\n{' '.join(facts)}\n\n"
    page += (
        "The column *wire* is the key in the JSON object that the cell comes from; it is empty where the column is "
        "derived or carried along from an outer object. *Source* names a section of the specification, or says "
        "`observed`, `assumed`, or what the column is derived from.\n\n"
    )
    for group, answer in known.answers.items():
        title = ", ".join(f"`{resource.name}`" for resource in in_group(group))
        page += f"## {title}\n\n"
        for name, layout in answer.layouts.items():
            page += f"### {group}: `{name}`\n\nOne row: {layout.table.row}.\n\n"
            page += rows(
                ("column", "meaning", "unit", "dtype", "wire", "source"),
                [
                    (
                        code(c.name), cell(c.meaning), cell(c.unit or ""), code(c.dtype), code(c.wire or pd.NA),
                        cell(c.source),
                    )
                    for c in layout.columns
                ],
            )  # fmt: skip
    return page


def measures() -> str:
    """The page of all measures."""
    known = sf.measures.catalog()
    page = (
        f"{MADE}# Measures\n\n"
        "`df.sports.measures()` gives all measures of a table, row by row; `df.sports.measure(name, by=...)` one of "
        "them, by row or by group. The inputs are summed over the group first and the formula is applied once: a "
        "season's ERA is not the mean of the games' ERAs. What is undefined, such as a rate with nothing attempted, is "
        "missing. Names that end in `_pct` are in percent. `sportsframe.measures.catalog()` is this page as a frame."
        "\n\n"
        "*Groups* says how a group's value is made: `ratio` and `rule` sum the inputs and apply the formula once, "
        "`count` may itself be summed, `min` and `max` take the least and the greatest row, `no` has no value for a "
        "group.\n\n"
    )
    text = ["name", "label", "inputs", "formula", "unit", "adds", "reference", "note", "table"]
    same = known[[*text, "sport"]].fillna("").groupby(text, sort=False)["sport"].agg(", ".join).reset_index()
    teams = [code for code, sport in SPORTS.items() if sport.is_team_sport]
    for (sports, table), part in same.groupby(["sport", "table"], sort=False):
        title = sports.replace(", ".join(teams), "Every team sport")
        page += f"## {title}: `{table}`\n\n"
        page += rows(
            ("measure", "formula", "unit", "groups", "reference", "note"),
            [
                (
                    f"`{m.name}`<br>{cell(m.label)}", cell(m.formula), cell(m.unit), cell(m.adds), cell(m.reference),
                    cell(m.note),
                )
                for m in part.itertuples()
            ],
        )  # fmt: skip
    return page


def sign(value: float) -> str:
    return f"{value:.4g}"


def calibration(values: Measured, targets: Callable[[str], Sequence[Target]]) -> str:
    """The page that sets the simulated world beside the real one."""
    years = ", ".join(map(str, YEARS))
    page = (
        f"{MADE}# How close the simulated world comes\n\n"
        "The world is made up, its figures should not be. Each line has what recent real seasons give (*target*), how "
        "far the world may be from it (*tolerance*), what it gives (*measured*), and where the target comes from. "
        f"Measured over the seasons that started in {years}, seed 2024, world version "
        f"{WORLD_VERSION}, with\n\n"
        "```bash\npython -m sportsframe.simulation.calibrate\n```\n\n"
        "which prints a line for each target and ends with 1 where one is missed.\n\n"
    )
    for sport, known in SPORTS.items():
        page += f"## {known.name}: `{sport}`\n\n"
        page += rows(
            ("figure", "target", "tolerance", "measured", "source"),
            [
                (
                    cell(t.name), sign(t.value), f"{100 * t.tolerance:.3g} %" if t.relative else f"± {t.tolerance:.3g}",
                    values[sport, t.name], cell(t.source),
                )
                for t in targets(sport)
            ],
        )  # fmt: skip
    return page


def told(page: str) -> Measured:
    """The measured values that a calibration page holds."""
    found: Measured = {}
    sport = ""
    for line in page.splitlines():
        if line.startswith("## "):
            sport = line.split("`")[1]
        parts = [part.strip() for part in re.split(r"(?<!\\)\|", line)]
        if sport and len(parts) == 7 and parts[1] not in ("figure", "---"):
            found[sport, parts[1].replace("\\", "")] = parts[4]
    return found


def measure_all() -> Measured:
    from sportsframe.simulation import World

    return {(s, t.name): sign(value) for s in SPORTS for t, value in measured(World(), s)}


ASKED_BY = {ByDate: "a date", BySeason: "a season", Undated: "no date: it is what is so at present"}
"""What stands in a path, for people."""


def asking() -> str:
    """What can be asked of the service."""
    page = (
        f"{MADE}# What can be asked\n\nFor people; the interface description (`sportsframe openapi`) says it to "
        "machines.\n\n"
    )
    page += rows(
        ("resource", "group", "asked by", "what it answers"),
        [
            (f"`{r.name}`", r.tag, ASKED_BY[type(r.segment)], cell(r.meaning) + ".")
            for r in RESOURCES.values()
        ],
    )  # fmt: skip
    every = [r.name for r in RESOURCES.values() if sports_of(r.name) == tuple(SPORTS)]
    week = RESOURCES["schedule-week"].segment
    assert isinstance(week, ByDate)
    darts = week.window("DARTS")
    page += (
        f"All nine sports have {', '.join(f'`{name}`' for name in every[:-1])} and `{every[-1]}`. "
        + "".join(
            f"`{r.name}` is of {', '.join(sports_of(r.name))}. " for r in RESOURCES.values() if r.name not in every
        )
        + "Schedules carry no scores: those come from `live`. A week is seven days from "
        f"its date; for darts it is {darts} dates, the date and the seven after it. A "
        "season is named by the year in which it started.\n\n"
        "## Parameters\n\n"
    )
    page += rows(
        ("parameter", "sports", "resources", "what it does"),
        [
            (
                f"`{p.name}`", ", ".join(p.sports),
                "all" if set(p.resources or RESOURCES) == set(RESOURCES) else ", ".join(p.resources),
                f"{p.meaning}{': ' + ', '.join(p.choices) if p.choices else ''}{'; required' if p.required else ''}",
            )
            for p in PARAMS
        ],
    )  # fmt: skip
    page += (
        "Other ids, such as `team_id`, select rows of the table after the answer has come.\n\n"
        "## Groups that are not built\n\nThe specification has thirteen groups. These wait: the client refuses "
        "them before it sends anything, the built-in service answers 404.\n\n"
    )
    page += rows(("group", "sports that have it"), [(f"`{name}`", ", ".join(sports)) for name, sports in LATER.items()])
    page += (
        "`events` lists the tournaments of a season of darts, and concerns nothing else; `field` the players entered "
        "in one tournament of golf.\n\n"
        "## What there is not\n\n"
        "- A GraphQL interface with credentials of its own exists beside the specification. It is not built: nothing "
        "here asks for a client id or secret, and the token never goes there.\n"
        "- There are no webhooks, subscriptions or push messages. `sportsframe.watch` asks again and again.\n"
        "- No rate limit is stated. The client asks eight things at a time at most, each of them once, and obeys "
        "`Retry-After`.\n"
        "- Nothing is promised about later versions of the wire. Unknown keys are kept and reported.\n\n"
        "## Tokens and trials\n\n"
        "A token comes with an account at the provider's portal. A new account has a free trial of 30 days, which "
        "reaches the latest two seasons of each sport: the one running, or last begun, and the one before. A date "
        "between two seasons belongs to the later one, and a week counts by its first date. Tokens are secrets: never "
        "put one into source control; see [security](security.md).\n\n"
        "## States of a game\n\n"
        "| status | phase |\n| --- | --- |\n"
    )
    page += "".join(f"| `{word}` | `{phase}` |\n" for word, phase in PHASES.items())
    return page + (
        "\nIn darts `withdrawn` says that a player has left the tournament, and `cancelled` that the row stood there "
        "by a mistake at the source; neither is a game that was played.\n"
    )


def plots() -> str:
    """The reference of all plots."""
    names = "".join(f"   plots.{name}\n" for name in sf.plots.__all__ if callable(getattr(sf.plots, name)))
    return (
        ".. Made by docs/generate.py; do not edit.\n\nPlots\n=====\n\n.. currentmodule:: sportsframe\n\n"
        f".. autosummary::\n   :toctree: generated\n   :nosignatures:\n\n{names}"
    )


def pages() -> dict[str, str]:
    """Every page that is made from the package, but the calibration: path below docs -> text."""
    by_sport = {f"dictionary/{sport.lower()}.md": dictionary(sport) for sport in SPORTS}
    return {"asking.md": asking(), "measures.md": measures(), "api/plots.rst": plots(), **by_sport}


SERVED = {"service.md": ("serve", "127.0.0.1:8000"), "agents.md": ("mcp", "127.0.0.1:8001")}
"""Pages whose examples need a server: the command that serves, and the address in the examples."""


def written() -> list[Path]:
    """The pages written by hand whose examples run in this process."""
    others = {*pages(), *SERVED, "calibration.md"}
    found = (p for p in HERE.rglob("*.md") if "_build" not in p.parts and str(p.relative_to(HERE)) not in others)
    return sorted(found)


@contextlib.contextmanager
def settled(folder: Path) -> Iterator[None]:
    """A clean place to run examples in: own folder and cache, a clock that stands, figures without a screen."""
    import matplotlib as mpl

    before, at = dict(os.environ), Path.cwd()
    for name in [name for name in os.environ if name.startswith(("SPORTSFRAME_", "RSC_"))]:
        del os.environ[name]
    os.environ.update(SPORTSFRAME_NOW=NOW, SPORTSFRAME_CACHE_DIR=str(folder / "cache"))
    os.chdir(folder)
    forget_all()
    mpl.use("Agg")
    try:
        with pd.option_context("display.width", 110, "display.max_columns", 14, "display.max_rows", 20):
            yield
    finally:
        os.chdir(at)
        os.environ.clear()
        os.environ.update(before)
        forget_all()
        notices.forget()
        close_figures()


def close_figures() -> None:
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def run(text: str, where: str) -> str:
    """Run the Python examples of a page in one namespace; the page with what they print in the ``text`` block after."""
    space: dict[str, Any] = {"__name__": "example", "sf": sf}
    found = list(FENCE.finditer(text))
    made, end = [], 0
    for i, block in enumerate(found):
        if block[1] != "python":
            continue
        printed = io.StringIO()
        line = text[: block.start()].count("\n") + 1
        source = compile("\n" * line + block[2], where, "exec")
        with contextlib.redirect_stdout(printed):
            exec(source, space)
        close_figures()
        following = found[i + 1] if i + 1 < len(found) else None
        if following and following[1] == "text" and not text[block.end() : following.start()].strip():
            lines = "".join(f"{line.rstrip()}\n" for line in printed.getvalue().splitlines())
            made += [text[end : following.start()], f"```text\n{lines}```\n"]
            end = following.end()
    return "".join([*made, text[end:]])


def picture() -> None:
    """Draw the picture of the first page."""
    with tempfile.TemporaryDirectory() as folder, settled(Path(folder)):
        axes = sf.live("2024-12-06", "NHL").sports.plot.scores()
        axes.figure.savefig(HERE / "_static" / "scores.png", dpi=110, bbox_inches="tight")


def main(asked: list[str]) -> None:
    for name, text in pages().items():
        (HERE / name).write_text(text, encoding="utf-8")
    if "calibration" in asked:
        (HERE / "calibration.md").write_text(calibration(measure_all(), targets), encoding="utf-8")
    if "picture" in asked:
        picture()
    sys.path.insert(0, str(HERE.parent))
    for path in written():
        with tempfile.TemporaryDirectory() as folder, settled(Path(folder)):
            path.write_text(run(path.read_text(encoding="utf-8"), str(path)), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
