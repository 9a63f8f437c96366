"""Links and images: whole addresses, and no bad ones."""

from __future__ import annotations

import pytest

from mainspan.render.events import BEGIN, END, NONE, TEXT, VOID
from mainspan.render.markdown import write_markdown
from tests.render.markdown.simple import markdown


def link(href: str, **attributes: str) -> str:
    flow = [(BEGIN, "a", {"href": href, **attributes}), (TEXT, "a", NONE), (END, "a", NONE)]
    return write_markdown(flow).removesuffix("\n")


@pytest.mark.parametrize(
    "href",
    [
        "https://example.org/a_b*c~d?e=1&copy=2#f!g'h$i",
        "https://example.org/wiki/A_(b)",
        "/relative",
        "#fragment",
        "mailto:a@b.c",
        "tel:+49",
        "中/é",
        "a%20b",
    ],
)
def test_an_address_is_written_as_it_is(href: str) -> None:
    assert link(href) == f"[a]({href})"


@pytest.mark.parametrize(
    ("href", "written"),
    [
        ("a b", "a%20b"),
        ("a(b", "a%28b"),
        ("a)b(", "a%29b%28"),
        ("<a>", "%3Ca%3E"),
        ("a\\b", "a%5Cb"),
        ("?a&amp;b", "?a\\&amp;b"),
        ("(" * 31 + ")" * 31, "%28" * 31 + "%29" * 31),
        ("(" * 30 + ")" * 30, "(" * 30 + ")" * 30),
    ],
)
def test_characters_that_would_end_an_address_are_encoded(href: str, written: str) -> None:
    assert link(href) == f"[a]({written})"


@pytest.mark.parametrize(
    ("title", "written"),
    [
        ("b", "b"),
        ('b"c', 'b\\"c'),
        ("b\\", "b\\\\"),
        ("*b_ [c]", "*b_ [c]"),
        ("&lt;", "\\&lt;"),
        ("b\n\nc", "b c"),
    ],
)
def test_a_title_is_quoted(title: str, written: str) -> None:
    assert link("u", title=title) == f'[a](u "{written}")'


@pytest.mark.parametrize(
    "href",
    [
        "javascript:alert(1)",
        "JAVA\tSCRIPT:alert(1)",
        "\x01javascript:alert(1)",
        "data:text/html,x",
        "vbscript:x",
        "file:///etc",
        "",
        " ",
    ],
)
def test_a_bad_address_leaves_the_text(href: str) -> None:
    assert link(href) == "a"


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ('<img src="u" alt="a" title="b">', '![a](u "b")'),
        ('<img src="u">', "![](u)"),
        ('<img src="u" alt="a]b*c*">', "![a\\]b\\*c\\*](u)"),
        ('<img src="data:image/png;base64,AA">', "![](data:image/png;base64,AA)"),
        ('<a href="v"><img src="u"></a>', "[![](u)](v)"),
        ('<a href="u"> a </a>b', "[a](u) b"),
        ('<code>a<a href="u">b</a></code>', "`a`[`b`](u)"),
    ],
)
def test_images_and_links_go_together(html: str, written: str) -> None:
    assert markdown(f"<p>{html}</p>") == written


@pytest.mark.parametrize("src", ["", "javascript:x", "data:text/html,x", "mailto:a@b.c"])
def test_an_image_from_nowhere_is_not_written(src: str) -> None:
    assert write_markdown([(VOID, "img", {"src": src, "alt": "a"})]) == ""
