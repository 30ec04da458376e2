"""Plots of leagues and scores: what stands on their axes equals an independent computation."""

from __future__ import annotations

import functools
import os
from collections import Counter

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.text import Text

import sportsframe as sf
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
    assert all(scored > allowed for scored, allowed in ahead.get_offsets())
    assert len(ahead.get_offsets()) == (means["scored"] > means["allowed"]).sum()
    net = means["scored"] - means["allowed"]
    assert {apart([team], 20)[0] for team in (net.idxmax(), net.idxmin())} <= set(texts(ax))
    assert ax.get_ylim()[0] > ax.get_ylim()[1]


def test_teams_that_are_even_are_neither_ahead_nor_behind() -> None:
    """Who scored as many as it allowed outscores nobody, and who won what was expected has not won more."""
    first = season().sort_values("game_time").head(20)
    means = by_team(first).groupby("team")[["scored", "allowed"]].mean()
    even = {tuple(point) for point in means[means["scored"] == means["allowed"]].to_numpy()}
    ax = first.sports.plot.landscape()
    points = {part.get_label(): set(map(tuple, part.get_offsets())) for part in ax.collections}
    assert even
    assert points["scores as many"] == even
    assert not even & (points["outscores its opponents"] | points["is outscored"])

    ax = first.sports.plot.luck()
    more = next(part for part in ax.collections if part.get_label() == "more wins than expected")
    assert all(share > expected for expected, share in more.get_offsets())


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


@pytest.mark.parametrize(("sport", "word"), [("NFL", "tied"), ("NCAABB", "tied"), ("SOCCER", "drawn")])
def test_level_games_have_the_term_of_the_sport(sport: str, word: str) -> None:
    """Football has ties, soccer draws, in the legend as in standings."""
    frame = games(sport, *won(1, 2, 2), (2, 1, 3, 3), (1, 2, 3, 3))
    ax = frame.sports.plot.schedule_strips()
    assert {bar.get_gid() for bars in ax.containers for bar in bars} == {"won", word, "lost"}
    assert {f"{word} at home", f"{word} away"} <= {text.get_text() for text in ax.figure.findobj(Text)}


def test_ranks_of_one_day_are_points() -> None:
    """A team with a single rank has no line, so that its point has a mark, gray ones, too."""
    frame = sf.live("2022-09-11", "NFL")
    ax = frame.sports.plot.rank_history()
    lines = [line for line in ax.lines if np.isfinite(np.asarray(line.get_ydata(), float)).sum() == 1]
    assert len(lines) == 2 * len(frame)
    assert {line.get_marker() for line in lines} == {"o"}


def test_equal_teams_stand_by_their_margin() -> None:
    """Of two teams with as many wins the one with the better margin is above the other."""
    frame = games("NBA", *won(1, 2, score=(1, 0)), *won(2, 1, score=(5, 0)), *won(2, 3), *won(1, 3))

    for name in ("schedule_strips", "home_away"):
        ax = getattr(frame.sports.plot, name)()
        assert [label.get_text()[-1] for label in ax.get_yticklabels()] == ["2", "1", "3"], name


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
    for few in (teams[:1], [teams[0], teams[0]]):
        with pytest.raises(sf.QueryError, match=r"^teams= of plot\.head_to_head\(\) must have at least 2 teams\.$"):
            season().sports.plot.head_to_head(teams=few)
    assert len(season().sports.plot.home_away(teams=[teams[0], teams[0]]).get_yticks()) == 1


def test_rows_of_one_side_name_the_other() -> None:
    """A choice of games has the opponent, or the one name that is known, never half of a line."""
    home = day("NBA", "teams").query("side == 'home'")
    line = home.iloc[0]
    with pytest.raises(sf.QueryError) as told:
        home.sports.plot.shot_profile()
    assert f"{line['game_id']!r} ({line['opponent']} at {line['team']})" in str(told.value)
    with pytest.raises(sf.QueryError) as told:
        home.drop(columns="opponent").sports.plot.shot_profile()
    assert f"{line['game_id']!r} ({line['team']})" in str(told.value)


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
    wanted = regular.groupby(["team", "period"])["score"].mean()
    assert cells.get_array().sum() == pytest.approx(wanted.sum())
    assert len(periods.sports.plot.scoring_by_period(top=3).get_yticks()) == 3


def test_sums_of_periods_say_that_overtime_is_left_out() -> None:
    """The label of the axis says what the sums count where a game went on."""
    periods = day("NBA", "periods")
    regular = periods[periods["period"] <= 4]
    more = pd.concat([regular, regular.head(2).assign(period=5)], ignore_index=True)
    labels = [one.sports.plot.scoring_by_period().get_xlabel().replace("\n", " ") for one in (regular, more)]
    assert labels == ["quarter; sums beside the names", "quarter; sums of regulation beside the names"]


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


