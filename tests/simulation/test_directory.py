"""Directories of the simulated world: they tell the same story as the games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from statistics import fmean
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest

from sportsframe.catalog import SPORTS, sports_of
from sportsframe.simulation import World
from sportsframe.simulation._common.clubs import clubs
from sportsframe.simulation._common.directory import Season
from sportsframe.simulation._common.numbers import Wardrobe, free, numbers

from ..support.trials import but_in_long_trials

pytestmark = pytest.mark.long  # tests/test_pins.py holds the world whose data it looks through

Row = dict[str, Any]

LEAGUE = {"SOCCER": "LALIGA"}
TEAM_SPORTS = sports_of("team-info")
ABROAD = {"NCAAFB": 40, "NCAABB": 40}
"""Every so many-th game is looked at, where there are very many."""


def told(season: Any, resource: str, day: date) -> Any:
    """What the season tells of a resource at noon of a day: the rows, or the map."""
    noon = datetime.combine(day, time(12), ZoneInfo(season.zone)).astimezone(UTC)
    rows = [record.wire() for record in season.state(resource, noon)]
    return rows[0]["teams"] if resource == "depth-charts" and rows else rows


def lineups(season: Any, day: date) -> Iterator[tuple[int, set[int]]]:
    """The clubs that play on a day, each with the ids in its box."""
    for entry in season.on_days(day, day):
        record = entry.live(entry.start + timedelta(days=6))
        if record is None:
            continue
        game = record.wire()
        for side in ("away_team", "home_team"):
            box = game["player_box"][side]
            groups = [box] if all(map(str.isdigit, box)) else list(box.values())
            yield game["full_box"][side]["team_id"], {int(key) for group in groups for key in group}


DAYS = {
    "NFL": (date(2023, 9, 10), date(2023, 11, 26), date(2024, 1, 21)),
    "NCAAFB": (date(2023, 10, 14),),
    "NBA": (date(2023, 11, 8), date(2024, 2, 4), date(2024, 5, 3)),
    "NCAABB": (date(2024, 1, 6),),
    "MLB": (date(2023, 4, 12), date(2023, 7, 30), date(2023, 9, 24)),
    "NHL": (date(2023, 10, 28), date(2024, 1, 13), date(2024, 4, 28)),
    "SOCCER": (date(2023, 9, 2), date(2023, 12, 3), date(2024, 2, 11)),
}
"""Days with games, within the season and after it."""


@pytest.mark.sampled
@pytest.mark.parametrize("sport", TEAM_SPORTS)
def test_directories_tell_the_story_of_the_games(world: World, sport: str) -> None:
    """[S2.8-14] [S2.8-18] Who plays on a day is on the roster, on the depth chart, and not among the injured.

    The injured and those on the chart are of the roster, and nobody is on both lists.
    """
    season: Any = world.season(sport, 2023, LEAGUE.get(sport))
    played = hurt = 0
    for day in DAYS[sport]:
        team_of = {row["player_id"]: row["team_id"] for row in told(season, "player-info", day)}
        status = {row["player_id"]: row["status"] for row in told(season, "player-info", day)}
        charts = injured = None
        if "depth-charts" in SPORTS[sport].resources:
            charts = {
                chart.pop("team_id"): {entry["id"] for position in chart.values() for entry in position.values()}
                for chart in told(season, "depth-charts", day).values()
            }
            assert all(team_of[one] == club and status[one] == "ACT" for club, ids in charts.items() for one in ids)
        if "injuries" in SPORTS[sport].resources:
            injured = {
                row["team_id"]: {int(one["player_id"]) for one in row["injuries"]}
                for row in told(season, "injuries", day)
            }
            assert all(team_of[one] == club and status[one] != "ACT" for club, ids in injured.items() for one in ids)
            hurt += sum(map(len, injured.values()))
        for club, ids in lineups(season, day):
            played += len(ids)
            assert {team_of[one] for one in ids} == {club}
            if charts is not None:
                assert ids <= charts[club]
            if injured is not None:
                assert not ids & injured[club]
    assert played > 100
    assert hurt > 20 or "injuries" not in SPORTS[sport].resources


@pytest.mark.parametrize("sport", but_in_long_trials(["NFL", "NBA", "MLB", "NHL"], "NBA", "MLB"))
def test_players_of_earlier_seasons_remain_listed(world: World, sport: str) -> None:
    """Everybody who played in any earlier season is in the directory of today, with the last club of his career."""
    today = told(world.season(sport, 2024), "player-info", DAYS[sport][1].replace(year=2024))
    listed = {row["player_id"]: row for row in today}

    assert len(listed) == len(today)
    for year in (2004, 2013, 2021):
        season: Any = world.season(sport, year)
        day = DAYS[sport][1].replace(year=DAYS[sport][1].year - 2023 + year)
        days = [day + timedelta(days=n) for n in range(8)]
        ids = {one for some in days for _, lineup in lineups(season, some) for one in lineup}
        assert ids <= listed.keys()
        assert len(ids) > 300
    former = [row for row in today if row["status"] == "INACT"]
    assert len(former) / len(today) > 0.5
    assert {row["team_id"] for row in former} == {club.id for club in world.season(sport, 2024).clubs}


@pytest.mark.parametrize("sport", ["NFL", "MLB", "SOCCER"])
def test_former_players_have_the_club_of_their_last_season(world: World, sport: str) -> None:
    """Who is listed as former this year was on the roster of that club when the season before ended."""
    before, now = (world.season(sport, year, LEAGUE.get(sport)) for year in (2023, 2024))
    last = {row["player_id"]: row for row in told(before, "player-info", before.closes)}
    for member, club in now.former(now.opens, 2023):  # type: ignore[attr-defined]
        assert last[member.person.id]["team_id"] == club


@pytest.mark.sampled
@pytest.mark.parametrize("sport", [s for s in TEAM_SPORTS if s != "NCAAFB"])
def test_numbers_are_unique_in_a_club(world: World, sport: str) -> None:
    """No two players of a club wear the same number, of those who are with it now."""
    season: Any = world.season(sport, 2023, LEAGUE.get(sport))
    day = DAYS[sport][0]
    former = {member.person.id for member, _ in season.former(day, 2000)}
    numbers: dict[int, list[int]] = defaultdict(list)
    for row in told(season, "player-info", day):
        if row["player_id"] not in former:
            numbers[row["team_id"]].append(row["number"])
    assert all(max(Counter(worn).values()) == 1 for worn in numbers.values())


LEAGUES = [(sport, league) for sport in TEAM_SPORTS for league in SPORTS[sport].leagues or (None,)]


@pytest.mark.parametrize(("sport", "league"), LEAGUES)
def test_off_seasons_are_between_seasons(world: World, sport: str, league: str | None) -> None:
    """In every year rosters change after the last possible game of a season, and are complete before the next opens."""
    some: Any = world.season(sport, 2023, league)
    off = some.careers.market.off
    for year in range(2000, 2099):
        assert world._build(sport, year, league).closes < off.begins(year)
        assert off.over(year) <= world._build(sport, year + 1, league).opens


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "league"), but_in_long_trials(LEAGUES, ("NCAAFB", None), ("NCAABB", None)))
def test_moves_are_spread_over_the_off_season(world: World, sport: str, league: str | None) -> None:
    """[S2.8-10] Between seasons rosters change bit by bit, and on the eve of a season they are those of its first day.

    Nobody who stays with a club changes his number, no two who are with one have the same (but of a college the
    defence may have those of the attack), and depth charts have the clubs of the directory.
    """
    season, after = (cast(Season, world.season(sport, year, league)) for year in (2023, 2024))
    days, day = [season.closes], season.closes
    while (day := day + timedelta(days=16)) < after.opens:
        days.append(day)
    looks = [told(season, "player-info", day) for day in (*days, after.opens - timedelta(days=1))]
    looks.append(told(after, "player-info", after.opens))
    told_of = [{row["player_id"]: (row["team_id"], row["number"]) for row in look} for look in looks]
    moves = []
    for before, now in pairwise(told_of):
        both = before.keys() & now.keys()
        moves.append(sum(before[player][0] != now[player][0] for player in both))
        assert all(before[player][1] == now[player][1] for player in both if before[player][0] == now[player][0])

    assert moves[-1] == 0
    assert sum(moves) > 20
    assert max(moves) < 0.75 * sum(moves)
    for day, rows in zip(days, looks):
        members = {one.person.id: club.id for club in season.listed_clubs for one in season.members(club.id, day)}
        own = [row for row in rows if row["player_id"] in members]
        assert all(members[row["player_id"]] == row["team_id"] for row in own)
        worn = Counter(
            (row["team_id"], row["number"], row["position_category"] if sport == "NCAAFB" else "") for row in own
        )
        assert max(worn.values()) == 1
        if "depth-charts" in SPORTS[sport].resources:
            for chart in told(season, "depth-charts", day).values():
                club = chart.pop("team_id")
                assert {members[entry["id"]] for position in chart.values() for entry in position.values()} == {club}


@pytest.mark.parametrize("sport", ["NBA", "MLB", "NFL", "NHL"])
def test_a_number_is_kept_at_a_club(world: World, sport: str) -> None:
    """Who is with the same club two years later has the number of before, and so has who has retired meanwhile."""
    day = DAYS[sport][1]
    days = {2021: day.replace(year=day.year - 2), 2023: day}
    before, now = (
        {row["player_id"]: row for row in told(world.season(sport, year), "player-info", day)}
        for year, day in days.items()
    )
    stayed = [player for player in before if before[player]["team_id"] == now[player]["team_id"]]
    moved = before.keys() - {*stayed}

    assert sum(now[player]["status"] != "INACT" for player in stayed) > 100
    assert sum(before[player]["number"] != now[player]["number"] for player in stayed) < 0.01 * len(stayed)  # came back
    assert sum(before[player]["number"] != now[player]["number"] for player in moved) > 0.5 * len(moved) > 20


def test_the_numbers_of_a_day_are_known_alone(world: World) -> None:
    """What was asked before, of other years and days, changes nothing."""
    season: Any = world.season("NBA", 2023)
    rosters, day = season.careers, date(2024, 7, 20)
    asked, fresh = (Wardrobe(rosters.seed, rosters.market, rosters.clubs) for _ in range(2))
    for year, other in ((2023, date(2024, 8, 30)), (2024, date(2025, 3, 1)), (2010, date(2010, 12, 1))):
        asked.on(year, other, world.season("NBA", year).opens)
    known = fresh.on(2023, day, season.opens)

    assert {player: asked.on(2023, day, season.opens)[player] for player in known} == known


OFFENCE = {"OT": "50-79", "OG": "50-79", "C": "50-79", "QB": "1-19", "PK": "1-19", "P": "1-19"}
ALLOWED = {
    2003: OFFENCE | {"WR": "80-89", "RB": "20-49", "CB": "20-49", "S": "20-49", "TE": "40-49 80-89"},
    2019: OFFENCE | {"WR": "10-19 80-89", "RB": "20-49", "CB": "20-49", "S": "20-49", "LB": "40-59 90-99"},
    2024: OFFENCE | {"WR": "1-49 80-89", "RB": "1-49 80-89", "CB": "1-49", "S": "1-49", "DT": "50-79 90-99"},
}
"""Numbers that the NFL's rule of a year allows."""


