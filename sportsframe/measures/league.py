"""League standings from games: who is grouped with whom, whether games are missing, and the columns of the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, get_args

import numpy as np
import pandas as pd

from .._client.notices import first_time, say, warn
from .._frames.recognize import kind, need
from .._frames.typed import verb
from ..catalog import SPORTS
from ..catalog.rules import Group, Rules, Standings
from ..errors import QueryError, choose, quoted
from . import results
from .league_measures import behind, by_points, level_column, magic_games, measures, ranked, scores
from .partitions import also_of_dask, whole
from .ranking import League, rules_of
from .rows import Rows, typed


def _standings_of_dask(games: Any, **options: Any) -> pd.DataFrame:
    """Tie-breaks are between games, so all of them are brought together."""
    return standings(whole(games), **{name: whole(value) for name, value in options.items()})


@also_of_dask(_standings_of_dask)
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
        games, baseball's ties and the final of the NBA's cup do not count. Also a Dask frame; so may `teams` be.
    teams : pandas.DataFrame, optional
        The table ``teams`` of the same games: contains conferences and divisions and, in hockey, which games
        went to overtime; otherwise the display text of a game determines the latter. In college football it has
        conferences by number; ``sf.teams("NCAAFB")`` has their names.
    groups : mapping of int to str, optional
        Team id to ``"Conference - Division"``, instead of `teams`.
    by : {"league", "conference", "division"}, optional
        Group within which to rank; by default that of the league's own standings if groups are known, otherwise the
        league. In conferences that seed division winners first (NFL, MLB), these are listed first.
    season_type : str or None
        Part of the season; None for all except the preseason. Seeds, berths and marks are those of the regular season,
        and missing where other games count.
    season_games : int, optional
        Games of a full season, for ``magic_number``; by default the league's own (MLB 162, NBA 82).

    Returns
    -------
    pandas.DataFrame, one row per team, in order of season, group and rank
        ``sport``, then ``league, season, conference, division`` if they apply, then ``rank, team_id, team, games, wins,
        losses``, ``ties``, ``draws`` or ``overtime_losses``, the ranking criterion, scores, and the statistics listed
        by ``table(sport, "standings")``. ``division`` is the whole name, which is ``division_name`` in the tables
        ``teams`` (their ``division`` is the part after the dash). ``tied`` is true if the available tie-breaks leave
        teams tied, which then share a rank, or if a game is still to decide between them (first and 17th place of Serie
        A); ``tied_by`` names the steps that separated a team from those level with it, in order; ``provisional`` if a
        tie-break could not be applied because games or groups are missing. If conferences or divisions are known,
        ``conference_record`` and ``division_record`` (text, wins first; missing for independent teams). In leagues that
        seed their conferences, also
        what would be if the season ended today: ``seed`` (Int64), missing for teams that do not qualify, and from the
        play-in on the one held or won in it; ``seed_tied_by`` (as ``tied_by``, for the seed) and ``berth`` ("division
        winner", "division", "wild card", "playoffs" or "play-in", after "tied for" if more teams share a place than
        there are); and what is certain:
        ``clinched`` ("top seed", "division", which is said only with a place in the playoffs, "playoffs", "play-in")
        and ``eliminated`` (boolean). In soccer ``berth`` is "Champions League" (first to fourth), "Europa League"
        (fifth) or "relegation" (the last three), by the usual rule, which cups and coefficients may move; ``clinched``
        is one of these, at least, or "title", and ``eliminated`` tells who reaches neither of the cups. Where a league
        with one table plays on after it, the first is "top seed".
        College tables have ``guest`` (boolean): opponents from outside, which are ranked after everybody else.

    Raises
    ------
    QueryError
        The sport has no standings (darts, golf, or unknown rules), or the groups of `by` are unknown.
    FrameError
        Columns are missing, such as the scores of a schedule.

    Warns
    -----
    SportsframeWarning
        The table is empty because all finished games of the frame are of other parts of the season; finished games are
        level that by the rules cannot be, and are left out; or the frame lacks
        games of the regular season, as the records in `teams` or the games of the postseason tell, so that seeds,
        berths and marks are missing.

    Notes
    -----
    The procedures are declared in the catalog: ``sportsframe.catalog.SPORTS[code].rules.standings``. Hockey is ranked
    by points and then by fewer games. College standings use the conference winning percentage first, without the
    conference championship game; teams without a conference game stand at .000, before those that lost all of theirs.
    Teams that are level in it are ordered by all their games: ``tied_by`` then says ``win_pct``. No conference has this
    rule, so the seeds of its tournament may differ. Teams that played less than half as many games as the median team
    are guests.

    In the first weeks of a season, a team without games that a tie-break counts, such as those in its division, stands
    at .000 in it.

    What is clinched is counted from the wins that are left, to the number of games of a full season, or, when the frame
    has games of the postseason, from the final order. Who can be caught but not passed has clinched if the first
    tie-break is certain: the games between level teams in MLB, the NBA and the NFL, wins in regulation in the NHL; how
    often they still meet is known if the frame has the games to come, otherwise as often as possible is assumed. That
    rivals who meet cannot both win is not looked at, so a mark is never too early but may come later than the league's
    own. Places won or lost in a play-in are marked as they are decided. There are none in the first quarter of a
    season, when teams that have not played yet may be missing from the table. Magic numbers are there from the first
    day, as the formula gives them, if the records in `teams` tell that the frame has all games so far; newspapers begin
    to print them late in a season. Without these records they are there once a team has played a quarter of a season.

    ``games_behind`` is counted from the team of the group that is most games above .500, so that it is never negative.
    The first of the table, which is the first by percentage, is usually that team; where another has played more games,
    as early in a season or in the conferences of colleges, the first may be half a game behind it. It is missing for
    independent colleges.

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
        refuse_other_teams(teams, sport, "standings", games)
    finished = results.finished(games, "standings", season_type=season_type)
    _tell_level(finished, sport)
    of_league = results.of_league(finished, sport)
    found = results.counting(of_league, sport)
    if found.empty:
        _tell_empty(games, season_type)
    found = found.assign(decided=results.decided(found, sport, teams))
    places = conferences_and_divisions(groups, teams, sport)
    chosen = _chosen(by, rules_of(rules), places, found)
    if lost := without_group(names_of(found), sport, places, groups):
        warn(f"standings(): {lost}, so there are no seeds; pass all teams.")
    team = results.only_team(found["home"], found["away"])
    if team is not None:
        last = found.iloc[-1]
        results.tell_one_team(last["home_name"] if last["home"] == team else last["away_name"], sport, "standings()")
    if by is None and groups is None and teams is None and len(found) and chosen != rules_of(rules).group:
        _tell_groups(sport, rules_of(rules).group)
    limit = season_games or magic_games(rules)
    ahead = _to_come(games, season_type)
    seeded = bool(rules_of(rules).seeding and places[0] and season_type == results.REGULAR)
    prized = bool(rules_of(rules).prizes) and season_type == results.REGULAR
    counted = limit if season_games or season_type == results.REGULAR else None
    lacks = lacking(games, of_league, teams, rules, season_games) if seeded or prized else 0
    if lacks:
        warn(
            f"standings(): {tell_lacking(games, lacks)} to know {'seeds' if seeded else 'berths'} and what is clinched."
        )
    whole_so_far = seeded and teams is not None and "record" in teams.columns and not lacks
    parts: list[pd.DataFrame] = []
    key: Any
    for key, rows in of_league.groupby(["league", "season"], sort=True, dropna=False):
        part = found[found.index.isin(rows.index)]
        if part.empty:
            continue
        code, season = ("" if pd.isna(name) else str(name) for name in key)
        over, coming, _ = ahead.get((code, season), (False, {}, {}))
        played_later = _later(games, sport, season) if over else []
        league = League(sport, code, part, *places, played_later)
        total = season_games or rules_of(rules).games_in(season)
        played = results.lines(rows).groupby("team").size().loc[league.table.index]
        left = {
            int(team): 0 if over else max(coming.get(int(team), 0), (total or 0) - int(n))
            for team, n in zip(played.index, played, strict=True)
        }
        if not over and total and all(coming.get(team, 0) == n for team, n in left.items()):
            league.meetings = _meetings(games, season)
        known = not lacks and (over or (total is not None and league.table["games"].max() >= BEFORE_MARKS * total))
        idle = set(coming) - set(left)
        ranked = league.ranked(chosen, counted if known or whole_so_far else None, left if known else None, idle)
        parts.append(ranked.assign(league=key[0], season=key[1]))
    whole = pd.concat(parts, ignore_index=True) if parts else _empty()
    if lacks or ("season_type" in found and (found["season_type"].dropna() != results.REGULAR).any()):
        whole = whole.assign(**dict.fromkeys(MARKS))
    known = [name for name, where in zip(("conference", "division"), places) if where]
    if teams is not None and teams.empty:
        known = list(rules_of(rules).groups)
    return _dressed(whole, sport, known, limit, games)


def places_after(games: pd.DataFrame, dates: pd.Series, days: Iterable[Any]) -> Iterator[pd.DataFrame]:
    """Yield ``team_id`` and ``rank`` in the league as `standings` has them after each of some days of one season.

    `dates` are those of the games.
    """
    sport = _league_sport(games)
    found = results.counting(results.finished(games, "standings"), sport)
    found = found.assign(decided=results.decided(found, sport, None))
    played = dates.to_numpy()[found["row"].to_numpy()]
    code = str(found["league"].iloc[0]) if found["league"].notna().any() else ""
    for day in days:
        league = League(sport, code, found[played <= day], {}, {})
        placed = league.placed([int(team) for team in league.table.index], "league")
        yield pd.DataFrame([row[:2] for row in placed], columns=["team_id", "rank"])


CALLED_OFF = 5
"""Games of a season that a team may lack because they were called off and are no row."""


def lacking(
    games: pd.DataFrame,
    found: pd.DataFrame,
    teams: pd.DataFrame | None,
    rules: Rules,
    season_games: int | None = None,
) -> int:
    """Return how many games of the regular season a frame lacks, of the team of which it lacks most.

    `found` has the finished games of the league, also level ones that do not count.

    The records of the teams say how many they have played. A frame that reaches into the postseason has all games of a
    full season, but for a few that some teams need not have played, if the records agree.
    """
    lacks, ahead = 0, _to_come(games, results.REGULAR)
    for season, part in results.lines(found).groupby("season", dropna=False):
        label = "" if pd.isna(season) else str(season)
        played = part.groupby("team").size()
        unseen = _unseen(part, teams)
        lacks = max(lacks, int(unseen.max()) if len(unseen) else 0)
        total = season_games or rules_of(rules).games_in(label)
        over, coming, off = ahead.get(("", label), (False, {}, {}))
        if over and total:
            here = zip(played.index.astype(int), played, strict=True)
            rest = np.array([total - n - coming.get(team, 0) - off.get(team, 0) for team, n in here])
            told = set(unseen.index) == set(played.index) and not unseen.gt(0).any()
            if not told or rest.max() > CALLED_OFF or np.median(rest) > 0:
                lacks = max(lacks, int(rest.max()))
    return lacks


def _unseen(part: pd.DataFrame, teams: pd.DataFrame | None) -> pd.Series:
    """Return by how many games the last record of each team is ahead of those in the frame."""
    if teams is None or not {"record", "game_id"} <= set(teams.columns):
        return pd.Series([], dtype="int64")
    lines = teams[["game_id", "team_id", "record"]].dropna().rename(columns={"team_id": "team"})
    lines = lines.astype({"game_id": object, "team": "int64"}).drop_duplicates(["game_id", "team"], keep="last")
    last = part.merge(lines, on=["game_id", "team"]).drop_duplicates("team", keep="last").set_index("team")
    told = last["record"].astype("str").str.findall(r"\d+").map(lambda counts: sum(map(int, counts)))
    return told.astype("int64") - part.groupby("team").size().reindex(told.index)


def tell_lacking(games: pd.DataFrame, lacks: int) -> str:
    """Return what a frame lacks, and how to load it."""
    return f"the frame lacks games of the regular season, up to {lacks} of a team; {how_to_load(games)}"


def how_to_load(games: pd.DataFrame) -> str:
    """Return how to load the whole season of a frame."""
    first = games[[name for name in ("sport", "season") if name in games]].dropna().head(1).astype("str")
    if len(first.columns) < 2 or first.empty:
        return "load the whole season with live(season=...)"
    leagues = set(games["league"].dropna().astype("str")) if "league" in games else set()
    of = f', league="{min(leagues)}"' if len(leagues) == 1 else ""
    sport, season = first["sport"].iloc[0], first["season"].iloc[0][:4]
    return f'load the whole season with live(season={season}, sport="{sport}"{of})'


MARKS = ("seed", "berth", "seed_tied_by", "clinched", "eliminated")
"""Columns that only the results of the regular season determine; missing where other games count."""


def _tell_groups(sport: str, group: Group) -> None:
    """Say, once per process and sport, that the league ranks its teams in groups, and how to get those."""
    if first_time(f"standings without groups: {sport}"):
        say(
            f"sportsframe: standings() without teams= ranks the whole {sport}; for each {group} by itself write "
            'df.sports.standings(teams=df.sports.box("teams")).'
        )


def _tell_level(found: pd.DataFrame, sport: str) -> None:
    """Warn of finished games that are level, of a league whose rules know none."""
    rules, level = SPORTS[sport].rules, int((found["scored"] == found["allowed"]).sum())
    if level and not (rules.ties or rules.level):
        warn(
            f"standings(): {level} of {len(found)} finished games {'is' if level == 1 else 'are'} level and left out, "
            f"as the rules of {sport} declare neither ties nor level, which says how they count."
        )


def _tell_empty(games: pd.DataFrame, season_type: str | None) -> None:
    """Say why there is no table of a frame with finished games: they belong to other parts of the season."""
    if "season_type" in games.columns and season_type is not None:
        parts = sorted(set(games.loc[games["phase"] == "finished", "season_type"].dropna()) - {season_type})
        if parts:
            warn(
                f"standings() is empty: no finished game in the frame is of the {season_type}; pass "
                f"season_type={parts[0]!r}, or the games of a whole season."
            )


BEFORE_MARKS = 0.25
"""Share of the games of a season that a team has played before anything can be clinched."""


def refuse_other_teams(teams: pd.DataFrame, sport: str, verb: str, games: pd.DataFrame) -> None:
    """Refuse what is not a table of teams of this sport: ids of one sport are those of others as well."""
    argument = f"{verb}(teams=)"
    need(teams, ["team_id"], argument)
    if "player_id" in teams.columns:
        raise QueryError(f"{argument} has players; pass the table teams of the same games.")
    others = sorted(set(teams["sport"].dropna().astype(str)) - {sport}) if "sport" in teams.columns else []
    if others:
        raise QueryError(f"{argument} has teams of {', '.join(others)}, but the games are of {sport}.")
    if not len(teams) and len(games):
        raise QueryError(f"{argument} has no rows; pass the table teams of the same games, or leave it out.")


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


def conferences_and_divisions(groups: Mapping[int, str] | None, teams: pd.DataFrame | None, sport: str) -> Places:
    """Conference and division of each team; from `teams` only where the league has any, as soccer's have not."""
    named: dict[int, Any] = dict(groups or {})
    grouped = rules_of(SPORTS[sport].rules).groups
    if groups is None and teams is not None and grouped and "division_name" in teams.columns:
        need(teams, ["team_id"], "standings(teams=)")
        numbers = pd.api.types.is_integer_dtype(teams["division_name"])
        if numbers and first_time(f"conferences by number: {sport}"):
            say(
                f"sportsframe: box scores have the conferences of {sport} by number; for their names pass "
                f'teams=sf.teams("{sport}").'
            )
        pairs = teams[["team_id", "division_name"]].dropna().drop_duplicates("team_id", keep="last")
        named = dict(zip(pairs["team_id"].astype(int), pairs["division_name"]))
    conference = {int(team): str(name).split(" - ")[0].strip() for team, name in named.items()}
    division = {int(team): str(name).strip() for team, name in named.items() if " - " in str(name)}
    return conference, division


