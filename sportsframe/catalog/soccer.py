"""Soccer: EPL, SERIEA and LALIGA. The live record is not specified; it is assumed from reports."""

from __future__ import annotations

from . import common, resources
from .grammar import Answer, Record, Sides, Sport, f
from .rules import Elo, Points, Rules, Standings, TieBreaks, steps


class Place(Record, source="2.3 SOCCER"):
    city: str | None = f("City of the venue")
    country: str | None = f("Country of the venue")
    postal_code: str | None = f("Postal code, text: leading zeros count")
    arena: str | None = f("Name of the venue")
    field: str | None = f("Playing surface: grass or turf")
    dome: int | None = f("1 under a roof, 0 in the open; not reliable")
    latitude: float | None = f("Latitude of the venue", unit="deg")
    longitude: float | None = f("Longitude of the venue", unit="deg")


class Replaced(Record, source="observed"):
    replaced_by: str | None = f("Id of the game that took this row's place", sparse=True)


class Fixture(common.Fixture, Place, Replaced, source="2.3 SOCCER"):
    """A scheduled soccer game."""


class TeamStats(Record, source="assumed"):
    fouls_committed: int = f("Fouls committed")
    fouls_drawn: int = f("Fouls drawn")
    saves: int = f("Shots saved")
    offsides: int = f("Offsides")
    red_cards: int = f("Red cards")
    yellow_cards: int = f("Yellow cards")
    corners: int = f("Corner kicks")
    shots_on_goal: int = f("Shots on target")
    shots_attempted: int = f("Shots")
    free_kicks_won: int = f("Free kicks won")
    free_kicks_conceded: int = f("Free kicks conceded")
    penalty_attempts: int = f("Penalty kicks taken")
    penalties_scored: int = f("Penalty kicks scored")
    penalties_faced: int = f("Penalty kicks faced")
    penalties_conceded: int = f("Penalties given away")
    clean_sheets: int = f("1 where the side let in no goal")


class Team(common.LiveTeam, source="assumed"):
    division_name: str | None = f("Name of the league", sparse=True)
    team_stats: TeamStats = f("Figures of the side")


class Line(Record, source="assumed"):
    """A player's line; the last five figures are a goalkeeper's."""

    player: str = f("Name of the player")
    position: str | None = f("Position")
    minutes_played: int = f("Minutes played", unit="min")
    goals: int = f("Goals")
    assists: int = f("Assists")
    shots_on_goal: int = f("Shots on target")
    shots_attempted: int = f("Shots")
    fouls_committed: int = f("Fouls committed")
    fouls_drawn: int = f("Fouls drawn")
    free_kicks_won: int = f("Free kicks won")
    yellow_cards: int = f("Yellow cards")
    red_cards: int = f("Red cards")
    penalty_attempts: int = f("Penalty kicks taken")
    penalties_scored: int = f("Penalty kicks scored")
    goals_conceded: int = f("Goals conceded", sparse=True)
    saves: int = f("Shots saved", sparse=True)
    clean_sheets: int = f("1 where the keeper let in no goal", sparse=True)
    penalties_saved: int = f("Penalty kicks saved", sparse=True)
    penalties_faced: int = f("Penalty kicks faced", sparse=True)


class Season(Record, source="assumed"):
    game_location: str | None = f("City and country as text", sparse=True)
    season_type: str | None = f("Part of the season", sparse=True)
    season: str | None = f("Season, YYYY-YYYY", sparse=True)


class Game(common.LiveHead, Season, source="assumed"):
    """A live soccer game."""

    full_box: common.FullBox[Team] = f("Both sides")
    player_box: Sides[dict[str, Line]] = f("Player lines of both sides, by player id")


LEAGUES: dict[str, str] = dict(zip(resources.LEAGUES, ("England", "Italy", "Spain"), strict=True))
"""League code -> its country."""

RULES = Rules(
    unit="goals",
    periods=2,
    period="half",
    period_minutes=45,
    ties=True,
    level="draw",
    standings=Standings(
        "league",
        ranked_by=("points",),
        points=Points(win=3, draw=1),
        league_tie_breaks={
            "EPL": TieBreaks(steps("difference", "scored", "mutual_points", "mutual_away_scored", "playoff")),
            "LALIGA": TieBreaks(steps("mutual_points", "mutual_difference", "difference", "scored", "fair_play")),
            "SERIEA": TieBreaks(steps("mutual_points", "mutual_difference", "difference", "scored", "lots")),
        },
        games=38,
    ),
    elo=Elo(20, 100, "goals", source="World Football Elo"),
    pythagorean=1.3,
    pythagorean_source="a public course; of wins and half the draws, not points",
)

SOCCER = Sport(
    code="SOCCER", name="European soccer", game="soccer",
    answers={
        "schedule": Answer(Fixture, (common.SCHEDULE_GAMES,), leagues=True),
        "live": Answer(
            Game, (common.GAMES, common.TEAMS, common.PERIODS, common.players("players", "")), leagues=True
        ),
    },
    zone="Europe/London", season_spans=True, leagues=resources.LEAGUES, opens=(8, 1), rules=RULES,
)  # fmt: skip
