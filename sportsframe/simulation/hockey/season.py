"""NHL: the season, its clubs, and the records of a game."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from ...catalog import hockey
from ...catalog.records import http_date
from ...catalog.written import Writing, Written
from .._common import directory, season
from .._common.cached import once
from .._common.calendar import (
    DAY,
    FRI,
    MON,
    OVERNIGHT,
    SAT,
    SUN,
    THU,
    TUE,
    WED,
    days,
    holidays,
    local,
    on_or_after,
    rested_starts,
    settle_grounds,
)
from .._common.careers import Rosters
from .._common.clubs import Club
from .._common.places import EASTERN, band
from .._common.rng import lasting, pick, two
from .._common.season import Entry, Timeline
from .._common.standings import Line, Table, standings_rules
from .._common.travel import apart, shorten
from . import play
from .box import Tally
from .rosters import Skill, Squads

wire = Writing(hockey)

SPAN = timedelta(days=191)  # first to last day of the regular season
WEEKDAYS = {MON: 5.2, TUE: 9.3, WED: 4.3, THU: 10.0, FRI: 4.7, SAT: 12.2, SUN: 5.2}
MOST_GAMES = 15
BACK_TO_BACK = 0.295  # share of games that may be put beside another one of the club
LONGEST_STAND = 7  # games running at home, and away
FAR = 500  # miles of detour that make a day so much less likely, by a factor of e
TRIP = 4  # days off between two games after which a club has been at home
POSTPONED, SUSPENDED, DELAYED = 0.004, 0.0005, 0.003
ROUNDS = (("First Round", 0), ("Second Round", 16), ("Conference Final", 32), ("Championship Final", 49))
HOSTS = (0, 0, 1, 1, 0, 1, 0)  # which of the two, better placed first, is at home in a series
QUALITY = 0.112  # of clubs, in logarithms of goals
MEMORY = (1.0, 0.9, 0.8, 0.65, 0.5)  # what is left of that, and of the style, of earlier years
STYLE = {"hit": 0.11, "block": 0.065, "give": 0.17, "take": 0.14}
"""Spread between clubs, in logarithms, of what a coach wants more or less of, and a scorer sees."""

PLAYERS = 0.6  # correlation of the quality with their skaters; the rest is the coach, and how they fit
SECOND, SPARED = (0.14, 0.47), 0.03
"""Share of the games that are not on the second of two nights running in which a club's second goalie starts: least and
most, and in the playoffs."""

SAVES, USUAL = 0.05, 0.0  # logarithm of goals that a better goalie keeps out; the ability of the average one in net
CLOSE = 0.92  # how many times as many goals there are in the playoffs
TIRED = 0.035  # logarithm of goals that the second of two nights running costs a side, and gives the other one
LONGEST = timedelta(hours=32)  # from the scheduled start: with overtimes, a delay and a night between
PAUSES = {
    2010: (date(2010, 2, 15), date(2010, 2, 28)),
    2014: (date(2014, 2, 9), date(2014, 2, 25)),
    2025: (date(2025, 2, 10), date(2025, 2, 21)),
    2026: (date(2026, 2, 6), date(2026, 2, 24)),
}  # first and last day of the longer ones, for tournaments of nations
ORDINALS = ("1st", "2nd", "3rd")


class Game(Entry):
    """A game of hockey; `away` and `home` are places in the season's tuple of clubs."""

    after: Sequence[Game] = ()

    def __init__(
        self,
        season: Season,
        day: date,
        pair: tuple[int, int],
        start: datetime,
        round: int | None = None,
        unplayed_as: str | None = None,
    ) -> None:
        self.season = season
        self.day = day
        self.away, self.home = pair
        self.start = start
        self.round = round
        self.unplayed_as = unplayed_as
        away, home = (season.clubs[n] for n in pair)
        self.id = f"{day:%Y%m%d}-{away.id}-{home.id}"

    def __repr__(self) -> str:
        return f"<Game {self.id}>"

    @property
    def playoff(self) -> bool:
        return self.round is not None

    def stream(self, *names: object) -> Random:
        return self.season.stream(*names, self.id)

    @once
    def goalies(self) -> tuple[int, int]:
        """For both sides which of the goalies of the day starts."""
        return self._starts(0), self._starts(1)

    def _starts(self, side: int) -> int:
        """The goalie who starts for a side: on the second of two nights running, usually one who sat out the first."""
        club = (self.away, self.home)[side]
        fit = self.season.squads.starters(self.season.clubs[club].id, self.day)
        x = self.stream("goalies", side).random()
        night = None if self.playoff else self.season.night_before(club, self.day)
        if night is not None:
            rested = [n for n in fit if n != night.goalies[night.home == club]]
            return rested[0] if rested and x < 0.88 else fit[0]
        return fit[1] if len(fit) > 1 and x < (SPARED if self.playoff else self.season.second_goalies[club]) else fit[0]

    @once
    def squads(self) -> tuple[list[Skill], list[Skill]]:
        """For both sides the eighteen skaters by place and the two goalies, the starter first."""
        return self.season.dressed(self.away, self, 0), self.season.dressed(self.home, self, 1)

    @once
    def attack(self) -> tuple[float, float]:
        """Multipliers of the goals of both sides."""
        away, home = map(self.season.quality, (self.away, self.home), self.squads)
        second = [self.season.night_before(club, self.day) is not None for club in (self.away, self.home)]
        edge = play.HOME_EDGE * math.exp(TIRED * (second[0] - second[1]))
        share = CLOSE if self.playoff else 1.0
        ahead = away.offence - home.defence, home.offence - away.defence
        return share * math.exp(ahead[0]) / edge, share * math.exp(ahead[1]) * edge

    def flow(self) -> play.Flow:
        """What decides the game."""
        return play.flow(self.stream("flow"), self.attack, self.playoff)

    @once
    def outcome(self) -> tuple[int, int]:
        """Winner (0 away, 1 home) and period in which it was decided; a shootout is one period more."""
        played = self.flow()
        return played.winner, played.period + bool(played.tries)

    @once
    def final(self) -> tuple[int, int]:
        """Goals of the away and the home side, with the one that a shootout is worth."""
        return self.flow().final

    @once
    def timeline(self) -> Timeline:
        r = self.stream("course")
        begins = self.start + timedelta(seconds=round(min(720.0, max(180.0, r.gauss(480, 90)))))
        if self.unplayed_as is not None:
            return Timeline(
                self.start, begins, begins, unplayed_as=self.unplayed_as, announced=self.start - timedelta(hours=5)
            )
        x = r.random()
        if x < DELAYED:
            begins += timedelta(minutes=25 + int(60 * r.random()))
        clock = play.Clock(self.flow(), self.tempo)
        ends = begins + timedelta(seconds=math.ceil(clock.end))
        pause = None
        if DELAYED <= x < DELAYED + SUSPENDED and not self.playoff:
            out = begins + (ends - begins) * (0.2 + 0.6 * r.random())
            pause = (out, out + timedelta(hours=18))
            ends += timedelta(hours=18)
        return Timeline(self.start, begins, ends, pause=pause)

    @property
    def tempo(self) -> float:
        return 0.95 + 0.1 * self.stream("tempo").random()

    def status(self, now: datetime) -> str:
        """The service's word for the state of the game."""
        if self.unplayed_as is None and now < self.start:
            return "scheduled"
        if self.unplayed_as is None and now >= self.start + LONGEST:
            return "completed"
        return self.timeline.status(now)

    def _head(self) -> dict[str, Any]:
        away, home = self.season.clubs[self.away], self.season.clubs[self.home]
        return {
            "away_team": away.name,
            "home_team": home.name,
            "game_id": self.id,
            "game_time": http_date(self.start),
            "season_type": "Playoffs" if self.playoff else "Regular Season",
            "season": self.season.label,
            "event_name": ROUNDS[self.round - 1][0] if self.round else None,
            "round": self.round,
        }

    def schedule(self, now: datetime) -> Written:
        """The schedule row as it stands at an instant."""
        away, home = self.season.clubs[self.away], self.season.clubs[self.home]
        return wire.Fixture(**self._head(), away_team_id=away.id, home_team_id=home.id, status=self.status(now))

    def live(self, now: datetime) -> Written | None:
        """The box score at an instant, from the events that had happened by then; None before the first faceoff."""
        if self.unplayed_as is not None or now < self.start:
            return None
        elapsed = self.timeline.elapsed(now)
        if elapsed is None:
            return None
        whole = _whole(self)
        period, at, on = whole.clock.play(elapsed)
        over = self.timeline.over(now)
        status = self.status(now)
        tally = Tally(whole.game, period, at, over)
        place = self.season.clubs[self.home].place
        parts = [place.city, place.state] + ([] if place.country == "USA" else [place.country])
        return wire.Game(
            sport="NHL",
            **self._head(),
            status=status,
            game_status=_display(whole.game.flow, period, at, on, over, status),
            game_location=", ".join(part for part in parts if part),
            full_box=wire.Sides(away_team=self._team(0, tally, over), home_team=self._team(1, tally, over)),
            player_box=wire.Sides(
                away_team=tally.players(0, whole.people[0]), home_team=tally.players(1, whole.people[1])
            ),
        )

    def _team(self, side: int, tally: Tally, over: bool) -> Written:
        n = (self.away, self.home)[side]
        club = self.season.clubs[n]
        wins, losses, beyond = self.season.record(n, self, over)
        return wire.Team(
            abbreviation=club.abbreviation,
            team_id=club.id,
            record=f"{wins}-{losses}-{beyond}",
            mascot=club.mascot,
            score=sum(tally.periods[side].values()),
            quarter_scores=tally.periods[side],
            division_name=f"{club.conference} - {club.division}",
            team_stats=tally.team(side),
        )


