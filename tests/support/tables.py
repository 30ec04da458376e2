"""Whether the tables of one season agree with each other."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from sportsframe.catalog import SPORTS
from sportsframe.measures import standings


def contradictions(sport: str, games: pd.DataFrame, teams: pd.DataFrame) -> Iterator[str]:
    """What the standings by division, by conference and the seeds of a season say against each other."""
    rules = SPORTS[sport].rules.standings
    assert rules is not None
    assert rules.seeding is not None
    by_division, by_conference = (standings(games, teams=teams, by=by) for by in ("division", "conference"))  # type: ignore[arg-type]
    seeds = by_conference.set_index("team_id")["seed"]
    if not seeds.sort_index().equals(by_division.set_index("team_id")["seed"].sort_index()):
        yield "the seeds depend on the grouping"
    for name, table in by_division.groupby("division"):
        order = seeds[table.sort_values("rank")["team_id"]]
        first = order.iloc[: max(1, rules.seeding.per_division)]
        if rules.seeding.per_division and not (first.notna().all() and first.is_monotonic_increasing):
            yield f"the first of {name} are seeded {first.tolist()}"
        if rules.seeding.per_division and order.iloc[len(first) :].dropna().lt(first.iloc[-1]).any():
            yield f"a runner-up of {name} is seeded before those in front of it"
        if rules.seeding.winners_first and not order.dropna().is_monotonic_increasing and sport == "NFL":
            yield f"{name} is seeded {order.tolist()}"
    for name, table in by_conference.groupby("conference"):
        rows = table.sort_values("rank")
        held = rows["seed"].dropna()
        if rules.seeding.play_in:  # whose games move seeds
            held = held.sort_values()
        if rules.seeding.winners_first or not rules.seeding.per_division:
            if held.tolist() != list(range(1, len(held) + 1)) or rows["seed"].notna().sum() != held.index.size:
                yield f"{name} is ranked {held.tolist()} by its seeds"
            if not rules.seeding.play_in and not rows["seed"].iloc[: len(held)].notna().all():
                yield f"a club of {name} without a seed stands before one with a seed"
        else:
            cards = rows.loc[~rows["berth"].str.removeprefix("tied for ").isin(["division winner", "division"]), "seed"]
            if (
                not cards.iloc[: cards.notna().sum()].is_monotonic_increasing
                or cards.iloc[: rules.seeding.others].isna().any()
            ):
                yield f"the wild cards of {name} are not its next best: {cards.tolist()}"
        if (
            not (rows["eliminated"] == rows["seed"].isna()).all()
            or not (rows["clinched"].notna() == rows["seed"].notna()).all()
        ):
            yield f"{name}: what is clinched and lost is not what the seeds say"
