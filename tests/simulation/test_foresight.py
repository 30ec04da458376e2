"""What a schedule shows at a moment is what can be known at that moment, and no more."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from sportsframe.catalog.statuses import DECIDED, PHASES
from sportsframe.service.seasons import PUBLISHED
from sportsframe.simulation._common.calendar import DAY
from sportsframe.simulation._common.season import Entry, Season
from sportsframe.simulation.darts.schedule import DRAWN, PREMIER

from ..support.asking import WORLD, row_id, rows, service_at
from ..support.trials import but_in_long_trials

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)
STEP = 29 * HOUR
"""From look to look where much is decided: at another time of day each."""

SEASONS = {
    "NFL": 2021, "NBA": 2024, "MLB": 2024, "NHL": 2024, "NCAAFB": 2024, "NCAABB": 2024, "PGA": 2023, "SOCCER": 2021,
    "DARTS": 2024,
}  # fmt: skip
"""Sport -> a season in which games are put off."""

LEAGUE = {"SOCCER": "SERIEA"}

CERTAIN = {"MLB": (2, 3, 4, 4), "NBA": (4, 4, 4, 4), "NHL": (4, 4, 4, 4)}
"""Sport -> by round, the games of a series that are played whoever wins them; elsewhere one."""

GAMES = {"MLB": 162, "NBA": 82, "NHL": 82}
"""Sport -> games of a club; where it is not given a club meets another one once on either ground."""

FAR = datetime(2030, 1, 1, 12, tzinfo=UTC)
"""A time at which all of them are over."""

MAY_CHANGE = {"status", "replaced_by", "away_pitcher", "home_pitcher"}

RESCHEDULED = ("replaced", "replaced-soccer")
"""The switches that tell a rescheduled game from a postponed one."""

Row = dict[str, Any]


def season_of(sport: str) -> Season:
    return WORLD.season(sport, SEASONS[sport], LEAGUE.get(sport))


def asked(sport: str, now: datetime, path: str = "", *on: str) -> dict[str, Row]:
    """The rows of an answer at a moment by id; of the whole season where no path is given."""
    query = {"league": LEAGUE[sport]} if sport in LEAGUE else {}
    path = path or f"schedule-season/{SEASONS[sport]}"
    found = rows(f"{path}/{sport}", service_at(now.isoformat(), *on), **query)
    assert len({row_id(row) for row in found}) == len(found)
    return {row_id(row): row for row in found}


def start(row: Row) -> datetime:
    return parsedate_to_datetime(row.get("game_time") or row["start_time"])


def sides(row: Row) -> tuple[Any, ...]:
    """Who plays; of a tournament which it is, every year."""
    if "player_1_ID" in row:
        return row["player_1_ID"], row["player_2_ID"]
    return (row["away_team_ID"], row["home_team_ID"]) if "away_team_ID" in row else (row["event_ID"],)


def without(row: Row, names: set[str]) -> Row:
    return {name: value for name, value in row.items() if name not in names}


def late(row: Row) -> bool:
    """Whether who plays follows from other games: what has the name of a competition, and knock-outs of darts."""
    return bool(row.get("event_name"))


def noon(day: Any) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def moments(sport: str, final: dict[str, Row]) -> list[datetime]:
    """When to look: now and then in a season, about games that are put off, and again and again when it is decided."""
    season = season_of(sport)
    opens, closes = noon(season.opens), noon(season.closes)
    found = {opens - PUBLISHED + DAY, closes + 5 * DAY}
    found |= {opens + n * (closes - opens) / 12 for n in range(12)}
    off = [start(row) for row in final.values() if PHASES[row["status"]] in ("off", "replaced")]
    for at in random.Random(sport).sample(off, min(6, len(off))):
        found |= {at - 3 * DAY, at - 30 * HOUR, at - 90 * SECOND}
    if sport == "DARTS":
        spans = [(datetime(2024, month, day, tzinfo=UTC), 16) for month, day in ((1, 1), (2, 22), (11, 7))]
    else:
        begin = min((start(row) for row in final.values() if late(row)), default=closes)
        spans = [(begin - 4 * DAY, (closes - begin).days + 5)]
    for first, days in spans:
        found |= {first + n * STEP for n in range(days * DAY // STEP)}
    return sorted(moment.replace(microsecond=0) for moment in found)


def before(sport: str, final: dict[str, Row]) -> dict[str, list[str]]:
    """By id of a game those it follows from: the last one before of each side, in a series what made it needed."""
    history: dict[Any, list[Row]] = defaultdict(list)
    found = {}
    for row in sorted(final.values(), key=lambda row: (start(row), row_id(row))):
        wrong = row["status"] == "replaced" or (sport == "DARTS" and row["status"] == "cancelled")
        own = [history[row.get("event_ID") if sport == "DARTS" else None, side] for side in sides(row)]
        if late(row) and not wrong and row.get("round") != "Group":
            in_series = sport in CERTAIN and row["round"] is not None
            series = [
                old for old in own[0]
                if in_series and old["round"] == row["round"] and set(sides(old)) == set(sides(row)) and late(old)
            ]  # fmt: skip
            certain = not in_series or len(series) < CERTAIN[sport][row["round"] - 1]
            wait = [[old for old in past if old not in series][-1:] for past in own] if certain else [series[-1:]]
            found[row_id(row)] = [row_id(old) for past in wait for old in past]
        if not wrong:
            for past in own:
                past.append(row)
    return found


@pytest.mark.sampled
@pytest.mark.parametrize("sport", but_in_long_trials(SEASONS, "NCAABB", "NCAAFB", "MLB", "DARTS"))
def test_nothing_on_a_schedule_tells_what_is_not_yet_known(sport: str) -> None:
    """[S3-04] Whenever a season is asked for: no club has more games ahead than were planned, so no makeup stands
    before its game is put off; of games that follow from others none stands before those are decided, nor one of a
    series before it is needed; who replaces is told when something is replaced. All that has begun is there, and what
    has been there stays as it was.
    """
    final = asked(sport, FAR, "", *RESCHEDULED)
    waits = before(sport, final)
    assert [row for row in final.values() if row["status"] == "postponed"]
    pairs = {sides(row) for row in final.values() if not late(row) and row["status"] != "replaced"}
    planned = Counter(side for pair in pairs for side in pair)
    if sport in GAMES:
        planned = Counter(dict.fromkeys(planned, GAMES[sport]))
    begun = {i: start(row) for i, row in final.items()}
    shown: dict[str, Row] = {}
    for now in moments(sport, final):
        found = asked(sport, now, "", *RESCHEDULED)

        assert set(shown) <= set(found), now
        assert {i for i, begins in begun.items() if begins <= now} <= set(found), now
        games: Counter[Any] = Counter()
        for i, row in found.items():
            last = final[i]
            if shown.get(i) != row:  # most rows are as they were at the look before
                fixed = MAY_CHANGE | ({"round"} if last.get("round") == "Last 127" else set())
                assert without(row, fixed) == without(last, fixed)
            assert PHASES[row["status"]] not in ("off", "replaced") or row["status"] == last["status"]
            assert ("replaced_by" in row) == ("replaced_by" in last and row["status"] == "replaced"), (now, i)
            assert row.get("replaced_by", i) in found, (now, i)
            if begun[i] > now:
                assert all(one in found and found[one]["status"] in DECIDED for one in waits.get(i, ())), (now, i)
            if not late(row) and PHASES[row["status"]] not in ("off", "replaced"):
                games.update(sides(row))
        assert games <= planned, now
        shown = found


def made_up(sport: str) -> list[tuple[Entry, Entry]]:
    """Games that were put off to a later day, each with its makeup."""
    return [
        (game, entry)
        for entry in season_of(sport).all()
        for game in entry.after
        if game.status(FAR) == "postponed"
        and game.start < entry.start
        and set(sides(wire(game))) == set(sides(wire(entry)))
    ]


def wire(entry: Entry) -> Row:
    return entry.schedule(FAR).wire()


def announcement(game: Entry) -> datetime:
    """The second from which a game is shown as put off."""
    early, known = game.start - 30 * DAY, game.start + DAY
    while known - early > SECOND:
        middle = early + (known - early) / 2
        early, known = (early, middle) if game.status(middle) in DECIDED else (middle, known)
    return known.replace(microsecond=0)


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SEASONS)
@pytest.mark.parametrize("on", [(), ("league-days",)], ids=["gmt", "league-days"])
def test_a_makeup_stands_on_the_schedule_from_the_announcement_on(sport: str, on: tuple[str, ...]) -> None:
    """[S3-04] Until a game is put off it is scheduled, and its makeup is not there; then it is postponed, with its id
    and its date, and the makeup stands on its own day: under either reading of dates, for a day, a week and a season.
    """
    pairs = made_up(sport)
    assert pairs
    for game, makeup in pairs[:2]:
        known = announcement(game)
        assert game.start - 2 * DAY <= known < min(game.start + HOUR, makeup.start)
        for now, there in ((known - 2 * SECOND, False), (known + SECOND, True)):
            old_day, new_day = ((one.day if on else one.start.date()).isoformat() for one in (game, makeup))
            old = asked(sport, now, f"schedule/{old_day}", *on)[game.id]
            assert old["status"] == ("postponed" if there else "scheduled")
            assert start(old) == game.start
            for path in (f"schedule/{new_day}", f"schedule-week/{new_day}", ""):
                assert (makeup.id in asked(sport, now, path, *on)) is there, (path, now)
            assert makeup.id not in asked(sport, now, f"live/{new_day}", *on)


def decided(entries: list[Entry]) -> datetime:
    """The second from which all of these are over."""
    early, known = entries[-1].start, entries[-1].start + 2 * DAY
    while known - early > SECOND:
        middle = early + (known - early) / 2
        early, known = (early, middle) if all(e.status(middle) in DECIDED for e in entries) else (middle, known)
    return known.replace(microsecond=0)


def finals() -> Iterator[tuple[str, Entry]]:
    """The last match of each of some events of darts: majors, with groups or an open draw, floor and premier league."""
    every = season_of("DARTS").all()
    for code in ("UK", "GS", "ET3", "PC7", "PL4"):
        of_event = [entry for entry in every if entry.id.split("-")[1] == code and entry.status(FAR) != "cancelled"]
        yield code, of_event[-1]


def test_a_match_of_darts_is_listed_when_both_players_are_found() -> None:
    """[S2.2-05] The id of a match names both players: it is not there before the later of their matches is over."""
    for code, final in finals():
        semis = sorted(final.after, key=lambda entry: entry.start)
        known = max(decided([entry]) for entry in semis)
        day, event = final.start.date().isoformat(), wire(final)["event_ID"]
        for now, there in ((known - 2 * SECOND, False), (known + SECOND, True)):
            found = rows(f"schedule/{day}/DARTS", service_at(now.isoformat()), event_id=event)
            assert (final.id in {row_id(row) for row in found}) is there, code
        assert known < final.start


def test_first_rounds_of_darts_are_listed_from_the_draw_on() -> None:
    """An event has no rows before its draw; then it has its first round, in the premier league that of every night."""
    final = asked("DARTS", FAR)
    for now in (datetime(2024, 1, 15, tzinfo=UTC), datetime(2024, 6, 3, 15, tzinfo=UTC)):
        ahead = {row["event_ID"]: row for row in asked("DARTS", now).values() if start(row) > now}
        assert ahead
        for event, row in ahead.items():
            if row["event_name"] != PREMIER:
                first = min(start(other) for other in final.values() if other["event_ID"] == event)
                assert first - now < DRAWN + DAY
    nights = {row["event_ID"] for row in final.values() if row["event_name"] == PREMIER}
    found = asked("DARTS", min(start(row) for row in final.values() if row["event_name"] == PREMIER) - 10 * DAY)
    drawn = [row for row in found.values() if row["event_name"] == PREMIER]
    assert {row["round"] for row in drawn} == {"Quarter-Final"}
    assert len({row["event_ID"] for row in drawn}) == len(nights) - 1


def test_a_round_is_short_when_somebody_has_withdrawn() -> None:
    """A round that a walkover leaves a player short is named after 127 players from the withdrawal on, not before."""
    final = asked("DARTS", FAR)
    short = next(row for row in final.values() if row["round"] == "Last 127" and row["status"] == "withdrawn")
    first = min(start(row) for row in final.values() if row["event_ID"] == short["event_ID"])
    names = []
    for now in (first - 2 * DAY, first):
        found = [row for row in asked("DARTS", now).values() if row["event_ID"] == short["event_ID"]]
        assert len(found) >= 64
        names.append({(row["round"], row["status"] == "withdrawn") for row in found if row_id(row) == row_id(short)})
        assert len({row["round"] for row in found}) == 1
    assert names == [{("Last 128", False)}, {("Last 127", True)}]


def test_games_of_a_postseason_day_are_listed_together() -> None:
    """The hours of a day in baseball's postseason tell how many games it has: they are there when that is known."""
    season = season_of("MLB")
    days: dict[Any, set[frozenset[str]]] = defaultdict(set)
    known_early = {(season._end + days * DAY) for days in (6, 7, 8)}
    for game in season.postseason():
        assert game.after
        assert all(one.day < game.day for one in game.after)
        if game.day not in known_early:
            days[game.day].add(frozenset(one.id for one in game.after))
    assert all(len(waits) == 1 for waits in days.values())


