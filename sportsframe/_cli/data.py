"""Commands that load the rows of a resource, as the function of the same name does."""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._client.query import TONIGHT
from .._pipeline.provenance import empty_means, says_empty
from ..catalog import RESOURCES, SPORTS, Resource, answer, params, sports_of, usual_sport
from ..catalog.resources import ByDate, BySeason
from ..errors import PartialResult, QueryError, choose, nearest, quoted
from . import output, verbs, words
from .flags import FLAGS, client_of, parameters

if TYPE_CHECKING:
    import pandas as pd


NEEDED = {
    "date": ("a date", "2024-06-01"),
    "season": ("a season", "2024"),
    "game": ("a game", "20240601-9001-9018"),
    "tournament_id": ("the ID of a tournament", "2024_905"),
    "sport": ("a sport", "MLB"),
}
"""First parameter of a loader -> what to write, and an example."""

REQUIRED = ("tournament_id",)
"""First parameters that nothing else replaces; without a season it is the current one."""


def _lacking(command: str, resource: Resource) -> str:
    """Return what a command needs that it did not get."""
    taken = parameters(resource)
    what, example = NEEDED[taken[0]]
    some = sports_of(resource.name)
    usual = NEEDED["sport"][1]
    sport = usual if usual in some else some[0]
    if taken[0] == "sport":
        example = sport
    elif "sport" in taken[1:] and usual_sport(resource.name) is None:
        what, example = f"{what} and a sport", f"{example} {sport}"
    return f"pass {what}, for example: sportsframe {command} {example}."


def _sorted_out(args: argparse.Namespace, resource: Resource) -> words.Words:
    """Return the sports, and the dates (or seasons, or ID), among the words of a command."""
    args.words = [*args.words, *getattr(args, "seasons", [])]
    sports, others = words.sorted_out(args.words, getattr(args, "league", None))
    usual = usual_sport(resource.name)
    if not sports and usual and others and not others[-1].isalpha():
        return words.Words([(usual, None)], others)
    if not sports:
        words.refuse_unknown(others)
        raise QueryError(_lacking(args.command, resource))
    tables = {name for sport, _ in sports for name in answer(sport, resource.name).layouts}
    if getattr(args, "table", "") is None and len(named := [one for one in others if one.lower() in tables]) == 1:
        args.table = named[0].lower()
        args.words = [word for word in args.words if word != named[0]]
        others.remove(named[0])
    names = [word for word in others if not words.is_day(word)]
    if "week" in names and (weekly := f"{args.command}-week") in RESOURCES:
        raise QueryError(f"pass the first day of a week, for example: sportsframe {weekly} 2024-11-28 {sports[0][0]}.")
    if names and getattr(args, "team", "") is None:
        args.team = args.unmarked = " ".join(names)
        args.words = [word for word in args.words if word not in names]
        others = [word for word in others if word not in names]
    if len(others) > 2 and not isinstance(resource.segment, BySeason):
        raise QueryError(f"pass one date, or two for a range, and the sport; got {', '.join(others)}.")
    return words.Words(sports, others)


def load(args: argparse.Namespace) -> int:
    """Print the rows of a resource."""
    resource = RESOURCES[args.resource]
    if args.format == "raw":
        return _raw(args, resource)
    load = _saying_why(loading(args, resource), args, resource)

    def explained() -> pd.DataFrame:
        try:
            return load()
        except QueryError as error:
            if "player" in parameters(resource) and "unmarked" in args and f"is called {args.unmarked!r}" in str(error):
                raise QueryError(f"{error} For a player write --player {quoted(args.unmarked)}.") from None
            raise

    return print_rows(explained, args)


def _saying_why(
    load: Callable[[], pd.DataFrame], args: argparse.Namespace, resource: Resource
) -> Callable[[], pd.DataFrame]:
    """Return a loader that says on standard error why there are no rows, unless the function of the package does."""
    days = [word for word in args.words if words.is_day(word)]
    asked = [tuple(days) if len(days) > 1 else days[0]] if days and isinstance(resource.segment, ByDate) else args.words

    def said() -> pd.DataFrame:
        frame = load()
        reason = frame.attrs.get("sportsframe", {}).get("empty_means")
        if frame.empty and reason and not any(says_empty(resource.name, one) for one in asked):
            print(f"sportsframe: no rows may mean: {reason}", file=sys.stderr)
        return frame

    return said


