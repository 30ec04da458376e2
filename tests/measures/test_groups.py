"""Measures of groups of rows: sums before formulas, refusals, and frames that went through other tools."""

from __future__ import annotations

import io
import warnings

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe.catalog import SPORTS
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import leaders, measure, measures, rolling, table, totals
from sportsframe.measures.references import OWN

from ..support.days import day
from ..support.lines import frame, game, plain

pytestmark = pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")  # lines made by hand are alike


@pytest.fixture(scope="module")
def pitchers() -> pd.DataFrame:
    """A month of the built-in world."""
    return sf.live(("2024-06-01", "2024-06-30"), "MLB", table="pitching", progress=False)


def test_era_of_a_month_by_pitcher(pitchers: pd.DataFrame) -> None:
    """For every pitcher of a month the earned run average is 9 times his runs over his innings."""
    sums: dict[int, list[int]] = {}
    for player, runs, innings in zip(pitchers["player_id"], pitchers["earned_runs"], pitchers["innings"]):
        tenths = round(10 * innings)
        held = sums.setdefault(player, [0, 0])
        held[0] += runs
        held[1] += 3 * (tenths // 10) + tenths % 10
    found = measure(pitchers, "era", by="player_id")

    assert len(found) == len(sums) > 300
    assert found.index.name == "player_id"
    for player, (runs, outs) in sums.items():
        assert found[player] == pytest.approx(9 * runs / (outs / 3)) if outs else pd.isna(found[player])


def test_a_mean_of_ratios_is_not_the_answer(pitchers: pd.DataFrame) -> None:
    """The league's figures come from sums; the mean of the rows stands far off."""
    whole = measure(pitchers, "era", by="sport").iloc[0]

    assert whole == pytest.approx(27 * pitchers["earned_runs"].sum() / pitchers["outs_recorded"].sum())
    assert measure(pitchers, "era").mean() - whole > 0.3


def test_the_order_of_rows_does_not_matter(pitchers: pd.DataFrame) -> None:
    """Shuffled rows give the same groups, and the same row values at their index."""
    mixed = pitchers.sample(frac=1, random_state=1)

    for what in ("era", "whip", "fip", "quality_start"):
        pd.testing.assert_series_equal(
            measure(mixed, what, by=["team_id", "player_id"]), measure(pitchers, what, by=["team_id", "player_id"])
        )
    pd.testing.assert_frame_equal(measures(mixed).loc[pitchers.index], measures(pitchers))
    weeks = pd.Grouper(key="game_date", freq="W")
    pd.testing.assert_frame_equal(totals(mixed, weeks), totals(pitchers, weeks))


def test_a_row_with_a_missing_input_adds_nothing() -> None:
    """Numerator and denominator alike leave such a row out, and its own value is missing."""
    lines = frame(
        "MLB", "pitching",
        {"player_id": 1, "earned_runs": 3, "outs_recorded": 27},
        {"player_id": 1, "earned_runs": None, "outs_recorded": 27},
        {"player_id": 1, "earned_runs": 50, "outs_recorded": None},
        {"player_id": 2, "earned_runs": None, "outs_recorded": 27},
        {"player_id": 3, "earned_runs": 2, "outs_recorded": 0},
    )  # fmt: skip

    assert measure(lines, "era").tolist() == [3.0, pd.NA, pd.NA, pd.NA, pd.NA]
    assert measure(lines, "era", by="player_id").pipe(plain) == {1: 3.0, 2: None, 3: None}


def test_shape_of_measures(pitchers: pd.DataFrame) -> None:
    """One row per input row, the same index; the keys, then the measures that need no option, as declared."""
    some = pitchers.iloc[5:25].set_index("player", drop=False)
    found, kinds = some.sports.measures(), table("MLB", "pitching").set_index("name")
    with_option = some.sports.measures(league=pitchers)
    assert set(with_option.columns) - set(found.columns) == {"era_plus"}
    kinds = kinds.drop("era_plus")

    assert found.index.equals(some.index)
    assert list(found.columns[-len(kinds) :]) == list(kinds.index)
    assert list(found.columns[:5]) == ["sport", "season", "season_type", "game_date", "game_id"]
    assert {name: str(found[name].dtype) for name in kinds.index} == kinds["dtype"].to_dict()
    assert found.attrs == some.attrs


@pytest.mark.sampled
@pytest.mark.parametrize("sport", list(SPORTS))
def test_dtypes_do_not_depend_on_the_rows(sport: str) -> None:
    """An empty table has the same measures in the same dtypes as one row of missing values."""
    for resource in ("live", "schedule"):
        for name in SPORTS[sport].answers[resource].layouts:
            one = frame(sport, name, {"game_id": "g"}, resource=resource)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", sf.SportsframeWarning)  # a single row is no whole game
                full, empty = measures(one), measures(one.iloc[:0])
            assert full.dtypes.pipe(plain) == empty.dtypes.to_dict()
            assert list(full.columns) == list(empty.columns)


@pytest.mark.parametrize("way", ["filter", "concat", "merge", "parquet"])
def test_frames_that_went_through_other_tools(pitchers: pd.DataFrame, way: str) -> None:
    """After a filter, concat, merge or parquet file the measures are what they were."""
    first = pitchers.iloc[:40]
    if way == "filter":
        frame_, expected = pitchers[pitchers["strikeouts"] > 5], None
    elif way == "concat":
        frame_, expected = pd.concat([first.iloc[:20], first.iloc[20:]]), None
    elif way == "merge":
        frame_ = first.merge(pd.DataFrame({"player_id": first["player_id"].unique(), "note": 1}), on="player_id")
        expected = measures(first).reset_index(drop=True)
    else:
        held = io.BytesIO()
        first.to_parquet(held)
        frame_, expected = pd.read_parquet(io.BytesIO(held.getvalue())), measures(first)
    found = frame_.sports.measures()
    expected = measures(pitchers).loc[frame_.index] if expected is None else expected

    pd.testing.assert_frame_equal(found, expected, check_dtype=way != "parquet", check_categorical=False)


def test_the_frame_is_not_changed(pitchers: pd.DataFrame) -> None:
    """Measuring leaves the frame as it was."""
    before = pitchers.copy(deep=True)
    measures(pitchers)
    measure(pitchers, "era", by="team_id")

    pd.testing.assert_frame_equal(pitchers, before)


@pytest.mark.parametrize(
    ("name", "by", "says"),
    [
        ("eraa", None, r"unknown measure 'eraa'.*Did you mean 'era'"),
        ("wrc_plus", None, "cannot be computed from this table: it needs the weights of each season"),
        ("WAR", None, "cannot be computed from this table: it needs replacement levels"),
        ("obp", None, r"obp is a measure of MLB batting, but this frame is pitching; load it with table=.batting."),
        ("rbi", None, r"rbi is a column of MLB batting, teams, but .* load it with table=.batting."),
        ("gaa", None, "gaa is a measure of NHL, but this frame is MLB"),
        ("game_score", "player_id", "not per group; use game_score_mean or game_score_max"),
        ("run_difference", None, r"standings\(games\)"),
        ("srs", None, r"measures\.srs\(\)"),
        ("strikeouts_per_week", None, r"unknown measure 'strikeouts_per_week'"),
    ],
)  # fmt: skip
def test_what_is_refused(pitchers: pd.DataFrame, name: str, by: str | None, says: str) -> None:
    """Unknown names, figures the feed cannot give, and groups of what belongs to one row are refused in one line."""
    with pytest.raises(QueryError, match=says) as error:
        measure(pitchers, name, by=by)
    assert "\n" not in str(error.value)


def test_means_and_greatest_have_honest_names(pitchers: pd.DataFrame) -> None:
    """What has no group value is offered as the mean or the greatest of the rows, under that name."""
    rows = measure(pitchers, "game_score").groupby(pitchers["team_id"])

    assert measure(pitchers, "game_score_mean", by="team_id").tolist() == pytest.approx(rows.mean().tolist())
    assert measure(pitchers, "game_score_max", by="team_id").tolist() == rows.max().tolist()


def test_missing_columns_are_named(pitchers: pd.DataFrame) -> None:
    """A frame without an input, or without a column to group by, is refused with the name of the column."""
    with pytest.raises(FrameError, match="outs_recorded"):
        measure(pitchers.drop(columns="outs_recorded"), "era")
    with pytest.raises(FrameError, match=r"outs_recorded.*live pitching"):
        measures(pitchers.drop(columns="outs_recorded"))
    with pytest.raises(FrameError, match="club"):
        measure(pitchers, "era", by="club")
    with pytest.raises(QueryError, match="no option 'team'"):
        measure(pitchers, "era", team=pitchers)
    with pytest.raises(QueryError, match="must be a frame"):
        measure(game("NFL", {}, {}), "sack_pct", players=3)


def test_table_lists_every_measure_with_its_source() -> None:
    """Each measure has a label, a formula, a unit and a published reference; `_pct` is in percent."""
    every = table()

    assert len(every) > 300
    assert not every[["name", "label", "sport", "table", "formula", "unit", "adds", "reference"]].eq("").any().any()
    assert every[every["name"].str.endswith("_pct")]["unit"].eq("%").all()
    published = every[~every["reference"].str.startswith(OWN)]
    assert published.loc[~published["reference"].str.contains(r"\]\(https://"), "name"].tolist() == []
    assert len(published) > 0.95 * len(every)
    assert not every.duplicated(["name", "sport", "table"]).any()
    assert set(every["adds"]) <= {"ratio", "rule", "count", "min", "max", "no"}
    assert table("MLB", "pitching")["sport"].unique().tolist() == ["MLB"]
    with pytest.raises(QueryError, match="Did you mean 'NHL'"):
        table("NHK")


def test_inputs_exist() -> None:
    """Every declared measure of a table that needs no option can be computed on it as the catalog declares it."""
    for sport in SPORTS:
        done = set()
        for resource in ("live", "schedule", "player-stats"):
            for name in SPORTS[sport].answers[resource].layouts:
                found = measures(frame(sport, name, resource=resource))
                done |= {(name, what) for what in found.columns}
        listed = table(sport)
        wanted = listed[~listed["table"].isin(["standings", "ratings"]) & ~listed["note"].str.contains("Requires")]
        assert set(zip(wanted["table"], wanted["name"])) <= done


@pytest.mark.parametrize(
    ("by", "words"),
    [("home", 'pass by="side"'), ("month", r'pass by=df\["game_date"\]\.dt\.month'), ("date", 'pass by="game_date"')],
)
def test_groups_that_are_not_columns_say_what_is(by: str, words: str) -> None:
    """Words that people use for a column or a part of a date are answered with what to pass."""
    with pytest.raises(sf.FrameError, match=words):
        sf.pitching("2024-06-01").sports.measure("era", by=by)


@pytest.mark.parametrize(
    ("count", "words"),
    [(5, "requires the columns x0, x1, x2, x3, x4,"), (6, "by= names 6 columns that the frame does not have")],
)
def test_many_columns_that_are_not_there_are_counted(count: int, words: str) -> None:
    """Up to five are named."""
    with pytest.raises(sf.SportsframeError, match=words):
        sf.pitching("2024-06-01").sports.measure("era", by=[f"x{n}" for n in range(count)])


def test_a_misspelled_column_is_suggested() -> None:
    """The closest column of the frame is named."""
    with pytest.raises(sf.QueryError, match="Did you mean 'receiving_yards'"):
        sf.live("2024-11-10", "NFL", table="players").sports.leaders("recieving_yards")


SCHEDULES = dict.fromkeys(SPORTS, "2023-10-07") | {"NBA": "2023-12-06", "NCAABB": "2023-12-06"}


def schedule_with_games_off(sport: str, table: str) -> pd.DataFrame:
    """The games of a week, of which every third one is off or was replaced."""
    plan = sf.schedule_week(SCHEDULES[sport], sport, table=table, league="EPL" if SPORTS[sport].leagues else None)  # type: ignore[arg-type]
    plan = pd.concat([plan, plan.assign(game_id=plan["game_id"] + "_2"), plan.assign(game_id=plan["game_id"] + "_3")])
    phases = [["finished", "scheduled", "off", "finished", "live", "replaced"][i % 6] for i in range(len(plan))]
    return plan.assign(phase=pd.Categorical(phases, plan["phase"].cat.categories)).reset_index(drop=True)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("sport", "table"), [(code, table) for code, sport in SPORTS.items() for table in sport.answer("schedule").layouts]
)
def test_games_that_do_not_take_place_add_nothing_to_sums_of_a_schedule(sport: str, table: str) -> None:
    """Totals and measures of a schedule are those of the games that are played, whatever rows are grouped by."""
    plan = schedule_with_games_off(sport, table)
    played = plan[~plan["phase"].isin(["off", "replaced"])]
    assert 0 < len(played) < len(plan)
    odd = pd.Series(range(len(plan)), plan.index) % 2

    for of_plan, of_played in (
        ("season", "season"),
        (["season", "game_date"], ["season", "game_date"]),
        (odd, odd[played.index]),
        (odd.to_list(), odd[played.index].to_list()),
        (odd.to_numpy(), odd[played.index].to_numpy()),
        (["season", odd.rename("odd")], ["season", odd[played.index].rename("odd")]),
        (pd.Grouper(key="game_date", freq="D"), pd.Grouper(key="game_date", freq="D")),
        (lambda at: at % 2, lambda at: at % 2),
    ):
        pd.testing.assert_frame_equal(totals(plan, of_plan), totals(played, of_played))
        pd.testing.assert_frame_equal(measures(plan, of_plan), measures(played, of_played))
    assert totals(plan, "season")["games"].sum() == played["game_id"].nunique()
    of_each = totals(plan, "phase")["games"]
    assert of_each.to_dict() == plan.groupby("phase", observed=True)["game_id"].nunique().to_dict()
    assert totals(plan, ["season", plan["phase"].rename("status")])["games"].sum() == plan["game_id"].nunique()
    with pytest.warns(sf.SportsframeWarning, match=f" of {played['game_id'].nunique()} games in the frame are not fin"):
        assert totals(plan, "season", per="game")["games"].sum() == plan["phase"].eq("finished").sum()


