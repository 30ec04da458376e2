"""Soccer: three leagues of twenty clubs, home and away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from statistics import correlation, fmean, variance
from typing import TYPE_CHECKING

from ...catalog import soccer as catalog
from ...catalog.common import FullBox
from ...catalog.grammar import Sides
from .._common import season as base
from .._common.cached import once
from .._common.calendar import DAY, local
from .._common.clubs import Club
from .._common.rng import stream
from .._common.season import Course, Entry, Target
from .box import Tally
from .clubs import expected, member_ids, scores
from .play import AWAY, HOME, Match, length, match, timing
from .schedule import Game as Row
from .schedule import first_saturday, fixtures, last_sunday

if TYPE_CHECKING:
    from .. import World

SEASON_TYPE = "Regular Season"

DELAYED, SUSPENDED = 0.005, 0.001
"""Chance that a game begins late, and that it is stopped and played on the next day."""


@lru_cache(maxsize=512)
def told(seed: int, league: str, year: int, away: int, home: int) -> Match:
    """A game from beginning to end, kept for a while."""
    pair = (away, home)
    means = expected(seed, league, year, member_ids(seed, league, year))[pair]
    return match(seed, league, year, pair, scores(seed, league, year)[pair], means)


class Game(Entry):
    """A row of the fixture list.

    Parameters
    ----------
    season : Season
        Its season.
    row : soccer_fixtures.Game
        Who, when, and what became of it.
    roomy : bool
        Both clubs have three days free after it, so that it can be suspended.
    """

    after: Sequence[Game] = ()

    def __init__(self, season: Season, row: Row, roomy: bool) -> None:
        self.season = season
        self.row = row
        self.roomy = roomy
        self.id = row.id
        self.day = row.day
        self.start = local(row.day, row.clock, row.home.place.zone)

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.row.away.name} at {self.row.home.name}>"

    @property
    def _keys(self) -> tuple[int, str, int]:
        return self.season.world.seed, self.season.code, self.season.year

    @property
    def played(self) -> bool:
        """Whether this row is the one under which the game is played."""
        return self.row.fate is None

    @once
    def course(self) -> Course:
        """When it begins and ends, or what became of it."""
        pair = (self.row.away.id, self.row.home.id)
        r = stream(*self._keys, "course", self.id)
        if self.row.fate == "replaced":
            return Course(self.start, self.start, self.start, fate="replaced", announced=self.start - 120 * DAY)
        if self.row.fate is not None:
            notice = timedelta(minutes=r.randrange(120, 40 * 60))
            return Course(self.start, self.start, self.start, fate=self.row.fate, announced=self.start - notice)
        late = r.randrange(20, 60) * 60 if r.random() < DELAYED else r.randrange(20, 110)
        begins = self.start + timedelta(seconds=late)
        lasts = timedelta(seconds=length(*timing(*self._keys, pair)))
        pause = None
        if self.roomy and r.random() < SUSPENDED:
            stopped = begins + timedelta(seconds=r.randrange(20 * 60, 100 * 60))
            pause = (stopped, stopped + timedelta(hours=20))
        ends = begins + lasts + (pause[1] - pause[0] if pause else timedelta(0))
        return Course(self.start, begins, ends, pause=pause)

    def status(self, now: datetime) -> str:
        """The service's word for the state of the game."""
        return self.course.status(now)

    @property
    def match(self) -> Match:
        """How the game goes."""
        return told(*self._keys, self.row.away.id, self.row.home.id)

    @property
    def score(self) -> tuple[int, int]:
        """Goals at the end, away and home."""
        return self.season.scores[self.row.away.id, self.row.home.id]

    def schedule(self, now: datetime) -> catalog.Fixture:
        """The schedule row at an instant."""
        place = self.row.home.place
        status = self.status(now)
        replaced = {"replaced_by": self.row.by.id} if status == "replaced" and self.row.by else {}
        return catalog.Fixture(
            away_team=self.row.away.name,
            home_team=self.row.home.name,
            away_team_id=self.row.away.id,
            home_team_id=self.row.home.id,
            game_id=self.id,
            game_time=self.start,
            season_type=SEASON_TYPE,
            season=self.season.label,
            status=status,
            city=place.city,
            country=place.country,
            postal_code=place.postal_code,
            arena=place.arena,
            field=place.field,
            dome=place.dome,
            latitude=place.latitude,
            longitude=place.longitude,
            **replaced,
        )

    def live(self, now: datetime) -> catalog.Game | None:
        """The live record at an instant; None before the start and for rows that are not played."""
        elapsed = self.course.elapsed(now)
        if elapsed is None:
            return None
        over = self.course.over(now)
        tally = Tally(self.match, elapsed, over)
        status = self.course.status(now)
        return catalog.Game(
            sport="SOCCER",
            game_id=self.id,
            game_time=self.start,
            away_team=self.row.away.name,
            home_team=self.row.home.name,
            status=status,
            game_status=self._display(status, elapsed, over),
            game_location=f"{self.row.home.place.city}, {self.row.home.place.country}",
            season_type=SEASON_TYPE,
            season=self.season.label,
            full_box=FullBox[catalog.Team](
                away_team=self._team(self.row.away, AWAY, tally, over),
                home_team=self._team(self.row.home, HOME, tally, over),
            ),
            player_box=Sides[dict[str, catalog.Line]](away_team=tally.lines(AWAY), home_team=tally.lines(HOME)),
        )

    def _display(self, status: str, elapsed: float, over: bool) -> str:
        if over:
            return "Final"
        if status == "suspended":
            return "Suspended"
        half, minute, added = self.match.clock(elapsed)
        if half == 1 and elapsed >= self.match.second_half - self.match.rest:
            return "Half Time"
        extra = f"+{added}" if added else ""
        return f"{minute}{extra}' {('1st', '2nd')[half - 1]} Half"

    def _team(self, club: Club, side: int, tally: Tally, over: bool) -> catalog.Team:
        won, drawn, lost = self.season.records[self.id][side]
        if over:
            own, their = tally.score[side], tally.score[1 - side]
            won, drawn, lost = won + (own > their), drawn + (own == their), lost + (own < their)
        return catalog.Team(
            abbreviation=club.abbreviation,
            team_id=club.id,
            record=f"{won}-{drawn}-{lost}",
            mascot=club.mascot,
            score=tally.score[side],
            quarter_scores=tally.halves[side],
            division_name=club.division_name,
            team_stats=tally.team(side),
        )


