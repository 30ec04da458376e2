"""Widgets for notebooks; the only part of the package that requires ipywidgets and anywidget."""

from ..errors import require

require("widgets", "ipywidgets", "traitlets", "anywidget")

from .board import Scoreboard, scoreboard  # noqa: E402
from .explorer import Explorer, explore  # noqa: E402
from .games import GamePicker, game_picker  # noqa: E402
from .pickers import Picker, SeasonPicker, picker, season_picker  # noqa: E402

__all__ = [
    "Explorer",
    "GamePicker",
    "Picker",
    "Scoreboard",
    "SeasonPicker",
    "explore",
    "game_picker",
    "picker",
    "scoreboard",
    "season_picker",
]


def __dir__() -> list[str]:
    return __all__
