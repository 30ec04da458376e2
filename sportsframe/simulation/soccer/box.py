"""The box score of a soccer game: its events up to a moment, added up."""

from __future__ import annotations

from collections import Counter

from ...catalog import soccer
from ...catalog.written import Writing, Written
from . import play
from .play import Match
from .rosters import GOALKEEPER

wire = Writing(soccer)

COUNTED: dict[int, tuple[str, ...]] = {
    play.GOAL: ("goals", "shots_on_goal", "shots_attempted"),
    play.PENALTY: ("goals", "shots_on_goal", "shots_attempted", "penalty_attempts", "penalties_scored"),
    play.SAVED: ("shots_on_goal", "shots_attempted"),
    play.PENALTY_STOPPED: ("shots_on_goal", "shots_attempted", "penalty_attempts"),
    play.PENALTY_WIDE: ("shots_attempted", "penalty_attempts"),
    play.WIDE: ("shots_attempted",),
    play.FOUL: ("fouls_committed",),
    play.YELLOW: ("yellow_cards",),
    play.RED: ("red_cards",),
}
"""Kind of event -> the figures of a player's line it adds one to."""

LINE = (
    "goals",
    "assists",
    "shots_on_goal",
    "shots_attempted",
    "fouls_committed",
    "fouls_drawn",
    "free_kicks_won",
    "yellow_cards",
    "red_cards",
    "penalty_attempts",
    "penalties_scored",
)
KEEPING = ("goals_conceded", "saves", "clean_sheets", "penalties_saved", "penalties_faced")

NOTHING = dict.fromkeys(LINE + KEEPING, 0)
"""The line of a player who has just come on."""


class Tally:
    """What had happened up to a moment.

    Parameters
    ----------
    match : Match
        The whole game.
    second : float
        Seconds since the real start.
    over : bool
        Whether the game has ended: only then a side has kept a clean sheet.

    Attributes
    ----------
    score : list of int
        Goals, away and home.
    halves : list of dict
        Goals of either side by half, ``1`` and ``2``; a half that has not begun is left out.
    """

    def __init__(self, match: Match, second: float, over: bool) -> None:
        self.match = match
        self.minute = match.clock(second)[1]
        begun = 2 if second >= match.second_half else 1
        self.halves = [dict.fromkeys(map(str, range(1, begun + 1)), 0) for _ in range(2)]
        self.figures: tuple[dict[int, dict[str, int]], ...] = tuple(
            {player.person.id: {**NOTHING} for player in lineup} for lineup in match.lineups
        )
        self.sides: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self.came = tuple(dict.fromkeys(lines, 0) for lines in self.figures)
        self.left: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.fouled = 0
        self.keepers = [lineup[0].person.id for lineup in match.lineups]
        for event in match.events:
            if event.second > second:
                break
            self._count(event)
        self.score = [sum(halves.values()) for halves in self.halves]
        if over:
            for side in (play.AWAY, play.HOME):
                clean = int(self.score[1 - side] == 0)
                self.sides[side]["clean_sheets"] = self.figures[side][self.keepers[side]]["clean_sheets"] = clean

    def _count(self, event: play.Event) -> None:
        side, other, kind = event.side, 1 - event.side, event.kind
        if kind == play.SWAP:
            minute = self.match.clock(event.second)[1]
            self.left[side][event.player] = minute
            self.came[side][event.other] = minute
            self.figures[side][event.other] = {**NOTHING}
            if self.match.squads[side][event.other].position == GOALKEEPER:
                self.keepers[side] = event.other
            return
        for figure in COUNTED.get(kind, ()):
            self.figures[side][event.player][figure] += 1
        keeper = self.figures[other][self.keepers[other]]
        if kind in play.GOALS:
            self.halves[side]["1" if event.second < self.match.second_half else "2"] += 1
            keeper["goals_conceded"] += 1
        if kind == play.GOAL and event.other:
            self.figures[side][event.other]["assists"] += 1
        if kind in (play.SAVED, play.PENALTY_STOPPED):
            keeper["saves"] += 1
        if kind in play.PENALTIES:
            keeper["penalties_faced"] += 1
            keeper["penalties_saved"] += kind == play.PENALTY_STOPPED
            self._free_kick(side, self.fouled, -1)
        elif kind == play.FOUL:
            self.fouled = event.other
            self.figures[other][event.other]["fouls_drawn"] += 1
            self._free_kick(other, event.other)
        elif kind == play.OFFSIDE:
            self.sides[side]["offsides"] += 1
            self._free_kick(other, event.other)
        elif kind == play.CORNER:
            self.sides[side]["corners"] += 1
        elif kind == play.RED:
            self.left[side][event.player] = self.match.clock(event.second)[1]

    def _free_kick(self, side: int, player: int, count: int = 1) -> None:
        """A free kick for a side; a penalty takes back the one its foul would have brought."""
        self.figures[side][player]["free_kicks_won"] += count

    def _sum(self, side: int, figure: str) -> int:
        return sum([line[figure] for line in self.figures[side].values()])

    def team(self, side: int) -> Written:
        """The figures of a side: for the most part the sums of its players' lines."""
        other = 1 - side
        summed = {name: self._sum(side, name) for name in LINE if name in soccer.TeamStats.model_fields}
        return wire.TeamStats(
            saves=self._sum(side, "saves"),
            offsides=self.sides[side]["offsides"],
            corners=self.sides[side]["corners"],
            free_kicks_conceded=self._sum(other, "free_kicks_won"),
            penalties_faced=self._sum(other, "penalty_attempts"),
            penalties_conceded=self._sum(other, "penalty_attempts"),
            clean_sheets=self.sides[side]["clean_sheets"],
            **summed,
        )

    def lines(self, side: int) -> dict[str, Written]:
        """The lines of everybody who has played, by player id."""
        return {str(player): self._line(side, player) for player in sorted(self.figures[side])}

    def _line(self, side: int, player: int) -> Written:
        figures = self.figures[side][player]
        who = self.match.squads[side][player]
        names = LINE + KEEPING if who.position == GOALKEEPER else LINE
        until = self.left[side].get(player, self.minute)
        return wire.Line(
            player=who.person.name,
            position=who.position,
            minutes_played=until - self.came[side][player],
            **{name: figures[name] for name in names},
        )
