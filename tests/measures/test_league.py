"""Standings, tie-breakers and ratings: the leagues' own rules, published figures, and the same made another way."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import layout
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import (
    brier,
    elo,
    elo_prob,
    games_log,
    log5,
    log_loss,
    measure,
    pyth_exponent_pat,
    pyth_pct,
    srs,
    standings,
    strength_of_schedule,
    strength_of_victory,
    table,
)
from tests.support.tables import contradictions

Result = tuple[int, int, int, int]
"""Away team, home team, away score, home score."""


def games(sport: str, *results: Result, **columns: Any) -> pd.DataFrame:
    """A games frame, a day between games; columns given hold for all of them or game by game."""
    names = {c.name: c.dtype for c in layout(sport, "live", "games").columns}
    start = pd.Timestamp("2024-01-01T20:00Z")
    rows = [
        {
            "sport": sport, "game_id": f"g{i:04d}", "game_time": start + pd.Timedelta(days=i), "away_team_id": away,
            "home_team_id": home, "away_team": f"T{away}", "home_team": f"T{home}", "away_score": a, "home_score": h,
            "phase": "finished", "season_type": "Regular Season", "season": "2024",
        }
        for i, (away, home, a, h) in enumerate(results)
    ]  # fmt: skip
    made = pd.DataFrame(rows, columns=list(names)).assign(**columns)
    return made.astype(dtypes(names))


def dtypes(names: dict[str, str]) -> dict[str, Any]:
    """The catalog's dtypes, text the same on every pandas."""
    return {name: pd.StringDtype(na_value=math.nan) if dtype == "str" else dtype for name, dtype in names.items()}


def order(found: pd.DataFrame) -> list[int]:
    return found["team_id"].to_list()


def won(team: int, over: int, times: int = 1, score: tuple[int, int] = (1, 0), home: bool = True) -> list[Result]:
    """Wins of one team over another, at home or away."""
    return [(over, team, score[1], score[0]) if home else (team, over, score[0], score[1])] * times


# The share of games won, and what does not count


@pytest.mark.parametrize("sport", ["SOCCER", "NCAABB"])
def test_a_replaced_game_counts_once(sport: str) -> None:
    """A row another game has replaced is not counted, even where it still carries a score."""
    replacing = games(sport, *won(1, 2, 2), replaced_by=[None, None])
    both = games(sport, *won(1, 2, 2), *won(2, 1, 1), replaced_by=[None, None, "g0001"])

    assert standings(both)["games"].to_list() == [2, 2]
    assert standings(both)["wins"].to_list() == standings(replacing)["wins"].to_list()
    assert len(both.sports.standings()) == 2


@pytest.mark.parametrize(
    ("sport", "wins", "losses", "ties", "expected"),
    [
        ("MLB", 103, 58, 1, 63.98),  # Cubs 2016: the 162nd game was a tie and does not count
        ("NFL", 9, 7, 1, 55.88),
        ("NFL", 12, 4, 0, 75.0),
        ("NBA", 72, 10, 0, 87.80),
    ],
)
def test_share_of_games_won(sport: str, wins: int, losses: int, ties: int, expected: float) -> None:
    """A tie is half a win in football and no game at all in baseball."""
    played = games(sport, *won(1, 2, wins), *won(2, 1, losses), *won(1, 2, ties, (3, 3)))
    first = standings(played).set_index("team_id").loc[1]

    assert round(first["win_pct"], 2) == expected
    assert first["games"] == wins + losses + (ties if sport == "NFL" else 0)


def test_what_counts() -> None:
    """Each finished game of the regular season counts once; unfinished, postponed, replaced and other games do not."""
    played = games("NBA", *won(1, 2, 8), phase=["finished"] * 4 + ["live", "off", "replaced", "scheduled"])
    late = games("NBA", *won(1, 2, 2), season_type=["Playoffs", "Preseason"]).assign(game_id=["p1", "p2"])
    both = pd.concat([played, played, late])

    assert standings(both)["games"].to_list() == [4, 4]
    assert standings(both, season_type="Playoffs")["games"].to_list() == [1, 1]
    assert standings(both, season_type=None)["games"].to_list() == [5, 5]
    assert both.sports.standings()["wins"].to_list() == [4, 0]


