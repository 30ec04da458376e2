"""What users see: the names, and what importing them costs."""

from __future__ import annotations

import ast
import builtins
import importlib
import inspect
import pkgutil
import subprocess
import sys
from collections.abc import Callable
from typing import Any, get_args, get_overloads, get_type_hints

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import accessor
from sportsframe._util.signatures import Method
from sportsframe.catalog import RESOURCES, SPORTS, codes, every_table
from sportsframe.catalog.names import CALLED
from sportsframe.catalog.resources import LEAGUES
from sportsframe.load import default, keywords
from sportsframe.load.client import TAKE_CLIENT
from sportsframe.plots._axes import REGISTRY

HEAVY = (
    "matplotlib",
    "ipywidgets",
    "pydantic",
    "requests",
    "requests_cache",
    "msgspec",
    "tqdm",
    "starlette",
    "IPython",
)


def run(code: str, *flags: str) -> str:
    done = subprocess.run([sys.executable, *flags, "-c", code], capture_output=True, text=True, check=True)
    assert not done.stderr, done.stderr
    return done.stdout.strip()


def test_every_public_name_is_there_once_and_explained() -> None:
    """A star import gives the public names but `open`, each with a docstring of its own, and hides none of Python's."""
    given = run("from sportsframe import *; print(*sorted(set(dir()) - {'annotations'} - set(dir(__builtins__))))")
    found = [name for name in given.split() if not name.startswith("__")]

    assert found == sf.__all__
    assert not set(found) & set(dir(builtins))
    assert "open" in dir(sf)
    for name in [*sf.__all__, "open"]:
        assert not name.startswith("_")
        assert len(set(sf.__all__)) == len(sf.__all__)
        assert explained(name), name


def test_completion_shows_public_names_only() -> None:
    """`dir()` of a package lists what its `__all__` declares, without the modules and names that it imports."""
    packages = [name for _, name, folder in pkgutil.walk_packages(sf.__path__, "sportsframe.") if folder]
    modules = {name: importlib.import_module(name) for name in packages if "._" not in name}
    declared = {name for name, module in modules.items() if hasattr(module, "__all__")}
    assert declared >= {
        f"sportsframe.{name}" for name in ("catalog", "dataset", "measures", "plots", "service", "widgets")
    }
    for name in declared:
        assert dir(modules[name]) == sorted(modules[name].__all__), name


def explained(name: str) -> str:
    """The docstring of a public name; of the name of a type, which can hold none, the text below its assignment."""
    if name not in sf._WHERE["catalog.codes"]:
        return (getattr(sf, name).__doc__ or "").strip()
    body = ast.parse(inspect.getsource(codes)).body
    at = next(i for i, part in enumerate(body) if isinstance(part, ast.Assign) and ast.unparse(part.targets[0]) == name)
    below = body[at + 1]
    return str(below.value.value) if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""


def test_names_for_type_checkers_are_the_names() -> None:
    """The imports that type checkers read name just what the face offers."""
    source = inspect.getsource(sf)
    checked = {
        line.split(" as ")[-1].strip()
        for line in source.rpartition("\nif TYPE_CHECKING:")[2].splitlines()
        if "import" in line
    }

    assert checked == {*sf.__all__, "open"}


def test_no_module_hides_a_name() -> None:
    """No submodule bears a public function's name: importing it would put the module in the function's place."""
    from pathlib import Path

    stems = {p.stem for p in Path(sf.__file__).parent.iterdir()}

    assert stems & set(sf.__all__) == {"measures", "plots"}


@pytest.mark.parametrize("name", [n for n in sf.__all__ if callable(getattr(sf, n))])
def test_every_public_name_is_documented(name: str) -> None:
    """Every public function and class has a docstring of its own."""
    assert explained(name)


@pytest.mark.parametrize("name", ["search", "lookup"])
def test_whoever_searches_is_told_of_find(name: str) -> None:
    """It is called by another name, to which others are more like."""
    with pytest.raises(AttributeError, match=r"has no attribute '\w+'\. Write sportsframe\.find\("):
        getattr(sf, name)