def loading(args: argparse.Namespace, resource: Resource) -> Callable[[], pd.DataFrame]:
    """Return the function that loads what a command asks for."""
    sports, when = _sorted_out(args, resource)
    for sport, _ in sports:
        answer(sport, resource.name)
    taken = parameters(resource)
    if not when and taken[0] in REQUIRED:
        raise QueryError(_lacking(args.command, resource))
    options = {name: getattr(args, name) for name in FLAGS if getattr(args, name, None) is not None}
    asked: Any = tuple(when) if len(when) == 2 else when[0] if when else None
    if not when and isinstance(resource.segment, ByDate) and "season" not in options:
        sport, league = sports[0]
        whose = league or next(iter(SPORTS[sport].leagues), sport)
        example = f"pass a date and a sport, for example: sportsframe {args.command} 2024-06-01 {whose}."
        if "unmarked" not in args:
            raise QueryError(example)
        near = nearest(args.unmarked, (*words.DAYS, *TONIGHT))
        raise QueryError(f"{quoted(args.unmarked)} is not a date{f'.{near}' if near else f'; {example}'}")
    client = client_of(args)
    if isinstance(resource.segment, BySeason) and not (len(when) == 2 and all(map(words.is_season, when))):
        years = words.seasons_in(
            when, lambda: verbs.season_of(client, sports[0][0], None), [code for code, _ in sports]
        )
        asked = years if len(years) > 1 else years[0] if years else None

    def load(sport: str, league: str | None) -> pd.DataFrame:
        chosen = options | ({"league": league} if league else {})
        if len(sports) > 1 and not league:
            chosen.pop("league", None)
        if resource.loader is None:
            return client.table(resource.name, sport, asked, refresh=args.refresh, **chosen)  # type: ignore[no-any-return]
        verb = getattr(client, resource.loader)
        if asked is None:
            return verb(sport=sport, refresh=args.refresh, **chosen)  # type: ignore[no-any-return]
        given = [asked, sport] if "sport" in taken else [asked]
        return verb(*given, refresh=args.refresh, **chosen)  # type: ignore[no-any-return]

    if len(sports) == 1:
        return functools.partial(load, *sports[0])
    return lambda: _together([load(*one) for one in sports])


