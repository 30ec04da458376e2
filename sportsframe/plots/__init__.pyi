# Made by docs/generate.py; do not edit.

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ._axes import style as style
from .baseball import batting_rates as batting_rates
from .baseball import pitchers as pitchers
from .baseball import workload as workload
from .basketball import four_factors as four_factors
from .basketball import shot_profile as shot_profile
from .football import drive as drive
from .football import usage as usage
from .football import yardage as yardage
from .golf import courses as courses
from .golf import leaderboard as leaderboard
from .golf import purse as purse
from .maps import venues as venues
from .periods import by_period as by_period
from .periods import running_margin as running_margin
from .periods import scores as scores
from .players import compare as compare
from .players import saves as saves
from .players import sides as sides
from .plays import score_line as score_line
from .plays import win_probability as win_probability
from .season import calendar as calendar
from .season import standings_race as standings_race
from .season import win_expectancy as win_expectancy
from .throws import dartboard as dartboard
from .throws import leg_race as leg_race
from .throws import scoring as scoring

class Plots:
    """``df.sports.plot``: each method is the plot function of its name over this frame."""

    def __init__(self, frame: pd.DataFrame) -> None: ...
    def __dir__(self) -> list[str]: ...
    def names(self) -> list[str]:
        """Names of the plots that fit this frame."""
    def batting_rates(
        self,
        *,
        ax: Axes | None = None,
        least: int | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Batters by on-base percentage and slugging percentage, with lines of equal OPS."""
    def by_period(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Score by period of one game."""
    def calendar(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Heat map of games by date, one column per week."""
    def compare(
        self,
        *,
        ax: Axes | None = None,
        players: Sequence[str | int] | None = None,
        columns: Sequence[str] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Two to five players side by side, each statistic scaled to the largest value."""
    def courses(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Golf courses by par and length."""
    def dartboard(
        self,
        *,
        ax: Axes | None = None,
        player: str | int | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Heat map of a player's darts on a dartboard."""
    def drive(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Football fields of the games in progress: ball, line to gain, down and distance."""
    def four_factors(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """The four factors of both sides of a basketball game."""
    def leaderboard(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        top: int = 15,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Leaders of a golf tournament, with their scores by round."""
    def leg_race(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        set: int | None = None,
        leg: int | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Remaining scores of both players after each visit of one leg."""
    def pitchers(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Pitchers of one game: pitches, strikes and results."""
    def purse(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Purses of tournaments in chronological order."""
    def running_margin(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Lead of the home side after each period of one game."""
    def saves(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        top: int = 24,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Shots faced by each goalie: saved and allowed, with save percentage."""
    def score_line(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Score of both teams after every play of one game."""
    def scores(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Scores of several games, one row per game."""
    def scoring(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Distribution of each player's visit scores."""
    def shot_profile(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Shots of both sides of a game by type: attempted, made, and percentage made."""
    def sides(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        columns: Sequence[str] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Statistics of both sides of a game, back to back."""
    def standings_race(
        self,
        *,
        ax: Axes | None = None,
        top: int = 5,
        teams: Sequence[str | int] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Standings over a season, one line per team."""
    def usage(
        self,
        *,
        ax: Axes | None = None,
        team: str | int | None = None,
        game_id: str | None = None,
        top: int = 12,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Usage of a football team's players: carries and targets, with yards gained."""
    def venues(
        self,
        *,
        ax: Axes | None = None,
        region: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Map of the venues, with points sized by number of games."""
    def win_expectancy(
        self,
        *,
        ax: Axes | None = None,
        bins: int = 8,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Win expectancy by Elo difference: predicted and actual."""
    def win_probability(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        drift: float | None = None,
        spread: float | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Chance of the home team to win after every play of one game."""
    def workload(
        self,
        *,
        ax: Axes | None = None,
        team: str | int | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Pitches thrown by each pitcher of a team, by date."""
    def yardage(
        self,
        *,
        ax: Axes | None = None,
        top: int = 32,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Passing and rushing yards of teams, with yards per play."""

__all__ = [
    "Plots",
    "batting_rates",
    "by_period",
    "calendar",
    "compare",
    "courses",
    "dartboard",
    "drive",
    "four_factors",
    "leaderboard",
    "leg_race",
    "pitchers",
    "purse",
    "running_margin",
    "saves",
    "score_line",
    "scores",
    "scoring",
    "shot_profile",
    "sides",
    "standings_race",
    "style",
    "usage",
    "venues",
    "win_expectancy",
    "win_probability",
    "workload",
    "yardage",
]
