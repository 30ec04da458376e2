"""Plays of complete games, in order: the periods, score and state of each game as its plays show them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import ceil, erf, sqrt
from typing import ClassVar, TypeVar, overload

import numpy as np
import pandas as pd

from .._frames.recognize import kind, need
from ..catalog import SPORTS
from ..errors import FrameError, QueryError, either

ORDER = ["game_id", "sequence"]

FROM_SCRIMMAGE = ("run", "pass", "incompletion", "sack", "interception", "fumble", "safety")

MOST_OF_ONE_TEAM = 25
"""Plays of a game after which both teams have had the ball."""

RUNS_SPREAD = 2.1
"""Variance of the runs of a half inning by their mean: most half innings have none, and some have many."""

RUNNER_PLACED = 0.6
"""Runs by which a half inning that begins with a runner on second base has more than others."""

OUTS = 27
"""Outs of a team in nine innings."""

MOST_BROKEN = 0.1
"""Largest share of the plays of a game that may not follow from the play before; real data has a few such faults."""


def flags(column: pd.Series) -> np.ndarray:
    """Return the values of a column as bool; missing ones are False."""
    return column.fillna(False).to_numpy(bool)


def numbers(column: pd.Series) -> np.ndarray:
    """Return the values of a column as float64; missing ones are NaN."""
    return column.to_numpy("float64", na_value=np.nan)


class Plays(ABC):
    """The plays of games of one sport, in order of play; a subclass for each game."""

    period: ClassVar[str] = "period"
    """The column of the period."""

    state: ClassVar[tuple[str, ...]]
    """The columns that show whether a play follows from the play before."""

    def __init__(self, sport: str, ordered: pd.DataFrame) -> None:
        self.rules = SPORTS[sport].rules
        self.ordered = ordered
        self.games = ordered["game_id"].to_numpy()

    def spans(self) -> pd.Series:
        """Return the number of the period of each play, counted from 1; in baseball of the half inning."""
        return pd.Series(numbers(self.ordered[self.period]))

    def unfinished(self) -> np.ndarray:
        """Return whether each play is of a game that has not reached its last period.

        Plays do not say whether a game is over; in the last period it may be.
        """
        reached = pd.Series(numbers(self.ordered[self.period])).groupby(self.games).transform("max")
        return (reached < self.rules.periods).to_numpy(bool)

    def left(self) -> np.ndarray:
        """Return the share of regulation that is left after each play; in overtime that of the period."""
        period, clock = numbers(self.ordered[self.period]), numbers(self.ordered["clock_seconds"])
        length = 60 * (self.rules.period_minutes or 0)
        share: np.ndarray = (np.maximum(self.rules.periods - period, 0) * length + clock) / (
            self.rules.periods * length
        )
        return share

    def decided(self, lead: np.ndarray) -> np.ndarray:
        """Return whether a lead of the home team, or of the away team if it is negative, ends the game after a play."""
        return np.zeros(len(self.ordered), bool)

    def margins(self) -> tuple[np.ndarray, float]:
        """Return the final margins of the home team, of games that have reached their last period; in baseball others.

        Also the share of a game in which these margins arose.
        """
        away, home = self.points()
        gained = pd.Series(home - away)[~self.unfinished()]
        return gained.groupby(self.games[~self.unfinished()]).sum().to_numpy("float64"), 1.0

    def chance(self, lead: np.ndarray, drift: float, spread: float) -> np.ndarray:
        """Return the chance of the home team to win after each play, if it does not end the game: a Brownian motion.

        `drift` and `spread` are mean and standard deviation of the final margin of the home team.
        """
        left = self.left()
        width = spread * np.sqrt(np.maximum(left, 0))
        with np.errstate(divide="ignore", invalid="ignore"):
            score = np.where(width > 0, (lead + left * drift) / width, np.sign(lead) * np.inf)
        return np.array([
            0.5 if np.isnan(z) and not np.isnan(x) else 0.5 * (1 + erf(z / sqrt(2)))
            for z, x in zip(score, left, strict=True)
        ])  # fmt: skip

    @abstractmethod
    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the points of the away and the home team on each play."""

    @abstractmethod
    def broken(self) -> pd.Series:
        """Return 1.0 where a play does not follow from the play before, 0.0 where it does, NaN where it may."""


