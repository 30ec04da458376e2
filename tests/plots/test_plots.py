"""Plots: what stands on the axes, for every sport, and what a plot may not do."""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
from contextlib import nullcontext
from io import BytesIO
from pathlib import Path

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb
from matplotlib.text import Text

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.plots import _theme, maps, throws
from sportsframe.plots._axes import REGISTRY

from ..support.days import DAYS, day, texts
from ..support.pictures import FOR, LEAGUE, OF_RESULTS, TABLES, choices, sample
from ..support.trials import but_in_long_trials


def one(sport: str, table: str, number: int = 0) -> pd.DataFrame:
    """The rows of one game of the day."""
    frame = day(sport, table)
    return frame[frame["game_id"] == frame["game_id"].unique()[number]]


@functools.cache
def season(sport: str) -> pd.DataFrame:
    return sf.live(season=2024, sport=sport, league="EPL" if sport == "SOCCER" else None)


def under_way(sport: str, monkeypatch: pytest.MonkeyPatch) -> pd.DataFrame:
    """Football in the second quarter or so."""
    moment = {"NFL": "2024-11-10T19:10:00+00:00", "NCAAFB": "2024-11-09T18:30:00+00:00"}[sport]
    monkeypatch.setenv("SPORTSFRAME_NOW", moment)
    return sf.live(DAYS[sport], sport, refresh=True)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "resource", "table"), but_in_long_trials(TABLES, *(row for row in TABLES if row[0] == "NCAABB"))
)
def test_every_plot_of_every_table(sport: str, resource: str, table: str) -> None:
    """Each plot a frame is offered draws, labels, notes simulated data, and leaves the frame and the settings."""
    frame = day(sport, table, resource)
    assert len(frame)
    for name in frame.sports.plot.names():
        assert sport in FOR[name]
        if name == "drive" or (name in LEAGUE and sport not in ("NFL", "NCAABB", "SOCCER")):
            continue  # the first is for games in progress; a league is drawn alike in every team sport
        if name == "compare" and len(frame["player_id"].unique()) < 2:
            continue
        if name == "win_expectancy" and not _meets_twice(frame):
            with pytest.raises(sf.QueryError, match="all ratings were equal"):  # before the first game of all
                getattr(frame.sports.plot, name)(**choices(name, frame))
            continue
        if name in ("compare", "percentiles") and table in ("field_goals", "participants", "turns"):
            told = {"players": list(frame["player_id"].unique()[:2])} if name == "compare" else choices(name, frame)
            with pytest.raises(sf.QueryError, match="pass columns="):
                getattr(frame.sports.plot, name)(**told)
            continue
        if name == "percentiles" and frame["player_id"].nunique() < 5:
            with pytest.raises(sf.QueryError, match="requires at least 5 players, but"):
                getattr(frame.sports.plot, name)(**choices(name, frame))
            continue
        before, attrs, settings = frame.copy(deep=True), dict(frame.attrs), dict(mpl.rcParams)
        ax = getattr(frame.sports.plot, name)(**choices(name, frame))
        ax.figure.draw_without_rendering()
        assert isinstance(ax, Axes)
        assert ax.get_title(loc="left")
        assert [text.get_gid() for text in ax.texts].count("note") == 1
        assert ax.has_data()
        assert not ax.axison or ax.get_xlabel() or name == "calendar" or ax.get_ylabel()
        pd.testing.assert_frame_equal(frame, before)
        assert frame.attrs == attrs
        assert dict(mpl.rcParams) == settings
        plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("name", [name for name in FOR if name not in OF_RESULTS])
def test_rows_that_are_there_twice_are_drawn_once(name: str) -> None:
    """As after a concatenation of loads that overlap: every text of the picture is the same."""
    frame = sample(name)
    pictures = [frame, pd.concat([frame, frame]), pd.concat([frame, frame.iloc[::2]], ignore_index=True)]
    drawn = [getattr(one.sports.plot, name)(**choices(name, frame)).figure for one in pictures]
    told = [[text.get_text() for text in figure.findobj(Text)] for figure in drawn]
    assert told[0] == told[1] == told[2]
    plt.close("all")


def _meets_twice(games: pd.DataFrame) -> bool:
    """Whether some side plays twice, so that not all ratings before the games are equal."""
    sides = [name for name in games.columns if name.endswith(("_team_id", "_player_id"))]
    return bool(games[sides].stack().duplicated().any())


