"""Ratings over time, and forecasts from them: chances in scheduled games, and simulated ends of a season."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.random import Generator, default_rng

from .._client.notices import first_time, say, warn
from .._frames.recognize import need, refuse_several
from .._frames.typed import verb
from ..catalog import SPORTS
from ..catalog.rules import Points, Prize, Seeding
from ..errors import QueryError, quoted
from . import ratings as rating
from . import results
from .league import conferences_and_divisions, refuse_other_teams, without_group
from .rows import typed
from .strength import guest_column

TO_COME = ("scheduled", "live", "paused")
"""Phases of games that have no result yet."""


@verb
def elo_history(
    games: pd.DataFrame, *, season_type: str | None = None, ratings: rating.Ratings | None = None
) -> pd.DataFrame:
    """Return the Elo rating of every team, or darts player, after each of its games.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores, of one season or of several.
    season_type : str or None
        Part of the season; by default all except the preseason, as for `forecast`.
    ratings : pandas.DataFrame, mapping of int to float, or pandas.Series by team id, optional
        Initial ratings by team id, used as they are; others start at the mean.

    Returns
    -------
    pandas.DataFrame, two rows per game
        In chronological order: ``sport``, ``season``, ``game_date``, ``game_id``, ``game_time``, ``team_id``, ``team``
        (``player_id``, ``player`` in darts), and Float64 ``elo_before``, ``elo``.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> history = elo_history(games)
    >>> len(history) == 2 * history["game_id"].nunique()
    True
    """
    sport = results.sport_of(games, "elo_history")
    sides = results.sides_of(sport)
    rated = rating.elo(games, season_type=season_type, ratings=ratings)
    who = "player" if SPORTS[sport].rules.opponents == "players" else "team"
    shared = [name for name in ("sport", "league", "season", "game_date", "game_id", "game_time") if name in rated]
    parts = []
    for side, name in ((sides.away, sides.away_id), (sides.home, sides.home_id)):
        own = side.removesuffix("_team")
        columns = {name: f"{who}_id", side: who, f"{own}_elo_before": "elo_before", f"{own}_elo_after": "elo"}
        parts.append(rated[[*shared, *columns]].rename(columns=columns))
    return pd.concat(parts).sort_values(["game_time", "game_id"], kind="stable", ignore_index=True)


@verb
def elo_ratings(
    games: pd.DataFrame, *, season_type: str | None = None, ratings: rating.Ratings | None = None
) -> pd.DataFrame:
    """Return the Elo ratings after the last game of the frame, best first.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores.
    season_type : str or None
        Part of the season; by default all except the preseason, as for `forecast`.
    ratings : pandas.DataFrame, mapping of int to float, or pandas.Series by team id, optional
        Initial ratings by team id, used as they are; others start at the mean.

    Returns
    -------
    pandas.DataFrame, one row per team
        ``rank`` (Int64), ``team_id``, ``team`` (``player_id``, ``player`` in darts), ``games`` (Int64), and Float64
        ``elo`` and ``change``, what the last game changed. Other functions take it as ``ratings``. College tables have
        ``guest`` as `standings`, and rank guests after everybody else.

    Raises
    ------
    QueryError
        As for `elo`; the frame contains several leagues, whose ratings cannot be compared.

    Examples
    --------
    >>> table = elo_ratings(sf.live(("2024-06-01", "2024-06-07"), "MLB"))
    >>> table["rank"].head(3).tolist()
    [1, 2, 3]
    """
    sport = results.league_of(games, "elo_ratings")
    history = elo_history(games, season_type=season_type, ratings=ratings)
    who = "player" if "player_id" in history else "team"
    last = history.drop_duplicates(f"{who}_id", keep="last").set_index(f"{who}_id")
    played = history.groupby(f"{who}_id").size()
    found = pd.DataFrame(
        {
            f"{who}_id": last.index.astype("Int64"),
            who: last[who].array,
            "games": played.reindex(last.index).astype("Int64").array,
            "elo": last["elo"].array,
            "change": (last["elo"] - last["elo_before"]).array,
        }
    )
    outside = results.guests(history[f"{who}_id"], sport)
    found = found.assign(**guest_column(found[f"{who}_id"], outside, sport))
    behind = found[f"{who}_id"].isin(outside)
    ranks = found["elo"].groupby(behind).rank(method="min", ascending=False) + behind * (~behind).sum()
    found.insert(0, "rank", ranks.astype("Int64"))
    return found.sort_values(["rank", f"{who}_id"], ignore_index=True)


@verb
def forecast(
    games: pd.DataFrame,
    schedule: pd.DataFrame | None = None,
    *,
    ratings: rating.Ratings | None = None,
    neutral: bool | str | Collection[Any] = False,
) -> pd.DataFrame:
    """Return chances for games to come, by Elo ratings.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores: the finished ones are rated, except those of the preseason.
    schedule : pandas.DataFrame, optional
        A frame with the games to come, for example of `schedule_season`; by default those of `games` itself. Games that
        are finished in `games` are left out; what began later is to come, also if the schedule is of a past season.
    ratings : pandas.DataFrame, mapping of int to float, or pandas.Series by team id, optional
        Initial ratings by team id, used as they are; others start at the mean.
    neutral : bool, str, or collection of game ids
        Games to come without a home advantage, as for `elo`.

    Returns
    -------
    pandas.DataFrame, one row per game to come, in order of start
        ``sport``, ``league`` (soccer), ``season``, ``game_date``, ``game_id``, ``game_time``, the sides with ids, and
        Float64 ``home_elo, away_elo, elo_prob_pct`` (expected score of the home side) and ``home_win_pct, draw_pct,
        away_win_pct``, which add up to 100; ``draw_pct`` is 0 in sports without draws. In darts ``player_1`` and
        ``player_2`` stand for home and away.

    Raises
    ------
    QueryError
        The sport has no Elo parameters, or the games are those of a single team or of several leagues.
    FrameError
        Columns are missing.

    Notes
    -----
    A draw counts half in Elo. Its chance is ``c p (1 - p)`` of the expected score ``p``, with ``c`` such that the games
    rated have the draws they had. Ratings regress to the mean if the game belongs to a later season.

    Examples
    --------
    >>> with sf.options(now="2025-01-06T12:00"):
    ...     games = sf.live(("2024-09-05", "2025-01-05"), "NFL", progress=False)
    ...     chances = games.sports.forecast(sf.schedule_week("2025-01-11", "NFL"))
    >>> bool(chances["home_win_pct"].between(0, 100).all())
    True
    """
    sport = results.league_of(games, "forecast")
    sides = results.sides_of(sport)
    coming = _to_come(games, schedule, sport)
    chances = _Chances(games, sport, ratings)
    level = rating.neutral_games(coming, neutral)
    columns: dict[str, Any] = {}
    first, second = sides.home.removesuffix("_team"), sides.away.removesuffix("_team")
    own, other = (chances.of(coming, name) for name in (sides.home_id, sides.away_id))
    win, draw = chances.outcomes(own, other, level)
    columns[f"{first}_elo"], columns[f"{second}_elo"] = own, other
    columns["elo_prob_pct"] = 100 * (win + draw / 2)
    columns |= {f"{first}_win_pct": 100 * win, "draw_pct": 100 * draw, f"{second}_win_pct": 100 * (1 - win - draw)}
    names = ["sport", "league", "season", "game_date", "game_id", "game_time"]
    names += [sides.home_id, sides.home, sides.away_id, sides.away]
    result = coming[[name for name in names if name in coming.columns]].copy()
    for name, values in columns.items():
        result[name] = typed(np.asarray(values), "Float64")
    return result


def _to_come(games: pd.DataFrame, schedule: pd.DataFrame | None, sport: str) -> pd.DataFrame:
    sides = results.sides_of(sport)
    source = games if schedule is None else schedule
    need(source, ["sport", "game_id", "game_time", "phase", sides.home_id, sides.away_id], "forecast(schedule=)")
    if results.league_of(source, "schedule=") != sport:
        raise QueryError(f"schedule= is not of {sport}; pass the schedule of the league of the games.")
    if "league" in source.columns and "league" in games.columns:
        played, planned = (set(frame["league"].dropna()) for frame in (games, source))
        if played and planned and played != planned:
            raise QueryError(
                f"schedule= is of {planned.pop()}, but the games are of {played.pop()}; pass its schedule."
            )
    done = games[games["phase"] == "finished"]
    known = source[
        source[[sides.home_id, sides.away_id]].notna().all(axis=1) & ~source["game_id"].isin(done["game_id"])
    ]
    over = known["phase"] == "finished"
    later = known["game_time"] > done["game_time"].max() if "game_time" in done.columns else ~over
    lost = over & ~later
    if "season_type" in known.columns and "season_type" in done.columns:
        lost &= known["season_type"].isin(done["season_type"])
    if lost.any():
        warn(
            f"forecast(schedule=): {known.loc[lost, 'game_id'].nunique()} games of the schedule were finished before "
            "the last one in the games, but are not among them, and are left out."
        )
    found = known[known["phase"].isin(TO_COME) | (over & later)].drop_duplicates("game_id", keep="last")
    if found.empty and schedule is None and len(done):
        _say_nothing_to_come(games, sport)
    return found.sort_values(["game_time", "game_id"], kind="stable")


def _say_nothing_to_come(games: pd.DataFrame, sport: str) -> None:
    """Say, once per process and season, which schedule has the games to come: box scores have none of them."""
    year = games["season"].dropna().max()[:4] if "season" in games.columns and games["season"].notna().any() else None
    league = list(games["league"].dropna().unique()) if "league" in games.columns else []
    asked = ", ".join([*([year] if year else []), f'"{sport}"', *(f'league="{one}"' for one in league[:1])])
    if first_time(f"nothing to come: {asked}"):
        say(
            "sportsframe: the frame has no games to come, which box scores never have; unless the season is over, pass "
            f"schedule_season({asked})."
        )


class _Chances:
    """Ratings of teams after the games of a frame, and what they make of a game."""

    def __init__(self, games: pd.DataFrame, sport: str, ratings: rating.Ratings | None) -> None:
        rules, sides = SPORTS[sport].rules, results.sides_of(sport)
        need(games, [sides.home_score, sides.away_score], "the first argument, games that were played,")
        rated = rating.elo(games, ratings=ratings)
        assert rules.elo is not None
        self.elo = rules.elo
        history = elo_history(games, ratings=ratings)
        who = "player_id" if "player_id" in history else "team_id"
        last = history.drop_duplicates(who, keep="last")
        self.ratings = rating.as_mapping(ratings)
        self.ratings |= {int(team): float(elo) for team, elo in zip(last[who], last["elo"])}
        seasons = last["season"] if "season" in last else [None] * len(last)
        self.seasons = {int(team): season for team, season in zip(last[who], seasons)}
        self.draws = 0.0
        if rules.level == "draw" and len(rated):
            share = rated["elo_prob_pct"].to_numpy("float64") / 100
            spread = float(np.mean(share * (1 - share)))
            level = (rated["home_score"] == rated["away_score"]).mean()
            self.draws = float(level) / spread if spread else 0.0

    def of(self, coming: pd.DataFrame, name: str) -> np.ndarray:
        """Ratings of the teams in a column, regressed where the game belongs to another season than the last one."""
        seasons = coming["season"] if "season" in coming.columns else [None] * len(coming)
        found = []
        for team, season in zip(coming[name].astype("int64"), seasons):
            value = self.ratings.get(team, self.elo.mean)
            before = self.seasons.get(team)
            if before is not None and season is not None and not pd.isna(before) and before != season:
                value = self.elo.keep * value + (1 - self.elo.keep) * self.elo.mean
            found.append(value)
        return np.asarray(found, dtype="float64")

    def outcomes(self, own: np.ndarray, other: np.ndarray, level: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Chances of a win of the home side and of a draw."""
        share = np.asarray(rating.elo_prob(own, other, np.where(level, 0.0, self.elo.home)), dtype="float64")
        draw = np.minimum(self.draws * share * (1 - share), 2 * np.minimum(share, 1 - share))
        return share - draw / 2, draw