def test_one_day_is_no_season() -> None:
    """Titles of the games of one day name no season, dates are those of the day; what cannot differ yet is refused."""
    games_ = day("NBA")
    games_ = games_[games_["game_date"] == games_["game_date"].mode()[0]]
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


def test_efficiency_of_some_teams_is_that_of_all_their_games() -> None:
    """The other side of each game comes from `teams`, so that every team stands where the whole table has it."""
    teams = day("NBA", "teams")
    some = teams[teams["side"] == "home"]
    whole, shown = (
        {tuple(point) for part in ax.collections for point in part.get_offsets()}
        for ax in (teams.sports.plot.efficiency(), some.sports.plot.efficiency(teams=teams))
    )
    assert len(shown) == some["team_id"].nunique()
    assert shown < whole


@pytest.mark.parametrize("clubs", [1, 2])
def test_lines_of_equal_margin_are_few(clubs: int) -> None:
    """One team or two are drawn among as many lines as the league, with numbers at some of them."""
    teams = day("NBA", "teams")
    some = teams[teams["team_id"].isin(teams["team_id"].unique()[:clubs])]
    ax = some.sports.plot.efficiency(teams=teams)
    margins = [line for line in ax.lines if line.get_linestyle() == "-"]
    assert 3 <= len(margins) <= 20
    assert 2 <= sum(text.get_text()[:1] in "+-0" for text in ax.texts) <= 15
    assert (f"{clubs} team{'s' * (clubs > 1)}; the best") in " ".join(t.get_text() for t in ax.figure.findobj(Text))  # type: ignore[union-attr]


def test_efficiency_is_points_per_hundred_possessions() -> None:
    """Points at the two ratings of each team, as measured."""
    teams = day("NBA", "teams")
    ax = teams.sports.plot.efficiency()
    wanted = [teams.sports.measure(name, by="team_id").astype(float) for name in ("off_rating", "def_rating")]
    points = np.concatenate([part.get_offsets() for part in ax.collections])

    assert sorted(points[:, 0]) == pytest.approx(sorted(wanted[0]))
    assert sorted(points[:, 1]) == pytest.approx(sorted(wanted[1]))


def test_a_shared_rank_is_told_at_the_end_of_a_line() -> None:
    """Teams that the standings leave level are drawn below each other; their names end with T and the rank."""
    frame = games("NBA", *won(1, 2), *won(2, 1), *won(1, 3), *won(2, 3))
    ax = frame.sports.plot.rank_history(steps=2)

    assert sorted(bold(ax)) == ["T1  T1", "T2  T1", "T3  3"]
    assert frame.sports.standings().set_index("team_id")["rank"].to_dict() == {1: 1, 2: 1, 3: 3}


def test_a_share_below_one_percent_is_not_0() -> None:
    """One draw in 250 games is 0.4 % of them."""
    frame = games("SOCCER", *won(1, 2, 125), *won(2, 1, 123), *won(2, 1, home=False), (1, 2, 1, 1), league="EPL")

    assert any("0.4 % of the games were drawn" in text for text in texts(frame.sports.plot.win_expectancy()))
    assert "draws 0.4 %, away wins" in frame.sports.plot.scorelines().get_xlabel()
    plt.close("all")


@pytest.mark.sampled
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


@pytest.mark.sampled
@pytest.mark.parametrize("plot", ["home_away", "head_to_head", "schedule_strips"])
def test_shortened_names_still_differ(plot: str) -> None:
    """In a small figure the clubs of a league keep as many letters as tell them apart."""
    ax = getattr(season().sports.plot, plot)(figsize=(5, 6))
    names = [tick.get_text() for tick in ax.get_yticklabels()]
    assert len(names) == len(set(names)) == 20
    assert any("." in name for name in names)


def test_level_games_bear_the_name_of_the_sport() -> None:
    """Soccer has draws, which count half on the axis of win expectancy and are counted in its note."""
    ax = season().sports.plot.win_expectancy()

    assert ax.get_ylabel() == "wins of the home side, draws counted half (%)"
    assert "of the games were drawn" in ax.texts[0].get_text()


def test_form_of_a_single_value_is_seen() -> None:
    """A team that has played just as many games as the form takes has a dot: a line of one point is invisible."""
    games = season()
    fifth = by_team(games).groupby("team")["time"].nth(4).max()
    ax = games[games["game_time"] <= fifth].sports.plot.rolling_form()

    single = [line for line in ax.lines if len(line.get_xdata()) == 1]
    assert single
    assert {line.get_marker() for line in single} == {"o"}
