"""Plots of leagues, scores, plays and players: what stands on their axes equals an independent computation."""

from __future__ import annotations

import functools
import os
import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba

import sportsframe as sf
from sportsframe.plots import _theme
from sportsframe.plots._text import apart

from ..measures.test_league import games, won
from ..support.days import day, texts


@functools.cache
def _season() -> pd.DataFrame:
    return sf.live(season=2024, sport="SOCCER", league="EPL")


def season() -> pd.DataFrame:
    """A league of twenty teams."""
    return _season().copy()


def by_team(games: pd.DataFrame) -> pd.DataFrame:
    """Two rows per finished game, in order of time, by hand."""
    games = games[games["phase"] == "finished"]
    sides = [
        pd.DataFrame(
            {
                "team": games[f"{own}_team"].astype(str),
                "other": games[f"{other}_team"].astype(str),
                "time": games["game_time"],
                "home": own == "home",
                "margin": (games[f"{own}_score"] - games[f"{other}_score"]).astype(float),
                "scored": games[f"{own}_score"].astype(float),
                "allowed": games[f"{other}_score"].astype(float),
            }
        )
        for own, other in (("home", "away"), ("away", "home"))
    ]
    both = pd.concat(sides).sort_values("time", kind="stable", ignore_index=True)
    return both.assign(share=np.sign(both["margin"]) / 2 + 0.5)


def bold(ax: plt.Axes) -> list[str]:
    return [text.get_text() for text in ax.texts if text.get_weight() == "bold"]


def test_form_is_the_mean_margin_of_the_last_games() -> None:
    """Every line is the rolling mean of its team; chosen teams are named with their last value."""
    both = by_team(season())
    ax = season().sports.plot.rolling_form(games=4, teams=[both["team"].iloc[0]])
    wanted = sorted(float(own["margin"].iloc[-4:].mean()) for _, own in both.groupby("team"))
    lines = [line for line in ax.lines if len(line.get_ydata()) > 2]

    assert sorted(float(line.get_ydata()[-1]) for line in lines) == pytest.approx(wanted)
    own = both[both["team"] == both["team"].iloc[0]]["margin"]
    assert bold(ax) == [f"{both['team'].iloc[0]}  {own.iloc[-4:].mean():+.1f}"]
    last = {str(team): float(own["margin"].iloc[-4:].mean()) for team, own in both.groupby("team")}
    best = sorted(last, key=lambda team: -last[team])[:3]
    told = [float(text.split()[-1]) for text in bold(season().sports.plot.rolling_form(games=4))]
    assert sorted(told, reverse=True) == pytest.approx([last[team] for team in best], abs=0.06)
    for wrong in (0, 41, 2.5):
        with pytest.raises(sf.QueryError, match=r"rolling_form\(games=\) must be an integer|an integer from 1 to 40"):
            season().sports.plot.rolling_form(games=wrong)
    with pytest.raises(sf.QueryError, match="no team has played 40 games"):
        season().sports.plot.rolling_form(games=40)


def test_landscape_is_scored_and_allowed() -> None:
    """A point per team at its means, the vertical axis downward; the best team and the worst one are named."""
    means = by_team(season()).groupby("team")[["scored", "allowed"]].mean()
    ax = season().sports.plot.landscape()
    points = [tuple(point) for part in ax.collections for point in part.get_offsets()]
    ahead = next(part for part in ax.collections if part.get_label() == "outscores its opponents")

    np.testing.assert_allclose(sorted(points), sorted(map(tuple, means.to_numpy())))
    assert all(scored >= allowed for scored, allowed in ahead.get_offsets())
    assert len(ahead.get_offsets()) == (means["scored"] >= means["allowed"]).sum()
    net = means["scored"] - means["allowed"]
    assert {apart([team], 20)[0] for team in (net.idxmax(), net.idxmin())} <= set(texts(ax))
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_elo_history_ends_at_the_ratings() -> None:
    """Every line ends at the last rating of its team; the two highest and the two lowest are named."""
    rated = season().sports.elo()
    last: dict[str, float] = {}
    for row in rated.sort_values("game_time", kind="stable").to_dict("records"):
        last |= {row["home_team"]: row["home_elo_after"], row["away_team"]: row["away_elo_after"]}
    ax = season().sports.plot.elo_history()
    ends = [float(line.get_ydata()[-1]) for line in ax.lines if len(line.get_ydata()) > 2]

    assert sorted(ends) == pytest.approx(sorted(last.values()))
    order = sorted(last, key=lambda team: -last[team])
    assert {text.rsplit("  ", 1)[0] for text in bold(ax)} == {*order[:2], *order[-2:]}


def test_ranks_end_at_the_standings() -> None:
    """The named lines are the leaders of the standings, in order, and each line ends at its rank."""
    ax = season().sports.plot.rank_history(steps=6)
    table = season().sports.standings(by="league")

    ends = sorted((int(text.rsplit("  ", 1)[1]), text.rsplit("  ", 1)[0]) for text in bold(ax))
    assert [team for _, team in ends] == table["team"].head(5).tolist()
    assert sorted(line.get_ydata()[-1] for line in ax.lines) == list(range(1, 21))
    assert all(len(line.get_xdata()) == 6 for line in ax.lines)
    for wrong in (1, 41):
        with pytest.raises(sf.QueryError, match=r"steps= of plot\.rank_history\(\) must be an integer from 2 to 40"):
            season().sports.plot.rank_history(steps=wrong)


