"""Recomputes box scores from plays alone, as sent by the service."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

from sportsframe.simulation.football.box import fantasy_points, rating

Json = dict[str, Any]
Lines = dict[str, dict[str, Any]]

SIDES = ("away_team", "home_team")


def side_of(box: Json) -> dict[str, int]:
    """Abbreviation of a team -> 0 for the away side, 1 for the home side."""
    return {box["full_box"][side]["abbrv"]: index for index, side in enumerate(SIDES)}


# -- baseball

HITS = {"Single": "1B", "Double": "2B", "Triple": "3B", "Home Run": "HR"}
PUT_OUT = ("Groundout", "Flyout", "Lineout", "Pop Out", "Strikeout", "Grounded Into DP")
AT_BAT = (*HITS, *PUT_OUT, "Fielders Choice Out", "Field Error")
NO_PITCH = ("Wild Pitch", "Balk")


class _Arm:
    """A pitcher's figures, and what decides wins, saves and holds."""

    def __init__(self, starter: bool, lead: int, on: int, inning: int) -> None:
        self.figures: Counter[str] = Counter()
        self.starter, self.lead, self.on, self.inning = starter, lead, on, inning
        self.outs = 0
        self.left_with: int | None = None
        self.blown = False

    @property
    def chance(self) -> bool:
        """Whether it is a save situation."""
        return not self.starter and self.inning >= 6 and self.lead > 0 and (self.lead <= 3 or self.lead <= self.on + 2)


def baseball(game: Json, box: Json) -> tuple[list[Lines], list[Lines], list[dict[str, int]]]:
    """Batting lines, pitching lines and runs by inning of both sides of a finished MLB game, from its plays."""
    side_by = side_of(box)
    batting: list[dict[str, Counter[str]]] = [defaultdict(Counter), defaultdict(Counter)]
    arms: list[dict[str, _Arm]] = [{}, {}]
    innings: list[dict[str, int]] = [{}, {}]
    score = [0, 0]
    now: list[str | None] = [None, None]
    record: list[str | None] = [None, None]
    loser: str | None = None
    on = 0

    def enter(side: int, arm: str, inning: int, *, starter: bool) -> None:
        before = now[side]
        lead = score[side] - score[1 - side]
        if before is not None:
            arms[side][before].left_with = lead
        now[side] = arm
        arms[side][arm] = _Arm(starter, lead if not starter else 0, on, inning)

    for play in game["plays"]:  # the first pitcher of a side who pitches or is replaced is its starter
        for one in play["players"]:
            side = side_by[one["teamAbbr"]]
            if now[side] is None and (one["role"] == "pitcher" or (one["role"], one["position"]) == ("playerOut", "P")):
                enter(side, str(one["id"]), 1, starter=True)
    half_before = ""
    for play in game["plays"]:
        half, number = play["inning"].split()
        bat = int(half == "Bottom")
        field = 1 - bat
        if play["inning"] != half_before:
            half_before, on = play["inning"], 0
        innings[bat].setdefault(number, 0)
        event, details = play["event"], play["details"]
        who: dict[str, list[Json]] = defaultdict(list)
        for one in play["players"]:
            who[one["role"]].append(one)
        if event == "Pitching Substitution":
            new, old = who["playerIn"][0], who["playerOut"][0]
            side = side_by[new["teamAbbr"]]
            assert now[side] == str(old["id"])
            enter(side, str(new["id"]), int(number), starter=False)
            continue
        for one in who["pitcher"]:
            assert now[field] == str(one["id"]), "a pitcher nobody brought in"
        mound = arms[field][str(now[field])]
        mound.figures["pitches"] += details["pitches"]
        mound.figures["strikes"] += details["strikes"]
        assert details["pitches"] == len(details["pitchSequence"] or "")
        for one in who["fielder"]:
            name = "E" if one["action"] == "error" else "PO"
            if one["position"] == "P":
                mound.figures[name] += 1
            else:
                batting[field][str(one["id"])][name] += 1
        if details["isPlateAppearance"]:
            line = batting[bat][str(who["batter"][0]["id"])]
            allowed = mound.figures
            line["AB"] += event in AT_BAT
            line["Outs"] += event in PUT_OUT
            line["RBI"] += details["runsBattedIn"]
            for figures in (line, allowed):
                if event in HITS:
                    figures["H"] += 1
                    figures[HITS[event]] += 1
                figures["BB"] += event in ("Walk", "Intent Walk")
                figures["IBB"] += event == "Intent Walk"
                figures["HBP"] += event == "Hit By Pitch"
            line["SO"] += event == "Strikeout"
            allowed["K"] += event == "Strikeout"
        else:
            mound.figures["WP"] += event == "Wild Pitch"
            mound.figures["BK"] += event == "Balk"
            for runner in who["runner"]:
                for words, name in (("Stolen Base", "SB"), ("Caught Stealing", "CS")):
                    if event.startswith(words):
                        batting[bat][str(runner["id"])][name] += 1
                        mound.figures[name] += 1
        made = sum(one["metadata"]["base"] == 0 for one in play["players"])
        assert (made > 0) == play["out"]
        mound.outs += made
        home = [one for one in (*who["runner"][::-1], *who["batter"]) if one["metadata"]["base"] == 4]
        assert len(home) == details["runs"]
        for one in home:
            score[bat] += 1
            innings[bat][number] += 1
            batting[bat][str(one["id"])]["R"] += 1
            charged = str(one["metadata"]["chargedPitcherId"])
            arms[field][charged].figures["R"] += 1
            arms[field][charged].figures["ER"] += one["metadata"]["earned"]
            if score[bat] == score[field]:
                record, loser = [None, None], None
                if mound.chance and not mound.blown:
                    mound.blown = True
                    mound.figures["BS"] = 1
            elif score[bat] == score[field] + 1:
                record[bat], record[field], loser = now[bat], None, charged
        on = sum(details[base] is not None for base in ("onFirst", "onSecond", "onThird"))
    _decide(arms, score, record, loser, now)
    pitching: list[Lines] = []
    for own in arms:
        lines: Lines = {}
        for arm, found in own.items():
            lines[arm] = {**found.figures, "IP": float(f"{found.outs // 3}.{found.outs % 3}")}
        pitching.append(lines)
    return [dict(own) for own in batting], pitching, innings


