"""Playoffs and tournaments as series: who met whom, who won, where it goes on, and what would be today."""

from __future__ import annotations

import functools
import random
from collections import Counter
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pandas as pd
import pytest
from matplotlib.text import Text

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.catalog.rules import Standings
from sportsframe.errors import QueryError
from sportsframe.measures import bracket, standings
from sportsframe.measures.ahead import completed
from sportsframe.measures.brackets import one_event

from ..support.trials import but_in_long_trials
from .test_league import Result, cut_short, games, won


def playoffs(sport: str, *played: tuple[int, str, list[Result]], **columns: Any) -> pd.DataFrame:
    """Games of the postseason: number and name of a round, and its results."""
    rows = [(number, name, result) for number, name, results in played for result in results]
    return games(
        sport,
        *(result for _, _, result in rows),
        season_type="Playoffs",
        round=[number for number, _, _ in rows],
        event_name=[name for _, name, _ in rows],
        **columns,
    )


def test_series_of_games() -> None:
    """Games of the same two teams in a round are one series; four wins of seven decide it, three do not."""
    semis = [*won(1, 4, 4), *won(4, 1, 2), *won(2, 3, 4)]
    found = bracket(
        playoffs("NBA", (3, "East - Final", semis[:6]), (3, "West - Final", semis[6:]), (4, "Finals", won(1, 2, 3)))
    )

    assert found["games"].tolist() == [6, 4, 3]
    assert found[["wins_1", "wins_2"]].to_numpy().tolist() == [[4, 2], [4, 0], [3, 0]]
    assert found["winner_id"].tolist() == [1, 2, pd.NA]
    assert found["next"].tolist() == [2, 2, pd.NA]
    assert found["conference"].fillna("").tolist() == ["East", "West", ""]
    assert found["round_name"].tolist() == ["Conference Finals", "Conference Finals", "Finals"]


@pytest.mark.parametrize(
    ("sport", "number", "event", "name"),
    [
        ("NHL", 4, "Championship Final", "Stanley Cup Final"),  # by its number, as without event=
        ("NHL", 1, "First Round", "First Round"),
        ("SOCCER", 2, "Cup final", "Cup final"),  # no rule names its rounds
        ("NCAAFB", None, "Rose Bowl", "Rose Bowl"),  # an event of one game
    ],
)
def test_an_event_that_is_one_round_has_the_name_of_the_round(
    sport: str, number: int | None, event: str, name: str
) -> None:
    """As in the bracket of all rounds."""
    more = {"league": "EPL"} if sport == "SOCCER" else {}
    played = playoffs(sport, (number, event, won(1, 2, 4 if sport == "NHL" else 1)), **more)
    assert bracket(played, event=event)["round_name"].tolist() == [name]


def test_games_that_were_not_needed() -> None:
    """A game that was called off because the series was decided is no game of it, and not its last day."""
    days = pd.date_range("2024-10-01", periods=3, unit="us")
    phases = ["finished", "finished", "off"]
    played = playoffs("MLB", (1, "First Round", won(1, 2, 3)), phase=phases, game_date=days)
    found = bracket(played)

    assert found.loc[0, ["games", "wins_1", "winner_id"]].tolist() == [2, 2, 1]
    assert found.loc[0, "last_date"] == days[1]


def test_who_went_on_has_won() -> None:
    """Where a series was shorter than today's, the side that plays in the next round has won it."""
    found = bracket(playoffs("MLB", (1, "First Round", won(1, 2)), (2, "Quarter-final", won(3, 1))))

    assert found["winner_id"].tolist() == [1, pd.NA]


BEST_OF_THREE = [*won(1, 2, 2), *won(2, 1), *won(4, 3), *won(3, 4, 2)]
"""Two semifinals, which 1 and 3 win."""


