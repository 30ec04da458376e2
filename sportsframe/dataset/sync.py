"""What a service has of some seasons, brought into a dataset: only what may have changed is requested."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .._client.answer import Fetched
from .._client.batch import fetch_many
from .._client.cache import SKEW
from .._client.fetch import Refresh, checked_refresh, fetch
from .._client.freshness import SETTLED, judge
from .._client.query import Query, ask
from .._client.settings import Settings
from .._frames.arrays import day_label, phase
from .._frames.decode import Validate
from .._frames.flatten import Tables
from .._pipeline import by_day, read, say_simulated
from .._util.report import Report
from ..catalog import SPORTS, VERSION, choose_table
from ..errors import NotFound, PartialResult, SportsframeError, choose, path_of
from . import files
from .files import Answer, Manifest
from .schema import (
    ABOUT,
    DICTIONARY,
    FORMAT,
    LIVE,
    SCHEDULE,
    SEASON,
    dictionary,
    has_final,
    origins,
    schema,
    schema_id,
    to_arrow,
)


@dataclass(frozen=True)
class Order:
    """What to sync: one sport or league, its seasons, the tables and how to ask for them."""

    setting: Settings
    sport: str
    league: str | None
    seasons: tuple[int, ...]
    folder: Path
    tables: tuple[str, ...]
    workers: int | None = None
    progress: bool | None = None
    refresh: Refresh = False
    validate: Validate = "report"


def order(
    setting: Settings, sport: str, league: str | None, seasons: Any, to: Any, tables: Iterable[str] | None, **how: Any
) -> Order:
    """An order whose every part has been checked.

    Raises
    ------
    QueryError
        An unknown sport, league, season or table; nothing has been requested.
    """
    choose(sport, SPORTS, "sport")
    given = list(seasons) if isinstance(seasons, Iterable) and not isinstance(seasons, str) else [seasons]
    years = [int(ask(SEASON, sport, year, league=league, clock=setting.moment).segment) for year in given]
    known = origins(sport)
    named = known if tables is None else [tables] if isinstance(tables, str) else tables
    chosen = {choose_table(name, known, sport) for name in named}
    checked_refresh(how.get("refresh", False))
    choose(how.get("validate", "report"), ("report", "strict"), "validate")
    return Order(
        setting, sport, league, tuple(dict.fromkeys(years)), path_of(to, "to"),
        tuple(name for name in known if name in chosen), **how,
    )  # fmt: skip


def run(asked: Order) -> Report:
    """Bring a dataset up to date, a season at a time; see `Client.sync`."""
    files.claim_folder(asked.folder, files.source_of(asked.setting))
    say_simulated(asked.setting)
    done: list[tuple[Any, ...]] = []
    causes: dict[str, BaseException] = {}
    for year in asked.seasons:
        season = Season(asked, year)
        try:
            done.append(season.bring())
        except SportsframeError as error:
            causes[str(year)] = error
            if _hopeless(error):
                break
        causes.update((f"{year} {part}", error) for part, error in season.causes.items())
    report = Report(done, columns=list(HEADERS))
    if causes:
        first = next(iter(causes.values()))
        if not done:
            raise first
        raise PartialResult(
            f"{len(causes)} parts of {asked.sport} are missing, starting with {next(iter(causes))} ({first}); "
            f"the rest is in {asked.folder}, .frame lists it, and .resume() or the same call fetches what is missing.",
            frame=report, missing=list(causes), causes=causes, resume=partial(run, asked),
        ) from first  # fmt: skip
    return report


def _hopeless(error: SportsframeError) -> bool:
    """Whether further seasons would fail likewise."""
    return bool(getattr(error, "permanent", False)) or getattr(error, "status", 0) == 401


HEADERS = ("sport", "league", "season", "answers", "fetched", "changed", "rows", "state")
"""Columns of the report: a season, its answers, those that the service sent now, those that had changed, its rows."""


@dataclass
class Season:
    """One part of a dataset while it is brought up to date."""

    order: Order
    year: int
    causes: dict[str, BaseException] = field(default_factory=dict)
    requested: int = 0
    changed: int = 0

    @property
    def folder(self) -> Path:
        return files.part_folder(self.order.folder, self.order.sport, self.order.league, self.year)

    def bring(self) -> tuple[Any, ...]:
        """Bring the part up to date; its row of the report."""
        with files.writing(self.folder):
            return self._bring()

    def _bring(self) -> tuple[Any, ...]:
        asked, sport = self.order, self.order.sport
        held = files.read_manifest(self.folder)
        names = [name for name in origins(sport) if name in asked.tables or (held is not None and name in held.files)]
        old, state = self._usable(held, names)
        schedule, scheduled, built = self._schedule(old, [name for name in names if not has_final(sport, name)])
        boxes = [name for name in names if has_final(sport, name)]
        answers: list[Answer] = []
        if boxes:
            _keep_empty_days(old.answers if old else [], scheduled)
            answers, tables = self._box_scores(old, sorted(scheduled), boxes)
            _keep_empty_days(answers, scheduled)
            built |= tables
        manifest = Manifest(
            FORMAT, VERSION, schema_id(sport), sport, asked.league, self.year, schedule, answers,
            sorted(self.causes), dict(old.files) if old else {}, scheduled,
        )  # fmt: skip
        if manifest != old or built:
            files.write_part(
                self.folder, manifest, {name: self._described(name, table) for name, table in built.items()}
            )
        elif state == "updated":
            state = "unchanged"
        rows = sum(file.rows for file in manifest.files.values())
        return (
            sport, asked.league or "", self.year, len(answers) + 1, self.requested, self.changed, rows,
            "incomplete" if self.causes else state,
        )  # fmt: skip

    def _usable(self, held: Manifest | None, names: list[str]) -> tuple[Manifest | None, str]:
        """What is there if it can be added to, and what is done about it."""
        if held is None:
            return None, "new"
        if held.schema != schema_id(self.order.sport):
            return None, "upgraded"
        if not files.intact(self.folder, held):
            return None, "repaired"
        return (held if set(names) <= set(held.files) else None), "updated"

    def _may_have_changed(self, held: Answer) -> bool:
        """Whether an answer is to be asked for again, by the rules of the cache."""
        setting, refresh = self.order.setting, self.order.refresh
        now = setting.moment()
        lifetime = (held.expires - held.fetched_at).total_seconds()
        old = setting.max_age is not None and (now - held.fetched_at).total_seconds() >= setting.max_age
        fresh = held.fetched_at - SKEW <= now < held.expires and not old
        return refresh is True or not fresh or (refresh == "changed" and lifetime < SETTLED)

    def _answer(self, query: Query, got: Fetched) -> Answer:
        """An answer whose contents have not been looked at."""
        lifetime = timedelta(seconds=judge(query, got.body, got.fetched_at).lifetime)
        return Answer(str(query), got.fetched_at, got.fetched_at + lifetime, _digest(got.body), [], {})

    def _schedule(
        self, old: Manifest | None, names: list[str]
    ) -> tuple[Answer, dict[str, list[str]], dict[str, pa.Table]]:
        """The answer with the schedule of the season, the games of each day, and its tables if they have changed."""
        asked = self.order
        scheduled = old.scheduled if old is not None else None
        if old is not None and scheduled is not None and not self._may_have_changed(old.schedule):
            return old.schedule, scheduled, {}
        query = ask(SEASON, asked.sport, self.year, league=asked.league, clock=asked.setting.moment)
        got = fetch(query, asked.setting, refresh=asked.refresh)
        self.requested += not got.from_cache
        answer = self._answer(query, got)
        if old is not None and scheduled is not None and answer.sha256 == old.schedule.sha256:
            answer.rows = old.schedule.rows
            return answer, scheduled, {}
        self.changed += 1
        box = Tables(asked.sport, SEASON, read(got, query, asked.setting, asked.validate))
        made = {name: self._stored(name, box, {}) for name in names}
        answer.rows = {name: table.num_rows for name, table in made.items()}
        return answer, _games_by_day(box[origins(asked.sport)[SCHEDULE].table]), made

    def _box_scores(
        self, old: Manifest | None, days: list[str], names: list[str]
    ) -> tuple[list[Answer], dict[str, pa.Table]]:
        """The answers with the box scores of the season, and their tables if any has changed."""
        asked = self.order
        last = (asked.setting.moment() + timedelta(days=1)).date().isoformat()
        queries = (
            ask(LIVE, asked.sport, day, league=asked.league, clock=asked.setting.moment) for day in days if day <= last
        )
        wanted = {str(query): query for query in queries}
        known = {one.asked: one for one in old.answers} if old else {}
        entries = {one: known[one] for one in wanted if one in known}
        owned_before = _owned(known.values())
        decoded: dict[str, dict[str, pa.Table]] = {}
        again = False
        todo = [one for one in wanted if one not in known or self._may_have_changed(known[one])]
        while todo:
            for one, got in self._received([wanted[one] for one in todo], False if again else asked.refresh):
                if got is None:
                    if again:
                        del entries[one]  # what is stored of it is no longer all that is to be kept of it
                    continue
                answer = self._answer(wanted[one], got)
                if not again and one in entries and entries[one].sha256 == answer.sha256:
                    answer.games, answer.rows = entries[one].games, entries[one].rows
                else:
                    answer.games, decoded[one] = self._decoded(wanted[one], got, days, names)
                    self.changed += not again
                entries[one] = answer
            owned = _owned(entries[one] for one in wanted if one in entries)
            todo = [one for one in wanted if one in entries and one not in decoded and owned[one] != owned_before[one]]
            again = True
        owned = _owned(entries[one] for one in wanted if one in entries)
        answers = [entries[one] for one in wanted if one in entries]
        if old is not None and not decoded and [one.asked for one in answers] == list(known):
            return answers, {}
        return answers, {name: self._joined(name, answers, owned, decoded, old) for name in names}

    def _received(self, queries: list[Query], refresh: Refresh) -> Iterator[tuple[str, Fetched | None]]:
        """The answers as they arrive; None for one that failed, noted unless it lies in the future."""
        asked = self.order
        batch = fetch_many(queries, asked.setting, workers=asked.workers, progress=asked.progress, refresh=refresh)
        try:
            for query, got in zip(queries, batch, strict=True):
                if isinstance(got, Fetched):
                    self.requested += not got.from_cache
                    yield str(query), got
                    continue
                if not isinstance(got, NotFound):
                    self.causes[query.part] = got
                yield str(query), None
        finally:
            batch.close()

    def _decoded(
        self, query: Query, got: Fetched, days: list[str], names: list[str]
    ) -> tuple[list[str], dict[str, pa.Table]]:
        """The games that an answer lists of this season, and its tables."""
        asked = self.order
        found = read(got, query, asked.setting, asked.validate)
        found = replace(found, rows=[row for row in found.rows if self._is_of_season(row, days)])
        finished = {row.game_id: phase(row.status) == "finished" for row in found.rows}
        box = Tables(asked.sport, LIVE, found)
        return sorted(filter(None, finished)), {name: self._stored(name, box, finished) for name in names}

    def _is_of_season(self, row: Any, days: list[str]) -> bool:
        """Whether a game is of this season: by what it says itself, else by the days of the season."""
        label = getattr(row, "season", None)
        if label:
            return str(label)[:4] == str(self.year)
        day = day_label(row.game_id, row.game_time)
        return day is None or days[0] <= day <= days[-1]

    def _stored(self, name: str, box: Tables, finished: dict[str, bool]) -> pa.Table:
        return to_arrow(box[origins(self.order.sport)[name].table], self.order.sport, name, self.year, finished)

    def _joined(
        self, name: str, answers: list[Answer], owned: dict[str, frozenset[str]],
        decoded: dict[str, dict[str, pa.Table]], old: Manifest | None,
    ) -> pa.Table:  # fmt: skip
        """A table of the season: rows of new answers, and those in the file of the others; each game once."""
        held: pa.Table | None = None
        places: dict[str, int] = {}
        if old is not None:
            held = pq.read_table(files.path_of(self.folder, name, old.files[name]), partitioning=None)
            at = 0
            for one in old.answers:
                places[one.asked], at = at, at + one.rows[name]
        pieces = [schema(self.order.sport, name).empty_table()]
        for one in answers:
            if one.asked in decoded:
                piece = decoded[one.asked][name]
                if disowned := set(one.games) - owned[one.asked]:
                    piece = piece.filter(pc.invert(pc.is_in(piece["game_id"], pa.array(sorted(disowned), pa.string()))))
                one.rows[name] = piece.num_rows
            else:
                assert held is not None
                piece = held.slice(places[one.asked], one.rows[name])
            pieces.append(piece.replace_schema_metadata())
        return pa.concat_tables(pieces).combine_chunks()

    def _described(self, name: str, table: pa.Table) -> pa.Table:
        """The table with its dictionary and where it is from, for the file."""
        asked = self.order
        source = files.source_of(asked.setting)
        told = {
            "format": FORMAT, "catalog": VERSION, "source": source.source, "world": source.world,
            "sport": asked.sport, "league": asked.league, "season": self.year, "table": name,
            "resource": origins(asked.sport)[name].resource,
        }  # fmt: skip
        return table.replace_schema_metadata(
            {ABOUT: json.dumps(told), DICTIONARY: json.dumps(dictionary(asked.sport, name))}
        )


def _games_by_day(schedule: pd.DataFrame) -> dict[str, list[str]]:
    """The games that are to be played on each day on which some game may be asked for."""
    played = ~schedule["status"].map(phase).isin(["off", "replaced"])
    return {day: sorted(schedule.loc[on & played, "game_id"].dropna()) for day, on in by_day(schedule).items()}


def _keep_empty_days(answers: Iterable[Answer], scheduled: Mapping[str, list[str]]) -> None:
    """Determine how long each answer without data is used, given the games that the others list.

    The service may read dates otherwise than the schedule, which leaves days on which nothing begins.
    """
    listed = {game for one in answers for game in one.games}
    for one in answers:
        if one.sha256 == NOTHING:
            query = Query.of_path(one.asked)
            found = judge(query, b"", one.fetched_at, elsewhere=listed.issuperset(scheduled.get(query.segment, ())))
            one.expires = one.fetched_at + timedelta(seconds=found.lifetime)


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


NOTHING = _digest(b"")


def _owned(answers: Iterable[Answer]) -> dict[str, frozenset[str]]:
    """The games whose rows are taken from each answer: from the first that lists them."""
    seen: set[str] = set()
    found = {}
    for one in answers:
        found[one.asked] = frozenset(one.games) - seen
        seen.update(one.games)
    return found
