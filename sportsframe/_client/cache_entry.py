"""Entries of the cache as bytes: marked, checked, packed, and read without running anything.

An entry is `MAGIC`, a checksum over its key and the rest, the length of its content, and the content packed by zlib.
"""

from __future__ import annotations

import zlib

import msgspec

from .library import CachedResponse, base_stage

MAGIC = b"sf2"

LEVEL = 3
"""Of zlib: answers shrink to a sixth or less, and are packed in the time in which they are read."""

MOST_BYTES = 2**27
"""An entry that says that it unpacks to more is damaged."""

_encoder = msgspec.msgpack.Encoder()
_rows_decoder = msgspec.msgpack.Decoder()


def seal(key: str, value: CachedResponse) -> bytes:
    """The bytes of the entry of `key`."""
    content = _encoder.encode(base_stage.dumps(value))
    rest = len(content).to_bytes(4, "big") + zlib.compress(content, LEVEL)
    return MAGIC + _check(key, rest) + rest


def unseal(key: str, sealed: bytes) -> CachedResponse:
    """The entry of `key`; KeyError if these bytes are damaged, another key's, or not ours: then there is none."""
    if not isinstance(sealed, bytes):
        raise KeyError(key)
    rest = memoryview(sealed)[len(MAGIC) + 4 :]
    size = int.from_bytes(rest[:4], "big")
    if sealed[: len(MAGIC) + 4] != MAGIC + _check(key, rest) or not 0 < size <= MOST_BYTES:
        raise KeyError(key)
    try:
        unpack = zlib.decompressobj()
        content = unpack.decompress(rest[4:], size)
        if len(content) != size:
            raise KeyError(key)
        value: CachedResponse = base_stage.loads(_rows_decoder.decode(content))
    except Exception:
        raise KeyError(key) from None
    value.cache_key = key
    return value


def _check(key: str, rest: bytes | memoryview) -> bytes:
    return zlib.crc32(rest, zlib.crc32(key.encode())).to_bytes(4, "big")
