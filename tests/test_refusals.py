"""What cannot be meant is refused in one line; what can be meant two ways has one meaning."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._client.query import seasons as seasons_of
from sportsframe.catalog import SPORTS
from sportsframe.errors import SportsframeError
from sportsframe.load.games import _part_of_season

DAY = ("2024-12-01", "2024-12-03")


def refused(call: Callable[[], Any]) -> str:
    with pytest.raises(SportsframeError) as caught:
        call()
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300
    return str(caught.value)


@pytest.fixture(scope="module")
def games() -> pd.DataFrame:
    return sf.live(DAY, "NBA", progress=False)


def test_a_week_takes_its_first_day() -> None:
    """A range or list of days would return every game up to seven times; the message names the loader of ranges."""
    for days in (DAY, list(DAY)):
        told = refused(lambda days=days: sf.schedule_week(days, "NBA"))  # type: ignore[misc]
        assert "takes its first day and returns 7 days" in told
        assert "schedule((first, last), 'NBA')" in told


def test_a_slice_of_dates_has_no_step() -> None:
    """It is a range of days one after the other."""
    told = refused(lambda: sf.live(slice("2024-01-01", "2024-01-09", 2), "NBA"))  # type: ignore[arg-type]
    assert told == "a slice of dates has no step, such as 2; for some days, write a list."


def test_a_tuple_of_seasons_is_a_range_as_of_dates() -> None:
    """(2021, 2023) is three seasons, a list what it holds; a reversed range is refused."""
    for seasons, years in (((2021, 2023), {"2021", "2022", "2023"}), ([2021, 2023], {"2021", "2023"})):
        found = sf.schedule_season(seasons, "NFL", progress=False)
        assert set(found["season"].str[:4]) == years
    assert "swap the two seasons" in refused(lambda: sf.schedule_season((2023, 2021), "NFL"))
    assert "tuple of two seasons" in refused(lambda: sf.schedule_season((2021, 2022, 2023), "NFL"))
    assert "more than 100 seasons" in refused(lambda: sf.schedule_season((1923, 2023), "NFL"))
    assert seasons_of((1924, 2023), sport="NFL", resource="schedule-season") == list(range(1924, 2024))
    both = sf.player_stats((2022, 2023), "SOCCER", league="EPL", progress=False)
    assert len(both["season"].unique()) == 2


def test_standings_take_the_teams_of_their_sport(games: pd.DataFrame) -> None:
    """Teams of another sport, no teams and another table are refused: IDs alone do not tell sports apart."""
    other = sf.live("2024-12-06", "NHL", table="teams")
    assert "has teams of NHL, but the games are of NBA" in refused(lambda: games.sports.standings(teams=other))
    own = sf.live("2024-12-06", "NBA", table="teams")
    assert "has no rows" in refused(lambda: games.sports.standings(teams=own.iloc[:0]))
    assert "requires the column team_id" in refused(lambda: games.sports.standings(teams=games))
    assert "must be a DataFrame or None" in refused(lambda: games.sports.standings(teams="x"))


def test_a_part_of_the_season_that_is_not_there_is_named(games: pd.DataFrame) -> None:
    """season_type must be one of the frame's, spelled as there; before the first game there is no table."""
    for verb in (games.sports.standings, games.sports.elo, games.sports.elo_ratings):
        told = refused(lambda verb=verb: verb(season_type="playoffs"))  # type: ignore[misc]
        assert "there are Regular Season" in told
    preseason = games.assign(season_type="Preseason")
    with pytest.warns(sf.SportsframeWarning, match="no finished game .* is of the Regular Season; .*'Preseason'"):
        assert len(preseason.sports.standings()) == 0


