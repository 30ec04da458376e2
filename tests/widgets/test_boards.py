"""The scoreboard, without a browser: an evening as it is played, cards, failures and stops."""

from __future__ import annotations

import html
import json
import re
import threading
import time
from pathlib import Path

import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

import sportsframe as sf
from sportsframe.measures.golf import tee_times
from sportsframe.widgets import board as board_module
from sportsframe.widgets.board import to_come
from tests.bench.widgets import taking_its_time

from ..support.servers import TOKEN, Reply, game, serving


def evening(rate: float = 0.0) -> sf.Clock:
    """A clock in the evening of a day of games."""
    return sf.Clock("2024-06-01T22:00:00+00:00", rate=rate)


def test_a_board_follows_the_evening_and_ends_with_it() -> None:
    """The board looks again by itself until every game is over; its scores are then the final ones."""
    with sf.options(now=evening()):
        board = sf.scoreboard("MLB", "2024-06-01", every=1800)
        deadline = time.monotonic() + 300
        while board.running and time.monotonic() < deadline:
            time.sleep(0.02)
        final = sf.live("2024-06-01", "MLB", day="league", refresh=True)

    assert not board.running
    assert board.updates > 5
    assert_frame_equal(board.frame, final)
    assert board.frame["phase"].isin(["finished", "paused", "off"]).all()
    board.close()


def test_what_changed_is_marked() -> None:
    """Cells that a look found changed are marked, and only until the next look."""
    clock = evening()
    with sf.options(now=clock):
        board = sf.scoreboard("MLB", "2024-06-01", start=False)
        assert 'class="n s new"' not in board._board.value
        clock.sleep(3600)
        board.look()
        assert 'class="n s new"' in board._board.value
        assert set(board.changes["change"]) <= {"changed", "new"}
        board.look()
        assert 'class="n s new"' not in board._board.value


def test_what_a_screen_reader_is_told() -> None:
    """A board tells scores that changed and games that ended, not every tick of the clock; a picker what it loaded."""
    clock = sf.Clock("2024-12-07T01:00:00+00:00")
    with sf.options(now=clock):
        board = sf.scoreboard("2024-12-06", "NBA", start=False)
    assert board._said.value == ""
    spoken, told = "", set()
    for _ in range(20):
        before = board.frame.set_index("game_id")
        clock.sleep(30)
        board.look()
        after = board.frame.set_index("game_id")
        if before.index.equals(after.index):
            scores = ["away_score", "home_score", "phase"]
            kept = before[scores].equals(after[scores])
            told.add((kept, board._said.value == spoken))
        if board._said.value != spoken:
            spoken = board._said.value
            assert f'data-result="{spoken.split("; ")[0]}"' in board._board.value
    assert told == {(True, True), (False, False)}
    assert re.search(r"\w+ \d+, .*\w+ \d+, \d\d:\d\d \d(st|nd|rd|th)", spoken)
    assert '<span class="new">' not in board._board.value, "the clock always changes"
    assert board._board.value.count('<td role="rowheader">') == 2 * len(board.frame)
    board.close()

    picker = sf.picker("2024-06-01", "MLB")
    assert picker._said.value.startswith(f"{len(picker.frame)} rows of MLB live games, 2024-06-01")
    picker.resource = "schedule-season"
    assert picker._said.value.startswith(f"{len(picker.frame)} rows of MLB schedule games, 2024")
    assert sf.season_picker(12, "MLB")._said.value == ""


CARD = re.compile(r'<div class="sf-card"[^>]*>(.*?)</div>(?=<div class="sf-card"|</div>)', re.S)


