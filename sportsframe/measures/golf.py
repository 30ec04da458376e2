"""Golf measures: purses and courses. The specification does not include strokes, positions or cuts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .._frames.amounts import purse
from .._frames.recognize import need
from ..catalog import Sport
from .grammar import Measure, On
from .rows import Primitive, Rows, floats

TOURNAMENTS = On(("tournaments",), resource="schedule")
COURSES = On(("courses",), resource="schedule")


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


def _ones(rows: Rows) -> np.ndarray:
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
            note="With several courses this is no round; see par_mean.",
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
            note="With several courses this is no round.",
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
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("tournaments", "purse_number"): Primitive(("purse",), _amounts),
    ("tournaments", "purse_mark"): Primitive(("purse",), _marks),
    ("tournaments", "course_rows"): Primitive(("game_id",), _of_courses("size", "par")),
    ("tournaments", "course_par"): Primitive(("game_id",), _of_courses("sum", "par")),
    ("tournaments", "course_yards"): Primitive(("game_id",), _of_courses("sum", "yards")),
    ("courses", "each"): Primitive((), _ones),
}
