"""Footnotes: the links that lead back from them."""

from __future__ import annotations

import pytest

from mainspan import extract


@pytest.mark.parametrize(("text", "is_kept"), [("back", False), ("go back up", True)])
def test_a_link_back_is_no_more_than_a_mark(text: str, is_kept: bool) -> None:
    html = (
        "<p>One<sup><a href=#n1 id=r1>1</a></sup> two</p>"
        f"<ol><li id=n1>A note. <a href=#r1>{text}</a></li></ol>"
    )
    markdown = extract(html, algorithm="plain").markdown
    assert "[^1]: A note." in markdown
    assert (text in markdown) is is_kept
