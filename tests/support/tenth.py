"""A tenth sport on the day it is declared, tried in a process of its own, which leaves the others' catalog alone.

``python -m tests.support.tenth [SISTER ...]`` registers, after other sports have been used, a new game, a sister of a
known one, and a sport without sides, and prints as JSON what every verb made of every table of them, and what is asked
of sisters made of those of the sisters named.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import pandas as pd

import sportsframe as sf
from sportsframe import catalog
from sportsframe.catalog import basketball, common
from sportsframe.catalog.grammar import Answer, GameTime, Record, Sides, Sport, Table, api_field
from sportsframe.catalog.rules import Rules

from .samples import envelope


class RugbyTeam(common.LiveTeam, source="assumed"):
    tries: int = api_field("Tries")


class RugbyPlayer(Record, source="assumed"):
    player: str = api_field("Name of the player")
    tackles: int = api_field("Tackles")


class RugbyGame(common.LiveGame, source="assumed"):
    full_box: common.FullBox[RugbyTeam] = api_field("Both sides")
    player_box: Sides[dict[str, RugbyPlayer]] = api_field("Player lines of both sides, by player id")


class Heat(Record, source="assumed"):
    """A day of surfing: a field, and no sides."""

    game_id: str = api_field("Heat id", "heat_ID", key=True)
    game_time: GameTime = api_field("Start", key=True)
    beach: str = api_field("Name of the beach", key=True)
    swell: float = api_field("Height of the waves", unit="m")
    status: str = api_field("State of the heat in the service's word", derive="phase")


TENTH = {
    "RUGBY": Sport(
        code="RUGBY",
        name="Rugby",
        game="rugby",
        answers={
            "schedule": Answer(common.TeamFixture, (common.SCHEDULE_GAMES,)),
            "live": Answer(RugbyGame, (common.GAMES, common.TEAMS, common.PERIODS, common.players("players", ""))),
        },
        zone="Europe/London",
        season_spans=True,
        rules=Rules(periods=2, period="half"),
    ),
    "WNBA": Sport(
        code="WNBA",
        name="Basketball, women",
        game=basketball.NBA.game,
        answers=basketball.NBA.answers,
        zone="America/New_York",
        season_spans=False,
        rules=basketball.NBA.rules,
    ),
    "SURF": Sport(
        code="SURF",
        name="Surfing",
        game="surfing",
        answers=dict.fromkeys(("schedule", "live"), Answer(Heat, (Table("heats", "", "heat"),))),
        zone="Pacific/Honolulu",
        season_spans=False,
        rules=Rules(opponents="field"),
    ),
}


def sister(sport: Sport) -> Sport:
    """A second league of a game, as the package's own errors advise: without what is of the first league alone."""
    ranks = sport.rules.standings
    if ranks is not None:
        ranks = replace(ranks, prizes={}, league_tie_breaks={}, deciding_games={})
    rules = replace(sport.rules, standings=ranks)
    return replace(sport, code=f"{sport.code}2", leagues=(), finals=(), rules=rules)


SISTERS = {f"{code}2": sister(sport) for code, sport in catalog.SPORTS.items()}


def verbs() -> dict[str, Callable[[Any], Any]]:
    """Everything that takes a frame and asks what sport it is of, by name."""
    from sportsframe import measures, plots

    drawn = [name for name in plots.__all__ if name not in ("Plots", "style")]
    return {
        **{
            name: getattr(measures, name)
            for name in ("measures", "standings", "elo", "srs", "strength_of_schedule", "strength_of_victory")
        },
        "measure": lambda df: measures.measure(df, "efg_pct"),
        "measure by": lambda df: measures.measure(df, "win_pct", by="team_id"),
        "standings by": lambda df: measures.standings(df, by="division"),
        "no rows": lambda df: measures.standings(df.iloc[:0]),
        "repr": lambda df: f"{df.sports!r}{df.sports.plot!r}",
        **{name: lambda df, name=name: getattr(df.sports, name)() for name in ("describe", "local", "show", "answers")},
        **{f"plot.{name}": lambda df, name=name: getattr(df.sports.plot, name)() for name in drawn},
        **{
            f"plot.{name} of one": lambda df, name=name: getattr(df.sports.plot, name)(game_id=df["game_id"].iloc[0])
            for name in ("by_period", "running_margin", "sides", "four_factors")
        },
        "plot.compare of two": lambda df: df.sports.plot.compare(players=two(df)),
        "plot.compare of what is not": lambda df: df.sports.plot.compare(players=two(df), columns=["no_such"]),
    }