@pytest.mark.parametrize(
    ("name", "told"), [("query", ""), ("frame", ""), ("frameerror", " Did you mean 'FrameError'?")]
)
def test_an_error_is_suggested_to_whoever_wants_one(name: str, told: str) -> None:
    """A class of errors is none of the functions that people look for."""
    with pytest.raises(AttributeError) as refused:
        getattr(sf, name)
    assert str(refused.value) == f"module 'sportsframe' has no attribute {name!r}.{told}"


def test_a_wrong_name_is_answered_with_the_nearest() -> None:
    """sf.pitchin names pitching."""
    with pytest.raises(AttributeError, match="Did you mean 'pitching'"):
        _ = sf.pitchin


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("elo", "df.sports.elo"),
        ("line_score", "df.sports.plot.line_score"),
        ("today", 'live("today", ...)'),
        ("season", "live(season=...)"),
        ("skaters", 'live(..., table="skaters")'),
        ("NBA", 'live(date, "NBA")'),
        ("boxscore", "'box_scores'"),
    ],
)
def test_a_name_that_stands_elsewhere_is_told_with_its_place(name: str, told: str) -> None:
    """A method of a frame, a plot, a table, a sport or an argument of live that is taken for a function."""
    with pytest.raises(AttributeError) as refused:
        getattr(sf, name)
    assert f"Did you mean {told}" in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_private_name_is_answered_without_a_hint() -> None:
    """Tools look for private names; nothing is imported to answer them."""
    code = "import sys, sportsframe; hasattr(sportsframe, '_repr_png_'); print('sportsframe.plots' in sys.modules)"

    assert run(code) == "False"
    for name in ("_pitching", "quux"):
        with pytest.raises(AttributeError, match=rf"has no attribute '{name}'\.$"):
            getattr(sf, name)


def test_importing_loads_nothing_heavy() -> None:
    """`import sportsframe` loads pandas and nothing else that is heavy, and prints nothing."""
    code = f"import sys, sportsframe; print([m for m in {HEAVY!r} if m in sys.modules])"

    assert run(code, "-W", "error") == "[]"


def test_importing_changes_nothing() -> None:
    """`import sportsframe` opens no socket, writes no file, adds no log handler and sets no pandas option."""
    code = """
import logging, os, socket, sys, pandas as pd
before = pd.describe_option(_print_desc=False), len(logging.root.handlers)
events = []
sys.addaudithook(lambda event, args: events.append(event) if event in ("socket.connect", "os.mkdir") else None)
import sportsframe
print(before == (pd.describe_option(_print_desc=False), len(logging.root.handlers)), events)
"""
    assert run(code) == "True []"


def test_the_accessor_is_there_after_import() -> None:
    """df.sports exists on every frame, and keeps the frame and nothing else."""
    frame = pd.DataFrame({"a": [1]})

    assert isinstance(frame.sports, type(sf.sports(frame)))
    assert list(vars(sf.sports(frame))) == ["_frame"]


def test_the_accessor_of_what_is_no_frame_is_refused() -> None:
    """Who expects the list of sports from `sports` is told where it is."""
    with pytest.raises(sf.QueryError, match=r"takes a DataFrame, not str; sports_list\(\) has the sports"):
        sf.sports("MLB")  # type: ignore[arg-type]


def test_the_types_are_what_the_catalog_says() -> None:
    """The sports, leagues, resources and tables that type checkers know are those of the catalog, and no others."""
    leagues = {code for code, sport in SPORTS.items() if sport.leagues}

    assert set(get_args(codes.SportCode)) == set(SPORTS)
    assert set(get_args(codes.LeagueSport)) == leagues
    assert set(get_args(codes.WholeSport)) == set(SPORTS) - leagues
    assert get_args(codes.League) == LEAGUES
    assert set(get_args(codes.ResourceName)) == {name for one in RESOURCES.values() for name in one.names}
    assert set(get_args(codes.TableName)) == {table for _, _, table, _ in every_table()}


