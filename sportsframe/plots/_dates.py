"""Ticks of a horizontal axis that shows days, and their names."""

# mypy: disable-error-code="no-untyped-call"
# matplotlib's date classes are untyped.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from math import ceil, floor
from typing import Any

from matplotlib import dates


def of_days(low: float, high: float) -> bool:
    """Whether an axis between two of matplotlib's dates shows days and not hours: two days begin in it."""
    return floor(high) - ceil(low) >= 1


class DateLocator(dates.AutoDateLocator):
    """Ticks at days, months or years: so many at most, and of all that allow it the nearest ones.

    matplotlib's own locator leaves a single tick of a season in narrow axes, which it then calls 00:00.
    """

    def __init__(self, most: int) -> None:
        super().__init__(minticks=min(3, most - 1), maxticks=max(most, 5))  # of two days, twelve hours apart
        self.most = most

    def get_locator(self, dmin: datetime, dmax: datetime) -> Any:
        """Return the locator of ticks between two dates."""
        first, last = sorted((dmin, dmax))
        if not of_days(*dates.date2num((first, last))):
            return super().get_locator(dmin, dmax)
        fits = (one for days, one in _steps() if (last - first).days / days <= 2 * self.most)
        found = next((one for one in fits if _shown(one, first, last) <= self.most), None)
        if found is None:
            return super().get_locator(dmin, dmax)
        found.set_axis(self.axis)
        return found


class DateFormatter(dates.ConciseDateFormatter):
    """Names of the ticks, and beside the axis what they lack: the month and year of days, the date of hours.

    matplotlib names only that of the last tick, so that days before a first of January seem to be of its year.
    """

    def __init__(self, locator: DateLocator) -> None:
        super().__init__(locator)
        self._beside = ""

    def format_ticks(self, values: Sequence[float]) -> list[str]:
        """Return the names of the ticks."""
        super().format_ticks(values[::-1])
        first = super().get_offset()
        names: list[str] = super().format_ticks(values)
        last = super().get_offset()
        self._beside = last if first == last else f"{first} to {last}"
        return names

    def get_offset(self) -> str:
        """Return what stands beside the axis."""
        return self._beside


def _shown(locator: Any, first: datetime, last: datetime) -> int:
    """Return how many ticks lie between two dates."""
    low, high = dates.date2num((first, last))
    return sum(low <= tick <= high for tick in locator.tick_values(first, last))


def _steps() -> Iterator[tuple[int, Any]]:
    """Days from one tick to the next, and a locator; each has half of the ticks of the one before or more."""
    for on in (range(1, 32), range(1, 31, 2), range(1, 29, 4), (1, 8, 15, 22), (1, 15)):
        yield 31 // len(on), dates.DayLocator(bymonthday=on)
    for months in (1, 2, 3, 6):
        yield 30 * months, dates.MonthLocator(bymonth=range(1, 13, months))
    for years in (1, 2, 5, 10):
        yield 365 * years, dates.YearLocator(years)
