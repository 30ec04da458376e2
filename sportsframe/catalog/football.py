"""American football: NFL and NCAAFB."""

from __future__ import annotations

from math import fsum

from . import common, directory, season_stats
from .grammar import Answer, Record, Sides, Sport, Table, api_field
from .printed import Printed
from .records import fields
from .rules import Elo, Rules, Seeding, Standings, Step, TieBreaks, steps

FAMILIES: dict[str, tuple[str, ...]] = {}
"""Stat family -> its columns; a player's line contains either all or none of a family. Filled below."""


class Week(Record, source="2.3"):
    week: int = api_field("Week of the season", key=True)


class Fixture(common.TeamFixture, Week, common.Venue, common.Surface, source="2.3 NFL"):
    """A scheduled football game."""


class Current(Record, source="2.6 NCAAFB and NFL"):
    """The current state; after the game the quarter is F and the other fields are empty."""

    quarter: str | None = api_field("Current quarter, F after the game", "Quarter")
    time_remaining: str | None = api_field("Clock of the quarter, mm:ss", "TimeRemaining")
    down: int | None = api_field("Down", "Down")
    distance: int | None = api_field("Yards to a first down", "Distance", unit="yd")
    yard_line: int | None = api_field("Yard line of the ball", "YardLine", unit="yd")
    yard_line_territory: str | None = api_field(
        "Abbreviation of the team in whose half the ball is", "YardLineTerritory"
    )
    possession: str | None = api_field("Abbreviation of the team in possession", "Possession")
    red_zone: bool | None = api_field("Whether the ball is inside the 20", "RedZone")
    poss: str | None = api_field("Team in possession, repeated")
    field_position: str | None = api_field("Field position as text", "field")


class Penalties(Record, source="2.6 NCAAFB and NFL"):
    penalties: int = api_field("Penalties", "total")
    penalty_yards: int = api_field("Penalty yards", "yards", unit="yd")


class TeamStats(Record, source="2.6 NCAAFB and NFL"):
    first_downs: int = api_field("First downs")
    total_plays: int = api_field("Plays from scrimmage")
    total_yards: int = api_field("Passing and rushing yards", unit="yd")
    passing_yards: int = api_field(
        "Passing yards; for the NFL net of yards lost to sacks, unlike those of players", unit="yd"
    )
    rushing_yards: int = api_field("Rushing yards", unit="yd")
    total_passing_yards_allowed: int = api_field("The opponent's passing yards", unit="yd")
    total_rushing_yards_allowed: int = api_field("The opponent's rushing yards", unit="yd")
    passing_touchdowns: int = api_field("Touchdown passes thrown", source="assumed")
    rushing_touchdowns: int = api_field("Rushing touchdowns", source="assumed")
    receiving_touchdowns: int = api_field("Touchdown passes caught", source="assumed")
    defense_touchdowns: int = api_field("Touchdowns by the defense", source="assumed")
    interception_touchdowns: int = api_field("Interceptions returned for a touchdown", source="assumed")
    fumble_return_touchdowns: int = api_field("Fumbles returned for a touchdown", source="assumed")
    kick_return_touchdowns: int = api_field("Kickoffs returned for a touchdown", source="assumed")
    punt_return_touchdowns: int = api_field("Punts returned for a touchdown", source="assumed")
    field_goal_return_touchdowns: int = api_field("Missed field goals returned for a touchdown", source="assumed")
    blocked_kick_touchdowns: int = api_field("Blocked kicks returned for a touchdown", source="assumed")
    blocked_punt_touchdowns: int = api_field("Blocked punts returned for a touchdown", source="assumed")
    blocked_kicks: int = api_field("Kicks by this side that were blocked (meaning assumed from the name)")
    blocked_punts: int = api_field("Punts by this side that were blocked (meaning assumed from the name)")
    kicks_blocked: int = api_field("Kicks blocked by this side (meaning assumed from the name)")
    punts_blocked: int = api_field("Punts blocked by this side (meaning assumed from the name)")
    sacks: int = api_field("Sacks made")
    safeties: int = api_field("Safeties scored")
    turnovers: int = api_field("Turnovers committed")
    defense_interceptions: int = api_field("Interceptions made")
    defense_fumble_recoveries: int = api_field("Opponent's fumbles recovered")
    penalties: Penalties = api_field("Penalties and their yards")
    points_against_defense_special_teams: int = api_field("Points against", unit="points")
    two_point_conversion_attempts: int = api_field("Two-point conversions attempted")
    two_point_conversion_succeeded: int = api_field("Two-point conversions made")
    two_point_conversion_returns: int = api_field("Opponent's two-point attempts returned")


