"""Analyses of whole leagues, with every figure worked out again from the records as the service sends them.

The analyses of tests/test_analyses.py take at most five lines of pandas; so do these. What they are compared with
reads nothing but the JSON of the responses: no table, no measure, no column that the package derives.
"""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

import sportsframe as sf

NBA_WEEK = ("2024-12-03", "2024-12-06")
NFL_WEEKS = ("2024-11-03", "2024-11-10")
NHL_DAYS = ("2024-12-05", "2024-12-07")

Side = dict[str, Any]


def records(days: tuple[str, str], sport: sf.CheckedSport, league: Any = None) -> Iterator[dict[str, Any]]:
    """The games of the days, as sent."""
    for day in pd.date_range(*days):
        body = sf.raw(day.date(), sport, league=league)
        yield from json.loads(body)["data"][league or sport] if body else ()


def sides(games: Iterator[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str, Side, Side]]:
    """Each side of each game, and its opponent."""
    for game in games:
        box = game["full_box"]
        yield game, "away_team", box["away_team"], box["home_team"]
        yield game, "home_team", box["home_team"], box["away_team"]


def sums(games: Iterator[dict[str, Any]]) -> dict[int, Counter[str]]:
    """Team statistics by team, those of the opponents with "opp_"."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for _, _, own, other in sides(games):
        own_sums = found[own["team_id"]]
        own_sums.update(own["team_stats"])
        own_sums.update({f"opp_{name}": value for name, value in other["team_stats"].items()})
    return found


def seconds(clock: str) -> int:
    minutes, rest = clock.split(":")
    return 60 * int(minutes) + int(rest)


def results(games: Iterator[dict[str, Any]]) -> dict[int, Counter[str]]:
    """Wins, losses, draws, points scored and allowed of each team."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for _, _, own, other in sides(games):
        won = "wins" if own["score"] > other["score"] else "losses" if own["score"] < other["score"] else "draws"
        found[own["team_id"]].update({won: 1, "for": own["score"], "against": other["score"]})
    return found


def test_table_of_ten_days_of_the_epl() -> None:
    """Three points a win and one a draw, then goal difference and goals."""
    days = ("2024-11-01", "2024-11-10")
    table = sf.live(days, "SOCCER", league="EPL", progress=False).sports.standings()

    found = results(records(days, "SOCCER", "EPL"))
    points = {team: 3 * own["wins"] + own["draws"] for team, own in found.items()}
    assert table.set_index("team_id")["points"].to_dict() == points
    order = [(points[team], found[team]["for"] - found[team]["against"], found[team]["for"])
             for team in table["team_id"]]  # fmt: skip
    assert order == sorted(order, reverse=True)


@pytest.mark.filterwarnings("ignore:standings.*the frame lacks games of the regular season")
def test_table_of_the_nba_with_and_without_teams() -> None:
    """The records are the same; teams= adds the divisions, as each side of a game names its own."""
    games, teams = (sf.live(NBA_WEEK, "NBA", table=table, progress=False) for table in ("games", "teams"))
    plain, grouped = games.sports.standings(), games.sports.standings(teams=teams)

    found = results(records(NBA_WEEK, "NBA"))
    for table in (plain, grouped):
        own = table.set_index("team_id")
        assert own["wins"].to_dict() == {team: one["wins"] for team, one in found.items()}
        assert own["losses"].to_dict() == {team: one["losses"] for team, one in found.items()}
    assert "division" not in plain
    divisions = {own["team_id"]: own["division_name"] for _, _, own, _ in sides(records(NBA_WEEK, "NBA"))}
    assert grouped.set_index("team_id")["division"].to_dict() == divisions


def test_four_factors_of_teams() -> None:
    """Shooting, turnovers, rebounds and free throws of a week, from sums of the games."""
    teams = sf.live(NBA_WEEK, "NBA", table="teams", progress=False)
    found = teams.sports.measures(by="team_id")[["efg_pct", "tov_pct", "orb_pct", "ft_rate"]].astype(float)

    for team, s in sums(records(NBA_WEEK, "NBA")).items():
        shots = s["field_goals_attempted"]
        assert found.loc[team].tolist() == pytest.approx([
            100 * (s["field_goals_made"] + s["three_points_made"] / 2) / shots,
            100 * s["turnovers"] / (shots + 0.44 * s["free_throws_attempted"] + s["turnovers"]),
            100 * s["offensive_rebounds"] / (s["offensive_rebounds"] + s["opp_defensive_rebounds"]),
            s["free_throws_made"] / shots,
        ])  # fmt: skip


