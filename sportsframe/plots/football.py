"""Football plots: field position, yards gained, usage of players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from .._frames.recognize import kind
from ..catalog.records import SIDES
from ..catalog.rules import Rules
from ..measures import measure
from ._axes import plot
from ._contain import confine, even_out, inside
from ._legend import below, swatch
from ._room import per_row
from ._rows import not_empty, of_one_team, one_game, one_sport, one_team, rules_of, versus, without_guests
from ._sheet import Sheet
from ._text import day, in_play, label, many, numbers
from ._theme import colours, ink, is_dark, soft
from ._ticks import whole

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TEAMS_WIDE = 64
"""How much of the 120 yards between the ends of a field the names and scores above it take at most."""

_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 4: "4th"}


@plot(
    "game_id",
    "away_team",
    "home_team",
    "possession",
    "yard_line",
    "yard_line_territory",
    "down",
    "distance",
    "away_score",
    "home_score",
    games=("football",),
)
def drive(df: pd.DataFrame, sheet: Sheet, **style: Any) -> Axes:
    """Football fields of the games in progress: ball, line to gain, down and distance.

    Reads ``possession, yard_line, yard_line_territory, down, distance``, teams and scores of a games frame, and
    ``quarter, time_remaining`` if present. One field per game; the side in possession plays to the right.

    Parameters
    ----------
    df : pandas.DataFrame
        Live games, some of them in progress.
    **style
        Keyword arguments for the ball, passed to `matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    games = df.dropna(subset=["possession", "yard_line", "yard_line_territory"]).drop_duplicates("game_id")
    not_empty(games, "drive", "in no game of the frame has anybody the ball")
    ax = sheet.axes(9.0, per_row(len(games), 0.72, 2.4), rows=2 * len(games))
    own = (games["yard_line_territory"].astype(str) == games["possession"].astype(str)).to_numpy()
    line = numbers(games["yard_line"]).to_numpy()
    ball = np.where(own, line, 100 - line)
    goal = np.minimum(ball + numbers(games["distance"]).to_numpy(), 100)
    at = np.arange(len(games))
    grass, stripe, end = ("#22352b", "#31483b", "#2b3138") if is_dark(ax) else ("#e4efe6", "#ffffff", "#d5dbe1")
    half = 0.27
    ax.barh(at, 120, left=-10, height=2 * half, color=end, zorder=1, gid="field")
    ax.barh(at, 100, height=2 * half, color=grass, zorder=1.5, gid="field")
    for yard in range(0, 101, 10):
        ax.vlines(np.full(len(at), yard), at - half, at + half, color=stripe, lw=1.0, zorder=2)
    ax.axvspan(80, 100, color=colours(ax)[1], alpha=0.10, lw=0, zorder=1.5, label="red zone")
    ax.vlines(goal, at - half, at + half, color=colours(ax)[3], lw=2.4, zorder=3, label="line to gain")
    ax.scatter(ball, at, **{"s": 70, "color": colours(ax)[1], "zorder": 4, "label": "ball", **style})
    clubs = [*games["away_team"], *games["home_team"]]
    forms = [dict(zip(clubs, sheet.called(clubs, length), strict=True)) for length in (24, 18, 14, 10, 7)]
    held = []
    for i, row in enumerate(games.to_dict("records")):
        down = "" if pd.isna(row["down"]) else f"{_ORDINALS.get(int(row['down']), row['down'])}"
        away = "" if pd.isna(row["distance"]) or not down else f" & {_to_go(ball[i], row['distance'])}, "
        quarter = _quarter(rules_of(games.iloc[[i]]), row.get("quarter"))
        clock = f"{quarter} {_known(row.get('time_remaining'))}" if quarter else ""
        sides = [(row[f"{side}_team"], _score(row[f"{side}_score"])) for side in SIDES.values()]
        teams = [", ".join(f"{names[team]} {score}" for team, score in sides) for names in forms]
        state = f"{row['possession']} ball, {down}{away}at {row['yard_line_territory']} {int(row['yard_line'])}"
        said = [f"{state}    {clock}".rstrip(), state]
        look: dict[str, Any] = {"fontsize": 8.5, "va": "bottom"}
        left = ax.text(-10, i - half - 0.05, teams[0], color=ink(ax), weight="bold", **look)
        right = ax.text(110, i - half - 0.05, said[0], color=soft(ax), ha="right", **look)
        held += [(left, TEAMS_WIDE, teams), (right, 118 - TEAMS_WIDE, said)]
    ax.set_xlim(-10.5, 110.5)
    ax.set_ylim(len(games) - 0.55, -0.62)
    ax.set_xticks(range(0, 101, 10), ["goal", *[str(50 - abs(50 - y)) for y in range(10, 100, 10)], "goal"])
    ax.set_yticks([])
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    ax.set_xlabel("yard line; the side with the ball plays to the right")
    below(ax)
    playing = in_play(df)
    total = max(df.loc[playing, "game_id"].nunique(), len(games))
    title = f"{total} games in progress" if total > 1 else "In progress"
    without = f", {total - len(games)} of them without the ball in play" if total > len(games) else ""
    for text, width, told in held:
        confine(sheet, text, width, told)
    for side in (held[::2], held[1::2]):
        even_out(sheet, [text for text, _, _ in side])
    return sheet.finish(df, title, day(df[playing | df["game_id"].isin(games["game_id"]).to_numpy()]) + without)


def _to_go(ball: float, distance: float) -> str:
    """Return the yards to the line to gain, or that it is the goal line."""
    return "goal" if ball + distance >= 100 else f"{int(distance)}"


def _quarter(rules: Rules, number: Any) -> str:
    """Return ``Q1``, ``OT`` or what the service says else, such as ``F`` after the game; empty if it is not known."""
    text = _known(number)
    name = rules.period_name(int(text)) if rules.periods and text.isdecimal() else text
    return f"Q{name}" if name.isdecimal() else name


def _known(value: Any) -> str:
    return "" if value is None or pd.isna(value) else str(value)


def _score(value: Any) -> str:
    return "" if pd.isna(value) else f"{value:g}"


@plot("game_id", "side", "team", "passing_yards", "rushing_yards", "total_plays", games=("football",))
def yardage(df: pd.DataFrame, sheet: Sheet, *, top: int = 32, **style: Any) -> Axes:
    """Passing and rushing yards of teams, with yards per play.

    Reads ``team, team_id, passing_yards, rushing_yards, total_plays`` of the table ``teams``, and ``score`` if present.
    A team with several games in the frame has one row with its yards per game; guests from outside the league are then
    left out.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``teams``.
    top : int
        Maximum number of teams if the frame has several games per team.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    teams = not_empty(df.dropna(subset=["passing_yards", "rushing_yards"]), "yardage", "no team has yards yet")
    each = measure(teams, "yards_per_play").astype(float)
    names = ["passing_yards", "rushing_yards", *(["score"] if "score" in teams.columns else [])]
    teams = teams.assign(**{name: numbers(teams[name]) for name in names}, each=each, several=1)
    total = len(teams)
    if several := bool(teams["team"].duplicated().any()):
        teams = without_guests(teams, kind(df).sport)
        games = teams.groupby("team", sort=False)
        means = games[names].mean().assign(several=games.size())
        rates = measure(teams, "yards_per_play", by="team").astype(float)
        teams = means.assign(each=rates, all=means["passing_yards"] + means["rushing_yards"]).reset_index()
        total = len(teams)
        teams = teams.sort_values("all", ascending=False, kind="stable").head(top)
    ax = sheet.axes(8.5, per_row(len(teams), 0.34), rows=len(teams))
    at = np.arange(len(teams)) + (0 if several else pd.factorize(teams["game_id"])[0] * 0.45)
    passing, rushing = teams["passing_yards"].to_numpy(), teams["rushing_yards"].to_numpy()
    look = {"height": 0.74, **style}
    left = np.minimum(passing, 0)
    one = ax.barh(at, passing, color=colours(ax)[0], label="passing", **look)
    two = ax.barh(at, rushing, left=passing - left, color=colours(ax)[3], label="rushing", **look)
    widest = max((passing + rushing).max(), 1)
    inside(sheet, one, passing)
    inside(sheet, two, rushing)
    ends = passing + np.maximum(rushing, 0)
    for y, end, rate in zip(at, ends, teams["each"], strict=True):
        ax.annotate(
            "" if np.isnan(rate) else f"{rate:.1f} per play",
            (end, y),
            (5, 0),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=soft(ax),
        )
    scored = "score" in teams.columns and not several
    told = [f"  {_score(score)}" for score in teams["score"]] if scored else [""] * len(teams)
    ax.set_yticks(at, [name + text for name, text in zip(sheet.called(teams["team"], 30), told, strict=True)])
    ax.set_ylim(at.max() + 0.6, -0.6)
    ax.set_xlim(min(rushing.min(), 0), widest * 1.13)
    ax.tick_params(axis="y", length=0)
    ax.grid(axis="x")
    ax.set_xlabel("yards per game" if several else "yards")
    below(ax)
    if several:
        title = f"Yards of {'the leading ' if total > top else ''}{many(len(teams), 'team')}"
        return sheet.finish(
            df, title, f"{day(df)}{of_one_team(df, 'yardage')}, yards from scrimmage, mean of the games"
        )
    title = versus(teams) if teams["game_id"].nunique() == 1 else f"Yards of {len(teams)} teams"
    return sheet.finish(teams, title, f"{day(teams)}, yards from scrimmage")


@plot(
    "game_id",
    "team",
    "player",
    "player_id",
    "passing_attempts",
    "rushing_attempts",
    "receptions",
    "passing_yards",
    "rushing_yards",
    "receiving_yards",
    games=("football",),
)
def usage(
    df: pd.DataFrame,
    sheet: Sheet,
    *,
    team: str | int | None = None,
    game_id: str | None = None,
    top: int = 12,
    **style: Any,
) -> Axes:
    """Usage of a football team's players: carries and targets, with yards gained.

    Reads ``team, player, rushing_attempts, rushing_yards, receiving_yards`` and ``targets`` (in the college game, which
    has none, ``receptions``) of the table ``players``. Values are summed over the games of the frame.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``players``.
    team : str or int, optional
        Name or id of the team; required if the frame has several.
    game_id : str, optional
        Id of a single game to plot.
    top : int
        Maximum number of players.
    **style
        Keyword arguments for the bars, passed to `matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    frame = df if game_id is None else one_game(df, game_id, "usage")
    own = one_team(frame, team, "usage")
    thrown = "targets" if "targets" in own.columns and own["targets"].notna().any() else "receptions"
    names = ["rushing_attempts", thrown, "rushing_yards", "receiving_yards"]
    sums = own.assign(**{name: numbers(own[name]).fillna(0) for name in names}).groupby("player_id")
    table = sums[names].sum().assign(player=sums["player"].first())
    table["uses"] = table["rushing_attempts"] + table[thrown]
    table = table[table["uses"] > 0].sort_values("uses", ascending=False, kind="stable").head(top)
    not_empty(table, "usage", "nobody has a carry or a catch")
    ax = sheet.axes(8.0, per_row(len(table), 0.36), rows=len(table))
    at = np.arange(len(table))
    look = {"height": 0.7, **style}
    runs, passes = table["rushing_attempts"].to_numpy(), table[thrown].to_numpy()
    one = ax.barh(at, runs, color=colours(ax)[3], label=label("rushing_attempts", own), **look)
    two = ax.barh(at, passes, left=runs, color=colours(ax)[0], label=label(thrown, own), **look)
    inside(sheet, one, runs)
    inside(sheet, two, passes)
    for y, row in enumerate(table.to_dict("records")):
        ax.annotate(
            many(int(row["rushing_yards"] + row["receiving_yards"]), "yard"),
            (row["uses"], y),
            (5, 0),
            textcoords="offset points",
            va="center",
            fontsize=8.5,
            color=soft(ax),
        )
    ax.set_yticks(at, sheet.called(table["player"], 26))
    ax.set_ylim(len(table) - 0.4, -0.6)
    ax.set_xlim(0, table["uses"].max() * 1.16)
    sheet.widen()
    ax.tick_params(axis="y", length=0)
    whole(ax.xaxis)
    ax.grid(axis="x")
    ax.set_xlabel(f"carries and {thrown}; yards rushing and receiving at the right")
    below(ax)
    games = int(own["game_id"].nunique())
    return sheet.finish(own, f"Usage of {own['team'].iloc[0]}", day(own) + (f", {games} games" if games > 1 else ""))


