"""Properties that are computed once, even if several threads need them at the same time."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):
    """A property kept in the object, as ``functools.cached_property``, which since Python 3.12 has no lock.

    The games of a season remember what happened before them, so a season that two threads make at the same time must
    not have two of each. A lock is of one property of one object: two wait for each other only if they need each other.

    Parameters
    ----------
    make : callable
        Works out the value from the object.
    """

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> once[T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> T: ...

    def __get__(self, instance: object | None, owner: type) -> once[T] | T:
        if instance is None:
            return self
        held = instance.__dict__
        with held.setdefault(f"{self.name} is being made", RLock()):
            if self.name not in held:
                held[self.name] = self.make(instance)
        held.pop(f"{self.name} is being made", None)  # whoever comes later finds the value before asking here
        found: T = held[self.name]
        return found