def test_usage_of_players_in_a_game_with_and_without_teams() -> None:
    """The share of the team's possessions that a player ended while on the floor; teams= does not change it."""
    players, teams = (sf.live("2024-12-05", "NBA", table=table) for table in ("players", "teams"))
    alone, told = (players.sports.measure("usage_pct", **given) for given in ({}, {"teams": teams}))

    own: dict[tuple[str, int], float] = {}
    for game, side, _, _ in sides(records(("2024-12-05", "2024-12-05"), "NBA")):
        lines = game["player_box"][side]
        ended = {who: one["field_goals_attempted"] + 0.44 * one["free_throws_attempted"] + one["turnovers"]
                 for who, one in lines.items()}  # fmt: skip
        played = {who: seconds(one["minutes"]) for who, one in lines.items() if one.get("minutes")}
        for who, time in played.items():
            if time:
                share = ended[who] * sum(played.values()) / 5 / (time * sum(ended.values()))
                own[game["game_ID"], int(who)] = 100 * share
    keys = pd.MultiIndex.from_frame(players[["game_id", "player_id"]])
    for found in (alone, told):
        assert found.set_axis(keys).dropna().to_dict() == pytest.approx(own)


@pytest.mark.filterwarnings("ignore:standings.*the frame lacks games of the regular season")
@pytest.mark.parametrize("by", ["league", "conference", "division"])
def test_standings_of_the_nfl_by_groups(by: Any) -> None:
    """Wins of each team; ranks count from one in each group, and nobody with fewer wins stands first."""
    games, teams = (sf.live(NFL_WEEKS, "NFL", table=table, progress=False) for table in ("games", "teams"))
    table = games.sports.standings(teams=teams, by=by)

    found = results(records(NFL_WEEKS, "NFL"))
    names = {own["team_id"]: own["division_name"] for _, _, own, _ in sides(records(NFL_WEEKS, "NFL"))}
    group = {"league": lambda team: "", "conference": lambda team: names[team].split(" - ")[0], "division": names.get}
    groups: dict[Any, list[tuple[int, int]]] = defaultdict(list)
    for row in table.itertuples():
        assert (row.wins, row.losses) == (found[row.team_id]["wins"], found[row.team_id]["losses"])
        groups[group[by](row.team_id)].append((row.rank, row.team_id))
    assert len(groups) == {"league": 1, "conference": 2, "division": 8}[by]
    for members in groups.values():
        assert sorted(rank for rank, _ in members) == list(range(1, len(members) + 1))


def test_fantasy_points_and_snaps_of_a_week() -> None:
    """Fantasy points are summed as sent; the share of snaps is of the most offensive snaps of the side."""
    lines = sf.live(NFL_WEEKS, "NFL", table="players", progress=False)
    points = lines.groupby("player_id")["fantasy_points"].sum()
    shares = lines.assign(share=lines.sports.measure("snap_share_pct")).set_index(["game_id", "player_id"])["share"]

    sent: Counter[int] = Counter()
    snaps: dict[tuple[str, int], float] = {}
    for game, side, _, _ in sides(records(NFL_WEEKS, "NFL")):
        own = game["player_box"][side]
        sent.update({int(who): one.get("X_fantasy_points") or 0 for who, one in own.items()})
        offense = {int(who): one["snap_counts"]["offense"] for who, one in own.items() if "snap_counts" in one}
        snaps.update({(game["game_ID"], who): 100 * n / max(offense.values()) for who, n in offense.items()})
    assert points.to_dict() == pytest.approx({who: sent[who] for who in points.index})
    assert shares.dropna().to_dict() == pytest.approx(snaps)


def test_points_leaders_power_plays_and_goals_saved_in_the_nhl() -> None:
    """Goals and assists of skaters, power plays of teams, and goals saved above the average of the days."""
    skaters, teams, goalies = (
        sf.live(NHL_DAYS, "NHL", table=t, progress=False) for t in ("skaters", "teams", "goalies")
    )
    leaders = skaters.sports.leaders("points", 10)
    power = teams.sports.measure("power_play_pct", by="team_id").dropna()
    saved = goalies.sports.measure("gsaa", by="player_id")

    points: Counter[int] = Counter()
    shots: Counter[int] = Counter()
    allowed: Counter[int] = Counter()
    for game, side, _, _ in sides(records(NHL_DAYS, "NHL")):
        box = game["player_box"][side]
        points.update({int(who): one["goals"] + one["assists"] for who, one in box["skaters"].items()})
        shots.update({int(who): one["shots_against"] for who, one in box["goalies"].items()})
        allowed.update({int(who): one["goals_allowed"] for who, one in box["goalies"].items()})
    assert leaders["points"].tolist() == sorted(points.values(), reverse=True)[: len(leaders)]
    assert all(points[row.player_id] == row.points for row in leaders.itertuples())
    own = sums(records(NHL_DAYS, "NHL"))
    assert power.to_dict() == pytest.approx(
        {team: 100 * s["power_plays_converted"] / s["power_plays"] for team, s in own.items() if s["power_plays"]}
    )
    average = sum(allowed.values()) / sum(shots.values())
    assert saved.to_dict() == pytest.approx({who: n * average - allowed[who] for who, n in shots.items()})


