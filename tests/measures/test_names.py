"""Names that people ask for, and what a selection of rows has no values of: answered in a line, never by silence."""

from __future__ import annotations

import warnings

import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS, sport_code
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import measure
from sportsframe.measures.declared import of_table

from ..support.days import DAYS
from ..support.lines import game


@pytest.mark.parametrize("sport", SPORTS)
def test_what_a_table_has_is_never_said_to_be_impossible(sport: str) -> None:
    """A column is answered as a column, though the same name stands among the figures without data elsewhere."""
    for name, lay in SPORTS[sport].answer("live").layouts.items():
        frame = sf.live(DAYS[sport], sport_code(sport), table=name, league="EPL" if sport == "SOCCER" else None)
        for column in lay.columns:
            if column.name in sf.measures.UNAVAILABLE and column.name in frame.columns:
                with pytest.raises(QueryError, match=f"{column.name} is a column of {sport} .*{name}, not a measure"):
                    measure(frame, column.name)


def test_names_of_fans_lead_to_the_column_or_the_measure() -> None:
    """Headings of box scores, labels and averages per game are answered with what to write."""
    batters, skaters = sf.batting("2024-06-01"), sf.live("2024-12-01", "NHL", table="skaters")
    players = sf.live("2024-12-06", "NBA", table="players")
    for frame, asked, words in (
        (batters, "HR", "'HR' is the column 'home_runs' of .*leaders"),
        (batters, "batting average", "is called 'avg' here"),
        (batters, "slugging", "is called 'slg' here"),
        (batters, "xwOBA", "cannot be computed from this table: the data has no measurements of batted balls"),
        (players, "true shooting", "is called 'ts_pct' here"),
        (players, "ppg", r'leaders\("points", per="game"\)'),
        (players, "+/-", "needs lineups"),
        (skaters, "+/-", "is the column 'plus_minus' of NHL.*leaders"),
        (skaters, "plus_minus", "plus_minus is a column of NHL .*skaters.*leaders"),
        (skaters, "TOI", "is the column 'seconds_played'.*leaders"),
        (sf.live("2024-12-01", "NHL", table="goalies"), "plus_minus", "is a column of NHL skaters, but this frame"),
    ):
        with pytest.raises(QueryError, match=words) as told:
            frame.sports.measure(asked)
        assert "\n" not in str(told.value)
        if asked not in frame.columns:  # which leaders() adds up
            with pytest.raises(QueryError, match=words):
                frame.sports.leaders(asked, 3)
    with pytest.raises(sf.FrameError, match="'PA' is called 'plate_appearances' here"):
        batters.sports.leaders("avg", qualify={"PA": 20})


@pytest.mark.sampled
@pytest.mark.parametrize("sport", [code for code in SPORTS if code != "PGA"])
def test_a_selection_never_loses_all_values_without_a_word(sport: str) -> None:
    """What single rows lack of the others of their games is refused or told in a warning, for every measure."""
    league = "EPL" if sport == "SOCCER" else None
    tables = {
        name: sf.live(DAYS[sport], sport_code(sport), table=name, league=league)
        for name in SPORTS[sport].answer("live").layouts
        if of_table(sport, name)
    }
    for table, frame in tables.items():
        few = frame.drop_duplicates("game_id")
        for name, one in of_table(sport, table).items():
            options = {one.requires: tables.get(one.requires, frame)} if one.requires else {}
            whole = measure(frame, name, **options)[few.index]
            if whole.isna().all():
                continue
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                try:
                    found = measure(few, name, **options)
                except FrameError:
                    continue
            assert told or not found.isna().all(), (table, name)


def test_leaders_by_what_takes_whole_sides_name_the_table() -> None:
    """A selection of players has no efficiency rating without the table of their sides, and leaders() says so."""
    players = sf.live("2024-12-06", "NBA", table="players")
    few = players[players["points"] > 25]
    for call in (lambda: few.sports.measure("per", league=players), lambda: few.sports.leaders("per", league=players)):
        with pytest.raises(FrameError, match=r"per requires all players of both sides.*or pass teams="):
            call()
    assert few.sports.measure("per", league=players, teams=sf.live("2024-12-06", "NBA", table="teams")).notna().all()


