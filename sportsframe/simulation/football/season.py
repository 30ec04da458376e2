"""American football: seasons of the professional league and of the colleges, their rows and their boxes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any
from zlib import crc32

from ...catalog import football
from ...catalog.written import Writing, Written
from .._common import directory
from .._common import season as base
from .._common.cached import once
from .._common.calendar import DAY, local
from .._common.careers import Rosters
from .._common.clubs import Club
from .._common.planned import PlannedGame
from .._common.standings import Line, Table, standings_rules
from . import schedule, schedule_college
from .box import Book
from .log import Play, Result, Side, result
from .play import play
from .plays import play_records
from .rosters import Sides, Squads, sides, worth
from .rules import FLAG, SCRIMMAGE, rules
from .schedule import Plan

wire = Writing(football)

GROUND = {"NFL": 2.0, "NCAAFB": 2.2}
"""Points that playing at home is worth."""

LATE = {"NFL": 0.045, "NCAAFB": 0.04}
"""Share of games from August to October, in the open, that lightning delays."""

HALTED = {"NFL": 0.0005, "NCAAFB": 0.001}
"""Share of games that are suspended and played to their end on the next day."""

ELIGIBLE = 6
"""Wins with which a college is sure of a bowl."""

ORDINALS = ("1st", "2nd", "3rd", "4th")
KEPT = 128
"""Games told play by play that a season keeps at hand."""

BREAK = 45
"""Seconds after the last play of a quarter from which its clock shows no time left."""


class Entry(PlannedGame["Season", Plan]):
    """A scheduled game."""

    __slots__ = ()

    longest = timedelta(hours=40)
    final_share = {"NFL": 10, "NCAAFB": 25}

    @property
    def timeline(self) -> base.Timeline:
        """The clock of the game; plays it, but for the box."""
        plan, sport, start = self.plan, self.season.sport, self.start
        if plan.unplayed_as is not None:
            notice = (
                timedelta(days=12)
                if plan.successor is not None and plan.successor.day < plan.day
                else timedelta(hours=2 + crc32(self.id.encode()) % 40)
            )
            return base.Timeline(start, start, start, unplayed_as=plan.unplayed_as, announced=start - notice)
        r = self.season.stream("start", self.id)
        stormy = plan.day.month in (8, 9, 10) and not plan.place.dome
        late = r.random() < LATE[sport] * stormy
        minutes = 35 + 85 * r.random() if late else 5 + 7 * r.random()
        begins = start + timedelta(seconds=int(60 * minutes))
        length = timedelta(seconds=self.season.result(plan).seconds)
        pause = None
        if r.random() < HALTED[sport] and plan.season_type == "Regular Season":
            halt = begins + timedelta(seconds=int(length.total_seconds() * (0.2 + 0.6 * r.random())))
            resumed = max(local(plan.day + DAY, "11:00", self.season.zone), halt + timedelta(hours=6))
            pause = halt, resumed
            length += resumed - halt
        return base.Timeline(start, begins, begins + length, self.finished, pause=pause)

    def _common(self) -> dict[str, Any]:
        return super()._common() | {"week": self.plan.week}

    def schedule(self, now: datetime) -> Written:
        """The schedule row as it stands at ``now``."""
        plan, place = self.plan, self.plan.place
        return wire.Fixture(
            **self._common(),
            status=self.status(now),
            away_team_id=plan.away.id,
            home_team_id=plan.home.id,
            arena=place.arena,
            city=place.city,
            state=place.state or None,
            country=place.country,
            postal_code=place.postal_code,
            latitude=place.latitude,
            longitude=place.longitude,
            dome=place.dome,
            field=place.field,
        )

    def live(self, now: datetime) -> Written | None:
        """The box up to ``now``; None for a game that has not begun or is not played under this id."""
        plan = self.plan
        if plan.unplayed_as is not None or now < self.start:
            return None
        timeline = self.timeline
        elapsed = timeline.elapsed(now)
        if elapsed is None:
            return None
        over = timeline.over(now)
        plays = self.season.plays(plan)
        count = self._count(plays, elapsed, over=over)
        book = Book(self.season.sport, self.season.lineups(plan), self.season.stream("who", self.id))
        for one in plays[:count]:
            book.enter(one)
        current, text = self._state(plays, count, elapsed, over)
        place = plan.place
        common = self._common() | {
            "sport": self.season.sport,
            "status": timeline.status(now),
            "game_status": text,
            "game_location": self.location,
        }
        teams = {
            name: self._team(book, side, club, over)
            for side, (name, club) in enumerate((("away_team", plan.away), ("home_team", plan.home)))
        }
        lines = wire.Sides(away_team=book.players(0), home_team=book.players(1))
        if book.pro:
            return wire.NflGame(
                **common, game_arena=place.arena, full_box=wire.NflBox(**teams, current=current), player_box=lines
            )
        return wire.NcaafbGame(**common, full_box=wire.NcaafbBox(**teams, current=current), player_box=lines)

    @staticmethod
    def _count(plays: Sequence[Play], elapsed: float, *, over: bool) -> int:
        """How many plays are over so many seconds after the start."""
        return len(plays) if over else next((k for k, one in enumerate(plays) if one.at > elapsed), len(plays))

    def play_by_play(self, now: datetime) -> Written | None:
        """The plays up to ``now``; None for a game that has not begun or is not played under this id."""
        if self.season.sport != "NFL":
            raise base.NotSimulated(f"{self.season!r} has no plays")
        plan = self.plan
        if plan.unplayed_as is not None or now < self.start:
            return None
        timeline = self.timeline
        elapsed = timeline.elapsed(now)
        if elapsed is None:
            return None
        plays = self.season.plays(plan)
        count = self._count(plays, elapsed, over=timeline.over(now))
        book = Book(self.season.sport, self.season.lineups(plan), self.season.stream("who", self.id))
        return wire.PlayByPlay(
            game_id=self.id,
            away_team=plan.away.name,
            home_team=plan.home.name,
            plays=list(play_records(plays[:count], book, (plan.away, plan.home))),
        )

    def _team(self, book: Book, side: int, club: Club, over: bool) -> Written:
        team = wire.NflTeam if book.pro else wire.NcaafbTeam
        return team(
            abbreviation=club.abbreviation,
            team_id=club.id,
            mascot=club.mascot,
            record=self.season.record(self.plan, club, after=over),
            score=book.score[side],
            division_name=club.division_name if book.pro else club.group,
            quarter_scores={str(quarter): points for quarter, points in book.quarters[side].items()},
            team_stats=book.stats(side),
        )

    def _state(self, plays: Sequence[Play], count: int, elapsed: float, over: bool) -> tuple[Written, str]:
        """The state of play after so many plays, and how a board would show it."""
        if over:
            periods = plays[-1].quarter - 4
            text = "Final" if periods <= 0 else "Final OT" if periods == 1 else f"Final {periods}OT"
            return _current("F", poss="", field_position=""), text
        upcoming = plays[min(count, len(plays) - 1)]
        quarter, clock = (plays[count - 1].quarter, plays[count - 1].clock) if count else (1, 900)
        ended = False
        if count and upcoming.quarter > quarter:
            ended = elapsed >= plays[count - 1].at + BREAK
            clock = 0 if ended else clock
        time = f"{clock // 60:02d}:{clock % 60:02d}"
        name = _ordinal(quarter)
        if ended:
            return _current(str(quarter), time_remaining=time), "Halftime" if quarter == 2 else f"End {name}"
        side, spot = upcoming.side, upcoming.spot
        clubs = (self.plan.away.abbreviation, self.plan.home.abbreviation)
        ball, other = clubs[side], clubs[1 - side]
        territory, yard = (ball, 100 - spot) if spot > 50 else (other if spot < 50 else ball, spot)
        scrimmage = upcoming.kind in SCRIMMAGE or upcoming.kind == FLAG or upcoming.down > 0
        current = _current(
            str(quarter),
            time_remaining=time,
            down=upcoming.down if scrimmage else None,
            distance=upcoming.distance if scrimmage else None,
            yard_line=yard,
            yard_line_territory=territory,
            possession=ball,
            red_zone=scrimmage and spot <= 20,
            poss=ball,
            field_position=f"{territory} {yard}",
        )
        text = f"{time} {name}"
        if scrimmage:
            text += f" {ORDINALS[upcoming.down - 1]} & {'Goal' if upcoming.distance >= spot else upcoming.distance}"
        return current, text


def _rounds(plans: Sequence[Plan]) -> list[list[Plan]]:
    """The games of a knock-out by round."""
    return [[plan for plan in plans if plan.round == number] for number in sorted({plan.round or 0 for plan in plans})]


def _follow(*stages: Sequence[Plan]) -> None:
    """Let the games of every stage follow from those of the one before."""
    for before, games in pairwise(stages):
        end = base.closing(before)
        for plan in games:
            plan.after = end


def _ordinal(quarter: int) -> str:
    return ORDINALS[quarter - 1] if quarter <= 4 else "OT" if quarter == 5 else f"{quarter - 4}OT"


def _current(quarter: str, **known: Any) -> Written:
    """A state of play; what is not said is null."""
    empty = dict.fromkeys(football.Current.model_fields)
    return wire.Current(**{**empty, "quarter": quarter, **known})


class Season(directory.Season):
    """A season of either league."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        if sport == "NFL":
            self.opens, self.closes = schedule.opening(year), schedule.final_day(year)
            self.postseason_from = local(self.opens + 7 * schedule.weeks(year) * DAY, "12:00", self.zone)
        else:
            self.opens = schedule_college.saturdays(year)[0] - 2 * DAY
            self.closes = schedule_college.final_day(year)
            self.postseason_from = local(schedule_college.title_day(year) - 2 * DAY, "12:00", self.zone)
        self.plays = lru_cache(maxsize=min(KEPT, len(self.clubs)))(self._plays)
        self._results: dict[str, Result] = {}

    def team_head(self, club: Club) -> dict[str, Any]:
        """The week of the NFL in which a club does not play."""
        if self.sport != "NFL":
            return {}
        weeks = {plan.week for plan in self.plans}
        own = {plan.week for plan in self.plans if club.id in (plan.away.id, plan.home.id)}
        return {"bye": min(weeks - own, default=None)}

    @once
    def sides(self) -> dict[int, Side]:
        """What every club brings to its games, by team id."""
        return sides(self.seed, self.sport, self.year, self.clubs)

    @once
    def plans(self) -> list[Plan]:
        """The regular season, with what was moved, called off or listed anew."""
        r = self.stream("slate")
        if self.sport == "NFL":
            return schedule.slate(self.seed, self.year, self.clubs, self._places(), r)
        value = worth(self.seed, self.sport, self.year, self.clubs)
        return schedule_college.slate(self.seed, self.year, self.clubs, value, r)

    def _places(self) -> list[int]:
        """Place of each club in its division by what it was worth last year."""
        value = worth(self.seed, self.sport, self.year - 1, self.clubs)
        divisions: dict[int, list[float]] = defaultdict(list)
        for club in self.clubs:
            divisions[club.group].append(value[club.id])
        return [sorted(divisions[club.group], reverse=True).index(value[club.id]) for club in self.clubs]

    def regular(self) -> Sequence[Entry]:
        """The regular season, with the rows of games that were moved, called off or listed anew."""
        return [Entry(self, plan) for plan in self.plans]

    @once
    def late_plans(self) -> list[Plan]:
        """What follows from the results: playoffs, and for colleges conference championships and bowls."""
        return self._bracket() if self.sport == "NFL" else self._bowls()

    def postseason(self) -> Sequence[Entry]:
        """What follows from the results of the regular season."""
        return [Entry(self, plan) for plan in self.late_plans]

    # -- results

    def _plays(self, plan: Plan) -> list[Play]:
        """A planned game play by play."""
        late = plan.season_type != "Regular Season"
        plays = play(
            self.stream("play", plan.id),
            rules(self.sport, self.year, late),
            *(self.squads.brought(self.sides[club.id], club.id, plan.day) for club in (plan.away, plan.home)),
            edge=0.0 if plan.neutral else GROUND[self.sport],
            must_end=late,
        )
        self._results[plan.id] = result(plays)
        return plays

    def result(self, plan: Plan) -> Result:
        """The result of a planned game, without its box."""
        if plan.id not in self._results:
            self.plays(plan)
        return self._results[plan.id]

    def margin(self, plan: Plan) -> int:
        """Points by which the home side wins a planned game; 0 for a tie."""
        return self.result(plan).margin

    @once
    def squads(self) -> Squads:
        """The players of the season."""
        return Squads(self.seed, self.sport, self.year, self.clubs, self.opens, self.closes, self.game_days)

    def members(self, club: int, day: date) -> list[directory.Member]:
        """The players of a club on a day by position, best first."""
        return self.squads.members(club, day)

    def game_days(self, club: int) -> Sequence[date]:
        """The days on which a club plays in the regular season, in order."""
        return [plan.day for plan in self._games_of[club]]

    @property
    def careers(self) -> Rosters:
        """Who belongs to which club."""
        return self.squads.rosters

    def former(self, day: date, since: int) -> Iterator[tuple[directory.Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        return self.squads.former(day, since)

    def lineups(self, plan: Plan) -> tuple[Sides, Sides]:
        """Who plays for the away and the home side on the day."""
        away, home = (
            self.squads.sides(club.id, plan.day, partial(self.stream, plan.id, club.id))
            for club in (plan.away, plan.home)
        )
        return away, home

    # -- standings

    @once
    def _games_of(self) -> dict[int, list[Plan]]:
        """The games of a club that are played, in order, by team id."""
        games: dict[int, list[Plan]] = defaultdict(list)
        for plan in sorted((p for p in self.plans if p.unplayed_as is None), key=lambda p: (p.start, p.id)):
            games[plan.away.id].append(plan)
            games[plan.home.id].append(plan)
        return games

    @once
    def _late_games_of(self) -> dict[int, list[Plan]]:
        games: dict[int, list[Plan]] = defaultdict(list)
        for plan in self.late_plans:
            games[plan.away.id].append(plan)
            games[plan.home.id].append(plan)
        return games

    def tally(self, team: int, games: Sequence[Plan]) -> tuple[int, int, int]:
        """Wins, losses and ties of a club in some of its games."""
        own = [self.margin(plan) * (1 if plan.home.id == team else -1) for plan in games]
        return sum(m > 0 for m in own), sum(m < 0 for m in own), sum(m == 0 for m in own)

    def record(self, plan: Plan, club: Club, *, after: bool) -> str:
        """Wins, losses and ties of a club before or after a game; those of the regular season in the playoffs."""
        games = self._games_of[club.id]
        late = plan in self._late_games_of[club.id] if plan.start >= self._from else False
        if not late:
            games = [one for one in games if one.start < plan.start] + [plan] * after
        elif self.sport == "NCAAFB":
            games = [*games, *(p for p in self._late_games_of[club.id] if p.start < plan.start), *[plan] * after]
        wins, losses, ties = self.tally(club.id, games)
        return f"{wins}-{losses}-{ties}" if ties else f"{wins}-{losses}"

    @property
    def _from(self) -> datetime:
        assert self.postseason_from is not None
        return self.postseason_from

    @once
    def standings(self) -> Table:
        """The table of the regular season, by the league's own rules."""
        return Table(standings_rules(self.sport), self.clubs, self._lines())

    def _lines(self) -> Iterator[Line]:
        """Both sides of the games of the regular season, in order."""
        for plan in sorted((p for p in self.plans if p.unplayed_as is None), key=lambda p: (p.start, p.id)):
            away, home = self.result(plan).score
            share = 1.0 if home > away else 0.0 if home < away else 0.5
            yield Line(plan.away.id, plan.home.id, away, home, 1 - share, at_home=False)
            yield Line(plan.home.id, plan.away.id, home, away, share, at_home=True)

    def seeds(self) -> dict[str, list[Club]]:
        """The seven of each conference: the winners of the divisions, then the three best of the others."""
        known = {club.id: club for club in self.clubs}
        names = sorted({club.conference for club in self.clubs})
        return {name: [known[club] for club in self.standings.seeds(name)] for name in names}

    # -- what follows from them

    def _bracket(self) -> list[Plan]:
        plans = schedule.playoffs(self.seeds(), self.seed, self.year, self.margin)
        _follow(self.plans, *_rounds(plans))
        return plans

    def _bowls(self) -> list[Plan]:
        seed, year = self.seed, self.year
        top = [club for club in self.clubs if club.division != "Lower"]
        grounds = schedule_college.stadiums(seed, top)
        played = [plan for plan in self.plans if plan.unplayed_as is None]
        results = [(plan.away.id, plan.home.id, self.margin(plan)) for plan in played]
        order = schedule_college.ranking(self.clubs, results)
        titles = schedule_college.champions(self._finalists(order), year, grounds, self.margin)
        results += [(plan.away.id, plan.home.id, self.margin(plan)) for plan in titles]
        winners = [plan.home if self.margin(plan) > 0 else plan.away for plan in titles]
        order = schedule_college.ranking(self.clubs, results, winners)
        field = schedule_college.selected(order, winners, year)
        met = {frozenset(pair[:2]) for pair in results}
        wins = {club.id: self.tally(club.id, self._games_of[club.id])[0] for club in order}
        rest = [club for club in order if club not in field]
        eligible = [club for club in rest if wins[club.id] >= ELIGIBLE]
        rest = eligible + [club for club in rest if wins[club.id] == ELIGIBLE - 1][: len(eligible) % 2]
        plans = schedule_college.playoff(field, year, grounds, self.margin)
        bowls = schedule_college.bowls(rest, met, year, grounds, self.stream("bowls"), self.margin)
        _follow(self.plans, titles, bowls)
        _follow(titles, *_rounds(plans))
        return [*titles, *bowls, *plans]

    def _finalists(self, order: Sequence[Club]) -> list[tuple[str, Club, Club]]:
        """The two best of every conference by their games in it, the better one first."""
        share: dict[int, float] = {}
        for club in order:
            inside = [plan for plan in self._games_of[club.id] if plan.conference]
            share[club.id] = self.tally(club.id, inside)[0] / max(1, len(inside))
        pairs = []
        for group in sorted({club.group for club in order if club.conference != "Independent"}):
            best = sorted((club for club in order if club.group == group), key=lambda c: -share[c.id])[:2]
            pairs.append((best[0].conference, best[0], best[1]))
        return pairs
