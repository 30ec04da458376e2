"""Baseball: MLB."""

from __future__ import annotations

from . import common, directory, season_stats
from .grammar import Answer, Record, Sides, Sport, api_field
from .printed import Printed
from .rules import Elo, Rules, Seeding, Standings, TieBreaks, steps


class Probable(Record, source="2.3 MLB"):
    """A probable starter."""

    pitcher: str | None = api_field("Probable starting pitcher", "player")
    pitcher_id: int | None = api_field("Player id of the probable starter", "player_id")


class Fixture(common.TeamFixture, common.Venue, common.Surface, source="2.3 MLB"):
    """A scheduled MLB game."""

    away_pitcher: Probable | None = api_field("Probable starter of the away team", prefix="away_")
    home_pitcher: Probable | None = api_field("Probable starter of the home team", prefix="home_")


class Batter(Record, source="2.6 MLB"):
    batter_id: int | None = api_field("Player id of the current batter", "id")
    batter: str | None = api_field("Current batter", "name")
    batter_position: str | None = api_field("Position of the current batter", "position")


class Pitcher(Record, source="2.6 MLB"):
    pitcher_id: int | None = api_field("Player id of the current pitcher", "id")
    pitcher: str | None = api_field("Current pitcher", "name")
    pitcher_position: str | None = api_field("Position of the current pitcher", "position")


class Current(Record, source="2.6 MLB"):
    """The state of play; the five numbers are null when the game is over."""

    inning: int | None = api_field("Inning being played")
    inning_half: str | None = api_field("Half of the inning being played")
    outs: int | None = api_field("Outs in the half inning", unit="outs")
    balls: int | None = api_field("Balls on the batter")
    strikes: int | None = api_field("Strikes on the batter")
    batter: Batter | None = api_field("Current batter", "current_batter")
    pitcher: Pitcher | None = api_field("Current pitcher", "current_pitcher")


class TeamStats(Record, source="2.6 MLB"):
    at_bats: int = api_field("At bats", "AB")
    runs: int = api_field("Runs", "R", unit="runs")
    hits: int = api_field("Hits", "H")
    doubles: int = api_field("Two-base hits", "2B")
    triples: int = api_field("Three-base hits", "3B")
    home_runs: int = api_field("Home runs", "HR")
    rbi: int = api_field("Runs batted in", "RBI", unit="runs")
    walks: int = api_field("Bases on balls", "BB")
    strikeouts: int = api_field("Strikeouts by the side's batters", "SO")
    stolen_bases: int = api_field("Stolen bases", "SB")
    caught_stealing: int = api_field("Caught stealing", "CS")
    errors: int = api_field("Errors in the field", "E")


class Team(common.LiveTeam, source="2.6 MLB"):
    division_name: str = api_field("League and division")
    team_stats: TeamStats = api_field("Statistics of the side")


class Line(Record, source="2.6 MLB"):
    """A player's stat line in a box score."""

    player: str = api_field("Name of the player")
    position_category: str | None = api_field("Group of positions: IF, OF, C, DH; S starter, R reliever")
    status: str | None = api_field("Roster state of the player")
    position: str | None = api_field("Positions played, in order, joined by -", "POS")


class Batting(Line, source="2.6 MLB"):
    batting_order: str | None = api_field("Place in the batting order; a letter marks a substitute: 4a", "BAT_ORD")
    at_bats: int = api_field("At bats", "AB")
    runs: int = api_field("Runs scored", "R", unit="runs")
    hits: int = api_field("Hits", "H")
    singles: int = api_field("One-base hits", "1B")
    doubles: int = api_field("Two-base hits", "2B")
    triples: int = api_field("Three-base hits", "3B")
    home_runs: int = api_field("Home runs", "HR")
    rbi: int = api_field("Runs batted in", "RBI", unit="runs")
    walks: int = api_field("Bases on balls, intentional ones included", "BB")
    intentional_walks: int = api_field("Intentional bases on balls", "IBB")
    hit_by_pitch: int = api_field("Times hit by a pitch", "HBP")
    strikeouts: int = api_field("Strikeouts; the API field in the pitching table is K", "SO")
    stolen_bases: int = api_field("Stolen bases", "SB")
    caught_stealing: int = api_field("Times caught stealing", "CS")
    outs: int = api_field("Times the batter was put out (meaning observed)", "Outs", unit="outs")
    errors: int = api_field("Errors in the field", "E")
    putouts: int = api_field("API field PO; not documented for batting, probably putouts", "PO")


