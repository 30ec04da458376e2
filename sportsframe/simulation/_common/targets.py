"""Calibration targets of the simulated world."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A figure the simulated world aims at.

    Parameters
    ----------
    name : str
        What is measured.
    value : float
        Middle of recent real seasons.
    tolerance : float
        How far the measured value may lie from it.
    relative : bool
        The tolerance is a share of the value; otherwise it is in the unit of the value.
    source : str
        Where the value comes from, for people.
    """

    name: str
    value: float
    tolerance: float
    relative: bool
    source: str

    @property
    def bounds(self) -> tuple[float, float]:
        """Lowest and highest value that meet the target."""
        reach = abs(self.value) * self.tolerance if self.relative else self.tolerance
        return self.value - reach, self.value + reach

    def met(self, measured: float) -> bool:
        """Whether a measured value lies within the tolerance."""
        low, high = self.bounds
        return low <= measured <= high
