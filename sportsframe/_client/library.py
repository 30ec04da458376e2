"""requests-cache, imported in a thread of its own.

For each optional library that is missing it stores the import error, whose traceback refers to every stack frame that
led to the import. In the thread of the first request, that would keep the caller's variables and the options of its
context alive until the process ends.
"""

from __future__ import annotations

from importlib import import_module
from threading import Thread

_apart = Thread(target=import_module, args=("requests_cache",))
try:
    _apart.start()
    _apart.join()
except RuntimeError:  # no thread starts any more while the interpreter ends
    pass

from requests_cache import CachedSession  # noqa: E402
from requests_cache.backends.base import BaseCache, DictStorage  # noqa: E402
from requests_cache.models.response import CachedResponse  # noqa: E402
from requests_cache.serializers.preconf import base_stage  # noqa: E402

__all__ = ["BaseCache", "CachedResponse", "CachedSession", "DictStorage", "base_stage"]