def test_a_column_of_ones_own_is_told_from_those_of_the_table() -> None:
    """Nothing is known of it: the line says how to add it up."""
    box = sf.live("2024-12-06", "NBA", table="players")
    box["pra"] = box["points"] + box["total_rebounds"] + box["assists"]
    for call in (lambda: box.sports.leaders("pra", 3), lambda: box.sports.rolling("pra", 3)):
        with pytest.raises(QueryError, match=r'column of your own, .* use df.groupby\("player_id"\)\["pra"\].sum\(\)'):
            call()


def test_functions_are_no_measures() -> None:
    """Whoever asks for a function as for a measure is told its call, with what it takes."""
    frames = (sf.play_by_play("20240601-9001-9005", "MLB"), sf.pitching("2024-06-01"))
    known = {one for code in SPORTS for one in sf.measures.table(code)["name"]}
    functions = {*sf.measures.__all__} - {"Measure", *known}
    assert {"win_probability", "re24", "expected_points", "standings"} <= functions
    for name in functions:
        for frame in frames:
            with pytest.raises(
                sf.QueryError, match=rf"{name} is not a measure but a function; write \S+\.{name}\("
            ) as e:
                frame.sports.measure(name)
            assert len(str(e.value)) <= 200
    with pytest.raises(sf.QueryError, match=r"sportsframe\.measures\.re24\(plays\)\.$"):
        frames[0].sports.measure("re24")
    for name in ("wpa", "epa"):
        with pytest.raises(sf.QueryError, match=r"measures\.\w+\(plays\).* of sportsframe\.play_by_play"):
            frames[1].sports.measure(name)


@pytest.mark.parametrize(
    ("sport", "name"),
    [("NFL", "points_allowed"), ("NBA", "points_against"), ("NHL", "goals_allowed"), ("MLB", "runs_allowed"),
     ("SOCCER", "goals_conceded")],
)  # fmt: skip
def test_what_teams_allowed_stands_in_the_standings(sport: str, name: str) -> None:
    """Nothing else is suggested, and the column of season statistics where there is one."""
    teams = game(sport, {"team_id": 1}, {"team_id": 2})
    against = name.split("_")[0] + "_against"
    with pytest.raises(
        QueryError, match=rf"^{name} is {'' if name == against else f'{against}, '}a statistic of stand"
    ):
        teams.sports.leaders(name, by="team_id", per="game")
    if sport == "SOCCER":
        season = sf.team_stats(2024, sport, league="EPL")
        with pytest.raises(QueryError, match=r"'goals_allowed' is the column 'goals_conceded' of .*leaders\("):
            season.sports.leaders("goals_allowed", by="team_id")


def test_functions_are_called_by_their_names() -> None:
    """What `help` calls a function is its public name; `table` alone is another name of one."""
    names = {name: getattr(getattr(sf.measures, name), "__name__", name) for name in sf.measures.__all__}

    assert {name: own for name, own in names.items() if own != name} == {"table": "catalog"}


def test_a_misspelled_column_of_a_table_without_measures_is_suggested() -> None:
    """There is no measure to suggest, but a column."""
    kicks = sf.live("2024-12-08", "NFL", table="field_goals")
    said = r"^unknown column 'distnace'; NFL field_goals has no measures\. Did you mean 'distance'"
    with pytest.raises(sf.QueryError, match=said):
        kicks.sports.measure("distnace")


def test_rolling_names_the_column_to_roll() -> None:
    """What people call a column is answered with the call that was wanted, not with that of another function."""
    players = sf.live("2023-12-06", "NBA", table="players")
    with pytest.raises(sf.QueryError, match=r"'pts' is called 'points' here; write rolling\('points', 5\)\."):
        players.sports.rolling("pts", 5)
