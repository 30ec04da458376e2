"""Measures of golf: events, courses and purses."""

from __future__ import annotations

import math
import re

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf
from sportsframe._frames.arrays import places
from sportsframe.catalog import layout
from sportsframe.errors import QueryError, SportsframeWarning
from sportsframe.measures import measure, measures
from sportsframe.measures.golf import by_strokes, purse
from sportsframe.servers.rankings import leaders

from ..support.lines import frame, plain


def test_the_cuts_made_of_a_season() -> None:
    """Starts without the cuts missed and the withdrawals; seasons are added before they are divided."""
    starts = [{"games_played": 20, "cuts": 4, "withdrawals": 1}, {"games_played": 5, "cuts": 1, "withdrawals": 0}]
    rows = [
        {"player_id": 1, "season": season, "part": "regular_season", **row}
        for season, row in zip(("2023", "2024"), starts, strict=True)
    ]
    stats = frame("PGA", "season", *rows, resource="player-stats")
    assert measure(stats, "cuts_made").tolist() == [15, 4]
    assert measure(stats, "cuts_made_pct").tolist() == [75, 80]
    assert measure(stats, "cuts_made_pct", by="player_id").tolist() == [76]


def test_golfers_over_events() -> None:
    """Finished rounds only; cuts made are of events; places are those of finished tournaments."""
    full = [f"round_{n}" for n in range(1, 5)]
    rows = [
        {"game_id": "a", "status": "active", "position": 1, **dict(zip(full, (70, 68, 66, 68)))},
        {"game_id": "b", "status": "cut", **dict(zip(full, (75, 74)))},
        {"game_id": "c", "status": "active", "position": 10, **dict(zip(full, (70, 70, 70, 71)))},
        {"game_id": "d", "status": "active", "position": 1, "round_1": 60},
        {"game_id": "e", "status": "active", "position": 11, **dict(zip(full, (70, 70, 71, 71)))},
        {"game_id": "f", "status": "active", "position": 2, **dict(zip(full, (68, 68, 67, 66)))},
    ]
    lines = frame("PGA", "players", *({"player_id": 1, **row} for row in rows))
    over = lines[lines["game_id"] != "d"]

    assert measure(over, "rounds_played", by="player_id").tolist() == [18]
    assert measure(over, "scoring_average", by="player_id").tolist() == pytest.approx(
        [(272 + 149 + 281 + 282 + 269) / 18]
    )
    assert measure(over, "cuts_made_pct", by="player_id").tolist() == pytest.approx([80])
    assert measure(over, "wins", by="player_id").tolist() == [1]
    assert measure(over, "top_10s", by="player_id").tolist() == [3]
    # A tournament in its second round has no winner yet.
    assert measure(lines, "wins").isna().tolist() == [False, False, False, True, False, False]


@pytest.mark.parametrize("now", ["2023-07-20T22:00", "2023-07-21T22:00"])
def test_nobody_has_won_or_not_won_a_tournament_in_play(now: str) -> None:
    """After the first round, and after the cut, also those who are out have no wins of it, neither one nor none."""
    with sf.options(now=now):
        lines = sf.live("2023-07-20", "PGA", table="players")
    assert {"withdrawn", "active"} <= set(lines["status"])
    assert set(lines["phase"]) == {"live"}

    for name in ("wins", "top_10s"):
        assert measure(lines, name).isna().all()
        with pytest.raises(sf.QueryError, match=f"nobody has {name}, .* finished events"):
            sf.measures.leaders(lines, name, 3)


def test_a_tournament_that_ended_early_has_a_winner() -> None:
    """Once it is finished the place counts, however many rounds were played; in a play-off there is none yet."""
    rounds = {f"round_{n}": 70 for n in range(1, 5)}
    early = {name: score for name, score in rounds.items() if name != "round_4"}
    lines = frame(
        "PGA", "players",
        {"player_id": 1, "game_id": "a", "phase": "finished", "status": "active", "position": 1, **early},
        {"player_id": 2, "game_id": "a", "phase": "finished", "status": "active", "position": 2, **early},
        {"player_id": 3, "game_id": "b", "phase": "live", "status": "active", "position": 1, **rounds},
        {"player_id": 4, "game_id": "b", "phase": "live", "status": "active", "position": 1, **rounds},
    )  # fmt: skip

    assert measure(lines, "wins").tolist() == [1, 0, pd.NA, pd.NA]


