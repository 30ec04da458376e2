"""Calibration targets of simulated baseball, and how they are measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import fmean, pstdev, pvariance

from .._common.targets import Target
from .._common.totals import Rate, Totals, mean_over
from . import events
from .box import Box, narrate
from .play import Played
from .season import Season

_BOXES = "season tables 2022-2024"
_LISTS = "game list 2024"
_STARTS = "452 games of 2024"
_COMMON = "general knowledge"


def _share(name: str, value: float, points: float, source: str) -> Target:
    return Target(name, value, points, False, source)


def _mean(name: str, value: float, tolerance: float, source: str = _BOXES) -> Target:
    return Target(name, value, tolerance, True, source)


PEOPLE = "season tables 2022 to 2025, general knowledge"

WORK = "season tables 2021 to 2025"

LEADERS = "season tables 2015 to 2025, without 2020"

TARGETS: dict[str, tuple[Target, ...]] = {
    "MLB": (
        _mean("runs", 4.43, 0.05),
        _mean("runs variance / mean", 2.14, 0.07, _LISTS),
        _mean("plate appearances", 37.6, 0.02),
        _mean("at bats", 33.7, 0.02),
        _mean("hits", 8.25, 0.03),
        _mean("doubles", 1.64, 0.05),
        _mean("triples", 0.141, 0.10),
        _mean("home runs", 1.13, 0.05),
        _mean("walks", 3.13, 0.04),
        _mean("strikeouts", 8.50, 0.03),
        _mean("hit batters", 0.42, 0.10),
        _mean("sacrifice flies", 0.255, 0.10),
        _mean("sacrifice bunts", 0.087, 0.10),
        _mean("stolen bases", 0.73, 0.05),
        _mean("caught stealing", 0.19, 0.05),
        _mean("double plays", 0.69, 0.07),
        _mean("errors", 0.527, 0.06),
        _mean("rbi / runs", 0.956, 0.01),
        _mean("batting average", 0.245, 0.02),
        _mean("on-base percentage", 0.315, 0.02),
        _mean("slugging", 0.403, 0.03),
        _mean("earned run average", 4.12, 0.05),
        _mean("outs pitched", 26.6, 0.004),
        _mean("pitchers", 4.27, 0.04),
        _mean("saves", 0.253, 0.04),
        _mean("complete games", 0.007, 0.25),
        _mean("shutouts", 0.066, 0.08),
        _mean("wild pitches", 0.32, 0.10),
        _mean("balks", 0.038, 0.25),
        _share("home wins", 0.523, 0.015, _LISTS),
        _share("one-run games", 0.281, 0.02, _LISTS),
        _share("two-run games", 0.176, 0.02, _LISTS),
        _share("three-run games", 0.142, 0.02, _LISTS),
        _share("home share of one-run games", 0.597, 0.04, _LISTS),
        _share("extra innings", 0.089, 0.015, "agency report 2024"),
        _share("extra-inning games that end in the tenth", 0.75, 0.04, "agency report 2024"),
        *(
            _share(f"share of {runs} runs", value, 0.012, _LISTS)
            for runs, value in enumerate((0.063, 0.104, 0.132, 0.147, 0.126, 0.118, 0.088, 0.064, 0.052, 0.041, 0.023))
        ),
        _mean("pitches a plate appearance", 3.90, 0.02, _COMMON),
        _mean("strikes / pitches", 0.64, 0.02, _COMMON),
        _mean("first-pitch strikes", 0.61, 0.02, _COMMON),
        _mean("outs of starters", 15.6, 0.03, _STARTS),
        _mean("pitches of starters", 86, 0.03, _STARTS),
        _mean("quality starts", 0.35, 0.06, _COMMON),
        _mean("holds", 0.50, 0.10, _COMMON),
        _mean("blown saves", 0.135, 0.10, _COMMON),
        _mean("wins of relievers", 0.42, 0.08, _COMMON),
        _share("walk-offs", 0.085, 0.01, _COMMON),
        _share("bottom ninth unplayed", 0.45, 0.03, _COMMON),
        _mean("spread of wins", 13.6, 0.20),
        _mean("spread of runs", 0.475, 0.20),
        _mean("errors at shortstop", 0.23, 0.10),
        _mean("errors at third base", 0.218, 0.10),
        _mean("errors at second base", 0.132, 0.10),
        _mean("errors of catchers", 0.144, 0.10),
        _mean("putouts of catchers", 0.32, 0.10),
        _mean("putouts at first base", 0.28, 0.10),
        _mean("putouts of outfielders", 0.24, 0.10),
        _mean("putouts at second base", 0.06, 0.10),
        _mean("players", 1454, 0.05),
        _mean("pitchers in a season", 855, 0.05),
        _share("next day in GMT", 0.27, 0.05, "start times"),
        _mean("minutes", 157, 0.05, "agency reports 2024-2025"),
        Target("home runs of the leader", 54, 0.15, True, LEADERS),
        Target("hitters with 40 home runs", 6, 0.6, True, LEADERS),
        Target("strikeouts of the batter with most", 212, 0.08, True, LEADERS),
        Target("strikeouts of the pitcher with most", 271, 0.14, True, LEADERS),
        Target("stolen bases of the leader", 64, 0.3, True, PEOPLE),
        Target("walks of the leader", 131, 0.15, True, PEOPLE),
        Target("on-base plus slugging of the leader", 1.11, 0.08, True, PEOPLE),
        Target("qualified batters", 132, 0.22, True, PEOPLE),
        Target("sd of the strikeout rate of qualified batters", 0.058, 0.15, True, PEOPLE),
        Target("sd of the walk rate of qualified batters", 0.03, 0.15, True, PEOPLE),
        Target("strikeouts in nine innings of the leader", 13.5, 0.12, True, PEOPLE),
        Target("innings of the pitcher with most", 214, 0.08, True, WORK),
        Target("pitchers with 200 innings", 5.5, 0.7, True, WORK),
        Target("pitchers with an ERA of 7 in 100 innings", 0.5, 1.5, False, "general knowledge"),
        Target("batters with an OPS below .600 in 450 at-bats", 3, 3, False, "general knowledge"),
        Target("batters with 160 games", 11, 0.6, True, "general knowledge"),
        Target("players with two clubs", 130, 0.2, True, PEOPLE),
        Target("home runs an at bat, with the season before", 0.7, 0.15, False, "general knowledge"),
        Target("strikeouts of pitchers an inning, with the season before", 0.75, 0.15, False, "general knowledge"),
        Target("earned runs an inning, with the season before", 0.3, 0.2, False, "general knowledge"),
    )
}
"""Per side and game unless the name says otherwise. Errors are shared by the eight who can be charged with one."""

_OUTFIELD = ("LF", "CF", "RF")


class _Count:
    """Counts over the games of a season."""

    def __init__(self) -> None:
        self.events: Counter[int] = Counter()
        self.figures: Counter[str] = Counter()
        self.margins: Counter[int] = Counter()
        self.innings: Counter[int] = Counter()
        self.runs: list[int] = []
        self.minutes: list[float] = []
        self.errors: Counter[str] = Counter()
        self.putouts: Counter[str] = Counter()
        self.people: set[int] = set()
        self.arms: set[int] = set()

    def add(self, played: Played, box: Box, minutes: float, first_pitches: Sequence[str]) -> None:
        """Count one finished game."""
        counts = self.figures
        self.events.update(event[0] for event in played.log)
        margin = played.home - played.away
        self.margins[abs(margin)] += 1
        self.innings[played.innings] += 1
        self.runs += [played.away, played.home]
        if played.innings == 9:
            self.minutes.append(minutes)
        counts["home wins"] += margin > 0
        counts["home by one"] += margin == 1
        counts["walk-offs"] += box.half == 1 and margin > 0
        counts["unplayed"] += box.half == 0
        counts["first strikes"] += sum(x != "B" for x in first_pitches)
        counts["first pitches"] += len(first_pitches)
        for side in box.sides:
            for batter in side.batting.values():
                self.people.add(batter.hitter.id)
                for name in ("at_bats", "rbi", "errors"):
                    counts[name] += batter.figures[name]
                place = next((x for x in batter.positions if x not in ("PH", "PR")), "")
                self.errors[place] += batter.figures["errors"]
                self.putouts[place] += batter.figures["putouts"]
            counts["complete games"] += len(side.pitching) == 1
            for arm in side.pitching.values():
                self.people.add(arm.stint.arm.id)
                self.arms.add(arm.stint.arm.id)
                counts["arms"] += 1
                counts["outs"] += arm.outs
                self.putouts["P"] += arm.figures["putouts"]
                for name in ("earned_runs", "saves", "holds", "blown_saves", "pitches", "strikes"):
                    counts[name] += arm.figures[name]
                if arm.starter:
                    counts["starter outs"] += arm.outs
                    counts["starter pitches"] += arm.figures["pitches"]
                    counts["quality starts"] += arm.outs >= 18 and arm.figures["earned_runs"] <= 3
                else:
                    counts["relief wins"] += arm.figures["wins"]


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
    total = _Count()
    players, pitchers, spread_wins, spread_runs, late = [], [], [], [], []
    for season in seasons:
        wins: Counter[int] = Counter()
        scored: Counter[int] = Counter()
        total.people, total.arms = set(), set()
        for game in season.regular():
            late.append(game.start.date() > game.day)
            if game.unplayed_as is not None:
                continue
            played = season.played(game)
            narration = narrate(played, season.stream("detail", game.id))
            total.add(played, Box(narration), narration.seconds / 60, [x[0] for x in narration.pitches if x])
            wins[game.home if played.home > played.away else game.away] += 1
            scored[game.away] += played.away
            scored[game.home] += played.home
        players.append(len(total.people))
        pitchers.append(len(total.arms))
        spread_wins.append(pstdev(wins.values()))
        spread_runs.append(pstdev(runs / 162 for runs in scored.values()))
    return {
        **_of_sides(total),
        **_of_games(total),
        "spread of wins": fmean(spread_wins),
        "spread of runs": fmean(spread_runs),
        "players": fmean(players),
        "pitchers in a season": fmean(pitchers),
        "next day in GMT": fmean(late),
        **mean_over(seasons[-PLAYED:], _leaders, RATES),
    }


def _of_sides(total: _Count) -> dict[str, float]:
    """Figures of a side and game."""
    sides = len(total.runs)
    event, count = total.events, total.figures
    appearances = sum(event[kind] for kind in range(events.HIT_BATTER + 1))
    hits = sum(event[kind] for kind in events.HITS)
    bases = sum(event[kind] * worth for kind, worth in events.HITS.items())
    walks = event[events.WALK] + event[events.INTENTIONAL]
    on = hits + walks + event[events.HIT_BATTER]
    chances = count["at_bats"] + walks + event[events.HIT_BATTER] + event[events.SACRIFICE_FLY]
    per_side = {
        "runs": sum(total.runs),
        "plate appearances": appearances,
        "at bats": count["at_bats"],
        "hits": hits,
        "doubles": event[events.DOUBLE],
        "triples": event[events.TRIPLE],
        "home runs": event[events.HOMER],
        "walks": walks,
        "strikeouts": event[events.STRIKEOUT],
        "hit batters": event[events.HIT_BATTER],
        "sacrifice flies": event[events.SACRIFICE_FLY],
        "sacrifice bunts": event[events.BUNT],
        "stolen bases": event[events.STEAL],
        "caught stealing": event[events.CAUGHT],
        "double plays": event[events.DOUBLE_PLAY],
        "errors": count["errors"],
        "outs pitched": count["outs"],
        "pitchers": count["arms"],
        "saves": count["saves"],
        "complete games": count["complete games"],
        "shutouts": total.runs.count(0),
        "wild pitches": event[events.WILD_PITCH],
        "balks": event[events.BALK],
        "outs of starters": count["starter outs"],
        "pitches of starters": count["starter pitches"],
        "quality starts": count["quality starts"],
        "holds": count["holds"],
        "blown saves": count["blown_saves"],
    }
    errors, putouts = total.errors, total.putouts
    return {
        **{name: value / sides for name, value in per_side.items()},
        **{f"share of {n} runs": total.runs.count(n) / sides for n in range(11)},
        "runs variance / mean": pvariance(total.runs) / fmean(total.runs),
        "rbi / runs": count["rbi"] / sum(total.runs),
        "batting average": hits / count["at_bats"],
        "on-base percentage": on / chances,
        "slugging": bases / count["at_bats"],
        "earned run average": 27 * count["earned_runs"] / count["outs"],
        "pitches a plate appearance": count["pitches"] / appearances,
        "strikes / pitches": count["strikes"] / count["pitches"],
        "first-pitch strikes": count["first strikes"] / count["first pitches"],
        "errors at shortstop": errors["SS"] / errors.total(),
        "errors at third base": errors["3B"] / errors.total(),
        "errors at second base": errors["2B"] / errors.total(),
        "errors of catchers": errors["C"] / errors.total(),
        "putouts of catchers": putouts["C"] / putouts.total(),
        "putouts at first base": putouts["1B"] / putouts.total(),
        "putouts of outfielders": sum(putouts[x] for x in _OUTFIELD) / putouts.total(),
        "putouts at second base": putouts["2B"] / putouts.total(),
    }


def _of_games(total: _Count) -> dict[str, float]:
    """Figures of a game."""
    games = len(total.runs) // 2
    count, margins = total.figures, total.margins
    extra = sum(n for innings, n in total.innings.items() if innings > 9)
    return {
        "home wins": count["home wins"] / games,
        "one-run games": margins[1] / games,
        "two-run games": margins[2] / games,
        "three-run games": margins[3] / games,
        "home share of one-run games": count["home by one"] / margins[1],
        "extra innings": extra / games,
        "extra-inning games that end in the tenth": total.innings[10] / extra,
        "wins of relievers": count["relief wins"] / games,
        "walk-offs": count["walk-offs"] / games,
        "bottom ninth unplayed": count["unplayed"] / games,
        "minutes": fmean(total.minutes),
    }


RATES = {
    "home runs an at bat": Rate("HR", "AB", 350).of,
    "strikeouts of pitchers an inning": Rate("K", "IP", 100).of,
    "earned runs an inning": Rate("ER", "IP", 100).of,
}
"""What lasts in players."""

PLAYED = 3
"""Number of seasons whose players are measured."""


QUALIFIED = 502 - 7
"""Plate appearances of a qualified batter, without sacrifices, which the box does not tell."""


def _leaders(totals: Totals) -> dict[str, float]:
    sums: dict[str, Counter[str]] = {key: Counter() for key in ("AB", "H", "2B", "3B", "HR", "BB", "HBP", "SO", "SB")}
    for _, _, player, line in totals.lines:
        if "AB" in line:
            for key, count in sums.items():
                count[player] += line[key]
    batters = set(sums["AB"])
    turns = {p: sums["AB"][p] + sums["BB"][p] + sums["HBP"][p] for p in batters}
    regular = [p for p in batters if turns[p] >= QUALIFIED]
    batted = Counter(player for _, _, player, line in totals.lines if "AB" in line)
    outs: Counter[str] = Counter()
    pitched: Counter[str] = Counter()
    earned: Counter[str] = Counter()
    for _, _, player, line in totals.lines:
        if "IP" in line:
            whole, part = divmod(round(10 * line["IP"]), 10)
            outs[player] += 3 * whole + part
            pitched[player] += line["K"]
            earned[player] += line["ER"]
    bases = {p: sums["H"][p] + sums["2B"][p] + 2 * sums["3B"][p] + 3 * sums["HR"][p] for p in batters}
    on = {p: sums["H"][p] + sums["BB"][p] + sums["HBP"][p] for p in batters}
    ops = {p: on[p] / turns[p] + bases[p] / sums["AB"][p] for p in batters if sums["AB"][p]}
    return {
        "home runs of the leader": max(sums["HR"][p] for p in batters),
        "hitters with 40 home runs": sum(sums["HR"][p] >= 40 for p in batters),
        "strikeouts of the batter with most": max(sums["SO"][p] for p in batters),
        "strikeouts of the pitcher with most": max(pitched.values()),
        "stolen bases of the leader": max(sums["SB"][p] for p in batters),
        "walks of the leader": max(sums["BB"][p] for p in regular),
        "on-base plus slugging of the leader": max(ops[p] for p in regular),
        "qualified batters": len(regular),
        "sd of the strikeout rate of qualified batters": pstdev(sums["SO"][p] / turns[p] for p in regular),
        "sd of the walk rate of qualified batters": pstdev(sums["BB"][p] / turns[p] for p in regular),
        "strikeouts in nine innings of the leader": max(27 * pitched[p] / outs[p] for p in outs if outs[p] >= 360),
        "innings of the pitcher with most": max(outs.values()) / 3,
        "pitchers with 200 innings": sum(count >= 600 for count in outs.values()),
        "pitchers with an ERA of 7 in 100 innings": sum(outs[p] >= 300 and 27 * earned[p] >= 7 * outs[p] for p in outs),
        "batters with an OPS below .600 in 450 at-bats": sum(sums["AB"][p] >= 450 and ops[p] < 0.6 for p in ops),
        "batters with 160 games": sum(games >= 160 for games in batted.values()),
        "players with two clubs": totals.movers,
    }
