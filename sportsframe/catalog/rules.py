"""League rules as data: length of a game, points for a result, and tie-breaking procedures.

Measures, plots, widgets and the simulation read them. A step of a tie-breaking procedure is a key of `TIE_BREAKS`;
`sportsframe.measures.ties` implements it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..errors import ConfigError, nearest, quoted
from .printed import Printed

Group = Literal["league", "conference", "division"]
Criterion = Literal["points", "win_pct", "conference_pct"]
Restart = Literal["selection", "separation", "never"]
Margin = Literal["none", "basketball", "football", "goals", "hockey"]

TIE_BREAKS: dict[str, str] = {
    "head_to_head": "winning percentage in games among the tied teams",
    "head_to_head_sweep": "for two teams, like head_to_head; for more, a team that beat or lost to all others",
    "division_winner": "division winners first",
    "division_record": "winning percentage in the division, if all tied teams are in the same one",
    "own_division_record": "winning percentage in the team's own division",
    "other_divisions_record": "winning percentage against other divisions of the team's conference",
    "conference_record": "winning percentage in the team's conference",
    "last_half_record": "winning percentage in the last half of the games within the team's conference",
    "last_half_and_more_record": "the same, adding one game at a time until the teams differ",
    "own_playoff_teams_record": "winning percentage against the first `number` teams of the team's conference",
    "other_playoff_teams_record": "winning percentage against the first `number` teams of the other conference",
    "common_games_record": "winning percentage against common opponents, with at least `number` games",
    "common_games_difference": "score difference in the same games",
    "strength_of_victory": "combined winning percentage of beaten opponents",
    "strength_of_schedule": "combined winning percentage of all opponents",
    "conference_points_rank": "sum of the ranks in points scored and points allowed in the conference",
    "league_points_rank": "the same in the league",
    "conference_difference": "score difference in conference games",
    "difference": "score difference",
    "scored": "points or goals scored",
    "fewer_games": "fewer games played",
    "regulation_wins": "wins in regulation",
    "regulation_overtime_wins": "wins in regulation and overtime, without shootouts",
    "wins": "wins",
    "mutual_points_pct": "points percentage in games among the tied teams, without the odd home game",
    "mutual_points": "points in games among the tied teams, once each pair has met twice",
    "mutual_difference": "score difference in the same games",
    "mutual_away_scored": "away goals in the same games",
    "net_touchdowns": "touchdown difference",
    "fair_play": "fewer penalty points for cards",
    "playoff": "a deciding game",
    "lots": "coin toss or drawing of lots",
}
"""Steps of tie-breaking procedures and the criterion of each."""


@dataclass(frozen=True)
class GameId:
    """What ids of games look like where teams, players or a field play; `example` is one.

    The group of `form` is the number of the tournament, or of the team or player named last.
    """

    form: re.Pattern[str]
    example: str


GAME_IDS: dict[str, GameId] = {
    "teams": GameId(re.compile(r"[0-9]{8}-[0-9]+-([0-9]+)(?:-[0-9]+)?"), "20240601-9001-9002"),
    "players": GameId(re.compile(r"[0-9]{8}-[A-Z0-9]*[A-Z][A-Z0-9]*-[0-9]+-([0-9]+)"), "20240103-WC-900516-901154"),
    "field": GameId(re.compile(r"[0-9]{4}[-_]([0-9]+)"), "2024_905"),
}
"""Ids of games, by `Rules.opponents`; that of the second game of a doubleheader ends in ``-2``."""

AFTERWARDS = ("Playoffs", "Postseason")
"""Names of the part after the regular season; a sport has one of them."""

EVENT_CODE = re.compile(r"\d{8}-([A-Z]+)\d*-")
"""Matches the event code in the id of a darts match."""

MARKS = {
    "top seed": "z",
    "division": "y",
    "playoffs": "x",
    "play-in": "pi",
    "title": "C",
    "Champions League": "CL",
    "Europa League": "EL",
    "relegation": "R",
}
"""What is certain of a team, and the letter before its name where standings are printed."""

ELIMINATED = "e"
"""The letter of a team that cannot reach the playoffs any more."""

OUTSIDE_THE_FEED = frozenset({"net_touchdowns", "fair_play", "playoff", "lots"})
"""Steps that cannot be decided from the data; a procedure that reaches one leaves the teams tied."""


@dataclass(frozen=True)
class Step:
    """A step of a tie-breaking procedure.

    Parameters
    ----------
    name : str
        One of `TIE_BREAKS`.
    number : int
        Number of games or places, for steps that have one.
    """

    name: str
    number: int = 0

    def __post_init__(self) -> None:
        if self.name not in TIE_BREAKS:
            raise ConfigError(
                f"{quoted(self.name)} is not a step of a tie-break; sportsframe.catalog.rules.TIE_BREAKS has them."
                f"{nearest(self.name, TIE_BREAKS)}"
            )

    def called(self, teams: int) -> str:
        """Return the name of the step for this number of tied teams; with two teams there is no sweep."""
        return "head_to_head" if self.name == "head_to_head_sweep" and teams == 2 else self.name


def steps(*names: str | Step) -> tuple[Step, ...]:
    """Return the steps in order; a bare name is a step without a number."""
    return tuple(Step(name) if isinstance(name, str) else name for name in names)


@dataclass(frozen=True)
class TieBreaks:
    """A procedure that orders tied teams.

    Parameters
    ----------
    two : tuple of Step
        For two teams.
    more : tuple of Step
        For three or more teams; the same by default.
    restart : {"selection", "separation", "never"}
        ``selection``: select the best team, restarting the list whenever teams are eliminated, then continue with the
        remaining teams. ``separation``: each step orders all teams, and those still tied restart the list. ``never``:
        teams still tied continue with the next step, and games among all originally tied teams keep counting.
    one_per_division : bool
        Whether only the best team of each division is considered for the next place.
    """

    two: tuple[Step, ...] = ()
    more: tuple[Step, ...] = ()
    restart: Restart = "never"
    one_per_division: bool = False

    def of(self, teams: int) -> tuple[Step, ...]:
        """Return the steps for this number of tied teams."""
        return self.more if teams > 2 and self.more else self.two


@dataclass(frozen=True)
class DecidingGame:
    """Places for which two level teams play a game of their own, whatever the tie-breaks say.

    Parameters
    ----------
    places : tuple of int
        The better of the two places: 1 for the title.
    since : int
        First year of the first season with this rule.
    """

    places: tuple[int, ...]
    since: int


@dataclass(frozen=True)
class Prize:
    """What places of a league's final table lead to, by the usual rule: cups and coefficients may move it.

    Parameters
    ----------
    name : str
        What it is called.
    first, last : int
        The places; negative ones count from the bottom, the last place being -1, as of relegation.
    """

    name: str
    first: int
    last: int

    def places(self, teams: int) -> tuple[int, int]:
        """Return the places in a league of so many teams, counted from the top."""
        first, last = (place if place > 0 else teams + 1 + place for place in (self.first, self.last))
        return first, last


@dataclass(frozen=True)
class Seeding:
    """The teams of a conference that reach the playoffs, in order of seeds.

    Parameters
    ----------
    per_division : int
        Teams per division that are seeded first: the winners, then the runners-up, ...
    others : int
        Further teams of the conference.
    play_in : int
        Further teams that play for a place; they are seeded as well.
    winners_first : bool
        Whether conference standings list the division winners first.
    rounds : tuple of str
        What the league calls its rounds.
    series : tuple of int
        Most games of a series in each round; single games by default.
    first_round : tuple of pairs of int
        Seeds of a conference that meet first, from the top of the bracket, 0 for a bye; empty where divisions decide.
    play_in_round : tuple of pairs of int
        Seeds that meet before it. Who wins the first pair takes the better of its seeds; who loses it meets the winner
        of the second pair for the other.
    reseeded : bool
        Whether the best seed left meets the worst one left in the second round, whoever won which pair.
    """

    per_division: int = 0
    others: int = 0
    play_in: int = 0
    winners_first: bool = False
    rounds: tuple[str, ...] = ()
    series: tuple[int, ...] = ()
    first_round: tuple[tuple[int, int], ...] = ()
    play_in_round: tuple[tuple[int, int], ...] = ()
    reseeded: bool = False

    def round_name(self, number: int, text: str = "") -> str:
        """Return what the league calls a round, 1 being the first; empty if it has no name.

        The text of a game decides if it contains one of the names that have several words, as in seasons that had fewer
        rounds.
        """
        named = [name for name in self.rounds if " " in name and name.lower() in text.lower()]
        if named:
            return max(named, key=len)
        return self.rounds[number - 1] if 0 < number <= len(self.rounds) else ""


@dataclass(frozen=True)
class Points:
    """Points for each result, in a league ranked by points; bonus points cannot be declared.

    Parameters
    ----------
    win : int
    draw : int
    overtime_loss : int
        For a loss in overtime or in a shootout.
    overtime_win : int, optional
        For a win in overtime or in a shootout, such as 2 where another win is worth 3; by default that of any win.
    """

    win: int
    draw: int = 0
    overtime_loss: int = 0
    overtime_win: int | None = None

    @property
    def overtime_counts(self) -> bool:
        """Whether points depend on overtime."""
        return self.overtime_loss > 0 or self.late_win != self.win

    @property
    def late_win(self) -> int:
        """The points for a win in overtime or in a shootout."""
        return self.win if self.overtime_win is None else self.overtime_win


@dataclass(frozen=True)
class Standings:
    """How a league ranks its teams.

    Parameters
    ----------
    group : {"league", "conference", "division"}
        Unit within which teams are ranked.
    ranked_by : tuple of str
        Criteria in order, before tie-breaks: ``points``, ``win_pct`` or ``conference_pct``.
    points : Points, optional
        Points for each result, if the league uses them.
    tie_breaks : TieBreaks
        Default procedure, and the one within a division.
    conference_tie_breaks : TieBreaks, optional
        Procedure across divisions.
    league_tie_breaks : dict of str to TieBreaks
        Procedures of individual leagues of the sport, by league code; by its own, if it has no leagues.
    deciding_games : dict of str to DecidingGame
        Places that a game decides once the season is over, by the same codes.
    prizes : dict of str to tuple of Prize
        What places of the final table lead to, from the top, by the same codes; for standings in one table only.
    seeding : Seeding, optional
        Teams that reach the playoffs.
    games : int, optional
        Games in a full season, if the number has been stable.
    games_until : dict of int to int
        Games in a full season up to and including a year's season, where the number was another before.
    guests : bool
        Whether teams play opponents from outside the league, which belong to no conference.
    printed : str
        Columns that newspapers print, as in `sportsframe.catalog.printed.Printed`; those that a table lacks, such as
        records against a division that is not known, are left out.
    """

    group: Group
    ranked_by: tuple[Criterion, ...] = ("win_pct",)
    points: Points | None = None
    tie_breaks: TieBreaks = TieBreaks()
    conference_tie_breaks: TieBreaks | None = None
    league_tie_breaks: Mapping[str, TieBreaks] = field(default_factory=dict)
    deciding_games: Mapping[str, DecidingGame] = field(default_factory=dict)
    prizes: Mapping[str, tuple[Prize, ...]] = field(default_factory=dict)
    seeding: Seeding | None = None
    games: int | None = None
    games_until: Mapping[int, int] = field(default_factory=dict)
    guests: bool = False
    printed: str = (
        "W=wins D=draws T=ties L=losses OTL=overtime_losses PTS=points PCT=win_pct GB=games_behind HOME=home_record "
        "AWAY=away_record L10=last_ten STRK=streak"
    )

    def __post_init__(self) -> None:
        if "points" in self.ranked_by and self.points is None:
            raise ConfigError("standings ranked by points need points for a win: points=Points(win=2)")
        Printed(self.printed)
        if not self.ranked_by:
            raise ConfigError("standings need a criterion in ranked_by")

    def games_in(self, season: str) -> int | None:
        """Return the games of a full season; the season begins with its year ("2024-2025")."""
        year = int(season[:4]) if season[:4].isdigit() else None
        until = [last for last in sorted(self.games_until) if year is not None and year <= last]
        return self.games_until[until[0]] if until else self.games

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups that teams belong to; none if all play in one league, and no divisions in college sports."""
        if self.group == "league":
            return ()
        return ("conference",) if self.guests else ("conference", "division")

    def played_off(self, league: str, season: str, games: int) -> tuple[int, ...]:
        """Return the places that a game decides between level teams once each has played these games of a season."""
        game = self.deciding_games.get(league)
        over = games == self.games_in(season)
        return game.places if game and over and int(season[:4]) >= game.since else ()

    def procedure(self, by: Group, league: str = "") -> TieBreaks:
        """Return the tie-breaking procedure within a group of this kind."""
        if league in self.league_tie_breaks:
            return self.league_tie_breaks[league]
        return self.conference_tie_breaks or self.tie_breaks if by != "division" else self.tie_breaks


