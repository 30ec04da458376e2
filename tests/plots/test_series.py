"""The bracket as a picture: where series stand, what is written in them, which lines lead where."""

from __future__ import annotations

import functools
import os
import re
from collections import Counter
from itertools import pairwise

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.patches import Rectangle

import sportsframe as sf
from sportsframe.measures import bracket
from sportsframe.measures.ahead import completed
from sportsframe.plots import _theme
from sportsframe.plots.series import _Places
from tests.measures.test_brackets import playoffs
from tests.measures.test_league import games, won

from ..support.pictures import sample
from ..support.trials import but_in_long_trials
from .test_sizes import faults


def boxes(ax: Axes) -> list[Rectangle]:
    return [patch for patch in ax.patches if isinstance(patch, Rectangle)]


def words(ax: Axes) -> list[str]:
    return [text.get_text() for text in ax.texts]


def test_a_bracket_in_another_order_is_the_same_picture() -> None:
    """Its labels say where each series leads; without them it is refused, as is a bracket that is there twice."""
    series = sample("bracket")
    wanted = words(sf.plots.bracket(series))
    for other in (series.iloc[::-1], series.sort_values("first_date"), series.sample(frac=1, random_state=7)):
        assert words(sf.plots.bracket(other)) == wanted
        plt.close("all")
    for wrong in (series.iloc[::-1].reset_index(drop=True), pd.concat([series, series]), series.iloc[1:]):
        with pytest.raises(
            sf.QueryError, match=r"requires all series of a bracket, .* next is the place of a row in it"
        ):
            sf.plots.bracket(wrong)


def test_each_series_is_a_box_with_both_sides() -> None:
    """Seeds, names and scores of every series stand in its box, the winner bold; no two boxes overlap."""
    series = sample("bracket")
    ax = sf.plots.bracket(series, figsize=(24, 8))
    ax.figure.canvas.draw()
    places = [box.get_window_extent() for box in boxes(ax)]

    assert len(places) == len(series)
    assert not any(one.overlaps(two) for i, one in enumerate(places) for two in places[:i])
    for (_, row), place in zip(series.iterrows(), places, strict=True):
        inside = [
            text for text in ax.texts if place.contains(*text.get_window_extent().get_points().mean(axis=0).tolist())
        ]
        told = [text.get_text() for text in inside]
        assert {str(row["seed_1"]), row["team_1"], str(row["score_1"])} <= set(told)
        assert {str(row["seed_2"]), row["team_2"], str(row["score_2"])} <= set(told)
        bold = {text.get_text() for text in inside if text.get_weight() == "bold"}
        assert row["winner"] in bold
        assert not {row["team_1"], row["team_2"]} - {row["winner"]} & bold
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("width", [6.4, 9.0])
def test_a_side_is_called_the_same_in_all_of_its_boxes(width: float) -> None:
    """However a name is shortened, it is in the same way in every round, whoever won and however wide the score is."""
    series = sample("bracket")
    ax = sf.plots.bracket(series, figsize=(width, 8))
    ax.figure.canvas.draw()
    called = [
        text.get_text()
        for box in boxes(ax)
        for text in ax.texts
        if box.get_window_extent().contains(*text.get_window_extent().get_points().mean(axis=0).tolist())
        and not text.get_text().isdigit()
    ]
    teams = pd.concat([series["team_1"], series["team_2"]])
    assert len(called) == len(teams)
    assert len(set(called)) == teams.nunique()
    assert sorted(Counter(called).values()) == sorted(teams.value_counts())
    plt.close("all")


def test_lines_lead_to_the_next_series() -> None:
    """Every series but the final has one line, from its box to that of the next one; the champion's are in color."""
    series = sample("bracket")
    ax = sf.plots.bracket(series)
    strong = to_rgba(_theme.LIGHT[0])
    champion = series["winner_id"].iloc[-1]
    centres = [(box.get_x() + box.get_width() / 2, box.get_y() + box.get_height() / 2) for box in boxes(ax)]
    following = series["next"].dropna()
    assert len(ax.lines) == len(following)
    for line, (row, after) in zip(ax.lines, following.items(), strict=True):
        (_, y), (_, to_y) = line.get_xydata()[[0, -1]]
        assert (y, to_y) == (centres[row][1], centres[int(after)][1])
        assert (to_rgba(line.get_color()) == strong) == (series["winner_id"][row] == champion)
    plt.close("all")


