"""Components of the widgets: labeled controls, a status line, a table, and HTML for saved notebooks."""

from __future__ import annotations

import asyncio
import html
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from importlib.resources import files
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary, ref

import anywidget
import ipywidgets as w
import pandas as pd
import traitlets as t
from traitlets.utils.bunch import Bunch

from .._client.progress import SLOW, counting_games, with_bar_of_games
from .._display import caption, show, why_empty
from .._util.report import STYLE
from ..catalog import SPORTS
from ..errors import PartialResult, QueryError, SportsframeError, choose, quoted

ROWS = 15

PAUSE = 0.3
"""Seconds without a further change after which a selection made in the browser is loaded."""

DAY = re.compile(r"\d{4}-\d\d-\d\d")

ANSWER = 3.0
"""Seconds for which what was loaded waits for the page; one that was closed may not have said so."""

TICK = 1.0
"""Seconds after which a panel tells anew how long a load or an update has taken."""


def more_below(*boxes: str) -> str:
    """Return the style by which the lower edge of boxes that scroll fades as long as there is more below it."""
    after = ",".join(f"{box}::after" for box in boxes)
    return f"""{after}{{content:"";display:block;position:sticky;z-index:3;bottom:0;left:0;height:3em;margin-top:-3em;
width:100%;max-width:100cqw;pointer-events:none;opacity:0;animation:sf-below linear both;animation-timeline:scroll();
background:linear-gradient(transparent,var(--jp-layout-color0,var(--pst-color-background,Canvas)))}}
@keyframes sf-below{{from,97%{{opacity:1}}to{{opacity:0}}}}
"""