def two(df: Any) -> list[int]:
    """Ids of two players of a table of players."""
    return list(df["player_id"].unique()[:2]) if "player_id" in df else [1, 2]


def tables(sport: str) -> dict[str, pd.DataFrame]:
    """A frame of made-up rows of every table of a sport, by resource and table."""
    league = catalog.SPORTS[sport].leagues[0] if catalog.SPORTS[sport].leagues else None
    return {
        f"{resource} {table}": frame
        for resource in ("schedule", "live")
        for table, frame in sf.read_json(
            envelope(sport, resource, n=6), sport, resource, table=None, league=league
        ).items()
    }


def asked_of_sisters() -> dict[str, Callable[[Any], Any]]:
    """What is asked of the sisters: what depends on the code, the rules and the columns of a sport."""
    every = verbs()
    return {
        name: every[name] for name in ("measures", "standings", "elo", "show", "plot.scores", "plot.by_period of one")
    }


def tried(
    frames: dict[str, pd.DataFrame], asked: dict[str, Callable[[Any], Any]] | None = None
) -> Iterator[tuple[str, str, str, str]]:
    """(table, verb, name of the error or nothing, what came) for every verb and frame."""
    for table, frame in frames.items():
        for name, verb in (asked or verbs()).items():
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore", sf.SportsframeWarning)  # of figures that these rows do not give
                    found = verb(frame)
            except sf.SportsframeError as error:
                yield table, name, type(error).__name__, str(error)
            except Exception as error:  # what a verb must not raise is what is looked for
                yield table, name, f"bare {type(error).__name__}", str(error)
            else:
                columns = getattr(getattr(found, "frame", found), "columns", ())
                yield table, name, "", " ".join(map(str, columns))
            plt.close("all")


def possessions(code: str) -> list[float]:
    """Possessions of the sides of the same games, as leagues with these rules count them."""
    of = code.removesuffix("2")
    rows = [{**row, "sport": code} for row in envelope(of, "live", n=2)["data"][of]]
    games = sf.read_json({"data": {code: rows}}, code, "live", table="teams")
    return [float(value) for value in sf.measures.measure(games, "possessions")]


def play_by_play(code: str) -> list[str]:
    """The paths that a service is asked for the plays of a game, and what it is told without a game."""
    from sportsframe._client.query import ask

    try:
        ask("play-by-play", code)
    except sf.QueryError as error:
        return [str(ask("play-by-play", code, game_id="20240601-71-72")), str(error)]
    return []


def main() -> None:
    """Declare, try, and print what came."""
    for code in ("NBA", "DARTS"):  # a sport may come when all has been used before
        list(tried(tables(code)))
    for sport in (*TENTH.values(), *SISTERS.values()):
        sf.register_sport(sport)
    mpl.use("agg")
    warnings.simplefilter("error")
    came: dict[str, Any] = {code: list(tried(tables(code))) for code in TENTH}
    came |= {code: list(tried(tables(code), asked_of_sisters())) for code in sys.argv[1:]}
    came["possessions"] = {code: possessions(code) for code in ("NBA", "NCAABB", "NBA2", "NCAABB2")}
    came["plays"] = {code: play_by_play(code) for code in SISTERS if "play-by-play" in SISTERS[code].resources}
    json.dump(came, sys.stdout)


if __name__ == "__main__":
    main()
