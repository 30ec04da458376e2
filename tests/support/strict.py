"""The clauses of the specification on records as strict JSON schemas, written from its text and not from the catalog.

Every listed key must be there and no other may; types are as stated. What the specification leaves open is decided in
`NULLS`: the fields that may be null because there is nothing to say.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import jsonschema_rs

from . import wire_keys as wk

Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer"}
NUMBER: Json = {"type": "number"}
TRUTH: Json = {"type": "boolean"}

GMT: Json = {
    "type": "string",
    "pattern": r"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} "
    r"([01]\d|2[0-3]):[0-5]\d:[0-5]\d GMT$",
}
STATUS: Json = {"enum": sorted(wk.STATUSES)}
ID_OF_GAME: Json = {"type": "string", "pattern": r"^\d{8}-\d+-\d+(-2)?$"}
ID_OF_MATCH: Json = {"type": "string", "pattern": r"^\d{8}-[A-Za-z0-9]+-\d+-\d+$"}
PLAYER: Json = {"type": "string", "pattern": r"^[1-9]\d*$"}
PERIOD: Json = {"type": "string", "pattern": r"^[1-9]\d*$"}
CLOCK: Json = {"type": "string", "pattern": r"^(\d\d:\d\d)?$"}

ONE_YEAR, TWO_YEARS = {"type": "string", "pattern": r"^\d{4}$"}, {"type": "string", "pattern": r"^\d{4}-\d{4}$"}

NULLS: dict[str, set[str]] = {
    "schedule": wk.keys("event_name round player_1_rank player_2_rank"),
    "schedule/MLB": wk.keys("state away_pitcher home_pitcher"),
    "schedule/NFL": wk.keys("state"),
    "schedule/NCAAFB": wk.keys("state"),
    "schedule/NCAABB": wk.keys("replaced_by region away_team_seed home_team_seed region_display_order location state"),
    "schedule/PGA": wk.keys("state"),
    "live": wk.keys("event_name round"),
    "live/NCAABB": wk.keys(
        "away_team_seed home_team_seed region region_display_order home_team_display_order game_location"
    ),
}
"""Fields that may be null: where the text says so, abroad, before pitchers are named, and outside of a bracket."""


def struct(members: Json, optional: set[str] = frozenset()) -> Json:  # type: ignore[assignment]
    """An object with these members and no other."""
    return {
        "type": "object", "properties": members, "additionalProperties": False,
        "required": sorted(members.keys() - optional),
    }  # fmt: skip


def mapping(keys: Json, values: Json) -> Json:
    return {"type": "object", "propertyNames": keys, "additionalProperties": values}


def listing(items: Json) -> Json:
    return {"type": "array", "items": items}


def or_null(schema: Json) -> Json:
    return {"anyOf": [schema, {"type": "null"}]}


TYPES: Json = {
    "game_time": GMT, "status": STATUS, "game_ID": ID_OF_GAME, "week": WHOLE, "round": WHOLE,
    "away_team_ID": WHOLE, "home_team_ID": WHOLE, "latitude": NUMBER, "longitude": NUMBER, "dome": {"enum": [0, 1]},
    "field": {"enum": ["grass", "turf"]}, "away_team_seed": WHOLE, "home_team_seed": WHOLE,
    "region_display_order": WHOLE, "home_team_display_order": WHOLE, "player_1_ID": WHOLE, "player_2_ID": WHOLE,
    "player_1_rank": WHOLE, "player_2_rank": WHOLE, "season": TWO_YEARS, "replaced_by": ID_OF_GAME,
    "season_type": {"enum": ["Preseason", "Regular Season", "Postseason", "Playoffs"]},
}  # fmt: skip
"""Types of fields of schedules and boxes by name; all others are text."""

PITCHER = struct({"player": TEXT, "player_id": WHOLE})
COURSE = struct({"par": WHOLE, "name": TEXT, "yards": WHOLE})

OWN: dict[str, Json] = {
    "MLB": {"away_pitcher": PITCHER, "home_pitcher": PITCHER, "season": ONE_YEAR},
    "DARTS": {"round": TEXT, "season": ONE_YEAR, "game_ID": ID_OF_MATCH},
    "PGA": {
        "tournament_ID": {"type": "string", "pattern": r"^\d{4}[_-]\d+$"}, "event_ID": WHOLE, "covered": WHOLE,
        "course": listing(COURSE), "status": TEXT,
    },
}  # fmt: skip
"""Types of fields that a sport has of its own."""


def fixture(sport: str) -> Json:
    """A record of a schedule."""
    nulls = NULLS["schedule"] | NULLS.get(f"schedule/{sport}", set())
    members = {name: OWN.get(sport, {}).get(name, TYPES.get(name, TEXT)) for name in wk.SCHEDULE[sport]}
    return struct({name: or_null(schema) if name in nulls else schema for name, schema in members.items()})


def numbers(names: set[str], **others: Json) -> Json:
    """Members that are numbers, whole ones but for percentages, averages, ratings, innings and halves of sacks."""
    parts = ("percentage", "rating", "IP", "average", "sacks")
    return {name: others.get(name, NUMBER if any(part in name for part in parts) else WHOLE) for name in names}


BATTER = struct(numbers(wk.BATTING, **dict.fromkeys(wk.keys("player position_category status POS BAT_ORD"), TEXT)))
THROWER = struct(numbers(wk.PITCHING, **dict.fromkeys(wk.keys("player position_category status POS"), TEXT)))
COURT = dict.fromkeys(wk.keys("player position status minutes"), TEXT)
PENALTIES = struct({"total": WHOLE, "yards": WHOLE})
SNAPS = struct(dict.fromkeys(wk.keys("defense offense specialTeams"), WHOLE))
FIELD_TEXTS = dict.fromkeys(wk.FOOTBALL_TEXTS, TEXT)
DISTANCES = {"field_goal_distances": listing(WHOLE)}
FANTASY: Json = {r"^\w+_fantasy_points$": NUMBER}


def team_stats(sport: str) -> Json | None:
    """The statistics of a team; None where the specification does not show them."""
    if sport == "MLB":
        return struct(numbers(wk.BASEBALL_TEAM))
    if sport in ("NBA", "NCAABB"):
        return struct(numbers(wk.BASKETBALL_STATS))
    if sport == "NCAAFB":
        return struct(numbers(wk.FOOTBALL_TEAM | {"total_touchdown"}, penalties=PENALTIES))
    if sport == "NFL":
        names = wk.FOOTBALL_TEAM | wk.keys("offense_touchdowns special_team_touchdowns")
        return {**struct(numbers(names, penalties=PENALTIES)), "patternProperties": FANTASY}
    return None


def player_box(sport: str) -> Json | None:
    """The players of a side; None where the specification does not show them."""
    if sport == "MLB":
        return struct({"batting": mapping(PLAYER, BATTER), "pitching": mapping(PLAYER, THROWER)})
    if sport in ("NBA", "NCAABB"):
        line = numbers(wk.BASKETBALL_LINE, **COURT) | ({"starter": TRUTH} if sport == "NCAABB" else {})
        return mapping(PLAYER, struct(line))
    if sport in ("NFL", "NCAAFB"):
        names = wk.FOOTBALL_LINE | (wk.NFL_LINE if sport == "NFL" else set())
        members = numbers(names, **FIELD_TEXTS, **DISTANCES, snap_counts=SNAPS)
        line = struct(members, names - wk.FOOTBALL_TEXTS)  # a player has the lines of what he did
        return mapping(PLAYER, {**line, "patternProperties": FANTASY} if sport == "NFL" else line)
    return None


MAN = struct({"id": or_null(WHOLE), "name": or_null(TEXT), "position": or_null(TEXT)})
STATES: dict[str, Json] = {
    "MLB": {"inning": WHOLE, "inning_half": TEXT, "outs": WHOLE, "balls": WHOLE, "strikes": WHOLE,
            "current_batter": MAN, "current_pitcher": MAN},
    "NBA": {"Quarter": {}, "TimeRemaining": CLOCK},
    "NFL": {**{name: {} for name in wk.FOOTBALL_STATE}, "Quarter": TEXT, "RedZone": TRUTH},
}  # fmt: skip
STATES["NCAABB"], STATES["NCAAFB"] = STATES["NBA"], STATES["NFL"]


def box(sport: str) -> Json:
    """A record of live."""
    team: Json = {
        "abbrv": TEXT, "team_id": WHOLE, "record": TEXT, "mascot": TEXT,
        "division_name": WHOLE if sport == "NCAAFB" else TEXT, "score": WHOLE,
        "team_stats": team_stats(sport) or {"type": "object"}, "quarter_scores": mapping(PERIOD, WHOLE),
    }  # fmt: skip
    if sport == "NCAABB":
        team |= {"rank": or_null(WHOLE), "conf_ID": WHOLE}
    full: Json = {"away_team": struct(team), "home_team": struct(team)}
    if sport in STATES:
        state = struct({name: or_null(schema) for name, schema in STATES[sport].items()})
        full[wk.CURRENT[sport][0]] = or_null(state)
    whole = struct(full) if sport in STATES else {**struct(full), "additionalProperties": True}
    side = player_box(sport) or {"type": "object"}
    nulls = NULLS["live"] | NULLS.get(f"live/{sport}", set())
    members = {name: TYPES.get(name, TEXT) for name in wk.keys(wk.LIVE_COMMON) | wk.LIVE_EXTRA[sport]}
    members |= {"sport": {"const": sport}, "season": ONE_YEAR if sport == "MLB" else TWO_YEARS}
    members |= {"full_box": whole, "player_box": struct({"away_team": side, "home_team": side})}
    return struct({name: or_null(schema) if name in nulls else schema for name, schema in members.items()})


def match() -> Json:
    """A record of live darts."""
    stats = struct({name: or_null(NUMBER) for name in wk.MATCH_STATS})
    throw = struct({"score": WHOLE, **{name: {} for name in wk.THROW - {"score"}}})
    turn = struct({**numbers(wk.TURN), "player_name": TEXT, "throws": listing(throw)})
    leg = struct({"leg": WHOLE, "set": WHOLE, "turns": listing(mapping(PLAYER, turn))})
    player = struct({"ID": WHOLE, "name": TEXT, "legs_won": WHOLE, "match_stats": stats})
    members: Json = dict.fromkeys(wk.DARTS_LIVE, TEXT)
    members |= {"sport": {"const": "DARTS"}, "format": {"enum": ["set", "leg"]}, "status": STATUS, "game_time": GMT,
                "game_ID": ID_OF_MATCH, "players": listing(player), "leg_breakdown": listing(leg),
                "current_box": struct({name: {} for name in wk.keys("leg throwing points_to_checkout")})}  # fmt: skip
    return struct(members)


@lru_cache(maxsize=32)
def validator(sport: str, resource: str) -> Any:
    """What checks a record of a sport's schedules or of its live; None where the specification shows no record."""
    if resource != "live":
        return jsonschema_rs.validator_for(fixture(sport))
    if sport == "DARTS":
        return jsonschema_rs.validator_for(match())
    return jsonschema_rs.validator_for(box(sport)) if sport in wk.LIVE_EXTRA else None


def faults(sport: str, resource: str, row: Json) -> list[str]:
    """What is wrong with a record, and clauses that no schema tells: sums, starts in the past, matching states."""
    check = validator(sport, resource)
    if check is None:
        return []
    found = [f"{'/'.join(map(str, error.instance_path))}: {error.message[:120]}" for error in check.iter_errors(row)]
    if resource == "live" and sport in wk.LIVE_EXTRA and not found:
        for side in ("away_team", "home_team"):
            team = row["full_box"][side]
            if sport != "NHL" and sum(team["quarter_scores"].values()) != team["score"]:
                found.append(f"full_box/{side}/score: is not the sum of its periods")
        if row["status"] == "scheduled":
            found.append("status: a scheduled game on live")
    return found
