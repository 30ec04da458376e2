"""The ``df.sports`` accessor: functions as methods of a frame, with no state but the frame."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import pandas as pd

from ._util.signatures import Method, View
from .errors import QueryError

if TYPE_CHECKING:
    from . import _display, load, measures, plots, widgets
    from ._frames import provenance, recognize
    from ._frames import typed as typing_
    from ._frames.recognize import Kind
    from .dataset import arrow
else:

    class _Later:
        """A module of the package that is imported when something of it is first needed."""

        def __init__(self, name: str) -> None:
            self._name = name

        def __getattr__(self, name: str) -> Any:
            return getattr(importlib.import_module(self._name, __package__), name)

    _display, load, measures, plots = _Later("._display"), _Later(".load"), _Later(".measures"), _Later(".plots")
    widgets = _Later(".widgets")
    provenance, recognize = _Later("._frames.provenance"), _Later("._frames.recognize")
    typing_, arrow = _Later("._frames.typed"), _Later(".dataset.arrow")


class _WithoutElsewhere(type):
    """Lists for completion only what a class has, without the names that stand elsewhere."""

    def __dir__(cls) -> list[str]:
        return [name for name in super().__dir__() if name not in ELSEWHERE]


@pd.api.extensions.register_dataframe_accessor("sports")
class Sports(metaclass=_WithoutElsewhere):
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

    def _facts(self) -> dict[str, str]:
        """What is known of the frame beside its kind."""
        frame = self._frame
        dates = pd.Series([])
        if isinstance(given := frame.get("game_date"), pd.Series):
            told = given if given.dtype.kind == "M" else given.astype("string")
            dates = pd.to_datetime(told, format="ISO8601", errors="coerce").dropna()
        about = frame.attrs.get("sportsframe", {})
        since = about.get("stale_since")
        source = {"simulated": "simulated", "mixed": "mixed: simulated rows among others"}
        return {
            "rows": _counted(len(frame), "row"),
            "games": _counted(recognize.count_games(frame), "game") if "game_id" in frame.columns else "",
            "dates": " to ".join(dict.fromkeys(f"{day:%Y-%m-%d}" for day in (dates.min(), dates.max()) if day == day)),
            "source": source.get(provenance.origin(frame) or "", ""),
            "empty": self._why_empty(),
            "stale": f"as of {since}" if since else "",
        }

    def _why_empty(self) -> str:
        loaded = "sportsframe" in self._frame.attrs
        return _display.why_empty(self._frame) if loaded and not len(self._frame) else ""

    def __repr__(self) -> str:
        from .errors import FrameError

        try:
            found = self.kind
        except FrameError as error:
            why = self._why_empty()
            return f"<sports: {f'empty: {why}' if why else error}>"
        words = recognize.kind_in_words(self._frame, found)
        named = {"empty": "empty: ", "stale": "stale: "}
        facts = [f"{named.get(name, '')}{fact}" for name, fact in self._facts().items() if fact]
        return f"<sports: {', '.join([words, *facts])}>"

    def _repr_html_(self) -> str:
        from ._util.report import html_card, html_table
        from .errors import FrameError

        try:
            found = self.kind
        except FrameError as error:
            return html_card("sports", {"empty": self._why_empty()} if self._why_empty() else {"": str(error)})
        units = _display.units_of(self._frame)
        meanings = _display.meanings_of(self._frame)
        columns = [
            (str(name), str(dtype), units.get(str(name), ""), meanings.get(str(name), ""))
            for name, dtype in self._frame.dtypes.items()
        ]
        parts = [(f"{len(columns)} columns", html_table(("column", "dtype", "unit", "meaning"), columns))]
        facts = self._facts()
        facts |= {name: facts[name].partition(" ")[0] for name in ("rows", "games")}
        return html_card(recognize.kind_in_words(self._frame, found), facts, *parts)

    def _suggested(self, name: str) -> str:
        """What to write for a name that the accessor does not have: of a table, plot, measure, column or loader."""
        from .catalog import SPORTS
        from .catalog.names import tables_called
        from .errors import FrameError, nearest_attribute

        places: dict[str, list[str]] = {
            "df.sports.{}": names(),
            "df.sports.plot.{}()": [plot for plot in plots.__all__ if plot.islower()],
            'df["{}"]': list(map(str, self._frame.columns)),
            "sportsframe.{}(...)": [one for one in dir(load.default) if one.islower() and hasattr(load, one)],
        }
        tables: list[str] = []
        try:
            found = self.kind
        except FrameError:
            found = None
        if found is not None and "game_id" in self._frame:
            own = {found.table} if found.resource == "live" else set()
            lives = [SPORTS[code].answers["live"] for code in found.sports if "live" in SPORTS[code].answers]
            tables = [table for answer in lives for table in answer.layouts if table not in own]
        if found is not None:
            held = [one for code in found.sports for one in measures.of_table(code, found.table, found.resource)]
            places = {'df.sports.measure("{}")': held, 'df.sports.box("{}")': tables, **places}
        exact = [place.format(name) for place, held in places.items() if name in held]
        meant = exact or [f'df.sports.box("{table}")' for table in tables_called(name, tables)]
        return f" Write {' or '.join(dict.fromkeys(meant))}." if meant else nearest_attribute(name, places)

    @property
    def kind(self) -> Kind:
        """What the frame is: its sports, resource and table."""
        return recognize.kind(self._frame)

    @property
    def is_simulated(self) -> bool:
        """Whether rows come from the simulated world, some of them at least."""
        return provenance.is_simulated(self._frame)

    def answers(self) -> pd.DataFrame:
        """The answers behind this frame's sports: when fetched, whether stale or empty; see ``Client.answers``."""
        return load.default.answers(self.kind.sports)

    box = Method(lambda: load.default.box)
    team = Method(lambda: recognize.team)
    player = Method(lambda: recognize.player)
    local = Method(lambda: recognize.local)
    describe = Method(lambda: recognize.describe)
    measures = Method(lambda: measures.measures)
    measure = Method(lambda: measures.measure)
    totals = Method(lambda: measures.totals)
    leaders = Method(lambda: measures.leaders)
    rolling = Method(lambda: measures.rolling)
    games_log = Method(lambda: measures.games_log)
    standings = Method(lambda: measures.standings)
    bracket = Method(lambda: measures.bracket)
    availability = Method(lambda: measures.availability)
    elo = Method(lambda: measures.elo)
    elo_history = Method(lambda: measures.elo_history)
    elo_ratings = Method(lambda: measures.elo_ratings)
    forecast = Method(lambda: measures.forecast)
    simulate_season = Method(lambda: measures.simulate_season)
    score_line = Method(lambda: measures.score_line)
    lead_changes = Method(lambda: measures.lead_changes)
    drives = Method(lambda: measures.drives)
    expected_points = Method(lambda: measures.expected_points)
    run_expectancy = Method(lambda: measures.run_expectancy)
    re24 = Method(lambda: measures.re24)
    win_probability = Method(lambda: measures.win_probability)
    typed = Method(lambda: typing_.typed)
    to_arrow = Method(lambda: arrow.to_arrow)
    to_polars = Method(lambda: arrow.to_polars)
    show = Method(lambda: _display.show)
    explore = Method(lambda: widgets.explore)
    plot = View(lambda: plots.Plots)

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if name not in ELSEWHERE]