class BaseballPlays(Plays):
    """Half innings of three outs, and runners on bases."""

    period = "inning"
    state = ("outs", "runs", "ends_appearance", "on_first_id", "on_second_id", "on_third_id")

    def __init__(self, sport: str, ordered: pd.DataFrame) -> None:
        super().__init__(sport, ordered)
        self.bottom = (ordered["inning_half"] == "Bottom").to_numpy(bool)

    def spans(self) -> pd.Series:
        return pd.Series(2 * numbers(self.ordered["inning"]) - ~self.bottom)

    def outs_left(self) -> tuple[np.ndarray, np.ndarray]:
        """Return how many outs the away and the home team have left after each play; in extra innings of the inning."""
        whole = 3 * np.maximum(self.rules.periods - numbers(self.ordered["inning"]), 0)
        here = 3 - numbers(self.ordered["outs"])
        return whole + np.where(self.bottom, 0, here), whole + np.where(self.bottom, here, 3)

    def left(self) -> np.ndarray:
        away, home = self.outs_left()
        outs: np.ndarray = away + home
        return outs / (2 * OUTS)

    def margins(self) -> tuple[np.ndarray, float]:
        """The leads before the last inning, in which the home team does not bat, or not to the end, if it leads."""
        last, (away, home) = self.rules.periods, self.points()
        gained = pd.Series((home - away) * (numbers(self.ordered["inning"]) < last))[~self.unfinished()]
        return gained.groupby(self.games[~self.unfinished()]).sum().to_numpy("float64"), (last - 1) / last

    def chance(self, lead: np.ndarray, drift: float, spread: float) -> np.ndarray:
        """Runs come in lumps: those that a team has yet to score are negative binomial, by the outs that it has left.

        A lead late in a game is worth more than by a normal distribution, and the home team, which bats last, mostly
        has more outs left.
        """
        each = spread**2 / 18 / RUNS_SPREAD
        means = [max(each + shift, 0.0) / 3 for shift in (-drift / 18, drift / 18)]
        most = ceil(OUTS * max(means) + 12 * spread) + 5
        away, home = self.outs_left()
        placed = RUNNER_PLACED / 3 * self._with_placed_runners()  # by outs left: a half inning that is over has no more
        found = np.full(len(lead), np.nan)
        states = np.column_stack([(means[0] + placed) * away, (means[1] + placed) * home])
        known = np.flatnonzero(~np.isnan(states).any(axis=1) & ~np.isnan(lead))
        kinds, which = np.unique(states[known], axis=0, return_inverse=True)
        for n, (theirs, ours) in enumerate(kinds):
            rows = known[which.ravel() == n]
            gained = np.convolve(_runs(ours, most), _runs(theirs, most)[::-1])  # from most fewer to most more
            above = np.append(np.cumsum(gained[::-1])[::-1], 0.0)
            level = np.clip(most - lead[rows].astype(int), 0, 2 * most)
            found[rows] = above[level + 1] + gained[level] / 2
        return found

    def _with_placed_runners(self) -> np.ndarray:
        """Return whether each play is of an inning whose halves begin with a runner on base."""
        extra = self.spans() > 2 * self.rules.periods
        if not extra.any() or not {*self.state} <= set(self.ordered.columns):
            return np.zeros(len(extra), bool)
        batters, begins = self._batters()
        placed = extra & begins & (batters > flags(self.ordered["ends_appearance"]))
        of = [self.games, numbers(self.ordered["inning"])]
        held: np.ndarray = placed.groupby(of).transform("any").to_numpy(bool)
        return held

    def decided(self, lead: np.ndarray) -> np.ndarray:
        """The home team does not bat in the last inning, or stops batting, with a lead."""
        last = numbers(self.ordered["inning"]) >= self.rules.periods
        over: np.ndarray = (lead > 0) & last & (self.bottom | (numbers(self.ordered["outs"]) == 3))
        return over

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        runs, none = np.nan_to_num(numbers(self.ordered["runs"])), np.zeros(len(self.ordered))
        return np.where(self.bottom, none, runs), np.where(self.bottom, runs, none)

    def bases(self) -> pd.DataFrame:
        """Return the base-out state before and after every play, and the half inning it belongs to."""
        ordered = self.ordered
        bases = sum(
            (1 << n) * ordered[f"on_{base}_id"].notna().to_numpy()
            for n, base in enumerate(("first", "second", "third"))
        )
        outs = numbers(ordered["outs"])
        half = ordered.groupby(["game_id", "inning", "inning_half"], sort=False, dropna=False).ngroup().to_numpy()
        begins = np.concatenate([[True], half[1:] != half[:-1]]) if len(half) else np.array([], bool)
        found = pd.DataFrame({"half": half, "after": bases, "outs_after": outs, "runs": numbers(ordered["runs"])})
        found["before"] = np.where(begins, 0, np.roll(bases, 1))
        found["outs_before"] = np.where(begins, 0, np.roll(outs, 1))
        return found

    def _batters(self) -> tuple[pd.Series, pd.Series]:
        """Return how many batters more are on base, home or out after each play, and which plays begin a half."""
        states = self.bases()
        before, after = (states[name].map(lambda bases: int(bases).bit_count()) for name in ("before", "after"))
        batters = after + states["runs"] + states["outs_after"] - before - states["outs_before"]
        return batters, states["half"].diff().fillna(1).ne(0)

    def broken(self) -> pd.Series:
        """Every batter whose appearance ends is on base, home or out; extra innings may begin with a runner."""
        states = self.bases()
        if not states["after"].any():  # no runners told
            return pd.Series(np.nan, range(len(states)))
        batters, begins = self._batters()
        ended = pd.Series(flags(self.ordered["ends_appearance"]).astype(int))
        most = ended + (begins & (self.spans() > 2 * self.rules.periods))
        over = states["outs_after"].ge(3)
        follows = batters.eq(ended) | batters.eq(most) | (over & batters.le(most))
        games = pd.Series(self.games)
        cut_off = begins & games.eq(games.shift()) & ~over.shift(fill_value=True)
        return (~follows | cut_off).where(batters.notna()).astype("float64")


