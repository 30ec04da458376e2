"""The client: everything that can be loaded, from one service, and the default one that follows the options."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from .._client import credentials
from .._client.answer import History
from .._client.options import Given, current_with
from .._client.settings import Settings
from .._pipeline.provenance import say_simulated
from .._util.signatures import keywords_of, spell_out
from ..errors import ConfigError
from .checks import Reconciler
from .datasets import DatasetLoaders
from .directories import DirectoryLoaders
from .plays import PlayLoaders
from .search import Finder


class Client(
    Reconciler,
    DatasetLoaders,
    PlayLoaders,
    DirectoryLoaders,
    Finder,
):
    """A connection to one service: base URL, token, cache and clock, with the loading functions as methods.

    Options that are not passed are those in force when the client is created; later changes do not affect it. A client
    can be passed to threads and tasks, and to processes. Its token is never pickled: another process needs a
    client of its own with that token, or the token in ``RSC_TOKEN``. A client cannot be changed.

    Parameters
    ----------
    **given
        The options: ``base_url``, ``token``, ``source``, ``cache_dir``, ``now``, ``offline``, ``workers``,
        ``cache_size``, ``redis``, ``timeouts``, ``deadline``, ``max_age``, ``max_stale``;
        `show_settings` says what each means.

    Raises
    ------
    ConfigError
        For an unknown name or an invalid value, an address without a token or a token without an address.

    Notes
    -----
    ``client.cache`` is the cache of this client, with ``.info()`` and ``.clear()``.

    Examples
    --------
    >>> client = Client(source="simulated")
    >>> client.live("2024-06-01", "MLB").attrs["sportsframe"]["source"]
    'simulated'
    """

    @spell_out(keywords_of(Given))
    def __init__(self, **given: Unpack[Given]) -> None:
        with credentials.hidden_if_refused(given) as values:
            taken = current_with(**{name: value for name, value in values.items() if value is not None})
            taken.service()
        self._taken: Settings | None = replace(taken, own_history=History())

    def __reduce__(self) -> tuple[Any, ...]:
        return _client_of, (self._taken,)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name in TAKE_CLIENT:
                raise AttributeError(f"a client has no {name}; write sportsframe.{name}(..., client=client).")
            return self.__getattribute__(name)  # with the message of Python


TAKE_CLIENT = ("availability", "bracket", "game_picker", "picker", "scoreboard", "season_picker", "standings")
"""Functions of the package that accept a client and are not loaders."""


def settings_of(client: Client) -> Settings:
    """The settings that a client uses now."""
    return client._setting


def keeping_client(client: Client | None) -> Client:
    """A client for a widget, which shows why there are no rows: as the one given, or with the options now in force."""
    setting = settings_of(default if client is None else client)
    with suppress(ConfigError):  # which the widget displays as well
        say_simulated(setting)
    kept = Client.__new__(Client)
    kept._taken = replace(setting, has_reader=False)
    return kept


def client_of(setting: Settings) -> Client:
    """A client with these settings."""
    return _client_of(setting)


def _client_of(taken: Settings | None) -> Client:
    """A client from what it had taken; without, the default client."""
    client = Client.__new__(Client)
    client._taken = None if taken is None else replace(taken, own_history=History())
    return client


class _Default(Client):
    """The client of the module's functions: it follows the options."""

    def __init__(self) -> None:
        self._taken = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _default_client, ()


def _default_client() -> Client:
    return default


default: Client = _Default()
