"""Who keeps a place in spite of results: ``python -m tests.bench.regulars [--years 2018 2019]``.

The world draws who plays before a season, not by its results. This prints what follows from that: the worst lines of
baseball's regulars, and how many quarterbacks are starters in the next season as well.
"""

from __future__ import annotations

import argparse
from statistics import fmean
from typing import Any

import numpy as np
import pandas as pd

import sportsframe as sf

INNINGS, AT_BATS, ATTEMPTS, YARDS = 100, 450, 400, 4_000
ERA, OPS = 7.0, 0.6


def regular_season(year: int, sport: Any, table: str | None = None) -> pd.DataFrame:
    """The rows of a regular season: a player has one with each of his clubs."""
    stats = sf.player_stats(year, sport, table=table)
    return stats[stats["part"] == "regular_season"]


def baseball(year: int) -> tuple[int, int]:
    """How many pitchers and batters have one of the worst lines among regulars."""
    arms, bats = regular_season(year, "MLB", "pitching"), regular_season(year, "MLB", "batting")
    innings = arms.groupby("player_id")["outs_recorded"].sum() / 3
    at_bats = bats.groupby("player_id")["at_bats"].sum()
    era, ops = arms.sports.measure("era", by="player_id"), bats.sports.measure("ops", by="player_id")
    return int(((innings >= INNINGS) & (era >= ERA)).sum()), int(((at_bats >= AT_BATS) & (ops < OPS)).sum())


LASTS = {
    "passer_rating": ("passing_attempts", 224),
    "fg_pct": ("field_goals_attempted", 20),
    "punt_average": ("punts", 20),
}
"""Measures of football that should last from one season to the next, and the attempts of who is looked at."""


def football(years: list[int]) -> tuple[list[int], int, list[int], dict[str, float]]:
    """Passers of each season, how many are so in the next one, who has the yards, and how measures last."""
    seasons = {year: regular_season(year, "NFL") for year in sorted({*years, *(year + 1 for year in years)})}
    sums = {year: one.groupby("player_id").sum(numeric_only=True) for year, one in seasons.items()}
    starters = {year: set(one.index[one["passing_attempts"] >= ATTEMPTS]) for year, one in sums.items()}
    lasts = {}
    for name, (attempts, least) in LASTS.items():
        rates = {
            year: one.sports.measure(name, by="player_id")[sums[year][attempts] >= least]
            for year, one in seasons.items()
        }
        pairs = [pd.concat([rates[year], rates[year + 1]], axis=1, join="inner").to_numpy(float) for year in years]
        lasts[name] = float(np.corrcoef(np.concatenate(pairs).T)[0, 1])
    return (
        [len(starters[year]) for year in years],
        sum(len(starters[year] & starters[year + 1]) for year in years),
        [int((sums[year]["passing_yards"] >= YARDS).sum()) for year in years],
        lasts,
    )


def main() -> None:
    """Print the figures of each season and their means."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--years", type=int, nargs="+", default=range(2018, 2024))
    years = list(parser.parse_args().years)
    lines = [baseball(year) for year in years]
    print(f"MLB {years}")
    print(
        f"  ERA of {ERA:g} or more, {INNINGS} innings: {[arms for arms, _ in lines]}, {fmean(n for n, _ in lines):.1f}"
    )
    print(f"  OPS below {OPS:g}, {AT_BATS} at-bats: {[bats for _, bats in lines]}, {fmean(b for _, b in lines):.1f}")
    passers, again, far, lasts = football(years)
    print(f"NFL {years}")
    print(f"  passers of {ATTEMPTS} attempts: {passers}, the next season again {100 * again / sum(passers):.0f} %")
    print(f"  passers of {YARDS:,} yards: {far}, {fmean(far):.1f}")
    for name, r in lasts.items():
        print(f"  {name} from one season to the next, {LASTS[name][1]} {LASTS[name][0]}: r {r:.2f}")


if __name__ == "__main__":
    main()
