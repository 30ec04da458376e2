"""Questions are checked before anything is sent."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import numpy as np
import pandas as pd
import pytest

from sportsframe._client.query import MOST_DAYS, Query, ask, days, season, seasons
from sportsframe.catalog import SPORTS, params
from sportsframe.catalog.resources import SCHEDULES
from sportsframe.catalog.rules import GAME_IDS
from sportsframe.errors import QueryError

from ..support.samples import ANSWERS, segment

LEAGUE = {"SOCCER": "EPL"}


def question(sport: str, resource: str, **more: object):
    """A good question for any sport and resource."""
    game_id = GAME_IDS[SPORTS[sport].rules.opponents].example
    needed = {p.name: game_id for p in params(sport, resource) if p.required and p.name != "league"}
    return ask(resource, sport, segment(resource) or None, **{"league": LEAGUE.get(sport), **needed, **more})


@pytest.mark.parametrize(("sport", "resource"), ANSWERS)
def test_path_of_every_pair(sport: str, resource: str) -> None:
    """[S4-02] [S4-03] [S4-07] [S4-11] [S4-24] A question becomes /resource/segment/SPORT."""
    query = question(sport, resource)

    assert query.path == "/".join(("", resource, *filter(None, [segment(resource)]), sport))
    assert Query.of_path(query.path) == replace(query, league=None, filters=())
    assert query.key == LEAGUE.get(sport, sport)


@pytest.mark.parametrize(
    "given",
    [
        "2024-06-01",
        date(2024, 6, 1),
        datetime(2024, 6, 1, 23, 5),
        pd.Timestamp("2024-06-01"),
        np.datetime64("2024-06-01"),
    ],
)
def test_dates_in_many_forms_become_one_text(given: object) -> None:
    """[S2.2-01] [S4-16] The path has YYYY-MM-DD, zero-padded, whatever kind of date was given."""
    assert ask("live", "MLB", given).segment == "2024-06-01"


@pytest.mark.parametrize(
    "given",
    [
        "2024-6-1",
        "2024-13-01",
        "2024-02-30",
        "0000-00-00",
        "20240601",
        "now",
        "",
        "２０２４-06-01",
        "2024-06-01\n",
        None,
        True,
        3,
        20240601,
        pd.NaT,
    ],
)
@pytest.mark.parametrize("sport", ["MLB", "PGA", "SOCCER"])
def test_bad_dates_are_refused_in_one_line(given: object, sport: str) -> None:
    """[S4-18] [S4-20] [S7-15] A date that is none is refused before sending, plain-string sports included."""
    with pytest.raises(QueryError) as caught:
        ask("live", sport, given, league=LEAGUE.get(sport))

    assert "\n" not in str(caught.value).replace("\\n", "")
    assert len(str(caught.value)) <= 200


@pytest.mark.parametrize(
    ("word", "hour", "days_from_first"),
    [("yesterday", 3, -2), ("today", 3, -1), ("tomorrow", 3, 0),
     ("yesterday", 12, -1), ("today", 12, 0), ("tomorrow", 12, 1)],
)  # fmt: skip
@pytest.mark.parametrize("sport", ["MLB", "NFL"])
def test_words_for_a_date_count_from_the_leagues_today(sport: str, word: str, hour: int, days_from_first: int) -> None:
    """Yesterday, today and tomorrow are the days next to each other in the league's time zone, also after midnight."""
    now = datetime(2024, 6, 1, hour, tzinfo=UTC)
    expected = (date(2024, 6, 1) + timedelta(days=days_from_first)).isoformat()

    assert ask("live", sport, word, clock=lambda: now).segment == expected
    assert ask("schedule", sport, word, clock=lambda: now).segment == expected