@pytest.mark.parametrize(
    ("status", "made"),
    [
        ("active", 100),
        ("cut", 0),
        ("withdrawn", 0),
        ("WD", 0),
        ("disqualified", 0),
        ("dq", 0),
        ("CUT", 0),
        ("Missed cut", 0),
        ("DNS", 0),
    ],
)
def test_who_left_did_not_make_the_cut(status: str, made: int) -> None:
    """Whatever word the service has for it."""
    rounds = {f"round_{n}": 70 for n in range(1, 5 if made else 3)}
    lines = frame("PGA", "players", {"player_id": 1, "game_id": "a", "status": status, "position": 5, **rounds})
    assert measure(lines, "cuts_made_pct", by="player_id").tolist() == [made]
    assert measure(lines, "top_10s", by="player_id").fillna(0).tolist() == [int(made > 0)]


def test_a_second_cut_is_a_cut_made() -> None:
    """Who made the cut and did not finish has made it, and has neither won nor a place among the first ten."""
    rounds = {f"round_{n}": 70 for n in range(1, 4)}
    whole = {**rounds, "round_4": 70}
    lines = frame(
        "PGA", "players",
        {"player_id": 1, "game_id": "a", "status": "MDF", "position": 3, **rounds},
        {"player_id": 2, "game_id": "a", "status": "active", "position": 1, **whole},
    )  # fmt: skip
    assert measure(lines, "cuts_made_pct", by="player_id").tolist() == [100, 100]
    assert measure(lines, "top_10s", by="player_id").tolist() == [0, 1]


@pytest.mark.parametrize(("scores", "follow"), [((-9, -7, -7), True), ((-7, -9, -8), False), ((-9, -8, -7), False)])
def test_places_follow_the_strokes_unless_points_decide(scores: tuple[int, ...], follow: bool) -> None:
    """Who shares a place has as many strokes, and who is behind has more."""
    lines = [
        {"player_id": n, "game_id": "a", "status": "active", "position": place, "to_par": score}
        for n, (place, score) in enumerate(zip((1, 2, 2), scores, strict=True))
    ]
    assert by_strokes(frame("PGA", "players", *lines)) is follow


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("status", "printed"), [("cut", "CUT"), ("mdf", "MDF"), ("WD", "WD"), ("Disqualified", "DQ"), ("dns", "DNS")]
)
def test_who_left_is_said_alike_everywhere(status: str, printed: str) -> None:
    """In the column place, on the printed leaderboard, on the plot, and in what is left out of the leaders."""
    field = sf.live("2024-06-16", "PGA", table="players")
    gone = field.index == field["position"].astype(float).nsmallest(6).index[-1]
    field = field.assign(status=field["status"].mask(gone, status))

    shown = field.sports.show(rows=200).sections[0].frame
    assert shown.loc[shown["player"] == field.loc[gone, "player"].iloc[0], "POS"].tolist() == [printed]
    ax = field[field["position"].notna()].sports.plot.leaderboard(top=80)
    name = field.loc[gone, "player"].iloc[0].split()[-1]
    assert [text.split()[-1] for text in (t.get_text() for t in ax.get_yticklabels()) if name in text] == [printed]
    cells = places(field["position"], field["status"].tolist(), np.zeros(len(field), dtype=np.intp))
    assert pd.Series(cells)[gone].tolist() == [printed]
    assert set(field.loc[gone, "player_id"]).isdisjoint(
        leaders(field, "PGA", "live", "players", "strokes")[0]["player_id"]
    )


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$20,000,000", 20_000_000, "$"), ("$20 million", 20_000_000, "$"), ("$8.7m", 8_700_000, "$"),
        ("$1.250 million", 1_250_000, "$"),
        ("€1,500,000", 1_500_000, "€"), ("EUR 2,000,000", 2_000_000, "EUR"), ("2,000,000 GBP", 2_000_000, "GBP"),
        ("$750k", 750_000, "$"), ("TBD", None, None), ("", None, None), ("1.234.567,00", None, None),
        ("1.234", None, None), ("$1,23", None, None), (None, None, None),
        ("$20 mil", None, None), ("5 mil", None, None), ("20 mio", None, None), ("3 bln", None, None),
        ("mil 5", None, None), ("USD 8.7m", 8_700_000, "USD"), ("R2,000,000", 2_000_000, "R"),
        ("$" + "9" * 400, None, None), (f"${'9' * 305} million", None, None),
    ],
)  # fmt: skip
def test_purses(text: str | None, amount: int | None, currency: str | None) -> None:
    """A symbol or code, a number with commas, a scale; what is ambiguous stays text and has no amount."""
    found = purse(text)

    assert (None if math.isnan(found[0]) else found[0], found[1]) == (amount, currency)


