"""Soccer: three leagues of twenty clubs, home and away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache

from ...catalog import soccer
from ...catalog.records import http_date
from ...catalog.written import Writing, Written
from .._common import directory
from .._common.cached import once
from .._common.calendar import DAY, local
from .._common.careers import Move, Rosters
from .._common.clubs import Club
from .._common.rng import pick, stream, two
from .._common.season import Entry, Timeline
from .box import Tally
from .clubs import expected, member_ids, members, pool, scores
from .play import AWAY, HOME, Match, Side, length, match, sent_off, timing
from .rosters import GOALKEEPER, Squads
from .schedule import ROUNDS, first_saturday, fixtures, last_sunday
from .schedule import Game as Row

wire = Writing(soccer)

SEASON_TYPE = "Regular Season"

DELAYED, SUSPENDED = 0.005, 0.001
"""Chance that a game begins late, and that it is stopped and played on the next day."""


KEPT = 512
"""Games simulated in full that a season keeps at hand."""

BANS = (0.25, 0.35, 0.4)
"""Shares of the suspensions after a straight red card that last one game of the league, two, three; else it is one."""

RESTED = 0.03
"""Share of games in which the second goalkeeper plays, the first one being fit."""

REPLACED = 0.3
"""Share of the clubs whose second goalkeeper is the first one from some game of the season on."""

CAUTIONS = {
    "EPL": ((5, 19, 1), (10, 32, 2), (15, 38, 3)),
    "LALIGA": tuple((cards, 38, 1) for cards in (5, 10, 15, 20)),
    "SERIEA": tuple((cards, 38, 1) for cards in (5, 10, 14, 17, 19)),
}
"""League -> how many cautions within how many games of the club keep a player out of how many of its next ones."""


class Game(Entry):
    """A row of the fixture list.

    Parameters
    ----------
    season : Season
        Its season.
    row : schedule.Game
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
        return self.season.seed, self.season.code, self.season.year

    @property
    def played(self) -> bool:
        """Whether this row is the one under which the game is played."""
        return self.row.unplayed_as is None

    @once
    def timeline(self) -> Timeline:
        """When it begins and ends, or what became of it."""
        pair = (self.row.away.id, self.row.home.id)
        r = stream(*self._keys, "course", self.id)
        if self.row.unplayed_as == "replaced":
            return Timeline(
                self.start, self.start, self.start, unplayed_as="replaced", announced=self.start - 120 * DAY
            )
        if self.row.unplayed_as is not None:
            notice = timedelta(minutes=r.randrange(120, 40 * 60))
            return Timeline(
                self.start, self.start, self.start, unplayed_as=self.row.unplayed_as, announced=self.start - notice
            )
        late = r.randrange(20, 60) * 60 if r.random() < DELAYED else r.randrange(20, 110)
        begins = self.start + timedelta(seconds=late)
        lasts = timedelta(seconds=length(*timing(*self._keys, pair)))
        pause = None
        if self.roomy and r.random() < SUSPENDED:
            stopped = begins + timedelta(seconds=r.randrange(20 * 60, 100 * 60))
            pause = (stopped, stopped + timedelta(hours=20))
        ends = begins + lasts + (pause[1] - pause[0] if pause else timedelta(0))
        return Timeline(self.start, begins, ends, pause=pause)

    def status(self, now: datetime) -> str:
        """The service's word for the state of the game."""
        return self.timeline.status(now)

    @property
    def match(self) -> Match:
        """How the game goes."""
        return self.season.simulate(self.row.away.id, self.row.home.id)

    @property
    def score(self) -> tuple[int, int]:
        """Goals at the end, away and home."""
        return self.season.scores[self.row.away.id, self.row.home.id]

    def schedule(self, now: datetime) -> Written:
        """The schedule row at an instant."""
        place = self.row.home.place
        status = self.status(now)
        replaced = {"replaced_by": self.row.by.id} if status == "replaced" and self.row.by else {}
        return wire.Fixture(
            away_team=self.row.away.name,
            home_team=self.row.home.name,
            away_team_id=self.row.away.id,
            home_team_id=self.row.home.id,
            game_id=self.id,
            game_time=http_date(self.start),
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

    def live(self, now: datetime) -> Written | None:
        """The live record at an instant; None before the start and for rows that are not played."""
        elapsed = self.timeline.elapsed(now)
        if elapsed is None:
            return None
        over = self.timeline.over(now)
        tally = Tally(self.match, elapsed, over)
        status = self.timeline.status(now)
        return wire.Game(
            sport="SOCCER",
            game_id=self.id,
            game_time=http_date(self.start),
            away_team=self.row.away.name,
            home_team=self.row.home.name,
            status=status,
            game_status=self._display(status, elapsed, over),
            game_location=f"{self.row.home.place.city}, {self.row.home.place.country}",
            season_type=SEASON_TYPE,
            season=self.season.label,
            full_box=wire.Sides(
                away_team=self._team(self.row.away, AWAY, tally, over),
                home_team=self._team(self.row.home, HOME, tally, over),
            ),
            player_box=wire.Sides(away_team=tally.lines(AWAY), home_team=tally.lines(HOME)),
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

    def _team(self, club: Club, side: int, tally: Tally, over: bool) -> Written:
        won, drawn, lost = self.season.records[self.id][side]
        if over:
            own, their = tally.score[side], tally.score[1 - side]
            won, drawn, lost = won + (own > their), drawn + (own == their), lost + (own < their)
        return wire.Team(
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


class Season(directory.Season):
    """A season of one of the leagues."""

    def __init__(self, seed: int, sport: str, year: int, league: str | None = None) -> None:
        super().__init__(seed, sport, year, league)
        if league not in soccer.LEAGUES:
            raise LookupError(f"SOCCER has the leagues {', '.join(soccer.LEAGUES)}, not {league}")
        self.code: str = league
        self.opens = first_saturday(league, year) - 2 * DAY
        self.closes = last_sunday(league, year)
        self.simulate = lru_cache(maxsize=KEPT)(self._simulate)
        self._cautions: dict[tuple[int, int], list[int]] = {}
        self._counted: dict[tuple[int, int], dict[int, int]] = {}

    @once
    def clubs(self) -> tuple[Club, ...]:
        """The clubs of the season: three go down and three come up every year."""
        return members(self.seed, self.code, self.year)

    @once
    def scores(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Every score of the season: (away id, home id) -> goals."""
        return dict(scores(self.seed, self.code, self.year))

    @once
    def squads(self) -> Squads:
        """The players of the season."""
        everyone = tuple(club.id for club in pool(self.seed, self.code))
        length = (self.closes - self.opens).days + 1
        return Squads(self.seed, self.code, everyone, self.year, self.opens, length, self.game_days)

    @once
    def _played_by(self) -> dict[int, list[Row]]:
        """The rows under which a club plays, in order, by team id."""
        rows: dict[int, list[Row]] = {club.id: [] for club in self.clubs}
        for row in sorted((game.row for game in self._games if game.played), key=lambda row: (row.day, row.clock)):
            rows[row.away.id].append(row)
            rows[row.home.id].append(row)
        return rows

    @once
    def _number(self) -> dict[tuple[int, int, int], int]:
        """How many games a club has played before one: (club, away, home) -> number."""
        return {
            (club, row.away.id, row.home.id): n for club, rows in self._played_by.items() for n, row in enumerate(rows)
        }

    @property
    def listed_clubs(self) -> Sequence[Club]:
        """The clubs of the country, in whatever division they play."""
        return pool(self.seed, self.code)

    def members(self, club: int, day: date) -> list[directory.Member]:
        """The players of a club on a day by position, best first."""
        return self.squads.members(club, day)

    def game_days(self, club: int) -> Sequence[date]:
        """The days on which a club plays, in order."""
        return [row.day for row in self._played_by.get(club, ())]

    @property
    def careers(self) -> Rosters:
        """Who belongs to which club."""
        return self.squads.rosters

    def former(self, day: date, since: int) -> Iterator[tuple[directory.Member, int]]:
        """The players whose careers have ended by a day, since a season, each with the id of his last club."""
        return self.squads.former(day, since)

    def suspended(self, club: int, away: int, home: int) -> set[int]:
        """Player ids of those of a club whom a red card, or too many yellow ones, keep out of a game.

        A ban of n games keeps a player out of the next n games of the league that his club plays, or the one to which
        he moves.
        """
        n = self._number[club, away, home]
        found = {player for back in range(1, len(BANS) + 1) for player in self._banned(club, n - back, back)}
        for player in self._came.get(club, ()):
            games = self._games_before(player, club, n)[-len(BANS) :]
            for back, (team, number) in enumerate(reversed(games), 1):
                if team != club and player in self._banned(team, number, back):
                    found.add(player)
        return found

    def _banned(self, club: int, n: int, games: int) -> set[int]:
        """Player ids of those whom a card in a club's n-th game, counted from 0, keeps out of so many games."""
        if n < 0:
            return set()
        found = set(self._warned(club, n, games))
        row = self._played_by[club][n]
        side = HOME if row.home.id == club else AWAY
        pair = row.away.id, row.home.id
        if pair in sent_off(self.seed, self.code, self.year, side):
            dismissed = self.simulate(*pair).dismissed(side)
            bans = {player: 1 if twice else self._ban(player, *pair) for player, twice in dismissed.items()}
            found.update(player for player, ban in bans.items() if ban >= games)
        return found

    def _warned(self, club: int, n: int, games: int) -> list[int]:
        """Player ids of those whom a caution in a club's n-th game, counted from 0, keeps out of so many games."""
        bans = {cards: ban for cards, last, ban in CAUTIONS[self.code] if n < last and games <= ban}
        if not bans:
            return []
        return [player for player, count in self._counts(club, n).items() if count in bans]

    def _counts(self, club: int, n: int) -> dict[int, int]:
        """The cautions so far of those whom a club's n-th game, counted from 0, brings one, by player id."""
        known = self._counted.get((club, n))
        if known is None:
            earlier = [self._cautioned(club, number) for number in range(n + 1)]
            known = {player: sum(players.count(player) for players in earlier) for player in earlier[-1]}
            for player in self._moves.keys() & known.keys():
                before = [game for game in self._games_before(player, club, n) if game[0] != club]
                known[player] += sum(player in self._cautioned(*game) for game in before)
            self._counted[club, n] = known
        return known

    @once
    def _moves(self) -> dict[int, list[Move]]:
        """The moves of those who change clubs within the season, in order, by player id."""
        moves: dict[int, list[Move]] = {}
        for move in self.careers.moves():
            moves.setdefault(move.player.id, []).append(move)
        return moves

    @once
    def _came(self) -> dict[int, set[int]]:
        """Player ids of those who move to a club within the season, by its id."""
        came: dict[int, set[int]] = {}
        for player, moves in self._moves.items():
            for move in moves:
                came.setdefault(move.new, set()).add(player)
        return came

    def _games_before(self, player: int, club: int, n: int) -> list[tuple[int, int]]:
        """The games of the clubs of a player who has moved to a club, before its n-th: (team id, number), in order.

        None where he has not, or has moved on.
        """
        day = self._played_by[club][n].day
        games: list[tuple[int, int]] = []
        at, since = None, date.min
        for move in self._moves[player]:
            if move.day <= day:
                games += self._numbers(move.old, since, move.day)
                at, since = move.new, move.day
        return [*games, *self._numbers(club, since, day)] if at == club else []

    def _numbers(self, club: int, since: date, until: date) -> list[tuple[int, int]]:
        """The games of a club from a day to the one before another: (team id, number), in order."""
        return [(club, n) for n, day in enumerate(self.game_days(club)) if since <= day < until]

    def _cautioned(self, club: int, n: int) -> list[int]:
        """Player ids of those whom a club's n-th game, counted from 0, brings a caution."""
        known = self._cautions.get((club, n))
        if known is None:
            row = self._played_by[club][n]
            game = self.simulate(row.away.id, row.home.id)
            known = self._cautions[club, n] = game.cautioned(HOME if row.home.id == club else AWAY)
        return known

    def _ban(self, player: int, away: int, home: int) -> int:
        """Games that a player who is sent off at once misses."""
        return pick(self.stream("ban", player, away, home), (1, 2, 3), BANS)

    def _side(self, club: int, away: int, home: int) -> Side:
        """A club before a game."""
        n = self._number[club, away, home]
        day = self._played_by[club][n].day
        fit = self.squads.fit(club, day, self.suspended(club, away, home))
        if self._prefers_second(club, n):
            second = self.squads.squad(club, day)[GOALKEEPER][1]
            fit[GOALKEEPER].sort(key=lambda player: player is not second)
        keeper = fit[GOALKEEPER][0]
        injury = self.squads.ward.hurt(club, keeper.person.id, GOALKEEPER, day)
        return Side(club, fit, injury.moment if injury is not None else 1.0)

    def _prefers_second(self, club: int, n: int) -> bool:
        """Whether the second goalkeeper of a club is to play in its n-th game, counted from 0."""
        replaced, since = two(self.seed, "number one", self.code, self.year, club)
        rested, _ = two(self.seed, "rested", self.code, self.year, club, n)
        return rested < RESTED or (replaced < REPLACED and n >= ROUNDS * since)

    def _simulate(self, away: int, home: int) -> Match:
        """A game from beginning to end."""
        means = expected(self.seed, self.code, self.year, member_ids(self.seed, self.code, self.year))[away, home]
        sides = self._side(away, away, home), self._side(home, away, home)
        return match(self.seed, self.code, self.year, sides, self.scores[away, home], means)

    @once
    def _games(self) -> list[Game]:
        rows = fixtures(self.clubs, self.code, self.year, self.stream("fixtures"))
        days: dict[int, list[int]] = {}
        for row in rows:
            if row.unplayed_as is None:
                for club in (row.away, row.home):
                    days.setdefault(club.id, []).append(row.day.toordinal())
        for played in days.values():
            played.sort()

        def roomy(row: Row) -> bool:
            day = row.day.toordinal()
            return not any(day < other < day + 4 for club in (row.away, row.home) for other in days[club.id])

        games = [Game(self, row, row.unplayed_as is None and roomy(row)) for row in rows]
        by_id = {game.id: game for game in games}
        for game in games:
            if game.row.by is not None:
                stands = by_id[game.row.by.id]
                # the row that a makeup replaces was no earlier there than the makeup
                if game.row.unplayed_as == "replaced":
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
