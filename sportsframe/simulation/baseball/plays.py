"""From the log of a baseball game to its plays, as play-by-play records have them."""

from __future__ import annotations

from collections.abc import Iterator

from ...catalog import baseball
from ...catalog.written import Writing, Written
from . import events
from .box import AIRBORNE, Narration
from .events import Event
from .lineup import Arm, Bases, Hitter, Runner

wire = Writing(baseball)

EVENTS: dict[int, str] = {
    events.GROUND: "Groundout",
    events.SACRIFICE_FLY: "Sac Fly",
    events.BUNT: "Sac Bunt",
    events.DOUBLE_PLAY: "Grounded Into DP",
    events.CHOICE: "Fielders Choice Out",
    events.REACHED: "Field Error",
    events.STRIKEOUT: "Strikeout",
    events.SINGLE: "Single",
    events.DOUBLE: "Double",
    events.TRIPLE: "Triple",
    events.HOMER: "Home Run",
    events.WALK: "Walk",
    events.INTENTIONAL: "Intent Walk",
    events.HIT_BATTER: "Hit By Pitch",
    events.HALF: "Runner Placed On Base",
    events.WILD_PITCH: "Wild Pitch",
    events.BALK: "Balk",
    events.MISPLAY: "Error",
    events.PITCHER: "Pitching Substitution",
    events.MOVE: "Defensive Switch",
}
"""Words for a kind of event; those of the others depend on more than the kind."""

BATTER_OUT = frozenset(
    (events.OUT, events.GROUND, events.FLY, events.SACRIFICE_FLY, events.BUNT, events.DOUBLE_PLAY, events.STRIKEOUT)
)
OUTFIELD = frozenset(("LF", "CF", "RF"))
EMPTY: Bases = (None, None, None)
HOME_PLATE = 4

Mark = tuple[int | None, bool | None, int | None]
"""What becomes of a runner: the base he reaches, whether his run is earned, and the pitcher charged with it."""

NO_MARK: Mark = (None, None, None)