def within(number: int, spans: str) -> bool:
    return any(int(first) <= number <= int(last) for first, last in (span.split("-") for span in spans.split()))


@pytest.mark.parametrize("year", ALLOWED)
def test_football_numbers_follow_the_rule_of_the_year(world: World, year: int) -> None:
    """Everybody wears a number that the league's rule of the year allows to his position, and rookies are grown up."""
    day = date(year, 11, 16)
    rows = [row for row in told(world.season("NFL", year), "player-info", day) if row["status"] != "INACT"]

    assert len(rows) > 1400
    assert all(within(row["number"], ALLOWED[year].get(row["position"], "1-99")) for row in rows)
    assert min(age(row, day) for row in rows) > 21
    football = {club.name.removesuffix(f" {club.mascot}") for club in clubs(world.seed, "NCAAFB")}
    assert {row["college"] for row in rows} <= football


def test_a_number_is_taken_in_turn() -> None:
    """The wanted number, else the next one that the rule allows, round its end, and any one when all are worn."""
    kickers = numbers("NFL", "PK", 1990)

    assert kickers == tuple(range(1, 20))
    assert free(kickers, 5, set()) == 5
    assert free(kickers, 19, {19, 1}) == 2
    assert free(kickers, 7, set(range(1, 20))) == 0
    assert 85 in numbers("NFL", "WR", 1981)
    assert 15 not in numbers("NFL", "WR", 1981)
    assert 15 in numbers("NFL", "WR", 1982)
    assert 5 not in numbers("NFL", "WR", 1998)
    assert 5 in numbers("NFL", "WR", 1999)
    assert numbers("DARTS", "", 1990) == tuple(range(100))


