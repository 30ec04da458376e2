"""Cache entries as bytes, with a checksum, compressed, and read without executing anything.

An entry is `MAGIC`, a checksum of its key and the rest, the length of its content, and the content compressed by zlib.
"""

from __future__ import annotations

import zlib
from datetime import UTC, datetime
from typing import NamedTuple, Required, TypedDict

import msgspec

from ..errors import FAULTS
from .library import CachedResponse, base_stage
from .transport import MOST_BYTES

MAGIC = b"sf2"

LEVEL = 3
"""Compression level of zlib: responses shrink to a sixth or less, in the time that it takes to read them."""

LARGEST_CONTENT = MOST_BYTES + 2**20
"""Bytes of the largest response and what is stored with it: what claims to be larger is damaged."""

LARGEST_ENTRY = LARGEST_CONTENT + 2**16
"""Bytes of the largest entry: content that cannot be compressed grows a little."""

MOST_EXPANSION = 1032
"""Bytes that zlib unpacks from one, at most."""


class _Request(TypedDict, total=False):
    headers: dict[str, str]
    method: str
    url: str


class _Content(TypedDict, total=False):
    """What is read of an entry, as requests-cache writes it: anything else takes no memory."""

    _content: Required[bytes]
    created_at: Required[str]
    elapsed: float
    encoding: str | None
    expires: Required[str]
    headers: Required[dict[str, str]]
    reason: str | None
    request: Required[_Request]
    status_code: Required[int]
    url: Required[str]


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Content)


def encode_entry(key: str, value: CachedResponse) -> bytes:
    """The bytes of an entry."""
    content = _encoder.encode(base_stage.dumps(value))
    rest = len(content).to_bytes(4, "big") + zlib.compress(content, LEVEL)
    return MAGIC + _check(key, rest) + rest


class Entry(NamedTuple):
    """An entry as it was read; a response is made of it only where one is needed."""

    content: _Content
    created_at: datetime
    expires: datetime

    @property
    def body(self) -> bytes:
        """The response as it was received, decompressed."""
        return self.content["_content"]

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the response, under the names that `transport` gives them."""
        return self.content["headers"]

    def response(self, key: str) -> CachedResponse | None:
        """The response as requests-cache has it; None if it cannot make one."""
        try:
            value: CachedResponse = base_stage.loads(self.content)
        except FAULTS:
            return None
        value.cache_key = key
        return value


FIRST = datetime.min.replace(tzinfo=UTC)
"""The first time there is: none without a time zone can be compared with it."""


def decode_entry(key: str, encoded: bytes) -> Entry:
    """The entry of `key`; KeyError if these bytes are damaged, those of another key, or not an entry at all."""
    if not isinstance(encoded, bytes):
        raise KeyError(key)
    rest = memoryview(encoded)[len(MAGIC) + 4 :]
    if encoded[: len(MAGIC) + 4] != MAGIC + _check(key, rest):
        raise KeyError(key)
    try:
        content = _decoder.decode(contents(encoded))
        created, expires = map(datetime.fromisoformat, (content["created_at"], content["expires"]))
        sound = FIRST <= created <= expires and len(content["_content"]) <= MOST_BYTES
    except (zlib.error, *FAULTS):
        raise KeyError(key) from None
    if not sound:
        raise KeyError(key)
    return Entry(content, created, expires)


def contents(encoded: bytes) -> bytes:
    """The content of an entry, unpacked; ValueError if it is longer or shorter than the entry claims.

    The header and the checksum of zlib are left out: the checksum of the entry covers them, and is faster.
    """
    rest = memoryview(encoded)[len(MAGIC) + 4 :]
    size, packed = int.from_bytes(rest[:4], "big"), rest[4 + 2 : -4]
    found = b""
    if 0 < size <= LARGEST_CONTENT:
        if len(packed) * MOST_EXPANSION <= LARGEST_CONTENT:  # in one piece: twice as fast as with a bound
            found = zlib.decompress(packed, -zlib.MAX_WBITS, size)
        else:
            found = zlib.decompressobj(-zlib.MAX_WBITS).decompress(packed, size + 1)
    if not size or len(found) != size:
        raise ValueError("not the size of its content")
    return found


def _check(key: str, rest: bytes | memoryview) -> bytes:
    return zlib.crc32(rest, zlib.crc32(key.encode())).to_bytes(4, "big")
