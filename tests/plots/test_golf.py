"""Golf: purses, courses and leaderboards."""

from __future__ import annotations

import os
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgb

import sportsframe as sf
from sportsframe.plots import _theme

from ..support.days import day, texts


def test_purses_in_millions_and_one_currency() -> None:
    """Bars are purses in millions; two currencies have no axis in common."""
    tour = sf.schedule_season(2024, "PGA")
    ax = tour.sports.plot.purse()
    on = tour[tour["phase"] != "off"].sort_values("game_date", kind="stable")
    wanted = on["purse"].str.replace(r"[^\d]", "", regex=True).astype(float) / 1e6

    assert [bar.get_width() for bar in ax.containers[0]] == pytest.approx(wanted.tolist())
    mixed = tour.assign(purse=["€5,000,000", *tour["purse"][1:]])
    with pytest.raises(sf.QueryError, match="supports a single currency"):
        mixed.sports.plot.purse()


def test_courses_and_leaders() -> None:
    """A point a course; leaders in order of place with their score to par and rounds."""
    courses = sf.schedule_season(2024, "PGA", table="courses")
    points = courses.sports.plot.courses().collections[0]
    assert len(points.get_offsets()) == courses["course"].nunique()

    players = day("PGA", "players")
    ax = players.sports.plot.leaderboard(top=5)
    leaders = whole_places(players, 5)
    (points,) = [found for found in ax.collections if len(found.get_offsets()) == len(leaders)]
    assert points.get_offsets()[:, 0].tolist() == leaders["to_par"].tolist()
    rounds = leaders.iloc[0]
    assert "  ".join(str(rounds[f"round_{i}"]) for i in range(1, 5)) in texts(ax)


def whole_places(players: pd.DataFrame, top: int) -> pd.DataFrame:
    """The first players, without those at a place that others share who are not among them."""
    rows = players.sort_values(["position", "to_par"], kind="stable").head(top + 1)
    return rows[rows["position"] != rows["position"].iloc[-1]]


def points_of(ax: Axes, count: int) -> Any:
    (found,) = [found for found in ax.collections if len(found.get_offsets()) == count]
    return found


@pytest.mark.parametrize("dark", [False, True])
def test_leaders_under_par_have_a_colour_of_their_own(dark: bool) -> None:
    """Scores under par have the second colour, others the first, and the number stands on the outer side."""
    players = day("PGA", "players")
    players = players[players["status"] == "active"].head(3).assign(to_par=[-1, 0, 1], position=[1, 2, 3])
    with sf.style(dark=dark):
        ax = players.sports.plot.leaderboard()
    palette = _theme.DARK if dark else _theme.LIGHT

    assert [tuple(colour[:3]) for colour in points_of(ax, 3).get_facecolors()] == [
        pytest.approx(to_rgb(palette[i])) for i in (1, 0, 0)
    ]
    told = {text.get_text(): text for text in ax.texts if text.get_text() in ("-1", "E", "+1")}
    assert [told[text].get_ha() for text in ("-1", "E", "+1")] == ["right", "left", "left"]
    assert ax.get_xlim()[0] < -1
    assert ax.get_xlim()[1] > 1
    assert len(players.sports.plot.leaderboard().get_yticks()) == 3


def test_fifteen_leaders_unless_more_are_asked_for() -> None:
    """The leaderboard shows the first fifteen; top= changes that."""
    players = day("PGA", "players").sort_values("position", kind="stable").head(20).assign(position=range(1, 21))
    assert len(players.sports.plot.leaderboard().get_yticks()) == 15
    assert len(players.sports.plot.leaderboard(top=16).get_yticks()) == 16


