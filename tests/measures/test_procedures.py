"""The leagues' procedures read again in plain Python, on leagues made to be level: order, seeds and the steps named."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

import pandas as pd
import pytest

from sportsframe.catalog import SPORTS
from sportsframe.catalog.rules import OUTSIDE_THE_FEED
from sportsframe.errors import SportsframeWarning
from sportsframe.measures import bracket, clinch, standings

from .test_league import Result, cut_short, games, won
from .test_ties import Groups, Plain

Values = dict[int, Fraction] | dict[int, int]
Steps = Iterator[tuple[str, Values | None]]
"""Steps of a list in order: name, and a value for each level club; None where it does not apply."""


class Reader:
    """A league in plain Python, clubs ranked by their share of games; the list of steps comes from a subclass.

    Attributes
    ----------
    told : dict of int to list of str
        For each club the steps that told it from clubs level with it.
    """

    def __init__(self, played: list[Result], groups: Groups) -> None:
        self.groups = groups
        self.rows = [row for a, h, x, y in played for row in ((a, h, x, y, False), (h, a, y, x, True))]
        self.told: dict[int, list[str]] = {}
        self.against: dict[int, dict[int, list[tuple[int, int]]]] = {team: {} for team in groups}
        for own, other, f, g, _ in self.rows:
            self.against[own].setdefault(other, []).append((f, g))

    def conference(self, team: int) -> str:
        return self.groups[team].split(" - ")[0]

    def mine(self, team: int, fits: Callable[[int], bool] = lambda other: True) -> list[tuple[int, int]]:
        return [score for other, scores in self.against[team].items() if fits(other) for score in scores]

    def share(self, team: int, fits: Callable[[int], bool] = lambda other: True) -> Fraction:
        found = self.mine(team, fits)
        return Fraction(sum(f > g for f, g in found), len(found)) if found else Fraction(0)

    def net(self, team: int) -> int:
        return sum(f - g for f, g in self.mine(team))

    def met(self, block: list[int]) -> bool:
        return all(self.mine(one, lambda other, two=two: other == two) for one in block for two in block if one != two)

    def note(self, block: Iterable[int], step: str) -> None:
        for team in block:
            names = self.told.setdefault(team, [])
            if step not in names:
                names.append(step)

    def key(self, team: int) -> Fraction | int:
        return self.share(team)

    def steps(self, block: list[int]) -> Steps:
        """The list for these clubs; empty where a league goes through its steps in a way of its own."""
        return iter(())

    def split(self, block: list[int]) -> list[list[int]]:
        """All put in order by the first step that tells some apart; those still level begin the list anew."""
        if len(block) == 1:
            return [block]
        for name, values in self.steps(block):
            if values is None or len(set(values.values())) < 2:
                continue
            self.note(block, name)
            return [
                rest
                for value in sorted(set(values.values()), reverse=True)
                for rest in self.split([t for t in block if values[t] == value])
            ]
        return [sorted(block)]

    def ordered(self, teams: Iterable[int]) -> list[list[int]]:
        teams = sorted(teams)
        keys = {t: self.key(t) for t in teams}
        return [
            rest
            for value in sorted(set(keys.values()), reverse=True)
            for rest in self.split([t for t in teams if keys[t] == value])
        ]


class Nba(Reader):
    """Two clubs: games between them, winner of a division, division, conference, playoff teams; three: winner first."""

    def steps(self, block: list[int], winners: bool = True) -> Steps:
        alike = len({self.groups[t] for t in block}) == 1
        between = {t: self.share(t, block.__contains__) for t in block} if self.met(block) else None
        first = {t: int(t in self.winners) for t in block} if winners else None
        yield from [("head_to_head", between), ("division_winner", first)][:: 1 if len(block) == 2 else -1]
        mates = {t: self.share(t, lambda o, t=t: self.groups[o] == self.groups[t]) for t in block}
        yield "division_record", mates if alike else None
        yield "conference_record", {t: self.share(t, lambda o, t=t: self.inside(t, o)) for t in block}
        through = self.through
        own = {t: self.share(t, lambda o, t=t: o in through and self.inside(t, o)) for t in block}
        yield "own_playoff_teams_record", own
        if len(block) == 2:
            away = {t: self.share(t, lambda o, t=t: o in through and not self.inside(t, o)) for t in block}
            yield "other_playoff_teams_record", away
        yield "difference", {t: self.net(t) for t in block}

    def inside(self, one: int, two: int) -> bool:
        return self.conference(one) == self.conference(two)

    @cached_property
    def through(self) -> set[int]:
        """The first eight of each conference and who is level with the eighth."""
        found: set[int] = set()
        for name in {self.conference(t) for t in self.groups}:
            inside = [t for t in self.groups if self.conference(t) == name]
            least = sorted((self.share(t) for t in inside), reverse=True)[:8][-1]
            found |= {t for t in inside if self.share(t) >= least}
        return found

    @cached_property
    def winners(self) -> set[int]:
        """Ties for first of a division are broken before any others, by the same list without its own result."""
        found: set[int] = set()
        self.led: dict[int, list[str]] = {}
        for name in set(self.groups.values()):
            mates = [t for t in self.groups if self.groups[t] == name]
            best = max(self.share(t) for t in mates)
            plain = _Division.__new__(_Division)
            plain.__dict__.update(self.__dict__, told=self.led)
            found |= set(plain.split([t for t in mates if self.share(t) == best])[0])
        return found

    def note(self, block: Iterable[int], step: str) -> None:
        """Clubs of one division are told apart by what decided it; from others by who has won it."""
        teams = list(block)
        for team in teams:
            alike = [mate for mate in teams if self.groups[mate] == self.groups[team]]
            if step != "division_winner" or alike != teams:
                super().note([team], step)
            for name in self.led.get(team, []) if step == "division_winner" and len(alike) > 1 else []:
                super().note([team], name)


class _Division(Nba):
    """The same within a division, where nobody has won it yet."""

    def steps(self, block: list[int], winners: bool = False) -> Steps:
        return super().steps(block, winners=winners)


class Mlb(Reader):
    """Games between them, own division, the league's other divisions, last half within the league, one game more."""

    def steps(self, block: list[int]) -> Steps:
        yield "head_to_head", {t: self.share(t, block.__contains__) for t in block} if self.met(block) else None
        yield (
            "own_division_record",
            {t: self.share(t, lambda o, t=t: self.groups[o] == self.groups[t]) for t in block},
        )
        yield (
            "other_divisions_record",
            {
                t: self.share(
                    t,
                    lambda o, t=t: self.conference(o) == self.conference(t) and self.groups[o] != self.groups[t],
                )
                for t in block
            },
        )
        yield "last_half_record", self.late(block, 0)
        for more in range(1, len(self.rows)):
            values = self.late(block, more)
            if len(set(values.values())) > 1:
                yield "last_half_and_more_record", values
                return

    def late(self, block: list[int], more: int) -> dict[int, Fraction]:
        found = {}
        for t in block:
            inside = [
                (o, f > g) for own, o, f, g, _ in self.rows if own == t and self.conference(o) == self.conference(t)
            ]
            half = len(inside) // 2
            early = [win for o, win in inside[:half] if o not in block]
            wins = [*(early[-more:] if more else []), *(win for _, win in inside[half:])]
            found[t] = Fraction(sum(wins), len(wins)) if wins else Fraction(0)
        return found


