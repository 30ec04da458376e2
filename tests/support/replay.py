"""Recomputes box scores from plays alone, as sent by the service; written from the rules of the games, not from ours."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]
Lines = dict[str, dict[str, Any]]

SIDES = ("away_team", "home_team")


def side_of(box: Json) -> dict[str, int]:
    """Abbreviation of a team -> 0 for the away side, 1 for the home side."""
    return {box["full_box"][side]["abbrv"]: index for index, side in enumerate(SIDES)}


# -- baseball

HITS = {"Single": "1B", "Double": "2B", "Triple": "3B", "Home Run": "HR"}
PUT_OUT = ("Groundout", "Flyout", "Pop Out", "Strikeout", "Grounded Into DP")
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
            allowed["pitches"] += details["pitches"]
            allowed["strikes"] += details["strikes"]
            assert details["pitches"] == len(details["pitchSequence"] or "")
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


DIFFERENCES: dict[str, Callable[[Json, Json], list[str]]] = {"MLB": baseball_differences}
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