def test_elo_takes_the_ratings_that_it_gave(games: pd.DataFrame) -> None:
    """A Series by team id is as good as a dict; names, missing values and what is no rating are refused."""
    table = games.sports.elo_ratings()
    before = table.set_index("team_id")["elo"]
    pd.testing.assert_frame_equal(games.sports.elo(ratings=before), games.sports.elo(ratings=before.to_dict()))
    assert not games.sports.elo(ratings=before).equals(games.sports.elo())
    assert "by team_id" in refused(lambda: games.sports.elo(ratings=table.set_index("team")["elo"]))
    assert "missing values" in refused(lambda: games.sports.elo(ratings={int(table["team_id"][0]): float("nan")}))
    assert "must be a mapping" in refused(lambda: games.sports.elo(ratings=5))
    assert "must be True or False" in refused(lambda: games.sports.elo(neutral="season"))


def test_ratings_of_schedules_are_of_one_season() -> None:
    """Two seasons of a team are not one team."""
    two = sf.live("2024-12-06", "NBA"), sf.live("2023-12-06", "NBA")
    both = pd.concat(two, ignore_index=True)
    for verb in (sf.measures.srs, sf.measures.strength_of_schedule, sf.measures.strength_of_victory):
        assert "2023-2024, 2024-2025; select one" in refused(lambda verb=verb: verb(both))  # type: ignore[misc]


def test_ratings_of_schedules_and_brackets_are_of_one_league() -> None:
    """Clubs of two leagues never met, so their results are not combined."""
    days = ("2024-02-03", "2024-02-04")
    both = pd.concat([sf.live(days, "SOCCER", league="EPL"), sf.live(days, "SOCCER", league="LALIGA")])
    measures = sf.measures
    for verb in (measures.srs, measures.strength_of_schedule, measures.strength_of_victory, measures.bracket):
        assert "a single league, but the frame has EPL, LALIGA; select one" in refused(lambda v=verb: v(both))  # type: ignore[misc]


def test_shares_are_from_0_to_1() -> None:
    """log5, brier and log_loss take shares, arrays or Series; percentages and what is no number are refused."""
    measures = sf.measures
    assert measures.log5(pd.Series([0.6, None]), 0.5).tolist()[0] == pytest.approx(0.6)
    assert np.isnan(measures.log5(0.0, 0.0))
    assert measures.brier(pd.Series([0.5], dtype="Float64"), pd.Series([True])) == 0.25
    for call in (
        lambda: measures.log5(60, 50), lambda: measures.log5(1.2, 0.5), lambda: measures.log5(0.5, 0.5, home=54),
        lambda: measures.brier([0.5], [2]), lambda: measures.brier([50], [1]), lambda: measures.log_loss([0.5], [-1]),
    ):  # fmt: skip
        assert "between 0 and 1" in refused(call)
        assert "divide percentages by 100" in refused(call)
    assert measures.log5(1, 0) == 1
    assert measures.brier([0, 1], [1, 0]) == 1
    assert "2 probabilities and 1 outcomes" in refused(lambda: measures.brier([0.5, 0.2], [1]))
    for wrong in (lambda: measures.log5("60", 0.5), lambda: measures.elo_prob("a", 1), lambda: measures.brier("x", [1]),
                  lambda: measures.pyth_pct("a", 1, 2), lambda: measures.pyth_pct(-1, 1, 2),
                  lambda: measures.pyth_exponent_pat("x", 1, 1)):  # fmt: skip
        assert "must" in refused(wrong)
    for uneven in (lambda: measures.pyth_pct([1.0, 2.0], 3, []), lambda: measures.log5([], [0.1, 0.2]),
                   lambda: measures.pyth_exponent_pat([1, 1], [1, 2], [1, 2, 3]),
                   lambda: measures.elo_prob([1500, 1500], [1500, 1500, 1400])):  # fmt: skip
        assert "pass one number for all, or as many of each" in refused(uneven)


def test_elo_agrees_with_its_probabilities(games: pd.DataFrame) -> None:
    """elo_prob_pct is 100 elo_prob of the ratings before, and brier takes it divided by 100."""
    rated = games.sports.elo()
    rules = SPORTS["NBA"].rules.elo
    assert rules is not None
    own = sf.measures.elo_prob(rated["home_elo_before"], rated["away_elo_before"], rules.home)
    assert np.allclose(100 * own, rated["elo_prob_pct"].to_numpy("float64"))
    won = rated["home_score"].gt(rated["away_score"])
    assert 0 < sf.measures.brier(rated["elo_prob_pct"] / 100, won) < 1


