"""Arguments of functions that take frames: what an annotation accepts, and what is said of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import pandas as pd
import pytest

from sportsframe._frames.arguments import checked
from sportsframe.errors import FrameError, QueryError


@checked
def asked(
    frame: pd.DataFrame,
    whole: int = 1,
    number: float | None = 1.0,
    word: Literal["a", "b"] | None = "a",
    flag: bool = True,
    names: Sequence[str] | str = (),
    pairs: Mapping[str, int] | None = None,
    anything: Any = None,
) -> pd.DataFrame:
    """A function with a parameter of each kind."""
    return frame


FRAME = pd.DataFrame({"a": [1]})


@pytest.mark.parametrize(
    "given",
    [
        {"whole": np.int64(3)}, {"number": 3}, {"number": np.float32(0.5)}, {"number": None}, {"word": "b"},
        {"word": None}, {"flag": np.bool_(0)}, {"names": "x"}, {"names": ["x"]}, {"names": ()}, {"pairs": {}},
        {"pairs": None}, {"anything": object()},
    ],
)  # fmt: skip
def test_what_fits_is_passed_on(given: dict[str, Any]) -> None:
    """NumPy's scalars are as good as Python's; one member of a union is enough; without a type everything fits."""
    assert asked(FRAME, **given) is FRAME


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"whole": True}, "must be an integer, not bool"), ({"whole": 1.0}, "must be an integer, not float"),
        ({"whole": None}, "must be an integer, not NoneType"), ({"number": True}, "must be a number or None, not bool"),
        ({"number": np.bool_(1)}, "must be a number or None, not bool"), ({"number": "1"}, "must be a number or None"),
        ({"word": "c"}, "must be 'a' or 'b' or None, not str 'c'"), ({"word": 1}, "must be 'a' or 'b' or None"),
        ({"flag": 1}, "must be True or False, not int 1"), ({"names": b"x"}, "must be a list or a string, not bytes"),
        ({"pairs": []}, "must be a mapping or None, not list"), ({"nams": 1}, "it accepts frame, whole"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_in_one_line(given: dict[str, Any], said: str) -> None:
    """The message names function, parameter, what it may be, and what it was."""
    with pytest.raises(QueryError) as caught:
        asked(FRAME, **given)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("frame", [5, None, FRAME["a"], pd.DataFrame([[1, 2]], columns=["a", "a"])])
def test_no_frame_and_repeated_columns(frame: Any) -> None:
    """What is no frame, and a frame with two columns of one name, is refused as a frame."""
    with pytest.raises(FrameError, match=r"^asked\(frame=\) (must be a DataFrame|has several columns 'a')"):
        asked(frame)


@pytest.mark.parametrize("error", [QueryError("one line."), KeyError("a"), OSError("no file")])
def test_errors_are_explained_where_values_cause_them(error: Exception) -> None:
    """The package's own errors and those of files pass; one about values is explained by the frame if it can be."""

    def fails(frame: pd.DataFrame) -> pd.DataFrame:
        raise error

    expected = FrameError if isinstance(error, KeyError) else type(error)
    with pytest.raises(expected) as caught:
        checked(fails, lambda frame: "requires others")(FRAME)
    assert str(caught.value) == ("fails() requires others." if isinstance(error, KeyError) else str(error))
    with pytest.raises(type(error)):
        checked(fails, lambda frame: "")(FRAME)