class NcaafbStats(TeamStats, source="2.6 NCAAFB"):
    total_touchdown: int = api_field("Touchdowns; a touchdown pass counts once")


class Fantasy(Record, source="2.6 NFL"):
    fantasy_points: float | None = api_field(
        "Fantasy points by the service's own rules; the API field has a vendor's prefix",
        "X_fantasy_points",
        unit="points",
        pattern="_fantasy_points",
        sparse=True,
    )


class NflStats(TeamStats, Fantasy, source="2.6 NFL"):
    offense_touchdowns: int = api_field("Touchdowns by the offense")
    special_team_touchdowns: int = api_field("Touchdowns by special teams")


class NcaafbTeam(common.LiveTeam, source="2.6 NCAAFB"):
    division_name: int | None = api_field("Number of the conference")
    team_stats: NcaafbStats = api_field("Statistics of the side")


class NflTeam(common.LiveTeam, source="2.6 NFL"):
    division_name: str | None = api_field("Conference and division")
    team_stats: NflStats = api_field("Statistics of the side")


class Person(Record, source="2.6 NCAAFB and NFL"):
    player: str = api_field("Name of the player")
    position: str | None = api_field("Position")
    position_category: str | None = api_field("OFF, DEF or ST")
    status: str | None = api_field("Roster state of the player")


class Passing(Record, source="2.6 NCAAFB and NFL"):
    completions: int = api_field("Passes completed", sparse=True)
    passing_attempts: int = api_field("Passes thrown", sparse=True)
    passing_yards: int = api_field("Passing yards; yards lost to sacks are not subtracted", unit="yd", sparse=True)
    passing_touchdowns: int = api_field("Touchdown passes", sparse=True)
    passing_interceptions: int = api_field("Passes intercepted", sparse=True)
    passer_rating: float = api_field("Passer rating as sent; the leagues' formulas differ", sparse=True)


class Rushing(Record, source="2.6 NCAAFB and NFL"):
    rushing_attempts: int = api_field("Carries", sparse=True)
    rushing_yards: int = api_field("Rushing yards", unit="yd", sparse=True)
    rushing_touchdowns: int = api_field("Rushing touchdowns", sparse=True)
    rushing_long: int = api_field("Longest carry", unit="yd", sparse=True)


class Receiving(Record, source="2.6 NCAAFB and NFL"):
    receptions: int = api_field("Passes caught", sparse=True)
    receiving_yards: int = api_field("Receiving yards", unit="yd", sparse=True)
    receiving_touchdowns: int = api_field("Touchdown passes caught", sparse=True)
    receiving_long: int = api_field("Longest catch", unit="yd", sparse=True)


class Defense(Record, source="2.6 NCAAFB and NFL"):
    tackles: int = api_field("Tackles", sparse=True)
    sacks: float = api_field("Sacks made; a shared sack counts one half", sparse=True)
    interceptions: int = api_field("Interceptions made", sparse=True)
    fumbles_recoveries: int = api_field("Fumbles recovered", sparse=True)


class Fumbles(Record, source="2.6 NCAAFB and NFL"):
    fumbles: int = api_field("Fumbles; absent if there were none", sparse=True)
    fumbles_lost: int = api_field("Fumbles lost", sparse=True)


class Kicking(Record, source="2.6 NCAAFB and NFL"):
    field_goals_made: int = api_field("Field goals made", sparse=True)
    field_goals_attempted: int = api_field("Field goals attempted", sparse=True)
    field_goals_long: int = api_field("Longest field goal", unit="yd", sparse=True)
    field_goal_distances: list[int] = api_field("Distances of the field goals made", unit="yd", sparse=True)
    extra_points_made: int = api_field("Extra points made", sparse=True)
    extra_points_attempted: int = api_field("Extra points attempted", sparse=True)


