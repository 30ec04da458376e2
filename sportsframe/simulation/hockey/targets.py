"""Calibration targets of simulated hockey, and how they are measured."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import correlation, fmean, pstdev, variance

from .._common.calendar import DAY
from .._common.targets import Target
from .._common.totals import Rate, Totals, mean_over
from . import play
from .box import Tally
from .season import Game, Season, Whole

PEOPLE = "season tables 2022 to 2025, general knowledge"

LEADERS = "season tables 2015 to 2025"

TARGETS: dict[str, tuple[Target, ...]] = {
    "NHL": (
        Target("goals a game", 6.16, 0.03, True, "game lists of four seasons to 2025-26"),
        Target("home wins", 0.537, 0.025, False, "game lists of four seasons to 2025-26"),
        Target("beyond regulation", 0.223, 0.02, False, "game lists of four seasons to 2025-26"),
        Target("overtime", 0.152, 0.015, False, "game lists of four seasons to 2025-26"),
        Target("shootout", 0.071, 0.015, False, "game lists of four seasons to 2025-26"),
        Target("margin of one", 0.400, 0.025, False, "game lists of four seasons to 2025-26"),
        Target("regulation margin of one", 0.228, 0.025, False, "game lists of four seasons to 2025-26"),
        Target("regulation margin of two", 0.250, 0.025, False, "game lists of four seasons to 2025-26"),
        Target("regulation margin of three", 0.304, 0.025, False, "game lists of four seasons to 2025-26"),
        Target("variance of a side's goals over the mean", 0.98, 0.05, False, "game lists of four seasons to 2025-26"),
        Target("side without a goal", 0.050, 0.01, False, "game lists of four seasons to 2025-26"),
        Target("correlation of the sides' goals", -0.12, 0.05, False, "game lists of four seasons to 2025-26"),
        Target("power plays a side", 2.9, 0.05, True, "reports of 2023 and 2025"),
        Target("power-play goals a side", 0.62, 0.05, True, "box scores of three seasons to 2024-25"),
        Target("empty-net goals a side", 0.23, 0.15, True, "general knowledge"),
        Target("even strength share of goals", 0.776, 0.03, False, "league report of 2024"),
        Target("goals of the first period", 0.30, 0.03, False, "general knowledge"),
        Target("goals of the second period", 0.34, 0.03, False, "general knowledge"),
        Target("shots a side", 29.6, 0.04, True, "box scores of three seasons to 2024-25"),
        Target("saves a side", 26.6, 0.04, True, "box scores of three seasons to 2024-25"),
        Target("save share", 0.902, 0.005, True, "box scores of three seasons to 2024-25"),
        Target("penalty minutes a side", 8.8, 0.08, True, "box scores of three seasons to 2024-25"),
        Target("hits a side", 23.1, 0.05, True, "box scores of three seasons to 2024-25"),
        Target("blocks a side", 15.4, 0.05, True, "box scores of three seasons to 2024-25"),
        Target("giveaways a side", 8.0, 0.15, True, "box scores of three seasons to 2024-25"),
        Target("takeaways a side", 7.0, 0.15, True, "box scores of three seasons to 2024-25"),
        Target("faceoffs a game", 57.0, 0.05, True, "general knowledge"),
        Target("assists a goal", 1.685, 0.02, True, "box scores of three seasons to 2024-25"),
        Target("goals by centres", 0.405, 0.03, False, "box scores of three seasons to 2024-25"),
        Target("goals by defenders", 0.145, 0.02, False, "box scores of three seasons to 2024-25"),
        Target("minutes of a defender", 19.3, 0.05, True, "box scores of three seasons to 2024-25"),
        Target("starts of the second goalie", 0.375, 0.05, False, "general knowledge"),
        Target("back-to-backs a club", 12.6, 0.08, True, "game lists of four seasons to 2025-26"),
        Target("starts on the next GMT day", 0.695, 0.04, False, "schedules of three seasons to 2024-25"),
        Target("points of the leader", 139, 0.2, True, PEOPLE),
        Target("players with 100 points", 9, 0.6, True, PEOPLE),
        Target("players with 50 goals", 5, 0.8, True, PEOPLE),
        Target("points of the best defender", 95, 0.25, True, PEOPLE),
        Target("goals of the leader", 56, 0.12, True, LEADERS),
        Target("power-play goals of the leader", 20, 0.25, True, LEADERS),
        Target("power-play points of the leader", 44, 0.25, True, LEADERS),
        Target("plus-minus of the leader", 48, 0.3, True, LEADERS),
        Target("most games of a player", 82, 0.0, False, "rules"),
        Target("minutes of the defender with most", 26.1, 0.04, True, LEADERS),
        Target("minutes of the forward with most", 22.4, 0.05, True, LEADERS),
        Target("face-offs won by the best of 600", 0.6, 0.03, False, PEOPLE),
        Target("takeaways of the leader", 82, 0.2, True, PEOPLE),
        Target("hits of the leader", 350, 0.2, True, PEOPLE),
        Target("penalty minutes of the leader", 145, 0.25, True, PEOPLE),
        Target("goalies in a season", 98, 0.15, True, PEOPLE),
        Target("players with two clubs", 75, 0.3, True, PEOPLE),
        Target("goals a shot, with the season before", 0.4, 0.2, False, "general knowledge"),
        Target("saves of shots, with the season before", 0.25, 0.25, False, "general knowledge"),
        Target("sd of the clubs' points", 16.5, 0.2, True, PEOPLE),
    )
}
"""What `figures` is held against; regular season."""

EVERY = 12
"""One game in so many is looked at in full for the figures of players."""


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
    games = [game for season in seasons for game in season.regular() if game.unplayed_as is None]
    flows = [game.flow() for game in games]
    return _of_flows(flows) | _of_boxes(games[::EVERY]) | _of_schedule(seasons, games) | _of_players(seasons)


def _of_flows(flows: Sequence[play.Flow]) -> dict[str, float]:
    n, goals = len(flows), [goal for flow in flows for goal in flow.goals]
    away, home = ([flow.score[side] for flow in flows] for side in (0, 1))
    margins = [abs(a - b) for a, b in (flow.final for flow in flows)]
    regular = [margin for flow, margin in zip(flows, margins) if flow.period == 3]
    powers = sum(not foul.paired for flow in flows for foul in flow.penalties)
    result = {
        "goals a game": len(goals) / n,
        "home wins": sum(flow.winner for flow in flows) / n,
        "beyond regulation": sum(flow.period > 3 for flow in flows) / n,
        "overtime": sum(flow.period > 3 and not flow.tries for flow in flows) / n,
        "shootout": sum(bool(flow.tries) for flow in flows) / n,
        "margin of one": margins.count(1) / n,
        "variance of a side's goals over the mean": variance(away + home) / fmean(away + home),
        "side without a goal": (away + home).count(0) / (2 * n),
        "correlation of the sides' goals": correlation(away, home),
        "power plays a side": powers / (2 * n),
        "power-play goals a side": sum(goal.edge > 0 for goal in goals) / (2 * n),
        "empty-net goals a side": sum(goal.empty for goal in goals) / (2 * n),
        "even strength share of goals": sum(goal.edge == 0 for goal in goals) / len(goals),
        "goals of the first period": sum(goal.at <= play.PERIOD for goal in goals) / len(goals),
        "goals of the second period": sum(play.PERIOD < goal.at <= 2 * play.PERIOD for goal in goals) / len(goals),
    }
    for margin, word in enumerate(("one", "two", "three"), 1):
        result[f"regulation margin of {word}"] = regular.count(margin) / len(regular)
    return result


def _of_boxes(games: Sequence[Game]) -> dict[str, float]:
    tallies = []
    for game in games:
        whole = Whole(game)
        tallies.append(Tally(whole.game, whole.game.flow.period, math.inf, True))
    sides = 2 * len(tallies)
    lines = [(place, line) for tally in tallies for side in tally.lines for place, line in enumerate(side)]
    goals = sum(line["goals"] for _, line in lines)
    saves, allowed = (
        sum(keeper[k] for tally in tallies for side in tally.keepers for keeper in side.values()) for k in (0, 1)
    )
    ice = sum(sum(tally.seconds(side)[12:]) for tally in tallies for side in (0, 1))
    result = {
        "saves a side": saves / sides,
        "save share": saves / (saves + allowed),
        "faceoffs a game": sum(line["faceoffs_won"] for _, line in lines) / len(tallies),
        "assists a goal": sum(line["assists"] for _, line in lines) / goals,
        "goals by centres": sum(line["goals"] for place, line in lines if place < 4) / goals,
        "goals by defenders": sum(line["goals"] for place, line in lines if place >= 12) / goals,
        "minutes of a defender": ice / 60 / (6 * sides),
        "shots a side": sum(line["shots_on_goal"] for _, line in lines) / sides,
        "penalty minutes a side": sum(line["penalty_minutes"] for _, line in lines) / sides,
    }
    for name in ("hits", "blocks", "giveaways", "takeaways"):
        result[f"{name} a side"] = sum(line[name] for _, line in lines) / sides
    return result


def _of_schedule(seasons: Sequence[Season], games: Sequence[Game]) -> dict[str, float]:
    clubs = [season.by_club[n] for season in seasons for n in season.by_club]
    pairs = sum(later.day - game.day == DAY for played in clubs for game, later in pairwise(played))
    return {
        "back-to-backs a club": pairs / len(clubs),
        "starts on the next GMT day": sum(game.start.date() > game.day for game in games) / len(games),
        "starts of the second goalie": sum((n > 0) for game in games for n in game.goalies) / (2 * len(games)),
    }


def _of_players(seasons: Sequence[Season]) -> dict[str, float]:
    """Leaders and counts of players, means over the last seasons."""
    seasons = seasons[-PLAYED:]
    spread = fmean(pstdev(season.table.first.values()) for season in seasons)
    return {**mean_over(seasons, _leaders, RATES), "sd of the clubs' points": spread}


RATES = {
    "goals a shot": Rate("goals", "shots_on_goal", 100).of,
    "saves of shots": Rate("saves", "shots_against", 800).of,
}
"""What lasts in players."""

PLAYED = 3
"""Seasons whose players are looked at."""


def _leaders(totals: Totals) -> dict[str, float]:
    points = {player: totals.sum(player, "goals", "assists") for player in totals.games}
    defenders = {player for _, _, player, line in totals.lines if line["position"] == "D"}
    ice: Counter[str] = Counter()
    for _, _, player, line in totals.lines:
        minutes, seconds = line["time_on_ice"].split(":")
        ice[player] += 60 * int(minutes) + int(seconds)
    goalies = {player for _, _, player, line in totals.lines if line["position"] == "G"}
    minutes_of = {player: ice[player] / 60 / totals.games[player] for player in totals.regulars(50)}
    forwards = minutes_of.keys() - defenders - goalies
    won, lost = totals.sums["faceoffs_won"], totals.sums["faceoffs_lost"]
    return {
        "points of the leader": max(points.values()),
        "players with 100 points": sum(count >= 100 for count in points.values()),
        "players with 50 goals": sum(count >= 50 for count in totals.sums["goals"].values()),
        "points of the best defender": max(points[player] for player in defenders),
        "goals of the leader": totals.leader("goals"),
        "power-play goals of the leader": totals.leader("power_play_goals"),
        "power-play points of the leader": totals.leader("power_play_goals", "power_play_assists"),
        "plus-minus of the leader": totals.leader("plus_minus"),
        "most games of a player": max(totals.games.values()),
        "minutes of the defender with most": max(minutes_of[player] for player in minutes_of.keys() & defenders),
        "minutes of the forward with most": max(minutes_of[player] for player in forwards),
        "face-offs won by the best of 600": max(won[p] / (won[p] + lost[p]) for p in won if won[p] + lost[p] >= 600),
        "takeaways of the leader": totals.leader("takeaways"),
        "hits of the leader": totals.leader("hits"),
        "penalty minutes of the leader": totals.leader("penalty_minutes"),
        "goalies in a season": len(goalies),
        "players with two clubs": totals.movers,
    }