_RESULTS = {
    "touchdown": ("touchdown", 2),
    "field_goal": ("field goal", 3),
    "punt": ("punt or end of the half", None),
    "interception": ("turnover", 6),
    "fumble": ("turnover", 6),
    "downs": ("turnover", 6),
    "missed_field_goal": ("missed field goal", 5),
    "safety": ("safety or opponent's score", 4),
    "opponent_touchdown": ("safety or opponent's score", 4),
    "end_of_half": ("punt or end of the half", None),
}
"""Results of `sportsframe.measures.drives` -> entry of the legend, number of its color, none of them a team's."""

_GOES_ON = ("drive in progress", None)


@plot(
    "sport",
    "game_id",
    "sequence",
    "period",
    "clock_seconds",
    "event",
    "down",
    "yard_line",
    "yards_gained",
    "possession",
    "away_team",
    "home_team",
    games=("football",),
)
def drive_chart(df: pd.DataFrame, sheet: Sheet, *, game_id: str | None = None, **style: Any) -> Axes:
    """Drive chart of one football game: where every drive began and ended, and its result.

    Reads ``yard_line`` and the columns of the table ``plays`` that `sportsframe.measures.drives` reads. The away
    team plays to the right and the home team to the left; the arrow ends where the last play of the drive ended. The
    yards beside it are without penalties, with which the arrow may be longer or shorter.

    Parameters
    ----------
    df : pandas.DataFrame
        The table ``plays``.
    game_id : str, optional
        Id of the game; required if the frame has several.
    **style
        Keyword arguments for the arrows, passed to `matplotlib.patches.FancyArrowPatch`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    from matplotlib.patches import FancyArrowPatch

    from ..measures import plays

    game = one_game(df, game_id, "drive_chart").sort_values("sequence")
    found = not_empty(plays.drives(game), "drive_chart", "no drive has begun")
    rules = one_sport(game, "drive_chart").rules
    away, home = str(game["away_team"].iloc[0]), str(game["home_team"].iloc[0])
    spots = _spots(game, found, away)
    ends = [_RESULTS[str(result)] if pd.notna(result) else _GOES_ON for result in found["result"]]
    ax = sheet.axes(9.0, per_row(len(found), 0.24, 4.0, 11.0), rows=len(found) + 2, legend=len(set(ends)))
    grass = "#22352b" if is_dark(ax) else "#eef5ef"
    ax.axvspan(0, 100, color=grass, lw=0, zorder=0)
    ax.axvspan(-10, 0, color=colours(ax)[1], alpha=0.18, lw=0, zorder=0)
    ax.axvspan(100, 110, color=colours(ax)[0], alpha=0.18, lw=0, zorder=0)
    for yard in range(10, 100, 10):
        ax.axvline(yard, color=ax.get_facecolor(), lw=1.0, zorder=1)
    shown: dict[str, Any] = {}
    for row, (drive, (start, end)) in enumerate(zip(found.to_dict("records"), spots, strict=True)):
        text, number = ends[row]
        colour = colours(ax)[number] if number is not None else ink(ax) if ends[row] is _GOES_ON else soft(ax)
        shown.setdefault(text, swatch(colour, text))
        look = {"arrowstyle": "-|>", "mutation_scale": 8, "lw": 2.6, "shrinkA": 0, "shrinkB": 0, "color": colour}
        ax.add_patch(FancyArrowPatch((start, row), (end, row), **{**look, "zorder": 3, "gid": "drive", **style}))
        ax.plot([start], [row], "|", color=colour, ms=7, zorder=3)
        side = drive["team"] == away
        place: dict[str, Any] = {"va": "center", "fontsize": 7.5, "color": colours(ax)[1] if side else colours(ax)[0]}
        quarter = _quarter(rules, drive["period"])
        clock = f"{quarter} {int(drive['clock_seconds']) // 60}:{int(drive['clock_seconds']) % 60:02d}"
        ax.text(-11, row, clock, ha="right", **place)
        ax.text(111, row, f"{many(drive['plays'], 'play')}, {drive['yards']} yd", ha="left", **place)
    left, right = sheet.called([away, home], 24, alike=True)
    ax.text(-5, -1.1, left, ha="left", fontsize=8.5, weight="bold", color=colours(ax)[1])
    ax.text(105, -1.1, right, ha="right", fontsize=8.5, weight="bold", color=colours(ax)[0])
    ax.set_xlim(-10, 110)
    ax.set_ylim(len(found) - 0.3, -1.7)
    ax.set_xticks(range(0, 101, 10), ["goal", *[str(50 - abs(50 - y)) for y in range(10, 100, 10)], "goal"])
    ax.set_yticks([])
    ax.tick_params(length=0)
    ax.set_frame_on(False)
    ax.set_xlabel("yard line, end zones in the color of their team; yards beside it without penalties")
    below(ax, ncols=3, handles=list(shown.values()))
    return sheet.finish(game, f"{away} at {home}", f"{day(game)}, {many(len(found), 'drive')}")


def _spots(game: pd.DataFrame, found: pd.DataFrame, away: str) -> list[tuple[float, float]]:
    """Return where each drive began and ended, in yards from the away team's goal line."""
    snaps = game[game["yard_line"].notna() & game["down"].notna()]
    code = _codes(game).get(away, "")
    half, yards = snaps["yard_line"].astype(str).str.split().str[0], snaps["yard_line"].astype(str).str.split().str[-1]
    line = pd.to_numeric(yards, errors="coerce").to_numpy(float)
    at = np.where(half == code, line, 100 - line)
    clock = -(numbers(snaps["period"]) * 10000 - numbers(snaps["clock_seconds"])).to_numpy()
    begins = -(numbers(found["period"]) * 10000 - numbers(found["clock_seconds"])).to_numpy()
    gained = numbers(snaps["yards_gained"]).fillna(0).to_numpy()
    spots = []
    for i, drive in enumerate(found.to_dict("records")):
        until = begins[i + 1] if i + 1 < len(found) else -np.inf
        own = (clock <= begins[i]) & (clock > until) & (snaps["possession"] == drive["team"]).to_numpy(bool)
        if not own.any():
            own = (clock <= begins[i]) & (clock >= until) & (snaps["possession"] == drive["team"]).to_numpy(bool)
        sign = 1 if drive["team"] == away else -1
        first, last = np.flatnonzero(own)[[0, -1]]
        spots.append((float(at[first]), float(np.clip(at[last] + sign * gained[last], 0, 100))))
    return spots


def _codes(game: pd.DataFrame) -> dict[str, str]:
    """Return the abbreviation of each team in ``yard_line``: a kickoff is taken in the kicker's own half."""
    kicks = game[(game["event"] == "kickoff") & game["yard_line"].notna()]
    return {str(team): str(line).split()[0] for team, line in zip(kicks["possession"], kicks["yard_line"], strict=True)}