class Pitching(Line, source="2.6 MLB"):
    wins: int = api_field("Credited with the win", "W")
    losses: int = api_field("Charged with the loss", "L")
    saves: int = api_field("Credited with a save", "S")
    innings: float = api_field(
        "Innings pitched in baseball notation: .1 is one third; do not add",
        "IP",
        unit="innings.outs",
        derive="outs_recorded",
    )
    hits: int = api_field("Hits allowed", "H")
    runs: int = api_field("Runs allowed", "R", unit="runs")
    earned_runs: int = api_field("Earned runs allowed", "ER", unit="runs")
    walks: int = api_field("Bases on balls allowed, intentional ones included", "BB")
    strikeouts: int = api_field("Strikeouts; the API field in the batting table is SO", "K")
    home_runs: int = api_field("Home runs allowed", "HR")
    singles: int = api_field("One-base hits allowed", "1B")
    doubles: int = api_field("Two-base hits allowed", "2B")
    triples: int = api_field("Three-base hits allowed", "3B")
    stolen_bases: int = api_field("Bases stolen against the pitcher", "SB")
    caught_stealing: int = api_field("Runners caught stealing against the pitcher", "CS")
    hit_by_pitch: int = api_field("Batters hit", "HBP")
    intentional_walks: int = api_field("Intentional bases on balls", "IBB")
    balks: int = api_field("Balks", "BK")
    wild_pitches: int = api_field("Wild pitches", "WP")
    blown_saves: int = api_field("Blown saves", "BS")
    holds: int = api_field("Holds", "HLD")
    pitches: int = api_field("Pitches thrown", unit="pitches")
    strikes: int = api_field("Strikes thrown, balls in play included", unit="pitches")
    putouts: int = api_field("API field PO; not documented for pitching, probably putouts", "PO")


class Players(Record, source="2.6 MLB"):
    batting: dict[str, Batting] = api_field("Batting lines by player id")
    pitching: dict[str, Pitching] = api_field("Pitching lines by player id")


class FullBox(common.FullBox[Team], source="2.6 MLB"):
    current_box: Current | None = api_field("Current state", sparse=True)


class Game(common.LiveGame, source="2.6 MLB"):
    """A live MLB game."""

    full_box: FullBox = api_field("Both sides and the current state")
    player_box: Sides[Players] = api_field("Player lines of both sides")


class SeasonPitching(Record, source="observed"):
    """Statistics of a season whose form differs from that of a game."""

    innings: float | str | None = api_field(
        "Innings pitched in baseball notation: .1 is one third; do not add",
        "IP",
        unit="innings.outs",
        derive="outs_recorded",
        kind="decimal",
    )
    earned_run_average: float | str | None = api_field(
        "Earned runs allowed in nine innings, as sent", "ERA", unit="runs", kind="decimal"
    )


class SeasonPlayer(season_stats.PlayerHead, source="observed"):
    position: str | None = api_field("Position; P for every pitcher")
    position_category: str | None = api_field("Group of positions: IF, OF, C, DH; S starter, R reliever")


BattingTotals = season_stats.statistics(
    "BattingTotals", Batting, without=("errors",), source="observed", module=__name__
)
PitchingTotals = season_stats.statistics("PitchingTotals", SeasonPitching, Pitching, source="observed", module=__name__)
PlayerTotals = season_stats.group_of(
    "PlayerTotals",
    season_stats.statistics(
        "PlayedTotals",
        season_stats.Played,
        Batting,
        only=("games_played", "errors", "putouts"),
        source="observed",
        module=__name__,
    ),
    {
        "batting": (BattingTotals, "Batting statistics; absent if there are none"),
        "pitching": (PitchingTotals, "Pitching statistics; absent for players who have not pitched"),
    },
    source="observed",
    module=__name__,
)
TeamTotals = season_stats.statistics("TeamTotals", season_stats.Results, TeamStats, source="observed", module=__name__)