def names_of(found: pd.DataFrame) -> dict[int, Any]:
    """The name of each team in finished games."""
    return dict(zip(found["away"], found["away_name"])) | dict(zip(found["home"], found["home_name"]))


def without_group(names: Mapping[int, Any], sport: str, places: Places, groups: Mapping[int, str] | None) -> str:
    """Say of how many teams the conference is not known, if it is of others; nothing of guests from outside."""
    lost = [str(names[team]) for team in sorted(names) if team not in places[0]]
    if not lost or not places[0] or rules_of(SPORTS[sport].rules).guests:
        return ""
    argument = "teams=" if groups is None else "groups="
    return f"{argument} has no conference of {len(lost)} of {len(names)} teams, such as {lost[0]}"


_Ahead = tuple[bool, dict[int, int], dict[int, int]]


def _to_come(games: pd.DataFrame, season_type: str | None) -> dict[tuple[str, str], _Ahead]:
    """By league and season: whether its regular season is over; games to play and called off, by team.

    It is over when a game of a later part is finished, or when such games are listed and none is left before them:
    of games that were called off nothing may be listed any more.
    """
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
    after = ~told["season_type"].isin([results.REGULAR, results.PRESEASON])
    later, listed = after & (phase == "finished"), after & (phase != "off")
    open_ = (regular & phase.isin(["scheduled", "live", "paused"])).to_numpy()
    off = (regular & (phase == "off")).to_numpy()
    found: dict[tuple[str, str], _Ahead] = {}
    key: Any
    for key, rows in told.groupby(["league", "season"]).indices.items():
        coming, called_off = (_by_side([side[rows][some[rows]] for side in sides]) for some in (open_, off))
        over = bool(later.iloc[rows].any() or (listed.iloc[rows].any() and not coming))
        found[str(key[0]), str(key[1])] = over, coming, called_off
    return found


