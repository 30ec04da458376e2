"""Tokens of the service: who may ask, and for what; nobody gets to see one."""

from __future__ import annotations

import gc
import json
import logging
import os
import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from sportsframe._client import credentials
from sportsframe._client.clock import Clock
from sportsframe.errors import ConfigError
from sportsframe.service import Service, seasons
from sportsframe.service.tokens import FULL, LARGEST_FILE, Grant, Tokens, make_token

from ..support.asking import AFTERWARDS, DAYS, ask, service_at, status

RESOURCES = ("schedule", "schedule-week", "schedule-season", "live")


ONE = '{"tokens": [{"token": "mounted-token-0123456789"}]}'


def accepts(file: Path, token: str) -> bool:
    """Whether the tokens of a file are that one alone."""
    tokens = Tokens.read(file)
    return tokens is not None and tokens.find(token) is not None and tokens.find(f"{token}4") is None


def private(folder: Path, text: str, name: str = "tokens.json", mode: int = 0o600) -> Path:
    path = folder / name
    path.write_text(text)
    path.chmod(mode)
    return path


@pytest.mark.parametrize("token", ["", "wrong", "good ", "GOOD", "good\n", "\udc80", "god", "x" * 5000])
def test_bad_tokens_are_unauthorized(token: str) -> None:
    """[S5-11] [S7-01] [S4-25] Missing, empty, wrong: 401 with the four bytes null, on every endpoint."""
    service = service_at(AFTERWARDS, tokens=Tokens.full("good-token-1"))
    for resource in RESOURCES:
        middle = "2024" if resource == "schedule-season" else "2024-06-01"
        answer = ask(f"{resource}/{middle}/MLB", service, token)
        assert answer == (401, {"Content-Type": "application/json"}, b"null")


def test_the_token_stands_in_the_query_under_its_exact_name() -> None:
    """[S4-25] [S5-01] [S5-03] Another case, another name, or a header is a missing token."""
    service = service_at(AFTERWARDS, tokens=Tokens.full("good-token-1"))
    path = "/api/v1/live/2024-06-01/MLB"

    for query in ({}, {"rsc_token": "good-token-1"}, {"RSC_TOKEN": "good-token-1"}, {"token": "good-token-1"}):
        assert service.respond("GET", path, query, {"Authorization": "Bearer good-token-1"})[0] == 401
    assert service.respond("GET", path, {"RSC_token": "good-token-1"}, {})[0] == 200


def test_a_missing_token_wins_over_a_bad_date() -> None:
    """[S5-12] Always Unauthorized: a bad date beside it does not make it BadRequest."""
    assert ask("live/2024-13-99/MLB", token="")[2] == b"null"


def test_a_trial_lasts_thirty_days() -> None:
    """[S8-01] [S5-05] A trial token answers for current data on day 30 and is rejected on day 31."""
    tokens = Tokens({"trial-token-1": Grant(trial=date(2024, 6, 1))})
    for days, code in ((0, 200), (30, 200), (31, 401)):
        day = date(2024, 6, 1) + timedelta(days=days)
        service = service_at(f"{day}T23:30:00", tokens=tokens)
        assert status(f"schedule/{day}/MLB", service, "trial-token-1") == code


