"""The leaders in a statistic, for the MCP server and the command line."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Literal, NamedTuple

from .._frames.names import holds
from ..catalog import SPORTS
from ..catalog.golf import ROUNDS, left
from ..catalog.names import choose_table
from ..catalog.season_stats import GAMES_PLAYED, Total
from ..errors import QueryError, listed, quoted
from ..load.client import client_of, settings_of
from ..measures import UNAVAILABLE, measure, of_table
from ..measures.declared import of_sport
from ..measures.golf import BY_POINTS, being_played, by_strokes, ranks
from ..measures.grammar import Sums
from ..measures.qualifying import CLUB_GAMES, chances, chances_of, only_qualified
from ..measures.references import measure_of
from ..measures.spoken import AROUND, MISREAD, PLAIN, TURNING, as_column, meaning, not_opposite, spelled, words
from ..measures.tables import counts, season_totals

if TYPE_CHECKING:
    import pandas as pd

    from ..catalog.codes import CheckedSport
    from ..catalog.tables import Column
    from ..load import Client
    from ..measures import Measure

Order = Literal["highest", "lowest"]

PER_GAME = "_per_game"

OF_TODAY = "of today's tournament; name a season for the sum over its tournaments"
OF_TOURNAMENTS = "the sum over a player's tournaments of the season; name a date for the leaderboard of one"
"""What a ranking of golf is of, if more may be meant."""


class Door(NamedTuple):
    """What a door to the rankings, such as the command line, adds where a statistic cannot be ranked as asked."""

    of_season: Callable[[str, str, list[str]], str] = lambda statistic, table, near: ""
    """What can be done for a season with a statistic, and the table, of a day; `near` are the nearest of a season."""
    of_day: str = ": omit the date"
    """What can be done for a day with a statistic of a season."""
    second: str = ""
    """Who takes a second table."""


PLAIN_DOOR = Door()
"""That adds nothing."""


def tables_of_players(sport: str, resource: str) -> list[str]:
    """Return the tables with one row per player and game, or player and season; none without the resource."""
    if resource not in SPORTS[sport].resources:
        return []
    inner = {"period", "leg", "set", "turn", "throw", "distance"}
    return [
        name
        for name, layout in SPORTS[sport].answer(resource).layouts.items()
        if "player_id" in {c.name for c in layout.columns} and inner.isdisjoint(c.name for c in layout.columns)
    ]


def table_with(
    sport: str,
    resource: str,
    statistic: str,
    table: str | None = None,
    door: Door = PLAIN_DOOR,
) -> str:
    """Return the table of players that has a statistic, as a column or a measure.

    A refusal says what the door has for it.

    Raises
    ------
    QueryError
        No table has it; the message lists the statistics there are.
    """
    SPORTS[sport].answer(resource)  # which says what the sport has instead
    names = tables_of_players(sport, resource)
    if table is not None:
        choose_table(table, names, f"players of {sport} {resource}")
    if having := tables_of(sport, resource, statistic, table):
        return max(having, key=lambda name: _merit(sport, resource, name, statistic))
    if statistic in UNAVAILABLE:
        raise QueryError(f"{statistic} of {sport} cannot be computed: {UNAVAILABLE[statistic].partition(';')[0]}.")
    live = [of_table(sport, name).get(statistic) for name in tables_of_players(sport, "live")]
    second = max((one.requires for one in live if one is not None), default="")
    if second and not tables_of(sport, "live", statistic):
        raise QueryError(
            f"{statistic} of {sport} cannot be ranked here: it requires a second table ({second}){door.second}."
        )
    searched = [table] if table else names
    known = list(dict.fromkeys(one for name in searched for one in _statistics(sport, resource, name)))
    if resource == "player-stats" and (held := tables_of(sport, "live", statistic)):
        best = max(held, key=lambda name: _merit(sport, "live", name, statistic))
        otherwise = door.of_season(statistic, best, _of_season(sport, statistic, best, known))
        raise QueryError(f"{statistic} of {sport} is known for a day, not for a season: pass the date{otherwise}.")
    if resource == "live" and tables_of(sport, "player-stats", statistic, table):
        raise QueryError(f"{statistic} of {sport} is known for a season, not for a day{door.of_day}.")
    if meant := _meant(statistic, sport, resource, searched, known):
        raise QueryError(f"unknown statistic of {sport} {quoted(statistic)}. {meant}")
    near = _nearest(statistic, known)
    suggested = f" Did you mean {' or '.join(map(repr, near[:SUGGESTED]))}?" if near else ""
    others = [name for name in known if name not in near]
    raise QueryError(
        f"unknown statistic of {sport} {quoted(statistic)}; expected one of {listed([*near, *others])}.{suggested}"
    )


def _of_season(sport: str, statistic: str, table: str, known: list[str]) -> list[str]:
    """Return the statistics of a season nearest to one of a day: what it is computed from, or those of a like name."""
    one = of_table(sport, table).get(statistic)
    parts = [name for name in one.inputs if name in known] if one is not None else []
    return (parts or _nearest(statistic, known)[:2])[:3]


SUGGESTED = 4
"""Statistics that a message suggests."""

ALLOWED = ("allowed", *(word for word, plain in PLAIN.items() if plain == "allowed"))
"""What follows a statistic of batters that is meant of pitchers."""

ALIKE = 0.75
"""How alike two names must be, of 1, unless they share a word."""


def _nearest(statistic: str, known: list[str]) -> list[str]:
    """Return the statistics closest to an unknown one: those that share the most words, else those spelled alike.

    Points are not close to points allowed, nor free throws made to those missed.
    """
    known = not_opposite(statistic, known)
    asked = set(words(statistic).split())
    shared = {name: len(asked.intersection(words(name).split()) - TURNING - {"pct"}) for name in known}
    most = max(shared.values(), default=0)
    if most:
        return [name for name in known if shared[name] == most]
    return [] if asked & TURNING else get_close_matches(statistic, known, n=SUGGESTED, cutoff=ALIKE)


def statistic_of(text: str, sport: str, resource: str, table: str | None = None) -> str:
    """Return the column or measure that people mean by a text; the text, as columns are written, if it is unknown.

    It may be the name, what people call it, the label of a measure (with "percentage" if that is its unit), the name
    of the field in the API, or the heading under which box scores or sites of reference print it. One that only a day
    has, or only a season, is found too.

    Examples
    --------
    >>> statistic_of("three-point percentage", "NBA", "player-stats"), statistic_of("FT%", "NBA", "player-stats")
    ('fg3_pct', 'ft_pct')
    """
    for where in (resource, *({"live", "player-stats"} - {resource})):
        tables = [one for one in tables_of_players(sport, where) if table in (None, one)]
        for asked in dict.fromkeys((text.strip(), AROUND.sub("", text.strip().casefold()))):
            if found := _of_tables(asked, sport, where, tables):
                return found
        if (printed := measure_of(SPORTS[sport].game, text.strip())) in UNAVAILABLE:
            return printed
    meant = as_column(text)
    return meant if meant in UNAVAILABLE or any(one.name == meant for one in of_sport(sport)) else spelled(text)


def _of_tables(text: str, sport: str, resource: str, tables: list[str]) -> str:
    """Return the column or measure of some tables that a text means; "" if none."""
    game, asked = SPORTS[sport].game, words(text)
    names = [
        spelled(text),
        meaning(game).get(asked, ""),
        as_column(text),
        measure_of(game, text),
        _headed(sport, text),
    ]
    for name in names:
        if any(tables_of(sport, resource, name, one) for one in tables):
            return name
    known = {one: None for where in tables for one in _statistics(sport, resource, where)}
    for where in tables if asked else ():
        for one in of_table(sport, where, resource).values():
            if asked in (words(one.label), words(f"{one.label} {one.unit}"), words(one.name)):
                return one.name
        for column in SPORTS[sport].answer(resource).layouts[where].columns:
            if column.name in known and asked in (words(column.name), words(column.wire or "")):
                return column.name
    total = asked.removesuffix(words(PER_GAME))
    if total != asked and (added := _of_tables(total, sport, resource, tables)):
        averaged = f"{added}{PER_GAME}"
        return averaged if any(tables_of(sport, resource, averaged, name) for name in tables) else ""
    return ""


def _headed(sport: str, heading: str) -> str:
    """Return the column that stands under a heading in box scores; "" if none does, or several do."""
    if "live" not in SPORTS[sport].resources:
        return ""
    found = {
        column.names[0]
        for name in tables_of_players(sport, "live")
        for part in SPORTS[sport].answer("live").layouts[name].table.printed
        for column in (*part.parsed, *part.listed)
        if column.heading.casefold() == heading.casefold() and len(column.names) == 1
    }
    return found.pop() if len(found) == 1 else ""


def in_table(text: str, sport: str, resource: str, table: str | None = None) -> tuple[str, str | None]:
    """Return the statistic that people mean by a text as `statistic_of` does, and the table, if the text names one.

    Examples
    --------
    >>> in_table("pitching strikeouts", "MLB", "player-stats")
    ('strikeouts', 'pitching')
    """
    statistic = statistic_of(text, sport, resource, table)
    if table is None and not tables_of(sport, resource, statistic):
        for name in tables_of_players(sport, resource):
            end = "|".join([name, *ALLOWED]) if name == "pitching" else name
            rest = re.sub(rf"^{name}\s+|\s+({end})$", "", text.strip(), flags=re.IGNORECASE)
            one = statistic_of(rest, sport, resource, name)
            if rest != text.strip() and tables_of(sport, resource, one, name):
                return one, name
    return statistic, table


def is_of_today(client: Client, sport: CheckedSport, text: str) -> bool:
    """Whether a ranking for which no season or day is named is that of today's tournament, which the text decides."""
    if SPORTS[sport].rules.opponents != "field":
        return False
    statistic, table = in_table(text, sport, "live")
    having = tables_of(sport, "live", statistic, table)
    columns = (column for name in having for column in SPORTS[sport].answer("live").layouts[name].columns)
    decides = any(column.name == statistic and column.lowest_first for column in columns)
    asking = client_of(replace(settings_of(client), has_reader=False))  # of a day without golf nothing is told
    return decides and len(asking.live("today", sport, table=having[0], day="league")) > 0


