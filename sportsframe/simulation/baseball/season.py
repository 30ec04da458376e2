"""Seasons of MLB: the calendar with its weather, the games, and the postseason that follows from their results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from math import cos, pi
from random import Random
from threading import Lock
from zoneinfo import ZoneInfo

from ...catalog import baseball
from ...catalog.records import http_date
from ...catalog.written import Writing, Written
from .._common import directory
from .._common import season as base
from .._common.cached import once
from .._common.calendar import DAY, FRI, SAT, SUN, THU, WED, holidays, local
from .._common.careers import Rosters as Careers
from .._common.rng import clamp
from .._common.season import closing
from .._common.standings import Line, Table, standings_rules
from .box import ArmLine, BatLine, Box, BoxSide, Narration, narrate
from .lineup import Card
from .managers import Manager
from .places import CATEGORY, STARTERS
from .play import Played, play
from .plays import Teller
from .rosters import Roster, Rosters
from .schedule import MOST_DAYS, break_monday, fixtures, last_day, opening_day

wire = Writing(baseball)

EASTERN = "America/New_York"
KEPT_GAMES = 64
"""Games of a season that are kept with all their detail."""

WARMTH, MILD, WARMEST = 0.04, 0.55, (7, 24)
"""How far balls carry by the day of the year: half the range, its mean in a season, and the warmest day."""

LONGEST = timedelta(hours=36)
"""By then every game has ended, a suspended one included."""

NAMED_AHEAD = timedelta(days=4)
"""How long before a game its probable starters are named."""

RAIN = {3: 0.044, 4: 0.044, 5: 0.024, 6: 0.015, 7: 0.011, 8: 0.011, 9: 0.015, 10: 0.0}
"""Share of open-air games that are postponed, by month."""

DOUBLEHEADERS = 0.85
"""Share of the makeups that are the second game of a day, where the pair meets again."""

RAIN_DELAY, SUSPENDED = 0.05, 0.0028
"""Shares of open-air games that begin late, and that end the next day."""

ROUNDS: tuple[tuple[int, str, tuple[tuple[int, ...], tuple[int, ...]]], ...] = (
    (3, "hhh", ((2, 3, 4), (2, 3, 4))),
    (5, "hhaah", ((6, 8, 10, 11, 13), (6, 7, 9, 10, 12))),
    (7, "hhaaahh", ((15, 16, 18, 19, 20, 22, 23), (14, 15, 17, 18, 19, 21, 22))),
    (7, "hhaaahh", ((26, 27, 29, 30, 31, 33, 34),) * 2),
)
"""Rounds of the postseason: games at most, whose ground (the better seed's is ``h``), days after the last Sunday."""

ROUND_NAMES = ("Wild Card Series", "Division Series", "Championship Series", "Championship Final")

EVENING_SLOTS = {1: ("20:08",), 2: ("16:38", "20:08"), 3: ("14:08", "17:38", "21:08")}
FULL_SLOTS = ("13:08", "15:08", "18:08", "21:08")
"""Eastern starts of a postseason day, by how many games it has."""


class Game(base.Entry):
    """A game of MLB.

    Parameters
    ----------
    season : Season
        The season it belongs to.
    day : date
        Day label.
    start : datetime
        Scheduled start.
    away, home : int
        Positions of the clubs in the season's tuple.
    round : int, optional
        Round of the postseason, from 1.
    second : bool
        The second game of a doubleheader, whose id ends in ``-2``.
    """

    # turns: how many games each club had before; unplayed_as, announced: see Timeline;
    # resumed: when a suspended game goes on
    __slots__ = (
        "after",
        "announced",
        "away",
        "before",
        "day",
        "home",
        "id",
        "lag",
        "number",
        "resumed",
        "round",
        "season",
        "second",
        "start",
        "turns",
        "unplayed_as",
    )

    def __init__(
        self,
        season: Season,
        day: date,
        start: datetime,
        away: int,
        home: int,
        round: int | None = None,
        *,
        second: bool = False,
    ) -> None:
        self.second = second
        self.season, self.day, self.start, self.away, self.home, self.round = season, day, start, away, home, round
        self.id = f"{day:%Y%m%d}-{season.clubs[away].id}-{season.clubs[home].id}{'-2' if second else ''}"
        self.after: Sequence[Game] = ()
        self.turns = (0, 0)
        self.number = -1
        self.before: tuple[tuple[int, int], tuple[int, int]] | None = None
        self.unplayed_as: str | None = None
        self.announced: datetime | None = None
        self.lag = timedelta(0)
        self.resumed: datetime | None = None

    @property
    def begins(self) -> datetime:
        """The first pitch."""
        return self.start + self.lag

    @property
    def event_name(self) -> str | None:
        """The round of the postseason by name."""
        if self.round is None:
            return None
        name = ROUND_NAMES[self.round - 1]
        return name if self.round == len(ROUNDS) else f"{self.season.clubs[self.home].conference} {name}"

    @property
    def season_type(self) -> str:
        return "Regular Season" if self.round is None else "Postseason"

    def timeline(self, now: datetime) -> base.Timeline:
        """The clock of the game; it is simulated only where its end matters at ``now``."""
        begins = self.begins
        if self.unplayed_as or now < begins or now >= begins + LONGEST:
            return base.Timeline(
                self.start, begins, begins + LONGEST, unplayed_as=self.unplayed_as, announced=self.announced
            )
        narration = self.season.narration(self)
        ends = begins + timedelta(seconds=narration.seconds)
        if self.resumed is None:
            return base.Timeline(self.start, begins, ends)
        stop = begins + timedelta(seconds=narration.ends[_stop(narration)])
        return base.Timeline(self.start, begins, ends + (self.resumed - stop), pause=(stop, self.resumed))

    def status(self, now: datetime) -> str:
        """The service's word for the state of the game."""
        return self.timeline(now).status(now)

    def probable(self, side: int, now: datetime) -> Written | None:
        """The starter of a side (0 away, 1 home) as he would be named at an instant; None when it is too early.

        Who is hurt later and what is postponed later is not known yet: with that the starter changes.
        """
        if now < self.start - NAMED_AHEAD:
            return None
        club, day, turn = (self.away, self.home)[side], self.day, self.turns[side]
        if now < self.start:
            day = min(day, now.astimezone(ZoneInfo(EASTERN)).date())
            turn += self.season.unforeseen(club, self, now)
        arm = self.season.managers[club].starter(day, turn)
        return wire.Probable(pitcher=arm.name, pitcher_id=arm.id)

    def schedule(self, now: datetime) -> Written:
        """The schedule row as it stands at an instant."""
        season, home = self.season, self.season.clubs[self.home]
        place = home.place
        return wire.Fixture(
            away_team=season.clubs[self.away].name,
            home_team=home.name,
            away_team_id=season.clubs[self.away].id,
            home_team_id=home.id,
            game_id=self.id,
            game_time=http_date(self.start),
            season_type=self.season_type,
            season=season.label,
            status=self.status(now),
            event_name=self.event_name,
            round=self.round,
            arena=place.arena,
            city=place.city,
            state=place.state,
            country=place.country,
            postal_code=place.postal_code,
            latitude=place.latitude,
            longitude=place.longitude,
            dome=place.dome,
            field=place.field,
            away_pitcher=self.probable(0, now),
            home_pitcher=self.probable(1, now),
        )

    def play_by_play(self, now: datetime) -> Written | None:
        """The plays up to an instant; None before the first pitch and for a game that is off."""
        timeline = self.timeline(now)
        elapsed = timeline.elapsed(now)
        if elapsed is None:
            return None
        narration = self.season.narration(self)
        away, home = self.season.clubs[self.away], self.season.clubs[self.home]
        count = narration.events(None if timeline.over(now) else elapsed)
        teller = Teller(narration, (away.abbreviation, home.abbreviation))
        return wire.PlayByPlay(
            game_id=self.id, away_team=away.name, home_team=home.name, plays=list(teller.plays(count))
        )

    def live(self, now: datetime) -> Written | None:
        """The live record at an instant; None before the first pitch and for a game that is off."""
        timeline = self.timeline(now)
        elapsed = timeline.elapsed(now)
        if elapsed is None:
            return None
        season = self.season
        box = Box(season.narration(self), None if timeline.over(now) else elapsed)
        away, home = season.clubs[self.away], season.clubs[self.home]
        status = timeline.status(now)
        place = home.place
        parts = (
            (place.city, place.state) if place.country in ("US", "USA") else (place.city, place.state, place.country)
        )
        teams, players = [], []
        for index, club in enumerate((away, home)):
            side = box.sides[index]
            won, lost = season.record_before(self)[index]
            if box.over:
                ahead = side.score > box.sides[1 - index].score
                won, lost = (won + ahead, lost + (not ahead)) if self.round is None else (won, lost)
            batting = {str(id): _batting(line) for id, line in side.batting.items()}
            teams.append(
                wire.Team(
                    abbreviation=club.abbreviation,
                    team_id=club.id,
                    record=f"{won}-{lost}",
                    mascot=club.mascot,
                    score=side.score,
                    quarter_scores={str(n): runs for n, runs in side.periods.items()},
                    division_name=club.division_name,
                    team_stats=_team_stats(side),
                )
            )
            pitching = {str(id): _pitching(line) for id, line in side.pitching.items()}
            players.append(wire.Players(batting=batting, pitching=pitching))
        return wire.Game(
            sport=season.sport,
            game_id=self.id,
            game_time=http_date(self.start),
            away_team=away.name,
            home_team=home.name,
            status=status,
            game_status=_display(box, status),
            game_location=", ".join(parts),
            season_type=self.season_type,
            season=season.label,
            event_name=self.event_name,
            round=self.round,
            full_box=wire.FullBox(away_team=teams[0], home_team=teams[1], current_box=_current(box)),
            player_box=wire.Sides(away_team=players[0], home_team=players[1]),
        )


def _stop(narration: Narration) -> int:
    """The event after which a suspended game stops: somewhere between the third inning and the eighth."""
    log = narration.played.log
    last = len(log) - 1
    return int(clamp(0.3 + 0.5 * (narration.seconds % 1000) / 1000, 0.3, 0.8) * last)


def _batting(line: BatLine) -> Written:
    return wire.Batting(
        player=line.hitter.name,
        position_category=CATEGORY[line.hitter.position],
        status="ACT",
        position="-".join(line.positions),
        batting_order=line.order,
        **line.figures,
    )


def _pitching(line: ArmLine) -> Written:
    role = "S" if line.starter else "R"
    return wire.Pitching(
        player=line.stint.arm.name,
        position_category=role,
        status="ACT",
        position=role,
        innings=line.innings,
        **line.figures,
    )


def _team_stats(side: BoxSide) -> Written:
    return wire.TeamStats(**{name: side.total(name) for name in baseball.TeamStats.model_fields})


def _ordinal(n: int) -> str:
    if n % 100 in (11, 12, 13):
        return f"{n}th"
    return f"{n}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th') }"


def _display(box: Box, status: str) -> str:
    """The text for people: ``Final``, ``Final/11``, ``Top 5th``."""
    if box.over:
        return "Final" if box.inning == 9 else f"Final/{box.inning}"
    where = f"{'Bottom' if box.half else 'Top'} {_ordinal(box.inning)}"
    return where if status == "inprogress" else f"{status.capitalize()}, {where}"


def _current(box: Box) -> Written:
    """The state of play; of a finished game the two men stay and the figures go."""
    hitter, position = box.batter
    arm = box.pitcher.arm
    men = {
        "batter": wire.Batter(batter_id=hitter.id, batter=hitter.name, batter_position=position),
        "pitcher": wire.Pitcher(pitcher_id=arm.id, pitcher=arm.name, pitcher_position="pitcher"),
    }
    if box.over:
        return wire.Current(inning=None, inning_half=None, outs=None, balls=None, strikes=None, **men)
    balls, strikes = box.count
    half = "Bottom" if box.half else "Top"
    return wire.Current(inning=box.inning, inning_half=half, outs=box.outs, balls=balls, strikes=strikes, **men)


class Season(directory.Season):
    """A season of MLB: 162 games for each of 30 clubs, then six clubs of each league."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        self.opens = opening_day(year)
        self._end = last_day(year)
        self.closes = self._end + DAY * max(ROUNDS[-1][2][0])
        self.postseason_from = local(self._end + 2 * DAY, "06:00", EASTERN)
        self.played = lru_cache(maxsize=KEPT_GAMES)(self._played)
        self.narration = lru_cache(maxsize=KEPT_GAMES)(self._narrate)
        self._scores: dict[str, tuple[int, int]] = {}
        self._lock = Lock()
        self._counted = 0

    @once
    def rosters(self) -> Rosters:
        """The people of the clubs."""
        return Rosters(self.seed, self.year, [club.id for club in self.clubs], self.opens)

    def members(self, club: int, day: date) -> list[directory.Member]:
        """The players of a club on a day by position, best first."""
        return self._rosters_of[club].members(day)

    @property
    def careers(self) -> Careers:
        """Who belongs to which club."""
        return self.rosters.careers

    def former(self, day: date, since: int) -> Iterator[tuple[directory.Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        return self.rosters.former(day, since)

    @once
    def _rosters_of(self) -> dict[int, Roster]:
        return {roster.club_id: roster for roster in self.rosters.clubs}

    @once
    def managers(self) -> list[Manager]:
        """Who hands in the line-ups of the clubs."""
        return [Manager(roster, games, self._end) for roster, games in zip(self.rosters.clubs, self._days)]

    def cards(self, game: Game) -> tuple[Card, Card]:
        """The line-ups of a game."""
        away, home = self.managers[game.away], self.managers[game.home]
        against = [one.starter(game.day, turn).throws for one, turn in zip((away, home), game.turns)]
        return (
            away.card(game.day, game.turns[0], against[1], second=game.second),
            home.card(game.day, game.turns[1], against[0], second=game.second),
        )

    @once
    def _days(self) -> list[Counter[date]]:
        """By club: how many games it has on each day of the regular season, or may have in the postseason."""
        leagues = list(dict.fromkeys(club.conference for club in self.clubs))
        october = [{self._end + n * DAY for *_, days in ROUNDS for n in days[one]} for one in range(len(leagues))]
        days = [Counter(october[leagues.index(club.conference)]) for club in self.clubs]
        for game in self._calendar:
            if game.unplayed_as is None:
                for club in (game.away, game.home):
                    days[club][game.day] += 1
        return days

    def _played(self, game: Game) -> Played:
        """The game from first pitch to last."""
        played = play(
            self.stream("game", game.id),
            self.cards(game),
            park=self.rosters.parks[game.home] * self._warmth(game),
            postseason=game.round is not None,
        )
        self._scores[game.id] = played.away, played.home
        return played

    def _warmth(self, game: Game) -> float:
        """What batters gain by the weather: balls carry in summer, but for those under a roof."""
        if self.clubs[game.home].place.dome:
            return 1.0
        return 1 + WARMTH * (cos(2 * pi * (game.day - date(game.day.year, *WARMEST)).days / 365) - MILD)

    def _narrate(self, game: Game) -> Narration:
        return narrate(self.played(game), self.stream("detail", game.id))

    def score(self, game: Game) -> tuple[int, int]:
        """Runs of the away and the home side."""
        if game.id not in self._scores:
            self.played(game)
        return self._scores[game.id]

    def regular(self) -> Sequence[Game]:
        """All rows of the regular season: 2,430 games and those that were postponed."""
        return self._calendar

    @once
    def _calendar(self) -> list[Game]:
        games = list(self._slate())
        self._weather(games)
        games.sort(key=lambda game: (game.start, game.id))
        turns = [0] * len(self.clubs)
        for number, game in enumerate(games):
            game.number = number
            game.turns = (turns[game.away], turns[game.home])
            if game.unplayed_as is None:
                turns[game.away] += 1
                turns[game.home] += 1
        return games

    def _slate(self) -> Iterator[Game]:
        """The games as planned, with their starts."""
        r = self.stream("calendar")
        divisions: dict[tuple[str, str], list[int]] = defaultdict(list)
        for index, club in enumerate(self.clubs):
            divisions[club.conference, club.division].append(index)
        groups = list(divisions.values())
        half = len(groups) // 2
        # Equal places in the two leagues are rivals: both leagues are shuffled alike.
        order = [r.sample(range(5), 5) for _ in range(half)]
        seats = [groups[league * half + i % half][order[i % half][i // half]] for league in (0, 1) for i in range(15)]
        series = fixtures(r, self.year)
        starts = self.stream("starts")
        feasts = {holidays(self.year)[name] for name in ("memorial", "labor", "independence")}
        sundays: dict[date, list[Game]] = defaultdict(list)
        for one in series:
            zone = self.clubs[seats[one.home]].place.zone
            for day in one.days:
                clock = _clock(starts, day, day == one.days[-1], day in feasts or day == self.opens)
                game = Game(self, day, local(day, clock, zone), seats[one.away], seats[one.home])
                game.lag = timedelta(seconds=starts.randrange(20, 300))
                if day.weekday() == SUN:
                    sundays[day].append(game)
                yield game
        for day, games in sundays.items():
            games[starts.randrange(len(games))].start = local(day, "19:10", EASTERN)

    def _weather(self, games: list[Game]) -> None:
        """Postpone, delay or suspend games; add the makeups."""
        r = self.stream("weather")
        busy = {(club, game.day) for game in games for club in (game.away, game.home)}
        starts = {(game.away, game.home, game.day): game.start for game in games}
        doubled: set[Game] = set()
        for game in list(games):
            u, v = r.random(), r.random()
            if self.clubs[game.home].place.dome:
                continue
            rain = RAIN[game.day.month]
            if u < rain:
                if game not in doubled:
                    self._postpone(r, game, games, busy, doubled)
            elif u < rain + RAIN_DELAY:
                game.lag = timedelta(minutes=35 + 105 * v * v)
            elif u < rain + RAIN_DELAY + SUSPENDED:
                following = starts.get((game.away, game.home, game.day + DAY))
                if following is not None:
                    game.resumed = following - timedelta(hours=3, minutes=10)

    def _postpone(
        self, r: Random, game: Game, games: list[Game], busy: set[tuple[int, date]], doubled: set[Game]
    ) -> None:
        """Postpone a game: mostly to the second game of a day on which the pair meets there, else to a free day.

        The first games of such days are put into `doubled`: rain spares them.
        """
        pair = (game.away, game.home)
        visits = sorted(
            (other for other in games if (other.away, other.home) == pair and other.unplayed_as is None),
            key=lambda other: other.start,
        )
        doubles = {other.day for other in visits if other.second}
        later = [other for other in visits if other.day > game.day and other.day not in doubles and not other.resumed]
        busy -= {(club, game.day) for club in pair}
        game.announced = game.start - timedelta(minutes=int(r.random() * 150) - 40)
        free = self._free_days(pair, game.day, busy)
        game.unplayed_as = "postponed"
        if later and (not free or r.random() < DOUBLEHEADERS):
            first = later[0]
            makeup = Game(self, first.day, first.start, *pair, second=True)
            doubled.add(first)
            zone = self.clubs[game.home].place.zone
            if r.random() < 0.5:  # day and night, each with its own crowd
                first.start = local(first.day, "13:10", zone)
                makeup.start = local(first.day, "19:10", zone)
            else:
                first.start = local(first.day, "14:05", zone)
                makeup.start = local(first.day, "18:20", zone)
            first.lag = timedelta(seconds=r.randrange(20, 300))
            makeup.after = (game,)
        elif free:
            near = [day for day in free if any(abs((day - other.day).days) == 1 for other in visits)]
            day = near[0] if near else free[min(len(free) - 1, int(r.random() * 6))]
            busy |= {(club, day) for club in pair}
            clock = "13:10" if r.random() < 0.5 else "18:40"
            makeup = Game(self, day, local(day, clock, self.clubs[game.home].place.zone), *pair)
            makeup.after = (game,)
        else:
            game.unplayed_as = "cancelled"
            return
        makeup.lag = timedelta(seconds=r.randrange(20, 300))
        games.append(makeup)

    def _free_days(self, pair: tuple[int, int], after: date, busy: set[tuple[int, date]]) -> list[date]:
        """Days after one on which neither of two clubs plays, and on which a game makes nobody play for too long."""
        pause = break_monday(self.year)
        found = []
        for n in range(1, (self._end - after).days + 1):
            day = after + n * DAY
            if pause <= day < pause + 4 * DAY or any((club, day) in busy for club in pair):
                continue
            if all(_running(club, day, busy) <= MOST_DAYS for club in pair):
                found.append(day)
        return found

    @once
    def _changes(self) -> list[Game]:
        """The games that were postponed, and their makeups."""
        return [game for game in self._calendar if game.unplayed_as or game.after]

    def unforeseen(self, club: int, game: Game, now: datetime) -> int:
        """How many games more than it has a club seems at an instant to have before one of the regular season."""
        if game.round is not None:
            return 0
        ours = [one for one in self._changes if club in (one.away, one.home) and one.number < game.number]
        postponed = sum(one.unplayed_as is not None and one.status(now) != one.unplayed_as for one in ours)
        return postponed - sum(not one.listed(now) for one in ours)

    def record_before(self, game: Game) -> tuple[tuple[int, int], tuple[int, int]]:
        """Wins and losses of both sides before a game; of the regular season, also in the postseason."""
        if game.before is None:
            self._count(len(self._calendar) if game.round else game.number + 1)
            if game.round:
                game.before = (self._tally[game.away], self._tally[game.home])
        assert game.before is not None
        return game.before

    @once
    def _tally(self) -> list[tuple[int, int]]:
        """Wins and losses of the clubs after the games counted so far."""
        return [(0, 0)] * len(self.clubs)

    def _count(self, until: int) -> None:
        """Play the first games of the calendar, as far as that has not been done."""
        with self._lock:
            first = self._counted
            for game in self._calendar[first:until]:
                tally = self._tally
                before = (tally[game.away], tally[game.home])
                if game.unplayed_as is None:
                    away, home = self.score(game)
                    winner, loser = (game.away, game.home) if away > home else (game.home, game.away)
                    tally[winner] = (tally[winner][0] + 1, tally[winner][1])
                    tally[loser] = (tally[loser][0], tally[loser][1] + 1)
                game.before = before
                self._counted = game.number + 1

    @once
    def table(self) -> Table:
        """The table of the regular season, by the league's own rules."""
        return Table(standings_rules(self.sport), self.clubs, self._lines())

    def _lines(self) -> Iterator[Line]:
        """Both sides of the games of the regular season, in order."""
        for game in self._calendar:
            if game.unplayed_as is None:
                away, home = self.score(game)
                pair = self.clubs[game.away].id, self.clubs[game.home].id
                yield Line(*pair, away, home, float(away > home), at_home=False)
                yield Line(*pair[::-1], home, away, float(home > away), at_home=True)

    def standings(self) -> list[list[int]]:
        """The six clubs of each league that go on, by seed: the division winners first, then the best of the others."""
        self._count(len(self._calendar))
        place = {club.id: n for n, club in enumerate(self.clubs)}
        leagues = dict.fromkeys(club.conference for club in self.clubs)
        return [[place[club] for club in self.table.seeds(league)] for league in leagues]

    def postseason(self) -> Sequence[Game]:
        """The games of the postseason that were needed."""
        return self._bracket

    @once
    def _bracket(self) -> list[Game]:
        seeds = self.standings()
        games: list[Game] = []
        way_in = dict.fromkeys(range(len(self.clubs)), closing(self._calendar))
        deciding: dict[date, dict[Game, None]] = defaultdict(dict)
        finalists = []
        starts: dict[int, dict[int, date]] = defaultdict(dict)
        for game in self._calendar:
            if game.unplayed_as is None:
                for club, turn in zip((game.away, game.home), game.turns):
                    starts[club][turn % STARTERS] = game.day
        for league, table in enumerate(seeds):
            place = {club: n for n, club in enumerate(table)}

            def series(number: int, one: int, other: int, league: int = league, place: dict[int, int] = place) -> int:
                better, worse = sorted((one, other), key=place.__getitem__)
                return self._series(games, number, better, worse, league, way_in, deciding, starts)

            third, fourth = series(1, table[2], table[5]), series(1, table[3], table[4])
            finalists.append(series(3, series(2, table[0], fourth), series(2, table[1], third)))
        rank = self.table.order([self.clubs[club].id for club in finalists], "league")
        better, worse = sorted(finalists, key=lambda club: rank.index(self.clubs[club].id))
        self._series(games, 4, better, worse, 0, way_in, deciding, starts)
        by_day: dict[date, list[Game]] = defaultdict(list)
        for game in games:
            by_day[game.day].append(game)
        for day, slate in by_day.items():
            slate.sort(key=lambda game: -self.clubs[game.home].place.longitude)
            for game, clock in zip(slate, EVENING_SLOTS.get(len(slate), FULL_SLOTS)):
                game.start = local(day, clock, EASTERN)
                # the hours tell how many games there are, and on whose grounds
                game.after = tuple(dict.fromkeys((*game.after, *deciding[day])))
        return sorted(games, key=lambda game: (game.start, game.id))

    def _series(
        self,
        games: list[Game],
        number: int,
        better: int,
        worse: int,
        league: int,
        way_in: dict[int, tuple[Game, ...]],
        deciding: dict[date, dict[Game, None]],
        starts: dict[int, dict[int, date]],
    ) -> int:
        """Play a series as far as it is needed; the winner.

        `way_in` holds the games by which a club came in, and is given the last one of the series; `deciding` is told
        which games decide what is played on a day; `starts` holds by club the last start of each place of its rotation.
        """
        most, grounds, days = ROUNDS[number - 1]
        won = {better: 0, worse: 0}
        first = len(games)
        for n, (ground, after) in enumerate(zip(grounds, days[league])):
            home, away = (better, worse) if ground == "h" else (worse, better)
            day = self._end + after * DAY
            game = Game(self, day, local(day, "20:08", EASTERN), away, home, number)
            game.lag = timedelta(seconds=150)
            turns = [_postseason_turn(starts[club], day, number, n) for club in (away, home)]
            game.turns = (turns[0], turns[1])
            games.append(game)
            runs = self.score(game)
            won[away if runs[0] > runs[1] else home] += 1
            if 2 * max(won.values()) > most:
                break
        series = games[first:]
        for n, (ground, after) in enumerate(zip(grounds, days[league])):
            certain = 2 * n <= most
            before = (*way_in[better], *way_in[worse]) if certain else series[:n][-1:]
            for game in series[n : n + 1]:
                game.after = before
            # who has had no series waits at home for whoever comes
            waits = certain and ground == "h" and way_in[better][0].round is None
            deciding[self._end + after * DAY] |= dict.fromkeys(way_in[better] if waits else before)
        way_in |= dict.fromkeys((better, worse), tuple(series[-1:]))
        return max(won, key=won.__getitem__)


def _postseason_turn(starts: dict[int, date], day: date, number: int, n: int) -> int:
    """The turn of a game of a series: of the first starter who is rested, else of the one who has rested longest."""
    rested = [place for place in range(STARTERS) if (day - starts.get(place, date.min)).days > REST]
    place = rested[0] if rested else min(starts, key=starts.__getitem__)
    starts[place] = day
    return STARTERS * (50 + 10 * number + n) + place


REST = 4
"""Days off of a starter between two games of the postseason, where somebody else can start."""


def _running(club: int, day: date, busy: set[tuple[int, date]]) -> int:
    """Days running on which a club would play with a game on this day."""
    first, last = day, day
    while (club, first - DAY) in busy:
        first -= DAY
    while (club, last + DAY) in busy:
        last += DAY
    return (last - first).days + 1


def _clock(r: Random, day: date, last: bool, feast: bool) -> str:
    """The local start of a game; ``last`` of its series, on a ``feast`` day."""
    u, weekday = r.random(), day.weekday()
    if weekday == SUN:
        return r.choice(("13:05", "13:10", "13:35", "13:40", "14:10"))
    if weekday == SAT:
        return ("13:10", "16:05", "19:10")[int(u * 3)]
    if (feast and u < 0.7) or (last and weekday in (WED, THU) and u < 0.38):
        return r.choice(("12:10", "12:35", "13:10", "13:40", "14:10"))
    if weekday == FRI:
        return "14:20" if u < 0.04 else r.choice(("18:40", "19:05", "19:10", "19:15"))
    return r.choice(("18:40", "19:05", "19:10"))