def _runs(mean: float, most: int) -> np.ndarray:
    """Return the chances of 0, 1, ... and at most so many runs, of which the mean is known."""
    size, share = mean / (RUNS_SPREAD - 1), (RUNS_SPREAD - 1) / RUNS_SPREAD
    count = np.arange(1, most + 1)
    chances: np.ndarray = np.cumprod(np.append(RUNS_SPREAD**-size, (size + count - 1) / count * share))
    return chances


class BasketballPlays(Plays):
    """Every play has the score."""

    state = ("away_score", "home_score", "points")

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        return self._gained("away_score"), self._gained("home_score")

    def _gained(self, score: str) -> np.ndarray:
        gain = self.ordered[score].groupby(self.games).diff()
        return np.where(self.ordered.duplicated("game_id"), numbers(gain), numbers(self.ordered[score]))

    def broken(self) -> pd.Series:
        """The score rises by the points of the play."""
        score = pd.Series(numbers(self.ordered["away_score"] + self.ordered["home_score"]))
        gain, points = score.groupby(self.games).diff().fillna(score), pd.Series(numbers(self.ordered["points"]))
        return gain.ne(points).where((gain.ne(0) | points.ne(0)) & gain.notna() & points.notna()).astype("float64")


class FootballPlays(Plays):
    """Downs of the team in possession."""

    state = ("down", "possession", "is_first_down", "is_touchdown", "no_play")

    def halves(self) -> np.ndarray:
        """Return the half that each play belongs to; overtime is the third."""
        period = numbers(self.ordered["period"])
        return np.where(period <= 2, 1, np.where(period <= 4, 2, 3))

    def decided(self, lead: np.ndarray) -> np.ndarray:
        """A touchdown without a try or a safety ends overtime, and when both teams have had the ball, any lead does."""
        plays, event = self.ordered, self.ordered["event"]
        overtime, down = numbers(plays["period"]) > self.rules.periods, numbers(plays["down"])
        teams = pd.Series(plays["possession"].where(overtime & ~np.isnan(down)).to_numpy(object))
        both = teams.groupby(self.games).transform("nunique").to_numpy() > 1
        scored = flags(plays["is_touchdown"]) & plays["conversion_type"].isna().to_numpy(bool)
        turned = event.isin(("interception", "fumble", "field_goal")).to_numpy(bool)
        stopped = turned | (down == 4) & ~flags(plays["is_first_down"]) & (event != "punt").to_numpy(bool)
        last = ~plays.duplicated("game_id", keep="last").to_numpy(bool)
        ends = scored | (event == "safety").to_numpy(bool) | (both & stopped)
        over: np.ndarray = last & overtime & (lead != 0) & ends
        return over

    def points(self) -> tuple[np.ndarray, np.ndarray]:
        plays = self.ordered
        at_home = (plays["possession"] == plays["home_team"]).to_numpy(bool)
        touchdown, returned = flags(plays["is_touchdown"]), flags(plays["is_returned"])
        event = plays["event"]
        at_home = np.where(touchdown & returned, ~at_home, at_home)
        good = ((event == "field_goal") & plays["success"]).fillna(False).to_numpy(bool) & ~touchdown
        tried = np.where((plays["conversion_type"] == "extra_point").to_numpy(bool), 1, 2)
        own = 6 * touchdown + 3 * good + tried * flags(plays["conversion_succeeded"])
        other = 2 * ((event == "safety").to_numpy(bool) & ~touchdown) + 2 * flags(plays["conversion_returned"])
        return np.where(at_home, other, own), np.where(at_home, own, other)

    def broken(self) -> pd.Series:
        """A down follows from the one before, or it is the first down of a new series."""
        plays = self.ordered
        down, event = pd.Series(numbers(plays["down"])), plays["event"].reset_index(drop=True)
        snaps = down.notna()
        possession = plays["possession"].astype("string").fillna("").reset_index(drop=True)
        team = pd.Series(self.games.astype(str)) + possession
        ends = flags(plays["is_first_down"]) | flags(plays["is_touchdown"]) | ~event.isin(FROM_SCRIMMAGE[:4])
        free = flags(plays["no_play"]) | event.eq("penalty")
        every = pd.DataFrame({"down": down, "team": team, "row": np.arange(len(plays)), "free": free, "ends": ends})
        now, last = every[snaps], every[snaps].shift()
        same, repeated, renewed = now["team"].eq(last["team"]), last["free"].eq(True), last["ends"].eq(True)
        onward = same & (now["down"].eq(last["down"] + 1) | (repeated & now["down"].eq(last["down"])))
        anew = now["down"].eq(1) & (~same | repeated | renewed | (last["row"] != now["row"] - 1))
        return (~(onward | anew)).reindex(range(len(plays))).astype("float64")


