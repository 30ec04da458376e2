"""The gallery: examples from which the page ``gallery.md``, the images and the pages of the plots are generated.

``python docs/gallery.py`` writes the page and all images; as a Sphinx extension, this module draws missing images and
adds the example and its image to the reference page of each plot.
"""

from __future__ import annotations

import os
from contextlib import nullcontext
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NOW = "2025-03-01T12:00:00+00:00"

EPL = 'games = sf.live(season=2024, sport="SOCCER", league="EPL")\n'

EXAMPLES: dict[str, list[tuple[str, str]]] = {
    "A day, a game": [
        ("scores", 'sf.live("2024-12-06", "NBA").sports.plot.scores()'),
        ("line_score", 'box = sf.box_scores("2024-06-01", "MLB")\n'
                       'game = box.periods["game_id"].iloc[0]\n'
                       "box.periods.sports.plot.line_score(game_id=game, teams=box.teams)"),
        ("by_period", 'periods = sf.live("2024-12-06", "NBA", table="periods")\n'
                      'periods.sports.plot.by_period(game_id=periods["game_id"].iloc[0])'),
        ("running_margin", 'periods = sf.live("2024-12-06", "NBA", table="periods")\n'
                           'periods.sports.plot.running_margin(game_id=periods["game_id"].iloc[0])'),
        ("sides", 'teams = sf.live("2024-11-09", "SOCCER", table="teams", league="EPL")\n'
                  'teams.sports.plot.sides(game_id=teams["game_id"].iloc[0])'),
    ],
    "Players": [
        ("compare", 'players = sf.live("2024-12-06", "NBA", table="players")\n'
                    'best = players.groupby("player_id")["points"].sum().nlargest(3)\n'
                    'players.sports.plot.compare(players=list(best.index))'),
        ("percentiles", 'players = sf.live(("2024-12-01", "2024-12-07"), "NBA", table="players")\n'
                        'best = players.groupby("player_id")["points"].sum().idxmax()\n'
                        "players.sports.plot.percentiles(player=best)"),
    ],
    "Plays": [
        ("score_line", 'plays = sf.play_by_play("20241110-9024-9021", "NFL")\n'
                       "plays.sports.plot.score_line()"),
        ("win_probability", 'plays = sf.play_by_play("2024-11-10", "NFL")\n'
                            'plays.sports.plot.win_probability(game_id="20241110-9024-9021")'),
        ("play_timeline", 'plays = sf.play_by_play("20241110-9024-9021", "NFL")\n'
                          "plays.sports.plot.play_timeline()"),
    ],
    "A season": [
        ("standings_race", EPL + "games.sports.plot.standings_race()"),
        ("rank_history", EPL + "games.sports.plot.rank_history()"),
        ("rolling_form", EPL + "games.sports.plot.rolling_form()"),
        ("elo_history", 'sf.live(season=2024, sport="NFL").sports.plot.elo_history()'),
        ("win_expectancy", EPL + "games.sports.plot.win_expectancy()"),
        ("landscape", 'sf.live(season=2024, sport="NFL").sports.plot.landscape()'),
        ("luck", 'sf.live(season=2024, sport="NFL").sports.plot.luck()'),
        ("home_away", EPL + "games.sports.plot.home_away()"),
        ("schedule_strips", EPL + "games.sports.plot.schedule_strips()"),
        ("head_to_head", EPL + "games.sports.plot.head_to_head()"),
        ("bracket", 'sf.bracket(2024, "NFL").sports.plot.bracket()'),
        ("calendar", 'sf.schedule_season(2024, "MLB").sports.plot.calendar()'),
        ("venues", 'sf.schedule_season(2024, "PGA").sports.plot.venues()'),
    ],
    "Scores of many games": [
        ("score_distribution", 'sf.live(season=2024, sport="NFL").sports.plot.score_distribution()'),
        ("scorelines", EPL + "games.sports.plot.scorelines()"),
        ("scoring_by_period", 'periods = sf.live(("2024-11-07", "2024-11-11"), "NFL", table="periods")\n'
                              "periods.sports.plot.scoring_by_period()"),
    ],
    "Baseball": [
        ("pitchers", 'lines = sf.live("2024-06-01", "MLB", table="pitching")\n'
                     'lines.sports.plot.pitchers(game_id=lines["game_id"].iloc[0])'),
        ("workload", 'lines = sf.live(("2024-06-01", "2024-06-30"), "MLB", table="pitching")\n'
                     'lines.sports.plot.workload(team=lines["team"].iloc[0])'),
        ("batting_rates", 'lines = sf.live(("2024-06-01", "2024-06-30"), "MLB", table="batting")\n'
                          "lines.sports.plot.batting_rates(least=60)"),
        ("run_expectancy", 'sf.play_by_play("2024-06-01", "MLB").sports.plot.run_expectancy()'),
    ],
    "Basketball": [
        ("shot_profile", 'teams = sf.live("2024-12-06", "NBA", table="teams")\n'
                         'teams.sports.plot.shot_profile(game_id=teams["game_id"].iloc[0])'),
        ("four_factors", 'teams = sf.live("2024-12-06", "NBA", table="teams")\n'
                         'teams.sports.plot.four_factors(game_id=teams["game_id"].iloc[0])'),
        ("shot_timeline", 'plays = sf.play_by_play("2024-12-06", "NBA")\n'
                          'plays.sports.plot.shot_timeline(game_id=plays["game_id"].iloc[0])'),
        ("efficiency", 'sf.live(("2024-12-01", "2024-12-14"), "NBA", table="teams").sports.plot.efficiency()'),
        ("usage_efficiency", 'players = sf.live(("2024-12-01", "2024-12-07"), "NBA", table="players")\n'
                             "players.sports.plot.usage_efficiency()"),
    ],
    "Football": [
        ("drive", 'with sf.options(now="2024-11-10T19:10"):\n    games = sf.live("2024-11-10", "NFL")\n'
                  "games.sports.plot.drive()"),
        ("drive_chart", 'plays = sf.play_by_play("20241110-9024-9021", "NFL")\n'
                        "plays.sports.plot.drive_chart()"),
        ("yardage", 'sf.live("2024-11-10", "NFL", table="teams").sports.plot.yardage()'),
        ("usage", 'players = sf.live("2024-11-10", "NFL", table="players")\n'
                  'players.sports.plot.usage(team=players["team"].iloc[0])'),
    ],
    "Ice hockey": [("saves", 'sf.live("2024-12-06", "NHL", table="goalies").sports.plot.saves()')],
    "Darts": [
        ("leg_race", 'sf.live("2024-01-03", "DARTS", table="turns").sports.plot.leg_race(set=1, leg=2)'),
        ("leg_averages", 'turns = sf.live("2024-01-03", "DARTS", table="turns")\n'
                         'turns.sports.plot.leg_averages(throws=sf.live("2024-01-03", "DARTS", table="throws"))'),
        ("dartboard", 'darts = sf.live("2024-01-03", "DARTS", table="throws")\n'
                      'darts.sports.plot.dartboard(player=darts["player"].iloc[0])'),
        ("checkouts", 'sf.live(("2024-01-01", "2024-01-03"), "DARTS", table="throws").sports.plot.checkouts()'),
        ("scoring", 'turns = sf.live("2024-01-03", "DARTS", table="turns")\n'
                    'turns.sports.plot.scoring(throws=sf.live("2024-01-03", "DARTS", table="throws"))'),
    ],
    "Golf": [
        ("leaderboard", 'sf.live("2024-06-13", "PGA", table="players").sports.plot.leaderboard()'),
        ("rounds", 'sf.live("2024-06-13", "PGA", table="players").sports.plot.rounds()'),
        ("purse", 'sf.schedule_season(2024, "PGA").sports.plot.purse()'),
        ("courses", 'sf.schedule_season(2024, "PGA", table="courses").sports.plot.courses()'),
    ],
    "Dark style": [
        ("style", 'darts = sf.live("2024-01-03", "DARTS", table="throws")\n'
                  "with sf.style(dark=True):\n    ax = darts.sports.plot.dartboard()\nax"),
    ],
}  # fmt: skip


