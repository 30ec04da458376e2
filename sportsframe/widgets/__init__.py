"""Pickers and a live board for notebooks; ipywidgets is needed here and nowhere else."""

from ..errors import require

require("widgets", "ipywidgets", "traitlets")

from .board import Scoreboard, scoreboard  # noqa: E402
from .games import GamePicker, game_picker  # noqa: E402
from .pickers import Picker, SeasonPicker, picker, season_picker  # noqa: E402

__all__ = [
    "GamePicker", "Picker", "Scoreboard", "SeasonPicker", "game_picker", "picker", "scoreboard", "season_picker",
]  # fmt: skip
