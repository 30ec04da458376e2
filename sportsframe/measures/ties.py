"""Tie-breaking: implementation of each step, and of the procedures.

The procedures themselves are facts of the catalog (`sportsframe.catalog.rules`). A step returns a value for each tied
team (more is better), nothing if the rules do not use it for these teams, or `UNKNOWN` if games that it needs are
missing: the order is then provisional.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pandas as pd

from ..catalog.cached import cached_property
from ..catalog.rules import OUTSIDE_THE_FEED, TieBreaks

Values = Mapping[int, float]
Finding = Callable[["Season", Sequence[int], int], "Values | None"]
"""From the season, the level teams and the number of the step to a value for each team."""

UNKNOWN = None

PRECISION = 9
"""Decimals to which values are compared."""


class Season:
    """The games that count, arranged for the questions of tie-breakers.

    Parameters
    ----------
    lines : pandas.DataFrame
        Two rows per game, as of `results.lines`, with ``points``: league points for the result.
    table : pandas.DataFrame
        Sums by team: ``games, wins, losses, ties, points, scored, allowed`` and more.
    first : pandas.Series
        What the league ranks by first, by team.
    conference, division : mapping of int to str
        Where teams play; empty where not known.
    division_rules : TieBreaks
        What separates level teams of a division.

    Attributes
    ----------
    provisional : set of int
        Teams for which a step could not be taken.
    decided : dict of int to list of str
        For each team that was tied with others, the steps that separated them, in order.
    """

    def __init__(
        self,
        lines: pd.DataFrame,
        table: pd.DataFrame,
        first: pd.Series,
        conference: Mapping[int, str],
        division: Mapping[int, str],
        division_rules: TieBreaks,
    ) -> None:
        self.lines, self.table, self.first = lines, table, first
        self.conference, self.division, self.division_rules = conference, division, division_rules
        self.provisional: set[int] = set()
        self.decided: dict[int, list[str]] = {}
        self.led_by: dict[int, list[str]] = {}

    def note(self, block: Sequence[int], step: str) -> None:
        """Record for each of these tied teams that this step separated some of them.

        What separated the winner of a division from a team of it are the steps that made it the winner.
        """
        for team in block:
            steps = [step]
            if step == "division_winner":
                mates = [mate for mate in block if self.division.get(mate) == self.division.get(team)]
                steps = [step] * (len(mates) < len(block)) + self.led_by.get(team, []) * (len(mates) > 1)
            known = self.decided.setdefault(team, [])
            known += [name for name in steps if name not in known]

    @cached_property
    def pairs(self) -> dict[tuple[int, int], dict[str, float]]:
        """For each team and opponent: games, share, games won, difference, games at home, league points, away goals."""
        lines = self.lines.assign(
            games=1.0,
            won=self.lines["share"].eq(1).astype("float64"),
            net=self.lines["scored"] - self.lines["allowed"],
            home=self.lines["at_home"].astype("float64"),
            away=self.lines["scored"].where(~self.lines["at_home"], 0.0),
        )
        sums = lines.groupby(["team", "opponent"])[["games", "share", "won", "net", "home", "points", "away"]].sum()
        return {pair: dict(zip(sums.columns, row)) for pair, row in zip(sums.index, sums.to_numpy().tolist())}

    @cached_property
    def opponents(self) -> dict[int, dict[int, dict[str, float]]]:
        """The same by team, for each of its opponents."""
        found: dict[int, dict[int, dict[str, float]]] = {}
        for (own, other), pair in self.pairs.items():
            found.setdefault(own, {})[other] = pair
        return found

    def against(self, team: int, opponents: set[int], what: str = "share") -> tuple[float, float]:
        """A sum over a team's games with these opponents, and their number."""
        met = [pair for other, pair in self.opponents.get(team, {}).items() if other in opponents]
        return sum(pair[what] for pair in met), sum(pair["games"] for pair in met)

    def share(self, team: int, opponents: set[int]) -> float:
        """Share of games won against these opponents, a tie half; 0 where there was no game."""
        won, games = self.against(team, opponents)
        return won / games if games else 0.0

    def rivals(self, team: int) -> set[int]:
        """Opponents a team has met."""
        return {*self.opponents.get(team, {})}

    def met(self, block: Sequence[int], times: int = 1) -> bool:
        """Whether every two of these teams have met this often."""
        return all(
            self.pairs.get((one, two), {"games": 0})["games"] >= times for one in block for two in block if one != two
        )

    @cached_property
    def records(self) -> dict[int, tuple[float, float]]:
        """Wins with half the ties, and games, by team."""
        table = self.table
        won = table["wins"] + table["ties"] / 2
        return dict(zip(table.index, zip(won, table["games"])))

    @cached_property
    def division_winners(self) -> set[int]:
        """The leaders of the divisions; several of one where nothing separates them."""
        rules = self.division_rules
        plain = replace(
            rules,
            two=tuple(step for step in rules.two if step.name != "division_winner"),
            more=tuple(step for step in rules.more if step.name != "division_winner"),
        )
        found: set[int] = set()
        noted, self.decided = self.decided, {}
        for name in set(self.division.values()):
            members = [team for team in self.first.index if self.division.get(team) == name]
            if members:
                best = max(self.first[members])
                found.update(order(self, [team for team in members if self.first[team] == best], plain)[0])
        self.led_by, self.decided = self.decided, noted
        return found


