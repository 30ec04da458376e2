"""Playoffs as a frame: one row per series, in the order of the bracket."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from .._client.notices import first_time, say, warn
from .._frames import arrays
from .._frames.recognize import need, refuse_several
from .._frames.typed import verb
from ..catalog import SPORTS
from ..catalog.results import BRACKET
from ..catalog.rules import Rules, Seeding
from ..errors import QueryError, nearest, quoted
from . import results
from .ahead import BEFORE_FINAL, BYE, PLAYOFFS, REGIONS, in_groups, paired
from .clinch import TIED
from .league import (
    conferences_and_divisions,
    how_to_load,
    lacking,
    names_of,
    refuse_other_teams,
    standings,
    tell_lacking,
    without_group,
)


@verb
def bracket(
    games: pd.DataFrame,
    *,
    teams: pd.DataFrame | None = None,
    groups: Mapping[int, str] | None = None,
    event: str | None = None,
) -> pd.DataFrame:
    """Return the playoffs of a season, or a tournament, one row per series, in the order of the bracket.

    Parameters
    ----------
    games : pandas.DataFrame
        A games frame with scores, of one season and league. If none of its games belongs to the postseason, the first
        round is what it would be if the season ended today, from the seeds of the standings; this requires the whole
        season so far and `teams` or `groups`. With these, series that have not begun are there too once the first one
        has, if both sides are known or the series belongs to the first round. If the frame lacks games of the regular
        season, seeds are missing.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games: gives conferences, seeds, abbreviations and nicknames. College basketball
        has its seeds and regions in the games.
    groups : mapping of int to str, optional
        Team id to ``"Conference - Division"``, instead of `teams`.
    event : str, optional
        Name of the tournament, where a season has several: a conference tournament, an event in darts. By default the
        one whose rounds are numbered.

    Returns
    -------
    pandas.DataFrame, one row per series
        ``sport, season, event, conference`` (the region in college basketball; missing for finals), ``round`` (Int64, 0
        for play-in and opening rounds), ``round_name`` (in the playoffs that of the league), ``slot`` (Int64, from the
        top of the bracket, starting at 1 in each round; missing for regions whose order is not known), both sides with
        the better seed first: ``seed_1, id_1, team_1, abbreviation_1, mascot_1, wins_1, score_1`` (the abbreviation and
        the mascot, which is the nickname, only with `teams`; the score only of single games) and the same with ``_2``,
        ``games`` (finished), ``winner_id, winner`` (missing while undecided), ``next`` (Int64, the row of the series
        the winner plays next; missing in groups, where everybody plays several others), ``first_date, last_date`` and
        ``projected`` (boolean, true if the season ended today). Seeds are those of the standings; after a play-in,
        those won there. In darts the sides are players, and a match that was called off, which only the schedule has,
        is a walkover of who went on: it has a winner and no games.
        Where tie-breaks leave teams level, a projected side that depends on their order is missing.

    Raises
    ------
    QueryError
        The sport has no games between two sides, the frame holds several seasons, leagues or tournaments, `event` is
        unknown, or the league has no seeds to project.
    FrameError
        Columns are missing.

    Warns
    -----
    SportsframeWarning
        The frame lacks games of the regular season, from which the seeds follow, or games of the first round of a
        tournament in regions; or it seems to begin within a series or an event, whose earlier games do not count then.
        The rules of a registered sport do not say how many games its series have.

    Notes
    -----
    A series is decided when a side has won more than half of its games, as the catalog says how many there are in each
    round (``most_games`` of ``sportsframe.catalog.SPORTS[code].rules``), or has gone on to the next round.

    Examples
    --------
    >>> games = sf.live(("2025-01-11", "2025-02-09"), "NFL", progress=False)
    >>> series = games.sports.bracket()
    >>> series["round"].value_counts(sort=False).tolist()
    [6, 4, 2, 1]
    """
    sport = results.league_of(games, "bracket")
    sides = results.sides_of(sport)
    need(
        games, ["game_id", "game_time", "game_date", "phase", sides.home_id, sides.away_id, sides.home_score], "bracket"
    )
    rules = SPORTS[sport].rules
    seeding = rules.standings.seeding if rules.standings else None
    rows = _games(games, sides)
    darts = rules.opponents == "players"
    later = rows if darts else rows[~rows["part"].isin([results.REGULAR, results.PRESEASON])]
    seasons = rows["season"].dropna().unique()
    if not darts:
        refuse_several(rows, "season", "bracket")
    ahead_only = later.empty and event is None
    known = _seeds(games, sport, teams, groups, ahead_only) if seeding else pd.DataFrame()
    if ahead_only:
        if seeding is None or known.empty:
            raise QueryError(
                "no game of the frame belongs to the postseason; "
                + (
                    f"to project the playoffs of {sport}, pass teams= or groups=."
                    if seeding
                    else f"the standings of {sport} determine no seeds, so that nothing can be projected."
                )
            )
        found = list(_projected(known, seeding))
        name = PLAYOFFS
    else:
        later, name = _chosen(later, event, darts, seeding)
        ahead = list(_projected(known, seeding)) if seeding and not known.empty and name == PLAYOFFS else []
        found = _series(later, known, sport, name, ahead)
        _tell_part(found, rules.region_first_round)
        if darts:
            _tell_begun_event(later, sport, name)
        elif seeding and not rows["part"].eq(results.REGULAR).any():
            _tell_begun_series(found, rules, games)
    season = str(seasons[0]) if len(seasons) == 1 else None
    whole = paired(_framed(found, games, sport, name, season, _called(teams)))
    if darts:
        _tell_called_off(whole, later, sport, name)
    return whole


def _games(games: pd.DataFrame, sides: results.Sides) -> pd.DataFrame:
    """The games with both sides, in order of start, without those replaced."""

    def column(name: str) -> Any:
        return games[name].to_numpy() if name in games.columns else np.full(len(games), None, dtype=object)

    seeds = (sides.home.replace("home_team", "home_team_seed"), sides.away.replace("away_team", "away_team_seed"))
    rows = pd.DataFrame(
        {
            "game_id": games["game_id"].astype(object).to_numpy(),
            "time": games["game_time"].to_numpy(),
            "date": games["game_date"].to_numpy(),
            "phase": games["phase"].astype(object).to_numpy(),
            "part": column("season_type"),
            "season": column("season"),
            "event": column("event_name") if "event_name" in games.columns else column("event"),
            "event_id": column("event_id"),
            "round": column("round"),
            "region": column("region"),
            "region_order": column("region_display_order"),
            "one": pd.to_numeric(games[sides.home_id]).to_numpy("float64", na_value=np.nan),
            "two": pd.to_numeric(games[sides.away_id]).to_numpy("float64", na_value=np.nan),
            "name_one": column(sides.home),
            "name_two": column(sides.away),
            "score_one": results.scored(games, sides.home_score, sides.home_sets),
            "score_two": results.scored(games, sides.away_score, sides.away_sets),
            "seed_one": column(seeds[0]) if seeds[0] != sides.home else None,
            "seed_two": column(seeds[1]) if seeds[1] != sides.away else None,
        }
    )
    rows = rows[rows[["one", "two"]].notna().all(axis=1) & (rows["phase"] != "replaced")]
    off = rows["phase"] == "off"
    rows = rows[~off | _walked_over(rows)] if sides == results.PLAYERS else rows[~off]
    rows = rows.sort_values(["time", "game_id"], kind="stable").drop_duplicates("game_id", keep="last")
    return rows.astype({"one": "int64", "two": "int64"}).reset_index(drop=True)


def _walked_over(rows: pd.DataFrame) -> pd.Series:
    """Which matches are off for good, so that one player goes on without: neither side has another in the round."""
    key = ["event", "event_id", "round"]
    each = pd.concat([rows[[*key, side, "phase"]].rename(columns={side: "player"}) for side in ("one", "two")])
    played = each[each["phase"] != "off"].drop(columns="phase")
    others = {tuple(map(str, row)) for row in played.to_numpy()}
    found = [
        phase == "off" and not any((*map(str, where), str(player)) in others for player in players)
        for phase, where, players in zip(rows["phase"], rows[key].to_numpy(), rows[["one", "two"]].to_numpy())
    ]
    return pd.Series(found, rows.index, dtype=bool)


def _seeds(
    games: pd.DataFrame,
    sport: str,
    teams: pd.DataFrame | None,
    groups: Mapping[int, str] | None,
    ahead_only: bool,
) -> pd.DataFrame:
    """Seeds before a play-in, conferences, divisions and berths by team id; empty where they are not known.

    Without all games of the regular season so far they would be wrong. Nothing can be projected then, `ahead_only`.
    """
    if teams is None and groups is None:
        return pd.DataFrame()
    if teams is not None:
        refuse_other_teams(teams, sport, "bracket", games)
    found = results.counting(results.finished(games, "bracket"), sport)
    if found.empty and not ahead_only:
        warn(f"bracket(): the frame has no game of the regular season; {how_to_load(games)} to know the seeds.")
        return pd.DataFrame()
    if lacks := lacking(games, found, teams, SPORTS[sport].rules):
        told = f"bracket(): {tell_lacking(games, lacks)}"
        if ahead_only:
            raise QueryError(f"{told} to project the playoffs.")
        warn(f"{told} to know the seeds.")
        return pd.DataFrame()
    places = conferences_and_divisions(groups, teams, sport)
    if lost := without_group(names_of(found), sport, places, groups):
        if ahead_only:
            raise QueryError(f"bracket(): {lost}; pass all teams to project the playoffs.")
        warn(f"bracket(): {lost}; pass all teams to know the seeds.")
        return pd.DataFrame()
    regular = games["season_type"].fillna(results.REGULAR) == results.REGULAR if "season_type" in games else slice(None)
    table = standings(games[regular], teams=teams, groups=groups, by="conference")
    if table.empty or "seed" not in table or table["seed"].isna().all():
        return pd.DataFrame()
    return table.set_index("team_id")


def _fitting(event: str | None, titles: Mapping[str, str]) -> list[str]:
    """The tournaments meant by a name: those called exactly that, otherwise those with it at the start of a word.

    `titles` has the name of each tournament by its title, which may add an id.
    """
    if event is None:
        return list(titles)
    wanted = event.lower()
    exact = [title for title, name in titles.items() if wanted in (title.lower(), name.lower())]
    return exact or [title for title in titles if re.search(rf"\b{re.escape(wanted)}", title.lower())]


def one_event(names: pd.Series[str], ids: pd.Series[str], event: str | None) -> pd.Series[bool]:
    """Which rows are of the one event that is meant, by its name or its id."""
    names = names.astype(object).where(names.notna(), "").astype(str)
    titles = names + " " + ids.astype(object).where(ids.notna(), "").astype(str)
    titles = titles.str.strip()
    called = dict(zip(titles, names))
    fits = _fitting(event, called)
    if len(fits) != 1:
        near = "" if fits or event is None else nearest(event, dict.fromkeys(names))
        raise QueryError(
            f"bracket() requires one event, but {len(fits)} of {len(called)} fit; "
            f"pass event=, for example {next(iter(fits or called), '')!r}.{near}"
        )
    return titles == fits[0]


def _chosen(later: pd.DataFrame, event: str | None, darts: bool, seeding: Seeding | None) -> tuple[pd.DataFrame, str]:
    """The games of one tournament, and its name."""
    names = later["event"].astype(object).where(later["event"].notna(), "").astype(str)
    if darts:
        rows = one_event(later["event"], later["event_id"], event)
        return later[rows], names[rows].iloc[0]
    base = names.str.split(" - ").str[0]
    if event is not None:
        fits = _fitting(event, {name: name for name in base})
        if len(fits) != 1:
            listed = list(dict.fromkeys(fits or filter(None, base)))
            some = f"{', '.join(listed[:MOST_NAMED])}{', ...' if len(listed) > MOST_NAMED else ''}"
            near = "" if fits else nearest(event, dict.fromkeys(base))
            raise QueryError(f"{len(fits) or 'no'} events fit event={quoted(event)}: pass one of {some}.{near}")
        return later[base == fits[0]], fits[0]
    numbered = later["round"].notna()
    # A play-in has no number but leads to the rounds that have one; bowls do not.
    leads = ~numbered & later["event"].astype(str).str.contains(f"{results.PLAY_IN}|opening", case=False, regex=True)
    if not numbered.any() and seeding and seeding.play_in_round and leads.any():
        return later[leads].assign(round=0), PLAYOFFS
    opening = leads & later["region"].notna()
    if not numbered.any() and opening.any():  # college, before the first round
        return later[opening].assign(round=0), str(base[opening].iloc[0])
    if not numbered.any():
        other = next((f"; pass event= for another one, for example {quoted(name)}." for name in base if name), "")
        raise QueryError(
            "the frame has no game of the tournament that decides the season"
            + (other or ", which has numbers in round.")
        )
    if later["region"].notna().any():  # college: one tournament of several
        name = str(base[numbered].mode()[0])
        return later[base == name], name
    if later["part"].eq("Postseason").any() and not later["event"].notna().all():
        return later[numbered], PLAYOFFS
    return later[numbered | leads], PLAYOFFS


def _round_numbers(later: pd.DataFrame) -> pd.Series:
    """Numbers of rounds: those of the data, 0 before them; by their order in time where they only have names."""
    numbers = pd.to_numeric(later["round"], errors="coerce")
    if numbers.notna().any():
        return numbers.fillna(0).astype("int64")
    if later["round"].notna().any():
        first = later.groupby("round", sort=False)["time"].min().sort_values(kind="stable")
        return later["round"].map({name: n for n, name in enumerate(first.index, 1)}).astype("int64")
    return _rounds_to_final(later)


def _rounds_to_final(later: pd.DataFrame) -> pd.Series:
    """Numbers of rounds that have neither numbers nor names: each game is one round before that of its winner's next.

    Where nothing follows yet, a game is in the last round that any team had reached by the end of its day.
    """
    pairs = pd.Series([frozenset(sides) for sides in zip(later["one"], later["two"])], index=later.index)
    done = later[later[["score_one", "score_two"]].notna().all(axis=1) & later["phase"].eq("finished")]
    winners = dict(zip(pairs[done.index], done["one"].where(done["score_one"] > done["score_two"], done["two"])))
    played = dict(zip(reversed(pairs.tolist()), reversed(later["date"].tolist())))  # the first day of each pair
    order = list(dict.fromkeys(pairs))
    reached: dict[int, int] = {}
    latest: dict[Any, int] = {}
    for pair in order:
        number = 1 + max(reached.get(team, 0) for team in pair)
        reached |= dict.fromkeys(pair, number)
        latest[played[pair]] = max(number, *latest.values(), 1)
    numbers: dict[frozenset[int], int] = {}
    following: dict[int, frozenset[int]] = {}
    for pair in reversed(order):
        ahead = [numbers[following[team]] for team in {winners.get(pair)} - {None} or pair if team in following]
        numbers[pair] = min(ahead) - 1 if ahead else latest[played[pair]]
        following |= dict.fromkeys(pair, pair)
    return pairs.map(numbers)


def _series(
    later: pd.DataFrame,
    known: pd.DataFrame,
    sport: str,
    event: str,
    ahead: list[dict[str, Any]],
) -> list[dict[str, Any]]:
    """The series, in order of the bracket; of those `ahead`, the first ones by the seeds, some may not have begun."""
    rules = SPORTS[sport].rules
    seeding = rules.standings.seeding if rules.standings else None
    later = later.assign(number=_round_numbers(later))
    later["pair"] = [f"{min(a, b)}-{max(a, b)}" for a, b in zip(later["one"], later["two"])]
    parts = [(int(str(number)), part) for (number, _), part in later.groupby(["number", "pair"], sort=False)]
    most = {number: rules.best_of(number) for number, _ in parts}
    if unknown := _undeclared(parts, rules):
        most |= dict.fromkeys(unknown, UNKNOWN)
        several = ", ".join(map(str, unknown))
        warn(
            f"bracket(): the rules of {sport} do not say how many games a series of round {several} has; who plays in "
            f"the next round has won. Declare them as series of its {'seeding' if seeding else 'rules'}."
        )
    found = [_one_series(part, number, known, rules, event, most[number]) for number, part in parts if not number]
    found += _last_of_play_in(found, seeding)
    if earned := _earned(found, seeding):
        known = known.assign(seed=pd.Series(earned).reindex(known.index).astype("Int64").fillna(known["seed"]))
        _enter(ahead, earned, known)
    found += [_one_series(part, number, known, rules, event, most[number]) for number, part in parts if number]
    found += _not_begun(found, ahead)
    found.sort(key=lambda row: row["round"])
    after: dict[int, list[dict[str, Any]]] = {}
    for row in found:
        for team in _sides(row):
            after.setdefault(team, []).append(row)
    for row, grouped in zip(found, in_groups(pd.DataFrame(found, columns=["round", "id_1", "id_2"]))):
        row["next"] = None
        if grouped:
            continue
        on = [
            (team, other)
            for team in sorted(_sides(row))
            for other in after[team]
            if (other["round"], other["order"][-1]) > (row["round"], row["order"][-1])
        ]
        if row["winner_id"] is None and len({team for team, _ in on}) == 1:
            _win(row, on[0][0])
        following = [other for team, other in on if team == row["winner_id"]]
        row["next"] = min(following, key=lambda other: (other["round"], other["order"][-1]), default=None)
    if later["round"].isna().all():
        _name_rounds(found)
    _tell_places(found, rules.region_first_round)
    return _in_order(found)


def _undeclared(parts: Sequence[tuple[int, pd.DataFrame]], rules: Rules) -> list[int]:
    """The rounds of whose series no rule tells the most games, though they have several, more or may have."""
    declared = len(rules.most_games)
    several = {number for number, part in parts if part["game_id"].nunique() > 1}
    if rules.opponents == "players" or not (declared or several):
        return []
    later = {number for number, _ in parts if number > declared}
    more = {number for number, part in parts if (part["phase"] == "finished").sum() > rules.best_of(number)}
    return sorted(later | more | {number for number in several if number < 1})


def _name_rounds(found: list[dict[str, Any]]) -> None:
    """Name the rounds without a name before a final that has one."""
    final = found[-1]["round"]
    last = [row for row in found if row["round"] == final]
    if len(last) == 1 and last[0]["round_name"] != _nameless(final):
        names = {final - n: name for n, name in enumerate(BEFORE_FINAL, 1)}
        for row in found:
            if row["round_name"] == _nameless(row["round"]):
                row["round_name"] = names.get(row["round"], row["round_name"])


def _tell_part(found: list[dict[str, Any]], pairs: tuple[tuple[int, int], ...]) -> None:
    """Warn of a tournament in regions of which only a part is known."""
    regional = [row for row in found if row.get("region") is not None]
    first, whole = sum(row["round"] == 1 for row in regional), REGIONS * len(pairs)
    if regional and first < whole:
        warn(
            f"bracket(): the frame has {first} of the {whole} games of the first round; the others are not in it, or "
            "not scheduled yet."
        )


def _tell_begun_event(matches: pd.DataFrame, sport: str, name: str) -> None:
    """Warn of an event that began before the frame, by the date in its id."""
    number, first = str(matches["event_id"].iloc[0]), matches["date"].min()
    began = pd.to_datetime(number[:8], format="%Y%m%d", errors="coerce")
    if began < first:
        held = f"{len(matches)} match{'es' * (len(matches) != 1)}"
        warn(
            f"bracket(): the frame has {held} since {first:%Y-%m-%d} of {name} {number}, which began on "
            f'{began:%Y-%m-%d}; for all write sf.bracket({began.year}, "{sport}", event="{number}").'
        )


def _tell_called_off(found: pd.DataFrame, matches: pd.DataFrame, sport: str, name: str) -> None:
    """Say once that a winner goes nowhere in an event that is over: the match after his was called off."""
    last = found["round"] == found["round"].max()
    paired_off = found.groupby("round")["next"].transform("count") > 0
    lost = ~last & paired_off & found["winner_id"].notna() & found["next"].isna()
    if lost.any() and last.sum() == 1 and found.loc[last, "winner_id"].notna().all():
        number = str(matches["event_id"].iloc[0])
        if first_time(f"called off: {number}"):
            say(
                f"sportsframe: bracket() of {name} lacks a match that was called off, which only the schedule has; "
                f'sf.bracket({number[:4]}, "{sport}", event="{number}") has it.'
            )


def _tell_begun_series(found: list[dict[str, Any]], rules: Rules, games: pd.DataFrame) -> None:
    """Warn of series that may have begun before the frame: undecided by wins, where a round before is missing.

    In the first round the winners would all have equally many wins if its series were only shorter than today's.
    """
    begun = [row for row in found if row["games"] and row["round"]]
    first = min((row["round"] for row in begun), default=1)
    won = {(row["round"], max(row["wins_1"], row["wins_2"])) for row in begun if row["winner_id"] is not None}
    several = Counter(number for number, _ in won)
    short = [
        row
        for row in begun
        if 2 * max(row["wins_1"], row["wins_2"]) <= rules.best_of(row["round"])
        and (row["round"] == first > 1 or (several[row["round"]] > 1 and row["winner_id"] is not None))
    ]
    if short:
        warn(
            f"bracket(): the frame begins in the {short[0]['round_name']}, so {len(short)} series may lack games and "
            f"wins; {how_to_load(games)}."
        )


def _tell_places(found: list[dict[str, Any]], pairs: tuple[tuple[int, int], ...]) -> None:
    """Tell each series of a region its place in the bracket, by its seeds; without any, the last of the region."""
    regional = [row for row in found if row.get("region") is not None]
    regions = sorted({row["order"][:2] for row in regional})
    of_seed = {seed: place for place, pair in enumerate(pairs) for seed in pair}
    led_to = {id(row["next"]) for row in found}
    for row in regional:
        places = [of_seed[seed] for seed in (row["seed_1"], row["seed_2"]) if not pd.isna(seed) and seed in of_seed]
        if places or id(row) not in led_to:
            row["place"] = regions.index(row["order"][:2]) * (len(pairs) + 1) + (places or [len(pairs)])[0]


def _earned(opening: list[dict[str, Any]], seeding: Seeding | None) -> dict[int, int]:
    """Seeds that teams have won in the play-in, by team id."""
    found: dict[int, int] = {}
    if seeding is None or not seeding.play_in_round:
        return found
    better, other = seeding.play_in_round[0]
    for row in opening:
        if not {row["seed_1"], row["seed_2"]} <= {better, other} or row["winner_id"] is None:
            continue
        found[row["winner_id"]] = better
        (loser,) = _sides(row) - {row["winner_id"]}
        for last in opening:
            if last is not row and loser in _sides(last) and last["winner_id"] is not None:
                found[last["winner_id"]] = other
    return found


def _last_of_play_in(opening: list[dict[str, Any]], seeding: Seeding | None) -> list[dict[str, Any]]:
    """The last game of each play-in, if its sides are known and it is not among the games."""
    if seeding is None or not seeding.play_in_round:
        return []
    found = []
    at = {(row["conference"], frozenset((row["seed_1"], row["seed_2"]))): row for row in opening}
    first, second = map(frozenset, seeding.play_in_round)
    for name in {conference for conference, _ in at}:
        one, two = at.get((name, first)), at.get((name, second))
        if one is None or two is None or one["winner_id"] is None or two["winner_id"] is None:
            continue
        lost = 2 if one["winner_id"] == one["id_1"] else 1
        won = 1 if two["winner_id"] == two["id_1"] else 2
        if any(row is not one and one[f"id_{lost}"] in _sides(row) for row in opening):
            continue
        row: dict[str, Any] = dict.fromkeys(BRACKET) | {
            "conference": name, "round": 0, "round_name": PLAY_IN, "projected": False, "games": 0,
            "order": (UNORDERED, name or "", max(one["order"][-1], two["order"][-1]) + pd.Timedelta(days=1)),
        }  # fmt: skip
        for n, (game, side) in enumerate(((one, lost), (two, won)), 1):
            row |= {f"{what}_{n}": game[f"{what}_{side}"] for what in ("seed", "id", "team")} | {f"wins_{n}": 0}
        found.append(row)
    return found


def _enter(ahead: list[dict[str, Any]], earned: Mapping[int, int], known: pd.DataFrame) -> None:
    """Enter who has won a seed in the play-in where nobody stood before."""
    for row in ahead:
        for n in (1, 2):
            for team, seed in earned.items():
                if (
                    row[f"id_{n}"] is None
                    and seed == row[f"seed_{n}"]
                    and row["conference"] == known["conference"][team]
                ):
                    row |= {f"id_{n}": team, f"team_{n}": known["team"][team], f"wins_{n}": 0}


def _not_begun(found: list[dict[str, Any]], ahead: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Future series that have no game yet; the others are assigned their places in the bracket.

    There are none where the league has paired its teams in another way than its seeds say, or nothing has begun of what
    is ahead.
    """
    for place, row in enumerate(ahead):
        for one in found:
            if one["round"] == row["round"] and _sides(row) and _sides(row) <= _sides(one):
                one.setdefault("place", place)
    begun = {one["place"] for one in found if "place" in one}
    if not begun or any(one["round"] == 1 and "place" not in one for one in found):
        return []
    latest = max(one["round"] for one in found)
    waiting = []
    for place, row in enumerate(ahead):
        bye = row["seed_2"] is None
        gone_on = any(one["round"] > row["round"] and _sides(row) & _sides(one) for one in found)
        if place not in begun and _sides(row) and (not gone_on if bye else latest <= row["round"]):
            order = (UNORDERED, row["conference"] or "", pd.Timestamp.max)
            waiting.append(row | {"projected": False, "place": place, "order": order})
    return waiting