@pytest.mark.parametrize(
    ("first", "series", "decided", "unknown"),
    [
        (1, (3, 5), (True, True), ""),
        (1, (), (False, False), "1, 2"),
        (1, (3,), (True, False), "2"),
        (2, (1, 3, 5), (True, True), ""),
        (2, (3, 5), (False, False), "3"),
        (0, (5,), (False, True), "0"),
        (1, (1, 5), (False, True), "1"),
    ],
)
@pytest.mark.parametrize("final", [won(1, 3), [*won(1, 3, 3), *won(3, 1, 2)]], ids=["begun", "over"])
def test_series_of_a_league_in_one_table(
    first: int, series: tuple[int, ...], decided: tuple[bool, bool], unknown: str, final: list[Result],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """It has no seeds; its rules say how long the series of a round are, and of others only who goes on has won."""
    rules = replace(SPORTS["NBA"].rules, standings=Standings("league"), series=series)
    monkeypatch.setitem(SPORTS, "NBA", replace(SPORTS["NBA"], rules=rules))
    begun = playoffs("NBA", (first, "Semifinal", BEST_OF_THREE))
    played = playoffs("NBA", (first, "Semifinal", BEST_OF_THREE), (first + 1, "Final", final))
    said = rf"say how many games a series of round {unknown} has; .* series of its rules\."
    with pytest.warns(sf.SportsframeWarning, match=said) if unknown else nullcontext():
        found = bracket(played)

    assert found["winner_id"].fillna(0).tolist() == [1, 3, 1 if decided[1] and len(final) == 5 else 0]
    assert found["next"].fillna(-1).tolist() == [2, 2, -1]
    with pytest.warns(sf.SportsframeWarning, match="say how many games") if str(first) in unknown else nullcontext():
        assert bracket(begun)["winner_id"].fillna(0).tolist()[:2] == [1 * decided[0], 3 * decided[0]]


def test_single_games_have_a_score() -> None:
    """A round of single games shows its scores, the better seed first."""
    groups = {1: "A - E", 2: "A - W", 3: "A - N", 4: "A - S", 5: "A - E", 6: "B - E"}
    season = games("NFL", *won(1, 6, 9), *won(2, 6, 8), *won(3, 6, 7), *won(4, 6, 6), *won(5, 6, 5))
    final = playoffs("NFL", (2, "Divisional Round", won(5, 1, score=(24, 20))))
    final["game_id"] = "p" + final["game_id"]
    both = pd.concat([cut_short(season), final], ignore_index=True)
    found = bracket(both, groups=groups)

    assert found.loc[0, ["seed_1", "id_1", "score_1", "seed_2", "id_2", "score_2"]].tolist() == [1, 1, 20, 5, 5, 24]
    assert found.loc[0, "winner_id"] == 5
    assert found["conference"].tolist() == ["A"]


@pytest.mark.filterwarnings("ignore:bracket.*games of the first round")
def test_college_has_its_seeds_and_regions_in_the_games() -> None:
    """Regions stand in their order, opening games are round 0, and other tournaments are asked for by name."""
    played = games(
        "NCAABB",
        *won(1, 16), *won(16, 17), *won(8, 9), *won(2, 15), *won(21, 22),
        season_type="Postseason",
        event_name=[f"National Tournament{more}" for more in ("", " - Opening Round", "", "")] + ["Other Classic"],
        round=[1, None, 1, 1, None],
        region=["West", "West", "West", "East", None],
        region_display_order=[2, 2, 2, 1, None],
        home_team_seed=[1, 16, 8, 2, None],
        away_team_seed=[16, 16, 9, 15, None],
    )  # fmt: skip
    found = bracket(played)

    assert found["event"].unique().tolist() == ["National Tournament"]
    assert found["round"].tolist() == [0, 1, 1, 1]
    assert found["conference"].tolist() == ["West", "East", "West", "West"]
    assert found[["seed_1", "id_1"]].to_numpy().tolist()[1:] == [[2, 2], [1, 1], [8, 8]]
    assert bracket(played, event="other")[["id_1", "round"]].to_numpy().tolist() == [[21, 1]]
    with pytest.raises(QueryError, match=r"no events fit event='cup'"):
        bracket(played, event="cup")
    with pytest.raises(QueryError, match=r"no events fit event='ther': pass one of .*National Tournament"):
        bracket(played, event="ther")


@pytest.mark.filterwarnings("ignore:bracket.*games of the first round")
@pytest.mark.parametrize("seedless", [False, True])
def test_games_of_a_region_stand_in_the_order_of_the_bracket(seedless: bool) -> None:
    """From the top 1-16, 8-9, 5-12, 4-13, 6-11, 3-14, 7-10, 2-15, whoever wins and whatever is still to be played.

    A game whose seeds the data lacks stands last among those of its region.
    """
    order = [1, 8, 5, 4, 6, 3, 7, 2]
    first = [(seed, 17 - seed) for seed in range(1, 9)]
    second = [(16, 8), (2, 7), (3, 6), (4, 5)]
    pairs = [*first, *((100 + one, 100 + two) for one, two in first), *second]
    results = [r for one, two in pairs for r in (won(two, one) if (one, two) == (1, 16) else won(one, two))]
    played = games(
        "NCAABB",
        *results,
        season_type="Postseason",
        event_name="National Tournament",
        round=[1] * 16 + [2] * 4,
        region=["West"] * 8 + ["East"] * 8 + ["West"] * 4,
        region_display_order=[2] * 8 + [1] * 8 + [2] * 4,
    )
    seeds = played[["home_team_id", "away_team_id"]] % 100
    if seedless:
        seeds.iloc[8] = pd.NA
    found = bracket(played.assign(home_team_seed=seeds["home_team_id"], away_team_seed=seeds["away_team_id"]))

    top = found[found["round"] == 1].assign(best=found[["id_1", "id_2"]].min(axis=1) % 100)
    assert top["conference"].tolist() == ["East"] * 8 + ["West"] * 8
    assert top["best"].tolist() == [*(order if not seedless else [*order[1:], 1]), *order]
    assert found.loc[found["round"] == 2, "seed_1"].tolist() == [8, 4, 3, 2]


def wide(sport: str, groups: dict[int, str]) -> pd.DataFrame:
    """A season in which lower ids have won more games."""
    outside = max(groups)
    clubs = [team for team in groups if team != outside]
    played = [r for team in clubs for r in (*won(team, outside, 20 - team), *won(outside, team, team))]
    return games(sport, *played, **({"game_status": "Final"} if sport == "NHL" else {}))


@pytest.mark.parametrize(
    ("sport", "divisions", "first"),
    [
        ("NFL", "EWNSEWNSEWNS", [(1, None), (4, 5), (3, 6), (2, 7)]),
        ("MLB", "EWCEWCEWC", [(1, None), (4, 5), (3, 6), (2, None)]),
        ("NBA", "EWCEWCEWCEWC", [(7, 8), (9, 10), (1, None), (4, 5), (3, 6), (2, None)]),
        # The winners 1 and 5; 2, 3 and 6, 7 of their divisions; 4 and 8 are the wild cards.
        ("NHL", "EEEEWWWWW", [(1, 8), (2, 3), (5, 4), (6, 7)]),
    ],
)
def test_if_the_season_ended_today(sport: str, divisions: str, first: list[tuple[int, int | None]]) -> None:
    """Without games of the postseason the first round is made of the seeds of the standings."""
    groups = {n: f"A - {name}" for n, name in enumerate(divisions, 1)} | {99: "B - E"}
    frame = wide(sport, groups)
    found = bracket(frame, groups=groups)
    own = found[found["conference"] == "A"]

    pairs = [(a, None if pd.isna(b) else b) for a, b in zip(own["id_1"], own["id_2"])]
    assert pairs == first
    assert own["projected"].all()
    seeds = standings(frame, groups=groups).set_index("team_id")["seed"]
    told = own[["id_1", "seed_1"]].dropna()
    assert (told["seed_1"].to_numpy() == seeds[told["id_1"]].to_numpy()).all()
    leads = own["next"].dropna()
    assert [(found["seed_2"][a], found["seed_2"][int(b)]) for a, b in leads.items()] == [(8, 7)] * (sport == "NBA")
    assert (found["conference"][leads.astype(int)].to_numpy() == "A").all()
    with pytest.raises(QueryError, match="teams= or groups="):
        bracket(frame)


def resolved(
    sport: str, wins: dict[int, int], divisions: dict[int, str], coin: list[int]
) -> tuple[set[int], list[tuple[int, int | None]]]:
    """The field, and who meets whom first (nobody, or the winner of a play-in: None), if lots decide between equals."""

    def ranked(teams: list[int]) -> list[int]:
        return sorted(teams, key=lambda team: (-wins[team], coin.index(team)))

    per, others = {"NFL": (1, 3), "MLB": (1, 3), "NHL": (3, 2), "NBA": (0, 10)}[sport]
    inside = [ranked([team for team in wins if divisions[team] == name]) for name in sorted(set(divisions.values()))]
    first = [team for place in range(per) for team in ranked([those[place] for those in inside])]
    seeds = [*first, *ranked([team for team in wins if team not in first])[:others]]
    if sport == "NHL":
        one, two = first[:2]
        mine = {mates[0]: mates for mates in inside}
        return set(seeds), [(one, seeds[7]), (two, seeds[6]), *((mine[team][1], mine[team][2]) for team in (one, two))]
    byes, pairs = {"NFL": ([1], [(4, 5), (3, 6), (2, 7)]), "MLB": ([1, 2], [(4, 5), (3, 6)]),
                   "NBA": ([1, 2], [(7, 8), (9, 10), (4, 5), (3, 6)])}[sport]  # fmt: skip
    return set(seeds), [(seeds[n - 1], None) for n in byes] + [(seeds[a - 1], seeds[b - 1]) for a, b in pairs]


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "names"), [("NFL", "EWNSEWNSEWNS"), ("MLB", "EWCEWCEWC"), ("NBA", "ABCDEFGHIJKL"), ("NHL", "EEEEEWWWWW")]
)
def test_no_side_depends_on_a_tie_that_is_left(sport: str, names: str) -> None:
    """Whoever is named is there whichever of the level teams goes first; who is in or out for sure is so in the table.

    Teams play only one outsider, so that nothing but wins can separate them; lots are drawn in the test.
    """
    divisions = {n: f"A - {name}" for n, name in enumerate(names, 1)}
    draw = random.Random(17)
    for most in (3, 6, 12):
        wins = {team: draw.randint(0, most) for team in divisions}
        played = [r for team, n in wins.items() for r in (*won(team, 99, n), *won(99, team, most - n))]
        frame = games(sport, *played, **({"game_status": "Final"} if sport == "NHL" else {}))
        groups = divisions | {99: "B - E"}
        found = bracket(frame, groups=groups)
        told = found[found["conference"] == "A"]
        shown = {(one, two) for one, two in zip(told["id_1"], told["id_2"]) if pd.notna(one) or pd.notna(two)}
        seeded = (
            standings(frame, groups=groups, by="conference").query("conference == 'A'").set_index("team_id")["seed"]
        )
        fields, meetings = [], []
        for _ in range(40):
            field, pairs = resolved(sport, wins, divisions, draw.sample(list(divisions), len(divisions)))
            fields.append(field)
            meetings.append(pairs)
        for one, two in shown:
            for pairs in meetings:
                sides = [{*pair} - {None} for pair in pairs]
                named = {team for team in (one, two) if pd.notna(team)}
                assert any(named <= pair for pair in sides), (most, named)
        assert set.intersection(*fields) <= set(seeded[seeded.notna()].index) <= set.union(*fields)
        if len(set(wins.values())) == len(wins):
            assert len(shown) == len(told)


