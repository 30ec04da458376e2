"""How leagues separate teams that are level: the steps of each, and what a step finds out.

A step gives a value for each level team (more is better), nothing where the rules do not use it for these teams, or
`UNKNOWN` where the games it needs are not all there: the order is then provisional.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

import numpy as np
import pandas as pd

Values = Mapping[int, float]
Step = Callable[["Season", Sequence[int]], "Values | None"]

UNKNOWN = None
PLACES = 8
"""Clubs of a conference that count as playoff teams in the steps of the NBA."""

WILD_CARD_COMMON = 4
"""Games against common opponents that the NFL's wild card order asks for."""


class Season:
    """The games that count, arranged for the questions of tie-breakers.

    Parameters
    ----------
    lines : pandas.DataFrame
        Two rows a game, as of `results.lines`, with ``decided`` (0 regulation, 1 overtime, 2 shootout).
    table : pandas.DataFrame
        Sums by team: ``games, wins, losses, ties, points, scored, allowed`` and more.
    first : pandas.Series
        What the league ranks by first, by team.
    conference, division : mapping of int to str
        Where teams play; empty where not known.
    """

    def __init__(
        self,
        lines: pd.DataFrame,
        table: pd.DataFrame,
        first: pd.Series,
        conference: Mapping[int, str],
        division: Mapping[int, str],
    ) -> None:
        self.lines, self.table, self.first = lines, table, first
        self.conference, self.division = conference, division
        self.provisional: set[int] = set()

    @cached_property
    def pairs(self) -> dict[tuple[int, int], dict[str, float]]:
        """For each team and opponent: games, share won, score difference, games at home, league points, away goals."""
        lines = self.lines.assign(
            games=1.0,
            net=self.lines["scored"] - self.lines["allowed"],
            home=self.lines["at_home"].astype("float64"),
            points=np.select([self.lines["share"] == 1, self.lines["share"] == 0.5], [3.0, 1.0], 0.0),
            away=self.lines["scored"].where(~self.lines["at_home"], 0.0),
        )
        sums = lines.groupby(["team", "opponent"])[["games", "share", "net", "home", "points", "away"]].sum()
        return {pair: dict(zip(sums.columns, row)) for pair, row in zip(sums.index, sums.to_numpy())}

    def against(self, team: int, opponents: set[int], what: str = "share") -> tuple[float, float]:
        """A sum over a team's games with these opponents, and their number."""
        met = [pair for (own, other), pair in self.pairs.items() if own == team and other in opponents]
        return sum(pair[what] for pair in met), sum(pair["games"] for pair in met)

    def share(self, team: int, opponents: set[int]) -> float:
        """Share of games won against these opponents, a tie half; 0 where there was no game."""
        won, games = self.against(team, opponents)
        return won / games if games else 0.0

    def rivals(self, team: int) -> set[int]:
        """Opponents a team has met."""
        return {other for own, other in self.pairs if own == team}

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


def split(
    season: Season, block: list[int], steps: Sequence[Step], restart: bool, at: int = 0, among: list[int] | None = None
) -> list[list[int]]:
    """Level teams in order, as lists of those that stay level.

    With `restart` the list of steps begins anew once somebody is separated; without, the teams that were level when
    the mutual games came up stay the ones whose mutual games count.
    """
    if len(block) == 1:
        return [block]
    for i in range(at, len(steps)):
        mutual = steps[i] in MUTUAL
        if mutual and among is None:
            among = list(block)
        found = steps[i](season, among if mutual and among is not None else block)
        if found is UNKNOWN:
            season.provisional.update(block)
            continue
        values = {team: round(found[team], 9) for team in block if team in found}
        if len(set(values.values())) < 2:
            continue
        ordered: list[list[int]] = []
        for value in sorted(set(values.values()), reverse=True):
            level = [team for team in block if values[team] == value]
            ordered += split(season, level, steps, restart, 0 if restart else i + 1, None if restart else among)
        return ordered
    return [block]