DARK = "-dark"
"""Ending of the names of images for the dark page."""

WIDE, HIGH = 360, 270
"""Most pixels of a thumbnail."""


def summary(name: str) -> str:
    """The first line of a plot's docstring, which is also the text in place of its image."""
    import sportsframe as sf

    return (getattr(sf.plots, name).__doc__ or "").partition("\n")[0]


def looks(name: str) -> dict[str, str]:
    """The images of a plot, without their folder -> the class by which the page shows them in the light or dark."""
    if name == "style":
        return {name: "dark-light"}
    return {name: "only-light", f"{name}{DARK}": "only-dark"}


def page() -> str:
    """The page of thumbnails, generated from the list."""
    text = (
        "% Made by docs/gallery.py; do not edit.\n\n# Gallery\n\n"
        "Every plot, drawn with data from the [simulated world](world.md), on 1 March 2025. Each leads to a page with "
        "its code and parameters. `df.sports.plot` lists the plots available for a frame. Each plot draws on `ax=` if "
        "given, otherwise on new axes, returns the axes, and passes additional keywords to Matplotlib.\n"
    )
    for title, examples in EXAMPLES.items():
        text += f"\n## {title}\n\n::::{{container}} thumbnails\n"
        for name, _ in examples:
            target = f"api/generated/sportsframe.plots.{name}.rst"
            images = "".join(
                f"![{summary(name)}](gallery/thumbs/{image}.png){{.{shown}}}" for image, shown in looks(name).items()
            )
            text += (
                f"\n:::{{container}} thumbnail\n[{images}]({target})\n\n"
                f"{{py:obj}}`~sportsframe.plots.{name}`: {summary(name)}\n:::\n"
            )
        text += "::::\n"
    return text


