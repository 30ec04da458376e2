"""Standings, tie-breakers and what they count: the rules of the leagues themselves."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS, layout
from sportsframe.catalog.rules import Points
from sportsframe.errors import FrameError, QueryError, SportsframeWarning
from sportsframe.measures import (
    games_log,
    league_measures,
    pyth_pct,
    standings,
    table,
)
from sportsframe.measures.league import MARKS

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
            "phase": "finished", "season_type": "Regular Season", "season": "2024", "game_status": "Final",
        }
        for i, (away, home, a, h) in enumerate(results)
    ]  # fmt: skip
    made = pd.DataFrame(rows, columns=list(names)).assign(**columns)
    return made.astype(dtypes(names))


def cut_short(frame: pd.DataFrame) -> pd.DataFrame:
    """The same season if it was cut short: the games that its teams lack were called off."""
    sport = str(frame["sport"].iloc[0])
    standings_rules = SPORTS[sport].rules.standings
    assert standings_rules is not None
    regular = frame[frame["season_type"] == "Regular Season"]
    played = pd.concat([regular["home_team_id"], regular["away_team_id"]]).value_counts()
    off = [team for team, n in played.items() for _ in range((standings_rules.games_in("2024") or 0) - n)]
    if not off:
        return frame
    rows = games(sport, *((0, team, 0, 0) for team in off), phase="off")
    rows = rows.assign(game_id="off" + rows["game_id"], away_team_id=pd.NA, season=frame["season"].iloc[0])
    names = {c.name: c.dtype for c in layout(sport, "live", "games").columns}
    return pd.concat([frame.astype(object), rows.astype(object)], ignore_index=True).astype(dtypes(names))


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


def test_level_games_of_a_league_that_declares_none_are_warned_of() -> None:
    """They are left out, as in a league that was declared without ``ties`` and ``level`` by mistake."""
    played = games("NBA", *won(1, 2, 3), *won(1, 2, 2, (3, 3)))
    with pytest.warns(SportsframeWarning, match=r"^standings\(\): 2 of 5 finished games are level and left out"):
        found = standings(played)

    assert found["games"].to_list() == [3, 3]


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
    with pytest.warns(
        sf.SportsframeWarning, match=r"lacks games of the regular season, up to 81 of a team; load the wh"
    ):
        assert standings(played, teams=teams)[list(MARKS)].isna().all(axis=None)


def test_final_and_completed_are_the_same() -> None:
    """[S3-10] The standings are the same from either word for a finished game."""
    tables = []
    for word in ("final", "completed"):
        played = games("NHL", *won(1, 2, 2), *won(2, 3, 2), status=word, game_status="Final")
        tables.append(standings(played))

    pd.testing.assert_frame_equal(*tables)


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


def test_nobody_is_ahead_of_the_leader() -> None:
    """Behind whoever is most games above .500: who is first by percentage may be half a game behind."""
    early = standings(games("MLB", *won(1, 4), *won(2, 4, 3), *won(4, 2), *won(3, 5), *won(5, 3))).set_index("team_id")
    assert early.index.tolist()[:2] == [1, 2]
    assert early.loc[[1, 2], "games_behind"].tolist() == [0.5, 0]
    assert early["games_behind"].min() == 0
    inside = games("NCAABB", *won(1, 4, 5), *won(2, 4, 8), *won(4, 2))
    college = standings(inside, groups=dict.fromkeys((1, 2, 4), "A")).set_index("team_id")
    assert college.loc[[1, 2], "rank"].tolist() == [1, 2]
    assert college.loc[[1, 2], "games_behind"].tolist() == [1, 0]


def test_magic_numbers_from_the_first_day() -> None:
    """Where records tell that no game is missing: 162 + 1 - 1 - 1 after a game each, 162 against who has not played."""
    with sf.options(now="2024-03-30T12:00"):
        first = sf.live("2024-03-28", "MLB", day="league")
        teams = sf.live("2024-03-28", "MLB", table="teams", day="league")
    table = standings(first, teams=teams)
    assert len(table) > 20
    leaders = table.groupby("division")["wins"].transform("first")
    rest = table[table["rank"] > 1]
    assert rest["magic_number"].tolist() == (163 - leaders - table["losses"])[rest.index].tolist()
    assert table["clinched"].isna().all()
    late = teams.assign(record="9-9")
    with pytest.warns(SportsframeWarning, match="lacks games"):
        assert standings(first, teams=late)["magic_number"].isna().all()
    ahead = first.assign(phase=first["phase"].astype(object))
    idle = int(ahead["home_team_id"].iloc[-1]), int(ahead["away_team_id"].iloc[-1])
    ahead.iloc[-1, ahead.columns.get_loc("phase")] = "scheduled"
    found = standings(ahead, teams=teams[teams["game_id"] != ahead["game_id"].iloc[-1]], by="league")
    assert not {*idle} & {*found["team_id"]}
    assert found["magic_number"].iloc[0] == 162
    assert found["magic_number"].iloc[1:].max() < 163


def test_no_magic_number_after_the_last_game() -> None:
    """Level after 162 games, 1 has won the division by the games between them: its number is 0 and no longer 1."""
    level = [*won(1, 2, 3), *won(2, 1, 2), *won(1, 3, 87), *won(2, 3, 88), *won(3, 1, 70), *won(3, 2, 69)]
    frame = games("MLB", *level)
    over = standings(frame, season_games=162).set_index("team_id")
    assert over["wins"].tolist()[:2] == [90, 90]
    assert over["rank"].tolist() == [1, 2, 3]
    assert over["magic_number"].tolist() == [0, 0, 0]
    assert standings(frame, season_games=400).set_index("team_id")["magic_number"].tolist()[:2] == [239, 239]


@pytest.mark.sampled
@pytest.mark.parametrize(("phase", "over"), [("scheduled", True), ("live", True), ("finished", True), ("off", False)])
def test_the_season_is_over_when_a_later_part_is_listed_and_nothing_before_it(phase: str, over: bool) -> None:
    """A game that was called off is nowhere to come: nobody waits for it once the first round is on the schedule."""
    frame = cut_short(games("MLB", *won(1, 2, 81), *won(2, 1, 79)))
    first = games("MLB", (2, 1, 0, 1), season_type="Postseason", phase=phase).assign(game_id="later")
    frame = pd.concat([frame, first], ignore_index=True)
    groups = {1: "A - E", 2: "A - E"}
    found = standings(frame, groups=groups).set_index("team_id")
    assert found.loc[1, ["clinched", "magic_number"]].tolist() == (["top seed", 0] if over else ["playoffs", 1])
    waiting = games("MLB", (2, 1, 0, 0), phase="scheduled").assign(game_id="coming")
    left = standings(pd.concat([frame, waiting], ignore_index=True), groups=groups)
    assert left["magic_number"].max() == (0 if phase == "finished" else 1)


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


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["MLB", "NBA", "NFL", "NHL", "NCAAFB", "NCAABB", "SOCCER"])
def test_scores_are_called_by_what_is_scored(sport: str) -> None:
    """Runs in baseball, goals in hockey and soccer, points elsewhere, as in the column of their difference."""
    played = games(sport, *won(1, 2, 3, (3, 1)), **({"league": ["EPL"] * 3} if sport == "SOCCER" else {}))
    found = standings(played).iloc[0]
    what = {"MLB": "run", "NHL": "goal", "SOCCER": "goal"}.get(sport, "point")
    assert found[[f"{what}s_for", f"{what}s_against", f"{what}_difference"]].to_list() == [9, 3, 6]
    units = table(sport, "standings").set_index("name")["unit"]
    assert {units[f"{what}_difference"], units["mov"]} == {f"{what}s"}
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
    assert second[["regulation_wins", "regulation_overtime_wins"]].to_list() == [12, 15]
    assert [first["points_behind"], second["points_behind"]] == [0, 135 - 17 * 2]
    assert first["pyth_pct"] == pytest.approx(pyth_pct(65 * 3 + 17 * 2, 65 * 2 + 17 * 3 - 2, 2.05))


@pytest.mark.parametrize(("late_win", "points"), [(2, [9, 3]), (None, [10, 4]), (3, [10, 4])])
def test_a_win_after_regulation_may_be_worth_less(
    late_win: int | None, points: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """3, 2, 1 and 0 points, as in most leagues of Europe; also in simulated seasons and in what is clinched."""
    rules = SPORTS["NHL"].rules
    assert rules.standings is not None
    worth = Points(3, overtime_loss=1, overtime_win=late_win)
    ranked = replace(rules, standings=replace(rules.standings, points=worth))
    monkeypatch.setitem(SPORTS, "ICE", replace(SPORTS["NHL"], code="ICE", rules=ranked))
    text = ["Final", "Final", "Final SO", "Final OT"]
    played = games("NHL", *won(1, 2, 3), *won(2, 1, 1), game_status=text).assign(sport="ICE")
    late = games("NHL", *won(1, 2, 20), *won(2, 1, 20), game_status="Final OT").assign(sport="ICE")

    table = standings(played)
    assert table["points"].to_list() == points
    assert table["points_pct"].to_list() == [100 * got / 12 for got in points]
    assert table[["wins", "losses", "overtime_losses"]].to_numpy().tolist() == [[3, 0, 1], [1, 2, 1]]
    assert table["last_ten"].to_list() == ["3-0-1", "1-2-1"]
    assert standings(played.iloc[:3])["points"].to_list() == [points[0] - 1, 1]
    odds = sf.measures.simulate_season(late.iloc[:39], late.iloc[39:].assign(phase="scheduled"), n=50)
    assert odds["mean"].sum() == pytest.approx(40 * (1 + (late_win or 3)))


def test_overtime_by_the_periods_and_by_the_text() -> None:
    """Periods of teams= tell overtime where they are given, whatever the display text says; nothing is provisional."""
    played = games("NHL", *won(1, 2, 2), *won(2, 1, 2), game_status=None)
    sides = pd.DataFrame({"game_id": played["game_id"], "team_id": [1, 2, 1, 2], "periods_played": [3, 4, 5, 3],
                          "division_name": "East - One"})  # fmt: skip

    told = standings(played, teams=sides, by="league")
    with pytest.warns(SportsframeWarning, match=r"^nothing tells whether 4 of 4 games went to overtime"):
        untold = standings(played)

    assert told["overtime_losses"].to_list() == [1, 1]
    assert not told["provisional"].any()
    assert untold["overtime_losses"].to_list() == [0, 0]
    assert untold["provisional"].all()


@pytest.mark.parametrize("here", [(), (0,), (1, 2)])
def test_overtime_of_games_that_teams_lacks_is_told_by_the_text(here: tuple[int, ...]) -> None:
    """The table of an earlier day, or of another season, takes nobody's point."""
    text = ["Final", "Final/OT", "F/OT2", "Final SO"]
    played = games("NHL", *won(1, 2, 4), game_status=text)
    every = pd.DataFrame({"game_id": played["game_id"], "team_id": [1, 2, 1, 2], "periods_played": [3, 4, 5, 5],
                          "division_name": "East - One"})  # fmt: skip
    teams = pd.concat([every.iloc[list(here)], every.assign(game_id="other")])

    table = standings(played, teams=teams).set_index("team_id")
    odds = sf.measures.simulate_season(played, teams=teams, n=2).set_index("team_id")

    assert table.loc[2, ["overtime_losses", "points"]].to_list() == [3, 3]
    assert odds["points"].to_list() == [8, 3]
    assert not table["provisional"].any()


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


