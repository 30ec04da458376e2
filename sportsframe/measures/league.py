"""League standings from games: records, points, ranks and tie-breaking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import numpy as np
import pandas as pd

from .._frames.recognize import kind, need
from .._frames.typed import verb
from ..catalog import SPORTS, Sport
from ..catalog.rules import Group, Points, Rules, Standings
from ..errors import QueryError, choose, quoted
from . import clinch, ratings, results, ties
from .grammar import Measure, On, Sums
from .rows import Rows, typed

FORM = 5
"""Number of games in `form`."""

LAST = 10
"""Number of games in `last_ten`."""

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
    patriot = (
        (
            STANDINGS.make(
                "pythagenpat_pct",
                "Pythagorean expectation by scoring",
                value=lambda s: pd.Series(
                    ratings.pyth_pct(
                        getattr(s, own).to_numpy(),
                        getattr(s, other).to_numpy(),
                        ratings.pyth_exponent_pat(getattr(s, own), getattr(s, other), s.games).to_numpy(),
                    ),
                    index=s.games.index,
                ),
                formula="100 / (1 + (against / for)^x), x = ((for + against) / games)^0.287",
                unit="%",
                reference="Smyth, Patriot; [Baseball-Reference](https://www.baseball-reference.com/bullpen/Pythagenpat)",
                **more,
            ),
        )
        if rules.unit == "runs"
        else ()
    )
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
        *patriot,
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
    unit = rules.unit
    difference = STANDINGS.make(
        f"{unit[:-1]}_difference",
        f"{unit[:-1].capitalize()} difference",
        value=lambda s: getattr(s, own) - getattr(s, other),
        formula=f"{unit} for - against",
        unit=unit,
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
    return (difference, mean)


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
    wild = _told(
        "wild_card_games_behind",
        "Wild card games behind",
        formula="games behind the last wild card of the conference",
        unit="games",
        reference="MLB glossary",
        higher_is_better=False,
        note="Negative ahead of it; missing for division winners, and where conferences are not known.",
    )
    seeding = rules.standings.seeding if rules.standings else None
    cards = bool(seeding and seeding.per_division == 1)
    return (behind, *((magic,) if magic_games(rules) else ()), *((wild,) if cards else ()))


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
        _told("last_ten", "Last ten", formula=f"record of the last {LAST} games", **text),
        _told("home_record", "At home", formula="W-L and level games", **text),
        _told("away_record", "Away", formula="W-L and level games", **text),
    )


@verb
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
        tied, which then share a rank; ``tied_by`` names the steps that separated a team from those level with it, in
        order; ``provisional`` if a tie-break could not be applied because games or groups are missing. If conferences
        or divisions are known, ``conference_record`` and ``division_record`` (text, wins first). In leagues that seed
        their conferences, also what would be if the season ended today: ``seed`` (Int64), missing for teams that do not
        qualify, ``seed_tied_by`` (as ``tied_by``, for the seed) and ``berth`` ("division winner", "division", "wild
        card", "playoffs" or "play-in"); and what is certain: ``clinched`` ("top seed", "division", "playoffs",
        "play-in"; in soccer "title") and ``eliminated`` (boolean). College tables have ``guest`` (boolean): opponents
        from outside, which are ranked after everybody else.

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
    the conference championship game; teams that played less than half as many games as the median team are guests.

    What is clinched is counted from the wins that are left, to the number of games of a full season, or, when the frame
    has games of the postseason, from the final order. Games between rivals and tie-breaks are not looked at until then,
    so a mark is never too early but may come later than the league's own.

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
    if teams is not None:
        refuse_other_teams(teams, sport, "standings(teams=)")
    found = results.counting(results.finished(games, "standings", season_type=season_type), sport)
    found = found.assign(decided=results.decided(found, sport, teams))
    places = conferences_and_divisions(groups, teams)
    chosen = _chosen(by, _standings(rules), places, found)
    limit = season_games or magic_games(rules)
    ahead = _to_come(games, season_type)
    parts: list[pd.DataFrame] = []
    key: Any
    for key, part in found.groupby(["league", "season"], sort=True, dropna=False):
        league = _League(sport, "" if pd.isna(key[0]) else str(key[0]), part, *places)
        season = "" if pd.isna(key[1]) else str(key[1])
        over, coming = ahead.get((league.code, season), (False, {}))
        total = season_games or _standings(rules).games_in(season)
        left = {
            int(team): 0 if over else max(coming.get(int(team), 0), (total or 0) - int(played))
            for team, played in zip(league.table.index, league.table["games"])
        }
        known = over or total is not None
        parts.append(league.ranked(chosen, limit, left if known else None).assign(league=key[0], season=key[1]))
    whole = pd.concat(parts, ignore_index=True) if parts else _empty()
    return _dressed(whole, sport, places, limit, games)


def refuse_other_teams(teams: pd.DataFrame, sport: str, argument: str) -> None:
    """Refuse what is not a table of teams of this sport: ids of one sport are those of others as well."""
    need(teams, ["team_id"], argument)
    others = sorted(set(teams["sport"].dropna().astype(str)) - {sport}) if "sport" in teams.columns else []
    if others:
        raise QueryError(f"{argument} has teams of {', '.join(others)}, but the games are of {sport}.")
    if not len(teams):
        raise QueryError(f"{argument} has no rows; pass the table teams of the same games, or leave it out.")


def _standings(rules: Rules) -> Standings:
    assert rules.standings is not None
    return rules.standings


def _league_sport(games: pd.DataFrame) -> str:
    need(games, ["sport"], "standings")
    for code in sorted(set(games["sport"].dropna().astype(str)) or {kind(games).sport}):
        has_standings(code)
    return results.sport_of(games, "standings")


def has_standings(sport: str) -> None:
    """Refuse a sport without standings with a QueryError."""
    if sport not in ranked():
        why = SPORTS[sport].rules.no_standings if sport in SPORTS else Rules().no_standings
        raise QueryError(f"{sport} has no standings: {why}; {', '.join(ranked())} have them.")


Places = tuple[dict[int, str], dict[int, str]]
"""Conference and division of each team."""


def conferences_and_divisions(groups: Mapping[int, str] | None, teams: pd.DataFrame | None) -> Places:
    """Conference and division of each team."""
    named: dict[int, Any] = dict(groups or {})
    if groups is None and teams is not None and "division_name" in teams.columns:
        need(teams, ["team_id"], "standings(teams=)")
        pairs = teams[["team_id", "division_name"]].dropna().drop_duplicates("team_id", keep="last")
        named = dict(zip(pairs["team_id"].astype(int), pairs["division_name"]))
    conference = {int(team): str(name).split(" - ")[0].strip() for team, name in named.items()}
    division = {int(team): str(name).strip() for team, name in named.items() if " - " in str(name)}
    return conference, division


def _to_come(games: pd.DataFrame, season_type: str | None) -> dict[tuple[str, str], tuple[bool, dict[int, int]]]:
    """By league and season: whether a later part has a finished game, and the games each team has still to play."""
    names = {"league": "", "season": "", "season_type": results.REGULAR}
    told = pd.DataFrame(
        {
            name: (games[name].astype(object).where(games[name].notna(), usual) if name in games else usual)
            for name, usual in names.items()
        },
        index=games.index,
    )
    sides = [
        pd.to_numeric(games[name]).to_numpy("float64", na_value=np.nan) for name in ("home_team_id", "away_team_id")
    ]
    phase = games["phase"].astype(object)
    regular = told["season_type"] == (season_type or results.REGULAR)
    later = ~told["season_type"].isin([results.REGULAR, results.PRESEASON]) & (phase == "finished")
    open_ = (regular & phase.isin(["scheduled", "live", "paused"])).to_numpy()
    found: dict[tuple[str, str], tuple[bool, dict[int, int]]] = {}
    key: Any
    for key, rows in told.groupby(["league", "season"]).indices.items():
        teams = np.concatenate([side[rows][open_[rows]] for side in sides])
        counted = pd.Series(teams[~np.isnan(teams)]).astype("int64").value_counts()
        found[str(key[0]), str(key[1])] = (
            bool(later.iloc[rows].any()),
            {int(t): int(n) for t, n in zip(counted.index, counted)},
        )
    return found


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
            f"by={quoted(by)} requires teams= (the table teams of the same games) or groups= to determine the {by}s."
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
        played = self.table["games"]
        self.guests = set(self.table.index[played < played.median() / 2]) if self.standings.guests else set()
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

    def conferences(self) -> list[list[int]]:
        """The teams of each conference that has seeds; none where conferences or divisions are not known of all."""
        seeding, teams = self.standings.seeding, [int(team) for team in self.table.index]
        if seeding is None or not all(team in self.conference for team in teams):
            return []
        if seeding.per_division and not all(team in self.division for team in teams):
            return []
        names = sorted({self.conference[team] for team in teams})
        return [[team for team in teams if self.conference[team] == name] for name in names]

    def playoffs(self, left: Mapping[int, int] | None) -> pd.DataFrame:
        """By team: seed and berth if the season ended today, what is clinched, and who is eliminated."""
        self.season.decided = {}
        seeding = self.standings.seeding
        rows: dict[int, dict[str, Any]] = {int(team): {} for team in self.table.index}
        for members in self.conferences():
            assert seeding is not None
            first = self.qualified(members)
            through = {team for level in first for team in level}
            rest = self.order([team for team in members if team not in through], "conference")
            places = len(through) + seeding.others + seeding.play_in
            seeds = {team: rank for team, rank in _ranks([*first, *rest]).items() if rank <= places}
            at = self._places(members)
            held = clinch.berths(members, self.division, seeding, seeds, at)
            for team in members:
                rows[team] |= {"seed": seeds.get(team), "berth": held.get(team)}
            cards = [team for team in seeds if held[team] == "wild card"]
            if cards:
                last = max(cards, key=lambda team: seeds[team])
                for team in members:
                    if held.get(team) != "division winner":
                        rows[team]["wild_card_games_behind"] = self._behind(last, team)
            if left is None:
                continue
            if any(left[team] for team in members):
                sure, out = clinch.certain(members, self.division, seeding, self._bounds(left))
            else:
                winners = [team for team in members if at[team] == 1 and team in self.division]
                sure, out = clinch.settled(members, seeding, seeds, held, winners)
            for team in members:
                rows[team] |= {"clinched": sure.get(team), "eliminated": team in out}
        if self.standings.group == "league" and left is not None and len(rows) > 1:
            bounds, teams = self._bounds(left), list(rows)
            over = not any(left.values())
            champion = self.order(teams, "league")[0] if over else [t for t in teams if not bounds.may_pass(t, teams)]
            for team in champion if len(champion) == 1 else ():
                rows[team]["clinched"] = "title"
        names = ["seed", "berth", "wild_card_games_behind", "clinched", "eliminated"]
        found = pd.DataFrame.from_dict(rows, orient="index", columns=names, dtype=object)
        return found.assign(seed_tied_by=pd.Series(self._steps(), dtype=object))

    def _places(self, members: list[int]) -> dict[int, int]:
        """Places in the divisions."""
        mates: dict[str, list[int]] = {}
        for team in members:
            mates.setdefault(self.division.get(team, ""), []).append(team)
        found: dict[int, int] = {}
        for those in mates.values():
            found |= _ranks(self.order(those, "division"))
        return found

    def _bounds(self, left: Mapping[int, int]) -> clinch.Bounds:
        """What each team can finish with."""
        table = self.table
        if "points" in self.standings.ranked_by:
            assert self.standings.points is not None
            win = self.standings.points.win
            now = {int(team): float(points) for team, points in zip(table.index, table["points"])}
            return clinch.Bounds(now, {team: points + win * left[team] for team, points in now.items()})
        wins: Any = table["wins"] + table["level"] / 2
        games: Any = table["games"]
        won = {int(team): float(n) for team, n in zip(table.index, wins)}
        of = {team: int(games[team]) + left[team] for team in won}
        return clinch.Bounds(
            {team: round(n / of[team], ties.PRECISION) for team, n in won.items()},
            {team: round((n + left[team]) / of[team], ties.PRECISION) for team, n in won.items()},
        )

    def _steps(self) -> dict[int, str]:
        """The steps that told level teams apart since these notes were begun."""
        return {team: ", ".join(steps) for team, steps in self.season.decided.items()}

    def _behind(self, best: int, team: int) -> float:
        """Games behind another team."""
        over = self.table["wins"] - self.table["losses"]
        return float(over[best] - over[team]) / 2

    def placed(self, members: list[int], by: Group) -> list[tuple[int, int, bool, float]]:
        """Team, rank, whether it shares it, and games behind the best, in order."""
        seeding = self.standings.seeding
        first = self.qualified(members) if by == "conference" and seeding and seeding.winners_first else []
        through = {team for level in first for team in level}
        rest = [team for team in members if team not in through]
        levels = list(first)
        for guests in (False, True):
            levels += self.order([team for team in rest if (team in self.guests) == guests], by)
        best = max(set(members) - self.guests or members, key=lambda team: self.season.first[team])
        ranks = _ranks(levels)
        return [(team, ranks[team], len(level) > 1, self._behind(best, team)) for level in levels for team in level]

    def ranked(self, by: Group, limit: int | None, left: Mapping[int, int] | None) -> pd.DataFrame:
        """Return the standings, one row per team, in order; `left` is each team's number of games to come."""
        groups: dict[int, str] = {"conference": self.conference, "division": self.division}.get(by, {})
        names = pd.Series(
            {team: "" if team in self.guests else groups.get(team, "") for team in self.table.index}, dtype=object
        )
        playoffs = self.playoffs(left)
        self.season.decided = {}
        placed = [
            row
            for _, members in sorted(names.groupby(names).groups.items(), key=lambda group: (group[0] == "", group[0]))
            for row in self.placed([int(team) for team in members], by)
        ]
        order = pd.DataFrame(placed, columns=["team_id", "rank", "tied", "games_behind"])
        order["tied_by"] = order["team_id"].map(self._steps())
        order["guest"] = order["team_id"].isin(self.guests)
        order = order.join(playoffs, on="team_id")
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