@pytest.mark.parametrize("season_type", ["Playoffs", None])
def test_games_of_the_playoffs_decide_no_berths(season_type: str | None) -> None:
    """Seeds, berths and marks are those of the regular season; other games have none."""
    with sf.options(source="simulated", now="2024-07-01T12:00"):
        played = sf.live(("2024-04-14", "2024-04-24"), "NBA", day="league")
        teams = sf.live(("2024-04-14", "2024-04-24"), "NBA", table="teams", day="league")
    table = standings(played, teams=teams, season_type=season_type)
    assert len(table) >= 16
    assert table[["seed", "berth", "seed_tied_by", "clinched", "eliminated"]].isna().all(axis=None)
    assert standings(played, teams=teams)["seed"].notna().any()


def test_final_and_completed_are_the_same() -> None:
    """[S3-10] The standings are the same from either word for a finished game."""
    tables = []
    for word in ("final", "completed"):
        played = games("NHL", *won(1, 2, 2), *won(2, 3, 2), status=word, game_status="Final")
        tables.append(standings(played))

    pd.testing.assert_frame_equal(*tables)


def test_the_cup_final_does_not_count() -> None:
    """In the NBA the final of the cup is no game of the standings; its earlier rounds are."""
    names = ["Cup - Quarterfinal", "Cup - Semifinal", "NBA Cup Championship", "In-Season Cup Final", None]
    played = games("NBA", *won(1, 2, 5), event_name=names)

    assert standings(played)["games"].to_list() == [3, 3]


def test_games_behind_and_magic_numbers() -> None:
    """St. Louis at 86-76 is 17.5 games behind 103-58; 100 wins against 70 losses of 162 games are clinched: 0."""
    behind = games("MLB", *won(1, 3, 103), *won(3, 1, 58), *won(2, 4, 86), *won(4, 2, 76))
    found = standings(behind).set_index("team_id")
    race = games("MLB", *won(1, 3, 90), *won(3, 1, 50), *won(2, 4, 82), *won(4, 2, 59))
    close = standings(race).set_index("team_id")

    assert found.loc[2, "games_behind"] == 17.5
    assert found.loc[1, "magic_number"] == max(0, 163 - 103 - 76)
    assert close.loc[2, "magic_number"] == 163 - 90 - 59 == close.loc[1, "magic_number"]
    assert standings(race, season_games=154).set_index("team_id").loc[2, "magic_number"] == 155 - 90 - 59


def test_no_magic_number_after_the_last_game() -> None:
    """Level after 162 games, 1 has won the division by the games between them: its number is 0 and no longer 1."""
    level = [*won(1, 2, 3), *won(2, 1, 2), *won(1, 3, 87), *won(2, 3, 88), *won(3, 1, 70), *won(3, 2, 69)]
    frame = games("MLB", *level)
    over = standings(frame, season_games=162).set_index("team_id")
    assert over["wins"].tolist()[:2] == [90, 90]
    assert over["rank"].tolist() == [1, 2, 3]
    assert over["magic_number"].tolist() == [0, 0, 0]
    assert standings(frame, season_games=400).set_index("team_id")["magic_number"].tolist()[:2] == [239, 239]


def test_stories() -> None:
    """Form reads the last five with the newest right; streaks and records at home and away follow the order of time."""
    scores = [(5, 0), (4, 1), (0, 0), (3, 1), (1, 0)]
    played = games("SOCCER", *((2, 1, b, a) for a, b in scores), league="EPL")
    first = standings(played.sample(frac=1, random_state=3)).set_index("team_id").loc[1]

    assert first[["form", "streak", "home_record", "away_record"]].to_list() == ["WWDWW", "W2", "4-1-0", "0-0-0"]


def test_every_figure_of_the_table_is_there() -> None:
    """Standings hold what `table` lists for them, in its dtypes, for every league and for an empty frame."""
    for sport in ("MLB", "NBA", "NFL", "NHL", "NCAAFB", "NCAABB", "SOCCER"):
        played = games(sport, *won(1, 2, 3, (3, 1)), *won(2, 1, 2, (2, 1)))
        if sport == "SOCCER":
            played = played.assign(league="EPL")
        found, empty = standings(played), standings(played.iloc[:0])
        listed = table(sport, "standings").set_index("name")["dtype"]
        assert {name: str(found[name].dtype) for name in listed.index} == listed.to_dict()
        assert list(empty.columns) == list(found.columns)
        assert len(empty) == 0


@pytest.mark.parametrize("sport", ["MLB", "NBA", "NFL", "NHL", "NCAAFB", "NCAABB", "SOCCER"])
def test_scores_are_called_by_what_is_scored(sport: str) -> None:
    """Runs in baseball, goals in hockey and soccer, points elsewhere, as in the column of their difference."""
    played = games(sport, *won(1, 2, 3, (3, 1)), **({"league": ["EPL"] * 3} if sport == "SOCCER" else {}))
    found = standings(played).iloc[0]
    what = {"MLB": "run", "NHL": "goal", "SOCCER": "goal"}.get(sport, "point")
    assert found[[f"{what}s_for", f"{what}s_against", f"{what}_difference"]].to_list() == [9, 3, 6]
    assert sum(name.endswith(("_for", "_against")) for name in found.index) == 2


