"""Arguments of loaders: date and sport in either order, and one-line errors for calls that do not fit."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import pandas as pd

from .._client.query import ISO, RELATIVE, TONIGHT
from ..catalog import RESOURCES, SPORTS, answer, every_table, sport_code, usual_sport
from ..catalog.codes import CheckedSport
from ..catalog.names import is_sport, league_named, sport_meant, sport_of_finals
from ..catalog.records import PARTS
from ..errors import QueryError, nearest, quoted

F = TypeVar("F", bound=Callable[..., Any])


def loader(method: F) -> F:
    """Refuse calls of a client's method that do not fit its signature with a `QueryError` instead of a TypeError."""

    @functools.wraps(method)
    def call(*args: Any, **options: Any) -> Any:
        _refuse_frame(method.__name__, args[1:])
        args, options = _settled(method, args, options)
        why = misfit(method.__name__, _signature(method), args, options)
        if why is not None:
            raise QueryError(why)
        return method(*args, **options)

    return call  # type: ignore[return-value]


def with_any_sport(function: F) -> F:
    """Let a function outside the client accept for a sport what loaders accept; see `_settled`."""

    @functools.wraps(function)
    def call(*args: Any, **options: Any) -> Any:
        _refuse_frame(function.__name__, args)
        args, options = _settled(function, args, options)
        return function(*args, **options)

    return call  # type: ignore[return-value]


BOX_SCORES = '; for the box scores of its games write df.sports.box("{table}")'

OF_FRAMES = {
    **dict.fromkeys(("live", "box_scores", "batting", "pitching", "throws", "each", "table"), BOX_SCORES),
    "game": '; for one of its games write game(df["game_id"].iloc[0], "{sport}"), for all df.sports.box("{table}")',
    "game_picker": "; it shows the games of a date. For those of the frame write df.sports.show()",
    "play_by_play": '; write play_by_play(df["game_id"], "{sport}")',
    "field": '; write field(df["game_id"].iloc[0], "{sport}")',
    "standings": "; write df.sports.standings()",
    "bracket": "; write df.sports.bracket()",
}
"""Loader -> what to write for the games of a frame."""


def _refuse_frame(verb: str, args: Sequence[Any]) -> None:
    """Refuse a frame in place of a date, a season or an ID, with what to write for its games."""
    frame = next((arg for arg in args if isinstance(arg, pd.DataFrame)), None)
    if frame is None or verb == "box":
        return
    codes = frame.get("sport", pd.Series(dtype="str")).dropna().unique()
    known = [code for code in codes if code in SPORTS and "live" in SPORTS[code].resources]
    advice = OF_FRAMES.get(verb, "") if known and "game_id" in frame else ""
    if advice:
        layouts = SPORTS[known[0]].answer("live").layouts
        table = next((name for name, lay in layouts.items() if lay.table.printed and name != "teams"), "games")
        advice = advice.format(sport=known[0], table=table)
    raise QueryError(f"{verb} takes no frame{advice}.")


WHEN_OR_WHAT = ("date", "season", "sport")
"""Parameters in whose place a sport may stand."""