@pytest.mark.parametrize(
    ("wins", "pairs"),
    [
        ((9, 9, 7, 6, 8, 5, 4, 3), [[0, 8], [0, 3], [5, 4], [6, 7]]),  # on first place of a division
        ((9, 7, 7, 6, 8, 5, 4, 3), [[1, 8], [2, 3], [5, 4], [6, 7]]),  # of two that meet
        ((9, 8, 7, 6, 9, 5, 4, 3), [[1, 0], [2, 3], [5, 0], [6, 7]]),  # of the winners
        ((9, 8, 7, 3, 8, 5, 4, 3), [[1, 0], [2, 3], [5, 0], [6, 7]]),  # of the wild cards
    ],
)
def test_ties_within_divisions(wins: tuple[int, ...], pairs: list[list[int]]) -> None:
    """Hockey: only the sides that depend on the tie are open, 0 here."""
    divisions = dict.fromkeys((1, 2, 3, 4), "A - E") | dict.fromkeys((5, 6, 7, 8), "A - W") | {99: "B - E"}
    played = [r for team, n in enumerate(wins, 1) for r in (*won(team, 99, n), *won(99, team, 9 - n))]
    found = bracket(games("NHL", *played, game_status="Final"), groups=divisions)
    own = found[found["conference"] == "A"]

    assert own[["id_1", "id_2"]].astype(object).fillna(0).to_numpy().tolist() == pairs
    assert own["slot"].tolist() == [1, 2, 3, 4]


