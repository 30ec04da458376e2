"""Controls of widgets as a browser uses them, and the frames that their code gives."""

from __future__ import annotations

import asyncio

import ipywidgets
import pandas as pd

import sportsframe as sf


def run(code: str) -> pd.DataFrame:
    """The frame that a line of code gives."""
    return eval(code, {"sf": sf})


def every(widget: ipywidgets.Widget) -> list[ipywidgets.Widget]:
    """A widget and all that is in it."""
    return [widget, *(inner for child in getattr(widget, "children", ()) for inner in every(child))]


def controls(widget: ipywidgets.Widget, *kinds: type) -> list[ipywidgets.Widget]:
    """The widgets of some kinds in a widget."""
    return [inner for inner in every(widget) if isinstance(inner, kinds)]


async def chosen(picker: sf.widgets.Picker, **values: object) -> None:
    """What a browser does: values of controls that change one after the other."""
    for name, value in values.items():
        picker._controls[name].value = value
        await asyncio.sleep(0)