def test_now_is_for_the_golf_week_only() -> None:
    """[S4-19] [S4-20] `now` goes with the weekly schedule of PGA and nowhere else."""
    assert ask("schedule-week", "PGA", "now").path == "/schedule-week/now/PGA"
    with pytest.raises(QueryError, match="now"):
        ask("schedule", "PGA", "now")
    with pytest.raises(QueryError, match="now"):
        ask("schedule-week", "NFL", "now")


@pytest.mark.parametrize("given", ["24", "02024", "2024-06-01", "abcd", "２０２４", "2024\n", -1, 2024.0, True])
def test_seasons_are_four_digits(given: object) -> None:
    """[S4-21] [S8-03] [S8-04] Anything but a four-digit year is no season."""
    with pytest.raises(QueryError, match=r"four digits|by the year"):
        ask("schedule-season", "NFL", given)


def test_a_span_season_is_asked_for_by_its_first_year() -> None:
    """[S2.2-16] [S4-22] 2024-2025 is asked for as 2024; in a sport whose season is one year the refusal says so."""
    for given in ("2024-2025", "2024-25"):
        assert ask("schedule-season", "NFL", given).segment == "2024"
        with pytest.raises(QueryError, match=r"2024\.$"):
            ask("schedule-season", "MLB", given)
    for given in ("2024-24", "2024-35"):
        with pytest.raises(QueryError, match=r"2024\.$"):
            ask("schedule-season", "NFL", given)
    for given in ("2024-2026", "2024-2035"):
        with pytest.raises(QueryError, match=rf"such as 2024, or, .* as a tuple: \(2024, {given[5:]}\)\.$"):
            ask("schedule-season", "NFL", given)
    assert ask("schedule-season", "NFL", 2024) == ask("schedule-season", "NFL", "2024")


@pytest.mark.parametrize(("now", "year"), [("2024-06-01T12:00", 2023), ("2026-11-05T12:00", 2026)])
def test_only_golf_has_a_path_without_a_season(now: str, year: int) -> None:
    """[S4-08] [S4-10] /schedule-season/PGA exists; of other sports the current season is asked for."""
    assert ask("schedule-season", "PGA").path == "/schedule-season/PGA"
    moment = datetime.fromisoformat(now).replace(tzinfo=UTC)
    assert ask("schedule-season", "NBA", clock=lambda: moment).path == f"/schedule-season/{year}/NBA"


@pytest.mark.parametrize("wrong", ["NHK", "NCAAX", "NCAA_FB", "MLB1", "", "MLB,NBB", None, 7])
def test_unknown_sports_are_refused_with_the_choices(wrong: object) -> None:
    """[S1-05] [S1-06] A wrong code is answered with all nine."""
    with pytest.raises(QueryError) as caught:
        ask("live", wrong, "2024-06-01")

    assert all(code in str(caught.value) for code in SPORTS)


@pytest.mark.parametrize(("called", "code"), [("NCAAB", "NCAABB"), ("cfb", "NCAAFB"), ("MLB ", "MLB"), ("golf", "PGA")])
def test_what_people_call_a_sport_is_sent_as_its_code(called: str, code: str) -> None:
    """[S1-05] The path has the code of the one sport that is meant."""
    assert ask("live", called, "2024-06-01").path == f"/live/2024-06-01/{code}"


@pytest.mark.parametrize("wrong", ["MLB,NBA", "mlb nba", "MLB/NBA"])
def test_several_sports_in_other_notations_are_refused(wrong: str) -> None:
    """[S1-05] A request in which several sports are not joined by a hyphen is answered with what to write."""
    with pytest.raises(QueryError, match="are several sports; pass one at a time, such as"):
        ask("live", wrong, "2024-06-01")


@pytest.mark.parametrize("several", [[2022, 2023], (2022, 2023), range(2022, 2024), {2022, 2023}])
def test_several_seasons_are_answered_with_how_they_come_together(several: Any) -> None:
    """One at a time; text that names several is answered with a list, which some callers take."""
    with pytest.raises(QueryError, match=r"is several; pass one at a time; pandas\.concat joins frames, and sync adds"):
        season(several, sport="NFL", resource="schedule-season")
    with pytest.raises(QueryError, match=r"is several; .* a list where several are accepted: \[2022, 2023\]\."):
        season("2022, 2023", sport="NFL", resource="schedule-season")


