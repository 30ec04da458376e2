"""What the real service was seen to do where it leaves the specification, each under a name.

By default the reference service follows the specification. A switch shows one observed behaviour instead, so that a
client can be tried against both. Switches of the first group change how a question is answered; those of the second
change what stands in a row.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from ..catalog.resources import SCHEDULES
from ..errors import ConfigError, choose

Row = dict[str, Any]


@dataclass(frozen=True)
class Switch:
    """An observed behaviour.

    Attributes
    ----------
    name : str
        What turns it on.
    meaning : str
        One line for people.
    usual : bool
        Whether the preset `OBSERVED` turns it on.
    sports : tuple of str
        For a change of rows: the sports it changes.
    resources : tuple of str
        For a change of rows: the resources it changes.
    change : callable, optional
        Changes a row, the JSON object with wire names, in place.
    """

    name: str
    meaning: str
    usual: bool = True
    sports: tuple[str, ...] = ()
    resources: tuple[str, ...] = ()
    change: Callable[[Row], None] | None = None


LEAGUE_DAYS = "league-days"
FUTURE_LIVE = "future-live-404"
LEAGUE_EMPTY = "unknown-league-304"
ENTITLEMENT_EMPTY = "no-entitlement-304"
SEASONLESS_EMPTY = "season-less-304"
NOW_EVERYWHERE = "now-everywhere"
EMPTY_ARRAY = "empty-array"

VENUE = ("city", "state", "country", "postal_code", "arena", "latitude", "longitude")


def _picked(text: str, one_in: int) -> bool:
    """Whether `text` is among the `one_in`-th part that a behaviour strikes; the same for ever."""
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


SWITCHES: dict[str, Switch] = {
    s.name: s
    for s in (
        Switch(LEAGUE_DAYS, "a date is the league's own day, not the GMT day"),
        Switch(FUTURE_LIVE, "live answers 404 with an object for a date to come, before it looks at anything else"),
        Switch(LEAGUE_EMPTY, "an unknown league is nothing to return (304), not 404"),
        Switch(ENTITLEMENT_EMPTY, "a sport the token does not cover is 304, on live 404, not 403"),
        Switch(SEASONLESS_EMPTY, "a season schedule without a season is nothing to return (304), not 404"),
        Switch(NOW_EVERYWHERE, "now stands for the date of the clock in every path"),
        Switch(EMPTY_ARRAY, "nothing to return is 200 with an empty array, not 304", usual=False),
        Switch("no-round", "live rows of college football lack round", True, ("NCAAFB",), ("live",), _drop_round),
        Switch(
            "undefined-location", "game_location of college football is the text undefined, undefined",
            True, ("NCAAFB",), ("live",), _undefined_location,
        ),
        Switch(
            "missing-players", "live rows of college basketball lack some player lines",
            True, ("NCAABB",), ("live",), _lose_players,
        ),
        Switch(
            "null-location", "game_location of college basketball is null",
            True, ("NCAABB",), ("live",), _no_location,
        ),
        Switch(
            "empty-record", "record of college basketball teams is empty text",
            True, ("NCAABB",), ("live",), _empty_record,
        ),
        Switch(
            "null-venue", "schedule rows of college basketball have no venue",
            True, ("NCAABB",), SCHEDULES, _no_venue,
        ),
        Switch(
            "null-place", "some schedule rows of soccer have no place",
            True, ("SOCCER",), SCHEDULES, _some_without_place,
        ),
        Switch("canceled", "cancelled is spelled canceled", True, ("NCAABB",), SCHEDULES, _one_l),
        Switch(
            "null-broadcast", "some rows of the NBA name no broadcast",
            True, ("NBA",), (*SCHEDULES, "live"), _no_broadcast,
        ),
    )
}  # fmt: skip
"""Every switch by name."""

OBSERVED: frozenset[str] = frozenset(s.name for s in SWITCHES.values() if s.usual)
"""The preset ``observed``: what the real service was seen to do as a rule."""

PRESET = "observed"


def parse(names: Iterable[str]) -> frozenset[str]:
    """The switches that `names` turn on; ``observed`` stands for the preset.

    Raises
    ------
    ConfigError
        For a name that is no switch.
    """
    on: set[str] = set()
    for name in [names] if isinstance(names, str) else names:
        choose(name, (*SWITCHES, PRESET), "switch", ConfigError)
        on |= OBSERVED if name == PRESET else {name}
    return frozenset(on)


def changes(on: frozenset[str], sport: str, resource: str) -> tuple[Callable[[Row], None], ...]:
    """What the switches that are on do to the rows of a sport's resource."""
    return tuple(
        s.change
        for name, s in SWITCHES.items()
        if name in on and s.change and sport in s.sports and resource in s.resources
    )
