"""How a server is reached: HTTPS, other origins, proxies, and its limits."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

from ..errors import ConfigError
from .cors import origins
from .limits import CONNECTIONS_PER_ADDRESS, networks

IDLE_SECONDS = 15
"""Time limit for sending a request, for reading its response, and for an idle connection."""

STOP_SECONDS = 25
"""Time that a stopping server waits for responses in progress; less than the 30 s after which Kubernetes kills."""

BACKLOG = 256
"""Maximum number of connections waiting to be accepted."""


@dataclass(frozen=True)
class Transport:
    """How a server is reached.

    Attributes
    ----------
    certificate, key : pathlib.Path or None
        PEM files for HTTPS; without them the server speaks HTTP.
    origins : tuple of str
        Origins whose pages may read responses in a browser, such as ``https://app.example.org``; ``*`` for all.
    trusted_proxies : tuple of str
        Addresses or networks of proxies, whose ``X-Forwarded-For`` is believed and whose connections are not limited.
    connections_per_address : int
        Maximum number of open connections from one address.
    idle : float
        Seconds after which an idle connection is closed.

    Raises
    ------
    ConfigError
        One of them is invalid.
    """

    certificate: Path | None = None
    key: Path | None = None
    origins: tuple[str, ...] = ()
    trusted_proxies: tuple[str, ...] = ()
    connections_per_address: int = CONNECTIONS_PER_ADDRESS
    idle: float = IDLE_SECONDS

    def __post_init__(self) -> None:
        networks(self.trusted_proxies)
        origins(self.origins)
        if self.connections_per_address < 1:
            raise ConfigError("the number of connections per address must be 1 or more")
        self.check()

    def check(self) -> None:
        """Raise ConfigError if the certificate and its key cannot be used."""
        self.load(ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER))

    @property
    def scheme(self) -> str:
        """``https`` or ``http``."""
        return "http" if self.certificate is None else "https"

    def load(self, context: ssl.SSLContext) -> None:
        """Load the certificate and its key, if there are any."""
        if self.certificate is None:
            if self.key is not None:
                raise ConfigError("the key of a certificate needs the certificate too; pass both")
            return
        try:
            context.load_cert_chain(self.certificate, self.key, password="")
        except (OSError, ValueError) as error:
            where = self.certificate if self.key is None else f"{self.certificate} with the key {self.key}"
            reason = getattr(error, "reason", None) or getattr(error, "strerror", None) or str(error)
            if isinstance(error, ssl.SSLError):
                reason = f"{reason}; {self._missing()}"
            raise ConfigError(f"the certificate {where} cannot be used: {reason}") from None

    def _missing(self) -> str:
        """Return what is probably wrong with a certificate and key that can be read but not used."""
        assert self.certificate is not None
        text = b"".join(path.read_bytes() for path in (self.certificate, self.key) if path is not None)
        if b"ENCRYPTED" in text:
            return "the key has a passphrase; use one without"
        if b"PRIVATE KEY-----" not in text:
            return "no key in PEM format was found; pass its file as --tls-key"
        return "it must be a certificate in PEM format and the key that belongs to it"
