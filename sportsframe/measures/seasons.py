"""Standings, brackets and availability of a season, loaded by one call."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date as Date
from datetime import timedelta
from typing import Any

import pandas as pd

from .._client.query import ISO, zone_of
from .._client.query import season as year_of
from .._frames.arguments import checked
from .._frames.flatten import empty
from .._frames.recognize import team as rows_of_team
from .._frames.tables import Tables
from .._pipeline.calls import game_days
from .._pipeline.loading import concat
from ..catalog import SPORTS, answer
from ..catalog.codes import CheckedSport, SportCode
from ..catalog.names import sport_of_finals
from ..catalog.rules import Group
from ..errors import Forbidden, NotFound, QueryError
from ..load import Client, default, season_and_sport, settings_of, with_any_sport
from . import absences, brackets, results
from . import league as tables


@with_any_sport
@checked
def standings(
    season: int | str | SportCode | CheckedSport | None = None,
    sport: SportCode | CheckedSport | None = None,
    *,
    league: str | None = None,
    by: Group | None = None,
    season_type: str | None = results.REGULAR,
    progress: bool | None = None,
    client: Client | None = None,
) -> pd.DataFrame:
    """Return the standings of a season, ranked by the league's own rules.

    Loads every box score of the season so far, which takes as long as ``live(season=...)``, and takes conferences and
    divisions from them. `measures.standings` does the same with games that are loaded already.

    Parameters
    ----------
    season : int, optional
        Year in which the season started; by default the current one.
    sport : str
        NFL, NBA, MLB, NHL, NCAAFB, NCAABB or SOCCER.
    league : str, optional
        EPL, SERIEA or LALIGA; needed for soccer.
    by : {"league", "conference", "division"}, optional
        Group within which to rank; by default that of the league's own standings.
    season_type : str or None
        Part of the season; None for all except the preseason. Seeds, berths and marks are those of the regular season,
        and missing where other games count.
    progress : bool, optional
        A progress bar; by default for long loads only.
    client : Client, optional
        Where the games come from; by default the service of the current options.

    Returns
    -------
    pandas.DataFrame, one row per team, in order of group and rank
        As of `measures.standings`. While a season is being played, ``seed`` and ``berth`` say who would be in the
        playoffs if it ended today, ``clinched`` and ``eliminated`` what is certain, and ``tied_by`` which steps
        separated teams that were level. Without rows, if the season has not begun or is not published: ``table.sports``
        says which.

    Raises
    ------
    QueryError
        The sport has no standings, or an argument is invalid; no request is sent.
    ServiceError, Unreachable, PayloadError
        As for `live`.

    Examples
    --------
    >>> table = sf.standings(2024, "NFL")
    >>> table.loc[table["seed"] == 1, "conference"].nunique()
    2
    """
    year, code = _asked(season, sport, "standings")
    tables.has_standings(code)
    games, teams = _season(year, code, league, progress, client)
    if len(games) and _is_current(year, code, client or default):
        games = _with_scheduled(games, (client or default).schedule_season(year, code, league=league))
    return tables.standings(games, teams=teams, by=by if len(games) else None, season_type=season_type)


@with_any_sport
@checked
def bracket(
    season: int | str | SportCode | CheckedSport | None = None,
    sport: SportCode | CheckedSport | None = None,
    *,
    league: str | None = None,
    event: str | None = None,
    progress: bool | None = None,
    client: Client | None = None,
) -> pd.DataFrame:
    """Return the playoffs of a season, or a tournament, one row per series.

    Before the playoffs begin, their first round as it would be if the season ended today; then with the games that are
    scheduled. Loads every box score of the season so far, as `standings` does; where standings determine no seeds, as
    in college sports, those of the postseason; of darts those of the tournament.

    Parameters
    ----------
    season : int, optional
        Year in which the season started; by default the current one.
    sport : str
        NFL, NBA, MLB, NHL, NCAABB, NCAAFB or DARTS.
    league : str, optional
        As for `standings`.
    event : str, optional
        Name of the tournament, where a season has several: a conference tournament, a darts event.
    progress, client
        As for `standings`.

    Returns
    -------
    pandas.DataFrame, one row per series
        As of `measures.bracket`; ``projected`` marks what would be if the season ended today.

    Raises
    ------
    QueryError
        The sport has no bracket, none of it is known yet, or an argument is invalid.
    ServiceError, Unreachable, PayloadError
        As for `live`.

    Examples
    --------
    >>> series = sf.bracket(2024, "NFL")
    >>> series.groupby("round").size().tolist()
    [6, 4, 2, 1]
    """
    year, code = _asked(season, sport, "bracket")
    results.of_two(code, "bracket")
    client = client or default
    if event is None:
        _refuse_unseeded(year, code, league, client)
    if SPORTS[code].rules.opponents == "players":
        return brackets.bracket(_matches(year, code, event, progress, client), event=event)
    planned = client.schedule_season(year, code, league=league)
    if not (planned["game_time"] <= settings_of(client).moment()).any():
        raise QueryError(_none_played(year, code, client))
    if _seeded(code):
        games, teams = _season(year, code, league, progress, client)
    else:
        planned = planned[_of_postseason(planned)]
        days = game_days(planned[planned["game_time"] <= settings_of(client).moment() + timedelta(days=1)])
        games, teams = _loaded(client.each(days, code, league=league, day="service", progress=progress), code)
        teams = _of_every_side(teams, planned, code, client)
    if _is_current(year, code, client):
        games = _with_scheduled(games, planned)
    return brackets.bracket(games, teams=teams, event=event)


def _matches(
    year: int | str, sport: CheckedSport, event: str | None, progress: bool | None, client: Client
) -> pd.DataFrame:
    """The matches of one event so far, with those that were called off, which only the schedule has."""
    if "events" not in SPORTS[sport].resources:
        raise QueryError(
            f"{sport} has no list of events to find one in; load the matches of one, and write df.sports.bracket()."
        )
    listed = client.events(year, sport)
    begun = listed["start_date"] <= settings_of(client).moment()
    if not begun.any():
        raise QueryError(_none_played(year, sport, client))
    meant = (listed["event"] + " " + listed["event_id"]).str.contains(event or "", case=False, regex=False)
    if meant.any() and not (meant & begun).any():
        held = listed[meant].iloc[0]
        raise QueryError(f"{held['event']} of {year} has not begun; it begins on {held['start_date']:%Y-%m-%d}.")
    listed = listed[begun]
    held = listed[brackets.one_event(listed["event"], listed["event_id"], event)].iloc[0]
    number, season = held["event_id"], held["season"]
    lasts = [f"{day:%Y-%m-%d}" for day in pd.date_range(held["start_date"], held["end_date"])]
    plans = [client.schedule_season(year, sport)]
    if beyond := [day for day in lasts if day[:4] != season]:
        plans.append(client.schedule(beyond, sport, progress=False))
    planned = concat([plan[plan["event_id"].eq(number).fillna(value=False)] for plan in plans])
    planned = planned.drop_duplicates("game_id")
    days = sorted({*lasts, *planned["game_date"].dropna().dt.strftime("%Y-%m-%d")})
    games = client.live(days, sport, progress=progress)
    games = games[games["event_id"].eq(number).fillna(value=False)].assign(season=season)
    if games.empty:
        raise QueryError(f"no match of {held['event']} of {year} has been played yet.")
    return _added(games, planned[planned["phase"] == "off"].assign(event=held["event"], season=season))


def _with_scheduled(games: pd.DataFrame, planned: pd.DataFrame) -> pd.DataFrame:
    """The games of a season so far with those that are scheduled, but for the preseason."""
    part = planned["season_type"].ne(results.PRESEASON) & planned["season_type"].notna()
    return _added(games, planned[part & (planned["phase"] == "scheduled")])


def _added(games: pd.DataFrame, more: pd.DataFrame) -> pd.DataFrame:
    """The games with those of the schedule that are not among them."""
    known = more["game_id"].astype(object).isin(set(games["game_id"].astype(object)))
    ahead = more[~known].reindex(columns=games.columns)
    if ahead.empty:
        return games
    texts = {name: object for name, dtype in games.dtypes.items() if isinstance(dtype, pd.CategoricalDtype)}
    both = pd.concat([games.astype(texts), ahead.astype({**games.dtypes, **texts})], ignore_index=True)
    for name in texts:
        if both[name].dropna().isin(games[name].cat.categories).all():
            both[name] = both[name].astype(games[name].dtype)
    both.attrs = dict(games.attrs)
    return both


@with_any_sport
@checked
def availability(
    season: int | str | SportCode | CheckedSport | None = None,
    sport: SportCode | CheckedSport | None = None,
    *,
    league: str | None = None,
    team_id: int | None = None,
    team: str | None = None,
    by: absences.Per = "game",
    injuries: pd.DataFrame | None = None,
    progress: bool | None = None,
    client: Client | None = None,
) -> pd.DataFrame:
    """Return the games that the injured players of a league missed this season: who, which game, by which injury.

    The service lists present injuries only: a player who has returned is no longer on the list, and the games missed
    until then are known only from lists saved earlier, see `injuries`. Loads every box score of the season so far,
    which takes as long as ``live(season=...)``. `measures.availability` does the same with frames that are loaded
    already.

    Parameters
    ----------
    season : int, optional
        Year in which the season started; by default the current one. An earlier one requires `injuries`.
    sport : str
        NFL, NBA, MLB, NHL or SOCCER.
    league : str, optional
        EPL, SERIEA or LALIGA; needed for soccer.
    team_id, team : optional
        Only this team, by ID, or by name or abbreviation as for `live`.
    by : {"game", "player"}
        One row per missed game, or per injury.
    injuries : pandas.DataFrame, optional
        Lists from `injuries` saved on several days, with a column ``listed_on`` for the date of each; by default the
        present list.
    progress, client
        As for `standings`.

    Returns
    -------
    pandas.DataFrame
        As of `measures.availability`. By game one row per player and game missed, in order of start; by player one row
        per injury, with ``games_missed``, most first.

    Raises
    ------
    QueryError
        The sport has no injuries, an argument is invalid, or the season is not the current one and `injuries` is not
        passed; no request is sent.
    ServiceError, Unreachable, PayloadError
        As for `live`.

    Examples
    --------
    >>> client = sf.Client(source="simulated", now="2024-09-17T12:00")
    >>> out = sf.availability("NFL", by="player", client=client)
    >>> out[["player", "injury", "games_missed"]].shape[1]
    3
    """
    year, code = _asked(season, sport, "availability")
    absences.has_injuries(code)
    client = client or default
    who = team if team is not None else team_id
    if injuries is None:
        _refuse_past(year, code, client)
        injuries = client.table("injuries", code, league=league, team_id=team_id, team=team)
    elif who is not None:
        injuries = rows_of_team(injuries, who)
    days = []
    if len(injuries):
        days = [box for _, box in client.each(season=year, sport=code, league=league, progress=progress)]
    if days:
        lines = [concat([box[name] for box in days]) for name in absences.tables_of(code)]
    else:
        lines = [empty(code, "live", name) for name in absences.tables_of(code)]
    found = absences.availability(injuries, lines, by=by)
    found.attrs = dict(injuries.attrs)
    return found


def _is_current(year: int | str, sport: CheckedSport, client: Client) -> bool:
    return str(year) in ("current", str(_current(sport, client)))


def _current(sport: CheckedSport, client: Client) -> int:
    """The year in which the current season of a sport started."""
    return SPORTS[sport].season_at(settings_of(client).moment().astimezone(zone_of(sport)).date())


def _year(year: int | str, sport: CheckedSport, client: Client) -> int:
    """The year in which a season started."""
    return _current(sport, client) if year == "current" else int(str(year)[:4])


def _none_played(year: int | str, sport: CheckedSport, client: Client) -> str:
    began = _year(year, sport, client)
    return (
        f"no game of the season {SPORTS[sport].season_label(began)} of {sport} has been played; its playoffs cannot be "
        f'projected; for the season before write bracket({began - 1}, "{sport}").'
    )


def _seeded(sport: CheckedSport) -> bool:
    """Whether the standings of a sport determine seeds."""
    rules = SPORTS[sport].rules
    return bool(rules.standings and rules.standings.seeding)


def _of_postseason(planned: pd.DataFrame) -> pd.Series[bool]:
    """Which games of a schedule come after the regular season."""
    return ~planned["season_type"].isin([results.REGULAR, results.PRESEASON])


def _refuse_unseeded(year: int | str, sport: CheckedSport, league: str | None, client: Client) -> None:
    """Raise for a season without games of the postseason so far where standings determine no seeds to project it by."""
    rules = SPORTS[sport].rules
    if rules.opponents == "players" or _seeded(sport):
        return
    decided = bool(rules.standings) and not SPORTS[sport].has_playoffs
    leagues = SPORTS[sport].leagues
    of = f'"{sport}", league="{league or leagues[0]}"' if leagues else f'"{sport}"'
    without = f"{sport} has no playoffs: the standings decide its season; write standings({of})."
    if decided and leagues:  # none of those of soccer has them
        raise QueryError(without)
    planned = client.schedule_season(year, sport, league=league)
    later = _of_postseason(planned)
    if decided and not later.any():
        raise QueryError(without)
    if not (later & (planned["game_time"] <= settings_of(client).moment())).any():
        began = _year(year, sport, client)
        raise QueryError(
            f"the postseason of {sport} {SPORTS[sport].season_label(began)} has not begun, and standings determine no "
            f'seeds to project it by; for the one before write bracket({began - 1}, "{sport}").'
        )


def _refuse_past(year: int | str, sport: CheckedSport, client: Client) -> None:
    """Raise for a season that the current list of injuries does not cover."""
    now = _current(sport, client)
    if year_of(year, sport=sport, resource="schedule-season", clock=settings_of(client).moment) != str(now):
        raise QueryError(
            f"the service lists present injuries only, so availability knows the current season, {now}; for {year} "
            "pass the lists saved then as injuries=, or load the simulated world as of a day of that season with "
            "options(now=...)."
        )


def _asked(season: Any, sport: Any, verb: str) -> tuple[int | str, CheckedSport]:
    """The season, by default the current one, and the sport, in whichever order they were passed."""
    if isinstance(season, pd.DataFrame):
        raise QueryError(f"{verb} loads a season; of games that are loaded already, write games.sports.{verb}().")
    if verb == "bracket":
        season, sport = sport_of_finals(season) or season, sport_of_finals(sport) or sport
    year, code = season_and_sport(season, sport)
    if isinstance(year, str) and re.fullmatch(ISO, year):
        raise QueryError(
            f'{verb} takes a season, not a day; write games[games["game_date"] <= "{year}"].sports.{verb}() with the '
            "games of the season."
        )
    return "current" if year is None else year, code


def _season(
    year: int | str, sport: CheckedSport, league: str | None, progress: bool | None, client: Client | None
) -> tuple[pd.DataFrame, pd.DataFrame | None]:
    """The games of a season so far, and the lines of their teams where teams play."""
    client = client or default
    games, teams = _loaded(client.each(season=year, sport=sport, league=league, progress=progress), sport)
    if games.empty:  # with the reason
        games = client.live(season=year, sport=sport, league=league)
        teams = None if teams is None else client.live(season=year, sport=sport, table="teams", league=league)
        return games, teams
    return games, teams if teams is None else _with_conferences(teams, sport, client)


def _loaded(days: Iterable[tuple[Date, Tables]], sport: CheckedSport) -> tuple[pd.DataFrame, pd.DataFrame | None]:
    """The games of these days, and the lines of their teams where teams play."""
    names = [name for name in ("games", "teams") if name in answer(sport, "live").layouts]
    found = [[box[name] for name in names] for _, box in days]
    parts = zip(*found) if found else [[empty(sport, "live", name)] for name in names]
    games, *teams = [concat(list(part)) for part in parts]
    return games, teams[0] if teams else None


def _of_every_side(
    teams: pd.DataFrame | None, planned: pd.DataFrame, sport: CheckedSport, client: Client
) -> pd.DataFrame | None:
    """The lines of teams; of those whose first game is still to come, what the directory calls them."""
    sides = pd.concat([planned["home_team_id"], planned["away_team_id"]]).dropna()
    if teams is None or "team-info" not in SPORTS[sport].resources or sides.isin(teams["team_id"]).all():
        return teams
    try:
        listed = client.teams(sport)
    except (Forbidden, NotFound):  # a token without them
        return teams
    return pd.concat([frame.reindex(columns=CALLED) for frame in (listed, teams)])


CALLED = ["sport", "team_id", "abbreviation", "mascot"]
"""What a bracket takes from the lines of teams."""


def _with_conferences(teams: pd.DataFrame, sport: CheckedSport, client: Client) -> pd.DataFrame:
    """The same lines with the names of conferences that box scores give by number, as in college football."""
    numbers = teams.get("division_name")
    if numbers is None or not pd.api.types.is_integer_dtype(numbers):
        return teams
    try:
        listed = client.teams(sport)
    except (Forbidden, NotFound):  # a token without them
        return teams
    names = dict(zip(listed["conference_id"], listed["conference"]))
    return teams.assign(division_name=numbers.map(names).fillna(numbers.astype("str")))