def test_a_league_without_conferences_has_none() -> None:
    """The table of teams of soccer names the league where others name a conference."""
    client: Any = sf.Client(source="simulated", now="2023-08-21")
    played, teams = (client.live(season=2023, sport="SOCCER", league="EPL", table=name) for name in ("games", "teams"))
    assert set(teams["division_name"]) == {"EPL"}
    pd.testing.assert_frame_equal(standings(played, teams=teams), standings(played))
    with pytest.raises(QueryError, match="this league has no conferences; leave by= out"):
        standings(played, teams=teams, by="conference")
    forecast = played.sports.simulate_season(client.schedule_season(2023, "SOCCER", league="EPL"), teams=teams, n=2)
    assert "conference" not in forecast


# Points


def test_hockey_points() -> None:
    """65-12-5 is 135 points and 82.32 of what there was; a loss after regulation is one point."""
    text = ["Final"] * 77 + ["Final OT", "Final SO", "Final SO", "Final 2OT", "Final OT"]
    played = games("NHL", *won(1, 2, 65, (3, 2)), *won(2, 1, 17, (3, 2)), game_status=text)
    first, second = (standings(played).set_index("team_id").loc[team] for team in (1, 2))

    assert first[["wins", "losses", "overtime_losses", "points"]].to_list() == [65, 12, 5, 135]
    assert round(first["points_pct"], 2) == 82.32
    assert second["regulation_wins"] == 12
    assert first["pyth_pct"] == pytest.approx(pyth_pct(65 * 3 + 17 * 2, 65 * 2 + 17 * 3 - 2, 2.05))


def test_overtime_by_the_periods_and_by_the_text() -> None:
    """Periods of teams= tell overtime where they are given, whatever the display text says; nothing is provisional."""
    played = games("NHL", *won(1, 2, 2), *won(2, 1, 2), game_status=None)
    sides = pd.DataFrame({"game_id": played["game_id"], "team_id": 1, "periods_played": [3, 4, 5, 3],
                          "division_name": "East - One"})  # fmt: skip

    told, untold = standings(played, teams=sides, by="league"), standings(played)

    assert told["overtime_losses"].to_list() == [1, 1]
    assert not told["provisional"].any()
    assert untold["overtime_losses"].to_list() == [0, 0]
    assert untold["provisional"].all()


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


def test_nothing_left_shares_the_rank() -> None:
    """Clubs that no step separates share a rank and are marked tied; the next rank leaves a gap."""
    found = standings(games("SOCCER", (2, 1, 1, 1), (1, 2, 1, 1), *won(1, 3), *won(2, 3), league="EPL"))

    assert found["rank"].to_list() == [1, 1, 3]
    assert found["tied"].to_list() == [True, True, False]


def test_head_to_head_in_baseball() -> None:
    """Level clubs are separated by their games; without any between them the order is provisional."""
    met = games("MLB", *won(2, 1, 4), *won(1, 2, 3), *won(1, 3, 5), *won(2, 3, 4), *won(3, 1, 2), *won(3, 2, 2))
    apart = games("MLB", *won(1, 3, 5), *won(2, 4, 5))

    assert standings(met)["wins"].to_list()[:2] == [8, 8]
    assert order(standings(met))[:2] == [2, 1]
    assert standings(apart)["tied"].to_list()[:2] == [True, True]
    assert standings(apart)["provisional"].to_list()[:2] == [True, True]


def test_ranks_within_divisions() -> None:
    """With teams= each league ranks where it does: divisions, conferences; by= chooses, and asks for what it needs."""
    played = games("NBA", *won(1, 3, 4), *won(2, 4, 3), *won(3, 1, 2), *won(4, 2, 1))
    groups = {1: "East - A", 2: "East - B", 3: "West - C", 4: "West - C"}
    east = standings(played, groups=groups)

    assert east[["conference", "rank", "team_id"]].to_numpy().tolist() == [
        ["East", 1, 2], ["East", 2, 1], ["West", 1, 3], ["West", 2, 4]
    ]  # fmt: skip
    assert standings(played, groups=groups, by="division")["rank"].to_list() == [1, 1, 1, 2]
    assert standings(played, groups=groups, by="league")["rank"].to_list() == [1, 2, 3, 4]
    with pytest.raises(QueryError, match="requires teams="):
        standings(played, by="division")
    with pytest.raises(QueryError, match="Did you mean 'division'"):
        standings(played, groups=groups, by="divisions")  # type: ignore[arg-type]


