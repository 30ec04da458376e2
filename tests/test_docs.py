"""What is written is run: examples and the outputs under them, generated pages, names, links."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import os
import re
import shlex
import sys
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sportsframe as sf
from sportsframe import errors
from sportsframe._cli import run
from sportsframe._cli.commands import build
from sportsframe._client import option_values
from sportsframe._frames.drift import fresh_log
from sportsframe.catalog import RESOURCES, SPORTS, every_table, sports_of
from sportsframe.servers.mcp import McpApp, ToolServer
from sportsframe.servers.mcp.server import every_tool
from sportsframe.servers.mirror import UPSTREAM_TOKEN_VARIABLE, Mirror

from .support.processes import command
from .test_layers import modules_of_the_package

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
TOKEN = "docs-token-12345678"
TOP = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


@cache
def script(name: str) -> ModuleType:
    """A script of the docs as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def generate() -> ModuleType:
    """docs/generate.py, which also runs the pages."""
    return script("generate")


def pages() -> list[Path]:
    """Every page of Markdown: those at the top, and the site's."""
    site = (p for p in DOCS.rglob("*") if p.suffix in (".md", ".rst") and not set(p.parts) & {"_build", "generated"})
    return [*(ROOT / name for name in TOP), *sorted(p for p in site if "_templates" not in p.parts)]


@cache
def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def site() -> str:
    """All pages in one text."""
    return "\n".join(text(path) for path in pages())


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def with_python() -> list[Path]:
    """The pages whose examples run in this process."""
    return [p for p in [ROOT / "README.md", *generate().written()] if "```python" in text(p)]


@pytest.fixture
def _settled(tmp_path: Path) -> Iterator[None]:
    with generate().settled(tmp_path), fresh_log(), warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


@pytest.mark.usefixtures("_settled")
@pytest.mark.parametrize("path", with_python(), ids=name)
def test_examples_run_and_print_what_stands_under_them(path: Path) -> None:
    """Every Python example of a page runs, in order, and prints the text that follows it."""
    assert generate().run(text(path), str(path)) == text(path)


def test_examples_against_a_server_run() -> None:
    """The Python examples of the pages on serving run against a server process, at its port."""
    for page, (what, address) in generate().SERVED.items():
        path = DOCS / page
        given = {"RSC_TOKEN": TOKEN, "SPORTSFRAME_NOW": os.environ["SPORTSFRAME_NOW"]}
        with command(what, "--port", "0", "--quiet", **given) as server:
            real = server.address.split("/")[2]
            examples = text(path).replace(address, real)
            space: dict[str, Any] = {"__name__": "example"}
            with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()) as printed:
                patch.setenv("RSC_TOKEN", TOKEN)
                for kind, source in FENCE.findall(examples):
                    if kind == "python":
                        exec(compile(source, page, "exec"), space)
            assert printed.getvalue().strip(), page


SERVERS = ("serve", "mcp")


def commands() -> list[str]:
    """The lines ``sportsframe ...`` of the pages that need no server, once each."""
    lines: dict[str, None] = {}
    for path in pages():
        for kind, block in FENCE.findall(text(path)):
            if kind not in ("bash", "console"):
                continue
            for line in block.splitlines():
                words = line.removeprefix("$ ").split("#")[0].strip()
                if words.startswith("sportsframe ") and words.split()[1] not in SERVERS:
                    lines[words] = None
    return list(lines)


