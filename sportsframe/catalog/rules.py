"""The rules of the leagues as data: how long a game is, what a result is worth, how level teams are separated.

Measures, plots, widgets and the simulation read them here. A step of a tie-breaking procedure is a name of
`TIE_BREAKS`; what it finds out about a season is the reader's business.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Group = Literal["league", "conference", "division"]
Restart = Literal["selection", "separation", "never"]
Margin = Literal["none", "basketball", "football", "goals", "hockey"]

TIE_BREAKS: dict[str, str] = {
    "head_to_head": "share won in the games among the level teams",
    "head_to_head_sweep": "of two teams as head_to_head; of more, who beat all the others or lost to all of them",
    "division_winner": "the winner of a division before the others",
    "division_record": "share won in the division, where all level teams are of one",
    "own_division_record": "share won in the own division, whichever it is",
    "other_divisions_record": "share won in the own conference outside the own division",
    "conference_record": "share won in the own conference",
    "last_half_record": "share won in the last half of the games within the own conference",
    "last_half_and_more_record": "the same with one game more at a time, until the teams differ",
    "own_playoff_teams_record": "share won against the first `number` of the own conference",
    "other_playoff_teams_record": "share won against the first `number` of the other conference",
    "common_games_record": "share won against opponents all level teams have met, of `number` games at least",
    "common_games_difference": "difference in score over the same games",
    "strength_of_victory": "share won by the opponents a team has beaten",
    "strength_of_schedule": "share won by all opponents of a team",
    "conference_points_rank": "rank in points scored and rank in points allowed, added, in the conference",
    "league_points_rank": "the same in the league",
    "conference_difference": "difference in score in games within the conference",
    "difference": "difference in score",
    "scored": "points or goals scored",
    "fewer_games": "fewer games played",
    "regulation_wins": "wins in regulation",
    "play_wins": "wins in regulation and overtime, without shootouts",
    "wins": "wins",
    "mutual_points_pct": "share of the points in the games among the level teams, without the odd home game",
    "mutual_points": "points in the games among the level teams, once each pair has met twice",
    "mutual_difference": "difference in score in the same games",
    "mutual_away_scored": "goals away from home in the same games",
    "net_touchdowns": "difference in touchdowns",
    "fair_play": "fewer points for cards",
    "playoff": "a deciding game",
    "lots": "a coin or lots",
}
"""Steps of tie-breaking procedures and what each looks at."""

EVENT_CODE = re.compile(r"\d{8}-([A-Z]+)\d*-")
"""The letters of the event in the id of a match of darts."""

OUTSIDE_THE_FEED = frozenset({"net_touchdowns", "fair_play", "playoff", "lots"})
"""Steps nothing in the feed can decide; a procedure that comes to one leaves the teams level."""


@dataclass(frozen=True)
class Step:
    """A step of a tie-breaking procedure.

    Parameters
    ----------
    name : str
        One of `TIE_BREAKS`.
    number : int
        The games or places it speaks of.
    """

    name: str
    number: int = 0

    def __post_init__(self) -> None:
        if self.name not in TIE_BREAKS:
            raise LookupError(f"{self.name!r} is no step of TIE_BREAKS")


def steps(*names: str | Step) -> tuple[Step, ...]:
    """Steps in their order; a bare name is a step without a number."""
    return tuple(Step(name) if isinstance(name, str) else name for name in names)


@dataclass(frozen=True)
class TieBreaks:
    """A procedure that puts level teams in order.

    Parameters
    ----------
    two : tuple of Step
        For two teams.
    more : tuple of Step
        For three and more; the same by default.
    restart : {"selection", "separation", "never"}
        ``selection``: the best team is found, the list beginning anew whenever some fall out, and then the next of
        those that remain. ``separation``: a step orders all teams, and those still level begin anew. ``never``: those
        still level go on with the next step, and the games among all teams that were level first keep counting.
    one_per_division : bool
        Only the best of each division stands for the next place.
    """

    two: tuple[Step, ...] = ()
    more: tuple[Step, ...] = ()
    restart: Restart = "never"
    one_per_division: bool = False

    def of(self, teams: int) -> tuple[Step, ...]:
        """The steps for so many level teams."""
        return self.more if teams > 2 and self.more else self.two


@dataclass(frozen=True)
class Seeding:
    """Who goes on from a conference, in the order of seeds.

    Parameters
    ----------
    per_division : int
        So many of each division come first: the winners, then the seconds, ...
    others : int
        So many of the rest of the conference.
    play_in : int
        So many more that play for a place; they are seeded too.
    winners_first : bool
        Whether the table of a conference has the winners of divisions first.
    """

    per_division: int = 0
    others: int = 0
    play_in: int = 0
    winners_first: bool = False


@dataclass(frozen=True)
class Points:
    """What a result is worth in a league that is ranked by points."""

    win: int
    draw: int = 0
    overtime_loss: int = 0


@dataclass(frozen=True)
class Standings:
    """How a league ranks its teams.

    Parameters
    ----------
    group : {"league", "conference", "division"}
        Where it ranks them.
    ranked_by : tuple of str
        ``points``, ``win_pct`` or ``conference_pct``, in this order, before ties are broken.
    points : Points, optional
        Where it counts points.
    tie_breaks : TieBreaks
        Within a division, or wherever nothing else is said.
    conference_tie_breaks : TieBreaks, optional
        Beyond a division.
    league_tie_breaks : dict of str to TieBreaks
        Of single leagues of the sport, by league code.
    seeding : Seeding, optional
        Who goes on to the playoffs.
    games : int, optional
        Games of a full season, where it has been the same for long.
    guests : bool
        Whether teams from outside the league are met, who are in no conference.
    """

    group: Group
    ranked_by: tuple[str, ...] = ("win_pct",)
    points: Points | None = None
    tie_breaks: TieBreaks = TieBreaks()
    conference_tie_breaks: TieBreaks | None = None
    league_tie_breaks: Mapping[str, TieBreaks] = field(default_factory=dict)
    seeding: Seeding | None = None
    games: int | None = None
    guests: bool = False

    def procedure(self, by: Group, league: str = "") -> TieBreaks:
        """The tie-breaks within a group of this kind."""
        if league in self.league_tie_breaks:
            return self.league_tie_breaks[league]
        return self.conference_tie_breaks or self.tie_breaks if by != "division" else self.tie_breaks


@dataclass(frozen=True)
class Elo:
    """How ratings move.

    Parameters
    ----------
    k : float
        Most that a game between equals can move, twice over.
    home : float
        Rating points of the home side's advantage.
    margin : str
        The formula by which the margin of the game counts.
    keep, mean : float
        Between seasons a rating keeps this share, the rest goes to the mean; new teams begin at the mean.
    playoffs : float
        What differences are multiplied by after the regular season.
    source : str
        Who publishes it.
    """

    k: float
    home: float
    margin: Margin = "none"
    keep: float = 1.0
    mean: float = 1500.0
    playoffs: float = 1.0
    source: str = "House choice, unmeasured"


@dataclass(frozen=True)
class Sets:
    """Matches played in sets of legs: who first has so many legs wins the set.

    Parameters
    ----------
    legs : int
        Legs that win a set, where nothing tells the event.
    by_event : dict of str to int
        The events that are played in sets, by the letters of their code, and the legs that win a set of theirs.
    """

    legs: int
    by_event: Mapping[str, int] = field(default_factory=dict)

    def legs_of(self, game_id: str) -> int | None:
        """Legs that win a set of a match, by its id (day, event code, players); None where it is played in legs."""
        code = EVENT_CODE.match(game_id)
        return self.by_event.get(code[1]) if code else self.legs

    def won(self, game_id: str, winners: Sequence[tuple[int, Hashable]]) -> Counter[Hashable] | None:
        """Sets won by each player, from set number and winner of each leg in order; None where none can be counted.

        Where a second set has begun, the first tells how many legs win one.
        """
        legs: dict[int, Counter[Hashable]] = {}
        for number, winner in winners:
            legs.setdefault(number, Counter())[winner] += 1
        numbers = sorted(legs)
        need = max(legs[numbers[0]].values()) if len(numbers) > 1 else self.legs_of(game_id)
        if need is None or 0 in numbers:
            return None
        found: Counter[Hashable] = Counter()
        for held in legs.values():
            (best, most), *rest = held.most_common()
            if most >= need and (not rest or rest[0][1] < most):
                found[best] += 1
        return found


@dataclass(frozen=True)
class Rules:
    """The rules of a sport.

    Parameters
    ----------
    opponents : {"teams", "players", "field"}
        Who meets: two teams, two players, or a field of players without sides.
    unit : str
        What is scored.
    periods : int
        Periods of regulation play, 0 where there are none.
    period : str
        What a period is called.
    period_minutes : float, optional
        Length of a period, where a clock runs.
    overtime : str
        What a period beyond regulation is called for short; empty where it has no name of its own.
    overtime_minutes : float, optional
        Length of an overtime, in the regular season.
    shootout : bool
        Whether a game of the regular season still level after overtime is decided by a shootout.
    ties : bool
        Whether games still end level.
    level : {"", "tie", "draw"}
        What the table calls a game that ended level; empty where none ever did, or where it does not count.
    whole_minutes : bool
        Whether playing time is sent in whole minutes.
    standings : Standings, optional
        How the league ranks its teams.
    no_standings : str
        Why there are none.
    not_in_standings : str
        Pattern of the names of events whose games count in no table.
    not_in_conference : str
        Pattern of the names of events whose games do not count as games of a conference.
    elo : Elo, optional
        Parameters of ratings.
    pythagorean : float, optional
        Exponent of the Pythagorean expectation.
    pythagorean_source : str
        Who publishes it.
    sets : Sets, optional
        Where matches may be played in sets.
    """

    opponents: Literal["teams", "players", "field"] = "teams"
    unit: str = "points"
    periods: int = 0
    period: str = "period"
    period_minutes: float | None = None
    overtime: str = "OT"
    overtime_minutes: float | None = None
    shootout: bool = False
    ties: bool = False
    level: Literal["", "tie", "draw"] = ""
    whole_minutes: bool = False
    standings: Standings | None = None
    no_standings: str = "the rules of its league are not known here"
    not_in_standings: str = ""
    not_in_conference: str = ""
    elo: Elo | None = None
    pythagorean: float | None = None
    pythagorean_source: str = ""
    sets: Sets | None = None

    def __post_init__(self) -> None:
        for pattern in (self.not_in_standings, self.not_in_conference):
            re.compile(pattern)

    @property
    def minutes(self) -> float | None:
        """Minutes of a game without overtime, where a clock runs."""
        return None if self.period_minutes is None else self.periods * self.period_minutes