def _decide(
    arms: list[dict[str, _Arm]], score: list[int], record: list[str | None], loser: str | None, now: list[str | None]
) -> None:
    """Win, loss, save and holds (Official Baseball Rules 9.17, 9.19, 9.20)."""
    best = int(score[1] > score[0])
    own = list(arms[best])
    won = str(record[best])
    if arms[best][won].starter and arms[best][won].outs < 15 and len(own) > 1:
        won = max(own[1:], key=lambda one: (arms[best][one].outs - 2 * arms[best][one].figures["R"], -own.index(one)))
    arms[best][won].figures["W"] = 1
    arms[1 - best][str(loser)].figures["L"] = 1
    last = arms[best][str(now[best])]
    if now[best] != won and not last.starter and last.lead > 0 and last.outs:
        last.figures["S"] = int((last.lead <= 3 and last.outs >= 3) or last.lead <= last.on + 2 or last.outs >= 9)
    for side in (0, 1):
        for name, arm in arms[side].items():
            decided = name == (won if side == best else str(loser))
            ahead = arm.left_with is not None and arm.left_with > 0
            if arm.chance and ahead and arm.outs and not arm.blown and not decided:
                arm.figures["HLD"] = 1


TEXTS = {"player", "position_category", "status", "POS", "BAT_ORD"}