def age(row: Row, day: date) -> float:
    return (day - datetime.strptime(row["age"], "%B %d, %Y").date()).days / 365.25


@pytest.mark.parametrize(
    ("sport", "worn", "retired", "grown"),
    [("MLB", range(1, 100), 42, 20), ("NHL", range(1, 99), 99, 18), ("NBA", range(56), 6, 19)],
)
def test_numbers_are_those_of_the_league(world: World, sport: str, worn: range, retired: int, grown: int) -> None:
    """Numbers stay within the league's, nobody begins in one that it has retired, or before the league's age."""
    day = DAYS[sport][1]
    rows = [row for row in told(world.season(sport, 2023), "player-info", day) if row["status"] != "INACT"]
    born = {row["player_id"]: int(row["age"][-4:]) for row in rows}

    assert all(row["number"] in worn for row in rows)
    assert not any(row["number"] == retired and (sport != "NBA" or born[row["player_id"]] >= 2003) for row in rows)
    assert min(2023 - year for year in born.values()) >= grown


def test_goalkeepers_wear_the_numbers_of_goalkeepers(world: World) -> None:
    """Number 1 is a goalkeeper's; in hockey he may wear 29 to 41 or in the seventies; few in LALIGA wear 26 or more."""
    rows = told(world.season("NHL", 2023), "player-info", DAYS["NHL"][1])
    assert all(
        (row["number"] == 1 or within(row["number"], "29-41 70-79")) == (row["position"] == "G")
        for row in rows
        if row["position"] == "G" or row["number"] == 1
    )
    rows = told(world.season("SOCCER", 2023, "LALIGA"), "player-info", DAYS["SOCCER"][1])
    keepers = {row["number"] for row in rows if row["position"] == "Goalkeeper"}
    assert {1, 13, 25} < keepers <= {1, 13, 25, 30, 35}
    others = [row["number"] for row in rows if row["position"] != "Goalkeeper"]
    assert {*range(2, 13), *range(14, 25)} < {*others} <= {*range(2, 13), *range(14, 25), *range(26, 35)} - {30}
    assert sum(number > 25 for number in others) < 0.25 * len(others)


