"""Answers as the real service sends them go through every loader without loss, quirks, oddities and all."""

from __future__ import annotations

import contextlib
import copy
import json
import warnings
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.options import options
from sportsframe._frames import drift
from sportsframe._frames.arrays import PLACEHOLDERS, TEXT, TOTALS, dtype
from sportsframe._frames.decode import records
from sportsframe._pipeline.loading import concat
from sportsframe.catalog import SPORTS, answer, layout

from ..support import answers
from ..support.answers import CAPTURED, ODD, Json, Place, at, leaves, live, marked, objects, pretty
from ..support.servers import Reply, serving

EVERY = CAPTURED | ODD
READS = pytest.mark.parametrize("name", EVERY)


def tables(doc: Any, sport: str, resource: str) -> dict[str, pd.DataFrame]:
    """Every table of a document; only drift may be warned of, and once at most."""
    data = doc if isinstance(doc, bytes) else pretty(doc)
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        found = dict(sf.read_json(data, sport, resource, table=None).items())
    assert {w.category for w in heard} <= {sf.DriftWarning}
    assert len({str(w.message) for w in heard}) == len(heard) <= 1 + len(found)
    return found


def held(frames: dict[str, pd.DataFrame]) -> set[Any]:
    """All that the cells of some frames say: numbers as floats, text, instants; what lies in JSON text too."""
    found: set[Any] = set()
    for frame in frames.values():
        for _, column in frame.items():
            for cell in column.dropna().unique():
                if isinstance(cell, str) and cell[:1] in ("[", "{"):
                    found.update(map(told, (leaf for _, leaf in leaves(json.loads(cell)))))
                found.add(told(cell))
    return found


def told(value: Any) -> Any:
    if isinstance(value, bool | np.bool_):
        return bool(value)
    return float(value) if isinstance(value, int | float | np.number) else value


def meant(text: Any) -> list[Any]:
    """The number or the instant that a text tells."""
    found: list[Any] = []
    for read in (float, parsedate_to_datetime, datetime.fromisoformat):
        with contextlib.suppress(TypeError, ValueError, AttributeError):
            found.append(read(text))
    return found


def lost(doc: Json, frames: dict[str, pd.DataFrame]) -> list[tuple[Any, Any]]:
    """Values of a document that are in no cell, but for placeholders, totals and the code of the sport itself."""
    there = held(frames)
    gone = []
    for place, value in leaves(doc):
        if value is None or (isinstance(value, str) and value in PLACEHOLDERS):
            continue
        if place[-1] == "sport" or (place[-1] in TOTALS and place[-2] == "quarter_scores"):
            continue
        if not {told(value), str(value), *meant(value)} & there:
            gone.append((place, value))
    keys = {key for _, item in objects(doc) for key, value in item.items() if key.isdecimal() and value}
    return gone + [(key, "key") for key in keys if float(key) not in there]


@READS
def test_nothing_is_lost(name: str) -> None:
    """Each value of an answer is in a cell of its tables, and each cell has the kind that the dictionary names."""
    sport, resource, make = EVERY[name]
    doc = marked(make())

    frames = tables(doc, sport, resource)

    assert not lost(doc, frames)
    for table, frame in frames.items():
        expected = {column.name: dtype(column) for column in layout(sport, resource, table).columns}
        assert dict(frame.dtypes[: len(expected)]) == expected
        assert not expected.keys() & set(frame.columns[len(expected) :])


@pytest.mark.parametrize("name", CAPTURED)
def test_what_is_declared_is_read_fast_and_strictly(name: str) -> None:
    """A captured answer is what the catalog declares: no drift, not even when asked strictly."""
    sport, resource, make = CAPTURED[name]
    found = records(pretty(make()), sport, resource, validate="strict")

    assert found.rows
    assert not found.irregular


@pytest.mark.sampled
@READS
def test_every_road_leads_to_the_same_frames(name: str) -> None:
    """Bytes, a parsed object, a tolerant reading and one that has learned give the same frames, which concatenate."""
    sport, resource, make = EVERY[name]
    doc = make()
    first = tables(doc, sport, resource)
    strange = copy.deepcopy(doc)
    for row in answers.rows(strange):
        row |= {"planted": 7, "Another": None}
    tolerant, learned = tables(strange, sport, resource), tables(strange, sport, resource)

    for table, frame in first.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", sf.DriftWarning)
            pd.testing.assert_frame_equal(sf.read_json(doc, sport, resource, table), frame)
        pd.testing.assert_frame_equal(learned[table], tolerant[table])
        pd.testing.assert_frame_equal(tolerant[table][frame.columns], frame)
        joined = pd.concat([frame, frame, tables(b"", sport, resource)[table]])
        assert dict(joined.dtypes) == dict(frame.dtypes)