def _merit(sport: str, resource: str, table: str, column: str) -> int:
    """Return of how many measures of a table a higher value of a column is good, less those of which it is bad.

    Strikeouts are what a pitcher wants and a batter does not.
    """
    import pandas as pd

    merit = 0
    for one in of_table(sport, table, resource).values():
        if column not in one.inputs or one.higher_is_better is None or one.requires or one.text:
            continue
        usual = {name: pd.Series([10.0, 10.0]) for name in one.inputs}
        with suppress(Exception):
            usual[column] = pd.Series([10.0, 11.0])
            less, more = one.value(Sums(usual, {}))
            merit += ((more > less) - (more < less)) * (1 if one.higher_is_better else -1)
    return merit


def _meant(statistic: str, sport: str, resource: str, names: list[str], known: Container[str]) -> str:
    """Return what a statistic may mean by its name in the API or its label; or ""."""
    for name in names:
        for column in SPORTS[sport].answer(resource).layouts[name].columns:
            if column.name in known and statistic.casefold() == (column.wire or "").casefold():
                return f"Did you mean {column.name!r}?"
        for one in of_table(sport, name, resource).values():
            if statistic == as_column(one.label):
                return f"Did you mean {one.name!r}?"
    return ""


def tables_of(sport: str, resource: str, statistic: str, table: str | None = None) -> list[str]:
    """Return the tables of players that have a statistic, or only the one named."""
    names = [name for name in tables_of_players(sport, resource) if table in (None, name)]
    having = [name for name in names if statistic in _statistics(sport, resource, name)]
    if having or not statistic.endswith(PER_GAME) or _games_table(sport, resource) is None:
        return having
    return [name for name in names if _adds_up(sport, resource, name, statistic.removesuffix(PER_GAME))]