def baseball_differences(game: Json, box: Json) -> list[str]:
    """Where a box differs from what its plays say: empty if nowhere."""
    batting, pitching, innings = baseball(game, box)
    found = []
    for index, side in enumerate(SIDES):
        team = box["full_box"][side]
        found += _compared(f"{side} innings", {"": innings[index]}, {"": team["quarter_scores"]})
        total = sum(innings[index].values())
        if total != team["score"]:
            found.append(f"{side} score {total} for {team['score']}")
        for name, lines in (("batting", batting[index]), ("pitching", pitching[index])):
            found += _compared(f"{side} {name}", lines, box["player_box"][side][name])
        sums: Counter[str] = Counter()
        for line in batting[index].values():
            sums.update(line)
        own = {name: sums[name] for name in team["team_stats"]}
        found += _compared(f"{side} team", {"": own}, {"": team["team_stats"]})
    return found


def _compared(where: str, ours: dict[str, Any], theirs: dict[str, Any], without: set[str] = TEXTS) -> list[str]:
    """Differences between lines; a player without plays has a line of zeros."""
    found = [f"{where}: {key} is in the plays only" for key in ours.keys() - theirs.keys()]
    for key, line in theirs.items():
        own = ours.get(key, {})
        for name, value in line.items():
            if name not in without and own.get(name, 0) != value:
                found.append(f"{where} {key} {name}: {own.get(name, 0)} for {value}")
        found += [f"{where} {key}: {name} is in the plays only" for name in own.keys() - line.keys() if own[name]]
    return found


# -- football

RETURNS = {"kickoff": "kick_return", "punt": "punt_return"}
FROM_SCRIMMAGE = ("pass", "incompletion", "interception", "run", "sack", "fumble", "safety")
NOT_TOLD = {"player", "position", "position_category", "status", "snap_counts"}
"""What plays do not tell: who a player is, and who was on the field without taking part."""