@pytest.mark.parametrize(
    ("sport", "day", "order"),
    [("MLB", "2024-06-01", "away home"), ("SOCCER", "2024-10-05", "home away"), ("NFL", "2024-11-10", "away home")],
)
def test_a_card_is_a_line_score(sport: str, day: str, order: str) -> None:
    """A card per game: both teams in the order of the sport, their scores by period and in all, the winner in bold.

    In baseball the runs are followed by hits and errors.
    """
    board = sf.scoreboard(sport, day, league="EPL" if sport == "SOCCER" else None, start=False)
    first, second = order.split()
    games = [game for game in board.frame.to_dict("records") if not game["game_id"].endswith("-2")]
    held = {
        (str(game[f"{first}_team"]), str(game[f"{second}_team"])): (game[f"{first}_score"], game[f"{second}_score"])
        for game in games
    }
    hits_and_errors = {}
    if sport == "MLB":
        teams = sf.live(day, sport, table="teams", day="league")
        teams = teams[teams["game_id"].isin(game["game_id"] for game in games)]
        hits_and_errors = dict(zip(teams["team"], zip(teams["hits"], teams["errors"], strict=True), strict=True))
    assert len(held) == len(games) > 3
    assert bool(hits_and_errors) == all(f">{head}</th>" in board._board.value for head in "RHE")
    for (one, two), scores in held.items():
        first_row, second_row = (
            rf"<tr><td role[^>]*>(<b>)?{re.escape(html.escape(name))} .*?</tr>" for name in (one, two)
        )
        row = re.search(first_row + second_row, board._board.value)
        assert row is not None
        lines = [[int(n) for n in re.findall(r"(?<=>)\d+(?=<)", line)] for line in row.group().split("</tr>")[:2]]
        if sport == "MLB":
            assert [line[-2:] for line in lines] == [[*hits_and_errors[name]] for name in (one, two)]
            lines = [line[:-2] for line in lines]
        assert tuple(line[-1] for line in lines) == scores
        assert all(sum(line[:-1]) == line[-1] for line in lines)
        assert (bool(row.group(1)), bool(row.group(2))) == (scores[0] > scores[1], scores[1] > scores[0])
    board.close()


def test_golf_and_darts_have_cards_of_their_own() -> None:
    """A tournament shows its leaders by place and par, a match its sets and legs."""
    golf = sf.scoreboard("PGA", "2024-06-13", start=False)
    assert all(
        f'scope="col">{name}<' in golf._board.value or f">{name}</th>" in golf._board.value
        for name in ("POS", "SCORE", "TOT")
    )
    darts = sf.scoreboard("DARTS", "2024-01-03", start=False)
    assert all(html.escape(name) in darts._board.value for name in darts.frame["player_1"])
    assert ">legs</th>" in darts._board.value
    for board in (golf, darts):
        board.close()


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2024-06-15T19:00Z", "Round 3"), ("2024-06-15T04:00Z", "Round 2 completed"), ("2024-06-18T12:00Z", "Final"),
    ],
)  # fmt: skip
def test_a_tournament_in_play_says_its_round(moment: str, said: str) -> None:
    """Its card says which round is played, where others have the inning or the quarter; once it is over, that it is."""
    with sf.options(now=moment):
        board = sf.scoreboard("2024-06-15", "PGA", start=False)
    assert board.frame["round"].notna().all()
    assert f'<p class="sf-when"><span>{said}</span>' in board._board.value
    board.close()


INTERRUPTED = [
    ("MLB", "2024-05-17", "2024-05-18T03:40Z", r"Suspended, (Top|Bottom) \d+th"),
    ("NFL", "2025-01-04", "2025-01-05T02:45Z", r"\S.*, suspended"),
    ("NCAAFB", "2018-11-17", "2018-11-18T03:30Z", r"\S.*, suspended"),
    ("NHL", "2021-10-15", "2021-10-16T02:30Z", "Suspended"),
    ("SOCCER", "2020-10-24", "2020-10-24T12:30Z", "Suspended"),
    ("PGA", "2026-11-28", "2026-11-28T09:57Z", "Round 2, suspended"),
    ("PGA", "2024-01-07", "2024-01-07T19:05Z", r"Round \d completed, delayed"),
]
"""Moments at which a game of a day rests, and what its card says."""


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "day", "moment", "said"), INTERRUPTED)
def test_a_game_that_was_interrupted_is_not_in_play(sport: str, day: str, moment: str, said: str) -> None:
    """Its card says that it is suspended, or delayed, and how far it got; it stands apart from those in play."""
    with sf.options(now=moment):
        board = sf.scoreboard(day, sport, start=False)
    resting = board.frame.loc[board.frame["phase"] == "paused", "game_id"]
    groups = dict(part.split("</b>", 1) for part in board._board.value.split('<p class="sf-group"><b>')[1:])
    cards = dict(re.findall(r'data-game="([^"]+)".*?<p class="sf-when"><span>(.*?)</span>', groups["Interrupted"]))
    assert set(cards) == set(resting) != set()
    assert all(re.fullmatch(said, told) for told in cards.values()), cards
    assert not [game for game in resting if game in groups.get("In play", "")]
    board.close()


