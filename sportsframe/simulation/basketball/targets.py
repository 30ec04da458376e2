"""Calibration targets of simulated basketball, and how they are measured."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from statistics import correlation, fmean, pstdev

import numpy as np

from .._common.calendar import DAY, FIRST_YEAR
from .._common.targets import Target
from .._common.totals import Rate, Totals, mean_over
from . import events as told
from .play import AWAY, HOME, KINDS, NOBODY, fold, score
from .schedule import Plan
from .season import Season

EVERY = {"NBA": 3, "NCAABB": 8}
"""One regular game in so many is looked at in full for the figures of players."""

REPLAYS = 40
"""Times a first-round game of the national tournament is played for the figures."""

MORE = 9
"""Seasons before the first whose brackets are looked at as well: a year has only four games of a pair of seeds."""

LISTS = "game lists of three to four seasons to 2024-25"
KNOWN = "general knowledge"
MARCH = "national tournaments 1985 to 2024"

PEOPLE = "season tables 2022 to 2025, general knowledge"

TARGETS: dict[str, tuple[Target, ...]] = {
    "NBA": (
        Target("points a side", 114.3, 0.02, True, LISTS),
        Target("sd of a side's points", 12.6, 0.05, True, LISTS),
        Target("home minus away points", 2.1, 0.6, False, LISTS),
        Target("home wins", 0.553, 0.025, False, LISTS),
        Target("sd of the margin", 15.2, 0.06, True, LISTS),
        Target("mean margin", 12.2, 0.06, True, LISTS),
        Target("margins to 3", 0.148, 0.02, False, LISTS),
        Target("margins to 5", 0.252, 0.02, False, LISTS),
        Target("margins from 20", 0.19, 0.02, False, LISTS),
        Target("overtime", 0.052, 0.012, False, LISTS),
        Target("correlation of the scores", 0.25, 0.07, False, LISTS),
        Target("possessions a side", 101.9, 0.02, True, "field goals, free throws, rebounds and turnovers below"),
        Target("field goals made", 42.0, 0.02, True, KNOWN),
        Target("field goals attempted", 88.8, 0.02, True, KNOWN),
        Target("threes made", 12.9, 0.04, True, KNOWN),
        Target("threes attempted", 35.6, 0.04, True, KNOWN),
        Target("free throws made", 17.4, 0.04, True, KNOWN),
        Target("free throws attempted", 22.3, 0.04, True, KNOWN),
        Target("offensive rebounds", 10.7, 0.03, True, KNOWN),
        Target("defensive rebounds", 33.0, 0.03, True, KNOWN),
        Target("assists", 26.2, 0.05, True, KNOWN),
        Target("steals", 7.7, 0.05, True, KNOWN),
        Target("blocks", 4.9, 0.05, True, KNOWN),
        Target("turnovers", 14.0, 0.05, True, KNOWN),
        Target("fouls", 19.1, 0.05, True, KNOWN),
        Target("back-to-backs a club", 14.2, 0.10, True, LISTS),
        Target("starts on the next GMT day", 0.75, 0.04, False, "start times of three seasons"),
        Target("postponed", 0.003, 0.003, False, KNOWN),
        Target("minutes of wall clock", 136, 0.05, True, KNOWN),
        Target("points a game of the leader", 33.2, 0.1, True, PEOPLE),
        Target("players with 25 points a game", 15, 0.5, True, PEOPLE),
        Target("players with 20 points a game", 42, 0.25, True, PEOPLE),
        Target("threes made by the leader", 320, 0.18, True, PEOPLE),
        Target("players with 200 threes", 32, 0.35, True, PEOPLE),
        Target("games on Christmas Day", 5, 0.0, False, KNOWN),
        Target("three days running", 0, 0.0, False, KNOWN),
        Target("games of 50 points", 20, 0.6, True, PEOPLE),
        Target("games of 40 points", 160, 0.4, True, PEOPLE),
        Target("triple-doubles", 125, 0.4, True, PEOPLE),
        Target("assists a game of the leader", 11.1, 0.12, True, PEOPLE),
        Target("minutes a game of the leader", 37.7, 0.03, True, PEOPLE),
        Target("players with 36 minutes a game", 12, 0.5, True, PEOPLE),
        Target("steals a game of the leader", 2.2, 0.2, True, PEOPLE),
        Target("blocks a game of the leader", 3.2, 0.2, True, PEOPLE),
        Target("free throws tried a game by the leader", 10.8, 0.15, True, PEOPLE),
        Target("players who try 7 free throws a game", 8, 0.5, True, PEOPLE),
        Target("field goals tried a game by the leader", 22.7, 0.12, True, PEOPLE),
        Target("most field goals tried in a game", 41, 0.12, True, PEOPLE),
        Target("men of a side in a game within 10 points", 9.6, 0.04, True, KNOWN),
        Target("sent off", 0.10, 0.3, True, KNOWN),
        Target("minutes of who plays most in a playoff game", 41, 0.03, True, KNOWN),
        Target("share of plays of the leader", 0.37, 0.1, True, PEOPLE),
        Target("players with two clubs", 68, 0.3, True, PEOPLE),
        Target("threes made of attempts, with the season before", 0.4, 0.2, False, "general knowledge"),
        Target("free throws made of attempts, with the season before", 0.75, 0.2, False, "general knowledge"),
    ),
    "NCAABB": (
        Target("points a side", 73.0, 0.03, True, KNOWN),
        Target("home wins", 0.66, 0.03, False, KNOWN),
        Target("home wins in conference", 0.59, 0.03, False, KNOWN),
        Target("mean margin", 13.2, 0.07, True, KNOWN),
        Target("overtime", 0.055, 0.015, False, KNOWN),
        Target("possessions a side", 68.5, 0.03, True, "report of 2023-24"),
        Target("field goals made", 25.9, 0.02, True, KNOWN),
        Target("field goals attempted", 58.4, 0.02, True, KNOWN),
        Target("threes made", 7.6, 0.04, True, KNOWN),
        Target("threes attempted", 22.4, 0.04, True, KNOWN),
        Target("free throws made", 13.6, 0.04, True, KNOWN),
        Target("free throws attempted", 19.1, 0.04, True, KNOWN),
        Target("offensive rebounds", 10.2, 0.04, True, KNOWN),
        Target("defensive rebounds", 24.8, 0.04, True, KNOWN),
        Target("assists", 13.5, 0.06, True, KNOWN),
        Target("steals", 6.6, 0.06, True, KNOWN),
        Target("blocks", 3.4, 0.06, True, KNOWN),
        Target("turnovers", 11.9, 0.05, True, KNOWN),
        Target("fouls", 17.3, 0.05, True, KNOWN),
        Target("starts on the next GMT day", 0.55, 0.08, False, KNOWN),
        Target("replaced rows", 0.047, 0.01, False, "a season of 6,027 rows"),
        Target("postponed", 0.002, 0.0015, False, "a season of 6,027 rows"),
        Target("cancelled", 0.0007, 0.0007, False, "a season of 6,027 rows"),
        Target("rows a season", 6027, 0.03, True, "a season of 6,027 rows"),
        Target("minutes of wall clock", 125, 0.05, True, KNOWN),
        Target("seed 1 beats 16", 0.987, 0.015, False, MARCH),
        Target("seed 2 beats 15", 0.929, 0.04, False, MARCH),
        Target("seed 3 beats 14", 0.857, 0.05, False, MARCH),
        Target("seed 4 beats 13", 0.792, 0.06, False, MARCH),
        Target("seed 5 beats 12", 0.643, 0.07, False, MARCH),
        Target("seed 6 beats 11", 0.610, 0.07, False, MARCH),
        Target("seed 7 beats 10", 0.617, 0.07, False, MARCH),
        Target("seed 8 beats 9", 0.474, 0.07, False, MARCH),
        Target("points a game of the leader", 25.5, 0.12, True, PEOPLE),
        Target("players with 20 points a game", 25, 0.5, True, PEOPLE),
        Target("assists a game of the leader", 8.7, 0.2, True, PEOPLE),
        Target("minutes a game of the leader", 38.5, 0.03, True, PEOPLE),
        Target("blocks a game of the leader", 3.9, 0.2, True, PEOPLE),
        Target("players with 3 blocks a game", 5, 0.6, True, PEOPLE),
        Target("free throws tried a game by the leader", 9.7, 0.2, True, PEOPLE),
        Target("players who try 7 free throws a game", 18, 0.6, True, PEOPLE),
        Target("men of a side in a game within 10 points", 9.0, 0.05, True, KNOWN),
        Target("three guards among those who start", 0.6, 0.15, False, KNOWN),
        Target("triple-doubles", 50, 0.9, True, PEOPLE),
    ),
}
"""What `figures` is held against, by sport; regular season, but for the seeds and what names the playoffs. Counts are
for a side and game."""


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
    games = [(season, plan) for season in seasons for plan in season._plans if plan.unplayed_as is None]
    found = (
        _of_results(games)
        | _of_boxes(games[:: EVERY[sport]])
        | _of_rows(seasons)
        | mean_over(seasons[-PLAYED:], _leaders, RATES)
    )
    if sport == "NBA":
        found |= _of_playoffs(seasons)
    else:
        seed, first = seasons[0].seed, min(season.year for season in seasons)
        earlier = range(max(first - MORE, FIRST_YEAR), first)
        found |= _of_brackets([*(Season(seed, sport, year) for year in earlier), *seasons])
    return found


Games = Sequence[tuple[Season, Plan]]


def _of_results(games: Games) -> dict[str, float]:
    results = [season.result(plan) for season, plan in games]
    away, home = ([result.totals[side] for result in results] for side in (AWAY, HOME))
    margins = [result.margin for result in results]
    n = len(results)
    grounds = [margin > 0 for margin, (_, plan) in zip(margins, games) if not plan.neutral]
    inside = [margin > 0 for margin, (_, plan) in zip(margins, games) if plan.conference]
    return {
        "points a side": fmean(away + home),
        "sd of a side's points": pstdev(away + home),
        "home minus away points": fmean(margins),
        "home wins": fmean(grounds),
        "home wins in conference": fmean(inside) if inside else 0.0,
        "sd of the margin": pstdev(margins),
        "mean margin": fmean(map(abs, margins)),
        "margins to 3": sum(abs(m) <= 3 for m in margins) / n,
        "margins to 5": sum(abs(m) <= 5 for m in margins) / n,
        "margins from 20": sum(abs(m) >= 20 for m in margins) / n,
        "overtime": sum(result.overtimes > 0 for result in results) / n,
        "correlation of the scores": correlation(away, home),
        "minutes of wall clock": fmean(result.duration for result in results) / 60,
    }


def _of_boxes(games: Games) -> dict[str, float]:
    total = np.zeros(KINDS)
    men: list[int] = []
    three = off = 0
    for season, plan in games:
        game = season._game(plan)
        last = len(game.result.periods)
        tally = fold(game, last, game.result.rules.seconds(last))
        total += tally.lines[:, NOBODY].sum(axis=0)
        off += int((tally.lines[:, :NOBODY, told.PERSONAL] == season.rules.foul_limit).sum())
        three += sum([player.position for player in squad.players[:5]].count("G") >= 3 for squad in game.squads)
        if abs(game.result.margin) <= 10:
            men += map(len, tally.seconds)
    side = (total / (2 * len(games))).tolist()
    attempts = side[told.TWO_TRIED] + side[told.THREE_TRIED]
    return {
        "field goals made": side[told.TWO_MADE] + side[told.THREE_MADE],
        "field goals attempted": attempts,
        "threes made": side[told.THREE_MADE],
        "threes attempted": side[told.THREE_TRIED],
        "free throws made": side[told.FREE_MADE],
        "free throws attempted": side[told.FREE_TRIED],
        "offensive rebounds": side[told.OFF_REBOUND],
        "defensive rebounds": side[told.DEF_REBOUND],
        "assists": side[told.ASSIST],
        "steals": side[told.STEAL],
        "blocks": side[told.BLOCK],
        "turnovers": side[told.TURNOVER],
        "fouls": side[told.PERSONAL],
        "sent off": off / (2 * len(games)),
        "men of a side in a game within 10 points": fmean(men),
        "three guards among those who start": three / (2 * len(games)),
        "possessions a side": attempts + 0.44 * side[told.FREE_TRIED] - side[told.OFF_REBOUND] + side[told.TURNOVER],
    }


def _of_playoffs(seasons: Sequence[Season]) -> dict[str, float]:
    most = []
    for season in seasons:
        for plan in season._late_plans:
            game = season._game(plan)
            if abs(game.result.margin) <= 10 and not game.result.overtimes:
                tally = fold(game, season.rules.periods, season.rules.length)
                most += [max(seconds.values()) / 60 for seconds in tally.seconds]
    return {"minutes of who plays most in a playoff game": fmean(most)}


def _of_rows(seasons: Sequence[Season]) -> dict[str, float]:
    plans = [plan for season in seasons for plan in (*season._plans, *season._late_plans)]
    regular = [plan for season in seasons for plan in season._plans]
    busy: dict[tuple[int, int], set[date]] = defaultdict(set)
    for season in seasons:
        for plan in season._plans:
            if plan.unplayed_as is None:
                busy[season.year, plan.away.id].add(plan.day)
                busy[season.year, plan.home.id].add(plan.day)
    fates = Counter(plan.unplayed_as for plan in plans)
    return {
        "back-to-backs a club": sum(day + DAY in some for some in busy.values() for day in some) / len(busy),
        "three days running": sum({day + DAY, day + 2 * DAY} <= some for some in busy.values() for day in some),
        "games on Christmas Day": sum((plan.day.month, plan.day.day) == (12, 25) for plan in regular) / len(seasons),
        "starts on the next GMT day": fmean(plan.start.date() > plan.day for plan in regular),
        "replaced rows": fates["replaced"] / len(plans),
        "postponed": fates["postponed"] / len(plans),
        "cancelled": fates["cancelled"] / len(plans),
        "rows a season": len(plans) / len(seasons),
    }


def _of_brackets(seasons: Sequence[Season]) -> dict[str, float]:
    """How often the better seed wins in the first round, each game of it played again and again."""
    wins: dict[tuple[int, int], list[bool]] = defaultdict(list)
    for season in seasons:
        for plan in season._late_plans:
            if plan.round == 1 and plan.seeds:
                away, home = season._level(plan)
                for again in range(REPLAYS):
                    result = score(season.rules, season.stream("again", plan.id, again), away, home, neutral=True)
                    wins[plan.seeds].append(result.margin > 0)
    return {f"seed {home} beats {away}": fmean(some) for (away, home), some in wins.items()}


RATES = {
    "threes made of attempts": Rate("three_points_made", "three_points_attempted", 200).of,
    "free throws made of attempts": Rate("free_throws_made", "free_throws_attempted", 120).of,
}
"""What lasts in players."""

PLAYED = 2
"""Number of seasons whose players are measured."""


REGULAR = {"NBA": 58, "NCAABB": 20}
"""Games of a player who is ranked among the leaders."""

DOUBLE = ("points", "assists", "total_rebounds", "blocks", "steals")


def _leaders(totals: Totals) -> dict[str, float]:
    sport = "NBA" if max(totals.games.values()) > 45 else "NCAABB"
    regular = totals.regulars(REGULAR[sport])
    scorers = [totals.average(player, "points") for player in regular]
    free = [totals.average(player, "free_throws_attempted") for player in regular]
    threes: Counter[str] = Counter()
    for _, _, player, line in totals.lines:
        threes[player] += line["three_points_made"]
    points = [line["points"] for _, _, _, line in totals.lines]
    plays: dict[str, float] = defaultdict(float)
    minutes: Counter[str] = Counter()
    for _, _, player, line in totals.lines:
        plays[player] += line["field_goals_attempted"] + 0.44 * line["free_throws_attempted"] + line["turnovers"]
        minutes[player] += int(line["minutes"].split(":")[0])
    pace = sum(plays.values()) / minutes.total()
    busy = [player for player in regular if minutes[player] >= 25 * totals.games[player]]
    return {
        "points a game of the leader": max(scorers),
        "players with 25 points a game": sum(mean >= 25 for mean in scorers),
        "players with 20 points a game": sum(mean >= 20 for mean in scorers),
        "threes made by the leader": max(threes.values()),
        "players with 200 threes": sum(count >= 200 for count in threes.values()),
        "games of 50 points": sum(count >= 50 for count in points),
        "games of 40 points": sum(count >= 40 for count in points),
        "triple-doubles": sum(sum(line[key] >= 10 for key in DOUBLE) >= 3 for _, _, _, line in totals.lines),
        "assists a game of the leader": max(totals.average(player, "assists") for player in regular),
        "minutes a game of the leader": max(minutes[player] / totals.games[player] for player in regular),
        "players with 36 minutes a game": sum(minutes[player] >= 36 * totals.games[player] for player in regular),
        "steals a game of the leader": max(totals.average(player, "steals") for player in regular),
        "blocks a game of the leader": max(totals.average(player, "blocks") for player in regular),
        "free throws tried a game by the leader": max(free),
        "players who try 7 free throws a game": sum(mean >= 7 for mean in free),
        "field goals tried a game by the leader": max(
            totals.average(player, "field_goals_attempted") for player in regular
        ),
        "most field goals tried in a game": max(line["field_goals_attempted"] for _, _, _, line in totals.lines),
        "players with 3 blocks a game": sum(totals.average(player, "blocks") >= 3 for player in regular),
        "share of plays of the leader": max(plays[player] / minutes[player] / pace / 5 for player in busy),
        "players with two clubs": totals.movers,
    }
