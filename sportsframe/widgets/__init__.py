"""Pickers and a live board for notebooks; ipywidgets is needed here and nowhere else."""

from .board import Scoreboard, scoreboard
from .pickers import GamePicker, Picker, SeasonPicker, game_picker, picker, season_picker

__all__ = ["GamePicker", "Picker", "Scoreboard", "SeasonPicker", "game_picker", "picker", "scoreboard", "season_picker"]