@pytest.mark.sampled
@READS
def test_the_client_reads_them_over_http(name: str) -> None:
    """Over a real server each answer gives, for each table, the frame that its saved copy gives."""
    sport, resource, make = EVERY[name]
    doc = make()
    league = {"league": next(iter(doc["data"]))} if SPORTS[sport].leagues else {}
    expected = tables(doc, sport, resource)
    when: Any = "2025-02-01" if resource == "live" else 2024
    load = getattr(sf, resource.replace("-", "_"))
    reply = Reply(200, pretty(doc), {"Content-Type": "application/json"})
    with serving(reply) as server, options(base_url=server.base_url, token="t0k3n"), warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.DriftWarning)
        for table, frame in expected.items():
            pd.testing.assert_frame_equal(load(when, sport, table=table, **league), frame)


TEXTS = {
    "future": {"error": "Bad Request", "message": "Live data cannot be requested for future dates."},
    "trial": {"code": "TRIAL_ACCESS_RESTRICTED", "message": "Trial users can access the latest two seasons only."},
}


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (401, b"null", sf.Unauthorized),
        (403, json.dumps(TEXTS["trial"]).encode(), sf.TrialRestricted),
        (403, b"", sf.Forbidden),
        (404, json.dumps(TEXTS["future"]).encode(), sf.NotFound),
        (404, b"Your account is not signed up for the requested sport: MLB", sf.NotFound),
        (404, b'"The request could not be processed, check parameters"', sf.NotFound),
        (404, b"null", sf.NotFound),
        (400, b'"The date must be in the format YYYY-MM-DD"', sf.BadRequest),
        (500, b"<html><body>Bad gateway</body></html>", sf.ServiceError),
        (200, b"<html><body>maintenance</body></html>", sf.PayloadError),
        (200, b'"The request could not be processed"', sf.PayloadError),
        (200, pretty(answers.mlb())[:-900], sf.PayloadError),
    ],
    ids=lambda value: value.decode("utf-8", "replace")[:24] if isinstance(value, bytes) else None,
)
def test_refusals_of_any_body(status: int, body: bytes, error: type[Exception]) -> None:
    """[S7-01] Null, objects, strings, plain text and HTML in a refusal give the error of its status, never a crash."""
    reply = Reply(status, body, {"Retry-After": "0"})
    with serving(reply) as server, options(base_url=server.base_url, token="t0k3n"), pytest.raises(error):
        sf.live("2025-02-01", "MLB")


@pytest.mark.parametrize(
    "reply",
    [
        Reply(304),
        Reply(200, b'{"data": {"MLB": []}}'),
        Reply(200, b'{"data": {}}'),
    ],
    ids=["304", "empty list", "no key"],
)
def test_nothing_to_return(reply: Reply) -> None:
    """Nothing to return, in each of its forms, is no rows of all columns."""
    with serving(reply) as server, options(base_url=server.base_url, token="t0k3n"):
        for table, frame in tables(b"", "MLB", "live").items():
            pd.testing.assert_frame_equal(sf.live("2025-02-01", "MLB", table=table), frame)


def _spots(doc: Json) -> list[Place]:
    """One object of each kind of a document: places that differ in an id or an index are one kind."""
    kinds: dict[Place, Place] = {}
    for place, _ in objects(doc):
        kinds.setdefault(tuple("*" if isinstance(key, int) or key.isdecimal() else key for key in place), place)
    return [place for place in kinds.values() if len(place) > 2]


@READS
def test_unknown_keys_anywhere_become_columns(name: str) -> None:
    """[S2.3-17] [S2.6-40] A key planted in any object at all is a column of the nearest table, and is told of."""
    sport, resource, make = EVERY[name]
    doc = make()
    before = tables(doc, sport, resource)
    spots = [place for place in _spots(doc) if place[-1] != "quarter_scores"]  # any key is a period there
    values = {n: (4242.5 + n, f"word {n}", [n, {"x": f"deep {n}"}])[n % 3] for n in range(len(spots))}
    for n, place in enumerate(spots):
        at(doc, place)[f"novelty_{n}"] = values[n]

    drift.LOG.clear()
    for frames in (tables(doc, sport, resource), tables(doc, sport, resource)):
        assert not lost({"": [*values.values()]}, frames)
        found = {column for frame in frames.values() for column in frame.columns if "novelty" in column}
        assert {column.rpartition(".")[2] for column in found} == {f"novelty_{n}" for n in values}
        for table, frame in before.items():
            pd.testing.assert_frame_equal(frames[table][frame.columns], frame)
    assert sf.drift()["path"].str.contains("novelty").sum() == len(spots)


