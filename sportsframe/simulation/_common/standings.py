"""Standings by the rules of a league: the order of its clubs, and the seeds of the playoffs.

The procedures are facts of the catalog (`sportsframe.catalog.rules`); this is the simulation's reader of them. It
knows the steps of the leagues whose playoffs are simulated here, for finished regular seasons.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...catalog import SPORTS
from ...catalog import rules as book
from .cached import once
from .clubs import Club

PRECISION = 9
"""Decimals to which values are compared."""

Values = Mapping[int, float]


def standings_rules(sport: str) -> book.Standings:
    """How a league ranks its clubs.

    Raises
    ------
    LookupError
        It has no table.
    """
    found = SPORTS[sport].rules.standings
    if found is None:
        raise LookupError(f"{sport} has no standings: {SPORTS[sport].rules.no_standings}")
    return found


@dataclass(frozen=True, slots=True)
class Line:
    """A club's part of a finished game.

    Attributes
    ----------
    share : float
        1 for a win, 0.5 for a tie, 0 for a loss.
    points : float
        What the league gives for it, where it counts points.
    regulation, play : bool
        Won in regulation; won in regulation or overtime, without a shootout.
    """

    club: int
    other: int
    scored: int
    allowed: int
    share: float
    at_home: bool
    points: float = 0.0
    regulation: bool = False
    play: bool = False

    @property
    def net(self) -> int:
        """Difference in score."""
        return self.scored - self.allowed


class Table:
    """The standings of a league after its regular season.

    Parameters
    ----------
    rules : catalog.rules.Standings
        The league's own.
    clubs : sequence of Club
        Its clubs.
    lines : iterable of Line
        Both sides of every game that counts, in the order of the games.
    """

    def __init__(self, rules: book.Standings, clubs: Sequence[Club], lines: Iterable[Line]) -> None:
        self.rules = rules
        self.clubs = [club.id for club in clubs]
        self.conference = {club.id: club.conference for club in clubs}
        self.division = {club.id: club.division_name for club in clubs}
        self.lines: dict[int, list[Line]] = {club: [] for club in self.clubs}
        self.between: dict[tuple[int, int], list[Line]] = defaultdict(list)
        for line in lines:
            self.lines[line.club].append(line)
            self.between[line.club, line.other].append(line)

    # -- sums

    def against(self, club: int, others: Iterable[int]) -> list[Line]:
        """A club's part of its games with some others."""
        return [line for other in others for line in self.between.get((club, other), ())]

    def share(self, club: int, others: Iterable[int]) -> float:
        """Share won against some others, a tie half; 0 where there was no game."""
        games = self.against(club, others)
        return sum(line.share for line in games) / len(games) if games else 0.0

    @once
    def first(self) -> dict[int, float]:
        """What the league ranks by before ties are broken."""
        if "points" in self.rules.ranked_by:
            return {club: sum(line.points for line in lines) for club, lines in self.lines.items()}
        return {
            club: round(sum(line.share for line in lines) / max(1, len(lines)), PRECISION)
            for club, lines in self.lines.items()
        }

    def wins(self, club: int) -> float:
        """Wins of a club, ties half."""
        return sum(line.share for line in self.lines[club])

    # -- order

    def order(self, members: Iterable[int], by: book.Group) -> list[int]:
        """Clubs in the league's order; by id where nothing of the rules separates them."""
        levels: dict[float, list[int]] = defaultdict(list)
        for club in sorted(members):
            levels[self.first[club]].append(club)
        procedure = self.rules.procedure(by)
        return [club for value in sorted(levels, reverse=True) for club in self._ordered(levels[value], procedure)]

    def seeds(self, conference: str) -> list[int]:
        """The clubs of a conference that go on, in the order of seeds, those of a play-in among them."""
        seeding = self.rules.seeding
        if seeding is None:
            raise LookupError("this league has no playoffs")
        members = [club for club in self.clubs if self.conference[club] == conference]
        first: list[int] = []
        tables = [
            self.order([club for club in members if self.division[club] == name], "division")
            for name in sorted({self.division[club] for club in members})
        ]
        for place in range(seeding.per_division):
            first += self.order([table[place] for table in tables], "conference")
        rest = self.order([club for club in members if club not in first], "conference")
        return [*first, *rest[: seeding.others + seeding.play_in]]

    def _ordered(self, block: list[int], rules: book.TieBreaks) -> list[int]:
        if rules.restart == "selection":
            ordered: list[int] = []
            rest = list(block)
            while rest:
                best = self._best(self._candidates(rest, rules), rules)
                ordered += best
                rest = [club for club in rest if club not in best]
            return ordered
        return self._separated(block, rules, 0)

    def _candidates(self, block: list[int], rules: book.TieBreaks) -> list[int]:
        """Those who stand for the next place: of a division only the best, where the rules say so."""
        if not rules.one_per_division:
            return block
        mates: dict[str, list[int]] = defaultdict(list)
        for club in block:
            mates[self.division[club]].append(club)
        return [self._ordered(those, self.rules.tie_breaks)[0] for those in mates.values()]

    def _best(self, block: list[int], rules: book.TieBreaks) -> list[int]:
        if len(block) == 1:
            return block
        for step in rules.of(len(block)):
            values = self._values(step, block)
            if len(set(values.values())) > 1:
                most = max(values.values())
                return self._best([club for club in block if values[club] == most], rules)
        return sorted(block)

    def _separated(self, block: list[int], rules: book.TieBreaks, at: int) -> list[int]:
        if len(block) == 1:
            return block
        steps = rules.of(len(block))
        for n in range(at, len(steps)):
            values = self._values(steps[n], block)
            if len(set(values.values())) < 2:
                continue
            following = 0 if rules.restart == "separation" else n + 1
            return [
                club
                for value in sorted(set(values.values()), reverse=True)
                for club in self._separated([one for one in block if values[one] == value], rules, following)
            ]
        return sorted(block)

    def _values(self, step: book.Step, block: Sequence[int]) -> dict[int, float]:
        """What a step finds for level clubs; nothing where it is of no use to them."""
        if step.name in book.OUTSIDE_THE_FEED:
            return {}
        found = STEPS[step.name](self, block, step.number)
        return {club: round(found[club], PRECISION) for club in block} if found else {}

    @once
    def winners(self) -> set[int]:
        """The winners of the divisions."""
        rules = self.rules.tie_breaks
        plain = replace(
            rules,
            two=tuple(step for step in rules.two if step.name != "division_winner"),
            more=tuple(step for step in rules.more if step.name != "division_winner"),
        )
        found = set()
        for name in set(self.division.values()):
            members = [club for club in self.clubs if self.division[club] == name]
            best = max(self.first[club] for club in members)
            found.add(self._ordered([club for club in members if self.first[club] == best], plain)[0])
        return found