@verb
def simulate_season(
    games: pd.DataFrame,
    schedule: pd.DataFrame | None = None,
    *,
    teams: pd.DataFrame | None = None,
    groups: Mapping[int, str] | None = None,
    ratings: rating.Ratings | None = None,
    neutral: bool | str | Collection[Any] = False,
    n: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """Play the rest of a regular season many times, by Elo ratings, and return how it ended.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of one season of a whole league, with scores.
    schedule : pandas.DataFrame, optional
        A frame with the games to come, as for `forecast`; by default those of `games` itself.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games: conferences and divisions and, in hockey, overtime.
    groups : mapping of int to str, optional
        Team id to ``"Conference - Division"``, instead of `teams`.
    ratings : pandas.DataFrame, mapping of int to float, or pandas.Series by team id, optional
        Initial ratings by team id, used as they are; others start at the mean.
    neutral : bool, str, or collection of game ids
        Games to come without a home advantage, as for `elo`.
    n : int, default 1000
        Number of simulated seasons.
    seed : int, default 0
        Seed of the random numbers; the same seed gives the same result.

    Returns
    -------
    pandas.DataFrame, one row per team, best first
        ``sport``, ``conference`` and ``division`` if known, ``team_id, team``, ``elo`` (Float64), ``wins`` now (in
        leagues that count points ``points``), ``to_come`` (Int64, games), Float64 ``mean``, ``low``, ``high`` of the
        final wins or points (mean, 10th and 90th percentile), and in percent of the simulated seasons ``first_pct``
        (first of the league) and, where conferences with seeds are known, ``top_seed_pct``, ``division_pct`` and
        ``playoffs_pct``; in the NBA, where it has those who win the play-in, also ``play_in_pct``, for a place in that.
        In soccer ``champions_league_pct``, ``europa_league_pct`` and ``relegation_pct``, by the places of `standings`.

    Raises
    ------
    QueryError
        The sport has no standings or Elo parameters, the frame has no games, or those of
        several seasons or leagues, or `n` is not positive.

    Notes
    -----
    Ratings stay as they are during a simulated season. Teams level at its end are ordered at random, not by the
    tie-breaks of the league: what `standings` calls certain because of a tie-break may have less than 100 percent, or
    more than 0. Games decided after regulation are as frequent as they were, in leagues that give a point
    for losing one.

    Examples
    --------
    >>> with sf.options(now="2025-03-20T12:00"):
    ...     games = sf.live(("2024-08-16", "2025-03-19"), "SOCCER", league="EPL", progress=False)
    ...     odds = games.sports.simulate_season(sf.schedule_season(2024, "SOCCER", league="EPL"), n=200)
    >>> round(float(odds["first_pct"].sum()))
    100
    """
    sport = results.league_of(games, "simulate_season")
    rules = SPORTS[sport].rules
    if rules.standings is None or rules.elo is None:
        raise QueryError(f"{sport} has no season of a league to simulate.")
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise QueryError(f"n= must be a whole number above 0, not {quoted(n)}.")
    if teams is not None:
        refuse_other_teams(teams, sport, "simulate_season", games)
    found = results.counting(results.finished(games, "simulate_season"), sport)
    refuse_several(found, "season", "simulate_season")
    seasons = [str(season) for season in found["season"].dropna().unique()]
    coming = _rest_of_season(_to_come(games, schedule, sport), seasons)
    if coming.empty and schedule is not None and first_time(f"season over: {sport} {seasons}"):
        say(
            f"sportsframe: no game of the regular season {' and '.join(seasons)} is to come, so every simulated season "
            "ends as it stands, with level teams in random order."
        )
    both = results.lines(found.assign(decided=results.decided(found, sport, teams)))
    both = both.assign(points=results.points(both, sport))
    clubs = sorted({int(team) for team in {*both["team"], *coming["home_team_id"], *coming["away_team_id"]}})
    if not clubs:
        raise QueryError("simulate_season: the frame has no games, neither finished ones nor ones to come.")
    chances = _Chances(games, sport, ratings)
    numbers = default_rng(seed)
    win, draw = chances.outcomes(
        chances.of(coming, "home_team_id"),
        chances.of(coming, "away_team_id"),
        rating.neutral_games(coming, neutral),
    )
    drawn = numbers.random((n, len(coming)))
    result = np.where(drawn < win, 2, np.where(drawn < win + draw, 1, 0))  # of the home side: 2 won, 1 level, 0 lost
    worth = both["points"] if rules.standings.points else both["share"]
    start = worth.groupby(both["team"]).sum().reindex(clubs, fill_value=0).to_numpy(dtype=float)
    sides = [np.searchsorted(clubs, coming[name].to_numpy(dtype=int)) for name in ("home_team_id", "away_team_id")]
    final = _final(start, sides, _gains(result, rules.standings.points, both, numbers))
    to_come = np.bincount(np.concatenate(sides), minlength=len(clubs))
    # Shares where teams do not play the same number of games; who is level is ordered at random.
    games_of = both.groupby("team").size().reindex(clubs, fill_value=0).to_numpy() + to_come
    key = final if rules.standings.points else final / np.maximum(games_of, 1)
    key = key + numbers.random(final.shape) * 1e-7
    names = _names(both, coming)
    places = conferences_and_divisions(groups, teams, sport)
    if lost := without_group(names, sport, places, groups):
        warn(f"simulate_season(): {lost}, so that the odds of places in the playoffs are left out.")
    where = dict(zip(("conference", "division"), places, strict=True))
    columns: dict[str, Any] = {"sport": pd.Series([sport] * len(clubs), dtype="category")}
    columns |= {name: _text([of.get(team) for team in clubs]) for name, of in where.items() if of}
    elo = np.array([chances.ratings.get(team, chances.elo.mean) for team in clubs])
    columns |= {
        "team_id": pd.array(clubs, dtype="Int64"),
        "team": _text([names.get(team) for team in clubs]),
        "elo": typed(elo, "Float64"),
        "points" if rules.standings.points else "wins": typed(start, "Float64" if rules.level == "tie" else "Int64"),
        "to_come": typed(to_come.astype("float64"), "Int64"),
        "mean": typed(final.mean(axis=0), "Float64"),
        "low": typed(np.quantile(final, 0.1, axis=0), "Float64"),
        "high": typed(np.quantile(final, 0.9, axis=0), "Float64"),
        "first_pct": typed(_percent(key == key.max(axis=1, keepdims=True)), "Float64"),
    }
    leagues = [str(code) for some in (found, coming) if "league" in some for code in some["league"].dropna().unique()]
    columns |= _prizes(key, rules.standings.prizes.get(leagues[0] if leagues else sport, ()))
    seeding = rules.standings.seeding
    if seeding is not None and _seeds_known(clubs, where["conference"], where["division"], seeding):

        def met(one: np.ndarray, other: np.ndarray) -> np.ndarray:
            won = numbers.random(len(one)) < rating.elo_prob(elo[one], elo[other], chances.elo.home)
            return np.where(won, one, other)

        columns |= _places(key, clubs, where["conference"], where["division"], seeding, met)
    return pd.DataFrame(columns).sort_values(["mean", "team_id"], ascending=[False, True], ignore_index=True)


def _rest_of_season(coming: pd.DataFrame, seasons: list[str]) -> pd.DataFrame:
    """The games to come of the regular season that the finished games belong to."""
    if "season_type" in coming.columns:
        coming = coming[coming["season_type"].fillna(results.REGULAR) == results.REGULAR]
    if seasons and "season" in coming.columns:
        coming = coming[coming["season"].isna() | (coming["season"] == seasons[0])]
    return coming


def _gains(
    result: np.ndarray, worth: Points | None, both: pd.DataFrame, numbers: Generator
) -> tuple[np.ndarray, np.ndarray]:
    """What home and away sides gain by each simulated result: points, or shares of a win."""
    values = np.array([0.0, float(worth.draw), float(worth.win)]) if worth else np.array([0.0, 0.5, 1.0])
    home, away = values[result], values[2 - result]
    lost = both[both["share"] == 0]
    if worth and worth.overtime_counts and len(lost):
        late = numbers.random(result.shape) < float((lost["decided"] > 0).mean())
        more = np.array([worth.overtime_loss, 0, worth.late_win - worth.win])
        home, away = home + late * more[result], away + late * more[2 - result]
    return home, away


def _final(start: np.ndarray, sides: list[np.ndarray], gains: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """The points or wins of each team at the end of each simulated season.

    Parameters
    ----------
    start : numpy.ndarray, shape (n_teams,)
        Those they have now.
    sides : list of two numpy.ndarray, shape (n_games,)
        The positions of the home and away teams of the games to come.
    gains : tuple of two numpy.ndarray, shape (n_seasons, n_games)
        What home and away sides gain.
    """
    final = np.tile(start, (len(gains[0]), 1))
    for side, sums in zip(sides, gains, strict=True):
        for club in range(len(start)):
            final[:, club] += sums[:, side == club].sum(axis=1)
    return final


def _names(both: pd.DataFrame, coming: pd.DataFrame) -> dict[int, Any]:
    """The name of each team: as in its last finished game, else as in the schedule."""
    names = dict(zip(both["team"].tolist(), both["name"].tolist(), strict=True))
    for name, column in (("home_team_id", "home_team"), ("away_team_id", "away_team")):
        if column in coming.columns:
            names = {**dict(zip(coming[name].astype("int64").tolist(), coming[column].tolist(), strict=True)), **names}
    return names


def _text(values: list[Any]) -> Any:
    return pd.array(values, dtype=pd.StringDtype(na_value=np.nan))


def _seeds_known(
    clubs: list[int], conference: Mapping[int, str], division: Mapping[int, str], seeding: Seeding
) -> bool:
    grouped = (conference, division) if seeding.per_division else (conference,)
    return all(team in of for of in grouped for team in clubs)


def _percent(held: np.ndarray) -> np.ndarray:
    return np.asarray(100 * held.mean(axis=0))


def _best(key: np.ndarray, members: list[int], places: int) -> np.ndarray:
    """Whether each team is among the first of these members, in each simulated season."""
    held = np.zeros(key.shape, dtype=bool)
    if places and members:
        order = np.argsort(-key[:, members], axis=1)[:, :places]
        np.put_along_axis(held, np.asarray(members)[order], values=True, axis=1)
    return held


def _prizes(key: np.ndarray, prizes: Iterable[Prize]) -> dict[str, Any]:
    """The places that lead to each prize of a league, in percent."""
    place = 1 + np.argsort(np.argsort(-key, axis=1), axis=1)
    odds = {}
    for prize in prizes:
        first, last = prize.places(key.shape[1])
        held = _percent((first <= place) & (place <= last))
        odds[f"{prize.name.lower().replace(' ', '_')}_pct"] = typed(held, "Float64")
    return odds


def _play_in(
    through: np.ndarray,
    rest: np.ndarray,
    members: list[int],
    seeding: Seeding,
    met: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> None:
    """Mark who wins the play-in of a conference: its first game, or the last against the loser of that."""
    pairs = seeding.play_in_round
    if len(members) < max(seed for pair in pairs for seed in pair):
        return
    at = np.asarray(members)[np.argsort(-rest[:, members], axis=1)]
    (one, other), (third, fourth) = ([at[:, seed - seeding.others - 1] for seed in pair] for pair in pairs)
    first = met(one, other)
    last = met(np.where(first == one, other, one), met(third, fourth))
    for winner in (first, last):
        through[np.arange(len(winner)), winner] = True


def _places(
    key: np.ndarray,
    clubs: list[int],
    conference: Mapping[int, str],
    division: Mapping[int, str],
    seeding: Seeding,
    met: Callable[[np.ndarray, np.ndarray], np.ndarray],
) -> dict[str, Any]:
    """Top seeds, winners of divisions, and who goes on, in percent; `met` tells who wins a game, at home or away."""
    shape = key.shape
    top, won, through, play_in = (np.zeros(shape, dtype=bool) for _ in range(4))
    for name in sorted({conference[team] for team in clubs}):
        members = [i for i, team in enumerate(clubs) if conference[team] == name]
        by_place = np.zeros(shape, dtype=bool)
        winners = np.zeros(shape, dtype=bool)
        for mates in sorted({division.get(clubs[i], "") for i in members} - {""}):
            inside = [i for i in members if division.get(clubs[i]) == mates]
            winners |= _best(key, inside, 1)
            by_place |= _best(key, inside, seeding.per_division)
        won |= winners
        outside = np.where(by_place, -np.inf, key)
        others = _best(outside, members, seeding.others) & ~by_place
        through |= by_place | others
        rest = np.where(by_place | others, -np.inf, key)
        play_in |= _best(rest, members, seeding.play_in) & ~(by_place | others)
        if seeding.play_in:
            _play_in(through, rest, members, seeding, met)
        first = np.where(winners, key, -np.inf) if seeding.per_division else key
        top |= _best(first, members, 1)
    columns = {"top_seed_pct": top, "division_pct": won, "playoffs_pct": through}
    if seeding.play_in:
        columns["play_in_pct"] = play_in
    return {name: typed(_percent(held), "Float64") for name, held in columns.items()}