CSS = (
    STYLE
    + f"<style>{more_below('.sf-scoreboard .sf-board', '.sf-opened .sf-scroll')}</style>"
    + """<style>
.sf-panel{max-width:100%;overflow:hidden;position:relative}
.widget-hbox:has(>.sf-panel){flex-wrap:wrap}
.widget-hbox:has(>.sf-panel),.widget-gridbox:has(>.sf-panel){column-gap:1.5em}
.widget-hbox>.sf-panel{flex:1 1 20em;min-width:min(20em,100%)}
.widget-gridbox>.sf-panel{min-width:0}
.sf-panel .sf-said{position:absolute;width:1px;height:1px;margin:0;overflow:hidden;clip-path:inset(50%)}
.sf-row{display:flex;flex-flow:row wrap;gap:0 .5em;max-width:100%}
.sf-panel .widget-dropdown,.sf-panel .widget-datepicker,.sf-panel .widget-inline-hbox,
.sf-panel .widget-html-content{max-width:100%;min-width:0}
.sf-code{white-space:normal;overflow-wrap:anywhere;max-width:100%;box-sizing:border-box}
.sf-busy{font-style:italic}
.sf-panel .sf-code-line .widget-html-content,.sf-panel .sf-chosen .widget-html-content{line-height:1.5}
.sf-panel .sf-state .widget-html-content{line-height:18px;padding:7px 0}
.sf-loading .sf-table,.sf-loading .sf-picture,.sf-loading .sf-code-line,.sf-loading .sf-explored,
.sf-loading .sf-month-line{opacity:.45}
.sf-scoreboard,.sf-opened .sf-scroll{max-height:min(80vh,50em);overflow:auto}
.sf-cards{display:flex;flex-flow:row wrap;align-items:flex-start;gap:.6em;padding:.2em 0 .6em}
.sf-card{border:1px solid rgba(128,128,128,.45);border-radius:6px;padding:.3em .5em;overflow-x:auto;
min-width:min(15em,100%);max-width:100%;direction:rtl;box-sizing:border-box;line-height:1.35;
font-variant-numeric:tabular-nums}
.sf-card>*,.sf-card.sf-list{direction:ltr}
.sf-card table.sf-show.sf-show tr{background:transparent}
.sf-card .sf-when{font-size:max(.85em,12px);font-weight:600}
.sf-card .sf-more{font-size:max(.85em,12px);opacity:.85;width:0;min-width:100%}
.sf-card .new{background:rgba(255,196,0,.35)}
.sf-panel .sf-card[data-game]{cursor:pointer}
.sf-card,.sf-opened,.sf-card tr>:first-child,.sf-opened tr>:first-child{
background-color:var(--jp-layout-color0,var(--pst-color-background,Canvas))}
.sf-card tr>:first-child,.sf-opened tr>:first-child{position:sticky;left:0;z-index:1;background-clip:padding-box}
.sf-card p.sf-when{margin:0}
.sf-card .sf-when{display:flex;justify-content:space-between;gap:.6em;position:sticky;left:0;right:0}
.sf-opened [data-opened]{position:relative}
.sf-opened .sf-game{padding-right:4.5em}
.sf-opened .sf-close{position:absolute;right:.3em;top:.3em;z-index:2;
background:var(--jp-layout-color0,var(--pst-color-background,Canvas))}
.sf-open,.sf-close,.sf-month-line button{font:inherit;font-weight:400;color:inherit;background:transparent;
border:1px solid rgba(128,128,128,.55);
border-radius:4px;padding:0 .5em;min-height:24px;min-width:24px;cursor:pointer}
.sf-open[aria-expanded=true]{background:rgba(128,128,128,.3)}
.sf-card small{font-size:max(.85em,12px);opacity:.8;white-space:nowrap}
.sf-panel.sf-panel :focus-visible{outline:2px solid #3b82f6!important;outline-offset:1px}
.sf-panel.sf-panel .widget-dropdown>select{appearance:auto;background-image:none;padding-right:22px;
text-overflow:ellipsis}
.sf-card table.sf-show.sf-show{width:100%}
.sf-card table.sf-show.sf-show tr>:first-child{white-space:normal;min-width:0}
.sf-card table.sf-show.sf-show .n{padding-inline:.35em;width:1px}
.sf-card table.sf-show.sf-show .n{animation:none}
.sf-card.sf-list{animation:sf-right linear both;animation-timeline:scroll(self inline)}
@media (max-width:500px){.sf-card{flex:1 1 100%;container-type:inline-size}
.sf-card table.sf-show.sf-show{font-size:max(.92em,12px)}
.sf-card table.sf-show.sf-show .n{padding-inline:.18em}}
@container (max-width:22em){.sf-card:not(.sf-list) table.sf-show.sf-show tr>:first-child{max-width:0;white-space:nowrap}
.sf-card:not(.sf-list) table.sf-show.sf-show tbody .n{padding-top:1.6em}}
.sf-board p.sf-group{margin:.2em 0}
.sf-panel .sf-note{line-height:1.4}
.sf-error{color:var(--jp-error-color1,#b3261e);font-weight:600}
.sf-code{font-family:monospace;padding:.3em .5em;border:1px solid rgba(128,128,128,.5);border-radius:4px;
user-select:all;display:inline-block}
.sf-panel .sf-code-line{position:relative;width:fit-content}
.sf-panel .sf-code{cursor:pointer}
.sf-copied:not(:empty){position:absolute;inset:4px 4px 4px auto;display:flex;align-items:center;padding:0 .5em;
background:var(--jp-layout-color0,var(--pst-color-background,Canvas))}
.sf-month-line .sf-turn{display:flex;gap:.5em;align-items:center;font-weight:600}
.sf-month{border-collapse:separate;border-spacing:1px;line-height:1.5}
.sf-month td,.sf-month th{min-width:28px;height:28px;padding:0 2px;box-sizing:border-box;text-align:center;
vertical-align:middle}
.sf-month td{border-radius:4px}
.sf-month [data-day]{font-weight:700;cursor:pointer;text-decoration:underline}
.sf-month [data-day]:hover{background:rgba(128,128,128,.25)}
.sf-month [aria-disabled]{opacity:.6;font-weight:400;cursor:default;text-decoration:none}
.sf-month [aria-selected=true]{box-shadow:inset 0 0 0 2px currentColor}
@media (min-width:501px){.sf-chosen{display:none}}
@media (forced-colors:active){.sf-panel .jupyter-button,.sf-month [data-day]{border:1px solid ButtonText}
.sf-card .new{outline:2px solid Highlight;outline-offset:-2px}}
</style>"""
)
"""Colors are those of the page or transparent, so that the widgets are legible in light and dark themes."""


