"""One league and season: the records of its teams, their ranks, seeds, and what is clinched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import pandas as pd

from ..catalog import SPORTS
from ..catalog.cached import cached_property
from ..catalog.rules import Group, Rules, Seeding, Standings
from . import clinch, results, ties
from .league_measures import FORM, LAST, by_points


def rules_of(rules: Rules) -> Standings:
    """The rules of standings of a league that has them."""
    assert rules.standings is not None
    return rules.standings


def _sums(both: pd.DataFrame) -> pd.DataFrame:
    """Counts by team."""
    won, lost, level = both["share"] == 1, both["share"] == 0, both["share"] == 0.5
    beyond, shootout = both["decided"].fillna(0) > 0, both["decided"] == 2
    counts = pd.DataFrame(
        {
            "games": 1,
            "wins": won,
            "losses": lost & ~beyond,
            "level": level,
            "overtime_losses": lost & beyond,
            "regulation_wins": won & ~beyond,
            "regulation_overtime_wins": won & ~shootout,
            "scored": both["scored"],
            "allowed": both["allowed"],
            "shootout_goals_for": won & shootout,
            "shootout_goals_against": lost & shootout,
        }
    ).astype("int64")
    return counts.groupby(both["team"]).sum().assign(ties=lambda t: t["level"])


MOST_LEVEL = 4
"""Rivals level with a team of which all combinations are looked at."""


class League:
    """The games of one league and season, and who is ranked where.

    Parameters
    ----------
    sport, league : str
        Codes; the league's is empty but in soccer.
    found : pandas.DataFrame
        Games that count, as of `results.finished`, with ``decided``.
    conference, division : dict of int to str
        Where teams play.
    later : sequence of (int, int, bool)
        Winner and loser of each game after the regular season, and whether it belonged to a play-in.
    meetings : mapping of frozenset of int to int, optional
        Games to come by pair of teams, if all are known.
    """

    def __init__(
        self,
        sport: str,
        league: str,
        found: pd.DataFrame,
        conference: dict[int, str],
        division: dict[int, str],
        later: Sequence[tuple[int, int, bool]] = (),
        meetings: Mapping[frozenset[int], int] | None = None,
    ) -> None:
        self.later, self.meetings = later, meetings
        self.plays_on = bool(later) or SPORTS[sport].has_playoffs
        self.rules, self.code, self.games = SPORTS[sport].rules, league or sport, found
        self.standings = rules_of(self.rules)
        self.conference, self.division = conference, division
        both = results.lines(found)
        self.both = both.assign(points=results.points(both, sport))
        self.table = _sums(self.both)
        self.table["difference"] = self.table["scored"] - self.table["allowed"]
        self.table["points"] = self.both.groupby("team")["points"].sum()
        self.guests = results.guests(self.both["team"], sport)
        self.season = ties.Season(
            self.both, self.table, self._first(), conference, division, self.standings.procedure("division", league)
        )

    def _first(self) -> pd.Series:
        """What the league ranks by, by team; the conference's own share comes into it within a conference only."""
        if "points" in self.standings.ranked_by:
            return self.table["points"].astype("float64")
        return ((self.table["wins"] + self.table["level"] / 2) / self.table["games"]).round(ties.PRECISION)

    def _inside(self, groups: Mapping[int, str]) -> pd.DataFrame:
        """The lines of games within a group, without events that do not count as such."""
        named = self._with_games_of_their_own(groups)
        own, other = self.both["team"].map(named), self.both["opponent"].map(named)
        lines = self.both[own.notna() & own.eq(other)]
        pattern = self.rules.not_in_conference
        return lines[~results.named_like(lines, pattern)] if pattern else lines

    def _with_games_of_their_own(self, groups: Mapping[int, str]) -> dict[int, str]:
        """The groups without that of teams which belong to no conference."""
        none = self.rules.no_conference
        return {team: name for team, name in groups.items() if not none or not re.search(none, name, re.IGNORECASE)}

    @cached_property
    def _within(self) -> pd.DataFrame:
        """The lines of games within a conference."""
        return self._inside(self.conference)

    @cached_property
    def _over_within(self) -> pd.Series:
        """Wins less losses within the conference, by team."""
        over = (2 * self._within["share"] - 1).groupby(self._within["team"]).sum()
        return over.reindex(self.table.index, fill_value=0.0)

    def _criteria(self, by: Group) -> dict[str, pd.Series]:
        """What a group is ranked by before ties are broken, in order: values by team."""
        held = {"win_pct": self.season.first, "points": self.season.first}
        if by == "conference" and "conference_pct" in self.standings.ranked_by:
            held["conference_pct"] = self._within.groupby("team")["share"].mean()
        return {name: held[name] for name in self.standings.ranked_by if name in held}

    def _keys(self, members: list[int], by: Group) -> dict[int, tuple[tuple[float, bool], ...]]:
        """The values of each team; teams that the first criterion leaves level are told which of the others decided.

        A team without a game that counts for a criterion stands at .000, before those that lost all of theirs.
        """
        criteria = self._criteria(by)
        keys = {
            team: tuple(
                (round(float(values.get(team, 0.0)), ties.PRECISION), team not in values.index)
                for values in criteria.values()
            )
            for team in members
        }
        for at, name in enumerate(criteria):
            for start in {key[:at] for key in keys.values()} if at else ():
                block = [team for team in members if keys[team][:at] == start and team not in self.guests]
                if len({keys[team][at] for team in block}) > 1:
                    self.season.note(block, name)
        return keys

    def order(self, members: list[int], by: Group) -> list[list[int]]:
        """Teams of a group in the league's order, as lists of those that share a place."""
        keys, rules = self._keys(members, by), self.standings.procedure(by, self.code)
        levels: list[list[int]] = []
        for value in sorted(set(keys.values()), reverse=True):
            block = sorted(int(team) for team in members if keys[team] == value)
            levels += ties.order(self.season, block, rules)
        return self._with_deciding_games(levels, keys) if by == "league" else levels

    def _with_deciding_games(self, levels: list[list[int]], keys: Mapping[int, Hashable]) -> list[list[int]]:
        """Let teams share a place for which, level as they are, they have yet to play a game."""
        season = str(self.games["season"].dropna().max())
        for place in self.standings.played_off(self.code, season, int(self.table["games"].min())):
            ranks = _ranks(levels)
            pair = [level for level in levels if ranks[level[0]] in (place, place + 1)]
            if len(pair) == 2 and keys[pair[0][0]] == keys[pair[1][0]]:
                at = levels.index(pair[0])
                levels[at : at + 2] = [[*pair[0], *pair[1]]]
        return levels

    def qualified(self, members: list[int]) -> list[list[int]]:
        """The teams of a conference that come first by their place in the division, in the order of seeds."""
        seeding = self.standings.seeding
        if seeding is None or not seeding.per_division or any(team not in self.division for team in members):
            return []
        names = sorted({self.division[team] for team in members})
        tables = [self.order([team for team in members if self.division[team] == name], "division") for name in names]
        by_place = []
        for place in range(1, seeding.per_division + 1):
            those = [team for table in tables for team, rank in _ranks(table).items() if rank == place]
            by_place += self.order(those, "conference") if those else []
        return by_place

    def conferences(self) -> list[list[int]]:
        """The teams of each conference that has seeds; none where conferences or divisions are not known of all."""
        seeding, teams = self.standings.seeding, [int(team) for team in self.table.index]
        if seeding is None or not all(team in self.conference for team in teams):
            return []
        if seeding.per_division and not all(team in self.division for team in teams):
            return []
        names = sorted({self.conference[team] for team in teams})
        return [[team for team in teams if self.conference[team] == name] for name in names]

    def playoffs(self, left: Mapping[int, int] | None) -> pd.DataFrame:
        """By team: seed and berth if the season ended today, what is clinched, and who is eliminated."""
        self.season.decided = {}
        seeding = self.standings.seeding
        rows: dict[int, dict[str, Any]] = {int(team): {} for team in self.table.index}
        for members in self.conferences():
            assert seeding is not None
            first = self.qualified(members)
            through = {team for level in first for team in level}
            rest = self.order([team for team in members if team not in through], "conference")
            at = self._places(members)
            places = self._others(rest, at, seeding)
            seeds = {
                team: rank
                for team, rank in _ranks([*first, *rest]).items()
                if team in through or places[team] <= seeding.others + seeding.play_in
            }
            held = clinch.berths(seeds, self.division, seeding, at, places)
            if left is not None and seeding.play_in and not any(left[team] for team in members):
                on, seeds = clinch.play_in(seeds, held, seeding, self.later)
                held = {team: "playoffs" if team in on else held[team] for team in seeds}
            for team in members:
                rows[team] |= {"seed": seeds.get(team), "berth": held.get(team)}
            cards = [team for team in held if held[team].endswith("wild card")]
            if cards:
                last, ahead = max(cards, key=lambda team: seeds[team]), self._ahead()
                shared = Counter((self.division.get(team), at[team]) for team in members)
                for team in members:
                    if at[team] + shared[self.division.get(team), at[team]] - 1 > seeding.per_division:
                        rows[team]["wild_card_behind"] = float(ahead[last] - ahead[team])
            if left is None:
                continue
            if any(left[team] for team in members):
                sure, out = clinch.certain(members, self.division, seeding, self._bounds(left))
            else:
                sure, out = clinch.settled(members, seeds, held, self._winners(at))
            for team in members:
                rows[team] |= {"clinched": sure.get(team), "eliminated": team in out}
        if self.standings.group == "league" and left is not None and len(rows) > 1:
            bounds, teams = self._bounds(left), list(rows)
            over = not any(left.values())
            champion = self.order(teams, "league")[0] if over else [t for t in teams if not bounds.may_pass(t, teams)]
            for team in champion if len(champion) == 1 else ():
                rows[team]["clinched"] = "top seed" if self.plays_on else "title"
        for team, marks in self._prizes(left).items():
            rows[team] = marks | rows[team]
        names = ["seed", "berth", "wild_card_behind", "clinched", "eliminated"]
        found = pd.DataFrame.from_dict(rows, orient="index", columns=names, dtype=object)
        return found.assign(seed_tied_by=pd.Series(self._steps(), dtype=object))

    def _prizes(self, left: Mapping[int, int] | None) -> dict[int, dict[str, Any]]:
        """By team: the prize of its place now, the best that is certain, and whether none from the top is in reach."""
        teams = [int(team) for team in self.table.index]
        prizes = [(prize, *prize.places(len(teams))) for prize in self.standings.prizes.get(self.code, ())]
        if not prizes:
            return {}
        found: dict[int, dict[str, Any]] = {}
        levels, bounds = self.order(teams, "league"), None if left is None else self._bounds(left)
        ranks, last = _ranks(levels), max((last for prize, _, last in prizes if prize.first > 0), default=0)
        for level in levels:
            for team in level:
                best, worst = ranks[team], ranks[team] + len(level) - 1
                here = next((one for one in prizes if best <= one[2] and worst >= one[1]), None)
                split = here is not None and not here[1] <= best <= worst <= here[2]
                found[team] = {"berth": here and f"{clinch.TIED if split else ''}{here[0].name}"}
                if bounds is None or left is None:
                    continue
                if any(left.values()):
                    best, worst = 1 + bounds.sure_above(team, teams), 1 + bounds.may_pass(team, teams)
                sure = (p.name for p, first, end in prizes if (worst <= end if p.first > 0 else best >= first))
                found[team] |= {"clinched": next(sure, None), "eliminated": best > last}
        return found

    def _others(self, rest: list[list[int]], at: Mapping[int, int], seeding: Seeding) -> dict[int, int]:
        """Places of these teams among those that come from no place of a division.

        Where more teams share the last place of a division than it has, those that lose it take part, too.
        """
        found = _ranks(rest)
        inside: dict[str, list[int]] = {}
        for team, place in at.items():
            if place <= seeding.per_division:
                inside.setdefault(self.division[team], []).append(team)
        for mates in inside.values():
            spare = len(mates) - seeding.per_division
            if spare > 0:
                last = max(at[team] for team in mates)
                loose = [team for team in mates if at[team] == last]
                ranks = _ranks(self.order([*loose, *found], "conference"))
                for team in found:
                    found[team] += min(spare, sum(ranks[other] < ranks[team] for other in loose))
        return found

    def _places(self, members: list[int]) -> dict[int, int]:
        """Places in the divisions."""
        mates: dict[str, list[int]] = {}
        for team in members:
            mates.setdefault(self.division.get(team, ""), []).append(team)
        found: dict[int, int] = {}
        for those in mates.values():
            found |= _ranks(self.order(those, "division"))
        return found

    def _winners(self, at: Mapping[int, int]) -> list[int]:
        """The teams that are alone on the first place of their division."""
        first: dict[str, list[int]] = {}
        for team, place in at.items():
            if place == 1 and team in self.division:
                first.setdefault(self.division[team], []).append(team)
        return [teams[0] for teams in first.values() if len(teams) == 1]

    @cached_property
    def _met(self) -> dict[tuple[int, int], tuple[int, float]]:
        """By team and opponent: the games they have played, and the share of them that the team won, as wins."""
        pairs = self.both.groupby(["team", "opponent"])["share"].agg(["size", "sum"])
        return {(int(pair[0]), int(pair[1])): (int(n), float(won)) for pair, n, won in pairs.itertuples()}

    def _sure_tie(self, team: int, rivals: Sequence[int], left: Mapping[int, int]) -> bool:
        """Whether the first tie-break places a team ahead of others even if they win all games that are left.

        True only if it does so whichever of them are level with it.
        """
        inside = len({self.division.get(one) for one in (team, *rivals)}) == 1
        rules = self.standings.procedure("division" if inside else "conference", self.code)
        names = [step.name for step in rules.of(1 + len(rivals)) if step.name != "fewer_games"]
        if names[:1] == ["regulation_wins"]:
            won = self.table["regulation_wins"]
            return all(won[team] > won[rival] + left[rival] for rival in rivals)
        if not names or not names[0].startswith("head_to_head") or len(rivals) > MOST_LEVEL:
            return False
        if len(rivals) > 1 and (names[0] != "head_to_head" or (rules.one_per_division and not inside)):
            return False
        return all(
            self._ahead_of(team, some, left) for n in range(1, len(rivals) + 1) for some in combinations(rivals, n)
        )

    def _ahead_of(self, team: int, rivals: Sequence[int], left: Mapping[int, int]) -> bool:
        """Whether a team has the best record in the games among these teams, if it loses and they win what is left."""

        def share(one: int, sign: int) -> float:
            played, won = 0, 0.0
            for other in (team, *rivals):
                if other == one:
                    continue
                pair = frozenset((one, other))
                most = min(left[one], left[other])
                more = most if self.meetings is None else min(most, self.meetings.get(pair, 0))
                n, own = self._met.get((one, other), (0, 0.0))
                played, won = played + n + more, won + own + more * sign
            return won / played if played else 0.5

        return share(team, 0) > max(share(rival, 1) for rival in rivals)

    def _bounds(self, left: Mapping[int, int]) -> clinch.Bounds:
        """What each team can finish with."""
        table = self.table
        if "points" in self.standings.ranked_by:
            assert self.standings.points is not None
            win = self.standings.points.win
            now = {int(team): float(points) for team, points in zip(table.index, table["points"])}
            most = {team: points + win * left[team] for team, points in now.items()}
            return clinch.Bounds(now, most, lambda team, rivals: self._sure_tie(team, rivals, left))
        wins: Any = table["wins"] + table["level"] / 2
        games: Any = table["games"]
        won = {int(team): float(n) for team, n in zip(table.index, wins)}
        of = {team: int(games[team]) + left[team] for team in won}
        return clinch.Bounds(
            {team: round(n / of[team], ties.PRECISION) for team, n in won.items()},
            {team: round((n + left[team]) / of[team], ties.PRECISION) for team, n in won.items()},
            lambda team, rivals: self._sure_tie(team, rivals, left),
        )

    def _steps(self) -> dict[int, str]:
        """The steps that separated tied teams, recorded so far."""
        return {team: ", ".join(steps) for team, steps in self.season.decided.items()}

    def _ahead(self, by: Group = "league") -> pd.Series:
        """The points, else half the wins less losses; in a conference ranked by its own games of those only.

        Missing for its guests, and for teams which belong to no conference.
        """
        if by_points(self.rules):
            return self.table["points"]
        if by != "conference" or "conference_pct" not in self.standings.ranked_by:
            return (self.table["wins"] - self.table["losses"]) / 2
        independent = set(self.conference).difference(self._with_games_of_their_own(self.conference))
        return (self._over_within / 2).mask(self.table.index.isin(independent | self.guests))

    def placed(self, members: list[int], by: Group) -> list[tuple[int, int, bool, float]]:
        """Team, rank, whether it shares it, and how far it is behind the team that is most ahead, in order."""
        seeding = self.standings.seeding
        first = self.qualified(members) if by == "conference" and seeding and seeding.winners_first else []
        through = {team for level in first for team in level}
        rest = [team for team in members if team not in through]
        levels = list(first)
        for guests in (False, True):
            levels += self.order([team for team in rest if (team in self.guests) == guests], by)
        ahead, ranks = self._ahead(by), _ranks(levels)
        most = ahead[[team for team in members if team not in self.guests] or members].max()
        return [(team, ranks[team], len(level) > 1, float(most - ahead[team])) for level in levels for team in level]

    def ranked(
        self, by: Group, limit: int | None, left: Mapping[int, int] | None, idle: Iterable[int] = ()
    ) -> pd.DataFrame:
        """Return the standings, one row per team, in order.

        Parameters
        ----------
        by : str
            Group within which to rank.
        limit : int, optional
            Games of a full season, for magic numbers.
        left : dict of int to int, optional
            Number of games to come of each team, for what is clinched.
        idle : iterable of int
            Teams that have not played yet.
        """
        groups: dict[int, str] = {"conference": self.conference, "division": self.division}.get(by, {})
        names = pd.Series(
            {team: "" if team in self.guests else groups.get(team, "") for team in self.table.index}, dtype=object
        )
        playoffs = self.playoffs(left)
        self.season.decided = {}
        placed = [
            row
            for _, members in sorted(names.groupby(names).groups.items(), key=lambda group: _in_order(str(group[0])))
            for row in self.placed([int(team) for team in members], by)
        ]
        order = pd.DataFrame(placed, columns=["team_id", "rank", "tied", "behind"])
        order["tied_by"] = order["team_id"].map(self._steps())
        order["guest"] = order["team_id"].isin(self.guests)
        order = order.join(playoffs, on="team_id")
        order["provisional"] = order["team_id"].isin(self.season.provisional)
        if self.games["decided"].isna().any():
            order["provisional"] = True
        whole = order.join(self.table, on="team_id").join(_stories(self.both, self.rules), on="team_id")
        for name, where in (("conference", self.conference), ("division", self.division)):
            whole[name] = whole["team_id"].map(where)
            held = self._with_games_of_their_own(where)
            records = dict.fromkeys(held, _record("", self.rules)) | _records(self._inside(where), self.rules)
            whole[f"{name}_record"] = whole["team_id"].map(records)
        whole["group"] = whole["team_id"].map(names)
        whole["magic_number"] = float("nan")
        if limit:
            over = left is not None and not any(left.values())
            number = _magic(whole, limit, {groups.get(team, "") for team in idle})
            whole["magic_number"] = number.where(whole["tied"] | (not over), 0)
        return whole