GAMES: dict[str, type[Plays]] = {"football": FootballPlays, "basketball": BasketballPlays, "baseball": BaseballPlays}


P = TypeVar("P", bound=Plays)


@overload
def in_order(plays: pd.DataFrame, verb: str) -> Plays: ...
@overload
def in_order(plays: pd.DataFrame, verb: str, game: type[P]) -> P: ...
def in_order(plays: pd.DataFrame, verb: str, game: type[Plays] = Plays) -> Plays:
    """Return the plays of a frame in order; all must be of the game, and every game complete from its first play.

    Raises
    ------
    FrameError, QueryError
        Plays of a game are missing, or the frame does not contain plays of the game.
    """
    need(plays, [*ORDER, "sport", "event"], verb)
    found = kind(plays)
    sport = found.sport
    own = GAMES.get(SPORTS[sport].game)
    if own is None or not issubclass(own, game):
        fitting = (code for code, other in SPORTS.items() if issubclass(GAMES.get(other.game, object), game))
        codes = either(code for code in fitting if "play-by-play" in SPORTS[code].resources)
        raise QueryError(f"{verb} requires plays of {codes}, not of {sport}.")
    if found.table != "plays":
        raise FrameError(f"{verb} requires the table plays, and the frame is {found}; load it by play_by_play().")
    ordered = own(sport, plays.sort_values(ORDER, kind="stable").drop_duplicates(ORDER, keep="last"))
    _check_complete(ordered, verb)
    return ordered


def _check_complete(plays: Plays, verb: str) -> None:
    """Raise if plays of a game are missing before its last one, as far as the frame tells.

    ``sequence`` has gaps in complete games, so that other signs are needed: the first period and those in between, both
    teams, a state (down, score, runners and outs) that follows from the play before, and the row labels.
    """
    ordered, games = plays.ordered, plays.games
    periods = plays.spans().groupby(games, sort=False)
    signs = {
        "plays": _rows_left_out(ordered, games),
        "the first plays": periods.first().ne(1),
        "whole periods": periods.nunique().ne(periods.max()),
    }
    if set(plays.state) <= set(ordered.columns):
        signs["plays in between"] = plays.broken().groupby(games, sort=False).mean().gt(MOST_BROKEN)
    if "possession" in ordered.columns:
        team = ordered["possession"].groupby(games, sort=False)
        signs["the plays of one team"] = team.count().gt(MOST_OF_ONE_TEAM) & team.nunique().eq(1)
    for what, lost in signs.items():
        if lost.any():
            raise FrameError(
                f"{verb} requires all plays of a game from the first: {what} of {lost.idxmax()} are missing; "
                "compute on all plays of the game, then select rows of the result."
            )


def _rows_left_out(ordered: pd.DataFrame, games: np.ndarray) -> pd.Series:
    """The games whose row labels are those of a selection: they skip some, and never more than ``sequence`` does.

    Labels that merely repeat the sequence are ignored.
    """
    labels = ordered.index
    if not pd.api.types.is_integer_dtype(labels.dtype):
        return pd.Series(dtype=bool)
    inside = games[1:] == games[:-1]
    steps, most = np.diff(labels.to_numpy("int64")), np.diff(ordered["sequence"].to_numpy("int64"))
    found = pd.DataFrame({"as_loaded": (steps >= 1) & (steps <= most), "skips": steps > 1, "own": steps < most})[inside]
    by_game = found.groupby(games[1:][inside], sort=False)
    selected: pd.Series = by_game["as_loaded"].all() & by_game["skips"].any() & by_game["own"].any()
    return selected
