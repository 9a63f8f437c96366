"""Callouts: how long they may be. What they are is in the golden cases."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(("words", "count"), [(400, 1), (401, 0)])
def test_a_box_with_a_whole_article_is_no_callout(words: int, count: int) -> None:
    html = f"<p>Before.</p><div class='admonition tip'><p>{'word ' * words}</p></div><p>After.</p>"
    assert extract(html, algorithm="plain").markdown.count("[!TIP]") == count
