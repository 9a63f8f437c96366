"""The search space of a method: each parameter is an axis from 0 to 1, made from its declaration.

- true or false, or one of several words: each value has an equal part of the axis
- a number of at most 1, such as a share: its whole declared range, on a linear scale
- any other number: from a quarter of its default to four times it, within its declared range, on a
  logarithmic scale; from 0 to 20 if the default is 0. The declared range is often too wide: a range of up to
  10,000 elements is allowed, but no search should spend its trials there.
- a number that may be a word instead (`gap=auto`): the word has a fifth of the axis
- any text (a file of cue words): not searched
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mainspan.algorithms import Algorithm
from mainspan.errors import ParameterError
from mainspan.parameters import Parameter, check_names, parameters_of, write_value

MAX_FACTOR: Final = 4
MAX_FROM_ZERO: Final = 20
# On the axis of a number that may be a word, the number has this many times the part of a word.
_NUMBER_SHARE: Final = 4
_DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class Axis:
    """One parameter: words to choose from, a range of numbers, or both."""

    name: str
    kind: type
    choices: tuple[Any, ...] = ()
    low: float = 0
    high: float = 0
    has_range: bool = False

    def value(self, position: float) -> Any:
        """The parameter's value at a position from 0 to 1."""
        if position < self._words:
            return self.choices[min(int(position / self._part), len(self.choices) - 1)]
        if not self.has_range:
            return self.choices[-1]
        share = min(1.0, (position - self._words) / (1 - self._words))
        low, high = self._scaled(self.low), self._scaled(self.high)
        number = self._unscaled(low + share * (high - low))
        # Short numbers that a person can read and type.
        number = round(number) if self.kind is int else float(f"{number:.{_DIGITS}g}")
        return self.kind(min(max(number, self.low), self.high))

    def position(self, value: Any) -> float:
        """The position of a value on the axis; of one out of range, the nearer end."""
        if value in self.choices and not (self.has_range and isinstance(value, int | float)):
            return self._part * (self.choices.index(value) + 0.5)
        if not self.has_range or isinstance(value, str):
            return 0.0
        low, high = self._scaled(self.low), self._scaled(self.high)
        number = self._scaled(min(max(value, self.low), self.high))
        share = (number - low) / (high - low) if high > low else 0.0
        return self._words + share * (1 - self._words)

    @property
    def size(self) -> float:
        """The number of values; infinite for a range of floats."""
        if not self.has_range:
            return len(self.choices)
        numbers = self.high - self.low + 1 if self.kind is int else math.inf if self.high > self.low else 1
        return len(self.choices) + numbers

    def values(self) -> list[Any]:
        """All values; only for an axis of finite size."""
        if not self.has_range:
            return list(self.choices)
        numbers = range(int(self.low), int(self.high) + 1) if self.kind is int else [self.low]
        return [*self.choices, *numbers]

    def __str__(self) -> str:
        words = [write_value(each) for each in self.choices]
        numbers = [f"{self.low:g} to {self.high:g}"] if self.has_range else []
        return f"{self.name}: {' or '.join(numbers + words)}"

    @property
    def _part(self) -> float:
        """The part of the axis that each word has."""
        return 1 / (len(self.choices) + _NUMBER_SHARE * self.has_range)

    @property
    def _words(self) -> float:
        """The part of the axis that all words have together."""
        return self._part * len(self.choices)

    @property
    def _is_even(self) -> bool:
        return self.high <= 1 or self.low < 0

    @property
    def _shift(self) -> int:
        """What is added before taking the logarithm: whole numbers, and ranges from 0, may be 0."""
        return int(self.kind is int or self.low == 0)

    def _scaled(self, number: float) -> float:
        return number if self._is_even else math.log(number + self._shift)

    def _unscaled(self, number: float) -> float:
        return number if self._is_even else math.exp(number) - self._shift


def axes_of(
    method: Algorithm,
    *,
    fixed: Sequence[str] = (),
    only: Sequence[str] = (),
    ranges: Mapping[str, str] | None = None,
) -> list[Axis]:
    """The axes of a method's search space, or a ParameterError.

    fixed: parameters that keep their values. only: the parameters to search, if not all.
    ranges: other values for a parameter: "10:200", "yes|no", or one value that it keeps.

    >>> from mainspan import algorithm
    >>> [str(axis) for axis in axes_of(algorithm("dana"), only=["gap", "unit"])]
    ['gap: 5 to 80 or auto', 'unit: characters or bytes']
    """
    ranges, cls = ranges or {}, type(method)
    check_names(cls, [*only, *ranges])
    known = parameters_of(cls)
    left = only or [name for name in known if name not in fixed]
    wanted = [each for name, each in known.items() if name in ranges or name in left]
    found = [
        _read_axis(cls, each, ranges[each.name]) if each.name in ranges else _axis(each) for each in wanted
    ]
    axes = [axis for axis in found if axis is not None]
    if not any(axis.size > 1 for axis in axes):
        none = f"of its parameters, {', '.join(known)}, none is left to search"
        raise ParameterError(f"{method!r} has nothing to tune: {none if known else 'it has no parameters'}")
    return axes


def _axis(declared: Parameter) -> Axis | None:
    """The axis of a declared parameter; None for a text without choices, which cannot be searched."""
    name, kind, default = declared.name, declared.kind, declared.default
    if kind is bool:
        return Axis(name, kind, (False, True))
    if kind is str:
        return Axis(name, kind, declared.choices) if declared.choices else None
    number = default if isinstance(default, int | float) else 0
    low, high = declared.low, declared.high
    if low is None or high is None or high > 1:
        floor, ceiling = -math.inf if low is None else low, math.inf if high is None else high
        narrow = (number / MAX_FACTOR, number * MAX_FACTOR) if number else (0, MAX_FROM_ZERO)
        low, high = (min(max(each, floor), ceiling) for each in sorted(narrow))
    if kind is int:
        low, high = math.floor(low), math.ceil(high)
    return Axis(name, kind, declared.choices, low, high, has_range=True)


def _read_axis(cls: type[Algorithm], declared: Parameter, written: str) -> Axis:
    """An axis written as LOW:HIGH, VALUE|VALUE, or VALUE."""
    name, kind = declared.name, declared.kind

    def read(text: str) -> Any:
        value = declared.read(text.strip())
        declared.check(value)
        return value

    if kind in (int, float) and ":" in written:
        low, high = (read(each) for each in written.split(":", 1))
        if isinstance(low, str) or isinstance(high, str) or low > high:
            raise ParameterError(f"{cls.name}: write a range as {name}=LOW:HIGH, not {name}={written}")
        return Axis(name, kind, (), low, high, has_range=True)
    return Axis(name, kind, tuple(dict.fromkeys(read(each) for each in written.split("|"))))
