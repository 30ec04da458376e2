"""Plots say what they show: assumptions, leaders by what the axis shows, ties and draws."""

from __future__ import annotations

import os
import re
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.notices import forget
from sportsframe.measures.results import guests

from ..measures.test_league import games as made
from ..measures.test_league import won
from ..support.pictures import sample


@pytest.fixture(scope="module")
def overtimes() -> pd.DataFrame:
    """Plays of games won in overtime, by either side, one of them by a field goal after both had the ball."""
    games = sf.live(("2024-09-05", "2024-12-31"), "NFL", progress=False)
    won = games[games["game_status"].eq("Final OT") & games["home_score"].ne(games["away_score"])]
    return sf.play_by_play(list(won["game_id"]), "NFL")


def test_overtime_of_football_ends_with_certainty(overtimes: pd.DataFrame) -> None:
    """The side that wins in overtime has a chance of 1 after the last play, whoever it is; before it, of less."""
    score = overtimes.sports.score_line()
    plays = overtimes.assign(chance=overtimes.sports.win_probability(), lead=score["lead"])
    extra = plays[plays["period"] > 4].sort_values(["game_id", "sequence"])
    last = extra.groupby("game_id").tail(1)

    assert set(last["chance"]) == {0.0, 1.0}
    assert ((last["chance"] == 1) == (last["lead"] > 0)).all()
    assert extra.drop(last.index)["chance"].between(0.001, 0.999).all()


def test_a_lead_in_overtime_is_final_when_both_have_had_the_ball(overtimes: pd.DataFrame) -> None:
    """A field goal of the first side that has the ball in overtime does not end the game; one of the second does."""
    plays = overtimes.sort_values(["game_id", "sequence"])
    last = plays.groupby("game_id").tail(1).set_index("game_id")
    both = plays[plays["period"].eq(5) & plays["down"].notna()].groupby("game_id")["possession"].nunique().eq(2)
    decided = last.index[(last["period"] == 5) & (last["event"] == "field_goal") & both.reindex(last.index)]
    one = plays[plays["game_id"] == decided[0]].reset_index(drop=True)
    extra, winner = one["period"] == 5, one["possession"].iloc[-1]
    assert one["event"].iloc[-1] == "field_goal"
    assert set(one["possession"][extra & one["down"].notna()]) > {winner}
    assert one.sports.win_probability(drift=2, spread=13).iloc[-1] in (0, 1)

    alone = one[~extra | (one["possession"] == winner)].reset_index(drop=True)
    assert 0.01 < alone.sports.win_probability(drift=2, spread=13).iloc[-1] < 0.99


@pytest.mark.parametrize(("sport", "told"), [("NBA", "100 points"), ("MLB", "24 points")])
def test_win_expectancy_says_its_home_advantage(sport: str, told: str) -> None:
    """The subtitle tells what the line assumes, as the catalog has it for the league."""
    games = sf.live({"NBA": ("2024-11-01", "2024-11-10"), "MLB": ("2024-06-01", "2024-06-10")}[sport], sport)
    ax = games.sports.plot.win_expectancy()
    (sub,) = [text.get_text() for text in ax.texts if text.get_gid() == "sub"]
    assert f"{told} of home advantage" in sub.replace("\n", " ")
    plt.close("all")


def test_leaders_of_a_race_have_the_most() -> None:
    """No gray line ends above a colored one."""
    games = sf.live(("2024-11-01", "2024-12-06"), "NBA", progress=False)
    ax = games.sports.plot.standings_race()
    ends = {line.get_color(): [] for line in ax.lines}
    for line in ax.lines:
        if len(line.get_ydata()) > 2:
            ends[line.get_color()].append(line.get_ydata()[-1])
    others = max(ends.values(), key=len)
    leaders = [end for held in ends.values() if held is not others for end in held]
    assert len(leaders) == 5
    assert min(leaders) >= max(others)
    plt.close("all")


