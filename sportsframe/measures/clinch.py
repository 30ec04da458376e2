"""Clinching: which places are already won or lost during a season, from the games that are left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..catalog.rules import Seeding

TIED = "tied for "
"""Begins the berth of teams that share a place of which there are fewer than teams."""


@dataclass(frozen=True)
class Bounds:
    """The least and the most that each team can finish with: points, or share of games won.

    Attributes
    ----------
    least, most : mapping of int to float
        By team; equal once the season is over.
    ahead : callable
        Whether a team that loses all games that are left is sure to be placed ahead of each of some others that win all
        of theirs, if it is level with any of them then.
    """

    least: Mapping[int, float]
    most: Mapping[int, float]
    ahead: Callable[[int, Sequence[int]], bool] = lambda team, rivals: False

    def may_pass(self, team: int, rivals: Sequence[int], among: Sequence[int] = ()) -> int:
        """Return how many rivals can still finish ahead of a team that wins nothing more.

        Those that can only draw level with it count, unless it is certain to win the tie-break against every team of
        `among` that can draw level.
        """
        level = [rival for rival in among if rival != team and self.most[rival] == self.least[team]]
        safe = bool(level) and self.ahead(team, level)
        return sum(
            self.most[rival] > self.least[team] or (self.most[rival] == self.least[team] and not safe)
            for rival in rivals
            if rival != team
        )

    def sure_above(self, team: int, rivals: Sequence[int], among: Sequence[int] = ()) -> int:
        """Return how many rivals finish ahead of a team even if it wins everything that is left.

        A rival with which it can at best draw level counts if that is the only such team of `among`, and certain to win
        the tie-break.
        """
        level = [rival for rival in among if rival != team and self.least[rival] == self.most[team]]
        lost = len(level) == 1 and self.ahead(level[0], [team])
        return sum(
            self.least[rival] > self.most[team] or (self.least[rival] == self.most[team] and lost)
            for rival in rivals
            if rival != team
        )


def berths(
    seeds: Mapping[int, int],
    divisions: Mapping[int, str],
    seeding: Seeding,
    places: Mapping[int, int],
    others: Mapping[int, int],
) -> dict[int, str]:
    """Return what the seeded teams of a conference hold now: a place of their division, a wild card, a play-in.

    Parameters
    ----------
    seeds, divisions : mapping
        Seed and division by team.
    seeding : Seeding
        The places there are.
    places, others : mapping of int to int
        By team, the place in its division, and among those that no place of a division takes on.
    """
    inside = Counter((divisions.get(team), place) for team, place in places.items())
    outside = Counter(others.values())
    card = "wild card" if seeding.per_division else "playoffs"
    found = {}
    for team in seeds:
        if team in others:
            place, sharing = others[team], outside[others[team]]
            held = card if place <= seeding.others else "play-in"
            last = seeding.others + (0 if held == card else seeding.play_in)
        else:
            place, sharing = places[team], inside[divisions.get(team), places[team]]
            held = "division winner" if place == 1 else "division"
            last = 1 if place == 1 else seeding.per_division
        found[team] = f"{TIED}{held}" if place + sharing - 1 > last else held
    return found


def certain(
    members: Sequence[int], divisions: Mapping[int, str], seeding: Seeding, bounds: Bounds
) -> tuple[dict[int, str], set[int]]:
    """Return what teams of a conference have clinched with games left to play, and who is eliminated.

    The winner of a division is marked only with a place in the playoffs, which in the NBA the title does not give.

    Games that rivals play against each other are not considered, so no mark is too early, but one may come later than
    in the newspapers.
    """
    clinched: dict[int, str] = {}
    out: set[int] = set()
    mates: dict[str, list[int]] = {}
    for team in members:
        mates.setdefault(divisions.get(team, ""), []).append(team)
    known = "" not in mates
    k = seeding.per_division
    for team in members:
        own = divisions.get(team, "")
        rivals = [bounds.may_pass(team, those, members) for those in mates.values()]
        above = [bounds.sure_above(team, those, members) for those in mates.values()]
        behind = sum(max(n - k, 0) for n in rivals)
        by_division = bool(k) and bounds.may_pass(team, mates[own], mates[own]) < k
        if not bounds.may_pass(team, members, members):
            clinched[team] = "top seed"
        elif known and not bounds.may_pass(team, mates[own], mates[own]) and (k or behind < seeding.others):
            clinched[team] = "division"
        elif by_division or behind < seeding.others:
            clinched[team] = "playoffs"
        elif behind < seeding.others + seeding.play_in:
            clinched[team] = "play-in"
        lost = sum(max(n - k, 0) for n in above) >= seeding.others + seeding.play_in
        if lost and (not k or bounds.sure_above(team, mates[own], mates[own]) >= k):
            out.add(team)
    return clinched, out


def play_in(
    seeds: Mapping[int, int], held: Mapping[int, str], seeding: Seeding, played: Iterable[tuple[int, int, bool]]
) -> tuple[set[int], dict[int, int]]:
    """Return which teams have gone on from the play-in, and the seeds of all teams that are not out.

    A team that beats the holder of a better seed swaps seeds with it.

    Parameters
    ----------
    seeds, held : mapping
        Seed and berth by team.
    seeding : Seeding
        The places there are.
    played : iterable of (int, int, bool)
        Winner and loser of each game after the regular season, and whether it belonged to the play-in.
    """
    through: set[int] = set()
    out: set[int] = set()
    now = dict(seeds)
    pairs = [set(pair) for pair in seeding.play_in_round]
    waiting = {team for team in seeds if held[team] == "play-in"}
    for winner, loser, in_play_in in played:
        pair = {seeds.get(winner), seeds.get(loser)}
        if not in_play_in:
            through |= {winner, loser} & waiting
        elif {winner, loser} <= waiting:
            through |= {winner} if pair != pairs[1] else set()
            out |= {loser} if pair != pairs[0] else set()
            now[winner], now[loser] = sorted((now[winner], now[loser]))
    places = sum(seed > 0 for pair in seeding.first_round for seed in pair)
    if len(through) + len(seeds) - len(waiting) == places:
        out = waiting - through
    return through, {team: seed for team, seed in now.items() if team not in out}


def settled(
    members: Sequence[int], seeds: Mapping[int, int], held: Mapping[int, str], winners: Collection[int]
) -> tuple[dict[int, str], set[int]]:
    """Return what teams have clinched once the regular season is over, and who is eliminated.

    Seeds are then final, but for ties that only lots or a deciding game can break. Teams without a berth lost it in the
    play-in.
    """
    clinched = {}
    first = [team for team, seed in seeds.items() if seed == 1]
    for team in held:
        if first == [team]:
            clinched[team] = "top seed"
        elif team in winners and not held[team].endswith("play-in"):
            clinched[team] = "division"
        elif not held[team].startswith(TIED):
            clinched[team] = "play-in" if held[team] == "play-in" else "playoffs"
    return clinched, {team for team in members if team not in held}