def test_questions_that_cannot_be_answered() -> None:
    """A league without seeds, a frame of two seasons, and golf are refused in one line."""
    with pytest.raises(QueryError, match="determine no seeds"):
        bracket(games("NCAAFB", *won(1, 2)))
    with pytest.raises(QueryError, match="a single season"):
        bracket(games("NFL", *won(1, 2), *won(2, 1), season=["2023", "2024"]))
    with pytest.raises(QueryError, match="field of players"):
        bracket(sf.live("2024-06-13", "PGA"))


def test_the_playoffs_of_a_season() -> None:
    """Who won a series plays the one it leads to; each round halves the field to one champion; no game is left out."""
    played = sf.live(("2025-01-11", "2025-02-09"), "NFL", progress=False)
    found = bracket(played)
    later = played[(played["season_type"] == "Playoffs") & (played["phase"] == "finished")]

    assert found["games"].sum() == len(later)
    assert found["round"].value_counts(sort=False).tolist() == [6, 4, 2, 1]
    assert found["winner_id"].notna().all()
    for _, row in found[found["next"].notna()].iterrows():
        assert row["winner_id"] in found.loc[row["next"], ["id_1", "id_2"]].tolist()
    # From the top: a series leads no further up than the one before it.
    for _, part in found.groupby("round"):
        assert all(one <= two for one, two in pairwise(part["next"].dropna()))


STAGES = {
    "NFL": ["2025-01-11T22:00", "2025-01-12T20:00", "2025-01-21"],
    "NBA": ["2025-04-17T12:00", "2025-04-20T12:00", "2025-05-12"],
    "NHL": ["2025-04-20T12:00", "2025-05-10"],
    "MLB": ["2024-10-02T12:00", "2024-10-10"],
}
"""Times from the first game of the postseason to the final."""


OVER = "2025-08-01"


def times(of: dict[str, list[str]], *costly: str) -> list[Any]:
    """Sports and times; those of costly sports in the long trials."""
    pairs = [(sport, now) for sport, times in of.items() for now in times]
    return but_in_long_trials(pairs, *(pair for pair in pairs if pair[0] in costly))


@functools.cache
def brackets(sport: str) -> dict[str, pd.DataFrame]:
    """The bracket of a season at each of its times, in their order, so that finished games are loaded once."""
    found = {}
    for now in (*STAGES[sport], OVER):
        with sf.options(now=now):
            found[now] = sf.bracket(2024, sport)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "now"), times(STAGES, "MLB", "NHL"))
