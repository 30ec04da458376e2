"""Measures of darts, from visits to matches in sets."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.errors import FrameError, SportsframeWarning
from sportsframe.measures import measure, measures

from ..support.lines import frame, plain


def visits(*spec: tuple[int, int, list[tuple[int, str]]], leg: int = 1) -> pd.DataFrame:
    """Darts from (player, start, [(score, kind)]) with kind of s, d, t; a visit's end follows the rules of 501."""
    rows, turns = [], {}
    for player, start, darts in spec:
        left = start - sum(score for score, _ in darts)
        bust = left < 0 or left == 1 or (left == 0 and darts[-1][1] != "d")
        turns[player] = turns.get(player, 0) + 1
        rows += [
            {"game_id": "g", "player_id": player, "set": 0, "leg": leg, "turn": turns[player], "throw": i,
             "start_score": start, "end_score": start if bust else left, "score": score, "double": kind == "d",
             "triple": kind == "t"} for i, (score, kind) in enumerate(darts, 1)
        ]  # fmt: skip
    return frame("DARTS", "throws", *rows)


@pytest.mark.parametrize(
    ("darts", "bust", "wins"),
    [
        ([(32, "d")], 0, 1), ([(16, "s"), (16, "s")], 1, 0), ([(31, "s")], 1, 0), ([(40, "d")], 1, 0),
        ([(2, "s"), (0, "s"), (0, "s")], 0, 0),
    ],
)  # fmt: skip
def test_busts_at_32(darts: list[tuple[int, str]], bust: int, wins: int) -> None:
    """At 32 double 16 wins; single 16s to 0, a score that leaves 1, and 40 bust; 30 stays. A bust scores nothing."""
    found = visits((1, 32, darts))

    assert measure(found, "busts", by="player_id").iloc[0] == bust
    assert measure(found, "doubles_hit", by="player_id").iloc[0] == wins
    if bust:
        assert measure(found, "three_dart_average", by="player_id").iloc[0] == 0


def leg(player: int, points: list[int], darts: int) -> pd.DataFrame:
    """A player's darts of a leg that began at 501: the visits' points, the last with what darts are left over."""
    start, spec = 501, []
    for i, earned in enumerate(points):
        n = darts - 3 * (len(points) - 1) if i == len(points) - 1 else 3
        kinds = [(0, "s")] * (n - 1) + [(earned, "d")]
        spec.append((player, start, kinds))
        start -= earned
    return visits(*spec)


def test_three_dart_average_of_a_match() -> None:
    """Legs of 75.15 in 20 darts and 93.94 in 16 make 83.50, not the mean 84.5; the opponent's 433 in 18 are 72.17."""
    first = leg(1, [100, 60, 57, 26, 100, 58, 100], 20)
    second = leg(1, [100, 100, 100, 100, 61, 40], 16).assign(leg=2)
    other = leg(2, [60, 100, 85, 60, 45, 83], 18)
    both = pd.concat([first, second, other], ignore_index=True)

    by_leg = measure(both, "three_dart_average", by=["player_id", "leg"])

    assert by_leg.round(2).pipe(plain) == {(1, 1): 75.15, (1, 2): 93.94, (2, 1): 72.17}
    assert measure(both, "three_dart_average", by="player_id").round(2).pipe(plain) == {1: 83.5, 2: 72.17}
    assert measure(both, "best_leg_darts", by="player_id").pipe(plain) == {1: 16, 2: None}
    assert measure(both, "darts_per_leg_won", by="player_id").pipe(plain) == {1: 18.0, 2: None}
    assert measure(both, "first_nine_average", by=["player_id", "leg"]).round(2)[(1, 1)] == 72.33


def test_nine_darts() -> None:
    """A leg in nine darts averages 167, and its first nine are all of it."""
    perfect = leg(1, [180, 180, 141], 9)

    assert measure(perfect, "three_dart_average", by="player_id").iloc[0] == 167.0
    assert measure(perfect, "first_nine_average", by="player_id").iloc[0] == 167.0


