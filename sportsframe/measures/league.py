"""League standings from games: records, points, ranks and tie-breaking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
import pandas as pd

from .._frames.recognize import kind, need
from ..catalog import SPORTS, Sport
from ..catalog.rules import Group, Points, Rules, Standings
from ..errors import QueryError, choose
from . import ratings, results, ties
from .grammar import Measure, On, Sums
from .rows import Rows, typed

FORM = 5
"""Number of games in `form`."""

STANDINGS = On(("standings",), resource="")


def ranked() -> tuple[str, ...]:
    """The sports whose leagues have a table."""
    return tuple(code for code, sport in SPORTS.items() if sport.rules.standings is not None)


def by_points(rules: Rules) -> Points | None:
    """What results are worth where the league counts points."""
    return rules.standings.points if rules.standings else None


def scores(rules: Rules) -> tuple[str, str]:
    """The columns of what a team scored and allowed."""
    return ("goals_for", "goals_against") if rules.unit == "goals" else ("points_for", "points_against")


def level_column(rules: Rules) -> str:
    """The column that counts level games; empty where none are counted."""
    return f"{rules.level}s" if rules.level else ""


def _told(name: str, label: str, **more: Any) -> Measure:
    """A column that the games tell one by one."""
    return STANDINGS.column(name, label, aggregation="no", **more)


def _pythagoras(rules: Rules) -> tuple[Measure, ...]:
    """Wins to be expected from the scores; hockey's without the goals of shootouts."""
    if rules.pythagorean is None:
        return ()
    exponent = rules.pythagorean
    own, other = scores(rules)
    level = level_column(rules)

    def expected(s: Sums) -> pd.Series:
        scored, allowed = getattr(s, own), getattr(s, other)
        if rules.shootout:
            scored, allowed = scored - s.shootout_goals_for, allowed - s.shootout_goals_against
        return pd.Series(ratings.pyth_pct(scored.to_numpy(), allowed.to_numpy(), exponent), index=scored.index)

    def won(s: Sums) -> Any:
        return s.wins + (getattr(s, level) / 2 if level else 0)

    more: dict[str, Any] = {
        "aggregation": "rule",
        "higher_is_better": True,
        "note": "Shootout goals left out."
        if rules.shootout
        else "Of wins and half the draws, not points."
        if rules.level == "draw"
        else "",
    }
    return (
        STANDINGS.make(
            "pyth_pct",
            "Pythagorean expectation",
            value=expected,
            formula=f"100 / (1 + (against / for)^{exponent:g})",
            unit="%",
            reference="James; exponent as published",
            **more,
        ),
        STANDINGS.make(
            "pyth_wins",
            "Pythagorean wins",
            value=lambda s: s.games * expected(s) / 100,
            formula="games x pyth_pct / 100",
            unit="wins",
            reference="James",
            **more,
        ),
        STANDINGS.make(
            "luck",
            "Wins above expectation",
            value=lambda s: won(s) - s.games * expected(s) / 100,
            formula="wins - pyth_wins",
            unit="wins",
            reference="James",
            **more,
        ),
    )