Finding = Callable[[Table, Sequence[int], int], Values]
"""From the table, the level clubs and the number of the step to a value for each, more being better."""


def _met(table: Table, block: Sequence[int]) -> bool:
    return all((one, other) in table.between for one in block for other in block if one != other)


def _head_to_head(table: Table, block: Sequence[int], _: int) -> Values:
    return {club: table.share(club, block) for club in block} if _met(table, block) else {}


def _sweep(table: Table, block: Sequence[int], _: int) -> Values:
    if len(block) == 2:
        return {club: table.share(club, block) for club in block}
    found = {}
    for club in block:
        others = [other for other in block if other != club]
        whole = all((club, other) in table.between for other in others)
        found[club] = {1.0: 1.0, 0.0: -1.0}.get(table.share(club, others), 0.0) if whole else 0.0
    return found


def _inside(groups: str, *, alike: bool) -> Finding:
    """Share won in the own conference or division; `alike`: only where the level clubs share it."""

    def step(table: Table, block: Sequence[int], _: int) -> Values:
        of: dict[int, str] = getattr(table, groups)
        if alike and len({of[club] for club in block}) > 1:
            return {}
        return {club: table.share(club, [other for other in of if of[other] == of[club]]) for club in block}

    return step


def _other_divisions(table: Table, block: Sequence[int], _: int) -> Values:
    return {
        club: table.share(
            club,
            [
                other
                for other in table.clubs
                if table.conference[other] == table.conference[club] and table.division[other] != table.division[club]
            ],
        )
        for club in block
    }


def _late(table: Table, block: Sequence[int], more: int) -> Values:
    """Share won in the last half of the games within the league and `more` before it."""
    found, added = {}, False
    for club in block:
        inside = [line for line in table.lines[club] if table.conference[line.other] == table.conference[club]]
        half = len(inside) // 2
        before = [line for line in inside[:half] if line.other not in block]
        early = before[len(before) - more :] if more else []
        added = added or len(early) == more
        shares = [line.share for line in (*early, *inside[half:])]
        found[club] = sum(shares) / len(shares) if shares else 0.0
    return found if added else {}


def _later(table: Table, block: Sequence[int], _: int) -> Values:
    found: Values = {}
    for more in range(1, max(map(len, table.lines.values()))):
        found = _late(table, block, more)
        if not found or len({round(share, PRECISION) for share in found.values()}) > 1:
            break
    return found