def test_ids_of_several_sports_are_not_mixed(games: pd.DataFrame) -> None:
    """The same id is of a team in each sport; names tell them apart."""
    both = pd.concat([games, sf.live("2024-06-01", "MLB")])
    assert "select a sport first" in refused(lambda: both.sports.team(9002))
    assert len(both.sports.team(str(games["home_team"].iloc[0]))) > 0


def test_an_empty_frame_says_why() -> None:
    """repr(df.sports) of a frame without rows gives the reason."""
    for frame, why in (
        (sf.live("1900-01-01", "MLB"), "no game that day"),
        (sf.live("2024-06-01", "MLB", team_id=99999), "no row has team_id 99999"),
        (sf.schedule_season(1990, "NFL"), "a season not published"),
        (sf.read_json("[]", "MLB", "live"), "the response contains no rows"),
    ):
        assert len(frame) == 0
        assert f"empty: {why}" in repr(frame.sports)


NAMED = {
    "freeze": sf.freeze,
    "thaw": sf.thaw,
    "open": sf.open,
    "verify": sf.verify,
    "sync": lambda path: sf.sync("NBA", seasons=2023, to=path),
    "cache_dir": lambda path: sf.options(cache_dir=path),
}
"""What takes the path of a file or folder."""


@pytest.mark.parametrize("path", [3, (), "", " ", "a\0b", b"data"], ids=repr)
@pytest.mark.parametrize("name", NAMED)
def test_what_is_no_path_is_refused(name: str, path: Any) -> None:
    """A file or folder is named by text: anything else is refused before anything is read, written or asked."""
    assert "must be the path" in refused(lambda: NAMED[name](path))


def test_messages_show_the_beginning_of_long_values() -> None:
    """A value of any length and with any character leaves a message of one line."""
    for call in (
        lambda: sf.live("2024-12-01", "N" * 1000), lambda: sf.live("2024-12-01", "SOCCER", league="x" * 1000),
        lambda: sf.live("2024-12-01", "NBA", table="x\ny" * 400),
    ):  # fmt: skip
        assert "..." in refused(call)


def test_columns_are_named(games: pd.DataFrame) -> None:
    """A missing column is shown on one line; what names no columns, and rows that are no number, are refused."""
    refused(lambda: games.sports.totals(by="a\nb"))
    for display in (games.sports.show, games.sports.explore):
        assert "(rows=) must be an integer, not str '5'" in refused(lambda display=display: display(rows="5"))
        told = refused(lambda display=display: display(columns=3))
        assert "(columns=) must be a string or a list or None, not int 3" in told
        assert "invalid rows=-1" in refused(lambda display=display: display(rows=-1))


def test_a_frame_with_a_column_twice_is_displayed(games: pd.DataFrame) -> None:
    """Columns of one name, as joins make them, are displayed once by `show`, and numbered by `explore`."""
    twice = pd.concat([games, games["sport"], games["home_team_id"]], axis=1)
    assert twice.sports.show()._repr_html_() == games.sports.show()._repr_html_()
    assert twice.sports.explore().columns == [*games.sports.explore().columns, "sport (2)", "home_team_id (2)"]
    for verb in (lambda: twice.sports.box(), lambda: twice.sports.is_simulated, lambda: twice.sports.elo()):
        assert "several columns" in refused(verb)


@pytest.mark.parametrize("written", ["playoffs", "Postseason"])
def test_what_follows_the_regular_season_has_two_names(written: str) -> None:
    """The part after the regular season is called playoffs or postseason, in any case."""
    assert _part_of_season(written, ["Regular Season", "Playoffs"], "season_type") == "Playoffs"
    assert _part_of_season("regular", ["Regular Season", "Playoffs"], "season_type") == "Regular Season"