def test_halves_meet_in_the_middle() -> None:
    """With a final, conferences stand left and right of it, first rounds outside; both halves begin at the top."""
    series = sample("bracket")
    ax = sf.plots.bracket(series)
    at = pd.DataFrame({"x": [box.get_x() for box in boxes(ax)], "y": [box.get_y() for box in boxes(ax)]}).join(series)
    final = at.iloc[-1]
    parts = [part for _, part in at.groupby("conference")]
    assert len(parts) == 2
    assert (parts[0]["x"] < final["x"]).all() != (parts[1]["x"] < final["x"]).all()
    for part in parts:
        away = (part["x"] - final["x"]).abs().groupby(part["round"]).mean().tolist()
        assert all(one > two for one, two in pairwise(away))
    assert parts[0]["y"].min() == parts[1]["y"].min()
    plt.close("all")


def test_what_would_be_today_is_dashed() -> None:
    """A projected first round: dashed boxes without scores, a bye where nobody plays, said in the subtitle."""
    groups = {n: f"A - {name}" for n, name in enumerate("EWNSEWNSEWNS", 1)} | {99: "B - E"}
    season = [result for team in range(1, 13) for result in won(team, 99, 20 - team)]
    ax = sf.plots.bracket(bracket(games("NFL", *season), groups=groups))
    assert {box.get_linestyle() for box in boxes(ax)} == {"--"}
    assert "bye" in words(ax)
    assert "0" not in words(ax)
    assert any("by the present standings" in text for text in words(ax))
    plt.close("all")


def test_every_game_of_a_play_in_leads_on() -> None:
    """The winner of 9 against 10 meets the loser of 7 against 8 in a game to come, for the last seed."""
    parts = {"A": range(1, 12), "B": range(12, 23)}
    groups = {team: f"{part} - {part}" for part, teams in parts.items() for team in teams}
    season = [result for teams in parts.values() for team in teams[:-1] for result in won(team, teams[-1], 30 - team)]
    series = bracket(games("NBA", *season), groups=groups)
    whole = completed(series)
    assert series["projected"].all()
    assert whole["next"].isna().sum() == 1
    for part in parts:
        third = whole[(whole["conference"] == part) & (whole["round"] == 0) & whole["ahead"]]
        (row,) = third.index
        assert whole.loc[whole["next"] == row, ["seed_1", "seed_2"]].to_numpy().tolist() == [[9, 10]]
        assert whole.loc[third["next"], ["seed_1", "seed_2"]].to_numpy().tolist() == [[1, 8]]
    assert len(boxes(sf.plots.bracket(series))) == len(whole)
    plt.close("all")


def test_series_show_wins_and_a_play_in_stands_before_the_game_it_leads_to() -> None:
    """Wins of both sides; of two games of one round that follow each other the first is further out."""
    series = bracket(
        playoffs(
            "NBA",
            (0, "East - Play-In", [*won(9, 10), *won(9, 8)]),
            (1, "East - First Round", [*won(1, 9, 4), *won(9, 1, 2)]),
        )
    )
    assert series["next"].tolist() == [1, 2, pd.NA]
    ax = sf.plots.bracket(series)
    columns = [box.get_x() for box in boxes(ax)]
    assert columns == sorted(set(columns))
    assert {"4", "2", "T9"} <= set(words(ax))
    assert any("wins" in text for text in words(ax))
    plt.close("all")


@functools.cache
def college(first: str = "2024-03-18", last: str = "2024-04-09") -> pd.DataFrame:
    """A tournament of 68 teams in 13 columns."""
    dates = (first, last)
    teams = sf.live(dates, "NCAABB", table="teams", progress=False)
    return sf.live(dates, "NCAABB", progress=False).sports.bracket(teams=teams)


