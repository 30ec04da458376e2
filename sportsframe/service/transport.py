"""How a server is reached: HTTPS, other origins, proxies, and its limits."""

from __future__ import annotations

import contextlib
import logging
import os
import ssl
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import ConfigError
from .cors import origins
from .limits import CONNECTIONS_PER_ADDRESS, networks
from .tokens import is_private

IDLE_SECONDS = 15
"""Time limit for sending a request, for reading its response, and for an idle connection."""

STOP_SECONDS = 25
"""Time that a stopping server waits for responses in progress; less than the 30 s after which Kubernetes kills."""

BACKLOG = 256
"""Maximum number of connections waiting to be accepted."""

log = logging.getLogger("sportsframe.service")

OUT_OF_DATE = (9, 10)
"""Of OpenSSL for a certificate that is not valid yet, or no longer: X509_V_ERR_CERT_NOT_YET_VALID and the next one."""

NO_CHECK_TIME = 0x200000
"""Of OpenSSL: a certificate is valid at any time (X509_V_FLAG_NO_CHECK_TIME)."""

ROUND_TRIPS = 3
"""Of a TLS handshake at most."""


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

    def warn(self) -> None:
        """Log if others can read the key, every client is a proxy, or clients refuse the certificate by date."""
        key = self.key or self.certificate
        if key is not None and os.name == "posix":
            with contextlib.suppress(OSError):  # it may be replaced just now
                found = key.stat()
                if not is_private(key, found):
                    mode = stat.S_IMODE(found.st_mode)
                    log.warning("the key %s is readable by other users (mode %04o); run chmod 600", key, mode)
        for network in networks(self.trusted_proxies):
            if network.prefixlen == 0:
                log.warning(
                    "--trusted-proxy %s trusts every client: the addresses in the log are what clients say, and no "
                    "limit per address holds",
                    network,
                )
        if reason := self.out_of_date():
            log.warning("%s", reason)

    def read(self, tokens: int) -> str:
        """What was read, for the log: so many tokens, and the certificate if there is one."""
        counted = f"{tokens} token{'s' * (tokens != 1)}"
        return counted if self.certificate is None else f"{counted} and the certificate"

    def out_of_date(self) -> str | None:
        """Why clients refuse the certificate at present, if that is because of its dates."""
        try:
            self._certificate()
        except ssl.SSLCertVerificationError as error:
            dated = error.verify_code in OUT_OF_DATE
            return f"clients refuse {self.certificate}: {error.verify_message}" if dated else None
        return None

    def expires(self) -> float | None:
        """The Unix time at which the certificate expires or did so, if there is one that a client can read."""
        with contextlib.suppress(ssl.SSLError):
            found = self._certificate(NO_CHECK_TIME)
            return float(ssl.cert_time_to_seconds(found["notAfter"])) if found else None
        return None

    def _certificate(self, flags: int = 0) -> dict[str, Any]:
        """The certificate as a client has it after a handshake in memory, verified with further flags."""
        if self.certificate is None:
            return {}
        server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self.load(server)
        client.check_hostname = False
        client.load_verify_locations(self.certificate)
        client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN | flags
        there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
        ends = (client.wrap_bio(back, there), server.wrap_bio(there, back, server_side=True))
        for end in ends * ROUND_TRIPS:
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
        return ends[0].getpeercert() or {}

    def _missing(self) -> str:
        """Return what is probably wrong with a certificate and key that can be read but not used."""
        assert self.certificate is not None
        text = b"".join(path.read_bytes() for path in (self.certificate, self.key) if path is not None)
        if b"ENCRYPTED" in text:
            return "the key has a passphrase; use one without"
        if b"PRIVATE KEY-----" not in text:
            return "no key in PEM format was found; pass its file as --tls-key"
        return "it must be a certificate in PEM format and the key that belongs to it"
