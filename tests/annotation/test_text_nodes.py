"""XPaths of texts: on the parser's own tree, another engine finds the same texts by them."""

from __future__ import annotations

import re
import weakref
from typing import Any

import pytest
from hypothesis import given
from lxml import etree  # type: ignore[import-untyped]
from selectolax.lexbor import LexborNode

from mainspan.annotation.text_nodes import TextNodes
from mainspan.page import Page
from mainspan.page.kinds import TEXT
from mainspan.page.parse import _parse, _with_markup
from tests.soup import soups

XHTML = "http://www.w3.org/1999/xhtml"


def texts(page: Page) -> list[int]:
    return [i for i, words in enumerate(page.tokens.words.tolist()) if words]


def paths(html: str) -> list[str]:
    page = Page(html)
    return [TextNodes.of(page).path(token) for token in texts(page)]


def test_a_path_has_names_and_numbers() -> None:
    assert paths("<div>a</div><p>b <b>c</b> d<p>e") == [
        "/html[1]/body[1]/div[1]/text()[normalize-space()][1]",
        "/html[1]/body[1]/p[1]/text()[normalize-space()][1]",
        "/html[1]/body[1]/p[1]/b[1]/text()[normalize-space()][1]",
        "/html[1]/body[1]/p[1]/text()[normalize-space()][2]",
        "/html[1]/body[1]/p[2]/text()[normalize-space()][1]",
    ]


def test_blank_texts_and_comments_do_not_count() -> None:
    assert paths("<p> <b></b>\n<i></i> a <!-- x -->b") == [
        "/html[1]/body[1]/p[1]/text()[normalize-space()][1]",
        "/html[1]/body[1]/p[1]/text()[normalize-space()][2]",
    ]


def test_blank_is_what_xpath_calls_so() -> None:
    assert paths("<p>\u2003<b></b>&nbsp;<i></i>a") == ["/html[1]/body[1]/p[1]/text()[normalize-space()][3]"]


def test_foreign_elements_and_odd_names_are_numbered_among_all() -> None:
    found = paths("<p>x<svg><g></g><text>a</text></svg><o:p>b</o:p><my-card>c</my-card><math><mi>d</math>")
    assert [path.removeprefix("/html[1]/body[1]/p[1]").partition("/text()")[0] for path in found] == [
        "",
        "/*[1]/*[2]",
        "/*[2]",
        "/my-card[1]",
        "/*[4]/*[1]",
    ]


def test_lines_of_code_that_were_divided_count_no_texts() -> None:
    # The page's source has a line break here that its DOM lacks.
    html = "<pre><span class=line>one</span><span class=line>two</span>tail</pre>"
    assert "</span>\n<span" in Page(html).source
    assert paths(html)[2] == "/html[1]/body[1]/pre[1]/text()[normalize-space()][1]"


@pytest.mark.parametrize(
    "path", ["", "/", "/html[1]", "/html[1]/body[1]/p[9]", "//p", "nonsense", "/html[1]//"]
)
def test_other_paths_lead_nowhere(path: str) -> None:
    assert TextNodes.of(Page("<p>a")).find(path) is None


def test_places_in_a_text_with_references() -> None:
    page = Page("<p>a &amp; b&nbsp;&lt;c")
    nodes, [token] = TextNodes.of(page), texts(page)
    start = page.source.index("a &amp;")
    assert nodes.place(token, 3) == start + len("a &amp;")
    assert nodes.characters_before(token, start + len("a &amp; b&nbsp;&lt;")) == 7
    assert nodes.place(token, 99) == page.tokens.end[token]


def test_a_page_is_freed_when_nobody_uses_it() -> None:
    page = Page("<p>a")
    TextNodes.of(page)
    gone = weakref.ref(page)
    del page
    assert gone() is None


@given(soups)
def test_paths_lead_back(html: str) -> None:
    page = Page(html)
    nodes = TextNodes.of(page)
    for token in texts(page):
        assert nodes.find(nodes.path(token)) == token
        start, end = int(page.tokens.start[token]), int(page.tokens.end[token])
        size = nodes.characters_before(token, end)
        assert (nodes.place(token, 0), nodes.place(token, size)) == (start, end)
        assert len(page.text_of(token)) == size


def as_etree(node: LexborNode) -> Any:
    """The parser's tree for another engine. HTML has no namespace there, other elements have one."""
    is_foreign = any(each.tag in ("svg", "math") for each in (node, *_parents(node)))
    name = node.tag if re.fullmatch("[a-z][a-z0-9-]*", node.tag or "") and not is_foreign else "{x}odd"
    element = etree.Element(name)
    for child in node.iter(include_text=True, skip_empty=False):
        if child.tag == "-text":
            _append_text(element, (child.text_content or "").translate(_CONTROLS))
        elif child.tag == "-comment":
            element.append(etree.Comment("x"))
        else:
            element.append(as_etree(child))
    return element


# What XML does not allow.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, *range(14, 32), 0xFFFE, 0xFFFF], "?") | dict.fromkeys(
    range(0xD800, 0xE000), "?"
)


def _parents(node: LexborNode) -> list[LexborNode]:
    found = []
    while (above := node.parent) is not None:
        found.append(above)
        node = above
    return found


def _append_text(element: Any, text: str) -> None:
    if len(element):
        element[-1].tail = (element[-1].tail or "") + text
    else:
        element.text = (element.text or "") + text


@given(soups)
def test_another_engine_finds_the_same_texts(html: str) -> None:
    page = Page(html)
    root = _parse(_with_markup(page._utf8)).root
    if page.salvaged or root is None:
        return
    tree = as_etree(root)
    nodes = TextNodes.of(page)
    for token in texts(page):
        assert page.tokens.kind[token] == TEXT
        [found] = tree.getroottree().xpath(nodes.path(token))
        assert str(found) == page.text_of(token).translate(_CONTROLS)
