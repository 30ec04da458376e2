"""Sync seasons of a service into a dataset, with requests only for what may have changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import msgspec
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from .._client.answer import Fetched
from .._client.batch import fetch_many
from .._client.cache import SKEW
from .._client.fetch import Refresh, checked_refresh, fetch
from .._client.freshness import SETTLED
from .._client.query import Query, ask, zone_of
from .._client.settings import Settings
from .._frames.arrays import day_label, phase, start_zone
from .._frames.decode import Records, Validate
from .._frames.tables import Tables
from .._pipeline.calls import by_day
from .._pipeline.provenance import say_simulated
from .._pipeline.reading import answered
from .._util.edges import edge
from .._util.report import Report
from ..catalog import SPORTS, VERSION
from ..catalog.names import choose_table
from ..catalog.statuses import OFF
from ..errors import (
    ConfigError,
    NotFound,
    PartialResult,
    PayloadError,
    QueryError,
    SportsframeError,
    choose,
    path_of,
    quoted,
)  # fmt: skip
from . import claims, disk, manifests, parts, replacing
from .choosing import spans, years_of
from .keeping import Finals, emptied, numbers, of_games
from .manifests import Answer, Manifest
from .schema import (
    ABOUT,
    DICTIONARY,
    FORMAT,
    LIVE,
    SCHEDULE,
    SEASON,
    conformed,
    dictionary,
    has_final,
    origins,
    schema,
    schema_id,
    to_arrow,
)


@dataclass(frozen=True)
class Order:
    """What to sync: one sport or league, its seasons, the tables and how to ask for them.

    Its setting takes nothing from the cache in place of a response that does not arrive: that is missing.
    """

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
    SPORTS[sport].answer(SEASON)
    years = [] if seasons is None else years_of(seasons, sport, setting.moment)
    if not years:
        told = "None" if seasons is None else "empty"
        raise QueryError(f"seasons is {told}; give the years in which they started, such as range(2020, 2025).")
    known = origins(sport)
    named = known if tables is None else [tables] if isinstance(tables, str) else tables
    if not isinstance(named, Iterable):
        raise QueryError(f"tables {quoted(tables)} is not a list of tables; give some of {', '.join(known)}.")
    chosen = {choose_table(name, known, sport) for name in named}
    if not chosen:
        raise QueryError(f"tables is empty; give some of {', '.join(known)}, or leave it out for all.")
    checked_refresh(how.get("refresh", False))
    choose(how.get("validate", "report"), ("report", "strict"), "validate")
    return Order(
        replace(setting, max_stale=-inf), sport, ask(SEASON, sport, years[0], league=league).league, tuple(years),
        path_of(to, "to"), tuple(name for name in known if name in chosen), **how,
    )  # fmt: skip


def run(asked: Order, refreshed: Collection[int] = ()) -> Report:
    """Bring a dataset up to date, a season at a time; see `Client.sync`.

    Of seasons that an earlier call has `refreshed`, only what that call missed is requested, as is what has changed.
    """
    made = not os.path.lexists(asked.folder)
    claims.claim_folder(asked.folder, manifests.source_of(asked.setting))
    say_simulated(asked.setting)
    done: list[tuple[Any, ...]] = []
    causes: dict[str, BaseException] = {}
    seasons = [Season(replace(asked, refresh=False) if year in refreshed else asked, year) for year in asked.seasons]
    unpublished, why = _unpublished(seasons)
    if unpublished and all(season.is_new for season in seasons):
        claims.give_up(asked.folder, made=made)
        raise QueryError(why)
    brought = set()
    for season in seasons:
        year = season.year
        if year in unpublished:
            causes[str(year)] = QueryError(why)
            continue
        try:
            done.append(season.bring())
            brought.add(year)
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
        what = asked.league or asked.sport
        missing = f"1 part of {what} is" if len(causes) == 1 else f"{len(causes)} parts of {what} are"
        found = PartialResult(
            f"{missing} missing, starting with {next(iter(causes))} ({str(first).rstrip('.')}); "
            f"the rest is in {asked.folder}; .frame lists it",
            frame=report, missing=list(causes), causes=causes, resume=partial(run, asked, {*refreshed, *brought}),
        )  # fmt: skip
        waited_for = any(GIVEN_UP not in str(error) for error in causes.values())
        again = ", and .resume() or the same call fetches what is missing" if found.can_resume and waited_for else ""
        found.args = (f"{found}{again}.",)
        raise found from first
    return report


def _unpublished(seasons: list[Season]) -> tuple[set[int], str]:
    """The seasons before the first and after the last that the service publishes, and a line that says which that is.

    Only seasons of which the dataset has nothing are looked at.
    """
    asked = seasons[0].order
    new = {one.year: one for one in seasons if one.is_new}
    ends = sorted({min(new), max(new)}) if new else []
    empty = []
    for year in ends:
        if new[year].is_unpublished():
            empty.append(year)
        if new[year].failure is not None:  # told where the season is brought
            return set(), ""
    if not empty:
        return set(), ""
    sport, what = SPORTS[asked.sport], asked.league or asked.sport

    def published(year: int) -> bool:
        season = new.get(year) or Season(asked, year)
        return not season.is_unpublished() and season.failure is None

    now = sport.season_at(asked.setting.moment().astimezone(zone_of(asked.sport)).date())
    likely = dict.fromkeys((*ends, *(one.year for one in seasons if not one.is_new), now, now - 1))
    known = next(filter(published, likely), None)
    if known is None:
        told = spans(set(empty))
        return set(empty), f"{what} has no season {told}, nor the current one; perhaps the account does not cover it."
    sides = {"first" if year < known else "last": edge(published, known, year) for year in empty}
    lost = {year for year in new if year < sides.get("first", year) or year > sides.get("last", year)}
    told = ", ".join(f"the {side} is {year}" for side, year in sides.items())
    return lost, f"{what} has no season{'s' * (len(lost) > 1)} {spans(lost)}; {told}."


def _hopeless(error: SportsframeError) -> bool:
    """Whether further seasons would fail likewise."""
    return bool(getattr(error, "permanent", False)) or getattr(error, "status", 0) == 401


BEHIND = timedelta(minutes=5)
"""How far the clock of one machine may be behind that of another which writes the same dataset."""

PATIENCE = timedelta(days=10)
"""For how long a finished game that the service does not list makes a season incomplete, from when it is noticed."""

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
    looked: Fetched | None = None
    failure: SportsframeError | None = None
    finals: Finals = field(init=False)

    @property
    def folder(self) -> Path:
        return parts.part_folder(self.order.folder, self.order.sport, self.order.league, self.year)

    @property
    def is_new(self) -> bool:
        """Whether the dataset has nothing of it, in whichever state."""
        return not parts.tables_in(self.folder)

    def is_unpublished(self) -> bool:
        """Whether the service has a schedule without games."""
        try:
            return _is_empty(self._look().body)
        except SportsframeError:
            return False

    @property
    def _query(self) -> Query:
        return ask(SEASON, self.order.sport, self.year, league=self.order.league, clock=self.order.setting.moment)

    def _look(self) -> Fetched:
        """The response with the schedule, which is requested once, also if that fails."""
        if self.failure is not None:
            raise self.failure
        if self.looked is None:
            try:
                self.looked = fetch(self._query, self.order.setting, refresh=self.order.refresh)
            except SportsframeError as error:
                self.failure = error
                raise
        return self.looked

    def bring(self) -> tuple[Any, ...]:
        """Bring the part up to date; its row of the report."""
        with replacing.writing(self.folder):
            return self._bring()

    def _bring(self) -> tuple[Any, ...]:
        asked, sport = self.order, self.order.sport
        if self.is_new and self.is_unpublished():
            raise SportsframeError(f"{asked.league or sport} has no season {self.year}")
        held = manifests.read_manifest(self.folder)
        if held is not None:
            self._refuse(held)
        there = {path.stem for path in disk.paths_in(self.folder)} if held is None else set(held.files)
        names = [name for name in origins(sport) if name in asked.tables or name in there]
        old, state = self._usable(held, names)
        self.finals = Finals(
            sport, replacing.final_rows(self.folder, held, self._owner, manifests.source_of(asked.setting))
        )
        schedule = self._schedule(old, held, [name for name in names if not has_final(sport, name)])
        built = schedule.built
        boxes = [name for name in names if has_final(sport, name)]
        answers: list[Answer] = []
        if boxes:
            if old is not None:
                _keep_empty_days(old.answers, schedule.games, old.given_up)
            answers, tables = self._box_scores(old, held, schedule, boxes)
            built |= tables
        listed = {game for one in answers for game in one.games} if boxes else None
        failed = sorted(self.causes)
        covered = {game for day in failed for game in schedule.games.get(day, ())}
        lacking: dict[str, list[str]] = {}
        reasons = dict.fromkeys(schedule.finished_of_before, UNSCHEDULED)
        if listed is not None:
            reasons |= dict.fromkeys(schedule.finished - listed - covered, WITHOUT_BOX)
            lacking = self._lacking(held, answers, boxes)
            for game in {game for one in answers for game in one.kept} - covered:
                without = [name for name, games in lacking.items() if game in games]
                reasons[game] = KEPT + f", but for those of {' and '.join(without)}" * bool(without)
        now = asked.setting.moment()
        before = held.waiting if held is not None else {}
        waiting = {game: before.get(game, now) for game in sorted({*reasons, *covered.intersection(before)})}
        given_up = [game for game, since in waiting.items() if now - since >= PATIENCE]
        _keep_empty_days(answers, schedule.games, given_up)
        told = set(held.given_up) if held is not None else set()
        reasons = {game: reason + GIVEN_UP * (game in given_up) for game, reason in reasons.items() if game not in told}
        self.causes |= {game: SportsframeError(reasons[game]) for game in sorted(reasons)}
        manifest = Manifest(
            FORMAT, VERSION, schema_id(sport), sport, asked.league, self.year, schedule.answer, answers,
            [*failed, *sorted(set(reasons).difference(given_up))], dict(old.files) if old else {}, schedule.games,
            sorted(schedule.unfinished), manifests.source_of(asked.setting), waiting, given_up,
            sorted(schedule.void), lacking,
        )  # fmt: skip
        if manifest != old or built:
            if old is not None and not built and not self.changed and manifest.missing == old.missing:
                state = "unchanged"
            replacing.write_part(
                self.folder, manifest, {name: self._described(name, table) for name, table in built.items()}
            )
        elif state == "updated":
            state = "unchanged"
        rows = sum(file.rows for file in manifest.files.values())
        return (
            sport, asked.league or "", self.year, len(answers) + 1, self.requested, self.changed, rows,
            "incomplete" if self.causes else state,
        )  # fmt: skip

    def _refuse(self, held: Manifest) -> None:
        """Refuse what is of another season or source, and a time before that of what is held."""
        if (held.sport, held.league, held.season) != (self.order.sport, self.order.league, self.year):
            raise SportsframeError(f"{self.folder} {parts.misplaced(self.order.folder, self.folder, held)}.")
        if fault := parts.foreign(self.folder, held, manifests.source_of(self.order.setting)):
            raise SportsframeError(fault)
        last = max(one.fetched_at for one in [held.schedule, *held.answers])
        now = self.order.setting.moment()
        if now < last - BEHIND:
            raise ConfigError(
                f"{self.folder} was synced at {last:%Y-%m-%d %H:%M} UTC and the clock says {now:%Y-%m-%d %H:%M}; "
                "set now= or SPORTSFRAME_NOW to a later time, or unset it. If the clock was wrong then, remove that "
                "folder and sync again."
            )

    def _usable(self, held: Manifest | None, names: list[str]) -> tuple[Manifest | None, str]:
        """What is there if it can be added to, and what is done about it."""
        if held is None:
            return None, "repaired" if parts.tables_in(self.folder) else "new"
        if held.schema != schema_id(self.order.sport):
            return None, "upgraded"
        if not parts.intact(self.folder, held):
            return None, "repaired"
        return (held if set(names) <= set(held.files) else None), "updated"

    @property
    def _owner(self) -> tuple[str, str | None, int]:
        return self.order.sport, self.order.league, self.year

    def _lacking(self, held: Manifest | None, answers: list[Answer], names: list[str]) -> dict[str, list[str]]:
        """For each table, the games that are kept and have rows in others only, as its file was damaged or is new."""
        before = held.partial if held is not None else {}
        kept = {game for one in answers for game in one.kept}
        known = {game for one in (held.answers if held is not None else ()) for game in one.kept}
        found = {}
        for name in names:
            lost = kept & set(before.get(name, ()))
            if self.finals.are_read and name not in self.finals.tables:
                lost |= kept
            elif held is not None and name not in held.files:
                lost |= kept & known
            found[name] = sorted(lost)
        return {name: games for name, games in found.items() if games}

    def _may_have_changed(self, held: Answer) -> bool:
        """Whether an answer is to be asked for again: by the rules of the cache, or as `strict` has not seen it yet."""
        setting, refresh = self.order.setting, self.order.refresh
        now = setting.moment()
        lifetime = (held.expires - held.fetched_at).total_seconds()
        old = setting.max_age is not None and (now - held.fetched_at).total_seconds() >= setting.max_age
        fresh = held.fetched_at - SKEW <= now < held.expires and not old
        unseen = self.order.validate == "strict" and not held.strict
        return refresh is True or not fresh or unseen or (refresh == "changed" and lifetime < SETTLED)

    def _answer(self, query: Query, got: Fetched) -> Answer:
        """An answer whose contents have not been looked at."""
        expires = _after(got.fetched_at, got.lifetime)
        nothing = None if got.elsewhere is None else (expires, _after(got.fetched_at, got.elsewhere))
        strict = self.order.validate == "strict"
        return Answer(str(query), got.fetched_at, expires, _digest(got.body), [], {}, nothing=nothing, strict=strict)

    def _read(self, query: Query, got: Fetched) -> tuple[Answer, Records]:
        """A response, or the one that is requested in its place, with its records."""
        read, found = answered(got, query, self.order.setting, self.order.validate)
        self.requested += read is not got
        return self._answer(query, read), found

    def _check(self, query: Query, got: Fetched) -> None:
        """Raise for a response that does not match the schema, if that is asked for; its rows are stored already."""
        if self.order.validate == "strict":
            self._read(query, got)

    def _schedule(self, old: Manifest | None, held: Manifest | None, names: list[str]) -> Schedule:
        """The schedule of the season with finished games that it lists no more, and its tables if they have changed."""
        asked = self.order
        before = _schedule_of(old)
        again = before is not None and old is not None and bool(before.finished_of_before - set(old.given_up))
        if before is not None and not again and not self._may_have_changed(before.answer):
            return before
        query = self._query
        got = fetch(query, asked.setting, refresh=True) if again else self._look()
        self.looked = None  # a schedule is large, and there may be many
        self.requested += not got.from_cache
        answer = self._answer(query, got)
        if before is not None and _is_same(answer, before.answer):
            self._check(query, got)
            answer.rows, answer.kept = before.answer.rows, before.answer.kept
            return replace(before, answer=answer)
        answer, records = self._read(query, got)
        if records.doubt:
            raise PayloadError(records.doubt)
        self.changed += 1
        box = Tables(asked.sport, SEASON, replace(records, rows=_once(records.rows)))
        made = {name: self._stored(name, box, {}) for name in names}
        found = Schedule.read(answer, box[origins(asked.sport)[SCHEDULE].table], made)
        known = _schedule_of(held)
        if known is not None and held is not None and not found.known >= known.finished:
            found = found.with_rows_of(known)
            for name in names:
                if name in held.files and parts.is_intact(self.folder, name, held.files[name]):
                    rows = of_games(self._held(held, name), answer.kept)
                    made[name] = _appended(made[name], conformed(rows, asked.sport, name))
        answer.rows = {name: table.num_rows for name, table in made.items()}
        return found

    def _held(self, old: Manifest, name: str) -> pa.Table:
        return pq.read_table(parts.path_of(self.folder, name, old.files[name]), partitioning=None)

    def _box_scores(
        self, old: Manifest | None, held: Manifest | None, schedule: Schedule, names: list[str]
    ) -> tuple[list[Answer], dict[str, pa.Table]]:
        """The answers with the box scores of the season, and their tables if any has changed."""
        asked = self.order
        days = sorted(schedule.games)
        last = (asked.setting.moment() + timedelta(days=1)).date().isoformat()
        queries = (
            ask(LIVE, asked.sport, day, league=asked.league, clock=asked.setting.moment) for day in days if day <= last
        )
        wanted = {str(query): query for query in queries}
        known = {one.asked: one for one in old.answers} if old else {}
        entries = {one: known[one] for one in wanted if one in known}
        owned_before = _owned(known.values())
        before = self._before(held, schedule)
        known_games: set[str] = set().union(*before.values())
        decoded: dict[str, dict[str, pa.Table]] = {}
        absent: dict[str, NotFound] = {}
        again = False
        overdue = {one for one in entries if _is_overdue(wanted[one], entries[one], old)}
        todo = [one for one in wanted if one not in known or one in overdue or self._may_have_changed(known[one])]
        while todo:
            for one, got in self._received([wanted[one] for one in todo], overdue, again, absent):
                answer = None if got is None else self._answer(wanted[one], got)
                last_one = None if again else entries.get(one)
                found = None
                try:
                    if got is not None and answer is not None and last_one is not None and _is_same(answer, last_one):
                        self._check(wanted[one], got)
                        answer.games, answer.rows, answer.kept = last_one.games, last_one.rows, last_one.kept
                    elif got is not None:
                        answer, found = self._read(wanted[one], got)
                except SportsframeError as error:
                    answer = None
                    self._note(wanted[one], error, absent)
                if answer is not None and found is not None:
                    answer.games, tables = self._decoded(found, days, names)
                    gone: set[str] = set()
                    if not known_games.isdisjoint(answer.games):
                        now = numbers(asked.sport, tables.items())
                        gone = emptied(self.finals.numbers, now, set(answer.games), tables) - schedule.void
                    answer.games = [game for game in answer.games if game not in gone]
                    decoded[one] = {name: _without(table, gone) for name, table in tables.items()}
                    self.changed += not again
                if answer is not None:
                    entries[one] = answer
                elif again:
                    del entries[one]  # what is stored of it is no longer all that is to be kept of it
            owned = _owned(entries[one] for one in wanted if one in entries)
            todo = [one for one in wanted if one in entries and one not in decoded and owned[one] != owned_before[one]]
            again = True
        entries = self._with_kept(held, before, schedule, {one: entries[one] for one in wanted if one in entries})
        answers = [entries[one] for one in sorted(entries)]
        self._tell_absent(absent, schedule, answers)
        if old is not None and not decoded and _contents(answers) == _contents(old.answers):
            return answers, {}
        return answers, {name: self._joined(name, answers, decoded, old) for name in names}

    def _before(self, held: Manifest | None, schedule: Schedule) -> dict[str, frozenset[str]]:
        """The games whose rows are stored, by the query with whose answer; of a lost manifest those that are final."""
        if held is not None:
            return _contents(held.answers)
        days: dict[str, set[str]] = {}
        for game in self.finals.games:
            day = next((day for day, games in schedule.games.items() if game in games), day_label(game, None))
            if day is not None:
                days.setdefault(day, set()).add(game)
        asked = self.order
        return {str(ask(LIVE, asked.sport, day, league=asked.league)): frozenset(days[day]) for day in sorted(days)}

    def _with_kept(
        self,
        held: Manifest | None,
        before: Mapping[str, frozenset[str]],
        schedule: Schedule,
        entries: dict[str, Answer],
    ) -> dict[str, Answer]:
        """The answers, with those games of before that were final and that none of them lists."""
        listed = {game for one in entries.values() for game in one.games}
        gone = set().union(*before.values()) - listed - schedule.void
        final = self.finals.games & gone if gone else set()
        known = {one.asked: one for one in held.answers} if held is not None else {}
        for asked, games in before.items():
            kept = sorted(games & final)
            if asked in entries:
                if entries[asked].kept != kept:
                    entries[asked] = msgspec.structs.replace(entries[asked], kept=kept)
            elif kept:  # whatever it said is asked again, if its day is one of the season
                at = known[asked].fetched_at if asked in known else self.order.setting.moment()
                entries[asked] = Answer(asked, at, at, "", [], known[asked].rows if asked in known else {}, kept)
        return entries

    def _tell_absent(self, absent: dict[str, NotFound], schedule: Schedule, answers: list[Answer]) -> None:
        """Note days that the service does not have, if a finished game belongs there that no other day lists."""
        for day, error in absent.items():
            listed = {game for one in answers for game in one.games if one.day != day}
            if schedule.finished.intersection(schedule.games[day]) - listed:
                self.causes[day] = error

    def _received(
        self, queries: list[Query], overdue: Collection[str], again: bool, absent: dict[str, NotFound]
    ) -> Iterator[tuple[str, Fetched | None]]:
        """The answers as they arrive; None for one that failed, which is noted.

        Parameters
        ----------
        queries : list of Query
        overdue : collection of str
            Those whose answers have lacked a finished game: the cache may not answer them.
        again : bool
            Whether they have been received before.
        absent : dict
            Gets the days that the service says not to have; most lie in the future.
        """
        asked = self.order
        now = [query for query in queries if str(query) in overdue and not again]
        later = [query for query in queries if query not in now]
        for some, refresh in ((later, False if again else asked.refresh), (now, True)):
            if not some:
                continue
            batch = fetch_many(some, asked.setting, workers=asked.workers, progress=asked.progress, refresh=refresh)
            try:
                for query, got in zip(some, batch, strict=True):
                    if isinstance(got, Fetched):
                        self.requested += not got.from_cache
                        yield str(query), got
                        continue
                    self._note(query, got, absent)
                    yield str(query), None
            finally:
                batch.close()

    def _note(self, query: Query, error: SportsframeError, absent: dict[str, NotFound]) -> None:
        """Note that a day failed, or, for now, that the service says not to have it."""
        if isinstance(error, NotFound):
            absent[query.part] = error
        else:
            self.causes[query.part] = error

    def _decoded(self, found: Records, days: list[str], names: list[str]) -> tuple[list[str], dict[str, pa.Table]]:
        """The games of this season that an answer lists, and its tables."""
        found = replace(found, rows=_once([row for row in found.rows if self._is_of_season(row, days)]))
        finished = {row.game_id: phase(row.status) == "finished" for row in found.rows}
        box = Tables(self.order.sport, LIVE, found)
        return sorted(filter(None, finished)), {name: self._stored(name, box, finished) for name in names}

    def _is_of_season(self, row: Any, days: list[str]) -> bool:
        """Whether a game is of this season: by what it says itself, else by the days of the season."""
        label = getattr(row, "season", None)
        if label:
            return str(label)[:4] == str(self.year)
        day = day_label(row.game_id, row.game_time, start_zone(self.order.sport))
        return day is None or days[0] <= day <= days[-1]

    def _stored(self, name: str, box: Tables, finished: dict[str, bool]) -> pa.Table:
        return to_arrow(box[origins(self.order.sport)[name].table], self.order.sport, name, self.year, finished)

    def _joined(
        self, name: str, answers: list[Answer], decoded: dict[str, dict[str, pa.Table]], old: Manifest | None
    ) -> pa.Table:
        """A table of the season: rows of new answers, and those in the file of the others; each game once."""
        held: dict[str, pa.Table] = {}
        before: dict[str, frozenset[str]] = {}
        if old is not None:
            before = _contents(old.answers)
            whole, at = self._held(old, name), 0
            for one in old.answers:
                held[one.asked] = whole.slice(at, one.rows[name])
                at += one.rows[name]
        pieces = [schema(self.order.sport, name).empty_table()]
        owned, now = _owned(answers), _contents(answers)
        for one in answers:
            if one.asked in decoded:
                piece = decoded[one.asked][name]
                piece = _without(piece, set(one.games) - owned[one.asked])
                if one.kept:
                    piece = _appended(piece, self.finals.of(name, one.kept))
            elif one.asked in held:
                piece = held[one.asked]
                if now[one.asked] != before[one.asked]:
                    piece = of_games(piece, now[one.asked])
            else:
                piece = self.finals.of(name, one.kept)
            one.rows = one.rows | {name: piece.num_rows}
            pieces.append(piece.replace_schema_metadata())
        return pa.concat_tables(pieces).combine_chunks()

    def _described(self, name: str, table: pa.Table) -> pa.Table:
        """The table with its dictionary and where it is from, for the file."""
        asked = self.order
        source = manifests.source_of(asked.setting)
        told = {
            "format": FORMAT, "catalog": VERSION, "source": source.source, "world": source.world,
            "sport": asked.sport, "league": asked.league, "season": self.year, "table": name,
            "resource": origins(asked.sport)[name].resource,
        }  # fmt: skip
        return table.replace_schema_metadata(
            {ABOUT: json.dumps(told), DICTIONARY: json.dumps(dictionary(asked.sport, name))}
        )


@dataclass
class Schedule:
    """The schedule of a season.

    Attributes
    ----------
    answer : Answer
        The response.
    games : dict of str to list of str
        The games that are to be played, by each day on which some may be asked for.
    unfinished : set of str
        Those of them that are not finished.
    void : set of str
        The games that it says not to be played, or to be replaced.
    built : dict of str to pyarrow.Table
        Its tables, if they have changed.
    """

    answer: Answer
    games: dict[str, list[str]]
    unfinished: set[str]
    void: set[str] = field(default_factory=set)
    built: dict[str, pa.Table] = field(default_factory=dict)

    @classmethod
    def read(cls, answer: Answer, frame: pd.DataFrame, built: dict[str, pa.Table]) -> Schedule:
        """The schedule in a table of games."""
        phases = frame["status"].map(phase)
        void = phases.isin(OFF)
        days = {day: sorted(frame.loc[on & ~void, "game_id"].dropna()) for day, on in by_day(frame).items()}
        unfinished = frame.loc[~void & (phases != "finished"), "game_id"].dropna()
        return cls(answer, days, set(unfinished), set(frame.loc[void, "game_id"].dropna()), built)

    @property
    def planned(self) -> set[str]:
        """The games that are to be played."""
        return set().union(*self.games.values())

    @property
    def finished(self) -> set[str]:
        return self.planned - self.unfinished

    @property
    def finished_of_before(self) -> set[str]:
        """The finished games that only an earlier response lists."""
        return self.finished.intersection(self.answer.kept)

    @property
    def known(self) -> set[str]:
        """All games."""
        return self.planned | self.void

    def with_rows_of(self, before: Schedule) -> Schedule:
        """This schedule, of which games are lost, with those of `before` that it does not name."""
        kept = before.planned - self.known
        self.answer.kept = sorted(kept)
        games = {
            day: sorted({*self.games.get(day, ()), *kept.intersection(before.games.get(day, ()))})
            for day in sorted({*self.games, *before.games})
        }
        games = {day: found for day, found in games.items() if found or day in self.games}
        return replace(self, games=games, unfinished=self.unfinished | (before.unfinished & kept))


def _schedule_of(part: Manifest | None) -> Schedule | None:
    if part is None or part.scheduled is None or part.unfinished is None or part.void is None:
        return None
    return Schedule(part.schedule, part.scheduled, set(part.unfinished), set(part.void))


UNSCHEDULED = "the schedule no longer lists this game; its rows are kept"
KEPT = "the service no longer lists this finished game in full; its rows are kept"
WITHOUT_BOX = "the service has no box score of this finished game"
GIVEN_UP = f"; after {PATIENCE.days} days without it, it is no longer waited for"


def _once(rows: list[Any]) -> list[Any]:
    """The games of a response; of one that is listed twice, the finished version, or else the last."""
    found: dict[Any, Any] = {}
    for row in rows:
        key = (row.game_id, getattr(row, "game_time", None)) if row.game_id is not None else id(row)
        if key not in found or phase(found[key].status) != "finished":
            found[key] = row
    return list(found.values())


def _is_overdue(query: Query, answer: Answer, old: Manifest | None) -> bool:
    """Whether an answer lacks a finished game of its day, or was refused, by what an earlier sync has noted."""
    if old is None:
        return False
    if query.segment in old.missing:
        return True
    games = {*answer.kept, *(old.scheduled or {}).get(query.segment, ())}
    return bool(games.intersection(old.missing) or set(answer.kept).difference(old.given_up))


def _without(table: pa.Table, games: Collection[str]) -> pa.Table:
    if not games:
        return table
    return table.filter(pc.invert(pc.is_in(table["game_id"], pa.array(sorted(games), pa.string()))))


def _appended(table: pa.Table, more: pa.Table) -> pa.Table:
    return pa.concat_tables([table.replace_schema_metadata(), more.replace_schema_metadata()])


def _contents(answers: Iterable[Answer]) -> dict[str, frozenset[str]]:
    """The games whose rows are stored with each answer."""
    answers = list(answers)
    owned = _owned(answers)
    return {one.asked: owned[one.asked].union(one.kept) for one in answers}


def _keep_empty_days(answers: Iterable[Answer], scheduled: Mapping[str, list[str]], given_up: Iterable[str]) -> None:
    """Determine how long each answer without data is used, given the games that others list or that are given up.

    The service may read dates otherwise than the schedule, which leaves days on which nothing begins.
    """
    listed = {*given_up, *(game for one in answers for game in one.games)}
    for one in answers:
        if one.nothing is not None:
            one.expires = one.nothing[listed.issuperset(scheduled.get(one.day, ()))]


def _after(fetched_at: datetime, lifetime: float) -> datetime:
    """When a response expires; at once if the service says that it may not be stored."""
    return fetched_at + timedelta(seconds=max(lifetime, 0.0))


def _is_same(answer: Answer, before: Answer) -> bool:
    """Whether an answer has the bytes of one before."""
    return answer.sha256 == before.sha256


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


class _Envelope(msgspec.Struct):
    data: dict[str, list[msgspec.Raw]]


_envelope_decoder = msgspec.json.Decoder(_Envelope)  # made here: msgspec may crash where two threads make one


def _is_empty(body: bytes) -> bool:
    """Whether a response has no records."""
    try:
        return not body or not any(_envelope_decoder.decode(body).data.values())
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False  # told where it is read


def _owned(answers: Iterable[Answer]) -> dict[str, frozenset[str]]:
    """The games whose rows are taken from each answer: from the first that lists them."""
    seen: set[str] = set()
    found = {}
    for one in answers:
        found[one.asked] = frozenset(one.games) - seen
        seen.update(one.games)
    return found