@dataclass(frozen=True)
class Elo:
    """Parameters of Elo ratings.

    Parameters
    ----------
    k : float
        Twice the largest change after a game between equal teams.
    home : float
        Home advantage in rating points.
    margin : str
        Formula for the effect of the score margin.
    keep, mean : float
        Share of a rating that is kept between seasons, and the mean to which it regresses; new teams start at the mean.
    playoffs : float
        Factor applied to rating differences after the regular season.
    source : str
        Publication.
    """

    k: float
    home: float
    margin: Margin = "none"
    keep: float = 1.0
    mean: float = 1500.0
    playoffs: float = 1.0
    source: str = "Our choice, not fitted"


@dataclass(frozen=True)
class Sets:
    """Matches played in sets: the first player to win a given number of legs wins the set.

    Parameters
    ----------
    legs : int
        Legs needed to win a set, if the event is unknown.
    by_event : dict of str to int
        Events played in sets, by the letters of their code, with the number of legs needed to win a set.
    """

    legs: int
    by_event: Mapping[str, int] = field(default_factory=dict)

    def legs_of(self, game_id: str) -> int | None:
        """Return the legs needed to win a set, from the match id (date, event code, players); None without sets."""
        code = EVENT_CODE.match(game_id)
        return self.by_event.get(code[1]) if code else self.legs

    def so_far(self, game_id: str, winners: Sequence[Hashable]) -> tuple[Counter[Hashable], Counter[Hashable]] | None:
        """Return the sets won by each player and the legs of the set in play, from the winners of the legs in order.

        None if the event is not known to be played in sets. A deciding set that goes on for a lead of two legs is
        counted as won by the first to win the usual number.
        """
        need = self.legs_of(game_id)
        if need is None:
            return None
        sets: Counter[Hashable] = Counter()
        legs: Counter[Hashable] = Counter()
        for winner in winners:
            legs[winner] += 1
            if legs[winner] == need:
                sets[winner] += 1
                legs = Counter()
        return sets, legs

    def won(self, game_id: str, winners: Sequence[tuple[int, Hashable]]) -> Counter[Hashable] | None:
        """Return the sets won by each player, from the set and winner of each leg; None if they cannot be counted.

        Once a second set has started, the first determines how many legs win a set.
        """
        legs: dict[int, Counter[Hashable]] = {}
        for number, winner in winners:
            legs.setdefault(number, Counter())[winner] += 1
        numbers = sorted(legs)
        need = max(legs[numbers[0]].values()) if len(numbers) > 1 else self.legs_of(game_id)
        if need is None or 0 in numbers:
            return None
        found: Counter[Hashable] = Counter()
        for held in legs.values():
            (best, most), *rest = held.most_common()
            if most >= need and (not rest or rest[0][1] < most):
                found[best] += 1
        return found