class Nhl(Reader):
    """Points, fewer games, regulation wins, wins in play, wins, games between them less the odd one, goals."""

    def __init__(self, played: list[Result], groups: Groups, text: list[str]) -> None:
        super().__init__(played, groups)
        self.late = [late for late in text for _ in range(2)]

    def key(self, team: int) -> int:
        return sum(self.worth(i) for i, row in enumerate(self.rows) if row[0] == team)

    def worth(self, i: int) -> int:
        _, _, f, g, _ = self.rows[i]
        return 2 if f > g else int(self.late[i] != "Final")

    def wins(self, team: int, *kinds: str) -> int:
        return sum(own == team and f > g and self.late[i] in kinds for i, (own, _, f, g, _) in enumerate(self.rows))

    def between(self, team: int, block: list[int]) -> Fraction:
        gained = n = 0
        for other in block:
            met = [i for i, row in enumerate(self.rows) if row[0] == team and row[1] == other]
            home = [i for i in met if self.rows[i][4]]
            away = [i for i in met if not self.rows[i][4]]
            if len(met) > 1 and len(home) != len(away):
                met.remove((home if len(home) > len(away) else away)[0])
            gained += sum(self.worth(i) for i in met)
            n += len(met)
        return Fraction(gained, n) if n else Fraction(0)

    def ordered(self, teams: Iterable[int]) -> list[list[int]]:
        keys = {t: self.key(t) for t in sorted(teams)}
        return [
            rest
            for value in sorted(set(keys.values()), reverse=True)
            for rest in self.onward([t for t in keys if keys[t] == value], 0, None)
        ]

    def onward(self, block: list[int], at: int, among: list[int] | None) -> list[list[int]]:
        """Those still level go on with the next step; the games between them stay those of all who reached it."""
        if len(block) == 1:
            return [block]
        names = "fewer_games regulation_wins regulation_overtime_wins wins mutual_points_pct difference scored".split()
        for n in range(at, len(names)):
            if names[n] == "mutual_points_pct" and not self.met(block):
                continue
            values: dict[int, Fraction] | dict[int, int] = {
                t: [
                    lambda t: -len(self.mine(t)),
                    lambda t: self.wins(t, "Final"),
                    lambda t: self.wins(t, "Final", "Final OT"),
                    lambda t: self.wins(t, "Final", "Final OT", "Final SO"),
                    lambda t: self.between(t, block),
                    self.net,
                    lambda t: sum(f for f, _ in self.mine(t)),
                ][n](t)
                for t in block
            }
            if len(set(values.values())) > 1:
                self.note(block, names[n])
                return [
                    rest
                    for value in sorted(set(values.values()), reverse=True)
                    for rest in self.onward([t for t in block if values[t] == value], n + 1, among)
                ]
        return [sorted(block)]


