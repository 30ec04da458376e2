"""American football: NFL and NCAAFB."""

from __future__ import annotations

from . import common
from .grammar import Answer, Record, Sides, Sport, Table, f
from .rules import Elo, Rules, Seeding, Standings, Step, TieBreaks, steps

FAMILIES: dict[str, tuple[str, ...]] = {}
"""Stat family -> its columns: a player's line holds whole families or none of them; filled below."""


class Week(Record, source="2.3"):
    week: int = f("Week of the season")


class Fixture(common.TeamFixture, Week, common.Venue, common.Surface, source="2.3 NFL"):
    """A scheduled football game."""


class Current(Record, source="2.6 NCAAFB and NFL"):
    """The state of play; when the game is over the quarter is F and the rest is empty."""

    quarter: str | None = f("Quarter being played, F when the game is over", "Quarter")
    time_remaining: str | None = f("Clock of the quarter, mm:ss", "TimeRemaining")
    down: int | None = f("Down", "Down")
    distance: int | None = f("Yards to a first down", "Distance", unit="yd")
    yard_line: int | None = f("Yard line of the ball", "YardLine", unit="yd")
    yard_line_territory: str | None = f("Whose half the ball is in, abbreviation", "YardLineTerritory")
    possession: str | None = f("Who has the ball, abbreviation", "Possession")
    red_zone: bool | None = f("Whether the ball is inside the 20", "RedZone")
    poss: str | None = f("Who has the ball, once more")
    field_position: str | None = f("Where the ball lies, as text", "field")


class Penalties(Record, source="2.6 NCAAFB and NFL"):
    penalties: int = f("Penalties", "total")
    penalty_yards: int = f("Penalty yards", "yards", unit="yd")


class TeamStats(Record, source="2.6 NCAAFB and NFL"):
    first_downs: int = f("First downs")
    total_plays: int = f("Plays from scrimmage")
    total_yards: int = f("Passing and rushing yards", unit="yd")
    passing_yards: int = f("Passing yards", unit="yd")
    rushing_yards: int = f("Rushing yards", unit="yd")
    total_passing_yards_allowed: int = f("The opponent's passing yards", unit="yd")
    total_rushing_yards_allowed: int = f("The opponent's rushing yards", unit="yd")
    passing_touchdowns: int = f("Touchdown passes thrown", source="assumed")
    rushing_touchdowns: int = f("Rushing touchdowns", source="assumed")
    receiving_touchdowns: int = f("Touchdown passes caught", source="assumed")
    defense_touchdowns: int = f("Touchdowns of the defence", source="assumed")
    interception_touchdowns: int = f("Interceptions returned for a touchdown", source="assumed")
    fumble_return_touchdowns: int = f("Fumbles returned for a touchdown", source="assumed")
    kick_return_touchdowns: int = f("Kick-offs returned for a touchdown", source="assumed")
    punt_return_touchdowns: int = f("Punts returned for a touchdown", source="assumed")
    field_goal_return_touchdowns: int = f("Missed field goals returned for a touchdown", source="assumed")
    blocked_kick_touchdowns: int = f("Blocked kicks returned for a touchdown", source="assumed")
    blocked_punt_touchdowns: int = f("Blocked punts returned for a touchdown", source="assumed")
    blocked_kicks: int = f("Kicks of this side that were blocked, by its name; meaning assumed")
    blocked_punts: int = f("Punts of this side that were blocked, by its name; meaning assumed")
    kicks_blocked: int = f("Kicks this side blocked, by its name; meaning assumed")
    punts_blocked: int = f("Punts this side blocked, by its name; meaning assumed")
    sacks: int = f("Sacks made")
    safeties: int = f("Safeties scored")
    turnovers: int = f("Turnovers committed")
    defense_interceptions: int = f("Interceptions made")
    defense_fumble_recoveries: int = f("Opponent's fumbles recovered")
    penalties: Penalties = f("Penalties and their yards")
    points_against_defense_special_teams: int = f("Points against", unit="points")
    two_point_conversion_attempts: int = f("Two-point tries")
    two_point_conversion_succeeded: int = f("Two-point tries made")
    two_point_conversion_returns: int = f("Opponent's tries returned")


class NcaafbStats(TeamStats, source="2.6 NCAAFB"):
    total_touchdown: int = f("Touchdowns, not counting a pass twice")


class Fantasy(Record, source="2.6 NFL"):
    fantasy_points: float | None = f(
        "Fantasy points by the service's own rules; the wire name carries a vendor's prefix",
        "X_fantasy_points", unit="points", pattern="_fantasy_points", sparse=True,
    )  # fmt: skip


class NflStats(TeamStats, Fantasy, source="2.6 NFL"):
    offense_touchdowns: int = f("Touchdowns of the offence")
    special_team_touchdowns: int = f("Touchdowns of the special teams")


