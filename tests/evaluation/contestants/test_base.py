"""The names of contestants, and their messages in one line."""

from __future__ import annotations

from mainspan.evaluation.contestants.base import one_line, shortened, table_name


def test_a_message_of_more_than_200_characters_is_shortened() -> None:
    assert shortened("a" * 200) == "a" * 200
    assert shortened("a" * 201) == "a" * 197 + "..."


def test_an_error_in_one_line() -> None:
    assert one_line(ValueError("not\n  good")) == "ValueError: not good"
    assert one_line(KeyError()) == "KeyError"


def test_an_error_without_a_message_has_that_of_its_cause() -> None:
    error = RuntimeError()
    error.__cause__ = ValueError("why")
    assert one_line(error) == "RuntimeError: ValueError: why"


def test_a_name_of_more_than_40_characters_is_shortened_and_stays_unique() -> None:
    assert table_name("command", "a" * 32) == "command:" + "a" * 32
    long, other = (table_name("command", "a" * 32 + end) for end in "bc")
    assert len(long) == len(other) == 40
    assert long.startswith("command:aaaa")
    assert long != other