def _later(games: pd.DataFrame, sport: str, season: str) -> list[tuple[int, int, bool]]:
    """Winner and loser of each game after the regular season, and whether it belonged to a play-in."""
    found = results.finished(games, "standings", season_type=None)
    found = found[~found["season_type"].isin([results.REGULAR]) & found["season_type"].notna()]
    if season:
        found = found[found["season"].astype(str) == season]
    won = (found["scored"] > found["allowed"]).to_numpy()
    ends = np.where(won, found["home"], found["away"]), np.where(won, found["away"], found["home"])
    named = results.named_like(found, results.PLAY_IN)
    return [(int(one), int(two), bool(in_)) for one, two, in_ in zip(*ends, named, strict=True)]


def _meetings(games: pd.DataFrame, season: str) -> dict[frozenset[int], int]:
    """Games of the regular season to come by pair of teams."""
    open_ = games["phase"].astype(object).isin(["scheduled", "live", "paused"])
    if "season_type" in games:
        open_ &= games["season_type"].astype(object).eq(results.REGULAR)
    if season and "season" in games:
        open_ &= games["season"].astype(object).astype(str).eq(season)
    pairs = games.loc[open_, ["home_team_id", "away_team_id"]].dropna().astype("int64")
    return Counter(frozenset(pair) for pair in pairs.to_numpy().tolist())