def test_a_synonym_selects_the_rows() -> None:
    """What is understood as a part of the season selects its rows."""
    games = sf.live(season=2023, sport="NFL", season_type="postseason", progress=False)
    assert len(games) > 10
    assert games["season_type"].nunique() == 1


@pytest.mark.parametrize(("name", "code"), [("Premier League", "EPL"), ("Serie A", "SERIEA"), ("la liga", "LALIGA")])
def test_leagues_have_names(name: str, code: str) -> None:
    """A soccer league may be named as people do."""
    assert set(sf.schedule("2024-12-01", "SOCCER", league=name)["league"]) == {code}


VERBS: tuple[Callable[[pd.DataFrame], pd.DataFrame], ...] = (
    lambda games: games.sports.standings(),
    lambda games: games.sports.elo_ratings(),
    lambda games: games.sports.games_log(),
    lambda games: games.sports.simulate_season(sf.schedule("2024-12-06", "NBA"), n=3),
    lambda games: games.sports.typed(),
    lambda games: games.sports.box("periods"),
)


@pytest.mark.sampled
@pytest.mark.parametrize("index", ["game_id", "home_team_id", ["game_id", "season"]], ids=str)
def test_an_index_may_have_the_name_of_a_column(games: pd.DataFrame, index: Any) -> None:
    """Frames indexed by a column that they keep give what they give otherwise; pandas finds such names ambiguous."""
    named = games.set_index(index, drop=False)
    for verb in VERBS:
        found, expected = verb(named), verb(games)
        pd.testing.assert_frame_equal(found.reset_index(drop=True), expected.reset_index(drop=True))
    assert named.index.names == ([index] if isinstance(index, str) else index)
    lines = sf.live("2024-12-06", "NBA", table="players")
    totals = lines.set_index("player_id", drop=False).sports.totals("team")
    pd.testing.assert_frame_equal(totals, lines.sports.totals("team"))
    assert list(named.sports.show().frame) == list(games.sports.show().frame)


def test_a_season_without_games_cannot_be_simulated(games: pd.DataFrame) -> None:
    """No games, neither finished ones nor ones to come: one line instead of an error of NumPy."""
    assert "has no games" in refused(lambda: games.head(0).sports.simulate_season())


@pytest.mark.parametrize("call", [
    lambda: sf.freeze("x.sfz", to=1), lambda: sf.thaw("x.sfz", to=1), lambda: sf.standings(2024, "NFL", to=1),
    lambda: sf.bracket(2024, "NFL", to=1), lambda: sf.read_json("{}", "NFL", "live", to=1), lambda: sf.style(to=1),
    lambda: sf.read_csv("x.csv", to=1), lambda: sf.columns("MLB", to=1),
], ids=["freeze", "thaw", "standings", "bracket", "read_json", "style", "read_csv", "columns"])  # fmt: skip
def test_unknown_keywords_of_functions_are_refused(call: Callable[[], Any]) -> None:
    """A keyword that a public function does not have is a QueryError that lists those it has."""
    assert "unexpected keyword argument 'to'; it accepts " in refused(call)


ODD: tuple[Any, ...] = ("x" * 5000, ["y" * 5000], "\n\0", pd.Series([1.0, 2.0]), np.eye(40), {"a": range(9)}, object())


@pytest.mark.parametrize("odd", ODD, ids=lambda odd: type(odd).__name__)
def test_messages_show_arguments_on_one_line(odd: Any) -> None:
    """Whatever is passed for a sport, season, league, date or option, the message is one short line."""
    for call in (
        lambda: sf.live("2024-06-01", odd), lambda: sf.raw(sport="MLB", season=odd), lambda: sf.live(odd, "MLB"),
        lambda: sf.standings(2024, "SOCCER", league=odd), lambda: sf.find("points", refresh=odd),
        lambda: sf.teams("NFL", max_age=odd), lambda: sf.find("points", limit=odd),
        lambda: sf.live("2024-06-01", "MLB", table=odd), lambda: sf.live("2024-06-01", "MLB", team_id=odd),
        lambda: sf.players("MLB", player=odd), lambda: sf.options(workers=odd),
        lambda: sf.options(now=odd), lambda: sf.read_json("{}", "MLB", odd),
        lambda: sf.watch("2024-06-01", "MLB", every=odd), lambda: sf.live("2024-06-01", "MLB", validate=odd),
    ):  # fmt: skip
        refused(call)