def _by_team(both: pd.DataFrame, letters: pd.Series) -> dict[int, str]:
    """The letters of each team's results in order of time, as one text."""
    found: dict[int, list[str]] = {}
    for team, letter in zip(both["team"].tolist(), letters.tolist()):
        found.setdefault(int(team), []).append(letter)
    return {team: "".join(those) for team, those in found.items()}


def _stories(both: pd.DataFrame, rules: Rules) -> pd.DataFrame:
    """Names, streaks, form and records at home and away, by team."""
    letters = _letters(both, rules)
    names = dict(zip(both["team"].tolist(), both["name"].tolist()))
    home, away = (_by_team(both[held], letters[held]) for held in (both["at_home"], ~both["at_home"]))
    rows = {}
    for team, text in _by_team(both, letters).items():
        run = len(text) - len(text.rstrip(text[-1]))
        records = (_record(some, rules) for some in (text[-LAST:], home.get(team, ""), away.get(team, "")))
        rows[team] = (names[team], f"{text[-1]}{run}", text[-FORM:], *records)
    return pd.DataFrame.from_dict(
        rows, orient="index", columns=["team", "streak", "form", "last_ten", "home_record", "away_record"]
    )


def _records(both: pd.DataFrame, rules: Rules) -> dict[int, str]:
    """Records by team."""
    return {team: _record(text, rules) for team, text in _by_team(both, _letters(both, rules)).items()}