class _Elsewhere:
    """A name that people look for on ``df.sports``: an error says what to write.

    No ``__getattr__``, because completion does not look at what a class with one gives.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, holder: Sports | None, owner: type) -> Any:
        hint = "" if holder is None else holder._suggested(self._name)
        raise AttributeError(f"df.sports has no {self._name!r}.{hint}")


ELSEWHERE = (
    "batters batting box_scores boxscore field_goals games goalies halves head_to_head hitters innings leaderboard "
    "legs line_score lines linescore live matches participants passing periods pitchers pitching players plays plots "
    "quarters receiving results rushing schedule scores sets skaters statistics stats teams throws tournaments turns"
).split()
"""Names of tables, plots and loaders that people look for on ``df.sports``."""

for _name in ELSEWHERE:
    setattr(Sports, _name, _Elsewhere(_name))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def names() -> list[str]:
    """The public attributes of `Sports`."""
    return [name for name in vars(Sports) if not name.startswith("_") and name not in ELSEWHERE]


def sports(frame: pd.DataFrame) -> Sports:
    """The typed form of ``df.sports``: type checkers know what it gives.

    Parameters
    ----------
    frame : pandas.DataFrame
        Any frame.

    Returns
    -------
    Sports

    Raises
    ------
    QueryError
        `frame` is not a DataFrame.

    Examples
    --------
    >>> import sportsframe as sf
    >>> sf.sports(sf.live("2024-06-01", "MLB")).kind.table
    'games'
    """
    if not isinstance(frame, pd.DataFrame):
        raise QueryError(
            f"sports(frame) takes a DataFrame, not {type(frame).__name__}; sports_list() has the sports and leagues."
        )
    return Sports(frame)
