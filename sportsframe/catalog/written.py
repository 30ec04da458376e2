"""Rows to be written: records as structs, which are encoded as they are.

Whoever reads an answer checks it against the catalog; who makes one takes from there what the fields are called. A
visit of darts is made and encoded so in a fifth of the time of a validated record.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from .records import Record


class Written(msgspec.Struct):
    """A JSON object of the API to be written: its fields by name, `msgspec.UNSET` where a sparse one is left out."""

    record_: ClassVar[type[Record]]

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field of the record."""

    def encoded(self) -> bytes:
        """Return the JSON object with API field names."""
        return msgspec.json.encode(self)

    def wire(self) -> dict[str, Any]:
        """Return the JSON object as a dictionary."""
        row: dict[str, Any] = msgspec.json.decode(self.encoded())
        return row


@cache
def written(record: type[Record]) -> Callable[..., Written]:
    """Return the struct of a record: field names as attributes, API field names in JSON, in the order of the API.

    To make one takes every field that is not sparse; a `TypeError` names the one that is missing, or unknown.
    """
    known = record.model_fields
    made: Any = msgspec.defstruct(
        record.__name__,
        [(name, Any) if info.is_required() else (name, Any, msgspec.UNSET) for name, info in known.items()],
        bases=(Written,),
        namespace={"record_": record},
        rename={name: info.alias or name for name, info in known.items()},
        kw_only=True,
        gc=False,
    )
    return made  # type: ignore[no-any-return]


class Writing:
    """The structs of a module's records, by the names of the records.

    Parameters
    ----------
    module : module
        A module of the catalog.
    """

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Callable[..., Written]:
        made = written(getattr(self._module, name))
        setattr(self, name, made)  # found without this method from now on
        return made