def test_independent_colleges_are_in_no_conference() -> None:
    """They are ranked by all of their games, and neither have a conference record nor are behind in it."""
    groups = {1: "Independent", 2: "Independent", 3: "A", 4: "A"}
    played = [*won(1, 2), *won(2, 3, 2), *won(2, 4), *won(3, 1, 2), *won(3, 4)]
    found = standings(games("NCAAFB", *played), groups=groups).set_index("team_id")
    assert found["rank"][[2, 1, 3, 4]].tolist() == [1, 2, 1, 2]
    assert found["conference_record"][[1, 2]].isna().all()
    assert found["conference_record"][[3, 4]].tolist() == ["1-0", "0-1"]
    assert found["games_behind"][[1, 2]].isna().all()
    assert found["games_behind"][[3, 4]].tolist() == [0, 1]


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


def test_an_exponent_by_scoring_is_a_matter_of_the_rules() -> None:
    """A league that counts runs has it only if its rules say that it is published."""
    for published in (True, False):
        league = replace(SPORTS["MLB"], rules=replace(SPORTS["MLB"].rules, scoring_exponent=published))
        assert ("pythagenpat_pct" in {one.name for one in league_measures.measures(league)}) is published


@pytest.mark.parametrize(("sport", "unit"), [("NHL", "goals"), ("MLB", "runs"), ("NBA", "points")])
def test_simple_ratings_have_the_unit_of_the_league(sport: str, unit: str) -> None:
    """They are of the margins of games, in whatever the league counts."""
    units = sf.measures.table(sport).set_index("name")["unit"]
    assert units.loc["srs"] == units.loc["srs_sos"] == unit
