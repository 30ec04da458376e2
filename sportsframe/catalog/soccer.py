"""Soccer: EPL, SERIEA and LALIGA. The live record is not in the specification and is based on reports."""

from __future__ import annotations

from . import common, directory, resources, season_stats
from .grammar import Answer, Record, Sides, Sport, api_field
from .printed import Printed
from .rules import DecidingGame, Elo, Points, Prize, Rules, Standings, TieBreaks, steps


class Place(Record, source="2.3 SOCCER"):
    city: str | None = api_field("City of the venue")
    country: str | None = api_field("Country of the venue", detail=True)
    postal_code: str | None = api_field("Postal code as a string, to preserve leading zeros", detail=True)
    arena: str | None = api_field("Name of the venue")
    field: str | None = api_field("Playing surface: grass or turf", detail=True)
    dome: int | None = api_field("1 under a roof, 0 in the open; not reliable", detail=True)
    latitude: float | None = api_field("Latitude of the venue", unit="deg", detail=True)
    longitude: float | None = api_field("Longitude of the venue", unit="deg", detail=True)


class Replaced(Record, source="observed"):
    replaced_by: str | None = api_field("Id of the game that replaced this one", sparse=True)


class Fixture(common.Fixture, Place, Replaced, source="2.3 SOCCER"):
    """A scheduled soccer game."""


class TeamStats(Record, source="assumed"):
    fouls_committed: int = api_field("Fouls committed")
    fouls_drawn: int = api_field("Fouls drawn")
    saves: int = api_field("Shots saved")
    offsides: int = api_field("Offsides")
    red_cards: int = api_field("Red cards")
    yellow_cards: int = api_field("Yellow cards")
    corners: int = api_field("Corner kicks")
    shots_on_goal: int = api_field("Shots on target")
    shots_attempted: int = api_field("Shots")
    free_kicks_won: int = api_field("Free kicks won")
    free_kicks_conceded: int = api_field("Free kicks conceded")
    penalty_attempts: int = api_field("Penalty kicks taken")
    penalties_scored: int = api_field("Penalty kicks scored")
    penalties_faced: int = api_field("Penalty kicks faced")
    penalties_conceded: int = api_field("Penalty kicks conceded")
    clean_sheets: int = api_field("1 if the side conceded no goal")


class Team(common.LiveTeam, source="assumed"):
    division_name: str | None = api_field("Name of the league", sparse=True)
    team_stats: TeamStats = api_field("Statistics of the side")


class Line(Record, source="assumed"):
    """A player's stat line; the last five statistics are for goalkeepers."""

    player: str = api_field("Name of the player")
    position: str | None = api_field("Position")
    minutes_played: int = api_field("Minutes played", unit="min")
    goals: int = api_field("Goals")
    assists: int = api_field("Assists")
    shots_on_goal: int = api_field("Shots on target")
    shots_attempted: int = api_field("Shots")
    fouls_committed: int = api_field("Fouls committed")
    fouls_drawn: int = api_field("Fouls drawn")
    free_kicks_won: int = api_field("Free kicks won")
    yellow_cards: int = api_field("Yellow cards")
    red_cards: int = api_field("Red cards")
    penalty_attempts: int = api_field("Penalty kicks taken")
    penalties_scored: int = api_field("Penalty kicks scored")
    goals_conceded: int = api_field("Goals conceded", sparse=True)
    saves: int = api_field("Shots saved", sparse=True)
    clean_sheets: int = api_field("1 if the goalkeeper conceded no goal", sparse=True)
    penalties_saved: int = api_field("Penalty kicks saved", sparse=True)
    penalties_faced: int = api_field("Penalty kicks faced", sparse=True)


class Season(Record, source="assumed"):
    game_location: str | None = api_field("City and country as text", sparse=True)
    season_type: str | None = api_field("Part of the season", sparse=True, key=True)
    season: str | None = api_field("Season, YYYY-YYYY", sparse=True, key=True)


class Game(common.LiveHead, Season, source="assumed"):
    """A live soccer game."""

    full_box: common.FullBox[Team] = api_field("Both sides")
    player_box: Sides[dict[str, Line]] = api_field("Player lines of both sides, by player id")


class SeasonTeam(TeamStats, source="observed", restated=True):
    """Statistics of a team's season, which are reported with the names assumed for a game."""