class NcaafbTeam(common.LiveTeam, source="2.6 NCAAFB"):
    division_name: int | None = f("Number of the conference")
    team_stats: NcaafbStats = f("Figures of the side")


class NflTeam(common.LiveTeam, source="2.6 NFL"):
    division_name: str | None = f("Conference and division")
    team_stats: NflStats = f("Figures of the side")


class Person(Record, source="2.6 NCAAFB and NFL"):
    player: str = f("Name of the player")
    position: str | None = f("Position")
    position_category: str | None = f("OFF, DEF or ST")
    status: str | None = f("Roster state of the player")


class Passing(Record, source="2.6 NCAAFB and NFL"):
    completions: int = f("Passes completed", sparse=True)
    passing_attempts: int = f("Passes thrown", sparse=True)
    passing_yards: int = f("Passing yards", unit="yd", sparse=True)
    passing_touchdowns: int = f("Touchdown passes", sparse=True)
    passing_interceptions: int = f("Passes intercepted", sparse=True)
    passer_rating: float = f("Passer rating as sent; the leagues' formulas differ", sparse=True)


class Rushing(Record, source="2.6 NCAAFB and NFL"):
    rushing_attempts: int = f("Carries", sparse=True)
    rushing_yards: int = f("Rushing yards", unit="yd", sparse=True)
    rushing_touchdowns: int = f("Rushing touchdowns", sparse=True)
    rushing_long: int = f("Longest carry", unit="yd", sparse=True)


class Receiving(Record, source="2.6 NCAAFB and NFL"):
    receptions: int = f("Passes caught", sparse=True)
    receiving_yards: int = f("Receiving yards", unit="yd", sparse=True)
    receiving_touchdowns: int = f("Touchdown passes caught", sparse=True)
    receiving_long: int = f("Longest catch", unit="yd", sparse=True)


class Defense(Record, source="2.6 NCAAFB and NFL"):
    tackles: int = f("Tackles", sparse=True)
    sacks: float = f("Sacks made; a shared one is a half", sparse=True)
    interceptions: int = f("Interceptions made", sparse=True)
    fumbles_recoveries: int = f("Fumbles recovered", sparse=True)


class Fumbles(Record, source="2.6 NCAAFB and NFL"):
    fumbles: int = f("Fumbles; absent where there was none", sparse=True)
    fumbles_lost: int = f("Fumbles lost", sparse=True)


class Kicking(Record, source="2.6 NCAAFB and NFL"):
    field_goals_made: int = f("Field goals made", sparse=True)
    field_goals_attempted: int = f("Field goals tried", sparse=True)
    field_goals_long: int = f("Longest field goal", unit="yd", sparse=True)
    field_goal_distances: list[int] = f("Distances of the field goals made", unit="yd", sparse=True)
    extra_points_made: int = f("Extra points made", sparse=True)
    extra_points_attempted: int = f("Extra points tried", sparse=True)


class Punting(Record, source="2.6 NCAAFB and NFL"):
    punts: int = f("Punts", sparse=True)
    punts_long: int = f("Longest punt", unit="yd", sparse=True)
    punting_yards: int = f("Punting yards", unit="yd", sparse=True)
    inside_20: int = f("Punts that ended inside the opponent's 20", sparse=True)


class KickReturns(Record, source="2.6 NCAAFB and NFL"):
    kick_returns: int = f("Kick-off returns", sparse=True)
    kick_return_yards: int = f("Kick-off return yards", unit="yd", sparse=True)
    kick_return_long: int = f("Longest kick-off return", unit="yd", sparse=True)
    kick_return_touchdowns: int = f("Kick-offs returned for a touchdown", sparse=True)


class PuntReturns(Record, source="2.6 NCAAFB and NFL"):
    punt_returns: int = f("Punt returns", sparse=True)
    punt_return_yards: int = f("Punt return yards", unit="yd", sparse=True)
    punt_return_long: int = f("Longest punt return", unit="yd", sparse=True)
    punt_return_touchdowns: int = f("Punts returned for a touchdown", sparse=True)


class Line(
    Person, Passing, Rushing, Receiving, Defense, Fumbles, Kicking, Punting, KickReturns, PuntReturns,
    source="2.6 NCAAFB and NFL",
):  # fmt: skip
    """A player's line: the stat families he has, and no others."""


class Snaps(Record, source="2.6 NFL"):
    snaps_defense: int | None = f("Snaps on defence", "defense", sparse=True)
    snaps_offense: int | None = f("Snaps on offence", "offense", sparse=True)
    snaps_special_teams: int | None = f("Snaps on special teams", "specialTeams", sparse=True)