@pytest.mark.sampled
@pytest.mark.parametrize("dark", but_in_long_trials([False, True], True))
@pytest.mark.parametrize("size", [(12, 6.75), (6.4, 4.8), None])
@pytest.mark.parametrize("many", [False, True])
def test_a_bracket_is_legible_on_a_slide_and_in_a_grid(
    size: tuple[float, float] | None, *, many: bool, dark: bool
) -> None:
    """Type of 6 points or more, sides by abbreviation or a whole last word, clear of boxes, lines and each other."""
    series = college() if many else sample("bracket")
    with plt.style.context("dark_background" if dark else "default"):
        grid = plt.subplots(2, 2, figsize=(20, 13) if many else (12, 6.75), layout="constrained")[1]
        if many and size == (6.4, 4.8):
            size = (10, 6)
        ax = sf.plots.bracket(series, figsize=size) if size else sf.plots.bracket(series, ax=grid[0, 0])
        ax.figure.draw_without_rendering()
    texts = [text for text in ax.texts if text.get_text()]
    places = [text.get_window_extent() for text in texts]
    whole = {word for n in (1, 2) for word in series[f"abbreviation_{n}"].dropna()}
    whole |= {word for n in (1, 2) for name in series[f"team_{n}"].dropna() for word in name.split()}
    whole |= {"St.", "Inst.", "Coll."}  # of schools
    held = [box.get_window_extent() for box in boxes(ax)]

    assert min(text.get_fontsize() for text in texts) >= 6
    assert not any(one.overlaps(two) for n, one in enumerate(places) for two in places[:n])
    for text, place in zip(texts, places, strict=True):
        around = [box for box in held if box.overlaps(place)]
        assert len(around) <= 1
        if around:
            assert around[0].padded(1).contains(place.x0, place.y0)
            assert around[0].padded(1).contains(place.x1, place.y1)
            assert text.get_text().isdigit() or text.get_text().split()[-1] in whole
        else:
            assert not any(line.get_path().transformed(ax.transData).intersects_bbox(place) for line in ax.lines)
    plt.close("all")


def test_abbreviations_are_those_of_the_teams() -> None:
    """Of both sides, by the teams of the same games; without teams they are missing."""
    dates = ("2024-03-18", "2024-04-09")
    teams = sf.live(dates, "NCAABB", table="teams", progress=False)
    wanted = dict(zip(teams["team_id"], teams["abbreviation"], strict=True))
    for n in (1, 2):
        assert college()[f"abbreviation_{n}"].tolist() == college()[f"id_{n}"].map(wanted).tolist()
    alone = sf.live(dates, "NCAABB", progress=False).sports.bracket()
    assert alone[["abbreviation_1", "abbreviation_2"]].isna().all(axis=None)


def test_sides_without_abbreviations_go_by_their_last_word() -> None:
    """Where initials and last word do not fit, the last word; two sides that share it have initials."""
    series = sample("bracket").drop(columns=["abbreviation_1", "abbreviation_2"])
    sides = sorted({name for n in (1, 2) for name in series[f"team_{n}"]})
    called = {name: f"{name.split()[0]} Herons{n}" for n, name in enumerate(sides)} | {sides[1]: "Zedholt Herons0"}
    ax = sf.plots.bracket(series.replace(called), figsize=(7, 5))

    assert {name.split()[-1] for name in [*called.values()][2:]} < set(words(ax))
    assert {text for text in words(ax) if text.endswith("Herons0")} == {f"{sides[0][0]}. Herons0", "Z. Herons0"}
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(2.5, 3), (2, 9), (14, 1.5)])
@pytest.mark.parametrize("brief", [False, True])
def test_the_size_that_a_refusal_names_is_enough(size: tuple[float, float], *, brief: bool) -> None:
    """A bracket that would be illegible is refused in one line with a size at which it is drawn."""
    series = sample("bracket")
    series = series if brief else series.drop(columns=["abbreviation_1", "abbreviation_2"])
    with pytest.raises(sf.QueryError, match=r"illegible in .* inches; pass figsize=\(.*\)\.$") as told:
        sf.plots.bracket(series, figsize=size)
    given = re.search(r"figsize=\((.*), (.*)\)\.$", str(told.value))
    assert given is not None
    sf.plots.bracket(series, figsize=(float(given[1]), float(given[2])))
    axes = plt.figure(figsize=size).subplots()
    with pytest.raises(sf.QueryError, match=r"; pass larger axes, or draw it without ax= and with figsize="):
        sf.plots.bracket(series, ax=axes)
    plt.close("all")


