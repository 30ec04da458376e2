"""Tables of soccer leagues: points, clubs that are level, and the places that lead to cups and down."""

from __future__ import annotations

import itertools

import pytest

from sportsframe.measures import (
    standings,
)

from .test_league import Result, games, order, won


def test_the_cup_final_does_not_count() -> None:
    """In the NBA the final of the cup is no game of the standings; its earlier rounds are."""
    names = ["Cup - Quarterfinal", "Cup - Semifinal", "NBA Cup Championship", "In-Season Cup Final", None]
    played = games("NBA", *won(1, 2, 5), event_name=names)

    assert standings(played)["games"].to_list() == [3, 3]


def test_soccer_points() -> None:
    """32-4-2 with 106-27 is 100 points, +79, 2.632 a game (Manchester City 2017-18)."""
    goals = [(3, 0)] * 18 + [(3, 1)] * 13 + [(7, 0)] + [(1, 1)] * 4 + [(1, 5)] * 2
    played = games("SOCCER", *((2, 1, b, a) for a, b in goals), league="EPL")
    first = standings(played).set_index("team_id").loc[1]

    assert first[["wins", "draws", "losses", "points"]].to_list() == [32, 4, 2, 100]
    assert round(first["points_per_game"], 3) == 2.632
    assert first[["goals_for", "goals_against", "goal_difference"]].to_list() == [106, 27, 79]


# Level teams

SOCCER_CASES = [
    # league, mutual games (away, home, away score, home score), extra goals of team 1, who is above
    ("EPL", [(2, 1, 0, 1), (1, 2, 0, 6)], 0, 2),  # 2011-12: 89 points each, the better goal difference is first
    ("SERIEA", [(2, 1, 0, 0), (1, 2, 3, 2)], 0, 1),  # 2017-18: 0-0 and 3-2 though the other has the better difference
    ("LALIGA", [(1, 2, 2, 0), (2, 1, 0, 3)], 0, 1),  # 2018-19: 2-0 away and 3-0 at home
    ("LALIGA", [(1, 2, 2, 0), (2, 1, 2, 0)], 0, 2),  # mutual games level: goal difference
]


