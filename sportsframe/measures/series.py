"""The series of playoffs, and the matches of a tournament: who has won, and which one follows on which."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from .._client.notices import warn
from ..catalog import SPORTS
from ..catalog.results import BRACKET
from ..catalog.rules import Rules, Seeding
from .ahead import BEFORE_FINAL, PLAYOFFS, in_groups


def walked_over(rows: pd.DataFrame) -> pd.Series:
    """Which matches are off for good, so that one player goes on without: neither side has another in the round."""
    key = ["event", "event_id", "round"]
    each = pd.concat([rows[[*key, side, "phase"]].rename(columns={side: "player"}) for side in ("one", "two")])
    played = each[each["phase"] != "off"].drop(columns="phase")
    others = {tuple(map(str, row)) for row in played.to_numpy()}
    found = [
        phase == "off" and not any((*map(str, where), str(player)) in others for player in players)
        for phase, where, players in zip(rows["phase"], rows[key].to_numpy(), rows[["one", "two"]].to_numpy())
    ]
    return pd.Series(found, rows.index, dtype=bool)


def _round_numbers(later: pd.DataFrame) -> pd.Series:
    """Numbers of rounds: those of the data, 0 before them; by their order in time where they only have names."""
    numbers = pd.to_numeric(later["round"], errors="coerce")
    if numbers.notna().any():
        return numbers.fillna(0).astype("int64")
    if later["round"].notna().any():
        first = later.groupby("round", sort=False)["time"].min().sort_values(kind="stable")
        return later["round"].map({name: n for n, name in enumerate(first.index, 1)}).astype("int64")
    return _rounds_to_final(later)


def _rounds_to_final(later: pd.DataFrame) -> pd.Series:
    """Numbers of rounds that have neither numbers nor names: each game is one round before that of its winner's next.

    Where nothing follows yet, a game is in the last round that any team had reached by the end of its day.
    """
    pairs = pd.Series([frozenset(sides) for sides in zip(later["one"], later["two"])], index=later.index)
    done = later[later[["score_one", "score_two"]].notna().all(axis=1) & later["phase"].eq("finished")]
    winners = dict(zip(pairs[done.index], done["one"].where(done["score_one"] > done["score_two"], done["two"])))
    played = dict(zip(reversed(pairs.tolist()), reversed(later["date"].tolist())))  # the first day of each pair
    order = list(dict.fromkeys(pairs))
    reached: dict[int, int] = {}
    latest: dict[Any, int] = {}
    for pair in order:
        number = 1 + max(reached.get(team, 0) for team in pair)
        reached |= dict.fromkeys(pair, number)
        latest[played[pair]] = max(number, *latest.values(), 1)
    numbers: dict[frozenset[int], int] = {}
    following: dict[int, frozenset[int]] = {}
    for pair in reversed(order):
        ahead = [numbers[following[team]] for team in {winners.get(pair)} - {None} or pair if team in following]
        numbers[pair] = min(ahead) - 1 if ahead else latest[played[pair]]
        following |= dict.fromkeys(pair, pair)
    return pairs.map(numbers)


def series_of(
    later: pd.DataFrame,
    known: pd.DataFrame,
    sport: str,
    event: str,
    ahead: list[dict[str, Any]],
) -> list[dict[str, Any]]:
    """The series, in order of the bracket; of those `ahead`, the first ones by the seeds, some may not have begun."""
    rules = SPORTS[sport].rules
    seeding = rules.standings.seeding if rules.standings else None
    later = later.assign(number=_round_numbers(later))
    later["pair"] = [f"{min(a, b)}-{max(a, b)}" for a, b in zip(later["one"], later["two"])]
    parts = [(int(str(number)), part) for (number, _), part in later.groupby(["number", "pair"], sort=False)]
    most = {number: rules.best_of(number) for number, _ in parts}
    if unknown := _undeclared(parts, rules):
        most |= dict.fromkeys(unknown, UNKNOWN)
        several = ", ".join(map(str, unknown))
        warn(
            f"bracket(): the rules of {sport} do not say how many games a series of round {several} has; who plays in "
            f"the next round has won. Declare them as series of its {'seeding' if seeding else 'rules'}."
        )
    found = [_one_series(part, number, known, rules, event, most[number]) for number, part in parts if not number]
    found += _last_of_play_in(found, seeding)
    if earned := _earned(found, seeding):
        known = known.assign(seed=pd.Series(earned).reindex(known.index).astype("Int64").fillna(known["seed"]))
        _enter(ahead, earned, known)
    found += [_one_series(part, number, known, rules, event, most[number]) for number, part in parts if number]
    found += _not_begun(found, ahead)
    found.sort(key=lambda row: row["round"])
    after: dict[int, list[dict[str, Any]]] = {}
    for row in found:
        for team in _sides(row):
            after.setdefault(team, []).append(row)
    for row, grouped in zip(found, in_groups(pd.DataFrame(found, columns=["round", "id_1", "id_2"]))):
        row["next"] = None
        if grouped:
            continue
        on = [
            (team, other)
            for team in sorted(_sides(row))
            for other in after[team]
            if (other["round"], other["order"][-1]) > (row["round"], row["order"][-1])
        ]
        if row["winner_id"] is None and len({team for team, _ in on}) == 1:
            _win(row, on[0][0])
        following = [other for team, other in on if team == row["winner_id"]]
        row["next"] = min(following, key=lambda other: (other["round"], other["order"][-1]), default=None)
    if later["round"].isna().all():
        _name_rounds(found)
    if len({row["round"] for row in found}) == 1 and (len(found) == 1 or later["round"].notna().all()):
        for row in found:  # the event is the round
            if row["round_name"] == _nameless(row["round"]):
                row["round_name"] = event
    _tell_places(found, rules.region_first_round)
    return _in_order(found)


def _undeclared(parts: Sequence[tuple[int, pd.DataFrame]], rules: Rules) -> list[int]:
    """The rounds of whose series no rule tells the most games, though they have several, more or may have."""
    declared = len(rules.most_games)
    several = {number for number, part in parts if part["game_id"].nunique() > 1}
    if rules.opponents == "players" or not (declared or several):
        return []
    later = {number for number, _ in parts if number > declared}
    more = {number for number, part in parts if (part["phase"] == "finished").sum() > rules.best_of(number)}
    return sorted(later | more | {number for number in several if number < 1})


def _name_rounds(found: list[dict[str, Any]]) -> None:
    """Name the rounds without a name before a final that has one."""
    final = found[-1]["round"]
    last = [row for row in found if row["round"] == final]
    if len(last) == 1 and last[0]["round_name"] != _nameless(final):
        names = {final - n: name for n, name in enumerate(BEFORE_FINAL, 1)}
        for row in found:
            if row["round_name"] == _nameless(row["round"]):
                row["round_name"] = names.get(row["round"], row["round_name"])


def _tell_places(found: list[dict[str, Any]], pairs: tuple[tuple[int, int], ...]) -> None:
    """Tell each series of a region its place in the bracket, by its seeds; without any, the last of the region."""
    regional = [row for row in found if row.get("region") is not None]
    regions = sorted({row["order"][:2] for row in regional})
    of_seed = {seed: place for place, pair in enumerate(pairs) for seed in pair}
    led_to = {id(row["next"]) for row in found}
    for row in regional:
        places = [of_seed[seed] for seed in (row["seed_1"], row["seed_2"]) if not pd.isna(seed) and seed in of_seed]
        if places or id(row) not in led_to:
            row["place"] = regions.index(row["order"][:2]) * (len(pairs) + 1) + (places or [len(pairs)])[0]


def _earned(opening: list[dict[str, Any]], seeding: Seeding | None) -> dict[int, int]:
    """Seeds that teams have won in the play-in, by team id."""
    found: dict[int, int] = {}
    if seeding is None or not seeding.play_in_round:
        return found
    better, other = seeding.play_in_round[0]
    for row in opening:
        if not {row["seed_1"], row["seed_2"]} <= {better, other} or row["winner_id"] is None:
            continue
        found[row["winner_id"]] = better
        (loser,) = _sides(row) - {row["winner_id"]}
        for last in opening:
            if last is not row and loser in _sides(last) and last["winner_id"] is not None:
                found[last["winner_id"]] = other
    return found


def _last_of_play_in(opening: list[dict[str, Any]], seeding: Seeding | None) -> list[dict[str, Any]]:
    """The last game of each play-in, if its sides are known and it is not among the games."""
    if seeding is None or not seeding.play_in_round:
        return []
    found = []
    at = {(row["conference"], frozenset((row["seed_1"], row["seed_2"]))): row for row in opening}
    first, second = map(frozenset, seeding.play_in_round)
    for name in {conference for conference, _ in at}:
        one, two = at.get((name, first)), at.get((name, second))
        if one is None or two is None or one["winner_id"] is None or two["winner_id"] is None:
            continue
        lost = 2 if one["winner_id"] == one["id_1"] else 1
        won = 1 if two["winner_id"] == two["id_1"] else 2
        if any(row is not one and one[f"id_{lost}"] in _sides(row) for row in opening):
            continue
        row: dict[str, Any] = dict.fromkeys(BRACKET) | {
            "conference": name, "round": 0, "round_name": PLAY_IN, "projected": False, "games": 0,
            "order": (UNORDERED, name or "", max(one["order"][-1], two["order"][-1]) + pd.Timedelta(days=1)),
        }  # fmt: skip
        for n, (game, side) in enumerate(((one, lost), (two, won)), 1):
            row |= {f"{what}_{n}": game[f"{what}_{side}"] for what in ("seed", "id", "team")} | {f"wins_{n}": 0}
        found.append(row)
    return found


def _enter(ahead: list[dict[str, Any]], earned: Mapping[int, int], known: pd.DataFrame) -> None:
    """Enter who has won a seed in the play-in where nobody stood before."""
    for row in ahead:
        for n in (1, 2):
            for team, seed in earned.items():
                if (
                    row[f"id_{n}"] is None
                    and seed == row[f"seed_{n}"]
                    and row["conference"] == known["conference"][team]
                ):
                    row |= {f"id_{n}": team, f"team_{n}": known["team"][team], f"wins_{n}": 0}


def _not_begun(found: list[dict[str, Any]], ahead: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Future series that have no game yet; the others are assigned their places in the bracket.

    There are none where the league has paired its teams in another way than its seeds say, or nothing has begun of what
    is ahead.
    """
    for place, row in enumerate(ahead):
        for one in found:
            if one["round"] == row["round"] and _sides(row) and _sides(row) <= _sides(one):
                one.setdefault("place", place)
    begun = {one["place"] for one in found if "place" in one}
    if not begun or any(one["round"] == 1 and "place" not in one for one in found):
        return []
    latest = max(one["round"] for one in found)
    waiting = []
    for place, row in enumerate(ahead):
        bye = row["seed_2"] is None
        gone_on = any(one["round"] > row["round"] and _sides(row) & _sides(one) for one in found)
        if place not in begun and _sides(row) and (not gone_on if bye else latest <= row["round"]):
            order = (UNORDERED, row["conference"] or "", pd.Timestamp.max)
            waiting.append(row | {"projected": False, "place": place, "order": order})
    return waiting