def test_ranks_are_those_at_the_end_of_a_date() -> None:
    """No date is cut in two: at each of them a line is where the standings of all games until then have the team."""
    frame = season()
    ax = frame.sports.plot.rank_history(steps=9, teams=(chosen := frame["home_team"].unique()[:4].tolist()))
    named = {text.rsplit("  ", 1)[0]: text for text in bold(ax)}
    assert len(named) == len(chosen)
    dates = next(line for line in ax.lines if line.get_marker() == "o").get_xdata()
    drawn = np.sort([line.get_ydata() for line in ax.lines], axis=0)
    thick = sorted(tuple(line.get_ydata()) for line in ax.lines if line.get_marker() == "o")
    wanted = []
    for date in dates:
        order = frame[frame["game_date"] <= date].sports.standings(by="league")["team"].tolist()
        wanted.append([order.index(team) + 1 for team in chosen])
    assert thick == sorted(zip(*wanted))
    assert (np.diff(drawn, axis=0) > 0).all()


def with_guest(sport: str = "NCAAFB") -> pd.DataFrame:
    """Three teams that meet three times each, and a fourth, which beats one of them."""
    return games(sport, *[game for _ in range(3) for game in (*won(1, 2), *won(1, 3), *won(2, 3))], *won(4, 3))


def drawn(ax: Axes) -> int:
    """Number of points, or of lines over time."""
    lines = [line for line in ax.lines if len(line.get_xdata()) > 2]
    return len(lines) or sum(len(found.get_offsets()) for found in ax.collections)


def test_guests_are_left_out() -> None:
    """Teams from outside, with a game or two, are none of the league in any plot of it, but for those asked for."""
    frame = with_guest()
    for name in ("landscape", "luck", "elo_history", "standings_race", "rank_history", "rolling_form"):
        plot = getattr(frame.sports.plot, name)
        options = {"games": 1} if name == "rolling_form" else {}
        ax = plot(**options)
        assert drawn(ax) == 3, name
        assert any("3 teams" in text for text in texts(ax)), name
        assert not any("T4" in text for text in texts(ax)), name
        if name not in ("landscape", "luck"):
            assert any("T4" in text for text in texts(plot(teams=["T4", "T1"], **options))), name
    for name in ("home_away", "head_to_head", "schedule_strips"):
        ax = getattr(frame.sports.plot, name)()
        assert [label.get_text() for label in ax.get_yticklabels()] == ["T1", "T2", "T3"], name
        ax = getattr(frame.sports.plot, name)(teams=["T3", "T4"])
        assert [label.get_text() for label in ax.get_yticklabels()] == ["T3", "T4"], name
    plt.close("all")


def test_means_are_of_the_league() -> None:
    """The means of the plane are those of the teams of the league."""
    ax = with_guest().sports.plot.landscape()
    (mean,) = (line.get_xdata()[0] for line in ax.lines if line.get_label() == "mean")
    assert mean == pytest.approx(np.mean([6 / 6, 3 / 6, 0 / 7]))
    assert drawn(with_guest("NFL").sports.plot.landscape()) == 4


def test_subtitles_tell_the_dates_of_the_games_that_count() -> None:
    """A frame with a postseason: the pictures of the regular season end with it."""
    frame = sf.live(("2024-12-20", "2025-01-20"), "NFL", day="league", progress=False)
    assert frame["season_type"].nunique() == 2
    last = frame.loc[frame["season_type"] == "Regular Season", "game_date"].max()
    for name in ("rolling_form", "landscape", "rank_history", "schedule_strips", "home_away", "head_to_head", "luck"):
        ax = getattr(frame.sports.plot, name)(**({"games": 2} if name == "rolling_form" else {}))
        told = " ".join(text.get_text() for text in ax.figure.findobj(mpl.text.Text))
        assert f"to {last:%Y-%m-%d}" in told, name
        plt.close(ax.figure)


def test_strips_hold_every_result() -> None:
    """As many cells of each color as results of the kind, the strip of a team in order of its games."""
    both = by_team(season())
    ax = season().sports.plot.schedule_strips()
    cells = pd.DataFrame([(bar.get_gid(), bar.get_y() + 0.4, bar.get_x()) for bars in ax.containers for bar in bars])

    wanted = {
        "won": (both["share"] == 1).sum(),
        "drawn": (both["share"] == 0.5).sum(),
        "lost": (both["share"] == 0).sum(),
    }
    assert cells[0].value_counts().to_dict() == wanted
    best = ax.get_yticklabels()[0].get_text()
    first = cells[cells[1].round() == 0].sort_values(2)[0].map({"won": 1, "drawn": 0.5, "lost": 0})
    assert first.tolist() == both[both["team"] == best]["share"].tolist()


def test_home_and_away_shares() -> None:
    """Points at each team's share of wins at home and away, where a draw is none; the mean is that of `scorelines`."""
    both = by_team(season())
    both["share"] = (both["share"] == 1).astype(float)
    ax = season().sports.plot.home_away()
    assert ax.get_xlabel() == "wins (%)"
    (mean,) = (str(line.get_label()) for line in ax.lines if str(line.get_label()).startswith("mean"))
    told = mean.removeprefix("mean at home (").removesuffix(" %)")
    assert float(told) == pytest.approx(100 * both.loc[both["home"], "share"].mean(), abs=1)
    assert f"home wins {told} %" in season().sports.plot.scorelines().get_xlabel()
    teams = [label.get_text() for label in ax.get_yticklabels()]
    for label, home in (("at home", True), ("away", False)):
        (points,) = [found for found in ax.collections if found.get_label() == label]
        wanted = 100 * both[both["home"] == home].groupby("team")["share"].mean()
        assert points.get_offsets()[:, 0].tolist() == pytest.approx(wanted.reindex(teams).tolist())