def _shares(rules: Rules) -> tuple[Measure, ...]:
    """What share of the games was won, or what the league gives points for."""
    worth = by_points(rules)
    if worth is None or worth.overtime_loss:
        level = level_column(rules)
        text = "100 (W + T/2) / games" if level else "100 W / games" if worth else "100 W / (W + L)"
        won_share = STANDINGS.ratio(
            "win_pct",
            "Games won",
            parts=lambda s: (100 * (s.wins + (getattr(s, level) / 2 if level else 0)), s.games),
            formula=text,
            unit="%",
            reference="NHL" if worth else "League rules",
            higher_is_better=True,
            note="" if level or worth else "Ties do not count.",
        )
        if worth is None:
            return (won_share,)
    else:
        won_share = None
    draws, lost_late = level_column(rules), worth.overtime_loss

    def points(s: Sums) -> Any:
        found = worth.win * s.wins
        if worth.draw and draws:
            found = found + worth.draw * getattr(s, draws)
        return found + lost_late * s.overtime_losses if lost_late else found

    parts = [f"{worth.win} W"]
    if worth.draw and draws:
        parts.append("D" if worth.draw == 1 else f"{worth.draw} D")
    if lost_late:
        parts.append("OTL" if lost_late == 1 else f"{lost_late} OTL")
    source = "NHL" if lost_late else "League rules"
    total = STANDINGS.make(
        "points",
        "Points",
        value=points,
        formula=" + ".join(parts),
        unit="points",
        aggregation="count",
        reference=source,
        higher_is_better=True,
    )
    if won_share is not None:
        share = STANDINGS.ratio(
            "points_pct",
            "Points won",
            parts=lambda s: (100 * points(s), worth.win * s.games),
            formula=f"100 points / ({worth.win} games)",
            unit="%",
            reference=source,
            higher_is_better=True,
        )
        return (won_share, total, share)
    mean = STANDINGS.ratio(
        "points_per_game",
        "Points per game",
        parts=lambda s: (points(s), s.games),
        formula="points / games",
        unit="points",
        reference=source,
        higher_is_better=True,
    )
    return (total, mean)


def _margins(rules: Rules) -> tuple[Measure, ...]:
    own, other = scores(rules)
    difference = STANDINGS.make(
        "goal_difference",
        "Goal difference",
        value=lambda s: s.goals_for - s.goals_against,
        formula="goals for - against",
        unit="goals",
        aggregation="count",
        reference="League rules",
        higher_is_better=True,
    )
    mean = STANDINGS.ratio(
        "mov",
        "Average margin",
        parts=lambda s: (getattr(s, own) - getattr(s, other), s.games),
        formula="(for - against) / games",
        unit="points",
        reference="Pro-Football-Reference",
        higher_is_better=True,
    )
    return (difference, mean) if rules.unit == "goals" else (mean,)


def magic_games(rules: Rules) -> int | None:
    """Games of a full season where magic numbers are told: leagues by share of games won, without ties."""
    return rules.standings.games if rules.standings and not by_points(rules) and not rules.level else None


def _behind(rules: Rules) -> tuple[Measure, ...]:
    if by_points(rules):
        return ()
    behind = _told(
        "games_behind",
        "Games behind",
        formula="((W1 - L1) - (W - L)) / 2",
        unit="games",
        reference="MLB glossary",
        higher_is_better=False,
        note="Behind the first of the group by win_pct; may be negative early.",
    )
    magic = _told(
        "magic_number",
        "Magic number",
        formula="games + 1 - W leader - L rival, 0 at least",
        unit="games",
        reference="MLB glossary",
        higher_is_better=False,
        whole=True,
        note="The leader's against each rival; on the leader's row the greatest.",
    )
    return (behind, magic) if magic_games(rules) else (behind,)


def measures(sport: Sport) -> tuple[Measure, ...]:
    """Return the statistics of standings that apply to the rules of the sport."""
    rules = sport.rules
    if rules.standings is None:
        return ()
    text: dict[str, Any] = {"unit": "text", "reference": "League rules", "text": True}
    return (
        _told(
            "rank",
            "Rank",
            formula="the league's own order",
            unit="place",
            reference="League rules",
            higher_is_better=False,
            whole=True,
            note="tied: what the steps left level; provisional: a step could not be taken.",
        ),
        *_shares(rules),
        *_margins(rules),
        *_behind(rules),
        *_pythagoras(rules),
        _told("streak", "Streak", formula="last games alike", **text),
        _told("form", "Form", formula=f"last {FORM} games, newest right", **text),
        _told("home_record", "At home", formula="W-L and level games", **text),
        _told("away_record", "Away", formula="W-L and level games", **text),
    )