@pytest.mark.parametrize("resource", RESOURCES)
@pytest.mark.parametrize(
    ("sport", "now", "oldest", "newest"),
    [
        ("MLB", "2025-06-15", "2024-06-01", "2023-06-01"),
        ("MLB", "2025-01-15", "2023-06-01", "2022-06-01"),
        ("NFL", "2025-03-01", "2023-11-05", "2022-11-06"),
        ("NBA", "2025-09-01", "2023-12-06", "2022-12-07"),
        ("DARTS", "2025-01-02", "2024-01-03", "2023-12-30"),
    ],
)
def test_a_trial_reaches_the_latest_two_seasons(resource: str, sport: str, now: str, oldest: str, newest: str) -> None:
    """[S5-13] [S5-14] [S7-02] [S8-01] Two seasons back is Forbidden with the trial code, on all four endpoints.

    The latest two are the season last begun and the one before; a full token reaches further.
    """
    issued = date.fromisoformat(now) - timedelta(days=5)
    tokens = Tokens({"trial-token-1": Grant(trial=issued), "full-token-1": FULL})
    service = service_at(f"{now}T12:00:00", tokens=tokens)

    def path(day: str) -> str:
        return f"{resource}/{day[:4] if resource == 'schedule-season' else day}/{sport}"

    assert status(path(oldest), service, "trial-token-1") in (200, 304)
    code, _, body = ask(path(newest), service, "trial-token-1")
    assert code == 403
    said = json.loads(body)
    assert said["code"] == "TRIAL_ACCESS_RESTRICTED"
    assert "latest two seasons" in said["message"]
    assert "support" in said["message"]
    assert status(path(newest), service, "full-token-1") in (200, 304)


def test_a_date_between_two_seasons_belongs_to_the_next() -> None:
    """[S5-14] The day after a season closes counts to the one that follows; a week by its first date."""
    world = service_at(AFTERWARDS).world
    closes = world.season("MLB", 2023).closes
    tokens = Tokens({"trial-token-1": Grant(trial=date(2025, 6, 10))})
    service = service_at("2025-06-15T12:00:00", tokens=tokens)

    for resource in ("schedule", "schedule-week", "live"):
        assert status(f"{resource}/{closes}/MLB", service, "trial-token-1") == 403
        assert status(f"{resource}/{closes + timedelta(days=1)}/MLB", service, "trial-token-1") in (200, 304)


def test_the_last_day_of_a_season_is_its_own() -> None:
    """A season has the days up to the one on which it closes; the next day is the next season's."""
    world = service_at(AFTERWARDS).world
    closes = world.season("MLB", 2023).closes
    assert seasons.belongs_to(world, "MLB", None, closes) == 2023
    assert seasons.belongs_to(world, "MLB", None, closes + timedelta(days=1)) == 2024


def test_the_latest_two_change_when_a_season_begins() -> None:
    """[S5-14] The day a season opens, the oldest of the two is closed to trials."""
    opens = service_at(AFTERWARDS).world.season("NHL", 2024).opens
    tokens = Tokens({"trial-token-1": Grant(trial=opens - timedelta(days=10))})
    before = service_at(f"{opens - timedelta(days=1)}T12:00:00", tokens=tokens)
    after = service_at(f"{opens}T12:00:00", tokens=tokens)

    assert status("schedule-season/2022/NHL", before, "trial-token-1") == 200
    assert status("schedule-season/2022/NHL", after, "trial-token-1") == 403


def test_a_token_may_cover_some_sports() -> None:
    """[S5-21] What a token does not cover is 403 with another code than the trial's."""
    tokens = Tokens({"some-token-1": Grant(pairs=frozenset([("MLB", "live"), ("NBA", "schedule")]))})
    service = service_at(AFTERWARDS, tokens=tokens)

    assert status("live/2024-06-01/MLB", service, "some-token-1") == 200
    assert status("schedule/2024-12-06/NBA", service, "some-token-1") == 200
    for asked in ("schedule/2024-06-01/MLB", "live/2024-12-06/NBA", "live/2024-06-01/MLB-NBA"):
        code, _, body = ask(asked, service, "some-token-1")
        assert code == 403
        assert json.loads(body)["code"] not in ("", "TRIAL_ACCESS_RESTRICTED")


def test_missing_entitlement_as_observed() -> None:
    """[S5-21] [S7-14] The switch: 304, on live 404; the trial keeps its 403."""
    tokens = Tokens({"none-token-1": Grant(pairs=frozenset()), "trial-token-1": Grant(trial=date(2025, 8, 1))})
    service = service_at(AFTERWARDS, "no-entitlement-304", tokens=tokens)

    assert ask("schedule/2024-06-01/MLB", service, "none-token-1") == (304, {}, b"")
    code, _, body = ask("live/2024-06-01/MLB", service, "none-token-1")
    assert (code, "not signed up" in json.loads(body)) == (404, True)
    assert status("live/2012-06-01/MLB", service, "trial-token-1") == 403