@pytest.mark.usefixtures("_settled")
@pytest.mark.parametrize("line", commands())
def test_commands_run(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every command of a page ends with 0, and prints something or writes its file."""
    words = shlex.split(line)[1:]

    assert run.main(words) == 0
    assert capsys.readouterr().out or "--out" in words


def test_there_are_examples_and_commands() -> None:
    """The collectors above find what there is."""
    assert len(with_python()) > 15
    assert len(commands()) > 5


@pytest.mark.parametrize("page", [*generate().PAGES])
def test_generated_pages_are_fresh(page: str) -> None:
    """A page made from the package says what the package says now; docs/generate.py writes it anew."""
    assert text(DOCS / page) == generate().PAGES[page]()


def test_the_calibration_page_is_fresh() -> None:
    """It has every target of every sport as declared, with the figure measured last, which meets it."""
    page = text(DOCS / "calibration.md")
    values = generate().told(page)

    assert page == generate().calibration(values, generate().targets)
    missed = [
        (sport, t.name, values[sport, t.name])
        for sport in SPORTS
        for t in generate().targets(sport)
        if not t.met(float(values[sport, t.name])) and not t.met(round(t.value, 3))
    ]
    assert not missed


def test_every_public_name_is_written_about() -> None:
    """Every name of the face, of the measures and of the plots stands in the docs, and in the API reference."""
    api = text(DOCS / "api" / "index.rst") + text(DOCS / "api" / "plots.rst")
    listed = set(re.findall(r"^(?:   |\.\. autodata:: )([\w.]+)$", api, re.M))

    wanted = {*sf.__all__} - {"measures", "plots", "cache", "style"}
    assert wanted <= listed
    assert {f"measures.{n}" for n in sf.measures.__all__} - {"measures.table"} <= listed
    assert {f"plots.{n}" for n in sf.plots.__all__} <= listed
    assert not [n for n in sf.__all__ if not re.search(rf"\b{n}\b", site())]


def test_every_table_is_written_about() -> None:
    """Every table of every sport has its part in the dictionary, with every column."""
    for sport, resource, table, layout in every_table():
        page = text(DOCS / "dictionary" / f"{sport.lower()}.md")
        part = "schedule" if resource.startswith("schedule") else resource
        _, found, after = page.partition(f"### {part}: `{table}`\n")
        assert found, f"the dictionary of {sport} has no {part}: {table}; run python docs/generate.py"
        body = after.split("\n#")[0]
        columns = [line.split("`")[1] for line in body.splitlines() if line.startswith("| `")]
        assert columns == [c.name for c in layout.columns]


def test_every_error_is_written_about() -> None:
    """Every error class stands in the tree of the errors page, with what to do, and every status has its row."""
    page = text(DOCS / "errors.md")
    kinds = [n for n, k in vars(errors).items() if isinstance(k, type) and issubclass(k, errors.SportsframeError)]

    tree = errors.__doc__.split("::\n\n")[1].split("\n\n")[0] if errors.__doc__ else ""
    assert tree
    for line in tree.splitlines():
        assert line.strip() in page
    assert not [k for k in kinds if f"`{k}`" not in page]
    for status in (200, 304, 400, 401, 403, 404):
        assert f"| {status} |" in page


def test_what_can_be_asked_is_written_about() -> None:
    """[S1-09] [S1-10] [S1-12] [S2.3-16] [S4-06] Each group and its sports, and what a week is, stand on one page."""
    page = text(DOCS / "asking.md")

    assert not [n for n in RESOURCES if f"| `{n}` |" not in page]
    assert all(", ".join(sports) in page for sports in map(sports_of, RESOURCES))
    assert "no scores" in page
    assert "seven days" in page


def test_what_there_is_not_is_said() -> None:
    """[S1-13] [S5-23] [S5-24] [S6-01] [S8-06] [S9-03] GraphQL, push, rate limits, promises: a line each."""
    page = text(DOCS / "asking.md").split("## Not supported")[1]

    for word in ("GraphQL", "client id", "webhooks", "rate limit", "promised"):
        assert word in page


def test_tokens_and_trials_are_explained() -> None:
    """[S5-04] [S5-05] [S5-06] [S5-14] [S8-01] Where a token comes from, how long a trial lasts and reaches."""
    assert "portal" in text(ROOT / "README.md")
    page = text(DOCS / "asking.md")
    for word in ("account", "30 days", "latest two seasons", "source control"):
        assert word in page


def test_words_of_darts_are_explained() -> None:
    """[S3-02] [S3-03] `withdrawn` and `cancelled` mean something of their own in darts."""
    page = text(DOCS / "asking.md")

    assert "left the tournament" in page
    assert "mistake at the source" in page


def test_guesses_are_marked() -> None:
    """[S2.5-07] [S2.6-24] [S2.6-40] [S2.6-50] [S2.8-19] Every column has a source, and a guess says assumed."""
    known = sf.columns()

    assert known["source"].notna().all()
    assumed = known[known["source"] == "assumed"]
    assert {"SOCCER", "PGA"} <= set(assumed.loc[assumed.resource == "live", "sport"])
    for sport in SPORTS:
        page = text(DOCS / "dictionary" / f"{sport.lower()}.md")
        assert ("| assumed |" in page) == (sport in set(assumed["sport"]))


def test_every_setting_is_written_about() -> None:
    """Every option and environment variable has its row."""
    page = text(DOCS / "caching.md")

    for option in option_values.OPTIONS.values():
        row = next((line for line in page.splitlines() if line.startswith(f"| `{option.name}` |")), "")
        assert row, f"docs/caching.md has no row for {option.name}"
        assert option.variable is None or f"`{option.variable}`" in row
    assert UPSTREAM_TOKEN_VARIABLE in page


def test_every_command_is_written_about() -> None:
    """Every command of the command line is shown somewhere."""
    parser = build()
    known = next(a.choices for a in parser._actions if isinstance(a.choices, dict))

    assert not [c for c in known if f"sportsframe {c}" not in site()]


def test_every_tool_is_written_about() -> None:
    """The page for agents has a row for each tool that is served, with the arguments that it requires."""
    rows = dict(re.findall(r"^\| `((?:get_|find)\w*)` \|(.*)\|$", text(DOCS / "agents.md"), re.M))
    tools = every_tool()

    odd = rows.keys() ^ tools.keys()
    assert not odd, f"docs/agents.md and the tools that are served differ by {odd}"
    for name, tool in tools.items():
        missing = [argument for argument in tool.takes.get("required", ()) if f"`{argument}`" not in rows[name]]
        assert not missing, f"the row of {name} in docs/agents.md does not have {missing}"


def test_every_metric_is_written_about() -> None:
    """The pages on servers name the metrics that there are and no others, also those of a mirror and of MCP."""
    app = McpApp(ToolServer(Mirror("https://sports.example/api/v1", token="upstream-canary-0123456789")))
    app.metrics.expires = 0.0  # as with a certificate
    shown = {family.name + "_total" * (family.type == "counter") for family in app.metrics.registry.collect()}
    named = set(re.findall(r"`(sportsframe_\w+)(?:\{[\w,]+\})?`", text(DOCS / "service.md") + text(DOCS / "agents.md")))

    odd = {name for name in shown if not name.startswith("process_")} ^ named
    assert not odd, f"docs/service.md and docs/agents.md and the metrics that are served differ by {odd}"


def test_every_dependency_has_a_reason() -> None:
    """Every dependency and extra of the project has its line."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    page = text(DOCS / "dependencies.md")
    extras = project["optional-dependencies"]
    named = [re.split(r"[\[<>= ]", n)[0] for n in [*project["dependencies"], *(n for e in extras.values() for n in e)]]

    assert not [n for n in named if n != "sportsframe" and f"`{n}`" not in page]
    assert not [e for e in extras if f"| `{e}` |" not in page]


def resolved(dotted: str) -> bool:
    """Whether a dotted name leads somewhere."""
    words = dotted.split(".")
    for split in range(len(words), 0, -1):
        try:
            found: Any = importlib.import_module(".".join(words[:split]))
        except ImportError:
            continue
        for word in words[split:]:
            if not hasattr(found, word):
                return False
            found = getattr(found, word)
        return True
    return False


def test_tests_that_recipes_name_exist() -> None:
    """What a recipe says will fail is a test."""
    tests = "\n".join(text(path) for path in (ROOT / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", text(DOCS / "adding.md") + text(ROOT / "CONTRIBUTING.md"))

    assert named
    assert not [name for name in named if f"def {name}(" not in tests]


ACCESSOR = {"plot": sf.plots}


def test_names_in_backticks_resolve() -> None:
    """What looks like a name of the package in the text is one: ``sf.x``, ``sportsframe.x``, ``df.sports.x``."""
    wrong = []
    for path in pages():
        prose = FENCE.sub("", text(path))
        for quoted in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", prose):
            for dotted in re.findall(r"\b(?:sf|sportsframe)((?:\.[A-Za-z_]\w*)+)", quoted):
                if dotted.lstrip(".").split(".")[0] not in ("invalid", "egg") and not resolved(f"sportsframe{dotted}"):
                    wrong.append((name(path), quoted))
            for verb, plot in re.findall(r"\bdf\.sports\.([a-z_]\w*)(?:\.(\w+))?", quoted):
                if not hasattr(sf.accessor.Sports, verb) or (verb == "plot" and plot and plot not in sf.plots.__all__):
                    wrong.append((name(path), quoted))
            for file in re.findall(r"^(?:docs|tests|notebooks)/[\w./-]+\.\w+$", quoted):
                if not (ROOT / file).exists():
                    wrong.append((name(path), quoted))
    assert not wrong


def anchors(path: Path) -> set[str]:
    """The anchors of a page's headings, those of a page that it includes too."""
    whole = re.sub(r"```\{include\} (\S+)", lambda found: text(path.parent / found[1]), text(path))
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", whole), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def built() -> set[Path]:
    """The files that the build of the site makes: the pictures of the gallery, and the pages of the plots."""
    gallery = script("gallery")
    drawn = [image for examples in gallery.EXAMPLES.values() for name, _ in examples for image in gallery.looks(name)]
    listed = re.findall(r"^ +plots\.(\w+)$", text(DOCS / "api" / "plots.rst"), re.M)
    return {
        *(DOCS / "gallery" / folder / f"{name}.png" for name in drawn for folder in ("", "thumbs")),
        *(DOCS / "api" / "generated" / f"sportsframe.plots.{name}.rst" for name in listed),
    }


def test_pictures_of_pages_are_there_before_the_site_is_built() -> None:
    """Whoever reads a page in a checkout sees its pictures; only the gallery is made of those that the build draws."""
    shown = {
        path.parent / picture
        for path in DOCS.rglob("*.md")
        if path != DOCS / "gallery.md" and "_build" not in path.parts
        for picture in re.findall(r"!\[[^\]]*\]\(([^):]+)\)", text(path))
    }
    assert len(shown) > 10
    assert {picture.resolve().parent for picture in shown} <= {DOCS / "_static", DOCS / "_static" / "widgets"}
    assert all(picture.exists() for picture in shown)


def test_the_code_of_each_plot_is_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each plot's code can be downloaded as a program; its file's name hides no module that it imports."""
    gallery = script("gallery")
    monkeypatch.setattr(gallery, "HERE", tmp_path)
    gallery.programs()

    made = {path.stem: path.read_text(encoding="utf-8") for path in (tmp_path / "gallery" / "code").iterdir()}
    assert set(made) == {f"plot_{plot}" for examples in gallery.EXAMPLES.values() for plot, _ in examples}
    assert not set(made) & sys.stdlib_module_names
    for plot, program in made.items():
        compile(program, f"{plot}.py", "exec")
        assert program.endswith("\nplt.show()\n")


def test_links_within_the_docs_resolve() -> None:
    """Every link to a file leads to one that is there or that the build makes, and every anchor to a heading."""
    made = built()
    broken = []
    for path in pages():
        for target in re.findall(r"\]\(([^)\s]+)\)", FENCE.sub("", text(path))):
            if re.match(r"[a-z]+:", target):
                continue
            file, _, anchor = target.partition("#")
            there = (path.parent / file).resolve() if file else path
            if (there not in made and not there.exists()) or (anchor and anchor not in anchors(there)):
                broken.append((name(path), target))
    assert not broken


def test_the_docs_name_no_scheme_but_https() -> None:
    """Links out of the docs are https, and addresses of examples are this machine's or reserved."""
    found = re.findall(r"http://([\w.-]+)", site())

    assert set(found) <= {"127.0.0.1", "localhost", "sportsframe.invalid"}


def test_the_picture_has_every_module() -> None:
    """The picture of the architecture shows each module and room of the package."""
    picture = text(DOCS / "architecture.md").split("```text\n")[1].split("```")[0]

    assert not modules_of_the_package() - set(re.findall(r"\w+", picture))


WALKED = ("load", "_pipeline", "_client", "_frames", "_util")
"""Rooms every module of which a call of a loader passes, or stands beside."""


def test_the_walk_names_every_module_once() -> None:
    """A newcomer's walk names each module of the client's rooms exactly once, and none that does not exist."""
    package = ROOT / "sportsframe"
    walk = text(DOCS / "architecture.md").split("## A newcomer's walk")[1].split("\n## ")[0]
    quoted = re.findall(r"`([\w/]+)`", FENCE.sub("", walk))
    rooms = {path.name for path in package.iterdir() if path.is_dir()}
    named = [q for q in quoted if q in WALKED or (q.split("/")[0] in rooms and "/" in q)]
    there = {str(path.relative_to(package).with_suffix("")) for path in package.rglob("*.py")}
    walked = {module for module in there if module.split("/")[0] in WALKED and not module.endswith("__init__")}

    assert not [module for module in named if module not in there]
    assert not [module for module in named if named.count(module) > 1]
    assert not walked - set(named)


def test_darts_player_and_analyst_get_to_a_figure() -> None:
    """A reader who knows darts, and one who knows pandas, each find a figure in under ten lines of the quickstart."""
    blocks = [source for kind, source in FENCE.findall(text(DOCS / "quickstart.md")) if kind == "python"]
    darts = next(source for source in blocks if "throws" in source)
    analyst = [*blocks[:1], *(source for source in blocks if "plot.scores" in source)]

    for path in ([blocks[0].splitlines()[0], *darts.splitlines()], "\n".join(analyst).splitlines()):
        lines = [line for line in path if line.strip()]
        assert len(lines) < 10
        space: dict[str, Any] = {"__name__": "example"}
        with contextlib.redirect_stdout(io.StringIO()):
            exec("\n".join(lines), space)
        assert space["axes"].has_data()


def test_pages_name_no_place_outside_the_project() -> None:
    """No page names a path that exists on one machine only."""
    found = set(re.findall(r"/(?:home|root|work|tmp|Users)/[\w.-]+", site()))

    assert found <= {"/home/sportsframe"}
    assert sys.prefix not in site()


PICTURE = re.compile(r"!\[([^\]]+)\]\((\S+?)\)(\{\.(?:only-light|only-dark|dark-light)\})?")


def test_every_picture_has_a_form_for_the_dark_page() -> None:
    """A picture is followed by its dark form, with the same description, unless it looks the same on both pages."""
    for path in pages():
        found = PICTURE.findall(FENCE.sub("", text(path)))
        pairs = [one for one in found if "dark-light" not in one[2]]
        for (light, file, shown), (dark, other, darkly) in zip(pairs[::2], pairs[1::2], strict=True):
            assert (shown, darkly) == ("{.only-light}", "{.only-dark}"), name(path)
            assert light == dark
            assert other == re.sub(r"(-light)?(?=\.png$)", "-dark", file, count=1)


def test_shares_that_rankings_require_are_on_the_page_of_agents() -> None:
    """Each share of the most attempts or games that a sport's rules require of who is ranked is said."""
    told = text(ROOT / "docs" / "agents.md")
    shares = {f"{100 * share:.0f}" for sport in SPORTS.values() for share in sport.rules.qualified.values()}
    assert len(shares) > 2
    for share in shares:
        assert re.search(rf"\b{share}( percent|\))", told), share
