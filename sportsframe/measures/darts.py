"""Darts measures: statistics of darts, visits, legs and matches, computed from the throws.

A bust scores nothing and its darts count. Who threw first in a leg follows from how many visits the two had: a winner
with one more began it, with as many the other did.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

from .._frames.recognize import need
from ..catalog import SPORTS, Sport
from .grammar import Measure, On
from .rows import Lack, Others, Primitive, Rows, floats, unfinished

START = 501
FIRST_VISITS = 3
HIGHEST_FINISH = 170

THROWS = On(("throws",))
TURNS = On(("turns",))
PLAYERS = On(("players",))
LEGS = On(("legs",))

VISIT = ("game_id", "set", "leg", "player_id", "turn")
LEG_OF_PLAYER = ("game_id", "set", "leg", "player_id")
LEG = ("game_id", "set", "leg")


def _average(where: On, points: str, darts: str, name: str, label: str, **more: Any) -> Measure:
    return where.ratio(
        name,
        label,
        parts=lambda s: (3 * getattr(s, points), getattr(s, darts)),
        formula="3 points that counted / darts thrown",
        unit="points",
        reference="PDC",
        higher_is_better=True,
        **more,
    )


def _kept(where: On, **more: Any) -> tuple[Measure, ...]:
    """Legs held and broken, of visits and of players."""
    return (
        where.make(
            "legs_held",
            "Legs held",
            value=lambda s: s.held,
            formula="legs begun and won",
            unit="legs",
            aggregation="count",
            reference="PDC",
            higher_is_better=True,
            **more,
        ),
        where.make(
            "legs_broken",
            "Legs broken",
            value=lambda s: s.broken,
            formula="legs won that the opponent began",
            unit="legs",
            aggregation="count",
            reference="PDC",
            higher_is_better=True,
            **more,
        ),
        where.ratio(
            "hold_pct",
            "Legs held of begun",
            parts=lambda s: (100 * s.held, s.begun),
            formula="100 legs held / legs begun",
            unit="%",
            reference="PDC",
            higher_is_better=True,
            **more,
        ),
        where.ratio(
            "break_pct",
            "Legs broken of the opponent's",
            parts=lambda s: (100 * s.broken, s.opponent_begun),
            formula="100 legs broken / legs the opponent began",
            unit="%",
            reference="PDC",
            higher_is_better=True,
            **more,
        ),
    )


def _won(where: On, **more: Any) -> tuple[Measure, ...]:
    """Darts of won legs."""
    return (
        where.make(
            "best_leg_darts",
            "Best leg",
            value=lambda s: s.best_darts,
            formula="fewest darts in a won leg",
            unit="darts",
            aggregation="min",
            reference="PDC",
            higher_is_better=False,
            **more,
        ),
        where.ratio(
            "darts_per_leg_won",
            "Darts per leg won",
            parts=lambda s: (s.won_darts, s.won_legs),
            formula="darts in won legs / legs won",
            unit="darts",
            reference="PDC",
            higher_is_better=False,
            **more,
        ),
    )


def _band(name: str, label: str, least: int, most: int) -> Measure:
    return TURNS.make(
        name,
        label,
        value=lambda s: s.earned_score.between(least, most).astype("float64"),
        formula=f"visits of {least}" + (f" to {most}" if most > least else ""),
        unit="visits",
        aggregation="count",
        reference="PDC",
        higher_is_better=True,
    )


MEASURES: tuple[Measure, ...] = (
    _average(THROWS, "counted", "each", "three_dart_average", "Three-dart average"),
    _average(
        THROWS,
        "first_points",
        "first_darts",
        "first_nine_average",
        "First-nine average",
        note="Darts of a player's first three visits of a leg.",
    ),
    THROWS.column(
        "doubles_hit",
        "Doubles hit",
        formula="the double that ended the leg",
        unit="darts",
        aggregation="count",
        reference="PDC",
        higher_is_better=True,
    ),
    THROWS.column(
        "darts_at_double_est",
        "Darts at a double, at most",
        formula="darts at 2, 4, ... 40 or 50 left",
        unit="darts",
        aggregation="count",
        reference="PDC",
        note="An upper bound of the attempts: the target is not in the data, and at 50 or 32 a player may lay up.",
    ),
    THROWS.column(
        "busts",
        "Busts",
        formula="darts that pass 0, leave 1, or reach 0 off a double",
        unit="visits",
        aggregation="count",
        reference="PDC",
        higher_is_better=False,
    ),
    THROWS.ratio(
        "treble_pct",
        "Trebles while scoring",
        parts=lambda s: (100 * s.high_trebles, s.high_darts),
        formula=(f"100 trebles / darts with more than {HIGHEST_FINISH} left"),
        unit="%",
        reference="Our definition",
        higher_is_better=True,
    ),
    *_won(THROWS),
    _average(TURNS, "earned_score", "visit_darts", "three_dart_average", "Three-dart average", requires="throws"),
    _band("scores_180", "Maximums", 180, 180),
    _band("scores_140_plus", "Visits of 140 to 179", 140, 179),
    _band("scores_100_plus", "Visits of 100 to 139", 100, 139),
    TURNS.column(
        "busts",
        "Busts",
        formula="visits that pass 0, leave 1, or reach 0 off a double",
        unit="visits",
        aggregation="count",
        reference="PDC",
        higher_is_better=False,
        requires="throws",
        note="A visit without points need not be a bust.",
    ),
    TURNS.make(
        "checkouts_made",
        "Legs won",
        value=lambda s: (s.end_score == 0).astype("float64"),
        formula="visits that leave 0",
        unit="legs",
        aggregation="count",
        reference="PDC",
        higher_is_better=True,
    ),
    TURNS.make(
        "highest_checkout",
        "Highest finish",
        value=lambda s: s.finish,
        formula="greatest start_score of a winning visit",
        unit="points",
        aggregation="max",
        reference="PDC",
        higher_is_better=True,
    ),
    TURNS.make(
        "checkouts_100_plus",
        "Finishes of 100 or more",
        value=lambda s: ((s.end_score == 0) & (s.start_score >= 100)).astype("float64"),
        formula="winning visits from 100 or more",
        unit="legs",
        aggregation="count",
        reference="PDC",
        higher_is_better=True,
    ),
    *_kept(TURNS, note="Counted on a player's first visit of a finished leg."),
    TURNS.column(
        "sets_won",
        "Sets won",
        formula="sets with most legs, as many at least as win one",
        unit="sets",
        aggregation="count",
        reference="PDC",
        higher_is_better=True,
        note="Counted on the visit that won the set; missing where set is 0 and in matches of legs.",
    ),
    PLAYERS.ratio(
        "checkout_pct",
        "Finishes of attempts",
        parts=lambda s: (100 * s.checkouts_made, s.checkout_total),
        formula="100 checkouts_made / checkout_total",
        unit="%",
        reference="PDC",
        higher_is_better=True,
    ),
    PLAYERS.ratio(
        "max_per_leg",
        "Maximums per leg",
        parts=lambda s: (s.visits_180, s.legs_played),
        formula="180s / legs played",
        unit="per leg",
        reference="PDC",
        higher_is_better=True,
        note="Legs played are those both players won: both rows of a match must be there.",
    ),
    _average(
        PLAYERS,
        "counted",
        "thrown",
        "three_dart_average",
        "Three-dart average",
        requires="throws",
        note="From the darts, not the value as sent.",
    ),
    _average(PLAYERS, "first_points", "first_darts", "first_nine_average", "First-nine average", requires="throws"),
    *_won(PLAYERS, requires="throws"),
    *_kept(PLAYERS, requires="turns"),
    LEGS.make(
        "checkouts_made",
        "Finished",
        value=lambda s: s.finished,
        formula="the leg was won",
        unit="legs",
        aggregation="count",
        reference="PDC",
        requires="turns",
    ),
    LEGS.column(
        "held",
        "Held",
        formula="the winner threw first",
        unit="flag",
        aggregation="count",
        reference="PDC",
        flag=True,
        requires="turns",
    ),
    LEGS.column(
        "broken",
        "Broken",
        formula="the winner threw second",
        unit="flag",
        aggregation="count",
        reference="PDC",
        flag=True,
        requires="turns",
    ),
    LEGS.ratio(
        "hold_pct",
        "Legs held",
        parts=lambda s: (100 * s.held, s.finished),
        formula="100 legs held / legs",
        unit="%",
        reference="PDC",
        requires="turns",
    ),
    LEGS.ratio(
        "break_pct",
        "Legs broken",
        parts=lambda s: (100 * s.broken, s.finished),
        formula="100 legs broken / legs",
        unit="%",
        reference="PDC",
        requires="turns",
    ),
    *_won(LEGS, requires="throws"),
)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """The measures of a sport of this game."""
    return MEASURES


def _group(rows: Rows, names: tuple[str, ...]) -> np.ndarray:
    """Number of the group of each row."""
    return rows.once(
        ("group", names),
        lambda: np.asarray(rows.frame.groupby(list(names), sort=False, dropna=False, observed=True).ngroup()),
    )


def _column(rows: Rows, name: str) -> pd.Series:
    return pd.Series(rows.get(name))


def _each(rows: Rows) -> np.ndarray:
    return np.ones(len(rows))


def _counted(rows: Rows) -> np.ndarray:
    """Points of each dart, 0 in a visit that took nothing off."""
    return np.where(rows.get("end_score") == rows.get("start_score"), 0.0, rows.get("score"))


def _remaining(rows: Rows) -> np.ndarray:
    """Score before each dart; missing where an earlier dart of the visit is not in the frame."""
    visit, throw, score = _group(rows, VISIT), rows.get("throw"), rows.get("score")
    order = np.lexsort((throw, visit))
    sorted_ = pd.DataFrame({"visit": visit[order], "score": score[order]})
    groups = sorted_.groupby("visit")
    before = (groups["score"].cumsum() - sorted_["score"]).to_numpy()
    place = groups.cumcount().to_numpy() + 1
    found = np.empty(len(rows))
    found[order] = np.where(place == throw[order], before, np.nan)
    return rows.get("start_score") - found


def _left(rows: Rows) -> np.ndarray:
    return np.asarray(rows.get("remaining") - rows.get("score"))


def _known_as(values: np.ndarray, *inputs: np.ndarray) -> np.ndarray:
    """1 and 0, missing where an input is."""
    return np.where(np.any([np.isnan(one) for one in inputs], axis=0), np.nan, values.astype("float64"))


def _hit(rows: Rows) -> np.ndarray:
    left, double = rows.get("left_after"), rows.get("double")
    return _known_as((left == 0) & (double == 1), left, double)


def _bust(rows: Rows) -> np.ndarray:
    left, double = rows.get("left_after"), rows.get("double")
    return _known_as((left < 0) | (left == 1) | ((left == 0) & (double == 0)), left, double)


def _at_double(rows: Rows) -> np.ndarray:
    left = rows.get("remaining")
    return _known_as(((left <= 40) & (left >= 2) & (left % 2 == 0)) | (left == 50), left)


def _high(rows: Rows) -> np.ndarray:
    return _known_as(rows.get("remaining") > HIGHEST_FINISH, rows.get("remaining"))


def _high_trebles(rows: Rows) -> np.ndarray:
    return np.asarray(rows.get("high_darts") * rows.get("triple"))


def _first(rows: Rows) -> np.ndarray:
    """1 for darts of a player's first three visits; missing where the leg's first visit is not in the frame."""
    leg, turn, start = _group(rows, LEG_OF_PLAYER), _column(rows, "turn"), _column(rows, "start_score")
    place = turn.groupby(leg).rank("dense")
    whole = start.groupby(leg).transform("max") == START
    return place.le(FIRST_VISITS).astype("float64").where(whole & turn.notna()).to_numpy()


def _first_points(rows: Rows) -> np.ndarray:
    return np.asarray(rows.get("first_darts") * rows.get("counted"))


def _leg_darts(rows: Rows) -> np.ndarray:
    """On the dart that won a leg the darts of the leg, on others 0; missing where some of them are not there."""
    leg, hit = _group(rows, LEG_OF_PLAYER), rows.get("doubles_hit")
    counted = _column(rows, "counted").groupby(leg)
    whole = (counted.transform("sum") == START).to_numpy()
    thrown = counted.transform("size").to_numpy()
    return np.where(hit == 1, np.where(whole, thrown, np.nan), 0.0)


def _best(rows: Rows) -> np.ndarray:
    darts = rows.get("won_darts")
    return np.where(darts > 0, darts, np.nan)


def _visit_darts(rows: Rows) -> np.ndarray:
    return _from(rows, "throws", "each", VISIT)


def _visit_busts(rows: Rows) -> np.ndarray:
    return _from(rows, "throws", "busts", VISIT)


def _finish(rows: Rows) -> np.ndarray:
    return np.where(rows.get("end_score") == 0, rows.get("start_score"), np.nan)


def _finished(rows: Rows) -> np.ndarray:
    return np.asarray(rows.get("end_score") == 0, dtype="float64")


def _story(rows: Rows) -> pd.DataFrame:
    """For each visit: whether its player began and won the leg, and whether it is his first in it.

    Not known where the leg is not finished, or not all of it is in the frame.
    """
    mine, leg = _group(rows, LEG_OF_PLAYER), _group(rows, LEG)
    turn, ended = _column(rows, "turn"), pd.Series(rows.get("end_score") == 0)
    visits = turn.groupby(mine).transform("size")
    others = turn.groupby(leg).transform("size") - visits
    won, over = ended.groupby(mine).transform("any"), ended.groupby(leg).transform("any")
    more = (visits - others).where(won, others - visits)
    known = over & more.isin((0, 1)) & others.gt(0)
    began = (more == 1) == won
    first = turn == turn.groupby(mine).transform("min")
    absent = others.eq(0) | (over & ~known)
    return pd.DataFrame({"won": won, "began": began, "first": first, "known": known, "absent": absent})


def _partial_visits(rows: Rows) -> np.ndarray:
    return np.asarray(np.isnan(rows.get("remaining")))


def _partial_legs(rows: Rows) -> np.ndarray:
    """Whether visits of a leg are not in the frame: those of the other player, or some of a finished leg."""
    return np.asarray(rows.once("story", lambda: _story(rows))["absent"])


def _partial_openings(rows: Rows) -> np.ndarray:
    starts = _column(rows, "start_score").groupby(_group(rows, LEG_OF_PLAYER))
    return np.asarray(starts.transform("max").ne(START))


def _partial_wins(rows: Rows) -> np.ndarray:
    return np.asarray((rows.get("doubles_hit") == 1) & np.isnan(rows.get("won_darts")))


def _single_players(rows: Rows) -> np.ndarray:
    return np.asarray(_column(rows, "legs_won").groupby(_group(rows, ("game_id",))).transform("size") < 2)


def _of_story(which: Callable[[pd.DataFrame], pd.Series]) -> Callable[[Rows], np.ndarray]:
    def make(rows: Rows) -> np.ndarray:
        story = rows.once("story", lambda: _story(rows))
        found = which(story) & story["first"]
        return np.asarray(found.astype("float64").where(story["known"]))

    return make


def _sets_won(rows: Rows) -> np.ndarray:
    """1 on the visit that won a set, 0 on others; missing where the set is not known, or the match is one of legs."""
    number = _column(rows, "set")
    games = rows.frame["game_id"].astype(object).to_numpy()
    partial = _partial_matches(rows)
    frame = {"game": games, "set": number, "player": rows.get("player_id"), "leg": rows.get("leg")}
    wins = pd.DataFrame({**frame, "row": np.arange(len(rows))})[(rows.get("end_score") == 0) & (number > 0).to_numpy()]
    tally = wins.groupby(["game", "set", "player"]).agg(legs=("row", "size"), last=("leg", "max")).reset_index()
    need = _legs_to_win(tally, rows.sport)
    tally["most"] = tally.groupby(["game", "set"])["legs"].transform("max")
    best = tally["legs"].eq(tally["most"])
    alone = best.groupby([tally["game"], tally["set"]]).transform("sum").eq(1)
    winners = tally[alone & best & tally["legs"].ge(tally["game"].map(need).astype("float64"))]
    keys = ["game", "set", "player"]
    decisive = wins.merge(winners, left_on=[*keys, "leg"], right_on=[*keys, "last"])["row"]
    in_legs = pd.Series(games).map(need.isna()).eq(other=True).to_numpy()
    found = np.where((number > 0) & ~in_legs, 0.0, np.nan)
    found[decisive.to_numpy(dtype=int)] = 1.0
    return np.where(partial, np.nan, found)


def _partial_matches(rows: Rows) -> np.ndarray:
    """Whether the visits of one player, or of a leg before the last, are not in the frame; legs count on over sets."""
    game = _group(rows, ("game_id",))
    players, legs = _column(rows, "player_id").groupby(game), _column(rows, "leg").groupby(game)
    won = pd.Series(rows.get("end_score") == 0).groupby(game).transform("sum")
    return ((players.transform("nunique") < 2) | (won + 1 < legs.transform("max"))).to_numpy()


def _legs_to_win(tally: pd.DataFrame, sport: str) -> pd.Series:
    """Legs that win a set of each match: those of the first set where a second has begun, else as the event plays."""
    sets = SPORTS[sport].rules.sets
    first = tally[tally["set"] == tally.groupby("game")["set"].transform("min")].groupby("game")["legs"].max()
    several = tally.groupby("game")["set"].nunique() > 1
    known = {game: sets.legs_of(str(game)) if sets else None for game in first.index}
    return first.where(several, pd.Series(known, dtype="float64"))


def _legs_played(rows: Rows) -> np.ndarray:
    """Legs of the match: what both players won, where both are in the frame."""
    groups = _column(rows, "legs_won").groupby(_group(rows, ("game_id",)))
    return groups.transform("sum").where(groups.transform("count") == 2).to_numpy(dtype="float64")


def _read(rows: Rows, table: str) -> Rows | None:
    """The rows of the frame given as an option, or nothing without it."""
    other = rows.options.get(table)
    if other is None:
        return None
    held = {key: primitive for (where, key), primitive in PRIMITIVES.items() if where == table}
    return rows.once(("table", table), lambda: Rows(other, rows.sport, table, {}, held))


def _index(frame: pd.DataFrame, keys: tuple[str, ...]) -> pd.Index:
    values = [_code(frame[key]) for key in keys]
    return pd.MultiIndex.from_arrays(values) if len(keys) > 1 else pd.Index(values[0])


def _from(rows: Rows, table: str, name: str, keys: tuple[str, ...], how: str = "sum") -> np.ndarray:
    """A figure of another table, given as an option, put together for each row of this one.

    Missing where the other table does not have the row's legs or visits.
    """
    inner = _read(rows, table)
    if inner is None:
        return np.full(len(rows), np.nan)
    need(inner.frame, keys, f"{table}=")
    values = pd.Series(inner.get(name))
    groups = values.groupby([pd.Series(_code(inner.frame[key])) for key in keys])
    found = groups.sum(min_count=1) if how == "sum" else groups.agg(how)
    lost = _uncovered(table, keys)(rows)
    return np.where(lost, np.nan, found.reindex(_index(rows.frame, keys)).to_numpy(dtype="float64"))


def _uncovered(table: str, keys: tuple[str, ...]) -> Callable[[Rows], np.ndarray]:
    """For each row whether the frame given as an option does not have it: its visit or leg, all legs of its match."""

    def absent(rows: Rows) -> np.ndarray:
        inner = _read(rows, table)
        if inner is None:
            return np.zeros(len(rows), dtype=bool)
        wanted = _index(rows.frame, keys)
        if keys != _MATCH:
            return ~wanted.isin(_index(inner.frame, keys))
        need(inner.frame, LEG_OF_PLAYER, f"{table}=")
        thrown = inner.frame[list(LEG_OF_PLAYER)].drop_duplicates()
        there = pd.Series(1, index=_index(thrown, keys)).groupby(level=[0, 1]).sum()
        legs = np.asarray(~unfinished(rows.frame), dtype="float64")
        if "legs_won" in rows.frame.columns:
            legs = np.fmax(legs, np.fmax(rows.get("legs_won"), rows.get("legs_played")))
        return np.asarray(there.reindex(wanted).fillna(0).to_numpy() < legs)

    return lambda rows: rows.once(("uncovered", table, keys), lambda: absent(rows))


def _unknown(table: str, name: str, keys: tuple[str, ...]) -> Callable[[Rows], np.ndarray]:
    """For each row whether the frame given as an option lacks further rows behind all that it has of this one."""

    def absent(rows: Rows) -> np.ndarray:
        inner = _read(rows, table)
        if inner is None:
            return np.zeros(len(rows), dtype=bool)
        lost = np.any([np.zeros(len(inner), dtype=bool), *inner.absent((name,)).values()], axis=0)
        wanted, held = _index(rows.frame, keys), _index(inner.frame, keys)
        return np.asarray(wanted.isin(held) & ~wanted.isin(held[~lost]))

    return absent


def _code(column: pd.Series) -> np.ndarray:
    return floats(column) if pd.api.types.is_numeric_dtype(column.dtype) else column.astype(object).to_numpy()


def _lifted(table: str, name: str, keys: tuple[str, ...], how: str = "sum") -> Primitive:
    others = [Others(Lack("all legs of a match" if keys == _MATCH else "those legs", table), _uncovered(table, keys))]
    others += [
        Others(Lack(one.lack.what, table), _unknown(table, name, keys)) for one in PRIMITIVES[table, name].others
    ]
    return Primitive(keys, lambda rows: _from(rows, table, name, keys, how), others=tuple(others))


DARTS_OF_VISIT = Others(Lack("all darts of a visit"), _partial_visits)
FIRST_DARTS = Others(Lack("the first visits of a leg"), _partial_openings)
DARTS_OF_LEG = Others(Lack("all darts of a leg"), _partial_wins)
VISITS_OF_LEG = Others(Lack("the visits of both players"), _partial_legs)
VISITS_OF_MATCH = Others(Lack("all visits of a match"), _partial_matches)
DARTS_GIVEN = Others(Lack("those visits", "throws"), _uncovered("throws", VISIT))
BOTH_PLAYERS = Others(Lack("both players of a match"), _single_players)

_DART = (*VISIT, "throw", "score", "start_score")
_MATCH = ("game_id", "player_id")

PRIMITIVES: dict[tuple[str, str], Primitive] = {
    ("throws", "each"): Primitive((), _each),
    ("throws", "counted"): Primitive(("start_score", "end_score", "score"), _counted),
    ("throws", "remaining"): Primitive(_DART, _remaining, others=(DARTS_OF_VISIT,)),
    ("throws", "left_after"): Primitive(("remaining", "score"), _left),
    ("throws", "doubles_hit"): Primitive(("left_after", "double"), _hit),
    ("throws", "won_legs"): Primitive(("left_after", "double"), _hit),
    ("throws", "busts"): Primitive(("left_after", "double"), _bust),
    ("throws", "darts_at_double_est"): Primitive(("remaining",), _at_double),
    ("throws", "high_darts"): Primitive(("remaining",), _high),
    ("throws", "high_trebles"): Primitive(("high_darts", "triple"), _high_trebles),
    ("throws", "first_darts"): Primitive((*VISIT, "start_score"), _first, others=(FIRST_DARTS,)),
    ("throws", "first_points"): Primitive(("first_darts", "counted"), _first_points),
    ("throws", "won_darts"): Primitive(("doubles_hit", "counted"), _leg_darts, others=(DARTS_OF_LEG,)),
    ("throws", "best_darts"): Primitive(("won_darts",), _best),
    ("turns", "visit_darts"): Primitive(VISIT, _visit_darts, others=(DARTS_GIVEN,)),
    ("turns", "busts"): Primitive(VISIT, _visit_busts, others=(DARTS_GIVEN,)),
    ("turns", "finish"): Primitive(("start_score", "end_score"), _finish),
    ("turns", "finished"): Primitive(("end_score",), _finished),
    ("turns", "begun"): Primitive((*VISIT, "end_score"), _of_story(lambda s: s["began"]), others=(VISITS_OF_LEG,)),
    ("turns", "opponent_begun"): Primitive(
        (*VISIT, "end_score"), _of_story(lambda s: ~s["began"]), others=(VISITS_OF_LEG,)
    ),
    ("turns", "held"): Primitive(
        (*VISIT, "end_score"), _of_story(lambda s: s["began"] & s["won"]), others=(VISITS_OF_LEG,)
    ),
    ("turns", "broken"): Primitive(
        (*VISIT, "end_score"), _of_story(lambda s: ~s["began"] & s["won"]), others=(VISITS_OF_LEG,)
    ),
    ("turns", "sets_won"): Primitive((*VISIT, "end_score"), _sets_won, others=(VISITS_OF_MATCH,)),
    ("players", "legs_played"): Primitive(("game_id", "legs_won"), _legs_played, others=(BOTH_PLAYERS,)),
}

PRIMITIVES |= {
    ("players", "counted"): _lifted("throws", "counted", _MATCH),
    ("players", "thrown"): _lifted("throws", "each", _MATCH),
    ("players", "first_points"): _lifted("throws", "first_points", _MATCH),
    ("players", "first_darts"): _lifted("throws", "first_darts", _MATCH),
    ("players", "won_darts"): _lifted("throws", "won_darts", _MATCH),
    ("players", "won_legs"): _lifted("throws", "won_legs", _MATCH),
    ("players", "best_darts"): _lifted("throws", "best_darts", _MATCH, "min"),
    **{("players", name): _lifted("turns", name, _MATCH) for name in ("begun", "opponent_begun", "held", "broken")},
    **{("legs", name): _lifted("turns", name, LEG) for name in ("finished", "held", "broken")},
    **{("legs", name): _lifted("throws", name, LEG) for name in ("won_darts", "won_legs")},
    ("legs", "best_darts"): _lifted("throws", "best_darts", LEG, "min"),
}