def test_draws_show_both_scores() -> None:
    """Of a level game both numbers stand beside the point, which has a ring of the other color."""
    games = sf.live("2024-10-27", "SOCCER", league="SERIEA")
    level = games[(games["away_score"] == games["home_score"]) & (games["phase"] == "finished")]
    assert len(level)
    ax = level.sports.plot.scores()
    told = [text.get_text() for text in ax.texts if text.get_gid() is None]
    assert sorted(told) == sorted(f"{score:g}" for score in [*level["away_score"], *level["home_score"]])
    boxes = [text.get_window_extent() for text in ax.texts if text.get_gid() is None]
    assert all(not one.overlaps(two) for one, two in zip(boxes[::2], boxes[1::2], strict=True))
    plt.close("all")


@pytest.mark.parametrize(("shared", "shown"), [(4, 7), (1, 8), (11, 8)])
def test_rounds_show_all_or_none_who_share_a_place(shared: int, shown: int) -> None:
    """Of players who share the last place, some would be leaders and others not."""
    field = sample("rounds").drop_duplicates("player_id").dropna(subset=["round_4"]).head(20)
    places = [*range(1, 8), *[8] * shared, *range(8 + shared, 21)] if shared < 11 else [*[1] * 11, *range(12, 21)]
    rounds = {f"round_{n}": [70 + place for place in places] for n in range(1, 5)}
    strokes = pd.Series(rounds["round_1"], index=field.index) * 4
    field = field.assign(**rounds, strokes=strokes, to_par=strokes - 280, position=places, status="complete")
    ax = field.sports.plot.rounds()
    assert sum(text.get_gid() == "end" for text in ax.texts) == shown
    plt.close("all")


def test_the_goal_line_is_the_line_to_gain() -> None:
    """Within ten yards of the goal line, football says "1st & goal"."""
    games = sample("drive").head(1).assign(possession="THI", yard_line_territory="SAF", yard_line=4, down=1, distance=4)
    ax = games.sports.plot.drive()
    assert any("1st & goal, at SAF 4" in text.get_text() for text in ax.texts)
    ax = games.assign(yard_line=14, distance=10).sports.plot.drive()
    assert any("1st & 10, at SAF 14" in text.get_text() for text in ax.texts)
    plt.close("all")


@pytest.mark.parametrize(
    ("sport", "date", "now"), [("NCAAFB", "2024-11-16", "2024-11-16T21:30"), ("MLB", "2024-06-01", "2024-06-02T01:30")]
)
def test_the_margin_of_a_game_in_play_ends_now(sport: str, date: str, now: str) -> None:
    """The last tick of a game in play is not a period that is over, that of a finished one is."""
    with sf.options(now=now):
        games = sf.live(date, sport, table="periods", day="league")
    live, over = (games.loc[games["phase"] == phase, "game_id"].iloc[-1] for phase in ("live", "finished"))
    named = [tick.get_text() for tick in games.sports.plot.running_margin(game_id=live).get_xticklabels()]
    periods = games.loc[games["game_id"] == live, "period"].nunique()
    assert named == ["start", *map(str, range(1, periods)), "now"]
    named = [tick.get_text() for tick in games.sports.plot.running_margin(game_id=over).get_xticklabels()]
    assert "now" not in named
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "date", "now"),
    [
        ("NCAAFB", "2024-11-16", "2024-11-16T21:30"),
        ("MLB", "2024-06-01", "2024-06-02T01:30"),
        ("SOCCER", "2024-11-10", "2024-11-10T15:30"),
    ],
)
def test_scores_of_games_in_play_are_told_apart(sport: str, date: str, now: str) -> None:
    """A row in play has the status, in a narrow picture the words, and nobody who leads is bold like a winner."""
    with sf.options(now=now):
        games = sf.live(date, sport, day="league", league="SERIEA" if sport == "SOCCER" else None)  # type: ignore[call-overload]
    games = games.dropna(subset=["home_score"]).reset_index(drop=True)
    live = games["phase"] == "live"
    assert live.any()
    assert not live.all()
    for inches, words in (((12, 9), games.loc[live, "game_status"].iloc[-1]), ((4.5, 9), "in play")):
        ax = games.sports.plot.scores(figsize=inches)
        labels = [re.sub(r" \((game \d|Final[/ ]\w+)\)$", "", text.get_text()) for text in ax.get_yticklabels()]
        assert [label.endswith(")") for label in labels] == live.tolist()
        assert any(text.get_text().endswith(f"{words})") for text in ax.get_yticklabels())
        bold = [text for text in ax.texts if text.get_weight() == "bold" and text.get_text().isdigit()]
        assert {round(text.xy[1]) for text in bold} <= set(games.index[~live])
    assert bold
    without = games.drop(columns="game_status").sports.plot.scores(figsize=(12, 9)).get_yticklabels()
    assert [text.get_text().endswith("in play)") for text in without] == live.tolist()
    plt.close("all")