def test_purses_add_up_in_one_currency_only() -> None:
    """A group of two currencies has no sum; the currency itself is text."""
    tour = frame(
        "PGA", "tournaments",
        *({"game_id": f"2024_{i}", "purse": text, "country": land} for i, (text, land) in
          enumerate((("$2,000,000", "a"), ("$1 million", "a"), ("€1 million", "b"), ("$1m", "b"), ("TBD", "c")))),
        resource="schedule",
    )  # fmt: skip
    found = measure(tour, "purse_amount", by="country")

    assert found.pipe(plain) == {"a": 3_000_000, "b": None, "c": None}
    assert measure(tour, "purse_currency").tolist()[:3] == ["$", "$", "€"]
    assert measure(tour, "purse_currency").isna().tolist()[-1]


def test_courses_of_a_tournament() -> None:
    """Number, par and length over the courses, from courses= or grouped; the mean par is that of a round."""
    tour = frame("PGA", "tournaments", {"game_id": "2024_901"}, {"game_id": "2024_902"}, resource="schedule")
    courses = frame("PGA", "courses", {"game_id": "2024_901", "par": 72, "yards": 7555},
                    {"game_id": "2024_901", "par": 71, "yards": 7000}, resource="schedule")  # fmt: skip
    with pytest.warns(SportsframeWarning, match="missing for 1 of 2 rows: courses= does not have those tournaments"):
        found = measures(tour, courses=courses)

    assert found[["course_count", "par_total", "yards_total"]].iloc[0].tolist() == [2, 143, 14555]
    assert found["par_mean"].tolist() == [71.5, pd.NA]
    assert measure(courses, "par_total", by="game_id").pipe(plain) == {"2024_901": 143}
    with pytest.raises(QueryError, match="requires courses="):
        measure(tour, "par_total")


def test_nobody_has_won_before_the_last_putt() -> None:
    """While one player has not finished the fourth round nobody has a place; who missed the cut is not waited for."""
    whole = {f"round_{n}": 70 for n in range(1, 5)}
    three = {f"round_{n}": 70 for n in range(1, 4)}
    lines = frame(
        "PGA", "players",
        {"player_id": 1, "game_id": "a", "status": "active", "position": 1, **whole},
        {"player_id": 2, "game_id": "a", "status": "active", "position": 2, **three},
        {"player_id": 3, "game_id": "a", "status": "cut", "position": None, **three},
        {"player_id": 1, "game_id": "b", "status": "active", "position": 1, **whole},
        {"player_id": 3, "game_id": "b", "status": "cut", "position": None, **three},
    )  # fmt: skip
    assert measure(lines, "wins", by="game_id").fillna(0).to_dict() == {"a": 0, "b": 1}
    assert measure(lines, "top_10s", by="game_id").fillna(0).to_dict() == {"a": 0, "b": 1}
    over = lines.assign(round_4=lines["round_4"].fillna(70))
    assert measure(over, "wins", by="game_id").to_dict() == {"a": 1, "b": 1}