def test_tokens_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """[S5-05] A file holds full and trial tokens, and what each covers; the token of the environment is added."""
    listed = {
        "tokens": [
            {"token": "full-1-0123456789", "name": "everybody"},
            {"token": "trial-1-0123456789", "trial": "2025-08-01"},
            {"token": "some-1-0123456789", "sports": ["MLB"], "resources": ["schedule", "live"]},
            {"token": "some-2-0123456789", "sports": {"NBA": ["live"], "MLB": ["schedule"]}},
        ]
    }
    monkeypatch.setenv("RSC_TOKEN", "from-the-environment")
    tokens = Tokens.read(private(tmp_path, json.dumps(listed)))
    assert tokens is not None
    now = Clock(AFTERWARDS)()

    assert tokens.grant("full-1-0123456789", now) == Grant("everybody")
    assert tokens.grant("from-the-environment", now) == Grant("RSC_TOKEN")
    trial, one, two = (
        tokens.grant(name, now) for name in ("trial-1-0123456789", "some-1-0123456789", "some-2-0123456789")
    )
    assert trial is not None
    assert trial.trial == date(2025, 8, 1)
    assert one is not None
    assert one.pairs == {("MLB", "schedule"), ("MLB", "live")}
    assert two is not None
    assert two.pairs == {("NBA", "live"), ("MLB", "schedule")}
    assert tokens.grant("unknown", now) is None


def test_a_file_may_be_toml(tmp_path: Path) -> None:
    """TOML says the same; its dates are dates."""
    text = '[[tokens]]\ntoken = "abcd-0123456789-efgh"\ntrial = 2025-08-01\nsports = ["NFL"]\n'
    tokens = Tokens.read(private(tmp_path, text, "tokens.toml"))
    assert tokens is not None
    grant = tokens.grant("abcd-0123456789-efgh", Clock(AFTERWARDS)())

    assert grant is not None
    assert grant.trial == date(2025, 8, 1)
    assert grant.covers("NFL", "live")
    assert not grant.covers("NBA", "live")


def test_no_tokens_at_all() -> None:
    """Neither a file nor the environment: nothing, and the caller makes one up."""
    assert Tokens.read() is None
    assert len(make_token()) >= 32
    assert make_token() != make_token()


@pytest.mark.skipif(os.name != "posix", reason="there are no modes")
@pytest.mark.parametrize("mode", [0o400, 0o440, 0o444, 0o644])
def test_credentials_of_a_service_manager_are_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: int
) -> None:
    """[S5-10] systemd shows a credential as 0440, Docker as 0444: their directories are not judged by modes."""
    file = private(tmp_path, ONE, mode=mode)
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert accepts(file, "mounted-token-0123456789")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "elsewhere"))
    if mode != 0o400:
        with pytest.raises(ConfigError, match="chmod 600"):
            Tokens.read(file)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may give a file away")
@pytest.mark.parametrize(("mode", "accepted"), [(0o440, True), (0o444, False), (0o460, False)])
def test_a_file_of_another_owner_may_be_read_by_its_group(tmp_path: Path, mode: int, accepted: bool) -> None:
    """[S5-10] A secret of Kubernetes with fsGroup is root's, and readable by the group alone."""
    file = private(tmp_path, ONE, mode=mode)
    os.chown(file, 12345, -1)
    if accepted:
        assert accepts(file, "mounted-token-0123456789")
    else:
        with pytest.raises(ConfigError, match="chmod 600"):
            Tokens.read(file)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660, 0o602, 0o777])