def test_first_nine_need_the_first_visit() -> None:
    """Without the visit that began at 501 nothing tells which darts are the first nine."""
    cut = leg(1, [100, 60, 57, 26, 100, 58, 100], 20).iloc[3:]

    with pytest.raises(FrameError, match="first_nine_average requires the first visits of a leg"):
        measure(cut, "first_nine_average")
    with pytest.warns(SportsframeWarning, match="best_leg_darts is missing for 1 of .* all darts of a leg"):
        assert measure(cut, "best_leg_darts").isna().all()


def test_darts_at_a_double() -> None:
    """Of 2, 3, 40, 41, 42, 50 and 60 left, three may be throws at a double: 2, 40 and 50."""
    found = pd.concat([visits((1, left, [(0, "s")])) for left in (2, 3, 40, 41, 42, 50, 60)], ignore_index=True)

    assert measure(found.assign(leg=range(7)), "darts_at_double_est").tolist() == [1, 0, 1, 0, 0, 1, 0]


def turns(*counts: tuple[int, int], winner: int, set_: int = 1, first_leg: int = 1) -> pd.DataFrame:
    """Visits of one leg: how many each player had, and who won."""
    rows = [
        {"game_id": "g", "player_id": player, "set": set_, "leg": first_leg, "turn": turn, "earned_score": 60,
         "start_score": 40 if player == winner and turn == n else 300,
         "end_score": 0 if player == winner and turn == n else 240}
        for player, n in counts for turn in range(1, n + 1)
    ]  # fmt: skip
    return frame("DARTS", "turns", *rows)


@pytest.mark.parametrize(("mine", "other", "held"), [(7, 6, True), (6, 6, False)])
def test_who_threw_first(mine: int, other: int, held: bool) -> None:
    """A winner with one visit more began and held; with as many the loser began and was broken."""
    one = turns((1, mine), (2, other), winner=1)
    legs = frame("DARTS", "legs", {"game_id": "g", "set": 1, "leg": 1})

    assert measure(legs, "held", turns=one).tolist() == [held]
    assert measure(legs, "broken", turns=one).tolist() == [not held]
    assert measure(one, "hold_pct", by="player_id").pipe(plain) == ({1: 100, 2: None} if held else {1: None, 2: 0})
    assert measure(one, "break_pct", by="player_id").pipe(plain) == ({1: None, 2: 0} if held else {1: 100, 2: None})


def test_a_leg_that_is_not_over_is_nobodys() -> None:
    """Holds and breaks of an unfinished leg are missing; of one player's visits alone they are refused."""
    going = turns((1, 3), (2, 3), winner=0)
    alone = turns((1, 7), (2, 6), winner=1).query("player_id == 1")

    assert measure(going, "legs_held").isna().all()
    with pytest.raises(FrameError, match="legs_held requires the visits of both players"):
        measure(alone, "legs_held")


def test_sets() -> None:
    """A set goes to who won most legs, three at least; a set number of 0 is not known yet, and not 0 sets."""
    legs_won = [1, 2, 1, 1]
    played = [turns((1, 5), (2, 5), winner=w, first_leg=i) for i, w in enumerate(legs_won, 1)]
    match = pd.concat(played, ignore_index=True)

    assert measure(match, "sets_won", by="player_id").pipe(plain) == {1: 1, 2: 0}
    assert measure(match.assign(set=0), "sets_won", by="player_id").isna().all()
    assert measure(match.query("leg < 4"), "sets_won", by="player_id").pipe(plain) == {1: 0, 2: 0}