Show = Callable[[], None]
"""Shows what was loaded."""

Load = Callable[[], Show]
"""Loads a selection, in any thread, and returns a function that shows it."""


def script(name: str) -> str:
    """Return a script of the package that runs in the page, with what all of them share."""
    return "".join(files(__package__).joinpath(part).read_text("utf-8") for part in ("shared.js", name))


def _taken(trait: Any) -> str:
    """Return in words what values a trait takes."""
    if isinstance(trait, t.Int):
        return f"an integer from {trait.min}" + (f" to {trait.max}" if trait.max is not None else "")
    words = {t.Unicode: "text", t.Bool: "True or False", t.List: "a list of texts", t.Dict: "a dict of texts"}
    return next((said for kind, said in words.items() if isinstance(trait, kind)), str(trait.info()))


class Kept(w.DOMWidget):  # type: ignore[misc]
    """A widget that is displayed with a copy of what it shows, which a saved notebook shows when there is no kernel.

    The copy is an output of its own, hidden as long as the widget is in the page, and follows the widget. The kernel
    updates it in the page in which the widget was displayed; in one that was loaded again, the script of the widget
    does, with the trait `kept` of the widget that has the script.
    """

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse a value of another type than a trait has in the words of the package."""
        try:
            super().__setattr__(name, value)
        except t.TraitError as wrong:
            if self.has_trait(name) and self.traits()[name].read_only:
                raise QueryError(f"{name} is a result and cannot be set{self._instead()}.") from None
            if f"'{name}' trait" not in str(wrong):
                raise
            taken = _taken(self.traits()[name]) + self._such(name, value)
            raise QueryError(f"{name} is {taken}, not {quoted(value)}.") from None

    def _such(self, name: str, value: Any) -> str:
        """Return an example of what a trait takes, after a comma."""
        return ""

    def _instead(self) -> str:
        """Return what to set in place of a result, after a semicolon."""
        return ""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._copies: list[Any] = []
        self._behind = False
        super().__init__(*args, **kwargs)

    @property
    def _scripted(self) -> Any:
        """The widget whose script stores the copies."""
        return self

    @property
    def hides_copies(self) -> str:
        """The style of the page that hides the copies while the widget is in it."""
        return f".sf-copy-{self.model_id}{{display:none}}"

    def _ipython_display_(self) -> None:
        from IPython.display import display

        live = {name: held for name, held in self._forms().items() if not name.startswith("text/")}
        display(live, raw=True)  # type: ignore[no-untyped-call]
        self._copies.append(display(self._copy(), raw=True, display_id=True))  # type: ignore[no-untyped-call]

    def _forms(self) -> dict[str, Any]:
        """The forms of the widget by MIME type; the HTML is for readers without a kernel."""
        bundle = self._repr_mimebundle_()
        data: dict[str, Any] = bundle[0] if isinstance(bundle, tuple) else bundle
        return data

    def _copy(self) -> dict[str, str]:
        page = f'<div class="sf-copy-{self.model_id}">{self._forms()["text/html"]}</div>'
        return {"text/html": page, "text/plain": repr(self)}

    def _keep(self) -> None:
        """Bring the copies up to date, once for all that changes at a time."""
        if not self._copies or self._behind:
            return
        self._behind = True
        if in_a_loop():
            asyncio.get_running_loop().call_soon(self._update_copies)
        else:
            self._update_copies()

    def _update_copies(self) -> None:
        self._behind = False
        if self.comm is not None:
            now = self._copy()
            for copy in self._copies:
                copy.update(now, raw=True)
            self._scripted.kept = now


class InThePage(anywidget.AnyWidget):
    """What a panel needs of the browser: that keys typed in it are its own, the time zone, the theme and the width."""

    _esm = script("panel.js")

    dark = t.Bool(default_value=False).tag(sync=True)
    narrow = t.Bool(default_value=False).tag(sync=True)
    kept = t.Dict().tag(sync=True)


class Checked(t.TraitType[Any, Any]):
    """A trait whose values are checked by a validator of its panel, which refuses them with a QueryError."""


class Loaded(t.Instance[Any]):
    """A trait for what a panel has loaded: where there is none, reading it raises the error of the load that failed."""

    def get(self, obj: Any, cls: Any = None) -> Any:
        value = super().get(obj, cls)
        if value is None and obj.failure is not None:
            raise obj.failure.with_traceback(None)
        return value


class Panel(Kept, w.VBox):  # type: ignore[misc]
    """A widget that also provides static HTML, for saved notebooks without a kernel.

    A cell that is run again replaces the panels of its former run: these are closed.

    Attributes
    ----------
    busy : bool
        Whether a selection made in the browser is being loaded.
    """

    frame = Loaded(pd.DataFrame, allow_none=True, read_only=True).tag(together=True)
    error = t.Unicode("", read_only=True).tag(together=True)
    failure: SportsframeError | None = None
    busy = t.Bool(default_value=False, read_only=True)

    _most = ROWS
    _setting = 0
    """How many blocks are setting traits together."""
    _task: asyncio.Task[None] | None = None
    _controls: Mapping[str, w.Widget] = MappingProxyType({})

    def __init__(self, *parts: w.Widget, below: Sequence[w.Widget] = ()) -> None:
        self._hint = ""
        self._aside = ""
        self._fitting = False
        self._by_hand = False
        self._untold: dict[str, Any] = {}
        self._one_at_a_time = threading.RLock()
        self._wanted: Callable[[], Load] = self._loading
        self._error = line("sf-error-line")
        self._table = line("sf-table")
        self._work = line("sf-work")
        self._far = line("sf-far")
        self._said = line("sf-said")
        self._cancel = button("Cancel", "Stop loading and go back to what is shown", self.cancel)
        self._retry = button("Try again", "Load again what failed", self.retry)
        for passing in (self._cancel, self._retry):
            passing.layout.display = "none"
            passing.add_class("sf-passing")
        state = row(self._said, self._work, self._far, self._cancel, self._error, self._retry)
        self._page = InThePage(_view_count=0)  # the browser counts the places where it is shown
        self._loaded: Show | None = None
        self._heard: dict[str, Callable[[Any], Any]] = {"loaded": lambda _: self._show_loaded()}
        self._page.on_msg(lambda _, content, __: [self._heard[name](value) for name, value in content.items()])
        style = w.HTML()
        super().__init__([style, self._page, *parts, state, self._table, *below])
        style.value = f"{CSS}<style>{self.hides_copies}</style>"
        self.add_class("sf-panel")
        self.observe(lambda _: self._keep(), ["frame", "error"])
        replace_former(self)

    @property
    def _scripted(self) -> Any:
        return self._page

    def _has(self, name: str) -> bool:
        """Whether something was loaded for a trait."""
        return self._trait_values.get(name) is not None

    def _fail(self, error: SportsframeError) -> None:
        """Show an error, and keep it for whoever reads what it kept from being loaded."""
        self.failure = error
        self._tell_result(error=str(error))

    def _tell_result(self, **results: Any) -> None:
        """Set results, which nobody else can."""
        for name, value in results.items():
            self.set_trait(name, value)

    def _instead(self) -> str:
        return f"; set {' or '.join(self._controls)} instead" if self._controls else ""

    @t.observe("error")
    def _show_error(self, change: Any) -> None:
        text = html.escape(" ".join(change["new"].split()))
        self._error.value = f'<div class="sf-error" role="alert">{text}</div>' if text else ""
        self._offer_retry()

    @t.observe("busy")
    def _show_busy(self, change: Any) -> None:
        self._tell("Loading …" if change["new"] else self._aside)
        self._far.value = ""
        self._cancel.layout.display = "" if change["new"] else "none"
        self._error.layout.display = "none" if change["new"] else ""  # it is of the load before
        self._offer_retry()
        (self.add_class if change["new"] else self.remove_class)("sf-loading")

    def _tell(self, text: str) -> None:
        """Say what is going on, also to screen readers."""
        self._work.value = f'<div class="sf-busy" role="status">{html.escape(text)}</div>' if text else ""

    def _tell_seconds(self, seconds: float, far: str = "") -> None:
        """Say how long it takes; a screen reader would be interrupted each second."""
        self._far.value = f'<div class="sf-busy" aria-hidden="true">{seconds:.0f} s{far}</div>'

    def _offer_retry(self) -> None:
        self._retry.layout.display = "" if self.error and not self.busy else "none"

    @t.observe("frame")
    def _show_frame(self, change: Any) -> None:
        frame = change["new"]
        self._table.value = "" if frame is None else as_html(frame, self._most, self._hint)
        self._said.value = "" if frame is None else html.escape(f"{counted(len(frame))} of {caption(frame, None)}")

    def _bind(self, **controls: w.Widget) -> None:
        """Keep traits and their controls equal, and reload when one changes."""
        self._controls = controls
        for name, control in controls.items():
            control.value = getattr(self, name)
            control.observe(lambda change, name=name: self._chosen(name, change["new"]), "value")

    def notify_change(self, change: Any) -> None:
        """Tell observers of a change; of what was chosen and of what it loads when all of it is set."""
        if change.name in self._controls and not self._fitting:
            with self._together():
                self._tell_later(change)
                self._changed(change.name)
        elif (self._setting or self._task) and (
            change.name in self._controls or self.trait_metadata(change.name, "together")
        ):
            self._tell_later(change)
        else:
            super().notify_change(change)

    def _tell_later(self, change: Any) -> None:
        with self._one_at_a_time:
            first = self._untold.get(change.name, change)
            self._untold[change.name] = Bunch(change, old=first.old)

    @contextmanager
    def _together(self) -> Iterator[None]:
        """Set several traits, and tell observers at the end, unless what was chosen is being loaded."""
        self._setting += 1
        try:
            yield
        finally:
            self._setting -= 1
            if not self._setting and not self._task:
                self._notify()

    def _notify(self) -> None:
        """Tell observers of each change, also after one of them failed; a choice that was taken back is none."""
        if self._untold:
            change = self._untold.pop(next(iter(self._untold)))
            try:
                if change.name not in self._controls or change.old != change.new:
                    super().notify_change(change)
            finally:
                self._notify()

    def _chosen(self, name: str, value: Any) -> None:
        """Take over a value that was chosen in the browser.

        JupyterLab sends messages of widgets to two threads of the kernel: one of them waits while the other is at it.
        """
        with self._one_at_a_time:
            if self._fitting or value == getattr(self, name):
                return
            self._by_hand = True
            try:
                self.set_trait(name, value)
            finally:
                self._by_hand = False

    def _changed(self, name: str) -> None:
        """Reload once after a change and the changes it causes, such as the tables of another sport.

        What code sets is loaded at once. What is chosen in the browser is loaded beside the kernel's own work, as soon
        as nothing else was chosen for a moment; until then the panel shows what it did, and that it is loading.
        """
        self._fitting = True
        try:
            self._fit(name)
            for name, control in self._controls.items():
                control.value = getattr(self, name)
        finally:
            self._fitting = False
        if self._by_hand:
            self._begin(self._loading, PAUSE)
        else:
            self.refresh()

    def _begin(self, loading: Callable[[], Load], pause: float = 0.0) -> None:
        """Load in place of what is being loaded; beside the kernel's own work if there is a kernel."""
        if not in_a_loop():
            self._at_once(loading)
            return
        with self._one_at_a_time:
            self._end()
            self._wanted, self._aside = loading, ""
            self._tell_result(busy=True)
            self._task = asyncio.get_running_loop().create_task(self._load_later(pause, loading))

    def _at_once(self, loading: Callable[[], Load]) -> None:
        """Load in place of what is being loaded, and show it."""
        with self._together():
            self._end()
            self._wanted = loading
            with_bar_of_games(loading(), always=False)()  # which a quick load does not leave above the panel

    async def _load_later(self, pause: float, loading: Callable[[], Load]) -> None:
        await asyncio.sleep(pause)
        show = await self._waited_for(loading())
        with self._one_at_a_time:
            if self._task is not asyncio.current_task():
                return  # something else was chosen meanwhile
            asked = self._hand_over(show)
        if asked:
            await asyncio.sleep(ANSWER)
        with self._one_at_a_time:
            if self._task is asyncio.current_task():
                self._task = None
                self._show_loaded()

    def _hand_over(self, show: Show) -> bool:
        """Ask the page, if there is one, for a message in which to show what was loaded.

        What observers print and display belongs to the message that is being handled; the page no longer listens to
        the one by which the rows were chosen.
        """
        self._loaded = show
        if self._page._view_count:
            self._page.send({"loaded": True})
        return bool(self._page._view_count)

    def _show_loaded(self) -> None:
        """Show what was loaded, unless that was done or given up."""
        with self._one_at_a_time:
            show, self._loaded = self._loaded, None
            if show is not None:
                with self._together():
                    try:
                        show()
                    finally:
                        self._end()

    async def _waited_for(self, load: Callable[[], Callable[[], None]]) -> Callable[[], None]:
        """Load in a thread, and tell meanwhile how long it takes, and how far the built-in service is."""
        began, far = time.monotonic(), ""

        def count(played: int, games: int) -> None:
            nonlocal far
            far = f", {played:,} of {games:,} games played"

        work = asyncio.create_task(asyncio.to_thread(load), context=counting_games(count))
        try:
            while not (await asyncio.wait([work], timeout=TICK))[0]:
                if (seconds := time.monotonic() - began) >= SLOW:
                    self._tell_seconds(seconds, far)
            return await work
        finally:
            work.cancel()

    def _end(self) -> None:
        """Give up a load in progress; its response is kept in the cache and not shown."""
        task, self._task, self._loaded = self._task, None, None
        if task is not None:
            task.cancel()
        self._tell_result(busy=False)

    def cancel(self) -> None:
        """Stop loading, and go back to the selection that is shown."""
        with self._one_at_a_time, self._together():
            self._end()
            self._wanted = self._loading
            self._fitting = True
            try:
                self._restore()
                for name, control in self._controls.items():
                    control.value = getattr(self, name)
            finally:
                self._fitting = False

    def retry(self) -> None:
        """Load again what is not shown: the selection, the next day with games, or a month of the calendar."""
        self._begin(self._wanted)

    def _fit(self, name: str) -> None:
        """Adjust the other traits to the one that changed."""

    def _restore(self) -> None:
        """Set the traits to what is shown."""

    def _loading(self) -> Load:
        """Return a function that loads the selection as it is now; a panel without a selection loads nothing."""
        return lambda: lambda: None

    def refresh(self) -> None:
        """Load the selection; errors are shown in the widget."""
        self._at_once(self._loading)

    def close(self) -> None:
        """Close the widget and everything in it, in the page and in the kernel."""
        if self.comm is None:
            return
        self._end()
        self.unobserve_all()
        close_all(self.children)
        self.layout.close()
        super().close()

    def _plain(self) -> str:
        return f"{CSS}{self._error.value}{self._table.value}"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/html": self._plain(), "text/plain": repr(self)}


