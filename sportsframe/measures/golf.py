"""Golf measures: purses and courses of tournaments, and rounds, cuts and places of players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .._frames.amounts import purse
from .._frames.recognize import need
from ..catalog import Sport
from ..catalog.golf import HOLES, LINE, ROUNDS, SECOND_CUT, in_pairs, left
from ..catalog.tables import Column
from .grammar import Measure, On, Sums
from .rows import FINISHED, WHOLE_GAMES, Lack, Others, Primitive, Rows, floats, unfinished

TOURNAMENTS = On(("tournaments",), resource="schedule")
COURSES = On(("courses",), resource="schedule")
PLAYERS = On(("players",))
SEASON = On(("season",), resource="player-stats")
PAIRS = "A pair's rounds count for both; to leave them out, drop tournaments whose format in the schedule is team."
OF_A_SEASON = "Withdrawals do not count as cuts made; events without a cut and disqualifications do."
TOUR = "[PGA Tour](https://www.pgatour.com/stats)"


def _amounts(rows: Rows) -> np.ndarray:
    return np.array([purse(text)[0] for text in rows.frame["purse"].astype(object)], dtype="float64")


def _marks(rows: Rows) -> np.ndarray:
    return np.array([purse(text)[1] for text in rows.frame["purse"].astype(object)], dtype=object)


def _of_courses(how: str, name: str) -> Callable[[Rows], np.ndarray]:
    """A figure of a tournament from the frame given as courses=."""

    def make(rows: Rows) -> np.ndarray:
        courses = rows.options.get("courses")
        if courses is None:
            return np.full(len(rows), np.nan)
        need(courses, ["game_id", name], "courses=")
        values = courses["game_id"] if how == "size" else pd.Series(floats(courses[name]), index=courses.index)
        groups = values.groupby(courses["game_id"].astype(object))
        found = groups.size() if how == "size" else groups.agg(lambda v: v.sum(skipna=False))
        return found.reindex(rows.frame["game_id"].astype(object)).to_numpy(dtype="float64")

    return make


def _without_courses(rows: Rows) -> np.ndarray:
    """Whether the frame given as courses= does not have a tournament."""
    courses = rows.options.get("courses")
    if courses is None:
        return np.zeros(len(rows), dtype=bool)
    return ~rows.frame["game_id"].isin(courses["game_id"]).to_numpy(dtype=bool)


def _one_per_row(rows: Rows) -> np.ndarray:
    return np.ones(len(rows))


def _courses(where: On, **more: Any) -> tuple[Measure, ...]:
    """The same figures on the courses themselves and on tournaments."""
    count, par, yards = ("each", "par", "yards") if not more else ("course_rows", "course_par", "course_yards")
    return (
        where.make(
            "course_count",
            "Courses",
            value=lambda s: getattr(s, count),
            formula="courses played",
            unit="courses",
            aggregation="count",
            reference="PGA",
            **more,
        ),
        where.make(
            "par_total",
            "Par of all courses",
            value=lambda s: getattr(s, par),
            formula="sum of par",
            unit="strokes",
            aggregation="count",
            reference="PGA",
            **more,
            note="With several courses this is not a round; see par_mean.",
        ),
        where.make(
            "yards_total",
            "Length of all courses",
            value=lambda s: getattr(s, yards),
            formula="sum of yards",
            unit="yd",
            aggregation="count",
            reference="PGA",
            **more,
            note="With several courses this is not a round.",
        ),
        where.ratio(
            "par_mean",
            "Par of a round",
            parts=lambda s: (getattr(s, par), getattr(s, count)),
            formula="sum of par / courses",
            unit="strokes",
            reference="PGA",
            **more,
        ),
    )


def _cuts_made(season: Sums) -> Any:
    return season.games_played - season.cuts - season.withdrawals


MEASURES: tuple[Measure, ...] = (
    TOURNAMENTS.make(
        "purse_amount",
        "Purse",
        value=lambda s: s.purse_number,
        formula="the number in purse",
        unit="money",
        aggregation="count",
        reference="PGA",
        higher_is_better=True,
        whole=False,
        same_within_group="purse_mark",
        note="In its currency; a group of several currencies has no sum. Unclear text is missing.",
    ),
    TOURNAMENTS.make(
        "purse_currency",
        "Currency of the purse",
        value=lambda s: s.purse_mark,
        formula="the symbol or code in purse",
        unit="text",
        aggregation="no",
        reference="PGA",
        text=True,
        note="As written: a bare $ may be any dollar.",
    ),
    *_courses(TOURNAMENTS, requires="courses"),
    *_courses(COURSES),
    COURSES.ratio(
        "yards_per_par",
        "Yards per par",
        parts=lambda s: (s.yards, s.par),
        formula="yards / par",
        unit="yd",
        reference="Our definition",
    ),
    PLAYERS.column(
        "rounds_played",
        "Rounds",
        formula="rounds with a score",
        unit="rounds",
        aggregation="count",
        reference=TOUR,
        note="A round that was not finished has no score. " + PAIRS,
    ),
    PLAYERS.ratio(
        "scoring_average",
        "Scoring average",
        parts=lambda s: (s.round_strokes, s.rounds_played),
        formula="strokes of finished rounds / rounds",
        unit="strokes",
        reference=TOUR,
        higher_is_better=False,
        note="Not adjusted for the field, and of finished rounds only. " + PAIRS,
    ),
    PLAYERS.ratio(
        "cuts_made_pct",
        "Cuts made",
        parts=lambda s: (100 * (s.finished_games - s.missed), s.finished_games),
        formula="100 (events - events left before the end) / events",
        unit="%",
        reference=TOUR,
        higher_is_better=True,
        note="Withdrawals and disqualifications do not count as cuts made; events without a cut do, and second cuts.",
    ),
    SEASON.make(
        "cuts_made",
        "Cuts made",
        value=_cuts_made,
        formula="games_played - cuts - withdrawals",
        unit="events",
        aggregation="count",
        reference=TOUR,
        higher_is_better=True,
        note=OF_A_SEASON,
    ),
    SEASON.ratio(
        "cuts_made_pct",
        "Cuts made",
        parts=lambda s: (100 * _cuts_made(s), s.games_played),
        formula="100 (games_played - cuts - withdrawals) / games_played",
        unit="%",
        reference=TOUR,
        higher_is_better=True,
        note=OF_A_SEASON,
    ),
    *(
        PLAYERS.make(
            name,
            label,
            value=value,
            formula=formula,
            unit="events",
            aggregation="count",
            reference=TOUR,
            higher_is_better=True,
            note="Of finished events; those tied for the place count.",
        )
        for name, label, formula, value in (
            ("wins", "Wins", "place 1", lambda s: (s.place == 1).astype("float64")),
            ("top_10s", "Top tens", "place 10 or better", lambda s: (s.place <= 10).astype("float64")),
        )
    ),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


NO_PLACE = 999.0
"""Stands for the place of a player who did not finish."""


def _rounds(rows: Rows) -> np.ndarray:
    return np.asarray(sum((~np.isnan(rows.get(name))).astype("float64") for name in ROUNDS))


def _round_strokes(rows: Rows) -> np.ndarray:
    return np.asarray(sum(np.nan_to_num(rows.get(name)) for name in ROUNDS))


def _left(rows: Rows) -> pd.Series:
    return rows.frame["status"].astype(object).map(left)


def _missed(rows: Rows) -> np.ndarray:
    return (~_left(rows).isin(("", SECOND_CUT))).to_numpy(dtype="float64")


def _place(rows: Rows) -> np.ndarray:
    """Place of a player in a finished tournament: without a phase, one of whose players nobody has a round to play."""
    frame, out = rows.frame, (_left(rows) != "").to_numpy(dtype=bool)
    last = pd.Series(~out & np.isnan(rows.get(ROUNDS[-1])))
    to_come = last.groupby(frame["game_id"].astype(object).to_numpy()).transform("any").to_numpy(dtype=bool)
    if "phase" in frame.columns:
        to_come = np.where(frame["phase"].notna(), unfinished(frame), to_come)
    place = np.where(out, NO_PLACE, np.nan_to_num(rows.get("position"), nan=NO_PLACE))
    return np.where(to_come, np.nan, place)


GIVEN_COURSES = Others(Lack("those tournaments", "courses"), _without_courses)

PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("tournaments", "purse_number"): Primitive(("purse",), _amounts),
    ("tournaments", "purse_mark"): Primitive(("purse",), _marks),
    ("tournaments", "course_rows"): Primitive(("game_id",), _of_courses("size", "par"), others=(GIVEN_COURSES,)),
    ("tournaments", "course_par"): Primitive(("game_id",), _of_courses("sum", "par"), others=(GIVEN_COURSES,)),
    ("tournaments", "course_yards"): Primitive(("game_id",), _of_courses("sum", "yards"), others=(GIVEN_COURSES,)),
    ("courses", "each"): Primitive((), _one_per_row),
    ("players", FINISHED): WHOLE_GAMES,
    ("players", "rounds_played"): Primitive(ROUNDS, _rounds),
    ("players", "round_strokes"): Primitive(ROUNDS, _round_strokes),
    ("players", "missed"): Primitive(("status",), _missed),
    ("players", "place"): Primitive(("position", "status", "game_id", ROUNDS[-1]), _place),
}


BY_POINTS = "places by points, not by strokes"


def by_strokes(field: pd.DataFrame) -> bool:
    """Whether the official places of a tournament follow the strokes, which they do not where points decide."""
    if not {"position", "to_par"} <= set(field.columns):
        return True
    stayed = field["status"].astype(object).map(left) == "" if "status" in field else slice(None)
    placed = field.loc[stayed, ["position", "to_par"]].dropna()
    scores = placed.groupby("position")["to_par"].agg(["min", "max"])
    return bool((scores["min"] == scores["max"]).all() and scores["min"].is_monotonic_increasing)


def ranks(values: pd.Series, rows: pd.DataFrame, column: Column | None, *, lower: bool) -> pd.Series:
    """Ranks of the values of rows of one game, equal for ties, but for those of a score that official places decide.

    They do so once the game is over, unless they follow from something else than the score, as points do. Partners
    are one in the ranking of a score.
    """
    if column is None or column.tied_by is None or column.tied_by not in rows.columns:
        return values.rank(method="min", ascending=lower).astype("Int64")
    open_still = unfinished(rows) | (not by_strokes(rows))
    places = rows[column.tied_by].mask(open_still).set_axis(values.index).fillna(NO_PLACE)
    order = values.groupby([values, places]).ngroup()
    found = (order.rank(method="min", ascending=lower) - 1) // side_size(rows) + 1
    return found.astype("Int64")


def side_size(field: pd.DataFrame) -> int:
    """How many players of a tournament share a line: two in pairs, else one."""
    lines = lines_of(field)
    return 2 if in_pairs(lines[lines.notna()].tolist()) else 1


def lines_of(field: pd.DataFrame) -> pd.Series:
    """What partners have in common, by row of a tournament; missing for those who have yet to begin."""
    names = [name for name in LINE if name in field.columns]
    lines = field[names].astype(object)
    told = [tuple(line) for line in lines.where(lines.notna(), None).to_numpy()]
    return pd.Series(told, field.index, dtype=object).where(lines.notna().any(axis=1))


def shared_places(field: pd.DataFrame, places: pd.Series) -> pd.Series:
    """Whether others have the place of each row of a tournament, too; a partner is nobody else."""
    return places.notna() & (places.map(places.value_counts()).fillna(0) > side_size(field))


def tee_times(field: pd.DataFrame) -> pd.Series:
    """The tee times of those who have yet to begin their next round of a tournament; missing for all others.

    Rounds are a day apart at least. A tee time of a day on which others have yet to finish the same round belongs to
    that round, which was put off.
    """
    if not {"tee_time", "game_time", "strokes", "phase", "status", *ROUNDS} <= set(field.columns):
        return pd.Series(pd.NaT, field.index)
    rounds = field[[*ROUNDS]]
    done = rounds.notna().sum(axis=1)
    since: Any = field["tee_time"] - field["game_time"] + EARLIER
    days = since.dt.days
    still = field["phase"].isin(["live", "paused"]) & field["status"].astype(object).map(left).eq("")
    least = done[still].groupby(days[still]).min()
    between = still & (done > 0) & field["strokes"].eq(rounds.sum(axis=1)).fillna(value=False) & (days >= done)
    return field["tee_time"].where(between & ~(days.map(least) < done))


EARLIER = pd.Timedelta(hours=6)
"""By how much a round may begin earlier in the day than the first one."""


def how_far(frame: pd.DataFrame) -> pd.Series:
    """Return how far each player of a tournament got; strokes are compared among those who got as far.

    While it is in play, that is whether the player is still in it, afterwards the number of rounds.
    """
    if unfinished(frame).any() and "status" in frame.columns:
        return frame["status"].astype(object).map(left).eq("").groupby(frame["player_id"]).any()
    return frame[[*ROUNDS]].notna().sum(axis=1).groupby(frame["player_id"]).sum()


def being_played(frame: pd.DataFrame) -> tuple[str, ...]:
    """Return the columns of strokes that are incomplete: until all have finished a round, its own and the sum."""
    rounds = [name for name in ROUNDS if name in frame.columns]
    if not rounds or not {"phase", "status", "thru"} <= set(frame.columns):
        return ()
    playing = frame[frame["phase"].isin(["live", "paused"]) & frame["status"].astype(object).map(left).eq("")]
    begun = [name for name in rounds if playing[name].notna().any()]
    if not begun or (playing[max(begun)].notna() & playing["thru"].eq(HOLES).fillna(value=False)).all():
        return ()
    return "strokes", max(begun)
