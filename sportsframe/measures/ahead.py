"""Series of a bracket that are still to come, as far as the rules and the series before them determine them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise, product
from typing import Any

import pandas as pd

from ..catalog import SPORTS
from ..catalog.rules import Rules, Seeding

PLAYOFFS = "Playoffs"
"""Name of the tournament that ends the season of a league."""

REGIONS = 4
"""Regions of a tournament that has them."""

Row = dict[str, Any]

Stages = list[tuple[int, dict[str | None, int]]]
"""Rounds and how many series each part of the bracket has in them; the part is None where parts meet."""

NAMED = {4: r"quarter-?\s?final", 2: r"semi-?\s?final"}
"""How many series a round has -> what it is called."""

BEFORE_FINAL = ("Semifinal", "Quarterfinal")
"""What the rounds before a final are called, from the last."""

BYE = "Bye"
"""Name of a series of the first round that has no second side."""

SIDE = ("seed", "id", "team", "abbreviation", "mascot")
"""What a side has in every series."""


def completed(series: pd.DataFrame) -> pd.DataFrame:
    """Add the series to come to a bracket, and where those lead that have not ended.

    Returns
    -------
    pandas.DataFrame
        With two more columns: ``ahead`` marks the series added, whose sides are those that have come so far, and
        ``settled`` those of which it is certain that they lead to ``next``. The same rows where nothing is known of the
        structure, or nothing is to come.
    """
    marked = series.assign(ahead=False, settled=True)
    codes = list(series["sport"].dropna().astype(str).unique()) if "sport" in series else []
    rules = SPORTS[codes[0]].rules if len(codes) == 1 and codes[0] in SPORTS else None
    parts = _parts(series)
    rows: list[Row] = marked.to_dict("records")  # type: ignore[assignment]
    for row in rows:
        row["to"] = None if pd.isna(row["next"]) else rows[int(row["next"])]
        row["part"] = None if pd.isna(row["conference"]) else row["conference"]
    stages = _stages(series, rules, parts)
    whole = _Whole(rows, stages, rules, parts).grown()
    if whole is None or (len(whole) == len(rows) and all((r["to"] is None) == pd.isna(r["next"]) for r in whole)):
        return marked
    at = {id(row): n for n, row in enumerate(whole)}
    for row in whole:
        row["next"] = pd.NA if row["to"] is None else at[id(row["to"])]
    return pd.DataFrame(whole, columns=list(marked.columns)).astype(marked.dtypes.to_dict())


def in_groups(series: pd.DataFrame) -> pd.Series:
    """Which series belong to groups: of a round, past the opening, in which a side meets several others."""
    sides = pd.concat([series[["round", side]].set_axis(["round", "side"], axis=1) for side in ("id_1", "id_2")])
    again = sides[sides["side"].notna()].duplicated()
    return series["round"].isin(sides.loc[again[again].index, "round"]) & series["round"].gt(0)


def _parts(series: pd.DataFrame) -> list[str]:
    """The parts of a bracket from its top, as in the round with most of them: the opening games lack some."""
    rounds = [part.dropna() for _, part in series.groupby("round")["conference"]]
    rounds.sort(key=lambda part: -part.nunique())
    return list(dict.fromkeys(name for part in rounds for name in part))


def paired(series: pd.DataFrame) -> pd.DataFrame:
    """Add the series to come of which both sides are known to a bracket, and lead others to them.

    A bye has served its purpose once the series that it leads to is known.
    """
    if series["projected"].all():
        return series
    more = completed(series)
    both = more[["id_1", "id_2"]].notna().all(axis=1)
    shown = ~more["ahead"] | both
    leads = more["next"].isin(more.index[shown]) & more["settled"]
    byes = more["round_name"].eq(BYE).fillna(value=False) & leads
    kept = more[shown & ~byes]
    place = {row: n for n, row in enumerate(kept.index)}
    kept = kept.assign(next=kept["next"].where(leads).map(place).astype("Int64")).reset_index(drop=True)
    kept.loc[kept["ahead"], ["wins_1", "wins_2"]] = 0
    turned = kept["ahead"] & (kept["seed_1"] > kept["seed_2"]).fillna(value=False)
    sides = [[f"{what}_{n}" for what in SIDE] for n in (1, 2)]
    kept.loc[turned, [*sides[0], *sides[1]]] = kept.loc[turned, [*sides[1], *sides[0]]].to_numpy()
    unplaced = kept.loc[~kept["ahead"] & kept["slot"].isna(), "conference"]
    slots = kept.groupby("round").cumcount().add(1).astype("Int64")
    kept["slot"] = slots.where(~kept["conference"].isin(unplaced))
    return kept[series.columns]


def _stages(series: pd.DataFrame, rules: Rules | None, parts: list[str]) -> Stages:
    """The rounds from the first of the frame to the final; none where neither rules nor names tell them."""
    seeding = rules.standings.seeding if rules and rules.standings else None
    first = max(int(series["round"].min()), 1)
    regional = len(rules.region_first_round) if rules else 0
    stages: Stages = []
    if seeding and len(parts) == 2 and (series["event"] == PLAYOFFS).all():
        # Where divisions decide, each winner of one meets a wild card, the others of its division each other.
        count = len(seeding.first_round) or seeding.others * (seeding.per_division + 1) // 2
        stages = [(n, dict.fromkeys(parts, count >> n - 1)) for n in range(1, count.bit_length() + 1)]
        stages = [(n, groups) for n, groups in stages if all(groups.values())]
    elif seeding and not parts and (series["event"] == PLAYOFFS).all():
        # Without conferences nothing is known but that two semifinals lead to the final.
        final = len(seeding.rounds)
        return [(final - 1, {None: 2}), (final, {None: 1})] if series["round"].max() >= final - 1 else []
    elif regional and len(parts) == REGIONS:
        stages = [(n, dict.fromkeys(parts, regional >> n - 1)) for n in range(1, regional.bit_length() + 1)]
        stages += [(n, {None: count}) for n, (_, count) in enumerate(rules.tournament, len(stages) + 1)]  # type: ignore[union-attr]
        return [stage for stage in stages if stage[0] >= first]
    elif rules and rules.tournament and (series["event"] == PLAYOFFS).all():
        names = series.loc[series["round"] == first, "round_name"].astype(str).str.lower()
        begun = next(
            (n for n, (name, _) in enumerate(rules.tournament) if names.str.contains(name.lower()).all()), None
        )
        rounds = rules.tournament[begun:] if begun is not None else ()
        return [(n, {None: count}) for n, (_, count) in enumerate(rounds, first)]
    else:
        last = int(series["round"].max())
        names = series.loc[series["round"] == last, "round_name"].dropna().astype(str)
        for count, called in NAMED.items():
            if not parts and len(names) and all(re.search(called, name, re.IGNORECASE) for name in names):
                return [(last + n, {None: count >> n}) for n in range(count.bit_length())]
        return []
    stages.append((len(stages) + 1, {None: 1}))
    return [stage for stage in stages if stage[0] >= first]


class _Whole:
    """A bracket that grows to its final."""

    def __init__(self, rows: list[Row], stages: Stages, rules: Rules | None, parts: list[str]) -> None:
        self.rows, self.stages, self.parts = rows, stages, parts
        self.seeding: Seeding | None = rules.standings.seeding if rules and rules.standings else None
        self.regional = bool(rules and rules.region_first_round)
        self.placed = all(not pd.isna(row["slot"]) for row in rows)
        pairs = (
            rules.region_first_round if rules and self.regional else self.seeding.first_round if self.seeding else ()
        )
        self.called = (
            dict(zip([n for n, _ in reversed(stages)], [name for name, _ in reversed(rules.tournament)]))
            if rules
            else {}
        )
        self.reseeded = bool(self.seeding and self.seeding.reseeded)
        self.place = {seed: place for place, pair in enumerate(pairs) for seed in pair if seed}

    def grown(self) -> list[Row] | None:
        """All rows in order; None where the rows do not fit the rules."""
        self.nodes: dict[tuple[int, str | None], list[Row]] = {
            (number, part): [row for row in self.rows if (row["round"], row["part"]) == (number, part)]
            for number, groups in self.stages
            for part in groups
        }
        counts = {(number, part): count for number, groups in self.stages for part, count in groups.items()}
        if not self.stages or self._other_format():
            return None
        before = [row for row in self.rows if row["round"] < self.stages[0][0]]
        if len(before) + sum(len(nodes) for nodes in self.nodes.values()) < len(self.rows):
            return None
        if any(len(nodes) > counts[key] for key, nodes in self.nodes.items()):
            return None
        fixed = {part for part in self.parts if self._told(part, counts)}
        first = self.stages[0][0]
        for region in fixed if self.regional and first == 1 else ():
            self._fill(first, region, counts[first, region])
        for (number, groups), (later, following) in pairwise(self.stages):
            for part, count in following.items():
                if part in fixed:
                    self._fill(later, part, count)
                    for row in self.nodes[number, part]:
                        self._lead(row, self._at(later, part, row["k"] >> 1))
                else:
                    sources = [row for one in groups if part in (one, None) for row in self.nodes[number, one]]
                    self._gather(sources, later, part, count, paired=part is None and self.regional and self.placed)
        for row in self.rows:
            if row["round"] == 0 and row["part"] in fixed and (k := self._opening(row)) is not None:
                self._lead(row, self._at(1, row["part"], k))
        before += [row for part in self.parts if part in fixed for row in self._last_of_play_in(part)]
        return before + [row for nodes in self.nodes.values() for row in nodes]

    def _other_format(self) -> bool:
        """Whether seeds meet that cannot meet by the rules, as in the seasons of another format."""
        for row in self.rows:
            if row["round"] == 1 or (row["round"] > 1 and row["part"] is not None and not self.reseeded):
                places = [self.place[seed] >> row["round"] - 1 for seed in _seeds(row) if seed in self.place]
                if len(set(places)) > 1:
                    return True
        return False

    def _told(self, part: str, counts: Mapping[tuple[int, str | None], int]) -> bool:
        """Tell each series of a part its place in the round; return whether the rules fix these from the start."""
        own = [(key, nodes) for key, nodes in self.nodes.items() if key[1] == part]
        for (number, _), nodes in own:
            for n, row in enumerate(nodes):
                places = [self.place[seed] >> number - 1 for seed in _seeds(row) if seed in self.place]
                before = [one["k"] >> 1 for one in self.rows if one["to"] is row and one.get("k") is not None]
                row["k"] = next(iter(places if self.place else before), None)
                if not self.place and number == 1 and len(nodes) == counts[1, part] and _seeds(row):
                    row["k"] = n
        known = [(row["round"], row["k"]) for _, nodes in own for row in nodes]
        leads = [(row["k"], row["to"]["k"]) for _, nodes in own for row in nodes if row["to"] and row["to"]["part"]]
        return (
            not self.reseeded
            and all(k is not None for _, k in known)
            and len(set(known)) == len(known)
            and all(k >> 1 == to for k, to in leads)
        )

    def _opening(self, row: Row) -> int | None:
        """The place in the first round to which a game before it leads."""
        seeds = _seeds(row)
        if self.seeding and self.seeding.play_in_round:
            better, other = self.seeding.play_in_round[0]
            seeds = [better] if {better, other} == set(seeds) else [other] if {better, other} & set(seeds) else []
        return next((self.place[seed] for seed in seeds if seed in self.place), None)

    def _last_of_play_in(self, part: str) -> list[Row]:
        """The game for the other seed of a play-in if it is to come: of who lost the first and who won the second."""
        pairs = self.seeding.play_in_round if self.seeding else ()
        opening = {frozenset(_seeds(row)): row for row in self.rows if (row["round"], row["part"]) == (0, part)}
        if not pairs or set(opening) != set(map(frozenset, pairs)):
            return []
        first, second = (opening[frozenset(pair)] for pair in pairs)
        last = self._new(0, part)
        if winner := _winner(first):
            last.update({f"{what}_1": first.get(f"{what}_{3 - winner}", pd.NA) for what in SIDE})
        self._lead(second, last)
        self._lead(last, self._at(1, part, self.place[pairs[0][1]]))
        return [last]

    def _new(self, number: int, part: str | None, k: int | None = None) -> Row:
        missing: Row = {name: pd.NA if name != "conference" else None for name in self.rows[0]}
        more: Row = {name: self.rows[0][name] for name in ("sport", "season", "event") if name in self.rows[0]}
        projected = all(row["projected"] for row in self.rows)
        name = self._name(number, part)
        return missing | more | {
            "conference": part, "part": part, "round": number, "round_name": name, "games": 0, "projected": projected,
            "ahead": True, "settled": True, "to": None, "k": k,
        }  # fmt: skip

    def _name(self, number: int, part: str | None) -> str:
        """What the league calls a round, or the other part, or its name by its distance from the final."""
        if self.seeding and (name := self.seeding.round_name(number)):
            return name
        for row in self.rows:
            if row["round"] == number and not pd.isna(row["round_name"]) and row["round_name"] != BYE:
                return str(row["round_name"]).replace(row["part"] or "", part or "", 1)
        latest = max(self.rows, key=lambda row: int(row["round"]))
        last = str(latest["round_name"])
        if own := self.called.get(number):
            return last[: max(last.find(self.called.get(latest["round"], own)), 0)] + own
        if not self.parts:
            left = self.stages[-1][0] - number
            start = next(
                found.start() for called in NAMED.values() if (found := re.search(called, last, re.IGNORECASE))
            )
            return last[:start] + (re.sub("quarter", "Semi", last[start:], flags=re.IGNORECASE) if left else "Final")
        return f"Round {number}"

    def _at(self, number: int, part: str | None, k: int) -> Row | None:
        return next((row for row in self.nodes.get((number, part), []) if row["k"] == k), None)

    def _fill(self, number: int, part: str | None, count: int) -> None:
        self.nodes[number, part] = [self._at(number, part, k) or self._new(number, part, k) for k in range(count)]

    def _gather(self, sources: list[Row], number: int, part: str | None, count: int, *, paired: bool) -> None:
        """Lead two series of a round to each to come in the next; certain if there is one, or `paired`."""
        nodes = self.nodes[number, part]
        made = [self._new(number, part) for _ in range(count - len(nodes))]
        by_seeds = self._by_seeds(sources) if self.reseeded and number == 2 and len(sources) == 2 * count else []
        for pair, node in zip(by_seeds, made, strict=False):
            for row in pair:
                self._lead(row, node)
        empty = made[len(by_seeds) :]
        left = [row for row in sources if row["to"] is None]
        each = max(len(sources) // count, 1)  # one where the other sides had a bye
        for n, row in enumerate(left if empty else []):
            self._lead(row, empty[min(n // each, len(empty) - 1)], settled=paired or len(empty) == 1 or each == 1)
        games = [row for row in sources if row["round_name"] != BYE]
        order = {id(row["to"]): n for n, row in reversed(list(enumerate(games))) if row["to"]}
        nodes += made
        nodes.sort(key=lambda row: order.get(id(row), len(sources)))

    @staticmethod
    def _by_seeds(sources: list[Row]) -> list[tuple[Row, Row]]:
        """The series whose winners meet whatever is still to come: the best seed left meets the worst one."""
        ends = [[(_seed(row, side), n) for side in ([_winner(row)] if _winner(row) else (1, 2))]
                for n, row in enumerate(sources)]  # fmt: skip
        if any(pd.isna(seed) for sides in ends for seed, _ in sides):
            return []
        certain: set[tuple[int, int]] | None = None
        for outcome in product(*ends):
            order = [n for _, n in sorted(outcome)]
            pairs = {(one, two) for one, two in zip(order[: len(order) // 2], reversed(order))}
            certain = pairs if certain is None else certain & pairs
        free = [row["to"] is None for row in sources]
        return [(sources[one], sources[two]) for one, two in sorted(certain or ()) if free[one] and free[two]]

    def _lead(self, row: Row, to: Row | None, *, settled: bool = True) -> None:
        """Lead a series to the next one, with its winner if it is known there."""
        if to is None or row["to"] is not None:
            return
        row["to"], row["settled"] = to, settled
        side = _winner(row)
        if settled and to["ahead"] and side:
            line: int = 1 if pd.isna(to["team_1"]) else 2
            to.update({f"{what}_{line}": row.get(f"{what}_{side}", pd.NA) for what in SIDE})


def _seeds(row: Row) -> list[int]:
    return [int(row[f"seed_{n}"]) for n in (1, 2) if not pd.isna(row[f"seed_{n}"])]


def _seed(row: Row, side: int) -> Any:
    return row[f"seed_{side}"]


def _winner(row: Row) -> int:
    """The side of a series that goes on, 0 if it is not known; a bye has one."""
    if row["round_name"] == BYE:
        return 1
    if pd.isna(row["winner_id"]):
        return 0
    return 1 if row["winner_id"] == row["id_1"] else 2
