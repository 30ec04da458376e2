"""Darts."""

from __future__ import annotations

from .grammar import Answer, GameTime, Pull, Record, Sport, Table, f
from .rules import Elo, Rules, Sets


class Fixture(Record, source="2.4"):
    """A scheduled darts match."""

    game_id: str = f("Game id: day label, event code, player ids", "game_ID", key=True)
    game_time: GameTime = f("Scheduled start", key=True)
    player_1: str = f("Name of player 1")
    player_2: str = f("Name of player 2")
    player_1_id: int = f("Player id of player 1", "player_1_ID")
    player_2_id: int = f("Player id of player 2", "player_2_ID")
    player_1_rank: int | None = f("World rank of player 1")
    player_2_rank: int | None = f("World rank of player 2")
    event_id: str = f("Event id, text for darts", "event_ID")
    event_name: str = f("Series the event belongs to")
    season: str = f("Season, a year")
    status: str = f(
        "State of the game in the service's word; withdrawn: a player left the tournament; "
        "cancelled: listed by an error at the source",
        derive="phase",
    )
    round: str = f("Round by name, such as Last 64")


class MatchStats(Record, source="2.7"):
    checkout_total: int | None = f("Attempts at a double (meaning assumed)")
    checkouts_made: int | None = f("Legs finished")
    visits_100_plus: int | None = f("Visits of 100 to 139", "100_plus_thrown")
    visits_140_plus: int | None = f("Visits of 140 to 179", "140_plus_thrown")
    visits_180: int | None = f("Visits of 180", "180_plus_thrown")
    highest_checkout: int | None = f("Highest finish", unit="points")
    checkouts_100_plus: int | None = f("Finishes of 100 or more")
    three_dart_average: float | None = f("Points a visit of three darts, as sent", unit="points")
    checkout_percentage: float | None = f("Finishes of attempts at a double, as sent", unit="%")


class Player(Record, source="2.7"):
    player_id: int = f("Player id", "ID")
    player: str = f("Name of the player", "name")
    legs_won: int = f("Legs won", unit="legs")
    match_stats: MatchStats = f("Figures of the match")


class Current(Record, source="2.7"):
    leg: int | None = f("Leg being played")
    throwing: int | None = f("Player id of who throws (type assumed; a name is accepted)")
    points_to_checkout: int | None = f("Points the thrower has left", unit="points")


class Throw(Record, source="2.7"):
    throw: int = f("Number of the dart in its visit")
    score: int = f("Points of the dart", unit="points")
    double: bool = f("Whether it hit a double")
    triple: bool = f("Whether it hit a treble")
    checkout: bool = f("Whether it was aimed at the finishing double (meaning assumed)")


class Turn(Record, source="2.7"):
    """A visit to the board."""

    turn: int = f("Number of the visit in its leg", key=True)
    player: str = f("Name of the player", "player_name", key=True)
    start_score: int = f("Points left before the visit", unit="points")
    end_score: int = f("Points left after the visit", unit="points")
    earned_score: int = f("Points the visit took off; 0 for a bust", unit="points")
    throws: list[Throw] = f("Darts of the visit")


class Leg(Record, source="2.7"):
    leg: int = f("Number of the leg, counted through the match", key=True)
    set: int = f("Number of the set; 0 while a world championship match is on", key=True)
    turns: list[dict[str, Turn]] = f("Visits by player id")


class Match(Record, source="2.7"):
    """A live darts match."""

    sport: str = f("Sport code", hidden=True)
    game_id: str = f("Game id: day label, event code, player ids", "game_ID", key=True)
    game_time: GameTime = f("Scheduled start", key=True)
    event: str = f("Event by name")
    event_id: str = f("Event id, text for darts", "event_ID")
    series_name: str = f("Series the event belongs to")
    round: str = f("Round by name, such as Last 64")
    format: str = f("set or leg")
    status: str = f(
        "State of the game in the service's word; withdrawn: a player left the tournament; "
        "cancelled: listed by an error at the source",
        derive="phase",
    )
    game_status: str | None = f("Display text of the state; no logic reads it")
    players: list[Player] = f("The two players")
    current_box: Current | None = f("Current state", sparse=True)
    leg_breakdown: list[Leg] = f("Legs played", derive="player_1_sets player_2_sets")


SCHEDULE = Answer(Fixture, (Table("games", "", "a scheduled match"),))

LIVE = Answer(
    Match,
    (
        Table(
            "games", "", "a match",
            pulls=(
                Pull("player_1", "players/0/name"), Pull("player_2", "players/1/name"),
                Pull("player_1_id", "players/0/ID"), Pull("player_2_id", "players/1/ID"),
                Pull("player_1_legs", "players/0/legs_won"), Pull("player_2_legs", "players/1/legs_won"),
            ),
        ),
        Table("players", "players/[]", "a match and player"),
        Table("legs", "leg_breakdown/[]", "a leg"),
        Table("turns", "leg_breakdown/[]/turns/[]/{player_id}", "a visit to the board"),
        Table(
            "throws", "leg_breakdown/[]/turns/[]/{player_id}/throws/[]", "a dart",
            carry=("start_score", "end_score"),
        ),
    ),
)  # fmt: skip

SETS = Sets(legs=3, by_event={"WC": 3, "GP": 3, "WM": 2})
"""The championship, the grand prix and the masters are played in sets; all other events in legs."""

DARTS = Sport(
    code="DARTS", name="Darts", game="darts", answers={"schedule": SCHEDULE, "live": LIVE},
    zone="Europe/London", season_spans=False,
    rules=Rules(
        opponents="players",
        unit="legs",
        period="leg",
        no_standings="orders of merit need prize tables",
        elo=Elo(32, 0),
        sets=SETS,
    ),
)  # fmt: skip