def _display(flow: play.Flow, period: int, at: float, on: bool, over: bool, status: str) -> str:
    extra = period - 3 if flow.playoff else 1
    overtime = "OT" if extra == 1 else f"{extra}OT"
    shootout = period > flow.period
    if over:
        return "Final SO" if shootout else f"Final {overtime}" if period > 3 else "Final"
    if status == "suspended":
        return "Suspended"
    if shootout:
        return "SO"
    name = ORDINALS[period - 1] if period <= 3 else overtime
    if not on:
        return f"End {name}"
    length = play.PERIOD if period <= 3 or flow.playoff else play.OVERTIME
    start = flow.spans[period - 1][0]
    left = math.ceil(max(0.0, start + length - at))
    return f"{left // 60}:{left % 60:02d} {name}"


class Whole:
    """A game worked out in full: who played, what happened, and its clock."""

    def __init__(self, entry: Game) -> None:
        season = entry.season
        decided = entry.flow()
        clubs = (entry.away, entry.home)
        self.people = [[skill.person for skill in squad] for squad in entry.squads]
        skaters = [squad[: play.SKATERS] for squad in entry.squads]
        factors = {
            name: [[getattr(skill, name) for skill in side] for side in skaters]
            for name in ("touch", "grit", "temper", "stamina", "eager", "aim")
        }
        style = [season.styles[club] for club in clubs]
        hurt = [season.hurt(club, entry.day, squad) for club, squad in zip(clubs, entry.squads)]
        self.game = play.Game(entry.stream("play"), decided, entry.attack, style=style, hurt=hurt, **factors)
        self.clock = play.Clock(decided, entry.tempo)