_panels: WeakKeyDictionary[Any, dict[str, tuple[str, list[ref[w.Widget]]]]] = WeakKeyDictionary()
"""Per shell, the last run of each cell and the widgets that it made."""


def replace_former(panel: w.Widget) -> None:
    """Close the widgets that a former run of the running cell made, and remember this one."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    request = shell.get_parent() if hasattr(shell, "get_parent") else None
    if not request or request["header"].get("msg_type") != "execute_request":
        return
    run = request["header"]["msg_id"]
    cell = request.get("metadata", {}).get("cellId") or request["content"]["code"]
    cells = _panels.setdefault(shell, {})
    former, made = cells.get(cell, (run, []))
    if former != run:
        for held in made:
            old = held()
            if old is not None:
                old.close()
        made = []
    cells[cell] = (run, [*made, ref(panel)])


def in_a_loop() -> bool:
    """Whether an event loop runs here, as in a kernel."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def row(*widgets: w.Widget) -> w.Box:
    """Return widgets side by side, and below each other where there is no room."""
    return w.Box(widgets, layout={"display": "flex", "flex_flow": "row wrap", "max_width": "100%"})


def close_all(widgets: Iterable[w.Widget]) -> None:
    """Close widgets and their children; a widget that is not closed stays in the kernel."""
    for widget in widgets:
        close_all(getattr(widget, "children", ()))
        for part in ("layout", "style"):
            if getattr(widget, part, None) is not None:
                getattr(widget, part).close()
        widget.close()