def _sides(row: dict[str, Any]) -> set[int]:
    """Ids of the sides of a series that are known."""
    return {row["id_1"], row["id_2"]} - {None}


def _one_series(
    part: pd.DataFrame, number: int, known: pd.DataFrame, rules: Rules, event: str, best_of: int
) -> dict[str, Any]:
    """The row of a series of `best_of` games; if that is `UNKNOWN`, wins do not decide it."""
    seeding = rules.standings.seeding if rules.standings else None
    darts = rules.opponents == "players"
    first = part.iloc[0]
    sides = [
        (int(first["one"]), first["name_one"], first["seed_one"]),
        (int(first["two"]), first["name_two"], first["seed_two"]),
    ]
    if not known.empty:
        sides = [(team, name, known["seed"].get(team)) for team, name, _ in sides]
    sides.sort(key=lambda side: 999 if pd.isna(side[2]) else int(side[2]))
    done = part[(part["phase"] == "finished") & part[["score_one", "score_two"]].notna().all(axis=1)]
    won = np.where(done["score_one"] > done["score_two"], done["one"], done["two"])[
        done["score_one"] != done["score_two"]
    ]
    wins = [int((won == team).sum()) for team, _, _ in sides]
    scores = [None, None]
    if len(done) == 1 and len(part) == 1 and best_of == 1:
        game = done.iloc[0]
        own = (game["score_one"], game["score_two"])
        scores = list(own if game["one"] == sides[0][0] else own[::-1])
    text = str(first["event"]) if pd.notna(first["event"]) else ""
    conferences = {known["conference"].get(team) for team, _, _ in sides} if not known.empty else set()
    conference = conferences.pop() if len(conferences) == 1 else None
    if pd.notna(first["region"]):
        conference = first["region"]
    elif known.empty and " - " in text and not darts and not text.startswith(event):
        conference = text.split(" - ")[0]
    row: dict[str, Any] = {
        "conference": conference,
        "round": number,
        "round_name": (
            str(first["round"])
            if darts
            else _round_name(text, conference, known, event, number, pd.notna(first["round"]), seeding)
        ),
        "games": len(done),
        "winner_id": None,
        "winner": None,
        "first_date": part["date"].min(),
        "last_date": part["date"].max(),
        "projected": False,
        "region": None if pd.isna(first["region"]) else first["region"],
        "order": (
            UNORDERED if pd.isna(first["region_order"]) else int(first["region_order"]),
            conference or "",
            first["time"],
        ),
    }
    for n, ((team, name, seed), gained, score) in enumerate(zip(sides, wins, scores), 1):
        row |= {f"seed_{n}": seed, f"id_{n}": team, f"team_{n}": name, f"wins_{n}": gained, f"score_{n}": score}
    for n, gained in enumerate(wins, 1):
        if 2 * gained > best_of != UNKNOWN:
            _win(row, row[f"id_{n}"])
    return row