class Punting(Record, source="2.6 NCAAFB and NFL"):
    punts: int = api_field("Punts", sparse=True)
    punts_long: int = api_field("Longest punt", unit="yd", sparse=True)
    punting_yards: int = api_field("Punting yards", unit="yd", sparse=True)
    inside_20: int = api_field("Punts that ended inside the opponent's 20", sparse=True)


class KickReturns(Record, source="2.6 NCAAFB and NFL"):
    kick_returns: int = api_field("Kickoff returns", sparse=True)
    kick_return_yards: int = api_field("Kickoff return yards", unit="yd", sparse=True)
    kick_return_long: int = api_field("Longest kick-off return", unit="yd", sparse=True)
    kick_return_touchdowns: int = api_field("Kickoffs returned for a touchdown", sparse=True)


class PuntReturns(Record, source="2.6 NCAAFB and NFL"):
    punt_returns: int = api_field("Punt returns", sparse=True)
    punt_return_yards: int = api_field("Punt return yards", unit="yd", sparse=True)
    punt_return_long: int = api_field("Longest punt return", unit="yd", sparse=True)
    punt_return_touchdowns: int = api_field("Punts returned for a touchdown", sparse=True)


class Line(
    Person,
    Passing,
    Rushing,
    Receiving,
    Defense,
    Fumbles,
    Kicking,
    Punting,
    KickReturns,
    PuntReturns,
    source="2.6 NCAAFB and NFL",
):
    """A player's stat line: only the stat families the player has."""


class Snaps(Record, source="2.6 NFL"):
    snaps_defense: int | None = api_field("Snaps on defense", "defense", sparse=True)
    snaps_offense: int | None = api_field("Snaps on offense", "offense", sparse=True)
    snaps_special_teams: int | None = api_field("Snaps on special teams", "specialTeams", sparse=True)


class NflLine(Line, Fantasy, source="2.6 NFL"):
    snap_counts: Snaps | None = api_field("Snaps by unit", sparse=True)
    targets: int = api_field("Passes thrown at the player", sparse=True)
    defense_fumble_recoveries: int = api_field("Opponent's fumbles recovered", sparse=True)
    fumble_return_touchdowns: int = api_field("Fumbles returned for a touchdown", sparse=True)
    interception_touchdowns: int = api_field("Interceptions returned for a touchdown", sparse=True)
    two_point_conversion_pass_attempts: int = api_field("Two-point passes thrown", sparse=True)
    two_point_conversion_pass_succeeded: int = api_field("Two-point passes completed", sparse=True)
    two_point_conversion_reception_succeeded: int = api_field("Two-point passes caught", sparse=True)


class NcaafbBox(common.FullBox[NcaafbTeam], source="2.6 NCAAFB and NFL"):
    current: Current | None = api_field("Current state", sparse=True)


class NflBox(common.FullBox[NflTeam], source="2.6 NCAAFB and NFL"):
    current: Current | None = api_field("Current state", sparse=True)


class NcaafbGame(common.LiveGame, Week, source="2.6 NCAAFB"):
    """A live NCAAFB game."""

    full_box: NcaafbBox = api_field("Both sides and the current state")
    player_box: Sides[dict[str, Line]] = api_field("Player lines of both sides, by player id")


class NflGame(common.LiveGame, Week, source="2.6 NFL"):
    """A live NFL game."""

    game_arena: str | None = api_field("Name of the venue")
    full_box: NflBox = api_field("Both sides and the current state")
    player_box: Sides[dict[str, NflLine]] = api_field("Player lines of both sides, by player id")


FAMILIES.update(
    (family.__name__, tuple(family.model_fields))
    for family in (Passing, Rushing, Receiving, Defense, Fumbles, Kicking, Punting, KickReturns, PuntReturns)
)

