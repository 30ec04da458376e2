"""A day with games of each sport, loaded once, and what a plot of it says."""

from __future__ import annotations

import functools

import pandas as pd
from matplotlib.axes import Axes

import sportsframe as sf
from sportsframe.catalog import sport_code

DAYS = {
    "MLB": "2024-06-01", "NFL": "2024-11-10", "NBA": "2024-12-06", "NHL": "2024-12-06", "NCAAFB": "2024-11-09",
    "NCAABB": "2024-12-07", "PGA": "2024-06-13", "SOCCER": "2024-11-09", "DARTS": "2024-01-03",
}  # fmt: skip


@functools.cache
def loaded(sport: str, table: str = "games", resource: str = "live") -> pd.DataFrame:
    """A day of a sport; asked once for all tests, which do not change it."""
    league = "EPL" if sport == "SOCCER" else None
    if resource == "play-by-play":
        return sf.play_by_play(DAYS[sport], sport_code(sport), table=table)
    ask = sf.live if resource == "live" else sf.schedule
    return ask(DAYS[sport], sport, table=table, league=league)


def day(sport: str, table: str = "games", resource: str = "live") -> pd.DataFrame:
    return loaded(sport, table, resource).copy()


def texts(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]
