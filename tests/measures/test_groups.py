"""Measures: rules that need no data, groups, refusals, and frames that went through other tools."""

from __future__ import annotations

import ast
import io
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sportsframe as sf
from sportsframe._frames import arrays
from sportsframe.catalog import SPORTS, layout
from sportsframe.errors import FrameError, QueryError
from sportsframe.measures import measure, measures, table
from sportsframe.measures.references import OWN, PUBLISHED
from sportsframe.measures.rows import floats
from sportsframe.measures.tables import counts

from ..support.days import DAYS
from ..support.lines import frame, game, plain

pytestmark = pytest.mark.filterwarnings("ignore:.* rows are in the frame a second time")  # lines made by hand are alike

RNG_TABLES = [
    (sport, name)
    for sport, name in (
        ("MLB", "batting"), ("MLB", "pitching"), ("MLB", "teams"), ("NBA", "players"), ("NBA", "teams"),
        ("NCAABB", "teams"), ("NFL", "players"), ("NFL", "teams"), ("NHL", "skaters"), ("NHL", "goalies"),
        ("NHL", "teams"), ("SOCCER", "players"), ("SOCCER", "teams"), ("DARTS", "players"), ("PGA", "courses"),
    )
]  # fmt: skip
EXEMPT = {"game_score_tango", "clean_sheets", "course_count", "first_downs_per_game", "penalty_yards_per_game",
          "par_mean", "pace", "quality_start", "double_double", "triple_double", "max_per_leg", "goals_per_game",
          "shots_per_game", "starts", "complete_game", "shutout", "hat_trick"}  # fmt: skip
"""Their inputs are not all doubled: constants, thresholds, numbers of rows, time on the clock."""

ENOUGH = {"at_bats": 400, "hits": 120, "outs_recorded": 200, "field_goals_attempted": 200}
"""So much that no denominator is negative, as in no real line."""


def random_lines(sport: str, name: str, seed: int, n: int) -> pd.DataFrame:
    """Pairs of sides of `n` games with counts of any size, each game its own."""
    r = np.random.default_rng(seed)
    resource = "schedule" if name == "courses" else "live"
    numbers = [c.name for c in layout(sport, resource, name).columns if c.kind in ("int", "float")]
    known = {c.name for c in layout(sport, resource, name).columns}
    rows = []
    for i in range(n):
        for side in ("away", "home"):
            keys = {
                "game_id": f"g{i}",
                "side": side,
                "position_category": "S",
                "periods_played": SPORTS[sport].rules.periods,
            }
            line = {c: int(r.integers(0, 40)) + ENOUGH.get(c, 0) for c in numbers}
            rows.append(line | {key: value for key, value in keys.items() if key in known})
    return frame(sport, name, *rows, resource=resource)


seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 4)


INCOMPLETE = "ignore:.* (are|is) missing for .* rows:sportsframe.SportsframeWarning"
"""Random lines do not add up to whole games."""


def declared(sport: str, name: str) -> pd.DataFrame:
    return table(sport, name).set_index("name")


@pytest.mark.parametrize(("sport", "name"), RNG_TABLES)
@pytest.mark.filterwarnings(INCOMPLETE)
@settings(max_examples=3, deadline=None)
@given(seed=seeds, n=sizes)
def test_doubling_the_counts(sport: str, name: str, seed: int, n: int) -> None:
    """Twice every input: ratios stay, counts double; game scores and flags of fixed thresholds are exempt."""
    lines = random_lines(sport, name, seed, n)
    numbers = [c for c in lines.select_dtypes("number").columns if c != "periods_played"]
    twice = measures(lines.assign(**{c: lines[c] * 2 for c in numbers}))
    once, kinds = measures(lines), declared(sport, name)

    for what in kinds.index.intersection(once.columns).difference(list(EXEMPT)):
        if what == "game_score" and sport == "MLB":
            continue
        factor = 2 if kinds.at[what, "adds"] == "count" or what == "runs_created" else 1
        pd.testing.assert_series_equal(twice[what], once[what] * factor, check_dtype=False)