PLAYER_BOX = (
    Printed(
        "C/A=completions/passing_attempts YDS=passing_yards TD=passing_touchdowns INT=passing_interceptions "
        "RTG=passer_rating!1",
        title="Passing",
        where="passing_attempts",
        order="-passing_attempts",
    ),
    Printed(
        "ATT=rushing_attempts YDS=rushing_yards TD=rushing_touchdowns LG=rushing_long!",
        title="Rushing",
        where="rushing_attempts",
        order="-rushing_yards",
    ),
    Printed(
        "REC=receptions YDS=receiving_yards TD=receiving_touchdowns LG=receiving_long!",
        title="Receiving",
        where="receptions",
        order="-receiving_yards",
    ),
    Printed(
        "TKL=tackles SCK=sacks INT=interceptions FR=fumbles_recoveries",
        title="Defense",
        where="tackles+sacks+interceptions+fumbles_recoveries",
        order="-tackles -sacks",
    ),
    Printed(
        "FG=field_goals_made-field_goals_attempted LG=field_goals_long! XP=extra_points_made-extra_points_attempted",
        title="Kicking",
        where="field_goals_attempted+extra_points_attempted",
    ),
    Printed(
        "NO=punts YDS=punting_yards LG=punts_long! IN20=inside_20",
        title="Punting",
        where="punts",
    ),
    Printed(
        "KR=kick_returns YDS=kick_return_yards LG=kick_return_long! TD=kick_return_touchdowns",
        title="Kick returns",
        where="kick_returns",
        order="-kick_return_yards",
    ),
    Printed(
        "PR=punt_returns YDS=punt_return_yards LG=punt_return_long! TD=punt_return_touchdowns",
        title="Punt returns",
        where="punt_returns",
        order="-punt_return_yards",
    ),
)
TEAM_BOX = Printed(
    "PTS=score 1D=first_downs PLAYS=total_plays YDS=total_yards PASS=passing_yards RUSH=rushing_yards "
    "PEN=penalties-penalty_yards TO=turnovers SCK=sacks",
    label="team record",
)

TABLES: tuple[Table, ...] = (
    common.GAMES.with_inline("full_box/current", situation="{possession} ball at {field_position}"),
    common.TEAMS.with_printed(TEAM_BOX),
    common.PERIODS,
    common.players("players", "", printed=PLAYER_BOX),
    Table(
        "field_goals",
        "player_box/{side}/{player_id}/field_goal_distances/{kick}",
        "player and field goal made",
        extra_columns=(common.TEAM, common.TEAM_ID, common.OPPONENT_ID, common.OPPONENT),
        value="distance",
        meaning="Distance of a field goal made",
        unit="yd",
        parent_columns=("player",),
    ),
)


class SeasonTwoPoints(Record, source="observed"):
    """Two-point conversions of a season, some of which box scores name otherwise or not at all."""

    two_point_conversion_pass_completions: int | None = api_field("Two-point passes completed")
    two_point_conversion_rush_attempts: int | None = api_field("Two-point runs attempted")
    two_point_conversion_rush_succeeded: int | None = api_field("Two-point runs made")


class SeasonFantasy(Fantasy, source="observed", restated=True):
    fantasy_points_per_game: float | None = api_field(
        "Fantasy points per game; the API field has a vendor's prefix",
        "X_fantasy_points_per_game",
        unit="points",
        pattern="_fantasy_points_per_game",
    )


SeasonPenalties = season_stats.lifted("SeasonPenalties", Penalties, "penalties", source="observed", module=__name__)


class SeasonPoints(Record, source="observed"):
    points: int | None = api_field("Points scored", unit="points")


class SeasonResults(season_stats.Results, source="observed"):
    ties: int | None = api_field("Games tied")


class NflTeamHead(season_stats.TeamHead, source="observed"):
    bye: int | str | None = api_field("Week without a game", kind="id", sparse=True)


