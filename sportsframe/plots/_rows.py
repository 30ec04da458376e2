"""The rows that a plot draws: of one sport, game, team or player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from .._frames.doubleheaders import game_numbers
from .._frames.provenance import CLOCK
from .._frames.recognize import player, team
from ..catalog import SPORTS, Sport
from ..catalog.rules import Rules
from ..catalog.statuses import OFF
from ..errors import FrameError, QueryError, nearest, quoted
from ..measures.results import guests, tell_one_team
from ._text import in_play, numbers


def not_empty(frame: pd.DataFrame, name: str, why: str = "") -> pd.DataFrame:
    """Return the frame; raise an error if it is empty, which names a clock that the user has set before its date."""
    if not len(frame):
        loaded = frame.attrs.get("sportsframe", {}).get("empty_means", "")
        why = why or f"the frame has no rows{f': {loaded}' if loaded.startswith(CLOCK) else ''}"
        raise QueryError(f"plot.{name}() has no data to plot: {why}.")
    return frame


def taking_place(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of games that were or will be played; all rows if none is left."""
    if "phase" not in frame.columns:
        return frame
    off = frame["phase"].isin(OFF).to_numpy()
    return frame if off.all() else frame[~off]


def of_one_team(frame: pd.DataFrame, name: str) -> str:
    """Return what a subtitle says of games that are all of one team; empty if they are not.

    It is also said once, as `standings` does: of the other teams only games against this one are there.
    """
    held = [column for column in TEAMS if column in frame]
    sides = pd.concat([frame[["game_id", column]].set_axis(["game_id", "team"], axis=1) for column in held])
    played = sides.dropna().drop_duplicates()["team"].value_counts()
    if len(played) <= 2 or played.iloc[0] < frame["game_id"].nunique():
        return ""
    tell_one_team(played.index[0], str(frame["sport"].iloc[0]), f"plot.{name}()")
    return f", only games of {played.index[0]}"


def unit_of(frame: pd.DataFrame) -> tuple[str, str]:
    """Return what a row of a schedule is, one and many: a game, a match or a tournament."""
    if "tournament" in frame.columns and frame["tournament"].notna().all():  # not those of another sport
        return "tournament", "tournaments"
    of_players = "player_1" in frame.columns or ("opponent" in frame.columns and "team" not in frame.columns)
    return ("match", "matches") if of_players else ("game", "games")


MOST_OF_CHOICES = 140
"""Characters of the choices that a message lists, beyond the first one."""


def pick(frame: pd.DataFrame, column: str, wanted: Any, name: str, told: Mapping[Any, str] | None = None) -> Any:
    """Return the only value of a column, or the selected one; the error lists the choices if there are several."""
    not_empty(frame, name)
    values = list(dict.fromkeys(frame[column].dropna().tolist()))
    what = column.removesuffix("_id")
    if wanted is None:
        if len(values) == 1:
            return values[0]
        choices = [f"{value!r} ({told[value]})" if told and value in told else repr(value) for value in values]
        lengths = np.cumsum([len(choice) for choice in choices[:4]])
        shown = choices[: max(1, int((lengths <= MOST_OF_CHOICES).sum()))]
        more = f" and {len(choices) - len(shown)} more" if len(choices) > len(shown) else ""
        raise QueryError(
            f"plot.{name}() requires a single {what}, but the frame has {len(values)}; "
            f"pass {column}=, one of {', '.join(shown)}{more}."
        )
    if wanted not in values:
        hint = nearest(wanted, map(str, values))
        raise QueryError(f"plot.{name}(): the frame has no {column} {quoted(wanted)}.{hint}")
    return wanted


def one_sport(frame: pd.DataFrame, name: str) -> Sport:
    """Return the sport of the rows of one game."""
    codes: list[str] = list(frame["sport"].dropna().astype(str).unique())
    if len(codes) != 1 or codes[0] not in SPORTS:
        raise FrameError(
            f"plot.{name}() requires one of {', '.join(SPORTS)} in the column sport, but the frame has "
            f"{', '.join(codes) or 'none'}"
            + (f'; select one, for example df[df["sport"] == "{codes[0]}"].' if codes else ".")
        )
    return SPORTS[codes[0]]


TEAMS = ("team", "home_team", "away_team", "team_1", "team_2")
"""Columns of teams; the nickname is in the column with ``mascot`` in place of ``team``."""


PLAYERS = ("player", "player_1", "player_2")
"""Columns of players."""