def test_brackets_that_cannot_be_drawn() -> None:
    """Rows without the series they lead to are refused in one line."""
    series = sample("bracket")
    with pytest.raises(sf.FrameError, match=r"draws a result of bracket\(\): df\.sports\.bracket\(\)\."):
        sf.live("2024-12-05", "NBA").sports.plot.bracket()
    with pytest.raises(sf.QueryError, match="requires all series of a bracket"):
        sf.plots.bracket(series.head(8))
    assert plt.get_fignums() == []


def test_colleges_go_by_their_schools() -> None:
    """A bracket of colleges has schools, shortened where they do not fit, and no nicknames, also of two words."""
    series = college()  # without a score of three digits beside a long name
    nicknames = {name for n in (1, 2) for name in series[f"mascot_{n}"].dropna()}
    assert nicknames
    schools = {
        team.removesuffix(f" {mascot}")
        for n in (1, 2)
        for team, mascot in zip(series[f"team_{n}"], series[f"mascot_{n}"], strict=True)
        if not pd.isna(team)
    }
    assert schools <= {*words(sf.plots.bracket(series, figsize=(40, 10)))}
    usual = {*words(sf.plots.bracket(series))}
    assert not any(text.endswith(tuple(nicknames)) for text in usual)
    assert {name for name in schools if len(name.split()) == 1} <= usual
    assert {name.replace(" State", " St.") for name in schools if name.endswith(" State")} <= usual
    twice = series.replace({f"team_{n}": r"(\w+)$" for n in (1, 2)}, r"Blue \1", regex=True)
    twice = twice.assign(**{f"mascot_{n}": "Blue " + series[f"mascot_{n}"] for n in (1, 2)})
    assert schools <= {*words(sf.plots.bracket(twice, figsize=(40, 10)))}
    bare = series.drop(columns=["mascot_1", "mascot_2"])
    assert schools <= {*words(sf.plots.bracket(bare, figsize=(40, 10)))}
    plt.close("all")


def test_abbreviations_have_a_key() -> None:
    """Where only abbreviations fit, a key says which teams they are, if it fits itself."""
    series = sample("bracket")
    pairs = {
        f"{short} {team}"
        for n in (1, 2)
        for short, team in series[[f"abbreviation_{n}", f"team_{n}"]].dropna().to_numpy()
    }

    def key(size: tuple[float, float]) -> list[str]:
        ax = sf.plots.bracket(series, figsize=size)
        return [text.get_text() for text in ax.texts if text.get_gid() == "key"]

    (told,) = key((6, 4))
    assert {part.strip() for part in told.replace("\n", " ").split(",")} == pairs
    assert key((16, 8)) == key((6, 2.2)) == []
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("size", [(5, 3), (6, 4), (8, 4.5), (20, 9)])
@pytest.mark.parametrize("names", ["NFL", "NBA", "MLB"])
def test_headings_tell_the_final_of_a_conference_from_the_final_of_all(names: str, size: tuple[float, float]) -> None:
    """Columns of one name are those of one round, in every size."""
    series = sample("bracket")
    parts = dict(zip(["Anvil Conference", "Beacon Conference"], ["Compass League", "Lantern League"], strict=True))
    rounds = {
        "NBA": {"Anvil Conference Championship": "Final", "Beacon Conference Championship": "Final",
                "Championship Game": "Finals"},
        "MLB": {"Anvil Conference Championship": "Compass League Championship Series",
                "Beacon Conference Championship": "Lantern League Championship Series", "Wild Card": "Wild Card Series",
                "Divisional Round": "Division Series", "Championship Game": "Championship Final"},
    }.get(names, {})  # fmt: skip
    series["round_name"] = series["round_name"].replace(rounds)
    if names == "MLB":
        series["conference"] = series["conference"].replace(parts)
    ax = sf.plots.bracket(series, figsize=size)
    ax.figure.draw_without_rendering()
    heads = [text for text in ax.texts if text.get_position()[1] < -0.5 and text.get_ha() == "center"]
    told = [text.get_text() for text in sorted(heads, key=lambda text: text.get_position()[0])]
    assert len(told) == 7
    assert told[:3] == told[:3:-1] or size == (20, 9)
    assert len({*told[:4]}) == 4
    assert any(word in told[2] for word in ("Conf", "League", "Lg."))
    places = [text.get_window_extent() for text in heads]
    assert not any(one.overlaps(two) for n, one in enumerate(places) for two in places[:n])
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("until", ["2025-03-22T12:00", "2025-03-28T12:00", "2025-03-31T12:00"])
def test_regions_stand_where_the_semifinals_pair_them(until: str) -> None:
    """However far each region has come, those of a half are the two whose winners meet."""
    with sf.options(source="simulated", now="2025-05-01"):
        whole = sf.live(("2025-03-18", "2025-04-08"), "NCAABB", progress=False)
    final = whole.sports.bracket()
    semis = final[final["round"] == final["round"].max() - 1].index
    pairs = {frozenset(final.loc[final["next"] == semi, "conference"]) for semi in semis}
    assert [len(pair) for pair in pairs] == [2, 2]
    series = whole[whole["game_time"] < pd.Timestamp(until, tz="UTC")].sports.bracket()
    places = _Places(series)
    halves: dict[bool, set[str]] = {}
    for row, region in series["conference"].dropna().items():
        halves.setdefault(places.x[row] < (places.columns - 1) / 2, set()).add(region)
    assert {frozenset(half) for half in halves.values()} == pairs