class SeasonResults(season_stats.Results, source="observed"):
    """Results; the goals conceded were misspelled for some seasons."""

    draws: int | None = api_field("Games drawn")
    goals_scored: int | None = api_field("Goals scored", unit="goals")
    goals_conceded: int | None = api_field("Goals conceded", unit="goals", also=("goals_conceeded",))


PlayerTotals = season_stats.statistics("PlayerTotals", season_stats.Played, Line, source="assumed", module=__name__)
TeamTotals = season_stats.statistics("TeamTotals", SeasonResults, SeasonTeam, source="observed", module=__name__)

PLAYER_STATS = season_stats.players(
    season_stats.season_of("PlayerSeason", season_stats.PlayerHead, PlayerTotals, source="assumed", module=__name__),
    season_stats.Totals("season", ("players",)),
)
TEAM_STATS = season_stats.teams(
    season_stats.season_of("TeamSeason", season_stats.TeamHead, TeamTotals, source="observed", module=__name__),
    season_stats.Totals(
        "season",
        ("teams",),
        {
            "wins": season_stats.WINS,
            "draws": season_stats.LEVEL,
            "losses": season_stats.LOSSES,
            "goals_scored": season_stats.SCORED,
            "goals_conceded": season_stats.CONCEDED,
        },
    ),
)

LEAGUES: dict[str, str] = dict(zip(resources.LEAGUES, ("England", "Italy", "Spain"), strict=True))
"""League code -> its country."""

PRIZES = (Prize("Champions League", 1, 4), Prize("Europa League", 5, 5), Prize("relegation", -3, -1))
"""The usual places; a fifth one in the Champions League, or one by a cup, is known only when the season is over."""

RULES = Rules(
    home_first=True,
    unit="goals",
    periods=2,
    period="half",
    period_minutes=45,
    ties=True,
    level="draw",
    standings=Standings(
        "league",
        printed="P=games W=wins D=draws L=losses GF=goals_for GA=goals_against GD=goal_difference PTS=points FORM=form",
        ranked_by=("points",),
        points=Points(win=3, draw=1),
        league_tie_breaks={
            "EPL": TieBreaks(steps("difference", "scored", "mutual_points", "mutual_away_scored", "playoff")),
            "LALIGA": TieBreaks(steps("mutual_points", "mutual_difference", "difference", "scored", "fair_play")),
            "SERIEA": TieBreaks(steps("mutual_points", "mutual_difference", "difference", "scored", "lots")),
        },
        deciding_games={"SERIEA": DecidingGame((1, 17), since=2022)},
        prizes=dict.fromkeys(LEAGUES, PRIZES),
        games=38,
    ),
    elo=Elo(20, 60, "goals", source="World Football Elo; its home advantage, 100, is that of national teams"),
    pythagorean=1.3,
    pythagorean_source="a public course; for wins plus half the draws, not points",
)

TEAM_BOX = Printed(
    "G=score SH=shots_attempted SOT=shots_on_goal CK=corners OFF=offsides FC=fouls_committed YC=yellow_cards "
    "RC=red_cards",
    label="team record",
)
PLAYER_BOX = Printed(
    "MIN=minutes_played! G=goals A=assists SH=shots_attempted SOT=shots_on_goal FC=fouls_committed YC=yellow_cards "
    "RC=red_cards SV=saves",
    where="minutes_played",
    order="position -minutes_played",
    first=("Goalkeeper", "Defender", "Midfielder", "Forward"),
)

RELEGATED = resources.Param("relegated", "text", "Only relegated teams, or only others", choices=("TRUE", "FALSE"))

SOCCER = Sport(
    code="SOCCER",
    name="European soccer",
    game="soccer",
    answers={
        "schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(
            Game,
            (
                common.GAMES,
                common.TEAMS.with_printed(TEAM_BOX),
                common.PERIODS,
                common.players("players", "", printed=(PLAYER_BOX,)),
            ),
        ),
        "player-info": directory.players(directory.SoccerPlayer),
        "team-info": directory.teams(directory.SoccerTeam, RELEGATED),
        "depth-charts": directory.depth_charts(),
        "injuries": directory.injuries(),
        "player-stats": PLAYER_STATS,
        "team-stats": TEAM_STATS,
    },
    zone="Europe/London",
    plain_dates=True,
    season_spans=True,
    leagues=resources.LEAGUES,
    also_called="football association",
    opens=(8, 1),
    rules=RULES,
)