def _sides(row: dict[str, Any]) -> set[int]:
    """Ids of the sides of a series that are known."""
    return {row["id_1"], row["id_2"]} - {None}


def _one_series(
    part: pd.DataFrame, number: int, known: pd.DataFrame, rules: Rules, event: str, best_of: int
) -> dict[str, Any]:
    """The row of a series of `best_of` games; if that is `UNKNOWN`, wins do not decide it."""
    seeding = rules.standings.seeding if rules.standings else None
    darts = rules.opponents == "players"
    first = part.iloc[0]
    sides = [
        (int(first["one"]), first["name_one"], first["seed_one"]),
        (int(first["two"]), first["name_two"], first["seed_two"]),
    ]
    if not known.empty:
        sides = [(team, name, known["seed"].get(team)) for team, name, _ in sides]
    sides.sort(key=lambda side: 999 if pd.isna(side[2]) else int(side[2]))
    done = part[(part["phase"] == "finished") & part[["score_one", "score_two"]].notna().all(axis=1)]
    won = np.where(done["score_one"] > done["score_two"], done["one"], done["two"])[
        done["score_one"] != done["score_two"]
    ]
    wins = [int((won == team).sum()) for team, _, _ in sides]
    scores = [None, None]
    if len(done) == 1 and len(part) == 1 and best_of == 1:
        game = done.iloc[0]
        own = (game["score_one"], game["score_two"])
        scores = list(own if game["one"] == sides[0][0] else own[::-1])
    text = str(first["event"]) if pd.notna(first["event"]) else ""
    conferences = {known["conference"].get(team) for team, _, _ in sides} if not known.empty else set()
    conference = conferences.pop() if len(conferences) == 1 else None
    if pd.notna(first["region"]):
        conference = first["region"]
    elif known.empty and " - " in text and not darts and not text.startswith(event):
        conference = text.split(" - ")[0]
    row: dict[str, Any] = {
        "conference": conference,
        "round": number,
        "round_name": str(first["round"]) if darts else _round_name(text, conference, known, event, number, seeding),
        "games": len(done),
        "winner_id": None,
        "winner": None,
        "first_date": part["date"].min(),
        "last_date": part["date"].max(),
        "projected": False,
        "region": None if pd.isna(first["region"]) else first["region"],
        "order": (
            UNORDERED if pd.isna(first["region_order"]) else int(first["region_order"]),
            conference or "",
            first["time"],
        ),
    }
    for n, ((team, name, seed), gained, score) in enumerate(zip(sides, wins, scores), 1):
        row |= {f"seed_{n}": seed, f"id_{n}": team, f"team_{n}": name, f"wins_{n}": gained, f"score_{n}": score}
    for n, gained in enumerate(wins, 1):
        if 2 * gained > best_of != UNKNOWN:
            _win(row, row[f"id_{n}"])
    return row