class Teller:
    """Tells a game play by play.

    Parameters
    ----------
    narration : Narration
        The game.
    clubs : tuple of str
        Abbreviations of the away and the home side.
    """

    def __init__(self, narration: Narration, clubs: tuple[str, str]) -> None:
        self.narration = narration
        self.clubs = clubs
        cards = narration.played.cards
        self.lineups = tuple(list(card.order) for card in cards)
        self.places = tuple(list(card.positions) for card in cards)
        self.arms: list[Arm] = [stint.arm for stint in narration.played.starters]
        self.inning, self.half, self.outs = 1, 0, 0
        self.bases: Bases = EMPTY
        self.men: dict[tuple[object, ...], Written] = {}

    def plays(self, count: int) -> Iterator[Written]:
        """The plays among the first events of the log; half innings that begin are none."""
        played = self.narration.played
        for number, event in enumerate(played.log[:count]):
            before, self.bases = self.bases, played.bases.get(number, self.bases)
            kind = event[0]
            if kind == events.HALF:
                _, self.inning, self.half = event
                self.outs = 0
                before = EMPTY
                if self.bases == EMPTY:
                    continue
            yield self._play(number, event, before)
            if self.outs == 3:
                self.bases = EMPTY

    def _play(self, number: int, event: Event, before: Bases) -> Written:
        kind = event[0]
        appearance = kind <= events.HIT_BATTER
        made = event[4] if appearance else int(kind == events.CAUGHT)
        scored: tuple[Runner, ...] = event[5] if appearance else ()
        if kind in (events.WILD_PITCH, events.BALK, events.MISPLAY):
            scored = event[-1]
        name = self._name(number, event, before)
        players = self._substituted(event) if kind in (events.PITCHER, events.SUBSTITUTE, events.MOVE) else []
        if not players:
            batter = event[1] if appearance else None
            players = [*self._runners(kind, batter, made, scored, before), *self._defence(number, kind)]
        self.outs += made
        pitches = self.narration.pitches[number]
        first, second, third = EMPTY if self.outs == 3 else self.bases
        return wire.Play(
            sequence=number + 1,
            half_inning=f"{'Bottom' if self.half else 'Top'} {self.inning}",
            event=name,
            is_out=made > 0,
            outs=self.outs,
            players=players,
            details=wire.PlayDetails(
                runs=len(scored),
                rbi=event[6] if appearance else 0,
                ends_appearance=appearance,
                pitches=len(pitches),
                strikes=len(pitches) - pitches.count("B"),
                pitch_sequence=pitches or None,
                on_first_id=first and first.hitter.id,
                on_second_id=second and second.hitter.id,
                on_third_id=third and third.hitter.id,
            ),
            description=_sentence(name, players, len(scored)),
        )

    def _name(self, number: int, event: Event, before: Bases) -> str:
        kind = event[0]
        if kind in AIRBORNE:
            (position,) = self.narration.fielders[number]
            if number in self.narration.lined:
                return "Lineout"
            grounder = kind == events.OUT and position in ("1B", "P")
            return "Flyout" if position in OUTFIELD else "Groundout" if grounder else "Pop Out"
        if kind in (events.STEAL, events.CAUGHT):
            base = 3 if before[1] is not None and before[1].hitter is event[1] else 2
            return f"{'Stolen Base' if kind == events.STEAL else 'Caught Stealing'} {base}B"
        if kind == events.SUBSTITUTE:
            return "Offensive Substitution" if event[4] in ("PH", "PR") else "Defensive Sub"
        return EVENTS[kind]

    def _man(
        self,
        side: int,
        man: Hitter | Arm,
        role: str,
        action: str | None,
        position: str,
        mark: Mark = NO_MARK,
    ) -> Written:
        """A man in a play; the same record wherever he does the same."""
        key = side, man.id, role, action, position, mark
        known = self.men.get(key)
        if known is None:
            base, earned, charged = mark
            known = self.men[key] = wire.Participant(
                player_id=man.id,
                player=man.name,
                role=role,
                action=action,
                position=position,
                team_abbreviation=self.clubs[side],
                metadata=wire.RunnerMark(base=base, earned=earned, charged_id=charged),
            )
        return known

    def _place(self, side: int, hitter: Hitter) -> str:
        """The position of a man in the line-up."""
        return self.places[side][self.lineups[side].index(hitter)]

    def _runners(
        self, kind: int, batter: Hitter | None, made: int, scored: tuple[Runner, ...], before: Bases
    ) -> Iterator[Written]:
        """The batter, and every runner who moves, scores or is out."""
        side = self.half
        home = {runner.hitter.id: runner for runner in scored}
        after = {runner.hitter.id: base for base, runner in enumerate(self.bases, 1) if runner is not None}
        outs = made - (kind in BATTER_OUT)
        if batter is not None:
            base = HOME_PLATE if batter.id in home else after.get(batter.id, 0)
            yield self._man(side, batter, "batter", None, self._place(side, batter), _mark(base, home.get(batter.id)))
        if kind == events.HALF:
            runner = self.bases[1]
            assert runner is not None
            yield self._man(side, runner.hitter, "runner", "placed", self._place(side, runner.hitter), _mark(2))
            return
        for base, runner in enumerate(before, 1):
            if runner is None:
                continue
            man = runner.hitter
            reached = HOME_PLATE if man.id in home else after.get(man.id, 0)
            if not reached and not outs:
                continue  # play ended before he reached the next base
            if reached == base:
                continue
            outs -= not reached
            steal = kind in (events.STEAL, events.CAUGHT)
            action = (
                "score" if reached == HOME_PLATE else "steal" if steal and reached else "advance" if reached else "out"
            )
            if kind == events.CAUGHT:
                action = "caught_stealing"
            yield self._man(side, man, "runner", action, self._place(side, man), _mark(reached, home.get(man.id)))

    def _defence(self, number: int, kind: int) -> Iterator[Written]:
        """The pitcher, and who makes the putouts or the error."""
        side = 1 - self.half
        if kind != events.HALF:
            yield self._man(side, self.arms[side], "pitcher", None, "P")
        action = "error" if kind in (events.REACHED, events.MISPLAY) else "putout"
        for position in self.narration.fielders[number]:
            if position == "P":
                yield self._man(side, self.arms[side], "fielder", action, "P")
            else:
                man = self.lineups[side][self.places[side].index(position)]
                yield self._man(side, man, "fielder", action, position)

    def _substituted(self, event: Event) -> list[Written]:
        """Who comes in for whom; a man who only changes his position does both."""
        kind, side = event[0], event[1]
        if kind == events.PITCHER:
            old, self.arms[side] = self.arms[side], event[2].arm
            return [
                self._man(side, self.arms[side], "playerIn", "pitch", "P"),
                self._man(side, old, "playerOut", None, "P"),
            ]
        at, place = event[2], event[-1]
        before, was = self.lineups[side][at], self.places[side][at]
        self.places[side][at] = place
        if kind == events.SUBSTITUTE:
            self.lineups[side][at] = event[3]
        action = {"PH": "pinch_hit", "PR": "pinch_run"}.get(place, "field")
        return [
            self._man(side, self.lineups[side][at], "playerIn", action, place),
            self._man(side, before, "playerOut", None, was),
        ]


def _mark(base: int, runner: Runner | None = None) -> Mark:
    return (base, None, None) if runner is None else (base, runner.earned, runner.stint.arm.id)


def _sentence(name: str, players: list[Written], runs: int) -> str:
    """The play in words: ``Single: Ann Lee off Bo Marsh; Cy Okafor scores.``"""
    who = players[0].player
    by_role = {one.role: one.player for one in players}
    text = f"{name}: {who}"
    if "playerOut" in by_role:
        text += f" for {by_role['playerOut']}"
    elif by_role.get("pitcher", who) != who:
        text += f" off {by_role['pitcher']}"
    if runs:
        scored = ", ".join(str(one.player) for one in players if one.metadata.base == HOME_PLATE)
        text += f"; {scored} {'scores' if runs == 1 else 'score'}"
    return f"{text}."
