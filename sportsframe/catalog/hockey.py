"""Ice hockey: NHL. The specification does not describe its live record, which is declared as observed."""

from __future__ import annotations

from . import common, directory, season_stats
from .grammar import Answer, Record, Sides, Sport, api_field
from .printed import Printed
from .rules import Elo, Points, Rules, Seeding, Standings, TieBreaks, steps


class Fixture(common.TeamFixture, source="2.3"):
    """A scheduled NHL game, with the common fields only."""


class TeamStats(Record, source="observed"):
    hits: int = api_field("Hits")
    saves: int = api_field("Shots saved")
    blocks: int = api_field("Shots blocked")
    assists: int = api_field("Assists")
    power_plays: int = api_field("Power plays")
    power_plays_converted: int = api_field("Power plays with a goal")
    faceoffs_won: int = api_field("Faceoffs won")
    faceoffs_lost: int = api_field("Faceoffs lost")
    shots_on_goal: int = api_field("Shots on goal")
    penalty_minutes: int = api_field("Penalty minutes", unit="min")
    short_handed_goals_scored: int = api_field("Goals scored short-handed")
    short_handed_goals_allowed: int = api_field("Short-handed goals allowed")


class Team(common.LiveTeam, source="observed"):
    division_name: str | None = api_field("Conference and division")
    team_stats: TeamStats = api_field("Statistics of the side")


class Person(Record, source="observed"):
    player: str = api_field("Name of the player")
    position: str | None = api_field("Position")
    position_category: str | None = api_field("Group of positions: C, W, D or G")
    status: str | None = api_field("Roster state of the player")
    time_on_ice: str | None = api_field("Time on ice, mm:ss", derive="seconds_played")


class Goalie(Person, source="observed"):
    wins: int = api_field("Credited with the win", "win")
    losses: int = api_field("Charged with the loss", "loss")
    overtime_losses: int = api_field("Charged with a loss in overtime or a shootout", "overtime_loss")
    saves: int = api_field("Shots saved")
    shots_against: int = api_field("Shots faced")
    goals_allowed: int = api_field("Goals allowed")
    shutouts: int = api_field("Shutouts")


class Skater(Person, source="observed"):
    goals: int = api_field("Goals")
    assists: int = api_field("Assists")
    plus_minus: int = api_field("Goals for minus goals against while on the ice, without power plays")
    shots_on_goal: int = api_field("Shots on goal")
    hits: int = api_field("Hits")
    blocks: int = api_field("Shots blocked")
    giveaways: int = api_field("Giveaways")
    takeaways: int = api_field("Takeaways")
    faceoffs_won: int = api_field("Faceoffs won")
    faceoffs_lost: int = api_field("Faceoffs lost")
    penalty_minutes: int = api_field("Penalty minutes", unit="min")
    power_play_goals: int = api_field("Power-play goals")
    power_play_assists: int = api_field("Power-play assists")
    short_handed_goals: int = api_field("Short-handed goals")
    short_handed_assists: int = api_field("Short-handed assists")
    shootout_goals: int = api_field("Shootout goals; the score includes only the winner's deciding one")


class Players(Record, source="observed"):
    goalies: dict[str, Goalie] = api_field("Goalie lines by player id")
    skaters: dict[str, Skater] = api_field("Skater lines by player id")


class Game(common.LiveGame, source="observed"):
    """A live NHL game; it has no current state."""

    full_box: common.FullBox[Team] = api_field("Both sides")
    player_box: Sides[Players] = api_field("Player lines of both sides")


class SeasonIce(Record, source="observed"):
    time_on_ice: float | None = api_field("Time on ice", unit="min")


class SeasonResults(season_stats.Results, source="observed"):
    overtime_losses: int | None = api_field("Games lost in overtime or a shootout, not among the losses")
    goals: int | None = api_field("Goals, with one for a shootout won")


class SeasonGoalie(Goalie, source="assumed", restated=True):
    """Statistics of goalies, which no report of the season statistics mentions."""


PlayerTotals = season_stats.statistics(
    "PlayerTotals", season_stats.Played, SeasonIce, Skater, SeasonGoalie, source="observed", module=__name__
)
TeamTotals = season_stats.statistics("TeamTotals", SeasonResults, TeamStats, source="observed", module=__name__)