def test_every_plot_has_its_sports() -> None:
    """The plots of all tables together are all plots, each for the sports it is declared for here."""
    found: dict[str, set[str]] = {}
    for sport, resource, table in TABLES:
        for name in day(sport, table, resource).sports.plot.names():
            found.setdefault(name, set()).add(sport)

    assert {name: frozenset(codes) for name, codes in found.items()} == {
        name: codes for name, codes in FOR.items() if name not in OF_RESULTS
    }
    assert set(OF_RESULTS) == {name for name, one in REGISTRY.items() if one.result_of}
    assert set(FOR) == set(sf.plots.__all__) - {"Plots", "style"}


def test_scores_stand_at_their_values() -> None:
    """Two points a game, at the scores; a row a game with both names."""
    games = day("NBA")
    ax = sf.plots.scores(games)
    away, home = (points.get_offsets() for points in ax.collections if points.get_label() in ("away", "home"))

    assert away[:, 0].tolist() == games["away_score"].tolist()
    assert home[:, 0].tolist() == games["home_score"].tolist()
    assert len(ax.get_yticks()) == len(games)
    assert ax.get_yticklabels()[0].get_text() == f"{games['away_team'].iloc[0]} at {games['home_team'].iloc[0]}"
    assert ax.get_xlabel() == "score (points)"


def test_bars_of_periods_are_the_scores() -> None:
    """Heights of the bars are the scores by period, and the legend tells the final score."""
    periods = one("NHL", "periods", 2)
    ax = sf.plots.by_period(periods)
    wanted = periods.assign(side=periods["side"].astype(str)).pivot(index="period", columns="side", values="score")
    away, home = (np.array([bar.get_height() for bar in bars]) for bars in ax.containers)

    assert away.tolist() == wanted["away"].fillna(0).tolist()
    assert home.tolist() == wanted["home"].fillna(0).tolist()
    games = day("NHL").set_index("game_id").loc[periods["game_id"].iloc[0]]
    legend = [text.get_text() for text in ax.get_legend().get_texts()]
    assert legend == [f"{games['away_team']} ({games['away_score']})", f"{games['home_team']} ({games['home_score']})"]
    assert ax.get_ylabel() == "goals in the period"


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NBA", "NHL", "SOCCER"])
def test_margin_ends_at_the_result(sport: str) -> None:
    """The line begins level and ends at the difference of the scores, goals of a shootout included."""
    axes = plt.subplots()[1]
    for game_id, game in day(sport).set_index("game_id").iterrows():
        axes.clear()
        line = sf.plots.running_margin(day(sport, "periods"), game_id=game_id, ax=axes).lines[-1]
        assert line.get_ydata()[0] == 0
        assert line.get_ydata()[-1] == game["home_score"] - game["away_score"]


@pytest.mark.sampled
@pytest.mark.parametrize("sport", ["NFL", "NBA", "MLB"])
def test_plays_of_a_game(sport: str) -> None:
    """The score line ends with the score, the chance is the measure, its mark the largest change, and time runs on."""
    plays = day(sport, "plays", "play-by-play")
    game = plays["game_id"].iloc[-1]
    line = sf.measures.score_line(plays[plays["game_id"] == game])
    chance = 100 * sf.measures.win_probability(plays, drift=2.0, spread=13.0)[plays["game_id"] == game].astype(float)

    away, home = sf.plots.score_line(plays, game_id=game).lines
    assert [away.get_ydata()[-1], home.get_ydata()[-1]] == line[["away_score", "home_score"]].iloc[-1].tolist()
    assert (np.diff(home.get_xdata()) >= 0).all()
    assert home.get_xdata()[[0, -1]].tolist() == [0, pytest.approx(line["period"].iloc[-1], abs=0.5)]
    _, curve, turn = sf.plots.win_probability(plays, game_id=game, drift=2, spread=13).lines
    np.testing.assert_allclose(curve.get_ydata(), chance.to_numpy())
    assert turn.get_ydata()[0] == chance.iloc[int(chance.diff().abs().fillna(0).to_numpy().argmax())]
    with pytest.raises(sf.QueryError, match=r"\(.+ at .+\)"):
        sf.plots.score_line(plays)


@pytest.mark.parametrize("sport", ["SOCCER", "NFL"])
def test_race_ends_at_the_standings(sport: str) -> None:
    """Each team has a line, which ends at its points (soccer) or wins minus losses."""
    games = season(sport)
    ax = games.sports.plot.standings_race(top=3)
    table = games.sports.standings(by="league")
    wanted = table["points"] if sport == "SOCCER" else table["wins"] - table["losses"]
    ends = sorted(float(line.get_ydata()[-1]) for line in ax.lines if len(line.get_xdata()) > 2)

    assert ends == sorted(wanted.astype(float))
    named = [text for text in ax.texts if text.get_weight() == "bold"]
    assert len(named) == 3
    assert str(table.iloc[0]["team"]) in " ".join(text.get_text() for text in named)


