"""Ice hockey: NHL. The specification does not show its live record; shapes are as observed."""

from __future__ import annotations

from . import common
from .grammar import Answer, Record, Sides, Sport, f
from .rules import Elo, Points, Rules, Seeding, Standings, TieBreaks, steps


class Fixture(common.TeamFixture, source="2.3"):
    """A scheduled NHL game: the common fields and no others."""


class TeamStats(Record, source="observed"):
    hits: int = f("Hits")
    saves: int = f("Shots saved")
    blocks: int = f("Shots blocked")
    assists: int = f("Assists")
    power_plays: int = f("Power plays")
    power_plays_converted: int = f("Power plays with a goal")
    faceoffs_won: int = f("Faceoffs won")
    faceoffs_lost: int = f("Faceoffs lost")
    shots_on_goal: int = f("Shots on goal")
    penalty_minutes: int = f("Penalty minutes", unit="min")
    short_handed_goals_scored: int = f("Goals scored short-handed")
    short_handed_goals_allowed: int = f("Short-handed goals allowed")


class Team(common.LiveTeam, source="observed"):
    division_name: str | None = f("Conference and division")
    team_stats: TeamStats = f("Figures of the side")


class Person(Record, source="observed"):
    player: str = f("Name of the player")
    position: str | None = f("Position")
    position_category: str | None = f("Group of positions: C, W, D or G")
    status: str | None = f("Roster state of the player")
    time_on_ice: str | None = f("Time on ice, mm:ss", derive="seconds_played")


class Goalie(Person, source="observed"):
    wins: int = f("Credited with the win", "win")
    losses: int = f("Charged with the loss", "loss")
    overtime_losses: int = f("Charged with a loss beyond regulation", "overtime_loss")
    saves: int = f("Shots saved")
    shots_against: int = f("Shots faced")
    goals_allowed: int = f("Goals allowed")
    shutouts: int = f("Shutouts")


class Skater(Person, source="observed"):
    goals: int = f("Goals")
    assists: int = f("Assists")
    plus_minus: int = f("Goals for less goals against while on the ice, power plays left out")
    shots_on_goal: int = f("Shots on goal")
    hits: int = f("Hits")
    blocks: int = f("Shots blocked")
    giveaways: int = f("Giveaways")
    takeaways: int = f("Takeaways")
    faceoffs_won: int = f("Faceoffs won")
    faceoffs_lost: int = f("Faceoffs lost")
    penalty_minutes: int = f("Penalty minutes", unit="min")
    power_play_goals: int = f("Power-play goals")
    power_play_assists: int = f("Power-play assists")
    short_handed_goals: int = f("Short-handed goals")
    short_handed_assists: int = f("Short-handed assists")
    shootout_goals: int = f("Goals in the shootout; they are in no score but the winner's one")


class Players(Record, source="observed"):
    goalies: dict[str, Goalie] = f("Goalie lines by player id")
    skaters: dict[str, Skater] = f("Skater lines by player id")


class Game(common.LiveGame, source="observed"):
    """A live NHL game; it has no current state."""

    full_box: common.FullBox[Team] = f("Both sides")
    player_box: Sides[Players] = f("Player lines of both sides")


NHL = Sport(
    code="NHL", name="Ice hockey, pro", game="hockey",
    answers={
        "schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(
            Game,
            (
                common.GAMES,
                common.TEAMS,
                common.PERIODS,
                common.players("skaters", "skaters/", "a skater and game"),
                common.players("goalies", "goalies/", "a goalie and game"),
            ),
        ),
    },
    zone="America/New_York", season_spans=True, opens=(10, 1),
    rules=Rules(
        unit="goals",
        periods=3,
        period_minutes=20,
        overtime_minutes=5,
        shootout=True,
        standings=Standings(
            "division",
            ranked_by=("points",),
            points=Points(win=2, overtime_loss=1),
            tie_breaks=TieBreaks(
                steps(
                    "fewer_games",
                    "regulation_wins",
                    "play_wins",
                    "wins",
                    "mutual_points_pct",
                    "difference",
                    "scored",
                )
            ),
            seeding=Seeding(per_division=3, others=2),
            games=82,
        ),
        elo=Elo(6, 50, "hockey", keep=0.7, mean=1505, playoffs=1.25, source="FiveThirtyEight"),
        pythagorean=2.05,
        pythagorean_source="a public calculator",
    ),
)  # fmt: skip