def test_a_file_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    """[S5-06] Tokens lie in a file of mode 0600 or in none."""
    path = private(tmp_path, '{"tokens": [{"token": "secret-canary-0123"}]}', mode=mode)
    with pytest.raises(ConfigError, match="chmod 600") as caught:
        Tokens.read(path)
    assert "secret-canary-0123" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    ['{"tokens": [{"token": "secret-canary-0123", "name": "a", "token": "secret-canary-4567"}]}',
     '{"tokens": [{"token": "secret-canary-0123"}], "tokens": [{"token": "secret-canary-4567"}]}'],
)  # fmt: skip
def test_a_key_has_one_value(tmp_path: Path, text: str) -> None:
    """Which of two tokens of one entry is accepted is not left to the order in the file."""
    path = private(tmp_path, text)
    with pytest.raises(ConfigError, match="is not valid JSON; it repeats a key") as caught:
        Tokens.read(path)
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{secret-canary-0123", "not valid JSON"),
        ("[]", "list named tokens"),
        ('{"tokens": []}', "list named tokens"),
        ('{"tokens": ["secret-canary-0123"]}', "string named token"),
        ('{"tokens": [{"token": ""}]}', "non-empty"),
        ('{"tokens": [{"token": "secret canary"}]}', "without spaces"),
        ('{"tokens": [{"token": "secret-canary-0123"}, {"token": "secret-canary-0123"}]}', "repeats"),
        ('{"tokens": [{"token": "secret-canary-0123", "trial": "soon"}]}', "date of issue"),
        ('{"tokens": [{"token": "secret-canary-0123", "sports": ["NHK"]}]}', "NHL"),
        ('{"tokens": [{"token": "secret-canary-0123", "sports": {"NFL": ["lively"]}}]}', "live"),
        ('{"tokens": [{"token": "secret-canary-0123", "resources": "live"}]}', "list of names"),
        ('{"tokens": [{"token": "secret-canary-0123", "until": "2024"}]}', "until"),
        ('{"tokens": [{"token": "secret-canary-0123", "name": "secret-canary-0123"}]}', "that is not the token"),
        ('{"tokens": [{"token": "secret-canary-0123", "name": ""}]}', "printable name"),
        ('{"tokens": [{"token": "secret-canary-0123", "name": "a\\nb"}]}', "printable name"),
        ('{"tokens": [{"token": "secret-canary-0123", "quota": 0}]}', "whole number"),
        ('{"tokens": [{"token": "secret-canary-0123", "quota": true}]}', "whole number"),
    ],
)
def test_a_file_that_says_something_else(tmp_path: Path, text: str, says: str) -> None:
    """[S5-07] It is refused in one line that shows no token, and neither does the chain of errors."""
    path = private(tmp_path, text)
    with pytest.raises(ConfigError, match=says) as caught:
        Tokens.read(path)
    assert str(path) in str(caught.value)
    has_entries = text.startswith('{"tokens": [') and "[]" not in text
    assert bool(re.search("entry [12] of", str(caught.value))) == has_entries
    error: BaseException | None = caught.value
    while error is not None:
        assert "secret" not in str(error)
        assert "secret" not in repr(getattr(error, "doc", ""))
        error = error.__cause__ or error.__context__


@pytest.mark.parametrize(("name", "text"), [("t.json", '{"tokens": [\n  {]}'), ("t.toml", "a = 1\nsecret = [")])
def test_the_line_that_is_wrong_is_named(tmp_path: Path, name: str, text: str) -> None:
    """A file that cannot be read as JSON or TOML is refused with the line, if the parser knows it."""
    path = tmp_path / name
    path.write_text(text + "}")
    path.chmod(0o600)
    with pytest.raises(ConfigError, match=r"not valid .*; see line 2"):
        Tokens.read(path)


def test_a_mark_of_the_encoding_is_ignored(tmp_path: Path) -> None:
    """A file that an editor began with a byte order mark is read like any other."""
    assert accepts(private(tmp_path, '\ufeff{"tokens": [{"token": "secret-canary-0123"}]}'), "secret-canary-0123")


