"""Basketball: seasons of the professional league and of the colleges, their rows and their boxes."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache, lru_cache, partial
from math import inf
from random import Random
from typing import Any
from zlib import crc32

import msgspec

from ...catalog import basketball
from ...catalog.written import Writing, Written
from .._common import directory
from .._common import season as base
from .._common.cached import once
from .._common.calendar import DAY, MON, local, on_or_before
from .._common.careers import Rosters
from .._common.clubs import Club, clubs
from .._common.planned import PlannedGame
from .._common.standings import Line, Table, standings_rules
from . import march, schedule, schedule_college
from .floor import Player
from .play import AWAY, HOME, KINDS, NOBODY, Form, Game, Ints, Result, fold, score, unfold
from .plays import play_records
from .possession import RULES
from .rosters import Squads, forms
from .schedule import Plan

wire = Writing(basketball)

MARCH_GAP = 0.8
"""What is left of the distance between two clubs in the national tournament."""

LATE = 0.002
"""Share of games that begin late and are shown as delayed."""

NETWORKS = ("Lantern Sports", "Open Court TV", "Beacon Network", "Meridian Plus")
KEPT = 160
"""Most games, and results, that a season keeps at hand: those of a day, which are at most as many as clubs."""

ORDINALS = ("1st", "2nd", "3rd", "4th")

RESULT = 20
"""Points of margin that a win is worth in the weekly ranks, and a defeat costs: voters look at records first."""

Rating = dict[int, int]
"""National rank by team id."""


_packed_results = msgspec.msgpack.Decoder(Result)  # made while nobody else makes one: msgspec is not safe there


class Entry(PlannedGame["Season", Plan]):
    """A scheduled game."""

    __slots__ = ()

    longest = timedelta(hours=7)
    final_share = {"NBA": 0, "NCAABB": 93}

    @property
    def timeline(self) -> base.Timeline:
        """The clock of the game; plays it, but for the box."""
        unplayed_as = self.plan.unplayed_as
        if unplayed_as is not None:
            notice = (
                timedelta(days=300) if unplayed_as == "replaced" else timedelta(hours=2 + crc32(self.id.encode()) % 22)
            )
            return base.Timeline(
                self.start, self.start, self.start, unplayed_as=unplayed_as, announced=self.start - notice
            )
        r = self.season.stream("start", self.id)
        late = r.random() < LATE
        minutes = (
            20 + 50 * r.random() if late else (6 + 6 * r.random() if self.season.sport == "NBA" else 1 + 8 * r.random())
        )
        begins = self.start + timedelta(seconds=int(60 * minutes))
        ends = begins + timedelta(seconds=self.season.result(self.plan).duration)
        return base.Timeline(self.start, begins, ends, self.finished)

    def _seeds(self) -> dict[str, Any]:
        plan = self.plan
        away, home = plan.seeds or (None, None)
        return {
            "region": plan.region,
            "away_team_seed": away,
            "home_team_seed": home,
            "region_display_order": plan.order,
        }

    @property
    def broadcast(self) -> str:
        """Where the game is shown: a network, or the regional channel of the home club."""
        number = crc32(self.id.encode())
        if self.plan.event_name is not None or number % 4 == 0:
            return NETWORKS[number // 4 % len(NETWORKS)]
        return f"{self.plan.home.place.city} Regional"

    def schedule(self, now: datetime) -> Written:
        """The schedule row as it stands at ``now``."""
        plan = self.plan
        common = self._common() | {
            "status": self.status(now),
            "away_team_id": plan.away.id,
            "home_team_id": plan.home.id,
        }
        if self.season.sport == "NBA":
            return wire.NbaFixture(**common, broadcast=self.broadcast)
        place = plan.place
        if plan.replaced_by is not None and common["status"] == "replaced":
            common["replaced_by"] = plan.replaced_by
        return wire.NcaabbFixture(
            **common,
            **self._seeds(),
            **self.season.bracket_keys,
            location=self.location,
            arena=place.arena,
            city=place.city,
            state=place.state,
            country=place.country,
            postal_code=place.postal_code,
            latitude=place.latitude,
            longitude=place.longitude,
        )

    def play_by_play(self, now: datetime) -> Written | None:
        """The plays up to ``now``; None for a game that has not begun or is not played under this id."""
        if self.season.sport != "NBA":
            raise base.NotSimulated(f"{self.season!r} has no plays")
        plan = self.plan
        if plan.unplayed_as is not None or now < self.start:
            return None
        timeline = self.timeline
        elapsed = timeline.elapsed(now)
        if elapsed is None:
            return None
        game = self.season.game(plan)
        period, second, _ = game.result.moment(elapsed)
        until = inf if timeline.over(now) else game.result.rules.begins(period) + second
        return wire.PlayByPlay(
            game_id=self.id,
            away_team=plan.away.name,
            home_team=plan.home.name,
            plays=list(play_records(game, until, (plan.away, plan.home))),
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
        game = self.season.game(plan)
        rules = game.result.rules
        if over:
            period, ended = len(game.result.periods), True
            second = float(rules.seconds(period))
        else:
            period, second, ended = game.result.moment(elapsed)
        tally = fold(game, period, second)
        left = rules.seconds(period) - int(second)
        clock = f"{left // 60:02d}:{left % 60:02d}"
        common = self._common() | {
            "sport": rules.sport,
            "status": timeline.status(now),
            "game_location": self.location,
            "game_status": _text(rules.periods, period, clock, ended=ended, over=over),
        }
        figures = list(zip(*_columns(tally.lines.reshape(-1, KINDS))))
        boxes, lines = {}, {}
        college = rules.sport == "NCAABB"
        box_of = wire.NcaabbTeam if college else wire.NbaTeam
        for side, club in ((AWAY, plan.away), (HOME, plan.home)):
            name = "home_team" if side else "away_team"
            points = tally.periods[side]
            rows = figures[side * len(figures) // 2 :]
            lines[name] = _lines(game.squads[side].players, rows, tally.seconds[side], college)
            team: dict[str, Any] = {
                "abbreviation": club.abbreviation,
                "team_id": club.id,
                "mascot": club.mascot,
                "score": sum(points),
                "quarter_scores": {str(number): some for number, some in enumerate(points, 1)},
                "record": self.season.record(plan, club, after=over),
                "division_name": club.division_name,
                "team_stats": wire.Stats(**dict(zip(STATS, rows[NOBODY][1:]))),
            }
            if college:
                team |= {"rank": self.season.rank(club, plan.day), "conference_id": club.group}
            boxes[name] = box_of(**team)
        current = wire.Current(quarter=period, time_remaining=None if over else clock)
        players = wire.Sides(**lines)
        if not college:
            box = wire.NbaBox(**boxes, current=current)
            return wire.NbaGame(**common, broadcast=self.broadcast, full_box=box, player_box=players)
        return wire.NcaabbGame(
            **common,
            **self._seeds(),
            home_team_display_order=1 if plan.seeds else None,
            full_box=wire.NcaabbBox(**boxes, current=current),
            player_box=players,
        )


def _text(periods: int, period: int, clock: str, *, ended: bool, over: bool) -> str:
    """The display text of a game's state."""
    extra = period - periods
    name = ORDINALS[period - 1] if extra <= 0 else "OT" if extra == 1 else f"{extra}OT"
    if over:
        return "Final" if extra <= 0 else f"Final {name}"
    if ended:
        return "Halftime" if 2 * period == periods else f"End {name}"
    return f"{clock} {name}"