def test_a_bracket_is_whole_and_in_order_at_every_time(sport: str, now: str) -> None:
    """Once the playoffs have begun the first round is there whole, byes while they wait, from the top as at the end.

    What has begun stands where the bracket of the finished season has it; what no game tells of has no wins.
    """
    found, whole = brackets(sport)[now], brackets(sport)[OVER]

    first = whole[whole["round"] == 1]
    part = found[(found["round"] == 1) & found["seed_2"].notna()]
    assert len(part) == len(first)
    assert not found["projected"].any()
    assert not found["slot"].isna().any()
    certain = part[part["id_2"].notna()]
    pairs = {frozenset(pair) for pair in zip(first["id_1"], first["id_2"])}
    assert {frozenset(pair) for pair in zip(certain["id_1"], certain["id_2"])} <= pairs
    if sport != "NFL" or (found["round"] > 1).sum() == (whole["round"] > 1).sum():  # it pairs the winners by seeds
        assert part["id_1"].tolist() == first["id_1"].tolist()
    waiting = found[found["games"] == 0]
    assert waiting["winner_id"].isna().all()
    assert waiting["score_1"].isna().all()
    known = {frozenset(pair) for pair in zip(whole["id_1"], whole["id_2"])}
    both = found[found["id_1"].notna() & found["id_2"].notna()]
    assert {frozenset(pair) for pair in zip(both["id_1"], both["id_2"])} <= known
    for _, some in found.groupby("round"):
        assert some["slot"].tolist() == list(range(1, len(some) + 1))


HALF_WAY = {
    "NFL": ["2025-01-13T12:00", "2025-01-28"],
    "NBA": ["2025-04-17T12:00"],
    "MLB": ["2024-10-12T12:00"],
    "NHL": ["2025-05-01"],
}


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "now"), times(HALF_WAY, "MLB", "NHL"))
def test_who_meets_next_is_known_from_the_games_alone(sport: str, now: str) -> None:
    """Box scores know no game to come, the schedule those that are certain: both tell the same pairings."""
    with sf.options(now=now):
        played, planned = sf.live(season=2024, sport=sport, progress=False), sf.bracket(2024, sport, progress=False)
        teams = sf.live(season=2024, sport=sport, table="teams", progress=False)
    found = played.sports.bracket(teams=teams)

    assert (found["games"] == 0).sum() > 0
    names = [name for name in found.columns if name not in ("first_date", "last_date")]
    pd.testing.assert_frame_equal(found[names], planned[names])


def test_the_worst_seed_that_has_won_meets_the_best_whoever_else_wins() -> None:
    """Where pairs follow the seeds that are left, one is certain before all games of the first round are played."""
    groups = {n: f"A - {'NESW'[n % 4]}" for n in range(1, 9)} | {99: "B - E"}
    season = cut_short(wide("NFL", groups))

    def later(*played: Result) -> pd.DataFrame:
        week = playoffs("NFL", (1, "Wild Card", list(played)))
        week = week.assign(game_id="p" + week["game_id"], game_time=week["game_time"] + pd.Timedelta(days=400))
        found = bracket(pd.concat([season, week], ignore_index=True), groups=groups)
        return found[found["conference"] == "A"]

    low = later(*won(7, 2))
    assert low.loc[low["round"] == 2, ["id_1", "id_2"]].to_numpy().tolist() == [[1, 7]]
    assert (later(*won(2, 7))["round"] == 1).all()
    both = later(*won(2, 7), *won(3, 6))  # the best seed waits for who wins of the fourth and fifth
    assert both.loc[both["round"] == 2, ["id_1", "id_2"]].to_numpy().tolist() == [[2, 3]]


@pytest.mark.parametrize("sport", but_in_long_trials(STAGES, "MLB", "NHL"))
def test_each_round_has_one_name(sport: str) -> None:
    """The name of a round is that of the league: before it begins, in both conferences, and when it is over."""
    rounds = SPORTS[sport].rules.standings.seeding.rounds
    assert len(rounds) == brackets(sport)[OVER]["round"].max()
    for found in brackets(sport).values():
        told = found[(found["round"] > 0) & (found["round_name"] != "Bye")]
        assert told["round_name"].tolist() == [rounds[number - 1] for number in told["round"]]


@pytest.mark.sampled
@pytest.mark.parametrize("sport", STAGES)
def test_boxes_of_series_that_have_not_begun_are_blank(sport: str) -> None:
    """A game in play or ahead is drawn without a number, never as 0 : 0; no column is called a bye.

    Whoever has a bye stands in the box of the next round too, unless that round is paired by seeds.
    """
    found = brackets(sport)[STAGES[sport][0]]
    drawn = [text.get_text() for text in found.sports.plot.bracket().texts]

    begun = found[found["games"] > 0]
    numbers = Counter(
        f"{one:g}"
        for n in (1, 2)
        for one in begun[f"score_{n}"].astype("Float64").fillna(begun[f"wins_{n}"].astype("Float64"))
    )
    seeds = Counter(f"{seed}" for n in (1, 2) for seed in found[f"seed_{n}"].dropna())
    seeding = SPORTS[sport].rules.standings.seeding
    byes = () if seeding.reseeded else found.loc[found["round_name"].eq("Bye"), "seed_1"]
    assert Counter(text for text in drawn if text.isdigit()) == numbers + seeds + Counter(f"{seed}" for seed in byes)
    assert "Bye" not in drawn