WinsDrawsLosses = tuple[int, int, int]


class Season(base.Season):
    """A season of one of the leagues."""

    def __init__(self, world: World, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(world, sport, year, league)
        if league not in catalog.LEAGUES:
            raise LookupError(f"SOCCER has the leagues {', '.join(catalog.LEAGUES)}, not {league}")
        self.code: str = league
        self.opens = first_saturday(league, year) - 2 * DAY
        self.closes = last_sunday(league, year)

    @once
    def scores(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Every score of the season: (away id, home id) -> goals."""
        return dict(scores(self.world.seed, self.code, self.year))

    @once
    def _games(self) -> list[Game]:
        rows = fixtures(self.clubs, self.code, self.year, self.stream("fixtures"))
        days: dict[int, list[int]] = {}
        for row in rows:
            if row.fate is None:
                for club in (row.away, row.home):
                    days.setdefault(club.id, []).append(row.day.toordinal())
        for played in days.values():
            played.sort()

        def roomy(row: Row) -> bool:
            day = row.day.toordinal()
            return not any(day < other < day + 4 for club in (row.away, row.home) for other in days[club.id])

        games = [Game(self, row, row.fate is None and roomy(row)) for row in rows]
        by_id = {game.id: game for game in games}
        for game in games:
            if game.row.by is not None:
                stands = by_id[game.row.by.id]
                # the row that a makeup replaces was no earlier there than the makeup
                if game.row.fate == "replaced":
                    game.after = stands.after
                stands.after = (*stands.after, game)
        return games

    def regular(self) -> Sequence[Game]:
        """Every row of the season; soccer has nothing after it."""
        return self._games

    @once
    def records(self) -> dict[str, tuple[WinsDrawsLosses, WinsDrawsLosses]]:
        """Wins, draws and losses of both clubs before each game, by game id: away, home."""
        now: dict[int, WinsDrawsLosses] = {club.id: (0, 0, 0) for club in self.clubs}
        before = {}
        for game in sorted((g for g in self._games if g.played), key=lambda g: (g.start, g.id)):
            away, home = game.row.away.id, game.row.home.id
            before[game.id] = (now[away], now[home])
            for club, own, their in ((away, *game.score), (home, *reversed(game.score))):
                won, drawn, lost = now[club]
                now[club] = (won + (own > their), drawn + (own == their), lost + (own < their))
        return before


_FIVE = "match data of five seasons, 2021-22 to 2025-26 (football-data.co.uk)"


def _targets() -> Iterator[Target]:
    rows = (
        ("goals a game", 0.04, True, (2.93, 2.61, 2.60)),
        ("home goals", 0.05, True, (1.60, 1.39, 1.48)),
        ("away goals", 0.05, True, (1.33, 1.21, 1.12)),
        ("home wins", 0.025, False, (0.442, 0.403, 0.457)),
        ("draws", 0.025, False, (0.239, 0.272, 0.262)),
        ("away wins", 0.025, False, (0.319, 0.324, 0.281)),
        ("goalless", 0.015, False, (0.052, 0.072, 0.071)),
        ("over 2.5 goals", 0.03, False, (0.566, 0.489, 0.474)),
        ("margin of one", 0.03, False, (0.361, 0.401, 0.422)),
        ("goals in the first half", 0.02, False, (0.446, 0.440, 0.440)),
        ("home goals variance/mean", 0.08, False, (1.08, 1.04, 1.05)),
        ("away goals variance/mean", 0.08, False, (1.09, 1.02, 1.01)),
        ("correlation of goals", 0.08, False, (-0.13, -0.09, 0.00)),
        ("home shots", 0.04, True, (14.2, 13.7, 13.6)),
        ("away shots", 0.04, True, (11.7, 11.4, 10.7)),
        ("home shots on target", 0.05, True, (4.9, 4.5, 4.7)),
        ("away shots on target", 0.05, True, (4.1, 3.8, 3.6)),
        ("home corners", 0.05, True, (5.6, 5.2, 5.4)),
        ("away corners", 0.05, True, (4.7, 4.2, 4.1)),
        ("home fouls", 0.05, True, (10.6, 12.3, 12.8)),
        ("away fouls", 0.05, True, (10.9, 12.8, 12.8)),
        ("home yellow cards", 0.07, True, (1.76, 1.93, 2.28)),
        ("away yellow cards", 0.07, True, (2.03, 2.28, 2.48)),
        ("home red cards", 0.15, True, (0.057, 0.096, 0.128)),
        ("away red cards", 0.15, True, (0.058, 0.097, 0.131)),
    )
    for name, tolerance, relative, values in rows:
        for league, value in zip(catalog.LEAGUES, values):
            yield Target(f"{league} {name}", value, tolerance, relative, _FIVE)


TARGETS: tuple[Target, ...] = tuple(_targets())
"""What the leagues aim at."""


def figures(world: World, years: Sequence[int]) -> dict[str, float]:
    """The figures of `TARGETS`, measured over the seasons of some years.

    Parameters
    ----------
    world : World
        The world to measure.
    years : sequence of int
        Start years.

    Returns
    -------
    dict of str to float
        Name of the target -> measured value. Shares of red cards need ten seasons and more to settle.
    """
    result: dict[str, float] = {}
    for league in catalog.LEAGUES:
        games = [
            game
            for year in years
            for game in world.season("SOCCER", year, league).regular()
            if isinstance(game, Game) and game.played
        ]
        result |= {f"{league} {name}": value for name, value in _measured(games).items()}
    return result


def _measured(games: Sequence[Game]) -> dict[str, float]:
    tallies = [Tally(game.match, length(game.match.added, game.match.rest), True) for game in games]
    away = [float(tally.score[AWAY]) for tally in tallies]
    home = [float(tally.score[HOME]) for tally in tallies]
    total = [a + h for a, h in zip(away, home)]
    measured = {
        "goals a game": fmean(total),
        "home goals": fmean(home),
        "away goals": fmean(away),
        "home wins": fmean(h > a for a, h in zip(away, home)),
        "draws": fmean(h == a for a, h in zip(away, home)),
        "away wins": fmean(h < a for a, h in zip(away, home)),
        "goalless": fmean(goals == 0 for goals in total),
        "over 2.5 goals": fmean(goals > 2.5 for goals in total),
        "margin of one": fmean(abs(h - a) == 1 for a, h in zip(away, home)),
        "goals in the first half": sum(t.halves[s]["1"] for t in tallies for s in (AWAY, HOME)) / sum(total),
        "home goals variance/mean": variance(home) / fmean(home),
        "away goals variance/mean": variance(away) / fmean(away),
        "correlation of goals": correlation(home, away),
    }
    names = {
        "shots": "shots_attempted",
        "shots on target": "shots_on_goal",
        "corners": "corners",
        "fouls": "fouls_committed",
        "yellow cards": "yellow_cards",
        "red cards": "red_cards",
    }
    for side, word in ((HOME, "home"), (AWAY, "away")):
        stats = [tally.team(side) for tally in tallies]
        measured |= {f"{word} {name}": fmean(getattr(row, field) for row in stats) for name, field in names.items()}
    return measured
