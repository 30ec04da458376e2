"""Basketball: NBA and NCAABB."""

from __future__ import annotations

from . import common
from .grammar import Answer, Record, Sides, Sport, Table, f
from .rules import Elo, Rules, Seeding, Standings, Step, TieBreaks, steps


class NbaFixture(common.TeamFixture, source="2.3 NBA"):
    """A scheduled NBA game."""

    broadcast: str | None = f("Where the game is shown")


class Replaced(Record, source="2.3 NCAABB"):
    replaced_by: str | None = f("Id of the game that took this row's place", sparse=True)


class Seeds(Record, source="2.6 NCAABB"):
    """A game's place in a bracket."""

    region: str | None = f("Region of the bracket; missing outside it and from the semi-finals on")
    away_team_seed: int | None = f("Seed of the away team, 1 to 16")
    home_team_seed: int | None = f("Seed of the home team, 1 to 16")
    region_display_order: int | None = f("Order of the region for display")


class NcaabbFixture(common.TeamFixture, Replaced, Seeds, common.Venue, source="2.3 NCAABB"):
    """A scheduled NCAABB game."""

    location: str | None = f("City and state as text")
    top_left_bracket_region: str | None = f("Region drawn at the top left of the bracket")
    bottom_right_bracket_region: str | None = f("Region drawn at the bottom right of the bracket")
    top_right_bracket_region: str | None = f("Region drawn at the top right of the bracket")
    bottom_left_bracket_region: str | None = f("Region drawn at the bottom left of the bracket")


class Current(Record, source="2.6 NBA and NCAABB"):
    quarter: int | None = f("Period being played; stays the last one when the game is over", "Quarter")
    time_remaining: str | None = f("Clock of the period, mm:ss", "TimeRemaining")


class Stats(Record, source="2.6 NBA and NCAABB"):
    """The figures a team and a player share."""

    field_goals_attempted: int = f("Field goals attempted, twos and threes")
    field_goals_made: int = f("Field goals made, twos and threes")
    three_points_attempted: int = f("Three-pointers attempted")
    three_points_made: int = f("Three-pointers made")
    free_throws_attempted: int = f("Free throws attempted")
    free_throws_made: int = f("Free throws made")
    two_points_attempted: int = f("Two-pointers attempted")
    two_points_made: int = f("Two-pointers made")
    two_point_percentage: float = f("Two-pointers made of attempted, as sent: 0 without attempts", unit="%")
    offensive_rebounds: int = f("Offensive rebounds")
    defensive_rebounds: int = f("Defensive rebounds")
    total_rebounds: int = f("Rebounds")
    assists: int = f("Assists")
    steals: int = f("Steals")
    blocks: int = f("Blocks")
    turnovers: int = f("Turnovers")
    fouls: int = f("Personal fouls")


class NbaTeam(common.LiveTeam, source="2.6 NBA and NCAABB"):
    division_name: str | None = f("Conference and division")
    team_stats: Stats = f("Figures of the side")


class NcaabbTeam(NbaTeam, source="2.6 NCAABB"):
    rank: int | None = f("National rank")
    conference_id: int | None = f("Conference id", "conf_ID")


class Person(Record, source="2.6 NBA and NCAABB"):
    player: str = f("Name of the player")
    position: str | None = f("Position")
    status: str | None = f("Roster state of the player")
    minutes: str | None = f("Playing time: mm:ss, or whole minutes", unit="min", derive="seconds_played")
    points: int = f("Points", unit="points")


class NbaLine(Person, Stats, source="2.6 NBA and NCAABB"):
    """A player's line."""


class NcaabbLine(Person, Stats, source="2.6 NCAABB"):
    starter: bool = f("Whether the player started")


class NbaBox(common.FullBox[NbaTeam], source="2.6 NBA and NCAABB"):
    current: Current | None = f("Current state", sparse=True)


class NcaabbBox(common.FullBox[NcaabbTeam], source="2.6 NBA and NCAABB"):
    current: Current | None = f("Current state", sparse=True)


class NbaGame(common.LiveGame, source="2.6 NBA"):
    """A live NBA game."""

    broadcast: str | None = f("Where the game is shown")
    full_box: NbaBox = f("Both sides and the current state")
    player_box: Sides[dict[str, NbaLine]] = f("Player lines of both sides, by player id")


class NcaabbGame(common.LiveGame, Seeds, source="2.6 NCAABB"):
    """A live NCAABB game."""

    home_team_display_order: int | None = f("Order of the home team for display")
    full_box: NcaabbBox = f("Both sides and the current state")
    player_box: Sides[dict[str, NcaabbLine]] = f("Player lines of both sides, by player id")


TABLES: tuple[Table, ...] = (
    common.GAMES.also("full_box/current"),
    common.TEAMS,
    common.PERIODS,
    common.players("players", ""),
)

NBA_RULES = Rules(
    periods=4,
    period="quarter",
    period_minutes=12,
    overtime_minutes=5,
    standings=Standings(
        "conference",
        tie_breaks=TieBreaks(
            two=steps(
                "head_to_head",
                "division_winner",
                "division_record",
                "conference_record",
                Step("own_playoff_teams_record", 8),
                Step("other_playoff_teams_record", 8),
                "difference",
            ),
            more=steps(
                "division_winner",
                "head_to_head",
                "division_record",
                "conference_record",
                Step("own_playoff_teams_record", 8),
                "difference",
            ),
            restart="separation",
        ),
        seeding=Seeding(others=6, play_in=4),
        games=82,
    ),
    # The final of the season's cup; nothing but its name tells.
    not_in_standings=r"\bcup\b.*(?<!quarter)(?<!quarter-)(?<!semi)(?<!semi-)\b(?:final|championship)\b",
    elo=Elo(20, 100, "basketball", keep=3 / 4, mean=1505, source="FiveThirtyEight"),
    pythagorean=14.0,
    pythagorean_source="Basketball-Reference",
)

NCAABB_RULES = Rules(
    periods=2,
    period="half",
    period_minutes=20,
    overtime_minutes=5,
    level="tie",
    whole_minutes=True,
    # Each conference breaks ties by rules of its own, and none is applied.
    standings=Standings("conference", ranked_by=("conference_pct", "win_pct"), guests=True),
    elo=Elo(20, 80, "basketball", keep=2 / 3, mean=1505),
    pythagorean=11.5,
    pythagorean_source="Pomeroy, meant for adjusted efficiency",
)

NBA = Sport(
    code="NBA", name="Basketball, pro", game="basketball",
    answers={"schedule": Answer(NbaFixture, (common.SCHEDULE_GAMES,)), "live": Answer(NbaGame, TABLES)},
    zone="America/New_York", season_spans=True, opens=(10, 1), rules=NBA_RULES,
)  # fmt: skip

NCAABB = Sport(
    code="NCAABB", name="Basketball, college", game="basketball",
    answers={"schedule": Answer(NcaabbFixture, (common.SCHEDULE_GAMES,)), "live": Answer(NcaabbGame, TABLES)},
    zone="America/New_York", season_spans=True, opens=(11, 1), rules=NCAABB_RULES,
)  # fmt: skip