def test_race_of_chosen_teams() -> None:
    """Teams are chosen by name or id; a wrong one is refused."""
    games = season("SOCCER")
    name, number = games["home_team"].iloc[0], games["away_team_id"].iloc[0]
    ax = games.sports.plot.standings_race(teams=[name, number])

    assert len([text for text in ax.texts if text.get_weight() == "bold"]) == 2
    with pytest.raises(sf.QueryError, match="unknown team id 1"):
        games.sports.plot.standings_race(teams=[1])


def test_a_calendar_names_the_month_that_it_begins_in() -> None:
    """Games from early December on stand under December and its year, those of January under theirs."""
    games = sf.live(("2024-12-03", "2025-01-08"), "NBA", progress=False)
    named = [tick.get_text() for tick in games.sports.plot.calendar().get_xticklabels()]
    assert named == ["Dec\n2024", "Jan\n2025"]


def test_calendar_counts_games() -> None:
    """Cells sum to the number of games, each counted once, at its weekday."""
    games = season("SOCCER")
    ax = pd.concat([games, games]).sports.plot.calendar()
    (cells,) = [mesh for mesh in ax.collections if mesh.get_gid() == "games"]
    grid = cells.get_array().filled(0).reshape(7, -1)

    assert grid.sum() == games["game_id"].nunique()
    by_day = games.drop_duplicates("game_id")["game_date"].dt.day_of_week.value_counts()
    assert grid.sum(axis=1).tolist() == [by_day.get(weekday, 0) for weekday in range(7)]


def test_expectancy_follows_elo() -> None:
    """The line is the chance by Elo, and the points hold every game's share of wins."""
    games = season("NFL")
    rated = games.sports.elo(season_type="Regular Season")
    ax = games.sports.plot.win_expectancy()
    line = next(line for line in ax.lines if line.get_label() == "expected by Elo")
    points = ax.containers[0].lines[0]

    assert sorted(line.get_ydata()) == pytest.approx(sorted(rated["elo_prob_pct"].astype(float)))
    won = np.sign((rated["home_score"] - rated["away_score"]).astype(float)) * 50 + 50
    assert np.mean(points.get_ydata()) == pytest.approx(won.mean(), abs=1.5)
    assert len(points.get_xdata()) == 8


def test_albers_is_the_published_example() -> None:
    """The worked example on the sphere: 35 N 75 W, parallels 29.5 and 45.5, origin 23 N 96 W (Snyder 1987, p. 291)."""
    x, y = maps.albers(-75.0, 35.0)
    x0, y0 = maps.albers(-96.0, 23.0)

    assert x - x0 == pytest.approx(0.2952720, abs=1e-7)
    assert y - y0 == pytest.approx(0.2416774, abs=1e-7)


def test_venues_are_points_on_the_land() -> None:
    """A point a venue at its projected place, on outlines from the package."""
    games = day("MLB", resource="schedule")
    ax = games.sports.plot.venues()
    (points,) = ax.collections
    places = games.drop_duplicates(["latitude", "longitude"])

    assert len(points.get_offsets()) == len(places)
    assert len(ax.patches) >= 2
    x, y = maps.albers(places["longitude"].astype(float), places["latitude"].astype(float))
    assert sorted(points.get_offsets()[:, 0]) == pytest.approx(sorted(x))
    assert sorted(points.get_offsets()[:, 1]) == pytest.approx(sorted(y))
    with pytest.raises(sf.QueryError, match="region"):
        games.sports.plot.venues(region="asia")


def test_venues_of_two_continents() -> None:
    """A European league is drawn on Europe."""
    ax = day("SOCCER", resource="schedule").sports.plot.venues()

    assert len(ax.patches) > 20
    assert not any("off the map" in text for text in texts(ax))


def test_pitchers_have_bars_of_strikes_and_other_pitches() -> None:
    """Bars are strikes and the rest; the line tells innings in thirds and the decision."""
    lines = one("MLB", "pitching")
    ax = sf.plots.pitchers(lines)
    strikes, rest = ax.containers

    assert [bar.get_width() for bar in strikes] == lines["strikes"].tolist()
    assert [bar.get_width() for bar in rest] == (lines["pitches"] - lines["strikes"]).tolist()
    (winner,) = lines[lines["wins"] == 1].to_dict("records")
    told = next(text for text in texts(ax) if "(W)" in text or "(W, " in text)  # a win after a blown save is both
    assert f"{winner['outs_recorded'] // 3}.{winner['outs_recorded'] % 3} IP" in told
    assert f"{winner['strikeouts']} K" in told