@pytest.mark.parametrize(("places", "shown"), [((1, 2, 3, 3, 5), 2), ((1, 1, 1, 1, 5), 3), ((1, 2, 3, 4, 5), 3)])
def test_a_shared_place_is_not_cut(places: tuple[int, ...], shown: int) -> None:
    """All who share the last place are shown or none, unless all share the first; the subtitle counts them."""
    players = (
        day("PGA", "players")
        .sort_values("position", kind="stable")
        .head(5)
        .assign(position=places, to_par=[place - 9 for place in places])
    )
    ax = players.sports.plot.leaderboard(top=3)
    assert len(ax.get_yticks()) == shown
    assert any(f"leading {shown} of 5" in text for text in texts(ax))
    assert not any("leading" in text for text in texts(players.sports.plot.leaderboard()))


@pytest.mark.parametrize("dark", [False, True])
def test_large_purses_stand_out(dark: bool) -> None:
    """A purse of 1.6 times the middle one or more has the first colour, the others the sixth."""
    season = sf.schedule_season(2024, "PGA", table="tournaments").head(4)
    season = season.assign(purse=["$10,000,000", "$10,000,000", "$15,900,000", "$16,000,000"], phase="scheduled")
    with sf.style(dark=dark):
        bars = season.assign(game_date=pd.date_range("2024-01-01", periods=4)).sports.plot.purse().containers[0]
    palette = _theme.DARK if dark else _theme.LIGHT
    median = 12.95
    large = [value >= 1.6 * median for value in (10, 10, 15.9, 16)]

    assert [bar.get_width() for bar in bars] == pytest.approx([10, 10, 15.9, 16])
    assert [bar.get_facecolor()[:3] for bar in bars] == [
        pytest.approx(to_rgb(palette[0 if big else 5])) for big in large
    ]


def test_courses_stand_apart_and_means_are_marked() -> None:
    """Courses of one par spread by up to 0.17 round it; the line of their mean has the second colour."""
    courses = sf.schedule_season(2024, "PGA", table="courses").drop_duplicates("course").dropna(subset=["par", "yards"])
    ax = courses.sports.plot.courses()
    points = points_of(ax, len(courses))
    heights = points.get_offsets()[:, 1]
    lines = [found for found in ax.collections if found is not points]

    assert np.abs(heights - np.round(heights)).max() == pytest.approx(0.17)
    assert tuple(points.get_facecolors()[0][:3]) == pytest.approx(to_rgb(_theme.LIGHT[0]))
    assert len(lines) == courses["par"].nunique()
    assert all(tuple(line.get_color()[0][:3]) == pytest.approx(to_rgb(_theme.LIGHT[1])) for line in lines)


def test_points_decide_what_strokes_do_not() -> None:
    """Where places do not follow strokes, rounds are refused in one line and the leaderboard says what decides."""
    players = sf.live("2024-07-21", "PGA", table="players")
    points, strokes = (players[players["game_id"] == name] for name in ("2024_933", "2024_932"))

    with pytest.raises(sf.QueryError, match=r"points decide this tournament.*plot\.leaderboard\(\)") as told:
        points.sports.plot.rounds()
    assert "\n" not in str(told.value)
    assert any("places by points, not by strokes" in text for text in texts(points.sports.plot.leaderboard()))
    assert not any("points" in text for text in texts(strokes.sports.plot.leaderboard()))
    assert "places by points, not by strokes" in str(points.sports.show(rows=3))
    assert "points" not in str(strokes.sports.show(rows=3))


def test_last_positions_are_the_official_places() -> None:
    """A play-off decides among players with the same strokes, and shared places have their T."""
    players = sf.live("2024-03-24", "PGA", table="players")
    field = players[players["game_id"] == "2024_912"].set_index("player")
    first, second = (field[field["position"] == place]["to_par"].max() for place in (1, 2))
    assert first == second, "a tournament that a play-off decided"
    front = int((field["position"] <= 10).sum())  # whole, as shared places are not divided
    ax = field.reset_index().sports.plot.rounds(top=front)

    ends = [text for text in ax.texts if text.get_weight() == "bold"]
    assert len(ends) == front
    for text in ends:
        *name, place = text.get_text().partition("  (")[0].split()
        assert field["place"][" ".join(name)] == place