@lru_cache(maxsize=64)
def _whole(entry: Game) -> Whole:
    return Whole(entry)


class Quality(NamedTuple):
    """What a club is worth, in logarithms of goals."""

    offence: float
    defence: float


class Season(directory.Season):
    """A season of the NHL: 82 games a club, then the playoffs."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        self.opens = on_or_after(date(year, 10, 7), TUE)
        self.last = self.opens + SPAN
        self.closes = self.last + timedelta(days=64)
        self.postseason_from = local(self.last + DAY, "12:00", self.zone)

    @once
    def qualities(self) -> tuple[Quality, ...]:
        """What the clubs are worth in the season beside their players."""
        rest = QUALITY * math.sqrt(1 - PLAYERS**2)
        keys = [[(self.seed, self.sport, what, club.id) for what in ("offence", "defence")] for club in self.clubs]
        return tuple(Quality(*(rest * lasting(key, self.year, MEMORY) for key in pair)) for pair in keys)

    @once
    def styles(self) -> tuple[Mapping[str, float], ...]:
        """How many times as much as usual the clubs hit, block, and give and take away, as their scorers see it."""
        return tuple(
            {
                kind: math.exp(spread * lasting((self.seed, self.sport, kind, club.id), self.year, MEMORY))
                for kind, spread in STYLE.items()
            }
            for club in self.clubs
        )

    @once
    def second_goalies(self) -> tuple[float, ...]:
        """How often the second goalies of the clubs start."""
        low, high = SECOND
        trust = (two(self.seed, self.sport, "second", club.id, self.year)[0] for club in self.clubs)
        return tuple(low + (high - low) * share for share in trust)

    def quality(self, club: int, squad: Sequence[Skill]) -> Quality:
        """What a club is worth in a game with those who play for it."""
        beside = self.qualities[club]
        *skaters, goalie, _ = squad
        forwards, defenders = (QUALITY * PLAYERS * z for z in self.squads.standing(skaters))
        saves = SAVES * (goalie.ability - USUAL)
        return Quality(beside.offence + forwards, beside.defence + defenders + saves)

    def closed(self) -> set[date]:
        """Days without games: Thanksgiving, Christmas and the pause of February."""
        first = on_or_after(date(self.year + 1, 2, 1), SAT) - DAY
        pause = PAUSES.get(self.year + 1, (first, first + 4 * DAY))
        christmas = [date(self.year, 12, day) for day in (24, 25, 26)]
        return {holidays(self.year)["thanksgiving"], *christmas, *days(*pause)}

    def pairings(self) -> list[tuple[int, int]]:
        """(away, home) of all games: 26 in the division, 24 in the rest of the conference, 32 beyond."""
        groups: dict[tuple[str, str], list[int]] = {}
        for n, club in enumerate(self.clubs):
            groups.setdefault((club.conference, club.division), []).append(n)
        r = self.stream("pairings")
        order: dict[int, int] = {}
        for members in groups.values():
            r.shuffle(members)
            order.update((n, i) for i, n in enumerate(members))
        pairs = []
        for one, other in combinations(range(len(self.clubs)), 2):
            pairs += [(one, other), (other, one)]
            a, b = self.clubs[one], self.clubs[other]
            if a.conference != b.conference:
                continue
            if a.division != b.division:
                pairs.append(
                    (one, other)
                    if (order[one] + order[other] + (one in groups[a.conference, a.division])) % 2
                    else (other, one)
                )
                continue
            step = (order[other] - order[one]) % 8
            pairs += [(one, other)] if step == 1 else [(other, one)] if step == 7 else [(one, other), (other, one)]
        return pairs

    @once
    def _fixtures(self) -> tuple[Game, ...]:
        r = self.stream("schedule")
        calendar = list(days(self.opens, self.last))
        shut = self.closed()
        weights = [0.0 if day in shut else WEEKDAYS[day.weekday()] for day in calendar]
        pairs = self.pairings()
        scale = len(pairs) / math.fsum(weights)
        room = [min(MOST_GAMES, weight * scale * (0.8 + 0.4 * r.random())) for weight in weights]
        ways = apart([club.place for club in self.clubs])
        slate = None
        while slate is None:  # an order that leaves a pair without a day is rare
            r.shuffle(pairs)
            slate = _place(r, pairs, room, ways)
        games = []
        placed = [(calendar[number], pair) for number, pair in sorted(slate)]
        for day, pair in shorten(settle_grounds(placed, r, LONGEST_STAND), ways, r, LONGEST_STAND):
            games.append(Game(self, day, pair, self._start(r, day, self.clubs[pair[1]])))
        return tuple(self._postpone(r, games, calendar, shut))

    def _start(self, r: Random, day: date, home: Club) -> datetime:
        zone = home.place.zone
        weekday, x = day.weekday(), r.random()
        if (weekday == SAT and x < 0.33) or (weekday == SUN and x < 0.55):
            clock = pick(r, ("12:30", "13:00", "14:00", "15:00", "15:30", "17:00"), (2, 3, 2, 3, 2, 3))
        elif band(zone) == EASTERN:
            clock = pick(r, ("19:00", "19:30", "20:00"), (0.80, 0.16, 0.04))
        else:
            clock = pick(r, ("19:00", "19:30", "18:30"), (0.74, 0.2, 0.06))
        return local(day, clock, zone)

    def _postpone(self, r: Random, games: list[Game], calendar: list[date], shut: set[date]) -> list[Game]:
        """Take a few games off their day and play them later under an id of their own."""
        busy: dict[int, set[date]] = {n: set() for n in range(len(self.clubs))}
        for game in games:
            busy[game.away].add(game.day)
            busy[game.home].add(game.day)
        result = list(games)
        for game in games:
            if r.random() >= POSTPONED:
                continue
            both = busy[game.away], busy[game.home]
            taken = both[0] | both[1]
            later = [
                day
                for day in calendar
                if day > game.day + 4 * DAY and day not in shut | taken and not any(_third(day, own) for own in both)
            ]
            if later:
                day = min(later[:40], key=lambda day: (len({day - DAY, day + DAY} & taken), day))
                game.unplayed_as = "postponed"
                pair = (game.away, game.home)
                makeup = Game(self, day, pair, self._start(r, day, self.clubs[game.home]))
                makeup.after = (game,)
                result.append(makeup)
                busy[game.away].add(day)
                busy[game.home].add(day)
        rested_starts((game for game in result if game.unplayed_as is None), OVERNIGHT)
        return sorted(result, key=lambda game: (game.start, game.id))

    def regular(self) -> Sequence[Game]:
        """The 1,312 games, and the rows of those that were postponed."""
        return self._fixtures

    @once
    def by_club(self) -> dict[int, list[Game]]:
        """The games of the regular season that a club plays, in order."""
        result: dict[int, list[Game]] = {n: [] for n in range(len(self.clubs))}
        for game in self._fixtures:
            if game.unplayed_as is None:
                result[game.away].append(game)
                result[game.home].append(game)
        return result

    @once
    def _days(self) -> dict[int, list[date]]:
        return {n: [game.day for game in games] for n, games in self.by_club.items()}

    @once
    def _on_day(self) -> dict[tuple[int, date], Game]:
        return {(n, game.day): game for n, games in self.by_club.items() for game in games}

    def night_before(self, club: int, day: date) -> Game | None:
        """The game of the regular season that a club played the day before, if any."""
        return self._on_day.get((club, day - DAY))

    def members(self, club: int, day: date) -> list[directory.Member]:
        """The players of a club on a day by position, best first."""
        return self.squads.members(club, day)

    def game_days(self, club: int) -> Sequence[date]:
        """The days on which a club plays in the regular season, in order."""
        return self._days[self._place_of[club]]

    @property
    def careers(self) -> Rosters:
        """Who belongs to which club."""
        return self.squads.rosters

    def former(self, day: date, since: int) -> Iterator[tuple[directory.Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        return self.squads.former(day, since)

    @once
    def _place_of(self) -> dict[int, int]:
        return {club.id: n for n, club in enumerate(self.clubs)}

    def record(self, club: int, game: Game, over: bool) -> tuple[int, int, int]:
        """Wins, losses and losses beyond regulation before a game, with it once it is over.

        In the playoffs it is the record of the regular season.
        """
        played = []
        for other in self.by_club[club]:
            if other.start > game.start:
                break
            if other is not game or over:
                played.append(other)
        wins = losses = beyond = 0
        for other in played:
            winner, period = other.outcome
            if (other.home if winner else other.away) == club:
                wins += 1
            elif period > 3:
                beyond += 1
            else:
                losses += 1
        return wins, losses, beyond

    @once
    def table(self) -> Table:
        """The table of the regular season, by the league's own rules."""
        return Table(standings_rules(self.sport), self.clubs, self._lines())

    def _lines(self) -> Iterator[Line]:
        """Both sides of the games of the regular season, in order."""
        points = standings_rules(self.sport).points
        assert points is not None
        ids = [club.id for club in self.clubs]
        for game in self._fixtures:
            if game.unplayed_as is not None:
                continue
            winner, period = game.outcome
            final = game.final
            pair = ids[game.away], ids[game.home]
            for side, club in enumerate(pair):
                won = side == winner
                given = points.win if won else points.overtime_loss if period > 3 else 0
                yield Line(
                    club,
                    pair[1 - side],
                    final[side],
                    final[1 - side],
                    float(won),
                    at_home=bool(side),
                    points=given,
                    regulation=won and period == 3,
                    play=won and period < 5,
                )

    @once
    def standings(self) -> list[int]:
        """Clubs in the order of the league, best first."""
        place = {club.id: n for n, club in enumerate(self.clubs)}
        return [place[club] for club in self.table.order(place, "league")]

    def bracket(self) -> list[tuple[int, int]]:
        """The eight series of the first round, better placed club first, in bracket order.

        The seeds of a conference are the winners of its divisions, the seconds, the thirds, and two wild cards.
        """
        place = {club.id: n for n, club in enumerate(self.clubs)}
        series = []
        for conference in dict.fromkeys(club.conference for club in self.clubs):
            seeds = [place[club] for club in self.table.seeds(conference)]
            divisions = [
                [n for n in seeds[:6] if self.clubs[n].division == self.clubs[first].division] for first in seeds[:2]
            ]
            for group, guest in zip(divisions, reversed(seeds[6:])):
                series += [(group[0], guest), (group[1], group[2])]
        return series

    def postseason(self) -> Sequence[Game]:
        """The games of the four rounds that were needed."""
        rank = {n: i for i, n in enumerate(self.standings)}
        r = self.stream("playoffs")
        games: list[Game] = []
        way_in = dict.fromkeys(range(len(self.clubs)), season.closing(self._fixtures))
        pairs = self.bracket()
        for number, (_, offset) in enumerate(ROUNDS, 1):
            winners = []
            for place, pair in enumerate(pairs):
                first = self.last + DAY * (2 + offset + place % 2)
                after = tuple(dict.fromkeys(game for club in pair for game in way_in[club]))
                winners.append(self._series(r, games, number, sorted(pair, key=rank.__getitem__), first, after))
                way_in |= dict.fromkeys(pair, (games[-1],))
            pairs = list(zip(winners[::2], winners[1::2]))
        return games

    def _series(
        self, r: Random, games: list[Game], number: int, pair: Sequence[int], day: date, after: Sequence[Game]
    ) -> int:
        won = [0, 0]
        for turn in range(7):
            host = HOSTS[turn]
            home, away = pair[host], pair[1 - host]
            start = self._start(r, day, self.clubs[home])
            if number == len(ROUNDS):
                start = local(day, "20:00", self.zone)
            game = Game(self, day, (away, home), start, number)
            game.after = after if turn < 4 else games[-1:]
            games.append(game)
            won[host if game.outcome[0] else 1 - host] += 1
            if max(won) == 4:
                break
            day += DAY * (2 if turn != 4 or r.random() < 0.7 else 3)
        return pair[won.index(4)]

    @once
    def squads(self) -> Squads:
        """The players of the season."""
        ids = tuple(club.id for club in self.clubs)
        days = {club.id: self._days[n] for n, club in enumerate(self.clubs)}
        return Squads(self.seed, ids, self.year, self.opens, (self.closes - self.opens).days + 1, days)

    def hurt(self, club: int, day: date, squad: Sequence[Skill]) -> dict[int, float]:
        """The places of those who are hurt in a game -> the share of regulation after which they leave."""
        ward, team = self.squads.ward, self.clubs[club].id
        injuries = (
            (n, ward.hurt(team, skill.person.id, position, day))
            for n, (skill, position) in enumerate(zip(squad, (*play.POSITIONS, "G")))
        )
        return {n: injury.moment for n, injury in injuries if injury is not None}

    def dressed(self, club: int, game: Game, side: int) -> list[Skill]:
        """The eighteen skaters by place and the two goalies, the starter first."""
        skaters = self.squads.skaters(self.clubs[club].id, game.day)
        goalies = self.squads.goalies(self.clubs[club].id, game.day)
        first = game.goalies[side]
        second = next(n for n in self.squads.keepers(self.clubs[club].id, game.day) if n != first)
        return [*skaters, goalies[first], goalies[second]]


