"""Darts."""

from __future__ import annotations

from . import directory, season_stats
from .grammar import Answer, ColumnFrom, GameTime, Record, Sport, Table, api_field
from .printed import Printed
from .resources import Param
from .rules import Elo, Rules, Sets


class Fixture(Record, source="2.4"):
    """A scheduled darts match."""

    game_id: str = api_field("Game id: league date, event code, player ids", "game_ID", key=True)
    game_time: GameTime = api_field("Scheduled start", key=True)
    player_1: str = api_field("Name of player 1")
    player_2: str = api_field("Name of player 2")
    player_1_id: int = api_field("Player id of player 1", "player_1_ID")
    player_2_id: int = api_field("Player id of player 2", "player_2_ID")
    player_1_rank: int | None = api_field("World rank of player 1")
    player_2_rank: int | None = api_field("World rank of player 2")
    event_id: str = api_field("Event id, a string for darts", "event_ID")
    event_name: str = api_field("Series the event belongs to")
    season: str = api_field("Year of the season")
    status: str = api_field(
        "Status of the match as sent by the service; withdrawn: a player left the tournament; "
        "cancelled: listed by mistake",
        derive="phase",
    )
    round: str = api_field("Name of the round, for example Last 64")


class MatchStats(Record, source="2.7"):
    checkout_total: int | None = api_field("Checkout attempts (meaning assumed)")
    checkouts_made: int | None = api_field("Legs finished")
    visits_100_plus: int | None = api_field("Visits of 100 to 139", "100_plus_thrown")
    visits_140_plus: int | None = api_field("Visits of 140 to 179", "140_plus_thrown")
    visits_180: int | None = api_field("Visits of 180", "180_plus_thrown")
    highest_checkout: int | None = api_field("Highest finish", unit="points")
    checkouts_100_plus: int | None = api_field("Finishes of 100 or more")
    three_dart_average: float | None = api_field("Average points per visit of three darts, as sent", unit="points")
    checkout_percentage: float | None = api_field("Share of checkout attempts that succeeded, as sent", unit="%")


class Player(Record, source="2.7"):
    player_id: int = api_field("Player id", "ID", key=True)
    player: str = api_field("Name of the player", "name")
    legs_won: int = api_field("Legs won", unit="legs")
    match_stats: MatchStats = api_field("Statistics of the match")


class Current(Record, source="2.7"):
    leg: int | None = api_field("Leg being played")
    throwing: int | None = api_field("Player id of the thrower (type assumed; a name is accepted)")
    points_to_checkout: int | None = api_field("Points left for the thrower", unit="points")


class Throw(Record, source="2.7"):
    throw: int = api_field("Number of the dart in its visit", key=True)
    score: int = api_field("Points of the dart", unit="points")
    double: bool = api_field("Whether it hit a double")
    triple: bool = api_field("Whether it hit a treble")
    checkout: bool = api_field("Whether it was a checkout attempt (meaning assumed)")


class Turn(Record, source="2.7"):
    """A visit to the board."""

    turn: int = api_field("Number of the visit in its leg", key=True)
    player: str = api_field("Name of the player", "player_name", key=True)
    start_score: int = api_field("Points left before the visit", unit="points")
    end_score: int = api_field("Points left after the visit", unit="points")
    earned_score: int = api_field("Points scored in the visit; 0 for a bust", unit="points")
    throws: list[Throw] = api_field("Darts of the visit")


NO_SET = 0
"""Number of the set while it is not known."""


class Leg(Record, source="2.7"):
    leg: int = api_field("Number of the leg in the match", key=True)
    set: int = api_field("Number of the set; 0 during a world championship match", key=True)
    turns: list[dict[str, Turn]] = api_field("Visits by player id")


class Match(Record, source="2.7"):
    """A live darts match."""

    sport: str = api_field("Sport code", hidden=True)
    game_id: str = api_field("Game id: league date, event code, player ids", "game_ID", key=True, derive="season")
    game_time: GameTime = api_field("Scheduled start", key=True)
    event: str = api_field("Name of the event")
    event_id: str = api_field("Event id, a string for darts", "event_ID")
    series_name: str = api_field("Series the event belongs to")
    round: str = api_field("Name of the round, for example Last 64")
    format: str = api_field("Format of the match: set or leg")
    status: str = api_field(
        "Status of the match as sent by the service; withdrawn: a player left the tournament; "
        "cancelled: listed by mistake",
        derive="phase",
    )
    game_status: str | None = api_field("Status for display; not used for any computation")
    players: list[Player] = api_field("The two players")
    current_box: Current | None = api_field("Current state", sparse=True)
    leg_breakdown: list[Leg] = api_field("Legs played", derive="player_1_sets player_2_sets winner_id winner")