@pytest.mark.parametrize(
    ("sport", "league", "positions"),
    [
        ("SOCCER", "LALIGA", ("Goalkeeper", "Defender", "Forward", "Midfielder")),
        ("MLB", None, ("P", "3B", "SS", "2B")),
        ("NHL", None, ("G", "D", "C")),
    ],
)
def test_players_are_built_for_their_positions(
    world: World, sport: str, league: str | None, positions: Sequence[str]
) -> None:
    """Those of one position are taller than those of the next, by about an inch or more; catchers are heavy."""
    tall: dict[str, list[int]] = defaultdict(list)
    heavy: dict[str, list[int]] = defaultdict(list)
    for row in told(world.season(sport, 2023, league), "player-info", DAYS[sport][1]):
        feet, inches = row["height"].rstrip('"').split("' ")
        tall[row["position"]].append(12 * int(feet) + int(inches))
        heavy[row["position"]].append(int(row["weight"]))
    order = [fmean(tall[position]) for position in positions]
    assert all(one - other > 0.4 for one, other in pairwise(order))
    if sport == "MLB":
        assert fmean(heavy["C"]) > fmean(heavy["SS"]) + 10


def test_hockey_players_are_born_early_in_the_year(world: World) -> None:
    """Three of ten are born in its first quarter, two in its last one; in other sports a quarter is."""

    def quarters(sport: str) -> tuple[float, float]:
        rows = told(world.season(sport, 2023), "player-info", DAYS[sport][1])
        months = [datetime.strptime(row["age"], "%B %d, %Y").replace(tzinfo=UTC).month for row in rows]
        return fmean(month <= 3 for month in months), fmean(month >= 10 for month in months)

    early, late = quarters("NHL")
    assert 0.27 < early < 0.36
    assert 0.17 < late < 0.245
    early, late = quarters("MLB")
    assert early == pytest.approx(0.25, abs=0.03)
    assert late == pytest.approx(0.25, abs=0.03)


def test_players_are_born_on_every_day(world: World) -> None:
    """No day of the year is without a birthday, but 29 February."""
    days = {
        row["age"].partition(",")[0]
        for sport in ("MLB", "NFL", "NBA", "NHL")
        for row in told(world.season(sport, 2023), "player-info", DAYS[sport][1])
    }
    assert len(days - {"February 29"}) >= 363