NflPlayerTotals = season_stats.statistics(
    "NflPlayerTotals",
    season_stats.Played,
    Line,
    NflLine,
    SeasonTwoPoints,
    SeasonFantasy,
    without=(
        "targets",
        "defense_fumble_recoveries",
        "fumble_return_touchdowns",
        "interception_touchdowns",
        "two_point_conversion_pass_succeeded",
    ),
    source="observed",
    module=__name__,
)
NcaafbPlayerTotals = season_stats.statistics(
    "NcaafbPlayerTotals", season_stats.Played, Line, source="observed", module=__name__
)
NflTeamTotals = season_stats.statistics(
    "NflTeamTotals",
    SeasonResults,
    SeasonPoints,
    NflStats,
    SeasonPenalties,
    SeasonFantasy,
    source="observed",
    module=__name__,
)
NcaafbTeamTotals = season_stats.statistics(
    "NcaafbTeamTotals",
    season_stats.Played,
    SeasonPoints,
    NcaafbStats,
    SeasonPenalties,
    source="observed",
    module=__name__,
)

LONGEST: dict[str, season_stats.Rule] = {
    spec.name: season_stats.Most() for spec in fields(Line) if spec.name.endswith("_long")
}
RATED = (
    "passing_attempts", "completions", "passing_yards", "passing_touchdowns", "passing_interceptions",
)  # fmt: skip
PER_GAME = season_stats.Total(
    ("fantasy_points", season_stats.GAMES_PLAYED), lambda points, games: points / games if games else None
)


def rating_nfl(attempts: float, completions: float, yards: float, touchdowns: float, taken: float) -> float | None:
    """Return the NFL's passer rating, 0 to 158.3."""
    if not attempts:
        return None
    parts = (
        (completions / attempts - 0.3) * 5,
        (yards / attempts - 3) / 4,
        touchdowns / attempts * 20,
        2.375 - taken / attempts * 25,
    )
    rating = fsum(min(2.375, max(0.0, part)) for part in parts) / 6 * 100
    return round(rating, 9)  # half of the last digit shown is so exactly, whichever way the parts are rounded


def rating_college(attempts: float, completions: float, yards: float, touchdowns: float, taken: float) -> float | None:
    """Return the college passer rating, which has no bounds."""
    return (8.4 * yards + 330 * touchdowns + 100 * completions - 200 * taken) / attempts if attempts else None


NFL_PLAYER_STATS = season_stats.players(
    season_stats.season_of(
        "NflPlayerSeason", season_stats.PlayerHead, NflPlayerTotals, source="observed", module=__name__
    ),
    season_stats.Totals(
        "season",
        ("players",),
        {
            **LONGEST,
            "passer_rating": season_stats.Total(RATED, rating_nfl, digits=1),
            "two_point_conversion_pass_completions": season_stats.Total(
                ("two_point_conversion_pass_succeeded",), season_stats.itself
            ),
            "fantasy_points_per_game": PER_GAME,
        },
    ),
)
NCAAFB_PLAYER_STATS = season_stats.players(
    season_stats.season_of(
        "NcaafbPlayerSeason", season_stats.PlayerHead, NcaafbPlayerTotals, source="observed", module=__name__
    ),
    season_stats.Totals(
        "season",
        ("players",),
        {**LONGEST, "passer_rating": season_stats.Total(RATED, rating_college, digits=1)},
    ),
)
NFL_TEAM_STATS = season_stats.teams(
    season_stats.season_of("NflTeamSeason", NflTeamHead, NflTeamTotals, source="observed", module=__name__),
    season_stats.Totals(
        "season",
        ("teams",),
        {
            "wins": season_stats.WINS,
            "losses": season_stats.LOSSES,
            "ties": season_stats.LEVEL,
            "points": season_stats.SCORED,
            "fantasy_points_per_game": PER_GAME,
        },
    ),
    beside=("bye",),
)
NCAAFB_TEAM_STATS = season_stats.teams(
    season_stats.season_of(
        "NcaafbTeamSeason", season_stats.TeamHead, NcaafbTeamTotals, source="observed", module=__name__
    ),
    season_stats.Totals("season", ("teams",), {"points": season_stats.SCORED}),
)

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


class ActionMark(Record, source="observed"):
    context: str | None = api_field("Part of the play: play, extra_point or two_point_conversion (values assumed)")
    event_type: str | None = api_field("Event of the play, repeated (values assumed)", "eventType")


class Participant(common.Participant):
    """Roles such as passer, rusher and defender; actions such as pass, rush and tackle."""

    has_team_prefix: bool = api_field("Whether the description names the team before the player", "hasTeamPrefix")
    metadata: ActionMark = api_field("Context of the action")