@pytest.mark.parametrize(
    ("event", "legs_won", "sets"),
    [
        ("WM", [1, 1, 2, 2, 1, 1], {1: 2, 2: 1}),  # first to two legs: a set each two legs
        ("WM", [1], {1: 0}),
        ("WM", [1, 1], {1: 1}),
        ("WC", [1, 1], {1: 0}),
        ("WC", [1, 1, 1], {1: 1}),
        ("GP", [1, 2, 1, 2, 1], {1: 1, 2: 0}),
        ("PC12", [1, 1, 1, 2, 1], {1: None, 2: None}),  # played in legs: there are no sets
        ("PL3", [1, 1, 1], {1: None}),
    ],
)
def test_a_set_is_first_to_as_many_legs_as_the_event_plays(
    event: str, legs_won: list[int], sets: dict[int, Any]
) -> None:
    """Two legs in the masters, three in the championship and the grand prix; matches of legs have no sets."""
    size = 2 if event == "WM" else 99
    played = [turns((1, 5), (2, 5), winner=w, set_=(i - 1) // size + 1, first_leg=i) for i, w in enumerate(legs_won, 1)]
    match = pd.concat(played, ignore_index=True).assign(game_id=f"20240125-{event}-900001-900002")
    found = measure(match, "sets_won", by="player_id").pipe(plain)

    assert {player: found[player] for player in sets} == sets


def test_the_first_set_tells_how_many_legs_win_one() -> None:
    """Of an event nobody has declared the first set tells, once the second has begun."""
    legs = [(1, 1), (1, 1), (1, 1), (1, 1), (2, 2), (2, 2), (2, 2)]
    played = [turns((1, 5), (2, 5), winner=w, set_=s, first_leg=i) for i, (s, w) in enumerate(legs, 1)]
    match = pd.concat(played, ignore_index=True).assign(game_id="20240125-XY-900001-900002")

    assert measure(match, "sets_won", by="player_id").pipe(plain) == {1: 1, 2: 0}


def test_matches_in_sets_are_won_by_sets() -> None:
    """A player with more legs and fewer sets has lost: the games table counts sets, and ratings go by them."""
    games = sf.live(("2023-10-02", "2023-10-03"), "DARTS", progress=False)
    won = games[games["phase"] == "finished"].set_index("game_id")
    turns_ = sf.live(("2023-10-02", "2023-10-03"), "DARTS", table="turns", progress=False)
    counted = measure(turns_, "sets_won", by=["game_id", "player_id"])
    rated = sf.measures.elo(games).set_index("game_id")

    assert (won["format"] == "set").all()
    assert len(won) > 10
    for game_id, row in won.iterrows():
        for i, other in ((1, 2), (2, 1)):
            assert row[f"player_{i}_sets"] == counted[game_id, row[f"player_{i}_id"]]
            assert (row[f"player_{i}_sets"] > row[f"player_{other}_sets"]) == (row[f"player_{i}_sets"] == 2)
        assert (rated.loc[game_id, "elo_shift"] > 0) == (row["player_1_sets"] == 2)
    assert ((won["player_1_legs"] > won["player_2_legs"]) != (won["player_1_sets"] > won["player_2_sets"])).any()


def test_matches_in_legs_have_no_sets() -> None:
    """Where a match is one of legs, or the set of a leg is not known yet, sets are missing and not 0."""
    games = sf.live("2024-02-02", "DARTS")
    assert len(games) == 0 or games["player_1_sets"].isna().all()
    sets = SPORTS["DARTS"].rules.sets
    assert sets is not None
    assert sets.won("20240102-WC-1-2", [(0, "1"), (0, "1"), (0, "1")]) is None
    assert sets.won("20240102-PC5-1-2", [(1, "1"), (1, "1"), (1, "1")]) is None
    assert sets.won("20240102-WC-1-2", [(1, "1"), (1, "1"), (1, "1")]) == {"1": 1}
    assert sets.won("20240102-WC-1-2", []) == {}


def test_bands_of_visits_and_finishes() -> None:
    """180; 140 to 179; 100 to 139 are counted apart; finishes by the score they began at."""
    scores = ((501, 180), (321, 140), (181, 60), (121, 121))
    rows = [
        {"game_id": "g", "player_id": 1, "set": 1, "leg": 1, "turn": i, "earned_score": e, "start_score": s,
         "end_score": s - e} for i, (s, e) in enumerate(scores, 1)
    ]  # fmt: skip
    visits = frame("DARTS", "turns", *rows)

    for name in ("scores_180", "scores_140_plus", "scores_100_plus", "checkouts_100_plus"):
        assert measure(visits, name).sum() == 1
    assert measure(visits, "highest_checkout").max() == 121


@pytest.fixture(scope="module")
def darts() -> dict[str, pd.DataFrame]:
    """A final of the built-in world."""
    return {name: sf.live("2024-01-03", "DARTS", table=name) for name in ("players", "legs", "turns", "throws")}


def test_averages_agree_with_the_match_figures(darts: dict[str, pd.DataFrame]) -> None:
    """From the darts of a finished match the average, the finishes and the maximums of its figures come out."""
    players = darts["players"].set_index("player_id")
    average = measure(darts["throws"], "three_dart_average", by="player_id")
    again = measure(darts["players"], "three_dart_average", throws=darts["throws"])
    by_visit = measure(darts["turns"], "three_dart_average", by="player_id", throws=darts["throws"])

    assert (average - players["three_dart_average"]).abs().max() < 0.01
    assert again.tolist() == pytest.approx(average[darts["players"]["player_id"].to_list()].to_list())
    assert by_visit.tolist() == pytest.approx(average.tolist())
    for name in ("checkouts_made", "scores_180", "highest_checkout", "checkouts_100_plus"):
        column = name.replace("scores", "visits")
        assert measure(darts["turns"], name, by="player_id").pipe(plain) == plain(players[column])
    assert measure(darts["throws"], "doubles_hit", by="player_id").pipe(plain) == plain(players["checkouts_made"])
    busts = measure(darts["turns"], "busts", by="player", throws=darts["throws"])
    assert busts.to_dict() == measure(darts["throws"], "busts", by="player").to_dict()
    turns = darts["throws"].groupby(["player_id", "leg", "turn"])
    assert busts.sum() == (turns["score"].sum() > turns["start_score"].first() - turns["end_score"].first()).sum() > 0
    assert "busts" not in measures(darts["turns"])
    with pytest.raises(sf.QueryError, match="busts of turns requires throws="):
        measure(darts["turns"], "busts", by="player")


def test_holds_and_breaks_of_a_match(darts: dict[str, pd.DataFrame]) -> None:
    """Each leg is held or broken; one player's breaks are what the other failed to hold."""
    legs = measures(darts["legs"], turns=darts["turns"], throws=darts["throws"])
    players = measures(darts["players"], turns=darts["turns"], throws=darts["throws"])

    assert (legs["held"] ^ legs["broken"]).all()
    assert (players["legs_held"] + players["legs_broken"]).sum() == len(legs) == legs["checkouts_made"].sum()
    assert players["hold_pct"].iloc[0] + players["break_pct"].iloc[1] == pytest.approx(100)
    assert players["best_leg_darts"].min() == legs["best_leg_darts"].min()
    assert players["max_per_leg"].sum() == pytest.approx(darts["players"]["visits_180"].sum() / len(legs))


def test_holds_take_the_visits_of_both_players(darts: dict[str, pd.DataFrame]) -> None:
    """Of one player's visits nothing tells who began a leg: refused where no row has both, warned of where some do."""
    one = darts["turns"][darts["turns"]["player_id"] == darts["turns"]["player_id"].iloc[0]]
    mine = darts["players"][darts["players"]["player_id"].isin(one["player_id"])]
    for rows, name in ((mine, "hold_pct"), (mine, "legs_broken"), (darts["legs"], "held")):
        with pytest.raises(FrameError, match=rf"^{name} requires the visits of both players, which turns= does not"):
            measure(rows, name, turns=one)
    with pytest.raises(FrameError, match="requires the visits of both players"):
        mine.sports.leaders("hold_pct", turns=one)
    with pytest.raises(FrameError, match=r"requires the column player_id, .*; live players, live turns, live throws"):
        darts["legs"].sports.leaders("hold_pct", turns=one)

    other = darts["turns"].assign(game_id="other")
    matches = pd.concat([darts["players"], darts["players"].assign(game_id="other")], ignore_index=True)
    with pytest.warns(SportsframeWarning, match=r"hold_pct is missing for 2 of 4 rows: .* the visits of both players"):
        found = measure(matches, "hold_pct", turns=pd.concat([one, other]))
    assert found.isna().tolist() == [True, True, False, False]


def test_trebles_while_scoring() -> None:
    """Of four darts with more than 170 left three are trebles: 75 %; a treble from 170 down is no scoring dart."""
    darts = [(1, 1, 501, 60), (1, 2, 501, 60), (1, 3, 501, 60), (2, 1, 321, 20), (3, 1, 170, 60)]
    rows = [
        {"game_id": "g", "player_id": 1, "set": 1, "leg": 1, "turn": turn, "throw": throw, "start_score": start,
         "score": score, "triple": score == 60, "double": False, "end_score": start - score}
        for turn, throw, start, score in darts
    ]  # fmt: skip

    assert measure(frame("DARTS", "throws", *rows), "treble_pct", by="player_id").tolist() == [75.0]