def test_nba_steps_after_the_games_between_them() -> None:
    """Level in their games too, the leader of a division comes first, then the record in the conference."""
    groups = {1: "East - A", 2: "East - A", 3: "East - B", 4: "East - B", 5: "West - C"}
    split = won(1, 3, 1) + won(3, 1, 1)
    # 2 leads division A, so 1 is no winner of it; 3 leads division B.
    played = games(
        "NBA", *split, *won(2, 5, 6), *won(1, 5, 3), *won(3, 4, 3), *won(5, 4, 1), *won(5, 1, 2), *won(5, 3, 2)
    )
    found = standings(played, groups=groups, by="conference")

    assert order(found[found["conference"] == "East"])[:3] == [2, 3, 1]


def test_nfl_division_and_wild_card_orders_differ() -> None:
    """In a division common games come before the conference; among clubs of two divisions the conference is first."""
    # 1 is better in its four games against common opponent 4; 2 has beaten 3 of the conference, 1 lost to 5.
    common = won(1, 4, 3) + won(4, 1) + won(2, 4, 2) + won(4, 2, 2)
    played = games("NFL", *won(1, 2), *won(2, 1), *common, *won(2, 3), *won(5, 1))
    mates = {1: "A - E", 2: "A - E", 3: "A - W", 4: "B - E", 5: "B - W"}
    strangers = mates | {2: "A - N"}
    division = standings(played, groups=mates, by="division")
    conference = standings(played, groups=strangers, by="conference")

    assert order(division[division["division"] == "A - E"]) == [1, 2]
    assert order(conference[conference["conference"] == "A"])[:2] == [2, 1]


def test_hockey_steps() -> None:
    """Clubs level on points are separated by their regulation wins first."""
    text = ["Final OT", "Final", "Final", "Final"]
    played = games("NHL", *won(1, 3), *won(2, 3), *won(3, 1), *won(3, 2), game_status=text)
    found = standings(played)

    # 3 has 5 points of 4 games; 1 and 2 have 2 of 2.
    assert found["points"].to_list() == [5, 2, 2]
    assert order(found)[1:] == [2, 1]


def test_the_odd_home_game_is_left_out() -> None:
    """Where two clubs met more often at one's ground, the first game there does not count between them."""
    # Two games at 1, who won the first of them, and one at 2: without that first game the two are level.
    met = won(1, 2) + won(2, 1, home=False) + won(1, 2, home=False)
    found = standings(games("NHL", *met, *won(2, 3, 1, (9, 0)), *won(3, 1), game_status="Final"))

    assert found.set_index("team_id").loc[[1, 2], "points"].to_list() == [4, 4]
    assert order(found)[:2] == [2, 1]


def test_several_seasons_and_leagues_are_apart() -> None:
    """Seasons and leagues in one frame have a table each."""
    one = games("SOCCER", *won(1, 2, 2), league=["EPL", "LALIGA"], season=["2023-2024", "2024-2025"])
    found = standings(one)

    assert found[["league", "season", "rank"]].to_numpy().tolist() == [
        ["EPL", "2023-2024", 1], ["EPL", "2023-2024", 2], ["LALIGA", "2024-2025", 1], ["LALIGA", "2024-2025", 2]
    ]  # fmt: skip


@pytest.mark.parametrize(("sport", "day"), [("DARTS", "2024-01-03"), ("PGA", "2024-06-13")])
def test_no_league_no_standings(sport: str, day: str) -> None:
    """Darts and golf are refused in one line that says why."""
    with pytest.raises(QueryError, match=f"{sport} has no standings") as error:
        sf.schedule(day, sport).sports.standings()
    assert "\n" not in str(error.value)


def test_a_schedule_has_no_scores() -> None:
    """The columns that are missing are named, and the table that has them."""
    with pytest.raises(FrameError, match=r"home_score, away_score.*live games"):
        standings(sf.schedule("2024-06-01", "MLB"))


@pytest.fixture(scope="module")
def season() -> pd.DataFrame:
    """A season of the built-in world's NFL."""
    return sf.live(("2024-09-01", "2025-02-15"), "NFL", progress=False)


def test_tables_of_a_season_agree(season: pd.DataFrame) -> None:
    """Divisions, conferences, seeds, and what is clinched say the same; `tests.bench.leagues` asks every season."""
    teams = sf.live(("2024-09-01", "2025-02-15"), "NFL", table="teams", progress=False)
    assert list(contradictions("NFL", season, teams)) == []