@pytest.mark.parametrize("now", ["2024-06-14T19:00", "2024-06-16T19:00"])
def test_whoever_leads_in_play_is_ranked_first(capsys: pytest.CaptureFixture[str], now: str) -> None:
    """All who are still in are ranked by their score, however far they have come; strokes would favor the last."""
    with sf.options(now=now):
        field = sf.live("today", "PGA", table="players")
    board = field.sports.leaders("to_par", 5)
    still = field[field["status"].eq("active").fillna(value=False)]
    assert board["to_par"].tolist() == still["to_par"].nsmallest(len(board)).tolist()
    assert set(board.loc[board["rank"] == 1, "player_id"]) == set(
        still.loc[still["to_par"] == still["to_par"].min(), "player_id"]
    )
    if gone := int((~field["status"].eq("active").fillna(value=False)).sum()):
        assert f"ranks those who are still in, without {gone} who were cut, withdrawn" in capsys.readouterr().err
    with pytest.raises(QueryError, match=r'as the round is being played; write leaders\("to_par"\)'):
        field.sports.leaders("strokes", 5)


def test_strokes_are_ranked_among_those_who_played_as_many(capsys: pytest.CaptureFixture[str]) -> None:
    """The winner leads in strokes, not who withdrew; one line says so. Several tournaments are refused."""
    field = sf.live("2024-06-16", "PGA", table="players")
    winner = field.loc[field["position"] == 1, "player_id"].tolist()
    last = field.index[field["round_4"].notna()][-1]
    field.loc[last, ["strokes", "round_4"]] = [field.loc[last, "strokes"] - field.loc[last, "round_4"], pd.NA]
    for name in ("strokes", "to_par"):
        assert field.sports.leaders(name, 1)["player_id"].tolist() == winner
    fewer = int((field[["round_1", "round_2", "round_3", "round_4"]].notna().sum(axis=1) < 4).sum())
    assert f"ranks those who played 4 rounds, without {fewer} others" in capsys.readouterr().err
    assert field.sports.leaders("strokes", 1, ascending=True)["strokes"].tolist() == [field["strokes"].min()]
    month = sf.live(("2024-06-01", "2024-06-30"), "PGA", table="players")
    for several, average in (
        (month, "scoring_average"),
        (sf.player_stats(2024, "PGA"), '"scoring_average") of box scores'),
    ):
        with pytest.raises(QueryError, match=f"least for whoever played least; use .*{re.escape(average)}"):
            several.sports.leaders("strokes", 1)
    with pytest.raises(QueryError, match="least for whoever played least"):
        month.sports.leaders("strokes", 1, per="game")


TIED = [column.name for column in layout("PGA", "live", "players").columns if column.tied_by == "position"]
"""The score of a tournament, of which the official places decide the ties."""

PLAYOFFS = ["2025-03-02", "2022-08-07", "2025-03-30"]
"""Days on which one of two players won a playoff, one of three pairs, and one of three players."""


def _field(day: str, now: str = "2025-09-01") -> pd.DataFrame:
    with sf.options(source="simulated", now=now):
        return sf.live(day, "PGA", table="players", day="league").dropna(subset=["position"])


@pytest.mark.parametrize("name", TIED)
@pytest.mark.parametrize("day", PLAYOFFS)
def test_official_places_decide_ties_of_the_score(day: str, name: str) -> None:
    """The winner of a playoff is first, and all have the official place, as in any tournament that is over."""
    field = _field(day)
    assert field[name].eq(field[name].min()).sum() > field["position"].eq(1).sum()
    held = field.set_index("player_id")["position"]
    agents, order, note = leaders(field, "PGA", "live", "players", name)
    for board in (field.sports.leaders(name, 200), agents):
        assert board["rank"].tolist() == held[board["player_id"]].tolist() == sorted(held)
    assert (order, note) == ("lowest", "the official places decide between equal scores")
    backwards = leaders(field, "PGA", "live", "players", name, order="highest")[0]
    assert held[backwards["player_id"].iloc[-1]] == 1


