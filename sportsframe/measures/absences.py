"""Games that injured players missed, from lists of injuries and the lines of box scores."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import numpy as np
import pandas as pd

from .._client.notices import warn
from .._frames.recognize import kind, need
from .._frames.typed import verb
from ..catalog import SPORTS
from ..errors import FrameError, QueryError, choose
from .results import PRESEASON
from .rows import took_part

Lines = pd.DataFrame | Iterable[pd.DataFrame] | Mapping[str, pd.DataFrame]
"""Lines of players: a table, several, or all tables of the games by name."""

Per = Literal["game", "player"]

LISTED = "listed_on"
"""Optional column of injuries: the date of the list that a row is from."""

INJURY = ["player_id", "date_injured"]
"""What identifies an injury."""

SPELL = [*INJURY, "team_id"]
"""What identifies an injury on the list of a team."""

GAME = ("season", "season_type", "week", "game_date", "game_id", "game_time", "opponent_id", "opponent")
"""What a row says of a game, where the lines have it."""


@verb
def availability(injuries: pd.DataFrame, lines: Lines, *, by: Per = "game") -> pd.DataFrame:
    """Return the games that injured players missed: who, which game, by which injury.

    A game is missed if the player's team played it on or after ``date_injured``, while the player was listed, and no
    box score has a line of the player. In football a game on the date of the injury does not count: its box scores list
    only players with a statistic, and a player without one may have been hurt in that very game.

    Parameters
    ----------
    injuries : pandas.DataFrame
        Injuries of one sport, from `sportsframe.injuries`: one list, taken to be of today. Several lists, saved on
        different days, need a column ``listed_on`` with the date of each; an injury then ends with the first list that
        no longer has it, a trade is dated to the first list of the new team, and games after the last list do not
        count.
    lines : pandas.DataFrame, or several of them
        Every player's lines of the games in question: the table ``players``, of MLB ``batting`` and ``pitching``, of
        the NHL ``skaters`` and ``goalies``; or what `sportsframe.box_scores` returns. Preseason games do not count.
    by : {"game", "player"}
        One row per missed game, or per injury.

    Returns
    -------
    pandas.DataFrame, shape (n_missed, n_columns)
        By game, in order of start: ``sport``, ``league`` for soccer, ``season``, ``season_type``, ``week`` for
        football, ``game_date``, ``game_id``, ``game_time``, ``team_id``, ``team``, ``opponent_id``, ``opponent``,
        ``home`` (boolean), ``player_id``, ``player``, ``injury``, ``date_injured``, ``returns``, and ``games_played``
        (Int64), the games in which the player has a line. Keys: ``game_id`` and ``player_id``.

        By player, most games first: ``sport``, ``league``, ``team_id``, ``team``, ``player_id``, ``player``,
        ``injury``, ``date_injured``, ``returns``, then ``games_missed``, ``games_played`` and ``team_games`` (Int64;
        those of the team in `lines`), ``first_missed`` and ``last_missed`` (dates). Players who missed none are
        included, with 0. Keys: ``player_id``, ``date_injured`` and ``team_id``.

    Raises
    ------
    QueryError
        An invalid `by`, or a player with two injuries in a frame without ``listed_on``.
    FrameError
        The frames are not of one sport, lack columns, or a table of lines is missing.

    Warns
    -----
    SportsframeWarning
        Injuries without a date, which are left out.

    Notes
    -----
    If ``games_played`` is 0, box scores may not mention the player at all, as with offensive linemen; the list is then
    the only evidence. Of one list, the games are those of the team that lists the player, even before a trade, which
    the list does not tell.

    Examples
    --------
    >>> client = sf.Client(source="simulated", now="2024-09-17T12:00")
    >>> lines = client.live(season=2024, sport="NFL", table="players")
    >>> missed = availability(client.injuries("NFL"), lines)
    >>> bool((missed["game_date"] >= missed["date_injured"]).all())
    True
    """
    choose(by, ("game", "player"), "by")
    need(injuries, ["sport", *SPELL], "availability()")
    tables = _by_table(lines)
    sport = _one_sport(injuries, "the injuries") or _sport_of(tables)
    has_injuries(sport)
    played = _lines(tables, sport)
    spells = _spells(injuries)
    teams = played.drop_duplicates(["game_id", "team_id"])
    lined = played[played["took_part"]].drop_duplicates(["game_id", "player_id"])
    counted = lined["player_id"].value_counts()
    spells["games_played"] = spells["player_id"].map(counted).fillna(0).astype("Int64")
    spells["team_games"] = spells["team_id"].map(teams["team_id"].value_counts()).fillna(0).astype("Int64")

    games = teams[["team_id", *(name for name in (*GAME, "home") if name in teams.columns)]]
    rows = spells.merge(games, on="team_id")
    date = rows["game_date"]
    seen = pd.MultiIndex.from_frame(lined[["game_id", "player_id"]].astype(object))
    absent = ~pd.MultiIndex.from_frame(rows[["game_id", "player_id"]].astype(object)).isin(seen)
    begun = (date >= rows["since"]) & (date >= rows["date_injured"])
    if SPORTS[sport].rules.played_when_hurt:
        begun &= date > rows["date_injured"]
    rows = rows[absent & begun & ~(date >= rows["until"])]
    rows = rows.sort_values("date_injured", kind="stable").drop_duplicates(["game_id", "player_id"], keep="last")
    rows = rows.drop(columns=["since", "until"])

    who = [name for name in ("sport", "league") if name in injuries.columns]
    person = [name for name in ("player_id", "player", "injury", "date_injured", "returns") if name in spells.columns]
    return _by_game(rows, who, person) if by == "game" else _by_player(spells, rows, who, person)


def _by_game(rows: pd.DataFrame, who: list[str], person: list[str]) -> pd.DataFrame:
    played = [name for name in GAME[:-2] if name in rows.columns]
    sides = ("team_id", "team", "opponent_id", "opponent", "home")
    names = [*who, *played, *(name for name in sides if name in rows.columns), *person, "games_played"]
    return rows.sort_values(["game_time", "game_id", "team_id", "player_id"], kind="stable", ignore_index=True)[names]


def _by_player(spells: pd.DataFrame, rows: pd.DataFrame, who: list[str], person: list[str]) -> pd.DataFrame:
    missed = rows.groupby(SPELL).agg(
        games_missed=("game_id", "nunique"), first_missed=("game_date", "min"), last_missed=("game_date", "max")
    )
    found = spells.merge(missed.reset_index(), on=SPELL, how="left")
    found["games_missed"] = found["games_missed"].fillna(0).astype("Int64")
    found = found.sort_values(["games_missed", "date_injured"], ascending=[False, True], kind="stable")
    teams = [name for name in ("team_id", "team") if name in found.columns]
    figures = ["games_missed", "games_played", "team_games", "first_missed", "last_missed"]
    return found[[*who, *teams, *person, *figures]].reset_index(drop=True)


def _one_sport(frame: pd.DataFrame, what: str) -> str | None:
    """The sport of the rows, or None if there are none."""
    sports = sorted(map(str, frame["sport"].dropna().unique()))
    if len(sports) > 1:
        raise FrameError(f"availability() requires {what} of one sport, but the frame has {', '.join(sports)}.")
    return sports[0] if sports else None


def _sport_of(tables: Mapping[str, list[pd.DataFrame]]) -> str:
    """The sport of the stat lines; if there are no rows, the first sport that has these tables."""
    for frame in (frame for frames in tables.values() for frame in frames):
        if "sport" in frame.columns and (sport := _one_sport(frame, "lines")):
            return sport
    having = [code for code, spec in SPORTS.items() if "injuries" in spec.resources]
    return next((code for code in having if tables.keys() >= set(tables_of(code))), having[0])


def has_injuries(sport: str) -> None:
    """Raise QueryError for a sport without injuries."""
    having = [code for code, spec in SPORTS.items() if "injuries" in spec.resources]
    if sport not in having:
        raise QueryError(f"{sport} has no injuries; expected one of {', '.join(having)}.")


def tables_of(sport: str) -> list[str]:
    """The tables of box scores that together have a line of everybody who played."""
    totals = SPORTS[sport].answer("player-stats").totals
    return list(dict.fromkeys(name for table in totals for name in table.boxes))


def _by_table(lines: Lines) -> dict[str, list[pd.DataFrame]]:
    """The frames of lines by their tables, whatever they are passed in."""
    if isinstance(lines, pd.DataFrame):
        lines = [lines]
    found: dict[str, list[pd.DataFrame]] = {}
    for frame in lines.values() if isinstance(lines, Mapping) else lines:
        if not isinstance(frame, pd.DataFrame):
            raise FrameError(f"availability() requires lines as DataFrames, not {type(frame).__name__}.")
        if {"player_id", "game_id"} <= set(frame.columns):
            found.setdefault(kind(frame).table, []).append(frame)
    return found


def _lines(found: Mapping[str, list[pd.DataFrame]], sport: str) -> pd.DataFrame:
    """The lines of all tables, one below the other, without the preseason; ``took_part`` marks those who played."""
    wanted = tables_of(sport)
    missing = [name for name in wanted if name not in found]
    if missing:
        raise FrameError(
            f"availability() of {sport} requires lines of the tables {' and '.join(wanted)}; {' and '.join(missing)} "
            f'is missing: load it with live(season=..., sport="{sport}", table="{missing[0]}").'
        )
    parts = []
    for frame in (frame for name in wanted for frame in found[name]):
        need(frame, ["sport", "team_id", "player_id", *GAME[3:]], "availability()")
        if _one_sport(frame, "lines") not in (sport, None):
            raise FrameError(f"availability() requires lines of {sport}, but they are of {frame['sport'].iloc[0]}.")
        parts.append(frame.assign(took_part=took_part(frame) & _time(frame)))
    played = pd.concat(parts, ignore_index=True) if len(parts) > 1 else parts[0]
    if "phase" in played.columns:
        played = played[played["phase"].eq("finished").fillna(False).astype(bool)]
    if "season_type" in played.columns:
        played = played[~played["season_type"].astype(object).eq(PRESEASON)]
    if "side" in played.columns:
        played = played.assign(home=played["side"].astype(object).eq("home").astype("boolean"))
    return played


def _time(lines: pd.DataFrame) -> np.ndarray:
    """Whether each row is of somebody who was on the field of play: not those with a line and no second of time."""
    if "seconds_played" not in lines.columns:
        return np.ones(len(lines), dtype=bool)
    return lines["seconds_played"].ne(0).fillna(True).to_numpy(dtype=bool)


def _spells(injuries: pd.DataFrame) -> pd.DataFrame:
    """One row per injury and team, with ``since`` and ``until``: dates from which, and before which, games may count.

    Of one list, that is from the injury on. Of several, ``until`` is the date of the first list that no longer has the
    player with the team, or the day after the last list; ``since`` is that of the first list that has, if another team
    had the player before.
    """
    dated = injuries["date_injured"].notna()
    if not dated.all():
        warn(f"{int((~dated).sum())} injuries have no date_injured and are left out: which games they cost is unknown.")
    spells = injuries[dated & injuries["player_id"].notna() & injuries["team_id"].notna()].copy()
    dates = spells["date_injured"].dtype
    if LISTED not in spells.columns:
        spells = spells.drop_duplicates(SPELL, keep="last", ignore_index=True)
        twice = spells["player_id"].duplicated()
        if twice.any():
            name = spells.loc[twice, "player" if "player" in spells.columns else "player_id"].iloc[0]
            raise QueryError(
                f"the injuries list {name} more than once; for lists of several days add a column {LISTED} with the "
                f'date of each, for example injuries.assign({LISTED}=pd.Timestamp("2024-11-20")).'
            )
        return spells.assign(since=spells["date_injured"], until=pd.Series(pd.NaT, spells.index, dtype=dates))
    listed = _dates(injuries[LISTED]).astype(dates)
    days = np.unique(listed.to_numpy())
    spells[LISTED] = listed.reindex(spells.index)
    spells = spells.sort_values(LISTED, kind="stable", ignore_index=True)
    first = spells.groupby(SPELL)[LISTED].transform("min")
    before = spells.groupby(INJURY)[LISTED].transform("min")
    spells["since"] = spells["date_injured"].where(first == before, first)
    spells = spells.drop_duplicates(SPELL, keep="last", ignore_index=True)
    after = np.searchsorted(days, spells[LISTED].to_numpy(), side="right")
    ends = np.append(days, days[-1:] + np.timedelta64(1, "D"))
    spells["until"] = pd.Series(ends[after], spells.index).astype(dates)
    return spells


def _dates(column: pd.Series) -> pd.Series:
    """Dates of lists, whatever their type."""
    try:
        found: Any = pd.to_datetime(column)
        found = found.dt.tz_localize(None).dt.normalize()
    except (ValueError, TypeError, AttributeError):
        found = None
    if found is None or found.isna().any():
        raise QueryError(f"{LISTED} must contain the date of each list, such as 2024-11-20.")
    dates: pd.Series = found
    return dates
