"""Small frames of strings, as returned by `show_settings`, `doctor` and `cache.info`, and HTML of tables and reprs."""

from __future__ import annotations

import html
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest

import pandas as pd

RULES = """.sf-box{max-width:100%;font-size:max(.9em,12px);line-height:1.4;font-variant-numeric:tabular-nums}
.sf-scroll{overflow-x:auto;max-width:100%}
table.sf-show.sf-show{border-collapse:separate;border-spacing:0;margin:.2em 0 .6em;border:0;width:auto;
 font-size:1em;color:inherit;table-layout:auto}
table.sf-show.sf-show th,table.sf-show.sf-show td{text-align:left;vertical-align:top;white-space:nowrap;
padding:.12em .5em;padding-block:round(.12em,1px);border:0;border-bottom:1px solid rgba(128,128,128,.25);
color:inherit;max-width:none}
table.sf-show.sf-show th{font-weight:600;border-bottom-color:currentColor;width:auto}
table.sf-show.sf-show wbr{display:none}
table.sf-show.sf-show .n{text-align:right}
table.sf-show.sf-show .w{font-weight:700}
table.sf-show.sf-show tr.sum td{font-weight:600;border-bottom:0}
@media (max-width:500px){table.sf-show.sf-show td,table.sf-show.sf-show th{white-space:normal;padding-inline:.3em}
table.sf-show.sf-show wbr{display:inline}
table.sf-show.sf-show td:not(.n,.brief,.sf-who){min-width:6.4em}
table.sf-show.sf-show td.long{min-width:min(16em,60vw)}
table.sf-show.sf-show td.n,table.sf-show.sf-show td.brief,.sf-whole{white-space:nowrap}
.sf-scroll{container-type:inline-size;display:grid;grid-template-columns:minmax(min-content,100%);
justify-items:start}
.sf-scroll:has(>table~table)>table.sf-show.sf-show{width:min-content}
.sf-scroll>.sf-game,.sf-scroll>.sf-part,.sf-scroll>.sf-note{position:sticky;left:0;max-width:100cqw;
box-sizing:border-box}
table.sf-show.sf-show tr:has(>.sf-who){background:var(--sf-page);
color:var(--jp-content-font-color1,var(--pst-color-text-base,var(--vscode-editor-foreground,CanvasText)))}
table.sf-show.sf-show .sf-who{position:sticky;left:0;z-index:1;box-sizing:content-box;
min-width:calc(var(--sf-who)*.6em);background:inherit;background-clip:padding-box}
@supports (animation-timeline:view()){table.sf-show.sf-show .n{animation:sf-cut linear both;
animation-timeline:view(inline)}
table.sf-show.sf-show .sf-who~.n{animation-timeline:view(inline calc(var(--sf-who)*.6em + .55em) 0px)}
.sf-scroll{animation:sf-right linear both;animation-timeline:scroll(self inline)}}}
@keyframes sf-cut{entry 0%,entry 90%,exit 10%,exit 100%{filter:blur(.25em);opacity:.6}
entry 97%,exit 3%{filter:none;opacity:1}}
@keyframes sf-right{from,97%{mask-image:linear-gradient(to left,transparent,black .8em)}to{mask-image:none}}
.sf-box{--sf-page:var(--jp-layout-color0,var(--pst-color-background,var(--vscode-editor-background,Canvas)))}
.sf-box p.sf-game,.sf-box p.sf-part,.sf-box p.sf-note{margin:0}
.sf-box p>b{font-weight:inherit}
.sf-game{font-weight:700;padding:.5em .5em .1em}
.sf-part{font-weight:600;padding:.2em .5em;opacity:.8}
.sf-note{font-size:max(.85em,12px);opacity:.8;padding:0 .5em .4em;max-width:60em}
.sf-box details{margin:.15em .5em}
.sf-box summary{cursor:pointer}
"""
"""Colors are those of the page, or translucent, so that tables are legible on light and dark backgrounds.

On a phone the names stay in view as a table is scrolled; a number that an edge cuts, which would be read as another
one, is blurred; and the right edge fades as long as there is more beyond it.
"""

STYLE = f"<style>{RULES}</style>"


class Report(pd.DataFrame):
    """A small frame of text that prints whole, one line per row."""

    def __repr__(self) -> str:
        lines = [list(map(str, self.columns)), *([str(cell) for cell in row] for row in self.itertuples(index=False))]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)

    def _repr_html_(self) -> str:
        rows = [[str(cell) for cell in row] for row in self.itertuples(index=False)]
        return html_box(html_table([str(name) for name in self.columns], rows))


LONG = 40
"""Characters from which a column takes more room on a phone, so that its rows have few lines; no name is longer."""


LETTER = 8.5
"""Pixels for a letter of a column, as an attribute, where no style keeps its cells from being broken."""


MARGINS = 14
"""Pixels on both sides of a cell, in the same place."""


BRIEF = 8
"""Characters up to which the texts of a column are not broken on a phone."""


def html_text(text: str) -> str:
    """Return a text as HTML, escaped; on a phone, a date in it or a record at its end is not broken at its hyphens."""
    return WHOLE.sub(r'<span class="sf-whole">\g<0></span>', html.escape(text))


