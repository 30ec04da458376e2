"""Commands beyond loading: standings, leaders, one game, plots, watching a day, datasets, and catalogs."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._client.query import CURRENT, ISO
from .._client.query import season as season_text
from ..catalog import SPORTS, answer, layout, sport_code
from ..errors import ConfigError, QueryError, SportsframeError, quoted
from . import output
from .words import game_id_in, is_day, is_season, no_more, one_sport, seasons_in, sorted_out

if TYPE_CHECKING:
    import pandas as pd

    from .._watch import Watch
    from ..load import Client
    from ..servers.rankings import Door


NO_GAMES = 3
"""Exit code of a command that has no game to print or to draw, though nothing is wrong with what it was asked."""


def season_of(client: Client, sport: str, season: str | None) -> int:
    """Return a season, by default the current one of the league."""
    from ..load import settings_of

    return int(
        season_text(season or CURRENT, sport=sport, resource="schedule-season", clock=settings_of(client).moment)
    )


def season_asked(args: argparse.Namespace, example: str) -> str | None:
    """Set the sport and the league that the words of a command name, and return the season; None if it has none."""
    others = one_sport(args, example)
    named = " ".join(word for word in others if not is_day(word) and not any(map(str.isdigit, word)))
    if args.command == "standings" and named:
        raise QueryError(f"standings takes a sport and a season; got also {quoted(named)}. To choose rows add --where, "
                         f"for example: --where {quoted('conference~' + named)}, or team~ and a name.")  # fmt: skip
    if getattr(args, "team", "") is None:
        args.team = " ".join(word for word in others if not is_day(word)) or None
        others = list(filter(is_day, others))
    if others and re.fullmatch(ISO, others[0]):
        raise QueryError(f"{args.command} takes a season, not a day; write the year in which it started.")
    return _season(args, others)


def _season(args: argparse.Namespace, years: list[str]) -> str | None:
    """Return the season, given as a word or as an option."""
    no_more(years[1:], args.command, "one season")
    if years and args.season is not None:
        raise QueryError(f"the season was given twice, {quoted(years[0])} and {quoted(args.season)}; pass it once.")
    return years[0] if years else args.season


def standings(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the standings of a season."""
    from ..measures.seasons import standings

    season = season_asked(args, "standings NBA")
    return standings(season, args.sport, league=args.league, by=args.by, client=client)