def test_scores_after_overtime_say_so() -> None:
    """What was decided in overtime or a shootout is marked, a result of regulation is not."""
    games = sf.live(("2024-12-03", "2024-12-05"), "NHL", day="league", progress=False)
    named = [text.get_text() for text in games.sports.plot.scores().get_yticklabels()]
    assert {"Final", "Final SO", "Final OT"} == set(games["game_status"])
    for name, status in zip(named, games["game_status"], strict=True):
        assert name.endswith(f"({status})") == (status != "Final")
        assert name.endswith(")") == (status != "Final")
    plt.close("all")


def told_under(name: str, games: pd.DataFrame, **options: object) -> str:
    """The subtitle of a plot, in one line."""
    ax = getattr(games.sports.plot, name)(figsize=(12, 12), **options)
    (sub,) = [text.get_text() for text in ax.texts if text.get_gid() == "sub"]
    plt.close("all")
    return sub.replace("\n", " ").partition(", ")[2]


def test_plots_of_some_teams_say_of_how_many() -> None:
    """Of a college season, the teams and games that are not drawn are counted beside those that are."""
    college = sf.live(("2025-01-06", "2025-01-12"), "NCAABB", progress=False)
    count = pd.concat([college["home_team_id"], college["away_team_id"]]).nunique()
    ax = college.sports.plot.schedule_strips()
    best = {text.get_text() for text in ax.get_yticklabels()}
    assert len(best) == 40
    home, away = (college[f"{side}_team"].str.rpartition(" ")[0].isin(best) for side in ("home", "away"))
    drawn = (home | away).sum()
    assert told_under("schedule_strips", college).endswith(
        f", the 40 best of {count} teams, {drawn} of {len(college)} games"
    )
    assert told_under("home_away", college).endswith(f", the 40 best of {count} teams")

    games = sf.live(("2024-11-01", "2024-11-10"), "NBA", progress=False)
    two = games[["home_team", "away_team"]].iloc[0].tolist()
    met = (games["home_team"].isin(two) & games["away_team"].isin(two)).sum()
    assert told_under("home_away", games, teams=two).endswith(", 2 of 30 teams")
    assert told_under("head_to_head", games, teams=two).endswith(f", 2 of 30 teams, {met} of {len(games)} games")
    for name in ("schedule_strips", "head_to_head"):
        assert told_under(name, games).endswith(f", 30 teams, {len(games)} games")
    assert told_under("home_away", games).endswith(", 30 teams")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("name", "sport", "table"),
    [
        *((name, "NBA", "games") for name in ("rolling_form", "landscape", "rank_history", "home_away", "luck",
                                              "standings_race", "schedule_strips", "head_to_head")),
        ("scoring_by_period", "NBA", "periods"), ("efficiency", "NBA", "teams"), ("yardage", "NFL", "teams"),
    ],
)  # fmt: skip
def test_games_of_one_team_are_no_league(name: str, sport: str, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A plot that compares teams says, in its subtitle and once as a notice, that the others' games are not there."""
    dates = {"NBA": ("2024-11-01", "2024-11-20"), "NFL": ("2024-09-05", "2024-10-10")}[sport]
    games, rows = sf.live(dates, sport, progress=False), sf.live(dates, sport, table=table, progress=False)
    team = games["home_team"].iloc[0]
    own = games.loc[(games["home_team"] == team) | (games["away_team"] == team), "game_id"]
    forget(f"games of one team: {sport} {team}")
    capsys.readouterr()

    assert "only games of" not in told_under(name, rows)
    assert "games of the others" not in capsys.readouterr().err
    assert f"only games of {team}, " in told_under(name, rows[rows["game_id"].isin(own)])
    assert f"is one of {team}, so plot.{name}() has only the games of the others" in capsys.readouterr().err
    games[games["game_id"].isin(own)].sports.standings()
    assert "games of the others" not in capsys.readouterr().err


def test_a_league_of_two_has_no_others() -> None:
    """Both places have a tick, and nobody is in gray."""
    played = made("NBA", *won(1, 2, 4), *won(2, 1, 2))
    for name in ("rank_history", "elo_history"):
        assert told_under(name, played).endswith("2 teams")
    assert played.sports.plot.rank_history().get_yticks().tolist() == [1, 2]


def test_strips_of_hockey_tell_late_losses() -> None:
    """A loss after regulation, which is worth a point, has a color of its own where the standings count it."""
    games = sf.live(("2024-12-01", "2024-12-10"), "NHL", progress=False)
    ax = games.sports.plot.schedule_strips()
    drawn = pd.Series([bars.patches[0].get_gid() for bars in ax.containers for _ in bars]).value_counts()
    colours = {bars.patches[0].get_gid(): bars.patches[0].get_facecolor()[:3] for bars in ax.containers}
    table = games.sports.standings()
    assert drawn.to_dict() == {
        "won": table["wins"].sum(),
        "lost": table["losses"].sum(),
        "lost after regulation": table["overtime_losses"].sum(),
    }
    assert len(set(colours.values())) == 3
    plt.close("all")


def test_legs_are_counted_from_one() -> None:
    """There is no leg 0."""
    ax = sf.live("2024-01-03", "DARTS", table="turns").sports.plot.leg_averages()
    assert ax.get_xticks()[:3].tolist() == [1, 5, 10]
    plt.close("all")


@pytest.mark.parametrize(
    ("sport", "table", "days", "drawn"),
    [
        ("NFL", "periods", ("2025-01-04", "2025-01-13"), "scoring_by_period"),
        ("NHL", "goalies", ("2024-04-14", "2024-04-24"), "saves"),
    ],
)
def test_sums_of_several_parts_of_a_season_are_told(
    capsys: pytest.CaptureFixture[str], sport: Any, table: str, days: tuple[str, str], drawn: str
) -> None:
    """Means and sums over regular season and playoffs are said to be such, as those of other plots are."""
    rows = sf.live(days, sport, table=table, progress=False)
    forget(f"several parts: {sport} live {table} ['Playoffs', 'Regular Season']")
    getattr(rows.sports.plot, drawn)()
    assert f"plot.{drawn}() adds up Regular Season, Playoffs" in capsys.readouterr().err
    plt.close("all")


def test_guests_are_not_among_the_leading_teams() -> None:
    """Of several games, teams from outside the league, with one game or two, are no leaders; of one they are shown."""
    span = ("2024-09-01", "2024-10-12")
    teams = sf.live(span, "NCAAFB", table="teams")["team"]
    outside = guests(teams, "NCAAFB")
    shown = {*teams.value_counts().index[:30], *sorted(outside)[:3]}
    for name, table in (("yardage", "teams"), ("scoring_by_period", "periods")):
        rows = sf.live(span, "NCAAFB", table=table)
        ax = getattr(rows[rows["team"].isin(shown)].sports.plot, name)(top=40)
        assert len(ax.get_yticks()) == 30
        first = rows[rows["game_id"] == rows.loc[rows["team"].isin(outside), "game_id"].iloc[0]]
        assert len(getattr(first.sports.plot, name)().get_yticks()) == 2
        plt.close("all")


def test_a_line_takes_two_plays() -> None:
    """Of a single play there is no line to draw, which is refused."""
    plays = sample("win_probability").head(1)
    with pytest.raises(sf.QueryError, match=r"draws a line from play to play, and the frame has a single one"):
        plays.sports.plot.win_probability(drift=2, spread=13)