def _record(letters: str, rules: Rules) -> str:
    """Wins, then what the league counts beside losses: W-D-L, W-L-OTL, W-L-T, or W-L where nobody was level."""
    worth = by_points(rules)
    won, lost, beyond = (letters.count(letter) for letter in ("W", "L", "O"))
    level = letters.count("D") + letters.count("T")
    if rules.level == "draw":
        return f"{won}-{level}-{lost}"
    if worth and worth.overtime_loss:
        return f"{won}-{lost}-{beyond}"
    return f"{won}-{lost}-{level}" if level or rules.ties else f"{won}-{lost}"


_COLUMNS = (
    *("team_id", "rank", "tied", "games_behind", "tied_by", "guest", "seed", "seed_tied_by", "berth", "clinched"),
    *("eliminated", "wild_card_games_behind", "last_ten", "provisional", "games", "wins", "losses", "level", "ties"),
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
    told = _standings(rules)
    if told.seeding and "conference" in known:
        columns |= {"seed": whole["seed"].astype("Int64"), "berth": whole["berth"].astype(text)}
        columns |= {"seed_tied_by": whole["seed_tied_by"].astype(text)}
    if (told.seeding and "conference" in known) or told.group == "league":
        columns["clinched"] = whole["clinched"].astype(text)
    if told.seeding and "conference" in known:
        columns["eliminated"] = whole["eliminated"].astype("boolean")
    if told.guests:
        columns["guest"] = whole["guest"].astype("boolean")
    columns |= {"tied": whole["tied"].astype("boolean"), "tied_by": whole["tied_by"].astype(text)}
    columns["provisional"] = whole["provisional"].astype("boolean")
    result = pd.DataFrame(columns)
    result.attrs = dict(games.attrs)
    return result
