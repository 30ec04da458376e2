"""From the log of a football game to its plays, as play-by-play records have them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...catalog import football
from ...catalog.written import Writing, Written
from .._common.clubs import Club
from .box import Act, Book
from .log import Play
from .rules import (
    EXTRA_POINT,
    FIELD_GOAL,
    FLAG,
    KICKOFF,
    KNEEL,
    PASS,
    PUNT,
    RUN,
    SACK,
    SCRIMMAGE,
    TWO_POINT,
)

wire = Writing(football)

EVENTS: dict[int, str] = {
    RUN: "run",
    KNEEL: "run",
    PASS: "pass",
    SACK: "sack",
    PUNT: "punt",
    FIELD_GOAL: "field_goal",
    KICKOFF: "kickoff",
    FLAG: "penalty",
}
"""The service's word for a kind of play; some outcomes have words of their own."""

TRIES: dict[int, str] = {EXTRA_POINT: "extra_point", TWO_POINT: "two_point_conversion"}

NEEDED = {1: 0.5, 2: 0.7}
"""Share of the yards to go that makes a play a success, by down; later all of them."""

ORDINALS = ("1st", "2nd", "3rd", "4th", "OT")


def play_records(plays: Sequence[Play], book: Book, clubs: tuple[Club, Club]) -> Iterator[Written]:
    """Tell plays in order; a try belongs to the touchdown before it.

    Parameters
    ----------
    plays : sequence of Play
        The first plays of the game.
    book : Book
        Empty; the plays are entered into it.
    clubs : tuple of Club
        Away side, home side.
    """
    waiting: Written | None = None
    for number, one in enumerate(plays, 1):
        book.enter(one)
        if one.kind in TRIES:
            assert waiting is not None
            _convert(waiting, one, book.acts, clubs)
            continue
        if waiting is not None:
            yield waiting
        waiting = _play(number, one, book.acts, clubs)
    if waiting is not None:
        yield waiting


def _event(play: Play) -> str:
    if play.kind in SCRIMMAGE:
        if play.points == 2:
            return "safety"
        if play.fumble == 2:
            return "fumble"
    if play.kind == PASS and not play.good:
        return "interception" if play.taken else "incompletion"
    return EVENTS[play.kind]


def _success(play: Play) -> bool:
    if play.kind == FIELD_GOAL:
        return play.good
    if play.kind not in SCRIMMAGE or play.taken or play.fumble == 2:
        return False
    return play.yards >= NEEDED.get(play.down, 1.0) * play.distance or play.first


def _play(number: int, play: Play, acts: Sequence[Act], clubs: tuple[Club, Club]) -> Written:
    kind, side = play.kind, play.side
    event = _event(play)
    scrimmage = kind in SCRIMMAGE
    from_down = kind != KICKOFF
    own = play.spot > 50
    line = f"{clubs[side if own or play.spot == 50 else 1 - side].abbreviation} {100 - play.spot if own else play.spot}"
    name = ORDINALS[play.quarter - 1] if play.quarter <= len(ORDINALS) else f"{play.quarter - 4}OT"
    players = [_participant(act, "play", event, clubs) for act in acts]
    if kind == FLAG:
        flagged = clubs[play.against]
        players.append(
            wire.Participant(
                player_id=None,
                player=flagged.name,
                role="penalty_committed",
                action="penalty_committed",
                position=None,
                team_abbreviation=flagged.abbreviation,
                has_team_prefix=True,
                metadata=wire.ActionMark(context="play", event_type=event),
            )
        )
    success = _success(play)
    return wire.Play(
        sequence=number,
        period=play.quarter,
        game_clock=f"{play.clock // 60:02d}:{play.clock % 60:02d} - {name}",
        event=event,
        down=play.down if from_down else None,
        yards_to_go=play.distance if from_down else None,
        yard_line=line,
        yards_gained=play.yards if scrimmage else None,
        possession=clubs[side].name,
        success=success,
        is_blocked=play.blocked,
        is_returned=play.returned or play.back is not None,
        is_reversed=False,
        is_first_down=play.first,
        is_recovered=play.fumble == 1 or (kind == KICKOFF and play.good),
        is_touchdown=play.points == 6,
        is_challenged=False,
        is_scoring=play.points > 0,
        description=_sentence(play, event, acts, clubs),
        players=players,
        details=wire.PlayDetails(
            no_play=kind == FLAG,
            successful=success,
            detail_first_down=play.first,
            detail_reversed=False,
            is_overruled=False,
            detail_challenged=False,
            replay_upheld=False,
            replay_reviewed=False,
            replay_overturned=False,
            return_yards=play.back,
            distance=None if scrimmage else play.yards,
            penalty_type=None,
            challenger=None,
            challenge_reason=None,
            challenge_ruling=None,
            replay_ruling=None,
            replay_review_reason=None,
            conversion=None,
        ),
    )


def _participant(act: Act, context: str, event: str, clubs: tuple[Club, Club]) -> Written:
    return wire.Participant(
        player_id=act.player.id,
        player=act.player.name,
        role=act.role,
        action=act.action,
        position=act.player.position,
        team_abbreviation=clubs[act.side].abbreviation,
        has_team_prefix=False,
        metadata=wire.ActionMark(context=context, event_type=event),
    )


def _convert(touchdown: Written, play: Play, acts: Sequence[Act], clubs: tuple[Club, Club]) -> None:
    """Add the try to its touchdown."""
    kind = TRIES[play.kind]
    by_role = {act.role: act.player.name for act in acts}
    touchdown.players.extend(_participant(act, kind, touchdown.event, clubs) for act in acts)
    touchdown.details.conversion = wire.Conversion(
        conversion_type=kind,
        conversion_succeeded=play.good,
        conversion_kicker=by_role.get("kicker"),
        conversion_passer=by_role.get("passer"),
        conversion_receiver=by_role.get("receiver"),
        conversion_blocked=play.blocked,
        conversion_returned=play.returned,
    )


def _yards(count: int) -> str:
    return f"{count} yard{'s' * (abs(count) != 1)}"


def _sentence(play: Play, event: str, acts: Sequence[Act], clubs: tuple[Club, Club]) -> str:
    """The play in words: ``Jo Park pass to Al Vance for 12 yards, touchdown.``"""
    who = [act.player.name for act in acts]
    first = who[0] if who else clubs[play.side].abbreviation
    if play.kind == FLAG:
        text = f"Penalty on {clubs[play.against].abbreviation}, {_yards(play.yards)}"
    elif play.kind in (KICKOFF, PUNT):
        text = f"{first} {f'{event}s' if play.kind == PUNT else 'kicks off'} {_yards(play.yards)}"
        if play.back is not None:
            text += f", returned {_yards(play.back)}"
    elif play.kind == FIELD_GOAL:
        text = f"{first} {play.yards}-yard field goal {'is good' if play.good else 'is no good'}"
    elif play.kind == PASS:
        end = f"for {_yards(play.yards)}" if play.good else "intercepted" if play.taken else "incomplete"
        text = f"{first} pass to {who[1]} {end}" if len(who) > 1 else f"{first} throws the ball away"
    else:
        verb = {SACK: "sacked", KNEEL: "kneels"}.get(play.kind, "run")
        text = f"{first} {verb} for {_yards(play.yards)}"
    if play.fumble:
        text += ", fumble" if play.fumble == 1 else ", fumble lost"
    if play.points:
        text += {6: ", touchdown", 2: ", safety"}.get(play.points, "")
    return f"{text}."