def test_a_choice_of_games_fits_into_a_message() -> None:
    """A plot of one game lists some of many games, the first at least, however long the names are."""
    games = sf.live("2024-12-06", "NBA", table="periods")
    told = refused(lambda: games.sports.plot.by_period())
    assert repr(games["game_id"].iloc[0]) in told
    assert f" and {games['game_id'].nunique() - told.count(' at ')} more." in told


ASKED = {"_client", "_display", "_frames", "_pipeline", "_watch.py", "load", "measures", "plots", "widgets"}


def test_arguments_in_messages_are_quoted() -> None:
    """No error formats a parameter of its function with ``!r``: `quoted` limits it to one short line."""
    root = Path(sf.__file__).parent
    long = []
    for path in root.rglob("*.py"):
        if path.relative_to(root).parts[0] not in ASKED:
            continue
        for function in ast.walk(ast.parse(path.read_text())):
            if not isinstance(function, ast.FunctionDef):
                continue
            parameters = {one.arg for one in [*function.args.args, *function.args.kwonlyargs]}
            for raised in (node for node in ast.walk(function) if isinstance(node, ast.Raise) and node.exc):
                long += [
                    f"{path.relative_to(root)}:{node.lineno}"
                    for node in ast.walk(raised)
                    if isinstance(node, ast.FormattedValue) and node.conversion == ord("r")
                    and isinstance(node.value, ast.Name) and node.value.id in parameters
                    and "AttributeError" not in ast.unparse(raised)
                ]  # fmt: skip
    assert long == []


def test_a_name_in_a_frame_that_has_ids_only_is_refused() -> None:
    """Tables such as the starting holes of golf have no names of players."""
    holes = sf.live("2024-06-13", "PGA", table="starting_holes")
    assert "pass an ID of player_id" in refused(lambda: holes.sports.player("era"))
    assert len(holes.sports.player(int(holes["player_id"].iloc[0]))) == 1


FIRST_GUESSES: list[tuple[Callable[[pd.DataFrame], Any], type[Exception], str]] = [
    (lambda games: games.sports.plot(), sf.QueryError, "such as df.sports.plot.scores()"),
    (lambda games: sf.load("2024-06-01", "MLB"), sf.QueryError, 'write sportsframe.live("2024-06-01", "MLB")'),  # type: ignore[operator]
    (lambda games: sf.columns("pitching"), sf.QueryError, "write columns(table='pitching')"),
    (lambda games: sf.columns("MLB", "pitching"), sf.QueryError, "write columns(table='pitching')"),
    (lambda games: sf.columns("play_by_play"), sf.QueryError, "write columns(resource='play_by_play')"),
    (lambda games: games.merge(games, on="game_id").sports.kind, sf.FrameError, "_x and "),
    (lambda games: sf.box_scores("2024-06-01", "MLB").player, sf.NoTable, "unknown table of MLB live 'player'"),
]


@pytest.mark.parametrize(("call", "error", "told"), FIRST_GUESSES)
def test_what_people_try_first_is_answered(
    games: pd.DataFrame, call: Callable[[pd.DataFrame], Any], error: type[Exception], told: str
) -> None:
    """In one line that says what to write."""
    with pytest.raises(error) as caught:
        call(games)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_table_that_has_the_name_of_a_resource_is_found() -> None:
    """What could be either is taken for the resource, as before, and a sport in any case."""
    assert len(sf.columns("NBA", "players")) == len(sf.columns("NBA", "player-info")) > 0
    assert sf.columns("nba").equals(sf.columns("NBA"))
