"""The rules of the leagues, as their rule books have them."""

from __future__ import annotations

from dataclasses import astuple, replace
from datetime import date, timedelta

import pytest

from sportsframe.catalog import SPORTS, every_table, simulated
from sportsframe.catalog.darts import SETS
from sportsframe.catalog.golf import in_pairs
from sportsframe.catalog.names import sports_named


@pytest.mark.parametrize(
    ("sport", "periods", "minutes", "overtime"),
    [("NBA", 4, 12, 5), ("NCAABB", 2, 20, 5), ("NFL", 4, 15, 10), ("NCAAFB", 4, 15, None), ("NHL", 3, 20, 5),
     ("SOCCER", 2, 45, None), ("MLB", 9, None, None)],
)  # fmt: skip
def test_the_length_of_a_game(sport: str, periods: int, minutes: int | None, overtime: int | None) -> None:
    """Regulation has so many periods of so many minutes; overtime, where it is timed, so many."""
    rules = SPORTS[sport].rules
    assert rules.periods == periods
    if minutes is not None:
        assert rules.period_minutes == minutes
    if overtime is not None:
        assert rules.overtime_minutes == overtime


def test_who_plays() -> None:
    """Teams play all games but golf and darts."""
    assert [code for code, sport in SPORTS.items() if not sport.is_team_sport] == ["PGA", "DARTS"]


def test_where_the_least_value_wins() -> None:
    """Strokes count from the lowest, and so does the place in a tournament; nothing else in any table does."""
    columns = {
        (code, column.name) for code, *_, table in every_table() for column in table.columns if column.lowest_first
    }
    names = ("position", "round_1", "round_2", "round_3", "round_4", "strokes", "to_par", "par")
    assert columns == {("PGA", name) for name in names}


def test_elo_is_that_published() -> None:
    """Factor, home advantage, margin, share kept between seasons, mean and playoff factor, of every rated sport."""
    assert {sport.code: astuple(sport.rules.elo)[:6] for sport in SPORTS.values() if sport.rules.elo} == {
        "NFL": (20, 65, "football", 2 / 3, 1505, 1),
        "NBA": (20, 100, "basketball", 3 / 4, 1505, 1),
        "MLB": (4, 24, "none", 2 / 3, 1500, 1),
        "NHL": (6, 50, "hockey", 0.7, 1505, 1.25),
        "NCAAFB": (20, 65, "football", 2 / 3, 1505, 1),
        "NCAABB": (20, 80, "basketball", 2 / 3, 1505, 1),
        "SOCCER": (20, 60, "goals", 1, 1500, 1),
        "DARTS": (32, 0, "none", 1, 1500, 1),
    }


@pytest.mark.parametrize(("sport", "exponent"), [("NBA", 14.0), ("NCAABB", 11.5), ("NFL", 2.37), ("SOCCER", 1.3)])
def test_pythagorean_exponents(sport: str, exponent: float) -> None:
    """The exponent of the expected share of wins is that of the source named."""
    assert SPORTS[sport].rules.pythagorean == exponent


@pytest.mark.parametrize(
    ("sport", "win", "draw", "late", "games"), [("NHL", 2, 0, 1, 82), ("SOCCER", 3, 1, 0, 38), ("NBA", None, 0, 0, 82)]
)
def test_points_and_games_of_a_season(sport: str, win: int | None, draw: int, late: int, games: int) -> None:
    """What a result is worth, and how many games a full season has."""
    standings = SPORTS[sport].rules.standings
    assert standings is not None
    assert standings.games == games
    if win is not None:
        assert standings.points is not None
        assert (standings.points.win, standings.points.draw or 0, standings.points.overtime_loss or 0) == (
            win, draw, late,
        )  # fmt: skip


@pytest.mark.parametrize(
    ("sport", "per_division", "others", "play_in"),
    [("NBA", 0, 6, 4), ("NFL", 1, 3, 0), ("MLB", 1, 3, 0), ("NHL", 3, 2, 0)],
)
def test_places_in_the_playoffs(sport: str, per_division: int, others: int, play_in: int) -> None:
    """So many of each division, so many others of the conference, and so many who play in."""
    standings = SPORTS[sport].rules.standings
    assert standings is not None
    seeding = standings.seeding
    assert seeding is not None
    assert (seeding.per_division or 0, seeding.others or 0, seeding.play_in or 0) == (per_division, others, play_in)


@pytest.mark.parametrize(("sport", "most"), [("MLB", [3, 5, 7, 7]), ("NBA", [7] * 4), ("NHL", [7] * 4), ("NFL", [])])
def test_the_most_games_of_a_series(sport: str, most: list[int]) -> None:
    """Rounds count from 1; before the first and after the last, and where nothing is said, a single game is played."""
    assert [SPORTS[sport].rules.best_of(number) for number in range(-1, 6)] == [1, 1, *most, *[1] * (5 - len(most))]


@pytest.mark.parametrize("sport", ["NFL", "NBA", "MLB", "NHL", "SOCCER"])
def test_the_procedure_of_a_group(sport: str) -> None:
    """The list for conferences holds across divisions, so in the league too; without one there is one list for all."""
    standings = SPORTS[sport].rules.standings
    assert standings is not None
    across = standings.conference_tie_breaks or standings.tie_breaks
    assert standings.procedure("division") is standings.tie_breaks
    assert standings.procedure("conference") is standings.procedure("league") is across


