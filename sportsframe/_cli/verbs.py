"""Commands beyond loading: standings, leaders, measures, one game, plots, and a day as it is played."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..catalog import SPORTS, is_sport, league_named, sport_code
from ..errors import ConfigError, QueryError, choose, quoted
from . import output

if TYPE_CHECKING:
    import pandas as pd

    from ..load import Client


def season_of(client: Client, sport: str, season: str | None) -> int:
    """Return a season, by default the current one of the league."""
    from zoneinfo import ZoneInfo

    from ..load import settings_of

    if season is None:
        return SPORTS[sport].season_at(settings_of(client).moment().astimezone(ZoneInfo(SPORTS[sport].zone)).date())
    if not (season.isascii() and season.isdigit() and len(season) == 4):
        raise QueryError(f"season {season!r} is not a year; write the one in which it started, such as 2024.")
    return int(season)


def _words(args: argparse.Namespace, *more: str) -> list[str]:
    """Return the arguments that are not the sport, in whichever order they were given, and set the sport."""
    words = [word for name in (*more, "year", "sport") if (word := getattr(args, name)) is not None]
    named = {word: found for word in words if (found := league_named(word))}
    if named and getattr(args, "league", "") is None:
        word, (sport, args.league) = named.popitem()
        words[words.index(word)] = sport
    args.sport = next(filter(is_sport, words), words[-1])
    words.remove(args.sport)
    sport_code(args.sport)
    return words


def _is_year(word: str) -> bool:
    return word[:1].isdigit()


def _season(args: argparse.Namespace, years: list[str]) -> str | None:
    """Return the season, given by position or as an option."""
    if years and args.season is not None:
        raise QueryError(f"the season was given twice, {quoted(years[0])} and {quoted(args.season)}; pass it once.")
    return years[0] if years else args.season


def standings(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the standings of a season."""
    from ..measures.seasons import standings

    return standings(_season(args, _words(args)), args.sport, league=args.league, by=args.by, client=client)


