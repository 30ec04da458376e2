"""Baseball: MLB."""

from __future__ import annotations

from . import common
from .grammar import Answer, Record, Sides, Sport, f
from .rules import Elo, Rules, Seeding, Standings, TieBreaks, steps


class Probable(Record, source="2.3 MLB"):
    """A probable starter."""

    pitcher: str | None = f("Probable starting pitcher", "player")
    pitcher_id: int | None = f("Player id of the probable starter", "player_id")


class Fixture(common.TeamFixture, common.Venue, common.Surface, source="2.3 MLB"):
    """A scheduled MLB game."""

    away_pitcher: Probable | None = f("Probable starter of the away team", prefix="away_")
    home_pitcher: Probable | None = f("Probable starter of the home team", prefix="home_")


class Batter(Record, source="2.6 MLB"):
    batter_id: int | None = f("Player id of the current batter", "id")
    batter: str | None = f("Current batter", "name")
    batter_position: str | None = f("Position of the current batter", "position")


class Pitcher(Record, source="2.6 MLB"):
    pitcher_id: int | None = f("Player id of the current pitcher", "id")
    pitcher: str | None = f("Current pitcher", "name")
    pitcher_position: str | None = f("Position of the current pitcher", "position")


class Current(Record, source="2.6 MLB"):
    """The state of play; the five numbers are null when the game is over."""

    inning: int | None = f("Inning being played")
    inning_half: str | None = f("Half of the inning being played")
    outs: int | None = f("Outs in the half inning", unit="outs")
    balls: int | None = f("Balls on the batter")
    strikes: int | None = f("Strikes on the batter")
    batter: Batter | None = f("Current batter", "current_batter")
    pitcher: Pitcher | None = f("Current pitcher", "current_pitcher")


class TeamStats(Record, source="2.6 MLB"):
    at_bats: int = f("At bats", "AB")
    runs: int = f("Runs", "R", unit="runs")
    hits: int = f("Hits", "H")
    doubles: int = f("Two-base hits", "2B")
    triples: int = f("Three-base hits", "3B")
    home_runs: int = f("Home runs", "HR")
    rbi: int = f("Runs batted in", "RBI", unit="runs")
    walks: int = f("Bases on balls", "BB")
    strikeouts: int = f("Strikeouts of the side's batters", "SO")
    stolen_bases: int = f("Stolen bases", "SB")
    caught_stealing: int = f("Caught stealing", "CS")
    errors: int = f("Errors in the field", "E")


class Team(common.LiveTeam, source="2.6 MLB"):
    division_name: str = f("League and division")
    team_stats: TeamStats = f("Figures of the side")


class Line(Record, source="2.6 MLB"):
    """A player's line in a box score."""

    player: str = f("Name of the player")
    position_category: str | None = f("Group of positions: IF, OF, C, DH; S starter, R reliever")
    status: str | None = f("Roster state of the player")
    position: str | None = f("Positions played, in order, joined by -", "POS")


class Batting(Line, source="2.6 MLB"):
    batting_order: str | None = f("Place in the order; a substitute's carries a letter: 4a", "BAT_ORD")
    at_bats: int = f("At bats", "AB")
    runs: int = f("Runs scored", "R", unit="runs")
    hits: int = f("Hits", "H")
    singles: int = f("One-base hits", "1B")
    doubles: int = f("Two-base hits", "2B")
    triples: int = f("Three-base hits", "3B")
    home_runs: int = f("Home runs", "HR")
    rbi: int = f("Runs batted in", "RBI", unit="runs")
    walks: int = f("Bases on balls, intentional ones included", "BB")
    intentional_walks: int = f("Intentional bases on balls", "IBB")
    hit_by_pitch: int = f("Times hit by a pitch", "HBP")
    strikeouts: int = f("Strikeouts; the pitching table's wire name is K", "SO")
    stolen_bases: int = f("Stolen bases", "SB")
    caught_stealing: int = f("Times caught stealing", "CS")
    outs: int = f("Times the batter was put out (meaning observed)", "Outs", unit="outs")
    errors: int = f("Errors in the field", "E")
    putouts: int = f("PO of the wire; its meaning in batting is unknown, putouts are likely", "PO")


class Pitching(Line, source="2.6 MLB"):
    wins: int = f("Credited with the win", "W")
    losses: int = f("Charged with the loss", "L")
    saves: int = f("Credited with a save", "S")
    innings: float = f(
        "Innings pitched in baseball notation: .1 is one third; never add these", "IP",
        unit="innings.outs", derive="outs_recorded",
    )  # fmt: skip
    hits: int = f("Hits allowed", "H")
    runs: int = f("Runs allowed", "R", unit="runs")
    earned_runs: int = f("Earned runs allowed", "ER", unit="runs")
    walks: int = f("Bases on balls allowed, intentional ones included", "BB")
    strikeouts: int = f("Strikeouts; the batting table's wire name is SO", "K")
    home_runs: int = f("Home runs allowed", "HR")
    singles: int = f("One-base hits allowed", "1B")
    doubles: int = f("Two-base hits allowed", "2B")
    triples: int = f("Three-base hits allowed", "3B")
    stolen_bases: int = f("Bases stolen against the pitcher", "SB")
    caught_stealing: int = f("Runners caught stealing against the pitcher", "CS")
    hit_by_pitch: int = f("Batters hit", "HBP")
    intentional_walks: int = f("Intentional bases on balls", "IBB")
    balks: int = f("Balks", "BK")
    wild_pitches: int = f("Wild pitches", "WP")
    blown_saves: int = f("Blown saves", "BS")
    holds: int = f("Holds", "HLD")
    pitches: int = f("Pitches thrown", unit="pitches")
    strikes: int = f("Strikes thrown, balls in play included", unit="pitches")
    putouts: int = f("PO of the wire; its meaning in pitching is unknown, putouts are likely", "PO")


class Players(Record, source="2.6 MLB"):
    batting: dict[str, Batting] = f("Batting lines by player id")
    pitching: dict[str, Pitching] = f("Pitching lines by player id")


class FullBox(common.FullBox[Team], source="2.6 MLB"):
    current_box: Current | None = f("Current state", sparse=True)


class Game(common.LiveGame, source="2.6 MLB"):
    """A live MLB game."""

    full_box: FullBox = f("Both sides and the current state")
    player_box: Sides[Players] = f("Player lines of both sides")


SCHEDULE = Answer(Fixture, (common.SCHEDULE_GAMES,))

LIVE = Answer(
    Game,
    (
        common.GAMES.also("full_box/current_box"),
        common.TEAMS,
        common.PERIODS,
        common.players("batting", "batting/", "a batter and game"),
        common.players("pitching", "pitching/", "a pitcher and game"),
    ),
)

MLB = Sport(
    code="MLB", name="Baseball, pro", game="baseball", answers={"schedule": SCHEDULE, "live": LIVE},
    zone="America/New_York", season_spans=False, opens=(3, 20),
    rules=Rules(
        unit="runs",
        periods=9,
        period="inning",
        overtime="",
        standings=Standings(
            "division",
            tie_breaks=TieBreaks(
                steps(
                    "head_to_head",
                    "own_division_record",
                    "other_divisions_record",
                    "last_half_record",
                    "last_half_and_more_record",
                ),
                restart="separation",
            ),
            seeding=Seeding(per_division=1, others=3, winners_first=True),
            games=162,
        ),
        elo=Elo(4, 24, keep=2 / 3, source="FiveThirtyEight, without pitchers, travel and rest"),
        pythagorean=1.83,
        pythagorean_source="Baseball-Reference",
    ),
)  # fmt: skip