def test_seeds_won_in_the_play_in() -> None:
    """Who wins the game of the seventh and the eighth is seventh from then on, who wins the last game eighth."""
    groups = {n: f"A - {n}" for n in range(1, 13)} | {99: "B - E"}
    opening = [*won(8, 7), *won(9, 10), *won(7, 9)]
    first = [*won(1, 7, 4), *won(2, 8, 4), *won(8, 7)]
    later = playoffs("NBA", (0, "A - Play-In", opening), (1, "A - First Round", first[:8]), (3, "A - Final", first[8:]))
    later = later.assign(
        game_id="p" + later["game_id"],
        game_time=later["game_time"] + pd.Timedelta(days=400),
        round=later["round"].replace({0: pd.NA}),
    )
    season = cut_short(wide("NBA", groups))

    def seeds(games: int) -> list[list[int]]:
        found = bracket(pd.concat([season, later.head(games)], ignore_index=True), groups=groups)
        found = found[found["games"] > 0].sort_values(["round", "seed_1", "seed_2"])
        return found[["id_1", "seed_1", "id_2", "seed_2"]].to_numpy().tolist()

    played = [[7, 7, 8, 8], [7, 7, 9, 9], [9, 9, 10, 10]]
    assert seeds(3) == played
    assert seeds(11) == [*played, [1, 1, 7, 8], [2, 2, 8, 7]]
    assert seeds(12)[-1] == [8, 7, 7, 8]


def test_pairs_that_the_seeds_do_not_tell_are_left_alone() -> None:
    """Where a league has paired its teams in another way, nothing is added to what was played."""
    season = sf.live(season=2024, sport="NFL", progress=False)
    teams = sf.live(season=2024, sport="NFL", table="teams", progress=False)
    regular = season["season_type"] == "Regular Season"
    table = season[regular].sports.standings(teams=teams)
    low = table.loc[table["seed"].isna(), ["team_id", "team"]].head(2).to_numpy().tolist()
    odd = season[~regular].head(1).copy()
    for side, (number, name) in zip(("home", "away"), low):
        odd[f"{side}_team_id"], odd[f"{side}_team"] = number, name
    found = bracket(pd.concat([season[regular], odd]), teams=teams)

    assert len(found) == 1
    assert {found["id_1"].iloc[0], found["id_2"].iloc[0]} == {number for number, _ in low}


def test_an_event_without_a_name_is_offered_by_its_id() -> None:
    """What is offered as event= is taken; it has no blank before it."""
    ids = pd.Series(["20231215WC", "20240210MA"])
    names = pd.Series([None, "Masters"])

    with pytest.raises(QueryError, match="2 of 2 fit; pass event=, for example '20231215WC'"):
        one_event(names, ids, None)
    assert one_event(names, ids, "20231215WC").tolist() == [True, False]


def test_darts_events() -> None:
    """One event is one bracket, its rounds in the order they were played; sets decide where matches have them."""
    played = sf.live(("2024-10-07", "2024-10-13"), "DARTS", progress=False)
    found = bracket(played, event="Grand Prix")

    assert found["round_name"].unique().tolist() == ["Last 32", "Last 16", "Quarter-Final", "Semi-Final", "Final"]
    assert len(found) == 31
    final = found.iloc[-1]
    assert sorted([final["score_1"], final["score_2"]]) == [0, 5]  # sets, not legs
    with pytest.raises(QueryError, match="0 of"):
        bracket(played, event="Masters")
    early = completed(bracket(played[~played["round"].isin(["Semi-Final", "Final"])]))
    assert early["round_name"].unique().tolist() == found["round_name"].unique().tolist()


def test_groups_are_no_knock_out() -> None:
    """Nobody goes on by a match of a group; the bracket is drawn from the first round after them, or refused."""
    played = sf.live(("2024-11-09", "2024-11-24"), "DARTS", progress=False)
    found = bracket(played, event="Grand Slam")
    groups = found["round_name"] == "Group"
    assert groups.sum() == 48
    assert found.loc[groups, "next"].isna().all()
    assert found.loc[~groups, "next"].notna().sum() == 14
    ax = found.sports.plot.bracket()
    assert len(ax.patches) == 15
    written = " ".join(text.get_text() for text in ax.figure.findobj(Text))  # type: ignore[union-attr]
    assert "15 games, scores, without the 48 games of groups" in written
    with pytest.raises(QueryError, match=r"^plot\.bracket\(\) begins with the first round after the groups"):
        found[groups].sports.plot.bracket()


