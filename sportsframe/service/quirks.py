"""Observed deviations of the real service from the specification, by name.

By default the reference service follows the specification. A switch reproduces one deviation, so that clients can be
tested against both. Switches of the first group change how a request is handled; those of the second change rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..catalog import SPORTS
from ..catalog.resources import GAMES, SCHEDULES, Param
from ..errors import ConfigError, choose

Row = dict[str, Any]


@dataclass(frozen=True)
class Switch:
    """An observed deviation.

    Attributes
    ----------
    name : str
        Name that enables it.
    meaning : str
        Description in one line.
    usual : bool
        Whether the preset ``OBSERVED`` includes it.
    sports : tuple of str
        Sports whose rows it changes.
    resources : tuple of str
        Resources whose rows it changes.
    change : callable, optional
        Changes a row, a JSON object with API field names, in place.
    otherwise : callable, optional
        Changes a row while the switch is off, where the simulation makes it as the real service does.
    """

    name: str
    meaning: str
    usual: bool = True
    sports: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    change: Callable[[Row], None] | None = None
    otherwise: Callable[[Row], None] | None = None


LEAGUE_DAYS = "league-days"
FUTURE_LIVE = "future-live-404"
LEAGUE_EMPTY = "unknown-league-304"
ENTITLEMENT_EMPTY = "no-entitlement-304"
SEASONLESS_EMPTY = "season-less-304"
NOW_EVERYWHERE = "now-everywhere"
EMPTY_ARRAY = "empty-array"
SEASONLESS = "season-less"
SPORTLESS = "sport-less"
TEAM_ID = "team-id"
GAME_ID = "game-id"
BAD_FORMAT_MISSING = "bad-format-404"
PLAIN_TEXT = "plain-text"
FIRST_DAY = "first-day"

OF_TEAMS = (*GAMES, "team-info", "team-stats", "player-info", "player-stats", "injuries", "depth-charts")

PARAMS: dict[str, tuple[Param, tuple[str, ...]]] = {
    TEAM_ID: (Param("team_id", "int", "Only this team", minimum=1), OF_TEAMS),
    GAME_ID: (Param("game_id", "text", "One game"), GAMES),
}
"""Switch -> the query parameter of team sports that is ignored unless it is on, and the resources that take it."""

VENUE = ("city", "state", "country", "postal_code", "arena", "latitude", "longitude")


def _picked(text: str, one_in: int) -> bool:
    """Whether a deviation applies to `text`, which it does for one in `one_in` texts; deterministic."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big") % one_in == 0


def _drop_round(row: Row) -> None:
    row.pop("round", None)


def _lose_players(row: Row) -> None:
    for lines in row["player_box"].values():
        for player_id in [p for p in lines if _picked(f"{row['game_ID']}/{p}", 4)]:
            del lines[player_id]


def _undefined_location(row: Row) -> None:
    row["game_location"] = "undefined, undefined"


def _no_location(row: Row) -> None:
    row["game_location"] = None


def _empty_record(row: Row) -> None:
    for side in ("away_team", "home_team"):
        row["full_box"][side]["record"] = ""


def _no_venue(row: Row) -> None:
    row.update(dict.fromkeys(VENUE))
    if row["season_type"] != "Regular Season":
        row["location"] = None


def _some_without_place(row: Row) -> None:
    if _picked(str(row["home_team_ID"]), 6):
        row.update(city=None, country=None, postal_code=None, latitude=None, longitude=None)


def _one_l(row: Row) -> None:
    if row["status"] == "cancelled":
        row["status"] = "canceled"


def _no_broadcast(row: Row) -> None:
    if _picked(row["game_ID"], 5):
        row["broadcast"] = None


def _postponed(row: Row) -> None:
    if row["status"] == "replaced":
        row["status"] = "postponed"


def _postponed_with_successor(row: Row) -> None:
    _postponed(row)
    row.setdefault("replaced_by", None)


def _postponed_without_successor(row: Row) -> None:
    _postponed(row)
    row.pop("replaced_by", None)


def _no_birth_date(row: Row) -> None:
    if _picked(str(row["player_id"]), 1000):
        row["age"] = "undefined NaN, NaN"


def _odd_height(row: Row) -> None:
    if row["height"] and _picked(str(row["player_id"]), 20):
        row["height"] = row["height"].replace("' ", "'") if row["player_id"] % 2 else row["height"] + "\t"


MISSPELLED = {"conceeded": ("goals_conceded", "goals_conceeded")}
"""Switch -> the name of a field, and how it is spelled instead."""


def _conceeded(row: Row) -> None:
    right, wrong = MISSPELLED["conceeded"]
    for part in ("regular_season", "postseason"):
        if row.get(part) and right in row[part]:
            row[part][wrong] = row[part].pop(right)


def _total(row: Row) -> None:
    for side in ("away_team", "home_team"):
        team = row["full_box"][side]
        team["quarter_scores"]["T"] = team["score"]


