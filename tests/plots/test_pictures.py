"""Every plot as a picture, beside a baseline in ``baseline/``.

``python -m tests.plots.test_pictures`` draws all baselines again, names as arguments some of them. Look at them before
they are committed.
"""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

os.environ.setdefault("MPLBACKEND", "Agg")

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from PIL import Image

import sportsframe as sf

from ..bench.given import names
from ..support.pictures import FOR, choices, sample

BASELINE = Path(__file__).parent / "baseline"
DPI = 36
DRAWN_BY = "3.11"
"""Version of matplotlib that drew the baselines."""
SHARE = 0.02 if mpl.__version__.startswith(DRAWN_BY) else 0.12
"""Share of the pixels, blurred over 3 x 3, that may differ visibly; versions place text differently."""
VISIBLE = 40
"""Difference of a color channel from which a pixel differs visibly."""


def drawn(name: str, **options: Any) -> np.ndarray:
    """The picture as an array of height x width x RGB."""
    frame = sample(name)
    with mpl.rc_context({"text.hinting": "no_hinting"}):
        return picture_of(getattr(sf.plots, name)(frame, **{**choices(name, frame), **options}).figure)


def picture_of(figure: Any) -> np.ndarray:
    file = io.BytesIO()
    figure.savefig(file, dpi=DPI, format="png")
    plt.close("all")
    file.seek(0)
    return pixels(file)


def pixels(file: Any) -> np.ndarray:
    with Image.open(file) as picture:
        return np.asarray(picture.convert("RGB")).astype(float)


def blurred(picture: np.ndarray) -> np.ndarray:
    """Means over 3 x 3 pixels, so that a shift of text by less than a pixel does not count."""
    wide = np.pad(picture, ((1, 1), (1, 1), (0, 0)), mode="edge")
    height, width = picture.shape[:2]
    return sum(wide[i : i + height, j : j + width] for i in range(3) for j in range(3)) / 9


def different(one: np.ndarray, other: np.ndarray) -> float:
    """Share of the pixels that differ visibly; 1 for pictures of different sizes."""
    if one.shape != other.shape:
        return 1.0
    return float((np.abs(blurred(one) - blurred(other)).max(axis=2) > VISIBLE).mean())


@pytest.mark.sampled
@pytest.mark.parametrize("name", sorted(FOR))
def test_a_plot_looks_as_it_did(name: str) -> None:
    """The picture differs from its baseline in fewer pixels than a shifted series would."""
    assert different(drawn(name), pixels(BASELINE / f"{name}.png")) <= SHARE


def test_baselines_are_small_and_all_there() -> None:
    """One picture per plot and no other, below 15 KB each and 700 KB together."""
    sizes = {path.stem: path.stat().st_size for path in BASELINE.glob("*.png")}

    assert set(sizes) == set(FOR)
    assert max(sizes.values()) < 15 * 1024
    assert sum(sizes.values()) < 700_000


@pytest.mark.sampled
@pytest.mark.parametrize(
    "fault",
    [
        lambda frame: frame.assign(passing_yards=frame["passing_yards"] + 40),
        lambda frame: frame.iloc[::-1],
        lambda frame: frame.head(len(frame) - 1),
    ],
)
def test_a_shifted_series_is_seen(fault: Any) -> None:
    """Values that are higher, rows in another order, a row that lacks: each picture differs from the baseline."""
    ax = sf.plots.yardage(fault(sample("yardage")))
    assert different(picture_of(ax.figure), pixels(BASELINE / "yardage.png")) > SHARE


def renew(asked: list[str]) -> None:
    """Draw baselines again."""
    BASELINE.mkdir(exist_ok=True)
    for name in asked:
        picture = Image.fromarray(drawn(name).astype(np.uint8))
        # Forty colors take a third of the space, and differ from the picture by less than what counts as visible.
        picture.quantize(40).save(BASELINE / f"{name}.png", optimize=True)


if __name__ == "__main__":
    from ..conftest import NOW

    os.environ["SPORTSFRAME_NOW"] = NOW
    renew(names(__doc__, sorted(FOR)))