@pytest.mark.parametrize(("league", "mutual", "extra", "first"), SOCCER_CASES)
def test_two_level_clubs(league: str, mutual: list[Result], extra: int, first: int) -> None:
    """England looks at goal difference, Italy and Spain at the mutual games first."""
    points = {1: 0, 2: 0}
    for away, home, a, h in mutual:
        points[home] += 3 if h > a else 1 if h == a else 0
        points[away] += 3 if a > h else 1 if h == a else 0
    level = won(1, 3, (points[2] - points[1]) // 3 if points[2] > points[1] else 0)
    level += won(2, 3, (points[1] - points[2]) // 3 if points[1] > points[2] else 0)
    draws = abs(points[1] - points[2]) % 3
    behind = 1 if points[1] < points[2] else 2
    level += [(4, behind, 0, 0)] * draws
    bonus = won(2, 3, 1, (9, 0)) + won(1, 3, 1, (1 + extra, 0))
    found = standings(games("SOCCER", *mutual, *level, *bonus, league=league))

    assert found["points"].iloc[0] == found["points"].iloc[1]
    assert order(found)[0] == first
    assert not found["tied"].iloc[:2].any()


def double_round(shared: list[set[int]]) -> list[Result]:
    """Games of twenty clubs, each at home to each: the lower number wins, but these pairs win at home and lose away.

    The first of each pair has the better goal difference.
    """
    found: list[Result] = []
    for away, home in itertools.permutations(range(1, 21), 2):
        winner = home if {away, home} in shared else min(away, home)
        goals = 2 if any(winner == min(pair) for pair in shared) and max(away, home) == 20 else 1
        found.append((away, home, 0, goals) if winner == home else (away, home, goals, 0))
    return found


@pytest.mark.parametrize(
    ("league", "season", "decided"), [("SERIEA", "2022", False), ("SERIEA", "2021", True), ("LALIGA", "2022", True)]
)
def test_a_game_decides_the_title_and_who_goes_down_in_italy(league: str, season: str, decided: bool) -> None:
    """From 2022-23 on, two clubs level on points for the first or the 17th place of Serie A play once more."""
    played = games("SOCCER", *double_round([{1, 2}, {17, 18}]), league=league, season=season)
    found = standings(played).set_index("team_id")
    points = found["points"]
    for place, one, other in ((1, *points.index[:2]), (17, *points.index[16:18])):
        assert points[one] == points[other]
        assert found.loc[[one, other], "rank"].tolist() == ([place, place + 1] if decided else [place, place])
        assert found.loc[[one, other], "tied"].tolist() == [not decided] * 2
    assert found["clinched"].eq("title").sum() == int(decided)
    assert not standings(played.iloc[:-1])["tied"].iloc[:2].any()  # a game is still to come


CUP, SECOND_CUP, DOWN = "Champions League", "Europa League", "relegation"


def test_places_of_soccer_lead_to_cups_and_out_of_the_league() -> None:
    """The first four and the fifth play in Europe, the last three go down; who shares a place at the border may."""
    found = standings(games("SOCCER", *double_round([]), league="EPL", season="2023"))
    assert found["berth"].fillna("").tolist() == [CUP] * 4 + [SECOND_CUP] + [""] * 12 + [DOWN] * 3
    assert found["clinched"].fillna("").tolist() == ["title", *found["berth"].fillna("")[1:]]
    assert found["eliminated"].tolist() == [False] * 5 + [True] * 15

    level = standings(games("SOCCER", *double_round([{17, 18}]), league="SERIEA", season="2022"))
    assert level["berth"].fillna("").tolist()[15:] == ["", *[f"tied for {DOWN}"] * 2, DOWN, DOWN]
    assert level["clinched"].fillna("").tolist()[15:] == ["", "", "", DOWN, DOWN]


@pytest.mark.parametrize("missing", [15, 40, 80])
def test_places_of_soccer_are_certain_when_no_result_can_change_them(missing: int) -> None:
    """By the points that are left; a cup that is certain at least, and the elimination from both."""
    played = games("SOCCER", *double_round([]), league="EPL", season="2023").iloc[:-missing]
    found = standings(played)
    now = found["points"].astype(int).tolist()
    most = [points + 3 * (38 - games) for points, games in zip(now, found["games"].tolist(), strict=True)]
    for n, row in found.iterrows():
        worst = 1 + sum(other >= now[n] for m, other in enumerate(most) if m != n)
        best = 1 + sum(other > most[n] for m, other in enumerate(now) if m != n)
        sure = "title" if worst == 1 else CUP if worst <= 4 else SECOND_CUP if worst <= 5 else ""
        assert (row["clinched"] if row["clinched"] == row["clinched"] else "") == (sure or (DOWN if best >= 18 else ""))
        assert row["eliminated"] == (best > 5)


def test_clubs_with_other_points_have_no_game_to_play_in_italy() -> None:
    """Who has the most points is champion, and level clubs of other places are ranked by their games."""
    found = standings(games("SOCCER", *double_round([{4, 5}]), league="SERIEA", season="2022"))
    assert found["rank"].tolist() == list(range(1, 21))
    assert found["clinched"].iloc[0] == "title"


def test_mutual_games_must_be_played() -> None:
    """With one of two mutual games played the next step decides, and the order is provisional."""
    once = games("SOCCER", (2, 1, 0, 1), *won(2, 3, 1, (9, 0)), league="SERIEA")
    found = standings(once).set_index("team_id")

    assert order(standings(once))[:2] == [2, 1]
    assert found.loc[[1, 2], "provisional"].all()
    assert not found.loc[3, "provisional"]


def test_three_level_clubs_have_a_table_of_their_own() -> None:
    """Of three level clubs the mutual points count among all three, also for the two that stay level after them."""
    # Mutual: 1 beats 3 twice by 1; 2 beats 3 twice by 3; 1 and 2 share their games 1-0 each.
    mutual = [(3, 1, 0, 1), (1, 3, 1, 0), (3, 2, 0, 3), (2, 3, 3, 0), (2, 1, 0, 1), (1, 2, 0, 1)]
    rest = won(3, 4, 3) + won(1, 4, 0, (9, 0))
    found = standings(
        games("SOCCER", *mutual, *rest, *won(1, 5, 1, (20, 0)), *won(2, 5, 1), *won(3, 5, 1), league="LALIGA")
    )

    assert found["points"].iloc[:3].to_list() == [12, 12, 12]
    assert order(found)[:3] == [2, 1, 3]
