"""Pickers and a live board for notebooks; ipywidgets is needed here and nowhere else."""

from .board import Scoreboard, scoreboard
from .games import GamePicker, game_picker
from .pickers import Picker, SeasonPicker, picker, season_picker

__all__ = [
    "GamePicker", "Picker", "Scoreboard", "SeasonPicker", "game_picker", "picker", "scoreboard", "season_picker",
]  # fmt: skip