def test_a_tournament_that_was_put_off_pays_once() -> None:
    """Purses, courses and ranks of a season in which one tournament was cancelled and another one was moved."""
    plan = sf.schedule_season(2010, "PGA")
    courses = sf.schedule_season(2010, "PGA", table="courses")
    played = plan[plan["phase"] == "finished"]
    assert len(played) == len(plan) - 2

    purses = measure(plan, "purse_amount", by="tournament")
    assert purses.sum() == measure(played, "purse_amount").sum()
    assert len(purses) == played["tournament"].nunique() < plan["tournament"].nunique()
    assert measure(plan, "purse_amount").notna().sum() == len(plan)
    on = courses[courses["game_id"].isin(played["game_id"])]
    assert measure(courses, "course_count", by="season").tolist() == [len(on)]
    assert measure(courses, "par_mean", by="season").tolist() == [pytest.approx(on["par"].mean())]
    assert measure(plan, "course_count", by="season", courses=on).tolist() == [len(on)]  # no warning of others
    assert leaders(plan, "purse_amount", 60, by="tournament")["games"].sum() == len(played)
    rolled = rolling(plan, "purse_amount", 2, by="season")
    pd.testing.assert_series_equal(rolled[played.index], rolling(played, "purse_amount", 2, by="season"))
    assert rolled.drop(played.index).isna().all()