def test_workload_sums_pitches() -> None:
    """Cells sum to the pitches of the team, a row a pitcher and a column a day."""
    lines = sf.live(("2024-06-01", "2024-06-04"), "MLB", table="pitching")
    name = lines["team"].iloc[0]
    ax = lines.sports.plot.workload(team=name)
    own = lines[lines["team"] == name]
    (cells,) = [mesh for mesh in ax.collections if mesh.get_gid() == "pitches"]

    assert cells.get_array().sum() == own["pitches"].sum()
    assert len(ax.get_yticks()) == own["player_id"].nunique()
    assert len(ax.get_xticks()) == (own["game_date"].max() - own["game_date"].min()).days + 1


def test_batting_rates_are_of_sums() -> None:
    """Points are on-base and slugging of each batter's sums."""
    lines = day("MLB", "batting")
    ax = sf.plots.batting_rates(lines, least=4)
    sums = lines.groupby("player_id")[["at_bats", "hits", "doubles", "triples", "home_runs"]].sum()
    sums = sums[sums["at_bats"] >= 4]
    slugging = (sums["hits"] + sums["doubles"] + 2 * sums["triples"] + 3 * sums["home_runs"]) / sums["at_bats"]
    (points,) = ax.collections

    assert sorted(points.get_offsets()[:, 1]) == pytest.approx(sorted(slugging.astype(float)))


@pytest.mark.parametrize("table", ["teams", "players"])
def test_shot_profile_counts_shots(table: str) -> None:
    """Bars are shots taken and made by kind, the same from the sides and from their players."""
    ax = sf.plots.shot_profile(one("NBA", table))
    teams = one("NBA", "teams").set_index("side")
    kinds = ("two_points", "three_points", "free_throws")
    heights = [[bar.get_height() for bar in bars] for bars in ax.containers]

    assert heights[0] == [teams.loc["away", f"{kind}_attempted"] for kind in kinds]
    assert heights[1] == [teams.loc["away", f"{kind}_made"] for kind in kinds]
    assert heights[3] == [teams.loc["home", f"{kind}_made"] for kind in kinds]


def test_four_factors_are_olivers() -> None:
    """Effective field goals, turnovers, offensive rebounds, free throws, by hand."""
    teams = one("NBA", "teams")
    ax = sf.plots.four_factors(teams)
    away, home = teams[teams["side"] == "away"].iloc[0], teams[teams["side"] == "home"].iloc[0]
    bars = [bar.get_width() for bar in ax.containers[0]]

    assert bars[0] == pytest.approx(
        100 * (away["field_goals_made"] + 0.5 * away["three_points_made"]) / away["field_goals_attempted"]
    )
    assert bars[2] == pytest.approx(
        100 * away["offensive_rebounds"] / (away["offensive_rebounds"] + home["defensive_rebounds"])
    )
    assert bars[3] == pytest.approx(100 * away["free_throws_made"] / away["field_goals_attempted"])