def _win(row: dict[str, Any], team: int) -> None:
    row["winner_id"], row["winner"] = team, row["team_1"] if team == row["id_1"] else row["team_2"]


def _round_name(
    text: str, conference: Any, known: pd.DataFrame, event: str, number: int, numbered: bool, seeding: Seeding | None
) -> str:
    """What the league calls a round, else the name of the game without that of the conference or tournament."""
    of_playoffs = event == PLAYOFFS or (numbered and text == event)
    if seeding and of_playoffs and (name := seeding.round_name(number, text)):
        return name
    if text == event:
        return _nameless(number)
    name = text.split(" - ", 1)[-1] if " - " in text else text
    held = [str(one) for one in known["conference"].dropna().unique()] if not known.empty else [str(conference)]
    for prefix in held:
        if name.startswith(f"{prefix} ") and not name.removeprefix(prefix).strip().startswith("Championship"):
            name = name.removeprefix(prefix).strip()
    return name


def _nameless(number: int) -> str:
    """What a round without a name is called."""
    return f"Round {number}"


def _in_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Series in the order of rounds and, from the top, of the bracket they form; each told its slot."""
    feeds: dict[int, list[dict[str, Any]]] = {}
    for row in found:
        if row.get("next") is not None:
            feeds.setdefault(id(row["next"]), []).append(row)
    placed: dict[int, int] = {}

    def key(row: dict[str, Any]) -> Any:
        return row.get("order", (0,))

    def walk(row: dict[str, Any]) -> None:
        before = feeds.get(id(row), [])
        before.sort(key=lambda one: (top(one), one["winner_id"] != row["id_1"], key(one)))
        for one in before:
            walk(one)
        placed.setdefault(id(row), len(placed))

    def top(row: dict[str, Any]) -> int:
        place = row.get("place")
        return min(map(top, feeds.get(id(row), [])), default=len(found)) if place is None else int(place)

    roots = sorted(
        (row for row in found if row.get("next") is None), key=lambda row: (top(row), -row["round"], key(row))
    )
    for row in roots:
        walk(row)
    found = sorted(found, key=lambda row: (row["round"], placed[id(row)]))
    slots: dict[int, int] = {}
    for row in found:
        slots[row["round"]] = row["slot"] = slots.get(row["round"], 0) + 1
    unplaced = {row["region"] for row in roots if row.get("region") is not None and key(row)[0] == UNORDERED}
    for row in found:
        if row.get("region") in unplaced:
            row["slot"] = None
    return found


UNORDERED = 999
"""Order of a region, or of what belongs to none, where the games tell none."""

PLAY_IN = "Play-In"
"""Name of the games before the first round."""

UNKNOWN = -1
"""Place of a side that ties leave open, or most games of a series that no rule tells."""
