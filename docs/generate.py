"""Write the pages that are generated from the package, and the outputs shown under the examples of the other pages.

``python docs/generate.py`` writes the dictionary, the measures and the outputs; ``python docs/generate.py calibration``
measures the simulated world again (about a minute); ``python docs/generate.py picture`` redraws the plots on the first
pages; ``python docs/generate.py examples`` asks the simulated service again for the examples of the OpenAPI document.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import inspect
import io
import json
import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd

import sportsframe as sf
from sportsframe._cli.flags import parameters
from sportsframe._client import notices, options
from sportsframe._client.answer import forget_all
from sportsframe.catalog import RESOURCES, SPORTS, Resource, every_answer, params, sports_of
from sportsframe.catalog.resources import ByDate, BySeason, Param, Undated, in_group
from sportsframe.catalog.simulated import WORLD_VERSION
from sportsframe.catalog.statuses import PHASES
from sportsframe.measures import references
from sportsframe.plots._axes import REGISTRY
from sportsframe.service.openapi import DAYS, EXAMPLE_BODIES
from sportsframe.simulation._common.targets import Target
from sportsframe.simulation.calibrate import YEARS, by_chance, errors, measured, targets

HERE = Path(__file__).parent
NOW = "2025-03-01T12:00:00+00:00"
"""The time at which the examples run."""

SEASON = 2024
"""The season of the examples of the OpenAPI document."""

MADE = "% Made by docs/generate.py; do not edit.\n\n"
ALSO = ("calibration", "examples", "picture")
"""What is made anew only where it is asked for."""
WIDE = "---\nhtml_theme.sidebar_secondary.remove: true\n---\n\n"
"""Front matter for a page of wide tables: no table of contents in the sidebar."""

FENCE = re.compile(r"^```(\w+)\n(.*?)^```\n", re.M | re.S)

Measured = dict[tuple[str, str], str]

HALVES = {"half": "halves"}
"""The plural of a period that does not just add an s."""


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
    """The page for a sport: every table, every column."""
    known = SPORTS[sport]
    facts = [
        f"League dates are in the time zone `{known.zone}`.",
        "A season spans two calendar years and is named after the first." if known.season_spans
        else "A season lies within one calendar year.",
    ]  # fmt: skip
    if known.rules.periods:
        facts.append(
            f"Regulation play has {known.rules.periods} {HALVES.get(known.rules.period, f'{known.rules.period}s')}."
        )
    if known.leagues:
        facts.append(f"`league=` is required: {', '.join(f'`{league}`' for league in known.leagues)}.")
    page = f"{WIDE}{MADE}# {known.name}: `{sport}`\n\n{' '.join(facts)}\n\n"
    page += (
        "*Wire* is the name of the field in the service's JSON; it is empty if the column is derived or comes from an "
        "enclosing object. *Source* is a section of the specification, `observed`, `assumed`, or what the column is "
        "derived from.\n\n"
    )
    for group, answer in known.answers.items():
        title = ", ".join(f"`{resource.name}`" for resource in in_group(group))
        page += f"## {title}\n\n"
        for name, layout in answer.layouts.items():
            page += f"### {group}: `{name}`\n\nOne row per {layout.table.row}.\n\n"
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
        "A measure is a derived statistic. `df.sports.measures()` returns all measures of a table for each row; "
        "`df.sports.measure(name, by=...)` returns one of them, per row or per group. The inputs are summed over the "
        "group before the formula is applied, so a season's ERA is not the mean of the ERAs of its games. Undefined "
        "values, such as a rate with no attempts, are missing. Games in play count as far as they have been played, "
        "but not for measures *of finished games only*. Names ending in `_pct` are percentages. "
        "`sportsframe.measures.catalog()` returns this page as a frame.\n\n"
        "Some measures are computed from further rows of the same games, such as `off_rating` from the opponents' or "
        "`usage_pct` from those of all players. Compute them before you select a team or a player, or pass the whole "
        'table, `measure("off_rating", teams=teams)`. A selection that lacks those rows is refused, or its rows, '
        "and groups of sides with one of them, are missing with a warning.\n\n"
        "*Groups* describes how a measure is aggregated: `ratio` and `rule` sum the inputs and then apply the formula, "
        "`count` is additive, `min` and `max` take the smallest and largest row, and `no` means that the measure is "
        "not defined for a group.\n\n"
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
    return page + beside()


def beside() -> str:
    """What sites of reference print, by game, with the measure that it is here or the reason why there is none."""
    page = (
        "## Beside the reference sites\n\n"
        "The figures that well-known sites print, under their headings, and what they are here. Sums of columns are "
        "left out, see `df.sports.totals()`. A figure that cannot be computed from the data has the reason instead, "
        "which `df.sports.measure()` tells, too.\n\n"
    )
    for game, (sites, figures) in references.PUBLISHED.items():
        own = [code for code, sport in SPORTS.items() if sport.game == game]
        page += f"### {', '.join(own)}: {', '.join(references.linked(site) for site in sites.split(', '))}\n\n"
        found: dict[str, list[str]] = {}
        for figure, name in figures.items():
            found.setdefault(here(own, name), []).append(cell(figure))
        page += rows(("figure", "here"), [(", ".join(same), text) for text, same in found.items()])
    return page


def here(sports: list[str], name: str) -> str:
    """Where a measure is, or why it is not."""
    tables: dict[str, list[str]] = {}
    for code in sports:
        for one in sf.measures.of_sport(code):
            for table in one.tables if one.name == name and one.resource else ():
                tables.setdefault(table, []).append(code)
    if tables:
        of = ", ".join(
            f"`{table}`{'' if codes == sports else ' of ' + ', '.join(codes)}" for table, codes in tables.items()
        )
        return f"`{name}` of {of}"
    if name in sf.measures.UNAVAILABLE:
        return cell(f"none: {sf.measures.UNAVAILABLE[name]}")
    assert callable(getattr(sf.measures, name))
    return f"`sportsframe.measures.{name}(plays)`"


def sign(value: float) -> str:
    return f"{value:.4g}"


def calibration(values: Measured, targets: Callable[[str], Sequence[Target]]) -> str:
    """The page that compares the simulated world with the real one."""
    page = (
        f"{MADE}# Calibration of the simulated world\n\n"
        "The simulated world is fictional, but its statistics should be realistic. Each row shows the value in recent "
        "real seasons (*target*), the allowed deviation (*tolerance*), the value in the simulated world (*measured*), "
        f"and the source of the target. Measured with seed 2024 and world version {WORLD_VERSION}, over the "
        "seasons that each section names, by\n\n"
        "```bash\npython -m sportsframe.simulation.calibrate\n```\n\n"
        "which prints one line per target and exits with 1 if any target is missed. With `--years` it measures other "
        "seasons, and exits with 1 if one is missed by more than twice its standard error, which follows from its "
        "spread between the seasons.\n\n"
    )
    for sport, known in SPORTS.items():
        years = ", ".join(map(str, YEARS[sport]))
        page += (
            f"## {known.name}: `{sport}`\n\nSeasons that started in {years}. If the world's true values were the "
            f"targets, chance alone would miss {values[sport, '']} of {len(targets(sport))}.\n\n"
        )
        page += rows(
            ("statistic", "target", "tolerance", "measured", "source"),
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
    """The measured values on a calibration page."""
    found: Measured = {}
    sport = ""
    for line in page.splitlines():
        if line.startswith("## "):
            sport = line.split("`")[1]
        if chance := re.search(r"chance alone would miss ([\d.]+) of", line):
            found[sport, ""] = chance[1]
        parts = [part.strip() for part in re.split(r"(?<!\\)\|", line)]
        if sport and len(parts) == 7 and parts[1] not in ("statistic", "---"):
            found[sport, parts[1].replace("\\", "")] = parts[4]
    return found


def measure_all() -> Measured:
    from sportsframe.simulation import World

    found: Measured = {}
    for sport in SPORTS:
        world = World()
        deviations = errors(world, sport)
        for target, value in measured(world, sport):
            found[sport, target.name] = sign(value)
        found[sport, ""] = f"{sum(by_chance(target, deviations[target.name]) for target in targets(sport)):.1f}"
    return found


REQUESTED_BY = {ByDate: "date", BySeason: "season", Undated: "nothing: it returns the present state"}
"""The segment of a path, in words."""


EXAMPLES = {ByDate: "2024-11-10 ", BySeason: "2024 ", Undated: ""}


def command(resource: Resource) -> str:
    """The command that asks for a resource, as an example."""
    name, sport = (resource.loader or resource.name).replace("_", "-"), sports_of(resource.name)[0]
    ids = required(resource)
    if ids and parameters(resource)[0] in ("sport", resource.segment.name):
        flags = " ".join(f"--{one} ID".replace("_", "-") for one in ids)
        return f"`sportsframe {name} {sport} {flags}`"
    return f"`sportsframe {name} {'ID ' if ids else EXAMPLES[type(resource.segment)]}{sport}`"


def required(resource: Resource) -> list[str]:
    """The ids without which a resource cannot be requested."""
    return [p.name for p in params(sports_of(resource.name)[0], resource.name) if p.required and p.name != "league"]


def requested_by(resource: Resource) -> str:
    """The segment of a path, or the ids that a resource requires, in words."""
    return ", ".join(f"`{name}`" for name in required(resource)) or REQUESTED_BY[type(resource.segment)]


def asking() -> str:
    """What can be requested from the service."""
    page = (
        f"{MADE}# Resources and parameters\n\nThe same information in machine-readable form is in the OpenAPI document "
        "(`sportsframe openapi`).\n\n"
    )
    page += rows(
        ("resource", "group", "requested by", "command line", "returns"),
        [
            (f"`{r.name}`", r.tag, requested_by(r), command(r), cell(r.meaning) + ".")
            for r in RESOURCES.values()
        ],
    )  # fmt: skip
    every = [r.name for r in RESOURCES.values() if sports_of(r.name) == tuple(SPORTS)]
    darts = SPORTS["DARTS"].days("schedule-week")
    taken: dict[Param, dict[str, list[str]]] = {}
    for code, resource, _ in every_answer():
        for param in params(code, resource.name):
            taken.setdefault(param, {}).setdefault(resource.name, []).append(code)
    page += (
        f"All sports have {', '.join(f'`{name}`' for name in every[:-1])} and `{every[-1]}`. "
        + "".join(
            f"Only {', '.join(found)} {'have' if len(found) > 1 else 'has'} `{name}`. "
            for name, found in ((name, sports_of(name)) for name in RESOURCES if name not in every)
        )
        + "Schedules contain no scores; use `live` for scores. `live` contains no games that have not begun; they are "
        "in the schedules. A week is the seven days from its date; for darts it "
        f"is {darts} dates, the date and the seven days after it. A season is named after the year in which it "
        "started.\n\n"
        "## Parameters\n\n"
    )
    page += rows(
        ("parameter", "sports", "resources", "meaning"),
        [
            (
                f"`{p.name}`", ", ".join(dict.fromkeys(code for codes in asked.values() for code in codes)),
                "all" if p.name == "league" else ", ".join(name for name in RESOURCES if name in asked),
                f"{p.meaning}{': ' + ', '.join(p.choices) if p.choices else ''}{'; required' if p.required else ''}",
            )
            for p, asked in taken.items()
        ],
    )  # fmt: skip
    page += (
        "Other IDs, such as `team_id`, filter the rows of the table after the response has arrived. In place of "
        "`team_id` and `player_id`, `team` and `player` accept a name or an abbreviation, which the directories of "
        "teams and players turn into the ID.\n\n"
        "## Groups and sports\n\nThe client rejects other combinations before sending a request, and the built-in "
        "service returns 404.\n\n"
    )
    page += rows(("group", "sports that have it"), [(f"`{name}`", ", ".join(sports_of(name))) for name in RESOURCES])
    page += (
        "`events` lists the tournaments of a darts season and nothing else; `field` lists the players entered in one "
        "golf tournament.\n\n"
        "## Not supported\n\n"
        "- The provider also has a GraphQL interface with its own credentials, outside the specification. It is not "
        "implemented: this package never asks for a client id or secret, and never sends the token there.\n"
        "- There are no webhooks, subscriptions or push messages. `sportsframe.watch` polls instead.\n"
        "- No rate limit is documented. The client sends at most eight requests at a time by default, never sends "
        "the same request twice at once, and honors `Retry-After`, for five minutes at most, of a 429 for a day.\n"
        "- Stability of the wire format is not promised. Unknown fields are kept and reported.\n\n"
        "## Tokens and trials\n\n"
        "Tokens are issued with an account on the provider's portal. A new account has a free trial of 30 days, which "
        "covers the latest two seasons of each sport: the current (or most recent) one and the one before. A date "
        "between two seasons belongs to the later one, and a week belongs to the season of its first date. Tokens are "
        "secrets: never commit one to source control; see [security](security.md).\n\n"
        "## Game states\n\n"
        "| status | phase |\n| --- | --- |\n"
    )
    page += "".join(f"| `{word}` | `{phase}` |\n" for word, phase in PHASES.items())
    return page + (
        "\nIn darts, `withdrawn` means that a player has left the tournament, and `cancelled` that the row was listed "
        "by mistake at the source; neither is a game that was played.\n"
    )


def plots() -> str:
    """The reference page for all plots."""
    names = "".join(f"   plots.{name}\n" for name in sf.plots.__all__ if callable(getattr(sf.plots, name)))
    return (
        ".. Made by docs/generate.py; do not edit.\n\nPlots\n=====\n\n.. currentmodule:: sportsframe\n\n"
        f".. autosummary::\n   :toctree: generated\n   :nosignatures:\n\n{names}"
    )


def stub() -> str:
    """The names of `sportsframe.plots` as type checkers read them: each plot as a function and as a method."""
    plots = dict(sorted(REGISTRY.items()))
    signatures = {name: inspect.signature(entry.draw) for name, entry in plots.items()}
    imports = "".join(
        sorted(f"from .{p.draw.__module__.rpartition('.')[2]} import {name} as {name}\n" for name, p in plots.items())
    )
    names = "".join(f'    "{name}",\n' for name in sf.plots.__all__)
    methods = ""
    for name, signature in signatures.items():
        _, *others = signature.parameters.values()
        # Annotations are text, which is printed in quotes.
        by_name = [other.kind is other.KEYWORD_ONLY for other in others].index(True)
        texts = [str(other).replace("'", "") for other in others]
        bare = [] if any(other.kind is other.VAR_POSITIONAL for other in others) else ["*"]
        told = ["self", *texts[:by_name], *bare, *texts[by_name:]]
        head = f"    def {name}({', '.join(told)}) -> {signature.return_annotation}:"
        if len(head) > 120:
            head = "".join(
                [f"    def {name}(\n", *(f"        {t},\n" for t in told), f"    ) -> {signature.return_annotation}:"]
            )
        methods += f'{head}\n        """{plots[name].summary}"""\n'
    return (
        "# Made by docs/generate.py; do not edit.\n\n"
        "from collections.abc import Sequence\nfrom typing import Any\n\n"
        "import pandas as pd\nfrom matplotlib.axes import Axes\n\n"
        f"from ._theme import style as style\n{imports}\n"
        f'class Plots:\n    """{(inspect.getdoc(sf.plots.Plots) or "").splitlines()[0]}"""\n\n'
        "    def __init__(self, frame: pd.DataFrame) -> None: ...\n"
        "    def __dir__(self) -> list[str]: ...\n"
        f'    def names(self) -> list[str]:\n        """{sf.plots.Plots.names.__doc__}"""\n{methods}'
        f"\n__all__ = [\n{names}]\n"
    )


def modules() -> str:
    """Every module of the package in a line: the first sentence of its docstring, folder by folder."""
    package = HERE.parent / "sportsframe"
    folders: dict[str, list[str]] = {}
    for path in sorted(package.rglob("*.py"), key=lambda path: (path.parent.parts, path.stem != "__init__", path.stem)):
        doc = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        first = " ".join(doc.split("\n\n")[0].split()).replace("|", "\\|").replace("``", "`")
        folder = path.parent.relative_to(package.parent).as_posix()
        folders.setdefault(folder, []).append(f"| `{path.stem}` | {first} |")
    parts = [
        f"## {folder}\n\n| module | |\n|---|---|\n" + "\n".join(lines) for folder, lines in sorted(folders.items())
    ]
    link = "[Architecture](architecture.md) says how they work together."
    top = f"# Modules\n\nEach module in a line, by folder. {link}\n\n"
    return MADE + top + "\n\n".join(parts) + "\n"


STUB = "../sportsframe/plots/__init__.pyi"

PAGES: dict[str, Callable[[], str]] = {
    "asking.md": asking,
    "measures.md": measures,
    "modules.md": modules,
    "api/plots.rst": plots,
    STUB: stub,
    **{f"dictionary/{sport.lower()}.md": partial(dictionary, sport) for sport in SPORTS},
}
"""Every file generated from the package, except the calibration: path from docs -> what makes its text."""

SERVED = {"service.md": ("serve", "127.0.0.1:8000"), "agents.md": ("mcp", "127.0.0.1:8001")}
"""Pages whose examples need a server: the command that starts it, and the address in the examples."""


def written() -> list[Path]:
    """The hand-written pages whose examples run in this process."""
    others = {*PAGES, *SERVED, "calibration.md"}
    found = (p for p in HERE.rglob("*.md") if "_build" not in p.parts and str(p.relative_to(HERE)) not in others)
    return sorted(found)


@contextlib.contextmanager
def settled(folder: Path) -> Iterator[None]:
    """A clean environment for examples: own directory and cache, a fixed clock, a non-interactive plotting backend."""
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
        options._called.clear()  # what an example set is not for the next page
        close_figures()


def close_figures() -> None:
    if "matplotlib.pyplot" in sys.modules:
        sys.modules["matplotlib.pyplot"].close("all")


def run(text: str, where: str) -> str:
    """Run the Python examples of a page in one namespace; return the page with their output in the ``text`` blocks."""
    space: dict[str, Any] = {"__name__": "example"}
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
    """Draw the plots of pages that are also read where the documentation is not built, light and dark."""
    with tempfile.TemporaryDirectory() as folder, settled(Path(folder)):
        for name, day, sport in (("scores", "2024-12-05", "NHL"), ("first_scores", "2024-06-01", "MLB")):
            games = sf.live(day, sport, day="league")
            for look, style in (("", contextlib.nullcontext()), ("-dark", sf.style(dark=True))):
                with style:
                    axes = games.sports.plot.scores()
                    axes.figure.savefig(HERE / "_static" / f"{name}{look}.png", dpi=110, bbox_inches="tight")


def examples() -> dict[str, dict[str, Any]]:
    """Sport -> resource -> what a shortened response has for the sport; resources of one record share the first."""
    found: dict[str, dict[str, Any]] = {}
    for sport, known in SPORTS.items():
        client: Any = sf.Client(source="simulated", now=f"{DAYS[sport]}T23:59:59")
        asked = {"sport": sport, "league": known.leagues[0] if known.leagues else None}
        record = None
        for resource in known.resources:
            if known.answer(resource).record is record:
                continue
            record = known.answer(resource).record
            segment = RESOURCES[resource].segment
            when = DAYS[sport] if isinstance(segment, ByDate) else SEASON if isinstance(segment, BySeason) else None
            ids = {}
            if "game_id" in [param.name for param in params(sport, resource) if param.required]:
                ids["game_id"] = sf.sports(client.schedule(DAYS[sport], sport)).box("games")["game_id"].iloc[0]
            body = json.loads(client.raw(when, resource=resource, **asked, **ids))
            found.setdefault(sport, {})[resource] = shortened(next(iter(body["data"].values())))
    return found


def shortened(value: Any) -> Any:
    """The value with one object of each list, the first that is not short, and the first of each map by ID or name."""
    if isinstance(value, list):
        return [shortened(max(value, key=lambda one: len(json.dumps(one)) > 400))] if is_many(value) else value
    if not isinstance(value, dict):
        return value
    if is_many(list(value.values())) and all(re.fullmatch(r"\d+|[A-Z].* .*", key) for key in value):
        key = next(iter(value))
        return {key: shortened(value[key])}
    return {key: shortened(member) for key, member in value.items()}


def is_many(values: list[Any]) -> bool:
    return len(values) > 0 and all(isinstance(one, dict) for one in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("also", nargs="*", help=f"what is made anew besides the pages: {', '.join(ALSO)}")
    asked = parser.parse_args().also
    if wrong := sorted(set(asked) - set(ALSO)):
        parser.error(f"unknown: {', '.join(wrong)}; choose from {', '.join(ALSO)}")
    for name, make in PAGES.items():
        (HERE / name).write_text(make(), encoding="utf-8")
    if "calibration" in asked:
        (HERE / "calibration.md").write_text(calibration(measure_all(), targets), encoding="utf-8")
    if "examples" in asked:
        with tempfile.TemporaryDirectory() as folder, settled(Path(folder)):
            text = json.dumps(examples(), ensure_ascii=False, indent=1)
        EXAMPLE_BODIES.write_text(f"{text}\n", encoding="utf-8")
    if "picture" in asked:
        picture()
    sys.path.insert(0, str(HERE.parent))
    for path in written():
        with tempfile.TemporaryDirectory() as folder, settled(Path(folder)):
            path.write_text(run(path.read_text(encoding="utf-8"), str(path)), encoding="utf-8")


if __name__ == "__main__":
    main()
