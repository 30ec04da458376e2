"""Finished games of a games frame, one row each, for standings and ratings, and which of them count."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from .._client.notices import first_time, say, warn
from .._frames.recognize import kind, need, refuse_several
from ..catalog import SPORTS
from ..errors import QueryError, nearest, quoted

REGULAR = "Regular Season"
PRESEASON = "Preseason"

PLAY_IN = r"play-?in"
"""Matches the names of games that decide the last places in the playoffs."""


@dataclass(frozen=True)
class Sides:
    """Columns of the two sides of a game."""

    home: str
    away: str
    home_id: str
    away_id: str
    home_score: str
    away_score: str
    home_sets: str = ""
    away_sets: str = ""


TEAMS = Sides("home_team", "away_team", "home_team_id", "away_team_id", "home_score", "away_score")
PLAYERS = Sides(
    "player_1",
    "player_2",
    "player_1_id",
    "player_2_id",
    "player_1_legs",
    "player_2_legs",
    "player_1_sets",
    "player_2_sets",
)


def only_team(home: pd.Series, away: pd.Series) -> Any:
    """The team, or the player, of every game, if there are several opponents; else nothing."""
    sides = set(home.dropna()) | set(away.dropna())
    everywhere = (side for side in {*home[:1].dropna(), *away[:1].dropna()} if (home.eq(side) | away.eq(side)).all())
    return next(everywhere, None) if len(sides) > 2 else None


def tell_one_team(name: object, sport: str, verb: str) -> None:
    """Say once that the games are those of one team, which are not all of its opponents'."""
    if first_time(f"games of one team: {sport} {name}"):
        say(
            f"sportsframe: every game in the frame is one of {name}, so {verb} has only the games of the others "
            "against it; to compare teams use the games of the whole league."
        )


def sport_of(games: pd.DataFrame, verb: str) -> str:
    """The sport of a games frame; a tournament with a field of players is rejected."""
    need(games, ["sport"], verb)
    return of_two(kind(games).sport, verb)


def league_of(games: pd.DataFrame, verb: str) -> str:
    """The sport of a games frame of one league, for results that cannot be computed for several leagues at once."""
    sport = sport_of(games, verb)
    refuse_several(games, "league", verb)
    return sport


def of_two(sport: str, verb: str) -> str:
    """Return the sport if its games are between two sides; otherwise QueryError."""
    if SPORTS[sport].rules.opponents == "field":
        raise QueryError(f"{verb} requires games between two sides; {sport} has a field of players.")
    return sport


def sides_of(sport: str) -> Sides:
    """The columns of the two sides."""
    return PLAYERS if SPORTS[sport].rules.opponents == "players" else TEAMS


def finished(
    games: pd.DataFrame, verb: str, *, season_type: str | None = REGULAR, sides: Sides = TEAMS
) -> pd.DataFrame:
    """Return finished games in order of start, without duplicates.

    Parameters
    ----------
    games : pandas.DataFrame
        A games frame with scores.
    verb : str
        Name of the caller, for messages.
    season_type : str or None
        Part of the season; None for all except the preseason.
    sides : Sides
        Columns of the two sides.

    Returns
    -------
    pandas.DataFrame
        Columns ``game_id, time, season, league, season_type, home, away, home_name, away_name, scored, allowed`` (of
        the home side) and ``row``, the position in `games`; game ids without a score are left out.
    """
    need(
        games, ["game_id", "game_time", "phase", sides.home_id, sides.away_id, sides.home_score, sides.away_score], verb
    )
    found = pd.DataFrame(
        {
            "game_id": games["game_id"].astype(object).to_numpy(),
            "time": games["game_time"].to_numpy(),
            "phase": games["phase"].astype(object).to_numpy(),
            "home": _numbers(games[sides.home_id]),
            "away": _numbers(games[sides.away_id]),
            "home_name": games[sides.home if sides.home in games else sides.home_id].astype(object).to_numpy(),
            "away_name": games[sides.away if sides.away in games else sides.away_id].astype(object).to_numpy(),
            "scored": scored(games, sides.home_score, sides.home_sets),
            "allowed": scored(games, sides.away_score, sides.away_sets),
            "row": np.arange(len(games)),
        }
    )
    for name in ("season", "league", "season_type", "event_name", "game_status"):
        found[name] = games[name].astype(object).to_numpy() if name in games.columns else None
    keep = (found["phase"] == "finished") & found[["home", "away", "scored", "allowed"]].notna().all(axis=1)
    if "replaced_by" in games.columns:
        keep &= games["replaced_by"].isna().to_numpy()
    if "season_type" in games.columns:
        of = found["season_type"]
        if season_type not in (None, REGULAR, PRESEASON) and len(of.dropna()) and season_type not in set(of):
            raise QueryError(
                f"{verb}: no game in the frame has season_type={quoted(season_type)}; there are "
                f"{', '.join(sorted(set(of.dropna())))}.{nearest(season_type, set(of.dropna()))}"
            )
        keep &= (of.isna() | (of == season_type)) if season_type is not None else (of != PRESEASON)
    found = found[keep].sort_values(["time", "game_id"], kind="stable").drop_duplicates("game_id", keep="last")
    return found.astype({"home": "int64", "away": "int64"}).reset_index(drop=True)