@pytest.mark.parametrize("sport", ["NFL", "NCAAFB"])
def test_drive_shows_ball_and_line_to_gain(sport: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ball lies at its distance from the own goal, a field a game with somebody in possession."""
    games = under_way(sport, monkeypatch)
    ax = games.sports.plot.drive()
    held = games.dropna(subset=["possession", "yard_line", "yard_line_territory"])
    (ball,) = [points for points in ax.collections if points.get_label() == "ball"]
    own = held["possession"] == held["yard_line_territory"]
    wanted = held["yard_line"].where(own, 100 - held["yard_line"])

    assert len(held)
    assert ball.get_offsets()[:, 0].tolist() == wanted.tolist()
    assert sum("ball, " in text for text in texts(ax)) == len(held)
    assert "note" in [text.get_gid() for text in ax.texts]


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(8, 5), (12, 6), (15, 8)])
def test_what_stands_above_fields_has_room_beside_another_plot(
    size: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Names get shorter once a neighbor has taken room, so that nothing is printed over what is said of the ball."""
    games = under_way("NFL", monkeypatch)
    figure, (left, right) = plt.subplots(1, 2, figsize=size)
    games.sports.plot.drive(ax=left)
    games.sports.plot.scores(ax=right)
    figure.canvas.draw()
    said = [text for text in left.texts if text.get_gid() not in ("sub", "note")]
    for teams, ball in zip(said[::2], said[1::2], strict=True):
        assert teams.get_window_extent().x1 < ball.get_window_extent().x0


def test_drive_without_a_game_under_way() -> None:
    """Finished games have no field."""
    with pytest.raises(sf.QueryError, match="in no game of the frame has anybody the ball"):
        day("NFL").sports.plot.drive()


def test_yards_and_usage() -> None:
    """Passing and rushing bars of each side; carries and targets (catches in the college game) of each player."""
    teams = day("NFL", "teams")
    passing, rushing = teams.sports.plot.yardage().containers
    assert [bar.get_width() for bar in passing] == teams["passing_yards"].tolist()
    assert [bar.get_width() for bar in rushing] == teams["rushing_yards"].tolist()

    for sport, thrown in (("NFL", "targets"), ("NCAAFB", "receptions")):
        players = day(sport, "players")
        own = players[players["team"] == players["team"].iloc[0]]
        ax = own.sports.plot.usage(top=50)
        assert sum(bar.get_width() for bar in ax.containers[0]) == own["rushing_attempts"].sum()
        assert sum(bar.get_width() for bar in ax.containers[1]) == own[thrown].sum()
        assert ax.get_xlabel() == f"carries and {thrown}; yards rushing and receiving at the right"


def test_saves_and_goals() -> None:
    """Bars of saves and goals, and the share saved, of each goalie who faced a shot."""
    goalies = day("NHL", "goalies")
    goalies = goalies[goalies["shots_against"] > 0]
    ax = day("NHL", "goalies").sports.plot.saves()

    assert [bar.get_width() for bar in ax.containers[0]] == goalies["saves"].tolist()
    assert [bar.get_width() for bar in ax.containers[1]] == goalies["goals_allowed"].tolist()
    first = goalies.iloc[0]
    assert f"{100 * first['saves'] / first['shots_against']:.1f} %" in texts(ax)


def test_players_compared_by_sums() -> None:
    """The longest bar of a figure is 1, and figures of several games are sums and measures of sums."""
    lines = sf.live(("2024-12-05", "2024-12-07"), "NBA", table="players")
    ids = lines.groupby("player_id")["points"].sum().astype(int).nlargest(2).index.tolist()
    ax = lines.sports.plot.compare(players=ids, columns=["points", "efg_pct"])
    chosen = lines[lines["player_id"].isin(ids)]
    points = chosen.groupby("player_id")["points"].sum().astype(float).reindex(ids)
    shooting = chosen.sports.measure("efg_pct", by="player_id").astype(float).reindex(ids)
    wide = np.array([[bar.get_width() for bar in bars] for bars in ax.containers])

    assert wide[:, 0] == pytest.approx((points / points.max()).to_numpy())
    assert wide[:, 1] == pytest.approx((shooting / shooting.max()).to_numpy())
    assert "Effective field goals (%)" in [tick.get_text() for tick in ax.get_yticklabels()]


def test_figures_of_a_column_have_the_same_decimals() -> None:
    """A whole number among percentages is written like its neighbors; counts are whole."""
    players = (
        day("NBA", "players").iloc[:2].assign(points=[20, 7], field_goals_made=[6, 5], field_goals_attempted=[8, 9])
    )
    ax = players.sports.plot.compare(columns=["points", "fg_pct"])
    assert set(texts(ax)) >= {"20", "7", "75.0", "55.6"}


def test_comparison_refuses_what_it_cannot() -> None:
    """Too many players, one player, a column that is not there."""
    players = day("NBA", "players")
    with pytest.raises(sf.QueryError, match="supports two to five players, but the frame has"):
        players.sports.plot.compare()
    with pytest.raises(sf.QueryError, match="two to five names or ids"):
        players.sports.plot.compare(players=[players["player_id"].iloc[0]])
    with pytest.raises(sf.FrameError, match="unknown column or measure 'goals'"):
        players.sports.plot.compare(players=list(players["player_id"][:2]), columns=["goals"])


def test_sides_show_both_values() -> None:
    """Each figure of the two sides stands at its bar, bars are shares of the sum; in soccer home is on the left."""
    teams = one("SOCCER", "teams")
    ax = sf.plots.sides(teams, columns=["corners", "shots_on_goal"])
    away, home = teams[teams["side"] == "away"].iloc[0], teams[teams["side"] == "home"].iloc[0]
    bars = [bars for bars in ax.containers if bars[0].get_gid() != "whole"]

    assert -bars[0][0].get_width() == pytest.approx(home["corners"] / (away["corners"] + home["corners"]))
    assert {f"{away['corners']}", f"{home['shots_on_goal']}"} <= set(texts(ax))
    with pytest.raises(sf.FrameError, match="requires the column 'goals'"):
        sf.plots.sides(teams, columns=["goals"])


def test_leg_race_runs_to_nought() -> None:
    """Both lines begin at 501; the winner's ends at 0; each visit tells its points."""
    turns = day("DARTS", "turns")
    leg = turns[(turns["set"] == 1) & (turns["leg"] == 2)]
    ax = turns.sports.plot.leg_race(set=1, leg=2)
    lines = [line for line in ax.lines if line.get_marker() == "o"]

    assert [line.get_ydata()[0] for line in lines] == [501, 501]
    assert min(line.get_ydata()[-1] for line in lines) == 0
    assert sum(len(line.get_ydata()) - 1 for line in lines) == len(leg)
    assert "checks out" in ax.get_title(loc="left")
    with pytest.raises(sf.QueryError, match=r"requires a single leg, but the match has \d+; pass one of: set=1 leg=1"):
        turns.sports.plot.leg_race()
    with pytest.raises(sf.QueryError, match=r"requires a single leg, but set=1 matches \d; pass one of: set=1 leg=1"):
        turns.sports.plot.leg_race(set=1)


def test_dartboard_is_drawn_to_the_rules() -> None:
    """82 segments, 20 at the top, clockwise; the darts of the frame are all counted, each in its segment."""
    darts = day("DARTS", "throws")
    ax = darts.sports.plot.dartboard()
    patches = {patch.get_gid(): patch for patch in ax.patches}
    counts = throws.segments(darts)

    assert len(ax.patches) == 82
    assert sorted(throws.ORDER) == list(range(1, 21))
    assert (patches["treble 20"].theta1, patches["treble 20"].theta2) == (81, 99)
    assert patches["double 1"].theta2 == patches["double 20"].theta1
    assert counts.sum() == len(darts)
    assert counts[20, "treble"] == ((darts["score"] == 60) & darts["triple"]).sum()
    bull = patches["double 25"]
    assert bull.radius == throws.RADII["bull"]
    assert any(text.startswith(f"{len(darts)} darts") for text in texts(ax))


def test_segments_by_hand() -> None:
    """60 as a treble is the treble 20, 50 the bull, 25 the ring around it, 0 a dart without score."""
    darts = pd.DataFrame(
        {"score": [60, 50, 50, 25, 0, 40, 7], "double": [False, True, False, False, False, True, False],
         "triple": [True, False, False, False, False, False, pd.NA]}
    )  # fmt: skip

    assert throws.segments(darts).to_dict() == {
        (0, "single"): 1, (7, "single"): 1, (20, "double"): 1, (20, "treble"): 1, (25, "double"): 2, (25, "single"): 1,
    }  # fmt: skip


def test_scoring_is_a_share_of_visits() -> None:
    """Bars of each player sum to 100 %."""
    ax = day("DARTS", "turns").sports.plot.scoring()

    assert len(ax.containers) == 2
    for bars in ax.containers:
        assert sum(bar.get_height() for bar in bars) == pytest.approx(100)


def test_the_dartboard_is_numbered_as_in_the_rules() -> None:
    """Clockwise from the top 20, 1, 18; rings of 8 mm, a bull of 12.7 mm and an outer one of 31.8 mm across."""
    assert sorted(throws.ORDER) == list(range(1, 21))
    assert throws.ORDER[:6] == (20, 1, 18, 4, 13, 6)
    assert [throws.ORDER[i] for i in (5, 10, 15)] == [6, 3, 11]
    assert list(throws.RADII.values()) == sorted(throws.RADII.values())
    assert throws.RADII["double"] == 170.0
    assert throws.RADII["treble"] == 107.0
    assert throws.RADII["double"] - throws.RADII["double in"] == throws.RADII["treble"] - throws.RADII["treble in"] == 8
    assert (2 * throws.RADII["bull"], 2 * throws.RADII["outer bull"]) == (12.7, 31.8)


def test_the_views_hold_the_cities_of_their_leagues() -> None:
    """Miami, Seattle and Edmonton's border lie inside the American view, Seville, Naples and Newcastle in Europe's."""
    inside = {
        "usa": [(-80.2, 25.8), (-122.3, 47.6), (-71.1, 42.4)],
        "europe": [(-6.0, 37.4), (14.3, 40.9), (-1.6, 55.0)],
    }
    for region, cities in inside.items():
        west, east, south, north = maps._MAPS[region][2]
        one, two, middle, meridian = maps._MAPS[region][1]
        assert south < one < middle < two < north
        assert west < meridian < east
        assert all(west < x < east and south < y < north for x, y in cities)
        assert east - west < 60
        assert north - south < 30


def test_axes_given_are_used_and_kept() -> None:
    """With ax= a plot draws there, makes no figure, and leaves the look of the axes to their owner."""
    figure, own = plt.subplots(facecolor="#ffeeee")
    before = plt.get_fignums()

    assert sf.plots.scores(day("NBA"), ax=own) is own
    assert plt.get_fignums() == before
    assert figure.get_facecolor()[:3] == to_rgb("#ffeeee")


def test_style_goes_to_the_artist() -> None:
    """Further keywords are the artist's."""
    ax = sf.plots.by_period(one("NBA", "periods"), color="#123456")

    assert ax.containers[0][0].get_facecolor()[:3] == pytest.approx(to_rgb("#123456"))


def test_style_is_a_block() -> None:
    """style() holds for its block only; dark is dark, and plots take its colours."""
    settings = dict(mpl.rcParams)
    with sf.style(dark=True):
        dark = sf.plots.by_period(one("NBA", "periods"))
        assert mpl.rcParams["axes.spines.top"] is False
    light = sf.plots.by_period(one("NBA", "periods"))

    assert dict(mpl.rcParams) == settings
    assert sum(to_rgb(dark.get_facecolor())) < 0.6
    assert sum(to_rgb(light.get_facecolor())) == 3
    assert dark.containers[0][0].get_facecolor()[:3] == pytest.approx(to_rgb(_theme.DARK[1]))


def test_dark_style_changes_only_colors() -> None:
    """A picture saved within the block has the size of one saved without it, and only colors are other settings."""
    sizes = set()
    for block in (nullcontext(), sf.style(), sf.style(dark=True)):
        with block:
            file = BytesIO()
            sf.plots.by_period(one("NBA", "periods")).figure.savefig(file, format="png")
            sizes.add(plt.imread(BytesIO(file.getvalue())).shape)
    light, dark = _theme.theme(), _theme.theme(dark=True)
    other = {name for name in light if light[name] != dark[name]}

    assert len(sizes) == 1
    assert all("color" in name or name == "axes.prop_cycle" for name in other)


def test_settings_of_the_user_win() -> None:
    """What the user has set himself stays, outside the block."""
    with mpl.rc_context({"font.size": 17.0, "figure.facecolor": "#101010"}):
        ax = sf.plots.by_period(one("NBA", "periods"))

    assert ax.figure.get_facecolor()[:3] == pytest.approx(to_rgb("#101010"))


def test_a_wrong_frame_is_told_what_lacks() -> None:
    """In one line: the columns that lack and the tables that have them, or the sports the plot is for."""
    with pytest.raises(
        sf.FrameError, match=r"plot\.by_period\(\) requires the columns .*; live periods have them"
    ) as told:
        day("NBA").sports.plot.by_period()
    assert "\n" not in str(told.value)
    plan = sf.schedule("2022-11-05", "NHL")
    with pytest.raises(sf.FrameError, match=r"; no table of NHL has them, only tables of NFL, .*SOCCER\.$") as told:
        plan.sports.plot.venues()  # a schedule of games, which other sports have with places
    assert len(str(told.value)) <= 200
    with pytest.raises(sf.FrameError, match=r"plot\.saves\(\) supports only NHL, but the frame contains SOCCER"):
        day("NHL", "goalies").assign(sport="SOCCER").sports.plot.saves()


def test_a_choice_is_asked_for_in_one_line() -> None:
    """Several games, teams or players where one is drawn: the choices are named; a wrong one is refused."""
    periods, lines = day("NBA", "periods"), day("MLB", "pitching")
    with pytest.raises(
        sf.QueryError, match=rf"pass game_id=, one of '{periods['game_id'].iloc[0]}' \(.* at .*\)"
    ) as told:
        periods.sports.plot.by_period()
    assert "\n" not in str(told.value)
    with pytest.raises(sf.QueryError, match=r"pass team=, one of '"):
        lines.sports.plot.workload()
    with pytest.raises(sf.QueryError, match="has no game_id 'x'"):
        periods.sports.plot.by_period(game_id="x")


@pytest.mark.parametrize("name", sorted(FOR))
def test_no_rows_are_refused(name: str) -> None:
    """A frame without rows gives an error that says so, not an empty picture."""
    with pytest.raises(sf.QueryError):
        getattr(sample(name).head(0).sports.plot, name)()


def test_the_accessor_lists_what_fits() -> None:
    """repr and completion name the plots of this frame with what they show, and no others."""
    plots = day("NBA", "periods").sports.plot

    assert plots.names() == ["by_period", "calendar", "line_score", "running_margin", "scoring_by_period"]
    assert set(dir(plots)) == {*plots.names(), "names"}
    assert "by_period          Score by period of one game." in repr(plots)
    assert "none fits" in repr(pd.DataFrame({"a": [1]}).sports.plot)


def test_functions_and_methods_are_the_same() -> None:
    """Every plot is a function of the module, documented, and a method of the accessor."""
    for name in FOR:
        first = str(getattr(sf.plots, name).__doc__).splitlines()[0]
        assert str(getattr(sf.plots.Plots, name).__doc__).startswith(first)
        assert "Reads ``" in str(getattr(sf.plots, name).__doc__)
    with pytest.raises(AttributeError, match="Did you mean 'scores'"):
        _ = sf.plots.score


def test_the_gallery_shows_every_plot() -> None:
    """The gallery has an example of each plot, and its page is the one that its list of examples makes."""
    path = Path(__file__).parents[2] / "docs" / "gallery.py"
    spec = importlib.util.spec_from_file_location("gallery", path)
    assert spec is not None
    assert spec.loader is not None
    gallery = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(gallery)

    assert {name for examples in gallery.EXAMPLES.values() for name, _ in examples} == set(FOR) | {"style"}
    assert path.with_suffix(".md").read_text(encoding="utf-8") == gallery.page()


def test_matplotlib_comes_with_the_first_plot() -> None:
    """Neither `import sportsframe` nor its plots import matplotlib; listing the plots of a frame does not either."""
    code = (
        "import sys, pandas as pd, sportsframe as sf; import sportsframe.plots; sf.plots.scores; "
        "pd.DataFrame({'game_id': ['1']}).sports.plot.names(); print('matplotlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def test_periods_beyond_regulation_are_named() -> None:
    """Innings count on; other games go to overtime, and hockey's fifth period is a shootout."""
    for sport, names in (("MLB", ["9", "10"]), ("NBA", ["OT", "OT2"]), ("NHL", ["OT", "SO"])):
        periods = one(sport, "periods")
        first = SPORTS[sport].rules.periods if sport == "MLB" else SPORTS[sport].rules.periods + 1
        last = periods[periods["period"] == 1]
        longer = pd.concat(
            [periods[periods["period"] < first], last.assign(period=first), last.assign(period=first + 1)]
        )
        ax = sf.plots.by_period(longer)
        assert [tick.get_text() for tick in ax.get_xticklabels()][-2:] == names


def test_a_shootout_is_named_by_the_part_of_the_season() -> None:
    """A fifth period of the regular season is a shootout, one of the playoffs a second overtime, also in tables."""
    periods = sf.live("2024-12-05", "NHL", table="periods", day="league")
    game = periods[periods["game_id"] == periods.loc[periods["period"] == 5, "game_id"].iloc[0]]
    for part, name in (("Regular Season", "SO"), ("Preseason", "SO"), ("Postseason", "OT2"), ("Playoffs", "OT2")):
        own = game.assign(season_type=part)
        assert [tick.get_text() for tick in own.sports.plot.by_period().get_xticklabels()][-2:] == ["OT", name]
        assert list(own.sports.show().sections[0].frame.columns)[-3:] == ["OT", name, "T"]
    plt.close("all")


def test_goals_are_whole_and_not_negative() -> None:
    """Games without a goal have axes from 0 to 1 at least, with ticks at integers."""
    with sf.options(now="2024-12-07T15:05"):
        games = sf.live("2024-12-07", "SOCCER", league="EPL")
        periods = sf.live("2024-12-07", "SOCCER", league="EPL", table="periods")
    level = games[(games["home_score"] == 0) & (games["away_score"] == 0)]
    assert len(level) > 1
    bars = periods[periods["game_id"] == level["game_id"].iloc[0]].sports.plot.by_period()
    for axis, limits in ((level.sports.plot.scores().xaxis, None), (bars.yaxis, bars.get_ylim())):
        low, high = sorted(axis.get_view_interval())
        shown = [tick for tick in axis.get_majorticklocs() if low <= tick <= high]
        assert shown == [0, 1]
        assert limits is None or limits == (0, 1)
    scored = games[games["home_score"] + games["away_score"] > 0].sports.plot.scores()
    assert all(tick == round(tick) for tick in scored.get_xticks())
    plt.close("all")