def _adds_up(sport: str, resource: str, table: str, statistic: str) -> bool:
    """Whether a statistic of a table is a number of something, of which there is an average per game."""
    if statistic not in _statistics(sport, resource, table):
        return False
    if (one := of_table(sport, table, resource).get(statistic)) is not None:
        return one.aggregation == "count" and not one.flag
    return not _parts(sport, table, resource, statistic)


def caveat(sport: str, resource: str, table: str, statistic: str) -> str:
    """Return what should be known of a measure, such as what it leaves out, or what a column counts that is misread."""
    if (total := statistic.removesuffix(PER_GAME)) in MISREAD.get(SPORTS[sport].game, ()):
        columns = SPORTS[sport].answer(resource).layouts[table].columns
        return next(f"{total}: {column.meaning}" for column in columns if column.name == total)
    one = of_table(sport, table, resource).get(statistic)
    return f"{one.label}: {one.note.removesuffix('.')}" if one is not None and one.note else ""


def _games_table(sport: str, resource: str) -> str | None:
    """Return the first table of players with the games played."""
    names = tables_of_players(sport, resource)
    return next((name for name in names if GAMES_PLAYED in _statistics(sport, resource, name)), None)


def _statistics(sport: str, resource: str, table: str) -> list[str]:
    """Return the columns of numbers of a table, and the measures that it can be ranked by without another."""
    columns = SPORTS[sport].answer(resource).layouts[table].columns
    numbers = [c.name for c in columns if c.kind in ("int", "float") and not c.name.endswith("_id")]
    measures = of_table(sport, table, resource).values()
    return [*numbers, *(one.name for one in measures if not (one.requires or one.text))]


