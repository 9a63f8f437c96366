"""Blocks, one after the other."""

from __future__ import annotations

import pytest

from mainspan.render.markdown import write_markdown
from tests.render.markdown.simple import markdown


def test_nothing_is_written_for_nothing() -> None:
    assert write_markdown([]) == ""


@pytest.mark.parametrize("level", range(1, 7))
def test_headings_have_their_level(level: int) -> None:
    assert markdown(f"<h{level}>a</h{level}>") == "#" * level + " a"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<h2>a<br>b</h2>", "## a b"),
        ("<p>a</p>b<p>c</p>", "a\n\nb\n\nc"),
        ("<p>a<br>b</p>", "a\\\nb"),
        ("<p>a<br><br><br>b</p>", "a\n\nb"),
        ("<p><br>a<br></p>", "a"),
        ("<p>a</p><hr><p>b</p>", "a\n\n***\n\nb"),
        ("<dl><dt>a</dt><dd>b</dd><dd><p>c</p></dd></dl>", "**a**\n\nb\n\nc"),
        ("<details><summary>a</summary>b</details>", "**a**\n\nb"),
        ('<figure><img src="u" alt="a"><figcaption>b</figcaption></figure>', "![a](u)\n\nb"),
        ('<section><div>a</div><div>b <a href="u">c</a></div></section>', "a\n\nb [c](u)"),
        ("<blockquote><h2>a</h2><p>b</p><ul><li>c</li></ul></blockquote>", "> ## a\n>\n> b\n>\n> - c"),
    ],
)
def test_each_block_has_its_form(html: str, written: str) -> None:
    assert markdown(html) == written


def test_blocks_nest_as_deep_as_parsers_read_them() -> None:
    html = "<ul><li>" * 29 + "a<br>b" + "</li></ul>" * 29
    assert markdown(html) == "- " * 8 + "a\\\n" + "  " * 8 + "b"