def test_lower_case_is_sent_in_upper_case() -> None:
    """[S1-05] Codes are case-sensitive for the service, so the client sends them as it takes them."""
    assert ask("live", "mlb", "2024-06-01").path == "/live/2024-06-01/MLB"
    assert ask("live", "soccer", "2024-06-01", league="epl").league == "EPL"


def test_the_nearest_sport_is_named() -> None:
    """[S1-06] NHK is taken for a slip of NHL."""
    with pytest.raises(QueryError, match="Did you mean 'NHL'"):
        ask("live", "NHK", "2024-06-01")


@pytest.mark.parametrize("resource", SPORTS["SOCCER"].resources)
def test_soccer_needs_a_league_everywhere(resource: str) -> None:
    """[S1-08] [S4-26] [S4-27] Every soccer resource needs one of the three leagues."""
    with pytest.raises(QueryError, match="EPL, SERIEA, LALIGA"):
        question("SOCCER", resource, league=None)
    assert question("SOCCER", resource, league="LALIGA").params == {"league": "LALIGA"}


def test_one_league_is_named() -> None:
    """Without a league, and with several, the message says how to name one: the first, as an example."""
    with pytest.raises(QueryError) as caught:
        ask("live", "SOCCER", "2024-06-01")
    assert str(caught.value) == 'SOCCER needs a league, one of EPL, SERIEA, LALIGA; for example league="EPL".'
    with pytest.raises(QueryError, match=r' are several leagues; pass one at a time, such as league="EPL"; pandas'):
        ask("live", "SOCCER", "2024-06-01", league=["EPL", "LALIGA"])  # type: ignore[arg-type]


@pytest.mark.parametrize(("sport", "league"), [("NBA", "EPL"), ("SOCCER", "BUNDESLIGA")])
def test_a_league_elsewhere_or_misspelt_is_refused(sport: str, league: str) -> None:
    """[S4-28] A league for another sport, or an unknown one, is refused before sending."""
    with pytest.raises(QueryError, match="league"):
        ask("live", sport, "2024-06-01", league=league)


@pytest.mark.parametrize("resource", SCHEDULES)
def test_darts_filters(resource: str) -> None:
    """[S4-29] [S4-30] [S4-31] [S4-35] [S4-37] Darts schedules take three filters, in lower case, together or alone."""
    query = question("DARTS", resource, player_id=7, game_id="20240103-X-1-2", event_id="20240103X")

    assert query.params == {"event_id": "20240103X", "game_id": "20240103-X-1-2", "player_id": "7"}


def test_darts_live_takes_one_game_only() -> None:
    """[S4-32] Neither player nor event narrows darts live; a game does."""
    assert question("DARTS", "live", game_id="g").params == {"game_id": "g"}
    for name in ("player_id", "event_id"):
        with pytest.raises(QueryError, match=f"{name} does not apply"):
            question("DARTS", "live", **{name: 7})


@pytest.mark.parametrize("wrong", [0, -1, "x", 1.5, True, ""])
def test_player_ids_are_at_least_one(wrong: object) -> None:
    """[S4-29] [S7-03] A player id is an integer of at least 1."""
    with pytest.raises(QueryError, match="at least 1"):
        question("DARTS", "schedule", player_id=wrong)


def test_a_golf_tournament_goes_alone() -> None:
    """[S4-33] [S4-34] [S8-05] [S2.5-03] A PGA game_id, in either shape, excludes other sports."""
    for value in ("2024_903", "2024-903"):
        assert question("PGA", "schedule", game_id=value).params == {"game_id": value}
    for codes in ("NFL-PGA", "PGA-NFL"):
        with pytest.raises(QueryError, match="one sport"):
            ask("schedule", codes, "2024-06-01", game_id="2024_903")