class Nfl(Plain):
    """The reading of `test_ties`, with the steps it took."""

    DIVISION = (
        "head_to_head division_record common_games_record conference_record strength_of_victory strength_of_schedule "
        "conference_points_rank league_points_rank common_games_difference difference"
    ).split()
    CONFERENCE = (
        "head_to_head_sweep conference_record common_games_record strength_of_victory strength_of_schedule "
        "conference_points_rank league_points_rank conference_difference difference"
    ).split()

    def __init__(self, played: list[Result], groups: Groups) -> None:
        super().__init__(played, groups)
        self.told: dict[int, list[str]] = {}

    def best(self, block: list[int], division: bool) -> list[int]:
        if len(block) == 1:
            return block
        for name, values in zip(
            self.DIVISION if division else self.CONFERENCE, self.steps(block, division), strict=True
        ):
            most = max(values.values())
            kept = [t for t in block if values[t] == most]
            if len(kept) < len(block):
                for t in block:
                    names = self.told.setdefault(t, [])
                    if name == "head_to_head_sweep" and len(block) == 2:
                        name = "head_to_head"
                    if name not in names:
                        names.append(name)
                return self.best(kept, division)
        return block


def level_league(seed: int, divisions: int, size: int, *, within: int, across: float) -> tuple[list[Result], Groups]:
    """Two conferences; clubs meet `within` times inside, some across; winners turned until the records are close."""
    r = random.Random(seed)
    groups = {
        (c * divisions + d) * size + i + 1: f"{'AB'[c]} - {'AB'[c]}{d}"
        for c in range(2) for d in range(divisions) for i in range(size)
    }  # fmt: skip
    played: list[Result] = []
    for one, two in product(groups, groups):
        if one < two:
            met = within if groups[one][0] == groups[two][0] else int(r.random() < across)
            for n in range(met):
                goals = r.randint(1, 2), 0
                played.append((one, two, *goals) if n % 2 else (two, one, *goals))
    r.shuffle(played)
    wins = dict.fromkeys(groups, 0)
    for a, _, _, _ in played:
        wins[a] += 1
    for n in r.sample(range(len(played)), len(played)):
        a, h, x, y = played[n]
        winner, loser = (a, h) if x > y else (h, a)
        if wins[winner] > wins[loser] + 1 or (wins[winner] == wins[loser] + 1 and r.random() < 0.3):
            played[n] = (a, h, y, x)
            wins[winner] -= 1
            wins[loser] += 1
    return played, groups


def blocks(found: pd.DataFrame) -> list[list[int]]:
    """Clubs by rank, as lists of those that share one."""
    return [sorted(part["team_id"]) for _, part in found.groupby("rank", sort=True)]


def named(found: pd.DataFrame, column: str = "tied_by") -> dict[int, list[str]]:
    return {team: str(text).split(", ") for team, text in zip(found["team_id"], found[column]) if pd.notna(text)}


@cache
def compared(sport: str, seed: int) -> tuple[str, Reader | Nfl, list[tuple[str, list[list[int]]]], pd.DataFrame]:
    """A league of this sport: the group, the reader, the order it finds by group, and the package's standings."""
    by = "conference" if sport == "NBA" else "division"
    more: dict[str, list[str]] = {}
    if sport == "NFL":
        played, groups = level_league(seed, 2, 4, within=1 + seed % 2, across=0.5 * (seed % 3))
    elif sport == "NBA":
        played, groups = level_league(seed, 2, 5, within=1 + seed % 2, across=0.4)
    elif sport == "NHL":
        played, groups = level_league(seed, 2, 3, within=2 + seed % 3, across=0)
    else:
        played, groups = level_league(seed, 2, 3, within=1 + seed % 3, across=0.4)
    reader: Reader | Nfl
    if sport == "NHL":
        r = random.Random(seed)
        more["game_status"] = [r.choice(["Final"] * 4 + ["Final OT", "Final SO"]) for _ in played]
        reader = Nhl(played, groups, more["game_status"])
    else:
        reader = {"NFL": Nfl, "NBA": Nba, "MLB": Mlb}[sport](played, groups)
    found = standings(games(sport, *played, **more), groups=groups, by=by)  # type: ignore[arg-type]
    of = {team: name if by == "division" else name.split(" - ")[0] for team, name in groups.items()}
    order = []
    for name in sorted(set(of.values())):
        mates = [t for t in of if of[t] == name]
        order.append((name, reader.ordered(mates, division=True) if sport == "NFL" else reader.ordered(mates)))
    return by, reader, order, found