PLAYER_STATS = season_stats.players(
    season_stats.season_of("PlayerSeason", SeasonPlayer, PlayerTotals, source="observed", module=__name__),
    season_stats.Totals("season", ("batting", "pitching")),
    season_stats.Totals("batting", ("batting",)),
    season_stats.Totals(
        "pitching",
        ("pitching",),
        {
            "innings": season_stats.Total(("outs_recorded",), lambda outs: outs // 3 + outs % 3 / 10, digits=1),
            "earned_run_average": season_stats.Total(
                ("earned_runs", "outs_recorded"), lambda runs, outs: 27 * runs / outs if outs else None
            ),
        },
    ),
    beside=("position", "position_category"),
)
TEAM_STATS = season_stats.teams(
    season_stats.season_of("TeamSeason", season_stats.TeamHead, TeamTotals, source="observed", module=__name__),
    season_stats.Totals("season", ("teams",), {"wins": season_stats.WINS, "losses": season_stats.LOSSES}),
)


class RunnerMark(Record, source="assumed"):
    """What becomes of a runner."""

    base: int | None = api_field("Base reached, 4 for home and 0 for an out; missing for other roles")
    earned: bool | None = api_field("Whether the run is earned; missing unless the runner scores")
    charged_id: int | None = api_field("Player id of the pitcher charged with the run", "chargedPitcherId")


class Participant(common.Participant):
    """Roles: batter, runner, fielder, pitcher, playerIn, playerOut."""

    action: str | None = api_field("What the player does in the play", source="assumed")
    position: str | None = api_field("Position of the player", source="assumed")
    team_abbreviation: str | None = api_field("Abbreviation of the player's team", "teamAbbr", source="assumed")
    metadata: RunnerMark = api_field("What becomes of a runner", source="assumed")


class PlayDetails(Record, source="assumed"):
    runs: int = api_field("Runs that score on the play", unit="runs")
    rbi: int = api_field("Runs batted in", "runsBattedIn", unit="runs")
    ends_appearance: bool = api_field("Whether the play ends a plate appearance", "isPlateAppearance")
    pitches: int = api_field("Pitches of the plate appearance", unit="pitches")
    strikes: int = api_field("Strikes among the pitches, balls in play included", unit="pitches")
    pitch_sequence: str | None = api_field(
        "Pitches in order: B a ball, S a strike, X a ball in play; missing without a pitch", "pitchSequence"
    )
    on_first_id: int | None = api_field("Player id of the runner on first base after the play", "onFirst")
    on_second_id: int | None = api_field("Player id of the runner on second base after the play", "onSecond")
    on_third_id: int | None = api_field("Player id of the runner on third base after the play", "onThird")


class Play(Record, source="observed"):
    sequence: int = api_field("Number of the play; increasing, with gaps", key=True)
    half_inning: str = api_field("Half inning as text: Top 6", "inning", derive="inning inning_half")
    event: str = api_field("Result of the play in words, such as Groundout")
    is_out: bool = api_field("Whether an out is made (type assumed)", "out")
    outs: int = api_field("Outs in the half inning after the play", "outCount", unit="outs")
    players: list[Participant] = api_field("Players who take part")
    details: PlayDetails = api_field("Details of the play")
    description: str | None = api_field("The play in a sentence")


class PlayByPlay(common.PlayByPlay[Play]):
    """The plays of an MLB game."""


SCHEDULE = Answer(Fixture, (common.SCHEDULE_GAMES,))

BATTING_BOX = Printed(
    "AB=at_bats R=runs H=hits RBI=rbi BB=walks SO=strikeouts",
    label="player position",
    order="batting_order",
    notes="2B=doubles 3B=triples HR=home_runs HBP=hit_by_pitch SB=stolen_bases CS=caught_stealing E=errors",
)
PITCHING_BOX = Printed(
    "DEC=W:wins,L:losses,S:saves,BS:blown_saves,H:holds IP=innings H=hits R=runs ER=earned_runs BB=walks SO=strikeouts "
    "HR=home_runs P-S=pitches-strikes",
    notes="HBP=hit_by_pitch WP=wild_pitches BK=balks",
)
TEAM_BOX = Printed(
    "R=runs H=hits E=errors AB=at_bats 2B=doubles 3B=triples HR=home_runs RBI=rbi BB=walks SO=strikeouts "
    "SB=stolen_bases",
    label="team record",
)

LIVE = Answer(
    Game,
    (
        common.GAMES.with_inline(
            "full_box/current_box", situation="{outs} out, {balls}-{strikes}; {batter} batting, {pitcher} pitching"
        ),
        common.TEAMS.with_printed(TEAM_BOX),
        common.PERIODS,
        common.players("batting", "batting/", "batter and game", (BATTING_BOX,)),
        common.players("pitching", "pitching/", "pitcher and game", (PITCHING_BOX,)),
    ),
)

PLAY_BY_PLAY = Answer(PlayByPlay, (common.PLAYS, common.PARTICIPANTS))

MLB = Sport(
    code="MLB",
    name="Baseball, pro",
    game="baseball",
    answers={
        "schedule": SCHEDULE,
        "live": LIVE,
        "play-by-play": PLAY_BY_PLAY,
        "player-info": directory.players(directory.MlbPlayer),
        "team-info": directory.teams(directory.MlbTeam),
        "depth-charts": directory.depth_charts(),
        "injuries": directory.injuries(),
        "player-stats": PLAYER_STATS,
        "team-stats": TEAM_STATS,
    },
    zone="America/New_York",
    season_spans=False,
    opens=(3, 18),
    rules=Rules(
        scoring_exponent=True,
        unit="runs",
        periods=9,
        period="inning",
        overtime="",
        ties=True,  # one that was called off and never resumed, such as of the Cubs in 2016; it does not count
        # An inning and 3.1 plate appearances per game of the team.
        qualified={"outs_recorded": 0.8, "at_bats": 0.7},
        standings=Standings(
            "division",
            printed="W=wins L=losses PCT=win_pct GB=games_behind WCGB=wild_card_games_behind HOME=home_record "
            "AWAY=away_record L10=last_ten STRK=streak DIFF=run_difference",
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
            seeding=Seeding(
                per_division=1,
                others=3,
                winners_first=True,
                rounds=("Wild Card Series", "Division Series", "League Championship Series", "World Series"),
                series=(3, 5, 7, 7),
                first_round=((1, 0), (4, 5), (3, 6), (2, 0)),
            ),
            games=162,
        ),
        totals=(("R", "score"), ("H", "hits"), ("E", "errors")),
        unplayed="x",
        elo=Elo(4, 24, keep=2 / 3, source="FiveThirtyEight, without pitchers, travel and rest"),
        margin_spread=4.3,
        margin_source="18 half innings of 0.49 runs, with a variance of 2.1 times the mean",
        pythagorean=1.83,
        pythagorean_source="Baseball-Reference",
    ),
    finals=("World Series",),
    also_called="professional major league",
)