def _by_side(sides: list[np.ndarray]) -> dict[int, int]:
    """Games by team, of the ids of both sides."""
    teams = np.concatenate(sides)
    counted = pd.Series(teams[~np.isnan(teams)]).astype("int64").value_counts()
    return {int(team): int(n) for team, n in zip(counted.index, counted)}


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
    if by != "league" and not known[by] and any(known.values()):
        raise QueryError(
            f"these teams have no {by}s; by= is 'league' or {' or '.join(repr(n) for n in known if known[n])}."
        )
    if by not in ("league", *rules.groups) and not known[by]:
        raise QueryError(f"this league has no {by}s; leave by= out.")
    if by != "league" and not known[by]:
        raise QueryError(
            f"by={quoted(by)} requires teams= (the table teams of the same games) or groups= to determine the {by}s."
        )
    return by


_COLUMNS = (
    *("team_id", "rank", "tied", "behind", "tied_by", "guest", "seed", "seed_tied_by", "berth", "clinched"),
    *("eliminated", "wild_card_behind", "last_ten", "provisional", "games", "wins", "losses", "level", "ties"),
    *("overtime_losses", "regulation_wins", "regulation_overtime_wins", "scored", "allowed", "shootout_goals_for"),
    "shootout_goals_against",
    *("team", "streak", "form", "home_record", "away_record", "conference", "conference_record", "division"),
    *("division_record", "group", "magic_number", "league", "season"),
)