def test_a_part_of_the_first_round_says_so() -> None:
    """Of the day on which half of the first round is played, the others are not in the frame."""
    with sf.options(source="simulated", now="2025-03-21T12:00"):
        games = sf.live("2025-03-20", "NCAABB", progress=False)
    first = (games["round"] == 1) & games["region"].notna()
    with pytest.warns(
        sf.SportsframeWarning, match=rf"^bracket\(\): the frame has {first.sum()} of the 32 games of the fi"
    ):
        assert games.sports.bracket()["round"].eq(1).sum() == first.sum()


@pytest.mark.long
def test_single_games_midway_are_not_called_series() -> None:
    """Rounds of single games are counted as games before they are played, and byes apart; best-of rounds are series."""
    with sf.options(now="2025-01-11T23:00"):
        midway = sf.bracket("NFL", progress=False)
    ax = midway.sports.plot.bracket()
    (sub,) = [text.get_text().replace("\n", " ") for text in ax.texts if text.get_gid() == "sub"]
    assert "6 games, 2 byes, scores, winners bold" in sub
    with sf.options(now="2025-05-01T12:00"):
        midway = sf.bracket("NBA", progress=False)
    ax = midway.sports.plot.bracket()
    (sub,) = [text.get_text().replace("\n", " ") for text in ax.texts if text.get_gid() == "sub"]
    assert "series" in sub
    plt.close("all")


def test_a_walkover_stands_in_place_of_a_score() -> None:
    """Who goes on without a match has w/o where others have legs, and the subtitle counts it apart."""
    found = sf.bracket(2023, "DARTS", event="Premier League Night 2", progress=False)
    ax = found.sports.plot.bracket(figsize=(6, 4))
    shown = [text.get_text() for text in ax.texts]
    assert shown.count("w/o") == 1
    assert any("6 games, 1 walkover (w/o), scores" in text.replace("\n", " ") for text in shown)
    ax.figure.draw_without_rendering()
    assert faults(ax) == []


def test_a_bracket_is_shown_as_rounds_teams_and_scores() -> None:
    """The table has the round, seeds, teams and scores, without ids, nicknames and wins of single games."""
    series = sf.bracket(2024, "NFL", progress=False)
    (section,) = series.sports.show(rows=4).sections
    assert list(section.frame.columns) == [
        "conference", "round_name", "seed_1", "team_1", "score_1", "score_2", "team_2", "seed_2", "winner",
    ]  # fmt: skip
    assert "id_1" in series.sports.show(rows=4, ids=True).sections[0].frame.columns
    with sf.options(now="2025-07-01T12:00"):
        best_of = sf.bracket(2024, "NBA", progress=False).sports.show(rows=4).sections[0].frame
    assert {"wins_1", "wins_2"} <= set(best_of.columns)
    assert "mascot_1" not in best_of.columns


@functools.cache
def midway(sport: str, now: str) -> pd.DataFrame:
    """The bracket as it is at a time."""
    with sf.options(now=now):
        return sf.bracket(2024, sport, progress=False)


MIDWAY = {
    "MLB": "2024-10-12T12:00", "NFL": "2025-01-15T12:00", "NBA": "2025-05-10T12:00", "NHL": "2025-05-10T12:00",
    "NCAAFB": "2024-12-23T12:00",
}  # fmt: skip


