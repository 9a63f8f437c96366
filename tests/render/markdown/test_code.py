"""Code in a line and in blocks."""

from __future__ import annotations

import pytest

from mainspan.render.markdown.code import code_block, code_span
from tests.render.markdown.simple import markdown


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a", "`a`"),
        ("a*b_c<d>&amp;", "`a*b_c<d>&amp;`"),
        ("a`b", "``a`b``"),
        ("a``b", "`a``b`"),
        ("`", "`` ` ``"),
        (" a", "` a`"),
        (" a ", "`  a  `"),
    ],
)
def test_a_span_has_other_backticks_than_its_text(text: str, written: str) -> None:
    assert code_span(text) == written


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<code>a</code><code>b</code>", "`ab`"),
        ("<code>a<br>b</code>", "`a`\\\n`b`"),
        ("<code>a <b>b</b></code>", "`a b`"),
        ("a<code> </code>b", "a b"),
        ("<samp>a</samp>", "`a`"),
    ],
)
def test_code_in_a_line(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written


@pytest.mark.parametrize(
    ("text", "fence"), [("a", "```"), ("``", "```"), ("```", "````"), ("a `````` b", "```````")]
)
def test_a_fence_is_longer_than_any_backticks_inside(text: str, fence: str) -> None:
    assert code_block(text, "") == f"{fence}\n{text}\n{fence}"


@pytest.mark.parametrize(
    ("language", "info"),
    [("c++", "c++"), ("objective-c", "objective-c"), ("a b", ""), ("`", ""), ("a" * 41, "")],
)
def test_a_language_is_one_safe_word(language: str, info: str) -> None:
    assert code_block("x", language) == f"```{info}\nx\n```"


@pytest.mark.parametrize("text", ["\n  a\n\n\tb  \n", "    a", "a\n\n\n", "a<b>&amp;"])
def test_the_text_of_a_block_stays_as_it_is(text: str) -> None:
    assert code_block(text, "") == "```\n" + text.removesuffix("\n") + "\n```"


def test_links_and_breaks_in_a_block_are_text() -> None:
    assert markdown('<pre>a<a href="u">b</a><br>c</pre>') == "```\nab\nc\n```"


def test_blocks_go_into_quotes_and_items_with_their_empty_lines() -> None:
    assert markdown("<blockquote><pre>a\n\n b</pre></blockquote>") == "> ```\n> a\n>\n>  b\n> ```"
    assert markdown("<ul><li><pre>a\n\n b</pre></li></ul>") == "- ```\n  a\n\n   b\n  ```"


def test_code_that_would_define_an_address_is_no_span_in_a_link() -> None:
    assert markdown('<p><a href="/x"><code>a]: b</code></a></p>') == r"[<code>a\]: b</code>](/x)"