def _in_order(group: str) -> tuple[bool, int, str]:
    """Order groups by name, those with numbers by these, and teams without a group last."""
    return group == "", int(group) if group.isdecimal() else 0, group


def _ranks(levels: list[list[int]]) -> dict[int, int]:
    """Ranks by team; tied teams share a rank, and the next rank leaves a gap."""
    found, rank = {}, 1
    for level in levels:
        found.update(dict.fromkeys(level, rank))
        rank += len(level)
    return found


def _magic(whole: pd.DataFrame, limit: int, idle: Container[str]) -> pd.Series:
    """The leader's magic number against each rival of the group; on the leader's row the greatest of them.

    That is the one against a rival without a defeat, which those have who have not played: `idle` names their groups.
    """
    leader = whole.groupby("group")["wins"].transform("first")
    number = (limit + 1 - leader - whole["losses"]).clip(lower=0)
    rivals = number.where(whole.groupby("group").cumcount() > 0)
    greatest = rivals.groupby(whole["group"]).transform("max")
    greatest = greatest.mask(whole["group"].map(lambda group: group in idle).astype(bool), limit + 1 - leader)
    return number.where(rivals.notna(), greatest)


def _letters(both: pd.DataFrame, rules: Rules) -> pd.Series:
    """W, L, O for a loss beyond regulation where it is worth something, and D or T for a level game."""
    letters = both["share"].map({1.0: "W", 0.5: "D" if rules.level == "draw" else "T", 0.0: "L"})
    return letters.mask((both["share"] == 0) & (both["decided"] > 0), "O")


