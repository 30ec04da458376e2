"""The table of a league from its games: records, points, ranks, and how level teams are separated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
import pandas as pd

from .._frames.recognize import kind, need
from ..catalog import SPORTS
from ..errors import QueryError, choose
from . import ratings, results, ties
from .grammar import Measure, Where
from .rows import Rows, typed

By = Literal["league", "conference", "division"]

GROUPS: dict[str, By] = {
    "MLB": "division", "NBA": "conference", "NFL": "division", "NHL": "division", "NCAAFB": "conference",
    "NCAABB": "conference", "SOCCER": "league",
}  # fmt: skip
"""Where a league ranks its teams, if it is known who plays where."""

NO_LEAGUE: dict[str, str] = {"DARTS": "orders of merit need prize tables", "PGA": "a tour is no league"}
"""Why a sport has no table."""

SEASON_GAMES: dict[str, int] = {"MLB": 162, "NBA": 82}
"""Games of a full season, for magic numbers."""

WHOLE = ("rank", "magic_number")

FORM = 5
"""Games that `form` looks back on."""

RECORDED = ("MLB", "NBA", "NFL", "NCAAFB", "NCAABB")
GOALS = ("NHL", "SOCCER")
TIED = ("NFL", "NCAAFB", "NCAABB")
COLLEGES = ("NCAAFB", "NCAABB")
_ALL = (*RECORDED, *GOALS)

TABLE = ("standings",)
_RECORD = Where(RECORDED, TABLE)
_EVERY = Where(_ALL, TABLE)


def _scores(sport: str) -> tuple[str, str]:
    return ("goals_for", "goals_against") if sport in GOALS else ("points_for", "points_against")


def _told(name: str, label: str, formula: str, unit: str, better: Any, reference: str, sports: Any = _ALL,
          text: bool = False, note: str = "") -> Measure:  # fmt: skip
    """A column that the games tell one by one."""
    return Where(sports, TABLE).make(name, label, name, lambda s: getattr(s, name), formula, unit, better, "no",
                                     reference, text=text, note=note, whole=name in WHOLE)  # fmt: skip


def _pythagoras(sport: str) -> tuple[Measure, ...]:
    own, other = _scores(sport)
    exponent = ratings.EXPONENTS[sport]
    shots = ("shootout_goals_for", "shootout_goals_against") if sport == "NHL" else ()
    inputs = " ".join((own, other, *shots))

    def expected(s: Any) -> pd.Series:
        scored, allowed = getattr(s, own), getattr(s, other)
        if shots:
            scored, allowed = scored - s.shootout_goals_for, allowed - s.shootout_goals_against
        return pd.Series(ratings.pyth_pct(scored.to_numpy(), allowed.to_numpy(), exponent), index=scored.index)

    where = Where((sport,), TABLE)
    note = (
        "Shootout goals left out." if shots else "Of wins and half the draws, not points." if sport == "SOCCER" else ""
    )
    level = {"SOCCER": "draws", "NHL": ""}.get(sport, "ties" if sport in TIED else "")
    count = f"games wins {level}"

    def won(s: Any) -> Any:
        return s.wins + (getattr(s, level) / 2 if level else 0)

    return (
        where.make("pyth_pct", "Pythagorean expectation", inputs, expected, f"100 / (1 + (against / for)^{exponent:g})",
                   "%", 1, "rule", "James; exponent as published", note=note),
        where.make("pyth_wins", "Pythagorean wins", f"{inputs} games", lambda s: s.games * expected(s) / 100,
                   "games x pyth_pct / 100", "wins", 1, "rule", "James", note=note),
        where.make("luck", "Wins above expectation", f"{inputs} {count}",
                   lambda s: won(s) - s.games * expected(s) / 100, "wins - pyth_wins", "wins", 1, "rule", "James",
                   note=note),
    )  # fmt: skip


def _average(sport: str) -> Measure:
    own, other = _scores(sport)
    return Where((sport,), TABLE).ratio(
        "mov", "Average margin", f"{own} {other} games", lambda s: (getattr(s, own) - getattr(s, other), s.games),
        "(for - against) / games", "points", 1, "Pro-Football-Reference",
    )  # fmt: skip


MEASURES: tuple[Measure, ...] = (
    _told("rank", "Rank", "the league's own order", "place", -1, "League rules",
          note="tied: what the steps left level; provisional: a step could not be taken."),
    Where(("MLB", "NBA"), TABLE).ratio("win_pct", "Games won", "wins games", lambda s: (100 * s.wins, s.games),
                                       "100 W / (W + L)", "%", 1, "League rules", note="Ties do not count."),
    Where(TIED, TABLE).ratio("win_pct", "Games won", "wins ties games",
                             lambda s: (100 * (s.wins + s.ties / 2), s.games), "100 (W + T/2) / games", "%", 1,
                             "League rules"),
    Where(("NHL",), TABLE).ratio("win_pct", "Games won", "wins games", lambda s: (100 * s.wins, s.games),
                                 "100 W / games", "%", 1, "NHL"),
    Where(("NHL",), TABLE).make("points", "Points", "wins overtime_losses", lambda s: 2 * s.wins + s.overtime_losses,
                                "2 W + OTL", "points", 1, "count", "NHL"),
    Where(("NHL",), TABLE).ratio("points_pct", "Points won", "wins overtime_losses games",
                                 lambda s: (100 * (2 * s.wins + s.overtime_losses), 2 * s.games),
                                 "100 points / (2 games)", "%", 1, "NHL"),
    Where(("SOCCER",), TABLE).make("points", "Points", "wins draws", lambda s: 3 * s.wins + s.draws, "3 W + D",
                                   "points", 1, "count", "League rules"),
    Where(("SOCCER",), TABLE).ratio("points_per_game", "Points per game", "wins draws games",
                                    lambda s: (3 * s.wins + s.draws, s.games), "points / games", "points", 1,
                                    "League rules"),
    Where(GOALS, TABLE).make("goal_difference", "Goal difference", "goals_for goals_against",
                             lambda s: s.goals_for - s.goals_against, "goals for - against", "goals", 1, "count",
                             "League rules"),
    *(_average(sport) for sport in _ALL),
    _told("games_behind", "Games behind", "((W1 - L1) - (W - L)) / 2", "games", -1, "MLB glossary", RECORDED,
          note="Behind the first of the group by win_pct; may be negative early."),
    _told("magic_number", "Magic number", "games + 1 - W leader - L rival, 0 at least", "games", -1, "MLB glossary",
          tuple(SEASON_GAMES), note="The leader's against each rival; on the leader's row the greatest."),
    *(one for sport in _ALL for one in _pythagoras(sport)),
    _told("streak", "Streak", "last games alike", "text", 0, "League rules", text=True),
    _told("form", "Form", f"last {FORM} games, newest right", "text", 0, "League rules", text=True),
    _told("home_record", "At home", "W-L and level games", "text", 0, "League rules", text=True),
    _told("away_record", "Away", "W-L and level games", "text", 0, "League rules", text=True),
    *ratings.MEASURES,
)  # fmt: skip


def standings(
    games: pd.DataFrame,
    *,
    teams: pd.DataFrame | None = None,
    groups: Mapping[int, str] | None = None,
    by: By | None = None,
    season_type: str | None = results.REGULAR,
    season_games: int | None = None,
) -> pd.DataFrame:
    """The table of a league from its finished games, ranked by the league's own rules.

    Parameters
    ----------
    games : pandas.DataFrame
        A games frame with scores, of one season or several; each game counts once. Unfinished, postponed and replaced
        games, baseball's ties and the final of the NBA's cup do not count.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games: says who plays in which conference and division, and (hockey) which
        games went beyond regulation. Without it a game's display text is read for the latter.
    groups : mapping of int to str, optional
        Team id to ``"Conference - Division"``, in place of `teams`.
    by : {"league", "conference", "division"}, optional
        Rank within; by default where the league itself does, if that is known, else the league.
    season_type : str or None
        Part of the season; None for all but the preseason.
    season_games : int, optional
        Games of a full season, for ``magic_number`` (MLB 162, NBA 82).

    Returns
    -------
    pandas.DataFrame, one row a team, in order of season, group and rank
        ``sport``, where they apply ``league, season, conference, division``, then ``rank, team_id, team, games, wins,
        losses``, ``ties``, ``draws`` or ``overtime_losses``, what the league ranks by, scores, and the figures that
        ``table(sport, "standings")`` lists. ``tied`` is true where the steps that can be taken leave teams level, which
        then share a rank; ``provisional`` where a step could not be taken because games or groups are missing.

    Raises
    ------
    QueryError
        Darts, golf and sports whose rules are not known here have no league table; `by` is not known of these teams.
    FrameError
        Columns are missing, such as the scores of a schedule.

    References
    ----------
    League rules: MLB, NBA, NFL and NHL tie-breaking procedures; Premier League, LaLiga and Serie A rules. Conferences
    of the colleges have each their own and none is applied.
    """
    sport = _league_sport(games)
    found = results.counting(results.finished(games, "standings", season_type=season_type), sport)
    found = found.assign(decided=_decided(found, sport, teams))
    conference, division = _groups(groups, teams)
    chosen = _chosen(by, sport, conference, division, found)
    limit = season_games or SEASON_GAMES.get(sport)
    parts: list[pd.DataFrame] = []
    key: Any
    for key, part in found.groupby(["league", "season"], sort=True, dropna=False):
        rules = sport if pd.isna(key[0]) else str(key[0])
        ranked = _ranked(part, sport, rules, chosen, conference, division, limit)
        parts.append(ranked.assign(league=key[0], season=key[1]))
    whole = pd.concat(parts, ignore_index=True) if parts else _empty()
    return _dressed(whole, sport, bool(conference), bool(division), limit, games)


def _league_sport(games: pd.DataFrame) -> str:
    need(games, ["sport"], "standings")
    held = set(games["sport"].dropna().astype(str)) or {kind(games).sport}
    for code in sorted(held - set(GROUPS)):
        why = NO_LEAGUE.get(code, "the rules of its league are not known here")
        raise QueryError(f"{code} has no standings: {why}; {', '.join(GROUPS)} have them.")
    return results.sport_of(games, "standings")


def _decided(found: pd.DataFrame, sport: str, teams: pd.DataFrame | None) -> np.ndarray:
    """0 regulation, 1 overtime, 2 shootout, NaN where nothing tells; only hockey asks."""
    if sport != "NHL":
        return np.zeros(len(found))
    if teams is not None:
        need(teams, ["game_id", "periods_played"], "standings(teams=)")
        played = teams.groupby(teams["game_id"].astype(object))["periods_played"].max()
        counted: Any = pd.to_numeric(found["game_id"].map(played)).to_numpy(dtype="float64", na_value=np.nan)
        extra = counted - SPORTS[sport].rules.periods
        playoff = found["season_type"].notna() & (found["season_type"] != results.REGULAR)
        return np.asarray(np.clip(extra, 0, np.where(playoff, 1, 2)))
    # Display text is no ground for logic where figures are given; here it is all there is.
    text = found["game_status"].astype(object).fillna("").astype(str).str.upper()
    shootout, overtime = text.str.contains(r"\bSO\b|SHOOTOUT"), text.str.contains(r"\b\d*OT\b|OVERTIME")
    return np.asarray(np.select([shootout, overtime, text.eq("")], [2.0, 1.0, np.nan], 0.0))


def _groups(
    groups: Mapping[int, str] | None, teams: pd.DataFrame | None
) -> tuple[dict[int, str], dict[int, str]]:  # fmt: skip
    """Conference and division of each team."""
    named: dict[int, Any] = dict(groups or {})
    if groups is None and teams is not None and "division_name" in teams.columns:
        need(teams, ["team_id"], "standings(teams=)")
        pairs = teams[["team_id", "division_name"]].dropna().drop_duplicates("team_id", keep="last")
        named = dict(zip(pairs["team_id"].astype(int), pairs["division_name"]))
    conference = {int(team): str(name).split(" - ")[0].strip() for team, name in named.items()}
    division = {int(team): str(name).strip() for team, name in named.items() if " - " in str(name)}
    return conference, division


def _chosen(
    by: By | None, sport: str, conference: dict[int, str], division: dict[int, str], found: pd.DataFrame
) -> By:  # fmt: skip
    known: dict[str, dict[int, str]] = {"conference": conference, "division": division}
    if by is None:
        usual = GROUPS[sport]
        if usual == "league":
            return usual
        teams = set(found["home"]) | set(found["away"])
        # Colleges meet guests from outside, who play in no conference.
        enough = teams & set(known[usual]) if sport in COLLEGES else teams <= set(known[usual])
        return usual if teams and enough else "league"
    choose(by, ("league", "conference", "division"), "by")
    if by != "league" and not known[by]:
        raise QueryError(f"by={by!r} needs teams= (the table teams of the same games) or groups= to know the {by}s.")
    return by


def _sums(both: pd.DataFrame) -> pd.DataFrame:
    """Counts by team."""
    won, lost, level = both["share"] == 1, both["share"] == 0, both["share"] == 0.5
    beyond, shootout = both["decided"].fillna(0) > 0, both["decided"] == 2
    counts = pd.DataFrame(
        {
            "games": 1,
            "wins": won,
            "losses": lost & ~beyond,
            "level": level,
            "overtime_losses": lost & beyond,
            "regulation_wins": won & ~beyond,
            "play_wins": won & ~shootout,
            "scored": both["scored"],
            "allowed": both["allowed"],
            "shootout_goals_for": won & shootout,
            "shootout_goals_against": lost & shootout,
        }
    ).astype("int64")
    return counts.groupby(both["team"]).sum().assign(ties=lambda t: t["level"])


def _ranked(
    found: pd.DataFrame, sport: str, league: str, by: By, conference: dict[int, str], division: dict[int, str],
    limit: int | None,
) -> pd.DataFrame:  # fmt: skip
    both = results.lines(found)
    table = _sums(both)
    table["difference"] = table["scored"] - table["allowed"]
    if sport == "NHL":
        both["points"] = 2 * (both["share"] == 1) + ((both["share"] == 0) & (both["decided"] > 0))
        table["points"] = 2 * table["wins"] + table["overtime_losses"]
        even = table["games"].nunique() == 1
        first = table["points"] if even else table["points"] / (2 * table["games"])
    elif sport == "SOCCER":
        table["points"] = 3 * table["wins"] + table["level"]
        first = table["points"]
    else:
        first = (table["wins"] + table["level"] / 2) / table["games"]
    season = ties.Season(both, table, first.round(9), conference, division)
    groups: dict[int, str] = {"conference": conference, "division": division}.get(by, {})
    names = pd.Series({team: groups.get(team, "") for team in table.index}, dtype=object)
    placed = [
        row
        for _, members in sorted(names.groupby(names).groups.items(), key=lambda group: (group[0] == "", group[0]))
        for row in _places(season, list(members), sport, league, by, table)
    ]
    order = pd.DataFrame(placed, columns=["team_id", "rank", "tied", "games_behind"])
    order["provisional"] = order["team_id"].isin(season.provisional)
    if sport == "NHL" and found["decided"].isna().any():
        order["provisional"] = True
    whole = order.join(table, on="team_id").join(_stories(both, sport), on="team_id")
    whole["conference"], whole["division"] = whole["team_id"].map(conference), whole["team_id"].map(division)
    whole["group"] = whole["team_id"].map(names)
    if limit:
        whole["magic_number"] = _magic(whole, limit)
    return whole


def _places(
    season: ties.Season, members: list[int], sport: str, league: str, by: By, table: pd.DataFrame
) -> list[tuple[int, int, bool, float]]:  # fmt: skip
    steps = ties.STEPS.get(league, ())
    if sport == "NFL" and by != "division":
        steps = ties.NFL_WILD_CARD
    first = season.first[members]
    if sport in COLLEGES and by == "conference":
        inside = {team: season.share(team, set(members)) for team in members}
        first = pd.Series({team: round(1000 * inside[team], 6) + season.first[team] for team in members})
    levels: list[list[int]] = []
    for value in sorted(set(first), reverse=True):
        block = sorted(int(team) for team in first.index[first == value])
        levels += ties.split(season, block, steps, league in ties.RESTART)
    best = max(members, key=lambda team: season.first[team])
    over = dict(zip(table.index, (table["wins"] - table["losses"]).tolist()))
    placed, rank = [], 1
    for block in levels:
        for team in block:
            placed.append((team, rank, len(block) > 1, (over[best] - over[team]) / 2))
        rank += len(block)
    return placed


def _magic(whole: pd.DataFrame, limit: int) -> pd.Series:
    """The leader's magic number against each rival of the group; on the leader's row the greatest of them."""
    leader = whole.groupby("group")["wins"].transform("first")
    number = (limit + 1 - leader - whole["losses"]).clip(lower=0)
    rivals = number.where(whole.groupby("group").cumcount() > 0)
    return number.where(rivals.notna(), rivals.groupby(whole["group"]).transform("max"))


def _stories(both: pd.DataFrame, sport: str) -> pd.DataFrame:
    """Names, streaks, form and records at home and away, by team."""
    drawn = "D" if sport == "SOCCER" else "T"
    letters = both["share"].map({1.0: "W", 0.5: drawn, 0.0: "L"})
    letters = letters.mask((both["share"] == 0) & (both["decided"] > 0), "O")
    rows = {}
    for team, mine in both.assign(letter=letters).groupby("team"):
        text = "".join(mine["letter"])
        run = len(text) - len(text.rstrip(text[-1]))
        rows[team] = (
            mine["name"].iloc[-1], f"{text[-1]}{run}", text[-FORM:],
            _record(mine["letter"][mine["at_home"]], sport), _record(mine["letter"][~mine["at_home"]], sport),
        )  # fmt: skip
    return pd.DataFrame.from_dict(
        rows, orient="index", columns=["team", "streak", "form", "home_record", "away_record"]
    )  # fmt: skip


def _record(letters: pd.Series, sport: str) -> str:
    won, lost, level, beyond = (
        (letters == letter).sum() for letter in ("W", "L", "D" if sport == "SOCCER" else "T", "O")
    )
    if sport == "SOCCER":
        return f"{won}-{level}-{lost}"
    if sport == "NHL":
        return f"{won}-{lost}-{beyond}"
    return f"{won}-{lost}-{level}" if level or sport == "NFL" else f"{won}-{lost}"


def _empty() -> pd.DataFrame:
    names = ["team_id", "rank", "tied", "games_behind", "provisional", "games", "wins", "losses", "level", "ties",
             "overtime_losses", "regulation_wins", "scored", "allowed", "shootout_goals_for", "shootout_goals_against",
             "team", "streak", "form", "home_record", "away_record", "conference", "division", "group", "magic_number",
             "league", "season"]  # fmt: skip
    return pd.DataFrame({name: pd.Series([], dtype=object) for name in names})


def _dressed(
    whole: pd.DataFrame, sport: str, conference: bool, division: bool, limit: int | None, games: pd.DataFrame
) -> pd.DataFrame:  # fmt: skip
    """The columns in their order and dtypes, with the figures that follow from sums."""
    own, other = _scores(sport)
    level = {"SOCCER": ["draws"], "NHL": ["overtime_losses", "regulation_wins"]}.get(
        sport, ["ties"] if sport in TIED else []
    )
    whole = whole.rename(columns={"scored": own, "allowed": other}).assign(draws=whole["level"])
    counts = ["rank", "team_id", "games", "wins", "losses", *level, own, other]
    held = {m.name: m for m in MEASURES if sport in m.sports and m.tables == TABLE}
    rows = Rows(whole, sport, "standings", held, {})
    figures = {
        name: pd.Series(typed(whole[name].to_numpy() if one.text else rows.values(one), one.dtype))
        for name, one in held.items()
        if name != "rank" and (name != "magic_number" or limit)
    }
    text = pd.StringDtype(na_value=np.nan)
    columns: dict[str, Any] = {"sport": pd.Series([sport] * len(whole), dtype="category")}
    if "sport" in games and isinstance(games["sport"].dtype, pd.CategoricalDtype):
        columns["sport"] = columns["sport"].astype(games["sport"].dtype)
    if SPORTS[sport].leagues:
        columns["league"] = whole["league"].astype(games["league"].dtype if "league" in games else text)
    columns["season"] = whole["season"].astype(text)
    columns |= {
        name: whole[name].astype(text) for name, has in (("conference", conference), ("division", division)) if has
    }
    columns |= {"rank": whole["rank"].astype("Int64"), "team_id": whole["team_id"].astype("Int64"),
                "team": whole["team"].astype(text)}  # fmt: skip
    columns |= {name: whole[name].astype("Int64") for name in counts[2:]}
    columns |= figures
    columns |= {name: whole[name].astype("boolean") for name in ("tied", "provisional")}
    result = pd.DataFrame(columns)
    result.attrs = dict(games.attrs)
    return result