@dataclass(frozen=True)
class Rules:
    """The rules of a sport.

    Parameters
    ----------
    opponents : {"teams", "players", "field"}
        Opponents in a game: two teams, two players, or a field of players.
    schools : bool
        Whether teams belong to schools, by whose names they go.
    formulas : {"professional", "college"}
        Whose formulas published statistics of the game use, where these differ.
    home_first : bool
        Whether the home side is named first, as in soccer.
    unit : str
        Unit of the score.
    periods : int
        Number of regulation periods, 0 if there are none.
    period : str
        Name of a period.
    period_unit : str
        Unit of the scores of the periods where these do not add up to the score of the game, such as the points of a
        set in volleyball; empty if they do.
    period_minutes : float, optional
        Length of a period, in games with a clock.
    overtime : str
        Abbreviation for an overtime period; empty if it has no name of its own.
    overtime_minutes : float, optional
        Length of an overtime period in the regular season.
    shootout : bool
        Whether a regular-season game still tied after overtime is decided by a shootout.
    ties : bool
        Whether games can end tied.
    level : {"", "tie", "draw"}
        Name of a tied game in the standings, where it counts as half a win; empty if there are none or they do not
        count.
    whole_minutes : bool
        Whether playing time is reported in whole minutes.
    standings : Standings, optional
        How the league ranks its teams.
    no_standings : str
        Reason for the absence of standings.
    region_first_round : tuple of pairs of int
        Seeds of a region that meet first, from the top of the bracket, where a tournament has regions.
    tournament : tuple of (str, int)
        Rounds of the tournament that decides the season, and the games of each, where no seeding tells them; with
        regions those in which their winners meet.
    series : tuple of int
        Most games of a series in each round of playoffs, the first being that of the number 1, where no seeding tells
        them. A round before it has single games.
    totals : tuple of (str, str)
        What follows the periods of a line score: the heading, and the column of the table ``teams``.
    unplayed : str
        What line scores print for the home team where it did not need the last period; empty if it always plays.
    not_in_standings : str
        Regular expression for names of events whose games do not count in the standings.
    not_in_conference : str
        Regular expression for names of events whose games do not count as conference games.
    no_conference : str
        Regular expression for names in place of that of a conference, of teams that belong to none.
    elo : Elo, optional
        Parameters of ratings.
    margin_spread : float, optional
        Usual standard deviation of the final margin between two teams, in games with plays.
    margin_source : str
        Publication, or games from which it was computed.
    pythagorean : float, optional
        Exponent of the Pythagorean expectation.
    pythagorean_source : str
        Publication.
    scoring_exponent : bool
        Whether an exponent that depends on the scoring (Patriot) is published for the sport, too.
    played_when_hurt : bool
        Whether players are hurt in a game that they played, so that they miss none on the date of the injury.
    sets : Sets, optional
        For sports whose matches may be played in sets.
    qualified : dict of str to float
        Column -> part of the most of any player that a ranking by a rate asks for, near what the league asks for;
        games and minutes are reduced where the player's club has played fewer games.
    """

    opponents: Literal["teams", "players", "field"] = "teams"
    schools: bool = False
    formulas: Literal["professional", "college"] = "professional"
    played_when_hurt: bool = False
    scoring_exponent: bool = False
    home_first: bool = False
    totals: tuple[tuple[str, str], ...] = (("T", "score"),)
    unplayed: str = ""
    unit: str = "points"
    periods: int = 0
    period: str = "period"
    period_unit: str = ""
    period_minutes: float | None = None
    overtime: str = "OT"
    overtime_minutes: float | None = None
    shootout: bool = False
    ties: bool = False
    level: Literal["", "tie", "draw"] = ""
    whole_minutes: bool = False
    standings: Standings | None = None
    no_standings: str = "the rules of its league are not in the catalog"
    region_first_round: tuple[tuple[int, int], ...] = ()
    tournament: tuple[tuple[str, int], ...] = ()
    series: tuple[int, ...] = ()
    not_in_standings: str = ""
    not_in_conference: str = ""
    no_conference: str = ""
    elo: Elo | None = None
    margin_spread: float | None = None
    margin_source: str = ""
    pythagorean: float | None = None
    pythagorean_source: str = ""
    sets: Sets | None = None
    qualified: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for pattern in (self.not_in_standings, self.not_in_conference, self.no_conference):
            try:
                re.compile(pattern)
            except re.error as error:
                raise ConfigError(f"{quoted(pattern)} of Rules is no regular expression: {error}") from None

    @property
    def sides(self) -> tuple[str, str]:
        """The sides in the order in which the sport names them."""
        return ("home", "away") if self.home_first else ("away", "home")

    @property
    def between(self) -> str:
        """What stands between the names of the two sides, in this order."""
        return " v " if self.home_first else " at "

    @property
    def minutes(self) -> float | None:
        """Minutes of regulation time, in games with a clock."""
        return None if self.period_minutes is None else self.periods * self.period_minutes

    @property
    def most_games(self) -> tuple[int, ...]:
        """Most games of a series in each round of playoffs; empty where none is declared."""
        seeding = self.standings.seeding if self.standings else None
        return seeding.series if seeding else self.series

    def best_of(self, number: int) -> int:
        """Return the most games of a series in a round, 1 being the first."""
        return self.most_games[number - 1] if 0 < number <= len(self.most_games) else 1

    def may_be_shootout(self, period: float, season_type: object = None) -> bool:
        """Return whether a period may be a shootout: the second one after regulation, but not in playoffs."""
        return self.shootout and period == self.periods + 2 and season_type not in AFTERWARDS

    def period_name(self, period: int, season_type: object = None) -> str:
        """Return the name of a period as line scores print it.

        The second one after regulation may be a shootout, which the part of the season decides if it is known: playoffs
        have none.
        """
        number = period - self.periods
        if number <= 0 or not self.overtime:
            return str(period)
        if number == 1:
            return self.overtime
        if not self.may_be_shootout(period, season_type):
            return f"{self.overtime}{number}"
        return "SO" if season_type in ("Regular Season", "Preseason") else f"SO or {self.overtime}2"