@pytest.mark.parametrize(("now", "rounds", "playing"), [("2024-06-15T20:00", 2, True), ("2024-06-16T12:00", 3, False)])
def test_a_round_counts_when_all_have_finished_it(now: str, rounds: int, playing: bool, tmp_path: Path) -> None:
    """Positions while a round is played are not those after it; those who missed the cut have finished theirs."""
    players = sf.Client(source="simulated", now=now, cache_dir=tmp_path).live("2024-06-13", "PGA", table="players")
    assert players[f"round_{rounds}"].notna().sum() < players["round_1"].notna().sum()
    ax = players.sports.plot.rounds()

    ticks = [tick.get_text() for tick in ax.get_xticklabels()]
    assert ticks[:rounds] == [f"round {n}" for n in range(1, rounds + 1)]
    field = players.set_index("player")
    strokes = field[[f"round_{n}" for n in range(1, rounds + 1)]].sum(axis=1, skipna=False)
    (sub,) = [text.get_text().replace("\n", " ") for text in ax.texts if text.get_gid() == "sub"]
    if playing:
        assert ticks[rounds:] == ["now"]
        assert f"from 2024-06-13, round {rounds + 1} in play" in sub
        strokes = field["position"]
    else:
        assert ticks[rounds:] == []
        assert f"from 2024-06-13, after round {rounds}" in sub
    first = {text.get_text().rsplit("  ", 1)[0] for text in ax.texts if text.get_text().endswith(("  1", "  T1"))}
    assert first == set(strokes[strokes == strokes.min()].index)


def test_partners_do_not_tie() -> None:
    """A pair that is alone at its place shares it with nobody, in tables and pictures; level pairs do."""
    field = sf.live("2024-04-28", "PGA", table="players")
    field = field[field["tournament"].str.contains("Pairs")]
    assert len(field) > 100
    counts = field["position"].value_counts()
    assert counts[1] == counts[2] == 2
    assert counts.max() > 2
    front = next(int(n) for n in counts.sort_index().cumsum() if n >= 8)  # whole, as shared places are not divided
    told = {word for word in str(field.sports.show(rows=front)).split() if re.fullmatch(r"T?\d", word)}
    leaders = field["position"].dropna().sort_values().head(front)
    wanted = {f"{'T' * int(counts[place] > 2)}{place}" for place in leaders}
    assert told == wanted
    ax = field.sports.plot.leaderboard(top=front)
    assert {tick.get_text().split()[-1] for tick in ax.get_yticklabels()} == wanted
    single = sf.live("2024-06-16", "PGA", table="players")
    tied = single["position"].value_counts()
    first = tied[tied == 2].index.min()
    assert f"T{first}" in str(single.sports.show(rows=60)).split()


@pytest.fixture(scope="module")
def pairs() -> pd.DataFrame:
    """The players of a tournament of pairs."""
    field = sf.Client(source="simulated", now="2025-04-30").live("2025-04-27", "PGA", table="players")
    return field[field["tournament"].str.contains("Pairs")]


@pytest.fixture(scope="module")
def front(pairs: pd.DataFrame) -> int:
    """How many pairs have the first eight places, which may be shared and are not divided."""
    return int((pairs["position"] <= 8).sum()) // 2


def test_pairs_are_named_for_both_partners(pairs: pd.DataFrame, front: int) -> None:
    """Each partner is one word, whatever belongs to the surname: a space would make one man of them."""
    named = pairs.assign(player=[f"Ernie den Holt{number} III" for number in range(len(pairs))])
    ends = [text.get_text() for text in named.sports.plot.rounds(top=front).texts if "Holt" in text.get_text()]
    assert len(ends) == front
    assert all(re.match(r"Holt\d+/Holt\d+ ", end) for end in ends)