def _empty() -> pd.DataFrame:
    return pd.DataFrame({name: pd.Series([], dtype=object) for name in _COLUMNS})


def _dressed(whole: pd.DataFrame, sport: str, known: list[str], limit: int | None, games: pd.DataFrame) -> pd.DataFrame:
    """The columns in their order and dtypes, with the statistics computed from sums; `known` names the groups."""
    rules = SPORTS[sport].rules
    worth = by_points(rules)
    own, other = scores(rules)
    called = {
        "scored": own,
        "allowed": other,
        "behind": behind(rules),
        "wild_card_behind": f"wild_card_{behind(rules)}",
    }
    whole = whole.rename(columns=called).assign(draws=whole["level"])
    counts = ["games", "wins", "losses"]
    counts += [level_column(rules)] if rules.level else []
    counts += (
        ["overtime_losses", "regulation_wins", "regulation_overtime_wins"] if worth and worth.overtime_counts else []
    )
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
    columns |= {name: whole[name].astype(text) for name in known}
    columns |= {"rank": whole["rank"].astype("Int64"), "team_id": whole["team_id"].astype("Int64")}
    columns |= {"team": whole["team"].astype(text)}
    columns |= {name: whole[name].astype("Int64") for name in (*counts, own, other)}
    columns |= figures
    columns |= {f"{name}_record": whole[f"{name}_record"].astype(text) for name in known}
    told = rules_of(rules)
    if told.seeding and "conference" in known:
        columns |= {"seed": whole["seed"].astype("Int64"), "berth": whole["berth"].astype(text)}
        columns |= {"seed_tied_by": whole["seed_tied_by"].astype(text)}
    marked = bool((told.seeding and "conference" in known) or told.prizes)
    if told.prizes:
        columns["berth"] = whole["berth"].astype(text)
    if marked or told.group == "league":
        columns["clinched"] = whole["clinched"].astype(text)
    if marked:
        columns["eliminated"] = whole["eliminated"].astype("boolean")
    if told.guests:
        columns["guest"] = whole["guest"].astype("boolean")
    columns |= {"tied": whole["tied"].astype("boolean"), "tied_by": whole["tied_by"].astype(text)}
    columns["provisional"] = whole["provisional"].astype("boolean")
    return pd.DataFrame(columns)
