"""Calibration targets of simulated soccer, and how they are measured."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from statistics import correlation, fmean, pstdev, variance

from ...catalog import soccer as catalog
from .._common.targets import Target
from . import clubs
from .box import Tally
from .play import AWAY, HOME, PENALTY, length
from .rosters import GOALKEEPER
from .season import Game, Season

PEOPLE = "season tables 2022 to 2025, general knowledge"
_FIVE = "match data of five seasons, 2021-22 to 2025-26 (football-data.co.uk)"


def _targets() -> Iterator[Target]:
    rows = (
        ("goals a game", 0.04, True, (2.93, 2.61, 2.60)),
        ("home goals", 0.05, True, (1.60, 1.39, 1.48)),
        ("away goals", 0.05, True, (1.33, 1.21, 1.12)),
        ("home wins", 0.025, False, (0.442, 0.403, 0.457)),
        ("draws", 0.025, False, (0.239, 0.272, 0.262)),
        ("away wins", 0.025, False, (0.319, 0.324, 0.281)),
        ("goalless", 0.015, False, (0.052, 0.072, 0.071)),
        ("over 2.5 goals", 0.03, False, (0.566, 0.489, 0.474)),
        ("margin of one", 0.03, False, (0.361, 0.401, 0.422)),
        ("goals in the first half", 0.02, False, (0.446, 0.440, 0.440)),
        ("home goals variance/mean", 0.08, False, (1.08, 1.04, 1.05)),
        ("away goals variance/mean", 0.08, False, (1.09, 1.02, 1.01)),
        ("correlation of goals", 0.08, False, (-0.13, -0.09, 0.00)),
        ("home shots", 0.04, True, (14.2, 13.7, 13.6)),
        ("away shots", 0.04, True, (11.7, 11.4, 10.7)),
        ("home shots on target", 0.05, True, (4.9, 4.5, 4.7)),
        ("away shots on target", 0.05, True, (4.1, 3.8, 3.6)),
        ("home corners", 0.05, True, (5.6, 5.2, 5.4)),
        ("away corners", 0.05, True, (4.7, 4.2, 4.1)),
        ("home fouls", 0.05, True, (10.6, 12.3, 12.8)),
        ("away fouls", 0.05, True, (10.9, 12.8, 12.8)),
        ("home yellow cards", 0.07, True, (1.76, 1.93, 2.28)),
        ("away yellow cards", 0.07, True, (2.03, 2.28, 2.48)),
        ("home red cards", 0.15, True, (0.057, 0.096, 0.128)),
        ("away red cards", 0.15, True, (0.058, 0.097, 0.131)),
    )
    people = (
        ("goals of the leader", 0.3, True, (29.0, 25.0, 26.0)),
        ("shots of the leader", 0.25, True, (150.0, 145.0, 140.0)),
        ("penalties scored by the leader", 0.4, True, (7.5, 7.5, 7.5)),
        ("players with 20 goals", 0.75, True, (4.0, 2.5, 2.5)),
        ("assists of the leader", 0.35, True, (15.0, 13.0, 13.0)),
        ("goalkeepers in a season", 0.3, True, (38.0, 36.0, 35.0)),
        ("points of the champion", 0.12, True, (89.0, 88.0, 88.0)),
        ("points of the last club", 0.25, True, (22.0, 22.0, 26.0)),
        ("goals conceded by the weakest club", 0.12, True, (79.0, 75.0, 74.0)),
        ("yellow cards of the leader", 0.15, True, (13.0, 15.0, 16.0)),
        ("sd of the clubs' points", 0.2, True, (18.0, 17.5, 16.5)),
        ("suspended players on the pitch", 0.0, False, (0.0, 0.0, 0.0)),
    )
    for name, tolerance, relative, values in people:
        for league, value in zip(catalog.LEAGUES, values):
            yield Target(f"{league} {name}", value, tolerance, relative, PEOPLE)
    for name, tolerance, relative, values in rows:
        for league, value in zip(catalog.LEAGUES, values):
            yield Target(f"{league} {name}", value, tolerance, relative, _FIVE)


TARGETS: dict[str, tuple[Target, ...]] = {"SOCCER": tuple(_targets())}
"""What the leagues aim at."""


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
    result: dict[str, float] = {}
    for league in catalog.LEAGUES:
        games = [game for season in seasons if season.league == league for game in season.regular() if game.played]
        result |= {f"{league} {name}": value for name, value in _measured(games).items()}
        found = [_of_players(season) for season in seasons if season.league == league]
        result |= {f"{league} {name}": fmean(one[name] for one in found) for name in found[0]}
    return result


def _measured(games: Sequence[Game]) -> dict[str, float]:
    tallies = [Tally(game.match, length(game.match.added, game.match.rest), True) for game in games]
    away = [float(tally.score[AWAY]) for tally in tallies]
    home = [float(tally.score[HOME]) for tally in tallies]
    total = [a + h for a, h in zip(away, home)]
    measured = {
        "goals a game": fmean(total),
        "home goals": fmean(home),
        "away goals": fmean(away),
        "home wins": fmean(h > a for a, h in zip(away, home)),
        "draws": fmean(h == a for a, h in zip(away, home)),
        "away wins": fmean(h < a for a, h in zip(away, home)),
        "goalless": fmean(goals == 0 for goals in total),
        "over 2.5 goals": fmean(goals > 2.5 for goals in total),
        "margin of one": fmean(abs(h - a) == 1 for a, h in zip(away, home)),
        "goals in the first half": sum(t.halves[s]["1"] for t in tallies for s in (AWAY, HOME)) / sum(total),
        "home goals variance/mean": variance(home) / fmean(home),
        "away goals variance/mean": variance(away) / fmean(away),
        "correlation of goals": correlation(home, away),
    }
    names = {
        "shots": "shots_attempted",
        "shots on target": "shots_on_goal",
        "corners": "corners",
        "fouls": "fouls_committed",
        "yellow cards": "yellow_cards",
        "red cards": "red_cards",
    }
    for side, word in ((HOME, "home"), (AWAY, "away")):
        stats = [tally.team(side) for tally in tallies]
        measured |= {f"{word} {name}": fmean(getattr(row, field) for row in stats) for name, field in names.items()}
    return measured


def _of_players(season: Season) -> dict[str, float]:
    """Leaders of a season, its table, and who played although he was suspended."""
    goals: Counter[int] = Counter()
    assists: Counter[int] = Counter()
    shots: Counter[int] = Counter()
    cards: Counter[int] = Counter()
    penalties: Counter[int] = Counter()
    keepers: set[int] = set()
    wrong = 0
    for game in season.regular():
        if not game.played:
            continue
        match = game.match
        tally = Tally(match, length(match.added, match.rest), True)
        pair = game.row.away.id, game.row.home.id
        penalties.update(event.player for event in match.events if event.kind == PENALTY)
        for side, club in enumerate(pair):
            for player, figures in tally.figures[side].items():
                goals[player] += figures["goals"]
                assists[player] += figures["assists"]
                shots[player] += figures["shots_attempted"]
                cards[player] += figures["yellow_cards"]
                if match.squads[side][player].position == GOALKEEPER:
                    keepers.add(player)
            wrong += len(season.suspended(club, *pair) & tally.figures[side].keys())
    rows = clubs.table(season.seed, season.code, season.year)
    table = [row[1] for row in rows]
    return {
        "goals of the leader": max(goals.values()),
        "shots of the leader": max(shots.values()),
        "penalties scored by the leader": max(penalties.values()),
        "players with 20 goals": sum(count >= 20 for count in goals.values()),
        "assists of the leader": max(assists.values()),
        "goalkeepers in a season": len(keepers),
        "points of the champion": max(table),
        "points of the last club": min(table),
        "goals conceded by the weakest club": max(scored - difference for _, _, difference, scored in rows),
        "yellow cards of the leader": max(cards.values()),
        "sd of the clubs' points": pstdev(table),
        "suspended players on the pitch": wrong,
    }