def as_html(frame: pd.DataFrame, rows: int = ROWS, hint: str = "") -> str:
    """Return the first rows of a frame as an HTML table, or a note with a hint if there are none."""
    if not len(frame):
        return f'<div class="sf-note">No rows: {html.escape(why_empty(frame))}. {html.escape(hint)}</div>'
    # One row more takes no more room than the note that it is left out.
    return show(frame, rows=rows + (len(frame) == rows + 1))._repr_html_()


def in_place(error: SportsframeError, when: str | int | None = None) -> SportsframeError:
    """Return an error as a widget shows it, which has a button to try again, and the rows of one day or season."""
    causes = error.causes.values() if isinstance(error, PartialResult) else ()
    first = next((cause for cause in causes if isinstance(cause, SportsframeError)), error)
    shown = copy(first)
    shown.args = (of_day(str(first), when),)
    return shown


def of_day(said: str, when: str | int | None) -> str:
    """Return an error in words, after the day that was chosen if it names only another: one in UTC, of its evening."""
    return f"{when}: {said}" if str(when) not in said and DAY.search(said) else said


def counted(rows: int) -> str:
    """Return a number of rows in words."""
    return f"{rows or 'no'} row{'s' * (rows != 1)}"


def loaded(frame: pd.DataFrame) -> str:
    """Return the number of rows of a frame in words; if there are none, with the reasons."""
    return counted(len(frame)) + ("" if len(frame) else f": {why_empty(frame)}")