@pytest.mark.parametrize(("sport", "name"), RNG_TABLES)
@pytest.mark.filterwarnings(INCOMPLETE)
@settings(max_examples=3, deadline=None)
@given(seed=seeds, n=sizes)
def test_groups_of_equal_rows_and_the_middle(sport: str, name: str, seed: int, n: int) -> None:
    """A group of identical games has the value of one; a ratio of a group lies between its least and greatest row."""
    lines = random_lines(sport, name, seed, n)
    kinds = declared(sport, name)
    pair = lines.iloc[:2].drop(columns="game_id", errors="ignore")
    same = pd.concat([pair.assign(game_id=f"s{i}", group=[0, 1]) for i in range(3)], ignore_index=True)
    rows = measures(lines)

    for what, one in kinds.iterrows():
        if one["adds"] == "no" or one["dtype"] == "boolean" or what == "snap_share_pct":
            continue
        if "Requires" in one["note"]:
            continue
        try:
            alike = measure(same, str(what), by="group")
        except sf.FrameError:  # what reads the other side is refused
            assert {"teams", "players"} & {name}
            continue
        row = measure(same, str(what)).iloc[:2]
        factor = 3 if one["adds"] == "count" or what == "runs_created" else 1
        if what not in ("gsaa", "max_per_leg"):
            assert [x for x in alike if pd.notna(x)] == pytest.approx([x * factor for x in row if pd.notna(x)])
        whole = measure(lines.assign(group=0), str(what), by="group")
        values = floats(rows[what])
        values = values[~np.isnan(values)]
        complete = len(values) == len(lines)
        if one["adds"] == "ratio" and complete and len(whole) and pd.notna(whole.iloc[0]) and what != "lob_pct":
            assert values.min() - 1e-9 <= whole.iloc[0] <= values.max() + 1e-9, what


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(*[st.integers(0, 60)] * 4), min_size=1, max_size=5), st.integers(-50, 400)
)  # fmt: skip
def test_passer_rating_bounds(passes: list[tuple[int, int, int, int]], yards: int) -> None:
    """The NFL's rating lies within 0 and 158.33 whatever the line; the colleges' has no caps but its extremes."""
    lines = frame(
        "NFL", "players",
        *({"player_id": 1, "passing_attempts": a + c, "completions": c, "passing_yards": yards,
           "passing_touchdowns": min(t, c), "passing_interceptions": min(i, a)} for a, c, t, i in passes),
    )  # fmt: skip
    rating = measure(lines, "passer_rating").dropna()

    assert rating.between(0, 158.34).all()
    assert measure(lines, "passer_rating", by="player_id").dropna().between(0, 158.34).all()


@pytest.fixture(scope="module")
def league_days() -> dict[tuple[str, str], pd.DataFrame]:
    """Days of the built-in world."""
    days = {"MLB": "2024-06-01", "NBA": "2024-12-06", "NCAABB": "2024-12-07", "NHL": "2024-12-06", "NFL": "2024-11-10"}
    return {(sport, name): sf.live(day, sport, table=name) for sport, day in days.items()
            for name in SPORTS[sport].answers["live"].layouts if name not in ("games", "periods")}  # fmt: skip


SHARES = ("fg_pct", "fg3_pct", "fg2_pct", "ft_pct", "orb_pct", "drb_pct", "trb_pct", "tov_pct", "save_pct",
          "faceoff_pct", "shot_share_pct", "power_play_pct", "penalty_kill_pct", "k_pct", "bb_pct", "strike_pct",
          "completion_pct", "catch_pct", "xp_pct", "snap_share_pct", "avg", "obp")  # fmt: skip


