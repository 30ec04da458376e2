"""How often the home team wins where `win_probability` says so: ``python -m tests.bench.chances [--sport S ...]``.

Takes the plays of one of so many games of a season (``--every 1``: of all), the state of each game after each of its
periods (in baseball half innings), and the states of a kind together: after which period, and who is ahead. Prints the
chance that the model gives them on average, the share of them that the home team won, and how many standard errors
these are apart: each game is one state of a kind. Ends with 1 if a kind of at least 100 states is off by more than
``MOST`` and by more than ``ERRORS`` standard errors.

Sports without plays have no such model: of the NHL and of soccer, the chances before the game that `forecast` gives are
compared in the same way, by how large they are, with a draw as half of a win.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import numpy as np
import pandas as pd

import sportsframe as sf
from sportsframe import measures
from sportsframe.catalog import SPORTS, sport_code
from sportsframe.measures.results import REGULAR

MOST = 4.0
"""Points of percent that the model may be off."""

ERRORS = 3.0
"""Standard errors that it may be off."""

FEWEST = 100
"""States of a kind that are compared."""

WITHOUT_PLAYS = ("NHL", "SOCCER")


def plays_of(sport: str, season: int, every: int) -> pd.DataFrame:
    """The plays of one of so many games of the regular season."""
    games = sf.schedule_season(season, sport)
    games = games[(games["season_type"] == REGULAR) & (games["phase"] == "finished")].sort_values("game_time")
    return sf.play_by_play(games["game_id"].tolist()[::every], sport_code(sport), progress=False)


def states(plays: pd.DataFrame) -> pd.DataFrame:
    """The state of each game after each period: the period, who is ahead, what the model says, and what came."""
    line = measures.score_line(plays).assign(chance=100 * measures.win_probability(plays).astype(float))
    line["half"] = plays["inning_half"].to_numpy() if "inning_half" in plays else ""
    line["won"] = 50 + 50 * np.sign(line.groupby("game_id")["lead"].transform("last").astype(float))
    ends = line.drop_duplicates(["game_id", "period", "half"], keep="last")
    ends = ends[ends.duplicated("game_id", keep="last")]  # not the end of the game
    ahead = np.sign(ends["lead"].astype(float)).map({1.0: "home", 0.0: "nobody", -1.0: "away"})
    return pd.DataFrame(
        {
            "after": [f"{half} {period}".strip() for half, period in zip(ends["half"], ends["period"])],
            "ahead": ahead.to_numpy(),
            "said": ends["chance"].to_numpy(),
            "came": ends["won"].to_numpy(),
        }
    )


def before_games(sport: str, season: int) -> pd.DataFrame:
    """What the ratings say before the games of the second half of a season, week by week, and what came.

    Of all leagues of soccer and of two seasons, as one has too few games.
    """
    leagues = SPORTS[sport].leagues or (None,)
    found = pd.concat([_of_a_season(sport, season - n, league) for league in leagues for n in (0, 1)])
    found = found.sort_values("after", kind="stable")
    return found.assign(after=[f"{10 * n:.0f} to {10 * n + 10:.0f} %" for n in found["after"]])


def _of_a_season(sport: str, season: int, league: str | None) -> pd.DataFrame:
    games = sf.live(season=season, sport=sport, league=league, progress=False)
    games = games[(games["phase"] == "finished") & (games["season_type"] == REGULAR)]
    weeks = (games["game_date"] - games["game_date"].min()).dt.days // 7
    rows = []
    for week in range(int(weeks.max()) // 2, int(weeks.max()) + 1):
        chances = measures.forecast(games[weeks < week], games[weeks == week])
        margin = (games["home_score"] - games["away_score"]).set_axis(games["game_id"])[chances["game_id"]]
        said = chances["elo_prob_pct"].astype(float).to_numpy()
        came = 50 + 50 * np.sign(margin.to_numpy(float))
        rows.append(pd.DataFrame({"after": np.floor(said / 10), "ahead": "nobody", "said": said, "came": came}))
    return pd.concat(rows, ignore_index=True)


def compared(held: pd.DataFrame) -> pd.DataFrame:
    """What the model says and what came, by kind of state, in order of time."""
    kinds = held.groupby(["after", "ahead"], sort=False)
    table = kinds.agg(states=("said", "size"), said=("said", "mean"), came=("came", "mean"), spread=("came", "std"))
    table["off"] = table["said"] - table["came"]
    table["errors"] = table["off"] / (table["spread"] / np.sqrt(table["states"])).replace(0, np.nan)
    return table[table["states"] >= FEWEST].drop(columns="spread")


def wrong(table: pd.DataFrame) -> Iterator[str]:
    far = table[(table["off"].abs() > MOST) & ~(table["errors"].abs() <= ERRORS)]
    for (after, ahead), row in far.iterrows():
        yield f"after {after} with {ahead} ahead: said {row['said']:.1f} %, came {row['came']:.1f} %"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sport", nargs="*", default=["MLB", "NFL", "NBA", *WITHOUT_PLAYS])
    parser.add_argument("--season", type=int, default=2023)
    parser.add_argument("--every", type=int, default=4)
    given = parser.parse_args()
    failed = False
    for sport in given.sport:
        held = (
            before_games(sport, given.season)
            if sport in WITHOUT_PLAYS
            else states(plays_of(sport, given.season, given.every))
        )
        table = compared(held)
        print(f"\n{sport} {given.season}\n{table.round(1).to_string()}")
        found = list(wrong(table)) if len(table) else [f"no kind has {FEWEST} states: nothing is compared"]
        print("\n".join(found) or "as said")
        failed |= bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