def bracket(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the playoffs of a season, or a tournament."""
    from ..measures.seasons import bracket

    return bracket(_season(args, _words(args)), args.sport, league=args.league, event=args.event, client=client)


def availability(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the games that injured players missed."""
    from ..measures.seasons import availability

    return availability(
        _season(args, _words(args)), args.sport, league=args.league, team=args.team, by=args.by, client=client
    )


def leaders(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the best players of a season or a day."""
    from ..servers import rankings

    given = [word for word in (args.statistic, args.year, args.sport) if word is not None]
    if args.sport is None and not any(is_sport(word) or league_named(word) for word in given):
        raise QueryError(f"pass a sport, too: sportsframe leaders {args.statistic} NBA.")
    words = sorted(_words(args, "statistic"), key=_is_year)
    if len(words) > 1 and not _is_year(words[-1]):
        raise QueryError(f"leaders takes one statistic and one sport; got {quoted(' and '.join(words))}.")
    if not words or _is_year(words[0]):
        raise QueryError(
            f"pass a statistic beside {args.sport}, for example: sportsframe leaders points NBA; a wrong one lists "
            "those that a sport has."
        )
    args.statistic, *years = words
    year, sport = _season(args, years), sport_code(args.sport)
    resource = "live" if args.date else "player-stats"
    args.statistic, args.table = rankings.in_table(args.statistic, sport, resource, args.table)
    table = rankings.table_with(sport, resource, args.statistic, args.table)
    if args.date:
        frame = client.live(args.date, sport, table=table, league=args.league, day="league")
    else:
        season = season_of(client, sport, year)
        frame = client.player_stats(season, sport, table=table, league=args.league)
        frame = frame[frame["part"] == "regular_season"] if "part" in frame.columns else frame
    found, _, note = rankings.leaders(
        frame, sport, resource, table, args.statistic, team=args.team, qualify=args.qualify, order=args.order
    )
    if note:
        print(f"sportsframe: {note}", file=sys.stderr)
    return found


def box(client: Client, args: argparse.Namespace) -> int:
    """Print every table of one game, or write them as one JSON object."""
    from .._frames.arrays import day_label

    sport = sport_code(args.sport)
    day = day_label(args.game, None) or args.game
    found = client.box_scores(day, sport, league=args.league, day="league")
    first, *names = list(found)
    games = found[first]
    if day != args.game:
        games = games[games["game_id"] == args.game]
    elif args.team is not None:
        who = "team" if "team-info" in SPORTS[sport].resources else "player"
        of_team = client.live(day, sport, league=args.league, day="league", **{who: args.team})
        games = games[games["game_id"].isin(of_team["game_id"])]
    if len(games) != 1:
        raise QueryError(_why_not_one(games, found[first], sport, day, args.team))
    tables = {first: games}
    for name in names:
        frame = found[name]
        tables[name] = frame[frame["game_id"] == games["game_id"].iloc[0]]
    if args.format == "json":
        whole = {name: json.loads(frame.to_json(orient="records", date_format="iso")) for name, frame in tables.items()}
        output.write_text(json.dumps(whole, indent=1, ensure_ascii=False), args.out, escaped=args.out is None)
        return 0
    keys = set(games.columns) - {"sport", "player", "player_id"}
    parts = []
    for name, frame in tables.items():
        shown = frame if name == first else frame[[c for c in frame.columns if c not in keys]]
        if len(shown):
            parts.append(f"{name}\n{output.WRITERS['table'](shown, args)}")
    output.write_text("\n\n".join(parts), args.out, escaped=True)
    return 0


def _why_not_one(matching: pd.DataFrame, games: pd.DataFrame, sport: str, day: str, team: str | None) -> str:
    """Why arguments name no game or several, with the games there are."""
    if games.empty:
        return f"{sport} has no box score of {day}; games that have not begun are in schedule."
    shown = games if matching.empty else matching
    sides = [name for name in ("away_team", "home_team", "player_1", "player_2") if name in shown.columns]
    rows = shown[["game_id", *sides]].astype(str).to_numpy().tolist()
    told = [f"{game_id} ({' v. '.join(names)})" if names else game_id for game_id, *names in rows[:MOST_GAMES]]
    more = f" and {len(rows) - MOST_GAMES} more" if len(rows) > MOST_GAMES else ""
    which = (
        f"{len(matching)} games of {sport} on {day} match" if len(matching) else f"no game of {sport} on {day} matches"
    )
    return f"{which}{f' --team {team}' if team else ''}; pass the ID of one, or --team: {', '.join(told)}{more}."


MOST_GAMES = 3
"""Games that a message names."""


def seasons_of(words: list[str]) -> list[int]:
    """Return the years of words such as ``2024`` and ``2020-2024``."""
    found: list[int] = []
    for word in words:
        first, dash, last = word.partition("-")
        years = (first, last if dash else first)
        if not all(year.isascii() and year.isdigit() and len(year) == 4 for year in years) or years[0] > years[1]:
            raise QueryError(f"season {word!r} is not a year; write one such as 2024, or a range such as 2020-2024.")
        found += range(int(years[0]), int(years[1]) + 1)
    return found


def sync(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Download seasons into a dataset and return what was done."""
    return client.sync(
        sport_code(args.sport),
        seasons=seasons_of(args.season),
        to=args.to,
        league=args.league,
        tables=args.tables,
        refresh=args.refresh,
    )


def verify(args: argparse.Namespace) -> int:
    """Print the state of every file of a dataset; return 1 if one is not as it was written."""
    from ..dataset import verify as verified

    report = verified(args.folder)
    output.write(report, args)
    return int((report["state"] != "ok").any())


def plot(client: Client, args: argparse.Namespace, load: Any) -> int:
    """Draw a plot of a table into a file."""
    if Path(args.out).suffix.lower() not in (".png", ".svg", ".pdf"):
        raise QueryError(f"--out {args.out}: a plot is a .png, .svg or .pdf file.")
    os.environ.setdefault("MPLBACKEND", "agg")  # draws into files, without a window
    from ..plots import Plots

    frame = load()
    plots = Plots(frame)
    fitting = plots.names()
    if not fitting:
        raise QueryError("no plot fits the columns of this table; choose another one with --table.")
    choose(args.plot, fitting, "plot of this table")
    axes = getattr(plots, args.plot)()
    with output.output(args.out) as file:
        axes.figure.savefig(file, format=Path(args.out).suffix[1:].lower(), bbox_inches="tight", dpi=150)
    return 0


def watch(client: Client, args: argparse.Namespace) -> int:
    """Print the changes of a day's games until all are over."""
    if args.format == "parquet" or args.out:
        raise ConfigError("watch writes to standard output, as a table, csv, json or ndjson; omit --out.")
    sport = sport_code(args.sport)
    following = client.watch(
        args.date, sport, table=args.table or "games", league=args.league, game_id=args.game_id, every=args.every
    )
    for number, changes in enumerate(following, 1):
        output.write(changes, args)
        sys.stdout.flush()
        if args.looks is not None and number >= args.looks:
            break
    return 0
