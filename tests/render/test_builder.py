"""How deep a flow is, and how many line breaks it has in a row."""

from __future__ import annotations

import pytest

from mainspan import extract
from mainspan.render.events import INLINE


@pytest.mark.parametrize(("depth", "kept"), [(30, 30), (60, 36)])
def test_deeper_blocks_are_left_out(depth: int, kept: int) -> None:
    assert extract("<blockquote>" * depth + "One two", algorithm="plain").html.count("<blockquote>") == kept


@pytest.mark.parametrize(("depth", "kept"), [(14, 14), (24, 16)])
def test_deeper_inline_elements_are_left_out(depth: int, kept: int) -> None:
    names = sorted(INLINE - {"a", "rp", "rt", "ruby"})[:depth]
    html = extract(f"<p>{''.join(map('<{}>'.format, names))}One two", algorithm="plain").html
    assert html.count("</") == kept + 1


@pytest.mark.parametrize(("breaks", "kept"), [(1, 1), (2, 2), (4, 2)])
def test_only_two_line_breaks_follow_each_other(breaks: int, kept: int) -> None:
    assert extract(f"<p>One{'<br>' * breaks}two", algorithm="plain").html.count("<br>") == kept
