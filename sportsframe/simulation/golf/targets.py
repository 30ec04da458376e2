"""Calibration targets of simulated golf, and how they are measured."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import fmean, pvariance

from .._common.targets import Target
from . import play
from .season import STOPS, Season, Tournament

TARGETS: dict[str, tuple[Target, ...]] = {
    "PGA": (
        Target("round to par on a regular course", -0.25, 0.5, False, "general knowledge"),
        Target("strokes a round", 70.9, 0.7, False, "general knowledge"),
        Target("round to par at a major", 1.75, 0.75, False, "general knowledge"),
        Target("spread of a round about the player's mean", 2.75, 0.08, True, "general knowledge"),
        Target("cut line", -1.0, 1.0, False, "general knowledge"),
        Target("players left by a cut to 65", 71.0, 6.0, False, "general knowledge"),
        Target("winner on a regular course", -17.0, 1.5, False, "general knowledge"),
        Target("winner at a major", -9.0, 2.5, False, "general knowledge"),
        Target("decided in a play-off", 0.22, 0.10, False, "general knowledge"),
        Target("won by two or more", 0.33, 0.12, False, "general knowledge"),
        Target("eagles or better a hole", 0.007, 0.002, False, "general knowledge"),
        Target("birdies a hole", 0.21, 0.06, True, "general knowledge"),
        Target("pars a hole", 0.61, 0.06, True, "general knowledge"),
        Target("bogeys a hole", 0.155, 0.06, True, "general knowledge"),
        Target("double bogeys or worse a hole", 0.022, 0.004, False, "general knowledge"),
        Target("tournaments with a suspended round", 0.25, 0.12, False, "general knowledge"),
        Target("starts withdrawn", 0.02, 0.006, False, "general knowledge"),
        Target("starts of the thirty best", 21.0, 2.5, False, "general knowledge"),
        Target("most starts of a player", 33.0, 3.0, False, "general knowledge"),
        Target("most wins of a player", 4.0, 1.0, False, "general knowledge"),
        Target("age of the thirty best", 31.5, 2.0, False, "general knowledge"),
        Target("age of winners", 32.0, 2.0, False, "general knowledge"),
        Target("yards of a course", 7300.0, 0.02, True, "general knowledge"),
    )
}
"""What `figures` is held against; stroke play, every player for himself."""


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
    entries = [entry for season in seasons for entry in _played(season)]
    each = [
        [(entry, entry.play()) for entry in _played(season) if STOPS[entry.stop].format == "stroke"]
        for season in seasons
    ]
    played = [item for items in each for item in items]
    regular = [item for item in played if STOPS[item[0].stop].kind == "regular"]
    majors = [item for item in played if STOPS[item[0].stop].kind == "major"]
    whole = {name: [_rounds(game) for _, game in items] for name, items in (("regular", regular), ("major", majors))}
    holes = [x for _, game in played for rounds in game.results for results in rounds for x in results]
    cuts = [(entry, game) for entry, game in regular if game.plan.cut == 65]
    scores = [sorted(game.total(n) for n in game.playing()) for _, game in played]
    gross = [
        sum(results) + entry.grounds[group.course].par
        for entry, game in played
        for number, groups in enumerate(game.rounds)
        for group in groups
        for results in (game.results[n][number] for n in group.members)
        if len(results) == play.HOLES
    ]
    gaps = [
        one - other
        for rounds in whole["regular"]
        for one, other in _centred([(r[0], r[1]) for r in rounds if len(r) > 1])
    ]
    wins = [Counter(entry.field[n].id for entry, game in items for n in game.winner) for items in each]
    ages = [entry.season.year - entry.field[n].born for items in each for entry, game in items for n in game.winner]
    starts = [Counter(one.id for entry in _played(season) for one in entry.field) for season in seasons]
    return {
        "starts of the thirty best": fmean(
            count[one.id] for season, count in zip(seasons, starts) for one in season.ranking[:30]
        ),
        "most starts of a player": fmean(max(count.values()) for count in starts),
        "most wins of a player": fmean(max(count.values()) for count in wins),
        "age of the thirty best": fmean(season.year - one.born for season in seasons for one in season.ranking[:30]),
        "age of winners": fmean(ages),
        "round to par on a regular course": fmean(x for rounds in whole["regular"] for r in rounds for x in r),
        "strokes a round": fmean(gross),
        "round to par at a major": fmean(x for rounds in whole["major"] for r in rounds for x in r),
        "spread of a round about the player's mean": math.sqrt(pvariance(gaps) / 2),
        "cut line": _mean(max(_after(game, n) for n in game.playing()) for _, game in cuts if game.plan.cut_after == 2),
        "players left by a cut to 65": _mean(
            sum(len(rounds) > game.plan.cut_after for rounds in game.results) for _, game in cuts
        ),
        "winner on a regular course": fmean(min(game.total(n) for n in game.playing()) for _, game in regular),
        "winner at a major": fmean(min(game.total(n) for n in game.playing()) for _, game in majors),
        "decided in a play-off": fmean(bool(game.playoff) for _, game in played),
        "won by two or more": fmean(ranked[1] - ranked[0] >= 2 for ranked in scores),
        "eagles or better a hole": fmean(x <= -2 for x in holes),
        "birdies a hole": fmean(x == -1 for x in holes),
        "pars a hole": fmean(x == 0 for x in holes),
        "bogeys a hole": fmean(x == 1 for x in holes),
        "double bogeys or worse a hole": fmean(x >= 2 for x in holes),
        "tournaments with a suspended round": fmean(
            any(start < gap.start < end for gap in game.gaps for start, end in zip(game.starts, game.ends))
            for _, game in played
        ),
        "starts withdrawn": sum(how == "withdrawn" for _, game in played for _, how in game.gone.values())
        / sum(len(game.results) for _, game in played),
        "yards of a course": fmean(ground.yards for entry in entries for ground in entry.grounds),
    }


def _mean(values: Iterable[float]) -> float:
    """The mean; not a number where there are no values."""
    found = list(values)
    return fmean(found) if found else math.nan


def _played(season: Season) -> list[Tournament]:
    return [entry for entry in season.regular() if entry.unplayed_as is None]


def _rounds(game: play.Tournament) -> list[list[int]]:
    """Whole rounds to par of every player."""
    return [[sum(r) for r in rounds if len(r) == play.HOLES] for rounds in game.results]


def _centred(pairs: Sequence[tuple[int, int]]) -> list[tuple[float, float]]:
    """Pairs of rounds without what the day did to everybody."""
    ones, others = fmean(one for one, _ in pairs), fmean(other for _, other in pairs)
    return [(one - ones, other - others) for one, other in pairs]


def _after(game: play.Tournament, n: int) -> int:
    return sum(sum(results) for results in game.results[n][:2])