def football(game: Json, box: Json) -> tuple[list[Lines], list[dict[str, Any]], list[dict[str, int]]]:
    """Player lines, team statistics and points by quarter of both sides, from the plays of an NFL game."""
    side_by = side_of(box)
    names = {game["awayTeamName"]: 0, game["homeTeamName"]: 1}
    lines: list[dict[str, Counter[str]]] = [defaultdict(Counter), defaultdict(Counter)]
    goals: list[dict[str, list[int]]] = [defaultdict(list), defaultdict(list)]
    teams: list[Counter[str]] = [Counter(), Counter()]
    points: list[dict[str, int]] = [{}, {}]

    for play in game["plays"]:
        for own in points:
            for quarter in range(1, play["quarter"] + 1):
                own.setdefault(str(quarter), 0)
        event, details = play["event"], play["details"]
        side = names[play["possession"]]
        team, theirs = teams[side], teams[1 - side]
        quarter = str(play["quarter"])
        yards, distance, back = play["yardsGained"], details["distance"], details["yardsGained"] or 0
        scored = play["isTouchdown"] and not play["isReturned"]
        returned = play["isTouchdown"] and play["isReturned"]
        if play["isTouchdown"]:
            points[1 - side if returned else side][quarter] += 6
        elif event == "safety":
            points[1 - side][quarter] += 2
            theirs["safeties"] += 1
        elif event == "field_goal" and play["success"]:
            points[side][quarter] += 3
        acts = [one for one in play["players"] if one["metadata"]["context"] == "play"]
        tried = [one for one in play["players"] if one["metadata"]["context"] != "play"]
        team["first_downs"] += play["isFirstDown"]
        team["total_plays"] += event in FROM_SCRIMMAGE
        done = {one["action"] for one in acts}
        sackers = [one for one in acts if one["action"] == "sack"]
        for one in acts:
            where = side_by[one["teamAbbr"]]
            line, role, action = lines[where][str(one["id"])], one["role"], one["action"]
            if role == "penalty_committed":
                teams[where]["penalties"] += 1
                teams[where]["penalty_yards"] += distance
            elif role == "passer" and action == "sacked":
                theirs["sacks"] += 1
                team["passing_yards"] += yards
            elif role == "passer":
                line["passing_attempts"] += 1
                line["passing_interceptions"] += event == "interception"
                if "receive" in done:
                    line["completions"] += 1
                    line["passing_yards"] += yards
                    line["passing_touchdowns"] += scored
                    team["passing_yards"] += yards
                    team["passing_touchdowns"] += scored
            elif role == "receiver":
                line["targets"] += 1
                if action == "receive":
                    line["receptions"] += 1
                    line["receiving_yards"] += yards
                    line["receiving_touchdowns"] += scored
                    line["receiving_long"] = max(line["receiving_long"], yards)
            elif role == "rusher":
                line["rushing_attempts"] += 1
                line["rushing_yards"] += yards
                line["rushing_touchdowns"] += scored
                line["rushing_long"] = max(line["rushing_long"], yards)
                team["rushing_yards"] += yards
                team["rushing_touchdowns"] += scored
            elif role == "interceptor":
                line["interceptions"] += 1
                line["interception_touchdowns"] += returned
                team["turnovers"] += 1
                theirs["defense_interceptions"] += 1
                theirs["interception_touchdowns"] += returned
            elif role == "defender":
                line["tackles"] += 1
                if action == "sack":
                    line["half_sacks"] += 2 // len(sackers)
            elif role == "fumbler":
                line["fumbles"] += 1
                lost = any(side_by[other["teamAbbr"]] != where for other in acts if other["role"] == "recoverer")
                line["fumbles_lost"] += lost
                teams[where]["turnovers"] += lost
            elif role == "recoverer":
                line["fumbles_recoveries"] += 1
                if any(side_by[other["teamAbbr"]] != where for other in acts if other["role"] == "fumbler"):
                    line["defense_fumble_recoveries"] += 1
                    line["fumble_return_touchdowns"] += returned
                    teams[where]["defense_fumble_recoveries"] += 1
                    teams[where]["fumble_return_touchdowns"] += returned
            elif role == "returner":
                what = RETURNS[event]
                line[f"{what}s"] += 1
                line[f"{what}_yards"] += back
                line[f"{what}_touchdowns"] += returned
                line[f"{what}_long"] = max(line[f"{what}_long"], back)
                teams[where][f"{what}_touchdowns"] += returned
            elif role == "punter":
                line["punts"] += 1
                line["punting_yards"] += distance
                line["punts_long"] = max(line["punts_long"], distance)
                territory, yard = play["yardLine"].split()
                left = (100 - int(yard) if side_by[territory] == side else int(yard)) - distance
                line["inside_20"] += bool(left > 0 and left + back < 20 and not play["isBlocked"])
            elif role == "kicker" and event == "field_goal":
                line["field_goals_attempted"] += 1
                if play["success"]:
                    line["field_goals_made"] += 1
                    line["field_goals_long"] = max(line["field_goals_long"], distance)
                    goals[where][str(one["id"])].append(distance)
                elif returned:
                    theirs["blocked_kick_touchdowns" if play["isBlocked"] else "field_goal_return_touchdowns"] += 1
        if play["isBlocked"]:
            kick = "punt" if event == "punt" else "kick"
            team[f"blocked_{kick}s"] += 1
            theirs[f"{kick}s_blocked"] += 1
            if kick == "punt":
                theirs["blocked_punt_touchdowns"] += returned
        conversion = details["pointsAfterTouchdown"]
        if conversion is not None:
            _conversion(conversion, 1 - side if returned else side, quarter, tried, lines, teams, points)
    for own in points:
        for number in range(1, 5):
            own.setdefault(str(number), 0)
    return _football_lines(lines, goals), _football_teams(teams, points), points