def html_name(text: str) -> str:
    """Return a text as HTML, escaped; on a phone, one no longer than a name takes at most two lines in any column."""
    halves = [html.escape(half) for half in _halves(text)]
    if len(BREAK.findall(text)) < 2 or len(halves) < 2:
        return html.escape(text)
    return "<wbr>".join(f'<span class="sf-whole">{half}</span>' for half in halves)


BREAK = re.compile(r" |(?<=[^\W\d]-)(?=[^\W\d])")
"""Where a name may be broken: at a space, and after a hyphen between letters."""


def _halves(text: str) -> tuple[str, ...]:
    """Return the two lines into which a name is broken; one if it has no place for it or is none."""
    places = [place.end() for place in BREAK.finditer(text)] if len(text) <= LONG else []
    if not places:
        return (text,)
    at = min(places, key=lambda place: max(place, len(text) - place))
    return text[:at], text[at:]


def room_for(names: Iterable[str]) -> int:
    """Return the characters that the longest line of names takes on a phone."""
    return max((len(half.strip()) for name in names if len(name) <= LONG for half in _halves(name)), default=0)


WHOLE = re.compile(r"\d{4}-\d\d-\d\d|(?<=, )\d+-\d+(?:-\d+)?$")


def html_table(
    head: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    numbers: Collection[int] = (),
    bold: Collection[tuple[int, int]] = (),
    total: Sequence[str] | None = None,
    names: int = -1,
    times: Mapping[tuple[int, int], str] | None = None,
) -> str:
    """Return a table of strings as HTML, escaped.

    Parameters
    ----------
    head : sequence of str
        Headings.
    rows : iterable of sequence of str
        Cells.
    numbers : collection of int
        Positions of the columns that are aligned to the right.
    bold : collection of (int, int)
        Row and column of the cells in bold.
    total : sequence of str, optional
        Cells of a last row of totals.
    names : int, optional
        Position of the column that says whose a row is.
    times : mapping of (int, int) to str, optional
        Row and column of cells that tell a time of day -> the moment, in ISO notation.
    """

    rows = list(rows)
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    long = {at for at, length in enumerate(longest) if length > LONG and at}
    words = [max(map(len, name.split()), default=0) for name in head]
    widths = [round(min(max(pair), LONG) * LETTER) for pair in zip_longest(words, longest, fillvalue=0)]
    brief = {at for at, length in enumerate(longest) if length <= BRIEF and at not in numbers}

    def cells(tag: str, texts: Sequence[str], row: int = -1) -> str:
        made = []
        for at, text in enumerate(texts):
            kinds = [*(["n"] if at in numbers else []), *(["w"] if (row, at) in bold else [])]
            if at == names:
                kinds.append("sf-who")
            elif tag == "td":
                kinds += ["long"] if at in long else ["brief"] if at in brief else []
            marks = f' class="{" ".join(kinds)}"' if kinds else ""
            marks += f' scope="col" width="{widths[at]}"' if tag == "th" else ""
            is_name = at == names or (tag == "td" and (at or ", " not in text))
            write = html_name if is_name else html_text
            inner = write(text)
            if times and (moment := times.get((row, at))):
                inner = f'<time datetime="{moment}">{inner}</time>'
            made.append(f"<{tag}{marks}>{inner}</{tag}>")
        return "".join(made)

    body = "".join(f"<tr>{cells('td', row, at)}</tr>" for at, row in enumerate(rows))
    body += f'<tr class="sum">{cells("td", total)}</tr>' if total is not None else ""
    wide = sum(widths) + MARGINS * len(widths)
    top = f"<thead><tr>{cells('th', head)}</tr></thead>"
    return f'<table class="sf-show" width="{wide}">{top}<tbody>{body}</tbody></table>'


OWN_KEYS = """onfocus="this.toggleAttribute('data-lm-suppress-shortcuts',this.matches(':focus-visible'))\""""
"""Leaves arrows to a box that was reached by keyboard, as JupyterLab would go to another one; clicks change nothing."""


def html_box(*parts: str, label: str = "Table", above: str = "", below: str = "", room: int = 0) -> str:
    """Return pieces of HTML in a box that scrolls sideways on narrow screens, with the styles that they need.

    What is above and below does not scroll, so that it is whole on a screen of any width. The names in the tables take
    so many characters of `room`, as `room_for` returns them.
    """
    inside = "".join(parts)
    style = f' style="--sf-who:{room}"' if room else ""
    marks = f'{style} tabindex="0" role="region" aria-label="{html.escape(label)}" {OWN_KEYS}'
    place = f'<div class="sf-scroll"{marks}>{inside}</div>'
    return f'{STYLE}<div class="sf-box">{above}{place}{below}</div>'


def html_card(title: str, facts: Mapping[str, str], *parts: tuple[str, str]) -> str:
    """Return the HTML repr of an object: a title, facts, and parts that unfold.

    Parameters
    ----------
    title : str
        What it is.
    facts : mapping of str to str
        Values by name, as text.
    parts : (str, str)
        Summaries with HTML that they unfold.
    """
    told = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{html.escape(text)}</td></tr>" for name, text in facts.items() if text
    )
    table = f'<table class="sf-show"><tbody>{told}</tbody></table>' if told else ""
    below = "".join(f"<details><summary>{html.escape(name)}</summary>{inner}</details>" for name, inner in parts)
    return html_box(f'<p class="sf-game"><b>{html.escape(title)}</b></p>', table, below, label=title)
