"""Attributes that are computed on first access."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801, since it is used as `property` is
    """An attribute that is computed once and kept.

    Like `functools.cached_property`, but without its lock, which costs more than the rest of it up to Python
    3.11: a page has twenty such attributes. Two threads may compute one of them twice.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute, self.__doc__ = compute, compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Self | T:
        if instance is None:
            return self
        # From now on the value is found there, before this method.
        value = instance.__dict__[self.name] = self.compute(instance)
        return value
