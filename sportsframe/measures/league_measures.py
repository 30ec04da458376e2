"""The statistics of standings: points, shares, margins, games behind and expected wins, by the rules of a league."""

from __future__ import annotations

from typing import Any

import pandas as pd

from ..catalog import SPORTS, Sport
from ..catalog.rules import Points, Rules
from . import formulas
from .grammar import Measure, On, Sums

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
    return f"{rules.unit}_for", f"{rules.unit}_against"


def level_column(rules: Rules) -> str:
    """The column that counts level games; empty where none are counted."""
    return f"{rules.level}s" if rules.level else ""


def _column_of_games(name: str, label: str, **more: Any) -> Measure:
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
        return pd.Series(formulas.pyth_pct(scored.to_numpy(), allowed.to_numpy(), exponent), index=scored.index)

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
        *((_patriot(own, other, **more),) if rules.scoring_exponent else ()),
    )


def _patriot(own: str, other: str, **more: Any) -> Measure:
    """The share of wins to be expected with an exponent that depends on the scoring."""

    def expected(s: Sums) -> pd.Series:
        scored, allowed = getattr(s, own), getattr(s, other)
        exponent = formulas.pyth_exponent_pat(scored, allowed, s.games)
        return pd.Series(formulas.pyth_pct(scored.to_numpy(), allowed.to_numpy(), exponent), index=scored.index)

    return STANDINGS.make(
        "pythagenpat_pct",
        "Pythagorean expectation by scoring",
        value=expected,
        formula="100 / (1 + (against / for)^x), x = ((for + against) / games)^0.287",
        unit="%",
        reference="Smyth, Patriot; [Baseball-Reference](https://www.baseball-reference.com/bullpen/Pythagenpat)",
        **more,
    )


def _shares(rules: Rules) -> tuple[Measure, ...]:
    """What share of the games was won, or what the league gives points for."""
    worth = by_points(rules)
    if worth is None or worth.overtime_counts:
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
    draws, lost_late, late_win = level_column(rules), worth.overtime_loss, worth.late_win

    def points(s: Sums) -> Any:
        found = worth.win * s.wins
        if late_win != worth.win:
            found = found - (worth.win - late_win) * (s.wins - s.regulation_wins)
        if worth.draw and draws:
            found = found + worth.draw * getattr(s, draws)
        return found + lost_late * s.overtime_losses if lost_late else found

    parts = [f"{worth.win} W"] if late_win == worth.win else [f"{worth.win} RW", f"{late_win} OTW"]
    if worth.draw and draws:
        parts.append("D" if worth.draw == 1 else f"{worth.draw} D")
    if lost_late:
        parts.append("OTL" if lost_late == 1 else f"{lost_late} OTL")
    source = "NHL" if worth.overtime_counts else "League rules"
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
        unit=unit,
        reference="Pro-Football-Reference",
        higher_is_better=True,
    )
    return (difference, mean)


def magic_games(rules: Rules) -> int | None:
    """Games of a full season where magic numbers are told: leagues by share of games won, without ties."""
    return rules.standings.games if rules.standings and not by_points(rules) and not rules.level else None


def behind(rules: Rules) -> str:
    """The column that tells how far a team is behind: points where the league ranks by them, else games."""
    return "points_behind" if by_points(rules) else "games_behind"


def _behind(rules: Rules) -> tuple[Measure, ...]:
    name = behind(rules)
    unit, _, _ = name.partition("_")
    more: dict[str, Any] = {"unit": unit, "higher_is_better": False}
    if by_points(rules):
        more |= {"reference": "League rules", "whole": True}
        formula, note, shown = "points of the first of the group - own points", "", ""
    else:
        more |= {"reference": "MLB glossary"}
        formula = "((W1 - L1) - (W - L)) / 2, 1: who has most wins less losses"
        shown = ": show() prints 2.0, a dash and +3.0, as leagues do"
        note = (
            "Behind the team of the group most games above .500, which may be another than the first by percentage. "
            "In the conferences of colleges of conference games only, as those rank."
        )
    first = _column_of_games(name, f"{unit.capitalize()} behind", formula=formula, note=note, **more)
    magic = _column_of_games(
        "magic_number",
        "Magic number",
        formula="games + 1 - W leader - L rival, 0 at least",
        unit="games",
        reference="MLB glossary",
        higher_is_better=False,
        whole=True,
        note="The leader's against each rival; on the leader's row the greatest. From the first day if the records of "
        "teams= tell that no game is missing, else after a quarter of a season; after the last game 0, but for teams "
        "that are still tied.",
    )
    wild = _column_of_games(
        f"wild_card_{name}",
        f"Wild card {unit} behind",
        formula=f"{unit} behind the last wild card of the conference",
        note=f"Positive behind it, 0 of the last wild card itself, negative of who holds one by as many {unit}{shown}. "
        "Missing for teams that are seeded by their division, and without conferences.",
        **more,
    )
    seeding = rules.standings.seeding if rules.standings else None
    cards = bool(seeding and seeding.per_division)
    return (first, *((magic,) if magic_games(rules) else ()), *((wild,) if cards else ()))


def measures(sport: Sport) -> tuple[Measure, ...]:
    """Return the statistics of standings that apply to the rules of the sport."""
    rules = sport.rules
    if rules.standings is None:
        return ()
    text: dict[str, Any] = {"unit": "text", "reference": "League rules", "text": True}
    worth = by_points(rules)
    record = "W-D-L" if rules.level == "draw" else "W-L-OTL" if worth and worth.overtime_counts else "W-L or W-L-T"
    return (
        _column_of_games(
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
        _column_of_games("streak", "Streak", formula="last games alike", **text),
        _column_of_games("form", "Form", formula=f"last {FORM} games, newest right", **text),
        _column_of_games("last_ten", "Last ten", formula=f"record of the last {LAST} games", **text),
        _column_of_games("home_record", "At home", formula=record, **text),
        _column_of_games("away_record", "Away", formula=record, **text),
    )