@pytest.mark.parametrize(("size", "read"), [(LARGEST_FILE, True), (LARGEST_FILE + 1, False)])
def test_the_largest_file(tmp_path: Path, size: int, read: bool) -> None:
    """A file of exactly the maximum size is read, one of a byte more is refused."""
    text = '{"tokens": [{"token": "secret-canary-0123"}]}'
    path = private(tmp_path, text.ljust(size))
    if read:
        assert accepts(path, "secret-canary-0123")
    else:
        with pytest.raises(ConfigError, match="at most 1 MiB"):
            Tokens.read(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """A missing, a binary and an overlarge file are refused in one line."""
    with pytest.raises(ConfigError, match="cannot be read"):
        Tokens.read(tmp_path / "none.json")
    binary = tmp_path / "binary.json"
    binary.write_bytes(b"\xff\xfe")
    binary.chmod(0o600)
    with pytest.raises(ConfigError, match="not a UTF-8 text"):
        Tokens.read(binary)
    with pytest.raises(ConfigError, match="not a UTF-8 text"):
        Tokens.read(private(tmp_path, " " * (2**20 + 1), "large.json"))


def test_nothing_shows_a_token(caplog: pytest.LogCaptureFixture) -> None:
    """[S5-07] [S5-08] [S5-10] No repr, log line or answer of the service holds a token, good or bad."""
    canary, bad = "canary-0123456789abcdef", "bad-canary-0123456789"
    caplog.set_level(0)
    logging.getLogger().setLevel(0)
    tokens = Tokens.full(canary)
    service = Service(tokens=tokens, clock=Clock(AFTERWARDS))
    shown = [repr(tokens), repr(service), repr(vars(tokens)), repr(service.__dict__)]
    for token in (canary, bad):
        for asked in ("live/2024-06-01/MLB", "live/2024-06-01/NHK", "live/x/MLB", "schedule-season/2024/PGA"):
            shown.append(repr(ask(asked, service, token)))

    assert all(canary not in text and bad not in text for text in [*shown, caplog.text])


def test_comparing_takes_no_shortcut() -> None:
    """Every token is compared as a digest of fixed length, with all entries: no early match, no early end."""
    tokens = Tokens.full(*(f"token-{i}" for i in range(50)))
    assert tokens._grants is not None
    assert {len(digest) for digest, _ in tokens._grants} == {32}
    now = Clock(AFTERWARDS)()
    assert all(tokens.grant(f"token-{i}", now) == FULL for i in range(50))
    assert tokens.grant("token-50", now) is None


def test_trial_days_do_not_depend_on_the_machine() -> None:
    """The clock of the service decides, in GMT, wherever the process thinks it is."""
    tokens = Tokens({"trial-token-1": Grant(trial=date(2024, 6, 1))})
    before = os.environ.get("TZ")
    assert tokens.grant("trial-token-1", Clock("2024-07-01T23:59:59")()) is not None
    assert tokens.grant("trial-token-1", Clock("2024-07-02T00:00:00")()) is None
    assert os.environ.get("TZ") == before


def test_all_sports_are_open_to_a_full_token() -> None:
    """A full token covers every sport and resource."""
    assert all(FULL.covers(sport, resource) for sport in DAYS for resource in RESOURCES)


def test_tokens_of_a_reload_are_hidden(tmp_path: Path) -> None:
    """A token that is read again later stands in no message, as one of the start does not."""
    first, later = "first-canary-3b1d9f70", "later-canary-84c2ee15"
    file = tmp_path / "tokens.json"
    file.touch(mode=0o600)
    file.write_text(json.dumps({"tokens": [{"token": first, "name": "lab"}]}))
    held = Tokens.read(file)
    assert held is not None
    file.write_text(json.dumps({"tokens": [{"token": later, "name": "lab"}]}))
    held.reload()
    gc.collect()
    another = credentials.keep("another-canary-51d0c7e2")  # what is searched for is put together anew
    assert later not in credentials.redact(f"a message with {later} in it")
    assert another
    assert held.find(later) is not None


def test_an_empty_list_of_tokens_is_called_empty(tmp_path: Path) -> None:
    """The list is there, so the message does not ask for one."""
    path = private(tmp_path, '{"tokens": []}')
    with pytest.raises(
        ConfigError, match=r"^the list named tokens in the token file .* is empty; it needs one entry per"
    ):
        Tokens.read(path)