def test_standings_made_another_way(season: pd.DataFrame) -> None:
    """Records, points and order of a season agree with a count by hand of its finished games."""
    wins: dict[int, float] = defaultdict(float)
    played: dict[int, int] = defaultdict(int)
    net: dict[int, int] = defaultdict(int)
    for row in season.itertuples():
        if row.phase != "finished" or row.season_type != "Regular Season":
            continue
        for own, a, b in ((row.home_team_id, row.home_score, row.away_score),
                          (row.away_team_id, row.away_score, row.home_score)):  # fmt: skip
            wins[own] += 1 if a > b else 0.5 if a == b else 0
            played[own] += 1
            net[own] += a - b
    found = standings(season).set_index("team_id")

    assert len(found) == 32
    assert set(played.values()) <= {16, 17}
    for team, row in found.iterrows():
        assert row["wins"] + row["ties"] / 2 == wins[team]
        assert row["mov"] == pytest.approx(net[team] / played[team])
        assert row["pyth_wins"] + row["luck"] == pytest.approx(wins[team])
    assert found["win_pct"].is_monotonic_decreasing
    assert (found["win_pct"] * found["games"]).sum() == pytest.approx(50 * found["games"].sum())
    assert measure(season, "win_pct").to_dict() == found["win_pct"].to_dict()


def test_elo_made_another_way(season: pd.DataFrame) -> None:
    """A season of ratings follows from the published rule, applied game by game in order of time."""
    ratings: dict[int, float] = defaultdict(lambda: 1505.0)
    rows = season[(season["phase"] == "finished") & (season["season_type"] == "Regular Season")]
    expected = {}
    for row in rows.sort_values(["game_time", "game_id"]).itertuples():
        home, away = int(row.home_team_id), int(row.away_team_id)
        gap = ratings[home] + 65 - ratings[away]
        chance = 1 / (1 + math.pow(10, -gap / 400))
        margin = int(row.home_score) - int(row.away_score)
        if margin > 0:
            shift = 20 * math.log(margin + 1) * 2.2 / (gap * 0.001 + 2.2) * (1 - chance)
        elif margin < 0:
            shift = -20 * math.log(1 - margin) * 2.2 / (-gap * 0.001 + 2.2) * chance
        else:
            shift = 20 * math.log(2) * 2.2 * (0.5 - chance)
        ratings[home] += shift
        ratings[away] -= shift
        expected[row.game_id] = (100 * chance, ratings[home], ratings[away])
    found = elo(season).set_index("game_id")

    assert len(found) == len(expected)
    for game_id, values in expected.items():
        got = found.loc[game_id, ["elo_prob_pct", "home_elo_after", "away_elo_after"]].tolist()
        assert got == pytest.approx(values)
    assert (found["home_elo_before"] + found["away_elo_before"]).sum() == pytest.approx(
        (found["home_elo_after"] + found["away_elo_after"]).sum()
    )


def test_elo_predicts_better_than_a_coin() -> None:
    """Over half a season of the world the chances before the games score better than always one half."""
    played = sf.live(("2023-10-20", "2024-01-20"), "NBA", progress=False)
    found = elo(played)
    outcome = (found["home_score"] > found["away_score"]).astype(float)

    assert brier(found["elo_prob_pct"] / 100, outcome) < 0.25
    assert log_loss(found["elo_prob_pct"] / 100, outcome) < math.log(2)


def test_super_bowl_xlii() -> None:
    """Giants 1601.818, Patriots 1849.484, neutral, 17-14: 19.38 % before, 25.19 points move, 1586.34 next season."""
    played = games("NFL", (1, 2, 17, 14), (3, 1, 0, 7), (3, 4, 3, 7), season=["2007", "2008", "2008"])
    found = elo(played, ratings={1: 1601.818, 2: 1849.484}, neutral=["g0000"])
    first, second = found.iloc[0], found.iloc[1]

    assert round(100 - first["elo_prob_pct"], 2) == 19.38
    assert round(-first["elo_shift"], 2) == 25.19
    assert round(second["home_elo_before"], 2) == 1586.34
    assert round(brier(1 - first["elo_prob_pct"] / 100, 1), 4) == 0.65