def test_head_to_head_counts_every_meeting() -> None:
    """Cells are shares of wins against each opponent, of draws half; their text counts wins, draws and losses."""
    both = by_team(season())
    ax = season().sports.plot.head_to_head()
    teams = [label.get_text() for label in ax.get_yticklabels()]
    (cells,) = [mesh for mesh in ax.collections if mesh.get_gid() == "wins"]
    wanted = 100 * both.pivot_table(index="team", columns="other", values="share", aggfunc="mean")
    shown = cells.get_array().reshape(20, 20)

    full = [label for label in teams if label in wanted.index]
    assert len(full) >= 15
    at = [teams.index(name) for name in full]
    np.testing.assert_allclose(np.ma.filled(shown, np.nan)[np.ix_(at, at)], wanted.loc[full, full].to_numpy())
    results = both.groupby(["team", "other"])["share"]
    pairs = results.agg(lambda own: "-".join(str((own == n).sum()) for n in (1, 0.5, 0)))
    inside = Counter(text.get_text() for text in ax.texts if len(text.get_text()) == len("1-0-1"))
    assert inside == Counter(pairs)
    assert "wins, draws counted half (%)" in [text.get_text() for text in ax.figure.findobj(mpl.text.Text)]
    with pytest.raises(sf.QueryError, match=r"head_to_head\(teams=\) must be a list or None"):
        season().sports.plot.head_to_head(teams="x")


def test_luck_is_wins_beside_expected_wins() -> None:
    """Points at the Pythagorean share and the share of wins of each team."""
    table = season().sports.standings(by="league").set_index("team")
    shares = 100 * by_team(season()).groupby("team")["share"].mean().reindex(table.index)
    ax = season().sports.plot.luck()
    points = np.concatenate([found.get_offsets() for found in ax.collections])

    wanted = sorted(zip(table["pyth_pct"].astype(float), shares, strict=True))
    np.testing.assert_allclose(sorted(map(tuple, points)), wanted)


def test_a_league_is_one_season() -> None:
    """Games of two seasons are refused."""
    games = season()
    both = pd.concat([games, games.assign(season="2023-2024", game_id=games["game_id"] + "x")])
    for name in ("rolling_form", "landscape", "elo_history", "rank_history", "luck"):
        with pytest.raises(sf.QueryError, match="requires a single season, but the frame has 2023-2024, 2024-2025"):
            getattr(both.sports.plot, name)()


def test_a_plot_of_a_league_refuses_two() -> None:
    """Of two leagues in one frame, a plot that ranks or rates teams shows none; one of two sports likewise."""
    games = season().head(60)
    both = pd.concat([games, games.assign(league="LALIGA", game_id=games["game_id"] + "x")])
    pooled = {"calendar", "win_expectancy", "score_distribution", "scorelines", "scores"}
    of_a_league = set(both.sports.plot.names()) - pooled

    assert {"rank_history", "head_to_head", "landscape", "standings_race", "elo_history"} <= of_a_league
    for name in of_a_league:
        with pytest.raises(sf.QueryError, match=r"requires a single league, but the frame has EPL, LALIGA; select one"):
            getattr(both.sports.plot, name)()
    sports = pd.concat([day("NBA", "games"), day("NHL", "games")])
    for name in {*of_a_league, "score_distribution", "win_expectancy"}:
        with pytest.raises(sf.FrameError, match=r'select one, for example df\[df\["sport"\] == "NBA"\]'):
            getattr(sports.sports.plot, name)()


def test_distribution_sums_to_all_games() -> None:
    """Both histograms sum to 100 %, and the dashed lines stand at the means."""
    games = season()[lambda frame: frame["phase"] == "finished"]
    ax = season().sports.plot.score_distribution()
    means = {line.get_gid(): line.get_xdata()[0] for line in ax.lines}

    assert [patch.get_data().values.sum() for patch in ax.patches] == pytest.approx([100] * 4)
    assert means["mean home"] == pytest.approx(games["home_score"].mean())
    assert means["mean away"] == pytest.approx(games["away_score"].mean())


@pytest.mark.parametrize("most", [3, 15])
def test_scorelines_are_shares_of_games(most: int) -> None:
    """Every game is in one cell, high scores in the last."""
    games = season()[lambda frame: frame["phase"] == "finished"]
    ax = season().sports.plot.scorelines(most=most)
    (cells,) = [mesh for mesh in ax.collections if mesh.get_gid() == "games"]
    grid = cells.get_array().reshape(most + 1, most + 1) * len(games) / 100

    assert grid.sum() == pytest.approx(len(games))
    assert grid[1, 2] == pytest.approx(((games["away_score"] == 1) & (games["home_score"] == 2)).sum())
    assert grid[:, most].sum() == pytest.approx((games["home_score"] >= most).sum())
    with pytest.raises(sf.QueryError, match="must be an integer from 3 to 15"):
        season().sports.plot.scorelines(most=2 if most == 3 else 16)


def test_line_score_is_the_table_of_the_game() -> None:
    """Numbers by inning and the sum; the last half inning that the home team did not need has an x, as papers print."""
    periods = day("MLB", "periods")
    for game_id in periods["game_id"].unique()[:6]:
        game = periods[periods["game_id"] == game_id]
        ax = sf.plots.line_score(game)
        for side in ("away", "home"):
            own = game[game["side"] == side].sort_values("period")["score"]
            shown = [text.get_text() for text in ax.texts if text.get_gid() == side]
            wanted = [f"{score:g}" for score in own.dropna()]
            assert shown[: len(wanted)] == wanted
            assert shown[-1] == f"{own.sum():g}"
            assert set(shown[len(wanted) : -1]) <= ({"x"} if side == "home" else set())
        plt.close("all")