def test_pairs_have_one_line_and_count_as_one(pairs: pd.DataFrame, front: int) -> None:
    """Each line is one of a pair, at one more than the pairs that had fewer strokes after the round."""
    ax = pairs.sports.plot.rounds(top=front)
    ends = [text.get_text() for text in ax.texts if text.get_gid() == "end"]
    assert len(ends) == len(ax.lines) == front
    assert sum("/" in end for end in ends) == front
    winners = pairs[pairs["position"] == 1]
    assert sorted(name.split()[-1] for name in winners["player"]) == sorted(ends[0].split()[0].split("/"))
    for n, height in enumerate(ax.lines[0].get_ydata()[:-1], 1):
        rounds = [f"round_{n}" for n in range(1, n + 1)]
        so_far, own = pairs[rounds].sum(axis=1, skipna=False), winners[rounds].iloc[0].sum()
        place = (so_far < own).sum() // 2 + 1
        assert place <= height < place + 1, n
    assert ax.lines[0].get_ydata()[-1] == 1
    assert ax.lines[1].get_ydata()[-1] < 3


def test_pairs_with_equal_rounds_are_counted_on_one_line(pairs: pd.DataFrame) -> None:
    """Nothing tells which of four players are partners; the subtitle counts two pairs, and says so."""
    same = pairs["position"].isin(pairs["position"].drop_duplicates().nsmallest(2))
    rounds = [f"round_{n}" for n in range(1, 5)]
    equal = pairs.copy()
    equal.loc[same, [*rounds, "to_par", "strokes"]] = pairs.loc[same, [*rounds, "to_par", "strokes"]].iloc[0].to_numpy()
    winner = int(pairs.loc[pairs["position"] == 1, "player_id"].iloc[0])
    for field, count, end in ((pairs, 1, ""), (equal, same.sum() // 2, "; pairs with equal rounds have one line")):
        ax = field.sports.plot.rounds(players=[winner])
        (sub,) = (text.get_text() for text in ax.texts if text.get_gid() == "sub")
        assert len(ax.lines) == 1
        assert sub.endswith(f" of {count} among {pairs['round_1'].notna().sum() // 2}{end}")


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("place", [1, 6])
def test_a_leaderboard_keeps_partners_together(pairs: pd.DataFrame, place: int, more: int) -> None:
    """Whoever stands on it stands beside the partner, level pairs in the order of `show`."""
    rows = int((pairs["position"] <= place).sum())
    assert (pairs["position"] <= place).eq(pairs["position"].rank() <= rows + more).all(), "places that are not divided"
    ax = pairs.sports.plot.leaderboard(top=rows + more)
    scores = [text.get_text() for text in ax.texts if re.fullmatch(r"(\d\d\s+){3}\d\d", text.get_text().strip())]
    assert len(scores) == rows
    assert scores[::2] == scores[1::2]


def test_leaders_in_play_are_those_of_the_present_positions() -> None:
    """While a round is played, the lines are those of the players who lead now, whatever they were after the last."""
    with sf.options(now="2024-06-16T18:30"):
        players = sf.live("2024-06-16", "PGA", table="players")
    ax = players.sports.plot.rounds(top=6)
    so_many = players["position"].value_counts().sort_index().cumsum()
    leaders = players[players["position"] <= so_many[so_many <= 6].index.max()]  # shared places are not divided
    assert len(leaders) > 3
    ends = {text.get_text().rsplit("  ", 1)[0] for text in ax.texts if text.get_gid() == "end"}
    assert ends == set(leaders["player"])


def test_level_players_have_lines_of_their_own() -> None:
    """Lines at the same position lie beside each other, so that every player has a visible one, and not on the next."""
    with sf.options(now="2024-06-15T18:30"):
        players = sf.live("2024-06-15", "PGA", table="players")
    for figsize in ((4.5, 3.2), (12, 6.75)):
        ax = players.sports.plot.rounds(figsize=figsize)
        ends = [text for text in ax.texts if text.get_gid() == "end"]
        assert len(ax.lines) == len(ends) > 5
        ax.figure.canvas.draw()
        for column in range(len(ax.lines[0].get_xdata())):
            heights = sorted(ax.transData.transform((0, line.get_ydata()[column]))[1] for line in ax.lines)
            assert np.diff(heights).min() > 1.5 * ax.figure.dpi / 72


def test_leaderboard_in_play_says_today_and_the_holes_played() -> None:
    """Each player's score of the round and holes follow the rounds, F after it; the subtitle has the round."""
    with sf.options(now="2024-06-16T18:30"):
        players = sf.live("2024-06-16", "PGA", table="players")
    ax = players.sports.plot.leaderboard(top=25)
    told = {text.get_text() for text in ax.texts if "    " in text.get_text()}
    courses = sf.schedule_season(2024, "PGA", table="courses")
    (par,) = courses.loc[courses["game_id"].isin(players["game_id"]), "par"]
    rows = whole_places(players, 25)
    assert len(told) == len(rows)
    for row in rows.itertuples():
        today = row.to_par - (row.round_1 + row.round_2 + row.round_3 - 3 * par)
        rounds = [str(n) for n in (row.round_1, row.round_2, row.round_3, row.round_4) if not pd.isna(n)]
        holes = "F" if len(rounds) == 4 else f"thru {row.thru}"
        assert f"{'  '.join(rounds)}    {'E' if not today else f'{today:+d}'} {holes}" in told
    (sub,) = [text.get_text() for text in ax.texts if text.get_gid() == "sub"]
    scored = players["to_par"].notna().sum()
    assert sub.replace("\n", " ") == f"PGA, from 2024-06-13, round 4 in play, leading {len(rows)} of {scored}"
    assert ax.get_xlabel().replace("\n", " ") == (
        "To par (strokes); rounds at the right, then today and the holes played"
    )

    with sf.options(now="2024-06-13T15:00"):
        first = sf.live("2024-06-13", "PGA", table="players")
    ax = first.sports.plot.leaderboard()
    playing = first[first["thru"].between(1, 17)].nsmallest(1, "to_par", keep="all")
    assert len(playing)
    assert {f"{row.to_par:+d} thru {row.thru}" for row in playing.itertuples()} <= set(texts(ax))
    over = sf.live("2024-06-16", "PGA", table="players")
    assert not any("thru" in text for text in texts(over.sports.plot.leaderboard()))


def test_the_word_cut_lies_on_no_number() -> None:
    """The label of the line of the cut touches neither the score above it nor the one below."""
    players = sf.live("2024-06-16", "PGA", table="players")
    ax = players.sports.plot.leaderboard(top=75)
    ax.figure.canvas.draw()
    (cut,) = [text for text in ax.texts if text.get_text() == "cut"]
    box = cut.get_window_extent()
    others = [text for text in ax.texts if text is not cut and text.get_text()]
    assert not any(box.overlaps(text.get_window_extent()) for text in others)


@pytest.mark.parametrize(
    ("day", "now"),
    [
        ("2023-01-08", "2024-01-01"),  # by invitation, without a cut
        ("2023-06-15", "2023-06-16T02:00"),  # a major after its first round, with a cut to come
    ],
)
def test_no_cut_is_drawn_where_nobody_missed_one(day: str, now: str) -> None:
    """Those who withdrew or were disqualified stand last and are called so; no line above them tells of a cut."""
    with sf.options(now=now):
        field = sf.live(day, "PGA", table="players")
    field = field[(field["position"] <= 60) | field["status"].ne("active")]
    assert {"active", "withdrawn"} <= set(field["status"])
    assert not field["status"].eq("cut").any()

    ax = field.sports.plot.leaderboard(top=len(field))

    assert ax.get_yticklabels()[-1].get_text().endswith("   WD")
    assert not [line for line in ax.lines if line.get_gid() == "cut"]
    assert "cut" not in texts(ax)


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(4, 3), (6, 4), (8, 5)])
@pytest.mark.parametrize("columns", [1, 2])
def test_positions_at_the_axis_lie_apart(size: tuple[int, int], columns: int) -> None:
    """The first places of a field, of which some leaders were far behind, are numbered as far as there is room."""
    field = sf.live("2023-06-18", "PGA", table="players")
    figure, grid = plt.subplots(1, columns, figsize=(size[0] * columns, size[1]), squeeze=False, layout="constrained")
    ax = field.sports.plot.rounds(ax=grid[0, 0])
    figure.canvas.draw()
    ticks = [label for label in ax.get_yticklabels() if label.get_text()]
    assert len(ticks) > 2
    assert ticks[0].get_text() == "1"
    boxes = [label.get_window_extent() for label in ticks]
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))