def test_elo_of_one_team_needs_the_ratings_of_its_opponents() -> None:
    """Games of one team say nothing of the others, unless all of them are rated already."""
    own = games("NBA", *won(1, 2), *won(1, 3), *won(4, 1))
    for ratings in (None, {1: 1500.0}, {1: 1500.0, 2: 1480.0, 3: 1470.0}):
        with pytest.raises(QueryError, match="requires the games of the whole league"):
            elo(own, ratings=ratings)
    assert len(elo(own, ratings={1: 1500.0, 2: 1480.0, 3: 1470.0, 4: 1510.0})) == 3


def test_margins() -> None:
    """Even NBA teams, home by ten: 6.92 move; five goals of soccer double the shift; a hockey win by one is 0.8048."""
    nba = elo(games("NBA", (1, 2, 100, 110)))
    wins = [elo(games("SOCCER", (1, 2, 0, n), league="EPL"), home=0)["elo_shift"].iloc[0] for n in (1, 2, 3, 4, 5)]
    hockey = elo(games("NHL", (1, 2, 2, 3)), home=0)

    assert round(nba["elo_shift"].iloc[0], 2) == 6.92
    assert wins == pytest.approx([10, 15, 17.5, 18.75, 20])
    assert hockey["elo_shift"].iloc[0] == pytest.approx(6 * 0.8048 * 0.5)


def test_playoffs_of_hockey_weigh_differences_more() -> None:
    """After the regular season differences count 1.25 times; the preseason never counts."""
    played = games("NHL", (1, 2, 2, 3), (1, 2, 2, 3), season_type=["Preseason", "Playoffs"])
    found = elo(played, season_type=None)

    assert len(found) == 1
    assert found["elo_prob_pct"].iloc[0] == pytest.approx(100 * elo_prob(1.25 * 50, 0))


def test_darts_are_rated_by_player() -> None:
    """Matches move the ratings of the two players, no place is home, and legs decide who won."""
    names = {c.name: c.dtype for c in layout("DARTS", "live", "games").columns}
    row = {"sport": "DARTS", "game_id": "d1", "game_time": pd.Timestamp("2024-01-03T20:00Z"), "player_1_id": 5,
           "player_2_id": 6, "player_1_legs": 7, "player_2_legs": 4, "phase": "finished"}  # fmt: skip
    found = elo(pd.DataFrame([row], columns=list(names)).astype(dtypes(names)))

    assert found[["player_1_elo_before", "elo_prob_pct", "elo_shift", "player_2_elo_after"]].iloc[0].tolist() == [
        1500, 50, 16, 1484
    ]  # fmt: skip


def test_neutral_grounds() -> None:
    """The feed marks no neutral ground: all games, a column, or ids of games can be given."""
    played = games("NFL", (1, 2, 7, 3), (3, 4, 7, 3)).assign(bowl=[True, False])
    chances = [elo(played, neutral=n)["elo_prob_pct"].iloc[0] for n in (True, "bowl", {"g0000"}, False)]

    assert chances[:3] == [50, 50, 50]
    assert chances[3] == pytest.approx(100 * elo_prob(65, 0))
    with pytest.raises(QueryError, match="not in the frame: g9"):
        elo(played, neutral=["g9"])
    with pytest.raises(FrameError, match="finals"):
        elo(played, neutral="finals")


@pytest.mark.parametrize("verb", [elo, srs, strength_of_schedule, strength_of_victory])
def test_games_of_one_team_say_nothing_of_the_others(verb: Any) -> None:
    """A frame of one team's games is refused: its opponents would all be average."""
    with pytest.raises(QueryError, match="whole league"):
        verb(games("MLB", (1, 2, 3, 4), (3, 1, 5, 6), (1, 4, 2, 1)))


def test_elo_does_not_depend_on_the_order_of_rows() -> None:
    """Games are taken in the order of their starts, however the frame is sorted; each once."""
    played = games("MLB", (1, 2, 3, 4), (2, 3, 5, 6), (3, 1, 2, 1), (1, 2, 0, 1))
    mixed = pd.concat([played.iloc[::-1], played.iloc[:2]])

    pd.testing.assert_frame_equal(elo(mixed).reset_index(drop=True), elo(played).reset_index(drop=True))
    assert list(elo(played).index) == [0, 1, 2, 3]


# Expectation, schedules and the simple rating system


def test_pythagorean_expectation() -> None:
    """Published sums give the published expectations: Cubs 2016, Bulls 1995-96, Patriots 2007."""
    assert round(pyth_pct(808, 556, 1.83), 2) == 66.46
    assert round(161 * pyth_pct(808, 556, 1.83) / 100, 1) == 107.0
    assert round(82 * pyth_pct(8625, 7621, 14) / 100, 1) == 69.7
    assert round(16 * pyth_pct(589, 274, 2.37) / 100, 2) == 13.76
    assert round(pyth_exponent_pat(808, 556, 162), 3) == 1.843
    assert [pyth_pct(0, 5, 2), pyth_pct(5, 0, 2)] == [0, 100]
    assert math.isnan(pyth_pct(0, 0, 2))