def test_a_line_score_of_baseball_ends_with_runs_hits_and_errors() -> None:
    """Runs alone from the periods, hits and errors from the teams; a frame without them or the game is refused."""
    periods, teams = day("MLB", "periods"), day("MLB", "teams")
    game_id = periods["game_id"].iloc[0]
    ax = periods.sports.plot.line_score(game_id=game_id, teams=teams)
    heads = [text.get_text() for text in ax.texts if text.get_gid() == "head"]
    own = teams[teams["game_id"] == game_id].set_index("side")

    assert heads[-3:] == ["R", "H", "E"]
    for side in ("away", "home"):
        shown = [text.get_text() for text in ax.texts if text.get_gid() == side]
        assert shown[-3:] == [f"{own.loc[side, name]:g}" for name in ("score", "hits", "errors")]
    assert ax.get_xlabel() == "inning; R: runs, H: hits, E: errors; bold: best inning of each side"
    assert periods.sports.plot.line_score(game_id=game_id).get_xlabel().startswith("inning; R: runs; bold")
    with pytest.raises(sf.FrameError, match="errors"):
        periods.sports.plot.line_score(game_id=game_id, teams=teams.drop(columns="errors"))
    with pytest.raises(sf.QueryError, match="teams= has no row of the game"):
        periods.sports.plot.line_score(game_id=game_id, teams=teams[teams["game_id"] != game_id])
    plt.close("all")


def test_marks_are_explained() -> None:
    """The legend or the subtitle says what rings, bars, circles and diagonals are."""

    def legend(ax: Axes) -> set[str]:
        found = ax.get_legend()
        assert found is not None
        return {text.get_text() for text in found.get_texts()}

    even = games("NBA", *won(1, 2), *won(2, 1), *won(1, 2, home=False), *won(2, 1, home=False))
    assert "the same" in legend(even.sports.plot.home_away())
    assert "the same" not in legend(games("NBA", *won(1, 2), *won(1, 2)).sports.plot.home_away())
    assert {"mean", "equal margin"} <= legend(season().sports.plot.landscape())
    assert {"mean", "equal margin"} <= legend(day("NBA", "teams").sports.plot.efficiency())
    assert "actual \u00b1 standard error" in legend(season().sports.plot.win_expectancy())
    plays = day("NBA", "plays", "play-by-play")
    ax = plays.sports.plot.win_probability(game_id=plays["game_id"].iloc[0], drift=2, spread=13)
    assert any("circle: the play that changed it most" in text for text in texts(ax))
    assert any("by lead and time left" in text for text in texts(ax))
    plays = day("MLB", "plays", "play-by-play")
    ax = plays.sports.plot.win_probability(game_id=plays["game_id"].iloc[0], drift=0.2, spread=4.5)
    assert any("by lead and outs left" in text for text in texts(ax))
    plt.close("all")


@pytest.mark.parametrize("sport", ["NBA", "NFL"])
def test_names_of_sides_keep_off_the_chances(sport: str) -> None:
    """However a game goes, the names of the teams stand above and below the line."""
    plays = day(sport, "plays", "play-by-play")
    ax = plays.sports.plot.win_probability(game_id=plays["game_id"].iloc[0], drift=2, spread=13, figsize=(4, 3))
    ax.figure.draw_without_rendering()
    names = [text for text in ax.texts if text.get_text() and text.get_transform() == ax.transAxes]
    teams = [text.get_window_extent() for text in names if text.get_fontweight() == "bold" and text.get_gid() is None]
    lowest, highest = (ax.transData.transform((0, chance))[1] for chance in (0, 100))
    assert len(teams) == 2
    assert all(box.y0 >= highest or box.y1 <= lowest for box in teams)
    plt.close("all")


def test_scoring_by_period_is_a_mean() -> None:
    """Cells are mean scores by team and period, overtime left out."""
    periods = day("NBA", "periods")
    ax = periods.sports.plot.scoring_by_period()
    (cells,) = [mesh for mesh in ax.collections if mesh.get_gid() == "scores"]
    regular = periods[periods["period"] <= 4]

    assert cells.get_array().size == 4 * periods["team"].nunique()
    assert cells.get_array().sum() == pytest.approx(regular["score"].sum())
    assert len(periods.sports.plot.scoring_by_period(top=3).get_yticks()) == 3


def test_run_expectancy_is_the_measure() -> None:
    """A cell per state, bases down, outs to the right."""
    plays = day("MLB", "plays", "play-by-play")
    ax = plays.sports.plot.run_expectancy()
    (cells,) = [mesh for mesh in ax.collections if mesh.get_gid() == "runs"]
    wanted = sf.measures.run_expectancy(plays).pivot(index="bases", columns="outs", values="runs")
    grid = cells.get_array().reshape(8, 3).filled(np.nan)

    for row, bases in ((0, "---"), (-1, "123")):
        assert grid[row].tolist() == pytest.approx(wanted.loc[bases].astype(float).tolist(), nan_ok=True)
    assert ax.get_yticklabels()[-1].get_text() == "bases loaded"


def test_timelines_hold_every_play() -> None:
    """A mark per play in the lane of its kind, made and missed shots apart."""
    plays = day("NBA", "plays", "play-by-play")
    game = plays[plays["game_id"] == plays["game_id"].iloc[0]]
    ax = game.sports.plot.shot_timeline()
    marks = {points.get_gid(): points.get_offsets() for points in ax.collections if points.get_gid()}
    shots = game[game["action"].str.startswith(("make", "miss"))]

    for side in ("away", "home"):
        own = shots[shots["possession"] == shots[f"{side}_team"]]
        assert len(marks[side]) == len(own)
        assert (np.floor(marks[side][:, 1] + 0.5) == 0).sum() == (own["action"] == "make_3pt").sum()
    lanes = game.sports.plot.play_timeline().get_yticklabels()
    assert lanes[0].get_text().startswith(game["event"].value_counts().index[0].replace("_", " "))


