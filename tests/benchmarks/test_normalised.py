"""The benchmark of the normalised source: what it counts."""

from __future__ import annotations

import pytest

from benchmarks.normalised import Ratios, line, ratios


def test_inserted_tags_make_a_page_longer() -> None:
    written = "<html><head></head><body><li>a</li><li>b</li></body></html>"
    assert ratios(b"<li>a<li>b") == Ratios(len(written) / len("<li>a<li>b"), 10 / 2)


def test_a_reference_becomes_one_character() -> None:
    page = b"<!DOCTYPE html><html><head></head><body>&eacute;</body></html>"
    assert ratios(page) == Ratios((len(page) - 7) / len(page), 1)


@pytest.mark.parametrize("inside", ["<!-- <b> -->", '<script>"<p>"</script>', "<STYLE><b></STYLE>", "1 < 2"])
def test_what_only_looks_like_a_tag_is_none(inside: str) -> None:
    page = f"<html><head></head><body>{inside}</body></html>"
    assert ratios(page.encode()).tags == 1


def test_a_page_without_anything_has_the_ratio_1() -> None:
    assert ratios(b"") == Ratios(1, 1)


def test_a_line_has_the_count_and_each_median_and_maximum() -> None:
    found = [Ratios(1.0, 2.0), Ratios(3.0, 2.0), Ratios(1.5, 5.0)]
    assert line("news", found).split() == ["news", "3", "1.50", "3.00", "2.00", "5.00"]