def of_season(
    client: Client, season: int, sport: CheckedSport, table: str, statistic: str, league: str | None
) -> pd.DataFrame:
    """Load the table of a season with a statistic, and the games for an average if another table has them.

    Parameters
    ----------
    client : Client
    season : int
    sport, table, statistic : str
        As `table_with` returns the table.
    league : str, optional
        For soccer.
    """
    frame = client.player_stats(season, sport, table=table, league=league)
    other = _games_table(sport, "player-stats")
    if not statistic.endswith(PER_GAME) or other is None or {statistic, GAMES_PLAYED} & set(frame.columns):
        return frame
    keys = ["player_id", "part"]
    games = client.player_stats(season, sport, table=other, league=league)
    if "team_id" in games.columns:  # a club of pitchers has played more games than any of them
        games[CLUB_GAMES] = games.groupby(["team_id", "part"], observed=True)[GAMES_PLAYED].transform("max")
    added = [name for name in (GAMES_PLAYED, CLUB_GAMES) if name in games.columns]
    joined = frame.merge(games[[*keys, *added]], on=keys, how="left")
    joined.attrs = frame.attrs
    return joined


def leaders(
    frame: pd.DataFrame,
    sport: str,
    resource: str,
    table: str,
    statistic: str,
    *,
    team: str | None = None,
    qualify: float | None = None,
    order: Order | None = None,
) -> tuple[pd.DataFrame, Order, str]:
    """Rank the players of a table by a statistic.

    Parameters
    ----------
    frame : pandas.DataFrame
        Rows of the table, one per player, or several of a day on which some played more than once.
    sport, resource, table : str
        Of the frame.
    statistic : str
        A column or a measure of the table.
    team : str, optional
        Only players of teams whose name contains this, or whose id it is.
    qualify : float, optional
        Of a season: the least attempts for a rate, or games for a total; by default of a rate a part of the most of
        any player, of games and minutes by the games of the player's club, and of a total none.
    order : {"highest", "lowest"}, optional
        Which comes first; by default whichever is better.

    Returns
    -------
    tuple of (pandas.DataFrame, str, str)
        ``rank`` (equal for ties), the player and the statistic; the order; and a note of who qualifies, or of what
        is ranked, or "".
    """
    note = ""
    known = {column.name: column for column in SPORTS[sport].answer(resource).layouts[table].columns}
    column, measures = known.get(statistic), of_table(sport, table, resource)
    one = measures.get(statistic)
    values, lower = _values(frame, statistic, known, measures)
    again = _played_again(sport, resource, frame)
    whole = _of_players(frame, sport, table, statistic, one) if again else None
    if whole is not None:
        frame, values = whole
        note = "over all games of the day; some players have more than one"
    elif again:
        note = f"of each game: some players have more than one, over which {statistic} is not added up"
    volume = None
    if resource == "player-stats":
        volume = _volume(frame, statistic, column, one, _parts(sport, table, resource, statistic), bool(qualify))
    elif qualify:
        raise QueryError("qualify applies to a season, not to a day; omit it.")
    if volume is not None and len(values):
        values, least = only_qualified(values, volume, sport, qualify, rows=frame)
        note = f"players with {volume.name} of at least {least}; qualify changes the number"
    added_up = resource == "player-stats" and (statistic in frame.columns or one is None) and len(values) > 0
    if lower and order is None and added_up and values.min() >= 0:
        raise QueryError(
            f"{statistic} of a season is least for whoever played least, in golf by missing cuts; rank those of a day, "
            "or state the order."
        )
    if lower and added_up and statistic in known:
        note = "; ".join(filter(None, [note, OF_TOURNAMENTS]))
    if lower and order != "highest" and (partial := being_played(frame)) and statistic in partial:
        why = f"{statistic} are the fewest for whoever has played least, as the round is being played"
        if order is None:
            raise QueryError(f"{why}; rank 'to_par', or state the order.")
        note = why
    elif lower and order != "highest" and resource == "live" and "status" in frame.columns and statistic not in ROUNDS:
        # The fewest strokes of a day are those of who went home first.
        out = frame.loc[values.index, "status"].astype(object).map(left) != ""
        if out.any() and not out.all():
            values = values[~out]
            gone = "1 player who was" if out.sum() == 1 else f"{int(out.sum())} players who were"
            note = f"without {gone} cut, withdrawn or disqualified; order highest ranks them, too"
    if team is not None:
        if "team" not in frame.columns:
            raise QueryError(f"{sport} has no teams; omit team.")
        held = frame["team"].map(lambda name: holds(name, team)).astype("boolean")
        held |= frame["team_id"].astype("string") == team
        values = values[held.fillna(value=False).astype(bool).reindex(values.index)]
    lower = order == "lowest" if order else lower
    board = _board(frame, values, sport, statistic, column, lower=lower, by_game=again and whole is None)
    note = "; ".join(filter(None, [note, _of_places(frame.loc[values.index], board, column)]))
    return board, "lowest" if lower else "highest", note