class NflLine(Line, Fantasy, source="2.6 NFL"):
    snap_counts: Snaps | None = f("Snaps by unit", sparse=True)
    targets: int = f("Passes thrown at the player", sparse=True)
    defense_fumble_recoveries: int = f("Opponent's fumbles recovered", sparse=True)
    fumble_return_touchdowns: int = f("Fumbles returned for a touchdown", sparse=True)
    interception_touchdowns: int = f("Interceptions returned for a touchdown", sparse=True)
    two_point_conversion_pass_attempts: int = f("Two-point passes thrown", sparse=True)
    two_point_conversion_pass_succeeded: int = f("Two-point passes completed", sparse=True)
    two_point_conversion_reception_succeeded: int = f("Two-point passes caught", sparse=True)


class NcaafbBox(common.FullBox[NcaafbTeam], source="2.6 NCAAFB and NFL"):
    current: Current | None = f("Current state", sparse=True)


class NflBox(common.FullBox[NflTeam], source="2.6 NCAAFB and NFL"):
    current: Current | None = f("Current state", sparse=True)


class NcaafbGame(common.LiveGame, Week, source="2.6 NCAAFB"):
    """A live NCAAFB game."""

    full_box: NcaafbBox = f("Both sides and the current state")
    player_box: Sides[dict[str, Line]] = f("Player lines of both sides, by player id")


class NflGame(common.LiveGame, Week, source="2.6 NFL"):
    """A live NFL game."""

    game_arena: str | None = f("Name of the venue")
    full_box: NflBox = f("Both sides and the current state")
    player_box: Sides[dict[str, NflLine]] = f("Player lines of both sides, by player id")


FAMILIES.update(
    (family.__name__, tuple(family.model_fields))
    for family in (Passing, Rushing, Receiving, Defense, Fumbles, Kicking, Punting, KickReturns, PuntReturns)
)

TABLES: tuple[Table, ...] = (
    common.GAMES.also("full_box/current"),
    common.TEAMS,
    common.PERIODS,
    common.players("players", ""),
    Table(
        "field_goals", "player_box/{side}/{player_id}/field_goal_distances/[]", "a field goal made",
        pulls=(common.TEAM, common.TEAM_ID), value="distance", meaning="Distance of a field goal made", unit="yd",
        carry=("player",),
    ),
)  # fmt: skip

_NFL_DIVISION = steps(
    "head_to_head",
    "division_record",
    Step("common_games_record", 1),
    "conference_record",
    "strength_of_victory",
    "strength_of_schedule",
    "conference_points_rank",
    "league_points_rank",
    "common_games_difference",
    "difference",
    "net_touchdowns",
    "lots",
)
_NFL_CONFERENCE = steps(
    "head_to_head_sweep",
    "conference_record",
    Step("common_games_record", 4),
    "strength_of_victory",
    "strength_of_schedule",
    "conference_points_rank",
    "league_points_rank",
    "conference_difference",
    "difference",
    "net_touchdowns",
    "lots",
)

NFL_RULES = Rules(
    periods=4,
    period="quarter",
    period_minutes=15,
    overtime_minutes=10,
    ties=True,
    level="tie",
    standings=Standings(
        "division",
        tie_breaks=TieBreaks(_NFL_DIVISION, restart="selection"),
        conference_tie_breaks=TieBreaks(_NFL_CONFERENCE, restart="selection", one_per_division=True),
        seeding=Seeding(per_division=1, others=3, winners_first=True),
    ),
    elo=Elo(20, 65, "football", keep=2 / 3, mean=1505, source="FiveThirtyEight, published code and data"),
    pythagorean=2.37,
    pythagorean_source="Pro-Football-Reference",
)

NCAAFB_RULES = Rules(
    periods=4,
    period="quarter",
    period_minutes=15,
    level="tie",
    # Each conference breaks ties by rules of its own, and none is applied.
    standings=Standings("conference", ranked_by=("conference_pct", "win_pct"), guests=True),
    not_in_conference=r"\bchampionship\b",
    elo=Elo(20, 65, "football", keep=2 / 3, mean=1505),
    pythagorean=2.37,
    pythagorean_source="Pro-Football-Reference",
)

NFL = Sport(
    code="NFL", name="American football, pro", game="football",
    answers={"schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)), "live": Answer(NflGame, TABLES)},
    zone="America/New_York", season_spans=True, opens=(9, 1), rules=NFL_RULES,
)  # fmt: skip

NCAAFB = Sport(
    code="NCAAFB", name="American football, college", game="football",
    answers={"schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)), "live": Answer(NcaafbGame, TABLES)},
    zone="America/New_York", season_spans=True, opens=(8, 20), rules=NCAAFB_RULES,
)  # fmt: skip