def test_where_unknown_keys_end() -> None:
    """A row's own key keeps its name; below the row the path stands in front; what is no table's row goes to games."""
    doc = answers.mlb()
    game = answers.rows(doc)[0]
    game["full_box"]["weather"] = "dry"
    game["full_box"]["home_team"]["color"] = "red"
    game["full_box"]["away_team"]["color"] = "blue"
    game["full_box"]["away_team"]["team_stats"]["GDP"] = 2
    game["player_box"]["umpires"] = 4
    game["player_box"]["home_team"]["pitching"]["count"] = 3
    game["player_box"]["away_team"]["fielding"] = {"88": {"player": "X", "A": 1}}

    frames = tables(doc, "MLB", "live")

    teams = frames["teams"].set_index(["game_id", "side"])
    assert teams.loc[(game["game_ID"], "home"), "color"] == "red"
    assert teams.loc[(game["game_ID"], "away"), ["color", "team_stats.GDP"]].tolist() == ["blue", "2"]
    extra = [c for c in frames["games"] if "." in c]
    assert extra == ["full_box.weather", "player_box.umpires", "player_box.away_team.fielding",
                     "player_box.home_team.pitching.count"]  # fmt: skip
    assert len(frames["pitching"]) == len(tables(answers.mlb(), "MLB", "live")["pitching"])


def as_text(value: Any) -> Any:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


def as_float(value: Any) -> Any:
    return float(value) if type(value) is int else value


def as_number(value: Any) -> Any:
    return int(value) if isinstance(value, bool) else value


@pytest.mark.parametrize("change", [as_text, as_float, as_number])
@pytest.mark.parametrize("name", CAPTURED)
def test_numbers_in_other_forms(name: str, change: Any) -> None:
    """Numbers as text, 4.0 for 4, and 1 for true give the very same frames."""
    sport, resource, make = CAPTURED[name]
    doc = make()
    expected = tables(doc, sport, resource)
    changed = json.loads(pretty(doc))
    for place, value in leaves(doc):
        at(changed, place[:-1])[place[-1]] = change(value)

    for table, frame in tables(changed, sport, resource).items():
        pd.testing.assert_frame_equal(frame, expected[table])


NOTHING: dict[str, Any] = {"null": None, "empty object": {}, "empty list": [], "false": False}


@pytest.mark.sampled
@pytest.mark.parametrize("nothing", NOTHING)
@pytest.mark.parametrize("name", ["live MLB", "live NBA", "live NFL", "live DARTS", "live PGA"])
def test_nothing_in_place_of_any_object(name: str, nothing: str) -> None:
    """Null, {}, [] or false in place of any object or list loses no game and raises nothing."""
    sport, resource, make = CAPTURED[name]
    doc = make()
    games = answers.rows(doc)
    for place in _spots(doc):
        if len(place) > 3:
            drift.LOG.clear()
            changed = copy.deepcopy(doc)
            at(changed, place[:-1])[place[-1]] = copy.deepcopy(NOTHING[nothing])
            frames = tables(changed, sport, resource)
            assert len(next(iter(frames.values()))) == len(games)
            assert not [value for _, value in lost(changed, frames) if value is not False], place


@pytest.mark.parametrize(
    ("sport", "place", "value", "table", "column"),
    [
        ("MLB", ("full_box", "home_team", "score"), "many", "teams", "score_"),
        ("MLB", ("full_box", "current_box"), "over", "games", "full_box.current_box"),
        ("MLB", ("full_box", "home_team", "quarter_scores", "9"), "X", "teams", "quarter_scores.9"),
        ("NCAAFB", ("full_box", "home_team", "division_name"), "Big Sky", "teams", "division_name_"),
        ("NBA", ("round",), "Semifinal", "games", "round_"),
        ("NBA", ("full_box", "home_team", "team_id"), "TBD", "teams", "team_id_"),
        ("DARTS", ("current_box", "throwing"), "A. Arrow", "games", "current_box.throwing"),
        ("PGA", ("field", "412", "position"), "T5", "players", "position_"),
        ("NFL", ("game_time",), "Sun, 03 Jan 2027 TBD", "games", "game_time_"),
        ("NCAABB", ("player_box", "away_team", "31", "points"), 4.5, "players", "points_"),
        ("NHL", ("game_time",), 1_717_283_100_000, "games", "game_time_"),
    ],
)  # fmt: skip
def test_what_a_column_cannot_hold_stands_beside_it(
    sport: str, place: tuple[str, ...], value: Any, table: str, column: str
) -> None:
    """A value that its column cannot hold is kept in one beside it, and the column keeps its kind."""
    _, _, make = CAPTURED[f"live {sport}"]
    doc = make()
    at(answers.rows(doc)[0], place[:-1])[place[-1]] = value

    frame = tables(doc, sport, "live")[table]

    assert frame[column].dropna().tolist() == [str(value)]
    assert dict(frame.dtypes[: len(layout(sport, "live", table).columns)]) == {
        c.name: dtype(c) for c in layout(sport, "live", table).columns
    }
    assert len(sf.drift())