def test_a_client_has_loaders_and_little_else() -> None:
    """What a client offers beside the functions of the package is documented, and nothing else has a public name."""
    own = {"answers", "box", "cache", "freeze", "settings"}

    assert {name for name in dir(sf.Client) if not name.startswith("_")} - set(sf.__all__) == own - set(sf.__all__)
    assert list(inspect.signature(sf.freeze).parameters) == ["path"]
    assert all(inspect.getdoc(getattr(sf.Client, name)) for name in own)


def test_what_takes_a_client_is_named_by_the_client() -> None:
    """Who writes client.standings() is told what to write; any other name is refused as Python does."""
    named = [name for name in sf.__all__ if inspect.isfunction(getattr(sf, name))]
    taking = [name for name in named if "client" in inspect.signature(getattr(sf, name)).parameters]
    assert sorted(taking) == sorted(TAKE_CLIENT)
    client = sf.Client(source="simulated")
    for name in taking:
        with pytest.raises(AttributeError, match=rf"^a client has no {name}; write sportsframe\.{name}\(..., client="):
            getattr(client, name)
    with pytest.raises(AttributeError, match="'Client' object has no attribute 'nonsense'"):
        client.nonsense  # type: ignore[attr-defined]  # noqa: B018
    assert not hasattr(client, "standings")