SWITCHES: dict[str, Switch] = {
    s.name: s
    for s in (
        Switch(LEAGUE_DAYS, "dates are league dates rather than UTC dates"),
        Switch(FUTURE_LIVE, "live returns 404 with an object for a future date, before any other check"),
        Switch(LEAGUE_EMPTY, "an unknown league returns 304 rather than 404"),
        Switch(ENTITLEMENT_EMPTY, "a sport that the token does not cover returns 304 (404 for live) rather than 403"),
        Switch(SEASONLESS_EMPTY, "a season schedule without a season returns 304 rather than 404"),
        Switch(NOW_EVERYWHERE, "now is accepted as the date in every path"),
        Switch(EMPTY_ARRAY, "no data returns 200 with an empty array rather than 304", usual=False),
        Switch(SEASONLESS, "season schedules and statistics without a season are of the current season", usual=False),
        Switch(SPORTLESS, "schedules and live without a sport have all sports that the token covers", usual=False),
        Switch(TEAM_ID, "team_id selects the rows of a team, for all resources of team sports but plays", usual=False),
        Switch(GAME_ID, "game_id selects a game on the schedules and live of team sports", usual=False),
        Switch(BAD_FORMAT_MISSING, "a malformed date or season returns 404 with an object, not 400", usual=False),
        Switch(PLAIN_TEXT, "messages of errors are plain text rather than JSON strings", usual=False),
        Switch(FIRST_DAY, "a golf tournament is listed on its first day only", usual=False),
        Switch(
            "replaced",
            "the status of rescheduled games of college basketball is replaced, and only these rows have replaced_by",
            sports=("NCAABB",),
            resources=SCHEDULES,
            otherwise=_postponed_with_successor,
        ),
        Switch(
            "replaced-soccer",
            "the status of rescheduled games of soccer is replaced, and these rows have replaced_by",
            sports=("SOCCER",),
            resources=SCHEDULES,
            otherwise=_postponed_without_successor,
        ),
        Switch(
            "total-period",
            "quarter_scores of college basketball have a total under T",
            sports=("NCAABB",),
            resources=("live",),
            change=_total,
        ),
        Switch(
            "no-round",
            "live rows of college football lack round",
            sports=("NCAAFB",),
            resources=("live",),
            change=_drop_round,
        ),
        Switch(
            "undefined-location",
            'game_location of college football is "undefined, undefined"',
            sports=("NCAAFB",),
            resources=("live",),
            change=_undefined_location,
        ),
        Switch(
            "missing-players",
            "live rows of college basketball lack some player lines",
            sports=("NCAABB",),
            resources=("live",),
            change=_lose_players,
        ),
        Switch(
            "null-location",
            "game_location of college basketball is null",
            sports=("NCAABB",),
            resources=("live",),
            change=_no_location,
        ),
        Switch(
            "empty-record",
            "record of college basketball teams is an empty string",
            sports=("NCAABB",),
            resources=("live",),
            change=_empty_record,
        ),
        Switch(
            "null-venue",
            "schedule rows of college basketball have no venue",
            sports=("NCAABB",),
            resources=SCHEDULES,
            change=_no_venue,
        ),
        Switch(
            "null-place",
            "some schedule rows of soccer have no location",
            sports=("SOCCER",),
            resources=SCHEDULES,
            change=_some_without_place,
        ),
        Switch(
            "null-birth-date",
            'some dates of birth are "undefined NaN, NaN"',
            sports=("NFL",),
            resources=("player-info",),
            change=_no_birth_date,
        ),
        Switch(
            "odd-height",
            "some heights of players have no space or end in a tab",
            sports=("NFL", "NBA", "MLB", "NHL"),
            resources=("player-info",),
            change=_odd_height,
        ),
        Switch(
            "conceeded",
            "goals_conceded of soccer's team statistics is spelled goals_conceeded",
            usual=False,
            sports=("SOCCER",),
            resources=("team-stats",),
            change=_conceeded,
        ),
        Switch("canceled", "cancelled is spelled canceled", sports=("NCAABB",), resources=SCHEDULES, change=_one_l),
        Switch(
            "null-broadcast",
            "some rows of the NBA have no broadcast",
            sports=("NBA",),
            resources=(*SCHEDULES, "live"),
            change=_no_broadcast,
        ),
    )
}
"""Every switch by name."""

OBSERVED: frozenset[str] = frozenset(s.name for s in SWITCHES.values() if s.usual)
"""The preset ``observed``: the usual deviations of the real service."""

PRESET = "observed"


def parse(names: Iterable[str]) -> frozenset[str]:
    """Return the switches with these names; ``observed`` stands for the preset.

    Raises
    ------
    ConfigError
        A name is not a switch.
    """
    on: set[str] = set()
    for name in [names] if isinstance(names, str) else names:
        choose(name, (*SWITCHES, PRESET), "switch", ConfigError)
        on |= OBSERVED if name == PRESET else {name}
    return frozenset(on)


def params(on: frozenset[str], sport: str, resource: str) -> tuple[Param, ...]:
    """Return the query parameters that enabled switches add to a sport's resource."""
    if sport not in SPORTS or not SPORTS[sport].is_team_sport:
        return ()
    return tuple(param for name, (param, resources) in PARAMS.items() if name in on and resource in resources)


@cache
def changes(on: frozenset[str], sport: str, resource: str) -> tuple[Callable[[Row], None], ...]:
    """Return the row changes for a sport's resource: of the enabled switches, and of those that are off."""
    concerned = [s for s in SWITCHES.values() if sport in s.sports and resource in s.resources]
    found = [s.change if s.name in on else s.otherwise for s in concerned]
    return tuple(change for change in found if change is not None)
