"""Attributes that are computed once."""

from __future__ import annotations

from mainspan.lazy import lazy


class Counter:
    def __init__(self) -> None:
        self.times = 0

    @lazy
    def number(self) -> int:
        """How often it was computed."""
        self.times += 1
        return self.times


def test_it_is_computed_when_it_is_first_asked_for() -> None:
    counter = Counter()
    assert counter.times == 0
    assert [counter.number, counter.number, Counter().number] == [1, 1, 1]
    assert counter.__dict__ == {"times": 1, "number": 1}


def test_the_attribute_of_the_class_has_the_docstring() -> None:
    assert Counter.number.__doc__ == "How often it was computed."