DELAYED = [
    ("MLB", "2024-04-02", "2024-04-02T22:56Z"), ("NFL", "2024-10-17", "2024-10-18T00:31Z"),
    ("NBA", "2024-11-27", "2024-11-28T00:46Z"), ("NHL", "2025-04-07", "2025-04-07T23:16Z"),
    ("NCAAFB", "2024-10-05", "2024-10-05T16:16Z"), ("NCAABB", "2025-01-29", "2025-01-29T23:16Z"),
    ("SOCCER", "2024-10-26", "2024-10-26T19:16Z"),
]  # fmt: skip
"""Moments at which a game of a day has yet to begin, later than planned."""


@pytest.mark.sampled
@pytest.mark.parametrize(("sport", "day", "moment"), DELAYED)
def test_a_game_that_begins_late_is_still_to_come(sport: str, day: str, moment: str) -> None:
    """A delayed game is on the board before it has a box score, with its start and that it is delayed."""
    with sf.options(now=moment):
        board = sf.scoreboard(day, sport, start=False)
        planned = board.watch.schedule()
    late = planned[(planned["phase"] == "paused") & ~planned["game_id"].isin(board.frame["game_id"])]
    ahead = board._board.value.partition("To come</b>")[2]
    assert len(late)
    assert ahead.count("</time>, delayed<") == len(late)
    assert ahead.count("</time>") == len(late) + (planned["phase"] == "scheduled").sum()
    board.close()


def test_tee_times_are_in_the_zone_of_the_reader() -> None:
    """On the card and in its box score the browser is told the moment of each, as that of a game to come."""
    with sf.options(now="2026-11-28T16:00Z"):
        board = sf.scoreboard("2026-11-28", "PGA", start=False)
    board.game = board.frame["game_id"].iloc[0]
    players = board.watch.rows_of("players").sort_values("position")
    tees = tee_times(players).dropna()
    told = [f'<td class="n"><time datetime="{at:%Y-%m-%dT%H:%M:%SZ}">{at:%H:%M} UTC</time></td>' for at in tees]
    assert told
    for shown, most in ((board._board, board_module.LEADERS), (board._opened, len(told))):
        assert shown.value.count("<time ") == min(most, len(told))
        assert shown.value.count(told[0]) >= 1
        assert set(re.findall(r'<td class="n"><time .*?</td>', shown.value)) <= set(told)
    board.close()


def test_a_board_without_a_service_says_so() -> None:
    """Where half of a configuration is set, the board shows what to do, as the pickers do."""
    with sf.options(token=TOKEN):
        boards = [sf.scoreboard(*args, start=False) for args in ((), ("2024-06-01", "MLB"))]
        pickers = [sf.picker("2024-06-01", "MLB"), sf.game_picker("2024-06-01", "MLB"), sf.season_picker(2024, "MLB")]
    for widget in (*boards, *pickers):
        assert "no base URL" in widget.error
        with pytest.raises(sf.ConfigError, match="no base URL"):
            widget.frame  # noqa: B018
        widget.close()


def test_a_day_without_games_says_when_the_next_are() -> None:
    """In the summer the board has none, and says when the season begins."""
    board = sf.scoreboard("2024-07-20", "NBA", start=False)
    assert "No games on that date. The next games are on 2024-10-22." in board._board.value
    board.close()