def _by_team(both: pd.DataFrame, letters: pd.Series) -> dict[int, str]:
    """The letters of each team's results in order of time, as one text."""
    found: dict[int, list[str]] = {}
    for team, letter in zip(both["team"].tolist(), letters.tolist()):
        found.setdefault(int(team), []).append(letter)
    return {team: "".join(those) for team, those in found.items()}


def _stories(both: pd.DataFrame, rules: Rules) -> pd.DataFrame:
    """Names, streaks, form and records at home and away, by team."""
    letters = _letters(both, rules)
    names = dict(zip(both["team"].tolist(), both["name"].tolist()))
    home, away = (_by_team(both[held], letters[held]) for held in (both["at_home"], ~both["at_home"]))
    rows = {}
    for team, text in _by_team(both, letters).items():
        run = len(text) - len(text.rstrip(text[-1]))
        records = (_record(some, rules) for some in (text[-LAST:], home.get(team, ""), away.get(team, "")))
        rows[team] = (names[team], f"{text[-1]}{run}", text[-FORM:], *records)
    return pd.DataFrame.from_dict(
        rows, orient="index", columns=["team", "streak", "form", "last_ten", "home_record", "away_record"]
    )


def _records(both: pd.DataFrame, rules: Rules) -> dict[int, str]:
    """Records by team."""
    return {team: _record(text, rules) for team, text in _by_team(both, _letters(both, rules)).items()}


def _record(letters: str, rules: Rules) -> str:
    """Wins, then what the league counts beside losses: W-D-L, W-L-OTL, W-L-T, or W-L where nobody was level."""
    worth = by_points(rules)
    won, lost, beyond = (letters.count(letter) for letter in ("W", "L", "O"))
    level = letters.count("D") + letters.count("T")
    if rules.level == "draw":
        return f"{won}-{level}-{lost}"
    if worth and worth.overtime_counts:
        return f"{won}-{lost}-{beyond}"
    return f"{won}-{lost}-{level}" if level or (rules.ties and rules.level) else f"{won}-{lost}"
