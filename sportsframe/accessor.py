"""``df.sports``: a doorway over plain functions; it keeps the frame and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from ._frames.recognize import Kind
    from .plots import Plots


@pd.api.extensions.register_dataframe_accessor("sports")
class Sports:
    """What sportsframe can do with a frame.

    What the frame is, is told by its columns at each use, so it works after any filter, concat, merge or file.

    Examples
    --------
    >>> games = sf.live("2024-06-01", "MLB")        # doctest: +SKIP
    >>> games.sports.box("pitching").sports.measures()      # doctest: +SKIP
    """

    def __init__(self, frame: pd.DataFrame) -> None:
        self._frame = frame

    def __repr__(self) -> str:
        from ._frames.provenance import origin
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
            origin(frame) or "", ""
        )
        return f"<sports: {found}, {len(frame)} rows{games}{span}{made_up}>"

    @property
    def kind(self) -> Kind:
        """What the frame is: its sports, resource and table."""
        from ._frames.recognize import kind

        return kind(self._frame)

    @property
    def is_simulated(self) -> bool:
        """Whether rows come from the simulated world, some of them at least."""
        from ._frames.provenance import is_simulated

        return is_simulated(self._frame)

    def box(self, table: str = "games", *, refresh: bool = False) -> pd.DataFrame:
        """The box score table of just these games; see `Client.box`."""
        from ._frames.recognize import need
        from .load import default

        need(self._frame, ["sport", "game_id", "game_date", "game_time"], ".box()")
        return default.box(self._frame, table, refresh=refresh)

    def answers(self) -> pd.DataFrame:
        """The answers behind this frame's sports: when fetched, whether stale or empty; see `Client.answers`."""
        from .load import default

        return default.answers(self.kind.sports)

    def team(self, who: str | int) -> pd.DataFrame:
        """Rows of one team, by name, part of the name, or id; see `sportsframe._frames.recognize.team`."""
        from ._frames.recognize import team

        return team(self._frame, who)

    def player(self, who: str | int) -> pd.DataFrame:
        """Rows of one player, by name, part of the name, or id; see `sportsframe._frames.recognize.player`."""
        from ._frames.recognize import player

        return player(self._frame, who)

    def local(self, zone: str | None = None) -> pd.DataFrame:
        """Instants in a time zone, by default the league's; see `sportsframe._frames.recognize.local`."""
        from ._frames.recognize import local

        return local(self._frame, zone)

    def describe(self, column: str | None = None) -> pd.DataFrame:
        """The data dictionary of this frame; see `sportsframe._frames.recognize.describe`."""
        from ._frames.recognize import describe

        return describe(self._frame, column)

    def measures(self, **options: Any) -> pd.DataFrame:
        """Every measure of this table, one row per row; see `sportsframe.measures.measures`."""
        from .measures import measures

        return measures(self._frame, **options)

    def measure(self, name: str, by: str | list[str] | None = None, **options: Any) -> Any:
        """One measure, by row or by group; see `sportsframe.measures.measure`."""
        from .measures import measure

        return measure(self._frame, name, by=by, **options)

    def standings(self, **options: Any) -> pd.DataFrame:
        """The table of the league from these games; see `sportsframe.measures.standings`."""
        from .measures import standings

        return standings(self._frame, **options)

    def elo(self, **options: Any) -> pd.DataFrame:
        """Elo ratings before and after each game; see `sportsframe.measures.elo`."""
        from .measures import elo

        return elo(self._frame, **options)

    def show(self, **options: Any) -> Any:
        """The frame set for reading in a notebook; see `sportsframe._display.show`."""
        from ._display import show

        return show(self._frame, **options)

    @property
    def plot(self) -> Plots:
        """Plots of this frame: ``df.sports.plot.<name>(ax=None)``; see `sportsframe.plots`."""
        from .plots import Plots

        return Plots(self._frame)


def sports(frame: pd.DataFrame) -> Sports:
    """The typed form of ``df.sports``: type checkers know what it gives.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any frame.

    Returns
    -------
    Sports
    """
    return Sports(frame)
