"""Basketball: NBA and NCAABB."""

from __future__ import annotations

from dataclasses import replace

from . import common, directory, season_stats
from .grammar import Answer, Record, Sides, Sport, Table, api_field
from .printed import Printed
from .rules import Elo, Rules, Seeding, Standings, Step, TieBreaks, steps


class NbaFixture(common.TeamFixture, source="2.3 NBA"):
    """A scheduled NBA game."""

    broadcast: str | None = api_field("Broadcaster")


class Replaced(Record, source="2.3 NCAABB"):
    replaced_by: str | None = api_field("Id of the game that replaced this one", sparse=True)


class Seeds(Record, source="2.6 NCAABB"):
    """A game's place in a bracket."""

    region: str | None = api_field("Region of the bracket; missing for other games and from the semifinals on")
    away_team_seed: int | None = api_field("Seed of the away team, 1 to 16")
    home_team_seed: int | None = api_field("Seed of the home team, 1 to 16")
    region_display_order: int | None = api_field("Order of the region for display")


class NcaabbFixture(common.TeamFixture, Replaced, Seeds, common.Venue, source="2.3 NCAABB"):
    """A scheduled NCAABB game."""

    location: str | None = api_field("City and state as text")
    top_left_bracket_region: str | None = api_field("Region drawn at the top left of the bracket")
    bottom_right_bracket_region: str | None = api_field("Region drawn at the bottom right of the bracket")
    top_right_bracket_region: str | None = api_field("Region drawn at the top right of the bracket")
    bottom_left_bracket_region: str | None = api_field("Region drawn at the bottom left of the bracket")


class Current(Record, source="2.6 NBA and NCAABB"):
    quarter: int | None = api_field("Current period; the last one after the game", "Quarter")
    time_remaining: str | None = api_field("Clock of the period, mm:ss", "TimeRemaining")


class Stats(Record, source="2.6 NBA and NCAABB"):
    """Statistics that teams and players have in common."""

    field_goals_attempted: int = api_field("Field goals attempted, twos and threes")
    field_goals_made: int = api_field("Field goals made, twos and threes")
    three_points_attempted: int = api_field("Three-pointers attempted")
    three_points_made: int = api_field("Three-pointers made")
    free_throws_attempted: int = api_field("Free throws attempted")
    free_throws_made: int = api_field("Free throws made")
    two_points_attempted: int = api_field("Two-pointers attempted")
    two_points_made: int = api_field("Two-pointers made")
    two_point_percentage: float = api_field(
        "Share of two-pointers made, as sent; 0 if there were no attempts", unit="%"
    )
    offensive_rebounds: int = api_field("Offensive rebounds")
    defensive_rebounds: int = api_field("Defensive rebounds")
    total_rebounds: int = api_field("Rebounds")
    assists: int = api_field("Assists")
    steals: int = api_field("Steals")
    blocks: int = api_field("Blocks")
    turnovers: int = api_field("Turnovers")
    fouls: int = api_field("Personal fouls")


class NbaTeam(common.LiveTeam, source="2.6 NBA and NCAABB"):
    division_name: str | None = api_field("Conference and division")
    team_stats: Stats = api_field("Statistics of the side")


class NcaabbTeam(NbaTeam, source="2.6 NCAABB"):
    rank: int | None = api_field("National rank")
    conference_id: int | None = api_field("Conference id", "conf_ID")


class Person(Record, source="2.6 NBA and NCAABB"):
    player: str = api_field("Name of the player")
    position: str | None = api_field("Position")
    status: str | None = api_field("Roster state of the player")
    minutes: str | None = api_field("Playing time: mm:ss, or whole minutes", unit="min", derive="seconds_played")
    points: int = api_field("Points", unit="points")


class NbaLine(Person, Stats, source="2.6 NBA and NCAABB"):
    """A player's stat line."""


class NcaabbLine(Person, Stats, source="2.6 NCAABB"):
    starter: bool = api_field("Whether the player started")


class NbaBox(common.FullBox[NbaTeam], source="2.6 NBA and NCAABB"):
    current: Current | None = api_field("Current state", sparse=True)


class NcaabbBox(common.FullBox[NcaabbTeam], source="2.6 NBA and NCAABB"):
    current: Current | None = api_field("Current state", sparse=True)