def example(name: str) -> list[str]:
    """The example of a plot and its image, as reStructuredText for its reference page."""
    code = dict(pair for examples in EXAMPLES.values() for pair in examples)[name]
    images = [
        [f".. image:: /gallery/{image}.png", f"    :alt: {summary(name)}", f"    :class: {shown}", ""]
        for image, shown in looks(name).items()
    ]
    return [
        "", ".. rubric:: Gallery", "", ".. code-block:: python", "", "    import sportsframe as sf", "",
        *(f"    {line}" for line in code.split("\n")), "",
        f"Download :download:`plot_{name}.py </gallery/code/plot_{name}.py>`.", "",
        *(line for image in images for line in image),
    ]  # fmt: skip


def add_example(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Sphinx: show the example of a plot under its docstring."""
    module, _, plot = name.rpartition(".")
    if module == "sportsframe.plots" and plot in {one for examples in EXAMPLES.values() for one, _ in examples}:
        lines += example(plot)


def programs() -> None:
    """Write the example of each plot as a file for download, which runs as it is and hides no module of its name."""
    folder = HERE / "gallery" / "code"
    folder.mkdir(parents=True, exist_ok=True)
    for examples in EXAMPLES.values():
        for name, code in examples:
            *lines, last = code.split("\n")
            held = ["import matplotlib.pyplot as plt", "", "import sportsframe as sf", "", *lines]
            drawn = [] if last == "ax" else [last]
            (folder / f"plot_{name}.py").write_text("\n".join([*held, *drawn, "plt.show()", ""]), encoding="utf-8")


def draw(name: str, code: str, image: str) -> None:
    """Run one example and save its plot as an image, which has the dark style if its name says so."""
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    import sportsframe as sf

    *lines, last = code.split("\n")
    scope: dict[str, Any] = {"sf": sf}
    with sf.style(dark=True) if image != name else nullcontext():
        exec("\n".join(lines), scope)
        ax = eval(last, scope)
        # Metadata such as the software version would change the file although the image is the same.
        with mpl.rc_context({"savefig.dpi": 110}):
            ax.figure.savefig(HERE / "gallery" / f"{image}.png", metadata={"Software": None})
    plt.close("all")


def small(name: str) -> None:
    """Save the thumbnail of an image."""
    from PIL import Image

    with Image.open(HERE / "gallery" / f"{name}.png") as image:
        image = image.convert("RGB")
        image.thumbnail((WIDE, HIGH))
        image.save(HERE / "gallery" / "thumbs" / f"{name}.png", optimize=True)


def pictures(*, again: bool = False) -> None:
    """Draw missing images, or all of them again."""
    import matplotlib as mpl

    mpl.use("Agg")
    before = os.environ.get("SPORTSFRAME_NOW")
    os.environ["SPORTSFRAME_NOW"] = NOW
    (HERE / "gallery" / "thumbs").mkdir(parents=True, exist_ok=True)
    try:
        for examples in EXAMPLES.values():
            for image, name, code in ((image, *example) for example in examples for image in looks(example[0])):
                thumbnail = HERE / "gallery" / "thumbs" / f"{image}.png"
                if again or not (HERE / "gallery" / f"{image}.png").exists():
                    draw(name, code, image)
                    thumbnail.unlink(missing_ok=True)
                if not thumbnail.exists():
                    small(image)
    finally:
        os.environ.pop("SPORTSFRAME_NOW")
        if before is not None:
            os.environ["SPORTSFRAME_NOW"] = before


def setup(app: Any) -> dict[str, bool]:
    """Sphinx: write the programs and draw the images before the pages are read, and add the examples to the pages."""
    app.connect("builder-inited", lambda _: programs())
    app.connect("builder-inited", lambda _: pictures())
    app.connect("autodoc-process-docstring", add_example, priority=900)  # after numpydoc has read the docstring
    return {"parallel_read_safe": True}


if __name__ == "__main__":
    (HERE / "gallery.md").write_text(page(), encoding="utf-8")
    pictures(again=True)