SEEDS = {sport: range(10) for sport in ("NFL", "NBA", "MLB", "NHL")}
"""Leagues of each sport; ``python -m tests.bench.leagues ties`` has hundreds more."""


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "seed"), [(sport, seed) for sport, seeds in SEEDS.items() for seed in seeds])
def test_read_again(sport: str, seed: int) -> None:
    """Order, shared ranks and the steps named are those of the list read in plain Python."""
    by, reader, order, found = compared(sport, seed)
    for name, expected in order:
        assert blocks(found[found[by] == name]) == expected
    assert named(found) == reader.told


def told(sport: str, groups: Groups, by: str, *played: Result) -> list[str]:
    """The steps named for clubs 1 and 2, after checking that 1 is before 2."""
    text = {"game_status": "Final"} if sport == "NHL" else {}
    found = standings(games(sport, *played, **text), groups=groups, by=by).set_index("team_id")  # type: ignore[arg-type]
    assert found.loc[1, "rank"] < found.loc[2, "rank"]
    assert found.loc[1, "tied_by"] == found.loc[2, "tied_by"]
    return str(found.loc[1, "tied_by"]).split(", ")


MATES = {1: "A - E", 2: "A - E", 3: "B - N", 4: "B - N", 5: "B - S", 6: "B - S", 7: "B - S"}
APART = {**MATES, 2: "A - W"}


def scored(team: int, over: int, own: int, other: int) -> list[Result]:
    return won(team, over, score=(own, other))


@pytest.mark.parametrize(
    ("sport", "groups", "by", "played", "step"),
    [
        ("NFL", MATES, "division", [*won(1, 3), *won(2, 4), *won(5, 1), *won(6, 2), *won(5, 7), *won(7, 6)],
         "strength_of_schedule"),
        ("NFL", APART, "conference", [*won(1, 3), *won(2, 4), *won(5, 1), *won(6, 2), *won(5, 7), *won(7, 6)],
         "strength_of_schedule"),
        ("NFL", MATES, "division", [*won(1, 3), *won(2, 4), *won(3, 5)], "strength_of_victory"),
        ("NFL", APART, "conference", [*won(1, 3), *won(2, 4), *won(3, 5)], "strength_of_victory"),
        ("NFL", MATES, "division", [*scored(1, 3, 20, 10), *scored(2, 4, 15, 8)], "difference"),
        ("NFL", APART, "conference", [*scored(1, 3, 20, 10), *scored(2, 4, 15, 8)], "difference"),
        ("NFL", MATES, "division", [*scored(1, 3, 9, 0), *scored(2, 4, 8, 0)], "conference_points_rank"),
        ("NFL", MATES, "division", [*scored(1, 3, 9, 2), *scored(2, 3, 8, 1), *scored(4, 1, 3, 2), *scored(4, 2, 3, 1)],
         "common_games_difference"),
        ("NHL", MATES, "division", [*won(1, 3), *won(2, 4), *won(4, 2)], "fewer_games"),
        ("NHL", MATES, "division", [*scored(1, 3, 3, 1), *scored(2, 4, 2, 0)], "scored"),
        ("NHL", MATES, "division", [*scored(1, 3, 3, 0), *scored(2, 4, 2, 0)], "difference"),
        ("NBA", APART, "conference", [*scored(1, 3, 3, 0), *scored(2, 3, 2, 0)], "difference"),
    ],
)  # fmt: skip
def test_last_steps(sport: str, groups: Groups, by: str, played: list[Result], step: str) -> None:
    """Two clubs that only a late step tells apart: it is the one that is named."""
    assert told(sport, groups, by, *played) == [step]


@pytest.mark.parametrize("sport", SEEDS)
def test_every_step_comes_up(sport: str) -> None:
    """Each step of a list that the data can decide is the one named in a league of this file."""
    rules = SPORTS[sport].rules.standings
    assert rules is not None
    procedures = [rules.tie_breaks, *([rules.conference_tie_breaks] if rules.conference_tie_breaks else [])]
    listed = {step.name for one in procedures for step in (*one.two, *one.more)} - OUTSIDE_THE_FEED
    met = {name for seed in SEEDS[sport] for names in compared(sport, seed)[1].told.values() for name in names}
    (late,) = [mark for mark in test_last_steps.pytestmark if mark.name == "parametrize"]
    met |= {case[4] for case in late.args[1] if case[0] == sport}
    # The order of the NFL's conferences is read again in test_ties.
    assert listed - met <= ({"head_to_head_sweep", "conference_difference"} if sport == "NFL" else set())


# What is certain before the end


