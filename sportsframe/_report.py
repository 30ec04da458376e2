"""`Report`: a small frame of text, as `show_settings`, `doctor` and `cache.info` return it."""

from __future__ import annotations

import pandas as pd


class Report(pd.DataFrame):
    """A small frame of text that prints whole, one line per row."""

    def __repr__(self) -> str:
        lines = [list(map(str, self.columns)), *([str(cell) for cell in row] for row in self.itertuples(index=False))]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        with pd.option_context("display.max_colwidth", None):
            return self.to_html(index=False, border=0)