def _playoff_teams(*, own: bool) -> Finding:
    """Share won against the first of the own or the other conference, those level with the last included."""

    def step(table: Table, block: Sequence[int], number: int) -> Values:
        through: dict[str, set[int]] = {}
        for name in set(table.conference.values()):
            members = [club for club in table.clubs if table.conference[club] == name]
            least = sorted((table.first[club] for club in members), reverse=True)[number - 1]
            through[name] = {club for club in members if table.first[club] >= least}
        return {
            club: table.share(
                club,
                set().union(*(held for name, held in through.items() if (name == table.conference[club]) == own)),
            )
            for club in block
        }

    return step


def _common(table: Table, block: Sequence[int]) -> set[int]:
    rivals = [{line.other for line in table.lines[club]} for club in block]
    return set.intersection(*rivals) - set(block)


def _common_record(table: Table, block: Sequence[int], number: int) -> Values:
    common = _common(table, block)
    if not common or any(len(table.against(club, common)) < number for club in block):
        return {}
    return {club: table.share(club, common) for club in block}


def _common_difference(table: Table, block: Sequence[int], _: int) -> Values:
    common = _common(table, block)
    return {club: sum(line.net for line in table.against(club, common)) for club in block} if common else {}


def _strength(*, beaten: bool) -> Finding:
    """Share won by the opponents a club has met, or has beaten."""

    def step(table: Table, block: Sequence[int], _: int) -> Values:
        found = {}
        for club in block:
            games = [line for line in table.lines[club] if line.share == 1 or not beaten]
            played = sum(len(table.lines[line.other]) for line in games)
            found[club] = sum(table.wins(line.other) for line in games) / played if played else 0.0
        return found

    return step


def _combined_rank(*, conference: bool) -> Finding:
    """Rank in points scored and rank in points allowed, added; in the conference or in the league."""

    def step(table: Table, block: Sequence[int], _: int) -> Values:
        names = {table.conference[club] for club in block}
        if conference and len(names) > 1:
            return {}
        among = [club for club in table.clubs if not conference or table.conference[club] in names]
        scored = {club: sum(line.scored for line in table.lines[club]) for club in among}
        allowed = {club: sum(line.allowed for line in table.lines[club]) for club in among}
        return {
            club: -float(
                sum(scored[other] > scored[club] for other in among)
                + sum(allowed[other] < allowed[club] for other in among)
            )
            for club in block
        }

    return step


def _conference_difference(table: Table, block: Sequence[int], _: int) -> Values:
    return {
        club: sum(line.net for line in table.lines[club] if table.conference[line.other] == table.conference[club])
        for club in block
    }


def _mutual_points(table: Table, block: Sequence[int], _: int) -> Values:
    """Share of the points in the games among the level clubs, the first at a ground that had one more left out."""
    if not _met(table, block):
        return {}
    found = {}
    for club in block:
        kept: list[Line] = []
        for other in block:
            games = list(table.between.get((club, other), ()))
            odd = sum(1 if line.at_home else -1 for line in games)
            if odd and len(games) > 1:
                games.remove(next(line for line in games if line.at_home == (odd > 0)))
            kept += games
        found[club] = sum(line.points for line in kept) / len(kept) if kept else 0.0
    return found


def _total(value: Callable[[Line], float]) -> Finding:
    """A sum over all games of a club."""

    def step(table: Table, block: Sequence[int], _: int) -> Values:
        return {club: sum(value(line) for line in table.lines[club]) for club in block}

    return step


STEPS: dict[str, Finding] = {
    "head_to_head": _head_to_head,
    "head_to_head_sweep": _sweep,
    "division_winner": lambda table, block, _: {club: float(club in table.winners) for club in block},
    "division_record": _inside("division", alike=True),
    "own_division_record": _inside("division", alike=False),
    "other_divisions_record": _other_divisions,
    "conference_record": _inside("conference", alike=False),
    "last_half_record": lambda table, block, _: _late(table, block, 0),
    "last_half_and_more_record": _later,
    "own_playoff_teams_record": _playoff_teams(own=True),
    "other_playoff_teams_record": _playoff_teams(own=False),
    "common_games_record": _common_record,
    "common_games_difference": _common_difference,
    "strength_of_victory": _strength(beaten=True),
    "strength_of_schedule": _strength(beaten=False),
    "conference_points_rank": _combined_rank(conference=True),
    "league_points_rank": _combined_rank(conference=False),
    "conference_difference": _conference_difference,
    "difference": _total(lambda line: line.net),
    "scored": _total(lambda line: line.scored),
    "fewer_games": _total(lambda line: -1),
    "regulation_wins": _total(lambda line: line.regulation),
    "regulation_overtime_wins": _total(lambda line: line.play),
    "wins": _total(lambda line: line.share == 1),
    "mutual_points_pct": _mutual_points,
}
"""The steps of `catalog.rules.TIE_BREAKS` that the leagues simulated here come to."""
