"""Names in plots that lack room: shortened, but never so that two of them are the same."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.axes import Axes
from matplotlib.text import Text

import sportsframe as sf
from sportsframe.plots._text import apart, with_unit, words_of

from ..support.days import day
from ..support.pictures import FOR, choices, sample

NAMES = {
    "away_team", "home_team", "team", "opponent", "possession", "winner", "team_1", "team_2", "player", "player_1",
    "player_2", "tournament", "course", "city",
}  # fmt: skip
"""Columns of names that plots write."""

HEAD, TAIL = "Tholder", "Wanderers"


def code(number: int) -> str:
    """Two letters."""
    return chr(97 + number // 26) + chr(97 + number % 26)


def alike(name: str) -> pd.DataFrame:
    """The sample of a plot, in which all names begin and end with the same letters."""
    frame = sample(name)
    held = sorted(NAMES & set(frame.columns))
    names = pd.unique(pd.concat([frame[column].dropna().astype(str) for column in held])) if held else []
    called = {was: f"{HEAD}{code(number)} {TAIL}" for number, was in enumerate(names)}
    return frame.assign(**{column: frame[column].astype(object).map(called) for column in held})


def written(ax: Axes) -> Iterator[str]:
    """The names that a plot writes, without the numbers beside them."""
    ax.figure.draw_without_rendering()
    legend = ax.get_legend()
    held: list[Text] = [
        *ax.texts,
        *ax.get_xticklabels(),
        *ax.get_yticklabels(),
        *(legend.get_texts() if legend else []),
    ]
    for text in held:
        yield from re.findall(rf"\w*\.? ?{TAIL}|{HEAD[:3]}\w*[.\u2026]*(?: \w+\u2026)?", text.get_text())


@pytest.mark.parametrize(
    ("words", "unit", "label"),
    [
        ("minutes", "min", "Minutes"), ("hit by pitch", "", "Hit by pitch"), ("speed", "mph", "Speed (mph)"),
        ("highest point", "points", "Highest point"), ("climb", "m", "Climb (m)"), ("swum", "m", "Swum (m)"),
        ("assists", "s", "Assists (seconds)"),
    ],
)  # fmt: skip
def test_a_label_has_its_unit_unless_a_word_of_it_is_the_unit(words: str, unit: str, label: str) -> None:
    """Letters of a word are no unit."""
    assert with_unit(words, unit) == label


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(FOR))
def test_different_names_stay_different(name: str) -> None:
    """In a narrow picture as many names as in a wide one, or each that is there once, however similar they are."""
    frame = alike(name)
    own = choices(name, frame)
    draw = getattr(sf.plots, name)
    wide = list(written(draw(frame, figsize=(60, 14), **own)))
    narrow = list(written(draw(frame, figsize=(9.5 if name == "bracket" else 4, 14), **own)))
    plt.close("all")

    assert len(set(narrow)) == (len(set(wide)) if len(narrow) == len(wide) else len(narrow))


def test_scores_in_a_small_picture_tell_the_clubs_apart() -> None:
    """A week of a league whose clubs share words: as many names in the picture as clubs played."""
    games = sf.live(("2025-02-20", "2025-02-27"), "SOCCER", league="EPL")
    ax = games.sports.plot.scores(figsize=(4, 3))
    rows = [text.get_text().split(" v ") for text in ax.get_yticklabels()]

    assert len({name for row in rows for name in row}) == pd.concat([games["home_team"], games["away_team"]]).nunique()
    plt.close("all")


@pytest.mark.parametrize(
    ("name", "table"), [("by_period", "periods"), ("sides", "teams"), ("running_margin", "periods")]
)
def test_both_sides_are_shortened_alike(name: str, table: str) -> None:
    """Where one side is called by an initial and its last word, so is the other."""
    frame = day("NHL", table)
    frame["team"] = frame["team"].where(frame["side"] == "home", "Gandervale Elderberries")
    frame["team"] = frame["team"].where(frame["side"] != "home", "Thorn Drumlins")
    ax = getattr(frame.sports.plot, name)(game_id=frame["game_id"].iloc[0], figsize=(3, 3))
    legend = ax.get_legend()
    told = " ".join(text.get_text() for text in [*ax.texts, *(legend.get_texts() if legend else [])])

    assert "G. Elderberries" in told
    assert "T. Drumlins" in told
    plt.close("all")


@pytest.mark.parametrize(
    ("name", "length", "wanted"),
    [
        ("Umberglen Weathervanes", 22, "Umberglen Weathervanes"),
        ("Umberglen Weathervanes", 21, "U. Weathervanes"),
        ("Umberglen Weathervanes", 14, "Weathervanes"),
        ("University of Orchardwick Telegraphs", 26, "U. Orchardwick Telegraphs"),
        ("University of Orchardwick Telegraphs", 18, "U. O. Telegraphs"),
        ("University of Orchardwick Telegraphs", 10, "Telegraphs"),
        ("Weathervanes", 8, "Weather\u2026"),
    ],
)
def test_long_names_are_abbreviated(name: str, length: int, wanted: str) -> None:
    """First words become initials one by one and are then left out; only then the last word is cut."""
    assert apart([name], length) == [wanted]


@pytest.mark.parametrize("length", [1, 5, 9, 12, 20, 40])
@pytest.mark.parametrize("alike", [False, True])
def test_names_stay_apart_at_every_length(length: int, *, alike: bool) -> None:
    """Names that differ in a first word, in the last one, in its last letter, or by the shortened form of another."""
    names = [
        "Colderholme Wanderers", "Coldmouth Wanderers", "C. Wanderers", "Wanderers", "Arjan de Wanderers",
        "Coldmouth Wanderings", "University of Coldmouth Wanderers", "University of Colderholme Wanderers",
    ]  # fmt: skip
    told = apart([*names, *names], length, alike=alike)

    assert len(set(told)) == len(names)
    assert told[: len(names)] == told[len(names) :]


def test_names_differ_from_all_of_the_league() -> None:
    """Initials that two clubs of a league share are not the name of the only one drawn."""
    games = sf.live(("2019-08-08", "2019-09-02"), "SOCCER", league="EPL", progress=False)
    clubs = {"Colderholme Wanderers", "Coldmouth Wanderers"}
    assert clubs <= {*games["home_team"], *games["away_team"]}
    ax = games.sports.plot.standings_race(teams=["Colderholme Wanderers"], figsize=(4, 3))

    assert [text.get_text().split("  ")[0] for text in ax.texts if text.get_gid() == "end"] == ["Colde. Wanderers"]
    plt.close("all")


@pytest.mark.sampled
@pytest.mark.parametrize("figsize", [(4, 3), (6.5, 4), (7.2, 4.5), (12, 6.75)])
def test_no_short_name_stands_for_another_club(figsize: tuple[float, float]) -> None:
    """A short name is that of one club of the league, also if the other one is not drawn, or whole where it is."""
    games = sf.live(("2019-08-08", "2019-09-02"), "SOCCER", league="EPL", progress=False)
    for plot in (games.sports.plot.standings_race, games.sports.plot.rank_history):
        ax = plot(teams=["Colderholme Wanderers"], figsize=figsize)
        (told,) = [text.get_text().split("  ")[0] for text in ax.texts if text.get_gid() == "end"]
        assert told in ("Colderholme Wanderers", "Colde. Wanderers")
    plt.close("all")


def test_no_short_name_stands_for_another_player() -> None:
    """A short name is that of one player of the frame, also if only one is drawn."""
    players = day("PGA", "players")
    leader, last = players["player"][players["position"] == 1].iloc[0], players["player"].iloc[-1]
    players["player"] = players["player"].replace({leader: "Bartholomew Milosholt", last: "Benedict Milosholt"})
    ax = players.sports.plot.leaderboard(top=5, figsize=(3, 3))
    assert next(label.get_text().rsplit("   ")[0] for label in ax.get_yticklabels()) == "Ba. Milosholt"
    plt.close("all")


@pytest.mark.parametrize(("name", "table"), [("efficiency", "teams"), ("scores", "games")])
def test_colleges_go_by_their_schools(name: str, table: str) -> None:
    """Colleges share nicknames; where whole names do not fit, all go by the school."""
    frame = day("NCAABB", table)
    frame = frame[frame["game_id"].isin(frame["game_id"].unique()[:12])]
    ax = getattr(frame.sports.plot, name)(figsize=(3.6, 6.4))
    told = [text.get_text() for text in (ax.texts if name == "efficiency" else ax.get_yticklabels())]
    nicknames = {
        text.split()[-1] for column in ("team", "home_team", "away_team") if column in frame for text in frame[column]
    }

    assert told
    assert not [text for text in told if nicknames & set(text.split())]
    plt.close("all")


@pytest.mark.parametrize(
    ("name", "length", "wanted"),
    [
        ("Lamar Hasbrindle III", 20, "Lamar Hasbrindle III"),
        ("Lamar Hasbrindle III", 19, "L. Hasbrindle III"),
        ("Lamar Hasbrindle III", 14, "Hasbrindle III"),
        ("Lamar Hasbrindle III", 13, "Hasbrindle"),
        ("M. Hasedlow Jr.", 12, "Hasedlow Jr."),
        ("Jesse Milosholt Sr.", 9, "Milosholt"),
        ("Jesse Milosholt IV", 8, "Milosho\u2026"),
    ],
)
def test_suffixes_stay_with_the_surname(name: str, length: int, wanted: str) -> None:
    """What tells a son from his father is not a surname, and is left out before the surname is cut."""
    assert apart([name], length) == [wanted]


def test_suffixes_tell_people_apart() -> None:
    """A father and his son differ however short their names are."""
    told = apart(["Jesse Milosholt Sr.", "Jesse Milosholt Jr.", "Jesse Milosholt"], 9)
    assert len(set(told)) == 3


@pytest.mark.parametrize(("sport", "joint"), [("SOCCER", " v "), ("NHL", " at ")])
def test_plots_name_the_sides_in_the_order_of_the_sport(sport: str, joint: str) -> None:
    """Home team first in soccer, in headings, rows, legends and questions, as where it is printed; else away."""
    box = sf.box_scores("2024-11-09", sport, league="EPL" if sport == "SOCCER" else None)  # type: ignore[call-overload]
    games, periods, teams = box["games"], box["periods"], box["teams"]
    game = games.iloc[0]
    sides = ["home", "away"] if sport == "SOCCER" else ["away", "home"]
    names = [str(game[f"{side}_team"]) for side in sides]
    one = periods[periods["game_id"] == game["game_id"]]

    for drawn in (one.sports.plot.by_period(), one.sports.plot.running_margin(), one.sports.plot.line_score()):
        assert drawn.get_title(loc="left").replace("\n", " ") == joint.join(names)
    told = [text.get_text() for text in one.sports.plot.by_period().get_legend().get_texts()]
    assert [name[: len(text)] == text for name, text in zip(names, (t.split(" (")[0] for t in told), strict=True)]
    rows = one.sports.plot.line_score(figsize=(10, 3))
    assert [tick.get_text() for tick in rows.get_yticklabels()] == names
    shown = [text.get_text() for text in rows.texts if text.get_gid() == sides[0]]
    assert shown[-1] == str(game[f"{sides[0]}_score"])
    listed = games.sports.plot.scores(figsize=(12, 8))
    assert listed.get_yticklabels()[0].get_text() == joint.join(names)
    assert [text.get_text() for text in listed.get_legend().get_texts()] == sides
    heads = teams.sports.plot.sides(game_id=game["game_id"], figsize=(12, 8)).texts
    assert [text.get_text() for text in heads if text.get_text() in names] == names
    with pytest.raises(sf.QueryError, match=f"{names[0]}{joint}{names[1]}"):
        periods.sports.plot.line_score()
    plt.close("all")


def test_a_dollar_sign_in_a_name_is_drawn_as_it_is() -> None:
    """Names are no formulas, whatever a service calls a club."""
    games = day("MLB")
    for name in ("away_team", "home_team"):
        games[name] = "$\\frac{" + games[name] + "$"
    ax = games.sports.plot.scores()
    ax.figure.canvas.draw()
    shown = [text for text in ax.findobj(Text) if "$" in text.get_text()]
    assert shown
    assert not any(text.get_parse_math() for text in shown)
    plt.close(ax.figure)


def test_of_belongs_to_no_surname() -> None:
    """What stands before a surname in small letters stays with it; the words between those of a school do not."""
    assert words_of("Jordy van de Beekvinkel") == ["Jordy", "van de Beekvinkel"]
    assert words_of("University of Millmere") == ["University", "of", "Millmere"]