STATS = (
    "field_goals_attempted",
    "field_goals_made",
    "three_points_attempted",
    "three_points_made",
    "free_throws_attempted",
    "free_throws_made",
    "two_points_attempted",
    "two_points_made",
    "two_point_percentage",
    "offensive_rebounds",
    "defensive_rebounds",
    "total_rebounds",
    "assists",
    "steals",
    "blocks",
    "turnovers",
    "fouls",
)
"""The figures that a side and a player share."""

LINE = ("player", "position", "status", "minutes", "points", *STATS, "starter")
"""The figures of a player; only those of a college say whether he starts."""


def _lines(
    players: Sequence[Player], rows: Sequence[Sequence[int | float]], seconds: Mapping[int, float], college: bool
) -> dict[str, Written]:
    """The player lines of a side, by player id in ascending order."""
    lines = {}
    line_of = wire.NcaabbLine if college else wire.NbaLine
    for number in sorted(seconds, key=lambda number: players[number].id):
        player, played = players[number], int(seconds[number])
        minutes = str(played // 60) if college else f"{played // 60:02d}:{played % 60:02d}"
        starter = [number < 5] if college else []
        figures = (player.name, player.position, "ACT", minutes, *rows[number], *starter)
        lines[str(player.id)] = line_of(**dict(zip(LINE, figures)))
    return lines


def _columns(lines: Ints) -> Iterator[Sequence[int | float]]:
    """The points of players or sides, and the columns of `STATS`."""
    two, twos, three, threes, free, frees, offensive, defensive, *others, _ = lines.T
    yield (2 * twos + 3 * threes + frees).tolist()
    for column in (two + three, twos + threes, three, threes, free, frees, two, twos):
        yield column.tolist()
    yield [_percentage(*pair) for pair in zip(twos.tolist(), two.tolist())]
    for column in (offensive, defensive, offensive + defensive, *others):
        yield column.tolist()


@cache
def _percentage(made: int, tried: int) -> float:
    return round(100 * made / tried, 2) if tried else 0.0


class Season(directory.Season):
    """A season of either league."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        self.rules = RULES[sport]
        if sport == "NBA":
            dates = schedule.Dates.of(year)
            self.opens, self.closes = dates.first, dates.closes
            self.postseason_from = local(dates.play_in, "12:00", self.zone)
        else:
            span = schedule_college.Dates.of(year)
            self.opens, self.closes = span.first, span.final
            self.postseason_from = local(span.tournaments, "00:00", self.zone)
        kept = min(KEPT, len(self.clubs))
        self.game = lru_cache(maxsize=kept)(self._game)
        self.result = lru_cache(maxsize=kept)(self._result)
        self._margins: dict[Plan, int] = {}
        self._packed: dict[Plan, bytes] = {}

    @once
    def forms(self) -> dict[int, Form]:
        """What every club is worth this season, by team id."""
        worth = [self.squads.worth(club.id) for club in self.clubs]
        return forms(self.seed, self.sport, self.year, self.clubs, worth)

    @once
    def bracket_keys(self) -> dict[str, str]:
        """The regions by their corner, as every row of a college season has them."""
        return {f"{corner}_bracket_region": name for corner, name in self._corners.items()}

    @once
    def _corners(self) -> dict[str, str]:
        return march.corners(self.stream("regions"))

    @once
    def _arenas(self) -> list[Any]:
        """Neutral places: halls in the towns that have professional clubs of indoor sports."""
        towns = {club.place.city: club.place for sport in ("NBA", "NHL") for club in clubs(self.seed, sport)}
        return [
            place.venue(f"{city} Simulation Center", 1, None)
            for city, place in sorted(towns.items())
            if place.country == "USA"
        ]

    @once
    def _plans(self) -> list[Plan]:
        r = self.stream("slate")
        if self.sport == "NBA":
            return schedule.slate(self.clubs, self.year, r)
        return schedule_college.slate(self.clubs, self.forms, self._arenas, self.year, r)

    def regular(self) -> Sequence[Entry]:
        """The regular season, with the rows of games that were moved, called off or replaced."""
        return [Entry(self, plan) for plan in self._plans]

    @once
    def _late_plans(self) -> list[Plan]:
        r = self.stream("postseason")
        played = [(plan, self.margin(plan)) for plan in self._plans if plan.unplayed_as is None]
        if self.sport == "NCAABB":
            return march.march(
                self.clubs, self.forms, played, self._arenas, self._corners, self.year, r, self.margin, self.rules.home
            )
        known = {club.id: club for club in self.clubs}
        names = sorted({club.conference for club in self.clubs})
        seeds = {name: [known[club] for club in self.standings.seeds(name)] for name in names}
        rank = {club: place for place, club in enumerate(self.standings.order(known, "league"))}
        late = schedule.playoffs(seeds, rank, self.year, r, self.margin)
        end = base.closing(self._plans)
        for plan in late:
            plan.after = plan.after or end
        return late

    @once
    def standings(self) -> Table:
        """The table of the regular season, by the league's own rules."""
        return Table(standings_rules(self.sport), self.clubs, self._lines())

    def _lines(self) -> Iterator[Line]:
        """Both sides of the games of the regular season, in order."""
        for plan in sorted((p for p in self._plans if p.unplayed_as is None), key=lambda p: (p.start, p.id)):
            away, home = self.result(plan).totals
            yield Line(plan.away.id, plan.home.id, away, home, float(away > home), at_home=False)
            yield Line(plan.home.id, plan.away.id, home, away, float(home > away), at_home=True)

    def postseason(self) -> Sequence[Entry]:
        """What follows from the results: play-in and playoffs, or the tournaments of March."""
        return [Entry(self, plan) for plan in self._late_plans]

    def _result(self, plan: Plan) -> Result:
        """The result of a planned game, without its plays; those of a whole season are kept in a few bytes each."""
        packed = self._packed.get(plan)
        if packed is not None:
            return _packed_results.decode(packed)
        away, home = self._level(plan)
        result = score(self.rules, self.stream("score", plan.id), away, home, neutral=plan.neutral)
        self._packed[plan] = msgspec.msgpack.encode(result)
        return result

    def _level(self, plan: Plan) -> tuple[Form, Form]:
        """What the two clubs are worth in a game; with everything at stake on strange ground they are nearer."""
        away, home = (self._on_the_day(plan, club) for club in (plan.away, plan.home))
        if plan.seeds is None:
            return away, home
        step = (1 - MARCH_GAP) / 4 * (home.strength - away.strength)
        return away.gaining(step), home.gaining(-step)

    def _on_the_day(self, plan: Plan, club: Club) -> Form:
        """What a club is worth with those who can play in a game."""
        return self.forms[club.id].gaining(self.squads.gained(*self._dressing(plan, club)) / 2)

    def _dressing(self, plan: Plan, club: Club) -> tuple[int, date, date, Callable[[], Random]]:
        """The arguments that tell who of a club is dressed for a game."""
        stream_of = partial(self.stream, "dressed", plan.id, club.id)
        return club.id, plan.day, self.day_before(club.id, plan.day), stream_of

    def margin(self, plan: Plan) -> int:
        """Points by which the home side wins a planned game."""
        known = self._margins.get(plan)
        if known is None:
            known = self._margins[plan] = self.result(plan).margin
        return known

    @once
    def squads(self) -> Squads:
        """The players of the season."""
        return Squads(self.seed, self.sport, self.year, self.clubs, self.opens, self.closes, self.game_days)

    @once
    def _days(self) -> dict[int, list[date]]:
        """The days on which a club plays in the regular season, by team id."""
        days: dict[int, list[date]] = defaultdict(list)
        for plan in self._plans:
            if plan.unplayed_as is None:
                days[plan.away.id].append(plan.day)
                days[plan.home.id].append(plan.day)
        return {club: sorted(some) for club, some in days.items()}

    def members(self, club: int, day: date) -> list[directory.Member]:
        """The players of a club on a day by position, best first."""
        return self.squads.members(club, day)

    def game_days(self, club: int) -> Sequence[date]:
        """The days on which a club plays in the regular season, in order."""
        return self._days.get(club, [])

    @property
    def careers(self) -> Rosters:
        """Who belongs to which club."""
        return self.squads.rosters

    def former(self, day: date, since: int) -> Iterator[tuple[directory.Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        return self.squads.former(day, since)

    def day_before(self, club: int, day: date) -> date:
        """The day of a club's last game before a day; in the postseason the day before yesterday."""
        days = self._days.get(club, [])
        at = bisect_left(days, day)
        if at == len(days):
            return day - 2 * DAY
        return days[at - 1] if at else self.opens - DAY

    def _game(self, plan: Plan) -> Game:
        """The play of a planned game."""
        away, home = (self.squads.dressed(*self._dressing(plan, club)) for club in (plan.away, plan.home))
        pair = self.forms[plan.away.id], self.forms[plan.home.id]
        late = plan.season_type != "Regular Season"
        return unfold(self.result(plan), self.stream("play", plan.id), (away, home), pair, late=late)

    @once
    def _ledger(self) -> _Ledger:
        return _Ledger(self, self._plans)

    @once
    def _late_ledger(self) -> _Ledger:
        return _Ledger(self, self._late_plans, self._ledger)

    def record(self, plan: Plan, club: Club, *, after: bool) -> str:
        """Wins and losses of a club before or after a game; those of the regular season for professionals in May."""
        late = plan.season_type != "Regular Season"
        if late and self.sport == "NBA":
            wins, losses = self._ledger.now[club.id]
        else:
            wins, losses = (self._late_ledger if late else self._ledger).before[plan.id, club.id]
            if after:
                won = (self.margin(plan) > 0) == (club is plan.home)
                wins, losses = wins + won, losses + (not won)
        return f"{wins}-{losses}"

    def rank(self, club: Club, day: date) -> int | None:
        """The place of a college in the list of the 25 best, as of the Monday up to a day."""
        return self._ledger.ranks.get(on_or_before(day, MON), self._ledger.last_rank).get(club.id)


class _Ledger:
    """Records as the season goes on, and the weekly ranks of the colleges."""

    def __init__(self, season: Season, plans: Sequence[Plan], past: _Ledger | None = None) -> None:
        self.before: dict[tuple[str, int], tuple[int, int]] = {}
        self.now: dict[int, tuple[int, int]] = dict(past.now) if past else {club.id: (0, 0) for club in season.clubs}
        self.ranks: dict[date, Rating] = {}
        self.last_rank: Rating = {}
        weekly = season.sport == "NCAABB" and past is None
        shown: dict[int, list[float]] = {}
        monday = season.opens
        if weekly:
            r = season.stream("poll")
            shown = {
                club.id: [6 * (season.forms[club.id].strength + 2.5 * r.gauss(0, 1)), 6.0] for club in season.clubs
            }
            self._rank(on_or_before(monday, MON), shown)
        for plan in sorted(
            (plan for plan in plans if plan.unplayed_as is None), key=lambda plan: (plan.start, plan.id)
        ):
            if weekly and plan.day >= on_or_before(monday, MON) + 7 * DAY:
                monday = plan.day
                self._rank(on_or_before(monday, MON), shown)
            margin = season.margin(plan)
            edge = 0.0 if plan.neutral else season.rules.home
            for club, other, points in ((plan.away, plan.home, edge - margin), (plan.home, plan.away, margin - edge)):
                wins, losses = self.before[plan.id, club.id] = self.now[club.id]
                won = (margin > 0) == (club is plan.home)
                self.now[club.id] = wins + won, losses + (not won)
                if weekly:
                    row = shown[club.id]
                    row[0] += max(-20.0, min(20.0, points)) + season.forms[other.id].strength
                    row[0] += RESULT if won else -RESULT
                    row[1] += 1
        if weekly:
            self._rank(on_or_before(monday, MON) + 7 * DAY, shown)

    def _rank(self, monday: date, shown: Mapping[int, Sequence[float]]) -> None:
        best = sorted(shown, key=lambda club: (-shown[club][0] / shown[club][1], club))[:25]
        self.last_rank = self.ranks[monday] = {club: place for place, club in enumerate(best, 1)}