def test_a_timeline_leaves_no_play_out() -> None:
    """Of many kinds of play those that scored have lanes, such as home runs; the rest share one.

    The color of a change of pitchers is that of the side at bat, which the picture says.
    """
    plays = day("MLB", "plays", "play-by-play")
    many = plays.groupby("game_id")["event"].nunique()
    assert (many > 12).any()
    for game_id in many[many > 12].index[:3]:
        game = plays[plays["game_id"] == game_id]
        ax = game.sports.plot.play_timeline()
        marks = [points for points in ax.collections if points.get_gid() in ("away", "home")]
        lanes = [label.get_text().rpartition("  ") for label in ax.get_yticklabels()]
        assert sum(len(points.get_offsets()) for points in marks) == len(game)
        assert sum(int(count) for *_, count in lanes) == len(game)
        assert f"{len(game)} plays; color: the side at bat" in " ".join(texts(ax))
        assert len(lanes) == 12
        assert lanes[-1][0] == "other"
        assert {"Home Run"} & {*game["event"]} <= {name for name, *_ in lanes}
        plt.close("all")


def test_one_day_is_no_season() -> None:
    """Titles of the games of one day name no season, dates are those of the day; what cannot differ yet is refused."""
    games_ = day("NBA")
    for name in ("landscape", "elo_history", "standings_race", "rank_history"):
        ax = getattr(games_.sports.plot, name)()
        assert "season" not in ax.get_title(loc="left"), name
        assert "season 2024" in getattr(season().sports.plot, name)().get_title(loc="left")
        if name == "rank_history":
            assert [label.get_text() for label in ax.get_xticklabels()] == [f"{games_['game_date'].iloc[0]:%Y-%m-%d}"]
        elif name != "landscape":
            assert ax.get_xlabel() == "time (UTC)"
        plt.close("all")
    with pytest.raises(sf.QueryError, match=r"win_expectancy\(\) has no data to plot: all ratings were equal"):
        games_.sports.plot.win_expectancy()
    players = day("NBA", "players")
    few = players[players["player_id"].isin(players["player_id"].unique()[:4])]
    with pytest.raises(
        sf.QueryError, match=r"requires at least 5 players, but the frame has 4; plot\.compare\(\) draws"
    ):
        few.sports.plot.percentiles(player=int(few["player_id"].iloc[0]))
    assert plt.get_fignums() == []


def test_drives_are_where_they_were() -> None:
    """An arrow per drive; a touchdown ends on the goal line of the other team; the first begins at its yard line."""
    plays = day("NFL", "plays", "play-by-play")
    for game_id in plays["game_id"].unique()[:4]:
        game = plays[plays["game_id"] == game_id]
        drives = sf.measures.drives(game)
        ax = sf.plots.drive_chart(game)
        arrows = [patch for patch in ax.patches if patch.get_gid() == "drive"]
        assert len(arrows) == len(drives)
        away = game["away_team"].iloc[0]
        ends = np.array([patch._posA_posB for patch in arrows])[:, :, 0]
        assert ((ends >= 0) & (ends <= 100)).all()
        for drive, (_, end) in zip(drives.to_dict("records"), ends, strict=True):
            if drive["result"] == "touchdown":
                assert end == (100 if drive["team"] == away else 0)
        first = game[game["down"].notna()].iloc[0]
        yard = int(first["yard_line"].split()[1])
        assert ends[0, 0] in (yard, 100 - yard)
        plt.close("all")


@pytest.mark.parametrize("size", [(4, 3), (5, 3), (6, 3), (8, 3)])
def test_drives_without_room_are_refused(size: tuple[float, float]) -> None:
    """Small axes, whose legend takes more lines, leave no room for a row per drive; the height to pass is enough."""
    plays = day("NFL", "plays", "play-by-play")
    game = plays[plays["game_id"] == plays["game_id"].mode()[0]]  # the longest
    with pytest.raises(sf.QueryError, match=r"too many for a height of 3\.0 inches; .*pass figsize=") as refused:
        sf.plots.drive_chart(game, figsize=size)
    ax = sf.plots.drive_chart(game, figsize=(size[0], int(str(refused.value).rstrip(".").split()[-1])))
    ax.figure.canvas.draw()
    rows = sorted({round(text.get_window_extent().y0): text for text in ax.texts if "play" in text.get_text()}.items())
    assert len(rows) == len(sf.measures.drives(game))
    assert all(one.get_window_extent().y1 <= two.get_window_extent().y0 for (_, one), (_, two) in pairwise(rows))
    plt.close("all")


def test_efficiency_is_points_per_hundred_possessions() -> None:
    """Points at the two ratings of each team, as measured."""
    teams = day("NBA", "teams")
    ax = teams.sports.plot.efficiency()
    wanted = [teams.sports.measure(name, by="team_id").astype(float) for name in ("off_rating", "def_rating")]
    points = np.concatenate([part.get_offsets() for part in ax.collections])

    assert sorted(points[:, 0]) == pytest.approx(sorted(wanted[0]))
    assert sorted(points[:, 1]) == pytest.approx(sorted(wanted[1]))