def test_a_region_is_paired_so_that_the_best_meet_last() -> None:
    """From the top of the bracket: whoever is among the best n of a region meets none of them with more than n left."""
    order = [1]
    while len(order) < 16:
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    pairs = SPORTS["NCAABB"].rules.region_first_round

    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in zip(order[::2], order[1::2])}
    assert [min(pair) for pair in pairs] == [1, 8, 5, 4, 6, 3, 7, 2]
    assert all(one < two for one, two in pairs)


def test_the_nfl_asks_for_common_games_of_a_number() -> None:
    """Within a division any common games count, within a conference four at least; the NBA looks at eight teams."""
    steps = {
        (sport, step.name, step.number)
        for sport in ("NFL", "NBA")
        for ties in (SPORTS[sport].rules.standings.tie_breaks, SPORTS[sport].rules.standings.conference_tie_breaks)
        if ties is not None
        for step in (*ties.two, *(ties.more or ()))
        if step.number
    }
    assert steps == {
        ("NFL", "common_games_record", 1), ("NFL", "common_games_record", 4),
        ("NBA", "own_playoff_teams_record", 8), ("NBA", "other_playoff_teams_record", 8),
    }  # fmt: skip


def test_darts_in_sets() -> None:
    """A set is the best of five legs, in the masters of three; other events are played in legs."""
    assert SETS.legs == 3
    assert SETS.by_event == {"WC": 3, "GP": 3, "WM": 2}


def test_ids_of_the_simulated_world_are_apart() -> None:
    """Ids of simulated teams and players lie in ranges of their own, which tell simulated frames from real ones."""
    assert (simulated.TEAM_IDS.start, simulated.TEAM_IDS.stop) == (9000, 10_000)
    assert (simulated.PLAYER_IDS.start, simulated.PLAYER_IDS.stop) == (900_000, 100_000_000)
    assert (simulated.TOURNAMENT_NUMBERS.start, simulated.TOURNAMENT_NUMBERS.stop) == (900, 1000)


OPENS = {
    "MLB": (3, 18), "NBA": (10, 1), "NHL": (10, 1), "NCAABB": (11, 1), "NFL": (9, 1), "NCAAFB": (8, 20),
    "SOCCER": (8, 1), "PGA": (1, 1), "DARTS": (1, 1),
}  # fmt: skip


@pytest.mark.parametrize(("sport", "opens"), OPENS.items())
def test_the_day_a_season_opens(sport: str, opens: tuple[int, int]) -> None:
    """The day from which games count to the new season, also of a sport whose season is one year."""
    first = date(2025, *opens)
    assert SPORTS[sport].opens == opens
    assert (SPORTS[sport].season_at(first), SPORTS[sport].season_at(first - timedelta(days=1))) == (2025, 2024)


@pytest.mark.parametrize(
    ("game_id", "legs", "won"),
    [
        ("20240203-WM-1-2", "1a 1a", {"a": 1}),  # an event with two legs for a set
        ("20240203-WC-1-2", "1a 1a", {}),
        ("20240203-WC-1-2", "1a 1b 1a 1a", {"a": 1}),
        ("20240203-PL12-1-2", "1a 1a 1a", None),  # an event without sets
        ("final", "1a 1a 1a", {"a": 1}),
        ("20240203-PL12-1-2", "1a 1a 1b 2b", {"a": 1}),  # the second set has started: the first tells the number
        ("20240203-WC-1-2", "1a 1a 2b 2b 3a", {"a": 1, "b": 1}),
        ("20240203-WC-1-2", "1a 1a 1b 1b 2b 2b", {"b": 1}),  # a tied set is not won
        ("20240203-WM-1-2", "0a 0a", None),
        ("20240203-WM-1-2", "", {}),
    ],
)
def test_sets_are_won_by_the_legs_of_the_event(game_id: str, legs: str, won: dict[str, int] | None) -> None:
    """The event, or the first set of several, determines how many legs win a set; set 0 is a set without a number."""
    found = SETS.won(game_id, [(int(one[0]), one[1]) for one in legs.split()])

    assert (None if found is None else dict(found)) == won


def test_the_nfl_played_sixteen_games_until_2020() -> None:
    """The number of games of a season is that of its year."""
    rules = SPORTS["NFL"].rules.standings
    assert rules is not None
    assert [rules.games_in(season) for season in ("2019-2020", "2020-2021", "2021-2022")] == [16, 16, 17]
    longer = replace(rules, games_until={2020: 16, 1977: 14})
    assert [longer.games_in(season) for season in ("1977-1978", "1978-1979", "2021-2022")] == [14, 16, 17]


@pytest.mark.parametrize(("lines", "paired"), [([1, 1] * 3, False), ([1, 1, 2, 2] * 2, True), ([1, 1] * 5, True)])
def test_a_field_of_pairs_is_known_by_eight_players(lines: list[int], paired: bool) -> None:
    """Fewer may have the same line by chance."""
    assert in_pairs(lines) is paired


@pytest.mark.parametrize(
    ("text", "meant"),
    [("professional", []), ("football", ["NFL", "NCAAFB", "SOCCER"]), ("gridiron football", ["NFL", "NCAAFB"]),
     ("hockey and golf", []), ("women's college basketball", []), ("men's basketball", ["NBA", "NCAABB"]),
     ("hoops", ["NBA", "NCAABB"]), ("2024 golf", []), ("ncaa", ["NCAAFB", "NCAABB"]), ("cbb", ["NCAABB"])],
)  # fmt: skip
def test_sports_are_named_by_their_game(text: str, meant: list[str]) -> None:
    """Words other than that of a game tell sports of one game apart, and alone they name none."""
    assert sports_named(text) == meant
