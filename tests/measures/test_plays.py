"""What follows from plays: worked examples, and what must hold over real games of the world."""

from __future__ import annotations

import inspect
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe import accessor
from sportsframe.catalog import SPORTS
from sportsframe.measures import plays as measures
from sportsframe.measures.play_order import MOST_BROKEN, MOST_OF_ONE_TEAM, RUNS_SPREAD, FootballPlays

from ..support.asking import AFTERWARDS
from ..support.days import DAYS as BOXES

DAYS = {"NFL": "2024-11-10", "NBA": "2024-12-05", "MLB": "2024-06-02"}


@cache
def loaded(sport: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The plays and the games of a day."""
    with sf.options(source="simulated", now=AFTERWARDS):
        return sf.play_by_play(DAYS[sport], sport), sf.live(DAYS[sport], sport)  # type: ignore[call-overload]


@pytest.mark.parametrize("sport", DAYS)
def test_the_score_line_ends_with_the_score(sport: str) -> None:
    """After the last play the line has the final score of the box; it never falls, and row order does not matter."""
    plays, games = loaded(sport)
    line = sf.sports(plays).score_line()
    final = line.groupby("game_id").last()
    scores = games.set_index("game_id").loc[final.index]

    assert (final["away_score"] == scores["away_score"]).all()
    assert (final["home_score"] == scores["home_score"]).all()
    assert (final["lead"] == final["home_score"] - final["away_score"]).all()
    for side in ("away_score", "home_score"):
        assert (line.groupby("game_id")[side].diff().dropna() >= 0).all()
    pd.testing.assert_frame_equal(measures.score_line(plays.sample(frac=1, random_state=1)).sort_index(), line)


def scoring(*points: tuple[int, int]) -> pd.DataFrame:
    """NBA plays after which the score is this."""
    score = np.cumsum(points, axis=0)
    plays = loaded("NBA")[0].iloc[: len(points)].copy()
    return plays.assign(
        game_id="g", sequence=range(len(points)), points=np.sum(points, axis=1),
        away_score=score[:, 0], home_score=score[:, 1],
    )  # fmt: skip


def test_lead_changes_and_runs() -> None:
    """2-0, 2-2, 2-5, 4-5, 6-5, 6-5, 6-8: the lead passes three times, the score is level once."""
    plays = scoring((2, 0), (0, 2), (0, 3), (2, 0), (2, 0), (0, 0), (0, 3))
    (row,) = measures.lead_changes(plays).to_dict("records")
    assert row == {
        "game_id": "g", "lead_changes": 3, "ties": 1, "away_largest_lead": 2, "home_largest_lead": 3,
        "away_largest_run": 4, "home_largest_run": 5,
    }  # fmt: skip
    (still,) = measures.lead_changes(scoring((0, 0))).to_dict("records")
    assert set(still.values()) == {"g", 0}


def half_inning(*plays: tuple[int, int, int | None, int | None, int | None]) -> pd.DataFrame:
    """The top of the first: runs, outs after the play, and who is on base after it."""
    frame = loaded("MLB")[0].iloc[: len(plays)].copy()
    runs, outs, first, second, third = zip(*plays, strict=True)
    made = {"runs": runs, "outs": outs, "on_first_id": first, "on_second_id": second, "on_third_id": third}
    columns: Any = {name: pd.array(list(values), dtype="Int64") for name, values in made.items()}
    return frame.assign(
        game_id="g", sequence=range(len(plays)), inning=1, inning_half="Top", ends_appearance=True, **columns
    )


def test_run_expectancy_of_one_half_inning() -> None:
    """Single, home run, three outs: two runs to come from empty bases and none out and from a runner on first."""
    plays = half_inning((0, 0, 7, None, None), (2, 0, None, None, None), *((0, n, None, None, None) for n in (1, 2, 3)))
    table = measures.run_expectancy(plays).set_index(["outs", "bases"])

    assert len(table) == 24
    assert table.loc[(0, "---"), "runs"] == 1.0  # two runs to come at first, none after the home run
    assert table.loc[(0, "---"), "plate_appearances"] == 2
    assert table.loc[(0, "1--"), "runs"] == 2.0
    assert table.loc[(1, "---"), "runs"] == table.loc[(2, "---"), "runs"] == 0.0
    assert pd.isna(table.loc[(2, "123"), "runs"])
    assert measures.re24(plays).tolist() == [1.0, 1.0, -1.0, 0.0, 0.0]
    assert measures.run_expectancy(plays.iloc[:4])["plate_appearances"].sum() == 0  # three outs are not reached


def test_run_expectancy_leaves_extra_innings_out() -> None:
    """Nine innings count; the tenth, which begins with a runner on second, does not."""
    outs = half_inning((0, 1, None, None, None), (0, 2, None, None, None), (0, 3, None, None, None))
    halves = [outs.assign(inning=inning, inning_half=half) for inning in range(1, 11) for half in ("Top", "Bottom")]

    for played in (9, 10):
        plays = pd.concat(halves[: 2 * played], ignore_index=True).assign(sequence=range(6 * played))
        assert measures.run_expectancy(plays)["plate_appearances"].sum() == 9 * 6


def test_run_values_add_up() -> None:
    """Over a half inning that ends, the values add up to its runs less what was expected at first."""
    plays, _ = loaded("MLB")
    table = measures.run_expectancy(plays).fillna({"runs": 0.5})
    value = measures.re24(plays, expectancy=table)
    keys = [plays[name] for name in ("game_id", "inning", "inning_half")]
    sums = (
        pd.DataFrame({"value": value, "runs": plays["runs"], "outs": plays["outs"]})
        .groupby(keys)
        .agg(value=("value", "sum"), runs=("runs", "sum"), outs=("outs", "max"))
    )
    ended = sums[sums["outs"] == 3]
    at_first = float(table["runs"].iloc[0])

    assert value.index.equals(plays.index)
    assert len(ended) > 100
    np.testing.assert_allclose(ended["value"].to_numpy(float), ended["runs"].to_numpy(float) - at_first, atol=1e-9)


def test_drives_hold_every_snap() -> None:
    """Every snap is in one drive; touchdowns, field goals, punts and turnovers are those of the plays."""
    plays, _ = loaded("NFL")
    drives = sf.sports(plays).drives()
    snaps = plays[plays["event"].isin(measures.FROM_SCRIMMAGE)]

    assert drives["plays"].sum() == len(snaps)
    assert drives["yards"].sum() == snaps["yards_gained"].sum()
    assert drives["first_downs"].sum() == plays["is_first_down"].sum()
    for result in ("punt", "interception", "safety"):
        there = (plays["event"] == result) & ~plays["is_touchdown"]
        assert (drives["result"] == result).sum() == there.sum()
    made = (plays["event"] == "field_goal") & plays["success"]
    assert (drives["result"] == "field_goal").sum() == made.sum()
    assert (drives["result"] == "touchdown").sum() == (plays["is_touchdown"] & ~plays["is_returned"]).sum()
    assert (drives.groupby("game_id")["drive"].diff().dropna() == 1).all()
    assert drives["result"].isin(["end_of_half", "downs", "fumble"]).mean() < 0.35


def test_expected_points_fall_with_the_down() -> None:
    """Every snap counts once, no next score is above 8, and first downs are worth more than fourth."""
    plays, _ = loaded("NFL")
    table = measures.expected_points(plays)
    worth = table.assign(sum=table["points"] * table["plays"]).groupby("down")[["sum", "plays"]].sum()
    mean = worth["sum"] / worth["plays"]

    assert table["plays"].sum() == plays["down"].notna().sum()
    assert table["points"].abs().max() <= 8
    assert mean[1] > mean[4]


@pytest.mark.parametrize("sport", DAYS)
def test_win_probability_follows_the_lead(sport: str) -> None:
    """It is between 0 and 1, rises with the lead, follows the model of the reference, and agrees with results."""
    plays, games = loaded(sport)
    chance = measures.win_probability(plays, drift=0.0, spread=12.0)
    line = measures.score_line(plays)
    lead, known = line["lead"].to_numpy(float), chance.to_numpy(float)

    assert chance.index.equals(plays.index)
    assert chance.between(0, 1).all()
    # In baseball both sides have as much time left when the bottom of an inning is over.
    alike = np.ones(len(plays), bool)
    if sport == "MLB":
        alike = ((plays["inning_half"] == "Bottom") & (plays["outs"] == 3)).to_numpy(bool)
    assert np.allclose(known[alike & np.isclose(lead, 0)], 0.5)
    assert (known[lead > 0] > 0.5).all()
    assert (known[alike & (lead < 0)] < 0.5).all()
    won = games.set_index("game_id").eval("home_score > away_score")[line["game_id"]].to_numpy(float)
    assert sf.measures.brier(known, won) < 0.25
    stronger = measures.win_probability(plays, drift=5.0, spread=12.0)
    assert (stronger.to_numpy(float) >= known - 1e-12).all()


@pytest.mark.parametrize("sport", DAYS)
def test_a_few_games_do_not_make_the_home_advantage(sport: str) -> None:
    """At the start of a game the chance is near that of the Elo ratings, whatever three games came out like."""
    plays, _ = loaded(sport)
    line = measures.score_line(plays)
    lead = line.groupby("game_id")["lead"].last()
    rated = SPORTS[sport].rules.elo
    assert rated is not None
    usual = sf.measures.elo_prob(0, 0, rated.home)
    for extreme in (lead.nsmallest(3), lead.nlargest(3)):
        some = plays[plays["game_id"].isin(extreme.index)]
        first = some[~some.duplicated("game_id")].index
        off = 0.03 if sport == "MLB" else 0.02  # the first batter may be out
        start = measures.win_probability(some)[first][line.loc[first, "lead"].eq(0)]

        assert len(start)
        assert start.between(usual - off, usual + off).all()


@pytest.mark.sampled
@pytest.mark.parametrize("sport", DAYS)
def test_a_few_games_do_not_make_the_spread(sport: str) -> None:
    """A lead is worth the same whatever the margins of three games or of a day were; one game is enough."""
    plays, _ = loaded(sport)
    usual = SPORTS[sport].rules.margin_spread
    assert usual is not None
    close = measures.score_line(plays).groupby("game_id")["lead"].last().abs().astype(float).sort_values().index
    for some in ([close[0]], close[:3], close[-3:], close):
        own = plays[plays["game_id"].isin(some)]
        chance = measures.win_probability(own, drift=0.0).astype(float)

        expected = measures.win_probability(own, drift=0.0, spread=usual).astype(float)
        assert np.abs(chance - expected).max() < 0.015
        if len(some) == 1:
            assert chance.to_numpy() == pytest.approx(expected.to_numpy())


def test_the_spread_of_many_games_counts() -> None:
    """It is that of the games and of 250 usual ones; where none is usual, of at least ten games."""
    margins = np.tile([-20.0, 20.0], 1000)
    assert measures._spread(margins, 10.0) == pytest.approx(((2000 * 400 + 250 * 100) / 2249) ** 0.5)
    assert measures._spread(margins[:0], 10.0) == 10.0
    assert measures._spread(margins[:10], None) == pytest.approx(margins[:10].std(ddof=1))
    with pytest.raises(sf.QueryError, match=r"needs 10 games .* not 9"):
        measures._spread(margins[:9], None)


def test_win_probability_of_a_known_state() -> None:
    """Three points ahead at half-time with a spread of 12 is a chance of 0.638: 3 / (12 sqrt(0.5)) is 0.354."""
    plays = scoring((50, 50), (0, 3), (0, 0), (0, 0), (3, 0)).assign(period=[1, 2, 3, 4, 4], clock_seconds=0)
    chance = measures.win_probability(plays, drift=0.0, spread=12.0)
    assert chance.iloc[1] == pytest.approx(0.63816, abs=1e-5)
    assert chance.iloc[3] == 1.0
    assert chance.iloc[4] == 0.5


def test_a_home_lead_in_the_last_inning_is_won() -> None:
    """The home team has won with a lead in the bottom of the ninth, or when the top of it is over, and not before."""
    halves = [(inning, half) for inning in range(1, 10) for half in ("Top", "Bottom")]
    row = half_inning((0, 3, None, None, None))
    game = pd.concat([row.assign(inning=n, inning_half=half) for n, half in halves], ignore_index=True)
    game["sequence"] = range(len(game))
    led = game.assign(runs=[0, 1, *[0] * 16])

    def chance(plays: pd.DataFrame) -> float:
        return float(measures.win_probability(plays, drift=0.0, spread=4.0).iloc[-1])

    # Half innings to come of either side have 16 / 18 / 2.1 runs on average.
    assert chance(game.iloc[:10]) == pytest.approx(0.5, abs=1e-9)
    assert chance(led.iloc[:9]) > chance(led.iloc[:10]) > chance(led.iloc[:2]) > 0.5
    assert chance(led.iloc[:10].assign(outs=[*[3] * 9, 2])) > chance(led.iloc[:10])
    assert chance(game.assign(runs=[*[0] * 17, 1], outs=[*[3] * 17, 1])) == 1.0
    assert chance(led.iloc[:16]) < 1.0
    assert chance(led.iloc[:17].assign(outs=[*[3] * 16, 2])) < 1.0
    assert chance(led.iloc[:17]) == 1.0


def test_the_runs_to_come_are_lumps() -> None:
    """With a half inning left the away team, a run behind, ties or wins as often as it scores."""
    halves = [(inning, half) for inning in range(1, 10) for half in ("Top", "Bottom")]
    row = half_inning((0, 3, None, None, None))
    game = pd.concat([row.assign(inning=n, inning_half=half) for n, half in halves], ignore_index=True)
    game["sequence"] = range(len(game))
    behind = game.assign(runs=[1, *[0] * 17]).iloc[:17]  # the home team bats last, a run behind
    size = 4.2**2 / 18 / RUNS_SPREAD / (RUNS_SPREAD - 1)
    share = (RUNS_SPREAD - 1) / RUNS_SPREAD
    none = RUNS_SPREAD**-size
    one = none * size * share
    chance = float(measures.win_probability(behind, drift=0.0, spread=4.2).iloc[-1])
    assert chance == pytest.approx(1 - none - one / 2, abs=1e-9)
    assert 0.69 < none < 0.76  # of real half innings 0.73 have no run
    level = game.iloc[:17]
    assert float(measures.win_probability(level, drift=0.0, spread=4.2).iloc[-1]) == pytest.approx(1 - none / 2)


def test_a_runner_placed_on_base_moves_no_chance() -> None:
    """In extra innings both sides expect theirs before it stands on second, so that its arrival tells nothing."""
    games = sf.live(("2024-06-01", "2024-06-07"), "MLB", progress=False)
    plays = sf.play_by_play(list(games.loc[games["game_status"].str.startswith("Final/"), "game_id"]), "MLB")
    chance = measures.win_probability(plays).astype(float)
    placed = (plays["event"] == "Runner Placed On Base").to_numpy()
    steps = chance.groupby(plays["game_id"]).diff()

    assert placed.sum() >= 4
    assert steps[placed].abs().max() < 0.01
    runs = plays["runs"].fillna(0).astype(float) * np.where(plays["inning_half"] == "Bottom", 1, -1)
    lead = runs.groupby(plays["game_id"]).cumsum()
    bottom = placed & (plays["inning_half"] == "Bottom").to_numpy()
    # Of 117 such half innings of 2024 the home team won 0.79 of those that began level, of 80 a run behind 0.43.
    assert chance[bottom & (lead == 0)].between(0.7, 0.8).all()
    assert chance[bottom & (lead == -1)].between(0.3, 0.45).all()


VERBS = {
    "NFL": ("score_line", "lead_changes", "drives", "expected_points", "win_probability"),
    "NBA": ("score_line", "lead_changes", "win_probability"),
    "MLB": ("score_line", "lead_changes", "run_expectancy", "re24", "win_probability"),
}

SELECTIONS = {
    ("NFL", "period == 4"): "the first plays",
    ("NFL", "period != 2"): "whole periods",
    ("NFL", "possession == home_team"): "the plays of one team",
    ("NFL", "down == 3"): "(the first plays|whole periods|plays in between)",
    ("NFL", "down == 1"): "plays in between",
    ("NBA", "period == 2"): "the first plays",
    ("NBA", "possession == away_team"): "plays in between",
    ("NBA", "not is_scoring"): "plays in between",
    ("MLB", "inning == 9"): "the first plays",
    ("MLB", "inning_half == 'Top'"): "whole periods",
    ("MLB", "event == 'Home Run'"): "(the first plays|whole periods|plays) of",
    ("MLB", "outs < 3"): "plays in between",
}


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "rows"), SELECTIONS)
def test_games_without_all_plays_are_refused(sport: str, rows: str) -> None:
    """A selection of the plays of a game is refused, by the row labels and without them; one of games is not."""
    plays, _ = loaded(sport)
    some = plays.query(rows)
    for verb in VERBS[sport]:
        with pytest.raises(sf.FrameError, match=rf"^{verb} requires all plays .* then select rows of the result\.$"):
            getattr(measures, verb)(some)
    renumbered = some.sort_values("sequence").reset_index(drop=True)
    with pytest.raises(sf.FrameError, match=SELECTIONS[sport, rows]):
        measures.lead_changes(renumbered)


@pytest.mark.parametrize("sport", DAYS)
def test_one_missing_play_is_found_by_the_row_labels(sport: str) -> None:
    """One play left out is refused; games, what was played so far, any order and joined loads are not."""
    plays, _ = loaded(sport)
    first = plays["game_id"].iloc[0]
    game = plays[plays["game_id"] == first]
    expected = measures.lead_changes(game)
    with pytest.raises(sf.FrameError, match=f"plays of {first} are missing"):
        measures.lead_changes(plays.drop(index=plays.index[20]))
    two = pd.concat([plays.iloc[:60], plays.iloc[30:]], ignore_index=True).drop_duplicates(["game_id", "sequence"])
    mixed = plays.sort_values("event").reset_index(drop=True)
    for whole in (two, mixed, plays.sample(frac=1, random_state=2), game.set_index("sequence", drop=False)):
        whole = whole.rename_axis(None)
        found = measures.lead_changes(whole)
        pd.testing.assert_frame_equal(found[found["game_id"] == first].reset_index(drop=True), expected)
    assert len(measures.score_line(game.head(50))) == 50


def test_downs_of_football_follow_each_other() -> None:
    """A first down follows one that was made, a ball that was lost, a kick or a change of sides; a second a first."""
    plays = loaded("NFL")[0].iloc[:10].copy()
    made: dict[str, list[Any]] = {
        "down": [1, 2, 3, 4, 1, 2, 1, 3, None, 1],  # the seventh was not made, the eighth skips one
        "possession": [*["A"] * 4, *["B"] * 6],
        "event": [*["run"] * 8, "kickoff", "run"],
    }
    plays = plays.assign(
        **{name: pd.array(values, dtype=plays[name].dtype) for name, values in made.items()},
        **dict.fromkeys(("is_first_down", "is_touchdown", "no_play"), False),
    )
    broken = FootballPlays("NFL", plays.assign(game_id="g")).broken()

    assert broken.fillna(-1).tolist() == [0, 0, 0, 0, 0, 0, 1, 1, -1, 0]


@pytest.mark.parametrize("share", [MOST_BROKEN, MOST_BROKEN + 0.02])
def test_a_few_faults_of_the_data_are_let_through(share: float) -> None:
    """Up to a tenth of the scoring plays may not fit the score before."""
    plays = scoring(*[(2, 0)] * 50)
    plays.iloc[: int(share * 50), plays.columns.get_loc("points")] = 3
    if share > MOST_BROKEN:
        with pytest.raises(sf.FrameError, match="plays in between"):
            measures.score_line(plays)
    else:
        assert len(measures.score_line(plays)) == 50


@pytest.mark.parametrize("extra", [0, 1])
def test_one_team_cannot_have_every_play(extra: int) -> None:
    """More plays than a possession can have, all of one team, are a selection."""
    assert MOST_OF_ONE_TEAM == 25
    plays = scoring(*[(0, 0)] * (MOST_OF_ONE_TEAM + extra)).assign(possession="Home")
    if extra:
        with pytest.raises(sf.FrameError, match="the plays of one team"):
            measures.score_line(plays)
    else:
        assert len(measures.score_line(plays)) == MOST_OF_ONE_TEAM


def test_what_has_no_answer_is_refused() -> None:
    """Other sports, other tables and a spread of nothing are refused in one line."""
    football, games = loaded("NFL")
    with pytest.raises(sf.QueryError, match=r"run_expectancy requires plays of MLB, not of NFL\."):
        measures.run_expectancy(football)
    with pytest.raises(sf.FrameError, match="sequence"):
        measures.score_line(games)
    with pytest.raises(sf.QueryError, match="positive"):
        measures.win_probability(football, drift=0.0, spread=0.0)
    nothing = football.iloc[:0]
    assert (
        len(measures.score_line(nothing)) == len(measures.drives(nothing)) == len(measures.lead_changes(nothing)) == 0
    )


def test_a_half_of_football_has_two_periods() -> None:
    """Points of the second half do not follow plays of the first, nor those of overtime plays of the second."""
    plays = pd.DataFrame({"game_id": "20241110-1-2", "period": pd.array([1, 2, 3, 4, 5, 6], dtype="Int64")})

    assert list(FootballPlays("NFL", plays).halves()) == [1, 1, 2, 2, 3, 3]


def test_games_that_go_on() -> None:
    """Before its last period a game has no final margin, its last drive no result, and its half may still have points.

    A game cut off in the third quarter has everything before the second half as the whole game has it.
    """
    plays = loaded("NFL")[0]
    snaps = plays[["down", "yards_to_go"]].notna().all(axis=1)
    halves = plays[snaps & (plays["period"] <= 2)].groupby("game_id").tail(1)
    own = plays["game_id"] == halves.loc[~halves["is_scoring"].fillna(value=False), "game_id"].iloc[0]
    later = own & (plays["period"] > 2)
    within = later & plays["event"].isin(["run", "incompletion"]) & (plays["down"] < 4)
    cut = plays[~later | (plays["sequence"] <= plays.loc[within, "sequence"].iloc[3])]
    whole, so_far = (measures.drives(some[own.reindex(some.index)]) for some in (plays, cut))

    assert pd.isna(so_far["result"].iloc[-1])
    assert so_far["result"].iloc[:-1].tolist() == whole["result"].iloc[: len(so_far) - 1].tolist()
    assert measures.drives(plays)["result"].notna().all()

    both, first = (measures.expected_points(some)["plays"].sum() for some in (plays[own], plays[own & ~later]))
    assert both == (own & snaps).sum()
    assert 0 < first < (own & ~later & snaps).sum()

    without = measures.win_probability(plays[~own])
    pd.testing.assert_series_equal(measures.win_probability(cut)[without.index], without)


OF_PLAYS = "score_line lead_changes drives expected_points win_probability run_expectancy re24".split()


@pytest.mark.sampled
@pytest.mark.parametrize("sport", DAYS)
def test_what_plays_lack_is_named(sport: str) -> None:
    """Without any one column, and of the participants of plays, verbs return or raise what they need."""
    plays, people = loaded(sport)[0], sf.play_by_play(DAYS[sport], sport, table="participants")  # type: ignore[call-overload]
    plays = plays[plays["game_id"] == plays["game_id"].iloc[0]]
    for verb in OF_PLAYS:
        with pytest.raises(
            (sf.FrameError, sf.QueryError), match=r"requires (the table plays, and .*participants|plays of)"
        ):
            getattr(people.sports, verb)()
        for name in plays.columns:
            with suppress(sf.FrameError, sf.QueryError):
                getattr(plays.drop(columns=name).sports, verb)()


@pytest.mark.sampled
@pytest.mark.parametrize("sport", SPORTS)
def test_every_verb_of_every_table_returns_or_says_why_not(sport: Any) -> None:
    """No table of box scores makes a method of ``df.sports`` raise an error that is not the package's own."""
    league = "EPL" if sport == "SOCCER" else None
    called = 0
    for table in SPORTS[sport].answer("live").layouts:
        frame = sf.live(BOXES[sport], sport, table=table, league=league)
        for name in {*accessor.names()} - {"kind", "is_simulated", "plot", "box", "answers"}:
            method = getattr(frame.sports, name)
            needed = [
                one.name
                for one in inspect.signature(method).parameters.values()
                if one.default is one.empty and one.kind is one.POSITIONAL_OR_KEYWORD
            ]
            with suppress(sf.SportsframeError, sf.SportsframeWarning):
                method(*(GIVEN.get(one, "score") for one in needed))
            called += 1
    assert called > 20


GIVEN = {"games": 3, "schedule": pd.DataFrame()}