def test_usage_needs_shots() -> None:
    """Players with fewer shots than asked for are left out; a limit nobody reaches is refused."""
    players = day("NBA", "players")
    shown = players.sports.plot.usage_efficiency(least=15).collections[0].get_offsets()
    assert len(shown) == (players.groupby("player_id")["field_goals_attempted"].mean() >= 15).sum()
    with pytest.raises(sf.QueryError, match="no player takes 90 shots"):
        players.sports.plot.usage_efficiency(least=90)


def test_percentiles_are_among_those_who_have_the_statistic() -> None:
    """In football among those who passed, or who ran or caught; the heading says how many."""
    players = day("NFL", "players")
    passer = players[players["rushing_yards"].notna()].nlargest(1, "passing_yards").iloc[0]
    columns = ["passing_yards", "rushing_yards", "scrimmage_yards"]
    ax = players.sports.plot.percentiles(player=int(passer["player_id"]), columns=columns)
    passers, runners = players["passing_yards"].notna().sum(), players["rushing_yards"].notna().sum()
    moved = players[["rushing_yards", "receiving_yards"]].notna().any(axis=1)
    assert f"among the {min(passers, runners)} to {moved.sum()} players with each statistic" in " ".join(texts(ax))
    yards = players["rushing_yards"].fillna(0).add(players["receiving_yards"].fillna(0))[moved]
    mine = yards[passer.name]
    share = 100 * ((yards < mine).sum() + (yards == mine).sum() / 2) / len(yards)
    assert f"{share:.0f}" in texts(ax)


@pytest.fixture(scope="module")
def january() -> pd.DataFrame:
    """The players of a month of golf tournaments."""
    return sf.live(("2024-01-04", "2024-02-04"), "PGA", table="players", progress=False)


def test_who_misses_cuts_is_no_better_for_it(january: pd.DataFrame) -> None:
    """Several tournaments are compared by the average of a round, never by sums to which a missed cut adds nothing."""
    rounds = [f"round_{n}" for n in range(1, 5)]
    found = january.groupby("player_id").agg({"game_id": "nunique", **dict.fromkeys(rounds, "count")})
    least = int((found[rounds].sum(axis=1) / found["game_id"])[found["game_id"] >= 2].idxmin())
    ax = january.sports.plot.percentiles(player=least)
    own = january.loc[january["player_id"] == least, rounds].stack().astype(float)
    shown = " ".join(text.get_text().replace("\n", " ") for text in ax.texts)
    assert f"Scoring average (strokes) {own.mean():.1f} (lower is better)" in shown
    assert "counts per tournament" in shown
    assert re.search(r"Top tens \(events\) \d\.\d\d\b", shown)  # less than ten of anything has two decimals
    assert "Strokes" not in shown
    first = january[january["game_id"] == january["game_id"].iloc[0]]
    winner = int(first.loc[first["position"] == 1, "player_id"].iloc[0])
    alone = " ".join(text.get_text() for text in first.sports.plot.percentiles(player=winner).texts)
    assert "Strokes" in alone
    assert "Round 4" in alone
    assert "per tournament" not in alone

    ax = january.sports.plot.percentiles(player=least, columns=rounds[:2] + ["cuts_made_pct"])
    first = january.loc[january["player_id"] == least, "round_1"].astype(float).mean()
    assert f"Round 1 (strokes) {first:.1f}" in " ".join(text.get_text().replace("\n", " ") for text in ax.texts)
    for name, who in (("percentiles", {"player": least}), ("compare", {"players": [least, 900803]})):
        with pytest.raises(sf.QueryError, match="strokes of several tournaments are least for whoever played least"):
            getattr(january.sports.plot, name)(columns=["strokes", *rounds], **who)


def test_what_is_added_up_is_told_per_game() -> None:
    """Sums and measures that are sums are means per game, which the heading says; of one game it does not."""
    players = sf.live(("2024-11-07", "2024-11-18"), "NFL", table="players", progress=False)
    best = players.groupby("player_id")["receiving_yards"].sum().idxmax()
    ax = players.sports.plot.percentiles(player=int(best), columns=["scrimmage_yards", "receiving_yards", "receptions"])
    own = players[players["player_id"] == best]
    games = own["game_id"].nunique()
    shown = [text.get_text() for text in ax.texts]
    yards = (own["receiving_yards"].sum() + own["rushing_yards"].fillna(0).sum()) / games
    assert games == 2
    assert f"Yards from scrimmage (yd)\n{yards:.1f}" in shown
    assert any("counts per game" in text.replace("\n", " ") for text in shown)
    day = players[players["game_date"] == players["game_date"].iloc[0]]
    one = int(day.groupby("player_id")["receiving_yards"].sum().idxmax())
    ax = day.sports.plot.percentiles(player=one, columns=["scrimmage_yards", "receiving_yards", "receptions"])
    assert not any("per game" in text.get_text() for text in ax.texts)


def test_other_tables_are_passed_on_to_measures() -> None:
    """Averages of several darts matches are of all darts in `throws=`, shares of basketball players of `teams=`."""
    days = ("2024-01-01", "2024-01-03")
    players, throws = (sf.live(days, "DARTS", table=table, progress=False) for table in ("players", "throws"))
    both = ["Huw Malgarvel", "Robin Nytofte"]
    average = throws[throws["player"] == both[0]].sports.measure("three_dart_average", by="player_id").iloc[0]
    assert f"Three-dart average (points)\n{average:.1f}" in texts(
        players.sports.plot.percentiles(both[0], throws=throws)
    )
    assert f"{average:.1f}" in texts(players.sports.plot.compare(*both, throws=throws))
    for plot, who in (("percentiles", {"player": both[0]}), ("compare", {"players": both})):
        with pytest.raises(sf.QueryError, match=r"three_dart_average of players requires throws="):
            getattr(players.sports.plot, plot)(**who)
        with pytest.raises(
            sf.QueryError, match=rf"plot\.{plot}\(\) of these players has no option 'turns'; .* throws\."
        ):
            getattr(players.sports.plot, plot)(**who, turns=throws)
        with pytest.raises(sf.QueryError, match=r"throws= must be a frame, the table throws; got str"):
            getattr(players.sports.plot, plot)(**who, throws="all")

    box, teams = day("NBA", "players"), day("NBA", "teams")
    best = box.drop_duplicates("player_id")["player_id"].iloc[:2]
    share = box[box["player_id"] == best.iloc[0]].sports.measure("usage_pct", by="player_id", teams=teams).iloc[0]
    shown = texts(box.sports.plot.compare(players=list(best), columns=["usage_pct", "points"], teams=teams))
    assert f"{share:.1f}" in shown