def _conversion(
    conversion: Json,
    side: int,
    quarter: str,
    acts: list[Json],
    lines: list[dict[str, Counter[str]]],
    teams: list[Counter[str]],
    points: list[dict[str, int]],
) -> None:
    kick, good, returned = conversion["type"] == "extra_point", conversion["successful"], conversion["isReturned"]
    points[side][quarter] += good * (1 if kick else 2)
    points[1 - side][quarter] += 2 * returned
    teams[1 - side]["two_point_conversion_returns"] += returned
    teams[side]["blocked_kicks"] += conversion["isBlocked"]
    teams[1 - side]["kicks_blocked"] += conversion["isBlocked"]
    if not kick:
        teams[side]["two_point_conversion_attempts"] += 1
        teams[side]["two_point_conversion_succeeded"] += good
    for one in acts:
        line = lines[side][str(one["id"])]
        if one["role"] == "kicker":
            line["extra_points_attempted"] += 1
            line["extra_points_made"] += good
        elif one["role"] == "passer":
            line["two_point_conversion_pass_attempts"] += 1
            line["two_point_conversion_pass_succeeded"] += good
        else:
            line["two_point_conversion_reception_succeeded"] += good


def _football_lines(lines: list[dict[str, Counter[str]]], goals: list[dict[str, list[int]]]) -> list[Lines]:
    found: list[Lines] = []
    for own, distances in zip(lines, goals, strict=True):
        made: Lines = {}
        for key, figures in own.items():
            if key == "None":  # a penalty on a team
                continue
            line: dict[str, Any] = {name: value for name, value in figures.items() if name != "half_sacks"}
            line["sacks"] = figures["half_sacks"] / 2
            if figures["field_goals_attempted"] or figures["extra_points_attempted"]:
                line["field_goal_distances"] = distances[key]
            if figures["passing_attempts"]:
                line["passer_rating"] = rating(
                    "NFL",
                    figures["passing_attempts"],
                    figures["completions"],
                    figures["passing_yards"],
                    figures["passing_touchdowns"],
                    figures["passing_interceptions"],
                )
            line["X_fantasy_points"] = fantasy_points(line)
            made[key] = line
        found.append(made)
    return found


def _football_teams(teams: list[Counter[str]], points: list[dict[str, int]]) -> list[dict[str, Any]]:
    for team in teams:
        team["total_yards"] = team["passing_yards"] + team["rushing_yards"]
        team["receiving_touchdowns"] = team["passing_touchdowns"]
        team["defense_touchdowns"] = team["interception_touchdowns"] + team["fumble_return_touchdowns"]
        team["offense_touchdowns"] = team["passing_touchdowns"] + team["rushing_touchdowns"]
        team["special_team_touchdowns"] = sum(
            team[f"{what}_touchdowns"]
            for what in ("kick_return", "punt_return", "field_goal_return", "blocked_kick", "blocked_punt")
        )
    found: list[dict[str, Any]] = []
    for side, team in enumerate(teams):
        own: dict[str, Any] = dict(team)
        own["penalties"] = {"total": own.pop("penalties", 0), "yards": own.pop("penalty_yards", 0)}
        for kind in ("passing", "rushing"):
            own[f"total_{kind}_yards_allowed"] = teams[1 - side][f"{kind}_yards"]
        own["points_against_defense_special_teams"] = sum(points[1 - side].values())
        own["X_fantasy_points"] = fantasy_points(own)
        found.append(own)
    return found


def football_differences(game: Json, box: Json) -> list[str]:
    """Where the box of an NFL game differs from what its plays say: empty if nowhere."""
    lines, teams, points = football(game, box)
    found = []
    for index, side in enumerate(SIDES):
        team = box["full_box"][side]
        found += _compared(f"{side} quarters", {"": points[index]}, {"": team["quarter_scores"]})
        if sum(points[index].values()) != team["score"]:
            found.append(f"{side} score {sum(points[index].values())} for {team['score']}")
        found += _compared(f"{side} team", {"": teams[index]}, {"": team["team_stats"]})
        found += _compared(f"{side} players", lines[index], box["player_box"][side], NOT_TOLD)
    return found


# -- basketball

