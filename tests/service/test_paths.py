"""The two ways in: the blocks of docs/paths.md run as they stand and end in a figure, in under ten lines."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import matplotlib
import matplotlib.pyplot as plt
import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "paths.md"
BLOCKS = dict(re.findall(r"## You know (\w+),.*?```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL))

matplotlib.use("agg")


def walk(block: str) -> tuple[dict[str, Any], Any]:
    """The names a block leaves behind, and the axes it drew."""
    plt.close("all")
    names: dict[str, Any] = {}
    exec(block, names)
    assert len(plt.get_fignums()) == 1
    figure = plt.gcf()
    figure.canvas.draw()
    return names, figure.axes[0]


def test_both_readers_have_a_way() -> None:
    """One way for those who know pandas and no sport, one for those who know darts and little pandas."""
    assert set(BLOCKS) == {"pandas", "darts"}


@pytest.mark.parametrize("reader", sorted(BLOCKS))
def test_under_ten_lines(reader: str) -> None:
    """From the import to the figure there are fewer than ten lines, none of them longer than a line should be."""
    lines = [line for line in BLOCKS[reader].splitlines() if line.strip()]

    assert len(lines) < 10
    assert max(map(len, lines)) <= 120


def test_from_pandas_to_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """Without knowing the sport: what a column is, what a figure is, and a bar for each team with its true value."""
    names, ax = walk(BLOCKS["pandas"])
    pitchers, teams = names["pitchers"], names["teams"]
    told = capsys.readouterr().out

    assert "Innings" in told
    assert "(H + BB) / outs" in told
    assert len(ax.patches) == pitchers["team"].nunique() == len(teams)
    team = teams.index[-1]
    rows = pitchers[pitchers["team"] == team]
    true = (rows["walks"].sum() + rows["hits"].sum()) * 3 / rows["outs_recorded"].sum()
    assert ax.patches[-1].get_width() == pytest.approx(true)
    assert ax.get_xlabel()
    assert "simulated" in ax.get_title()


def test_from_darts_to_a_figure(capsys: pytest.CaptureFixture[str]) -> None:
    """Without knowing pandas: the match as a table, and the winner's darts on a board."""
    names, ax = walk(BLOCKS["darts"])
    match = names["match"].games.iloc[0]
    told = capsys.readouterr().out

    first = match["player_1_legs"] > match["player_2_legs"]
    assert names["winner"] == (match["player_1"] if first else match["player_2"])
    assert match["player_1"] in told
    assert match["player_2"] in told
    assert len(ax.patches) >= 62
    titles = [ax.get_title(loc=where) for where in ("left", "center", "right")]
    assert any(names["winner"] in text for text in [*titles, *(text.get_text() for text in ax.texts)])
