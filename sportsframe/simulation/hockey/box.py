"""The box score of a hockey game: a fold over its events up to a moment of play."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from ...catalog import hockey
from ...catalog.written import Writing, Written
from .._common.people import Person
from . import play

Line = TypeVar("Line")


def clock_text(seconds: float) -> str:
    """``58:05``; minutes without a leading zero."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


wire = Writing(hockey)

COUNTED = {
    "save": "shots_on_goal",
    "hit": "hits",
    "block": "blocks",
    "give": "giveaways",
    "take": "takeaways",
    "shootout": "shootout_goals",
    "penalty": "penalty_minutes",
    "fight": "penalty_minutes",
    "misconduct": "penalty_minutes",
}
FIGURES = (
    "goals",
    "assists",
    "plus_minus",
    "shots_on_goal",
    "hits",
    "blocks",
    "giveaways",
    "takeaways",
    "faceoffs_won",
    "faceoffs_lost",
    "penalty_minutes",
    "power_play_goals",
    "power_play_assists",
    "short_handed_goals",
    "short_handed_assists",
    "shootout_goals",
)


class Tally:
    """The figures of both sides after the events up to a moment of play.

    Parameters
    ----------
    game : play.Game
    period : int
        Period last begun; one more than the last of the flow in a shootout.
    at : float
        Seconds of play.
    over : bool
        Whether the game has ended: only then are wins, losses, shutouts and the goal of a shootout given.
    """

    def __init__(self, game: play.Game, period: int, at: float, over: bool) -> None:
        self.game, self.at, self.over = game, at, over
        self.lines = [[dict.fromkeys(FIGURES, 0) for _ in range(play.SKATERS)] for _ in (0, 1)]
        self.keepers = [{n: [0, 0] for n in (play.STARTER, play.BACKUP)} for _ in (0, 1)]
        self.periods = [{str(n + 1): 0 for n in range(period)} for _ in (0, 1)]
        self.chances, self.converted, self.short = [0, 0], [0, 0], [0, 0]
        spans = game.flow.spans
        for event in game.events:
            if event.at > at:
                break
            if event.kind in ("goal", "empty"):
                number = next(n for n, (_, end) in enumerate(spans, 1) if event.at <= end)
                self.periods[event.side][str(number)] += 1
                self._goal(event)
            elif event.kind == "faceoff":
                self.lines[event.side][event.who[0]]["faceoffs_won"] += 1
                self.lines[1 - event.side][event.who[1]]["faceoffs_lost"] += 1
            else:
                self.lines[event.side][event.who[0]][COUNTED[event.kind]] += event.figure
                if event.kind == "save":
                    self.keepers[1 - event.side][game.goalie(1 - event.side, event.at)][0] += 1
        for foul in game.flow.penalties:
            if foul.at <= at and not foul.paired:
                self.chances[1 - foul.side] += 1
        if over and (won := game.flow.shootout) is not None:
            self.periods[won][str(period)] += 1

    def _goal(self, event: play.Event) -> None:
        side, edge = event.side, event.figure
        scorer, *helpers = (self.lines[side][n] for n in event.who)
        scorer["goals"] += 1
        scorer["shots_on_goal"] += 1
        for line in helpers:
            line["assists"] += 1
        if edge:
            kind = "power_play" if edge > 0 else "short_handed"
            scorer[f"{kind}_goals"] += 1
            for line in helpers:
                line[f"{kind}_assists"] += 1
            (self.converted if edge > 0 else self.short)[side] += 1
        if edge <= 0:
            for which, step in ((side, 1), (1 - side, -1)):
                for n in self.game.on_ice(which, event.at):
                    self.lines[which][n]["plus_minus"] += step
        if event.kind == "goal":
            self.keepers[1 - side][self.game.goalie(1 - side, event.at)][1] += 1

    def _sum(self, side: int, figure: str) -> int:
        return sum(line[figure] for line in self.lines[side])

    def team(self, side: int) -> Written:
        """The figures of a side."""
        return wire.TeamStats(
            saves=sum(saves for saves, _ in self.keepers[side].values()),
            power_plays=self.chances[side],
            power_plays_converted=self.converted[side],
            short_handed_goals_scored=self.short[side],
            short_handed_goals_allowed=self.short[1 - side],
            **{
                name: self._sum(side, name)
                for name in (
                    "hits",
                    "blocks",
                    "assists",
                    "faceoffs_won",
                    "faceoffs_lost",
                    "shots_on_goal",
                    "penalty_minutes",
                )
            },
        )

    def _decided(self) -> tuple[int, int]:
        """The goalies of both sides when the deciding goal fell; at the end, if a shootout decided."""
        flow = self.game.flow
        at = flow.end
        if not flow.tries:
            least = min(flow.score)
            at = [goal.at for goal in flow.goals if goal.side == flow.winner][least]
        return self.game.goalie(0, at), self.game.goalie(1, at)

    def seconds(self, side: int) -> list[float]:
        """Time on ice of a side's skaters, by place."""
        seconds = [0.0] * play.SKATERS
        for track in self.game.tracks[side]:
            play.ice_time(track, self.at, seconds)
        return seconds

    def players(self, side: int, people: Sequence[Person]) -> Written:
        """The lines of a side's players; `people` are the eighteen skaters and the two goalies."""
        skaters = {
            str(person.id): wire.Skater(
                player=person.name,
                position=position,
                position_category="W" if position in ("LW", "RW") else position,
                status="ACT",
                time_on_ice=clock_text(time),
                **line,
            )
            for person, position, line, time in zip(people, play.POSITIONS, self.lines[side], self.seconds(side))
        }
        flow = self.game.flow
        in_net = list(play.net_time(self.game, side, self.at))
        record = self._decided()[side] if self.over else None
        goalies = {}
        for goalie, time in in_net:
            saves, allowed = self.keepers[side][goalie]
            beaten = goalie == record and flow.winner != side
            later = flow.period > 3 and not flow.playoff
            goalies[str(people[goalie].id)] = wire.Goalie(
                player=people[goalie].name,
                position="G",
                position_category="G",
                status="ACT",
                time_on_ice=clock_text(time),
                wins=int(goalie == record and flow.winner == side),
                losses=int(beaten and not later),
                overtime_losses=int(beaten and later),
                saves=saves,
                shots_against=saves + allowed,
                goals_allowed=allowed,
                shutouts=int(self.over and len(in_net) == 1 and not flow.score[1 - side]),
            )
        return wire.Players(goalies=_by_id(goalies), skaters=_by_id(skaters))


def _by_id(lines: dict[str, Line]) -> dict[str, Line]:
    """Lines in ascending order of the player's number."""
    return {key: lines[key] for key in sorted(lines, key=int)}