def schools(frame: pd.DataFrame) -> dict[str, str]:
    """Return the teams of a frame, each with its school, which is empty in leagues of clubs.

    Without a nickname, it is taken to be the last word of the name.
    """
    codes = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame else []
    college = len(codes) > 0 and all(code in SPORTS and SPORTS[code].rules.schools for code in codes)
    found: dict[str, str] = {}
    for column in [column for column in TEAMS if column in frame]:
        nickname = column.replace("team", "mascot")
        pairs = (
            frame[[column, *([nickname] if nickname in frame else [])]].drop_duplicates(column).dropna(subset=column)
        )
        for name, *known in pairs.astype("object").to_numpy():
            last = known[0] if known and not pd.isna(known[0]) else str(name).split()[-1]
            found.setdefault(str(name), str(name).removesuffix(f" {last}") if college else "")
    return found


def rules_of(frame: pd.DataFrame) -> Rules:
    """Return the rules of the sport of the rows; the usual ones if there is no single sport that is known."""
    codes = list(frame["sport"].dropna().astype(str).unique()) if "sport" in frame.columns else []
    return SPORTS[codes[0]].rules if len(codes) == 1 and codes[0] in SPORTS else Rules()


def versus(frame: pd.DataFrame) -> str:
    """Return ``Away at Home``, or ``Home v Away`` in sports that name the home side first, for the rows of one game.

    Rows of one side may name the other; otherwise its name alone is known.
    """
    first, rules = frame.drop_duplicates("side"), rules_of(frame)
    names = dict(zip(first["side"].astype(str), first["team"].astype(str), strict=True))
    if len(first) == 1 and "opponent" in first and first["opponent"].notna().all():
        names = {side: names.get(side, str(first["opponent"].iloc[0])) for side in rules.sides}
    return rules.between.join(names[side] for side in rules.sides if side in names)


def one_game(frame: pd.DataFrame, game_id: str | None, name: str) -> pd.DataFrame:
    """Return the rows of one game."""
    told: dict[Any, str] = {}
    if game_id is None and "team" in frame.columns and "side" in frame.columns and frame["game_id"].nunique() > 1:
        first = frame.drop_duplicates(["game_id", "side"])
        told = {key: versus(part) for key, part in first.groupby("game_id", sort=False)}
    elif game_id is None and {"away_team", "home_team"} <= set(frame.columns):
        first = frame.drop_duplicates("game_id")
        rules = rules_of(frame)
        one, other = (first[f"{side}_team"] for side in rules.sides)
        told = dict(zip(first["game_id"], one + rules.between + other, strict=True))
    told |= {key: f"{told[key]}, {number}" for key, number in game_numbers(frame).items() if key in told}
    wanted = pick(frame, "game_id", game_id, name, told)
    keep: pd.Series = (frame["game_id"] == wanted).fillna(value=False).astype(bool)
    return frame[keep]


def both_sides(game: pd.DataFrame, name: str) -> tuple[str, str]:
    """Return the sides of a game in the order of its sport.

    Raises
    ------
    QueryError
        One of them has no rows: it would look as if it had done nothing.
    """
    rules = one_sport(game, name).rules
    sides = rules.sides
    if (lacking := set(sides) - set(game["side"].astype(str))) and not (rules.unplayed and _has_just_begun(game)):
        raise QueryError(
            f"plot.{name} requires both sides of the game; the frame has no rows of the {min(lacking)} side. "
            "Pass the game without choosing a team."
        )
    return sides


def _has_just_begun(game: pd.DataFrame) -> bool:
    """Whether a game is in its first period, in which sides that take turns need not have had theirs."""
    period = numbers(game["period"]) if "period" in game.columns else pd.Series(dtype=float)
    return bool(in_play(game).all()) and len(period) > 0 and bool((period <= 1).all())


def one_team(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """Return the rows of one team, by name, part of the name, or id."""
    if who is not None:
        return team(frame, who)
    return team(frame, str(pick(frame, "team", None, name)))


def one_player(frame: pd.DataFrame, who: str | int | None, name: str) -> pd.DataFrame:
    """Return the rows of one player, by name, part of the name, or id."""
    if who is not None:
        return player(frame, who)
    return player(frame, str(pick(frame, "player", None, name)))


def without_guests(both: pd.DataFrame, sport: str, chosen: Sequence[Any] = ()) -> pd.DataFrame:
    """Return the rows, one per game and ``team``, without teams from outside the league that are not chosen."""
    return both[~both["team"].isin(guests(both["team"], sport) - set(chosen))]
