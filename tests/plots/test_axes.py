"""What all plots share: colours that can be told apart and read on their ground."""

from __future__ import annotations

import inspect
import os

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb

import sportsframe as sf
from sportsframe.plots import _theme
from sportsframe.plots._axes import REGISTRY

from ..support.pictures import choices, sample


@pytest.mark.parametrize(
    ("ground", "dark"),
    [
        ("#000000", True), ("#ffffff", False), ("#7f7f7f", True), ("#808080", False), ("#16191d", True),
        ("#ff0000", True), ("#00ff00", False), ("#0000ff", True), ("#ffff00", False),
    ],
)  # fmt: skip
def test_dark_ground_is_darker_than_middle_grey(ground: str, dark: bool) -> None:
    """Ground counts as dark below half of full lightness, to which green adds most and blue least."""
    _, ax = plt.subplots()
    ax.set_facecolor(ground)

    assert _theme.is_dark(ax) is dark
    assert _theme.colours(ax) is (_theme.DARK if dark else _theme.LIGHT)


@pytest.mark.parametrize("dark", [False, True])
def test_see_through_axes_take_the_ground_of_the_settings(dark: bool) -> None:
    """Where axes are see-through the figure's colour counts."""
    with sf.style(dark=dark):
        _, ax = plt.subplots()
        ax.set_facecolor("none")
        assert _theme.is_dark(ax) is dark


@pytest.mark.parametrize("ground", ["#ffffff", "#16191d"])
def test_text_and_lines_can_be_read_on_their_ground(ground: str) -> None:
    """Ink is at 10 to 1 against the ground, lesser text at 4.5 to 1; background lines are weaker; all are near grey."""
    _, ax = plt.subplots()
    ax.set_facecolor(ground)

    strong, lesser, weak = (contrast(colour(ax), ground) for colour in (_theme.ink, _theme.soft, _theme.quiet))
    assert strong >= 10
    assert lesser >= 4.5
    assert 1.2 < weak < lesser < strong
    assert all(np.ptp(to_rgb(colour(ax))) < 0.1 for colour in (_theme.ink, _theme.soft, _theme.quiet))


@pytest.mark.parametrize("colour", [*_theme.LIGHT, *_theme.DARK, "#000000", "#ffffff"])
def test_numbers_on_bars_can_be_read(colour: str) -> None:
    """The ink on a colour is white or near black, at no less than 3 to 1."""
    assert contrast(_theme.on(colour), colour) >= 3


def contrast(one: str, other: str) -> float:
    """Ratio of luminances (Web Content Accessibility Guidelines 2.2)."""

    def luminance(colour: str) -> float:
        rgb = np.array(to_rgb(colour))
        return float(np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722])

    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_the_palettes_are_those_published() -> None:
    """The first six light colours are those of Okabe and Ito, and no colour stands in a palette twice."""
    okabe_ito = {"#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#56b4e9"}
    assert set(_theme.LIGHT[:6]) == okabe_ito
    assert len(set(_theme.LIGHT)) == len(set(_theme.DARK)) == 7


def seen(colour: str, kind: str) -> np.ndarray:
    """CIE Lab as a red-blind or green-blind eye sees it (Viénot, Brettel and Mollon 1999)."""
    rgb = np.array(to_rgb(colour))
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    lms = np.array([[0.31399, 0.63951, 0.04650], [0.15537, 0.75790, 0.08670], [0.01775, 0.10944, 0.87257]])
    blind = {
        "red": [[0, 1.05118, -0.05116], [0, 1, 0], [0, 0, 1]],
        "green": [[1, 0, 0], [0.9513, 0, 0.04867], [0, 0, 1]],
        "none": np.eye(3),
    }[kind]
    out = np.clip(np.linalg.inv(lms) @ np.array(blind) @ lms @ linear, 0, 1)
    xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]) @ out
    f = np.cbrt(np.maximum(xyz / [0.9505, 1, 1.089], 0.008856))
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@pytest.mark.parametrize("kind", ["none", "red", "green"])
@pytest.mark.parametrize("palette", [_theme.LIGHT, _theme.DARK])
def test_colours_stay_apart(palette: tuple[str, ...], kind: str) -> None:
    """The first four colours differ by 12 in Lab to common kinds of colour blindness, and stand out from the ground."""
    eyes = [seen(colour, kind) for colour in palette[:4]]
    ground = seen("#ffffff" if palette is _theme.LIGHT else "#16191d", kind)

    assert min(np.linalg.norm(a - b) for i, a in enumerate(eyes) for b in eyes[:i]) > 12
    assert min(np.linalg.norm(a - ground) for a in eyes) > 30


NUMBERS = [
    (name, option.name)
    for name, entry in sorted(REGISTRY.items())
    for option in inspect.signature(entry.function).parameters.values()
    if isinstance(option.default, int) and not isinstance(option.default, bool)
]
"""Plots with their options that are numbers of something."""


@pytest.mark.parametrize(("name", "option"), NUMBERS)
@pytest.mark.parametrize("value", [0, -3, True])
def test_numbers_of_something_are_at_least_one(name: str, option: str, value: int) -> None:
    """An option that says how many is refused in one line of the plot's own, whatever the plot does with it."""
    frame = sample(name)
    with pytest.raises(sf.QueryError, match=f"{option}=.* must be an integer"):
        getattr(frame.sports.plot, name)(**{**choices(name, frame), option: value})


def test_every_line_in_color_has_its_own() -> None:
    """A standings race colors no more teams than there are colors, of the leaders and of chosen ones."""
    frame = sample("standings_race")
    names = pd.unique(pd.concat([frame["home_team"], frame["away_team"]]))[:8].tolist()
    for given in ({"top": 8}, {"teams": names}):
        with pytest.raises(sf.QueryError, match=r"= of plot\.standings_race\(\) must be .* to 7"):
            frame.sports.plot.standings_race(**given)
    ax = frame.sports.plot.standings_race(teams=names[:7])
    assert len({line.get_color() for line in ax.lines if line.get_lw() == 2}) == 7