def _values(
    frame: pd.DataFrame, statistic: str, known: Mapping[str, Column], measures: Mapping[str, Measure]
) -> tuple[pd.Series, bool]:
    """Return the values of a column, of a measure or of an average per game, and whether the lowest is the best."""
    if statistic in known and statistic in frame.columns:
        return frame[statistic].dropna(), known[statistic].lowest_first
    if statistic in measures:
        one, values = measures[statistic], measure(frame, statistic).dropna()
        return values[values.astype(bool)] if one.flag else values, one.lowest_first
    total = statistic.removesuffix(PER_GAME)
    own = frame[[name for name in frame.columns if name in known]]  # without games of another table
    sums = measure(own, total) if total in measures else frame[total]
    lower = any(held[total].lowest_first for held in (known, measures) if total in held)
    return (sums / frame[GAMES_PLAYED]).dropna().astype("Float64"), lower


def _board(
    frame: pd.DataFrame,
    values: pd.Series,
    sport: str,
    statistic: str,
    column: Column | None,
    *,
    lower: bool,
    by_game: bool,
) -> pd.DataFrame:
    """Return the ranking of values of a frame, each beside its player, of a day with several fields one for each."""
    import pandas as pd

    who = [column for column in ("player_id", "player", "team", GAMES_PLAYED) if column in frame.columns]
    board = frame.loc[values.index, who].assign(**{statistic: values})
    if by_game:
        board.insert(0, "game_id", frame.loc[values.index, "game_id"])
    apart = [name for name in ("tournament", "game_id") if name in frame.columns and _several_fields(sport, frame)]
    fields = values.groupby(frame.loc[values.index, "game_id"], observed=True) if apart else (("", values),)
    board.insert(0, "rank", pd.Series(pd.NA, values.index, dtype="Int64"))
    for _, own in fields:
        board.loc[own.index, "rank"] = ranks(own, frame.loc[own.index], column, lower=lower)
    for name in apart:
        board.insert(0, name, frame.loc[values.index, name])
    board = board.sort_values(["rank", *apart, "player"], kind="stable")
    board.attrs = dict(frame.attrs)
    return board


