"""The simulated world against recent real seasons: every target of every sport is met."""

from __future__ import annotations

import pytest

from sportsframe.catalog import SPORTS
from sportsframe.errors import SportsframeError
from sportsframe.simulation import World, calibrate
from sportsframe.simulation._common.targets import Target


@pytest.mark.long
@pytest.mark.parametrize("sport", SPORTS)
def test_every_target_is_met(world: World, sport: str) -> None:
    """What a sport gives over some seasons lies within the tolerance of every target."""
    missed = {
        target.name: (round(value, 4), target.bounds)
        for target, value in calibrate.measured(world, sport)
        if not target.met(value)
    }

    assert not missed


def test_the_command_prints_every_target(capsys: pytest.CaptureFixture[str]) -> None:
    """The command has a line for each target of a sport: its name, what was measured, the bounds, the source; and one
    that counts them."""
    calibrate.main(["SOCCER", "--years", "2022"])
    *lines, last = capsys.readouterr().out.splitlines()
    targets = calibrate.targets("SOCCER")
    missed = [target.name for target, line in zip(targets, lines) if line.startswith(("~", "*"))]

    assert len(lines) == len(targets)
    assert all(target.source in line and target.name in line for target, line in zip(targets, lines))
    assert last.startswith(f"SOCCER: {len(targets)} targets, {len(missed)} missed, ")


@pytest.mark.long
def test_what_the_seasons_do_not_have_is_not_measured(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    """The PGA cut to 70 until 2019: cuts to 65 are measured where there are some, or printed as none."""
    alone = calibrate.errors(world, "PGA", [2019, 2020])
    both, later = (dict(calibrate.measured(world, "PGA", years)) for years in ([2019, 2020], [2020]))
    (cut,) = (target for target in both if target.name == "players left by a cut to 65")

    assert both[cut] == later[cut] > 65
    assert alone[cut.name] == 0 < alone["strokes a round"]
    calibrate.main(["PGA", "--years", "2019"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [line[1:-1] for line in lines if line[-1] == "none"] == [["cut", "line"], cut.name.split()]


def test_an_unknown_sport_is_refused() -> None:
    """The nearest sport is named."""
    with pytest.raises(SportsframeError, match="MLB"):
        calibrate.targets("MLBB")


def test_target() -> None:
    """A tolerance is a share of the value or a number of its unit; the bounds themselves meet the target."""
    assert Target("a", 10, 0.05, True, "here").bounds == (9.5, 10.5)
    assert Target("a", 10, 0.05, True, "here").met(10.5)
    assert Target("b", -0.1, 0.05, False, "here").met(-0.14)
    assert not Target("c", 10, 0.05, True, "here").met(10.6)
