"""Plots of players, in golf and darts too: what stands on their axes equals an independent computation."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex, to_rgba

import sportsframe as sf
from sportsframe.plots import _theme

from ..support.days import day, texts


def test_usage_needs_shots() -> None:
    """Players with fewer shots than asked for are left out; a limit nobody reaches is refused."""
    players = day("NBA", "players")
    shown = players.sports.plot.usage_efficiency(least=15).collections[0].get_offsets()
    assert len(shown) == (players.groupby("player_id")["field_goals_attempted"].mean() >= 15).sum()
    with pytest.raises(sf.QueryError, match="no player takes 90 shots"):
        players.sports.plot.usage_efficiency(least=90)


def test_usage_of_some_players_takes_the_teams() -> None:
    """With teams= each stands where the whole table has them; without, a few complete games stand for no season."""
    players, teams = day("NBA", "players"), day("NBA", "teams")
    first = players.loc[players["game_id"] == players["game_id"].iloc[0], "player_id"]
    least = players.groupby("player_id")["seconds_played"].transform("min")  # a few have two games on a date
    some = players[(least >= 1200) | players["player_id"].isin(first)]
    whole, shown = (
        {tuple(point) for point in ax.collections[0].get_offsets()}
        for ax in (players.sports.plot.usage_efficiency(), some.sports.plot.usage_efficiency(teams=teams))
    )
    assert shown
    assert shown <= whole
    with (
        pytest.warns(sf.SportsframeWarning, match="usage_pct is missing for"),
        pytest.raises(sf.FrameError, match=r"known for \d+ of \d+ lines; pass teams=") as told,
    ):
        some.sports.plot.usage_efficiency()
    assert len(str(told.value)) <= 200


def test_players_are_compared_by_shares_of_their_sides() -> None:
    """The frame has all players of the games: those that are not compared count, as in `leaders`."""
    players = day("NBA", "players")
    ids = players.nlargest(2, "points")["player_id"].tolist()
    given = {"league": players}
    shown = texts(players.sports.plot.compare(players=ids, columns=["usage_pct", "pie", "per"], **given))
    for name in ("usage_pct", "pie", "per"):
        wanted = players.sports.measure(name, by="player_id", **(given if name == "per" else {})).loc[ids]
        assert {f"{value:.1f}" for value in wanted} <= set(shown)


def test_the_mean_of_usage_is_no_line_of_the_grid() -> None:
    """Lines of the mean have a color that lines of the grid do not have."""
    ax = day("NBA", "players").sports.plot.usage_efficiency(least=5)
    assert len(ax.lines) == 2
    assert not {to_hex(line.get_color()) for line in ax.lines} & {
        to_hex(line.get_color()) for line in ax.get_xgridlines()
    }
    assert {line.get_color() for line in ax.lines} == {_theme.LIGHT[1]}


@pytest.mark.sampled
@pytest.mark.parametrize("dark", [False, True])
def test_the_number_of_a_small_sector_stands_beyond_its_end(dark: bool) -> None:
    """Numbers lie within their sector or outside, in the color of text there, and across no edge."""
    players = sf.live(season=2024, sport="SOCCER", league="SERIEA", table="players", progress=False)
    beyond = 0
    for player in players.groupby("player_id")["minutes_played"].sum().nlargest(6).index:
        with sf.style(dark=dark):
            ax = players.sports.plot.percentiles(player=player)
        ax.figure.draw_without_rendering()
        numbers = [text for text in ax.texts if text.get_weight() == "bold"]
        assert len(numbers) == len(ax.patches) - 4
        for text, wedge in zip(numbers, ax.patches[4:], strict=True):
            corners = ax.transData.inverted().transform(text.get_window_extent().corners())
            far = np.hypot(*corners.T)
            turn = (np.degrees(np.arctan2(*corners.T[::-1])) - wedge.theta1) % 360
            within = (far < wedge.r) & (turn < wedge.theta2 - wedge.theta1)
            assert within.all() or far.min() > wedge.r - 2, text.get_text()
            beyond += not within.all()
    assert beyond > 2


@pytest.mark.parametrize(("size", "dpi"), [((6.6, 6.4), 100), ((5, 5), 150)])
def test_labels_of_percentiles_have_one_size(size: tuple[float, float], dpi: float) -> None:
    """A long label that has to be smaller makes the others as small."""
    players = sf.live(("2024-12-01", "2024-12-07"), "NBA", table="players")
    best = players.groupby("player_id")["points"].sum().idxmax()
    ax = players.sports.plot.percentiles(player=best, figsize=size)
    ax.figure.set_dpi(dpi)
    ax.figure.draw_without_rendering()
    outside = [text for text in ax.texts if "\n" in text.get_text() and text.get_gid() is None]
    assert len(outside) > 5
    assert len({text.get_fontsize() for text in outside}) == 1


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
    assert re.search(r"Top tens \d\.\d\d\b", shown)  # less than ten of anything has two decimals
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
    assert f"Yards from scrimmage\n{yards:.1f}" in shown
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
    players = players[players["game_date"] == players["game_date"].mode()[0]]  # one game each
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


def lie_at(heights: Iterable[float], positions: list[float]) -> bool:
    """Whether lines lie at positions; those who share one have the room of as many, from its top."""
    return all(
        height == place if places.index(place) == i else place < height < place + places.count(place)
        for places in [sorted(positions)]
        for i, (height, place) in enumerate(zip(sorted(heights), places, strict=True))
    )


def test_positions_by_round() -> None:
    """After the last round the positions are those of the tournament; level players share them."""
    field = day("PGA", "players")
    ax = field.sports.plot.rounds(top=10)
    total = field[[f"round_{i}" for i in range(1, 5)]].astype(float).sum(axis=1, skipna=False)
    places = total.rank(method="min").dropna().sort_values()
    wanted = places[places.rank(method="max") <= 10]  # all or none of those who share a place

    assert 5 < len(wanted) <= 10
    assert lie_at((line.get_ydata()[-1] for line in ax.lines), wanted.tolist())
    first = field["round_1"].astype(float).rank(method="min")
    assert lie_at((line.get_ydata()[0] for line in ax.lines), first[wanted.index].tolist())
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


@pytest.mark.parametrize(
    ("sport", "table", "column", "instead"),
    [
        ("MLB", "pitching", "innings", "pass 'innings_pitched'"),
        ("MLB", "pitching", "season", "leave it out"),
        ("MLB", "pitching", "player_id", "leave it out"),
        ("NHL", "goalies", "time_on_ice", "pass 'seconds_played'"),
        ("PGA", "players", "position", "leave it out"),
        ("PGA", "players", "thru", "leave it out"),
    ],
)
def test_what_does_not_add_up_is_not_compared(sport: str, table: str, column: str, instead: str) -> None:
    """Columns are added up by the rule of `leaders`: no notations, keys or places."""
    rows = day(sport, table)
    one, two = rows["player_id"].unique()[:2]
    for draw in (
        lambda: rows.sports.plot.compare(one, two, columns=[column]),
        lambda: rows.sports.plot.percentiles(one, columns=[column]),
    ):
        with pytest.raises(sf.QueryError, match=f"{column} does not add up over rows; {instead}"):
            draw()


def test_columns_of_your_own_are_compared_as_they_are() -> None:
    """Nothing is added up where each player has one row."""
    players = day("NBA", "players").head(2)
    ax = players.assign(clutch=[1.5, 2.5]).sports.plot.compare(columns=["clutch"])
    assert [bar.get_width() for bars in ax.containers for bar in bars] == [0.6, 1.0]
    again = pd.concat([players.assign(clutch=1.5), players.assign(clutch=2.5)], ignore_index=True)
    with pytest.raises(sf.QueryError, match="clutch does not add up"):
        again.sports.plot.compare(columns=["clutch"])


def strokes_percentile(field: pd.DataFrame, who: int) -> float:
    """The percentile of strokes that a radar of a player shows, from the length of its sector."""
    ax = field.sports.plot.percentiles(who)
    (sector,) = [patch for patch in ax.patches if patch.get_gid() == "sector strokes"]
    return float(sector.r)


def test_strokes_rank_among_those_with_as_many_rounds() -> None:
    """The winner leads those who played four rounds; who missed the cut is ranked among those who did, too."""
    field = day("PGA", "players")
    stayed = field["status"] == "active"
    winner = int(field.loc[field["position"] == 1, "player_id"].iloc[0])
    assert strokes_percentile(field, winner) > 98
    out = field[(field["status"] == "cut") & field["round_2"].notna()].sort_values("strokes", kind="stable")
    worst, best = int(out["player_id"].iloc[-1]), int(out["player_id"].iloc[0])
    assert strokes_percentile(field, worst) < 10
    assert strokes_percentile(field, best) > 90

    shown = [label.get_text() for label in field.sports.plot.compare(winner, best).get_yticklabels()]
    assert not any("Strokes" in text or "par" in text for text in shown)
    two = field.loc[stayed, "player_id"].head(2).tolist()
    assert any("Strokes" in label.get_text() for label in field.sports.plot.compare(*two).get_yticklabels())


def test_means_of_what_is_defined_per_row_are_compared() -> None:
    """The names that the refusal of game_score offers are taken, and so is its mean by a radar."""
    rows = day("MLB", "pitching")
    means = rows.sports.measure("game_score_mean", by="player_id").dropna().sort_values()
    one, two = int(means.index[-1]), int(means.index[0])
    for name in ("game_score_mean", "game_score_max"):
        (bars,) = [
            bars for bars in rows.sports.plot.compare(one, two, columns=[name]).containers if bars[0].get_width() == 1
        ]
        assert len(bars) == 1
    ax = rows.sports.plot.percentiles(one, columns=["game_score_mean", "era", "whip", "strikeouts"])
    assert any(f"Game score (James), mean (points)\n{means[one]:g}" in text for text in texts(ax))
    with pytest.raises(sf.QueryError, match="use game_score_mean or game_score_max"):
        rows.sports.plot.compare(one, two, columns=["game_score"])
    with pytest.raises(sf.FrameError, match=r"unknown column or measure 'no_such' for plot\.percentiles"):
        rows.sports.plot.percentiles(one, columns=["no_such"])


def test_a_player_is_not_compared_with_himself() -> None:
    """Whoever is named twice, by name and id, is one player."""
    players = day("NBA", "players")
    who, name = players["player_id"].iloc[0], players["player"].iloc[0]
    with pytest.raises(sf.QueryError, match="name each of them once"):
        players.sports.plot.compare(who, name)


def test_strokes_are_not_ranked_while_a_round_is_played() -> None:
    """Who has played the fewest holes has the fewest strokes; the score to par says who leads."""
    with sf.options(now="2024-06-16T18:30"):
        field = sf.live("2024-06-16", "PGA", table="players")
    leader = int(field.loc[field["position"] == 1, "player_id"].iloc[0])
    sectors = {patch.get_gid(): patch.r for patch in field.sports.plot.percentiles(leader).patches if patch.get_gid()}
    assert "sector strokes" not in sectors
    assert sectors["sector to_par"] > 95