def head_to_head(season: Season, block: Sequence[int]) -> Values | None:
    """Share won in the games among the level teams."""
    if not season.met(block):
        return UNKNOWN
    return {team: season.share(team, set(block)) for team in block}


def sweep(season: Season, block: Sequence[int]) -> Values | None:
    """Head to head in the NFL's wild card order: of three or more only who beat all others, or lost to all."""
    if len(block) == 2:
        return {team: season.share(team, set(block)) for team in block}
    found = {}
    for team in block:
        others = set(block) - {team}
        whole = all((team, other) in season.pairs for other in others)
        found[team] = {1.0: 1.0, 0.0: -1.0}.get(season.share(team, others), 0.0) if whole else 0.0
    return found


def division_record(season: Season, block: Sequence[int]) -> Values | None:
    """Share won in the own division, where the level teams share it."""
    return _inside(season, block, season.division, alike=True)


def own_divisions(season: Season, block: Sequence[int]) -> Values | None:
    """Share won in the own division, whichever it is."""
    return _inside(season, block, season.division, alike=False)


def conference_record(season: Season, block: Sequence[int]) -> Values | None:
    """Share won in the own conference."""
    return _inside(season, block, season.conference, alike=False)


def _inside(season: Season, block: Sequence[int], groups: Mapping[int, str], *, alike: bool) -> Values | None:
    if any(team not in groups for team in block):
        return UNKNOWN
    if alike and len({groups[team] for team in block}) > 1:
        return {}
    return {team: season.share(team, {t for t, of in groups.items() if of == groups[team]}) for team in block}


def other_divisions(season: Season, block: Sequence[int]) -> Values | None:
    """Share won in the own league outside the own division."""
    if any(team not in season.conference or team not in season.division for team in block):
        return UNKNOWN
    return {
        team: season.share(
            team,
            {
                t for t, of in season.conference.items()
                if of == season.conference[team] and season.division.get(t) != season.division[team]
            },
        )
        for team in block
    }  # fmt: skip