@pytest.mark.sampled
@pytest.mark.parametrize("value", ["American League - East", 3, "3", None])
@pytest.mark.parametrize("sport", ["MLB", "NBA", "NHL", "NFL", "NCAAFB", "NCAABB", "SOCCER"])
def test_a_division_may_be_text_or_number(sport: str, value: Any) -> None:
    """Either type of division is read for any sport, and its value is kept."""
    doc = CAPTURED[f"live {sport}"][2]()
    answers.rows(doc)[0]["full_box"]["home_team"]["division_name"] = value

    assert not lost(doc, tables(doc, sport, "live"))


@pytest.mark.parametrize("word", ["Completed", "FINAL", "In Progress", "in_progress", "Canceled", " scheduled"])
def test_status_words_in_another_case(word: str) -> None:
    """The phase does not depend on how a status word is spelt; the word is kept as sent."""
    doc = answers.nhl()
    answers.rows(doc)[0]["status"] = word

    frame = tables(doc, "NHL", "live")["games"]

    assert frame["status"].tolist() == [word]
    assert frame["phase"].notna().all()


@pytest.mark.parametrize(
    "text", ["2026-08-22T11:30:00Z", "2026-08-22T11:30:00.000Z", "2026-08-22 11:30:00", "2026-08-22T07:30:00-04:00"]
)
@pytest.mark.parametrize("n", [1, 300])
def test_instants_in_other_forms(text: str, n: int) -> None:
    """ISO forms of a start are the same instant, in few rows and in many."""
    doc = answers.soccer_season("EPL")
    doc["data"]["EPL"] = [row | {"game_time": text} for row in doc["data"]["EPL"] * 8][:n]

    starts = tables(doc, "SOCCER", "schedule-season")["games"]["game_time"]

    assert (starts == pd.Timestamp("2026-08-22 11:30", tz="UTC")).all()


@pytest.mark.parametrize(
    ("more", "numbers", "names"),
    [
        ({}, [1, 2, 3], []),
        ({"OT": 1}, [1, 2, 3], ["OT"]),
        ({"SO": 1, "OT": 0}, [1, 2, 3], ["SO", "OT"]),
        ({"1st": 1, "-1": 2, "1.5": 3, "\u00b2": 4, "04": 5}, [-1, 1, 2, 3], ["1st", "1.5", "\u00b2", "04"]),
        ({"4": 1, "T": 4}, [1, 2, 3, 4], []),
    ],
)
def test_periods_are_never_guessed(more: Json, numbers: list[int], names: list[str]) -> None:
    """A period without a number has none, and keeps its name beside; a total is no period; the sides do not mix."""
    doc = answers.nhl()
    answers.rows(doc)[0]["full_box"]["home_team"]["quarter_scores"].update(more)
    if more:
        answers.rows(doc)[0]["full_box"]["away_team"]["quarter_scores"] = {"1": 0, "2": 2, "3": 0}

    frames = tables(doc, "NHL", "live")

    both = dict(list(frames["periods"].groupby("side", observed=True)))
    assert sorted(both["home"]["period"].dropna()) == numbers
    assert sorted(both["away"]["period"]) == ([1, 2, 3] if more else numbers)
    assert ("period_" in both["home"]) == bool(names)
    assert both["home"].get("period_", pd.Series(dtype=object)).dropna().tolist() == names
    played = frames["teams"]["periods_played"]
    assert played[0] == len(both["away"])
    assert pd.isna(played[1]) if names else played[1] == len(numbers)
    assert bool(len(sf.drift())) == bool(names)


def test_a_saved_copy_may_begin_with_a_mark(tmp_path: Any) -> None:
    """A byte order mark that an editor put in front of a saved answer costs nothing, and is told."""
    saved = tmp_path / "answer.json"
    saved.write_bytes(b"\xef\xbb\xbf" + pretty(answers.nhl()))

    expected = tables(answers.nhl(), "NHL", "live")["skaters"]
    with pytest.warns(sf.DriftWarning, match="syntax"):
        pd.testing.assert_frame_equal(sf.read_json(saved, "NHL", "live", "skaters"), expected)
    pd.testing.assert_frame_equal(sf.read_json(saved.read_text(), "NHL", "live", "skaters"), expected)


