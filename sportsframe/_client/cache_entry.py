"""Entries of the cache as bytes: marked, checked, and read without running anything."""

from __future__ import annotations

import zlib

import msgspec
from requests_cache.models.response import CachedResponse
from requests_cache.serializers.preconf import base_stage

_MAGIC = b"sf1"
_encoder = msgspec.msgpack.Encoder()
_rows_decoder = msgspec.msgpack.Decoder()


def seal(value: CachedResponse) -> bytes:
    """The bytes of an entry: a mark, a checksum over its key and content, the content."""
    content = _encoder.encode(base_stage.dumps(value))
    check = zlib.crc32(content, zlib.crc32(str(value.cache_key).encode()))
    return _MAGIC + check.to_bytes(4, "big") + content


def unseal(key: str, sealed: bytes) -> CachedResponse:
    """The entry of `key`; KeyError if these bytes are damaged, another key's, or not ours: then there is none."""
    if not isinstance(sealed, bytes):
        raise KeyError(key)
    content = memoryview(sealed)[7:]
    check = zlib.crc32(content, zlib.crc32(key.encode()))
    if sealed[:7] != _MAGIC + check.to_bytes(4, "big"):
        raise KeyError(key)
    try:
        value: CachedResponse = base_stage.loads(_rows_decoder.decode(content))
    except Exception:
        raise KeyError(key) from None
    value.cache_key = key
    return value