SHOTS = {"2": "two_points", "3": "three_points"}
UNTOLD = {"player", "position", "status", "minutes"}
"""What plays do not tell: who a player is, and for how long he plays, as there are no substitutions."""


def basketball(game: Json, box: Json) -> tuple[list[Lines], list[dict[str, int]]]:
    """Player lines and points by period of both sides, from the plays of an NBA game."""
    side_by = side_of(box)
    lines: list[dict[str, Counter[str]]] = [defaultdict(Counter), defaultdict(Counter)]
    points: list[dict[str, int]] = [{}, {}]
    score = [0, 0]
    roles = {"assister": "assists", "blocker": "blocks", "stealer": "steals", "turnover_player": "turnovers"}
    roles["fouler"] = "fouls"
    for play in game["plays"]:
        for own in points:
            for period in range(1, play["period"] + 1):
                own.setdefault(str(period), 0)
        kind, _, worth = play["action"].partition("_")
        for one in play["players"]:
            side = side_by[one["teamAbbr"]]
            line, role = lines[side][str(one["id"])], one["role"]
            if role in roles:
                line[roles[role]] += 1
            elif role == "rebounder":
                line["offensive_rebounds" if play["action"] == "rebound_off" else "defensive_rebounds"] += 1
            elif role == "shooter":
                name = SHOTS.get(worth[0], "free_throws")
                line[f"{name}_attempted"] += 1
                line[f"{name}_made"] += kind == "make"
                line["points"] += play["points"]
                score[side] += play["points"]
                points[side][str(play["period"])] += play["points"]
        assert play["isScoringPlay"] == (play["points"] > 0)
        assert play["score"] == {"away": score[0], "home": score[1]}
    return [{key: _summed(line) for key, line in own.items()} for own in lines], points


def _summed(line: Counter[str]) -> dict[str, Any]:
    """A line with the figures that are sums and shares of others."""
    two, made = line["two_points_attempted"], line["two_points_made"]
    return {
        **line,
        "field_goals_attempted": two + line["three_points_attempted"],
        "field_goals_made": made + line["three_points_made"],
        "two_point_percentage": round(100 * made / two, 2) if two else 0.0,
        "total_rebounds": line["offensive_rebounds"] + line["defensive_rebounds"],
    }


def basketball_differences(game: Json, box: Json) -> list[str]:
    """Where the box of an NBA game differs from what its plays say: empty if nowhere."""
    lines, points = basketball(game, box)
    found = []
    for index, side in enumerate(SIDES):
        team = box["full_box"][side]
        found += _compared(f"{side} periods", {"": points[index]}, {"": team["quarter_scores"]})
        if sum(points[index].values()) != team["score"]:
            found.append(f"{side} score {sum(points[index].values())} for {team['score']}")
        sums: Counter[str] = Counter()
        for line in lines[index].values():
            sums.update({name: value for name, value in line.items() if name != "two_point_percentage"})
        own = {name: value for name, value in _summed(sums).items() if name in team["team_stats"]}
        found += _compared(f"{side} team", {"": own}, {"": team["team_stats"]})
        found += _compared(f"{side} players", lines[index], box["player_box"][side], UNTOLD)
    return found


DIFFERENCES: dict[str, Callable[[Json, Json], list[str]]] = {
    "MLB": baseball_differences,
    "NBA": basketball_differences,
    "NFL": football_differences,
}
"""What compares a finished game's plays with its box, by sport."""


def strangers(game: Json, box: Json) -> list[str]:
    """Participants whose id is not in the box's player map, or not with that name."""
    names: dict[str, str] = {}
    for side in SIDES:
        lines = box["player_box"][side]
        for group in lines.values() if "batting" in lines else [lines]:
            names |= {key: line["player"] for key, line in group.items()}
    return [
        f"{play['sequence']}: {one['name']}"
        for play in game["plays"]
        for one in play["players"]
        if one["id"] is not None and names.get(str(one["id"])) != one["name"]
    ]
