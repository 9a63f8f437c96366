"""The benchmark of normalised lengths: what it counts."""

from __future__ import annotations

from benchmarks.normalised import line, ratio


def test_inserted_tags_make_a_page_longer() -> None:
    assert ratio(b"<li>a<li>b") == len("<html><head></head><body><li>a</li><li>b</li></body></html>") / 10


def test_a_reference_becomes_one_character() -> None:
    page = b"<!DOCTYPE html><html><head></head><body>&eacute;</body></html>"
    assert ratio(page) == (len(page) - 7) / len(page)


def test_an_empty_page_is_no_longer_than_it_was() -> None:
    assert ratio(b"") == 1


def test_a_line_has_the_count_the_median_and_the_largest() -> None:
    assert line("news", [1.0, 3.0, 1.5]).split() == ["news", "3", "1.50", "3.00"]
