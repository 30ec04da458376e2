"""sportsframe: sports data as tidy pandas frames.

>>> import sportsframe as sf
>>> games = sf.live("2024-06-01", "MLB")            # doctest: +SKIP

Importing the package registers the accessor ``df.sports``; each name below is loaded on first use.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING, Any

from . import accessor as _accessor
from ._client.hosts import Host as _Host
from ._client.hosts import hosts as _hosts
from ._process import BUILT_IN_HOST as _BUILT_IN_HOST
from ._process import Process as _Process
from ._process import fork_gate as _fork_gate
from ._process import hand_in as _hand_in
from ._version import __version__ as __version__

_WHERE: dict[str, tuple[str, ...]] = {
    "accessor": ("Sports", "sports"),
    "catalog": ("register_sport", "sport_code"),
    "catalog.codes": ("CheckedSport", "League", "ResourceName", "SportCode", "TableName"),
    "_frames.columns": ("columns",),
    "_frames.tables": ("Tables",),
    "_frames.recognize": ("Kind",),
    "_frames.typed": ("read_csv", "read_parquet", "typed"),
    "_display": ("Shown",),
    "_util.report": ("Report",),
    "_watch": ("Watch",),
    "_doctor": ("doctor",),
    "_frames.drift": ("drift",),
    "errors": (
        "BadRequest", "ConfigError", "DriftWarning", "Forbidden", "FrameError", "NoTable", "NotFound", "PartialResult",
        "PayloadError", "QueryError", "ServiceError", "SportsframeError", "SportsframeWarning", "TrialRestricted",
        "Unauthorized", "Unreachable",
    ),
    "_freeze": ("freeze", "thaw"),
    "dataset": ("open", "verify"),
    "dataset.arrow": ("arrow_schema",),
    "load": (
        "Client", "batting", "box_scores", "depth_charts", "each", "events", "field", "find", "game", "injuries",
        "live", "pitching", "play_by_play", "player_stats", "players", "raw", "read_json", "reconcile",
        "schedule", "schedule_season", "schedule_week", "sports_list", "sync", "table", "team_stats", "teams", "throws",
        "to_dask", "watch",
    ),
    "_client.cache": ("Cache", "cache"),
    "_client.hosts": ("register_host",),
    "measures.seasons": ("availability", "bracket", "standings"),
    "plots": ("Plots", "style"),
    "_client.clock": ("Clock",),
    "_client.options": ("options", "show_settings"),
    "widgets": ("game_picker", "picker", "scoreboard", "season_picker"),
}  # fmt: skip
"""Module -> the public names in it; no module bears the name of one, or importing it would hide the name."""

_MODULES = ("measures", "plots")

_HOME = {name: module for module, names in _WHERE.items() for name in names}

__all__ = sorted({*_HOME, *_MODULES} - {"open"})  # a star import must not hide the function of that name of Python


def _service(clock: Any) -> Any:
    with _fork_gate:
        from .service.adapter import ServiceAdapter
        from .service.respond import default_service

    return ServiceAdapter(default_service().at(clock))


def _edition() -> str:
    from .catalog.simulated import WORLD_VERSION

    return WORLD_VERSION


_hosts[_BUILT_IN_HOST] = _Host(_service, _edition)


def _clock() -> Any:
    from ._client.options import current

    return current().moment


def _credentials() -> Any:
    from ._client import credentials

    return credentials


def _lifetime(path: str, body: bytes, now: Any) -> float:
    from ._client.freshness import judge
    from ._client.query import Query

    return judge(Query.of_path(path), body, now).lifetime


_hand_in(
    _Process(
        clock=_clock,
        keep=lambda secret: _credentials().keep(secret),
        redact=lambda text: _credentials().redact(text),
        redactor=lambda: _credentials().Redactor(),
        lifetime=_lifetime,
    )
)


if not TYPE_CHECKING:  # or type checkers would take any name for one of the package

    def __getattr__(name: str) -> Any:
        if name in _HOME:
            with _fork_gate:
                module = importlib.import_module(f"{__name__}.{_HOME[name]}")
            value = getattr(module, name)
        elif name in _MODULES:
            with _fork_gate:
                value = importlib.import_module(f"{__name__}.{name}")
        elif importlib.util.find_spec(f"{__name__}.{name}") is not None:  # which the import of it goes on to do
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}.{_suggested(name)}")
        globals()[name] = value
        return value


_GAMES = 'sportsframe.live("2024-06-01", "MLB")'

_INSTEAD: dict[str, str] = {
    **dict.fromkeys(("games", "results", "scores"), _GAMES),
    **dict.fromkeys(("box", "boxes"), 'sportsframe.box_scores("2024-06-01", "MLB")'),
    **dict.fromkeys(("stats", "statistics"), 'sportsframe.player_stats(2024, "NBA")'),
    **dict.fromkeys(("roster", "rosters"), 'sportsframe.players("NBA", team="PEB")'),
    "player": 'sportsframe.players("NBA")',
    **dict.fromkeys(("search", "lookup", "look_up"), 'sportsframe.find("jackson")'),
    "fixtures": 'sportsframe.schedule_season(2024, "NBA")',
    "playoffs": 'sportsframe.bracket(2024, "NFL")',
    **dict.fromkeys(("team", "clubs"), 'sportsframe.teams("NBA")'),
    "leaders": """sportsframe.player_stats(2024, "NBA").query("part == 'regular_season'").sports.leaders("points")""",
    **dict.fromkeys(("save", "export", "write", "download", "to_csv"), f'{_GAMES}.to_csv("games.csv", index=False)'),
    **dict.fromkeys(("concat", "merge", "join"), f'pandas.concat([{_GAMES}, sportsframe.live("2024-06-02", "MLB")])'),
}
"""What people take for names of the package -> what to write."""


def _suggested(name: str) -> str:
    """What to write for a name that the package does not have, which may be of frames, plots, or an argument of `live`.

    Empty for private names, and where no name is like it.
    """
    if name.startswith("_"):
        return ""
    if name.casefold() in _INSTEAD:
        of_frames = f" Of a frame it is df.sports.{name}(...)." if name in _accessor.names() else ""
        return f"{of_frames} Write {_INSTEAD[name.casefold()]}."
    with _fork_gate:
        import inspect

        from ._client.query import RELATIVE
        from .catalog import SPORTS, every_table
        from .errors import nearest_attribute
        from .load import Client
        from .plots import Plots
    near = nearest_attribute(
        name,
        {
            "{!r}": [one for one in __all__ if "error" in name.casefold() or not one.endswith("Error")],
            "df.sports.{}": _accessor.names(),
            "df.sports.plot.{}": [plot for plot in vars(Plots) if not plot.startswith("_")],
            'live("{}", ...)': RELATIVE,
            'live(date, "{}")': SPORTS,
            "live({}=...)": inspect.signature(Client.live).parameters,
            'live(..., table="{}")': [table for _, resource, table, _ in every_table() if resource == "live"],
        },
    )
    return f"{near} There, df is a frame such as {_GAMES}." if "df." in near else near


def __dir__() -> list[str]:
    return [*__all__, "open", "__version__"]


if TYPE_CHECKING:
    from . import measures as measures
    from . import plots as plots
    from ._client.cache import Cache as Cache
    from ._client.cache import cache as cache
    from ._client.clock import Clock as Clock
    from ._client.hosts import register_host as register_host
    from ._client.options import options as options
    from ._client.options import show_settings as show_settings
    from ._display import Shown as Shown
    from ._doctor import doctor as doctor
    from ._frames.columns import columns as columns
    from ._frames.drift import drift as drift
    from ._frames.recognize import Kind as Kind
    from ._frames.tables import Tables as Tables
    from ._frames.typed import read_csv as read_csv
    from ._frames.typed import read_parquet as read_parquet
    from ._frames.typed import typed as typed
    from ._freeze import freeze as freeze
    from ._freeze import thaw as thaw
    from ._util.report import Report as Report
    from ._watch import Watch as Watch
    from .accessor import Sports as Sports
    from .accessor import sports as sports
    from .catalog import register_sport as register_sport
    from .catalog import sport_code as sport_code
    from .catalog.codes import CheckedSport as CheckedSport
    from .catalog.codes import League as League
    from .catalog.codes import ResourceName as ResourceName
    from .catalog.codes import SportCode as SportCode
    from .catalog.codes import TableName as TableName
    from .dataset import open as open
    from .dataset import verify as verify
    from .dataset.arrow import arrow_schema as arrow_schema
    from .errors import BadRequest as BadRequest
    from .errors import ConfigError as ConfigError
    from .errors import DriftWarning as DriftWarning
    from .errors import Forbidden as Forbidden
    from .errors import FrameError as FrameError
    from .errors import NoTable as NoTable
    from .errors import NotFound as NotFound
    from .errors import PartialResult as PartialResult
    from .errors import PayloadError as PayloadError
    from .errors import QueryError as QueryError
    from .errors import ServiceError as ServiceError
    from .errors import SportsframeError as SportsframeError
    from .errors import SportsframeWarning as SportsframeWarning
    from .errors import TrialRestricted as TrialRestricted
    from .errors import Unauthorized as Unauthorized
    from .errors import Unreachable as Unreachable
    from .load import Client as Client
    from .load import batting as batting
    from .load import box_scores as box_scores
    from .load import depth_charts as depth_charts
    from .load import each as each
    from .load import events as events
    from .load import field as field
    from .load import find as find
    from .load import game as game
    from .load import injuries as injuries
    from .load import live as live
    from .load import pitching as pitching
    from .load import play_by_play as play_by_play
    from .load import player_stats as player_stats
    from .load import players as players
    from .load import raw as raw
    from .load import read_json as read_json
    from .load import reconcile as reconcile
    from .load import schedule as schedule
    from .load import schedule_season as schedule_season
    from .load import schedule_week as schedule_week
    from .load import sports_list as sports_list
    from .load import sync as sync
    from .load import table as table
    from .load import team_stats as team_stats
    from .load import teams as teams
    from .load import throws as throws
    from .load import to_dask as to_dask
    from .load import watch as watch
    from .measures.seasons import availability as availability
    from .measures.seasons import bracket as bracket
    from .measures.seasons import standings as standings
    from .plots import Plots as Plots
    from .plots import style as style
    from .widgets import game_picker as game_picker
    from .widgets import picker as picker
    from .widgets import scoreboard as scoreboard
    from .widgets import season_picker as season_picker