def test_a_client_without_a_service_can_be_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client is shown by its address; where there is none to ask, by the reason, and never by its token."""
    monkeypatch.setenv("RSC_TOKEN", "a-secret-of-mine")

    assert repr(sf.Client(source="simulated")).endswith(", simulated)")
    assert repr(sf.Client(source="simulated", now="2024-06-01T23:00")).endswith(
        ", simulated, now=2024-06-01T23:00:00+00:00)"
    )
    assert "no base URL" in repr(default)
    assert "secret" not in repr(default)


OVERLOADED = sorted(name for name, own in inspect.getmembers(sf.Client, inspect.isfunction) if get_overloads(own))


@pytest.mark.parametrize("name", OVERLOADED)
def test_every_form_takes_what_the_loader_takes(name: str) -> None:
    """The forms that type checkers read have together just the parameters that a loader has at run time."""
    loader = getattr(sf.Client, name)
    for form in get_overloads(loader):
        spelled: set[str] = set()
        for parameter in inspect.signature(form).parameters.values():
            if parameter.kind is parameter.VAR_KEYWORD:
                (taken,) = get_args(eval(str(parameter.annotation), inspect.unwrap(loader).__globals__))
                spelled |= set(get_type_hints(taken))
            else:
                spelled.add(parameter.name)
        there = set(inspect.signature(loader).parameters)
        if "filters" in there:
            there = there - {"filters"} | set(get_type_hints(keywords.Filters))
        if "ids" in there:
            there = there - {"ids"} | set(get_type_hints(keywords.Ids))
        assert spelled <= there
        season = inspect.signature(form).parameters.get("season")
        in_its_place = {"sport"} if season is not None and str(season.annotation).endswith("Sport") else set()
        assert there - spelled <= {"date", "season", "season_type", *in_its_place}, (form, there - spelled)


def verbs() -> dict[str, tuple[Callable[..., Any], Callable[..., Any]]]:
    """Methods of ``df.sports`` and ``df.sports.plot``, each with the function that it calls."""
    held = sf.sports(pd.DataFrame())
    found = {name: method for name, method in vars(sf.Sports).items() if isinstance(method, Method)}
    return {
        **{name: (getattr(held, name), method._find()) for name, method in found.items()},
        **{f"plot.{name}": (getattr(held.plot, name), getattr(sf.plots, name)) for name in REGISTRY},
    }


def test_the_accessor_passes_everything_on() -> None:
    """Every public callable of the accessor that calls a function of a frame is bound to it as a whole."""
    own = {"answers", "is_simulated", "kind", "plot"}

    assert {*accessor.names()} - own == {name for name in verbs() if "." not in name}
    assert not any(hasattr(sf.Sports, name) for name in accessor.ELSEWHERE), "these only say what to write"
    tables = {table for known in SPORTS.values() for answer in known.answers.values() for table in answer.layouts}
    assert {*accessor.ELSEWHERE} - tables - {*CALLED, *REGISTRY, *dir(default)} == {"boxscore", "plots", "statistics"}
    assert {name for name in vars(sf.Plots) if not name.startswith("_")} - {"names"} == set(REGISTRY)


@pytest.mark.parametrize("name", verbs())
def test_a_verb_looks_like_what_it_calls(name: str) -> None:
    """A verb has the signature and docstring of its function but for the frame: Shift-Tab and Tab show them."""
    verb, function = verbs()[name]
    frame, *others = inspect.signature(function).parameters.values()
    document = inspect.getdoc(function) or ""

    assert list(inspect.signature(verb).parameters.values()) == others
    assert inspect.signature(verb).return_annotation == inspect.signature(function).return_annotation
    assert verb.__doc__
    assert f"\n{frame.name} : " not in verb.__doc__
    assert verb.__doc__.splitlines()[0] == document.splitlines()[0]
    assert set(verb.__doc__.splitlines()) <= set(document.splitlines())
    assert all(f"\n{other.name} : " in verb.__doc__ for other in others if f"\n{other.name} : " in document)
    for section in ("Returns", "Raises", "Examples"):
        assert (f"\n{section}\n---" in verb.__doc__) == (f"\n{section}\n---" in document)


@pytest.mark.parametrize("jedi", [True, False])
def test_completion_names_the_keywords(jedi: bool) -> None:
    """Tab within the brackets offers keywords of verbs, plots, loaders of one table and options; Tab after a dot, verbs
    and plots: whether completion reads the source (jedi, the default) or the objects."""
    from IPython.core.completer import provisionalcompleter
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.Completer.use_jedi = jedi
    games = sf.live("2024-06-01", "MLB")
    shell.user_ns.update(sf=sf, games=games)
    for text, keyword in (
        ("games.sports.elo(", "season_type="),
        ("sf.pitching('2024-06-01', ", "on_error="),
        ("games.sports.", "standings"),
        ("games.sports.plot.", "calendar"),
        ("games.sports.plot.win_expectancy(", "ax="),
        ("sf.plots.compare(games, ", "players="),
        ("sf.Client(", "base_url="),
        ("sf.options(", "offline="),
        ("sf.thaw(", "path="),
    ):
        with provisionalcompleter():
            found = [match.text.lstrip(".") for match in shell.Completer.completions(text, len(text))]
        assert keyword in found, text


def test_help_shows_what_a_verb_takes() -> None:
    """Shift-Tab on a verb shows the signature and the parameters."""
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell()
    shell.user_ns["games"] = sf.schedule("2024-06-01", "MLB")
    shown = shell.object_inspect_text("games.sports.elo")

    assert "season_type" in shown.split("Docstring")[0]
    assert "ratings : " in shown


def test_signatures_are_a_contract() -> None:
    """Changing the arguments of a one-liner needs an edit here."""
    assert list(inspect.signature(sf.live).parameters) == [
        "date", "sport", "table", "season", "season_type", "league", "game_id", "event_id", "player_id", "player",
        "team_id", "team", "day", "workers", "progress", "refresh", "max_age", "on_error", "validate",
    ]  # fmt: skip
    assert list(inspect.signature(sf.table).parameters) == [
        "resource", "sport", "when", "table", "league", "day", "workers", "progress", "refresh", "max_age", "on_error",
        "validate", "ids",
    ]  # fmt: skip
    assert list(inspect.signature(sf.read_json).parameters)[:5] == ["data", "sport", "resource", "table", "league"]