def test_a_match_that_was_not_played_is_a_walkover() -> None:
    """Who goes on without playing stands in a row without games; no semifinalist comes from nowhere."""
    plan = sf.schedule_season(2024, "DARTS", progress=False)
    off = plan[(plan["status"] == "withdrawn") & (plan["round"] == "Quarter-Final")].iloc[0]
    event = (
        sf.live(str(off["game_date"])[:10], "DARTS", progress=False).query("event_id == @off.event_id")["event"].iloc[0]
    )
    found = sf.bracket(2024, "DARTS", event=event, progress=False)
    pair = {off["player_1_id"], off["player_2_id"]}
    (row,) = [row for _, row in found.iterrows() if not row["games"] and {row["id_1"], row["id_2"]} == pair]
    after = found.loc[row["next"]]
    assert row["winner_id"] in {after["id_1"], after["id_2"]}
    assert row[["score_1", "score_2"]].isna().all()
    assert found["round"].value_counts(sort=False).tolist()[-3:] == [4, 2, 1]
    assert found["next"].value_counts().eq(2).all()


def test_a_match_that_box_scores_lack_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Box scores know no match that was called off, after which a winner goes nowhere; one line says what has it."""
    played = sf.live("2023-02-09", "DARTS", progress=False)
    capsys.readouterr()
    found = bracket(played)
    told = capsys.readouterr().err.splitlines()
    assert (found["round"] == 2).sum() == 1
    assert [line for line in told if "bracket()" in line] == told
    (line,) = told
    assert line.endswith('sf.bracket(2023, "DARTS", event="20230209PL2") has it.')
    assert (sf.bracket(2023, "DARTS", event="20230209PL2", progress=False)["round"] == 2).sum() == 2
    assert "lacks" not in capsys.readouterr().err


def test_a_match_called_off_and_played_against_another_is_none() -> None:
    """A match that was postponed, or whose opponent was replaced, is in the bracket once, as it was played."""
    plan = sf.schedule_season(2024, "DARTS", progress=False)
    off = plan[plan["phase"] == "off"].groupby("event_id")["status"].agg(set)
    event = next(event for event, seen in off.items() if {"postponed", "cancelled"} <= seen)
    found = sf.bracket(2024, "DARTS", event=event, progress=False)
    assert not found["games"].eq(0).any()
    assert found["round"].value_counts(sort=False).tolist()[-5:] == [16, 8, 4, 2, 1]


def test_the_exact_name_of_an_event_is_enough() -> None:
    """Of events whose names begin alike, the one called exactly that is meant, whatever the case."""
    firsts, tenths = ("2024-02-01", "2024-02-06"), ("2024-04-03", "2024-04-12")
    played = pd.concat([sf.live(days, "DARTS", progress=False) for days in (firsts, tenths)], ignore_index=True)
    names = played["event"].dropna().astype(str)
    longer = [name for name in names.unique() if any(other != name and name in other for other in names.unique())]
    assert longer
    for name in longer:
        if played.loc[names.eq(name), "event_id"].nunique() == 1:
            assert len(bracket(played, event=name.upper())) == len(bracket(played[names.eq(name)]))
    with pytest.raises(QueryError, match=r"[2-9]\d* of \d+ fit"):
        bracket(played, event=longer[0][:-1])


@pytest.mark.parametrize("sport", ["DARTS", "NFL"])
def test_a_season_that_has_not_begun_has_no_bracket(sport: str) -> None:
    """Whether or not a sport has tables of teams."""
    with (
        sf.options(now="2023-08-01T12:00"),
        pytest.raises(
            QueryError, match=rf"no game of the season 2024(-2025)? of {sport} has been played; .* bracket\(2023, "
        ),
    ):
        sf.bracket(2024, sport)


@pytest.mark.parametrize(
    ("sport", "days", "told"),
    [
        (
            "NHL",
            ("2025-05-12", "2025-06-20"),
            "in the Second Round, so 4 series may lack games and wins; load the whole",
        ),
        (
            "MLB",
            ("2024-10-28", "2024-11-03"),
            "in the World Series, so 1 series may lack games and wins; load the whole",
        ),
    ],
)
def test_a_frame_that_begins_within_a_series(sport: str, days: tuple[str, str], told: str) -> None:
    """Wins before it are not in the frame, which one line says."""
    with sf.options(now="2025-08-01T00:00"):
        games = sf.live(days, sport, progress=False)
    with pytest.warns(sf.SportsframeWarning, match=rf"^bracket\(\): the frame begins {told}"):
        sf.measures.bracket(games)


def test_series_from_their_first_game_on_are_whole() -> None:
    """Whatever the rounds before."""
    with sf.options(now="2025-08-01T00:00"):
        games = sf.live(("2024-10-01", "2024-11-03"), "MLB", progress=False)
    games = games[games["round"].eq(4)]
    assert sf.measures.bracket(games)["winner"].notna().all()


def test_an_event_that_began_before_the_frame() -> None:
    """The season of darts begins on 1 January, within the World Championship."""
    with sf.options(now="2024-02-01T00:00"):
        games = sf.live(season=2024, sport="DARTS", progress=False)
    told = r"has 7 matches since 2024-01-01 of World Championship 20231215WC, which began on 2023-12-15; for all "
    with pytest.warns(sf.SportsframeWarning, match=told + r'write sf\.bracket\(2023, "DARTS", event="20231215WC"\)'):
        sf.measures.bracket(games, event="World Championship 20231215WC")


def test_rounds_of_a_tournament_are_counted_to_its_final() -> None:
    """Who has a bye enters in the round of those who have played; the same holds while it is played."""
    with sf.options(now="2025-08-01T00:00"):
        games = sf.live(("2025-03-05", "2025-03-09"), "NCAABB", progress=False)
    name = "Maple Leaf Trail Conference Tournament"
    found = sf.measures.bracket(games, event=name)
    assert found.groupby("round")["first_date"].unique().map(len).tolist() == [1, 1, 1, 1]
    assert found["round"].value_counts(sort=False).tolist() == [1, 4, 2, 1]
    for day in found["first_date"].unique():
        so_far = sf.measures.bracket(games[games["game_date"] <= day], event=name)
        assert so_far["round"].tolist() == found.loc[found["first_date"] <= day, "round"].tolist()
    names = found.drop_duplicates("round")["round_name"]
    assert [name.split(" - ")[-1] for name in names] == ["Round 1", "Quarterfinal", "Semifinal", "Championship"]


@pytest.mark.sampled
@pytest.mark.parametrize("day", ["2024-12-15", "2024-12-21", "2024-12-23", "2025-01-05", "2025-01-15"])
def test_the_playoff_of_colleges_has_all_rounds_from_the_first_on(day: str) -> None:
    """Whoever wins in the first round meets one of the best four seeds, and rounds to come have the names of later."""
    with sf.options(now=f"{day}T12:00"):
        series = completed(sf.bracket(2024, "NCAAFB", progress=False))
    assert series["round"].value_counts(sort=False).tolist() == [4, 4, 2, 1]
    rounds = ["First Round", "Quarterfinal", "Semifinal", "Championship"]
    assert series["round_name"].unique().tolist() == [f"College Playoff {name}" for name in rounds]
    first = series[series["round"] == 1]
    assert first["next"].nunique() == 4
    assert first["settled"].all()


@pytest.mark.parametrize("season", but_in_long_trials([False, True], True))
def test_the_final_to_come_has_the_name_of_later(*, season: bool) -> None:
    """The tournament of college basketball ends with a Championship before it is scheduled, too."""
    with sf.options(now="2025-03-25T12:00"):
        if season:
            found = sf.bracket(2024, "NCAABB", progress=False)
        else:
            found = sf.live(("2025-03-18", "2025-03-30"), "NCAABB", progress=False).sports.bracket()
        series = completed(found)
    assert series.loc[series["ahead"], "round_name"].unique().tolist()[-2:] == ["Semifinal", "Championship"]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore:bracket.*games of the first round")
def test_regions_meet_in_their_order_before_the_semifinals_are_scheduled() -> None:
    """The first region meets the second; where the games do not tell the order of the regions, nobody meets yet."""
    with sf.options(now="2024-08-01"):
        games = sf.live(("2024-03-19", "2024-04-10"), "NCAABB", progress=False)
    names = [f"{what}_{n}" for n in (1, 2) for what in ("id", "seed")]
    whole = bracket(games)
    for last in range(5):
        so_far = bracket(games[games["round"].fillna(0) <= last])
        for number in range(last + 1):
            part = so_far[so_far["round"] == number]
            assert part[names].to_numpy().tolist() == whole.loc[whole["round"] == number, names].to_numpy().tolist()
    ahead = so_far[so_far["round"] == 5]
    played = whole[whole["round"] == 5]
    assert [set(pair) for pair in ahead[["id_1", "id_2"]].to_numpy()] == [
        set(pair) for pair in played[["id_1", "id_2"]].to_numpy()
    ]
    unordered = games.drop(columns="region_display_order")
    open_ = bracket(unordered[unordered["round"] < 5])
    assert open_["round"].max() == 4
    assert open_["slot"].isna().all()
    series = completed(open_)
    assert not series.loc[series["round"] == 4, "settled"].any()
    assert bracket(unordered)["slot"].notna().all()


def test_conferences_without_divisions_are_projected() -> None:
    """The places of the first round follow from the conference alone."""
    groups = {n: "AB"[n % 2] for n in range(1, 21)}
    found = bracket(wide("NBA", groups), groups=groups)

    assert set(found["conference"].dropna()) == {"A", "B"}
    first = found[found["round"] == 1]
    assert first["id_1"].notna().sum() >= 4


def test_a_round_by_itself_keeps_its_name() -> None:
    """One round of the playoffs is called what the league calls it, not by its number."""
    with sf.options(now="2024-09-01"):
        assert sf.bracket(2023, "NBA", event="Finals")["round_name"].tolist() == ["Finals"]
