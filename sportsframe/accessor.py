"""``df.sports``: plain functions as methods of a frame; it keeps the frame and nothing else."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import pandas as pd

from ._methods import Method, View

if TYPE_CHECKING:
    from . import _display, load, measures, plots
    from ._frames import provenance, recognize
    from ._frames.recognize import Kind
else:

    class _Later:
        """A module of the package that is imported when something of it is first needed."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            return getattr(importlib.import_module(self._name, __package__), name)

    _display, load, measures, plots = _Later("._display"), _Later(".load"), _Later(".measures"), _Later(".plots")
    provenance, recognize = _Later("._frames.provenance"), _Later("._frames.recognize")


@pd.api.extensions.register_dataframe_accessor("sports")
class Sports:
    """What sportsframe can do with a frame.

    The table is inferred from the columns on each use, so that the accessor works after any filter, concat, merge or
    round trip through a file.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")        # doctest: +SKIP
    >>> games.sports.box("pitching").sports.measures()      # doctest: +SKIP
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __repr__(self) -> str:
        from .errors import FrameError

        try:
            found = self.kind
        except FrameError as error:
            return f"<sports: {error}>"
        frame = self._frame
        games = f", {frame['game_id'].nunique()} games" if "game_id" in frame.columns else ""
        dates: pd.Series = frame["game_date"].dropna() if "game_date" in frame.columns else pd.Series([])
        span = f", {dates.min():%Y-%m-%d} to {dates.max():%Y-%m-%d}" if len(dates) else ""
        made_up = {"simulated": ", simulated", "mixed": ", mixed: simulated rows among others"}.get(
            provenance.origin(frame) or "", ""
        )
        since = frame.attrs.get("sportsframe", {}).get("stale_since")
        old = f", stale: as of {since}" if since else ""
        return f"<sports: {found}, {len(frame)} rows{games}{span}{made_up}{old}>"

    @property
    def kind(self) -> Kind:
        """What the frame is: its sports, resource and table."""
        return recognize.kind(self._frame)

    @property
    def is_simulated(self) -> bool:
        """Whether rows come from the simulated world, some of them at least."""
        return provenance.is_simulated(self._frame)

    def answers(self) -> pd.DataFrame:
        """The answers behind this frame's sports: when fetched, whether stale or empty; see `Client.answers`."""
        return load.default.answers(self.kind.sports)

    box = Method(lambda: load.default.box)
    team = Method(lambda: recognize.team)
    player = Method(lambda: recognize.player)
    local = Method(lambda: recognize.local)
    describe = Method(lambda: recognize.describe)
    measures = Method(lambda: measures.measures)
    measure = Method(lambda: measures.measure)
    standings = Method(lambda: measures.standings)
    elo = Method(lambda: measures.elo)
    score_line = Method(lambda: measures.score_line)
    lead_changes = Method(lambda: measures.lead_changes)
    drives = Method(lambda: measures.drives)
    expected_points = Method(lambda: measures.expected_points)
    run_expectancy = Method(lambda: measures.run_expectancy)
    re24 = Method(lambda: measures.re24)
    win_probability = Method(lambda: measures.win_probability)
    show = Method(lambda: _display.show)
    plot = View(lambda: plots.Plots)


def sports(frame: pd.DataFrame) -> Sports:
    """The typed form of ``df.sports``: type checkers know what it gives.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any frame.

    Returns
    -------
    Sports

    Examples
    --------
    >>> import sportsframe as sf
    >>> sf.sports(sf.live("2024-06-01", "MLB")).kind.table
    'games'
    """
    return Sports(frame)