def standings(
    games: pd.DataFrame,
    *,
    teams: pd.DataFrame | None = None,
    groups: Mapping[int, str] | None = None,
    by: Group | None = None,
    season_type: str | None = results.REGULAR,
    season_games: int | None = None,
) -> pd.DataFrame:
    """Return the standings of a league from its finished games, ranked by the league's own rules.

    Parameters
    ----------
    games : pandas.DataFrame
        A games frame with scores, of one season or several; each game counts once. Unfinished, postponed and replaced
        games, baseball's ties and the final of the NBA's cup do not count.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games: contains conferences and divisions and, in hockey, which games
        went to overtime; otherwise the display text of a game determines the latter.
    groups : mapping of int to str, optional
        Team id to ``"Conference - Division"``, instead of `teams`.
    by : {"league", "conference", "division"}, optional
        Group within which to rank; by default that of the league's own standings if groups are known, otherwise the
        league. In conferences that seed division winners first (NFL, MLB), these are listed first.
    season_type : str or None
        Part of the season; None for all except the preseason.
    season_games : int, optional
        Games of a full season, for ``magic_number``; by default the league's own (MLB 162, NBA 82).

    Returns
    -------
    pandas.DataFrame, one row per team, in order of season, group and rank
        ``sport``, then ``league, season, conference, division`` if they apply, then ``rank, team_id, team, games, wins,
        losses``, ``ties``, ``draws`` or ``overtime_losses``, the ranking criterion, scores, and the
        statistics listed by ``table(sport, "standings")``. ``tied`` is true if the available tie-breaks leave teams
        tied, which then share a rank; ``provisional`` if a tie-break could not be applied because games or groups are
        missing. If conferences or divisions are known, ``conference_record`` and ``division_record`` (text, wins
        first), and, in leagues that seed their conferences, ``seed`` (Int64): the playoff seed, missing for teams that
        do not qualify.

    Raises
    ------
    QueryError
        The sport has no standings (darts, golf, or unknown rules), or the groups of `by` are unknown.
    FrameError
        Columns are missing, such as the scores of a schedule.

    Notes
    -----
    The procedures are declared in the catalog: ``sportsframe.catalog.SPORTS[code].rules.standings``. Hockey is ranked
    by points and then by fewer games. College standings use the conference winning percentage first, without
    the conference championship game.

    References
    ----------
    League rules: MLB, NBA, NFL and NHL tie-breaking procedures; Premier League, LaLiga and Serie A rules. Tie-breaking
    rules of college conferences are not applied.

    Examples
    --------
    >>> table = sf.live("2024-06-01", "MLB").sports.standings()
    >>> list(table.columns[:6])
    ['sport', 'season', 'rank', 'team_id', 'team', 'games']
    """
    sport = _league_sport(games)
    rules = SPORTS[sport].rules
    found = results.counting(results.finished(games, "standings", season_type=season_type), sport)
    found = found.assign(decided=results.decided(found, sport, teams))
    places = _groups(groups, teams)
    chosen = _chosen(by, _standings(rules), places, found)
    limit = season_games or magic_games(rules)
    parts: list[pd.DataFrame] = []
    key: Any
    for key, part in found.groupby(["league", "season"], sort=True, dropna=False):
        league = _League(sport, "" if pd.isna(key[0]) else str(key[0]), part, *places)
        parts.append(league.ranked(chosen, limit).assign(league=key[0], season=key[1]))
    whole = pd.concat(parts, ignore_index=True) if parts else _empty()
    return _dressed(whole, sport, places, limit, games)


def _standings(rules: Rules) -> Standings:
    assert rules.standings is not None
    return rules.standings


def _league_sport(games: pd.DataFrame) -> str:
    need(games, ["sport"], "standings")
    held = set(games["sport"].dropna().astype(str)) or {kind(games).sport}
    for code in sorted(held - set(ranked())):
        why = SPORTS[code].rules.no_standings if code in SPORTS else Rules().no_standings
        raise QueryError(f"{code} has no standings: {why}; {', '.join(ranked())} have them.")
    return results.sport_of(games, "standings")


Places = tuple[dict[int, str], dict[int, str]]
"""Conference and division of each team."""