def test_a_board_is_grouped_by_state() -> None:
    """Games in play first, then those to come with the time of their start, then those that are over."""
    with sf.options(now="2024-06-01T23:40:00+00:00"):
        board = sf.scoreboard("MLB", "2024-06-01", start=False)
        planned = sf.schedule("2024-06-01", "MLB", day="league")
    groups = re.split(r'<p class="sf-group"><b>', board._board.value)[1:]

    assert [group.partition("<")[0] for group in groups] == ["In play", "To come", "Final"]
    assert groups[0].count("pitching</div>") == (board.frame["phase"] == "live").sum() > 0
    assert groups[2].count('class="sf-card"') == (board.frame["phase"] == "finished").sum() > 0
    ahead = planned[~planned["game_id"].isin(board.frame["game_id"])]
    for start in ahead["game_time"]:
        assert f'<time datetime="{start:%Y-%m-%dT%H:%M:%SZ}">{start:%H:%M} UTC</time>' in groups[1]
    assert groups[1].count("<time") == len(ahead)

    game = board.frame.iloc[0]
    board._page._handle_custom_msg({"game": game["game_id"]}, [])  # as a click on its card does
    for name in ("away_team", "home_team"):
        assert html.escape(game[name]) in board._opened.value
    for heading in ("RBI", "IP"):
        assert f">{heading}</th>" in board._opened.value
    assert board._opened.value in board._plain()
    names = f"{game['away_team']} at {game['home_team']}"
    assert f'role="region" aria-label="Box score: {html.escape(names)}' in board._opened.value
    assert "<th></th>" not in board._board.value, "an empty heading has no name"
    board._page._handle_custom_msg({"game": game["game_id"]}, [])
    assert (board.game, board._opened.value) == ("", "")
    with pytest.raises(sf.QueryError, match="game of that date"):
        board.game = "19000101-1-2"
    board.close()


def test_a_board_that_is_no_longer_seen_stops() -> None:
    """When the last view of a board is gone it asks no more, and goes on where it is shown again; a stop stays."""
    with sf.options(now=evening()):
        board = sf.scoreboard("2024-06-01", "MLB", every=3600)
    board._view_count = 1
    assert board.running
    board._view_count = 0
    assert not board.running
    board._view_count = 1
    assert board.running
    board._press_stop()
    board._view_count = 0
    board._view_count = 1
    assert not board.running
    board.close()


def test_a_board_that_is_started_again_looks_at_once_if_it_is_old() -> None:
    """After a stop longer than the interval, Start does not wait for another one; after a short one it does."""
    with sf.options(now=evening(rate=1.0)):
        board = sf.scoreboard("2024-06-01", "MLB", every=3600, start=False)
    board.start()
    time.sleep(0.5)
    board.stop()
    assert board.updates == 1
    board._looked -= 3700
    board.start()
    until = time.monotonic() + 20
    while board.updates == 1 and time.monotonic() < until:
        time.sleep(0.05)
    assert board.updates == 2
    board.close()


def test_stop_ends_a_wait_at_once() -> None:
    """Stopping does not wait for the next look, whatever the clock, and leaves no thread behind."""
    for clock in ("2024-06-01T22:00:00+00:00", evening(rate=2.0), evening(rate=0.001)):
        before = set(threading.enumerate())  # those of other tests may end meanwhile
        with sf.options(now=clock):
            board = sf.scoreboard("MLB", "2024-06-01", every=3600)
            assert board.start() is board
            assert len(set(threading.enumerate()) - before) == 1
            began = time.monotonic()
            board.stop()
        assert time.monotonic() - began < 10
        assert set(threading.enumerate()) <= before
        assert not board.running
        board.close()


def test_what_a_saved_board_shows_is_of_one_time() -> None:
    """The copy that a notebook stores has the time of its cards: that of the last look, not of the one before."""
    clock = evening()
    with sf.options(now=clock):
        board = sf.scoreboard("MLB", "2024-06-01", start=False)
    stored: list[str] = []
    board.observe(lambda _: stored.append(board._plain()), "frame")
    clock.sleep(1800)
    board.look()

    assert len(stored) == 1
    assert board._state.value == "as of 2024-06-01 22:30:00 UTC, update 2"
    assert board._state.value in stored[0]
    assert board._board.value in stored[0]
    board.close()


def test_a_board_does_not_wait_for_an_update_of_a_closed_one(tmp_path: Path) -> None:
    """Who runs the cell again while an update hangs sees the games as soon as the service answers, live and planned."""
    for path in ("live", "schedule"):
        with taking_its_time(waits := [0.0]) as server:
            client = sf.Client(
                base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path / path), now="2024-06-01T22:00"
            )
            former = sf.scoreboard("2024-06-01", "MLB", client=client, start=False)
            asked = server.count
            if path == "schedule":
                client.cache.clear()
            waits[0] = 8.0
            (hanging := threading.Thread(target=former.look if path == "live" else former._ahead)).start()
            while server.count == asked:
                time.sleep(0.01)
            time.sleep(0.5)
            waits[0] = 0.0
            former.close()
            began = time.monotonic()
            board = sf.scoreboard("2024-06-01", "MLB", client=client, start=False)
            assert time.monotonic() - began < 6
            assert len(board.frame) == len(former.frame) > 0
            board.close()
            hanging.join()