def test_clinched_by_hand() -> None:
    """Three divisions' winners and three more go on: who cannot be caught, who cannot catch up, and who still may."""
    groups = {1: "A - E", 2: "A - E", 3: "A - W", 4: "A - W", 5: "A - C", 6: "A - C", 7: "A - C", 9: "B - E"}
    wins = {1: 90, 2: 85, 3: 60, 4: 30, 5: 80, 6: 79, 7: 65}
    played = [result for team, n in wins.items() for result in (*won(team, 9, n), *won(9, team, 100 - n))]

    def marks(season_games: int) -> dict[int, str]:
        found = standings(games("MLB", *played), groups=groups, by="conference", season_games=season_games)
        rows = found[found["conference"] == "A"].set_index("team_id")
        return {
            int(team): "out" if row["eliminated"] else row["clinched"] if pd.notna(row["clinched"]) else ""
            for team, row in rows.iterrows()
        }

    # Four games are left for each: 85 can become 89, below 90; 79 may pass 80; 65 is below 79; 30 cannot reach 60.
    assert marks(104) == {
        1: "top seed", 2: "playoffs", 3: "division", 4: "out", 5: "playoffs", 6: "playoffs", 7: "playoffs",
    }  # fmt: skip
    assert marks(105)[1] == "playoffs"  # 85 and five more would be level
    assert marks(150)[4] == ""  # 80 is within reach of the winner of its division
    assert marks(100) == {
        1: "top seed", 2: "playoffs", 3: "division", 5: "division", 6: "playoffs", 7: "playoffs", 4: "out",
    }  # fmt: skip


@pytest.mark.parametrize(("strong", "mark"), [(5, "division"), (6, "play-in"), (9, "play-in"), (10, None)])
def test_a_division_without_a_place_is_no_mark(strong: int, mark: str | None) -> None:
    """The NBA gives the winner of a division nothing: the mark names the certain place, the title only with one."""
    rules = SPORTS["NBA"].rules.standings
    divisions = {1: "A - E", 2: "A - E"} | dict.fromkeys(range(10, 10 + strong), "A - F")
    now = {team: 40.0 if team == 1 else 0.0 if team == 2 else 30.0 for team in divisions}
    best = {team: 45.0 if team == 1 else 20.0 if team == 2 else 60.0 for team in divisions}

    marks, _ = clinch.certain(list(divisions), divisions, rules.seeding, clinch.Bounds(now, best))

    assert marks.get(1) == mark


@pytest.mark.parametrize(("level", "above"), [((), 1), ((2,), 2), ((3,), 1), ((2, 3), 1)])
def test_who_is_level_is_sure_to_be_above_only_alone(level: tuple[int, ...], above: int) -> None:
    """With two others, the tie-break of three decides, whatever the one between two says; 4 is above in any case."""
    least = {1: 0.0, 2: 10.0 if 2 in level else 9.0, 3: 10.0 if 3 in level else 9.0, 4: 11.0}
    bounds = clinch.Bounds(
        least, {1: 10.0, 2: 12.0, 3: 12.0, 4: 12.0}, lambda team, rivals: team == 2 and [*rivals] == [1]
    )

    assert bounds.sure_above(1, list(least), list(least)) == above


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "seed"), [("NFL", 1), ("NHL", 2), ("NBA", 3), ("MLB", 4)])
def test_nothing_is_clinched_too_early(sport: str, seed: int) -> None:
    """However the last games end, who had clinched a place has a seed, and who was eliminated has none."""
    played, groups = level_league(seed, 2, 6, within=1, across=0)
    r = random.Random(seed)
    # Strong and weak clubs, so that something is certain.
    played = [
        (a, h, *((1, 0) if (a % 6 - h % 6) + r.gauss(0, 2) > 0 else (0, 1))) for a, h, _, _ in played
    ]  # fmt: skip
    past, last = played[:-3], played[-3:]
    text = {"game_status": "Final"} if sport == "NHL" else {}
    now = standings(games(sport, *past, **text), groups=groups, season_games=11).set_index("team_id")
    sure = set(now.index[now["clinched"].notna()])
    out = set(now.index[now["eliminated"]])
    assert len(sure) > 3
    assert len(out) + len(sure) < len(groups)
    for ends in product([(1, 0), (0, 1)], repeat=len(last)):
        rest = [(a, h, *end) for (a, h, _, _), end in zip(last, ends, strict=True)]
        then = standings(games(sport, *past, *rest, **text), groups=groups, season_games=11).set_index("team_id")
        assert then.loc[list(sure), "seed"].notna().all()
        assert then.loc[list(out), "seed"].isna().all()
        won_division = now.index[now["clinched"] == "division"]
        assert (then.loc[won_division, "clinched"].isin(["division", "top seed"])).all()