def order(season: Season, block: Sequence[int], rules: TieBreaks) -> list[list[int]]:
    """Level teams in order, as lists of those that stay level."""
    if rules.restart == "selection":
        return _selected(season, list(block), rules)
    return _separated(season, list(block), rules)


def _selected(season: Season, block: list[int], rules: TieBreaks) -> list[list[int]]:
    """The best team, then the best of the remaining ones, and so on; the steps start over each time."""
    ordered: list[list[int]] = []
    rest = list(block)
    while rest:
        best = _best(season, _standing(season, rest, rules), rules)
        ordered.append(best)
        rest = [team for team in rest if team not in best]
    return ordered


def _standing(season: Season, block: list[int], rules: TieBreaks) -> list[int]:
    """Those of the level teams that stand for the next place: of a division only the best, where the rules say so."""
    if not rules.one_per_division or any(team not in season.division for team in block):
        return block
    mates: dict[str, list[int]] = {}
    for team in block:
        mates.setdefault(season.division[team], []).append(team)
    return [team for those in mates.values() for team in order(season, those, season.division_rules)[0]]


def _best(season: Season, block: list[int], rules: TieBreaks) -> list[int]:
    """The best of the level teams; several where nothing separates them."""
    if len(block) == 1:
        return block
    for step in rules.of(len(block)):
        values = _values(season, block, step.name, step.number)
        if len(set(values.values())) < 2:
            continue
        season.note(block, step.called(len(block)))
        most = max(values.values())
        return _best(season, [team for team in block if values[team] == most], rules)
    return block


def _separated(
    season: Season, block: list[int], rules: TieBreaks, at: int = 0, among: list[int] | None = None
) -> list[list[int]]:
    """All teams put in order by the first step that tells some apart; those still level begin anew, or go on.

    Where they go on, the teams that were level when the mutual games came up stay the ones whose mutual games count.
    """
    if len(block) == 1:
        return [block]
    restart = rules.restart == "separation"
    steps = rules.of(len(block))
    for i in range(at, len(steps)):
        mutual = steps[i].name in MUTUAL
        if mutual and among is None:
            among = list(block)
        values = _values(season, block, steps[i].name, steps[i].number, among if mutual else None)
        if len(set(values.values())) < 2:
            continue
        season.note(block, steps[i].called(len(block)))
        ordered: list[list[int]] = []
        for value in sorted(set(values.values()), reverse=True):
            level = [team for team in block if values[team] == value]
            ordered += _separated(season, level, rules, 0 if restart else i + 1, None if restart else among)
        return ordered
    return [block]


def _values(
    season: Season, block: list[int], name: str, number: int, among: list[int] | None = None
) -> dict[int, float]:
    """What a step finds for the level teams; nothing where it is of no use to all of them."""
    if name in OUTSIDE_THE_FEED:
        return {}
    found = FINDINGS[name](season, among or block, number)
    if found is UNKNOWN:
        season.provisional.update(block)
        return {}
    return {team: round(found[team], PRECISION) for team in block} if found else {}