def last_half(season: Season, block: Sequence[int]) -> Values | None:
    """Share won in the last half of the games within the own league."""
    if any(team not in season.conference for team in block):
        return UNKNOWN
    found = {}
    for team in block:
        mine = season.lines[season.lines["team"] == team]
        inside = mine[mine["opponent"].map(season.conference).eq(season.conference[team])]
        late = inside.tail((len(inside) + 1) // 2)
        found[team] = float(late["share"].mean()) if len(late) else 0.0
    return found


def division_winner(season: Season, block: Sequence[int]) -> Values | None:
    """1 for the leader of a division."""
    if any(team not in season.division for team in block):
        return UNKNOWN
    found = {}
    for team in block:
        rivals = [t for t, of in season.division.items() if of == season.division[team] and t in season.first.index]
        best = max(season.first[rivals])
        level = [t for t in rivals if season.first[t] == best]
        winners = split(season, level, (head_to_head, division_record), restart=True)[0]
        found[team] = float(team in winners)
    return found


def playoff_teams(own: bool) -> Step:
    """Share won against the conference's playoff teams, the own conference's or the other's."""

    def step(season: Season, block: Sequence[int]) -> Values | None:
        if any(team not in season.conference for team in block):
            return UNKNOWN
        through: dict[str, set[int]] = {}
        for name in set(season.conference.values()):
            inside = season.first[[t for t, of in season.conference.items() if of == name and t in season.first.index]]
            least = inside.nlargest(PLACES).min()
            through[name] = set(inside[inside >= least].index)
        return {
            team: season.share(
                team,
                set().union(*(held for name, held in through.items() if (name == season.conference[team]) == own)),
            )
            for team in block
        }

    return step


def common_games(least: int) -> Step:
    """Share won against opponents that all level teams have met."""

    def step(season: Season, block: Sequence[int]) -> Values | None:
        common = set.intersection(*(season.rivals(team) for team in block)) - set(block)
        if not common or any(season.against(team, common)[1] < least for team in block):
            return {}
        return {team: season.share(team, common) for team in block}

    return step


def net_common(season: Season, block: Sequence[int]) -> Values | None:
    """Net points in games with common opponents."""
    common = set.intersection(*(season.rivals(team) for team in block)) - set(block)
    return {team: season.against(team, common, "net")[0] for team in block} if common else {}


def _strength(season: Season, team: int, beaten: bool) -> float:
    won = played = 0.0
    for (own, other), pair in season.pairs.items():
        if own == team:
            weight = pair["share"] if beaten else pair["games"]
            if beaten:
                mine = (season.lines["team"] == team) & (season.lines["opponent"] == other)
                weight = float((season.lines.loc[mine, "share"] == 1).sum())
            won += weight * season.records[other][0]
            played += weight * season.records[other][1]
    return won / played if played else 0.0


def victory(season: Season, block: Sequence[int]) -> Values | None:
    """Share won by the opponents a team has beaten."""
    return {team: _strength(season, team, True) for team in block}


def schedule(season: Season, block: Sequence[int]) -> Values | None:
    """Share won by the opponents of a team."""
    return {team: _strength(season, team, False) for team in block}


def combined_rank(conference: bool) -> Step:
    """Rank in points scored and rank in points allowed, added; in the conference or in the league."""

    def step(season: Season, block: Sequence[int]) -> Values | None:
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


def column(name: str) -> Step:
    """A figure of the table itself."""

    def step(season: Season, block: Sequence[int]) -> Values | None:
        return dict(zip(block, season.table.loc[list(block), name].astype(float).tolist()))

    return step


def _mutual(what: str) -> Step:
    def step(season: Season, block: Sequence[int]) -> Values | None:
        if not season.met(block, times=2):
            return UNKNOWN
        return {team: season.against(team, set(block), what)[0] for team in block}

    return step


def odd_home_game(season: Season, block: Sequence[int]) -> Values | None:
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


net_points = column("difference")
scored = column("scored")
wins = column("wins")
regulation_wins = column("regulation_wins")
play_wins = column("play_wins")
mutual_points, mutual_difference, mutual_away = _mutual("points"), _mutual("net"), _mutual("away")

MUTUAL: tuple[Step, ...] = (mutual_points, mutual_difference, mutual_away)
"""Steps that look at the games among the teams that were level when the first of them came up."""

NFL_DIVISION: tuple[Step, ...] = (
    head_to_head, division_record, common_games(1), conference_record, victory, schedule, combined_rank(True),
    combined_rank(False), net_common, net_points,
)  # fmt: skip
NFL_WILD_CARD: tuple[Step, ...] = (
    sweep, conference_record, common_games(WILD_CARD_COMMON), victory, schedule, combined_rank(True),
    combined_rank(False), net_points,
)  # fmt: skip

STEPS: dict[str, tuple[Step, ...]] = {
    "MLB": (head_to_head, own_divisions, other_divisions, last_half),
    "NBA": (
        head_to_head, division_winner, division_record, conference_record, playoff_teams(True), playoff_teams(False),
        net_points,
    ),
    "NFL": NFL_DIVISION,
    "NHL": (regulation_wins, play_wins, wins, odd_home_game, net_points, scored),
    "EPL": (net_points, scored, mutual_points, mutual_away),
    "LALIGA": (mutual_points, mutual_difference, net_points, scored),
    "SERIEA": (mutual_points, mutual_difference, net_points, scored),
    "NCAAFB": (),
    "NCAABB": (),
}  # fmt: skip
"""What separates level teams, by sport or league of soccer."""

RESTART = ("MLB", "NBA", "NFL")
"""Where the list begins anew once a team is separated from three or more."""
