"""Playoffs as a frame: one row per series, in the order of the bracket."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from .._client.notices import first_time, say, warn
from .._frames import arrays
from .._frames.recognize import need, refuse_several
from .._frames.typed import verb
from ..catalog import SPORTS
from ..catalog.results import BRACKET
from ..catalog.rules import Rules, Seeding
from ..errors import QueryError, nearest, quoted
from . import results
from .ahead import PLAYOFFS, REGIONS, paired
from .league import (
    conferences_and_divisions,
    how_to_load,
    lacking,
    names_of,
    refuse_other_teams,
    standings,
    tell_lacking,
    without_group,
)
from .projecting import projected
from .series import series_of, walked_over


@verb
def bracket(
    games: pd.DataFrame,
    *,
    teams: pd.DataFrame | None = None,
    groups: Mapping[int, str] | None = None,
    event: str | None = None,
) -> pd.DataFrame:
    """Return the playoffs of a season, or a tournament, one row per series, in the order of the bracket.

    Parameters
    ----------
    games : pandas.DataFrame
        A games frame with scores, of one season and league. If none of its games belongs to the postseason, the first
        round is what it would be if the season ended today, from the seeds of the standings; this requires the whole
        season so far and `teams` or `groups`. With these, series that have not begun are there too once the first one
        has, if both sides are known or the series belongs to the first round. If the frame lacks games of the regular
        season, seeds are missing.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games: gives conferences, seeds, abbreviations and nicknames. College basketball
        has its seeds and regions in the games.
    groups : mapping of int to str, optional
        Team id to ``"Conference - Division"``, instead of `teams`.
    event : str, optional
        Name of the tournament, where a season has several: a conference tournament, an event in darts. By default the
        one whose rounds are numbered.

    Returns
    -------
    pandas.DataFrame, one row per series
        ``sport, season, event, conference`` (the region in college basketball; missing for finals), ``round`` (Int64, 0
        for play-in and opening rounds), ``round_name`` (in the playoffs that of the league), ``slot`` (Int64, from the
        top of the bracket, starting at 1 in each round; missing for regions whose order is not known), both sides with
        the better seed first: ``seed_1, id_1, team_1, abbreviation_1, mascot_1, wins_1, score_1`` (the abbreviation and
        the mascot, which is the nickname, only with `teams`; the score only of single games) and the same with ``_2``,
        ``games`` (finished), ``winner_id, winner`` (missing while undecided), ``next`` (Int64, the row of the series
        the winner plays next; missing in groups, where everybody plays several others), ``first_date, last_date`` and
        ``projected`` (boolean, true if the season ended today). Seeds are those of the standings; after a play-in,
        those won there. In darts the sides are players, and a match that was called off, which only the schedule has,
        is a walkover of who went on: it has a winner and no games.
        Where tie-breaks leave teams level, a projected side that depends on their order is missing.

    Raises
    ------
    QueryError
        The sport has no games between two sides, the frame holds several seasons, leagues or tournaments, `event` is
        unknown, or the league has no seeds to project.
    FrameError
        Columns are missing.

    Warns
    -----
    SportsframeWarning
        The frame lacks games of the regular season, from which the seeds follow, or games of the first round of a
        tournament in regions; or it seems to begin within a series or an event, whose earlier games do not count then.
        The rules of a registered sport do not say how many games its series have.

    Notes
    -----
    A series is decided when a side has won more than half of its games, as the catalog says how many there are in each
    round (``most_games`` of ``sportsframe.catalog.SPORTS[code].rules``), or has gone on to the next round.

    Examples
    --------
    >>> games = sf.live(("2025-01-11", "2025-02-09"), "NFL", progress=False)
    >>> series = games.sports.bracket()
    >>> series["round"].value_counts(sort=False).tolist()
    [6, 4, 2, 1]
    """
    sport = results.league_of(games, "bracket")
    sides = results.sides_of(sport)
    need(
        games, ["game_id", "game_time", "game_date", "phase", sides.home_id, sides.away_id, sides.home_score], "bracket"
    )
    rules = SPORTS[sport].rules
    seeding = rules.standings.seeding if rules.standings else None
    rows = _games(games, sides)
    darts = rules.opponents == "players"
    later = rows if darts else rows[~rows["part"].isin([results.REGULAR, results.PRESEASON])]
    seasons = rows["season"].dropna().unique()
    if not darts:
        refuse_several(rows, "season", "bracket")
    ahead_only = later.empty and event is None
    known = _seeds(games, sport, teams, groups, ahead_only) if seeding else pd.DataFrame()
    if ahead_only:
        if seeding is None or known.empty:
            raise QueryError(
                "no game of the frame belongs to the postseason; "
                + (
                    f"to project the playoffs of {sport}, pass teams= or groups=."
                    if seeding
                    else f"the standings of {sport} determine no seeds, so that nothing can be projected."
                )
            )
        found = list(projected(known, seeding))
        name = PLAYOFFS
    else:
        later, name = _chosen(later, event, darts, seeding)
        ahead = list(projected(known, seeding)) if seeding and not known.empty and name == PLAYOFFS else []
        found = series_of(later, known, sport, name, ahead)
        _tell_part(found, rules.region_first_round)
        if darts:
            _tell_begun_event(later, sport, name)
        elif seeding and not rows["part"].eq(results.REGULAR).any():
            _tell_begun_series(found, rules, games)
    season = str(seasons[0]) if len(seasons) == 1 else None
    whole = paired(_framed(found, games, sport, name, season, _called(teams)))
    if darts:
        _tell_called_off(whole, later, sport, name)
    return whole


def _games(games: pd.DataFrame, sides: results.Sides) -> pd.DataFrame:
    """The games with both sides, in order of start, without those replaced."""

    def column(name: str) -> Any:
        return games[name].to_numpy() if name in games.columns else np.full(len(games), None, dtype=object)

    seeds = (sides.home.replace("home_team", "home_team_seed"), sides.away.replace("away_team", "away_team_seed"))
    rows = pd.DataFrame(
        {
            "game_id": games["game_id"].astype(object).to_numpy(),
            "time": games["game_time"].to_numpy(),
            "date": games["game_date"].to_numpy(),
            "phase": games["phase"].astype(object).to_numpy(),
            "part": column("season_type"),
            "season": column("season"),
            "event": column("event_name") if "event_name" in games.columns else column("event"),
            "event_id": column("event_id"),
            "round": column("round"),
            "region": column("region"),
            "region_order": column("region_display_order"),
            "one": pd.to_numeric(games[sides.home_id]).to_numpy("float64", na_value=np.nan),
            "two": pd.to_numeric(games[sides.away_id]).to_numpy("float64", na_value=np.nan),
            "name_one": column(sides.home),
            "name_two": column(sides.away),
            "score_one": results.scored(games, sides.home_score, sides.home_sets),
            "score_two": results.scored(games, sides.away_score, sides.away_sets),
            "seed_one": column(seeds[0]) if seeds[0] != sides.home else None,
            "seed_two": column(seeds[1]) if seeds[1] != sides.away else None,
        }
    )
    rows = rows[rows[["one", "two"]].notna().all(axis=1) & (rows["phase"] != "replaced")]
    off = rows["phase"] == "off"
    rows = rows[~off | walked_over(rows)] if sides == results.PLAYERS else rows[~off]
    rows = rows.sort_values(["time", "game_id"], kind="stable").drop_duplicates("game_id", keep="last")
    return rows.astype({"one": "int64", "two": "int64"}).reset_index(drop=True)


def _seeds(
    games: pd.DataFrame,
    sport: str,
    teams: pd.DataFrame | None,
    groups: Mapping[int, str] | None,
    ahead_only: bool,
) -> pd.DataFrame:
    """Seeds before a play-in, conferences, divisions and berths by team id; empty where they are not known.

    Without all games of the regular season so far they would be wrong. Nothing can be projected then, `ahead_only`.
    """
    if teams is None and groups is None:
        return pd.DataFrame()
    if teams is not None:
        refuse_other_teams(teams, sport, "bracket", games)
    found = results.of_league(results.finished(games, "bracket"), sport)
    if found.empty and not ahead_only:
        warn(f"bracket(): the frame has no game of the regular season; {how_to_load(games)} to know the seeds.")
        return pd.DataFrame()
    if lacks := lacking(games, found, teams, SPORTS[sport].rules):
        told = f"bracket(): {tell_lacking(games, lacks)}"
        if ahead_only:
            raise QueryError(f"{told} to project the playoffs.")
        warn(f"{told} to know the seeds.")
        return pd.DataFrame()
    places = conferences_and_divisions(groups, teams, sport)
    if lost := without_group(names_of(found), sport, places, groups):
        if ahead_only:
            raise QueryError(f"bracket(): {lost}; pass all teams to project the playoffs.")
        warn(f"bracket(): {lost}; pass all teams to know the seeds.")
        return pd.DataFrame()
    regular = games["season_type"].fillna(results.REGULAR) == results.REGULAR if "season_type" in games else slice(None)
    table = standings(games[regular], teams=teams, groups=groups, by="conference")
    if table.empty or "seed" not in table or table["seed"].isna().all():
        return pd.DataFrame()
    return table.set_index("team_id")


def _fitting(event: str | None, titles: Mapping[str, str]) -> list[str]:
    """The tournaments meant by a name: those called exactly that, otherwise those with it at the start of a word.

    `titles` has the name of each tournament by its title, which may add an id.
    """
    if event is None:
        return list(titles)
    wanted = event.lower()
    exact = [title for title, name in titles.items() if wanted in (title.lower(), name.lower())]
    return exact or [title for title in titles if re.search(rf"\b{re.escape(wanted)}", title.lower())]


def one_event(names: pd.Series[str], ids: pd.Series[str], event: str | None) -> pd.Series[bool]:
    """Which rows are of the one event that is meant, by its name or its id."""
    names = names.astype(object).where(names.notna(), "").astype(str)
    titles = names + " " + ids.astype(object).where(ids.notna(), "").astype(str)
    titles = titles.str.strip()
    called = dict(zip(titles, names))
    fits = _fitting(event, called)
    if len(fits) != 1:
        near = "" if fits or event is None else nearest(event, dict.fromkeys(names))
        raise QueryError(
            f"bracket() requires one event, but {len(fits)} of {len(called)} fit; "
            f"pass event=, for example {next(iter(fits or called), '')!r}.{near}"
        )
    return titles == fits[0]


def _chosen(later: pd.DataFrame, event: str | None, darts: bool, seeding: Seeding | None) -> tuple[pd.DataFrame, str]:
    """The games of one tournament, and its name."""
    names = later["event"].astype(object).where(later["event"].notna(), "").astype(str)
    if darts:
        rows = one_event(later["event"], later["event_id"], event)
        return later[rows], names[rows].iloc[0]
    base = names.str.split(" - ").str[0]
    if event is not None:
        fits = _fitting(event, {name: name for name in base})
        if len(fits) != 1:
            listed = list(dict.fromkeys(fits or filter(None, base)))
            some = f"{', '.join(listed[:MOST_NAMED])}{', ...' if len(listed) > MOST_NAMED else ''}"
            near = "" if fits else nearest(event, dict.fromkeys(base))
            raise QueryError(f"{len(fits) or 'no'} events fit event={quoted(event)}: pass one of {some}.{near}")
        return later[base == fits[0]], fits[0]
    numbered = later["round"].notna()
    # A play-in has no number but leads to the rounds that have one; bowls do not.
    leads = ~numbered & later["event"].astype(str).str.contains(f"{results.PLAY_IN}|opening", case=False, regex=True)
    if not numbered.any() and seeding and seeding.play_in_round and leads.any():
        return later[leads].assign(round=0), PLAYOFFS
    opening = leads & later["region"].notna()
    if not numbered.any() and opening.any():  # college, before the first round
        return later[opening].assign(round=0), str(base[opening].iloc[0])
    if not numbered.any():
        other = next((f"; pass event= for another one, for example {quoted(name)}." for name in base if name), "")
        raise QueryError(
            "the frame has no game of the tournament that decides the season"
            + (other or ", which has numbers in round.")
        )
    if later["region"].notna().any():  # college: one tournament of several
        name = str(base[numbered].mode()[0])
        return later[base == name], name
    if later["part"].eq("Postseason").any() and not later["event"].notna().all():
        return later[numbered], PLAYOFFS
    return later[numbered | leads], PLAYOFFS


def _tell_part(found: list[dict[str, Any]], pairs: tuple[tuple[int, int], ...]) -> None:
    """Warn of a tournament in regions of which only a part is known."""
    regional = [row for row in found if row.get("region") is not None]
    first, whole = sum(row["round"] == 1 for row in regional), REGIONS * len(pairs)
    if regional and first < whole:
        warn(
            f"bracket(): the frame has {first} of the {whole} games of the first round; the others are not in it, or "
            "not scheduled yet."
        )


def _tell_begun_event(matches: pd.DataFrame, sport: str, name: str) -> None:
    """Warn of an event that began before the frame, by the date in its id."""
    number, first = str(matches["event_id"].iloc[0]), matches["date"].min()
    began = pd.to_datetime(number[:8], format="%Y%m%d", errors="coerce")
    if began < first:
        held = f"{len(matches)} match{'es' * (len(matches) != 1)}"
        warn(
            f"bracket(): the frame has {held} since {first:%Y-%m-%d} of {name} {number}, which began on "
            f'{began:%Y-%m-%d}; for all write sf.bracket({began.year}, "{sport}", event="{number}").'
        )


def _tell_called_off(found: pd.DataFrame, matches: pd.DataFrame, sport: str, name: str) -> None:
    """Say once that a winner goes nowhere in an event that is over: the match after his was called off."""
    last = found["round"] == found["round"].max()
    paired_off = found.groupby("round")["next"].transform("count") > 0
    lost = ~last & paired_off & found["winner_id"].notna() & found["next"].isna()
    if lost.any() and last.sum() == 1 and found.loc[last, "winner_id"].notna().all():
        number = str(matches["event_id"].iloc[0])
        if first_time(f"called off: {number}"):
            say(
                f"sportsframe: bracket() of {name} lacks a match that was called off, which only the schedule has; "
                f'sf.bracket({number[:4]}, "{sport}", event="{number}") has it.'
            )


def _tell_begun_series(found: list[dict[str, Any]], rules: Rules, games: pd.DataFrame) -> None:
    """Warn of series that may have begun before the frame: undecided by wins, where a round before is missing.

    In the first round the winners would all have equally many wins if its series were only shorter than today's.
    """
    begun = [row for row in found if row["games"] and row["round"]]
    first = min((row["round"] for row in begun), default=1)
    won = {(row["round"], max(row["wins_1"], row["wins_2"])) for row in begun if row["winner_id"] is not None}
    several = Counter(number for number, _ in won)
    short = [
        row
        for row in begun
        if 2 * max(row["wins_1"], row["wins_2"]) <= rules.best_of(row["round"])
        and (row["round"] == first > 1 or (several[row["round"]] > 1 and row["winner_id"] is not None))
    ]
    if short:
        warn(
            f"bracket(): the frame begins in the {short[0]['round_name']}, so {len(short)} series may lack games and "
            f"wins; {how_to_load(games)}."
        )


MOST_NAMED = 5
"""Events that a message names."""


def _called(teams: pd.DataFrame | None) -> dict[str, dict[Any, str]]:
    """Abbreviations and nicknames by team id; empty where they are not known."""
    if teams is None:
        return {}
    return {
        name: dict(teams.dropna(subset=[name])[["team_id", name]].to_numpy())
        for name in ("abbreviation", "mascot")
        if name in teams
    }


def _framed(
    found: list[dict[str, Any]],
    games: pd.DataFrame,
    sport: str,
    event: str,
    season: str | None,
    called: Mapping[str, Mapping[Any, str]],
) -> pd.DataFrame:
    at = {id(row): n for n, row in enumerate(found)}
    for row in found:
        following = row.get("next")
        row |= {"sport": sport, "season": season, "event": event, "next": at[id(following)] if following else None}
        row |= {f"{name}_{n}": names.get(row.get(f"id_{n}")) for name, names in called.items() for n in (1, 2)}
    frame = pd.DataFrame(found, columns=list(BRACKET))
    frame = frame.astype({name: arrays.dtype_of(name, kind) for name, kind in BRACKET.items()})
    if "sport" in games and isinstance(games["sport"].dtype, pd.CategoricalDtype):
        frame["sport"] = frame["sport"].astype(games["sport"].dtype)
    return frame