class NbaGame(common.LiveGame, source="2.6 NBA"):
    """A live NBA game."""

    broadcast: str | None = api_field("Broadcaster")
    full_box: NbaBox = api_field("Both sides and the current state")
    player_box: Sides[dict[str, NbaLine]] = api_field("Player lines of both sides, by player id")


class NcaabbGame(common.LiveGame, Seeds, source="2.6 NCAABB"):
    """A live NCAABB game."""

    home_team_display_order: int | None = api_field("Order of the home team for display")
    full_box: NcaabbBox = api_field("Both sides and the current state")
    player_box: Sides[dict[str, NcaabbLine]] = api_field("Player lines of both sides, by player id")


SHOOTING = (
    "FG=field_goals_made-field_goals_attempted 3P=three_points_made-three_points_attempted "
    "FT=free_throws_made-free_throws_attempted OR=offensive_rebounds REB=total_rebounds AST=assists STL=steals "
    "BLK=blocks TO=turnovers PF=fouls"
)
PLAYER_BOX = Printed(
    f"MIN=minutes! {SHOOTING} PTS=points",
    label="player position",
    where="seconds_played",
    order="-seconds_played",
)


def tables(box: Printed) -> tuple[Table, ...]:
    """Return the tables of a league, whose lines of players are printed so."""
    return (
        common.GAMES.with_inline("full_box/current"),
        common.TEAMS.with_printed(Printed(f"{SHOOTING} PTS=score", label="team record")),
        common.PERIODS,
        common.players("players", "", printed=(box,)),
    )


class Minutes(Record, source="observed"):
    minutes: float | None = api_field("Playing time", unit="min")


class Points(Record, source="observed"):
    points: int | None = api_field("Points", unit="points")


PlayerTotals = season_stats.statistics(
    "PlayerTotals", season_stats.Played, Minutes, Points, Stats, source="observed", module=__name__
)
TeamTotals = season_stats.statistics(
    "TeamTotals", season_stats.Results, Points, Stats, source="observed", module=__name__
)
TWO_POINT_PERCENTAGE = season_stats.Total(("two_points_made", "two_points_attempted"), season_stats.percentage)

PLAYER_STATS = season_stats.players(
    season_stats.season_of("PlayerSeason", season_stats.PlayerHead, PlayerTotals, source="observed", module=__name__),
    season_stats.Totals(
        "season",
        ("players",),
        {
            "two_point_percentage": TWO_POINT_PERCENTAGE,
            "minutes": season_stats.Total(("seconds_played",), season_stats.minutes),
        },
    ),
)
TEAM_STATS = season_stats.teams(
    season_stats.season_of("TeamSeason", season_stats.TeamHead, TeamTotals, source="observed", module=__name__),
    season_stats.Totals(
        "season",
        ("teams",),
        {
            "wins": season_stats.WINS,
            "losses": season_stats.LOSSES,
            "points": season_stats.SCORED,
            "two_point_percentage": TWO_POINT_PERCENTAGE,
        },
    ),
)


class Score(Record, source="assumed"):
    """The score after the play."""

    away_score: int = api_field("Points of the away team after the play", "away", unit="points")
    home_score: int = api_field("Points of the home team after the play", "home", unit="points")


class Participant(common.Participant):
    """Roles: shooter, assister, blocker, rebounder, stealer, fouler, fouled, turnover_player, ..."""

    action: str | None = api_field("What the player does in the play", source="assumed")
    position: str | None = api_field("Position of the player", source="assumed")
    team_abbreviation: str | None = api_field("Abbreviation of the player's team", "teamAbbr", source="assumed")


class PlayDetails(Record, source="assumed"):
    free_throw: int | None = api_field("Number of the free throw in its trip", "freeThrowNumber")
    free_throws: int | None = api_field("Free throws of the trip", "freeThrowsAwarded")


class Play(Record, source="observed"):
    sequence: int = api_field("Number of the play; increasing, with gaps", key=True)
    period: int = api_field("Quarter; overtime continues the count")
    game_clock: str = api_field(
        "Clock and quarter of the play: 09:41 - 2nd (form assumed)", "gameClock", derive="clock_seconds"
    )
    event: str = api_field("Kind of play: field_goal_made, free_throw_missed, rebound, foul, turnover, ...")
    action: str | None = api_field("Kind of play in detail: make_3pt, rebound_off, shooting_foul_committed, ...")
    points: int = api_field("Points scored", unit="points")
    is_scoring: bool = api_field("Whether points are scored", "isScoringPlay")
    score: Score = api_field("The score after the play")
    possession: str | None = api_field("Full name of the team in possession")
    players: list[Participant] = api_field("Players who take part")
    details: PlayDetails = api_field("Details of the play")
    description: str | None = api_field("The play in a sentence")


