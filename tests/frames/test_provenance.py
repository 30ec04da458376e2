"""Where rows come from: told by the mark, by ids where the mark is lost, and kept wherever the package sees a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import matplotlib.pyplot as plt
import pandas as pd
import pytest
from matplotlib.axes import Axes

import sportsframe as sf
from sportsframe._cli.run import main
from sportsframe._client.options import options
from sportsframe._frames.provenance import is_simulated, origin, simulated_rows

from ..support.servers import TOKEN, Reply, Server, serving

DAY = "2024-06-01"


def real_rows() -> pd.DataFrame:
    """Rows with ids that are not those of the simulated world."""
    games = sf.live(DAY, "MLB").head(3)
    games = games.assign(
        game_id=[f"20240601-{i}-{i + 1}" for i in (11, 21, 31)], home_team_id=[1, 2, 3], away_team_id=[4, 5, 6]
    )
    return games.astype({"home_team_id": "Int64", "away_team_id": "Int64", "game_id": "str"})


@pytest.fixture
def mixed() -> pd.DataFrame:
    real = real_rows()
    real.attrs = {}
    return pd.concat([real, sf.live(DAY, "MLB").head(2)], ignore_index=True)


def test_a_mixture_is_known_after_concat(mixed: pd.DataFrame) -> None:
    """pandas drops the mark of a mixture; the ids keep it, row by row, in any order and after a filter."""
    assert origin(mixed) == "mixed"
    assert list(simulated_rows(mixed)) == [False, False, False, True, True]
    assert mixed.sports.is_simulated
    assert "mixed: simulated rows among others" in repr(mixed.sports)
    assert is_simulated(mixed.sample(frac=1, random_state=1))
    assert not is_simulated(mixed.head(3))
    assert origin(mixed.tail(2)) == "simulated"


def has_note(axes: Axes) -> bool:
    """Whether a plot says that its data is simulated."""
    return any("simulated" in text.get_text() for text in [*axes.texts, *axes.figure.texts])


def test_a_plot_of_a_mixture_has_the_note(mixed: pd.DataFrame) -> None:
    """A plot with simulated rows among others says so, as one of simulated rows alone does."""
    for frame, noted in ((mixed, True), (mixed.tail(2), True), (mixed.head(3), False)):
        plt.close("all")
        assert has_note(frame.sports.plot.scores()) == noted


def test_a_mixture_cannot_be_gone_on_from(mixed: pd.DataFrame) -> None:
    """No one source has all its games."""
    with pytest.raises(sf.QueryError, match="mixes simulated rows"):
        mixed.sports.box()


@pytest.fixture
def server() -> Iterator[Server]:
    def answer(path: str) -> Reply:
        with options(source="simulated"):
            return Reply(200, sf.raw(path.split("/")[2], path.split("/")[3]))

    with serving(answer) as running:
        yield running


def test_a_service_on_this_machine_may_have_simulated_ids(server: Server) -> None:
    """A loopback service may serve the simulated world: its frames go on; one elsewhere is not asked for such ids."""
    with options(base_url=server.base_url, token=TOKEN):
        games = sf.live(DAY, "MLB")
        games.attrs = {}
        assert len(games.sports.box("batting"))
    before = server.count
    elsewhere = options(base_url="https://data.example.org/api/v1", token=TOKEN, offline=True)
    with elsewhere, pytest.raises(sf.QueryError, match=r"comes from the simulated world.*source=\"simulated\"\)\.box"):
        games.sports.box("batting")
    assert server.count == before


@pytest.mark.filterwarnings("always::sportsframe.DriftWarning")
@pytest.mark.parametrize("form", ["table", "csv", "json", "parquet"])
def test_the_command_line_marks_simulated_rows_only(
    form: str, server: Server, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """Simulated rows have a last column ``simulated``; rows of a service have the columns of the catalog alone."""
    words = ["live", DAY, "MLB", "--format", form]
    if form == "parquet":
        pytest.importorskip("pyarrow")
    assert main(words) == 0
    assert b"simulated" in capsysbinary.readouterr().out
    server.default = lambda path: Reply(200, {"data": {"MLB": [{"game_ID": "20240601-11-12", "status": "completed"}]}})
    monkeypatch.setenv("SPORTSFRAME_BASE_URL", server.base_url)
    monkeypatch.setenv("RSC_TOKEN", TOKEN)
    assert main(words) == 0
    out, err = capsysbinary.readouterr()
    assert b"simulated" not in out
    assert b"does not match the schema" in err


@pytest.mark.parametrize(
    ("now", "sport"), [("2025-01-13T12:00", "NFL"), pytest.param("2024-10-10T12:00", "MLB", marks=pytest.mark.long)]
)
def test_a_bracket_in_progress_is_marked(now: str, sport: str) -> None:
    """A bracket with series to come has the mark, its table and picture say so, and its ids tell without the mark."""
    with options(now=now):
        series = sf.bracket(2024, sport, progress=False)
    assert series["winner"].isna().any()
    assert series.attrs["sportsframe"]["source"] == "simulated"
    assert "simulated data" in str(series.sports.show())
    series.attrs = {}
    assert origin(series) == "simulated"
    assert has_note(series.sports.plot.bracket())


def test_ids_of_a_bracket_are_those_of_its_sides() -> None:
    """The sides of a bracket are players in darts, whose ids in a service may be those of simulated teams."""
    sides = {"id_1": [9001], "id_2": [9002]}
    assert origin(pd.DataFrame({"sport": ["DARTS"], **sides})) == "service"
    assert origin(pd.DataFrame({"sport": ["NFL"], **sides})) == "simulated"


Compute = Callable[[pd.DataFrame], pd.DataFrame | pd.Series]

OF_GAMES: list[Compute] = [
    lambda df: df.sports.standings(), lambda df: df.sports.games_log(), lambda df: df.sports.elo(),
    lambda df: df.sports.elo_ratings(), sf.measures.srs, sf.measures.strength_of_schedule,
]  # fmt: skip
OF_LINES: list[Compute] = [
    lambda df: df.sports.measure("era"), lambda df: df.sports.measure("era", by="team"),
    lambda df: df.sports.measures(by="team"), lambda df: df.sports.totals(by="team"),
    lambda df: df.sports.leaders("strikeouts", by="team_id"), lambda df: df.sports.rolling("era", 3),
]  # fmt: skip
OF_PLAYS: list[Compute] = [
    lambda df: df.sports.score_line(), lambda df: df.sports.lead_changes(), lambda df: df.sports.run_expectancy(),
    lambda df: df.sports.re24(), lambda df: df.sports.win_probability(),
]  # fmt: skip


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("load", "computing"),
    [
        (lambda: sf.live(("2024-06-01", "2024-06-05"), "MLB", progress=False), OF_GAMES),
        (lambda: sf.pitching(DAY), OF_LINES),
        (lambda: sf.play_by_play("20240601-9001-9005", "MLB"), OF_PLAYS),
    ],
    ids=["games", "lines", "plays"],
)
def test_what_is_computed_has_the_mark(load: Callable[[], pd.DataFrame], computing: list[Compute]) -> None:
    """A result has the mark of the frame that it was computed from or, where that was lost, the source its ids tell."""
    frame = load()
    assert all(compute(frame).attrs == frame.attrs for compute in computing)
    frame.attrs = {"title": "mine"}
    known = {"title": "mine", "sportsframe": {"source": "simulated"}}
    assert all(compute(frame).attrs == known for compute in computing)


def test_ids_in_the_index_and_of_games_tell(mixed: pd.DataFrame) -> None:
    """Without a mark, the ids in an index and those of the teams in the id of a game tell, also of a mixture."""
    totals = sf.pitching(DAY).sports.totals()
    totals.attrs = {}
    assert origin(totals) == "simulated"
    games = mixed[["game_id"]]
    assert origin(games) == "mixed"
    assert list(simulated_rows(games)) == [False, False, False, True, True]
    assert mixed.sports.elo().attrs["sportsframe"] == {"source": "mixed"}
    darts = pd.DataFrame({"game_id": ["20240103-WC-900516-901154", "20240103-WC-5-7", f"20240103-1-{9 * '9' * 999}"]})
    assert list(simulated_rows(darts)) == [True, False, False]
    assert origin(pd.DataFrame({"bases": ["1-3"]})) is None
    none = pd.DataFrame({"bases": ["1-3"]})
    none.attrs = {"sportsframe": {"source": "mixed"}}
    assert is_simulated(none)