def _together(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Return the rows of several sports, with the columns of the first and those that only others have behind them."""
    import pandas as pd

    names = dict.fromkeys(name for frame in frames for name in frame.columns)
    held = [frame for frame in frames if len(frame)] or frames[:1]
    whole = pd.concat(held, ignore_index=True).reindex(columns=list(names))
    whole.attrs = dict(frames[0].attrs)
    return whole


def sent() -> set[str]:
    """Flags that are sent to the service with the request for a raw response: its parameters, and a name for an ID."""
    every = {param.name for code, sport in SPORTS.items() for name in sport.resources for param in params(code, name)}
    return {"player", *every}


def _raw(args: argparse.Namespace, resource: Resource) -> int:
    """Write the body of the response, byte for byte."""
    sports, when = _sorted_out(args, resource)
    if len(when) > 1:
        raise QueryError("--format raw takes one date; its output is the body of a single response.")
    passed = sent()
    filters = {name: getattr(args, name) for name in sorted(passed) if getattr(args, name, None) is not None}
    ids = [name for name in filters if name != "league"]
    leagues = {league for _, league in sports if league}
    if len(leagues) > 1:
        raise QueryError(f"--format raw takes one league; got {' and '.join(sorted(leagues))}.")
    if leagues:
        (filters["league"],) = leagues
    dropped = [
        name
        for name in (*FLAGS, *output.CHOOSING)
        if name not in passed and getattr(args, name, None) not in (None, [])
    ]
    if dropped:
        raise QueryError(f"--format raw writes the whole response; omit --{dropped[0].replace('_', '-')}.")
    client = client_of(args)
    body = client.raw(
        when[0] if when else None,
        "-".join(sport for sport, _ in sports),
        resource=resource.name,
        refresh=args.refresh,
        **filters,
    )
    if not body:
        from ..load import settings_of

        print(f"sportsframe: no body may mean: {empty_means(settings_of(client), resource.name, ids)}", file=sys.stderr)
    with output.output(args.out) as file:
        file.write(body)
    return 0


def measure(args: argparse.Namespace) -> int:
    from ..measures import of_table

    for sport, _ in _sorted_out(args, RESOURCES["live"]).sports:
        tables = answer(sport, "live").layouts
        table = args.table or RESOURCES["live"].table
        having = [name for name in tables if of_table(sport, name, "live")]
        if table in tables and table not in having:
            raise QueryError(
                f"{sport} {table} have no measures; pass one of --table {', '.join(having)}."
                if having
                else f"there are no measures of box scores of {sport}."
            )
    load = loading(args, RESOURCES["live"])

    def measured() -> pd.DataFrame:
        from ..measures import measures

        frame = load()
        found = measures(frame)
        found.attrs = dict(frame.attrs)
        args.asked = [name for name in found if name not in frame]
        return found

    return print_rows(measured, args)


def draw(args: argparse.Namespace) -> int:
    """Draw the plot that the words of a command name."""
    found = words.sorted_out(args.words, args.league)
    names = [word for word in found.others if not words.is_day(word)]
    if not names:
        raise QueryError("pass the name of a plot, for example: sportsframe plot scores 2024-06-01 MLB --out a.png.")
    from ..plots._axes import REGISTRY

    args.words.remove(choose(names[0], sorted(REGISTRY), "plot"))
    args.command = f"plot {names[0]}"  # of which errors give examples
    if names[0] == "bracket":  # the one plot that is not of box scores
        of_games = [flag for flag in FLAGS if flag not in ("season", "league") and getattr(args, flag) is not None]
        if of_games or args.refresh:
            flag = (of_games or ["refresh"])[0].replace("_", "-")
            raise QueryError(f"plot bracket takes no --{flag}; it draws a season, or one tournament with --event.")
        return verbs.plot(names[0], args, functools.partial(verbs.bracket, client_of(args), args))
    if args.event is not None:
        raise QueryError("--event is for plot bracket; other plots choose with --game-id, --event-id or --team.")
    if args.season is None and (seasons := [word for word in found.others if words.is_season(word)]):
        args.season = seasons[0]
        args.words.remove(seasons[0])
    for sport, _ in found.sports:
        args.table = args.table or verbs.table_with(names[0], sport)
    live = RESOURCES["live"]
    return verbs.plot(names[0], args, _saying_why(loading(args, live), args, live))


def print_rows(load: Callable[[], pd.DataFrame], args: argparse.Namespace) -> int:
    """Write the rows that a loader returns, also if it returns only a part of them because requests failed."""
    try:
        frame = load()
    except PartialResult as partial:
        # a file keeps what it has until all is there, and a pipe gets nothing that somebody interrupted
        came = partial.frame
        written = came is not None and (len(came) or args.format != "table")  # a person is told of no rows by the error
        if came is not None and written and args.out is None and not stopped(partial):
            output.write(_flag_simulated(came), args)
        raise
    output.write(_flag_simulated(frame), args)
    return 0


def stopped(error: PartialResult) -> bool:
    """Whether the user stopped what would have returned the rest."""
    return any(isinstance(cause, KeyboardInterrupt) for cause in error.causes.values())


def _flag_simulated(frame: pd.DataFrame) -> pd.DataFrame:
    """Add a last column `MARK` if any row is simulated, in every format."""
    from .._frames.arrays import dtype_of
    from .._frames.provenance import is_simulated, simulated_rows
    from ..catalog.simulated import MARK, SOURCE

    if not is_simulated(frame):
        return frame
    whole = frame.attrs.get("sportsframe", {}).get("source") == SOURCE
    return frame.assign(**{MARK: True if whole else simulated_rows(frame)}).astype({MARK: dtype_of(MARK, "bool")})