class Conversion(Record, source="observed"):
    """The try after a touchdown."""

    conversion_type: str = api_field("extra_point or two_point_conversion", "type")
    conversion_succeeded: bool = api_field("Whether the try succeeds", "successful")
    conversion_kicker: str | None = api_field("Kicker of the try", "kicker")
    conversion_passer: str | None = api_field("Passer of the try", "passer")
    conversion_receiver: str | None = api_field("Receiver of the try", "receiver")
    conversion_blocked: bool = api_field("Whether the kick is blocked", "isBlocked", source="assumed")
    conversion_returned: bool = api_field(
        "Whether the defense returns the try for two points", "isReturned", source="assumed"
    )


class PlayDetails(Record, source="observed"):
    no_play: bool = api_field("Whether a penalty cancels the play", "noPlay")
    successful: bool = api_field("Whether the play succeeds")
    detail_first_down: bool = api_field("First down, repeated", "isFirstDown")
    detail_reversed: bool = api_field("Reversal, repeated", "isReversed")
    is_overruled: bool = api_field("Whether the ruling is overruled", "isOverruled")
    detail_challenged: bool = api_field("Challenge, repeated", "isChallenged")
    replay_upheld: bool = api_field("Whether the replay upholds the ruling", "isReplayUpheld")
    replay_reviewed: bool = api_field("Whether a replay is reviewed", "isReplayReviewed")
    replay_overturned: bool = api_field("Whether the replay overturns the ruling", "isReplayOverturned")
    return_yards: int | None = api_field(
        "Yards of the return of a kick, interception or fumble (meaning assumed)", "yardsGained", unit="yd"
    )
    distance: int | None = api_field("Yards of a kick or penalty (meaning assumed); not the yards to go", unit="yd")
    penalty_type: str | None = api_field("Kind of penalty", "penaltyType")
    challenger: str | None = api_field("Who challenges the ruling")
    challenge_reason: str | None = api_field("Reason for the challenge", "challengeReason")
    challenge_ruling: str | None = api_field("Ruling on the challenge", "challengeRuling")
    replay_ruling: str | None = api_field("Ruling after the replay", "replayRuling")
    replay_review_reason: str | None = api_field("Reason for the review", "replayReviewReason")
    conversion: Conversion | None = api_field("The try after a touchdown", "pointsAfterTouchdown")


class Play(Record, source="observed"):
    sequence: int = api_field("Number of the play; increasing, with gaps", key=True)
    period: int = api_field("Quarter; overtime continues the count", "quarter")
    game_clock: str = api_field(
        "Clock at the end of the play and quarter: 09:41 - 2nd (moment assumed)", "gameClock", derive="clock_seconds"
    )
    event: str = api_field("Kind of play: kickoff, pass, run, sack, ...; a touchdown is not an event")
    down: int | None = api_field("Down")
    yards_to_go: int | None = api_field("Yards to a first down", "yardsToGo", unit="yd")
    yard_line: str | None = api_field("Yard line of the ball before the play: abbreviation and number", "yardLine")
    yards_gained: int | None = api_field("Yards gained from scrimmage", "yardsGained", unit="yd")
    possession: str | None = api_field("Full name of the team in possession; of a kick, of the kicking team")
    success: bool = api_field(
        "Whether the kick is good, or the play gains 50, 70 or 100 percent of the yards to go by down (meaning assumed)"
    )
    is_blocked: bool = api_field("Whether the kick is blocked", "isBlocked")
    is_returned: bool = api_field("Whether the other team returns the ball", "isReturned")
    is_reversed: bool = api_field("Whether the ruling is reversed", "isReversed")
    is_first_down: bool = api_field("Whether the play makes a first down", "isFirstDown")
    is_recovered: bool = api_field("Whether the team recovers its own fumble or onside kick", "isRecovered")
    is_touchdown: bool = api_field("Whether the play ends in a touchdown", "isTouchdown")
    is_challenged: bool = api_field("Whether the ruling is challenged", "isChallenged")
    is_scoring: bool = api_field("Whether points are scored", "isScoringPlay")
    description: str | None = api_field("The play in a sentence")
    players: list[Participant] = api_field("Players who take part")
    details: PlayDetails = api_field("Details of the play")


