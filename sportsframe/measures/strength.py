"""Team strength from results: strength of schedule and of victory, and the Simple Rating System."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import refuse_several
from .._frames.typed import verb
from ..catalog import SPORTS
from ..errors import QueryError
from . import results
from .rows import typed


@verb
def strength_of_schedule(
    games: pd.DataFrame, *, season_type: str | None = results.REGULAR, without_own: bool = False
) -> pd.Series:
    """Return the combined winning percentage of a team's opponents, counted once per meeting.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores.
    season_type : str or None
        Part of the season; None for all except the preseason.
    without_own : bool
        Leave out the opponents' games against the team itself. The NFL's statistic includes them.

    Returns
    -------
    pandas.Series of Float64, by ``team_id``
        Percent; a tie is half a win.

    Raises
    ------
    QueryError
        The frame contains the games of a single team, so its opponents have no record.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> bool(strength_of_schedule(games).between(0, 100).all())
    True
    """
    return _opponents(games, "strength_of_schedule", season_type, without_own, beaten=False)


@verb
def strength_of_victory(
    games: pd.DataFrame, *, season_type: str | None = results.REGULAR, without_own: bool = False
) -> pd.Series:
    """Return `strength_of_schedule` over the opponents that a team has beaten; missing without a win.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> strength_of_victory(games).name
    'strength_of_victory'
    """
    return _opponents(games, "strength_of_victory", season_type, without_own, beaten=True)


def _opponents(
    games: pd.DataFrame, verb: str, season_type: str | None, without_own: bool, *, beaten: bool
) -> pd.Series:
    """Return the combined winning percentage of the opponents that each team met or, with `beaten`, has beaten."""
    sport = results.league_of(games, verb)
    found = results.counting(
        results.finished(games, verb, season_type=season_type, sides=results.sides_of(sport)), sport
    )
    refuse_one_team(found, verb)
    refuse_several(found, "season", verb)
    both = results.lines(found)
    won, played = both.groupby("team")["share"].sum(), both.groupby("team").size()
    met = both[both["share"] == 1] if beaten else both
    wins, of = met["opponent"].map(won), met["opponent"].map(played)
    if without_own:
        pair = both.groupby(["team", "opponent"])["share"].agg(["sum", "size"])
        mine = pair.reindex(pd.MultiIndex.from_arrays([met["opponent"], met["team"]]))
        wins, of = wins - mine["sum"].to_numpy(), of - mine["size"].to_numpy()
    sums = pd.DataFrame({"won": wins, "played": of}).groupby(met["team"]).sum().reindex(sorted(won.index))
    value = 100 * sums["won"] / sums["played"].where(sums["played"] > 0)
    return pd.Series(typed(value.to_numpy(), "Float64"), index=_team_index(sums.index), name=verb)


def _team_index(index: pd.Index) -> Any:
    return pd.Index(index.to_numpy(dtype="int64"), dtype="Int64", name="team_id")


def refuse_one_team(found: pd.DataFrame, verb: str) -> None:
    """Refuse games that all are of one team, whose opponents have no record."""
    team = results.only_team(found["home"], found["away"])
    if team is not None:
        raise QueryError(
            f"{verb} requires the games of the whole league, but every game in the frame is one of team "
            f"{team}, so nothing is known of its opponents."
        )


@verb
def srs(games: pd.DataFrame, *, season_type: str | None = results.REGULAR) -> pd.DataFrame:
    """Return ratings by the Simple Rating System: average margin plus average rating of the opponents.

    Parameters
    ----------
    games : pandas.DataFrame
        Games of a whole league, with scores.
    season_type : str or None
        Part of the season; None for all except the preseason.

    Returns
    -------
    pandas.DataFrame by ``team_id``
        ``team``, and Float64 ``mov`` (average margin), ``srs`` (rating, mean 0), ``srs_sos`` (what the schedule adds);
        the last two are missing if the games do not connect all teams. College tables have ``guest``, as `standings`
        does, and the mean is that of the other teams.

    References
    ----------
    Drinen, Pro-Football-Reference.

    Examples
    --------
    >>> games = sf.live(("2024-06-01", "2024-06-07"), "MLB")
    >>> len(srs(games))
    30
    """
    sport = results.league_of(games, "srs")
    found = results.finished(games, "srs", season_type=season_type, sides=results.sides_of(sport))
    refuse_one_team(found, "srs")
    refuse_several(found, "season", "srs")
    both = results.lines(found)
    teams = np.sort(both["team"].unique())
    outside = results.guests(both["team"], sport)
    mov = (both["scored"] - both["allowed"]).groupby(both["team"]).mean().reindex(teams).to_numpy()
    own, other = np.searchsorted(teams, both["team"]), np.searchsorted(teams, both["opponent"])
    meetings = np.zeros((len(teams), len(teams)))
    np.add.at(meetings, (own, other), 1.0)
    if len(teams) and _connected(meetings > 0):
        share = meetings / meetings.sum(axis=1, keepdims=True)
        system = np.vstack([np.eye(len(teams)) - share, ~np.isin(teams, list(outside))])
        rating = np.linalg.lstsq(system, np.append(mov, 0.0), rcond=None)[0]
    else:
        rating = np.full(len(teams), np.nan)
    names = both.drop_duplicates("team", keep="last").set_index("team")["name"].reindex(teams)
    return pd.DataFrame(
        {
            "team": pd.array(names.to_numpy(), dtype=pd.StringDtype(na_value=np.nan)),
            "mov": typed(mov, "Float64"),
            "srs": typed(rating, "Float64"),
            "srs_sos": typed(rating - mov, "Float64"),
            **guest_column(teams, outside, sport),
        },
        index=_team_index(pd.Index(teams)),
    )


def guest_column(teams: Any, guests: Collection[Any], sport: str) -> dict[str, Any]:
    """Return the column ``guest`` of these teams, in leagues that have guests."""
    standings = SPORTS[sport].rules.standings
    if standings is None or not standings.guests:
        return {}
    return {"guest": pd.array([team in guests for team in teams], dtype="boolean")}


def _connected(met: np.ndarray) -> bool:
    """Whether the games connect all teams, by the matrix of who met whom."""
    reached = np.zeros(len(met), dtype=bool)
    reached[0] = True
    for _ in range(len(met)):
        grown = reached | met[reached].any(axis=0)
        if (grown == reached).all():
            break
        reached = grown
    return bool(reached.all())