@pytest.mark.parametrize(("between", "sure"), [(3, True), (2, False)])
def test_who_can_only_be_level_has_clinched_by_the_games_between_them(between: int, sure: bool) -> None:
    """On the evening on which the rival can draw level at best, if it has lost more of their games than it can win.

    Whether the last game of each is one between them is not known from the games that were played.
    """
    groups = {1: "A - E", 2: "A - E", 3: "A - W", 4: "A - C", 9: "B - E"}
    # 90-9 and 89-10 with one game left for each: both can end with 90 wins and 10 losses.
    played = [*won(1, 2, between), *won(2, 1, 1)]
    for team, wins in {1: 90, 2: 89, 3: 20, 4: 10}.items():
        own = {1: between, 2: 1}.get(team, 0)
        lost = {1: 1, 2: between}.get(team, 0)
        played += [*won(team, 9, wins - own), *won(9, team, 99 - wins - lost)]
    table = standings(games("MLB", *played), groups=groups, season_games=100).set_index("team_id")
    assert table.loc[1, ["wins", "losses"]].tolist() == [90, 9]
    assert (table.loc[1, "clinched"] == "top seed") == sure
    others = [(1, 9), (2, 9), (3, 9), (4, 9)]
    for pairs, known in ((others, True), ([(1, 2), (3, 9), (4, 9)], sure)):
        coming = games("MLB", *((one, two, 0, 0) for one, two in pairs), phase="scheduled")
        coming = coming.assign(game_id="s" + coming["game_id"])
        whole = pd.concat([games("MLB", *played), coming], ignore_index=True)
        found = standings(whole, groups={n: groups[n] for n in (1, 2, 3, 4)} | {9: "B - E"}, season_games=100)
        assert (found.set_index("team_id").loc[1, "clinched"] == "top seed") == known


@pytest.mark.parametrize(
    ("opening", "stages"),
    [
        (
            [*won(7, 8), *won(10, 9), *won(8, 10), *won(1, 8)],
            ["IN 7, 8, 9, 10", "IN 7, 8, out, 9", "IN 7, IN 8, out, out", "IN 7, IN 8, out, out"],
        ),
        (
            [*won(8, 7), *won(9, 10), *won(9, 7), *won(9, 1)],
            ["8, IN 7, 9, 10", "8, IN 7, 9, out", "out, IN 7, IN 8, out", "out, IN 7, IN 8, out"],
        ),
    ],
)
def test_places_in_the_play_in_are_marked_as_they_are_decided(opening: list[Result], stages: list[str]) -> None:
    """Who has won a place is in the playoffs, with the seed that was played for; who has lost is out and has none.

    The loser of the first game has the eighth seed until it loses that, too; the winner of the second has the ninth.
    """
    groups = {n: f"A - {n % 3}" for n in range(1, 13)} | {99: "B - E"}
    clubs = range(1, 13)
    season = games("NBA", *(r for n in clubs for r in (*won(n, 99, 20 - n), *won(99, n, n))))

    def mark(row: pd.Series) -> str:
        assert pd.isna(row["seed"]) == row["eliminated"] == pd.isna(row["berth"])
        return "out" if row["eliminated"] else f"{'IN ' * (row['berth'] == 'playoffs')}{row['seed']}"

    names = ["A - Play-In"] * 3 + ["A - First Round"]
    for number, stage in enumerate(stages, 1):
        part = games("NBA", *opening[:number], season_type="Playoffs", event_name=names[:number])
        part = part.assign(game_id="p" + part["game_id"], game_time=part["game_time"] + pd.Timedelta(days=400))
        both = pd.concat([season.assign(season_type="Regular Season"), part], ignore_index=True)
        table = standings(both, groups=groups, by="conference", season_games=20).set_index("team_id")
        assert table["clinched"].isna().loc[[11, 12]].all()
        assert table.loc[range(1, 7), "seed"].tolist() == [1, 2, 3, 4, 5, 6]
        assert ", ".join(mark(table.loc[n]) for n in range(7, 11)) == stage


@pytest.mark.parametrize(("season_games", "marked"), [(9, False), (8, True)])
def test_nothing_is_certain_before_all_teams_have_played(season_games: int, marked: bool) -> None:
    """On an opening day the teams that have not played are missing; a quarter of the season later none is."""
    found = standings(games("NFL", *won(1, 2, 2)), groups={1: "A - E", 2: "B - E"}, season_games=season_games)
    assert found["clinched"].notna().any() == marked
    assert standings(games("NFL", *won(1, 2, 2)), groups={1: "A - E", 2: "B - E"})["clinched"].isna().all()


def test_the_title_of_a_league() -> None:
    """A champion is named when nobody can draw level any more, and after the last game by the final order."""
    played = [*won(1, 2, 3), *won(2, 3, 1), *won(3, 2, 1), *won(1, 3, 1)]
    frame = games("SOCCER", *played, league="EPL")

    def title(season_games: int) -> list[int]:
        found = standings(frame, season_games=season_games)
        return found.loc[found["clinched"] == "title", "team_id"].to_list()

    # 12 points from 4 games; 2 has 3 from 5, 3 has 3 from 3.
    assert title(7) == []
    assert title(5) == [1]
    assert title(4) == [1]


