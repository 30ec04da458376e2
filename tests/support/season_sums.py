"""Season statistics added up from the JSON of finished box scores, apart from the code that the service uses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

from sportsframe.simulation._common.season import Season

Json = dict[str, Any]
Sums = dict[tuple[int, str], dict[str, Any]]

EMPTY = {"regular_season": None, "postseason": None}

FORMULAS = frozenset(
    {
        "two_point_percentage", "minutes", "time_on_ice", "passer_rating", "X_fantasy_points_per_game", "IP", "ERA",
        "wins", "losses", "ties", "draws", "overtime_losses", "points", "goals", "goals_scored", "goals_conceded",
        "top_10", "cuts", "withdrawals", "rounds", "legs_lost", "checkout_percentage", "games_played",
        "two_point_conversion_pass_completions",
    }
)  # fmt: skip
"""Members that are no sums of members of the same name; `expected` computes each by itself."""


def finished(season: Season, now: datetime) -> Iterator[Json]:
    """The live rows of the games over at `now`, of the dates up to then."""
    for entry in season.all() if season.closes < now.date() else season.between(*_days(season, now)):
        if entry.start <= now:
            record = entry.live(now)
            if record is not None and entry.status(now) in ("final", "completed"):
                yield record.wire()


def _days(season: Season, now: datetime) -> tuple[datetime, datetime, datetime]:
    return now - timedelta(days=500), now, now


def shortened(sport: str, row: Json) -> Json:
    """A live row without what no sum needs, to keep many of them."""
    if sport == "DARTS":
        return {name: value for name, value in row.items() if name != "leg_breakdown"}
    return row


def clock_seconds(text: str) -> int:
    """Seconds of ``35:21`` or of whole minutes."""
    minutes, _, seconds = text.partition(":")
    return 60 * int(minutes) + int(seconds or 0)


def part(row: Json) -> str:
    return "regular_season" if row.get("season_type", "Regular Season") == "Regular Season" else "postseason"


def player_lines(sport: str, row: Json) -> Iterator[tuple[int, str, Json]]:
    """(player id, group, line) of a live row."""
    if sport == "PGA":
        for player, entry in row["field"].items():
            yield int(player), "", entry
    elif sport == "DARTS":
        one, two = row["players"]
        for player, other in ((one, two), (two, one)):
            legs = {"legs_won": player["legs_won"], "legs_lost": other["legs_won"]}
            yield player["ID"], "", legs | player["match_stats"]
    else:
        for lines in row["player_box"].values():
            for key, value in lines.items():
                if key.isdigit():
                    yield int(key), "", value
                else:
                    yield from ((int(player), key, line) for player, line in value.items())


def team_lines(row: Json) -> Iterator[tuple[int, Json]]:
    box = row["full_box"]
    for side, other in (("away_team", "home_team"), ("home_team", "away_team")):
        own, against = box[side], box[other]
        stats = dict(own["team_stats"])
        if isinstance(stats.get("penalties"), dict):
            stats["penalty_yards"], stats["penalties"] = stats["penalties"]["yards"], stats["penalties"]["total"]
        late = len(own["quarter_scores"]) > 3 and row["sport"] == "NHL"
        lost = own["score"] < against["score"]
        yield own["team_id"], stats | {
            "wins": int(own["score"] > against["score"]), "losses": int(lost and not late),
            "overtime_losses": int(lost and late), "ties": int(own["score"] == against["score"]),
            "draws": int(own["score"] == against["score"]), "points": own["score"], "goals": own["score"],
            "goals_scored": own["score"], "goals_conceded": against["score"],
        }  # fmt: skip


def add(held: Json, line: Mapping[str, Any]) -> None:
    for key, value in line.items():
        if isinstance(value, bool) or not isinstance(value, int | float):
            continue
        held[key] = max(held.get(key, value), value) if "long" in key or key == "highest_checkout" else (
            held.get(key, 0) + value
        )  # fmt: skip


def expected(sport: str, rows: list[Json]) -> tuple[Sums, Sums]:
    """Sums of players and teams by id and part; those of a group under its name."""
    players: Sums = defaultdict(lambda: defaultdict(dict))
    teams: Sums = defaultdict(dict)
    for row in rows:
        seen = set()
        for player, group, line in player_lines(sport, row):
            groups = players[player, part(row)]
            held = groups[group if sport == "MLB" else ""]
            add(held, line)
            for key in ("minutes", "time_on_ice"):
                if isinstance(line.get(key), str):
                    held["seconds"] = held.get("seconds", 0) + clock_seconds(line[key])
            if "IP" in line:
                whole, tenths = divmod(round(10 * line["IP"]), 10)
                held["outs"] = held.get("outs", 0) + 3 * whole + tenths
            if sport == "PGA":
                place = line.get("position")
                add(held, {
                    "wins": int(place == 1), "top_10": int(place is not None and place <= 10),
                    "cuts": int(line["status"] == "cut"), "withdrawals": int(line["status"] == "withdrawn"),
                    "rounds": sum(f"round_{n}" in line for n in (1, 2, 3, 4)),
                })  # fmt: skip
            if player not in seen:
                seen.add(player)
                groups["games"]["games_played"] = groups["games"].get("games_played", 0) + 1
        if sport not in ("PGA", "DARTS"):
            for team, line in team_lines(row):
                add(teams[team, part(row)], line | {"games_played": 1})
    return players, teams


def differences(
    sport: str, sums: tuple[Sums, Sums], player_rows: list[Json], team_rows: list[Json]
) -> list[tuple[Any, ...]]:
    """Every member of the season statistics that is not what the finished boxes add up to."""
    players, teams = sums
    found: list[tuple[Any, ...]] = []
    found += [("player", *key) for key in set(players) ^ _present(player_rows, "player_id")]
    found += [("team", *key) for key in set(teams) ^ _present(team_rows, "team_id")]
    for row in player_rows:
        for name in EMPTY:
            groups = players.get((row["player_id"], name), {})
            for key, value in (row[name] or {}).items():
                if isinstance(value, dict):
                    held = groups[key]
                    found += [
                        ("player", row["player_id"], name, key, member, told, _formula(member, held))
                        for member, told in value.items()
                        if told != _formula(member, held)
                    ]
                else:
                    held = {**groups.get("", {}), **groups["games"]}
                    if sport == "MLB" and key in ("E", "PO"):
                        lines = (groups.get("batting", {}), groups.get("pitching", {}))
                        held[key] = sum(line.get(key, 0) for line in lines)
                    if value != _formula(key, held):
                        found.append(("player", row["player_id"], name, key, value, _formula(key, held)))
    for row in team_rows:
        for name in EMPTY:
            held = teams.get((row["team_id"], name), {})
            found += [
                ("team", row["team_id"], name, key, value, _formula(key, held))
                for key, value in (row[name] or {}).items()
                if value != _formula(key, held)
            ]
    return found


def _present(rows: list[Json], key: str) -> set[tuple[int, str]]:
    return {(row[key], name) for row in rows for name in EMPTY if row[name] is not None}


def _formula(key: str, held: Mapping[str, Any]) -> Any:
    """The value of a member, from sums under the names of the boxes."""
    if key == "two_point_percentage":
        tried = held["two_points_attempted"]
        return round(100 * held["two_points_made"] / tried, 2) if tried else 0.0
    if key in ("minutes", "time_on_ice"):
        return round(held["seconds"] / 60, 2)
    if key == "passer_rating":
        return _rating(held)
    if key == "X_fantasy_points_per_game":
        return round(held["X_fantasy_points"] / held["games_played"], 2)
    if key == "two_point_conversion_pass_completions":
        return held["two_point_conversion_pass_succeeded"]
    if key == "IP":
        return f"{held['outs'] // 3}.{held['outs'] % 3}"
    if key == "ERA":
        return f"{27 * held['ER'] / held['outs']:.2f}"
    if key == "checkout_percentage":
        return round(100 * held["checkouts_made"] / held["checkout_total"], 2)
    value = held.get(key)
    return round(value, 2) if isinstance(value, float) else value


def _rating(held: Mapping[str, Any]) -> float:
    tries, yards, done = held["passing_attempts"], held["passing_yards"], held["completions"]
    scores, taken = held["passing_touchdowns"], held["passing_interceptions"]
    if "X_fantasy_points" not in held:
        return round((8.4 * yards + 330 * scores + 100 * done - 200 * taken) / tries, 1)
    bound = Fraction("2.375")  # in fractions, as sums of floats may lie on either side of a tie
    parts = (
        5 * (Fraction(done, tries) - Fraction("0.3")),
        (Fraction(yards, tries) - 3) / 4,
        Fraction(20 * scores, tries),
        bound - Fraction(25 * taken, tries),
    )
    return round(float(sum(min(bound, max(Fraction(0), part)) for part in parts) * 100 / 6), 1)