def _lost_in_regulation(score: int | None, opponent_score: int | None, periods: int | None) -> int | None:
    return None if periods is None else int(bool(season_stats.lost(score, opponent_score)) and periods <= 3)


def _lost_later(score: int | None, opponent_score: int | None, periods: int | None) -> int | None:
    return None if periods is None else int(bool(season_stats.lost(score, opponent_score)) and periods > 3)


DECIDED = (*season_stats.SCORES, "periods_played")

PLAYER_STATS = season_stats.players(
    season_stats.season_of("PlayerSeason", season_stats.PlayerHead, PlayerTotals, source="observed", module=__name__),
    season_stats.Totals(
        "season",
        ("skaters", "goalies"),
        {"time_on_ice": season_stats.Total(("seconds_played",), season_stats.minutes)},
    ),
)
TEAM_STATS = season_stats.teams(
    season_stats.season_of("TeamSeason", season_stats.TeamHead, TeamTotals, source="observed", module=__name__),
    season_stats.Totals(
        "season",
        ("teams",),
        {
            "wins": season_stats.WINS,
            "losses": season_stats.Each(DECIDED, _lost_in_regulation),
            "overtime_losses": season_stats.Each(DECIDED, _lost_later),
            "goals": season_stats.SCORED,
        },
    ),
)

TEAM_BOX = Printed(
    "G=score SOG=shots_on_goal PP=power_plays_converted-power_plays FO=faceoffs_won-faceoffs_lost HIT=hits BLK=blocks "
    "PIM=penalty_minutes",
    label="team record",
)
SKATER_BOX = Printed(
    "G=goals A=assists P=goals+assists +/-=plus_minus! SOG=shots_on_goal HIT=hits BLK=blocks PIM=penalty_minutes "
    "FO=faceoffs_won-faceoffs_lost TOI=time_on_ice!",
    label="player position",
    where="seconds_played",
    order="-goals+assists -goals -seconds_played",
)
GOALIE_BOX = Printed(
    "DEC=W:wins,L:losses,OTL:overtime_losses SA=shots_against GA=goals_allowed SV=saves TOI=time_on_ice!",
    where="seconds_played",
    order="-seconds_played",
)

NHL = Sport(
    code="NHL",
    name="Ice hockey, pro",
    game="hockey",
    answers={
        "schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(
            Game,
            (
                common.GAMES,
                common.TEAMS.with_printed(TEAM_BOX),
                common.PERIODS,
                common.players("skaters", "skaters/", "skater and game", (SKATER_BOX,)),
                common.players("goalies", "goalies/", "goalie and game", (GOALIE_BOX,)),
            ),
        ),
        "player-info": directory.players(directory.NhlPlayer),
        "team-info": directory.teams(directory.IndoorTeam),
        "depth-charts": directory.depth_charts(),
        "injuries": directory.injuries(),
        "player-stats": PLAYER_STATS,
        "team-stats": TEAM_STATS,
    },
    zone="America/New_York",
    season_spans=True,
    opens=(10, 1),
    rules=Rules(
        unit="goals",
        periods=3,
        period_minutes=20,
        overtime_minutes=5,
        shootout=True,
        qualified={"shots_against": 0.4},  # a goalkeeper of 25 of 82 games, where the busiest has 60
        standings=Standings(
            "division",
            printed="GP=games W=wins L=losses OTL=overtime_losses PTS=points RW=regulation_wins "
            "ROW=regulation_overtime_wins GF=goals_for GA=goals_against DIFF=goal_difference HOME=home_record "
            "AWAY=away_record L10=last_ten STRK=streak",
            ranked_by=("points",),
            points=Points(win=2, overtime_loss=1),
            tie_breaks=TieBreaks(
                steps(
                    "fewer_games",
                    "regulation_wins",
                    "regulation_overtime_wins",
                    "wins",
                    "mutual_points_pct",
                    "difference",
                    "scored",
                )
            ),
            seeding=Seeding(
                per_division=3,
                others=2,
                rounds=("First Round", "Second Round", "Conference Final", "Stanley Cup Final"),
                series=(7, 7, 7, 7),
            ),
            games=82,
        ),
        elo=Elo(6, 50, "hockey", keep=0.7, mean=1505, playoffs=1.25, source="FiveThirtyEight"),
        pythagorean=2.05,
        pythagorean_source="a public calculator",
    ),
    finals=("Stanley Cup",),
    also_called="professional",
)