def _win(row: dict[str, Any], team: int) -> None:
    row["winner_id"], row["winner"] = team, row["team_1"] if team == row["id_1"] else row["team_2"]


def _round_name(
    text: str, conference: Any, known: pd.DataFrame, event: str, number: int, seeding: Seeding | None
) -> str:
    """What the league calls a round, else the name of the game without that of the conference or tournament."""
    if seeding and event == PLAYOFFS and (name := seeding.round_name(number, text)):
        return name
    if text == event:
        return _nameless(number)
    name = text.split(" - ", 1)[-1] if " - " in text else text
    held = [str(one) for one in known["conference"].dropna().unique()] if not known.empty else [str(conference)]
    for prefix in held:
        if name.startswith(f"{prefix} ") and not name.removeprefix(prefix).strip().startswith("Championship"):
            name = name.removeprefix(prefix).strip()
    return name


def _nameless(number: int) -> str:
    """What a round without a name is called."""
    return f"Round {number}"


def _in_order(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Series in the order of rounds and, from the top, of the bracket they form; each told its slot."""
    feeds: dict[int, list[dict[str, Any]]] = {}
    for row in found:
        if row.get("next") is not None:
            feeds.setdefault(id(row["next"]), []).append(row)
    placed: dict[int, int] = {}

    def key(row: dict[str, Any]) -> Any:
        return row.get("order", (0,))

    def walk(row: dict[str, Any]) -> None:
        before = feeds.get(id(row), [])
        before.sort(key=lambda one: (top(one), one["winner_id"] != row["id_1"], key(one)))
        for one in before:
            walk(one)
        placed.setdefault(id(row), len(placed))

    def top(row: dict[str, Any]) -> int:
        place = row.get("place")
        return min(map(top, feeds.get(id(row), [])), default=len(found)) if place is None else int(place)

    roots = sorted(
        (row for row in found if row.get("next") is None), key=lambda row: (top(row), -row["round"], key(row))
    )
    for row in roots:
        walk(row)
    found = sorted(found, key=lambda row: (row["round"], placed[id(row)]))
    slots: dict[int, int] = {}
    for row in found:
        slots[row["round"]] = row["slot"] = slots.get(row["round"], 0) + 1
    unplaced = {row["region"] for row in roots if row.get("region") is not None and key(row)[0] == UNORDERED}
    for row in found:
        if row.get("region") in unplaced:
            row["slot"] = None
    return found


MOST_NAMED = 5
"""Events that a message names."""

UNORDERED = 999
"""Order of a region, or of what belongs to none, where the games tell none."""

PLAY_IN = "Play-In"
"""Name of the games before the first round."""

UNKNOWN = -1
"""Place of a side that ties leave open, or most games of a series that no rule tells."""

DIVISION = ("division winner", "division", f"{TIED}division winner", f"{TIED}division")
"""Berths of teams that hold a place of their division."""


def _projected(known: pd.DataFrame, seeding: Seeding) -> Iterator[dict[str, Any]]:
    """The first rounds if the season ended today."""
    found: list[dict[str, Any]] = []
    for name, part in known[known["seed"].notna()].groupby("conference"):
        table = part.sort_values("seed", kind="stable")
        table["place"] = range(1, len(table) + 1)
        pairs = seeding.first_round or _by_division(table, seeding)
        rows = [(0, pair) for pair in seeding.play_in_round] + [(1, pair) for pair in pairs]
        sure = _sure(table, seeding) if seeding.first_round else set(table["place"])
        at = {place: team for team, place in zip(table.index, table["place"]) if place in sure}
        made = []
        for number, pair in rows:
            row: dict[str, Any] = dict.fromkeys(BRACKET) | {
                "conference": name, "round": number, "projected": True, "games": 0,
                "round_name": PLAY_IN if number == 0 else seeding.round_name(1) if pair[1] else BYE,
            }  # fmt: skip
            for n, place in enumerate(pair, 1):
                open_ = number == 1 and any(place in one for one in seeding.play_in_round)
                team = None if open_ else at.get(place)
                row[f"seed_{n}"] = place if place > 0 else None
                if team is not None:
                    row |= {f"id_{n}": team, f"team_{n}": table.loc[team, "team"], f"wins_{n}": 0}
                    row[f"seed_{n}"] = table.loc[team, "seed"]
            made.append(row)
        for pair in seeding.play_in_round[:1]:  # the winner takes the better seed; the other games add no row
            made[0]["next"] = next(row for row, (number, places) in zip(made, rows) if number and pair[0] in places)
        found += made
    found.sort(key=lambda row: row["round"])
    slots: dict[int, int] = {}
    for row in found:
        slots[row["round"]] = row["slot"] = slots.get(row["round"], 0) + 1
        yield row


def _sure(table: pd.DataFrame, seeding: Seeding) -> set[int]:
    """Places whose team does not depend on a tie that is left: of one team, or of two that meet each other."""
    meeting = {frozenset(pair) for pair in (*seeding.first_round, *seeding.play_in_round)}
    places = [frozenset(level) for _, level in table.groupby("seed")["place"]]
    held = table[table["berth"].isin(DIVISION)].reindex(columns=["division", "seed", "place"])
    crowded = held.groupby("division")["seed"].transform("size") > seeding.per_division
    # Where more teams share the places of a division than it has, everything below depends on who is left out.
    last = int(held.loc[crowded, "place"].min()) if crowded.any() else len(table) + 1
    return {place for level in places if len(level) == 1 or level in meeting for place in level if place < last}


def _by_division(table: pd.DataFrame, seeding: Seeding) -> list[tuple[int, int]]:
    """The winners of divisions against the wild cards, best against last; second against third of each division.

    A place that depends on a tie is `UNKNOWN`; second and third may be level, as they meet each other.
    """
    divisions = dict(list(table[table["berth"].isin(DIVISION)].groupby("division", sort=False)))
    whole = all(len(mates) == seeding.per_division for mates in divisions.values())
    best = [int(mates["seed"].min()) for mates in divisions.values()]
    cards = table[table["berth"] == "wild card"]
    alone = (
        set(cards.loc[~cards["seed"].duplicated(keep=False), "place"]) if whole and len(set(best)) == len(best) else ()
    )
    above = seeding.per_division * len(divisions)
    against = [place if place in alone else UNKNOWN for place in range(above + 1, above + len(divisions) + 1)]
    pairs = []
    for mates in divisions.values():
        winner, others = mates[mates["berth"] == "division winner"], mates[mates["berth"] == "division"]
        first = int(winner["place"].iloc[0]) if len(winner) == 1 else UNKNOWN
        second, third = UNKNOWN, UNKNOWN
        if len(mates) == seeding.per_division and len(winner) == 1:
            second, third = (int(place) for place in others["place"])
        elif len(mates) == seeding.per_division and len(others) == 1:
            third = int(others["place"].iloc[0])
        pairs += [(first, against.pop()), (second, third)]
    return pairs


def _called(teams: pd.DataFrame | None) -> dict[str, dict[Any, str]]:
    """Abbreviations and nicknames by team id; empty where they are not known."""
    if teams is None:
        return {}
    return {
        name: dict(teams.dropna(subset=[name])[["team_id", name]].to_numpy())
        for name in ("abbreviation", "mascot")
        if name in teams
    }


def _framed(
    found: list[dict[str, Any]],
    games: pd.DataFrame,
    sport: str,
    event: str,
    season: str | None,
    called: Mapping[str, Mapping[Any, str]],
) -> pd.DataFrame:
    at = {id(row): n for n, row in enumerate(found)}
    for row in found:
        following = row.get("next")
        row |= {"sport": sport, "season": season, "event": event, "next": at[id(following)] if following else None}
        row |= {f"{name}_{n}": names.get(row.get(f"id_{n}")) for name, names in called.items() for n in (1, 2)}
    frame = pd.DataFrame(found, columns=list(BRACKET))
    frame = frame.astype({name: arrays.dtype_of(name, kind) for name, kind in BRACKET.items()})
    if "sport" in games and isinstance(games["sport"].dtype, pd.CategoricalDtype):
        frame["sport"] = frame["sport"].astype(games["sport"].dtype)
    return frame