def test_nobody_throws_left_handed_across_the_infield(world: World) -> None:
    """Catchers and infielders but first basemen throw right-handed; a quarter of the pitchers do not."""
    rows = told(world.season("MLB", 2023), "player-info", DAYS["MLB"][1])
    left = Counter(row["position"] for row in rows if row["throws"] == "L")

    assert not left.keys() & {"C", "2B", "3B", "SS"}
    assert 0.22 < left["P"] / sum(row["position"] == "P" for row in rows) < 0.32
    assert left["1B"]
    assert left["LF"]
    assert left["RF"]


def test_pitchers_bat_as_they_throw(world: World) -> None:
    """Nine of ten pitchers bat from the side of their arm; many others who throw right-handed bat left-handed."""
    rows = [row for row in told(world.season("MLB", 2023), "player-info", DAYS["MLB"][1]) if row["throws"]]

    def alike(rows: list[Any], throws: str) -> float:
        return fmean(row["bats"] == throws for row in rows if row["throws"] == throws)

    pitchers, others = ([row for row in rows if (row["position"] == "P") == is_one] for is_one in (True, False))
    assert 0.9 < alike(pitchers, "R") < 0.96
    assert 0.75 < alike(pitchers, "L") < 0.9
    assert 0.54 < alike(others, "R") < 0.65


def test_a_profile_lasts_for_life(world: World) -> None:
    """[S2.8-10] Height, birthday and college are the same in every season; the class of a student is not."""
    one, other = (
        {row["player_id"]: row for row in told(world.season("NBA", year), "player-info", date(year, 12, 1))}
        for year in (2014, 2024)
    )
    for player, row in one.items():
        assert {k: row[k] for k in ("player", "height", "weight", "age", "college", "img")} == {
            k: other[player][k] for k in ("player", "height", "weight", "age", "college", "img")
        }
    freshmen, seniors = (
        {r["player_id"]: r["class"] for r in told(world.season("NCAABB", year), "player-info", date(year, 12, 1))}
        for year in (2022, 2023)
    )
    moved = Counter((freshmen[player], seniors[player]) for player in freshmen.keys() & seniors.keys())
    assert moved["FR", "SO"] > 100
    assert moved["FR", "FR"] == moved["SR", "JR"] == 0 or moved["FR", "FR"] < moved["FR", "SO"]


LOOKS = {
    "NFL": (date(2023, 11, 8), date(2024, 1, 22)),
    "NCAAFB": (date(2023, 10, 15),),
    "NBA": (date(2024, 2, 5), date(2024, 5, 7)),
    "NCAABB": (date(2024, 1, 8),),
    "MLB": (date(2023, 7, 29), date(2023, 8, 2)),
    "NHL": (date(2024, 3, 5), date(2024, 5, 28)),
    "SOCCER": (date(2024, 2, 12),),
}
"""Days after trades and in the playoffs."""


@pytest.mark.parametrize("sport", [sport for sport in LOOKS if "injuries" in SPORTS[sport].resources])
def test_lists_say_of_a_day_what_was_said_on_it(world: World, sport: str) -> None:
    """Nobody has played after the day on which he is listed as hurt, and he has been listed since, in all sports."""
    season: Any = world.season(sport, 2023, LEAGUE.get(sport))
    in_game = 0
    for look in LOOKS[sport]:
        listed = hurt(season, look)
        before = [look - timedelta(days=n) for n in range(1, 11)]
        for day in before:
            earlier = hurt(season, day)
            for club, ids in lineups(season, day) if len(season.clubs) < 40 else ():
                assert not {one for one in ids & listed.keys() if listed[one] < day}, (club, day)
                in_game += sum(listed[one] == day for one in ids & listed.keys())
            assert all(earlier.get(one) == since for one, since in listed.items() if since < day)
        assert listed
    assert in_game or sport in ("MLB", "NCAAFB", "NCAABB")  # those of MLB are hurt between games


def hurt(season: Any, day: date) -> dict[int, date]:
    """Who is listed as hurt on a day, and since when."""
    how = "%b %d, %Y" if season.sport == "SOCCER" else "%Y-%m-%d"
    return {
        int(one["player_id"]): datetime.strptime(one["date_injured"], how).date()
        for row in told(season, "injuries", day)
        for one in row["injuries"]
    }


@pytest.mark.parametrize(("sport", "year"), [("NFL", 2023), ("NBA", 2023), ("NHL", 2023), ("SOCCER", 2021)])
def test_nobody_plays_for_two_clubs_on_two_days_running(world: World, sport: str, year: int) -> None:
    """Who is traded and played for his old club on the day before does not play for the new one at once."""
    season: Any = world.season(sport, year, LEAGUE.get(sport))
    moves = season.squads.rosters.moves()
    assert moves
    for day in sorted({move.day for move in moves}):
        before, after = ({one for _, ids in lineups(season, day - timedelta(days=n)) for one in ids} for n in (1, 0))
        assert not {move.player.id for move in moves if move.day == day} & before & after