def test_bounds_of_real_lines(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """Shares of a whole lie within 0 and 100, shooting percentages within 0 and 150; nothing is infinite or NaN."""
    for (_, name), lines in league_days.items():
        found = measures(lines)
        for what in found.columns.intersection(SHARES):
            assert found[what].dropna().between(0, 100).all(), (name, what)
        for what in found.columns.intersection(["efg_pct", "ts_pct"]):
            assert found[what].dropna().between(0, 150).all()
        for what in found.select_dtypes("Float64").columns:
            values = found[what].dropna().to_numpy(dtype="float64")
            assert np.isfinite(values).all(), what


def test_both_sides_balance(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """Net ratings sum to 0, pdo to 200, and own offensive and the other's defensive rebounds share 100."""
    for sport in ("NBA", "NCAABB"):
        sides = league_days[sport, "teams"]
        found = measures(sides).assign(game_id=sides["game_id"])
        assert found.groupby("game_id")["net_rating"].sum().abs().max() < 1e-9
        assert found.groupby("game_id")["possessions"].nunique().eq(1).all()
        assert (found["orb_pct"] + (100 - found["orb_pct"])).eq(100).all()
        other = measure(sides, "drb_pct").groupby(sides["game_id"]).transform(lambda v: v.iloc[::-1].to_numpy())
        assert (found["orb_pct"] + other - 100).abs().max() < 1e-9
    hockey = league_days["NHL", "teams"]
    assert (measure(hockey, "pdo").groupby(hockey["game_id"]).sum() - 200).abs().max() < 1e-9


def test_team_goals_without_skaters_are_the_skaters_goals() -> None:
    """Over weeks of hockey the goals told by shots and saves are those of the skaters, shootouts included."""
    days = ("2024-11-01", "2024-11-21")
    sides = sf.live(days, "NHL", table="teams", progress=False)
    skaters = sf.live(days, "NHL", table="skaters", progress=False)
    goals = measure(sides, "team_goals", skaters=skaters)

    assert (sides["score"] != goals).sum() > 3
    assert measure(sides, "team_goals").tolist() == goals.tolist()


def test_shares_of_a_side_without_its_totals(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """Without teams= the lines stand in where a side's minutes are complete: the same values, or a refusal."""
    lines, sides = league_days["NBA", "players"], league_days["NBA", "teams"]
    whole = measure(lines, "usage_pct")
    few = lines.groupby(["game_id", "side"], observed=True).head(4)

    pd.testing.assert_series_equal(whole, measure(lines, "usage_pct", teams=sides))
    for part, name in ((lines[lines["side"] == "home"], "stl_pct"), (few, "usage_pct")):
        with pytest.raises(sf.FrameError, match=f"{name} requires all players of both sides.*or pass teams="):
            measure(part, name)
    assert measure(few, "usage_pct", teams=sides).tolist() == whole[few.index].tolist()


@pytest.mark.parametrize(("sport", "moment", "whole_minutes"), [
    ("NBA", "2024-12-07T01:30", False), ("NCAABB", "2025-02-01T20:00", True),
])  # fmt: skip
def test_shares_of_a_side_in_play(sport: str, moment: str, whole_minutes: bool) -> None:
    """In play a player's share is of the minutes played so far: the five on the floor have 20 % each on average."""
    date = "2024-12-06" if sport == "NBA" else "2025-02-01"
    with sf.options(now=moment):
        lines, sides = (sf.live(date, sport, table=table, day="league") for table in ("players", "teams"))
    live = lines[lines["phase"] == "live"]
    assert len(live)
    found = measure(lines, "usage_pct")
    used, seconds = found[live.index].astype(float), live["seconds_played"].astype(float)
    keys = [live["game_id"], live["side"]]
    shares = (used * seconds).groupby(keys, observed=True).sum() / seconds.groupby(keys, observed=True).sum()
    assert shares.tolist() == pytest.approx([20.0] * len(shares), abs=2.5 if whole_minutes else 0.01)
    given = measure(lines, "usage_pct", teams=sides)
    pd.testing.assert_series_equal(given[live.index], found[live.index])
    few = live.groupby(["game_id", "side"], observed=True).head(3)
    with pytest.raises(sf.FrameError, match=r"usage_pct requires all players of both sides of a game"):
        measure(few, "usage_pct")
    assert measure(sides[sides["phase"] == "live"], "pace", teams=sides).isna().all()


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
    found, kinds = some.sports.measures(), declared("MLB", "pitching")
    with_option = some.sports.measures(league=pitchers)
    assert set(with_option.columns) - set(found.columns) == {"era_plus"}
    kinds = kinds.drop("era_plus")

    assert found.index.equals(some.index)
    assert list(found.columns[-len(kinds) :]) == list(kinds.index)
    assert list(found.columns[:5]) == ["sport", "season", "season_type", "game_date", "game_id"]
    assert {name: str(found[name].dtype) for name in kinds.index} == kinds["dtype"].to_dict()
    assert found.attrs == some.attrs


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
        ("obp", None, "obp is a measure of MLB batting, but this frame is pitching"),
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
        for resource in ("live", "schedule"):
            for name in SPORTS[sport].answers[resource].layouts:
                found = measures(frame(sport, name, resource=resource))
                done |= {(name, what) for what in found.columns}
        listed = table(sport)
        wanted = listed[~listed["table"].isin(["standings", "ratings"]) & ~listed["note"].str.contains("Requires")]
        assert set(zip(wanted["table"], wanted["name"])) <= done


def selections(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    """One row, every second row, and the rows of one side, team and player."""
    yield frame.iloc[:1]
    yield frame.iloc[::2]
    for column in ("side", "team_id", "player_id"):
        if column in frame.columns:
            yield frame[frame[column] == frame[column].iloc[0]]


@pytest.mark.parametrize(("sport", "name"), [
    ("NBA", "teams"), ("NBA", "players"), ("NCAABB", "players"), ("NHL", "teams"), ("NHL", "goalies"),
    ("NFL", "teams"), ("NFL", "players"), ("MLB", "pitching"), ("DARTS", "players"), ("DARTS", "turns"),
])  # fmt: skip
def test_a_selection_changes_no_measure_in_silence(
    sport: str, name: str, league_days: dict[tuple[str, str], pd.DataFrame]
) -> None:
    """A row has the same value in a selection as in the whole frame, or none and a warning that names the reason."""
    whole = league_days[sport, name] if (sport, name) in league_days else sf.live("2024-01-03", sport, table=name)
    expected = measures(whole)
    for part in selections(whole):
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            found = measures(part)
        assert len(told) <= 1
        for column, values in found.items():
            before = expected.loc[part.index, column]
            changed = ~(values.eq(before).fillna(value=False) | (values.isna() & before.isna()))
            if changed.any():
                assert told
                assert values[changed].isna().all()
                none = values.isna().all()
                with pytest.raises(sf.FrameError) if none else pytest.warns(sf.SportsframeWarning):
                    measure(part, str(column))


def test_a_selection_of_sides_has_its_opponents_beside_it(league_days: dict[tuple[str, str], pd.DataFrame]) -> None:
    """With teams= the measures of one team's rows are those of the whole table, for rows, groups and rolling values."""
    whole = league_days["NBA", "teams"]
    home = whole[whole["side"] == "home"]

    pd.testing.assert_frame_equal(measures(home, teams=whole), measures(whole).loc[home.index])
    every = measure(whole, "off_rating", by="team_id")
    pd.testing.assert_series_equal(
        measure(home, "off_rating", by="team_id", teams=whole), every[home["team_id"].sort_values()]
    )
    with pytest.raises(sf.QueryError, match="no option 'teams'"):
        measure(home, "efg_pct", teams=whole)
    with pytest.raises(sf.FrameError, match="off_rating requires the other side"):
        sf.measures.rolling(home, "off_rating", 2, by="team_id")


WHOLE = {"quality_start", "game_score", "game_score_tango", "clean_sheets", "cuts_made_pct"}
"""Measures of whole games that are no averages per game: they may still change until the end."""


def test_games_in_play() -> None:
    """What belongs to a whole game is missing until its end, adds nothing to a group, and says so in one line."""
    names = {
        (sport, where, one.name)
        for sport in SPORTS
        for one in sf.measures.of_sport(sport)
        for where in one.tables
        if one.resource == "live" and (one.name in WHOLE or "per_game" in one.name or "/ games" in one.formula)
        if SPORTS[sport].game != "basketball"  # whose game score adds up over minutes
    }
    assert len(names) == 12
    for sport, where, name in sorted(names):
        lines = random_lines(sport, where, 17, 3).assign(phase=["finished"] * 4 + ["live", "paused"])
        if sport == "PGA":
            lines["status"] = "completed"
        over = lines[lines["phase"] == "finished"]
        with pytest.warns(sf.SportsframeWarning, match=r"is of finished games only: 1 of 3 games in the frame are not"):
            found = measure(lines, name)
        if where == "pitching":
            assert found[:4].notna().all()
        assert found[4:].isna().all(), name
        pd.testing.assert_series_equal(found[:4], measure(over, name))
        assert "Of finished games only." in set(table(sport, where).query("name == @name")["note"]).pop()


@pytest.mark.parametrize(
    ("sport", "where", "name", "per", "rate"),
    [
        ("MLB", "pitching", "strikeouts", "9", "k_9"),
        ("NBA", "players", "points", "36", "points_per_36"),
        ("NHL", "skaters", "goals", "60", "goals_per_60"),
        ("SOCCER", "players", "goals", "90", "goals_per_90"),
    ],
)
def test_one_rate_has_one_list_of_leaders(sport: str, where: str, name: str, per: str, rate: str) -> None:
    """A column per playing time ranks those who qualify for the measure of the same rate."""
    lines = random_lines(sport, where, 23, 60)
    number = np.arange(len(lines))
    time = next(one for one in ("outs_recorded", "minutes_played", "seconds_played") if one in lines)
    lines = lines.assign(player_id=number % 20, player=[f"P {n % 20}" for n in number], **{time: 4 * (number % 20 + 1)})
    assert lines["player_id"].value_counts().min() >= 3
    first = sf.measures.leaders(lines, name, 1000, per=per)
    second = sf.measures.leaders(lines, rate, 1000)

    assert 0 < len(second) <= 20
    assert first["player_id"].tolist() == second["player_id"].tolist()
    np.testing.assert_allclose(first[name].astype(float), second[rate].astype(float))


@pytest.mark.parametrize(
    ("sport", "where", "name", "per", "time"),
    [
        ("NBA", "players", "points", "36", "minutes"),
        ("NHL", "skaters", "goals", "60", "time_on_ice"),
        ("NHL", "goalies", "goals_allowed", "60", "time_on_ice"),
    ],
)
def test_rates_of_a_season_and_of_its_games_have_one_list_of_leaders(
    sport: Any, where: str, name: str, per: str, time: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who qualifies has played minutes, in box scores and season statistics, by column and by measure."""
    rate = {"goals_allowed": "gaa"}.get(name, f"{name}_per_{per}")
    client = sf.Client(source="simulated", now="2024-11-20T12:00")
    lines = client.live(season=2024, sport=sport, table=where, progress=False).query("season_type == 'Regular Season'")
    stats = client.player_stats(2024, sport).query("part == 'regular_season'")
    asked = [(frame, ask) for frame in (lines, stats) for ask in ({"name": name, "per": per}, {"name": rate})]
    boards = [frame.sports.leaders(**ask, top=1000, ascending=False) for frame, ask in asked]
    told = [line.split(" with ")[1] for line in capsys.readouterr().err.splitlines() if "is a rate" in line]
    assert len(told) == 4
    assert {line.split(" of at least ")[0] for line in told} == {time}
    assert len(set(told)) == 1
    assert 0 < len(boards[0]) < lines["player_id"].nunique() / 1.2
    for board in boards[1:]:
        assert set(board["player_id"]) == set(boards[0]["player_id"])
    tail = {"qualify": {time: 100}, "top": 1000}
    assert set(stats.sports.leaders(rate, **tail)["player_id"]) == set(lines.sports.leaders(rate, **tail)["player_id"])


@pytest.mark.parametrize(
    ("sport", "table", "name", "per", "instead"),
    [
        ("NBA", "players", "points", "90", "no minutes_played for per='90' .* per='game' or per='36' or per='60'"),
        ("NFL", "players", "passing_yards", "60", "no seconds_played for per='60' to divide by; write per='game'."),
        (
            "MLB",
            "batting",
            "hits",
            "9",
            r'requires the columns outs_recorded, .*; live pitching.* df.sports.box\("pitching"\)',
        ),
    ],
)
def test_a_time_that_a_sport_does_not_record_is_refused_with_those_that_it_does(
    sport: str, table: str, name: str, per: str, instead: str
) -> None:
    """No table of the sport can be loaded instead, so that the units which this one has are named."""
    for call in (sf.measures.totals, lambda lines, per: sf.measures.leaders(lines, name, per=per)):
        with pytest.raises((QueryError, FrameError), match=instead):
            call(random_lines(sport, table, 5, 8), per=per)


@pytest.mark.filterwarnings(INCOMPLETE)
@pytest.mark.parametrize("by", ["team_id", "side", ["team_id", "season_type"]])
@pytest.mark.parametrize(
    ("sport", "where", "name", "per"),
    [("NBA", "players", "points", "36"), ("NHL", "skaters", "goals", "60"), ("SOCCER", "players", "goals", "90")],
)
def test_time_that_several_play_at_once_is_that_of_no_side(
    sport: str, where: str, name: str, per: str, by: str | list[str]
) -> None:
    """The minutes of all its players are several times its own: refused by name, and left out of all measures."""
    lines = random_lines(sport, where, 23, 60).assign(season_type="Regular Season", part="regular_season")
    rate = f"{name}_per_{per}"
    for call in (
        lambda: sf.measures.totals(lines, by, per=per),
        lambda: sf.measures.leaders(lines, name, by="team_id", per=per),
        lambda: sf.measures.leaders(lines, rate, by="team_id"),
        lambda: sf.measures.measure(lines, rate, by=by),
    ):
        with pytest.raises(QueryError, match=f'{per} minutes are those of one player, .* divide by games: per="game"'):
            call()
    assert rate not in sf.measures.measures(lines, by)
    assert rate in sf.measures.measures(lines, "player_id")
    assert rate in sf.measures.measures(lines, "season_type")


def test_outs_are_those_of_a_side() -> None:
    """One pitches at a time: strikeouts per nine innings have a value for teams."""
    lines = random_lines("MLB", "pitching", 23, 60)
    sums = lines.groupby("team_id")[["strikeouts", "outs_recorded"]].sum()
    expected = sums["strikeouts"] / sums["outs_recorded"] * 27
    found = sf.measures.totals(lines, "team_id", per="9")["strikeouts"]
    np.testing.assert_allclose(found.astype(float), expected.reindex(found.index).astype(float))


def test_averages_per_game_are_of_finished_games() -> None:
    """per="game" divides by finished games and leaves the others out; sums without it hold all."""
    lines = random_lines("NBA", "players", 17, 3).assign(
        player_id=1, team_id=2, phase=["finished"] * 4 + ["live", "live"]
    )
    with pytest.warns(sf.SportsframeWarning, match=r"totals\(per='game'\) is of finished games only: 1 of 3 games"):
        mean = sf.measures.totals(lines, per="game")
    with pytest.warns(sf.SportsframeWarning, match=r"leaders\(per='game'\) is of finished"):
        best = sf.measures.leaders(lines, "points", per="game")

    assert mean["games"].tolist() == [2]
    assert mean["points"].tolist() == best["points"].tolist() == [lines["points"][:4].sum() / 2]
    assert sf.measures.totals(lines)["points"].tolist() == [lines["points"].sum()]
    live = lines[lines["phase"] == "live"]
    with pytest.warns(sf.SportsframeWarning, match="1 of 1 games"):
        assert not len(sf.measures.totals(live, per="game"))


def test_what_reference_sites_print_is_here_or_has_a_reason() -> None:
    """Each figure is a measure of the game, one of plays, or refused with the reason that the docs print."""
    plays = {"re24"}
    for game_, (_, figures) in PUBLISHED.items():
        codes = [code for code, sport in SPORTS.items() if sport.game == game_]
        held = {one.name for code in codes for one in sf.measures.of_sport(code)}
        for name in figures.values():
            assert (name in held) + (name in sf.measures.UNAVAILABLE) + (name in plays) == 1, (game_, name)
    assert set(PUBLISHED) == {sport.game for sport in SPORTS.values()}
    assert "win_shares" in PUBLISHED["basketball"][1].values()
    with pytest.raises(QueryError, match="ws_48 cannot be computed from this table: its offensive half needs"):
        measure(random_lines("NBA", "players", 17, 1), "ws_48")


@pytest.mark.parametrize(
    ("day", "sport", "table", "measure", "text", "held", "size", "least"),
    [
        ("2024-06-01", "MLB", "pitching", "era", "innings", "outs_recorded", 3, 5),
        ("2024-12-06", "NBA", "players", "points", "minutes", "seconds_played", 60, 5),
        ("2024-11-16", "NHL", "skaters", "points", "time_on_ice", "seconds_played", 60, 15),
        ("2024-11-16", "NHL", "skaters", "points", "minutes", "seconds_played", 60, 15),
    ],
)
def test_leaders_qualify_by_what_people_count(
    day: str, sport: Any, table: str, measure: str, text: str, held: str, size: int, least: float
) -> None:
    """Innings and minutes are texts in a box score; a qualification by them is one by outs and seconds."""
    lines = sf.live(day, sport, table=table)
    for bound in (least, least + 0.5):
        board = lines.sports.leaders(measure, 500, qualify={text: bound})
        pd.testing.assert_frame_equal(board, lines.sports.leaders(measure, 500, qualify={held: bound * size}))
        assert 0 < len(board) < len(lines.sports.leaders(measure, 500))


def _table_of_measures(lines: pd.DataFrame) -> pd.DataFrame:
    return table(lines.sports.kind.sport, lines.sports.kind.table)


def test_headings_of_other_sites_lead_to_the_measure() -> None:
    """What the page of measures sets beside ours is answered by the measure's name or the reason why there is none."""
    frames = {
        "baseball": [sf.batting("2024-06-01"), sf.pitching("2024-06-01")],
        "basketball": [sf.live("2024-12-06", "NBA", table=table) for table in ("players", "teams")],
        "hockey": [sf.live("2024-11-16", "NHL", table=table) for table in ("skaters", "goalies", "teams")],
    }
    for game_, tables in frames.items():
        for printed, name in PUBLISHED[game_][1].items():
            having = [lines for lines in tables if name in set(_table_of_measures(lines)["name"])]
            words = "cannot be computed" if name in sf.measures.UNAVAILABLE else f"is called '{name}' here"
            for heading in printed.split(", "):
                for lines in tables[:1] if name in sf.measures.UNAVAILABLE else having:
                    if heading.casefold() != name:
                        with pytest.raises(QueryError, match=words):
                            lines.sports.measure(heading)


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


@pytest.mark.parametrize("sport", SPORTS)
def test_rows_that_are_there_twice_are_told(sport: Any) -> None:
    """Ranges that overlap, one below the other: every verb that adds up says so, and what it says to write mends it."""
    named = {"league": "EPL"} if sport == "SOCCER" else {}
    for lines in sf.box_scores(DAYS[sport], sport, **named).values():
        if "player_id" not in lines or not counts(sport, "live", lines.sports.kind.table, lines):
            continue
        some = lines.iloc[:2]
        twice = pd.concat([lines, some])
        column = counts(sport, "live", lines.sports.kind.table, lines)[0]
        for verb in (
            lambda twice=twice: twice.sports.totals(),
            lambda twice=twice, column=column: twice.sports.leaders(column),
            lambda twice=twice, column=column: twice.sports.rolling(column, 3),
        ):
            with pytest.warns(sf.SportsframeWarning, match=f"2 of {len(twice)} rows are in the frame a second") as told:
                verb()
        keys = ast.literal_eval(str(told[0].message).split("drop_duplicates(")[1].split(", keep")[0])
        once = twice.drop_duplicates(keys, keep="last")
        assert len(once) == len(lines)
        assert once.sports.totals().sort_index().equals(lines.sports.totals().sort_index())


def test_measures_of_rows_that_are_there_twice_are_told() -> None:
    """A measure adds up as well, and warns as the other verbs do."""
    lines = sf.pitching("2024-06-01")
    with pytest.warns(sf.SportsframeWarning, match="2 of"):
        pd.concat([lines, lines.iloc[:2]]).sports.measure("era", by="team")


def test_no_count_is_an_ordinal_or_a_score_so_far() -> None:
    """Holes played so far, the first hole of a round and scores before and after a visit are not added up."""
    assert counts("PGA", "live", "players", sf.live("2024-06-16", "PGA", table="players")) == ["to_par", "strokes"]
    turns = sf.live("2024-12-28", "DARTS", table="turns")
    assert counts("DARTS", "live", "turns", turns) == ["earned_score"]


@pytest.mark.parametrize(
    ("sport", "resource", "table", "names"),
    [
        ("NFL", "play-by-play", "plays", ["yards_gained", "return_yards"]),
        ("NBA", "play-by-play", "plays", ["points"]),
        ("MLB", "play-by-play", "plays", ["runs", "rbi", "pitches", "strikes"]),
        ("MLB", "play-by-play", "participants", []), ("NFL", "live", "field_goals", []),
        ("NFL", "live", "games", ["away_score", "home_score"]),
        ("MLB", "live", "games", ["away_score", "home_score"]),
        ("NCAABB", "live", "games", ["away_score", "home_score"]),
        ("NFL", "player-info", "players", []), ("NCAABB", "schedule", "games", []), ("PGA", "schedule", "courses", []),
        ("NBA", "depth-charts", "depth_charts", []), ("PGA", "live", "players", ["to_par", "strokes"]),
        ("NCAAFB", "team-info", "teams", []), ("DARTS", "live", "throws", ["score"]),
    ],
)  # fmt: skip
def test_what_adds_up(sport: str, resource: str, table: str, names: list[str]) -> None:
    """Counts are added up; how things stand, which one it is and how large somebody is are not."""
    frame = pd.DataFrame(
        {column.name: pd.Series(dtype=arrays.dtype(column)) for column in layout(sport, resource, table).columns}
    )
    assert counts(sport, resource, table, frame) == names


@pytest.mark.parametrize(
    ("sport", "days"), [("NFL", ("2023-10-01", "2023-10-09")), ("MLB", ("2024-06-01", "2024-06-03"))]
)
def test_who_takes_part_twice_in_a_play_is_no_repeat(sport: Any, days: tuple[str, str]) -> None:
    """Rows of one player in one play differ in what he did; a range that was joined twice is told."""
    frame = sf.play_by_play(days, sport, table="participants", progress=False)
    assert frame.duplicated(["game_id", "sequence", "player_id"]).any()
    frame.sports.totals()
    with pytest.warns(sf.SportsframeWarning, match=r"a second time.*df\.drop_duplicates\(keep='last'\)"):
        pd.concat([frame, frame.head(100)]).sports.totals()


def test_totals_name_the_latest_team() -> None:
    """A player who moved is listed with the team of his last game, in whichever order the rows stand."""
    days = pd.to_datetime(["2024-06-08", "2024-06-02", "2024-06-05"], utc=True)
    rows = [{"player_id": 7, "player": "A", "hits": 2, "team": team, "game_id": team} for team in ("C", "A", "B")]
    lines = frame("MLB", "batting", *rows).assign(game_time=days)

    for order in ([0, 1, 2], [1, 2, 0], [2, 0, 1]):
        assert sf.measures.totals(lines.iloc[order])[["team", "hits"]].to_numpy().tolist() == [["C", 6]]
