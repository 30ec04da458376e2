# Made by docs/generate.py; do not edit.

from collections.abc import Sequence
from typing import Any

import pandas as pd
from matplotlib.axes import Axes

from ._theme import style as style
from .baseball import batting_rates as batting_rates
from .baseball import pitchers as pitchers
from .baseball import run_expectancy as run_expectancy
from .baseball import workload as workload
from .basketball import efficiency as efficiency
from .basketball import four_factors as four_factors
from .basketball import shot_profile as shot_profile
from .basketball import usage_efficiency as usage_efficiency
from .football import drive as drive
from .football import drive_chart as drive_chart
from .football import usage as usage
from .football import yardage as yardage
from .golf import courses as courses
from .golf import leaderboard as leaderboard
from .golf import purse as purse
from .golf import rounds as rounds
from .league import elo_history as elo_history
from .league import head_to_head as head_to_head
from .league import home_away as home_away
from .league import landscape as landscape
from .league import luck as luck
from .league import rank_history as rank_history
from .league import rolling_form as rolling_form
from .league import schedule_strips as schedule_strips
from .maps import venues as venues
from .periods import by_period as by_period
from .periods import line_score as line_score
from .periods import running_margin as running_margin
from .periods import scores as scores
from .players import compare as compare
from .players import percentiles as percentiles
from .players import saves as saves
from .players import sides as sides
from .plays import play_timeline as play_timeline
from .plays import score_line as score_line
from .plays import shot_timeline as shot_timeline
from .plays import win_probability as win_probability
from .scoring import score_distribution as score_distribution
from .scoring import scorelines as scorelines
from .scoring import scoring_by_period as scoring_by_period
from .season import calendar as calendar
from .season import standings_race as standings_race
from .season import win_expectancy as win_expectancy
from .series import bracket as bracket
from .throws import checkouts as checkouts
from .throws import dartboard as dartboard
from .throws import leg_averages as leg_averages
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
    def bracket(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Bracket of playoffs or of a tournament, from the first round to the final."""
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
    def checkouts(
        self,
        *,
        ax: Axes | None = None,
        top: int = 12,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Checkout heat map: darts at each double and the share that hit."""
    def compare(
        self,
        *names: str | int,
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
        player: str | int | None = None,
        *,
        ax: Axes | None = None,
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
    def drive_chart(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Drive chart of one football game: where every drive began and ended, and its result."""
    def efficiency(
        self,
        *,
        ax: Axes | None = None,
        teams: pd.DataFrame | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Efficiency landscape: offensive rating by defensive rating of every team."""
    def elo_history(
        self,
        *,
        ax: Axes | None = None,
        teams: Sequence[str | int] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Elo ratings of a league's teams over a season."""
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
    def head_to_head(
        self,
        *,
        ax: Axes | None = None,
        teams: Sequence[str | int] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Wins of every team against every other, as a grid."""
    def home_away(
        self,
        *,
        ax: Axes | None = None,
        teams: Sequence[str | int] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Share of wins of every team at home and away."""
    def landscape(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Attack and defense of a league's teams: scored and allowed per game, with lines of equal margin."""
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
    def leg_averages(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        throws: pd.DataFrame | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Points per visit or three-dart averages of both players in each leg of a match."""
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
    def line_score(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        teams: pd.DataFrame | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Line score of one game: a table of both sides by period."""
    def luck(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Wins of every team beside those that its scores would lead one to expect."""
    def percentiles(
        self,
        player: str | int | None = None,
        *,
        ax: Axes | None = None,
        columns: Sequence[str] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Percentile radar of a player: the rank of each statistic among the players of the frame."""
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
    def play_timeline(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Plays of both teams in the order of one game, one lane per kind of play."""
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
    def rank_history(
        self,
        *,
        ax: Axes | None = None,
        teams: Sequence[str | int] | None = None,
        steps: int = 12,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Ranks of a league's teams over a season, as a bump chart."""
    def rolling_form(
        self,
        *,
        ax: Axes | None = None,
        teams: Sequence[str | int] | None = None,
        games: int = 5,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Rolling form of a league's teams: mean margin of the last games."""
    def rounds(
        self,
        *names: str | int,
        ax: Axes | None = None,
        players: Sequence[str | int] | None = None,
        game_id: str | None = None,
        top: int = 8,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Position of the leaders, or of chosen players, of a golf tournament after each round."""
    def run_expectancy(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Run expectancy by runners on base and outs, as a heat map."""
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
    def schedule_strips(
        self,
        *,
        ax: Axes | None = None,
        teams: Sequence[str | int] | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Results of every team in order, one strip per team."""
    def score_distribution(
        self,
        *,
        ax: Axes | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Distribution of the scores of many games: home teams, away teams and their means."""
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
    def scorelines(
        self,
        *,
        ax: Axes | None = None,
        most: int = 7,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Frequency of each final score, as a grid of home by away."""
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
        throws: pd.DataFrame | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Distribution of each player's visit scores."""
    def scoring_by_period(
        self,
        *,
        ax: Axes | None = None,
        top: int = 40,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Mean score of every team by period, as a heat map."""
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
    def shot_timeline(
        self,
        *,
        ax: Axes | None = None,
        game_id: str | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Shots of both teams in the order of one basketball game, by type."""
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
    def usage_efficiency(
        self,
        *,
        ax: Axes | None = None,
        least: float = 10.0,
        teams: pd.DataFrame | None = None,
        title: str | None = None,
        subtitle: str | None = None,
        figsize: tuple[float, float] | None = None,
        **style: Any,
    ) -> Axes:
        """Usage and true shooting of basketball players."""
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
    "bracket",
    "by_period",
    "calendar",
    "checkouts",
    "compare",
    "courses",
    "dartboard",
    "drive",
    "drive_chart",
    "efficiency",
    "elo_history",
    "four_factors",
    "head_to_head",
    "home_away",
    "landscape",
    "leaderboard",
    "leg_averages",
    "leg_race",
    "line_score",
    "luck",
    "percentiles",
    "pitchers",
    "play_timeline",
    "purse",
    "rank_history",
    "rolling_form",
    "rounds",
    "run_expectancy",
    "running_margin",
    "saves",
    "schedule_strips",
    "score_distribution",
    "score_line",
    "scorelines",
    "scores",
    "scoring",
    "scoring_by_period",
    "shot_profile",
    "shot_timeline",
    "sides",
    "standings_race",
    "style",
    "usage",
    "usage_efficiency",
    "venues",
    "win_expectancy",
    "win_probability",
    "workload",
    "yardage",
]