@pytest.mark.parametrize("year", range(2010, 2027, 4))
def test_trades_of_football_take_effect_between_weeks(world: World, year: int) -> None:
    """Nobody can play for two clubs in one week of the NFL, and so not in more games than there are weeks."""
    season: Any = world.season("NFL", year)
    moves = {move.day for move in season.squads.rosters.moves()}
    assert moves
    for day in moves:
        before, after = (
            {plan.week for plan in season.plans if plan.unplayed_as is None and (plan.day < day) == early}
            for early in (True, False)
        )
        assert max(before) < min(after)


def test_clubs_are_those_of_the_games_and_relegated_ones(world: World) -> None:
    """[S2.8-11] Every club of a season is listed; in soccer also those of the lower division, marked."""
    for sport in TEAM_SPORTS:
        season: Any = world.season(sport, 2023, LEAGUE.get(sport))
        rows = told(season, "team-info", DAYS[sport][0])
        playing = {row["team_id"] for row in rows if not row.get("relegated")}
        assert playing == {club.id for club in season.clubs}
        assert len({row["team_id"] for row in rows}) == len({row["team"] for row in rows}) == len(rows)
    assert Counter(row["relegated"] for row in rows) == {False: 20, True: 12}


@pytest.mark.parametrize("sport", ["PGA", "DARTS"])
def test_players_of_tours_have_their_rank(world: World, sport: str) -> None:
    """Ranks count from 1; former players have none, and everybody of this year's schedule is listed."""
    season: Any = world.season(sport, 2023)
    rows = told(season, "player-info", date(2023, 6, 1))
    ranks = sorted(row["rank"] for row in rows if row["rank"] is not None)
    ids = {row["player_id"] for row in rows}

    assert ranks == list(range(1, len(ranks) + 1))
    assert len(ranks) < len(ids) == len(rows)
    if sport == "DARTS":
        bouts = [entry.bout for entry in season.regular() if entry.bout.event.first.year == 2023]
        assert {player.id for bout in bouts for player in bout.players} <= ids
    else:
        assert {person.id for entry in season.regular()[:9] for person in entry.field} <= ids


def test_events_are_those_of_the_schedule(world: World) -> None:
    """[S2.8-16] Every match of the year is of a listed event and lies within its dates, and every event has matches."""
    season: Any = world.season("DARTS", 2023)
    events = {row["event_ID"]: row for row in told(season, "events", date(2023, 3, 1))}
    matches = season.regular()

    assert {entry.event_id for entry in matches} == events.keys()
    for entry in matches:
        first, last = (
            datetime.strptime(events[entry.event_id][key], "%a, %d %b %Y %H:%M:%S GMT").date()
            for key in ("start_date", "end_date")
        )
        assert first <= entry.day <= last + timedelta(days=1)


def test_the_field_is_those_who_play(world: World) -> None:
    """[S2.8-17] The field of a tournament is its leaderboard, and is known from five days before it begins."""
    season: Any = world.season("PGA", 2023)
    entry = next(entry for entry in season.regular()[10:] if entry.unplayed_as is None)
    fields = {row["tournament_ID"]: row["field"] for row in told(season, "field", entry.day - timedelta(days=5))}
    board = entry.live(entry.start + timedelta(days=6)).wire()

    assert {str(one["player_id"]): one["player"] for one in fields[entry.id]} == {
        player: line["player"] for player, line in board["field"].items()
    }
    assert entry.id not in {row["tournament_ID"] for row in told(season, "field", entry.day - timedelta(days=6))}


@pytest.mark.parametrize("sport", ["NFL", "NCAAFB", "NBA", "NCAABB", "NHL"])
def test_who_is_out_for_the_season_stays_out(world: World, sport: str) -> None:
    """Nobody who is listed as hurt until after the season plays again in it; where too few are fit, others do."""
    season: Any = world.season(sport, 2023)
    out = 0
    for club in season.clubs[:32]:
        listed: set[int] = set()
        for day in season.game_days(club.id):
            members = {member.person.id: member.injury for member in season.members(club.id, day)}
            assert not [player for player in listed & set(members) if members[player] is None]
            listed |= {player for player, injury in members.items() if injury and injury.back > season.closes}
        out += len(listed)
    assert out > 10