@pytest.mark.sampled
@pytest.mark.parametrize("sport", but_in_long_trials(MIDWAY, "MLB", "NHL"))
def test_series_to_come_have_boxes_and_halves_stand_still(sport: str) -> None:
    """Midway there are as many boxes as after the final, and where the series of that time stand after it."""
    series, whole = midway(sport, MIDWAY[sport]), midway(sport, "2025-08-01T12:00")
    ax = sf.plots.bracket(series, figsize=(16, 9))
    after = sf.plots.bracket(whole, figsize=(16, 9))

    assert len(series) < len(whole) == len(boxes(ax)) == len(boxes(after))
    spots = [sorted((round(box.get_x(), 6), round(box.get_y(), 6)) for box in boxes(one)) for one in (ax, after)]
    assert spots[0] == spots[1]
    column = [{frozenset(ids): box.get_x() for ids, box in zip(frame[["id_1", "id_2"]].to_numpy(), boxes(one))}
              for frame, one in ((completed(series), ax), (whole, after))]  # fmt: skip
    pairs = [frozenset(ids) for ids in series.loc[series["round"] > 0, ["id_1", "id_2"]].to_numpy()]
    if sport != "NCAAFB":  # there the frame does not tell which quarterfinals lead to which semifinal
        assert [column[0][pair] for pair in pairs] == [column[1][pair] for pair in pairs]
        assert len(ax.lines) == len(after.lines)
        assert not any("no line" in text for text in words(ax))
    else:
        assert len(ax.lines) == len(after.lines) - 4
        assert any("no line where the next pairing is" in text.replace("\n", " ") for text in words(ax))
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("sport", but_in_long_trials(MIDWAY, "MLB", "NHL"))
def test_series_to_come_have_only_sides_that_have_come(sport: str) -> None:
    """In a series to come stand those who play there after the final is known, too, and no score or winner."""
    more, whole = completed(midway(sport, MIDWAY[sport])), midway(sport, "2025-08-01T12:00")
    ahead = more[more["ahead"]]
    assert len(ahead) == more["ahead"].sum() > 0
    assert ahead[["winner_id", "wins_1", "score_1"]].isna().all(axis=None)
    for _, row in ahead.iterrows():
        sides = {row["id_1"], row["id_2"]} - {pd.NA}
        later = whole[whole["round"] == row["round"]]
        assert any(sides <= {one, two} for one, two in later[["id_1", "id_2"]].to_numpy())
    settled = completed(whole)
    assert settled["next"].equals(whole["next"])
    assert len(settled) == len(whole)


def test_pairs_by_the_seeds_that_are_left_have_no_lines_before() -> None:
    """Where the best seed meets the worst one left, no winner has an opponent before the first round is over."""
    series = midway("NFL", "2025-01-11T23:00")
    assert set(series["round"]) == {1}
    more = completed(series)
    assert len(more[more["round"] == 2]) == 4
    assert not more.loc[more["round"] == 1, "settled"].any()
    assert more.loc[more["round"] > 1, "settled"].all()
    assert more.loc[more["ahead"], ["id_1", "id_2"]].isna().all(axis=None)
    ax = sf.plots.bracket(series)
    assert len(ax.lines) == 6
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("dpi", [72, 100, 150])
@pytest.mark.parametrize("size", [(12, 6.75), (8, 4.5)])
def test_names_keep_away_from_scores(size: tuple[float, float], dpi: int) -> None:
    """However coarse the picture is, a gap stays between a name and its score."""
    for sport in ("NFL", "NBA"):
        ax = sf.plots.bracket(midway(sport, MIDWAY[sport]), figsize=size)
        ax.figure.set_dpi(dpi)
        ax.figure.draw_without_rendering()
        lines = [text for text in ax.texts if text.get_va() == "center_baseline"]
        gaps = []
        for name in (text for text in lines if text.get_ha() == "left"):
            box = name.get_window_extent()
            beside = [text.get_window_extent().x0 for text in lines if text.get_ha() == "right"
                      and abs(text.get_position()[1] - name.get_position()[1]) < 0.01]  # fmt: skip
            gaps.append(min((x for x in beside if x > box.x0), default=box.x1 + dpi) - box.x1)
        assert min(gaps) * 72 / dpi > 2
    plt.close("all")