def test_averages_checkouts_and_holds_in_darts() -> None:
    """Average by leg, share of checkouts, and legs won by who threw first, from the throws as sent."""
    throws, players, legs = (sf.live("2024-12-28", "DARTS", table=table) for table in ("throws", "players", "legs"))
    averages = throws.sports.measure("three_dart_average", by=["game_id", "set", "leg", "player_id"])
    checkouts = players.sports.measure("checkout_pct", by="player_id").dropna()
    held = (legs["winner_id"] == legs["first_thrower_id"]).mean()

    scored: dict[tuple[Any, ...], list[int]] = defaultdict(lambda: [0, 0])
    tries: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    holds = []
    for game in records(("2024-12-28", "2024-12-28"), "DARTS"):
        for player in game["players"]:
            tries[player["ID"]][0] += player["match_stats"]["checkouts_made"]
            tries[player["ID"]][1] += player["match_stats"]["checkout_total"]
        for leg in game["leg_breakdown"]:
            for turn in leg["turns"]:
                for who, visit in turn.items():
                    total = scored[game["game_ID"], leg["set"], leg["leg"], int(who)]
                    total[0] += visit["earned_score"]
                    total[1] += len(visit["throws"])
            # Whoever throws first and wins leaves the other without a visit in the last turn.
            holds.append(len(leg["turns"][-1]) == 1)
    assert averages.to_dict() == pytest.approx({key: 3 * points / n for key, (points, n) in scored.items()})
    assert checkouts.to_dict() == pytest.approx({who: 100 * made / n for who, (made, n) in tries.items() if n})
    assert held == pytest.approx(np.mean(holds))


def test_scores_of_throws_over_some_days_of_darts() -> None:
    """The throws of days are all there, and add up to what was thrown."""
    days = ("2024-12-26", "2024-12-29")
    throws = sf.live(days, "DARTS", table="throws", progress=False)
    maximums = throws[throws["score"] == 60].groupby("player_id").size()

    sent: Counter[int] = Counter()
    count = 0
    for game in records(days, "DARTS"):
        for turn in (turn for leg in game["leg_breakdown"] for turn in leg["turns"]):
            for who, visit in turn.items():
                sent[int(who)] += sum(one["score"] == 60 for one in visit["throws"])
                count += len(visit["throws"])
    assert len(throws) == count
    assert maximums.to_dict() == {who: n for who, n in sent.items() if n}


def test_elo_of_darts_players() -> None:
    """A rating moves by k times what was scored beyond what was expected, in order of the games."""
    games = sf.live(("2024-12-26", "2024-12-29"), "DARTS", progress=False)
    rated = games.sports.elo(k=32).set_index("game_id")

    ratings: dict[int, float] = defaultdict(lambda: 1500.0)
    ended = sorted(records(("2024-12-26", "2024-12-29"), "DARTS"), key=lambda game: pd.Timestamp(game["game_time"]))
    for game in ended:
        first, second = (player["ID"] for player in game["players"])
        expected = 1 / (1 + 10 ** ((ratings[second] - ratings[first]) / 400))
        (winner,) = (int(who) for who, one in game["leg_breakdown"][-1]["turns"][-1].items() if one["end_score"] == 0)
        row = rated.loc[game["game_ID"]]
        assert row["elo_prob_pct"] == pytest.approx(
            100 * expected if row["player_1_id"] == first else 100 - 100 * expected
        )
        shift = 32 * ((winner == first) - expected)
        ratings[first] += shift
        ratings[second] -= shift