def test_several_sports_share_a_path() -> None:
    """[S4-43] Codes are joined by a dash; one given twice counts once."""
    assert ask("schedule", "NBA-NFL-NBA", "2024-06-01").path == "/schedule/2024-06-01/NBA-NFL"


def test_groups_of_other_sports_are_refused() -> None:
    """[S1-11] [S1-12] [S4-39] [S4-40] [S4-41] [S4-42] A group that a sport lacks is refused with those it has."""
    with pytest.raises(QueryError, match="PGA has no team-stats; it has schedule, schedule-week"):
        ask("team-stats", "PGA", 2024)
    with pytest.raises(QueryError, match="it has"):
        ask("field", "DARTS")


def test_ranges_and_lists() -> None:
    """A tuple is a range with both ends; lists and indexes hold their dates; one date is no range."""
    expected = ["2024-02-28", "2024-02-29", "2024-03-01"]

    assert days(("2024-02-28", "2024-03-01"), sport="MLB", resource="live") == expected
    assert days(pd.date_range("2024-02-28", periods=3), sport="MLB", resource="live") == expected
    assert days([*expected, "2024-02-28"], sport="MLB", resource="live") == expected
    assert days("2024-02-28", sport="MLB", resource="live") is None
    with pytest.raises(QueryError, match="swap"):
        days(("2024-03-01", "2024-02-28"), sport="MLB", resource="live")


@pytest.mark.parametrize("text", ["2024-06-01 to 2024-06-03", "2024-06-01/2024-06-03", "2024-06-01:2024-06-03"])
def test_two_dates_in_a_text_are_refused_with_the_tuple(text: str) -> None:
    """A range as text is refused with how to write it, as long as there is hardly more in it than two dates."""
    with pytest.raises(QueryError, match=r'write a range as a tuple: \("2024-06-01", "2024-06-03"\)'):
        days(text, sport="MLB", resource="live") or ask("live", "MLB", text)
    with pytest.raises(QueryError) as caught:
        ask("live", "MLB", f"games of {text}")
    assert "tuple" not in str(caught.value)


def test_today_is_the_leagues_day() -> None:
    """[S2.2-03] At 02:00 GMT an American league is still on the day before, a European one is not."""
    from sportsframe._client.options import options

    with options(now="2024-06-02T02:00:00+00:00"):
        assert ask("live", "MLB", "today").segment == "2024-06-01"
        assert ask("live", "DARTS", "today").segment == "2024-06-02"
        assert ask("live", "MLB", "yesterday").segment == "2024-05-31"


def test_a_range_is_ten_years_at_most() -> None:
    """A range of 3,660 days is accepted; one more day is refused before anything is asked."""
    last = date(2010, 1, 1) + timedelta(days=MOST_DAYS - 1)
    assert MOST_DAYS == 3_660
    assert len(days(("2010-01-01", last), sport="MLB", resource="live") or ()) == MOST_DAYS
    with pytest.raises(QueryError, match="has 3,661 days, each a request; at most 3,660 are accepted"):
        days(("2010-01-01", last + timedelta(days=1)), sport="MLB", resource="live")


def test_a_range_is_a_hundred_seasons_at_most() -> None:
    """A range of 100 seasons is accepted; one more season is refused."""
    assert seasons((1920, 2019), sport="MLB", resource="schedule-season") == [*range(1920, 2020)]
    with pytest.raises(QueryError, match="1919 to 2019 has more than 100 seasons; load it in parts"):
        seasons((1919, 2019), sport="MLB", resource="schedule-season")


@pytest.mark.parametrize("several", ["football", "hoops", "college"])
def test_what_several_sports_are_called_is_refused(several: str) -> None:
    """[S1-05] None of them is picked for the user."""
    with pytest.raises(QueryError):
        ask("live", several, "2024-06-01")