class Tournament(Record, source="observed"):
    """A darts tournament; only the id and the dates are reported."""

    event_id: str = api_field("Event id, a string for darts", "event_ID", key=True)
    event: str | None = api_field("Name of the event", "event_name", source="assumed", sparse=True)
    series_name: str | None = api_field("Series the event belongs to", source="assumed", sparse=True)
    season: str | None = api_field("Year of the season", source="assumed", sparse=True)
    start_date: GameTime | None = api_field("First day, as midnight UTC")
    end_date: GameTime | None = api_field("Last day, as midnight UTC")


OPPONENT = (("opponent_id", "players"), ("opponent", "players"))

ONE_MATCH = Param("game_id", "text", "One match")
ONE_EVENT = Param("event_id", "text", "One event")
ONE_PLAYER = Param("player_id", "int", "Only this player", minimum=1)

SCHEDULE = Answer(
    Fixture,
    (Table("games", "", "scheduled match"),),
    params=(Param("player_id", "int", "Only matches of this player", minimum=1), ONE_MATCH, ONE_EVENT),
    days={"schedule-week": 8},
)

EVENTS = Answer(Tournament, (Table("events", "", "event"),), params=(ONE_EVENT,))

LIVE = Answer(
    Match,
    (
        Table(
            "games",
            "",
            "match",
            extra_columns=(
                ColumnFrom("player_1", "players/0/name"),
                ColumnFrom("player_2", "players/1/name"),
                ColumnFrom("player_1_id", "players/0/ID"),
                ColumnFrom("player_2_id", "players/1/ID"),
                ColumnFrom("player_1_legs", "players/0/legs_won"),
                ColumnFrom("player_2_legs", "players/1/legs_won"),
            ),
            situation="{throwing} to throw, {points_to_checkout} left",
        ),
        Table(
            "players",
            "players/[]",
            "match and player",
            derived=(*OPPONENT, ("sets_won", "leg_breakdown"), ("won", "leg_breakdown")),
        ).with_printed(
            Printed(
                "SETS=sets_won LEGS=legs_won AVG=three_dart_average! 180=visits_180 140+=visits_140_plus "
                "100+=visits_100_plus CO=checkouts_made/checkout_total HIGH=highest_checkout!"
            )
        ),
        Table(
            "legs",
            "leg_breakdown/[]",
            "leg",
            derived=tuple((name, "turns") for name in ("first_thrower_id", "first_thrower", "winner_id", "winner")),
        ),
        Table("turns", "leg_breakdown/[]/turns/[]/{player_id}", "visit to the board", derived=OPPONENT),
        Table(
            "throws",
            "leg_breakdown/[]/turns/[]/{player_id}/throws/[]",
            "dart",
            parent_columns=("start_score", "end_score"),
        ),
    ),
    params=(ONE_MATCH,),
)

SETS = Sets(legs=3, by_event={"WC": 3, "GP": 3, "WM": 2})
"""The championship, the grand prix and the masters are played in sets, all other events in legs."""


class SeasonLegs(season_stats.Played, source="assumed"):
    legs_won: int | None = api_field("Legs won", unit="legs")
    legs_lost: int | None = api_field("Legs lost", unit="legs")


PlayerTotals = season_stats.statistics(
    "PlayerTotals",
    SeasonLegs,
    MatchStats,
    without=("three_dart_average",),
    source="assumed",
    module=__name__,
)

PLAYER_STATS = season_stats.players(
    season_stats.season_of("PlayerSeason", season_stats.PersonHead, PlayerTotals, source="assumed", module=__name__),
    season_stats.Totals(
        "season",
        ("players",),
        {
            "legs_lost": season_stats.Total(("opponent_score",), season_stats.itself),
            "highest_checkout": season_stats.Most(),
            "checkout_percentage": season_stats.Total(
                ("checkouts_made", "checkout_total"), lambda made, tried: 100 * made / tried if tried else None
            ),
        },
    ),
    params=(ONE_PLAYER,),
    current=("player-stats",),
)

DARTS = Sport(
    code="DARTS",
    name="Darts",
    game="darts",
    answers={
        "schedule": SCHEDULE,
        "live": LIVE,
        "player-info": directory.players(directory.DartsPlayer, ONE_PLAYER),
        "player-stats": PLAYER_STATS,
        "events": EVENTS,
    },
    zone="Europe/London",
    season_spans=False,
    nicknames="pdc",
    also_called="pro professional tour",
    rules=Rules(
        opponents="players",
        unit="legs",
        period="leg",
        no_standings="orders of merit require prize money tables",
        elo=Elo(32, 0),
        sets=SETS,
    ),
)