def test_log_loss_of_chances_of_the_nfl() -> None:
    """Minus the mean logarithm of the chance that was given to what happened; fair coins lose log 2."""
    rated = sf.live(NFL_WEEKS, "NFL", progress=False).sports.elo()
    chances, won = rated["elo_prob_pct"] / 100, (rated["home_score"] > rated["away_score"]).astype(float)

    by_hand = [-math.log(p if y else 1 - p) for p, y in zip(chances.tolist(), won.tolist(), strict=True)]
    assert sf.measures.log_loss(chances, won) == pytest.approx(sum(by_hand) / len(by_hand))
    assert sf.measures.log_loss([0.5] * 8, [0, 1] * 4) == pytest.approx(math.log(2))


def test_simple_ratings_of_the_nba() -> None:
    """A simple rating is the mean margin plus the mean rating of the opponents; the mean of all is nothing."""
    days = ("2024-11-27", "2024-12-06")
    rated = sf.measures.srs(sf.live(days, "NBA", progress=False))["srs"].dropna()

    margins: dict[int, list[int]] = defaultdict(list)
    met: dict[int, list[int]] = defaultdict(list)
    for _, _, own, other in sides(records(days, "NBA")):
        margins[own["team_id"]].append(own["score"] - other["score"])
        met[own["team_id"]].append(other["team_id"])
    assert len(rated) == 30
    for team, value in rated.items():
        assert value == pytest.approx(np.mean(margins[team]) + np.mean([rated[one] for one in met[team]]), abs=1e-4)


def test_standings_of_college_football() -> None:
    """Wins and losses of each team of a day, guests too."""
    table = sf.live("2024-11-09", "NCAAFB").sports.standings().set_index("team_id")
    found = results(records(("2024-11-09", "2024-11-09"), "NCAAFB"))
    assert table["wins"].to_dict() == {team: own["wins"] for team, own in found.items()}
    assert table["losses"].to_dict() == {team: own["losses"] for team, own in found.items()}


def test_the_college_tournament() -> None:
    """The games of a bracket carry region, round and seeds as sent; the better seeds win more often than not."""
    days = ("2024-03-21", "2024-03-22")
    games = sf.live(days, "NCAABB", progress=False)
    seeded = games.dropna(subset=["away_team_seed", "home_team_seed"])

    sent = {game["game_ID"]: game for game in records(days, "NCAABB")}
    assert len(games) == len(sent) >= len(seeded) > 25
    for row in seeded.itertuples():
        game = sent[row.game_id]
        assert row.region == game["region"]
        assert game["round"] is None if pd.isna(row.round) else row.round == game["round"]
        seeds = [game[f"{side}_seed"] for side in ("away_team", "home_team")]
        assert [row.away_team_seed, row.home_team_seed] == seeds
    better = seeded["home_team_seed"] < seeded["away_team_seed"]
    assert ((seeded["home_score"] > seeded["away_score"]) == better)[
        seeded["home_team_seed"] != seeded["away_team_seed"]
    ].mean() > 0.5


def test_travel_of_baseball_teams() -> None:
    """Kilometers of a great circle between venues of successive games, and whole days without one."""
    days = ("2024-06-01", "2024-06-03")
    log = sf.schedule(days, "MLB", progress=False).sports.games_log().set_index(["team_id", "game_id"])

    last: dict[int, tuple[float, float]] = {}
    games: list[dict[str, Any]] = []
    for day in pd.date_range(*days):
        games += json.loads(sf.raw(day.date(), "MLB", resource="schedule"))["data"]["MLB"]
    for game in sorted(games, key=lambda game: pd.Timestamp(game["game_time"])):
        venue = game["arena"] if isinstance(game.get("arena"), dict) else game
        here = (math.radians(float(venue["latitude"])), math.radians(float(venue["longitude"])))
        if game["status"] == "postponed":
            continue
        for team in (game["away_team_ID"], game["home_team_ID"]):
            told = log.loc[(team, game["game_ID"]), "distance_km"]
            if team in last:
                there = last[team]
                half = math.sin((here[0] - there[0]) / 2) ** 2
                half += math.cos(here[0]) * math.cos(there[0]) * math.sin((here[1] - there[1]) / 2) ** 2
                assert told == pytest.approx(2 * 6371 * math.asin(math.sqrt(half)), rel=2e-3, abs=0.1)
            else:
                assert pd.isna(told)
            last[team] = here


def test_a_table_of_the_postseason_alone_says_what_to_pass() -> None:
    """Standings are of the regular season; a frame without its games has none, and one line says why."""
    games = sf.live("2024-03-21", "NCAABB")
    with pytest.warns(sf.SportsframeWarning, match=r"no finished game in the frame is .*season_type='Postseason'"):
        assert games.sports.standings().empty
    assert games.sports.standings(season_type="Postseason")["games"].sum() == 2 * len(games)
    assert games[:0].sports.standings().empty
