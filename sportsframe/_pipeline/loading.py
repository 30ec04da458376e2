"""From a call to one frame: fetch its queries, flatten them in batches, keep what arrived of a range."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import pandas as pd

from .. import catalog
from .._client.answer import Fetched
from .._client.batch import SHOW_PROGRESS_FROM, Batch, fetch_many
from .._client.progress import with_bar_of_games
from .._client.query import ISO, Query
from .._client.settings import Settings
from .._frames.arrays import TEXT
from .._frames.decode import Records
from .._frames.flatten import empty as no_rows
from .._frames.flatten import flatten
from .._frames.names import one_named
from .._frames.provenance import CLOCK
from ..catalog import layout
from ..errors import (
    FAULTS,
    NotFound,
    PartialResult,
    PayloadError,
    SportsframeError,
    Unauthorized,
    choose,
)
from .calls import Asked, Call, questions
from .ids import DIRECTORIES, LABELS, NAMES, own_filters, select, stand_ins
from .provenance import (
    STALE,
    ahead_of_clock,
    empty_means,
    provenance_attrs,
    say_empty,
    say_simulated,
    says_empty,
)
from .reading import fetch_one, games_of, read

BATCH = 400
"""Records flattened together while a range arrives: limits memory, and the number of times fixed costs occur."""

MISSING = "sportsframe_missing"
"""Key in ``attrs`` of a range with ``on_error="skip"``: the parts that failed, which may be none."""


def gather(call: Call) -> pd.DataFrame:
    """One table: check the call, fetch its responses, flatten them, select the requested rows."""
    frame = gathered(call)
    why = frame.attrs["sportsframe"]["empty_means"]
    if frame.empty and (says_empty(call.resource, call.when) or why.startswith(CLOCK)):
        say_empty(call.setting, call.resource, call.sport, call.when, why)
    return frame


def gathered(call: Call) -> pd.DataFrame:
    """As `gather`, but silent if there are no rows."""
    lay = layout(call.sport, call.resource, call.table)
    choose(call.on_error, ("raise", "skip"), "on_error")
    choose(call.validate, ("report", "strict"), "validate")
    ids = stand_ins(call.sport, call.ids)
    sent, ours = own_filters(lay, call.sport, call.resource, ids)
    asked = questions(call, sent)
    say_simulated(call.setting)
    if any(call.ids.get(name) is not None for name in NAMES):
        ids = identified(call.setting, call.sport, call.league, call.ids)
        sent, ours = own_filters(lay, call.sport, call.resource, ids)
        asked = questions(call, sent)
    loading = Loading(call, lay.table.name, asked, sent, ours)
    has_bar = len(asked.queries) != 1 and (call.progress or len(asked.queries) >= SHOW_PROGRESS_FROM)
    if not has_bar and (call.setting.has_reader if call.progress is None else call.progress):
        return with_bar_of_games(loading.load, always=bool(call.progress))
    return loading.load()


def identified(setting: Settings, sport: str, league: str | None, ids: Mapping[str, Any]) -> dict[str, Any]:
    """The ids of a call, with those that the directories list in place of names.

    Raises
    ------
    QueryError
        Nobody bears a name, or several do; the message names the nearest.
    """
    found = {name: value for name, value in ids.items() if value is not None}
    for name, key in NAMES.items():
        if name in found:
            found[key] = _id_of(found.pop(name), name, setting, sport, league)
    return found


def _id_of(who: str, name: str, setting: Settings, sport: str, league: str | None) -> int:
    listed = gather(Call(setting, DIRECTORIES[name], sport, None, table=None, league=league)).dropna(
        subset=[NAMES[name]]
    )
    columns = [column for column in LABELS[name] if column in listed.columns]
    rows = listed[columns].itertuples(index=False)
    labels = {
        int(key): [one for one in row if isinstance(one, str)] or [""]
        for key, row in zip(listed[NAMES[name]], rows, strict=True)
    }

    teams = dict(zip(listed[NAMES[name]], listed["team"])) if name == "player" and "team" in listed.columns else {}
    borne = Counter(label[0] for label in labels.values())

    def shown(key: int) -> str:
        known = [str(key), *([team] if borne[labels[key][0]] > 1 and isinstance(team := teams.get(key), str) else [])]
        return f"{labels[key][0]} ({', '.join(known)})"

    nobody = ""
    if setting.service().simulated:
        arguments = ", ".join([f'"{sport}"', *([f'league="{league}"'] if league else [])])
        loader = catalog.RESOURCES[DIRECTORIES[name]].loader
        nobody = f" The {name}s of the built-in service are fictional: {loader}({arguments}) lists them."
    return one_named(who, labels, name, f"of {league or sport}", shown, f"pass {NAMES[name]}=", nobody)


Part = pd.DataFrame | Query
"""A part of a range: its frame, or its query while that is missing."""


@dataclass(frozen=True)
class Loading:
    """A load of many responses that can be interrupted anywhere and resumed later, also in another process."""

    call: Call
    table: str
    asked: Asked
    sent: dict[str, Any]
    ours: dict[str, Any]

    def load(self) -> pd.DataFrame:
        """The frame of the call."""
        if len(self.asked.queries) != 1:
            return self.run(list(self.asked.queries))
        (query,), call = self.asked.queries, self.call
        answer = fetch_one(query, call.setting, call.refresh, optional=self.asked.may_be_ahead(query))
        found = Records([], query.key) if answer is None else self._read(answer, query)
        return self.finish([self.flat(found)])

    def flat(self, found: Records) -> pd.DataFrame:
        """The rows of the requested dates."""
        frame = flatten(self.asked.kept(found), self.call.sport, self.call.resource, self.table)
        if found.stale_since:
            frame.attrs[STALE] = found.stale_since
        return frame

    def finish(self, parts: list[pd.DataFrame]) -> pd.DataFrame:
        """One frame of all parts, without rows if there are none."""
        stale = min((part.attrs[STALE] for part in parts if STALE in part.attrs), default=None)
        if self.asked.once:
            parts = _each_once(parts, list(self.asked.once))
        whole = concat(parts or [self.flat(Records([], ""))])
        frame = select(whole, self.ours, layout(self.call.sport, self.call.resource, self.table))
        empty = empty_means(self.call.setting, self.call.resource, self.sent)
        if not self.asked.queries:
            empty = self.call.nothing or "nothing was requested: the list of dates, seasons or games is empty"
        elif len(whole) and not len(frame):
            empty = f"no row has {' and '.join(f'{name} {value}' for name, value in self.ours.items())}"
            if self.call.day != "league" and isinstance(self.call.when, str) and re.fullmatch(ISO, self.call.when):
                empty += ' on this date in GMT; with day "league" it is the date of the league'
        elif not len(whole) and (ahead := ahead_of_clock(self.call.setting, self.asked.queries)):
            empty = ahead
        frame.attrs = provenance_attrs(self.call.setting, empty, stale)
        if not len(frame):
            frame.attrs |= no_rows(self.call.sport, self.call.resource, self.table).attrs
        return frame

    def run(self, parts: list[Part]) -> pd.DataFrame:
        """Replace the queries in `parts` by their frames, in order."""
        call = self.call
        answers = fetch_many(
            [part for part in parts if isinstance(part, Query)], call.setting,
            workers=call.workers, progress=call.progress, refresh=call.refresh,
        )  # fmt: skip
        done: list[Part | None] = list(parts)
        causes: dict[Any, BaseException] = {}
        batch: list[tuple[int, Query, Records]] = []
        doubts: list[tuple[int, Query, Records]] = []
        known = {game for part in parts if isinstance(part, pd.DataFrame) for game in games_of(part)}
        held = 0

        def take() -> None:
            nonlocal held
            for place, part in enumerate(parts):
                if isinstance(part, pd.DataFrame):
                    self._flush(done, batch, causes)
                    continue
                found = self._next(answers, part)
                if isinstance(found, SportsframeError):
                    causes[part.part] = found
                elif found.doubt:
                    doubts.append((place, part, found))
                else:
                    known.update(games_of(found))
                    held = len(found.rows) + (held if batch else 0)
                    batch.append((place, part, found))
                if batch and (batch[-1][0] != place or held >= BATCH):
                    self._flush(done, batch, causes)

        def settle() -> None:
            self._flush(done, batch, causes)
            for place, query, found in doubts:
                done[place] = self._doubted(query, found, known, causes)

        stop = None
        for step in (take, settle):
            try:
                step()
            except KeyboardInterrupt as caught:
                stop = caught
            finally:
                answers.close()
        return self._judged([part for part in done if part is not None], causes, stop)

    def _doubted(self, query: Query, found: Records, known: set[Any], causes: dict[Any, BaseException]) -> Part:
        """The rows of a response that are of something else than was asked for, without games that others have.

        If nothing is left, it is not the response to its query, which is missing.
        """
        if not found.requested:
            found = replace(found, rows=[row for row in found.rows if getattr(row, "game_id", None) not in known])
        found = self.asked.kept(found)
        if not found.rows and query not in self.asked.beside:
            causes[query.part] = PayloadError(found.doubt)
            return query
        known.update(games_of(found))
        parts = self._built([(query, found)], causes)
        return parts[0] if parts else self.flat(Records([], query.key))

    def _flush(
        self, done: list[Part | None], batch: list[tuple[int, Query, Records]], causes: dict[Any, BaseException]
    ) -> None:
        """Put the frames of a batch into the places of its queries, in one step: an interrupt finds either of them."""
        if batch:
            built = self._built([(query, found) for _, query, found in batch], causes)
            first, count = batch[0][0], len(batch)
            done[first : first + count] = [*built, *[None] * (count - len(built))]
            batch.clear()

    def _built(self, days: list[tuple[Query, Records]], causes: dict[Any, BaseException]) -> list[Part]:
        """The frames of a batch, built together; if that fails, one date at a time, so that readable ones are kept."""
        joined = Records([], "")
        for _, found in days:
            joined = joined.joined(found)
        if not joined.rows and joined.stale_since is None:
            return []
        try:
            return [self.flat(joined)]
        except FAULTS:
            parts: list[Part] = []
            for query, found in days:
                try:
                    parts.append(self.flat(found))
                except FAULTS as error:
                    causes[query.part] = failed(query, error)
                    parts.append(query)
            return parts

    def _judged(
        self, done: list[Part], causes: dict[Any, BaseException], stop: KeyboardInterrupt | None
    ) -> pd.DataFrame:
        """The frame if nothing is missing, or what is there with the means to go on."""
        frame = self.finish([part for part in done if isinstance(part, pd.DataFrame)])
        missing = [part.part for part in done if isinstance(part, Query)]
        if stop:
            causes = {**dict.fromkeys(missing, stop), **causes}
        elif self.call.on_error == "skip":
            frame.attrs[MISSING] = missing
            return frame
        elif not missing:
            return frame
        first = stop or next(iter(causes.values()))
        asked = len(self.asked.queries)
        got = set(self.asked.queries) - self.asked.beside - {part for part in done if isinstance(part, Query)}
        for final in (Unauthorized, NotFound):  # which the same call would meet again
            if frame.empty and not got and all(isinstance(cause, final) for cause in causes.values()):
                raise first
        setting = self.call.setting
        kept = " with the settings of this call" if setting.offline or setting.replay is not None else ""
        why = "stopped by the user" if stop else str(first)
        starting = f", starting with {missing[0]}" if missing else ""
        raise PartialResult(
            f"{len(missing)} of {asked} parts are missing{starting} ({why}); "
            f"the rows received are in .frame, and .resume() fetches the rest{kept}.",
            frame=frame, missing=missing, causes=causes, resume=partial(self.run, done),
        ) from (None if stop else first)  # fmt: skip

    def _read(self, answer: Fetched, query: Query) -> Records:
        return read(answer, query, self.call.setting, self.call.validate)

    def _next(self, answers: Batch, query: Query) -> Records | SportsframeError:
        answer = next(answers)
        if isinstance(answer, NotFound) and self.asked.may_be_ahead(query):
            return Records([], query.key)
        try:
            return answer if isinstance(answer, SportsframeError) else self._read(answer, query)
        except SportsframeError as error:
            return error
        except FAULTS as error:
            return failed(query, error)


def _each_once(parts: list[pd.DataFrame], by: list[str]) -> list[pd.DataFrame]:
    """The parts of a load without the rows of games that an earlier part has."""
    if len(parts) < 2:
        return parts
    kept: list[pd.DataFrame] = []
    seen: set[tuple[Any, ...]] = set()
    for part in parts:
        games = list(part[[name for name in by if name in part]].astype(object).itertuples(index=False, name=None))
        kept.append(part[[game not in seen for game in games]] if seen else part)
        seen.update(game for game, known in zip(games, part["game_id"].notna(), strict=True) if known)
    return kept


def failed(query: Query, error: Exception) -> SportsframeError:
    """Any error, as the failure of one part of a range."""
    found = SportsframeError(f"{query} cannot be read: {type(error).__name__}: {' '.join(str(error).split())[:160]}")
    found.__cause__ = error
    return found


def concat(parts: list[pd.DataFrame]) -> pd.DataFrame:
    """The parts, concatenated; a column that the catalog does not declare may have several dtypes."""
    if len(parts) == 1:
        return parts[0]
    kinds: dict[str, set[Any]] = {}
    for part in parts:
        for name, kind in part.dtypes.items():
            kinds.setdefault(str(name), set()).add(kind)
    for name in [name for name, found in kinds.items() if len(found) > 1]:
        parts = [part.drop(columns=name) if name in part and part[name].isna().all() else part for part in parts]
        found = {part[name].dtype for part in parts if name in part}
        if len(found) > 1 and not found <= {pd.Int64Dtype(), pd.Float64Dtype()}:
            parts = [part.astype({name: TEXT}) if name in part else part for part in parts]
    return pd.concat(parts, ignore_index=True)