class PlayByPlay(common.PlayByPlay[Play]):
    """The plays of an NFL game."""


NFL_RULES = Rules(
    played_when_hurt=True,
    periods=4,
    period="quarter",
    period_minutes=15,
    overtime_minutes=10,
    ties=True,
    qualified={"passing_attempts": 0.4},  # 14 per game of the team, where the busiest throws 36
    level="tie",
    standings=Standings(
        "division",
        printed="W=wins L=losses T=ties PCT=win_pct PF=points_for PA=points_against DIFF=point_difference "
        "HOME=home_record AWAY=away_record DIV=division_record CONF=conference_record STRK=streak",
        tie_breaks=TieBreaks(_NFL_DIVISION, restart="selection"),
        conference_tie_breaks=TieBreaks(_NFL_CONFERENCE, restart="selection", one_per_division=True),
        seeding=Seeding(
            per_division=1,
            others=3,
            winners_first=True,
            rounds=("Wild Card", "Divisional Round", "Conference Championship", "Super Bowl"),
            first_round=((1, 0), (4, 5), (3, 6), (2, 7)),
            reseeded=True,
        ),
        games=17,
        games_until={2020: 16},
    ),
    elo=Elo(20, 65, "football", keep=2 / 3, mean=1505, source="FiveThirtyEight, published code and data"),
    margin_spread=13.86,
    margin_source="Stern 1991",
    pythagorean=2.37,
    pythagorean_source="Pro-Football-Reference",
)

NCAAFB_RULES = Rules(
    schools=True,
    formulas="college",
    played_when_hurt=True,
    periods=4,
    period="quarter",
    period_minutes=15,
    level="tie",
    # Each conference has its own tie-breaking rules; none are applied: all games order teams level in the conference.
    standings=Standings(
        "conference",
        ranked_by=("conference_pct", "win_pct"),
        guests=True,
        printed="CONF=conference_record W=wins L=losses PCT=win_pct PF=points_for PA=points_against HOME=home_record "
        "AWAY=away_record STRK=streak",
    ),
    not_in_conference=r"\bchampionship\b",
    no_conference=r"\bindependents?\b",
    # The four best seeds enter in the quarterfinals.
    tournament=(("First Round", 4), ("Quarterfinal", 4), ("Semifinal", 2), ("Championship", 1)),
    elo=Elo(20, 65, "football", keep=2 / 3, mean=1505),
    pythagorean=2.37,
    pythagorean_source="Pro-Football-Reference",
)

NFL = Sport(
    code="NFL",
    name="American football, pro",
    game="football",
    answers={
        "schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(NflGame, TABLES),
        "play-by-play": Answer(PlayByPlay, (common.PLAYS, common.PARTICIPANTS)),
        "player-info": directory.players(directory.NflPlayer),
        "team-info": directory.teams(directory.NflTeam),
        "depth-charts": directory.depth_charts(),
        "injuries": directory.injuries(),
        "player-stats": NFL_PLAYER_STATS,
        "team-stats": NFL_TEAM_STATS,
    },
    zone="America/New_York",
    season_spans=True,
    opens=(9, 1),
    rules=NFL_RULES,
    finals=("Super Bowl",),
    also_called="gridiron professional",
)

NCAAFB = Sport(
    code="NCAAFB",
    name="American football, college",
    game="football",
    answers={
        "schedule": Answer(Fixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(NcaafbGame, TABLES),
        "player-info": directory.players(directory.NcaafbPlayer),
        "team-info": directory.teams(directory.CollegeTeam),
        "player-stats": NCAAFB_PLAYER_STATS,
        "team-stats": NCAAFB_TEAM_STATS,
    },
    zone="America/New_York",
    season_spans=True,
    opens=(8, 20),
    rules=NCAAFB_RULES,
    finals=("College Football Playoff", "CFP"),
    nicknames="college ncaa ncaaf cfb fbs",
    also_called="gridiron",
)