def as_code(code: str) -> str:
    """Return a line of code as HTML that one click selects and, in the page of a kernel, copies; empty for no code."""
    return f'<code class="sf-code">{html.escape(code)}</code>' if code else ""


def line(name: str) -> w.HTML:
    """Return an HTML widget with a CSS class."""
    place = w.HTML()
    place.add_class(name)
    return place


def choice(label: str, options: list[Any], value: str | None, tip: str) -> w.Dropdown:
    """Return a drop-down with a visible label that screen readers can read."""
    layout, style = {"width": "28em", "max_width": "98%"}, {"description_width": "5.5em"}
    return w.Dropdown(description=label, options=options, value=value, tooltip=tip, style=style, layout=layout)


def sports() -> list[tuple[str, str]]:
    """Return the sports as (label, code)."""
    return [(f"{sport.code}: {sport.name}", sport.code) for sport in SPORTS.values()]


def button(text: str, tip: str, press: Callable[[], Any]) -> w.Button:
    """Return a labeled button."""
    made = w.Button(description=text, tooltip=tip, layout={"width": "7em"})
    made.on_click(lambda _: press())
    return made


def first_league(sport: str, league: str | None) -> str | None:
    """Return the league that was passed, or the first one of a sport that has leagues."""
    leagues = SPORTS[choose(sport, SPORTS, "sport")].leagues
    if not leagues:
        return league
    return choose(league, leagues, "league") if league else leagues[0]


class Leagues:
    """The league drop-down, shown only for sports with leagues."""

    def __init__(self, sport: str, league: str | None) -> None:
        self.first = first_league(sport, league) or ""
        self.control = choice("League", [self.first], self.first, "Soccer league")
        self.fit(sport, self.first)

    def fit(self, sport: str, league: str) -> str:
        """Offer the leagues of a sport, and return the selected one."""
        leagues = list(SPORTS[sport].leagues) or [""]
        kept = league if league in leagues else leagues[0]
        if list(self.control.options) != leagues:
            self.control.options = leagues
        self.control.layout.display = "" if leagues[0] else "none"
        self.control.value = kept
        return kept
