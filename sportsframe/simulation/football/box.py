"""The box score of a football game: the plays up to a moment, added up for the sides and for everyone on the field."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import chain
from random import Random
from typing import NamedTuple

from ...catalog import football
from ...catalog.football import FAMILIES, rating_college, rating_nfl
from ...catalog.written import Writing, Written
from .log import Play
from .rosters import REACH, Lineup, Player, Sides
from .rules import EXTRA_POINT, FIELD_GOAL, FLAG, KICKOFF, KNEEL, PASS, PUNT, RUN, SACK, SCRIMMAGE, TWO_POINT

wire = Writing(football)

SHARED = 0.19
"""Share of sacks that two players share."""

AWAY = 0.12
"""Share of the passes neither caught nor intercepted that are thrown away, at nobody."""

ASSIST = 0.36
"""Share of tackles for which a second player is drawn, who gets one as well unless it is the first."""

DOUBLED = {"NFL": (13, 160)}
"""League -> catches and yards in a game with either of which two defenders cover a receiver from then on.

Players of the real league reach 200 yards two or three times in a season, and 15 catches about once.
"""

ELSEWHERE = 0.8
"""Share of the passes for somebody covered by two that are thrown at another one."""

SCORING: dict[str, float] = {
    "passing_yards": 0.04,
    "passing_touchdowns": 4,
    "passing_interceptions": -2,
    "rushing_yards": 0.1,
    "rushing_touchdowns": 6,
    "receptions": 0.5,
    "receiving_yards": 0.1,
    "receiving_touchdowns": 6,
    "fumbles_lost": -2,
    "two_point_conversion_pass_succeeded": 2,
    "two_point_conversion_reception_succeeded": 2,
    "field_goals_made": 3,
    "extra_points_made": 1,
    "kick_return_touchdowns": 6,
    "punt_return_touchdowns": 6,
    "tackles": 0.5,
    "sacks": 1,
    "interceptions": 2,
    "defense_interceptions": 2,
    "defense_fumble_recoveries": 2,
    "interception_touchdowns": 6,
    "fumble_return_touchdowns": 6,
    "field_goal_return_touchdowns": 6,
    "blocked_kick_touchdowns": 6,
    "blocked_punt_touchdowns": 6,
    "kicks_blocked": 2,
    "punts_blocked": 2,
    "safeties": 2,
    "two_point_conversion_returns": 2,
}
"""Fantasy points of a figure, each."""

ALLOWED = ((0, 10), (6, 7), (13, 4), (20, 1), (27, 0), (34, -1))
"""Fantasy points of a side by the most points it allowed; -4 beyond."""

OFFENCE = frozenset(
    ("passing_touchdowns", "rushing_touchdowns", "receiving_touchdowns", "passing_yards", "rushing_yards")
)
"""Figures of a side that score for its players, not for it."""


def fantasy_points(figures: Mapping[str, object]) -> float:
    """Fantasy points of a player's line or of a side's defence and special teams, by the rules of this world.

    Parameters
    ----------
    figures : mapping of str to number
        Figures by tidy name, of a player (`NflLine`) or of a side (`NflStats`); what is not scored is passed over.

    Returns
    -------
    float
        Points, two decimals.

    Notes
    -----
    A player: 1 for 25 passing yards, 4 a touchdown pass, -2 an interception; 1 for 10 yards rushing or receiving,
    0.5 a catch, 6 a touchdown of any other kind, 2 for each of the two in a two-point pass, -2 a fumble lost; 3 a
    field goal and 1 more from 40 yards, 2 more from 50, 1 an extra point; 0.5 a tackle, 1 a sack, 2 an interception
    made or an opponent's fumble recovered.

    A side: the same for sacks, interceptions, fumbles and the touchdowns of defence and special teams; 2 for a
    safety, a blocked kick and a try returned; and 10, 7, 4, 1, 0, -1 or -4 for 0, 1-6, 7-13, 14-20, 21-27, 28-34 or
    more points allowed.
    """
    allowed = figures.get("points_against_defense_special_teams")
    total = 0.0
    for name, value in figures.items():
        if (
            value
            and name in SCORING
            and isinstance(value, (int, float))
            and not (allowed is not None and name in OFFENCE)
        ):
            total += SCORING[name] * value
    distances = figures.get("field_goal_distances")
    if isinstance(distances, list):
        total += sum((distance >= 40) + (distance >= 50) for distance in distances)
    if isinstance(allowed, int):
        total += next((points for most, points in ALLOWED if allowed <= most), -4)
    return round(total, 2)


def rating(sport: str, attempts: int, completions: int, yards: int, touchdowns: int, taken: int) -> float:
    """Passer rating: the professional one from 0 to 158.3, the college one without bounds; one decimal."""
    formula = rating_college if sport == "NCAAFB" else rating_nfl
    return round(formula(attempts, completions, yards, touchdowns, taken) or 0.0, 1)


class Totals(dict[str, int]):
    """Counters that begin at 0."""

    def __missing__(self, key: str) -> int:
        return 0

    def longest(self, key: str, yards: int) -> None:
        """Keep the longest."""
        if yards > self[key]:
            self[key] = yards


class Act(NamedTuple):
    """What a player does in a play; `side` is his own."""

    side: int
    player: Player
    role: str
    action: str


class Book:
    """The figures of both sides up to the last play entered.

    Parameters
    ----------
    sport : str
        ``NFL`` or ``NCAAFB``.
    sides : sequence of Sides
        Who plays, away and home.
    r : random.Random
        Decides who it was; drawn from play by play, so that fewer plays give the beginning of the same story.
    """

    def __init__(self, sport: str, sides: Sequence[Sides], r: Random) -> None:
        self.sport = sport
        self.pro = sport == "NFL"
        self.sides = sides
        self.crews = [side.crew(1, 900, 0) for side in sides]
        self.u = r.random
        self.teams = (Totals(), Totals())
        self.lines: tuple[dict[Player, Totals], dict[Player, Totals]] = ({}, {})
        self.distances: dict[Player, list[int]] = {}
        self.score = [0, 0]
        self.quarters: tuple[dict[int, int], dict[int, int]] = ({1: 0}, {1: 0})
        self._acts: list[tuple[int, Player, str, str]] = []

    @property
    def acts(self) -> list[Act]:
        """Who does what in the last play entered."""
        return [Act(*one) for one in self._acts]

    # -- entering plays

    def enter(self, play: Play) -> None:
        """Add a play; `acts` then says who does what in it."""
        self._acts = []
        side = play.side
        lead = abs(self.score[0] - self.score[1])
        self.crews = [one.crew(play.quarter, play.clock, lead) for one in self.sides]
        if play.quarter not in self.quarters[0]:
            for quarters in self.quarters:
                quarters[play.quarter] = 0
        if play.points:
            self.score[play.scorer] += play.points
            self.quarters[play.scorer][play.quarter] += play.points
        kind = play.kind
        if kind == FLAG:
            team = self.teams[play.against]
            team["penalties"] += 1
            team["penalty_yards"] += play.yards
            self.teams[side]["first_downs"] += play.first
        elif kind in SCRIMMAGE:
            self._from_scrimmage(play)
        elif kind in (KICKOFF, PUNT):
            self._kicked(play)
        elif kind in (FIELD_GOAL, EXTRA_POINT):
            self._placed(play)
        elif kind == TWO_POINT:
            self._two_point(play)

    def _line(self, side: int, player: Player) -> Totals:
        lines = self.lines[side]
        line = lines.get(player)
        if line is None:
            line = lines[player] = Totals()
        return line

    def _act(self, side: int, player: Player, role: str, action: str) -> None:
        self._acts.append((side, player, role, action))

    def _choose(self, lineup: Lineup, weights: list[float]) -> Player:
        return lineup.players[bisect_left(weights, self.u() * weights[-1])]

    def _lineups(self, side: int) -> tuple[Lineup, Lineup]:
        """The elevens of a snap: the side's attack, the other's defence."""
        ours, theirs = self.crews[side], self.crews[1 - side]
        attack = ours.attack[bisect_left(ours.attacks, self.u() * ours.attacks[-1])]
        defence = theirs.defence[bisect_left(theirs.defences, self.u() * theirs.defences[-1])]
        attack.count += 1
        defence.count += 1
        return attack, defence

    def _tackle(self, side: int, lineup: Lineup) -> None:
        """A tackle by a player of the lineup, and maybe one by another."""
        drawn = [self._choose(lineup, lineup.stops) for _ in range(1 + (self.u() < ASSIST))]
        for player in {player.id: player for player in drawn}.values():
            self._line(side, player)["tackles"] += 1
            self._act(side, player, "defender", "tackle")

    def _from_scrimmage(self, play: Play) -> None:
        side, kind, yards = play.side, play.kind, play.yards
        team = self.teams[side]
        team["total_plays"] += 1
        team["first_downs"] += play.first
        attack, defence = self._lineups(side)
        passer = attack.players[0]
        scored = play.points == 6 and not play.returned
        if kind == PASS:
            carrier = self._passed(play, attack, defence, passer, scored)
        elif kind == SACK:
            carrier = passer
            self._act(side, passer, "passer", "sacked")
            team["sacked_yards"] -= yards
            self._sacked(1 - side, defence)
            if not self.pro:
                self._rushed(side, passer, yards, False)
        else:
            carrier = passer if kind == KNEEL else self._choose(attack, attack.carriers)
            self._act(side, carrier, "rusher", "rush")
            self._rushed(side, carrier, yards, scored)
        if play.points == 2:
            self.teams[1 - side]["safeties"] += 1
        if play.fumble:
            self._fumble(play, side, carrier, attack, defence)
        if kind in (RUN, PASS) and not scored and not play.out and (kind == RUN or play.good) and play.fumble != 2:
            self._tackle(1 - side, defence)

    def _rushed(self, side: int, player: Player, yards: int, scored: bool) -> None:
        line, team = self._line(side, player), self.teams[side]
        line["rushing_attempts"] += 1
        line["rushing_yards"] += yards
        line["rushing_touchdowns"] += scored
        line.longest("rushing_long", yards)
        team["rushing_yards"] += yards
        team["rushing_touchdowns"] += scored

    def _passed(self, play: Play, attack: Lineup, defence: Lineup, passer: Player, scored: bool) -> Player:
        side, team = play.side, self.teams[play.side]
        line = self._line(side, passer)
        line["passing_attempts"] += 1
        if not (play.good or play.taken) and self.u() < AWAY:
            self._act(side, passer, "passer", "incomplete_pass")
            return passer
        far = next(n for n, (most, _) in enumerate(REACH) if play.yards <= most)
        target = self._receiver(side, attack, attack.catches[far] if play.good else attack.targets)
        self._act(side, passer, "passer", "pass" if play.good or play.taken else "incomplete_pass")
        self._act(side, target, "receiver", "receive" if play.good else "incomplete_pass")
        if play.good or self.pro:
            caught = self._line(side, target)
            caught["targets"] += 1
        if play.good:
            line["completions"] += 1
            line["passing_yards"] += play.yards
            line["passing_touchdowns"] += scored
            caught["receptions"] += 1
            caught["receiving_yards"] += play.yards
            caught["receiving_touchdowns"] += scored
            caught.longest("receiving_long", play.yards)
            team["passing_yards"] += play.yards
            team["passing_touchdowns"] += scored
        elif play.taken:
            line["passing_interceptions"] += 1
            team["turnovers"] += 1
            theirs = self.teams[1 - side]
            theirs["defense_interceptions"] += 1
            theirs["interception_touchdowns"] += play.returned
            interceptor = self._choose(defence, defence.picks)
            self._act(1 - side, interceptor, "interceptor", "intercepted")
            thief = self._line(1 - side, interceptor)
            thief["interceptions"] += 1
            thief["interception_touchdowns"] += play.returned
            if play.back and not play.returned and not play.out:
                self._line(side, target)["tackles"] += 1
                self._act(side, target, "defender", "tackle")
        return target

    def _receiver(self, side: int, attack: Lineup, weights: list[float]) -> Player:
        """Whom a pass is thrown at; mostly another one where it would be somebody whom two cover by now."""
        target = self._choose(attack, weights)
        if not self._doubled(side, target) or self.u() >= ELSEWHERE:
            return target
        at = attack.players.index(target)
        before = weights[at - 1] if at else 0.0
        own = weights[at] - before
        point = self.u() * (weights[-1] - own)
        return attack.players[bisect_left(weights, point if point < before else point + own)]

    def _doubled(self, side: int, player: Player) -> bool:
        """Whether a player of a side has caught so much that two cover him."""
        so_far = self.lines[side].get(player)
        if so_far is None or self.sport not in DOUBLED:
            return False
        catches, yards = DOUBLED[self.sport]
        return so_far["receptions"] >= catches or so_far["receiving_yards"] >= yards

    def _sacked(self, side: int, defence: Lineup) -> None:
        """A sack in halves: both to one player or one each to two."""
        self.teams[side]["sacks"] += 1
        first = self._choose(defence, defence.rushers)
        second = self._choose(defence, defence.rushers) if self.u() < SHARED else first
        for player in (first, second):
            self._line(side, player)["half_sacks"] += 1
        for player in {first.id: first, second.id: second}.values():
            self._line(side, player)["tackles"] += 1
            self._act(side, player, "defender", "sack")

    def _fumble(self, play: Play, side: int, player: Player, attack: Lineup, defence: Lineup) -> None:
        """A fumble of a side's player: kept by one of his own, or lost to one of the others."""
        line = self._line(side, player)
        line["fumbles"] += 1
        self._act(side, player, "fumbler", "fumble")
        if play.fumble == 1:
            own = attack.players[int(self.u() * 6)]
            self._line(side, own)["fumbles_recoveries"] += 1
            self._act(side, own, "recoverer", "fumble_recovery")
            return
        line["fumbles_lost"] += 1
        self.teams[side]["turnovers"] += 1
        theirs = self.teams[1 - side]
        theirs["defense_fumble_recoveries"] += 1
        other = defence.players[int(self.u() * len(defence.players))]
        self._act(1 - side, other, "recoverer", "fumble_recovery")
        finder = self._line(1 - side, other)
        finder["fumbles_recoveries"] += 1
        finder["defense_fumble_recoveries"] += 1
        if play.returned:
            theirs["fumble_return_touchdowns"] += 1
            finder["fumble_return_touchdowns"] += 1

    def _kicked(self, play: Play) -> None:
        """A kick-off or a punt, and its return."""
        side, crew, theirs = play.side, self.crews[play.side], self.crews[1 - play.side]
        crew.units["cover"] += 1
        self.crews[1 - side].units["block"] += 1
        punt = play.kind == PUNT
        self._act(
            side, crew.punter if punt else crew.kicker, "punter" if punt else "kicker", "punt" if punt else "kick"
        )
        if punt:
            line = self._line(side, crew.punter)
            line["punts"] += 1
            line["punting_yards"] += play.yards
            line["inside_20"] += play.good
            line.longest("punts_long", play.yards)
            if play.blocked:
                self.teams[side]["blocked_punts"] += 1
                self.teams[1 - side]["punts_blocked"] += 1
                self.teams[1 - side]["blocked_punt_touchdowns"] += play.returned
                return
        if play.back is None:
            return
        what = "punt_return" if punt else "kick_return"
        player = theirs.punt_returner if punt else theirs.returner
        self._act(1 - side, player, "returner", "return")
        line = self._line(1 - side, player)
        line[f"{what}s"] += 1
        line[f"{what}_yards"] += play.back
        line[f"{what}_touchdowns"] += play.returned
        line.longest(f"{what}_long", play.back)
        self.teams[1 - side][f"{what}_touchdowns"] += play.returned
        if play.fumble:
            self._fumble(play, 1 - side, player, theirs.attack[0], crew.cover)
        elif not play.returned and not play.out:
            self._tackle(side, crew.cover)

    def _placed(self, play: Play) -> None:
        """A field goal or an extra point."""
        side, team, theirs = play.side, self.teams[play.side], self.teams[1 - play.side]
        self.crews[side].units["place"] += 1
        self.crews[1 - side].units["block"] += 1
        kicker = self.crews[side].kicker
        self._act(side, kicker, "kicker", "kick")
        line = self._line(side, kicker)
        if play.blocked:
            team["blocked_kicks"] += 1
            theirs["kicks_blocked"] += 1
        if play.kind == EXTRA_POINT:
            line["extra_points_attempted"] += 1
            line["extra_points_made"] += play.good
            theirs["two_point_conversion_returns"] += play.returned
            return
        line["field_goals_attempted"] += 1
        if play.good:
            line["field_goals_made"] += 1
            line.longest("field_goals_long", play.yards)
            self.distances.setdefault(kicker, []).append(play.yards)
        elif play.returned:
            theirs["blocked_kick_touchdowns" if play.blocked else "field_goal_return_touchdowns"] += 1

    def _two_point(self, play: Play) -> None:
        side, team = play.side, self.teams[play.side]
        attack, _ = self._lineups(side)
        team["two_point_conversion_attempts"] += 1
        team["two_point_conversion_succeeded"] += play.good
        self.teams[1 - side]["two_point_conversion_returns"] += play.returned
        if play.taken and self.pro:
            passer, target = attack.players[0], self._choose(attack, attack.targets)
            self._act(side, passer, "passer", "pass" if play.good else "incomplete_pass")
            self._act(side, target, "receiver", "receive" if play.good else "incomplete_pass")
            line = self._line(side, passer)
            line["two_point_conversion_pass_attempts"] += 1
            line["two_point_conversion_pass_succeeded"] += play.good
            self._line(side, target)["two_point_conversion_reception_succeeded"] += play.good

    # -- reading the book

    def stats(self, side: int) -> Written:
        """The figures of a side."""
        own, other = self._figures(side), self._figures(1 - side)
        own["total_passing_yards_allowed"] = other["passing_yards"]
        own["total_rushing_yards_allowed"] = other["rushing_yards"]
        special = own["kick_return_touchdowns"] + own["punt_return_touchdowns"] + own["field_goal_return_touchdowns"]
        special += own["blocked_kick_touchdowns"] + own["blocked_punt_touchdowns"]
        attack = own["passing_touchdowns"] + own["rushing_touchdowns"]
        own["points_against_defense_special_teams"] = self.score[1 - side]
        penalties = wire.Penalties(penalties=own.pop("penalties"), penalty_yards=own.pop("penalty_yards"))
        if not self.pro:
            return wire.NcaafbStats(
                **own, penalties=penalties, total_touchdown=attack + special + own["defense_touchdowns"]
            )
        return wire.NflStats(
            **own,
            penalties=penalties,
            offense_touchdowns=attack,
            special_team_touchdowns=special,
            fantasy_points=fantasy_points(own),
        )

    def _figures(self, side: int) -> dict[str, int]:
        """Counters of a side that need nothing of the other; a sack's yards go where the league puts them."""
        team = self.teams[side]
        own = {name: team[name] for name in COUNTERS}
        if self.pro:
            own["passing_yards"] -= team["sacked_yards"]
        own["total_yards"] = own["passing_yards"] + own["rushing_yards"]
        own["receiving_touchdowns"] = own["passing_touchdowns"]
        own["defense_touchdowns"] = own["interception_touchdowns"] + own["fumble_return_touchdowns"]
        return own

    def players(self, side: int) -> dict[str, Written]:
        """The lines of a side's players by id: what they have and nothing else."""
        found = self.lines[side]
        if not self.pro:
            lines = {player: self._families(player, totals) for player, totals in found.items()}
            return {
                str(player.id): wire.Line(**_person(player), **line)
                for player, line in sorted(lines.items(), key=lambda item: item[0].id)
                if line
            }
        snaps = self._snaps(side)
        result = {}
        for player in sorted(snaps.keys() | found.keys(), key=lambda p: p.id):
            line = self._families(player, found.get(player, Totals()))
            offence, defence, special = snaps.get(player, (0, 0, 0))
            result[str(player.id)] = wire.NflLine(
                **_person(player),
                **line,
                fantasy_points=fantasy_points(line),
                snap_counts=wire.Snaps(snaps_offense=offence, snaps_defense=defence, snaps_special_teams=special),
            )
        return result

    def _families(self, player: Player, totals: Totals) -> dict[str, object]:
        line: dict[str, object] = {}
        if not totals:
            return line
        shown = {MARKED[name] for name in totals if name in MARKED}
        for family in PRESENT:
            if family in shown:
                line |= {name: totals.get(name, 0) for name in FAMILIES[family]}
        if "passing_attempts" in totals:
            line["passer_rating"] = rating(
                self.sport,
                totals["passing_attempts"],
                totals["completions"],
                totals["passing_yards"],
                totals["passing_touchdowns"],
                totals["passing_interceptions"],
            )
        if "tackles" in line:
            line["sacks"] = totals["half_sacks"] / 2
        if "field_goals_made" in line:
            line["field_goal_distances"] = list(self.distances.get(player, ()))
        if not totals.keys().isdisjoint(CARRIED):
            line["fumbles_lost"] = totals["fumbles_lost"]
            if totals["fumbles"]:
                line["fumbles"] = totals["fumbles"]
        if self.pro:
            self._extras(line, totals)
        return line

    @staticmethod
    def _extras(line: dict[str, object], totals: Totals) -> None:
        """What only the professional lines have."""
        if "tackles" in line:
            line.update([(name, totals.get(name, 0)) for name in TAKEN])
        if "receptions" in line:
            line["targets"] = totals["targets"]
            line["two_point_conversion_reception_succeeded"] = totals["two_point_conversion_reception_succeeded"]
        if "completions" in line:
            line.update([(name, totals.get(name, 0)) for name in TRIED])

    def _snaps(self, side: int) -> dict[Player, tuple[int, int, int]]:
        """Snaps on offence, on defence and with the kicking units."""
        counts: dict[Player, list[int]] = {}
        ours = self.sides[side]
        for unit, fielded in enumerate((ours.attacks, ours.defences)):
            for lineup in chain.from_iterable(fielded.values()):
                for player in lineup.players if lineup.count else ():
                    counts.setdefault(player, [0, 0, 0])[unit] += lineup.count
        for crew in ours.crews.values():
            special = (
                ((*crew.cover.players, crew.kicker), crew.units["cover"]),
                (crew.place.players, crew.units["place"]),
                ((*crew.cover.players[:9], crew.returner, crew.punt_returner), crew.units["block"]),
            )
            for players, count in special:
                for player in dict.fromkeys(players) if count else ():
                    counts.setdefault(player, [0, 0, 0])[2] += count
        return {player: (own[0], own[1], own[2]) for player, own in counts.items()}