def head_to_head(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won in the games among the level teams."""
    if not season.met(block):
        return UNKNOWN
    return {team: season.share(team, set(block)) for team in block}


def sweep(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Head to head in the NFL's wild card order: of three or more only who beat all others, or lost to all."""
    if len(block) == 2:
        return {team: season.share(team, set(block)) for team in block}
    found = {}
    for team in block:
        others = set(block) - {team}
        whole = all((team, other) in season.pairs for other in others)
        found[team] = {1.0: 1.0, 0.0: -1.0}.get(season.share(team, others), 0.0) if whole else 0.0
    return found


def division_record(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won in the own division, where the level teams share it."""
    return _inside(season, block, season.division, alike=True)


def own_divisions(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won in the own division, whichever it is."""
    return _inside(season, block, season.division, alike=False)


def conference_record(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won in the own conference."""
    return _inside(season, block, season.conference, alike=False)


def _inside(season: Season, block: Sequence[int], groups: Mapping[int, str], *, alike: bool) -> Values | None:
    if any(team not in groups for team in block):
        return UNKNOWN
    if alike and len({groups[team] for team in block}) > 1:
        return {}
    return {team: season.share(team, {t for t, of in groups.items() if of == groups[team]}) for team in block}


def other_divisions(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won in the own league outside the own division."""
    if any(team not in season.conference or team not in season.division for team in block):
        return UNKNOWN
    return {
        team: season.share(
            team,
            {
                t
                for t, of in season.conference.items()
                if of == season.conference[team] and season.division.get(t) != season.division[team]
            },
        )
        for team in block
    }


def last_half(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won in the last half of the games within the own league."""
    return _late(season, block, 0)


def last_half_and_more(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """The same with one game more at a time until the teams differ; games among them are not added."""
    found: Values | None = {}
    for more in range(1, len(season.lines)):
        found = _late(season, block, more)
        if found is UNKNOWN or not found or len({round(share, PRECISION) for share in found.values()}) > 1:
            return found
    return found


def _late(season: Season, block: Sequence[int], more: int) -> Values | None:
    """Shares won in the last half of the games within the league and `more` before it; nothing when there are none."""
    if any(team not in season.conference for team in block):
        return UNKNOWN
    found, added = {}, False
    for team in block:
        mine = season.lines[season.lines["team"] == team]
        inside = mine[mine["opponent"].map(season.conference).eq(season.conference[team])]
        half = len(inside) // 2
        early, late = inside.iloc[:half], inside.iloc[half:]
        early = early[~early["opponent"].isin(block)].tail(more)
        added = added or len(early) == more
        shares = pd.concat([early, late])["share"]
        found[team] = float(shares.mean()) if len(shares) else 0.0
    return found if added else {}


def division_winner(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """1 for the leader of a division."""
    if any(team not in season.division for team in block):
        return UNKNOWN
    return {team: float(team in season.division_winners) for team in block}


def playoff_teams(*, own: bool) -> Finding:
    """Share won against the first of the own or the other conference, those level with the last of them included."""

    def step(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
        if any(team not in season.conference for team in block):
            return UNKNOWN
        through: dict[str, set[int]] = {}
        for name in set(season.conference.values()):
            inside = season.first[[t for t, of in season.conference.items() if of == name and t in season.first.index]]
            least = inside.nlargest(number).min()
            through[name] = set(inside[inside >= least].index)
        return {
            team: season.share(
                team,
                set().union(*(held for name, held in through.items() if (name == season.conference[team]) == own)),
            )
            for team in block
        }

    return step


def common_games(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won against opponents that all level teams have met."""
    common = set.intersection(*(season.rivals(team) for team in block)) - set(block)
    if not common or any(season.against(team, common)[1] < number for team in block):
        return {}
    return {team: season.share(team, common) for team in block}


def net_common(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Net points in games with common opponents."""
    common = set.intersection(*(season.rivals(team) for team in block)) - set(block)
    return {team: season.against(team, common, "net")[0] for team in block} if common else {}


def conference_net(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Net points in games within the conference."""
    if any(team not in season.conference for team in block):
        return UNKNOWN
    inside = season.conference
    return {
        team: season.against(team, {t for t, of in inside.items() if of == inside[team]}, "net")[0] for team in block
    }


def _strength(season: Season, team: int, *, beaten: bool) -> float:
    won = played = 0.0
    for other, pair in season.opponents.get(team, {}).items():
        weight = pair["won" if beaten else "games"]
        won += weight * season.records[other][0]
        played += weight * season.records[other][1]
    return won / played if played else 0.0


def victory(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won by the opponents a team has beaten."""
    return {team: _strength(season, team, beaten=True) for team in block}


def schedule(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Share won by the opponents of a team."""
    return {team: _strength(season, team, beaten=False) for team in block}


def combined_rank(*, conference: bool) -> Finding:
    """Rank in points scored and rank in points allowed, added; in the conference or in the league."""

    def step(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
        table = season.table
        if conference:
            if any(team not in season.conference for team in block):
                return UNKNOWN
            names = {season.conference[team] for team in block}
            if len(names) > 1:
                return {}
            table = table[[season.conference.get(team) in names for team in table.index]]
        ranks = table["scored"].rank(ascending=False, method="min") + table["allowed"].rank(method="min")
        return {team: -float(ranks[team]) for team in block}

    return step


def column(name: str) -> Finding:
    """A column of the standings."""

    def step(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
        return dict(zip(block, season.table.loc[list(block), name].astype(float).tolist()))

    return step


def _mutual(what: str) -> Finding:
    def step(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
        if not season.met(block, times=2):
            return UNKNOWN
        return {team: season.against(team, set(block), what)[0] for team in block}

    return step


def odd_home_game(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Points of the games among the level teams (NHL), the first game at a ground that had one more left out."""
    if not season.met(block):
        return UNKNOWN
    lines = season.lines[season.lines["team"].isin(block) & season.lines["opponent"].isin(block)]
    found = {}
    for team in block:
        points = games = 0.0
        for other in set(block) - {team}:
            pair = lines[(lines["team"] == team) & (lines["opponent"] == other)]
            home = pair["at_home"].to_numpy()
            odd = int(home.sum()) - int((~home).sum())
            if odd and len(pair) > 1:
                pair = pair.drop(pair.index[home == (odd > 0)][0])
            points += float(pair["points"].sum())
            games += len(pair)
        found[team] = points / games if games else 0.0
    return found


def fewer_games(season: Season, block: Sequence[int], number: int = 0) -> Values | None:
    """Games played, fewer first."""
    return dict(zip(block, (-season.table.loc[list(block), "games"].astype(float)).tolist()))


MUTUAL = ("mutual_points", "mutual_difference", "mutual_away_scored")
"""Steps that look at the games among the teams that were level when the first of them came up."""

FINDINGS: dict[str, Finding] = {
    "head_to_head": head_to_head,
    "head_to_head_sweep": sweep,
    "division_winner": division_winner,
    "division_record": division_record,
    "own_division_record": own_divisions,
    "other_divisions_record": other_divisions,
    "conference_record": conference_record,
    "last_half_record": last_half,
    "last_half_and_more_record": last_half_and_more,
    "own_playoff_teams_record": playoff_teams(own=True),
    "other_playoff_teams_record": playoff_teams(own=False),
    "common_games_record": common_games,
    "common_games_difference": net_common,
    "strength_of_victory": victory,
    "strength_of_schedule": schedule,
    "conference_points_rank": combined_rank(conference=True),
    "league_points_rank": combined_rank(conference=False),
    "conference_difference": conference_net,
    "difference": column("difference"),
    "scored": column("scored"),
    "fewer_games": fewer_games,
    "regulation_wins": column("regulation_wins"),
    "regulation_overtime_wins": column("regulation_overtime_wins"),
    "wins": column("wins"),
    "mutual_points_pct": odd_home_game,
    "mutual_points": _mutual("points"),
    "mutual_difference": _mutual("net"),
    "mutual_away_scored": _mutual("away"),
}
"""What each step of `sportsframe.catalog.rules.TIE_BREAKS` finds out."""