def _groups(groups: Mapping[int, str] | None, teams: pd.DataFrame | None) -> Places:
    """Conference and division of each team."""
    named: dict[int, Any] = dict(groups or {})
    if groups is None and teams is not None and "division_name" in teams.columns:
        need(teams, ["team_id"], "standings(teams=)")
        pairs = teams[["team_id", "division_name"]].dropna().drop_duplicates("team_id", keep="last")
        named = dict(zip(pairs["team_id"].astype(int), pairs["division_name"]))
    conference = {int(team): str(name).split(" - ")[0].strip() for team, name in named.items()}
    division = {int(team): str(name).strip() for team, name in named.items() if " - " in str(name)}
    return conference, division


def _chosen(by: Group | None, rules: Standings, places: Places, found: pd.DataFrame) -> Group:
    known: dict[str, dict[int, str]] = dict(zip(("conference", "division"), places))
    if by is None:
        usual = rules.group
        if usual == "league":
            return usual
        teams = set(found["home"]) | set(found["away"])
        enough = teams & set(known[usual]) if rules.guests else teams <= set(known[usual])
        return usual if teams and enough else "league"
    choose(by, get_args(Group), "by")
    if by != "league" and not known[by]:
        raise QueryError(
            f"by={by!r} requires teams= (the table teams of the same games) or groups= to determine the {by}s."
        )
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