def _person(player: Player) -> dict[str, str]:
    return {"player": player.name, "position": player.position, "position_category": player.category, "status": "ACT"}


PRESENT: dict[str, tuple[str, ...]] = {
    "Passing": ("passing_attempts", "two_point_conversion_pass_attempts"),
    "Rushing": ("rushing_attempts",),
    "Receiving": ("receptions", "targets", "two_point_conversion_reception_succeeded"),
    "Defense": ("tackles", "half_sacks", "interceptions", "fumbles_recoveries"),
    "Kicking": ("field_goals_attempted", "extra_points_attempted"),
    "Punting": ("punts",),
    "KickReturns": ("kick_returns",),
    "PuntReturns": ("punt_returns",),
}
"""Family -> counters any of which shows that a player has it."""

MARKED = {mark: family for family, marks in PRESENT.items() for mark in marks}
"""Such a counter -> the family."""

CARRIED = ("passing_attempts", "rushing_attempts", "receptions", "kick_returns", "punt_returns", "fumbles")
TAKEN = ("defense_fumble_recoveries", "fumble_return_touchdowns", "interception_touchdowns")
TRIED = ("two_point_conversion_pass_attempts", "two_point_conversion_pass_succeeded")

COUNTERS = (
    "first_downs",
    "total_plays",
    "passing_yards",
    "rushing_yards",
    "passing_touchdowns",
    "rushing_touchdowns",
    "interception_touchdowns",
    "fumble_return_touchdowns",
    "kick_return_touchdowns",
    "punt_return_touchdowns",
    "field_goal_return_touchdowns",
    "blocked_kick_touchdowns",
    "blocked_punt_touchdowns",
    "blocked_kicks",
    "blocked_punts",
    "kicks_blocked",
    "punts_blocked",
    "sacks",
    "safeties",
    "turnovers",
    "defense_interceptions",
    "defense_fumble_recoveries",
    "two_point_conversion_attempts",
    "two_point_conversion_succeeded",
    "two_point_conversion_returns",
    "penalties",
    "penalty_yards",
)