def test_a_division_series_is_listed_with_its_sides() -> None:
    """It begins at the club that waits, at an hour that is known: the first games wait for one opening series only."""
    season = season_of("MLB")
    series: dict[frozenset[int], list[Any]] = defaultdict(list)
    for game in season.postseason():
        if game.round == 2:
            series[frozenset((game.away, game.home))].append(game)
    for games in series.values():
        for game in games[:2]:
            (decides,) = [one for one in game.after if one.round is not None]
            assert game.away in (decides.away, decides.home)


@pytest.mark.parametrize("sport", [sport for sport in SEASONS if sport not in ("PGA", "SOCCER")])
def test_what_follows_from_other_games_is_listed_before_it_begins(sport: str) -> None:
    """An entry that waits for others is there when it begins, as they are decided by then."""
    every = [entry for entry in season_of(sport).all() if entry.after]
    assert every
    for entry in every[:: max(1, len(every) // 300)]:
        assert entry.listed(entry.start), entry.id


def test_a_regular_season_is_published_whole() -> None:
    """[S7-13] Regular games after the first conference tournaments are there from the beginning, as are all others."""
    season = season_of("NCAABB")
    at_first, final = asked("NCAABB", noon(season.opens) - PUBLISHED + DAY), asked("NCAABB", FAR)
    regular = {i for i, row in final.items() if not late(row)}
    makeups = {entry.id for entry in season.regular() if entry.after}

    assert makeups
    assert regular - makeups == set(at_first)
    assert max(start(row) for row in at_first.values()) > season.postseason_from
