"""Calibration targets of simulated darts, and how they are measured."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from .._common.targets import Target
from .schedule import PREMIER
from .season import Season, Story, Tally, story
from .tour import Bout

TOUR, MATCHPLAY = "European Tour", "World Matchplay"
MEASURED = re.compile(r"ET[1-5]|MP|PL\d+")

TARGETS: dict[str, tuple[Target, ...]] = {
    "DARTS": (
        Target("tour average", 91.38, 0.02, True, "European tour 2017, dartsnews"),
        Target("tour darts a leg", 30.24, 0.03, True, "European tour 2017, dartsnews"),
        Target("tour 180s a leg", 0.464, 0.05, True, "European tour 2017, dartsnews"),
        Target("tour checkout %", 36.4, 0.03, True, "European tour 2017, dartsnews"),
        Target("tour legs a match", 9.02, 0.03, True, "European tour 2017, dartsnews"),
        Target("tour won with the lower average", 0.25, 0.06, False, "tour 2024, dartspredictions"),
        Target("tour sd of a match average", 5.5, 0.15, True, "general knowledge"),
        Target("matchplay average", 95.35, 0.02, True, "world matchplay 2023, dartsnews"),
        Target("matchplay first nine", 103.0, 0.03, True, "world matchplay 2023, dartsnews"),
        Target("matchplay darts a leg", 29.1, 0.03, True, "world matchplay 2023, dartsnews"),
        Target("matchplay 180s a leg", 0.518, 0.06, True, "world matchplay 2023, dartsnews"),
        Target("matchplay checkout %", 40.4, 0.03, True, "world matchplay 2023, dartsnews"),
        Target("matchplay holds", 0.63, 0.03, True, "world matchplay 2023, dartsnews"),
        Target("matchplay finishes of 100 or more", 0.143, 0.02, False, "world matchplay 2023, dartsnews"),
        Target("premier league 180s a leg", 0.597, 0.07, True, "premier league 2024, dartsnews"),
        Target("rows a year", 5900, 0.05, True, "sizes of the fields"),
        Target("withdrawn", 0.008, 0.003, False, "general knowledge"),
        Target("cancelled", 0.004, 0.003, False, "general knowledge"),
        Target("postponed", 0.002, 0.002, False, "general knowledge"),
    )
}
"""What `figures` is to come near; a leg counts the darts of both players."""


class _Sums:
    """Figures of the matches of one series."""

    def __init__(self) -> None:
        self.matches = self.legs = self.held = self.lower = 0
        self.nine_points = self.nine_darts = 0
        self.off: list[float] = []
        self.all = Tally()

    def add(self, bout: Bout, whole: Story) -> None:
        tallies = (Tally(), Tally())
        for this, shown in whole.legs:
            self.legs += 1
            self.held += this.first == this.winner
            for i, one in enumerate(shown):
                player, visit = one.player, one.visit
                tallies[player].add(visit)
                self.all.add(visit)
                if i < 6:
                    self.nine_points += visit.start - visit.end
                    self.nine_darts += len(visit.darts)
        averages = [3 * tally.points / tally.darts for tally in tallies]
        winner = whole.legs[-1][0].winner
        self.matches += 1
        self.lower += averages[winner] < averages[1 - winner]
        self.off += [average - player.level for average, player in zip(averages, bout.players, strict=True)]

    def figures(self, name: str) -> dict[str, float]:
        total = self.all
        mean = sum(self.off) / len(self.off)
        return {
            f"{name} average": 3 * total.points / total.darts,
            f"{name} first nine": 3 * self.nine_points / self.nine_darts,
            f"{name} darts a leg": total.darts / self.legs,
            f"{name} 180s a leg": total.maximum / self.legs,
            f"{name} checkout %": 100 * self.legs / total.attempts,
            f"{name} holds": self.held / self.legs,
            f"{name} finishes of 100 or more": sum(points >= 100 for points in total.finishes) / self.legs,
            f"{name} legs a match": self.legs / self.matches,
            f"{name} won with the lower average": self.lower / self.matches,
            f"{name} sd of a match average": (sum((x - mean) ** 2 for x in self.off) / len(self.off)) ** 0.5,
        }


def figures(seasons: Sequence[Season]) -> dict[str, float]:
    """The figures of `TARGETS`, measured over some seasons.

    Parameters
    ----------
    seasons : sequence of Season
        The seasons; their matchplay, premier league and first five European tours are thrown.

    Returns
    -------
    dict of str to float
        By name of the figure. ``tour``, ``matchplay`` and ``premier league`` head the figures of the three series;
        averages are points a visit of three darts, ``%`` runs from 0 to 100, all else are counts or shares.
    """
    sums = {TOUR: _Sums(), MATCHPLAY: _Sums(), PREMIER: _Sums()}
    unplayed: Counter[str] = Counter()
    rows = 0
    for season in seasons:
        for entry in season.regular():
            bout = entry.bout
            rows += 1
            if bout.unplayed_as is not None:
                unplayed[bout.unplayed_as] += 1
            elif MEASURED.fullmatch(bout.event.code):
                sums[bout.event.series].add(bout, story.__wrapped__(season.seed, bout))
    found = {"rows a year": rows / len(seasons)}
    found |= {state: unplayed[state] / rows for state in ("withdrawn", "cancelled", "postponed")}
    for series, name in ((TOUR, "tour"), (MATCHPLAY, "matchplay"), (PREMIER, "premier league")):
        found |= sums[series].figures(name)
    return found
