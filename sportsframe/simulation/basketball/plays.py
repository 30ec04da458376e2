"""From the events of a basketball game to its plays, as play-by-play records have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ...catalog import basketball
from ...catalog.written import Writing, Written
from .._common.clubs import Club
from . import events as told
from .play import CLOSING, NOBODY, Event, Game

wire = Writing(basketball)

ORDINALS = ("1st", "2nd", "3rd", "4th", "OT")

MADE = {told.TWO_TRIED: told.TWO_MADE, told.THREE_TRIED: told.THREE_MADE, told.FREE_TRIED: told.FREE_MADE}
"""What follows an attempt that is made, at the same moment."""

WORTH = {told.TWO_TRIED: "2pt", told.THREE_TRIED: "3pt", told.FREE_TRIED: "ft"}

REBOUNDS = {told.OFF_REBOUND: "rebound_off", told.DEF_REBOUND: "rebound_def", told.TEAM_REBOUND: "rebound_team"}


def play_records(game: Game, until: float, clubs: tuple[Club, Club]) -> Iterator[Written]:
    """Tell a game in order, up to a second of play.

    Parameters
    ----------
    game : Game
        The whole game: with a foul it is known who will shoot.
    until : float
        Seconds of play.
    clubs : tuple of Club
        Away side, home side.
    """
    teller = _Teller(game, clubs)
    number = 0
    while number < len(game.events) and game.events[number][0] <= until:
        count, play = teller.play(number)
        yield play
        number += count


class _Teller:
    def __init__(self, game: Game, clubs: tuple[Club, Club]) -> None:
        self.game = game
        self.events = game.events
        self.clubs = clubs
        self.score = wire.Score(away_score=0, home_score=0)
        self.men: dict[tuple[int, int, str], Written] = {}
        self.fouls: dict[tuple[int, int], list[float]] = {}
        self.trip = (0, 0)

    def _follows(self, number: int, at: float, side: int, what: int) -> int | None:
        """The player of the event at this place if it is of this kind, side and moment."""
        if number < len(self.events):
            when, _, whose, player, kind = self.events[number]
            if (when, whose, kind) == (at, side, what):
                return player
        return None

    def play(self, number: int) -> tuple[int, Written]:
        """The play that begins with an event, and how many events it holds."""
        event = self.events[number]
        what = event[-1]
        if what in MADE:
            return self._attempt(number, event)
        if what in REBOUNDS:
            side, player = event[2], event[3]
            players = [] if player == NOBODY else [self._man(side, player, "rebounder")]
            return 1, self._made(number, event, "rebound", REBOUNDS[what], side, players)
        if what == told.TURNOVER:
            return self._turnover(number, event)
        assert what == told.PERSONAL, what
        return 1, self._foul(number, event)

    def _attempt(self, number: int, event: Event) -> tuple[int, Written]:
        at, _, side, player, what = event
        count, points = 1, 0
        players = [self._man(side, player, "shooter")]
        free = what == told.FREE_TRIED
        if self._follows(number + count, at, side, MADE[what]) is not None:
            points = told.POINTS[MADE[what]]
            count += 1
            helper = self._follows(number + count, at, side, told.ASSIST)
            if helper is not None:
                players.append(self._man(side, helper, "assister"))
                count += 1
        else:
            blocker = self._follows(number + count, at, 1 - side, told.BLOCK)
            if blocker is not None:
                players.append(self._man(1 - side, blocker, "blocker"))
                count += 1
        if points:
            away, home = self.score.away_score, self.score.home_score
            self.score = wire.Score(away_score=away + points * (1 - side), home_score=home + points * side)
        details: tuple[int | None, int | None] = (None, None)
        if free:
            done, tries = self.trip
            self.trip = done, tries = (done + 1, tries) if done < tries else (1, self._tries(number, side))
            details = done, tries
        name = ("free_throw" if free else "field_goal") + ("_made" if points else "_missed")
        action = f"{'make' if points else 'miss'}_{WORTH[what]}"
        return count, self._made(number, event, name, action, side, players, points, details)

    def _tries(self, number: int, side: int) -> int:
        """Free throws of one trip of a side, from an event on."""
        at = self.events[number][0]
        tries = 0
        while number < len(self.events) and self.events[number][0] == at:
            tries += self.events[number][2] == side and self.events[number][-1] == told.FREE_TRIED
            number += 1
        return tries

    def _turnover(self, number: int, event: Event) -> tuple[int, Written]:
        at, _, side, player, _ = event
        players = [self._man(side, player, "turnover_player")]
        thief = self._follows(number + 1, at, 1 - side, told.STEAL)
        if thief is not None:
            players.append(self._man(1 - side, thief, "stealer"))
        count = 1 + (thief is not None)
        return count, self._made(number, event, "turnover", "turnover", side, players)

    def _foul(self, number: int, event: Event) -> Written:
        at, period, side, player, _ = event
        players = [self._man(side, player, "fouler")]
        if number and self._follows(number - 1, at, side, told.TURNOVER) == player:
            return self._made(number, event, "foul", "offensive_foul_committed", side, players)
        before = self.fouls.setdefault((period, side), [])
        action = "personal_foul_committed"
        if number + 1 < len(self.events):
            _, _, whose, fouled, what = self.events[number + 1]
            if what == told.FREE_TRIED and whose != side:
                players.append(self._man(whose, fouled, "fouled"))
                if self._tries(number + 1, whose) != 2 or not self._is_penalty(period, before):
                    action = "shooting_foul_committed"
        before.append(at)
        return self._made(number, event, "foul", action, 1 - side, players)

    def _is_penalty(self, period: int, fouls: Sequence[float]) -> bool:
        """Whether every foul gives free throws, after those of a side in a period: many, or one in the last minutes."""
        rules = self.game.result.rules
        last_minutes = rules.begins(period) + rules.seconds(period) - CLOSING
        overtime = period > rules.periods
        return len(fouls) + overtime >= rules.bonus[0] or any(at >= last_minutes for at in fouls)

    def _man(self, side: int, number: int, role: str) -> Written:
        """A player in a role; the same record for the whole game."""
        man = self.men.get((side, number, role))
        if man is None:
            player = self.game.squads[side].players[number]
            man = self.men[side, number, role] = wire.Participant(
                player_id=player.id,
                player=player.name,
                role=role,
                action=None,
                position=player.position,
                team_abbreviation=self.clubs[side].abbreviation,
            )
        return man

    def _made(
        self,
        number: int,
        event: Event,
        name: str,
        action: str,
        possession: int,
        players: Sequence[Written],
        points: int = 0,
        details: tuple[int | None, int | None] = (None, None),
    ) -> Written:
        at, period = event[0], event[1]
        rules = self.game.result.rules
        left = rules.seconds(period) - int(at - rules.begins(period))
        quarter = ORDINALS[period - 1] if period <= len(ORDINALS) else f"{period - rules.periods}OT"
        who = players[0].player if players else self.clubs[event[2]].name
        others = "".join(f", {one.role} {one.player}" for one in players[1:])
        return wire.Play(
            sequence=number + 1,
            period=period,
            game_clock=f"{left // 60:02d}:{left % 60:02d} - {quarter}",
            event=name,
            action=action,
            points=points,
            is_scoring=points > 0,
            score=self.score,
            possession=self.clubs[possession].name,
            players=list(players),
            details=_details(*details),
            description=f"{who}: {action.replace('_', ' ')}{others}.",
        )


@cache
def _details(free_throw: int | None, free_throws: int | None) -> Written:
    """The details of a play; the few that there are are shared by all plays."""
    return wire.PlayDetails(free_throw=free_throw, free_throws=free_throws)