def _place(
    r: Random, pairs: Sequence[tuple[int, int]], room: list[float], ways: Sequence[Sequence[int]]
) -> list[tuple[int, tuple[int, int]]] | None:
    """Give every pairing a day, by number; None where one finds no day.

    A club plays once a day and never three days running; most games find a day between two days off, rather one on
    which they are on the way. Days are bits of a number, so that the free days of two clubs are found at once.
    """
    every = sum(1 << n for n, share in enumerate(room) if share > 0)
    busy: dict[int, int] = {}
    met: dict[frozenset[int], int] = {}
    count = [0] * len(room)
    grounds: dict[int, dict[int, int]] = defaultdict(dict)
    result = []
    for pair in pairs:
        one, other = busy.get(pair[0], 0), busy.get(pair[1], 0)
        taken = one | other
        near = taken << 1 | taken >> 1
        three = 0
        for b in (one, other):
            three |= (b << 1 & b << 2) | (b >> 1 & b >> 2) | (b << 1 & b >> 1)
        free = every & ~taken & ~three
        again = _around(met.get(frozenset(pair), 0), 8)
        relaxed = r.random() < BACK_TO_BACK
        choices = [free & ~again & ~near, free & ~near, free] if not relaxed else [free & ~again, free]
        options = next((_bits(choice) for choice in choices if choice), [])
        if not options:
            return None
        weights = [max(room[n] - count[n], 0.02) if count[n] < MOST_GAMES else 1e-6 for n in options]
        detours = [
            sum(_detour(pair[1], club, n, busy.get(club, 0), grounds[club], ways) for club in pair) for n in options
        ]
        day = pick(r, options, [weight * math.exp(-detour / FAR) for weight, detour in zip(weights, detours)])
        count[day] += 1
        for club in pair:
            busy[club] = busy.get(club, 0) | 1 << day
            grounds[club][day] = pair[1]
        met[frozenset(pair)] = met.get(frozenset(pair), 0) | 1 << day
        result.append((day, pair))
    return result


def _detour(
    ground: int, club: int, day: int, busy: int, grounds: Mapping[int, int], ways: Sequence[Sequence[int]]
) -> int:
    """Miles that a game on a day adds to a club's way between those it has in the days about it, or from home."""
    before, after = busy & (1 << day) - 1, busy >> day
    last, soon = before.bit_length() - 1, day + (after & -after).bit_length() - 1
    came = grounds[last] if before and day - last < TRIP else club
    goes = grounds[soon] if after and soon - day < TRIP else club
    return ways[came][ground] + ways[ground][goes] - ways[came][goes]


def _third(day: date, busy: set[date]) -> bool:
    """Whether a game on a day would be the third in three days."""
    return any({day + a * DAY, day + b * DAY} <= busy for a, b in ((-2, -1), (-1, 1), (1, 2)))


def _around(number: int, reach: int) -> int:
    """The bits within reach of those set."""
    result = number
    for n in range(1, reach + 1):
        result |= number << n | number >> n
    return result


def _bits(number: int) -> list[int]:
    return [n for n, bit in enumerate(reversed(f"{number:b}")) if bit == "1"]