def test_equal_scores_are_ties_while_a_tournament_is_in_play() -> None:
    """Whatever the places are, they are not official before the end; partners are ranked as one from the first day."""
    for day in PLAYOFFS:
        field = _field(day).assign(phase="live")
        for board in (field.sports.leaders("to_par", 200), leaders(field, "PGA", "live", "players", "to_par")[0]):
            assert board["rank"].eq(1).sum() == board["to_par"].eq(board["to_par"].min()).sum() > 1
        assert "official" not in leaders(field, "PGA", "live", "players", "to_par")[2]
    pairs = _field("2025-04-24", now="2025-04-25T02:00")
    board = pairs.sports.leaders("to_par", 200)
    assert board["rank"].tolist() == sorted(pairs["position"])


def test_places_do_not_decide_between_equal_sums(capsys: pytest.CaptureFixture[str]) -> None:
    """Sums over two tournaments that are equal are ties: neither tournament decides between them."""
    both = pd.concat([_field(day) for day in PLAYOFFS[::2]])
    board = both.sports.leaders("to_par", 200)
    assert board["rank"].tolist() == board["to_par"].rank(method="min").tolist()
    assert board["rank"].duplicated().any()
    assert "places" not in capsys.readouterr().err


def test_points_do_not_decide_between_equal_scores(capsys: pytest.CaptureFixture[str]) -> None:
    """Where places go by points, a ranking by strokes has ties, and says by what the tournament was decided."""
    field = _field("2025-07-20").query("game_id == '2025_933'")
    board = field.sports.leaders("to_par", 200)
    assert board["rank"].tolist() == board["to_par"].rank(method="min").tolist()
    assert "ranks by to_par; the tournament has places by points, not by strokes" in capsys.readouterr().err
    agents, _, note = leaders(field, "PGA", "live", "players", "to_par")
    assert agents["rank"].tolist() == board["rank"].tolist()
    assert note == "places by points, not by strokes"


@pytest.mark.parametrize(("least", "refused"), [(0, True), (-1, False)])
def test_a_sum_below_par_says_what_is_meant(least: int, refused: bool) -> None:
    """Scores to par of a season lead by the least only if one is below par; otherwise who played least would lead."""
    stats = sf.player_stats(2023, "PGA").query("part == 'regular_season'")
    stats = stats.assign(to_par=stats["to_par"].clip(lower=least))
    if refused:
        with pytest.raises(QueryError, match="least for whoever played least"):
            stats.sports.leaders("to_par", 1)
    else:
        assert stats.sports.leaders("to_par", 1)["to_par"].tolist()[0] == least


PAIRS = "2024-04-28"
"""The last day of a tournament of pairs, whose first round begins at 11:50 on April 25."""


@pytest.mark.parametrize("now", ["2024-04-25T13:00", "2024-04-26T17:00", "2024-05-10"])
def test_partners_share_their_place_with_nobody(now: str) -> None:
    """A pair that is alone on its place has no T, from the first holes on; two pairs have, as on the leaderboard."""
    with sf.options(source="simulated", now=now):
        field = sf.live(PAIRS, "PGA", table="players")
    field = field[field["place"].notna() & field["position"].notna()]
    size = field.groupby("position")["place"].transform("size")
    assert {2, 4} <= set(size)
    assert (field["place"].str.startswith("T") == (size > 2)).all()
    (section,) = field.sports.show(rows=200).sections
    assert sorted(section.frame["POS"]) == sorted(field["place"])


def test_before_the_next_round_stands_its_tee_time() -> None:
    """Whoever has finished a round and waits for the next one has no holes in it yet; the data keeps 18 until then."""
    shown = {}
    for now in ("2024-04-25T18:00", "2024-04-26T11:00", "2024-04-26T17:00"):
        with sf.options(source="simulated", now=now):
            field = sf.live(PAIRS, "PGA", table="players")
        shown[now] = field.sports.show(rows=200, zone="America/New_York").sections[0].frame.set_index("player")
    before, waiting, playing = shown.values()
    assert set(before["THRU"]) <= {"", *map(str, range(19))}
    still = waiting["POS"] != "WD"
    assert waiting.loc[still, "THRU"].str.fullmatch(r"\d\d:\d\d EDT").all()
    assert set(playing.loc[playing["R2"] != "", "THRU"]) == {"18"}
