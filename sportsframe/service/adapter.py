"""In-process transport: a requests adapter for a host name that never resolves."""

from __future__ import annotations

import io
from collections.abc import Mapping
from http.client import responses
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from requests import PreparedRequest, Response
from requests.adapters import BaseAdapter
from requests.structures import CaseInsensitiveDict
from urllib3 import HTTPHeaderDict, HTTPResponse

from .._process import BUILT_IN_HOST, waiting
from ..catalog import BASE_PATH
from ..simulation._common.stats import playing
from .respond import Service, respond

BASE_URL = f"http://{BUILT_IN_HOST}{BASE_PATH}"
"""Base URL of the service in this process."""


class ServiceAdapter(BaseAdapter):
    """Handle requests without a socket.

    Parameters
    ----------
    service : Service, optional
        Service to use; by default that of this process.

    Examples
    --------
    >>> import requests
    >>> session = requests.Session()
    >>> session.mount("http://sportsframe.invalid/", ServiceAdapter())
    >>> session.get(f"{BASE_URL}/live/2024-06-01/MLB").status_code
    401
    """

    def __init__(self, service: Service | None = None) -> None:
        super().__init__()
        self.service = service

    def send(
        self,
        request: PreparedRequest,
        stream: bool = False,
        timeout: Any = None,
        verify: Any = True,
        cert: Any = None,
        proxies: Mapping[str, str] | None = None,
    ) -> Response:
        """Respond to `request`; the body is not compressed, which pays only over a network."""
        parts = urlsplit(str(request.url))
        query = dict(parse_qsl(parts.query, keep_blank_values=True))
        told = playing.set(waiting.get())
        try:
            status, headers, body = respond(str(request.method), parts.path, query, {}, service=self.service)
        finally:
            playing.reset(told)
        response = Response()
        response.status_code = status
        response.reason = responses.get(status, "")
        response.headers = CaseInsensitiveDict({**headers, "Content-Length": str(len(body))})
        response.url = str(request.url)
        response.request = request
        response.encoding = "utf-8"
        response.raw = HTTPResponse(
            body=io.BytesIO(b"" if request.method == "HEAD" else body),
            headers=HTTPHeaderDict(response.headers),
            status=status,
            reason=response.reason,
            preload_content=False,
            request_method=request.method,
            request_url=str(request.url),
        )
        return response

    def close(self) -> None:
        """Nothing to close."""