def test_a_board_does_not_wait_for_its_own_hanging_update(tmp_path: Path) -> None:
    """After Stop and Start the games are there once the service answers, and the late response changes nothing."""
    with taking_its_time(waits := [0.0]) as server:
        client = sf.Client(base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path), now="2024-06-01T22:00")
        board = sf.scoreboard("2024-06-01", "MLB", client=client, every=5, start=False)
        asked = server.count
        waits[0] = 10.0
        (hanging := threading.Thread(target=board._look, args=(board._stop,))).start()
        while server.count == asked:
            time.sleep(0.01)
        time.sleep(0.5)
        waits[0] = 0.0
        board._press_stop()
        board._looked -= 5
        began = time.monotonic()
        board.start()
        while board.updates == 1 and time.monotonic() - began < 10:
            time.sleep(0.05)
        assert time.monotonic() - began < 8
        board._press_stop()
        looks = board.watch.looks, board.updates
        hanging.join()
        assert (board.watch.looks, board.updates) == looks
        board.close()


def test_a_board_says_how_long_a_response_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the service hangs, be it with the games or the schedule; nothing is left of it afterwards or by Stop."""
    monkeypatch.setattr(board_module, "SLOW", 0.05)
    monkeypatch.setattr(board_module, "TICK", 0.01)
    with taking_its_time(waits := [0.0]) as server:
        client = sf.Client(base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path), now="2024-06-01T22:00")
        board = sf.scoreboard("2024-06-01", "MLB", client=client, start=False)

        def saying() -> bool:
            return "Updating" in board._work.value and re.search(r">\d+ s<", board._far.value) is not None

        for path, work in (("live", lambda: board._look(board._stop)), ("schedule", board._over)):
            for given_up in (False, True):
                waits[0] = 0.0
                board._stop = threading.Event()
                if path == "schedule":
                    client.cache.clear()
                assert (board._work.value, board._far.value) == ("", "")
                waits[0] = 3.0
                (hanging := threading.Thread(target=work)).start()
                began = time.monotonic()
                while not saying() and time.monotonic() - began < 2.9:
                    time.sleep(0.01)
                assert saying(), path
                if given_up:
                    board._press_stop()
                    assert (board._work.value, board._far.value) == ("", "")
                hanging.join()
                assert (board._work.value, board._far.value) == ("", "")
        board.close()


def test_looks_never_overlap() -> None:
    """However many ask for a look at a time, one is under way, and starting twice gives one thread."""
    with sf.options(now=evening()):
        board = sf.scoreboard("MLB", "2024-06-01", start=False)
        under_way, most = [], []
        poll = board.watch.poll

        def counted() -> pd.DataFrame:
            under_way.append(1)
            most.append(len(under_way))
            time.sleep(0.01)
            found = poll()
            under_way.pop()
            return found

        board.watch.poll = counted  # type: ignore[method-assign]
        looks = [threading.Thread(target=board.look) for _ in range(8)]
        for look in looks:
            look.start()
        for look in looks:
            look.join()

    assert max(most) == 1
    assert len(most) == 8


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_a_board_that_cannot_ask_says_so_and_tries_again() -> None:
    """A failing service is an error in place; the board goes on when it answers again."""
    with serving(Reply(503)) as server:
        with sf.options(base_url=server.base_url, token=TOKEN, now=evening()):
            board = sf.scoreboard("2024-06-01", "MLB", start=False)
        assert board.error
        server.default = Reply(200, {"data": {"MLB": [game()]}})
        board.look()

    assert board.error == ""
    assert len(board.frame)


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_a_game_that_is_listed_twice_is_one_card() -> None:
    """A service that repeats a game, or answers two dates alike, breaks no board."""
    body = json.loads(sf.raw("2024-06-01", "MLB"))
    body["data"]["MLB"] *= 2
    clock = sf.Clock("2024-06-02T12:00:00+00:00")
    with serving(Reply(200, body)) as server, sf.options(base_url=server.base_url, token=TOKEN, now=clock):
        board = sf.scoreboard("2024-06-01", "MLB", start=False)
        assert board.error == ""
        assert board._board.value.count('class="sf-card"') == board.frame["game_id"].nunique()
    board.close()


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_a_board_of_an_older_response_says_of_when_it_is() -> None:
    """While the service fails the board keeps its cards, with the time of their response; no update counts."""
    clock = sf.Clock("2024-06-01T22:00:00+00:00")
    with serving(Reply(200, {"data": {"MLB": [game("20240601-1-2", "inprogress")]}})) as server:
        with sf.options(base_url=server.base_url, token=TOKEN, now=clock):
            board = sf.scoreboard("2024-06-01", "MLB", start=False)
        assert "as of 2024-06-01 22:00:00 UTC, update 1" in board._state.value
        assert "as of 2024-06-01 22:00:00 UTC, update 1" in board._plain()
        shown = board._board.value
        server.default = Reply(500)
        clock.sleep(90)
        with pytest.warns(sf.SportsframeWarning, match="using cached data"):
            board.look()

        assert board._state.value == "as of 2024-06-01 22:00:00 UTC, no newer response"
        assert "500" in board.error
        assert (board.updates, board._board.value) == (1, shown)
        assert board.frame.attrs["sportsframe"]["stale_since"] == "2024-06-01T22:00:00+00:00"
        server.default = Reply(200, {"data": {"MLB": [game("20240601-1-2", "inprogress")]}})
        board.look()

    assert re.fullmatch(r"as of 2024-06-01 22:01:\d\d UTC, update 2", board._state.value)
    assert board.error == ""
    assert "stale_since" not in board.frame.attrs["sportsframe"]


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_a_board_waits_longer_and_longer_for_a_failing_service() -> None:
    """Where the service fails the waits double up to eight times the usual one, until it answers again."""

    class Told(sf.Clock):
        """A clock that notes the waits of the board, and ends them."""

        def wait(self, seconds: float, stop: threading.Event) -> bool:
            waits.append(seconds / every)
            if len(waits) == 8:
                server.default = Reply(200, {"data": {"MLB": [game("20240601-1-2", "inprogress")]}})
            return len(waits) == 10

    every, waits = 600.0, []
    with serving(Reply(404, b'"no"')) as server:
        with sf.options(base_url=server.base_url, token=TOKEN, now=Told("2024-06-01T22:00:00+00:00")):
            board = sf.scoreboard("2024-06-01", "MLB", every=every, start=False)
        server.set("/schedule/2024-06-01/MLB", Reply(200, {"data": {"MLB": [game("20240601-1-2", "inprogress")]}}))
        board._follow(threading.Event())

    assert waits == [1, 2, 4, 8, 8, 8, 8, 8, 1, 1]


@pytest.mark.filterwarnings("ignore::sportsframe.DriftWarning")
def test_a_board_goes_on_after_its_schedule_was_refused() -> None:
    """Whether the games are all over is asked again at the next update; until then the board says what failed."""

    class Told(sf.Clock):
        def wait(self, seconds: float, stop: threading.Event) -> bool:
            self.sleep(seconds)
            errors.append(board.error)
            server.default = playing if len(errors) == 3 else Reply(401)
            for day in ("2024-06-01", "2024-06-02"):
                server.set(f"/live/{day}/MLB", playing)
            return len(errors) == 4

    errors: list[str] = []
    playing = Reply(200, {"data": {"MLB": [game("20240601-1-2", "inprogress")]}})
    with serving(playing) as server, sf.options(
        base_url=server.base_url, token=TOKEN, now=Told("2024-06-01T22:00:00+00:00")
    ):  # fmt: skip
        board = sf.scoreboard("2024-06-01", "MLB", every=3600.0, start=False)
        board._follow(threading.Event())

    assert ["401" in error for error in errors] == [False, True, True, False]
    assert list(board.children[-2:]) == [board._opened, board._board], "errors stand above the games"
    board.close()


def test_a_tournament_without_a_start_is_to_come() -> None:
    """Golf's schedule may have none yet."""
    card = to_come({"game_time": pd.NaT, "tournament": "Alderhaven Open"})
    assert "No start time yet" in card
    assert "Alderhaven Open" in card