def _settled(
    function: Callable[..., Any], args: tuple[Any, ...], options: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The same call with sport and league for the name of a league, and with a sport in its own place.

    A sport stands in the place of a date or season where that is passed by name: ``standings("NFL", season=2023)``.
    """
    names = tuple(_signature(function).parameters)
    given, by_name = dict(zip(names, args)), dict(options)
    places = [(held, key) for held in (given, by_name) for key in held if key in WHEN_OR_WHAT]
    if "league" in names and by_name.get("league") is None:
        for held, key in places:
            if found := league_named(held[key]):
                held[key], by_name["league"] = found
                break
    for held, key in places:
        if isinstance(held[key], str) and not is_sport(held[key]) and (code := sport_meant(held[key])):
            held[key] = code
    if "sport" in names and (found := league_named(by_name.get("league"))):
        named = "sport" in {*given, *by_name} or any(is_sport(one) or sport_of_finals(one) for one in given.values())
        by_name |= {} if named else {"sport": found[0]}
    last = next(reversed(given), "")
    settled = [*given.values(), *args[len(given) :]]
    misplaced = last in WHEN_OR_WHAT and last in by_name and "sport" in names and "sport" not in by_name
    if misplaced and (is_sport(given[last]) or sport_of_finals(given[last])):
        by_name["sport"] = settled.pop()
    return tuple(settled), by_name


@functools.cache
def _signature(function: Callable[..., Any]) -> inspect.Signature:
    return inspect.signature(function)


def misfit(verb: str, signature: inspect.Signature, args: tuple[Any, ...], options: Mapping[str, Any]) -> str | None:
    """Why a call of a method does not fit, and what to write instead; None if it fits."""
    try:
        signature.bind(*args, **options)
    except TypeError:
        _, *own = signature.parameters.values()
    else:
        return None
    by_position = [p.name for p in own if p.kind is p.POSITIONAL_OR_KEYWORD]
    names = [p.name for p in own if p.kind is not p.VAR_KEYWORD]
    given = args[1:]
    hint = _present(verb, [*given, *options.values()]) if by_position == ["sport"] and "seasons" not in names else ""
    if not names:
        return f"{verb} takes no arguments; write {verb}()."
    for name in options:
        if name in SELECTING and name not in names and verb == "box_scores":
            return f"box_scores has every table of a day; for some of its rows write {_selected(given, options)}."
        if name == "client" and name not in names:
            return f"{verb} has no parameter 'client'; call it on the client: client.{verb}(...)."
        if name == "week":
            return f"{verb} has no parameter 'week'; {_of_week(verb, options, given)}."
        if name in ("part", "season_type") and name not in names:
            return f"{verb} has no parameter {name!r}; select rows of what it gives: {_of_part(verb, options[name])}."
        if name in ("table", "sport") and "sport" not in names and (sports := _sports_with(verb)):
            return f"{verb} is the table {verb} of {sports[0]}; for another use live(date, sport, table=...)."
        if name not in names:
            return f"{verb} has no parameter {name!r}; it accepts {', '.join(names)}.{nearest(name, names)}{hint}"
    if len(given) > len(by_position):
        placed = f"only {' and '.join(by_position)}" if by_position else "nothing"
        others = [value for value in given if not is_sport(value)]
        if "sport" not in by_position and len(others) == len(by_position):
            if (other := next(value for value in given if is_sport(value)).upper()) in _sports_with(verb)[1:]:
                call = f'live({", ".join(map(repr, others))}, "{other}", table="{verb}")'
                return f"{verb} is the table {verb} of {_sports_with(verb)[0]}; for that of {other} write {call}."
            return f"{verb} takes no sport; write {verb}({', '.join(map(repr, others))})."
        if "date" in by_position and len(others) == 2 and all(re.fullmatch(ISO, str(value)) for value in others):
            sport = next((value for value in given if is_sport(value)), "MLB")
            advice = f' Pass a range as a tuple: {verb}(("{others[0]}", "{others[1]}"), "{sport}").'
            return f"{verb} accepts {placed} by position.{advice}"
        surplus, named = given[len(by_position)], ""
        if isinstance(surplus, str):
            tables = {table for _, _, table, _ in every_table()}
            name = "league" if league_named(surplus) else "table" if surplus in tables else "team"
            named = f", such as {name}={quoted(surplus)}" if name in names else ""
        advice = hint or f" Leave {quoted(surplus)} out, or pass it by name{named}."
        return f"{verb} accepts {placed} by position.{advice}"
    twice = [name for name in by_position[: len(given)] if name in options]
    if twice:
        return f"{verb} was given {twice[0]} twice; pass it once."
    missing = [p.name for p in own[len(given) :] if p.default is p.empty and p.name not in options]
    if verb == "table" and given and (is_sport(given[0]) or league_named(given[0])):
        return (
            f'table takes a resource before the sport; for the standings write standings("{given[0]}"), for box scores '
            f'table("live", "{given[0]}", "today").'
        )
    return f"{verb} requires {' and '.join(missing)}."


def _sports_with(table: str) -> list[str]:
    """The sports with a table of box scores of this name."""
    return [code for code, resource, name, _ in every_table() if (resource, name) == ("live", table)]


def _of_part(verb: str, part: object) -> str:
    """How to select the rows of a part of a season, which statistics spell otherwise than games."""
    if verb.endswith("_stats"):
        named = PARTS[0] if str(part).casefold().startswith("regular") else PARTS[1]
        return f'df[df["part"] == "{named}"]'
    return f'df[df["season_type"] == {quoted(part)}]'


def _of_week(verb: str, options: Mapping[str, Any], given: Sequence[Any]) -> str:
    """How to get the games of a week by its number."""
    sport = next((value for value in [*given, options.get("sport")] if is_sport(value)), "NFL")
    layouts = SPORTS[sport].answer("schedule-season").layouts.values()
    if not any(column.name == "week" for layout in layouts for column in layout.columns):
        return "pass the days of the week as a range"
    years = (value for value in [*given, options.get("season")] if re.fullmatch("[0-9]{4}", str(value)))
    season = next(years, '"current"')
    games = f'live(season={season}, sport="{sport}")' if verb == "live" else f'schedule_season({season}, "{sport}")'
    return f'write {games}.query("week == {options["week"]}")'


SELECTING = ("team", "team_id", "player", "player_id", "event_id", "table")
"""What picks a table or rows of it."""


def _selected(given: Sequence[Any], options: Mapping[str, Any]) -> str:
    """The call of `live` for what is meant by arguments of `box_scores`."""

    def written(value: Any) -> str:
        return f'"{value}"' if isinstance(value, str) else quoted(value)

    return f"live({', '.join([*map(written, given), *(f'{name}={written(one)}' for name, one in options.items())])})"


def _present(verb: str, given: list[Any]) -> str:
    """What to write instead of a date, for a loader that takes none."""
    dated = [value for value in given if not is_sport(value) and any(map(str.isdigit, str(value)))]
    if not dated:
        return ""
    sport = next((value for value in given if is_sport(value)), "NFL")
    return (
        f' It describes the present, {verb}("{sport}"); in the simulated world that is any day of '
        'options(now="2024-11-20").'
    )


def _refuse_other_name(first: Any, second: Any) -> None:
    """Refuse, in either of two places, what stands for a sport but is not one, such as a league or a misspelling."""
    named = isinstance(first, str) and first.replace(" ", "").isalpha() and first.lower() not in WORDS_FOR_TIMES
    if named and not is_sport(first) and not is_sport(second):
        sport_code(first)


WORDS_FOR_TIMES = (*RELATIVE, *TONIGHT, "current", "now")


FOLLOWING = ("watch", "game_picker")
"""Functions whose date is today unless given."""


def date_and_sport(date: Any, sport: Any, verb: str) -> tuple[Any, CheckedSport]:
    """Return a date and a sport, also if they were passed in the other order.

    Raises
    ------
    QueryError
        If one of them is missing, or the sport is unknown.
    """
    _refuse_other_name(date, sport)
    if is_sport(date):
        if sport is None and verb in FOLLOWING:
            sport = "today"
        if sport is None or not is_sport(sport):
            date, sport = sport, date
    if date is None and sport is not None:
        code = required_sport(sport)
        for resource in RESOURCES.values():
            if resource.loader == verb:
                answer(code, resource.name)  # which a date would not help if the sport lacks it
        raise QueryError(f'a date is required; pass it before the sport, for example {verb}("2024-06-01", "{code}").')
    if date is None:
        raise QueryError(f'a date and a sport are required, for example {verb}("2024-06-01", "MLB").')
    return date, required_sport(sport)


def season_and_sport(season: Any, sport: Any, resource: str = "") -> tuple[Any, CheckedSport]:
    """Return a season (or an initial date) and a sport, also if they were passed in the other order."""
    _refuse_other_name(season, sport)
    if is_sport(season):
        season, sport = None if is_sport(sport) else sport, season
    return season, required_sport(sport, resource)


def required_sport(sport: str | None, resource: str = "") -> CheckedSport:
    """Return the code of a sport; if none was named, of the one whose resource this is, see `usual_sport`."""
    if sport is None:
        sport = usual_sport(resource)
    if sport is None:
        raise QueryError(f"a sport is required; expected one of {', '.join(SPORTS)}.")
    return sport_code(sport)