def test_positions_of_part_of_a_field_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Places that the frame cannot explain, or nobody with one, are no field; others are told of whom they are."""
    field = sf.live("2024-01-14", "PGA", table="players")
    cut = field[field["status"] == "cut"]
    tied = field.loc[field["place"].str.startswith("T"), "place"].iloc[0]
    chosen = field[field["place"].isin(["1", tied])]
    for part in (cut, cut.head(1), field[field["status"] == "withdrawn"], chosen):
        with pytest.raises(
            sf.QueryError, match=r"whole table, and those to draw by name: df\.sports\.plot\.rounds\('"
        ) as told:
            part.sports.plot.rounds()
        assert len(str(told.value)) <= 200
    capsys.readouterr()
    stayed = field[field["status"] == "active"]
    assert any(f"among {len(stayed)}" in text for text in texts(stayed.sports.plot.rounds()))
    assert f"among the {len(stayed)} of the frame, none of whom missed a cut" in capsys.readouterr().err


def test_chosen_players_are_ranked_in_the_whole_field() -> None:
    """Lines of those chosen have their positions in the field; of those who missed the cut they end there."""
    field = sf.live("2024-01-14", "PGA", table="players").set_index("player", drop=False)
    two = [field.index[field["place"].str.startswith("T")][0], field.index[field["status"] == "cut"][0]]
    ax = field.sports.plot.rounds(*two)
    first = field["round_1"].rank(method="min")

    assert [line.get_ydata()[0] for line in ax.lines] == [first[name] for name in two]
    assert np.isnan(ax.lines[1].get_ydata()[2:]).all()
    ends = [text.get_text() for text in ax.texts if text.get_gid() == "end"]
    assert ends == [f"{two[0]}  {field.loc[two[0], 'place']}", f"{two[1]}  CUT"]
    with pytest.raises(sf.QueryError, match="list of 1 to 20 names"):
        field.sports.plot.rounds(*field["player"].head(21))


def test_who_missed_the_cut_has_no_place_in_play() -> None:
    """While the third round is played, a player who missed the cut ends with CUT."""
    with sf.options(now="2024-06-15T20:30"):
        field = sf.live("2024-06-13", "PGA", table="players")
    name = field.loc[field["status"] == "cut", "player"].iloc[0]
    ax = field.sports.plot.rounds(name)
    assert [text.get_text() for text in ax.texts if text.get_gid() == "end"] == [f"{name}  CUT"]


def test_partners_are_chosen_together(pairs: pd.DataFrame) -> None:
    """Either partner stands for the line of the pair."""
    winners = pairs.loc[pairs["position"] == 1, "player"]
    ends = [
        [text.get_text() for text in pairs.sports.plot.rounds(name).texts if text.get_gid() == "end"]
        for name in winners
    ]
    assert ends[0] == ends[1]
    assert len(ends[0]) == 1


def test_one_is_not_several() -> None:
    """Headings of a single course, venue or team have the singular."""
    course = sf.schedule_season(2024, "PGA", table="courses").dropna(subset=["par", "yards"]).head(1)
    assert course.sports.plot.courses().get_title(loc="left") == "1 course by par and length"
    games = day("MLB", "games", "schedule").dropna(subset=["latitude", "longitude"]).head(1)
    assert games.sports.plot.venues().get_title(loc="left") == "1 venue of 1 game"
    race = sf.live("2024-06-01", "MLB").head(1).sports.plot.standings_race()
    assert any("2 teams, 1 game" in text and "games" not in text for text in texts(race))