def test_a_board_before_the_first_game() -> None:
    """Before the first pitch the board lists the games to come, and says that they are simulated."""
    with sf.options(now="2024-06-01T00:00:00+00:00"):
        board = sf.scoreboard("MLB", "2024-06-01", start=False)

    first = sf.schedule("2024-06-01", "MLB", day="league")["game_time"].min()
    assert f"{first:%H:%M} UTC</time>" in board._board.value
    assert "In play" not in board._board.value
    assert "changes highlighted; simulated data</div>" in board._plain()


def test_simulated_games_to_come_are_marked(tmp_path: Path) -> None:
    """Those of a service that serves the simulated world are known by their IDs, where no game has begun."""
    with taking_its_time([0.0]) as server:
        client = sf.Client(base_url=server.base_url, token=TOKEN, cache_dir=str(tmp_path), now="2025-06-04T12:00")
        board = sf.scoreboard("2025-06-05", "MLB", client=client, start=False)
    assert board.frame.empty
    assert "To come" in board._board.value
    assert "MLB 2025-06-05, changes highlighted; simulated data</div>" in board._plain()


@pytest.mark.parametrize("every", [0, 4, True, "often"])
def test_an_impolite_board_is_refused(every: object) -> None:
    """Less than five seconds between looks is refused."""
    with pytest.raises(sf.QueryError, match="from 5 to 86400"):
        sf.scoreboard("MLB", "2024-06-01", every=every)