def test_games_to_come_are_counted() -> None:
    """A game on the schedule can be won, beyond the games of a season too; one of a later part is none of them."""
    played = [*won(1, 2, 3), *won(2, 3, 1), *won(3, 2, 1), *won(1, 3, 1), *won(3, 4, 1)]
    frame = games("SOCCER", *played, *won(3, 4, 3), league="EPL")
    phases = ["finished"] * len(played) + ["scheduled"] * 3

    def title(**columns: list[str]) -> list[int]:
        found = standings(frame.assign(**columns), season_games=4)
        return found.loc[found["clinched"] == "title", "team_id"].to_list()

    # 1 has 12 points; 3 has 6 and can have 15.
    assert title(phase=phases) == []
    parts = ["Regular Season"] * len(played) + ["Postseason"] * 3
    later = games("NFL", *won(1, 2, 5), *won(2, 1, 4), (1, 2, 3, 0)).assign(
        season_type=["Regular Season"] * 9 + ["Postseason"], phase=["finished"] * 9 + ["scheduled"]
    )
    groups = {1: "A - E", 2: "A - W", 3: "B - E"}
    with pytest.warns(SportsframeWarning, match="lacks games of the regular season, up to 8 of a team"):
        found = standings(later, groups=groups, season_games=17)
    assert found["clinched"].isna().all()
    over = standings(cut_short(later.assign(phase="finished")), groups=groups)
    assert over["clinched"].eq("top seed").any()
    assert title(phase=phases, season_type=parts) == [1]


def test_a_level_game_that_does_not_count_was_played_all_the_same() -> None:
    """The season is whole with it, and nobody can win it any more."""
    groups = {1: "AL - East", 2: "AL - East", 3: "NL - East"}
    played = games("MLB", *won(1, 2, 5), *won(2, 1, 4), (1, 2, 3, 3))
    over = games("MLB", *won(1, 2, 5), *won(2, 1, 4), (1, 2, 3, 3), (1, 3, 3, 0)).assign(
        season_type=["Regular Season"] * 10 + ["Postseason"]
    )
    for frame in (played, over):
        found = standings(frame, groups=groups, season_games=10).set_index("team_id")
        assert found.loc[[1, 2], "games"].to_list() == [9, 9]
        assert found.loc[[1, 2], "clinched"].notna().to_list() == [True, True]
        assert found.loc[[1, 2], "seed"].to_list() == [1, 2]


def test_a_bracket_has_seeds_beside_a_level_game_that_does_not_count() -> None:
    """A team that was level once lacks no game of the season."""
    groups = {1: "AL - East", 2: "AL - East", 3: "NL - East", 4: "NL - East"}
    season = [*won(1, 2, 81), *won(2, 1, 80), (1, 2, 3, 3), *won(3, 4, 82), *won(4, 3, 80)]
    frame = games("MLB", *season, *won(1, 3, 4)).assign(
        season_type=["Regular Season"] * len(season) + ["Postseason"] * 4, round=[None] * len(season) + [4] * 4
    )
    found = bracket(frame, groups=groups)
    assert found[["seed_1", "seed_2"]].to_numpy().tolist() == [[1, 1]]


def test_guests_stand_apart() -> None:
    """Opponents from outside, who play a game or two, come after everybody else; conferences do not hold them."""
    played = [*won(1, 2, 3), *won(2, 3, 3), *won(3, 1, 2), *won(8, 3)]
    for groups in (None, {1: "Big", 2: "Big", 3: "Big", 8: "Aside"}):
        found = standings(games("NCAAFB", *played), groups=groups)
        assert found["team_id"].to_list()[-1] == 8
        assert found["guest"].to_list() == [False, False, False, True]
    assert "guest" not in standings(games("NFL", *played))


def test_last_ten_and_difference() -> None:
    """The record of the last ten games, and what was scored less what was allowed."""
    found = standings(games("MLB", *won(1, 2, 12, (3, 1)), *won(2, 1, 2, (5, 0)))).set_index("team_id")
    assert found.loc[[1, 2], "last_ten"].to_list() == ["8-2", "2-8"]
    assert found.loc[[1, 2], "run_difference"].to_list() == [14, -14]


def test_wild_card_games_behind() -> None:
    """Counted from the last wild card; the winners of divisions have none."""
    groups = {team: f"A - {'EEWWCCCC'[team - 1]}" for team in range(1, 9)} | {9: "B - E"}
    wins = {1: 9, 2: 8, 3: 7, 4: 6, 5: 9, 6: 5, 7: 3, 8: 2}
    played = [result for team, n in wins.items() for result in (*won(team, 9, n), *won(9, team, 10 - n))]
    found = standings(games("MLB", *played), groups=groups).set_index("team_id")
    behind = found["wild_card_games_behind"]
    assert behind[[2, 4, 6, 7, 8]].to_list() == [-3, -1, 0, 2, 3]
    assert behind[[1, 3, 5]].isna().all()
    assert found.loc[[1, 2, 3, 4, 5, 6], "berth"].to_list() == ["division winner", "wild card"] * 3