def _of_places(rows: pd.DataFrame, board: pd.DataFrame, column: Column | None) -> str:
    """Return what official places have to do with a ranking by the score: that they decide ties, or follow points."""
    if column is None or column.tied_by is None:
        return ""
    if not all(by_strokes(field) for _, field in rows.groupby("game_id", observed=True)):
        return BY_POINTS
    within = ["game_id"] if "game_id" in board.columns else []
    level, shared = (int(board.duplicated([*within, name]).sum()) for name in (column.name, "rank"))
    return "the official places decide between equal scores" if level > shared else ""


def _played_again(sport: str, resource: str, frame: pd.DataFrame) -> bool:
    """Whether players have rows of several games of a day, as in doubleheaders and where several rounds are played."""
    opponents = SPORTS[sport].rules.opponents != "field"
    return resource == "live" and opponents and bool(frame["player_id"].duplicated().any())


def _of_players(
    frame: pd.DataFrame, sport: str, table: str, statistic: str, one: Measure | None
) -> tuple[pd.DataFrame, pd.Series] | None:
    """The last row of each player, and the statistic over all rows of each; None if it is one of single games."""
    if statistic in counts(sport, "live", table, frame):
        values = frame.groupby("player_id", observed=True)[statistic].sum(min_count=1)
    elif one is not None and one.aggregation != "no" and not one.requires:
        values = measure(frame, statistic, by="player_id")
        values = values[values.fillna(0).astype(bool)] if one.flag else values
    else:
        return None
    return frame.drop_duplicates("player_id", keep="last").set_index("player_id", drop=False), values.dropna()


def _several_fields(sport: str, frame: pd.DataFrame) -> bool:
    """Whether rows are of several tournaments, the players of which cannot be compared."""
    return SPORTS[sport].rules.opponents == "field" and "game_id" in frame.columns and frame["game_id"].nunique() > 1


def _parts(sport: str, table: str, resource: str, statistic: str) -> tuple[str, ...]:
    """Return the sums from which the service computes a column that is a rate, as the catalog declares them."""
    totals = season_totals(sport, table, resource)
    rule = totals.rule(statistic) if totals is not None else None
    return rule.of if isinstance(rule, Total) and len(rule.of) > 1 else ()


def _volume(
    frame: pd.DataFrame,
    statistic: str,
    column: Column | None,
    one: Measure | None,
    parts: tuple[str, ...],
    of_totals: bool,
) -> pd.Series | None:
    """Return how much a player did for a rate, or a total if that is asked for, as a series with a name."""
    if one is not None and one.is_rate:
        return chances_of(frame, one)
    percent = column is not None and column.unit == "%"
    if of_totals or parts or percent or statistic.endswith(PER_GAME):
        return chances(frame, parts, of_a_measure=False, percent=False)
    return None