def test_every_club_has_the_games_of_a_season_though_some_were_postponed() -> None:
    """A game that was played on a later date counts once."""
    plan = sf.schedule_season(2023, "MLB").query("season_type == 'Regular Season'")

    assert set(totals(plan, "home_team")["games"]) == {81}


def test_averages_are_grouped_by_arrays() -> None:
    """An array and a list have a key for each line, also for those of games that are left out."""
    lines = sf.live("2024-12-06", "NBA", table="teams")
    lines["phase"] = lines["phase"].mask(lines["game_id"] == lines["game_id"].iloc[0], "live")
    sides = lines["side"].astype(str)

    with pytest.warns(sf.SportsframeWarning, match="1 of [0-9]+ games"):
        expected = totals(lines, "side", per="game").to_dict()
    for by in (sides.to_numpy(), sides.to_list()):
        with pytest.warns(sf.SportsframeWarning, match="1 of [0-9]+ games"):
            assert totals(lines, by, per="game").to_dict() == expected


def test_a_share_of_the_side_counts_the_side_once() -> None:
    """A group of players has the sum of their shares, whichever part of a side they are; a player has his own."""
    lines = day("NFL", "players")
    assert np.allclose(measure(lines, "target_share_pct", by=["game_id", "side"]).astype(float), 100)
    targets = lines.groupby(["team_id", "position"])["targets"].sum().astype(float)
    of_teams = 100 * targets / targets.groupby("team_id").transform("sum")
    found = measure(lines, "target_share_pct", by=["team_id", "position"]).astype(float)
    assert np.allclose(found, of_teams.reindex(found.index))
    league = 100 * targets.groupby("position").sum() / targets.sum()
    found = measure(lines, "target_share_pct", by="position").astype(float)
    assert np.allclose(found, league.reindex(found.index))
    own = measure(lines, "target_share_pct", by=["game_id", "player_id"]).astype(float).dropna()
    assert np.allclose(sorted(own), sorted(measure(lines, "target_share_pct").astype(float).dropna()))

    sides = measure(day("NBA", "players"), "pie", by=["game_id", "side"]).astype(float)
    assert np.allclose(sides.groupby("game_id").sum(), 100)


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "name"), [("NFL", "target_share_pct"), ("NBA", "pie"), ("NBA", "usage_pct")])
@pytest.mark.parametrize("by", ["team_id", "position", "player_id"])
def test_rolling_values_of_all_games_are_those_of_the_group(sport: str, name: str, by: str) -> None:
    """Shares of a side among them, which count the side once for all of its players in the group."""
    lines = day(sport, "players")
    wanted = measure(lines, name, by=by).astype(float)
    last = lines.assign(found=rolling(lines, name, 1000, by=by)).sort_values("game_time", kind="stable")
    last = last[last["found"].notna()].drop_duplicates(by, keep="last").set_index(by)["found"].astype(float)
    assert np.allclose(last, wanted.reindex(last.index))


@pytest.mark.parametrize(
    ("sport", "table", "name"), [("NBA", "players", "points_per_36"), ("NHL", "skaters", "goals_per_60")]
)
def test_time_that_several_play_at_once_does_not_roll(sport: str, table: str, name: str) -> None:
    """As for `measure`: by player, or not at all."""
    lines = day(sport, table)
    for by in ("team_id", "team", "side", "opponent_id"):
        with pytest.raises(QueryError, match="minutes are those of one player, while several of a side play at once"):
            rolling(lines, name, 5, by=by)
    assert rolling(lines, name, 5).notna().any()