def bracket(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the playoffs of a season, or a tournament."""
    from ..catalog.names import sport_of_finals
    from ..measures.seasons import bracket

    if code := sport_of_finals(" ".join(word for word in args.words if not is_day(word))):  # such as the Super Bowl
        args.words = [code, *filter(is_day, args.words)]
    season = season_asked(args, f"{args.command} NBA")
    return bracket(season, args.sport, league=args.league, event=args.event, client=client)


def availability(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the games that injured players missed."""
    from ..measures.seasons import availability

    season = season_asked(args, "availability NBA")
    args.asked = ["games_missed"]
    try:
        return availability(season, args.sport, league=args.league, team=args.team, by=args.by, client=client)
    except QueryError as error:
        said, past, _ = str(error).partition(f"; for {season} ")  # what follows is for Python
        raise QueryError(f"{said}; --now moves the simulated world to a day of {season}." if past else said) from None


ARGUMENT = re.compile("; (?=(qualify|order) )")
"""What is before an argument of a ranking in a note."""


def leaders(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the best players of a season or a day."""
    from ..servers import rankings

    given = sorted_out(args.words, args.league)
    statistic = " ".join(word for word in given.others if not is_day(word))
    if not given.sports and statistic:
        raise QueryError(f"pass a sport, too: sportsframe leaders {statistic} NBA.")
    days = [word for word in one_sport(args, "leaders points NBA") if is_day(word)]
    if args.date is None and days and not is_season(days[0]):
        args.date = days.pop(0)
    if args.date is not None:
        no_more(days, "leaders", "one day or one season")
    if not statistic:
        raise QueryError(
            f"pass a statistic beside {args.sport}, for example: sportsframe leaders points NBA; a wrong one "
            "names the nearest."
        )
    year, sport, notes = _season(args, days), sport_code(args.sport), []
    if args.date is not None and year is not None:
        raise QueryError(f"leaders takes one day or one season; got {quoted(args.date)} and {quoted(year)}.")
    if not (args.date or year or args.table or args.qualify is not None) and rankings.is_of_today(
        client, sport, statistic
    ):
        args.date, notes = "today", [rankings.OF_TODAY]
    resource = "live" if args.date else "player-stats"
    statistic, named = rankings.in_table(statistic, sport, resource, args.table)
    table = rankings.table_with(sport, resource, statistic, named, _in_python(sport, year, args.league))
    if args.date:
        frame = client.live(args.date, sport, table=table, league=args.league, day="league")
        days = [f"{sport} on {day:%Y-%m-%d}" for day in sorted(frame["game_date"].unique())]
        fields = frame["tournament"].unique() if SPORTS[sport].rules.opponents == "field" else days
        whose = [f"leaders of {name}" for name in fields]
    else:
        season = season_of(client, sport, year)
        frame = rankings.of_season(client, season, sport, table, statistic, args.league)
        frame = frame[frame["part"] == "regular_season"] if "part" in frame.columns else frame
        whose = [f"leaders of {sport} in {SPORTS[sport].season_label(season)}, regular season"]
    team = (
        None if args.team is None else str(client.teams(sport, league=args.league, team=args.team)["team_id"].iloc[0])
    )
    found, _, note = rankings.leaders(
        frame, sport, resource, table, statistic, team=team, qualify=args.qualify, order=args.order
    )
    if sys.stdout.isatty():
        notes += whose
    for one in filter(None, [*notes, note, rankings.caveat(sport, resource, table, statistic)]):
        print(f"sportsframe: {ARGUMENT.sub('; --', one)}", file=sys.stderr)
    args.asked = [statistic]
    return found


def _in_python(sport: str, season: str | None, league: str | None) -> Door:
    """Return what the command line says of statistics that it cannot rank as asked, but Python can."""
    from ..servers.rankings import Door

    asked = season if str(season).isdigit() else f'"{season or CURRENT}"'
    of = f'league="{league}", ' if league else ""

    def of_season(statistic: str, table: str, near: list[str]) -> str:
        live = f'sf.live(season={asked}, sport="{sport}", {of}table="{table}")'
        return f', or write in Python {live}.sports.leaders("{statistic}")'

    return Door(of_season, second=", which only the functions of Python take")


FORMATS_OF_BOX = ("table", "json")
"""Formats that hold several tables."""


def box(client: Client, args: argparse.Namespace) -> int:
    """Print every table of one game, or write them as one JSON object."""
    from .._display.box import is_line_score, line_scores
    from .._frames.arrays import day_label

    output.settle_format(args, FORMATS_OF_BOX)
    named = one_sport(args, "box 2024-06-01 MLB --team magnets")
    sport = sport_code(args.sport)
    ids = {word: game_id for word in named if (game_id := game_id_in(word, sport))}
    asked = [word for word in named if word in ids or is_day(word)]
    names = [" ".join(word for word in named if word not in asked), args.team]
    team, *teams = [name for name in names if name] or [None]
    no_more(teams, "box", "one team")
    no_more(asked[1:], "box", "one game")
    if not asked:
        raise QueryError(f"pass the ID of a game, or its date, for example: sportsframe box today {sport}.")
    game_id = ids.get(asked[0])
    if game_id and team is not None:
        raise QueryError(f"the ID {game_id} names one game; omit the team {quoted(team)}.")
    day = day_label(game_id, None) if game_id else asked[0]
    if day is None:  # the ID has no date
        found = client.game(str(game_id), sport, league=args.league)
    else:
        found = client.box_scores(day, sport, league=args.league, day="league")
    first, *others = list(found)
    games = found[first]
    if games.empty:  # of which `box_scores` has told
        return NO_GAMES
    if game_id:
        games = games[games["game_id"] == game_id]
    elif team is not None:
        filters: dict[str, Any] = {"team" if "team-info" in SPORTS[sport].resources else "player": team}
        of_team = client.live(day, sport, league=args.league, day="league", **filters)
        games = games[games["game_id"].isin(of_team["game_id"])]
    if len(games) != 1:
        raise QueryError(_why_not_one(games, found[first], sport, day or asked[0], team))
    tables = {first: games}
    for name in others:
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
        if len(shown) and is_line_score(layout(sport, "live", name)):
            (score,) = line_scores(frame, sport, None, tables.get("teams"))
            parts.append(f"{name}\n{score.text()}")
        elif len(shown):
            parts.append(f"{name}\n{output.WRITERS['table'](shown, args)}")
    output.write_text("\n\n".join(parts), args.out, escaped=True)
    return 0


def _why_not_one(matching: pd.DataFrame, games: pd.DataFrame, sport: str, day: str, team: str | None) -> str:
    """Why arguments name no game or several, with the games there are."""
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


def sync(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Download seasons into a dataset and return what was done."""
    args.words = [*args.words, *args.season]
    years: Any = one_sport(args, "sync NFL 2022-2024 --to data")
    if not years:
        raise QueryError(f"pass the seasons, for example: sportsframe sync {args.sport} 2022-2024 --to {args.to}.")
    sport = sport_code(args.sport)
    if not (len(years) == 2 and all(map(is_season, years))):  # which are a range, as two dates are
        years = seasons_in(years, lambda: season_of(client, sport, None), [sport])
    else:
        years = tuple(years)
    return client.sync(
        sport,
        seasons=years,
        to=args.to,
        league=args.league,
        tables=args.tables and [name for text in args.tables for name in text.strip(",").split(",")],
        refresh=args.refresh,
        validate=args.validate,
    )


def verify(args: argparse.Namespace) -> int:
    """Print the state of every file of a dataset.

    Raises
    ------
    SportsframeError
        One is not as it was written; the rows that were printed need not show that.
    """
    from ..dataset import verify as verified

    report = verified(args.folder)
    output.write(report, args)
    if wrong := int((report["state"] != "ok").sum()):
        raise SportsframeError(
            f"{args.folder}: entries that are not ok: {wrong} of {len(report)}; the column state says why."
        )
    return 0


def table_with(plot: str, sport: str) -> str | None:
    """Return the first table of box scores of which there is such a plot; None if there is none."""
    from .._frames.flatten import empty
    from ..plots import Plots

    tables = answer(sport, "live").layouts
    return next((table for table in tables if plot in Plots(empty(sport, "live", table)).names()), None)


def plot(name: str, args: argparse.Namespace, load: Any) -> int:
    """Draw a plot of a table into a file."""
    if Path(args.out).suffix.lower() not in (".png", ".svg", ".pdf"):
        raise QueryError(f"--out {args.out}: a plot is a .png, .svg or .pdf file.")
    os.environ.setdefault("MPLBACKEND", "agg")  # draws into files, without a window
    from ..plots import Plots

    frame = load()
    if frame.empty:
        return NO_GAMES
    axes = getattr(Plots(frame), name)()
    with output.output(args.out) as file:
        axes.figure.savefig(file, format=Path(args.out).suffix[1:].lower(), bbox_inches="tight", dpi=150)
    return 0


def watch(client: Client, args: argparse.Namespace) -> int:
    """Print the changes of a day's games until all are over."""
    if args.format in ("parquet", "json") or args.out:
        raise ConfigError("watch writes rows to standard output as they come: as a table, csv or ndjson; omit --out.")
    days = [*one_sport(args, "watch NBA"), *([] if args.date is None else [args.date])]
    no_more(days[1:], "watch", "one day")
    following = client.watch(
        days[0] if days else "today",
        sport_code(args.sport),
        table=args.table or "games",
        league=args.league,
        game_id=args.game_id,
        every=args.every,
    )
    if not _tell_day(following):
        return 0
    for number, changes in enumerate(following, 1):
        output.write(_with_names(changes, following) if args.format == "table" else changes, args)
        args.header = False
        sys.stdout.flush()
        if args.looks is not None and number >= args.looks:
            break
    return 0


def _tell_day(following: Watch) -> bool:
    """Say that there are no games on a day, or when the first begins; whether there are any."""
    games = following.schedule()
    if games.empty:
        print(f"sportsframe: no {following.league or following.sport} games on {following.day}.", file=sys.stderr)
    elif games["phase"].eq("scheduled").all():
        games_of_day = f"{(count := games['game_id'].nunique())} game{'s' * (count > 1)} on {following.day}"
        print(
            f"sportsframe: {games_of_day}, the first at {games['game_time'].min():%Y-%m-%d %H:%M} UTC.", file=sys.stderr
        )
    return not games.empty


def _with_names(changes: pd.DataFrame, following: Watch) -> pd.DataFrame:
    """Return changes for people to read: who plays in place of IDs, and the time of day."""
    from .._display import headings, sides

    frame = following.frame
    games = following.rows_of(next(iter(answer(following.sport, "live").layouts)))
    who = sides(games)
    names = games.drop_duplicates("game_id").set_index("game_id")
    names = names[[who[0], who[-1]] if who else [*headings(games)[:1]]].astype("string")
    told = {"game": changes["game_id"].map(names.fillna("").agg(" - ".join, axis=1))}
    if "player_id" in changes and "player" in frame:
        told["player"] = changes["player_id"].map(frame.drop_duplicates("player_id").set_index("player_id")["player"])
    if following.table == next(iter(answer(following.sport, "live").layouts)):
        standing = {game["game_id"]: _standing(game, who) for game in games.to_dict("records")}
        new = changes["change"] == "new"
        changes = changes.assign(after=changes["after"].mask(new, changes["game_id"].map(standing)))
    rest = [name for name in changes.columns if name not in ("game_id", "player_id", "team_id", "side", "when")]
    return changes[rest].assign(**told, when=changes["when"].dt.strftime("%H:%M:%S UTC"))[[*told, *rest, "when"]]


def _standing(game: Mapping[Any, Any], who: tuple[str, ...]) -> str:
    """Return the phase of a game and, once it has begun, the score of its two sides."""
    import pandas as pd

    half = len(who) // 2
    scores = [(game[one], game[two]) for one, two in zip(who[1:half], who[-2 : half - 1 : -1], strict=True)]
    return " ".join([str(game["phase"]), *(f"{one}-{two}" for one, two in scores if pd.notna(one) and pd.notna(two))])


def find(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the people and teams of a name."""
    sports, others = sorted_out(args.words, args.league)
    if not args.words:
        raise QueryError("pass a name, for example: sportsframe find mossdell NFL.")
    if not others:  # a name that is a sport's or a league's
        sports, others = [], args.words
    if len(sports) > 1:
        raise QueryError(f"{' and '.join(league or sport for sport, league in sports)} are several sports; pass one, "
                         "or none for all.")  # fmt: skip
    sport: Any
    sport, league = sports[0] if sports else (None, args.league)
    options: dict[str, Any] = {"league": league, "kind": args.kind, "limit": args.limit, "refresh": args.refresh}
    return client.find(" ".join(others), sport, **options)


def reconcile(client: Client, args: argparse.Namespace) -> pd.DataFrame:
    """Return the cells in which season statistics differ from the box scores."""
    asked = season_asked(args, "reconcile 2024 NBA")
    season = season_of(client, args.sport, asked)
    return client.reconcile(season, args.sport, league=args.league, refresh=args.refresh)


def dictionary(args: argparse.Namespace) -> int:
    """Print the meaning of every column."""
    from .._frames.columns import columns

    output.write(columns(args.sport, args.resource, args.table), args)
    return 0


def cache(args: argparse.Namespace) -> int:
    """Print the statistics of the cache, or clear it."""
    from .._client.cache import cache, clear_cache
    from .._client.options import current

    if args.action == "info":
        if args.everything:
            raise QueryError("--everything goes with cache clear; omit it.")
        print(cache.info())
    elif left := clear_cache(current(), everything=args.everything):
        raise SportsframeError(left)
    else:
        print("the cache is empty")
    return 0


def doctor(_: argparse.Namespace) -> int:
    """Print what is well and what is not; return 1 if there is a problem."""
    from .._doctor import doctor

    report = doctor()
    print(report)
    return int((report["state"] == "problem").any())


def openapi(args: argparse.Namespace) -> int:
    """Print the document of the reference service."""
    from ..service.openapi import document

    output.write_text(json.dumps(document(), indent=2), args.out, escaped=False)
    return 0