class PlayByPlay(common.PlayByPlay[Play]):
    """The plays of an NBA game."""


NBA_RULES = Rules(
    periods=4,
    period="quarter",
    period_minutes=12,
    overtime_minutes=5,
    qualified={"games_played": 0.7},  # 58 of 82 games
    standings=Standings(
        "conference",
        printed="W=wins L=losses PCT=win_pct GB=games_behind HOME=home_record AWAY=away_record DIV=division_record "
        "CONF=conference_record L10=last_ten STRK=streak DIFF=point_difference",
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
        seeding=Seeding(
            others=6,
            play_in=4,
            rounds=("First Round", "Conference Semifinals", "Conference Finals", "Finals"),
            series=(7, 7, 7, 7),
            first_round=((1, 8), (4, 5), (3, 6), (2, 7)),
            play_in_round=((7, 8), (9, 10)),
        ),
        games=82,
    ),
    # The final of the in-season cup, which can be recognized only by its name.
    not_in_standings=r"\bcup\b.*(?<!quarter)(?<!quarter-)(?<!semi)(?<!semi-)\b(?:final|championship)\b",
    elo=Elo(20, 100, "basketball", keep=3 / 4, mean=1505, source="FiveThirtyEight"),
    margin_spread=15.2,
    margin_source="game lists of three to four seasons to 2024-25",
    pythagorean=14.0,
    pythagorean_source="Basketball-Reference",
)

NCAABB_RULES = Rules(
    schools=True,
    formulas="college",
    periods=2,
    period="half",
    period_minutes=20,
    overtime_minutes=5,
    level="tie",
    whole_minutes=True,
    qualified={"games_played": 0.75},
    # Each conference has its own tie-breaking rules; none are applied: all games order teams level in the conference.
    standings=Standings(
        "conference",
        ranked_by=("conference_pct", "win_pct"),
        guests=True,
        printed="CONF=conference_record GB=games_behind W=wins L=losses PCT=win_pct HOME=home_record AWAY=away_record "
        "STRK=streak",
    ),
    region_first_round=((1, 16), (8, 9), (5, 12), (4, 13), (6, 11), (3, 14), (7, 10), (2, 15)),
    tournament=(("Semifinal", 2), ("Championship", 1)),
    elo=Elo(20, 80, "basketball", keep=2 / 3, mean=1505),
    pythagorean=11.5,
    pythagorean_source="Pomeroy, for adjusted efficiency",
)

NBA = Sport(
    code="NBA",
    name="Basketball, pro",
    game="basketball",
    answers={
        "schedule": Answer(NbaFixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(NbaGame, tables(PLAYER_BOX)),
        "play-by-play": Answer(PlayByPlay, (common.PLAYS, common.PARTICIPANTS)),
        "player-info": directory.players(directory.NbaPlayer),
        "team-info": directory.teams(directory.IndoorTeam),
        "depth-charts": directory.depth_charts(),
        "injuries": directory.injuries(),
        "player-stats": PLAYER_STATS,
        "team-stats": TEAM_STATS,
    },
    zone="America/New_York",
    season_spans=True,
    opens=(10, 1),
    rules=NBA_RULES,
    finals=("NBA Finals",),
    nicknames="hoops",
    also_called="professional men mens s",
)

NCAABB = Sport(
    code="NCAABB",
    name="Basketball, college",
    game="basketball",
    answers={
        "schedule": Answer(NcaabbFixture, (common.SCHEDULE_GAMES,)),
        "live": Answer(NcaabbGame, tables(replace(PLAYER_BOX, order="-starter -seconds_played"))),
        "player-info": directory.players(directory.NcaabbPlayer),
        "team-info": directory.teams(directory.CollegeTeam),
        "depth-charts": directory.depth_charts(),
        "player-stats": PLAYER_STATS,
        "team-stats": TEAM_STATS,
    },
    zone="America/New_York",
    season_spans=True,
    opens=(11, 1),
    rules=NCAABB_RULES,
    finals=("March Madness", "Final Four"),
    nicknames="college ncaa hoops ncaab ncaam ncaambb cbb",
    also_called="men mens s division i d1",
)
