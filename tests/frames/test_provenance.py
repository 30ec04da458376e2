"""Where rows come from: told by the mark, by ids where the mark is lost, and kept wherever the package sees a frame."""

from __future__ import annotations

from collections.abc import Iterator

import matplotlib.pyplot as plt
import pandas as pd
import pytest

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


def test_a_plot_of_a_mixture_has_the_note(mixed: pd.DataFrame) -> None:
    """A plot with simulated rows among others says so, as one of simulated rows alone does."""
    for frame, noted in ((mixed, True), (mixed.tail(2), True), (mixed.head(3), False)):
        plt.close("all")
        axes = frame.sports.plot.scores()
        texts = [text.get_text() for text in [*axes.texts, *axes.figure.texts]]
        assert any("simulated" in text for text in texts) == noted


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
    with elsewhere, pytest.raises(sf.QueryError, match="comes from the simulated world"):
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