def scored(games: pd.DataFrame, score: str, sets: str) -> np.ndarray:
    """What decides: the sets of a match in sets, NaN if they are not known, else the score."""
    scored = _numbers(games[score])
    if not sets or sets not in games.columns:
        return scored
    won = _numbers(games[sets])
    if "format" in games.columns:
        scored = np.where(games["format"].eq("set").fillna(value=False).to_numpy(bool), np.nan, scored)
    return np.where(np.isnan(won), scored, won)


def _numbers(column: pd.Series) -> np.ndarray:
    return pd.to_numeric(column).to_numpy(dtype="float64", na_value=np.nan)


def lines(found: pd.DataFrame) -> pd.DataFrame:
    """Return two rows per game, one per side: ``team, opponent, scored, allowed, at_home, share`` (1, 0.5 or 0)."""
    shared = [c for c in found.columns if c not in ("home", "away", "home_name", "away_name", "scored", "allowed")]
    home = found[shared].assign(
        team=found["home"],
        name=found["home_name"],
        opponent=found["away"],
        scored=found["scored"],
        allowed=found["allowed"],
        at_home=True,
    )
    away = found[shared].assign(
        team=found["away"],
        name=found["away_name"],
        opponent=found["home"],
        scored=found["allowed"],
        allowed=found["scored"],
        at_home=False,
    )
    both = pd.concat([home, away]).sort_values(["time", "game_id", "at_home"], kind="stable", ignore_index=True)
    return both.assign(share=np.sign(both["scored"] - both["allowed"]) / 2 + 0.5)


def guests(teams: pd.Series, sport: str) -> set[Any]:
    """Return the teams from outside the league; `teams` has the team of each game and side.

    They have played less than half as many games as the median team.
    """
    return outside(teams.value_counts(), sport)


def outside(played: pd.Series, sport: str) -> set[Any]:
    """Return the teams from outside the league; `played` has the games of each team."""
    standings = SPORTS[sport].rules.standings
    if standings is None or not standings.guests:
        return set()
    return set(played.index[played < played.median() / 2])


def counting(found: pd.DataFrame, sport: str) -> pd.DataFrame:
    """Games that count in the standings: those of the league, without level ones where these do not count."""
    found = of_league(found, sport)
    return found if SPORTS[sport].rules.level else found[found["scored"] != found["allowed"]]


def of_league(found: pd.DataFrame, sport: str) -> pd.DataFrame:
    """Games of the league, whether their results count or not: no events that stand apart."""
    apart = SPORTS[sport].rules.not_in_standings
    return found[~named_like(found, apart)] if apart else found


def named_like(found: pd.DataFrame, pattern: str) -> pd.Series:
    """Whether the event of each game bears such a name."""
    names = found["event_name"].astype(object).fillna("").astype(str)
    return names.str.contains(pattern, case=False, regex=True)


def decided(found: pd.DataFrame, sport: str, teams: pd.DataFrame | None = None) -> np.ndarray:
    """0 regulation, 1 overtime, 2 shootout, NaN where nothing tells; asked only where points depend on it.

    The periods of `teams` tell, and of games that it lacks the display text.
    """
    rules = SPORTS[sport].rules
    if not (rules.standings and rules.standings.points and rules.standings.points.overtime_counts):
        return np.zeros(len(found))
    # Display text should not determine results, but without teams there is no other source.
    text = found["game_status"].astype(object).fillna("").astype(str).str.upper()
    shootout, overtime = text.str.contains(r"\bSO\b|SHOOTOUT"), text.str.contains(r"\b\d*OT\d*\b|OVERTIME")
    told = np.asarray(np.select([shootout, overtime, text.eq("")], [2.0, 1.0, np.nan], 0.0))
    if teams is not None:
        need(teams, ["game_id", "periods_played"], "standings(teams=)")
        played = teams.groupby(teams["game_id"].astype(object))["periods_played"].max()
        counted: Any = pd.to_numeric(found["game_id"].map(played)).to_numpy(dtype="float64", na_value=np.nan)
        playoff = found["season_type"].notna() & (found["season_type"] != REGULAR)
        late = np.clip(counted - rules.periods, 0, np.where(playoff, 1, 1 + rules.shootout))
        told = np.where(np.isnan(late), told, late)
    if untold := int(np.isnan(told).sum()):
        warn(
            f"nothing tells whether {untold} of {len(found)} games went to overtime, so they count as if they "
            "had not; load games with game_status, or pass teams= with all of these games."
        )
    return told


def points(both: pd.DataFrame, sport: str) -> np.ndarray:
    """What the league gives for each result of `lines`; 0 where it does not count points."""
    standings = SPORTS[sport].rules.standings
    worth = standings.points if standings else None
    if worth is None:
        return np.zeros(len(both))
    won, late = both["share"] == 1, both["decided"] > 0
    conditions = [won & late, won, both["share"] == 0.5, (both["share"] == 0) & late]
    return np.select(conditions, [worth.late_win, worth.win, worth.draw, worth.overtime_loss], 0)