def test_new_columns_concatenate() -> None:
    """A new column is text in every batch, whether it was null, a number, a fraction, a flag or text."""

    def batch(value: Any) -> pd.DataFrame:
        doc = answers.nhl()
        answers.rows(doc)[0]["novelty"] = value
        return tables(doc, "NHL", "live")["games"]

    known = dict(tables(answers.nhl(), "NHL", "live")["games"].dtypes)
    for values in ([None, 7, None], [7, None, 7.5], [None, "x", 7], [True, 7], [None, None], [[1], {"a": 2**70}]):
        frame = concat([batch(value) for value in values])
        assert dict(frame.dtypes) == known | {"novelty": TEXT}
        texts = [value if isinstance(value, str) else json.dumps(value) for value in values if value is not None]
        assert frame["novelty"].dropna().tolist() == texts


def test_numbers_of_several_batches_stay_numbers() -> None:
    """A column of season statistics that the catalog lacks is of integers in one batch and of fractions in another."""
    parts = [
        pd.DataFrame({"novelty": pd.array([value], dtype=kind)}) for value, kind in ((7, "Int64"), (7.5, "Float64"))
    ]
    assert concat(parts)["novelty"].tolist() == [7, 7.5]


def test_answers_of_several_sports_and_leagues() -> None:
    """Of an answer with several envelope keys only the rows of the one asked for are read, whatever the others hold."""
    both = {"data": answers.hoops("NBA")["data"] | answers.nhl()["data"] | {"updated": "now"}}
    leagues = {"data": answers.soccer_season("LALIGA")["data"] | answers.soccer_season("SERIEA")["data"]}

    for name, sport in (("live NBA", "NBA"), ("live NHL", "NHL")):
        expected = tables(CAPTURED[name][2](), sport, "live")
        for table, frame in tables(both, sport, "live").items():
            pd.testing.assert_frame_equal(frame, expected[table])
    frame = sf.read_json(pretty(leagues), "SOCCER", "schedule-season", league="SERIEA")
    assert set(frame["league"]) == {"SERIEA"}
    assert len(frame) == 40
    assert set(sf.drift()["path"]) == {"$.data.updated"}


def test_a_strange_season_is_learned() -> None:
    """6,000 rows that each have a new key and lack one: told once, learned, and read to the same frame again."""
    doc = answers.ncaabb_season()
    for row in answers.rows(doc):
        row["neutral_site"] = None
        del row["round"]
    strange = pretty(doc)
    with pytest.warns(sf.DriftWarning):
        first = sf.read_json(strange, "NCAABB", "schedule-season")

    again = sf.read_json(strange, "NCAABB", "schedule-season")

    pd.testing.assert_frame_equal(first, again)
    assert "neutral_site" in again
    assert drift.LOG.changes("NCAABB", "schedule-season")


def test_learning_has_an_end() -> None:
    """An answer with a new key in each row is read all the same, and is not learned by heart."""
    doc = live("NBA", *(answers.rows(answers.hoops("NBA"))[0] | {f"key_{n}": n} for n in range(drift.MAX_CHANGES + 1)))

    for _ in range(2):
        frame = tables(doc, "NBA", "live")["games"]
        last = drift.MAX_CHANGES - 1
        assert frame[f"key_{last}"].dropna().tolist() == [str(last)]
        assert frame["..."].dropna().map(json.loads).tolist() == [{f"key_{drift.MAX_CHANGES}": drift.MAX_CHANGES}]
    assert not drift.LOG.changes("NBA", "live")


def test_strictness_forgets_what_was_learned() -> None:
    """What an answer was seen to lack does not make it declared; a key too many passes, as a column."""
    doc = answers.nhl()
    answers.rows(doc)[0]["novelty"] = 1
    lacking = answers.nhl()
    del answers.rows(lacking)[0]["game_ID"]
    tables(doc, "NHL", "live")
    tables(lacking, "NHL", "live")

    assert sf.read_json(pretty(doc), "NHL", "live", validate="strict")["novelty"].dropna().tolist() == ["1"]
    for given in (lacking, pretty(lacking)):
        with pytest.raises(sf.PayloadError, match="game_ID: missing"):
            sf.read_json(given, "NHL", "live", validate="strict")
    assert answer("NHL", "live")