def test_points_behind_a_wild_card() -> None:
    """Leagues that rank by points count those, of the teams that no place of their division seeds."""
    groups = {team: f"A - {'EEEEWWWWEW'[team - 1]}" for team in range(1, 11)} | {11: "B - E"}
    wins = dict(zip(range(1, 11), (9, 9, 8, 7, 8, 8, 6, 5, 4, 1), strict=True))
    played = [result for team, n in wins.items() for result in (*won(team, 11, n), *won(11, team, 10 - n))]
    found = standings(games("NHL", *played), groups=groups).set_index("team_id")

    behind = found["wild_card_points_behind"]
    assert behind[[4, 8, 9, 10]].to_list() == [-4, 0, 2, 8]
    assert behind[[1, 2, 3, 5, 6, 7]].isna().all()
    assert str(behind.dtype) == str(found["points_behind"].dtype) == "Int64"
    assert found.loc[[1, 3, 4, 5, 8], "points_behind"].to_list() == [0, 2, 4, 0, 6]
    assert "games_behind" not in found.columns


HELD = ["division winner", "division", "wild card", "playoffs", "play-in"]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "names", "wins", "berths"),
    [
        # Two level on the first place of a division: neither has won it, and the places below it are not touched.
        ("MLB", "EEWC", (9, 9, 8, 7), "t0 t0 0 0"),
        ("NFL", "EEEWC", (9, 9, 9, 8, 7), "t0 t0 t0 0 0"),
        ("MLB", "EEWC", (9, 8, 8, 7), "0 2 0 0"),
        # Level on the last wild card, and before it; a seventh seed is a wild card if a place of a division is shared.
        ("MLB", "EEEEEWC", (9, 7, 6, 5, 5, 8, 4), "0 2 2 t2 t2 0 0"),
        ("MLB", "EEEEWC", (9, 7, 7, 5, 8, 4), "0 2 2 2 0 0"),
        ("MLB", "EEWWWWC", (3, 3, 9, 8, 7, 6, 5), "t0 t0 0 2 2 2 0"),
        # Three places of a division: level on the first, on the second and third, on the third.
        ("NHL", "EEEWWW", (9, 9, 7, 8, 6, 5), "t0 t0 1 0 1 1"),
        ("NHL", "EEEWWW", (9, 7, 7, 8, 6, 5), "0 1 1 0 1 1"),
        ("NHL", "EEEEWWW", (9, 7, 6, 6, 8, 5, 4), "0 1 t1 t1 0 1 1"),
        # Six in the playoffs, four in the play-in.
        ("NBA", "AAAAAAAAAAA", (19, 18, 17, 16, 15, 13, 13, 12, 11, 10, 10), "3 3 3 3 3 t3 t3 4 4 t4 t4"),
    ],
)  # fmt: skip
def test_a_place_is_held_by_one_team(sport: str, names: str, wins: tuple[int, ...], berths: str) -> None:
    """Teams that share a place of which there are fewer are tied for it; after the last game they have clinched none.

    Teams play only one outsider, so that nothing but wins can separate them.
    """
    groups = {n: f"A - {name}" for n, name in enumerate(names, 1)} | {99: "B - E"}
    played = [r for team, n in enumerate(wins, 1) for r in (*won(team, 99, n), *won(99, team, 20 - n))]
    rows = games(sport, *played, **({"game_status": "Final"} if sport == "NHL" else {}))
    found = standings(rows, groups=groups, season_games=20).set_index("team_id").drop(99).sort_index()

    named = [f"tied for {HELD[int(one[1])]}" if one[0] == "t" else HELD[int(one)] for one in berths.split()]
    assert found["berth"].tolist() == named
    over = rows.assign(season_type=["Regular Season"] * (len(rows) - 1) + ["Postseason"])
    after = standings(cut_short(over), groups=groups).set_index("team_id").drop(99).sort_index()
    level = after["berth"].str.startswith("tied for", na=False)
    titles = after.loc[after["clinched"].isin(["top seed", "division"]), "division"]
    assert titles.is_unique
    assert after.loc[after["berth"].eq("division winner"), "clinched"].isin(["top seed", "division"]).all()
    assert after["clinched"].isna().tolist() == (level | after["berth"].isna()).tolist()


def test_hockey_conferences_are_ranked_by_points() -> None:
    """Winners of divisions are seeded first, but stand where their points put them, unlike those of the NFL."""
    groups = {1: "A - E", 2: "A - E", 3: "A - W", 9: "B - E"}
    played = [*won(1, 9, 5), *won(2, 9, 4), *won(3, 9, 2), *won(9, 3, 3), *won(9, 2)]
    found = {
        sport: standings(games(sport, *played, game_status="Final"), groups=groups, by="conference").query(
            "conference == 'A'"
        )
        for sport in ("NHL", "NFL")
    }
    assert found["NHL"]["team_id"].tolist() == [1, 2, 3]
    assert found["NFL"]["team_id"].tolist() == [1, 3, 2]
    assert found["NFL"]["seed"].tolist() == [1, 2, 3]