class _League:
    """The games of one league and season, and who is ranked where.

    Parameters
    ----------
    sport, league : str
        Codes; the league's is empty but in soccer.
    found : pandas.DataFrame
        Games that count, as of `results.finished`, with ``decided``.
    conference, division : dict of int to str
        Where teams play.
    """

    def __init__(
        self, sport: str, league: str, found: pd.DataFrame, conference: dict[int, str], division: dict[int, str]
    ) -> None:
        self.rules, self.code, self.found = SPORTS[sport].rules, league, found
        self.standings = _standings(self.rules)
        self.conference, self.division = conference, division
        both = results.lines(found)
        self.both = both.assign(points=results.points(both, sport))
        self.table = _sums(self.both)
        self.table["difference"] = self.table["scored"] - self.table["allowed"]
        self.table["points"] = self.both.groupby("team")["points"].sum()
        self.season = ties.Season(
            self.both, self.table, self._first(), conference, division, self.standings.procedure("division", league)
        )

    def _first(self) -> pd.Series:
        """What the league ranks by, by team; the conference's own share comes into it within a conference only."""
        if "points" in self.standings.ranked_by:
            return self.table["points"].astype("float64")
        return ((self.table["wins"] + self.table["level"] / 2) / self.table["games"]).round(ties.PRECISION)

    def _inside(self, groups: Mapping[int, str]) -> pd.DataFrame:
        """The lines of games within a group, without events that do not count as such."""
        own, other = self.both["team"].map(groups), self.both["opponent"].map(groups)
        lines = self.both[own.notna() & own.eq(other)]
        pattern = self.rules.not_in_conference
        return lines[~results.named_like(lines, pattern)] if pattern else lines

    def _keys(self, members: list[int], by: Group) -> dict[int, tuple[float, ...]]:
        """What teams of a group are ranked by before ties are broken, in order."""
        keys = {"win_pct": self.season.first, "points": self.season.first}
        names = self.standings.ranked_by
        if "conference_pct" in names:
            if by == "conference":
                keys["conference_pct"] = self._inside(self.conference).groupby("team")["share"].mean()
            else:
                names = tuple(name for name in names if name != "conference_pct")
        return {
            team: tuple(round(float(keys[name].get(team, 0.0)), ties.PRECISION) for name in names) for team in members
        }

    def order(self, members: list[int], by: Group) -> list[list[int]]:
        """Teams of a group in the league's order, as lists of those that share a place."""
        keys, rules = self._keys(members, by), self.standings.procedure(by, self.code)
        levels: list[list[int]] = []
        for value in sorted(set(keys.values()), reverse=True):
            block = sorted(int(team) for team in members if keys[team] == value)
            levels += ties.order(self.season, block, rules)
        return levels

    def qualified(self, members: list[int]) -> list[list[int]]:
        """The teams of a conference that come first by their place in the division, in the order of seeds."""
        seeding = self.standings.seeding
        if seeding is None or not seeding.per_division or any(team not in self.division for team in members):
            return []
        names = sorted({self.division[team] for team in members})
        tables = [self.order([team for team in members if self.division[team] == name], "division") for name in names]
        by_place = []
        for place in range(1, seeding.per_division + 1):
            those = [team for table in tables for team, rank in _ranks(table).items() if rank == place]
            by_place += self.order(those, "conference") if those else []
        return by_place

    def seeds(self) -> dict[int, int]:
        """Places in the playoffs by team; none where conferences or divisions are not known of all."""
        seeding = self.standings.seeding
        found: dict[int, int] = {}
        if seeding is None or not all(team in self.conference for team in self.table.index):
            return found
        if seeding.per_division and not all(team in self.division for team in self.table.index):
            return found
        for name in sorted({self.conference[team] for team in self.table.index}):
            members = [int(team) for team in self.table.index if self.conference[team] == name]
            first = self.qualified(members)
            through = {team for level in first for team in level}
            rest = self.order([team for team in members if team not in through], "conference")
            places = len(through) + seeding.others + seeding.play_in
            found |= {team: rank for team, rank in _ranks([*first, *rest]).items() if rank <= places}
        return found

    def placed(self, members: list[int], by: Group) -> list[tuple[int, int, bool, float]]:
        """Team, rank, whether it shares it, and games behind the best, in order."""
        seeding = self.standings.seeding
        first = self.qualified(members) if by == "conference" and seeding and seeding.winners_first else []
        through = {team for level in first for team in level}
        levels = [*first, *self.order([team for team in members if team not in through], by)]
        best = max(members, key=lambda team: self.season.first[team])
        over = self.table["wins"] - self.table["losses"]
        ranks = _ranks(levels)
        return [
            (team, ranks[team], len(level) > 1, float(over[best] - over[team]) / 2)
            for level in levels
            for team in level
        ]

    def ranked(self, by: Group, limit: int | None) -> pd.DataFrame:
        """Return the standings, one row per team, in order."""
        groups: dict[int, str] = {"conference": self.conference, "division": self.division}.get(by, {})
        names = pd.Series({team: groups.get(team, "") for team in self.table.index}, dtype=object)
        placed = [
            row
            for _, members in sorted(names.groupby(names).groups.items(), key=lambda group: (group[0] == "", group[0]))
            for row in self.placed([int(team) for team in members], by)
        ]
        order = pd.DataFrame(placed, columns=["team_id", "rank", "tied", "games_behind"])
        order["seed"] = order["team_id"].map(self.seeds())
        order["provisional"] = order["team_id"].isin(self.season.provisional)
        if self.found["decided"].isna().any():
            order["provisional"] = True
        whole = order.join(self.table, on="team_id").join(_stories(self.both, self.rules), on="team_id")
        for name, where in (("conference", self.conference), ("division", self.division)):
            whole[name] = whole["team_id"].map(where)
            whole[f"{name}_record"] = whole["team_id"].map(_records(self._inside(where), self.rules))
        whole["group"] = whole["team_id"].map(names)
        if limit:
            whole["magic_number"] = _magic(whole, limit)
        return whole


def _ranks(levels: list[list[int]]) -> dict[int, int]:
    """Ranks by team; who is level shares one, and the next leaves a gap."""
    found, rank = {}, 1
    for level in levels:
        found.update(dict.fromkeys(level, rank))
        rank += len(level)
    return found


def _magic(whole: pd.DataFrame, limit: int) -> pd.Series:
    """The leader's magic number against each rival of the group; on the leader's row the greatest of them."""
    leader = whole.groupby("group")["wins"].transform("first")
    number = (limit + 1 - leader - whole["losses"]).clip(lower=0)
    rivals = number.where(whole.groupby("group").cumcount() > 0)
    return number.where(rivals.notna(), rivals.groupby(whole["group"]).transform("max"))