def test_simple_ratings() -> None:
    """A 10-0 B, B 3-0 C, C 7-0 D, A 4-0 at D: 4.75, -1.25, -0.25, -3.25, and what the schedule adds."""
    played = games("NFL", (2, 1, 0, 10), (3, 2, 0, 3), (4, 3, 0, 7), (1, 4, 4, 0))
    found = srs(played)

    assert found["srs"].tolist() == pytest.approx([4.75, -1.25, -0.25, -3.25])
    assert (found["srs"] - found["srs_sos"]).tolist() == pytest.approx(found["mov"].tolist())
    apart = srs(games("NFL", (1, 2, 0, 3), (3, 4, 0, 3)))
    assert apart["srs"].isna().all()
    assert apart["mov"].notna().all()


def test_simple_ratings_of_a_season(season: pd.DataFrame) -> None:
    """Each rating is the average margin plus the average rating of the opponents met; the mean is 0."""
    found = srs(season)
    rows = season[(season["phase"] == "finished") & (season["season_type"] == "Regular Season")]
    for team in found.index[:6]:
        met = [*rows[rows["home_team_id"] == team]["away_team_id"], *rows[rows["away_team_id"] == team]["home_team_id"]]
        others = found.loc[met, "srs"]
        assert found.at[team, "srs"] == pytest.approx(found.at[team, "mov"] + others.mean())
    assert found["srs"].sum() == pytest.approx(0, abs=1e-9)


def test_strength_of_schedule() -> None:
    """Opponents of 20-8 and 12-20 make 53.33, each meeting counted; victories count the beaten ones only."""
    played = games("NFL", *won(1, 2), *won(3, 1), *won(2, 4, 20), *won(4, 2, 7), *won(3, 5, 11), *won(5, 3, 20))
    of = strength_of_schedule(played)

    assert round(of[1], 2) == 53.33
    assert strength_of_victory(played)[1] == pytest.approx(100 * 20 / 28)
    assert strength_of_schedule(played, without_own=True)[1] == pytest.approx(100 * (20 + 11) / (27 + 31))
    assert pd.isna(strength_of_victory(games("NFL", *won(1, 2), *won(3, 4), *won(3, 1)))[4])
    assert of.index.name == "team_id"


def test_log5_and_elo_agree() -> None:
    """.5 against .38 is 62.0, .6 against .4 is 69.23, the same as Elo by 400 log10 of the odds; 0 against 0 nothing."""
    assert round(100 * log5(0.5, 0.38), 1) == 62.0
    assert round(100 * log5(0.6, 0.4), 2) == 69.23
    assert elo_prob(400 * math.log10(0.6 / 0.4), 400 * math.log10(0.4 / 0.6)) == pytest.approx(log5(0.6, 0.4))
    assert round(100 * elo_prob(1550, 1500), 1) == 57.1
    assert log5(0.5, 0.5, home=0.54) == pytest.approx(0.54)
    assert math.isnan(log5(0, 0))
    assert math.isnan(log5(1, 1))


def test_scores_of_forecasts() -> None:
    """Always one half scores 0.25 and 0.6931; a tie is half; certain and wrong is clipped; percent are refused."""
    assert brier([0.5, 0.5], [1, 0]) == 0.25
    assert round(log_loss([0.5, 0.5], [1, 0]), 4) == 0.6931
    assert brier([0.7], [0.5]) == pytest.approx(0.04)
    assert log_loss([0.0], [1]) == pytest.approx(-math.log(1e-15))
    assert brier(pd.Series([0.5, pd.NA], dtype="Float64"), [1, 1]) == 0.25
    assert math.isnan(brier([], []))
    with pytest.raises(QueryError, match="between 0 and 1"):
        brier([62.0], [1])


def test_a_log_of_games_says_who_was_at_home() -> None:
    """Each game is a row of both sides, of which one is at home; players of darts are neither at home nor away."""
    log = games_log(games("NFL", *won(1, 2, home=False), *won(1, 2)))
    assert log[["team_id", "home", "result"]].astype(object).to_numpy().tolist() == [
        [1, False, "W"], [2, True, "L"], [2, False, "L"], [1, True, "W"],
    ]  # fmt: skip
    assert games_log(sf.live("2024-12-28", "DARTS"))["home"].isna().all()
    assert log.columns.tolist() == [
        "sport", "season", "season_type", "week", "game_date", "game_id", "game_time", "phase", "team_id", "team",
        "opponent_id", "opponent", "home", "result", "scored", "allowed", "rest_days",
    ]  # fmt: skip