def test_positions_are_compared_by_figures_of_their_own() -> None:
    """Goalkeepers are ranked by what keepers do, among keepers; a quarterback has no tackles."""
    soccer = sf.live(("2024-08-15", "2024-09-16"), "SOCCER", league="EPL", table="players", progress=False)
    keepers = soccer[soccer["position"] == "Goalkeeper"]
    best = keepers.groupby("player_id")["clean_sheets"].sum().nlargest(2)
    ax = soccer.sports.plot.percentiles(player=int(best.index[0]))
    games = keepers[keepers["player_id"] == best.index[0]]["game_id"].nunique()
    shown = [text.get_text().replace("\n", " ") for text in ax.texts]
    assert f"Clean sheets {best.iloc[0] / games:.2f}" in shown
    assert any("goalkeepers" in text for text in shown)
    assert not any(text.startswith(("Goals ", "Shots")) and "conceded" not in text for text in shown)
    ax = soccer.sports.plot.compare(players=list(best.index))
    assert {"Saves (%)", "Clean sheets"} <= {tick.get_text() for tick in ax.get_yticklabels()}

    football = sf.live(("2024-11-07", "2024-11-18"), "NFL", table="players", progress=False)
    passer = int(football.groupby("player_id")["passing_yards"].sum().idxmax())
    ax = football.sports.plot.percentiles(player=passer)
    shown = [text.get_text().replace("\n", " ") for text in ax.texts]
    rate = football[football["player_id"] == passer].sports.measure("completion_pct", by="player_id").iloc[0]
    assert f"Completions (%) {rate:.1f}" in shown
    assert any("quarterbacks" in text for text in shown)
    assert not any(text.startswith(("Tackles", "Sacks")) for text in shown)
    runner = int(football.groupby("player_id")["rushing_yards"].sum().idxmax())
    longest = football[football["player_id"] == runner]["rushing_long"]
    assert longest.count() == 2
    ax = football.sports.plot.percentiles(player=runner)
    assert f"Rushing long (yards) {longest.max():.0f}" in [text.get_text().replace("\n", " ") for text in ax.texts]
    game = football[football["game_id"] == football[football["player_id"] == passer]["game_id"].iloc[0]]
    with pytest.raises(sf.QueryError, match=r"at least 5 quarterbacks, but the frame has \d; columns= ranks among all"):
        game.sports.plot.percentiles(player=passer)


def test_percentiles_rank_the_player() -> None:
    """Radii are the share of players below, for turnovers of those above; ties count half."""
    players = day("NBA", "players")
    best = players.loc[players["points"].astype(float).idxmax()]
    ax = players.sports.plot.percentiles(player=int(best["player_id"]), columns=["points", "turnovers", "assists"])
    radii = {patch.get_gid(): patch.r for patch in ax.patches if patch.get_gid()}

    for name in ("points", "assists", "turnovers"):
        values = players[name].astype(float)
        below = (values < best[name]).sum() + ((values == best[name]).sum()) / 2
        share = 100 * below / values.notna().sum()
        assert radii[f"sector {name}"] == pytest.approx(max(100 - share if name == "turnovers" else share, 1))
    with pytest.raises(sf.QueryError, match="three to fourteen statistics"):
        players.sports.plot.percentiles(player=int(best["player_id"]), columns=["points", "assists"])


def test_sectors_have_the_color_of_the_number_shown() -> None:
    """A percentile that is shown as 50 has the color of the upper half, also if it is 49.75."""
    players = pd.concat([day("NBA", "players")] * 3, ignore_index=True).head(200)
    names = ["points", "assists", "steals"]
    values = {name: np.roll(np.arange(200), i) for i, name in enumerate(names)}
    ax = players.assign(player_id=np.arange(200), **values).sports.plot.percentiles(player=100, columns=names)
    ring, *shown = (text for text in texts(ax) if text in ("49", "50"))
    colours = [to_rgba(patch.get_facecolor(), 1) for patch in ax.patches if patch.get_gid()]
    assert (ring, shown) == ("50", ["50", "50", "49"])
    assert colours[0] == colours[1] == to_rgba(_theme.LIGHT[0])
    assert colours[2] == to_rgba(_theme.LIGHT[1])
    plt.close("all")


def shared_positions(heights: Iterable[float]) -> list[float]:
    """The positions of lines, which lie less than a position below one another where they share one."""
    found: list[float] = []
    for height in sorted(heights):
        level = found.count(found[-1]) if found else 0
        found.append(found[-1] if found and height != round(height) and height < found[-1] + level + 0.01 else height)
    return found


