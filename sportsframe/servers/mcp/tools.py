"""What a tool is, and how much of it a token covers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ...catalog import RESOURCES, SPORTS, params
from ...service.tokens import FULL, Grant
from .caller import Caller, Json, covered
from .columns import asked_for, layouts_of, tables_having
from .schemas import ToolFailure, code_of

DEFAULT = "live"
"""The resource that a tool for any resource reads if the call names none."""


@dataclass(frozen=True)
class Tool:
    """A tool.

    Attributes
    ----------
    name, title, meaning : str
        Name, short title and description, as shown to agents.
    takes : dict
        JSON schema of the arguments.
    gives : dict
        JSON schema of the result.
    run : callable
        ``(caller, arguments) -> (text, structured result)``.
    reads : tuple of str
        The resources that a call reads for its sport; if empty, the one that the argument ``resource`` names.
    reads_of_day : tuple of str
        Those that a call with a date reads instead; if empty, the same.
    """

    name: str
    title: str
    meaning: str
    takes: Json
    gives: Json
    run: Callable[[Caller, Json], tuple[str, Json]]
    reads: tuple[str, ...] = ()
    reads_of_day: tuple[str, ...] = ()

    def pairs(self, arguments: Mapping[str, Any], grant: Grant = FULL) -> list[tuple[str, str]]:
        """Return the sports and resources that a call reads, as far as its arguments name them.

        Of a call that may go on without an argument under this token, or be told which one it lacks, they are what the
        token covers.
        """
        sport = code_of(arguments)
        if sport not in SPORTS or not self.about_data:
            return []
        of_day = arguments.get("date") or self.requires_date(grant, sport)
        reads = (of_day and self.reads_of_day) or self.reads or (arguments.get("resource") or _first(grant, sport),)
        return [(sport, name) for name in reads if _has(sport, name)]

    def requires_date(self, grant: Grant, sport: str) -> bool:
        """Whether a token covers what calls for a sport read for a day, but not what they read otherwise."""
        return _covers(grant, sport, self.reads_of_day) and not _covers(grant, sport, self.reads)

    @property
    def about_data(self) -> bool:
        """Whether calls read data, which a token may not cover."""
        return bool(self.reads) or "resource" in self.takes["properties"]

    def within(self, grant: Grant) -> Tool | None:
        """Return the tool with only what a token covers among its choices; None if that is nothing."""
        if grant.pairs is None or not self.about_data:
            return self
        listed = self._of_questions(grant) if self.reads else self._of_resources(grant)
        if listed is None:
            return None
        properties = dict(listed["properties"])
        if not any(SPORTS[sport.upper()].leagues for sport in properties["sport"]["enum"]):
            properties.pop("league", None)
        return replace(self, takes={**listed, "properties": properties})

    def _of_questions(self, grant: Grant) -> Json | None:
        """Return the arguments for the sports of which a token covers all that calls read, or all those with a date."""
        sports = self.takes["properties"]["sport"]["enum"]
        whole = [sport for sport in sports if _covers(grant, sport, self.reads)]
        of_day = [sport for sport in sports if sport not in whole and _covers(grant, sport, self.reads_of_day)]
        if not whole and not of_day:
            return None
        properties = dict(self.takes["properties"])
        properties["sport"] = {**properties["sport"], "enum": [sport for sport in sports if sport in (*whole, *of_day)]}
        takes = {**self.takes, "properties": properties}
        if of_day and whole:
            dated = {"properties": {"sport": {"enum": of_day}}, "required": ["date"]}
            needed = f"{properties['date']['description']}; required for {', '.join(of_day)}"
            properties["date"] = {**properties["date"], "description": needed}
            takes["anyOf"] = [{"properties": {"sport": {"enum": whole}}}, dated]
        elif of_day:
            del properties["season"]
            takes["required"] = [*takes.get("required", ()), "date"]
        return takes

    def _of_resources(self, grant: Grant) -> Json | None:
        """Return the arguments for the sports and resources that a token covers."""
        properties = dict(self.takes["properties"])
        resources = properties["resource"]["enum"]
        own = {
            sport: [name for name in resources if _covers(grant, sport, (name,))]
            for sport in properties["sport"]["enum"]
        }
        own = {sport: names for sport, names in own.items() if names}
        if not own:
            return None
        names = [name for name in resources if any(name in held for held in own.values())]
        properties["sport"] = {**properties["sport"], "enum": list(own)}
        properties["resource"] = {**properties["resource"], "enum": names}
        takes = {**self.takes, "properties": properties}
        said = [] if DEFAULT in names else [f"by default {BY_FIT}"]
        if any(held != names for held in own.values()):
            takes["anyOf"] = [_branch(sport, held) for sport, held in own.items()]
            said = [f"default {DEFAULT} where it is covered, otherwise {BY_FIT}"] if DEFAULT in names else said
            said += [f"{', '.join(sports)}: {', '.join(held)}" for held, sports in _alike(grant, own)]
        if said:
            properties["resource"] = {"type": "string", "enum": names, "description": "; ".join(said)}
        return takes


def _covers(grant: Grant, sport: str, resources: tuple[str, ...]) -> bool:
    """Whether a token covers those of some resources that a sport has, and there are any."""
    held = [name for name in resources if _has(sport.upper(), name)]
    return bool(held) and all(grant.covers(sport.upper(), name) for name in held)


def _has(sport: str, resource: str) -> bool:
    return sport in SPORTS and resource in SPORTS[sport].resources


def not_covered(grant: Grant, sport: str, resource: str) -> str:
    """Return the refusal of a call that a token does not cover, with what it does cover of the sport."""
    held = ", ".join(covered(grant, sport))
    instead = held and f"; of {sport.lower()} it covers {held}"
    return f"403: the token is valid, but does not cover {sport.lower()} {resource}{instead}."


BY_FIT = "the one that fits the date, season, game or table, if only one does"
"""Which resource a call is for that names none, if its token does not cover the default."""


def _branch(sport: str, resources: list[str]) -> Json:
    """Return the schema of the calls for one sport, of a token that covers these resources of it."""
    return {"properties": {"sport": {"const": sport}, "resource": {"enum": resources}}, "required": ["sport"]}


def _alike(grant: Grant, own: Mapping[str, list[str]]) -> list[tuple[tuple[str, ...], list[str]]]:
    """Return the sports of which a token covers only a part, together those of which it covers the same."""
    found: dict[tuple[str, ...], list[str]] = {}
    for sport, held in own.items():
        if not _covers(grant, sport, tuple(RESOURCES)):
            found.setdefault(tuple(held), []).append(sport)
    return list(found.items())


def _first(grant: Grant, sport: str) -> str:
    """Return the default resource, or if a token does not cover it of a sport, the first that it does."""
    held = covered(grant, sport)
    return DEFAULT if DEFAULT in held or not held else held[0]


def fitting_resource(grant: Grant, code: str, arguments: Json) -> str | None:
    """Return the resource of a call that names none: the only one that fits it; None if the default may.

    Raises
    ------
    ToolFailure
        The token does not cover the default, and several others fit.
    """
    found = held = covered(grant, code)
    segment = next((name for name in ("date", "season") if name in arguments), "")
    table = [arguments["table"]] if "table" in arguments else []
    rules: tuple[Callable[[str], Any], ...] = (
        lambda name: not segment or RESOURCES[name].segment.name == segment,
        lambda name: "game_id" not in arguments or segment or any(p.name == "game_id" for p in params(code, name)),
        lambda name: all(one in layouts_of(code, name) for one in table),
        lambda name: tables_having(code, name, *asked_for(arguments)),
    )
    for fits in rules:
        found = [name for name in found if fits(name)] or found
    if DEFAULT in held:
        return found[0] if len(found) == 1 and segment == "season" else None
    if len(found) > 1:
        raise ToolFailure(f"pass resource for {code.lower()}, one of {', '.join(found)}.")
    return found[0] if found else None


def refuse_of_other_sports(code: str, resource: str, grant: Grant) -> None:
    """Refuse a resource that a sport does not have, with those that it has and the token covers."""
    if resource not in SPORTS[code].resources:
        held = ", ".join(covered(grant, code))
        raise ToolFailure(f"{code.lower()} has no {resource}{held and f'; it has {held}'}.")
