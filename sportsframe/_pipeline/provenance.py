"""What frames say of their source, and why there may be no rows."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Sequence
from datetime import date as Date
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pandas as pd

from .. import catalog
from .._client import notices
from .._client.query import ISO, Query, is_one_day, names_present
from .._client.settings import Settings
from .._frames.arrays import TEXT
from .._frames.provenance import CERTAIN, CLOCK
from ..catalog import SPORTS
from ..catalog.resources import ByDate, BySeason, Content
from ..catalog.simulated import WORLD_VERSION
from ..errors import quoted

STALE = "stale_since"
"""Key in ``attrs["sportsframe"]`` if a response is stale because the service was down: when it was fetched."""

SIMULATED_NOTICE = (
    "sportsframe: simulated data, fictional teams and people, from the built-in service; "
    "set RSC_TOKEN and SPORTSFRAME_BASE_URL to ask a real one."
)


def say_simulated(setting: Settings) -> None:
    """Say once per process that the data is simulated."""
    if setting.has_reader and setting.service().simulated and notices.first_in_process("simulated data"):
        notices.say(SIMULATED_NOTICE)


def provenance(setting: Settings, empty: str, stale_since: datetime | None = None) -> dict[str, Any]:
    """What every frame of a source carries in ``attrs["sportsframe"]``; `empty` says why it may have no rows."""
    source = setting.service()
    return {
        **({STALE: stale_since.isoformat(timespec="seconds")} if stale_since else {}),
        "source": "simulated" if source.simulated else "service",
        "address": source.address,
        "world": WORLD_VERSION if source.simulated else None,
        "catalog": catalog.VERSION,
        "empty_means": empty,
    }


def provenance_attrs(setting: Settings, empty: str, stale_since: datetime | None = None) -> dict[Hashable | None, Any]:
    """The ``attrs`` of a frame of a source."""
    return {"sportsframe": provenance(setting, empty, stale_since)}


def empty_means(setting: Settings, resource: str, ids: Iterable[str] = ()) -> str:
    """Why a response of a source may hold nothing, with these parameters."""
    return empty_for(setting, [*catalog.RESOURCES[resource].empty, *(f"an unknown {name}" for name in ids)])


def empty_for(setting: Settings, reasons: Sequence[str]) -> str:
    """Return the reasons, and that of a token, which simulated data does not need."""
    *most, last = [*reasons, *([] if setting.service().simulated else ["a sport the token does not cover"])]
    return ", ".join([*most, f"or {last}"]) if most else last


def ahead_of_clock(setting: Settings, queries: Sequence[Query]) -> str:
    """That all days or seasons asked for lie after a time that the user has set; empty if they do not."""
    if setting.origins["now"] == "default" or setting.replay is not None or not setting.service().simulated:
        return ""
    sport, resource = SPORTS[queries[0].sport], catalog.RESOURCES[queries[0].resource]
    moment = setting.moment()
    today = moment.astimezone(ZoneInfo(sport.zone)).date()
    firsts = [query.segment for query in queries]
    if isinstance(resource.segment, BySeason):
        later = all(first.isdigit() and int(first) > sport.season_at(today) for first in firsts)
    else:
        dates = [Date.fromisoformat(first) for first in firsts if re.fullmatch(ISO, first)]
        begun = resource.content is Content.PLAY
        later = len(dates) == len(firsts) > 0 and all(
            day > moment.date() and (begun or sport.season_at(day) > sport.season_at(today)) for day in dates
        )
    what = "season" if isinstance(resource.segment, BySeason) else "date"
    return f"{CLOCK} {moment:%Y-%m-%d}, before this {what}" if later else ""


def says_empty(resource: str, when: Any) -> bool:
    """Whether a load without rows says why: one of the present, of a day, of a season, or of an empty list of days.

    A range or list with days may well have some without games.
    """
    segment = catalog.RESOURCES[resource].segment
    if isinstance(segment, BySeason):
        return isinstance(when, (int, str))
    if not isinstance(segment, ByDate):
        return True
    nothing = not isinstance(when, str) and hasattr(when, "__len__") and not len(when)
    return nothing or names_present(when) or is_one_day(when)


def say_empty(setting: Settings, resource: str, sport: str, when: Any, why: str) -> None:
    """Say why there are no rows where people expect some: once per reason, of the present and a season once a day."""
    again = names_present(when) or isinstance(catalog.RESOURCES[resource].segment, BySeason)
    topic = f"{when} {setting.moment().date()}" if again else ""
    if setting.has_reader and notices.first_time(f"no rows: {resource} {sport} {why} {topic}"):
        may = "" if why.startswith(CERTAIN) else "no rows may mean: "
        shown = f" {quoted(str(when) if is_one_day(when) else when)}" if is_one_day(when) or again else ""
        notices.say(f"sportsframe: {sport} {resource}{shown}: {may}{why}")


def answers(setting: Settings, sports: Collection[str] | None = None) -> pd.DataFrame:
    """The responses used from a source: query, time, and whether each is stale or empty.

    Parameters
    ----------
    setting : Settings
        The source.
    sports : collection of str, optional
        Only those of these sports.

    Returns
    -------
    pandas.DataFrame, shape (n_answers, 4)
        ``asked`` (path and parameters, never the token), ``fetched_at`` (UTC), ``stale`` (older than its lifetime
        because no newer response arrived), ``empty`` (no data).
    """
    rows = [(q, note.fetched_at, note.stale, note.empty) for q, note in setting.history.notes(sports).items()]
    frame = pd.DataFrame(rows, columns=["asked", "fetched_at", "stale", "empty"])
    kinds: Any = {"asked": TEXT, "fetched_at": "datetime64[us, UTC]", "stale": "boolean", "empty": "boolean"}
    return frame.astype(kinds)