def test_positions_by_round() -> None:
    """After the last round the positions are those of the tournament; level players share them."""
    field = day("PGA", "players")
    ax = field.sports.plot.rounds(top=10)
    total = field[[f"round_{i}" for i in range(1, 5)]].astype(float).sum(axis=1, skipna=False)
    places = total.rank(method="min").dropna().sort_values()
    wanted = places[places.rank(method="max") <= 10]  # all or none of those who share a place

    assert 5 < len(wanted) <= 10
    assert shared_positions(line.get_ydata()[-1] for line in ax.lines) == wanted.tolist()
    first = field["round_1"].astype(float).rank(method="min")
    assert shared_positions(line.get_ydata()[0] for line in ax.lines) == sorted(first[wanted.index])
    for wrong in (0, 21):
        with pytest.raises(sf.QueryError, match="must be an integer from 1 to 20"):
            field.sports.plot.rounds(top=wrong)


def test_leaderboard_marks_ties_and_the_cut() -> None:
    """Shared places have a T; below the dashed line stand those who missed the cut."""
    field = day("PGA", "players")
    ax = field.sports.plot.leaderboard(top=80)
    places = [label.get_text().rsplit("   ", 1)[-1] for label in ax.get_yticklabels()]
    position = field["position"].dropna()

    assert places[0] == "1" if (position == 1).sum() == 1 else "T1"
    assert sum(place.startswith("T") for place in places) == position.duplicated(keep=False).sum()
    assert [line.get_ydata()[0] for line in ax.lines if line.get_gid() == "cut"] == [len(position) - 0.5]
    assert set(places[len(position) :]) == {"CUT"}


def test_averages_by_leg() -> None:
    """A point per leg and player at the mean of the visits; legs won are filled."""
    turns = day("DARTS", "turns")
    ax = turns.sports.plot.leg_averages()
    lines = [line for line in ax.lines if line.get_linestyle() == "-" and len(line.get_xdata()) > 3]
    for line, (_, own) in zip(lines, turns.groupby("player_id"), strict=True):
        wanted = own.groupby(["set", "leg"])["earned_score"].mean().astype(float)
        assert line.get_ydata().tolist() == pytest.approx(wanted.tolist())


def test_checkouts_are_the_attempts() -> None:
    """Darts and hits are those of the players' table."""
    darts, players = day("DARTS", "throws"), day("DARTS", "players")
    ax = darts.sports.plot.checkouts()
    told = [text.split("/") for text in texts(ax) if "/" in text]

    assert sum(int(hit) for hit, _ in told) == players["checkouts_made"].sum()
    assert sum(int(tried) for _, tried in told) == players["checkout_total"].sum()


def test_a_shared_rank_is_told_at_the_end_of_a_line() -> None:
    """Teams that the standings leave level are drawn below each other; their names end with T and the rank."""
    frame = games("NBA", *won(1, 2), *won(2, 1), *won(1, 3), *won(2, 3))
    ax = frame.sports.plot.rank_history(steps=2)

    assert sorted(bold(ax)) == ["T1  T1", "T2  T1", "T3  3"]
    assert frame.sports.standings().set_index("team_id")["rank"].to_dict() == {1: 1, 2: 1, 3: 3}


def test_level_games_bear_the_name_of_the_sport() -> None:
    """Soccer has draws, which count half on the axis of win expectancy and are counted in its note."""
    ax = season().sports.plot.win_expectancy()

    assert ax.get_ylabel() == "wins of the home side, draws counted half (%)"
    assert "of the games were drawn" in ax.texts[0].get_text()


def test_a_share_below_one_percent_is_not_0() -> None:
    """One draw in 250 games is 0.4 % of them."""
    frame = games("SOCCER", *won(1, 2, 125), *won(2, 1, 123), *won(2, 1, home=False), (1, 2, 1, 1), league="EPL")

    assert any("0.4 % of the games were drawn" in text for text in texts(frame.sports.plot.win_expectancy()))
    assert "draws 0.4 %, away wins" in frame.sports.plot.scorelines().get_xlabel()
    plt.close("all")


def test_scores_of_plays_are_those_of_the_last_one() -> None:
    """Plays hold the score after each of them; drawn is the result."""
    games_, plays = day("NBA"), day("NBA", "plays", "play-by-play")
    results = {frozenset(map(str, pair)) for pair in zip(games_["away_score"], games_["home_score"])}
    shown = [text for text in texts(plays.sports.plot.scores()) if text.isdigit()]
    assert {frozenset(pair) for pair in zip(shown[::2], shown[1::2])} == results


@pytest.mark.parametrize("league", ["EPL", "SERIEA", "LALIGA"])
def test_games_that_are_not_played_do_not_count(league: str) -> None:
    """Postponed and replaced rows stand beside their successors; map and calendar count the season once."""
    schedule = sf.schedule_season(2024, "SOCCER", league=league)
    played = schedule[~schedule["phase"].isin(["off", "replaced"])]
    assert len(played) == 380 < len(schedule)

    off = schedule[schedule["phase"] == "off"]
    for ax, title in (
        (schedule.sports.plot.venues(), "20 venues of 380 games"),
        (schedule.sports.plot.calendar(), "380 games on"),
        (off.sports.plot.calendar(), f"{off['game_id'].nunique()} games on"),
    ):
        assert any(text.get_text().startswith(title) for text in ax.figure.findobj(mpl.text.Text)), title


@pytest.mark.parametrize("plot", ["home_away", "head_to_head", "schedule_strips"])
def test_shortened_names_still_differ(plot: str) -> None:
    """In a small figure the clubs of a league keep as many letters as tell them apart."""
    ax = getattr(season().sports.plot, plot)(figsize=(5, 6))
    names = [tick.get_text() for tick in ax.get_yticklabels()]
    assert len(names) == len(set(names)) == 20
    assert any("." in name for name in names)
