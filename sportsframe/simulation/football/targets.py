"""Calibration targets of simulated football: statistics of recent real seasons, and how they are measured."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby
from statistics import fmean, median, pstdev

from ...catalog.football import rating_nfl
from .._common.targets import Target
from .._common.totals import Rate, Totals, mean_over
from .hosts import HOME
from .log import Play
from .rules import EXTRA_POINT, FIELD_GOAL, FLAG, KICKOFF, KNEEL, PASS, PUNT, RUN, SACK, SCRIMMAGE, TWO_POINT
from .schedule import Plan
from .season import Season

PRO = "game lists 2022 to 2025"
COLLEGE = "958 games of 2025"
KNOWN = "general knowledge"

PEOPLE = "season tables 2022 to 2025, general knowledge"

LEADERS = "season tables 2015 to 2025"

TARGETS: dict[str, tuple[Target, ...]] = {
    "NFL": (
        Target("points a side", 22.4, 0.03, True, PRO),
        Target("sd of a side's points", 9.8, 0.05, True, PRO),
        Target("sd of total points", 13.6, 0.05, True, PRO),
        Target("yards a side", 334, 0.03, True, PRO),
        Target("sd of a side's yards", 83, 0.06, True, PRO),
        Target("rushing yards", 118, 0.04, True, "league reports 2024"),
        Target("carries", 26.9, 0.03, True, "league reports 2024"),
        Target("net passing yards", 217, 0.04, True, "yards less rushing"),
        Target("turnovers", 1.26, 0.06, True, PRO),
        Target("home wins", 0.547, 0.03, False, PRO),
        Target("ties", 0.003, 0.004, False, PRO),
        Target("margin 3", 0.148, 0.025, False, PRO),
        Target("margin 7", 0.080, 0.025, False, PRO),
        Target("margin 6", 0.069, 0.025, False, PRO),
        Target("margin 10", 0.045, 0.025, False, PRO),
        Target("margin 14", 0.045, 0.025, False, PRO),
        Target("margins to 3", 0.256, 0.025, False, PRO),
        Target("margins to 7", 0.508, 0.025, False, PRO),
        Target("margins from 14", 0.333, 0.025, False, PRO),
        Target("margins from 21", 0.162, 0.025, False, PRO),
        Target("mean margin", 10.8, 0.06, True, PRO),
        Target("winner had more turnovers", 0.18, 0.03, False, PRO),
        Target("equal turnovers", 0.23, 0.03, False, PRO),
        Target("quarter 1", 4.49, 0.08, True, "line scores 2018 to 2023"),
        Target("quarter 2", 7.13, 0.08, True, "line scores 2018 to 2023"),
        Target("quarter 3", 4.74, 0.08, True, "line scores 2018 to 2023"),
        Target("quarter 4", 6.49, 0.08, True, "line scores 2018 to 2023"),
        Target("overtime", 0.058, 0.012, False, "line scores 2018 to 2023"),
        Target("plays", 62.5, 0.04, True, KNOWN),
        Target("completions", 21.7, 0.03, True, KNOWN),
        Target("passes", 33.2, 0.03, True, KNOWN),
        Target("yards a pass", 7.1, 0.03, True, KNOWN),
        Target("sacks", 2.5, 0.06, True, KNOWN),
        Target("sack yards", 16.8, 0.08, True, KNOWN),
        Target("passing touchdowns", 1.38, 0.06, True, KNOWN),
        Target("rushing touchdowns", 0.92, 0.09, True, KNOWN),
        Target("other touchdowns", 0.14, 0.12, True, KNOWN),
        Target("first downs", 19.6, 0.04, True, KNOWN),
        Target("third downs made", 0.39, 0.04, True, KNOWN),
        Target("fourth downs made", 0.55, 0.06, True, KNOWN),
        Target("fourth downs tried", 1.40, 0.12, True, KNOWN),
        Target("penalties", 6.0, 0.07, True, KNOWN),
        Target("penalty yards", 49, 0.07, True, KNOWN),
        Target("punts", 4.0, 0.06, True, KNOWN),
        Target("yards a punt", 47.3, 0.06, True, KNOWN),
        Target("field goals made", 1.72, 0.06, True, KNOWN),
        Target("field goals tried", 2.0, 0.06, True, KNOWN),
        Target("made from under 30", 0.985, 0.03, False, KNOWN),
        Target("made from 30 to 39", 0.95, 0.03, False, KNOWN),
        Target("made from 40 to 49", 0.80, 0.03, False, KNOWN),
        Target("made from 50", 0.69, 0.05, False, "league reports 2022 to 2024"),
        Target("extra points made", 0.957, 0.015, False, KNOWN),
        Target("two-point tries", 0.19, 0.15, True, KNOWN),
        Target("starts on the next GMT day", 0.19, 0.03, False, PRO),
        Target("minutes of wall clock", 190, 0.05, True, KNOWN),
        Target("passers in a season", 90, 0.2, True, PEOPLE),
        Target("quarterbacks with most passes in a game", 62, 0.12, True, PEOPLE),
        Target("passing leader, yards", 5000, 0.15, True, PEOPLE),
        Target("rushing leader, yards", 1710, 0.2, True, PEOPLE),
        Target("receiving leader, yards", 1730, 0.18, True, LEADERS),
        Target("receptions of the leader", 129, 0.12, True, LEADERS),
        Target("yards a catch of running backs", 7.3, 0.15, True, KNOWN),
        Target("yards a catch of receivers", 12.5, 0.07, True, KNOWN),
        Target("catches that lose yards", 0.035, 0.01, False, KNOWN),
        Target("interceptions thrown by the leader", 17.5, 0.25, True, PEOPLE),
        Target("sacks of the leader", 19.0, 0.2, True, PEOPLE),
        Target("rushing leader of quarterbacks, yards", 950, 0.45, True, PEOPLE),
        Target("players with two clubs", 90, 0.4, True, PEOPLE),
        Target("passer rating, with the season before", 0.45, 0.2, False, "general knowledge"),
        Target("yards a carry, with the season before", 0.2, 0.25, False, "general knowledge"),
        Target("field goals made of tries, with the season before", 0.2, 0.25, False, "general knowledge"),
        Target("yards a punt, with the season before", 0.5, 0.2, False, "general knowledge"),
        Target("first quarterbacks who are so a year later", 0.65, 0.07, False, KNOWN),
        Target("age of quarterbacks", 28.5, 1.0, False, KNOWN),
        Target("age of running backs", 25.7, 1.0, False, KNOWN),
        Target("age of kickers and punters", 29.5, 1.0, False, KNOWN),
    ),
    "NCAAFB": (
        Target("points a side", 26.5, 0.03, True, COLLEGE),
        Target("sd of a side's points", 14.5, 0.05, True, COLLEGE),
        Target("home wins", 0.642, 0.03, False, COLLEGE),
        Target("home wins in conference", 0.547, 0.03, False, COLLEGE),
        Target("home wins outside", 0.802, 0.04, False, COLLEGE),
        Target("mean margin", 18.9, 0.05, True, COLLEGE),
        Target("sd of the margin", 22.4, 0.06, True, COLLEGE),
        Target("mean margin in conference", 15.4, 0.05, True, COLLEGE),
        Target("sd of the margin in conference", 19.2, 0.05, True, COLLEGE),
        Target("margins to 3", 0.160, 0.03, False, COLLEGE),
        Target("margins to 7", 0.318, 0.03, False, COLLEGE),
        Target("margins from 21", 0.393, 0.03, False, COLLEGE),
        Target("margins from 28", 0.260, 0.03, False, COLLEGE),
        Target("yards a side", 373, 0.04, True, COLLEGE),
        Target("sd of a side's yards", 117, 0.08, True, COLLEGE),
        Target("rushing yards", 155, 0.04, True, COLLEGE),
        Target("carries", 36.0, 0.03, True, COLLEGE),
        Target("net passing yards", 219, 0.04, True, COLLEGE),
        Target("completions", 18.8, 0.03, True, COLLEGE),
        Target("passes", 30.4, 0.03, True, COLLEGE),
        Target("plays", 66.4, 0.03, True, COLLEGE),
        Target("first downs", 19.9, 0.08, True, COLLEGE),
        Target("third downs made", 0.393, 0.04, True, COLLEGE),
        Target("fourth downs made", 0.537, 0.04, True, COLLEGE),
        Target("fourth downs tried", 2.01, 0.08, True, COLLEGE),
        Target("turnovers", 1.29, 0.06, True, COLLEGE),
        Target("penalties", 5.98, 0.06, True, COLLEGE),
        Target("penalty yards", 52.3, 0.06, True, COLLEGE),
        Target("field goals made of tries", 0.77, 0.03, False, COLLEGE),
        Target("extra points made", 0.96, 0.03, False, KNOWN),
        Target("overtime", 0.046, 0.015, False, COLLEGE),
        Target("clubs with five to seven games at home", 1.0, 0.0, False, KNOWN),
        Target("longest stand or trip of a club, games", 3.0, 0.3, False, KNOWN),
        Target("neutral ground", 0.057, 0.02, False, COLLEGE),
        Target("starts on the next GMT day", 0.228, 0.03, False, COLLEGE),
        Target("minutes of wall clock", 205, 0.05, True, KNOWN),
        Target("quarterbacks with most passes in a game", 330, 0.25, True, PEOPLE),
        Target("passing leader, yards", 4300, 0.25, True, PEOPLE),
        Target("rushing leader, yards", 1950, 0.25, True, PEOPLE),
        Target("receiving leader, yards", 1600, 0.25, True, PEOPLE),
        Target("passer rating, with the season before", 0.4, 0.3, False, "general knowledge"),
        Target("yards a punt, with the season before", 0.4, 0.3, False, "general knowledge"),
    ),
}
"""What `figures` is held against, by sport. Counts are for a side and game of the regular season."""


def figures(seasons: Sequence[Season]) -> dict[str, float]:
    """The figures of `TARGETS`, measured over some seasons.

    Parameters
    ----------
    seasons : sequence of Season
        The seasons; of the regular season all games are played.

    Returns
    -------
    dict of str to float
        By the target's name; shares run from 0 to 1.
    """
    sport = seasons[0].sport
    sample = _Sample(sport)
    plans: list[Plan] = []
    for season in seasons:
        for plan in season.plans:
            if plan.unplayed_as is None:
                sample.add(plan, season._plays(plan), season.result(plan).seconds)
        plans += season.plans
    people = _people(seasons) if sport == "NFL" else _balance(seasons)
    late = [plan for season in seasons for plan in season.late_plans] if sport == "NCAAFB" else []
    return {
        **sample.results(),
        **sample.averages(),
        **mean_over(seasons[-PLAYED:], _leaders, RATES),
        **people,
        "neutral ground": fmean(plan.neutral for plan in (*plans, *late)),
        "starts on the next GMT day": fmean(plan.start.date() > plan.day for plan in plans),
    }


def _people(seasons: Sequence[Season]) -> dict[str, float]:
    """How old players are on the first day, and who is still first a year later."""
    ages: dict[str, list[int]] = defaultdict(list)
    again = []
    for season in seasons:
        following = Season(season.seed, season.sport, season.year + 1)
        for club in season.clubs:
            first, later = (one.squads.chart(club.id, one.opens)["QB"][0] for one in (season, following))
            again.append(first.id == later.id)
            for position in ("QB", "RB", "PK", "P"):
                players = season.careers.pool(club.id, position, season.opens)
                ages[position] += [season.year - player.born for player in players]
    return {
        "first quarterbacks who are so a year later": fmean(again),
        "age of quarterbacks": fmean(ages["QB"]),
        "age of running backs": fmean(ages["RB"]),
        "age of kickers and punters": fmean(ages["PK"] + ages["P"]),
    }


def _balance(seasons: Sequence[Season]) -> dict[str, float]:
    """How the games of colleges are shared between home and away."""
    enough, stands = [], []
    for season in seasons:
        at_home: dict[int, list[bool]] = defaultdict(list)
        for plan in sorted(season.plans, key=lambda plan: plan.start):
            if not plan.after:
                at_home[plan.home.id].append(True)
                at_home[plan.away.id].append(False)
        for club in season.clubs:
            if club.division != "Lower":
                enough.append(HOME[0] <= sum(at_home[club.id]) <= HOME[1])
                stands.append(max(len(list(run)) for _, run in groupby(at_home[club.id])))
    return {
        "clubs with five to seven games at home": fmean(enough),
        "longest stand or trip of a club, games": fmean(stands),
    }


class _Sample:
    """Games added up."""

    def __init__(self, sport: str) -> None:
        self.college = sport == "NCAAFB"
        self.plans: list[Plan] = []
        self.points: list[int] = []
        self.margins: list[int] = []
        self.turnovers: list[tuple[int, int]] = []
        self.yards: list[int] = []
        self.seconds: list[int] = []
        self.quarters: dict[int, int] = defaultdict(int)
        self.overtime = 0
        self.count: Counter[str] = Counter()

    def add(self, plan: Plan, plays: Sequence[Play], seconds: int) -> None:
        """Add a game."""
        score, yards, lost = [0, 0], [0, 0], [0, 0]
        for one in plays:
            score[one.scorer] += one.points
            self.quarters[one.quarter] += one.points
            self._count(one)
            if one.kind in SCRIMMAGE:
                yards[one.side] += one.yards
            if one.kind == PASS and one.taken:
                lost[one.side] += 1
            if one.fumble == 2:
                lost[one.side ^ (one.kind in (KICKOFF, PUNT))] += 1
        self.plans.append(plan)
        self.points += score
        self.margins.append(score[1] - score[0])
        self.turnovers.append((lost[0], lost[1]))
        self.yards += yards
        self.seconds.append(seconds)
        self.overtime += plays[-1].quarter > 4

    def _count(self, one: Play) -> None:
        count, kind = self.count, one.kind
        count["touchdowns other"] += one.points == 6 and one.returned
        count["first"] += one.first
        if kind == PUNT:
            count["punts"] += 1
            count["punted"] += one.yards
        elif kind == FIELD_GOAL:
            ten = min(5, max(2, one.yards // 10))
            count["tries"] += 1
            count["goals"] += one.good
            count[f"tries {ten}"] += 1
            count[f"goals {ten}"] += one.good
        elif kind == EXTRA_POINT:
            count["extra tries"] += 1
            count["extra"] += one.good
        elif kind == TWO_POINT:
            count["two"] += 1
        elif kind == FLAG:
            count["flags"] += 1
            count["flagged"] += one.yards
        elif kind in SCRIMMAGE:
            self._scrimmage(one)

    def _scrimmage(self, one: Play) -> None:
        count, kind = self.count, one.kind
        count["plays"] += 1
        count[f"down {one.down}"] += 1
        count[f"made {one.down}"] += one.first
        if kind == PASS:
            count["passes"] += 1
            count["caught"] += one.good
            count["passed"] += one.yards
            count["caught behind"] += one.good and one.yards < 0
        elif kind == SACK:
            count["sacks"] += 1
            count["sacked"] -= one.yards
        if kind in (RUN, KNEEL) or (kind == SACK and self.college):
            count["carries"] += 1
            count["rushed"] += one.yards
        if one.points == 6 and not one.returned:
            count["touchdowns pass" if kind == PASS else "touchdowns run"] += 1

    def results(self) -> dict[str, float]:
        """What the scores tell."""
        n = len(self.margins)
        sizes = [abs(margin) for margin in self.margins]
        at_home = [(plan, margin) for plan, margin in zip(self.plans, self.margins) if not plan.neutral and margin]
        inside = [margin for plan, margin in zip(self.plans, self.margins) if plan.conference] or [0, 1]
        totals = [self.points[2 * k] + self.points[2 * k + 1] for k in range(n)]
        more = [(lost[margin > 0], lost[margin < 0]) for lost, margin in zip(self.turnovers, self.margins) if margin]
        found = {
            "points a side": fmean(self.points),
            "sd of a side's points": pstdev(self.points),
            "sd of total points": pstdev(totals),
            "yards a side": fmean(self.yards),
            "sd of a side's yards": pstdev(self.yards),
            "home wins": fmean(margin > 0 for _, margin in at_home),
            "home wins in conference": fmean(margin > 0 for margin in inside),
            "home wins outside": fmean([m > 0 for plan, m in at_home if not plan.conference] or [0.0]),
            "ties": sizes.count(0) / n,
            "mean margin": fmean(sizes),
            "median margin": median(sizes),
            "sd of the margin": pstdev(self.margins),
            "mean margin in conference": fmean(map(abs, inside)),
            "sd of the margin in conference": pstdev(inside),
            "overtime": self.overtime / n,
            "turnovers": fmean(lost for pair in self.turnovers for lost in pair),
            "winner had more turnovers": fmean(own > other for own, other in more),
            "equal turnovers": fmean(own == other for own, other in more),
            "minutes of wall clock": fmean(self.seconds) / 60,
        }
        found |= {f"margin {size}": sizes.count(size) / n for size in (3, 6, 7, 10, 14)}
        found |= {f"margins to {size}": sum(s <= size for s in sizes) / n for size in (3, 7)}
        found |= {f"margins from {size}": sum(s >= size for s in sizes) / n for size in (14, 21, 28)}
        return found | {f"quarter {q}": self.quarters[q] / (2 * n) for q in (1, 2, 3, 4)}

    def averages(self) -> dict[str, float]:
        """What the plays tell."""
        count = self.count
        side = {name: number / (2 * len(self.margins)) for name, number in count.items()}
        found = {
            "plays": side["plays"],
            "completions": side["caught"],
            "passes": side["passes"],
            "yards a pass": count["passed"] / count["passes"],
            "catches that lose yards": count["caught behind"] / count["caught"],
            "sacks": side["sacks"],
            "sack yards": side["sacked"],
            "net passing yards": side["passed"] - (0 if self.college else side["sacked"]),
            "carries": side["carries"],
            "rushing yards": side["rushed"],
            "passing touchdowns": side["touchdowns pass"],
            "rushing touchdowns": side["touchdowns run"],
            "other touchdowns": side["touchdowns other"],
            "first downs": side["first"],
            "third downs made": count["made 3"] / count["down 3"],
            "fourth downs made": count["made 4"] / count["down 4"],
            "fourth downs tried": side["down 4"],
            "penalties": side["flags"],
            "penalty yards": side["flagged"],
            "punts": side["punts"],
            "yards a punt": count["punted"] / count["punts"],
            "field goals made": side["goals"],
            "field goals tried": side["tries"],
            "field goals made of tries": count["goals"] / count["tries"],
            "extra points made": count["extra"] / count["extra tries"],
            "two-point tries": side["two"],
        }
        names = {2: "under 30", 3: "30 to 39", 4: "40 to 49", 5: "50"}
        return found | {f"made from {text}": count[f"goals {k}"] / count[f"tries {k}"] for k, text in names.items()}


PLAYED = 4
"""Number of seasons whose players are measured."""


def _ratings(totals: Totals) -> dict[str, float]:
    """The passer ratings of those with enough passes, by the formula of the professionals."""
    sums = totals.sums
    names = ("passing_attempts", "completions", "passing_yards", "passing_touchdowns", "passing_interceptions")
    passers = [player for player, count in sums["passing_attempts"].items() if count >= ENOUGH]
    return {player: rating_nfl(*(sums[name][player] for name in names)) or 0.0 for player in passers}


ENOUGH = 224
"""Passes with which a season of a passer counts: 14 in each of 16 games."""

RATES: dict[str, Callable[[Totals], dict[str, float]]] = {
    "passer rating": _ratings,
    "yards a carry": Rate("rushing_yards", "rushing_attempts", 100).of,
    "field goals made of tries": Rate("field_goals_made", "field_goals_attempted", 20).of,
    "yards a punt": Rate("punting_yards", "punts", 40).of,
}
"""What lasts in players."""


def _leaders(totals: Totals) -> dict[str, float]:
    passes: dict[tuple[int, int], tuple[int, str]] = {}
    backs = set()
    caught: Counter[tuple[str, str]] = Counter()
    for number, team, player, line in totals.lines:
        thrown = line.get("passing_attempts", 0)
        passes[number, team] = max(passes.get((number, team), (0, "")), (thrown, player))
        if line["position"] == "QB":
            backs.add(player)
        for key in ("receptions", "receiving_yards"):
            caught[line["position"], key] += line.get(key, 0)
    return {
        "passers in a season": sum(count > 0 for count in totals.sums["passing_attempts"].values()),
        "quarterbacks with most passes in a game": len({player for _, player in passes.values()}),
        "passing leader, yards": totals.leader("passing_yards"),
        "rushing leader, yards": totals.leader("rushing_yards"),
        "receiving leader, yards": totals.leader("receiving_yards"),
        "receptions of the leader": totals.leader("receptions"),
        "yards a catch of running backs": caught["RB", "receiving_yards"] / caught["RB", "receptions"],
        "yards a catch of receivers": caught["WR", "receiving_yards"] / caught["WR", "receptions"],
        "interceptions thrown by the leader": totals.leader("passing_interceptions"),
        "sacks of the leader": totals.leader("sacks"),
        "rushing leader of quarterbacks, yards": max(totals.sum(player, "rushing_yards") for player in backs),
        "players with two clubs": totals.movers,
    }
