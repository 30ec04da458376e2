"""Cache entries as bytes, with a checksum, compressed, and read without executing anything.

An entry is `MAGIC`, a checksum of its key and the rest, the length of its content, and the content compressed by zlib.
"""

from __future__ import annotations

import zlib

import msgspec

from .library import CachedResponse, base_stage

MAGIC = b"sf2"

LEVEL = 3
"""Compression level of zlib: responses shrink to a sixth or less, in the time that it takes to read them."""

MOST_BYTES = 2**27
"""An entry that claims to decompress to more than this is damaged."""

_encoder = msgspec.msgpack.Encoder()
_rows_decoder = msgspec.msgpack.Decoder()


def encode_entry(key: str, value: CachedResponse) -> bytes:
    """The bytes of an entry."""
    content = _encoder.encode(base_stage.dumps(value))
    rest = len(content).to_bytes(4, "big") + zlib.compress(content, LEVEL)
    return MAGIC + _check(key, rest) + rest


def decode_entry(key: str, encoded: bytes) -> CachedResponse:
    """The entry of `key`; KeyError if these bytes are damaged, those of another key, or not an entry at all."""
    if not isinstance(encoded, bytes):
        raise KeyError(key)
    rest = memoryview(encoded)[len(MAGIC) + 4 :]
    size = int.from_bytes(rest[:4], "big")
    if encoded[: len(MAGIC) + 4] != MAGIC + _check(key, rest) or not 0 < size <= MOST_BYTES:
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