def test_criteria_of_a_conference_are_named() -> None:
    """Teams level in the conference are ordered by all their games, and tied_by says so; who is still level is tied."""
    groups = {1: "A", 2: "A", 3: "A", 4: "A", 5: "B", 6: "B"}
    inside = [*won(1, 4, 2), *won(2, 4, 2), *won(3, 4), *won(4, 3)]
    guests = [*won(1, 7), *won(8, 3)]
    table = standings(games("NCAAFB", *inside, *won(1, 5), *won(6, 2), *won(3, 5), *guests), groups=groups)
    assert table.loc[table["guest"], "tied_by"].isna().all()
    mine = table[table["conference"] == "A"].set_index("team_id")

    assert mine.index.tolist() == [1, 2, 3, 4]
    assert mine["tied_by"].fillna("").tolist() == ["win_pct", "win_pct", "", ""]
    assert not mine["tied"].any()
    level = standings(games("NCAAFB", *inside, *won(1, 5), *won(2, 5)), groups=groups).set_index("team_id")
    assert level.loc[[1, 2], "tied"].all()
    assert level.loc[[1, 2], "tied_by"].isna().all()
    everybody = standings(games("NCAAFB", *inside, *won(1, 5), *won(6, 2)), by="league")
    assert everybody["tied_by"].isna().all()


def test_no_conference_game_yet() -> None:
    """Stands at .000, before teams that lost all of theirs, whatever happened outside the conference."""
    groups = dict.fromkeys((1, 2, 3, 4, 5, 6), "A") | dict.fromkeys((7, 8), "B")
    played = [*won(1, 2), *won(1, 5), *won(5, 1), *won(2, 7, 2), *won(7, 3, 2), *won(4, 8, 2)]
    table = standings(games("NCAAFB", *played, *won(6, 2), *won(7, 6)), groups=groups)
    mine = table[table["conference"] == "A"]

    assert order(mine) == [6, 1, 5, 4, 3, 2]
    assert mine["conference_record"].tolist() == ["1-0", "2-1", "1-1", "0-0", "0-0", "0-2"]
    assert mine["rank"].tolist() == [1, 2, 3, 4, 5, 6]
    # Behind the best share of conference games, 6 with 1-0: of conference games only.
    assert mine["games_behind"].tolist() == [0, 0, 0.5, 0.5, 0.5, 1.5]
    everybody = standings(games("NCAAFB", *played, *won(6, 2), *won(7, 6)), groups=groups, by="league")
    assert everybody.set_index("team_id").loc[[6, 4], "games_behind"].tolist() == [1.0, 0.0]


def test_the_final_of_a_conference_is_no_conference_game() -> None:
    """It counts among all games, but not in the conference, in its rank and its games behind."""
    groups = dict.fromkeys((1, 2, 3), "A") | {4: "B", 5: "B"}
    rows = [*won(1, 2), *won(2, 3), *won(1, 3), *won(4, 5), *won(2, 1)]
    names = [None] * (len(rows) - 1) + ["Big Conference Championship"]
    found = standings(games("NCAAFB", *rows, event_name=names), groups=groups).set_index("team_id")

    assert found.loc[[1, 2], "conference_record"].tolist() == ["2-0", "1-1"]
    assert found.loc[[1, 2], "rank"].tolist() == [1, 2]
    assert found.loc[[1, 2], "games_behind"].tolist() == [0, 1]
    assert found.loc[[1, 2], "wins"].tolist() == [2, 2]


@pytest.mark.parametrize(("of", "met", "guest"), [(5, 2, True), (5, 3, False), (6, 3, False)])
def test_guests_played_less_than_half_as_much(of: int, met: int, guest: bool) -> None:
    """Fewer than half the games of the team in the middle: 2 of 5 are, 3 are not, nor are 3 of 6."""
    groups = dict.fromkeys((1, 2, 3, 4), "A")
    rows = [*won(1, 2, of), *won(3, 4, of - met), *won(3, 9, met), *won(4, 1, 1)]
    table = standings(games("NCAABB", *rows), groups=groups).set_index("team_id")

    assert table["games"].median() == of
    assert table["games_behind"].isna().tolist() == table["guest"].tolist()
    assert table.loc[9, "guest"] == guest
    assert not table.loc[[1, 2, 3], "guest"].any()