def _letters(both: pd.DataFrame, rules: Rules) -> pd.Series:
    """W, L, O for a loss beyond regulation where it is worth something, and D or T for a level game."""
    letters = both["share"].map({1.0: "W", 0.5: "D" if rules.level == "draw" else "T", 0.0: "L"})
    return letters.mask((both["share"] == 0) & (both["decided"] > 0), "O")


def _stories(both: pd.DataFrame, rules: Rules) -> pd.DataFrame:
    """Names, streaks, form and records at home and away, by team."""
    rows = {}
    for team, mine in both.assign(letter=_letters(both, rules)).groupby("team"):
        text = "".join(mine["letter"])
        run = len(text) - len(text.rstrip(text[-1]))
        home, away = (_record(mine["letter"][mine["at_home"] == at_home], rules) for at_home in (True, False))
        rows[team] = (mine["name"].iloc[-1], f"{text[-1]}{run}", text[-FORM:], home, away)
    return pd.DataFrame.from_dict(
        rows, orient="index", columns=["team", "streak", "form", "home_record", "away_record"]
    )


def _records(both: pd.DataFrame, rules: Rules) -> dict[int, str]:
    """Records by team."""
    letters = _letters(both, rules)
    return {int(team): _record(mine, rules) for team, mine in letters.groupby(both["team"])}


def _record(letters: pd.Series, rules: Rules) -> str:
    """Wins, then what the league counts beside losses: W-D-L, W-L-OTL, W-L-T, or W-L where nobody was level."""
    worth = by_points(rules)
    won, lost, beyond = ((letters == letter).sum() for letter in ("W", "L", "O"))
    level = letters.isin(["D", "T"]).sum()
    if rules.level == "draw":
        return f"{won}-{level}-{lost}"
    if worth and worth.overtime_loss:
        return f"{won}-{lost}-{beyond}"
    return f"{won}-{lost}-{level}" if level or rules.ties else f"{won}-{lost}"


_COLUMNS = (
    *("team_id", "rank", "tied", "games_behind", "seed", "provisional", "games", "wins", "losses", "level", "ties"),
    *("overtime_losses", "regulation_wins", "scored", "allowed", "shootout_goals_for", "shootout_goals_against"),
    *("team", "streak", "form", "home_record", "away_record", "conference", "conference_record", "division"),
    *("division_record", "group", "magic_number", "league", "season"),
)


def _empty() -> pd.DataFrame:
    return pd.DataFrame({name: pd.Series([], dtype=object) for name in _COLUMNS})


def _dressed(whole: pd.DataFrame, sport: str, places: Places, limit: int | None, games: pd.DataFrame) -> pd.DataFrame:
    """The columns in their order and dtypes, with the statistics computed from sums."""
    rules = SPORTS[sport].rules
    worth = by_points(rules)
    own, other = scores(rules)
    whole = whole.rename(columns={"scored": own, "allowed": other}).assign(draws=whole["level"])
    counts = ["games", "wins", "losses"]
    counts += [level_column(rules)] if rules.level else []
    counts += ["overtime_losses", "regulation_wins"] if worth and worth.overtime_loss else []
    held = {one.name: one for one in measures(SPORTS[sport])}
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
    known = [name for name, where in zip(("conference", "division"), places) if where]
    columns |= {name: whole[name].astype(text) for name in known}
    columns |= {"rank": whole["rank"].astype("Int64"), "team_id": whole["team_id"].astype("Int64")}
    columns |= {"team": whole["team"].astype(text)}
    columns |= {name: whole[name].astype("Int64") for name in (*counts, own, other)}
    columns |= figures
    columns |= {f"{name}_record": whole[f"{name}_record"].astype(text) for name in known}
    if _standings(rules).seeding and "conference" in known:
        columns["seed"] = whole["seed"].astype("Int64")
    columns |= {name: whole[name].astype("boolean") for name in ("tied", "provisional")}
    result = pd.DataFrame(columns)
    result.attrs = dict(games.attrs)
    return result