def test_a_match_in_sets_shows_its_sets_while_it_is_played() -> None:
    """The sets and the legs of the set in play, as the finished match tells them; who throws, and what is left."""
    final = sf.live("2024-01-03", "DARTS", table="legs")
    for minute in (11, 25, 40, 65, 80, 95):
        with sf.options(now=f"2024-01-03T{20 + minute // 60}:{minute % 60:02}:00+00:00"):
            board = sf.scoreboard("2024-01-03", "DARTS", start=False)
        (game,) = board.frame.to_dict("records")
        assert game["phase"] == "live"
        over = final[final["leg"] <= game["player_1_legs"] + game["player_2_legs"]]
        following = final[~final["leg"].isin(over["leg"])].iloc[0]
        held = over[over["set"] == following["set"]]
        ended = over[over["set"] < following["set"]].drop_duplicates("set", keep="last")
        shown = [
            [int(cell) for cell in re.findall(r"<b>(\d+)</b></td>", row)]
            for row in re.findall(r"<tr><td role.*?</tr>", board._board.value)
        ]
        assert shown == [
            [int((rows["winner_id"] == game[f"{one}_id"]).sum()) for rows in (ended, held)]
            for one in ("player_1", "player_2")
        ]
        assert f">Set {following['set']}, leg {len(held) + 1}<" in board._board.value
        thrower = {game[f"{one}_id"]: game[one] for one in ("player_1", "player_2")}[game["throwing"]]
        assert f"{html.escape(thrower)} to throw, {game['points_to_checkout']} left" in board._board.value
        board.close()


def test_the_first_league_is_the_default() -> None:
    """A board, a game picker and a picker of soccer open with the first league; an unknown one is refused."""
    board = sf.scoreboard("2024-12-07", "SOCCER", start=False)
    games = sf.game_picker("2024-12-07", "SOCCER")
    assert board.watch.league == games._query.league == sf.picker("2024-12-07", "SOCCER").league == "EPL"
    assert 'league="EPL"' in games.code
    board.close()
    games.close()
    for widget in (sf.scoreboard, sf.game_picker, sf.picker):
        with pytest.raises(sf.QueryError, match="league"):
            widget("2024-12-07", "SOCCER", league="MLS")


def test_a_game_picker_needs_no_arguments() -> None:
    """Without a sport it opens with the first one that has something to show today, as the picker does."""
    with sf.options(now="2024-12-07T04:00:00+00:00"):
        games = sf.game_picker()
        assert (games._query.sport, games._query.segment) == (sf.picker().sport, str(sf.picker().date))
        assert sf.game_picker("NBA")._query.segment == "2024-12-06"
    games.close()
